"""Certificates are accepted by an engine that shares no code with ours; forged ones are not."""

import ast
import contextlib
import copy
import io
import itertools
import json
import operator as op
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb

from depthlaws.claims.engine import certificates, coq, written_checks
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Inequality, Quoted
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.ledger import claim
from depthlaws.claims.engine.recheck import boxes, judge
from depthlaws.claims.engine.recheck.calculus import Calculus
from depthlaws.claims.engine.recheck.sums import number
from depthlaws.claims.engine.recorded import Recorded, tree_of
from depthlaws.claims.engine.records import Claim, Context, Evidence, Result, Verdict
from depthlaws.claims.engine.roots_and_orbits import Orbit, Root, quoted_roots
from depthlaws.claims.engine.stated import D, at, gaussian_mean, integral, lim, total, worked_out
from depthlaws.claims.engine.trees import in_steps, tree
from depthlaws.theory import updates
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE as ANY
from depthlaws.theory.symbolic.domain import UNIT, Interval

REFUSED = 1
FROM_ONE = Interval(1, sp.oo, right_open=True)
x, y, L = sp.symbols("x y L", positive=True)
POSITIVE = Interval(sp.Rational(1, 4), 4)


def powers():
    """Powers with a symbolic exponent, a sum in the denominator, a logarithm."""
    left = (x * y) ** (1 - 1 / L) / (x + y) + sp.log(x**L)
    right = x * y / (x * y) ** (1 / L) / (y + x) + L * sp.log(x)
    return left, right


def cases():
    yield "a square", (x + 1) ** 2, x**2 + 2 * x + 1
    yield "roots", sp.sqrt(8), 2 * sp.sqrt(2)
    yield "multiplied out", (x + y) * (x - y), x**2 - y**2
    yield "a sum", sum(sp.Rational(1, n) for n in (2, 3, 6)), sp.Integer(1)
    yield "a truth", True


def slopes():
    """Derivatives of a product, a power with a symbolic exponent, a logarithm."""
    value = x**L * sp.exp(-x * y) / (1 + x) + sp.log(1 + x)
    return D(value, x), sp.diff(value, x)


def bernoulli():
    return L * (1 - x) - sp.Rational(1, 2), ">=", sp.Rational(1, 2) - x**L


def sinh():
    return 3 * (sp.exp(2 * y) - 1), ">", 6 * y


def margin():
    return sp.log(x), "<", x - sp.Rational(9, 10)


CHECKS = {
    "identity": Identity(powers, {x: POSITIVE, y: POSITIVE, L: Interval(1, 40)}),
    "cases": Exhaustive(cases),
    "derivative": Identity(slopes, {x: POSITIVE, y: POSITIVE, L: Interval(1, 40)}),
    "signs": Inequality(bernoulli, {x: UNIT, L: FROM_ONE}, along=((x, 1), (L, 1))),
    "growth": Inequality(sinh, {y: ANY}, along=((y, 0),)),
    "listed signs": Inequality(bernoulli, {x: UNIT, L: [1, 2]}, along=((x, 1),)),
    "inequality": Certify(margin, {x: (sp.Rational(1, 2), 2)}),
    "listed": Certify(lambda: (x**L, ">", x / 2), {x: (1, 2), L: [1, 2, sp.Rational(7, 2)]}),
}


PROVED = Evidence(Verdict.PROVED, "")


def certified(check, evidence=PROVED):
    """Certificate of a toy claim with one check."""
    toy = Claim(id="CHAIN-E1", source=CHAIN.eq(1), says="A toy.", checks=(check,))
    result = Result("CHAIN-E1", evidence.verdict, (evidence,), (), False, 0.0)
    return certificates.certificate(toy, result)


def certified_by(check):
    """Certificate with what the check itself finds."""
    return certified(check, check.run(Context()))


def stranger(folder):
    """What a stranger's Python says of a folder of certificates, in which recheck stands."""
    line, options = [sys.executable, "-E", "-m", "recheck", "."], {"text": True, "check": False}
    return subprocess.run(line, cwd=folder, capture_output=True, timeout=120, **options)


