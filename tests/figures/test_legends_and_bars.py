"""Legends, error bars and the marker words of captions belong to the data that are drawn."""

import re

import numpy as np
import pytest
import xarray as xr
from matplotlib.colors import to_hex
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D

from depthlaws.figures.engine import registry, style
from depthlaws.sims.onestep import Architecture
from tests.figures import reading
from tests.figures.test_every_figure import IDS, small

RULES = {"predictivecoding": "pc", "backpropagation": "bp"}  # as captions and legends spell them
MARKERS = {"circles": "o", "squares": "s", "diamonds": "D"}
NUMBERS = {"two": 2, "three": 3, "five": 5, "ten": 10, "twenty": 20, "hundred": 100}


@pytest.fixture(params=IDS, scope="module")
def tiny(request):
    return small(request.param)


# -- error bars ------------------------------------------------------------------------------------


def bars(axis):
    """Yield (points, lower ends, upper ends) of each set of error bars, along x or y."""
    for container in axis.containers:
        if isinstance(container, ErrorbarContainer):
            line, _, collections = container.lines
            points = np.column_stack([line.get_xdata(orig=False), line.get_ydata(orig=False)])
            for collection in collections:
                rows = [match(points, segment) for segment in collection.get_segments()]
                yield np.array([row for row in rows if row is not None])


def match(points, segment):
    """Return point, lower and upper end of one bar; None for a bar without length."""
    if segment.shape != (2, 2) or not np.isfinite(segment).all():
        return None
    along = int(segment[0, 0] == segment[1, 0])  # 1: a bar along y
    low, high = np.sort(segment[:, along])
    beside = points[:, 1 - along] == segment[0, 1 - along]
    inside = (low <= points[:, along]) & (points[:, along] <= high)
    (at,) = points[beside & inside][:1, along]
    return (at, low, high) if high > low else None


def explained(rows, dataset):
    """True if one variable has all points, and others at the same places the ends or lengths."""
    arrays = [v for v in dataset.data_vars.values() if v.attrs.get("kind") == "simulation"]
    arrays = [array for whole in arrays for array in quartiles(whole)]
    for one in arrays:
        variable = one.to_numpy().astype(float).ravel()
        others = [other for other in arrays if set(other.dims) <= set(one.dims)]
        others = own_ends(str(one.name), others)
        if all(np.isclose(variable, at, rtol=1e-9, atol=0).any() for at, *_ in rows):
            for end, other_end in ((1, "high"), (2, "low")):
                stacked = np.array([
                    other.broadcast_like(one).transpose(*one.dims).to_numpy().astype(float).ravel()
                    for other in others
                    if not str(other.name).endswith(other_end)
                ])  # fmt: skip
                if not ends_in(rows, end, variable, stacked):
                    break
            else:
                return True
    return False


def own_ends(name, others):
    """Errors and ends named after a variable; without such, those that are no other variable's."""
    ends = [re.fullmatch(r"(.+)_(error|low|high)", str(other.name)) for other in others]
    names = {str(other.name) for other in others}
    mine = [o for o, end in zip(others, ends, strict=True) if end and end[1] == name]
    return mine or [
        o for o, end in zip(others, ends, strict=True)
        if not (end and end[1] in names and not name.startswith(end[1]))
    ]  # fmt: skip


def quartiles(array):
    """Return a variable of quartiles as three variables, any other as it is."""
    if "quartile" not in array.dims:
        return [array]
    return [array.isel(quartile=i, drop=True) for i in range(array.sizes["quartile"])]


def ends_in(rows, end, variable, stacked):
    """True if the same variable has this end of all bars, or their length on this side."""
    kept = np.ones(len(stacked), dtype=bool)
    for row in rows:
        places = stacked[:, np.isclose(variable, row[0], rtol=1e-9, atol=0)]
        length, size = abs(row[end] - row[0]), 1e-9 * abs(row).max()
        kept &= (np.abs(places - length) <= size).any(axis=1) | (
            np.abs(places - row[end]) <= size
        ).any(axis=1)
    return kept.any()


