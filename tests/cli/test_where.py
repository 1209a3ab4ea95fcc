"""``depthlaws where``, and the papers that ``cite`` prints."""

import json
import re

import pytest

from depthlaws.claims.coverage import counts_of, sentences
from depthlaws.cli.commands.where import _room
from depthlaws.theory.papers import PAPERS
from tests.layout import ROOT


@pytest.mark.slow
def test_where_leads_from_an_equation_to_lines_of_source(good):
    rows = json.loads(good("where", "chain", "13", "--json"))
    places = {row["name"]: row["at"] for row in rows}
    rooms = {"chain-sharpness": "depthlaws/theory", "CHAIN-E13": "papers/depthlaws_papers/chain"}
    for name, room in rooms.items():
        path, _, line = places[name].partition(":")
        assert path.startswith(f"{room}/")
        assert f'id="{name}"' in (ROOT / path).read_text().splitlines()[int(line) - 1]
    text = good("where", "chain-fig3")
    drawn = "papers/depthlaws_papers/chain/figures/fig3.py"
    assert {"CHAIN-R3", drawn} <= set(re.split(r"[\s│:]+", text))


@pytest.mark.parametrize(
    ("paper", "last"),
    [("chain", 35), ("looped", 15), ("looped-v0", 7), ("ammup", 45), ("pc", 124)],
)
def test_every_numbered_equation_is_a_place(paper, last):
    """Every equation of a paper has a formula or a claim, alone or in a range of equations."""
    room = _room()
    records = (*room.formulas.values(), *room.claims.values())
    cited = {place for r in records if r.source.paper == paper for place in r.source.cited}
    assert {str(n) for n in range(1, last + 1)} == {n for kind, n in cited if kind == "eq."}


def test_an_equation_in_a_row_of_several_is_found(good):
    _, *rows = json.loads(good("where", "pc", "70", "--json"))
    found = {row["name"] for row in rows if row["of"] == "pc, eq. (69-72)"}
    assert {"PC-E69", "PC-E69-depth"} <= found


@pytest.mark.slow
def test_where_says_how_far_a_place_is_claimed(good):
    place, *rows = json.loads(good("where", "chain", "section B.2", "--json"))
    assert (place["kind"], place["name"], place["verdict"]) == (
        "place",
        "section B.2",
        "claimed",
    )
    inside = {one["place"] for one in place["sentences"]}
    assert {"eq. 12", "eq. 13", "section B.2", "remark B.2"} <= inside
    named = {name for one in place["sentences"] for name in one["claims"]}
    assert named <= {row["name"] for row in rows if row["kind"] == "claim"}
    text = good("where", "chain", "sharpness depends on both")
    assert "section B.2, claimed: " in text
    assert "CHAIN-I23" in text
    assert good("where", "looped", "abstract").startswith("looped, abstract: claimed in part.")
    assert good("where", "looped-v0", "figure 3").startswith("looped-v0, figure 3: ")
    assert "PC-LR1" in good("where", "pc", "learning regimes")
    (everything,) = json.loads(good("where", "chain", "all", "--json"))
    assert len(everything["sentences"]) == len(sentences("chain"))
    assert counts_of(one["status"] for one in everything["sentences"]) in good(
        "where", "chain", "all"
    )
    assert "sentences that CHAIN-I23 judges" in good("where", "CHAIN-I23")


@pytest.mark.slow
def test_where_shows_verdicts_that_are_stored(good):
    claim = ("where", "CHAIN-E5", "--json")
    good("verify", "CHAIN-E5")
    verdicts = {row["name"]: row["verdict"] for row in json.loads(good(*claim))}
    assert verdicts["CHAIN-E5"] == "FORMALLY PROVED"


@pytest.mark.slow
def test_where_says_how_to_get_the_verdicts_that_are_not_there(good, tmp_path, monkeypatch):
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path))
    line = good("where", "chain", "13").splitlines()[-1]
    assert line == (
        "Not verified on this machine yet: 2 claims. depthlaws verify CHAIN-E13 CHAIN-E13-sign"
    )


def test_cite_prints_the_papers_and_ourselves(good):
    text = good("cite")
    assert text.count("@") == text.count("@misc{") + text.count("@software{") == len(PAPERS) + 1
    assert "Depthlaws developers" in text
    assert good("cite", "CHAIN", "chain").count("@") == 1
