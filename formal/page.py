"""Write docs/formal.md: every numbered statement of the papers, and all that is proved formally.

``python formal/page.py`` reads statements.toml; numbered.toml, which lists the numbered lemmas,
propositions and theorems with the rows that prove them and what is left; and open.toml, which says
of claims that are PROVED why Coq has no theorem of them.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from check import statements

from depthlaws.claims.engine.formal import Accepted, Record, whole_record

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "formal.md"
PAPERS = {"LOOP": "Looped transformers", "CHAIN": "Scalar chains", "AMMUP": "AM-μP"}
PAPERS["PC"] = "Predictive coding"
CLASSICAL = "classical axioms"
INTRO = """\
# Proved by Coq

`make formal` compiles the folder `formal/` with Coq 8.16, MathComp and Coquelicot (Debian's `coq`,
`libcoq-mathcomp-analysis` and `libcoq-coquelicot`): one file a theorem or a small family of them,
the paper's words in a comment above each statement. It refuses anything that proves without a
proof, asks Coq for the axioms of every theorem and compares them. `make formal-check` lets coqchk,
Coq's small independent checker, check the compiled files again, with all of Coq's library and
MathComp that they use (six minutes of a processor). "Classical axioms" are those of
MathComp-Analysis or of Coq's real numbers (excluded middle, choice, extensionality), on which
theorems over Coq's real numbers rest; all other theorems rest on no axiom at all.

Two kinds of theorems stand here:

- **Theorems of claims.** `depthlaws verify` prints FORMALLY PROVED for a claim if its own check
  proves it and Coq accepted the proposition that is *printed from the claim's trees*: every
  quantifier, hypothesis and definition, and all clauses. Nobody types it, so nothing can be left
  out of it. How clauses give a sentence, and that its objects meet a hypothesis (an overlap at
  infinite width), is said by the claim's words and no part of the theorem. A claim of several
  statements, the steps of a proof, stays PROVED: Coq accepted that all of them hold, each with its
  own quantifiers, and how they give the sentence together is said in words. Sizes and indices are
  whole numbers (`Z`), other numbers Coq's real numbers, and `sum a b f` is f(a) + ... + f(b). Coq's
  division by 0 is 0; that no denominator vanishes is part of the claim's own check. The mean over
  an array W of independent Gaussian entries is `E_W (fun W => ...)`, for every `E_W` that is linear
  on polynomials in the entries and obeys Isserlis' rule (`gaussian_vector` and `gaussian_matrix` in
  `formal/gaussian.v`); means of other functions are not printed. Derivatives, limits and integrals
  are Coquelicot's relations, which say that they exist: `is_derive f x v` that f has the derivative
  v at x, `is_lim f p_infty v` that f tends to v, `filterlim f (at_right a) (locally v)` that it
  does so from above a, `is_RInt f a b v` that its integral from a to b is v. A relation of several
  of them reads `exists V1 V2, ... /\\ ...`. A derivative inside another function is `Derive f x`,
  any number where there is none; that it exists there is part of the claim's own check. Not printed
  are limits inside functions, integrals to infinity, Lambert's W and other functions without a name
  in Coq, powers of a base whose sign does not show, and listed cases. The record of what Coq
  accepted has a hash of each proposition and of each file; where one differs, the claim is PROVED
  again and no more.
- **Statements by hand**, of `formal/statements.toml`: theorems in the papers' words, over every
  real closed field or Coq's real numbers, often wider than the claims. Each has the list of what
  differs from the paper's sentence; if that list is not empty, it is a lemma. They give no claim
  its verdict.

Hypotheses can be met: for each statement by hand `formal/instances.v` proves a case in which all of
them hold, stated by Coq from the theorem itself; `formal/witnesses.v` has one for each claim with
hypotheses, and `formal/gaussian_instance.v` proves that such an `E_W` exists for every size and
variance.

