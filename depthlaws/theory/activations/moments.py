"""Gaussian means of an activation: dual and gate kernels, and the moments of the gate alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.base.roundings import DOUBLE, ROUNDINGS, roundings
from depthlaws.theory.activations.catalogue import Activation, get, panels
from depthlaws.theory.numerics.arguments import common_shape, finite, reals, require
from depthlaws.theory.numerics.types import Floats, Numbers

__all__ = ["dual", "gate", "kappa", "kappa4"]


def _checked(first: Any, cross: Any, second: Any) -> tuple[Any, Any, Any]:
    few = roundings(first, cross, second)
    first, cross, second = reals("h11", first), reals("h12", cross), reals("h22", second)
    for name, value in (("h11", first), ("h22", second)):
        require(name, value, (value > 0) & np.isfinite(value), "positive and finite")
    common_shape(h11=first, h12=cross, h22=second)
    # One rounding of the product may not turn a perfect correlation into an error.
    perfect = np.sqrt(first) * np.sqrt(second)
    largest, double = perfect * (1 + few), perfect * (1 + ROUNDINGS * DOUBLE)
    if not np.all(np.abs(cross) <= largest):
        allowed, cross = np.broadcast_arrays(largest, cross)
        bad = ~(np.abs(cross) <= allowed)
        msg = (
            f"|h12| must be at most sqrt(h11 h22), got h12 = {cross[bad][0]:.17g} where that is "
            f"{allowed[bad][0]:.17g}"
        )
        raise ValueError(msg)
    return first, np.where(np.abs(cross) > double, np.copysign(perfect, cross), cross)[()], second


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
    require("rho", correlation, np.abs(correlation) <= 1 + roundings(rho), "in [-1, 1]")
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
