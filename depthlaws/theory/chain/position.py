"""Points of the line 0 < alpha < infinity, on either side of the target alpha = 1."""

from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.numerics.arguments import numbers, positive, require


def flip(above: Any, x: Any, z: Any) -> tuple[Any, Any]:
    """Convert (alpha, 1-alpha) to (x, 1-x) or back: x = alpha below the target, 1/alpha above."""
    if not np.any(above):
        return x, z
    return np.where(above, 1 / x, x), np.where(above, -z / x, z)


class Position:
    """A point of the half-line, given as alpha or as gap = 1-alpha, with its side of the target."""

    def __init__(self, name: str, alpha: Any, gap_name: str, gap: Any) -> None:
        if (alpha is None) == (gap is None):
            msg = f"give exactly one of {name} and {gap_name}, got {shown(alpha)} and {shown(gap)}"
            raise ValueError(msg)
        self.name = name if gap is None else gap_name
        if gap is None:
            self.given = self.alpha = positive(name, alpha)
            self.gap = 1 - self.alpha
        else:
            self.given = self.gap = numbers(gap_name, gap)
            allowed = (self.gap < 1) & np.isfinite(self.gap)
            require(gap_name, self.gap, allowed, "finite and below 1")
            self.alpha = 1 - self.gap
        self.above = self.gap < 0

    @property
    def coordinates(self) -> tuple[Any, Any]:
        """(x, 1-x), x in (0, 1]."""
        return flip(self.above, self.alpha, self.gap)
