"""Row of a benchmark: our figure, the route beside it, and the number that the bar judges."""

import importlib.util
import os
import resource
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ADVICE = "`make bench` installs it apart"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line: ``value`` is what the bar judges, at ``least`` or at ``most``.

    ``ours`` and ``beside`` are for people: the measured figure, and the other route's.
    ``why`` says of a row without a value what it would need.
    """

    what: str
    ours: str = ""
    beside: str = ""
    value: float | None = None
    least: float | None = None
    most: float | None = None
    why: str = ""

    @property
    def bar(self) -> str:
        """The bar in words.

        >>> Row(what="loop", least=0.85).bar, Row(what="time", most=2.0).bar, Row(what="x").bar
        ('>= 0.85', '<= 2', '')
        """
        if self.least is not None:
            return f">= {self.least:g}"
        return "" if self.most is None else f"<= {self.most:g}"

    @property
    def verdict(self) -> str:
        """Return whether the bar is passed.

        >>> [Row(what="loop", value=v, least=0.85).verdict for v in (0.9, 0.8, float("nan"))]
        ['pass', 'MISS', 'MISS']
        >>> Row(what="time", value=3.0, most=2.0).verdict, Row(what="x", why="no GPU").verdict
        ('MISS', 'not measured')
        """
        if self.value is None:
            return "not measured"
        if self.least is None and self.most is None:
            return "no bar"
        high = self.least is None or self.value >= self.least
        low = self.most is None or self.value <= self.most
        return "pass" if high and low else "MISS"

    def record(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {**asdict(self), "bar": self.bar, "verdict": self.verdict}


def absent(name: str, what: str, *, least: float) -> Row:
    """Row that needs a library which is not here, and names it."""
    return Row(what=what, why=f"{name} is not installed: {ADVICE}", least=least)


def installed(name: str) -> bool:
    """Return whether a library can be imported."""
    return importlib.util.find_spec(name) is not None


def peak_gib() -> float:
    """Peak of this process's resident memory in GiB.

    Linux counts a parent's peak in ``ru_maxrss`` of the program that it starts; VmHWM begins anew.
    """
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB, on macOS bytes
    return peak / (2**30 if sys.platform == "darwin" else 2**20)


class Neighbours:
    """Share of the processors that other processes took meanwhile (Linux; else nothing)."""

    def __init__(self) -> None:
        self._begun = time.perf_counter(), *_jiffies()

    def share(self) -> float | None:
        """Processors, in the mean, that were busy with something else since the start."""
        (start, busy, ours), (now_busy, now_ours) = self._begun, _jiffies()
        took = time.perf_counter() - start
        if busy is None or now_busy is None or took < 0.1:
            return None
        return max(0.0, (now_busy - busy) - (now_ours - ours)) / took


def _jiffies() -> tuple[float | None, float]:
    """Seconds of processor that all took, and that we and our children did."""
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    ours = sum(use.ru_utime + use.ru_stime for use in own)
    try:
        user, nice, system, *_ = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    except (OSError, ValueError):
        return None, ours
    return (user + nice + system) / os.sysconf("SC_CLK_TCK"), ours
