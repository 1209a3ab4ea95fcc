"""Would the claims notice a wrong formula? Change one thing at a time and see which one objects.

Formulas are changed in every sign, constant and exponent, in their depth index and by swapping
arguments; statements by their own ``mutants``. A change that no claim notices survives.
"""

import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

import sympy as sp
from flint import arb
from rich.markup import escape
from rich.table import Table

from depthlaws.claims.engine import judge, ledger, run, sampling, workers
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.records import Check, Claim, Context, Verdict, plain
from depthlaws.theory import formula, formulas
from depthlaws.theory.symbolic.domain import DEPTH
from depthlaws.theory.symbolic.formula import Formula

LIMIT_S = 20.0
AT_ONCE = 40  # mutants of one formula that share a worker, which learns what notices them


class Status(StrEnum):
    """What became of a mutant; only a survivor is a defect."""

    KILLED = "killed"  # a claim came out differently
    EQUIVALENT = "equivalent"  # the changed formula is provably the same
    TRUE = "true"  # the changed statement is itself proved: another truth, not an oversight
    SURVIVED = "survived"  # nothing noticed


@dataclass(frozen=True)
class Outcome:
    """One mutant: what was changed in which formula or claim, and who noticed."""

    subject: str
    change: str
    status: Status
    mutated: str = ""
    by: str = ""


