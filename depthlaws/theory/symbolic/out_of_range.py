"""Points at which float arithmetic leaves the range of doubles on the way to its result.

A product of a tiny and a huge number is representable, but an intermediate result may not be. The
processor then sets a flag (underflow, overflow, invalid), and the closed form itself is evaluated
with certified balls, whose exponents have no bounds; at an infinite argument, whose value is a
limit, at two arguments so large that both have reached it, or tell 0 from infinity. Arguments
within :data:`ORDINARY` are left to the float code, where only the result itself can be out of
range. Each element is judged by itself: its value does not depend on the batch.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from depthlaws.theory.symbolic.formula_code import MissingEvaluatorError

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula

ORDINARY = 1e-60, 1e60  # sizes of arguments whose squares and products stay doubles
MAX_BITS = 4096  # of precision: cancellation of numbers 1e300 apart takes 2000
NEAR_INFINITY = 2.0**500, 2.0**1000  # two arguments that stand for an infinite one
REACHED = 1e-15  # relative distance of the values there, below which the limit is reached


class _Flags:
    """Set when NumPy reports underflow, overflow or an invalid operation."""

    raised = False

    def __call__(self, _kind: str, _flag: int) -> None:
        self.raised = True


@contextmanager
def watched() -> Iterator[_Flags]:
    """Compute floats without warnings inside a ``with`` block, and collect their error flags."""
    flags = _Flags()
    with np.errstate(divide="ignore", over="call", under="call", invalid="call", call=flags):
        yield flags


def suspicious(flags: _Flags, out: Any) -> bool:
    """Return True if some result may have lost its digits on the way."""
    return flags.raised or not (np.all(np.isfinite(out)) and np.all(out))


def _extreme(value: np.ndarray) -> np.ndarray:
    size = np.abs(value)
    return (size != 0) & np.isfinite(size) & ((size < ORDINARY[0]) | (size > ORDINARY[1]))


def mended(
    formula: "Formula", code: Callable[..., Any], arrays: Sequence[np.ndarray], out: np.ndarray
) -> np.ndarray:
    """Return results, recomputed where extreme arguments left the range of doubles on the way.

    Raises: ValueError for an element without a finite value in any arithmetic.
    """
    columns = [np.broadcast_to(a, out.shape) for a in arrays]
    places = np.argwhere(np.any([_extreme(c) for c in columns], axis=0))
    if not len(places):
        return out
    results = np.array(out)
    for place in map(tuple, places):
        point = [c[place] for c in columns]
        with watched() as flags:
            alone = np.asarray(code(*(np.atleast_1d(x) for x in point)))
        if suspicious(flags, alone) if np.all(np.isfinite(point)) else flags.raised:
            results[place] = _exact(formula, point, float(alone[0]))
    return results


def _exact(formula: "Formula", point: Sequence[float], floats: float) -> float:
    """Return the value by balls to 60 bits, or the float value if no ball is accurate enough."""
    if np.all(np.isfinite(point)):
        ball = _ball(formula, point)
    else:
        near, ball = (
            _ball(formula, [math.copysign(large, x) if math.isinf(x) else x for x in point])
            for large in NEAR_INFINITY
        )
        known = near is not None and ball is not None
        if known and not abs(near - ball) <= REACHED * abs(ball):
            power = math.log2(float(abs(ball) / abs(near))) if near != 0 else math.inf
            return math.copysign(math.inf if power > 0 else 0.0, float(ball))
        ball = ball if known else None
    if ball is not None:
        return float(ball)
    if math.isnan(floats):
        where = ", ".join(f"{n}={x:g}" for n, x in zip(formula.names, point, strict=True))
        msg = f"{formula.id} leaves the range of doubles at {where}; ask its .mp for the value"
        raise ValueError(msg)
    return floats


def _ball(formula: "Formula", point: Sequence[float]) -> Any:
    """Return a ball with 60 correct bits at a point, or None where MAX_BITS do not suffice."""
    bits = 128
    while bits <= MAX_BITS and not formula.binds:
        try:
            ball = formula.ball(*map(float, point), prec=bits)
        except (MissingEvaluatorError, ArithmeticError):
            return None
        if ball.is_finite() and (ball == 0 or ball.rel_accuracy_bits() > 60):
            return ball
        bits *= 4
    return None
