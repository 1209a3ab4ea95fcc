"""The verdicts of a run: as a table, as JSON."""

import html
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from depthlaws import _tables
from depthlaws._json import jsonable
from depthlaws.claims.engine.records import Entry, Result, Verdict

STYLES = {
    Verdict.PROVED: "green",
    Verdict.CERTIFIED: "green",
    Verdict.SUPPORTED: "cyan",
    Verdict.REFUTED: "red",
    Verdict.UNKNOWN: "yellow",
    Verdict.VACUOUS: "yellow",
}


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

    @property
    def by_id(self) -> Mapping[str, Result]:
        """Results by claim id."""
        return {r.id: r for r in self.results}

    @property
    def ok(self) -> bool:
        """Every claim green, every erratum refuted with its correction green."""
        return all(r.as_expected for r in self.results)

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """How many claims came out with each verdict."""
        found = Counter(r.verdict for r in self.results)
        return {v: found[v] for v in Verdict}

    @property
    def imprecise(self) -> list[str]:
        """Claims that stand as read, and say less than their exact form beside them."""
        return [c.id for c in self.claims if c.imprecise]

    def summary(self) -> str:
        """One line: the counts (loose statements apart), and what is not as expected."""
        loose = {name for name in self.imprecise if self.by_id[name].as_expected}
        found = Counter(r.verdict for r in self.results if r.id not in loose)
        text = ", ".join(f"{found[v]} {v}" for v in Verdict if found[v])
        text += f", {len(loose)} imprecise" * bool(loose)
        errata = sum(r.erratum and r.as_expected for r in self.results)
        surprises = [r.id for r in self.results if not r.as_expected]
        tail = f"; NOT AS EXPECTED: {', '.join(surprises)}" if surprises else ""
        tail += "".join(f"; {note}" for note in self.notes)
        return f"{len(self.results)} claims: {text} ({errata} of them known errata){tail}"

    def table(self) -> Table:
        """Rich table, one row a claim."""
        table = Table(title=self.summary(), title_justify="left")
        for column in ("claim", "where", "verdict", "evidence", "s"):
            table.add_column(column, overflow="fold")
        for claim, result in zip(self.claims, self.results, strict=True):
            table.add_row(
                claim.id,
                claim.source.where,
                _mark(claim, result),
                escape(_found(claim, result)),
                f"{result.seconds:.1f}",
            )
        return table

    def _repr_html_(self) -> str:
        rows = [
            [
                claim.id,
                claim.source.where,
                _word(claim, result),
                "yes" if result.as_expected else "NO",
                _found(claim, result),
            ]
            for claim, result in zip(self.claims, self.results, strict=True)
        ]
        columns = ["claim", "where", "verdict", "as expected", "evidence"]
        return f"<p>{html.escape(self.summary())}</p>{_tables.html(columns, rows)}"

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form with all evidence."""
        rows = [
            asdict(r) | _said(c) | {"as_expected": r.as_expected, "resolution": resolution(r)}
            for c, r in zip(self.claims, self.results, strict=True)
        ]
        head = {"ok": self.ok, "seed": self.seed, "notes": self.notes}
        # pyrefly: ignore[unsupported-operation]  (verdicts are strings)
        counts = self.counts | {"imprecise": len(self.imprecise)}
        return jsonable(head | {"counts": counts, "claims": rows})

    def to_json(self, path: Path | str) -> None:
        """Write all verdicts and evidence."""
        text = json.dumps(self.as_dict(), indent=1, allow_nan=False)
        Path(path).write_text(text + "\n", encoding="utf-8")


def _mark(claim: Entry, result: Result) -> str:
    """Verdict in its colour, with what sets it apart."""
    style = STYLES[result.verdict] if not result.erratum else "magenta"
    return f"[{style}]{_word(claim, result)}{'' if result.as_expected else ' (!)'}[/]"


def _word(claim: Entry, result: Result) -> str:
    word = "imprecise" if claim.imprecise and result.as_expected else str(result.verdict)
    return f"{word}, definition" if claim.definition else word


def _found(claim: Entry, result: Result) -> str:
    """What the checks found, and why a sampled statement is no more than that."""
    said = "; ".join(e.summary for e in (*result.evidence, *result.cross_evidence))
    sampled = result.verdict == Verdict.SUPPORTED and claim.why_sampled
    return f"{said} (sampled: {claim.why_sampled})" if sampled else said


def _said(claim: Entry) -> dict[str, Any]:
    said = {field.name: getattr(claim, field.name) for field in fields(Entry)}
    return said | {"source": str(claim.source)}


def resolution(result: Result) -> dict[str, float] | None:
    """Smallest relative deviation that all sampled means of a claim refute.

    ``sees`` is refuted with probability 99 %, a true statement with at most the ``false alarm
    rate`` over all of them. None for a claim without sampled means.
    """
    found = [e.data for e in (*result.evidence, *result.cross_evidence) if "sees" in e.data]
    if not found:
        return None
    alarms = [float(data["false alarm rate"]) for data in found]
    sees = max(float(data["sees"]) for data in found)
    return {"sees": sees, "false alarm rate": min(1.0, sum(alarms))}
