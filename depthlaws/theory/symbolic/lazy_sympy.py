"""SymPy imported at the first use of an expression: write expressions with this ``sp``.

Importing SymPy and building all expressions costs more than most questions, which a float kernel
answers alone. An expression written with this ``sp`` is kept as the calls that build it;
:func:`forced` makes those calls, once. The source reads like SymPy, and SymPy takes the result as
its own.
"""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any

from depthlaws.base.extras import imported, is_installed


class Deferred:
    """A call that is made later; its function and arguments may be deferred too."""

    __slots__ = ("_arguments", "_function", "_keywords", "_made")

    def __init__(self, function: Any, *arguments: Any, **keywords: Any) -> None:
        self._function, self._arguments, self._keywords = function, arguments, keywords

    def _sympy_(self) -> Any:
        """Make the call, once; SymPy converts objects by a method of this name."""
        if not hasattr(self, "_made"):
            function = forced(self._function)
            keywords = {name: forced(value) for name, value in self._keywords.items()}
            self._made = forced(function(*forced(self._arguments), **keywords))
        return self._made

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return Deferred(getattr, self, name)

    def __call__(self, *arguments: Any, **keywords: Any) -> "Deferred":
        """Defer a call."""
        return Deferred(self, *arguments, **keywords)

    def __str__(self) -> str:
        return str(self._sympy_()) if is_installed("sympy") else f"{float(self):g}"

    def __float__(self) -> float:
        return float(self._sympy_() if is_installed("sympy") else _in_floats(self))

    def __bool__(self) -> bool:
        return bool(self._sympy_())

    def __eq__(self, other: object) -> bool:
        return self is other or bool(self._sympy_() == forced(other))

    def __hash__(self) -> int:
        return hash(self._sympy_())


def _in_floats(value: Any) -> Any:
    """Return a constant by Python's ``math``, where SymPy is missing: an end of a domain."""
    if not isinstance(value, Deferred):
        return value
    function, arguments = value._function, value._arguments
    if function is getattr:
        return Fraction if arguments[1] == "Rational" else getattr(math, arguments[1])
    return _in_floats(function)(*map(_in_floats, arguments))


def _operator(function: Callable[..., Any], *, swapped: bool = False) -> Callable[..., Deferred]:
    if swapped:
        return lambda self, other: Deferred(function, other, self)
    return lambda self, *others: Deferred(function, self, *others)


for _name in ("add", "sub", "mul", "truediv", "pow"):
    setattr(Deferred, f"__{_name}__", _operator(getattr(operator, _name)))
    setattr(Deferred, f"__r{_name}__", _operator(getattr(operator, _name), swapped=True))
setattr(Deferred, "__neg__", _operator(operator.neg))  # noqa: B010 - as the others


class Infinity(Deferred):
    """SymPy's infinity, as an end of an interval that compares with numbers without SymPy."""

    __slots__ = ("_sign",)

    def __init__(self, sign: int) -> None:
        self._sign = sign
        super().__init__(operator.mul, sign, Deferred(getattr, _SYMPY, "oo"))

    def __neg__(self) -> "Infinity":
        return Infinity(-self._sign)

    def __float__(self) -> float:
        return self._sign * math.inf


class Symbol(Deferred):
    """A SymPy symbol whose name is known without SymPy. As a key it equals itself only."""

    __slots__ = ("name",)

    def __init__(self, name: str, **assumptions: bool) -> None:
        self.name = name
        super().__init__(Deferred(getattr, _SYMPY, "Symbol"), name, **assumptions)

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Symbol):
            return super().__eq__(other)
        return (self.name, self._keywords) == (other.name, other._keywords)


class _SymPy(Deferred):
    """The SymPy module, for the functions with which expressions are written."""

    __slots__ = ("oo",)

    def __init__(self) -> None:
        super().__init__(imported, "sympy", "an expression")


def forced(value: Any) -> Any:
    """Return the value with all deferred calls made, also inside tuples, lists and mappings."""
    if isinstance(value, Deferred):
        return value._sympy_()
    if isinstance(value, (tuple, list)):
        return type(value)(forced(v) for v in value)
    if isinstance(value, dict):
        return {forced(k): forced(v) for k, v in value.items()}
    return value


def deferring(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of expressions: it runs when its result is needed."""

    @wraps(function)
    def later(*arguments: Any, **keywords: Any) -> Deferred:
        return Deferred(function, *arguments, **keywords)

    return later


_SYMPY: Any = _SymPy()
_SYMPY.oo = Infinity(1)
sp = _SYMPY
