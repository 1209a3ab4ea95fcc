"""Bounds on ReLU overlaps and what follows for energies and updates at infinite width.

``overlap[n, k]`` is E phi(h_n) phi(h_k), ``moved[n, k]`` the covariance of the changes of two
states, ``gate[n, k]`` the probability that both are positive. Sums run over the N steps.
"""

import sympy as sp

from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.stated import D
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Statement,
    array,
    arrays,
    at_least,
    exp,
    half,
    index,
    indices,
    induction,
    interval,
    log,
    naturals,
    nonnegative,
    pi,
    positive,
    rational,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws_papers.looped.claims.common import rho
from depthlaws_papers.looped.claims.stream import N, before, eps, eta, k, n, s

overlap, moved, gate, root, lack, height = arrays("overlap moved gate R lack height")
R_0, H_0, b, t, alpha = scalars("R_0 H_0 b t alpha")

KAPPA = Statement(
    Equal(D(law("kappa-relu", rho=rho), rho), registered("gate-relu", rho=rho)),
    AtMost(rational(1, 4), registered("gate-relu", rho=rho), along=((rho, 0),)),
    Equal(
        registered("kappa-relu", rho=rho) - rho * registered("gate-relu", rho=rho),
        sp.sqrt(1 - rho**2) / (2 * sp.pi),
    ),
    Equal(registered("kappa-relu", rho=0), 1 / (2 * pi)),
    Equal(registered("kappa-relu", rho=1), half),
    for_all={rho: interval(0, 1, high_open=True)},
)
"""kappa rises from 1/(2 pi) to 1/2, and m kappa(K/m) grows with m: it is at least K kappa(1)."""

per_loop = eps * s / sqrt(2)
growth = 1 + per_loop
least = AtMost(R_0**2 / 2, overlap[n, k])
most = AtMost(overlap[n, k], root[n] * root[k] / 2)
energy = R_0**2 + (eps * s) ** 2 * total(overlap[n, k], n, k)

ENERGY_BELOW = Statement(
    AtMost(
        R_0**2 * (1 + (s * eps * N) ** 2 / 2),
        energy,
        because=(eps * s) ** 2 * total(least.gap, n, k),
    ),
    for_all={
        N: naturals(1),
        **dict.fromkeys((eps, s, R_0), nonnegative),
        overlap: nonnegative[N, N],
    },
    given=(least,),
    about=R_0,
)
ENERGY_ABOVE = Statement(
    AtMost(
        sqrt(energy),
        R_0 + per_loop * total(root[n], n),
        because=(eps * s) ** 2 * total(most.gap, n, k) + 2 * R_0 * per_loop * total(root[n], n),
    ),
    for_all={
        N: naturals(1),
        **dict.fromkeys((eps, s, R_0), nonnegative),
        overlap: nonnegative[N, N],
        root: nonnegative[N],
    },
    given=(most,),
)
ratio = scalars("rho")  # 1 + eps s/sqrt 2
COMPOUND = Statement(
    Equal(
        height[N],
        R_0 * ratio**N - total(ratio ** (N - n) * lack[n], n),
        by=induction(N, times=ratio),
    ),
    for_all={N: naturals(1), ratio: at_least(1), R_0: positive, lack: nonnegative[N]},
    defined={
        height[0]: R_0,
        height[before + 1]: ratio * height[before] - lack[before + 1],
    },
)
UPPER = Statement(
    Equal((R_0 * growth**N) ** 2, registered("tied-energy-upper", h0=R_0**2)),
    for_all={N: naturals(1), eps: nonnegative, s: nonnegative, R_0: positive},
)
EXPONENTIAL = Statement(
    AtMost(2 * N * log(1 + t), 2 * N * t, along=((t, 0),)), for_all={N: naturals(1), t: nonnegative}
)

UPDATE_BELOW = Statement(
    AtMost(
        (eta * eps * N) ** 2 * R_0**2 / 2,
        eps**2 * total(eta**2 * overlap[n, k] + s**2 * gate[n, k] * moved[n, k], n, k),
        because=eps**2 * eta**2 * total(least.gap, n, k)
        + eps**2 * s**2 * total(gate[n, k] * moved[n, k], n, k),
    ),
    for_all={
        N: naturals(1),
        **dict.fromkeys((eps, eta, s, R_0), nonnegative),
        **dict.fromkeys((overlap, gate, moved), nonnegative[N, N]),
    },
    given=(least,),
    about=R_0,
)
passed = (eta * eps) ** 2 * (n - 1) * (k - 1) * R_0**2 / 2  # the lower bound before steps n and k
later = AtMost(passed, moved[n, k])
more = array("more")  # by which a gate exceeds 1/4
UPDATE_GROWS = Statement(
    AtMost(
        (eta * eps) ** 2 * R_0**2 / 2 * (N**2 + (eps * s) ** 2 / 4 * total(n - 1, n) ** 2),
        eps**2
        * total(eta**2 * overlap[n, k] + s**2 * (rational(1, 4) + more[n, k]) * moved[n, k], n, k),
        because=eps**2 * eta**2 * total(least.gap, n, k)
        + eps**2 * s**2 * total(more[n, k] * moved[n, k], n, k)
        + eps**2 * s**2 * total(later.gap, n, k) / 4,
    ),
    for_all={
        N: naturals(1),
        **dict.fromkeys((eps, eta, s, R_0), nonnegative),
        **dict.fromkeys((overlap, more, moved), nonnegative[N, N]),
    },
    given=(least, later),
    about=R_0,
)
PAIRS = Statement(
    Equal(total(n - 1, n), N * (N - 1) / 2, by=induction(N)), for_all={N: naturals(1)}
)
UPDATE_ABOVE = Statement(
    Equal(
        height[N],
        N * b * ratio ** (N - 1) - total(ratio ** (N - n) * lack[n], n),
        by=induction(N, times=ratio),
    ),
    for_all={N: naturals(1), ratio: at_least(1), b: nonnegative, lack: nonnegative[N]},
    defined={
        height[0]: 0,
        height[before + 1]: ratio * height[before] + b * ratio**before - lack[before + 1],
    },
)
"""b = eps eta sqrt(H_0/2), and the sizes of the states at step n are at most rho^n sqrt(H_0)."""
STABLE_TIME = Statement(
    AtMost((1 - alpha) * log(N), 0), for_all={N: naturals(1), alpha: at_least(1)}
)
"""T = eps N = N^(1 - alpha) is at most 1 for alpha >= 1."""
GROWING = Statement(
    Equal(
        R_0**2 * (1 + (s * N ** (-alpha) * N) ** 2 / 2),
        R_0**2 * (1 + s**2 * N ** (2 * (1 - alpha)) / 2),
    ),
    Exactly(2 * (1 - alpha) > 0, alpha < 1),
    for_all={N: naturals(1), s: positive, R_0: positive, alpha: reals},
    about=R_0,
)
"""The lower bound at eps = N^-alpha grows without end for alpha < 1."""

