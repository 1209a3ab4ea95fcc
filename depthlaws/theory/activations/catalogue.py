"""Activations by name, with their kernels in closed form, or by quadrature for any function."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.activations.gaussian_means import Panels, resolved
from depthlaws.theory.activations.kernels import (
    correlation,
    dual_erf,
    dual_gelu,
    gate_abs,
    gate_erf,
    gate_gelu,
    gate_leaky,
    gate_relu,
    kappa_abs,
    kappa_leaky,
    kappa_linear,
    kappa_relu,
)
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import (
    as_float,
    common_shape,
    finite,
    reals,
    require,
)
from depthlaws.theory.numerics.types import Array, Floats, Number, Numbers
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = [
    "ACTIVATIONS",
    "Activation",
    "dual",
    "from_function",
    "gate",
    "get",
    "kappa",
    "kappa4",
    "leaky_relu",
]


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation with its dual and gate kernels, each a function of (h11, h12, h22).

    Attributes
    ----------
    name : str
        Name of the activation.
    function, derivative : callable
        The activation and its derivative, on arrays.
    dual, gate : callable
        Kernels E[phi(x) phi(y)] and E[phi'(x) phi'(y)], functions of (h11, h12, h22).
    slopes : tuple of two floats or None
        Derivatives left and right of zero, for a positively homogeneous activation only.

    Examples
    --------
    >>> from depthlaws import activations
    >>> relu = activations.get("relu")
    >>> relu([1.0, 2.0]).tolist(), relu.slopes
    ([1.0, 2.0], (0.0, 1.0))
    """

    name: str
    function: Callable[[Any], Any]
    derivative: Callable[[Any], Any]
    dual: Callable[[Any, Any, Any], Any]
    gate: Callable[[Any, Any, Any], Any]
    slopes: tuple[float, float] | None = None

    @overload
    def __call__(self, x: Number) -> float: ...
    @overload
    def __call__(self, x: Numbers) -> Array: ...
    def __call__(self, x: Numbers) -> Floats:
        """Apply the activation itself."""
        return as_float(self.function(np.asarray(x, dtype=np.float64)))


def _homogeneous(
    name: str, negative: float, kappa: Callable[[Any], Any], gate: Callable[[Any], Any]
) -> Activation:
    def dual(first: Any, cross: Any, second: Any) -> Any:
        scale, r = correlation(first, cross, second)
        return scale * kappa(r)

    return Activation(
        name=name,
        function=lambda x: np.where(x > 0, x, negative * x),
        derivative=lambda x: np.where(x > 0, 1.0, negative),
        dual=dual,
        gate=lambda first, cross, second: gate(correlation(first, cross, second)[1]),
        slopes=(negative, 1.0),
    )


def leaky_relu(negative_slope: float = 0.01, /) -> Activation:
    """Return the activation max(x, 0) + negative_slope min(x, 0).

    Parameters
    ----------
    negative_slope : float
        Slope of the activation below zero. Finite.

    Returns
    -------
    Activation
        The activation with its kernels in closed form.

    Raises
    ------
    ValueError
        If the slope is not finite.

    Examples
    --------
    >>> from depthlaws import activations
    >>> float(activations.leaky_relu(0.1)(-2.0))
    -0.2
    """
    negative_slope = finite("negative_slope", negative_slope)
    return _homogeneous(
        "leaky_relu" if negative_slope == 0.01 else f"leaky_relu({negative_slope:g})",
        negative_slope,
        lambda r: kappa_leaky.unchecked(r, negative_slope),
        lambda r: gate_leaky.unchecked(r, negative_slope),
    )


_GROWTH_POINTS = np.array([-1e8, -1e4, -1.0, 0.5, 1e4, 1e8])  # growth shows between 1e4 and 1e8
_DERIVATIVE_POINTS = np.array([-8.0, -1.0, 0.5, 8.0])  # farther out exponentials may overflow

# Irrational, so that no kink lies between the ends of a difference quotient.
_SLOPE_POINTS = math.sqrt(2) * np.array([-2.1, -1.3, -0.9, -0.31, -0.11, 0.13, 0.37, 0.7, 1.1, 2.3])
ROUNDING = 8 * 2.0**-52  # by so much a correlation may be above 1: a few roundings of a product
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
        value = np.asarray(function(x), dtype=np.float64)
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
    correlation, or it is refused: each answer checks that its nodes resolve the function.

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
    return _by_quadrature(name, function, derivative)


def _by_quadrature(
    name: str, function: Callable[[Any], Any], derivative: Callable[[Any], Any]
) -> Activation:
    def kernel(*, gate: bool) -> Callable[[Any, Any, Any], Any]:
        def mean(first: Any, cross: Any, second: Any) -> Any:
            return resolved(name, function, derivative).pair(first, cross, second, gate=gate)

        return mean

    return Activation(name, function, derivative, kernel(gate=False), kernel(gate=True))