def judged_in(paths):
    """Status and output of the rechecker, run in this process."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = judge.main(paths)
    return status, said.getvalue()


def recheck(certificate, folder):
    """Status and output of the rechecker for one certificate."""
    path = folder / "certificate.json"
    path.write_text(json.dumps(certificate), encoding="utf-8")
    return judged_in([path])


def test_a_stranger_accepts_what_was_proved(tmp_path):
    (tmp_path / "recheck").mkdir()
    for path in certificates.RECHECKER:
        shutil.copy(path, tmp_path / "recheck")
    for kind, check in CHECKS.items():
        text = json.dumps(certified(check))
        (tmp_path / f"{kind}.json").write_text(text, encoding="utf-8")
    done = stranger(tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.endswith(f" in {len(CHECKS)} of {len(CHECKS)} files\n")


def test_both_sides_of_a_case_are_written_as_the_check_writes_them():
    """Not as 7 = 7: from the numbers and the products that they are computed of."""
    certificate = certified(CHECKS["cases"])
    (check,) = certificate["checks"]
    labels = {row[0] for row in check["identities"]}
    assert {"multiplied out", "a sum"} <= labels
    half = next(row for row in check["identities"] if row[0] == "a sum")[1]
    assert all(["rational", f"1/{n}"] in half or f"1/{n}" in str(half) for n in (2, 3, 6))
    assert certificate["statements to recheck"] == len(labels)
    assert ["a truth"] in check["only said"]
    assert certificate["statements only said"] == len(check["only said"]) == 5 - len(labels)


def recursion():
    """Two steps of x -> x/2 + x^2 in recorded numbers, beside what they come to."""
    third = Recorded(1, 3)
    once = third / 2 + third**2
    yield "one step", once, Fraction(5, 18)
    yield "two steps", once / 2 + once**2, Fraction(5, 36) + Fraction(25, 324)


def test_a_recursion_is_printed_step_by_step():
    proof = written_checks.cases(Exhaustive(recursion))
    assert (len(proof["identities"]), proof["only said"]) == (2, [])
    assert len(proof["steps"]) == 6


def test_a_check_that_needs_its_results_is_written_with_them():
    """A case that looks at the terms of an expansion: it comes out as it was proved."""
    terms = lambda: [("terms", sp.Integer(len(sp.expand((x + 1) ** 2).args)), sp.Integer(3))]  # noqa: E731
    found = written_checks.cases(Exhaustive(terms))
    assert found["only said"] == [["terms", ["rational", "3"], ["rational", "3"]]]
    assert sp.expand((x + 1) ** 2) == x**2 + 2 * x + 1  # SymPy is itself again


def test_a_form_that_takes_too_long_is_left_out(monkeypatch):
    """Multiplied out by hand here, a power would keep a stranger busy for ever."""
    monkeypatch.setattr(written_checks, "TIME_LIMIT_S", 0.2)
    high = sum(sp.symbols("z:40", positive=True)) ** 9
    power = ["power", high, high + 1]
    found = written_checks.rows([power], lambda: [power], {})
    assert (found["identities"], len(found["only said"])) == ([], 1)
    assert not written_checks.accepted({"identities": [["", tree(high), tree(high + 1)]]})


def test_a_derivative_stays_one_for_a_stranger():
    (check,) = certified(CHECKS["derivative"])["checks"]
    assert "slope" in json.dumps(check["identities"])


def limits():
    """A limit at infinity, one from below, an infinite one, one of a power of e."""
    yield "at oo", lim((3 * L**2 + L) / (L**2 + 5), L, sp.oo), sp.Integer(3)
    yield "from below", lim((1 - x**2) / (1 - x), x, 1, "-"), sp.Integer(2)
    yield "infinite", lim(2 * L, L, sp.oo), sp.oo
    yield "fading", lim(L**3 * sp.exp(-L / 2) + 7, L, sp.oo), sp.Integer(7)
    yield "any positive power", lim(x ** (y + 1) + 7, x, 0), sp.Integer(7)
    yield "outgrown logarithm", lim(sp.sqrt(x) * sp.log(x) ** 2 + 7, x, 0), sp.Integer(7)


def integrals():
    """An integral, an improper one, a sum with a symbol as its last index."""
    yield "a square", integral(3 * x**2, (x, 0, 2)), sp.Integer(8)
    density = x * sp.exp(-(x**2) / 2)
    yield "half a Gaussian", integral(density, (x, 0, sp.oo)), sp.Integer(1)
    k = sp.Symbol("k")
    yield "squares", total(k**2, (k, 1, L)), L * (L + 1) * (2 * L + 1) / 6


def orders():
    yield "roots", sp.sqrt(2) + sp.sqrt(3), "<", sp.pi + sp.Rational(1, 100)
    yield "logarithms", sp.log(3) / sp.log(2), ">=", sp.Rational(3, 2)
    yield "symbols", (1 + x) ** 2, ">", 1 + 2 * x
    yield "a sum", sum(sp.Rational(1, n) for n in (2, 3, 7)), "<=", sp.Integer(1)
    yield "words", "up", "==", "up"


DEFINED = {"limits": Exhaustive(limits), "integrals": Exhaustive(integrals)}


@pytest.mark.parametrize("kind", DEFINED)
def test_limits_integrals_and_sums_are_written_as_such(kind, tmp_path):
    """Not as the number that SymPy finds: the stranger finds it from the definition."""
    found = certified(DEFINED[kind])
    assert recheck(found, tmp_path)[0] == 0
    (check,) = found["checks"]
    assert (len(check["identities"]), check["only said"]) == (len([*DEFINED[kind].cases()]), [])
    for label, left, right in check["identities"]:
        forged = ["+", right, ["rational", "1/1000"]] if label != "infinite" else left[1]
        assert not all_good(check | {"identities": [[label, left, forged]]}), label


Z = ["symbol", "z"]
INVERSE_SQUARE = ["^", Z, ["rational", "-2"]]
MINUS_INVERSE = ["*", ["rational", "-1"], ["^", Z, ["rational", "-1"]]]


NEAR_ZERO = ["z", ["rational", "0"], "1"]
UNDEFINED = {
    "a pole between the ends": (
        ["integral", INVERSE_SQUARE, "z", ["rational", "-1"], ["rational", "1"], MINUS_INVERSE]
    ),
    "no antiderivative": ["integral", Z, "z", ["rational", "0"], ["rational", "1"], Z],
    "no antidifference": ["total", Z, "z", ["rational", "1"], ["rational", "3"], Z],
    "no limit": ["limit", ["^", ["+", Z, ["rational", "1"]], ["symbol", "L"]], "L", ["oo"], "1"],
    "a power of any sign": ["limit", ["^", Z, ["symbol", "L"]], *NEAR_ZERO],
    "a logarithm of 0": ["limit", ["log", Z], *NEAR_ZERO],
    "no polynomial": ["mean", ["exp", Z], ["rational", "1"], "z"],
    "a root": ["mean", ["^", Z, ["rational", "1/2"]], ["rational", "1"], "z"],
}


@pytest.mark.parametrize("kind", UNDEFINED)
def test_what_is_not_defined_or_not_known_is_refused(kind):
    with pytest.raises(ValueError, match=r"pole|limit|polynomial|not the (integrand|summand)"):
        all_good({"identities": [["", UNDEFINED[kind], ["rational", "-2"]]]})


def test_orders_are_judged_and_words_are_only_said(tmp_path):
    found = certified(Exhaustive(orders))
    assert recheck(found, tmp_path)[0] == 0
    (check,) = found["checks"]
    assert (len(check["orders"]), check["only said"]) == (4, [["words"]])
    for label, left, relation, right in check["orders"]:
        turned = {"<": ">", ">": "<", "<=": ">", ">=": "<"}[relation]
        assert not all_good({"orders": [[label, left, turned, right]]}), label
    close = ["+", check["orders"][0][1], ["rational", "1/150"]]
    assert not all_good({"orders": [["roots", close, "<", check["orders"][0][3]]]})


def means():
    """Gaussian means: of a fourth power, and of a square with a symbol in it."""
    u, v = sp.symbols("u v")
    yield "fourth power", gaussian_mean((u + 2 * v) ** 4, [u, v], sp.Rational(1, 5)), sp.Integer(3)
    yield "a square", gaussian_mean((u + x) ** 2, [u], 7), x**2 + 7


def test_what_is_only_said_says_why():
    one = claim("AMMUP-X18")
    proved = (Evidence(Verdict.PROVED, ""),) * len(one.checks)
    found = certificates.certificate(one, Result(one.id, Verdict.PROVED, proved, (), False, 0.0))
    assert found["statements only said"] > 0
    assert found["why only said"] == one.only_said != ""
    whole = certified(CHECKS["identity"])
    assert "why only said" not in whole


def test_every_statement_only_said_has_a_reason():
    """Where a claim gives none: the cause of each, counted."""
    rows = [("yes", True), ("no", "a", "==", "a"), ("alike", x, x), ("one", 1, 1)]
    found = certified(Exhaustive(lambda: rows))
    assert found["why only said"] == f"2: {certificates.SIDES_EQUAL}; 2: {certificates.YES_NO}"
    opaque = certified(Exhaustive(lambda: [("it differs", sp.beta(x, 1), 1 / x)]))
    assert opaque["why only said"] == f"1: {certificates.NOT_SEEN}"


ORBIT = Orbit(y, sp.sqrt(sp.Rational(1, 10)), law("chain-gd-step", v=y, k=sp.Rational(3, 2), L=2))
FAR = (range(9), sp.Rational(1, 1000), sp.Abs(1 - y**2))
NEAR = ([9], sp.Abs(1 - y**2), sp.Rational(1, 1000))
FOLLOWED = {"orbits": [ORBIT.row("nine steps", FAR, NEAR)]}
START, STEP, BITS, SEEN = 2, 3, 4, 5


def test_an_orbit_is_followed_in_intervals():
    assert all_good(FOLLOWED)
    for name, place, change in [
        ("a digit of the start", (START, 1, 1), lambda _: "1/100"),
        ("a sign of the step", (STEP, *next(places(FOLLOWED["orbits"][0][STEP]))), _times("-1")),
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


ROOT = Root(x, x**2 - 2, x + 1, "1", "2")


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


def test_a_proof_that_a_stranger_refuses_is_only_said():
    wrong = ROOT.row("root of 2, plus one", "2.41431")
    rows = [("root of 2, plus one", ROOT.ball(), "2.41421")]
    found = certified_by(Quoted(lambda: rows, proof=lambda: [("roots", wrong)]))
    assert (found["statements to recheck"], found["statements only said"]) == (0, 1)


def test_cells_of_a_table_are_compared_and_it_says_that_no_more_is_shown(tmp_path):
    rows = [("a cell", Fraction(1, 2), sp.Rational(1, 2)), ("words", "Adam", "==", "Adam")]
    found = certified(Exhaustive(lambda: rows, data=True))
    assert (found["statements to recheck"], found["statements only said"]) == (2, 0)
    assert found["checks"][0]["note"] == written_checks.DATA
    assert recheck(found, tmp_path)[0] == 0
    for place, forged in ((0, "1/3"), (1, "SGD")):
        one = changed(found, ("checks", 0, "cells", place, 2), lambda _, new=forged: new)
        assert recheck(one, tmp_path)[0] == REFUSED


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


@pytest.mark.parametrize("z", ["1/2", "1/10", "1/1000"])
@pytest.mark.parametrize("a", ["2/3", "1/64", "-1/3"])
def test_intervals_of_lerch_and_digamma_hold_them(z, a):
    found = boxes.enclosed(tree(sp.lerchphi(sp.Rational(z), 1, sp.Rational(a))), {})
    with mpmath.workdps(40):
        point, ratio = (mpmath.mpf(q.numerator) / q.denominator for q in map(Fraction, (z, a)))
        assert mpmath.lerchphi(point, 1, ratio) in found
        digamma = boxes.enclosed(tree(sp.polygamma(0, sp.Rational(a))), {})
        assert mpmath.digamma(ratio) in digamma
    assert found.delta < 1e-19
    assert digamma.delta < 1e-13


def test_lerch_series_come_from_hypergeometric_functions():
    z, a = sp.Rational(1, 2), sp.Rational(1, 3)
    found = boxes.enclosed(tree(sp.hyper((1, a), (a + 1,), z)), {})
    assert mpmath.mpf("1.1814367760594") in found + boxes.iv.mpf([-1e-12, 1e-12])
    with pytest.raises(TypeError, match="no Lerch series"):
        tree(sp.hyper((1, a), (a + 2,), z))
    for outside in (
        tree(sp.lerchphi(2, 1, a)),
        tree(sp.lerchphi(z, 2, a)),
        ["polygamma", ["rational", "1"], ["rational", "1/3"]],
        ["polygamma", ["rational", "0"], ["rational", "-29/3"]],
    ):
        with pytest.raises(ValueError, match="of another order, or"):
            boxes.enclosed(outside, {})


def test_only_functions_that_are_known_are_enclosed():
    for unknown in ("floor", "mpf", "gamma", "Infinity"):
        args = [["rational", "1"]] * (unknown != "Infinity")
        with pytest.raises(KeyError, match=unknown):
            boxes.enclosed([unknown, *args], {})
    euler = boxes.enclosed(tree(sp.EulerGamma), {})
    assert mpmath.mpf("0.57721566490153286") in euler + boxes.iv.mpf([-1e-16, 1e-16])


HALF, NOTHING = sp.Rational(1, 2), ["+", ["rational", "1"], ["rational", "-1"]]


def identities():
    """Both sides of identities that the rechecker knows."""
    for value, arc in itertools.product((-1, -HALF, 0, HALF, 1), (sp.asin, sp.acos)):
        yield [arc.__name__, ["rational", str(value)]], arc(value)
    for turn in ("0", "1/6", "-1/4", "1/3", "1/2", "2/3", "-5/4", "1", "7", "11/6"):
        yield ["cos", ["*", ["rational", turn], ["pi"]]], sp.cos(sp.Rational(turn) * sp.pi)
    yield ["^", NOTHING, ["rational", "1/2"]], sp.Integer(0)
    f, g = sp.Function("f")(x), sp.Function("g")(x)
    yield slope(f / g), slope(f) / g - f / g**2 * slope(g)
    yield slope(sp.Function("f")(x**2)), ["*", ["f'", tree(x**2)], tree(2 * x)]
    value = ["at", tree(x**2 * y), "x", tree(y**2)]  # of y^5; x is bound
    yield ["slope", value, "y"], 5 * y**4
    yield ["slope", value, "x"], sp.Integer(0)
    yield sp.tanh(sp.atanh(x)), x
    yield sp.exp(2 * sp.atanh(x)), (1 + x) / (1 - x)
    yield sp.Subs(sp.Derivative(sp.log(1 + y * x), x, x), x, 0), -(y**2)
    yield sp.Abs(1 / (1 + x) - 1), x / (1 + x)


def slope(expr):
    return sp.Derivative(expr, x, evaluate=False)


def written(side):
    return side if isinstance(side, list) else tree(side)


@pytest.mark.parametrize("sides", [*identities()], ids=str)
def test_an_identity_holds_and_with_a_thousandth_more_it_does_not(sides):
    left, right = map(written, sides)
    low = {"x": "0", "y": "0"}
    assert all_good({"low": low, "identities": [["", left, right]]})
    more = ["+", right, ["rational", "1/1000"]]
    assert not all_good({"low": low, "identities": [["", left, more]]})


@pytest.mark.parametrize(
    "left",
    [
        ["asin", ["rational", "1/3"]],
        ["cos", ["*", ["rational", "1/5"], ["pi"]]],
        ["^", NOTHING, ["rational", "0"]],
        ["^", NOTHING, ["rational", "-1/2"]],
    ],
    ids=str,
)
def test_a_value_that_is_not_known_is_refused(left):
    assert not safely(all_good, {"identities": [["", left, ["rational", "0"]]]})


def test_exact_energies_carry_the_record_on():
    """The solver in rationals counts in the numbers that it is given."""
    options = {"width": 3, "outputs": 2, "part": "total"}
    recorded = updates.energies("plain", 2, label_variance=Recorded(1), **options)
    assert recorded == updates.energies("plain", 2, label_variance=Fraction(1), **options)
    assert all(len(in_steps([["", tree(energy)]])["steps"]) > 10 for energy in recorded)


def test_steps_that_both_sides_share_are_worked_out():
    """Both sides are one recursion: its steps, and the number that they come to."""
    walk = [case[1] for case in recursion()]
    found = written_checks.cases(Exhaustive(lambda: [("alike", value, value) for value in walk]))
    assert (len(found["identities"]), found["only said"]) == (2, [])
    assert all(label.endswith("both sides") for label, *_ in found["identities"])
    assert all_good(found)
    turned = [("sums", x + y, y + x)]
    assert written_checks.cases(Exhaustive(lambda: turned))["identities"] == []


@pytest.mark.parametrize("b", [Recorded(-3, 7), Fraction(-3, 7), 4], ids=type)
@pytest.mark.parametrize(
    "act", [op.add, op.sub, op.mul, op.truediv, lambda a, b: a**4 - abs(b), lambda a, b: -a / b]
)
def test_a_fraction_is_what_its_steps_make_of_it(act, b):
    a = Recorded(2, 5)
    for left, right in ((a, b), (b, a)):
        found = act(left, right)
        assert type(found) is Recorded
        assert number(Calculus({}).read(tree_of(found))) == Fraction(found)
        assert found == act(Fraction(left), Fraction(right))


def safely(judge_it, found):
    try:
        return judge_it(found)
    except (ArithmeticError, LookupError, ValueError):
        return False


def test_a_folder_without_a_certificate_and_a_missing_file_say_so(tmp_path):
    assert judged_in([tmp_path])[0] == 2
    assert "no certificate" in judged_in([tmp_path])[1]
    status, said = judged_in([tmp_path / "nowhere"])
    assert (status, said.count("\n")) == (REFUSED, 2)


def places(tree, path=()):
    """Yield where the rational constants of a certificate are."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from places(value, (*path, key))
    elif isinstance(tree, list) and tree[:1] == ["rational"]:
        yield (*path, 1)
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from places(value, (*path, i))


