"""Balanced flow of the residual network with two layers a block, at every real depth.

With rho = r^(1/L) and b = (r alpha)^(1/L) >= 1 the flow runs between two hyperbolic fixed points,
b = 1 (the escape from w = 0) and b = rho (the target). In y = log(u/(1-u)), u = (b-1)/(rho-1), the
rate dt/dy is analytic and runs from 1/(2 kappa_L) to 1: T(y) and y(T) are tabulated once per
(L, r), which takes milliseconds. Above the target y = -log(alpha-1), and alpha is infinite at a
finite time in the past.

Error: logarithms of up to log(r) are subtracted and then exponentiated, so that it grows with r.
With every rounding at its worst a count gives about 12 + 6 log(r) eps (1 + condition) of a time;
they rarely agree, and against certified balls at some 9000 points of integer depth up to 43 the
largest is below 4.8 eps (1 + condition) for r up to 1e9 and 0.25 (1 + log(r)) for r up to 1e156.
"""

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.panel_integral import PanelIntegral, UnresolvedError

MAX_Y = 40  # exp(-40) is below half an ulp: dt/dy = 1 from here on
MAX_FINITE_DEPTH = 1e30  # from here on x/L changes nothing: taken as infinite depth
LARGE_LOG_R = 15.0  # log(r) from which the roundings of powers of r show
MIN_Y = -320  # above alpha = exp(320) the time since alpha = infinity underflows


def _stretched(x: Any, L: float) -> Any:
    """Return L (exp(x/L) - 1); x at L = infinity."""
    return x * special.exprel(x / L)


def _log1p_stretched(x: Any, L: float) -> Any:
    """Return L log(1 + x/L); x at L = infinity."""
    return x if np.isinf(L) else L * np.log1p(x / L)


class Side(ABC):
    """One side of the target for one (L, r).

    States are (x, 1-x), with x = alpha below the target and 1/alpha above it.
    """

    panels: PanelIntegral

    def __init__(self, L: float, r: float) -> None:
        L = L if L < MAX_FINITE_DEPTH else np.inf
        self.L, self.r, self.log_r = L, r, np.log(r)
        self.range = _stretched(self.log_r, L)  # L (rho - 1)

    @abstractmethod
    def place(self, x: Any, z: Any) -> Any:
        """Return exp(-y) of a state."""

    @abstractmethod
    def state(self, odds: Any) -> tuple[Any, Any]:
        """Return the state at odds = exp(-y)."""

    def _clock(self, x: Any, z: Any) -> tuple[Any, Any, Any]:
        odds = self.place(x, z)
        y = -np.log(odds)
        return odds, self.panels.past_knee(y), self.panels.excess(y)

    def time(self, x0: Any, z0: Any, x: Any, z: Any) -> Any:
        """Return the time from x0 to x, given also z = 1-x of both ends."""
        (odds0, y0, excess0), (odds, y, excess) = self._clock(x0, z0), self._clock(x, z)
        both = np.where((y0 > 0) & (y > 0), np.log(odds0 / odds), y - y0)
        return both + (excess - excess0)

    def birth(self, x0: Any, z0: Any) -> Any:
        """Return the earliest time of the solution through x0."""
        _, y0, excess0 = self._clock(x0, z0)
        return np.where(self.panels.vanishes, -(y0 + excess0), -np.inf)

    def advance(self, x0: Any, z0: Any, t: Any) -> tuple[Any, Any]:
        """Return (x, 1-x) after time t; NaN before the solution exists."""
        odds0, y0, excess0 = self._clock(x0, z0)
        total = y0 + excess0 + t
        late, shift = self.panels.past_origin(total), self.panels.invert(total)
        # Past the knee only the distance travelled enters, so that a tiny 1-x keeps its digits.
        travelled = shift - self.panels.knee - self.panels.origin + excess0 + t
        odds = np.where((y0 > 0) & (late > 0), odds0 * np.exp(-travelled), np.exp(-shift - late))
        return self.state(np.where(self.panels.vanishes & (total < 0), np.nan, odds))


