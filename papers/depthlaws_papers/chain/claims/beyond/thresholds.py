"""Beyond the paper: period doubling, exit from the half-line, divergence."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import (
    Property,
)
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.roots_and_orbits import Root, quoted_roots
from depthlaws.claims.engine.statement import Equal, Statement, above, registered
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    L,
    alpha,
    alpha0,
    x,
)

CLAIMS = Claims()


def _doubling(depth: int) -> Root:
    """Rate at which the multiplier of the 2-cycle is -1."""
    at = {"L": sp.Integer(depth)}
    rate = law("chain-cycle-rate", **at)
    multiplier = law("chain-cycle-multiplier", **at)
    return Root(x, multiplier + 1, rate, "0.01", "1.5")


def _deep_doubling() -> Root:
    """Rate at which it is -1 at infinite depth, where slopes are 1 + k alpha (1 - 2 alpha)."""
    rate = law("chain-cycle-rate-infinite")
    points = [law(name, L=sp.oo) for name in ("chain-cycle-low", "chain-cycle-high")]
    multiplier = sp.Mul(*(1 + rate * a * (1 - 2 * a) for a in points))
    return Root(x, multiplier + 1, rate, "0.01", "1.5")


def _thrown(depth: int, times: int) -> Root:
    """Rate at which the maximum of the map goes to 0 (times = 1) or to -v (2).

    At that rate the map has its maximum at the root alpha.
    """
    n = sp.Integer(depth)
    rate = alpha ** (2 / n - 1) / ((2 - 1 / n) * alpha - (1 - 1 / n))
    top = alpha * (1 + rate / n * alpha ** (1 - 2 / n) * (1 - alpha)) ** depth
    overshoot = rate / n * top ** (1 - 2 / n) * (top - 1) - times
    flat = (n - 1) / (2 * n - 1)
    return Root(alpha, overshoot, rate, flat + (1 - flat) / 12, "0.999")


def _thresholds() -> Iterator[tuple[str, Root, str]]:
    doubling = {2: "2.47214", 3: "2.48921", 4: "2.49434", 8: "2.49970", 16: "2.50166"}
    for depth, printed in doubling.items():
        yield f"period doubling, L = {depth}", _doubling(depth), printed
    yield "period doubling, infinite depth", _deep_doubling(), "2.50329"
    leaving = {
        2: "3.19615",
        3: "3.66100",
        4: "3.97858",
        8: "4.75133",
        16: "5.56819",
        64: "7.38375",
    }
    for depth, printed in leaving.items():
        yield f"leaves the half-line, L = {depth}", _thrown(depth, 1), printed
    diverging = {
        2: "4.00000",
        4: "4.81815",
        6: "5.29409",
        8: "5.63895",
        16: "6.50587",
        64: "8.41565",
    }
    for depth, printed in diverging.items():
        yield f"diverges, L = {depth}", _thrown(depth, 2), printed


def _closed_forms() -> Iterator[tuple[str, Root, str]]:
    """Differences between the roots for two layers and their closed forms."""
    closed = {"2 (sqrt 5 - 1)": _doubling(2), "3 sqrt 3 - 2": _thrown(2, 1), "4": _thrown(2, 2)}
    values = (2 * (sp.sqrt(5) - 1), 3 * sp.sqrt(3) - 2, 4)
    for (label, root), value in zip(closed.items(), values, strict=True):
        yield label, replace(root, value=value - root.value), "0.0000000000"


def _public_thresholds(depth: int) -> tuple[Any, Any]:
    """The public functions against the certified balls."""
    exact = [root.ball() for root in (_doubling(depth), _thrown(depth, 1), _thrown(depth, 2))]
    functions = (chain.period_doubling_rate, chain.leaving_rate, chain.divergence_rate)
    return [f(depth) for f in functions], [float(z) for z in exact]


def _largest(depth: float, rate: float) -> float:
    """Largest |alpha| over many starts and steps; inf if any orbit overflows."""
    with np.errstate(all="ignore"):
        starts = np.linspace(0.02, 0.98, 97)
        grid = scalar.Grid(
            "feedforward", depth, mu_yx=1.0, scaled_rate=rate, total=starts, balanced=True
        )
        out = scalar.gradient_descent(grid, steps=400, record=range(0, 401, 4))
        return float(np.max(np.nan_to_num(np.abs(out["total"].to_numpy()), nan=math.inf)))


def _diverges(depth: float, side: float) -> bool:
    """Just above the divergence rate some orbit escapes, just below none does."""
    worst = _largest(depth, side * chain.divergence_rate(depth))
    return (worst > 1e6) == (side > 1)


CLAIMS.add(
    id="CHAIN-X-C3-thresholds",
    source=CHAIN.beyond("X-C3"),
    says="Rates at which the 2-cycle loses stability (2.47214 at L = 2 to 2.50329 at infinite "
    "depth), orbits from below the target leave the positive half-line (3.19615 at L = 2 to "
    "7.38375 at L = 64) and, at even depth, diverge (4 at L = 2 to 8.41565 at L = 64); for two "
    "layers 2 (sqrt 5 - 1), 3 sqrt 3 - 2 and 4.",
    checks=(quoted_roots(_thresholds), quoted_roots(_closed_forms)),
    cross_checks=(
        Property(_public_thresholds, {"depth": [2, 8]}, rtol=1e-11),
        Property(_diverges, {"depth": [2.0, 3.0, 4.0, 5.0, 8.0], "side": [0.99, 1.01]}),
    ),
)


def _outer(depth: float, rate: float) -> bool:
    """Gradient descent diverges from just beyond the outer 2-cycle, not from just inside."""
    edge = chain.outer_cycle(rate, depth)
    with np.errstate(all="ignore"):
        inside, outside = (_largest_from(depth, rate, edge * side) for side in (0.999, 1.001))
    return outside > 1e6 > inside


def _largest_from(depth: float, rate: float, start: float) -> float:
    grid = scalar.Grid(
        "feedforward", depth, mu_yx=1.0, scaled_rate=rate, total=start, balanced=True
    )
    out = scalar.gradient_descent(grid, steps=4000, record=range(0, 4001, 4))
    return float(np.max(np.nan_to_num(np.abs(out["total"].to_numpy()), nan=math.inf)))


def _public_outer_cycle(depth: int, rate: float) -> tuple[float, float]:
    edge = chain.outer_cycle(rate, depth)
    return formula("chain-catapult-rate")(edge, depth), rate


CLAIMS.add(
    id="CHAIN-X-C4-outer",
    source=CHAIN.beyond("X-C4"),
    says="Even depth: v and -v are a 2-cycle where k = 2L/(alpha^(1-2/L) (alpha - 1)), and beyond "
    "it gradient descent diverges; odd depth has such an edge too (simulated at L = 3 and 5).",
    statement=Statement(
        # (k/L) alpha^(1-2/L) (alpha - 1) = 2 takes v to -v.
        Equal(registered("chain-catapult-rate") * alpha0 ** (1 - 2 / L) * (alpha0 - 1), 2 * L),
        for_all={L: DEPTH, alpha0: above(1)},
    ),
    checks=(
        Property(
            _public_outer_cycle,
            {"depth": [2, 4, 8, 100], "rate": [0.01, 0.5, 1.0, 1.9, 3.0]},
            rtol=1e-11,
        ),
        Property(_outer, {"depth": [2.0, 3.0, 4.0, 5.0], "rate": [0.5, 1.0, 1.9]}),
    ),
    why_sampled="open: no proof that odd depth has one outer cycle",
)
