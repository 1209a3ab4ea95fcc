"""The record of a figure: title, source, caption, claims, parameters, data and draw functions."""

import math
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from depthlaws.figures.engine import style
from depthlaws.figures.engine.ticks import decimal_ticks
from depthlaws.figures.engine.titles import headline
from depthlaws.theory.papers import Source

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure as Canvas

PROFILES = ("quick", "paper")


@dataclass(frozen=True)
class Quote:
    """A number or statement of the paper about a figure, with our number beside it.

    >>> Quote("slope of ReLU", paper="-1.34", ours=-1.336).paper
    '-1.34'
    """

    what: str
    paper: str
    ours: float | str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure of a paper, or one of ours: everything needed to compute, draw and explain it.

    A module in the folder of a paper defines one figure as ``FIGURE``, with a literal id.

    Parameters
    ----------
    id : str
        Identifier, such as ``chain-fig5``.
    says : str
        Title: the finding in one sentence, drawn above the panels.
    source : Source
        Place in the paper.
    caption : str
        What the panels show. No computed number is typed: ``{name}`` here and in ``runs`` is a
        parameter, ``seed``, ``profile``, or an entry of ``facts(dataset, parameters)``.
    runs : str
        What was simulated, and how often; the last sentence of the caption.
    claims : tuple of str
        Ids of the claims on which the figure rests.
    height : float
        Height in inches at the full width.
    quick, paper : dataclass
        Parameters of the two profiles, frozen.
    tiny : mapping
        Changes to ``quick`` for a version that the tests compute in a moment.
    data : callable
        ``data(parameters, seed)`` returns an xarray.Dataset.
    draw : callable
        ``draw(dataset, canvas)`` selects and plots; it computes nothing.
    quotes : callable
        ``quotes(dataset)`` returns the paper's numbers with ours beside them.
    facts : callable
        ``facts(dataset, parameters)`` returns computed numbers for the caption.
    holds : callable
        ``holds(dataset)`` returns, for each statement of the title and of the panels' titles,
        whether the numbers drawn show it.

    Examples
    --------
    >>> from depthlaws import figures
    >>> fig5 = figures.figure("chain-fig5")
    >>> fig5.id, fig5.source.paper, fig5.claims[0]
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
    holds: Callable[["xr.Dataset"], Mapping[str, bool]] = field(default=lambda _: {})

    def words(self, dataset: "xr.Dataset | None" = None, parameters: Any = None) -> str:
        """Return the caption on one line, with the numbers of a dataset, or "..." without one.

        The parameters are those of the dataset's profile unless they are given.
        """
        attrs = {} if dataset is None else dataset.attrs
        parameters = parameters or self.parameters(attrs.get("profile", "quick"))
        values = {"seed": "...", "profile": "..."} | vars(parameters) | attrs
        values |= {} if dataset is None else self.facts(dataset, parameters)
        fields = {name for _, name, _, _ in string.Formatter().parse(self.template) if name}
        shown = {name: _as_text(values[name]) for name in fields & set(values)}
        missing = dict.fromkeys(fields - set(values), "...") if dataset is None else {}
        return " ".join(self.template.format(**shown, **missing).split())

    def unshown(self, dataset: "xr.Dataset") -> list[str]:
        """Return the statements of the titles that the numbers of a dataset do not show."""
        return [statement for statement, true in self.holds(dataset).items() if not true]

    @property
    def template(self) -> str:
        """Caption and runs with fields for the numbers."""
        return f"{self.caption} Simulated, {{profile}} profile: {self.runs}"

    def parameters(self, profile: str) -> Any:
        """Return the parameters of a profile. Raises: ValueError for an unknown profile."""
        if profile not in PROFILES:
            msg = f"profile must be one of {', '.join(PROFILES)}, got {profile!r}"
            raise ValueError(msg)
        return self.quick if profile == "quick" else self.paper

    def small(self, **changes: Any) -> "xr.Dataset":
        """Compute the dataset of the tiny version, with further changes to its parameters."""
        return self.data(replace(self.quick, **{**self.tiny, **changes}), 0)

    def canvas(self, dataset: "xr.Dataset", width: float = style.FULL_WIDTH) -> "Canvas":
        """Draw a dataset on a new canvas of ``width`` inches."""
        with style.house():
            canvas = style.canvas(width, self.height)
            headline(canvas, self.says)
            self.draw(dataset, canvas)
            decimal_ticks(canvas)
            style.fit_narrow_canvas(canvas)
        return canvas


def _as_text(value: Any) -> str:
    """Return a parameter or a fact as a caption shows it; several values as "2, 4 and 8"."""
    if isinstance(value, tuple | list):
        *first, last = map(_as_text, value)
        return f"{', '.join(first)} and {last}" if first else last
    if isinstance(value, float):
        return "infinite" if math.isinf(value) else f"{value:.10g}"
    return str(value)
