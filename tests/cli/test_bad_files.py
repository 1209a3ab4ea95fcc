"""Files of another kind, folders that cannot be written: one line each."""

import pytest

from tests.cli.conftest import assert_refused

CHECK = ("--size", "width", "--value", "rms")
MOVE = ("transfer", "--lr", "1e-3", "--layers", "2")


def test_unwritable_output_folder(run, tmp_path):
    """A file has the name of the folder (permissions do not stop an administrator)."""
    (tmp_path / "out").write_text("")
    for folder in (tmp_path / "out", tmp_path / "out" / "in it"):
        assert_refused(run("figures", "chain-fig1", "--out", folder), str(folder), "is a file")


def test_unwritable_cache_folder(run, tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    assert_refused(run("verify", "CHAIN-E5"), str(tmp_path / "cache"), "DEPTHLAWS_CACHE")


def test_a_user_without_a_home(run, monkeypatch):
    """In a container whose user has no name."""

    def no_home(_name):
        msg = "could not determine the home directory"
        raise RuntimeError(msg)

    monkeypatch.delenv("DEPTHLAWS_CACHE", raising=False)
    monkeypatch.setattr("depthlaws.claims.engine.cache.platformdirs.user_cache_dir", no_home)
    assert_refused(run("verify", "CHAIN-E5"), "home", "DEPTHLAWS_CACHE")


GRAPH = ("transfer", "--learning-rate", "1", "--layers", "2", "--graph")


@pytest.mark.parametrize(("name", "content", "before", "after", "named"), [
    ("cut.nc", b"CDF\x01", ("coordcheck",), CHECK, ["cut.nc", "netCDF"]),
    ("cut.nc", b"\x89HDF\r\n\x1a\n", ("coordcheck",), CHECK, ["cut.nc", "netCDF"]),
    ("noise.nc", b"noise", ("coordcheck",), CHECK, ["noise.nc", "netCDF", ".csv"]),
    ("a.csv", b"width,rms,rms\n1,1,2\n", ("coordcheck",), CHECK, ["'rms'", "2 times"]),
    ("a.csv", b"\xff\xfe", ("coordcheck",), CHECK, ["a.csv", "UTF-8"]),
    ("a.csv", b"width,rms\n1,1\n2,1\n", ("coordcheck",), (*CHECK, "--floor", "nan"),
     ["floor", "nan"]),
    ("a.csv", b"width,rms\n1,1\n2,1\n", ("coordcheck",), (*CHECK, "--floor", "-1"),
     ["floor", "-1"]),
    ("a.csv", b'"width,rms\n1,1\n', ("coordcheck",), CHECK, ["line 1", "quotation mark", "remove"]),
    ("a.csv", b'{"width": [1, 2]}', ("coordcheck",), CHECK, ["a.csv", "JSON"]),
    ("edges", b"\xff\xfe", GRAPH, (), ["--graph", "edges", "UTF-8"]),
    ("a.csv", b"", ("merge",), ("--into", "all"), ["a.csv", "no store", "a folder of --store"]),
    ("a.csv", b"width,rms\n64\n", ("coordcheck",), CHECK, ["line 2", "column rms", "complete"]),
    *[(name, content, (*MOVE, "--law", "looped", "--trainer", "torch", "--parameters"), (), says)
      for name, content, says in [
          ("3", b"3 4", ["3", "line 1", "begins with no name", "'wte.weight 50257 768'"]),
          ("p.json", b'{"wte": [2, "x"]}', ["p.json, wte", '[2, "x"] is no shape', "50257"]),
          ("cut.json", b"{", ["cut.json", "begins as JSON and is not"]),
          ("two.json", b'{"a": [2], "a": [3]}', ["two.json", "a is given twice"]),
          ("list.json", b'[["a"]]', ["list.json", "no pair of name and sizes"]),
          ("deep.json", b"{" + b'"a": {' * 9999, ["deep.json", "begins as JSON and is not"]),
          ("v", b"a Parameter containing:\ntensor([[0.1, -2.5],", ["v, line 1", "has values"]),
          ("scalar", b"a Parameter containing:", ["scalar, line 1", "has values"]),
          ("model.bin", b"\x00\xff" * 9, ["--parameters", "model.bin", "UTF-8"]),
      ]],
])  # fmt: skip
def test_a_file_of_another_kind(name, content, before, after, named, run, tmp_path):
    (tmp_path / name).write_bytes(content)
    assert_refused(run(*before, name, *after), *named)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("content", ["{}", '{"given": 1, "axes": {}}', "[1]", "x",
                                     '{"given": {}, "axes": {"width": 4}}'])  # fmt: skip
def test_an_edited_grid_of_a_store_is_named(run, tmp_path, content):
    sweep = ("simulate", "residual", "--width", "4", "--eps", "1", "--samples", "1", "--seeds", "2",
             "--store", "s")  # fmt: skip
    assert run(*sweep).status == 0
    (path,) = (tmp_path / "s").glob("asked-*.json")
    path.write_text(content)
    assert_refused(run(*sweep), path.name, "is damaged", "move it away")
