"""Sweeps from the command line: announcements, stored cells, shards that are merged."""

import io
import json
import math
import os
import random
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import xarray as xr

from depthlaws.base.arguments import call
from depthlaws.cli import sweeps
from depthlaws.cli.grid import ends
from depthlaws.sims import load_sweep, sweep
from depthlaws.sims.sweeps import batch_files
from tests.cli.conftest import assert_refused

KILLS = int(os.environ.get("DEPTHLAWS_KILLS", "2"))  # of one sweep, at random moments
ENDINGS = ("KILL", "KILL", "KILL", "KILL", "KILL session", "KILL worker", "TERM", "INT")
GIVEN = {"eps": 0.5, "samples": 2}
GRID = ("simulate", "residual", "--width", "4:16:2x", "--activation", "relu,erf", "--eps", "1/2",
        "--samples", "2")  # fmt: skip
AXES = {"width": [4, 8, 16], "activation": ["relu", "erf"]}


def test_a_sweep_is_kept_grows_and_is_one_labelled_file(run, tmp_path):
    done = run(*GRID, "--seeds", "3", "--store", "sweep", "--out", "sweep.nc")
    assert done.status == 0
    assert "of 18 cells are stored in sweep; the other" in done.err
    assert "on 1 process and" in done.err
    assert done.out.count("relu") == done.out.count("erf") == 9
    again = run(*GRID, "--seeds", "3", "--store", "sweep")
    assert (again.err, again.out) == ("18 of 18 cells are stored in sweep\n", done.out)
    grown = run(*GRID, "--seeds", "20", "--store", "sweep")
    assert grown.err.startswith("21 of 120 cells are stored in sweep; the other 99 take about")
    assert "width 3, activation 2, seed 20, sample 2, time 2" in grown.out
    with xr.open_dataset(tmp_path / "sweep.nc") as dataset:
        marked = sweep("residual", AXES, given=GIVEN, seeds=3).assign_attrs(made_by="depthlaws")
        xr.testing.assert_identical(dataset.load(), marked)
    whole = sweep("residual", AXES, given=GIVEN, seeds=20)
    assert whole.broadcast_equals(load_sweep("sweep").transpose(*whole.dims))


def test_the_letters_of_the_papers_and_words_as_an_axis(run):
    line = ("simulate", "residual", "--width", "8", "--N", "1:4:2x", "--scale", "none,sqrt,linear",
            "--seeds", "2", "--store", "s")  # fmt: skip
    assert run(*line).status == 0
    dataset = load_sweep("s")
    assert dict(dataset.sizes) == {"loops": 3, "scale": 3, "seed": 2, "sample": 1, "time": 5}
    ends = dataset.energy.sel(loops=4).isel(time=4).mean(("seed", "sample"))
    assert ends.sel(scale="none") > ends.sel(scale="sqrt") > ends.sel(scale="linear")
    told = run(*line, "--samples", "1", "--eps", "1")  # which are the defaults
    assert "18 of 18 cells are stored" in told.err


def test_seeds_count_from_a_seed(run):
    line = ("simulate", "residual", "--width", "4", "--eps", "1", "--samples", "1", "--seed", "7")
    asked = json.loads(run(*line, "--seeds", "2", "--json").out)["rows"]
    kept = json.loads(run(*line, "--seeds", "2", "--store", "s", "--json").out)["rows"]
    assert [row["seed"] for row in asked] == [row["seed"] for row in kept] == [7, 8]
    assert [row["energy"] for row in asked] == [row["energy"] for row in kept]


def test_every_combination_of_what_a_simulator_takes_as_lists(run):
    line = (
        "simulate", "scalar", "--network", "feedforward,block1", "--depth", "2,8", "--mu-yx", "1",
        "--total", "0.5", "--scaled-rate", "0.5,1", "--steps", "4", "--observe", "total,loss",
        "--json",
    )  # fmt: skip
    at_once = json.loads(run(*line).out)["rows"]
    cells = json.loads(run(*line, "--store", "s").out)["rows"]
    assert sorted(row["loss"] for row in at_once) == sorted(row["loss"] for row in cells)
    assert load_sweep("s").sizes == {"network": 2, "depth": 2, "scaled_rate": 2, "step": 1}


def test_many_cells_want_a_yes(run, monkeypatch, tmp_path):
    monkeypatch.setattr(sweeps, "MAX_UNASKED_CELLS", 10)
    done = run(*GRID, "--seeds", "3", "--store", "sweep")
    assert done.status == 2
    estimate, error = done.err.splitlines()
    assert "3 of 18 cells are stored in sweep; the other 15 take about" in estimate
    assert "15 cells are more than 10: --yes runs them without a question" in error
    assert run(*GRID, "--seeds", "3", "--store", "sweep", "--yes").status == 0


