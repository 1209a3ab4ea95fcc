"""Making figures: stored data, broken files, full disks, refusals, errors, metadata of files."""

import errno
import io
import json
import os
import re
import subprocess
import sys
import zlib
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest
import xarray as xr
from fontTools.subset import Options
from fontTools.ttLib import TTFont
from matplotlib.figure import Figure as Canvas
from PIL import Image

from depthlaws.base.files import part_of
from depthlaws.claims.engine.records import Result as ClaimResult
from depthlaws.claims.engine.records import Verdict
from depthlaws.figures.engine import make as engine
from depthlaws.figures.engine import provenance, registry, style, titles, variable_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.theory.papers import CHAIN

CALLS: list[int] = []


@dataclass(frozen=True)
class Parameters:
    """Parameters of the figure of these tests."""

    points: int = 5


def toy_data(parameters, seed):
    """Return noise, and record the seed of each call."""
    CALLS.append(seed)
    values = np.random.default_rng(seed).normal(size=parameters.points)
    return xr.Dataset({"value": ("point", values)})


def toy_draw(dataset, canvas):
    """Draw one line."""
    axis = canvas.subplots()
    axis.plot(dataset.point, dataset.value)


TOY = Figure(
    id="toy",
    says="Toys are toys.",
    source=CHAIN.figure(1),
    caption="A toy\n    on two lines.",
    runs="{points} points about {mean}, seed {seed}.",
    claims=("toy-claim",),
    height=2.0,
    quick=Parameters(),
    paper=Parameters(points=9),
    tiny={"points": 3},
    data=toy_data,
    draw=toy_draw,
    quotes=lambda ds: [Quote("points", "5", float(ds.sizes["point"]))],
    facts=lambda ds, p: {"mean": f"{float(ds.value.sum()) / p.points:.3f}"},
)


def verdict(kind, *, erratum=False):
    """Return a verify function that gives every claim this verdict."""
    return lambda ids: SimpleNamespace(
        by_id={i: ClaimResult(i, kind, (), (), erratum, 0.0) for i in ids}
    )


@pytest.fixture
def register(monkeypatch):
    """Return a function that registers toy figures in place of the real ones."""

    def those(*toys):
        by_id = {one.id: one for one in toys}
        monkeypatch.setattr(registry, "modules", lambda: dict.fromkeys(by_id, "toys.module"))
        for module in (registry, engine):
            monkeypatch.setattr(module, "figure", by_id.__getitem__)

    return those


@pytest.fixture
def make(register):
    """Return a function that makes the toy figure, the only one registered."""
    CALLS.clear()
    register(TOY)

    def one(out, verify=None, formats=("png",), **options):
        """Make one PNG: the fonts of a PDF take longer than everything else."""
        verify = verify or verdict(Verdict.PROVED)
        return engine.make(["toy"], out=out, verify=verify, formats=formats, **options)[0]

    return one


def test_a_figure_is_four_files_with_its_provenance(tmp_path, make):
    result = make(tmp_path, seed=3, formats=("pdf", "png"))
    names = ["toy.json", "toy.nc", "toy.pdf", "toy.png"]
    assert sorted(p.name for p in tmp_path.iterdir()) == names
    assert set(result.files) == set(tmp_path.iterdir())
    record = json.loads((tmp_path / "toy.json").read_text())
    assert record["parameters"] == {"points": 5}
    assert record["seed"] == 3
    assert record["claims"]["toy-claim"]["verdict"] == "PROVED"
    assert record["quotes"] == [{"what": "points", "paper": "5", "ours": 5.0}]
    assert record["versions"]["numpy"] == np.__version__


def test_pictures_have_the_size_asked_for_and_say_what_they_are(tmp_path, make):
    make(tmp_path, formats=("pdf", "png", "svg"), width="iclr")
    key = xr.load_dataset(tmp_path / "toy.nc").attrs["content_key"]
    with Image.open(tmp_path / "toy.png") as png:
        assert png.size[0] == round(5.5 * 300)
        assert round(png.info["dpi"][0]) == 300
        assert png.text["Title"] == "Toys are toys."
        caption = png.text["Description"]
        assert png.text["Content key"] == key
    pdf = (tmp_path / "toy.pdf").read_bytes()
    assert float(re.search(rb"/MediaBox \[ 0 0 (\S+)", pdf)[1]) == pytest.approx(72 * 5.5)
    for said in (b"/Title (Toys are toys.)", b"/Subject (A toy on two lines.", key.encode()):
        assert said in pdf
    svg = (tmp_path / "toy.svg").read_text()
    assert key in svg
    assert f">{caption} (content key" in svg
    assert json.loads((tmp_path / "toy.json").read_text())["caption"] == caption


