"""A Dask scheduler and its workers on this machine, each a process that a test may kill."""

import contextlib
import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ADVICE = "needs Dask: `make cluster` installs it apart and runs them"


# Two workers that die are enough to blame a cell; Dask's own number is four.
SETTINGS = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}


def installed():
    """Return whether the extra `distributed` is installed."""
    return importlib.util.find_spec("distributed") is not None


def begin(module, *arguments):
    """Start a part of Dask."""
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])} | SETTINGS,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@contextlib.contextmanager
def cluster(folder, workers):
    """Address of a scheduler, and its worker processes of one thread each."""
    file = folder / "scheduler.json"
    scheduler = begin("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
    crew = []
    try:
        while not file.exists() or not file.read_text().endswith("}"):
            time.sleep(0.05)
        from distributed import Client

        with Client(scheduler_file=str(file), set_as_default=False) as client:
            address = client.scheduler.address
            crew += [worker(address) for _ in range(workers)]
            if workers:
                client.wait_for_workers(workers, timeout=120)
        yield address, crew
    finally:
        for process in (*crew, scheduler):
            process.kill()
            process.wait()


def worker(address):
    """Start a worker."""
    return begin("dask_worker", address, "--nthreads", "1", "--no-nanny")
