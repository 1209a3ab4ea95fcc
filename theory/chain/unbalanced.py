r"""Gradient flow of the feedforward chain from unbalanced weights: exact, for any signs.

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

from depthlaws.theory.chain.symbols import B, t, theta0, theta_end
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import as_float, numbers, positive, require
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Array, Floats, Number, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["UnbalancedFlow", "unbalanced_flow"]

WIDEST = 1e150  # of a weight: its square is still a double

# |theta| <= 300 covers c >= 1e-130 r
ANGLE = Interval(-300, 300)


def _angle(t: Any, theta0: Any, theta_end: Any, B: Any) -> Any:
    rate = B * np.cosh(theta_end)
    left, gone = np.exp(-rate * t), -np.expm1(-rate * t)
    both = np.exp(theta0 + theta_end)
    above = both + gone + left * np.exp(theta0 - theta_end)
    return theta_end + np.log(above / (gone * both + 1 + left * np.exp(2 * theta_end)))


_left = sp.exp(-B * sp.cosh(theta_end) * t)
_both = sp.exp(theta0 + theta_end)

two_layer_angle = Formula(
    id="chain-two-layer-angle",
    says="Angle of two unbalanced layers sqrt(c) (sinh, +-cosh)(theta/2); B = eta mu_xx c.",
    source=CHAIN.beyond("X-C7"),
    domain={t: NONNEGATIVE, theta0: ANGLE, theta_end: ANGLE, B: POSITIVE},
    # d theta/dt = B (sinh(theta_end) - sinh(theta)); only positive terms are added
    expr=theta_end
    + sp.log(
        (_both + 1 - _left + _left * sp.exp(theta0 - theta_end))
        / ((1 - _left) * _both + 1 + _left * sp.exp(2 * theta_end))
    ),
    kernel=_angle,
)


@dataclass(frozen=True)
class UnbalancedFlow:
    """The flow as one equation for its smallest layer, of index ``smallest`` and weight ``start``.

    ``offsets`` are the conserved c_l >= 0. Methods take the weight w of the smallest layer, on its
    way from ``start`` to ``end``, and t >= 0; both broadcast.

    >>> from depthlaws import chain
    >>> flow = chain.unbalanced_flow([0.5, 1.0, 1.0], mu_yx=2.0)
    >>> flow.depth, flow.smallest, flow.offsets.tolist()
    (3, 0, [0.0, 0.75, 0.75])
    """

    smallest: int
    start: float
    offsets: np.ndarray
    signs: np.ndarray
    mu_yx: float
    mu_xx: float
    eta: float

    # -- the equation -------------------------------------------------------------------------

    @property
    def depth(self) -> int:
        """Layers."""
        return self.offsets.size

    @property
    def target(self) -> float:
        """R = mu_yx / mu_xx."""
        return self.mu_yx / self.mu_xx

    @property
    def tied(self) -> int:
        """How many layers are as small as the smallest, itself included."""
        return int(np.count_nonzero(self.offsets == 0))

    def weights(self, w: Numbers) -> Array:
        """All layers. Shapes: (...) -> (..., layer)."""
        w = np.asarray(w, dtype=float)
        out = self.signs * np.sqrt(np.square(w)[..., None] + self.offsets)
        out[..., self.smallest] = w
        return out

    @overload
    def rest(self, w: Number) -> float: ...
    @overload
    def rest(self, w: Numbers) -> Array: ...
    def rest(self, w: Numbers) -> Floats:
        """Q, the product of all layers but the smallest."""
        return np.prod(np.delete(self.weights(w), self.smallest, axis=-1), axis=-1)

    @overload
    def speed(self, w: Number) -> float: ...
    @overload
    def speed(self, w: Numbers) -> Array: ...
    def speed(self, w: Numbers) -> Floats:
        """dw/dt of the smallest layer."""
        smallest = numbers("w", w)
        rest = self.rest(smallest)
        return self.eta * (self.mu_yx - self.mu_xx * smallest * rest) * rest

    # -- where it goes ------------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """``"target"`` (a global minimum) or ``"saddle"``, where the total weight is 0.

        The target is missed iff the total weight has the wrong sign (or is 0) and the smallest
        modulus belongs to several layers: they then keep their signs and die out together.
        """
        side = self.start * float(self.rest(self.start)) * self.target
        return "saddle" if self.tied > 1 and side <= 0 and self.target != 0 else "target"

    @cached_property
    def end(self) -> float:
        """Weight of the smallest layer as t -> infinity."""
        if self.outcome == "saddle" or self.target == 0:
            return 0.0
        # Q keeps its sign; layers that are tied keep theirs.
        sign = self.start if self.tied > 1 else self.target * float(self.rest(self.start))
        return math.copysign(self._size(abs(self.target)), sign)

    def _size(self, product: float) -> float:
        """|w| with prod_l sqrt(w^2 + c_l) = product."""

        def excess(log_w: Any) -> Any:
            squares = np.exp(2 * log_w)[..., None] + self.offsets
            return np.sum(np.log(squares), axis=-1) / 2 - math.log(product)

        high = math.log(product) / self.depth  # all c_l = 0
        slack = np.log1p(self.offsets * math.exp(-2 * high)).sum() / 2
        return math.exp(root(excess, high - slack - 1, high + 1))

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

    # -- when it gets there -------------------------------------------------------------------

    @overload
    def time(self, w: Number) -> float: ...
    @overload
    def time(self, w: Numbers) -> Array: ...
    def time(self, w: Numbers) -> Floats:
        """Time at which the smallest layer has weight w, by quadrature; inf at the end.

        Error: relative 1e-10. Raises: ValueError unless w lies between start and end.
        """
        w = self._between(w)
        return as_float(np.vectorize(self._time, otypes=[float])(w))

    def at(self, t: Numbers) -> Array:
        """All weights at time t >= 0: closed forms up to two layers, else by inverting time.

        Shapes: (...) -> (..., layer).
        """
        moments = numbers("t", t)
        require("t", moments, moments >= 0, "at least 0")
        with np.errstate(over="ignore"):
            return self._at(moments)

    def _at(self, t: Any) -> Any:
        if self.depth == 1:
            decay = np.exp(-self.eta * self.mu_xx * t)
            return self.weights(self.target + (self.start - self.target) * decay)
        if self.depth == 2:
            return self._two_layers(t)
        return self.weights(np.vectorize(self._invert, otypes=[float])(t))

    def _two_layers(self, t: Any) -> Any:
        other = 1 - self.smallest
        c, sign = self.offsets[other], self.signs[other]
        if c == 0:  # P is logistic
            growth = 2 * self.eta * self.mu_yx * sign * self.signs[self.smallest]
            gain = 2 * self.eta * self.mu_xx * self.start**2 * t * special.exprel(-growth * t)
            return self.weights(self.start / np.sqrt(np.exp(-growth * t) + gain))
        theta0 = 2 * math.asinh(self.start / math.sqrt(c))
        theta_end = math.asinh(2 * sign * self.target / c)
        angle = two_layer_angle.unchecked(t, theta0, theta_end, self.eta * self.mu_xx * c)
        return self.weights(math.sqrt(c) * np.sinh(angle / 2))

    @overload
    def three_layer_time(self, w: Number) -> float: ...
    @overload
    def three_layer_time(self, w: Numbers) -> Array: ...
    def three_layer_time(self, w: Numbers) -> Floats:
        """Time at which the smallest of three layers has weight w, by Carlson's R_J.

        Source: chain, beyond the paper (X-C7). Raises: ValueError unless there are three layers,
        r != 0, and w lies between start and end.
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

    def _gap_speed(self, z: float) -> float:
        """Speed at end - z, relative to z: no cancellation near the end."""
        w = self.end - z
        if self.end == 0 or abs(z) > abs(self.end) / 2:
            return float(self.speed(w)) / z
        # log(P/r) = sum log((w^2 + c)/(end^2 + c)) / 2
        shift = -z * (w + self.end) / (self.end**2 + self.offsets)
        log_share = float(np.sum(np.log1p(shift))) / 2
        return -self.eta * self.mu_yx * math.expm1(log_share) * float(self.rest(w)) / z

    def _time(self, w: float) -> float:
        """Integrate in asinh(w) over the start, then in log(end - w)."""
        if w == self.end:
            return math.inf
        sign = math.copysign(1.0, self.end - self.start)
        near = self.start if self.end == 0 else self.end - sign * abs(self.end) / 2
        turn = sign * min(sign * w, max(sign * near, sign * self.start))
        scales = [abs(self.start), *np.sqrt(self.offsets)]
        scale = min((x for x in scales if x > 0), default=1.0)

        def early(s: float) -> float:
            return scale * math.cosh(s) / float(self.speed(scale * math.sinh(s)))

        def late(y: float) -> float:
            return -1 / self._gap_speed(sign * math.exp(y))

        ends = (math.asinh(self.start / scale), math.asinh(turn / scale))
        total = _quad(early, *ends)
        if turn != w:
            total += _quad(late, math.log(abs(self.end - turn)), math.log(abs(self.end - w)))
        return total

    def _invert(self, t: float) -> float:
        if t == 0 or self.start == self.end or self.speed(self.start) == 0:
            return self.start
        gap = self.end - self.start

        def excess(y: Any) -> Any:
            return np.vectorize(lambda y: self._time(self.end - gap * math.exp(-y)) - t)(y)

        high = 1.0
        while excess(high) < 0:
            high *= 2
        return self.end - gap * math.exp(-float(root(excess, 0.0, high)))


