"""Many independent networks: drawn in blocks, run in batches by several workers, one Dataset."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import xarray as xr

from depthlaws._threads import most, processors
from depthlaws.sims import draws
from depthlaws.sims.arguments import integer, number, numbers
from depthlaws.sims.backend import Backend, checked_dtype, get
from depthlaws.sims.draws import Block, RandomStream, checked_seed
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.runs import Advance, Progress, Values, gathered

Array = Any
__all__ = ["Ensemble"]

SEVERAL = 2048  # width below which several blocks of samples are run at the same time


class Batch(NamedTuple):
    """Networks run at once: their number, h_0 and v, (sample, input, width) both."""

    size: int
    h0: Array
    v: Array


class Streams(NamedTuple):
    """The streams of random numbers of one block of samples."""

    states: RandomStream
    probe: RandomStream
    noise: RandomStream
    matrices: RandomStream


@dataclass(frozen=True, kw_only=True)
class Ensemble:
    """How many networks, from which seed, with which inputs, and where they are run.

    ``start`` (width,) or (input, width) is used as h_0 of every sample instead of draws; ``probe``
    is the variance of the coordinates of v. ``batch`` samples are run at once, and ``workers``
    blocks of samples at the same time, by default one a processor unless the matrices are large:
    neither changes the results. ``progress(done, total)`` is told of every step of the batches,
    total being samples * model.steps * passes.

    >>> Ensemble(samples=1000, seed=0, dtype="float32").samples
    1000
    """

    samples: int
    seed: int
    start: Sequence[float] | np.ndarray | None = None
    probe: float = 1.0
    dtype: str = "float64"
    device: str | Backend = "cpu"
    batch: int | None = None
    workers: int | None = None
    progress: Progress | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_seed(self.seed))
        for name in ("samples", "batch", "workers"):
            if getattr(self, name) is not None or name == "samples":
                object.__setattr__(self, name, integer(name, getattr(self, name)))
        number("probe", self.probe, least=0, says="a finite variance")
        if self.start is not None and numbers("start", self.start).ndim not in (1, 2):
            msg = f"start must be (width,) or (input, width), got shape {np.shape(self.start)}"
            raise ValueError(msg)
        object.__setattr__(self, "dtype", checked_dtype(self.dtype))
        object.__setattr__(self, "device", get(self.device))

    @property
    def backend(self) -> Backend:
        """The array namespace."""
        return get(self.device)

    def given(self, model: ResidualMLP, /) -> np.ndarray | None:
        """Return h_0 as (input, width), if it was given.

        Raises: ValueError for one that cannot be used.
        """
        if self.start is None:
            return None
        start = np.atleast_2d(numbers("start", self.start)).astype(self.dtype)
        if start.shape[1] != model.width:
            shape = np.shape(self.start)
            msg = f"start must be (width,) or (input, width) with width {model.width}, got {shape}"
            raise ValueError(msg)
        if not np.isfinite(start).all() or (model.normalize and not start.any(axis=1).all()):
            msg = "start must be finite, and not zero in a normalised model"
            raise ValueError(msg)
        return start

    def inputs(self, model: ResidualMLP, /) -> int | None:
        """Return the number of inputs, or None for a single one that has no dimension."""
        if self.start is None:
            return None if isinstance(model.h0, float) else model.inputs
        return None if np.ndim(self.start) == 1 else len(np.asarray(self.start))

    def jobs(self, model: ResidualMLP, blocks: int, /) -> int:
        """Blocks of samples, out of so many, that are run at the same time."""
        if self.backend.name == "cupy":  # one stream, which has to be used in order
            return 1
        return min(blocks, self.workers or (processors() if model.width < SEVERAL else 1))

    def gather(
        self,
        model: ResidualMLP,
        measure: Callable[[Block, Advance], Iterable[Values]],
        /,
        *,
        block: int,
        passes: int = 1,
        room: int = 1,
    ) -> Values:
        """Measure all blocks of samples, several at a time; `block` depends on the model alone.

        `passes` forward, each telling of its steps, are made in all. Beside other processes there
        may be as many blocks at the same time as memory has `room` for.
        """
        parts = draws.blocks(self.seed, self.samples, block=block, device=self.backend)
        jobs = self.jobs(model, len(parts))
        many = min(room, most()) if jobs > 1 and self.workers is None else jobs
        total = self.samples * model.steps * passes
        return gathered(
            parts, measure, jobs=(jobs, max(jobs, many)), progress=self.progress, total=total
        )

    def batches(
        self, model: ResidualMLP, streams: Streams, samples: int, /, *, size: int
    ) -> Iterator[Batch]:
        """Yield the inputs and cotangents of so many samples, at most `size` at a time."""
        start = self.given(model)
        for first in range(0, samples, size):
            batch = min(size, samples - first)
            h0 = self._inputs(model, streams.states, start, batch)
            v = streams.probe.normal(
                (batch, 1, model.width), scale=self.probe**0.5, dtype=self.dtype
            )
            yield Batch(batch, h0, self.backend.xp.broadcast_to(v, h0.shape))

    def _inputs(
        self, model: ResidualMLP, states: RandomStream, start: np.ndarray | None, size: int
    ) -> Array:
        """h_0 of a batch, (sample, input, width)."""
        xp = self.backend.xp
        if start is not None:
            given = self.backend.asarray(start, self.dtype)
            return xp.broadcast_to(given[None, :, :], (size, *given.shape))
        shape = (size, model.inputs, model.width)
        if isinstance(model.h0, float):
            return states.normal(shape, scale=model.h0**0.5, dtype=self.dtype)
        z = states.normal(shape, dtype=self.dtype)
        overlaps = np.array(model.h0)
        energies = np.diag(overlaps)
        if np.count_nonzero(overlaps) == len(energies):  # independent inputs
            z *= self.backend.asarray(np.sqrt(energies), self.dtype)[:, None]
            return z
        return xp.matmul(self.backend.asarray(_root(overlaps), self.dtype), z)

    def dataset(
        self,
        model: ResidualMLP,
        values: Values,
        dims: Mapping[str, tuple[str, ...]],
        /,
        *,
        leading: Iterable[str] = (),
        attrs: Mapping[str, Any],
    ) -> xr.Dataset:
        """Name the dimensions; a single input given as an energy or a vector has none."""
        single, data = self.inputs(model) is None, {}
        for name in dims:
            axes = ("sample", *leading, *dims[name])
            gone = {"input", "input_other"} & set(axes) if single else set()
            kept = tuple(axis for axis in axes if axis not in gone)
            data[name] = (kept, np.squeeze(values[name], tuple(map(axes.index, gone))))
        common = {
            "model": repr(model),
            "seed": int(self.seed),
            "dtype": self.dtype,
            "device": self.backend.name,
        }
        return xr.Dataset(data, attrs=common | dict(attrs))


def _root(overlaps: np.ndarray) -> np.ndarray:
    """Return the symmetric square root of a covariance, which may be singular."""
    value, vector = np.linalg.eigh(overlaps)
    return (vector * np.sqrt(np.maximum(value, 0.0))) @ vector.T
