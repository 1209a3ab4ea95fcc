"""Layout of every figure at the widths of venues: sizes of panels, text, titles, ticks."""

import itertools

import numpy as np
import pytest
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style, ticks, titles
from depthlaws.figures.engine.measured_once import measured_once
from tests.figures.overlaps import overlaps
from tests.figures.test_every_figure import IDS, laid_out, small


@pytest.fixture(params=IDS, scope="module")
def tiny(request):
    """Every figure in turn, drawn once."""
    return small(request.param)


@pytest.mark.parametrize("width", [3.25, 5.5, style.FULL_WIDTH])
def test_every_figure_fits_every_venue(tiny, width):
    one, _, canvas = tiny
    canvas = canvas if width == style.FULL_WIDTH else laid_out(one.id, width)
    assert canvas.get_figwidth() == width, f"{one.id}: draw must not change the width"
    with style.house():
        titles.fix_layout(canvas)
        with measured_once(canvas):
            misfits = unfit(canvas)
            messages = overlaps(canvas) if width < style.FULL_WIDTH else []
    assert not misfits, (
        f"{one.id} at {width} inches: {'; '.join(misfits)}; shorten the text or raise height="
    )
    assert not messages, (
        f"{one.id} at {width} inches: {'; '.join(messages)}; move or shorten the text, or give the "
        "panel another limit"
    )


def unfit(canvas):
    """Messages about panels that are too small, artists off the page and titles that overlap."""
    with style.house():
        titles.fix_layout(canvas)
        (width, height), drawn = canvas.get_size_inches(), canvas.get_tightbbox()
        panels = [a for a in canvas.axes if a.get_label() != "<colorbar>"]
        sizes = [
            a.get_window_extent().transformed(canvas.dpi_scale_trans.inverted()) for a in panels
        ]
        shown = [t for a in panels for t in (a._left_title, *bold(a)) if t.get_text()]
        shown += [canvas._suptitle] * bool(canvas.get_suptitle())
        boxes = [(t.get_text(), t.get_window_extent()) for t in shown]
    small = [
        f"panel {i}: {b.width:.2f} x {b.height:.2f}"
        for i, b in enumerate(sizes)
        if b.width < 0.45 or b.height < 0.3
    ]
    ends = {
        "left": -drawn.x0,
        "below": -drawn.y0,
        "right": drawn.x1 - width,
        "above": drawn.y1 - height,
    }
    cut = [f"{beyond:.2f} inches are cut {end}" for end, beyond in ends.items() if beyond > 0.01]
    met = [
        f"{a!r} meets {b!r}"
        for (a, x), (b, y) in itertools.combinations(boxes, 2)
        if x.padded(-1).overlaps(y.padded(-1))
    ]
    return [*small, *cut, *met]


def test_text_on_text_on_a_marker_or_in_another_panel_is_a_fault():
    with style.house():
        canvas = style.canvas(6, 3)
        ((a, b),) = style.panels(canvas, 1, 2)
        a.plot([0, 1], [0, 1], **style.points({"marker": "o"}))
        a.errorbar([0.5], [0.5], [0.4], **style.bars({"marker": "s"}))
        a.set(xticks=[], yticks=[])
        b.set(xticks=[0.5], yticks=[])
        style.label(a, "at the first point", 0, 0)
        style.label(a, "on a bar", 0.45, 0.3)
        style.label(a, "free", 0.8, 0.3)
        style.note(b, "low")
        style.note(b, "down")
        a.annotate("far", (1.5, 0.5), annotation_clip=False).set_in_layout(False)
        messages = overlaps(canvas)
    assert messages == [
        "'low' lies on 'down'",
        "'at the first point' lies on 'a marker'",
        "'on a bar' lies on 'a marker'",
        "'far' lies on 'another panel'",
    ]


def test_labels_at_the_ends_of_lines_move_apart_and_no_further():
    with style.house():
        canvas = style.canvas(6, 3)
        ((axis,),) = style.panels(canvas, 1, 1)
        axis.set(yscale="log", ylim=(1, 1e6))
        for exponent in (5, 1.02, 1, 1.01):
            style.end_label(axis, f"${exponent}$", 0.5, 10**exponent)
        titles.fix_layout(canvas)
        ends = [axis.transData.transform(text.get_position())[1] for text in axis.texts]
        heights = [text.get_window_extent().height for text in axis.texts]
        given = axis.transData.transform([(0.5, 10**n) for n in (5, 1.02, 1, 1.01)])[:, 1]
        assert not overlaps(canvas)
    far, high, low, middle = ends
    gap = titles.LINE_GAP * canvas.dpi
    assert far == pytest.approx(given[0])
    assert middle == pytest.approx(given[3], abs=0.1 * gap)
    assert np.diff([low, middle, high]) == pytest.approx(heights[1] + gap, abs=0.1 * gap)


