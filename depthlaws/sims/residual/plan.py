"""Plan of a run of residual streams: inputs, batches, threads and memory, computed once.

A dense run holds weight matrices, a matrix-free run the vectors that each matrix multiplied. Both
are refused before the first draw if their memory is not free or if they would take over a day.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.base.threads import processors
from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import numbers
from depthlaws.sims.common.cost import GIB, LAYER_SECONDS, OBJECT_BYTES, afford, described, speeds
from depthlaws.sims.common.draws import (
    NUMBERS_PER_GENERATOR,
    Block,
    Children,
    RandomStream,
    blocks,
)
from depthlaws.sims.common.last_values import last_value
from depthlaws.sims.common.parallel_blocks import Advance, Values, measure_blocks
from depthlaws.sims.residual.elementwise_updates import ENTRIES_AT_ONCE
from depthlaws.sims.residual.ensemble import Batch, Ensemble
from depthlaws.sims.residual.network import ResidualMLP, Trainable
from depthlaws.sims.residual.observables import LAST_VALUES, Observation

Array = Any

ENTRIES_PER_BLOCK = 1 << 22  # entries of one matrix over a block of samples; changes the draws
BATCH_BYTES = 1 << 22  # bytes of a batch's matrices: near the cache, and long enough for threads
BATCH_ENTRIES = 1 << 16  # entries of one matrix over a batch: with fewer, Python's time dominates
RECOMPUTED_PER_SECOND = 1e9  # entries of elementwise updates, by a thread of a fast machine
SHARED_WIDTH = 2048  # width from which all threads work on one block instead of several


class Plan:
    """Sizes of a run that follow from its model, its ensemble and its observation.

    ``batch`` samples are computed together, and ``threads`` blocks of samples at the same time.
    """

    simulator: str
    batch: int
    threads: int

    def __init__(self, model: ResidualMLP, ensemble: Ensemble, observe: Observation, /):
        self.model, self.ensemble, self.observe = model, ensemble, observe
        self.backend, self.dtype = ensemble.backend, ensemble.dtype
        self.itemsize = np.dtype(self.dtype).itemsize
        self.start = _start(model, ensemble)
        self.inputs = model.inputs if self.start is None else len(self.start)
        given: Any = model.h0 if ensemble.start is None else ensemble.start
        self.single_input = np.ndim(given) < 2
        self.needs = observe.needs(model, self.inputs)
        self.passes = self.needs.forward + self.needs.backward
        back = bool(self.needs.backward)
        require_read_fields(ensemble, "probe", read=back, says="an observable of a gradient")
        drawn = ensemble.start is None
        require_read_fields(model, "h0", read=drawn, says="drawn states, without start")
        self.block = max(1, min(1024, ENTRIES_PER_BLOCK // model.width**2))
        self.blocks = -(-ensemble.samples // self.block)
        arrays = len(observe.dims) * (model.steps + 1)
        self.result_bytes = 8.0 * self.needs.forward * ensemble.samples * self.needs.results
        # Results are held twice when the batches are joined.
        self.output_bytes = 2 * self.result_bytes + self.needs.forward * OBJECT_BYTES * arrays

    def bytes_without_matrices(self) -> float:
        """Return the memory of a matrix-free run: each product adds a vector and its image."""
        model = self.model
        live_matrices = 1 if model.uses == 1 and self.passes == 1 else model.layers
        vectors = self.inputs * (self.needs.histories * (model.steps + 1) + 6)
        numbers = model.width * (2 * live_matrices * self.vectors_multiplied() + vectors)
        samples = (self.ensemble.workers or 1) * min(self.block, self.ensemble.samples)
        return self.total_bytes(samples * (self.itemsize * numbers + 8 * self.needs.overlaps))

    def total_bytes(self, batches: float, /) -> float:
        """Return the memory of a run; the second copy of its results follows the last batch."""
        return self.output_bytes - self.result_bytes + max(self.result_bytes, batches)

    def vectors_multiplied(self) -> int:
        """Return the number of vectors that one matrix multiplies, up to the width each way."""
        uses = self.inputs * self.model.uses
        each_way = (self.needs.forward, self.needs.backward)
        return sum(min(uses * passes, self.model.width) for passes in each_way)

    def run(self, weights: Callable[[Any, Batch], Trainable], /) -> xr.Dataset:
        """Run all networks, with the matrices that ``weights(plan, batch)`` makes."""
        ensemble = self.ensemble

        def measure(block: Block, advance: Advance) -> Iterator[Values]:
            for batch in self.batches(block):
                matrices = weights(self, batch)
                yield self.observe.measure(self.model, matrices, batch, self.backend, advance)

        values = measure_blocks(
            blocks(ensemble.seed, ensemble.samples, block=self.block, device=self.backend),
            measure,
            threads=self.threads,
            total=ensemble.samples * self.model.steps * self.needs.forward,
            progress=ensemble.progress,
        )
        return self.dataset(values)

    def batches(self, block: Block, /) -> Iterator[Batch]:
        """Yield the networks of a block, ``batch`` at a time."""
        model, dtype = self.model, self.dtype
        states, probe, noise, matrices = block.stream.spawn(4)
        layers = matrices.spawn(model.layers)
        steps = Children(noise)
        for first in range(0, block.size, self.batch):
            size = min(self.batch, block.size - first)
            h0 = self._first_states(states, size)
            v = probe.normal((size, 1, model.width), scale=self.ensemble.probe**0.5, dtype=dtype)
            yield Batch(size, h0, self.backend.xp.broadcast_to(v, h0.shape), layers, steps)

    def _first_states(self, stream: RandomStream, size: int) -> Array:
        """Return h_0 of a batch, (sample, input, width), as given or drawn."""
        model, xp = self.model, self.backend.xp
        shape = (size, self.inputs, model.width)
        if self.start is not None:
            given = self.backend.asarray(self.start, self.dtype)
            return xp.broadcast_to(given[None, :, :], shape)
        if isinstance(model.h0, float):
            return stream.normal(shape, scale=model.h0**0.5, dtype=self.dtype)
        z, overlaps = stream.normal(shape, dtype=self.dtype), np.array(model.h0)
        energies = np.diag(overlaps)
        if np.count_nonzero(overlaps) == len(energies):  # independent inputs
            z *= self.backend.asarray(np.sqrt(energies), self.dtype)[:, None]
            return z
        return xp.matmul(self.backend.asarray(_square_root(overlaps), self.dtype), z)

    def dataset(self, values: Values, /) -> xr.Dataset:
        """Name the dimensions; a single input given as an energy or a vector has none."""
        data = {}
        for name, dims in self.observe.dims.items():
            axes = ("sample", *self.observe.leading, *dims)
            dropped = {"input", "input_other"} & set(axes) if self.single_input else set()
            named = tuple(axis for axis in axes if axis not in dropped)
            data[name] = (named, np.squeeze(values[name], tuple(map(axes.index, dropped))))
            if name in LAST_VALUES:
                data[last_value(name)] = (named[:-1], data[name][1][..., -1])
        attrs = {
            "model": repr(self.model),
            "seed": int(self.ensemble.seed),
            "dtype": self.dtype,
            "device": self.backend.name,
            "simulator": self.simulator,
        }
        return xr.Dataset(data, attrs=attrs | self.observe.attrs)


class DensePlan(Plan):
    """Sizes of a run that holds its matrices, or those drawn at once if each is used only once.

    Raises
    ------
    MemoryError, ValueError
        If memory or a day would not do; the first names the memory of a matrix-free run.
    """

    simulator = "dense"

    def __init__(self, model: ResidualMLP, ensemble: Ensemble, observe: Observation, /):
        super().__init__(model, ensemble, observe)
        self.threads = self._threads()
        self.layers_at_once = self._layers_at_once()
        in_order = model.visits is None or model.matrices[-1] + 1 == model.layers
        self.used_once = model.steps == model.layers and in_order and self.passes == 1
        matrices = self.layers_at_once if self.used_once else self.needs.matrices
        vectors = self.inputs * (self.needs.histories * (model.steps + 1) + 4)
        numbers = model.width * (matrices * model.width + vectors)
        sample_bytes = self.itemsize * numbers + 8 * self.needs.overlaps
        free = self.backend.available()
        self.batch = min(ensemble.batch or self._batch_near_cache(), self.block, ensemble.samples)
        if ensemble.batch is None:
            fitting = int((free - self.output_bytes) // (self.threads * sample_bytes))
            self.batch = max(1, min(self.batch, fitting))
        lean = self.bytes_without_matrices()
        drawing, multiplying = speeds(self.backend)
        products = self.inputs * self.passes * model.steps
        afford(
            f"a dense run of {described(model)}",
            need=self.total_bytes(self.threads * self.batch * sample_bytes),
            free=free,
            output=self.output_bytes,
            seconds=ensemble.samples
            * model.width**2
            * (model.layers / drawing + products / multiplying),
            instead=f"{_MATRIX_FREE} {lean / GIB:.3g} GiB" if lean <= free else "",
        )

    def _threads(self) -> int:
        """Return the number of blocks computed at the same time: one on a GPU's one stream."""
        if self.backend.gpu:
            return 1
        several = processors() if self.model.width < SHARED_WIDTH else 1
        return min(self.blocks, self.ensemble.workers or several)

    def _layers_at_once(self) -> int:
        """Return the number of matrices drawn at the same time: the workers for each block.

        One where the workers share the draws of a single matrix, and of a GPU's one stream.
        """
        model = self.model
        if self.backend.gpu or model.width**2 > NUMBERS_PER_GENERATOR:
            return 1
        return max(1, min(model.layers, (self.ensemble.workers or processors()) // self.blocks))

    def _batch_near_cache(self) -> int:
        """Return the number of samples whose matrices fit in BATCH_BYTES, or an eighth of a GPU.

        A deep stack of small matrices takes more of them: outside the cache, but its steps are
        short.
        """
        model = self.model
        sample_bytes = model.layers * model.width**2 * self.itemsize
        if self.backend.gpu:
            return max(1, int(self.backend.available() // 8 // sample_bytes))
        deep = min(BATCH_ENTRIES // model.width**2, 4 * BATCH_BYTES // sample_bytes)
        return max(1, BATCH_BYTES // sample_bytes, deep)


class MatrixFreePlan(Plan):
    """Sizes of a run without matrices: a block of samples is one batch.

    Raises
    ------
    MemoryError, ValueError
        If memory or a day would not do.
    """

    simulator = "matrix-free"

    def __init__(self, model: ResidualMLP, ensemble: Ensemble, observe: Observation, /):
        super().__init__(model, ensemble, observe)
        gpu = self.backend.gpu
        # One thread by default: most of the time is Python's.
        self.threads = 1 if gpu else min(self.blocks, ensemble.workers or 1)
        self.batch = self.block
        products = self.inputs * self.passes * model.steps
        recomputing = speeds(self.backend)[0] if gpu else self.threads * RECOMPUTED_PER_SECOND
        afford(
            f"a matrix-free run of {described(model)}",
            need=self.bytes_without_matrices(),
            output=self.output_bytes,
            free=self.backend.available(),
            seconds=ensemble.samples
            * products
            * self.vectors_multiplied()
            * model.width
            / speeds(self.backend)[1]
            + ensemble.samples * model.width**2 * self.recomputed() / recomputing
            + self.blocks * self.passes * model.steps * LAYER_SECONDS,
        )

    def recomputed(self) -> int:
        """Return how often every entry of a matrix is computed again: in passes after a step.

        The updates of elementwise optimisers are not stored, unless the matrices are small.
        """
        steps = self.observe.elementwise_steps
        if not steps or self.block * self.model.width**2 <= ENTRIES_AT_ONCE:
            return 0
        return self.model.steps * steps * (steps + 1)  # forward and back, all steps before


_MATRIX_FREE = "depthlaws.sims.residual.matrix_free.simulate would need about"


def _start(model: ResidualMLP, ensemble: Ensemble) -> np.ndarray | None:
    """Return h_0 as (input, width) if it was given. Raises: ValueError if it does not fit."""
    if ensemble.start is None:
        return None
    start = np.atleast_2d(numbers("start", ensemble.start)).astype(ensemble.dtype)
    if start.shape[1] != model.width:
        shape = np.shape(ensemble.start)
        msg = f"start must be (width,) or (input, width) with width {model.width}, got {shape}"
        raise ValueError(msg)
    if not np.isfinite(start).all() or (model.normalize and not start.any(axis=1).all()):
        msg = "start must be finite, and not zero in a normalised model"
        raise ValueError(msg)
    return start


def _square_root(overlaps: np.ndarray) -> np.ndarray:
    """Return the symmetric square root of a covariance, which may be singular."""
    value, vector = np.linalg.eigh(overlaps)
    return (vector * np.sqrt(np.maximum(value, 0.0))) @ vector.T
