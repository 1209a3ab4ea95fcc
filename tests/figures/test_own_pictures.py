"""Pictures of one's own: other parameters, other titles, some panels; words computed from them."""

import dataclasses
import json
import math
import re

import numpy as np
import pytest

from depthlaws import figures
from depthlaws.claims.engine.records import Verdict
from depthlaws.figures.engine import chosen_panels, registry, settings, style
from depthlaws.figures.engine.record import CHANGED
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests.figures.test_engine import verdict
from tests.figures.test_every_figure import small

FIG3 = registry.figure("chain-fig3")
SETTABLE = [name for name in sorted(registry.modules()) if figures.settings(name)]


def own(item, **values):
    """Dataset of a figure with changed values, as ``make`` stores it."""
    dataset = item.data(settings.changed(item, "quick", values), 0)
    changed = {CHANGED: json.dumps(values, default=list)}
    return dataset.assign_attrs(profile="quick", seed=0, **changed)


@pytest.fixture(scope="module")
def orbits():
    """Figure 3 of the chain at rates that its own titles do not describe."""
    return own(FIG3, rates=(0.5, 2.3, 2.6), L=(2, 8, math.inf), steps=60)


def titles(canvas):
    return [axis.get_title(loc="left") for axis in canvas.axes]


def test_panel_titles_and_captions_say_what_is_drawn(orbits):
    canvas = FIG3.canvas(orbits)
    assert titles(canvas) == [
        "$k=0.5$: converges without overshoot",
        "$k=2.3$: 2-cycle",
        "$k=2.6$: 16-cycle at $L=2$; others: 4-cycle",
    ]
    title = FIG3.title(orbits)
    assert "k = 2.6: 16-cycle at L = 2; others: 4-cycle" in title
    assert title in FIG3.words(orbits)
    assert "Simulated: gradient descent on one chain for each depth and rate, 60" in (
        FIG3.words(orbits)
    )
    assert "paper" not in FIG3.words(orbits)


def test_periods_are_those_of_the_map_iterated_by_hand():
    """Depth 2, balanced: each of both weights w steps by (k/S) (1 - w^2) w, S = 2."""
    period = {}
    for k in (1.9, 2.3, 2.6):
        w, orbit = 0.1, []
        for _ in range(4_000):
            w += k / 2 * (1 - w**2) * w
            orbit.append(w**2)
        last = np.round(orbit[-32:], 6)
        period[k] = len(set(last))
    ds = own(FIG3, rates=tuple(period), L=2)
    np.testing.assert_array_equal(ds.period.squeeze("depth"), list(period.values()))
    assert list(period.values()) == [1, 2, 16]


def test_lines_above_two_are_drawn_where_the_cycle_is_stable(orbits):
    """At k = 2.6 no 2-cycle is stable: a line there would be no law of the markers."""
    canvas = FIG3.canvas(orbits)
    exact = [[line for line in a.lines if line.get_gid() == "theory"] for a in canvas.axes]
    assert [len(lines) for lines in exact] == [0, 6, 0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"L": 0}, r"L must be 1 to 6 different values, whole numbers from 1 .*, got 0; .* --list"),
        ({"L": 2.5}, "got 2.5"),
        ({"L": (2, 2)}, "got 2, 2"),
        ({"L": ()}, "got no value"),
        ({"L": math.nan}, "got nan"),
        ({"L": True}, "got 1"),
        ({"L": "two"}, "got 'two'"),
        ({"rates": 0}, "rates must be 1 to 6 different values, above 0 up to 10, got 0"),
        ({"start": (0.1, 0.2)}, "start must be from 0.0001 up to 0.99, got 0.1, 0.2"),
        ({"L": 2, "depths": 4}, "L and depths are the same"),
    ],
)
def test_values_outside_their_domain_are_named_with_what_is_allowed(values, message):
    with pytest.raises(ValueError, match=message):
        settings.changed(FIG3, "quick", values)


def test_an_unknown_name_has_the_nearest_ones():
    with pytest.raises(UnknownNameError, match="rates"):
        settings.changed(FIG3, "quick", {"rate": 2})
    nothing = dataclasses.replace(FIG3, quick=settings.Setting("no settings"), id="toy")
    with pytest.raises(ValueError, match="toy has no values that can be set, got 'rates'"):
        settings.changed(nothing, "quick", {"rates": 2})


