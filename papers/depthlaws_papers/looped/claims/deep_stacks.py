"""One layer of an independent stack: appendix B of the first version, 7.1 of the second."""

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Mean,
    Statement,
    Tree,
    array,
    gaussian,
    naturals,
    nonnegative,
    reals,
    step,
    total,
)
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    network,
    observed,
    path,
    simulated,
)
from depthlaws_papers.looped.claims.stream import (
    ANY_STREAM,
    FRESH,
    STREAM,
    R,
    W,
    before,
    branch,
    d,
    eps,
    h,
    i,
    j,
    s,
    x,
    y,
)

CLAIMS = Claims()

gate = array("g")

WIDTH = 24
STACKS = {
    "layers": [1, 2, 5],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "h0": SPREAD,
    "seed": SEEDS,
}


def _by_hand(
    layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Overlaps of all states of a stack: the simulators' pass with given W_l, and by hand."""
    p = path(seed, width=WIDTH, loops=1, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=WIDTH, layers=layers, eps=eps, s=s, normalize=normalize)
    kernel = observed(model, p["W"], p["h"][0], "kernel")["kernel"]
    return kernel, p["h"] @ p["h"].T / WIDTH


CLAIMS.add(
    id="LOOP-A-DP1",
    source=LOOPED_V0.section("B"),
    says="The deep stack h + eps W_l phi(h), each layer with its own matrix: step by step the same "
    "as the simulators at one loop.",
    checks=(Property(_by_hand, STACKS, rtol=1e-10, n=30),),
    why_sampled="no enclosure of a simulator's floats",
)


CLAIMS.add(
    id="LOOP-B-71a",
    source=LOOPED.section("7.1"),
    says="The deep stack h + eps W_l phi(h): step by step the same as the simulators at one loop.",
    checks=(Property(_by_hand, STACKS, rtol=1e-10, n=30),),
    why_sampled="no enclosure of a simulator's floats",
)


def _simulated_step(
    layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """H_(l+1) - H_l of the simulators: cross term from the kernel, square from the increments."""
    p = path(seed, width=WIDTH, loops=1, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=WIDTH, layers=layers, eps=eps, s=s, normalize=normalize)
    records = observed(model, p["W"], p["h"][0], "energy", "kernel", "increments")
    cross = 2 * (np.diagonal(records["kernel"], 1) - np.diagonal(records["kernel"])[:-1])
    return records["energy"][1:], records["energy"][:-1] + cross + np.diagonal(
        records["increments"]
    )


after = h[before + 1, i]
ONE_STEP = Statement(
    Equal(
        total(after**2, i),
        total(h[before, i] ** 2, i)
        + 2 * eps * total(h[before, i] * R[before + 1, i], i)
        + eps**2 * total(R[before + 1, i] ** 2, i),
        by=step(before),
    ),
    for_all=ANY_STREAM,
    defined=STREAM,
)
ONE_STEP_SIMULATED = (Property(_simulated_step, STACKS, rtol=1e-10, n=30),)


CLAIMS.add(
    id="LOOP-A-DP2",
    source=LOOPED_V0.section("B"),
    says="H_(l+1) = H_l + 2 eps <h_l, W_l phi(h_l)>/d + eps^2 |W_l phi(h_l)|^2/d, here times d.",
    statement=ONE_STEP,
    cross_checks=ONE_STEP_SIMULATED,
)


CLAIMS.add(
    id="LOOP-B-71b",
    source=LOOPED.section("7.1"),
    says="R_(l+1)^2 = R_l^2 + 2 eps <h_l, r_l>/d + eps^2 |r_l|^2/d, here times d.",
    statement=ONE_STEP,
    cross_checks=ONE_STEP_SIMULATED,
)


CROSS_TERM = Statement(Equal(Mean(total(x[i] * branch, i), W), 0), for_all=FRESH)


def _cross_term(width: int) -> Sampled:
    """Mean cosine between h_2 and W_2 phi(h_2) over untied networks."""

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, layers=3, eps=1.0, s=1.2, h0=2.0)
        samples = 2_000_000 // width**2
        energy = simulated(model, "energy", samples=samples, seed=seed)
        square = simulated(model, "increments", samples=samples, seed=seed)[:, 2, 2]
        size = 2 * np.sqrt(energy[:, 2] * square)
        cross = energy[:, 3] - energy[:, 2] - square
        return Estimate.of(cross / np.where(size > 0, size, 1.0))

    return Sampled(estimate, lambda: 0.0, what=f"width {width}")


CLAIMS.add(
    id="LOOP-A-DP3",
    source=LOOPED_V0.section("B"),
    says="The cross term <h_l, W_l u_l> of an untied step has mean zero given the past.",
    statement=CROSS_TERM,
    cross_checks=(_cross_term(4), _cross_term(32)),
)


CLAIMS.add(
    id="LOOP-B-71c",
    source=LOOPED.section("7.1"),
    says="The cross term <h_l, W_l u_l> has mean zero over W_l, at every width.",
    statement=CROSS_TERM,
    cross_checks=(_cross_term(16),),
)


def _fresh_second_moment(width: int, s: float) -> Sampled:
    """Mean of |W phi(h)|^2/d of the simulators for one fixed h."""
    start = np.random.default_rng(2).normal(0.5, 1, width)

    def estimate(seed: int) -> Estimate:
        model, samples = ResidualMLP(width=width, eps=0.5, s=s), 600_000 // width
        draws = simulated(model, "quadratic", samples=samples, seed=seed, start=start)
        return Estimate.of(draws[:, 1] / 0.25)

    exact = s**2 * float(np.mean(np.maximum(start, 0) ** 2))
    return Sampled(estimate, lambda: exact, what=f"width {width}")


CLAIMS.add(
    id="LOOP-B-71",
    source=LOOPED.section("7.1"),
    says="Given h_l, E |W_l phi(h_l)|^2/d = s^2 |phi(h_l)|^2/d, at every width and for every h_l.",
    statement=Statement(
        Equal(Mean(total(branch**2, i), W) / d, s**2 * total(y[j] ** 2, j) / d), for_all=FRESH
    ),
    cross_checks=(_fresh_second_moment(3, 1.3), _fresh_second_moment(40, 0.7)),
)


def _later_gain(normalize: bool) -> Sampled:
    """H_3/H_2 of wide untied networks over its mean-field value, from symmetric coordinates."""
    stream = Stream(loops=1, layers=3, eps=0.8, s=1.2, h0=2.0, normalize=normalize)
    energies = stream.energies

    def estimate(seed: int) -> Estimate:
        options = {"samples": 200, "seed": seed, "route": matrix_free, "dtype": "float32"}
        draws = simulated(network(stream, 16_384), "energy", **options)
        return Estimate.of(draws[:, 3] / draws[:, 2])

    return Sampled(estimate, lambda: energies[3] / energies[2], what=f"normalize={normalize}")


open_ = Equal(gate[i] ** 2, gate[i])
start = total(x[i] ** 2, i)
GATED = {
    d: naturals(1),
    s: nonnegative,
    eps: reals,
    W: gaussian(s**2 / d)[d, d],
    x: reals[d],
    gate: reals[d],
}


def _after(sign: int, own: Tree) -> Tree:
    """Mean over W of |h + eps W relu(h)|^2/d for h = sign times x, whose gates are given."""
    step = sign * x[i] + eps * total(W[i, j] * own * sign * x[j], j)
    return Mean(total(step**2, i), W) / d


CLAIMS.add(
    id="LOOP-A-DP4",
    source=LOOPED_V0.section("B"),
    says="E H_(l+1) = (1 + c eps^2) E H_l with c = s^2/2, for coordinates as likely as their "
    "negatives.",
    quote="Under standard mean-field scaling, the last term is Theta(H_l)",
    reading="Tested for symmetric coordinates, the meaning of mean-field scaling. For a single h_0 "
    "the constant lies between 0 (all negative: the network never moves) and s^2 (all positive), "
    "and both occur.",
    statement=Statement(
        Equal(
            (_after(1, gate[j]) + _after(-1, 1 - gate[j])) / 2,
            (1 + (eps * s) ** 2 / 2) * start / d,
            because=(eps * s) ** 2 * total(open_.gap * x[i] ** 2, i) / d,
        ),
        for_all=GATED,
        given=(open_,),
    ),
    cross_checks=(_later_gain(False), _later_gain(True)),
    imprecise=True,
    exact="LOOP-A-DP4-any",
    change="Add: for symmetric coordinates, as at infinite width from a Gaussian h_0.",
    against=(
        Smallest(
            lambda h: (sp.Rational(max(h, 0) ** 2, 2), ">", 0),
            {"h": [1, -1]},
            of=(
                "the last term over eps^2 s^2 at width 1, h_0 = h",
                "0, below which Theta(H_0) stays",
            ),
        ),
    ),
)


kept = total((gate[i] * x[i]) ** 2, i)

CLAIMS.add(
    id="LOOP-A-DP4-any",
    source=LOOPED_V0.ledger("ERR-18"),
    says="For every h: E H_1 = H_0 + eps^2 s^2 |relu(h)|^2/d, so that c is between 0 (every gate "
    "closed) and s^2 (every gate open).",
    statement=Statement(
        Equal(_after(1, gate[j]), (start + (eps * s) ** 2 * kept) / d),
        Equal(
            start - kept,
            total(((1 - gate[i]) * x[i]) ** 2, i),
            because=2 * total(open_.gap * x[i] ** 2, i),
        ),
        Equal(kept, 0, where={gate[i]: 0}),
        Equal(kept, start, where={gate[i]: 1}),
        for_all=GATED,
        given=(open_,),
    ),
)
