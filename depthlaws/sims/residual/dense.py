"""Residual streams simulated with all their weights: dense matrices, at any width that fits.

:mod:`.matrix_free` samples the same law without the matrices, with the same interface.
"""

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import xarray as xr
from array_api_compat import is_numpy_array, is_torch_array
from numpy.typing import ArrayLike

from depthlaws.base.argument_errors import guarded
from depthlaws.base.threads import MIN_PARTS_PER_THREAD, free_processors, spread
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.common.draws import Children, RandomStream
from depthlaws.sims.common.optimizers import Memory, Optimizer
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.residual.ensemble import Batch, Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import OBSERVABLES, Observation, meanings
from depthlaws.sims.residual.plan import DensePlan
from depthlaws.sims.residual.training import Training

__all__ = ["simulate", "train"]

Array = Any

MIN_SHARED_OPERATIONS = 1 << 27  # operations of a product that is worth several processors
PART_RESULTS = 1 << 16  # largest part of a shared product, and at most an eighth of its columns
PART_COLUMNS = 256  # least columns of a part
MAX_TRIAL_BYTES = 1 << 26  # largest factor drawn to compare the bits of larger parts


class Dense:
    """Matrices, one per layer, drawn when first used and stored transposed.

    Rows of states times W^T in the order of memory is the fastest product of a BLAS. ``ahead``
    layers are drawn at the same time. With ``once`` every matrix is dropped after its only use, so
    that memory holds no more than these. ``noise`` has a stream for every training step and layer.
    """

    def __init__(
        self,
        model: ResidualMLP,
        streams: Sequence[RandomStream],
        samples: int,
        dtype: str,
        *,
        ahead: int = 1,
        once: bool = False,
        noise: Children | Sequence[RandomStream] = (),
    ):
        self._model, self._streams, self._noise = model, streams, noise
        self._samples, self._dtype, self._ahead, self._once = samples, dtype, ahead, once
        self._drawn: dict[int, Array] = {}
        self._memory: dict[int, Memory] = {}
        self._result: Array = None

    @classmethod
    def planned(cls, plan: DensePlan, batch: Batch) -> "Dense":
        """Return the matrices of a batch."""
        return cls(
            plan.model,
            batch.layers,
            batch.size,
            plan.dtype,
            ahead=plan.layers_at_once,
            once=plan.used_once,
            noise=batch.noise,
        )

    def transposed(self, layer: int, /) -> Array:
        """Return W_layer^T of every sample, (sample, width, width)."""
        if layer not in self._drawn:
            scale = self._model.s / math.sqrt(self._model.width)
            layers = range(layer, min(layer + self._ahead, self._model.layers))
            matrices = spread(
                lambda n: self._draw(self._streams[n], scale),
                layers,
                threads=len(layers),
            )
            self._drawn.update(zip(layers, matrices, strict=True))
        return self._drawn.pop(layer) if self._once else self._drawn[layer]

    def _draw(self, stream: RandomStream, scale: float = 1.0) -> Array:
        width = self._model.width
        return stream.normal((self._samples, width, width), scale=scale, dtype=self._dtype)

    def matvec(self, layer: int, u: Array, /) -> Array:
        """Return W_layer u: all inputs in one matrix-matrix product."""
        return self._product(u, self.transposed(layer))

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """Return W_layer^T g."""
        return self._product(g, namespace(g).matrix_transpose(self.transposed(layer)))

    def _product(self, a: Array, b: Array) -> Array:
        """Return a b in the array of the last product: new memory costs the system time."""
        if self._result is None or self._result.shape != a.shape:
            self._result = namespace(a).empty_like(a)
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
    """Return a b for every sample, into ``out`` if given; a long product in parts of its columns.

    The threads of a BLAS would wait for each other. One part per processor is a tenth faster than
    small parts, and taken if it changes no bit of the product.
    """
    if is_torch_array(a):
        return namespace(a).matmul(a, b, out=out)
    if not is_numpy_array(a):
        return namespace(a).matmul(a, b)
    rows, inner, columns = *a.shape[-2:], b.shape[-1]
    result = np.empty((*a.shape[:-1], columns), np.result_type(a, b)) if out is None else out
    if 2 * rows * inner * columns < MIN_SHARED_OPERATIONS:
        return np.matmul(a, b, out=result)
    small = max(PART_COLUMNS, min(columns // 8, PART_RESULTS // rows))
    large = PART_COLUMNS * -(-columns // (PART_COLUMNS * free_processors()))
    layout = tuple(x.strides[-1] == x.itemsize for x in (a, b))
    if large > small and _same_bits((rows, inner, columns), result.dtype, layout, (small, large)):
        return _in_parts(a, b, large, result)
    return _in_parts(a, b, small, result)


def _in_parts(a: Array, b: Array, step: int, result: Array) -> Array:
    """Multiply into ``result``, ``step`` columns at a time."""
    parts = [slice(start, start + step) for start in range(0, b.shape[-1], step)]
    threads = len(parts) if len(parts) < MIN_PARTS_PER_THREAD else None
    spread(lambda part: np.matmul(a, b[..., part], out=result[..., part]), parts, threads=threads)
    return result


@functools.lru_cache(maxsize=64)
def _same_bits(
    shape: tuple[int, int, int], dtype: Any, layout: tuple[bool, ...], steps: tuple[int, int]
) -> bool:
    """Return whether a product has the same bits in parts of either size, by a trial.

    The order in which a BLAS adds follows from the shapes, not from the numbers; kernels at the
    edge of a part may add in another order, which random numbers show.
    """
    rows, inner, columns = shape
    if inner * columns * dtype.itemsize > MAX_TRIAL_BYTES:
        return False
    draw = np.random.default_rng(0).random
    shapes = ((rows, inner), (inner, columns))
    a, b = (
        draw(s, dtype) if contiguous else draw(s[::-1], dtype).T
        for s, contiguous in zip(shapes, layout, strict=True)
    )
    results = [_in_parts(a, b, step, np.empty((rows, columns), dtype)) for step in steps]
    return np.array_equal(*results)


@simulator(
    "residual",
    without_effect=("batch", "workers"),
    says=meanings(OBSERVABLES),
)
def simulate(
    model: ResidualMLP,
    ensemble: Ensemble,
    /,
    *,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Run independent random networks forward and, for gradients, back.

    Gradients start from v, independent coordinates of variance ``ensemble.probe``, the same for
    every input.

    Parameters
    ----------
    model : ResidualMLP
        Residual stream.
    ensemble : Ensemble
        Number of networks, seed, inputs and device.
    observe : str or sequence of str
        Observables to record: entries of ``OBSERVABLES``, which gives their dimensions and meaning.

    Returns
    -------
    xarray.Dataset
        Each observable as (sample, ...) with its own dimensions; an energy is (sample, time), and
        its last value ``energy_out`` (sample,).
        Everything is per coordinate, divided by the width.

    Raises
    ------
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free; the message also gives the memory of
        :func:`.matrix_free.simulate`.

    Examples
    --------
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=64, loops=4, eps=1 / 4)
    >>> run = simulate(model, Ensemble(samples=100, seed=0), observe=("energy", "cosines"))
    >>> dict(run.sizes)
    {'sample': 100, 'time': 5, 'branch': 4, 'branch_other': 4}
    >>> from depthlaws.sims import Estimate
    >>> Estimate.of(run.energy_out, "sample")
    Estimate(1.53(3), n=100)
    """
    return DensePlan(model, ensemble, Observation(observe=observe)).run(Dense.planned)


@guarded
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
    use_loops: int | None = None,
) -> xr.Dataset:
    """Take the first steps of an optimiser on independent random networks.

    The response to an infinitesimal step is the change by a small rate, divided by the rate: in
    float64 a rate of 1e-6 costs ten digits of sixteen.

    Parameters
    ----------
    model : ResidualMLP
        Residual stream.
    ensemble : Ensemble
        Number of networks, seed, inputs and device.
    optimizer : SGD, Sign, AdamW or Noise
        Optimiser with its rate; a rate moves the matrices by order rate in operator norm.
    steps : int
        Number of steps, at least 1.
    loss : str
        Loss: ``linear``, v . h_K, or ``mse``, width (v . h_K / width - target)^2 / 2.
    target : float or array
        Target of the readout v . h_K / width, one number or one for each input.
    observe : str or sequence of str
        Observables to record before every step and after the last: entries of ``TRAINED``.
    use_loops : int, optional
        Loops after which ``change_in_use`` compares the outputs, by default those of the training.

    Returns
    -------
    xarray.Dataset
        Each observable as (sample, step, ...), step 0 to ``steps``; ``change`` is
        |h_n(t) - h_n(0)|^2 per coordinate.

    Raises
    ------
    ValueError, TypeError, MemoryError
        As in :func:`simulate`.

    Examples
    --------
    >>> from depthlaws.sims import SGD
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=64, loops=4, eps=1 / 4)
    >>> run = train(model, Ensemble(samples=20, seed=0), SGD(0.1), steps=3, observe="loss")
    >>> bool((run.loss.mean("sample").diff("step") < 0).all())
    True
    """
    training = Training(
        optimizer=optimizer,
        steps=steps,
        loss=loss,
        target=target,
        observe=observe,
        use_loops=use_loops,
    )
    return DensePlan(model, ensemble, training).run(Dense.planned)