class Below(Side):
    """Solver below the target, 1/r < alpha < 1."""

    def __init__(self, L: float, r: float) -> None:
        super().__init__(L, r)
        self.span = -_stretched(-self.log_r, L)  # L (1 - 1/rho)
        # The rate is near 1 once L (1 - alpha^(1/L)) is below 1/2.
        knee = max(0, int(np.ceil(np.log(2 * self.span))))
        low = -MAX_Y - int(np.log1p(self.range))
        # exp(log(r alpha)) carries log(r) roundings: no finer panel resolves them.
        noise = self.log_r if self.log_r > LARGE_LOG_R else 1.0
        self.panels = PanelIntegral(self.rate, low, knee + MAX_Y, knee=knee, noise=noise)

    def _logs(self, u: Any, one_minus_u: Any) -> tuple[Any, Any]:
        # log(r alpha) and -log(alpha), each from the smaller of u and 1-u
        near_floor = _log1p_stretched(self.range * u, self.L)
        near_target = -_log1p_stretched(-self.span * one_minus_u, self.L)
        low = u < 0.5
        return (
            np.where(low, near_floor, self.log_r - near_target),
            np.where(low, self.log_r - near_floor, near_target),
        )

    def rate(self, y: Any) -> Any:
        """Return d(t/tau)/dy = L (1-v) / (v^(L-1) (1-v^L)), v = alpha^(1/L)."""
        one_minus_u = special.expit(-y)
        _, log = self._logs(special.expit(y), one_minus_u)
        ratio = self.span * one_minus_u / log
        return np.exp(log * (1 - 1 / self.L)) * ratio / special.exprel(-log)

    def place(self, x: Any, z: Any) -> Any:
        """Return the odds (1-u)/u."""
        log = np.where(z < 0.5, np.log1p(-z), np.log(x))
        # log(r alpha), by the form that loses fewer digits
        above_floor = np.log(self.r * x) if self.r > 1.5 else self.log_r + log
        scale = self.range / self.span
        return -_stretched(log, self.L) * scale / _stretched(above_floor, self.L)

    def state(self, odds: Any) -> tuple[Any, Any]:
        """Return (alpha, 1-alpha)."""
        risen, log = self._logs(1 / (1 + odds), 1 / (1 + 1 / odds))
        return np.where(odds > 1, np.exp(risen) / self.r, np.exp(-log)), -np.expm1(-log)


class Above(Side):
    """Solver above the target, alpha > 1."""

    def __init__(self, L: float, r: float) -> None:
        super().__init__(L, r)
        # The rate is near 1 once alpha-1 is below L (1 - 1/rho).
        knee = max(0, -int(np.floor(np.log(-_stretched(-self.log_r, L)))))
        self.panels = PanelIntegral(self.rate, MIN_Y, knee + MAX_Y, knee=knee, slope=2 - 1 / L)

    def rate(self, y: Any) -> Any:
        """Return d(t/tau)/dy = alpha^(2/L-2) (rho-1) / ((r alpha)^(1/L) - 1)."""
        log = np.logaddexp(0, -y)  # log(alpha)
        span = -_stretched(-self.log_r, self.L)  # L (1 - 1/rho)
        slow = span / (_stretched(log, self.L) + span)
        return special.expit(y) ** (2 - 2 / self.L) * slow

    def place(self, x: Any, z: Any) -> Any:
        """Return the excess alpha - 1."""
        return z / x

    def state(self, odds: Any) -> tuple[Any, Any]:
        """Return (1/alpha, 1-1/alpha)."""
        return 1 / (1 + odds), 1 / (1 + 1 / odds)


@lru_cache(maxsize=64)
def solver(L: float, r: float, above: bool) -> Side:
    """Return the tabulated solver of one depth and target on one side of the target."""
    side = Above if above else Below
    try:
        return side(float(L), float(r))
    except UnresolvedError:
        msg = f"no digits are left of block2 times at L={L:g}, r={r:g}; use r up to 1e200"
        raise ValueError(msg) from None
