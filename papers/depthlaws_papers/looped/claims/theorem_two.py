"""Theorem 2: the recursion of norms, D.2 of the first version, 3.3 and 7.3.1 of the second."""

import math

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Max,
    Statement,
    arrays,
    at_least,
    exp,
    induction,
    log,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    sqrt,
    step,
    total,
)
from depthlaws.theory import formula
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    changed,
)
from depthlaws_papers.looped.claims.stream import D, N, W, before, d, eps, eta, i, j, n, x, y

CLAIMS = Claims()

WIDTH = 24
RUNS = {"loops": [1, 2, 5, 9], "eps": SCALE, "s": SPREAD, "seed": SEEDS}

# -- D.2 and 7.3.1: the recursion of norms ---------------------------------------------------------


t, z, M, T, a, alpha, C_W, C_Delta, Q = scalars("t z M T a alpha C_W C_Delta Q")
w, lack, A = arrays("w lack change")

LIPSCHITZ = Statement(
    AtMost(Max(0, t) - Max(0, z), t - z), for_all={t: reals, z: reals}, given=(AtMost(z, t),)
)


def _one_step() -> Statement:
    """|dh + eps W w + eps dW v| by the bounds on its three parts, w the change of the activations.

    2 p q - 2 <v, w> = |q v - p w|^2/(p q) + (q/p) (p^2 - |v|^2) + (p/q) (q^2 - |w|^2) by pairs.
    """
    through, fresh = total(W[i, j] * w[j], j), total(D[i, j] * y[j], j)
    start = AtMost(total(x[i] ** 2, i), a**2 * d)
    lipschitz = AtMost(w[i] ** 2, x[i] ** 2)
    weight = AtMost(total(through**2, i), C_W**2 * total(w[i] ** 2, i))
    update = AtMost(total(fresh**2, i), (C_Delta * eta) ** 2 * total(y[i] ** 2, i))
    activation = AtMost(total(y[i] ** 2, i), Q**2 * d)
    parts = [x[i], eps * through, eps * fresh]
    sizes = [a, eps * C_W * a, eps * C_Delta * eta * Q]
    gaps = [
        start.gap,
        eps**2 * (weight.gap + C_W**2 * (total(lipschitz.gap, i) + start.gap)),
        eps**2 * (update.gap + (C_Delta * eta) ** 2 * activation.gap),
    ]
    slack = gaps[0] + gaps[1] + gaps[2]
    for f, g in ((0, 1), (0, 2), (1, 2)):
        square = total((sizes[g] * parts[f] - sizes[f] * parts[g]) ** 2, i)
        slack += square / (sizes[f] * sizes[g])
        slack += sizes[g] / sizes[f] * gaps[f] + sizes[f] / sizes[g] * gaps[g]
    return Statement(
        AtMost(
            sqrt(total((parts[0] + parts[1] + parts[2]) ** 2, i) / d),
            (1 + eps * C_W) * a + eps * C_Delta * eta * Q,
            because=slack / d,
        ),
        for_all={
            d: naturals(1),
            **dict.fromkeys((eps, eta, a, C_W, C_Delta, Q), positive),
            **dict.fromkeys((x, y, w), reals[d]),
            **dict.fromkeys((W, D), reals[d, d]),
        },
        given=(start, lipschitz, weight, update, activation),
    )


ONE_STEP = _one_step()
rho, fresh = scalars("rho b")  # 1 + eps C_W, and eps C_Delta eta Q
UNROLLED = Statement(
    Equal(
        A[N],
        fresh * total(rho ** (N - n), n) - total(rho ** (N - n) * lack[n], n),
        by=induction(N, times=rho),
    ),
    Equal((rho - 1) * total(rho ** (N - n), n), rho**N - 1, by=induction(N, times=rho)),
    for_all={N: naturals(1), rho: at_least(1), fresh: nonnegative, lack: nonnegative[N]},
    defined={A[0]: 0, A[before + 1]: rho * A[before] + fresh - lack[before + 1]},
)
EXPONENTIALS = Statement(
    Equal(
        eps * C_W * registered("loop-update-upper-sharp"),
        eps * C_Delta * eta * Q * ((1 + eps * C_W) ** N - 1),
    ),
    AtMost(log(1 + t), t, along=((t, 0),)),
    AtMost(exp(M) - 1, M * exp(M), along=((M, 0),)),
    Equal(registered("loop-update-upper", eps=M / (N * C_W)), C_Delta * Q * eta * M * exp(M) / C_W),
    for_all={
        N: naturals(1),
        **dict.fromkeys((t, M, eps, eta, C_Delta, Q), nonnegative),
        C_W: positive,
    },
)


