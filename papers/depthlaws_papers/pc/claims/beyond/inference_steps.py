"""Number of inference steps (PC-B32): safe and best step sizes, rates, iterations; section A.2."""

import math

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Less,
    Statement,
    Tree,
    above,
    array,
    indices,
    induction,
    interval,
    naturals,
    positive,
    reals,
    registered,
    scalars,
    step,
    total,
    tree,
)
from depthlaws.theory import formula, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import linear

CLAIMS = Claims()


# -- steps and rates -------------------------------------------------------------------------------

low, high, eta, curvature, bound, P = scalars("low high eta l b P")


SPECTRUM = dict.fromkeys((low, high, eta, curvature), positive)
best = (high - low) / (high + low)
best_step = 2 / (low + high)


def _descent() -> Statement:
    """A mode of curvature l shrinks by 1 - eta l; both ends alike at the best step."""
    stretch = scalars("k")  # eta times high
    return Statement(
        Exactly((1 - stretch) ** 2 < 1, stretch < 2),
        Equal(registered("pc-inference-descent-rate", kappa=high / low), best),
        Equal(1 - best_step * low, best),
        Equal(best_step * high - 1, best),
        Equal(1 - P * eta * (curvature / P), 1 - eta * curvature),
        for_all=SPECTRUM | {stretch: positive, P: naturals(1)},
    )


def _bounds_of_descent() -> Statement:
    """Modes between the ends shrink more; b is any bound that both ends keep at one step."""
    slow, fast = AtMost(1 - eta * low, bound), AtMost(eta * high - 1, bound)
    above_low, below_high = AtMost(low, curvature), AtMost(curvature, high)
    return Statement(
        AtMost(best, bound, because=(high * slow.gap + low * fast.gap) / (high + low)),
        AtMost(
            (1 - best_step * curvature) ** 2,
            best**2,
            because=4 * below_high.gap * above_low.gap / (high + low) ** 2,
        ),
        for_all=SPECTRUM | {bound: reals},
        given=(slow, fast, above_low, below_high),
    )


CLAIMS.add(
    id="PC-B32-descent",
    source=PC.beyond("PC-B32"),
    says="Gradient descent on the batch-sum energy shrinks the mode of curvature high exactly "
    "below the step 2/high; at 2/(low + high) every mode shrinks by (kappa - 1)/(kappa + 1) per "
    "step or more, and no step does better at both ends; with the batch mean all steps are "
    "multiplied by P.",
    statement=_descent(),
    checks=_bounds_of_descent().checks,
)


def _nesterov() -> Statement:
    """By the rate r = 1 - 2/sqrt(3 kappa + 1): a mode with s = 1 - step x curvature obeys p(z) = 0.

    p(z) = z^2 - (1 + m) s z + m s; s runs from `last` to `first` over the spectrum. Both roots lie
    within r: for s >= 0 they are complex, of size sqrt(m s); for s <= 0 they are real, their
    product is below r^2, and p(r) and p(-r) are not negative.
    """
    r, s, z, m, k = scalars("r s z m k")
    momentum, first, last = r / (2 - r), r * (2 - r), -r * (2 - r) / 3
    root = 2 / (1 - r)
    condition = (root**2 - 1) / 3
    step, safe = 4 / (1 + 3 * condition), 2 * (1 + m) / (1 + 2 * m)
    slope = (1 - momentum) / (1 + momentum)

    def p(at: Tree, shrink: Tree, inertia: Tree = momentum) -> Tree:
        return at**2 - (1 + inertia) * shrink * at + inertia * shrink

    def mode(number: Tree) -> Tree:
        return (1 + number * slope) * r**number

    positive_s, negative_s = scalars("S T")  # s = S first, and s = T last
    return Statement(
        Equal(registered("pc-inference-nesterov-rate", kappa=condition), r),
        Equal((root - 2) / (root + 2), momentum),
        Equal(1 - step, first),
        Equal(1 - step * condition, last),
        Equal(p(z, first), (z - r) ** 2),
        Equal(p(z, last), (z + r) * (z - r / 3)),
        Equal(
            4 * momentum * s - (1 + momentum) ** 2 * s**2,
            4 * momentum / first * s * (first - s),
        ),
        AtMost(momentum * positive_s * first, r**2, because=r**2 * (1 - positive_s)),
        Equal(p(r, negative_s * last), r**2 * (1 + negative_s / 3)),
        Equal(p(-r, negative_s * last), r**2 * (1 - negative_s)),
        Equal(momentum * negative_s * last, -(r**2) * negative_s / 3),
        Equal(first * ((1 + momentum) * mode(k + 1) - momentum * mode(k)), mode(k + 2)),
        Equal(mode(tree(1)), first),
        Equal(p(tree(-1), 1 - eta, m), (1 + 2 * m) * (safe - eta)),
        for_all={
            **{r: interval(0, 1, low_open=True, high_open=True), k: naturals(0)},
            **{m: interval(0, 1, high_open=True), s: reals, z: reals, eta: positive},
            **{positive_s: interval(0, 1), negative_s: interval(0, 1)},
        },
    )


def _reported_steps(low: float, ratio: float, samples: int) -> tuple[list, list]:
    inference = predictive_coding.Inference(low, low * ratio, activities=10**6, samples=samples)
    ours = [inference.momentum, inference.best_steps["nesterov"], inference.largest_step_with(0.5)]
    r = math.sqrt(3 * ratio + 1)
    wanted = [(r - 2) / (r + 2), samples * 4 / (low * (1 + 3 * ratio))]
    return ours, [*wanted, samples * 1.5 / (low * ratio)]


