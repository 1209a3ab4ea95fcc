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

import numpy as np
import scipy.stats
import sympy as sp
from flint import arb

from claims import sampling
from claims.records import Evidence, Verdict
from theory import arithmetic

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
    code = arithmetic.compile_expression(expr, tuple(point))
    with arithmetic.precision(prec):
        balls = [v if isinstance(v, arb) else _exact_ball(v) for v in point.values()]
        return arithmetic.real_ball(code(arithmetic.BallContext(), *balls))


def _exact_ball(value: Any) -> arb:
    if isinstance(value, (Fraction, sp.Rational)):
        return arb(int(value.numerator)) / int(value.denominator)
    if isinstance(value, float) and math.isinf(value):
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
        proof = prove_zero(left - self.transform(right))
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


def prove_zero(gap: sp.Expr) -> str | None:
    """Name of the first rewriting that turns the expression into 0, or None."""
    rewritings: dict[str, Callable[[sp.Expr], sp.Expr]] = {
        "inspection": lambda e: e,
        "expansion": sp.expand,
        "collecting powers": lambda e: sp.powsimp(sp.expand(sp.powdenest(e, force=True)), force=True),
        "simplification": sp.simplify,
        "expanding logarithms": lambda e: sp.simplify(sp.expand_log(e, force=True)),
        "rewriting in exponentials": lambda e: sp.simplify(sp.expand(e.rewrite(sp.exp))),
    }
    for name, rewrite in rewritings.items():
        if rewrite(gap) == 0:
            return name
    return None


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
        search = _Subdivision(margin, symbols, strict=relation in {"<", ">"}, prec=self.prec)
        for given in self.try_first:
            if search.fails([_exact_ball(sp.nsimplify(given[s.name])) for s in symbols]):
                return self._refuted(given, margin)
        return search.run(self._start(), self.max_boxes, context)

    def _refuted(self, given: Mapping[str, Any], margin: sp.Expr) -> Evidence:
        point = {s: sp.nsimplify(given[s.name]) for s in self.box}
        ball = _ball_at(margin, point, 128)
        data = {"point": _point(given), "margin": ball.str(12)}
        return Evidence(Verdict.REFUTED, f"margin {ball.str(6)} at the point given", data)

    def _start(self) -> list[list[arb]]:
        boxes: list[list[arb]] = [[]]
        for allowed in self.box.values():
            if isinstance(allowed, list):
                sides = [_exact_ball(sp.nsimplify(v)) for v in allowed]
            else:
                low, high = (_exact_ball(sp.nsimplify(v)) for v in allowed)
                sides = [low.union(high)]
            boxes = [[*b, side] for b in boxes for side in sides]
        return boxes

    def mutants(self) -> "Iterator[tuple[str, Certify]]":
        _, relation, _ = self.statement()
        yield f"{relation} became {FLIPPED[relation]}", replace(self, relation=FLIPPED[relation])
        if relation in {"<=", ">="}:
            yield "weak became strict", replace(self, relation=relation[0])
        for label, change in _EXPRESSION_CHANGES.items():
            yield label, replace(self, transform=change)


