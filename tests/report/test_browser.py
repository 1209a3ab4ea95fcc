"""The page in Chromium: numbers of the panel, search, filters, permalinks, widths."""

import json
import math
import re

import numpy as np
import pytest

from depthlaws import chain
from depthlaws.report.page import write
from depthlaws.report.panel import DEPTHS, panel
from depthlaws.sims.scalar import Grid, gradient_descent
from tests.report import browser
from tests.report.test_panel import unpacked

pytestmark = pytest.mark.browser

# Depth, rate, start. Only regular runs: chaos amplifies rounding errors.
RATES, STARTS = (0.1, 0.7, 1.0, 1.6, 2.2), (0.001, 0.3, 0.95)
RUNS = [(L, k, start) for L in DEPTHS for k in RATES for start in STARTS if L > 1 or k < 2]
STEPS = 120
RESULT = "const out = document.createElement('pre'); out.id = 'out'; document.body.append(out);"


@pytest.fixture(scope="module")
def page(cheap, tmp_path_factory):
    assert browser.chromium(), f"this test {browser.ADVICE}"
    path = tmp_path_factory.mktemp("browser") / "index.html"
    write(cheap, path)
    return path


def answer(page, script, **options):
    """Run a script in the page and return its result, passed as JSON."""
    wrapped = f"{RESULT} out.textContent = JSON.stringify((() => {{ {script} }})());"
    text = browser.opened(browser.with_script(page, wrapped), **options)
    (encoded,) = re.findall(r'<pre id="out">(.*?)</pre>', text, re.DOTALL)
    return json.loads(encoded.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


@pytest.fixture(scope="module")
def computed(page):
    """Descent and flow of every run, and the last values of one depth, computed by the page."""
    asked = json.dumps([["inf" if math.isinf(L) else L, k, start] for L, k, start in RUNS])
    return answer(
        page,
        f"""
        const {{ descent, flow, unpacked, data }} = window.depthlaws;
        const runs = {asked}.map(([L, k, start]) => {{
            const depth = L === "inf" ? Infinity : L;
            return [descent(k, depth, start, {STEPS}), flow(k, depth, start, {STEPS})];
        }});
        return {{ runs, ends: unpacked(data.depths[3]) }};
    """,
    )


def test_descent_is_the_simulator_s(computed):
    grid = Grid("feedforward", DEPTHS, scaled_rate=RATES, mu_yx=1.0, total=STARTS, balanced=True)
    total = gradient_descent(grid, steps=STEPS, record=range(STEPS + 1)).total
    for (L, k, start), (totals, _) in zip(RUNS, computed["runs"], strict=True):
        expected = total.sel(depth=L, rate=k, init=start).transpose("step")
        assert np.allclose(totals, expected, rtol=1e-9, atol=1e-12), (L, k, start)


def test_flow_is_the_theory_s(computed):
    times = np.arange(STEPS + 1)
    for (L, k, start), (_, alphas) in zip(RUNS, computed["runs"], strict=True):
        exact = chain.alpha(times, start, float(L), 1 / k)
        assert np.allclose(alphas, exact, rtol=1e-7), (L, k, start)


def test_ends_are_read_as_they_were_packed(computed):
    packed = unpacked(panel()["depths"][3])
    for values, level in zip(computed["ends"], packed, strict=True):
        assert np.allclose(values, level, rtol=1e-12, atol=1e-12)


def test_regimes_are_what_the_theory_says(page):
    rates = [0.5, 1.0, 1.5, 2.0, 2.3, 2.6, 3.9, 6.0]
    regimes = answer(
        page,
        f"""
        const {{ regime, data }} = window.depthlaws;
        return data.depths.map((entry) => {rates}.map((k) => regime(k, entry)));
    """,
    )
    words = [
        (chain.divergence_rate, "diverges"),
        (chain.leaving_rate, "cross zero"),
        (chain.period_doubling_rate, "chaos"),
    ]
    for L, row in zip(DEPTHS, regimes, strict=True):
        for k, regime in zip(rates, row, strict=True):
            if k <= 2:
                expected = "without overshooting" if k <= 1 else "oscillates and converges"
                expected = "keeps oscillating" if (L, k) == (1, 2.0) else expected
            elif L == 1:
                expected = "diverges"
            else:
                words_above = [word for rate, word in words if k > rate(L)]
                expected = words_above[0] if words_above else "stable 2-cycle"
            assert expected in regime, (L, k, regime)
            assert regime.split()[0].endswith("s"), f"{regime!r} has no verb"


@pytest.mark.parametrize(
    ("index", "k", "alpha0"), [(0, 1.2, 0.1), (3, 0.8, 0.00126), (12, 1.7, 0.5)]
)
def test_the_sliders_drive_the_panel(page, index, k, alpha0):
    """After the sliders are moved, the panel shows the last numbers of simulator and theory."""
    shown = answer(
        page,
        f"""
        const set = (id, value) => {{
            const input = document.getElementById(id);
            input.value = value;
            input.dispatchEvent(new Event("input", {{ bubbles: true }}));
        }};
        set("panel-L", {index}); set("panel-k", {k}); set("panel-n", 40);
        set("panel-alpha0", Math.log10({alpha0}));
        const says = document.getElementById("panel-says");
        const ink = [...document.querySelectorAll(".panel canvas")].map((canvas) => {{
            const c = canvas.getContext("2d");
            const pixels = c.getImageData(0, 0, canvas.width, canvas.height).data;
            return pixels.filter((v, i) => i % 4 === 3 && v > 0).length;
        }});
        return [says.textContent, Number(says.dataset.end), Number(says.dataset.flow),
                document.getElementById("panel-L-out").textContent, ink];
    """,
    )
    words, end, flow, depth, ink = shown
    L = DEPTHS[index]
    grid = Grid("feedforward", L, scaled_rate=k, mu_yx=1.0, total=alpha0, balanced=True)
    assert end == pytest.approx(float(gradient_descent(grid, steps=40).total.squeeze()), rel=1e-9)
    assert flow == pytest.approx(float(chain.alpha(40.0, alpha0, float(L), 1 / k)), rel=1e-7)
    assert depth == ("\u221e" if math.isinf(L) else str(L))
    assert "40 steps" in words
    assert len(ink) == 3
    assert min(ink) > 1000  # something is drawn on every canvas


def test_infinite_depth_is_the_last_stop_of_its_slider(page):
    last, words = answer(
        page,
        """
        const input = document.getElementById("panel-L");
        input.value = input.max;
        input.dispatchEvent(new Event("input"));
        return [Number(input.max), input.getAttribute("aria-valuetext")];
    """,
    )
    assert DEPTHS[last] == math.inf
    assert words == "infinite depth"


FILTERS = {
    "words": ({"find": "variance coordinates"}, {"LOOP-A-D1", "LOOP-A-D1-uncentred"}),
    "an id": ({"find": "chain-e13-sign"}, {"CHAIN-E13", "CHAIN-E13-sign"}),
    "paper": ({"by-paper": "looped-v0"}, {"LOOP-A-D1", "LOOP-A-D1-uncentred"}),
    "verdict": ({"by-verdict": "REFUTED"}, {"CHAIN-E13"}),
    "tag": ({"by-verdict": "erratum", "by-paper": "chain"}, {"CHAIN-E13"}),
    "strength": ({"by-strength": "counterexample"}, {"CHAIN-E13"}),
    "nothing": ({"find": "no such words"}, set()),
}


@pytest.mark.parametrize("case", FILTERS)
def test_search_and_filters(page, case):
    given, expected = FILTERS[case]
    shown, said = answer(
        page,
        f"""
        for (const [id, value] of Object.entries({json.dumps(given)})) {{
            const control = document.getElementById(id);
            control.value = value;
            control.dispatchEvent(new Event("input"));
        }}
        const seen = [...document.querySelectorAll(".statement")].filter((n) => n.offsetParent);
        return [seen.map((n) => n.id), document.getElementById("shown").textContent];
    """,
    )
    assert set(shown) == expected
    assert said == f"{len(expected)} of 6 statements"


def test_a_permalink_opens_what_it_names(page):
    text = browser.opened(page.as_uri() + "#CHAIN-E5")
    tag = re.search(r'<details[^>]*id="CHAIN-E5"[^>]*>', text)
    assert tag is not None
    assert " open" in tag[0]
    folded = re.search(r'<details[^>]*id="CHAIN-I9"[^>]*>', text)
    assert folded is not None
    assert " open" not in folded[0]


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_window_and_equations_do_not_overlap(page, width):
    wide, overlaps, sticking = answer(
        page,
        """
        document.querySelectorAll("details").forEach((node) => { node.open = true; });
        document.querySelectorAll(".sides > .counter").forEach((node) => {
            node.innerHTML += "<dl class='numbers'><div><dt>in symbols</dt><dd></dd></div></dl>";
        });
        document.querySelectorAll(".sides blockquote, .sides dd, summary .says").forEach((node) => {
            node.innerHTML += `<math><mi>${"w".repeat(99)}</mi></math>`;
        });
        const boxes = [...document.querySelectorAll("math[display=block]")]
            .map((node) => node.getBoundingClientRect()).filter((box) => box.height);
        const overlaps = boxes.filter((box, i) => i && box.top < boxes[i - 1].bottom - 1).length;
        const sticking = [...document.querySelectorAll(".sides > div > *")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1)
            .filter((node) => getComputedStyle(node).overflowX === "visible").length;
        const root = document.documentElement;
        return [root.scrollWidth - root.clientWidth, overlaps, sticking];
    """,
        width=width,
    )
    assert wide <= 0
    assert overlaps == 0
    assert sticking == 0  # a formula of one column over the next one


def test_the_scripts_raise_nothing(page):
    """The panel is drawn and the filters count, which an error in a script would prevent."""
    text = browser.opened(page.as_uri())
    assert "The panel needs JavaScript" not in text
    assert re.search(r'id="shown"[^>]*>6 of 6 statements<', text)
