"""What the figures of the scalar-chain paper show, in numbers: F1 to F7."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.derive import (
    FINITE_DEPTH,
    MODERATE,
    L,
    layer,
    loss,
    mu_xx,
    mu_yx,
    mu_yy,
    w,
)
from depthlaws.claims.chain.statements import descent
from depthlaws.claims.engine.checks import Identity, Property, Quoted
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN

RULES = ("plain", "block1", "block2")
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
    out = scalar.gradient_descent(network, depth, mu_yx=ratio, rate=rate, steps=30, balanced=True,
                                  **STARTS[network])  # fmt: skip
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
        ("plain", 0.5): ((1, "0.11", "1.89"), (4, "0.21", "1.96"), (32, "0.28", "1.97"),
                         (1024, "0.29", "1.99")),
        ("plain", 2.0): ((1, "0.16", "1.84"), (4, "0.41", "1.90"), (32, "0.78", "1.90"),
                         (1024, "0.86", "1.86")),
        ("block1", 2.0): ((1, "0.14", "1.86"), (4, "0.17", "1.94"), (32, "0.18", "1.92"),
                          (1024, "0.15", "1.94")),
        ("block2", 1.5): ((1, "0.34", "2.14"), (4, "0.49", "2.21"), (32, "0.55", "2.23"),
                          (1024, "0.56", "2.26")),
        ("block2", 2.0): ((1, "0.39", "2.05"), (4, "0.73", "2.11"), (32, "0.88", "2.13"),
                          (1024, "0.91", "2.14")),
    }  # fmt: skip
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


def _steps(depth: float, rate: float) -> int:
    path = np.abs(1 - descent(depth, 0.01, rate, 200))
    return int(np.argmax(path < 1e-3))


def _golden_steps() -> Iterator[tuple[str, float, str]]:
    rows = {1.0: (1, 10, 135), 2.0: (9, 10, 91), 4.0: (24, 21, 91), 8.0: (48, 38, 109),
            16.0: (72, 52, 120), 64.0: (98, 70, 86), math.inf: (109, 77, 136)}  # fmt: skip
    for depth, counts in rows.items():
        for rate, count in zip((1.0, 1.5, 1.95), counts, strict=True):
            yield f"steps at k={rate:g}, L={depth:g}", _steps(depth, rate), str(count)


def _golden_halves() -> Iterator[tuple[str, float, str]]:
    for depth, printed in (
        (2, "45.95"),
        (3, "113.04"),
        (4, "187.34"),
        (8, "425.0"),
        (16, "655.8"),
        (math.inf, "1025.95"),
    ):
        yield f"t_1/2 at L={depth}", chain.time(0.5, 0.01, depth, 10.0), printed


def _panel_b(depth: float) -> bool:
    path = descent(depth, 0.1, 1.0, 60)
    return bool(np.all(np.diff(path) >= 0) and abs(path[-1] - 1) < 1e-3)


def _panel_c(depth: float) -> bool:
    path = descent(depth, 0.1, 2.0, 4000)
    if depth == 1:
        return bool(np.allclose(path[::2], 0.1) and np.allclose(path[1::2], 1.9))
    return bool(abs(path[-1] - 1) < abs(path[500] - 1) < abs(path[50] - 1))


def _block1_starts() -> Iterator[tuple[str, float, str]]:
    """Total weight of block one from w = -0.5, and the plateau it makes deep networks wait."""
    for depth, printed in ((1, "0.5"), (2, "0.418"), (4, "0.316"), (16, "0.118"), (64, "0.0161")):
        out = scalar.gradient_descent("block1", depth, mu_yx=2.0, rate=0.01, weight=-0.5, steps=1,
                                      record=[0])  # fmt: skip
        yield f"a(0) at L={depth}", float(np.squeeze(out["total"].to_numpy())), printed


def _escape(depth: float) -> tuple[float, float]:
    """Figure 7: log w grows by 0.1 kappa_L a step from w = 0.001 (r = 2, 1/tau = 0.1)."""
    rate = 0.1 * chain.learning_rate(depth, 2.0, 1.0, 1.0, network="block2")
    out = scalar.gradient_descent("block2", depth, mu_yx=2.0, rate=rate, weight=1e-3, steps=20,
                                  record=[0, 20], balanced=True)  # fmt: skip
    weight = np.sqrt(depth * np.expm1(np.log(np.squeeze(out["total"].to_numpy())) / depth))
    return float(np.log(weight[1] / weight[0]) / 20), math.log1p(
        0.1 * formula("block2-escape-rate")(2.0, depth)
    )


CLAIMS = (
    Claim(
        id="CHAIN-F1",
        source=CHAIN.figure(1),
        says="Panel B (tau = 1) is monotone and converges; panel C (tau = 0.5) oscillates: for "
        "ever between 0.1 and 1.9 at L = 1, with decay at L >= 2.",
        checks=(
            Property(_panel_b, {"depth": [1.0, 2.0, 4.0, 8.0, 16.0]}, n=8),
            Property(_panel_c, {"depth": [1.0, 2.0, 4.0, 8.0]}, n=8),
        ),
    ),
    Claim(
        id="CHAIN-F2",
        source=CHAIN.figure(2),
        says="Success windows after 30 steps under data-dependent rules hardly move with depth; "
        "under eta = c/L their upper end moves at least twice as much (r = 0.5).",
        checks=(
            Quoted(_windows, units=1.0),
            Property(_edges_transfer, {"ratio": [0.5]}, relation="<", n=1),
        ),
        domain="r = 0.5 and 2 (plain), 2 (block one), 1.5 and 2 (block two); see CHAIN-I21 for "
        "larger r",
    ),
    Claim(
        id="CHAIN-F3",
        source=CHAIN.figure(3),
        says="Steps to |1 - alpha| < 1e-3 from 0.01 at k = 1, 1.5 and 1.95.",
        checks=(Quoted(_golden_steps),),
    ),
    Claim(
        id="CHAIN-F4",
        source=CHAIN.figure(4),
        says="Time to half the target from alpha0 = 0.01 at 1/tau = 0.1: slower with depth.",
        uses=("chain-time",),
        checks=(Quoted(_golden_halves),),
    ),
    Claim(
        id="CHAIN-F5",
        source=CHAIN.figure(5),
        says="The drawn curve (1 - (1 + w/sqrt L)^L)^2/2 is the loss of block one at equal "
        "weights; its curvature at the minimum w = 0 is L.",
        checks=(
            Identity(lambda: (loss(layer("block1", w) ** L).subs(dict.fromkeys(
                (mu_yx, mu_xx, mu_yy), 1)), (1 - (1 + w / sp.sqrt(L)) ** L) ** 2 / 2),
                {w: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (sp.diff((1 - (1 + w / sp.sqrt(L)) ** L) ** 2 / 2, w, 2).subs(w, 0),
                              L), {L: FINITE_DEPTH}),
        ),
    ),
    Claim(
        id="CHAIN-F6",
        source=CHAIN.figure(6),
        says="Block one from a fixed w(0) = -0.5 starts at a total weight that falls with depth.",
        checks=(Quoted(_block1_starts),),
    ),
    Claim(
        id="CHAIN-F7",
        source=CHAIN.figure(7),
        says="Block two leaves w = 0 at kappa_L a unit of time: 0.5, 0.302, 0.234, 0.205 for "
        "L = 1, 2, 4, 8 at r = 2.",
        uses=("block2-escape-rate",),
        checks=(
            Property(_escape, {"depth": [1.0, 2.0, 4.0, 8.0]}, rtol=1e-4, n=6),
            Quoted(lambda: [(f"kappa at L={d}", formula("block2-escape-rate")(2.0, d), p)
                            for d, p in ((1, "0.5"), (2, "0.3018"), (4, "0.2336"), (8, "0.2053"))]),
        ),
    ),
)  # fmt: skip
