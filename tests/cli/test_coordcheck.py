"""``depthlaws coordcheck`` on files of a user."""

import gzip
import json

import numpy as np
import pytest
import xarray as xr

from depthlaws import parametrization
from tests.cli.conftest import assert_refused

COLUMNS = ("--size", "width", "--value", "rms")


@pytest.fixture
def measured(tmp_path):
    """CSV with two layers and three seeds: layer 1 is flat, layer 2 falls as width^(-1/2)."""
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
        "layer 2",
        "FAIL",
        pytest.approx(-0.5, abs=0.01),
    )
    assert status == 1
    assert (tmp_path / "check.png").stat().st_size > 1000


def test_the_expected_slope_comes_from_a_parametrisation(run, measured):
    """Under ntk the own features of a hidden layer move as width^(-1/2), as layer 2 does."""
    status, text, _ = run("coordcheck", measured, *COLUMNS, "--seed-column", "seed", "--by",
                          "layer", "--parametrization", "ntk", "--quantity", "own_l",
                          "--json")  # fmt: skip
    assert [one["verdict"] for one in json.loads(text)] == ["FAIL", "PASS"]
    assert status == 1


def test_the_slope_is_that_of_the_algorithm(run, measured):
    """The rescaling D changes under predictive coding; backpropagation has none."""
    asked = ("coordcheck", measured, *COLUMNS, "--seed-column", "seed", "--by", "layer",
             "--parametrization", "ntk", "--quantity", "D_l", "--json")  # fmt: skip
    status, text, _ = run(*asked, "--algorithm", "pc")
    assert status in {0, 1}
    assert {one["expected"] for one in json.loads(text)} == {
        float(parametrization.growth("ntk", "pc")["width"]["D_l"])
    }
    assert run(*asked)[0] == 2


def test_a_slope_that_bends_out_at_the_end_warns(run, tmp_path):
    """Flat, then width^0.4 between the last two widths: printed, in JSON, and exit status 3."""
    sizes = {64: 1.0, 256: 1.0, 1024: 1.0, 2048: 2**0.4}
    lines = [f"{n},{s},{v * (1 + 0.002 * (n * s % 5))}" for n, v in sizes.items() for s in range(3)]
    (tmp_path / "a.csv").write_text("\n".join(["width,seed,rms", *lines]))
    asked = ("coordcheck", tmp_path / "a.csv", *COLUMNS, "--seed-column", "seed")
    status, text, _ = run(*asked, "--tolerance", "0.15")
    assert (status, "WARN" in text) == (3, True)
    (check,) = json.loads(run(*asked, "--tolerance", "0.15", "--json").out)
    assert (check["verdict"], check["at_the_end"]) == ("WARN", pytest.approx(0.4, abs=0.02))
    mup = ("--parametrization", "mup", "--quantity", "logits", "--json")
    assert json.loads(run(*asked, *mup).out)[0]["expected"] == -0.5


def test_a_netcdf_is_read(run, tmp_path):
    n = np.array([64, 256, 1024])
    data = xr.Dataset({"rms": (("seed", "width"), np.tile(n**0.5, (3, 1)))}, {"width": n})
    data.to_netcdf(tmp_path / "run.nc")
    status, text, _ = run(
        "coordcheck", tmp_path / "run.nc", *COLUMNS, "--seed-column", "seed", "--expected", "0.5"
    )
    assert status == 0
    assert "PASS" in text


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("a,rms\n1,1\n", (), ["'width'", "a, rms"]),
        ("", (), ["a.csv has no rows"]),
        ("width,rms\n", (), ["a.csv has no rows below its heading"]),
        ("width,rms\n64,x\n", (), ["line 2", "'x'"]),
        ("width,seed,rms\n64,0,1\n64,0,2\n", (), ["line 3 repeats width 64, seed 0", "--by"]),
        ("width,rms\n64,1\n", (), ["one size, 64", "three or more"]),
        ("width,rms\n64,nan\n64,1\n", (), ["one size, 64", "three or more"]),
        ("width,rms\n64,1\n128,-1\n", (), ["line 3", "rms=-1", "positive and finite"]),
        ("width,rms\n0,1\n128,1\n", (), ["line 2", "width=0", "positive and finite"]),
        ("width,rms\n64,1\n128,inf\n", (), ["line 3", "rms=inf", "positive and finite"]),
        ("width,rms\n64,1\n128\n", (), ["line 3 ends before its column rms", "complete or remove"]),
        ("width,rms\n64,1\n", ("--quantity", "x"), ["--parametrization"]),
        ("width,rms\n64,0,5\n", (), ["line 2 has 3 values for 2 columns", "(0.5)"]),
        ("width;rms\n64;0,5\n", (), ["rms='0,5'", "with a point: 0.5"]),
        ("width,rms\n64,1\n", ("--confidence", "1.5"), ["--confidence", "got 1.5", "0.015"]),
        ("width,rms\n64,1\n", ("--confidence", "99"), ["--confidence", "got 99", "write 0.99"]),
        ("width,rms\n64,1\n", ("--confidence", "0"), ["--confidence", "got 0"]),
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


