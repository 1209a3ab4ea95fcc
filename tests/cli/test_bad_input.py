"""Bad input: one line that names the value and what is allowed, status 2, nothing written."""

import errno
from dataclasses import replace

import pytest

from depthlaws.theory.papers import PAPERS
from tests.cli.conftest import assert_refused

RATE = ("whatif", "chain.max_learning_rate", "--mu-xx", "1")
SCALAR = ("simulate", "scalar", "--network", "feedforward", "--depth", "2", "--total", "0.1",
          "--mu-yx", "1")  # fmt: skip
PREDICTIVE = ("simulate", "predictive-coding", "--width", "8", "--depth", "3", "--seed", "0")
CHECK = ("--size", "width", "--value", "rms")
MOVE = ("transfer", "--lr", "1e-3", "--layers", "2")
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
    "unknown setting": (("figures", "chain-fig3", "--set", "rate=2"), ["'rate'", "rates"]),
    "setting outside its domain": (
        ("figures", "chain-fig3", "--set", "L=0"), ["L must be", "got 0", "--list"]),
    "setting that is no number": (("figures", "chain-fig3", "--set", "L=two"), ["--set L", "two"]),
    "setting without values": (("figures", "chain-fig3", "--set", "L"), ["NAME=VALUES", "'L'"]),
    "setting given twice": (
        ("figures", "chain-fig3", "--set", "L=2", "--set", "L=3"), ["--set L", "twice"]),
    "settings of several figures": (("figures", "chain", "--set", "L=2"), ["one figure", "10"]),
    "no panels": (("figures", "chain-fig3", "--panels", ""), ["--panels", "''"]),
    "unknown network": ((*RATE, "--L", "2", "--mu-yx", "2", "--network", "blok1"),
                        ["'blok1'", "block1"]),
    "negative depth": ((*RATE, "--L", "-3", "--mu-yx", "2"), ["-3", "L"]),
    "block two without a target": ((*RATE, "--L", "2", "--mu-yx", "1/2", "--network", "block2"),
                                   ["0.5"]),
    "NaN": ((*RATE, "--L", "nan", "--mu-yx", "2"), ["--L", "'nan'"]),
    "not a number": ((*RATE, "--L", "two", "--mu-yx", "2"), ["--L", "'two'", "1:64"]),
    "range upside down": ((*RATE, "--L", "8:2", "--mu-yx", "2"), ["'8:2'"]),
    "step zero": ((*RATE, "--L", "1:2:0", "--mu-yx", "2"), ["step", "0"]),
    "logarithm of zero": ((*RATE, "--L", "0:2:log4", "--mu-yx", "2"), ["'0:2:log4'", "positive"]),
    "too many points": ((*RATE, "--L", "1:1e12", "--mu-yx", "2"), ["'1:1e12'", "at most 100000"]),
    "nothing to draw": ((*RATE, "--L", "2", "--mu-yx", "2", "--plot", "x.png"), ["--plot"]),
    "unwritable JSON": ((*RATE, "--L", "2", "--mu-yx", "2", "--json", "/nowhere/x.json"),
                        ["/nowhere/x.json"]),
    "unwritable page": (("verify", "--html", "/nowhere/x.html"), ["/nowhere/x.html"]),
    "unknown simulator": (("simulate", "dens"), ["'dens'"]),
    "no GPU": (("simulate", "residual", "--width", "8", "--eps", "1", "--samples", "1", "--seed",
                "0", "--device", "gpu"), ["'gpu'", "cuda"]),
    "no seed": (("simulate", "residual", "--width", "8", "--eps", "1"), ["--samples", "--seed"]),
    "unknown benchmark": (("bench", "chains"), ["'chains'"]),
    "no processes": (("verify", "--jobs", "0"), ["0"]),
    "endless budget": (("verify", "chain", "--budget", "inf"), ["--budget", "inf", "finite"]),
    "negative seed": (("verify", "chain", "--seed", "-1"), ["--seed", "-1"]),
    "negative seed of figures": (("figures", "--seed", "-1"), ["--seed", "-1"]),
    "no name near": (("simulate", "zzz"), ["'zzz'", "scalar", "residual", "matrix-free"]),
    "no figure near": (("figures", "zzz"), ["'zzz'", "depthlaws list"]),
    "no claim near": (("verify", "zzz"), ["'zzz'", "depthlaws list"]),
    "no simulator": (("simulate",), ["name of a simulator is missing", "matrix-free"]),
    "a move without a model": (("transfer",), ["--learning-rate", "--layers"]),
    "a loop of nothing": (("loop", "--L", "0", "--N", "2", "--eps", "1"), ["L must", "0"]),
    "a loop in words": (("loop", "--layers", "0", "--N", "2", "--eps", "1"), ["--layers: L", "0"]),
    "half a loop in words": (("loop", "--L", "2", "--loops", "2.5", "--eps", "1"),
                             ["--loops: must be", "2.5"]),
    "a simulator's letter": (("simulate", "matrix-free", "--width", "8", "--N", "-4", "--eps", "1",
                              "--samples", "1", "--seed", "0"), ["--N: loops must", "-4"]),
    "a short word": (("transfer", "--lr", "-1", "--layers", "2"), ["--lr: learning_rate", "-1"]),
    "a target without layers": ((*MOVE, "--to-layers", "0"), ["to_layers must", "0"]),
    "a target in letters": ((*MOVE, "--to-L", "8"), ["'--to-L'", "it is --to-layers here"]),
    "a loop of no number": (("loop", "--L", "2", "--N", "2", "--eps", "nan"), ["--eps", "'nan'"]),
    "a negative branch": (("loop", "--L", "2", "--N", "2", "--eps", "-1"), ["eps must be at"]),
    "an empty list of loops": (("loop", "--L", "2", "--N", "", "--eps", "1"), ["--N", "''"]),
    "half a loop": (("loop", "--L", "2", "--N", "2.5", "--eps", "1"), ["--N", "2.5"]),
    "a huge loop": (("loop", "--L", "1e6", "--N", "1e6", "--eps", "1e-9", "--block", "postact"),
                    ["GiB"]),
    "an unknown block": (("loop", "--L", "2", "--N", "2", "--eps", "1", "--block", "post"),
                         ["'post'", "postact"]),
    "a picture of one loop": (("loop", "--L", "2", "--N", "2", "--eps", "1", "--plot", "a.png"),
                              ["--plot", "more than one value"]),
    "a picture of nothing known": (("loop", "--L", "2", "--N", "1,2", "--eps", "1",
                                    "--plot", "a.gif"), ["--plot", "a.gif"]),
    "no axis of that name": (("loop", "--L", "2", "--N", "2", "--eps", "1", "--depth", "3"),
                             ["--depth"]),
    "a sign of networks without number": (("loop", "--L", "2", "--N", "2", "--eps", "1",
                                           "--width", "0"), ["--width", "0"]),
    "a rate without its option": (
        ("transfer", "1e-3", "--layers", "2"), ["'1e-3'", "chain", "--lr 1e-3"]),
    "no learning rate": (("transfer", "--learning-rate", "nan", "--layers", "2"),
                         ["--learning-rate", "'nan'"]),
    "an empty law": (("transfer", "--learning-rate", "1", "--layers", "2", "--law", ""),
                     ["--law", "name is missing"]),
    "too many moves": (("transfer", "--learning-rate", "1", "--layers", "1:1000",
                        "--to-layers", "1:1000"), ["1000000 points", "100000"]),
    "a graph without paths": (("transfer", "--learning-rate", "1", "--layers", "2", "--optimizer",
                               "sgd", "--law", "path_sum", "--graph", "star"),
                              ["'star'", "residual"]),
    "groups of two sizes": (("transfer", "--learning-rate", "1", "--layers", "2", "--to-layers",
                             "4,8", "--law", "looped", "--trainer", "torch"), ["one size"]),
    "an unknown trainer": (("transfer", "--learning-rate", "1", "--layers", "2", "--law", "looped",
                            "--trainer", "keras"), ["'keras'", "optax"]),
    "a multiplier of nothing": (("whatif", "parametrization.compare_scaling", "--multiplier", "0"),
                                ["multiplier must be above", "got 0"]),
    "a check of no size": (("coordcheck", "/dev/null", "--size", "width", "--value", "rms"),
                           ["/dev/null", "no rows"]),
    "parameter groups of every size": (
        (*MOVE, "--to-layers", "4,8", "--trainer", "torch"),
        ["one size", "--law"],
    ),
    "a law that does not cover the move": (
        ("transfer", "--learning-rate", "1", "--layers", "2", "--to-layers", "4", "--law", "mup",
         "--trainer", "torch"),
        ["fixed layers", "2", "4"],
    ),
    "a place like no other": (("where", "chain", "zzz"), ["'zzz'", "a section: abstract, 1, 2, 3"]),
    "a figure that is not there": (("where", "chain", "figure 9"), ["the nearest: figure 7"]),
    "an equation after the last": (("where", "pc", "eq. 200"), ["eq. 124, eq. 123, eq. 122"]),
    "an equation alone": (("where", "chain", "99"), ["the nearest: eq. 35, eq. 34"]),
    "a page": (("where", "chain", "page 3"), ["pages are not listed", "section 1, section 2"]),
    "a sentence in other words": (
        ("where", "chain", "the sharpness depends upon input correlation"),
        ["the nearest: section B.2 (For L = 1, the sharpness depends only ...), section B.2 (For"],
    ),
    "a trainer's word": ((*MOVE, "--wd", "0.1"), ["'--wd'", "it is --weight-decay here"]),
    "another command's word": (("loop", "--L", "2", "--N", "2", "--scale", "1/8"),
                               ["it is --eps here"]),
    "what no law speaks of": ((*MOVE, "--batch-size", "32"), ["'--batch-size'", "no law here"]),
    "file for JSON without suffix": (("list", "--json", "res"), ["'res'", "--json res.json"]),
    "file for JSON of another kind": ((*RATE, "--L", "2", "--mu-yx", "2", "--json", "x.txt"),
                                      ["x.txt", "ends in .json", "--json x.json"]),
    "a long value": ((*RATE, "--mu-yx", "2", "--L", "x" * 100_000), ["--L: 'xxx", " ... ", "1:64"]),
    "file without a name": ((*RATE, "--L", "2", "--mu-yx", "2", "--json", ""), ["--json", "''"]),
    "folder without a name": (("figures", "chain-fig1", "--out", ""), ["--out", "''"]),
    "folder for a file": ((*RATE, "--L", "2", "--mu-yx", "2", "--plot", "/"), ["--plot", "folder"]),
    "unknown kind of picture": ((*RATE, "--L", "1:3", "--mu-yx", "2", "--plot", "x.docx"),
                                ["'x.docx'", ".png", ".pdf", ".svg"]),
    "half a unit": (("simulate", "residual", "--width", "2.5", "--eps", "1", "--samples", "1",
                     "--seed", "0"), ["--width", "2.5", "whole"]),
    "endless learning": ((*PREDICTIVE, "--samples", "1", "--steps", "1e12"),
                         ["1000000000000 steps", "GiB", "free"]),
    "endless inference": ((*PREDICTIVE, "--samples", "1", "--method", "gradient", "--iterations",
                           "1e12"), ["years or more", "24 hours"]),
    "endless networks": ((*PREDICTIVE, "--samples", "1e12"), ["1000000000000 networks", "GiB"]),
    "endless depth of predictive coding": (
        ("simulate", "predictive-coding", "--width", "8", "--depth", "1e9", "--samples", "1",
         "--seed", "0"), ["1000000000 layers", "GiB"],
    ),
    "endless depth of one step": (
        ("simulate", "first-step", "--width", "8", "--depth", "1e9", "--samples", "1", "--seed",
         "0"), ["Architecture(width=8, depth=1000000000) needs", "GiB"],
    ),
    "endless depth of tangents": (
        ("simulate", "tangent-gain", "--width", "8", "--depth", "1e9", "--samples", "1", "--seed",
         "0"), ["Architecture(width=8, depth=1000000000) needs", "GiB"],
    ),
    "endless grid of runs": ((*SCALAR, "--steps", "1e10:1.4e10:lin5", "--rate", "0.1"),
                             ["5 runs", "days or more", "24 hours"]),
    "endless layers": (("whatif", "residual.untied_energy", "--L", "1e9", "--eps", "0.1",
                        "--activation", "erf"), ["1,000,000,000 layers", "hours"]),
    "too many runs": (("simulate", "residual", "--width", "1:2000", "--eps", "1", "--samples", "1",
                       "--seed", "0"), ["2000", "1000"]),
    "array of rows of different length": ((*RATE, "--L", "[[1,2],[3]]", "--mu-yx", "2"),
                                          ["--L", "different length"]),
    "unknown venue": (("figures", "chain-fig1", "--venue", "nature"), ["nature", "neurips"]),
    "unknown format": (("figures", "chain-fig1", "--format", "gif"), ["gif", "pdf"]),
    "no budget": (("verify", "chain", "--budget", "0"), ["0", "positive"]),
    "a number beyond floats": ((*RATE, "--L", "1e400", "--mu-yx", "2"), ["--L", "1e400", "inf"]),
    **{f"a number of 500 digits for {options[0]}": ((*options, "9" * 500), [
        "999 ... 999", "beyond the largest float"])
       for options in (("loop", "--N", "2", "--eps", "1", "--L"),
                       ("whatif", "chain.sharpness", "--mu-yx", "2", "--mu-xx", "1", "--L"),
                       ("simulate", "residual", "--eps", "1", "--samples", "1", "--seed", "0",
                        "--width"),
                       ("transfer", "--lr", "1", "--layers"))},
    "a number below floats": ((*RATE, "--L", "2", "--mu-yx", "1e-400"), ["--mu-yx", "1e-400"]),
    "a whole number that no float holds": (
        ("whatif", "updates.local_slope", "--network", "plain", "--L", "1e18"),
        ["--L", "1e+18", "2^53", "digits"],
    ),
    "an option twice": ((*RATE, "--L", "2", "--L", "3", "--mu-yx", "2"), ["--L", "2 times"]),
    "an option in two spellings": ((*RATE, "--L", "2", "--mu-yx", "2", "--mu_yx", "3"),
                                   ["--mu-yx", "2 times"]),
    "an option of a subject twice": (
        ("transfer", "chain", "--L0", "4", "--L", "4", "--r", "2", "--r", "3"), ["--r", "2 times"],
    ),
    "an answer that divides by nothing": (("loop", "--L", "2", "--N", "2", "--eps", "1e-320"),
                                          ["underflows at eps=9.99"]),
    "two widths": (("figures", "chain-fig1", "--width", "3.25", "--venue", "icml-column"),
                   ["3.25", "icml-column"]),
    "samples of no networks": (("loop", "--L", "2", "--N", "2", "--eps", "1", "--samples", "30"),
                               ["--samples 30", "--width"]),
    "half a width": (("loop", "--L", "2", "--N", "2", "--eps", "1", "--width", "2.5"),
                     ["--width", "2.5", "whole"]),
    "a picture of parameter groups": (
        ("transfer", "--learning-rate", "1", "--layers", "2", "--law", "looped", "--trainer",
         "torch", "--plot", "x.png"), ["--plot", "--trainer"],
    ),
    "a move before a subject": (
        ("transfer", "--learning-rate", "1", "chain", "--L0", "4", "--L", "4", "--r", "2"),
        ["--learning-rate", "chain"],
    ),
    "a graph for Adam": ((*MOVE, "--graph", "a>b;b>a", "--to-graph", "a>b"),
                         ["graph=", "path_sum", "sgd"]),
    "a negative number of sites": (("loop", "--L", "2", "--N", "2", "--eps", "1", "--sites", "-1"),
                                   ["sites", "-1", "at least 0"]),
    "words about nothing": (("list", "formulas", "--about", "zebra"), ["'zebra'", "list"]),
    "no words": (("list", "formulas", "--about", " "), ["--about", "' '", "why -3/2"]),
    "an option near nothing": ((*RATE, "--L", "2", "--mu-yx", "2", "--seed", "3"),
                               ["'--seed'", "--help shows all options"]),
    "an option near another": ((*RATE, "--L", "2", "--mu-y", "2"), ["'--mu-y'", "--mu-yx"]),
    "a word too many": ((*RATE, "--L", "2", "--mu-yx", "2", "4"), ["(4)", "begin with --", "2,8"]),
    "no file": (("coordcheck",), ["'FILE...'", "--help shows"]),
    "no folder for a merge": (("merge", "a"), ["--into", "--help shows"]),
    "a name in another case": (("list", "--paper", "CHAINS"), ["'CHAINS'", "chain"]),
    "a name near nothing": (("list", "nope"), ["'nope'", "there are: claims, figures"]),
    "an unknown graph": (("transfer", "--learning-rate", "1", "--layers", "2", "--graph", "line"),
                         ["'line'", "plain"]),
    "a netCDF of another name": (("simulate", "residual", "--width", "8", "--eps", "1",
                                  "--samples", "1", "--seed", "0", "--out", "run.csv"),
                                 ["--out", "'run.csv'", ".nc"]),
    **{f"a confidence of {typed}": (("coordcheck", "/dev/null", *CHECK, "--confidence", typed),
                                    ["between 0 and 1", f"got {typed}", advice])
       for typed, advice in {"99": "write 0.99", "1.5": "write 0.015", "0": "", "-1": ""}.items()},
    "a quantity of no theory": (("coordcheck", "/dev/null", "--size", "width", "--value", "rms",
                                 "--quantity", "h_l"), ["--quantity", "--parametrization"]),
    "a paper without a place": (("where", "chain"), ["chain", "depthlaws where chain 13"]),
    "a number that is part of another": (("where", "chain", "0"), ["'0'", "the nearest: eq. 1"]),
    "a loop of nothing at all": (("loop", "--eps", "1"), ["L and N, or visits", "none of them"]),
    "a huge network": (("simulate", "scalar", "--network", "feedforward", "--depth", "1e300",
                        "--total", "0.1", "--mu-yx", "1", "--steps", "3", "--rate", "0.1"),
                       ["1 network of 1e+300 layers", "GiB"]),
    "an empty place": (("where", "chain", " "), ["chain", "depthlaws where chain 13"]),
    "certificates into no folder": (("verify", "CHAIN-E5", "--certificates", ""),
                                    ["--certificates", "''"]),
    "a range without an end": ((*RATE, "--L", "1:", "--mu-yx", "2"), ["'' is not", "in '1:'"]),
    "a list with a gap": ((*RATE, "--L", "1,,2", "--mu-yx", "2"), ["'' is not", "in '1,,2'"]),
    "a range with two factors": ((*RATE, "--L", "1:2:3x3", "--mu-yx", "2"),
                                 ["'3x3'", "in '1:2:3x3'"]),
    "an exponent in words": (("coordcheck", "/dev/null", *CHECK, "--expected", "x"),
                             ["--expected: must be a number such as 0.5, got 'x'"]),
    **{f"a tolerance of {typed!r}": (("transfercheck", "/dev/null", "--tolerance", typed),
                                     ["--tolerance: ", said])
       for typed, said in {"1_0": "a number such as 0.5, got '1_0'", "1:2": "got '1:2'",
                           "\u0663": "got '\u0663'",
                           "1e400": "1e400 is beyond", "1e-400": "1e-400 is below"}.items()},
    "a shard of other digits": ((*SCALAR, "--rate", "1", "--steps", "1", "--store", "x", "--shard",
                                 "\uff11/\uff11"), ["--shard: must be i/n", "'\uff11/\uff11'"]),
    "points in other digits": ((*RATE, "--mu-yx", "2", "--L", "1:9:log\uff13"), ["log\uff13"]),
    "a file in a list": ((*RATE, "--mu-yx", "2", "--L", "1;2"), ["'1;2' is not a value; allowed"]),
    "neither yes nor no": (("coordcheck", "/dev/null", *CHECK, "--pool", "perhaps"),
                           ["--pool: must be one of yes, no, got 'perhaps'"]),
    "an unknown profile": (("figures", "chain-fig1", "--profile", "huge"),
                           ["--profile: must be one of quick, paper, got 'huge'"]),
    "a file that is not there": (("coordcheck", "nope.csv", *CHECK),
                                 ["there is no file 'nope.csv'"]),
    "a folder of measurements": (("coordcheck", "/", *CHECK), ["'/' is a folder; give a file"]),
    "one file twice": (("coordcheck", __file__, __file__, *CHECK),
                       ["test_bad_input.py is given 2 times", "once"]),
    "a rate of inference below nothing": ((*PREDICTIVE, "--samples", "1", "--activation", "tanh",
                                           "--tolerance", "-1"),
                                          ["tolerance must be a finite number of at least 0"]),
    "overlaps that differ": (("simulate", "residual", "--width", "8", "--eps", "1", "--samples",
                              "1", "--seed", "0", "--h0", "[[1,0.5],[0.4,1]]"),
                             ["h0 must be", "symmetric", "0.4"]),
    "a store in a file": (("simulate", "residual", "--width", "8", "--eps", "1", "--samples", "1",
                           "--seed", "0", "--store", __file__), ["--store", "is a file"]),
}  # fmt: skip

