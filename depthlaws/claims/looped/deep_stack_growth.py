"""Growth of a stack of independent layers: appendix B of the first version, 7.1 of the second."""

from collections.abc import Iterator
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, lim
from depthlaws.claims.looped.common import (
    SCALE,
    SPREAD,
    controlled,
    eps,
    eta,
    gain,
    h0,
    half_square,
    recursion,
    s,
    simulated,
)
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream

CLAIMS = Claims()


def _bounded_exponents() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Limit of 1/H_L = (1 + c L^(-2 alpha))^-L as L grows, c = s^2/2: not 0 where H is bounded."""
    c, z = sp.symbols("c z", positive=True)
    for alpha, limit in (
        (sp.Rational(1, 2), sp.exp(-c)),
        (sp.Rational(1, 4), sp.Integer(0)),
        (sp.Rational(9, 20), sp.Integer(0)),
        (sp.Rational(11, 20), sp.Integer(1)),
        (sp.Integer(1), sp.Integer(1)),
    ):
        # In z = 1/L the logarithm is log(1 + c z^(2 alpha))/z; its leading power decides the limit.
        limiting = lim(sp.log(1 + c * z ** (2 * alpha)) / z, z, 0)
        yield f"alpha = {alpha}", sp.exp(-limiting), limit


def _log_ratios() -> Iterator[tuple[Any, ...]]:
    """L log(1 + c eps^2) over c L eps^2 goes to 1 as eps^2 = L^(-2 alpha) goes to 0."""
    c, alpha, square = sp.symbols("c alpha square", positive=True)
    yield "power of L in eps^2", -2 * alpha, "<", sp.Integer(0)
    ratio = sp.Subs(sp.Derivative(sp.log(1 + c * square), square), square, 0) / c
    yield "ratio of the logarithms, by the slope at 0", ratio, sp.Integer(1)


def _untied(depth: int, eps: float, s: float, h0: float) -> tuple[float, float]:
    stream = Stream(loops=1, layers=depth, eps=eps, s=s, h0=h0)
    return float(stream.energies[-1]), formula("untied-energy")(depth, eps, s, h0, 0.5)


def _routes(activation: str, normalize: bool, depth: int, eps: float, h0: float) -> tuple:
    """untied_energy against the full kernel, for every activation."""
    stream = Stream(
        loops=1, layers=depth, eps=eps, h0=h0, activation=activation, normalize=normalize
    )
    closed = residual.untied_energy(depth, eps, 1.0, h0, activation, normalize=normalize)
    return closed, float(stream.energies[-1])


def _first_step_mean(width: int) -> Sampled:
    """Energy after one untied layer: exact at every width."""
    model = ResidualMLP(width=width, loops=1, layers=1, eps=0.8, s=1.5, h0=2.0)
    options = {"samples": 200_000, "route": matrix_free, "dtype": "float32"}
    return Sampled(
        lambda seed: simulated(model, "energy", seed=seed, **options)[:, 1],
        lambda: 2.0 * (1 + (0.8 * 1.5) ** 2 / 2),
        what=f"width {width}",
    )


UNTIED = (
    *recursion(
        "untied-energy",
        "L",
        h0 + gain * symbol("kappa1") * h0,
        lambda H: H + gain * symbol("kappa1") * H,
        "L eps s h0 kappa1",
    ),
    Exhaustive(_log_ratios, what="its logarithm, for every alpha"),
    Exhaustive(_bounded_exponents, what="bounded or not"),
)
UNTIED_NUMBERS = (
    Property(
        _untied,
        {"depth": [1, 2, 7, 40], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
        rtol=1e-12,
        n=30,
    ),
    Property(
        _routes,
        {
            "activation": ["relu", "abs", "linear", "leaky_relu", "erf", "gelu"],
            "normalize": [False, True],
            "depth": [1, 6],
            "eps": SCALE,
            "h0": SPREAD,
        },
        rtol=1e-11,
        n=24,
        what="every activation",
    ),
    _first_step_mean(2),
    _first_step_mean(16),
)


CLAIMS.add(
    id="LOOP-A-DP5",
    source=LOOPED_V0.section("B"),
    says="Untied: E H_L = (1 + s^2 eps^2/2)^L H_0, bounded if and only if alpha >= 1/2; one "
    "step is exact at every width.",
    checks=UNTIED,
    cross_checks=UNTIED_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-71e",
    source=LOOPED.section("7.1"),
    says="Untied: E R_L^2 = (1 + s^2 eps^2/2)^L R_0^2, bounded if and only if alpha >= 1/2.",
    checks=UNTIED,
    cross_checks=UNTIED_NUMBERS,
)


CLAIMS.add(
    id="LOOP-A-DP5-printed",
    source=LOOPED_V0.section("B"),
    says="log (1 + c eps^2)^L is close to c L^(1 - 2 alpha) for every alpha > 0: the ratio of the "
    "logarithms goes to 1.",
    quote="(1 + c eps^2)^L H_0 ~ exp(c L eps^2) H_0",
    reading="The logarithms agree to leading order, which is what the exponent needs. The two "
    "sides themselves agree only for alpha > 1/4.",
    checks=(Exhaustive(_log_ratios),),
)


# alpha, and the relation of 4 alpha - 1 to 0
RANGE = {
    sp.Rational(1, 4): "==",
    sp.Rational(1, 10): "<",
    sp.Rational(6, 25): "<",
    sp.Rational(13, 50): ">",
    sp.Rational(1, 2): ">",
    sp.Integer(1): ">",
}


def _log_differences() -> Iterator[tuple]:
    """The logarithm of the factor between them at eps = L^-alpha, z = 1/L.

    It is z^(4 alpha - 1) times (log(1 + c u) - c u)/u^2, u = eps^2, which tends to -c^2/2.
    """
    c, z, u = sp.symbols("c z u", positive=True)
    yield "slope of log(1 + c u)", D(sp.log(1 + c * u), u), c / (1 + c * u)
    curvature = sp.Subs(sp.Derivative(c / (1 + c * u), u), u, 0)
    yield "(log(1 + c u) - c u)/u^2 at u = 0", curvature / 2, -(c**2) / 2
    for alpha, relation in RANGE.items():
        small = z ** (2 * alpha)
        gap = sp.log(1 + c * small) - c * small
        yield f"alpha = {alpha}", gap / z, gap / small**2 * z ** (4 * alpha - 1)
        yield f"power of 1/L at alpha = {alpha}", 4 * alpha - 1, relation, sp.Integer(0)


def _limits_of_factor() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """1, exp(-c^2/2) or 0 by SymPy's limits."""
    c, z = sp.symbols("c z", positive=True)
    limits = {"<": sp.Integer(0), "==": sp.exp(-(c**2) / 2), ">": sp.Integer(1)}
    for alpha, relation in RANGE.items():
        small = z ** (2 * alpha)
        limit = lim((sp.log(1 + c * small) - c * small) / z, z, 0)
        yield f"alpha = {alpha}", sp.exp(limit), limits[relation]


