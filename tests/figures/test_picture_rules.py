"""Rules of pictures that a referee accepts, for every figure: what can be seen, and what is said.

Colours stand out from the paper, a narrow figure fits a column, every axis has ticks between its
data, every panel decides something, legends leave room, a name has one colour, and a title states
only what the numbers drawn show.
"""

import re
from dataclasses import replace
from unittest.mock import Mock

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_hex, to_rgb
from matplotlib.lines import Line2D

from depthlaws.figures.engine import edges, registry, style, ticks, titles
from depthlaws.figures.engine import make as making
from tests.figures.test_every_figure import laid_out, panel_name, small, typed

PAPERS = ("ammup", "chain", "looped", "pc")
IDS = sorted(name for name in registry.modules() if name.partition("-")[0] in PAPERS)
MIN_CONTRAST = 3.0  # to white, of lines and letters (WCAG 2.2, 1.4.11)
MIN_MARKS = 3  # numbers that a panel shows at least
MIN_TICKS = 2  # labelled ticks between the smallest and the largest number drawn
MAX_LEGEND = 0.25  # of the panel, or of the height of the figure
COLUMN = 3.25  # inches
PLAIN = {"exact", "simulated", "networks"}  # kinds of marks, in the grey of no curve


@pytest.fixture(params=IDS, scope="module")
def tiny(request):
    """Every figure in turn, drawn once."""
    return small(request.param)


def panels(canvas):
    return [axis for axis in canvas.axes if axis.get_label() != "<colorbar>"]


def is_map(axis):
    return any(isinstance(one, QuadMesh) for one in axis.collections)


# -- contrast --------------------------------------------------------------------------------------


def contrast(colour):
    """Contrast of a colour to white, from 1 (white) to 21 (black), as WCAG 2.2 defines it."""
    share = np.array(to_rgb(colour))
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return 1.05 / (float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05)


def faint(canvas):
    """Colours of lines, bars and letters with too little contrast; letters on maps are not read."""
    colours = {}
    for axis in panels(canvas):
        letters = [axis._left_title, axis.xaxis.label, axis.yaxis.label]
        letters += [] if is_map(axis) else axis.texts
        bars = [bar for one in axis.containers for part in one.lines[2] for bar in part.get_color()]
        for colour in (*(a.get_color() for a in (*axis.lines, *letters)), *bars):
            colours[to_hex(colour)] = panel_name(canvas, axis)
    return {
        c: (round(contrast(c), 2), at) for c, at in colours.items() if contrast(c) < MIN_CONTRAST
    }


def test_lines_and_letters_stand_out_from_the_paper(tiny):
    one, _, canvas = tiny
    assert faint(canvas) == {}, f"{one.id}: take darker colours"


def test_a_light_line_is_a_fault():
    canvas = style.canvas(4.0, 3.0)
    axis = canvas.subplots()
    axis.plot([1, 2], [3, 4], color="#a2da37")
    assert list(faint(canvas)) == ["#a2da37"]
    assert contrast("white") == 1
    assert contrast("black") == pytest.approx(21)
    assert contrast(mpl.colormaps[style.COLOUR_MAP](style.LIGHTEST)[:3]) > MIN_CONTRAST


# -- size ------------------------------------------------------------------------------------------


@pytest.fixture(params=IDS, scope="module")
def narrow(request):
    """Every figure in turn, as wide as a column, with its layout."""
    canvas = laid_out(request.param, COLUMN)
    with style.house():
        canvas.draw_without_rendering()
    return small(request.param)[0], canvas


def test_a_narrow_figure_fits_a_column(narrow):
    one, canvas = narrow
    height = canvas.get_figheight()
    assert height <= style.MAX_NARROW_HEIGHT, f"{one.id} is {height:.1f} inches tall: lower height="


def legend_shares(canvas):
    """Share of each panel's legend of the panel, and of the figure's legend of its height."""
    inside = [(a, a.get_legend()) for a in panels(canvas) if a.get_legend()]
    for axis, legend in inside:
        box, whole = legend.get_window_extent(), axis.get_window_extent()
        yield panel_name(canvas, axis), box.width * box.height / (whole.width * whole.height)
    for legend in canvas.legends:
        yield "the figure", legend.get_window_extent().height / canvas.bbox.height


def test_legends_take_a_quarter_at_most(narrow):
    one, canvas = narrow
    large = {name: share for name, share in legend_shares(canvas) if share > MAX_LEGEND}
    assert not large, f"{one.id}: legends take {large}; shorten them, or label the curves"


def test_a_legend_of_half_a_panel_is_a_fault():
    with style.house():
        canvas = style.canvas(3.0, 2.0)
        axis = canvas.subplots()
        axis.legend(handles=[Line2D([], [], label="a long name of a curve") for _ in range(7)])
        titles.fix_layout(canvas)
        ((_, share),) = legend_shares(canvas)
    assert share > MAX_LEGEND