def changed(certificate, place, change):
    forged = copy.deepcopy(certificate)
    inner = forged
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = change(inner[place[-1]])
    return forged


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
        assert not safely(all_good, changed(check, place, _times("1001/1000"))), place


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
        forged = [changed(check, place, _times(factor)) for factor in factors]
        assert place[:5] == far_by_much or not all(safely(all_good, one) for one in forged), place


def test_a_forged_identity_is_refused(tmp_path):
    certificate = certified(CHECKS["cases"])
    assert recheck(certificate, tmp_path)[0] == 0
    forged = changed(certificate, ("checks", 0, "identities", 0, 2), lambda _: ["rational", "2"])
    status, said = recheck(forged, tmp_path)
    assert (status, said.count("REFUSED")) == (REFUSED, 1)


def _times(factor):
    """Number times a factor; 0 becomes a thousandth."""
    return lambda q: str(sp.Rational(q) * sp.Rational(factor) or "1/1000")


def all_good(check):
    return all(good for _, good in judge.judged(check))


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


def test_what_is_written_alike_on_both_sides_is_no_evidence(tmp_path):
    """We computed both: a stranger learns nothing from 7/2 = 7/2."""
    check = Exhaustive(lambda: [("ours", sp.Rational(7, 2), sp.Rational(7, 2)), ("a truth", True)])
    found = certified(check)
    assert recheck(found, tmp_path)[0] == 2  # nothing to judge is no success
    assert (found["statements to recheck"], found["statements only said"]) == (0, 2)


