"""Certificates of toy claims, their rechecker, and changes of one place."""

import contextlib
import copy
import io
import json
import subprocess
import sys
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine import certificates
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Inequality
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recheck import judge
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claim, Context, Evidence, Result, Verdict
from depthlaws.claims.engine.roots_and_orbits import Orbit, Root
from depthlaws.claims.engine.stated import D, gaussian_mean
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


def recursion():
    """Two steps of x -> x/2 + x^2 in recorded numbers, beside what they come to."""
    third = Recorded(1, 3)
    once = third / 2 + third**2
    yield "one step", once, Fraction(5, 18)
    yield "two steps", once / 2 + once**2, Fraction(5, 36) + Fraction(25, 324)


def orders():
    yield "roots", sp.sqrt(2) + sp.sqrt(3), "<", sp.pi + sp.Rational(1, 100)
    yield "logarithms", sp.log(3) / sp.log(2), ">=", sp.Rational(3, 2)
    yield "symbols", (1 + x) ** 2, ">", 1 + 2 * x
    yield "a sum", sum(sp.Rational(1, n) for n in (2, 3, 7)), "<=", sp.Integer(1)
    yield "words", "up", "==", "up"


def means():
    """Gaussian means: of a fourth power, and of a square with a symbol in it."""
    u, v = sp.symbols("u v")
    yield "fourth power", gaussian_mean((u + 2 * v) ** 4, [u, v], sp.Rational(1, 5)), sp.Integer(3)
    yield "a square", gaussian_mean((u + x) ** 2, [u], 7), x**2 + 7


ORBIT = Orbit(y, sp.sqrt(sp.Rational(1, 10)), law("chain-gd-step", v=y, k=sp.Rational(3, 2), L=2))
FAR = (range(9), sp.Rational(1, 1000), sp.Abs(1 - y**2))
NEAR = ([9], sp.Abs(1 - y**2), sp.Rational(1, 1000))
FOLLOWED = {"orbits": [ORBIT.row("nine steps", FAR, NEAR)]}
START, STEP, BITS, SEEN = 2, 3, 4, 5

ROOT = Root(x, x**2 - 2, x + 1, "1", "2")


def safely(judge_it, found):
    try:
        return judge_it(found)
    except (ArithmeticError, LookupError, ValueError):
        return False


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


def times(factor):
    """Number times a factor; 0 becomes a thousandth."""
    return lambda q: str(sp.Rational(q) * sp.Rational(factor) or "1/1000")


def all_good(check):
    return all(good for _, good in judge.judged(check))
