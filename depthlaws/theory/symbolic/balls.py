"""Arithmetic of formulas on certified balls, by Arb."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from flint import acb, arb, fmpq
from flint import ctx as flint_context

from depthlaws.base.argument_errors import shown
from depthlaws.base.exact_numbers import INFINITIES, fraction
from depthlaws.theory.symbolic.multiprecision import terms

MAX_BITS = 100_000


class BallContext:
    """Arithmetic on certified balls. Comparisons are True, False, or None (undecided).

    ``analytic`` is Arb's flag inside an integral: a function that is not analytic on its argument
    must then return a non-finite ball.
    """

    def __init__(self, *, analytic: bool | None = None) -> None:
        self.analytic = analytic
        self.undecided = False  # True once a Piecewise had to cover several branches

    pi = property(lambda self: arb.pi())
    eulergamma = property(lambda self: arb.const_euler())
    inf = property(lambda self: arb.pos_inf())

    def __getattr__(self, name: str) -> Any:
        getattr(arb, name)  # an AttributeError, where balls have no such function
        return lambda x: getattr(_ball(x), name)()

    def rational(self, p: int, q: int) -> arb:
        return arb(fmpq(p, q))

    def _branched(self, name: str, x: Any, real_if: Callable[[arb], bool]) -> Any:
        x = _ball(x)
        if isinstance(x, arb) and real_if(x):
            return getattr(x, name)()
        if self.analytic is None:
            return getattr(acb(x), name)()
        return getattr(acb(x), name)(analytic=self.analytic)

    def log(self, x: Any) -> Any:
        return self._branched("log", x, lambda b: not b < 0)

    def sqrt(self, x: Any) -> Any:
        x = _ball(x)
        if isinstance(x, arb) and self.analytic is None and not x < 0:
            return x.nonnegative_part().sqrt()  # the domain is x >= 0; a ball may straddle 0
        return self._branched("sqrt", x, lambda b: b > 0)

    def power(self, base: Any, exponent: Any) -> Any:
        base, exponent = _ball(base), _ball(exponent)
        if isinstance(base, arb) and isinstance(exponent, arb):
            if base > 0 or not exponent.is_finite():
                return base**exponent
            if exponent > 0 and not base < 0:  # as for sqrt; monotone, so the ends enclose
                top = base.nonnegative_part().upper()
                return arb(0).union(top**exponent if top > 0 else arb(0))
            return arb.nan()
        if self.analytic and not (isinstance(base, acb) and base.real > 0):
            return acb(arb.nan())
        return acb(base) ** acb(exponent)

    def abs(self, x: Any) -> Any:
        x = _ball(x)
        if isinstance(x, acb) and self.analytic is not None:
            return x.real_abs(analytic=self.analytic)
        return abs(x)

    def sign(self, x: Any) -> arb:
        return _ball(x).sgn()

    def maximum(self, first: Any, *rest: Any) -> arb:
        out = arb(first)
        for x in rest:
            out = out.max(arb(x))
        return out

    def minimum(self, first: Any, *rest: Any) -> arb:
        out = arb(first)
        for x in rest:
            out = out.min(arb(x))
        return out

    def expi(self, x: Any) -> Any:
        return _ball(x).ei()

    def loggamma(self, x: Any) -> Any:
        return _ball(x).lgamma()

    def polygamma(self, n: Any, x: Any) -> Any:
        return acb(x).polygamma(acb(n)).real

    def lambertw(self, x: Any) -> Any:
        return _ball(x).lambertw()

    def polylog(self, s: Any, z: Any) -> Any:
        return acb(z).polylog(acb(s))

    def besseli(self, order: Any, x: Any) -> Any:
        return _ball(x).bessel_i(order)

    def lowergamma(self, a: Any, x: Any) -> Any:
        return _ball(a).gamma() * arb.gamma_lower(arb(x), arb(a), 1)

    def uppergamma(self, a: Any, x: Any) -> Any:
        return arb(x).gamma_upper(arb(a))

    def betainc(self, a: Any, b: Any, x1: Any, x2: Any) -> Any:
        return arb(x2).beta_lower(arb(a), arb(b)) - arb(x1).beta_lower(arb(a), arb(b))

    def factorial(self, n: Any) -> Any:
        return (_ball(n) + 1).gamma()

    def binomial(self, n: Any, k: Any) -> Any:
        n, k = _ball(n), _ball(k)
        return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()

    def hyp2f1(self, a: Any, b: Any, c: Any, z: Any, flags: list[bool]) -> Any:
        ab, ac, bc, abc = flags
        return acb(z).hypgeom_2f1(acb(a), acb(b), acb(c), ab=ab, ac=ac, bc=bc, abc=abc)

    def lt(self, a: Any, b: Any) -> bool | None:
        a, b = _ball(a), _ball(b)
        return True if a < b else False if a >= b else None

    def le(self, a: Any, b: Any) -> bool | None:
        a, b = _ball(a), _ball(b)
        return True if a <= b else False if a > b else None

    def gt(self, a: Any, b: Any) -> bool | None:
        return self.lt(b, a)

    def ge(self, a: Any, b: Any) -> bool | None:
        return self.le(b, a)

    def eq(self, a: Any, b: Any) -> bool | None:
        a, b = _ball(a), _ball(b)
        return True if a == b else None if a.overlaps(b) else False

    def ne(self, a: Any, b: Any) -> bool | None:
        same = self.eq(a, b)
        return None if same is None else not same

    def all_of(self, *terms: bool | None) -> bool | None:
        return False if False in terms else None if None in terms else True

    def any_of(self, *terms: bool | None) -> bool | None:
        return True if True in terms else None if None in terms else False

    def piecewise(self, pairs: list[tuple[Callable[[], Any], bool | None]]) -> Any:
        union: Any = None
        for value, condition in pairs:
            if condition is False:
                continue
            branch = _ball(value())
            union = branch if union is None else union.union(branch)
            if condition is True:
                return union
            self.undecided = True
        return arb.nan()

    def integral(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        def integrand(x: acb, analytic: bool) -> acb:
            return acb(body(BallContext(analytic=analytic), x))

        return acb.integral(integrand, acb(a), acb(b))

    def sum(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        total: Any = arb(0)
        for k in terms(_integer(a), _integer(b)):
            total = total + body(self, arb(k))
        return total

    def product(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        total: Any = arb(1)
        for k in terms(_integer(a), _integer(b)):
            total = total * body(self, arb(k))
        return total


def _ball(x: Any) -> Any:
    return x if isinstance(x, (arb, acb)) else arb(x)


def _integer(x: Any) -> int:
    integer = _ball(x).unique_fmpz()
    if integer is None:
        msg = f"the limit of a sum or product must be one finite integer, got {x}"
        raise ValueError(msg)
    return int(integer)


def real_ball(x: Any) -> arb:
    """Return the real enclosure of a result that is real in theory; non-finite if undecided."""
    if isinstance(x, acb):
        return x.real if x.imag.contains(0) else arb.nan()
    return _ball(x)


class precision:
    """Set Arb's working precision in bits for a ``with`` block."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        self.before, flint_context.prec = flint_context.prec, self.bits

    def __exit__(self, *_: object) -> None:
        flint_context.prec = self.before


