"""What holds for every figure, found on disk and drawn in its tiny version."""

import ast
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import depthlaws.figures
from depthlaws.claims.engine.run import select
from depthlaws.figures.engine import provenance, registry
from depthlaws.figures.engine.record import PROFILES
from depthlaws.theory.papers import PAPERS
from depthlaws.theory.symbolic.registry import UnknownNameError

FOLDER = Path(depthlaws.figures.__file__).parent
EVERY = sorted(registry.modules())


def unregistered(folder, ids):
    """Modules that draw something but whose ``FIGURE`` with a literal id is not found."""
    found = []
    for path in sorted(folder.glob("*/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        draws = any(isinstance(n, ast.FunctionDef) and n.name == "draw" for n in tree.body)
        if draws and path.parent.name != "engine" and f"{path.parent.name}.{path.stem}" not in ids:
            found.append(path.stem)
    return found


def test_every_figure_on_disk_is_registered():
    ids = {module.removeprefix("depthlaws.figures.") for module in registry.modules().values()}
    assert unregistered(FOLDER, ids) == []
    assert {module.partition(".")[0] for module in ids} <= set(PAPERS)


def test_a_figure_that_is_not_registered_is_noticed(tmp_path):
    (tmp_path / "newpaper").mkdir()
    (tmp_path / "newpaper" / "fig1.py").write_text("def draw(ds, canvas):\n    pass\n")
    assert unregistered(tmp_path, set()) == ["fig1"]


@cache
def small(name):
    """One figure, its tiny dataset and its canvas."""
    one = registry.figure(name)
    dataset = one.small()
    return one, dataset, one.canvas(dataset)


@pytest.fixture(params=EVERY)
def tiny(request):
    """Every figure in turn, drawn once."""
    return small(request.param)


def test_every_figure_declares_a_tiny_version_that_is_smaller():
    for name in EVERY:
        one = registry.figure(name)
        assert one.tiny, name
        assert set(one.tiny) <= set(provenance.plain(one.quick)), name


def test_what_is_drawn_is_there(tiny):
    one, dataset, canvas = tiny
    for axis in canvas.axes:
        assert axis.has_data(), one.id
    assert all(np.isfinite(q.ours) for q in one.quotes(dataset) if not isinstance(q.ours, str))


def test_a_dataset_survives_saving(tiny, tmp_path):
    _, dataset, _ = tiny
    dataset.to_netcdf(tmp_path / "x.nc", engine="h5netcdf")
    xr.testing.assert_identical(xr.load_dataset(tmp_path / "x.nc", engine="h5netcdf"), dataset)


@pytest.mark.parametrize("name", EVERY)
def test_the_claims_of_a_figure_exist_and_its_words_are_there(name):
    one = registry.figure(name)
    assert one.claims
    select(one.claims)
    assert one.says.endswith(".")
    assert len(one.caption.split()) > 30
    for profile in PROFILES:
        assert json.dumps(provenance.plain(one.parameters(profile)), allow_nan=False)


def test_an_unknown_claim_would_be_noticed():
    with pytest.raises(UnknownNameError, match="CHAIN-E77"):
        select(("CHAIN-E77",))
