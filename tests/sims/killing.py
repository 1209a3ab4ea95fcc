"""Kill a sweep at random moments and continue it: no cell may be lost or counted twice.

Run: python -m tests.sims.killing [--kills 50] [--jobs 2] [--seed 0]

A process that runs a sweep into a folder is ended by SIGKILL (alone, or with its whole session, or
one of its workers), SIGTERM or SIGINT, again and again: before its first cell, between cells,
while it writes. After each end, every earlier batch must be there, bit for bit; new
batches must be whole, and no cell stored twice. At the end the dataset must be that of an
undisturbed run.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
import xarray as xr

from depthlaws.sims import load_sweep, sweep
from depthlaws.sims.sweeps import batch_files

ROOT = Path(__file__).parents[2]
AXES = {"width": [64, 128, 192], "loops": [1, 2, 4, 8], "activation": ["relu", "erf"]}
GIVEN = {"eps": 0.125, "samples": 4}
ENDINGS = ("KILL", "KILL", "KILL", "KILL session", "KILL worker", "TERM", "INT")


def command(folder, seeds, jobs):
    """Command line of the sweep."""
    axes = [f"--{name}={','.join(map(str, values))}" for name, values in AXES.items()]
    given = [f"--{name}={value}" for name, value in GIVEN.items()]
    line = ["simulate", "residual", *axes, *given, f"--seeds={seeds}", f"--store={folder}"]
    return [sys.executable, "-m", "depthlaws", *line, f"--jobs={jobs}", "--yes"]


def begin(folder, seeds, jobs):
    """Start it in a session of its own."""
    return subprocess.Popen(
        command(folder, seeds, jobs),
        cwd=folder.parent,
        env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_heeding,
    )


def _heeding():
    """Heed SIGINT even where this was begun in a shell's background, which ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def batches(folder):
    """Content of every batch by its name."""
    return {path.name: path.read_bytes() for path in folder.glob("cells-*.npz")}


def children(process):
    """Ids of the processes that it started itself."""
    try:
        return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    except OSError:
        return []


def end(process, how):
    """End it in one of the ways; for "worker" one of its processes, if it has any."""
    name, _, whom = how.partition(" ")
    number = getattr(signal, f"SIG{name}")
    if whom == "session":
        os.killpg(process.pid, number)
    elif whom == "worker" and (workers := children(process.pid)):
        os.kill(random.choice(workers), number)
        time.sleep(random.uniform(0, 1.5))  # it is replaced; then all end
        process.kill()
    else:
        process.send_signal(number)


def ordeal(folder, *, kills, jobs, seeds, seed, say=print):
    """End a sweep several times, then let it finish. Returns the number of ends of each way."""
    rng, before, ends = random.Random(seed), {}, Counter()
    while ends.total() < kills:
        how, process = rng.choice(ENDINGS), begin(folder, seeds, rng.choice(jobs))
        with process:
            at_work = rng.random() < 0.9  # else somewhere in its imports
            while at_work and process.poll() is None and len(batches(folder)) == len(before):
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 1.5))
            over = process.poll() is not None
            if not over:
                end(process, how)
            errors = process.communicate(timeout=300)[1].decode()
        # An interrupt before our first line is Python's own to report.
        assert "Traceback" not in errors or "init_import_site" in errors, errors
        if over:  # a quick machine: let it grow, which keeps what is there
            seeds *= 2
        else:
            ends[how] += 1
        now = batches(folder)
        assert before.items() <= now.items(), "a batch is lost"
        say(f"{ends.total():3d} {how:13s} {len(now):4d} batches, {check(folder, now):5d} cells")
        before = now
    with begin(folder, seeds, max(jobs)) as process:
        process.communicate(timeout=1200)
        assert process.returncode == 0
    check(folder, batches(folder))
    run = sweep("residual", AXES, given=GIVEN, seeds=seeds)
    xr.testing.assert_identical(run, load_sweep(folder).transpose(*run.dims)[list(run.data_vars)])
    assert not np.isnan(run.energy.isel(time=0)).any()
    return ends


def check(folder, contents):
    """Number of cells, each whole and in one batch only."""
    cells = [key for content in contents.values() for key, _ in batch_files.results(content)]
    assert len(cells) == len(set(cells)), "a cell is stored twice"
    return len(cells)


def main():
    """Print how every run ended, and the number of cells stored by then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ends = ordeal(
            Path(folder) / "sweep",
            kills=options.kills,
            jobs=options.jobs,
            seeds=options.seeds,
            seed=options.seed,
        )
    print(f"nothing lost, nothing twice, the same bits; ended by {dict(ends)}")


if __name__ == "__main__":
    main()