def test_each_picture_is_drawn_once(tmp_path, make, monkeypatch):
    """A layout engine, even a placeholder, has Matplotlib draw all once more for each format."""
    drawn, draw = [], Canvas.draw
    monkeypatch.setattr(Canvas, "draw", lambda self, renderer: drawn.append(draw(self, renderer)))
    make(tmp_path, formats=("pdf", "png", "svg"))
    assert len(drawn) == 3


def test_a_caption_has_the_numbers_of_its_dataset(tmp_path, make):
    make(tmp_path, seed=2, profile="paper")
    dataset = xr.load_dataset(tmp_path / "toy.nc")
    mean = f"{float(dataset.value.mean()):.3f}"
    assert TOY.words(dataset) == (
        f"A toy on two lines. Simulated, paper profile: 9 points about {mean}, seed 2."
    )
    assert TOY.words() == (
        "A toy on two lines. Simulated, ... profile: 5 points about ..., seed ...."
    )
    several = replace(TOY, runs="{mean}.", facts=lambda *_: {"mean": (2, 0.5, np.inf)})
    assert several.words(dataset).endswith("2, 0.5 and infinite.")
    with pytest.raises((KeyError, ValueError), match="men"):
        replace(TOY, runs="{men}.").words(dataset)


def test_fonts_inside_a_pdf_hold_glyphs_and_nothing_that_shapes_text(tmp_path, make):
    before = [*Options().drop_tables]
    make(tmp_path, formats=("pdf",))
    pdf = (tmp_path / "toy.pdf").read_bytes()
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S)
    contents = [zlib.decompress(s) for s in streams if s.startswith(b"x")]
    fonts = [TTFont(io.BytesIO(s)) for s in contents if s.startswith(b"\0\1\0\0")]
    assert fonts
    assert all(len(font.getGlyphOrder()) > 1 for font in fonts)
    assert not any({*engine.SHAPING_TABLES} & {*font.keys()} for font in fonts)
    assert Options().drop_tables == before


def test_images_inside_a_pdf_have_600_dots_an_inch(tmp_path, register):
    def pixels(dataset, canvas):
        axis = canvas.subplots()
        axis.set_axis_off()
        axis.pcolormesh(np.eye(4), rasterized=True)

    register(replace(TOY, draw=pixels, says=""))
    engine.make(out=tmp_path, verify=verdict(Verdict.PROVED), formats=["pdf"])
    pdf = (tmp_path / "toy.pdf").read_bytes()
    widths = [int(n) for n in re.findall(rb"/Width (\d+)", pdf)]
    assert max(widths, default=0) >= 0.9 * 600 * style.FULL_WIDTH


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": "nips"}, "venue must be one of full, .*, got 'nips'"),
        ({"width": 0.5}, "width must be between 3 and 20 inches, got 0.5"),
        ({"width": float("nan")}, "width must be between 3 and 20 inches, got nan"),
        ({"formats": ["pdf", "gif"]}, "formats must be among pdf, png, svg, got pdf, gif"),
        ({"formats": []}, "formats must be among pdf, png, svg, got none"),
        ({"profile": "slow"}, "profile must be one of quick, paper, got 'slow'"),
    ],
)
def test_bad_options_are_refused_before_the_work(tmp_path, make, options, message):
    with pytest.raises(ValueError, match=message):
        make(tmp_path, **options)
    assert CALLS == []
    assert list(tmp_path.iterdir()) == []


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


def test_an_interrupted_run_resumes_and_leaves_no_half_file(tmp_path, register, make):
    def interrupted(dataset, canvas):
        raise KeyboardInterrupt

    register(replace(TOY, draw=interrupted))
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["toy.nc"]
    register(TOY)
    assert make(tmp_path).reused


