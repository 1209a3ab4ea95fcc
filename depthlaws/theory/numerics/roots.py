"""Bracketed roots, one per element of arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import as_float


def root(f: Callable[..., Any], low: Any, high: Any, *args: Any) -> Any:
    """Root of f(x, *args) between low and high, element by element, to rounding.

    Raises: ArithmeticError if f does not change sign between them.
    """
    from scipy.optimize import elementwise  # a third of a second that few questions pay

    with np.errstate(all="ignore"):
        result = elementwise.find_root(f, (low, high), args=tuple(map(np.asarray, args)))
    if not np.all(result.success):
        msg = f"no root between {low} and {high} for {args} (status {result.status})"
        raise ArithmeticError(msg)
    return as_float(result.x)