def unbalanced_flow(
    weights: Numbers, mu_yx: float, mu_xx: float = 1.0, eta: float = 1.0
) -> UnbalancedFlow:
    """Gradient flow of the feedforward chain from any weights, reduced to its smallest layer.

    Source: chain, footnote 1 and equation 3 corrected (X-C7).
    Raises: ValueError for no layer, weights that are not finite, mu_xx <= 0 or eta <= 0.

    >>> from depthlaws import chain
    >>> chain.unbalanced_flow([0.2, 1.0, 1.5], mu_yx=1.0).at(2.0)
    array([0.558297, 1.127695, 1.587985])
    """
    layers = numbers("weights", weights)
    if np.ndim(layers) != 1 or layers.size == 0 or not np.all(np.isfinite(layers)):
        msg = f"weights must be one finite number per layer, got {layers}"
        raise ValueError(msg)
    require("weights", layers, np.abs(layers) < WIDEST, f"below {WIDEST:g}: squares overflow")
    mu_yx, mu_xx, eta = numbers("mu_yx", mu_yx), positive("mu_xx", mu_xx), positive("eta", eta)
    sizes = np.abs(layers)
    m = int(np.argmin(sizes))
    # (a-b)(a+b), not a^2-b^2: a tie is an exact zero and a near tie keeps its digits
    offsets = (sizes - sizes[m]) * (sizes + sizes[m])
    lost = (offsets == 0) & (sizes != sizes[m])
    require("weights", layers, ~lost, "equal in modulus or farther apart: squares underflow")
    signs = np.where(layers < 0, -1.0, 1.0)
    return UnbalancedFlow(
        m, float(layers[m]), offsets, signs, float(mu_yx), float(mu_xx), float(eta)
    )


def _quad(f: Any, low: float, high: float) -> float:
    import scipy.integrate

    value, _ = scipy.integrate.quad(f, low, high, epsabs=0, epsrel=1e-11, limit=400)
    return value


def _real_if(z: complex) -> Any:
    """Carlson's R_J takes its principal value only from a real argument."""
    return z.real if abs(z.imag) <= 1e-14 * abs(z) else z
