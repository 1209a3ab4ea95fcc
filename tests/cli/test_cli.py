"""The command line, run as a user runs it: good input, bad input, interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest
import xarray as xr

from depthlaws import cli as depthlaws
from depthlaws.grid import parameters

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"}


class Done(NamedTuple):
    status: int
    out: str
    err: str


def spawn(*arguments, cwd=None, **environment):
    """Run ``python -m depthlaws`` in a new process, with warnings shown."""
    done = subprocess.run(
        [sys.executable, "-W", "default", "-m", "depthlaws", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=cwd,
        env=ENVIRONMENT | environment,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run the same command in this process: quicker, and warnings are errors."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run_here(*arguments):
        status = depthlaws.main([*map(str, arguments)])
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


def test_help_is_quick_and_names_every_command():
    started = time.perf_counter()
    status, text, errors = spawn("--help")
    seconds = time.perf_counter() - started
    assert (status, errors) == (0, "")
    for command in ("verify", "figures", "list", "whatif", "simulate", "transfer", "bench"):
        assert f"\n  {command} " in text
    assert seconds < 2.0  # 0.1 s on an idle machine; importing the theory takes longer than this


def test_list_shows_every_kind(good):
    found = json.loads(good("list", "--json"))
    assert set(found) == {"claims", "figures", "formulas", "questions"}
    assert all(found.values())
    names = {q["name"] for q in found["questions"]}
    assert {"chain.max_learning_rate", "chain.alpha", "residual.tied_kernel"} <= names
    assert all(record["says"] for records in found.values() for record in records)


def test_list_of_one_paper_has_only_that_paper(good):
    text = good("list", "formulas", "--paper", "looped")
    assert "untied-energy" in text
    assert "chain-sharpness" not in text


def test_whatif_without_a_name_lists_the_questions(good):
    assert "chain.max_learning_rate" in good("whatif")


def test_every_question_has_a_help_page(good):
    """Each argument of each question became an option, with its domain or default."""
    for name, function in depthlaws._questions().items():
        text = good("whatif", name, "--help")
        missing = [
            p.name for p in parameters(function) if f"--{p.name.replace('_', '-')} " not in text
        ]
        assert missing == [], name


def test_whatif_help_shows_the_options_of_that_question(good):
    text = good("whatif", "chain.max_learning_rate", "--help")
    for option in ("--L", "--mu-yx", "--mu-xx", "--network", "--plot"):
        assert option in text


def test_whatif_answers_over_a_range(rows):
    # eta = 2/(mu_xx L r^(2-2/L)): at L = 2 and r = 2 this is 1/2, at L = 1 it is 2.
    found = rows("chain.max_learning_rate", "--L", "1:4", "--mu-yx", "2", "--mu_xx", "1")
    assert [row["L"] for row in found] == [1, 2, 3, 4]
    assert found[0]["value"] == pytest.approx(2, rel=1e-15)
    assert found[1]["value"] == pytest.approx(0.5, rel=1e-15)


def test_whatif_makes_a_grid_and_takes_names_and_infinity(rows):
    found = rows(
        "chain.plateau_time", "--alpha0", "1e-3:0.1:log3", "--L", "2,inf", "--tau", "1/2"
    )  # fmt: skip
    assert [(row["alpha0"], row["L"]) for row in found] == [
        (0.001, 2), (0.001, "inf"), (0.01, 2), (0.01, "inf"), (0.1, 2), (0.1, "inf"),
    ]  # fmt: skip
    both = rows("chain.sharpness", "--L", "4", "--mu-yx", "2", "--mu-xx", "1",
                "--network", "plain,block1")  # fmt: skip
    assert both[0]["value"] == pytest.approx(4 * both[1]["value"], rel=1e-15)


def test_whatif_asks_a_formula_by_its_id(rows):
    found = rows("chain-sharpness", "--L", "2", "--mu-yx", "3", "--mu-xx", "1")
    assert found == [{"value": pytest.approx(6, rel=1e-15)}]  # mu_xx L r^(2-2/L) = 2*3


def test_whatif_shows_the_parts_of_a_record(rows):
    found = rows("residual.divergence", "--alpha", "0.5,2")
    assert [row["law"] for row in found] == ["exponential", "bounded"]


def test_whatif_draws(good, tmp_path):
    file = tmp_path / "rate.png"
    table = good("whatif", "chain.max_learning_rate", "--L", "1:64", "--mu-yx", "2",
                 "--mu-xx", "1,2", "--plot", file)  # fmt: skip
    assert file.read_bytes().startswith(b"\x89PNG")
    assert "64" in table


def test_transfer_moves_a_rate_between_depths(good):
    """The agnostic rule overshoots by r^(2/L0 - 2/L): from L0 = 1 to inf at r = 2 by a factor 4."""
    text = good("transfer", "chain", "--L0", "1", "--L", "1,inf", "--r", "2", "--json")
    same, deep = json.loads(text)["rows"]
    assert (same["mismatch"], same["converges"]) == (1, True)
    assert (deep["mismatch"], deep["converges"]) == (pytest.approx(4, rel=1e-15), False)


def test_simulate_scalar_runs_a_grid(good):
    text = good("simulate", "scalar", "--network", "plain,block1", "--depth", "1:3", "--mu-yx", "2",
                "--steps", "200", "--scaled-rate", "0.2", "--total", "0.1", "--json")  # fmt: skip
    found = json.loads(text)["rows"]
    assert [(r["network"], r["depth"]) for r in found] == [
        (n, d) for n in ("plain", "block1") for d in (1, 2, 3)
    ]
    assert all(row["total"] == pytest.approx(2, rel=1e-9) for row in found)


def test_simulate_keeps_everything_in_a_file(good, tmp_path):
    arguments = ("simulate", "matrix-free", "--width", "256", "--loops", "1,4", "--eps", "1/4",
                 "--samples", "5", "--seed", "1")  # fmt: skip
    text = good(*arguments, "--out", tmp_path / "run.nc")
    run = xr.load_dataset(tmp_path / "run.nc", engine="h5netcdf")
    assert run.energy.sizes == {"loops": 2, "sample": 5, "time": 5}
    for loops in (1, 4):
        mean = float(run.energy.sel(loops=loops, time=loops).mean())
        assert f"{mean:.12g}" in text
    assert good(*arguments) == text


def test_json_goes_to_a_file(good, tmp_path):
    file = tmp_path / "out.json"
    text = good("whatif", "chain-sharpness", "--L", "2", "--mu-yx", "3", "--mu-xx", "1",
                "--json", file)  # fmt: skip
    assert json.loads(file.read_text())["given"] == {"L": 2, "mu_yx": 3, "mu_xx": 1}
    assert "chain-sharpness" in text


RATE = ("whatif", "chain.max_learning_rate", "--mu-xx", "1")
BAD = {
    "unknown command": (("verfy",), ["'verfy'", "verify"]),
    "unknown option": ((*RATE, "--mu-yx", "2", "--LL", "2"), ["--LL"]),
    "missing option": ((*RATE, "--mu-yx", "2"), ["--L"]),
    "unknown question": (("whatif", "chain.max_lerning_rate"), ["chain.max_learning_rate"]),
    "unknown formula": (("whatif", "chain-sharpnes"), ["'chain-sharpnes'", "chain-sharpness"]),
    "unknown kind": (("list", "figure"), ["'figure'", "figures"]),
    "unknown paper": (("list", "--paper", "chains"), ["'chains'", "chain"]),
    "unknown claim": (("verify", "CHAIN-E555"), ["'CHAIN-E555'", "CHAIN-E5"]),
    "unknown figure": (("figures", "chain-fig11"), ["'chain-fig11'", "chain-fig1"]),
    "unknown profile": (("figures", "--profile", "slow"), ["'slow'", "quick"]),
    "unknown network": ((*RATE, "--L", "2", "--mu-yx", "2", "--network", "blok1"),
                        ["'blok1'", "block1"]),
    "unknown activation": (("whatif", "residual.tied_kernel", "--N", "2", "--eps", "1",
                            "--activation", "rleu"), ["'rleu'", "relu"]),
    "negative depth": ((*RATE, "--L", "-3", "--mu-yx", "2"), ["-3", "L"]),
    "depth zero": ((*RATE, "--L", "0", "--mu-yx", "2"), ["0", "L"]),
    "negative ratio": ((*RATE, "--L", "2", "--mu-yx", "-2"), ["-2", "mu_yx"]),
    "block two without a target": ((*RATE, "--L", "2", "--mu-yx", "1/2", "--network", "block2"),
                                   ["0.5"]),
    "start at zero": (("whatif", "chain.plateau_time", "--alpha0", "0", "--L", "3"),
                      ["alpha0", "0"]),
    "NaN": ((*RATE, "--L", "nan", "--mu-yx", "2"), ["--L", "'nan'"]),
    "not a number": ((*RATE, "--L", "two", "--mu-yx", "2"), ["--L", "'two'", "1:64"]),
    "range upside down": ((*RATE, "--L", "8:2", "--mu-yx", "2"), ["'8:2'"]),
    "step zero": ((*RATE, "--L", "1:2:0", "--mu-yx", "2"), ["step", "0"]),
    "logarithm of zero": ((*RATE, "--L", "0:2:log4", "--mu-yx", "2"), ["'0:2:log4'", "positive"]),
    "too many points": ((*RATE, "--L", "1:1000000", "--mu-yx", "2"), ["100000"]),
    "nothing to draw": ((*RATE, "--L", "2", "--mu-yx", "2", "--plot", "x.png"), ["--plot"]),
    "unwritable JSON": ((*RATE, "--L", "2", "--mu-yx", "2", "--json", "/nowhere/x.json"),
                        ["/nowhere/x.json"]),
    "unwritable page": (("verify", "--html", "/nowhere/x.html"), ["/nowhere/x.html"]),
    "unknown simulator": (("simulate", "dens"), ["'dens'"]),
    "no GPU": (("simulate", "residual", "--width", "8", "--eps", "1", "--samples", "1", "--seed",
                "0", "--device", "gpu"), ["'gpu'", "cuda"]),
    "no samples": (("simulate", "residual", "--width", "8", "--eps", "1", "--samples", "0",
                    "--seed", "0"), ["samples", "0"]),
    "no seed": (("simulate", "residual", "--width", "8", "--eps", "1"), ["--samples", "--seed"]),
    "unknown benchmark": (("bench", "chains"), ["'chains'"]),
    "no processes": (("verify", "--jobs", "0"), ["0"]),
    "no budget": (("verify", "chain", "--budget", "0"), ["0", "positive"]),
}  # fmt: skip


def check_bad(done, named):
    """One line that names what was wrong and what is allowed; no traceback."""
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1, done.err
    for part in named:
        assert part in done.err


@pytest.mark.parametrize(("arguments", "named"), BAD.values(), ids=BAD)
def test_bad_input_is_one_clear_line(run, arguments, named, tmp_path):
    check_bad(run(*arguments), named)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("case", ["unknown command", "unknown figure", "negative depth", "NaN"])
def test_bad_input_of_a_process_is_one_clear_line(case, tmp_path):
    arguments, named = BAD[case]
    check_bad(spawn(*arguments, cwd=tmp_path), named)


def test_unwritable_output_folder(run, tmp_path):
    """A file stands where the folder should be (permissions do not stop an administrator)."""
    (tmp_path / "out").write_text("")
    check_bad(run("figures", "chain-fig1", "--out", tmp_path / "out"), [str(tmp_path / "out")])


def test_unwritable_cache_folder(run, tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    check_bad(run("verify", "CHAIN-E5"), [str(tmp_path / "cache"), "DEPTHLAWS_CACHE"])


def test_verify_gives_verdicts_and_a_page(tmp_path):
    status, text, errors = spawn(
        "verify", "CHAIN-E5", "--json", tmp_path / "v.json", "--html", tmp_path / "v.html",
        DEPTHLAWS_CACHE=str(tmp_path),
    )  # fmt: skip
    assert (status, errors) == (0, "")
    record = json.loads((tmp_path / "v.json").read_text())
    assert record["ok"]
    assert "CHAIN-E5" in {c["id"] for c in record["claims"]}
    assert "CHAIN-E5" in text
    assert "CHAIN-E5" in (tmp_path / "v.html").read_text()


def test_interrupt_ends_at_once_and_says_that_work_is_kept(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "depthlaws", "verify", "--jobs", "1", "--fresh"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT | {"DEPTHLAWS_CACHE": str(tmp_path)},
    )
    # The first file is the ledger's own; from the second on there is a result to keep.
    while len(list(tmp_path.rglob("*.pkl"))) < 2 and process.poll() is None:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip().splitlines()[-1].startswith("error: interrupted")
    assert "Traceback" not in errors


def test_reading_only_the_first_line_leaves_no_traceback():
    done = subprocess.run(
        f"{sys.executable} -m depthlaws whatif | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.stdout.endswith("questions\n")
    assert done.stderr == ""
