"""Depth-wise transfer of learning rates: section 3, equation (11), figure 2."""

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import sympy as sp
import xarray as xr
from flint import arb

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    L0,
    ONE,
    L,
    exact_networks,
    law_id,
    loss,
    mp,
    mu_xx,
    mu_yx,
    precise,
    r,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE

CLAIMS = Claims()


# -- figure 2 --------------------------------------------------------------------------------------

_DEPTHS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 1024.0)
_GRID = np.round(np.arange(0.01, 3.0, 0.01), 2)
_STARTS: dict[str, dict[str, Any]] = {
    "feedforward": {"total": 0.1},
    "block1": {"weight": 0.01},
    "block2": {"weight": 0.01},
}
_LIMITS = {"feedforward": 1e-4, "block1": 1e-4, "block2": 1e-2}


@cache
def _successes(network: str, ratio: float) -> np.ndarray:
    """Whether 30 steps at eta S = k reach the loss limit: (depth, k), k on a grid of 0.01."""
    depths = np.array(_DEPTHS)[:, None]
    rates = _GRID * chain.learning_rate(depths, ratio, 1.0, 1.0, network=network)
    out = scalar.gradient_descent(
        scalar.Grid(
            network,
            list(_DEPTHS),
            mu_yx=ratio,
            rate=xr.DataArray(rates, dims=("depth", "k"), coords={"depth": list(_DEPTHS)}),
            balanced=True,
            **_STARTS[network],
        ),
        steps=30,
    )
    return out["loss"].squeeze().transpose("depth", "k").to_numpy() < _LIMITS[network]


def _window(network: str, ratio: float, depth: float) -> tuple[float, float]:
    """Ends of the contiguous range of good k around 1 (block two: 1.5); NaN where there is none."""
    good = _successes(network, ratio)[_DEPTHS.index(depth)]
    low = high = int(np.argmin(np.abs(_GRID - (1.5 if network == "block2" else 1.0))))
    if not good[low]:
        return math.nan, math.nan
    while low > 0 and good[low - 1]:
        low -= 1
    while high < len(_GRID) - 1 and good[high + 1]:
        high += 1
    return float(_GRID[low]), float(_GRID[high])


_WINDOWS = {
    ("feedforward", 0.5): ".11-1.89 .16-1.95 .21-1.96 .25-2.00 .27-1.97 .28-1.97 .29-1.98 .29-1.98 "
    ".29-1.99",
    ("feedforward", 2.0): ".16-1.84 .25-1.90 .41-1.90 .58-1.89 .70-1.88 .78-1.90 .82-1.88 .84-1.91 "
    ".86-1.86",
    ("block1", 0.5): ".12-1.88 .10-1.94 .09-1.95 .08-1.93 .08-1.91 .08-1.85 .08-1.78 .08-1.61",
    ("block1", 2.0): ".14-1.86 .16-1.91 .17-1.94 .18-1.92 .18-1.92 .18-1.92 .18-1.92 .18-1.92 "
    ".15-1.94",
    ("block2", 1.5): ".34-2.14 .43-2.37 .49-2.21 .53-2.22 .54-2.23 .55-2.23 .56-2.24 .56-2.25 "
    ".56-2.26",
    ("block2", 2.0): ".39-2.05 .58-2.08 .73-2.11 .81-2.08 .86-2.13 .88-2.13 .89-2.14 .90-2.14 "
    ".91-2.14",
    ("block2", 4.0): ".46-1.98 .99-1.98",
}


def _windows() -> Iterator[tuple[str, float, str]]:
    """The scaled columns: ends of the windows at depths 1 to 1024."""
    for (network, ratio), row in _WINDOWS.items():
        for depth, ends in zip(_DEPTHS, row.split(), strict=False):
            found = _window(network, ratio, depth)
            for what, ours, printed in zip(("from", "to"), found, ends.split("-"), strict=True):
                yield f"{network}, r={ratio:g}, L={depth:g}: {what}", ours, printed


def _no_windows() -> Iterator[tuple[str, bool]]:
    """Where the start is too far away, or too near 0, no window is left."""
    yield "block1, r=0.5, L=1024", math.isnan(_window("block1", 0.5, 1024.0)[0])
    for depth in _DEPTHS[2:]:
        yield f"block2, r=4, L={depth:g}", math.isnan(_window("block2", 4.0, depth)[0])


def _agnostic(network: str, ratio: float, depth: float) -> tuple[float, float]:
    """The same window in c = eta L (feedforward), eta (block one), eta/L (block two)."""
    power = {"feedforward": 1.0, "block1": 0.0, "block2": -1.0}[network]
    unit = chain.learning_rate(depth, ratio, 1.0, 1.0, network=network) * depth**power
    low, high = _window(network, ratio, depth)
    return low * unit, high * unit


