"""The law of :mod:`.dense` at any width, without ever forming a weight matrix.

A stream of K steps meets each matrix through a few vectors only. :class:`GaussianMatrix` draws it
along those, exactly in law: O(K^2 width) time and O(K width) memory instead of O(width^2). The
states h_0 and the cotangents v are the very numbers of a dense run with the same seed; the
matrices are other draws from the same law.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import xarray as xr
from numpy.typing import ArrayLike

from depthlaws._threads import one_blas_thread
from depthlaws.sims.draws import Block, RandomStream
from depthlaws.sims.optimizers import SGD, AdamW, Noise, Optimizer, Sign
from depthlaws.sims.registry import simulator
from depthlaws.sims.residual.ensemble import Advance, Batch, Ensemble, Streams, Values
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import (
    BACKWARD,
    OBSERVABLES,
    Tape,
    checked,
    walk,
    walk_back,
)
from depthlaws.sims.residual.size import (
    Passes,
    block_size,
    check_matrix_free,
    histories,
    pairs,
    trained_histories,
)
from depthlaws.sims.residual.trained_matrix import TrainedMatrix
from depthlaws.sims.residual.training import Training

__all__ = ["simulate", "train"]

Array = Any


class MatrixFree:
    """The matrices of a batch of networks, drawn along the vectors they meet.

    ``passes`` forward are expected. With ``once`` there is one and nothing else, and what no later
    product needs is not kept.
    """

    def __init__(
        self,
        model: ResidualMLP,
        streams: list[RandomStream],
        noise: RandomStream,
        dtype: str,
        *,
        inputs: int,
        passes: int = 1,
        once: bool = False,
    ):
        self._model, self._streams, self._noise, self._dtype = model, streams, noise, dtype
        self._room = min(inputs * model.loops * passes, model.width)
        self._to_come = [model.loops if once else -1] * model.layers
        self._matrices: dict[int, TrainedMatrix] = {}

    def matvec(self, layer: int, u: Array, /) -> Array:
        """W_layer u."""
        self._to_come[layer] -= 1
        last = self._to_come[layer] == 0
        image = self._matrix(layer).matvec(u, keep=not last)
        if last:
            del self._matrices[layer]
        return image

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """W_layer^T g."""
        return self._matrix(layer).rmatvec(g)

    def descend(
        self, optimizer: Optimizer, step: int, layer: int, left: Array, right: Array, /
    ) -> None:
        """Take one step along the gradient sum_p left_p right_p^T.

        SGD and noise cost no more than their products. Signs and AdamW's quotients have full rank:
        from then on each product takes O(step pairs width^2) operations, though no more memory.
        Raises: TypeError for an optimiser that is neither low-rank nor elementwise.
        """
        del step
        matrix, width = self._matrix(layer), self._model.width
        matrix.decay(1 - optimizer.rate * optimizer.decay)
        match optimizer:
            case SGD():
                matrix.descend(left, right, rate=optimizer.rate / width)
            case Noise():
                matrix.disturb(self._gaussian(self._noise.spawn(1)[0], optimizer.rate))
            case Sign() | AdamW():
                matrix.record(left, right, optimizer=optimizer)
            case _:
                msg = f"matrix-free steps are SGD, Noise, Sign or AdamW, got {optimizer!r}"
                raise TypeError(msg)

    def _matrix(self, layer: int) -> TrainedMatrix:
        if layer not in self._matrices:
            start = self._gaussian(self._streams[layer], self._model.s)
            self._matrices[layer] = TrainedMatrix(start)
        return self._matrices[layer]

    def _gaussian(self, stream: RandomStream, scale: float) -> GaussianMatrix:
        def draw(shape: tuple[int, int]) -> Array:
            return stream.normal(shape, dtype=self._dtype)

        room = {"room": self._room, "transposed_room": self._room}
        return GaussianMatrix(draw, width=self._model.width, scale=scale, **room)


@simulator("matrix-free", without_effect=("batch", "workers"))
def simulate(
    model: ResidualMLP,
    ensemble: Ensemble,
    /,
    *,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Run as :func:`.dense.simulate` does, in the same law, without a weight matrix.

    A block of samples is always run at once, whatever ``ensemble.batch`` says: it is small where
    the width is large.
    Raises: ValueError or TypeError naming what is not allowed; MemoryError saying how much memory
            this run needs; RuntimeError without a GPU.

    >>> from depthlaws.sims import Estimate
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=20_000, loops=8, eps=1 / 8)
    >>> run = simulate(model, Ensemble(samples=8, seed=0))
    >>> bool(abs(Estimate.of(run.energy[:, -1], "sample").z(1.551100)) < 5)  # infinite width
    True
    """
    names = checked(observe, OBSERVABLES)
    once = not BACKWARD & set(names)
    dims = {name: OBSERVABLES[name].dims for name in names}
    check_matrix_free(
        model,
        ensemble,
        passes=Passes(1, 0 if once else 1),
        histories=histories(model, names),
        pairs=pairs(model, ensemble, names),
        observed=[*dims.values()],
    )

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        for weights, batch in _networks(model, ensemble, block, once=once):
            tape = Tape(model, batch.h0, backend=ensemble.backend, observe=names)
            walk(tape, weights, advance)
            walk_back(tape, weights, batch.v)
            yield tape.values()

    values = _gather(model, ensemble, measure)
    return ensemble.dataset(model, values, dims, attrs={"simulator": "matrix-free"})


