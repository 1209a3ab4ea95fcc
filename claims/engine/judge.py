"""Run the checks of one claim and combine what they find."""

import contextlib
import gc
import itertools
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Any

from depthlaws._clock import clock
from depthlaws._json import jsonable
from depthlaws.claims.engine.records import (
    Check,
    Claim,
    Context,
    Evidence,
    Result,
    Verdict,
    combine,
)
from depthlaws.theory.symbolic.registry import reading

BUDGET_S = 120.0
LONGEST = 500  # letters of a summary


class BudgetSpentError(BaseException):
    """Time is up; not an Exception, so that no library on the way swallows it."""


@contextlib.contextmanager
def alarm(seconds: float, *, of_processor: bool = False) -> Iterator[None]:
    """Raise BudgetSpentError after some seconds where the system can (POSIX, main thread).

    Elsewhere checks still watch their deadline. Seconds in which other programs have the processor
    do not count. ``of_processor``: seconds of processor time.
    """
    until = clock() + seconds

    def stop(_signal: int, _frame: FrameType | None) -> None:
        left = until - clock()
        if of_processor or left <= 0:
            raise BudgetSpentError
        signal.setitimer(timer, left)

    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and hasattr(signal, "setitimer")):
        yield
        return
    rings, timer = signal.SIGALRM, signal.ITIMER_REAL
    if of_processor:
        rings, timer = signal.SIGPROF, signal.ITIMER_PROF
    before = signal.signal(rings, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.signal(rings, signal.SIG_IGN)  # one that is on its way must not set the timer again
        signal.setitimer(timer, 0)
        signal.signal(rings, before)


def evidence(check: Check, context: Context, budget: float) -> Evidence:
    """Run one check; its own failure is evidence of nothing, so UNKNOWN with the reason."""
    kind = type(check).__name__ + (f": {what}" if (what := getattr(check, "what", "")) else "")
    context.drew, context.stated = False, None
    try:
        with alarm(budget):
            found = check.run(context)
    except BudgetSpentError:
        found = Evidence(Verdict.UNKNOWN, f"no decision within {budget:.3g} s")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SymPy and mpmath raise classes of their own; sys.exit()
        found = Evidence(Verdict.UNKNOWN, f"{type(error).__name__}: {error}")
    if not (
        isinstance(found, Evidence)
        and found.verdict in set(Verdict)
        and isinstance(found.data, Mapping)
    ):
        found = Evidence(Verdict.UNKNOWN, f"the check returned {found!r}, which is no evidence")
    sides = _sides(found, context)
    data = jsonable({**found.data, **sides} if sides else found.data)
    shown = _equation(context)
    said = one_line(found.summary)
    return Evidence(Verdict(found.verdict), said, data, kind, context.drew, shown)


def one_line(text: object) -> str:
    """What is said, on one line that a terminal can hold."""
    words = " ".join(str(text).split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST]} ..."


def _equation(context: Context) -> str:
    """What a check stated in symbols, for the page; nothing where that cannot be shown."""
    if context.stated is None:
        return ""
    from depthlaws.theory.symbolic import mathml

    with contextlib.suppress(Exception):  # SymPy raises classes of its own
        return str(mathml.relation(*context.stated))
    return ""


def _sides(found: Evidence, context: Context) -> Mapping[str, Any]:
    """Both sides of a refuted statement at the point found, in numbers."""
    if context.stated is None or found.verdict != Verdict.REFUTED or "point" not in found.data:
        return {}
    from depthlaws.theory.symbolic import mathml

    left, relation, right = context.stated
    try:
        left, right = (mathml.value(side, found.data["point"]) for side in (left, right))
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return {}
    return {"left": left, "relation": relation, "right": right}


def run_claim(
    claim: Claim, *, seed: int = 0, budget: float = BUDGET_S, known: Result | None = None
) -> Result:
    """Run every check of one claim, within ``budget`` seconds on :mod:`depthlaws._clock`.

    ``known`` is a result with another seed: what drew nothing there stands as it is.
    """
    started = time.monotonic()
    context = Context(seed=seed, deadline=clock() + budget)
    runs: list[list[Evidence]] = [[], []]
    before = (known.evidence, known.cross_evidence) if known else ((), ())
    with reading() as reads:
        for found, checks, old in zip(
            runs, (claim.checks, claim.cross_checks), before, strict=True
        ):
            for check, last in itertools.zip_longest(checks, old):
                left = max(0.1, context.deadline - clock())
                again = last is None or last.drew
                found.append(evidence(check, context, left) if again else last)
    verdict = combine([e.verdict for e in runs[0]], [e.verdict for e in runs[1]])
    seconds = time.monotonic() - started
    gc.collect(1)  # samples in cycles: gigabytes, of too few objects for the collector to start
    found = tuple(tuple(run) for run in runs)
    # pyrefly: ignore[bad-argument-count, bad-argument-type]  (two tuples)
    return Result(claim.id, verdict, *found, claim.erratum, seconds, tuple(sorted(reads)))
