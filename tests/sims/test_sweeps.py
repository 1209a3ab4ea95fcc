"""Sweeps: every cell once, bit for bit, whatever ends, grows, cuts or damages them."""

import errno
import itertools
import os
import shutil

import numpy as np
import pytest
import xarray as xr

from depthlaws._arguments import call
from depthlaws._whole import part_of
from depthlaws._workers import Failure
from depthlaws.sims import (
    cells,
    cost,
    crews,
    load_sweep,
    merge_sweeps,
    packing,
    simulators,
    sources,
    sweep,
)
from depthlaws.sims.sweeps import MOST_FAILURES, planned

AXES = {"width": [3, 5], "loops": [1, 2, 4], "activation": ["relu", "erf"]}
GIVEN = {"eps": 0.5, "samples": 2}


class Walk:
    """A simulator that counts its calls, and does in some of them what a test wants."""

    def __init__(self):
        self.calls, self.on = [], {}
        self.__name__ = "walk"
        self.__module__ = __name__

    def __call__(self, *, steps: int, drift: float = 0.0, word: str = "up", seed: int = 0):
        self.calls.append((steps, drift, word, seed))
        self.on.get(len(self.calls), lambda: None)()
        path = np.random.default_rng(seed).normal(drift, size=steps).cumsum()
        data = {"path": ("time", path), "turns": int(steps), "up": word == "up"}
        return xr.Dataset(data, coords={"time": np.arange(1, steps + 1) * 10}, attrs={"seed": seed})


@pytest.fixture
def walk():
    return Walk()


def fail(error):
    def raising():
        raise error

    return raising


def files(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".lock")}


def test_a_cell_is_the_run_of_its_arguments(tmp_path):
    found = sweep("residual", AXES, given=GIVEN, seeds=2, store=tmp_path)
    for *values, seed in itertools.product(*AXES.values(), range(2)):
        at = dict(zip(AXES, values, strict=True)) | {"seed": seed}
        run = call(simulators()["residual"], GIVEN | at)
        cell = found.energy.sel(at)
        np.testing.assert_array_equal(cell[:, : at["loops"] + 1], run.energy)
        assert np.isnan(cell[:, at["loops"] + 1 :]).all()
    assert found.energy.dims == (*AXES, "seed", "sample", "time")
    assert found.attrs["missing_cells"] == 0


def test_any_number_of_workers_gives_the_same_bits(tmp_path):
    one = sweep("residual", AXES, given=GIVEN, seeds=9)
    xr.testing.assert_identical(
        one, sweep("residual", AXES, given=GIVEN, seeds=9, workers=3, store=tmp_path)
    )


def test_results_of_different_length_words_and_whole_numbers_fit_together(walk):
    found = sweep(walk, {"steps": [1, 3], "word": ["up", "down"]}, seeds=[7, 2])
    assert found.path.dims == ("steps", "word", "seed", "time")
    assert found.time.values.tolist() == [10, 20, 30]
    assert (found.turns.dtype, found.up.dtype) == (int, bool)
    assert found.turns.sel(steps=3, word="up", seed=2).item() == 3
    assert found.path.sel(steps=1).isnull().sum("time").values.tolist() == [[2, 2], [2, 2]]
    same = Walk()(steps=3, word="down", seed=7).path
    np.testing.assert_array_equal(found.path.sel(steps=3, word="down", seed=7), same)


def test_labels_are_joined_in_their_order():
    def at(*, rates: str, seed: int):
        values = [float(part) for part in rates.split()]
        return xr.Dataset({"twice": ("rate", np.multiply(2, values))}, {"rate": values})

    found = sweep(at, {"rates": ["3 1", "1 2", "1 3"]}, given={"seed": 0})
    assert found.rate.values.tolist() == [1, 2, 3]
    np.testing.assert_array_equal(found.twice, [[2, np.nan, 6], [2, 4, np.nan], [2, np.nan, 6]])


def test_what_is_there_is_not_run_again(walk, tmp_path):
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


def test_a_default_that_is_typed_is_the_same_cell(walk, tmp_path):
    sweep(walk, {"steps": [2]}, given={"seed": 0}, store=tmp_path)
    sweep(walk, {"steps": [2.0]}, given={"drift": 0, "word": "up"}, store=tmp_path)
    assert len(walk.calls) == 1


def test_arguments_without_effect_are_no_part_of_a_cell(tmp_path):
    given = GIVEN | {"width": 4, "seed": 0}
    one = sweep("residual", {"loops": [1, 2]}, given=given, store=tmp_path)
    plan = planned("residual", {"loops": [1, 2]}, given=given | {"workers": 2}, store=tmp_path)
    assert plan.missing() == []
    xr.testing.assert_identical(plan.dataset(), one)


