"""Sweeps: every cell once, bit for bit; what fits into one dataset; bad input."""

import itertools
import time

import numpy as np
import pytest
import xarray as xr

from depthlaws.base.arguments import call
from depthlaws.base.workers import Failure
from depthlaws.sims import load_sweep, simulators, sweep
from depthlaws.sims.common import cost
from depthlaws.sims.sweeps import batch_runners, cells, joined_cells, planned, simulator_version
from tests.sims.counted_walks import GIVEN, Walk
from tests.sims.networks.pytorch import NETWORKS

AXES = {"width": [3, 5], "loops": [1, 2, 4], "activation": ["relu", "erf"]}

STEPS = {"network": "feedforward", "depth": 2, "rate": 0.1, "mu_yx": 1.0, "total": 0.5}
SMALL = {"width": 4, "samples": 2, "seed": 0}


@pytest.mark.parametrize(
    ("simulator", "axes", "given"),
    [
        ("scalar", {"steps": [3, 5]}, STEPS),
        ("predictive-coding", {"steps": [0, 2]}, SMALL | {"depth": 2, "inputs": 4}),
        ("first-step", {"depth": [1, 3]}, SMALL),
        ("tangent-gain", {"depth": [1, 3]}, SMALL),
        ("residual", {"loops": [1, 3]}, SMALL | {"eps": 0.5}),
        ("matrix-free", {"loops": [1, 3]}, SMALL | {"eps": 0.5}),
    ],
)
def test_runs_of_every_length_have_last_values(simulator, axes, given):
    """Whatever is NaN beyond the end of a short run has its last value, that of the run alone."""
    run = sweep(simulator, axes, given=given)
    ((axis, lengths),) = axes.items()
    ragged = [name for name in run if run[name].isnull().any()]
    assert ragged
    for name in ragged:
        last = run[f"{name}_out"]
        assert run[name].attrs["comment"].endswith(f"its last values are in {name}_out")
        assert last.attrs["long_name"].startswith(run[name].attrs["long_name"])
        for length in lengths:
            values = run[name].sel({axis: length})
            along = [d for d in values.dims if d not in last.dims]
            there = values.dropna(along[0]).isel({along[0]: -1}, drop=True)
            xr.testing.assert_equal(there.reset_coords(drop=True),
                                    last.sel({axis: length}).reset_coords(drop=True))  # fmt: skip


def test_a_cell_is_the_run_of_its_arguments(tmp_path):
    dataset = sweep("residual", AXES, given=GIVEN, seeds=2, store=tmp_path)
    for *values, seed in itertools.product(*AXES.values(), range(2)):
        at = dict(zip(AXES, values, strict=True)) | {"seed": seed}
        run = call(simulators()["residual"], GIVEN | at)
        cell = dataset.energy.sel(at)
        np.testing.assert_array_equal(cell[:, : at["loops"] + 1], run.energy)
        assert np.isnan(cell[:, at["loops"] + 1 :]).all()
    assert dataset.energy.dims == (*AXES, "seed", "sample", "time")
    assert dataset.attrs["missing_cells"] == 0


def test_any_number_of_workers_gives_the_same_bits(tmp_path):
    one = sweep("residual", AXES, given=GIVEN, seeds=9)
    xr.testing.assert_identical(
        one, sweep("residual", AXES, given=GIVEN, seeds=9, workers=3, store=tmp_path)
    )


def test_results_of_different_length_words_and_whole_numbers_fit_together(walk):
    dataset = sweep(walk, {"steps": [1, 3], "word": ["up", "down"]}, seeds=[7, 2])
    assert dataset.path.dims == ("steps", "word", "seed", "time")
    assert dataset.time.values.tolist() == [10, 20, 30]
    assert (dataset.turns.dtype, dataset.up.dtype) == (int, bool)
    assert dataset.turns.sel(steps=3, word="up", seed=2).item() == 3
    assert dataset.path.sel(steps=1).isnull().sum("time").values.tolist() == [[2, 2], [2, 2]]
    same = Walk()(steps=3, word="down", seed=7).path
    np.testing.assert_array_equal(dataset.path.sel(steps=3, word="down", seed=7), same)


