"""Every drawn point, bar and title stands in the record (--json); pictures keep to rules."""

import csv
import itertools
import math
import re
from collections import defaultdict

import numpy as np
import pytest

from depthlaws.figures.engine import style
from tests.cli.asked import LOOPS, QUESTIONS, RECORDED, TRANSFERS
from tests.cli.pictures import agrees, bars, boxes, colours, number, picture, points, same, ticks

SIMULATED, LAW = "simulated_", " at infinite width"


# -- rows of a record as a plot names them ---------------------------------------------------------


def rows_of(shown):
    """Rows of a record with every value by its name in the plot."""
    if isinstance(shown.record, dict):
        return [_plotted(row, "energy error" in row) for row in shown.record["rows"]]
    rows = []
    for entry in shown.record:
        rows += [
            {k: v for k, v in entry.items() if k.startswith("to_")}
            | {
                "law": law["law"],
                "rate": law["settings"]["block matrices"]["learning_rate"]["value"],
                "branch multiplier": law["settings"]["block matrices"]["multiplier"]["value"],
                "energy": law["energy"]["after"],
                "step": law["step"]["after"]["size"],
            }
            for law in entry["laws"]
            if not (law["refused"] or law["breaks"])
        ]
    return rows


def _plotted(row, of_networks):
    """Row of a simulator: means are simulated, the law has the name of its quantity."""
    if not of_networks:
        return row
    laws = {n.removesuffix(LAW): v for n, v in row.items() if n.endswith(LAW)}
    others = {n: v for n, v in row.items() if not n.endswith(LAW)}
    places = {"width", "loops", "depth", "rule"}
    return laws | {n if n in places else SIMULATED + n: v for n, v in others.items()}


def curve_of(row, labels):
    """Label of the curve to which a row belongs: the one whose every part the row has."""

    def fits(part):
        name, equals, value = part.partition(" = ")
        if equals:
            return agrees(value, number(row[name])) if name in row else False
        return part in row.values()

    found = [label for label in labels if all(map(fits, label.split(", ")))]
    assert len(found) == 1, (row, labels)
    return found[0]


def check_panels(shown, x, rows):
    """Assert that every panel draws the values of its quantity in the colours of the legend."""
    legend = {k: v for k, v in colours(shown.figure).items() if k not in KEYS}
    checked = 0
    for axes in shown.figure.axes:
        name = axes.get_ylabel().replace(" ", "_")
        name = name if name in rows[0] or SIMULATED + name in rows[0] else axes.get_ylabel()
        name = name if name in rows[0] or SIMULATED + name in rows[0] else "value"
        by_colour = defaultdict(list)
        for row in rows:
            by_colour[legend[curve_of(row, legend)] if legend else None].append(row)
        for colour, own in by_colour.items():
            for kind, role in (("", "theory"), (SIMULATED, "simulation")):
                values = [(_at(row[x]), _at(row[kind + name])) for row in own if kind + name in row]
                values = {point for point in values if point[1] == point[1]}
                same(points(axes, role, colour), values)
                checked += len(values)
            ends = {_at(r[x]): [] for r in own}
            for row in own:
                for full in (name, SIMULATED + name):
                    error = next(
                        (row[e] for e in (f"{full}_error", f"{full} error") if e in row), None
                    )
                    if error is not None and number(row[full]) == number(row[full]):
                        mid, half = number(row[full]), number(error)
                        ends[_at(row[x])].append((mid - half, mid + half))
            found = bars(axes, colour)
            for at, pairs in ends.items():
                same(found.get(at, []), pairs)
    assert checked, "nothing was compared"


KEYS = ("exact", "simulated", "at infinite width")


