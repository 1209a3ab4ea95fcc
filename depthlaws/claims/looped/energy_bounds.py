"""Theorem 1 of the first version (C.3): both directions in the wide limit, with constants (X-3)."""

import functools
import math
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, lim
from depthlaws.claims.looped.common import (
    SPREAD,
    N,
    T,
    eps,
    gain,
    h0,
    half_mean,
    half_square,
    recursion,
    rho,
    s,
    same,
    sizes,
    x,
)
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

STREAMS = {
    "loops": [1, 2, 7, 40],
    "eps": Interval(sp.Rational(1, 100), 1),
    "s": Interval(sp.Rational(1, 4), 2),
    "h0": Interval(sp.Rational(1, 4), 4),
}


def _printed_growth(loops: int, time: float, s: float, h0: float) -> tuple[list, list]:
    """(H_N - H_0)/(H_0 (s eps N)^2) between constants of s T_0 = 8 alone, for eps N <= T_0 = 4."""
    stream = Stream(loops=loops, eps=time / loops, s=s, h0=h0)
    ratio = residual.energy_terms(stream).quadratic / (h0 * (s * time) ** 2)
    return [0.5, ratio], [ratio * (1 + 1e-11), _most_growth()]


@functools.cache
def _most_growth() -> float:
    """(G(8) - 1)/8^2 of the limit of many loops."""
    return (float(residual.limit(8.0)) - 1) / 64


CLAIMS.add(
    id="LOOP-A-T1",
    source=LOOPED_V0.theorem(1),
    says=(
        "While eps N <= T_0: E H_N = H_0 + O(eps N) + Theta((eps N)^2), with constants "
        "that depend on T_0, s and H_0 alone: the lower one 1/2, which is attained, and "
        "the upper one (G(s T_0) - 1)/(s T_0)^2, the limit of many loops, of which 64 "
        "loops reach two thirds."
    ),
    quote="wide-limit Gaussian statistics with H_l = O(1)",
    reading=(
        "Tested under the theorem's hypothesis H_n = O(1), which holds while eps N is "
        "bounded. The linear term is 0 there. Where eps N grows the law is exponential, "
        "not quadratic."
    ),
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
            met=("1.000", "0.666"),
        ),
    ),
    imprecise=True,
    exact="LOOP-A-T1-bounds",
    why_sampled="no enclosure of a full kernel",
)


def _ends_of_kappa() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "kappa(0)", law("kappa-relu", rho=sp.Integer(0)), 1 / (2 * sp.pi)
    yield "kappa(1)", law("kappa-relu", rho=sp.Integer(1)), sp.Rational(1, 2)


def kappa_range() -> tuple[Exhaustive, Certify, Exhaustive]:
    """1/(2 pi) <= kappa <= 1/2 on [0, 1]: kappa rises between these values, by its slope."""
    return (
        Exhaustive(_ends_of_kappa, what="kappa at 0 and 1"),
        Certify(
            lambda: (sp.Rational(1, 5), "<", law("gate-relu", rho=rho)),
            {rho: (0, sp.Rational(99, 100))},
            what="kappa rises on [0, 0.99]",
        ),
        Exhaustive(_rises_to_one, what="kappa rises up to 1, where its slope rises"),
    )


def _grows_with_energy() -> tuple[sp.Expr, sp.Expr]:
    """d/dm of m kappa(K/m), m = sqrt(H_i H_j), is kappa - rho kappa' at rho = K/m: not negative."""
    kappa = law("kappa-relu", rho=rho)
    return kappa - rho * law("gate-relu", rho=rho), sp.sqrt(1 - rho**2) / (2 * sp.pi)


def least_overlap() -> tuple[Identity, Exhaustive]:
    """An overlap m kappa(K/m) grows with m >= H_0 and K >= H_0: it is at least H_0 kappa(1)."""
    return (
        Identity(_grows_with_energy, {rho: Interval(0, 1, right_open=True)}, what="least overlap"),
        Exhaustive(lambda: [("kappa(1)", law("kappa-relu", rho=sp.Integer(1)), sp.Rational(1, 2))]),
    )


def _rises_to_one() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    slope = D(law("gate-relu", rho=rho), rho)
    yield "kappa''", slope**2 * (1 - rho**2), 1 / (4 * sp.pi**2)


