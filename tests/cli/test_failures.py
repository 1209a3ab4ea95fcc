"""Interrupts, closed output, missing memory, full disks: one line, no loss, no process left."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest
import xarray as xr

from depthlaws.base import files
from depthlaws.base.files import part_of
from depthlaws.claims.engine import ledger
from depthlaws.cli import failures, grid
from tests import kills
from tests.cli.conftest import assert_refused

pytestmark = pytest.mark.slow
RUN = ("simulate", "residual", "--width", "8", "--eps", "1", "--samples", "2", "--seed", "0")
RATE = ("whatif", "chain.max_learning_rate", "--L", "1:64", "--mu-yx", "2", "--mu-xx", "1")


def begin_verify(start, tmp_path, *arguments):
    """Start verify and wait until it has made its cache: then it is at work."""
    process = start("verify", *arguments, DEPTHLAWS_CACHE=str(tmp_path / "cache"))
    while not (tmp_path / "cache").exists() and process.poll() is None:
        time.sleep(0.02)
    return process


def all_ended(session):
    """Wait until the last process of a session has ended; False after 30 s."""
    for _ in range(600):
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_command_with_its_workers_and_says_what_is_kept(number, start, tmp_path):
    process = begin_verify(start, tmp_path, "chain", "--jobs", "2")
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert errors.strip().splitlines() == [
        "error: interrupted: finished verdicts are kept; the same command continues from them"
    ]
    assert all_ended(process.pid)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("verify", "CHAIN-E5", "--fresh"), "kept; the same command without --fresh continues"),
        (("verify", "CHAIN-E5", "--mutants"), "finished mutants (in groups of forty) are kept"),
        (("figures", "chain-fig1"), "finished figures are kept"),
        ((*RUN, "--out", "run.nc"), "nothing was kept"),
        ((*RATE, "--json", "rate.json"), "nothing was kept"),
    ],
    ids=["fresh", "mutants", "figures", "simulate", "whatif"],
)
def test_what_an_interrupt_promises_is_true(arguments, told, run, monkeypatch, tmp_path):
    def interrupted(*_args, **_kwargs):
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()

    for name in ("depthlaws.cli.grid.answers", "depthlaws.cli.grid.simulation"):
        monkeypatch.setattr(name, interrupted)
    monkeypatch.setattr("depthlaws.cli.output.progress", interrupted)
    monkeypatch.setattr("depthlaws.cli.commands.verify.progress", interrupted)
    monkeypatch.setattr("depthlaws.cli.commands.figures.progress", interrupted)
    done = run(*arguments)
    assert (done.status, done.out) == (128 + signal.SIGTERM, "")
    assert told in done.err
    assert [p.name for p in tmp_path.iterdir()] == []


def test_a_signal_that_is_ignored_stays_ignored():
    """As under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with failures.endings():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


TOLD = "error: interrupted: the command had not begun\n"


@pytest.mark.parametrize(
    ("name", "status", "told"),
    [
        ("SIGINT", -signal.SIGINT, ""),
        ("SIGHUP", 128 + signal.SIGHUP, TOLD),
        ("SIGTERM", 128 + signal.SIGTERM, TOLD),
    ],
)
def test_a_signal_before_there_is_a_command(name, status, told):
    """Ctrl-C ends it in silence, the others leave a line."""
    code = f"""
import builtins, os, signal, depthlaws.__main__ as program
known = builtins.__import__

def interrupted(name, *rest):
    if name == "depthlaws.cli.main":
        os.kill(os.getpid(), signal.{name})
    return known(name, *rest)

signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
builtins.__import__ = interrupted
program.start()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", told)


def test_a_signal_that_repeats_at_once_counts_once(monkeypatch):
    """A terminal that closes and its shell both send SIGHUP: the second must not cut the line."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        with failures.endings() as ending:
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGHUP)
            os.kill(os.getpid(), signal.SIGHUP)
            assert ending.status == 128 + signal.SIGHUP
            monkeypatch.setattr(failures, "REPEAT_S", 0.0)
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_file_that_was_just_read_when_the_interrupt_came_is_no_warning():
    """As when a module is imported: its frame, and the open file with it, is dropped."""
    code = """
import os, signal
from depthlaws.cli.failures import endings

def read():
    opened = open(os.devnull)
    os.kill(os.getpid(), signal.SIGTERM)
    signal.pause()

with endings():
    try:
        read()
    except KeyboardInterrupt:
        pass
"""
    command = [sys.executable, "-W", "default", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def shell(line, **environment):
    """Run a line of shell; $D is the command."""
    return subprocess.run(
        line.replace("$D", f"{sys.executable} -W default -W ignore::ImportWarning -m depthlaws"),
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | environment,
        check=False,
    )


def test_reading_only_the_first_line_leaves_no_traceback():
    done = shell("$D whatif | head -1")
    assert done.stdout.endswith("questions\n")
    assert done.stderr == ""


def test_a_closed_standard_output_is_no_error():
    done = shell("$D list formulas >&-")
    assert (done.returncode, done.stderr) == (0, "")


if os.path.exists("/dev/full"):  # where the system has a device that is always full

    def test_standard_output_on_a_full_disk_is_one_line():
        done = shell("$D list formulas > /dev/full")
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["list formulas", "list formulas --json"])
def test_a_disk_that_fills_up_half_way_is_one_line(command, unbuffered, tmp_path):
    variables = {"PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"}
    done = shell(f"ulimit -f 8; $D {command} > {tmp_path}/out", **variables)
    assert (tmp_path / "out").stat().st_size > 0
    assert (done.returncode, done.stderr) == (2, "error: standard output: File too large\n")


