"""Depths of a chain as arguments: real, integer or odd, finite or infinite."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import numbers, require


def real_depth(L: Any, *, least: float = 2.0) -> Any:
    """Return depths that are real numbers from 2 on (or 1, for ``least=1``), or infinite."""
    L = numbers("L", L)
    if least == 1:
        require("L", L, (L >= 2) | (L == 1), "1 or at least 2 (infinity allowed)")
    else:
        require("L", L, least <= L, f"at least {least:g} (infinity allowed)")
    return L


def odd_depth(L: Any) -> Any:
    """Return depths that are odd integers from 3 on."""
    L = numbers("L", L)
    require("L", L, (L >= 3) & (remainder(L, 2) == 1), "an odd integer from 3 on")
    return L


def remainder(L: Any, period: int) -> Any:
    """Return depths modulo a period; one half, no integer, at infinite depth."""
    return np.mod(np.where(np.isinf(L), 0.5, L), period)


def integer_depth(L: Any) -> Any:
    """Return depths that are integers, or infinite."""
    require("L", L, np.isinf(L) | (remainder(L, 1) == 0), "an integer or inf")
    return L
