"""Mutation testing of the ledger: formulas and statements are changed one place at a time.

:mod:`.formula_mutants` changes the formulas; each check changes its own statement. A mutant that
refutes no claim survives; a claim that no mutant refutes is blind.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from depthlaws.base import workers as workers
from depthlaws.base.strict_json import jsonable
from depthlaws.claims.engine import ledger, verify_claims
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.formula_mutants import mutations
from depthlaws.claims.engine.mutant_outcomes import (
    LIMIT_S,
    Judges,
    Outcome,
    Status,
    judge_check,
    judge_claim,
    judge_formula,
)
from depthlaws.claims.engine.names_used import readable
from depthlaws.claims.engine.records import Claim, Result
from depthlaws.theory import formulas

__all__ = ["MutantReport", "Outcome", "Sensitivity", "Status", "mutate"]

BATCH_SIZE = 40  # mutants of one formula in one worker, which learns the checks that refute them


@dataclass(frozen=True)
class Sensitivity:
    """Numbers of mutants that refute one claim.

    ``formulas`` counts mutants of formulas, ``alone`` those of them that refute no other claim,
    ``statements`` mutants of its own statement.
    """

    claim: str
    formulas: int
    alone: int
    statements: int
    definition: bool = False

    @property
    def blind(self) -> bool:
        """True if no mutant refutes the claim."""
        return not (self.formulas or self.statements)

    @property
    def ok(self) -> bool:
        """True if a mutant refutes the claim, or if it is marked as a definition."""
        return self.blind == self.definition


@dataclass(frozen=True)
class MutantReport:
    """Outcomes of all mutants, and the formulas that no claim uses (they have no mutants)."""

    outcomes: Sequence[Outcome]
    unused: Sequence[str] = ()
    sensitivity: Sequence[Sensitivity] = ()

    @property
    def blind(self) -> list[str]:
        """Claims that no mutant refutes and that are not marked as definitions."""
        return [row.claim for row in self.sensitivity if row.blind and not row.definition]

    @property
    def definitions(self) -> list[str]:
        """Claims that are marked as definitions."""
        return [row.claim for row in self.sensitivity if row.definition]

    @property
    def survivors(self) -> list[Outcome]:
        """Mutants that refute no claim."""
        return [o for o in self.outcomes if o.status == Status.SURVIVED]

    @property
    def ok(self) -> bool:
        """True if no mutant survived and every claim is refuted by one or is a definition."""
        return not self.survivors and all(row.ok for row in self.sensitivity)

    @property
    def counts(self) -> Mapping[Status, int]:
        """Number of mutants with each outcome."""
        numbers = Counter(o.status for o in self.outcomes)
        return {s: numbers[s] for s in Status}

    def summary(self) -> str:
        """One line: the counts, and the number of formulas that no claim uses."""
        text = ", ".join(f"{n} {s}" for s, n in self.counts.items())
        tail = f"; {len(self.unused)} formulas used by no claim" if self.unused else ""
        tail += f"; refuted by no mutant: {', '.join(self.blind)}" if self.blind else ""
        tail += f"; definitions: {', '.join(self.definitions)}" if self.definitions else ""
        wrong = [row.claim for row in self.sensitivity if not row.ok and not row.blind]
        tail += f"; refuted, so no definition: {', '.join(wrong)}" if wrong else ""
        tail += f"; {sum(o.seconds for o in self.outcomes):.0f} CPU s"
        return f"{len(self.outcomes)} mutants: {text}{tail}"

    def table(self) -> Table:
        """Rich table with one row for each formula or claim; survivors are written out."""
        table = Table("subject", *Status, title=self.summary(), title_justify="left")
        for subject, group in itertools.groupby(self.outcomes, lambda o: o.subject):
            rows = list(group)
            numbers = Counter(o.status for o in rows)
            survivors = [f"{o.change}: {o.mutated}" for o in rows if o.status == Status.SURVIVED]
            cells = [str(numbers[s] or "") for s in Status if s != Status.SURVIVED]
            table.add_row(escape(subject), *cells, f"[red]{escape(chr(10).join(survivors))}[/]")
        table.add_section()
        table.add_row("[b]claim[/]", "[b]formulas[/]", "[b]it alone[/]", "[b]its statement[/]")
        for row in self.sensitivity:
            counts = [str(n or "") for n in (row.formulas, row.alone, row.statements)]
            mark = "definition" if row.definition else "[red]noticed nothing[/]" * row.blind
            table.add_row(escape(row.claim), *counts, mark)
        return table

    def as_dict(self) -> dict[str, Any]:
        """Report as JSON values."""
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
    status: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> MutantReport:
    """Change every formula that the selected claims use, and every statement they make.

    Every claim of the ledger that reads a changed formula runs, the quickest first; a changed
    statement runs by itself. Errata are left out, because their corrections hold the mathematics.

    Parameters
    ----------
    names : sequence of str
        Papers and ids of claims; all papers if none is named.
    jobs : int
        Worker processes; -1 for one a core, 0 for this process.
    seed : int
        Seed of the sampled checks.
    fresh : bool
        Whether stored outcomes of mutants are ignored.
    progress : callable
        Called with the outcomes of each group of mutants.
    status : callable
        Called with the name of the phase, how much of it is done, and its size.

    Returns
    -------
    MutantReport
        One outcome a mutant, and how many mutants each selected claim notices.

    Raises
    ------
    UnknownNameError
        For a paper or claim that does not exist.
    """
    claims = ledger.all_claims()
    chosen = [claims[c.id] for c in ledger.select(names) if not c.erratum]
    options = {"jobs": jobs, "seed": seed, "status": status}
    baseline = _verdicts("verdicts", {c.id for c in ledger.select(names)}, **options)
    used = sorted({read for c in chosen for read in _formulas(baseline[c.id])})
    readers = _possible_readers()
    candidates = {claim for name in used for claim in readers(name)} - baseline.keys()
    baseline |= _verdicts("verdicts of claims with the same formulas", candidates, **options)
    reads = {name: _formulas(result) for name, result in baseline.items()}
    users = {f: [c for c in claims.values() if f in reads.get(c.id, ())] for f in used}
    users = {f: [c for c in group if not c.erratum] for f, group in users.items()}
    asked = {c.id for c in chosen} | {c.id for group in users.values() for c in group}
    # A claim that is red already cannot notice a mutant. Three times its usual time is enough.
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
    options = {"jobs": jobs, "fresh": fresh, "progress": progress, "status": status}
    formula_outcomes = _judged_all("mutants of formulas", judge_formula, of_formulas, **options)
    statements = _judged_all("mutants of statements", judge_check, of_checks, **options)
    noticed = {name for o in formula_outcomes for name in o.killers}
    noticed |= {o.subject for o in statements if o.status == Status.KILLED}
    silent = [c for c in chosen if c.id in limits and c.id not in noticed and reads[c.id]]
    again = [(c.id, tuple(reads[c.id]), limits[c.id], seed) for c in silent]
    more = _judged_all("claims without a kill", judge_claim, again, **options)
    sensitivity = [_sensitivity(c, formula_outcomes, more, statements) for c in chosen]
    papers = {c.source.paper for c in chosen}
    claimed = {read for formulas_read in reads.values() for read in formulas_read}
    unclaimed = [n for n, f in formulas().items() if f.source.paper in papers and n not in claimed]
    unused = [name for name in unclaimed if readers(name) <= reads.keys()]  # else it is not known
    outcomes = sorted([*formula_outcomes, *statements], key=lambda o: (o.subject, o.change))
    return MutantReport(outcomes, unused, sensitivity)


def _sensitivity(
    claim: Claim,
    formula_outcomes: Sequence[Outcome],
    more: Sequence[Outcome],
    statements: Sequence[Outcome],
) -> Sensitivity:
    killed = [o for o in statements if o.subject == claim.id and o.status == Status.KILLED]
    refuted = [o for o in formula_outcomes if claim.id in o.killers]
    alone = [o for o in refuted if o.killers == (claim.id,)]
    again = [o for o in more if claim.id in o.killers]
    of_formulas = len(refuted) or len(again)
    return Sensitivity(claim.id, of_formulas, len(alone), len(killed), claim.definition)


def _formulas(result: Result) -> list[str]:
    """Formulas among the names that a claim reads."""
    return [name for name in result.reads if name in formulas()]


def _possible_readers() -> Callable[[str], set[str]]:
    """Claims that may read a formula, as their sources show; all for one that is in no source."""
    book = ledger.book()
    of_claims = readable(book)
    ids = book.sources.ids()
    return lambda name: {c for c, may in of_claims.items() if name in may or name not in ids}


def _verdicts(
    what: str, names: Set[str], *, jobs: int, seed: int, status: Callable[[str, int, int], None]
) -> dict[str, Result]:
    """Results of claims when nothing is changed."""
    if not names:
        return {}
    step = _step(what, len(names), status)
    return dict(verify_claims.verify(sorted(names), jobs=jobs, seed=seed, progress=step).by_id)


def _step(what: str, total: int, status: Callable[[str, int, int], None]) -> Callable[..., None]:
    """Announce a phase; call the answer after each part of it."""
    done = itertools.count(1)
    status(what, 0, total)
    return lambda _: status(what, next(done), total)


def _judged_all(
    what: str,
    judging: Callable[..., tuple[Outcome, ...]],
    questions: Sequence[tuple[Any, ...]],
    *,
    status: Callable[[str, int, int], None],
    **options: Any,
) -> list[Outcome]:
    outcomes: list[Outcome] = []
    step = _step(what, len(questions), status)
    for group in _judged(judging, questions, **options):
        outcomes += group
        step(group)
    return outcomes


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
    for question, outcomes in workers.answers(judging, missing, jobs=jobs, limit=_limit):
        if isinstance(outcomes, workers.Failure):
            # A mutant that ends its process is refuted by no claim: it survives, with the reason.
            outcomes = (Outcome(question[0], str(question[1]), Status.SURVIVED, outcomes.why),)
        else:
            store.save(keys[question], [asdict(o) for o in outcomes])
        progress(outcomes)
        yield outcomes


def _key(judging: str, question: tuple[Any, ...], book: ledger.Book) -> str:
    """Key of an answer: the question without its time limits, and the sources that it reads."""
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
    """Seconds after which a worker is stuck; each check of a batch has a limit of its own."""
    if not isinstance(question[2], tuple):  # one claim or check
        return 20 * question[2]
    return BATCH_SIZE * sum(limit for _, limit in question[2]) + 4 * LIMIT_S * BATCH_SIZE


def _batches(changes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (changes[i : i + BATCH_SIZE] for i in range(0, len(changes), BATCH_SIZE))


def _judges(users: Sequence[Claim], limits: Mapping[str, float]) -> Judges:
    wanted = {c.id for c in users}
    return tuple((name, limit) for name, limit in limits.items() if name in wanted)
