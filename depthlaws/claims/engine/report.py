"""Report of a run: verdicts as a table, as JSON and as one line."""

import html
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from depthlaws.base import tables
from depthlaws.base.plural import counted
from depthlaws.base.strict_json import jsonable
from depthlaws.base.threads import BLAS_THREADS
from depthlaws.claims.engine import formal
from depthlaws.claims.engine.records import Entry, Evidence, Result, Verdict

STYLES = {
    Verdict.FORMALLY_PROVED: "green",
    Verdict.PROVED: "green",
    Verdict.EXACT: "green",
    Verdict.CERTIFIED: "green",
    Verdict.EXACT_IN_CASES: "cyan",
    Verdict.SUPPORTED: "cyan",
    Verdict.EXPLORED: "yellow",
    Verdict.REFUTED: "red",
    Verdict.UNKNOWN: "yellow",
    Verdict.VACUOUS: "yellow",
    Verdict.NOT_REPRODUCED: "yellow",
    Verdict.NO_POWER: "yellow",
}
SIDES = ("left", "right")  # of a counterexample
MAX_COUNTEREXAMPLE = 250  # characters of a counterexample in a table


@dataclass(frozen=True)
class Report:
    """Claims with their results, in the same order.

    >>> from depthlaws.claims import verify
    >>> report = verify("CHAIN-E5", jobs=0)
    >>> report.ok, [*report.by_id]
    (True, ['CHAIN-E5'])
    """

    claims: Sequence[Entry]
    results: Sequence[Result]
    seed: int = 0
    notes: Sequence[str] = ()
    broken: Sequence[str] = ()  # a line for each file of claims that cannot be imported

    @property
    def by_id(self) -> Mapping[str, Result]:
        """Results by id of the claim."""
        return {r.id: r for r in self.results}

    @property
    def ok(self) -> bool:
        """True if every claim is green, and every erratum refuted with its correction green.

        False with a file that cannot be imported: its claims were not judged.
        """
        return not self.broken and all(r.as_expected for r in self.results)

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """Number of claims with each verdict."""
        numbers = Counter(r.verdict for r in self.results)
        return {v: numbers[v] for v in Verdict}

    @property
    def imprecise(self) -> list[str]:
        """Ids of claims that hold as read, and say less than their exact form."""
        return [c.id for c in self.claims if c.imprecise]

    @property
    def reconstructed(self) -> list[str]:
        """Ids of claims about places that are missing from the text of their paper."""
        return [c.id for c in self.claims if c.reconstructed]

    @property
    def errata(self) -> list[Entry]:
        """Claims that a paper prints wrong, refuted as expected."""
        return [c for c in self.claims if c.erratum and self.by_id[c.id].as_expected]

    @property
    def faults(self) -> set[str]:
        """Ids of the errata's distinct faults: a fault that repeats counts once."""
        return {c.same_fault_as or c.id for c in self.errata}

    def only(self, verdict: str) -> "Report":
        """Return the report on the claims with a verdict, such as refuted, no-power or imprecise.

        >>> from depthlaws.claims import verify
        >>> [claim.id for claim in verify("CHAIN-I8", jobs=0).only("refuted").claims]
        ['CHAIN-I8']
        """
        kept = [
            pair
            for pair in zip(self.claims, self.results, strict=True)
            if word(*pair).lower().replace(" ", "-").startswith(verdict.lower())
        ]
        return replace(self, claims=[c for c, _ in kept], results=[r for _, r in kept])

    def summary(self) -> str:
        """Return one line: counts, distinct faults of the papers, and what is not as expected."""
        marked = {"imprecise": self.imprecise, "reconstructed": self.reconstructed}
        apart = {
            word: {name for name in names if self.by_id[name].as_expected}
            for word, names in marked.items()
        }
        counted_apart = set().union(*apart.values())
        numbers = Counter(r.verdict for r in self.results if r.id not in counted_apart)
        words = [f"{numbers[v]} {v}" for v in Verdict if numbers[v]]
        text = ", ".join(words + [f"{len(ids)} {word}" for word, ids in apart.items() if ids])
        ours = sum(claim.beyond for claim in self.claims)
        shares = f" ({len(self.claims) - ours} of the papers, {ours} beyond them)" * bool(ours)
        surprises = [r.id for r in self.results if not r.as_expected]
        tail = f"; {counted_errata(len(self.errata), len(self.faults))}" * bool(self.errata)
        tail += f"; NOT AS EXPECTED: {', '.join(surprises)}" * bool(surprises)
        tail += "".join(f"; {note}" for note in (*self.notes, *self.broken))
        return f"{counted(len(self.results), 'claim')}{shares}: {text}{tail}"

    def table(self) -> Table:
        """Rich table with one row for each claim."""
        table = Table(title=self.summary(), title_justify="left")
        for column in ("claim", "where", "verdict", "evidence", "s"):
            table.add_column(column, overflow="fold")
        for claim, result in zip(self.claims, self.results, strict=True):
            table.add_row(
                claim.id,
                claim.source.where,
                _mark(claim, result),
                escape(_evidence(claim, result)),
                f"{result.seconds:.1f}",
            )
        return table

    def _repr_html_(self) -> str:
        rows = [
            [
                claim.id,
                claim.source.where,
                word(claim, result),
                "yes" if result.as_expected else "NO",
                _evidence(claim, result),
            ]
            for claim, result in zip(self.claims, self.results, strict=True)
        ]
        columns = ["claim", "where", "verdict", "as expected", "evidence"]
        return f"<p>{html.escape(self.summary())}</p>{tables.html(columns, rows)}"

    def as_dict(self) -> dict[str, Any]:
        """Report with all evidence as JSON values."""
        rows = [
            {k: v for k, v in asdict(r).items() if k != "coq"}
            | _texts(c)
            | {"coq": formal.shown(r)}
            | {"as_expected": r.as_expected, "resolution": resolution(r), "scope": scope(r)}
            for c, r in zip(self.claims, self.results, strict=True)
        ]
        head = {
            "ok": self.ok,
            "seed": self.seed,
            "blas_threads": BLAS_THREADS,
            "notes": [*self.notes, *self.broken],
        }
        # pyrefly: ignore[unsupported-operation]  (verdicts are strings)
        counts = self.counts | {
            "imprecise": len(self.imprecise),
            "reconstructed": len(self.reconstructed),
        }
        return jsonable(head | {"counts": counts, "claims": rows})

    def to_json(self, path: Path | str) -> None:
        """Write all verdicts and evidence."""
        text = json.dumps(self.as_dict(), indent=1, allow_nan=False)
        Path(path).write_text(text + "\n", encoding="utf-8")


