"""The record of a figure: title, source, caption, claims, parameters, data and draw functions."""

import json
import math
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from depthlaws.figures.engine import chosen_panels, settings, style
from depthlaws.figures.engine.ticks import decimal_ticks
from depthlaws.figures.engine.titles import headline
from depthlaws.theory.papers import Source

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure as Canvas

PROFILES = ("quick", "paper")
CHANGED = "changed"  # attribute of a dataset of changed parameters: their values as JSON
COMPUTED = "computed"  # the title that a figure computes from what is drawn


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
        Parameters of the two profiles, frozen; those that :func:`settings.setting` makes can be
        changed by a reader.
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
    finding : str
        Title with fields for facts, where the numbers of ``says`` depend on the profile; empty
        for ``says``.
    shows : str
        Caption of a drawing with changed parameters, with fields for facts, which states no finding
        of the paper's parameters. Its first sentence is the title.

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
    finding: str = ""
    shows: str = ""

    def words(
        self, dataset: "xr.Dataset | None" = None, parameters: Any = None, *, panels: str = ""
    ) -> str:
        """Return the caption on one line, with the numbers of a dataset, or "..." without one.

        The parameters are those of the dataset unless they are given; ``panels`` are the letters of
        those that are drawn, "" for all.
        """
        words = self._filled(self._template(dataset, panels), dataset, parameters)
        if not panels:
            return words
        return f"{words} Only these panels are drawn: {', '.join(chosen_panels.typed(panels))}."

    def title(self, dataset: "xr.Dataset", parameters: Any = None, *, panels: str = "") -> str:
        """Return the title of a dataset: the finding, or what is drawn.

        The latter with changed parameters or some panels only, which need not show the finding.
        """
        if self._states_nothing(dataset, panels):
            return self._filled(self.shows, dataset, parameters).partition(". ")[0] + "."
        return self._filled(self.finding or self.says, dataset, parameters)

    def _states_nothing(self, dataset: "xr.Dataset | None", panels: str) -> bool:
        """True if title and caption say what is drawn, and no finding of the whole figure."""
        changed = dataset is not None and CHANGED in dataset.attrs
        return changed or bool(panels and self.shows)

    def _template(self, dataset: "xr.Dataset | None", panels: str = "") -> str:
        if self._states_nothing(dataset, panels):
            return f"{self.shows} Simulated: {self.runs}"
        return self.template

    def _filled(self, template: str, dataset: "xr.Dataset | None", parameters: Any) -> str:
        """Return a template on one line with its fields filled."""
        attrs = {} if dataset is None else dataset.attrs
        parameters = parameters or self.parameters_of(attrs)
        values = {"seed": "...", "profile": "..."} | vars(parameters) | attrs
        values |= {} if dataset is None else self.facts(dataset, parameters)
        fields = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        shown = {name: _as_text(values[name]) for name in fields & set(values)}
        missing = dict.fromkeys(fields - set(values), "...") if dataset is None else {}
        return " ".join(template.format(**shown, **missing).split())

    def unshown(self, dataset: "xr.Dataset") -> list[str]:
        """Return the statements of the titles that the numbers of a dataset do not show."""
        if CHANGED in dataset.attrs:  # its title states nothing
            return []
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

    def parameters_of(self, attrs: Mapping[str, Any]) -> Any:
        """Return the parameters of a dataset, by its attributes."""
        profile, values = attrs.get("profile", "quick"), json.loads(attrs.get(CHANGED, "{}"))
        return settings.changed(self, profile, values)

    def small(self, **changes: Any) -> "xr.Dataset":
        """Compute the dataset of the tiny version, with further changes to its parameters."""
        return self.data(replace(self.quick, **{**self.tiny, **changes}), 0)

    def canvas(
        self,
        dataset: "xr.Dataset",
        width: float = style.FULL_WIDTH,
        *,
        title: str | None = COMPUTED,
        panels: str = "",
    ) -> "Canvas":
        """Draw a dataset on a new canvas of ``width`` inches.

        ``title`` is a text, None for no title, or "computed" for that of the figure; ``panels``
        are the letters of the panels to draw, such as "A,C", and "" means all.

        Raises: ValueError for a panel that the figure does not have.
        """
        words = self.title(dataset, panels=panels) if title == COMPUTED else title
        with style.house():
            canvas = self._drawn(dataset, width, ())
            if panels:
                letters = chosen_panels.letters_of_panels(canvas)
                numbers = chosen_panels.numbers_of(self.id, letters, panels)
                canvas = self._drawn(dataset, width, numbers)
            if words:
                headline(canvas, words)
            decimal_ticks(canvas)
            style.fit_narrow_canvas(canvas)
        return canvas

    def _drawn(self, dataset: "xr.Dataset", width: float, numbers: Sequence[int]) -> "Canvas":
        """Draw all panels, or those with some numbers, without a title."""
        canvas = style.canvas(width, self.height)
        if numbers:
            style.choose(canvas, numbers)
        self.draw(dataset, canvas)
        return canvas


def _as_text(value: Any) -> str:
    """Return a parameter or a fact as a caption shows it; several values as "2, 4 and 8"."""
    if isinstance(value, tuple | list):
        *first, last = map(_as_text, value)
        return f"{', '.join(first)} and {last}" if first else last
    if isinstance(value, float):
        return "infinite" if math.isinf(value) else f"{value:.10g}"
    return str(value)
