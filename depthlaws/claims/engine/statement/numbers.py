"""Numbers at a point: rationals, balls, polynomials in drawn entries, and numbers with a slope."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpq_mpoly

from depthlaws.claims.engine.statement.errors import FormError, LimitError

MAX_POWER = 4096

Number = Any  # fmpq, arb, fmpq_mpoly or Dual


@dataclass(frozen=True)
class Dual:
    """Value with its derivative by the one number that a slope is by; ``level`` counts slopes."""

    value: Any
    slope: Any
    level: int

    def __add__(self, other: Any) -> "Dual":
        if isinstance(other, Dual) and other.level > self.level:
            return other + self
        value, slope = self._parts(other)
        return Dual(self.value + value, self.slope + slope, self.level)

    __radd__ = __add__

    def __mul__(self, other: Any) -> "Dual":
        if isinstance(other, Dual) and other.level > self.level:
            return other * self
        value, slope = self._parts(other)
        return Dual(self.value * value, self.slope * value + self.value * slope, self.level)

    __rmul__ = __mul__

    def _parts(self, x: Any) -> tuple[Any, Any]:
        inner = isinstance(x, Dual) and x.level == self.level
        return (x.value, x.slope) if inner else (x, fmpq(0))


class UndefinedError(Exception):
    """An expression has no value at a point: a quotient by 0, a root of a negative number."""


def exact(value: Any) -> fmpq:
    """Fraction as a rational of flint."""
    fraction = Fraction(value)
    return fmpq(fraction.numerator, fraction.denominator)


def moment(k: int, variance: Number) -> Number:
    """k-th moment of a centred Gaussian number."""
    if k % 2:
        return fmpq(0)
    out = fmpq(1)
    for odd in range(1, k, 2):
        out = out * odd * variance
    return out


def power(base: Number, exponent: Number) -> Number:
    """Power, exact where it is rational."""
    if isinstance(base, Dual):
        lower = power(base.value, exponent - 1) if exponent != 0 else fmpq(0)
        return Dual(power(base.value, exponent), exponent * lower * base.slope, base.level)
    if isinstance(exponent, Dual):
        msg = "a slope of an exponent"
        raise LimitError(msg)
    if isinstance(exponent, fmpq) and exponent.q == 1:
        n = int(exponent.p)
        if n < 0 and base == 0:
            msg = "a quotient by 0"
            raise UndefinedError(msg)
        if abs(n) > MAX_POWER:
            return arb(base) ** n
        if n < 0 and isinstance(base, arb) and base.contains(0):
            msg = "a quotient by a ball around 0"
            raise LimitError(msg)
        if n < 0 and isinstance(base, fmpq_mpoly):
            msg = "a quotient by what is drawn"
            raise LimitError(msg)
        return base**n if isinstance(base, (fmpq, fmpq_mpoly)) else base ** arb(n)
    if isinstance(base, fmpq):
        if base < 0 or (base == 0 and not exponent > 0):
            msg = f"{base} to the power {exponent}"
            raise UndefinedError(msg)
        if base == 0:
            return fmpq(0)
        if isinstance(exponent, fmpq) and exponent.q <= 4 and abs(exponent.p) <= 64:
            root = _root(base, int(exponent.q))
            if root is not None:
                return root ** int(exponent.p)
    if isinstance(base, arb) and not base >= 0:
        if base < 0:
            msg = f"{base} to the power {exponent}"
            raise UndefinedError(msg)
        msg = f"a ball around 0 to the power {exponent}"
        raise LimitError(msg)
    return arb(base) ** arb(exponent)


def _root(value: fmpq, n: int) -> fmpq | None:
    out = []
    for part in (int(value.p), int(value.q)):
        guess = round(part ** (1 / n)) if part < 1 << 60 else None
        if guess is None or guess**n != part:
            return None
        out.append(guess)
    return fmpq(*out)


def function(name: str, parts: list[Number]) -> Number:
    """Value of a function of the language."""
    if any(isinstance(p, Dual) for p in parts):
        msg = f"a slope of {name}"
        raise LimitError(msg)
    if name in ("Max", "Min"):
        out = parts[0]
        for p in parts[1:]:
            if all(isinstance(x, fmpq) for x in (out, p)):
                out = max(out, p) if name == "Max" else min(out, p)
            else:
                out = arb(out).max(arb(p)) if name == "Max" else arb(out).min(arb(p))
        return out
    if name == "pi":
        return arb.pi()
    *orders, x = parts
    if name == "Abs":
        return abs(x)
    if name == "floor" and isinstance(x, fmpq):
        return fmpq(int(x.p) // int(x.q))
    if isinstance(x, fmpq) and x == 0 and name in ("exp", "cosh", "cos"):
        return fmpq(1)
    if isinstance(x, fmpq) and x == 0 and name in ("tanh", "sinh", "sin", "atan", "erf", "asin"):
        return fmpq(0)
    if isinstance(x, fmpq) and x == 1 and name == "log":
        return fmpq(0)
    method = {"LambertW": "lambertw", "sign": "sgn", "besseli": "bessel_i"}.get(name, name)
    ball = getattr(arb(x), method)(*map(arb, orders))
    if not ball.is_finite():
        msg = f"{name}({x})"
        raise UndefinedError(msg)
    return ball


def compared(left: Number, relation: str, right: Number) -> bool | None:
    """Truth of a relation between numbers; None where balls overlap."""
    if isinstance(left, fmpq_mpoly) or isinstance(right, fmpq_mpoly):
        msg = "a Gaussian entry outside its mean"
        raise FormError(msg)
    gap = left - right
    if isinstance(gap, fmpq):
        return {"=": gap == 0, "!=": gap != 0, "<": gap < 0, "<=": gap <= 0}[relation]
    if not gap.is_finite():
        msg = "no finite number"
        raise UndefinedError(msg)
    if relation in ("=", "!="):
        return None if gap.contains(0) else relation == "!="
    if gap < 0:
        return True
    if gap > 0 or (relation == "<" and gap >= 0):
        return False
    return True if relation == "<=" and gap <= 0 else None
