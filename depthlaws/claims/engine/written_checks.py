"""Certificates of checks by their kind: what was proved, on the paper of ``recheck``.

An expression is a prefix list, ``["*", ["rational", "1/2"], ["symbol", "r"]]``. Identities and
exact cases carry both sides, derivatives in them as such; inequalities their margin, and the points
and open intervals on which its sign is seen, or the box cut into pieces with an enclosure of the
margin on each.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Inequality, Quoted
from depthlaws.claims.engine.recheck import boxes
from depthlaws.claims.engine.recheck.judge import judged
from depthlaws.claims.engine.records import Evidence
from depthlaws.claims.engine.run_checks import BudgetSpentError, alarm
from depthlaws.claims.engine.stated import worked_out
from depthlaws.claims.engine.trees import Tree, in_steps, tree
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number, symbolic

Box = Mapping[str, tuple[Fraction, Fraction]]
MAX_PIECES = 4000  # of a box
TIME_LIMIT_S = 5.0  # of processor time: for the rows of a check, and for recheck to judge one
JUDGED = ("statements", "identities", "orders", "signs", "boxes", "cells", "roots", "orbits")
JUDGED += ("borders", "everywhere")
ONLY_SAID = ("only said", "quoted", "left to Coq")
DATA = "cells of a table, typed twice: that both entries agree is all that can be rechecked"


def judged_and_said(check: Mapping[str, Any]) -> tuple[int, int]:
    """Count the statements of a check that ``recheck`` judges, and those that are only said."""
    said = sum(len(check.get(name, ())) for name in ONLY_SAID) + ("not rechecked" in check)
    return sum(len(check.get(name, ())) for name in JUDGED), said


def body(check: Any, found: Evidence) -> dict[str, Any]:
    """Statements that a check proved, by its kind; a kind without a rechecker only names them."""
    match check:
        case Identity():
            low = _lower_ends(check.domain)
            sides = lambda: [("", *map(_without_sums, check.sides()))]  # noqa: E731
            proof = rows(sides(), sides, low)
            return {"low": low, "proof": found.summary} | proof
        case Exhaustive(data=True):
            return {"note": DATA, "cells": [[*map(str, (*c[:2], c[-1]))] for c in check.cases()]}
        case Exhaustive():
            return proved_apart(check, cases(check), "only said", 0)
        case Certify():
            return inequality(check)
        case Inequality():
            return signs(check)
        case Quoted():
            return proved_apart(check, quotes(check, found), "quoted", "what")
    return {"not rechecked": found.summary}


def rows(
    compared: Sequence[Sequence[Any]], again: Callable[[], Iterable[Any]], low: Mapping[str, str]
) -> dict[str, Any]:
    """Identities and orders that ``recheck`` accepts; the other rows are "only said".

    ``compared`` are the rows of a check: (label, left, right) or (label, left, relation, right).
    ``again`` makes them once more, while SymPy's arithmetic is off, so that 2 + 3 is not printed
    as 5. Of three forms of a row the first is printed that ``recheck`` accepts and finds equal to
    what was compared: without arithmetic, as stated, worked out.
    """
    stated = [_tree_row(row) for row in compared]
    proved = [_tree_row([*map(worked_out, row)]) for row in compared]
    spelt_out = _without_arithmetic(again, len(stated))
    printed, only_said = [], []
    for plain, *forms in zip(proved, spelt_out, stated, proved, strict=True):
        tried = (judge(low, plain, form) for judge in (_apart, _shared) for form in forms if form)
        row = next(filter(None, tried), None)
        (printed if row else only_said).append(row or plain)
    return in_steps(printed) | {"only said": only_said}


def _tree_row(row: Sequence[Any]) -> Tree:
    """Row with trees as its sides; a relation as it is."""
    return [str(row[0]), *(side if isinstance(side, str) else tree(side) for side in row[1:])]


def _without_arithmetic(make: Callable[[], Iterable[Any]], count: int) -> Sequence[Any]:
    """Rows while SymPy adds, multiplies and cancels nothing; None for what needs its arithmetic."""
    try:
        with sp.evaluate(False), alarm(TIME_LIMIT_S, of_processor=True):
            spelt_out = [_tree_row(row) for row in make()]
    except (Exception, BudgetSpentError):  # SymPy and claims raise classes of their own
        spelt_out = []
    return spelt_out if len(spelt_out) == count else [None] * count


def _apart(low: Mapping[str, str], proved: Tree, row: Tree) -> Tree | None:
    """Row as it is stated, if its sides differ and ``recheck`` finds what was proved."""
    label, left, *_, right = row
    if left == right or (len(row) == 4 and left[:1] == right[:1] == ["rational"]):
        return None
    pairs = [row, [label, left, proved[1]], [label, right, proved[-1]]]
    return row if accepted({"low": low} | in_steps([p for p in pairs if p[1] != p[-1]])) else None


def _shared(low: Mapping[str, str], proved: Tree, row: Tree) -> Tree | None:
    """Row for two sides stated alike: what they are worked out from, and what it comes to."""
    label, left, *_, right = row
    if left != right or proved[1] != proved[-1] or _atoms(left) == _atoms(proved[1]):
        return None
    pair = [f"{label}: both sides", left, proved[1]]
    return pair if accepted({"low": low} | in_steps([pair])) else None


def _atoms(node: Any) -> list[str]:
    """Sorted names and numbers in an expression but for its arithmetic."""
    return sorted(_leaves(node))


def _leaves(node: Any) -> Iterator[str]:
    for part in node:
        if isinstance(part, list):
            yield from _leaves(part)
        elif part not in {"0", "1", "-1", "rational", "+", "*", "^"}:
            yield part


def accepted(proof: Mapping[str, Any]) -> bool:
    """True if ``recheck`` accepts a proof in time; a proof that it cannot read is not accepted."""
    try:
        with alarm(TIME_LIMIT_S, of_processor=True):
            return all(good for _, good in judged(proof))
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError, BudgetSpentError):
        return False


def quotes(check: Quoted, found: Evidence) -> dict[str, Any]:
    """Exact numbers between what rounds to the printed digits; other numbers are only said."""
    proof = rows([*check.bounds()], check.bounds, {})
    told = {str(row[0]).rpartition(",")[0] for row in proof.get("orders", ())}
    left = {str(row[0]).rpartition(",")[0] for row in proof.pop("only said")}
    table = found.data.get("rows", ())
    return proof | {"quoted": [row for row in table if row["what"] not in told - left]}


def proved_apart(
    check: Quoted | Exhaustive, found: dict[str, Any], name: str, key: Any
) -> dict[str, Any]:
    """Certificate of a check that says how roots and orbits behind its rows are written."""
    if check.proof is None:
        return found
    rows = [*check.proof()]
    refused = {row[0] for kind, row in rows if not accepted({kind: [row]})}
    told = {row[0] for _, row in rows} - refused
    proof: dict[str, list[Any]] = {}
    for kind, row in rows:
        if row[0] in told:
            proof.setdefault(kind, []).append(row)
    left = [row for row in found[name] if str(row[key]) not in told]
    return found | proof | {name: left}


def _without_sums(side: Any) -> sp.Expr:
    """Side with the sums and products of registered formulas worked out: recheck has none."""
    own = (sp.Sum, sp.Product)
    side = symbolic(side)
    if not any(type(node) in own for node in side.atoms(*own)):
        return side
    return side.replace(lambda node: type(node) in own, lambda node: node.doit())


def _lower_ends(domain: Mapping[Any, Any]) -> dict[str, str]:
    """Finite lower ends of the symbols: from 0 on, powers and logarithms of products split."""
    ends = {
        symbol.name: allowed.low if isinstance(allowed, Interval) else min(allowed)
        for symbol, allowed in domain.items()
    }
    return {name: str(_rational(low)) for name, low in ends.items() if symbolic(low).is_finite}


def cases(check: Exhaustive) -> dict[str, Any]:
    """Both sides of every case; truths and words are only said."""
    every = [*check.cases()]
    symbols = {s for case in every for side in case[1:] for s in _symbols(side)}
    signed = {s.name for s in symbols if s.is_nonnegative}
    low = dict.fromkeys(sorted(signed - {s.name for s in symbols if not s.is_nonnegative}), "0")
    compared = [case for case in every if _comparable(case)]
    proof = rows(compared, lambda: filter(_comparable, check.cases()), low)
    proof["only said"] += [[str(case[0])] for case in every if not _comparable(case)]
    return {"low": low} | proof


def _comparable(case: Sequence[Any]) -> bool:
    """True if a case compares numbers or expressions, not words or truths."""
    sides = (case[1], case[-1])
    return len(case) > 2 and not any(isinstance(side, (str, list, tuple)) for side in sides)


def _symbols(side: Any) -> set[sp.Symbol]:
    return side.atoms(sp.Symbol) if isinstance(side, sp.Basic) else set()


def signs(check: Inequality) -> dict[str, Any]:
    """Margin, points and open intervals that make up the domain, ends from which it grows.

    The ends are the check's own, or the first that ``recheck`` accepts.
    """
    left, relation, right = check.statement()
    margin = tree(worked_out(right - left if relation in {"<", "<="} else left - right))
    sides = [_sides(allowed) for allowed in check.domain.values()]
    names = [symbol.name for symbol in check.domain]
    boxes = [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*sides)]
    own = [[symbol.name, str(_rational(end))] for symbol, end in check.along]
    ends = [[[n, end]] for n, s in zip(names, sides, strict=True) for end in s[0] if end != "oo"]
    domain = {symbol.name: domain_text(allowed) for symbol, allowed in check.domain.items()}
    result = {"domain": domain, "margin": margin, "strict": relation in {"<", ">"}}
    for along in (own, *ends):
        proof = result | {"along": along, "signs": boxes}
        if accepted(proof):
            return proof
    return result | {"not rechecked": "no sign that recheck sees"}


def _sides(allowed: Interval | Sequence[Any]) -> list[list[str]]:
    """Parts of a domain: an interval's inside and its closed ends, or listed values as points."""
    if not isinstance(allowed, Interval):
        return [[str(_rational(value))] for value in allowed]
    ends = [symbolic(end) for end in (allowed.low, allowed.high)]
    written = [str(_rational(end)) if end.is_finite else str(end) for end in ends]
    reached = itertools.compress(written, (not allowed.left_open, not allowed.right_open))
    return [written, *([end] for end in reached)]


