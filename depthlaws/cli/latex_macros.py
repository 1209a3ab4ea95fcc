r"""LaTeX macros of numbers and closed forms, each below a comment with its claim and verdict.

Names of macros have letters only: ``LOOP-B-TAB4``, "sweep 5e-4" becomes
``\LoopBTabFourSweepFiveEMinusFour``.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
SIGNS = {"-": "Minus", ".": "Point", "=": "", "/": "Over", "+": "Plus", "^": "To"}
HEAD = (
    "% Made by `depthlaws export`; do not edit. Each value is ours, to the digits that the paper\n"
    "% prints; where the two differ, the comment says so. Letters need the paper's own notation.\n"
)


@dataclass(frozen=True)
class Macro:
    """Name of a macro without its backslash, its value, and the comment above it."""

    name: str
    value: str
    says: str
    of: str  # claim or formula

    def __str__(self) -> str:
        comment = " ".join(self.says.split())
        return f"% {comment}\n\\newcommand{{\\{self.name}}}{{{self.value}}}\n"


def macro_name(*words: str) -> str:
    r"""Spell the words in letters: digits and signs of numbers by name.

    >>> macro_name("LOOP-B-TAB4", "eta at L=12")
    'LoopBTabFourEtaAtLOneTwo'
    """
    parts = []
    for word in words[:1]:  # an id: a hyphen joins its parts and is no minus sign
        parts += re.findall(r"[A-Za-z]+|\d", word)
    for word in words[1:]:
        parts += re.findall(r"[A-Za-z]+|\d|(?<=[\deE])[-+.](?=\d)|(?<![\w])-(?=\d)|[=/^]", word)
    return "".join(
        DIGITS[int(p)] if p.isdigit() else SIGNS[p] if p in SIGNS else p[0].upper() + p[1:].lower()
        for p in parts
    )


def number(ours: str, printed: str) -> str:
    r"""Write our number with as many digits as the paper prints, for text or mathematics.

    >>> number("0.00125000001", "1.25e-3"), number("-0.5", "-0.50")
    ('\\ensuremath{1.25\\times 10^{-3}}', '\\ensuremath{-0.50}')
    """
    digits, e, _ = printed.lower().partition("e")
    decimals = len(digits.partition(".")[2])
    text = f"{float(ours):.{decimals}{'e' if e else 'f'}}"
    mantissa, e, power = text.partition("e")
    times = rf"\times 10^{{{int(power)}}}" if e else ""
    return rf"\ensuremath{{{mantissa}{times}}}"


def of_claims(report: Any) -> Iterator[Macro]:
    """Iterator over the numbers that the claims of a report quote."""
    for claim, result in zip(report.claims, report.results, strict=True):
        for evidence in (*result.evidence, *result.cross_evidence):
            wrong = [row["what"] for row in evidence.data.get("wrong", ())]
            for row in evidence.data.get("rows", ()):
                if not {"what", "printed", "ours"} <= row.keys():
                    continue
                differs = " (the two differ)" if row["what"] in wrong else ""
                yield Macro(
                    macro_name(claim.id, row["what"]),
                    number(row["ours"], row["printed"]),
                    f"{claim.id} ({claim.source}), {result.verdict}: {row['what']}; printed "
                    f"{row['printed']}, ours {row['ours']}{differs}",
                    claim.id,
                )


def of_formula(formula: Any) -> Macro:
    """Macro of a closed form."""
    letters = ", ".join(formula.names)
    return Macro(
        macro_name(formula.id),
        f"\\ensuremath{{{formula.latex}}}",
        f"{formula.id} ({formula.source}), in {letters}: {formula.says}",
        formula.id,
    )


def unique(macros: Iterable[Macro]) -> list[Macro]:
    """Rename macros that share a name: the second gets Again, the third AgainAgain."""
    renamed: dict[str, Macro] = {}
    for macro in macros:
        name = macro.name
        while name in renamed:
            name += "Again"
        renamed[name] = replace(macro, name=name)
    return list(renamed.values())