def train(
    model: ResidualMLP,
    ensemble: Ensemble,
    optimizer: Optimizer,
    /,
    *,
    steps: int = 1,
    loss: str = "linear",
    target: ArrayLike = 0.0,
    observe: str | Iterable[str] = ("change",),
) -> xr.Dataset:
    """Train as :func:`.dense.train` does, in the same law, without a weight matrix.

    SGD and Noise take O(width) time per product. The steps of Sign and AdamW have full rank:
    O(width^2) time from then on, still in O(width) memory; dense is faster where it fits.

    >>> from depthlaws.sims import SGD
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=20_000, loops=4, eps=1 / 4)
    >>> run = train(model, Ensemble(samples=2, seed=0), SGD(0.1), observe="change")
    >>> run.change.shape  # (sample, step, time)
    (2, 2, 5)
    """
    training = Training(optimizer=optimizer, steps=steps, loss=loss, target=target, observe=observe)
    check_matrix_free(
        model,
        ensemble,
        passes=Passes(steps + 1, steps),
        histories=trained_histories(model),
        observed=[*training.dims.values()],
        times=steps + 1,
    )

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        for weights, batch in _networks(model, ensemble, block, passes=steps + 1):
            path = training.walk(model, weights, batch, backend=ensemble.backend, advance=advance)
            yield training.values(path)

    values = _gather(model, ensemble, measure, passes=steps + 1)
    attrs = {"simulator": "matrix-free"} | training.attrs
    return ensemble.dataset(model, values, training.dims, leading=("step",), attrs=attrs)


def _networks(
    model: ResidualMLP, ensemble: Ensemble, block: Block, /, *, passes: int = 1, once: bool = False
) -> Iterator[tuple[MatrixFree, Batch]]:
    """Yield the networks of a whole block: what is drawn next depends on all of them."""
    streams = Streams(*block.stream.spawn(4))
    layers, inputs = streams.matrices.spawn(model.layers), ensemble.inputs(model) or 1
    for batch in ensemble.batches(model, streams, block.size, size=block.size):
        weights = MatrixFree(
            model, layers, streams.noise, ensemble.dtype, inputs=inputs, passes=passes, once=once
        )
        yield weights, batch


def _gather(
    model: ResidualMLP,
    ensemble: Ensemble,
    measure: Callable[[Block, Advance], Iterator[Values]],
    /,
    *,
    passes: int = 1,
) -> Values:
    one = replace(ensemble, workers=ensemble.workers or 1)  # most of the time is Python's
    with one_blas_thread():  # the products are spread over our own threads, span by span
        return one.gather(model, measure, block=block_size(model), passes=passes)
