"""Means over samples, with the interval that figures show."""

from typing import Any

import numpy as np
from scipy import stats


def mean_and_half_interval(values: Any, axis: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean over samples and half of its 95 % interval by Student's t.

    Where the energy is heavy-tailed so are the samples, and the interval needs many of them.
    """
    values = np.asarray(values, dtype=float)
    n = values.shape[axis]
    half = stats.t.ppf(0.975, n - 1) * values.std(axis=axis, ddof=1) / n**0.5
    return values.mean(axis=axis), half
