"""What a figure is: what it shows, what it rests on, how to compute it and how to draw it."""

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
    """A number or statement that the paper makes about a figure, with ours beside it."""

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
    """

    id: str
    says: str
    source: Source
    caption: str
    claims: tuple[str, ...]
    height: float
    quick: Any
    paper: Any
    tiny: Mapping[str, Any]
    data: Callable[[Any, int], "xr.Dataset"]
    draw: Callable[["xr.Dataset", "Canvas"], None]
    quotes: Callable[["xr.Dataset"], Sequence[Quote]] = field(default=lambda _: ())

    @property
    def words(self) -> str:
        """The caption on one line."""
        return " ".join(self.caption.split())

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
