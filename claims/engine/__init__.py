"""Checks, verdicts, the run, the report, mutants: everything but the claims themselves.

The content of a paper needs nothing else: ``from depthlaws.claims.engine import Claims, Identity``.
"""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