def _pairs_counted(n: int, k: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """At H_ii = H_0 and kappa = 1/(2 pi) the double sum has n m equal terms."""
    total = h0 + gain * sum(h0 / (2 * sp.pi) for _ in range(n) for _ in range(k))
    yield f"n={n}, m={k}", total, h0 * (1 + gain * n * k / (2 * sp.pi))


def _exponential_gap() -> tuple[sp.Expr, sp.Expr]:
    """d/dx (x - log(1 + x)) = x/(1 + x), which is not negative."""
    return D(x - sp.log(1 + x), x), x / (1 + x)


def _at_zero() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "x - log(1 + x) at 0", (x - sp.log(1 + x)).subs(x, 0), sp.Integer(0)
    ratio = sp.log(law("tied-energy-exponential", T=eps * N) / h0) / sp.log(
        law("tied-energy-upper") / h0
    )
    step = eps * s / sp.sqrt(2)
    yield "logarithms", ratio, step / sp.log(1 + step)


def sandwich(loops: int, eps: float, s: float, h0: float) -> bool:
    """The kernel's last entry lies between the registered bounds."""
    value = float(residual.tied_kernel(loops, eps, s, h0)[-1, -1])
    sharp = h0 * (1 + (loops * eps * s) ** 2 / 2)
    low = formula("tied-energy-lower")(loops, eps, s, h0)
    high = formula("tied-energy-upper")(loops, eps, s, h0)
    loose = formula("tied-energy-exponential")(loops * eps, s, h0)
    rounding = 1 + 1e-11
    ordered = low <= sharp <= value * rounding and (loops > 1 or value <= sharp * rounding)
    return ordered and value <= high * rounding and high <= loose * rounding


def _normalized_sandwich(loops: int, eps: float, s: float, h0: float) -> bool:
    value = float(residual.tied_kernel(loops, eps, s, h0, normalize=True)[-1, -1])
    low = formula("tied-normalized-energy-lower")(loops * eps, s, h0)
    high = formula("tied-normalized-energy-upper")(loops * eps, s, h0)
    return low <= value * (1 + 1e-11) and value <= high * (1 + 1e-11)


CLAIMS.add(
    id="LOOP-A-T1-bounds",
    source=LOOPED_V0.ledger("X-3"),
    says=(
        "H_0 (1 + (s eps N)^2/(2 pi)) <= H_N <= H_0 (1 + eps s/sqrt 2)^(2N) <= H_0 "
        "exp(sqrt2 s eps N) at infinite width: bounded if and only if eps N is. Below, "
        "H_ii >= H_0 and kappa >= 1/(2 pi); above, kappa <= 1/2 gives R_(n+1) <= R_n (1 "
        "+ eps s/sqrt 2). The sharp lower bound, attained at N = 1, is H_0 (1 + (s eps "
        "N)^2/2): no overlap is less than H_0/2."
    ),
    checks=(
        *kappa_range(),
        *least_overlap(),
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
        Property(sandwich, STREAMS, n=60),
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
            lambda: lim(law("tied-energy-upper", eps=T / N), N, sp.oo),
            "T s h0",
        ),
    ),
    cross_checks=(Property(_normalized_sandwich, STREAMS, n=40),),
)


def _bounded_exponents() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Limits of the two bounds at eps = N^-alpha as N grows, for alpha = 1 -+ a."""
    a = sp.Symbol("a", positive=True)
    low = law("tied-energy-lower", eps=N ** (a - 1))
    yield "alpha = 1 - a: the lower bound", lim(low.subs({s: 1, h0: 1}), N, sp.oo), sp.oo
    high = law("tied-energy-exponential", T=N ** (-a))
    yield (
        "alpha = 1 + a: the upper bound",
        lim(high.subs({s: 1, h0: 1}), N, sp.oo),
        (sp.Integer(1)),
    )
    at_one = law("tied-energy-exponential", T=sp.Integer(1))
    yield "alpha = 1: the upper bound", at_one, h0 * sp.exp(sp.sqrt(2) * s)


def _bounds() -> Iterator[tuple]:
    """Below alpha = 1 the lower bound is a power of N; above, the upper one is at most that of 1.

    At alpha > 1 the sum of the steps is T = 1/(1 + w), w > 0.
    """
    a, above = sp.symbols("a w", positive=True)
    low = law("tied-energy-lower", eps=N ** (a - 1))
    yield "alpha = 1 - a: the lower bound", low, h0 * (1 + s**2 * N ** (2 * a) / (2 * sp.pi))
    yield "its power of N", 2 * a, ">", sp.Integer(0)
    at_one = law("tied-energy-exponential", T=sp.Integer(1))
    yield "alpha = 1: the upper bound", at_one, h0 * sp.exp(sp.sqrt(2) * s)
    later = sp.log(at_one / law("tied-energy-exponential", T=1 / (1 + above)))
    yield "alpha = 1 over alpha > 1", later, sp.sqrt(2) * s * above / (1 + above)


def _divergence_law(alpha: float, tied: bool, normalize: bool, s: float) -> tuple[float, float]:
    """Energy (its logarithm where it explodes) at n = 1024 steps against the law, within 20 %."""
    n, divergence = 1024, residual.divergence(alpha, s, tied=tied, normalize=normalize)
    eps = n**-alpha
    if tied:
        value = float(residual.tied_kernel(n, eps, s, normalize=normalize)[-1, -1])
    else:
        value = residual.untied_energy(n, eps, s, normalize=normalize)
    power = divergence.constant * n**divergence.exponent
    if divergence.law == "exponential":
        return abs(math.log(value) / power - 1), 0.2
    return abs(value / power - 1), 0.2


CLAIMS.add(
    id="LOOP-A-P1",
    source=LOOPED_V0.section("C.3"),
    says="With eps = N^-alpha the tied stream is bounded if and only if alpha >= 1: for every "
    "alpha < 1 the lower bound grows without end, from alpha = 1 on the upper one does not.",
    checks=(Exhaustive(_bounds),),
    cross_checks=(
        Exhaustive(_bounded_exponents, what="SymPy's limits"),
        Property(
            _divergence_law,
            {
                "alpha": [0.25, 0.5, 0.6, 1.0, 1.5],
                "tied": [True],
                "normalize": [False],
                "s": [0.5, 1.0],
            },
            relation="<",
            met="0.832",
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
            met="0.452",
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
            met="0.625",
            n=16,
        ),
    ),
)
