"""Relations, changes for mutants and values as balls, for several kinds of check."""

import itertools
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import sympy as sp
from flint import acb, arb
from sympy.logic.boolalg import BooleanAtom

from depthlaws.claims.engine.records import Evidence, Verdict
from depthlaws.theory.symbolic import balls as arb_balls
from depthlaws.theory.symbolic import codegen
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number, symbolic

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MAX_LISTED = 4  # cases that a sentence lists before it cuts
MAX_NUMBER = 12  # letters of a number in a sentence; longer ones are rounded
POWER = 0.99  # probability that a check refutes a deviation that it "sees"
FLIPPED = {"==": "==", "<": ">", "<=": ">", ">": "<", ">=": "<"}


class UndecidedError(Exception):
    """A check can neither support nor refute its statement; the message says why."""


def shown_point(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a point in types that JSON knows."""
    return {k: v if isinstance(v, (int, float, str)) else str(v) for k, v in values.items()}


def in_words(point: Mapping[str, Any]) -> str:
    """Write a point as ``L = 2, k = 1.5``; long numbers with eight digits."""
    shown = [f"{name} = {_rounded(value)}" for name, value in point.items()]
    return ", ".join(shown) or "the only point"


def _rounded(value: Any) -> str:
    text = str(value)
    try:
        return text if len(text) <= MAX_NUMBER else f"{float(value):.8g}"
    except (TypeError, ValueError, OverflowError):
        return text


def listed(values: Sequence[Any]) -> str:
    """Write listed cases, the first four and the last of many.

    >>> listed([1, 2, 3]), listed(range(1, 9))
    ('1, 2, 3', '1, 2, 3, 4, ..., 8')
    """
    words = [str(value) for value in values]
    long = len(words) > MAX_LISTED + 1
    return ", ".join([*words[:MAX_LISTED], "...", words[-1]] if long else words)


def over_listed(
    shown: Evidence, domain: Mapping[Any, Interval | Sequence[Any]], *, named: bool
) -> Evidence:
    """Evidence, EXACT IN CASES if it holds for listed values only and the sentence is wider."""
    lists = {str(s): a for s, a in domain.items() if isinstance(a, list | range) and len(a)}
    if named or not lists:
        return shown
    over = [f"{name} = {listed(values)}" for name, values in lists.items()]
    text = f"{shown.summary}; at {'; '.join(over)}, the sentence is wider"
    return replace(
        shown, verdict=Verdict.EXACT_IN_CASES, summary=text, data={**shown.data, "over": over}
    )


def seeds(seed: int) -> Iterator[int]:
    """Iterator without end over independent seeds made from one."""
    for child in itertools.count():
        state = np.random.SeedSequence(seed, spawn_key=(child,)).generate_state(1, dtype=np.uint64)
        yield int(state[0] >> np.uint64(1))


def truth(value: Any, where: str) -> bool:
    """Return a yes or no. Raises: UndecidedError for anything else, NaN and None included."""
    if isinstance(value, (bool, np.bool_, BooleanAtom)):
        return bool(value)
    if isinstance(value, np.ndarray) and value.dtype == bool and value.size:
        return bool(value.all())
    msg = f"{where}: got {value!r}, which is no yes or no"
    raise UndecidedError(msg)


def reals(values: Any) -> np.ndarray:
    """Return numbers as floats. Raises: UndecidedError for imaginary parts, which would be lost."""
    numbers = np.asarray(values)
    if np.iscomplexobj(numbers) and np.any(numbers.imag):
        msg = f"no comparison of complex numbers: {numbers}"
        raise UndecidedError(msg)
    return numbers.real.astype(float)


def ball_at(expr: sp.Expr, point: Mapping[sp.Symbol, Any], prec: int) -> arb:
    """Enclose an expression at one point."""
    return arb_balls.real_ball(_value_at(expr, point, prec))


def gap_at(gap: sp.Expr, point: Mapping[sp.Symbol, Any], prec: int) -> arb:
    """Enclose a difference at one point, or its imaginary part where that is certainly not 0."""
    value = _value_at(gap, point, prec)
    complex_ = isinstance(value, acb) and value.is_finite() and not value.imag.contains(0)
    return value.imag if complex_ else arb_balls.real_ball(value)


def _value_at(expr: sp.Expr, point: Mapping[sp.Symbol, Any], prec: int) -> Any:
    code = codegen.compile_expression(expr, tuple(point))
    with arb_balls.precision(prec):
        balls = [v if isinstance(v, arb) else exact_ball(v) for v in point.values()]
        return code(arb_balls.BallContext(), *balls)


def exact_ball(value: Any) -> arb:
    """Enclose one number exactly; infinite ones as such."""
    if isinstance(value, Fraction):
        return arb(value.numerator) / value.denominator
    if isinstance(value, sp.Basic) and value.is_finite:
        return ball_at(value, {}, flint.ctx.prec)
    if isinstance(value, (float, sp.Basic)) and math.isinf(value):
        return arb.pos_inf() if value > 0 else arb.neg_inf()
    return arb(value)


EXPRESSION_CHANGES: dict[str, Callable[[Any], Any]] = {
    "right side negated": lambda e: -e,
    "right side doubled": lambda e: 2 * e,
    "right side halved": lambda e: e / 2,
    "right side plus one": lambda e: e + 1,
}


def real_changes(right: np.ndarray) -> "Iterator[tuple[str, Callable[[Any], Any]]]":
    """Yield the changes that change these numbers: zero doubled is the same statement."""
    for label, change in EXPRESSION_CHANGES.items():
        if not np.array_equal(change(right), right):
            yield label, change


def keep_promises(domain: Mapping[sp.Symbol, Interval | Sequence[Any]]) -> None:
    """Raise ValueError for a symbol whose SymPy assumptions not all of its values keep.

    SymPy simplifies by assumptions: |x| = x is proved for a positive symbol, false on the reals.
    """
    for symbol, allowed in domain.items():
        for promise in _broken_promises(symbol, allowed):
            msg = f"symbol {symbol} is {promise} for SymPy, but its domain is {allowed}"
            raise ValueError(msg)


def _broken_promises(symbol: sp.Symbol, allowed: Interval | Sequence[Any]) -> Iterator[str]:
    """Yield the assumptions of a symbol that some value of its domain violates."""
    if isinstance(allowed, Interval):
        low, high = symbolic(allowed.low), symbolic(allowed.high)
        kept = {
            "positive": low > 0 or (low == 0 and allowed.left_open),
            "nonnegative": low >= 0,
            "negative": high < 0 or (high == 0 and allowed.right_open),
            "nonpositive": high <= 0,
            "integer": allowed.integer,
        }
    else:
        exact = [exact_number(value) for value in allowed]
        kept = {
            promise: all(getattr(v, f"is_extended_{promise}", v.is_integer) for v in exact)
            for promise in ("positive", "nonnegative", "negative", "nonpositive", "integer")
        }
    yield from (p for p, held in kept.items() if getattr(symbol, f"is_{p}") and not held)
