"""Certificates are accepted by an engine that shares no code with ours; forged ones are not."""

import ast
import copy
import json
import subprocess
import sys

import pytest
import sympy as sp

from depthlaws.claims.engine import certificates, coq, written
from depthlaws.claims.engine import recheck as recheck_program
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Inequality
from depthlaws.claims.engine.ledger import claim
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict
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
    yield "multiplied out", sp.expand((x + y) * (x - y)), sp.expand(x**2 - y**2)
    yield "a sum", sum(sp.Rational(1, n) for n in (2, 3, 6)), sp.Integer(1)
    yield "a truth", True


def slopes():
    """Derivatives of a product, a power with a symbolic exponent, a logarithm."""
    value = x**L * sp.exp(-x * y) / (1 + x) + sp.log(1 + x)
    found = sp.diff(value, x)
    return found, value.diff(x)


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
    "inequality": Certify(margin, {x: (sp.Rational(1, 2), 2)}),
    "listed": Certify(lambda: (x**L, ">", x / 2), {x: (1, 2), L: [1, 2, sp.Rational(7, 2)]}),
}


def certified(check):
    toy = Claim(id="CHAIN-E1", source=CHAIN.eq(1), says="A toy.", checks=(check,))
    evidence = Evidence(Verdict.PROVED, "")
    return certificates.certificate(
        toy, Result("CHAIN-E1", Verdict.PROVED, (evidence,), (), False, 0.0)
    )


def recheck(certificate, folder):
    """Status and output of the recheckers: REFUSED if any refuses, 0 if any accepts."""
    path = folder / "certificate.json"
    path.write_text(json.dumps(certificate), encoding="utf-8")
    done = [
        subprocess.run(
            [sys.executable, "-I", str(program), str(path)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        for program in certificates.RECHECKERS
    ]
    said = "".join(one.stdout + one.stderr for one in done)
    assert "Traceback" not in said, said
    codes = {one.returncode for one in done}
    return (REFUSED if REFUSED in codes else min(codes)), said


@pytest.mark.parametrize("kind", CHECKS)
def test_a_stranger_accepts_what_was_proved(kind, tmp_path):
    status, said = recheck(certified(CHECKS[kind]), tmp_path)
    assert status == 0, said


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


def test_fractions_are_written_out_too():
    """A real claim that counts in Fractions: means of batches."""
    found = certificates.cases(claim("AMMUP-E25").checks[0])
    assert (len(found["identities"]), found["only said"]) == (8, [])
    forged = [
        [label, ["+", left, ["rational", "1/1000"]], right]
        for label, left, right in found["identities"]
    ]
    assert all_good(found)
    assert not any(all_good(found | {"identities": [row]}) for row in forged)


def test_a_check_that_needs_its_results_is_written_with_them():
    """A case that looks at the terms of an expansion: it comes out as it was proved."""
    terms = lambda: [("terms", sp.Integer(len(sp.expand((x + 1) ** 2).args)), sp.Integer(3))]  # noqa: E731
    found = certificates.cases(Exhaustive(terms))
    assert found["only said"] == [["terms", ["rational", "3"], ["rational", "3"]]]
    assert sp.expand((x + 1) ** 2) == x**2 + 2 * x + 1  # SymPy is itself again


def test_a_form_that_takes_too_long_is_left_out(monkeypatch):
    """Multiplied out by hand here, a power would keep a stranger busy for ever."""
    monkeypatch.setattr(written, "LONGEST_S", 0.2)
    high = sum(sp.symbols("z:40", positive=True)) ** 9
    kept, said = written.written_rows(lambda: [["power", high, high + x - x]], {})
    assert (kept, len(said)) == ([], 1)
    assert not written.accepted({"identities": [["", written.tree(high), written.tree(high + 1)]]})


def test_a_derivative_stays_one_for_a_stranger():
    (check,) = certified(CHECKS["derivative"])["checks"]
    assert "slope" in json.dumps(check["identities"])


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


@pytest.mark.parametrize("kind", ["identity", "cases", "derivative"])
def test_every_constant_of_an_identity_matters(kind):
    """Each number changed by a thousandth, one at a time."""
    (check,) = certified(CHECKS[kind])["checks"]
    found = [*places(check)]
    assert len(found) > 5
    for place in found:
        forged = changed(check, place, lambda q: str(sp.Rational(q) * 1001 / 1000 or "1/1000"))
        assert not all_good(forged), place


def test_a_forged_identity_is_refused(tmp_path):
    certificate = certified(CHECKS["cases"])
    assert recheck(certificate, tmp_path)[0] == 0
    forged = changed(certificate, ("checks", 0, "identities", 0, 2), lambda _: ["rational", "2"])
    status, said = recheck(forged, tmp_path)
    assert (status, said.count("REFUSED")) == (REFUSED, 1)


def test_every_constant_of_a_tight_inequality_matters():
    """Each number changed by a thousandth, up or down: one of the two makes it false."""
    for kind in ("signs", "growth"):
        (check,) = certified(CHECKS[kind])["checks"]
        found = [*places(check["margin"])]
        assert len(found) > 2
        for place in found:
            forged = [
                check | {"margin": changed(check["margin"], place, _times(factor))}
                for factor in ("1001/1000", "999/1000")
            ]
            assert not all(all_good(one) for one in forged), (kind, place)


def _times(factor):
    return lambda q: str(sp.Rational(q) * sp.Rational(factor))


def all_good(check):
    return all(good for _, good in recheck_program.judged(check))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"strict": True}, "equal at L = 1"),
        ({"along": []}, "no end from which it grows"),
        ({"along": [["x", "2"]]}, "an end that is none"),
        ({"signs": [{"x": ["0", "1"], "L": ["0", "1"]}]}, "false below L = 1"),
        ({"signs": [{"x": ["0", "1001/1000"], "L": ["1", "oo"]}]}, "beyond x = 1"),
    ],
)
def test_a_forged_sign_is_refused(change, why):
    (check,) = certified(CHECKS["signs"])["checks"]
    assert all_good(check)
    assert not all_good(check | change), why


