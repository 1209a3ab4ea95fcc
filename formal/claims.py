"""Write claims_*.v: a theorem for every claim whose proof Coq accepts, stated from its trees.

``python formal/claims.py`` writes the theorems of the accepted claims again;
``python formal/claims.py --changed`` lists those whose sentence is another one than accepted, with
both sentences; ``python formal/claims.py --try [ID ...]`` asks Coq which further claims it accepts
(minutes), and writes their theorems too.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from by_hand import SCRIPTS
from proofs import Claim as Prover
from proofs import NoProofError

from depthlaws.claims.engine.formal import RECORD, coq_text, digest, read
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.engine.statement.coq_statement import theorem_of

HERE = Path(__file__).resolve().parent
BASIS = ("kernel.v", "laurent.v", "real_sums.v", "real_laurent.v", "tactics.v", "gaussian.v")
SHARE = 30  # theorems in one file, so that a change compiles few again
HEAD = """\
(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian.
Open Scope R_scope.
"""
SECONDS = 20  # for one command of Coq while proofs are tried
OPTIONS = ("-q", "-w", "none", "-Q", ".", "Depthlaws")


def statements() -> dict[str, tuple[Claim, str]]:
    """Claims with a Coq proposition, and that proposition."""
    found = {name: (claim, coq_text(claim)) for name, claim in all_claims().items()}
    return {name: pair for name, pair in found.items() if pair[1]}


def theorem(name: str, claim: Claim, proposition: str) -> str:
    """Theorem of a claim with its proof. Raises: NoProofError where none is written."""
    script = SCRIPTS.get(name, {})
    return Prover(claim.statement, script).text(theorem_of(name), proposition)


def file_of(claim: Claim, place: int) -> str:
    """File of a claim: those of a paper, in shares."""
    paper = claim.source.paper.replace("-", "_")
    return f"claims_{paper}_{place // SHARE + 1}.v"


def written(names: Iterable[str], known: Mapping[str, tuple[Claim, str]]) -> dict[str, str]:
    """Texts of claims_*.v."""
    texts: dict[str, str] = {}
    places: dict[str, int] = {}
    for name in [n for n in known if n in set(names)]:
        claim, proposition = known[name]
        try:
            text = theorem(name, claim, proposition)
        except NoProofError as error:
            print(f"{name}: no proof is written: {error}", file=sys.stderr)
            continue
        place = places.setdefault(claim.source.paper, 0)
        places[claim.source.paper] += 1
        file = file_of(claim, place)
        texts[file] = f"{texts.get(file, HEAD)}\n(* {name} *)\n{text}"
    return texts


def changes(known: Mapping[str, tuple[Claim, str]]) -> list[tuple[str, str, str]]:
    """Accepted claims whose proposition is another one: id, old and new sentence."""
    found = []
    for name, row in read(RECORD.read_text(encoding="utf-8")).claims.items():
        claim, proposition = known.get(name, (None, ""))
        if digest(proposition) != row.statement:
            new = claim.sentence if claim is not None else "no claim with a Coq proposition"
            found.append((name, row.sentence, new))
    return found


def tried(names: Iterable[str], known: Mapping[str, tuple[Claim, str]]) -> list[str]:
    """Claims whose theorem Coq accepts, asked one after the other in one session."""
    texts = {}
    for name in names:
        try:
            texts[name] = theorem(name, *known[name])
        except NoProofError as error:
            print(f"{name}: {error}")
    source = HEAD + f"Set Default Timeout {SECONDS}.\nSet Silent.\n"
    source += "".join(f"{t}\nAbort All.\nCheck {theorem_of(n)}.\n" for n, t in texts.items())
    with tempfile.TemporaryDirectory() as folder:
        for name in BASIS:
            shutil.copy(HERE / name, folder)
            subprocess.run(["coqc", *OPTIONS, name], cwd=folder, check=True)
        done = subprocess.run(
            ["coqtop", *OPTIONS],
            cwd=folder,
            input=source,
            capture_output=True,
            text=True,
            check=False,
        )
    good = [n for n in texts if re.search(rf"{theorem_of(n)}\s+: ", done.stdout)]
    for name in texts:
        if name not in good:
            print(f"{name}: Coq does not accept its proof")
    return good


def main(words: list[str]) -> int:
    """Write, list or try; see the head of this file."""
    known = statements()
    if "--changed" in words:
        for name, old, new in changes(known):
            print(f"{name}\n  accepted: {old}\n  now:      {new}")
        return 0
    names: list[Any] = [*read(RECORD.read_text(encoding="utf-8")).claims]
    if "--try" in words:
        asked = [w for w in words if w in known] or [n for n in known if n not in names]
        names += tried(asked, known)
    texts = written(names, known)
    for path in HERE.glob("claims_*.v"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (HERE / name).write_text(text, encoding="utf-8")
    print(f"{sum(t.count('Qed.') for t in texts.values())} theorems in {len(texts)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
