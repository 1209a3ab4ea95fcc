"""Seeded normal draws that depend on the seed alone, not on batches or workers.

Samples come in blocks of a fixed size, each with a child generator of its own, so that any part of
a run can be replayed bit for bit. CuPy generators have 32-bit seeds and no children: there a run
draws from one stream, in order, and its numbers do depend on the batch size.
"""

import operator
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np

from sims.backend import Backend, get

Array = Any

CHUNK = 1 << 18  # numbers per child generator of a large sample: changing it changes the draws


class Stream:
    """Standard normals from one generator, in the namespace of a backend."""

    def __init__(self, generator: Any, backend: Backend):
        self._generator, self._backend = generator, backend

    def spawn(self, count: int, /) -> list["Stream"]:
        """Independent streams; on CuPy this very stream, `count` times."""
        if self._backend.name == "cupy":
            return [self] * count
        return [Stream(child, self._backend) for child in self._generator.spawn(count)]

    @property
    def generator(self) -> Any:
        """The NumPy or CuPy generator itself."""
        return self._generator

    def normal(self, shape: tuple[int, ...], /, *, scale: float = 1.0, dtype: str) -> Array:
        """Independent N(0, scale^2); the first axis counts samples.

        Drawing n samples and then m gives the same numbers as drawing n + m at once.
        """
        if self._backend.name == "cupy":
            z = self._generator.standard_normal(shape, dtype=dtype)
            z *= scale
            return z
        z = np.empty(shape, dtype=dtype)
        size = z.size // max(1, len(z))
        if size < CHUNK:
            _fill(z, self._generator, scale)
        else:
            # A child per chunk of every sample, so that chunks can be drawn at the same time.
            flat = z.reshape(len(z), size)
            parts = [x[start : start + CHUNK] for x in flat for start in range(0, size, CHUNK)]
            with ThreadPoolExecutor() as pool:
                list(pool.map(_fill, parts, self._generator.spawn(len(parts)), repeat(scale)))
        return self._backend.xp.asarray(z)


def _fill(z: np.ndarray, generator: np.random.Generator, scale: float) -> None:
    generator.standard_normal(out=z, dtype=z.dtype)
    z *= scale


@dataclass(frozen=True)
class Block:
    """Samples start, ..., start + size - 1 of a run, with their own stream."""

    start: int
    size: int
    stream: Stream


def blocks(seed: int, samples: int, /, *, block: int, device: str | Backend = "cpu") -> list[Block]:
    """Split a run into blocks of samples; the last one may be shorter.

    Sample i is the same for every number of samples greater than i.
    Raises: TypeError or ValueError unless the seed is an integer >= 0 and the counts are >= 1.
    """
    return list(
        _blocks(checked_seed(seed), _count("samples", samples), _count("block", block), get(device))
    )


def _blocks(seed: int, samples: int, block: int, backend: Backend) -> Iterator[Block]:
    starts = range(0, samples, block)
    if backend.name == "cupy":
        state = np.random.SeedSequence(seed).generate_state(1)[0]
        streams = [Stream(backend.xp.random.default_rng(int(state)), backend)] * len(starts)
    else:
        children = np.random.SeedSequence(seed).spawn(len(starts))
        streams = [Stream(np.random.default_rng(child), backend) for child in children]
    for start, stream in zip(starts, streams, strict=True):
        yield Block(start, min(block, samples - start), stream)


def checked_seed(seed: Any, /) -> int:
    """Return the seed. Raises: TypeError unless an integer, ValueError if negative."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        msg = f"seed must be an integer of at least 0 (a run has to be repeatable), got {seed!r}"
        raise TypeError(msg)
    if seed < 0:
        msg = f"seed must be at least 0, got {seed}"
        raise ValueError(msg)
    return int(seed)


def _count(name: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        msg = f"{name} must be an integer, got {value!r}"
        raise TypeError(msg) from None
    if number < 1:
        msg = f"{name} must be at least 1, got {number}"
        raise ValueError(msg)
    return number
