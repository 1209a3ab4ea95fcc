"""Verdicts: words for what checks showed, from the strongest to the weakest."""

from enum import StrEnum

__all__ = ["Verdict"]


class Verdict(StrEnum):
    """Outcome of a check, from the strongest to the weakest; the first six are green.

    >>> Verdict("CERTIFIED").green, Verdict("REFUTED").green
    (True, False)
    >>> Verdict.EXACT_IN_CASES.scope, Verdict.PROVED.scope, Verdict.EXACT_IN_CASES.without_draws
    ('cases', 'all', True)
    """

    FORMALLY_PROVED = "FORMALLY PROVED"  # PROVED, and Coq accepts the same statement
    PROVED = "PROVED"  # for every value of every symbol in the sentence, sizes included
    EXACT = "EXACT"  # finitely many cases, which the sentence names, all computed exactly
    CERTIFIED = "CERTIFIED"  # interval arithmetic over the whole box that the sentence names
    EXACT_IN_CASES = "EXACT IN CASES"  # exact at listed sizes; the sentence is wider
    SUPPORTED = "SUPPORTED"  # sampling, with its size and false-alarm rate
    EXPLORED = "EXPLORED"  # a stand-in agrees with a band that was set after its run
    REFUTED = "REFUTED"  # with the counterexample
    UNKNOWN = "UNKNOWN"  # undecided within the budget
    VACUOUS = "VACUOUS"  # no point met the assumptions
    NOT_REPRODUCED = "NOT REPRODUCED AT SIZE"  # excluded in a smaller network that stands in
    NO_POWER = "NO POWER"  # a stand-in whose error is too large to tell

    @property
    def green(self) -> bool:
        """True if the statement holds as far as this verdict says."""
        return self.without_draws or self == Verdict.SUPPORTED

    @property
    def without_draws(self) -> bool:
        """True if exact or interval arithmetic showed it, so that a certificate can be written."""
        return self in _SCOPES and self != Verdict.SUPPORTED

    @property
    def scope(self) -> str:
        """Range of the proof: "all", "cases" (named or listed), "box", "samples" or "none"."""
        return _SCOPES.get(self, "none")

    @property
    def of_stand_in(self) -> bool:
        """True if only a stand-in can have it: it neither shows nor refutes the statement."""
        return self in {Verdict.EXPLORED, Verdict.NOT_REPRODUCED, Verdict.NO_POWER}


_SCOPES = {
    Verdict.FORMALLY_PROVED: "all",
    Verdict.PROVED: "all",
    Verdict.EXACT: "cases",
    Verdict.CERTIFIED: "box",
    Verdict.EXACT_IN_CASES: "cases",
    Verdict.SUPPORTED: "samples",
}
# The weakest of several verdicts decides: a refutation outweighs everything, then doubt.
_WEAKEST_FIRST = (
    Verdict.REFUTED,
    Verdict.NOT_REPRODUCED,
    Verdict.VACUOUS,
    Verdict.UNKNOWN,
    Verdict.NO_POWER,
    Verdict.EXPLORED,
    Verdict.SUPPORTED,
    Verdict.EXACT_IN_CASES,
    Verdict.CERTIFIED,
    Verdict.EXACT,
    Verdict.PROVED,
    Verdict.FORMALLY_PROVED,
)


def weakest(verdicts: list[Verdict]) -> Verdict:
    """Verdict of a conjunction."""
    return min(verdicts, key=_WEAKEST_FIRST.index)


def combine(checks: list[Verdict], cross_checks: list[Verdict]) -> Verdict:
    """Verdict of a claim: the weakest check, weakened by each cross-check that is not green."""
    return weakest([*checks, *(v for v in cross_checks if not v.green)])
