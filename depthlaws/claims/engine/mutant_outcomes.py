"""Outcomes of mutants: the checks of claims run with one formula or statement changed.

At first only refutations are sought, because a proof of a false statement takes long and fails.
Proofs are tried if no claim is refuted. A check that does not read the formula runs once a batch.
"""

import itertools
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import sympy as sp

from depthlaws.base import workers as workers
from depthlaws.base.clock import clock
from depthlaws.base.paper_folders import folder_of
from depthlaws.claims.engine import formula_mutants, ledger, run_checks
from depthlaws.claims.engine.formula_mutants import mutations
from depthlaws.claims.engine.records import Check, Context, Evidence, Verdict
from depthlaws.theory import formula
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.registry import reading

LIMIT_S = 20.0  # for a check; slower checks run only if no other refutes the mutant
MUTANTS_TRIED_AGAIN = 4  # of each formula, for a claim that no mutant refuted


class Status(StrEnum):
    """Fate of a mutant; only a survivor is a defect."""

    KILLED = "killed"  # a claim is refuted
    EQUIVALENT = "equivalent"  # the changed formula is provably the same
    TRUE = "true"  # the changed statement is itself proved: another truth, not an oversight
    UNDECIDED = "undecided"  # no claim is refuted, but one is no longer green
    SURVIVED = "survived"  # every claim is green


@dataclass(frozen=True)
class Outcome:
    """Outcome of one mutant.

    Parameters
    ----------
    subject : str
        Id of the changed formula or claim.
    change : str
        Label of the change.
    status : Status
        Fate of the mutant.
    mutated : str
        Changed expression, or label of the changed check.
    by : str
        Evidence that decided.
    killers : tuple of str
        Claims that the mutant refutes, at most two; slow claims run only if no other is refuted.
    seconds : float
        Processor time.
    """

    subject: str
    change: str
    status: Status
    mutated: str = ""
    by: str = ""
    killers: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)


def memo_tables() -> Iterator[Any]:
    """Every ``@cache`` of theory and claims except those of code, claims and mutants themselves.

    They are the names of modules: a list or a decorator of our own could miss one, and a stale
    value would hide the effect of a mutant. A test ensures that no cache is anywhere else.
    """
    without = {"depthlaws.theory.symbolic.codegen", ledger.__name__, formula_mutants.__name__}
    for name, module in [*sys.modules.items()]:
        inside = name.startswith(("depthlaws.theory.", "depthlaws.claims.")) or folder_of(name)
        if inside and name not in without:
            yield from (v for v in [*vars(module).values()] if isinstance(v, type(mutations)))


def _forget() -> None:
    """Clear all caches, so that no value outlives a change of a formula."""
    for table in memo_tables():
        table.cache_clear()


def _within(seconds: float, question: Callable[..., bool], *args: Any) -> bool:
    """Answer of a question; False if it raises or takes too long."""
    try:
        with run_checks.alarm(seconds):
            return question(*args)
    except (Exception, run_checks.BudgetSpentError):  # nothing is proved then
        return False


@dataclass(eq=False)
class Witness:
    """Check of a claim with its time limit and the number of mutants that it refuted."""

    claim: str
    check: Check
    limit: float
    kills: int = 0

    @property
    def slow(self) -> bool:
        """True if the check runs only while no other refutes the mutant."""
        return self.limit > LIMIT_S

    def run(self, seed: int, *, refuting: bool) -> tuple[Evidence, set[str]]:
        """Run the check; return its evidence and the formulas that it reads."""
        _forget()
        until = clock() + self.limit
        context = Context(seed=seed, deadline=until, refuting=refuting)
        with reading() as reads:
            outcome = run_checks.evidence(self.check, context, self.limit)
        return outcome, reads


def witnesses(name: str, limit: float) -> list[Witness]:
    """All checks of a claim with a time limit."""
    claim = ledger.all_claims()[name]
    return [Witness(name, check, limit) for check in (*claim.checks, *claim.cross_checks)]


