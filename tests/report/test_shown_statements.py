"""What the page says of a statement: sides, numbers, strength and evidence."""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest

from depthlaws.claims.engine.checks import Property, Proportion, Sampled
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import Claim, Context, Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.report.safe_mathml import equation
from depthlaws.report.statements import _notation, _worst_mean, number, statement, strength, summary
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT
from tests.report.pages import made_up, only, page_of, two_sided


def test_a_row_of_evidence_names_its_equation_by_number():
    """Several rows may have one equation; a statement without one stands as it is typed."""
    claim = all_claims()["LOOP-B-constants"]
    result = run_claim(claim)
    shown = statement(claim, result)
    numbers = [row.shown for row in shown.results]
    for row, evidence in zip(shown.results, result.evidence, strict=False):
        place = re.fullmatch(r"\((\d+)\)", row.shown)
        if place:
            assert shown.equations[int(place[1]) - 1] == equation(evidence.equation)
        else:
            assert evidence.equation == ""
    typed = "formula(cone-gain-probability) = 1 - exp(-1/2*d*gamma^2) - 2*exp(-1/2*d)"
    assert numbers[:4] == ["(1)", "(2)", f"<code>{typed}</code>", "(3)"]
    assert numbers[-1].startswith("Proportion: ")


def test_an_equation_has_two_sides():
    """The condition that test_theorems imposes on the equation of every claim."""
    assert two_sided("<math><mi>x</mi><mo>=</mo><mi>y</mi></math>")
    assert not two_sided("<math><mi>x</mi><mo>=</mo><mi>x</mi></math>")
    assert not two_sided("<math/>")
    shown = [e.equation for e in run_claim(all_claims()["CHAIN-E13-sign"]).evidence]
    assert any(map(two_sided, shown))


@pytest.mark.parametrize(
    ("data", "sides"),
    [
        ({"left": 1.5, "right": 2.0, "relation": "=="}, ("1.5", "\u2260", "2")),
        (
            {"left": [1, 2], "right": [1, 3], "relation": "<"},
            ("[1, 2]", "is not less than", "[1, 3]"),
        ),
        ({"left": "False", "right": ""}, ("", "", "")),
        (
            {"estimate": [0.5, 0.25, 3.0], "sem": [0.1, 0.01, 0.1], "truth": [0.5, 0.5, 3.3]},
            ("0.25 \u00b1 0.01", "\u2260", "0.5"),
        ),
        (
            {"estimate": 0.75, "sem": 0.02, "bound": 0.9, "relation": ">"},
            ("0.75 \u00b1 0.02", "is not greater than", "0.9"),
        ),
        ({}, ("", "", "")),
    ],
)
def test_both_sides_of_a_counterexample(cheap, data, sides):
    claim = all_claims()["CHAIN-I9"]
    point = {"point": {"L": "16.000000000000000000", "r": 0.1}}
    result = made_up(claim, Verdict.REFUTED, data=point | data)
    counterexample = statement(claim, result).counterexample
    assert (counterexample.left, counterexample.relation, counterexample.right) == sides
    several = {"component": "2 of 3"} if "truth" in data else {}
    assert counterexample.point == {"L": "16", "r": "0.1"} | several


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("PROVED", "proof"),
        ("CERTIFIED", "enclosure"),
        ("EXACT_IN_CASES", "listed cases"),
        ("REFUTED", "counterexample"),
    ],
)
def test_the_strength_of_a_verdict_has_its_own_word(verdict, words):
    claim = SimpleNamespace(why_sampled="")
    assert strength(claim, SimpleNamespace(verdict=Verdict[verdict])) == words


def test_why_a_statement_is_not_stronger_is_said(tmp_path):
    claim = Claim(
        id="CHAIN-made-up",
        source=CHAIN.eq(1),
        says="x is x.",
        checks=(Property(lambda x: (2 * x, x + x), {"x": UNIT}),),
        why_sampled="no enclosure of X",
    )
    result = run_claim(claim)
    assert statement(claim, result).strength == "sampled: no interval enclosure"
    _, root, _ = page_of(Report([claim], [result]), tmp_path)
    text = re.sub(r"\s+", " ", only(root, id=claim.id).text)
    assert "why only sampled no interval enclosure of X" in text
    numbers = statement(claim, result).results[0].numbers
    assert int(numbers["distinct points"]) > 0
    assert "largest relative gap" in numbers


FOUND = r"would be found with probability 99 %"


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (
            Sampled(lambda seed: np.random.default_rng(seed).normal(1, 0.1, 100), lambda: 1.0),
            r"100 samples; the mean is \d\.\d\d standard errors from the exact value "
            rf"\(refuted from \d\.\d\); a deviation of \d[\d.]* % {FOUND}",
        ),
        (
            Sampled(
                lambda seed: np.random.default_rng(seed).normal(1, 0.1, 100),
                lambda: 0.5,
                relation=">",
            ),
            r"100 samples; the mean is at least \d+\.\d standard errors above the bound "
            rf"\(decided from \d\.\d\); a mean 0\.\d+ above it {FOUND}",
        ),
        (
            Proportion(lambda seed: (50, 100), lambda: 0.5),
            r"50 events in 100 trials, claimed probability or bound 0\.5; a change of it by "
            rf"0\.\d+ {FOUND}",
        ),
        (
            Property(lambda x: (2 * x, x + x), {"x": UNIT}),
            r"holds at \d+ distinct points of a continuum",
        ),
    ],
)
def test_evidence_is_a_sentence(check, words):
    assert re.fullmatch(words, summary(check.run(Context())))


def test_symbols_stand_as_sentences_have_them():
    assert _notation("-2*a - c*d + 4*c1**2*w2_0_0") == "-2a - c d + 4c1^2 w2_0_0"


def test_numbers_have_eight_digits():
    assert [number(x) for x in (1 / 3, [0.1, 2e20], math.inf)] == [
        "0.33333333",
        "[0.1, 2e+20]",
        "\u221e",
    ]


@pytest.mark.parametrize(("relation", "worst"), [("==", 2), ("<", 1), (">", 3)])
def test_of_several_means_the_one_that_misses_most_is_shown(relation, worst):
    sides = {"estimate": [1.2, 1.5, 2.9], "sem": [0.1, 0.1, 0.1]}
    bounds = [1.0, 2.0, 3.2] if relation == "==" else [1.0, 2.0, 3.5]
    right = "truth" if relation == "==" else "bound"
    worst_mean = _worst_mean({"relation": relation, **sides, right: bounds})
    assert worst_mean["at"] == {"component": f"{worst} of 3"}
    assert worst_mean["right"] == bounds[worst - 1]
