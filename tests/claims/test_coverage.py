"""Sentences of the papers, and how far the claims cover them."""

import re

import pytest

from depthlaws.claims import coverage
from depthlaws.claims.coverage import Sentence, Status, named_places, sentences, tally
from depthlaws.claims.engine import ledger
from depthlaws.theory.papers import PAPERS, Source
from tests import quotes

LISTED = [key for key in PAPERS if sentences(key)]
NUMBERED = (
    *("theorem", "proposition", "lemma", "corollary", "assumption", "takeaway", "remark"),
    *("figure", "table"),  # desiderata define what is wanted
)
WITHOUT_CONTENT = {  # places that only tell of related work, name letters or give directions
    "chain": {"section A"},
    "looped-v0": {"section A"},
    "looped": {"section 2"},
    "ammup": {"section 2", "table 2"},
    "pc": {"section A.1"},
}


def entries_of(key):
    return {e.id: e for e in ledger.entries().values() if e.source.paper == key}


def test_papers_have_lists():
    assert {*LISTED} == {*PAPERS}


@pytest.mark.parametrize("key", LISTED)
def test_every_id_of_a_sentence_is_a_claim(key):
    named = {name for one in sentences(key) for name in one.claims}
    assert named <= {*ledger.entries()}


@pytest.mark.parametrize("key", LISTED)
def test_every_claim_about_the_paper_judges_a_sentence(key):
    named = {name for one in sentences(key) for name in one.claims}
    own = {n for n, entry in entries_of(key).items() if not entry.beyond and not entry.definition}
    assert own - named == set()


@pytest.mark.parametrize("key", LISTED)
def test_no_sentence_stands_twice_and_none_names_a_claim_twice(key):
    seen = [(one.places, re.sub(r"\W+", "", one.quote.lower())) for one in sentences(key)]
    assert sorted(seen) == sorted(set(seen))
    for one in sentences(key):
        assert len(one.claims) == len(set(one.claims)), one.quote
        assert len(one.quote.split()) <= 40, one.quote


@pytest.mark.parametrize("key", LISTED)
def test_every_numbered_statement_figure_and_table_has_a_sentence(key):
    listed = {place for one in sentences(key) for place in one.places}
    numbered = {(kind, n) for kind in NUMBERED for n in PAPERS[key].numbers(kind)}
    missing = {" ".join(place) for place in numbered - listed}
    assert missing - WITHOUT_CONTENT[key] == set()


@pytest.mark.parametrize("key", LISTED)
def test_every_place_has_a_sentence_or_a_claim_and_its_name_finds_it(key):
    paper, entries = PAPERS[key], [*ledger.entries().values()]
    for kind in paper.places:
        for number in paper.numbers(kind) if kind != "id" else ():
            assert named_places(key, f"{kind} {number}") == ((kind, number),)
            if f"{kind} {number}" not in WITHOUT_CONTENT[key]:
                found = coverage.coverage(key, [(kind, number)], entries)
                assert found.sentences or found.claims, found.place


@pytest.mark.parametrize("key", LISTED)
def test_what_is_said_of_a_range_names_all_of_it(key):
    """Read back, the name of covered places is these places, of one and of several equations."""
    numbers = PAPERS[key].numbers("eq.")
    ranges = [tuple(("eq.", number) for number in numbers[:length]) for length in (2, 3)]
    kinds = [kind for kind in PAPERS[key].places if kind != "id"]
    for places in [*ranges, *(((kind, PAPERS[key].numbers(kind)[0]),) for kind in kinds)]:
        assert named_places(key, coverage.coverage(key, places, ()).place) == places


@pytest.mark.parametrize("key", PAPERS)
def test_every_section_has_a_title_and_holds_places_of_its_paper(key):
    paper, layout = PAPERS[key], coverage._layout()[key]
    assert {*layout} == {*paper.numbers("section")}
    held = {place for row in layout.values() for place in Source(key, row.get("holds", "")).cited}
    assert {n for k, n in held if n not in paper.numbers(k)} == set()
    kinds = [kind for kind in paper.places if kind not in ("id", "section")]
    assert {(k, n) for k in kinds for n in paper.numbers(k)} == held


