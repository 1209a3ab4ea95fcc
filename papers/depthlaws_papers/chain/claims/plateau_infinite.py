"""Initial plateau at infinite depth: section 2, the bound below equation (10)."""

import math

import sympy as sp

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    exp,
    positive,
    registered,
    tree,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    SHARE,
    START,
    alpha0,
    v,
    x,
)

CLAIMS = Claims()


# alpha0 = 1/(1 + v + x) and theta = 1/(1 + v) cover every 0 < alpha0 < theta < 1.


ENDS = {"alpha0": 1 / (1 + v + x), "theta": 1 / (1 + v)}
to_threshold = registered("chain-time-infinite-depth", tau=1, alpha=1 / (1 + v))
from_start = to_threshold.put({alpha0: 1 / (1 + v + x)})
exact = 1 / alpha0 - (1 + v) + sp.log(1 / alpha0 - 1) - sp.log(v)


CLAIMS.add(
    id="CHAIN-I14",
    source=CHAIN.section("2, initial plateau"),
    says="At infinite depth the plateau stays finite, tau/alpha0 to leading order.",
    quote="the plateau duration in the infinite-depth scalar linear network remains finite, with "
    "an upper bound of T < tau/alpha(0)",
    reading="The time is finite, as printed. The paper's strict bound fails: eq. (10) gives "
    "equality, and the exact time to a threshold exceeds tau/alpha0 for every small alpha0 (below "
    "0.1192 for one half).",
    imprecise=True,
    exact="CHAIN-I14-bounds",
    statement=Statement(
        # finite
        Equal(from_start, x + sp.log(v + x) - sp.log(v)),
        # alpha0 t_theta/tau -> 1 for every threshold.
        Equal(lim(alpha0 * exact, alpha0, 0), 1),
        for_all={v: positive, x: positive},
    ),
    change="with T = tau/alpha(0) to leading order.",
    against=(
        Smallest(
            lambda n: (n - 2 + sp.log(n - 1), "<", n),
            {"n": range(3, 13)},
            of=(
                "exact time from alpha = 1/n to 1/2 at infinite depth, in tau",
                "tau/alpha(0), in tau",
            ),
        ),
    ),
)


def _two_sided(start: float, threshold: float) -> bool | None:
    if not start < threshold:
        return None
    exact = chain.time(threshold, start, math.inf)
    low = 1 / start - 1 / threshold
    high = low + math.log(1 / start) - math.log(1 / threshold - 1)
    return low * (1 - 1e-12) <= exact <= high * (1 + 1e-12) + 1e-9


CLAIMS.add(
    id="CHAIN-I14-bounds",
    source=CHAIN.beyond("ERR-A3"),
    says="At infinite depth 1/alpha0 - 1/theta < t_theta/tau < 1/alpha0 - 1/theta + "
    "ln(1/alpha0) - ln(1/theta - 1) for 0 < alpha0 < theta < 1; the time exceeds tau/alpha0 "
    "exactly for alpha0 < 1/(1 + (1/theta - 1) exp(1/theta)).",
    statement=Statement(
        # exact time minus lower bound
        Equal(from_start - registered("chain-infinite-plateau-lower", **ENDS), sp.log(1 + x / v)),
        Less(0, sp.log(1 + x / v)),
        # The upper bound minus the exact time is -ln(1 - alpha0).
        Equal(
            registered("chain-infinite-plateau-upper", **ENDS) - from_start,
            -sp.log((v + x) / (1 + v + x)),
        ),
        Less(0, -sp.log(1 - alpha0)),
        # exp(t_theta/tau - 1/alpha0), at alpha0 = 1/(1 + x), theta = 1/(1 + v), is above 1 exactly
        # where x is above 1/alpha0 - 1 at the registered threshold.
        Equal(exp(to_threshold.put({alpha0: 1 / (1 + x)}) - (1 + x)), x / (v * sp.exp(1 + v))),
        Exactly(tree(x / (v * sp.exp(1 + v))) > 1, tree(v * sp.exp(1 + v)) < x),
        Equal(
            1 / registered("chain-plateau-exceeds-below", theta=1 / (1 + v)) - 1, v * sp.exp(1 + v)
        ),
        for_all={v: positive, x: positive, alpha0: SHARE},
    ),
    cross_checks=(Property(_two_sided, {"start": START, "threshold": START}, n=200),),
)
