"""Certificates with one place altered: every one is refused, in one line and at once."""

import copy
import itertools
import json
import time
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recheck import boxes
from depthlaws.claims.engine.roots_and_orbits import quoted_roots
from tests.claims.toy_certificates import (
    BITS,
    CHECKS,
    FOLLOWED,
    REFUSED,
    ROOT,
    SEEN,
    START,
    STEP,
    all_good,
    certified,
    certified_by,
    changed,
    judged_in,
    means,
    orders,
    places,
    recheck,
    recursion,
    safely,
    times,
    x,
)


def test_an_orbit_is_followed_in_intervals():
    assert all_good(FOLLOWED)
    for name, place, change in [
        ("a digit of the start", (START, 1, 1), lambda _: "1/100"),
        ("a sign of the step", (STEP, *next(places(FOLLOWED["orbits"][0][STEP]))), times("-1")),
        ("one step more is far", (SEEN, 0, 1), lambda last: last + 1),
        ("one step less is near", (SEEN, 1, slice(0, 2)), lambda _: [8, 8]),
        ("a bound", (SEEN, 1, 4, 1), lambda _: "1/100000"),
        ("too few bits", (BITS,), lambda _: 9),
        ("a range of no steps", (SEEN, 0, slice(0, 2)), lambda _: [3, 2]),
        ("nothing is seen", (SEEN,), lambda _: []),
    ]:
        forged = changed(FOLLOWED, ("orbits", 0, *place), change)
        assert not safely(all_good, forged), name
    assert boxes.iv.prec == 80


def test_a_root_is_a_change_of_sign(tmp_path):
    check = quoted_roots(lambda: [("root of 2, plus one", ROOT, "2.41421")])
    found = certified_by(check)
    assert (found["statements to recheck"], found["statements only said"]) == (1, 0)
    assert recheck(found, tmp_path)[0] == 0
    (proof,) = found["checks"]
    for name, place, change in [
        ("an end moved beyond the root", (2, 1), lambda _: "1"),
        ("the ends turned round", (2,), lambda ends: ends[::-1]),
        ("another equation", (3,), lambda zero: ["+", zero, ["rational", "1/100"]]),
        ("another value", (4,), lambda value: ["*", ["rational", "-1"], value]),
        ("a digit of the printed number", (5, 0), lambda _: "2.41422"),
        ("the printed number from above", (5, 1), lambda _: "2.41421"),
        ("a pole is no root", (3,), lambda zero: ["^", zero, ["rational", "-1"]]),
    ]:
        assert not safely(all_good, changed(proof, ("roots", 0, *place), change)), name
    with pytest.raises(ArithmeticError, match="no change of sign between 2 and 3"):
        replace(ROOT, low=2, high=3).ball()
    in_the_middle = replace(ROOT, zero=x - sp.Rational(3, 2)).between
    assert in_the_middle[0] < Fraction(3, 2) < in_the_middle[1]


