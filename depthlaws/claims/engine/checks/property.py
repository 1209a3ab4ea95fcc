"""A statement tried at points of its domain."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks.common import (
    COMPARE,
    FLIPPED,
    UndecidedError,
    real_changes,
    reals,
    seeds,
    shown_point,
    truth,
)
from depthlaws.claims.engine.checks.quoted import printed_range
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["Property"]

MAX_ROUNDS = 30  # of further points, while too few meet the assumptions


@dataclass
class _Tally:
    """Counts of points needed, met and tried, the largest gap and the nearest approach."""

    needed: int
    met: int = 0
    tried: int = 0
    worst: float = 0.0
    nearest: np.ndarray | None = None
    itself: set[str] = field(default_factory=set)

    def compared(self, answer: Any) -> None:
        """Record an object that is compared with itself; one number may be in both sides."""
        if isinstance(answer, tuple) and answer[0] is answer[-1] and not isinstance(answer[0], int):
            self.itself.add(repr(answer[0]))

    def near(self, shares: np.ndarray) -> None:
        self.nearest = shares if self.nearest is None else np.maximum(self.nearest, shares)


@dataclass(frozen=True)
class Property:
    """A statement tried at distinct points of its domain, ends included.

    ``test(**point)`` returns a bool, or (left, right) to be compared by ``relation`` (equality to
    the relative tolerance ``rtol``), or None if the assumptions are not met. Listed values are run
    in all combinations, intervals at ``n`` points, then at further points until ``at_least`` of
    them (or all, if there are fewer) meet the assumptions; with too few the check is vacuous.

    ``met`` is a printed number: the largest share of its bound that an inequality takes at any
    point, for all entries together or one for each entry. It must agree to half a unit of its last
    digit, so that a bound too loose is refuted like one too tight.

    >>> from depthlaws.claims.engine import Context
    >>> from depthlaws.theory import Interval
    >>> check = Property(lambda x: (2 * x, 1 + x**2), {"x": Interval(0, 3)}, relation="<=")
    >>> print(check.run(Context()).verdict)
    SUPPORTED
    >>> loose = Property(lambda x: (x, 2.5), {"x": [1, 2]}, relation="<=", met="0.80")
    >>> print(loose.run(Context()).summary)
    holds at 2 distinct points of 2 cases; the left side reaches 0.80 of its bound, as printed
    """

    test: Callable[..., Any]
    domain: sampling.Domain
    what: str = ""
    relation: str = "=="
    met: str | tuple[str, ...] = ""
    rtol: float = 1e-12
    n: int = 100
    at_least: int = 10
    try_first: Sequence[Mapping[str, Any]] = ()
    change: Callable[[Any], Any] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        first = self._points(context.seed)
        tally = _Tally(needed=max(1, min(self.at_least, len(first))))
        for point in self._drawn(first, context.seed, tally):
            tally.tried += 1
            answer = self.test(**point)
            if answer is None:
                continue
            tally.met += 1
            tally.compared(answer)
            try:
                good, gap, shown = self._judge(answer)
            except UndecidedError as doubt:
                return Evidence(Verdict.UNKNOWN, str(doubt), {"point": shown_point(point)})
            tally.worst = max(tally.worst, gap)
            if self.relation != "==" and isinstance(answer, tuple):
                tally.near(self._shares(answer))
            if not good:
                data = {"point": shown_point(point), **shown}
                return Evidence(Verdict.REFUTED, f"fails at point {tally.met}", data)
            if context.late():
                return Evidence(Verdict.UNKNOWN, f"out of time after {tally.tried} points")
        return self._summary(tally)

    def _points(self, seed: int) -> list[Mapping[str, Any]]:
        return [*self.try_first, *sampling.points(self.domain, self.n, seed=seed)]

    def _drawn(
        self, first: Sequence[Mapping[str, Any]], seed: int, tally: "_Tally"
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the first points, then new ones while too few meet the assumptions."""
        yield from first
        drawn = {repr(point) for point in first}
        for _, more in zip(range(MAX_ROUNDS), seeds(seed), strict=False):
            if tally.met >= tally.needed:
                return
            fresh = [p for p in self._points(more) if repr(p) not in drawn]
            drawn |= {repr(point) for point in fresh}
            yield from fresh

    def _summary(self, tally: "_Tally") -> Evidence:
        size, met, tried = sampling.size_in_words(self.domain), tally.met, tally.tried
        data: dict[str, Any] = {"n": met, "tried": tried, "of": size}
        if met < tally.needed:
            what = f"{met} of {tried} points met the assumptions, {tally.needed} must"
            return Evidence(Verdict.VACUOUS, what, data)
        if len(tally.itself) > 1:
            what = f"compares one thing with itself: {', '.join(sorted(tally.itself)[:2])}"
            return Evidence(Verdict.UNKNOWN, what, data)
        if self.relation == "==":
            data["largest relative gap"] = tally.worst
        missed = f" ({tried - met} more do not meet the assumptions)" * (met < tried)
        text = f"holds at {met} distinct points of {size}{missed}"
        if tally.nearest is None:
            return Evidence(Verdict.SUPPORTED, text, data)
        return self._nearest(tally.nearest.tolist(), text, data)

    def _nearest(self, shares: list[float], text: str, data: dict[str, Any]) -> Evidence:
        """Evidence on the largest share of the bound, against the printed one."""
        data["largest share of the bound"] = shares
        if not self.met:
            return Evidence(Verdict.SUPPORTED, text, data)
        printed = [self.met] if isinstance(self.met, str) else [*self.met]
        ends = [printed_range(p, 0.5) for p in printed]
        if all(low <= s <= high for s, (low, high) in zip(shares, ends, strict=True)):
            text = f"{text}; the left side reaches {', '.join(printed)} of its bound, as printed"
            return Evidence(Verdict.SUPPORTED, text, data)
        ours = ", ".join(f"{share:.6g}" for share in shares)
        text = f"the left side reaches {ours} of its bound, not {', '.join(printed)}"
        return Evidence(Verdict.REFUTED, text, data)

    def _shares(self, answer: Any) -> np.ndarray:
        """Share of the bound that each entry takes; the largest if one number is printed.

        For two negative numbers the ratio is inverted; for opposite signs the share is 0.
        """
        left, right = np.broadcast_arrays(*self._sides(answer))
        small, large = (right, left) if self.relation in (">", ">=") else (left, right)
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.where(large > 0, small / large, large / small)
        shares = np.where((small > 0) == (large > 0), np.maximum(np.nan_to_num(shares), 0), 0.0)
        return np.atleast_1d(shares.max() if isinstance(self.met, str) else np.ravel(shares))

    def holds(self, **point: Any) -> bool | None:
        """True if the statement holds at a point; None if its assumptions are not met there."""
        answer = self.test(**point)
        return None if answer is None else self._judge(answer)[0]

    def _judge(self, answer: Any) -> tuple[bool, float, dict[str, Any]]:
        if not isinstance(answer, tuple):
            return truth(answer, "the test"), 0.0, {}
        left, right = self._sides(answer)
        shown = {"left": left.tolist(), "right": right.tolist(), "relation": self.relation}
        if self.relation != "==":
            return bool(np.all(COMPARE[self.relation](left, right))), 0.0, shown
        scale = np.maximum(np.abs(left), np.abs(right))
        same = left == right
        with np.errstate(invalid="ignore"):  # inf == inf, where the difference is NaN
            gap = np.where(same, 0.0, np.abs(left - right) / np.where(same, 1.0, scale))
        return bool(np.all(gap <= self.rtol)), float(np.max(gap)), shown

    def _sides(self, answer: tuple[Any, ...]) -> list[np.ndarray]:
        """Both sides as numbers. Raises: UndecidedError if there is nothing to compare."""
        if len(answer) != 2:
            msg = f"the test gave {len(answer)} values, not (left, right)"
            raise UndecidedError(msg)
        left, right = reals(answer[0]), self.change(reals(answer[1]))
        if not (left.size and right.size):
            msg = f"nothing to compare: shapes {left.shape} and {right.shape}"
            raise UndecidedError(msg)
        if np.isnan(left).any() or np.isnan(right).any():
            msg = f"NaN proves nothing: left {left.tolist()}, right {right.tolist()}"
            raise UndecidedError(msg)
        return [left, right]

    def mutants(self) -> "Iterator[tuple[str, Property]]":
        answers = [a for p in self._points(0) if isinstance(a := self.test(**p), tuple)]
        if not answers:
            return
        if self.relation != "==":
            flipped = FLIPPED[self.relation]
            yield f"{self.relation} became {flipped}", replace(self, relation=flipped)
            if self.met:
                yield "right side times 1.01", replace(self, change=lambda e: 1.01 * e)
                yield "right side times 0.99", replace(self, change=lambda e: 0.99 * e)
            return
        right = np.concatenate([np.ravel(np.asarray(a[1], dtype=float)) for a in answers])
        for label, change in real_changes(right):
            yield label, replace(self, change=change)