class Terminal(io.StringIO):
    """Keyboard of a terminal: lines that are typed, then Ctrl-D, or Ctrl-C where a line says so."""

    def isatty(self):
        return True

    def readline(self, *size):
        line = super().readline(*size)
        if line == "Ctrl-C":
            raise KeyboardInterrupt
        return line


@pytest.mark.parametrize(
    ("typed", "asked", "status"),
    [("n\n", 1, 130), ("maybe\n\n", 2, 130), ("Ctrl-C", 1, 130), ("", 1, 130), ("why\ny\n", 2, 0)],
)
def test_a_terminal_is_asked_about_many_cells(run, monkeypatch, typed, asked, status):
    monkeypatch.setattr(sweeps, "MAX_UNASKED_CELLS", 10)
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    done = run(*GRID, "--seeds", "3", "--store", "sweep")
    assert done.err.count("Run 15 cells?") == asked
    kept = "error: interrupted: finished cells are kept in sweep" in done.err
    assert (done.status, kept, done.out == "") == (status, status > 0, status > 0)


def test_a_grid_too_large_to_list_is_asked_about_before_it_is_listed(run, tmp_path):
    grid = ("simulate", "residual", "--width", "1:1000", "--N", "1:100000", "--scale", "sqrt",
            "--seeds", "10000", "--store", "s")  # fmt: skip
    assert_refused(run(*grid), "1000000000000 cells are more than 10000", "--yes")
    assert list(tmp_path.iterdir()) == []
    assert_refused(run(*grid, "--yes"), "a list of 1,000,000,000,000 cells needs", "GiB are free")


def test_more_cells_than_there_is_room_for(run, monkeypatch):
    monkeypatch.setattr(sweeps.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    done = run(*GRID, "--seeds", "50", "--store", "sweep")
    assert done.status == 2
    assert "no room for 297 cells in sweep: about" in done.err
    assert "1e+03 bytes are free" in done.err


def test_where_there_is_no_terminal_a_line_tells_how_far_it_is(run, monkeypatch):
    monkeypatch.setattr(sweeps, "REPORT_INTERVAL_S", 0.0)
    done = run(*GRID, "--seeds", "3", "--store", "sweep")
    assert "18 of 18 cells, about 0 seconds left" in done.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--store", "s", "--shard", "4/3"), ["--shard", "1 <= i <= n", "'4/3'"]),
        (("--store", "s", "--shard", "two"), ["--shard", "2/8", "'two'"]),
        (("--shard", "1/3"), ["--shard", "--store FOLDER"]),
        (("--jobs", "2"), ["--jobs", "--store FOLDER"]),
        (("--store", ""), ["--store", "''"]),
        (("--store", "s", "--seeds", "0"), ["--seeds", "0"]),
        (("--store", "s", "--seed", "1,2", "--seeds", "3"), ["--seeds", "'1,2'"]),
        (("--store", "s", "--width", "16:4:2x"), ["--width", "'16:4:2x'"]),
        (("--store", "s", "--width", "4:16:1x"), ["--width", "'4:16:1x'", "above 1"]),
        (("--store", "s", "--width", ","), ["--width", "''"]),
        (("--store", "s", "--width", "4,4"), ["width", "4", "twice"]),
        (("--store", "s", "--widht", "4"), ["--widht", "--width"]),
        (("--store", "s", "--activation", "relu,rleu"), ["'rleu'", "relu"]),
    ],
    ids=lambda x: " ".join(x),
)
def test_bad_input_is_one_clear_line(run, arguments, says, tmp_path):
    usual = {**dict(zip(GRID[2::2], GRID[3::2], strict=True)), "--seed": "0"}
    kept = [word for pair in usual.items() if pair[0] not in arguments for word in pair]
    assert_refused(run(*GRID[:2], *kept, *arguments), *says)
    assert not list(tmp_path.rglob("cells-*"))


def test_seeds_of_what_draws_nothing(run):
    line = ("simulate", "scalar", "--network", "plain", "--depth", "2", "--mu-yx", "1", "--total",
            "1", "--rate", "1", "--steps", "1", "--seeds", "2")  # fmt: skip
    assert_refused(run(*line), "--seeds", "draws nothing")


