"""The one search of the site: what people type leads, from a file address, to a page that answers.

The pages of the manual stand here as Sphinx would name them; ``make docs`` asks the same of the
whole site that it has built (``DEPTHLAWS_SITE``).
"""

import json
import os
import re
from pathlib import Path

import pytest

from depthlaws.figures import figures
from depthlaws.report.landing import chosen
from depthlaws.report.site import write_site
from tests.report import browser
from tests.report.test_pictures import draw

pytestmark = pytest.mark.browser
DOCS = Path(__file__).parents[2] / "docs"
QUESTIONS = "manual/how-to/questions.html#"
ASKED = {  # what people type: addresses, one of which is among the first three hits
    "loops at inference": ("manual/how-to/questions.html#may-i-use", "explore-looped.html"),
    "weight decay": ("explore-transfer.html", "manual/transfer.html"),
    "batch size": (f"{QUESTIONS}does-the-batch",),
    "which learning rate for 48 layers": ("explore-transfer.html", "manual/transfer"),
    "post norm": (f"{QUESTIONS}what-about-post-norm",),
    "GQA": (f"{QUESTIONS}does-grouped",),
    "lora": (f"{QUESTIONS}and-lora",),
    "attention scale": (f"{QUESTIONS}is-the-attention",),
    "how many seeds do i need": (f"{QUESTIONS}how-many-seeds",),
    "embeddings learning rate": (f"{QUESTIONS}which-learning-rate",),
    "1/sqrt(2L)": (f"{QUESTIONS}does-1-sqrt", f"{QUESTIONS}does-1sqrt"),
    "warmup schedule": (f"{QUESTIONS}which-schedule",),
    "errata chain": ("chain-errata.html",),
    "edge of stability": ("explore-chain.html", "CHAIN-"),
    "is my looped block stable": ("explore-looped.html",),
    "how do i install it": ("manual/install.html",),
    "CHAIN-E13": ("CHAIN-E13.html",),
    "predictive coding inference steps": ("explore-pc.html", "manual/how-to/inference-step.html"),
    "error inference rate": ("manual/how-to/error-inference.html",),
    "coordinate check": ("manual/tutorials/coordinate_check.html", "manual/transfer.html#a-coord"),
}
ASK = """
    await new Promise((done) => w.setTimeout(done, 300));
    return [...d.querySelectorAll("#results li")].map((item) => [
        item.querySelector("a").getAttribute("href"), item.querySelector("span").textContent,
        item.querySelectorAll("mark").length]);
"""


def manual():
    """Return the entries of the pages of docs/, one for each heading."""
    entries = []
    for path in sorted(DOCS.rglob("*.md")):
        name = path.relative_to(DOCS).with_suffix(".html").as_posix()
        sections = re.split(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        pairs = zip(sections[::2], sections[1::2], strict=True)
        for i, (title, text) in enumerate(pairs):
            slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            kind = (
                "question" if name == "how-to/questions.html" and i else "section" if i else "page"
            )
            address = f"manual/{name}#{slug}" if i else f"manual/{name}"
            entries.append({"kind": kind, "title": title, "address": address, "text": text[:4000]})
    return entries


@pytest.fixture(scope="module")
def answers(everything, tmp_path_factory):
    """Hits of every question, typed into the address of a page that is opened as a file."""
    if built := os.environ.get("DEPTHLAWS_SITE"):
        folder = Path(built).absolute()
    else:
        folder = tmp_path_factory.mktemp("search")
        for name in chosen():
            draw(folder / "drawn", name, says=figures()[name].says)
        (folder / "manual").mkdir()
        (folder / "manual/index.html").write_text("<!DOCTYPE html>")
        (folder / "manual/search.json").write_text(json.dumps(manual()))
        write_site(everything, folder, figures=folder / "drawn")
    pages = {words: f"find.html?find={words.replace('+', '%2B')}" for words in ASKED}
    said = browser.together(folder, [*pages.values()], ASK, wait_ms=4000)
    return {words: said[page] for words, page in pages.items()}


@pytest.mark.parametrize("words", ASKED)
def test_what_people_type_finds_a_page_that_answers(answers, words):
    first = [address for address, _, _ in answers[words][:3]]
    assert any(address.startswith(ASKED[words]) for address in first), first


def test_hits_show_the_words_in_their_sentences(answers):
    marked = [marks > 0 for hits in answers.values() for _, _, marks in hits[:3]]
    assert sum(marked) > 0.8 * len(marked)
    assert max(len(text) for hits in answers.values() for _, text, _ in hits) < 250
