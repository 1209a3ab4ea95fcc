"""Integral T(u) of a positive analytic rate over many magnitudes, and its inverse.

Panels are halved until a polynomial of fixed degree is the rate on each of them, relative to its
smallest value there. All panels of one width are computed together, and none beyond the T that is
asked for.
"""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.numerics.binade_table import chebyshev_points, interpolate

DEGREE = 15  # of the polynomials
MAX_TAIL = 1e-13  # last Chebyshev coefficients of a resolved panel, over the smallest value
MAX_RATIO = 16.0  # largest over smallest value of the rate on a panel
MAX_HALVINGS = 70
MAX_STEPS = 60  # of Newton's iteration with bisection
LAST_STEP = 1e-10  # relative: the error after it is its square
MAX_WIDTH = 8.0  # of a panel to begin with, in units of u
SLOWEST, FASTEST = 1e305, 1e-280  # rates beyond are set to these
MAX_TOTAL = 1e290  # at the slowest rate it is gained within a rounding error of u

Rate = Callable[[np.ndarray], np.ndarray]


def _value(rows: np.ndarray, x: Any) -> Any:
    out = rows[-1]
    for coefficients in rows[-2::-1]:
        out = out * x + coefficients
    return out


class ResolvedIntegral:
    """T(u), 0 at edges[0], and u(T), from a rate dT/du between the first and the last edge.

    The relative error of T is about that of the rate, ``noise``, or 1e-13, however small T is.
    T is resolved up to ``until``, at most MAX_TOTAL, and infinite beyond.
    """

    def __init__(
        self, rate: Rate, edges: list[float], *, noise: float, until: float = MAX_TOTAL
    ) -> None:
        left, right, tables = _resolve(rate, _panels(edges), max(MAX_TAIL, noise), until)
        self.until = until
        self.edges = np.append(left, right[-1])
        self.half = np.diff(self.edges) / 2
        self.rates = self.half * tables
        self.means = self.half * _means(tables)
        self.totals = np.append(0.0, np.cumsum(2 * _value(self.means, 1.0)))

    def __call__(self, u: Any) -> Any:
        """Return T at u, infinite where T is above ``until``."""
        row = np.clip(np.searchsorted(self.edges, u, side="right") - 1, 0, self.half.size - 1)
        step = (u - self.edges[row]) / self.half[row]
        total = self.totals[row] + step * _value(self.means[:, row], step - 1)
        return np.where((u > self.edges[-1]) | (total > self.until), np.inf, total)

    def inverse(self, total: Any) -> Any:
        """Return u at T = total, up to ``until``; the last edge where T stays below total."""
        row = np.searchsorted(self.totals[:-1], total, side="right") - 1
        gain, means, rates = total - self.totals[row], self.means[:, row], self.rates[:, row]
        low, high = np.zeros_like(gain), np.full_like(gain, 2.0)
        step = np.minimum(gain / _value(rates, -1.0), 2.0)  # from the left edge, in half panels
        moved = np.full_like(gain, np.inf)
        for _ in range(MAX_STEPS):
            excess = step * _value(means, step - 1) - gain
            low, high = np.where(excess > 0, low, step), np.where(excess > 0, step, high)
            new = step - excess / _value(rates, step - 1)
            new = np.where((new >= low) & (new <= high), new, (low + high) / 2)
            moved, step = np.abs(new - step), new
            if np.all(moved <= LAST_STEP * step):
                return self.edges[row] + self.half[row] * step
        msg = f"no u with T(u) = {total[moved > LAST_STEP * step][0]:g} in {MAX_STEPS} steps"
        raise ArithmeticError(msg)


def _means(rates: np.ndarray) -> np.ndarray:
    """Return coefficients of the integral from -1 to x, over x + 1: positive as the rates."""
    out = rates / np.arange(1, len(rates) + 1)[:, None]
    for power in range(len(out) - 2, -1, -1):
        out[power] -= out[power + 1]
    return out


def _panels(edges: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return left and right ends of panels of at most the widest width between the edges."""
    pieces = [
        np.linspace(low, high, int(np.ceil((high - low) / MAX_WIDTH)) + 1)
        for low, high in itertools.pairwise(edges)
    ]
    return np.concatenate([p[:-1] for p in pieces]), np.concatenate([p[1:] for p in pieces])


def _resolve(
    rate: Rate, panels: tuple[np.ndarray, np.ndarray], max_tail: float, until: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return left ends, right ends and polynomials (power, panel) of resolved panels."""
    left, right = panels
    table = np.empty((DEGREE + 1, left.size))
    least = np.empty_like(left)  # T gained on a panel is not less
    new = np.ones(left.size, dtype=bool)
    for _ in range(MAX_HALVINGS):
        middle, half = (left[new] + right[new]) / 2, (right[new] - left[new]) / 2
        values = np.clip(rate(middle + half * chebyshev_points(DEGREE)[:, None]), FASTEST, SLOWEST)
        table[:, new], last = interpolate(values)
        low, high = values.min(axis=0), values.max(axis=0)
        least[new] = 2 * half * low
        new[new] = (last > max_tail * low) | (high > MAX_RATIO * low)
        needed = slice(None, 1 + int(np.searchsorted(np.cumsum(least), until, side="right")))
        left, right, least, new = left[needed], right[needed], least[needed], new[needed]
        table = table[:, needed]
        if not new.any():
            return left, right, table
        twice = np.repeat(np.arange(left.size), 1 + new)
        second = np.append(False, twice[1:] == twice[:-1])
        first = np.append(twice[1:] == twice[:-1], False)
        middle = (left + right) / 2
        left, right = (
            np.where(second, middle[twice], left[twice]),
            np.where(first, middle[twice], right[twice]),
        )
        table, least, new = table[:, twice], least[twice], new[twice]
    msg = f"the rate is not resolved by panels of width {(right - left).min():g}"
    raise ArithmeticError(msg)
