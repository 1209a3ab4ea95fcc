"""Means of traces over a Gaussian matrix by Wick's theorem, pairing by pairing: the second route.

A product of traces is a list of words; a letter is "W", "V" (its transpose) or the number of a
fixed symmetric matrix. Entries of W are independent of variance 1/n.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

Word = tuple[Any, ...]
Traces = tuple[tuple[int, ...], ...]  # fixed matrices of each trace, in order

n = sp.Symbol("n", positive=True)


def pairings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair up an even number of places."""
    if not places:
        yield []
        return
    first, *rest = places
    for i, other in enumerate(rest):
        for others in pairings([*rest[:i], *rest[i + 1 :]]):
            yield [(first, other), *others]


def mean(words: Sequence[Word]) -> dict[Traces, sp.Expr]:
    """Mean of a product of traces, as coefficients of products of traces of the fixed matrices."""
    letters, ends = _indices(words)
    random = [i for i, letter in enumerate(letters) if letter in {"W", "V"}]
    traces_of: dict[Traces, sp.Expr] = defaultdict(lambda: sp.Integer(0))
    if len(random) % 2:
        return traces_of
    for pairs in pairings(random):
        traces, loops = _contracted(letters, ends, pairs)
        traces_of[traces] += n ** (loops - len(pairs))
    return traces_of


def _indices(words: Sequence[Word]) -> tuple[list[Any], list[tuple[int, int]]]:
    """All letters in a row, with their left and right index; a trace closes on itself."""
    letters, ends = [], []
    for word in words:
        start = len(letters)
        for i, letter in enumerate(word):
            letters.append(letter)
            ends.append((start + i, start + (i + 1) % len(word)))
    return letters, ends


def _contracted(
    letters: list[Any], ends: list[tuple[int, int]], pairs: list[tuple[int, int]]
) -> tuple[Traces, int]:
    """Traces that remain after pairing, and the number of free sums over an index."""
    root = list(range(len(letters)))

    def find(i: int) -> int:
        while root[i] != i:
            i = root[i]
        return i

    for one, other in pairs:
        (a, b), (c, d) = ends[one], ends[other]
        if letters[one] != letters[other]:
            c, d = d, c
        root[find(a)] = find(c)
        root[find(b)] = find(d)
    fixed = {
        i: (find(ends[i][0]), find(ends[i][1])) for i, x in enumerate(letters) if type(x) is int
    }
    touched = {index for pair in fixed.values() for index in pair}
    loops = len({find(i) for i in range(len(letters))} - touched)
    return _cycles(letters, fixed), loops


def _cycles(letters: list[Any], fixed: dict[int, tuple[int, int]]) -> Traces:
    """Follow the indices from one fixed matrix to the next."""
    waiting, traces = dict(fixed), []
    while waiting:
        start, (begin, at) = waiting.popitem()
        word = [letters[start]]
        while at != begin:
            place, pair = next((p, ab) for p, ab in waiting.items() if at in ab)
            at = pair[1] if pair[0] == at else pair[0]
            word.append(letters[place])
            del waiting[place]
        traces.append(tuple(sorted(word)))
    return tuple(sorted(traces))


def shifted(words: Sequence[Sequence[int]], a: Any, b: Any) -> dict[Traces, sp.Expr]:
    """Mean of a product of traces of (a + bW) M (a + bW)^T ..., for words of fixed matrices.

    Words of up to three matrices: the order within a trace does not matter then.
    """
    weights_of: dict[Traces, sp.Expr] = defaultdict(lambda: sp.Integer(0))
    sides = 2 * sum(len(word) for word in words)
    for kept in itertools.product((False, True), repeat=sides):
        choice, built = iter(kept), []
        for word in words:
            letters: list[Any] = []
            for matrix in word:
                letters += ["W"] * next(choice) + [matrix] + ["V"] * next(choice)
            built.append(tuple(letters))
        weight = a ** (sides - sum(kept)) * b ** sum(kept)
        for traces, coefficient in mean(built).items():
            weights_of[traces] += weight * coefficient
    return weights_of
