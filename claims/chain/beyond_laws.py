"""Beyond the paper: the registered laws of each network, curvature, other minima."""

import math
from collections.abc import Callable

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MODERATE,
    TARGET,
    L,
    alpha,
    at_minimum,
    eta,
    gradient,
    law_id,
    layer,
    loss,
    minimum,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    radial_curvature,
    transverse_curvature,
    u,
    w,
)
from depthlaws.claims.engine.checks import Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


def _laws_hold(network: str) -> tuple[Identity, ...]:
    """Loss, flow, total flow, invariant, minimum, factor, largest rate, mismatch of a network."""
    where = {w: MODERATE, L: FINITE_DEPTH, mu_yx: MODERATE, mu_xx: MODERATE}
    target = {r: TARGET[network], mu_xx: MODERATE, L: FINITE_DEPTH}
    name = {
        n: law_id(network, n)
        for n in (
            "factor",
            "loss",
            "flow",
            "total-flow",
            "invariant",
            "minimum",
            "max-rate",
            "mismatch",
            "layer-sharpness",
            "sharpness",
            "rate",
        )
    }
    moments = {"mu_yx": r * mu_xx}
    power = {"plain": -1, "block1": 0, "block2": 1}[network]
    L0 = sp.Symbol("L0", positive=True)
    best = mu_yy - mu_yx**2 / mu_xx
    factor = layer(network, w)
    return (
        Identity(lambda: (law(name["factor"]), factor), {w: MODERATE, L: FINITE_DEPTH}),
        Identity(lambda: (law(name["loss"]), sp.expand(loss(factor**L) - best / 2)), where),
        Identity(lambda: (law(name["flow"]), -eta * gradient(network)), where | {eta: UNIT}),
        Identity(
            lambda: (
                law(name["total-flow"], a=factor**L),
                sp.diff(factor**L, w) * -eta * gradient(network),
            ),
            where | {eta: UNIT},
        ),
        Identity(
            lambda: (sp.diff(law(name["invariant"]), w) * sp.diff(factor, w), 2 * factor),
            {w: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(lambda: (law(name["minimum"], **moments), minimum(network)), target),
        Identity(
            lambda: (
                law(name["max-rate"], **moments) * law(name["sharpness"], **moments),
                sp.Integer(2),
            ),
            target,
        ),
        Identity(
            lambda: (
                law(name["mismatch"], L0=L0),
                (L**power * at_minimum(radial_curvature(network), network))
                / (L0**power * at_minimum(radial_curvature(network, L0), network, L0)),
            ),
            {r: TARGET[network], L: FINITE_DEPTH, L0: FINITE_DEPTH, mu_xx: MODERATE},
        ),
        Identity(
            lambda: (law(name["layer-sharpness"]), sp.diff(sp.log(factor), w) ** 2),
            {w: MODERATE, L: FINITE_DEPTH},
        ),
    )


CLAIMS.add(
    id="CHAIN-laws-plain",
    source=CHAIN.beyond("X-A4"),
    says="The registered laws of the plain network, each derived again from its layer.",
    checks=_laws_hold("plain"),
)


CLAIMS.add(
    id="CHAIN-laws-block1",
    source=CHAIN.beyond("X-A4"),
    says="The registered laws of the block1 network, each derived again from its layer.",
    checks=_laws_hold("block1"),
)


CLAIMS.add(
    id="CHAIN-laws-block2",
    source=CHAIN.beyond("X-A4"),
    says="The registered laws of the block2 network, each derived again from its layer.",
    checks=_laws_hold("block2"),
)


def _share(curvature: Callable[..., sp.Expr]) -> sp.Expr:
    """A curvature of the plain network on the balanced ray in units of S/L."""
    here = curvature("plain").subs(w, (alpha * r) ** (1 / L)).subs(mu_yx, r * mu_xx)
    return here / (mu_xx * r ** (2 - 2 / L))


CLAIMS.add(
    id="CHAIN-X-curvature",
    source=CHAIN.beyond("I5"),
    says="Balanced ray in units of S/L: both eigenvalues; concave below (L-1)/(2L-1); loss and its"
    " irreducible part.",
    checks=(
        Identity(
            lambda: (_share(radial_curvature), law("chain-radial-share")),
            {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(
            lambda: (_share(transverse_curvature), law("chain-transverse-share")),
            {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(
            lambda: (
                law("chain-radial-share", alpha=law("chain-negative-curvature")),
                sp.Integer(0),
            ),
            {L: Interval(2, 40)},
        ),
        Identity(
            lambda: (law("data-loss", a=u), loss(u)),
            {u: MODERATE, mu_yx: MODERATE, mu_xx: MODERATE, mu_yy: MODERATE},
        ),
        Identity(
            lambda: (law("irreducible-loss"), loss(mu_yx / mu_xx)),
            {mu_yx: MODERATE, mu_xx: MODERATE, mu_yy: MODERATE},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-X-depths",
    source=CHAIN.beyond("ERR-A9"),
    says="The flattest depth of the plain network is 2 ln(1/r), the sharpest of block two log2(r):"
    " there d ln S/dL vanishes.",
    checks=(
        Identity(
            lambda: (
                sp.diff(sp.log(law("chain-sharpness", mu_yx=r * mu_xx)), L).subs(
                    L, law("chain-flattest-depth")
                ),
                sp.Integer(0),
            ),
            {r: Interval(sp.Rational(1, 20), sp.Rational(1, 2)), mu_xx: MODERATE},
        ),
        Identity(
            lambda: (
                sp.diff(sp.log(law("block2-sharpness", mu_yx=r * mu_xx)), L).subs(
                    L, law("block2-sharpest-depth")
                ),
                sp.Integer(0),
            ),
            {r: Interval(3, 64), mu_xx: MODERATE},
        ),
    ),
)


def _origin(name: str) -> sp.Expr:
    return law(name, mu_yx=r * mu_xx)


def _mirror_step() -> tuple[sp.Expr, sp.Expr]:
    """At the edge rate one step of block two sends w to -w."""
    rate = law("block2-floor-edge-rate", b=layer("block2", w), mu_yx=r * mu_xx)
    step = (w - eta * gradient("block2")).subs(mu_yx, r * mu_xx).subs(eta, rate)
    return step, -w


def _critical(depth: int, start: float) -> tuple[float, float]:
    steps, rate = 10_000, 0.1
    out = scalar.gradient_descent(
        scalar.Grid("block2", float(depth), mu_yx=1.0, rate=rate, weight=start, balanced=True),
        steps=steps,
    )
    total = float(np.squeeze(out["total"].to_numpy()))
    return (
        math.sqrt(depth * math.expm1(math.log(total) / depth)),
        formula("block2-critical-decay")(steps, start, depth, rate, 1.0),
    )


CLAIMS.add(
    id="CHAIN-I22-laws",
    source=CHAIN.beyond("I22"),
    says="Block two below its reach (r < 1): loss, curvature and largest rate at w = 0, the edge "
    "of the basin, and the decay at r = 1.",
    checks=(
        Identity(
            lambda: (_origin("block2-floor-loss"), mu_xx * (1 - r) ** 2 / 2),
            {r: UNIT, mu_xx: MODERATE},
        ),
        Identity(
            lambda: (
                _origin("block2-floor-sharpness"),
                radial_curvature("block2").subs(w, 0).subs(mu_yx, r * mu_xx),
            ),
            {r: UNIT, mu_xx: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(
            lambda: (_origin("block2-floor-max-rate"), L / (mu_xx * (1 - r))),
            {r: UNIT, mu_xx: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(_mirror_step, {w: MODERATE, r: UNIT, mu_xx: MODERATE, L: FINITE_DEPTH}),
        Property(_critical, {"depth": [1, 2, 8], "start": [0.05, 0.02]}, rtol=5e-3, n=6),
    ),
)


def _other_minimum(depth: int, seed: int) -> tuple[float, float]:
    """Largest Hessian eigenvalue at a random global minimum of block two, and the phi form."""
    rng = np.random.default_rng(int(seed))
    logs = rng.dirichlet(np.ones(int(depth))) * math.log(2.0)
    weights = np.sqrt(int(depth) * np.expm1(logs))
    top = np.linalg.eigvalsh(scalar.hessian("block2", weights, mu_yx=2.0))[-1]
    phi = [formula("block2-phi")(y) for y in logs]
    return float(top), 4 * 4.0 / int(depth) * math.fsum(phi)


def _balanced_is_extreme(network: str, sign: int) -> Callable[..., bool]:
    """At a random minimum with the same target the sharpness lies on one side of the balanced S."""

    def test(depth: int, seed: int, ratio: float) -> bool:
        rng = np.random.default_rng(int(seed))
        logs = rng.dirichlet(np.ones(int(depth))) * math.log(ratio)
        factors = np.exp(logs)
        weights = {
            "plain": factors,
            "block1": math.sqrt(depth) * (factors - 1),
            "block2": np.sqrt(depth * (factors - 1)),
        }[network]
        top = np.linalg.eigvalsh(scalar.hessian(network, weights, mu_yx=ratio))[-1]
        return bool(sign * (top - chain.sharpness(depth, ratio, 1.0, network=network)) >= -1e-9)

    return test


CLAIMS.add(
    id="CHAIN-X-C6-minima",
    source=CHAIN.beyond("X-C6"),
    says="At a global minimum of block two S = (4 mu_xx r^2/L) sum phi(ln b_l); for r = 2 the "
    "balanced one is the sharpest. For the plain network and block one it is the flattest.",
    checks=(
        Property(_other_minimum, {"depth": [1, 2, 4, 9], "seed": list(range(20))}, n=40, rtol=1e-9),
        Property(
            _balanced_is_extreme("block2", -1),
            {"depth": [2, 4, 9], "seed": list(range(40)), "ratio": [2.0, 4.0]},
            n=60,
        ),
        Property(
            _balanced_is_extreme("plain", 1),
            {"depth": [2, 4, 9], "seed": list(range(40)), "ratio": [2.0, 4.0]},
            n=60,
        ),
        Property(
            _balanced_is_extreme("block1", 1),
            {"depth": [2, 4, 9], "seed": list(range(40)), "ratio": [2.0, 4.0]},
            n=60,
        ),
        Identity(
            lambda: (law("block2-flattest-sharpness", mu_yx=r * mu_xx), 4 * mu_xx * (r - 1) / L),
            {r: ABOVE_ONE, mu_xx: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(
            lambda: (law("block2-ceiling") * law("block2-escape-rate"), sp.Integer(1)),
            {r: ABOVE_ONE, L: FINITE_DEPTH},
        ),
    ),
)
