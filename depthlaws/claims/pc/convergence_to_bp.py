"""Section 3.1: the rescaling tends to one (eqs. 16, 17), corollary 3.2."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import at, total
from depthlaws.claims.pc.common import HALF, Case, L, N, equal, gamma0, net, over
from depthlaws.claims.pc.runs import Network
from depthlaws.claims.pc.wide_starts import Known, Start
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()

TWO_SAMPLES = ((1, 2, False), (1, 3, False), (1, 3, True), (2, 2, False))

RNG = np.random.default_rng(0)
X = RNG.standard_normal((20, 40))
SEEDS = Interval(0, 10**6, integer=True)
PHI, Y = X @ X.T / 40, np.r_[np.ones(10), -np.ones(10)]  # samples of the toy task

POWERS = {
    L: Interval(2, 200, integer=True),
    N: Interval(1, 10**6, integer=True),
    gamma0: Interval(HALF, 4),
}


# -- the rescaling tends to one (eqs. 16, 17) ------------------------------------------------------


def _constant() -> tuple[sp.Expr, sp.Expr]:
    """L - 1 paths to one output, each with N entries of variance 1/(gamma0 N)^2."""
    return law("pc-rescaling-mean-mlp", d=HALF), 1 + (L - 1) * N * (1 / (gamma0 * N)) ** 2


def _mean_of_paths(width: int, depth: int) -> Iterator[Case]:
    """E s over every weight, c = N^(-1/2) and 1/(gamma0 N): one squared path norm per layer."""
    one = net(width, depth)
    unit = dict.fromkeys(one.c[1:-1], 1 / sp.sqrt(width)) | {one.c[-1]: 1 / (gamma0 * width)}
    paths = one.mean(one.norms()).subs(unit)
    yield "mean of s", 1 + paths, 1 + (depth - 1) / (gamma0**2 * width)


def _along_the_line() -> Iterator[Case]:
    """s - 1 falls like N^(-2d): -1 at mean-field and muP, 0 at NTK and SP."""
    for name, power in (("mean_field", -1), ("mup", -1), ("ntk", 0), ("sp", 0)):
        first, second = (
            predictive_coding.expected_rescaling(width, 5, parametrization=name, gamma0=0.5) - 1
            for width in (64, 256)
        )
        yield name, sp.nsimplify(second / first), sp.Integer(4) ** power


CLAIMS.add(
    id="PC-E16",
    source=PC.eq(16),
    says=(
        "On (15) the mean of s is 1 + (L - 1)/(gamma0^2 N), exactly: it deviates from "
        "one by a multiple of one over the width."
    ),
    checks=(
        Identity(_constant, POWERS),
        Exhaustive(over(_mean_of_paths, ((1, 2), (1, 3), (1, 4), (2, 2), (2, 3)))),
    ),
    cross_checks=(Exhaustive(_along_the_line, what="the theory's four columns"),),
)


def _between(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """L - F* = (s - 1) F*: the energy is below the loss by at most s - 1 times itself."""
    one = net(width, depth, skips)
    yield from equal("s (L - F*)", one.s * one.loss - one.loss, one.norms() * one.loss)


def _gap_closes() -> tuple[Any, str, Any]:
    """1 - 1/s <= s - 1: the relative gap falls at least as fast as s - 1."""
    s = symbol("s")
    return 1 - 1 / s, "<=", s - 1


CLAIMS.add(
    id="PC-E17",
    source=PC.eq(17),
    says="The energy tends to the loss: (L - F*)/L = 1 - 1/s lies between 0 and s - 1, whose mean "
    "falls like 1/N.",
    checks=(
        Exhaustive(over(_between, ((1, 3, False), (2, 2, False), (1, 3, True)))),
        Inequality(_gap_closes, {symbol("s"): Interval(1, sp.oo, right_open=True)}),
        Identity(_constant, POWERS),
    ),
)


def _direction(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """grad F* s = grad L + 2 F* (a part along V): PC-B12 from the gradients, for two samples."""
    one = net(width, depth, skips, samples=2)
    s, r = one.s, one.r
    for layer in range(1, depth + 1):
        k = one.h[layer - 1] @ r.T / 2
        target = k * s + 2 * one.loss * one.V[layer - 1]
        size = sum(entry**2 for entry in one.m[layer].flat) * one.c[layer - 1] ** 2
        ours, theirs = (
            one.c[layer - 1] * one.m[layer] @ target.T,
            (one.c[layer - 1] * one.m[layer] @ k.T),
        )
        inner = sum(x * y for x, y in zip(ours.flat, theirs.flat, strict=True))
        overlap = sum(x * y for x, y in zip(target.flat, k.flat, strict=True))
        yield from equal(f"layer {layer}", inner, size * overlap)


def _reported_cosine(width: int, depth: int, network: str, seed: int) -> tuple[Any, Any]:
    """The cosine by the formula of PC-B12 against the cosine of all gradient entries."""
    rng = np.random.default_rng(seed)
    shapes = [(width, 40), *[(width, width)] * (depth - 2), (1, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    scale = [40**-0.5, *[width**-0.5] * (depth - 2), 1 / width]
    equilibrium = predictive_coding.equilibrium(
        weights, X, Y, skips=network == "residual", scale=scale
    )
    k = [h.T @ equilibrium.residual / len(Y) for h in equilibrium.forward[:-1]]
    t = [a + 2 * equilibrium.energy * v for a, v in zip(k, equilibrium.reaches, strict=False)]
    w = [
        c**2 * np.sum(m**2)
        for c, m in zip(equilibrium.network.scales, equilibrium.paths[1:], strict=True)
    ]
    inner = sum(x * np.sum(a * b) for x, a, b in zip(w, k, t, strict=True))
    sizes = [sum(x * np.sum(a * a) for x, a in zip(w, v, strict=True)) for v in (k, t)]
    return inner / math.sqrt(sizes[0] * sizes[1]), equilibrium.cosine


CLAIMS.add(
    id="PC-B12",
    source=PC.beyond("PC-B12"),
    says=(
        "The cosine between the two gradients is the cosine between k_l and k_l + 2 F* "
        "V_l under the weights c_l^2 |m_l|^2."
    ),
    checks=(Exhaustive(over(_direction, TWO_SAMPLES)),),
    cross_checks=(
        Property(
            _reported_cosine,
            {
                "width": [4, 16],
                "depth": [2, 4],
                "network": ["mlp", "residual"],
                "seed": Interval(0, 10**6, integer=True),
            },
            rtol=1e-10,
            n=16,
        ),
    ),
)


def _sum_of_squares() -> tuple[sp.Expr, sp.Expr]:
    """The sum of min + 1 over all pairs of layers is 1 + 4 + ... + l^2."""
    layer, j = sp.symbols("l j", integer=True, positive=True)
    pairs = total(j * (2 * (layer - j) + 1), (j, 1, layer))
    return pairs, layer * (layer + 1) * (2 * layer + 1) / 6


def _misalignment() -> tuple[sp.Expr, sp.Expr]:
    """2 F^2 sum w V^2 / sum w k^2 with w = 1/(N gamma^2), k^2 = N kappa, V^2 ~ 1/gamma^2."""
    layer = sp.Symbol("l", integer=True, positive=True)
    energy, signal = symbol("energy"), symbol("signal")
    gamma = gamma0 * sp.sqrt(N)
    reaches = total(layer * (layer + 1) * (2 * layer + 1) / 6, (layer, 1, L - 1)) / gamma**2
    ratio = reaches / (N * gamma**2) / (L * signal / gamma**2)
    return 2 * energy**2 * ratio, law("pc-misalignment-mlp")


def _second_moment(width: int) -> Iterator[Case]:
    """Exact mean of |W W^T e|^2 for one Gaussian layer: 2 + 1/N, which tends to j + 1 at j = 1."""
    W = net(width, 3).W[1]
    seen = W @ (W.T @ np.eye(width, dtype=int)[:, :1])
    average = net(width, 3).mean(sum(entry**2 for entry in seen.flat)) / sp.Integer(width) ** 2
    yield from equal("moment", average, 2 + sp.Rational(1, width))


EVEN = {symbol("energy"): POSITIVE, symbol("signal"): POSITIVE, **POWERS}


NARROW, BROAD, PAIRS = 128, 1024, 400


def misaligned(network: Network, depth: int) -> tuple[Sampled, Property]:
    """1 - cos of drawn networks over its prediction, extrapolated to 1/N = 0; its mean is one."""
    what = f"{network}, L = {depth}"
    return (
        Sampled(
            lambda seed: _misalignments(network, depth, seed),
            lambda: 1.0,
            what=f"{what}: over theory, extrapolated",
        ),
        Property(
            lambda seed: _written_out(network, depth, seed),
            {"seed": SEEDS},
            rtol=1e-8,
            n=12,
            at_least=12,
            try_first=({"seed": 6},),  # a cosine below 0
            what=f"{what}: with matrices",
        ),
    )


def _misalignments(network: Network, depth: int, seed: int) -> np.ndarray:
    """The ratio extrapolated from two widths, for each pair of networks."""
    near, far = (Start(network, depth, width, X, Y).drawn(PAIRS, seed) for width in (NARROW, BROAD))
    return far + NARROW / (BROAD - NARROW) * (far - near)


def _written_out(network: Network, depth: int, seed: int) -> tuple[Any, Any]:
    """1 - cos and energy of one small network: by sweeps through its matrices and by theory."""
    rng, width = np.random.default_rng(seed), 6
    start = Start(network, depth, width, X, Y)
    shapes = [(width, 40), *[(width, width)] * (depth - 2), (1, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    off, energy, _ = start.compared([Known(w[None]) for w in weights[:-1]], weights[-1])
    equilibrium = predictive_coding.equilibrium(
        weights, X, Y, skips=network == "residual", scale=start.scale
    )
    return [off[0], energy[0]], [1 - equilibrium.cosine, equilibrium.energy]


CLAIMS.add(
    id="PC-B13",
    source=PC.beyond("PC-B13"),
    says="Wide plain networks at the start: 1 - cos = F*^2 L(L^2-1)/(6 kappa gamma0^2 N^2), so "
    "that alignment needs gamma0 N >> L^(3/2).",
    checks=(
        Identity(_sum_of_squares, {sp.Symbol("l", integer=True, positive=True): [1, 2, 3, 10]}),
        Identity(_misalignment, EVEN),
        Exhaustive(over(_second_moment, ((1,), (2,), (3,)))),
    ),
    cross_checks=(*misaligned("mlp", 3), *misaligned("mlp", 5)),
)


CLAIMS.add(
    id="PC-C3.2",
    source=PC.section("3.1, corollary 3.2"),
    says="On (15) the energy tends to the loss as the width grows, so PC computes BP's gradients.",
    quote="resulting in PC computing the same gradients as BP",
    reading=(
        "Of gradients, directions are meant, at fixed depth and number of steps. "
        "Convergence of values does not imply convergence of gradients: 1 - cos vanishes "
        "for a reason of its own, like L^3/N^2, and lengths differ by 1/s."
    ),
    checks=(Identity(_constant, POWERS), Identity(_misalignment, EVEN)),
    imprecise=True,
    exact="PC-B13",
)


def _closeness(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """z - h = V r/s vanishes with the readout, because every path has one factor of the readout."""
    one = net(width, depth, skips)
    for reach in one.V[1:-1]:
        off = [at(entry, {one.c[-1]: 0}) for entry in reach.flat]
        yield from equal("without readout", off, np.zeros(reach.size, int))
    norms = sum(entry**2 for entry in one.m[-1].flat)
    yield from equal("last share times s", norms, sp.Integer(1))


CLAIMS.add(
    id="PC-S4",
    source=PC.section("3.1"),
    says="Small output weights keep equilibrium activities near the forward pass, z - h = V r/s "
    "with V proportional to them, and leave the share 1/s of the energy in the last layer.",
    checks=(Exhaustive(over(_closeness, ((1, 3, False), (1, 4, True), (2, 3, False)))),),
)
