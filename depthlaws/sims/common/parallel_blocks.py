"""Blocks of samples measured at the same time: progress, a clean stop, results in order."""

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from typing import TypeVar

import numpy as np

from depthlaws.base.threads import one_blas_thread, spread

Values = dict[str, np.ndarray]  # (sample, ...) each
Progress = Callable[[int, int], None]  # (done, total)
Advance = Callable[[int], None]
Block = TypeVar("Block")


class Meter:
    """Counter of the steps of all batches; after ``stop`` the next count ends its thread."""

    def __init__(self, progress: Progress | None, total: int):
        self._progress, self._total, self._done = progress, total, 0
        self._lock, self._stopped = threading.Lock(), False

    def advance(self, steps: int) -> None:
        """Count steps that are done. Raises: InterruptedError after ``stop``."""
        if self._stopped:
            msg = "the run was stopped: another of its threads failed or was interrupted"
            raise InterruptedError(msg)
        if self._progress is not None:
            with self._lock:
                self._done += steps
                self._progress(self._done, self._total)

    def stop(self) -> None:
        """Break off the blocks that other threads still compute."""
        self._stopped = True


def measure_blocks(
    blocks: Sequence[Block],
    measure: Callable[[Block, Advance], Iterable[Values]],
    /,
    *,
    threads: int,
    total: int,
    progress: Progress | None = None,
    blas_threads: bool = False,
) -> Values:
    """Measure every block and join the results in the order of the blocks.

    Parameters
    ----------
    blocks : sequence
        Blocks of samples.
    measure : callable
        Yields the values of a block and counts its steps with ``advance(steps)``.
    threads : int
        Number of blocks measured at the same time.
    total : int
        Number of steps that all measurements count.
    progress : callable, optional
        Called as ``progress(done, total)`` after every count.
    blas_threads : bool
        Let a BLAS use its own threads; by default each product runs on the thread that asks for it.

    Returns
    -------
    dict of numpy.ndarray
        Values of all samples, (sample, ...).
    """
    meter = Meter(progress, total)

    def values_of(block: Block) -> list[Values]:
        # A run that diverges leaves inf or NaN behind, without a warning.
        with np.errstate(over="ignore", invalid="ignore"):
            try:
                return list(measure(block, meter.advance))
            except BaseException:
                meter.stop()
                raise

    with nullcontext() if blas_threads else one_blas_thread():
        try:
            results = [v for values in spread(values_of, blocks, threads=threads) for v in values]
        finally:
            meter.stop()
    return {name: np.concatenate([values[name] for values in results]) for name in results[0]}
