"""One step of one layer, term by term: 2.2 and D.1 of the first version, eq. (6) of both."""

import math
from collections.abc import Mapping

import numpy as np

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Statement,
    array,
    gaussian,
    induction,
    naturals,
    nonnegative,
    reals,
    step,
    total,
)
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.common.optimizers import SGD, Noise
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    changed,
    path,
    stepped,
    trained,
)
from depthlaws_papers.looped.claims.kernel_bounds import KAPPA, R_0, least, overlap
from depthlaws_papers.looped.claims.stream import (
    D,
    N,
    W,
    before,
    d,
    eps,
    eta,
    h,
    i,
    j,
    k,
    l,
    n,
    u,
    v,
    x,
    y,
)

CLAIMS = Claims()

WIDTH = 24
RUNS = {"loops": [1, 2, 5, 9], "eps": SCALE, "s": SPREAD, "seed": SEEDS}


def _moved_by_hand(
    loops: int, normalize: bool, rate: float, eps: float, seed: int
) -> tuple[list[Array], list[Array]]:
    """A gradient step of the simulators' trainer, against finite states and a gradient by hand."""
    p = path(seed, width=WIDTH, loops=loops, eps=eps, normalize=normalize)
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps, normalize=normalize)
    v = np.random.default_rng([seed, 3]).standard_normal(WIDTH)
    histories, after = stepped(model, p["W"], p["h"][0], v, SGD(rate=rate), "change")
    moved = [p["h"][0]]
    for _ in range(loops):
        size = math.sqrt(moved[-1] @ moved[-1] / WIDTH) if normalize else 1.0
        moved.append(moved[-1] + eps * after[0] @ np.maximum(moved[-1] / size, 0))
    change = np.mean((np.array(moved) - p["h"]) ** 2, axis=1)
    gradient = (p["W"][0] - after[0]) * WIDTH / rate
    step = 1e-6 * np.random.default_rng([seed, 4]).standard_normal((WIDTH, WIDTH))
    slope = _output(p, step, eps, normalize) - _output(p, -step, eps, normalize)
    # pyrefly: ignore[bad-return]  (arrays and lists of numbers alike)
    return [histories["change"][1], [np.sum(gradient * step) * 1e6]], [
        change,
        [slope @ v / 2 * 1e6],
    ]


def _output(p: Mapping[str, Array], change: Array, eps: float, normalize: bool) -> Array:
    h = p["h"][0]
    for _ in range(len(p["u"])):
        size = math.sqrt(h @ h / WIDTH) if normalize else 1.0
        h = h + eps * (p["W"][0] + change) @ np.maximum(h / size, 0)
    return h


def _step_agrees(
    loops: int, normalize: bool, rate: float, eps: float, seed: int
) -> tuple[Array, list[float]]:
    """Both differences of this comparison, relative to the change and to the slope."""
    left, right = _moved_by_hand(loops, normalize, rate, eps, seed)
    gaps = [
        np.max(np.abs(np.subtract(one, two))) / (1 + np.max(np.abs(two)))
        for one, two in zip(left, right, strict=True)
    ]
    return np.array(gaps), [1e-12, 2e-8]


CLAIMS.add(
    id="LOOP-A-D2",
    source=LOOPED_V0.section("2.2"),
    says="dW = W(t+1) - W(t) moves the states by dh_n = h_n(t+1) - h_n(t), dh_0 = 0: the "
    "simulators' step, and its gradient compared with a finite difference.",
    checks=(
        Property(
            _step_agrees,
            {
                "loops": [1, 2, 5],
                "normalize": [False, True],
                "rate": [0.01, 1.0],
                "eps": SCALE,
                "seed": SEEDS,
            },
            relation="<",
            n=30,
        ),
    ),
    why_sampled="no enclosure of a simulator's floats",
)


# -- a change of the weights, any activations ------------------------------------------------------

moved = array("g")
change = moved[before + 1, i] - h[before + 1, i]
new = v[n, j] - u[n, j]
TWO_STREAMS = {
    h[0, i]: x[i],
    moved[0, i]: x[i],
    h[before + 1, i]: h[before, i] + eps * total(W[i, j] * u[before + 1, j], j),
    moved[before + 1, i]: moved[before, i] + eps * total((W[i, j] + D[i, j]) * v[before + 1, j], j),
}
ANY_CHANGE = {
    N: naturals(1),
    d: naturals(1),
    eps: reals,
    x: reals[d],
    W: reals[d, d],
    D: reals[d, d],
    u: reals[N, d],
    v: reals[N, d],
}
ONE_MORE = Statement(
    Equal(
        change,
        moved[before, i]
        - h[before, i]
        + eps * total(D[i, j] * v[before + 1, j], j)
        + eps * total(W[i, j] * new.put({n: before + 1}), j),
        by=step(before),
    ),
    for_all=ANY_CHANGE,
    defined=TWO_STREAMS,
)

CLAIMS.add(
    id="LOOP-A-E6",
    source=LOOPED_V0.eq(6),
    says="dh_(n+1) = dh_n + eps dW phi(h_n+) + eps W (phi(h_n+) - phi(h_n)), with D for dW, u for "
    "phi(h) and v for phi(h+).",
    statement=ONE_MORE,
)