def domain_text(allowed: Interval | Sequence[Any]) -> str:
    """Interval with its ends, listed values in braces: ``recheck`` makes the boxes from it."""
    inside, *_ = sides = _sides(allowed)
    if not isinstance(allowed, Interval):
        return "{" + ", ".join(value for (value,) in sides) + "}"
    low, high = inside
    text = f"{'[('[allowed.left_open]}{low}, {high}{'])'[allowed.right_open]}"
    return f"integers in {text}" if allowed.integer else text


def inequality(check: Certify) -> dict[str, Any]:
    """Margin, relation and the pieces of every box, small enough for plain interval arithmetic.

    Boxes with more than MAX_PIECES are ``left to Coq``.
    """
    left, relation, right = check.statement()
    margin = tree(worked_out(symbolic(right - left if relation in {"<", "<="} else left - right)))
    strict, sides = relation in {"<", ">"}, _boxes(check.box)
    domain = {symbol.name: _box_text(allowed) for symbol, allowed in check.box.items()}
    result: dict[str, Any] = {"domain": domain, "margin": margin, "strict": strict}
    try:
        return result | {"boxes": [[_ends(box), _pieces(margin, box, strict)] for box in sides]}
    except (ArithmeticError, KeyError):  # too many pieces, or a function without intervals
        return result | {"left to Coq": [_ends(box) for box in sides]}


