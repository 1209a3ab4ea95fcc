"""Sweeps: every cell once, bit for bit, after interrupts, growth, shards and damage."""

import errno
import itertools
import os
import shutil
import time
from unittest.mock import Mock

import numpy as np
import pytest
import xarray as xr

from depthlaws.base.arguments import call
from depthlaws.base.files import part_of
from depthlaws.base.workers import Failure
from depthlaws.sims import load_sweep, merge_sweeps, simulators, sweep
from depthlaws.sims.common import cost
from depthlaws.sims.sweeps import (
    batch_files,
    batch_runners,
    cells,
    joined_cells,
    planned,
    simulator_version,
)
from depthlaws.sims.sweeps.run_sweep import MAX_FAILURES
from tests.sims.networks.pytorch import NETWORKS

AXES = {"width": [3, 5], "loops": [1, 2, 4], "activation": ["relu", "erf"]}
GIVEN = {"eps": 0.5, "samples": 2}


class Walk:
    """A simulator that counts its calls, and acts in some of them as a test asks."""

    def __init__(self):
        self.calls, self.on = [], {}
        self.__name__ = "walk"
        self.__module__ = __name__

    def __getstate__(self):
        """What the answers depend on: not the calls."""
        return {}

    def __call__(self, *, steps: int, drift: float = 0.0, word: str = "up", seed: int = 0):
        self.calls.append((steps, drift, word, seed))
        self.on.get(len(self.calls), lambda: None)()
        path = np.random.default_rng(seed).normal(drift, size=steps).cumsum()
        data = {"path": ("time", path), "turns": int(steps), "up": word == "up"}
        return xr.Dataset(data, coords={"time": np.arange(1, steps + 1) * 10}, attrs={"seed": seed})


@pytest.fixture
def walk():
    return Walk()


def files(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".lock")}


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


