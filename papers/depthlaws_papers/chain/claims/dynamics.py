"""Dynamics of the relative total weight: section 2, equation (6)."""

from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    positive,
    registered,
    same,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    SHARE,
    L,
    alpha,
    k,
    loss,
    minimum,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    speed_of_alpha,
    step_in_units,
    tau,
    v,
    w,
    x,
)

CLAIMS = Claims()


# At a total weight of alpha times that of the minimum, w = r^(1/L) in every layer.
excess = loss(minimum("feedforward") ** L * alpha) - loss(mu_yx / mu_xx)
excess = excess.subs(mu_yx, r * mu_xx)


CLAIMS.add(
    id="CHAIN-I9",
    source=CHAIN.section("2"),
    says="The relative total weight alpha = w^L mu_xx/mu_yx is 1 at the global minimum and nowhere "
    "else: the loss exceeds its least value by mu_xx r^2 (1 - alpha)^2/2.",
    statement=Statement(
        Equal(excess, mu_xx * r**2 * (1 - alpha) ** 2 / 2),
        Exactly(same(mu_xx * r**2 * (1 - alpha) ** 2 / 2, 0), same(alpha, 1)),
        for_all={alpha: positive, r: positive, mu_xx: positive, mu_yy: positive, L: DEPTH},
    ),
)


flows = Equal(*speed_of_alpha("feedforward"))


CLAIMS.add(
    id="CHAIN-E6",
    source=CHAIN.eq(6),
    says="Under eq. (5) the relative total weight obeys tau d(alpha)/dt = "
    "alpha^(2 - 2/L) (1 - alpha): free of the data.",
    statement=Statement(
        flows,
        Equal(registered("chain-effective-flow"), alpha ** (2 - 2 / L) * (1 - alpha)),
        for_all={
            w: positive,
            L: DEPTH,
            r: positive,
            **MOMENTS,
            tau: positive,
            alpha: positive,
        },
    ),
)


def _data_free(depth: int, start: float, rate: float, ratio: float) -> tuple[Any, Any]:
    runs = []
    for target, second in ((1.0, 1.0), (ratio, 0.7)):
        out = scalar.gradient_descent(
            scalar.Grid(
                "feedforward",
                float(depth),
                mu_yx=target * second,
                mu_xx=second,
                rate=rate * chain.learning_rate(depth, target * second, second, 1.0),
                total=start * target,
                balanced=True,
            ),
            steps=12,
            record=range(13),
        )
        runs.append(np.squeeze(out["total"].to_numpy()) / target)
    return runs[0], runs[1]


CLAIMS.add(
    id="CHAIN-E5-descent",
    source=CHAIN.beyond("E5"),
    says="Under eq. (5) not only the flow but gradient descent itself is free of the data, for "
    "the same alpha0: v -> v + (k/L) (1 - v^L) v^(L-1) in v = w/w_*.",
    statement=Statement(
        # In v = w/w_* the step contains neither r nor mu_xx.
        Equal(step_in_units("feedforward", v), v + k / L * (1 - v**L) * v ** (L - 1)),
        for_all={v: positive, k: positive, L: DEPTH, r: positive, **MOMENTS},
    ),
    cross_checks=(
        Property(
            _data_free,
            {
                "depth": [1, 2, 3, 8, 40],
                "start": Interval(sp.Rational(1, 20), 2),
                "rate": Interval(sp.Rational(1, 10), 1),
                "ratio": Interval(sp.Rational(1, 10), 10),
            },
            rtol=1e-9,
            n=40,
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-C4",
    source=CHAIN.section("abstract"),
    says="Under eq. (5) the learning dynamics is independent of data: the equation is (CHAIN-E6), "
    "and so is the course from a fixed alpha0.",
    quote="the learning dynamics is independent of data",
    reading="The dynamics is independent of the data for a fixed alpha0 = w^L/r. Figure 2 fixes "
    "w^L = 0.1 instead, so that its alpha0 = 0.1/r depends on the data.",
    imprecise=True,
    exact="CHAIN-E5-descent",
    statement=Statement(
        flows,
        for_all={
            w: positive,
            L: DEPTH,
            r: positive,
            **MOMENTS,
            tau: positive,
        },
    ),
    change="Add: for a fixed alpha(0), the initial share of the target.",
    against=(
        Smallest(
            lambda mu_yx: (sp.Rational(1, 10 * mu_yx), "==", sp.Rational(1, 10)),
            {"mu_yx": [1, 2]},
            of=("alpha(0) of figure 2, w^L = 1/10 and mu_xx = 1", "alpha(0) at mu_yx = 1"),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I10",
    source=CHAIN.section("2"),
    says="The depth dependence fades: alpha^(2-2/L) -> alpha^2, for alpha < 1 from above, with a "
    "gap below (2/L) alpha^(2-2/L) ln(1/alpha).",
    quote="The dependence on L weakens as L increases",
    statement=Statement(
        Equal(lim(alpha ** (2 - 2 / L), L, sp.oo), alpha**2),
        # alpha^(2-2/L) - alpha^2 = alpha^(2-2/L) (1 - exp(-x)) with x = (2/L) ln(1/alpha).
        Equal(alpha ** (2 - 2 / L) - alpha**2, alpha ** (2 - 2 / L) * (1 - alpha ** (2 / L))),
        Less(1 - sp.exp(-x), x, along=((x, 0),)),
        Less(0, 1 - sp.exp(-x)),
        for_all={alpha: SHARE, L: DEPTH, x: positive},
    ),
)
