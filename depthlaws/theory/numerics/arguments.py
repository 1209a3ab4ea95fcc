"""Checks of the arguments of public functions, and their error messages.

One rule for types: a number is the double, or the integer of any size, that has its value, and so
is every element of a list or an array. Arguments of type float16, float32 or a small integer type
are converted to that double or integer first, never computed with in their own arithmetic; answers
are doubles.
"""

import contextlib
import math
import operator
from typing import Any

import numpy as np

from depthlaws.base.argument_errors import broken_shapes, shown


def require(name: str, value: Any, allowed: Any, text: str) -> None:
    """Raise ValueError naming the first value that is not allowed."""
    if not np.all(allowed):
        bad = np.ravel(value)[np.ravel(~np.asarray(allowed)).argmax()]
        short = f"{bad:g}"
        got = short if np.isnan(bad) or float(short) == bad else repr(float(bad))
        msg = f"{name} must be {text}, got {got}"
        raise ValueError(msg)


class NotRealError(TypeError, ValueError):
    """An argument that is no real number: text, a truth value, a date, complex, None, ragged."""


def reals(name: str, value: Any) -> Any:
    """Return numbers, lists and arrays of them as a float64 array or scalar; NaN may be among them.

    Raises: NotRealError naming the argument, also where elements of a masked array are masked.
    """
    if isinstance(value, np.ma.MaskedArray):
        if np.ma.is_masked(value):
            at = tuple(int(i) for i in np.argwhere(np.ma.getmaskarray(value))[0])
            msg = f"{name} must have no masked elements, got one at {at}; fill or compress it first"
            raise NotRealError(msg)
        value = value.data
    out = value if isinstance(value, (float, np.ndarray)) else _array(name, value)
    if isinstance(out, np.ndarray) and out.dtype != np.float64:
        out = _as_float64(name, value, out)
    out = np.asarray(out, order="C")
    # NumPy has no vector code for reversed arrays, and then rounds differently.
    return (out.copy() if min(out.strides, default=0) < 0 else out)[()]


def numbers(name: str, value: Any) -> Any:
    """Return numbers as :func:`reals` does, without NaN. Raises: ValueError naming the argument."""
    out = reals(name, value)
    require(name, out, ~np.isnan(out), "a number")
    return out


def _array(name: str, value: Any) -> np.ndarray:
    try:
        return np.asarray(value)
    except (TypeError, ValueError, RuntimeError):  # the last: in over 32 brackets
        raise _not_real(name, value) from None


def _as_float64(name: str, value: Any, array: np.ndarray) -> np.ndarray:
    if array.dtype.kind in "fiu":
        with np.errstate(over="ignore"):
            doubles = array.astype(np.float64)
        if np.any(np.isinf(doubles) & ~np.isinf(array)):
            msg = f"{name} must be within the range of doubles (1.8e308), got {shown(value)}"
            raise ValueError(msg)
        return doubles
    exact = array.dtype.kind == "O" and all(_is_exact(x) for x in array.flat)
    if not exact:
        raise _not_real(name, value)
    try:
        return array.astype(np.float64)
    except OverflowError:
        msg = f"{name} must be within the range of doubles (1.8e308), got a larger integer"
        raise ValueError(msg) from None


def _is_exact(x: Any) -> bool:
    """Return True for fractions, big integers, and numbers of mpmath and SymPy."""
    return hasattr(x, "__float__") and not isinstance(x, (str, bytes, bool, np.bool_, complex))


def _not_real(name: str, value: Any) -> NotRealError:
    return NotRealError(f"{name} must be a real number or an array of them, got {shown(value)}")


def positive(name: str, value: Any) -> Any:
    """Return positive finite numbers. Raises: ValueError naming the argument."""
    out = numbers(name, value)
    require(name, out, (out > 0) & np.isfinite(out), "positive and finite")
    return out


def whole(name: str, value: Any) -> int:
    """Return value as Python's integer, which does not overflow.

    Raises: TypeError naming the argument.
    """
    if not isinstance(value, (bool, np.bool_)):
        with contextlib.suppress(TypeError):
            return operator.index(value)
    msg = f"{name} must be an integer, got {shown(value)}"
    raise NotRealError(msg)


def count(name: str, value: Any) -> int:
    """Return value as an integer of at least 1.

    Raises: ValueError or TypeError naming the argument.
    """
    number = whole(name, value)
    if number < 1:
        msg = f"{name} must be at least 1, got {shown(number)}"
        raise ValueError(msg)
    return number


def finite(name: str, value: Any) -> float:
    """Return value as a finite float.

    Raises: ValueError naming the argument.
    """
    number = reals(name, value)
    if np.ndim(number) != 0:
        msg = f"{name} must be one number, got an array of shape {np.shape(number)}"
        raise NotRealError(msg)
    if not math.isfinite(number):
        msg = f"{name} must be finite, got {value}"
        raise ValueError(msg)
    return float(number)


def with_axes(name: str, value: Any, *axes: str) -> np.ndarray:
    """Return an array of numbers with exactly these axes, none of them empty."""
    array = np.asarray(numbers(name, value))
    if array.ndim != len(axes) or 0 in array.shape:
        msg = f"{name} must have the axes ({', '.join(axes)}), got shape {array.shape}"
        raise ValueError(msg)
    return array


def common_shape(**arrays: Any) -> tuple[int, ...]:
    """Return the broadcast shape of all arrays; ValueError naming the shapes that clash."""
    shapes = {name: np.shape(a) for name, a in arrays.items()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(broken_shapes(shapes)) from None


def as_float(x: Any) -> Any:
    """Return a float for a 0-d array or NumPy scalar; arrays as they are."""
    return x if np.ndim(x) else float(x)