def counted_errata(errata: int, faults: int, imprecise: int = 0) -> str:
    """Return numbers of errata, of their distinct faults and of imprecise statements in words.

    Pages, terminal and README say them so.

    >>> counted_errata(3, 2, 1), counted_errata(1, 1), counted_errata(0, 0, 5)
    ('3 known errata from 2 distinct faults, 1 imprecise', '1 known erratum', '5 imprecise')
    """
    words = [counted(errata, "known erratum", "known errata")] if errata else []
    if faults < errata:
        words[0] += f" from {counted(faults, 'distinct fault')}"
    return ", ".join(words + [f"{imprecise} imprecise"] * bool(imprecise))


def _mark(claim: Entry, result: Result) -> str:
    """Verdict in its colour, with a mark if it is not the expected one."""
    style = STYLES[result.verdict] if not result.erratum else "magenta"
    return f"[{style}]{word(claim, result)}{'' if result.as_expected else ' (!)'}[/]"


def word(claim: Entry, result: Result) -> str:
    """Return the verdict as tables show it, with what sets the claim apart."""
    text = str(result.verdict)
    if result.as_expected and (claim.imprecise or claim.reconstructed):
        text = "imprecise" if claim.imprecise else "reconstructed"
    return f"{text}, definition" if claim.definition else text


def _evidence(claim: Entry, result: Result) -> str:
    """Summaries of all evidence, with the reason why a sampled statement is only sampled."""
    parts = [_summary(claim, e) for e in (*result.against, *result.evidence)]
    beside = [_summary(claim, e) for e in result.cross_evidence]
    text = "; ".join(parts) + (f"; beside it: {'; '.join(beside)}" if beside else "")
    sampled = result.verdict == Verdict.SUPPORTED and claim.why_sampled
    return f"{text} (sampled: {claim.why_sampled})" if sampled else text


def _summary(claim: Entry, evidence: Evidence) -> str:
    """Summary of the evidence, with the point and both sides of a short counterexample."""
    data = evidence.data
    point = data.get("point")
    if evidence.verdict != Verdict.REFUTED or not isinstance(point, dict):
        return evidence.summary
    text = "fails at " + ", ".join(f"{name} = {_short(value)}" for name, value in point.items())
    if data.get("relation") and {*SIDES} <= data.keys():
        relation = {"==": "equal to"}.get(data["relation"], data["relation"])
        words = [f" ({side})" for side in sides_in_words(claim, data)] or ["", ""]
        left, right = (_short(data[side]) + what for side, what in zip(SIDES, words, strict=True))
        text += f": {left} is not {relation} {right}"
    return text if len(text) <= MAX_COUNTEREXAMPLE else evidence.summary


def sides_in_words(claim: Entry, data: Mapping[str, Any]) -> Sequence[str]:
    """Return what left and right side of a counterexample are: its own words, or the claim's."""
    own = data.get("sides")
    is_pair = isinstance(own, list) and [type(side) for side in own] == [str, str]
    return own if is_pair else claim.sides or ()


def _short(value: Any) -> str:
    """Value to five digits."""
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _texts(claim: Entry) -> dict[str, Any]:
    texts = {field.name: getattr(claim, field.name) for field in fields(Entry)}
    return texts | {"source": str(claim.source)}


def scope(result: Result) -> dict[str, Any]:
    """Range that checks covered: all values, named cases, a box or samples, and listed cases.

    >>> from depthlaws.claims import verify
    >>> scope(verify("CHAIN-E5", jobs=0).results[0])
    {'kind': 'all', 'cases': []}
    """
    cases = [e.data["over"] for e in result.evidence if "over" in e.data]
    return {"kind": result.verdict.scope, "cases": cases}


def resolution(result: Result) -> dict[str, float] | None:
    """Smallest relative deviation that all sampled means of a claim refute.

    ``sees`` is refuted with probability 99 %, a true statement with at most the ``false alarm
    rate`` over all of them. None for a claim without sampled means.
    """
    sampled = [e.data for e in (*result.evidence, *result.cross_evidence) if "sees" in e.data]
    if not sampled:
        return None
    alarms = [float(data["false alarm rate"]) for data in sampled]
    sees = max(float(data["sees"]) for data in sampled)
    return {"sees": sees, "false alarm rate": min(1.0, sum(alarms))}
