"""Certificates are accepted by an engine that shares no code with ours; forged ones are not."""

import ast
import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from depthlaws.claims.engine import certificates, coq
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval

RECHECK = Path(certificates.__file__).with_name("recheck.py")
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
    yield "a truth", True


def margin():
    return sp.log(x), "<", x - sp.Rational(9, 10)


CHECKS = {
    "identity": Identity(powers, {x: POSITIVE, y: POSITIVE, L: Interval(1, 40)}),
    "cases": Exhaustive(cases),
    "inequality": Certify(margin, {x: (sp.Rational(1, 2), 2)}),
    "listed": Certify(lambda: (x**L, ">", x / 2), {x: (1, 2), L: [1, 2, sp.Rational(7, 2)]}),
}


def certified(check):
    claim = Claim(id="CHAIN-E1", source=CHAIN.eq(1), says="A toy.", checks=(check,))
    evidence = Evidence(Verdict.PROVED, "")
    return certificates.certificate(
        claim, Result("CHAIN-E1", Verdict.PROVED, (evidence,), (), False, 0.0)
    )


def recheck(certificate, folder):
    path = folder / "certificate.json"
    path.write_text(json.dumps(certificate), encoding="utf-8")
    command = [sys.executable, "-I", str(RECHECK), str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("kind", CHECKS)
def test_a_stranger_accepts_what_was_proved(kind, tmp_path):
    done = recheck(certified(CHECKS[kind]), tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 of 0" not in done.stdout


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


@pytest.mark.parametrize("kind", ["identity", "cases"])
def test_every_constant_of_an_identity_matters(kind, tmp_path):
    """Each number changed by a thousandth, one at a time."""
    certificate = certified(CHECKS[kind])
    found = [*places(certificate)]
    assert len(found) > 5
    for place in found:
        forged = changed(certificate, place, lambda q: str(sp.Rational(q) * 1001 / 1000))
        assert recheck(forged, tmp_path).returncode == 1, place


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
        assert recheck(forged, tmp_path).returncode == 1, name


def test_nothing_to_judge_is_not_success(tmp_path):
    assert recheck({"claim": "CHAIN-E1", "checks": []}, tmp_path).returncode == 1


def test_the_rechecker_is_short_and_stands_alone():
    source = RECHECK.read_text(encoding="utf-8")
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
    assert names == {"json", "math", "sys", "fractions", "mpmath"}


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
    assert {p.name for p in folder.iterdir()} == {"CHAIN-E2.json", "recheck.py"}
    done = subprocess.run(
        [sys.executable, "-I", "recheck.py", "CHAIN-E2.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
