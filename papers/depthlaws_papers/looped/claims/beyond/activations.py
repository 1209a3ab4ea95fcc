"""Statement X-11 (beyond the papers): dual and gate kernels of other activations."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special
import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, integral
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    Tree,
    half,
    interval,
    pi,
    positive,
    reals,
    registered,
    sqrt,
    tree,
)
from depthlaws.sims.common import activations as simulated
from depthlaws.theory import activations, formula
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import SPREAD, Array, rho

CLAIMS = Claims()

slope = sp.Symbol("slope", real=True)
CORRELATION = Interval(sp.Rational(-19, 20), sp.Rational(19, 20))
INSIDE = interval(-1, 1, low_open=True, high_open=True)


# -- two slopes: proved from relu's kernel ---------------------------------------------------------


def _two_slopes(negative: Any) -> Tree:
    """E f f for f(x) = relu(x) - a relu(-x): the sign of either input flips the correlation."""
    kappa, flipped = (registered("kappa-relu", rho=sign * rho) for sign in (1, -1))
    return (1 + negative**2) * kappa - 2 * negative * flipped


def _slope(kernel: str, **values: Any) -> sp.Expr:
    """Price's theorem: the gate kernel is the slope of the dual kernel in the correlation."""
    return D(looked_up(kernel, rho=rho, **values), rho)


TWO_SLOPES = Statement(
    Equal(registered("kappa-leaky-relu", rho=rho, slope=slope), _two_slopes(tree(slope))),
    Equal(registered("kappa-abs", rho=rho), _two_slopes(tree(-1))),
    Equal(registered("kappa-linear", rho=rho), _two_slopes(tree(1))),
    Equal(
        registered("gate-leaky-relu", rho=rho, slope=slope),
        _slope("kappa-leaky-relu", slope=slope),
    ),
    Equal(registered("gate-abs", rho=rho), _slope("kappa-abs")),
    Equal(registered("gate-relu", rho=rho), _slope("kappa-relu")),
    for_all={rho: INSIDE, slope: reals},
)


def _by_angle(name: str, rho: float, negative: float) -> tuple[float, float]:
    """E f(x) f(y), or of f'(x) f'(y): Gauss-Legendre in the angle between the kinks."""
    turn, half, gate = math.acos(rho), math.pi / 2, name.startswith("gate")
    kinks = np.sort(np.mod([half, -half, turn + half, turn - half], 2 * math.pi))
    ends = np.append(kinks, kinks[0] + 2 * math.pi)
    nodes, weights = np.polynomial.legendre.leggauss(24)
    angle = (ends[1:, None] + ends[:-1, None] + np.diff(ends)[:, None] * nodes) / 2
    values = [
        np.where(x > 0, 1.0, negative) * (1.0 if gate else x)
        for x in (np.cos(angle), np.cos(angle - turn))
    ]
    total = np.sum(np.diff(ends)[:, None] / 2 * weights * values[0] * values[1])
    exact = float(total) / (2 * math.pi if gate else math.pi)
    fixed = {"relu": 0.0, "abs": -1.0, "linear": 1.0}
    activation = next((k for k, v in fixed.items() if v == negative), None)
    if activation is None:
        activation = activations.leaky_relu(negative)
    return activations.kappa(rho, activation, gate=gate), exact


def _homogeneous(h11: float, h22: float, r: float, activation: str) -> tuple[float, float]:
    """E f f at unequal variances is sqrt(h11 h22) times the kernel of the correlation."""
    size = math.sqrt(h11 * h22)
    return (
        activations.dual(h11, r * size, h22, activation),
        size * activations.kappa(r, activation),
    )


HOMOGENEOUS = ["relu", "abs", "linear", "leaky_relu"]

CLAIMS.add(
    id="LOOP-B-X11",
    source=LOOPED.ledger("X-11"),
    says="Dual kernels of leaky ReLU, |x| and x follow from relu's: f(x) = relu(x) - a relu(-x), "
    "so E f f = (1 + a^2) kappa(rho) - 2 a kappa(-rho); their gate kernels are the slopes of these "
    "dual kernels.",
    statement=TWO_SLOPES,
    cross_checks=(
        Property(
            _by_angle,
            {
                "name": ["kappa", "gate"],
                "rho": CORRELATION,
                "negative": [0.0, -1.0, 1.0, 0.01, -2.0, 0.7],
            },
            rtol=1e-9,
            n=36,
            what="quadrature",
        ),
        Property(
            _homogeneous,
            {"h11": SPREAD, "h22": SPREAD, "r": CORRELATION, "activation": HOMOGENEOUS},
            rtol=1e-12,
            n=24,
            what="unequal variances",
        ),
    ),
)


# -- erf and GELU: Gaussian integrals --------------------------------------------------------------


x, y = sp.symbols("x y", positive=True)  # standard deviations of both inputs
h, p = sp.symbols("h p", positive=True)
z = sp.Symbol("z", real=True)


def _at(name: str) -> sp.Expr:
    """Kernel at the variances x^2 and y^2 and the covariance rho x y."""
    return looked_up(name, h11=x**2, h12=rho * x * y, h22=y**2)


def _gaussian_square(power: int) -> tuple[sp.Expr, sp.Expr]:
    """det(1 + p S), and the covariance of the Gaussian of precision S^-1 + p; p is ``power``."""
    covariance = sp.Matrix([[x**2, rho * x * y], [rho * x * y, y**2]])
    precision = sp.eye(2) + power * covariance
    return precision.det(), (precision.adjugate() * covariance).expand() / precision.det()


