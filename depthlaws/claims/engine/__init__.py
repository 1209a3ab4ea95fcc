"""Checks, verdicts, the run, the report, mutants: everything but the claims themselves.

The content of a paper needs nothing else: ``from depthlaws.claims.engine import Claims, Identity``.
"""

from pathlib import Path

from depthlaws.base import public_names

_FOLDER = Path(__file__).parent

__getattr__, __dir__, __all__ = public_names.lazy(
    __name__,
    public_names.collected(__name__, _FOLDER)
    | public_names.collected(f"{__name__}.checks", _FOLDER / "checks"),
)
