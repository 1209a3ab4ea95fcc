import json
import re
from pathlib import Path

import h5py
import pytest
from matplotlib.figure import Figure as Canvas

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.report import Report
from depthlaws.figures import figures
from depthlaws.report.page import write
from depthlaws.report.pictures import pictures
from depthlaws.report.tex import latex
from tests.report.pages import made_up, parsed

ONE = "chain-fig3"
QUOTE = {"what": "largest gap at k = 1", "paper": "<b>well</b> described", "ours": 0.364200646}


def draw(folder, name, *, key="abc", **record):
    """Write the files of a figure as ``depthlaws figures`` does, with empty pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in ("png", "pdf", "svg"):
        Canvas(figsize=(1, 0.5)).savefig(folder / f"{name}.{kind}")
    with h5py.File(folder / f"{name}.nc", "w") as file:
        file["alpha"] = [1.0]
        file.attrs["content_key"] = key
    record = {
        "figure": name,
        "profile": "quick",
        "seed": 0,
        "content_key": key,
        "parameters": {"depths": [1, "inf"]},
        "quotes": [QUOTE],
    } | record
    (folder / f"{name}.json").write_text(json.dumps(record))


@pytest.fixture
def drawn(tmp_path):
    draw(tmp_path / "figures", ONE)
    return tmp_path / "figures"


def view(folder, page):
    (picture,) = pictures([figures()[ONE]], folder, page)
    return picture


def shown(folder, page):
    """Return the element of the figure in a page of one claim."""
    claim = all_claims()["CHAIN-R3"]
    write(Report([claim], [made_up(claim)]), page / "index.html", figures=folder)
    root = parsed((page / "index.html").read_text(encoding="utf-8"))
    (node,) = root.find("figure", id=f"figure-{ONE}")
    return node


def test_files_are_taken_along_beside_the_page(drawn, tmp_path):
    page = tmp_path / "page"
    picture = view(drawn, page)
    assert picture.faults == ()
    assert set(picture.files) == {"PDF", "SVG", "PNG", "data", "provenance"}
    for address in picture.files.values():
        taken, source = page / address, drawn / Path(address).name
        assert taken.read_bytes() == source.read_bytes()
    assert picture.size[0] == 2 * picture.size[1] > 0
    assert view(drawn, page).files == picture.files  # and once more over itself
    assert not list(page.rglob("*.part"))


def test_what_the_source_no_longer_has_goes(drawn, tmp_path):
    page = tmp_path / "page"
    view(drawn, page)
    (page / "figures" / "of-the-user.txt").write_text("kept")
    (drawn / f"{ONE}.svg").unlink()
    assert "SVG" not in view(drawn, page).files
    left = {path.name for path in (page / "figures").iterdir()}
    assert left == {"of-the-user.txt", *(f"{ONE}.{kind}" for kind in ("pdf", "png", "nc", "json"))}


def test_where_files_cannot_be_linked_they_are_copied(drawn, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr("os.link", refuse)
    picture = view(drawn, tmp_path / "page")
    taken = tmp_path / "page" / picture.files["PDF"]
    assert taken.read_bytes() == (drawn / f"{ONE}.pdf").read_bytes()
    assert not taken.samefile(drawn / f"{ONE}.pdf")


def test_a_figure_that_was_never_drawn_is_named_with_its_command(tmp_path):
    (tmp_path / "empty").mkdir()
    assert view(tmp_path / "empty", tmp_path).faults == (
        "not drawn yet: depthlaws figures chain-fig3",
    )


@pytest.mark.parametrize("kind", ["png", "pdf", "nc", "json"])
def test_a_missing_file_is_one_clear_line(drawn, tmp_path, kind):
    (drawn / f"{ONE}.{kind}").unlink()
    fault = f"{ONE}.{kind} is missing; draw it again: depthlaws figures {ONE}"
    assert view(drawn, tmp_path / "page").faults == (fault,)
    node = shown(drawn, tmp_path / "page")
    assert [n.text for n in node.walk() if "fault" in n.classes] == [fault]
    assert len(list(node.find("img"))) == (kind != "png")


@pytest.mark.parametrize("kind", ["png", "pdf", "svg", "nc", "json"])
@pytest.mark.parametrize("damage", [b"", b"<script>alert(1)</script>", None])
def test_a_broken_file_is_one_clear_line(drawn, tmp_path, kind, damage):
    path = drawn / f"{ONE}.{kind}"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    (fault,) = view(drawn, tmp_path / "page").faults
    assert fault.startswith(f"{ONE}.{kind} is broken (")
    assert fault.endswith(f"draw it again: depthlaws figures {ONE}")


def test_data_of_another_run_are_noticed(drawn, tmp_path):
    record = json.loads((drawn / f"{ONE}.json").read_text())
    (drawn / f"{ONE}.json").write_text(json.dumps(record | {"content_key": "other"}))
    (fault,) = view(drawn, tmp_path / "page").faults
    assert "different runs" in fault


def test_a_picture_with_an_earlier_title_is_noticed(drawn, tmp_path):
    draw(drawn, ONE, says=figures()[ONE].says)
    assert view(drawn, tmp_path / "page").faults == ()
    draw(drawn, ONE, says="What it showed before.")
    (fault,) = view(drawn, tmp_path / "page").faults
    assert "earlier sources" in fault


def test_the_provenance_of_another_figure_is_refused(drawn, tmp_path):
    record = json.loads((drawn / f"{ONE}.json").read_text())
    (drawn / f"{ONE}.json").write_text(json.dumps(record | {"figure": "chain-fig1"}))
    (fault,) = view(drawn, tmp_path / "page").faults
    assert "not the provenance of chain-fig3" in fault


@pytest.mark.parametrize("quotes", [None, "x", [1, "y"], {"what": 1}, []])
def test_numbers_that_are_none_are_left_out(drawn, tmp_path, quotes):
    draw(drawn, ONE, quotes=quotes)
    assert view(drawn, tmp_path / "page").quotes == []


def test_the_page_shows_every_figure(everything, tmp_path):
    """Title, caption, verdicts, numbers, files, LaTeX, BibTeX, and a line for what is missing."""
    source = tmp_path / "figures"
    draw(source, ONE)
    claims = [c for c in all_claims().values() if c.id in figures()[ONE].claims]
    report = Report(claims, [made_up(c) for c in claims])
    faults = write(report, tmp_path / "page" / "index.html", figures=source)
    chain = {f.id for f in figures().values() if f.source.paper == "chain"}
    assert len(faults) == len(chain) - 1
    root = parsed((tmp_path / "page" / "index.html").read_text(encoding="utf-8"))
    shown = {n.attributes["id"] for n in root.find("figure") if "picture" in n.classes}
    assert shown == {f"figure-{name}" for name in chain}
    (node,) = root.find("figure", id=f"figure-{ONE}")
    text = re.sub(r"\s+", " ", node.text)
    assert [i.attributes["alt"] for i in node.find("img")] == [figures()[ONE].says]
    for words in (
        *figures()[ONE].claims,
        "0.364201",
        "<b>well</b> described",
        "@misc{chain",
        "@software{depthlaws",
        r"\includegraphics",
        "PDF",
        "SVG",
        "data",
        "provenance",
        "1, inf",
    ):
        assert words in text, words
    for image in root.find("img"):
        assert (tmp_path / "page" / image.attributes["src"]).exists()
    for link in root.find("a"):
        target = link.attributes["href"]
        assert target.startswith("#") or (tmp_path / "page" / target).exists(), target
    (rows,) = root.find("tr", id="at-chain-figure-3")
    assert f"#figure-{ONE}" in [n.attributes["href"] for n in rows.find("a")]


def test_latex_survives_special_characters(drawn, tmp_path):
    text = view(drawn, tmp_path / "page").latex
    assert "chain-fig3.pdf" in text
    assert_tex(text.partition("\\caption{")[2].partition("}\n")[0])


def assert_tex(text):
    """Check that dollars and braces match and that text has no special characters."""
    parts = re.split(r"(?<!\\)\$", text)
    assert len(parts) % 2 == 1, text
    for i, part in enumerate(parts):
        bare = re.sub(r"\\[{}]", "", part)
        assert bare.count("{") == bare.count("}"), part
        assert part.isascii() or i % 2 == 0, part
        assert i % 2 or not re.search(r"(?<!\\)[%&#_$^]", part.replace(r"\^{}", "")), part


@pytest.mark.parametrize("one", figures().values(), ids=lambda one: one.id)
def test_every_caption_is_latex(one):
    text = latex(f"{one.says} {one.words()}")
    assert_tex(text)
    assert "$" in text


def test_captions_in_latex():
    assert latex("tau = 1/2, lambda_d >= mu_yx^-1/2: 5 % & more") == (
        r"$\tau =1/2$, $\lambda_{d}\ge \mu_{\mathrm{yx}}^{-1/2}$: 5\,\% \& more"
    )
    assert latex("eps = 1/(N sqrt(L)) by run_all.py") == (
        r"$\epsilon =1/(N\sqrt{L})$ by run\_all.py"
    )
