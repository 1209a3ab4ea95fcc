"""Changed formulas: every sign, constant and exponent, the depth index, the order of arguments."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import arb

from depthlaws.claims.engine import sampling
from depthlaws.theory import formula
from depthlaws.theory.symbolic.domain import DEPTH
from depthlaws.theory.symbolic.formula import Formula


def variants(expr: sp.Basic) -> Iterator[tuple[str, sp.Basic]]:
    """Yield labelled expressions that differ from this one in a single place."""
    if expr.is_Number or isinstance(expr, sp.NumberSymbol):
        yield f"constant {expr} doubled", 2 * expr
    if expr.is_Number and expr.is_negative:
        yield f"sign of constant {expr}", -expr
    if isinstance(expr, sp.Pow):
        yield f"exponent of {expr} plus one", expr.base ** (expr.exp + 1)
        yield f"exponent of {expr} minus one", expr.base ** (expr.exp - 1)
    if isinstance(expr, sp.Add):
        for term in expr.args:
            yield f"sign of {term}", expr - 2 * term
    for i, part in enumerate(expr.args):
        for label, changed in variants(part):
            try:
                rebuilt = expr.func(*expr.args[:i], changed, *expr.args[i + 1 :])
            except (ArithmeticError, TypeError, ValueError):
                continue  # SymPy refuses it: no slip could write it
            # SymPy cancels equal parameters of 2F1 to 1F0, which no arithmetic of ours evaluates.
            cancelled = isinstance(rebuilt, sp.hyper) and not rebuilt.bq
            yield label, sp.hyperexpand(rebuilt) if cancelled else rebuilt


def _changes(f: Formula) -> Iterator[tuple[str, sp.Basic]]:
    yield "sign of the whole", -f.expr
    yield "whole doubled", 2 * f.expr
    for symbol, interval in f.domain.items():
        if interval.integer or interval == DEPTH:
            yield f"index {symbol} plus one", f.expr.xreplace({symbol: symbol + 1})
    for (a, first), (b, second) in itertools.combinations(f.domain.items(), 2):
        if first == second:
            yield f"{a} and {b} swapped", f.expr.xreplace({a: b, b: a})
    yield from variants(f.expr)


@lru_cache(maxsize=256)
def mutations(name: str) -> Mapping[str, sp.Expr]:
    """Changed expressions of one registered formula by the change, no two of the same values."""
    f = formula(name)
    points = _points(f, 3, seed=0)
    changed: dict[Any, tuple[str, sp.Basic]] = {}
    unchanged = _fingerprint(f, f.expr, points)
    for label, expr in _changes(f):
        if expr != f.expr and not expr.has(sp.nan, sp.zoo):
            values = _fingerprint(f, expr, points)
            # With the values of the formula itself, the change is in a branch without a point.
            changed.setdefault(values if values and values != unchanged else expr, (label, expr))
    counter: Counter[str] = Counter()
    expressions: dict[str, Any] = {}
    for label, expr in changed.values():
        counter[label] += 1
        expressions[label if counter[label] == 1 else f"{label} ({counter[label]})"] = expr
    return expressions


def _points(f: Formula, n: int, *, seed: int) -> list[Mapping[str, Any]]:
    far = min(1e3, sampling.evaluation_limit(f.expr))  # a change shows at small arguments, faster
    points = sampling.points(f.domain, n, seed=seed, far=far)
    return [p for p in points if sampling.allows(f.given, p)]


def _fingerprint(f: Formula, expr: sp.Expr, points: Sequence[Mapping[str, Any]]) -> Any:
    """Values at some points to 15 digits, None unless all of them are finite and not zero."""
    with f.replaced(expr):
        balls = [_ball(f, point) for point in points]
    decided = all(ball.is_finite() and ball.rel_accuracy_bits() > 60 for ball in balls)
    return tuple(float(f"{float(ball.mid()):.15g}") for ball in balls) if decided else None


def _ball(f: Formula, point: Mapping[str, Any]) -> arb:
    try:
        return f.ball(**point)
    except (ArithmeticError, TypeError, ValueError):
        return arb.nan()


def differs(f: Formula, mutant: sp.Expr, seed: int) -> bool:
    """True if the two expressions certainly differ at a point of the domain."""
    for point in _points(f, 12, seed=seed):
        ours = _ball(f, point)
        with f.replaced(mutant):
            other = _ball(f, point)
        if ours.is_finite() and other.is_finite() and not ours.overlaps(other):
            return True
    return False


def same(f: Formula, mutant: sp.Expr) -> bool:
    """True if the two expressions are the same after simplification."""
    return sp.simplify(mutant - f.expr) == 0