def _refuted(changed: str, checks: list[Witness], seed: int) -> tuple[dict[str, str], str]:
    """Return at most two claims that are refuted, or the evidence of an undecided one if none is.

    Checks that refuted most mutants run first; those that do not read the formula are removed.
    """
    refuted: dict[str, str] = {}
    undecided: list[Witness] = []
    for witness in sorted(checks, key=lambda w: -w.kills):
        if witness.claim in refuted or (refuted and witness.slow):
            continue
        outcome, reads = witness.run(seed, refuting=True)
        if outcome.verdict == Verdict.REFUTED:
            witness.kills += 1
            refuted[witness.claim] = _described(witness, outcome)
            if len(refuted) == 2:
                break
        elif changed not in reads:
            checks.remove(witness)
        elif not outcome.verdict.green:
            undecided.append(witness)
    return refuted, "" if refuted else _undecided(undecided, seed)


def _undecided(checks: Sequence[Witness], seed: int) -> str:
    """Evidence of the first check that is not green when proofs are tried too."""
    for witness in checks:
        outcome, _ = witness.run(seed, refuting=False)
        if not outcome.verdict.green:
            return _described(witness, outcome)
    return ""


def _described(witness: Witness, outcome: Evidence) -> str:
    return f"{witness.claim} ({outcome.check}): {outcome.verdict}, {outcome.summary}"


Judges = tuple[tuple[str, float], ...]  # claims that use the formula, each with its time limit


def judge_formula(
    name: str, changes: tuple[str, ...], judges: Judges, seed: int
) -> tuple[Outcome, ...]:
    """Run all claims that use a formula with some of its mutants."""
    checks = [witness for judge_and_limit in judges for witness in witnesses(*judge_and_limit)]
    mutants = mutations(name)
    return tuple(_judge_mutant(formula(name), c, mutants[c], checks, seed) for c in changes)


def _judge_mutant(
    f: Formula, change: str, mutant: sp.Expr, checks: list[Witness], seed: int
) -> Outcome:
    started = time.process_time()
    status, by, killers = _fate(f, mutant, checks, seed)
    seconds = time.process_time() - started
    return Outcome(f.id, change, status, str(mutant), by, killers, seconds)


def _fate(
    f: Formula, mutant: sp.Expr, checks: list[Witness], seed: int
) -> tuple[Status, str, tuple[str, ...]]:
    """Fate of a changed formula, the evidence, and the claims that it refutes."""
    try:
        with f.replaced(mutant):
            refuted, undecided = _refuted(f.id, checks, seed)
    finally:
        _forget()
    if refuted:
        return Status.KILLED, next(iter(refuted.values())), tuple(refuted)
    # A survivor is an oversight, unless the change is none; this slow question comes last.
    differs = _within(LIMIT_S, formula_mutants.differs, f, mutant, seed)
    if not differs and _within(LIMIT_S, formula_mutants.same, f, mutant):
        return Status.EQUIVALENT, "", ()
    return (Status.UNDECIDED if undecided else Status.SURVIVED), undecided, ()


def judge_claim(name: str, reads: tuple[str, ...], limit: float, seed: int) -> tuple[Outcome, ...]:
    """First mutant of the formulas that a claim reads, of a few of each, that refutes it."""
    all_checks = witnesses(name, limit)
    for read in reads:
        checks = [*all_checks]
        for change, mutant in itertools.islice(mutations(read).items(), MUTANTS_TRIED_AGAIN):
            outcome = _judge_mutant(formula(read), change, mutant, checks, seed) if checks else None
            if outcome and outcome.status == Status.KILLED:
                return (outcome,)
    return ()


def judge_check(name: str, position: int, limit: float, seed: int) -> tuple[Outcome, ...]:
    """Run one check of a claim with changes of its own statement."""
    witness = witnesses(name, limit)[position]
    outcomes = []
    for change, mutant in witness.check.mutants():
        started = time.process_time()
        context = Context(seed=seed, deadline=clock() + limit)
        outcome = run_checks.evidence(mutant, context, limit)
        status = Status.KILLED if outcome.verdict == Verdict.REFUTED else Status.UNDECIDED
        if outcome.verdict.green:
            status = Status.TRUE if outcome.verdict.without_draws else Status.SURVIVED
        by, seconds = f"{outcome.verdict}, {outcome.summary}", time.process_time() - started
        outcomes.append(
            Outcome(name, change, status, f"{outcome.check}; {change}", by, (), seconds)
        )
    return tuple(outcomes)
