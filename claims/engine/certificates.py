"""Certificates: what was proved, written so that a stranger can recheck it without this package.

An expression is a prefix list, ``["*", ["rational", "1/2"], ["symbol", "r"]]``. Identities and
exact cases carry both sides; inequalities their margin, and the box cut into pieces with an
enclosure of the margin on each. ``recheck.py`` beside this file judges them on another engine;
:mod:`.coq` writes the inequalities for Coq.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import sympy as sp
from flint import arb

from depthlaws.claims.engine import coq
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Quoted
from depthlaws.claims.engine.checks.common import COMPARE
from depthlaws.claims.engine.ledger import claim
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict
from depthlaws.theory.symbolic import balls as arb_balls
from depthlaws.theory.symbolic import codegen
from depthlaws.theory.symbolic.domain import Interval

Tree = list[Any]
Box = Mapping[str, tuple[Fraction, Fraction]]
MOST = 4000  # pieces of a box
RECHECK = Path(__file__).with_name("recheck.py")
NAMES = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^"}


def tree(expr: Any) -> Tree:
    """Write an expression as a prefix list, hyperbolic functions by exponentials.

    Raises: TypeError for an inexact number.
    """
    expr = sp.sympify(expr)
    if expr.is_Rational:
        return ["rational", str(expr)]
    if expr.is_Float:
        msg = f"{expr} is not exact"
        raise TypeError(msg)
    if expr.is_Symbol:
        return ["symbol", expr.name]
    if expr == sp.E:
        return ["exp", ["rational", "1"]]
    if isinstance(expr, sp.tanh):
        return tree(1 - 2 / (sp.exp(2 * expr.args[0]) + 1))
    if isinstance(expr, (sp.sinh, sp.cosh, sp.coth)):
        return tree(expr.rewrite(sp.exp))
    if isinstance(expr, sp.Pow) and expr.base == sp.E:
        return ["exp", tree(expr.exp)]
    name = NAMES.get(expr.func) or {"Pi": "pi"}.get(type(expr).__name__, type(expr).__name__)
    return [name, *map(tree, expr.args)]


def certificate(one: Claim, result: Result) -> dict[str, Any]:
    """Certificate of a claim that was proved or certified."""
    return {
        "claim": one.id,
        "source": str(one.source),
        "says": " ".join(one.says.split()),
        "verdict": str(result.verdict),
        "checks": [
            {"kind": type(check).__name__, "what": getattr(check, "what", "")} | body(check, found)
            for check, found in zip(one.checks, result.evidence, strict=True)
        ],
    }


def body(check: Any, found: Evidence) -> dict[str, Any]:
    """What a check proved, by its kind; a kind that nobody else can recheck only says so."""
    match check:
        case Identity():
            left, right = (sp.sympify(side).doit(integrals=False) for side in check.sides())
            return {
                "low": _lower_ends(check.domain),
                "proof": found.summary,
                "identities": [["", tree(left), tree(right)]],
            }
        case Exhaustive():
            return {"low": {}, "identities": [*_cases(check.cases())]}
        case Certify():
            return inequality(check)
        case Quoted():
            return {"quoted": found.data["rows"]}
    return {"not rechecked": found.summary}


def _lower_ends(domain: Mapping[Any, Any]) -> dict[str, str]:
    """Finite lower ends of the symbols: from 0 on, powers and logarithms of products split."""
    ends = {
        symbol.name: allowed.low if isinstance(allowed, Interval) else min(allowed)
        for symbol, allowed in domain.items()
    }
    return {name: str(_rational(low)) for name, low in ends.items() if sp.sympify(low).is_finite}


def _cases(cases: Iterable[tuple[Any, ...]]) -> Iterator[list[Any]]:
    """Yield [label, left, right]; a truth value, and an order, becomes 1 == 1."""
    for label, left, *rest in cases:
        true = COMPARE[rest[0]](left, rest[1]) if len(rest) == 2 else left
        sides = (left, *rest) if len(rest) == 1 else (int(bool(true)), 1)
        yield [str(label), *map(tree, sides)]


def inequality(check: Certify) -> dict[str, Any]:
    """Margin, relation and the pieces of every box.

    Pieces are as small as plain interval arithmetic needs; where those would be more than MOST,
    the margin is enclosed by its mean-value form, and ``left to Coq`` says so.
    Raises: ArithmeticError if a piece stays undecided, though the check itself came through.
    """
    left, relation, right = check.statement()
    margin = sp.sympify(right - left if relation in {"<", "<="} else left - right)
    strict, boxes = relation in {"<", ">"}, _boxes(check.box)
    plain = _Cut(margin, tuple(check.box), strict=strict, prec=check.prec, slopes=False)
    sharp = _Cut(margin, tuple(check.box), strict=strict, prec=check.prec, slopes=True)
    found: dict[str, Any] = {"margin": tree(margin), "strict": strict}
    try:
        return found | {"boxes": [[_ends(box), plain(box)] for box in boxes]}
    except ArithmeticError:
        return found | {"left to Coq": [[_ends(box), sharp(box)] for box in boxes]}


def _ends(box: Box) -> dict[str, list[str]]:
    return {name: [str(low), str(high)] for name, (low, high) in box.items()}


def _boxes(box: Mapping[sp.Symbol, Any]) -> list[Box]:
    """One box for each combination of listed cases."""
    found: list[dict[str, tuple[Fraction, Fraction]]] = [{}]
    for symbol, allowed in box.items():
        sides = [(v, v) for v in allowed] if isinstance(allowed, list) else [allowed]
        found = [
            {**one, symbol.name: (_rational(low), _rational(high))}
            for one in found
            for low, high in sides
        ]
    return list(found)


def _rational(value: Any) -> Fraction:
    return Fraction(str(sp.nsimplify(value)))


class _Cut:
    """Cuts a box at rational points until the sign of the margin is certain on every piece."""

    def __init__(
        self,
        margin: sp.Expr,
        symbols: tuple[sp.Symbol, ...],
        *,
        strict: bool,
        prec: int,
        slopes: bool,
    ) -> None:
        self.value = codegen.compile_expression(margin, symbols)
        self.slopes = _slopes(margin, symbols) if slopes else []
        self.strict, self.prec = strict, prec

    def __call__(self, box: Box) -> Tree:
        """Pieces of a box. Raises: ArithmeticError if there are more than MOST."""
        self.pieces = 0
        with arb_balls.precision(self.prec):
            return self._piece(box)

    def _piece(self, box: Box) -> Tree:
        margin = self._margin([*box.values()])
        if margin > 0 or (margin >= 0 and not self.strict):
            return ["piece", _below(margin.lower()), _below(-margin.upper(), -1)]
        name = max(box, key=lambda n: box[n][1] - box[n][0])
        (low, high), self.pieces = box[name], self.pieces + 1
        if self.pieces > MOST or low == high:
            msg = f"undecided after {self.pieces} pieces"
            raise ArithmeticError(msg)
        at = (low + high) / 2
        halves = ({**box, name: half} for half in ((low, at), (at, high)))
        return ["cut", name, str(at), *map(self._piece, halves)]

    def _margin(self, sides: list[tuple[Fraction, Fraction]]) -> arb:
        """Enclosure by the expression itself, cut down by its mean-value form if it has slopes."""
        context = arb_balls.BallContext()
        balls = [_ball(low).union(_ball(high)) for low, high in sides]
        plain = arb_balls.real_ball(self.value(context, *balls))
        if context.undecided or not self.slopes:
            return plain
        middles = [_ball((low + high) / 2) for low, high in sides]
        mean = arb_balls.real_ball(self.value(context, *middles))
        for slope, ball, middle in zip(self.slopes, balls, middles, strict=True):
            if not ball.is_exact():
                mean += arb_balls.real_ball(slope(context, *balls)) * (ball - middle)
        if not mean.is_finite():
            return plain
        return plain.intersection(mean) if plain.is_finite() else mean


def _ball(q: Fraction) -> arb:
    return arb(q.numerator) / q.denominator


def _below(value: arb, sign: int = 1) -> str:
    """Decimal of sign * q for a q certainly below the value, so that writing it loses nothing."""
    middle = Fraction(float(value.mid()))
    q = middle - abs(middle) / 10**12 - Fraction(1, 10**30)
    return f"{float(sign * q):.17g}"


def files(results: Iterable[Result]) -> Iterator[tuple[str, str]]:
    """Yield name and text of the files of a folder of certificates.

    A certificate for every PROVED or CERTIFIED claim, Coq text for their inequalities, and the
    rechecker, so that the folder stands alone.
    """
    yield RECHECK.name, RECHECK.read_text(encoding="utf-8")
    for result in results:
        if result.verdict in {Verdict.PROVED, Verdict.CERTIFIED}:
            found = certificate(claim(result.id), result)
            yield f"{result.id}.json", json.dumps(found, indent=1) + "\n"
            with contextlib.suppress(coq.NoCoqTextError):
                yield f"{coq.module(result.id)}.v", coq.theory(found)


def _slopes(margin: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> list[Any]:
    """Compiled gradient, or nothing where it has no ball-evaluable form."""
    try:
        return [codegen.compile_expression(sp.diff(margin, s), symbols) for s in symbols]
    except codegen.MissingEvaluatorError:
        return []
