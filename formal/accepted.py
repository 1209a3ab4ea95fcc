"""The record of accepted claims against the claims, the files and what Coq says."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from depthlaws.base.paper_folders import paper_folders
from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.formal import (
    RECORD,
    Accepted,
    Record,
    digest,
    parts,
    sentence_of,
    whole_record,
)
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.engine.statement.coq_names import theorem_of

Known = Mapping[str, tuple[Claim, str]]
THEOREM = re.compile(r"^Theorem (claim_[a-z0-9_]+) :$", re.MULTILINE)
PINS = """\
(* Written by `python formal/check.py` from the trees of the claims, beside their theorems. *)
From Coq Require Import Reals ZArith.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import real_sums gaussian.
From Depthlaws Require {modules}.
Open Scope R_scope.
"""


def record() -> Record:
    """The records of all papers as they are committed."""
    return whole_record()


def rows(known: Known, texts: Mapping[str, str]) -> list[Accepted]:
    """Rows of all theorems about claims in files, without their axioms."""
    claims = {theorem_of(name): name for name in known}
    found = []
    for file, text in sorted(texts.items()):
        for theorem in THEOREM.findall(text) if file.startswith("claims_") else ():
            if theorem in claims:
                claim, proposition = known[claims[theorem]]
                said = sentence_of(claim)
                count = len(parts(claim))
                row = Accepted(claim.id, theorem, file, [], digest(proposition), said, count)
                found.append(row)
    return found


def unchanged(
    old: Record, found: Sequence[Accepted], texts: Mapping[str, str], basis: Sequence[str]
) -> list[Accepted]:
    """Rows of a record whose files, and all that they rest on, are those that Coq accepted."""
    same = {name for name, sha in old.files.items() if digest(texts.get(name, "")) == sha}
    if any(name in old.files and name not in same for name in basis):
        return []
    now = {(row.claim, row.file, row.theorem, row.statement): row for row in found}
    keys = [(row.claim, row.file, row.theorem, row.statement) for row in old.claims.values()]
    files = {row.file for row in old.claims.values()}
    whole = {
        f for f in files & same if {k for k in now if k[1] == f} == {k for k in keys if k[1] == f}
    }
    return [
        row
        for row, key in zip(old.claims.values(), keys, strict=True)
        if row.file in whole and key in now
    ]


def as_statements(found: Sequence[Accepted]) -> list[dict[str, Any]]:
    """Rows as those of statements.toml."""
    keep = ("file", "theorem", "axioms")
    return [
        {k: v for k, v in asdict(row).items() if k in keep}
        | {"id": row.claim, "says": row.sentence, "differences": []}
        for row in found
    ]


def pins(known: Known, found: Sequence[Accepted]) -> str:
    """Coq file that states every proposition again, as the claims print it now."""
    modules = sorted({row.file.removesuffix(".v") for row in found})
    checks = [
        f"Check ({row.file.removesuffix('.v')}.{row.theorem} :\n{known[row.claim][1]}).\n"
        for row in found
        if row.claim in known
    ]
    return PINS.format(modules=" ".join(modules)) + "".join(checks)


def differences(old: Record, known: Known, texts: Mapping[str, str]) -> Iterator[str]:
    """One line for each way in which record, claims and files do not agree."""
    again = "run `python formal/claims.py`, then `python formal/check.py --accept`"
    there = {row.claim: row for row in rows(known, texts)}
    for name, row in old.claims.items():
        claim, proposition = known.get(name, (None, ""))
        if digest(proposition) != row.statement:
            now = claim.sentence if claim is not None else "no claim with a Coq proposition"
            yield f"{name}: its statement changed, so that it is PROVED only; {again}"
            yield f"    accepted: {row.sentence}"
            yield f"    now:      {now}"
        elif name not in there or (there[name].file, there[name].theorem) != (
            row.file,
            row.theorem,
        ):
            yield f"{name}: {row.file} has no theorem {row.theorem}; {again}"
        elif there[name].statements != row.statements:
            now = there[name].statements
            yield f"{name}: it has {now} statements, not {row.statements}; {again}"
    for name in there.keys() - old.claims.keys():
        yield f"{name}: its theorem is in no row of coq_accepted.json; {again}"
    for file, sha in old.files.items():
        if file not in texts or digest(texts[file]) != sha:
            yield f"{file}: not the file that Coq accepted; {again}"


def write(found: Sequence[Accepted], texts: Mapping[str, str], basis: Sequence[str]) -> None:
    """Write what Coq has just accepted into the record of each paper."""
    for folder in paper_folders():
        own = {c.id for module in folder.modules("claims") for c in ledger.claims_of(module)}
        rows = [row for row in found if row.claim in own]
        if not rows and not (folder.path / RECORD).is_file():
            continue
        files = sorted({*basis, *(row.file for row in rows)})
        whole = {
            "files": {name: digest(texts[name]) for name in files},
            "claims": [asdict(row) for row in rows],
        }
        text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
        (folder.path / RECORD).write_text(text, encoding="utf-8")
