"""Statements that Coq accepted: by their record, PROVED becomes FORMALLY PROVED.

``claims/coq_accepted.json`` of a paper has one row for each claim: the theorem, its file in
``formal/``, the axioms that Coq names, and the SHA-256 of the proposition, which is printed from
the claim's trees with all its clauses and quantifiers; and the SHA-256 of every file that Coq
compiled for them. A claim whose proposition is another one stays PROVED, and so do all claims of a
file that is another one, and claims of several statements, which Coq accepted one beside the other:
how they give the sentence is said in words. ``make formal`` compiles and compares;
``python formal/check.py --accept`` writes the records.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from depthlaws.base.paper_folders import paper_folders
from depthlaws.claims.engine.records import Claim, Result, Verdict

RECORD = Path("claims", "coq_accepted.json")  # in the folder of a paper
PROOFS = Path(__file__).parents[3] / "formal"  # of a checkout; an installed package has none
SHA = re.compile("[0-9a-f]{64}")
FILE = re.compile(r"[a-z0-9_]+\.v")
NAME = re.compile(r"claim_[a-z0-9_]+")


class RecordError(ValueError):
    """The record of accepted statements is not as it must be."""


@dataclass(frozen=True)
class Accepted:
    """One statement that Coq accepted.

    Parameters
    ----------
    claim : str
        Id of the claim.
    theorem, file : str
        Theorem, and the file of ``formal/`` in which it stands.
    axioms : list of str
        What the proof rests on, as Coq names it.
    statement : str
        SHA-256 of the proposition.
    sentence : str
        The claim's sentence when it was accepted, in words.
    statements : int
        Number of statements of which the proposition consists.
    """

    claim: str
    theorem: str
    file: str
    axioms: list[str]
    statement: str
    sentence: str
    statements: int


@dataclass(frozen=True)
class Record:
    """Accepted statements by claim, and the SHA-256 of every file that Coq compiled."""

    claims: Mapping[str, Accepted]
    files: Mapping[str, str]


def read(text: str) -> Record:
    """Read a record.

    Raises: RecordError for rows with other fields, two rows of a claim, a row whose file has no
    hash, or what is no JSON.
    """
    again = "write it again with `python formal/check.py --accept`"
    try:
        whole = json.loads(text)
        files, rows = whole["files"], [Accepted(**row) for row in whole["claims"]]
    except (ValueError, TypeError, KeyError) as error:
        msg = f"coq_accepted.json cannot be read ({error}); {again}"
        raise RecordError(msg) from error
    for name, sha in files.items():
        if not FILE.fullmatch(name) or not isinstance(sha, str) or not SHA.fullmatch(sha):
            msg = f"coq_accepted.json: {name!r} is no file with its SHA-256; {again}"
            raise RecordError(msg)
    for row in rows:
        texts = [getattr(row, f.name) for f in fields(Accepted) if f.type is str]
        good = isinstance(row.axioms, list) and all(
            isinstance(t, str) for t in (*texts, *row.axioms)
        )
        if not (
            good
            and NAME.fullmatch(row.theorem)
            and row.file in files
            and SHA.fullmatch(row.statement)
            and type(row.statements) is int
            and row.statements > 0
        ):
            msg = f"coq_accepted.json: the row of {row.claim} names no accepted theorem; {again}"
            raise RecordError(msg)
    by_claim = {row.claim: row for row in rows}
    if len(by_claim) < len(rows):
        msg = f"coq_accepted.json: two rows of one claim; {again}"
        raise RecordError(msg)
    return Record(by_claim, files)


def changed_files(record: Record, folder: Path) -> list[str]:
    """Files of a record that a folder lacks, or has with another text."""
    return [
        name
        for name, sha in record.files.items()
        if not (folder / name).is_file()
        or digest((folder / name).read_text(encoding="utf-8")) != sha
    ]


def records() -> list[Record]:
    """Return the record of each paper that has one."""
    paths = [folder.path / RECORD for folder in paper_folders()]
    return [read(path.read_text(encoding="utf-8")) for path in paths if path.is_file()]


def whole_record() -> Record:
    """Return the records of all papers as one."""
    claims = {name: row for record in records() for name, row in record.claims.items()}
    files = {name: sha for record in records() for name, sha in record.files.items()}
    return Record(claims, dict(sorted(files.items())))


@cache
def accepted() -> Mapping[str, Accepted]:
    """Statements that Coq accepted, by claim; none of a file that has changed since."""
    rows: dict[str, Accepted] = {}
    for record in records():
        changed = changed_files(record, PROOFS) if PROOFS.is_dir() else []
        if all(name.startswith("claims_") for name in changed):  # all proofs rest on the others
            rows |= {name: row for name, row in record.claims.items() if row.file not in changed}
    return rows


def parts(claim: Claim) -> tuple[Any, ...]:
    """Return the statements of a claim, in the order of its checks.

    Empty for an erratum, and for a claim with a check that is no clause of a statement, or with a
    statement that has a clause without a check: that would leave a part without a proposition.
    """
    checked: list[tuple[Any, set[int]]] = []
    for check in () if claim.erratum else claim.checks:
        form, place = getattr(check, "whole", None), getattr(check, "place", None)
        if form is None or place is None:
            return ()
        places = next((p for known, p in checked if known is form or known == form), None)
        if places is None:
            checked.append((form, {place}))
        else:
            places.add(place)
    if any(len(places) < len(form.clauses) for form, places in checked):
        return ()
    return tuple(form for form, _ in checked)


def coq_text(claim: Claim) -> str:
    """Proposition of a claim; empty where a part of it is not printed for Coq.

    Of several statements it is that all of them hold, each with its own quantifiers.
    """
    from depthlaws.claims.engine.statement.coq_statement import (
        NoCoqTextError,
        proposition,
        together,
    )

    try:
        return together([proposition(form) for form in parts(claim)])
    except NoCoqTextError:
        return ""


def sentence_of(claim: Claim) -> str:
    """Return the whole sentence of a claim: all of its statements, if it has several."""
    forms = parts(claim)
    return claim.sentence if len(forms) < 2 else " | ".join(map(str, forms))


def digest(text: str) -> str:
    """SHA-256 of a proposition."""
    return hashlib.sha256(text.encode()).hexdigest()


def tie(result: Result) -> Accepted | None:
    """Row of a result whose proposition Coq accepted; None for any other."""
    row = accepted().get(result.id) if result.coq else None
    return row if row is not None and row.statement == digest(result.coq) else None


def lifted(result: Result) -> Result:
    """Return a result as FORMALLY PROVED, if it is PROVED and Coq accepted its one statement.

    >>> from depthlaws.claims.engine.records import Result, Verdict
    >>> print(lifted(Result("CHAIN-E5", Verdict.EXACT_IN_CASES, (), (), False, 0.0)).verdict)
    EXACT IN CASES
    """
    row = tie(result) if result.verdict == Verdict.PROVED and not result.erratum else None
    whole = row is not None and row.statements == 1
    return replace(result, verdict=Verdict.FORMALLY_PROVED) if whole else result


def shown(result: Result) -> dict[str, Any] | None:
    """Return what Coq accepted of a result, or None.

    Proposition, theorem, file, axioms, and the number of its statements: if there are several, each
    step of the claim is accepted and the claim is PROVED.
    """
    proved = result.verdict in (Verdict.PROVED, Verdict.FORMALLY_PROVED) and not result.erratum
    if not proved or (row := tie(result)) is None:
        return None
    parts, told = asdict(row), ("theorem", "file", "axioms", "statements")
    return {"proposition": result.coq} | {name: parts[name] for name in told}
