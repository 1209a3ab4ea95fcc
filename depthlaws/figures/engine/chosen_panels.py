"""Draw some panels of a figure only: the others are drawn on a canvas that is thrown away.

The panels of a figure are numbered in the order in which :func:`style.panels` makes them; a panel
without a letter of its own belongs to the letter before it.
"""

from collections.abc import Collection, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

LETTER = "panel-letter"  # role of the bold letters of panels
_ATTRIBUTE = "_depthlaws_chosen_panels"  # of the canvas


class Chosen:
    """Panels chosen on a canvas, and the grid that they fill from the upper left."""

    def __init__(self, canvas: Canvas, numbers: Collection[int], across: int) -> None:
        self.numbers, self.made, self.placed = sorted(numbers), 0, 0
        self.across = min(across, len(self.numbers))
        down = -(-len(self.numbers) // self.across)
        self.canvas, self.grid = canvas, canvas.add_gridspec(down, self.across)
        self.waste = Canvas(figsize=canvas.get_size_inches())
        for root in (canvas, self.waste):
            setattr(root, _ATTRIBUTE, self)

    def panel(self, **shared: Any) -> Axes:
        """Return the next panel: on the canvas if it is chosen, else on the one thrown away."""
        number, self.made = self.made, self.made + 1
        if number not in self.numbers:
            return self.waste.add_subplot(**shared)
        place, self.placed = divmod(self.placed, self.across), self.placed + 1
        return self.canvas.add_subplot(self.grid[place], **shared)


def chosen(where: Any) -> Chosen | None:
    """Return the panels chosen on the canvas of a part of a figure, or None for all panels."""
    return getattr(where.get_figure(root=True), _ATTRIBUTE, None)


def is_shown(axis: Axes) -> bool:
    """True unless a panel is on the canvas that is thrown away."""
    chosen_here = chosen(axis)
    return chosen_here is None or axis.get_figure(root=True) is chosen_here.canvas


def letters_of_panels(canvas: Canvas) -> list[str]:
    """Return the letter of each panel of a figure that is drawn whole, in order of creation."""
    letters: list[str] = []
    for axis in canvas.axes:
        if axis.get_label() == "<colorbar>":
            continue
        own = [t.get_text() for t in axis.texts if t.get_gid() == LETTER]
        letters.append(own[0] if own else letters[-1] if letters else "")
    return letters


def typed(text: str) -> list[str]:
    """Return the letters of panels in a text: "A,C", "AC" or "a c"."""
    return list(dict.fromkeys(c.upper() for c in text if c.isalnum()))


def numbers_of(figure: str, letters: Sequence[str], text: str) -> list[int]:
    """Return the numbers of the panels that letters name: "A,C", "AC" or "a c".

    Raises: ValueError with the letters of the figure.
    """
    chosen_here = typed(text)
    known = list(dict.fromkeys(filter(None, letters)))
    wrong = [c for c in chosen_here if c not in known]
    if not known:
        msg = f"{figure} has one panel, which cannot be left out; got panels {text!r}"
        raise ValueError(msg)
    if wrong or not chosen_here:
        msg = f"{figure} has the panels {', '.join(known)}, got {', '.join(wrong) or repr(text)}"
        raise ValueError(msg)
    return [i for i, letter in enumerate(letters) if letter in chosen_here]
