"""Sources of formulas, claims and figures cite places that their paper has."""

import pytest

from depthlaws import figures, theory
from depthlaws.claims.engine import ledger
from depthlaws.theory.papers import PAPERS, Source

SOURCED = {
    "formula": theory.formulas(),
    "claim": ledger.all_claims(),
    "figure": figures.figures(),
}


@pytest.mark.parametrize("room", SOURCED)
def test_every_source_is_a_place_of_its_paper(room):
    places = {name: record.source.absent for name, record in SOURCED[room].items()}
    wrong = {name: missing for name, missing in places.items() if missing}
    assert wrong == {}, "correct the source, or `places` in theory/papers.py"


@pytest.mark.parametrize(
    ("where", "missing"),
    [
        ("eq. (124)", []),
        ("eq. (125)", ["eq. 125"]),
        ("eq. (120, 125)", ["eq. 125"]),
        ("eq. (111-113)", []),
        ("figure A.10 to A.24", ["figure A.24"]),
        ("figure 3(a)", []),
        ("figure 5B and section 2", ["figure 5"]),
        ("section A.4.3, after eq. (183)", ["eq. 183"]),
        ("section 2.4", ["section 2.4"]),
        ("theorem 3", ["theorem 3"]),
        ("lemma 1", ["lemma 1"]),
        ("section 3.1, corollary 3.3", ["corollary 3.3"]),
        ("statement ERR-PC-4, ERR-PC-66", ["id ERR-PC-66"]),
        ("beyond the paper (PC-B99)", ["id PC-B99"]),
        ("somewhere", ["somewhere"]),
    ],
)
def test_a_place_that_the_paper_does_not_have_is_found(where, missing):
    assert [text.replace("  ", " ") for text in Source("pc", where).absent] == missing


@pytest.mark.parametrize(
    ("key", "words", "place"),
    [
        ("chain", "13", ("eq.", "13")),
        ("chain", "(13)", ("eq.", "13")),
        ("ammup", "Equation (42)", ("eq.", "42")),
        ("looped", "Fig. 3(a)", ("figure", "3")),
        ("chain", "figure 1C", ("figure", "1")),
        ("looped", "proposition 7", ("proposition", "7")),
        ("pc", "appendix a.4.3", ("section", "A.4.3")),
        ("pc", "A.4.3", ("section", "A.4.3")),
        ("pc", "fig A.10", ("figure", "A.10")),
        ("looped", "figure 99", None),
        ("chain", "learning rates", None),
    ],
)
def test_places_as_readers_type_them(key, words, place):
    assert PAPERS[key].place(words) == place
