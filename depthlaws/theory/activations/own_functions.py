"""Activations of one's own: what their functions must be, and kernels by quadrature."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.activations.catalogue import Activation, by_quadrature
from depthlaws.theory.activations.gaussian_means import resolved

__all__ = ["from_function"]

_GROWTH_POINTS = np.array([-1e8, -1e4, -1.0, 0.5, 1e4, 1e8])  # growth shows between 1e4 and 1e8
_DERIVATIVE_POINTS = np.array([-8.0, -1.0, 0.5, 8.0])  # farther out exponentials may overflow
# Irrational, so that no kink lies between the ends of a difference quotient.
_SLOPE_POINTS = math.sqrt(2) * np.array([-2.1, -1.3, -0.9, -0.31, -0.11, 0.13, 0.37, 0.7, 1.1, 2.3])
_STEP = 1e-5  # half the width of a difference quotient
_SLOPE_TOLERANCE = 1e-4  # of the slope, or absolutely below 1


def _text(name: str) -> str:
    if not isinstance(name, str):
        msg = f"name must be text, got {shown(name)}"
        raise TypeError(msg)
    return name


def _elementwise(name: str, function: Callable[[Any], Any], x: Any) -> Any:
    """Return the values at an array: one finite number per point, else TypeError or ValueError."""
    if not callable(function):
        msg = f"{name} must be a function of arrays, got {shown(function)}"
        raise TypeError(msg)
    with np.errstate(all="ignore"):
        answer = np.asarray(function(x))
    if answer.dtype.kind not in "fiub":
        msg = f"{name} must return real numbers, got {shown(answer)}"
        raise TypeError(msg)
    value = answer.astype(np.float64)
    if value.shape != np.shape(x):
        msg = f"{name} must keep the shape {np.shape(x)} of its argument, got {value.shape}"
        raise ValueError(msg)
    if not np.all(np.isfinite(value)):
        bad = x[~np.isfinite(value)][0]
        msg = f"{name} must be finite everywhere, got {value[~np.isfinite(value)][0]} at {bad:g}"
        raise ValueError(msg)
    return value


def _at_most_linear(name: str, function: Callable[[Any], Any]) -> None:
    """Raise ValueError for a function that grows faster than linearly."""
    value = np.abs(_elementwise(name, function, _GROWTH_POINTS))
    near, far = value[[1, 4]].max(), value[[0, 5]].max()
    if far > 2e4 * (near + 1e4):
        msg = f"{name} must grow at most linearly, got {near:.3g} at 1e4 and {far:.3g} at 1e8"
        raise ValueError(msg)


def _is_slope(function: Callable[[Any], Any], derivative: Callable[[Any], Any]) -> None:
    """Raise ValueError where a derivative differs from the function's difference quotient."""
    x = _SLOPE_POINTS
    with np.errstate(all="ignore"):
        quotient = (function(x + _STEP) - function(x - _STEP)) / (2 * _STEP)
        stated = np.asarray(derivative(x), dtype=np.float64)
    scale = np.maximum(np.abs(stated), np.abs(quotient))
    wrong = np.abs(stated - quotient) > _SLOPE_TOLERANCE * np.maximum(scale, 1.0)
    if np.any(wrong):
        at = int(np.argmax(wrong))
        msg = (
            f"derivative must be the slope of function: at {x[at]:g} it is {stated[at]:.6g}, "
            f"the slope is {quotient[at]:.6g}"
        )
        raise ValueError(msg)


def from_function(
    name: str, function: Callable[[Any], Any], derivative: Callable[[Any], Any]
) -> Activation:
    """Return an activation of your own, with kernels by quadrature at any variance.

    The function may have kinks and its derivative jumps; both are found where they are. The
    relative error of a kernel is at most about 1e-10, at variances from 1e-6 to 1e8 and every
    correlation, or it is refused: each answer checks that its nodes resolve the function. Where
    waves cancel, as for a sine of large variance, it is 1e-16 of E phi(x)^2 instead.

    Parameters
    ----------
    name : str
        Name of the new activation.
    function : callable
        The activation, on arrays: elementwise, finite, continuous, and at most linear at infinity.
    derivative : callable
        Its derivative, on arrays. It is compared with the slope of ``function`` at some points.

    Returns
    -------
    Activation
        The activation, for every argument that takes the name of one.

    Raises
    ------
    TypeError
        If the name is no text or a function is not callable.
    ValueError
        If a function is not elementwise, not finite, jumps, or grows faster than linearly, if the
        derivative differs from the slope of the function, or if it has too many waves or jumps
        to be resolved. The last is raised by the kernel whose variance reaches them.

    References
    ----------
    Source: looped, beyond the paper (X-11).

    Examples
    --------
    >>> import numpy as np
    >>> from depthlaws import activations
    >>> tanh = activations.from_function("tanh", np.tanh, lambda x: 1 / np.cosh(x) ** 2)
    >>> float(tanh.dual(1.0, 0.5, 1.0))
    0.186324
    """
    name = _text(name)
    _at_most_linear("function", function)
    _elementwise("derivative", derivative, _DERIVATIVE_POINTS)
    _is_slope(function, derivative)
    resolved(name, function, derivative)
    return by_quadrature(name, function, derivative)