_AGNOSTIC = {
    ("feedforward", 0.5): ".106-1.89 .315-3.90 .584-5.54 .815-6.72 .967-7.22 1.055-7.56 1.10-7.76 "
    "1.13-7.87 1.15-7.97",
    ("feedforward", 2.0): ".151-1.85 .124-.950 .145-.671 .171-.561 .191-.514 .202-.498 .209-.480 "
    ".212-.484 .215-.467",
    ("block1", 2.0): ".132-1.87 .077-.957 .059-.687 .052-.571 .048-.523 .046-.502 .045-.491 "
    ".044-.487 .036-.486",
    ("block2", 2.0): ".096-.513 .088-.314 .084-.247 .083-.214 .082-.205 .082-.199 .082-.196 "
    ".082-.195 .082-.193",
}


def _agnostic_agree() -> Iterator[tuple[str, bool]]:
    for (network, ratio), row in _AGNOSTIC.items():
        for depth, ends in zip(_DEPTHS, row.split(), strict=True):
            grid = _agnostic(network, ratio, depth)[1] / _window(network, ratio, depth)[1] * 0.01
            for ours, printed in zip(
                _agnostic(network, ratio, depth), ends.split("-"), strict=True
            ):
                half = 0.5 * 10.0 ** -len(printed.partition(".")[2])
                yield (
                    f"{network}, r={ratio:g}, L={depth:g}",
                    abs(ours - float(printed)) < (grid + half),
                )


def _edges_move(network: str, ratio: float) -> tuple[float, float]:
    """Largest over smallest upper end over the depths: scaled, and half of that in c."""
    scaled = [_window(network, ratio, depth)[1] for depth in _DEPTHS]
    agnostic = [_agnostic(network, ratio, depth)[1] for depth in _DEPTHS]
    return 2 * max(scaled) / min(scaled), max(agnostic) / min(agnostic)


def _edges_transfer(row: tuple[str, float]) -> tuple[float, float]:
    return _edges_move(*row)


CLAIMS.add(
    id="CHAIN-F2",
    source=CHAIN.figure(2),
    says="Success windows after 30 steps under the data-dependent rules hardly move with depth "
    "(feedforward r = 0.5 and 2, block one r = 2, block two r = 1.5 and 2); in c = eta L, eta, "
    "eta/L their upper end moves at least twice as much. Block two at r = 4 has a window only at "
    "L = 1 and 2, block one at r = 0.5 none at L = 1024.",
    quote="Learning rates transfer under the optimal data-dependent scaling (left two columns), "
    "but not under data-agnostic scaling",
    reading="Transfer is read as: the contiguous window of good rates stays in place. The paper's "
    "targets r are not printed.",
    checks=(
        Quoted(_windows, units=1.0),
        Exhaustive(_no_windows),
        Exhaustive(_agnostic_agree, what="agnostic columns"),
        Property(
            _edges_transfer,
            {"row": [("feedforward", 0.5), ("feedforward", 2.0), ("block1", 2.0), ("block2", 2.0)]},
            relation="<",
        ),
    ),
    why_sampled="no enclosure of 30 rounded steps over a range of rates",
)


# -- the networks, the rules -----------------------------------------------------------------------

_RATE_POWER = {"feedforward": -1, "block1": 0, "block2": 1}


def _scaled(network: str) -> sp.Expr:
    """k = eta S under the agnostic rule eta = c L^p, per unit c, at mu_xx = 1."""
    sharp = law(law_id(network, "sharpness"), mu_yx=r, mu_xx=ONE)
    return L ** _RATE_POWER[network] * sharp