def _each_step(loops: int, eps: float, s: float, seed: int) -> tuple[Array, Array]:
    """|dh_(n+1)| of actual runs against one step of the recursion."""
    p, change, after = changed(loops, eps, s, seed, width=WIDTH)
    a = np.linalg.norm(after["h"] - p["h"], axis=1)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    fresh = eps * size * np.linalg.norm(after["u"], axis=1)
    return a[1:], ((1 + eps * c) * a[:-1] + fresh) * (1 + 1e-12)


ONE_UNIT = Statement(
    Equal(
        A[before + 1] - w[before + 1],
        (1 + eps * C_W) * (A[before] - w[before]) + eps * C_Delta * A[before],
        by=step(before),
    ),
    for_all={N: naturals(1), **dict.fromkeys((eps, a, C_W, C_Delta), positive)},
    defined={
        w[0]: a,
        A[0]: a,
        w[before + 1]: w[before] + eps * C_W * w[before],
        A[before + 1]: A[before] + eps * (C_W + C_Delta) * A[before],
    },
)

CLAIMS.add(
    id="LOOP-A-D2a",
    source=LOOPED_V0.section("D.2"),
    says="a_(n+1) <= (1 + eps c) a_n + eps |dW| |phi(h_n+)| for a 1-Lipschitz phi such as relu, "
    "which unrolls to a sum; for one positive unit every step is an equality.",
    statement=ONE_STEP,
    checks=(*LIPSCHITZ.checks, *UNROLLED.checks, *ONE_UNIT.checks),
    cross_checks=(Property(_each_step, RUNS, relation="<=", n=40),),
)


def _gronwall(loops: int, eps: float, s: float, seed: int) -> bool:
    """|dh_N| obeys both closed bounds of section 7.3.1."""
    p, change, after = changed(loops, eps, s, seed, width=WIDTH)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    top = float(np.max(np.linalg.norm(after["u"], axis=1))) / math.sqrt(WIDTH)
    distance = float(np.linalg.norm(after["h"][-1] - p["h"][-1])) / math.sqrt(WIDTH)
    sharp = formula("loop-update-upper-sharp")(size, eps, loops, c, 1.0, top)
    printed = formula("loop-update-upper")(size, eps, loops, c, 1.0, top)
    return bool(distance <= sharp * (1 + 1e-12) and sharp <= printed * (1 + 1e-12))


GRONWALL = (*LIPSCHITZ.checks, *UNROLLED.checks, *EXPONENTIALS.checks)


CLAIMS.add(
    id="LOOP-B-731",
    source=LOOPED.section("7.3.1"),
    says="|dh_N|/sqrt d <= C_Delta Q exp(M) eta eps N for |W| <= C_W, |dW| <= C_Delta eta, "
    "|phi(h_n+)| <= Q sqrt d and M = eps C_W N: each step adds at most this, the recursion's sum "
    "is C_Delta Q eta ((1 + eps C_W)^N - 1)/C_W, and that is at most C_Delta Q eta M exp(M)/C_W.",
    statement=ONE_STEP,
    checks=GRONWALL,
    cross_checks=(Property(_gronwall, RUNS, n=60),),
)


CLAIMS.add(
    id="LOOP-B-T2",
    source=LOOPED.theorem(2),
    says="|dh_N|/sqrt d = O(eta eps N) for |dW| = O(eta), |W| = O(1), bounded updated activations "
    "|phi(h_n+)|^2/d and eps N = O(1).",
    quote="Stable activations ... |u_n|^2/d = Theta(1), ensured by Theorem 1",
    reading="The theorem bounds the activations before the update and no norm of W. Its proof uses "
    "|W| <= C_W and a bound on the activations after the update, with which it is read here. "
    "Without a bound on W the sentence fails (LOOP-B-T2-needs).",
    statement=ONE_STEP,
    checks=GRONWALL,
    cross_checks=(Property(_gronwall, RUNS, n=60),),
    imprecise=True,
    exact="LOOP-B-T2-needs",
    change="Add to the hypotheses: |W| = O(1), and bounded activations after the update.",
    against=(
        Smallest(
            lambda c, N: (((1 + sp.Rational(c, N)) ** N - 1) / c, "<=", 2),
            {"c": [1, 2, 3, 4, 5, 6], "N": [1, 2, 3]},
            of=(
                "change over eta at eps = 1/N, h_0 = e_1, W = c e_2 e_2^T, dW = eta e_2 e_1^T",
                "2 eps N, with no bound on |W| = c",
            ),
        ),
    ),
)

