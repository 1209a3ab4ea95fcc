"""Ask the checks of claims about one changed formula or statement: who objects?

Only a refutation is asked for, so no proof is looked for of what a change made false; proofs are
tried where nobody objected. A check that does not look at the formula is asked once a batch.
"""

import itertools
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import sympy as sp

from depthlaws import _workers as workers
from depthlaws._clock import clock
from depthlaws.claims.engine import formula_mutants, judge, ledger
from depthlaws.claims.engine.formula_mutants import mutations
from depthlaws.claims.engine.records import Check, Context, Evidence, Verdict
from depthlaws.theory import formula
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.registry import reading

LIMIT_S = 20.0
FEW = 4  # mutants of a formula by which a claim that noticed nothing is asked once more


class Status(StrEnum):
    """What became of a mutant; only a survivor is a defect."""

    KILLED = "killed"  # a claim came out differently
    EQUIVALENT = "equivalent"  # the changed formula is provably the same
    TRUE = "true"  # the changed statement is itself proved: another truth, not an oversight
    UNDECIDED = "undecided"  # no claim is refuted, but one of them no longer comes out
    SURVIVED = "survived"  # nothing noticed


@dataclass(frozen=True)
class Outcome:
    """One mutant: what was changed in which formula or claim, and who noticed.

    ``killers``: the claims that it refutes, no more than two of them; slow claims are asked only
    where no other noticed.
    """

    subject: str
    change: str
    status: Status
    mutated: str = ""
    by: str = ""
    killers: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)  # of a processor


def memo_tables() -> Iterator[Any]:
    """Every ``@cache`` of theory and claims but those of code, claims and mutants themselves.

    They are looked for where Python has them, as names of modules: a list, or a decorator of our
    own, would miss the one that somebody forgot, and a stale value hides what a mutant does. What
    stands elsewhere would be missed too: a test holds that there is none.
    """
    kept = {"depthlaws.theory.symbolic.codegen", ledger.__name__, formula_mutants.__name__}
    for name, module in [*sys.modules.items()]:
        if name.startswith(("depthlaws.theory.", "depthlaws.claims.")) and name not in kept:
            yield from (v for v in [*vars(module).values()] if isinstance(v, type(mutations)))


def _forget() -> None:
    """Carry no value across a change of a formula."""
    for table in memo_tables():
        table.cache_clear()


def _within(seconds: float, question: Callable[..., bool], *args: Any) -> bool:
    """Answer of a question, False if it has none within the time."""
    try:
        with judge.alarm(seconds):
            return question(*args)
    except (Exception, judge.BudgetSpentError):  # then nothing is proved
        return False


@dataclass(eq=False)
class Witness:
    """A check of a claim that may object, how long it may take, and how often it did object."""

    claim: str
    check: Check
    limit: float
    kills: int = 0

    @property
    def slow(self) -> bool:
        """Whether it is asked only while nobody objects."""
        return self.limit > LIMIT_S

    def says(self, seed: int, *, refuting: bool) -> tuple[Evidence, set[str]]:
        """What the check finds now, and the formulas that it looks at."""
        _forget()
        until = clock() + self.limit
        context = Context(seed=seed, deadline=until, refuting=refuting)
        with reading() as reads:
            found = judge.evidence(self.check, context, self.limit)
        return found, reads


def witnesses(name: str, limit: float) -> list[Witness]:
    """All checks of a claim."""
    claim = ledger.all_claims()[name]
    return [Witness(name, check, limit) for check in (*claim.checks, *claim.cross_checks)]


