"""Filters of statements and fields of explorers, in a browser."""

import pytest

from tests.report import browser
from tests.report.pages import PAPERS


@pytest.mark.browser
def test_search_filters_and_fields_stand_in_the_address(site):
    said = browser.together(
        site,
        ["chain.html", "explore-pc.html"],
        """
        const set = (id, value) => {
            const control = d.getElementById(id);
            if (!control) return;
            control.value = value;
            control.dispatchEvent(new w.Event("input"));
            control.dispatchEvent(new w.Event("change"));
        };
        set("filter", "edge of stability"); set("by-verdict", "SUPPORTED");
        set("pc-depth", 16); set("pc-network", "residual");
        const shown = [...d.querySelectorAll(".statement")].filter((n) => n.offsetParent);
        set("pc-depth", 1.5);
        const fault = d.querySelector(".fault");
        return [shown.length, w.location.search, fault && fault.textContent];
    """,
    )
    shown, address, _ = said["chain.html"]
    assert 1 < shown < 160
    assert address == "?find=edge+of+stability&verdict=SUPPORTED"
    _, address, fault = said["explore-pc.html"]
    assert address == "?depth=1.5&network=residual"
    assert fault == "depth must be a whole number from 2 to 1024, got 1.5."


@pytest.mark.browser
def test_every_choice_of_a_filter_shows_the_statements_that_have_it(site, trees):
    """Each verdict, tag and strength, by the badges and tags that stand beside the statement."""
    said = browser.together(
        site,
        [f"{paper}.html" for paper in PAPERS],
        """
        const out = {};
        for (const id of ["by-verdict", "by-strength"]) {
            const control = d.getElementById(id);
            for (const { value } of [...control.options]) {
                control.value = value;
                control.dispatchEvent(new w.Event("input"));
                const shown = [...d.querySelectorAll(".rows .statement")].filter((n) => !n.hidden);
                const words = d.getElementById("shown").textContent;
                out[id + " " + value] = [shown.map((n) => n.id), words];
            }
            control.value = "";
        }
        return out;
    """,
    )
    marked = strong = 0
    for page, choices in said.items():
        rows = [n for n in trees[page].walk() if "statement" in n.classes]
        for choice, (shown, words) in choices.items():
            which, _, value = choice.partition(" ")
            having = [
                row.attributes["id"] for row in rows
                if not value
                or (which == "by-strength" and row.attributes["data-strength"] == value)
                or (which == "by-verdict" and value in {
                    part.text for part in row.walk() if {"badge", "tag"} & {*part.classes}})
            ]  # fmt: skip
            assert shown == having, (page, choice)
            assert words == f"{len(having)} of {len(rows)} statements"
            several = sum(len(row.attributes["data-tags"].split("|")) > 1 for row in rows)
            marked, strong = marked + several, strong + (which == "by-strength")
    assert marked > 10
    assert strong > 10