CLAIMS.add(
    id="LOOP-B-T2-needs",
    source=LOOPED.ledger("ERR-7"),
    says="Theorem 2 needs a bound on |W|: for h_0 = e_1, W = c e_2 e_2^T and dW = eta e_2 e_1^T "
    "every activation before the update is e_1, and the output moves by eta ((1 + eps c)^N - 1)/c, "
    "which no multiple of eta eps N bounds for every c.",
    statement=Statement(
        Equal(C_W * A[N], eta * ((1 + eps * C_W) ** N - 1), by=induction(N, times=1 + eps * C_W)),
        Less(M * (eta * eps * N), A[2], where={N: 2, C_W: 2 * M / eps}, because=2 * eta * eps),
        for_all={N: naturals(1), **dict.fromkeys((eps, eta, C_W, M), positive)},
        defined={A[0]: 0, A[before + 1]: A[before] + eps * (eta + C_W * A[before])},
    ),
)


def _correction(loops: int, eps: float, s: float, seed: int) -> tuple[float, float]:
    """|eps W dU| of actual runs against the sum."""
    p, change, after = changed(loops, eps, s, seed, width=WIDTH)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    top = float(np.max(np.linalg.norm(after["u"], axis=1)))
    correction = np.linalg.norm(eps * p["W"][0] @ (after["u"] - p["u"]).sum(axis=0))
    bound = size * top * (((1 + eps * c) ** loops - 1) / c - eps * loops)
    return float(correction), float(bound) * (1 + 1e-9) + 1e-12


def _remainder(loops: int, eps: float, s: float, seed: int) -> tuple[float, float]:
    """|R_2| of actual runs against eps |dW| times the sum of all |dh_n|, bounded."""
    p, change, after = changed(loops, eps, s, seed, width=WIDTH)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    top = float(np.max(np.linalg.norm(after["u"], axis=1)))
    remainder = np.linalg.norm(eps * change @ (after["u"] - p["u"]).sum(axis=0))
    bound = size**2 * top * (((1 + eps * c) ** loops - 1) / c - eps * loops) / c
    return float(remainder), float(bound) * (1 + 1e-9) + 1e-12


SUMMED = Statement(
    Equal(
        (rho - 1) * total(rho ** (n - 1) - 1, n),
        rho**N - 1 - (rho - 1) * N,
        by=induction(N),
    ),
    for_all={N: naturals(1), rho: at_least(1)},
)
"""The recursion's bounds on all |dh_n|, summed; rho = 1 + eps c."""


CLAIMS.add(
    id="LOOP-A-D2b",
    source=LOOPED_V0.section("D.2"),
    says="If |W|, |dW|/eta and |phi(h_n+)|/sqrt d are bounded: |dh_N| = O(eta eps N sqrt d) while "
    "eps N = O(1), and so is |eps W dU|: eps c times the recursion's sums is at most eta Q sqrt d "
    "[((1 + eps c)^N - 1)/c - eps N].",
    statement=ONE_STEP,
    checks=(
        *GRONWALL,
        *SUMMED.checks,
    ),
    cross_checks=(Property(_correction, RUNS, relation="<=", n=60),),
)


CLAIMS.add(
    id="LOOP-A-D2c",
    source=LOOPED_V0.section("D.2"),
    says="|R_2| <= eps |dW| sum |dh_n| for a 1-Lipschitz phi, so with |dW| = eta at most eta^2 Q "
    "sqrt d [(1 + eps c)^N - 1 - eps c N]/c^2, which is at most eta^2 Q sqrt d (eps N)^2 "
    "exp(eps c N)/2: of second order in eta, and of the exponent of (eta eps N)^2.",
    quote="The remainder R_2 in (7) is second order in small updates and does not change the "
    "scaling exponent",
    reading="Second order is eta^2 at fixed eps N. The bound is on |R_2|, beside a leading term of "
    "order eta eps N: R_2 is small where eta is, and not at every eta (LOOP-A-E3).",
    statement=Statement(
        AtMost(N * log(1 + t), N * t, along=((t, 0),)),
        AtMost(exp(M) - 1 - M, M**2 * exp(M) / 2, along=((M, 0), (M, 0))),
        for_all={N: naturals(1), t: nonnegative, M: nonnegative},
    ),
    checks=(*GRONWALL, *SUMMED.checks),
    cross_checks=(Property(_remainder, RUNS, relation="<=", n=60),),
)
