"""Monte-Carlo of residual streams with all their weights: dense matrices, any width that fits.

:mod:`.matrix_free` samples the same law without the matrices, with the same interface.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import xarray as xr
from array_api_compat import is_numpy_array
from numpy.typing import ArrayLike

from depthlaws._threads import spread
from depthlaws.sims.backend import namespace
from depthlaws.sims.cost import GIB, OBJECT, afford, speeds
from depthlaws.sims.draws import Block, RandomStream
from depthlaws.sims.optimizers import AdamW, Memory, Optimizer
from depthlaws.sims.registry import simulator
from depthlaws.sims.residual.ensemble import Advance, Ensemble, Streams, Values
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import (
    BACKWARD,
    OBSERVABLES,
    Tape,
    checked,
    recorded,
    walk,
    walk_back,
)
from depthlaws.sims.residual.training import HISTORIES, Training

__all__ = ["simulate", "train"]

Array = Any

ENTRIES_PER_BLOCK = 1 << 22  # of one matrix, over the samples of a block: changes the draws
_LEAN = "depthlaws.sims.residual.matrix_free.simulate would need about {:.3g} GiB"
LONG = 1 << 27  # operations of a product that is worth several processors
RESULTS = (
    1 << 16
)  # of such a product at a time; at least so many columns, at most an eighth of them
COLUMNS = 256
BATCH_BYTES = 1 << 20  # matrices run at once: they stay in cache over the steps of the stream
BATCH_ENTRIES = 1 << 16  # of one matrix, over the samples run at once: fewer are Python's own time


class Dense:
    """Matrices, one per layer, drawn when first used and kept transposed.

    Rows of states times W^T in the order of memory is the fastest product that BLAS has.
    With ``once`` every matrix is used once only and dropped: the memory of one. ``noise`` has a
    stream for every step of training and layer.
    """

    def __init__(
        self,
        model: ResidualMLP,
        streams: list[RandomStream],
        samples: int,
        dtype: str,
        *,
        once: bool = False,
        noise: Sequence[RandomStream] = (),
    ):
        self._model, self._streams, self._noise = model, streams, noise
        self._samples, self._dtype, self._once = samples, dtype, once
        self._drawn: dict[int, Array] = {}
        self._memory: dict[int, Memory] = {}

    def transposed(self, layer: int, /) -> Array:
        """W_layer^T of every sample, (sample, width, width)."""
        if layer in self._drawn:
            return self._drawn[layer]
        w = self._draw(self._streams[layer], self._model.s / math.sqrt(self._model.width))
        if not self._once:
            self._drawn[layer] = w
        return w

    def _draw(self, stream: RandomStream, scale: float = 1.0) -> Array:
        width = self._model.width
        return stream.normal((self._samples, width, width), scale=scale, dtype=self._dtype)

    def matvec(self, layer: int, u: Array, /) -> Array:
        """W_layer u: all inputs in one matrix-matrix product."""
        return product(u, self.transposed(layer))

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """W_layer^T g."""
        return product(g, namespace(g).matrix_transpose(self.transposed(layer)))

    def descend(
        self, optimizer: Optimizer, step: int, layer: int, left: Array, right: Array, /
    ) -> None:
        """Take one step of an optimiser along sum_p left_p right_p^T."""
        xp, w = namespace(left), self.transposed(layer)
        direction = optimizer.direction(
            product(xp.matrix_transpose(right), left),
            self._memory.setdefault(layer, {}),
            lambda: self._draw(self._noise[step * self._model.layers + layer]),
        )
        if optimizer.decay:
            w *= 1 - optimizer.rate * optimizer.decay
        direction *= optimizer.rate / self._model.width
        w -= direction


def product(a: Array, b: Array, /) -> Array:
    """a b for every sample; a long one in parts of its columns, whichever processor is free.

    The parts depend on the shapes alone, and so does the result. A BLAS's own threads would wait
    for each other, and whoever shares the machine would keep one of them waiting.
    """
    xp, columns = namespace(a), b.shape[-1]
    if not is_numpy_array(a) or 2 * a.shape[-2] * a.shape[-1] * columns < LONG:
        return xp.matmul(a, b)
    found = np.empty((*a.shape[:-1], columns), dtype=np.result_type(a, b))
    step = max(COLUMNS, min(columns // 8, RESULTS // a.shape[-2]))
    parts = [slice(start, start + step) for start in range(0, columns, step)]
    spread(lambda part: np.matmul(a, b[..., part], out=found[..., part]), parts)
    return found


@simulator("residual", without_effect=("batch", "workers"))
def simulate(
    model: ResidualMLP,
    ensemble: Ensemble,
    /,
    *,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Run independent random networks forward and, if asked for gradients, back.

    ``observe`` names entries of ``OBSERVABLES``, which tell their dimensions and meaning; gradients
    start from v, independent coordinates of variance ``ensemble.probe``, the same for every input.

    Shapes: (sample, ...) with the dimensions of the observable; an energy is (sample, time).
    Units: everything is per coordinate, divided by the width.
    Raises: ValueError or TypeError naming what is not allowed; MemoryError saying how much memory
            this run needs and how much the matrix-free one would; RuntimeError without a GPU.

    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=64, loops=4, eps=1 / 4)
    >>> run = simulate(model, Ensemble(samples=100, seed=0), observe=("energy", "cosines"))
    >>> dict(run.sizes)
    {'sample': 100, 'time': 5, 'branch': 4, 'branch_other': 4}
    >>> from depthlaws.sims import Estimate
    >>> Estimate.of(run.energy.isel(time=-1), "sample")
    Estimate(1.53(3), n=100)
    """
    names = checked(observe, OBSERVABLES)
    back = bool(BACKWARD & set(names))
    once = model.loops == 1 and not back
    room = check_size(
        model, ensemble, matrices=1 if once else model.layers,
        passes=1 + back, histories=histories(names), observed=[OBSERVABLES[n].dims for n in names],
    )  # fmt: skip

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        streams = Streams(*block.stream.spawn(4))
        layers = streams.matrices.spawn(model.layers)
        size = batch_size(model, ensemble)
        for batch in ensemble.batches(model, streams, block.size, size=size):
            weights = Dense(model, layers, batch.size, ensemble.dtype, once=once)
            tape = Tape(model, batch.h0, backend=ensemble.backend, observe=names)
            walk(tape, weights, advance)
            walk_back(tape, weights, batch.v)
            yield tape.values()

    values = ensemble.gather(model, measure, block=block_size(model), room=room)
    dims = {name: OBSERVABLES[name].dims for name in names}
    return ensemble.dataset(model, values, dims, attrs={"simulator": "dense"})


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
    """Take the first steps of an optimiser on independent random networks.

    ``observe`` names entries of ``training.TRAINED``, recorded before every step and after
    the last one (dimension ``step``, 0 to steps). The response to an infinitesimal step is that
    to a small rate, divided by it: in float64 a rate of 1e-6 costs ten digits of sixteen.
    The errors are those of :func:`simulate`.

    Shapes: (sample, step, ...). Units: ``change`` is |h_n(t) - h_n(0)|^2 per coordinate; a rate
    moves the matrices by order rate in operator norm.

    >>> from depthlaws.sims import SGD
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=64, loops=4, eps=1 / 4)
    >>> run = train(model, Ensemble(samples=20, seed=0), SGD(0.1), steps=3, observe="loss")
    >>> bool((run.loss.mean("sample").diff("step") < 0).all())
    True
    """
    training = Training(optimizer=optimizer, steps=steps, loss=loss, target=target, observe=observe)
    copies = 3 if isinstance(optimizer, AdamW) else 1  # two averages beside every matrix
    room = check_size(
        model, ensemble, matrices=copies * model.layers + 4,
        passes=2 * steps + 1, histories=3 * len(HISTORIES),
        observed=[*training.dims.values()],
        times=steps + 1,
    )  # fmt: skip

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        streams = Streams(*block.stream.spawn(4))
        layers, noise = (
            streams.matrices.spawn(model.layers),
            streams.noise.spawn(steps * model.layers),
        )
        size = batch_size(model, ensemble)
        for batch in ensemble.batches(model, streams, block.size, size=size):
            weights = Dense(model, layers, batch.size, ensemble.dtype, noise=noise)
            path = training.walk(model, weights, batch, backend=ensemble.backend, advance=advance)
            yield training.values(path)

    values = ensemble.gather(model, measure, block=block_size(model), passes=steps + 1, room=room)
    attrs = {"simulator": "dense"} | training.attrs
    return ensemble.dataset(model, values, training.dims, leading=("step",), attrs=attrs)


