"""Activations and their derivatives for arrays of any namespace.

At a kink the derivative is the one on the left: relu'(0) = 0.
"""

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.special
from array_api_compat import is_cupy_array, is_numpy_array, is_torch_array

from depthlaws.base.argument_errors import shown
from depthlaws.base.exact_numbers import fraction
from depthlaws.sims.common.argument_checks import number
from depthlaws.sims.common.backend import cast, namespace

__all__ = ["Activation", "leaky_relu"]

Array = Any


@dataclass(frozen=True)
class Activation:
    """Activation: two functions of one array that return an array of its shape and type.

    Parameters
    ----------
    name : str
        Name in messages and results.
    function, derivative : callable
        Activation and its derivative, entry by entry.
    homogeneous : bool
        True if function(c x) = c function(x) for every c > 0.

    Examples
    --------
    >>> import numpy as np
    >>> square = Activation("half square", lambda x: x * x / 2, lambda x: x)
    >>> square.derivative(np.array([3.0])).tolist(), square.homogeneous
    ([3.0], False)
    """

    name: str
    function: Callable[[Array], Array] = field(repr=False)
    derivative: Callable[[Array], Array] = field(repr=False)
    homogeneous: bool = False


def _erf(x: Array) -> Array:
    """Error function, which the array standard lacks: by the library, or SciPy on a copy."""
    if is_numpy_array(x):
        return scipy.special.erf(x)
    if is_cupy_array(x):
        from cupyx.scipy.special import erf

        return erf(x)
    xp = namespace(x)
    if is_torch_array(x):
        return xp.erf(x)
    return xp.asarray(scipy.special.erf(np.from_dlpack(x)))


def _erf_derivative(x: Array) -> Array:
    return (2 / math.sqrt(math.pi)) * namespace(x).exp(-x * x)


def _gelu(x: Array) -> Array:
    """Return x P(Z < x)."""
    return (0.5 * x) * (1 + _erf(x * math.sqrt(0.5)))


def _gelu_derivative(x: Array) -> Array:
    density = namespace(x).exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
    return 0.5 * (1 + _erf(x * math.sqrt(0.5))) + x * density


def _tanh_derivative(x: Array) -> Array:
    t = namespace(x).tanh(x)
    return 1 - t * t


def _positive(x: Array) -> Array:
    return cast(x > 0, x.dtype)


def leaky_relu(slope: float = 0.01, /) -> Activation:
    """Return the activation max(x, 0) + slope min(x, 0).

    Parameters
    ----------
    slope : float
        Slope for x < 0.

    Returns
    -------
    Activation
        Activation of that slope.

    Raises
    ------
    ValueError
        If the slope is not finite.

    Examples
    --------
    >>> leaky_relu(0.1).function(np.array([-2.0, 2.0])).tolist()
    [-0.2, 2.0]
    """
    slope = number("the slope of leaky_relu", slope, says="finite")

    def function(x: Array) -> Array:
        return namespace(x).where(x > 0, x, slope * x)

    return Activation(
        f"leaky_relu:{slope:g}", function, lambda x: slope + (1 - slope) * _positive(x), True
    )


ACTIVATIONS = {
    "relu": Activation("relu", lambda x: namespace(x).maximum(x, 0.0), _positive, True),
    "leaky_relu": leaky_relu(),
    "abs": Activation("abs", lambda x: namespace(x).abs(x), lambda x: 2 * _positive(x) - 1, True),
    "erf": Activation("erf", _erf, _erf_derivative),
    "gelu": Activation("gelu", _gelu, _gelu_derivative),
    "tanh": Activation("tanh", lambda x: namespace(x).tanh(x), _tanh_derivative),
    # A copy, as every other activation: PyTorch's +x is x itself.
    "linear": Activation(
        "linear",
        lambda x: namespace(x).asarray(x, copy=True),
        lambda x: namespace(x).ones_like(x),
        True,
    ),
}


def get(activation: Any, /) -> Activation:
    """Return the activation of a name; ``leaky_relu:0.1`` has slope 0.1 for x < 0.

    An activation of the theory, ``depthlaws.activations.from_function(...)`` for example, is taken
    with its two functions; they must then accept arrays of the simulator's namespace.

    Raises
    ------
    ValueError
        If the name is unknown, with the nearest names, or the slope is no number.
    TypeError
        If it is neither a name nor an Activation.
    """
    if isinstance(activation, Activation):
        return activation
    function, derivative = (getattr(activation, part, None) for part in ("function", "derivative"))
    if not isinstance(activation, type) and callable(function) and callable(derivative):
        homogeneous = getattr(activation, "slopes", None) is not None
        return Activation(str(activation.name), function, derivative, homogeneous)
    if not isinstance(activation, str):
        msg = f"activation must be a name or an Activation, got {shown(activation)}"
        raise TypeError(msg)
    name, colon, slope = activation.partition(":")
    if name == "leaky_relu" and colon:
        try:
            return leaky_relu(float(fraction("slope", slope)))
        except (ValueError, OverflowError):
            msg = f"the slope in {activation!r} must be a finite number, as in 'leaky_relu:0.1'"
            raise ValueError(msg) from None
    if activation not in ACTIVATIONS:
        near = difflib.get_close_matches(activation, ACTIVATIONS, n=3, cutoff=0.0)
        msg = f"unknown activation {activation!r}; the nearest are {', '.join(near)}"
        raise ValueError(msg)
    return ACTIVATIONS[activation]
