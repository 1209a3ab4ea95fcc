"""Monte-Carlo of residual streams with all their weights: dense matrices, any width that fits.

:mod:`.matrix_free` samples the same law without the matrices, with the same interface.
"""

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import xarray as xr
from array_api_compat import is_numpy_array
from numpy.typing import ArrayLike

from depthlaws._threads import FEWEST, crowded, free, spread
from depthlaws.sims.backend import namespace
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
    walk,
    walk_back,
)
from depthlaws.sims.residual.size import (
    Passes,
    block_size,
    dense_room,
    histories,
    layers_at_once,
    pairs,
    trained_histories,
)
from depthlaws.sims.residual.training import Training

__all__ = ["simulate", "train"]

Array = Any

LONG = 1 << 27  # operations of a product that is worth several processors
RESULTS = 1 << 16  # of such a product at a time, and at most an eighth of its columns
COLUMNS = 256  # of such a product at a time, or more
TRIED = 1 << 26  # bytes of a factor drawn to see whether larger parts change a bit


class Dense:
    """Matrices, one per layer, drawn when first used and kept transposed.

    Rows of states times W^T in the order of memory is the fastest product that BLAS has.
    So many layers ``ahead`` are drawn at the same time. With ``once`` every matrix is used once
    only and dropped: the memory of these. ``noise`` has a stream for every step of training and
    layer.
    """

    def __init__(
        self,
        model: ResidualMLP,
        streams: list[RandomStream],
        samples: int,
        dtype: str,
        *,
        ahead: int = 1,
        once: bool = False,
        noise: Sequence[RandomStream] = (),
    ):
        self._model, self._streams, self._noise = model, streams, noise
        self._samples, self._dtype, self._ahead, self._once = samples, dtype, ahead, once
        self._drawn: dict[int, Array] = {}
        self._memory: dict[int, Memory] = {}
        self._result: Array = None

    def transposed(self, layer: int, /) -> Array:
        """W_layer^T of every sample, (sample, width, width)."""
        if layer not in self._drawn:
            scale = self._model.s / math.sqrt(self._model.width)
            layers = range(layer, min(layer + self._ahead, self._model.layers))
            matrices = spread(
                lambda n: self._draw(self._streams[n], scale),
                layers,
                threads=(len(layers), len(layers)),
            )
            self._drawn.update(zip(layers, matrices, strict=True))
        return self._drawn.pop(layer) if self._once else self._drawn[layer]

    def _draw(self, stream: RandomStream, scale: float = 1.0) -> Array:
        width = self._model.width
        return stream.normal((self._samples, width, width), scale=scale, dtype=self._dtype)

    def matvec(self, layer: int, u: Array, /) -> Array:
        """W_layer u: all inputs in one matrix-matrix product."""
        return self._product(u, self.transposed(layer))

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """W_layer^T g."""
        return self._product(g, namespace(g).matrix_transpose(self.transposed(layer)))

    def _product(self, a: Array, b: Array) -> Array:
        """A product where the last one was: new memory comes from the system page by page."""
        if self._result is None or self._result.shape != a.shape:
            self._result = namespace(a).empty(a.shape, dtype=a.dtype)
        return product(a, b, out=self._result)

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


def product(a: Array, b: Array, /, *, out: Array = None) -> Array:
    """a b for every sample, into ``out`` if given; a long one in parts of its columns.

    A BLAS's own threads would wait for each other, and whoever shares the machine would keep one
    of them waiting. Small parts share it fairly; where nobody is seen there is one a processor,
    a tenth faster, if that changes no bit of the product.
    """
    if not is_numpy_array(a):
        return namespace(a).matmul(a, b)
    rows, inner, columns = *a.shape[-2:], b.shape[-1]
    found = np.empty((*a.shape[:-1], columns), np.result_type(a, b)) if out is None else out
    if 2 * rows * inner * columns < LONG:
        return np.matmul(a, b, out=found)
    few = max(COLUMNS, min(columns // 8, RESULTS // rows))
    many = COLUMNS * -(-columns // (COLUMNS * free()))
    layout = tuple(x.strides[-1] == x.itemsize for x in (a, b))
    alone = many > few and not crowded()
    if alone and _alike((rows, inner, columns), found.dtype, layout, (few, many)):
        return _in_parts(a, b, many, found)
    return _in_parts(a, b, few, found)


def _in_parts(a: Array, b: Array, step: int, found: Array) -> Array:
    """Into ``found``, so many columns at a time."""
    parts = [slice(start, start + step) for start in range(0, b.shape[-1], step)]
    threads = (len(parts), len(parts)) if len(parts) < FEWEST else None
    spread(lambda part: np.matmul(a, b[..., part], out=found[..., part]), parts, threads=threads)
    return found


@functools.lru_cache(maxsize=64)
def _alike(
    shape: tuple[int, int, int], dtype: Any, layout: tuple[bool, ...], steps: tuple[int, int]
) -> bool:
    """Whether a product has the same bits in parts of either size. It is tried out.

    The order in which a BLAS adds follows from the shapes, not from the numbers; at the edge of a
    part that of some of its kernels is another one, and random numbers show it.
    """
    rows, inner, columns = shape
    if inner * columns * dtype.itemsize > TRIED:
        return False
    draw = np.random.default_rng(0).random
    shapes = ((rows, inner), (inner, columns))
    a, b = (
        draw(s, dtype) if along else draw(s[::-1], dtype).T
        for s, along in zip(shapes, layout, strict=True)
    )
    found = [_in_parts(a, b, step, np.empty((rows, columns), dtype)) for step in steps]
    return np.array_equal(*found)


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
    once, ahead = model.loops == 1 and not back, layers_at_once(model, ensemble)
    dims = {name: OBSERVABLES[name].dims for name in names}
    room = dense_room(
        model,
        ensemble,
        matrices=ahead if once else model.layers,
        passes=Passes(1, int(back)),
        histories=histories(model, names),
        pairs=pairs(model, ensemble, names),
        observed=[*dims.values()],
    )

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        streams = Streams(*block.stream.spawn(4))
        layers = streams.matrices.spawn(model.layers)
        for batch in ensemble.batches(model, streams, block.size, size=room.batch):
            weights = Dense(model, layers, batch.size, ensemble.dtype, ahead=ahead, once=once)
            tape = Tape(model, batch.h0, backend=ensemble.backend, observe=names)
            walk(tape, weights, advance)
            walk_back(tape, weights, batch.v)
            yield tape.values()

    values = ensemble.gather(model, measure, block=block_size(model), room=room.blocks)
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
    room = dense_room(
        model,
        ensemble,
        matrices=copies * model.layers + 4,
        passes=Passes(steps + 1, steps),
        histories=trained_histories(model),
        observed=[*training.dims.values()],
        times=steps + 1,
    )

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        streams = Streams(*block.stream.spawn(4))
        layers, noise = (
            streams.matrices.spawn(model.layers),
            streams.noise.spawn(steps * model.layers),
        )
        for batch in ensemble.batches(model, streams, block.size, size=room.batch):
            weights = Dense(model, layers, batch.size, ensemble.dtype, noise=noise)
            path = training.walk(model, weights, batch, backend=ensemble.backend, advance=advance)
            yield training.values(path)

    values = ensemble.gather(
        model, measure, block=block_size(model), passes=steps + 1, room=room.blocks
    )
    attrs = {"simulator": "dense"} | training.attrs
    return ensemble.dataset(model, values, training.dims, leading=("step",), attrs=attrs)
