"""Plots of answers: what the artists show, never pixels."""

import contextlib
import io
import itertools
import math

import numpy as np
import pytest
from matplotlib.figure import Figure

from depthlaws import parametrization, plot
from depthlaws.cli.grid import Answers
from depthlaws.cli.main import main
from depthlaws.cli.plot_axes import Scale, log_ticks
from depthlaws.cli.plot_curves import Curve, coinciding
from depthlaws.figures.engine import venues


def by_role(axes, role):
    return [line for line in axes.get_lines() if line.get_gid() == role]


def marked(axes):
    """Coordinates of all markers of exact values."""
    lines = [line for line in by_role(axes, "theory") if line.get_marker() not in ("", "None")]
    return [tuple(map(float, point)) for line in lines for point in line.get_xydata()]


def panel(figure, name):
    return next(axes for axes in figure.axes if axes.get_ylabel() == name)


def ticks(axis):
    """Coordinates of the ticks by their labels."""
    return {
        text.get_text(): float(at)
        for at, text in zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True)
    }


@pytest.fixture
def moved():
    return plot.over("chain.transfer", L=[8, 64, math.inf], L0=4, r=2.0)


def figure_of(folder, *command):
    """Figure that a command would save in a folder."""
    saved = []
    out, err = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
    with pytest.MonkeyPatch.context() as patch, out, err:
        patch.setattr(Figure, "savefig", lambda canvas, *_, **__: saved.append(canvas))
        patch.setattr("depthlaws.base.files.Path.replace", lambda *_: None)
        assert main([*command, "--plot", str(folder / "a.png")]) == 0
    return saved[0]


@pytest.fixture(scope="module")
def looped(tmp_path_factory):
    """The figure of ``loop`` with simulated networks."""
    folder = tmp_path_factory.mktemp("looped")
    return figure_of(folder, "loop", "--L", "2", "--N", "1,2,4,8", "--eps", "1/8",
                     "--block", "preact,postact", "--width", "16", "--samples", "3")  # fmt: skip


@pytest.fixture(scope="module")
def laws(tmp_path_factory):
    """The figure of ``transfer`` to several depths."""
    folder = tmp_path_factory.mktemp("laws")
    return figure_of(folder, "transfer", "--learning-rate", "0.1", "--layers", "4",
                     "--to-layers", "4:64:2x", "--optimizer", "sgd")  # fmt: skip


class TestInfinity:
    def test_is_at_the_edge_behind_a_break(self, moved):
        axes = panel(moved, "k")
        places = ticks(axes.xaxis)
        assert [*places] == ["8", "64", "\u221e"]
        assert 64 < places["\u221e"] < axes.get_xlim()[1]
        (slashes,) = [text for text in axes.texts if text.get_gid() == "break"]
        assert 64 < slashes.get_position()[0] < places["\u221e"]

    def test_has_the_value_that_is_computed_there(self, moved):
        axes = panel(moved, "k")
        values = dict(marked(axes))
        assert values[ticks(axes.xaxis)["\u221e"]] == pytest.approx(2**0.5)

    def test_no_line_leads_there(self):
        drawn = plot.over("chain.transfer", L=[2, 4, 8, 16, 32, math.inf], L0=4, r=2.0)
        for axes in drawn.axes:
            lines = [line for line in by_role(axes, "theory") if line.get_linestyle() != "None"]
            assert all(max(line.get_xdata()) == 32 for line in lines)

    def test_is_a_tick_of_the_other_axis_too(self):
        axes = panel(plot.over("chain.transfer", L=[2, 4, 8, 64], L0=8, r=2.0), "largest r")
        places = ticks(axes.yaxis)
        finite = max(y for _, y in marked(axes) if y < places["\u221e"])
        assert finite < places["\u221e"]
        assert (2.0, places["\u221e"]) in marked(axes)


def test_two_points_are_not_joined(moved):
    """Two points and a line through them would read as a law."""
    for axes in moved.axes:
        assert not [x for x in by_role(axes, "theory") if x.get_linestyle() != "None"]
        assert len(marked(axes)) == 3


def test_truth_is_yes_or_no():
    drawn = plot.over("chain.transfer", L=[8, 64], L0=4, r=2.0, k0=1.5)
    axes = panel(drawn, "converges")
    assert ticks(axes.yaxis) == {"no": 0, "yes": 1}
    assert marked(axes) == [(8, 1), (64, 0)]


