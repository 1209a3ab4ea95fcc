"""Write claims_*.v: a theorem for every claim whose proof Coq accepts, stated from its trees.

``python formal/claims.py`` writes the theorems of the accepted claims again, in files whose
theorems are others than before, and with ``--again`` in all;
``python formal/claims.py --changed`` lists those whose sentence is another one than accepted, with
both sentences; ``python formal/claims.py --try [ID ...]`` asks Coq which further claims it accepts
(minutes), and writes their theorems too; ``python formal/claims.py ID ...`` writes them unasked.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Container, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from by_hand import SCRIPTS
from proofs import Claim as Prover
from proofs import NoProofError

from depthlaws.claims.engine.formal import coq_text, digest, parts, whole_record
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.engine.statement.coq_names import theorem_of
from depthlaws.claims.engine.statement.coq_statement import proposition
from depthlaws.claims.engine.statement.form import Form

HERE = Path(__file__).resolve().parent
BASIS = ("kernel.v", "laurent.v", "real_sums.v", "real_laurent.v", "tactics.v", "gaussian.v")
BASIS += ("writing.v", "calculus.v", "bounds.v")
SHARE = 30  # theorems in one file, so that a change compiles few again
HEAD = """\
(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
{more}From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing{own}.
Open Scope R_scope.
"""
MORE = "From Coquelicot Require Import Coquelicot.\n"
BOUNDS = re.compile(
    r"\b(bounded|lim_log_small|slope_at|grows|geometric|sum_const_from|tends_slope)\b"
)
CALCULUS = re.compile(
    r"\b(is_derive|is_lim|filterlim|is_RInt|monomials|based|root_of|overs|whole_power)\b"
    rf"|{BOUNDS.pattern}"
)
SECONDS = 20  # for one command of Coq while proofs are tried
OPTIONS = ("-q", "-w", "none", "-Q", ".", "Depthlaws")


def statements() -> dict[str, tuple[Claim, str]]:
    """Claims with a Coq proposition, and that proposition."""
    found = {name: (claim, coq_text(claim)) for name, claim in all_claims().items()}
    return {name: pair for name, pair in found.items() if pair[1]}


@cache
def scripts() -> dict[str, dict[int, str]]:
    """Return, by proposition, the proofs by hand of clauses of its statement."""
    every, found = all_claims(), {}
    for name, own in SCRIPTS.items():
        start = 0
        for form in parts(every[name]):
            last = start + len(form.clauses)
            clauses = {k - start: s for k, s in own.items() if start <= k < last}
            if clauses:
                found.setdefault(proposition(form), clauses)
            start = last
    return found


def proof(form: Form, text: str) -> str:
    """Return the tactics for one statement. Raises: NoProofError if none can be written."""
    return Prover(form, scripts().get(text)).text(text)


def theorem(name: str, claim: Claim, text: str, lemmas: Container[str] = ()) -> str:
    """Return the Coq theorem of a claim with its proof.

    A statement whose lemma is among ``lemmas`` is proved by that lemma.

    Raises: NoProofError where no proof is written.
    """
    proofs = []
    for form in parts(claim):
        own = proposition(form)
        known = lemma_of(own)
        proofs.append(f"exact {known}." if known in lemmas else proof(form, own))
    *first, last = proofs
    said = "".join(f"split.\n{{ {one} }}\n" for one in first) + last
    return f"Theorem {theorem_of(name)} :\n{text}.\nProof.\n{said}\nQed.\n"


def lemma_of(text: str) -> str:
    """Return the name of a lemma, by the hash of its proposition."""
    return f"part_{digest(text)[:12]}"


def shared(claims: Iterable[Claim]) -> dict[str, str]:
    """Return a lemma with its proof for each statement that several claims have, by name."""
    seen: set[str] = set()
    found: dict[str, str] = {}
    for form in (form for claim in claims for form in parts(claim)):
        text = proposition(form)
        name = lemma_of(text)
        if name in seen and name not in found:
            found[name] = f"Lemma {name} :\n{text}.\nProof.\n{proof(form, text)}\nQed.\n"
        seen.add(name)
    return found


def kind_of(claim: Claim, text: str) -> str:
    """First part of the name of a claim's file: its paper, and whether it needs Coquelicot."""
    paper = claim.source.paper.replace("-", "_")
    return f"claims_{paper}{'_calculus' if CALCULUS.search(text) else ''}"


def head(texts: Iterable[str]) -> str:
    """First lines of a file of theorems."""
    calculus, bounds = (any(map(words.search, texts)) for words in (CALCULUS, BOUNDS))
    own = (" calculus" if calculus else "") + (" bounds" if bounds else "")
    return HEAD.format(more=MORE if calculus else "", own=own)


def written(
    names: Iterable[str], known: Mapping[str, tuple[Claim, str]], places: Mapping[str, str]
) -> dict[str, str]:
    """Texts of claims_*.v: a claim stays in its file, new ones stand in a new file."""
    files: dict[str, list[str]] = {file: [] for file in sorted({*places.values()})}
    asked = [n for n in known if n in set(names)]
    for name in sorted(asked, key=lambda n: n not in places):
        try:
            text = theorem(name, *known[name])
        except NoProofError as error:
            print(f"{name}: no proof is written: {error}", file=sys.stderr)
            continue
        file = places.get(name) or new_file(kind_of(known[name][0], text), files, places)
        files.setdefault(file, []).append(name)
    return {file: file_text(own, known) for file, own in files.items() if own}


def new_file(kind: str, files: Mapping[str, list[str]], places: Mapping[str, str]) -> str:
    """Return the first file of a kind without an accepted theorem that has room for one more."""
    accepted = {*places.values()}
    names = (f"{kind}_{k}.v" for k in range(1, 99))
    return next(n for n in names if n not in accepted and len(files.get(n, ())) < SHARE)


def file_text(names: Iterable[str], known: Mapping[str, tuple[Claim, str]]) -> str:
    """Return the text of a .v file: first the lemmas that several theorems use, then these."""
    lemmas = shared(known[name][0] for name in names)
    texts = [f"(* {name} *)\n{theorem(name, *known[name], lemmas)}" for name in names]
    return "\n".join([head([*lemmas.values(), *texts]), *lemmas.values(), *texts])


def stated(text: str) -> list[str]:
    """Theorems of a file, each as it is stated."""
    return re.findall(r"^Theorem .*?^Proof", text, re.MULTILINE | re.DOTALL)


def changes(known: Mapping[str, tuple[Claim, str]]) -> list[tuple[str, str, str]]:
    """Accepted claims whose proposition is another one: id, old and new sentence."""
    found = []
    for name, row in whole_record().claims.items():
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
    source = head(["is_derive bounded"]) + f"Set Default Timeout {SECONDS}.\nSet Silent.\n"
    source += "".join(f"{t}\nAbort All.\nCheck {theorem_of(n)}.\n" for n, t in texts.items())
    with tempfile.TemporaryDirectory() as folder:
        for name in BASIS:
            shutil.copy(HERE / name, folder)
        for name in BASIS:
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
    names: list[Any] = [*whole_record().claims]
    asked = [w for w in words if w in known]
    if "--try" in words:
        names += tried(asked or [n for n in known if n not in names], known)
    elif asked:
        names += asked
    places = {name: row.file for name, row in whole_record().claims.items()}
    texts = written(names, known, places)
    for path in HERE.glob("claims_*.v"):
        old = path.read_text(encoding="utf-8")
        if path.name not in texts:
            path.unlink()
        elif "--again" not in words and sorted(stated(old)) == sorted(stated(texts[path.name])):
            texts[path.name] = old  # of the same theorems, which Coq has accepted
    for name, text in texts.items():
        (HERE / name).write_text(text, encoding="utf-8")
    print(f"{sum(t.count('Qed.') for t in texts.values())} theorems in {len(texts)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