# -- ticks and marks -------------------------------------------------------------------------------


def drawn(axis):
    """Points of the lines of a panel within its limits, (number, 2), without guides.

    Crosses are numbers that a paper prints; they are drawn as guides and count.
    """
    (left, right), (low, high) = sorted(axis.get_xlim()), sorted(axis.get_ylim())
    lines = [one for one in axis.lines if one.get_gid() != "guide" or one.get_marker() == "x"]
    points = np.concatenate([np.empty((0, 2)), *(line.get_xydata() for line in lines)])
    x, y = np.asarray(points, dtype=float).T
    return points[(left <= x) & (x <= right) & (low <= y) & (y <= high)]


def few_ticks(axis):
    """Yield the name of each axis with too few labelled ticks between the numbers drawn.

    Error bars, and panels that share a scale, count as numbers drawn.
    """
    for along in (axis.xaxis, axis.yaxis):
        low, high = ticks.drawn_range(along)
        if high - low < 1e-6 * max(abs(low), abs(high)):  # one number
            continue
        places = zip(along.get_ticklocs(), along.get_ticklabels(), strict=True)
        minor = zip(along.get_ticklocs(minor=True), along.get_ticklabels(minor=True), strict=True)
        labelled = [float(at) for at, text in (*places, *minor) if text.get_text()]
        room = 1e-9 * (high - low)
        shown = sum(low - room <= at <= high + room for at in labelled)
        shared = getattr(axis, f"get_shared_{along.axis_name}_axes")().get_siblings(axis)
        if shown < MIN_TICKS and (labelled or len(shared) == 1):
            yield f"{along.axis_name} ({low:.3g} to {high:.3g}: {labelled})"


def test_two_ticks_lie_between_the_data(narrow):
    one, canvas = narrow
    with style.house():  # the number of automatic ticks depends on the size of letters
        few = {panel_name(canvas, a): [*few_ticks(a)] for a in panels(canvas) if not is_map(a)}
    few = {name: axes for name, axes in few.items() if axes}
    assert not few, f"{one.id}: too few ticks between the numbers drawn: {few}"


def test_a_panel_decides_something(tiny):
    one, _, canvas = tiny
    empty = {panel_name(canvas, a): len(drawn(a)) for a in panels(canvas) if not is_map(a)}
    empty = {name: marks for name, marks in empty.items() if marks < MIN_MARKS}
    assert not empty, f"{one.id}: panels of fewer than {MIN_MARKS} marks: {empty}"


def test_a_tick_beside_the_data_and_a_panel_of_two_marks_are_faults():
    with style.house():
        canvas = style.canvas(4.0, 3.0)
        axis = canvas.subplots()
        axis.plot([1.1, 1.9], [3, 4], **style.points({"marker": "o"}))
        axis.set(xticks=[1, 1.5, 2], yticks=[3, 4])
        canvas.draw_without_rendering()
    assert [*few_ticks(axis)] == ["x (1.1 to 1.9: [1.0, 1.5, 2.0])"]
    assert len(drawn(axis)) < MIN_MARKS


def on_axes(canvas):
    """Panels without a map that have a simulated point on an axis, or half outside."""
    for axis in panels(canvas):
        box = axis.get_window_extent()
        for line in axis.lines:
            half = line.get_markersize() * canvas.dpi / 144
            if line.get_gid() != "simulation" or is_map(axis):
                continue
            at = axis.transData.transform(np.ma.filled(line.get_xydata(), np.nan))
            for x, y in at[np.isfinite(at).all(axis=1)]:
                if min(x - box.x0, box.x1 - x, y - box.y0, box.y1 - y) < half:
                    yield panel_name(canvas, axis)


def test_no_marker_lies_on_an_axis(narrow):
    one, canvas = narrow
    assert [*dict.fromkeys(on_axes(canvas))] == [], f"{one.id}: widen the limits of these panels"


def beside_maps(canvas):
    """Sides of panels where more than a twentieth lies beyond the map, by panel."""
    for axis in filter(is_map, canvas.axes):
        box = axis.get_window_extent()
        x, y = np.concatenate(
            [
                axis.transData.transform(one.get_coordinates().reshape(-1, 2))
                for one in axis.collections
                if isinstance(one, QuadMesh)
            ]
        ).T
        rooms = {
            "left": (x.min() - box.x0) / box.width,
            "right": (box.x1 - x.max()) / box.width,
            "below": (y.min() - box.y0) / box.height,
            "above": (box.y1 - y.max()) / box.height,
        }
        yield from (f"{panel_name(canvas, axis)} {side}" for side, r in rooms.items() if r > 0.05)