def test_error_bars_have_the_lengths_of_their_own_points(tiny):
    one, dataset, canvas = tiny
    for number, axis in enumerate(canvas.axes, start=1):
        for rows in bars(axis):
            assert not len(rows) or explained(rows, dataset), (
                f"{one.id}, panel {number}: bars around {rows[:3, 0]} end at {rows[:3, 1:]}: draw "
                "a simulated variable with the error variable of the same points"
            )


def unmarked(axis):
    """Yield points that have a bar and no marker, of each set of error bars along y."""
    for container in axis.containers:
        if isinstance(container, ErrorbarContainer):
            line, _, collections = container.lines
            numbers, every = line.get_xdata(orig=False), line.get_markevery()
            if isinstance(every, tuple):
                every = slice(every[0], None, every[1])
            marked = numbers[slice(None, None, every) if every is None or isinstance(every, int)
                             else every]  # fmt: skip
            for collection in collections:
                ends = [s for s in collection.get_segments() if len(s) and s[0, 0] == s[-1, 0]]
                yield from (s[0, 0] for s in ends if s[0, 0] not in marked)


def test_every_bar_goes_through_a_marker(tiny):
    one, _, canvas = tiny
    for number, axis in enumerate(canvas.axes, start=1):
        assert [*unmarked(axis)] == [], f"{one.id}, panel {number}: markevery and errorevery differ"


@pytest.mark.parametrize("first", [0, 1])
def test_a_bar_beside_the_markers_is_a_fault(first):
    axis = style.canvas(4.0, 3.0).subplots()
    looks = style.bars({"color": "red", "marker": "o"}, markevery=(1, 2))
    axis.errorbar(range(6), range(6), 0.2, **looks, errorevery=(first, 2))
    assert bool([*unmarked(axis)]) == (first == 0)


def test_bars_whose_ends_are_exchanged_are_a_fault(two_rules):
    dataset, looks = two_rules
    kind = {"kind": "simulation"}
    for name, values in (("loss_low", [0.1, 0.2]), ("loss_high", [0.3, 0.4])):
        dataset[name] = ("step", values, kind)
    del dataset["loss_error"]
    for pair, right in (((0.1, 0.3), True), ((0.3, 0.1), False)):
        axis = style.canvas(4.0, 3.0).subplots()
        axis.errorbar([0], [1.0], [[pair[0]], [pair[1]]], **style.bars(looks["pc"]))
        (rows,) = bars(axis)
        assert explained(rows, dataset) == right


@pytest.fixture
def two_rules():
    """Losses of two rules with errors, and their looks."""
    kind = {"kind": "simulation"}
    values = {"loss": [[1.0, 2.0], [3.0, 5.0]], "loss_error": [[0.1, 0.2], [0.3, 0.4]]}
    dims = ("rule", "step")
    dataset = xr.Dataset(
        {name: (dims, rows, kind) for name, rows in values.items()}, {"rule": ["pc", "bp"]}
    )
    return dataset, {"pc": {"color": "red", "marker": "o"}, "bp": {"color": "blue", "marker": "s"}}


@pytest.mark.parametrize(("other", "factor"), [("pc", 1.0), ("pc", 0.5), ("bp", 1.0)])
def test_bars_of_other_points_or_of_half_their_length_are_a_fault(two_rules, other, factor):
    dataset, looks = two_rules
    axis = style.canvas(4.0, 3.0).subplots()
    loss, error = dataset.loss.sel(rule="pc"), dataset.loss_error.sel(rule=other)
    axis.errorbar([0, 1], loss, factor * error, **style.bars(looks["pc"]))
    (rows,) = bars(axis)
    assert explained(rows, dataset) == (other == "pc" and factor == 1)


