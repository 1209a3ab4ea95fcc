"""Certificates are accepted by an engine that shares no code with ours; what is only said."""

import ast
import json
import operator as op
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest
import sympy as sp
from flint import arb

from depthlaws.claims.engine import certificates, coq, written_checks
from depthlaws.claims.engine.checks import Certify, Exhaustive, Quoted
from depthlaws.claims.engine.ledger import claim
from depthlaws.claims.engine.recheck.calculus import Calculus
from depthlaws.claims.engine.recheck.sums import number
from depthlaws.claims.engine.recorded import Recorded, tree_of
from depthlaws.claims.engine.records import Evidence, Result, Verdict
from depthlaws.claims.engine.stated import D, at, integral, lim, total, worked_out
from depthlaws.claims.engine.trees import in_steps, tree
from depthlaws.theory import updates
from tests.claims.toy_certificates import (
    CHECKS,
    REFUSED,
    ROOT,
    L,
    all_good,
    certified,
    certified_by,
    changed,
    orders,
    recheck,
    recursion,
    stranger,
    x,
    y,
)


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


def test_what_is_written_alike_on_both_sides_is_no_evidence(tmp_path):
    """We computed both: a stranger learns nothing from 7/2 = 7/2."""
    check = Exhaustive(lambda: [("ours", sp.Rational(7, 2), sp.Rational(7, 2)), ("a truth", True)])
    found = certified(check)
    assert recheck(found, tmp_path)[0] == 2  # nothing to judge is no success
    assert (found["statements to recheck"], found["statements only said"]) == (0, 2)


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
