"""When the bound of theorem 2 is sharp: 7.3.2 of the second version; plain gradient steps."""

import math

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Statement,
    array,
    interval,
    naturals,
    nonnegative,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws.sims.common.optimizers import Sign
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import SCALE, SEEDS, SPREAD, changed, trained
from depthlaws_papers.looped.claims.lemma_four import above_mean, added, below_power, lower, upper
from depthlaws_papers.looped.claims.stream import D, N, d, eps, eta, i, j, m, q, u

CLAIMS = Claims()

WIDTH = 24
RUNS = {"loops": [1, 2, 5, 9], "eps": SCALE, "s": SPREAD, "seed": SEEDS}


def _gain_bounds(loops: int, eps: float, s: float, seed: int) -> bool | None:
    """(1 -+ theta) zeta times m_- or sqrt(q_+) bound |dh_N|/(sqrt d eta eps N), theta < 1."""
    p, change, after = changed(loops, 0.2 * eps, s, seed, width=WIDTH)
    U, delta = p["u"].sum(axis=0), after["h"][-1] - p["h"][-1]
    main = 0.2 * eps * change @ U
    share = float(np.linalg.norm(delta - main) / np.linalg.norm(main))
    if share >= 1:
        return None
    mass, gain = residual.cone_mass(p["u"]), residual.update_gain(change, U, 0.7)
    moved = float(np.linalg.norm(delta)) / math.sqrt(WIDTH)
    at = (0.7, 0.2 * eps, loops, gain)
    low = formula("loop-update-sharp-lower")(*at, mass.mass, share)
    high = formula("loop-update-sharp-upper")(*at, mass.square, share)
    return low <= moved * (1 + 1e-12) and moved <= high * (1 + 1e-12)


def _gained() -> Statement:
    """The change eps dW U + e with |e| <= theta |eps dW U| and |dW U| = eta zeta |U|."""
    theta, zeta = scalars("theta zeta")
    rest = array("e")
    main = eps * total(D[i, j] * added.put({i: j}), j)
    length, gained = total(added**2, i), total(main**2, i)
    below = AtMost((eps * eta * zeta) ** 2 * length, gained)
    above = AtMost(gained, (eps * eta * zeta) ** 2 * length)
    share = AtMost(total(rest[i] ** 2, i), theta**2 * gained)
    change = sqrt(total((main + rest[i]) ** 2, i) / d)
    apart, along = (total((theta * main + sign * rest[i]) ** 2, i) / theta / d for sign in (1, -1))
    return Statement(
        AtMost(
            registered("loop-update-sharp-lower"),
            change,
            because=share.gap * (1 - theta) / theta / d
            + apart
            + (1 - theta) ** 2 * (below.gap / d + (eps * eta * zeta) ** 2 * lower),
        ),
        AtMost(
            change,
            registered("loop-update-sharp-upper"),
            because=share.gap * (1 + theta) / theta / d
            + along
            + (1 + theta) ** 2 * (above.gap / d + (eps * eta * zeta) ** 2 * upper),
        ),
        for_all={
            N: naturals(1),
            d: naturals(1),
            **dict.fromkeys((eps, eta, zeta, m, q), nonnegative),
            theta: interval(0, 1, low_open=True, high_open=True),
            u: nonnegative[N, d],
            D: reals[d, d],
            rest: reals[d],
        },
        given=(above_mean, below_power, below, above, share),
    )


CLAIMS.add(
    id="LOOP-B-ZETA",
    source=LOOPED.section("7.3.2"),
    says="With gain zeta of the update on U_N and nonlinear share theta < 1: (1 - theta) zeta m_- "
    "<= |dh_N|/(sqrt d eta eps N) <= (1 + theta) zeta sqrt(q_+): lemma 4 and the triangle "
    "inequality.",
    statement=_gained(),
    cross_checks=(Property(_gain_bounds, RUNS, n=60),),
)


def _nonlinear_share(time: float) -> float:
    """Mean theta of a small sign step at N = 16, dense networks."""
    model = ResidualMLP(width=256, loops=16, eps=time / 16)
    draws = trained(model, Sign(rate=1e-4), "nonlinear", samples=8, seed=1)
    return float(draws[:, 1].mean())


def _premise(time: float) -> tuple[float, float]:
    return _nonlinear_share(time), 1.0


def _gain_of_signs(time: float) -> tuple[float, float]:
    """zeta of a small sign step over 1/sqrt(pi), minus one."""
    model = ResidualMLP(width=256, loops=8, eps=time / 8)
    draws = trained(model, Sign(rate=1e-4), "coherence", samples=24, seed=2)
    return abs(float(draws[:, 1].mean()) * math.sqrt(math.pi) - 1), 0.03


CLAIMS.add(
    id="LOOP-B-ZETA-range",
    source=LOOPED.ledger("ERR-9"),
    says="For sign steps the premise theta < 1 holds at T = 1/2, 1 and 2 and fails at T = 3.5, and "
    "zeta is 1/sqrt(pi) to 3 %.",
    checks=(
        Property(_premise, {"time": [0.5, 1.0, 2.0]}, relation="<", met="0.693"),
        Property(_premise, {"time": [3.5]}, relation=">", met="0.755"),
        Property(_gain_of_signs, {"time": [0.25, 1.0]}, relation="<", met="0.323"),
    ),
    why_sampled="random",
)


# -- plain gradient steps --------------------------------------------------------------------------


def _descent_exponent(loops: int, s: float) -> tuple[float, float]:
    """RMS output change of a gradient step: local exponent in T = eps N at small T is 2."""
    at = [updates.gradient_step(Stream(loops=loops, eps=T / loops, s=s)).rms for T in (1e-4, 2e-4)]
    return math.log2(at[1] / at[0]), 2.0


def _small_time(loops: int, h0: float, eta: float, variance: float) -> tuple[float, float]:
    """RMS of a gradient step against its small-T law, at T = 0.0001."""
    time = 1e-4
    stream = Stream(loops=loops, eps=time / loops, h0=h0)
    size = updates.gradient_step(stream, eta, variance=variance).rms
    return size, formula("gradient-descent-small-time")(time, h0, eta, variance)


CLAIMS.add(
    id="LOOP-B-T2-descent",
    source=LOOPED.ledger("ERR-21"),
    says="At infinite width a plain gradient step of 1, 2 or 6 loops changes the output at eps N = "
    "1e-4 by eta (eps N)^2 H_0/2 in RMS, below theorem 2's O(eta eps N), for a backward vector of "
    "variance 1.",
    checks=(
        Property(_descent_exponent, {"loops": [1, 2, 6], "s": [0.5, 1.0, 2.0]}, rtol=1e-7, n=9),
        Property(
            _small_time,
            {
                "loops": [1, 2, 6],
                "h0": [1.0, 3.0],
                "eta": [1.0, 0.3],
                "variance": [1.0, 2.0],
            },
            rtol=1e-7,
            n=24,
        ),
    ),
    why_sampled="no enclosure of a response",
)
