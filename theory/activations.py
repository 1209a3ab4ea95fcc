r"""Dual kernels: the second moments of an activation on jointly Gaussian inputs.

For centred jointly Gaussian (x, y) with variances h11, h22 and covariance h12 the dual kernel of
an activation phi is E[phi(x) phi(y)] and its gate kernel is E[phi'(x) phi'(y)], the derivative of
the dual kernel in h12. A positively homogeneous activation has dual sqrt(h11 h22) kappa(rho).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import (
    as_float,
    common_shape,
    count,
    finite,
    reals,
    require,
)
from depthlaws.theory.numerics.types import Array, Floats, Number, Numbers
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import POSITIVE, REAL, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.registry import UnknownNameError
from depthlaws.theory.symbolic.symbols import declare

__all__ = ["ACTIVATIONS", "Activation", "dual", "from_function", "get", "kappa", "leaky_relu"]

rho = declare("rho", "correlation of the two inputs", real=True)
slope = declare("slope", "slope of the activation below zero", real=True)
h11 = declare("h11", "variance of the first input", unit="h^2", positive=True)
h22 = declare("h22", "variance of the second input", unit="h^2", positive=True)
h12 = declare("h12", "covariance of the two inputs", unit="h^2", real=True)

CORRELATION = Interval(-1, 1)
COVARIANCE = {h11: POSITIVE, h12: REAL, h22: POSITIVE}
WITHIN = sp.Le(h12**2, h11 * h22)

# kappa(w - 1) / w**1.5 is analytic on [0, 1] (its nearest singularity is w = 2). Relative minimax
# polynomial of degree 17 in w, lowest power first, error 5.8e-18: the test certifies the bound.
TAIL = (
    0.15005271935951767, 0.0075026359679764175, 0.0012057807805114832, 0.00027911592375972125,
    7.770835887806338e-05, 2.4209837347885503e-05, 8.131009307142014e-06, 2.9253712809210933e-06,
    9.0870144941927e-07, 9.299250078542296e-07, -1.1052849494673796e-06, 2.372245442547029e-06,
    -3.123976163916902e-06, 3.187402357713646e-06, -2.2983574638437315e-06, 1.1425718348338861e-06,
    -3.4755945048837647e-07, 5.081525137190269e-08,
)  # fmt: skip

CHUNK = 4096  # points that stay in the first-level cache through the polynomial


def _tail(w: Any) -> Any:
    """kappa(w - 1) for 0 <= w <= 1, to full relative accuracy.

    The textbook sin(t) - t cos(t) with cos(t) = 1 - w loses all digits as w -> 0.
    """
    if np.size(w) <= CHUNK:
        return _tail_chunk(w)
    flat = np.ravel(w)
    out = np.empty_like(flat)
    for start in range(0, flat.size, CHUNK):
        out[start : start + CHUNK] = _tail_chunk(flat[start : start + CHUNK])
    return out.reshape(np.shape(w))


def _tail_chunk(w: Any) -> Any:
    total = w * TAIL[-1]
    for coefficient in TAIL[-2:0:-1]:
        total += coefficient
        total *= w
    total += TAIL[0]
    total *= w
    total *= np.sqrt(w)
    return total


def _kappa_two_slopes(correlation: Any, negative: Any) -> Any:
    """Return (1-a)^2 kappa(rho) + a rho with negative slope a, without cancellation for a <= 0.

    Uses kappa(rho) = rho/2 + kappa(-rho).
    """
    correlation = np.asarray(correlation, dtype=np.float64)
    size = np.abs(correlation)
    linear = np.where(correlation > 0, 0.5 * (1 + np.square(negative)), -negative)
    return np.square(1.0 - negative) * _tail(1.0 - size) + linear * size


def _dual_gelu(first: Any, cross: Any, second: Any) -> Any:
    """E(h12) = max(h12, 0)/2 + E(-|h12|), and two forms of the latter.

    With P^2 = (1+h11)(1+h22), r = -|h12|/P, S^2 = P^2 - h12^2 the plain form cancels for
    r < -1/2, where P kappa_relu(r) + (1/S - (2 + h11 + h22) S / P^2) / 2 pi does not.
    """
    first, cross, second = (np.asarray(v, dtype=np.float64) for v in (first, cross, second))
    size = np.abs(cross)
    product = (1 + first) * (1 + second)
    scale = np.sqrt(1 + first) * np.sqrt(1 + second)
    square = 1 + first + second + (first * second - size * size)
    spread = np.sqrt(square)
    plain = (first * second * square + size * size) / (product * spread)
    plain -= size * np.arccos(size / scale)
    w = square / (scale * (scale + size))
    far = scale * (2 * math.pi) * _tail(w) + (1 / spread - (2 + first + second) * spread / product)
    return 0.5 * np.maximum(cross, 0) + np.where(size > 0.5 * scale, far, plain) / (2 * math.pi)


def _kappa_relu(correlation: Any) -> Any:
    correlation = np.asarray(correlation, dtype=np.float64)
    total = _tail(1.0 - np.abs(correlation))
    total += 0.5 * np.maximum(correlation, 0.0)
    return total


kappa_relu = Formula(
    id="kappa-relu",
    says="E[relu(x) relu(y)] for standard Gaussian x, y with correlation rho.",
    source=LOOPED_V0.section("C.1"),
    values=Interval(0, sp.Rational(1, 2)),
    rising=(rho,),
    domain={rho: CORRELATION},
    expr=(sp.sqrt((1 - rho) * (1 + rho)) + rho * sp.acos(-rho)) / (2 * sp.pi),
    kernel=_kappa_relu,
    budget=4,
)

gate_relu = Formula(
    id="gate-relu",
    says="P(x > 0, y > 0) for standard Gaussian x, y with correlation rho; derivative of kappa.",
    source=LOOPED.beyond("X-6"),
    values=Interval(0, sp.Rational(1, 2)),
    rising=(rho,),
    domain={rho: CORRELATION},
    expr=sp.acos(-rho) / (2 * sp.pi),
    budget=4,
)

kappa_leaky = Formula(
    id="kappa-leaky-relu",
    says="Dual kernel of x -> max(x, 0) + slope min(x, 0), per standard deviation of each input.",
    source=LOOPED.beyond("X-11"),
    domain={rho: CORRELATION, slope: REAL},
    expr=(1 - slope) ** 2 * kappa_relu.deferred + slope * rho,
    kernel=_kappa_two_slopes,
)

gate_leaky = Formula(
    id="gate-leaky-relu",
    says="Gate kernel of x -> max(x, 0) + slope min(x, 0).",
    source=LOOPED.beyond("X-11"),
    domain={rho: CORRELATION, slope: REAL},
    expr=(1 - slope) ** 2 * sp.acos(-rho) / (2 * sp.pi) + slope,
)

kappa_abs = Formula(
    id="kappa-abs",
    says="E[|x| |y|] for standard Gaussian x, y with correlation rho.",
    source=LOOPED.beyond("X-11"),
    domain={rho: CORRELATION},
    expr=2 * (sp.sqrt((1 - rho) * (1 + rho)) + rho * sp.asin(rho)) / sp.pi,
    budget=4,
)

gate_abs = Formula(
    id="gate-abs",
    says="E[sign(x) sign(y)] for Gaussian x, y with correlation rho.",
    source=LOOPED.beyond("X-11"),
    values=CORRELATION,
    rising=(rho,),
    domain={rho: CORRELATION},
    expr=2 * sp.asin(rho) / sp.pi,
    budget=4,
)

kappa_linear = Formula(
    id="kappa-linear",
    says="E[x y] for standard Gaussian x, y with correlation rho.",
    source=LOOPED.beyond("X-1"),
    values=CORRELATION,
    rising=(rho,),
    domain={rho: CORRELATION},
    expr=rho,
    budget=4,
)

dual_erf = Formula(
    id="dual-erf",
    says="E[erf(x) erf(y)] for centred Gaussian x, y.",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    expr=2 / sp.pi * sp.asin(2 * h12 / sp.sqrt((1 + 2 * h11) * (1 + 2 * h22))),
)

gate_erf = Formula(
    id="gate-erf",
    says="E[erf'(x) erf'(y)] for centred Gaussian x, y.",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    expr=4 / (sp.pi * sp.sqrt((1 + 2 * h11) * (1 + 2 * h22) - 4 * h12**2)),
)

_spread = sp.sqrt((1 + h11) * (1 + h22) - h12**2)
_both = sp.acos(-h12 / sp.sqrt((1 + h11) * (1 + h22))) / (2 * sp.pi)

dual_gelu = Formula(
    id="dual-gelu",
    says="E[gelu(x) gelu(y)] for centred Gaussian x, y and gelu(x) = x P(Z < x).",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    # Stein's lemma twice on x P(Z < x) y P(Z' < y); P(Z < x, Z' < y) = acos(-r) / 2 pi.
    expr=h12 * _both
    + (h11 * h22 * _spread**2 + h12**2) / ((1 + h11) * (1 + h22) * 2 * sp.pi * _spread),
    kernel=_dual_gelu,
)

gate_gelu = Formula(
    id="gate-gelu",
    says="E[gelu'(x) gelu'(y)] for centred Gaussian x, y.",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    expr=_both + h12 * (1 / (1 + h11) + 1 / (1 + h22) + 1 / _spread**2) / (2 * sp.pi * _spread),
)


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation with its dual and gate kernels, each a function of (h11, h12, h22).

    ``slopes`` are the derivatives left and right of zero of a positively homogeneous activation,
    None for every other.
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


def correlation(first: Any, cross: Any, second: Any, /) -> tuple[Any, Any]:
    """Return sqrt(first second) and the correlation cross / sqrt(first second).

    A state has correlation exactly 1 with itself: the gate kernel turns an error e there into
    sqrt(e). This form gives that and does not overflow.
    """
    scale = np.sqrt(first / second) * second
    return scale, np.clip(cross / scale, -1.0, 1.0)


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

    Raises: ValueError if the slope is not finite.

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


_PROBES = np.array([-1e8, -1e4, -1.0, 0.5, 1e4, 1e8])
_NEAR = np.array([-8.0, -1.0, 0.5, 8.0])


def _text(name: str) -> str:
    if not isinstance(name, str):
        msg = f"name must be text, got {name!r}"
        raise TypeError(msg)
    return name


def _elementwise(name: str, function: Callable[[Any], Any], x: Any) -> Any:
    """Values at an array; TypeError or ValueError if they are not one finite number a point."""
    if not callable(function):
        msg = f"{name} must be a function of arrays, got {function!r}"
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
    value = np.abs(_elementwise(name, function, _PROBES))
    near, far = value[[1, 4]].max(), value[[0, 5]].max()
    if far > 2e4 * (near + 1e4):
        msg = f"{name} must grow at most linearly, got {near:.3g} at 1e4 and {far:.3g} at 1e8"
        raise ValueError(msg)


def from_function(
    name: str, function: Callable[[Any], Any], derivative: Callable[[Any], Any], *, nodes: int = 80
) -> Activation:
    """Return any activation of at most linear growth, by Gauss-Hermite quadrature.

    Source: looped, beyond the paper (X-11).
    Error: spectral in ``nodes`` for smooth functions, about 1/nodes for a kink.
    Raises: TypeError or ValueError for functions that are not elementwise, finite and at most
        linear at infinity.

    >>> import numpy as np
    >>> from depthlaws import activations
    >>> tanh = activations.from_function("tanh", np.tanh, lambda x: 1 / np.cosh(x) ** 2)
    >>> float(tanh.dual(1.0, 0.5, 1.0))
    0.186324
    """
    name, nodes = _text(name), count("nodes", nodes)
    _at_most_linear("function", function)
    _elementwise("derivative", derivative, _NEAR)  # far out its exponentials may overflow
    x, weight = np.polynomial.hermite_e.hermegauss(nodes)
    weight = weight / weight.sum()

    def expectation(f: Callable[[Any], Any]) -> Callable[[Any, Any, Any], Any]:
        def integral(first: Any, cross: Any, second: Any) -> Any:
            first, cross, second = (np.asarray(v, dtype=np.float64) for v in (first, cross, second))
            rest = np.sqrt(np.maximum(second - cross**2 / first, 0.0))
            mean = (cross / np.sqrt(first))[..., None] * x
            inner = f(mean[..., None] + rest[..., None, None] * x) @ weight
            return (f(np.sqrt(first)[..., None] * x) * inner) @ weight

        return integral

    return Activation(name, function, derivative, expectation(function), expectation(derivative))


def _normal_cdf(x: Any) -> Any:
    return special.ndtr(x)


def _normal_pdf(x: Any) -> Any:
    return np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


ACTIVATIONS = {
    a.name: a
    for a in (
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

    Raises: UnknownNameError with the nearest names, TypeError for anything else.

    >>> from depthlaws import activations
    >>> activations.get('relu').name
    'relu'
    """
    if isinstance(activation, Activation):
        return activation
    if not isinstance(activation, str):
        msg = f"activation must be a name or an Activation, got {activation!r}"
        raise TypeError(msg)
    if activation not in ACTIVATIONS:
        raise UnknownNameError("activation", activation, ACTIVATIONS)
    return ACTIVATIONS[activation]


