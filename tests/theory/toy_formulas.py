"""Symbols and formulas of no paper."""

import sympy as sp

from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, REAL, UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula

x, y, z = sp.symbols("x y z", positive=True)
r = sp.Symbol("r", real=True)
n = sp.Symbol("n", integer=True, positive=True)
k = sp.Symbol("k", integer=True)
COUNT = Interval(1, sp.oo, integer=True, right_open=True)


def make(expr, *symbols, name="f", **options):
    domains = {x: POSITIVE, y: POSITIVE, z: UNIT, r: REAL, n: COUNT}
    domain = options.pop("domain", {s: domains[s] for s in symbols})
    return Formula(id=name, says="A test.", source=CHAIN.eq(1), domain=domain, expr=expr, **options)


QUOTIENT = x**2 / y


def quotient():
    return make(QUOTIENT, domain={x: POSITIVE, y: DEPTH})
