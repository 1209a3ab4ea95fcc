"""The balanced flow in the two coordinates that make it trivial.

On one side of the target write x = alpha (below) or 1/alpha (above). Both obey
dx/dt = x^(1+q) (1-x) with q = 1-2/L below and q = 2/L-2 above, so one solver serves every depth.
Up to x = 1/2 an analytic change of coordinate A = x (1 + ...) turns this into the pure power law
dA/dt = A^(1+q); from there on s = 2z exp(Q(z)), z = 1-x, turns it into pure decay ds/dt = -s.
Power laws and exponentials are evolved relative to where they start, so nothing cancels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from depthlaws.theory.numerics.binade_table import BinadeTable, value_of_own_table
from depthlaws.theory.numerics.elementary import power

HALF = np.float64(0.5)
SERIES_TERMS = 56  # in power series at x = 1/2 or z = 1/2: 2^-56 is below half an ulp
NEWTON_STEPS = 12
LAST_STEP = 1e-9  # of log x: the error after it is its square
LARGE_GROWTH = 700.0  # logarithm of a factor, beyond which it may be no double
MIN_SCALE = 2.0**-960  # below it a power of the start has lost digits
LONG_TIME = 2.0**60  # in units of the scale: from here on the start does not matter


def box_cox(log_x: Any, q: Any) -> Any:
    """Return (1 - x^-q)/q from log x; log x at q = 0."""
    safe = np.where(q == 0, 1.0, q)
    return np.where(q == 0, log_x, -np.expm1(-q * log_x) / safe)


def _log_ratio(a: Any, b: Any) -> Any:
    """Return log(a/b), also where the quotient of a subnormal number overflows."""
    ratio = a / b
    return np.where(np.isinf(ratio), np.log(a) - np.log(b), np.log(ratio))


@dataclass(frozen=True, slots=True)
class Power:
    """Power function whose exponent is split into an integer part and a rest where ``split`` holds.

    ``integer_power`` computes the integer part, which rounds no logarithm; ``rest`` is the
    remaining exponent, or the full exponent without a split.
    """

    integer_power: Callable[[Any], Any]
    split: Any
    rest: Any

    def __call__(self, x: Any) -> Any:
        """Return x to that exponent."""
        out, integral = power(x, self.rest), self.integer_power(x)
        product = out * integral
        if self.integer_power is np.reciprocal and np.any(np.isinf(integral)):  # subnormal x
            product = np.where(np.isinf(integral), out / x, product)
        return np.where(self.split, product, out)


@dataclass(frozen=True, slots=True)
class Exponent:
    """Exponent q = 1-2/L or 2/L-2, and the powers x^-q, x^(-1/q) with a correctly rounded exponent.

    x^-q loses |log x| rounding errors of q; the integer part of the exponent has none.
    """

    q: Any
    minus: Power
    root: Power
    deep: Any  # L > 4: the split is on
    rest: Any  # 2/L

    @classmethod
    def of(cls, L: Any, *, above: bool) -> "Exponent":
        """Return the exponent of depth L on one side of the target."""
        with np.errstate(all="ignore"):
            deep, rest = L > 4, 2 / L
            if above:
                exact = 2 * (L - 1) / L
                q, integer_powers = -np.where(deep, 2 - rest, exact), (np.square, np.sqrt)
                tails = -rest, 0.5 / (L - 1)
            else:
                exact = -(L - 2) / L
                q, integer_powers = np.where(deep, 1 - rest, -exact), (np.reciprocal, np.reciprocal)
                tails = rest, -2 / (L - 2)
            minus = Power(integer_powers[0], deep, np.where(deep, tails[0], exact))
            root = Power(integer_powers[1], deep, np.where(deep, tails[1], 1 / exact))
        return cls(q, minus, root, deep, rest)


def _log1p_quotient(u: Any) -> Any:
    """Return log(1+u)/u, 1 at u = 0."""
    safe = np.where(u == 0, 1.0, u)
    return np.where(u == 0, 1.0, np.log1p(safe) / safe)


def _newton(step: Callable[[Any], Any], x: Any, *, upper: float = np.inf) -> Any:
    """Solve by Newton's steps in log x; each element stops on its own, so its bits are its own.

    Raises: ArithmeticError if the last step is not small: the error after it is its square.
    """
    moving, change = np.True_, np.inf
    for _ in range(NEWTON_STEPS):
        change = step(x)
        x = np.where(moving, np.minimum(x * np.exp(-change), upper), x)
        moving = moving & (np.abs(change) > 1e-15)
        if not np.any(moving):
            return x
    largest = np.max(np.abs(change), where=moving, initial=0.0)
    if largest > LAST_STEP:
        msg = f"no root after {NEWTON_STEPS} steps: the last step is {largest:.1g}"
        raise ArithmeticError(msg)
    return x


def _selector(index: Any) -> Callable[[Any], Any]:
    """Return a function that picks elements of arrays and leaves numbers as they are."""
    return lambda v: v[index] if np.ndim(v) else v


class Side:
    """One side of the target, for one depth or an array of depths, with states (x, 1-x)."""

    def __init__(self, L: Any, above: bool) -> None:
        self.L, self.above = np.asarray(L, dtype=float)[()], bool(above)
        self.exponent = Exponent.of(self.L, above=above)
        self.q = self.exponent.q
        # Resonance: for q near 1 the coefficient 1/(1-q) of the first term needs its logarithm.
        self.resonant = self.exponent.deep & (not above)
        self.half = self.to_power(HALF)
        self.decay_half = self._decay_series(HALF)

    # -- x^(-1-q)/(1-x) dx = A^(-1-q) dA ------------------------------------------------------

    def to_power(self, x: Any) -> Any:
        """Return A(x) for x <= 1/2, normalised to A ~ x at 0."""
        tail = 1 / (SERIES_TERMS - self.q)
        for n in range(SERIES_TERMS - 1, 1, -1):
            tail = tail * x + 1 / (n - self.q)
        first = x / np.where(self.resonant, 1.0, 1 - self.q)
        if np.any(self.resonant):
            first = np.where(self.resonant, x * box_cox(np.log(x), self.exponent.rest), first)
        series = first + tail * x * x
        # A^-q = x^-q (1 - q series)
        return x * np.exp(series * _log1p_quotient(-self.q * series))

    def climb_time(self, start: Any, end: Any) -> Any:
        """Return the time of dA/dt = A^(1+q), relative to the end where A^-q is larger."""
        log = _log_ratio(end, start)
        forward = self.q * log >= 0
        scale = self.exponent.minus(np.where(forward, start, end))
        log = np.where(forward, log, -log)
        return np.where(forward, scale, -scale) * box_cox(log, self.q)

    def climb(self, start: Any, t: Any) -> Any:
        """Solve dA/dt = A^(1+q); NaN before the solution exists (q < 0)."""
        scale = self.exponent.minus(start)
        slope = -self.q / scale
        tiny = scale < MIN_SCALE
        rise = slope * t
        if np.any(tiny):
            # Far above the target the scale underflows: its square root does not.
            half = power(start, -self.q / 2)
            rise = np.where(tiny, -self.q * (t / half) / half, rise)
        log = np.log1p(rise)  # log of (A/start)^-q
        safe = np.where(self.q == 0, 1.0, self.q)
        near = (np.abs(log) <= 1) | (self.q == 0)
        growth = np.where(self.q == 0, t, -log / safe)
        left = scale - self.q * t
        far = self.exponent.root(np.where(left < 0, np.nan, left))
        if np.any(tiny):
            grown = start * self.exponent.root(np.where(rise < -1, np.nan, 1 + rise))
            far = np.where(tiny & (rise < LONG_TIME), grown, far)
        grown = start * np.exp(growth)
        if np.any(large := near & (growth > LARGE_GROWTH)):  # from a subnormal start
            root = np.exp(growth / 2)
            grown = np.where(large, start * root * root, grown)
        return np.where(near, grown, far)

    def from_power(self, a: Any) -> Any:
        """Invert :meth:`to_power` by Newton's method in log x."""

        def step(x: Any) -> Any:
            image = self.to_power(x)
            return np.log(image / a) * (1 - x) * power(x / image, self.q)

        return _newton(step, a / (1 + a * (2 - 1 / self.half)), upper=0.75)

    # -- dx / (x^(1+q) (1-x)) = -ds/s ---------------------------------------------------------

    def _decay_series(self, z: Any) -> Any:
        # Q = sum (1+q)_n z^n / (n n!), nested
        tail = 1 / SERIES_TERMS
        for n in range(SERIES_TERMS - 1, 0, -1):
            tail = 1 / n + z * tail * ((n + 1 + self.q) / (n + 1))
        return z * (1 + self.q) * tail

    def to_decay(self, z: Any) -> Any:
        """Return s(z) for z <= 1/2, normalised to s = 1 at z = 1/2."""
        return 2 * z * np.exp(self._decay_series(z) - self.decay_half)

    def from_decay(self, s: Any) -> Any:
        """Invert s(z) by Newton's method in log z."""
        last = 2 * np.exp(-self.decay_half)

        def step(z: Any) -> Any:
            return np.log(self.to_decay(z) / s) * power(1 - z, 1 + self.q)

        return _newton(step, s / (last * (1 - s) + 2 * s))

    # -- the inverses, as tables hold them ------------------------------------------------------

    def power_ratio(self, x: Any) -> Any:
        """Return the inverse of A at x A(1/2), divided by x."""
        return Side.from_power(self, self.half * x) / x

    @property
    def power_binades(self) -> Any:
        """Binades below which ``power_ratio`` is constant: 56, or 56/q for deep chains."""
        return np.where(self.resonant, np.ceil(SERIES_TERMS / self.q), SERIES_TERMS).astype(int)

    def decay_ratio(self, s: Any) -> Any:
        """Return the inverse of s at s, divided by s."""
        return Side.from_decay(self, s) / s

    @property
    def decay_degree(self) -> Any:
        """Degree of the pieces of ``decay_ratio``: deep chains have a singularity near s = 1."""
        return np.where(self.q < -1, 16, 11)

    # -- the flow -----------------------------------------------------------------------------

    def time(self, x0: Any, z0: Any, x: Any, z: Any) -> Any:
        """Return the time from x0 to x, given also z = 1-x of both ends."""
        early = self.climb_time(*(self.to_power(np.minimum(v, 0.5)) for v in (x0, x)))
        z0, z = np.minimum(z0, 0.5), np.minimum(z, 0.5)
        late = _log_ratio(z0, z) + (self._decay_series(z0) - self._decay_series(z))
        return early + late

    def departure(self, x0: Any, z0: Any) -> tuple[Any, Any, Any, Any]:
        """Return A and s of a start, the time from A to A(1/2), and log s.

        A is A(1/2) for a start past x = 1/2, and s = 1 for a start before it.
        """
        start, decay = self.to_power(np.minimum(x0, 0.5)), self.to_decay(np.minimum(z0, 0.5))
        return start, decay, self.climb_time(start, self.half), np.log(decay)

    def advance(self, x0: Any, z0: Any, t: Any) -> tuple[Any, Any]:
        """Return (x, 1-x) after time t, of 1-D or 0-d arguments; NaN before the solution exists."""
        start, decay, climb, lag = self.departure(x0, z0)
        late = t >= climb + lag
        x, z = np.empty(late.shape), np.empty(late.shape)
        if np.any(late):
            here, on, side = self._part(late)
            z[here] = decayed = side.from_decay(on(decay) * np.exp(on(climb) - on(t)))
            x[here] = 1 - decayed
        if not np.all(late):
            here, on, side = self._part(~late)
            place = side.climb(on(start), on(t) - on(lag))
            # At the end of a long plateau a rounding of t leads past A(1/2), even to infinity.
            place = np.where((side.q > 0) & ~(place < side.half), side.half, place)
            x[here] = climbed = side.from_power(place)
            z[here] = 1 - climbed
        return x, z

    def _part(self, mask: Any) -> tuple[Any, Callable[[Any], Any], "Side"]:
        """Return the index where a mask holds, a function that picks there, and the side there."""
        here = np.flatnonzero(mask) if np.ndim(mask) else mask
        on = _selector(here)
        return here, on, type(self)(on(self.L), self.above) if np.ndim(self.L) else self

    def birth(self, x0: Any, z0: Any) -> Any:
        """Return the earliest time of the solution through x0."""
        start, _, _, lag = self.departure(x0, z0)
        climbed = self.exponent.minus(start) / np.where(self.q < 0, -self.q, 1.0)
        return np.where(self.q < 0, lag - climbed, -np.inf)


