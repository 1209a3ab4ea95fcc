"""``depthlaws coordcheck`` on files of somebody's own."""

import json

import numpy as np
import pytest
import xarray as xr

COLUMNS = ("--size", "width", "--value", "rms")


@pytest.fixture
def measured(tmp_path):
    """Write a CSV: two layers, three seeds; layer 1 is flat, layer 2 falls as width^(-1/2)."""
    lines = ["width,layer,seed,rms"]
    rng = np.random.default_rng(0)
    lines += [
        f"{width},{layer},{seed},{width**slope * (1 + 0.001 * rng.standard_normal())!r}"
        for layer, slope in ((1, 0.0), (2, -0.5))
        for seed in (0, 1, 2)
        for width in (64, 256, 1024)
    ]
    file = tmp_path / "updates.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_each_layer_is_judged(run, measured, tmp_path):
    status, text, _ = run("coordcheck", measured, *COLUMNS, "--seed-column", "seed", "--by",
                          "layer", "--plot", tmp_path / "check.png", "--json")  # fmt: skip
    first, second = json.loads(text)
    assert (first["of"], first["verdict"]) == ("layer 1", "PASS")
    assert (second["of"], second["verdict"], second["slope"]) == (
        "layer 2", "FAIL", pytest.approx(-0.5, abs=0.01))  # fmt: skip
    assert status == 1
    assert (tmp_path / "check.png").stat().st_size > 1000


def test_the_expected_slope_comes_from_a_parametrisation(run, measured):
    """Under ntk a hidden layer's own features move as width^(-1/2): layer 2 is right there."""
    status, text, _ = run("coordcheck", measured, *COLUMNS, "--seed-column", "seed", "--by",
                          "layer", "--parametrization", "ntk", "--quantity", "own_l",
                          "--json")  # fmt: skip
    assert [one["verdict"] for one in json.loads(text)] == ["FAIL", "PASS"]
    assert status == 1


def test_a_netcdf_is_read(run, tmp_path):
    n = np.array([64, 256, 1024])
    data = xr.Dataset({"rms": (("seed", "width"), np.tile(n**0.5, (3, 1)))}, {"width": n})
    data.to_netcdf(tmp_path / "run.nc")
    status, text, _ = run("coordcheck", tmp_path / "run.nc", *COLUMNS, "--seed-column", "seed",
                          "--expected", "0.5")  # fmt: skip
    assert status == 0
    assert "PASS" in text


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("a,rms\n1,1\n", (), ["'width'", "a, rms"]),
        ("", (), ["'width'", "none"]),
        ("width,rms\n64,x\n", (), ["line 2", "'x'"]),
        ("width,rms\n64,1\n64,2\n", (), ["line 3", "--seed-column"]),
        ("width,rms\n64,1\n", (), ["sizes", "two or more"]),
        ("width,seed,rms\n64,0,1\n128,0,1\n128,1,1\n", ("--seed-column", "seed"), ["64", "seed 1"]),
        ("width,rms\n64,1\n128,1\n", ("--parametrization", "mup"), ["--quantity"]),
        ("width,rms\n64,1\n128,1\n", ("--parametrization", "mup", "--quantity", "own"), ["own_l"]),
    ],
)
def test_bad_files(run, tmp_path, text, options, says):
    (tmp_path / "a.csv").write_text(text)
    status, _, error = run("coordcheck", tmp_path / "a.csv", *COLUMNS, *options)
    assert status == 2
    assert error.startswith("error: ")
    assert all(word in error for word in says), error


def test_two_widths_cannot_tell(run, tmp_path):
    (tmp_path / "a.csv").write_text("width,rms\n64,1\n128,1\n")
    status, text, _ = run("coordcheck", tmp_path / "a.csv", *COLUMNS)
    assert status == 0
    assert "NO POWER" in text