# -- legends ---------------------------------------------------------------------------------------


def plain(text):
    letters = re.sub(r"[^a-z0-9]+", "", str(text).lower())
    return RULES.get(letters, letters)


def parts(label, dataset):
    """Variables of a dataset at each coordinate value that a label names: 'BP', '$L = 8$'."""
    typed = re.fullmatch(r"\$?[\w\\]+\s*=\s*(\\infty|[\d.]+)\$?", label)
    number = float(typed[1].replace("\\infty", "inf")) if typed else None
    selections = []
    for name, values in dataset.indexes.items():
        for value in values:
            same = plain(value) == plain(label) if isinstance(value, str) else value == number
            if same:
                along = [n for n, v in dataset.data_vars.items() if name in v.dims]
                selections.append(dataset[along].sel({name: value}))
    return selections


def drawn(canvas, handle):
    """Lines of the panels with the colour, and marker or line style, of a legend entry."""
    marker, style_ = handle.get_marker(), handle.get_linestyle()
    for axis in canvas.axes:
        for line in axis.lines:
            simulated = line.get_gid() == "simulation"
            same = line.get_marker() == marker if simulated else line.get_linestyle() == style_
            colour = to_hex(line.get_color()) == to_hex(handle.get_color())
            if line.get_gid() in {"theory", "simulation"} and same and colour:
                yield line


def inside(line, selection):
    """True if the numbers of a line are in one variable of a selection."""
    rows = [np.asarray(v, dtype=float).ravel() for v in selection.values() if v.dtype.kind in "fi"]
    for coordinates in (line.get_ydata(), line.get_xdata()):
        numbers = np.asarray(coordinates, dtype=float)
        numbers = numbers[np.isfinite(numbers)]
        if any(np.isin(np.round(numbers, 12), np.round(row, 12)).all() for row in rows):
            return True
    return False


def legend_faults(canvas, dataset):
    """One message for each legend entry whose look is drawn from other data than it names.

    Every simulated line with that look must be of the data named, and one exact line: a look may
    come back in another panel, for curves that have labels of their own.
    """
    legends = [*canvas.legends, *(axis.get_legend() for axis in canvas.axes)]
    entries = [
        (text.get_text(), handle)
        for legend in legends
        if legend is not None
        for text, handle in zip(legend.get_texts(), legend.legend_handles, strict=True)
        if isinstance(handle, Line2D)
    ]
    messages = []
    for label, handle in entries:
        if selections := parts(label, dataset):
            right = {True: [], False: []}  # simulated or exact: True for lines of what is named
            for line in drawn(canvas, handle):
                named = any(inside(line, selection) for selection in selections)
                right[line.get_gid() == "simulation"].append(named)
            exact = not right[False] or any(right[False])
            if not (all(right[True]) and exact):
                messages.append(f"{label!r} is drawn from other data than it names")
    return messages


def test_legend_entries_are_drawn_from_what_they_name(tiny):
    one, dataset, canvas = tiny
    assert legend_faults(canvas, dataset) == [], one.id


@pytest.mark.parametrize("swapped", [False, True])
def test_labels_swapped_in_a_legend_are_a_fault(two_rules, swapped):
    dataset, looks = two_rules
    canvas = style.canvas(4.0, 3.0)
    axis = canvas.subplots()
    for rule, look in looks.items():
        axis.plot([0, 1], dataset.loss.sel(rule=rule), **style.points(look))
    names = ["BP", "PC"] if swapped else ["PC", "BP"]
    looks = map(style.points, looks.values())
    style.legend(canvas, [style.legend_entry(*pair) for pair in zip(looks, names, strict=True)])
    assert len(legend_faults(canvas, dataset)) == 2 * swapped