def test_without_columns_it_names_those_that_are_there(run, tmp_path):
    (tmp_path / "a.csv").write_text("n,rms\n64,1\n")
    done = run("coordcheck", tmp_path / "a.csv", "--value", "rms")
    assert_refused(done, "--size must name a column of", "n, rms")


def test_two_widths_cannot_tell(run, tmp_path):
    (tmp_path / "a.csv").write_text("width,rms\n64,1\n128,1\n")
    status, text, _ = run("coordcheck", tmp_path / "a.csv", *COLUMNS)
    assert status == 3
    assert "NO POWER" in text


def test_what_is_no_text_is_named(run, tmp_path):
    (tmp_path / "a.csv").write_bytes(b"\xff\xfe\x00width")
    assert_refused(run("coordcheck", tmp_path / "a.csv", *COLUMNS), "a.csv is not a CSV in UTF-8")


def test_the_confidence_is_that_of_all_layers_together(run, tmp_path):
    """Ten layers at 0.99: each interval at 0.999."""
    rng = np.random.default_rng(3)
    lines = [
        f"{width},{layer},{seed},{rng.lognormal()!r}"
        for layer in range(10)
        for seed in range(4)
        for width in (64, 256, 1024)
    ]
    (tmp_path / "a.csv").write_text("\n".join(["width,layer,seed,rms", *lines]))
    options = ("--seed-column", "seed", "--by", "layer", "--pool", "no", "--json")
    many = json.loads(run("coordcheck", tmp_path / "a.csv", *COLUMNS, *options).out)
    (tmp_path / "b.csv").write_text("\n".join(["width,layer,seed,rms", *lines[:12]]))
    alone = ("--seed-column", "seed", "--confidence", "0.999", "--pool", "no", "--json")
    (one,) = json.loads(run("coordcheck", tmp_path / "b.csv", *COLUMNS, *alone).out)
    assert (many[0]["low"], many[0]["high"]) == pytest.approx((one["low"], one["high"]))


SEPARATED = {"blanks": ", ", "tabs": "\t", "semicolons": ";", "commas": ","}


@pytest.mark.parametrize("between", SEPARATED.values(), ids=SEPARATED)
def test_columns_may_be_separated_by_tabs_semicolons_and_blanks(run, tmp_path, between):
    lines = [["width", "rms"], *([str(n), str(n**0.5)] for n in (64, 256, 1024))]
    (tmp_path / "a.csv").write_text("\n".join(map(between.join, lines)) + "\n\n")
    done = run("coordcheck", tmp_path / "a.csv", *COLUMNS, "--expected", "0.5", "--json")
    assert [one["verdict"] for one in json.loads(done.out)] == ["PASS"]


@pytest.mark.parametrize("by", [("--by", "layer", "--by", "step"), ("--by", "layer,step")])
def test_two_columns_group_together(run, tmp_path, by):
    """Each pair of layer and step has a slope of its own."""
    lines = [
        f"{width},{layer},{step},{width ** (layer + 10 * step)}"
        for layer in (0, 1)
        for step in (0, 1)
        for width in (4, 16, 64)
    ]
    (tmp_path / "a.csv").write_text("\n".join(["width,layer,step,rms", *lines]))
    done = run("coordcheck", tmp_path / "a.csv", *COLUMNS, *by, "--json")
    slopes = {one["of"]: round(one["slope"], 6) for one in json.loads(done.out)}
    assert slopes == {
        f"layer {layer}, step {step}": layer + 10 * step for layer in (0, 1) for step in (0, 1)
    }


