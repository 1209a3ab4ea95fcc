"""The mean-field steps of the first proof: appendices C.1 and C.2 of the first version."""

import math

import mpmath
import numpy as np
import sympy as sp
from scipy import special, stats

from depthlaws.claims.engine.checks import Identity, Property, Proportion, Sampled
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, integral
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Max,
    Mean,
    Statement,
    Tree,
    array,
    arrays,
    gaussian,
    half,
    naturals,
    nonnegative,
    pi,
    positive,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.claims.looped import common
from depthlaws.claims.looped.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    controlled,
    network,
    path,
    rho,
    simulated,
)
from depthlaws.claims.looped.stream import N, W, d, eps, i, j, n, s, x
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import dense, matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

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


def by_arcsine(expr: sp.Expr) -> sp.Expr:
    """Arccos(-rho), pi - arccos(rho) and sqrt((1 - rho)(1 + rho)) rewritten in one form."""
    return expr.replace(sp.acos, lambda y: sp.pi / 2 - sp.asin(y))


def _polar() -> sp.Expr:
    """E relu(Z1) relu(Z2) in polar coordinates: over the radius, then over the angle."""
    radius, angle, between = sp.symbols("R a theta", positive=True)
    radial = integral(radius**3 * sp.exp(-(radius**2) / 2), (radius, 0, sp.oo))
    slope = sp.expand_trig(sp.cos(angle) * sp.cos(angle - between))
    inner = sp.integrate(sp.expand(slope), angle)
    over = inner.subs(angle, sp.pi / 2) - inner.subs(angle, between - sp.pi / 2)
    integral_value = radial / (2 * sp.pi) * sp.expand_trig(over.doit())
    return sp.simplify(integral_value).subs(between, sp.acos(rho))


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


CORRELATION = Interval(-1, 1, left_open=True, right_open=True)

CLAIMS.add(
    id="LOOP-A-K",
    source=LOOPED_V0.section("C.1"),
    says="E relu(Z1) relu(Z2) = sqrt(H1 H2) kappa(rho), kappa = (sqrt(1-rho^2) + "
    "(pi - arccos rho) rho)/(2 pi). kappa'' > 0 and kappa' = 0 at -1, so kappa rises from 0 to "
    "1/2 and is convex.",
    checks=(
        Identity(
            lambda: (by_arcsine(_polar()), by_arcsine(law("kappa-relu", rho=rho))),
            {rho: CORRELATION},
            what="polar integral",
        ),
        *RELU.checks,
        Identity(
            lambda: (
                by_arcsine(law("kappa-relu", rho=rho)),
                by_arcsine((sp.sqrt(1 - rho**2) + (sp.pi - sp.acos(rho)) * rho) / (2 * sp.pi)),
            ),
            {rho: CORRELATION},
            what="as printed",
        ),
        Identity(
            lambda: (D(law("kappa-relu", rho=rho), rho), law("gate-relu", rho=rho)),
            {rho: CORRELATION},
            what="slope",
        ),
        Identity(
            lambda: (
                D(law("gate-relu", rho=rho), rho),
                1 / (2 * sp.pi * sp.sqrt(1 - rho**2)),
            ),
            {rho: CORRELATION},
            what="curvature, which is positive",
        ),
        *ENDS.checks,
    ),
    cross_checks=(
        Property(_kappa_by_angle, {"rho": Interval(sp.Rational(-9, 10), 1)}, rtol=1e-12, n=20),
    ),
)


CROSS_TERM = {
    "loops": [1, 2, 5],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "seed": SEEDS,
}


def _cross_term_bound(
    loops: int, normalize: bool, eps: float, s: float, seed: int
) -> tuple[Array, Array]:
    """|B_N| of the simulators and 2 sqrt(H_0) sum of the root mean squares of the increments."""
    model = ResidualMLP(width=24, loops=loops, eps=eps, s=s, normalize=normalize)
    linear, energy, pairs = (
        simulated(model, name, samples=3, seed=seed) for name in ("linear", "energy", "increments")
    )
    root = np.sqrt(np.einsum("snn->sn", pairs)).sum(axis=1)
    return np.abs(linear[:, -1]), 2 * np.sqrt(energy[:, 0]) * root * (1 + 1e-12)