def test_a_doubling_grid_has_a_logarithmic_axis_of_base_two_with_its_values_as_ticks():
    (axes,) = plot.over("chain.sharpness", L=[1, 2, 4, 8, 16, 32], mu_yx=1.0, mu_xx=1.0).axes
    assert (axes.get_xscale(), axes.xaxis.get_transform().base) == ("log", 2)
    assert [*ticks(axes.xaxis)] == ["1", "2", "4", "8", "16", "32"]
    assert [x for x, _ in marked(axes)] == [1, 2, 4, 8, 16, 32]


def test_an_even_grid_has_a_linear_axis():
    (axes,) = plot.over("chain.sharpness", L=range(1, 65), mu_yx=1.0, mu_xx=1.0).axes
    assert axes.get_xscale() == "linear"
    assert marked(axes) == []  # too many for markers


def test_the_only_value_is_labelled_with_its_meaning():
    (axes,) = plot.over("chain.sharpness", L=[1, 2], mu_yx=1.0, mu_xx=1.0).axes
    label = axes.get_ylabel().replace("\n", " ")
    assert label.startswith("Sharpness")
    assert "per squared weight" in label


class TestLoop:
    def test_has_a_panel_per_quantity_with_its_meaning(self, looped):
        names = [axes.get_ylabel() for axes in looped.axes]
        assert names == ["growth", "many loops", "unrolled", "coherence", "largest eps", "noise",
                         "update", "rate shift"]  # fmt: skip
        titles = [axes.get_title(loc="left") for axes in looped.axes]
        assert titles[0] == "energy after the loops over the energy\nof h_0"
        assert all(titles)

    def test_fits_a_screen(self, looped):
        width, height = looped.get_size_inches()
        assert (width, height <= 7) == (venues.VENUES["neurips"], True)

    def test_an_error_is_the_bar_of_its_quantity(self, looped):
        bars = [c for c in panel(looped, "update").collections if len(c.get_segments())]
        assert len(bars) == 4  # two blocks, exact with drawn coordinates and simulated
        for bar in bars:
            assert all(np.ptp(segment[:, 1]) > 0 for segment in bar.get_segments())
        assert not panel(looped, "many loops").collections

    def test_simulated_values_are_hollow_markers_beside_the_exact_ones(self, looped):
        simulated = by_role(panel(looped, "growth"), "simulation")
        assert len(simulated) == 2
        assert {line.get_markerfacecolor() for line in simulated} == {"white"}
        assert not by_role(panel(looped, "unrolled"), "simulation")

    def test_where_a_value_is_missing_the_panel_says_so(self, looped):
        title = panel(looped, "coherence").get_title(loc="left").replace("\n", " ")
        assert title.endswith("(no value at 1)")

    def test_the_legend_is_below_all_panels(self, looped):
        assert not [axes for axes in looped.axes if axes.get_legend()]
        (legend,) = looped.legends
        words = [text.get_text() for text in legend.get_texts()]
        assert words == ["preact", "postact", "exact", "simulated"]


class TestTransfer:
    def test_laws_that_coincide_share_the_dashes_and_markers_of_one_line(self, laws):
        axes = panel(laws, "branch multiplier")
        lines = [x for x in by_role(axes, "theory") if len(x.get_xdata()) == 5]
        dashes = [x for x in lines if x.get_marker() in ("", "None")]
        marked = [x for x in lines if x.get_marker() not in ("", "None")]
        assert len({tuple(x.get_ydata()) for x in lines}) == 1
        assert len({x.get_color() for x in dashes}) == len(dashes) == 4
        offsets = sorted(x._unscaled_dash_pattern[0] for x in dashes)
        (on, off), *_ = (x._unscaled_dash_pattern[1] for x in dashes)
        assert offsets == [0, on, 2 * on, 3 * on]
        assert off == 3 * on
        assert {x.get_markevery() for x in marked} == {(i, 4) for i in range(4)}

    def test_a_law_has_one_colour_in_every_panel(self, laws):
        (legend,) = laws.legends
        assert {text.get_text() for text in legend.get_texts()} >= {"sp", "am_mup", "path_sum"}
        for axes in laws.axes:
            colours = {x.get_color() for x in by_role(axes, "theory")}
            assert colours <= {handle.get_color() for handle in legend.legend_handles}

    def test_each_panel_says_what_its_quantity_means(self, laws):
        titles = [axes.get_title(loc="left") for axes in laws.axes]
        assert titles[0] == "learning rate of the block matrices"
        assert titles[2].startswith("E|h_out|^2")


