"""The verdicts of a run: as a table, as JSON."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from depthlaws.claims.engine.records import Entry, Result, Verdict, plain

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
    """Claims with their results, in the same order."""

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

    def summary(self) -> str:
        """One line: the counts, and what is not as expected."""
        text = ", ".join(f"{n} {v}" for v, n in self.counts.items() if n)
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
            mark = "" if result.as_expected else " (!)"
            style = STYLES[result.verdict] if not result.erratum else "magenta"
            table.add_row(
                claim.id, claim.source.where, f"[{style}]{result.verdict}{mark}[/]",
                escape("; ".join(e.summary for e in (*result.evidence, *result.cross_evidence))),
                f"{result.seconds:.1f}",
            )  # fmt: skip
        return table

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form with all evidence."""
        rows = [
            asdict(r) | {"says": c.says, "source": str(c.source), "corrected_by": c.corrected_by,
                         "uses": c.uses, "as_expected": r.as_expected}
            for c, r in zip(self.claims, self.results, strict=True)
        ]  # fmt: skip
        return plain({"ok": self.ok, "counts": self.counts, "claims": rows})

    def to_json(self, path: Path | str) -> None:
        """Write all verdicts and evidence."""
        text = json.dumps(self.as_dict(), indent=1, allow_nan=False)
        Path(path).write_text(text + "\n", encoding="utf-8")