_CLOSED = ("erf", "gelu")  # closed forms that are not positively homogeneous


def pair_seconds(activation: Activation) -> float:
    """Return about the seconds that the kernel of one pair of states takes, among many."""
    if activation.slopes is not None:
        return 4.5e-8
    return 8e-8 if activation.name in _CLOSED else 3e-5


def call_seconds(activation: Activation) -> float:
    """Return about the seconds of one call of a kernel, for few states."""
    if activation.slopes is not None:
        return 2e-5
    return 1e-4 if activation.name in _CLOSED else 2.7e-4


def panels(activation: Activation) -> Panels:
    """Return the panels that resolve an activation, for its means over one Gaussian."""
    return resolved(activation.name, activation.function, activation.derivative)


def _normal_cdf(x: Any) -> Any:
    return special.ndtr(x)


def _normal_pdf(x: Any) -> Any:
    return np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


ACTIVATIONS = {
    a.name: a
    for a in (
        _by_quadrature("tanh", np.tanh, lambda x: 1 - np.square(np.tanh(x))),
        _homogeneous("relu", 0.0, kappa_relu.unchecked, gate_relu.unchecked),
        leaky_relu(),
        _homogeneous("abs", -1.0, kappa_abs.unchecked, gate_abs.unchecked),
        _homogeneous("linear", 1.0, kappa_linear.unchecked, np.ones_like),
        Activation(
            "erf",
            lambda x: special.erf(x),
            lambda x: 2 / math.sqrt(math.pi) * np.exp(-x * x),
            dual_erf.unchecked,
            gate_erf.unchecked,
        ),
        Activation(
            "gelu",
            lambda x: x * _normal_cdf(x),
            lambda x: _normal_cdf(x) + x * _normal_pdf(x),
            dual_gelu.unchecked,
            gate_gelu.unchecked,
        ),
    )
}


def get(activation: str | Activation, /) -> Activation:
    """Return the activation of this name; an Activation is returned as it is.

    Parameters
    ----------
    activation : str or Activation
        Name of the activation: relu, leaky_relu, abs, linear, erf, gelu or tanh; leaky_relu:0.1
        has slope 0.1 below zero.

    Returns
    -------
    Activation
        The activation with its kernels.

    Raises
    ------
    UnknownNameError
        If there is no activation of this name; the message has the nearest names.
    ValueError
        If the slope of leaky_relu is not a finite number.
    TypeError
        If the argument is neither a name nor an Activation.

    Examples
    --------
    >>> from depthlaws import activations
    >>> activations.get('relu').name
    'relu'
    """
    if isinstance(activation, Activation):
        return activation
    if not isinstance(activation, str):
        msg = f"activation must be a name or an Activation, got {shown(activation)}"
        raise TypeError(msg)
    name, colon, slope = activation.partition(":")
    if name == "leaky_relu" and colon:
        try:
            return leaky_relu(float(slope))
        except ValueError:
            msg = f"the slope in {activation!r} must be a finite number, as in 'leaky_relu:0.1'"
            raise ValueError(msg) from None
    if activation not in ACTIVATIONS:
        raise UnknownNameError("activation", activation, ACTIVATIONS)
    return ACTIVATIONS[activation]


def _checked(first: Any, cross: Any, second: Any) -> tuple[Any, Any, Any]:
    first, cross, second = reals("h11", first), reals("h12", cross), reals("h22", second)
    for name, value in (("h11", first), ("h22", second)):
        require(name, value, (value > 0) & np.isfinite(value), "positive and finite")
    common_shape(h11=first, h12=cross, h22=second)
    # One rounding of the product may not turn a perfect correlation into an error.
    largest = np.sqrt(first) * np.sqrt(second) * (1 + ROUNDING)
    if not np.all(np.abs(cross) <= largest):
        allowed, cross = np.broadcast_arrays(largest, cross)
        bad = ~(np.abs(cross) <= allowed)
        msg = (
            f"|h12| must be at most sqrt(h11 h22), got h12 = {cross[bad][0]:.17g} where that is "
            f"{allowed[bad][0]:.17g}"
        )
        raise ValueError(msg)
    return first, cross, second


def dual(
    h11: Numbers,
    h12: Numbers,
    h22: Numbers,
    /,
    activation: str | Activation = "relu",
    *,
    gate: bool = False,
) -> Floats:
    """Return the dual kernel E[phi(x) phi(y)] of an activation on centred Gaussian inputs.

    Parameters
    ----------
    h11 : float or array_like
        Variance of the first input. Positive.
    h12 : float or array_like
        Covariance of the two inputs. At most sqrt(h11 h22) in size.
    h22 : float or array_like
        Variance of the second input. Positive.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    gate : bool
        Gate kernel E[phi'(x) phi'(y)] instead: the derivative of the dual kernel in h12.

    Returns
    -------
    float or ndarray
        The kernel, in the unit of h^2 (gate kernel: a pure number). The arguments broadcast.

    Raises
    ------
    ValueError
        Unless h11, h22 > 0 and h12^2 <= h11 h22.
    UnknownNameError
        If there is no such activation.

    Examples
    --------
    >>> from depthlaws import activations
    >>> activations.dual(1.0, 0.5, 2.0)
    0.364299
    """
    phi = get(activation)
    moments = _checked(h11, h12, h22)
    kernel = phi.gate if gate else phi.dual
    value = kernel(*moments) if phi.slopes is None else _at_unit_scale(kernel, *moments, gate=gate)
    return float(value) if np.ndim(value) == 0 else value


