"""Moves of one model under several laws, as one table: values, energies, steps, disagreements."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from depthlaws.base.tables import html
from depthlaws.theory.parametrization import recommended_law
from depthlaws.theory.parametrization.law_records import GROUPS, QUANTITIES
from depthlaws.theory.parametrization.transferred_settings import Moved

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
UNCOVERED = recommended_law.UNCOVERED
LEGEND = (
    "~ inferred from the source; ? common choice, the source does not say; kept: the "
    "law is silent, the tuned value stays; decay: what your optimiser multiplies by the learning "
    "rate; fits: no if the model breaks an assumption of the law; "
    "energy: E|h_out|^2 / E|h_0|^2 at infinite width, and step: size of the first optimiser step, "
    "before -> after, in the network of each law (prenorm or plain ReLU residual blocks, plain "
    "ReLU layers with fan-in weights, scalar chain), ? where the line below says why there is none."
)


class Disagreement(NamedTuple):
    """Laws that set one hyperparameter of a group lowest and highest.

    Attributes
    ----------
    group, quantity : str
        Group of parameters and quantity.
    factor : float
        Highest value over the lowest.
    lowest, highest : str
        Names of the laws.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
    >>> first = parametrization.disagreements(moves)[0]
    >>> first.group, first.quantity
    ('block matrices', 'multiplier')
    """

    group: str
    quantity: str
    factor: float
    lowest: str
    highest: str


def disagreements(moves: Sequence[Moved], /) -> list[Disagreement]:
    """Disagreements of laws that fit the model, cover the move and set a quantity, widest first.

    Parameters
    ----------
    moves : sequence of Moved
        A tuned model under several laws, as :func:`transfer` returns it.

    Returns
    -------
    list of Disagreement
        One entry for each group and quantity on which the laws differ.

    References
    ----------
    Source: those of the laws.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
    >>> parametrization.disagreements(moves)[0].highest
    'sp'
    """
    differing = []
    for group, quantity in itertools.product(GROUPS, QUANTITIES):
        values = [
            (setting.value, move.law.name)
            for move in moves
            if not move.breaks
            and (setting := move.settings[group][quantity]).known != "silent"
            and setting.value > 0
        ]
        if values and max(values)[0] > min(values)[0] * (1 + 1e-9):
            (low, lowest), (high, highest) = min(values), max(values, key=lambda pair: pair[0])
            differing.append(Disagreement(group, quantity, high / low, lowest, highest))
    return sorted(differing, key=lambda entry: -entry.factor)


class Moves(list[Moved]):
    """A tuned model under several laws: a list that is shown as a table.

    Parameters
    ----------
    moves : iterable of Moved
        A move for each law.
    model : str
        Model, as in :func:`transfer`.
    optimizer : str
        Optimiser.

    Attributes
    ----------
    recommended : Moved or None
        Move by the law to use for this model and optimiser; None if no law fits.
    why : str
        Reason for the recommended law, or for None.
    breaks : dict of str to tuple of str
        Assumptions that the model breaks, by name of the law.
    left_out : list of str
        Quantities and choices that no law here sets, a sentence each.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> moves = parametrization.transfer(1e-3, layers=12, to_layers=48, law=["mup", "looped"])
    >>> [row["rate, blocks"] for row in moves.rows]
    ['no law', '0.0005']
    """

    def __init__(self, moves: Iterable[Moved] = (), model: str = "", optimizer: str = "") -> None:
        super().__init__(moves)
        self.model, self.optimizer = model, optimizer

    @property
    def recommended(self) -> Moved | None:
        """Move by the law to use, or None."""
        return recommended_law.choose(self, self.model)

    @property
    def why(self) -> str:
        """Reason for the recommended law, or for None."""
        return recommended_law.reason(self.recommended, self, self.model, self.optimizer)

    @property
    def breaks(self) -> dict[str, tuple[str, ...]]:
        """Assumptions that the model breaks, by law."""
        return {move.law.name: move.breaks for move in self if move.breaks}

    @property
    def left_out(self) -> list[str]:
        """Quantities and choices that no law here sets."""
        return recommended_law.left_out(self.model)

    @property
    def rows(self) -> list[dict[str, str]]:
        """Rows of the table, one for each law, as text."""
        return [_row(move) for move in self]

    @property
    def answer(self) -> dict[str, str]:
        """Row of the recommended move as text, without energy and step; ``law`` is - for none."""
        move = self.recommended
        return {"law": "-"} | dict.fromkeys(COLUMNS, "") if move is None else _values(move)

    def notes(self) -> Iterator[str]:
        """Yield the disagreements of the laws, their assumptions and the quantities they keep."""
        for entry in disagreements(self):
            heading = next((h for h, at in COLUMNS.items() if at == entry[:2]), "")
            if heading:
                yield (
                    f"the laws disagree on {heading}: by a factor {entry.factor:.3g} "
                    f"({entry.lowest} lowest, {entry.highest} highest)"
                )
        yield from (f"not covered: {sentence}" for sentence in self.left_out)
        for move in self:
            yield from _notes(move)

    def _repr_html_(self) -> str:
        rows = self.rows
        notes = html(["notes"], [[line] for line in self.notes()])
        return html(list(rows[0]), [list(row.values()) for row in rows]) + notes


def _row(move: Moved) -> dict[str, str]:
    values = _values(move)
    row = {"law": values.pop("law"), "fits": "no" if move.breaks else "yes"} | values
    row["energy"] = "" if move.refused else _arrow(*move.energy)
    row["step"] = "" if move.refused else _arrow(*(step.size for step in move.update))
    return row


def _values(move: Moved) -> dict[str, str]:
    """Name of the law and its values, as text."""
    row = {"law": move.law.name}
    for heading, (group, quantity) in COLUMNS.items():
        if quantity == "adam_epsilon" and not move.has_epsilon:
            continue
        setting = move.settings[group][quantity]
        if not move.owns(group, quantity):
            row[heading] = ""
            continue
        covered = f"{setting.value:.5g}{MARKS[setting.known]}"
        row[heading] = "no law" if move.refused else covered
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
    yield from (f"  broken: {sentence}" for sentence in move.breaks)
    yield f"  silent: {silent or 'none here'}; {UNCOVERED}"
    for why in dict.fromkeys(step.why for step in move.update if step.why):
        yield f"  step: {why}"