class _Subdivision:
    """Prove margin > 0 on boxes of balls, or find a point where it certainly fails."""

    def __init__(self, margin: sp.Expr, symbols: tuple[sp.Symbol, ...], *, strict: bool, prec: int):
        self.code = arithmetic.compile_expression(margin, symbols)
        self.slopes = [arithmetic.compile_expression(d, symbols) for d in _slopes(margin, symbols)]
        self.symbols, self.strict, self.prec = symbols, strict, prec

    def value(self, box: list[arb]) -> arb:
        return arithmetic.real_ball(self.code(arithmetic.BallContext(), *box))

    def fails(self, point: list[arb]) -> bool:
        with arithmetic.precision(self.prec + 64):
            margin = self.value(point)
        return bool(margin <= 0 if self.strict else margin < 0)

    def holds(self, box: list[arb]) -> bool:
        margin = self.value(box)
        if bool(margin > 0 if self.strict else margin >= 0):
            return True
        if not self.slopes:
            return False
        # Mean-value form: f(mid) + f'(box) (box - mid) is sharper on small boxes.
        middle = [arb(b.mid()) for b in box]
        margin = self.value(middle)
        for slope, side, mid in zip(self.slopes, box, middle, strict=True):
            if not side.is_exact():
                margin += arithmetic.real_ball(slope(arithmetic.BallContext(), *box)) * (side - mid)
        return bool(margin > 0 if self.strict else margin >= 0)

    def run(self, boxes: list[list[arb]], max_boxes: int, context: Context) -> Evidence:
        seen, stack = 0, list(boxes)
        with arithmetic.precision(self.prec):
            while stack:
                box = stack.pop()
                seen += 1
                if self.holds(box):
                    continue
                middle = [arb(b.mid()) for b in box]
                if self.fails(middle):
                    point = {s.name: m.str(20, radius=False) for s, m in zip(self.symbols, middle, strict=True)}
                    return Evidence(Verdict.REFUTED, "margin negative at a point", {"point": point})
                if seen > max_boxes or context.late():
                    left = {s.name: b.str(8) for s, b in zip(self.symbols, box, strict=True)}
                    summary = f"undecided after {seen} boxes"
                    return Evidence(Verdict.UNKNOWN, summary, {"undecided box": left})
                stack.extend(_halves(box))
        return Evidence(Verdict.CERTIFIED, f"holds on {seen} boxes", {"boxes": seen})


def _slopes(margin: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> list[sp.Expr]:
    """Gradient, or nothing where the expression has no ball-evaluable derivative."""
    gradient = [sp.diff(margin, s) for s in symbols]
    try:
        for slope in gradient:
            arithmetic.compile_expression(slope, symbols)
    except arithmetic.MissingEvaluatorError:
        return []
    return gradient


def _halves(box: list[arb]) -> list[list[arb]]:
    widths = [float(b.rad()) / max(1e-300, abs(float(b.mid())) + float(b.rad())) for b in box]
    i = int(np.argmax(widths))
    low, middle, high = box[i].lower(), arb(box[i].mid()), box[i].upper()
    return [[*box[:i], low.union(middle), *box[i + 1 :]], [*box[:i], middle.union(high), *box[i + 1 :]]]


@dataclass(frozen=True)
class Quoted:
    """Numbers that a paper prints, beside ours, to half a unit of the last printed digit.

    ``rows`` yields (label, ours, printed): printed is a string, ours a float or a ball.
    """

    rows: Callable[[], Iterable[tuple[str, Any, str]]]
    what: str = ""
    units: float = 0.5
    change: Callable[[float], float] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        table, verdicts = [], []
        for label, ours, printed in self.rows():
            low, high = _printed_range(printed, self.units, self.change)
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
        yield "printed numbers negated", replace(self, change=lambda x: -x - (x == 0))
        yield "printed numbers doubled", replace(self, change=lambda x: 2 * x + (x == 0))
        yield "printed numbers halved", replace(self, change=lambda x: x / 2 + (x == 0))


def _printed_range(
    printed: str, units: float, change: Callable[[float], float]
) -> tuple[float, float]:
    digits, _, exponent = printed.lower().partition("e")
    _, _, decimals = digits.partition(".")
    half = units * 10.0 ** (int(exponent or 0) - len(decimals))
    value = change(float(printed))
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
        if not (np.all(np.isfinite(mean)) and np.all(sem > 0)):
            return Evidence(Verdict.UNKNOWN, f"mean {mean}, standard error {sem}: no comparison")
        z = np.max(np.abs(mean - truth) / sem)
        alarm = float(min(1.0, 2 * scipy.stats.norm.sf(self.sigmas) * mean.size))
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
                break
        if not tried:
            return Evidence(Verdict.VACUOUS, f"none of {self.n} points met the assumptions")
        data = {"n": tried, "largest relative gap": worst} if self.relation == "==" else {"n": tried}
        return Evidence(Verdict.SUPPORTED, f"holds at {tried} points", data)

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
