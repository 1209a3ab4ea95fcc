"""Depth-wise transfer of learning rates: section 3, equation (11), figure 2."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    L0,
    MODERATE,
    ONE,
    L,
    loss,
    mu_xx,
    mu_yx,
    r,
    scaled,
    total_weight,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN

CLAIMS = Claims()


STARTS: dict[str, dict[str, Any]] = {
    "plain": {"total": 0.1},
    "block1": {"weight": 0.01},
    "block2": {"weight": 0.01},
}


LIMITS = {"plain": 1e-4, "block1": 1e-4, "block2": 1e-2}


def _window(network: str, ratio: float, depth: float, *, around: float) -> tuple[float, float]:
    """Contiguous range of k = eta S, grid 0.01, on which 30 steps reach the loss threshold."""
    k = np.round(np.arange(0.01, 3.0, 0.01), 2)
    rate = k * chain.learning_rate(depth, ratio, 1.0, 1.0, network=network)
    out = scalar.gradient_descent(
        scalar.Grid(network, depth, mu_yx=ratio, rate=rate, balanced=True, **STARTS[network]),
        steps=30,
    )
    good = np.squeeze(out["loss"].to_numpy()) < LIMITS[network]
    middle = int(np.argmin(np.abs(k - around)))
    low = high = middle
    while low > 0 and good[low - 1]:
        low -= 1
    while high < len(k) - 1 and good[high + 1]:
        high += 1
    return (k[low], k[high]) if good[middle] else (math.nan, math.nan)


def _windows() -> Iterator[tuple[str, float, str]]:
    """Golden windows of the scaled columns of figure 2 at depths 1, 4, 32, 1024."""
    table = {
        ("plain", 0.5): (
            (1, "0.11", "1.89"),
            (4, "0.21", "1.96"),
            (32, "0.28", "1.97"),
            (1024, "0.29", "1.99"),
        ),
        ("plain", 2.0): (
            (1, "0.16", "1.84"),
            (4, "0.41", "1.90"),
            (32, "0.78", "1.90"),
            (1024, "0.86", "1.86"),
        ),
        ("block1", 2.0): (
            (1, "0.14", "1.86"),
            (4, "0.17", "1.94"),
            (32, "0.18", "1.92"),
            (1024, "0.15", "1.94"),
        ),
        ("block2", 1.5): (
            (1, "0.34", "2.14"),
            (4, "0.49", "2.21"),
            (32, "0.55", "2.23"),
            (1024, "0.56", "2.26"),
        ),
        ("block2", 2.0): (
            (1, "0.39", "2.05"),
            (4, "0.73", "2.11"),
            (32, "0.88", "2.13"),
            (1024, "0.91", "2.14"),
        ),
    }
    for (network, ratio), rows in table.items():
        for depth, low, high in rows:
            found = _window(network, ratio, float(depth), around=1.5 if network == "block2" else 1)
            yield f"{network}, r={ratio:g}, L={depth}: from", found[0], low
            yield f"{network}, r={ratio:g}, L={depth}: to", found[1], high


def _edges_transfer(ratio: float) -> tuple[float, float]:
    """Upper ends of the windows over depth: largest over smallest, scaled against agnostic."""
    scaled, agnostic = [], []
    for depth in (1.0, 2.0, 4.0, 16.0, 128.0):
        edge = _window("plain", ratio, depth, around=1.0)[1]
        scaled.append(edge)
        agnostic.append(edge * chain.learning_rate(depth, ratio, 1.0, 1.0) * depth)
    return max(scaled) / min(scaled), max(agnostic) / min(agnostic) / 2


CLAIMS.add(
    id="CHAIN-F2",
    source=CHAIN.figure(2),
    says="Success windows after 30 steps under data-dependent rules hardly move with depth; under "
    "eta = c/L their upper end moves at least twice as much (r = 0.5) (r = 0.5 and 2 (plain),"
    " 2 (block one), 1.5 and 2 (block two); see CHAIN-I21 for larger r).",
    checks=(
        Quoted(_windows, units=1.0),
        Property(_edges_transfer, {"ratio": [0.5]}, relation="<", n=1),
    ),
)


def _mismatch(network: str) -> sp.Expr:
    return scaled(network) / scaled(network).subs(L, L0)


CLAIMS.add(
    id="CHAIN-I16",
    source=CHAIN.section("3"),
    says="With eta = c/L tuned at depth L0 the normalised rate at depth L is k_L = k_L0 r^(2/L0 - "
    "2/L): too small for r < 1, too large for r > 1. Block one with constant eta: the same "
    "factor.",
    checks=tuple(
        Identity(
            lambda n=n: (_mismatch(n), r ** (2 / L0 - 2 / L)),
            {r: MODERATE, L: FINITE_DEPTH, L0: FINITE_DEPTH},
            what=n,
        )
        for n in ("plain", "block1")
    ),
)


def _untied_block() -> Iterator[tuple[str, Any, Any]]:
    """1 + u v / L with u = v at the minimum: half the sharpness of the tied block 1 + w^2/L."""
    for depth in (1, 2, 3):
        us, vs = (sp.symbols(f"{x}1:{depth + 1}", positive=True) for x in "uv")
        total = sp.prod([1 + p * q / depth for p, q in zip(us, vs, strict=True)])
        at = {s: sp.sqrt(depth * (2 ** sp.Rational(1, depth) - 1)) for s in (*us, *vs)}
        full = sp.hessian(loss(total).subs({mu_yx: 2, mu_xx: 1}), [*us, *vs]).subs(at)
        direction = sp.ones(2 * depth, 1)
        radial = sp.simplify((full * direction)[0])
        tied = law("block2-sharpness", mu_yx=sp.Integer(2), mu_xx=ONE, L=sp.Integer(depth))
        yield f"L={depth}", radial, tied / 2


CLAIMS.add(
    id="CHAIN-E11",
    source=CHAIN.eq(11),
    says="The two residual networks; untied, block two (1 + u v/L) has half the sharpness.",
    checks=(total_weight("block1"), total_weight("block2")),
    cross_checks=(Exhaustive(_untied_block),),
)


CLAIMS.add(
    id="CHAIN-I17",
    source=CHAIN.section("3"),
    says="The data dependence of the optimal rule vanishes for large L (the factor r^(2 - 2/L) "
    "tends to 1).",
    checks=(Identity(lambda: (sp.limit(r ** (2 - 2 / L), L, sp.oo), ONE), {r: MODERATE}),),
    corrected_by="CHAIN-I17-saturates",
)


CLAIMS.add(
    id="CHAIN-I17-saturates",
    source=CHAIN.beyond("ERR-C5"),
    says="The data dependence saturates at r^-2; its dependence on depth, r^(2/L), is what fades.",
    checks=(
        Identity(lambda: (sp.limit(r ** (2 - 2 / L), L, sp.oo), r**2), {r: MODERATE}),
        Identity(lambda: (sp.limit(r ** (2 / L), L, sp.oo), ONE), {r: MODERATE}),
    ),
)


def _agnostic_from(tuned: float, ratio: float) -> bool:
    """c = eta L tuned to k = 1 at depth `tuned`: does the deepest network still converge?"""
    k = ratio ** (2 / tuned - 2 / 1024)
    path = scalar.gradient_descent(
        scalar.Grid(
            "plain",
            1024.0,
            mu_yx=ratio,
            rate=k * chain.learning_rate(1024.0, ratio, 1.0, 1.0),
            total=0.1,
            balanced=True,
        ),
        steps=4000,
    )
    return float(np.squeeze(path["loss"].to_numpy())) < 1e-6


CLAIMS.add(
    id="CHAIN-I18",
    source=CHAIN.section("3"),
    says="A rate tuned at L = 4 (to k = 1) under eta = c/L fails in very deep networks, r = 2.",
    checks=(
        Property(
            lambda tuned, ratio: not _agnostic_from(tuned, ratio),
            {"tuned": [4.0], "ratio": [2.0]},
            n=1,
        ),
    ),
    corrected_by="CHAIN-I18-rule",
)


def _fails_iff(tuned: float, ratio: float) -> bool | None:
    k = ratio ** (2 / tuned - 2 / 1024)
    if abs(k - 2) < 0.05:
        return None
    return _agnostic_from(tuned, ratio) == (k < 2)


CLAIMS.add(
    id="CHAIN-I18-rule",
    source=CHAIN.beyond("ERR-C6"),
    says="Tuned to k = 1 at depth L0, a deep network converges exactly if r^(2/L0) < 2: from L0 = "
    "4 it does for r < 4, from L0 = 2 for r < 2, and always for r < 1.",
    checks=(
        Property(
            _fails_iff,
            {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 1.6, 2.5, 3.5, 6.0]},
            n=20,
        ),
    ),
)
