"""Checks of arguments: every message names the argument, its value and what is allowed."""

import difflib
import math
import operator
from collections.abc import Iterable
from typing import SupportsFloat, SupportsIndex

import numpy as np

Number = SupportsFloat | SupportsIndex
WITHOUT_SKIPS = ("feedforward", "plain", "mlp")  # networks of scalars, of any layers, of dense ones
LARGEST_RATE = 1e100  # beyond it one step may overflow and the next be no number
_NUMBERS = "iuf"  # kinds of NumPy arrays; no booleans, no text, nothing complex


def integer(name: str, value: Number, /, *, least: int = 1, of_kind: str = "integer") -> int:
    """Return value as an integer; 1e5 is one. Raises: TypeError or ValueError naming it."""
    try:
        number = operator.index(value)  # pyrefly: ignore
    except TypeError:
        whole = isinstance(value, float | np.floating) and float(value).is_integer()
        number = int(value) if whole else None
    if number is None or isinstance(value, bool | np.bool_):
        msg = f"{name} must be an {of_kind}, got {value!r}"
        raise TypeError(msg)
    if number < least:
        msg = f"{name} must be at least {least}, got {number}"
        raise ValueError(msg)
    return number


def number(
    name: str, value: Number, /, *, least: float = -math.inf, says: str = "a finite number"
) -> float:
    """Return value as a float. Raises: ValueError unless it is finite and at least `least`."""
    array = _array(value)
    if array is None or array.ndim or not (np.isfinite(array) and array >= least):
        msg = f"{name} must be {says}, got {value!r}"
        raise ValueError(msg)
    return float(array)


def rates(name: str, value: object, /) -> np.ndarray:
    """Return learning rates as a float array. Raises: ValueError unless in [0, LARGEST_RATE]."""
    array = numbers(name, value)
    bad = array[~((array >= 0) & (array <= LARGEST_RATE))]
    if bad.size:
        msg = f"{name} must be from 0 to {LARGEST_RATE:g}, got {bad[0]:g}"
        raise ValueError(msg)
    return array


def numbers(name: str, value: object, /) -> np.ndarray:
    """Return value as a float array. Raises: TypeError for text, booleans, None, ragged lists."""
    array = _array(value)
    if array is None:
        msg = f"{name} must be numbers, got {value!r}"
        raise TypeError(msg)
    return array.astype(np.float64)


def choice(name: str, value: object, known: Iterable[str], /) -> str:
    """Return value if it is known. Raises: ValueError with the nearest."""
    known = list(known)
    if value not in known:
        near = difflib.get_close_matches(str(value), known, n=1, cutoff=0.0)[0]
        other = name == "network" and value in WITHOUT_SKIPS
        same = [n for n in known if other and n in WITHOUT_SKIPS]
        found = f"is called {same[0]} here" if same else f"is nearest to {near}"
        msg = f"{name} must be one of {', '.join(known)}; {value!r} {found}"
        raise ValueError(msg)
    return str(value)


def names(name: str, value: str | Iterable[str], /) -> tuple[str, ...]:
    """Return one name or several as a tuple. Raises: TypeError for anything else."""
    found = (value,) if isinstance(value, str) else value
    found = tuple(found) if isinstance(found, Iterable) else (None,)
    if not all(isinstance(one, str) for one in found):
        msg = f"{name} must be a name or a list of names, got {value!r}"
        raise TypeError(msg)
    # pyrefly: ignore[bad-return]  (what is no string is refused above)
    return found


def _array(value: object) -> np.ndarray | None:
    """Array of numbers, or None for what is none."""
    try:
        array = np.asarray(value)
    except ValueError:  # a ragged list
        return None
    return array if array.dtype.kind in _NUMBERS else None
