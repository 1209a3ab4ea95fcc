"""Marks, notes and series of single panels: each is drawn from the numbers that its words name."""

import re

import numpy as np
import pytest
from matplotlib.colors import to_hex

from tests.figures.test_every_figure import IDS, small


@pytest.mark.parametrize("name", IDS)
def test_no_text_of_a_picture_is_nan(name):
    one, _, canvas = small(name)
    texts = [text.get_text() for text in canvas.findobj(lambda a: hasattr(a, "get_text"))]
    assert [t for t in texts if re.search(r"\bnan\b|\bNone\b", t)] == [], one.id


@pytest.mark.parametrize("name", ["pc-fig2", "pc-fig-a14", "pc-fig-a16", "pc-fig-a18"])
def test_directions_before_and_after_are_those_of_their_legend(name):
    _, ds, canvas = small(name)
    pc, last = ds.sel(rule="pc"), float(ds.end[-1])
    words = {
        "D, E: before": (pc.rescaling.sel(step=0), pc.cosine.sel(step=0)),
        "after, equal weights": (pc.rescaling.sel(step=last), pc.cosine.sel(step=last)),
        "after, two runs": (None, ds.between.sel(step=last)),
    }
    (legend,) = canvas.legends
    handles = dict(
        zip([t.get_text() for t in legend.get_texts()], legend.legend_handles, strict=True)
    )
    for text, drawn in words.items():
        for axis, values in zip(canvas.axes[3:5], drawn, strict=True):
            if values is not None:
                colour = to_hex(handles[text].get_color())
                (line,) = [
                    line for line in axis.lines
                    if to_hex(line.get_color()) == colour and line.get_gid() == "simulation"
                ]  # fmt: skip
                np.testing.assert_allclose(line.get_ydata(orig=False), values.values)
                np.testing.assert_allclose(line.get_xdata(orig=False), ds.width.values)


def test_stability_ends_at_twice_the_rate_of_curvature():
    _, _, canvas = small("chain-success-windows")
    scaled = [axis for axis in canvas.axes if "data-dependent" in axis.get_xlabel()]
    scaled = scaled or canvas.axes
    edges = [
        float(line.get_xdata()[0])
        for axis in scaled
        for line in axis.lines
        if len(line.get_xdata()) == 2 and line.get_xdata()[0] == line.get_xdata()[1]
    ]
    assert edges, "no edge is drawn"
    assert set(edges) == {2.0}


def test_exponents_in_notes_are_those_of_the_steps_that_they_name():
    _, ds, canvas = small("looped-updates")
    last = int(ds.step[-1])
    notes = [t.get_text() for axis in canvas.axes for t in axis.texts if "exponent" in t.get_text()]
    assert notes
    seen = []
    for rule in ds.rule.values:
        at = ds.sel(rule=rule)
        x = np.log(ds["count"].values)
        # moved is over eta eps N; the exponent is that of the update itself
        alpha = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}[str(rule)]
        fits = [
            np.polyfit(x, np.log(at.moved.sel(step=step).transpose("count")), 1)[0] + 1 - alpha
            for step in (1, last)
        ]
        np.testing.assert_allclose(at.growth.sel(step=[1, last]), fits, atol=1e-6)
        seen.append(
            f"exponent of the update in $N$:\n{fits[0]:.2f} at step 1, {fits[1]:.2f} at step {last}"
        )
    assert set(notes) <= set(seen)
