"""Outcomes of checks that several claims have: a run over many claims runs each of them once."""

from collections.abc import Callable
from typing import Any

from depthlaws.claims.engine.records import Check, Evidence
from depthlaws.claims.engine.verdicts import Verdict
from depthlaws.theory.symbolic.registry import reading


class Outcomes:
    """Outcomes of one run over many claims in a process, in which no code changes.

    Undecided ones are not kept: another claim may have more time.
    """

    def __init__(self) -> None:
        # The check is kept too, so that no other one gets its number.
        self._kept: dict[tuple[int, int, int], tuple[Check, Evidence, frozenset[str]]] = {}

    def of(
        self, check: Check, seed: int, run: Callable[[], Evidence]
    ) -> tuple[Evidence, frozenset[str]]:
        """Return the outcome of a check, and the ids of the formulas that it read.

        Parameters
        ----------
        check : Check
            The check; clauses of one statement are known by their places.
        seed : int
            Seed of the run.
        run : callable
            Runs the check, where no other claim of the run had it.
        """
        statement: Any = getattr(check, "whole", None)
        place = -1 if statement is None else getattr(check, "place", -1)
        key = (id(check if statement is None else statement), place, seed)
        if key in self._kept:
            _, outcome, names = self._kept[key]
            return outcome, names
        with reading() as read:
            outcome = run()
        if outcome.verdict != Verdict.UNKNOWN:
            self._kept[key] = (check, outcome, frozenset(read))
        return outcome, frozenset(read)
