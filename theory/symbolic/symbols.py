"""Symbols with their definitions: what a letter means, said once and shown wherever it is used."""

from dataclasses import dataclass

import sympy as sp


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a symbol stands for, and its unit ("" for a pure number)."""

    text: str
    unit: str

    def __str__(self) -> str:
        return f"{self.text} [{self.unit}]" if self.unit else self.text


_meanings: dict[sp.Symbol, Meaning] = {}


def declare(name: str, text: str, *, unit: str = "", **assumptions: bool) -> sp.Symbol:
    """SymPy symbol with a definition."""
    symbol = sp.Symbol(name, **assumptions)
    _meanings[symbol] = Meaning(text, unit)
    return symbol


def meaning(symbol: sp.Symbol) -> Meaning | None:
    """Definition of a declared symbol; None for any other."""
    return _meanings.get(symbol)