def _box_text(allowed: Sequence[Any]) -> str:
    """Closed interval with its ends, listed values in braces."""
    values = ", ".join(str(_rational(value)) for value in allowed)
    return f"{{{values}}}" if isinstance(allowed, list) else f"[{values}]"


def _ends(box: Box) -> dict[str, list[str]]:
    return {name: [str(low), str(high)] for name, (low, high) in box.items()}


def _boxes(box: Mapping[sp.Symbol, Any]) -> list[Box]:
    """One box for each combination of listed cases."""
    cases = ([(v, v) for v in side] if isinstance(side, list) else [side] for side in box.values())
    sides = [[(_rational(low), _rational(high)) for low, high in ends] for ends in cases]
    names = [symbol.name for symbol in box]
    return [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*sides)]


def _rational(value: Any) -> Fraction:
    return Fraction(str(exact_number(value)))


def _pieces(margin: Tree, whole: Box, strict: bool) -> Tree:
    """Box cut at rational points until the sign of the margin is certain on every piece.

    Raises: ArithmeticError for more than MAX_PIECES.
    """
    count = itertools.count(1)

    def piece(box: Box) -> Tree:
        enclosure: Any = boxes.enclosed(margin, box)
        low, high = _outward(float(enclosure.a), -1), _outward(float(enclosure.b), 1)
        if low > 0 or (low >= 0 and not strict):
            return ["piece", f"{low:.17g}", f"{high:.17g}"]
        name = max(box, key=lambda n: box[n][1] - box[n][0])
        first, last = box[name]
        if next(count) > MAX_PIECES or first == last:
            msg = f"undecided after {MAX_PIECES} pieces"
            raise ArithmeticError(msg)
        at = (first + last) / 2
        halves = ({**box, name: half} for half in ((first, at), (at, last)))
        return ["cut", name, str(at), *map(piece, halves)]

    return piece(whole)


def _outward(end: float, sign: int) -> float:
    """A float certainly beyond an end that was rounded; an end at zero stays."""
    return end + sign * (abs(end) * 1e-12 + 1e-30) if end else 0.0
