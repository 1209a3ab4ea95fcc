"""One step of one layer, term by term: 2.2 and D.1 of the first version, eq. (6) of both."""

import math
from collections.abc import Iterator, Mapping

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
    changed,
    dot,
    entries,
    eps,
    eta,
    matrices,
    path,
    sizes,
    squares_of_differences,
    stepped,
    symbolic,
    trained,
    vectors,
)
from depthlaws.claims.looped.energy_bounds import kappa_range, least_overlap
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.common.optimizers import SGD, Noise
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream

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
    says=(
        "dW = W(t+1) - W(t) moves the states by dh_n = h_n(t+1) - h_n(t), dh_0 = 0: the "
        "simulators' step, and its gradient compared with a finite difference."
    ),
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


# -- a change of the weights, with a symbol for every entry ----------------------------------------


def _two_streams(width: int, loops: int) -> tuple:
    """The stream, a change of W, and the stream from the same h_0 with W + dW; any activations."""
    p, (D,) = symbolic(width, loops), matrices("D", 1, width)
    after, moved = vectors("v", loops, width), [p.h[0]]
    for u in after:
        moved.append(moved[-1] + eps * (p.W[0] + D) * u)
    return p, D, after, moved


def _recursion(width: int, loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    p, D, after, moved = _two_streams(width, loops)
    for n in range(loops):
        step = eps * D * after[n] + eps * p.W[0] * (after[n] - p.u[n])
        before = moved[n] - p.h[n]
        yield from entries(f"d={width}, n={n}", moved[n + 1] - p.h[n + 1], before + step)


def _three_terms(width: int, loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    p, D, after, moved = _two_streams(width, loops)
    dU = sum(after[1:], after[0]) - p.U
    terms = eps * (D * p.U + p.W[0] * dU + D * dU)
    yield from entries(f"d={width}, N={loops}", moved[-1] - p.h[-1], terms)


CLAIMS.add(
    id="LOOP-A-E6",
    source=LOOPED_V0.eq(6),
    says="dh_(n+1) = dh_n + eps dW phi(h_n+) + eps W (phi(h_n+) - phi(h_n)).",
    checks=(Exhaustive(sizes(_recursion, (1, 2, 3), (1, 3))),),
)


CLAIMS.add(
    id="LOOP-B-E6",
    source=LOOPED.eq(6),
    says="The same recursion in the second version.",
    checks=(Exhaustive(sizes(_recursion, (1, 2, 3), (1, 3))),),
)


CLAIMS.add(
    id="LOOP-A-E7",
    source=LOOPED_V0.eq(7),
    says="dh_N = eps dW V + eps W dU + eps dW dU, exactly.",
    checks=(Exhaustive(sizes(_three_terms, (1, 2, 3), (1, 2, 3))),),
)


# -- D.1: the leading term -------------------------------------------------------------------------


CLAIMS.add(
    id="LOOP-A-D1a",
    source=LOOPED_V0.section("D.1"),
    says="|V|^2 <= N sum_n |u_n|^2: the difference is a sum of squares.",
    checks=(Exhaustive(sizes(squares_of_differences, (1, 2, 3, 4), (1, 2, 3))),),
)


def _mean_overlap(loops: int, eps: float, s: float, h0: float) -> tuple[float, float]:
    mean = float(Stream(loops=loops, eps=eps, s=s, h0=h0).overlap.mean())
    return mean * (1 + 1e-12), h0 / 2


CLAIMS.add(
    id="LOOP-A-D1b",
    source=LOOPED_V0.section("D.1"),
    says=(
        "|V|^2/d >= N^2 H_0/(2 pi) at infinite width: every overlap is sqrt(H_i H_j) "
        "kappa(rho) with H >= H_0, rho >= 0 and kappa >= 1/(2 pi). The sharp bound is "
        "N^2 H_0/2, attained at N = 1: an overlap grows with the energies and with the "
        "covariance, none of which is below H_0."
    ),
    checks=(*kappa_range(), *least_overlap()),
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


def _frobenius(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """|D v|^2 <= |D|_F^2 |v|^2, row by row by Lagrange's identity."""
    D, (v,) = matrices("D", 1, width)[0], vectors("v", 1, width)
    image = D * v
    left = sum(y**2 for y in D) * dot(v, v) - dot(image, image)
    right = sum(
        (D[i, j] * v[k] - D[i, k] * v[j]) ** 2
        for i in range(width)
        for j in range(width)
        for k in range(j + 1, width)
    )
    yield f"d={width}", left, right


def _aligned(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """|x V^T V|^2 = |x V^T|_F^2 |V|^2: dW = x V^T attains the bound."""
    x, V = vectors("v", 2, width)
    image = x * V.T * V
    whole = sum(y**2 for y in x * V.T) * dot(V, V)
    yield f"d={width}", dot(image, image), whole


CLAIMS.add(
    id="LOOP-A-D1c",
    source=LOOPED_V0.section("D.1"),
    says=(
        "|T_main| <= eps |dW| |V|: the operator norm is the largest such factor, and it "
        "is no larger than the Frobenius norm (Lagrange's identity, row by row); equal "
        "for dW = x V^T."
    ),
    checks=(Exhaustive(sizes(_frobenius, (1, 2, 3))), Exhaustive(sizes(_aligned, (1, 2, 3)))),
    cross_checks=(Property(_main_term, RUNS, relation="<=", n=40),),
)


def _isotropic_square(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E |eps dW V|^2 = eta^2 eps^2 |V|^2 over independent entries of variance eta^2/d."""
    D, (V,) = matrices("D", 1, width)[0], vectors("V", 1, width)
    mean = gaussian_mean(dot(eps * D * V, eps * D * V), list(D), eta**2 / width)
    yield f"d={width}", mean, (eta * eps) ** 2 * dot(V, V)


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
    says="Tight in mean square: for independent entries of variance eta^2/d, E |eps dW V|^2/d = "
    "eta^2 eps^2 |V|^2/d exactly, at every width.",
    checks=(Exhaustive(sizes(_isotropic_square, (1, 2, 3))),),
    cross_checks=(_isotropic_mean(3), _isotropic_mean(24)),
)
