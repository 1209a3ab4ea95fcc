"""Formulas of no paper, and what becomes of their mutants."""

import io

import sympy as sp
from rich.console import Console

from depthlaws.claims.engine.mutants import mutate
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula

x, y, L = sp.symbols("x y L", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
PLACE = CHAIN.eq(1)
DOMAINS = {x: POSITIVE, y: POSITIVE, L: DEPTH, n: Interval(1, sp.oo, integer=True)}


def make(expr, *symbols, name="f", source=PLACE):
    domain = {s: DOMAINS[s] for s in symbols}
    return Formula(id=name, says="A test.", source=source, domain=domain, expr=expr)


def shown(report):
    console = Console(width=120, file=io.StringIO())
    console.print(report.table())
    return console.file.getvalue()


def run(*names, **options):
    return mutate(names, jobs=0, **options)


def of(report, subject="f"):
    return {o.change: o for o in report.outcomes if o.subject == subject}
