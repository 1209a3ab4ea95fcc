"""Closed forms of dual kernels and gate kernels, and the float code that keeps their digits.

The activations to which they belong are in :mod:`.catalogue`.
"""

import math
from typing import Any

import numpy as np

from depthlaws.theory.numerics.exact_products import determinant
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.symbolic.domain import POSITIVE, REAL, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.symbols import declare

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

# NumPy adds an array of no dimension to a short row in half the time that it takes for a float.
_HORNER = [np.array(coefficient) for coefficient in TAIL[::-1]]
CHUNK = 4096  # points per call: they stay in the first-level cache through the polynomial


def _tail(w: Any) -> Any:
    """Return kappa(w - 1) for 0 <= w <= 1, to full relative accuracy.

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
    total = w * _HORNER[0]
    for coefficient in _HORNER[1:]:
        total += coefficient
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


def _spread(first: Any, cross: Any, second: Any, one: float = 1.0) -> Any:
    """Return sqrt((one + h11)(one + h22) - h12^2), to its last digits and without overflow."""
    power = np.maximum(np.frexp(np.maximum(first, second))[1], 0)
    a, b, c = (np.ldexp(v, -power) for v in (first, second, cross))
    unit = np.ldexp(one, -power)
    rest = np.maximum(determinant(a, c, b), 0.0)
    return np.ldexp(np.sqrt(unit**2 + unit * (a + b) + rest), power)


def _dual_erf(first: Any, cross: Any, second: Any) -> Any:
    return 2 / math.pi * np.arctan2(cross, _spread(first, cross, second, 0.5))


def _gate_erf(first: Any, cross: Any, second: Any) -> Any:
    return 2 / math.pi / _spread(first, cross, second, 0.5)


def _gate_gelu(first: Any, cross: Any, second: Any) -> Any:
    first, cross, second = (np.asarray(v, dtype=np.float64) for v in (first, cross, second))
    spread = _spread(first, cross, second)
    along = cross / spread
    terms = along / (1 + first) + along / (1 + second) + along / spread / spread
    return (np.arctan2(spread, -cross) + terms) / (2 * math.pi)


def _dual_gelu(first: Any, cross: Any, second: Any) -> Any:
    """Return E(h12) = max(h12, 0)/2 + E(-|h12|), by two forms of the latter.

    With P^2 = (1+h11)(1+h22), r = -|h12|/P, S^2 = P^2 - h12^2 the textbook form cancels for
    r < -1/2, where P kappa_relu(r) + (1/S - (2 + h11 + h22) S / P^2) / 2 pi does not.
    """
    first, cross, second = (np.asarray(v, dtype=np.float64) for v in (first, cross, second))
    size = np.abs(cross)
    scale = np.sqrt(1 + first) * np.sqrt(1 + second)
    spread = _spread(first, cross, second)
    plain = (first / (1 + first)) * (second / (1 + second)) * spread
    plain += np.square(size / scale) / spread - size * np.arctan2(spread, size)
    w = (spread / scale) * (spread / (scale + size))
    far = 1 / spread - (spread / (1 + first) + spread / (1 + second))
    # The first term of the tail, whose power 3/2 of w may be a double only with the scale.
    least = TAIL[0] * np.sqrt(w) * spread * (spread / (scale + size))
    far = np.maximum(least, scale * _tail(w)) + far / (2 * math.pi)
    return 0.5 * np.maximum(cross, 0) + np.where(size > 0.5 * scale, far, plain / (2 * math.pi))


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
    # A kernel, so that a first answer about updates need not import SymPy.
    kernel=lambda rho: np.arccos(-np.asarray(rho, dtype=np.float64)) / (2 * math.pi),
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
    kernel=_dual_erf,
)

gate_erf = Formula(
    id="gate-erf",
    says="E[erf'(x) erf'(y)] for centred Gaussian x, y.",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    expr=4 / (sp.pi * sp.sqrt((1 + 2 * h11) * (1 + 2 * h22) - 4 * h12**2)),
    kernel=_gate_erf,
)

_spread_of = sp.sqrt((1 + h11) * (1 + h22) - h12**2)
_both = sp.acos(-h12 / sp.sqrt((1 + h11) * (1 + h22))) / (2 * sp.pi)

dual_gelu = Formula(
    id="dual-gelu",
    says="E[gelu(x) gelu(y)] for centred Gaussian x, y and gelu(x) = x P(Z < x).",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    # Stein's lemma twice on x P(Z < x) y P(Z' < y); P(Z < x, Z' < y) = acos(-r) / 2 pi.
    expr=h12 * _both
    + (h11 * h22 * _spread_of**2 + h12**2) / ((1 + h11) * (1 + h22) * 2 * sp.pi * _spread_of),
    kernel=_dual_gelu,
)

gate_gelu = Formula(
    id="gate-gelu",
    says="E[gelu'(x) gelu'(y)] for centred Gaussian x, y.",
    source=LOOPED.beyond("X-11"),
    domain=COVARIANCE,
    given=WITHIN,
    kernel=_gate_gelu,
    expr=_both
    + h12 * (1 / (1 + h11) + 1 / (1 + h22) + 1 / _spread_of**2) / (2 * sp.pi * _spread_of),
)


def correlation(first: Any, cross: Any, second: Any, /) -> tuple[Any, Any]:
    """Return sqrt(first second) and the correlation cross / sqrt(first second).

    A state has correlation exactly 1 with itself: the gate kernel turns an error e there into
    sqrt(e). This form gives exactly 1 and does not overflow.
    """
    scale = np.sqrt(first / second) * second
    return scale, np.minimum(np.maximum(cross / scale, -1.0), 1.0)
