"""Verdicts of many claims: stored ones first, the others in parallel, each within its time.

A result is stored as soon as it is there, so an interrupted run resumes and a second run is
instant. Its key is the claim, the seed and the meaning of all sources that the claim's module
reaches. Undecided results are not stored.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from depthlaws.base import workers as workers
from depthlaws.base.sources import Sources
from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.formal import lifted
from depthlaws.claims.engine.names_used import named
from depthlaws.claims.engine.outcomes import Outcomes
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.claims.engine.run_checks import BUDGET_S, one_line, run_claim

__all__ = ["verify"]

GRACE_S = 20.0  # for imports, and for a claim that stops late; then its process is killed
MACHINERY = "depthlaws.claims.engine.run_checks"  # decides together with the module of the claim

Question = tuple[Any, ...]
_NUMBERS = itertools.count()  # of the runs that this process starts


def verify(
    names: str | Claim | Sequence[str | Claim] = (),
    *,
    jobs: int = -1,
    budget: float = BUDGET_S,
    seed: int = 0,
    fresh: bool = False,
    progress: Callable[[Result], None] = lambda _: None,
) -> Report:
    """Give every selected claim its verdict.

    Parameters
    ----------
    names : sequence of str or Claim
        Keys of papers, ids of claims, and claims of your own; all papers by default. A claim of
        your own runs in this process, and its verdict is not stored.
    jobs : int
        Worker processes: -1 for one a core, 0 for this process (for a debugger; a claim that kills
        its process ends the run).
    budget : float
        Seconds of processor time for each claim, or five times as many on the clock.
    seed : int
        Seed of the sampled checks, 0 or above.
    fresh : bool
        True to ignore stored results.
    progress : callable
        Called with each result.

    Returns
    -------
    Report
        Results of the selected claims, their corrections and exact forms.

    Raises
    ------
    UnknownNameError
        For a name that is neither a paper nor a claim.
    ValueError
        For a budget that is not positive and finite, a negative seed, papers without claims, or a
        claim of your own whose id is taken.

    Examples
    --------
    >>> from depthlaws import claims
    >>> claims.verify(["CHAIN-E5"], jobs=0).counts["FORMALLY PROVED"]
    1
    """
    if not 0 < budget < math.inf:
        msg = f"budget must be a positive number of seconds, got {budget}"
        raise ValueError(msg)
    if seed < 0:
        msg = f"seed must be 0 or above, got {seed}"
        raise ValueError(msg)
    book = ledger.book()
    own, asked = _own_claims(names, book)
    stated = book.select(asked) if asked or not own else []
    chosen, store = {c.id: c for c in stated}, Store("verdicts")
    results: dict[str, Result] = {}
    for claim in own.values():
        results[claim.id] = lifted(run_claim(claim, seed=seed, budget=budget))
        progress(results[claim.id])
    questions: list[Question] = []
    keys = _keys(book, [*chosen], seed)
    for entry in chosen.values():
        module = book.module_of[entry.id]
        stored = None if fresh else _stored(store.load(keys[entry.id]), entry.id, book.sources)
        if stored is None:
            questions.append((module, entry.id, seed, budget))
        else:
            results[entry.id] = lifted(stored)
            progress(results[entry.id])
    for (module, name, *_), answer in workers.answers(
        functools.partial(_verdict, next(_NUMBERS)),
        questions,
        jobs=jobs,
        limit=lambda question: question[-1] + GRACE_S,
        group=lambda question: question[0],  # claims of a file share what they have simulated
    ):
        result = _failed(book, name, answer) if isinstance(answer, workers.Failure) else answer
        reads = sorted({*result.reads, *named(book.sources, module, name)})
        result = replace(result, reads=tuple(reads))
        _keep(store, keys[name], result, book.sources)
        results[name] = lifted(result)
        progress(results[name])
    notes = tuple(note for note in dict.fromkeys((book.note, store.note)) if note)
    entries = [claim.entry for claim in own.values()] + list(chosen.values())
    return Report(
        entries, [results[c.id] for c in entries], seed=seed, notes=notes, broken=book.broken
    )


def _own_claims(names: Any, book: ledger.Book) -> tuple[dict[str, Claim], list[str]]:
    """Claims that are given as such, and the names of the others, with those that correct them.

    Raises: ValueError for an id that is taken, TypeError for what is neither name nor claim.
    """
    if not isinstance(names, Iterable | Claim):
        msg = f"verify takes names of papers, ids of claims and claims, got {names!r}"
        raise TypeError(msg)
    given = [names] if isinstance(names, str | Claim) else list(names)
    own: dict[str, Claim] = {}
    for claim in given:
        if isinstance(claim, Claim):
            if claim.id in own or claim.id in book.entries:
                msg = f"two claims have the id {claim.id!r}; give yours an id of its own"
                raise ValueError(msg)
            own[claim.id] = claim
        elif not isinstance(claim, str):
            msg = f"verify takes names of papers, ids of claims and claims, got {claim!r}"
            raise TypeError(msg)
    if not book.broken:
        ledger.sound(dict(book.entries) | {name: claim.entry for name, claim in own.items()})
    needed = [other for claim in own.values() for other in (claim.corrected_by, claim.exact)]
    asked = [name for name in given if isinstance(name, str)]
    asked += [name for name in needed if name is not None and name not in own]
    return own, asked


def _keys(book: ledger.Book, names: Sequence[str], seed: int) -> dict[str, str]:
    """Key of each claim's result in the store."""
    modules = {name: book.module_of[name] for name in names}
    meanings = {
        module: book.sources.digest(book.sources.needed([module, MACHINERY]))
        for module in {*modules.values()}
    }
    return {name: key_of("verdict", name, seed, meanings[modules[name]]) for name in names}


