"""alpha(t) to any precision, and certified, as the root of a time formula.

On each side of the target time is monotone in alpha, so a change of its sign encloses alpha.
"""

import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from depthlaws.base import extras
from depthlaws.theory.chain import flow, time_courses
from depthlaws.theory.symbolic.formula import Formula

if TYPE_CHECKING:
    from flint import arb

mpmath: Any = extras.optional("mpmath", "alpha to many digits")

GUARD_DIGITS = 10
SECANT_STEPS = 60
FIRST_STEP = 2.0**-30  # of the secant method, relative
STRIDE = 2.0**13  # largest ratio of alpha over which one quadrature is accurate
MAX_ALPHA = 1e30
MAX_LOST_DIGITS = 5000  # of 1-alpha: more take minutes
BITS_PER_DIGIT = math.log2(10)


def _time_law(L: Any, tau: Any, network: str, r: Any) -> tuple[Formula, tuple[Any, ...]]:
    """Return the time formula of a network, and its arguments after alpha and alpha0."""
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
    """Return alpha(t) by mpmath, to dps digits of both alpha and 1-alpha.

    Numbers are taken exactly as they are given (floats as that double). The result carries the
    digits that 1-alpha needs: subtract at a higher ``mpmath.mp.dps`` than usual. Raises: ValueError
    outside the domain, as :func:`theory.chain.flow.alpha`; ArithmeticError where alpha(t) is above
    1e30 (L > 1) or 1-alpha has thousands of zeros.
    """
    floats = (float(t), float(alpha0), float(L), float(tau))
    gap = float(flow.gap(*floats, network=network, r=r))
    if t == 0 or alpha0 == 1:
        return mpmath.mpmathify(alpha0)
    if L == 1 and network != "block2":
        with mpmath.workdps(dps + GUARD_DIGITS):  # linear: no root to find, at any t
            decay = mpmath.exp(-mpmath.mpmathify(t) / mpmath.mpmathify(tau))
            return 1 - (1 - mpmath.mpmathify(alpha0)) * decay
    law, parameters = _time_law(L, tau, network, r)
    near = float(flow.alpha(*floats, network=network, r=r))
    digits = _digits(t, near, gap, L, tau, dps)
    stations = _stations(alpha0, near, L, digits)
    if L < 2:  # the time has a pole at infinite alpha: keep the quadrature away from it
        digits += math.ceil(max(0.0, float(mpmath.log10(stations[0]))))
    with mpmath.workdps(digits):
        side = mpmath.sign(gap) or mpmath.sign(1 - mpmath.mpmathify(alpha0))
        left = mpmath.mpmathify(t) - sum(
            law.mp(b, a, *parameters, dps=digits) for a, b in itertools.pairwise(stations)
        )

        def place(y: Any) -> Any:
            # In this coordinate the time is convex or concave, and in the end linear.
            return 1 / (1 + side * mpmath.exp(-y))

        def late(y: Any) -> Any:
            return law.mp(place(y), stations[-1], *parameters, dps=digits) - left

        y = mpmath.log(mpmath.mpf(near) / abs(gap)) if gap else mpmath.mpf(30)
        if side < 0:
            y = mpmath.log1p(1 / mpmath.mpf(abs(gap))) if gap else y
        unit = min(y, 1) if side < 0 else 1  # y vanishes only far above the target
        if (root := _secant(late, y, unit, dps)) is not None:
            return place(root)
    msg = f"no root of {law.id} at t = {t} after {SECANT_STEPS} secant steps"
    raise ArithmeticError(msg)


def _secant(error: Callable[[Any], Any], y: Any, unit: Any, dps: int) -> Any:
    """Return the root of an error near y by the secant method, or None if it is not found.

    The root has dps digits after the point, in multiples of ``unit``.
    """
    before, last = y + FIRST_STEP * unit, error(y + FIRST_STEP * unit)
    for _ in range(SECANT_STEPS):
        now = error(y)
        if now == last:
            break
        y, before, last = y - now * (y - before) / (now - last), y, now
        if abs(y - before) < mpmath.mpf(10) ** (-dps - 2) * unit:
            return y
    return None


def _digits(t: Any, near: float, gap: float, L: Any, tau: Any, dps: int) -> int:
    """Return the digits to work with.

    1-alpha loses some near the target, and 1/alpha far above it.
    """
    if near > MAX_ALPHA:
        msg = f"alpha(t) must be at most {MAX_ALPHA:g}, got {near:.3g}; chain.alpha has no limit"
        raise ArithmeticError(msg)
    lost = -math.log10(abs(gap)) if gap else float(t) / float(tau) / math.log(10)
    if lost > MAX_LOST_DIGITS:
        msg = f"1-alpha must be above 1e-{MAX_LOST_DIGITS}, got 1e-{lost:.0f} at t = {t}"
        raise ArithmeticError(msg)
    # Quadrature stops at an absolute error of the time, which goes like 1/alpha^(2-2/L).
    above = (3 - 2 / float(L)) * math.log10(max(near, 1.0))
    return dps + GUARD_DIGITS + math.ceil(max(0.0, lost) + above)


def _stations(alpha0: Any, near: float, L: Any, digits: int) -> list[Any]:
    """Return the start and points between it and the end, each a factor STRIDE below the last.

    A start far above the end is lowered to where alpha/alpha0 to the power 2-2/L is below the last
    digit.
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
) -> "arb":
    """Return a certified enclosure of alpha(t), with about prec bits of alpha and of 1-alpha.

    The sign of time(alpha) - t at both ends of the ball certifies it. The ball is not finite if no
    ball of relative radius below 1/256 could be certified.
    Raises: ValueError outside the domain.
    """
    arb: Any = extras.imported("flint", "a certified alpha").arb
    from depthlaws.theory.symbolic import balls

    root = alpha_mp(t, alpha0, L, tau, network=network, r=r, dps=int(prec / BITS_PER_DIGIT) + 5)
    if t == 0 or alpha0 == 1:
        return arb(alpha0)
    law, parameters = _time_law(L, tau, network, r)
    distance = min(mpmath.mpf(1), abs(root - 1) / root)
    bits = prec + 40 + max(0, -mpmath.mag(distance), mpmath.mag(root))
    with balls.precision(bits):
        centre = arb(mpmath.nstr(root, int(bits / BITS_PER_DIGIT) + 5)).mid()
        exact_t, side = arb(t), 1 if root < 1 else -1

        def is_late(end: "arb") -> bool | None:
            late = law.ball(end, alpha0, *parameters, prec=bits) - exact_t
            return True if late * side > 0 else False if late * side < 0 else None

        for lost in range(4, prec - 8, 8):
            radius = centre * arb(mpmath.nstr(distance, 20)) * arb(2) ** (lost - prec)
            low, high = (centre - radius).mid(), (centre + radius).mid()
            if is_late(low) is False and is_late(high) is True:
                return low.union(high)
    return arb.nan()
