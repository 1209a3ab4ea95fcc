"""Certificates: what was proved, written so that others can recheck it without this package.

``recheck`` beside this file judges them on other engines; :mod:`.coq` writes the inequalities over
boxes for Coq.
"""

import collections
import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from depthlaws.claims.engine import coq
from depthlaws.claims.engine.ledger import claim
from depthlaws.claims.engine.records import Claim, Evidence, Result
from depthlaws.claims.engine.statement.check import Stated
from depthlaws.claims.engine.written_checks import body, judged_and_said

RECHECKER = sorted(Path(__file__).with_name("recheck").glob("*.py"))


def certificate(one: Claim, result: Result) -> dict[str, Any]:
    """Certificate of a claim that was proved or certified.

    It says of how many statements ``recheck`` judges, how many are only said, and why.
    """
    checks = [
        {"kind": type(check).__name__, "what": getattr(check, "what", "")} | _written(check, value)
        for check, value in zip(one.checks, result.evidence, strict=True)
    ]
    judged, said = (sum(counts) for counts in zip(*map(judged_and_said, checks), strict=True))
    return {
        "claim": one.id,
        "source": str(one.source),
        "says": " ".join(one.says.split()),
        "verdict": str(result.verdict),
        "statements to recheck": judged,
        "statements only said": said,
        **({"why only said": one.only_said or _why(checks)} if said else {}),
        "checks": checks,
    }


YES_NO = "a yes or no, or words, that this package's code finds"
SIDES_EQUAL = "both sides come out as the same expression, so that nothing is left to work out"
NOT_SEEN = "its sides differ, and the rechecker does not see in 5 s that they are equal"
BY_BALLS = "a number that this package's code encloses in balls"
COQ = "an inequality left to Coq: plain intervals would need too many pieces"


def _written(check: Any, found: Evidence) -> dict[str, Any]:
    if isinstance(check, Stated):
        return check.certificate(found)
    return body(check, found)


def _why(checks: Sequence[Mapping[str, Any]]) -> str:
    """Reasons, with how many statements have each."""
    causes = collections.Counter(_cause(row) for c in checks for row in c.get("only said", ()))
    for name, cause in (("quoted", BY_BALLS), ("left to Coq", COQ)):
        causes[cause] += sum(len(c.get(name, ())) for c in checks)
    causes.update(c["not rechecked"] for c in checks if "not rechecked" in c)
    return "; ".join(f"{count}: {cause}" for cause, count in causes.items() if count)


def _cause(row: Sequence[Any]) -> str:
    if len(row) == 1:
        return YES_NO
    return SIDES_EQUAL if row[1] == row[-1] else NOT_SEEN


def files(results: Iterable[Result]) -> Iterator[tuple[str, str]]:
    """Yield name and text of the files of a folder of certificates.

    A certificate for every claim that was shown without draws, Coq text for their inequalities, and
    ``recheck``, so that the folder is complete; ``summary.txt`` counts what it can judge.
    """
    yield from ((f"recheck/{p.name}", p.read_text(encoding="utf-8")) for p in RECHECKER)
    made = []
    for result in results:
        if result.verdict.without_draws:
            made.append(value := certificate(claim(result.id), result))
            yield f"{result.id}.json", json.dumps(value, indent=1) + "\n"
            with contextlib.suppress(coq.NoCoqTextError):
                yield f"{coq.module(result.id)}.v", coq.theory(value)
    yield "summary.txt", _summary(made)


def _summary(made: Sequence[Mapping[str, Any]]) -> str:
    """Counts of certificates rechecked whole, in part or not at all, and reasons for the rest."""
    rows = [(c["statements to recheck"], c["statements only said"], c) for c in made]
    whole = sum(judged > 0 and said == 0 for judged, said, _ in rows)
    part = sum(judged > 0 and said > 0 for judged, said, _ in rows)
    lines = [
        f"{c['claim']}: {said} of {judged + said}: {c['why only said']}"
        for judged, said, c in rows
        if said
    ]
    head = (
        f"{len(rows)} claims. A stranger can recheck every statement of {whole}, a part of {part}, "
        f"and of {len(rows) - whole - part} none."
    )
    return "\n".join([head, *(["Statements only said, and why:"] if lines else []), *lines, ""])