def leaves(node, path=()):
    if node[0] == "piece":
        yield path
    else:
        yield from (leaf for i in (3, 4) for leaf in leaves(node[i], (*path, i)))


def test_a_forged_inequality_is_refused(tmp_path):
    certificate = certified(CHECKS["inequality"])
    (check,) = certificate["checks"]
    ((_, root),) = check["boxes"]
    piece = next(leaves(root))
    at = ("checks", 0, "boxes", 0, 1, *piece)
    for name, place, change in [
        ("a lower end above the truth", (*at, 1), lambda low: str(float(low) + 9)),
        ("an upper end below the truth", (*at, 2), lambda high: str(float(high) / 1e3)),
        ("an enclosure that is not positive", (*at, 1), lambda low: "-1"),
        ("a box where it fails", ("checks", 0, "boxes", 0, 0, "x", 0), lambda low: "9/10"),
        (
            "a margin that changes sign",
            ("checks", 0, "margin"),
            lambda m: ["+", m, ["rational", "-1/5"]],
        ),
    ]:
        forged = changed(certificate, place, change)
        if name == "a box where it fails":
            forged["checks"][0]["margin"] = ["+", forged["checks"][0]["margin"], ["rational", "-1"]]
        assert recheck(forged, tmp_path)[0] == REFUSED, name


def test_nothing_to_judge_is_not_success(tmp_path):
    assert recheck({"claim": "CHAIN-E1", "checks": []}, tmp_path)[0] == 2


def test_what_is_written_alike_on_both_sides_is_no_evidence(tmp_path):
    """We computed both: a stranger learns nothing from 7/2 = 7/2."""
    check = Exhaustive(lambda: [("ours", sp.Rational(7, 2), sp.Rational(7, 2)), ("a truth", True)])
    found = certified(check)
    assert recheck(found, tmp_path)[0] == 2
    assert (found["statements to recheck"], found["statements only said"]) == (0, 2)


@pytest.mark.parametrize(
    "text", ["", "[1", "[]", '{"checks": [1]}', '{"checks": [{"boxes": [1]}]}']
)
def test_nonsense_is_one_line(text, tmp_path):
    path = tmp_path / "nonsense.json"
    path.write_text(text, encoding="utf-8")
    program = certificates.RECHECKERS["boxes" in text]
    done = subprocess.run(
        [sys.executable, "-I", str(program), str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == REFUSED
    assert done.stdout.count("no certificate") == 1
    assert not done.stderr


ENGINES = {
    "recheck.py": {"json", "sys", "fractions", "itertools"},
    "recheck_boxes.py": {"json", "math", "sys", "fractions", "mpmath"},
}


@pytest.mark.parametrize("program", certificates.RECHECKERS, ids=lambda path: path.name)
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
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert names == ENGINES[program.name]


def test_an_inexact_number_has_no_certificate():
    with pytest.raises(TypeError, match=r"0\.5"):
        certificates.tree(sp.Float("0.5") * x)


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
    assert {p.name for p in folder.iterdir()} == {"CHAIN-E2.json", "summary.txt", *ENGINES}
    assert (folder / "summary.txt").read_text().startswith("1 claims. A stranger can recheck every")
    done = subprocess.run(
        [sys.executable, "-I", "recheck.py", "CHAIN-E2.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
