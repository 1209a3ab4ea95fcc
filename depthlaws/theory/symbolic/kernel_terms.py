"""Expressions inside float kernels: their code comes from SymPy, or is stored with the formulas."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from depthlaws.theory.symbolic.formula_code import executed, needs_stored_code, stored_terms
from depthlaws.theory.symbolic.lazy_sympy import forced

TERMS: dict[str, "Term"] = {}


class Term:
    """Expression inside a float kernel, whose code is stored as that of a formula is.

    Parameters
    ----------
    name : str
        Name in the file. Unique.
    expr : SymPy expression
        Expression, which may be lazy.
    symbols : sequence of SymPy symbols
        Arguments of the code, in order.
    """

    def __init__(self, name: str, expr: Any, symbols: Sequence[Any]) -> None:
        self.name, self.expr, self.symbols = name, expr, tuple(symbols)
        if TERMS.setdefault(name, self) is not self:
            msg = f"two terms are called {name!r}: give each its own name"
            raise ValueError(msg)

    @functools.cached_property
    def code(self) -> Callable[..., Any]:
        """Code ``f(c, *values)``, ``c`` an arithmetic context."""
        if needs_stored_code():
            return executed(stored_terms()[self.name])
        from depthlaws.theory.symbolic import codegen

        return codegen.compile_expression(forced(self.expr), forced(self.symbols))
