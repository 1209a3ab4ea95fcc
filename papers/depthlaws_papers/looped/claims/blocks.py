"""Blocks of L layers looped N times: sections 4.1 and 4.2 of the second version."""

import itertools
import math

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    Tree,
    array,
    half,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import parametrization, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims import common
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    controlled,
    network,
    observed,
    path,
)
from depthlaws_papers.looped.claims.kernel_bounds import ANY_ORDER, KAPPA, MEAN_OVERLAP
from depthlaws_papers.looped.claims.stream import N, W, before, d, eps, h, i, j, k, n, u, v, x, y

CLAIMS = Claims()

WIDTH = 24


def _by_hand(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Overlaps of all states with the same W_l in every loop: the simulators' pass, and by hand."""
    p = path(
        seed,
        width=WIDTH,
        loops=loops,
        layers=layers,
        eps=eps,
        s=s,
        h0=h0,
        normalize=normalize,
    )
    model = ResidualMLP(width=WIDTH, loops=loops, layers=layers, eps=eps, s=s, normalize=normalize)
    kernel = observed(model, p["W"], p["h"][0], "kernel")["kernel"]
    return kernel, p["h"] @ p["h"].T / WIDTH


def _reduces(steps: int, eps: float, seed: int) -> tuple[Array, Array]:
    """A stack with equal matrices in every layer is one layer looped."""
    p = path(seed, width=WIDTH, loops=steps, eps=eps)
    tied = ResidualMLP(width=WIDTH, loops=steps, eps=eps)
    deep = ResidualMLP(width=WIDTH, layers=steps, eps=eps)
    stacked = np.broadcast_to(p["W"], (steps, WIDTH, WIDTH))
    return (
        observed(tied, p["W"], p["h"][0], "kernel")["kernel"],
        observed(deep, stacked, p["h"][0], "kernel")["kernel"],
    )


CLAIMS.add(
    id="LOOP-B-E2",
    source=LOOPED.eq(2),
    says="Block recursion h + eps W_l phi(h): every loop uses the same W_l again; L = 1 is the "
    "tied stream, N = 1 the deep stack.",
    checks=(
        Property(
            _by_hand,
            {
                "loops": [1, 2, 4],
                "layers": [1, 2, 3],
                "normalize": [False, True],
                "eps": SCALE,
                "s": SPREAD,
                "h0": SPREAD,
                "seed": SEEDS,
            },
            rtol=1e-9,
            n=40,
        ),
        Property(_reduces, {"steps": [1, 2, 5], "eps": SCALE, "seed": SEEDS}, rtol=1e-10, n=20),
    ),
    why_sampled="no enclosure of a simulator's floats",
)


L = scalars("L")
layer, below = indices("layer", L), index("below", 0, L - 1)

ONE_PASS = Statement(
    Equal(y[L, i], x[i] + eps * total(W[layer, i, j] * u[layer, j], j, layer), by=induction(L)),
    for_all={
        **dict.fromkeys((L, d), naturals(1)),
        eps: reals,
        x: reals[d],
        W: reals[L, d, d],
        u: reals[L, d],
    },
    defined={
        y[0, i]: x[i],
        y[below + 1, i]: y[below, i] + eps * total(W[below + 1, i, j] * u[below + 1, j], j),
    },
)


def _passes(added: Tree) -> Statement:
    """N passes, each of which adds what one pass does."""
    one = total(W[layer, i, j] * v[before + 1, layer, j], j, layer)
    return Statement(
        Equal(h[N, i], x[i] + added, by=induction(N)),
        for_all={
            **dict.fromkeys((N, L, d), naturals(1)),
            eps: reals,
            x: reals[d],
            W: reals[L, d, d],
            v: reals[N, L, d],
        },
        defined={h[0, i]: x[i], h[before + 1, i]: h[before, i] + eps * one},
    )


CLAIMS.add(
    id="LOOP-B-ID3",
    source=LOOPED.section("4.2"),
    says="h_out = h_0 + eps sum_l G_l with G_l = W_l sum_n phi(h_nl): a pass adds up over its "
    "layers, and passes add up.",
    statement=_passes(eps * total(W[layer, i, j] * total(v[n, layer, j], n), j, layer)),
    checks=ONE_PASS.checks,
)


CLAIMS.add(
    id="LOOP-B-D2",
    source=LOOPED.section("7.4, notation"),
    says="With Y_l = W_l <phi(h_nl)>, the mean over n, G_l = N Y_l and beta = eps N: h_out = "
    "h_0 + beta sum_l Y_l.",
    statement=_passes((eps * N) * total(W[layer, i, j] * (total(v[n, layer, j], n) / N), j, layer)),
    checks=ONE_PASS.checks,
)


def _branch_bounds(loops: int, layers: int, lam: float, s: float, h0: float) -> tuple[list, list]:
    """E|G_l|^2/(d N^2) of every layer between s^2 H_0/2 and s^2 H_out/2."""
    scale = lam / (loops * math.sqrt(layers))
    stream = Stream(loops=loops, layers=layers, eps=scale, s=s, h0=h0)
    energies = residual.branch_energies(stream) / loops**2
    top = s**2 * float(stream.energies[-1]) / 2
    return [s**2 * h0 / 2, energies.max()], [energies.min() * (1 + 1e-11), top * (1 + 1e-11)]


def _simulated_branch(stream: Stream, layer: int) -> Sampled:
    """E|G_l|^2/d of one layer of wide networks, from the increments."""
    exact = float(residual.branch_energies(stream)[layer])

    def own(pairs: Array) -> Array:
        inner = pairs[:, layer :: stream.layers, layer :: stream.layers]
        return inner.sum(axis=(1, 2)) / stream.eps**2

    model, what = network(stream, 4096), f"layer {layer}"
    return controlled(model, "increments", lambda: exact, samples=128, pick=own, what=what)


GROWTH = {
    "loops": [1, 4, 16],
    "layers": [1, 3, 8],
    "lam": [0.3, 1.0, 2.0],
    "s": [0.5, 1.0],
    "h0": [0.5, 2.0],
}
_BLOCK = Stream(loops=3, layers=3, eps=0.25, s=1.3, h0=2.0)
GROWTH_NUMBERS = (
    Property(_branch_bounds, GROWTH, relation="<=", n=108, met=("1.000", "0.999")),
    _simulated_branch(_BLOCK, 0),
    _simulated_branch(_BLOCK, 2),
)


CLAIMS.add(
    id="LOOP-B-GN",
    source=LOOPED.section("4.2"),
    says="While H_out is bounded, |G_l|^2/d = Theta(N^2) at infinite width: each of its N^2 terms "
    "is s^2 times an overlap, at least s^2 H_0/2 and at most s^2 H_out/2.",
    statement=MEAN_OVERLAP,
    checks=KAPPA.checks,
    cross_checks=GROWTH_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-E7",
    source=LOOPED.eq(7),
    says="Hypothesis (7) holds at infinite width: a_- <= E|Y_l|^2/d <= a_+ with a_- = s^2 H_0/2 "
    "and a_+ = s^2 H_out/2, which depends on lambda.",
    statement=MEAN_OVERLAP,
    checks=KAPPA.checks,
    cross_checks=GROWTH_NUMBERS[:1],
)


def _scale_free(loops: int, layers: int, lam: float) -> tuple[list, list]:
    """eps^2 E|sum G|^2/d is the growth of the energy, between its bounds in lambda alone."""
    stream = Stream(loops=loops, layers=layers, eps=lam / (loops * math.sqrt(layers)))
    total = stream.eps**2 * float(residual.branch_energies(stream).sum())
    grown = float(stream.energies[-1]) - 1
    high = math.expm1(lam**2 / 2)
    return [lam**2 / 2, total, grown], [
        total * (1 + 1e-11),
        high,
        total * (1 + 1e-11),
    ]


def _flat_in_both(lam: float) -> tuple[float, float]:
    """Branch energy over all (N, L): largest over smallest below 1 + 2 lambda^2."""
    energies = []
    for loops, layers in itertools.product((1, 2, 8, 16), (1, 2, 6, 12)):
        stream = Stream(loops=loops, layers=layers, eps=lam / (loops * math.sqrt(layers)))
        energies.append(stream.eps**2 * float(residual.branch_energies(stream).sum()))
    return max(energies) / min(energies), 1 + 2 * lam**2


lam, overlap = scalars("lambda"), array("overlap")
half_each = AtMost(half, overlap[layer, n, k])

MANY_LAYERS = Statement(
    Equal(
        lim((1 + common.lam**2 / (2 * common.L)) ** common.L, common.L, sp.oo),
        sp.exp(common.lam**2 / 2),
    ),
    Equal(
        registered("untied-energy", L=1, eps=common.lam, s=1, h0=1, kappa1=half) - 1,
        common.lam**2 / 2,
    ),
    for_all={common.lam: positive},
)
"""The upper bound is the limit of many layers at one loop, the lower one the energy of one step."""

CLAIMS.add(
    id="LOOP-B-T3",
    source=LOOPED.theorem(3),
    says="At infinite width and eps = lambda/(N sqrt L), s = H_0 = 1, without norm, the branch "
    "energy eps^2 E|sum G_l|^2/d lies between functions of lambda alone: lambda^2/2, equal at N = "
    "L = 1, and exp(lambda^2/2) - 1, the limit of many layers at N = 1.",
    statement=Statement(
        AtMost(
            lam**2 / 2,
            (lam / (N * sqrt(L))) ** 2 * total(overlap[layer, n, k], layer, n, k),
            because=(lam / (N * sqrt(L))) ** 2 * total(half_each.gap, layer, n, k),
        ),
        for_all={
            N: naturals(1),
            L: naturals(1),
            lam: nonnegative,
            overlap: nonnegative[L, N, N],
        },
        given=(half_each,),
    ),
    checks=(*ANY_ORDER, *MANY_LAYERS.checks),
    cross_checks=(
        Property(
            _scale_free,
            {
                "loops": [1, 2, 8, 24],
                "layers": [1, 2, 6, 12],
                "lam": [0.05, 0.5, 1.0, 2.0, 4.0],
            },
            relation="<=",
            n=80,
            met=("1.000", "1.000", "1.000"),
            what="above",
        ),
        Property(_flat_in_both, {"lam": [0.1, 0.5, 1.0]}, relation="<", met="0.983", n=3),
    ),
)


# -- two branches a block, and the norms at the end of the loops -----------------------------------


def _two_branches(loops: int, blocks: int, lam: float) -> tuple[list, list]:
    """eps = lambda/(N sqrt L) on 2 L branches, and theorem 3's bounds at sqrt(2) lambda."""
    stream = Stream(loops=loops, layers=2 * blocks, eps=lam / (loops * math.sqrt(blocks)))
    grown, own = float(stream.energies[-1]) - 1, math.sqrt(2) * lam
    return [own**2 / 2, grown], [grown * (1 + 1e-11), math.expm1(own**2 / 2)]


def _same_rule(loops: int, blocks: int, lam: float) -> tuple[float, float]:
    scale = parametrization.branch_scale(2 * blocks, loops, branch=math.sqrt(2) * lam)
    return scale, lam / (loops * math.sqrt(blocks))


TWO_BRANCHES = {
    "loops": [1, 2, 8],
    "blocks": [1, 3, 12],
    "lam": Interval(sp.Rational(1, 20), 1),
}

CLAIMS.add(
    id="LOOP-B-two-branches",
    source=LOOPED.section("5"),
    says="Two branches in each of L blocks are 2 L layers of the theory with sqrt(2) lambda for "
    "lambda: the energy added is between lambda^2 and exp(lambda^2) - 1, twice the exponents of "
    "theorem 3.",
    quote="the constant factor of two per block is absorbed into lambda",
    reading="Two ReLU branches in place of attention and MLP, at infinite width, before training. "
    "The factor is sqrt(2) in lambda, two in its square.",
    checks=(
        Property(_same_rule, TWO_BRANCHES, rtol=1e-13, n=27),
        Property(_two_branches, TWO_BRANCHES, relation="<=", n=27),
    ),
    why_sampled="no enclosure of a full kernel",
)


def _spread_of_norms(layers: int, power: float) -> float:
    """Logarithm of the largest over the smallest norm after 2, 4 and 8 loops, at N^-power."""
    streams = [
        Stream(loops=n, layers=layers, eps=n**-power / math.sqrt(layers), normalize=True)
        for n in (2, 4, 8)
    ]
    energies = [stream.energies[-1] for stream in streams]
    return math.log(max(energies) / min(energies)) / 2


CLAIMS.add(
    id="LOOP-B-FIG7",
    source=LOOPED.figure(7),
    says="Under eps = 1/(N sqrt L) the norms of the normalised stream after 2, 4 and 8 loops of "
    "12, 24 and 48 layers agree to 0.2 %; under 1/sqrt(N L) they differ by more than a half.",
    quote="the final norms converge to approximately the same value within each depth group",
    reading="The ReLU MLP at initialisation and infinite width in place of Transformers after "
    "20,000 steps, whose norms are not tested.",
    checks=(
        Property(
            lambda layers: (_spread_of_norms(layers, 1.0), 2e-3),
            {"layers": [12, 24, 48]},
            relation="<",
            met="0.536",
        ),
        Property(
            lambda layers: (_spread_of_norms(layers, 0.5), math.log(1.5)),
            {"layers": [12, 24, 48]},
            relation=">",
        ),
    ),
    why_sampled="no enclosure of a full kernel",
)
