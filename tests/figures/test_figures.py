"""The figure engine: resume, broken files, refusals, errors; and every figure on tiny data."""

import json
import re
from dataclasses import dataclass, replace
from types import SimpleNamespace

import matplotlib.image
import numpy as np
import pytest
import xarray as xr

from depthlaws.claims.engine.records import Result as ClaimResult
from depthlaws.claims.engine.records import Verdict
from depthlaws.claims.engine.run import select
from depthlaws.figures.engine import make as engine
from depthlaws.figures.engine import provenance
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UnknownNameError

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
    says="A toy.",
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
    needed = provenance.needed_modules("depthlaws.sims.scalar.descent")
    assert needed >= {
        "depthlaws.sims.scalar.descent",
        "depthlaws.sims.scalar.grid",
        "depthlaws.sims.scalar.models",
    }
    assert not any(name.startswith("depthlaws.theory") for name in needed)
    needed = provenance.needed_modules("depthlaws.figures.chain.fig4")
    assert needed >= {
        "depthlaws.figures.chain.runs",
        "depthlaws.theory.chain",
        "depthlaws.theory.chain.flow",
        "depthlaws.sims.scalar.descent",
    }
    assert not needed & provenance.MACHINERY


# -- the figures of the chain paper ------------------------------------------------------------

INF = float("inf")
TINY = {
    "chain-fig1": {"depths": (1, 2, 4), "steps": 12, "long": 60, "points": 41},
    "chain-fig2": {"depths": (1, 4), "rates": 12, "steps": 8},
    "chain-fig3": {"depths": (1, 2, INF), "steps": 30, "long": 3_000},
    "chain-fig4": {"depths": (1, 2, INF), "horizons": (60, 90, 120), "points": 31},
    "chain-fig5": {"depths": (1, 2, 8), "points": 41},
    "chain-fig6": {"depths": (1, 4), "horizons": (40, 50, 60, 70), "points": 31},
    "chain-fig7": {"depths": (1, 2, INF), "horizon": 90, "points": 31},
    "chain-bifurcation": {
        "depths": (2, 3, 8, INF),
        "rates": 400,
        "high": 2.6,
        "widest": 0.5,
        "wait": 1_000,
        "watch": 8,
    },
    "chain-success-windows": {"deepest": 8, "depths": 4, "rates": 20, "steps": 10},
    "chain-regimes": {"depths": (1, 2, 3, 4, INF), "rates": 30, "steps": 600, "watched": 250},
}
# panels, lines (theory and simulation of every depth, and guides), entries of the legend above
DRAWN = {
    "chain-fig1": (4, 3 * 7 - 1, 5),
    "chain-fig2": (12, 6 * 3 + 6 * 4 + 6 * 2, 4),
    "chain-fig3": (4, 4 * 6 + 4, 5),
    "chain-fig4": (6, 6 * 6 + 3 * 2, 5),
    "chain-fig5": (2, 3 * 2 + 4, 5),
    "chain-fig6": (4, 4 * 4, 4),
    "chain-fig7": (4, 3 * 6 + 4 * 2, 5),
    "chain-bifurcation": (4, 4 * (8 + 4 + 1), 0),
    "chain-success-windows": (7, 3 * 6, 0),
    "chain-regimes": (7, 2 + 3 * 4 + 6, 10),
}


@pytest.fixture(scope="module", params=TINY)
def tiny(request):
    """One figure, its tiny dataset and its canvas."""
    one = engine.figure(request.param)
    dataset = engine.tiny(one, **TINY[one.id])
    return one, dataset, one.canvas(dataset)


def test_every_figure_has_a_tiny_version():
    assert set(engine.figures()) >= set(TINY)
    assert {name for name in engine.figures() if name.startswith("chain")} == set(TINY)


def test_every_series_is_drawn(tiny):
    one, _, canvas = tiny
    panels, lines, entries = DRAWN[one.id]
    assert len(canvas.axes) == panels
    assert sum(len(axis.lines) for axis in canvas.axes) == lines
    assert sum(len(legend.get_texts()) for legend in canvas.legends) == entries


def test_every_panel_says_what_it_shows(tiny):
    _, _, canvas = tiny
    for axis in canvas.axes:
        if axis.get_label() == "<colorbar>":
            assert axis.get_ylabel()
            continue
        labelled = [axis, *axis.get_shared_x_axes().get_siblings(axis)]
        assert any(other.get_xlabel() for other in labelled)
        labelled = [axis, *axis.get_shared_y_axes().get_siblings(axis), canvas.axes[1]]
        assert any(other.get_ylabel() or other.get_yticklabels() for other in labelled)


