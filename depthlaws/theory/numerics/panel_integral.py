"""Integral T(y) of a positive rate, and its inverse, as polynomials on equal panels."""

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.numerics.binade_table import chebyshev_points, interpolate

DEGREE = 15  # of the polynomials
MAX_TAIL = 1e-15  # last Chebyshev coefficients of a resolved panel, over the largest value
MIN_WIDTH = 2.0**-8  # of a panel
NEWTON_STEPS = 50
LAST_STEP = 1e-9  # of Newton's iteration: the error after it is its square


def _horner(table: np.ndarray, x: Any) -> Any:
    out = table[-1]
    for coefficients in table[-2::-1]:
        out = out * x + coefficients
    return out


def _lookup(table: np.ndarray, row: Any, x: Any) -> Any:
    out = table[-1].take(row)
    for coefficients in table[-2::-1]:
        out = out * x + coefficients.take(row)
    return out


class UnresolvedError(ValueError):
    """A rate that varies within the smallest panel."""


class PanelIntegral:
    """T(y) with T' = rate, and y(T), on [low, high]; the rate tends to 1 at high.

    T = 0 at y = knee, unless ``slope`` is given: the rate then decays like exp(slope*y) at low, and
    T vanishes at -infinity. Past the knee both functions are stored relative to unit slope, where
    they are bounded. ``noise`` is the rounding of the rate itself, in units of about 4 eps.
    """

    def __init__(
        self,
        rate: Callable[[Any], Any],
        low: int,
        high: int,
        *,
        knee: int = 0,
        slope: float | None = None,
        noise: float = 1.0,
    ) -> None:
        self.noise = noise
        self.vanishes = slope is not None
        self.low, self.knee, self.high = float(low), float(knee), float(high)
        self.end_rate = float(rate(np.float64(low)))
        self.width = 1.0
        while not self._build(rate, slope):
            self.width /= 2
            if self.width < MIN_WIDTH:
                msg = f"the rate has structure below {MIN_WIDTH} in y: not resolved"
                raise UnresolvedError(msg)

    def _build(self, rate: Any, slope: float | None) -> bool:
        half = self.width / 2
        middle = np.arange(self.low, self.high, self.width) + half
        self.unit = (middle > self.knee).astype(float)
        values = rate(middle + half * chebyshev_points(DEGREE)[:, None])
        table, last = interpolate(values - self.unit)
        if np.any(last > MAX_TAIL * np.maximum(self.noise, np.abs(middle)) * values.max(axis=0)):
            return False
        integral = half * table / np.arange(1, DEGREE + 2)[:, None]
        forward = np.vstack([np.zeros_like(middle), integral])
        forward[0] -= _horner(forward, -1.0)
        gains = _horner(forward, 1.0)
        at_knee = round((self.knee - self.low) / self.width)
        if slope is None:
            left, right = -np.cumsum(gains[:at_knee][::-1])[::-1], np.cumsum(gains[at_knee:])
            excess = np.concatenate([left, [0.0], right])
        else:
            start = self.end_rate / slope
            excess = np.concatenate([[start], start + np.cumsum(gains)])
        self.origin = excess[at_knee]
        total = excess + self.past_knee(self.low + self.width * np.arange(len(excess)))
        self.edges = self._key(total)
        self.spans = np.diff(self.edges)
        self.forward = forward.copy()
        self.forward[0] += excess[:-1]
        return self._build_inverse(forward, total[:-1], middle, half)

    def _key(self, total: Any) -> Any:
        # An exponential tail is nearly linear in log T.
        return np.log(total) if self.vanishes else total

    def _build_inverse(
        self, rise: np.ndarray, total: np.ndarray, middle: np.ndarray, half: float
    ) -> bool:
        points = chebyshev_points(DEGREE)[:, None]
        rate = rise[1:] * np.arange(1, len(rise))[:, None]
        target = self.spans * (points + 1) / 2
        target = total * np.expm1(target) if self.vanishes else target
        x, step = np.broadcast_to(points, target.shape), np.full_like(target, np.inf)
        for _ in range(NEWTON_STEPS):
            error = _horner(rise, x) + self.unit * half * (x + 1) - target
            step = error / (_horner(rate, x) + self.unit * half)
            x = np.clip(x - step, -1.0, 1.0)
            if np.abs(step).max() < 1e-15:
                break
        if np.abs(step).max() > LAST_STEP:
            return False
        right = self.knee + self.origin - _horner(self.forward, x)
        values = np.where(self.unit == 1, right, middle + half * x)
        self.inverse, last = interpolate(values)
        return not np.any(last > MAX_TAIL * np.maximum(1, np.abs(values).max(axis=0)))

    def past_knee(self, y: Any) -> Any:
        """Return max(y - knee, 0)."""
        return np.maximum(y - self.knee, 0.0)

    def past_origin(self, total: Any) -> Any:
        """Return max(T - T(knee), 0)."""
        return np.maximum(total - self.origin, 0.0)

    def excess(self, y: Any) -> Any:
        """Return T(y) - past_knee(y)."""
        inside = np.clip(y, self.low, self.high)
        row = np.minimum((inside - self.low) / self.width, len(self.unit) - 1).astype(np.int64)
        local = (inside - (self.low + self.width * (row + 0.5))) * (2 / self.width)
        return _lookup(self.forward, row, local) + np.minimum(y - self.low, 0.0) * self.end_rate

    def invert(self, total: Any) -> Any:
        """Return y(T) - past_origin(T) at T = total."""
        key = self._key(total)
        row = np.clip(np.searchsorted(self.edges, key, side="right") - 1, 0, len(self.unit) - 1)
        local = np.clip(2 * (key - self.edges.take(row)) / self.spans.take(row) - 1, -1.0, 1.0)
        beyond = 0.0 if self.vanishes else np.minimum(key - self.edges[0], 0.0) / self.end_rate
        return _lookup(self.inverse, row, local) + beyond
