"""The model and its terms: equation (1), section 2 of the first version, 3.1 of the second."""

from typing import Any

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import Equal, Statement, naturals, reals, total
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    observed,
    path,
    simulated,
)
from depthlaws_papers.looped.claims.stream import d, i, j, x, y

CLAIMS = Claims()

WIDTH = 24

STREAMS = {
    "loops": [1, 2, 5, 9],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "h0": SPREAD,
    "seed": SEEDS,
}


def _by_hand(
    loops: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Overlaps of all states: the simulators' pass with given W, against the recursion by hand."""
    p = path(seed, width=WIDTH, loops=loops, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps, s=s, normalize=normalize)
    kernel = observed(model, p["W"], p["h"][0], "kernel")["kernel"]
    return kernel, p["h"] @ p["h"].T / WIDTH


def _homogeneous(loops: int, eps: float, scale: float, seed: int) -> tuple[Any, Any]:
    """The stream from c h_0 is c times the stream from h_0, for c > 0."""
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps)
    start = np.random.default_rng(seed).standard_normal(WIDTH)
    runs = [simulated(model, "kernel", samples=2, seed=seed, start=c * start) for c in (1.0, scale)]
    return runs[1], scale**2 * runs[0]


def _without_branch(loops: int, seed: int) -> tuple[Any, Any]:
    """At eps = 0 every state is h_0."""
    model = ResidualMLP(width=WIDTH, loops=loops, eps=0.0)
    energy = simulated(model, "energy", samples=2, seed=seed)
    return energy, np.broadcast_to(energy[:, :1], energy.shape)


def _negative_start(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    """If every coordinate of h_0 is negative, every state is h_0."""
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps)
    start = -np.abs(np.random.default_rng(seed).standard_normal(WIDTH))
    energy = simulated(model, "energy", samples=1, seed=seed, start=start)
    return energy, np.broadcast_to(energy[:, :1], energy.shape)


def _recursion() -> tuple[Property, ...]:
    return (
        Property(_by_hand, STREAMS, rtol=1e-10, n=40, what="states by hand"),
        Property(
            _homogeneous,
            {"loops": [1, 2, 9], "eps": SCALE, "scale": [1e-6, 3.0, 1e8], "seed": SEEDS},
            rtol=1e-9,
            n=30,
            what="homogeneous",
        ),
        Property(_without_branch, {"loops": [1, 4], "seed": SEEDS}, n=10, what="eps = 0"),
        Property(
            _negative_start, {"loops": [1, 2, 9], "eps": SCALE, "seed": SEEDS}, n=10, what="at rest"
        ),
    )


CLAIMS.add(
    id="LOOP-A-E1",
    source=LOOPED_V0.eq(1),
    says="The tied recursion h + eps W relu(h): step by step the same as the simulators, "
    "positively homogeneous, the identity at eps = 0, and at rest where h_0 <= 0.",
    checks=_recursion(),
    why_sampled="no enclosure of a simulator's floats",
)


CLAIMS.add(
    id="LOOP-B-E1",
    source=LOOPED.eq(1),
    says="The tied recursion h + eps W relu(h) with any s: step by step the same as the "
    "simulators.",
    checks=_recursion(),
    why_sampled="no enclosure of a simulator's floats",
)


square, variance = total(x[i] ** 2, i) / d, total((x[i] - total(x[j], j) / d) ** 2, i) / d

CLAIMS.add(
    id="LOOP-A-D1",
    source=LOOPED_V0.section("2"),
    says="H_n = |h_n|^2/d is the variance of the coordinates, if their mean is zero, as of any y "
    "less its mean.",
    quote="the variance of the residual stream",
    reading="The definition next to these words is a mean square. It is a variance only for "
    "coordinates of mean zero, as at infinite width from Gaussian h_0.",
    statement=Statement(
        Equal(square, variance),
        for_all={d: naturals(1), y: reals[d]},
        defined={x[i]: y[i] - total(y[j], j) / d},
    ),
)


def _energy_of_a_mean(mean: float, seed: int) -> tuple[float, float]:
    """Energy in the simulators of a start whose coordinates have this mean."""
    start = np.random.default_rng(seed).normal(mean, 1, WIDTH)
    energy = simulated(ResidualMLP(width=WIDTH, eps=0.5), "energy", samples=1, seed=0, start=start)
    return float(energy[0, 0]), float(np.var(start) + np.mean(start) ** 2)


CLAIMS.add(
    id="LOOP-A-D1-uncentred",
    source=LOOPED_V0.ledger("ERR-20"),
    says="H_n is an uncentred second moment: variance plus squared mean of the coordinates.",
    statement=Statement(
        Equal(square, variance + (total(x[i], i) / d) ** 2), for_all={d: naturals(1), x: reals[d]}
    ),
    cross_checks=(Property(_energy_of_a_mean, {"mean": [0.0, 1.0, -3.0], "seed": SEEDS}, n=20),),
)


def _cone_definitions(loops: int, seed: int) -> tuple[list[float], list[float]]:
    """Mean and mean square of activations, coordinate by coordinate, averaged over the steps."""
    u = np.maximum(np.random.default_rng(seed).standard_normal((loops, 30)), 0)
    cone = residual.cone_mass(u)
    exact = [sum(sum(x**p) / 30 for x in u) / len(u) for p in (1, 2)]
    return [cone.mass, cone.square], exact


def _activation_means(loops: int, normalize: bool, seed: int) -> tuple[Array, Array]:
    """m(u_n) from the simulators, and by hand."""
    p = path(seed, width=WIDTH, loops=loops, eps=0.4, normalize=normalize)
    model = ResidualMLP(width=WIDTH, loops=loops, eps=0.4, normalize=normalize)
    means = observed(model, p["W"], p["h"][0], "activation_mean")["activation_mean"]
    return means, p["u"].sum(axis=1) / WIDTH


CLAIMS.add(
    id="LOOP-B-D1",
    source=LOOPED.section("3.1"),
    says="m(x) is the mean and q(x) the mean square of the coordinates, averaged over the "
    "activations of the stream.",
    checks=(
        Property(_cone_definitions, {"loops": [1, 4, 9], "seed": SEEDS}, n=20),
        Property(
            _activation_means,
            {"loops": [1, 4], "normalize": [False, True], "seed": SEEDS},
            n=20,
        ),
    ),
    why_sampled="no enclosure of a simulator's floats",
)


def _overlaps(
    loops: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Overlaps of all pairs of activations from the simulators, and by hand."""
    p = path(seed, width=WIDTH, loops=loops, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps, s=s, normalize=normalize)
    overlap_matrix = observed(model, p["W"], p["h"][0], "overlaps")["overlaps"]
    return overlap_matrix, p["u"] @ p["u"].T / WIDTH


CLAIMS.add(
    id="LOOP-A-D3",
    source=LOOPED_V0.theorem("1, assumption 3"),
    says="Overlap q_nm = <phi(h_n), phi(h_m)>/d of every pair of steps.",
    checks=(Property(_overlaps, STREAMS, rtol=1e-10, n=40),),
    why_sampled="no enclosure of a simulator's floats",
)
