"""Moves of one model under several laws, as one table: values, energies, steps, disagreements."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from depthlaws._tables import html
from depthlaws.theory.parametrization.moved import Moved
from depthlaws.theory.parametrization.transfer_laws import GROUPS, QUANTITIES

__all__ = ["Disagreement", "Moves", "disagreements"]

COLUMNS = {  # heading: (group of parameters, quantity)
    "rate, blocks": ("block matrices", "learning_rate"),
    "rate, embedding": ("embedding", "learning_rate"),
    "rate, readout": ("readout", "learning_rate"),
    "branch times": ("block matrices", "multiplier"),
    "readout times": ("readout", "multiplier"),
    "init std, blocks": ("block matrices", "init_std"),
    "decay, blocks": ("block matrices", "weight_decay"),
    "epsilon, blocks": ("block matrices", "adam_epsilon"),
}
MARKS = {"stated": "", "inferred": " ~", "unknown": " ?", "silent": " kept"}
UNCOVERED = "batch size, schedule, warm-up, betas"  # of which no law here says anything
LEGEND = (
    "~ follows from the law by one argument; ? common choice, the source does not say; kept: the "
    "law is silent, the tuned value stays; energy: E|h_out|^2 / E|h_0|^2 at infinite width, and "
    "step: size of the first optimiser step, before -> after, in the network of each law (prenorm "
    "or plain ReLU residual blocks, plain ReLU layers with fan-in weights, scalar chain), ? where "
    "the line below says why there is none."
)


class Disagreement(NamedTuple):
    """Laws that set one hyperparameter of a group lowest and highest, and the factor between.

    >>> from depthlaws import parametrization
    >>> moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
    >>> first = parametrization.disagreements(moves)[0]
    >>> first.group, first.quantity
    ('embedding', 'learning_rate')
    """

    group: str
    quantity: str
    factor: float
    lowest: str
    highest: str


def disagreements(moves: Sequence[Moved], /) -> list[Disagreement]:
    """Where laws that cover a move and speak of a quantity differ, the widest first.

    ``moves`` as :func:`transfer` gives them. Source: those of the laws.

    >>> from depthlaws import parametrization
    >>> moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
    >>> parametrization.disagreements(moves)[0].highest
    'sp'
    """
    found = []
    for group, quantity in itertools.product(GROUPS, QUANTITIES):
        said = [
            (own.value, move.law.name)
            for move in moves
            if (own := move.settings[group][quantity]).known != "silent" and own.value > 0
        ]
        if said and max(said)[0] > min(said)[0] * (1 + 1e-9):
            (low, lowest), (high, highest) = min(said), max(said, key=lambda one: one[0])
            found.append(Disagreement(group, quantity, high / low, lowest, highest))
    return sorted(found, key=lambda one: -one.factor)


class Moves(list[Moved]):
    """A model moved under several laws: a list that shows itself as a table.

    >>> from depthlaws import parametrization
    >>> moves = parametrization.transfer(1e-3, layers=12, to_layers=48, law=["mup", "looped"])
    >>> [row["rate, blocks"] for row in moves.rows]
    ['no law', '0.0005']
    """

    @property
    def rows(self) -> list[dict[str, str]]:
        """One row a law, the cells as words."""
        return [_row(move) for move in self]

    def notes(self) -> Iterator[str]:
        """Yield what the laws disagree on, assume and are silent about."""
        for one in disagreements(self):
            heading = next((h for h, at in COLUMNS.items() if at == one[:2]), "")
            if heading:
                yield (
                    f"the laws disagree on {heading}: by a factor {one.factor:.3g} "
                    f"({one.lowest} lowest, {one.highest} highest)"
                )
        for move in self:
            yield from _notes(move)

    def _repr_html_(self) -> str:
        rows = self.rows
        notes = html(["notes"], [[line] for line in self.notes()])
        return html(list(rows[0]), [list(row.values()) for row in rows]) + notes


def _row(move: Moved) -> dict[str, str]:
    row = {"law": move.law.name}
    for heading, (group, quantity) in COLUMNS.items():
        if quantity == "adam_epsilon" and move.law.optimizer != "adam":
            continue
        setting = move.settings[group][quantity]
        covered = f"{setting.value:.5g}{MARKS[setting.known]}"
        row[heading] = "no law" if move.refused else covered
    row[UNCOVERED] = "no law" if move.refused else MARKS["silent"].strip()
    row["energy"] = "" if move.refused else _arrow(*move.energy)
    row["step"] = "" if move.refused else _arrow(*(step.size for step in move.update))
    return row


def _arrow(before: float, after: float) -> str:
    both = ["?" if math.isnan(value) else f"{value:.3g}" for value in (before, after)]
    return "" if both == ["?", "?"] else " -> ".join(both)


def _notes(move: Moved) -> Iterator[str]:
    law = move.law
    yield f"{law.name} ({law.source}). {law.says}"
    if move.refused:
        yield f"  does not cover this: {move.refused}"
        return
    silent = "; ".join(f"{q.replace('_', ' ')} ({', '.join(g)})" for q, g in law.silent.items())
    yield f"  assumes: {law.assumes}"
    yield f"  silent: {silent or 'none here'}; {UNCOVERED}"
    for why in dict.fromkeys(step.why for step in move.update if step.why):
        yield f"  step: {why}"
