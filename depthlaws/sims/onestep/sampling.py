"""Sampling of networks for a first step: their number, seed, number type and device."""

from dataclasses import dataclass
from typing import ClassVar

from depthlaws.sims.common.ensemble import NetworkEnsemble

__all__ = ["Sampling"]


@dataclass(frozen=True, kw_only=True)
class Sampling(NetworkEnsemble):
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
        Number of threads, by default one a processor; no result depends on it.
    progress : callable, optional
        Called as ``progress(done, total)`` with numbers of networks.
    together : int, optional
        Number of networks computed together; no result depends on it.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.
    RuntimeError
        If the library or the GPU of the device is missing.

    Examples
    --------
    >>> Sampling(samples=1000, seed=0, dtype="float32").samples
    1000
    """

    counts: ClassVar[tuple[str, ...]] = ("workers", "together")
    together: int | None = None
