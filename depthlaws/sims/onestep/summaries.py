"""Means and medians over networks, and exponents of the largest rate fitted to them.

Energies are products over the layers: nearly log-normal, with a variance of the logarithm that
grows as depth / width. Beyond depth / width of about a quarter the mean is carried by networks too
rare to be drawn, and its own error bar is too small.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import xarray as xr

from depthlaws.sims.common.argument_checks import choice
from depthlaws.sims.common.estimate import Estimate, shown

__all__ = ["Slope", "fitted_slope", "local_slopes", "summary"]

MAX_SHARE = 0.5  # of the squared deviations: beyond it one network decides the error bar
NORMAL_PERCENTILE_90 = 1.2815515655446004  # standard deviations
AVERAGES = ("mean", "log")


def summary(energies: xr.DataArray, /) -> xr.Dataset:
    """Mean, median and mean logarithm over the networks, with their standard errors.

    Parameters
    ----------
    energies : xarray.DataArray
        Energies (sample, ...) of at least two networks, not negative.

    Returns
    -------
    xarray.Dataset
        ``mean``, ``error``, ``median``, ``log_mean``, ``log_error``, ``log_variance``, ``share``
        and ``trusted``, without the dimension ``sample``. ``trusted`` is False where the error of
        the mean is too small: one network carries more than half of the squared deviations
        (``share``), or n samples are fewer than exp(3 v), v the variance of the logarithm in the
        upper tail (``log_variance``, from the median and the ninetieth percentile): a log-normal
        mean is carried by networks whose logarithm is v above the median.

    Raises
    ------
    ValueError
        If there is no dimension ``sample``, fewer than two samples, or a negative energy.

    Examples
    --------
    >>> result = summary(xr.DataArray([1.0, 2.0, 3.0, 2.0], dims="sample"))
    >>> float(result["mean"]), float(result["median"]), bool(result["trusted"])
    (2.0, 2.0, True)
    """
    if "sample" not in energies.dims or energies.sizes["sample"] < 2:
        msg = f"energies must have a dimension sample of 2 or more, got {dict(energies.sizes)}"
        raise ValueError(msg)
    if not bool((energies >= 0).all()):
        least = float(energies.min(skipna=False))
        msg = f"energies must be numbers of at least 0, got {least:g}; leave out runs that failed"
        raise ValueError(msg)
    plain = Estimate.of(energies, "sample")
    positive = (energies > 0).all("sample")
    logarithm = Estimate.of(np.log(energies.where(positive, 1.0)), "sample")
    square = (energies - plain.mean) ** 2
    total = square.sum("sample")
    share = square.max("sample") / total.where(total > 0, 1.0)
    spread = _log_variance(energies)
    enough = spread <= math.log(energies.sizes["sample"]) / 3
    return xr.Dataset(
        {
            "mean": plain.mean,
            "error": plain.sem,
            "median": energies.median("sample"),
            "log_mean": logarithm.mean.where(positive, -math.inf),
            "log_error": logarithm.sem.where(positive, math.nan),
            "log_variance": spread,
            "share": share,
            "trusted": (share <= MAX_SHARE) & enough,
        }
    )


def _log_variance(energies: xr.DataArray) -> xr.DataArray:
    """Return the variance of the logarithm in the upper half; infinite where half are 0."""
    middle, high = (
        energies.quantile(q, "sample", skipna=False).drop_vars("quantile") for q in (0.5, 0.9)
    )
    ratio = high / middle.where(middle > 0, 1.0)
    spread: xr.DataArray = np.log(ratio.where(ratio > 0, 1.0)) / NORMAL_PERCENTILE_90  # pyrefly: ignore
    return (spread**2).where(middle > 0, math.inf)


@dataclass(frozen=True)
class Slope:
    """Exponent of the maximal update rate in depth, with its standard error.

    Parameters
    ----------
    value, error : float
        Exponent and its standard error.

    Examples
    --------
    >>> print(Slope(-1.372, 0.021))
    -1.37(2)
    >>> low, high = Slope(-1.372, 0.021).interval()
    >>> low < -1.4 < high
    True
    """

    value: float
    error: float

    def __str__(self) -> str:
        """Return the exponent with the error of its last digits, ``-1.37(2)``."""
        return shown(self.value, self.error)

    def interval(self, errors: float = 1.96, /) -> tuple[float, float]:
        """Return the ends of an interval of ``errors`` standard errors to both sides."""
        return self.value - errors * self.error, self.value + errors * self.error


def fitted_slope(budgets: Mapping[int, xr.DataArray], /, *, of: str = "mean") -> Slope:
    """Least-squares slope of log eta* on log L, eta* = S-bar^(-1/2), from budgets by depth.

    Parameters
    ----------
    budgets : mapping from int to xarray.DataArray
        Budgets S-bar (sample,) of independent runs by depth L, for at least two depths.
    of : str
        Average: ``mean`` of the budgets, as the paper defines eta*, or ``log``, the mean of
        log S-bar.

    Returns
    -------
    Slope
        Exponent and its standard error, by the delta method for the logarithm of a mean.

    Raises
    ------
    ValueError
        If there are fewer than two depths or ``of`` is unknown.

    Examples
    --------
    >>> runs = {L: xr.DataArray([L**3.0, L**3.0], dims="sample") for L in (4, 8, 16)}
    >>> fitted_slope(runs).value
    -1.5
    """
    depths, rates, errors = _rates(budgets, of)
    x = np.log(depths) - np.log(depths).mean()
    weights = x / (x @ x)
    return Slope(float(weights @ rates), float(np.sqrt(weights**2 @ errors**2)))


def local_slopes(budgets: Mapping[int, xr.DataArray], /, *, of: str = "mean") -> list[Slope]:
    """Slopes of log eta* on log L between neighbouring depths, as in :func:`fitted_slope`.

    Parameters
    ----------
    budgets, of
        Arguments of :func:`fitted_slope`.

    Returns
    -------
    list of Slope
        Exponents, one fewer than there are depths.

    Examples
    --------
    >>> runs = {L: xr.DataArray([L**3.0, L**3.0], dims="sample") for L in (4, 8, 16)}
    >>> [slope.value for slope in local_slopes(runs)]
    [-1.5, -1.5]
    """
    depths = sorted(budgets)
    pairs = itertools.pairwise(depths)
    return [fitted_slope({a: budgets[a], b: budgets[b]}, of=of) for a, b in pairs]


def _rates(
    budgets: Mapping[int, xr.DataArray], of: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the depths, log eta* at each of them, and its standard errors."""
    choice("of", of, AVERAGES)
    if len(budgets) < 2:
        msg = f"a slope needs two depths or more, got {sorted(budgets)}"
        raise ValueError(msg)
    depths = sorted(budgets)
    estimates = [Estimate.of(_averaged(budgets[L], of), "sample") for L in depths]
    level, errors = np.array([[float(e.mean), float(e.sem)] for e in estimates]).T
    if of == "mean":
        level, errors = np.log(level), errors / level
    return np.array(depths, dtype=float), -0.5 * level, 0.5 * errors


def _averaged(budgets: xr.DataArray, of: str) -> xr.DataArray:
    """Return the budgets or their logarithms. Raises: ValueError if a budget has no logarithm."""
    if of == "mean":
        return budgets
    if not bool((budgets > 0).all()):
        msg = "of='log' needs positive budgets, got 0 for a network of this run; use of='mean'"
        raise ValueError(msg)
    return np.log(budgets)  # pyrefly: ignore[bad-return]