CLAIMS.add(
    id="LOOP-B-E6",
    source=LOOPED.eq(6),
    says="dh_(n+1) = dh_n + eps dW phi(h_n+) + eps W (phi(h_n+) - phi(h_n)) after one update.",
    statement=ONE_MORE,
)


CLAIMS.add(
    id="LOOP-A-E7",
    source=LOOPED_V0.eq(7),
    says="dh_N = eps dW V + eps W dU + eps dW dU, exactly.",
    statement=Statement(
        Equal(
            moved[N, i] - h[N, i],
            eps * total(D[i, j] * u[n, j], n, j)
            + eps * total(W[i, j] * new, n, j)
            + eps * total(D[i, j] * new, n, j),
            by=induction(N),
        ),
        for_all=ANY_CHANGE,
        defined=TWO_STREAMS,
    ),
)


# -- D.1: the leading term -------------------------------------------------------------------------


CLAIMS.add(
    id="LOOP-A-D1a",
    source=LOOPED_V0.section("D.1"),
    says="|V|^2 <= N sum_n |u_n|^2: the difference is a sum of squares.",
    statement=Statement(
        AtMost(
            total(total(u[n, i], n) ** 2, i),
            N * total(u[n, i] ** 2, n, i),
            because=total((u[n, i] - u[k, i]) ** 2, n, k, i) / 2,
        ),
        for_all={N: naturals(1), d: naturals(1), u: reals[N, d]},
    ),
)


def _mean_overlap(loops: int, eps: float, s: float, h0: float) -> tuple[float, float]:
    mean = float(Stream(loops=loops, eps=eps, s=s, h0=h0).overlap.mean())
    return mean * (1 + 1e-12), h0 / 2


CLAIMS.add(
    id="LOOP-A-D1b",
    source=LOOPED_V0.section("D.1"),
    says="|V|^2/d >= N^2 H_0/2 at infinite width, where an overlap sqrt(H_i H_j) kappa(rho) grows "
    "with the energies and the covariance, none of which is below H_0.",
    statement=Statement(
        AtMost(N**2 * R_0**2 / 2, total(overlap[n, k], n, k), because=total(least.gap, n, k)),
        for_all={N: naturals(1), R_0: nonnegative, overlap: nonnegative[N, N]},
        given=(least,),
        about=R_0,
    ),
    checks=KAPPA.checks,
    cross_checks=(
        Property(
            _mean_overlap,
            {"loops": [1, 3, 9, 30], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            relation=">=",
            met="1.000",
            n=30,
        ),
    ),
)


def _main_term(loops: int, eps: float, s: float, seed: int) -> tuple[float, float]:
    p, change, _ = changed(loops, eps, s, seed, width=WIDTH)
    V = p["u"].sum(axis=0)
    bound = eps * np.linalg.norm(change, 2) * np.linalg.norm(V)
    return float(np.linalg.norm(eps * change @ V)), float(bound) * (1 + 1e-12)


image = total(D[i, j] * y[j], j)
bound = total(D[i, j] ** 2, i, j) * total(y[j] ** 2, j)

CLAIMS.add(
    id="LOOP-A-D1c",
    source=LOOPED_V0.section("D.1"),
    says="|dW V| <= |dW| |V| for the Frobenius norm, with equality for dW = x V^T, where it is the "
    "operator norm.",
    statement=Statement(
        AtMost(
            total(image**2, i),
            bound,
            because=total((D[i, j] * y[l] - D[i, l] * y[j]) ** 2, i, j, l) / 2,
        ),
        Equal(total(image**2, i), bound, where={D[i, j]: x[i] * y[j]}),
        for_all={d: naturals(1), D: reals[d, d], x: reals[d], y: reals[d]},
    ),
    cross_checks=(Property(_main_term, RUNS, relation="<=", n=40),),
)


def _isotropic_mean(width: int) -> Sampled:
    """The simulators' noise step at one loop: exact at every width."""
    start = np.random.default_rng(5).normal(0.3, 1, width)

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5)
        draws = trained(model, Noise(rate=0.2), samples=400_000 // width, seed=seed, start=start)
        return Estimate.of(draws[:, 1, 1] / (0.5 * 0.2) ** 2)

    exact = float(np.mean(np.maximum(start, 0) ** 2))
    return Sampled(estimate, lambda: exact, what=f"width {width}")


CLAIMS.add(
    id="LOOP-A-D1d",
    source=LOOPED_V0.section("D.1"),
    says="Tight in mean square: for independent Gaussian entries of mean 0 and variance eta^2/d "
    "that do not depend on V, E |eps dW V|^2/d = eta^2 eps^2 |V|^2/d exactly, at every width.",
    statement=Statement(
        Equal(
            Mean(total((eps * image) ** 2, i), D) / d,
            (eta * eps) ** 2 * total(y[j] ** 2, j) / d,
        ),
        for_all={
            d: naturals(1),
            eps: reals,
            eta: nonnegative,
            D: gaussian(eta**2 / d)[d, d],
            y: reals[d],
        },
    ),
    cross_checks=(_isotropic_mean(3), _isotropic_mean(24)),
)
