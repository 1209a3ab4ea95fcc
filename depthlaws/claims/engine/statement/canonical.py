"""Terms that cancel at every size: one form for all terms that differ in names of indices only.

Indices that nothing but the coefficient holds are summed by Faulhaber's formulas. The others are
coloured by where they occur until the colours settle; ties are broken one index at a time, in each
connected part of a term by itself.
"""

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.normal_form import EQUAL, Expansion, Term
from depthlaws.claims.engine.statement.polynomials import ONE, Monomial, Poly
from depthlaws.claims.engine.statement.setting import Setting

MAX_TRIES = 400  # ways to name the indices of one connected part
MAX_SUMMED_POWER = 12

Key = tuple[Any, ...]


def left_over(terms: list[Term], expansion: Expansion) -> Term | None:
    """Return a term that stays when all are added up, or None if they vanish at every size.

    Raises: LimitError where too many indices look alike.
    """
    sums: dict[Key, Poly] = {}
    shown: dict[Key, Term] = {}
    cache: dict[Any, Key] = {}
    waiting = [x for term in terms if (x := expansion.joined(term))]
    while waiting:
        term = waiting.pop()
        for part in _by_indices(term):
            summed = _summed(part, expansion)
            if summed is not None:
                waiting += summed
                continue
            free, monomial = _split(part.coefficient)
            raw = (part.factors, monomial, tuple(part.bounds.items()))
            key = cache.get(raw)
            if key is None:
                key = cache[raw] = _key(part, monomial)
            sums[key] = sums.get(key, poly.constant(0)) + free
            shown.setdefault(key, part)
    for key, coefficient in sums.items():
        if not poly.is_zero(coefficient):
            part = shown[key]
            _, monomial = _split(part.coefficient)
            return Term(coefficient * Poly({monomial: Fraction(1)}), part.factors, part.bounds)
    return None


def _holds_index(part: Any) -> bool:
    if isinstance(part, Poly):
        return any(_holds_index(x) for m in part.terms for pair in m for x in pair)
    if isinstance(part, tuple):
        return part[:1] == ("i",) or any(_holds_index(x) for x in part)
    return False


def _by_indices(term: Term) -> Iterator[Term]:
    """Yield a term for each product of indices in its coefficient."""
    parts: dict[Monomial, dict[Monomial, Fraction]] = {}
    for m, c in term.coefficient.terms.items():
        inside = frozenset(pair for pair in m if _holds_index(pair))
        parts.setdefault(inside, {})[m] = c
    for terms in parts.values():
        yield Term(Poly(terms), term.factors, term.bounds)


def _split(coefficient: Poly) -> tuple[Poly, Monomial]:
    """Coefficient without indices, and the product of indices that all its terms share."""
    if not coefficient:
        return coefficient, ONE
    monomial = frozenset(p for p in next(iter(coefficient.terms)) if _holds_index(p))
    return Poly({m - monomial: c for m, c in coefficient.terms.items()}), monomial


# -- indices that only the coefficient holds -----------------------------------------------------


def _summed(term: Term, expansion: Expansion) -> list[Term] | None:
    """Terms after one index is summed that no entry holds; None if there is none."""
    setting = expansion.setting
    _, monomial = _split(term.coefficient)
    for k in sorted(term.bounds, reverse=True):
        if any(_occurs(k, p) for _, places in term.factors for p in places):
            continue
        if any(_occurs(k, end) for n, ends in term.bounds.items() if n != k for end in ends):
            continue
        power = dict(monomial).get(("i", k), Fraction(0))
        others = monomial - {(("i", k), power)}
        if any(_occurs(k, x) for pair in others for x in pair) or not isinstance(power, Fraction):
            continue
        if power.denominator != 1 or not 0 <= power <= MAX_SUMMED_POWER:
            continue
        first, last = term.bounds[k]
        if not setting.sign(last - first + poly.constant(1)):
            msg = "a range may be shorter than empty"
            raise LimitError(msg)
        one = _power_sum(last, int(power), setting) - _power_sum(
            first - poly.constant(1), int(power), setting
        )
        kept = Poly({m - {(("i", k), power)}: c for m, c in term.coefficient.terms.items()})
        bounds = {n: ends for n, ends in term.bounds.items() if n != k}
        return [Term(kept * one, term.factors, bounds)]
    return None


def _power_sum(last: Poly, k: int, setting: Setting) -> Poly:
    """1^k + ... + last^k as a polynomial: Faulhaber's formula."""
    out = poly.constant(0)
    for j in range(k + 1):
        power = setting.power(last, poly.constant(k + 1 - j))
        out = out + power.times(comb(k + 1, j) * _bernoulli(j) / (k + 1))
    return out


def _bernoulli(n: int) -> Fraction:
    """Bernoulli number with B_1 = 1/2."""
    row = []
    for m in range(n + 1):
        row.append(Fraction(1, m + 1))
        for j in range(m, 0, -1):
            row[j - 1] = j * (row[j - 1] - row[j])
    return row[0]


def _occurs(k: int, part: Any) -> bool:
    if isinstance(part, Poly):
        return any(_occurs(k, x) for m in part.terms for pair in m for x in pair)
    if isinstance(part, tuple):
        return part == ("i", k) or any(_occurs(k, x) for x in part)
    return False


# -- one form for all names of indices -----------------------------------------------------------


