"""The kinds of check: what is compared, and what verdict follows.

Every check is data, so that mutation testing can perturb the statement it makes: ``mutants``
yields labelled checks of statements that are different and should not pass.
"""

import functools
import math
import operator
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol

import flint
import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.records import Evidence, Verdict
from depthlaws.theory.symbolic import balls as arb_balls
from depthlaws.theory.symbolic import codegen
from depthlaws.theory.symbolic.domain import Interval

__all__ = ["Certify", "Exhaustive", "Identity", "Property", "Quoted", "Sampled"]

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FLIPPED = {"==": "==", "<": ">", "<=": ">", ">": "<", ">=": "<"}


@dataclass(frozen=True)
class Context:
    """Seed of the run, and the time after which a check must say UNKNOWN."""

    seed: int = 0
    deadline: float = math.inf

    def late(self) -> bool:
        """Whether the budget is spent."""
        return time.monotonic() > self.deadline


class Check(Protocol):
    """Something that runs and finds evidence."""

    def run(self, context: Context) -> Evidence:
        """Find evidence; never raise for a statement that is merely false."""
        ...

    def mutants(self) -> "Iterator[tuple[str, Check]]":
        """Yield labelled checks of perturbed statements."""
        ...


def _point(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v if isinstance(v, (int, float, str)) else str(v) for k, v in values.items()}


def _ball_at(expr: sp.Expr, point: Mapping[sp.Symbol, Any], prec: int) -> arb:
    code = codegen.compile_expression(expr, tuple(point))
    with arb_balls.precision(prec):
        balls = [v if isinstance(v, arb) else _exact_ball(v) for v in point.values()]
        return arb_balls.real_ball(code(arb_balls.BallContext(), *balls))


def _exact_ball(value: Any) -> arb:
    if isinstance(value, Fraction):
        return arb(value.numerator) / value.denominator
    if isinstance(value, sp.Basic) and value.is_finite:
        return _ball_at(value, {}, flint.ctx.prec)
    if isinstance(value, (float, sp.Basic)) and math.isinf(value):
        return arb.pos_inf() if value > 0 else arb.neg_inf()
    return arb(value)


@dataclass(frozen=True)
class Identity:
    """left == right for every value of the symbols, by SymPy; refuted by certified evaluation.

    ``sides`` is called at run time so that it reads the formulas as they are then.
    """

    sides: Callable[[], tuple[sp.Expr, sp.Expr]]
    domain: sampling.Domain
    what: str = ""
    transform: Callable[[sp.Expr], sp.Expr] = field(default=lambda e: e)
    n: int = 12

    def run(self, context: Context) -> Evidence:
        left, right = (sp.sympify(side).doit(integrals=False) for side in self.sides())
        found = self._counterexample(left - self.transform(right), context.seed)
        if found is not None:
            return found
        proof = prove_zero(left - self.transform(right), self.domain)
        if proof:
            return Evidence(Verdict.PROVED, f"left - right = 0 by {proof}")
        return Evidence(Verdict.UNKNOWN, f"equal at {self.n} points, but SymPy found no proof")

    def _counterexample(self, gap: sp.Expr, seed: int) -> Evidence | None:
        symbols = {s.name: s for s in self.domain}
        for values in sampling.points(self.domain, self.n, seed=seed):
            point = {symbols[k]: v for k, v in values.items()}
            ball = _ball_at(gap, point, 192)
            if ball.is_finite() and not ball.contains(0):
                data = {"point": _point(values), "left - right": str(ball)}
                return Evidence(Verdict.REFUTED, f"left - right = {ball.str(6)} there", data)
        return None

    def mutants(self) -> "Iterator[tuple[str, Identity]]":
        for label, change in _EXPRESSION_CHANGES.items():
            yield label, replace(self, transform=change)


_EXPRESSION_CHANGES: dict[str, Callable[[Any], Any]] = {
    "right side negated": lambda e: -e,
    "right side doubled": lambda e: 2 * e,
    "right side halved": lambda e: e / 2,
    "right side plus one": lambda e: e + 1,
}


def _real_changes(right: np.ndarray) -> "Iterator[tuple[str, Callable[[Any], Any]]]":
    """Changes that change these numbers: zero doubled is the same statement."""
    for label, change in _EXPRESSION_CHANGES.items():
        if not np.array_equal(change(right), right):
            yield label, change


