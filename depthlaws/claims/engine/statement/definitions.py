"""Definitions of arrays by recursion: checked when a statement is built, unfolded in proofs."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, nodes
from depthlaws.claims.engine.statement.polynomials import Poly
from depthlaws.claims.engine.statement.setting import Setting


@dataclass(frozen=True)
class Rule:
    """One definition: places of the array (an index plus a number, or a fixed place) and body."""

    name: str
    places: tuple[Tree, ...]
    body: Tree
    slots: tuple[tuple[Index | None, Fraction, Poly], ...]  # index, offset; or None, 0, fixed place
    recursive: bool = False

    @property
    def step_slot(self) -> int | None:
        """Slot that an unfolding of a recursive rule counts along."""
        moved = [k for k, (i, offset, _) in enumerate(self.slots) if i is None or offset]
        return moved[0] if moved else None


Rules = Mapping[str, tuple[Rule, ...]]


def rules_of(defined: Mapping[Tree, Tree], setting: Setting) -> dict[str, tuple[Rule, ...]]:
    """Check definitions and return them by array.

    Raises: FormError for a definition that is not one, overlaps another or never ends.
    """
    made: dict[str, list[Rule]] = {}
    for left, body in defined.items():
        if left.head != "entry":
            msg = f"{left} is defined, but only entries of arrays can be"
            raise FormError(msg)
        made.setdefault(left.args[0], []).append(_rule(left, body, setting))
    for name, rules in made.items():
        _apart(name, rules, setting)
    steps = _steps(made, setting)
    circular = _recursive(steps)
    return {
        name: tuple(Rule(r.name, r.places, r.body, r.slots, name in circular) for r in rules)
        for name, rules in made.items()
    }


def _rule(left: Tree, body: Tree, setting: Setting) -> Rule:
    name, *places = left.args
    slots, formal = [], []
    for place in places:
        own = [*free_indices(place)]
        shown = {k for k in own if k in _direct(place)}
        if not shown:
            slots.append((None, Fraction(0), setting.poly(place, {})))
            continue
        (i,) = shown if len(shown) == 1 else (None,)
        offset = (setting.poly(place, {}) - poly.atom(("i", i))).number if i else None
        if i is None or offset is None or offset.denominator != 1:
            msg = f"{left} is defined at {place}; write an index plus a number"
            raise FormError(msg)
        formal.append(i)
        slots.append((i, offset, poly.constant(0)))
    if len(set(formal)) != len(formal):
        msg = f"{left} is defined with one index in two places"
        raise FormError(msg)
    inside = {k for i in formal for k in (*free_indices(i.first), *free_indices(i.last))}
    if strange := [i for i in free_indices(body) if i not in formal and i not in inside]:
        msg = f"the definition of {left} has the index {strange[0]}, which is not among its places"
        raise FormError(msg)
    return Rule(name, tuple(places), body, tuple(slots))


def _direct(place: Tree) -> set[Index]:
    return {n.args[0] for n in nodes(place) if n.head == "index"}


def _apart(name: str, rules: list[Rule], setting: Setting) -> None:
    """Refuse two rules of an array that may both apply."""
    arity = {len(r.places) for r in rules}
    if len(arity) > 1:
        msg = f"{name} is defined with {' and '.join(map(str, sorted(arity)))} places"
        raise FormError(msg)
    for k, one in enumerate(rules):
        for two in rules[:k]:
            ranges = zip(_spans(one, setting), _spans(two, setting), strict=True)
            if not any(
                setting.sign(a - d) == "+" or setting.sign(c - b) == "+"
                for (a, b), (c, d) in ranges
            ):
                msg = f"{name} is defined twice: {list(two.places)} and {list(one.places)} may meet"
                raise FormError(msg)


def _spans(rule: Rule, setting: Setting) -> list[tuple[Poly, Poly]]:
    """First and last place of each slot."""
    out = []
    for i, offset, fixed in rule.slots:
        if i is None:
            out.append((fixed, fixed))
        else:
            first, last = setting.range_of(i)
            out.append((first + poly.constant(offset), last + poly.constant(offset)))
    return out


def _steps(
    made: Mapping[str, list[Rule]], setting: Setting
) -> dict[tuple[str, str], set[Fraction | None]]:
    """Steps by which definitions reach back along the slot that counts; None for no fixed step."""
    counted = {
        name: next((r.step_slot for r in rules if r.step_slot is not None), None)
        for name, rules in made.items()
    }
    steps: dict[tuple[str, str], set[Fraction | None]] = {}
    for name, rules in made.items():
        for rule in rules:
            for entry in (n for n in nodes(rule.body) if n.head == "entry" and n.args[0] in made):
                other = entry.args[0]
                steps.setdefault((name, other), set()).add(
                    _step(rule, counted[name], entry, counted[other], setting)
                )
    return steps


def _step(
    rule: Rule, slot: int | None, entry: Tree, other: int | None, setting: Setting
) -> Fraction | None:
    if slot is None or other is None or other >= len(entry.args) - 1 or slot >= len(rule.places):
        return None
    there, here = (setting.poly(t, {}) for t in (entry.args[1 + other], rule.places[slot]))
    return (there - here).number


def _recursive(steps: Mapping[tuple[str, str], set[Fraction | None]]) -> set[str]:
    """Arrays that are defined through themselves.

    Raises: FormError where a circle does not move in one direction.
    """
    names = {n for pair in steps for n in pair}
    reach = {n: {b for a, b in steps if a == n} for n in names}
    for _ in names:
        reach = {n: r | {c for b in r for c in reach.get(b, ())} for n, r in reach.items()}
    circular = {n for n in names if n in reach[n]}
    for n in sorted(circular):
        inside = {(a, b) for a, b in steps if a in reach[n] and b in reach[n] and n in reach[b]}
        moves = {m for pair in inside for m in steps[pair]}
        still = {pair for pair in inside if Fraction(0) in steps[pair]}
        signs = {None if m is None else (m > 0) - (m < 0) for m in moves}
        if None in signs or {1, -1} <= signs:
            msg = f"the definition of {n} reaches back to itself by no fixed step"
            raise FormError(msg)
        if _circle(still):
            msg = f"{n} is defined by itself"
            raise FormError(msg)
    return circular


def _circle(pairs: set[tuple[str, str]]) -> bool:
    while pairs:
        kept = {(a, b) for a, b in pairs if any(c == b for c, _ in pairs)}
        if kept == pairs:
            return True
        pairs = kept
    return False
