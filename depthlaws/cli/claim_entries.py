"""Claims without their checks, read with a progress bar: for the first time it takes seconds."""

from collections.abc import Mapping
from typing import Any

from depthlaws.cli.output import progress


def entries() -> Mapping[str, Any]:
    """Every claim by id, without its checks."""
    from depthlaws.claims.engine import ledger

    with progress("files of claims", len(ledger.modules())) as done:
        return ledger.book(progress=done).entries


def formulas_read() -> Mapping[str, tuple[str, ...]]:
    """Formulas and functions that each claim uses, by id of the claim."""
    from depthlaws.claims.engine.names_used import reads

    with progress("claims and their formulas", len(entries())) as done:
        return reads(progress=done)
