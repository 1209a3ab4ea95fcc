"""What a layout remembers of ticks and letters changes nothing of it."""

import contextlib
from unittest import mock

import numpy as np

from depthlaws.figures.engine import style, titles
from depthlaws.figures.engine.measured_once import LAY_OUT, PLACE, measured_once


def drawn():
    """Panels that share scales, a map with its bar, a fixed aspect, markers at edges, folds."""
    canvas = style.canvas(3.25, 3.0)
    (a, b), (c, d) = style.panels(canvas, 2, 2, beside=2, sharex="col")
    a.plot([1e-3, 1e5], [0.999, 1.001], **style.points({"marker": "o"}))
    a.set(xscale="log", title="a title that is longer than its panel is wide")
    b.plot([3, 5], [2e7, 9e7], **style.line({}))
    b.set_title("beside")
    c.plot([2e-3, 3e4], [0.02, 0.05], **style.points({"marker": "s"}))
    c.set(yscale="log", ylabel="a name of two words")
    image = d.pcolormesh(np.arange(3) + 3, np.arange(3), np.eye(2))
    d.set_aspect("equal")
    style.colour_bar(canvas, image, [d], "exact")
    style.end_label(c, "one", 1e3, 0.03)
    style.end_label(c, "two", 1e3, 0.031)
    style.legend(canvas, style.theory_and_simulation())
    return canvas


def places(canvas):
    """Place of every panel, and words and box of everything that is written in it."""
    for axis in canvas.axes:
        yield axis.bbox.bounds
        for text in (
            axis._left_title,
            *axis.texts,
            *axis.get_xticklabels(),
            *axis.get_yticklabels(),
        ):
            yield text.get_text(), text.get_window_extent().bounds


def test_a_layout_is_that_of_measuring_anew_each_time():
    with style.house():
        remembered, anew = drawn(), drawn()
        titles.fix_layout(remembered)
        with mock.patch.object(titles, "measured_once", contextlib.nullcontext):
            titles.fix_layout(anew)
        assert [*places(remembered)] == [*places(anew)]
        assert remembered.axes[0].get_title(loc="left").count("\n") > 0


def test_ticks_are_placed_anew_where_their_limits_size_or_rule_change():
    with style.house():
        canvas = style.canvas(6, 3)
        ((axis,),) = style.panels(canvas, 1, 1)
        x = axis.xaxis
        with measured_once(canvas):
            seen = []
            for change in (
                lambda: axis.set_xlim(0, 1),
                lambda: axis.set_xlim(0, 70),
                lambda: axis.set_position((0.4, 0.4, 0.05, 0.3)),
                lambda: axis.set_xticks([10, 50]),
            ):
                change()
                seen.append([tick.label1.get_text() for tick in x._update_ticks()])
                assert x._update_ticks() is x._update_ticks()
    assert [len(labels) for labels in seen] == [6, 8, 2, 2]
    assert seen[-1] == ["10", "50"]


def test_a_text_is_measured_anew_where_its_words_or_letters_change():
    with style.house():
        canvas = style.canvas(6, 3)
        title = style.panels(canvas, 1, 1)[0, 0]._left_title
        changes = ({"text": "one"}, {"text": "longer"}, {"fontsize": 20}, {"rotation": 30})
        with measured_once(canvas):
            widths = [title.set(**change) and title.get_window_extent().width for change in changes]
        assert LAY_OUT not in vars(title)
        assert PLACE not in vars(canvas.axes[0].xaxis)
        anew = title.get_window_extent().width
    assert len(set(widths)) == len(changes)
    assert widths[-1] == anew
