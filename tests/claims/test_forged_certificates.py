"""Certificates of statements with a forged part: every one is refused."""

import copy
import json

import pytest

from depthlaws.claims.engine import Context
from depthlaws.claims.engine.recheck import judge, parse, statements
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Max,
    Mean,
    Statement,
    induction,
    naturals,
    nonnegative,
    reals,
    same,
    total,
)
from tests.claims.attacks import (
    ARRAYS,
    DEPTH,
    DRAWN_BY_SIZE,
    REALS,
    STAYS,
    SUM,
    TABLE,
    L,
    N,
    S,
    W,
    a,
    b,
    d,
    i,
    j,
    k,
    low,
    n,
    q,
    r,
    s,
    t,
    u,
)

TRUE = {
    "cells": lambda: Statement(
        Exactly(same(Max(r, 2 * r), s), same(s, Max(0, r) + r)), for_all={r: reals, s: reals}
    ),
    "normal form": lambda: Statement(
        Equal(total(a[i], i) ** 2, total(a[i] * a[j], i, j)), for_all=ARRAYS
    ),
    "mean": lambda: Statement(
        Equal(Mean(total(W[i, j] * a[j], j) ** 2, W), q / d * total(a[j] ** 2, j)),
        for_all=DRAWN_BY_SIZE,
    ),
    "induction": lambda: Statement(
        Equal(S[L], total(a[t], t), by=induction(L)),
        for_all=DEPTH,
        defined=SUM,
    ),
    "visible signs": lambda: Statement(
        AtMost(r * total(a[i], i), r * total(b[i], i), because=r * total(b[i] - a[i], i)),
        for_all=ARRAYS | {r: nonnegative},
        given=(AtMost(a[i], b[i]),),
    ),
}


@pytest.fixture(scope="module")
def certificates():
    """Certificate of a proved clause by its rule."""
    made = {}
    for name, make in TRUE.items():
        (check,) = make().checks
        (made[name],) = check.certificate(check.run(Context()))["statements"]
    return made


def rehashed(raw):
    raw["hash"] = parse.digest(raw["statement"])
    return raw


def accepted(raw):
    try:
        return statements.judged(raw)
    except parse.RefusedError:
        return False


def leaves(t, at=()):
    """Places of all parts of nested lists and dictionaries."""
    parts = t.items() if isinstance(t, dict) else enumerate(t) if isinstance(t, list) else ()
    for key, part in parts:
        yield (*at, key)
        yield from leaves(part, (*at, key))


def changed(raw, at, new):
    raw = copy.deepcopy(raw)
    *path, last = at
    part = raw
    for key in path:
        part = part[key]
    part[last] = new(part[last])
    return raw


@pytest.mark.parametrize("name", TRUE)
def test_a_certificate_holds(name, certificates):
    assert accepted(certificates[name])


@pytest.mark.parametrize("name", TRUE)
def test_a_certificate_of_another_statement_is_refused(name, certificates):
    raw = certificates[name]
    assert not accepted(raw | {"hash": "0" * 64})
    assert not accepted({k: v for k, v in raw.items() if k != "earlier"})
    assert not accepted(raw | {"more": 1})


FORGED = {
    "twice a coefficient": lambda x: ["*", ["rational", "2"], x],
    "one more": lambda x: ["+", x, ["rational", "1"]],
    "a product with a head that is none": lambda x: ["prod", x],
    "a largest number": lambda x: ["max", x, x],
    "a part too many": lambda x: [*x, x],
    "a float": lambda _: ["rational", 0.5],
    "a truth": lambda _: ["rational", True],
    "a quotient by zero": lambda _: ["rational", "1/0"],
    "Arabic digits": lambda _: ["rational", "\u0661"],
    "a huge number": lambda _: ["rational", "1" + "0" * 90],
    "a power that is none": lambda x: ["^", x, ["rational", "1e99"]],
    "an inverse": lambda x: ["*", x, ["^", x, ["rational", "-1"]], x],
    "an index without a range": lambda _: ["index", 99999],
    "an index as a text": lambda _: ["index", "1"],
    "an unknown symbol": lambda _: ["symbol", "zz"],
    "an unknown array": lambda _: ["entry", "zz", ["rational", "1"]],
    "a text": lambda _: "0",
    "nothing": lambda _: [],
}


@pytest.mark.parametrize("forgery", FORGED)
def test_forged_sides_are_refused(forgery, certificates):
    for raw in certificates.values():
        for side in (0, 2):
            forged = changed(raw, ("statement", "clause", side), FORGED[forgery])
            assert not accepted(rehashed(forged))


@pytest.mark.parametrize("name", TRUE)
def test_every_part_that_is_lost_or_doubled_is_noticed(name, certificates):
    """A certificate with a part replaced by null, or a list with its last part twice."""
    raw = certificates[name]
    for at in leaves(raw["statement"]["clause"]):
        where = ("statement", "clause", *at)
        assert not accepted(rehashed(changed(raw, where, lambda _: None))), where
    for at in leaves(raw["proof"]):
        assert not accepted(changed(raw, ("proof", *at), lambda _: None)), at


