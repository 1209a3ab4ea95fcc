"""Would the claims notice a wrong formula? Change one thing at a time and see which one objects.

Formulas are changed as :mod:`.formula_mutants` says, statements by their own ``mutants``. A change
that refutes no claim survives, a claim that no change refutes is blind.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from depthlaws import _workers as workers
from depthlaws._json import jsonable
from depthlaws.claims.engine import ledger, run
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.formula_mutants import mutations
from depthlaws.claims.engine.objections import (
    LIMIT_S,
    Judges,
    Outcome,
    Status,
    judge_check,
    judge_claim,
    judge_formula,
)
from depthlaws.claims.engine.records import Claim
from depthlaws.theory import formulas

__all__ = ["MutantReport", "Outcome", "Sensitivity", "Status", "mutate"]

AT_ONCE = 40  # mutants of one formula that share a worker, which learns what notices them


@dataclass(frozen=True)
class Sensitivity:
    """Mutants that refute one claim: of formulas, those that refute no other, of its statement."""

    claim: str
    formulas: int
    alone: int
    statements: int
    definition: bool = False

    @property
    def blind(self) -> bool:
        """Whether nothing that was changed refutes the claim."""
        return not (self.formulas or self.statements)

    @property
    def ok(self) -> bool:
        """Whether something refutes it, or it is said to be a definition."""
        return self.blind == self.definition


@dataclass(frozen=True)
class MutantReport:
    """Outcomes of all mutants, and the formulas that no claim uses (those are not tried)."""

    outcomes: Sequence[Outcome]
    unused: Sequence[str] = ()
    sensitivity: Sequence[Sensitivity] = ()

    @property
    def blind(self) -> list[str]:
        """Claims that no mutant refutes and that are not said to be definitions."""
        return [row.claim for row in self.sensitivity if row.blind and not row.definition]

    @property
    def definitions(self) -> list[str]:
        """Claims that are said to be definitions."""
        return [row.claim for row in self.sensitivity if row.definition]

    @property
    def survivors(self) -> list[Outcome]:
        """Mutants that nothing noticed."""
        return [o for o in self.outcomes if o.status == Status.SURVIVED]

    @property
    def ok(self) -> bool:
        """Nothing survived, and every claim notices something or is a definition."""
        return not self.survivors and all(row.ok for row in self.sensitivity)

    @property
    def counts(self) -> Mapping[Status, int]:
        """How many mutants ended each way."""
        found = Counter(o.status for o in self.outcomes)
        return {s: found[s] for s in Status}

    def summary(self) -> str:
        """One line: the counts, and how many formulas no claim uses."""
        text = ", ".join(f"{n} {s}" for s, n in self.counts.items())
        tail = f"; {len(self.unused)} formulas used by no claim" if self.unused else ""
        tail += f"; refuted by no mutant: {', '.join(self.blind)}" if self.blind else ""
        tail += f"; definitions: {', '.join(self.definitions)}" if self.definitions else ""
        wrong = [row.claim for row in self.sensitivity if not row.ok and not row.blind]
        tail += f"; refuted, so no definition: {', '.join(wrong)}" if wrong else ""
        tail += f"; {sum(o.seconds for o in self.outcomes):.0f} CPU s"
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
        table.add_section()
        table.add_row("[b]claim[/]", "[b]formulas[/]", "[b]it alone[/]", "[b]its statement[/]")
        for row in self.sensitivity:
            counts = [str(n or "") for n in (row.formulas, row.alone, row.statements)]
            mark = "definition" if row.definition else "[red]noticed nothing[/]" * row.blind
            table.add_row(escape(row.claim), *counts, mark)
        return table

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form."""
        rows = [asdict(o) for o in self.outcomes]
        table = [asdict(row) | {"blind": row.blind, "ok": row.ok} for row in self.sensitivity]
        return jsonable(
            {
                "ok": self.ok,
                "counts": self.counts,
                "unused": self.unused,
                "mutants": rows,
                "sensitivity": table,
            }
        )

    def to_json(self, path: Path | str) -> None:
        """Write every outcome."""
        Path(path).write_text(json.dumps(self.as_dict(), indent=1) + "\n", encoding="utf-8")


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
    found = _judged_all(judge_formula, of_formulas, options)
    statements = _judged_all(judge_check, of_checks, options)
    noticed = {name for o in found for name in o.killers}
    noticed |= {o.subject for o in statements if o.status == Status.KILLED}
    silent = [c for c in chosen if c.id in limits and c.id not in noticed and reads[c.id]]
    again = [(c.id, tuple(reads[c.id]), limits[c.id], seed) for c in silent]
    more = _judged_all(judge_claim, again, options)
    sensitivity = [_sensitivity(c, found, more, statements) for c in chosen]
    papers = {c.source.paper for c in chosen}
    claimed = {read for found_reads in reads.values() for read in found_reads}
    unused = [n for n, f in formulas().items() if f.source.paper in papers and n not in claimed]
    outcomes = sorted([*found, *statements], key=lambda o: (o.subject, o.change))
    return MutantReport(outcomes, unused, sensitivity)


