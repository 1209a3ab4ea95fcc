"""Functions of sums in normal form of which something is known: at a number, a sign or a step."""

from fractions import Fraction
from math import ceil

from .sums import ONE, add, minus, mul, number, one, term, text, whole
from .waves import IMAGINARY

HALF = Fraction(1, 2)
MAX_FACTORS = 100  # that a multiple of an arc or a step of the gamma function becomes
PI = one(("pi",))
ASIN = {-1: -HALF, -HALF: -HALF / 3, 0: 0 * HALF, HALF: HALF / 3, 1: HALF}  # over pi


def arcsine(_, s):
    """Return an arcsine: a share of pi, or with the first of both signs in front."""
    if (n := number(s)) in ASIN:
        return mul(term(ASIN[n]), PI)
    first = min(s, minus(s), key=text)
    return one(("asin", s)) if first == s else minus(one(("asin", first)))


def without_arcs(algebra, e):
    """Return an exponent less its terms c I asin x, c whole and small, and exp of these terms."""
    factors, left = [], []
    for powers, c in e:
        arcs = [a for a, _ in powers if a[0] == "asin"]
        alone = len(arcs) == 1 and powers == {(IMAGINARY, ONE), (arcs[0], ONE)}
        if alone and whole(term(c)) and abs(c) <= MAX_FACTORS:
            x = arcs[0][1]  # exp(I asin x) = sqrt(1 - x^2) + I x
            root = algebra.power(add(ONE, minus(mul(x, x))), term(HALF))
            sine = mul(term(1 if c > 0 else -1), one(IMAGINARY), x)
            factors += [add(root, sine)] * int(abs(c))
        else:
            left.append(term(c, powers))
    return add(*left), factors


def gamma(algebra, s):
    """Return the gamma function by that of an argument with a constant in (0, 1]."""
    constant = sum(c for powers, c in s if not powers)
    steps = ceil(constant) - 1
    if abs(steps) > MAX_FACTORS:
        raise ArithmeticError(f"a gamma function {steps} steps away")
    s = add(s, term(-steps))
    first = algebra.power(PI, term(HALF)) if s == term(HALF) else one(("gamma", s))
    e, shifts = (1, range(steps)) if steps > 0 else (-1, range(steps, 0))
    factors = (algebra.power(add(s, term(k)), term(e)) for k in shifts)
    return mul(ONE if s == ONE else first, *factors)


def sign(algebra, s):
    """Return the sign of a sum, 1 or -1, if it shows."""
    shown = (c for c in (1, -1) if algebra.above_zero(mul(term(c), s)))
    return next(map(term, shown), one(("sign", s)))


def polylog(algebra, order, s):
    """Return a polylogarithm; of order 1 it is a logarithm."""
    if order == ONE:
        return minus(algebra.log(add(ONE, minus(s))))
    return one(("polylog", order, s))


def absolute(algebra, s):
    """Return what has a sign without it."""
    signed = (x for x in (s, minus(s)) if algebra.positive(x))
    return next(signed, one(("Abs", s)) if s else s)


FUNCTIONS = {"asin": arcsine, "gamma": gamma, "sign": sign, "polylog": polylog, "Abs": absolute}
FUNCTIONS["acos"] = lambda algebra, s: add(mul(term(HALF), PI), minus(arcsine(algebra, s)))
FUNCTIONS["erf"] = lambda _, s: one(("erf", s)) if s else s
