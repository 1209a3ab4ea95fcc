"""Many independent networks: drawn in blocks, run in batches by several workers, one Dataset."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from depthlaws._threads import one_blas_thread
from depthlaws.sims import draws
from depthlaws.sims.backend import Backend, checked_dtype, get
from depthlaws.sims.draws import Block, Stream
from depthlaws.sims.residual.network import ResidualMLP, count
from depthlaws.sims.residual.observables import Values

Array = Any
Take = Callable[[int], Any]  # the matrices of the next so many samples of a block: Weights
Source = Callable[[Stream, Stream], Take]  # from the streams of weights and of noise
Measure = Callable[[Any, Array, Array], Values]  # (weights, h_0, v) -> observables

SMALL = 512  # width below which draws and products of one network keep one processor busy


@dataclass(frozen=True, kw_only=True)
class Ensemble:
    """How many networks, from which seed, with which inputs, and where they are run.

    ``start`` (width,) or (input, width) is used as h_0 of every sample instead of draws; ``probe``
    is the variance of the coordinates of v. ``batch`` samples are run at once, and ``workers``
    blocks of samples at the same time, by default on all processors for matrices so small that
    their draws and products are left to one: neither changes the results.
    """

    samples: int
    seed: int
    start: ArrayLike | None = None
    probe: float = 1.0
    dtype: str = "float64"
    device: str | Backend = "cpu"
    batch: int | None = None
    workers: int | None = None

    def __post_init__(self) -> None:
        count("samples", self.samples)
        for name in ("batch", "workers"):
            if getattr(self, name) is not None:
                count(name, getattr(self, name))
        if not (np.ndim(self.probe) == 0 and 0 <= self.probe < np.inf):
            msg = f"probe must be a finite variance, got {self.probe!r}"
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
        start = np.atleast_2d(np.asarray(self.start, dtype=self.dtype))
        if start.ndim != 2 or start.shape[1] != model.width:
            msg = f"start must be (width,) or (input, width), width {model.width}: {start.shape}"
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

    def jobs(self, model: ResidualMLP, /) -> int:
        """Blocks of samples run at the same time."""
        if self.backend.name == "cupy":  # one stream, which has to be used in order
            return 1
        return self.workers or (joblib.cpu_count() if model.width < SMALL else 1)

    def run(
        self, model: ResidualMLP, source: Source, measure: Measure, /, *, block: int, batch: int
    ) -> Values:
        """Measure every sample; `block` may depend on the model alone, `batch` is the default."""
        parts = draws.blocks(self.seed, self.samples, block=block, device=self.backend)
        start = self.given(model)
        size = min(block, batch if self.batch is None else self.batch)

        def one(part: Block) -> list[Values]:
            # A run that diverges leaves inf or NaN behind, without a warning.
            with np.errstate(over="ignore", invalid="ignore"):
                return self._block(model, source, measure, part, start, size)

        pool = joblib.Parallel(n_jobs=min(len(parts), self.jobs(model)), prefer="threads")
        with one_blas_thread() if model.width < SMALL else nullcontext():
            found = [values for done in pool(joblib.delayed(one)(part) for part in parts)
                     for values in done]  # fmt: skip
        return {name: np.concatenate([values[name] for values in found]) for name in found[0]}

    def _block(
        self,
        model: ResidualMLP,
        source: Source,
        measure: Measure,
        block: Block,
        start: np.ndarray | None,
        batch: int,
    ) -> list[Values]:
        states, probe, noise, matrices = block.stream.spawn(4)
        take = source(matrices, noise)
        found = []
        for first in range(0, block.size, batch):
            size = min(batch, block.size - first)
            h0 = self._inputs(model, states, start, size)
            v = probe.normal((size, 1, model.width), scale=self.probe**0.5, dtype=self.dtype)
            v = self.backend.xp.broadcast_to(v, h0.shape)
            found.append(measure(take(size), h0, v))
        return found

    def _inputs(
        self, model: ResidualMLP, states: Stream, start: np.ndarray | None, size: int
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
        return xp.matmul(self.backend.asarray(_root(np.array(model.h0)), self.dtype), z)

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
        data = {name: (("sample", *leading, *dims[name]), values[name]) for name in dims}
        found = xr.Dataset(data)
        if self.inputs(model) is None:
            found = found.squeeze([d for d in ("input", "input_other") if d in found.dims])
        common = {
            "model": repr(model),
            "seed": int(self.seed),
            "dtype": self.dtype,
            "device": self.backend.name,
        }
        return found.assign_attrs(common | dict(attrs))


def _root(overlaps: np.ndarray) -> np.ndarray:
    """Return the symmetric square root of a covariance, which may be singular."""
    value, vector = np.linalg.eigh(overlaps)
    return (vector * np.sqrt(np.maximum(value, 0.0))) @ vector.T
