"""Blocks of samples run at the same time: progress, breaking off, and one dictionary of results."""

import threading
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from depthlaws._threads import one_blas_thread, pulse, spread
from depthlaws.sims.draws import Block

Values = dict[str, np.ndarray]
Progress = Callable[[int, int], None]  # (done, total)
Advance = Callable[[int], None]


class Meter:
    """Counts the steps of all batches; once stopped, it stops whoever counts next."""

    def __init__(self, progress: Progress | None, total: int):
        self._progress, self._total, self._done = progress, total, 0
        self._lock, self._stopped = threading.Lock(), False

    def advance(self, steps: int) -> None:
        """So many more are done. Raises: InterruptedError if the run was broken off."""
        if self._stopped:
            msg = "the run was broken off"
            raise InterruptedError(msg)
        pulse()
        if self._progress is not None:
            with self._lock:
                self._done += steps
                self._progress(self._done, self._total)

    def stop(self) -> None:
        """Break off what still runs in other threads."""
        self._stopped = True


def gathered(
    parts: Sequence[Block],
    measure: Callable[[Block, Advance], Iterable[Values]],
    /,
    *,
    jobs: tuple[int, int],
    total: int,
    progress: Progress | None = None,
) -> Values:
    """Measure all blocks of samples, several at a time, and join what they yield, in their order.

    `jobs` are how many begin, and how many there may be beside other processes; `total` is what
    the measurements tell of their steps in all. Each product runs on the thread that asks for it:
    long ones are spread over our own.
    """
    meter = Meter(progress, total)

    def one(part: Block) -> list[Values]:
        # A run that diverges leaves inf or NaN behind, without a warning.
        with np.errstate(over="ignore", invalid="ignore"):
            try:
                return list(measure(part, meter.advance))
            except BaseException:
                meter.stop()
                raise

    with one_blas_thread():
        try:
            found = [values for done in spread(one, parts, threads=jobs) for values in done]
        finally:
            meter.stop()
    return {name: np.concatenate([values[name] for values in found]) for name in found[0]}
