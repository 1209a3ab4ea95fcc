"""Section 3.2: the update of a layer, its energy, and the budget that defines the rate."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Mean,
    Statement,
    Tree,
    array,
    arrays,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    same,
    scalars,
    sqrt,
    total,
    tree,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.ammup.claims import simplest
from depthlaws_papers.ammup.claims.common import (
    LINEAR,
    L,
    Options,
    delta,
    exact,
    mean_energy,
    mean_square,
    written_out,
)

CLAIMS = Claims()


def _finite_difference(seed: int, depth: int) -> tuple[np.ndarray, np.ndarray]:
    """[z(theta - e grad) - z(theta)]/e of a ReLU network against the sum of eq. (7)."""
    rng = np.random.default_rng(seed)
    width = 5
    W = rng.standard_normal((depth, width, width)) * np.sqrt(2 / width)
    x, y, head = rng.standard_normal(width), rng.standard_normal(2), rng.standard_normal((2, width))

    def states(weights: np.ndarray) -> list[np.ndarray]:
        activations_of = [x]
        for one in weights:
            activations_of.append(one @ np.maximum(activations_of[-1], 0))
        return activations_of

    at = states(W)
    back = (at[-1] > 0) * (head.T @ (head @ np.maximum(at[-1], 0) - y)) / 2
    steps = []
    for level in range(depth, 0, -1):
        steps.insert(0, np.outer(back, np.maximum(at[level - 1], 0)))
        back = (at[level - 1] > 0) * (W[level - 1].T @ back)
    moved = np.zeros(width)
    for level in range(depth):
        moved = W[level] @ ((at[level] > 0) * moved) - steps[level] @ np.maximum(at[level], 0)
    small = 1e-7
    return (states(W - small * np.array(steps))[-1] - at[-1]) / small + 1.0, moved + 1.0


CLAIMS.add(
    id="AMMUP-E07",
    source=AMMUP.eq(7),
    says="The linearised change is the derivative of the states along the step (eq. 6).",
    checks=(Property(_finite_difference, {"seed": [*range(12)], "depth": [1, 3]}, rtol=1e-4),),
    why_sampled="no enclosure of finite differences",
)


depth, n, outputs, eta, size = scalars("L n m eta S")
x, W, G, z, dz, after, rest = arrays("x W G z dz z_after rest")
i, j, k = indices("i j k", n)
l, passed = index("l", 0, depth), index("passed", 0, depth - 1)

CLAIMS.add(
    id="AMMUP-E06",
    source=AMMUP.eq(6),
    says="In linear networks a step W - eta G of every layer changes the states by -eta dz up to "
    "eta^2, dz = W dz + G z from layer to layer: the sum of eq. (7) along the step.",
    statement=Statement(
        Equal(after[l, i], z[l, i] - eta * dz[l, i] + eta**2 * rest[l, i], by=induction(l)),
        for_all={
            depth: naturals(1),
            n: naturals(1),
            eta: reals,
            x: reals[n],
            W: reals[depth, n, n],
            G: reals[depth, n, n],
        },
        defined={
            z[0, i]: x[i],
            z[passed + 1, i]: total(W[passed + 1, i, j] * z[passed, j], j),
            after[0, i]: x[i],
            after[passed + 1, i]: total(
                (W[passed + 1, i, j] - eta * G[passed + 1, i, j]) * after[passed, j], j
            ),
            dz[0, i]: tree(0),
            dz[passed + 1, i]: total(
                W[passed + 1, i, j] * dz[passed, j] + G[passed + 1, i, j] * z[passed, j], j
            ),
            rest[0, i]: tree(0),
            rest[passed + 1, i]: total(
                W[passed + 1, i, j] * rest[passed, j]
                + G[passed + 1, i, j] * (dz[passed, j] - eta * rest[passed, j]),
                j,
            ),
        },
    ),
)


def _coordinates() -> Iterator[tuple]:
    """E dz_i^2 of both coordinates, over x = (1, -3) and (-3, 1)."""
    energy = [simplest.energies_of_coordinates(x) for x in ((1, -3), (-3, 1))]
    first, second = (sum(at[i] for at in energy) / 2 for i in (0, 1))
    yield "coordinates 1 and 2, mean over x", first, second
    yield "at x = (1, -3) they differ", bool(energy[0][0] != energy[0][1])


CLAIMS.add(
    id="AMMUP-E08",
    source=AMMUP.eq(8),
    says="S_l is the same in both coordinates of one residual block, n = 2, if those of x are "
    "exchangeable: x is (1, -3) or (-3, 1).",
    quote="does not depend on the coordinate choice i",
    reading="The expectation is over x too. The initialisation alone, to which the sentence "
    "points, does not suffice in residual networks: at a fixed x = (1, -3) the two coordinates "
    "have different energies. What the recursions compute is the mean over units (AMMUP-D08).",
    checks=(Exhaustive(_coordinates, named=True),),
    imprecise=True,
    exact="AMMUP-D08",
    change="Add: for inputs with exchangeable coordinates.",
    against=(simplest.FIXED_INPUT,),
)


def _site(p: int, circular: bool) -> sp.Expr:
    """E dz_p^2 of one filter of three taps on three sites, x = 1, mean of the sites as output."""
    w, h, y = sp.symbols("w0:3"), sp.Symbol("h"), sp.Symbol("y")

    def taps(q: int) -> list[int]:
        return [int(circular or 0 <= q + shift < 3) for shift in (-1, 0, 1)]

    out = h * sum(sum(map(sp.Mul, w, taps(q))) for q in range(3)) / 3
    meets = sum(a * b for q in range(3) for a, b in zip(taps(p), taps(q), strict=True))
    moved = -(out - y) * h * sp.Rational(meets, 3)
    return gaussian_mean(moved**2, [*w, h, y], 1)


def _token(which: int) -> sp.Expr:
    """E dz_i^2 of a linear layer of width 2 at one of two normal tokens, the first one read."""
    W, x, h, y = sp.symbols("w0:4"), sp.symbols("x0:4"), sp.symbols("h0:2"), sp.Symbol("y")
    z = [W[0] * x[0] + W[1] * x[1], W[2] * x[0] + W[3] * x[1]]
    out = h[0] * z[0] + h[1] * z[1]
    overlap = x[0] * x[2 * which] + x[1] * x[2 * which + 1]
    return gaussian_mean(((out - y) * h[0] * overlap) ** 2, [*W, *x, *h, y], 1)


def _where() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    ring, edge = _site(0, True) / _site(1, True), _site(0, False) / _site(1, False)
    yield "circular padding: all sites alike", ring, sp.Integer(1)
    yield "zero padding: an end over the middle", edge, sp.Rational(25, 49)
    yield "a patch over the class token that is read", _token(1) / _token(0), sp.Rational(17, 100)


CLAIMS.add(
    id="AMMUP-E08-where",
    source=AMMUP.ledger("ERR-18"),
    says="S_l depends on the site under zero padding (25/49 at the ends of three sites, three "
    "taps, x = 1; not under circular padding) and on the token where the head reads one (17/100 at "
    "the other of two normal tokens, n = 2).",
    checks=(Exhaustive(_where, named=True),),
)


def _average() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """One coordinate of a plain network has the energy of the recursions."""
    moved, normal = written_out(2, 1, 1)
    energy = exact("plain", 1, width=2, inputs="gaussian", **LINEAR)[0]
    yield "n=2", mean_square(moved, normal), sp.Rational(*energy.as_integer_ratio())


H, y, variance, labels, head = *arrays("H y"), *scalars("c sigma2 h")
t = indices("t", outputs)
states = total(W[i, j] * x[j], j)
pull = total((total(H[t, i] * states, i) - y[t]) * H[t, k], t)  # slope of the loss in z_k, times m


def over_draws(body: Tree) -> Tree:
    """Mean over labels, head and weights."""
    return Mean(Mean(Mean(body, y), H), W)


CLAIMS.add(
    id="AMMUP-D08",
    source=AMMUP.section("B"),
    says="In one linear layer, whose coordinates are exchangeable, each coordinate of dz, |x|^2/m "
    "times the pull of the loss, has the average mean square over the units, which the recursions "
    "compute.",
    statement=Statement(
        Equal(over_draws(pull**2), over_draws(total(pull**2, k)) / n),
        for_all={
            n: naturals(1),
            outputs: naturals(1),
            **dict.fromkeys((variance, labels, head), nonnegative),
            x: reals[n],
            y: gaussian(labels)[outputs],
            H: gaussian(head)[outputs, n],
            W: gaussian(variance)[n, n],
        },
    ),
    cross_checks=(Exhaustive(_average, what="the recursions"),),
)


draws, change = scalars("draws"), array("u")
draw, layer = indices("draw", draws), indices("layer", depth)
at_unit_rate = total(change[draw, layer] ** 2, draw, layer) / (draws * depth)

CLAIMS.add(
    id="AMMUP-E09-quadratic",
    source=AMMUP.eq(9),
    says="S-bar, a mean over draws and layers of updates eta u, is exactly eta^2 S-bar(1), so that "
    "it is 1 at eta* = S-bar(1)^(-1/2) and at no other positive rate.",
    statement=Statement(
        Equal(
            total((eta * change[draw, layer]) ** 2, draw, layer) / (draws * depth),
            eta**2 * at_unit_rate,
        ),
        Exactly(same(eta**2 * size, 1), same(eta, 1 / sqrt(size))),
        for_all={
            draws: naturals(1),
            depth: naturals(1),
            eta: positive,
            size: positive,
            change: reals[draws, depth],
        },
    ),
)


def _budget(depth: int, width: int, outputs: int, activation: str) -> tuple[float, float]:
    """S-bar at eta* of the public functions is 1."""
    asked: Options = {"width": width, "outputs": outputs, "activation": activation}
    rate = updates.max_update_rate("plain", depth, **asked)
    return 1.0, rate**2 * float(np.mean(updates.energies("plain", depth, **asked)))


BUDGETS = {
    "depth": [1, 2, 7, 40],
    "width": [2, 30, 10**9],
    "outputs": [1, 5],
    "activation": ["relu", "linear", "leaky_relu"],
}


CLAIMS.add(
    id="AMMUP-E09",
    source=AMMUP.eq(9),
    says="eta* solves S-bar(eta) = 1 with S-bar the mean of the layers' energies.",
    checks=(Property(_budget, BUDGETS, rtol=1e-12),),
    why_sampled="no enclosure of the public functions' floats",
)


def _any_budget(goal: float, activation: str, depth: int) -> tuple[float, float]:
    """S-bar at sqrt(C) eta*, layer by layer and then averaged, is C."""
    asked: Options = {"width": 30, "outputs": 5, "activation": activation}
    rate = math.sqrt(goal) * updates.max_update_rate("plain", depth, **asked)
    layers = [rate**2 * float(S) for S in updates.energies("plain", depth, **asked)]
    return goal, sum(layers) / depth


CLAIMS.add(
    id="AMMUP-E10",
    source=AMMUP.eq(10),
    says="For any budget C, as in appendix A, sqrt(C) eta* solves S-bar = C.",
    checks=(
        Property(
            _any_budget,
            {
                "goal": Interval(sp.Rational(1, 100), 100),
                "activation": BUDGETS["activation"],
                "depth": BUDGETS["depth"],
            },
            rtol=1e-12,
        ),
    ),
    why_sampled="no enclosure of the public functions' floats",
)


CLAIMS.add(
    id="AMMUP-X02",
    source=AMMUP.section("3.2"),
    says="S-bar is stable under O(1) re-definitions of depth: one unit more changes that of the "
    "delta law, delta > 0, by a relative 3/L in the limit.",
    statement=Statement(
        Equal(registered("mean-update-energy"), mean_energy),
        Equal(lim(L * (mean_energy.subs(L, L + 1) - mean_energy) / mean_energy, L, sp.oo), 3),
        for_all={L: naturals(1), delta: positive},
    ),
)