def test_an_induction_that_is_none_is_refused(certificates):
    raw = certificates["induction"]
    for proof in (
        raw["proof"] | {"way": "multiple", "times": ["rational", "2"]},
        raw["proof"] | {"counter": ["symbol", "r"]},
        raw["proof"] | {"counter": ["rational", "0"]},
        raw["proof"] | {"way": "magic"},
        {"rule": "normal form"},
        {"rule": "step", "counter": raw["proof"]["counter"]},
    ):
        assert not accepted(raw | {"proof": proof})
    start = changed(raw, ("statement", "defined", 0, 1), lambda _: ["rational", "1"])
    assert not accepted(rehashed(start))


def test_signs_that_do_not_show_are_refused(certificates):
    raw = certificates["visible signs"]
    real = ["statement", "for all", [row[0] for row in raw["statement"]["for all"]].index("r"), 1]
    assert not accepted(rehashed(changed(raw, real, lambda _: None)))
    assert not accepted(rehashed(changed(raw, ("statement", "given"), lambda _: [])))
    strict = changed(raw, ("statement", "clause", 1), lambda _: "<")
    assert not accepted(rehashed(strict))
    assert not accepted(rehashed(changed(raw, ("statement", "clause", 1), lambda _: "=")))


def test_files_of_certificates_are_read_strictly(certificates, tmp_path):
    check = {"kind": "Stated", "statements": [certificates["mean"]]}
    good = {"claim": "X", "statements to recheck": 1, "checks": [check]}
    texts = {
        "good": json.dumps(good),
        "miscounted": json.dumps(good | {"statements to recheck": 2}),
        "twice a key": json.dumps(good).replace('"rule":', '"rule": "normal form", "rule":'),
        "no JSON": "{",
        "deep": "[" * 100_000,
        "empty": json.dumps({"claim": "X", "statements to recheck": 0, "checks": []}),
    }
    codes = {}
    for name, text in texts.items():
        (tmp_path / f"{name}.json").write_text(text)
        codes[name] = judge.main([tmp_path / f"{name}.json"])
    assert codes == {
        "good": 0,
        "miscounted": 1,
        "twice a key": 1,
        "no JSON": 1,
        "deep": 1,
        "empty": 2,
    }


def test_a_hypothesis_is_printed_with_its_own_places():
    """Without them it would read as a hypothesis at the one place of the clause."""
    statement = Statement(
        AtMost(u[n], total(u[k], k) + u[n], because=total(u[k] - 0, k)),
        for_all={N: naturals(1), u: reals[N]},
        given=(AtMost(0, u[n]),),
    )
    assert "with 0 <= u[n] for all 1 <= n <= N" in str(statement)


def proved(statement):
    """Certificate of the last clause of a statement that is proved."""
    check = statement.checks[-1]
    evidence = check.run(Context())
    assert str(evidence.verdict) == "PROVED"
    (raw,) = check.certificate(evidence)["statements"]
    assert statements.judged(raw)
    return raw


def with_domain(raw, name, row):
    place = [r[0] for r in raw["statement"]["for all"]].index(name)
    return rehashed(changed(raw, ("statement", "for all", place), lambda _: row))


def test_an_earlier_clause_over_another_domain_is_refused():
    raw = proved(
        Statement(
            AtMost(0, r * s, because=r * s),
            AtMost(0, r * s * 2, because=(r * s - 0) * 2),
            for_all={r: nonnegative, s: nonnegative},
        )
    )
    real = ["r", None, True, None, True, False, [], [], None]
    assert not accepted(with_domain(raw, "r", real))


def test_a_hypothesis_beyond_its_moving_range_is_refused():
    raw = proved(
        Statement(
            AtMost(0, W[low, n] * 2, because=(W[low, n] - 0) * 2),
            for_all=TABLE,
            given=(AtMost(0, W[low, n]),),
        )
    )
    numbers = {row[1]: row[0] for row in raw["statement"]["indices"]}
    swap = {numbers["low"]: numbers["n"], numbers["n"]: numbers["low"]}

    def swapped(t):
        if t[:1] == ["index"]:
            return ["index", swap[t[1]]]
        return [swapped(p) if isinstance(p, list) else p for p in t]

    forged = changed(raw, ("statement", "clause", 2), swapped)
    assert not accepted(rehashed(changed(forged, ("proof", "because"), swapped)))


def test_a_counter_off_the_whole_numbers_is_refused():
    raw = proved(
        Statement(Equal(S[L], 0, by=induction(L)), for_all={L: naturals(0)}, defined=STAYS)
    )
    for start, is_open in (("1/2", False), ("0", True)):
        row = ["L", start, is_open, None, True, True, [], [], None]
        assert not accepted(with_domain(raw, "L", row))


def test_counts_are_whole_numbers_and_no_folder_is_empty(tmp_path):
    raw = proved(Statement(Equal((r + s) ** 2, r**2 + 2 * r * s + s**2), for_all=REALS))
    whole = {"claim": "X", "statements to recheck": 1, "checks": [{"statements": [raw]}]}
    good, truth, empty = tmp_path / "good.json", tmp_path / "truth.json", tmp_path / "empty"
    good.write_text(parse.json.dumps(whole))
    truth.write_text(parse.json.dumps(whole | {"statements to recheck": True}))
    empty.mkdir()
    assert [judge.main([good]), judge.main([truth]), judge.main([good, empty])] == [0, 1, 2]
