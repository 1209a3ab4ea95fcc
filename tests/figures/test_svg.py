"""SVG pictures: searchable words, formulas in reading order, connected root signs."""

import base64
import io
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from matplotlib.figure import Figure
from matplotlib.textpath import TextToPath

from depthlaws.figures.engine import style, svg
from tests.report import browser

NAME = "{http://www.w3.org/2000/svg}"
TITLE = r"Rate $k=\eta S$ over $1/\sqrt{N L}$ loops"
RULE = re.compile(r"@font-face {(.*?); src: url\(data:font/woff;base64,(\S+?)\)")


@pytest.fixture(scope="module")
def saved():
    """Text of a picture with plain, bold, slanted, rotated and transparent words, and a root."""
    canvas, out = Figure(figsize=(4, 3)), io.StringIO()
    with style.house(), svg.as_text():
        axis = canvas.subplots()
        axis.set(title=TITLE, ylabel=r"norm $\sqrt{d}$")
        axis.text(0.5, 0.5, "bold AVATAR", weight="bold", color="#ff0000", alpha=0.5)
        axis.text(0.5, 0.2, r"$\bf{x^2}$", alpha=0.25)
        canvas.savefig(out, format="svg")
    return out.getvalue()


def looks(element):
    """Return the CSS properties of an element."""
    return dict(re.findall(r"([\w-]+): ([^;]+)", element.get("style", "")))


def test_words_are_text_and_formulas_read_from_left_to_right(saved):
    words = ["".join(t.itertext()) for t in ElementTree.fromstring(saved).iter(f"{NAME}text")]
    plain = [" ".join(word.split()) for word in words]
    assert plain[-1] == "Rate k=ηS over 1/NL loops"
    assert {"bold AVATAR", "norm d", "x2", "0.4"} <= {*plain}


def test_powers_stand_above_their_line(saved):
    """The baseline is at 0, as for the words beside it; y points down in SVG."""
    tree = ElementTree.fromstring(saved)
    (power,) = [t for t in tree.iter(f"{NAME}text") if "".join(t.itertext()).strip() == "x2"]
    base, above = (float(span.get("y")) / svg.LAYOUT_SCALE for span in power.iter(f"{NAME}tspan"))
    size = (
        float(looks(next(power.iter(f"{NAME}tspan")))["font-size"].removesuffix("px"))
        / svg.LAYOUT_SCALE
    )
    assert abs(base) < 0.1
    assert -0.6 * size < above < -0.2 * size


def test_roots_are_drawn_and_their_bar_lies_on_the_sign(saved):
    tree = ElementTree.fromstring(saved)
    assert "√" not in "".join(t for e in tree.iter(f"{NAME}text") for t in e.itertext())
    groups = [g for g in tree.iter(f"{NAME}g") if g.get("transform")]
    (group,) = [g for g in groups if "".join(g.itertext()).strip().endswith("loops")]
    paths = [re.findall(r"-?\d+\.?\d*", p.get("d")) for p in group.iter(f"{NAME}path")]
    sign, bar = (np.reshape(numbers, (-1, 2)).astype(float) for numbers in paths)
    near = 0.2 * svg.LAYOUT_SCALE
    # Matplotlib 3.11 puts the bar's lower edge at the end of the sign, 3.10 its upper edge.
    assert bar[:, 1].min() - near < sign[:, 1].min() < bar[:, 1].max() + near
    assert bar[:, 0].min() == pytest.approx(sign[:, 0].max(), abs=near)


def test_a_faint_formula_is_faint(saved):
    tree = ElementTree.fromstring(saved)
    groups = [g for g in tree.iter(f"{NAME}g") if g.get("transform")]
    (group,) = [g for g in groups if "".join(g.itertext()).strip() == "x2"]
    assert looks(group)["opacity"] == "0.25"


def test_every_letter_travels_in_the_file(saved):
    fonts = {}
    for rules, font in RULE.findall(saved):
        with TTFont(io.BytesIO(base64.b64decode(font))) as read:
            fonts[tuple(re.findall(r"([\w-]+): ([^;]+)", rules))] = {*read.getBestCmap()}
    assert len(fonts) == 3  # upright, slanted, bold
    plain = {"font-style": "normal", "font-weight": "400"}
    tree, used = ElementTree.fromstring(saved), {}
    for element in [*tree.iter(f"{NAME}tspan"), *tree.iter(f"{NAME}text")]:
        own = plain | looks(element)
        names = ("font-family", "font-style", "font-weight")
        if element.text and element.text.strip():
            key = tuple((n, own[n]) for n in names)
            used.setdefault(key, set()).update(element.text)
    assert used.keys() == fonts.keys()
    for key, letters in used.items():
        assert {*map(ord, letters)} == fonts[key], key


@pytest.mark.browser
def test_a_browser_shows_the_fonts_of_the_file_at_the_widths_laid_out(saved, tmp_path):
    """The font is renamed, so that the browser cannot use an installed one instead."""
    script = """
    document.fonts.ready.then(() => {
        const out = document.createElement('pre'); out.id = 'out';
        const width = t => [t.textContent, t.getComputedTextLength()];
        out.textContent = JSON.stringify([...document.querySelectorAll('text')].map(width));
        document.body.append(out);
    });"""
    page = tmp_path / "page.html"
    page.write_text("<!DOCTYPE html><meta charset=utf-8><body>"
                    f"{saved.partition('?>')[2].replace('DejaVu', 'Nowhere')}</body>")  # fmt: skip
    text = browser.opened(browser.with_script(page, script))
    (encoded,) = re.findall(r'<pre id="out">(.*?)</pre>', text, re.DOTALL)
    widths = dict(json.loads(encoded))
    with style.house():
        bold = Figure().text(0, 0, "bold AVATAR", weight="bold", size=8).get_fontproperties()
        expected, _, _ = TextToPath().get_text_width_height_descent("bold AVATAR", bold, False)
    assert widths["bold AVATAR"] == pytest.approx(expected, rel=0.03)  # set without kerning