Identities of sums over free sizes come from `formal/identities.json`: a checker that is itself
proved (`formal/kernel.v`) compares normal forms, and `formal/pins.v`, printed by other code,
states every one again. This page is written by `python formal/page.py`.
"""


def coq(row: dict[str, Any]) -> str:
    """Theorem, file and axioms of a row."""
    end = f", {CLASSICAL}" if row["axioms"] else ""
    return f"`{row['theorem']}` in `{row['file']}`{end}"


def of_claims(record: Record) -> Iterator[str]:
    """Claims of each paper by file; their propositions stand there, and in the report."""
    for start, paper in PAPERS.items():
        found = [r for r in whole(record) if r.claim.split("-")[0] == start]
        yield f"### {paper}: {len(found)} claims\n"
        for file in dict.fromkeys(row.file for row in found):
            names = ", ".join(row.claim for row in found if row.file == file)
            yield f"- `{file}`: {names}"
        yield ""


def whole(record: Record) -> list[Accepted]:
    """Return the rows of claims that are FORMALLY PROVED: they consist of one statement."""
    return [row for row in record.claims.values() if row.statements == 1]


def in_steps(record: Record) -> Iterator[str]:
    """Yield lines that list, by file, the claims of several statements."""
    found = [row for row in record.claims.values() if row.statements > 1]
    yield f"## {len(found)} claims that are PROVED, each of their statements by Coq too\n"
    for file in dict.fromkeys(row.file for row in found):
        names = ", ".join(row.claim for row in found if row.file == file)
        yield f"- `{file}`: {names}"
    yield ""


def numbered(rows: list[dict[str, Any]], record: Record) -> Iterator[str]:
    """One line for each numbered statement of the papers.

    Raises: KeyError for a row that statements.toml does not have.
    """
    by_id: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_id.setdefault(row["id"], []).append(row)
    listed = tomllib.loads((HERE / "numbered.toml").read_text(encoding="utf-8"))["numbered"]
    yield "| statement | in Coq | formal? |"
    yield "|---|---|---|"
    for entry in listed:
        found = [row for key in entry["rows"] for row in by_id[key]]
        where = "; ".join(dict.fromkeys(coq(row) for row in found)) or "none"
        complete = bool(found) and not entry["left"]
        keys = [*entry["rows"], *entry.get("claims", ())]
        known = [record.claims[key] for key in dict.fromkeys(keys) if key in record.claims]
        claims = [row.claim for row in known if row.statements == 1]
        steps = [row.claim for row in known if row.statements > 1]
        said = f" Claims that are FORMALLY PROVED: {', '.join(claims)}." if claims else ""
        said += f" In steps: {', '.join(steps)}." if steps else ""
        answer = "yes." if complete else f"no: {entry['left']}."
        yield f"| {entry['name']} | {where} | {answer}{said} |"


def without(record: Record) -> Iterator[str]:
    """One line for each reason why claims that are PROVED have no theorem in Coq."""
    listed = tomllib.loads((HERE / "open.toml").read_text(encoding="utf-8"))["open"]
    left = {row["reason"]: [c for c in row["claims"] if c not in record.claims] for row in listed}
    yield f"## {sum(map(len, left.values()))} claims that are PROVED, without a theorem in Coq\n"
    yield "| why | claims |"
    yield "|---|---|"
    for reason, names in left.items():
        if names:
            yield f"| {reason} | {', '.join(names)} |"
    yield ""


def page() -> str:
    """Text of docs/formal.md."""
    rows, record = statements(), whole_record()
    proved = [row for row in rows if not row["differences"]]
    lemmas = [row for row in rows if row["differences"]]
    parts = [
        INTRO,
        "## Numbered lemmas, propositions and theorems of the papers\n",
        *numbered(rows, record),
        f"\n## {len(whole(record))} claims that are FORMALLY PROVED\n",
        *of_claims(record),
        *in_steps(record),
        *without(record),
    ]
    parts.append(f"\n## {len({row['id'] for row in proved})} statements by hand\n")
    for start, paper in PAPERS.items():
        parts += [f"### {paper}\n", "| id | statement | theorem |", "|---|---|---|"]
        for row in (r for r in proved if r["id"].split("-")[0] == start):
            parts.append(
                f"| {row['id']} | {row['says'].replace('|', chr(92) + '|')} | {coq(row)} |"
            )
        parts.append("")
    parts.append("## Lemmas: what is proved of a sentence, and what is left\n")
    parts += ["| id | what is proved | theorem | what differs |", "|---|---|---|---|"]
    for row in lemmas:
        says = row["says"].replace("|", chr(92) + "|")
        left = "; ".join(row["differences"]).replace("|", chr(92) + "|")
        parts.append(f"| {row['id']} | {says} | {coq(row)} | {left} |")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
