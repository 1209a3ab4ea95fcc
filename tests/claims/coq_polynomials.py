"""Polynomials in Gaussian entries, with their means by Isserlis' rule."""

import itertools
import math
from collections.abc import Mapping
from typing import Any

from mpmath import mpf


class Poly:
    """Polynomial in Gaussian entries: powers of generators to coefficients."""

    def __init__(self, terms: Mapping[tuple[Any, ...], Any]) -> None:
        self.terms = dict(terms)

    def __add__(self, other: Any) -> "Poly":
        out = dict(self.terms)
        for k, c in poly(other).terms.items():
            out[k] = out.get(k, 0) + c
        return Poly(out)

    __radd__ = __add__

    def __neg__(self) -> "Poly":
        return self * mpf(-1)

    def __sub__(self, other: Any) -> "Poly":
        return self + -poly(other)

    def __rsub__(self, other: Any) -> "Poly":
        return poly(other) + -self

    def __mul__(self, other: Any) -> "Poly":
        out: dict[tuple[Any, ...], Any] = {}
        for (a, c), (b, d) in itertools.product(self.terms.items(), poly(other).terms.items()):
            powers = dict(a)
            for g, p in b:
                powers[g] = powers.get(g, 0) + p
            key = tuple(sorted(powers.items()))
            out[key] = out.get(key, 0) + c * d
        return Poly(out)

    __rmul__ = __mul__

    def mean(self, name: str, variance: Any) -> Any:
        """Mean over the entries of one array, by Isserlis' rule; a number where none is left."""
        out: dict[tuple[Any, ...], Any] = {}
        for key, c in self.terms.items():
            rest = tuple((g, p) for g, p in key if g[0] != name)
            for g, p in key:
                if g[0] == name:
                    c = 0 if p % 2 else c * math.prod(range(p - 1, 0, -2)) * variance ** (p // 2)
            out[rest] = out.get(rest, 0) + c
        return Poly(out) if {*out} - {()} else out.get((), mpf(0))


def poly(x: Any) -> Poly:
    """Polynomial of a number."""
    return x if isinstance(x, Poly) else Poly({(): x})