def test_a_full_disk_is_one_line_and_destroys_nothing(tmp_path, monkeypatch, make):
    make(tmp_path)
    before = {p: p.read_bytes() for p in tmp_path.iterdir()}

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"cannot write .*toy\.nc: No space left on device"):
        make(tmp_path, seed=1)
    assert {p: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_what_killed_runs_left_is_removed_and_what_live_ones_write_is_kept(tmp_path, make):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    stale, live = (part_of(tmp_path / "toy.pdf", n) for n in (dead.pid, os.getpid()))
    mine = tmp_path / ".notes.part"
    for path in (stale, live, mine):
        path.write_text("half")
    make(tmp_path, formats=["png"])
    assert (stale.exists(), live.exists(), mine.exists()) == (False, True, True)


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
        (Verdict.EXPLORED, False, True),
        (Verdict.NOT_REPRODUCED, False, True),
        (Verdict.NO_POWER, False, True),
    ],
)
def test_a_figure_is_refused_unless_its_claims_stand(tmp_path, kind, erratum, drawn, make):
    result = make(tmp_path, verify=verdict(kind, erratum=erratum))
    assert result.ok == drawn
    assert (tmp_path / "toy.png").exists() == drawn
    if not drawn:
        assert f"toy-claim is {kind}" in result.refused


def test_one_figure_needs_no_worker(tmp_path, monkeypatch, make):
    def never(*_, **__):
        raise AssertionError

    monkeypatch.setattr(engine.workers, "answers", never)
    assert make(tmp_path, jobs=24).ok


def test_several_figures_share_processes_and_one_that_dies_harms_no_other(tmp_path, monkeypatch):
    asked = []

    def answers(function, tasks, *, jobs, limit):
        asked.append(jobs)
        yield tasks[1], engine.workers.Failure("the process died (killed by SIGKILL)")
        yield tasks[0], function(*tasks[0])

    monkeypatch.setattr(engine.workers, "answers", answers)
    names = ["chain-fig5", "chain-fig6"]
    made = engine.make(
        names, out=tmp_path, jobs=24, verify=verdict(Verdict.PROVED), formats=["png"]
    )
    assert asked == [2]
    assert [one.id for one in made] == names
    assert (made[0].ok, made[1].refused) == (True, "the process died (killed by SIGKILL)")


def test_an_unwritable_folder_is_named(tmp_path, make):
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match=f"cannot write to {blocked}"):
        make(blocked)
    with pytest.raises(OSError, match="cannot write to"):
        make(blocked / "below")
    assert CALLS == []


def test_provenance_has_the_precision_of_the_runs():
    one = xr.Dataset({"x": ("i", np.zeros(2))}, attrs={"dtype": "float32", "device": "cupy"})
    other = xr.Dataset({"x": ("i", np.zeros(2))})
    said = provenance.simulation_attributes(one, other)
    device = provenance.device(xr.Dataset(attrs=said))
    assert (device["dtype"], device["device"]) == ("float32, float64", "cupy, numpy")


def test_a_variable_without_a_description_is_refused():
    ds = xr.Dataset({"x": ("i", np.zeros(2)), "y": 1.0})
    with pytest.raises(ValueError, match="missing or unknown: y, z"):
        variable_attributes.describe(
            ds, x=variable_attributes.exact("x"), z=variable_attributes.exact("z")
        )


def test_titles_fold_between_words_and_not_inside_mathematics():
    folded = titles.fold(r"only sign steps add up over layers, as $\sqrt{L}$ for $1 / (N L)$", 24)
    assert folded.split("\n") == [
        "only sign steps add up",
        r"over layers, as $\sqrt{L}$ for",
        "$1 / (N L)$",
    ]
    assert titles.fold("", 24) == ""


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("It falls as d^(-1/2).", r"It falls as $\mathbf{d^{-1/2}}$"),
        ("A larger gamma_0^2 N", "A larger $\\mathbf{\u03b3_0^{2}}$ N"),
        ("eps = 1/(N sqrt L), 1/sqrt(K)", "\u03b5\u00a0=\u00a01/(N\u00a0\u221aL), 1/\u221aK"),
        ("L = m + K", "L\u00a0=\u00a0m\u00a0+\u00a0K"),
        (
            "one " * 18 + "s - 1 ends.",
            "one " * 9 + "one\n" + "one " * 8 + "s\u00a0\u2212\u00a01 ends",
        ),
        ("at least 1/pi for loops", "at least 1/\u03c0 for loops"),
        ("one " * 20 + "end.", "one " * 10 + "one\n" + "one " * 9 + "end"),
    ],
)
def test_headlines_fold_evenly_and_set_their_mathematics(words, shown):
    canvas = style.canvas(6.0, 2.0)
    titles.headline(canvas, words)
    assert canvas.get_suptitle() == shown
