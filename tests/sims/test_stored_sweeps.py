"""Stores of sweeps: interrupts, failures, damage, versions, shards and merges."""

import errno
import itertools
import os
import shutil
from unittest.mock import Mock

import pytest
import xarray as xr

from depthlaws.base.files import part_of
from depthlaws.sims import load_sweep, merge_sweeps, simulators, sweep
from depthlaws.sims.sweeps import batch_files, planned, simulator_version
from depthlaws.sims.sweeps.run_sweep import MAX_FAILURES
from tests.sims.counted_walks import GIVEN, Walk, files


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


@pytest.mark.parametrize("order", [*itertools.permutations([1, 2, 10])])
def test_axes_are_in_order_however_they_were_asked(walk, tmp_path, order):
    """One more value each time, or all at once."""
    for end in (1, 2, 3):
        sweep(walk, {"steps": [*order[:end]]}, seeds=2, store=tmp_path / "one")
    sweep(walk, {"steps": [*order]}, seeds=2, store=tmp_path / "all")
    for folder in ("one", "all"):
        merge_sweeps([tmp_path / folder], tmp_path / f"merged {folder}")
        for at in (folder, f"merged {folder}"):
            assert load_sweep(tmp_path / at).steps.values.tolist() == [1, 2, 10]


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
