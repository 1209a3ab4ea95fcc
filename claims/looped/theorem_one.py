"""Theorem 1 of both versions: appendix C.3 of the first, section 7.2 of the second.

The wide limit has both directions with constants (X-3); the second version's proof goes through
the positive cone (lemmas 4 and 5).
"""

import math
from collections.abc import Iterator
from itertools import combinations

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted, Sampled
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.looped.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    N,
    T,
    d,
    dot,
    eps,
    gain,
    gamma,
    h0,
    half_mean,
    half_square,
    lagrange,
    path,
    recursion,
    rho,
    s,
    same,
    simulated,
    sizes,
    squares_of_differences,
    t,
    vectors,
    x,
)
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

WIDTH = 40
CONES = {"loops": [1, 2, 9], "eps": SCALE, "seed": SEEDS}


# -- the wide limit, both directions ---------------------------------------------------------------

STREAMS = {
    "loops": [1, 2, 7, 40],
    "eps": Interval(sp.Rational(1, 100), 1),
    "s": Interval(sp.Rational(1, 4), 2),
    "h0": Interval(sp.Rational(1, 4), 4),
}


def _printed_growth(loops: int, time: float, s: float, h0: float) -> tuple[list, list]:
    """(H_N - H_0)/(H_0 (s eps N)^2) between constants of T_0 alone, for eps N <= T_0 = 4."""
    stream = Stream(loops=loops, eps=time / loops, s=s, h0=h0)
    ratio = residual.energy_terms(stream).quadratic / (h0 * (s * time) ** 2)
    top = math.exp(math.sqrt(2) * 2.0 * 4.0) / 2
    return [1 / (2 * math.pi), ratio], [ratio * (1 + 1e-11), top]


CLAIMS.add(
    id="LOOP-A-T1",
    source=LOOPED_V0.theorem(1),
    says="While eps N <= T_0: E H_N = H_0 + O(eps N) + Theta((eps N)^2), with constants of T_0, "
    "s and H_0 alone.",
    quote="wide-limit Gaussian statistics with H_l = O(1)",
    reading="Tested under its own hypothesis H_n = O(1), which holds while eps N is bounded. The "
    "linear term is 0 there. Where eps N grows the law is exponential, not quadratic.",
    checks=(
        Property(
            _printed_growth,
            {
                "loops": [1, 2, 16, 64],
                "time": [0.01, 0.5, 1.0, 4.0],
                "s": [0.5, 2.0],
                "h0": [0.5, 1.0, 3.0],
            },
            relation="<=",
            n=96,
        ),
    ),
    imprecise=True,
    exact="LOOP-A-T1-bounds",
    why_sampled="no enclosure of a whole kernel",
)


def _ends_of_kappa() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "kappa(0)", law("kappa-relu", rho=sp.Integer(0)), 1 / (2 * sp.pi)
    yield "kappa(1)", law("kappa-relu", rho=sp.Integer(1)), sp.Rational(1, 2)


def kappa_range() -> tuple[Exhaustive, Certify, Exhaustive]:
    """1/(2 pi) <= kappa <= 1/2 on [0, 1]: kappa rises, by its slope, between these two values."""
    return (
        Exhaustive(_ends_of_kappa, what="kappa at 0 and 1"),
        Certify(
            lambda: (sp.Rational(1, 5), "<", law("gate-relu", rho=rho)),
            {rho: (0, sp.Rational(99, 100))},
            what="kappa rises on [0, 0.99]",
        ),
        Exhaustive(_rises_to_one, what="and on to 1, where its slope rises"),
    )


def _rises_to_one() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    slope = sp.diff(law("gate-relu", rho=rho), rho)
    yield "kappa''", sp.simplify(slope**2 * (1 - rho**2)), 1 / (4 * sp.pi**2)