@pytest.mark.parametrize("swapped", [False, True])
def test_a_panel_is_read_with_the_names_of_its_looks(two_rules, swapped):
    """The record of every figure has these lines (``snapshots.of_figure``)."""
    dataset, looks = two_rules
    canvas = style.canvas(4.0, 3.0)
    axis = canvas.subplots()
    for rule, look in zip(("bp", "pc") if swapped else ("pc", "bp"), looks.values(), strict=True):
        axis.plot([0, 1], dataset.loss.sel(rule=rule), **style.points(look))
    style.label(axis, "end", 1, 2.0)
    entries = zip(("PC", "BP"), looks.values(), strict=True)
    style.legend(canvas, [style.legend_entry(style.points(look), word) for word, look in entries])
    names = reading.names_of_looks(canvas)
    first, second = ("bp", "pc") if swapped else ("pc", "bp")
    assert reading.of_panel(axis, reading.Rows(dataset), names) == (
        f"loss() o: rule={first} 'PC', rule={second} 'BP'; 'end' at loss(rule=pc)"
    )


# -- words of captions -----------------------------------------------------------------------------


def marker_faults(caption, canvas, dataset):
    """One message for each line whose marker a caption gives to another rule or curve."""
    return [
        f"{name} ({word}): {line.get_ydata()[:3]}"
        for name, word in re.findall(r"(\w+(?: coding)?) \((circles|squares|diamonds)\)", caption)
        if (selections := parts(name, dataset))
        for axis in canvas.axes
        for line in axis.lines
        if line.get_gid() == "simulation" and line.get_marker() == MARKERS[word]
        if not any(inside(line, selection) for selection in selections)
    ]


def test_markers_in_captions_are_those_of_the_data(tiny):
    one, dataset, canvas = tiny
    assert marker_faults(one.template, canvas, dataset) == [], one.id


@pytest.mark.parametrize("swapped", [False, True])
def test_markers_swapped_in_a_caption_are_a_fault(two_rules, swapped):
    dataset, looks = two_rules
    canvas = style.canvas(4.0, 3.0)
    axis = canvas.subplots()
    for rule, look in looks.items():
        axis.plot([0, 1], dataset.loss.sel(rule=rule), **style.points(look))
    first, second = ("squares", "circles") if swapped else ("circles", "squares")
    caption = f"Losses of predictive coding ({first}) and BP ({second})."
    assert len(marker_faults(caption, canvas, dataset)) == 2 * swapped


def outputs_in_words(caption):
    """Numbers of outputs that a caption types."""
    return {NUMBERS.get(word, word) for word in re.findall(r"(\w+) outputs", caption)} & {
        *NUMBERS.values()
    }


@pytest.mark.parametrize(
    "name",
    [n for n in IDS if n.startswith("ammup") and outputs_in_words(registry.figure(n).template)],
)
def test_outputs_typed_in_a_caption_are_those_simulated(name, monkeypatch):
    used = set()
    made = Architecture.__post_init__

    def recorded(self):
        made(self)
        used.add(self.outputs)

    monkeypatch.setattr(Architecture, "__post_init__", recorded)
    registry.figure(name).small()
    assert outputs_in_words(registry.figure(name).template) <= used


def test_outputs_in_words_are_read():
    assert outputs_in_words("with twenty outputs, and of outputs") == {20}


# -- quotes ----------------------------------------------------------------------------------------


def test_the_largest_gap_quoted_is_the_largest():
    """Losses of both rules are equal at the start, so that the smallest gap would be 0."""
    one, dataset, _ = small("pc-regimes")
    rows = [quote for quote in one.quotes(dataset) if "largest gap" in quote.what]
    assert len(rows) == dataset.sizes["gamma0"]
    for row, gamma0 in zip(rows, dataset.gamma0.values, strict=True):
        pc, bp = dataset.loss.sel(network="mlp", gamma0=gamma0).transpose("rule", "step").values
        largest = max(abs(a - b) for a, b in zip(pc, bp, strict=True))
        assert row.ours == pytest.approx(largest, rel=1e-12)
        assert largest > 0