def test_what_is_drawn_is_there(tiny):
    one, dataset, canvas = tiny
    for axis in canvas.axes:
        for line in axis.lines:
            seen = np.isfinite(np.asarray(line.get_ydata(), dtype=float))
            assert seen.any() or np.isnan(line.get_xdata()).all(), (one.id, line)
    assert all(np.isfinite(q.ours) for q in one.quotes(dataset) if not isinstance(q.ours, str))


def test_a_dataset_survives_saving(tiny, tmp_path):
    _, dataset, _ = tiny
    dataset.to_netcdf(tmp_path / "x.nc", engine="h5netcdf")
    xr.testing.assert_identical(xr.load_dataset(tmp_path / "x.nc", engine="h5netcdf"), dataset)


@pytest.mark.parametrize("name", TINY)
def test_the_claims_of_a_figure_exist_and_its_words_are_there(name):
    one = engine.figure(name)
    assert one.claims
    assert one.says.endswith(".")
    select(one.claims)
    assert len(one.caption.split()) > 30
    for profile in engine.PROFILES:
        assert json.dumps(provenance.plain(one.parameters(profile)), allow_nan=False)


def test_an_unknown_claim_would_be_noticed():
    with pytest.raises(UnknownNameError, match="CHAIN-E77"):
        select(("CHAIN-E77",))


def test_theory_runs_through_the_simulated_points():
    """Each gap is that of gradient descent at this rate, measured; the flow is exact."""
    fig1 = engine.tiny(engine.figure("chain-fig1"), **TINY["chain-fig1"])
    np.testing.assert_allclose(fig1.landscape, fig1.landscape_theory, rtol=1e-12, atol=1e-15)
    fig4 = engine.tiny(engine.figure("chain-fig4"), **TINY["chain-fig4"])
    assert 1e-3 < float(abs(fig4.alpha - fig4.flow).max()) < 0.04
    halved = engine.tiny(engine.figure("chain-fig4"), **TINY["chain-fig4"], k=0.05)
    assert float(abs(halved.alpha - halved.flow).max()) < 0.6 * float(
        abs(fig4.alpha - fig4.flow).max()
    )
    fig5 = engine.tiny(engine.figure("chain-fig5"), **TINY["chain-fig5"])
    np.testing.assert_allclose(fig5.sharpness, fig5.sharpness_theory, rtol=1e-12)
    np.testing.assert_allclose(fig5.curvature, fig5.curvature_theory, rtol=1e-6)
    fig7 = engine.tiny(engine.figure("chain-fig7"), **TINY["chain-fig7"])
    np.testing.assert_allclose(fig7.escape, fig7.escape_theory, rtol=1e-4)


def test_descent_ends_on_the_exact_cycle():
    fig3 = engine.tiny(engine.figure("chain-fig3"), **TINY["chain-fig3"])
    np.testing.assert_allclose(fig3.late, fig3.cycle, rtol=1e-6)
    forks = engine.tiny(engine.figure("chain-bifurcation"), **TINY["chain-bifurcation"])
    for depth in forks.depth.values:
        one = forks.sel(depth=depth, k=[k for k in forks.k.values if 2.1 < k < 2.45])
        for end, found in ((one.low, one.alpha.min("step")), (one.high, one.alpha.max("step"))):
            exact = np.interp(one.k, one.cycle_k, end)  # 1e-3 apart: error below 1e-5
            np.testing.assert_allclose(found, exact, atol=1e-5)


def test_simulated_regimes_respect_the_exact_boundaries():
    ds = engine.tiny(engine.figure("chain-regimes"), **TINY["chain-regimes"])
    below_one, below_two = ds.k < 1, (ds.k > 1) & (ds.k < 1.98)
    assert (ds.regime.sel(k=below_one) == 0).all()
    assert (ds.regime.sel(k=below_two) == 1).all()
    deep = ds.regime.sel(depth=ds.deep.values).rename(depth="deep")
    assert (deep.where((ds.k > 2.02) & (ds.k < ds.doubling - 0.02), 2) == 2).all()
    assert (deep.where(ds.k > ds.doubling + 0.02, 3) >= 3).all()
    assert (deep.where(ds.k < ds.leaving, 3) <= 3).all()
    assert (deep.where(ds.k < ds.divergence, 4) <= 4).all()
    assert (ds.regime.sel(depth=1).where(ds.k > 2.02, 5) == 5).all()
    assert not (ds.regime.sel(depth=INF) >= 4).any()