@pytest.mark.parametrize("ending", [KeyboardInterrupt(), SystemExit(1)], ids=["Ctrl-C", "exit"])
def test_what_was_done_before_an_interrupt_is_kept(walk, tmp_path, ending):
    walk.on = {4: fail(ending)}
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
    walk.on = {3: fail(ArithmeticError("it diverged")), 5: fail(ValueError("negative"))}
    with pytest.raises(RuntimeError, match=r"2 of 9 cells failed.*steps = \d.*it diverged"):
        sweep(walk, {"steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    assert len(walk.calls) == 9
    sweep(walk, {"steps": [1, 2, 3]}, seeds=3, store=tmp_path)
    assert len(walk.calls) == 11


def test_when_many_fail_the_rest_is_not_tried(walk):
    walk.on = dict.fromkeys(range(1, 200), fail(ValueError("bad")))
    plan = planned(walk, {"steps": [1]}, seeds=100)
    plan.pace.cells, plan.pace.seconds = 10, 10.0  # so that batches are of one cell
    with pytest.raises(RuntimeError, match=r"10 of 100 cells failed.*bad"):
        plan.run()
    assert len(walk.calls) <= 2 * MOST_FAILURES


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


def test_what_a_kill_left_half_written_goes_away(walk, tmp_path):
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
    monkeypatch.setattr(sources, "version", lambda _: "9.9 (abc)")
    with pytest.raises(ValueError, match=r"another version: .*, here it is 9\.9 \(abc\)"):
        sweep(walk, {"steps": [1, 2]}, given={"drift": 1.0}, seeds=2, store=tmp_path)
    assert files(tmp_path) == before


def test_the_version_follows_the_sources_of_the_simulator():
    versions = {sources.version(function) for function in simulators().values()}
    assert len(versions) == len(simulators())
    assert sources.version(simulators()["residual"]) in versions


def test_nobody_else_runs_the_same_sweep_meanwhile(walk, tmp_path):
    plan = planned(walk, {"steps": [1]}, seeds=2, store=tmp_path)
    with plan.store.alone((1, 1)), pytest.raises(ValueError, match="another process is running"):
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
        found = merge_sweeps([*order, order[0]], into)
        assert (found.total, found.missing, found.shards) == (9, 0, [])
        assert list(found.folders.values()) == [(3, 3), (3, 3), (3, 3), (3, 0)]
        xr.testing.assert_identical(load_sweep(into), whole)
        shutil.rmtree(into)
    found = merge_sweeps([folders[2], folders[0]], into)
    assert (found.missing, found.shards) == (3, ["2/3"])
    assert load_sweep(into).attrs["missing_cells"] == 3
    sweep(walk, axes, seeds=3, store=into)
    assert len(walk.calls) == 12
    xr.testing.assert_identical(load_sweep(into), whole)


def test_a_merge_of_what_does_not_belong_together_copies_nothing(walk, tmp_path):
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


def test_cells_that_do_not_fit_together_are_told(walk):
    with pytest.raises(ValueError, match="dimension 'time' itself"):
        sweep(lambda *, time: walk(steps=3), {"time": [1, 2]})
    with pytest.raises(ValueError, match=r"x has dimensions \(\) in one cell, \('a',\) in another"):
        sweep(lambda *, n: xr.Dataset({"x": ("a", [1.0]) if n else 1.0}), {"n": [0, 1]})


def test_objects_are_no_results():
    with pytest.raises(TypeError, match=r"x holds dict, no numbers or words"):
        sweep(lambda *, n: xr.Dataset({"x": ("a", np.array([{}], dtype=object))}), {"n": [0]})


def test_numbers_words_and_nothing_label_one_axis_in_words():
    assert packing._axis([1, 2.5]) == [1, 2.5]
    assert packing._axis([1, None, "one", [1, 2]]) == ["1", "none", "one", "[1, 2]"]


def test_values_of_cells_are_plain_whoever_gives_them():
    assert cells.canonical("x", np.array([1.0, 2.5])) == [1, 2.5]
    assert cells.canonical("x", np.float32(0.5)) == 0.5


def test_what_is_no_batch_says_so():
    with pytest.raises(ValueError, match="no batch of results"):
        next(iter(packing.results(b"PK of nothing")))


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


@pytest.mark.parametrize(("seconds", "ran"), [(-1.0, 1), (1e9, 3)])
def test_paces_are_measured_until_the_time_is_over(walk, seconds, ran):
    plan = planned(walk, {"steps": [1, 2, 3, 4, 5]})
    assert plan.measure(seconds=seconds).cells == len(walk.calls) == ran
    assert len(plan.missing()) == 5 - ran


def in_processes(monkeypatch, why):
    """Processes of which those end that get an odd number of steps."""

    def answers(_, tasks, **options):
        for task in tasks:
            ends = any(given["steps"] % 2 for _, given in task[2])
            about = {"version": sources.version(Walk())}
            yield task, Failure(why) if ends else crews.work(Walk(), about, task[2])

    monkeypatch.setattr(crews._workers, "answers", answers)


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


def test_a_worker_of_another_version_is_told(walk):
    with pytest.raises(RuntimeError, match=r"a worker has .*, this process 0\.0; install"):
        crews.work(walk, {"version": "0.0"}, [("key", {"steps": 1})])
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