NORMALISED_BELOW = Statement(
    AtMost(
        R_0**2 + (s * eps * N) ** 2 / (2 * pi),
        energy,
        because=(eps * s) ** 2 * total(overlap[n, k] - 1 / (2 * pi), n, k),
    ),
    for_all={
        N: naturals(1),
        **dict.fromkeys((eps, s, R_0), nonnegative),
        overlap: nonnegative[N, N],
    },
    given=(AtMost(1 / (2 * pi), overlap[n, k]),),
    about=R_0,
)
"""With a norm before the branch every overlap is kappa of a correlation from 0 to 1."""

top = scalars("H_out")
below_top = AtMost(overlap[n, k], top / 2)
MEAN_OVERLAP = Statement(
    AtMost(R_0**2 / 2, total(overlap[n, k], n, k) / N**2, because=total(least.gap, n, k) / N**2),
    AtMost(total(overlap[n, k], n, k) / N**2, top / 2, because=total(below_top.gap, n, k) / N**2),
    for_all={N: naturals(1), R_0: nonnegative, top: nonnegative, overlap: nonnegative[N, N]},
    given=(least, below_top),
)


def _visit() -> Statement:
    """Growth of a bound R^2 on all energies so far by one visit of a layer, after K visits of it.

    Branch scales e_k and a are sizes; signs of scales only lessen the growth, for overlaps of ReLU
    are not negative. Branches of other layers are orthogonal to this one.
    """
    K, own, size, scale = scalars("K own R a")
    passed, scales = indices("k", K), arrays("e")[0]
    before_it = arrays("overlap")[0]
    each, itself = AtMost(before_it[passed], size**2 / 2), AtMost(own, size**2 / 2)
    summed = total(scales[passed], passed)
    return Statement(
        AtMost(
            s**2 * (2 * scale * total(scales[passed] * before_it[passed], passed) + scale**2 * own),
            size**2 * s**2 / 2 * ((summed + scale) ** 2 - summed**2),
            because=s**2
            * (2 * scale * total(scales[passed] * each.gap, passed) + scale**2 * itself.gap),
        ),
        for_all={
            K: naturals(0),
            **dict.fromkeys((s, scale, own, size), nonnegative),
            **dict.fromkeys((scales, before_it), nonnegative[K]),
        },
        given=(each, itself),
    )


def _growths() -> Statement:
    """An energy that grows by the factor 1 + x at most is below one that grows by exp(x)."""
    K, first = scalars("K H_0")
    low, high, x, more, lack = arrays("H E x more lack")
    done, at = index("done", 0, K - 1), index("at", 0, K - 1)
    positive_ = AtMost(
        0, high[at], by=induction(at), because=high[at] * (1 + x[at + 1] + more[at + 1])
    )
    below = AtMost(low[at], high[at])
    return Statement(
        positive_,
        AtMost(
            low[at],
            high[at],
            by=induction(at),
            because=(1 + x[at + 1]) * below.gap + more[at + 1] * positive_.gap + lack[at + 1],
        ),
        for_all={
            K: naturals(1),
            first: nonnegative,
            **dict.fromkeys((x, more, lack), nonnegative[K]),
        },
        given=(AtMost(low[0], high[0]),),
        defined={
            low[0]: first,
            high[0]: first,
            low[done + 1]: low[done] * (1 + x[done + 1]) - lack[done + 1],
            high[done + 1]: high[done] * (1 + x[done + 1] + more[done + 1]),
        },
    )


VISIT, GROWTHS = _visit(), _growths()
ONE_BELOW_EXP = Statement(AtMost(1 + t, exp(t), along=((t, 0),)), for_all={t: nonnegative})
ANY_ORDER = (*KAPPA.checks, *VISIT.checks, *GROWTHS.checks, *ONE_BELOW_EXP.checks)
"""H <= H_0 exp(s^2/2 sum_l S_l^2): the squares S_l^2 of the sums of scales telescope in x."""
