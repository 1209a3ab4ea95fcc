"""Certificates stored beside the verdicts, so that a second report does not make them again."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.records import Result

MACHINERY = "depthlaws.claims.engine.certificates"  # makes them together with the claim's module


def certificates(
    results: Sequence[Result], progress: Callable[[], Any] = lambda: None
) -> dict[str, str]:
    """Return the text of the certificate of each result, which is PROVED or CERTIFIED, by claim.

    ``progress()`` is called after each certificate.
    """
    book, store = ledger.book(), Store("certificates")
    texts = {}
    for result in results:
        sources = book.sources.needed([book.module_of[result.id], MACHINERY])
        evidence = [asdict(evidence) for evidence in result.evidence]
        key = key_of("certificate", result.id, evidence, book.sources.digest(sources))
        text = store.load(key)
        if not isinstance(text, str):
            text = _text(result)
            store.save(key, text)
        texts[result.id] = text
        progress()
    return texts


def _text(result: Result) -> str:
    from depthlaws.claims.engine.certificates import certificate  # loads SymPy and Arb

    return json.dumps(certificate(ledger.claim(result.id), result), indent=1) + "\n"