def _pairs_counted(n: int, k: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """At H_ii = H_0 and kappa = 1/(2 pi) the double sum has n m equal terms."""
    total = h0 + gain * sum(h0 / (2 * sp.pi) for _ in range(n) for _ in range(k))
    yield f"n={n}, m={k}", sp.expand(total), sp.expand(h0 * (1 + gain * n * k / (2 * sp.pi)))


def _exponential_gap() -> tuple[sp.Expr, sp.Expr]:
    """d/dx (x - log(1 + x)) = x/(1 + x), which is not negative."""
    return sp.diff(x - sp.log(1 + x), x), x / (1 + x)


def _at_zero() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "x - log(1 + x) at 0", (x - sp.log(1 + x)).subs(x, 0), sp.Integer(0)
    ratio = sp.log(law("tied-energy-exponential", T=eps * N) / h0) / sp.log(
        law("tied-energy-upper") / h0
    )
    step = eps * s / sp.sqrt(2)
    yield "logarithms", sp.simplify(sp.expand_log(ratio, force=True)), step / sp.log(1 + step)


def _sandwich(loops: int, eps: float, s: float, h0: float) -> bool:
    value = float(residual.tied_kernel(loops, eps, s, h0)[-1, -1])
    low = formula("tied-energy-lower")(loops, eps, s, h0)
    high = formula("tied-energy-upper")(loops, eps, s, h0)
    loose = formula("tied-energy-exponential")(loops * eps, s, h0)
    rounding = 1 + 1e-11
    return low <= value * rounding and value <= high * rounding and high <= loose * rounding


def _normalized_sandwich(loops: int, eps: float, s: float, h0: float) -> bool:
    value = float(residual.tied_kernel(loops, eps, s, h0, normalize=True)[-1, -1])
    low = formula("tied-normalized-energy-lower")(loops * eps, s, h0)
    high = formula("tied-normalized-energy-upper")(loops * eps, s, h0)
    return low <= value * (1 + 1e-11) and value <= high * (1 + 1e-11)


CLAIMS.add(
    id="LOOP-A-T1-bounds",
    source=LOOPED_V0.ledger("X-3"),
    says="H_0 (1 + (s eps N)^2/(2 pi)) <= H_N <= H_0 (1 + eps s/sqrt 2)^(2N) <= "
    "H_0 exp(sqrt2 s eps N) at infinite width: bounded if and only if eps N is. Below, H_ii >= H_0 "
    "and kappa >= 1/(2 pi); above, kappa <= 1/2 gives R_(n+1) <= R_n (1 + eps s/sqrt 2).",
    checks=(
        *kappa_range(),
        Exhaustive(sizes(_pairs_counted, (1, 2, 4), (1, 3)), what="below"),
        same(
            lambda: law("tied-energy-lower"),
            lambda: h0 * (1 + gain * N**2 / (2 * sp.pi)),
            "N eps s h0",
            "below",
        ),
        *recursion(
            "tied-energy-upper",
            "N",
            h0 * (1 + eps * s / sp.sqrt(2)) ** 2,
            lambda H: H * (1 + eps * s / sp.sqrt(2)) ** 2,
            "N eps s h0",
        ),
        Identity(_exponential_gap, {x: SPREAD}, what="log(1 + x) <= x"),
        Exhaustive(_at_zero),
    ),
    cross_checks=(
        Property(_sandwich, STREAMS, n=60),
        Property(_normalized_sandwich, STREAMS, n=60),
    ),
)


def _normalized_loop() -> tuple[sp.Expr, sp.Expr]:
    """The upper bound as the square of R_0 + T s/sqrt 2: one loop adds eps s/sqrt 2 to R."""
    later = law("tied-normalized-energy-upper", T=T + eps)
    return sp.sqrt(later) - sp.sqrt(law("tied-normalized-energy-upper")), s * eps / sp.sqrt(2)


CLAIMS.add(
    id="LOOP-A-T1-equality",
    source=LOOPED_V0.ledger("X-3"),
    says="The bounds of the normalised stream and of the activations from E relu and E relu^2: "
    "each loop adds at most eps s/sqrt 2 to R, every mean activation is at least sqrt(H_0) E relu.",
    checks=(
        same(
            lambda: law("tied-normalized-energy-lower"),
            lambda: h0 + (s * T * half_mean()) ** 2,
            "T s h0",
        ),
        same(lambda: _normalized_loop()[0], lambda: _normalized_loop()[1], "T s h0 eps"),
        same(lambda: law("activation-mass-lower"), lambda: sp.sqrt(h0) * half_mean(), "h0"),
        same(
            lambda: law("activation-square-upper"),
            lambda: half_square() * law("tied-energy-exponential"),
            "T s h0",
        ),
        same(
            lambda: law("tied-energy-exponential"),
            lambda: sp.limit(law("tied-energy-upper", eps=T / N), N, sp.oo),
            "T s h0",
        ),
    ),
    cross_checks=(Property(_normalized_sandwich, STREAMS, n=40),),
)


def _bounded_exponents() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Limits of the two bounds at eps = N^-alpha as N grows, for alpha = 1 -+ a."""
    a = sp.Symbol("a", positive=True)
    low = law("tied-energy-lower", eps=N ** (a - 1))
    yield "alpha = 1 - a: the lower bound", sp.limit(low.subs({s: 1, h0: 1}), N, sp.oo), sp.oo
    high = law("tied-energy-exponential", T=N ** (-a))
    yield (
        "alpha = 1 + a: the upper bound",
        sp.limit(high.subs({s: 1, h0: 1}), N, sp.oo),
        (sp.Integer(1)),
    )
    at_one = law("tied-energy-exponential", T=sp.Integer(1))
    yield "alpha = 1: the upper bound", at_one, h0 * sp.exp(sp.sqrt(2) * s)


def _infinite() -> Iterator[tuple[str, bool]]:
    for label, left, right in _bounded_exponents():
        yield label, left == right or sp.simplify(left - right) == 0


def _divergence_law(alpha: float, tied: bool, normalize: bool, s: float) -> tuple[float, float]:
    """Energy (its logarithm where it explodes) at n = 1024 steps against the law, within 20 %."""
    n, found = 1024, residual.divergence(alpha, s, tied=tied, normalize=normalize)
    eps = n**-alpha
    if tied:
        value = float(residual.tied_kernel(n, eps, s, normalize=normalize)[-1, -1])
    else:
        value = residual.untied_energy(n, eps, s, normalize=normalize)
    power = found.constant * n**found.exponent
    if found.law == "exponential":
        return abs(math.log(value) / power - 1), 0.2
    return abs(value / power - 1), 0.2


CLAIMS.add(
    id="LOOP-A-P1",
    source=LOOPED_V0.section("C.3"),
    says="With eps = N^-alpha the tied stream is bounded if and only if alpha >= 1: for every "
    "alpha < 1 the lower bound grows without end, from alpha = 1 on the upper one does not.",
    checks=(Exhaustive(_infinite),),
    cross_checks=(
        Property(
            _divergence_law,
            {
                "alpha": [0.25, 0.5, 0.6, 1.0, 1.5],
                "tied": [True],
                "normalize": [False],
                "s": [0.5, 1.0],
            },
            relation="<",
            n=10,
        ),
        Property(
            _divergence_law,
            {
                "alpha": [0.0, 0.25, 0.5, 1.5],
                "tied": [True],
                "normalize": [True],
                "s": [1.0, 2.0],
            },
            relation="<",
            n=8,
        ),
        Property(
            _divergence_law,
            {
                "alpha": [0.0, 0.2, 0.5, 1.5],
                "tied": [False],
                "normalize": [False, True],
                "s": [0.5, 1.0],
            },
            relation="<",
            n=16,
        ),
    ),
)


# -- the positive cone: lemmas 4 and 5 -------------------------------------------------------------


def _mean_below(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """d |U|^2 - (1.U)^2 = sum_{i<j} (U_i - U_j)^2: the lower bound of lemma 4, for any U."""
    (U,) = vectors("U", 1, width)
    left = width * dot(U, U) - sum(U) ** 2
    right = sum((U[i] - U[j]) ** 2 for i, j in combinations(range(width), 2))
    yield f"width {width}", sp.expand(left), sp.expand(right)


def _cone(loops: int, seed: int) -> bool:
    rng = np.random.default_rng(seed)
    u = np.maximum(rng.standard_normal((loops, WIDTH)) + rng.normal(), 0)
    found = residual.cone_mass(u)
    slack = 1 + 1e-12
    return bool(found.lower <= found.value * slack and found.value <= found.upper * slack)


def _equal_vectors(seed: int) -> tuple[float, float]:
    u = np.abs(np.random.default_rng(seed).standard_normal(WIDTH))
    found = residual.cone_mass(np.broadcast_to(u, (7, WIDTH)))
    return found.value, found.upper


def _constant_vectors(seed: int) -> tuple[float, float]:
    scale = np.random.default_rng(seed).uniform(0.1, 2, size=(7, 1))
    found = residual.cone_mass(scale * np.ones((7, WIDTH)))
    return found.value, found.lower


LEMMA_FOUR = (
    Exhaustive(sizes(_mean_below, (1, 2, 3, 5)), what="below"),
    Exhaustive(sizes(squares_of_differences, (1, 2, 3, 4), (1, 2, 3)), what="above"),
)
LEMMA_FOUR_NUMBERS = (
    Property(_cone, {"loops": [1, 2, 9], "seed": SEEDS}, n=80),
    Property(_equal_vectors, {"seed": SEEDS}, n=20, what="equality above"),
    Property(_constant_vectors, {"seed": SEEDS}, n=20, what="equality below"),
)


CLAIMS.add(
    id="LOOP-B-L4",
    source=LOOPED.lemma(4),
    says="For nonnegative u_n: m_- N <= |sum u_n|/sqrt d <= sqrt(q_+) N, with equality for "
    "constant vectors (left) and equal vectors (right): both differences are sums of squares.",
    checks=LEMMA_FOUR,
    cross_checks=LEMMA_FOUR_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-E3",
    source=LOOPED.eq(3),
    says="The two bounds of lemma 4 on |U_N|/sqrt d.",
    checks=LEMMA_FOUR,
    cross_checks=LEMMA_FOUR_NUMBERS,
)


def _chi_ratio(k: sp.Expr) -> sp.Expr:
    """lambda_(k+2)^2/lambda_k^2 for the mean norm lambda_k of k normals: Gamma steps."""
    above = sp.expand_func(sp.gamma((k + 3) / 2) / sp.gamma((k + 1) / 2))
    below = sp.expand_func(sp.gamma(k / 2 + 1) / sp.gamma(k / 2))
    return sp.simplify((above / below) ** 2)


def _watson() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """k - 1/2 <= lambda_k^2 <= k - 1 + 2/pi: both quotients go to 1, monotone along each parity."""
    k, c = sp.Symbol("k", positive=True), 2 / sp.pi
    yield "lambda_(k+2)/lambda_k", _chi_ratio(k), ((k + 1) / k) ** 2
    below = (k + 1) ** 2 * (k - sp.Rational(1, 2)) - k**2 * (k + sp.Rational(3, 2))
    yield "lambda_k^2/(k - 1/2) falls", sp.expand(below), -sp.Rational(1, 2)
    above = (k + 1) ** 2 * (k - 1 + c) - k**2 * (k + 1 + c)
    yield "lambda_k^2/(k - 1 + 2/pi)", sp.expand(above), sp.expand((2 * c - 1) * k - (1 - c))
    first = 2 / sp.gamma(sp.Rational(1, 2)) ** 2
    yield "equality at k = 1", sp.simplify(first), c


def _watson_grows() -> Iterator[tuple[str, bool]]:
    """The second quotient grows from k = 2 on: (2c - 1) k > 1 - c there, c = 2/pi."""
    c = 2 / sp.pi
    yield "at k = 2", bool((2 * c - 1) * 2 > 1 - c)
    yield "and ever after", bool(2 * c - 1 > 0)


def _watson_numbers(k: int) -> bool:
    square = 2 * mpmath.exp(
        2 * (mpmath.loggamma((mpmath.mpf(k) + 1) / 2) - mpmath.loggamma(mpmath.mpf(k) / 2))
    )
    return bool(k - 0.5 <= square <= k - 1 + 2 / mpmath.pi + mpmath.mpf(10) ** -14)


def _slack_from_watson() -> tuple[sp.Expr, str, sp.Expr]:
    """For d >= 6 Gordon's room is positive by Watson's bounds; x = 1/d in (0, 1/6].

    sqrt(d - 1/2) - sqrt(d/2 - (1 - 2/pi)(1 - 2^-d)) - sqrt(d) (1 - 1/sqrt 2), over sqrt(d), with
    2^-d <= 1/64, is x g(x): it vanishes at x = 0, so its chord slope is certified instead.
    """
    c = (1 - 2 / sp.pi) * sp.Rational(63, 64)
    # sqrt(1 - x/2) - 1 = -(x/2)/(1 + sqrt(1 - x/2)) and
    # 1/sqrt2 - sqrt(1/2 - c x) = c x/(1/sqrt2 + sqrt(1/2 - c x))
    first = -sp.Rational(1, 2) / (1 + sp.sqrt(1 - x / 2))
    return sp.Integer(0), "<", first + c / (1 / sp.sqrt(2) + sp.sqrt(sp.Rational(1, 2) - c * x))


def _small_widths() -> Iterator[tuple[str, bool]]:
    """Gordon's room at the widths that Watson's bounds leave out, by balls."""
    for width in range(1, 6):
        yield f"d = {width}", bool(formula("gordon-slack").ball(width) > 0)


def _slack_rows() -> Iterator[tuple[str, object, str]]:
    for width, printed in ((1, "0.1060"), (4, "0.2166"), (400, "0.1923")):
        ball = formula("gordon-slack").ball(width)
        yield f"sqrt(d) * slack at d = {width}", ball * math.sqrt(width), printed


def _cone_search(seed: int, width: int) -> bool:
    """Smallest and largest gain found on the cone by projected power iteration stay in bounds."""
    rng = np.random.default_rng(seed)
    W = 1.5 * rng.standard_normal((width, width)) / math.sqrt(width)
    gram, top = W.T @ W, np.linalg.norm(W, 2) ** 2
    ends = []
    for sign in (1, -1):
        v = np.abs(rng.standard_normal(width))
        for _ in range(300):
            v = np.maximum(v + sign * gram @ v / top, 0)
            v /= np.linalg.norm(v)
        ends.append(np.linalg.norm(W @ v))
    low, high = formula("cone-gain-lower")(0.2, 1.5), formula("cone-gain-upper")(0.2, 1.5)
    return bool(low <= ends[1] and ends[0] <= high)


def _smallest_width(confidence: float, gamma: float) -> bool:
    """cone_width gives the first width whose probability is enough."""
    width, probability = residual.cone_width(confidence, gamma), formula("cone-gain-probability")
    before = width > 1 and probability(gamma, width - 1) >= confidence
    return bool(probability(gamma, width) >= confidence and not before)


GORDON = (
    Exhaustive(_small_widths, what="Gordon's room at d = 1, ..., 5"),
    Certify(_slack_from_watson, {x: (0, sp.Rational(1, 6))}, what="Gordon's room for every d >= 6"),
    Exhaustive(_watson, what="Watson's bounds"),
    Exhaustive(_watson_grows, what="Watson's upper bound"),
)
GORDON_NUMBERS = (
    Property(_watson_numbers, {"k": [1, 2, 3, 5, 10, 100, 1000, 2999, 10**6]}, n=9),
    Quoted(_slack_rows),
    Property(_cone_search, {"seed": [0, 1, 2, 3], "width": [60, 150]}, n=8),
    Property(
        _smallest_width,
        {"confidence": [0.01, 0.5, 0.95, 0.999999], "gamma": [0.01, 0.1, 0.2, 0.29]},
        n=16,
    ),
    Exhaustive(
        lambda: [("width for 95 % at gamma = 0.2", residual.cone_width(0.95), 150)],
        what="how wide",
    ),
)


CLAIMS.add(
    id="LOOP-B-L5",
    source=LOOPED.lemma(5),
    says="A Gaussian matrix stretches the positive cone by at least s (1 - 1/sqrt2 - gamma) with "
    "probability 1 - exp(-gamma^2 d/2) - 2 exp(-d/2): Gordon's constant lambda_d - E|g_+| leaves "
    "room over sqrt(d) (1 - 1/sqrt 2) at every width.",
    checks=GORDON,
    cross_checks=GORDON_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-E4",
    source=LOOPED.eq(4),
    says="The lower gain of lemma 5, in Gordon's form.",
    checks=GORDON,
    cross_checks=GORDON_NUMBERS,
)


def _operator_tail(width: int) -> tuple[float, float]:
    """Share of d x d Gaussian matrices with |G| > 3 sqrt d, and 2 exp(-d/2)."""
    G = np.random.default_rng(width).standard_normal((8000, width, width))
    share = float(np.mean(np.linalg.norm(G, 2, axis=(1, 2)) > 3 * math.sqrt(width)))
    return share - 5 * math.sqrt((share + 1e-4) / 8000), 2 * math.exp(-width / 2)


CLAIMS.add(
    id="LOOP-B-L5a",
    source=LOOPED.section("7.2, proof of lemma 5"),
    says="P(|G| > 3 sqrt d) <= 2 exp(-d/2); at d = 1 it is P(|g| > 3) = 0.0027.",
    checks=(Property(_operator_tail, {"width": [1, 2, 3, 5, 8]}, relation="<=", n=5),),
    cross_checks=(Quoted(lambda: [("d = 1", float(mpmath.erfc(3 / mpmath.sqrt(2))), "0.0027")]),),
    why_sampled="random",
)


def cone_gains(W: Array) -> tuple[float, float]:
    """Smallest and largest |W x|/|x| over the positive cone, exactly: eigenvectors of its faces."""
    gram, values = W.T @ W, []
    width = len(gram)
    for size in range(1, width + 1):
        for face in combinations(range(width), size):
            value, vector = np.linalg.eigh(gram[np.ix_(face, face)])
            inside = np.all(vector * np.sign(vector.sum(axis=0)) >= -1e-12, axis=0)
            values.extend(value[inside])
    return math.sqrt(max(min(values), 0.0)), math.sqrt(max(values))


def _above_gordon(width: int, seed: int) -> tuple[float, float]:
    """Gordon: E min over the cone of |G x| >= lambda_d - E|g_+|, within five errors."""
    G = np.random.default_rng(seed).standard_normal((1000, width, width))
    found = Estimate.of([cone_gains(g)[0] for g in G])
    room = formula("gordon-slack")(width) + math.sqrt(width) * (1 - 1 / math.sqrt(2))
    return room, found.mean + 5 * found.sem


def _tail_below(width: int, deviation: float) -> tuple[float, float]:
    """Share of matrices whose smallest gain is t below Gordon's bound, and exp(-t^2/2)."""
    G = np.random.default_rng(width).standard_normal((1000, width, width))
    room = formula("gordon-slack")(width) + math.sqrt(width) * (1 - 1 / math.sqrt(2))
    share = np.mean([cone_gains(g)[0] < room - deviation for g in G])
    return float(share), math.exp(-(deviation**2) / 2)


CLAIMS.add(
    id="LOOP-B-L5b",
    source=LOOPED.section("7.2, proof of lemma 5"),
    says="Gordon on the cone: E min |G x| >= lambda_d - E|g_+| over unit x >= 0, and t below it "
    "only with probability exp(-t^2/2).",
    checks=(
        Property(_above_gordon, {"width": [1, 2, 3], "seed": [0, 1]}, relation="<=", n=6),
        Property(_tail_below, {"width": [2, 3], "deviation": [0.3, 0.6]}, relation="<=", n=6),
    ),
    why_sampled="random",
)


def _half_the_width() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E|g_+|^2 = 2^-d sum_k binomial(d, k) k = d/2, hence E|g_+| <= sqrt(d/2) by Jensen."""
    for width in range(1, 13):
        total = sum(sp.binomial(width, k) * k for k in range(width + 1))
        yield f"d = {width}", sp.Rational(total, 2**width), sp.Rational(width, 2)


def _cone_supremum(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """For every pattern of signs of g: <g, x> at x = g_+/|g_+| is |g_+|."""
    g = [sp.Symbol(f"g{i}", positive=True) for i in range(width)]
    for k in range(1, width + 1):
        size = sp.sqrt(sum(v**2 for v in g[:k]))
        yield f"{k} of {width} positive", sp.simplify(sum(v * v / size for v in g[:k])), size


CLAIMS.add(
    id="LOOP-B-L5c",
    source=LOOPED.section("7.2, proof of lemma 5"),
    says="The Gaussian width of the positive cone is E|g_+| <= sqrt(d/2).",
    checks=(
        Exhaustive(_half_the_width),
        Exhaustive(sizes(_cone_supremum, (1, 2, 3))),
    ),
)


def _gordon_constant() -> Iterator[tuple[str, bool]]:
    for width in (1, 2, 10, 100):
        k = sp.Integer(width)
        mean = sp.sqrt(2) * sp.gamma((k + 1) / 2) / sp.gamma(k / 2)
        yield f"lambda_d >= sqrt(d) at d = {width}", bool(mean.evalf(30) >= sp.sqrt(k).evalf(30))


CLAIMS.add(
    id="LOOP-B-L5-proof",
    source=LOOPED.lemma(5),
    says="Proof: Gordon's theorem bounds the gain below by sqrt(d) - w - t (its constant is "
    "sqrt d).",
    quote="sqrt(d) - w",
    reading="Gordon's constant is E|g| = lambda_d < sqrt d. The lemma itself stands, because "
    "E|g_+| is smaller than sqrt(d/2) by more.",
    checks=(Exhaustive(_gordon_constant),),
    corrected_by="LOOP-B-L5",
)


def _tail(deviation: sp.Expr) -> sp.Expr:
    """Gaussian concentration of a 1-Lipschitz function: one-sided probability of a deviation."""
    return sp.exp(-(deviation**2) / 2)


def _cone_tail(width: int, gamma: float) -> tuple[float, float]:
    """Share of matrices outside lemma 5's two bounds, and what the lemma allows."""
    W = np.random.default_rng([width, 1]).standard_normal((400, width, width)) / math.sqrt(width)
    ends = np.array([cone_gains(w) for w in W])
    low, high = formula("cone-gain-lower")(gamma, 1.0), formula("cone-gain-upper")(gamma, 1.0)
    share = np.mean((ends[:, 0] < low) | (ends[:, 1] > high))
    return float(share), 1 - formula("cone-gain-probability")(gamma, width)


def _power(name: str, sign: int) -> Identity:
    """The formula times sqrt(d) is Gordon's or Chevet's bound for a cone of width sqrt(d/2)."""
    return same(
        lambda: law(name) * sp.sqrt(d) / s,
        lambda: sp.sqrt(d) + sign * (sp.sqrt(d * half_square()) + gamma * sp.sqrt(d)),
        "gamma s d",
        name,
    )


def _span(name: str, sign: int) -> Identity:
    """The same for a span of N directions, whose width is at most sqrt(N)."""
    return same(
        lambda: law(name) * sp.sqrt(d) / s,
        lambda: sp.sqrt(d) + sign * (sp.sqrt(N) + t),
        "N d t s",
        name,
    )


CLAIMS.add(
    id="LOOP-B-constants",
    source=LOOPED.ledger("X-2"),
    says="The registered gains and probabilities are Gordon's and Chevet's with the Gaussian "
    "width of the cone (sqrt(d/2)) or of a span (sqrt N); the gains of small matrices over the "
    "whole cone leave them no oftener than allowed.",
    checks=(
        _power("cone-gain-lower", -1),
        _power("cone-gain-upper", 1),
        same(
            lambda: law("cone-gain-probability"),
            lambda: 1 - _tail(gamma * sp.sqrt(d)) - 2 * _tail(sp.sqrt(d)),
            "gamma d",
        ),
        _span("trajectory-isometry-lower", -1),
        _span("trajectory-isometry-upper", 1),
        same(lambda: law("trajectory-isometry-probability"), lambda: 1 - 2 * _tail(t), "t"),
    ),
    cross_checks=(Property(_cone_tail, {"width": [4, 5], "gamma": [0.29]}, relation="<=", n=2),),
)


# -- theorem 1 of the second version ---------------------------------------------------------------


def _theorem_one(loops: int, width: int, eps: float, seed: int) -> bool | None:
    """c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N, the gains taken over the whole cone."""
    p = path(seed, width=width, loops=loops, eps=eps)
    if not p["u"].any():
        return None
    low, high = cone_gains(p["W"][0])
    mass = residual.cone_mass(p["u"])
    size = np.linalg.norm(p["r"].sum(axis=0)) / math.sqrt(width)
    return bool(low * mass.lower <= size * (1 + 1e-9) and size <= high * mass.upper * (1 + 1e-9))


SMALL = {"loops": [1, 2, 9], "width": [2, 3, 5], "eps": SCALE, "seed": SEEDS}


def _chain() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """(c_W m_- N)^2 and (C_W sqrt(q_+) N)^2 are N^2 times constants that N does not enter."""
    c, m, C, q = sp.symbols("c m C q", positive=True)
    for label, bound in (("below", c * m * N), ("above", C * sp.sqrt(q) * N)):
        yield f"{label}: over N^2", sp.diff(sp.simplify(bound**2 / N**2), N), sp.Integer(0)


CLAIMS.add(
    id="LOOP-B-T1",
    source=LOOPED.theorem(1),
    says="c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N: |S_N|^2/d = Theta(N^2) under its "
    "hypotheses: lemma 4 for U_N, then the gains of W over the cone for S_N = W U_N.",
    checks=(*LEMMA_FOUR, Exhaustive(_chain)),
    cross_checks=(Property(_theorem_one, SMALL, n=90),),
)


def _mean_activation(loops: int, eps: float, s: float, h0: float) -> bool:
    """m_- and q_+ hold for every step at infinite width."""
    energies = Stream(loops=loops, eps=eps, s=s, h0=h0).energies[:-1]
    mass = np.sqrt(energies / (2 * math.pi))
    low = formula("activation-mass-lower")(h0)
    high = formula("activation-square-upper")(loops * eps, s, h0)
    return bool(np.all(mass >= low * (1 - 1e-12)) and np.all(energies / 2 <= high * (1 + 1e-12)))


def _simulated_mass(loops: int, s: float, h0: float) -> Sampled:
    """Mean activation of the last step of wide networks: sqrt(H/(2 pi))."""
    stream = Stream(loops=loops, eps=1 / loops, s=s, h0=h0)

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=32_768, loops=loops, eps=1 / loops, s=s, h0=h0)
        found = simulated(model, "activation_mean", samples=24, seed=seed, route=matrix_free)
        return Estimate.of(found[:, -1])

    return Sampled(
        estimate, lambda: math.sqrt(stream.energies[-2] / (2 * math.pi)), what=f"N={loops}"
    )


