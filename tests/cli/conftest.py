"""Fixtures that run a command: in this process (quick, warnings are errors) or as a user does."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from depthlaws.cli import main as cli
from tests.cli.pictures import output, picture
from tests.cli.recorded import recorder
from tests.sims.networks import pytorch

ROOT = Path(__file__).parents[2]
collect_ignore_glob = [] if pytorch.installed() else ["*torch_*.py"]
# Every warning is shown, but NumPy's about NPY_DISABLE_CPU_FEATURES (make test-portable).
WARNINGS = ["-W", "default", "-W", "ignore::ImportWarning"]


class Done(NamedTuple):
    """Exit status, output and errors of a command."""

    status: int
    out: str
    err: str


def assert_refused(done, *parts):
    """Assert that a command ended with one line of error, without a traceback."""
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1, done.err
    for part in parts:
        assert part in done.err


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command in this process."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run_here(*arguments):
        status = cli.main([*map(str, arguments)])
        return Done(status, *capsys.readouterr())

    return run_here


@pytest.fixture
def good(run):
    """Output of a command that must succeed silently."""

    def output(*arguments):
        done = run(*arguments)
        assert (done.status, done.err) == (0, "")
        return done.out

    return output


@pytest.fixture
def rows(good):
    """Rows that a what-if answers."""
    return lambda *arguments: json.loads(good("whatif", *arguments, "--json"))["rows"]


def _default_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def start(tmp_path):
    """Start ``python -m depthlaws`` in a session of its own, which is killed after the test.

    Signals are as in a terminal, whatever this process inherited.
    """
    started = []

    def begin(*arguments, before=_default_signals, **environment):
        process = subprocess.Popen(
            [sys.executable, *WARNINGS, "-m", "depthlaws", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"} | environment,
            start_new_session=True,
            preexec_fn=before,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # whatever is left of its session
        process.communicate()


@pytest.fixture
def spawn(start):
    """Run ``python -m depthlaws`` to its end, with warnings shown."""

    def run_there(*arguments, **options):
        process = start(*arguments, **options)
        out, err = process.communicate(timeout=120)
        return Done(process.returncode, out, err)

    return run_there


@pytest.fixture(scope="session")
def drawn(tmp_path_factory):
    """Function that draws a command once."""
    folder, pictures = tmp_path_factory.mktemp("drawn"), {}

    def draw(*command):
        if command not in pictures:
            pictures[command] = picture(folder, *command)
        return pictures[command]

    return draw


@pytest.fixture
def run_one():
    """Output and record of a command."""
    return lambda *command: (output(*command), json.loads(output(*command, "--json")))


@pytest.fixture(scope="session")
def sweep(tmp_path_factory):
    """A file of sweeps at four sizes, whose best rate goes as the root of one over the size."""
    rng, file = np.random.default_rng(0), tmp_path_factory.mktemp("sweep") / "sweep.csv"
    lines = ["loops,lr,seed,loss,law"]
    for law, power in (("kept", -0.5), ("moved", 0.0)):
        for n in (1, 2, 4, 8):
            for rate in 2.0 ** np.arange(-12, -3):
                far = np.log2(rate / (2**-7 * n**power))
                for seed in range(3):
                    loss = 2 + 0.1 * far**2 + 0.003 * rng.standard_normal()
                    lines.append(f"{n},{rate},{seed},{'nan' if far > 3 else f'{loss:.5f}'},{law}")
    file.write_text("\n".join(lines) + "\n")
    return file


@pytest.fixture
def kind(good):
    """Class of the printed recorder of PyTorch."""
    return recorder(good("recorder", "torch"))


@pytest.fixture
def path(tmp_path):
    """File that a recorder writes."""
    return tmp_path / "run.csv"
