"""Bracketed roots: one per element of arrays, or of one function of a number."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import as_float

MOST = 200  # steps of the rule of Illinois: it needs about ten, or a bisection's fifty


def single_root(f: Callable[[float], float], low: float, high: float) -> float:
    """Root of f between two numbers, to 1e-13 of it, by the rule of Illinois.

    Infinite values count as signs. Raises: ArithmeticError if f does not change sign.

    >>> single_root(lambda x: x**3 - 8 if x < 5 else float("inf"), 0.0, 16.0)
    2.0
    """
    near, far, f_near, f_far = high, low, f(high), f(low)
    for _ in range(MOST):
        if f_near == 0 or abs(near - far) <= 1e-13 * abs(near):
            return near
        if not f_near * f_far <= 0:
            break
        finite = math.isfinite(f_near) and math.isfinite(f_far)
        x = near - f_near * (near - far) / (f_near - f_far) if finite else (near + far) / 2
        f_x, step = f(x), abs(x - near)
        if f_x * f_near <= 0:
            far, f_far = near, f_near
        else:
            f_far /= 2
        near, f_near = x, f_x
        if step <= 1e-13 * abs(near):
            return near
    msg = f"no root between {low} and {high}"
    raise ArithmeticError(msg)


def root(f: Callable[..., Any], low: Any, high: Any, *args: Any) -> Any:
    """Root of f(x, *args) between low and high, element by element, to rounding.

    Raises: ArithmeticError if f does not change sign between them.
    """
    from scipy.optimize import elementwise  # a third of a second that few questions pay

    with np.errstate(all="ignore"):
        found = elementwise.find_root(f, (low, high), args=tuple(map(np.asarray, args)))
    if not np.all(found.success):
        msg = f"no root between {low} and {high} for {args} (status {found.status})"
        raise ArithmeticError(msg)
    return as_float(found.x)