def test_a_check_without_power_has_an_exit_status_of_its_own(run, tmp_path):
    lines = [f"{n},{layer},{n ** (0.0 if layer else 1.0)}" for layer in (0, 1) for n in (64, 128)]
    (tmp_path / "a.csv").write_text("\n".join(["width,layer,rms", *lines]))
    assert run("coordcheck", tmp_path / "a.csv", *COLUMNS).status == 2
    assert run("coordcheck", tmp_path / "a.csv", *COLUMNS, "--by", "layer").status == 3
    steep = [f"{n},2,{n}" for n in (64, 256, 1024, 4096)]
    (tmp_path / "a.csv").write_text("\n".join(["width,layer,rms", *lines, *steep]))
    assert run("coordcheck", tmp_path / "a.csv", *COLUMNS, "--by", "layer").status == 1


def test_a_column_beside_itself(run, tmp_path):
    (tmp_path / "a.csv").write_text("width,rms\n64,1\n")
    done = run("coordcheck", tmp_path / "a.csv", "--size", "width", "--value", "width")
    assert_refused(done, "--size and --value must be different columns, got width twice")


# Formats of the files of others: each is read as it is written.

WIDTHS = (64, 128, 256)


def judged(run, *arguments):
    """Verdicts by group of a check that is asked for with --json."""
    done = run("coordcheck", *arguments, "--json")
    assert done.status in {0, 1, 3}, done.err
    return {check["of"]: check for check in json.loads(done.out)}


def frame_of_mup(seeds=3, steps=(1, 2)):
    """CSV of the frame of mup's get_coord_data: an index, no seeds, a row a module and step."""
    rng = np.random.default_rng(0)
    lines = [",width,module,t,l1"]
    for t in steps:
        for width in WIDTHS:
            for _ in range(seeds):
                for module, slope in (("fc_1", 0.0), ("fc_2", 0.5), ("", -0.3)):
                    size = width ** (slope * (t - 1)) * np.exp(0.02 * rng.standard_normal())
                    lines.append(f"{len(lines) - 1},{width},{module},{t},{size}")
    return "\n".join(lines) + "\n"


def test_the_frame_of_mup_is_read(run, tmp_path):
    """Repeats without a column of seeds are repeats; the step is chosen or judged by itself."""
    (tmp_path / "mup.csv").write_text(frame_of_mup())
    last = judged(run, tmp_path / "mup.csv", "--where", "t=last", "--by", "module")
    assert {name: check["verdict"] for name, check in last.items()} == {
        "module fc_1": "PASS", "module fc_2": "FAIL", "module ": "FAIL"}  # fmt: skip
    assert last["module fc_2"]["slope"] == pytest.approx(0.5, abs=0.06)
    assert "repeats at 3 sizes" in last["module fc_1"]["why"]
    assert len(judged(run, tmp_path / "mup.csv", "--by", "module,t")) == 6
    done = run("coordcheck", tmp_path / "mup.csv", "--by", "module")
    assert_refused(done, "with another t", "--where t=2", "--by t")
    assert_refused(run("coordcheck", tmp_path / "mup.csv", "--where", "t=1"), "another module")


def wide(name, widths=WIDTHS, seeds=(0, 1, 2), slope=0.5):
    rng = np.random.default_rng(len(name))
    lines = ["width,seed,act/head,act/block 0,grad/head"]
    for width in widths:
        for seed in seeds:
            a, b, c = np.exp(0.02 * rng.standard_normal(3))
            lines.append(f"{width},{seed},{a * width**slope},{b},{c}")
    return "\n".join(lines) + "\n"


def test_a_table_with_a_column_for_each_layer_is_read(run, tmp_path):
    (tmp_path / "wide.csv").write_text(wide("wide"))
    checks = judged(run, tmp_path / "wide.csv", "--layers", "act/*")
    assert {name: check["verdict"] for name, check in checks.items()} == {
        "layer act/head": "FAIL", "layer act/block 0": "PASS"}  # fmt: skip
    named = judged(run, tmp_path / "wide.csv", "--layers", "act/head,grad/head", "--where",
                   "layer=grad/head")  # fmt: skip
    assert [*named] == ["layer grad/head"]
    assert_refused(run("coordcheck", tmp_path / "wide.csv", "--layers", "acts/*"),
                   "--layers acts/* matches no column", "act/block 0")  # fmt: skip
    assert_refused(run("coordcheck", tmp_path / "wide.csv", "--layers", "act/*", "--value", "rms"),
                   "leave --value out")  # fmt: skip