def small_disk():
    """Let no file grow beyond 2 KiB, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (("list", "formulas", "--json", "out.json"), "out.json"),
        ((*RUN, "--observe", "energy", "--out", "out.nc"), "out.nc"),
        ((*RATE, "--plot", "out.png"), "out.png"),
        (("verify", "CHAIN-E5", "--html", "out.html"), "out.html"),
    ],
    ids=["json", "netCDF", "plot", "html"],
)
def test_a_full_disk_is_one_line_and_the_old_file_stays(arguments, file, run, spawn, tmp_path):
    run("verify", "CHAIN-E5")  # its verdict is stored
    (tmp_path / file).write_text("old")
    done = spawn(*arguments, before=small_disk, PYTHONDONTWRITEBYTECODE="1")  # else cut in two
    assert done.status == 2, done
    assert done.err.startswith("error: "), done.err
    assert done.err.count("\n") == 1
    assert file in done.err
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {file: b"old"}


def test_a_killed_run_loses_nothing_and_leaves_nothing(shared, tmp_path):
    """At another moment each time; ``python -m tests.kills`` repeats it a hundred times."""
    command, listed = "verify CHAIN-E5 --jobs 2 --json verdicts.json", "cache/ledger"
    ledger.book()  # claims are listed
    for folder in ("killed", "before"):
        shutil.copytree(shared / "ledger", tmp_path / folder / listed)
    place = kills.Place(tmp_path / "killed", command)
    killed, after_s = False, random.uniform(0.0, 3.0)
    while not killed:  # it ended before: kill it earlier
        killed, losses = kills.disturbed(place, after_s)
        assert losses == [], f"killed after {after_s} s of work"
        after_s /= 2
    before = kills.Place.undisturbed(tmp_path / "before", command)
    assert kills.compared(place, before) == []
    (place.folder / "cache" / "verdicts" / ".a.1.part").write_text("half of it")
    assert kills.compared(place, before) == ["cache/verdicts/.a.1.part is left behind"]


def ended_process():
    """Id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_dataset_comes_back_as_it_was_written(tmp_path):
    data = xr.Dataset({"a": ("x", [1.0, 2.0])}, attrs={"seed": 1})
    (tmp_path / "a.nc").write_text("old")
    part_of(tmp_path / "a.nc", ended_process()).write_text("half of it")  # a run was killed here
    files.write_netcdf(data, tmp_path / "a.nc")
    marked = data.assign_attrs(made_by="depthlaws")
    assert marked.identical(xr.load_dataset(tmp_path / "a.nc", engine="h5netcdf"))
    assert [p.name for p in tmp_path.iterdir()] == ["a.nc"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Unable to allocate 7.28 TiB for an array with shape (1000000, 1000000)", "7.45e+03 GiB"),
        ("a run needs 3 GiB and 1 GiB are free", "a run needs 3 GiB and 1 GiB are free"),
        ("", "more memory than there is"),
    ],
    ids=["NumPy", "ours", "bare"],
)
def test_no_memory_is_one_line_with_the_need_and_what_is_free(text, told, run, monkeypatch):
    def hungry(*_args, **_kwargs):
        raise MemoryError(text)

    monkeypatch.setattr(grid, "answers", hungry)
    assert_refused(run(*RATE), "out of memory", told, "GiB", "free")


def test_more_memory_than_there_is_without_pretending(run):
    done = run("whatif", "residual.tied_kernel", "--N", "3000000", "--eps", "1/8")
    assert_refused(done, "GiB", "free")


# Unlike -P, this is not handed on to the processes that this one starts.
OUT_OF_THE_FOLDER = """
import sys
sys.path.remove("")
from depthlaws.cli.main import main
main()
"""


def test_a_folder_named_like_a_library_breaks_no_worker(tmp_path, new_cache):
    """Python -m and -c put the current folder first, in workers and in processes beside them."""
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text("raise SystemExit(7)")
    for name in ("scipy", "random", "threading", "tempfile"):
        (tmp_path / f"{name}.py").write_text("print('taken from the current folder', flush=True)")
    done = subprocess.run(
        [sys.executable, "-c", OUT_OF_THE_FOLDER, "verify", "CHAIN-E5"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done
    assert "PROVED" in done.stdout
    assert "current folder" not in done.stdout
    assert any((new_cache / "verdicts").iterdir())
