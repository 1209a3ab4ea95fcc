"""Write identities.v, the theorems of identities.json, and pins.v, which states them again.

``python formal/identities.py`` writes both; :mod:`check` compares them with what is written. The
statements in pins.v are printed by this file, not by the generator of the theorems: a theorem that
states another thing than its record is refused by Coq.
"""

import json
from pathlib import Path
from typing import Any

from depthlaws.claims.engine.coq_identities import theory

HERE = Path(__file__).resolve().parent
RECORDS = HERE / "identities.json"
PINS = """\
(* Written by `python formal/identities.py`: statements of identities.v, printed anew. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import identities.
Local Open Scope ring_scope.
"""


def printed(tree: Any) -> str:
    """Coq text of a checked tree."""
    head, *rest = tree
    if head == "number":
        top, _, bottom = rest[0].lstrip("-").partition("/")
        number = f"({top}%:R / {bottom}%:R)" if bottom else f"{top}%:R"
        return f"(- {number})" if rest[0].startswith("-") else number
    if head == "size":
        return f"({rest[0]}%:R)"
    if head == "entry":
        return f"({' '.join([rest[0], *rest[1]])})"
    if head == "^":
        return f"({printed(rest[0])} ^+ {rest[1]})"
    if head == "sum":
        sums = "".join(f"\\sum_(0 <= {i} < {size}) (" for i, size in rest[0])
        return f"({sums}{printed(rest[1])}{')' * len(rest[0])})"
    return "(" + f" {head} ".join(printed(part) for part in rest) + ")"


def pin(record: Any) -> str:
    """Coq command that a theorem has the statement of its record."""
    names = [*record["sizes"], *record["free"]]
    over = "".join(f" ({name} : nat)" for name in names)
    for name, slots in record["arrays"].items():
        over += f" ({name} : {'nat -> ' * len(slots)}R)"
    equal = f"{printed(record['left'])} = {printed(record['right'])} :> R"
    return f"Check ({record['theorem']} : forall (R : numFieldType){over}, {equal}).\n"


def written() -> dict[str, str]:
    """Texts of identities.v and pins.v."""
    text = RECORDS.read_text(encoding="utf-8")
    return {"identities.v": theory(text), "pins.v": PINS + "".join(map(pin, json.loads(text)))}


if __name__ == "__main__":
    for name, text in written().items():
        (HERE / name).write_text(text, encoding="utf-8")
