"""What nothing computes is typed twice: papers, places, quotes, corrections, numbers."""

import pytest

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.theory.papers import PAPERS
from tests import second_entry

ENTERED = second_entry.entered()
AGAIN = "if it is meant: python -m tests.second_entry"


@pytest.mark.parametrize("key", [key for key in PAPERS if key in ENTERED])
def test_papers(key):
    assert second_entry.of_paper(PAPERS[key]) == ENTERED[key], AGAIN


def test_places_quotes_and_corrections():
    claims = {n: c for n, c in all_claims().items() if n in ENTERED}
    found = {name: second_entry.of_claim(claim) for name, claim in claims.items()}
    typed = {name: ENTERED[name].split("\t", 2)[2] for name in claims}
    assert {n: (typed[n], found[n]) for n in claims if typed[n] != found[n]} == {}, AGAIN
    assert len(claims) > 600


def test_numbers_of_the_files_of_claims_and_figures():
    found = {n: second_entry.of_file(text) for n, text in second_entry.files().items()}
    assert {n: s for n, s in found.items() if ENTERED.get(n, s) != s} == {}, AGAIN


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = 0.03", "x = 0.3", False),
        ('says = "fails at T = 3.5"', 'says = "fails at T = 2.5"', False),
        ('says = "a <= b"', 'says = "a >= b"', False),
        ("x = [1, 2, 4]", "x = [1, 4]", False),
        ("x = f(1)  # once", "x = g(1)", True),
    ],
)
def test_a_number_that_differs_is_noticed(one, other, same):
    assert (second_entry.of_file(one) == second_entry.of_file(other)) == same
