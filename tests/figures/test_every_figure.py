"""What holds for every figure, found on disk and drawn in its tiny version."""

import ast
import itertools
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D

import depthlaws.figures
from depthlaws.claims.engine.ledger import select
from depthlaws.figures.engine import provenance, registry, style
from depthlaws.figures.engine.record import PROFILES
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory.papers import PAPERS
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests import second_entry

FOLDER = Path(depthlaws.figures.__file__).parent
EVERY = sorted(registry.modules())
ENTERED = second_entry.entered()


def unregistered(folder, ids):
    """Modules that draw something but whose ``FIGURE`` with a literal id is not found."""
    found = []
    for path in sorted(folder.glob("*/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        draws = any(isinstance(n, ast.FunctionDef) and n.name == "draw" for n in tree.body)
        if draws and path.parent.name != "engine" and f"{path.parent.name}.{path.stem}" not in ids:
            found.append(path.stem)
    return found


def test_every_figure_on_disk_is_registered():
    ids = {module.removeprefix("depthlaws.figures.") for module in registry.modules().values()}
    assert unregistered(FOLDER, ids) == []
    assert {module.partition(".")[0] for module in ids} <= set(PAPERS)


def test_a_figure_that_is_not_registered_is_noticed(tmp_path):
    (tmp_path / "newpaper").mkdir()
    (tmp_path / "newpaper" / "fig1.py").write_text("def draw(ds, canvas):\n    pass\n")
    assert unregistered(tmp_path, set()) == ["fig1"]


@cache
def small(name):
    """One figure, its tiny dataset and its canvas."""
    one = registry.figure(name)
    dataset = one.small()
    return one, dataset, one.canvas(dataset)


@pytest.fixture(params=EVERY, scope="module")
def tiny(request):
    """Every figure in turn, drawn once: all tests of one stand together, so in one process."""
    return small(request.param)


def test_every_figure_declares_a_tiny_version_that_is_smaller():
    for name in EVERY:
        one = registry.figure(name)
        assert one.tiny, name
        assert set(one.tiny) <= set(provenance.settings(one.quick)), name


def test_what_is_drawn_is_there(tiny):
    one, dataset, canvas = tiny
    for axis in canvas.axes:
        assert axis.has_data(), one.id
    assert all(np.isfinite(q.ours) for q in one.quotes(dataset) if not isinstance(q.ours, str))


def test_a_dataset_survives_saving(tiny, tmp_path):
    _, dataset, _ = tiny
    dataset.to_netcdf(tmp_path / "x.nc", engine="h5netcdf")
    xr.testing.assert_identical(xr.load_dataset(tmp_path / "x.nc", engine="h5netcdf"), dataset)


@pytest.mark.parametrize("name", EVERY)
def test_the_claims_of_a_figure_exist_and_its_words_are_there(name):
    one = registry.figure(name)
    assert one.claims
    select(one.claims)
    assert one.says.endswith(".")
    assert len(one.caption.split()) > 30
    assert typed(one.template) == []
    for profile in PROFILES:
        assert json.dumps(provenance.settings(one.parameters(profile)), allow_nan=False)


def typed(template):
    """Decimals that a caption types although a field could fill them in; numbers of figures not."""
    return re.findall(r"\d\.\d+", re.sub(r"A\.\d+", "", template))


def test_a_typed_number_would_be_noticed():
    assert typed("Figure A.17: up to {most}, or 0.36 (L = 1).") == ["0.36"]


def test_a_caption_has_its_numbers_and_says_what_was_simulated(tiny):
    one, dataset, _ = tiny
    made = dataset.assign_attrs(profile="quick", seed=7)
    words = one.words(made, replace(one.quick, **one.tiny))
    assert not re.search(r"[{}]|\.\.\.", words)
    assert "Simulated, quick profile:" in words
    assert ("seed 7" in words) != ("nothing is random" in words), one.id
    names = [n for n in provenance.settings(one.quick) if re.fullmatch(r"(\w+_)?samples", n)]
    paths = ["samples"] * (one.id == "chain-regimes")  # rates there, not networks
    assert [n for n in names if f"{{{n}}}" not in one.template] == paths, one.id


def test_an_unknown_claim_would_be_noticed():
    with pytest.raises(UnknownNameError, match="CHAIN-E77"):
        select(("CHAIN-E77",))


# -- pictures: lines are theory, hollow markers are simulation ------------------------------------


def faults(line, values):
    """What is wrong with one line of a panel; `values` holds the numbers of each kind."""
    role, marked = line.get_gid(), line.get_marker() not in ("", "None", None, " ")
    joined = line.get_linestyle() not in ("None", "", " ")
    if role == "guide":  # a thin line, or crosses for printed numbers
        crosses = line.get_marker() == "x" and not joined
        return [] if crosses or (joined and not marked) else ["a guide has markers"]
    if role == "theory":
        found = ["a theory line has markers"] * marked + ["no line"] * (not joined)
        return found + ["not a theory variable"] * (not drawn_from(line, values["theory"]))
    if role == "simulation":
        full = line.get_markerfacecolor() not in ("white", "none")
        found = ["no marker"] * (not marked) + ["a full marker"] * full + ["a line"] * joined
        return found + ["not a simulated variable"] * (not drawn_from(line, values["simulation"]))
    return [f"role {role!r}"]


def drawn_from(line, known):
    """Whether every number drawn is in a variable of the dataset, as x or as y."""
    for numbers in (line.get_ydata(), line.get_xdata()):
        found = np.asarray(numbers, dtype=float)
        if np.isin(np.round(found[np.isfinite(found)], 12), known).all():
            return True
    return False


def numbers_by_kind(dataset):
    """Rounded numbers of the variables of each kind."""
    found = {"theory": [[]], "simulation": [[]]}
    for variable in dataset.variables.values():
        if variable.attrs["kind"] in found:
            found[variable.attrs["kind"]].append(
                np.round(variable.values.astype(float), 12).ravel()
            )
    return {kind: np.concatenate(rows) for kind, rows in found.items()}


def test_lines_are_theory_and_hollow_markers_are_simulation(tiny):
    one, dataset, canvas = tiny
    values = numbers_by_kind(dataset)
    seen = [
        (fault, line.get_gid(), axis.get_title(loc="left"))
        for axis in canvas.axes
        for line in axis.lines
        for fault in faults(line, values)
    ]
    assert seen == [], one.id
    drawn = {line.get_gid() for axis in canvas.axes for line in axis.lines}
    mapped = any(axis.get_label() == "<colorbar>" or axis.collections for axis in canvas.axes)
    assert "simulation" in drawn or mapped, one.id


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (style.line({"marker": "o"}, marker="o"), "a theory line has markers"),
        (style.points({"marker": "o"}, markerfacecolor="black"), "a full marker"),
        (style.points({"marker": "o"}, linestyle="-", linewidth=0.4), "a line"),
        (style.points({"marker": "o"}, gid="guide"), "a guide has markers"),
        (style.points({"marker": "o"}, linestyle=":", gid="guide"), "a guide has markers"),
        (style.points({"marker": ""}), "no marker"),
        ({}, "role None"),
    ],
)
def test_an_artist_of_the_wrong_look_is_noticed(options, fault):
    line = Line2D([1, 2], [3, 4], **options)
    both = {"theory": np.array([3.0, 4]), "simulation": np.array([3.0, 4])}
    assert fault in faults(line, both)


