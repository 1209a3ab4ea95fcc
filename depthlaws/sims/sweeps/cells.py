"""Grid of a sweep: every combination of the values on its axes is a cell, one run of a simulator.

The name of a cell is the JSON text of all arguments of its simulator, defaults included, so that
the same run has the same name in every grid that contains it.
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

from depthlaws.base.argument_errors import shown
from depthlaws.base.arguments import parameters
from depthlaws.base.files import content_of

__all__ = []

MAX_EXACT_INTEGER = 2**53  # whole floats below it are written as integers


@dataclass(frozen=True)
class Grid:
    """Cells of one simulator: the product of ``axes``, the other arguments as ``given``.

    ``shard`` (i, n) selects the i-th of n parts; each cell is in exactly one part.
    Raises: ValueError or TypeError naming the axis and what is allowed.
    """

    simulator: str
    function: Callable[..., Any] = field(repr=False)
    axes: Mapping[str, Sequence[Any]]
    given: Mapping[str, Any]
    shard: tuple[int, int] = (1, 1)

    def __post_init__(self) -> None:
        arguments = parameters(self.function)
        names = [p.name for p in arguments]
        for name in [*self.axes, *self.given]:
            if name not in names:
                near = difflib.get_close_matches(name, names, n=3, cutoff=0.0)
                msg = f"{self.simulator} has no axis {name!r}; the nearest are: {', '.join(near)}"
                raise ValueError(msg)
        for name, values in self.axes.items():
            _check_axis(name, values)
        i, n = self.shard
        if not 1 <= i <= n:
            msg = f"shard must be i/n with 1 <= i <= n, got {i}/{n}"
            raise ValueError(msg)
        required = [p.name for p in arguments if p.required]
        missing = [name for name in required if name not in {*self.axes, *self.given}]
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
        """Arguments that are the same in every cell and change its results, in JSON's form."""
        defaults = {p.name: p.default for p in parameters(self.function) if not p.required}
        left_out = {*self.axes, *getattr(self.function, "without_effect", ()), "progress"}
        fixed = {**defaults, **self.given}
        return {n: self._named(n, value) for n, value in fixed.items() if n not in left_out}

    def _named(self, name: str, value: Any) -> Any:
        """Return a value in JSON's form; of a file or folder that is read, with its content."""
        value = canonical(name, value)
        reads = getattr(self.function, "reads_files", None)
        if reads is None or name in reads:  # a function from elsewhere may read any file
            return _with_content(value)
        return value

    def keys(self) -> dict[str, int]:
        """Name of every cell of all shards, with its place in the product of the axes."""
        return keys(self.description()["axes"], self.constant)

    def cell(self, place: int) -> dict[str, Any]:
        """Arguments of the cell at a place of the product."""
        return {**self.given, **self.at(place)}

    def at(self, place: int) -> dict[str, Any]:
        """Values on the axes at a place of the product."""
        index = np.unravel_index(place, self.shape) if self.axes else ()
        pairs = zip(self.axes.items(), index, strict=True)
        return {name: values[int(i)] for (name, values), i in pairs}

    def places(self) -> list[int]:
        """Places of this shard in random order: the first cells cost as much as the others."""
        shuffled = np.random.default_rng(0).permutation(self.size)
        i, n = self.shard
        return shuffled[i - 1 :: n].tolist()

    def description(self) -> dict[str, Any]:
        """Axes, constant arguments and shard, in JSON's form."""
        axes = {name: self._named(name, list(values)) for name, values in self.axes.items()}
        return {"axes": axes, "given": self.constant, "shard": list(self.shard)}


def keys(axes: Mapping[str, Sequence[Any]], constant: Mapping[str, Any]) -> dict[str, int]:
    """Return the index of every cell in the product of the axes, by the cell's name.

    A name lists the values of a cell in JSON's form.
    """
    names = sorted({*axes, *constant})
    texts = {name: json.dumps(value, separators=(",", ":")) for name, value in constant.items()}
    on_axes = [[json.dumps(v, separators=(",", ":")) for v in values] for values in axes.values()]
    places = {}
    for place, values in enumerate(itertools.product(*on_axes)):
        cell = texts | dict(zip(axes, values, strict=True))
        places["[" + ",".join([cell[name] for name in names]) + "]"] = place
    return places


def _with_content(value: Any) -> Any:
    """Add a hash of the content to the name of a file that exists, also inside of lists."""
    if isinstance(value, list):
        return [_with_content(item) for item in value]
    content = content_of(value) if isinstance(value, str) else ""
    return f"{value} (sha256 {content[:16]})" if content else value


def canonical(name: str, value: Any) -> Any:
    """Return a value in JSON's form: lists, words, and numbers, whole ones as integers.

    Raises: TypeError for anything else.
    """
    if hasattr(value, "tolist") and not hasattr(value, "dims"):
        value = value.tolist()
    if isinstance(value, str | bool | int | None):
        return value
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < MAX_EXACT_INTEGER
        return int(value) if whole else value
    if isinstance(value, Iterable) and not (isinstance(value, Mapping) or hasattr(value, "dims")):
        return [canonical(name, item) for item in value]
    msg = f"{name} must be numbers, words or lists of them in a sweep, got {shown(value)}"
    raise TypeError(msg)


def _check_axis(name: str, values: Sequence[Any]) -> None:
    if isinstance(values, str) or not isinstance(values, Sequence):
        msg = f"axis {name} must be a list of values, got {shown(values)}"
        raise TypeError(msg)
    if not values:
        msg = f"axis {name} has no values; give at least one"
        raise ValueError(msg)
    texts: set[str] = set()
    for value in values:
        text = json.dumps(canonical(name, value))
        if text in texts:
            msg = f"axis {name} has the value {text} twice; give it once"
            raise ValueError(msg)
        texts.add(text)
