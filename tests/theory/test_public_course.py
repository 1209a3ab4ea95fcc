"""The public time course in floats, in digits and in balls."""

import math
from typing import Any

import mpmath
import pytest
from flint import arb

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Check
from depthlaws.theory import chain
from depthlaws.theory.chain.precise_alpha import alpha_ball, alpha_mp
from depthlaws_papers.chain.claims.common import (
    ANY_DEPTHS,
    mp,
)
from tests.verdicts import assert_checks_hold

STATEMENTS: dict[str, list[Check]] = {}


def _there_and_back(depth: float, start: float, when: float) -> bool | None:
    """time and alpha (through gap) invert each other to the condition of the problem."""
    rest, value = chain.gap(when, start, depth), chain.alpha(when, start, depth)
    if abs(rest) < 1e-290:
        return None
    near = 0.5 < value < 2
    back = chain.time(None if near else value, start, depth, gap=rest if near else None)
    return abs(back - when) <= 1e-12 * (1 + when + 1 / min(start, value))


def _while_it_climbs(depth: float, start: float, share: float) -> bool | None:
    """The same at shares of the time to half of the target, where a tiny start takes off."""
    return _there_and_back(depth, start, share * chain.time(0.5, start, depth))


def _certified(depth: Any, start: str, when: str) -> bool:
    """The certified enclosure holds the many-digit value and the float."""
    ball = alpha_ball(when, start, depth)
    digits = alpha_mp(when, start, depth, dps=25)
    number = chain.alpha(float(when), float(start), float(depth))
    near = abs(float(digits) - number) <= 1e-12 * number
    return bool(ball.overlaps(arb(mpmath.nstr(digits, 25), "1e-22"))) and near


def _birth_above(depth: float, start: float) -> tuple[float, float]:
    """alpha comes from infinity: the integral of 1/speed from there."""
    with mpmath.workdps(30):
        p = 2 if math.isinf(depth) else 2 - 2 / mpmath.mpf(depth)
        # z = 1/alpha: dt = -z^(p-1)/(1-z)... dz
        ends = [0, 1 / mpmath.mpf(start)]
        integral = mpmath.quad(lambda z: z ** (p - 1) / (1 - z), ends)
    return chain.earliest(start, depth), -float(integral)


def _birth_below(start: float) -> tuple[float, float]:
    """One layer leaves 0 in finite time: t = ln(1 - alpha0)."""
    return chain.earliest(start, 1.0), math.log1p(-start)


def _block2_birth(depth: float, start: float, ratio: float) -> tuple[float, float]:
    with mpmath.workdps(20):
        ends = [0, mpmath.mpf(1) / 10**8, 1 / mpmath.mpf(start)]

        def slowness(z: Any) -> Any:
            return 1 / (-mp("block2-effective-flow", 1 / z, depth, ratio) * z**2)

        integral = mpmath.quad(slowness, [mpmath.mpf(10) ** -18, *ends[1:]])
    return chain.earliest(start, depth, network="block2", r=ratio), -float(integral)


# The public course: time and alpha invert each other on both sides of the target at every depth,
# the certified enclosures hold the floats, and solutions above the target begin at alpha =
# infinity at the time that the integral of 1/speed gives.
STATEMENTS["public course"] = [
    Property(
        _there_and_back,
        {
            "depth": ANY_DEPTHS,
            "start": [1e-6, 0.01, 0.3, 0.9, 1.2, 5.0, 1e4],
            "when": [0.1, 1.0, 10.0, 200.0],
        },
    ),
    Property(
        _while_it_climbs,
        {
            "depth": ANY_DEPTHS,
            "start": [1e-9, 1e-6, 1e-3, 0.01, 0.1],
            "share": [0.3, 0.6, 0.8, 0.95, 0.99, 0.999, 1.0],
        },
    ),
    Property(
        _certified,
        {"depth": [3], "start": ["0.1", "2"], "when": ["0.5"]},
    ),
    Property(
        _birth_above,
        {"depth": [1.5, 2.0, 3.0, 64.0, 1e5, math.inf], "start": [1.1, 3.0, 50.0]},
        rtol=1e-9,
    ),
    Property(_birth_below, {"start": [0.01, 0.3, 0.9]}, rtol=1e-12, n=3, at_least=3),
    Property(
        _block2_birth,
        {"depth": [2.0, 5.0], "start": [1.2, 4.0], "ratio": [2.0]},
        rtol=1e-11,
        n=4,
        at_least=4,
    ),
]


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement_holds(name):
    assert_checks_hold(STATEMENTS[name])