CLAIMS.add(
    id="LOOP-A-DP5-range",
    source=LOOPED_V0.ledger("ERR-17"),
    says="(1 + c eps^2)^L and exp(c L eps^2) agree only if L eps^4 -> 0, that is alpha > 1/4; at "
    "alpha = 1/4 they differ by the factor exp(-c^2/2).",
    checks=(Exhaustive(_log_differences),),
    cross_checks=(Exhaustive(_limits_of_factor, what="SymPy's limits"),),
)


def _layer_sums(name: str, share: sp.Expr, depth: int) -> Identity:
    """One layer's share, times the growth before it and the gain after it."""

    def sides() -> tuple[sp.Expr, sp.Expr]:
        total = sum(
            share
            * law("untied-energy", L=sp.Integer(i), kappa1=half_square())
            * law("backward-untied", N=sp.Integer(depth - 1 - i))
            for i in range(depth)
        )
        return law(name, L=sp.Integer(depth)), total

    return Identity(sides, {eps: SCALE, s: SCALE, h0: SCALE, eta: SCALE}, what=f"{name}, L={depth}")


def _untied_routes(depth: int, eps: float, s: float, h0: float) -> bool:
    """The last entries of the kernels against the closed forms."""
    stream = Stream(loops=1, layers=depth, eps=eps, s=s, h0=h0)
    pairs = (
        (updates.backward_kernel(stream)[0, 0], formula("backward-untied")(depth, eps, s)),
        (
            updates.isotropic_update(stream, 0.7)[-1, -1],
            formula("isotropic-update-untied")(depth, eps, s, h0, 0.7),
        ),
        (
            updates.gradient_step(stream, 0.7, nodes=4).loss,
            formula("gradient-descent-untied")(depth, eps, s, h0, 0.7),
        ),
    )
    return all(abs(one / two - 1) < 1e-11 for one, two in pairs)


CLAIMS.add(
    id="LOOP-B-71-sums",
    source=LOOPED.section("7.1"),
    says="Untied streams layer by layer: energy, energy with normalised input, backward vector, "
    "and the updates as sums of one layer's share times the gain of the later layers.",
    checks=(
        *recursion(
            "untied-energy",
            "L",
            h0 + gain * symbol("kappa1") * h0,
            lambda H: H + gain * symbol("kappa1") * H,
            "L eps s h0 kappa1",
        ),
        *recursion(
            "untied-normalized-energy",
            "L",
            h0 + gain * symbol("kappa1"),
            lambda H: H + gain * symbol("kappa1"),
            "L eps s h0 kappa1",
        ),
        *recursion(
            "backward-untied",
            "N",
            1 + gain * half_square(),
            lambda Q: Q + gain * half_square() * Q,
            "N eps s",
        ),
        _layer_sums("isotropic-update-untied", (eps * eta) ** 2 / 2, 1),
        _layer_sums("isotropic-update-untied", (eps * eta) ** 2 / 2, 3),
        _layer_sums("gradient-descent-untied", -eta * eps**2 / 2, 1),
        _layer_sums("gradient-descent-untied", -eta * eps**2 / 2, 3),
    ),
    cross_checks=(
        Property(
            _untied_routes,
            {"depth": [1, 2, 5, 12], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            n=16,
        ),
    ),
)


CLAIMS.add(
    id="LOOP-B-FIG1a",
    source=LOOPED.figure("1(a)"),
    says="Independent branches add like a random walk: E |sum_l r_l|^2/d = L s^2/2 for the "
    "normalised stream, |sum| = Theta(sqrt L).",
    reading="The sketch's formula for the ReLU MLP with normalised stream and independent "
    "weights, at initialisation.",
    checks=recursion(
        "untied-normalized-energy",
        "L",
        h0 + gain * symbol("kappa1"),
        lambda H: H + gain * symbol("kappa1"),
        "L eps s h0 kappa1",
    ),
    cross_checks=(
        controlled(
            ResidualMLP(width=4096, layers=12, eps=1.0, s=1.3, normalize=True),
            "quadratic",
            lambda: 12 * 1.3**2 / 2,
            samples=192,
            what="12 layers",
        ),
    ),
)