def _sensitivity(
    claim: Claim, found: Sequence[Outcome], more: Sequence[Outcome], statements: Sequence[Outcome]
) -> Sensitivity:
    own = [o for o in statements if o.subject == claim.id and o.status == Status.KILLED]
    refuted = [o for o in found if claim.id in o.killers]
    alone = [o for o in refuted if o.killers == (claim.id,)]
    again = [o for o in more if claim.id in o.killers]
    of_formulas = len(refuted) or len(again)
    return Sensitivity(claim.id, of_formulas, len(alone), len(own), claim.definition)


def _judged_all(
    judging: Callable[..., tuple[Outcome, ...]],
    questions: Sequence[tuple[Any, ...]],
    options: Mapping[str, Any],
) -> list[Outcome]:
    return [outcome for group in _judged(judging, questions, **options) for outcome in group]


def _judged(
    judging: Callable[..., tuple[Outcome, ...]],
    questions: Sequence[tuple[Any, ...]],
    *,
    jobs: int,
    fresh: bool,
    progress: Callable[[tuple[Outcome, ...]], None],
) -> Iterator[tuple[Outcome, ...]]:
    """Outcomes of all questions: stored ones first, the rest as they end."""
    store, book = Store("mutants"), ledger.book()
    keys = {q: _key(judging.__name__, q, book) for q in questions}
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


def _key(judging: str, question: tuple[Any, ...], book: ledger.Book) -> str:
    """What an answer depends on: the question but for its time limits, and the sources it reads."""
    subject, what, limit, seed = question
    judges = sorted(name for name, _ in limit) if isinstance(limit, tuple) else [subject]
    modules = {__name__, *(book.module_of[name] for name in judges)}
    ids = {subject, *what} if isinstance(what, tuple) else {subject}
    modules |= {book.sources.ids()[name] for name in ids if name in book.sources.ids()}
    meaning = book.sources.digest(book.sources.needed(modules))
    return key_of(judging, subject, what, judges, seed, meaning)


def _outcomes(stored: Any) -> tuple[Outcome, ...] | None:
    try:
        return tuple(
            Outcome(**row | {"status": Status(row["status"]), "killers": tuple(row["killers"])})
            for row in stored
        )
    except (TypeError, KeyError, ValueError):
        return None


def _limit(question: tuple[Any, ...]) -> float:
    """Seconds after which a worker is stuck: every check of a batch has its own limit within."""
    if not isinstance(question[2], tuple):  # one claim or check
        return 20 * question[2]
    return AT_ONCE * sum(limit for _, limit in question[2]) + 4 * LIMIT_S * AT_ONCE


def _batches(changes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (changes[i : i + AT_ONCE] for i in range(0, len(changes), AT_ONCE))


def _judges(users: Sequence[Claim], limits: Mapping[str, float]) -> Judges:
    wanted = {c.id for c in users}
    return tuple((name, limit) for name, limit in limits.items() if name in wanted)
