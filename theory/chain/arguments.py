"""Arguments of the time courses: numbers, shapes, and points of the line 0 < alpha < infinity."""

from typing import Any

import numpy as np


def require(name: str, value: Any, allowed: Any, text: str) -> None:
    """Raise ValueError naming the first value that is not allowed."""
    if not np.all(allowed):
        bad = np.ravel(value)[np.ravel(~allowed).argmax()]
        msg = f"{name} must be {text}, got {bad:g}"
        raise ValueError(msg)


def numbers(name: str, value: Any) -> Any:
    """Float64 array or scalar without NaN."""
    try:
        out = np.asarray(value, dtype=float)[()]
    except (TypeError, ValueError):
        msg = f"{name} must be a real number or an array of them, got {value!r}"
        raise ValueError(msg) from None
    require(name, out, ~np.isnan(out), "a number")
    return out


def positive(name: str, value: Any) -> Any:
    """Positive finite numbers."""
    out = numbers(name, value)
    require(name, out, (out > 0) & np.isfinite(out), "positive and finite")
    return out


def common_shape(**arrays: Any) -> tuple[int, ...]:
    """Broadcast shape of all arrays; ValueError naming the shapes that clash."""
    shapes = {name: np.shape(a) for name, a in arrays.items()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        text = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if shape)
        msg = f"shapes do not broadcast: {text}"
        raise ValueError(msg) from None


def flip(above: Any, x: Any, z: Any) -> tuple[Any, Any]:
    """(alpha, 1-alpha) <-> (x, 1-x), where x = alpha below the target and 1/alpha above it."""
    if not np.any(above):
        return x, z
    return np.where(above, 1 / x, x), np.where(above, -z / x, z)


class Position:
    """A point given as alpha or as gap = 1-alpha; it keeps both, and its side of the target."""

    def __init__(self, name: str, alpha: Any, gap_name: str, gap: Any) -> None:
        if (alpha is None) == (gap is None):
            msg = f"give exactly one of {name} and {gap_name}, got {alpha!r} and {gap!r}"
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