def short_logarithmic_axes(canvas):
    """Tick labels with a power of ten on automatic axes of less than three decades."""
    for axis in (a for panel in canvas.axes for a in (panel.xaxis, panel.yaxis)):
        low, high = axis.get_view_interval()
        if axis.get_scale() == "log" and high < 1000 * low:
            yield from (t.get_text() for t in axis.get_ticklabels(which="both"))


def test_short_logarithmic_axes_have_decimal_numbers(tiny):
    one, _, canvas = tiny
    if any(a.get_label() == "<colorbar>" for a in canvas.axes):
        return
    powers = [text for text in short_logarithmic_axes(canvas) if "{10^" in text]
    assert not powers, f"{one.id} has ticks {powers} on an axis of less than three decades"


@pytest.mark.parametrize(
    ("limits", "shown"),
    [
        ((0.02, 0.1), ["0.03", "0.1"]),
        ((0.05, 40), ["0.1", "1", "10"]),
        ((0.9, 1.6), ["1", "1.5"]),
        ((150, 900), ["200", "500"]),
    ],
)
def test_ticks_are_few_and_decimal(limits, shown):
    with style.house():
        canvas = style.canvas(5, 3)
        axis = canvas.subplots()
        axis.set(yscale="log", ylim=limits)
        ticks.decimal_ticks(canvas)
        canvas.draw_without_rendering()
    low, high = limits
    places = zip(axis.get_yticks(), axis.get_yticklabels(), strict=True)
    assert [t.get_text() for y, t in places if low <= y <= high] == shown


def bold(axis):
    return [t for t in axis.texts if t.get_fontweight() == "bold"]


def test_what_does_not_fit_is_a_fault():
    with style.house():
        canvas = style.canvas(3.25, 2.0)
        ((a, b),) = style.panels(canvas, 1, 2, beside=2)
        a.set_title("a-title-much-longer-than-its-panel-is-wide")
        b.set_title("another")
        style.panel_letters([a, b])
        style.legend(canvas, [Line2D([], [], label="w" * 60)])
    assert [fault.split()[-1] for fault in unfit(canvas)] == ["left", "right", "'another'", "'B'"]


def test_a_title_that_reaches_beyond_the_paper_is_folded():
    with style.house():
        canvas = style.canvas(3.25, 2.0)
        ((a, b),) = style.panels(canvas, 1, 2, beside=2)
        a.set_title("short")
        b.set_title(r"AdamW, $\varepsilon=L^{-1/2}/2$ and more")
    assert unfit(canvas) == []
    assert a.get_title(loc="left") == "short"
    assert len(b.get_title(loc="left").splitlines()) == 2


def test_a_title_that_reaches_the_words_above_the_next_panel_is_folded_evenly():
    with style.house():
        canvas = style.canvas(5.5, 2.0)
        ((a, b),) = style.panels(canvas, 1, 2)
        a.set_title("a title that is longer than its own panel is wide")
        style.panel_letters([a, b])
    assert unfit(canvas) == []
    letters = [len(row) for row in a.get_title(loc="left").splitlines()]
    assert len(letters) == 2
    assert max(letters) <= 1.3 * min(letters)


@pytest.mark.parametrize(("most", "every"), [(6, 1), (12, 2)])
def test_labels_of_counts_keep_apart(most, every):
    counts = [2**i for i in range(3, most)]
    with style.house():
        canvas = style.canvas(style.FULL_WIDTH, 4.2)
        axis = style.panels(canvas, 2, 3)[0, 0]
        style.count_ticks(axis, counts, "width")
        titles.fix_layout(canvas)
        shown = [t for t in axis.get_xticklabels() if t.get_text()]
        boxes = [t.get_window_extent().padded(1) for t in shown]
    assert [int(t.get_text()) for t in shown] == counts[::every]
    assert not any(a.overlaps(b) for a, b in itertools.pairwise(boxes))
