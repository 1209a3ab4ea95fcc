"""Symbols with their definitions: each letter is defined once and explained wherever it occurs."""

import re
from dataclasses import dataclass
from typing import Any

from depthlaws.theory.symbolic.lazy_sympy import Symbol, forced, sp

LETTERS = {"eps": r"\varepsilon", "lam": r"\lambda", "hN": "h_{N}"}  # LaTeX of names


@dataclass(frozen=True, slots=True)
class Meaning:
    """Definition of a symbol, and its unit ("" for a pure number)."""

    text: str
    unit: str

    def __str__(self) -> str:
        return f"{self.text} [{self.unit}]" if self.unit else self.text


# By identity: papers use one letter for several things, and such symbols are equal.
_meanings: dict[int, tuple[Symbol, Meaning]] = {}


def declare(name: str, text: str, *, unit: str = "", **assumptions: bool) -> Any:
    """Return a SymPy symbol with a definition."""
    symbol = Symbol(name, **assumptions)
    _meanings[id(symbol)] = symbol, Meaning(text, unit)
    return symbol


def meaning(symbol: Symbol) -> Meaning | None:
    """Return the definition of a declared symbol; None for any other."""
    return _meanings.get(id(symbol), (symbol, None))[1]


def letter(symbol: Any) -> str:
    """Return the LaTeX of a symbol, with words upright."""
    name = LETTERS.get(symbol.name) or forced(sp.latex(symbol))
    return re.sub(r"(?<![\\A-Za-z])[a-z]{3,}", r"\\mathrm{\g<0>}", name)