def _checked(first: Any, cross: Any, second: Any) -> tuple[Any, Any, Any]:
    first, cross, second = reals("h11", first), reals("h12", cross), reals("h22", second)
    for name, value in (("h11", first), ("h22", second)):
        require(name, value, (value > 0) & np.isfinite(value), "positive and finite")
    common_shape(h11=first, h12=cross, h22=second)
    # One rounding of the product may not turn a perfect correlation into an error.
    if not np.all(np.abs(cross) <= np.sqrt(first) * np.sqrt(second) * (1 + 4e-16)):
        msg = f"|h12| must be at most sqrt(h11 h22), got h12 = {cross}"
        raise ValueError(msg)
    return first, cross, second


@overload
def dual(
    h11: Number,
    h12: Number,
    h22: Number,
    /,
    activation: str | Activation = ...,
    *,
    gate: bool = ...,
) -> float: ...
@overload
def dual(
    h11: Numbers,
    h12: Numbers,
    h22: Numbers,
    /,
    activation: str | Activation = ...,
    *,
    gate: bool = ...,
) -> Array: ...
def dual(
    h11: Numbers,
    h12: Numbers,
    h22: Numbers,
    /,
    activation: str | Activation = "relu",
    *,
    gate: bool = False,
) -> Floats:
    """E[phi(x) phi(y)] for centred Gaussians of variances h11, h22 and covariance h12.

    Shapes: broadcasts. ``gate=True`` gives E[phi'(x) phi'(y)], the derivative in h12.
    Raises: ValueError outside h11, h22 > 0, h12^2 <= h11 h22; UnknownNameError.

    >>> from depthlaws import activations
    >>> activations.dual(1.0, 0.5, 2.0)
    0.364299
    """
    found = get(activation)
    value = (found.gate if gate else found.dual)(*_checked(h11, h12, h22))
    return float(value) if np.ndim(value) == 0 else value


@overload
def kappa(rho: Number, /, activation: str | Activation = ..., *, gate: bool = ...) -> float: ...
@overload
def kappa(rho: Numbers, /, activation: str | Activation = ..., *, gate: bool = ...) -> Array: ...
def kappa(rho: Numbers, /, activation: str | Activation = "relu", *, gate: bool = False) -> Floats:
    """Dual kernel at unit variance: E[phi(x) phi(y)] for correlation rho.

    For positively homogeneous activations E[phi(x) phi(y)] = sqrt(h11 h22) kappa(rho) at every
    variance. ``gate=True`` gives kappa'(rho) = E[phi'(x) phi'(y)].
    Error: 4 eps relative for relu (on all of (-1, 1)), abs and linear.

    >>> kappa(1.0), kappa(-1 + 1e-12)
    (0.5, 1.500477402506e-19)

    Raises: ValueError unless -1 <= rho <= 1; UnknownNameError with the nearest activations.
    """
    correlation = reals("rho", rho)
    require("rho", correlation, np.abs(correlation) <= 1, "in [-1, 1]")
    return dual(1.0, correlation, 1.0, activation, gate=gate)
