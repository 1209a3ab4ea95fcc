"""A mean with its statistical error, that merges."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Estimate"]


@dataclass(frozen=True, eq=False)
class Estimate:
    """Number of samples, their mean, and the sum m2 of their squared deviations from it.

    ``mean`` and ``m2`` are floats, arrays or DataArrays of one shape. ``a + b`` is the estimate
    from both sets of samples; ``Estimate(0, 0.0, 0.0)`` is the empty one.
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

        Raises: ValueError if there are no samples or one is not finite.
        """
        x: Any = samples if hasattr(samples, "dims") else np.asarray(samples)
        x = x.astype(np.float64)
        number = x.get_axis_num(axis) if isinstance(axis, str) else axis
        n = x.shape[number] if x.ndim else 0
        if n == 0 or not bool(np.isfinite(x).all()):
            msg = f"samples must be present and finite, got shape {x.shape}"
            raise ValueError(msg)
        return cls(n, _plain(x.mean(axis=number)), _plain(n * x.var(axis=number)))

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

    __hash__ = None  # pyrefly: ignore[bad-override]  # the fields may be arrays

    @property
    def variance(self) -> Any:
        """Unbiased variance of one sample; NaN below two samples."""
        return self.m2 / (self.n - 1) if self.n > 1 else self.m2 + math.nan

    @property
    def sem(self) -> Any:
        """Standard error of the mean; NaN below two samples."""
        return _plain(np.sqrt(self.variance / max(self.n, 1)))

    def z(self, truth: Any, /) -> Any:
        """Standard errors between the mean and a truth: 0 where they are equal, else maybe inf."""
        off = self.mean - truth
        with np.errstate(divide="ignore"):
            return _plain(np.divide(off, np.where(off == 0, 1.0, self.sem)))


def _plain(x: Any) -> Any:
    """Return a Python float for a scalar, so that eval(repr(estimate)) gives the estimate back."""
    return x if hasattr(x, "dims") or np.ndim(x) else float(x)
