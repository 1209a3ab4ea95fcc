"""Seeded normal draws that depend on the seed alone, not on batches or threads.

Samples come in blocks of a fixed size, each with a generator of its own, so that any part of a run
can be repeated bit for bit. CuPy generators have 32-bit seeds and no children: on a GPU a run draws
from one stream, in order, and its numbers depend on the batch size.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.base.threads import spread
from depthlaws.sims.common.argument_checks import integer
from depthlaws.sims.common.backend import Backend, get

Array = Any

# A change of one of these two changes the draws.
NUMBERS_PER_GENERATOR = 1 << 20  # a larger sample has several child generators
NUMBERS_PER_PIECE = 1 << 15  # of a long float32 sample, whose two halves are pairs

# Temporary arrays of this size stay in cache. Smaller ones would make two threads that draw wait
# for each other's turn in the interpreter.
NUMBERS_AT_A_TIME = 1 << 18


class RandomStream:
    """Standard normals from one generator, in the namespace of a backend."""

    def __init__(self, generator: Any, backend: Backend):
        self._generator, self._backend = generator, backend

    def spawn(self, count: int, /) -> list["RandomStream"]:
        """Return independent streams; on CuPy this very stream, ``count`` times."""
        if self._backend.name == "cupy":
            return [self] * count
        return [RandomStream(child, self._backend) for child in self._generator.spawn(count)]

    def normal(self, shape: tuple[int, ...], /, *, scale: float = 1.0, dtype: str) -> Array:
        """Draw independent N(0, scale^2); the first axis counts samples.

        Drawing n samples and then m gives the same numbers as drawing n + m at once.
        """
        if self._backend.name == "cupy":
            z = self._generator.standard_normal(shape, dtype=dtype)
            z *= scale
            return z
        samples, *axes = shape
        z = np.empty((samples, math.prod(axes)), dtype=dtype)
        if z.shape[1] <= NUMBERS_PER_GENERATOR:
            fill(z, self._generator, scale)
        else:
            # A child per chunk of every sample, so that chunks can be drawn at the same time.
            starts = range(0, z.shape[1], NUMBERS_PER_GENERATOR)
            parts = [x[None, start : start + NUMBERS_PER_GENERATOR] for x in z for start in starts]
            children = self._generator.spawn(len(parts))
            spread(lambda i: fill(parts[i], children[i], scale), range(len(parts)))
        return self._backend.xp.asarray(z.reshape(shape))


class Children:
    """Children of a stream, numbered from 0 and made when first used."""

    def __init__(self, parent: RandomStream):
        self._parent, self._streams = parent, list[RandomStream]()

    def __getitem__(self, number: int) -> RandomStream:
        missing = number + 1 - len(self._streams)
        self._streams += self._parent.spawn(max(0, missing))
        return self._streams[number]


def fill(z: np.ndarray, generator: np.random.Generator, scale: float = 1.0, /) -> None:
    """Fill (sample, number) in place with independent N(0, scale^2).

    Error: float32 draws do not exceed 6.8 scale, and radii below 4e-4 scale lie on a lattice.
    """
    if z.dtype == np.float64:
        generator.standard_normal(out=z)
        z *= scale
        return
    for part in [z] if z.shape[1] <= NUMBERS_PER_PIECE else z[:, None]:
        end = part.shape[1] - part.shape[1] % NUMBERS_PER_PIECE
        pieces = part[:, :end].reshape(-1, NUMBERS_PER_PIECE, copy=False)
        for rows in (pieces, part[:, end:]):
            step = max(1, NUMBERS_AT_A_TIME // max(1, rows.shape[1]))
            for first in range(0, len(rows) if rows.size else 0, step):
                _box_muller(rows[first : first + step], generator, scale)


def _box_muller(z: np.ndarray, generator: np.random.Generator, scale: float) -> None:
    """Draw float32 normals in pairs, by radius and angle: three times faster than NumPy's ziggurat.

    A row of odd size drops a number, so that no pair belongs to two rows.
    """
    samples, size = z.shape
    pairs = (size + 1) // 2
    bits = generator.bit_generator.random_raw(samples * pairs).view(np.uint32)
    bits = bits.reshape(samples, pairs, 2)
    radius, angle = bits[..., 0].astype(np.float32), bits[..., 1].astype(np.float32)
    radius += np.float32(0.5)  # uniform on (0, 1]: the logarithm is finite
    radius *= np.float32(2.0**-32)
    np.log(radius, out=radius)
    radius *= np.float32(-2 * scale * scale)
    np.sqrt(radius, out=radius)
    angle *= np.float32(2 * math.pi * 2.0**-32)
    np.cos(angle, out=z[:, :pairs])
    z[:, :pairs] *= radius
    np.sin(angle, out=angle)
    np.multiply(radius[:, : size - pairs], angle[:, : size - pairs], out=z[:, pairs:])


@dataclass(frozen=True)
class Block:
    """Samples start, ..., start + size - 1 of a run, with their own stream."""

    start: int
    size: int
    stream: RandomStream


def blocks(seed: int, samples: int, /, *, block: int, device: str | Backend = "cpu") -> list[Block]:
    """Split a run into blocks of samples, the last of which may be shorter.

    Sample i is the same for every number of samples greater than i.

    Parameters
    ----------
    seed : int
        Seed of the run, at least 0.
    samples, block : int
        Samples of the run, and of a block; at least 1.
    device : str or Backend
        Device of the draws.

    Returns
    -------
    list of Block
        Blocks in the order of the samples.

    Raises
    ------
    TypeError, ValueError
        If a number is no integer or too small.
    """
    return list(
        _blocks(
            checked_seed(seed), integer("samples", samples), integer("block", block), get(device)
        )
    )


def _blocks(seed: int, samples: int, block: int, backend: Backend) -> Iterator[Block]:
    starts = range(0, samples, block)
    if backend.name == "cupy":
        state = np.random.SeedSequence(seed).generate_state(1)[0]
        streams = [RandomStream(backend.xp.random.default_rng(int(state)), backend)] * len(starts)
    else:
        children = np.random.SeedSequence(seed).spawn(len(starts))
        # SFC64 is a fifth faster than the default, and its seeds spawn as well.
        generators = (np.random.Generator(np.random.SFC64(child)) for child in children)
        streams = [RandomStream(generator, backend) for generator in generators]
    for start, stream in zip(starts, streams, strict=True):
        yield Block(start, min(block, samples - start), stream)


def checked_seed(seed: int, /) -> int:
    """Return the seed. Raises: TypeError unless an integer, ValueError if negative."""
    return integer(
        "seed", seed, least=0, of_kind="integer of at least 0 (a run has to be repeatable)"
    )
