"""Run the checks of one claim and combine their evidence."""

import _weakrefset
import contextlib
import functools
import gc
import itertools
import signal
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Any

from depthlaws.base.clock import clock
from depthlaws.base.strict_json import jsonable
from depthlaws.base.threads import one_blas_thread
from depthlaws.claims.engine.formal import coq_text
from depthlaws.claims.engine.outcomes import Outcomes
from depthlaws.claims.engine.records import Check, Claim, Context, Evidence, Result, Verdict
from depthlaws.claims.engine.verdicts import combine
from depthlaws.theory.symbolic.registry import reading

BUDGET_S = 120.0
AGAIN_S = 1.0  # between two rings of an alarm
WEAK_REFERENCES = (weakref.__file__, _weakrefset.__file__)  # their callbacks are functions there
MAX_SUMMARY = 500  # characters


class BudgetSpentError(BaseException):
    """Time is up. It is no Exception, so that no library between swallows it."""


class StepSpentError(BudgetSpentError):
    """The time of one step is up, in seconds of the processor."""


def _drops_errors(frame: FrameType | None) -> bool:
    """True within a destructor, or a callback of a weak reference or of the garbage collector."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        code = frame.f_code
        if code in callbacks or code.co_name == "__del__" or code.co_filename in WEAK_REFERENCES:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def alarm(seconds: float, *, of_processor: bool = False) -> Iterator[None]:
    """Raise BudgetSpentError after some seconds, in the main thread of a POSIX system.

    Elsewhere only the checks watch their deadline. Seconds are those of
    :mod:`depthlaws.base.clock`; with ``of_processor`` they are of processor time only. It rings
    again after ``AGAIN_S`` where an error would be dropped.
    """
    until = clock() + seconds

    def stop(_signal: int, frame: FrameType | None) -> None:
        if _drops_errors(frame):
            return
        left = until - clock()
        if of_processor:
            raise StepSpentError
        if left <= 0:
            raise BudgetSpentError
        signal.setitimer(timer, left, AGAIN_S)

    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and hasattr(signal, "setitimer")):
        yield
        return
    rings, timer = signal.SIGALRM, signal.ITIMER_REAL
    if of_processor:
        rings, timer = signal.SIGPROF, signal.ITIMER_PROF
    before = signal.signal(rings, stop)
    signal.setitimer(timer, seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.signal(rings, signal.SIG_IGN)  # a pending signal must not set the timer again
        signal.setitimer(timer, 0)
        signal.signal(rings, before)


def evidence(check: Check, context: Context, budget: float) -> Evidence:
    """Run one check; an error in it is evidence of nothing, so UNKNOWN with the reason."""
    kind = type(check).__name__ + (f": {what}" if (what := getattr(check, "what", "")) else "")
    context.drew, context.stated = False, None
    try:
        with alarm(budget):
            outcome = check.run(context)
    except BudgetSpentError:
        outcome = Evidence(Verdict.UNKNOWN, f"no decision within {budget:.3g} s")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SymPy and mpmath raise classes of their own; sys.exit()
        outcome = Evidence(Verdict.UNKNOWN, f"{type(error).__name__}: {error}")
    if not (
        isinstance(outcome, Evidence)
        and outcome.verdict in set(Verdict)
        and isinstance(outcome.data, Mapping)
    ):
        outcome = Evidence(Verdict.UNKNOWN, f"the check returned {outcome!r}, which is no evidence")
    sides = _sides(outcome, context)
    data = jsonable({**outcome.data, **sides} if sides else outcome.data)
    equation = outcome.equation or _equation(context)
    summary = one_line(outcome.summary)
    return Evidence(Verdict(outcome.verdict), summary, data, kind, context.drew, equation)


def one_line(text: object) -> str:
    """Text on one line of at most MAX_SUMMARY characters."""
    words = " ".join(str(text).split())
    return words if len(words) <= MAX_SUMMARY else f"{words[:MAX_SUMMARY]} ..."


def _equation(context: Context) -> str:
    """Statement of a check in symbols as MathML; empty if it cannot be shown."""
    if context.stated is None:
        return ""
    from depthlaws.theory.symbolic import mathml

    with contextlib.suppress(Exception):  # SymPy raises classes of its own
        return str(mathml.relation(*context.stated))
    return ""


def _sides(found: Evidence, context: Context) -> Mapping[str, Any]:
    """Both sides of a refuted statement at the counterexample, in numbers."""
    if context.stated is None or found.verdict != Verdict.REFUTED or "point" not in found.data:
        return {}
    from depthlaws.claims.engine.stated import worked_out
    from depthlaws.theory.symbolic import mathml

    left, relation, right = context.stated
    try:
        left, right = (
            mathml.value(worked_out(side), found.data["point"]) for side in (left, right)
        )
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return {}
    return {"left": left, "relation": relation, "right": right}


def run_claim(
    claim: Claim,
    *,
    seed: int = 0,
    budget: float = BUDGET_S,
    known: Result | None = None,
    shared: Outcomes | None = None,
) -> Result:
    """Run every check of one claim, within ``budget`` seconds on :mod:`depthlaws.base.clock`.

    ``known`` is a result with another seed: checks that drew nothing there are not run again.
    ``shared`` has the outcomes of checks that earlier claims of the same run had too.
    """
    shared = Outcomes() if shared is None else shared
    started = time.monotonic()
    runs: list[list[Evidence]] = [[], [], []]
    before = (known.evidence, known.cross_evidence, known.against) if known else ((), (), ())
    with reading() as reads, one_blas_thread():  # else evidence depends on the machine
        context = Context(seed=seed, deadline=clock() + budget)
        for outcomes, checks, old in zip(
            runs, (claim.checks, claim.cross_checks, claim.against), before, strict=True
        ):
            for check, earlier in itertools.zip_longest(checks, old):
                seconds_left = max(0.1, context.deadline - clock())
                if earlier is not None and not earlier.drew:
                    outcomes.append(earlier)
                    continue
                run = functools.partial(evidence, check, context, seconds_left)
                outcome, names = shared.of(check, seed, run)
                outcomes.append(outcome)
                reads |= names
    verdict = combine([e.verdict for e in runs[0]], [e.verdict for e in runs[1]])
    seconds = time.monotonic() - started
    # Gigabytes of samples in reference cycles, too few objects to start the collector.
    gc.collect(1)
    coq = coq_text(claim) if verdict == Verdict.PROVED else ""
    evidence_of, cross_evidence, against = map(tuple, runs)
    return Result(
        claim.id,
        verdict,
        evidence_of,
        cross_evidence,
        claim.erratum,
        seconds,
        tuple(sorted(reads)),
        coq,
        against,
    )