CLAIMS.add(
    id="LOOP-B-T1-hypotheses",
    source=LOOPED.ledger("X-3"),
    says="At infinite width the hypotheses hold by themselves: m_- = sqrt(H_0/(2 pi)), "
    "q_+ = H_0 exp(sqrt2 s T)/2.",
    checks=(
        same(lambda: law("activation-mass-lower"), lambda: sp.sqrt(h0) * half_mean(), "h0"),
        same(
            lambda: law("activation-square-upper"),
            lambda: half_square() * law("tied-energy-exponential"),
            "T s h0",
        ),
    ),
    cross_checks=(
        Property(
            _mean_activation,
            {"loops": [1, 4, 20], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            n=40,
        ),
        _simulated_mass(1, 1.0, 2.0),
        _simulated_mass(6, 1.4, 0.5),
    ),
)


def _dead(width: int) -> Sampled:
    """Share of tied networks that never move: every coordinate of h_0 is negative."""

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, loops=8, eps=1.0)
        energy = simulated(model, "energy", samples=20_000, seed=seed)
        return Estimate.of((energy[:, -1] == energy[:, 0]).astype(float))

    return Sampled(estimate, lambda: 2.0**-width, what=f"width {width}")


CLAIMS.add(
    id="LOOP-B-T1-finite",
    source=LOOPED.ledger("ERR-19"),
    says="At a finite width eps N = O(1) is not necessary for every network: with probability "
    "2^-d it never moves at any eps and N.",
    checks=(_dead(1), _dead(3), _dead(6)),
    why_sampled="random",
)


