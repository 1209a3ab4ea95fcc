"""Registered formulas inside derivatives, values and limits of a statement."""

import pytest
import sympy as sp

from depthlaws.claims.engine import Context, Verdict
from depthlaws.claims.engine.checks.inequality import prove_sign
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import Equal, Statement, at_least, interval, positive
from depthlaws.theory import Interval

v, k, L, x, w = sp.symbols("v k L x w", positive=True)
RATES = {k: positive, L: at_least(1), v: positive}
STEP = looked_up("chain-gd-step")


def _verdict(clause, for_all):
    return Statement(clause, for_all=for_all).checks[0].run(Context()).verdict


@pytest.mark.parametrize(
    "clause",
    [
        Equal(at(D(STEP, v), {v: 1}), 1 - k),
        Equal(STEP, v + k / L * (1 - v**L) * v ** (L - 1)),
        Equal(lim(looked_up("chain-effective-flow", alpha=v), L, sp.oo), v**2 * (1 - v)),
    ],
)
def test_a_formula_is_looked_up_inside_an_operation(clause):
    assert _verdict(clause, RATES) == Verdict.PROVED
    wrong = Equal(clause.left, clause.right + clause.right / 1000)
    assert _verdict(wrong, RATES) == Verdict.REFUTED


@pytest.mark.parametrize(
    ("clause", "for_all"),
    [
        (Equal(at(D(STEP, v), {v: -1}), 1 - k), RATES),
        (Equal(at(STEP, {v: x - 1}), STEP.subs(v, x - 1)), {**RATES, x: positive}),
    ],
)
def test_a_formula_outside_its_domain_proves_nothing(clause, for_all):
    assert _verdict(clause, for_all) != Verdict.PROVED


def test_a_sign_of_a_power_less_one_follows_its_base():
    above, below = (
        Interval(1, sp.oo, left_open=True),
        Interval(0, 1, left_open=True, right_open=True),
    )
    depth = Interval(1, sp.oo)
    assert prove_sign(v ** (1 / L) - 1, {v: above, L: depth}, strict=True)
    assert prove_sign(1 - v ** (1 / L), {v: below, L: depth}, strict=True)
    assert not prove_sign(
        v ** (1 / L) - 1, {v: Interval(0, sp.oo, left_open=True), L: depth}, strict=True
    )


def test_a_quotient_by_a_ball_around_zero_refutes_nothing():
    base = sp.exp(x) - sp.exp(x - w) * sp.exp(w) + 1
    clause = Equal(1 / base, 1)
    assert _verdict(clause, {x: interval(0, 900, low_open=True), w: positive}) != Verdict.REFUTED
