"""Arithmetic of formulas in multiple precision, by mpmath at the precision in force."""

from collections.abc import Callable, Sequence
from typing import Any

import mpmath

from depthlaws.theory.symbolic.comparisons import Comparisons
from depthlaws.theory.symbolic.formula_code import needs_stored_code
from depthlaws.theory.symbolic.lazy_sympy import forced, sp


class MpContext(Comparisons):
    """Arithmetic of mpmath at the precision in force; also serves Python floats."""

    eulergamma = property(lambda self: mpmath.euler)
    pi, inf = mpmath.pi, mpmath.inf

    def __getattr__(self, name: str) -> Any:
        return getattr(mpmath, name)

    abs = staticmethod(abs)
    maximum, minimum = max, min

    def expi(self, x: Any) -> Any:
        return mpmath.ei(x)

    def rational(self, p: int, q: int) -> Any:
        return mpmath.mpf(p) / q

    def lowergamma(self, a: Any, x: Any) -> Any:
        return mpmath.gammainc(a, 0, x)

    def uppergamma(self, a: Any, x: Any) -> Any:
        return mpmath.gammainc(a, x)

    def polygamma(self, n: Any, x: Any) -> Any:
        return mpmath.polygamma(int(n), x)

    def betainc(self, a: Any, b: Any, x1: Any, x2: Any) -> Any:
        return mpmath.betainc(a, b, x1, x2)

    def hyp2f1(self, a: Any, b: Any, c: Any, z: Any, _flags: list[bool]) -> Any:
        return mpmath.hyp2f1(a, b, c, z)

    def all_of(self, *terms: Any) -> bool:
        return all(terms)

    def any_of(self, *terms: Any) -> bool:
        return any(terms)

    def piecewise(self, pairs: list[tuple[Callable[[], Any], Any]]) -> Any:
        return next((value() for value, condition in pairs if condition), mpmath.nan)

    def integral(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        return mpmath.quad(lambda x: body(self, x), mpmath.linspace(a, b, 9))

    def sum(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        if b == mpmath.inf:
            return mpmath.nsum(lambda k: body(self, k), [a, b])
        return mpmath.fsum(body(self, mpmath.mpf(k)) for k in range(int(a), int(b) + 1))

    def product(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        return mpmath.fprod(body(self, mpmath.mpf(k)) for k in range(int(a), int(b) + 1))


def mpf(value: Any) -> Any:
    """Return a number, string or exact SymPy number at the precision in force."""
    if isinstance(value, str) and needs_stored_code():
        return mpmath.mpf(value)  # "0.1" and "1/3" are read exactly here too
    if isinstance(value, str) or hasattr(value, "free_symbols"):
        exact = forced(sp.nsimplify(value))
        if exact.is_infinite:
            return mpmath.inf if exact.is_extended_positive else -mpmath.inf
        return exact._to_mpmath(mpmath.mp.prec) if exact.is_number else mpmath.mpf(str(value))
    if hasattr(value, "__len__"):
        msg = f"mp takes one number for each argument, got {value}; call the formula for arrays"
        raise TypeError(msg)
    return mpmath.mpmathify(value)


def value(
    code: Callable[..., Any],
    arguments: Sequence[Any],
    dps: int,
    check: Callable[[Sequence[Any]], None],
) -> Any:
    """Return the value of a formula's code to ``dps`` digits, of arguments that pass ``check``."""
    with mpmath.workdps(dps + 10):
        exact = [mpf(x) for x in arguments]
        check(exact)
        result = code(MpContext(), *exact)
    with mpmath.workdps(dps):
        return +mpmath.mpmathify(result)
