"""Arithmetic of formulas in multiple precision, by mpmath at the precision in force."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from depthlaws.base.argument_errors import shown
from depthlaws.base.exact_numbers import INFINITIES, fraction
from depthlaws.theory.symbolic.comparisons import Comparisons
from depthlaws.theory.symbolic.exact import exact_number
from depthlaws.theory.symbolic.lazy_sympy import forced

MAX_DIGITS = 10_000
TERM_SECONDS = 2e-5  # for each term of a sum or product
GUARD_DIGITS = 10  # that a value is computed with beyond those that are asked for
PANELS = (8, 32, 128)  # of an integral


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
        return _integral(lambda x: body(self, x), a, b)

    def sum(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        if b == mpmath.inf:
            return mpmath.nsum(lambda k: body(self, k), [a, b])
        return mpmath.fsum(body(self, mpmath.mpf(k)) for k in terms(a, b))

    def product(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        return mpmath.fprod(body(self, mpmath.mpf(k)) for k in terms(a, b))


def terms(low: Any, high: Any) -> range:
    """Return the integers of a sum or product. Raises: ValueError for over an hour of them."""
    # Here, as digits are asked for without NumPy too, which theory.numerics needs.
    from depthlaws.theory.numerics.resource_limits import require_time

    low, high = int(low), int(high)
    seconds = TERM_SECONDS * float(high - low)
    require_time(seconds, f"a sum or product of {high - low + 1:,} terms", "ask for fewer")
    return range(low, high + 1)


def _integral(f: Callable[[Any], Any], a: Any, b: Any) -> Any:
    """Return an integral to all digits but GUARD_DIGITS; its panels are divided until it has them.

    Raises: ArithmeticError if it does not get them.
    """
    value = error = mpmath.inf
    scaled, size, ends = _of_order_one(f, a, b)
    for panels in PANELS:
        value, error = mpmath.quad(scaled, mpmath.linspace(*ends, panels + 1), error=True)
        value, error = size * value, abs(size) * error
        if not mpmath.isfinite(value) or error <= abs(value) * mpmath.mpf(10) ** -(
            mpmath.mp.dps - GUARD_DIGITS
        ):
            return value
    msg = (
        f"the integral from {mpmath.nstr(a, 6)} to {mpmath.nstr(b, 6)} has an error of "
        f"{mpmath.nstr(error, 2)} beside {mpmath.nstr(value, 6)}: ask for fewer digits, or for a "
        "shorter way"
    )
    raise ArithmeticError(msg)


def _of_order_one(f: Callable[[Any], Any], a: Any, b: Any) -> tuple[Callable[[Any], Any], Any, Any]:
    """Return an integrand of order one over the unit interval, what to multiply by, and its ends.

    mpmath stops at an absolute error, which says nothing of an integral of size 1e-50.
    """
    length = b - a
    if not mpmath.isfinite(length) or not length:
        return f, 1, (a, b)
    inside = [abs(f(a + length * u / 8)) for u in (1, 3, 5, 7)]
    size = max([x for x in inside if mpmath.isfinite(x)], default=0) or 1
    return lambda u: f(a + length * u) / size, size * length, (0, 1)


def mpf(value: Any) -> Any:
    """Return a number, string or exact SymPy number at the precision in force."""
    if isinstance(value, str):
        if sign := INFINITIES.get(value.strip().lower()):
            return sign * mpmath.inf
        return _quotient(fraction("a number", value))
    if hasattr(value, "free_symbols"):
        exact = forced(exact_number(value))
        if exact.is_infinite:
            return mpmath.inf if exact.is_extended_positive else -mpmath.inf
        return exact._to_mpmath(mpmath.mp.prec) if exact.is_number else mpmath.mpf(str(value))
    if hasattr(value, "__len__"):
        msg = f"mp takes one number for each argument, got {value}; call the formula for arrays"
        raise TypeError(msg)
    if value is None or isinstance(value, bool | complex):
        msg = f"mp takes real numbers such as 3, 0.25 or '1/3', got {shown(value)}"
        raise TypeError(msg)
    return mpmath.mpmathify(value)


def _quotient(number: Fraction) -> Any:
    return mpmath.mpf(number.numerator) / number.denominator


def value(
    code: Callable[..., Any],
    arguments: Sequence[Any],
    dps: int,
    check: Callable[[Sequence[Any]], None],
) -> Any:
    """Return the value of a formula's code to ``dps`` digits, of arguments that pass ``check``.

    Raises: ValueError for fewer than one digit, TypeError for a part of one.
    """
    if isinstance(dps, bool) or not hasattr(dps, "__index__"):
        msg = f"dps, the number of digits, must be an integer, got {shown(dps)}"
        raise TypeError(msg)
    if not 1 <= dps <= MAX_DIGITS:
        msg = f"dps, the number of digits, must be at least 1 and at most {MAX_DIGITS:,}, "
        raise ValueError(msg + f"got {shown(dps)}")
    with mpmath.workdps(dps + GUARD_DIGITS):
        exact = [mpf(x) for x in arguments]
        check(exact)
        result = code(MpContext(), *exact)
    with mpmath.workdps(dps):
        return +mpmath.mpmathify(result)
