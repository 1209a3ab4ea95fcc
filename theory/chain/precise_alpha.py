"""alpha(t) to any precision, and certified: the root of a time formula.

On each side of the target time is monotone in alpha, so a change of its sign encloses alpha.
"""

import itertools
import math
from typing import Any

import mpmath
from flint import arb

from depthlaws.theory.chain import flow, time_courses
from depthlaws.theory.symbolic import balls
from depthlaws.theory.symbolic.formula import Formula

GUARD_DIGITS = 10
SECANT_STEPS = 60
FIRST_STEP = 2.0**-30
STRIDE = 2.0**13  # a time is found in pieces from far above: quadrature sees no more in one
HIGHEST = 1e30  # alpha(t)
MOST_DIGITS = 5000  # minutes
BITS_PER_DIGIT = math.log2(10)


def _time_law(L: Any, tau: Any, network: str, r: Any) -> tuple[Formula, tuple[Any, ...]]:
    """Time formula of a network, and its arguments after alpha and alpha0."""
    if network != "block2":
        return time_courses.chain_time, (L, tau)
    if math.isinf(float(L)):
        return time_courses.block2_infinite_time, (r, tau)
    return time_courses.block2_time, (L, r, tau)


def alpha_mp(
    t: Any,
    alpha0: Any,
    L: Any,
    tau: Any = 1,
    *,
    network: str = "feedforward",
    r: Any = None,
    dps: int = 30,
) -> Any:
    """alpha(t) by mpmath, to dps digits of both alpha and 1-alpha.

    Numbers are taken exactly as they are given (floats as that double). The result carries the
    digits that 1-alpha needs: subtract at a higher ``mpmath.mp.dps`` than usual.
    Raises: ValueError outside the domain, as :func:`theory.chain.flow.alpha`; ArithmeticError where
    alpha(t) is above 1e30 (L > 1) or 1-alpha has thousands of zeros.
    """
    floats = (float(t), float(alpha0), float(L), float(tau))
    gap = float(flow.gap(*floats, network=network, r=r))
    if t == 0 or alpha0 == 1:
        return mpmath.mpmathify(alpha0)
    if L == 1 and network != "block2":
        with mpmath.workdps(dps + GUARD_DIGITS):  # linear: no root to find, at any t
            decay = mpmath.exp(-mpmath.mpmathify(t) / mpmath.mpmathify(tau))
            return 1 - (1 - mpmath.mpmathify(alpha0)) * decay
    law, rest = _time_law(L, tau, network, r)
    near = float(flow.alpha(*floats, network=network, r=r))
    digits = _digits(t, near, gap, L, tau, dps)
    way = _way(alpha0, near, L, digits)
    if L < 2:  # time has a pole at infinite alpha, and the quadrature must not step on it
        digits += math.ceil(max(0.0, float(mpmath.log10(way[0]))))
    with mpmath.workdps(digits):
        side = mpmath.sign(gap) or mpmath.sign(1 - mpmath.mpmathify(alpha0))
        left = mpmath.mpmathify(t) - sum(
            law.mp(b, a, *rest, dps=digits) for a, b in itertools.pairwise(way)
        )

        def place(y: Any) -> Any:
            # In this coordinate the time is convex or concave, and in the end linear.
            return 1 / (1 + side * mpmath.exp(-y))

        def late(y: Any) -> Any:
            return law.mp(place(y), way[-1], *rest, dps=digits) - left

        y = mpmath.log(mpmath.mpf(near) / abs(gap)) if gap else mpmath.mpf(30)
        if side < 0:
            y = mpmath.log1p(1 / mpmath.mpf(abs(gap))) if gap else y
        unit = min(y, 1) if side < 0 else 1  # y vanishes only far above the target
        before, error = y + FIRST_STEP * unit, late(y + FIRST_STEP * unit)
        for _ in range(SECANT_STEPS):
            now = late(y)
            if now == error:
                break
            y, before, error = y - now * (y - before) / (now - error), y, now
            if abs(y - before) < mpmath.mpf(10) ** (-dps - 2) * unit:
                return place(y)
    msg = f"no root of {law.id} at t = {t} after {SECANT_STEPS} secant steps"
    raise ArithmeticError(msg)


def _digits(t: Any, near: float, gap: float, L: Any, tau: Any, dps: int) -> int:
    """Digits to work with: 1-alpha loses some near the target, and 1/alpha far above it."""
    if near > HIGHEST:
        msg = f"alpha(t) must be at most {HIGHEST:g} for its digits, got {near:.3g}: see flow.alpha"
        raise ArithmeticError(msg)
    lost = -math.log10(abs(gap)) if gap else float(t) / float(tau) / math.log(10)
    if lost > MOST_DIGITS:
        msg = f"1-alpha must have fewer than {MOST_DIGITS} zeros, at t = {t} it has {lost:.3g}"
        raise ArithmeticError(msg)
    # Quadrature stops at an absolute error of the time, which goes like 1/alpha^(2-2/L).
    above = (3 - 2 / float(L)) * math.log10(max(near, 1.0))
    return dps + GUARD_DIGITS + math.ceil(max(0.0, lost) + above)


def _way(alpha0: Any, near: float, L: Any, digits: int) -> list[Any]:
    """Start, and points on the way down from far above, each STRIDE below the one before.

    Of a start above them all shows alpha/alpha0 to the power 2-2/L: less than the last digit.
    """
    start, end = mpmath.mpmathify(alpha0), mpmath.mpf(max(near, 1.0))
    if L > 1:
        start = min(start, end * mpmath.mpf(10) ** (digits / (2 - 2 / float(L))))
    points = [start]
    while points[-1] > STRIDE * end:
        points.append(points[-1] / STRIDE)
    return points


def alpha_ball(
    t: Any,
    alpha0: Any,
    L: Any,
    tau: Any = 1,
    *,
    network: str = "feedforward",
    r: Any = None,
    prec: int = 128,
) -> arb:
    """Certified enclosure of alpha(t), with about prec bits of alpha and of 1-alpha.

    Certified by the sign of time(alpha) - t at both ends of the ball. Not finite if no ball of
    relative radius below 1/256 could be certified.
    Raises: ValueError outside the domain.
    """
    root = alpha_mp(t, alpha0, L, tau, network=network, r=r, dps=int(prec / BITS_PER_DIGIT) + 5)
    if t == 0 or alpha0 == 1:
        return arb(alpha0)
    law, rest = _time_law(L, tau, network, r)
    distance = min(mpmath.mpf(1), abs(root - 1) / root)
    bits = prec + 40 + max(0, -mpmath.mag(distance), mpmath.mag(root))
    with balls.precision(bits):
        centre = arb(mpmath.nstr(root, int(bits / BITS_PER_DIGIT) + 5)).mid()
        exact_t, side = arb(t), 1 if root < 1 else -1

        def is_late(end: arb) -> bool | None:
            late = law.ball(end, alpha0, *rest, prec=bits) - exact_t
            return True if late * side > 0 else False if late * side < 0 else None

        for lost in range(4, prec - 8, 8):
            radius = centre * arb(mpmath.nstr(distance, 20)) * arb(2) ** (lost - prec)
            low, high = (centre - radius).mid(), (centre + radius).mid()
            if is_late(low) is False and is_late(high) is True:
                return low.union(high)
    return arb.nan()
