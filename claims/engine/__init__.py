"""Checks, verdicts, the run, the report, mutants: everything but the claims themselves.

The content of a paper needs nothing else: ``from depthlaws.claims.engine import Claims, Identity``.
"""

from pathlib import Path

from depthlaws import _public

_HERE = Path(__file__).parent

__getattr__, __dir__, __all__ = _public.lazy(
    __name__,
    _public.collected(__name__, _HERE) | _public.collected(f"{__name__}.checks", _HERE / "checks"),
)
