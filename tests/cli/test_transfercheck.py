"""``depthlaws transfercheck`` on sweeps of a user."""

import gzip
import json

import numpy as np
import pytest

from tests.cli.conftest import assert_refused

HEADING = "width,lr,seed,loss"
RATES = (0.00025, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032)


def lines(drift=0.0, sizes=(64, 256, 1024), seeds=(0, 1), extra=""):
    """Runs with the best rate 0.005 at the first size; the highest rate diverges."""
    rng = np.random.default_rng(0)
    rows = []
    for n in sizes:
        for seed in seeds:
            for rate in RATES:
                x = np.log2(rate / 0.005) - drift * np.log2(n / sizes[0])
                loss = 2 + 0.05 * x**2 + 0.01 * seed + 0.002 * rng.standard_normal()
                text = "nan" if rate > 0.02 else f"{loss:.6f}"
                rows.append(f"{n},{rate},{seed},{text}{extra}")
    return rows


@pytest.fixture
def sweep(tmp_path):
    def write(rows, heading=HEADING):
        (tmp_path / "sweep.csv").write_text("\n".join([heading, *rows]) + "\n")
        return "sweep.csv"

    return write


def test_usual_columns_need_no_options(run, sweep):
    done = run("transfercheck", sweep(lines()))
    assert done.status == 0
    assert done.out.startswith("PASS. best rate goes as width^")
    assert "2 from rate 0.032" in done.out


@pytest.mark.parametrize("heading", ["config.width,config.lr,config/seed,val/loss",
                                     "params_width,params_lr,params_seed,train_loss"])  # fmt: skip
def test_usual_columns_of_other_tools_need_no_options(run, sweep, heading):
    done = run("transfercheck", sweep(lines(), heading=heading))
    assert done.out.startswith(f"PASS. best rate goes as {heading.partition(',')[0]}^")


def test_a_loss_far_above_the_others_may_stand_for_a_diverged_run(run, sweep):
    rows = [row.replace("nan", "1e30") for row in lines()]
    done = run("transfercheck", sweep(rows))
    assert done.status == 3
    assert "the largest loss, 1e+30, is far above" in " ".join(done.out.split())
    assert run("transfercheck", sweep(rows), "--diverged-above", "1e9").status == 0


def test_the_confidence_is_that_of_all_groups_together(run, sweep):
    """Two groups at 0.9: each interval at 0.95, as of one alone."""
    heading = f"{HEADING},law"
    both = sweep([*lines(extra=",a"), *lines(-0.5, extra=",b")], heading=heading)
    many = json.loads(
        run("transfercheck", both, "--by", "law", "--confidence", "0.9", "--json").out
    )
    alone = sweep(lines(-0.5, extra=",b"), heading=heading)
    (one,) = json.loads(run("transfercheck", alone, "--confidence", "0.95", "--json").out)
    assert (many[1]["low"], many[1]["high"]) == pytest.approx((one["low"], one["high"]))
    for mine, other in zip(many[1]["optima"], one["optima"], strict=True):
        assert mine == pytest.approx(other, nan_ok=True)


def test_each_group_is_judged(run, sweep, tmp_path):
    file = sweep(
        [*lines(extra=",scaled"), *lines(-0.5, extra=",unscaled")], heading=f"{HEADING},law"
    )
    done = run("transfercheck", file, "--by", "law", "--json", "--plot", tmp_path / "t.png")
    first, second = json.loads(done.out)
    assert (first["of"], first["verdict"]) == ("law scaled", "PASS")
    assert (second["of"], second["verdict"]) == ("law unscaled", "FAIL")
    assert second["drift"] == pytest.approx(-0.5, abs=0.02)
    assert second["low"] < second["drift"] < second["high"]
    optimum = second["optima"][2]
    assert optimum["rate"] == pytest.approx(0.00125, rel=0.05)
    assert optimum["paid"] == pytest.approx(0.05 * 2**2, rel=0.1)
    assert (optimum["diverged"], optimum["diverged_from"]) == (2, 0.032)
    assert done.status == 1
    assert (tmp_path / "t.png").stat().st_size > 1000
    text = run("transfercheck", file, "--by", "law").out
    assert "law unscaled: FAIL" in text


def test_an_expected_drift(run, sweep):
    file = sweep(lines(-0.5))
    assert run("transfercheck", file).status == 1
    assert run("transfercheck", file, "--expected", "-0.5").status == 0


def test_columns_may_be_named(run, sweep):
    file = sweep(lines(), heading="n,eta0,run,final")
    done = run("transfercheck", file, "--size", "n", "--rate", "eta0", "--loss", "final",
               "--seed-column", "run", "--json")  # fmt: skip
    assert json.loads(done.out)[0]["verdict"] == "PASS"


def test_a_loss_that_blew_up_counts_as_diverged(run, sweep):
    file = sweep([line.replace("nan", "1e4") for line in lines()])
    done = run("transfercheck", file, "--diverged-above", "100", "--json")
    assert json.loads(done.out)[0]["optima"][0]["diverged"] == 2


def test_no_power_has_an_exit_status_of_its_own(run, sweep, tmp_path):
    low = [line for line in lines() if 0.0008 < float(line.split(",")[1]) < 0.003]
    done = run("transfercheck", sweep(low), "--plot", tmp_path / "t.png")
    assert done.status == 3
    assert "NO POWER. no drift can be told" in done.out
    assert "2 rates without a diverged run" in done.out


