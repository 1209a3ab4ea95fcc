"""One solver for many points: points are grouped by what their solver depends on.

The solver of a flow (one depth, one data ratio, one side of the target) is costly to build and
cheap to call. :class:`GroupedSolver` builds one solver for each group of points and calls it once
per chunk of :data:`CHUNK` points, whose work arrays stay in the second-level cache.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

CHUNK = 1 << 14  # points per call: the work arrays stay in the second-level cache
MAX_GROUPS = 64  # more groups than this get whole tables only if they are large:
MIN_POINTS_PER_GROUP = 256  # then a whole table costs less than one piece of it for every point


class Solver(Protocol):
    """A one-dimensional flow, with states as pairs (x, 1-x), x in (0, 1]."""

    def time(self, x0: Any, z0: Any, x: Any, z: Any) -> Any:
        """Time from x0 to x, given also z = 1-x of both ends."""

    def advance(self, x0: Any, z0: Any, t: Any) -> tuple[Any, Any]:
        """(x, 1-x) after time t; NaN before the solution exists."""

    def birth(self, x0: Any, z0: Any) -> Any:
        """Earliest time of the solution through x0."""


class GroupedSolver:
    """Solver of the points of one shape: each point is served by the solver of its parameters.

    ``build(*values)`` makes the solver of one combination of parameter values. If there are too
    many combinations, ``build_scattered(*arrays, last)`` makes a solver for many points instead:
    every parameter but the last is an array with one value per point.
    """

    def __init__(
        self,
        build: Callable[..., Solver],
        *parameters: Any,
        shape: tuple[int, ...],
        build_scattered: Callable[..., Solver] | None = None,
    ) -> None:
        self._shape = shape
        self._single: Solver | None = None
        self._groups: list[tuple[np.ndarray, Callable[[np.ndarray], Solver]]] = []
        if 0 in shape:
            return
        groups = _Groups(parameters, shape)
        if groups.single:
            self._single = build(*groups.values_of(0))
        elif build_scattered is None or groups.worth_tables:
            for group in np.unique(groups.labels):
                solver = build(*groups.values_of(group))
                points = np.flatnonzero(groups.labels == group)
                self._groups.append((points, lambda _, solver=solver: solver))
        else:
            *varying, last = (np.broadcast_to(p, shape).ravel() for p in parameters)
            for value in groups.values[-1]:

                def solver_of(points: np.ndarray, value: Any = value) -> Solver:
                    return build_scattered(*(p[points] for p in varying), value)

                self._groups.append((np.flatnonzero(last == value), solver_of))

    def time(self, x0: Any, z0: Any, x: Any, z: Any) -> Any:
        """Time from x0 to x, given also z = 1-x of both ends."""
        return self._serve(lambda solver: solver.time, x0, z0, x, z)[0]

    def advance(self, x0: Any, z0: Any, t: Any) -> tuple[Any, Any]:
        """(x, 1-x) after time t; NaN before the solution exists."""
        x, z = self._serve(lambda solver: solver.advance, x0, z0, t)
        return x, z

    def birth(self, x0: Any, z0: Any) -> Any:
        """Earliest time of the solution through x0."""
        return self._serve(lambda solver: solver.birth, x0, z0)[0]

    def _serve(self, method: Callable[[Solver], Callable[..., Any]], *args: Any) -> tuple[Any, ...]:
        if self._single is not None:
            return one_call(method(self._single), args, self._shape)
        outs = np.empty((2, math.prod(self._shape)))
        flat = [np.broadcast_to(a, self._shape).ravel() for a in args]
        for points, solver_of in self._groups:
            for start in range(0, len(points), CHUNK):
                piece = points[start : start + CHUNK]
                results = _as_tuple(method(solver_of(piece))(*(a[piece] for a in flat)))
                for out, values in zip(outs, results, strict=False):
                    out[piece] = values
        return tuple(out.reshape(self._shape) for out in outs)


class _Groups:
    """Points of one shape, labelled by their combination of parameter values."""

    def __init__(self, parameters: Sequence[Any], shape: tuple[int, ...]) -> None:
        pairs = [_distinct(p) for p in parameters]
        self.values = [values for values, _ in pairs]
        self._counts = tuple(len(values) for values in self.values)
        label: Any = 0
        for (_, index), count in zip(pairs, self._counts, strict=True):
            label = label * count + index
        self._label, self._shape = label, shape

    @property
    def single(self) -> bool:
        """True if all points share all parameters."""
        return max(self._counts) == 1

    @property
    def labels(self) -> Any:
        """Number of each point's group, in one dimension."""
        return np.broadcast_to(self._label, self._shape).ravel()

    @property
    def worth_tables(self) -> bool:
        """True if the groups are few or large, so that each repays a solver with tables."""
        labels = self.labels
        return len(np.unique(labels)) <= max(MAX_GROUPS, len(labels) // MIN_POINTS_PER_GROUP)

    def values_of(self, group: int) -> tuple[Any, ...]:
        """Parameter values of one group."""
        places = np.unravel_index(group, self._counts)
        return tuple(values[i] for values, i in zip(self.values, places, strict=True))


def _distinct(values: Any) -> tuple[Any, Any]:
    """Distinct values and the index of each element among them (0 if there is only one)."""
    if np.ndim(values) == 0 or np.all(values == values.flat[0]):
        return np.ravel(values)[:1], 0
    unique, index = np.unique(values, return_inverse=True)
    return unique, index.reshape(values.shape)


def one_call(
    call: Callable[..., Any], args: Sequence[Any], shape: tuple[int, ...]
) -> tuple[Any, ...]:
    """Results of one function for all points; arguments that are numbers stay numbers."""
    flat = [a if np.ndim(a) == 0 else np.broadcast_to(a, shape).ravel() for a in args]
    parts = _in_chunks(call, flat)
    return tuple(p.reshape(shape) if p.ndim else np.full(shape, p) for p in parts)


def _in_chunks(call: Callable[..., Any], args: Sequence[Any]) -> tuple[Any, ...]:
    """Results of an elementwise function of numbers and equally long 1-D arrays."""
    size = max((len(a) for a in args if np.ndim(a)), default=0)
    if size <= CHUNK:
        return _as_tuple(call(*args))
    pieces = [
        _in_chunks(call, [a[i : i + CHUNK] if np.ndim(a) else a for a in args])
        for i in range(0, size, CHUNK)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*pieces, strict=True))


def _as_tuple(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else (results,)