LEDGER = {
    "unknown claim",
    "no claim near",
    "unwritable page",
}  # these read the whole ledger
CASES = [
    pytest.param(*case, id=name, marks=[pytest.mark.slow] if name in LEDGER else [])
    for name, case in BAD.items()
]


@pytest.mark.parametrize(("arguments", "named"), CASES)
def test_bad_input_is_one_clear_line(run, arguments, named, tmp_path):
    assert_refused(run(*arguments), *named)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("case", ["unknown command", "unknown figure", "negative depth", "NaN"])
def test_bad_input_of_a_process_is_one_clear_line(case, spawn):
    arguments, named = BAD[case]
    assert_refused(spawn(*arguments), *named)


def test_a_limit_of_the_system_is_named_behind_what_follows_from_it(run, monkeypatch):
    def opens_too_much(*_):
        try:
            raise OSError(errno.EMFILE, "Too many open files")
        finally:
            raise UnboundLocalError("child_r")

    monkeypatch.setattr("depthlaws.cli.grid.answers", opens_too_much)
    done = run(*RATE, "--L", "2", "--mu-yx", "2")
    assert_refused(done, "Too many open files: raise the limit", "--jobs 1")


def test_a_folder_that_is_gone_is_named(run, tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert_refused(run("figures", "chain-fig5"), "the current folder is gone; go to one that is")


def test_a_paper_without_claims_says_which_have_some(run, monkeypatch):
    monkeypatch.setitem(PAPERS, "new", replace(PAPERS["chain"], key="new"))
    assert_refused(run("verify", "new"), "'new'", "no claims", "chain", "looped")


def test_a_name_near_nothing_suggests_nothing(run):
    """A score of letters in common is not near: nope, looped."""
    assert "nearest" not in run("list", "--paper", "nope").err


def test_a_long_value_is_not_echoed_whole(run):
    done = run(*RATE, "--L", "9" * 100_000, "--mu-yx", "2")
    assert_refused(done, "--L: 999", "...", "is beyond the largest float")
    assert len(done.err) < 400
