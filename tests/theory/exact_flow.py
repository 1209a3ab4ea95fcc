"""Times and positions of the gradient flow of the chain, to sixty digits."""

import math

import flint
import mpmath
from hypothesis import strategies as st

from depthlaws.theory.chain import flow
from depthlaws.theory.chain.balanced_flow import EFFECTIVE_FLOW

EPS = 2.0**-52
INF = math.inf
DEPTHS = (1.0, 1.3, 2.0, 2 + 1e-9, 3.0, 7.0, 100.0, 1e8, INF)
BELOW = (1e-12, 1e-6, 0.01, 0.3, 0.49999, 0.51, 0.9, 1 - 1e-7)
ABOVE = (1 + 1e-7, 1.4, 1.99999, 2.5, 40.0, 1e6)
SPEED = EFFECTIVE_FLOW["feedforward"].expr


def hyp2f1(c, z):
    """Real part of 2F1(1, c - 1; c; z) by Arb, in a tenth of mpmath's time."""
    with flint.ctx.workprec(mpmath.mp.prec + 60):  # c - 1 is exact
        c, z = flint.arb(c), flint.acb(flint.arb(z))
        value = z.hypgeom_2f1(1, c - 1, c).real
        assert value.rel_accuracy_bits() > 0.7 * mpmath.mp.prec
        return mpmath.ldexp(*map(int, value.mid().man_exp()))


def exact_time(end, start, depth):
    """Eq. (7) as printed, by 2F1; real parts on the cut, and the two limits."""
    depth = mpmath.mpf(depth)

    def primitive(a):
        if depth == 2:
            return mpmath.log(a / abs(1 - a))
        if depth == mpmath.inf:
            return -1 / a - mpmath.log(abs(1 / a - 1))
        c = 2 / depth
        return a ** (c - 1) / (c - 1) * hyp2f1(c, a)

    return primitive(mpmath.mpf(end)) - primitive(mpmath.mpf(start))


def speed(a, depth):
    return a ** (2 - 2 / mpmath.mpf(depth)) * (1 - a)


def moments(start, depth):
    """Times before, on and after the plateau; backwards too."""
    plateau = abs(flow.time(0.5 if start < 1 else 2.0, start, depth))
    first = flow.earliest(start, depth)
    return [
        *(plateau * f for f in (1e-9, 0.3, 0.999)),
        *(plateau + s for s in (1e-3, 1.0, 30.0, 100.0)),
        *(s for s in (-1e-6, -0.01, -1.0) if s > first),
    ]


positions = st.one_of(
    st.floats(-12, -1e-3).map(lambda e: 10.0**e), st.floats(1e-3, 6).map(lambda e: 10.0**e)
)
depths = st.one_of(st.sampled_from(DEPTHS), st.floats(1, 100))


def point(moment, start, depth, scale=1.0):
    """Position as (alpha, gap), None for the one that has lost digits; and eps of it in time."""
    a, rest = (f(moment, start, depth, scale) for f in (flow.alpha, flow.gap))
    slow = scale * a ** (2 / depth - 2)
    return ((a, None), slow * a / abs(rest)) if abs(rest) > 0.5 else ((None, rest), slow)
