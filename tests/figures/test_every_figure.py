"""Tests of every figure on disk, drawn in its tiny version."""

import ast
import json
import re
from dataclasses import replace
from functools import cache, lru_cache
from unittest import mock

import numpy as np
import pytest
import xarray as xr
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from depthlaws.claims.engine.ledger import select
from depthlaws.figures.engine import provenance, registry, style, titles
from depthlaws.figures.engine.record import PROFILES
from depthlaws.sims.residual.plan import Plan
from depthlaws.theory.papers import PAPERS
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests import snapshots
from tests.layout import LIBRARY

IDS = sorted(registry.modules())


def unregistered(folder, ids):
    """Modules that define ``draw`` but no ``FIGURE`` with a literal id."""
    names = []
    for path in sorted(folder.glob("*/figures/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        draws = any(isinstance(n, ast.FunctionDef) and n.name == "draw" for n in tree.body)
        if draws and f"{folder.name}.{path.parts[-3]}.figures.{path.stem}" not in ids:
            names.append(path.stem)
    return names


def test_every_figure_on_disk_is_registered():
    ids = {*registry.modules().values()}
    names = unregistered(LIBRARY, ids)
    assert not names, (
        f"modules {', '.join(names)} define draw but no figure: end the module with "
        'FIGURE = Figure(\\n    id="<paper>-<name>",'
    )
    assert {key for module in ids for key in registry.papers_of(module)} <= set(PAPERS)


def test_a_figure_that_is_not_registered_is_a_fault(tmp_path):
    (tmp_path / "newpaper" / "figures").mkdir(parents=True)
    (tmp_path / "newpaper" / "figures" / "fig1.py").write_text("def draw(ds, canvas):\n    pass\n")
    assert unregistered(tmp_path, set()) == ["fig1"]


RUN_IN = {}  # precisions and devices of the networks that a tiny dataset was simulated with


@cache
def small(name):
    """One figure, its tiny dataset and its canvas."""
    one = registry.figure(name)
    run, used = Plan.dataset, RUN_IN.setdefault(name, set())

    def recorded(self, *arguments, **options):
        used.add((self.dtype, self.backend.name))
        return run(self, *arguments, **options)

    with mock.patch.object(Plan, "dataset", recorded):
        dataset = one.small()
    return one, dataset, one.canvas(dataset)


@lru_cache(maxsize=4)
def laid_out(name, width):
    """Canvas of a figure at another width, with its layout."""
    one, dataset, _ = small(name)
    with style.house():
        canvas = one.canvas(dataset, width)
        titles.fix_layout(canvas)
    return canvas


@pytest.fixture(params=IDS, scope="module")
def tiny(request):
    """Every figure in turn, drawn once; the tests of one figure run in the same process."""
    return small(request.param)


def test_every_figure_declares_a_tiny_version_that_is_smaller():
    for name in IDS:
        one = registry.figure(name)
        assert one.tiny, f"{name} has no tiny version: give tiny= smaller parameters"
        unknown = set(one.tiny) - set(provenance.settings(one.quick))
        assert not unknown, f"{name}: tiny= names {sorted(unknown)}, which quick= does not have"


def test_a_tiny_version_holds_every_case():
    """A parameter that lists words has all of them: no test would see a case that is left out."""
    for name in IDS:
        one = registry.figure(name)
        for field, value in vars(one.quick).items():
            words = isinstance(value, tuple) and all(isinstance(word, str) for word in value)
            missing = {*value} - {*one.tiny.get(field, value)} if words else set()
            assert not missing, f"{name}: tiny= leaves {missing} out of {field}"


def test_what_is_drawn_is_there(tiny):
    one, dataset, canvas = tiny
    for axis in canvas.axes:
        assert axis.has_data(), f"{one.id}, {panel_name(canvas, axis)} is empty: plot into it"
    for quote in one.quotes(dataset):
        finite = isinstance(quote.ours, str) or np.isfinite(quote.ours)
        assert finite, f"{one.id}: the quote {quote.what!r} has the number {quote.ours}"


def test_a_dataset_survives_saving(tiny, tmp_path):
    _, dataset, _ = tiny
    dataset.to_netcdf(tmp_path / "x.nc", engine="h5netcdf")
    xr.testing.assert_identical(xr.load_dataset(tmp_path / "x.nc", engine="h5netcdf"), dataset)


@pytest.mark.parametrize("name", IDS)
def test_the_claims_of_a_figure_exist_and_its_words_are_there(name):
    one = registry.figure(name)
    assert one.claims, f"{name} rests on no claim: name claim ids in claims="
    select(one.claims)
    assert one.says.endswith("."), f"{name}: says= must be a sentence that ends with a full stop"
    words = len(one.caption.split())
    assert words > 30, f"{name}: the caption has {words} words; say what each panel shows"
    decimals = typed(one.template)
    assert not decimals, f"{name}: the caption types {decimals}; compute them in facts= instead"
    for profile in PROFILES:
        assert json.dumps(provenance.settings(one.parameters(profile)), allow_nan=False)


def typed(template):
    """Decimals that a caption types instead of computing them; numbers of figures do not count."""
    return re.findall(r"\d\.\d+", re.sub(r"A\.\d+", "", template))


def test_a_typed_decimal_is_a_fault():
    assert typed("Figure A.17: up to {most}, or 0.36 (L = 1).") == ["0.36"]


def test_a_caption_has_its_numbers_and_says_what_was_simulated(tiny):
    one, dataset, _ = tiny
    made = dataset.assign_attrs(profile="quick", seed=7)
    words = one.words(made, replace(one.quick, **one.tiny))
    assert not re.search(r"[{}]|\.\.\.", words), f"{one.id}: a number is missing in {words!r}"
    assert "Simulated, quick profile:" in words
    assert ("seed 7" in words) != ("nothing is random" in words), (
        f"{one.id}: runs= must end with either 'seed {{seed}}' or 'nothing is random'"
    )
    names = [n for n in provenance.settings(one.quick) if re.fullmatch(r"(\w+_)?samples", n)]
    allowed = ["samples"] * (one.id == "chain-regimes")  # there samples are rates, not networks
    missing = [n for n in names if f"{{{n}}}" not in one.template]
    assert missing == allowed, f"{one.id}: runs= does not say {missing}; add {{name}} for each"


def test_an_unknown_claim_is_an_error():
    with pytest.raises(UnknownNameError, match="CHAIN-E77"):
        select(("CHAIN-E77",))


# -- pictures: lines are theory, hollow markers are simulation ------------------------------------

DRAW_WITH = {
    "theory": "draw it with **style.line(look)",
    "simulation": "draw it with **style.points(look), or errorbar with **style.bars(look)",
    "guide": "draw it with **style.GUIDE",
    "neighbour": "draw it with **style.neighbour()",
    "theory variable": "plot a variable described as exact(...), unchanged, as x or as y",
    "simulation variable": "plot a variable described as simulated(...), unchanged, as x or as y",
    "none": "draw theory with **style.line(look), simulated points with **style.points(look) or "
    "**style.bars(look), guides with **style.GUIDE",
}


def faults(line, values):
    """Faults of one line of a panel with their remedies; `values` has the numbers of each kind."""
    role, marked = line.get_gid(), line.get_marker() not in ("", "None", None, " ")
    joined = line.get_linestyle() not in ("None", "", " ")
    if role not in {"theory", "simulation", "guide", "neighbour"}:
        return [f"its role (gid) is {role!r}: {DRAW_WITH['none']}"]
    if role == "guide":  # a thin line, or crosses for printed numbers
        crosses = line.get_marker() == "x" and not joined
        wrong = {"a guide has markers": not crosses and (marked or not joined)}
    elif role in {"theory", "neighbour"}:
        wrong = {"a theory line has markers": marked, "a theory line has no line": not joined}
    else:
        full = line.get_markerfacecolor() not in ("white", "none")
        wrong = {
            "simulated points have no marker": not marked,
            "simulated points have full markers": full,
            "simulated points are joined by a line": joined,
        }
    messages = [f"{fault}: {DRAW_WITH[role]}" for fault, present in wrong.items() if present]
    kind = {"neighbour": "theory"}.get(role, role)
    if role != "guide" and not drawn_from(line, values[kind]):
        remedy = DRAW_WITH[f"{kind} variable"]
        messages.append(f"its numbers are in no {kind} variable of the dataset: {remedy}")
    return messages


def drawn_from(line, stored):
    """True if every number drawn is in a variable of the dataset, as x or as y."""
    for coordinates in (line.get_ydata(), line.get_xdata()):
        numbers = np.asarray(coordinates, dtype=float)
        if np.isin(np.round(numbers[np.isfinite(numbers)], 12), stored).all():
            return True
    return False


def numbers_by_kind(dataset):
    """Rounded numbers of the variables of each kind."""
    numbers = {"theory": [[]], "simulation": [[]]}
    for variable in dataset.variables.values():
        if variable.attrs["kind"] in numbers:
            numbers[variable.attrs["kind"]].append(
                np.round(variable.values.astype(float), 12).ravel()
            )
    return {kind: np.concatenate(rows) for kind, rows in numbers.items()}


def panel_name(canvas, axis):
    """Panel number and title, as a message names a panel."""
    title = axis.get_title(loc="left") or axis.get_ylabel() or "without title"
    return f"panel {canvas.axes.index(axis) + 1} ({title})"


def line_name(line):
    """Colour, marker, label and first point of a line, as a message names an artist."""
    label = "" if line.get_label().startswith("_") else f" {line.get_label()!r}"
    points = np.column_stack([line.get_xdata(), line.get_ydata()])
    start = f" from ({points[0, 0]:.4g}, {points[0, 1]:.4g})" if len(points) else ""
    marker = line.get_marker()
    return f"line{label} (colour {to_hex(line.get_color())}, marker {marker!r}){start}"


def line_faults(name, canvas, dataset):
    """One message for each fault of each line: figure, panel, line, fault, remedy."""
    values = numbers_by_kind(dataset)
    return [
        f"{name}, {panel_name(canvas, axis)}, {line_name(line)}: {fault}"
        for axis in canvas.axes
        for line in axis.lines
        for fault in faults(line, values)
    ]


def test_lines_are_theory_and_hollow_markers_are_simulation(tiny):
    one, dataset, canvas = tiny
    messages = line_faults(one.id, canvas, dataset)
    assert not messages, "\n".join(messages)
    roles = {line.get_gid() for axis in canvas.axes for line in axis.lines}
    mapped = any(axis.get_label() == "<colorbar>" or axis.collections for axis in canvas.axes)
    assert "simulation" in roles or mapped, (
        f"{one.id} shows no simulation: {DRAW_WITH['simulation']}, or draw a map of it"
    )


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (style.line({"marker": "o"}, marker="o"), "a theory line has markers: draw it with"),
        (style.line({}, linestyle=""), "a theory line has no line: draw it with"),
        (style.points({"marker": "o"}, markerfacecolor="black"), "points have full markers"),
        (style.points({"marker": "o"}, linestyle="-", linewidth=0.4), "are joined by a line"),
        (style.points({"marker": "o"}, gid="guide"), "a guide has markers: draw it with"),
        (style.points({"marker": "o"}, linestyle=":", gid="guide"), "a guide has markers"),
        (style.points({"marker": ""}), "simulated points have no marker"),
        ({}, "its role (gid) is None: draw theory with **style.line(look)"),
    ],
)
def test_a_line_of_the_wrong_style_is_a_fault(options, fault):
    line = Line2D([1, 2], [3, 4], **options)
    both = {"theory": np.array([3.0, 4]), "simulation": np.array([3.0, 4])}
    assert any(fault in message for message in faults(line, both))