@pytest.mark.parametrize("key", LISTED)
def test_a_place_counts_as_claimed_only_if_all_its_sentences_are(key):
    entries = [*ledger.entries().values()]
    for number in PAPERS[key].numbers("section"):
        found = coverage.coverage(key, [("section", number)], entries)
        statuses = {one.status for one in found.sentences}
        if statuses:
            assert (found.status == Status.CLAIMED) == (statuses == {Status.CLAIMED})
            assert (found.status == Status.NOT_CLAIMED) == (statuses == {Status.NOT_CLAIMED})


def test_the_status_of_a_sentence_follows_from_claims_and_what_is_missing():
    def status(claims, missing):
        return Sentence("eq. 1", (("eq.", "1"),), "x", claims, missing).status

    assert status(("A",), "") == Status.CLAIMED
    assert status(("A",), "the rest") == Status.IN_PART
    assert status((), "all") == Status.NOT_CLAIMED
    assert tally([Status.CLAIMED, "not claimed"]) == {
        Status.CLAIMED: 1,
        Status.IN_PART: 0,
        Status.NOT_CLAIMED: 1,
    }


@pytest.mark.parametrize(
    ("key", "words", "places"),
    [
        ("pc", "limitations", [("section", "6.2")]),
        ("looped", "Limitations", [("section", "limitations")]),
        ("looped", "abstract", [("section", "abstract")]),
        ("chain", "related work", [("section", "A")]),
        ("pc", "eq. 27-29", [("eq.", "27"), ("eq.", "28"), ("eq.", "29")]),
        ("pc", "equations (93) to (94)", [("eq.", "93"), ("eq.", "94")]),
        ("pc", "learning regimes", [("section", "3.2")]),
        ("ammup", "(42)-(44)", [("eq.", "42"), ("eq.", "43"), ("eq.", "44")]),
        ("looped", "eqs. (8), (11)", [("eq.", "8"), ("eq.", "11")]),
        ("looped", "section proof of theorem 1", [("section", "7.2.1")]),
        ("looped", "theorem 3 (i)", [("theorem", "3")]),
        ("looped", "theorem 3, part 2", [("theorem", "3")]),
        ("looped", "lemma 5(c)", [("lemma", "5")]),
        ("looped", "caption of figure 3", [("figure", "3")]),
        ("looped", "figure 3 caption", [("figure", "3")]),
        ("looped", "fig.2f", [("figure", "2")]),
        ("ammup", "figure 4 left", [("figure", "4")]),
        ("pc", "fig A14", [("figure", "A.14")]),
        ("pc", "A8", [("section", "A.8")]),
        ("chain", "figure 30", []),
        ("chain", "eq. 5, 99", []),
        ("chain", "eq. 30-36", []),
        ("chain", "", []),
        ("chain", "eq", []),
    ],
)
def test_places_as_readers_name_them(key, words, places):
    assert [*named_places(key, words)] == places


def test_words_of_a_sentence_find_it_in_any_spelling():
    (one,) = coverage.quoted("chain", "Sharpness  depends on both ... correlation")
    assert one.claims == ("CHAIN-I23", "CHAIN-I23-three")
    assert coverage.quoted("chain", "...") == []
    assert coverage.quoted("chain", "harpness depends on both") == []


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"place": "eq. 99", "quote": "x", "claims": ["A"]}, "names no place of chain: 'eq. 99'"),
        ({"place": "eq. 1", "quote": " ", "claims": ["A"]}, "needs a quote"),
        ({"place": "eq. 1", "quote": "$x$", "claims": ["A"]}, "has TeX; write formulas"),
        ({"place": "eq. 1", "quote": "x"}, "needs claims, or says under missing"),
        ({"place": "eq. 1", "quote": "x", "claim": ["A"]}, "has no field claim; there are"),
    ],
)
def test_a_list_that_is_not_of_the_form_says_where(record, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        coverage._sentence("chain", "sentences.toml", record)


def test_the_comparison_with_a_text_sees_a_changed_word():
    text = " ".join(one.quote for one in sentences("chain"))
    assert [*quotes.absent("chain", text)] == []
    changed = text.replace("duration of the initial plateau", "length of the initial plateau")
    (found,) = quotes.absent("chain", changed)
    assert found[0].place == "eq. 10"