STATEMENTS = {
    "cells": lambda: certified(Exhaustive(lambda: [("a cell", 1, 1)], data=True)),
    "roots": lambda: certified_by(quoted_roots(lambda: [("root", ROOT, "2.41421")])),
    "orbits": lambda: {"checks": [copy.deepcopy(FOLLOWED)], "statements to recheck": 1},
    "identities": lambda: certified(CHECKS["cases"]),
    "orders": lambda: certified(Exhaustive(orders)),
    "signs": lambda: certified(CHECKS["signs"]),
    "boxes": lambda: certified(CHECKS["listed"]),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_shortened_list_is_refused(name, tmp_path):
    """A certificate states how many statements it makes."""
    whole = STATEMENTS[name]()
    assert recheck(whole, tmp_path)[0] == 0
    del whole["checks"][0][name][0]
    status, said = recheck(whole, tmp_path)
    refused = {"signs": 2, "boxes": 3}.get(name, 1)  # those left do not cover the domain
    assert (status, said.count("REFUSED"), "statements, not" in said) == (REFUSED, refused, True)


def test_a_folder_without_a_certificate_and_a_missing_file_say_so(tmp_path):
    assert judged_in([tmp_path])[0] == 2
    assert "no certificate" in judged_in([tmp_path])[1]
    status, said = judged_in([tmp_path / "nowhere"])
    assert (status, said.count("\n")) == (REFUSED, 2)


EXACT = {
    **{kind: CHECKS[kind] for kind in ("identity", "cases", "derivative")},
    "recursion": Exhaustive(recursion),
    "means": Exhaustive(means),
}


@pytest.mark.parametrize("kind", EXACT)
def test_every_constant_of_an_identity_matters(kind):
    """Each number changed by a thousandth, one at a time."""
    (check,) = certified(EXACT[kind])["checks"]
    assert all_good(check)
    assert len([*places(check)]) > 5
    for place in places(check):
        assert not safely(all_good, changed(check, place, times("1001/1000"))), place


@pytest.mark.parametrize(
    ("make", "factors"),
    [
        (lambda: certified(CHECKS["signs"])["checks"][0], ("1001/1000", "999/1000")),
        (lambda: certified(CHECKS["growth"])["checks"][0], ("1001/1000", "999/1000")),
        (lambda: FOLLOWED, ("3/2", "1/2")),
    ],
    ids=["signs", "growth", "orbit"],
)
def test_every_constant_of_a_tight_inequality_matters(make, factors):
    """Each number changed up or down: one of the two makes it false."""
    check, far_by_much = make(), ("orbits", 0, SEEN, 0, 4)
    assert all_good(check)
    assert len([*places(check)]) > 2
    for place in places(check):
        forged = [changed(check, place, times(factor)) for factor in factors]
        assert place[:5] == far_by_much or not all(safely(all_good, one) for one in forged), place


def test_a_forged_identity_is_refused(tmp_path):
    certificate = certified(CHECKS["cases"])
    assert recheck(certificate, tmp_path)[0] == 0
    forged = changed(certificate, ("checks", 0, "identities", 0, 2), lambda _: ["rational", "2"])
    status, said = recheck(forged, tmp_path)
    assert (status, said.count("REFUSED")) == (REFUSED, 1)


@pytest.mark.parametrize(
    ("name", "change", "why"),
    [
        ("signs", lambda c: {"strict": True}, "equal at L = 1"),
        ("signs", lambda c: {"along": []}, "no end from which it grows"),
        ("signs", lambda c: {"along": [["x", "2"]]}, "an end that is none"),
        ("signs", lambda c: {"signs": [{"x": ["0", "1"], "L": ["0", "1"]}]}, "false below L = 1"),
        ("signs", lambda c: {"signs": [{"x": ["0", "2"], "L": ["1", "oo"]}]}, "beyond x = 1"),
        ("signs", lambda c: {"signs": [c["signs"][0]] * 2}, "the end L = 1 is missing"),
        ("signs", lambda c: {"signs": c["signs"][:1]}, "the end L = 1 is missing"),
        ("signs", lambda c: {"domain": c["domain"] | {"L": "(-oo, oo)"}}, "beyond the boxes"),
        ("signs", lambda c: {"domain": {"x": "(0, 1)"}}, "a symbol without a domain"),
        ("listed signs", lambda c: {"signs": [c["signs"][0]] * 2}, "L = 2 is missing"),
        ("listed signs", lambda c: {"domain": c["domain"] | {"L": "{1, 3}"}}, "another value"),
        ("listed", lambda c: {"domain": c["domain"] | {"L": "{1, 2, 4}"}}, "another value"),
        ("listed", lambda c: {"domain": c["domain"] | {"x": "[1/2, 2]"}}, "a wider interval"),
        ("listed", lambda c: {"boxes": [c["boxes"][0]] * 3}, "L = 2 is missing"),
        ("inequality", lambda c: {"domain": c["domain"] | {"x": "(-oo, oo)"}}, "beyond the box"),
    ],
)
def test_signs_and_boxes_that_do_not_cover_the_domain_are_refused(name, change, why):
    (check,) = certified(CHECKS[name])["checks"]
    assert all_good(check)
    assert not all_good(check | change(check)), why


def test_a_forged_inequality_is_refused():
    """In a piece of its box, an end of the box, or its margin."""
    (check,) = certified(CHECKS["inequality"])["checks"]
    piece, node = ("boxes", 0, 1), check["boxes"][0][1]
    while node[0] == "cut":
        piece, node = (*piece, 3), node[3]
    for name, place, change in [
        ("a lower end above the truth", (*piece, 1), lambda low: str(float(low) * (1 + 1e-6))),
        ("an upper end below the truth", (*piece, 2), lambda high: str(float(high) * (1 - 1e-6))),
        ("an enclosure that is not positive", (*piece, 1), lambda _: "-1"),
        ("another box", ("boxes", 0, 0, "x", 0), lambda _: "9/10"),
        ("a margin that changes sign", ("margin",), lambda m: ["+", m, ["rational", "-1/5"]]),
    ]:
        assert not safely(all_good, changed(check, place, change)), name


def test_nonsense_is_one_line(tmp_path):
    texts = ["", "[1", "[]", '{"checks": [1]}', '{"checks": [{"boxes": [1]}]}']
    for i, text in enumerate(texts):
        (tmp_path / f"nonsense{i}.json").write_text(text, encoding="utf-8")
    status, said = judged_in([tmp_path])
    *lines, _ = said.splitlines()
    assert (status, [line.count("no certificate") for line in lines]) == (REFUSED, [1] * len(texts))


def rational(text):
    return ["rational", text]


def squared(times):
    """Steps that square a number again and again: its digits double with each."""
    names = [f"s{i}" for i in range(times)]
    first = ["s0", ["+", rational("3"), rational("4")]]
    rest = [[b, ["*", ["symbol", a], ["symbol", a]]] for a, b in itertools.pairwise(names)]
    return {"steps": [first, *rest], "identities": [["x", ["symbol", names[-1]], ONE]]}


WHOLE = {"domain": {"x": "[0, 1]"}, "margin": ["symbol", "x"], "strict": False}
ONE = ["rational", "1"]
HOSTILE = {
    "a rational beyond all memory": {"identities": [["x", rational("1e999999999"), ONE]]},
    "many digits": {"identities": [["x", rational("9" * 10**6), ONE]]},
    "code": {"identities": [["x", rational("__import__('os').system('touch hit')"), ONE]]},
    "a huge power": {"identities": [["x", ["^", rational("3"), rational("9" * 12)], ONE]]},
    "a power of a sum": {
        "identities": [
            ["x", ["^", ["+", ["symbol", "a"], ["symbol", "b"]], rational("99999999")], ONE]
        ]
    },
    "a root of a product of large primes": {
        "identities": [["x", ["^", rational("1000000016000000063"), rational("1/2")], ONE]]
    },
    "doubling digits": squared(60),
    "a lower end": {"low": {"x": "1e999999999"}, "identities": [["x", ONE, rational("1/2")]]},
    "an end of a box": {
        **WHOLE, "boxes": [[{"x": ["0", "1"]}, ["1e999999999", "2e999999999"]]]
    },
    "a piece of a box": {**WHOLE, "boxes": [[{"x": ["0", "1e99999999"]}, ["at", "0", "1"]]]},
    "a long orbit": {
        "orbits": [["x", "x", rational("1"), ["symbol", "x"], 80,
                    [[0, 10**15, 10**14, rational("0"), rational("2")]]]]
    },
    "nested without end": {"identities": [["x", json.loads("[" * 900 + "]" * 900), ONE]]},
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_certificate_is_refused_at_once(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    started = time.process_time()
    status, said = recheck({"checks": [HOSTILE[kind]], "statements to recheck": 1}, tmp_path)
    assert time.process_time() - started < 1
    assert status == 1
    assert "no certificate (" in said
    assert not (tmp_path / "hit").exists()


def test_a_file_without_end_is_refused():
    status, said = judged_in(["/dev/zero"])
    assert (status, "more than 64 MiB" in said) == (1, True)
