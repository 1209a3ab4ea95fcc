"""What a figure is: what it shows, what it rests on, how to compute it and how to draw it."""

import math
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from depthlaws.figures.engine import style
from depthlaws.theory.papers import Source

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure as Canvas

PROFILES = ("quick", "paper")


@dataclass(frozen=True)
class Quote:
    """A number or statement that the paper makes about a figure, with ours beside it.

    >>> Quote("slope of ReLU", paper="-1.34", ours=-1.336).paper
    '-1.34'
    """

    what: str
    paper: str
    ours: float | str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure. A module of a paper's folder defines one, as ``FIGURE``, with a literal id.

    ``says`` is its finding in one sentence, drawn above the panels. ``data(parameters, seed)``
    returns an xarray.Dataset; ``draw(dataset, canvas)`` only selects and plots. ``height`` is in
    inches at the full width. ``quick`` and ``paper`` are frozen dataclasses of parameters;
    ``tiny`` names what to change in ``quick`` for a version that takes a moment: the tests draw it.

    No number that was computed is typed: ``{name}`` in ``caption`` and in ``runs`` (what was
    simulated, the caption's last sentence) is a parameter, ``seed``, ``profile``, or what
    ``facts(dataset, parameters)`` finds.

    >>> from depthlaws import figures
    >>> one = figures.figure("chain-fig5")
    >>> one.id, one.source.paper, one.claims[0]
    ('chain-fig5', 'chain', 'CHAIN-I8-block1')
    """

    id: str
    says: str
    source: Source
    caption: str
    runs: str
    claims: tuple[str, ...]
    height: float
    quick: Any
    paper: Any
    tiny: Mapping[str, Any]
    data: Callable[[Any, int], "xr.Dataset"]
    draw: Callable[["xr.Dataset", "Canvas"], None]
    quotes: Callable[["xr.Dataset"], Sequence[Quote]] = field(default=lambda _: ())
    facts: Callable[["xr.Dataset", Any], Mapping[str, Any]] = field(default=lambda ds, p: {})

    def words(self, dataset: "xr.Dataset | None" = None, parameters: Any = None) -> str:
        """The caption on one line, with the numbers of a dataset; without one "..." for them.

        Parameters are those of the dataset's profile unless they are given.
        """
        attrs = {} if dataset is None else dataset.attrs
        parameters = parameters or self.parameters(attrs.get("profile", "quick"))
        known = {"seed": "...", "profile": "..."} | vars(parameters) | attrs
        known |= {} if dataset is None else self.facts(dataset, parameters)
        fields = {name for _, name, _, _ in string.Formatter().parse(self.template) if name}
        shown = {name: _shown(known[name]) for name in fields & set(known)}
        missing = dict.fromkeys(fields - set(known), "...") if dataset is None else {}
        return " ".join(self.template.format(**shown, **missing).split())

    @property
    def template(self) -> str:
        """Caption and runs, their numbers to be filled in."""
        return f"{self.caption} Simulated, {{profile}} profile: {self.runs}"

    def parameters(self, profile: str) -> Any:
        """Parameters of a profile. Raises: ValueError for an unknown one."""
        if profile not in PROFILES:
            msg = f"profile must be one of {', '.join(PROFILES)}, got {profile!r}"
            raise ValueError(msg)
        return self.quick if profile == "quick" else self.paper

    def small(self, **changes: Any) -> "xr.Dataset":
        """Dataset of the tiny version, with more changed if need be."""
        return self.data(replace(self.quick, **{**self.tiny, **changes}), 0)

    def canvas(self, dataset: "xr.Dataset", width: float = style.FULL) -> "Canvas":
        """Draw in the house style, so many inches wide."""
        with style.house():
            canvas = style.canvas(width, self.height)
            style.headline(canvas, self.says)
            self.draw(dataset, canvas)
            style.fit(canvas)
        return canvas


def _shown(value: Any) -> str:
    """A parameter or a fact as a caption has it; several as "2, 4 and 8"."""
    if isinstance(value, tuple | list):
        *most, last = map(_shown, value)
        return f"{', '.join(most)} and {last}" if most else last
    if isinstance(value, float):
        return "infinite" if math.isinf(value) else f"{value:.10g}"
    return str(value)
