"""Gradient flow of the feedforward chain from unbalanced weights: exact, for any signs.

w_l^2 - w_m^2 = c_l is conserved. Let m be the layer of smallest modulus: then every c_l >= 0, no
radicand vanishes, and one smooth equation holds through sign changes (the paper's footnote 1
says that there is none; its equation 3 needs layer 1 to be the smallest):

    dw_m/dt = eta (mu_yx - mu_xx w_m Q) Q,   Q = prod_{l != m} sign(w_l) sqrt(w_m^2 + c_l).

Two layers are elementary, three are Carlson's integral R_J, five and more are hyperelliptic.
Units: one unit of time is one gradient step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np

from depthlaws.theory.chain.two_unbalanced_layers import ANGLE, two_layer_angle
from depthlaws.theory.chain.unbalanced_course import Course, Problem
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import as_float, finite, numbers, positive, require
from depthlaws.theory.numerics.resolved_integral import MAX_TOTAL
from depthlaws.theory.numerics.types import Array, Floats, Number, Numbers

__all__ = ["UnbalancedFlow", "unbalanced_flow"]

# Moduli whose squares, and the differences of these, are doubles
SMALLEST_WEIGHT, LARGEST_WEIGHT = 1e-150, 1e150
MAX_TARGET = 1e300  # total weight mu_yx/mu_xx


@dataclass(frozen=True)
class UnbalancedFlow:
    """Gradient flow from unbalanced weights, as one equation for the layer of smallest modulus.

    Methods take the weight w of the smallest layer, between ``start`` and ``end``, or times t >= 0;
    arrays give arrays.

    Attributes
    ----------
    smallest : int
        Index of the layer of smallest modulus.
    start : float
        Weight of that layer at t = 0.
    offsets : ndarray
        Conserved differences c_l = w_l^2 - w_m^2 >= 0. Shape (layer,).
    roots : ndarray
        Square roots of the offsets. Shape (layer,).
    signs : ndarray
        Signs of the initial weights, 1 for a weight 0. Shape (layer,).
    mu_yx, mu_xx : float
        Moments E[y x] and E[x^2] of the data.
    eta : float
        Learning rate, in units of 1/curvature.

    Examples
    --------
    >>> from depthlaws import chain
    >>> flow = chain.unbalanced_flow([0.5, 1.0, 1.0], mu_yx=2.0)
    >>> flow.depth, flow.smallest, flow.offsets.tolist()
    (3, 0, [0.0, 0.75, 0.75])
    """

    smallest: int
    start: float
    offsets: np.ndarray
    roots: np.ndarray
    signs: np.ndarray
    mu_yx: float
    mu_xx: float
    eta: float

    # -- the equation -------------------------------------------------------------------------

    @property
    def depth(self) -> int:
        """Number of layers."""
        return self.offsets.size

    @property
    def target(self) -> float:
        """Target total weight r = mu_yx / mu_xx."""
        return self.mu_yx / self.mu_xx

    @property
    def tied(self) -> int:
        """Number of layers whose modulus is the smallest."""
        return int(np.count_nonzero(self.offsets == 0))

    def weights(self, w: Numbers) -> Array:
        """Return the weights of all layers. Shapes: (...) -> (..., layer)."""
        w = np.asarray(w, dtype=float)
        out = self.signs * np.hypot(w[..., None], self.roots)
        out[..., self.smallest] = w
        return out

    @overload
    def rest(self, w: Number) -> float: ...
    @overload
    def rest(self, w: Numbers) -> Array: ...
    def rest(self, w: Numbers) -> Floats:
        """Return Q, the product of all layers but the smallest."""
        return np.prod(np.delete(self.weights(w), self.smallest, axis=-1), axis=-1)

    @overload
    def speed(self, w: Number) -> float: ...
    @overload
    def speed(self, w: Numbers) -> Array: ...
    def speed(self, w: Numbers) -> Floats:
        """Return dw/dt of the smallest layer."""
        smallest = numbers("w", w)
        rest = self.rest(smallest)
        return self.eta * (self.mu_yx - self.mu_xx * smallest * rest) * rest

    # -- the limit --------------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """Limit of the flow: "target" (a global minimum) or "saddle", where the total weight is 0.

        The target is missed if and only if the total weight has the wrong sign (or is 0) and the
        smallest modulus belongs to several layers: they then keep their signs and go to 0 together.
        """
        side = np.sign(self.start) * self._sign_of_rest * np.sign(self.mu_yx)
        return "saddle" if self.tied > 1 and side <= 0 and self.mu_yx != 0 else "target"

    @property
    def _sign_of_rest(self) -> float:
        return float(np.prod(np.delete(self.signs, self.smallest)))

    @cached_property
    def end(self) -> float:
        """Weight of the smallest layer as t -> infinity."""
        if self.outcome == "saddle" or self.mu_yx == 0:
            return 0.0
        # Q keeps its sign; layers that are tied keep theirs.
        sign = self.start if self.tied > 1 else self.mu_yx * self._sign_of_rest
        return math.copysign(self._size(math.log(abs(self.mu_yx)) - math.log(self.mu_xx)), sign)

    def _size(self, log_product: float) -> float:
        """Return |w| with prod_l sqrt(w^2 + c_l) = exp(log_product)."""
        from scipy.optimize import brentq  # a third of a second that few questions pay

        with np.errstate(divide="ignore"):
            log_roots = np.log(self.roots)

        def log_total(log_w: Any) -> Any:
            return np.logaddexp(2 * np.asarray(log_w)[..., None], 2 * log_roots).sum(axis=-1) / 2

        high = log_product / self.depth  # all c_l = 0
        slack = float(log_total(high)) - log_product
        eps = 4 * np.finfo(float).eps
        ends = (high - slack - 1, high + 1)
        size: Any = brentq(lambda x: log_total(x) - log_product, *ends, xtol=eps, rtol=eps)
        return math.exp(size)

    @property
    def final_rate(self) -> float:
        """Exponential rate at which the end is approached; 0 if it is algebraic.

        At the target eta mu_xx r^2 sum w_l^-2, which is at least k, the balanced rate.
        """
        ends = self.weights(self.end)
        if self.outcome == "saddle":
            away = np.sqrt(self.offsets[self.offsets > 0])
            return self.eta * abs(self.mu_yx) * float(np.prod(away)) if self.tied == 2 else 0.0
        gradient = [np.prod(np.delete(ends, layer)) for layer in range(self.depth)]
        return self.eta * self.mu_xx * float(np.sum(np.square(gradient)))

    # -- times --------------------------------------------------------------------------------

    @overload
    def time(self, w: Number) -> float: ...
    @overload
    def time(self, w: Numbers) -> Array: ...
    def time(self, w: Numbers) -> Floats:
        """Return the time at which the smallest layer has weight w, by quadrature; inf at the end.

        The relative error is 1e-12, and w/(w - start) rounding errors of w. Times above 1e290 are
        infinite.
        Raises: ValueError unless w lies between start and end.
        """
        w = self._between(w)
        out = np.full(np.shape(w), np.inf)
        late = np.asarray(w != self.end)
        if late.any():
            out[late] = self._course.time(np.asarray(w)[late])
        return as_float(out[()])

    def at(self, t: Numbers) -> Array:
        """Return all weights at time t >= 0: closed forms up to two layers, else by inverting time.

        They are the weights at a time within 1e-12 t of t, to 1e-12 of the larger of weight and
        smallest nonzero scale (start, end, roots of the offsets).
        Shapes: (...) -> (..., layer). Raises: ValueError for t < 0, or 1e290 < t < infinity.
        """
        moments = numbers("t", t)
        require("t", moments, moments >= 0, "at least 0")
        reached = (moments <= MAX_TOTAL) | np.isinf(moments)
        require("t", moments, reached, f"at most {MAX_TOTAL:g}, or infinite")
        moving = np.asarray((moments > 0) & (moments < np.inf) & (self.start != self.end))
        w = np.where(moments == np.inf, self.end, self.start)
        if moving.any():
            with np.errstate(all="ignore"):
                w[moving] = self._at(np.asarray(moments)[moving])
        return self.weights(np.clip(w, min(self.start, self.end), max(self.start, self.end)))

    @property
    def _course(self) -> Course:
        away = np.delete(self.roots, self.smallest)
        return Course(Problem(self.start, self.end, away, self.mu_yx, self.mu_xx, self.eta))

    def _at(self, t: Any) -> Any:
        if self.depth == 1:
            passed, distance = self.eta * self.mu_xx * t, self.start - self.target
            # From the end that is nearer: neither the first change nor the last gap cancels.
            near = self.start + distance * np.expm1(-passed)
            return np.where(passed < 1, near, self.target + distance * np.exp(-passed))
        if self.depth == 2 and self.tied == 2:
            return self._logistic(t)
        if self.depth == 2:
            return self._two_layers(t)
        return self._course.at(t)

    def _logistic(self, t: Any) -> Any:
        """Return w of two tied layers: P is logistic."""
        growth = 2 * self.eta * self.mu_yx * float(np.prod(self.signs))
        gain = 2 * self.eta * self.mu_xx * self.start**2 * t
        if growth > 0:
            return self.start / np.sqrt(np.exp(-growth * t) + gain * special.exprel(-growth * t))
        return self.start * np.exp(growth * t / 2) / np.sqrt(1 + gain * special.exprel(growth * t))

    def _two_layers(self, t: Any) -> Any:
        other = 1 - self.smallest
        c, sign = self.offsets[other], self.signs[other]
        theta0 = 2 * math.asinh(self.start / math.sqrt(c))
        theta_end = math.asinh(2 * sign * self.target / c)
        if max(abs(theta0), abs(theta_end)) > ANGLE.high:
            return self._course.at(t)
        angle = two_layer_angle.unchecked(t, theta0, theta_end, self.eta * self.mu_xx * c)
        return math.sqrt(c) * np.sinh(angle / 2)

    @overload
    def three_layer_time(self, w: Number) -> float: ...
    @overload
    def three_layer_time(self, w: Numbers) -> Array: ...
    def three_layer_time(self, w: Numbers) -> Floats:
        """Return the time at which the smallest of three layers has weight w, by Carlson's R_J.

        Source: chain, beyond the paper (X-C7). Raises: ValueError unless there are three layers, r
        != 0, and w lies between start and end.
        """
        if self.depth != 3 or self.target == 0:
            msg = f"R_J serves three layers and r != 0, got {self.depth} layers, r={self.target}"
            raise ValueError(msg)
        w = self._between(w)
        return as_float(np.vectorize(self._carlson, otypes=[float])(w))

    def _carlson(self, w: float) -> float:
        if w == self.end:
            return math.inf
        if self.start * w < 0:  # through 0, where the sign of P changes
            return self._carlson_piece(self.start, 0.0) + self._carlson_piece(0.0, w)
        return self._carlson_piece(self.start, w)

    def _carlson_piece(self, first: float, last: float) -> float:
        # With u = w^2: 2 eta mu_xx dt = du (r/P + 1)/(r^2 - P^2), P^2 = prod (u + c_l), in partial
        # fractions over the roots u_j of P^2 = r^2; int_u^oo dv / (|P| (v - u_j)) = 2/3 R_J.
        cubic = np.poly(-self.offsets)
        slopes = np.polyder(cubic)
        cubic[-1] -= self.target**2
        middle = (first + last) / 2
        side = math.copysign(abs(self.target), self.target * middle * float(self.rest(middle)))

        def primitive(w: float, pole: complex) -> complex:
            u = w * w
            integral = special.elliprj(*(u + self.offsets), _real_if(u - pole))
            return complex(np.log(complex(u - pole)) - side * 2 / 3 * integral)

        total = sum(
            (primitive(first, pole) - primitive(last, pole)) / np.polyval(slopes, pole)
            for pole in np.roots(cubic)
        )
        return float(total.real / (2 * self.eta * self.mu_xx))

    def _between(self, w: Any) -> Any:
        w = numbers("w", w)
        low, high = sorted((self.start, self.end))
        require("w", w, (w >= low) & (w <= high), f"between {self.start:g} and {self.end:g}")
        return w


def unbalanced_flow(
    weights: Numbers, mu_yx: float, mu_xx: float = 1.0, eta: float = 1.0
) -> UnbalancedFlow:
    """Return the gradient flow of the feedforward chain from any weights.

    The flow is reduced to one equation for the layer of smallest modulus.

    Parameters
    ----------
    weights : array_like
        Weights of the layers at t = 0, as an array: '[0.2,0.7]'. Shape (layer,), each 0 or of
        modulus between 1e-150 and 1e150.
    mu_yx : float
        Input-output moment E[y x] of the data, in units of y x.
    mu_xx : float
        Input second moment E[x^2] of the data, in units of x^2. Positive.
    eta : float
        Learning rate, in units of 1/curvature. Positive.

    Returns
    -------
    UnbalancedFlow
        The flow, with time in gradient steps.

    Raises
    ------
    ValueError
        If there is no layer, a weight is neither 0 nor of a modulus in that range, mu_xx <= 0, eta
        <= 0, or mu_yx/mu_xx overflows.

    References
    ----------
    Source: chain, footnote 1 and equation 3 corrected (X-C7).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.unbalanced_flow([0.2, 1.0, 1.5], mu_yx=1.0).at(2.0)
    array([0.558297, 1.127695, 1.587985])
    """
    layers = numbers("weights", weights)
    if np.ndim(layers) != 1 or layers.size == 0 or not np.all(np.isfinite(layers)):
        msg = f"weights must be one finite number per layer, got {layers}"
        raise ValueError(msg)
    sizes = np.abs(layers)
    squarable = (sizes == 0) | ((sizes >= SMALLEST_WEIGHT) & (sizes <= LARGEST_WEIGHT))
    allowed = f"0, or between {SMALLEST_WEIGHT:g} and {LARGEST_WEIGHT:g} in modulus, to be squared"
    require("weights", layers, squarable, allowed)
    mu_yx, mu_xx, eta = finite("mu_yx", mu_yx), positive("mu_xx", mu_xx), positive("eta", eta)
    require("mu_yx", mu_yx, abs(mu_yx) / MAX_TARGET <= mu_xx, f"below {MAX_TARGET:g} mu_xx")
    m = int(np.argmin(sizes))
    # (a-b)(a+b), not a^2-b^2: a tie is an exact zero and a near tie keeps its digits
    less, more = sizes - sizes[m], sizes + sizes[m]
    signs = np.where(layers < 0, -1.0, 1.0)
    return UnbalancedFlow(
        m,
        float(layers[m]),
        less * more,
        np.sqrt(less) * np.sqrt(more),
        signs,
        mu_yx,
        float(mu_xx),
        float(eta),
    )


def _real_if(z: complex) -> Any:
    """Return a nearly real number as real: only those give R_J its principal value."""
    return z.real if abs(z.imag) <= 1e-14 * abs(z) else z