def test_nonsense_is_one_line(tmp_path):
    texts = ["", "[1", "[]", '{"checks": [1]}', '{"checks": [{"boxes": [1]}]}']
    for i, text in enumerate(texts):
        (tmp_path / f"nonsense{i}.json").write_text(text, encoding="utf-8")
    status, said = judged_in([tmp_path])
    *lines, _ = said.splitlines()
    assert (status, [line.count("no certificate") for line in lines]) == (REFUSED, [1] * len(texts))


ENGINES = {"json", "sys", "math", "fractions", "itertools", "pathlib", "mpmath", "re"}
ENGINES |= {"collections", "functools", "hashlib", "random"}


@pytest.mark.parametrize("program", certificates.RECHECKER, ids=lambda path: path.name)
def test_a_rechecker_is_short_and_stands_alone(program):
    source = program.read_text(encoding="utf-8")
    tree = ast.parse(source)
    quoted = {
        line
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    code = [n for n, line in enumerate(source.splitlines(), 1) if line.strip() and n not in quoted]
    assert len(code) <= 200
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and not n.level}
    assert names <= ENGINES
    inner = {n.level for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert inner <= {0, 1}  # nothing beyond its own folder


def test_exact_numbers_lie_between_what_rounds_to_the_printed_digits(tmp_path):
    """Two orders for each; a ball, whose expression is not there, is only said."""
    rows = [("root", sp.sqrt(2), "1.414"), ("logarithm", sp.log(2), "0.693")]
    check = Quoted(lambda: [*rows, ("ball", arb(2).sqrt(), "1.414")])
    found = certified_by(check)
    assert (found["statements to recheck"], found["statements only said"]) == (4, 1)
    assert [row["what"] for row in found["checks"][0]["quoted"]] == ["ball"]
    assert recheck(found, tmp_path)[0] == 0
    orders = found["checks"][0]["orders"]
    above = next(i for i, row in enumerate(orders) if row[0] == "root, above")
    forged = changed(found, ("checks", 0, "orders", above, 1), lambda _: ["rational", "1.4143"])
    assert recheck(forged, tmp_path)[0] == REFUSED


def test_values_of_different_expressions_at_one_place_differ():
    """SymPy's own take both second slopes of x y at x = y = 1 for one value, and add it twice."""
    here = {x: 1, y: 1}
    first, second = at(D(x * y, x, 2), here), at(D(x * y, x, y), here)
    assert first != second
    assert worked_out(first + second) == 1
    assert at(x, here) == at(x, here)


def test_an_inexact_number_has_no_certificate():
    with pytest.raises(TypeError, match=r"0\.5"):
        tree(sp.Float("0.5") * x)


def test_coq_gets_a_lemma_for_every_box():
    text = coq.theory(certified(CHECKS["listed"]))
    assert text.count("Lemma chain_e1_") == 3
    assert "(sqrt x ^ 7)" in text  # x^(7/2)
    assert "forall x : R, (1) <= x <= (2) ->" in text


def test_coq_text_names_what_the_tactic_does_not_know():
    check = Certify(lambda: (sp.besseli(0, x), ">", sp.Integer(0)), {x: (1, 2)})
    with pytest.raises(coq.NoCoqTextError, match="besseli"):
        coq.theory(certified(check))


def test_a_folder_of_certificates_stands_alone(tmp_path):
    """The command writes it; a stranger's Python, in that folder, rechecks it."""
    folder = tmp_path / "certificates"
    command = [sys.executable, "-m", "depthlaws", "verify", "CHAIN-E2", "--certificates", folder]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    assert {p.name for p in folder.iterdir()} == {"CHAIN-E2.json", "summary.txt", "recheck"}
    assert (folder / "summary.txt").read_text().startswith("1 claims. A stranger can recheck every")
    done = stranger(folder)
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("in 1 of 1 files\n")


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