def prove_zero(gap: sp.Expr, domain: sampling.Domain) -> str | None:
    """Name of the first rewriting that turns the expression into 0, or None.

    Rules that hold only for positive numbers are tried only where every base is positive.
    """
    rewritings: dict[str, Callable[[sp.Expr], sp.Expr]] = {
        "inspection": lambda e: e,
        "expansion": sp.expand,
        "simplification": sp.simplify,
        "rewriting in exponentials": lambda e: sp.simplify(sp.expand(e.rewrite(sp.exp))),
    }
    if all(_nonnegative(base, domain) for base in _bases(gap)):
        rewritings |= {
            "collecting powers": lambda e: sp.powsimp(
                sp.expand(sp.powdenest(e, force=True)), force=True
            ),
            "expanding logarithms": lambda e: sp.simplify(sp.expand_log(e, force=True)),
        }
    for name in sorted(rewritings, key=_QUICK_FIRST.index):
        if rewritings[name](gap) == 0:
            return name
    return None


_QUICK_FIRST = (
    "inspection", "expansion", "collecting powers", "simplification", "expanding logarithms",
    "rewriting in exponentials",
)  # fmt: skip


def _bases(expr: sp.Expr) -> Iterator[sp.Expr]:
    """Symbols, arguments of logarithms and absolute values, bases of non-integer powers."""
    for node in sp.preorder_traversal(expr):
        if isinstance(node, (sp.log, sp.Abs)):
            yield node.args[0]
        elif node.is_Symbol:
            yield node
        elif isinstance(node, sp.Pow) and not node.exp.is_integer:
            yield node.base


def _nonnegative(expr: sp.Expr, domain: sampling.Domain) -> bool:
    """Whether SymPy sees the sign once each symbol is written as its lower end plus a distance."""
    for symbol, allowed in domain.items():
        if isinstance(allowed, Interval) and allowed.low != -sp.oo:
            distance = sp.Dummy(nonnegative=True)
            if allowed.high != sp.oo:
                distance *= (allowed.high - allowed.low) / (1 + distance)
            expr = expr.subs(symbol, allowed.low + distance)
    return bool(sp.factor(sp.together(expr)).is_nonnegative)


@dataclass(frozen=True)
class Certify:
    """A strict or weak inequality over a whole box, by Arb and adaptive subdivision.

    ``statement`` returns (left, relation, right). ``box`` gives each symbol either (low, high) or a
    list of exact cases. A box on which the margin changes sign is split along its widest side; a
    margin that touches zero must be factored by the author, or the verdict stays UNKNOWN.
    """

    statement: Callable[[], tuple[sp.Expr, str, sp.Expr]]
    box: Mapping[sp.Symbol, tuple[Any, Any] | list[Any]]
    what: str = ""
    try_first: Sequence[Mapping[str, Any]] = ()
    max_boxes: int = 20_000
    prec: int = 80
    transform: Callable[[sp.Expr], sp.Expr] = field(default=lambda e: e)
    relation: str | None = None

    def run(self, context: Context) -> Evidence:
        left, relation, right = self.statement()
        relation = self.relation or relation
        right = self.transform(sp.sympify(right))
        # margin > 0 (or >= 0) is the statement
        margin = right - left if relation in {"<", "<="} else left - right
        symbols = tuple(self.box)
        if not all(side for side in self.box.values()):
            return Evidence(Verdict.VACUOUS, "no case")
        boxes = self._start()
        search = _Subdivision(margin, symbols, strict=relation in {"<", ">"}, prec=self.prec)
        for given in self.try_first:
            if search.fails([_exact_ball(sp.nsimplify(given[s.name])) for s in symbols]):
                return self._refuted(given, margin)
        return search.run(boxes, self.max_boxes, context)

    def _refuted(self, given: Mapping[str, Any], margin: sp.Expr) -> Evidence:
        point = {s: sp.nsimplify(given[s.name]) for s in self.box}
        ball = _ball_at(margin, point, 128)
        data = {"point": _point(given), "margin": ball.str(12)}
        return Evidence(Verdict.REFUTED, f"margin {ball.str(6)} at the point given", data)

    def _start(self) -> "list[_Box]":
        """One box for each combination of listed cases."""
        starts: list[_Box] = [_Box((), ())]
        for allowed in self.box.values():
            cases = [(v, v) for v in allowed] if isinstance(allowed, list) else [allowed]
            with arb_balls.precision(self.prec):
                ends = [tuple(_exact_ball(sp.nsimplify(v)) for v in case) for case in cases]
            starts = [
                _Box((*start.sides, low.union(high)), (*start.ends, (low, high)))
                for start in starts
                for low, high in ends
            ]
        return starts

    def mutants(self) -> "Iterator[tuple[str, Certify]]":
        _, relation, _ = self.statement()
        yield f"{relation} became {FLIPPED[relation]}", replace(self, relation=FLIPPED[relation])
        if relation in {"<=", ">="}:
            yield "weak became strict", replace(self, relation=relation[0])
        for label, change in _EXPRESSION_CHANGES.items():
            yield label, replace(self, transform=change)


