"""A clock for budgets that hardly runs while other programs have the processor.

By the wall's clock a claim of ten seconds takes minutes beside fifteen busy programs; by the
processor's, a claim that sleeps never ends.
"""

import time

__all__ = ["WALL_FACTOR", "clock"]

WALL_FACTOR = 5.0  # what sleeps ends after this many times its budget


def clock() -> float:
    """Return the processor time of this thread plus a fifth of the time on the wall.

    Returns
    -------
    float
        Seconds since some moment: only differences mean anything.
    """
    return time.thread_time() + time.monotonic() / WALL_FACTOR
