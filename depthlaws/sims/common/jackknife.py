"""Errors of statistics of means over samples, by leaving out one sample at a time."""

from collections.abc import Callable

import numpy as np

__all__: list[str] = []


def pseudo_values(statistic: Callable[[np.ndarray], float], samples: np.ndarray, /) -> np.ndarray:
    """Return values, (sample,), whose mean is a statistic of the mean over samples.

    Their standard error is that of the statistic, such as the largest over the smallest of a mean
    curve; the bias of order 1/samples is taken off.

    Parameters
    ----------
    statistic : callable
        Statistic of a mean, (...) -> number.
    samples : array (..., sample)
        Samples, independent.

    Returns
    -------
    array (sample,)
        Pseudo-values of the jackknife.

    Examples
    --------
    >>> pseudo_values(lambda mean: 2 * mean, np.array([1.0, 2.0, 6.0])).tolist()
    [2.0, 4.0, 12.0]
    """
    n, total = samples.shape[-1], samples.sum(axis=-1)
    left = [statistic((total - samples[..., i]) / (n - 1)) for i in range(n)]
    return n * statistic(total / n) - (n - 1) * np.array(left)