def _key(term: Term, monomial: Monomial) -> Key:
    """Form of a term that the names of its bound indices do not change."""
    pieces: list[tuple[Any, ...]] = [(name, *places) for name, places in term.factors]
    pieces += [("^", *pair) for pair in monomial]
    pieces += [
        ("range", poly.atom(("i", k)), *ends)
        for k, ends in term.bounds.items()
        if any(map(_holds_index, ends))
    ]
    bound = set(term.bounds)
    groups = _connected([(p, {k for k in bound if _occurs(k, p)}) for p in pieces])
    return tuple(sorted((_group_key(p, ks, term) for p, ks in groups), key=repr))


def _connected(
    pieces: list[tuple[tuple[Any, ...], set[int]]],
) -> list[tuple[list[tuple[Any, ...]], set[int]]]:
    groups: list[tuple[list[tuple[Any, ...]], set[int]]] = []
    for piece, ks in pieces:
        touching = [g for g in groups if g[1] & ks]
        groups = [g for g in groups if not g[1] & ks]
        groups.append(
            ([piece, *(p for g in touching for p in g[0])], ks.union(*(g[1] for g in touching)))
        )
    return groups


def _group_key(pieces: list[tuple[Any, ...]], ks: set[int], term: Term) -> Key:
    """Least form of a connected part over the namings that its colours leave open."""
    tries = itertools.count()
    start = dict.fromkeys(ks, 0)
    ends = {
        k: repr(_encoded(term.bounds[k], dict.fromkeys(ks, 0)))
        if not any(map(_holds_index, term.bounds[k]))
        else ""
        for k in ks
    }
    colors = _ranked({k: (ends[k],) for k in start})
    return _least(pieces, colors, ends, tries)


def _least(
    pieces: list[tuple[Any, ...]],
    colors: Mapping[int, int],
    ends: Mapping[int, str],
    tries: Iterator[int],
) -> Key:
    colors = _refined(pieces, colors)
    classes: dict[int, list[int]] = {}
    for k, color in colors.items():
        classes.setdefault(color, []).append(k)
    tied = [c for c in sorted(classes) if len(classes[c]) > 1]
    if not tied:
        if next(tries) > MAX_TRIES:
            msg = "too many indices look alike"
            raise LimitError(msg)
        ranges = tuple(ends[k] for k in sorted(colors, key=colors.__getitem__))
        return tuple(sorted((_encoded(p, colors) for p in pieces), key=repr)), ranges
    keys = []
    for k in classes[tied[0]]:
        keys.append(_least(pieces, {n: 2 * c + (n != k) for n, c in colors.items()}, ends, tries))
    return min(keys, key=repr)


def _refined(pieces: list[tuple[Any, ...]], colors: Mapping[int, int]) -> dict[int, int]:
    colors = _ranked({k: (c,) for k, c in colors.items()})
    while True:
        seen: dict[int, list[str]] = {k: [] for k in colors}
        for piece in pieces:
            for k in colors:
                if _occurs(k, piece):
                    seen[k].append(repr(_encoded(piece, {**colors, k: -1})))
        finer = _ranked({k: (c, sorted(seen[k])) for k, c in colors.items()})
        if len(set(finer.values())) == len(set(colors.values())):
            return finer
        colors = finer


def _ranked(signs: Mapping[int, Any]) -> dict[int, int]:
    ranks = {sign: n for n, sign in enumerate(sorted({repr(s) for s in signs.values()}))}
    return {k: ranks[repr(s)] for k, s in signs.items()}


def _encoded(part: Any, colors: Mapping[int, int]) -> Any:
    """Nested tuples of texts and numbers, the same for equal parts up to names of indices."""
    if isinstance(part, Poly):
        rows = (
            (
                tuple(sorted((repr(_encoded(a, colors)), repr(_encoded(e, colors))) for a, e in m)),
                str(c),
            )
            for m, c in part.terms.items()
        )
        return tuple(sorted(rows))
    if isinstance(part, tuple):
        if part[:1] == ("i",):
            key = part[1]
            return ("i", colors[key]) if key in colors else ("free", id(key), str(key))
        if part[:1] == (EQUAL,):
            return (EQUAL, *sorted((_encoded(x, colors) for x in part[1:]), key=repr))
        return tuple(_encoded(x, colors) for x in part)
    return str(part)


def in_words(term: Term) -> str:
    """Term in words, for what stays of a difference."""
    shown = _poly_text(term.coefficient)
    names = {k: f"i{n}" for n, k in enumerate(term.bounds, start=1)}
    for name, places in term.factors:
        inside = ", ".join(_poly_text(p, names) for p in places)
        label = name if isinstance(name, str) else f"E_{name[1]} {name[2]}"
        shown += f" delta({inside})" if name == EQUAL else f" {label}[{inside}]"
    return f"sum {shown}" if term.bounds else shown


def _poly_text(p: Poly, names: Mapping[int, str] | None = None) -> str:
    parts = []
    for m, c in p.terms.items():
        factors = [_atom_text(a, e, names or {}) for a, e in m]
        number = [] if abs(c) == 1 and factors else [str(abs(c))]
        parts.append(("-" if c < 0 else "+", " ".join([*number, *factors])))
    text = " ".join(f"{sign} {body}" for sign, body in parts)
    return text.removeprefix("+ ") if len(parts) == 1 else f"({text.removeprefix('+ ')})"


def _atom_text(a: Any, e: Any, names: Mapping[int, str]) -> str:
    if a[0] == "i":
        shown = names.get(a[1], str(a[1]))
    elif a[0] == "base":
        shown = _poly_text(a[1], names)
    elif a[0] == "f":
        shown = f"{a[1]}({', '.join(_poly_text(x, names) for x in a[2:])})"
    else:
        shown = str(a[-1])
    power = e if isinstance(e, Fraction) else _poly_text(e, names)
    return shown if power == 1 else f"{shown}^{power}"