def test_a_cluster_needs_dask(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run(*GRID, "--seeds", "3", "--store", "s", "--cluster", "tcp://127.0.0.1:9")
    assert_refused(done, "pip install 'depthlaws[distributed]'")


def test_a_cell_that_fails_is_told_when_the_others_are_kept(run, monkeypatch):
    line = (*GRID, "--seeds", "3", "--store", "s")

    def failing(function, given):
        if given["width"] == 16:
            msg = "too wide"
            raise ArithmeticError(msg)
        return call(function, given)

    with monkeypatch.context() as patch:
        patch.setattr("depthlaws.sims.sweeps.batch_runners.call", failing)
        done = run(*line)
    assert done.status == 1
    assert "error: 6 of 18 cells failed, the first at width = 16" in done.err
    assert "ArithmeticError: too wide; the same command tries them again" in done.err
    assert "nan" not in done.out
    assert run(*line).err.startswith("15 of 18 cells are stored in s; ")


def test_shards_merge_and_what_is_missing_is_told(run, tmp_path):
    for i in (1, 2):
        assert run(*GRID, "--seeds", "2", "--shard", f"{i}/3", "--store", f"s{i}").status == 0
    done = run("merge", "s2", "s1", "s2", "--into", "all", "--out", "all.nc")
    assert done.status == 1
    assert "error: 4 of 12 cells are missing (shard 3/3 is absent); simulate" in done.err
    assert run(*GRID, "--seeds", "2", "--shard", "3/3", "--store", "s3").status == 0
    done = run("merge", "s3", "--into", "all", "--out", "all.nc")
    assert (done.status, done.err) == (0, "")
    with xr.open_dataset(tmp_path / "all.nc") as dataset:
        marked = sweep("residual", AXES, given=GIVEN, seeds=2).assign_attrs(made_by="depthlaws")
        xr.testing.assert_identical(dataset.load(), marked)


def test_a_merge_of_no_store_is_one_clear_line(run, tmp_path):
    assert_refused(run("merge", "nowhere", "--into", "all"), "nowhere is no store of a sweep")
    assert_refused(run("merge", "--into", "all"), "FOLDER")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_signal_says_what_is_kept(start, tmp_path):
    line = (*GRID[:2], "--width", "64", "--loops", "1:8", "--eps", "1/8", "--samples", "8")
    process = start(*line, "--seeds", "1000", "--store", "sweep", "--jobs", "2")
    while len(list(tmp_path.glob("sweep/cells-*"))) < 4 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert errors.splitlines()[-1] == (
        "error: interrupted: finished cells are kept in sweep; the same command continues from them"
    )
    assert "Traceback" not in errors


def batches(folder):
    """Content of every batch by its name; no cell is in two of them."""
    contents = {path.name: path.read_bytes() for path in folder.glob("cells-*.npz")}
    names = [name for content in contents.values() for name, _ in batch_files.results(content)]
    assert len(names) == len(set(names)), "a cell is stored twice"
    return contents


def end(process, how, rng):
    """End a process, its session, or one of its workers and then itself."""
    name, _, whom = how.partition(" ")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if whom == "session":
        os.killpg(process.pid, getattr(signal, f"SIG{name}"))
    elif whom == "worker" and (workers := children.read_text().split()):
        os.kill(int(rng.choice(workers)), signal.SIGKILL)
        time.sleep(rng.uniform(0, 1.5))  # it is replaced
        process.kill()
    else:
        process.send_signal(getattr(signal, f"SIG{name}"))


@pytest.mark.slow
def test_a_sweep_that_is_killed_goes_on(start, tmp_path):
    """In its imports, between cells, while it writes: at the end it is an undisturbed run."""
    rng, folder, seeds, before, kills = random.Random(3), tmp_path / "sweep", 10, {}, KILLS
    axes = {"width": [64, 128, 192], "loops": [1, 2, 4, 8], "activation": ["relu", "erf"]}
    line = ["simulate", "residual", "--eps=1/8", "--samples=4", f"--store={folder}", "--yes"]
    line += [f"--{name}={','.join(map(str, values))}" for name, values in axes.items()]
    while kills:
        process = start(*line, f"--seeds={seeds}", f"--jobs={rng.choice([1, 2])}")
        at_work = rng.random() < 0.9  # else in its imports
        while at_work and process.poll() is None and len(batches(folder)) == len(before):
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 1.5))
        if process.poll() is None:
            end(process, rng.choice(ENDINGS), rng)
            kills -= 1
        else:
            seeds *= 2  # a quick machine: let it grow, which keeps what is there
        errors = process.communicate(timeout=300)[1]
        # An interrupt before our first line is Python's own to report.
        assert "Traceback" not in errors or "init_import_site" in errors, errors
        before, earlier = batches(folder), before
        assert earlier.items() <= before.items(), "a batch is lost"
    process = start(*line, f"--seeds={seeds}", "--jobs=2")
    process.communicate(timeout=1200)
    assert process.returncode == 0
    assert before.items() <= batches(folder).items()
    whole = sweep("residual", axes, given={"eps": 0.125, "samples": 4}, seeds=seeds)
    stored = load_sweep(folder).transpose(*whole.dims)[list(whole.data_vars)]
    xr.testing.assert_identical(whole, stored)


def test_the_error_of_an_end_is_that_of_its_mean():
    run = xr.Dataset({"total": ("sample", [1.0, 2.0, 6.0])})
    (row,) = ends(run, frozenset())
    assert row == pytest.approx({"total": 3.0, "total error": math.sqrt(7 / 3)})
