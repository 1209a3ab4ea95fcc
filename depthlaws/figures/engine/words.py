"""Numbers of captions and titles in words: ranges, and powers from one size to the next."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def span(values: Any, places: int = 2) -> str:
    """Return the least and the largest finite number, or one of both if they look the same.

    >>> span([2.5, 2.468, float("nan")]), span([1.0, 1.001])
    ('2.47 to 2.50', '1.00')
    """
    numbers = np.asarray(values, dtype=float)
    numbers = numbers[np.isfinite(numbers)]
    if not numbers.size:
        return ""
    ends = (f"{end:.{places}f}" for end in (numbers.min(), numbers.max()))
    return " to ".join(dict.fromkeys(ends))


def powers(values: Any, sizes: Sequence[float]) -> np.ndarray:
    """Return p of values that go as size^p from each size to the next; sizes are on the last axis.

    Shapes: values (..., size), sizes (size) -> (..., size - 1).

    >>> powers([1.0, 0.25, 0.0625], [8, 16, 32]).tolist()
    [-2.0, -2.0]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.asarray(values, dtype=float))
    return np.diff(logs, axis=-1) / np.diff(np.log(np.asarray(sizes, dtype=float)))


def largest_miss(law: Any, measured: Any) -> str:
    """Return the largest distance of a law from what is measured, in per cent of the latter.

    >>> largest_miss([2.0, 1.1], [1.0, 1.0])
    '100 %'
    """
    miss = np.abs(np.asarray(law, dtype=float) / np.asarray(measured, dtype=float) - 1)
    miss = miss[np.isfinite(miss)]
    return f"{100 * miss.max():.0f} %" if miss.size else "none"
