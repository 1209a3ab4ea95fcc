"""A clock for budgets, which stands still while other programs have the processor.

On the wall's clock others spend the budget: beside fifteen busy programs, an answer of ten seconds
takes minutes. On the processor's, what waits for ever has no end. So the time in which a process
stands in line for a processor does not count, all other time does: what computes, sleeps or hangs
ends in time. Linux says how long the main thread stood in line (other threads are not asked);
where nothing says so, this is the wall's clock.
"""

import time
from pathlib import Path

__all__ = ["clock", "waited"]


def waited(process: int | str = "self") -> float:
    """Seconds that a process has stood in line for a processor; 0 where the system has no count."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def clock(process: int | str = "self") -> float:
    """Seconds since some moment, but for those in line."""
    return time.monotonic() - waited(process)
