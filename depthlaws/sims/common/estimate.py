"""Means of samples with their statistical errors, which can be merged."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Estimate"]


@dataclass(frozen=True, eq=False, repr=False)
class Estimate:
    """Number of samples, their mean, and the sum of their squared deviations from it.

    ``a + b`` is the estimate from both sets of samples; ``Estimate(0, 0.0, 0.0)`` is empty.

    Parameters
    ----------
    n : int
        Number of samples, at least 0.
    mean : float, array or DataArray
        Mean of the samples.
    m2 : float, array or DataArray
        Sum of the squared deviations, of the shape of ``mean``.

    Raises
    ------
    ValueError
        If ``n`` is negative or the shapes differ.

    Examples
    --------
    >>> Estimate.of([1.2, 1.9, 1.4, 1.5])
    Estimate(1.50(15), n=4)
    >>> round(Estimate.of([1.2, 1.9, 1.4, 1.5]).z(1.0), 2)
    3.4
    """

    n: int
    mean: Any
    m2: Any

    def __post_init__(self) -> None:
        if self.n < 0 or np.shape(self.mean) != np.shape(self.m2):
            shapes = np.shape(self.mean), np.shape(self.m2)
            msg = f"n must be at least 0 and the shapes equal, got n={self.n}, shapes {shapes}"
            raise ValueError(msg)

    @classmethod
    def of(cls, samples: Any, /, axis: int | str = 0) -> "Estimate":
        """Estimate the mean over an axis, or over a named dimension of a DataArray.

        Parameters
        ----------
        samples : array or DataArray
            Samples, at least one.
        axis : int or str
            Axis, or name of the dimension, that counts the samples.

        Returns
        -------
        Estimate
            Mean over that axis.

        Raises
        ------
        ValueError
            If there is no sample or one is not finite.
        TypeError
            If the samples are no numbers.
        """
        x: Any = samples if hasattr(samples, "dims") else _array(samples)
        if x.dtype.kind not in "biuf":
            msg = f"samples must be numbers, got {samples!r}"
            raise TypeError(msg)
        x = x.astype(np.float64)
        number = x.get_axis_num(axis) if isinstance(axis, str) else axis
        n = x.shape[number] if x.ndim else 0
        if n == 0 or not bool(np.isfinite(x).all()):
            msg = f"samples must be present and finite, got shape {x.shape}"
            raise ValueError(msg)
        return cls(n, _number(x.mean(axis=number)), _number(n * x.var(axis=number)))

    def __add__(self, other: "Estimate") -> "Estimate":
        if not isinstance(other, Estimate):
            return NotImplemented
        n = self.n + other.n
        if 0 in (self.n, other.n):
            return other if self.n == 0 else self
        # Chan, Golub, LeVeque: the means differ by delta, which carries n m / (n + m) delta^2.
        delta = other.mean - self.mean
        mean = self.mean + delta * (other.n / n)
        return Estimate(n, mean, self.m2 + other.m2 + delta * delta * (self.n * other.n / n))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Estimate) and all(
            np.array_equal(a, b)
            for a, b in ((self.n, other.n), (self.mean, other.mean), (self.m2, other.m2))
        )

    def __str__(self) -> str:
        """Return the mean with the error of its last digits, ``1.569(7)``, entry by entry."""
        mean, error = np.asarray(self.mean), np.asarray(self.sem)
        text = [shown(float(m), float(e)) for m, e in zip(mean.flat, error.flat, strict=True)]
        if mean.ndim == 0:
            return text[0]
        return np.array2string(
            np.array(text, dtype=object).reshape(mean.shape), formatter={"all": str}
        )

    def __repr__(self) -> str:
        return f"Estimate({self}, n={self.n})"

    def _repr_html_(self) -> str:
        return f"<code>{self}</code> from {self.n} samples"

    __hash__ = None  # pyrefly: ignore[bad-override]  # the fields may be arrays

    @property
    def variance(self) -> Any:
        """Unbiased variance of one sample; NaN below two samples."""
        return self.m2 / (self.n - 1) if self.n > 1 else self.m2 + math.nan

    @property
    def sem(self) -> Any:
        """Standard error of the mean; NaN below two samples."""
        return _number(np.sqrt(self.variance / max(self.n, 1)))

    def z(self, truth: Any, /) -> Any:
        """Return (mean - truth) in standard errors: 0 where they are equal, else possibly inf."""
        deviation = self.mean - truth
        with np.errstate(divide="ignore"):
            return _number(np.divide(deviation, np.where(deviation == 0, 1.0, self.sem)))


def shown(mean: float, error: float) -> str:
    """Return a value with the error of its last digits, ``1.569(7)``; two if the first is a 1.

    >>> shown(1.5693, 0.0071), shown(-12345.0, 130.0), shown(3.2e-12, 1e-14)
    ('1.569(7)', '-12345(130)', '3.200(10)e-12')
    """
    if not (math.isfinite(mean) and math.isfinite(error) and error > 0):
        return f"{mean:.6g}({'0' if error == 0 else '?'})"
    power = math.floor(math.log10(max(abs(mean), error)))
    power = 0 if -4 <= power < 6 else power
    mean, error = mean / 10.0**power, error / 10.0**power
    first = math.floor(math.log10(error))
    decimals = max(0, (1 if error < 1.95 * 10.0**first else 0) - first)
    tail = f"e{power:+03d}" if power else ""
    return f"{mean:.{decimals}f}({error * 10.0**decimals:.0f}){tail}"


def _array(samples: Any) -> np.ndarray:
    try:
        return np.asarray(samples)
    except ValueError as error:
        msg = f"samples must be numbers in equal rows, got {samples!r}"
        raise TypeError(msg) from error


def _number(x: Any) -> Any:
    """Return a Python float for a scalar."""
    return x if hasattr(x, "dims") or np.ndim(x) else float(x)