def test_a_line_drawn_from_the_wrong_variable_is_noticed():
    line = Line2D([1, 2], [3, 4], **style.line({}))
    values = {"theory": np.array([5.0]), "simulation": np.array([3.0, 4])}
    assert faults(line, values) == ["not a theory variable"]


def test_every_variable_says_what_it_is_and_in_which_unit(tiny):
    _, dataset, _ = tiny
    for name, variable in dataset.variables.items():
        assert {"long_name", "units", "kind"} <= set(variable.attrs), name
        assert variable.attrs["kind"] in {"theory", "simulation", "given"}, name


def labels(axis, name):
    """Labels of an axis and of those it shares its scale with, where they stand."""
    shared = getattr(axis, f"get_shared_{name}_axes")().get_siblings(axis)
    return [getattr(other, f"get_{name}label")() for other in (axis, *shared)]


def test_every_panel_says_what_it_shows(tiny):
    one, dataset, canvas = tiny
    assert canvas.get_suptitle(), one.id
    said = second_entry.of_figure(canvas, dataset)
    assert ENTERED.get(one.id, said) == said, (
        f"if it is meant: python -m tests.second_entry {one.id}"
    )
    for axis in canvas.axes:
        if axis.get_label() == "<colorbar>":
            assert any(word in axis.get_ylabel() for word in ("simulated", "exact")), one.id
            continue
        assert any(labels(axis, "x")), (one.id, axis.get_title(loc="left"))
        marked = any(labels(axis, "y")) or any(t.get_text() for t in axis.get_yticklabels())
        assert marked, (one.id, axis.get_title(loc="left"))