def _norm_bounds(loops: int, width: int, eps: float, seed: int) -> bool | None:
    """Both bounds with c = c_W m_- and C = C_W sqrt(q_+), the gains over the whole cone."""
    p = path(seed, width=width, loops=loops, eps=eps)
    if not p["u"].any():
        return None
    low, high = cone_gains(p["W"][0])
    mass = residual.cone_mass(p["u"])
    first, last = (float(np.linalg.norm(p["h"][i]) / math.sqrt(width)) for i in (0, -1))
    below = formula("tied-norm-lower")(eps, loops, first, low * mass.mass)
    above = formula("tied-norm-upper")(eps, loops, first, high * math.sqrt(mass.square))
    return below <= last * (1 + 1e-9) and last <= above * (1 + 1e-9)


def _aligned() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Equality: a branch along h_0 above, one against it below, in both cases of the bound."""
    R0, c, more = sp.symbols("R0 c more", positive=True)
    at = {"R0": R0, "c": c, "C": c, "eps": eps, "N": N}
    upper = law("tied-norm-upper", **{k: v for k, v in at.items() if k != "c"})
    lower = law("tied-norm-lower", **{k: v for k, v in at.items() if k != "C"})
    yield "aligned", sp.expand(upper), R0 + eps * c * N
    beyond = {c: (R0 + more) / (eps * N)}
    yield "opposed and longer", sp.simplify(lower.subs(beyond)), more
    shorter = {R0: c * eps * N + more}
    yield "opposed and shorter", sp.simplify(lower.subs(shorter)), sp.Integer(0)


CLAIMS.add(
    id="LOOP-B-RN",
    source=LOOPED.section("7.2.1"),
    says="(eps c N - R_0)_+ <= R_N <= R_0 + C eps N with c = c_W m_-, C = C_W sqrt(q_+): the "
    "triangle inequality, which is Cauchy and Schwarz, around theorem 1.",
    checks=(Exhaustive(sizes(lagrange, (1, 2, 3, 4))), Exhaustive(_aligned)),
    cross_checks=(Property(_norm_bounds, SMALL, n=90),),
)


CLAIMS.add(
    id="LOOP-B-RN-wide",
    source=LOOPED.ledger("ERR-22"),
    says="At infinite width nothing is subtracted: R_N^2 >= R_0^2 + (eps s m_- N)^2.",
    checks=(
        same(
            lambda: law("tied-energy-lower"),
            lambda: h0 + (eps * s * N * law("activation-mass-lower")) ** 2,
            "N eps s h0",
        ),
        *kappa_range(),
    ),
    cross_checks=(Property(_sandwich, STREAMS, n=40),),
)


def _mean_overlap(width: int, loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """sum_nm <u_n, u_m> = |U|^2."""
    u = vectors("u", loops, width)
    total = sum(u[1:], u[0])
    pairs = sum(dot(one, two) for one in u for two in u)
    yield f"d={width}, N={loops}", sp.expand(pairs), dot(total, total)


def _simulated_overlaps(loops: int, eps: float, seed: int) -> bool:
    """The mean overlap that the simulators see lies between m_-^2 and q_+."""
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps)
    overlaps = simulated(model, "overlaps", samples=3, seed=seed)
    mass = simulated(model, "activation_mean", samples=3, seed=seed).mean(axis=1)
    square = np.einsum("snn->s", overlaps) / loops
    mean = overlaps.mean(axis=(1, 2))
    return bool(np.all(mass**2 <= mean * (1 + 1e-12)) and np.all(mean <= square * (1 + 1e-12)))


CLAIMS.add(
    id="LOOP-B-OV",
    source=LOOPED.section("7.2.1"),
    says="The mean overlap of activations is |U_N|^2/(N^2 d), between m_-^2 and q_+.",
    checks=(Exhaustive(sizes(_mean_overlap, (1, 2, 3), (1, 2, 3))), *LEMMA_FOUR),
    cross_checks=(Property(_simulated_overlaps, CONES, n=30),),
)


def _all_positive(activation: str, loops: int, eps: float, s: float) -> bool:
    """Every overlap of a normalised stream is positive."""
    kernel = Stream(
        loops=loops, eps=eps, s=s, activation=_activation(activation), normalize=True
    ).overlap
    return bool(np.all(kernel > 0))


def _activation(name: str) -> str | activations.Activation:
    smooth = {
        "tanh": (np.tanh, lambda z: 1 / np.cosh(z) ** 2),
        "sin": (np.sin, np.cos),
        "silu": (
            lambda z: z / (1 + np.exp(-z)),
            lambda z: (1 + np.exp(-z) + z * np.exp(-z)) / (1 + np.exp(-z)) ** 2,
        ),
    }
    return activations.from_function(name, *smooth[name]) if name in smooth else name


CLAIMS.add(
    id="LOOP-B-REM1",
    source=LOOPED.section("3.2, remark"),
    says="Accumulation needs no positivity: with a normalised stream every overlap is positive for "
    "erf, GELU, tanh, sin and SiLU too, odd ones included.",
    checks=(
        Property(
            _all_positive,
            {
                "activation": ["erf", "gelu", "linear", "relu", "tanh", "sin", "silu"],
                "loops": [2, 12],
                "eps": [0.1, 1.0],
                "s": [0.5, 2.0],
            },
            n=56,
        ),
    ),
    why_sampled="open: the Hermite coefficients of every activation",
)