def _gelu_curvature() -> sp.Expr:
    """E f'' f'' for f'' = (2 - x^2) phi(x): moments of a Gaussian of precision S^-1 + 1."""
    determinant, A = _gaussian_square(1)
    moments = 4 - 2 * A[0, 0] - 2 * A[1, 1] + A[0, 0] * A[1, 1] + 2 * A[0, 1] ** 2
    return moments / (2 * sp.pi * sp.sqrt(determinant))


def _slope_is(name: str, gate: Any) -> Equal:
    """Price's theorem: the slope in the correlation is x y times the mean of both derivatives."""
    return Equal(D(_at(name), rho), x * y * tree(gate))


def _apart(name: str, value: Any) -> Equal:
    """Value at independence: a product of means."""
    return Equal(registered(name, h11=x**2, h12=0, h22=y**2), value)


squared = (1 + x**2) * (1 + y**2)
variance = tree(h)
gaussian = sp.exp(-p * z**2 / 2)
SMOOTH = Statement(
    # 4/pi times E exp(-x^2 - y^2)
    Equal(_at("gate-erf"), 4 / sp.pi / sp.sqrt(_gaussian_square(2)[0])),
    _slope_is("dual-erf", _at("gate-erf")),
    _slope_is("dual-gelu", _at("gate-gelu")),
    # P(x > 0, y > 0) for variances larger by one, part of the gate kernel
    Equal(
        D(sp.acos(-rho * x * y / sp.sqrt(squared)) / (2 * sp.pi), rho),
        x * y / (2 * sp.pi * sp.sqrt(_gaussian_square(1)[0])),
    ),
    _slope_is("gate-gelu", _gelu_curvature()),
    _apart("dual-erf", 0),
    _apart("gate-gelu", half * half),
    # E gelu = h E phi(x) by parts, an integral over phi(x) times the density at variance h
    Equal(
        sp.exp(-(z**2) / 2) * sp.exp(-(z**2) / (2 * h)),
        gaussian.subs(p, (1 + h) / h),
    ),
    Equal(2 * integral(gaussian, (z, 0, sp.oo)), sp.sqrt(2 * sp.pi / p)),
    Equal(
        variance / (2 * pi * sqrt(variance)) * sqrt(2 * pi * variance / (1 + variance)),
        variance / sqrt(2 * pi * (1 + variance)),
    ),
    _apart("dual-gelu", x**2 * y**2 / (2 * sp.pi * sp.sqrt(sp.expand(squared)))),
    for_all={**dict.fromkeys((x, y, h, p), positive), z: reals, rho: INSIDE},
)


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "dual-erf": scipy.special.erf,
    "gate-erf": lambda x: 2 / math.sqrt(math.pi) * np.exp(-(x**2)),
    "dual-gelu": lambda x: x * scipy.special.ndtr(x),
    "gate-gelu": lambda x: scipy.special.ndtr(x) + x * np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi),
}


def _hermite(name: str, first: float, r: float, second: float) -> tuple[float, float]:
    """Gauss-Hermite expectation of a smooth activation or of its derivative."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / np.sum(weights)
    x = math.sqrt(first) * nodes[:, None]
    y = math.sqrt(second) * (r * nodes[:, None] + math.sqrt(1 - r**2) * nodes)
    f = _FUNCTIONS[name]
    exact = np.sum(weights[:, None] * weights * f(x) * f(y))
    return formula(name)(first, r * math.sqrt(first * second), second), float(exact)


def _quadrature(first: float, r: float, second: float, gate: bool) -> tuple[float, float]:
    """from_function on gelu against the closed form, at unequal variances."""
    made = activations.from_function("own", _FUNCTIONS["dual-gelu"], _FUNCTIONS["gate-gelu"])
    at = (first, r * math.sqrt(first * second), second)
    kernel_value = (made.gate if gate else made.dual)(*at)
    return float(kernel_value), formula("gate-gelu" if gate else "dual-gelu")(*at)


VARIANCES = {"first": Interval(sp.Rational(1, 20), 1), "r": CORRELATION}
VARIANCES |= {"second": Interval(sp.Rational(1, 20), 1)}

CLAIMS.add(
    id="LOOP-B-X11-smooth",
    source=LOOPED.ledger("X-11"),
    says="Dual and gate kernels of erf and GELU: the gate (for GELU its slope too) is a Gaussian "
    "integral, Price's theorem and the value at independence give the rest; quadrature agrees.",
    statement=SMOOTH,
    cross_checks=(
        Property(_hermite, {"name": list(_FUNCTIONS), **VARIANCES}, rtol=1e-12, n=24),
        Property(_quadrature, {**VARIANCES, "gate": [False, True]}, rtol=1e-12, n=16),
    ),
)


def _both_rooms(activation: str, x: float) -> tuple[Array, Array]:
    """Function and derivative in the theory and in the simulators."""
    theory, sims = activations.get(activation), simulated.get(activation)
    at = np.array([x])
    return (
        np.concatenate([theory(at), theory.derivative(at)]),
        np.concatenate([sims.function(at), sims.derivative(at)]),
    )


CLAIMS.add(
    id="LOOP-B-X11-functions",
    source=LOOPED.ledger("X-11"),
    says="The activations of the simulators are those whose kernels the theory has.",
    checks=(
        Property(
            _both_rooms,
            {
                "activation": ["relu", "leaky_relu", "abs", "linear", "erf", "gelu"],
                "x": [-3.0, -1.0, -1e-3, 1e-3, 0.5, 1.0, 4.0],
            },
            rtol=1e-11,
            n=42,
        ),
    ),
    why_sampled="no enclosure of a simulator's floats",
)