def _cross_terms() -> Statement:
    """r_n = c_n Z_n with |Z_n|^2 <= d: 2 <x, Z> = |x|^2/R_0 + R_0 |Z|^2 - R_0 |x/R_0 - Z|^2."""
    R_0 = scalars("R_0")
    size, Z = arrays("c Z")
    start = AtMost(total(x[i] ** 2, i), R_0**2 * d)
    unit = AtMost(total(Z[n, i] ** 2, i), d)
    cross = 2 * eps * total(x[i] * size[n] * Z[n, i], n, i) / d
    bounds = [
        AtMost(
            sign * cross,
            2 * eps * R_0 * total(size[n], n),
            because=eps
            * R_0
            * total(size[n] * (total((x[i] / R_0 - sign * Z[n, i]) ** 2, i) + unit.gap), n)
            / d
            + eps * total(size[n], n) * start.gap / (R_0 * d),
        )
        for sign in (1, -1)
    ]
    return Statement(
        *bounds,
        Equal(
            2 * eps * total(x[i] * size[n] * x[i], n, i) / d,
            2 * eps * (total(x[i] ** 2, i) / d) * total(size[n], n),
        ),
        for_all={
            N: naturals(1),
            d: naturals(1),
            eps: nonnegative,
            R_0: positive,
            size: nonnegative[N],
            x: reals[d],
            Z: reals[N, d],
        },
        given=(start, unit),
    )


CROSS_TERMS = _cross_terms()

CLAIMS.add(
    id="LOOP-A-I1",
    source=LOOPED_V0.section("C.2"),
    says="|B_N| <= 2 eps sqrt(H_0) sum_n |r_n|/sqrt(d), with equality where every r_n is a "
    "positive multiple of h_0; here |h_0| <= R_0 sqrt d and r_n = c_n Z_n with |Z_n| <= sqrt d.",
    statement=CROSS_TERMS,
    cross_checks=(Property(_cross_term_bound, CROSS_TERM, relation="<=", n=40),),
)


CLAIMS.add(
    id="LOOP-B-BN",
    source=LOOPED.section("3.2"),
    says="B_N = O(eps N) for increments of bounded size: B_N is a sum of N inner products, each at "
    "most |h_0| |r_n|.",
    quote="sums N inner products",
    reading="The sentence has no condition. Read for increments |r_n|/sqrt d that are bounded for "
    "every n and N, as while eps N is. Elsewhere they grow without end: at eps = s = 1 and "
    "infinite width by a factor a loop that tends to 1 + 1/sqrt 2.",
    statement=CROSS_TERMS,
    cross_checks=(Property(_cross_term_bound, CROSS_TERM, relation="<=", n=40),),
    imprecise=True,
    exact="LOOP-A-I1",
)


def _gaussian_half() -> tuple[sp.Expr, sp.Expr]:
    """E relu(z)^2 of a centred Gaussian of variance H."""
    z, size = sp.Symbol("z", real=True), sp.Symbol("x", positive=True)
    density = sp.exp(-(z**2) / (2 * size)) / sp.sqrt(2 * sp.pi * size)
    return integral(z**2 * density, (z, 0, sp.oo)), size / 2


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
    """|r_0|^2/d of the simulators at a small width: the first step is exact there."""

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5, s=s, h0=h0)
        pairs = simulated(model, "increments", samples=200_000, seed=seed)
        return Estimate.of(pairs[:, 0, 0] / 0.25)

    return Sampled(estimate, lambda: s**2 * h0 / 2, what=f"width {width}")


CLAIMS.add(
    id="LOOP-A-M1",
    source=LOOPED_V0.section("C.2"),
    says="E |r_n|^2/d = s^2 H_n/2 for a matrix that is independent of h_n, as at n = 0, and "
    "coordinates that are as likely as their negatives, whose gates are then 1 less theirs: E |W "
    "u|^2 = s^2 |u|^2, and relu keeps half the mean square.",
    statement=BRANCH_MEAN,
    checks=(Identity(_gaussian_half, {common.x: SPREAD}, what="Gaussian coordinates"),),
    cross_checks=(_first_branch(3, 1.5, 2.0), _first_branch(24, 0.6, 0.5)),
)


_TIED = Stream(loops=8, eps=1 / 8, s=1.3, h0=2.0)


