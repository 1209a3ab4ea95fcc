"""Give claims their verdicts: stored ones first, the rest in parallel, each within its time.

A result is stored the moment it is found, so an interrupted run resumes where it stopped and a
second run is instant. The key is the claim, the seed and the meaning of all sources that its
module reaches; what is undecided is not stored.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from depthlaws import _workers as workers
from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.closure import Sources
from depthlaws.claims.engine.judge import BUDGET_S, one_line, run_claim
from depthlaws.claims.engine.reading import Reader
from depthlaws.claims.engine.records import Evidence, Result, Verdict
from depthlaws.claims.engine.report import Report

__all__ = ["verify"]

GRACE_S = 5.0  # what does not stop so long after its budget is killed with its process
JUDGE = "depthlaws.claims.engine.judge"  # decides together with the claim's own module

Question = tuple[Any, ...]


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

    ``jobs`` worker processes (-1: one a core; 0: this process, for a debugger: a claim that kills
    its process ends it), ``budget`` seconds a claim (while other programs have the processor they
    do not count), ``fresh`` ignores stored results.

    Raises: UnknownNameError; ValueError for a budget that is not positive and finite, a negative
    seed, or names that select no claim.

    >>> from depthlaws import claims
    >>> claims.verify(["CHAIN-E5"], jobs=0).counts["PROVED"]
    1
    """
    if not 0 < budget < math.inf:
        msg = f"budget must be a positive number of seconds, got {budget}"
        raise ValueError(msg)
    if seed < 0:
        msg = f"seed must be 0 or above, got {seed}"
        raise ValueError(msg)
    book = ledger.book()
    chosen, store = book.select(names), Store("verdicts")
    found: dict[str, Result] = {}
    questions: list[Question] = []
    keys: dict[str, str] = {}
    meanings = {
        module: book.sources.digest(book.sources.needed([module, JUDGE]))
        for module in {book.module_of[entry.id] for entry in chosen}
    }
    for entry in chosen:
        module = book.module_of[entry.id]
        keys[entry.id] = key_of("verdict", entry.id, seed, meanings[module])
        stored = None if fresh else _stored(store.load(keys[entry.id]), entry.id, book.sources)
        if stored is None:
            questions.append((module, entry.id, seed, budget))
        else:
            found[entry.id] = stored
            progress(stored)
    reader = Reader(book.sources)
    for (module, name, *_), answer in workers.answers(
        _verdict,
        questions,
        jobs=jobs,
        limit=lambda question: question[-1] + GRACE_S,
        group=lambda question: question[0],  # claims of a file share what they have simulated
    ):
        result = _failed(book, name, answer) if isinstance(answer, workers.Failure) else answer
        reads = sorted({*result.reads, *reader.named(module, name)})
        result = replace(result, reads=tuple(reads))
        _keep(store, keys[name], result, book.sources)
        found[name] = result
        progress(result)
    notes = tuple(note for note in dict.fromkeys((book.note, store.note)) if note)
    return Report(chosen, [found[c.id] for c in chosen], seed=seed, notes=notes)


def _verdict(module: str, name: str, seed: int, budget: float) -> Result:
    """Answer one question in a worker."""
    (claim,) = [c for c in ledger.claims_of(module) if c.id == name]
    workers.started()
    return run_claim(claim, seed=seed, budget=budget)


def _failed(book: ledger.Book, name: str, failure: workers.Failure) -> Result:
    found = Evidence(Verdict.UNKNOWN, one_line(failure.why), {}, "the run")
    return Result(name, Verdict.UNKNOWN, (found,), (), book.entries[name].erratum, 0.0)


def _keep(store: Store, key: str, result: Result, sources: Sources) -> None:
    """Store a result, with the modules of formulas that it read by names made up at run time."""
    if result.verdict != Verdict.UNKNOWN:
        also = sorted({sources.ids()[name] for name in result.reads if name in sources.ids()})
        content = asdict(result) | {"also": also, "meaning": sources.digest(sources.needed(also))}
        store.save(key, content)


def _stored(content: Any, name: str, sources: Sources) -> Result | None:
    """Result from its JSON, or None for another shape, claim or meaning."""
    try:
        if content["meaning"] != sources.digest(sources.needed(content["also"])):
            return None
        fields = {k: v for k, v in content.items() if k not in {"also", "meaning"}}
        for part in ("evidence", "cross_evidence"):
            rows = [row | {"verdict": Verdict(row["verdict"])} for row in fields[part]]
            fields[part] = tuple(Evidence(**row) for row in rows)
        fields |= {"verdict": Verdict(fields["verdict"]), "reads": tuple(fields["reads"])}
        found = Result(**fields)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return found if found.id == name and found.verdict != Verdict.UNKNOWN else None