@dataclass(frozen=True, slots=True)
class _Box:
    """Balls that cover a part of the stated box; they may overshoot its ends by a rounding."""

    sides: tuple[arb, ...]
    ends: tuple[tuple[arb, arb], ...]

    def middle(self) -> list[arb]:
        return [arb(side.mid()) for side in self.sides]

    def inside(self) -> list[arb]:
        """Return the middle, moved into the stated box: only there does a counterexample count."""
        ends = zip(self.middle(), self.ends, strict=True)
        return [middle.max(low).min(high) for middle, (low, high) in ends]

    def halves(self) -> "list[_Box]":
        """Split the relatively widest side."""
        spans = [abs(float(s.mid())) + float(s.rad()) for s in self.sides]
        widths = [float(s.rad()) / max(1e-300, w) for s, w in zip(self.sides, spans, strict=True)]
        i = int(np.argmax(widths))
        low, middle, high = self.sides[i].lower(), self.middle()[i], self.sides[i].upper()
        parts = (low.union(middle), middle.union(high))
        return [replace(self, sides=(*self.sides[:i], p, *self.sides[i + 1 :])) for p in parts]


class _Subdivision:
    """Prove margin > 0 on boxes of balls, or find a point where it certainly fails."""

    def __init__(self, margin: sp.Expr, symbols: tuple[sp.Symbol, ...], *, strict: bool, prec: int):
        self.code = codegen.compile_expression(margin, symbols)
        self.slopes = [codegen.compile_expression(d, symbols) for d in _slopes(margin, symbols)]
        self.names, self.strict, self.prec = [s.name for s in symbols], strict, prec

    def fails(self, point: list[arb]) -> bool:
        with arb_balls.precision(self.prec + 64):
            margin = arb_balls.real_ball(self.code(arb_balls.BallContext(), *point))
        return bool(margin <= 0 if self.strict else margin < 0)

    def _good(self, margin: arb) -> bool:
        return bool(margin > 0 if self.strict else margin >= 0)

    def holds(self, box: _Box) -> bool:
        context = arb_balls.BallContext()
        if self._good(arb_balls.real_ball(self.code(context, *box.sides))):
            return True
        if not self.slopes or context.undecided:
            return False  # a jump between two branches has no mean value
        # Mean-value form: f(mid) + f'(box) (box - mid) is sharper on small boxes.
        middle = box.middle()
        margin = arb_balls.real_ball(self.code(context, *middle))
        for slope, side, mid in zip(self.slopes, box.sides, middle, strict=True):
            if not side.is_exact():
                margin += arb_balls.real_ball(slope(context, *box.sides)) * (side - mid)
        return self._good(margin)

    def run(self, boxes: list[_Box], max_boxes: int, context: Context) -> Evidence:
        seen, stack = 0, list(boxes)
        with arb_balls.precision(self.prec):
            while stack:
                box = stack.pop()
                seen += 1
                if self.holds(box):
                    continue
                if self.fails(point := box.inside()):
                    shown = [p.str(20, radius=False) for p in point]
                    data = {"point": dict(zip(self.names, shown, strict=True))}
                    return Evidence(Verdict.REFUTED, "margin negative at a point", data)
                if seen > max_boxes or context.late() or not box.sides:
                    shown = [side.str(8) for side in box.sides]
                    data = {"undecided box": dict(zip(self.names, shown, strict=True))}
                    return Evidence(Verdict.UNKNOWN, f"undecided after {seen} boxes", data)
                stack.extend(box.halves())
        return Evidence(Verdict.CERTIFIED, f"holds on {seen} boxes", {"boxes": seen})