def stored_results(
    names: Sequence[str], *, seed: int = 0, book: ledger.Book | None = None
) -> dict[str, Result]:
    """Return results that earlier runs stored and that still hold, without running a check.

    Parameters
    ----------
    names : sequence of str
        Ids of claims.
    seed : int
        Seed of the sampled checks.
    book : Book, optional
        The ledger, where it has been read already.

    Returns
    -------
    dict of str to Result
        Results by id; claims without a stored result are left out.
    """
    book, store = book or ledger.book(), Store("verdicts")
    keys = _keys(book, names, seed)
    stored = {name: _stored(store.load(keys[name]), name, book.sources) for name in names}
    return {name: lifted(result) for name, result in stored.items() if result is not None}


def _verdict(number: int, module: str, name: str, seed: int, budget: float) -> Result:
    """Run one claim in a worker, in the run of this number."""
    (claim,) = [c for c in ledger.claims_of(module) if c.id == name]
    return run_claim(claim, seed=seed, budget=budget, shared=_outcomes(number))


@functools.lru_cache(maxsize=1)
def _outcomes(_number: int) -> Outcomes:
    """Outcomes of a run in this process."""
    return Outcomes()


def _failed(book: ledger.Book, name: str, failure: workers.Failure) -> Result:
    evidence = Evidence(Verdict.UNKNOWN, one_line(failure.why), {}, "the run")
    return Result(name, Verdict.UNKNOWN, (evidence,), (), book.entries[name].erratum, 0.0)


def _keep(store: Store, key: str, result: Result, sources: Sources) -> None:
    """Store a result, with the modules of formulas that it read by names made up at run time."""
    if result.verdict != Verdict.UNKNOWN:
        also = sorted({sources.ids()[name] for name in result.reads if name in sources.ids()})
        content = asdict(result) | {"also": also, "meaning": sources.digest(sources.needed(also))}
        store.save(key, content)


def _stored(content: Any, name: str, sources: Sources) -> Result | None:
    """Result from its JSON form, or None for another shape, claim or meaning."""
    try:
        if content["meaning"] != sources.digest(sources.needed(content["also"])):
            return None
        fields = {k: v for k, v in content.items() if k not in {"also", "meaning"}}
        for part in ("evidence", "cross_evidence", "against"):
            rows = [row | {"verdict": Verdict(row["verdict"])} for row in fields[part]]
            fields[part] = tuple(Evidence(**row) for row in rows)
            if not all(map(_of_our_types, fields[part])):
                return None
        fields |= {"verdict": Verdict(fields["verdict"]), "reads": tuple(fields["reads"])}
        result = Result(**fields)
    except (KeyError, TypeError, ValueError, AttributeError, ImportError, OSError):
        return None
    typed = isinstance(result.seconds, int | float) and isinstance(result.erratum, bool)
    typed = typed and all(isinstance(text, str) for text in (result.coq, *result.reads))
    return result if typed and result.id == name and result.verdict != Verdict.UNKNOWN else None


def _of_our_types(evidence: Evidence) -> bool:
    """Return whether stored evidence has the types of evidence: anybody may have written it."""
    texts = (evidence.summary, evidence.check, evidence.equation)
    return isinstance(evidence.data, dict) and all(isinstance(text, str) for text in texts)
