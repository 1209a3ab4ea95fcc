"""Words such as "exactly" and "at every width" in sentences whose checks are of another kind."""

from fractions import Fraction

import pytest
import sympy as sp

from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Inequality
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Less,
    Statement,
    naturals,
    positive,
    scalars,
)
from depthlaws.claims.engine.words import wider_than_checks
from depthlaws.theory import Interval
from depthlaws.theory.papers import CHAIN

x = sp.Symbol("x", positive=True)
BOX = Certify(lambda: (x, "<=", 2 * x), {x: (1, 2)})
CASES = Exhaustive(lambda: [("a case", Fraction(1), Fraction(1))])
IDENTITY = Identity(lambda: (x + 1, 1 + x), {x: Interval(0, sp.oo, left_open=True)})
ORDER = Inequality(lambda: (x, "<", x + 1), {x: Interval(0, sp.oo, left_open=True)})
NONE_AT_ALL = (
    "the energy of branches falls as 2 c_l^2 m_l f: no word of a kind",
    "E R_L^2 = (1 + s^2 eps^2/2)^L R_0^2",
)
# Green sentences that once were false as worded, with checks as they were.
WIDER = {
    "The branch energy has the constant 1/2 up to Lambda = 5.73.": (ORDER,),
    "Gradient descent is stable exactly for 0 < eta < 2/S.": (IDENTITY,),
    "For r = 4 no window of good rates from L = 4 on.": (CASES,),
    "It changes W x by eta abs(x) exactly, at every width, visits and batch.": (CASES,),
    "The optimal rate is constant in N.": (BOX,),
    "Predictions move at order 1 exactly if c + 2 a - 1 = min(0, 2 d).": (IDENTITY,),
    "eta* is proportional to sqrt(m/n).": (CASES,),
    "Conjugate gradients leave less than gradient descent after k steps.": (CASES,),
    "Activations do not enter the exponent.": (CASES,),
    "eta falls as N^(alpha - 1) at every depth.": (BOX,),
}
N, r = scalars("N r")
FIT = {
    "r is below 2 if and only if it is not 2 or more, at every depth.": (
        Exactly(r < 2, N * r < 2 * N),
    ),
    "The largest of N and r is at most their sum, which it is at r = 0.": (
        AtMost(r, r + N),
        Equal(N + 0 * r, N),
    ),
    "N r does not depend on the order, for every N.": (Equal(N * r, r * N),),
    "r is less than N + r.": (Less(r, N + r),),
}
# Sentences whose word asks for no check of its own there, and what it means.
MEANS_ELSE = {
    "CHAIN-E10": "a threshold is any share of the target",
    "CHAIN-I13": "a threshold is any share of the target",
    "CHAIN-E3-smallest": "the only smallest layer is one that no other equals",
    "CHAIN-FN1-smooth": "the only smallest layer is one that no other equals",
    "CHAIN-I22-laws": "the edge of the basin is where a step takes w to -w",
    "CHAIN-I14-laws": "what exceeds is in CHAIN-I14-bounds, here are the numbers",
    "CHAIN-B4": "only for mu_yx > 0: the two other signs have their clauses",
    "PC-S12-relu": "a bound of samples, SUPPORTED",
    "PC-E25-matrix": "a bound of samples, SUPPORTED",
}


def claim(says, *checks, statement=None):
    return Claim(id="A", source=CHAIN.eq(1), says=says, checks=checks, statement=statement)


@pytest.mark.parametrize("says", WIDER)
def test_a_word_without_a_check_of_its_kind_is_seen(says):
    assert wider_than_checks(claim(says, *WIDER[says]))


@pytest.mark.parametrize("says", FIT)
def test_a_word_with_a_check_of_its_kind_is_not_reported(says):
    statement = Statement(*FIT[says], for_all={N: naturals(1), r: positive})
    assert not wider_than_checks(claim(says, statement=statement))


@pytest.mark.parametrize("says", NONE_AT_ALL)
def test_a_sentence_without_such_words_is_left_alone(says):
    assert not wider_than_checks(claim(says, CASES))


def test_no_other_sentence_is_wider_than_its_checks():
    """Mend a sentence, or give it a clause of the kind; what was mended leaves the list."""
    claims = all_claims().values()
    wider = {c.id: lines for c in claims if not c.erratum and (lines := wider_than_checks(c))}
    assert not {name: lines for name, lines in wider.items() if name not in MEANS_ELSE}
    assert not {*MEANS_ELSE} - {*wider}, "these have their checks now: take them from the list"