def _mismatch(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _scaled(network) / _scaled(network).subs(L, L0), r ** (2 / L0 - 2 / L)


def _feedforward_mismatch() -> tuple[sp.Expr, sp.Expr]:
    return _mismatch("feedforward")


def _block1_mismatch() -> tuple[sp.Expr, sp.Expr]:
    return _mismatch("block1")


def _too_small() -> tuple[sp.Expr, str, sp.Expr]:
    """r = exp(-x) < 1 and L > L0 (L = L0 + v): the exponent of the factor is negative."""
    v = sp.Symbol("v", positive=True)
    return -x * (2 / L0 - 2 / (L0 + v)), "<", sp.Integer(0)


def _deep_factors() -> Iterator[tuple[str, arb, str]]:
    for ratio, numbers in (("2", ("4.000", "2.000", "1.414", "1.189")),):
        for depth, printed in zip((1, 2, 4, 8), numbers, strict=True):
            yield (
                f"k_inf/k_L0 at r = {ratio}, L0 = {depth}",
                arb(ratio) ** (arb(2) / depth),
                printed,
            )


@precise
def _mismatch_in_floats(L: float, L0: float, ratio: float, network: str) -> tuple[float, float]:
    if network == "block2":
        ratio = 1 + ratio
    exact = mp(law_id(network, "mismatch"), L, L0, ratio)
    return chain.mismatch(L, L0, ratio, network=network), float(exact)


_FAR_DEPTHS = [1.0, 2.0, 4.0, 12.0, 1e3, 1e6, 1e9]

CLAIMS.add(
    id="CHAIN-I16",
    source=CHAIN.section("3"),
    says="With eta = c/L tuned at depth L0 the normalised rate at depth L is "
    "k_L = k_L0 r^(2/L0 - 2/L): for L > L0 too small if r < 1, too large if r > 1; at r = 2 the "
    "factor to infinite depth is 4, 2, 1.414, 1.189 from L0 = 1, 2, 4, 8. Block one with constant "
    "eta: the same factor.",
    quote="too small when mu_yx/mu_xx < 1, and too large when mu_yx/mu_xx > 1",
    checks=(
        Identity(
            _feedforward_mismatch,
            {r: POSITIVE, L: FINITE_DEPTH, L0: FINITE_DEPTH},
            what="feedforward",
        ),
        Identity(_block1_mismatch, {r: POSITIVE, L: FINITE_DEPTH, L0: FINITE_DEPTH}, what="block1"),
        Inequality(
            _too_small,
            {x: POSITIVE, L0: FINITE_DEPTH, sp.Symbol("v", positive=True): POSITIVE},
        ),
        Quoted(_deep_factors),
    ),
    cross_checks=(
        Property(
            _mismatch_in_floats,
            {
                "L": _FAR_DEPTHS,
                "L0": _FAR_DEPTHS,
                "ratio": [0.01, 0.5, 2.0, 30.0],
                "network": ["feedforward", "block1", "block2"],
            },
            rtol=1e-12,
        ),
    ),
)

CLAIMS.add(
    id="CHAIN-E11",
    source=CHAIN.eq(11),
    says="The two residual networks: products of 1 + w_l/sqrt L, and of 1 + w_l^2/L.",
    checks=(
        Exhaustive(exact_networks("block1"), what="the simulator, block one"),
        Exhaustive(exact_networks("block2"), what="the simulator, block two"),
    ),
)


def _untied_block() -> Iterator[tuple[str, Any, Any]]:
    """1 + u v / L with u = v at the minimum: half the sharpness of the tied block 1 + w^2/L."""
    for depth in (1, 2, 3):
        us, vs = (sp.symbols(f"{name}1:{depth + 1}", positive=True) for name in "uv")
        total = sp.prod([1 + p * q / depth for p, q in zip(us, vs, strict=True)])
        at = {z: sp.sqrt(depth * (2 ** sp.Rational(1, depth) - 1)) for z in (*us, *vs)}
        full = sp.hessian(loss(total).subs({mu_yx: 2, mu_xx: 1}), [*us, *vs]).subs(at)
        radial = sp.simplify((full * sp.ones(2 * depth, 1))[0])
        tied = law("block2-sharpness", mu_yx=sp.Integer(2), mu_xx=ONE, L=sp.Integer(depth))
        yield f"L={depth}", radial, tied / 2


CLAIMS.add(
    id="CHAIN-C8",
    source=CHAIN.beyond("ERR-C8"),
    says="Block two is weight-tied inside a block; untied, 1 + u v/L with u = v, it has half the "
    "sharpness (depths 1 to 3, r = 2).",
    checks=(Exhaustive(_untied_block),),
)


# -- weak for large depth --------------------------------------------------------------------------


def _exponent_fades() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "2/L", sp.limit(2 / L, L, sp.oo), sp.Integer(0)
    yield "r^(2/L)", sp.limit(r ** (2 / L), L, sp.oo), sp.Integer(1)


CLAIMS.add(
    id="CHAIN-I17",
    source=CHAIN.section("3"),
    says="What the data dependence of the rule owes to depth is weak for large L: the factor "
    "r^(2/L) tends to 1.",
    quote="the data dependence of optimal learning rate scaling is weak for large L",
    reading="As appendix C explains it, lim 2/L = 0. The data dependence itself does not weaken: "
    "it tends to r^-2.",
    imprecise=True,
    exact="CHAIN-I17-saturates",
    checks=(Exhaustive(_exponent_fades),),
)


def _sharpness_saturates() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for network in ("feedforward", "block1"):
        found = sp.limit(_scaled(network), L, sp.oo)
        yield f"{network}: S L^p", found, r**2


def _rate_saturates() -> tuple[sp.Expr, sp.Expr]:
    """The rule's share that depends on depth: eta(L)/eta(infinity) = r^(2/L)."""
    found = sp.limit(_scaled("feedforward"), L, sp.oo) / _scaled("feedforward")
    return found, r ** (2 / L)


CLAIMS.add(
    id="CHAIN-I17-saturates",
    source=CHAIN.beyond("ERR-C5"),
    says="The data dependence of eta L saturates at r^-2 (S/L tends to mu_xx r^2); its dependence "
    "on depth, the factor r^(2/L), is what fades. Block one: the same without L.",
    checks=(
        Exhaustive(_sharpness_saturates),
        Identity(_rate_saturates, {r: POSITIVE, L: FINITE_DEPTH}),
    ),
)


# -- transfer from a shallow network ---------------------------------------------------------------


def _lost_share(tuned: float) -> float:
    """Share of the agnostic rates that succeed at depth ``tuned`` and fail at L = 1024, r = 2."""
    low, high = _agnostic("feedforward", 2.0, tuned)
    deep = _agnostic("feedforward", 2.0, 1024.0)
    return 1 - max(0.0, min(high, deep[1]) - max(low, deep[0])) / (high - low)


def _half_are_lost(tuned: float) -> bool:
    return _lost_share(tuned) > 0.5


CLAIMS.add(
    id="CHAIN-I18",
    source=CHAIN.section("3"),
    says="In figure 2's setting (30 steps, eta = c/L, r = 2) more than half of the rates that "
    "succeed at L = 2 or 4 fail at L = 1024.",
    quote="transferring the learning rate from a small depth (e.g. L = 2, 4) to large depth would "
    "likely fail, as we can see from Figure 2",
    reading="Likely as a share of the rates that succeed. The rate k = 1 tuned at L = 4 converges "
    "at every depth; for r < 1 transfer is slow but never diverges.",
    imprecise=True,
    exact="CHAIN-I18-rule",
    checks=(Property(_half_are_lost, {"tuned": [2.0, 4.0]}),),
    why_sampled="no enclosure of 30 rounded steps over a range of rates",
)


def _deep_rate() -> tuple[sp.Expr, sp.Expr]:
    """k at infinite depth for k = 1 at depth L0."""
    return 1 / (_scaled("feedforward").subs(L, L0)) * sp.limit(
        _scaled("feedforward"), L, sp.oo
    ), r ** (2 / L0)


def _limit_from_depth() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """r^(2/L0) = 2 at r = 2^(L0/2)."""
    for depth, ratio in ((2, 2), (4, 4), (1, sp.sqrt(2))):
        yield f"L0={depth}", sp.sympify(ratio) ** sp.Rational(2, depth), sp.Integer(2)


def _decided(tuned: float, ratio: float) -> bool:
    """The public answer, near the minimum and from alpha0 = 0.1/r, at infinite depth."""
    k = ratio ** (2 / tuned)
    near = chain.transfer(L=math.inf, L0=tuned, r=ratio)
    far = chain.transfer(L=math.inf, L0=tuned, r=ratio, alpha0=0.1)
    same = math.isclose(near.k, k, rel_tol=1e-12) and near.k == far.k
    return same and near.converges == far.converges == (k <= 2)


def _simulated(tuned: float, ratio: float) -> bool | None:
    k = ratio ** (2 / tuned - 2 / 1024)
    if abs(k - 2) < 0.05:
        return None
    path = scalar.gradient_descent(
        scalar.Grid(
            "feedforward",
            1024.0,
            mu_yx=ratio,
            rate=k * chain.learning_rate(1024.0, ratio, 1.0, 1.0),
            total=0.1,
            balanced=True,
        ),
        steps=4000,
    )
    return (float(np.squeeze(path["loss"].to_numpy())) < 1e-6) == (k < 2)


def _one_layer_at_two(network: str) -> bool:
    """At k = 2 one layer does not converge, but for block two; deeper networks do."""
    at = {"k0": 2.0, "network": network}
    deep = chain.transfer(L=8, L0=8, r=2.0, **at).converges
    return deep and chain.transfer(L=1, L0=1, r=2.0, **at).converges == (network == "block2")


CLAIMS.add(
    id="CHAIN-I18-rule",
    source=CHAIN.beyond("ERR-C6"),
    says="Tuned to k = 1 at depth L0, an infinitely deep network has k = r^(2/L0) and converges "
    "from alpha0 < 1 exactly if that is at most 2 (CHAIN-R2, CHAIN-X-C2): from L0 = 4 for r <= 4, "
    "from L0 = 2 for r <= 2, and always for r < 1.",
    checks=(
        Identity(_deep_rate, {r: POSITIVE, L0: FINITE_DEPTH}),
        Exhaustive(_limit_from_depth),
    ),
    cross_checks=(
        Property(
            _decided,
            {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 1.6, 2.5, 3.5, 6.0, 17.0]},
        ),
        Property(
            _simulated, {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 2.5, 3.5, 6.0]}
        ),
        Property(_one_layer_at_two, {"network": ["feedforward", "block1", "block2"]}),
    ),
)