def _slopes(margin: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> list[sp.Expr]:
    """Gradient, or nothing where the expression has no ball-evaluable derivative."""
    gradient = [sp.diff(margin, s) for s in symbols]
    try:
        for slope in gradient:
            codegen.compile_expression(slope, symbols)
    except codegen.MissingEvaluatorError:
        return []
    return gradient


@dataclass(frozen=True)
class Quoted:
    """Numbers that a paper prints, beside ours, to half a unit of the last printed digit.

    ``rows`` yields (label, ours, printed): printed is a string, ours a float or a ball.
    """

    rows: Callable[[], Iterable[tuple[str, Any, str]]]
    what: str = ""
    units: float = 0.5
    factor: float = 1.0

    def run(self, context: Context) -> Evidence:
        table, verdicts = [], []
        for label, ours, printed in self.rows():
            low, high = _printed_range(printed, self.units, self.factor)
            ball = ours if isinstance(ours, arb) else None
            inside = bool(low <= ours <= high) if ball is None else bool(ball > low and ball < high)
            outside = not inside if ball is None else bool(ball < low or ball > high)
            verdicts.append(
                Verdict.REFUTED if outside
                else Verdict.UNKNOWN if not inside
                else Verdict.CERTIFIED if ball is not None else Verdict.SUPPORTED
            )  # fmt: skip
            shown = ball.str(12, radius=False) if ball is not None else f"{float(ours):.12g}"
            table.append({"what": label, "printed": printed, "ours": shown})
        if not table:
            return Evidence(Verdict.VACUOUS, "no number to compare")
        wrong = [r for r, v in zip(table, verdicts, strict=True) if v == Verdict.REFUTED]
        data = {"wrong": wrong, "rows": table} if wrong else {"rows": table}
        order = (Verdict.REFUTED, Verdict.UNKNOWN, Verdict.SUPPORTED, Verdict.CERTIFIED)
        verdict = min(verdicts, key=order.index)
        return Evidence(verdict, f"{len(table) - len(wrong)} of {len(table)} numbers agree", data)

    def mutants(self) -> "Iterator[tuple[str, Quoted]]":
        for label, factor in {"negated": -1.0, "doubled": 2.0, "halved": 0.5}.items():
            yield f"printed numbers {label}", replace(self, factor=factor)


def _printed_range(printed: str, units: float, factor: float) -> tuple[float, float]:
    """Values that round to the printed number, times a factor; a changed zero becomes one."""
    digits, _, exponent = printed.lower().partition("e")
    _, _, decimals = digits.partition(".")
    half = units * 10.0 ** (int(exponent or 0) - len(decimals)) * min(1.0, abs(factor))
    value = float(printed) * factor or float(factor != 1)
    return value - half * (1 + 1e-9), value + half * (1 + 1e-9)


@dataclass(frozen=True)
class Sampled:
    """A simulated mean against its exact value, in standard errors.

    ``estimate(seed)`` returns a sims Estimate; ``truth()`` the exact value (same shape).
    """

    estimate: Callable[[int], Any]
    truth: Callable[[], Any]
    what: str = ""
    sigmas: float = 5.0
    change: Callable[[Any], Any] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        found = self.estimate(context.seed)
        truth = np.asarray(self.change(np.asarray(self.truth(), dtype=float)))
        mean, sem = np.asarray(found.mean, dtype=float), np.asarray(found.sem, dtype=float)
        if not (np.all(np.isfinite([*np.ravel(mean), *np.ravel(truth)])) and np.all(sem > 0)):
            summary = f"mean {mean}, standard error {sem}, truth {truth}: no comparison"
            return Evidence(Verdict.UNKNOWN, summary)
        z = np.max(np.abs(mean - truth) / sem)
        alarm = min(1.0, math.erfc(self.sigmas / math.sqrt(2)) * mean.size)
        data = {"n": int(found.n), "estimate": mean.tolist(), "sem": sem.tolist(),
                "truth": truth.tolist(), "z": float(z), "false alarm rate": alarm}  # fmt: skip
        verdict = Verdict.SUPPORTED if z < self.sigmas else Verdict.REFUTED
        return Evidence(verdict, f"n = {found.n}, {z:.2f} standard errors from the truth", data)

    def mutants(self) -> "Iterator[tuple[str, Sampled]]":
        once = replace(self, estimate=functools.cache(self.estimate))
        truth = np.asarray(self.truth(), dtype=float)
        for label, change in _real_changes(truth):
            yield label.replace("right side", "truth"), replace(once, change=change)


@dataclass(frozen=True)
class Property:
    """A statement tried at seeded points of its domain, ends included.

    ``test(**point)`` returns a bool, or (left, right) to be compared by ``relation`` (equality to
    the relative tolerance ``rtol``), or None where the assumptions are not met.
    """

    test: Callable[..., Any]
    domain: sampling.Domain
    what: str = ""
    relation: str = "=="
    rtol: float = 1e-12
    n: int = 100
    try_first: Sequence[Mapping[str, Any]] = ()
    change: Callable[[Any], Any] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        tried, worst = 0, 0.0
        random = sampling.points(self.domain, self.n, seed=context.seed)
        for point in [*self.try_first, *random]:
            answer = self.test(**point)
            if answer is None:
                continue
            tried += 1
            good, gap, shown = self._judge(answer)
            worst = max(worst, gap)
            if not good:
                data = {"point": _point(point), **shown}
                return Evidence(Verdict.REFUTED, f"fails at point {tried}", data)
            if context.late():
                return Evidence(Verdict.UNKNOWN, f"out of time after {tried} points")
        if not tried:
            return Evidence(Verdict.VACUOUS, f"none of {self.n} points met the assumptions")
        data: dict[str, Any] = {"n": tried}
        if self.relation == "==":
            data["largest relative gap"] = worst
        return Evidence(Verdict.SUPPORTED, f"holds at {tried} points", data)

    def holds(self, **point: Any) -> bool | None:
        """Whether the statement holds at one point; None if its assumptions are not met there."""
        answer = self.test(**point)
        return None if answer is None else self._judge(answer)[0]

    def _judge(self, answer: Any) -> tuple[bool, float, dict[str, Any]]:
        if not isinstance(answer, tuple):
            return bool(answer), 0.0, {}
        left, right = np.asarray(answer[0], float), np.asarray(self.change(answer[1]), float)
        shown = {"left": left.tolist(), "right": right.tolist(), "relation": self.relation}
        if self.relation != "==":
            return bool(np.all(COMPARE[self.relation](left, right))), 0.0, shown
        scale = np.maximum(np.abs(left), np.abs(right))
        same = left == right
        with np.errstate(invalid="ignore"):  # inf == inf, where the difference is NaN
            gap = np.where(same, 0.0, np.abs(left - right) / np.where(same, 1.0, scale))
        return bool(np.all(gap <= self.rtol)), float(np.max(gap, initial=0.0)), shown

    def mutants(self) -> "Iterator[tuple[str, Property]]":
        points = [*self.try_first, *sampling.points(self.domain, self.n, seed=0)]
        answers = [a for p in points if isinstance(a := self.test(**p), tuple)]
        if not answers:
            return
        if self.relation != "==":
            flipped = FLIPPED[self.relation]
            yield f"{self.relation} became {flipped}", replace(self, relation=flipped)
            return
        right = np.concatenate([np.ravel(np.asarray(a[1], dtype=float)) for a in answers])
        for label, change in _real_changes(right):
            yield label, replace(self, change=change)


@dataclass(frozen=True)
class Exhaustive:
    """Every case of a finite statement in exact arithmetic (int, Fraction, SymPy, bool).

    ``cases()`` yields (label, left, right): exact numbers that must be equal, or (label, truth).
    """

    cases: Callable[[], Iterable[tuple[Any, ...]]]
    what: str = ""
    change: Callable[[Any], Any] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        n = 0
        for n, (label, left, *rest) in enumerate(self.cases(), start=1):  # noqa: B007
            if rest and any(sp.sympify(value).has(sp.Float) for value in (left, *rest)):
                msg = f"case {label}: {left}, {rest[0]} are not exact numbers"
                raise TypeError(msg)
            good = bool(left) if not rest else sp.simplify(left - self.change(rest[0])) == 0
            if not good:
                data = {"case": str(label), "left": str(left), "right": str(rest)}
                return Evidence(Verdict.REFUTED, f"fails for {label}", data)
        if not n:
            return Evidence(Verdict.VACUOUS, "no case")
        return Evidence(Verdict.PROVED, f"exact in all {n} cases", {"cases": n})

    def mutants(self) -> "Iterator[tuple[str, Exhaustive]]":
        if len(next(iter(self.cases()), ())) == 3:
            for label, change in _EXPRESSION_CHANGES.items():
                yield label, replace(self, change=change)
