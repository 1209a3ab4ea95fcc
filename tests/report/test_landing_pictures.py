"""Pictures of the landing page: panels of figures, and the curves of a loop."""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.image import imread, imsave

from depthlaws.report import landing
from depthlaws.report.landing import LOOPS, panel_boxes
from depthlaws.theory import residual

SVG = """<svg viewBox="0 0 400 200" xmlns="http://www.w3.org/2000/svg">
<g id="axes_1"><g id="patch_2"><path d="M 50 160 L 190 160 L 190 40 L 50 40 z"/></g></g>
<g id="axes_2"><g id="patch_9"><path d="M 240 160 L 380 160 L 380 40 L 240 40 z"/></g></g>
<g id="axes_3"><g id="patch_12"><path d="M 384 160 L 390 160 L 390 40 L 384 40 z"/></g></g></svg>"""


def test_a_panel_is_cut_with_its_labels_and_without_its_neighbours():
    first, second = panel_boxes(SVG)  # the third axes is the colour bar of the second
    assert first == pytest.approx((0, 26 / 200, 202 / 400, 186 / 200))
    assert second == pytest.approx((190 / 400, 26 / 200, 1, 186 / 200))


@pytest.mark.parametrize("which", [0, 1])
def test_a_finding_is_shown_by_its_own_panel(tmp_path, which):
    """The first panel is red, the second blue."""
    pixels = np.ones((200, 400, 3))
    pixels[40:160, 50:190], pixels[40:160, 240:380] = (1, 0, 0), (0, 0, 1)
    (tmp_path / "figures").mkdir()
    imsave(tmp_path / "a.png", pixels)
    (tmp_path / "a.svg").write_text(SVG)
    shown = SimpleNamespace(id="a", files={"PNG": "a.png", "SVG": "a.svg"}, size=(400, 200))
    name, (width, height) = landing._panel(shown, which, tmp_path)
    cut = imread(tmp_path / name)
    assert cut.shape[:2] == (height, width)
    red, blue = ((cut[..., i] - cut[..., 2 - i] > 0.5).sum() for i in (0, 2))
    assert (red > 10_000, blue > 10_000) == (which == 0, which == 1)


def test_the_picture_of_the_landing_page_says_what_it_draws():
    """Both curves from the kernels themselves: the growth at the largest scale is the bound."""
    says = landing.picture()["says"]
    shared, fresh = map(float, re.findall(r"(?:at most|allow) (0\.\d+)", says))
    n, s = LOOPS[-1], math.sqrt(2)
    assert residual.tied_kernel(n, shared, s)[-1, -1] == pytest.approx(2, rel=0.01)
    assert (1 + fresh**2) ** n == pytest.approx(2, rel=0.1)
    drawn = str(landing.picture()["svg"])
    curves = {}
    for words, path in re.findall(
        r'<path d="M([^"]+)"/>.*?<text[^>]*>([a-z, ]+)</text></g>', drawn
    ):
        curves[path] = [tuple(map(float, pair.split())) for pair in words.split("L")]
    # Places of the powers of ten, by their labels: a curve is read off the axis.
    ticks = dict(re.findall(r'y="([\d.]+)" text-anchor="end">([\d.]+)</text>', drawn))
    (y0, v0), (y1, v1) = [(float(y) - 4, math.log(float(v))) for y, v in [*ticks.items()][:2]]
    read = {
        name: [math.exp(v0 + (y - y0) * (v1 - v0) / (y1 - y0)) for _, y in points]
        for name, points in curves.items()
    }
    assert [*read] == ["one matrix, looped", "fresh matrices"]
    for scales, last, power in zip(
        read.values(), (shared, fresh), re.findall(r"\((?:local power )?(-?[\d.]+)\)", says),
        strict=True,
    ):  # fmt: skip
        assert scales[-1] == pytest.approx(last, rel=0.02)
        local = math.log(scales[-1] / scales[-3]) / math.log(LOOPS[-1] / LOOPS[-3])
        assert local == pytest.approx(float(power), abs=0.02)
