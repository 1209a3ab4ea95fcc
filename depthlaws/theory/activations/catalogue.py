"""Activations by name, with their kernels in closed form or by quadrature."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.base.exact_numbers import fraction
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
from depthlaws.theory.numerics.arguments import as_float, finite
from depthlaws.theory.numerics.types import Array, Floats, Number, Numbers
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["ACTIVATIONS", "Activation", "get", "leaky_relu"]


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


def by_quadrature(
    name: str, function: Callable[[Any], Any], derivative: Callable[[Any], Any]
) -> Activation:
    """Return an activation whose kernels are computed by quadrature."""

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
        by_quadrature("tanh", np.tanh, lambda x: 1 - np.square(np.tanh(x))),
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
            return leaky_relu(float(fraction("slope", slope)))
        except (ValueError, OverflowError):
            msg = f"the slope in {activation!r} must be a finite number, as in 'leaky_relu:0.1'"
            raise ValueError(msg) from None
    if activation not in ACTIVATIONS:
        raise UnknownNameError("activation", activation, ACTIVATIONS)
    return ACTIVATIONS[activation]