def test_a_map_fills_its_panel(narrow):
    """What lies beyond it looks like values that were computed."""
    one, canvas = narrow
    assert [*beside_maps(canvas)] == [], f"{one.id}: set the limits of these panels after the ticks"


def test_ticks_that_widen_a_panel_beyond_its_map_are_a_fault():
    with style.house():
        canvas = style.canvas(4.0, 3.0)
        axis = canvas.subplots()
        axis.set_title("a map")
        axis.pcolormesh([1, 2, 3], [1, 2, 3], np.ones((3, 3)), shading="nearest")
        canvas.draw_without_rendering()
        assert not [*beside_maps(canvas)]
        axis.set_yticks([1, 2, 3, 6])
        canvas.draw_without_rendering()
    assert [side.split()[-1] for side in beside_maps(canvas)] == ["above"]


@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize("clear", [True, False])
def test_limits_move_apart_for_markers_on_them(scale, clear, monkeypatch):
    """Markers inside get room, those beyond stay out; else the rule notices."""
    monkeypatch.setattr(titles, "clear_edges", edges.clear_edges if clear else lambda _: False)
    with style.house():
        canvas = style.canvas(4.0, 3.0)
        axis = canvas.subplots()
        axis.set(xscale=scale, yscale=scale, xlim=(1, 8), ylim=(16, 1))
        axis.plot([1, 2, 8, 4], [1, 4, 16, 17], **style.points({"marker": "o"}))
        titles.fix_layout(canvas)
    assert ([*on_axes(canvas)] == []) == clear
    if clear:
        assert axis.get_xlim()[0] < 1 < 8 < axis.get_xlim()[1] < 8.5
        assert axis.get_ylim()[0] > 16
        np.testing.assert_array_equal(axis.lines[0].get_ydata(), [1, 4, 16, np.nan])


# -- what lines and colours mean -------------------------------------------------------------------


def test_a_law_of_other_networks_is_named_with_its_largest_miss(tiny):
    one, dataset, canvas = tiny
    lines = [line for axis in panels(canvas) for line in axis.lines]
    if not any(line.get_gid() == "neighbour" for line in lines):
        return
    words = one.words(dataset.assign_attrs(profile="quick", seed=0))
    assert re.search("dotted", words, re.IGNORECASE), (
        f"{one.id}: the caption does not name the dotted law"
    )
    assert "largest miss" in words, f"{one.id}: the caption does not say the dotted law's miss"


def colours_of_names(canvas):
    """Colour of each name of a legend, and of each coloured label; bars and greys mean kinds."""
    legends = [*canvas.legends, *(a.get_legend() for a in panels(canvas) if a.get_legend())]
    for legend in legends:
        for text, handle in zip(legend.get_texts(), legend.legend_handles, strict=True):
            if isinstance(handle, Line2D) and text.get_text() not in PLAIN:
                yield text.get_text(), to_hex(handle.get_color())


@pytest.mark.parametrize("paper", PAPERS)
def test_a_name_has_one_colour_in_a_paper(paper):
    colours = {}
    for name in (n for n in IDS if n.startswith(paper)):
        for word, colour in colours_of_names(small(name)[2]):
            if not re.search(r"=|step \d", word):  # sizes and steps: light to dark in each figure
                colours.setdefault(word, {}).setdefault(colour, name)
    several = {word: found for word, found in colours.items() if len(found) > 1}
    assert not several, f"one name, several colours: {several}"


# -- titles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_titles_type_no_decimal(name):
    one = registry.figure(name)
    says = one.finding or one.says  # the title drawn
    assert typed(says) == [], "say it in words, or compute it in facts="


def test_titles_state_what_the_numbers_drawn_show(tiny):
    one, dataset, _ = tiny
    statements = one.holds(dataset)
    assert statements, f"{one.id}: no holds=; say which numbers show each statement of its title"
    assert all(isinstance(true, bool) for true in statements.values()), statements
    assert one.unshown(dataset) == [], f"{one.id}: the title says what its numbers do not show"


FINE = Mock(as_expected=True, verdict="SUPPORTED", erratum=False)


def test_a_title_that_the_numbers_do_not_show_is_noted(tmp_path, monkeypatch):
    one, dataset, _ = small("ammup-networks")
    other = replace(one, holds=lambda _: {"rates rise": False, "rates fall": True})
    stored = dataset.assign_attrs(seed=0, content_key="")
    monkeypatch.setattr(making, "figure", lambda _: other)
    monkeypatch.setattr(making, "load_or_compute", lambda *_: (stored, True, ""))
    verdicts = Mock(by_id=dict.fromkeys(one.claims, FINE))
    (result,) = making.make([one.id], out=tmp_path, formats=("png",), verify=lambda _: verdicts)
    assert result.note == "its numbers do not show that rates rise"
