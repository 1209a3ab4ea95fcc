"""Layers of a Gaussian array on which an entry that is defined by recursion depends.

A state ``h[n]`` of a network with fresh matrices depends on ``W[1], ..., W[n]`` and not on
``W[n + 1]``; the product of all later matrices depends on those alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.definitions import Rule, Rules
from depthlaws.claims.engine.statement.expressions import Tree, nodes
from depthlaws.claims.engine.statement.polynomials import Poly
from depthlaws.claims.engine.statement.setting import Setting

MAX_ROUNDS = 20

Moves = list[tuple[str, Fraction]]


@dataclass(frozen=True)
class Depth:
    """Slot of an array that counts layers, and how far its layers of a Gaussian array reach.

    ``below``: an entry at n depends on layers up to n + ``offset``; else on those from there on.
    """

    slot: int
    offset: Fraction
    below: bool

    def apart(self, place: Poly, layer: Poly, setting: Setting) -> bool:
        """True if an entry at a place does not depend on a layer."""
        gap = layer - place - poly.constant(self.offset)
        return setting.sign(gap if self.below else -gap) == "+"


def depth_of(name: str, drawn: str, rules: Rules, setting: Setting) -> Depth | None:
    """Layers of a Gaussian array on which an array depends; None if no fixed step shows them."""
    slots = {n: _slot(group) for n, group in rules.items()}
    if name not in rules or slots[name] is None:
        return None
    moves: dict[str, Moves] = {}
    waiting = [name]
    while waiting:
        n = waiting.pop()
        own = _moves(rules[n], drawn, slots, rules, setting)
        if own is None:
            return None
        moves[n] = own
        waiting += [other for other, _ in own if other in rules and other not in moves]
    for below in (True, False):
        offset = _farthest(name, moves, below=below)
        if offset is not None:
            return Depth(slots[name] or 0, offset, below)
    return None


def _slot(group: tuple[Rule, ...]) -> int | None:
    return next((r.step_slot for r in group if r.step_slot is not None), None)


def _moves(
    group: tuple[Rule, ...],
    drawn: str,
    slots: Mapping[str, int | None],
    rules: Rules,
    setting: Setting,
) -> Moves | None:
    """Pairs (array, layers further) in the bodies of an array; None where no step is fixed."""
    moves: Moves = []
    for rule in group:
        slot = slots[rule.name]
        for entry in (n for n in nodes(rule.body) if n.head == "entry"):
            other = entry.args[0]
            if other != drawn and other not in rules:
                continue
            there = 0 if other == drawn else slots[other]
            if slot is None or there is None or there >= len(entry.args) - 1:
                return None
            step = _step(entry.args[1 + there], rule.places[slot], setting)
            if step is None:
                return None
            moves.append((other, step))
    return moves


def _step(there: Tree, here: Tree, setting: Setting) -> Fraction | None:
    return (setting.poly(there, {}) - setting.poly(here, {})).number


def _farthest(name: str, moves: Mapping[str, Moves], *, below: bool) -> Fraction | None:
    """Farthest layer over all chains of definitions; None if they run on in this direction."""
    sign = 1 if below else -1
    far: dict[str, Fraction | None] = {}
    for _ in range(MAX_ROUNDS):
        new: dict[str, Fraction | None] = {}
        for n, steps in moves.items():
            ends = {other: far.get(other) if other in moves else Fraction(0) for other, _ in steps}
            reached = [step + end for other, step in steps if (end := ends[other]) is not None]
            new[n] = max(reached, key=lambda x: sign * x) if reached else None
        if new == far:
            return far.get(name)
        far = new
    return None