def test_a_line_drawn_from_the_wrong_variable_is_a_fault():
    line = Line2D([1, 2], [3, 4], **style.line({}))
    values = {"theory": np.array([5.0]), "simulation": np.array([3.0, 4])}
    (message,) = faults(line, values)
    assert message.startswith("its numbers are in no theory variable of the dataset: plot a")


def test_a_fault_names_figure_panel_line_and_remedy():
    canvas = style.canvas(4.0, 3.0)
    axis = canvas.subplots()
    axis.set_title("a parabola", loc="left")
    axis.plot([1, 2], [1, 4], label="square", color="red")
    (message,) = line_faults("toy", canvas, xr.Dataset())
    assert message == (
        "toy, panel 1 (a parabola), line 'square' (colour #ff0000, marker 'None') from (1, 1): "
        f"its role (gid) is None: {DRAW_WITH['none']}"
    )


def test_every_variable_has_a_name_a_unit_and_a_kind(tiny):
    one, dataset, _ = tiny
    for name, variable in dataset.variables.items():
        missing = {"long_name", "units", "kind"} - set(variable.attrs)
        assert not missing, (
            f"{one.id}: variable {name!r} has no {', '.join(sorted(missing))}; return "
            f"describe(dataset, {name}=exact(...), simulated(...) or given(...)) from data"
        )
        assert variable.attrs["kind"] in {"theory", "simulation", "given"}, (one.id, name)