def test_labels_are_joined_in_their_order():
    def at(*, rates: str, seed: int):
        values = [float(part) for part in rates.split()]
        return xr.Dataset({"twice": ("rate", np.multiply(2, values))}, {"rate": values})

    dataset = sweep(at, {"rates": ["3 1", "1 2", "1 3"]}, given={"seed": 0})
    assert dataset.rate.values.tolist() == [1, 2, 3]
    np.testing.assert_array_equal(dataset.twice, [[2, np.nan, 6], [2, 4, np.nan], [2, np.nan, 6]])


def test_stored_cells_are_not_run_again(walk, tmp_path):
    axes = {"steps": [2, 3], "drift": [0.0, 1.0]}
    sweep(walk, axes, seeds=2, store=tmp_path)
    assert len(walk.calls) == len(set(walk.calls)) == 8
    sweep(walk, axes, seeds=2, store=tmp_path)
    assert len(walk.calls) == 8
    grown = sweep(walk, {"drift": [0.0, 0.5, 1.0], "steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    assert len(walk.calls) == len(set(walk.calls)) == 27
    whole = sweep(Walk(), {"drift": [0.0, 0.5, 1.0], "steps": [1, 2, 3]}, seeds=3)
    xr.testing.assert_identical(grown, whole)
    assert load_sweep(tmp_path).broadcast_equals(whole.transpose("steps", "drift", ...))


@pytest.mark.parametrize(
    ("first", "second", "runs"),
    [
        (({"steps": [2]}, {"seed": 0}), ({"steps": [2.0]}, {"drift": 0, "word": "up"}), 1),
        (({"steps": [2]}, {"seed": 1}), ({"steps": [2], "seed": [0, 1]}, {}), 2),
    ],
    ids=["a default", "a constant on an axis"],
)
def test_the_same_arguments_are_the_same_cell_however_they_are_given(
    walk, tmp_path, first, second, runs
):
    for axes, given in (first, second):
        sweep(walk, axes, given=given, store=tmp_path)
    assert len(walk.calls) == len(set(walk.calls)) == runs


def test_arguments_without_effect_are_no_part_of_a_cell(tmp_path):
    given = GIVEN | {"width": 4, "seed": 0}
    one = sweep("residual", {"loops": [1, 2]}, given=given, store=tmp_path)
    plan = planned("residual", {"loops": [1, 2]}, given=given | {"workers": 2}, store=tmp_path)
    assert plan.missing() == []
    xr.testing.assert_identical(plan.dataset(), one)


@pytest.mark.parametrize(
    ("axes", "options", "says"),
    [
        ({"widht": [1]}, {}, r"no axis 'widht'; the nearest are: width"),
        ({"width": []}, {}, r"axis width has no values"),
        ({"width": [4, 4.0]}, {}, r"axis width has the value 4 twice"),
        ({"width": "12"}, {}, r"axis width must be a list of values, got '12'"),
        ({"width": 12}, {}, r"axis width must be a list of values, got 12"),
        ({"loops": [1]}, {}, r"residual needs a value or an axis for width"),
        ({"width": [4]}, {"seeds": 0}, r"seeds must be at least 1, got 0"),
        ({"width": [4]}, {"shard": (0, 3)}, r"1 <= i <= n, got 0/3"),
        ({"width": [4]}, {"shard": (4, 3)}, r"1 <= i <= n, got 4/3"),
        ({"width": [4], "eps": [lambda: 1]}, {}, r"eps must be numbers, words or lists"),
        ({"width": [4]}, {"workers": 0}, r"workers must be at least 1, got 0"),
    ],
)
def test_bad_input_names_what_is_allowed(axes, options, says):
    with pytest.raises((ValueError, TypeError), match=says):
        sweep("residual", axes, given=GIVEN, **{"seeds": 1} | options)


def test_a_long_axis_is_no_trouble(walk, tmp_path):
    """It was compared with itself value by value: 10^5 seeds took minutes before the first cell."""
    plan = planned(walk, {"steps": [1]}, seeds=100_000, store=tmp_path)
    assert (plan.total, len(plan.missing())) == (100_000, 100_000)


def test_an_unknown_simulator_names_the_nearest():
    with pytest.raises(ValueError, match=r"residul.*nearest to residual"):
        sweep("residul", {})


def test_cells_that_do_not_fit_together_are_an_error(walk):
    with pytest.raises(ValueError, match="dimension 'time' itself"):
        sweep(lambda *, time: walk(steps=3), {"time": [1, 2]})
    with pytest.raises(ValueError, match=r"x has dimensions \(\) in one cell, \('a',\) in another"):
        sweep(lambda *, n: xr.Dataset({"x": ("a", [1.0]) if n else 1.0}), {"n": [0, 1]})


def test_objects_are_no_results():
    with pytest.raises(TypeError, match=r"x holds dict, no numbers or words"):
        sweep(lambda *, n: xr.Dataset({"x": ("a", np.array([{}], dtype=object))}), {"n": [0]})


def test_numbers_words_and_nothing_label_one_axis_in_words():
    assert joined_cells.axis_labels([1, 2.5]) == [1, 2.5]
    assert joined_cells.axis_labels([1, None, "one", [1, 2]]) == ["1", "none", "one", "[1, 2]"]


def test_a_simulator_that_says_no_cost_is_tried_once(walk):
    plan = planned(walk, {"steps": [1, 2, 3]})
    assert plan.rehearse() == 0
    assert len(walk.calls) == 1


@pytest.mark.parametrize(
    ("count", "seconds", "ran", "counted"), [(5, -1.0, 1, 1), (5, 1e9, 3, 2), (1000, 1e9, 10, 9)]
)
def test_cells_are_measured_until_the_time_is_over(walk, count, seconds, ran, counted):
    """The first of several is left out; two cells of a thousand say little about all."""
    plan = planned(walk, {"steps": [3]}, seeds=count)
    assert plan.measure(seconds=seconds).cells == counted
    assert len(walk.calls) == ran
    assert len(plan.missing()) == count - ran


def test_cells_that_a_batch_had_no_time_for_are_run_by_the_next(walk, monkeypatch):
    monkeypatch.setattr(batch_runners, "BATCH_S", 0.0)
    assert sweep(walk, {"steps": [1, 2, 3]}, seeds=3).attrs["missing_cells"] == 0


def test_a_slow_start_is_no_part_of_the_announced_time(walk):
    """10^4 cells of 8 ms were announced as 45 minutes: the first cell imports the simulator."""
    walk.on = {1: lambda: time.sleep(0.5)}
    pace = planned(walk, {"steps": [*range(1, 9)]}).measure()
    assert pace.seconds / pace.cells < 0.25


def in_processes(monkeypatch, why):
    """Let processes end that get an odd number of steps."""

    def answers(_, question, **options):
        while task := question():
            ends = any(given["steps"] % 2 for _, given in task[2])
            about = {"version": simulator_version.version(Walk())}
            yield task, Failure(why) if ends else batch_runners.run_batch(Walk(), about, task[2])

    monkeypatch.setattr(batch_runners.processes, "answers", answers)


def test_batches_whose_process_died_are_run_again_cell_by_cell(monkeypatch, walk):
    in_processes(monkeypatch, "the process died of signal 9")
    plan = planned(walk, {"steps": [*range(2, 14)]})  # of which up to three are in a batch
    with pytest.raises(RuntimeError, match=r"6 of 12 .*the process died of signal 9"):
        plan.run(workers=2)
    assert sorted(plan.cell(key)["steps"] for key in plan.missing()) == [3, 5, 7, 9, 11, 13]
    assert [*plan.failures.values()] == ["the process died of signal 9"] * 6


def test_results_that_cannot_travel_end_a_sweep(monkeypatch, walk):
    in_processes(monkeypatch, "cannot pickle")
    with pytest.raises(RuntimeError, match=r"^cannot pickle$"):
        planned(walk, {"steps": [3]}).run(workers=2)


def test_a_worker_of_another_version_is_an_error(walk):
    with pytest.raises(RuntimeError, match=r"a worker has .*, this process 0\.0; install"):
        batch_runners.run_batch(walk, {"version": "0.0"}, [("key", {"steps": 1})])
    assert not walk.calls


def test_a_store_gives_the_cells_that_are_asked_for(walk):
    plan = planned(walk, {"steps": [2, 3, 4]})
    plan.run()
    wanted = next(iter(plan.grid.keys()))
    ((key, _),) = plan.store.results([wanted, "nowhere"])
    assert key == wanted


def test_the_largest_need_of_all_cells_is_known_before_any_runs():
    def heavy(*, n: int) -> xr.Dataset:
        free = {"free": 100.0, "instead": "ask for less"}
        cost.afford("work", need=float(n), output=0.0, seconds=0.0, **free)
        raise AssertionError("it ran")

    assert planned(heavy, {"n": [1, 7, 3]}).rehearse() == 7


def test_neighbouring_doubles_are_two_cells():
    """The key of a cell holds every digit of its values."""
    close = [0.1, np.nextafter(0.1, 1), 0.1 * (1 + 1e-12), 1e16, 1e16 + 2]
    values = [cells.canonical("eps", value) for value in close]
    assert len(cells.keys({"eps": values}, {})) == len(close)
    assert cells.canonical("eps", np.float64(0.1)) == 0.1
    assert cells.canonical("eps", np.array([1.0, np.float32(0.5)])) == [1, 0.5]


def test_every_variable_has_a_name_in_words_and_a_unit(tmp_path):
    axes = {"width": [4, 6], "eps": [0.5, 0.25]}
    given = {"samples": 2, "loops": 3, "observe": ("energy", "overlaps")}
    run = sweep("residual", axes, given=given, seeds=2, store=tmp_path)
    for dataset in (run, load_sweep(tmp_path)):
        names = {name: v.attrs.get("long_name", "") for name, v in dataset.variables.items()}
        assert all(names.values()), names
        assert all("units" in v.attrs for v in dataset.variables.values())
    assert run.energy.attrs["units"] == "h^2"
    assert names["eps"].startswith("Step size of a residual update")
    assert "comment" not in run.energy.attrs


def test_runs_of_different_length_say_that_they_end_in_nan():
    run = sweep(
        "residual", {"loops": [1, 4]}, given={"width": 4, "eps": 0.5, "samples": 2}, seeds=2
    )
    assert "NaN after the end of a shorter one" in run.energy.attrs["comment"]
    assert run.energy.isel(time=run.loops).notnull().all()


@pytest.mark.parametrize("name", [n for n in simulators() if n not in NETWORKS])
def test_a_simulator_says_what_its_variables_are(name):
    """One small run of each: its variables are in the table of meanings."""
    small = {
        "scalar": {"network": "feedforward", "depth": 2, "mu_yx": 1.0, "mu_xx": 1.0, "total": 0.1,
                   "rate": 0.1, "steps": 2},
        "residual": {"width": 4, "eps": 1.0, "samples": 1, "seed": 0},
        "matrix-free": {"width": 4, "eps": 1.0, "samples": 1, "seed": 0},
        "first-step": {"width": 4, "depth": 2, "samples": 1, "seed": 0},
        "tangent-gain": {"width": 4, "depth": 2, "samples": 1, "seed": 0},
        "predictive-coding": {"width": 4, "depth": 2, "steps": 2, "samples": 1, "seed": 0},
    }[name]  # fmt: skip
    run = sweep(name, {}, given=small)
    assert [n for n, v in run.data_vars.items() if not v.attrs.get("long_name")] == []