class TabulatedSide(Side):
    """One side of the target for one depth, with tables of the inverses, built at first use."""

    def __init__(self, L: float, above: bool) -> None:
        super().__init__(L, above)
        self._departure_of = lru_cache(maxsize=64)(super().departure)

    def departure(self, x0: Any, z0: Any) -> tuple[Any, Any, Any, Any]:
        """Return the departure of a start, remembered because many times share one start."""
        if np.ndim(x0) or np.ndim(z0):
            return super().departure(x0, z0)
        return self._departure_of(np.float64(x0), np.float64(z0))

    @cached_property
    def _power_table(self) -> BinadeTable:
        return BinadeTable(self.power_ratio, binades=int(self.power_binades))

    @cached_property
    def _decay_table(self) -> BinadeTable:
        return BinadeTable(self.decay_ratio, binades=SERIES_TERMS, degree=int(self.decay_degree))

    def from_power(self, a: Any) -> Any:
        """Invert :meth:`to_power`."""
        x = a / self.half
        return x * self._power_table(x)

    def from_decay(self, s: Any) -> Any:
        """Invert s(z)."""
        return s * self._decay_table(s)


class ScatteredSide(Side):
    """One side of the target for an array of depths, one depth per point.

    Only the piece of each table that holds the point is computed. That is ten times slower than
    reading an existing table and a hundred times cheaper than building one.
    """

    def from_power(self, a: Any) -> Any:
        """Invert :meth:`to_power`."""
        x = a / self.half
        return x * value_of_own_table(self.power_ratio, x, binades=self.power_binades, degree=11)

    def from_decay(self, s: Any) -> Any:
        """Invert s(z)."""
        out, degrees = np.empty_like(s), self.decay_degree
        for degree in np.unique(degrees):
            here, on, side = self._part(degrees == degree)
            out[here] = value_of_own_table(
                side.decay_ratio, on(s), binades=SERIES_TERMS, degree=int(degree)
            )
        return s * out


@lru_cache(maxsize=256)  # 50 kB each
def solver(L: float, above: bool) -> TabulatedSide:
    """Return the tabulated solver of one depth on one side of the target."""
    return TabulatedSide(float(L), bool(above))
