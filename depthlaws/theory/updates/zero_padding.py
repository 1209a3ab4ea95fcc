"""Energy that zero padding loses at the border of a grid, layer by layer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, overload

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.numerics.arguments import count, whole
from depthlaws.theory.numerics.matrix_powers import advance, orbit
from depthlaws.theory.numerics.resource_limits import require_memory
from depthlaws.theory.numerics.types import Array, Counts

__all__ = ["boundary_fraction", "missing_fraction", "zero_padding_survival"]

Offsets = Sequence[Any]


def _grid(sites: Any) -> tuple[int, ...]:
    lengths = sites if isinstance(sites, Sequence) else (sites,)
    return tuple(count("sites", length) for length in lengths)


def _offsets(offsets: Offsets, axes: int) -> list[tuple[int, ...]]:
    listed = [o if isinstance(o, Sequence) else (o,) for o in offsets]
    tuples = [tuple(whole("an offset", step) for step in steps) for steps in listed]
    if not tuples or any(len(o) != axes for o in tuples) or len(set(tuples)) < len(tuples):
        msg = f"offsets must be different, with {axes} coordinates each, got {shown(list(offsets))}"
        raise ValueError(msg)
    return tuples


def _missing(lengths: tuple[int, ...], offset: tuple[int, ...]) -> int:
    """Number of sites p for which p + offset is outside the grid."""
    inside, sites = 1, 1
    for length, step in zip(lengths, offset, strict=True):
        inside, sites = inside * max(0, length - abs(step)), sites * length
    return sites - inside


def boundary_fraction(sites: int | Sequence[int], offsets: Offsets) -> Fraction:
    """Fraction of sites at which some offset leaves the grid: the paper's bdry, exactly.

    For a box it depends on the extreme offsets of each axis only.

    Parameters
    ----------
    sites : int or sequence of int
        Length of the grid, or its lengths along several axes, each at least 1.
    offsets : sequence of int or of tuple
        Offsets of the kernel: integers, or tuples in several dimensions.

    Returns
    -------
    Fraction
        Fraction of the sites, from 0 to 1.

    Raises
    ------
    ValueError
        For lengths below 1, and for offsets of another dimension or given twice.

    References
    ----------
    Source: ammup, section 3.3 (after eq. 9) and lemma 3.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.boundary_fraction(32, [-1, 0, 1])
    Fraction(1, 16)
    """
    lengths = _grid(sites)
    kernel = _offsets(offsets, len(lengths))
    # A site is inside for every offset iff it is for the extremes of every axis.
    inside = 1
    for axis, length in enumerate(lengths):
        steps = [o[axis] for o in kernel]
        inside *= max(0, length - max(0, max(steps)) - max(0, -min(steps)))
    total = int(np.prod(lengths, dtype=object))
    return Fraction(total - inside, total)


def missing_fraction(sites: int | Sequence[int], offsets: Offsets) -> Fraction:
    """Pairs (site, offset) that leave the grid, per site: the sharp form of lemma 3's bound.

    Parameters
    ----------
    sites : int or sequence of int
        Length of the grid, or its lengths along several axes, each at least 1.
    offsets : sequence of int or of tuple
        Offsets of the kernel: integers, or tuples in several dimensions.

    Returns
    -------
    Fraction
        Pairs per site, from 0 to the number of offsets.

    Raises
    ------
    ValueError
        As :func:`boundary_fraction`.

    References
    ----------
    Source: ammup, lemma 3; the paper bounds it by (number of offsets) * boundary fraction.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.missing_fraction(32, [-1, 0, 1])
    Fraction(1, 16)
    """
    lengths = _grid(sites)
    missing = sum(_missing(lengths, o) for o in _offsets(offsets, len(lengths)))
    return Fraction(missing, int(np.prod(lengths, dtype=object)))


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

    This is the mean survival of a random walk with the kernel's offsets that ends at the border.
    Every layer loses energy at the border; at large depth the rest goes as lambda^depth. Grids and
    kernels of several axes factor over them.

    Parameters
    ----------
    sites : int or sequence of int
        Length of the grid, or its lengths along several axes, each at least 1.
    depth : int
        Convolutions, at least 1.
    kernel : int
        Taps along each axis; an even kernel reaches one site further to the right.
    each : bool
        Answer after each layer 0, ..., depth instead of after the last.

    Returns
    -------
    float, or ndarray (depth + 1,)
        Ratio of energies, from 0 to 1.

    Raises
    ------
    ValueError
        For lengths, kernels or depths below 1.

    References
    ----------
    Source: ammup, beyond the paper (ERR-11).

    Examples
    --------
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
        path, rate = orbit(walk, start, layers)
        return path.mean(axis=0) * np.exp(rate * np.arange(layers + 1))
    state, log = advance(walk, start, layers)
    return float(state.mean()) * np.exp(log)
