"""An inequality over a whole box, certified by ball arithmetic and subdivision."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks.common import (
    EXPRESSION_CHANGES,
    FLIPPED,
    ball_at,
    exact_ball,
    in_words,
    keep_promises,
    over_listed,
    shown_point,
)
from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.claims.engine.stated import worked_out
from depthlaws.theory.symbolic import balls as arb_balls
from depthlaws.theory.symbolic import codegen
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number, symbolic

__all__ = ["Certify"]


@dataclass(frozen=True)
class Certify:
    """Strict or weak inequality over a whole box, by Arb and adaptive subdivision.

    ``statement`` returns (left, relation, right). ``box`` gives each symbol either (low, high) or a
    list of exact cases, which are EXACT IN CASES but for ``named``, where the claim's own sentence
    names them and no others. A box on which the margin changes sign is split along its widest
    side; a margin that touches zero must be factored by the author, or the verdict stays UNKNOWN.

    >>> import sympy as sp
    >>> from depthlaws.claims.engine import Context
    >>> x = sp.Symbol("x", real=True)
    >>> check = Certify(lambda: (sp.sin(x), "<", x), {x: (1, 4)})
    >>> print(check.run(Context()).verdict)
    CERTIFIED
    """

    statement: Callable[[], tuple[sp.Expr, str, sp.Expr]]
    box: Mapping[sp.Symbol, tuple[Any, Any] | list[Any]]
    what: str = ""
    try_first: Sequence[Mapping[str, Any]] = ()
    max_boxes: int = 20_000
    prec: int = 80
    transform: Callable[[sp.Expr], sp.Expr] = field(default=lambda e: e)
    relation: str | None = None
    named: bool = False

    def __post_init__(self) -> None:
        """Refuse an empty side, and symbols whose assumptions exclude values of the box."""
        for symbol, side in self.box.items():
            if isinstance(side, tuple) and bool(exact_number(side[0]) > exact_number(side[1])):
                msg = f"the box of {symbol} is empty: {side[0]} is above {side[1]}"
                raise ValueError(msg)
        # An inequality inside a closed box holds at its ends: margins are continuous there.
        inside = {"left_open": True, "right_open": True}
        keep_promises(
            {s: Interval(*b, **inside) if isinstance(b, tuple) else b for s, b in self.box.items()}
        )

    def run(self, context: Context) -> Evidence:
        left, relation, right = context.stated = self.statement()
        relation = self.relation or relation
        if relation not in {"<", "<=", ">", ">="}:
            msg = f"the relation must be <, <=, > or >=, got {relation!r}"
            raise ValueError(msg)
        right = self.transform(symbolic(right))
        # margin > 0 (or >= 0) is the statement
        margin = worked_out(right - left if relation in {"<", "<="} else left - right)
        symbols = tuple(self.box)
        if not all(side for side in self.box.values()):
            return Evidence(Verdict.VACUOUS, "no case")
        boxes = self._start()
        search = _Subdivision(margin, symbols, strict=relation in {"<", ">"}, prec=self.prec)
        for given in self.try_first:
            if search.fails([exact_ball(exact_number(given[s.name])) for s in symbols]):
                return self._refuted(given, margin)
        evidence = search.run(boxes, self.max_boxes, context)
        if evidence.verdict != Verdict.CERTIFIED:
            return evidence
        return over_listed(evidence, self.box, named=self.named)

    def _refuted(self, given: Mapping[str, Any], margin: sp.Expr) -> Evidence:
        point = {s: exact_number(given[s.name]) for s in self.box}
        ball = ball_at(margin, point, 128)
        data = {"point": shown_point(given), "margin": ball.str(12)}
        return Evidence(
            Verdict.REFUTED, f"false at {in_words(given)}, by {ball.str(6, radius=False)}", data
        )

    def _start(self) -> "list[_Box]":
        """Boxes, one for each combination of listed cases."""
        starts: list[_Box] = [_Box((), ())]
        for allowed in self.box.values():
            cases = [(v, v) for v in allowed] if isinstance(allowed, list) else [allowed]
            with arb_balls.precision(self.prec):
                ends = [tuple(exact_ball(exact_number(v)) for v in case) for case in cases]
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
        for label, change in EXPRESSION_CHANGES.items():
            yield label, replace(self, transform=change)


@dataclass(frozen=True, slots=True)
class _Box:
    """Balls that cover a part of the stated box; they may overshoot its ends by a rounding."""

    sides: tuple[arb, ...]
    ends: tuple[tuple[arb, arb], ...]

    def middle(self) -> list[arb]:
        return [arb(side.mid()) for side in self.sides]

    def inside(self) -> list[arb]:
        """Return the middle, moved into the stated box, where a counterexample must be."""
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
        count, stack = 0, list(boxes)
        with arb_balls.precision(self.prec):
            while stack:
                box = stack.pop()
                count += 1
                if self.holds(box):
                    continue
                if self.fails(point := box.inside()):
                    shown = [p.str(20, radius=False) for p in point]
                    data = {"point": dict(zip(self.names, shown, strict=True))}
                    where = in_words(data["point"])
                    return Evidence(Verdict.REFUTED, f"false at {where}", data)
                if count > max_boxes or context.late() or not box.sides:
                    shown = [side.str(8) for side in box.sides]
                    data = {"undecided box": dict(zip(self.names, shown, strict=True))}
                    return Evidence(
                        Verdict.UNKNOWN, f"undecided on one of {count} parts of the domain", data
                    )
                stack.extend(box.halves())
        return Evidence(
            Verdict.CERTIFIED,
            f"holds on the whole domain, in intervals ({count} parts)",
            {"boxes": count},
        )


def _slopes(margin: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> list[sp.Expr]:
    """Gradient; empty if a derivative cannot be evaluated in balls."""
    gradient = [sp.diff(margin, s) for s in symbols]
    try:
        for slope in gradient:
            codegen.compile_expression(slope, symbols)
    except codegen.MissingEvaluatorError:
        return []
    return gradient
