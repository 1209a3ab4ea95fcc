"""Statement X-11 (beyond the papers): dual and gate kernels of other activations."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special
import sympy as sp

from depthlaws.claims.engine.checks import Identity, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.claims.looped.common import SPREAD, Array, rho
from depthlaws.claims.looped.mean_field import by_arcsine
from depthlaws.sims.common import activations as simulated
from depthlaws.theory import activations, formula
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

slope = sp.Symbol("slope", real=True)
h11, h22 = sp.symbols("h11 h22", positive=True)
h12 = sp.Symbol("h12", real=True)

CORRELATION = Interval(sp.Rational(-19, 20), sp.Rational(19, 20))
SLOPES = Interval(-2, 2)
WITHIN = {h11: SPREAD, h22: SPREAD, h12: Interval(sp.Rational(-1, 5), sp.Rational(1, 5))}


# -- two slopes: proved from relu's kernel ---------------------------------------------------------


def _two_slopes(negative: sp.Expr) -> sp.Expr:
    """E f f for f(x) = relu(x) - a relu(-x): the sign of either input flips the correlation."""
    kappa = law("kappa-relu", rho=rho)
    return (1 + negative**2) * kappa - 2 * negative * kappa.subs(rho, -rho)


def _kernel(name: str, negative: sp.Expr, **more: sp.Expr) -> Identity:
    """A registered kernel against relu's, for one slope left of zero."""
    domain = {rho: CORRELATION} | ({slope: SLOPES} if more else {})
    return Identity(
        lambda: (
            by_arcsine(_two_slopes(negative)),
            by_arcsine(law(name, rho=rho, **more)),
        ),
        domain,
        what=name,
    )


def _gate(name: str, kernel: str, **more: sp.Expr) -> Identity:
    """Price's theorem: the gate kernel is the slope of the dual kernel in the correlation."""
    domain = {rho: CORRELATION} | ({slope: SLOPES} if more else {})
    return Identity(
        lambda: (
            by_arcsine(D(by_arcsine(law(kernel, rho=rho, **more)), rho)),
            by_arcsine(law(name, rho=rho, **more)),
        ),
        domain,
        what=name,
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
    says=(
        "Dual kernels of leaky ReLU, |x| and x follow from relu's: f(x) = relu(x) - a "
        "relu(-x), so E f f = (1 + a^2) kappa(rho) - 2 a kappa(-rho); their gate kernels "
        "are the slopes of these dual kernels."
    ),
    checks=(
        _kernel("kappa-leaky-relu", slope, slope=slope),
        _kernel("kappa-abs", sp.Integer(-1)),
        _kernel("kappa-linear", sp.Integer(1)),
        _gate("gate-leaky-relu", "kappa-leaky-relu", slope=slope),
        _gate("gate-abs", "kappa-abs"),
        _gate("gate-relu", "kappa-relu"),
    ),
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


def _gaussian_square(power: int) -> tuple[sp.Expr, sp.Expr]:
    """det(1 + p S), and the covariance of the Gaussian of precision S^-1 + p; p is ``power``."""
    covariance = sp.Matrix([[h11, h12], [h12, h22]])
    precision = sp.eye(2) + power * covariance
    return precision.det(), precision.inv() * covariance


def _erf_gate() -> sp.Expr:
    """(4/pi) E exp(-x^2 - y^2) = (4/pi) det(1 + 2 S)^(-1/2)."""
    return 4 / sp.pi / sp.sqrt(_gaussian_square(2)[0])


def _gelu_curvature() -> sp.Expr:
    """E f'' f'' for f'' = (2 - x^2) phi(x): moments of a Gaussian of precision S^-1 + 1."""
    determinant, A = _gaussian_square(1)
    moments = 4 - 2 * A[0, 0] - 2 * A[1, 1] + A[0, 0] * A[1, 1] + 2 * A[0, 1] ** 2
    return moments / (2 * sp.pi * sp.sqrt(determinant))


def _both() -> tuple[sp.Expr, sp.Expr]:
    """P(x > 0, y > 0) for variances larger by one, and the determinant in its slope."""
    product = (1 + h11) * (1 + h22)
    return sp.acos(-h12 / sp.sqrt(product)) / (2 * sp.pi), product - h12**2


def _both_positive() -> tuple[sp.Expr, sp.Expr]:
    probability, determinant = _both()
    return D(probability, h12), 1 / (2 * sp.pi * sp.sqrt(determinant))


def _gelu_slope() -> tuple[sp.Expr, sp.Expr]:
    """Slope of the gate and E f'' f'', both times the root, which makes them rational functions."""
    probability, determinant = _both()
    root = sp.sqrt(determinant)
    slope = 1 / (2 * sp.pi * root) + D(_of("gate-gelu") - probability, h12)
    return _rational(slope * root), _rational(_gelu_curvature() * root)


def _rational(expr: sp.Expr) -> sp.Expr:
    return expr


def _of(name: str) -> sp.Expr:
    return law(name, h11=h11, h12=h12, h22=h22)


def _at_independence() -> tuple[Identity, ...]:
    """Values at h12 = 0: products of means. E gelu = h/sqrt(2 pi (1 + h)), E gelu' = 1/2."""
    mean = h11 * h22 / (2 * sp.pi * sp.sqrt((1 + h11) * (1 + h22)))
    values = {"dual-erf": sp.Integer(0), "dual-gelu": mean, "gate-gelu": sp.Rational(1, 4)}
    return tuple(
        Identity(lambda n=name, v=value: (_of(n).subs(h12, 0), v), WITHIN, what=f"{name} at 0")
        for name, value in values.items()
    )


def _mean() -> tuple[sp.Expr, sp.Expr]:
    """E x P(Z < x) = h E phi(x) by parts, a Gaussian integral; E gelu' is the mean of P(Z < x)."""
    x = sp.Symbol("x", real=True)
    density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
    weight = sp.exp(-(x**2) / (2 * h11)) / sp.sqrt(2 * sp.pi * h11)
    mean_gelu = h11 * sp.integrate(sp.simplify(density * weight), (x, -sp.oo, sp.oo))
    return mean_gelu, h11 / sp.sqrt(2 * sp.pi * (1 + h11))


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


SMOOTH = {"first": Interval(sp.Rational(1, 20), 1), "r": CORRELATION}
SMOOTH |= {"second": Interval(sp.Rational(1, 20), 1)}

CLAIMS.add(
    id="LOOP-B-X11-smooth",
    source=LOOPED.ledger("X-11"),
    says="Dual and gate kernels of erf and GELU: the gate (for GELU its slope too) is a Gaussian "
    "integral, Price's theorem and the value at independence give the rest; quadrature agrees.",
    checks=(
        Identity(lambda: (_of("gate-erf"), _erf_gate()), WITHIN, what="gate-erf"),
        Identity(lambda: (D(_of("dual-erf"), h12), _of("gate-erf")), WITHIN, what="dual-erf"),
        Identity(lambda: (D(_of("dual-gelu"), h12), _of("gate-gelu")), WITHIN, what="dual-gelu"),
        Identity(_both_positive, WITHIN, what="gate-gelu, P(x > 0, y > 0)"),
        Identity(_gelu_slope, WITHIN, what="gate-gelu"),
        *_at_independence(),
        Identity(_mean, WITHIN, what="mean of GELU"),
    ),
    cross_checks=(
        Property(_hermite, {"name": list(_FUNCTIONS), **SMOOTH}, rtol=1e-12, n=24),
        Property(_quadrature, {**SMOOTH, "gate": [False, True]}, rtol=1e-12, n=16),
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