def as_ball(value: Any) -> arb:
    """Return the ball of a number, rational, string or SymPy number; a float means that double."""
    if isinstance(value, arb):
        return value
    if getattr(value, "is_finite", False) is True and hasattr(value, "free_symbols"):
        from depthlaws.theory.symbolic.codegen import compile_expression  # a number of SymPy

        return real_ball(compile_expression(value, ())(BallContext()))
    if isinstance(value, float) and math.isinf(value):
        return arb.pos_inf() if value > 0 else arb.neg_inf()
    if hasattr(value, "numerator") and not isinstance(value, (int, float)):
        return arb(int(value.numerator)) / int(value.denominator)
    if isinstance(value, str):
        return _ball_of_text(value)
    if isinstance(value, bool) or not hasattr(value, "__float__") or getattr(value, "ndim", 0):
        msg = "a ball needs a real number, a text such as '1/3' or '[1.5 +/- 0.1]', or a ball, "
        raise TypeError(msg + f"got {shown(value)}")
    return arb(value if isinstance(value, int) else float(value))


def _ball_of_text(text: str) -> arb:
    """Return the ball that a text writes, as a number or like [1.5 +/- 0.1]."""
    if "+/-" in text:
        return arb(text)
    if sign := INFINITIES.get(text.strip().lower()):
        return arb.pos_inf() * sign
    return as_ball(fraction("a number", text))


def value(
    code: Callable[..., Any],
    arguments: Sequence[Any],
    prec: int,
    check: Callable[[Sequence[Any]], None],
) -> arb:
    """Return the enclosure of a formula's code, of arguments that pass ``check``.

    Raises: TypeError or ValueError for a precision or an argument that Arb has not.
    """
    if isinstance(prec, bool) or not hasattr(prec, "__index__") or not 2 <= prec <= MAX_BITS:
        msg = f"prec must be a whole number of bits from 2 to {MAX_BITS:,}, got {shown(prec)}"
        raise ValueError(msg)
    with precision(prec):
        sides = [as_ball(x) for x in arguments]
        for given, side in zip(arguments, sides, strict=True):
            if side.mid().is_nan() or side.is_nan():
                msg = f"a ball needs numbers, got {shown(given)}"
                raise ValueError(msg)
        check(sides)
        return real_ball(code(BallContext(), *sides))