@pytest.mark.parametrize(
    ("rows", "heading", "options", "says"),
    [
        ([], HEADING, (), ["has no rows below its heading"]),
        (["64,0.1,0,1"], "a,lr,seed,loss", (), ["--size must name a column", "a, lr, seed, loss"]),
        (["64,0.1,0,1"], HEADING, ("--loss", "los"), ["no column 'los'", "width, lr, seed, loss"]),
        (["64,0.1,0,1", "64,0.2,0"], HEADING, (), ["line 3", "loss", "complete", "nan", "remove"]),
        (["64,0.1,0,1", "64"], HEADING, (), ["line 3", "ends before its column lr"]),
        (["64,0.1,0,x"], HEADING, (), [".csv, line 2", "loss='x'", "write nan for a diverged"]),
        (["64,-3.1,0,2"], HEADING, (), ["lr=-3.1 must", "and a logarithm as the number itself"]),
        (["64,nan,0,1"], HEADING, (), ["line 2", "lr=nan", "positive and finite"]),
        (["nan,0.1,0,1"], HEADING, (), ["line 2", "width=nan", "positive and finite"]),
        (
            ["64,0.1,0,1", "64,0.1,0,1"],
            HEADING,
            (),
            ["line 3 repeats width 64, lr 0.1, seed 0", "--by"],
        ),
        (["64,0.1,0,1", "64,0.2,0,1"], HEADING, (), ["one value, 64", "two sizes or more"]),
        (["64,0.1,0,1", "128,0.1,0,1"], HEADING, (), ["size 64 has one rate, 0.1", "three rates"]),
        (["64,0.1,0,1"], HEADING, ("--confidence", "95"), ["--confidence", "got 95", "0.95"]),
        (["64,0.1,0,1"], HEADING, ("--tolerance", "-1"), ["tolerance", "got -1"]),
        (["64,0.1,0,1"], HEADING, ("--diverged-above", "nan"), ["--diverged-above", "got nan"]),
        (["64,0.1,0,1"], HEADING, ("--where", "law=mup"), ["no column 'law'", "width, lr, seed"]),
        (["64,0.1,0,1"], HEADING, ("--rate", "width"), ["different columns", "width twice"]),
    ],
)
def test_bad_files(run, sweep, rows, heading, options, says):
    assert_refused(run("transfercheck", sweep(rows, heading), *options), *says)


def test_where_keeps_rows(run, sweep):
    """Two laws in one file: one is asked for; without a word the file is refused."""
    rows = [*lines(extra=",scaled"), *lines(-0.5, extra=",unscaled")]
    file = sweep(rows, heading=f"{HEADING},law")
    assert run("transfercheck", file, "--where", "law=scaled").status == 0
    assert run("transfercheck", file, "--where", "law=unscaled").status == 1
    assert_refused(run("transfercheck", file), "with another law", "--where law=unscaled", "--by")


def test_repeats_without_a_column_of_seeds(run, sweep):
    """Losses of the same size and rate are repeats, also beside a rounded accuracy."""
    rows = [line.split(",") for line in lines()]
    named = [f"{n},{rate},{i * i % 19 / 100},{loss}" for i, (n, rate, _, loss) in enumerate(rows)]
    check, again = (
        json.loads(run("transfercheck", sweep(text, heading), "--json").out)[0]
        for text, heading in (
            ([f"{n},{rate},{loss}" for n, rate, _, loss in rows], "width,lr,loss"),
            (named, "width,lr,accuracy,loss"),
        )
    )
    assert check == again
    assert check["verdict"] == "PASS"


def test_the_table_says_where_the_curve_lies_below_the_runs(run, sweep):
    out = run("transfercheck", sweep(lines())).out
    assert "(runs: 2.0" in out
    assert "least mean of the runs" in out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<!DOCTYPE html><html>404</html>", "but a web page: save the table itself"),
        (b"PK\x03\x04\x14\x00\x06\x00", "but a zip archive, such as Excel writes"),
        (b"\xff\xfew\x00i\x00", "but a text in UTF-16"),
        (b"\xff\xfe\0\0w\0\0\0", "but a text in UTF-32"),
        (b"w\0i\0", "'\\x00', as UTF-16 and files without text do; save the table as one"),
        (b"\x93NUMPY\x01\0", "but an array of NumPy"),
        (b"\x80\x05\x95", "but a pickle of Python"),
        (b"BZh91AY&SY", "but a file packed by bzip2"),
        (b"\xfd7zXZ\0", "but a file packed by xz"),
        (b"\x28\xb5\x2f\xfd$", "but a file packed by zstd"),
        (gzip.compress(gzip.compress(b"a,b\n1,2\n")), "but a file packed twice by gzip"),
        (b"width,lr,loss\n64,1,1\n64,2,\xe9\n", "line 3 has the byte 0xe9; save it as UTF-8"),
    ],
)
def test_files_of_other_kinds_are_named(run, tmp_path, content, says):
    (tmp_path / "a.csv").write_bytes(content)
    assert_refused(run("transfercheck", tmp_path / "a.csv"), "a.csv is not a CSV in UTF-8", says)


@pytest.mark.parametrize("value", ["nan", "-inf"])
def test_a_loss_above_which_runs_diverged_is_a_loss(run, tmp_path, value):
    (tmp_path / "a.csv").write_text("width,lr,loss\n64,1,1\n")
    done = run("transfercheck", tmp_path / "a.csv", "--diverged-above", value)
    assert_refused(done, "--diverged-above", value)
