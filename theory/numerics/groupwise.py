"""Many points at once: group them by what their solver depends on, and call each solver once.

A solver of a flow (one depth, one side of the target, one data ratio) is costly to build and cheap
to call. :func:`grouped` sorts elements by the parameters of their solver and hands each group to
its own; :func:`in_chunks` keeps the work arrays of one call in the second-level cache.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

CHUNK = 1 << 14  # elements: the work arrays stay in the second-level cache


class Solver(Protocol):
    """A one-dimensional flow, with states as pairs (x, 1-x), x in (0, 1]."""

    def time(self, x0: Any, z0: Any, x: Any, z: Any) -> Any:
        """Time from x0 to x, given also z = 1-x of both ends."""

    def advance(self, x0: Any, z0: Any, t: Any) -> tuple[Any, Any]:
        """(x, 1-x) after time t; NaN before the solution exists."""

    def birth(self, x0: Any, z0: Any) -> Any:
        """Earliest time of the solution through x0."""


def distinct(values: Any) -> tuple[Any, Any]:
    """Distinct values and the index of each element among them (0 if there is only one)."""
    if np.ndim(values) == 0 or np.all(values == values.flat[0]):
        return np.ravel(values)[:1], 0
    found, index = np.unique(values, return_inverse=True)
    return found, index.reshape(values.shape)


class Groups:
    """Elements of one shape, numbered by which values of the parameters they have."""

    def __init__(self, *parameters: Any, shape: tuple[int, ...]) -> None:
        found = [distinct(p) for p in parameters]
        self.shape, self.values = shape, [values for values, _ in found]
        self.counts = tuple(len(values) for values in self.values)
        kind: Any = 0
        for (_, index), count in zip(found, self.counts, strict=True):
            kind = kind * count + index
        self._kind = kind

    @property
    def single(self) -> bool:
        """Whether all elements share all parameters."""
        return max(self.counts) == 1

    @property
    def kind(self) -> Any:
        """Number of each element's group, in one dimension."""
        return np.broadcast_to(self._kind, self.shape).ravel()

    def key(self, number: int) -> tuple[Any, ...]:
        """Parameters of one group."""
        places = np.unravel_index(number, self.counts)
        return tuple(values[i] for values, i in zip(self.values, places, strict=True))


def in_chunks(call: Callable[..., Any], args: Sequence[Any]) -> tuple[Any, ...]:
    """Results of an elementwise function of numbers and equally long 1-D arrays."""
    size = max((len(a) for a in args if np.ndim(a)), default=0)
    if size <= CHUNK:
        out = call(*args)
        return out if isinstance(out, tuple) else (out,)
    pieces = [
        in_chunks(call, [a[i : i + CHUNK] if np.ndim(a) else a for a in args])
        for i in range(0, size, CHUNK)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*pieces, strict=True))


def one_call(
    call: Callable[..., Any], args: Sequence[Any], shape: tuple[int, ...]
) -> tuple[Any, ...]:
    """All elements through one function; arguments that are numbers stay numbers."""
    flat = [a if np.ndim(a) == 0 else np.broadcast_to(a, shape).ravel() for a in args]
    parts = in_chunks(call, flat)
    return tuple(p.reshape(shape) if p.ndim else np.full(shape, p) for p in parts)


def by_group(
    calls: Sequence[tuple[Any, Callable[..., Any], Sequence[Any]]], shape: tuple[int, ...]
) -> tuple[Any, ...]:
    """Two results an element, each from the call whose mask (in one dimension) holds there."""
    outs = np.empty((2, int(np.prod(shape))))
    for where, call, args in calls:
        flat = [np.broadcast_to(a, shape).ravel()[where] for a in args]
        for out, part in zip(outs, in_chunks(call, flat), strict=False):
            out[where] = part
    return tuple(out.reshape(shape) for out in outs)
