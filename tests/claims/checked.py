"""Symbols for toy checks, and the verdicts of a check and of its mutants."""

import sympy as sp

from depthlaws.claims.engine.records import Context

x, y = sp.symbols("x y", positive=True)
t = sp.Symbol("t", real=True)
L = sp.Symbol("L", positive=True)
HALF = sp.Rational(1, 2)
NOW = Context()


def verdict(check, context=NOW):
    return check.run(context).verdict


def verdicts_of_mutants(check):
    return {label: verdict(mutant) for label, mutant in check.mutants()}
