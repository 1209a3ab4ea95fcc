"""What zero padding loses at the border of a grid, layer by layer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, overload

import numpy as np

from depthlaws.theory.numerics.arguments import count, whole
from depthlaws.theory.numerics.limits import require_memory
from depthlaws.theory.numerics.orbits import advance, orbit
from depthlaws.theory.numerics.types import Array, Counts

__all__ = ["boundary_fraction", "missing_fraction", "zero_padding_survival"]

Offsets = Sequence[Any]


def _grid(sites: Any) -> tuple[int, ...]:
    lengths = sites if isinstance(sites, Sequence) else (sites,)
    return tuple(count("sites", length) for length in lengths)


def _offsets(offsets: Offsets, axes: int) -> list[tuple[int, ...]]:
    listed = [o if isinstance(o, Sequence) else (o,) for o in offsets]
    found = [tuple(whole("an offset", step) for step in steps) for steps in listed]
    if not found or any(len(o) != axes for o in found) or len(set(found)) < len(found):
        msg = f"offsets must be different, with {axes} coordinates each, got {list(offsets)!r}"
        raise ValueError(msg)
    return found


def _missing(lengths: tuple[int, ...], offset: tuple[int, ...]) -> int:
    """Sites p for which p + offset is outside the grid."""
    inside, every = 1, 1
    for length, step in zip(lengths, offset, strict=True):
        inside, every = inside * max(0, length - abs(step)), every * length
    return every - inside


def boundary_fraction(sites: int | Sequence[int], offsets: Offsets) -> Fraction:
    """Fraction of sites some offset of which leaves the grid: the paper's bdry, exactly.

    ``sites`` is a length or a tuple of lengths. ``offsets`` are those of the kernel: integers, or
    tuples in several dimensions. For a box they depend on the extreme offsets of each axis only.
    Source: ammup, section 3.3 (after eq. 9) and lemma 3.
    Raises: ValueError for lengths below 1 and for offsets of another dimension or given twice.

    >>> from depthlaws import updates
    >>> updates.boundary_fraction(32, [-1, 0, 1])
    Fraction(1, 16)
    """
    lengths = _grid(sites)
    found = _offsets(offsets, len(lengths))
    # p is inside for every offset iff it is for the extremes of every axis.
    kept = 1
    for axis, length in enumerate(lengths):
        steps = [o[axis] for o in found]
        kept *= max(0, length - max(0, max(steps)) - max(0, -min(steps)))
    every = int(np.prod(lengths, dtype=object))
    return Fraction(every - kept, every)


def missing_fraction(sites: int | Sequence[int], offsets: Offsets) -> Fraction:
    """Pairs (site, offset) that leave the grid, per site: the sharp form of lemma 3's bound.

    ``offsets`` are those of the kernel: integers, or tuples in several dimensions.
    Source: ammup, lemma 3; the paper bounds it by (number of offsets) * boundary fraction.
    Raises: as :func:`boundary_fraction`.

    >>> from depthlaws import updates
    >>> updates.missing_fraction(32, [-1, 0, 1])
    Fraction(1, 16)
    """
    lengths = _grid(sites)
    found = _offsets(offsets, len(lengths))
    every = int(np.prod(lengths, dtype=object))
    return Fraction(sum(_missing(lengths, o) for o in found), every)


@overload
def zero_padding_survival(
    sites: Counts, depth: int, *, kernel: int = ..., each: Literal[False] = ...
) -> float: ...
@overload
def zero_padding_survival(
    sites: Counts, depth: int, *, kernel: int = ..., each: Literal[True]
) -> Array: ...
def zero_padding_survival(
    sites: Counts, depth: int, *, kernel: int = 3, each: bool = False
) -> float | Array:
    """Mean energy left after ``depth`` zero-padded convolutions, over that of circular ones.

    A random walk with the kernel's offsets, killed at the border: its mean survival. The loss adds
    up layer by layer and ends as lambda^depth. Square grids and kernels factor over the axes; an
    even kernel reaches one further to the right. ``each`` answers after each layer 0, ..., depth.
    Source: ammup, beyond the paper (ERR-11).
    Shapes: a float, or (depth + 1,).
    Raises: ValueError for lengths, kernels or depths below 1.

    >>> from depthlaws import updates
    >>> updates.zero_padding_survival(32, 64), updates.zero_padding_survival((32, 32), 64)
    (0.7039, 0.4955)
    """
    layers, size = count("depth", depth), count("kernel", kernel)
    parts = [_survival(length, layers, size, each=each) for length in _grid(sites)]
    total = np.prod(np.array(parts), axis=0)
    return total if each else float(total)


def _survival(length: int, layers: int, kernel: int, *, each: bool) -> Array | float:
    require_memory(32.0 * length**2, f"a grid of {length:,} sites")
    steps = np.subtract.outer(np.arange(length), np.arange(length))
    reach = (kernel - 1) // 2
    walk = ((-steps >= -reach) & (-steps <= kernel - 1 - reach)) / kernel
    start = np.full(length, 1.0)
    if each:
        found, rate = orbit(walk, start, layers)
        return found.mean(axis=0) * np.exp(rate * np.arange(layers + 1))
    state, log = advance(walk, start, layers)
    return float(state.mean()) * np.exp(log)
