"""Arguments of public functions: the one place for what is said about bad ones."""

import math
import operator
from typing import Any

import numpy as np


def require(name: str, value: Any, allowed: Any, text: str) -> None:
    """Raise ValueError naming the first value that is not allowed."""
    if not np.all(allowed):
        bad = np.ravel(value)[np.ravel(~np.asarray(allowed)).argmax()]
        msg = f"{name} must be {text}, got {bad:g}"
        raise ValueError(msg)


def numbers(name: str, value: Any) -> Any:
    """Float64 array or scalar without NaN."""
    try:
        out = np.asarray(value, dtype=float)[()]
    except (TypeError, ValueError):
        msg = f"{name} must be a real number or an array of them, got {value!r}"
        raise ValueError(msg) from None
    require(name, out, ~np.isnan(out), "a number")
    return out


def positive(name: str, value: Any) -> Any:
    """Positive finite numbers."""
    out = numbers(name, value)
    require(name, out, (out > 0) & np.isfinite(out), "positive and finite")
    return out


def count(name: str, value: Any) -> int:
    """Return value as an integer of at least 1.

    Raises: ValueError or TypeError naming the argument.
    """
    try:
        number = operator.index(value)
    except TypeError:
        msg = f"{name} must be an integer, got {value!r}"
        raise TypeError(msg) from None
    if number < 1:
        msg = f"{name} must be at least 1, got {number}"
        raise ValueError(msg)
    return number


def finite(name: str, value: Any) -> float:
    """Return value as a finite float.

    Raises: ValueError naming the argument.
    """
    if not math.isfinite(value):
        msg = f"{name} must be finite, got {value}"
        raise ValueError(msg)
    return float(value)


def common_shape(**arrays: Any) -> tuple[int, ...]:
    """Broadcast shape of all arrays; ValueError naming the shapes that clash."""
    shapes = {name: np.shape(a) for name, a in arrays.items()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        text = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if shape)
        msg = f"shapes do not broadcast: {text}"
        raise ValueError(msg) from None


def as_float(x: Any) -> Any:
    """Float for a 0-d array or NumPy scalar; arrays as they are."""
    return x if np.ndim(x) else float(x)
