"""Ensemble of independent networks: their number, seed, inputs, number type and device."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from depthlaws.sims.common.argument_checks import number, numbers
from depthlaws.sims.common.draws import Children, RandomStream
from depthlaws.sims.common.ensemble import NetworkEnsemble

Array = Any
__all__ = ["Ensemble"]


@dataclass(frozen=True, kw_only=True)
class Ensemble(NetworkEnsemble):
    """Independent networks of one run, and the device that computes them.

    Parameters
    ----------
    samples : int
        Number of networks, at least 1.
    seed : int
        Seed of all draws, at least 0. Network i is the same for every number of samples.
    dtype : str
        Type of the numbers, ``float32`` or ``float64``.
    device : str
        Device: cpu (NumPy), torch, torch:cuda or torch:cuda:1 (PyTorch), or cuda (CuPy).
    workers : int, optional
        Number of blocks of networks computed at the same time, by default one a processor unless
        the matrices are large; no result depends on it.
    progress : callable, optional
        Called as ``progress(done, total)`` with the steps of all batches; the total is
        samples * model.steps * passes.
    start : array, optional
        h_0 of every network, (width,) or (input, width); drawn from the model's ``h0`` by default.
    probe : float
        Variance of the coordinates of v, the gradient of the loss at the last state.
    batch : int, optional
        Number of networks computed together; no result depends on it.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.
    RuntimeError
        If the library or the GPU of the device is missing.

    Examples
    --------
    >>> Ensemble(samples=1000, seed=0, dtype="float32").samples
    1000
    """

    counts: ClassVar[tuple[str, ...]] = ("workers", "batch")
    start: Sequence[float] | np.ndarray | None = None
    probe: float = 1.0
    batch: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        number("probe", self.probe, least=0, says="a finite variance")
        if self.start is not None and numbers("start", self.start).ndim not in (1, 2):
            msg = f"start must be (width,) or (input, width), got shape {np.shape(self.start)}"
            raise ValueError(msg)


class Batch(NamedTuple):
    """Networks computed together: their number, h_0 and v, and the streams of their matrices.

    Shapes: h0, v (sample, input, width). ``layers`` has a stream for every matrix, ``noise``, in
    training, one for every optimiser step and matrix.
    """

    size: int
    h0: Array
    v: Array
    layers: Sequence[RandomStream] = ()
    noise: Children | Sequence[RandomStream] = ()