CLAIMS.add(
    id="PC-B32-nesterov",
    source=PC.beyond("PC-B32"),
    says="Nesterov's method with the step 4/(low + 3 high) and the momentum (sqrt(3 kappa + 1) - "
    "2)/(sqrt(3 kappa + 1) + 2) has no root beyond r = 1 - 2/sqrt(3 kappa + 1) in any mode; the "
    "slowest one, both roots of which are r, shrinks as (1 + k (1-m)/(1+m)) r^k, so by less than r "
    "per step; the fastest mode meets the root -1 at the step 2(1+m)/((1+2m) high).",
    statement=_nesterov(),
    cross_checks=(
        Property(
            _reported_steps,
            {"low": [0.01, 1.0], "ratio": [1.5, 40.0, 1e5], "samples": [1, 64]},
            rtol=1e-12,
            n=12,
        ),
    ),
)


def _conjugate() -> Statement:
    """Chebyshev's T_k at (kappa + 1)/(kappa - 1) = (r + 1/r)/2, whose inverse is the bound."""
    r, k, t = scalars("r k t")
    i = indices("i", k)

    def T(number: Tree) -> Tree:
        return (r**number + r**-number) / 2

    squares = total(r ** (2 * i), i)
    geometric = Equal((1 - r**2) * squares, r**2 - r ** (2 * k + 2), by=induction(k))
    weight = (1 - r) * (1 + r) / (4 * r ** (k + 3))
    gain = weight * (1 - r) * (1 + r) * squares
    return Statement(
        Equal(registered("pc-inference-conjugate-rate", kappa=t**2), (t - 1) / (t + 1)),
        Equal(
            T(tree(1)).put({r: (t - 1) / (t + 1)}),
            1 / registered("pc-inference-descent-rate", kappa=t**2),
        ),
        Equal(T(k + 2), 2 * T(tree(1)) * T(k + 1) - T(k)),
        geometric,
        Equal(
            T(k + 1),
            T(tree(1)) * T(k) + gain,
            because=weight * geometric.gap,
        ),
        Less(0, gain, because=gain),
        for_all={
            **{r: interval(0, 1, low_open=True, high_open=True), k: naturals(1), t: above(1)},
        },
    )


CLAIMS.add(
    id="PC-B32-conjugate",
    source=PC.beyond("PC-B32"),
    says="Chebyshev's bound for conjugate gradients is 2/(r^k + r^-k) after k steps, with r = "
    "(sqrt(kappa) - 1)/(sqrt(kappa) + 1). Its first step has the factor (kappa - 1)/(kappa + 1), "
    "that of gradient descent at its best step; each later step has a smaller factor.",
    statement=_conjugate(),
)


def _iterations(depth: int) -> tuple[list, list]:
    """Steps to 1 % for the orthogonal chain: CG and Nesterov need O(L), descent O(L^2)."""
    counts = []
    for layers in (depth, 2 * depth):
        low = formula("pc-orthogonal-chain-smallest")(layers)
        high = low * formula("pc-orthogonal-chain-condition")(layers)
        counts.append(predictive_coding.Inference(low, high, activities=10**6).iterations(0.01))
    methods = ("gradient descent", "nesterov", "conjugate gradients")
    powers = [math.log2(counts[1][m] / counts[0][m]) for m in methods]
    return [1.9, 0.9, 0.9, *powers], [*powers, 2.1, 1.1, 1.1]


CLAIMS.add(
    id="PC-B32-depth",
    source=PC.beyond("PC-B32"),
    says="To 1 % from any start the orthogonal chain takes L^2 steps of gradient descent, L of "
    "Nesterov's method and of conjugate gradients: exponents within 0.1 per doubling from L = 16.",
    checks=(
        Property(
            _iterations,
            {"depth": [16, 32, 64, 512]},
            relation="<=",
            met=("0.949", "0.899", "0.900", "0.979", "0.950", "0.946"),
        ),
    ),
    why_sampled="no enclosure of a count of steps",
)


def _two_sweeps() -> Statement:
    """At z = h + V lambda, for the target output + s lambda, the slopes of eq. (2) vanish.

    The error of a layer is m lambda, which is what the error of the next one pulls.
    """
    H, h, M, m, V, w, i, j, layer = (
        getattr(linear, name) for name in ("H", "h", "M", "path", "V", "w", "i", "j", "layer")
    )
    every = linear.hidden
    multiplier, z = scalars("lambda"), array("z")
    s = 1 + total(w[i] * V[H, i], i)
    target = total(w[i] * h[H, i], i) + s * multiplier
    error = z[layer + 1, i] - total(M[layer + 1, i, j] * z[layer, j], j)
    return Statement(
        Equal(z[1, i] - h[1, i], m[1, i] * multiplier),
        Equal(error, m[layer + 1, i] * multiplier, by=step(layer)),
        Equal(target - total(w[i] * z[H, i], i), multiplier),
        Equal(
            m[layer, j] * multiplier,
            total(M[layer + 1, i, j] * (m[layer + 1, i] * multiplier), i),
            by=step(layer),
        ),
        Equal(m[H, j], w[j]),
        for_all=linear.ANY_LINEAR | {multiplier: reals},
        defined=linear.LINEAR | {z[every, i]: h[every, i] + V[every, i] * multiplier},
    )


CLAIMS.add(
    id="PC-A2",
    source=PC.section("A.2"),
    says="The equilibrated energy needs no inverse of the Hessian: two sweeps over the layers, for "
    "m and h and for V, solve its linear system, z = h + V r/s.",
    statement=_two_sweeps(),
)