def test_several_files_are_one_table(run, tmp_path):
    """A file a width; and a file a run, whose name is its seed, one of them compressed."""
    for width in WIDTHS:
        (tmp_path / f"w{width}.csv").write_text(wide("w", widths=(width,)))
    parts = [tmp_path / f"w{width}.csv" for width in WIDTHS]
    together = judged(run, *parts, "--layers", "act/*")
    assert together["layer act/head"]["slope"] == pytest.approx(0.5, abs=0.02)
    files = []
    for seed in range(3):
        text = wide("s" * seed).replace(",seed", ",run")
        rows = [line for line in text.splitlines() if line.split(",")[1] in {"run", "0"}]
        files.append(tmp_path / f"run{seed}.csv.gz")
        files[-1].write_bytes(gzip.compress("\n".join([*rows, ""]).encode()))
    checks = judged(run, *files, "--layers", "act/*")
    assert checks["layer act/block 0"]["verdict"] == "PASS"
    assert "3 seeds" in checks["layer act/block 0"]["why"]
    one_by_one = judged(run, *files, "--layers", "act/*", "--by", "file")
    assert "file run0, layer act/head" in one_by_one


def test_missing_cells_and_zeros_are_left_out_and_named(run, tmp_path):
    """A layer of zeros is NO POWER; another layer that lacks two cells is judged without them."""
    lines = ["width,layer,seed,rms"]
    for width in WIDTHS:
        for seed in range(4):
            lines += [f"{width},dead,{seed},0", f"{width},a,{seed},{1 + 0.01 * (seed * width % 7)}"]
    text = "\n".join(lines) + "\n"
    text = text.replace("64,a,1,1.01", "64,a,1,").replace("128,a,2,1.04", "128,a,2,0")
    assert ",a,1,\n" in text
    assert "128,a,2,0\n" in text
    (tmp_path / "a.csv").write_text(text)
    checks = judged(run, tmp_path / "a.csv", "--by", "layer")
    assert checks["layer a"]["verdict"] == "PASS"
    assert (
        "left out: nothing at width 64, seed 1; 0 at width 128, seed 2" in checks["layer a"]["why"]
    )
    assert checks["layer dead"]["verdict"] == "NO POWER"
    assert "no value to judge" in checks["layer dead"]["why"]
    assert "and 9 more" in checks["layer dead"]["why"]


def test_a_square_table_with_named_seeds_says_nothing_of_rows(run, measured):
    """Three seeds at three widths: the file names its seeds."""
    (check, _) = judged(run, measured, "--by", "layer").values()
    assert "read as seeds" not in check["why"]


def test_scatter_is_pooled_over_layers_unless_switched_off(run, tmp_path):
    rng = np.random.default_rng(5)
    lines = ["width,layer,rms"]
    for i, width in enumerate(WIDTHS):
        lines += [f"{width},{k},{np.exp(0.02 * rng.standard_normal())}" for k in range(6)]
        lines.append(f"{width},lm_head,{(0.1484, 0.1215, 0.0975)[i]}")
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    pooled = judged(run, tmp_path / "a.csv", "--by", "layer")["layer lm_head"]
    assert pooled["verdict"] == "FAIL"
    assert "pooled over 7 layers" in pooled["why"]
    alone = judged(run, tmp_path / "a.csv", "--by", "layer", "--pool", "no")["layer lm_head"]
    assert alone["verdict"] == "NO POWER"


@pytest.mark.parametrize(
    ("cells", "options", "message"),
    [
        ("64,1_000", (), "rms='1_000' must be numbers"),
        ("64,\u0661", (), "must be numbers; leave the cell empty"),
        ("64,NULL", (), "must be numbers; leave the cell empty where no rms was measured"),
        ("64,1", ("--layers", "*"), "--layers * has to leave out width, the column of --size"),
        ("64,1", ("--layers", "r*", "--size", "d"), "has to leave out d, the column of --size"),
    ],
)
def test_what_is_no_measurement_is_refused(cells, options, message, run, tmp_path):
    file = tmp_path / "m.csv"
    file.write_text(f"width,rms\n{cells}\n256,1\n1024,1\n")
    asked = ("--size", "width") if "--size" not in options else ()
    value = () if options else ("--value", "rms")
    assert_refused(run("coordcheck", file, *asked, *value, *options), message)


def test_sizes_that_span_all_doubles_are_compared_by_their_logarithms(good, tmp_path):
    file = tmp_path / "m.csv"
    file.write_text("width,rms\n1e-320,1\n1,1.001\n1e300,1\n1,1\n1e-320,1.001\n1e300,1.001\n")
    assert "PASS" in good("coordcheck", file, "--size", "width", "--value", "rms")