@pytest.mark.parametrize("name", SETTABLE)
def test_defaults_of_every_profile_are_allowed(name):
    """What is listed is true: the values of the figures themselves lie in the domains."""
    item = registry.figure(name)
    assert item.shows, f"{name} can be changed: shows= must say what is then drawn"
    for profile in ("quick", "paper"):
        parameters = item.parameters(profile)
        for key, (field, what, _) in settings.settings(item).items():
            value = getattr(parameters, field)
            values = value if isinstance(value, tuple) else (value,)
            assert all(map(what.accepts, values)), (profile, key, value)
            assert profile == "paper" or len(values) <= what.most, (key, value)


@pytest.mark.parametrize("name", SETTABLE)
def test_words_of_changed_figures_have_all_their_numbers(name):
    """The tiny version is one of a reader's own."""
    item, drawn, _ = small(name)
    dataset = drawn.assign_attrs({"profile": "quick", "seed": 0, CHANGED: "{}"})
    parameters = dataclasses.replace(item.quick, **item.tiny)
    words, title = item.words(dataset, parameters), item._filled(item.shows, dataset, parameters)
    assert not re.search(r"[{}]", words + title)
    assert words.startswith(title)
    assert "paper" not in words.lower(), f"{name}: a changed figure is none of the paper's"
    assert item.title(dataset).endswith(".")


# -- titles and panels -----------------------------------------------------------------------------


def test_a_title_can_be_left_out_or_be_ones_own(orbits):
    assert FIG3.canvas(orbits, title=None).get_suptitle() == ""
    assert FIG3.canvas(orbits, title="Mine").get_suptitle() == "Mine"
    assert FIG3.canvas(orbits).get_suptitle()


@pytest.mark.parametrize("width", [3.25, style.FULL_WIDTH])
def test_chosen_panels_are_those_of_the_whole_figure(orbits, width):
    whole, part = FIG3.canvas(orbits, width), FIG3.canvas(orbits, width, panels="a, c")
    assert titles(part) == [titles(whole)[0], titles(whole)[2]]
    assert chosen_panels.letters_of_panels(part) == ["A", "C"]
    for old, new in zip((whole.axes[0], whole.axes[2]), part.axes, strict=True):
        for before, after in zip(old.lines, new.lines, strict=True):
            np.testing.assert_array_equal(before.get_xydata(), after.get_xydata())
    assert all(axis.get_xlabel() and axis.get_ylabel() for axis in part.axes)
    labels = [text.get_text() for text in part.legends[0].get_texts()]
    assert "exact 2-cycle" not in labels
    assert "exact flow ($k<2$)" in labels


@pytest.mark.parametrize(
    ("panels", "message"),
    [("A,E", "chain-fig3 has the panels A, B, C, got E"), (",", "got ','")],
)
def test_a_panel_that_is_not_there_is_named(orbits, panels, message):
    with pytest.raises(ValueError, match=message):
        FIG3.canvas(orbits, panels=panels)


def test_own_files_lie_beside_those_of_the_figure(tmp_path):
    """From Python; the command line is the same function."""
    options = {"out": tmp_path, "formats": ["png"], "width": 3.25}
    options["verify"] = verdict(Verdict.PROVED)
    values = {"L": (1, 2), "rates": 0.5, "steps": 20, "long": 300}
    (made,) = figures.make("chain-fig3", values=values, title=None, panels="A", **options)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "chain-fig3-own.json",
        "chain-fig3-own.nc",
        "chain-fig3-own.png",
    ]
    assert made.ok
    record = json.loads((tmp_path / "chain-fig3-own.json").read_text())
    assert record["changed"] == sorted(values)
    assert record["parameters"]["depths"] == [1, 2]
    assert "converges without overshoot" in record["title"]
    assert record["caption"].endswith("Only these panels are drawn: A.")
    with pytest.raises(ValueError, match="one figure at a time, got 2 figures"):
        figures.make(["chain-fig3", "chain-fig5"], values=values, **options)
    (refused,) = figures.make("chain-fig3", values=values, panels="Z", **options)
    assert "has the panels A, got Z" in refused.refused


def test_some_panels_need_not_show_the_finding_of_all():
    """Title and caption then say what is drawn."""
    item, dataset, _ = small("ammup-fig2")
    stored = dataset.assign_attrs(profile="quick", seed=0)
    assert "-3/2" in item.title(stored)
    assert item.title(stored, panels="a").startswith("Maximal update rates over the effective")
    assert "The effect of a fixed number" not in item.words(stored, panels="a")
    assert item.canvas(stored, panels="A").get_suptitle().startswith("Maximal update rates")
