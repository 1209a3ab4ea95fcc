"""Place ticks and measure letters once while a figure is laid out.

Matplotlib places all ticks of a panel ten times whenever it measures the panel, and measures each
label as often; a layout measures each panel four times or more.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from matplotlib.axis import Axis
from matplotlib.figure import Figure as Canvas
from matplotlib.text import Text

PLACE, LAY_OUT = "_update_ticks", "_get_layout"  # of Matplotlib's Axis and Text


@contextmanager
def measured_once(where: Canvas) -> Iterator[None]:
    """Remember ticks and sizes of texts of a figure within the context.

    Ticks are placed again where the limits, the size or the rules of an axis change, a text is
    measured again where its words or its letters change. Within the context nothing else about
    ticks may be changed, neither their letters nor their lengths. A Matplotlib with other names for
    what is remembered measures as ever.
    """
    if not (hasattr(Axis, PLACE) and hasattr(Text, LAY_OUT)):
        yield
        return
    lettering = _Lettering()
    axes = [axis for panel in where.axes for axis in (panel.xaxis, panel.yaxis)]
    for axis in axes:
        vars(axis)[PLACE] = _Ticks(axis, lettering)
    lettering.remember([*_texts(where)])
    try:
        yield
    finally:
        for axis in axes:
            del vars(axis)[PLACE]
        lettering.forget()


def _texts(where: Canvas) -> Iterator[Text]:
    """Yield titles, names, remarks and entries of legends; labels of ticks are still to come."""
    for panel in where.axes:
        yield from (panel._left_title, *panel.texts)
        for axis in (panel.xaxis, panel.yaxis):
            yield from (axis.label, axis.offsetText)
    for legend in (*where.legends, *(panel.get_legend() for panel in where.axes)):
        yield from legend.get_texts() if legend else ()


class _Lettering:
    """Layouts of texts by what decides them; texts of the same words and letters share theirs."""

    def __init__(self) -> None:
        self._layouts: dict[tuple[Any, ...], Any] = {}
        self._texts: set[Text] = set()

    def remember(self, texts: list[Text]) -> None:
        """Have these texts look up their layouts here."""
        for text in set(texts) - self._texts:
            vars(text)[LAY_OUT] = partial(self._layout, text, getattr(text, LAY_OUT))
            self._texts.add(text)

    def forget(self) -> None:
        """Have all texts compute their layouts themselves again."""
        for text in self._texts:
            del vars(text)[LAY_OUT]

    def _layout(self, text: Text, compute: Any, renderer: Any) -> Any:
        if text.get_wrap():  # at the edge of the figure
            return compute(renderer)
        decides = (
            text.get_text(),
            hash(text.get_fontproperties()),  # by which Matplotlib compares them
            text.get_figure(root=True).dpi,
            text.get_rotation(),
            text.get_rotation_mode(),
            text.get_horizontalalignment(),
            text.get_verticalalignment(),
            text._get_multialignment(),
            text._linespacing,
            text.get_usetex(),
            text.get_parse_math(),
        )
        if (known := self._layouts.get(decides)) is None:
            known = self._layouts[decides] = compute(renderer)
        return known


class _Ticks:
    """Ticks of one axis as they were placed last, and what decided them then."""

    def __init__(self, axis: Axis, lettering: _Lettering) -> None:
        self._axis, self._place, self._lettering = axis, getattr(axis, PLACE), lettering
        self._decided: list[Any] = []
        self._ticks: list[Any] = []

    def __call__(self) -> list[Any]:
        """Return the ticks to draw, as ``Axis._update_ticks`` does."""
        if (decides := self._decides()) != self._decided:
            self._decided, self._ticks = decides, self._place()
            labels = [label for tick in self._ticks for label in (tick.label1, tick.label2)]
            self._lettering.remember(labels)
        return self._ticks

    def _decides(self) -> list[Any]:
        """Return limits, rules, and the sizes of the panels to which the rules look.

        Panels that share a scale share its rules, which look to one of them.
        """
        kinds = (self._axis.major, self._axis.minor)
        rules = [rule for kind in kinds for rule in (kind.locator, kind.formatter)]
        sizes = [(*rule.axis.axes.bbox.size,) for rule in rules if rule.axis is not None]
        return [*self._axis.get_view_interval(), *sizes, *rules]