def labels(axis, name):
    """Labels of an axis and of the axes that share its scale."""
    shared = getattr(axis, f"get_shared_{name}_axes")().get_siblings(axis)
    return [getattr(other, f"get_{name}label")() for other in (axis, *shared)]


def test_every_panel_says_what_it_shows(tiny, snapshot):
    one, dataset, canvas = tiny
    assert canvas.get_suptitle(), f"{one.id} has no title: write its finding into says="
    assert snapshots.of_figure(canvas, dataset) == snapshot.use_extension(snapshots.ByPrefix)
    for axis in canvas.axes:
        where = f"{one.id}, {panel_name(canvas, axis)}"
        if axis.get_label() == "<colorbar>":
            assert any(word in axis.get_ylabel() for word in ("simulated", "exact")), (
                f"{where}: the label of the colour bar must say 'simulated' or 'exact'"
            )
            continue
        assert any(labels(axis, "x")), f"{where} has no x label: call axis.set_xlabel(...)"
        marked = any(labels(axis, "y")) or any(t.get_text() for t in axis.get_yticklabels())
        assert marked, f"{where} has no y label: call axis.set_ylabel(...)"


def outside(axis):
    """Number of points drawn outside a panel; points without a logarithm do not count."""
    ends = np.sort([axis.get_xlim(), axis.get_ylim()])
    logarithmic = np.array([[axis.get_xscale() == "log"], [axis.get_yscale() == "log"]])
    beyond = 0
    for line in axis.lines:
        if line.get_gid() in {"theory", "neighbour", "simulation"}:
            at = np.array([line.get_xdata(), line.get_ydata()], dtype=float)
            there = np.isfinite(at).all(axis=0) & ~np.any((at <= 0) & logarithmic, axis=0)
            room = 1e-9 * np.abs(ends)
            cut = (at < (ends - room)[:, :1]) | (at > (ends + room)[:, 1:])
            beyond += int(np.sum(there & cut.any(axis=0)))
    return beyond


def test_a_figure_that_cuts_what_it_draws_says_so(tiny):
    one, _, canvas = tiny
    panels = [axis for axis in canvas.axes if axis.get_label() != "<colorbar>"]
    cut = {panel_name(canvas, axis): n for axis in panels if (n := outside(axis))}
    assert not cut or "cut" in one.caption, (
        f"{one.id}: points lie outside their panels ({cut}); widen the limits, or say in the "
        "caption what is cut"
    )


# -- provenance: precision and device of the runs ------------------------------------------------


# Stored runs of networks state their own.
@pytest.mark.parametrize("name", [n for n in IDS if re.match("looped-(?!network)", n)])
def test_provenance_says_in_which_precision_the_networks_were_run(name):
    _, dataset, _ = small(name)
    stated, used = provenance.device(dataset), RUN_IN[name]
    assert stated["dtype"] == ", ".join(sorted({dtype for dtype, _ in used}))
    assert stated["device"] == ", ".join(sorted({device for _, device in used}))


def test_scalar_networks_are_run_in_double_precision():
    _, dataset, _ = small("chain-fig3")
    assert dataset.alpha.dtype == np.float64
    assert provenance.device(dataset)["dtype"] == "float64"
