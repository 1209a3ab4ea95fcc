"""Tables of a user's runs: separators, comments, cut and endless files, control characters."""

import gzip
import os
import threading

import numpy as np
import pytest

from depthlaws.cli import table_file
from tests.cli.conftest import assert_refused

ROWS = {"line 2": {"width": "64", "rms": "0.125"}, "line 3": {"width": "256", "rms": "0.25"}}


def read(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return table_file.read_rows([path])


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("width,rms\n64,0.125\n256,0.25\n", 2),
        ("width\trms\r\n64\t0.125\r\n256\t0.25\r\n", 2),
        ("width|rms\n64|0.125\n256|0.25\n", 2),
        ("| width | rms |\n|---:|:---|\n| 64 | 0.125 |\n| 256 | 0.25 |\n", 3),
        ("sep=:\nwidth:rms\n64:0.125\n256:0.25\n", 3),
        ("sep=;\nwidth;rms\n64;0.125\n256;0.25\n", 3),
        ("# run of Tuesday, second part\nwidth,rms\n64,0.125\n# later\n256,0.25\n", 3),
        ("# width,rms\n64,0.125\n256,0.25\n", 2),
        ("\ufeffwidth, rms\n\n64, 0.125\n256, 0.25\n", 3),
        (gzip.compress(b"width,rms\n64,0.125\n256,0.25\n"), 2),
        (b'"width","rms"\n"64","0.125"\n"256","0.25"\n', 2),
    ],
    ids=[
        "comma",
        "tab",
        "pipe",
        "markdown",
        "sep",
        "sep ;",
        "comment",
        "numpy",
        "bom",
        "gzip",
        "quotes",
    ],
)
def test_dialects(tmp_path, text, first):
    """The same rows, with the numbers of their lines."""
    rows = read(tmp_path / "a.csv", text)
    assert [*rows.values()] == [*ROWS.values()]
    assert next(iter(rows)) == f"line {first}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"width,rms\n64,0.125\n256,0.2", ["line 3", "no line end", "rms 0.2", "may be cut"]),
        (b"width,rms,quantity\n64,0.125,a\n256,0.2", ["line 3 ends before its column quantity"]),
        (b"width rms\n64 1\n", ["'width rms'", "separate columns", "commas"]),
        (b"width,rms\n64,1\x1b[31m\n", ["line 2", "control character '\\x1b'"]),
        (b"wi\x07dth,rms\n64,1\n", ["line 1", "control character '\\x07'"]),
        ("width,rms\n64,1\n128,\u202e2\n".encode(), ["line 3", "'\\u202e'"]),
        (b"width,rms\n64,\x00\n", ["control character '\\x00'"]),
        (b"width,rms\n64,1,2\n", ["line 2 has 3 values for 2 columns"]),
        (b"# only comments\n", ["no rows"]),
        (gzip.compress(b"width,rms\n64,1\n" * 999)[:-9], ["a.csv is damaged", "compressed"]),
    ],
    ids=[
        "cut",
        "short row",
        "spaces",
        "escape",
        "bell",
        "bidi",
        "nul",
        "long row",
        "empty",
        "gzip",
    ],
)
def test_damaged_files_are_refused(tmp_path, text, says):
    with pytest.raises(ValueError, match=r"a\.csv") as caught:
        read(tmp_path / "a.csv", text)
    for part in says:
        assert part in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_a_whole_number_at_the_end_is_no_cut(tmp_path):
    """Without a line end, but as long as the shortest of the others."""
    assert len(read(tmp_path / "a.csv", "width,rms\n64,0.5\n128,0.25\n256,0.1")) == 3


@pytest.mark.parametrize("command", ["coordcheck", "transfercheck"])
def test_endless_files_are_refused_at_once(run, command, tmp_path):
    assert_refused(run(command, "/dev/zero"), "/dev/zero", "control character")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def fill():
        with open(pipe, "wb") as stream:
            stream.write(b"width,rms,lr,loss\n64,x,1,x\n")

    writer = threading.Thread(target=fill)
    writer.start()
    assert_refused(run(command, pipe), "line 2", "must be")
    writer.join()


def test_a_long_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(table_file, "CHUNK", 16)
    monkeypatch.setattr(table_file, "MAX_BYTES", 64)
    with pytest.raises(ValueError, match="is longer than 0 MiB"):
        read(tmp_path / "a.csv", "width,rms\n" + "64,1\n" * 40)


def test_files_with_other_columns_are_filled_up(tmp_path):
    """Every row has all columns, and the name of its file."""
    (tmp_path / "a.csv").write_text("width,rms\n64,1\n")
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(b"width,seed,rms\n128,3,2\n"))
    files = [tmp_path / "a.csv", tmp_path / "b.csv.gz"]
    rows = table_file.common_columns(table_file.read_rows(files))
    assert [*rows.values()] == [
        {"file": "a", "width": "64", "rms": "1", "seed": None},
        {"file": "b", "width": "128", "rms": "2", "seed": "3"},
    ]
    assert [*rows] == [f"{files[0]}, line 2", f"{files[1]}, line 2"]


def test_a_netcdf_holds_no_control_characters(tmp_path):
    import xarray as xr

    data = xr.Dataset({"rms": ("layer", np.ones(2))}, {"layer": ["a", "b\x1b"]})
    data.to_netcdf(tmp_path / "a.nc")
    with pytest.raises(ValueError, match="control character"):
        table_file.read_rows([tmp_path / "a.nc"])
