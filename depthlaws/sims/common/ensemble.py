"""Ensemble of independent networks: their number, seed, number type, device and threads."""

from dataclasses import dataclass, field
from typing import ClassVar

from depthlaws.sims.common.argument_checks import integer
from depthlaws.sims.common.backend import Backend, checked_dtype, get
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.parallel_blocks import Progress


@dataclass(frozen=True, kw_only=True)
class NetworkEnsemble:
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
        Number of threads; no result depends on it.
    progress : callable, optional
        Called as ``progress(done, total)``.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.
    RuntimeError
        If the library or the GPU of the device is missing.
    """

    counts: ClassVar[tuple[str, ...]] = ("workers",)  # optional integers of at least 1
    samples: int
    seed: int
    dtype: str = "float64"
    device: str | Backend = "cpu"
    workers: int | None = None
    progress: Progress | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_seed(self.seed))
        for name in ("samples", *self.counts):
            if getattr(self, name) is not None or name == "samples":
                object.__setattr__(self, name, integer(name, getattr(self, name)))
        object.__setattr__(self, "dtype", checked_dtype(self.dtype))
        object.__setattr__(self, "device", get(self.device))

    @property
    def backend(self) -> Backend:
        """Array namespace of the device."""
        return get(self.device)
