"""The mean-field steps of the first proof: appendix C.1 of the first version."""

import math

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Proportion, Sampled, Smallest
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, integral
from depthlaws.claims.engine.statement import (
    Equal,
    Max,
    Mean,
    Statement,
    Tree,
    array,
    gaussian,
    half,
    interval,
    naturals,
    nonnegative,
    pi,
    positive,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import activations, formula
from depthlaws.theory.papers import LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims import common
from depthlaws_papers.looped.claims.common import (
    SEEDS,
    Array,
    controlled,
    network,
    path,
    rho,
    simulated,
)
from depthlaws_papers.looped.claims.stream import W, d, i, j, s, x

CLAIMS = Claims()


def _typical_ratios(loops: int, s: float, seed: int) -> tuple[Array, Array]:
    """|<r_n, r_m>/(s^2 <u_n, u_m>) - 1| for all pairs of a wide network, and 0.1."""
    model = ResidualMLP(width=8192, loops=loops, eps=1 / loops, s=s)
    pairs, overlaps = (
        simulated(model, name, samples=1, seed=seed, route=matrix_free)
        for name in ("increments", "overlaps")
    )
    ratio = pairs * loops**2 / (s**2 * overlaps)
    return np.abs(ratio - 1), np.full(ratio.shape, 0.1)


def _spectrum(seed: int) -> tuple[list[float], list[float]]:
    """Ends of the spectrum of W^T W, and the mean square of its gain on W^T v, s = 1."""
    W = np.random.default_rng(seed).standard_normal((400, 400)) / 20
    values = np.linalg.eigvalsh(W.T @ W)
    gain = float(np.sum((W @ W.T) ** 2) / np.sum(W**2))
    return [values[0], 3.8, 1.9, gain], [0.001, values[-1], gain, 2.1]


def _fourth_power() -> sp.Expr:
    """E w^4 of one standard normal weight: at width 1 W^T W is w^2."""
    w = sp.Symbol("w", real=True)
    return sp.integrate(w**4 * sp.exp(-(w**2) / 2) / sp.sqrt(2 * sp.pi), (w, -sp.oo, sp.oo))


CLAIMS.add(
    id="LOOP-A-H1",
    source=LOOPED_V0.theorem("1, assumption 2"),
    says="On the pairs of activations along a stream of up to 24 loops at width 8192, <r_n, r_m> "
    "is within 10 % of s^2 <u_n, u_m>.",
    quote="mean-field reduction W^T W ~ sigma_W^2 I",
    reading="The sentence holds as it is used, on the forward trajectory. As a statement about the "
    "matrix it fails: at width 400 the eigenvalues of W^T W reach from below 0.001 s^2 to above "
    "3.8 s^2, and on average over v |W x|^2 is 2 s^2 |x|^2 within 5 % for x = W^T v.",
    checks=(
        Property(
            _typical_ratios,
            {"loops": [2, 8, 24], "s": [0.5, 1.0, 2.0], "seed": SEEDS},
            relation="<",
            n=12,
        ),
    ),
    cross_checks=(Property(_spectrum, {"seed": [0, 1, 2]}, relation="<", n=3),),
    imprecise=True,
    exact="LOOP-A-H1-trajectory",
    why_sampled="random",
    change="|W u|^2 ~ sigma_W^2 |u|^2 along the trajectory, in place of W^T W ~ sigma_W^2 I.",
    against=(
        Smallest(
            lambda d: (2 + sp.Rational(1, d), "==", 1),
            {"d": [1]},
            of=(
                "mean squared eigenvalue of W^T W over sigma_W^4, 2 + 1/d at width d",
                "that of sigma_W^2 I",
            ),
            again=lambda d: _fourth_power(),
        ),
    ),
)


def _gains(width: int, loops: int, samples: int, seed: int) -> Array:
    """Smallest and largest gain of W on the span of the activations it multiplied: (sample, 2)."""
    ends = []
    for sample in range(samples):
        p = path(1000 * seed + sample, width=width, loops=loops, eps=1 / 4, s=1.5)
        basis = np.linalg.svd(p["u"].T, full_matrices=False)[0]
        gains = np.linalg.svd(p["W"][0] @ basis, compute_uv=False)
        ends.append((gains[-1], gains[0]))
    return np.array(ends)


def _isometry(width: int, loops: int, deviation: float) -> Proportion:
    """Number of networks outside the bounds: at most a share of 1 - probability."""

    def count(seed: int) -> tuple[int, int]:
        ends = _gains(width, loops, 250, seed)
        low = formula("trajectory-isometry-lower")(loops, width, deviation, 1.5)
        high = formula("trajectory-isometry-upper")(loops, width, deviation, 1.5)
        return int(np.sum((ends[:, 0] < low) | (ends[:, 1] > high))), 250

    return Proportion(
        count,
        lambda: 1 - formula("trajectory-isometry-probability")(deviation),
        relation="<=",
        what=f"d = {width}, N = {loops}, t = {deviation}",
    )


def _typical_gains(width: int, loops: int, seed: int) -> tuple[Array, Array]:
    """Mean gains are within 1/sqrt(d) of the bounds at deviation 0, so no other constant fits."""
    mean = _gains(width, loops, 60, seed).mean(axis=0)
    at = (loops, width, 0.0, 1.5)
    bounds = [formula(f"trajectory-isometry-{end}")(*at) for end in ("lower", "upper")]
    return np.abs(mean - bounds), np.full(2, 1.5 / math.sqrt(width))


CLAIMS.add(
    id="LOOP-A-H1-trajectory",
    source=LOOPED_V0.ledger("X-2"),
    says="On the span of the N activations met, W has gains between s (1 -+ (sqrt(N/d) + t/sqrt "
    "d)) with a probability of at least 1 - 2 exp(-t^2/2).",
    checks=(
        _isometry(40, 4, 2.0),
        _isometry(40, 12, 1.3),
        _isometry(90, 4, 1.3),
        _isometry(90, 12, 2.0),
        Property(
            _typical_gains,
            {"width": [60, 120], "loops": [3, 12], "seed": [0, 1]},
            relation="<",
            met=("0.685", "0.804"),
            n=8,
            what="tight",
        ),
    ),
    why_sampled="random",
)


def _simulated_quadratic(stream: Stream) -> Sampled:
    """C_N of wide networks: eps^2 s^2 N^2 times the mean overlap at infinite width."""
    limit = (stream.eps * stream.s * stream.loops) ** 2 * float(stream.overlap.mean())
    model = network(stream, 4096)
    return controlled(model, "quadratic", lambda: limit, samples=160, what=repr(stream))


CLAIMS.add(
    id="LOOP-A-H2",
    source=LOOPED_V0.section("C.1"),
    says="If the mean overlap is of order one, C_N is of order (eps N)^2: at infinite width "
    "C_N = eps^2 s^2 N^2 times the mean overlap.",
    checks=(
        _simulated_quadratic(Stream(loops=6, eps=1 / 6, s=1.5, h0=2.0)),
        _simulated_quadratic(Stream(loops=12, eps=0.2)),
        _simulated_quadratic(Stream(loops=8, eps=0.5, s=0.7, normalize=True)),
    ),
    why_sampled="random",
)


def _polar() -> sp.Expr:
    """E relu(Z1) relu(Z2) in polar coordinates: over the radius, times over the angle."""
    radius = sp.Symbol("R", positive=True)
    radial = integral(radius**3 * sp.exp(-(radius**2) / 2), (radius, 0, sp.oo))
    between = sp.acos(rho)
    both_positive = (angle, between - sp.pi / 2, sp.pi / 2)
    turning = integral(rho + sp.cos(2 * angle - between), both_positive) / 2
    return radial * turning / (2 * sp.pi)


angle, theta = sp.symbols("phi theta", real=True)
KERNEL = Statement(
    Equal(
        2 * sp.cos(angle) * sp.cos(angle - theta),
        sp.cos(theta) + sp.cos(2 * angle - theta),
    ),
    Equal(_polar(), registered("kappa-relu", rho=rho)),
    Equal(
        registered("kappa-relu", rho=rho),
        (sp.sqrt(1 - rho**2) + (sp.pi - sp.acos(rho)) * rho) / (2 * sp.pi),
    ),
    Equal(D(looked_up("kappa-relu", rho=rho), rho), looked_up("gate-relu", rho=rho)),
    Equal(
        D(looked_up("gate-relu", rho=rho), rho),
        1 / (2 * sp.pi * sp.sqrt(1 - rho**2)),
    ),
    for_all={
        **dict.fromkeys((angle, theta), reals),
        rho: interval(-1, 1, low_open=True, high_open=True),
    },
)
z, c = scalars("z c")
RELU = Statement(
    Equal(Max(0, c * z), c * Max(0, z)),
    Equal(Max(0, -c * z), 0),
    for_all={c: positive, z: positive},
)
ENDS = Statement(
    Equal(registered("kappa-relu", rho=1), half),
    Equal(registered("kappa-relu", rho=0), 1 / (2 * pi)),
    Equal(registered("kappa-relu", rho=-1), 0),
    Equal(registered("gate-relu", rho=-1), 0),
    Equal(registered("gate-relu", rho=1), half),
)


def _kappa_by_angle(rho: float) -> tuple[float, float]:
    """The polar integral by quadrature."""
    theta = mpmath.acos(rho)
    value = mpmath.quad(
        lambda a: mpmath.cos(a) * mpmath.cos(a - theta), [theta - mpmath.pi / 2, mpmath.pi / 2]
    )
    return activations.kappa(rho), float(value / mpmath.pi)


CLAIMS.add(
    id="LOOP-A-K",
    source=LOOPED_V0.section("C.1"),
    says="E relu(Z1) relu(Z2) = sqrt(H1 H2) kappa(rho), kappa = (sqrt(1-rho^2) + "
    "(pi - arccos rho) rho)/(2 pi). kappa'' > 0 and kappa' = 0 at -1, so kappa rises from 0 to "
    "1/2 and is convex.",
    checks=(*KERNEL.checks, *RELU.checks, *ENDS.checks),
    cross_checks=(
        Property(_kappa_by_angle, {"rho": Interval(sp.Rational(-9, 10), 1)}, rtol=1e-12, n=20),
    ),
)


gate = array("g")
own = Equal(gate[i] ** 2, gate[i])


def _branch(open_: Tree, sign: int) -> Tree:
    """Mean over W of |W relu(h)|^2/d for h = sign times x, whose gates are given."""
    return Mean(total(total(W[i, j] * open_ * sign * x[j], j) ** 2, i), W) / d


BRANCH_MEAN = Statement(
    Equal(
        (_branch(gate[j], 1) + _branch(1 - gate[j], -1)) / 2,
        s**2 / 2 * total(x[i] ** 2, i) / d,
        because=s**2 * total(own.gap * x[i] ** 2, i) / d,
    ),
    for_all={
        d: naturals(1),
        s: nonnegative,
        W: gaussian(s**2 / d)[d, d],
        x: reals[d],
        gate: reals[d],
    },
    given=(own,),
)


def _first_branch(width: int, s: float, h0: float) -> Sampled:
    """|r_0|^2/d of the simulators at a small width: exact there, and resolved to 3 %."""
    samples = 600_000 // width

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5, s=s, h0=h0)
        pairs = simulated(model, "increments", samples=samples, seed=seed)
        return Estimate.of(pairs[:, 0, 0] / 0.25)

    return Sampled(estimate, lambda: s**2 * h0 / 2, what=f"width {width}")


CLAIMS.add(
    id="LOOP-A-M1",
    source=LOOPED_V0.section("C.2"),
    says="E |r_n|^2/d = s^2 H_n/2 for a matrix that is independent of h_n, as at n = 0, and "
    "coordinates that are as likely as their negatives, whose gates are then 1 less theirs: E |W "
    "u|^2 = s^2 |u|^2, and relu keeps half the mean square.",
    statement=BRANCH_MEAN,
    checks=(common.HALF_SQUARE,),
    cross_checks=(_first_branch(3, 1.5, 2.0), _first_branch(24, 0.6, 0.5)),
)
