"""Errata of a paper for its authors: each fault once, the striking ones first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from depthlaws.claims.engine.records import FAULTS, Verdict
from depthlaws.claims.engine.report import counted_errata
from depthlaws.report import places
from depthlaws.report.statements import CheckResult, Statement

_BY_VERDICT = {
    Verdict.FORMALLY_PROVED: "symbolic proof",
    Verdict.PROVED: "symbolic proof",
    Verdict.CERTIFIED: "interval arithmetic",
    Verdict.EXACT: "exact arithmetic",
    Verdict.EXACT_IN_CASES: "exact arithmetic",
}
_BY_CHECK = {
    "Property": "floating point",
    "Inequality": "floating point",
    "Sampled": "simulation",
    "Proportion": "simulation",
    "AtSize": "small networks",
    "IntervalAtSize": "small networks",
    "EachReading": "small networks",
}


@dataclass(frozen=True)
class Fault:
    """One fault: the statement that shows it first, its repeats, and how it was checked."""

    number: int
    first: Statement
    repeats: Sequence[Statement]
    route: str


@dataclass(frozen=True)
class Errata:
    """Page of one paper: faults by kind, imprecise statements, and their numbers in words."""

    counted: str
    kinds: Mapping[str, Sequence[Fault]]
    loose: Sequence[Fault]


def errata_of(statements: Iterable[Statement], corrections: Mapping[str, Statement]) -> Errata:
    """Return the errata among statements of one paper.

    Faults are in the order of their kind; within a kind those that more places repeat come first,
    then those of earlier places. ``corrections`` holds the statements that they name by id.
    """
    expected = [s for s in statements if "not as expected" not in s.tags]
    wrong = [s for s in expected if s.erratum]
    loose = sorted((s for s in expected if "imprecise" in s.tags), key=_place)
    repeats: dict[str, list[Statement]] = {s.id: [] for s in wrong if not s.same_fault_as}
    for one in sorted(wrong, key=_place):
        if one.same_fault_as in repeats:
            repeats[one.same_fault_as].append(one)
    firsts = sorted((s for s in wrong if s.id in repeats), key=lambda s: _order(s, repeats))
    faults = [
        Fault(number, one, repeats[one.id], _route(one, corrections))
        for number, one in enumerate(firsts, start=1)
    ]
    kinds = {
        words: [f for f in faults if f.first.fault == kind]
        for kind, words in {**FAULTS, "": "Others"}.items()
    }
    return Errata(
        counted_errata(len(wrong), len(faults), len(loose)),
        {words: group for words, group in kinds.items() if group},
        [Fault(n, s, (), _route(s, corrections)) for n, s in enumerate(loose, start=1)],
    )


def _place(one: Statement) -> tuple[object, ...]:
    return places.rank(one.where)


def _order(one: Statement, repeats: Mapping[str, Sequence[Statement]]) -> tuple[object, ...]:
    kinds = [*FAULTS, ""]
    return kinds.index(one.fault), -len(repeats[one.id]), _place(one)


def _route(one: Statement, corrections: Mapping[str, Statement]) -> str:
    """Return how a statement was refuted or supported, and how its correction was checked."""
    parts = []
    if against := _kinds([*one.against, *(r for r in one.results if r.verdict == "REFUTED")]):
        parts.append(f"counterexample by {against}")
    if not one.erratum and (held := _kinds(r for r in one.results if not r.cross)):
        parts.append(f"as read by {held}")
    if one.instead in corrections:
        other = corrections[one.instead]
        what = "correction" if one.erratum else "exact form"
        words = f"{what} by {_kinds(r for r in other.results if not r.cross)}"
        if across := _kinds(r for r in other.results if r.cross):
            words += f", cross-checked by {across}"
        parts.append(words)
    return "; ".join(parts)


def _kinds(results: Iterable[CheckResult]) -> str:
    """Return the kinds of evidence in words, each once."""
    return " and ".join(dict.fromkeys(_kind(result) for result in results))


def _kind(result: CheckResult) -> str:
    by_check = _BY_CHECK.get(result.check.partition(":")[0], "exact arithmetic")
    return _BY_VERDICT.get(Verdict(result.verdict), by_check)
