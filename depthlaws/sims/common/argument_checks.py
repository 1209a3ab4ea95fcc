"""Checks of arguments: every message names the argument, its value and the allowed values."""

import difflib
import math
import operator
from collections.abc import Iterable
from typing import SupportsFloat, SupportsIndex

import numpy as np

from depthlaws.base.argument_errors import shown

Number = SupportsFloat | SupportsIndex
NO_SKIPS = ("feedforward", "plain", "mlp")  # one network under the names of three simulators
MAX_RATE = 1e100  # beyond it one step may overflow and the next yield NaN
_NUMBER_KINDS = "iuf"  # kinds of NumPy arrays that are real numbers: not boolean, text or complex


def integer(name: str, value: Number, /, *, least: int = 1, of_kind: str = "integer") -> int:
    """Return value as an integer; 1e5 is one. Raises: TypeError or ValueError with its name."""
    try:
        number = operator.index(value)  # pyrefly: ignore
    except TypeError:
        whole = isinstance(value, float | np.floating) and float(value).is_integer()
        number = int(value) if whole else None
    if number is None or isinstance(value, bool | np.bool_):
        msg = f"{name} must be an {of_kind}, got {shown(value)}"
        raise TypeError(msg)
    if number < least:
        msg = f"{name} must be at least {least}, got {number}"
        raise ValueError(msg)
    return number


def number(name: str, value: Number, /, *, least: float = -math.inf, says: str = "") -> float:
    """Return value as a float. Raises: ValueError unless it is finite and at least ``least``."""
    bound = "" if math.isinf(least) else f" of at least {least:g}"
    says = says or f"a finite number{bound}"
    array = _array(value)
    if array is None or array.ndim or not (np.isfinite(array) and array >= least):
        msg = f"{name} must be {says}, got {shown(value)}"
        raise ValueError(msg)
    return float(array)


def rates(name: str, value: object, /) -> np.ndarray:
    """Return learning rates as a float array. Raises: ValueError unless in [0, MAX_RATE]."""
    array = numbers(name, value)
    refused = array[~((array >= 0) & (array <= MAX_RATE))]
    if refused.size:
        msg = f"{name} must be from 0 to {MAX_RATE:g}, got {refused[0]:g}"
        raise ValueError(msg)
    return array


def numbers(name: str, value: object, /) -> np.ndarray:
    """Return value as a float array. Raises: TypeError for text, booleans, None, ragged lists."""
    array = _array(value)
    if array is None:
        msg = f"{name} must be numbers, got {shown(value)}"
        raise TypeError(msg)
    return array.astype(np.float64)


def choice(name: str, value: object, allowed: Iterable[str], /) -> str:
    """Return value if it is allowed. Raises: ValueError with the nearest allowed word."""
    allowed = list(allowed)
    if not isinstance(value, str):
        msg = f"{name} must be one of {', '.join(allowed)}, got {shown(value)}"
        raise ValueError(msg)
    if value not in allowed:
        near = difflib.get_close_matches(str(value), allowed, n=1, cutoff=0.0)[0]
        no_skips = name == "network" and value in NO_SKIPS
        same = [word for word in allowed if no_skips and word in NO_SKIPS]
        advice = f"is called {same[0]} here" if same else f"is nearest to {near}"
        msg = f"{name} must be one of {', '.join(allowed)}; {shown(value)} {advice}"
        raise ValueError(msg)
    return str(value)


def names(name: str, value: str | Iterable[str], /) -> tuple[str, ...]:
    """Return one name or several as a tuple. Raises: TypeError for anything else."""
    several = (value,) if isinstance(value, str) else value
    words = tuple(several) if isinstance(several, Iterable) else (None,)
    if not all(isinstance(word, str) for word in words):
        msg = f"{name} must be a name or a list of names, got {shown(value)}"
        raise TypeError(msg)
    return words  # pyrefly: ignore[bad-return]  # all are strings


def observables(observe: str | Iterable[str], allowed: Iterable[str], /) -> tuple[str, ...]:
    """Return the names of observables. Raises: ValueError for an unknown one, or for none."""
    words, allowed = names("observe", observe), list(allowed)
    for word in words:
        if word not in allowed:
            near = difflib.get_close_matches(word, allowed, n=3, cutoff=0.0)
            msg = f"unknown observable {word!r}; the nearest are {', '.join(near)}"
            raise ValueError(msg)
    if not words:
        msg = f"observe must name at least one of {', '.join(allowed)}"
        raise ValueError(msg)
    return words


def _array(value: object) -> np.ndarray | None:
    """Return an array of real numbers, or None if value is none."""
    try:
        array = np.asarray(value)
    except ValueError:  # a ragged list
        return None
    return array if array.dtype.kind in _NUMBER_KINDS else None
