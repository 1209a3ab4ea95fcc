"""Claims with checks that count their runs, and their verdicts in this process."""

import sympy as sp

from depthlaws.claims.engine import verify_claims as engine
from depthlaws.claims.engine.records import Claim, Evidence, Verdict
from depthlaws.theory.papers import CHAIN

x = sp.Symbol("x", positive=True)


class Counting:
    """Check that counts its runs and returns or raises a given answer."""

    what = "counting"

    def __init__(self, answer=Verdict.PROVED):
        self.answer, self.runs = answer, 0

    def run(self, context):
        self.runs += 1
        if isinstance(self.answer, type):
            raise self.answer("broken")
        return Evidence(self.answer, "told so", {"seed": context.seed})

    def mutants(self):
        return iter(())


class Seedless(Counting):
    """Check that never reads the seed."""

    def run(self, context):
        self.runs += 1
        return Evidence(self.answer, "told so")


def claim(name, *checks, source=None, **options):
    source = source or CHAIN.eq(1)
    words = {"quote": "as printed", "reading": "literal"}
    return Claim(id=name, source=source, says="A sentence.", checks=checks, **words | options)


def verify(*names, **options):
    """Verdicts in this process, so that checks may count."""
    return engine.verify(names, jobs=0, **options)
