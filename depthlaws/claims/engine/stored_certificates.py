"""Certificates stored beside the verdicts, so that a second report does not make them again."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from depthlaws.base import workers
from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.records import Result

MACHINERY = "depthlaws.claims.engine.certificates"  # makes them together with the claim's module
LIMIT_S = 5.0  # of processor time for a certificate, with the imports of a new worker


def certificates(
    results: Sequence[Result], *, jobs: int = -1, progress: Callable[[], Any] = lambda: None
) -> dict[str, str]:
    """Return the text of the certificate of each result, shown without draws, by claim.

    What takes a worker more than LIMIT_S is left out, here and in later calls: ``depthlaws verify
    --certificates`` makes it. ``progress()`` is called after each certificate.
    """
    book, store = ledger.book(), Store("certificates")
    texts, keys, questions = {}, {}, []
    for result in results:
        sources = book.sources.needed([book.module_of[result.id], MACHINERY])
        evidence = [asdict(evidence) for evidence in result.evidence]
        key = key_of("certificate", result.id, evidence, book.sources.digest(sources))
        text = store.load(key)
        if isinstance(text, str):
            texts[result.id] = text
            progress()
        else:
            keys[result.id] = key
            questions.append((result.id, result))
    made = workers.answers(_text, questions, jobs=jobs, limit=lambda _: LIMIT_S)
    for (name, _), answer in made:
        texts[name] = "" if isinstance(answer, workers.Failure) else answer
        store.save(keys[name], texts[name])
        progress()
    return {name: text for name, text in texts.items() if text}


def _text(name: str, result: Result) -> str:
    from depthlaws.claims.engine.certificates import certificate  # loads SymPy and Arb

    return json.dumps(certificate(ledger.claim(name), result), indent=1) + "\n"
