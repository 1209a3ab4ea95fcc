"""Residual streams at any width, simulated without a weight matrix, in the law of :mod:`.dense`.

A stream of K steps multiplies each matrix with a few vectors only. :class:`GaussianMatrix` draws it
along those, exactly in law: O(K^2 width) time and O(K width) memory instead of O(width^2). The
states h_0 and the cotangents v are the very numbers of a dense run with the same seed; the
matrices are other draws from the same law.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import xarray as xr
from numpy.typing import ArrayLike

from depthlaws.base.argument_errors import guarded, shown
from depthlaws.base.visit_order import visit_counts
from depthlaws.sims.common.draws import Children, RandomStream
from depthlaws.sims.common.optimizers import SGD, AdamW, Muon, Noise, Optimizer, Sign
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.residual.ensemble import Batch, Ensemble
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import OBSERVABLES, Observation, meanings
from depthlaws.sims.residual.plan import MatrixFreePlan
from depthlaws.sims.residual.trained_matrix import TrainedMatrix
from depthlaws.sims.residual.training import Training

__all__ = ["simulate", "train"]

Array = Any


class MatrixFree:
    """Matrices of a batch of networks, drawn along the vectors that they multiply.

    ``passes`` forward are expected. With ``once`` there is one pass forward and none back, and
    vectors that no later product needs are dropped.
    """

    def __init__(
        self,
        model: ResidualMLP,
        streams: Sequence[RandomStream],
        dtype: str,
        *,
        inputs: int,
        passes: int = 1,
        once: bool = False,
        noise: Children | Sequence[RandomStream] = (),
    ):
        self._model, self._streams, self._noise, self._dtype = model, streams, noise, dtype
        self._slots = min(inputs * model.uses * passes, model.width)
        counts = visit_counts(model.matrices)
        self._products_left = counts if once else [-1] * model.layers
        self._matrices: dict[int, TrainedMatrix] = {}

    @classmethod
    def planned(cls, plan: MatrixFreePlan, batch: Batch) -> "MatrixFree":
        """Return the matrices of a batch."""
        return cls(
            plan.model,
            batch.layers,
            plan.dtype,
            inputs=plan.inputs,
            passes=plan.needs.forward,
            once=plan.passes == 1,
            noise=batch.noise,
        )

    def matvec(self, layer: int, u: Array, /) -> Array:
        """Return W_layer u."""
        self._products_left[layer] -= 1
        last = self._products_left[layer] == 0
        image = self._matrix(layer).matvec(u, keep=not last)
        if last:
            del self._matrices[layer]
        return image

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """Return W_layer^T g."""
        return self._matrix(layer).rmatvec(g)

    def descend(
        self, optimizer: Optimizer, step: int, layer: int, left: Array, right: Array, /
    ) -> None:
        """Take one step along the gradient sum_p left_p right_p^T.

        SGD, Muon and noise cost no more than their products. Signs and AdamW's quotients have full
        rank: each later product takes O(step pairs width^2) operations, though no more memory.

        Raises
        ------
        TypeError
            If the optimiser is neither low-rank nor elementwise.
        """
        matrix, width = self._matrix(layer), self._model.width
        matrix.decay(1 - optimizer.rate * optimizer.decay)
        match optimizer:
            case SGD():
                matrix.descend(left, right, rate=optimizer.rate / width)
            case Muon():
                matrix.descend(*optimizer.factors(left, right), rate=optimizer.rate)
            case Noise():
                stream = self._noise[step * self._model.layers + layer]
                matrix.disturb(self._gaussian(stream, optimizer.rate))
            case Sign() | AdamW():
                matrix.record(left, right, optimizer=optimizer)
            case _:
                msg = (
                    f"matrix-free steps are SGD, Muon, Noise, Sign or AdamW, got {shown(optimizer)}"
                )
                raise TypeError(msg)

    def _matrix(self, layer: int) -> TrainedMatrix:
        if layer not in self._matrices:
            start = self._gaussian(self._streams[layer], self._model.s)
            self._matrices[layer] = TrainedMatrix(start)
        return self._matrices[layer]

    def _gaussian(self, stream: RandomStream, scale: float) -> GaussianMatrix:
        def draw(shape: tuple[int, int]) -> Array:
            return stream.normal(shape, dtype=self._dtype)

        slots = {"room": self._slots, "transposed_room": self._slots}
        return GaussianMatrix(draw, width=self._model.width, scale=scale, **slots)


@simulator(
    "matrix-free",
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
    """Run networks as :func:`.dense.simulate` does, in the same law, without a weight matrix.

    Parameters
    ----------
    model : ResidualMLP
        Residual stream.
    ensemble : Ensemble
        Number of networks, seed, inputs and device. ``batch`` has no effect: a block of samples is
        always computed together, and it is small where the width is large.
    observe : str or sequence of str
        Observables to record: entries of ``OBSERVABLES``, which gives their dimensions and meaning.

    Returns
    -------
    xarray.Dataset
        Each observable as (sample, ...) with its own dimensions, per coordinate.

    Raises
    ------
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> from depthlaws.sims import Estimate
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=20_000, loops=8, eps=1 / 8)
    >>> run = simulate(model, Ensemble(samples=8, seed=0))
    >>> bool(abs(Estimate.of(run.energy[:, -1], "sample").z(1.551100)) < 5)  # infinite width
    True
    """
    return MatrixFreePlan(model, ensemble, Observation(observe=observe)).run(MatrixFree.planned)


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
    """Train networks as :func:`.dense.train` does, in the same law, without a weight matrix.

    SGD, Muon and Noise take O(width) time per product. The steps of Sign and AdamW have full rank:
    O(width^2) time from then on, still in O(width) memory; dense is faster where it fits.

    Parameters
    ----------
    model, ensemble, optimizer, steps, loss, target, observe
        Arguments of :func:`.dense.train`.

    Returns
    -------
    xarray.Dataset
        Each observable as (sample, step, ...), step 0 to ``steps``.

    Raises
    ------
    ValueError, TypeError, MemoryError
        As in :func:`simulate`.

    Examples
    --------
    >>> from depthlaws.sims import SGD
    >>> from depthlaws.sims.residual import Ensemble, ResidualMLP
    >>> model = ResidualMLP(width=20_000, loops=4, eps=1 / 4)
    >>> run = train(model, Ensemble(samples=2, seed=0), SGD(0.1), observe="change")
    >>> run.change.shape  # (sample, step, time)
    (2, 2, 5)
    """
    training = Training(
        optimizer=optimizer,
        steps=steps,
        loss=loss,
        target=target,
        observe=observe,
        use_loops=use_loops,
    )
    return MatrixFreePlan(model, ensemble, training).run(MatrixFree.planned)
