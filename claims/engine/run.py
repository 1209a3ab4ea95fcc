"""Run claims: in parallel, within a time budget each, cached by content.

A result is stored the moment it is found, so an interrupted run resumes where it stopped and a
second run is instant. The key is the claim, the budget, the seed and a hash of every source file
and library version that the answer depends on.
"""

import contextlib
import errno
import hashlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

import joblib
import platformdirs

from depthlaws import claims
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import (
    Check,
    Claim,
    Context,
    Entry,
    Evidence,
    Result,
    Verdict,
    combine,
)
from depthlaws.claims.engine.report import Report
from depthlaws.theory.papers import PAPERS
from depthlaws.theory.symbolic.registry import UnknownNameError

BUDGET_S = 120.0
LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint")


def _entries(_sources: str) -> dict[str, Entry]:
    return {name: claim.entry for name, claim in all_claims().items()}


def ledger() -> Mapping[str, Entry]:
    """Every claim by id without its checks: stored, so that looking needs no mathematics."""
    call, key = cached(_entries), (source_hash(),)
    return _load(call, key) or call.call(*key)[0]


def select(names: Sequence[str]) -> list[Entry]:
    """Claims of the papers and ids named (all of them if none is), with their corrections.

    Raises: UnknownNameError with the nearest three names.
    """
    known = ledger()
    chosen: dict[str, Entry] = {}
    for name in names or [*PAPERS]:
        if name in known:
            chosen[name] = known[name]
        elif name in PAPERS:
            chosen |= {c.id: c for c in known.values() if c.source.paper == name}
        else:
            raise UnknownNameError("paper or claim", name, [*PAPERS, *known])
    for entry in [*chosen.values()]:
        for other in (entry.corrected_by, entry.exact):
            if other is not None:
                chosen[other] = known[other]
    return list(chosen.values())


@lru_cache(maxsize=1)
def source_hash() -> str:
    """Hash of the sources and library versions on which every verdict depends."""
    digest = hashlib.sha256()
    root = Path(claims.__file__).parent.parent
    for package in ("theory", "sims", "claims"):
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    for library in LIBRARIES:
        digest.update(f"{library}=={version(library)}".encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Folder of stored results: $DEPTHLAWS_CACHE, or the user's cache folder."""
    return Path(os.environ.get("DEPTHLAWS_CACHE") or platformdirs.user_cache_dir("depthlaws"))


class BudgetSpentError(BaseException):
    """Time is up; not an Exception, so that no library on the way swallows it."""


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise BudgetSpentError after some seconds where the system can (POSIX, main thread).

    Elsewhere checks still watch their deadline.
    """

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise BudgetSpentError

    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and hasattr(signal, "setitimer")):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def evidence(check: "Check", context: "Context", budget: float) -> Evidence:
    """Run one check; its own failure is evidence of nothing, so UNKNOWN with the reason."""
    kind = type(check).__name__ + (f": {what}" if (what := getattr(check, "what", "")) else "")
    try:
        with alarm(budget):
            found = check.run(context)
    except BudgetSpentError:
        found = Evidence(Verdict.UNKNOWN, f"no decision within {budget:.3g} s")
    except Exception as error:  # SymPy and mpmath raise classes of their own
        found = Evidence(Verdict.UNKNOWN, f"{type(error).__name__}: {error}")
    return Evidence(found.verdict, found.summary, found.data, kind)


def run_claim(claim: Claim, *, seed: int = 0, budget: float = BUDGET_S) -> Result:
    """Run every check of one claim."""
    started = time.monotonic()
    context = Context(seed=seed, deadline=started + budget)
    runs: list[list[Evidence]] = [[], []]
    for found, checks in zip(runs, (claim.checks, claim.cross_checks), strict=True):
        for check in checks:
            left = max(0.1, context.deadline - time.monotonic())
            found.append(evidence(check, context, left))
    verdict = combine([e.verdict for e in runs[0]], [e.verdict for e in runs[1]])
    seconds = time.monotonic() - started
    return Result(claim.id, verdict, tuple(runs[0]), tuple(runs[1]), claim.erratum, seconds)


def _stored(name: str, seed: int, budget: float, _sources: str) -> Result:
    return run_claim(all_claims()[name], seed=seed, budget=budget)


def cached(function: Callable[..., Any]) -> Any:
    """Wrap a function by the content cache (joblib: atomic files, a broken one is recomputed).

    Raises: OSError naming the folder if it cannot be written.
    """
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        msg = f"cannot write the cache folder {folder}: {error.strerror}; set DEPTHLAWS_CACHE"
        raise OSError(msg) from error
    return joblib.Memory(folder, verbose=0).cache(function)


def _load(call: Any, key: tuple[Any, ...]) -> Any:
    """Stored value, or None if there is none or its file is broken (then it is removed)."""
    if not call.check_call_in_cache(*key):
        return None
    stored = call.call_and_shelve(*key)
    try:
        return stored.get()
    except Exception:  # whatever unpickling a broken file raises
        stored.clear()
        return None


def run_all(
    function: Callable[..., Any],
    keys: Iterable[tuple[Any, ...]],
    *,
    jobs: int,
    fresh: bool,
    progress: Callable[[Any], None],
) -> Iterator[Any]:
    """Yield function(*key) for all keys: stored values first, the rest in parallel as they end."""
    call, missing = cached(function), []
    for key in keys:
        stored = None if fresh else _load(call, key)
        if stored is None:
            missing.append(key)
        else:
            progress(stored)
            yield stored
    work = (joblib.delayed(_compute)(function, key) for key in missing)
    if not missing:
        return
    for result in joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(work):
        progress(result)
        yield result


def _compute(function: Callable[..., Any], key: tuple[Any, ...]) -> Any:
    return cached(function).call(*key)[0]


def verify(
    names: Sequence[str] = (),
    *,
    jobs: int = -1,
    budget: float = BUDGET_S,
    seed: int = 0,
    fresh: bool = False,
    progress: Callable[[Result], None] = lambda _: None,
) -> Report:
    """Give every selected claim its verdict.

    ``jobs`` worker processes (-1: one a core), ``budget`` seconds a claim, ``fresh`` ignores
    stored results. Raises: UnknownNameError; ValueError for a budget that is not positive.
    """
    if not budget > 0:
        msg = f"budget must be a positive number of seconds, got {budget}"
        raise ValueError(msg)
    chosen = select(names)
    keys = [(c.id, seed, budget, source_hash()) for c in chosen]
    results = {r.id: r for r in run_all(_stored, keys, jobs=jobs, fresh=fresh, progress=progress)}
    return Report(chosen, [results[c.id] for c in chosen])
