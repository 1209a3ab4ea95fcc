"""Numbers that a paper prints, compared with ours."""

import fractions
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks.common import ball_at, exact_ball
from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.claims.engine.stated import worked_out
from depthlaws.claims.engine.verdicts import weakest
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.exact import symbolic

__all__ = ["Quoted"]

EXACT = (fractions.Fraction, sp.Expr)


@dataclass(frozen=True)
class Quoted:
    """Numbers that a paper prints, compared with ours to half a unit of the last printed digit.

    ``rows`` yields (label, ours, printed): printed is a string, ours a float, a ball, or an exact
    number (Fraction, SymPy), which is enclosed here and which a certificate writes out. ``proof``
    yields rows of a certificate for balls: ("roots" or "orbits", row).

    >>> import math
    >>> from depthlaws.claims.engine import Context
    >>> print(Quoted(lambda: [("pi", math.pi, "3.14")]).run(Context()).verdict)
    SUPPORTED
    >>> print(Quoted(lambda: [("pi", math.pi, "3.15")]).run(Context()).verdict)
    REFUTED
    """

    rows: Callable[[], Iterable[tuple[str, Any, str]]]
    what: str = ""
    units: float = 0.5
    factor: float = 1.0
    proof: Callable[[], Iterable[tuple[str, list[Any]]]] | None = None

    def run(self, context: Context) -> Evidence:
        table, verdicts = [], []
        for label, ours, printed in self.rows():
            if isinstance(ours, EXACT):
                ours = _enclosed(worked_out(symbolic(ours)))
            ball = ours if isinstance(ours, arb) else None
            verdicts.append(_compared(ours, *printed_range(printed, self.units, self.factor)))
            shown = ball.str(12, radius=False) if ball is not None else f"{float(ours):.12g}"
            table.append({"what": label, "printed": printed, "ours": shown})
        if not table:
            return Evidence(Verdict.VACUOUS, "no number to compare")
        wrong = [r for r, v in zip(table, verdicts, strict=True) if v == Verdict.REFUTED]
        data = {"wrong": wrong, "rows": table} if wrong else {"rows": table}
        agree = sum(v.green for v in verdicts)
        return Evidence(weakest(verdicts), f"{agree} of {len(table)} numbers agree", data)

    def bounds(self) -> Iterator[list[Any]]:
        """Yield [label, left, "<", right] twice for each exact number: the ends around it."""
        for label, ours, printed in self.rows():
            if isinstance(ours, EXACT):
                low, high = (sp.Rational(end) for end in ends(printed, self.units))
                yield [f"{label}, above", low, "<", ours]
                yield [f"{label}, below", ours, "<", high]

    def mutants(self) -> "Iterator[tuple[str, Quoted]]":
        for label, factor in {"negated": -1.0, "doubled": 2.0, "halved": 0.5}.items():
            yield f"printed numbers {label}", replace(self, factor=factor)


def _enclosed(ours: sp.Expr) -> arb:
    """Ball around an exact number; a fraction of thousands of digits is divided, not printed."""
    if isinstance(ours, sp.Rational):
        with precision(128):
            return exact_ball(fractions.Fraction(int(ours.p), int(ours.q)))
    return ball_at(ours, {}, 128)


def _compared(ours: Any, low: float, high: float) -> Verdict:
    if not isinstance(ours, arb):
        if math.isnan(ours):
            return Verdict.UNKNOWN
        return Verdict.SUPPORTED if low <= ours <= high else Verdict.REFUTED
    if ours > low and ours < high:
        return Verdict.CERTIFIED
    return Verdict.REFUTED if ours < low or ours > high else Verdict.UNKNOWN


def printed_range(printed: str, units: float, factor: float = 1.0) -> tuple[float, float]:
    """Range of values that round to the printed number times a factor; a changed zero is one."""
    digits, _, exponent = printed.lower().partition("e")
    _, _, decimals = digits.partition(".")
    half = units * 10.0 ** (int(exponent or 0) - len(decimals)) * min(1.0, abs(factor))
    value = float(printed) * factor or float(factor != 1)
    return value - half * (1 + 1e-9), value + half * (1 + 1e-9)


def ends(printed: str, units: float) -> tuple[str, str]:
    """Ends of the same range as rationals: half a unit and a rounding on both sides.

    >>> ends("0.5", 1)
    ('3999999999/10000000000', '6000000001/10000000000')
    """
    exact = fractions.Fraction
    digits, _, exponent = printed.lower().partition("e")
    _, _, decimals = digits.partition(".")
    half = exact(units) * exact(10) ** (int(exponent or 0) - len(decimals))
    reach = half * (1 + exact(1, 10**9))
    return str(exact(printed) - reach), str(exact(printed) + reach)