def _objections(changed: str, asked: list[Witness], seed: int) -> tuple[dict[str, str], str]:
    """Return claims that are refuted, at most two, or what leaves one undecided if none is.

    Who objected most is asked first, who does not look at the changed formula never again.
    """
    refuted: dict[str, str] = {}
    doubtful: list[Witness] = []
    for witness in sorted(asked, key=lambda w: -w.kills):
        if witness.claim in refuted or (refuted and witness.slow):
            continue
        found, reads = witness.says(seed, refuting=True)
        if found.verdict == Verdict.REFUTED:
            witness.kills += 1
            refuted[witness.claim] = _said(witness, found)
            if len(refuted) == 2:
                break
        elif changed not in reads:
            asked.remove(witness)
        elif not found.verdict.green:
            doubtful.append(witness)
    return refuted, "" if refuted else _doubt(doubtful, seed)


def _doubt(asked: Sequence[Witness], seed: int) -> str:
    """What the first says that does not come out when proofs are tried too."""
    for witness in asked:
        found, _ = witness.says(seed, refuting=False)
        if not found.verdict.green:
            return _said(witness, found)
    return ""


def _said(witness: Witness, found: Evidence) -> str:
    return f"{witness.claim} ({found.check}): {found.verdict}, {found.summary}"


Judges = tuple[tuple[str, float], ...]  # claims that use the formula, each with its time limit


def judge_formula(
    name: str, changes: tuple[str, ...], judges: Judges, seed: int
) -> tuple[Outcome, ...]:
    """Ask all claims that use a formula about some of its mutants."""
    asked = [witness for judge in judges for witness in witnesses(*judge)]
    workers.started()
    mutants = mutations(name)
    return tuple(_judge_mutant(formula(name), c, mutants[c], asked, seed) for c in changes)


def _judge_mutant(
    f: Formula, change: str, mutant: sp.Expr, asked: list[Witness], seed: int
) -> Outcome:
    started = time.process_time()
    status, by, killers = _fate(f, mutant, asked, seed)
    seconds = time.process_time() - started
    return Outcome(f.id, change, status, str(mutant), by, killers, seconds)


def _fate(
    f: Formula, mutant: sp.Expr, asked: list[Witness], seed: int
) -> tuple[Status, str, tuple[str, ...]]:
    """What becomes of a changed formula, why, and by whom."""
    try:
        with f.replaced(mutant):
            refuted, undecided = _objections(f.id, asked, seed)
    finally:
        _forget()
    if refuted:
        return Status.KILLED, next(iter(refuted.values())), tuple(refuted)
    # An oversight, unless nothing was changed; asked last because it is slow.
    differs = _within(LIMIT_S, formula_mutants.differs, f, mutant, seed)
    if not differs and _within(LIMIT_S, formula_mutants.same, f, mutant):
        return Status.EQUIVALENT, "", ()
    return (Status.UNDECIDED if undecided else Status.SURVIVED), undecided, ()


def judge_claim(name: str, reads: tuple[str, ...], limit: float, seed: int) -> tuple[Outcome, ...]:
    """The first mutant of the formulas that a claim reads, of a few of each, that refutes it."""
    everyone = witnesses(name, limit)
    workers.started()
    for read in reads:
        asked = [*everyone]
        for change, mutant in itertools.islice(mutations(read).items(), FEW):
            found = _judge_mutant(formula(read), change, mutant, asked, seed) if asked else None
            if found and found.status == Status.KILLED:
                return (found,)
    return ()


def judge_check(name: str, position: int, limit: float, seed: int) -> tuple[Outcome, ...]:
    """Ask one check of a claim about changes of its own statement."""
    witness = witnesses(name, limit)[position]
    workers.started()
    outcomes = []
    for change, mutant in witness.check.mutants():
        started = time.process_time()
        context = Context(seed=seed, deadline=clock() + limit)
        found = judge.evidence(mutant, context, limit)
        status = Status.KILLED if found.verdict == Verdict.REFUTED else Status.UNDECIDED
        if found.verdict.green:
            proved = found.verdict in {Verdict.PROVED, Verdict.CERTIFIED}
            status = Status.TRUE if proved else Status.SURVIVED
        by, seconds = f"{found.verdict}, {found.summary}", time.process_time() - started
        outcomes.append(Outcome(name, change, status, f"{found.check}; {change}", by, (), seconds))
    return tuple(outcomes)
