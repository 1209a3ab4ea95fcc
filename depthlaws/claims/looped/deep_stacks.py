"""One layer of an independent stack: appendix B of the first version, 7.1 of the second."""

from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean
from depthlaws.claims.looped.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    dot,
    eps,
    gain,
    matrices,
    network,
    observed,
    path,
    s,
    simulated,
    sizes,
    symbolic,
    vectors,
)
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream

CLAIMS = Claims()

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
    says=(
        "The deep stack h + eps W_l phi(h), each layer with its own matrix: step by step "
        "the same as the simulators at one loop."
    ),
    checks=(Property(_by_hand, STACKS, rtol=1e-10, n=30),),
    why_sampled="no enclosure of a simulator's floats",
)


CLAIMS.add(
    id="LOOP-B-71a",
    source=LOOPED.section("7.1"),
    says="The same deep stack in the second version.",
    checks=(Property(_by_hand, STACKS, rtol=1e-10, n=30),),
    why_sampled="no enclosure of a simulator's floats",
)


def _one_step(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """|h + eps W u|^2 in three terms, with a symbol for every entry."""
    p = symbolic(width, 1)
    h, r = p.h[0], p.r[0]
    terms = dot(h, h) + 2 * eps * dot(h, r) + eps**2 * dot(r, r)
    yield f"d={width}", dot(p.h[1], p.h[1]), terms


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


ONE_STEP = (Exhaustive(sizes(_one_step, (1, 2, 3))),)
ONE_STEP_SIMULATED = (Property(_simulated_step, STACKS, rtol=1e-10, n=30),)


CLAIMS.add(
    id="LOOP-A-DP2",
    source=LOOPED_V0.section("B"),
    says="One untied step: H_(l+1) = H_l + cross term + eps^2 |W phi(h)|^2/d, where energy, "
    "kernel and increments are those that the simulators record.",
    reading="As algebra this is the square of a sum; what can fail, and is tested, is the records.",
    checks=ONE_STEP_SIMULATED,
    cross_checks=ONE_STEP,
    why_sampled="no enclosure of a simulator's floats",
)


CLAIMS.add(
    id="LOOP-B-71b",
    source=LOOPED.section("7.1"),
    says="The same one step in the second version, by the simulators' records.",
    reading="As LOOP-A-DP2: the algebra is the square of a sum.",
    checks=ONE_STEP_SIMULATED,
    cross_checks=ONE_STEP,
    why_sampled="no enclosure of a simulator's floats",
)


def _mean_cross_term(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E <h, W u> = 0 over W, whatever h and u are: W is independent of both."""
    W, (h, u) = matrices("W", 1, width)[0], vectors("h", 2, width)
    yield f"d={width}", gaussian_mean(dot(h, W * u), list(W), s**2 / width), sp.Integer(0)


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
    says="The cross term of an untied step has mean zero given the past, at every width.",
    checks=(Exhaustive(sizes(_mean_cross_term, (1, 2, 3))),),
    cross_checks=(_cross_term(4), _cross_term(32)),
)


CLAIMS.add(
    id="LOOP-B-71c",
    source=LOOPED.section("7.1"),
    says="The same mean of the cross term in the second version.",
    checks=(Exhaustive(sizes(_mean_cross_term, (1, 2, 3))),),
    cross_checks=(_cross_term(16),),
)


def _fresh_square(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E |W u|^2 = s^2 |u|^2 over W, for any u."""
    W, (u,) = matrices("W", 1, width)[0], vectors("u", 1, width)
    mean = gaussian_mean(dot(W * u, W * u), list(W), s**2 / width)
    yield f"d={width}", mean, s**2 * dot(u, u)


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
    checks=(Exhaustive(sizes(_fresh_square, (1, 2, 3))),),
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


def _symmetric_gain(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Mean over W and over all signs of h of |h + eps W relu(h)|^2: half of the units are open."""
    total, kept = sp.Integer(0), sp.Integer(0)
    for _, mean, _ in _constant(width):
        total += mean / 2**width
    for i in range(width):
        kept += sp.Symbol(f"x{i}", positive=True) ** 2
    yield f"d={width}", total, (1 + gain / 2) * kept


CLAIMS.add(
    id="LOOP-A-DP4",
    source=LOOPED_V0.section("B"),
    says="E H_(l+1) = (1 + c eps^2) E H_l with c = s^2/2, for coordinates as likely as their "
    "negatives.",
    quote="Under standard mean-field scaling, the last term is Theta(H_l)",
    reading=(
        "Tested for symmetric coordinates, the meaning of mean-field scaling. For a "
        "single h_0 the constant can have any value from 0 (all negative: the network "
        "never moves) to s^2 (all positive)."
    ),
    checks=(Exhaustive(sizes(_symmetric_gain, (1, 2, 3))),),
    cross_checks=(_later_gain(False), _later_gain(True)),
    imprecise=True,
    exact="LOOP-A-DP4-any",
)


def _constant(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E |h + eps W relu(h)|^2 for every pattern of signs of h: the increase is s^2 |h_+|^2."""
    W = matrices("W", 1, width)[0]
    size = [sp.Symbol(f"x{i}", positive=True) for i in range(width)]
    for pattern in range(2**width):
        signs = [1 if pattern >> i & 1 else -1 for i in range(width)]
        h = sp.Matrix([sign * v for sign, v in zip(signs, size, strict=True)])
        u = sp.Matrix([v if sign > 0 else 0 for sign, v in zip(signs, size, strict=True)])
        after = h + eps * W * u
        mean = gaussian_mean(dot(after, after), list(W), s**2 / width)
        kept = sum(v**2 for sign, v in zip(signs, size, strict=True) if sign > 0)
        yield f"d={width}, signs {signs}", mean, dot(h, h) + gain * kept


CLAIMS.add(
    id="LOOP-A-DP4-any",
    source=LOOPED_V0.ledger("ERR-18"),
    says="For every h: E H_1 = H_0 + eps^2 s^2 |relu(h)|^2/d, so c = s^2 |relu(h)|^2/|h|^2 lies "
    "between 0 (no positive coordinate) and s^2 (all positive).",
    checks=(Exhaustive(sizes(_constant, (1, 2, 3))),),
)
