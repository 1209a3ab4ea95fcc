"""Comparisons by operators, for arithmetics whose numbers always compare."""

from typing import Any


class Comparisons:
    """Comparisons of a piecewise formula as operators."""

    def lt(self, a: Any, b: Any) -> Any:
        return a < b

    def le(self, a: Any, b: Any) -> Any:
        return a <= b

    def gt(self, a: Any, b: Any) -> Any:
        return a > b

    def ge(self, a: Any, b: Any) -> Any:
        return a >= b

    def eq(self, a: Any, b: Any) -> Any:
        return a == b

    def ne(self, a: Any, b: Any) -> Any:
        return a != b
