"""Scrambled Sobol points: those of ``scipy.stats.qmc``, without importing all of ``scipy.stats``.

That import, by whatever module of it (``scipy.stats._sobol`` too loads the whole package), takes
0.9 s of processor where all of ``depthlaws loop`` takes 1.6 s, both beside other work: with it the
answer would miss its bar of 1.5 s on an idle machine. Direction numbers are Joe's and Kuo's, in the
file that SciPy keeps; the scrambling is Matousek's, a random lower triangular matrix of bits for
each dimension and a random shift.
"""

import functools
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from depthlaws.theory.numerics.types import Array

Bits = NDArray[Any]  # integers that are read bit by bit

BITS = 30


def points(size: int, dimension: int, rng: np.random.Generator) -> Array:
    """Points of the unit cube, the bits of ``qmc.Sobol(dimension, rng=rng).random(size)``.

    Shapes: (size, dimension); ``size`` is a power of two.
    Raises: ValueError for other sizes, and for more dimensions than there are numbers.

    >>> points(2, 3, np.random.default_rng(0)).shape
    (2, 3)
    """
    levels = size.bit_length() - 1
    if size != 2**levels:
        msg = f"size must be a power of two, got {size}"
        raise ValueError(msg)
    if not _file().exists():  # a SciPy that keeps its numbers elsewhere
        from scipy.stats import qmc

        return qmc.Sobol(dimension, rng=rng).random(size)
    polynomials, starts = _numbers()
    if dimension > len(polynomials):
        msg = f"there are Sobol points in up to {len(polynomials)} dimensions, not in {dimension}"
        raise ValueError(msg)
    (rng,) = rng.spawn(1)  # as qmc does
    shift = rng.integers(2, size=(dimension, BITS), dtype=np.uint32) @ (
        np.uint32(2) ** np.arange(BITS, dtype=np.uint32)
    )
    matrices = np.tril(rng.integers(2, size=(dimension, BITS, BITS), dtype=np.uint32))
    directions = _scrambled(
        _directions(polynomials[:dimension], starts[:dimension], levels), matrices
    )
    found = shift[None, :]
    for column in directions.T:  # in the order of the reflected Gray code
        found = np.concatenate([found, found[::-1] ^ column])
    return np.asarray(found * 2.0**-BITS, dtype=np.float64)


def _file() -> Path:
    spec = importlib.util.find_spec("scipy")
    root = Path(spec.origin if spec and spec.origin else "").parent
    return root / "stats" / "_sobol_direction_numbers.npz"


@functools.cache
def _numbers() -> tuple[Bits, Bits]:
    """Primitive polynomials (dimension,) as bits, their first numbers (dimension, degree)."""
    with np.load(_file()) as found:
        return found["poly"], found["vinit"]


def _directions(polynomials: Bits, starts: Bits, levels: int) -> Bits:
    """Direction numbers (dimension, level), of ``BITS`` bits."""
    degrees = np.frexp(polynomials.astype(float))[1] - 1
    found = np.ones((len(polynomials), levels), dtype=np.int64)
    for j in range(levels):
        given = j < degrees
        found[given, j] = starts[given, j]
        for own in np.unique(degrees[~given & (degrees > 0)]):
            rows = degrees == own
            new = found[rows, j - own]
            for k in range(own):
                term = found[rows, j - k - 1] << (k + 1)
                new = new ^ np.where((polynomials[rows] >> (own - 1 - k)) & 1, term, 0)
            found[rows, j] = new
    return found << (BITS - 1 - np.arange(levels))


def _scrambled(directions: Bits, matrices: Bits) -> Bits:
    """Direction numbers (dimension, level), their bits multiplied by unit lower triangles."""
    heights = np.arange(BITS - 1, -1, -1)
    matrices[:, np.arange(BITS), np.arange(BITS)] = 1
    bits = (directions[:, None, :] >> heights[:, None]) & 1
    mixed = (matrices.astype(np.float64) @ bits.astype(np.float64)).astype(np.uint32) & 1
    return np.asarray((mixed << heights[:, None].astype(np.uint32)).sum(axis=1), dtype=np.uint32)
