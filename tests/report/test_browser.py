"""The page in Chromium: explorer, search, filters, permalinks, widths."""

import json
import math
import re

import pytest

from depthlaws import chain
from depthlaws.report.page import write
from depthlaws.sims.scalar import Grid, gradient_descent
from tests.report import browser
from tests.report.browser import answer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(request, tmp_path_factory):
    assert browser.chromium(), f"this test {browser.ADVICE}"  # before a claim is run
    path = tmp_path_factory.mktemp("browser") / "index.html"
    write(request.getfixturevalue("cheap"), path)
    return path


def test_the_fields_drive_the_explorer(page):
    """After the fields are changed, the page shows the last numbers of simulator and theory."""
    says, end, flow, shown, commands, ink = answer(
        page,
        """
        const set = (id, value) => {
            const input = document.getElementById(id);
            input.value = value;
            input.dispatchEvent(new Event("input", { bubbles: true }));
        };
        set("chain-L", "inf"); set("chain-k", 1.7); set("chain-n", 40); set("chain-alpha0", 0.5);
        const root = document.getElementById("panel");
        const values = [...root.querySelectorAll(".values td")].map((n) => n.dataset.value);
        const ink = [...root.querySelectorAll("canvas")].map((canvas) => {
            const c = canvas.getContext("2d");
            const pixels = c.getImageData(0, 0, canvas.width, canvas.height).data;
            return pixels.filter((v, i) => i % 4 === 3 && v > 0).length;
        });
        return [root.querySelector(".answer").textContent, Number(values[0]), Number(values[1]),
                document.getElementById("chain-k-out").textContent,
                root.querySelector(".commands").textContent, ink];
    """,
    )
    grid = Grid("feedforward", math.inf, scaled_rate=1.7, mu_yx=1.0, total=0.5, balanced=True)
    assert end == pytest.approx(float(gradient_descent(grid, steps=40).total.squeeze()), rel=1e-9)
    assert flow == pytest.approx(float(chain.alpha(40.0, 0.5, math.inf, 1 / 1.7)), rel=1e-9)
    assert shown == "1.7"
    assert "40 steps" in says
    assert "--depth inf --scaled-rate 1.7 --mu-yx 1 --total 0.5" in commands
    assert len(ink) == 3
    assert min(ink) > 1000  # something is drawn on every canvas


FILTERS = {
    "words": ({"find": "variance coordinates"}, {"LOOP-A-D1", "LOOP-A-D1-uncentred"}),
    "an id": ({"find": "chain-e13-sign"}, {"CHAIN-E13", "CHAIN-E13-sign"}),
    "paper": ({"by-paper": "looped-v0"}, {"LOOP-A-D1", "LOOP-A-D1-uncentred"}),
    "verdict": ({"by-verdict": "REFUTED"}, {"CHAIN-E13"}),
    "tag": ({"by-verdict": "erratum", "by-paper": "chain"}, {"CHAIN-E13"}),
    "strength": ({"by-strength": "counterexample"}, {"CHAIN-E13"}),
    "nothing": ({"find": "no such words"}, set()),
}


@pytest.fixture(scope="module")
def filtered(page):
    """Statements that the page shows for each case, and what it says, from one browser."""
    given = json.dumps([controls for controls, _ in FILTERS.values()])
    said = browser.together(
        page.parent,
        [f"{page.name}?{i}" for i in range(len(FILTERS))],
        f"""
        const given = {given}[Number(w.location.search.slice(1))];
        for (const [id, value] of Object.entries(given)) {{
            const control = d.getElementById(id);
            control.value = value;
            control.dispatchEvent(new w.Event("input"));
        }}
        const seen = [...d.querySelectorAll(".statement")].filter((n) => n.offsetParent);
        return [seen.map((n) => n.id), d.getElementById("shown").textContent];
    """,
    )
    return dict(zip(FILTERS, said.values(), strict=True))


@pytest.mark.parametrize("case", FILTERS)
def test_search_and_filters(filtered, case):
    (shown, said), (_, expected) = filtered[case], FILTERS[case]
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
    assert "From a start below the target" in text
    assert re.search(r'id="shown"[^>]*>6 of 6 statements<', text)
