"""Comparisons of theory with simulated means, in standard errors, under one alarm."""

import math
from typing import Any

import numpy as np
from scipy import stats


class Comparisons:
    """z = (simulated - theory) / standard error of many comparisons.

    Parameters
    ----------
    alarm : float
        Probability that any of them exceeds the limit by chance.
    """

    def __init__(self, alarm: float) -> None:
        self.alarm, self.freedom = alarm, math.inf
        self.z: list[float] = []
        self.names: list[Any] = []

    def add(self, name: Any, z: Any, freedom: float = math.inf) -> None:
        """Add values of z, whose errors have these degrees of freedom; NaN counts as infinite."""
        sizes = np.abs(np.ravel(z))
        self.z += np.where(np.isnan(sizes), np.inf, sizes).tolist()
        self.names += [name] * sizes.size
        self.freedom = min(self.freedom, freedom)

    @property
    def limit(self) -> float:
        """Two-sided limit of Student's t for all comparisons together."""
        return float(stats.t.isf(self.alarm / 2 / len(self.z), self.freedom))

    def hold(self) -> None:
        """Assert that no comparison exceeds the limit."""
        at = int(np.argmax(self.z))
        assert self.z[at] < self.limit, f"{self.z[at]:.1f} standard errors at {self.names[at]}"