def _cross_square(width: int) -> Sampled:
    """E (B_N/H_0)^2 over its large-width value, with B_1^2 as control variate.

    Streams are homogeneous in h_0, so that B_N/H_0 does not depend on its length.
    """
    first = 2 * (_TIED.eps * _TIED.s) ** 2 / width

    def estimate(seed: int) -> tuple[Array, Array]:
        ensemble = Ensemble(samples=13_000, seed=seed, dtype="float32")
        data = matrix_free.simulate(network(_TIED, width), ensemble, observe=("energy", "linear"))
        squares = (data.linear.to_numpy() / data.energy.to_numpy()[:, :1]) ** 2
        return squares[:, -1], squares[:, 1] / first

    return Sampled(
        estimate,
        lambda: (residual.energy_terms(_TIED, width=width).deviation / 2) ** 2,
        control=lambda: 1.0,
        what=f"B_N squared, width {width}",
    )


def _finite_width(width: int, eps: float, s: float) -> float:
    """d E B_2 at h_0 = 1: 2 eps^2 s^2 E sum_i u_i^2 1[h_1i > 0]/d, by parts in W.

    Besides one positive coordinate k others are positive, k ~ Binomial(d - 1, 1/2). Then |u|^2 is
    chi-squared with k + 1 degrees of freedom, the share b of the first coordinate is Beta(1/2, k/2)
    and independent, and h_1 is positive with probability Phi(sqrt(b d)/(eps s)).
    """
    nodes, weights = np.polynomial.legendre.leggauss(400)
    angle = (nodes + 1) * math.pi / 4
    cosine = np.cos(angle)
    seen = cosine**2 * special.ndtr(cosine * math.sqrt(width) / (eps * s))
    total = special.ndtr(math.sqrt(width) / (eps * s)) * stats.binom.pmf(0, width - 1, 0.5)
    for k in range(1, width):
        density = weights * np.sin(angle) ** (k - 1)
        share = (density @ seen) / density.sum()
        total += stats.binom.pmf(k, width - 1, 0.5) * (k + 1) * share
    return float((eps * s) ** 2 * total)


def _simulated_two_loops(width: int) -> Sampled:
    """d E B_2 of the simulators, at small widths, where its scatter of order sqrt d is smallest."""
    return controlled(
        ResidualMLP(width=width, loops=2, eps=1.0, s=1.5),
        "linear",
        lambda: _finite_width(width, 1.0, 1.5),
        samples=240_000,
        pick=lambda found: width * found[:, 2],
        route=dense,
        what=f"simulated, width {width}",
    )


def _wide_limit(eps: float, s: float) -> tuple[float, float]:
    """Without its term linear in 1/d, the mean at finite widths is the registered one."""
    near, far = (_finite_width(width, eps, s) for width in (100, 200))
    return 2 * far - near, formula("cross-term-mean-two-loops")(eps, s, 1.0)


def _two_loops_limit(eps: float, s: float, h0: float) -> tuple[float, float]:
    """The registered large-width mean against a direct quadrature of E[z_+^2 P(Z < c z)]."""
    c = math.sqrt(2) / (eps * s)
    value = mpmath.quad(lambda z: z**2 * mpmath.ncdf(c * z) * mpmath.npdf(z), [0, 0.3, 2, 12])
    return formula("cross-term-mean-two-loops")(eps, s, h0), float(2 * (eps * s) ** 2 * value * h0)


CLAIMS.add(
    id="LOOP-A-B1",
    source=LOOPED_V0.section("C.2"),
    says="The cross term B_N at large width d: mean O(1/d), standard deviation 2 sqrt(H_0 (H_N - "
    "H_0)/d), below the paper's O(eps N) by the factor 1/sqrt(d).",
    checks=(
        _cross_square(192),
        Property(_wide_limit, {"eps": [0.5, 1.0], "s": [1.0, 2.0]}, n=4, rtol=1e-4),
        Property(
            _two_loops_limit,
            {"eps": [0.5, 1.0], "s": [1.0, 2.0], "h0": [1.0, 3.0]},
            n=8,
            rtol=1e-11,
        ),
    ),
    cross_checks=(_simulated_two_loops(2), _simulated_two_loops(5)),
    why_sampled="random",
)