@pytest.mark.parametrize("ending", [KeyboardInterrupt(), SystemExit(1)], ids=["Ctrl-C", "exit"])
def test_cells_done_before_an_interrupt_are_kept(walk, tmp_path, ending):
    walk.on = {4: Mock(side_effect=ending)}
    plan = planned(walk, {"steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    with pytest.raises(type(ending)):
        plan.run()
    kept = 3 if isinstance(ending, KeyboardInterrupt) else 1
    assert 9 - len(plan.missing()) >= kept
    walk.on = {}
    done = sweep(walk, {"steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    xr.testing.assert_identical(done, sweep(Walk(), {"steps": [1, 2, 3]}, seeds=3))


def test_progress_counts_what_is_stored(walk, tmp_path):
    told = []

    def progress(done, total):
        told.append((done, total))
        assert len(planned(walk, {"steps": [1, 2]}, seeds=4, store=tmp_path).missing()) == 8 - done

    sweep(walk, {"steps": [1, 2]}, seeds=4, store=tmp_path, progress=progress)
    assert told[-1] == (8, 8)


def test_a_cell_that_fails_costs_no_other(walk, tmp_path):
    walk.on = {
        3: Mock(side_effect=ArithmeticError("it diverged")),
        5: Mock(side_effect=ValueError("negative")),
    }
    with pytest.raises(RuntimeError, match=r"2 of 9 cells failed.*steps = \d.*it diverged"):
        sweep(walk, {"steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    assert len(walk.calls) == 9
    sweep(walk, {"steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    assert len(walk.calls) == 11


def test_after_many_failures_no_more_cells_are_run(walk):
    walk.on = dict.fromkeys(range(1, 200), Mock(side_effect=ValueError("bad")))
    plan = planned(walk, {"steps": [1]}, seeds=100)
    plan.pace.cells, plan.pace.seconds = 10, 10.0  # so that batches are of one cell
    with pytest.raises(RuntimeError, match=r"10 of 100 cells failed.*bad"):
        plan.run()
    assert len(walk.calls) <= 2 * MAX_FAILURES


def test_a_full_disk_loses_nothing(walk, tmp_path, monkeypatch):
    plan = planned(walk, {"steps": [1, 2]}, seeds=4, store=tmp_path)
    plan.measure()
    before, sync = files(tmp_path), os.fsync

    def full(descriptor):
        sync(descriptor)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=rf"cannot write {tmp_path}.*No space left.*stays"):
        plan.run()
    assert files(tmp_path) == before
    monkeypatch.undo()
    done = sweep(walk, {"steps": [1, 2]}, seeds=4, store=tmp_path)
    xr.testing.assert_identical(done, sweep(Walk(), {"steps": [1, 2]}, seeds=4))


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
        lambda content: b"",
    ],
    ids=["cut", "flipped", "empty"],
)
def test_a_damaged_batch_is_named_and_can_be_computed_again(walk, tmp_path, damage):
    whole = sweep(walk, {"steps": [1, 2]}, seeds=2, store=tmp_path)
    batch = next(tmp_path.glob("cells-*.npz"))
    batch.write_bytes(damage(batch.read_bytes()))
    with pytest.raises(ValueError, match=rf"{batch.name} is damaged; move it away"):
        sweep(walk, {"steps": [1, 2]}, seeds=2, store=tmp_path)
    batch.rename(tmp_path.parent / "away")
    again = sweep(walk, {"steps": [1, 2]}, seeds=2, store=tmp_path)
    xr.testing.assert_identical(again, whole)


@pytest.mark.parametrize("pattern", ["store.json", "asked-*.json"])
def test_damaged_notes_are_named(walk, tmp_path, pattern):
    sweep(walk, {"steps": [1]}, seeds=2, store=tmp_path)
    note = next(tmp_path.glob(pattern))
    note.write_text("{")
    with pytest.raises(ValueError, match=f"{note.name} is damaged"):
        sweep(walk, {"steps": [1]}, seeds=2, store=tmp_path)


def test_files_that_a_kill_left_half_written_are_removed(walk, tmp_path):
    dead, live = (part_of(tmp_path / "cells-1.npz", n) for n in (999999999, os.getpid()))
    for part in (dead, live):
        part.write_bytes(b"half")
    sweep(walk, {"steps": [1]}, seeds=2, store=tmp_path)
    assert [*tmp_path.glob(".*.part")] == [live]


def test_a_folder_of_something_else_is_left_alone(walk, tmp_path):
    (tmp_path / "thesis.tex").write_text("dear")
    with pytest.raises(ValueError, match=r"is no store of a sweep and not empty"):
        sweep(walk, {"steps": [1]}, store=tmp_path)
    assert files(tmp_path) == {"thesis.tex": b"dear"}


def test_results_of_another_version_simulator_or_value_are_not_mixed(walk, tmp_path, monkeypatch):
    sweep(walk, {"steps": [1, 2]}, given={"drift": 1.0}, seeds=2, store=tmp_path)
    before = files(tmp_path)
    with pytest.raises(ValueError, match=r"another simulator: walk, here it is residual"):
        sweep("residual", {"width": [2]}, given=GIVEN, seeds=2, store=tmp_path)
    with pytest.raises(ValueError, match=r"drift = 1, now it is 2; give another folder, or an ax"):
        sweep(walk, {"steps": [1, 2]}, given={"drift": 2.0}, seeds=2, store=tmp_path)
    with pytest.raises(ValueError, match=r"drift = 1, now it is 2, 3; give another folder"):
        sweep(walk, {"steps": [1, 2], "drift": [2.0, 3.0]}, seeds=2, store=tmp_path)
    with pytest.raises(ValueError, match=r"steps = 1, 2, now it is 3; give another folder"):
        sweep(walk, {"drift": [1.0, 2.0]}, given={"steps": 3}, seeds=2, store=tmp_path)
    monkeypatch.setattr(simulator_version, "version", lambda _: "9.9 (abc)")
    with pytest.raises(ValueError, match=r"another version: .*, here it is 9\.9 \(abc\)"):
        sweep(walk, {"steps": [1, 2]}, given={"drift": 1.0}, seeds=2, store=tmp_path)
    assert files(tmp_path) == before


def test_the_version_follows_the_sources_of_the_simulator():
    versions = {simulator_version.version(function) for function in simulators().values()}
    assert len(versions) == len(simulators())
    assert simulator_version.version(simulators()["residual"]) in versions


def test_a_sweep_runs_in_one_process_at_a_time(walk, tmp_path):
    plan = planned(walk, {"steps": [1]}, seeds=2, store=tmp_path)
    with plan.store.locked((1, 1)), pytest.raises(ValueError, match="another process is running"):
        planned(walk, {"steps": [1]}, seeds=2, store=tmp_path).run()
    plan.run()


@pytest.mark.parametrize("together", [True, False])
def test_shards_are_the_whole(walk, tmp_path, together):
    axes = {"steps": [1, 2, 3]}
    folders = [tmp_path / ("all" if together else str(i)) for i in (1, 2, 3)]
    for i, folder in enumerate(folders, 1):
        part = sweep(walk, axes, seeds=3, store=folder, shard=(i, 3))
    assert len(walk.calls) == len(set(walk.calls)) == 9
    whole = sweep(Walk(), axes, seeds=3)
    if together:
        xr.testing.assert_identical(part, whole)
        return
    assert part.attrs["missing_cells"] == 6
    for order in itertools.permutations(folders):
        into = tmp_path / "whole"
        merged = merge_sweeps([*order, order[0]], into)
        assert (merged.total, merged.missing, merged.shards) == (9, 0, [])
        assert list(merged.folders.values()) == [(3, 3), (3, 3), (3, 3), (3, 0)]
        xr.testing.assert_identical(load_sweep(into), whole)
        shutil.rmtree(into)
    merged = merge_sweeps([folders[2], folders[0]], into)
    assert (merged.missing, merged.shards) == (3, ["2/3"])
    assert load_sweep(into).attrs["missing_cells"] == 3
    sweep(walk, axes, seeds=3, store=into)
    assert len(walk.calls) == 12
    xr.testing.assert_identical(load_sweep(into), whole)


def test_a_merge_of_different_simulators_copies_nothing(walk, tmp_path):
    sweep(walk, {"steps": [1]}, store=tmp_path / "a")
    sweep("residual", {"width": [2]}, given=GIVEN, seeds=1, store=tmp_path / "b")
    with pytest.raises(ValueError, match=r"b holds results of another simulator"):
        merge_sweeps([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    with pytest.raises(ValueError, match=r"d is no store of a sweep"):
        merge_sweeps([tmp_path / "a", tmp_path / "d"], tmp_path / "c")
    with pytest.raises(ValueError, match="nothing to merge"):
        merge_sweeps([], tmp_path / "c")
    assert not (tmp_path / "c").exists()
    assert not (tmp_path / "d").exists()


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


def test_a_file_that_is_no_batch_is_named():
    with pytest.raises(ValueError, match="no batch of results"):
        next(iter(batch_files.results(b"PK of nothing")))


def test_a_folder_that_cannot_be_made_is_named(walk, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"cannot write .*file/below: .*; what is stored stays"):
        planned(walk, {"steps": [1]}, store=tmp_path / "file" / "below")


def test_a_file_system_without_locks_is_trusted(walk, tmp_path, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr("fcntl.flock", no_locks)
    assert sweep(walk, {"steps": [1, 2]}, store=tmp_path).turns.values.tolist() == [1, 2]


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