def _at(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    try:
        return number(value)
    except KeyError:
        return value


def first_axis(rows, shown, names):
    return next(n for n in names if n in rows[0] and len({str(r[n]) for r in rows}) > 1)


# -- points and bars -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_point_and_bar_is_in_the_record(drawn, name):
    shown = drawn(*QUESTIONS[name])
    rows = rows_of(shown)
    order = {"words": ["network"], "two curves": ["r"], "rules": ["depth"]}
    usual = ("width", "loops", "L", "N", "lam", "depth")
    check_panels(shown, first_axis(rows, shown, order.get(name, usual)), rows)


@pytest.mark.parametrize("name", TRANSFERS)
def test_every_point_of_a_transfer_is_in_the_record(drawn, name):
    shown = drawn(*TRANSFERS[name], "--all")
    check_panels(shown, "to_layers", rows_of(shown))


def test_the_energy_after_a_move_is_that_before_it_from_the_new_size(drawn, tmp_path):
    """Standard parameters move nothing: after 4 -> 8 they are those before 8 -> 16."""
    laws = {
        (a, b): {law["law"]: law for law in picture(
            tmp_path, "transfer", "--lr", 0.1, "--layers", a, "--to-layers", f"{b},{2 * b}",
            "--optimizer", "sgd", "--all").record[0]["laws"]}["sp"]
        for a, b in ((4, 8), (8, 16))
    }  # fmt: skip
    for quantity in ("energy", "step"):
        first, second = laws[4, 8][quantity], laws[8, 16][quantity]
        assert first["after"] == pytest.approx(second["before"])
        assert first["before"] != pytest.approx(first["after"])


def test_a_matrix_is_drawn_as_it_is_recorded(tmp_path):
    shown = picture(tmp_path, "whatif", "residual.tied_kernel", "--N", 4, "--eps", "0.1")
    (image,) = shown.figure.axes[0].get_images()
    assert np.allclose(image.get_array(), shown.record["rows"][0]["value"])
    assert image.origin == "lower"


def test_a_vector_is_drawn_as_it_is_recorded(tmp_path):
    command = ("whatif", "residual.visit_scales", "--visits", "1+2x3+1", "--lam", "1")
    shown = picture(tmp_path, *command)
    (axes,) = shown.figure.axes
    same(points(axes, "theory"), {*enumerate(shown.record["rows"][0]["value"])})


def test_a_single_run_is_drawn_over_its_times(tmp_path):
    from depthlaws import residual
    from depthlaws.sims.residual import Ensemble, ResidualMLP, dense

    shown = picture(tmp_path, "simulate", "residual", "--width", 8, "--loops", 6, "--layers", 2,
                    "--eps", 1, "--scale", "linear", "--samples", 5, "--seed", 3)  # fmt: skip
    model = ResidualMLP(width=8, loops=6, layers=2, eps=1 / 12)
    run = dense.simulate(model, Ensemble(samples=5, seed=3))
    means, errors = run.energy.mean("sample"), run.energy.std("sample", ddof=1) / 5**0.5
    (axes,) = shown.figure.axes
    same(points(axes, "simulation"), {*enumerate(means.to_numpy())})
    exact = residual.Stream(loops=6, layers=2, eps=1 / 12).energies
    same(points(axes, "theory"), {*enumerate(exact)})
    for at, ((low, high),) in bars(axes).items():
        middle, half = means.to_numpy()[int(at)], errors.to_numpy()[int(at)]
        assert (low, high) == pytest.approx((middle - half, middle + half))


# -- checks of measurements ------------------------------------------------------------------------


def test_a_coordinate_check_draws_the_means_of_the_file_and_the_expected_slopes(drawn):
    shown = drawn("coordcheck", LOOPS, *RECORDED, "--expected", "0.5")
    checks = {tuple(c["of"].split(", ")): c for c in shown.record}
    measured = defaultdict(lambda: defaultdict(list))
    rows = [
        r
        for r in csv.DictReader(LOOPS.read_text().splitlines())
        if (r["step"], r["hyperparameters"]) == ("10", "kept")
    ]
    last = defaultdict(int)
    for r in rows:
        key = r["layer"], r["loops"]
        last[key] = max(last[key], int(r["loop"]))
    for r in rows:
        if int(r["loop"]) == last[r["layer"], r["loops"]]:
            group = f"quantity {r['quantity']}", f"layer {r['layer']}"
            measured[group][float(r["loops"])].append(float(r["rms"]))
    (axes,) = shown.figure.axes
    legend = {re.sub(r": slope.*", "", k): (k, v) for k, v in colours(shown.figure).items()}
    assert len(legend) == len(measured) == len(checks)
    for group, by_size in measured.items():
        words, colour = legend[", ".join(part.split()[1] for part in group)]
        means = {n: math.exp(np.mean(np.log(values))) for n, values in by_size.items()}
        same(points(axes, "simulation", colour), {*means.items()})
        found = bars(axes, colour)
        assert {n: ends[0] for n, ends in found.items()} == {
            n: pytest.approx((min(v), max(v))) for n, v in by_size.items()
        }
        (low, y_low), (high, y_high) = sorted(points(axes, "theory", colour))
        assert math.log(y_high / y_low) / math.log(high / low) == pytest.approx(0.5)
        middle = np.exp(np.mean(np.log([*means.values()]) - 0.5 * np.log([*means])))
        assert y_low == pytest.approx(middle * low**0.5)
        assert f"slope {checks[group]['slope']:.3f}, {checks[group]['verdict']}" in words
    title = shown.figure.get_suptitle().replace("\n", " ")
    verdicts = [c["verdict"] for c in checks.values()]
    assert all(f"{verdicts.count(v)} {v}" in title for v in verdicts)
    assert title.endswith("the expected slope 0.5")


@pytest.mark.parametrize("expected", [0, -0.5])
def test_a_transfer_check_draws_its_sweeps_best_rates_and_expected_power(drawn, sweep, expected):
    shown = drawn("transfercheck", sweep, "--by", "law", "--expected", expected)
    rows = [*csv.DictReader(sweep.read_text().splitlines())]
    legend = colours(shown.figure)
    assert len(shown.record) == 2
    for i, check in enumerate(shown.record):
        losses, best = shown.figure.axes[2 * i : 2 * i + 2]
        law = check["of"].split()[1]
        assert losses.get_title(loc="left") == f"{check['of']}: {check['verdict']}"
        title = best.get_title(loc="left")
        numbers = [float(v) for v in re.findall(r"-?[\d.]+", title)]
        values = (check["drift"], check["low"], check["high"], check["expected"])
        assert numbers == [pytest.approx(float(f"{v:.2g}"), abs=1e-12) for v in values]
        for o in check["optima"]:
            size, colour = o["size"], legend[f"loops {o['size']:g}"]
            own = defaultdict(list)
            for r in rows:
                if (r["law"], float(r["loops"])) == (law, size):
                    own[float(r["lr"])].append(float(r["loss"]))
            finite = {rate: np.mean(v) for rate, v in own.items() if np.isfinite(v).all()}
            means = {*finite.items()}
            drawn_points = points(losses, "simulation", colour)
            same(drawn_points - {(o["rate"], o["loss"])}, means)
            crosses = {x for x, _ in points(losses, "diverged", colour)}
            assert crosses == {rate for rate, v in own.items() if not np.isfinite(v).all()}
            same(points(best, "simulation", colour), {(size, o["rate"])})
            same(bars(best, colour)[size], [(o["low"], o["high"])])
        (guide,) = [line for line in best.get_lines() if line.get_gid() == "guide"]
        (a, fa), (b, fb) = guide.get_xydata()[0], guide.get_xydata()[-1]
        assert math.log(fb / fa) / math.log(b / a) == pytest.approx(expected, abs=1e-9)
        rates = [o["rate"] / o["size"] ** expected for o in check["optima"]]
        assert fa == pytest.approx(math.exp(np.mean(np.log(rates))) * a**expected)


# -- titles ----------------------------------------------------------------------------------------


def test_the_title_of_a_transfer_has_the_recommended_settings_of_the_record(drawn):
    shown = drawn(*TRANSFERS["adamw"], "--all")
    move, title = shown.record[-1]["recommended"], shown.figure.get_suptitle().replace("\n", " ")
    blocks = move["settings"]["block matrices"]
    rate, times = (blocks[n]["value"] for n in ("learning_rate", "multiplier"))
    assert title.startswith(
        f"Use {move['law']} at to_layers = 16: rate {rate:.4g}, branches times {times:.4g} ("
    )


def test_the_title_of_a_loop_has_the_range_within_the_bound(drawn):
    shown = drawn(*QUESTIONS["missing"])
    title = shown.figure.get_suptitle().replace("\n", " ")
    for block in ("preact", "prenorm"):
        within = [r["N"] for r in shown.record["rows"] if r["block"] == block and r["growth"] <= 2]
        assert f"up to N = {max(within)} ({block})" in title
    assert title.startswith("The energy stays within 2-fold ")


# -- rules of every picture ------------------------------------------------------------------------

LEGEND_SHARE = 0.3  # of the picture that a legend may take
DECADE = 10  # largest over smallest positive value from which an axis is logarithmic


@pytest.fixture(params=[*QUESTIONS, *TRANSFERS, "coordcheck", "transfercheck"])
def drawing(request, drawn, sweep):
    """Each of the pictures that are compared with records, laid out."""
    commands = QUESTIONS | {name: (*command, "--all") for name, command in TRANSFERS.items()}
    commands |= {
        "coordcheck": ("coordcheck", LOOPS, *RECORDED, "--expected", "0.5"),
        "transfercheck": ("transfercheck", sweep, "--by", "law", "--expected", 0),
    }
    figure = drawn(*commands[request.param]).figure
    with style.house():
        figure.draw_without_rendering()
    return figure


def test_no_text_lies_on_a_text_or_is_cut_off(drawing):
    texts = boxes(drawing)
    for (one, a), (other, b) in itertools.combinations(texts, 2):
        assert not a.overlaps(b), f"{one!r} lies on {other!r}"
    for text, box in texts:
        assert box.x0 >= -1, f"{text!r} is cut off"
        assert box.x1 <= drawing.bbox.x1 + 1, f"{text!r} is cut off"
        assert box.y0 >= -1, f"{text!r} is cut off"
        assert box.y1 <= drawing.bbox.y1 + 1, f"{text!r} is cut off"
        assert not text.endswith("..."), f"{text!r} is shortened"
        assert "NaN" not in text, text


def test_every_axis_has_two_ticks_and_is_logarithmic_over_a_decade(drawing):
    for axes in drawing.axes:
        if axes.get_images() or axes.get_label() == "<colorbar>":
            continue
        for which in "xy":
            axis = getattr(axes, f"{which}axis")
            low, high = sorted(axis.get_view_interval())
            inside = [at for at in ticks(axis).values() if low <= at <= high]
            assert len(inside) >= 2, (axes.get_ylabel(), which)
        drawn_points = points(axes, "theory") | points(axes, "simulation")
        heights = [y for _, y in drawn_points if not isinstance(y, str) and math.isfinite(y)]
        ends = [end for pairs in bars(axes).values() for pair in pairs for end in pair]
        positive = heights and min(heights + ends) > 0
        if positive and max(heights) >= DECADE * min(heights):
            assert axes.get_yscale() == "log", axes.get_ylabel()


def test_legends_leave_room_for_the_panels(drawing):
    legends = [*drawing.legends, *(a.get_legend() for a in drawing.axes if a.get_legend())]
    for legend in legends:
        box = legend.get_window_extent()
        assert box.width * box.height <= LEGEND_SHARE * drawing.bbox.width * drawing.bbox.height