@pytest.mark.slow
def test_no_tick_label_touches_the_next(looped):
    looped.draw_without_rendering()
    for axes in looped.axes:
        boxes = [t.get_window_extent() for t in axes.get_xticklabels() if t.get_text()]
        assert all(a.x1 < b.x0 for a, b in itertools.pairwise(boxes))


def test_many_curves_are_not_all_listed():
    drawn = plot.over("chain.sharpness", L=[2, 4], mu_yx=range(1, 40), mu_xx=1.0)
    words = [text.get_text() for text in drawn.legends[0].get_texts()]
    assert words[-1] == "6 of 39 curves are listed"


def test_words_on_the_x_axis_are_placed_side_by_side():
    (axes,) = plot.over(
        "chain.sharpness", L=2, mu_yx=1.0, mu_xx=1.0, network=["feedforward", "block1"]
    ).axes
    assert ticks(axes.xaxis) == {"feedforward": 0, "block1": 1}


def test_a_matrix_is_a_map():
    axes = plot.over("residual.tied_kernel", N=4, eps=0.1).axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("column", "row")
    assert axes.get_images()[0].get_array().shape == (5, 5)


@pytest.mark.parametrize(
    ("values", "logarithmic", "base"),
    [([1, 2, 4, 8], True, 2), ([1, 2, 3, 4, 5], False, 2), ([1, 10, 100], True, 10),
     ([8, 64, math.inf], True, 2), ([0, 1, 100], False, 10), ([1e-3, 1e-2], True, 10)],
)  # fmt: skip
def test_scales(values, logarithmic, base):
    scale = Scale(values, are_given=True)
    assert scale.logarithmic is logarithmic
    assert not logarithmic or scale.base == base


def test_a_coordinate_check_has_ticks_at_its_widths_and_plain_numbers():
    sizes, values = [64, 256, 1024], [[0.9, 0.5, 0.06], [1.0, 0.4, 0.05]]
    check = parametrization.coordinate_check(sizes, values)
    drawn = plot.slopes({("layer 1",): (sizes, values)}, {("layer 1",): check}, "width", "rms")
    (axes,) = drawn.axes
    assert [*ticks(axes.xaxis)] == ["64", "256", "1024"]
    assert {"0.1", "0.3"} <= {*ticks(axes.yaxis)}
    assert len(by_role(axes, "simulation")) == len(by_role(axes, "theory")) == 1
    assert len(axes.get_legend().get_texts()) == 1


@pytest.mark.parametrize(
    ("question", "given", "says"),
    [
        ("chain.sharpnes", {"L": [1, 2]}, "unknown question 'chain.sharpnes'.*chain.sharpness"),
        ("chain.sharpness", {"L": [1, 2], "foo": 3}, "no argument 'foo'; it has L, mu_yx, mu_xx"),
        ("chain.sharpness", {"L": 2, "mu_yx": 1, "mu_xx": 1}, r"more than one value.*L=range"),
    ],
)
def test_what_cannot_be_drawn_is_named(question, given, says):
    with pytest.raises((TypeError, ValueError), match=says):
        plot.over(question, **given)


def test_curves_a_thousandth_apart_do_not_coincide():
    curves = [Curve(name, (1, 2), (1.0, y)) for name, y in (("a", 2.0), ("b", 2.002), ("c", 2.0))]
    assert coinciding(curves) == [(0, 2), (0, 1), (1, 2)]


def test_an_axis_holds_bars_that_reach_below_zero():
    rows = [{"n": n, "value": y, "error": e} for n, y, e in ((1, 1.0, 3.0), (2, 50.0, 1.0))]
    (axes,) = plot.figure(Answers("q", {}, ["n"], rows), meaning=lambda _: "").axes
    assert axes.get_yscale() == "linear"
    assert axes.get_ylim()[0] < -2


@pytest.mark.parametrize("ends", [(2, 9), (0.3, 0.4), (7.5, 7.9), (1e-9, 1e12), (1, 10)])
def test_a_logarithmic_axis_has_two_to_seven_ticks(ends):
    found = log_ticks(*ends)
    assert 2 <= len(found) <= 8
    assert all(ends[0] <= tick <= ends[1] for tick in found)
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Rate of log w, a pure number in (0, 1/2]", "Rate of log w, a pure number in (0, 1/2]"),
        (
            "One clause of words; and a second clause that is far too long " * 2,
            "One clause of words",
        ),
    ],
)
def test_a_label_ends_with_a_clause_and_not_within_brackets(text, label):
    from depthlaws.cli.plot import _folded

    assert _folded(text, 1.8).replace("\n", " ") == label
