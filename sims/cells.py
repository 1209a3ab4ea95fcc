"""Grids of cells: every combination of the values on the axes, each cell a run of its own.

A cell is known by the values of all arguments of its simulator, defaults included, in the form
that JSON gives them: the same run has the same name in every grid that contains it.
"""

import difflib
import functools
import itertools
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from depthlaws._arguments import parameters

__all__ = []

EXACT = 2**53  # below it every whole float is an integer that was meant


@dataclass(frozen=True)
class Grid:
    """Cells of one simulator: the product of ``axes``, the other arguments as ``given``.

    ``shard`` (i, n) keeps the i-th of n parts, which together are the whole, each cell in one.
    Raises: ValueError or TypeError naming the axis and what is allowed.
    """

    simulator: str
    function: Callable[..., Any] = field(repr=False)
    axes: Mapping[str, Sequence[Any]]
    given: Mapping[str, Any]
    shard: tuple[int, int] = (1, 1)

    def __post_init__(self) -> None:
        known = [p.name for p in parameters(self.function)]
        for name in [*self.axes, *self.given]:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=3, cutoff=0.0)
                msg = f"{self.simulator} has no axis {name!r}; the nearest are: {', '.join(near)}"
                raise ValueError(msg)
        for name, values in self.axes.items():
            _check_axis(name, values)
        _check_shard(self.shard)
        missing = [p.name for p in parameters(self.function) if p.required]
        missing = [name for name in missing if name not in {*self.axes, *self.given}]
        if missing:
            msg = f"{self.simulator} needs a value or an axis for {', '.join(missing)}"
            raise ValueError(msg)

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""
        return tuple(len(values) for values in self.axes.values())

    @property
    def size(self) -> int:
        """Number of cells, of all shards."""
        return math.prod(self.shape)

    @functools.cached_property
    def constant(self) -> dict[str, Any]:
        """Arguments that are the same in every cell and change its results."""
        effective = (
            p for p in parameters(self.function) if p.name not in without_effect(self.function)
        )
        defaults = {p.name: p.default for p in effective if not p.required}
        fixed = {**defaults, **self.given}
        idle = {*self.axes, *without_effect(self.function)}
        return {name: canonical(name, v) for name, v in fixed.items() if name not in idle}

    def keys(self) -> dict[str, int]:
        """Name of every cell of all shards, and its place in the product of the axes."""
        return keys(self.asked()["axes"], self.constant)

    def cell(self, place: int) -> dict[str, Any]:
        """Arguments of the cell at a place of the product."""
        return {**self.given, **self.at(place)}

    def at(self, place: int) -> dict[str, Any]:
        """Values on the axes at a place of the product."""
        index = np.unravel_index(place, self.shape) if self.axes else ()
        return {
            name: values[int(i)] for (name, values), i in zip(self.axes.items(), index, strict=True)
        }

    def places(self) -> list[int]:
        """Places of this shard, well mixed: any part of them tells what the rest will take."""
        mixed = np.random.default_rng(0).permutation(self.size)
        i, n = self.shard
        return mixed[i - 1 :: n].tolist()

    def asked(self) -> dict[str, Any]:
        """What was asked for, in JSON's form."""
        axes = {name: canonical(name, list(values)) for name, values in self.axes.items()}
        return {"axes": axes, "given": self.constant, "shard": list(self.shard)}


def keys(axes: Mapping[str, Sequence[Any]], constant: Mapping[str, Any]) -> dict[str, int]:
    """Name of every cell of a product of axes, and its place in it; all values in JSON's form."""
    names = sorted({*axes, *constant})
    texts = {name: json.dumps(value, separators=(",", ":")) for name, value in constant.items()}
    on_axes = [[json.dumps(v, separators=(",", ":")) for v in values] for values in axes.values()]
    found = {}
    for place, values in enumerate(itertools.product(*on_axes)):
        cell = texts | dict(zip(axes, values, strict=True))
        found["[" + ",".join([cell[name] for name in names]) + "]"] = place
    return found


def without_effect(function: Callable[..., Any]) -> frozenset[str]:
    """Arguments of a simulator that change no result."""
    return getattr(function, "without_effect", frozenset()) | {"progress"}


def canonical(name: str, value: Any) -> Any:
    """Form of a value that JSON keeps: lists, numbers (whole ones as integers), words.

    Raises: TypeError for anything else.
    """
    if hasattr(value, "tolist") and not hasattr(value, "dims"):
        value = value.tolist()
    if isinstance(value, str | bool | int | None):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < EXACT else value
    if (
        isinstance(value, Iterable)
        and not isinstance(value, Mapping)
        and not hasattr(value, "dims")
    ):
        return [canonical(name, inner) for inner in value]
    msg = f"{name} must be numbers, words or lists of them in a sweep, got {value!r}"
    raise TypeError(msg)


def _check_axis(name: str, values: Sequence[Any]) -> None:
    if isinstance(values, str) or not isinstance(values, Sequence):
        msg = f"axis {name} must be a list of values, got {values!r}"
        raise TypeError(msg)
    if not values:
        msg = f"axis {name} has no values"
        raise ValueError(msg)
    seen: set[str] = set()
    for value in values:
        text = json.dumps(canonical(name, value))
        if text in seen:
            msg = f"axis {name} has the value {text} twice"
            raise ValueError(msg)
        seen.add(text)


def _check_shard(shard: tuple[int, int]) -> None:
    i, n = shard
    if not 1 <= i <= n:
        msg = f"shard must be i/n with 1 <= i <= n, got {i}/{n}"
        raise ValueError(msg)