def outside(axis):
    """How many of the points drawn lie beyond a panel, but for what has no logarithm."""
    ends = np.sort([axis.get_xlim(), axis.get_ylim()])
    logarithmic = np.array([[axis.get_xscale() == "log"], [axis.get_yscale() == "log"]])
    beyond = 0
    for line in axis.lines:
        if line.get_gid() in {"theory", "simulation"}:
            at = np.array([line.get_xdata(), line.get_ydata()], dtype=float)
            there = np.isfinite(at).all(axis=0) & ~np.any((at <= 0) & logarithmic, axis=0)
            room = 1e-9 * np.abs(ends)
            cut = (at < (ends - room)[:, :1]) | (at > (ends + room)[:, 1:])
            beyond += int(np.sum(there & cut.any(axis=0)))
    return beyond


def test_a_figure_that_cuts_what_it_draws_says_so(tiny):
    one, _, canvas = tiny
    panels = [axis for axis in canvas.axes if axis.get_label() != "<colorbar>"]
    assert not sum(map(outside, panels)) or "cut" in one.caption, one.id


@pytest.mark.parametrize("width", [3.25, 5.5, style.FULL])
def test_every_figure_fits_every_venue(tiny, width):
    one, dataset, _ = tiny
    canvas = one.canvas(dataset, width)
    assert canvas.get_figwidth() == width
    assert not unfit(canvas), one.id


def unfit(canvas):
    """Panels that are too small to read, what reaches beyond the paper, titles that meet."""
    with style.house():
        style.settle(canvas)
        FigureCanvasAgg(canvas)  # its letters are measured, not drawn
        (width, height), drawn = canvas.get_size_inches(), canvas.get_tightbbox()
        panels = [a for a in canvas.axes if a.get_label() != "<colorbar>"]
        sizes = [
            a.get_window_extent().transformed(canvas.dpi_scale_trans.inverted()) for a in panels
        ]
        titles = [t for a in panels for t in (a._left_title, *bold(a)) if t.get_text()]
        titles += [canvas._suptitle] * bool(canvas.get_suptitle())
        boxes = [(t.get_text(), t.get_window_extent()) for t in titles]
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


def bold(axis):
    return [t for t in axis.texts if t.get_fontweight() == "bold"]


def test_what_does_not_fit_is_noticed():
    with style.house():
        canvas = style.canvas(3.25, 2.0)
        ((a, b),) = style.panels(canvas, 1, 2, beside=2)
        a.set_title("a-title-much-longer-than-its-panel-is-wide")
        b.set_title("another")
        style.letters([a, b])
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
        style.letters([a, b])
    assert unfit(canvas) == []
    letters = [len(row) for row in a.get_title(loc="left").splitlines()]
    assert len(letters) == 2
    assert max(letters) <= 1.3 * min(letters)


@pytest.mark.parametrize(("most", "every"), [(6, 1), (12, 2)])
def test_labels_of_counts_keep_apart(most, every):
    counts = [2**i for i in range(3, most)]
    with style.house():
        canvas = style.canvas(style.FULL, 4.2)
        axis = style.panels(canvas, 2, 3)[0, 0]
        style.counts(axis, counts, "width")
        style.settle(canvas)
        FigureCanvasAgg(canvas)
        shown = [t for t in axis.get_xticklabels() if t.get_text()]
        boxes = [t.get_window_extent().padded(1) for t in shown]
    assert [int(t.get_text()) for t in shown] == counts[::every]
    assert not any(a.overlaps(b) for a, b in itertools.pairwise(boxes))


# -- provenance: what is said of the runs is what they were ----------------------------------------


@pytest.mark.parametrize("name", [n for n in EVERY if n.startswith("looped")])
def test_provenance_says_in_which_precision_the_networks_were_run(name, monkeypatch):
    ran = set()
    gathered = Ensemble.dataset

    def seen(self, *arguments, **options):
        ran.add((self.dtype, self.backend.name))
        return gathered(self, *arguments, **options)

    monkeypatch.setattr(Ensemble, "dataset", seen)
    said = provenance.device(registry.figure(name).small())
    assert said["dtype"] == ", ".join(sorted({dtype for dtype, _ in ran}))
    assert said["device"] == ", ".join(sorted({device for _, device in ran}))


def test_scalar_networks_are_run_in_double_precision():
    _, dataset, _ = small("chain-fig3")
    assert dataset.alpha.dtype == np.float64
    assert provenance.device(dataset)["dtype"] == "float64"
