"""The figure engine: resume, broken files, refusals, errors; and every figure on tiny data."""

import json
import re
from dataclasses import dataclass, replace
from types import SimpleNamespace

import matplotlib.image
import numpy as np
import pytest
import xarray as xr

from claims.records import Result as ClaimResult
from claims.records import Verdict
from figures import engine, provenance
from theory.formula import UnknownNameError
from theory.papers import CHAIN

CALLS: list[int] = []


@dataclass(frozen=True)
class Parameters:
    """Parameters of the figure of these tests."""

    points: int = 5


def toy_data(parameters, seed):
    """Noise, and a count of how often it was computed."""
    CALLS.append(seed)
    values = np.random.default_rng(seed).normal(size=parameters.points)
    return xr.Dataset({"value": ("point", values)})


def toy_draw(dataset, canvas):
    """One line."""
    axis = canvas.subplots()
    axis.plot(dataset.point, dataset.value)


TOY = engine.Figure(
    id="toy",
    source=CHAIN.figure(1),
    caption="A toy.",
    claims=("toy-claim",),
    columns=1,
    height=2.0,
    quick=Parameters(),
    paper=Parameters(points=9),
    data=toy_data,
    draw=toy_draw,
    quotes=lambda ds: [engine.Quote("points", "5", float(ds.sizes["point"]))],
)


def verdict(kind, *, erratum=False):
    """Pretend that every claim got this verdict."""
    return lambda ids: SimpleNamespace(
        by_id={i: ClaimResult(i, kind, (), (), erratum, 0.0) for i in ids}
    )


@pytest.fixture
def make(monkeypatch):
    """Make the toy, registered alone."""
    CALLS.clear()
    monkeypatch.setattr(engine, "figures", lambda: {"toy": TOY})

    def one(out, verify=None, **options):
        proved = verdict(Verdict.PROVED)
        return engine.make(["toy"], out=out, verify=verify or proved, **options)[0]

    return one


def test_a_figure_is_four_files_with_its_provenance(tmp_path, make):
    result = make(tmp_path, seed=3)
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "toy.json",
        "toy.nc",
        "toy.pdf",
        "toy.png",
    ]
    assert set(result.files) == set(tmp_path.iterdir())
    record = json.loads((tmp_path / "toy.json").read_text())
    assert record["parameters"] == {"points": 5}
    assert record["seed"] == 3
    assert record["claims"]["toy-claim"]["verdict"] == "PROVED"
    assert record["quotes"] == [{"what": "points", "paper": "5", "ours": 5.0}]
    assert record["versions"]["numpy"] == np.__version__
    assert (tmp_path / "toy.pdf").read_bytes().startswith(b"%PDF")
    height, width, _ = matplotlib.image.imread(tmp_path / "toy.png").shape
    assert width >= 3.4 * 200
    assert height >= 2.0 * 200


def test_the_same_content_is_not_computed_again(tmp_path, make):
    first, second = make(tmp_path), make(tmp_path)
    assert (first.reused, second.reused) == (False, True)
    assert CALLS == [0]


@pytest.mark.parametrize("change", [{"seed": 1}, {"profile": "paper"}])
def test_other_content_is_computed(tmp_path, change, make):
    make(tmp_path)
    assert not make(tmp_path, **change).reused


def test_a_quick_run_does_not_destroy_a_paper_run(tmp_path, make):
    make(tmp_path, profile="paper")
    make(tmp_path, profile="quick")
    again = make(tmp_path, profile="paper")
    assert again.reused
    assert xr.load_dataset(tmp_path / "toy.nc").sizes["point"] == 9


def test_a_changed_source_is_computed_again(monkeypatch, tmp_path, make):
    make(tmp_path)
    source = tmp_path / "changed.py"
    source.write_text("# another program\n")
    monkeypatch.setattr(provenance, "_path", lambda name: source)
    assert not make(tmp_path).reused


@pytest.mark.parametrize("content", [b"", b"\x89HDF\r\n\x1a\nbroken", "half"])
def test_a_broken_file_is_computed_again_and_noted(tmp_path, content, make):
    make(tmp_path)
    saved = tmp_path / "toy.nc"
    whole = saved.read_bytes()
    saved.write_bytes(whole[: len(whole) // 2] if content == "half" else content)
    again = make(tmp_path)
    assert not again.reused
    assert re.search(r"toy\.nc is broken .*; computed again", again.note)
    assert make(tmp_path).reused


def test_an_interrupted_run_resumes_and_leaves_no_half_file(tmp_path, monkeypatch, make):
    def interrupted(dataset, canvas):
        raise KeyboardInterrupt

    broken = replace(TOY, draw=interrupted)
    monkeypatch.setattr(engine, "figures", lambda: {"toy": broken})
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["toy.nc"]
    monkeypatch.setattr(engine, "figures", lambda: {"toy": TOY})
    assert make(tmp_path).reused


def test_writing_is_atomic(tmp_path):
    target = tmp_path / "x.txt"
    target.write_text("old")

    def stops_halfway():
        with engine.replacing(target) as part:
            part.write_text("new, but only ha")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        stops_halfway()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("kind", "erratum", "drawn"),
    [
        (Verdict.CERTIFIED, False, True),
        (Verdict.SUPPORTED, False, True),
        (Verdict.REFUTED, True, True),
        (Verdict.REFUTED, False, False),
        (Verdict.UNKNOWN, False, False),
        (Verdict.VACUOUS, False, False),
        (Verdict.PROVED, True, False),
    ],
)
def test_a_figure_is_refused_unless_its_claims_stand(tmp_path, kind, erratum, drawn, make):
    result = make(tmp_path, verify=verdict(kind, erratum=erratum))
    assert result.ok == drawn
    assert (tmp_path / "toy.pdf").exists() == drawn
    if not drawn:
        assert f"toy-claim is {kind}" in result.refused


def test_unknown_names_suggest_the_nearest(tmp_path, make):
    with pytest.raises(UnknownNameError, match="unknown figure 'tyo'; the nearest are: toy"):
        engine.make(["tyo"], out=tmp_path)
    with pytest.raises(ValueError, match="profile must be one of quick, paper, got 'slow'"):
        make(tmp_path, profile="slow")
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_folder_is_named(tmp_path, make):
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match=f"cannot write figures to {blocked}"):
        make(blocked)
    with pytest.raises(OSError, match="cannot write figures to"):
        make(blocked / "below")
    assert CALLS == []


def test_the_key_covers_the_modules_that_the_data_use():
    needed = provenance.needed_modules("sims.scalar")
    assert needed >= {"sims.scalar", "sims.scalar_grid", "sims.scalar_models"}
    assert not any(name.startswith("theory") for name in needed)
