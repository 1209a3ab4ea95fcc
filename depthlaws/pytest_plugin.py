"""Plug-in of pytest: ``pytest --depthlaws my_paper`` makes a test of each claim of a paper.

Loaded by every run of pytest where this package is installed: it imports nothing of it before the
option is given.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("depthlaws").addoption(
        "--depthlaws",
        action="append",
        default=[],
        metavar="FOLDER|PAPER|CLAIM",
        help="make a test of each claim of a paper, which its folder or key names",
    )


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the claims behind the other tests."""
    named = config.getoption("--depthlaws")
    items += [ClaimTest.from_parent(session, name=name) for name in dict.fromkeys(_ids(named))]


def _ids(named: list[str]) -> Iterator[str]:
    for name in named:
        from depthlaws.base import paper_folders
        from depthlaws.claims.engine import ledger

        keys = [name]
        try:
            if Path(name).is_dir():
                paper_folders.add(name)
                folder = paper_folders.folder_at(name)
                keys = [paper.key for paper in folder.papers()] if folder else keys
            yield from (entry.id for entry in ledger.select(keys))
        except (ValueError, KeyError) as error:
            msg = f"--depthlaws {name}: {error}"
            raise pytest.UsageError(msg) from error


class ClaimTest(pytest.Item):
    """Test that a claim, with its correction, comes out as it says."""

    def runtest(self) -> None:
        """Verify the claim in this process, or take its stored verdict."""
        from depthlaws.claims import verify

        report = verify([self.name], jobs=0)
        if not report.ok:
            evidence = [
                f"{r.id}: {r.verdict}, {e.summary}"
                for r in report.results
                if not r.as_expected
                for e in (*r.evidence, *r.cross_evidence, *r.against)
            ]
            pytest.fail("\n".join([*evidence, report.summary()]), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Name the test."""
        return self.path, None, f"claim {self.name}"
