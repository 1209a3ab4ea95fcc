"""Theorem 2 of the first version (2.2, D.3) to first order in the rate: both of its sides."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Statement,
    at_least,
    exp,
    log,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    same,
    scalars,
    total,
)
from depthlaws.sims.common.optimizers import Sign
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import residual, updates
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    path,
    stepped,
)
from depthlaws_papers.looped.claims.kernel_bounds import (
    KAPPA,
    PAIRS,
    STABLE_TIME,
    UPDATE_ABOVE,
    UPDATE_BELOW,
    UPDATE_GROWS,
)
from depthlaws_papers.looped.claims.stream import N, d, eta, i, j, x, y

CLAIMS = Claims()

T, alpha, t, C_W, C_Delta, Q = scalars("T alpha t C_W C_Delta Q")


def _theta_bounds(loops: int, time: float, s: float, h0: float) -> tuple[list, list]:
    """E|dh_N|^2/d over (eta T)^2 by independent entries, between H_0/2 and H_0 e^(..)/2."""
    stream = Stream(loops=loops, eps=time / loops, s=s, h0=h0)
    ratio = float(updates.isotropic_update(stream, 0.3)[-1, -1]) / (0.3 * time) ** 2
    top = h0 / 2 * (1 + time / loops * s / math.sqrt(2)) ** (2 * loops - 2)
    return [h0 / 2, ratio], [ratio * (1 + 1e-11), top * (1 + 1e-11)]


THETA = (*KAPPA.checks, *UPDATE_ABOVE.checks)
THETA_NUMBERS = (
    Property(
        _theta_bounds,
        {
            "loops": [1, 2, 8, 64, 256],
            "time": [0.01, 0.5, 1.0, 3.0],
            "s": [0.5, 1.0, 2.0],
            "h0": [0.5, 3.0],
        },
        relation="<=",
        met=("1.000", "1.000"),
        n=120,
    ),
)


CLAIMS.add(
    id="LOOP-A-T2",
    source=LOOPED_V0.theorem(2),
    says="To first order in eta, for dW with independent entries of size eta/sqrt d at infinite "
    "width: H_0/2 <= E|dh_N|^2/(d (eta eps N)^2) <= H_0/2 (1 + eps s/sqrt 2)^(2N-2): every overlap "
    "is at least H_0/2 and every other term at least 0; the roots of the upper bound solve the "
    "recursion that kappa and gates of at most 1/2 give.",
    statement=UPDATE_BELOW,
    checks=THETA,
    cross_checks=THETA_NUMBERS,
)


def _beyond_first_order() -> Iterator[tuple[str, float, str]]:
    """E|dh_2|^2/d over (2 eta)^2 at eps = s = 1 by independent entries of any size eta."""
    stream = Stream(loops=2, eps=1.0)
    for rate, printed in ((1.0, "0.698"), (10.0, "7.32")):
        end = residual.noisy_kernel(stream, rate)[..., -1, -1]
        change = float(end[0, 0] + end[1, 1] - 2 * end[0, 1])
        yield f"eta = {rate}", change / (2 * rate) ** 2, printed
    yield "upper constant to first order", (1 + math.sqrt(0.5)) ** 2 / 2, "1.457"


CLAIMS.add(
    id="LOOP-A-E3",
    source=LOOPED_V0.eq(3),
    says="To first order in eta, E|dh_N|^2/d = Theta((eta eps N)^2) at infinite width for "
    "independent entries while eps N is bounded, with both constants of theorem 2.",
    reading="To first order in eta, as the proof leaves out R_2. Beyond it the constants depend on "
    "eta too: at N = 2, eps = s = 1 the mean square is 0.698 (eta eps N)^2 for eta = 1 and 7.32 "
    "for eta = 10, where the upper constant to first order is 1.457.",
    statement=UPDATE_BELOW,
    checks=THETA,
    cross_checks=(*THETA_NUMBERS, Quoted(_beyond_first_order)),
)


def _below_one() -> Iterator[tuple[str, float, str]]:
    """E|dh_N|^2/d at eps = eta = N^-1/2."""
    for loops, printed in ((1, "0.5"), (16, "4.97"), (64, "520"), (256, "1.7e7")):
        stream = Stream(loops=loops, eps=loops**-0.5)
        energy = updates.isotropic_update(stream, loops**-0.5)[-1, -1]
        yield f"N = {loops}", float(energy), printed


def _free_of_loops(alpha: float, s: float) -> tuple[float, float]:
    """RMS output change at eta = N^(alpha - 1), eps = N^-alpha: N = 128 and 512 agree to 0.2 %."""
    sizes = []
    for loops in (128, 512):
        stream = Stream(loops=loops, eps=loops**-alpha, s=s)
        energy = updates.isotropic_update(stream, loops ** (alpha - 1))[-1, -1]
        sizes.append(math.sqrt(energy))
    return abs(sizes[1] / sizes[0] - 1), s**2 * (0.0015 if alpha == 1 else 0.00075)


power = scalars("b")
RATE = Statement(
    Exactly(same(power - alpha + 1, 0), same(power, alpha - 1)),
    AtMost((1 - alpha) * log(N), 0),
    for_all={N: naturals(1), alpha: at_least(1), power: reals},
)
RATE_NUMBERS = (
    Property(
        _free_of_loops, {"alpha": [1.0, 1.5, 2.0], "s": [0.5, 1.0]}, relation="<", met="0.957", n=6
    ),
)


CLAIMS.add(
    id="LOOP-A-E4",
    source=LOOPED_V0.eq(4),
    says="For eps = N^-alpha, alpha >= 1, an output change of order one to first order in eta at "
    "every N needs eta ~ N^(alpha - 1): only then is eta eps N of order one, and T = eps N <= 1 "
    "bounds both constants.",
    quote="Keeping one-step output perturbation invariant across L requires",
    reading="Read for alpha >= 1, the theorem's eps N = O(1), which the equation does not repeat. "
    "At alpha = 1/2 E|dh_N|^2/d at this rate is 0.5, 4.97, 520 and 1.7e7 at N = 1, 16, 64 and "
    "256.",
    statement=RATE,
    checks=(*UPDATE_BELOW.checks, *THETA),
    cross_checks=(*RATE_NUMBERS, Quoted(_below_one)),
    imprecise=True,
    exact="LOOP-A-E4-range",
    change="Add: for alpha >= 1.",
    against=(
        Smallest(
            lambda N: ((1 + sp.Rational((N - 1) ** 2, 16 * N)) / 2, "<=", sp.exp(sp.sqrt(2)) / 2),
            {"N": range(1, 65)},
            of=(
                "least E|dh_N|^2/d at alpha = 1/2, eta = N^(-1/2), s = H_0 = 1",
                "its upper bound at every N for alpha >= 1, eta = N^(alpha - 1)",
            ),
        ),
    ),
)


CLAIMS.add(
    id="LOOP-A-E4-range",
    source=LOOPED.ledger("X-6"),
    says="With eta eps N = 1 the output change at infinite width, to first order in eta, has a "
    "mean square of at least H_0/2 (1 + (s eps (N - 1))^2/16), which grows as N^(2 - 2 alpha) for "
    "alpha < 1: eta ~ N^(alpha - 1) keeps it bounded for alpha >= 1 only.",
    statement=UPDATE_GROWS,
    checks=(
        *Statement(Exactly(2 - 2 * alpha > 0, alpha < 1), for_all={alpha: reals}).checks,
        *PAIRS.checks,
        *UPDATE_BELOW.checks,
        *THETA,
        *STABLE_TIME.checks,
    ),
    cross_checks=(Quoted(_below_one),),
)


CLAIMS.add(
    id="LOOP-A-C2",
    source=LOOPED_V0.section("1, contributions"),
    says="The learning rate scales as eta ~ N^(1 - alpha) (eta eps N free of N).",
    quote="We derive the learning rate scaling eta ~ L^(1-alpha)",
    reading="A sign slip: theorem 2, its eq. (4), the introduction and table 1 have alpha - 1. "
    "With alpha - 1 the sentence holds for alpha >= 1.",
    statement=Statement(
        Equal(N ** (1 - alpha) * N**-alpha * N, 1), for_all={N: naturals(1), alpha: at_least(1)}
    ),
    corrected_by="LOOP-A-E4",
    sides=("eta eps N at the printed rate", "1, free of N"),
    fault="slip",
    change="eta ~ L^(alpha-1), as in theorem 2 and eq. (4).",
    against=(
        Smallest(
            lambda alpha, N: (sp.Integer(N) ** (2 - 2 * alpha), "==", 1),
            {"alpha": [1, 2], "N": [1, 2]},
            of=("eta eps N at the printed rate", "1, free of N"),
        ),
    ),
)


CRITICAL = Statement(
    Equal(registered("loop-update-upper", eps=T / N), C_Delta * Q * eta * T * exp(C_W * T)),
    AtMost((2 * N - 2) * log(1 + t / N), 2 * t, along=((t, 0),)),
    for_all={N: naturals(1), **dict.fromkeys((T, t, eta, C_Delta, Q), nonnegative), C_W: positive},
)
CRITICAL_NUMBERS = (
    Property(_free_of_loops, {"alpha": [1.0], "s": [0.5, 1.0, 2.0]}, relation="<", met="0.954"),
)


CLAIMS.add(
    id="LOOP-A-C1",
    source=LOOPED_V0.section("2.2"),
    says="At alpha = 1, eps = T/N, the mean square of the change of the output to first order in "
    "eta lies between (eta T)^2 H_0/2 and (eta T)^2 H_0/2 exp(sqrt2 s T), and theorem 2's bound is "
    "C_Delta Q eta T exp(C_W T): N is in none of them.",
    statement=CRITICAL,
    checks=(*UPDATE_BELOW.checks, *THETA),
    cross_checks=CRITICAL_NUMBERS,
)


def _stable_rate(N: int) -> sp.Expr:
    """2 over the curvature of the loss."""
    w = sp.Symbol("w")
    loss = ((1 + w / N) ** N - (1 + sp.Rational(1, N)) ** N) ** 2 / 2
    return 2 / sp.diff(loss, w, 2).subs(w, 1)


CLAIMS.add(
    id="LOOP-B-CRIT",
    source=LOOPED.section("3.3"),
    says="At eps = T/N the change of the output lies, to first order in eta, between bounds that "
    "do not depend on N.",
    quote="the optimal learning rate is constant in N",
    reading="Bounds of order one on both sides say that the stable rate is of order one for every "
    "N, not that the best rate is the same: it may move within the bounds, and our own forecast of "
    "it falls as N^-0.3.",
    statement=CRITICAL,
    checks=(*UPDATE_BELOW.checks, *THETA),
    cross_checks=CRITICAL_NUMBERS,
    imprecise=True,
    exact="LOOP-A-C1",
    change="of order one in N, in place of constant in N.",
    against=(
        Smallest(
            lambda N: (2 / (1 + sp.Rational(1, N)) ** (2 * N - 2), "==", 2),
            {"N": [1, 2]},
            of=(
                "largest stable rate of h_N = (1 + w/N)^N at its minimum w = 1, mean square",
                "that of one loop",
            ),
            again=_stable_rate,
        ),
    ),
)


# -- which dW? -------------------------------------------------------------------------------------


def _sign_norm(width: int, seed: int) -> tuple[list[float], list[float]]:
    """|dW|/eta for dW = (eta/sqrt d) S with independent signs, and its bounds."""
    signs = np.sign(np.random.default_rng(seed).standard_normal((width, width)))
    norm = float(np.linalg.norm(signs, 2)) / math.sqrt(width)
    return [1.8, norm], [norm, 2.2]


CLAIMS.add(
    id="LOOP-A-T2-norm",
    source=LOOPED_V0.theorem("2, assumption 1"),
    says="For dW = (eta/sqrt d) S with independent signs S, |dW| = Theta(eta): between 1.8 and 2.2 "
    "times eta at d = 128 and 512.",
    quote="sign-normalized update scale",
    reading="An assumption does not state that a given update fulfils it. The sign of a gradient, "
    'to which "sign-normalized" points, does not: its norm is of order eta sqrt(d) '
    "(LOOP-A-T2-sign). Theorem 2 applies to independent signs.",
    checks=(Property(_sign_norm, {"width": [128, 512], "seed": [0, 1, 2, 3]}, relation="<", n=8),),
    imprecise=True,
    exact="LOOP-A-T2-sign",
    why_sampled="random",
    change="Name the update: independent signs times eta/sqrt(d); the sign of a gradient needs "
    "eta/d.",
    against=(
        Smallest(
            lambda d: (sp.sqrt(d), "<=", sp.Rational(11, 5)),
            {"d": range(1, 9)},
            of=(
                "|dW|/eta, signs of a rank-one gradient over sqrt(d), positive activations",
                "2.2, the bound for independent signs",
            ),
        ),
    ),
)


def _gradient_signs(loops: int, width: int, seed: int) -> bool:
    """|sign(gradient of the simulators)| over d stays between 0.6 and 0.85 from d = 64 to 256."""
    p = path(seed, width=width, loops=loops, eps=1 / loops)
    model = ResidualMLP(width=width, loops=loops, eps=1 / loops)
    v = np.random.default_rng([seed, 3]).standard_normal(width)
    _, after = stepped(model, p["W"], p["h"][0], v, Sign(rate=1.0), "change")
    norm = np.linalg.norm(p["W"][0] - after[0], 2)
    return bool(0.6 < norm < 0.85)


signs = Equal(x[i] ** 2, 1)

CLAIMS.add(
    id="LOOP-A-T2-sign",
    source=LOOPED_V0.ledger("ERR-8"),
    says="The sign matrix x y^T of a rank-one gradient, x signs and y 1 at the k positive "
    "activations and else 0, stretches y by sqrt(d k), its Frobenius norm: with k of order d "
    "sign-like updates need eta/d, not eta/sqrt d.",
    statement=Statement(
        Equal(
            total(total(x[i] * y[j] * y[j], j) ** 2, i),
            d * total(y[j] ** 2, j) ** 2,
            because=total(signs.gap, i) * total(y[j] ** 2, j) ** 2,
        ),
        Equal(
            total((x[i] * y[j]) ** 2, i, j),
            d * total(y[j] ** 2, j),
            because=total(signs.gap, i) * total(y[j] ** 2, j),
        ),
        for_all={d: naturals(1), x: reals[d], y: reals[d]},
        given=(signs,),
    ),
    cross_checks=(
        Property(_gradient_signs, {"loops": [1, 4], "width": [64, 256], "seed": [0, 1, 2]}, n=12),
    ),
)
