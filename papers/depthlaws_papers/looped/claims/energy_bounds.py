"""Theorem 1 of the first version (C.3): both directions in the wide limit, with constants (X-3)."""

import functools
import math

import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import (
    T,
    eps,
    h0,
    half_mean,
    s,
    same,
)
from depthlaws_papers.looped.claims.kernel_bounds import (
    COMPOUND,
    ENERGY_ABOVE,
    ENERGY_BELOW,
    EXPONENTIAL,
    GROWING,
    KAPPA,
    NORMALISED_BELOW,
    STABLE_TIME,
    UPPER,
)
from depthlaws_papers.looped.claims.stream import TRIANGLE

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


def _quadratic_constant(loops: int) -> sp.Rational:
    """(E H_N - H_0)/N^2 at eps = s = H_0 = 1, rounded down to four digits, from balls.

    E h_n h_k is 1 and the sum of E relu(h_a) relu(h_b) over a < n, b < k.
    """
    with precision(256):
        overlap = [[arb(1)] * (loops + 1) for _ in range(loops + 1)]
        for n in range(1, loops + 1):
            for k in range(1, n + 1):
                before, alike = overlap[n - 1][k - 1], n == k
                sides = overlap[n - 1][n - 1], before, overlap[k - 1][k - 1]
                added = before / 2 if alike else _rectified(*sides)
                overlap[n][k] = overlap[n - 1][k] + overlap[n][k - 1] - before + added
                overlap[k][n] = overlap[n][k]
        value = (overlap[loops][loops] - 1) / loops**2
        return sp.Rational(math.floor(float(value.lower()) * 10**4), 10**4)


def _rectified(xx: arb, xy: arb, yy: arb) -> arb:
    """Return E relu(x) relu(y) of centred Gaussian x and y, from E x^2, E x y and E y^2."""
    scale = (xx * yy).sqrt()
    return scale * formula("kappa-relu").ball(xy / scale, prec=256)


def _of_the_kernel(loops: int) -> sp.Rational:
    """Return (E H_N - H_0)/N^2 by the public kernel in doubles, rounded down to four digits."""
    value = (float(residual.tied_kernel(loops, 1.0)[-1, -1]) - 1) / loops**2
    return sp.Rational(math.floor(value * 10**4), 10**4)


CLAIMS.add(
    id="LOOP-A-T1",
    source=LOOPED_V0.theorem(1),
    says="While eps N <= T_0: E H_N = H_0 + O(eps N) + Theta((eps N)^2), with constants that "
    "depend on T_0, s and H_0 alone: the lower one 1/2, which is attained, and the upper one (G(s "
    "T_0) - 1)/(s T_0)^2, the limit of many loops, of which 64 loops reach two thirds at s T_0 = "
    "8.",
    quote="wide-limit Gaussian statistics with H_l = O(1)",
    reading="Tested under the theorem's hypothesis H_n = O(1), which holds while eps N is bounded. "
    "The linear term is 0 there. Where eps N grows the law is exponential, not quadratic.",
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
    change="Add: while eps N stays bounded; the linear term is 0.",
    against=(
        Smallest(
            lambda N: (_quadratic_constant(N), "<=", sp.exp(sp.sqrt(2)) - 1),
            {"N": range(1, 9)},
            of=(
                "(E H_N - H_0)/(eps N)^2 at infinite width, eps = s = H_0 = 1",
                "bound of this constant for all N with eps N <= 1",
            ),
            again=lambda N: _of_the_kernel(N),
        ),
    ),
)


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


ENERGY_ABOVE_CHECKS = (
    *KAPPA.checks,
    *ENERGY_ABOVE.checks,
    *COMPOUND.checks,
    *UPPER.checks,
    *EXPONENTIAL.checks,
)

CLAIMS.add(
    id="LOOP-A-T1-bounds",
    source=LOOPED_V0.ledger("X-3"),
    says="At infinite width H_0 (1 + (s eps N)^2/2) <= H_N <= H_0 (1 + eps s/sqrt 2)^(2N) <= H_0 "
    "exp(sqrt2 s eps N), H = R^2: every overlap is at least H_0/2 and at most R_n R_k/2.",
    statement=ENERGY_BELOW,
    checks=ENERGY_ABOVE_CHECKS,
    cross_checks=(
        Property(sandwich, STREAMS, n=60),
        Property(_normalized_sandwich, STREAMS, n=60),
    ),
)


# The upper bound as the square of R_0 + T s/sqrt 2: one loop adds eps s/sqrt 2 to R.
loop_later = looked_up("tied-normalized-energy-upper", T=T + eps)


CLAIMS.add(
    id="LOOP-A-T1-equality",
    source=LOOPED_V0.ledger("X-3"),
    says="With a norm before the branch, at infinite width, R_0^2 + (s eps N)^2/(2 pi) <= R_N^2 <= "
    "(R_0 + s eps N/sqrt 2)^2: overlaps are at least kappa(0), and each "
    "loop adds at most eps s/sqrt 2 to R.",
    statement=NORMALISED_BELOW,
    checks=(
        *KAPPA.checks,
        *TRIANGLE.checks,
        same(
            looked_up("tied-normalized-energy-lower"),
            h0 + (s * T * half_mean()) ** 2,
            "T s h0",
        ),
        same(
            sp.sqrt(loop_later),
            sp.sqrt(looked_up("tied-normalized-energy-upper")) + s * eps / sp.sqrt(2),
            "T s h0 eps",
        ),
    ),
    cross_checks=(Property(_normalized_sandwich, STREAMS, n=40),),
)


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
    says="At infinite width, eps = N^-alpha: the tied stream is bounded if and only if alpha >= 1. "
    "Its energy is at least H_0 (1 + s^2 N^(2 - 2 alpha)/2), and T = eps N, on which the upper "
    "bound depends, is at most 1 for alpha >= 1.",
    statement=GROWING,
    checks=(*STABLE_TIME.checks, *ENERGY_BELOW.checks, *ENERGY_ABOVE_CHECKS),
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