def block_size(model: ResidualMLP, /) -> int:
    """Samples per block of draws: a function of the model alone, so that runs can be replayed."""
    return max(1, min(1024, ENTRIES_PER_BLOCK // model.width**2))


def batch_size(model: ResidualMLP, ensemble: Ensemble, /) -> int:
    """Samples run at once: as many as fit in cache, on a GPU in an eighth of its memory.

    A deep stack of small matrices runs more of them: no longer in cache, but its steps are short.
    """
    if ensemble.batch is not None:
        return ensemble.batch
    sample = model.layers * model.width**2 * _itemsize(ensemble)
    if ensemble.backend.name == "cupy":
        return max(1, ensemble.backend.available() // 8 // sample)
    deep = min(BATCH_ENTRIES // model.width**2, 16 * BATCH_BYTES // sample)
    return max(1, BATCH_BYTES // sample, deep)


def check_size(
    model: ResidualMLP,
    ensemble: Ensemble,
    /,
    *,
    matrices: int,
    passes: int,
    histories: int,
    observed: Sequence[tuple[str, ...]] = (),
    times: int = 1,
) -> int:
    """How many blocks of samples memory has room for at once.

    Raises: MemoryError, or ValueError for the time, before a run that nobody can wait for.

    `matrices` and `histories` are the numbers of (width, width) and (input, time, width) arrays;
    `passes`, forward and back, is what the matrix-free run would have to remember instead;
    `observed` are the dimensions of what is recorded so many `times`.
    """
    inputs = ensemble.inputs(model) or 1
    vectors = inputs * (histories * (model.steps + 1) + 4)
    jobs = ensemble.jobs(model, -(-ensemble.samples // block_size(model)))
    at_once = min(ensemble.batch or 1, block_size(model), ensemble.samples)
    entry = _itemsize(ensemble) * at_once
    output = times * outputs(model, ensemble, observed)
    # A basis vector and its image per product.
    lean = jobs * entry * model.width * (2 * passes * inputs * model.steps + vectors) + output
    each = entry * (matrices * model.width**2 + vectors * model.width)
    free = ensemble.backend.available()
    products = inputs * passes * model.steps
    drawing, multiplying = speeds(ensemble.backend)
    afford(
        f"a dense run of {model}",
        need=jobs * each + output,
        free=free,
        output=output,
        seconds=ensemble.samples
        * model.width**2
        * (model.layers / drawing + products / multiplying),
        instead=_LEAN.format(lean / GIB) if lean <= free else "",
    )
    return int((free - output) // each)


def outputs(
    model: ResidualMLP, ensemble: Ensemble, observed: Sequence[tuple[str, ...]], /
) -> float:
    """Bytes of what is recorded: twice when it is put together, and what each note costs."""
    numbers = recorded(model, ensemble.inputs(model) or 1, observed)
    notes = len(observed) * (model.steps + 1)
    return 16.0 * ensemble.samples * numbers + OBJECT * notes


def histories(names: Iterable[str], /) -> int:
    """Number of whole histories that these observables keep."""
    return len(frozenset().union(*(OBSERVABLES[name].keeps for name in names)))


def _itemsize(ensemble: Ensemble) -> int:
    return 4 if ensemble.dtype == "float32" else 8
