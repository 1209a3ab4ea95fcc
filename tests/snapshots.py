"""Text of the snapshots: facts about papers, claims and figures that no code computes.

A number typed into a claim or a figure, a quote, a place in a paper, the correction that an erratum
names, an axis label: a slip in one of these contradicts nothing else. The tests that use this
module compare them with the files in ``__snapshots__``. ``make snapshots`` writes those files again
after an intended change.
"""

import ast
import functools
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from syrupy.data import Snapshot, SnapshotCollection
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.utils import exclusive_file_lock

from tests.figures import reading

NUMBER = re.compile(r"\d+(?:\.\d+)?|[<>=\u2264\u2265]+")


class ByPrefix(AmberSnapshotExtension):
    """One snapshot file for each prefix of the parameter: ``[CHAIN-E5]`` is in ``CHAIN.ambr``."""

    @classmethod
    def get_file_basename(cls, *, test_location: Any, index: Any) -> str:
        prefix = re.search(r"\[(\w+)", test_location.testname)
        return prefix[1] if prefix else "without-parameter"  # tests that take no snapshot

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        return str(Path(super().dirname(test_location=test_location), test_location.basename))

    @classmethod
    def matches_test_location(cls, *, test_location: Any, snapshot_location: str) -> bool:
        return cls.get_location(test_location=test_location, index=0) == snapshot_location


class LineEach(ByPrefix):
    """One line for each claim, in the file of its paper: ``CHAIN-E5: PROVED: ...``."""

    file_extension = "txt"
    test = "test_every_claim_comes_out_as_recorded"

    def serialize(self, data: Any, **_: Any) -> str:
        return " / ".join(data.splitlines())

    def read_snapshot_collection(self, snapshot_location: str) -> SnapshotCollection:
        return self._read(snapshot_location)

    def read_snapshot_data_from_location(
        self, *, snapshot_location: str, snapshot_name: str, session_id: str
    ) -> str | None:
        stored = self._stored(snapshot_location, session_id).get(snapshot_name)
        return stored and str(stored.data)

    @classmethod
    def write_snapshot_collection(
        cls, *, snapshot_collection: SnapshotCollection, name_order: dict[str, int] | None = None
    ) -> None:
        with exclusive_file_lock(snapshot_collection.location):
            merged = cls._read(snapshot_collection.location)
            merged.merge(snapshot_collection)
            cls._write(merged)

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        with exclusive_file_lock(snapshot_location):
            left = self._read(snapshot_location)
            for name in snapshot_names:
                left.remove(name)
            self._write(left)

    @classmethod
    @functools.cache
    def _stored(cls, location: str, _session: str) -> SnapshotCollection:
        return cls._read(location)

    @classmethod
    def _read(cls, location: str) -> SnapshotCollection:
        collection, path = SnapshotCollection(location=location), Path(location)
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            name, _, text = line.partition(": ")
            collection.add(Snapshot(name=f"{cls.test}[{name}]", data=text))
        return collection

    @classmethod
    def _write(cls, collection: SnapshotCollection) -> None:
        rows = {one.name[len(cls.test) + 1 : -1]: one.data for one in collection}
        lines = (f"{name}: {rows[name]}\n" for name in sorted(rows))
        Path(collection.location).write_text("".join(lines), encoding="utf-8")


def of_paper(paper: Any) -> list[str]:
    """Bibliographic record of a paper, and its letters."""
    letters = "; ".join(f"{name}: {meaning}" for name, meaning in paper.letters.items())
    return [paper.title, paper.authors, str(paper.year), paper.venue, letters]


def of_claim(claim: Any, result: Any) -> str:
    """Verdict, cases of each check, place, correction, sides and words of a claim."""
    kind = "erratum" if claim.erratum else "imprecise" if claim.imprecise else "correct"
    correction = claim.corrected_by or claim.exact or "none"
    cases = "; ".join(map(_cases, (*result.evidence, *result.cross_evidence)))
    lines = [f"{result.verdict}: {cases}", f"{claim.source}; {kind}; correction: {correction}"]
    lines += [f"simplest: {one.data.get('point')} {_failure(one.data)}" for one in result.against]
    words = (*(claim.sides or ()), claim.quote, claim.fault, claim.change)
    return "\n".join(filter(None, [*lines, *words]))


def _cases(evidence: Any) -> str:
    data = evidence.data
    if "cases" in data:
        return str(data["cases"])
    return str(len(data["rows"]) if "rows" in data else data.get("of", "-"))


def _failure(data: Any) -> str:
    return " ".join(str(data.get(name)) for name in ("left", "relation", "right"))


def of_file(text: str) -> str:
    """Count and checksum of the numbers in a source; those in its strings, with <, = and >, too."""
    numbers = [word for node in ast.walk(ast.parse(text)) for word in _numbers(node)]
    return f"{len(numbers)} {zlib.crc32(' '.join(numbers).encode()):08x}"


def _numbers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from NUMBER.findall(node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield repr(node.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "-"


def of_figure(canvas: Any, dataset: Any) -> str:
    """Titles, axis labels, what is drawn, and legends of each panel; the unit of each variable."""
    rows, names = reading.Rows(dataset), reading.names_of_looks(canvas)
    panels = [
        (a.get_title(loc="left"), a.get_xlabel(), a.get_ylabel(), reading.of_panel(a, rows, names))
        for a in canvas.axes
    ]
    panels += [[text.get_text() for text in legend.get_texts()] for legend in canvas.legends]
    words = [" | ".join(" ".join(text.split()) for text in panel) for panel in panels]
    units = [f"{n}: {v.attrs['units']} {v.attrs['kind']}" for n, v in dataset.variables.items()]
    return "\n".join([*words, *units])
