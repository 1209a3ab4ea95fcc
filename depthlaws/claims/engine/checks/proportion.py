"""Frequency of an event against its probability, by the exact binomial distribution."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from depthlaws.claims.engine.checks.common import POWER, UndecidedError
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["Proportion"]

TAIL_SHARE = {"==": 0.5, ">=": 1.0, "<=": 1.0}  # part of the false-alarm rate in a tested tail


@dataclass(frozen=True)
class Proportion:
    """Events counted in independent trials, against their probability or a bound on it.

    ``count(seed)`` returns (events, trials), ``truth()`` the probability p. ``relation`` says what
    is claimed of the true probability: "==" p, ">=" p or "<=" p. A true statement is refuted with
    at most the probability ``alarm``, by the exact binomial distribution; the evidence says the
    smallest change of p that is refuted with probability 99 %.

    >>> import random
    >>> from depthlaws.claims.engine import Context
    >>> def heads(seed):
    ...     rng = random.Random(seed)
    ...     return sum(rng.random() < 0.5 for _ in range(1000)), 1000
    >>> print(Proportion(heads, lambda: 0.5).run(Context()).verdict)
    SUPPORTED
    >>> print(Proportion(heads, lambda: 0.6).run(Context()).verdict)
    REFUTED
    """

    count: Callable[[int], tuple[int, int]]
    truth: Callable[[], float]
    what: str = ""
    relation: str = "=="
    alarm: float = 1e-6
    factor: float = 1.0

    def run(self, context: Context) -> Evidence:
        events, trials = (int(x) for x in self.count(context.seed))
        p = float(self.truth()) * self.factor
        try:
            low, high = self._range(events, trials, p)
        except UndecidedError as doubt:
            return Evidence(Verdict.UNKNOWN, str(doubt))
        sees = self._sees(low, high, trials, p)
        data = {
            "events": events,
            "trials": trials,
            "p": p,
            "not refuted": [low, high],
            "false alarm rate": self.alarm,
            "sees absolutely": sees,
            "sees": sees / p if p else float("inf"),
        }
        sensitivity = f"a probability that differs by {sees:.2g} would be refuted (99 %)"
        summary = f"{events} of {trials}, claimed {self.relation} {p:.6g}; "
        summary += sensitivity if sees < 1 else "no outcome could refute it"
        summary += f", a true one in one of {1 / self.alarm:,.0f} runs"
        verdict = Verdict.SUPPORTED if low <= events <= high else Verdict.REFUTED
        if verdict.green and sees >= 1:
            verdict = Verdict.UNKNOWN  # no outcome could refute it
        return Evidence(verdict, summary, data)

    def _range(self, events: int, trials: int, p: float) -> tuple[int, int]:
        """Smallest and largest count that do not refute the statement."""
        from scipy import stats

        if not (0 <= events <= trials and trials > 0 and 0 <= p <= 1):
            msg = f"no comparison: {events} events in {trials} trials, probability {p}"
            raise UndecidedError(msg)
        tail = TAIL_SHARE[self.relation] * self.alarm
        low = int(stats.binom.ppf(tail, trials, p)) if self.relation != "<=" else 0
        high = int(stats.binom.isf(tail, trials, p)) if self.relation != ">=" else trials
        return max(low, 0), min(high, trials)

    def _sees(self, low: int, high: int, trials: int, p: float) -> float:
        """Smallest change of the probability that is refuted with probability POWER, else 1."""
        from scipy import stats

        # Clopper-Pearson: the probability whose tail beyond the range is POWER.
        below = stats.beta.ppf(1 - POWER, low, trials - low + 1) if low else -1.0
        above = stats.beta.ppf(POWER, high + 1, trials - high) if high < trials else 2.0
        gaps = [p - below] * (low > 0) + [above - p] * (high < trials)
        return float(max(gaps)) if gaps else 1.0

    def mutants(self) -> "Iterator[tuple[str, Proportion]]":
        if self.relation != "==":  # a bound may hold with a margin, the reversed one cannot
            turned = {"<=": ">=", ">=": "<="}[self.relation]
            yield f"{self.relation} became {turned}", replace(self, relation=turned)
            return
        for label, factor in {"doubled": 2.0, "halved": 0.5}.items():
            if 0 < self.truth() * factor < 1:
                yield f"probability {label}", replace(self, factor=factor)