@dataclass(frozen=True)
class MutantReport:
    """Outcomes of all mutants, and the formulas that no claim uses (those are not tried)."""

    outcomes: Sequence[Outcome]
    unused: Sequence[str] = ()

    @property
    def survivors(self) -> list[Outcome]:
        """Mutants that nothing noticed."""
        return [o for o in self.outcomes if o.status == Status.SURVIVED]

    @property
    def ok(self) -> bool:
        """Nothing survived."""
        return not self.survivors

    @property
    def counts(self) -> Mapping[Status, int]:
        """How many mutants ended each way."""
        found = Counter(o.status for o in self.outcomes)
        return {s: found[s] for s in Status}

    def summary(self) -> str:
        """One line: the counts, and how many formulas no claim uses."""
        text = ", ".join(f"{n} {s}" for s, n in self.counts.items())
        tail = f"; {len(self.unused)} formulas used by no claim" if self.unused else ""
        return f"{len(self.outcomes)} mutants: {text}{tail}"

    def table(self) -> Table:
        """Rich table, one row a formula or claim, survivors spelt out."""
        table = Table("subject", *Status, title=self.summary(), title_justify="left")
        for subject, group in itertools.groupby(self.outcomes, lambda o: o.subject):
            rows = list(group)
            found = Counter(o.status for o in rows)
            alive = [f"{o.change}: {o.mutated}" for o in rows if o.status == Status.SURVIVED]
            cells = [str(found[s] or "") for s in Status if s != Status.SURVIVED]
            table.add_row(escape(subject), *cells, f"[red]{escape(chr(10).join(alive))}[/]")
        return table

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form."""
        rows = [asdict(o) for o in self.outcomes]
        return plain({"ok": self.ok, "counts": self.counts, "unused": self.unused, "mutants": rows})

    def to_json(self, path: Path | str) -> None:
        """Write every outcome."""
        Path(path).write_text(json.dumps(self.as_dict(), indent=1) + "\n", encoding="utf-8")


def variants(expr: sp.Basic) -> Iterator[tuple[str, sp.Basic]]:
    """Yield labelled expressions that differ from this one in a single place."""
    if expr.is_Number or isinstance(expr, sp.NumberSymbol):
        yield f"constant {expr} doubled", 2 * expr
    if expr.is_Number and expr.is_negative:
        yield f"sign of constant {expr}", -expr
    if isinstance(expr, sp.Pow):
        yield f"exponent of {expr} plus one", expr.base ** (expr.exp + 1)
        yield f"exponent of {expr} minus one", expr.base ** (expr.exp - 1)
    if isinstance(expr, sp.Add):
        for term in expr.args:
            yield f"sign of {term}", expr - 2 * term
    for i, part in enumerate(expr.args):
        for label, changed in variants(part):
            try:
                rebuilt = expr.func(*expr.args[:i], changed, *expr.args[i + 1 :])
            except (ArithmeticError, TypeError, ValueError):
                continue  # not an expression: nobody could write it by mistake
            yield label, rebuilt


def _whole(f: Formula) -> Iterator[tuple[str, sp.Basic]]:
    yield "sign of the whole", -f.expr
    yield "whole doubled", 2 * f.expr
    for symbol, interval in f.domain.items():
        if interval.integer or interval == DEPTH:
            yield f"index {symbol} plus one", f.expr.xreplace({symbol: symbol + 1})
    for (a, first), (b, second) in itertools.combinations(f.domain.items(), 2):
        if first == second:
            yield f"{a} and {b} swapped", f.expr.xreplace({a: b, b: a})
    yield from variants(f.expr)


@lru_cache(maxsize=256)
def mutations(name: str) -> Mapping[str, sp.Expr]:
    """Changed expressions of one registered formula, by what was changed, no two of one value."""
    f = formula(name)
    points = _points(f, 3, seed=0)
    found: dict[Any, tuple[str, sp.Basic]] = {}
    own = _fingerprint(f, f.expr, points)
    for label, expr in _whole(f):
        if expr != f.expr and not expr.has(sp.nan, sp.zoo):
            values = _fingerprint(f, expr, points)
            # The formula's own values: the change hides in a branch that no point reached.
            found.setdefault(values if values and values != own else expr, (label, expr))
    counter: Counter[str] = Counter()
    named: dict[str, Any] = {}
    for label, expr in found.values():
        counter[label] += 1
        named[label if counter[label] == 1 else f"{label} ({counter[label]})"] = expr
    return named


def _points(f: Formula, n: int, *, seed: int) -> list[Mapping[str, Any]]:
    far = min(1e3, sampling.reach(f.expr))  # a change shows near by, and faster
    points = sampling.points(f.domain, n, seed=seed, far=far)
    return [p for p in points if sampling.allows(f.given, p)]


def _fingerprint(f: Formula, expr: sp.Expr, points: Sequence[Mapping[str, Any]]) -> Any:
    """Values at some points to 15 digits, None unless all of them are finite and not zero."""
    with f.replaced(expr):
        balls = [_ball(f, point) for point in points]
    known = all(ball.is_finite() and ball.rel_accuracy_bits() > 60 for ball in balls)
    return tuple(float(f"{float(ball.mid()):.15g}") for ball in balls) if known else None


def _forget() -> None:
    """Empty the memo tables of theory and claims: they may not carry values across a change."""
    kept = {"depthlaws.theory.symbolic.codegen", ledger.__name__, __name__}
    for name, module in [*sys.modules.items()]:
        if name.startswith(("depthlaws.theory.", "depthlaws.claims.")) and name not in kept:
            for value in [*vars(module).values()]:
                if isinstance(value, type(mutations)):
                    value.cache_clear()


def _ball(f: Formula, point: Mapping[str, Any]) -> arb:
    try:
        return f.ball(**point)
    except (ArithmeticError, TypeError, ValueError):
        return arb.nan()


def _differs(f: Formula, mutant: sp.Expr, seed: int) -> bool:
    """Whether the two expressions certainly differ at a point of the domain."""
    for point in _points(f, 12, seed=seed):
        ours = _ball(f, point)
        with f.replaced(mutant):
            other = _ball(f, point)
        if ours.is_finite() and other.is_finite() and not ours.overlaps(other):
            return True
    return False


def _same(f: Formula, mutant: sp.Expr) -> bool:
    return sp.simplify(mutant - f.expr) == 0


def _within(seconds: float, question: Callable[..., bool], *args: Any) -> bool:
    """Answer of a question, False if it has none within the time."""
    try:
        with judge.alarm(seconds):
            return question(*args)
    except (Exception, judge.BudgetSpentError):  # then nothing is proved
        return False


def _batches(changes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (changes[i : i + AT_ONCE] for i in range(0, len(changes), AT_ONCE))


Asked = list[tuple[str, Check, float]]  # claim, one of its checks, time limit


def _objection(asked: Asked, seed: int) -> str | None:
    """Who notices, and why; that check is asked first the next time."""
    for i, (name, check, limit) in enumerate(asked):
        context = Context(seed=seed, deadline=time.monotonic() + limit)
        found = judge.evidence(check, context, limit)
        if not found.verdict.green:
            asked.insert(0, asked.pop(i))
            return f"{name} ({found.check}): {found.verdict}, {found.summary}"
    return None


Judges = tuple[tuple[str, float], ...]  # claims that use the formula, each with its time limit


def _judge_formula(
    name: str, changes: tuple[str, ...], judges: Judges, seed: int
) -> tuple[Outcome, ...]:
    claims = ledger.all_claims()
    workers.started()
    asked = [
        (judge, check, limit)
        for judge, limit in judges
        for check in (*claims[judge].checks, *claims[judge].cross_checks)
    ]
    mutants = mutations(name)
    return tuple(_judge_mutant(formula(name), c, mutants[c], asked, seed) for c in changes)


def _judge_mutant(f: Formula, change: str, mutant: sp.Expr, asked: Asked, seed: int) -> Outcome:
    try:
        with f.replaced(mutant):
            _forget()
            by = _objection(asked, seed)
    finally:
        _forget()
    status = Status.KILLED
    if by is None:  # an oversight, unless nothing was changed; asked last because it is slow
        differs = _within(LIMIT_S, _differs, f, mutant, seed)
        same = not differs and _within(LIMIT_S, _same, f, mutant)
        status = Status.EQUIVALENT if same else Status.SURVIVED
    return Outcome(f.id, change, status, str(mutant), by or "")


def _judge_check(name: str, position: int, limit: float, seed: int) -> tuple[Outcome, ...]:
    claim = ledger.all_claims()[name]
    workers.started()
    outcomes = []
    for change, mutant in (*claim.checks, *claim.cross_checks)[position].mutants():
        context = Context(seed=seed, deadline=time.monotonic() + limit)
        found = judge.evidence(mutant, context, limit)
        status = Status.KILLED
        if found.verdict.green:
            proved = found.verdict in {Verdict.PROVED, Verdict.CERTIFIED}
            status = Status.TRUE if proved else Status.SURVIVED
        by = f"{found.verdict}, {found.summary}"
        outcomes.append(Outcome(name, change, status, f"{found.check}; {change}", by))
    return tuple(outcomes)


def mutate(
    names: Sequence[str] = (),
    *,
    jobs: int = -1,
    seed: int = 0,
    fresh: bool = False,
    progress: Callable[[tuple[Outcome, ...]], None] = lambda _: None,
) -> MutantReport:
    """Change every formula that the selected claims use, and every statement they make.

    Any claim of the ledger may notice a change of a formula, cheap ones are asked first; a
    statement must notice its own. Errata are left out: their corrections carry the mathematics.
    Raises: UnknownNameError for a paper or claim that does not exist.
    """
    claims = ledger.all_claims()
    chosen = [claims[c.id] for c in ledger.select(names) if not c.erratum]
    everyone = sorted(claims)
    baseline = run.verify(everyone, jobs=jobs, seed=seed).by_id
    reads = {name: [r for r in found.reads if r in formulas()] for name, found in baseline.items()}
    used = sorted({read for c in chosen for read in reads[c.id]})
    users = {f: [c for c in claims.values() if f in reads[c.id] and not c.erratum] for f in used}
    asked = {c.id for c in chosen} | {c.id for group in users.values() for c in group}
    # A claim that is red already notices nothing; three times its usual time is ample.
    limits = {
        c: max(LIMIT_S, 3 * baseline[c].seconds)
        for c in sorted(asked, key=lambda c: baseline[c].seconds)
        if baseline[c].as_expected
    }
    of_formulas = [
        (name, changes, _judges(users[name], limits), seed)
        for name in used
        for changes in _batches(tuple(mutations(name)))
    ]
    of_checks = [
        (c.id, i, limits[c.id], seed)
        for c in chosen
        if c.id in limits
        for i in range(len(c.checks) + len(c.cross_checks))
    ]
    options = {"jobs": jobs, "fresh": fresh, "progress": progress}
    found = [
        outcome
        for judging, questions in ((_judge_formula, of_formulas), (_judge_check, of_checks))
        for group in _judged(judging, questions, **options)
        for outcome in group
    ]
    papers = {c.source.paper for c in chosen}
    claimed = {read for found_reads in reads.values() for read in found_reads}
    unused = [n for n, f in formulas().items() if f.source.paper in papers and n not in claimed]
    return MutantReport(sorted(found, key=lambda o: (o.subject, o.change)), unused)


def _judged(
    judging: Callable[..., tuple[Outcome, ...]],
    questions: Sequence[tuple[Any, ...]],
    *,
    jobs: int,
    fresh: bool,
    progress: Callable[[tuple[Outcome, ...]], None],
) -> Iterator[tuple[Outcome, ...]]:
    """Outcomes of all questions: stored ones first, the rest as they end."""
    store, sources = Store("mutants"), ledger.book().sources
    meaning = sources.digest(sources.needed([__name__, *ledger.modules()]))
    keys = {q: key_of(judging.__name__, q, meaning) for q in questions}
    missing = []
    for question in questions:
        stored = None if fresh else _outcomes(store.load(keys[question]))
        if stored is None:
            missing.append(question)
        else:
            progress(stored)
            yield stored
    for question, found in workers.answers(judging, missing, jobs=jobs, limit=_limit):
        if isinstance(found, workers.Failure):
            # A mutant that ends its process is not killed by a claim: it survives, and says how.
            found = (Outcome(question[0], str(question[1]), Status.SURVIVED, found.why),)
        else:
            store.save(keys[question], [asdict(o) for o in found])
        progress(found)
        yield found


def _outcomes(stored: Any) -> tuple[Outcome, ...] | None:
    try:
        return tuple(Outcome(**row | {"status": Status(row["status"])}) for row in stored)
    except (TypeError, KeyError, ValueError):
        return None


def _limit(question: tuple[Any, ...]) -> float:
    """Seconds after which a worker is stuck: every check of a batch has its own limit within."""
    if isinstance(question[1], int):
        return 20 * question[2]
    return AT_ONCE * sum(limit for _, limit in question[2]) + 4 * LIMIT_S * AT_ONCE


def _judges(users: Sequence[Claim], limits: Mapping[str, float]) -> Judges:
    wanted = {c.id for c in users}
    return tuple((name, limit) for name, limit in limits.items() if name in wanted)
