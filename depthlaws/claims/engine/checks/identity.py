"""An identity for all values of its symbols, proved by SymPy."""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from flint import arb
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks.common import (
    EXPRESSION_CHANGES,
    gap_at,
    in_words,
    keep_promises,
    shown_point,
)
from depthlaws.claims.engine.checks.common_denominator import is_zero
from depthlaws.claims.engine.checks.inequality import prove_sign
from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import symbolic

__all__ = ["Identity"]


@dataclass(frozen=True)
class Identity:
    """left == right for every value of the symbols, by SymPy; refuted by certified evaluation.

    ``sides`` is called when the check runs, so that it reads changed formulas too.

    >>> import sympy as sp
    >>> from depthlaws.claims.engine import Context
    >>> from depthlaws.theory import Interval
    >>> x = sp.Symbol("x", real=True)
    >>> check = Identity(lambda: ((x + 1) ** 2, x**2 + 2 * x + 1), {x: Interval(-1, 1)})
    >>> print(check.run(Context()).verdict)
    PROVED
    """

    sides: Callable[[], tuple[sp.Expr, sp.Expr]]
    domain: sampling.Domain
    what: str = ""
    transform: Callable[[sp.Expr], sp.Expr] = field(default=lambda e: e)
    n: int = 12

    def __post_init__(self) -> None:
        """Refuse a symbol whose SymPy assumptions exclude values of its domain."""
        keep_promises(self.domain)

    def run(self, context: Context) -> Evidence:
        left, right = self.sides()
        if isinstance(left, str) or isinstance(right, str):  # SymPy would read it as a symbol
            msg = f"words are no sides of an identity: {left!r}, {right!r}"
            raise TypeError(msg)
        context.stated = left, "==", right
        left, right = (symbolic(side).doit(integrals=False) for side in (left, right))
        gap = left - self.transform(right)
        points = list(sampling.points(self.domain, self.n, seed=context.seed))
        balls = [self._gap_at(gap, point) for point in points]
        for point, ball in zip(points, balls, strict=True):
            if ball.is_finite() and not ball.contains(0):
                data = {"point": shown_point(point), "left - right": str(ball)}
                text = f"the sides differ by {ball.str(6, radius=False)} at {in_words(point)}"
                return Evidence(Verdict.REFUTED, text, data)
        decided = sum(ball.is_finite() for ball in balls)
        if context.refuting:
            return Evidence(Verdict.UNKNOWN, f"equal at {decided} points, no proof was asked for")
        proof = prove_zero(gap, self.domain)
        if proof:
            return Evidence(
                Verdict.PROVED, f"both sides are equal, by {proof}", {"points": decided}
            )
        return Evidence(Verdict.UNKNOWN, f"equal at {decided} points, but SymPy found no proof")

    def _gap_at(self, gap: sp.Expr, point: Mapping[str, Any]) -> arb:
        symbols = {s.name: s for s in self.domain}
        return gap_at(gap, {symbols[name]: value for name, value in point.items()}, 192)

    def mutants(self) -> "Iterator[tuple[str, Identity]]":
        for label, change in EXPRESSION_CHANGES.items():
            yield label, replace(self, transform=change)


def prove_zero(gap: sp.Expr, domain: sampling.Domain) -> str | None:
    """Name of the first rewriting that turns the expression into 0, or None, quick ones first.

    Rules that hold only for positive numbers are tried only where every base is positive.
    """
    gap = with_signs(gap, domain).replace(sp.polylog, _logarithm)
    if gap == 0:
        return "inspection"
    nonnegative = functools.partial(_at_least_zero, domain=domain)
    if is_zero(_by_arcsine(gap), nonnegative):
        return "a common denominator"
    if gap.has(*_WAVES) and is_zero(gap.rewrite(_WAVES, sp.exp), nonnegative):
        return "a common denominator of exponentials"
    positive = functools.cache(
        lambda: all(_nonnegative(base, domain) for base in dict.fromkeys(_bases(gap)))
    )
    for name, (rewritten, of_positive) in _REWRITINGS.items():
        if (positive() if of_positive else True) and rewritten(gap) == 0:
            return name
    return None


# Functions that are quotients of exponentials.
_WAVES = (HyperbolicFunction, TrigonometricFunction)

_REWRITINGS: Mapping[str, tuple[Callable[[sp.Expr], sp.Expr], bool]] = {  # and if of positive bases
    "expansion": (sp.expand, False),
    "collecting powers": (
        lambda e: sp.powsimp(sp.expand(sp.powdenest(e, force=True)), force=True),
        True,
    ),
    "simplification": (sp.simplify, False),
    "expanding logarithms": (lambda e: sp.simplify(sp.expand_log(e, force=True)), True),
    "rewriting in exponentials": (lambda e: sp.simplify(sp.expand(e.rewrite(sp.exp))), False),
}


def _logarithm(order: sp.Expr, z: sp.Expr) -> sp.Expr:
    """Polylogarithm of order 1 as the logarithm that it is."""
    return -sp.log(sp.factor(1 - z)) if order == 1 else sp.polylog(order, z)


def with_signs(gap: sp.Expr, domain: sampling.Domain) -> sp.Expr:
    """Absolute values and signs of what is positive, or negative, on the whole domain."""

    def signed(e: sp.Expr) -> sp.Expr:
        for sign in (1, -1):
            if prove_sign(sign * e.args[0], domain, strict=True):
                return sign * (e.args[0] if isinstance(e, sp.Abs) else sp.Integer(1))
        return e

    return gap.replace(lambda e: isinstance(e, (sp.Abs, sp.sign)), signed)  # innermost first


def _by_arcsine(gap: sp.Expr) -> sp.Expr:
    """Write each arccosine as pi/2 - asin(x): SymPy knows asin(-x) = -asin(x), not acos(-x)."""
    return gap.replace(sp.acos, lambda x: sp.pi / 2 - sp.asin(x)) if gap.has(sp.acos) else gap


def _at_least_zero(symbol: sp.Symbol, domain: sampling.Domain) -> bool:
    """True for a symbol that is never below 0, by its assumptions or its domain."""
    allowed = domain.get(symbol)
    if allowed is None:
        return bool(symbol.is_nonnegative)
    low = allowed.low if isinstance(allowed, Interval) else min(allowed)
    return bool(symbolic(low) >= 0)


def _bases(expr: sp.Expr) -> Iterator[sp.Expr]:
    """Yield symbols, arguments of logarithms and absolute values, bases of non-integer powers."""
    for node in sp.preorder_traversal(expr):
        if isinstance(node, (sp.log, sp.Abs)):
            yield node.args[0]
        elif node.is_Symbol:
            yield node
        elif isinstance(node, sp.Pow) and not node.exp.is_integer:
            yield node.base


def _nonnegative(expr: sp.Expr, domain: sampling.Domain) -> bool:
    """True if SymPy sees the sign after writing each symbol as its lower end plus a distance."""
    for symbol, allowed in domain.items():
        if isinstance(allowed, Interval) and allowed.low != -sp.oo:
            distance = sp.Dummy(nonnegative=True)
            if allowed.high != sp.oo:
                distance *= (allowed.high - allowed.low) / (1 + distance)
            expr = expr.subs(symbol, allowed.low + distance)
    return bool(sp.factor(sp.together(expr)).is_nonnegative)