def _at_unit_scale(kernel: Callable[..., Any], a: Any, c: Any, b: Any, *, gate: bool) -> Any:
    """Kernel of a homogeneous activation, by moments near 1, whose ratios are doubles."""
    first, second = np.frexp(a)[1], np.frexp(b)[1]
    second = second + (first + second) % 2
    both = (first + second) // 2
    value = kernel(np.ldexp(a, -first), np.ldexp(c, -both), np.ldexp(b, -second))
    return value if gate else np.ldexp(value, both)


def kappa(rho: Numbers, /, activation: str | Activation = "relu", *, gate: bool = False) -> Floats:
    """Return the dual kernel at unit variance: E[phi(x) phi(y)] for correlation rho.

    For positively homogeneous activations E[phi(x) phi(y)] = sqrt(h11 h22) kappa(rho) at every
    variance. The relative error is at most 4 eps for relu (on all of (-1, 1)), abs and linear.

    Parameters
    ----------
    rho : float or array_like
        Correlation of the two inputs. In [-1, 1]; a few roundings beyond count as the end.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    gate : bool
        Gate kernel kappa'(rho) = E[phi'(x) phi'(y)] instead.

    Returns
    -------
    float or ndarray
        The kernel, of the shape of ``rho``.

    Raises
    ------
    ValueError
        Unless -1 <= rho <= 1.
    UnknownNameError
        If there is no such activation; the message has the nearest names.

    Examples
    --------
    >>> kappa(1.0), kappa(-1 + 1e-12)
    (0.5, 1.500477402506e-19)
    """
    correlation = reals("rho", rho)
    require("rho", correlation, np.abs(correlation) <= 1 + ROUNDING, "in [-1, 1]")
    return dual(1.0, np.clip(correlation, -1.0, 1.0)[()], 1.0, activation, gate=gate)


# -- moments of the gate alone ---------------------------------------------------------------------


def gate(activation: str | Activation, /, *, variance: float = 1.0) -> float:
    """Return the second moment of the gate, q = E phi'(sqrt(variance) Z)^2 for a standard normal Z.

    All activations by name but tanh have closed forms.

    Parameters
    ----------
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    variance : float
        Variance of the pre-activation. Positive.

    Returns
    -------
    float
        Mean square derivative of the activation, a pure number.

    Raises
    ------
    ValueError
        If the variance is not positive.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: ammup, section 3.1.

    Examples
    --------
    >>> from depthlaws import activations
    >>> activations.gate("relu"), activations.gate("gelu")
    (0.5, 0.455850865649287...)
    """
    phi, moment = get(activation), _variance(variance)
    if phi.slopes is not None:
        return (phi.slopes[0] ** 2 + phi.slopes[1] ** 2) / 2
    if phi.name in {"gelu", "erf"}:
        return float(phi.gate(moment, moment, moment))
    return _gate_moment(phi, 2, moment)


def kappa4(activation: str | Activation, /, *, variance: float = 1.0) -> float:
    """Return the kurtosis of the gate, E phi'^4 / (E phi'^2)^2 for Gaussian inputs: 2 for ReLU.

    Parameters
    ----------
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    variance : float
        Variance of the pre-activation. Positive.

    Returns
    -------
    float
        Kurtosis, a pure number of at least 1.

    Raises
    ------
    ValueError
        If the variance is not positive.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: ammup, beyond the paper (BP-1).

    Examples
    --------
    >>> from depthlaws import activations
    >>> activations.kappa4("relu"), activations.kappa4("linear"), activations.kappa4("gelu")
    (2.0, 1.0, 2.088334044)
    """
    phi, moment = get(activation), _variance(variance)
    if phi.slopes is not None:
        low, high = (s * s for s in phi.slopes)
        return 2 * (low * low + high * high) / (low + high) ** 2
    return _gate_moment(phi, 4, moment) / gate(phi, variance=moment) ** 2


def _gate_moment(phi: Activation, power: int, variance: float) -> float:
    x, weight = panels(phi).line(math.sqrt(variance))
    return float(np.sum(weight * phi.derivative(x) ** power))


def _variance(value: float) -> float:
    number = finite("variance", value)
    require("variance", number, number > 0, "positive")
    return number
