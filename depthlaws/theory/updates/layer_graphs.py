"""Depth of a graph of layers, and exact sums over all its paths.

A graph of layers is a list of edges (from, to), (from, to, length) or (from, to, length, weight):
``length`` counts update-bearing units, 1 by default and 0 for an identity skip; nodes have any
names. Paths run from nodes without a predecessor to nodes without a successor.
"""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from numbers import Integral
from typing import Any

from depthlaws.base.argument_errors import shown
from depthlaws.theory.numerics.arguments import count, finite, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time

__all__ = ["effective_depth", "path_sum", "path_sum_rate", "residual_graph"]

Edge = tuple[Hashable, Hashable, int, Any]
Edges = Iterable[Sequence[Any]]

SECONDS_PER_CUBED_POWER = 4e-9  # of an edge


def _edges(given: Edges) -> list[Edge]:
    if not isinstance(given, Iterable):
        msg = f"edges must be a list of (from, to[, length[, weight]]), got {shown(given)}"
        raise TypeError(msg)
    if isinstance(given, Sized):
        require_time(1.1e-5 * len(given), f"a graph of {len(given):,} edges", "ask for fewer")
    edges = [_edge(edge) for edge in given]
    if not edges:
        msg = "a graph needs at least one edge"
        raise ValueError(msg)
    return edges


def _edge(given: Sequence[Any]) -> Edge:
    if not isinstance(given, Sequence) or isinstance(given, str) or not 2 <= len(given) <= 4:
        msg = f"an edge must be (from, to[, length[, weight]]), got {shown(given)}"
        raise ValueError(msg)
    start, end, length, weight = (*given, *(1, 1)[len(given) - 2 :])
    if length != 0:
        length = count("the length of an edge", length)
    if isinstance(weight, Integral) and not isinstance(weight, bool):
        weight = int(weight)
    exact = isinstance(weight, Fraction) or type(weight) is int
    weight = weight if exact else finite("the weight of an edge", weight)
    return start, end, int(length), weight


def _ordered(edges: list[Edge]) -> list[Hashable]:
    """Nodes, each after all that lead to it.

    Raises
    ------
    ValueError
        For a graph with a cycle.
    """
    before: dict[Hashable, list[Hashable]] = {}
    for start, end, *_ in edges:
        before.setdefault(end, []).append(start)
        before.setdefault(start, [])
    try:
        return [*TopologicalSorter(before).static_order()]
    except CycleError as error:
        msg = f"the graph has a cycle: {' -> '.join(map(str, reversed(error.args[1])))}"
        raise ValueError(msg) from None


def _incoming(edges: list[Edge]) -> Mapping[Hashable, list[Edge]]:
    into: dict[Hashable, list[Edge]] = {}
    for edge in edges:
        into.setdefault(edge[1], []).append(edge)
    return into


def path_sum(edges: Edges, *, power: int = 3) -> float | Fraction:
    """Sum over all paths of weight * length^power, exact, in time proportional to the edges.

    Paths run from nodes without a predecessor to nodes without a successor. The weight of a path
    is the product of the weights of its edges, its length the sum of their lengths.

    Parameters
    ----------
    edges : iterable of tuple
        Edges of the graph: (from, to), (from, to, length) or (from, to, length, weight). Nodes
        have any names; a length is a whole number, 1 by default; a weight is 1 by default.
    power : int
        Power of the length; 0 counts paths.

    Returns
    -------
    int, Fraction or float
        The sum, exact unless a weight is a float.

    Raises
    ------
    ValueError
        For a graph with a cycle or without edges, and for a negative power.

    References
    ----------
    Source: ammup, figure 3: the rule that the paper compares with.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.path_sum([("x", "a"), ("a", "y"), ("x", "y", 0)])
    8
    >>> updates.path_sum(updates.residual_graph(0, 100), power=0) == 2**100
    True
    """
    listed, degree = _edges(edges), whole("power", power) and count("power", power)
    seconds = SECONDS_PER_CUBED_POWER * len(listed) * float(degree) ** 3
    require_time(seconds, f"a sum of powers {degree:,} of lengths", "ask for a lower power")
    into, ends = _incoming(listed), {start for start, *_ in listed}
    sums: dict[Hashable, list[Any]] = {}
    for node in _ordered(listed):
        if node not in into:
            sums[node] = [1] + [0] * degree
            continue
        sums[node] = [0] * (degree + 1)
        for start, _, length, weight in into[node]:
            longer = _longer(sums[start], length, weight)
            sums[node] = [a + b for a, b in zip(sums[node], longer, strict=True)]
    return sum(moments[degree] for node, moments in sums.items() if node not in ends)


def _longer(sums: list[Any], length: int, weight: Any) -> list[Any]:
    """Sums of weight * (path + length)^k from those of path^j, term by term."""
    return [
        weight * sum(math.comb(k, j) * length ** (k - j) * sums[j] for j in range(k + 1))
        for k in range(len(sums))
    ]


def path_sum_rate(edges: Edges) -> float:
    """Learning rate of the PathSum rule, up to a constant: (sum of length^3 over paths)^(-1/2).

    Parameters
    ----------
    edges : iterable of tuple
        Edges of the graph: (from, to), (from, to, length) or (from, to, length, weight).

    Returns
    -------
    float
        Learning rate relative to a path of length 1.

    Raises
    ------
    ValueError
        As :func:`path_sum`, and if no path has a length.

    References
    ----------
    Source: ammup, figure 3(b).

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.path_sum_rate([(0, 1), (1, 2), (2, 3), (3, 4)])
    0.125
    """
    total = path_sum(edges)
    if not total > 0:
        msg = (
            f"the sum of length^3 over the paths must be positive, got {total}: give edges "
            "lengths and positive weights"
        )
        raise ValueError(msg)
    return math.exp(-0.5 * math.log(total))


def effective_depth(edges: Edges) -> int:
    """Length of the shortest path: plain layers and residual blocks each count one.

    The paper counts a residual addition as a unit. Contract each block to one edge
    (:func:`residual_graph` with ``contracted``): otherwise its skip of length 0 is the shortest
    path through it.

    Parameters
    ----------
    edges : iterable of tuple
        Edges of the graph: (from, to), (from, to, length) or (from, to, length, weight).

    Returns
    -------
    int
        Effective depth.

    Raises
    ------
    ValueError
        As :func:`path_sum`.

    References
    ----------
    Source: ammup, section 3.4 and figure 2 (depth is the minimal path length).

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.effective_depth(updates.residual_graph(3, 8, contracted=True))
    11
    """
    listed = _edges(edges)
    into, ends = _incoming(listed), {start for start, *_ in listed}
    shortest: dict[Hashable, int] = {}
    for node in _ordered(listed):
        shortest[node] = min(
            (shortest[start] + length for start, _, length, _ in into.get(node, [])), default=0
        )
    return min(length for node, length in shortest.items() if node not in ends)


def residual_graph(stem: int, blocks: int, *, contracted: bool = False) -> list[tuple[Any, ...]]:
    """Edges of plain units and then residual blocks: branch of length 1, skip of length 0.

    Parameters
    ----------
    stem : int
        Plain units before the blocks, at least 0.
    blocks : int
        Residual blocks, at least 0.
    contracted : bool
        One edge of length 1 for each block, as the paper counts depth.

    Returns
    -------
    list of tuple
        Edges (from, to, length) between the nodes 0, 1, ...

    Raises
    ------
    ValueError
        For negative counts, or no unit at all.

    References
    ----------
    Source: ammup, section 3.4.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.residual_graph(1, 1)
    [(0, 1, 1), (1, 2, 1), (1, 2, 0)]
    """
    plain = stem if stem == 0 else count("stem", stem)
    units = blocks if blocks == 0 else count("blocks", blocks)
    require_memory(200.0 * (plain + 2 * units), f"a graph of {plain + units:,} units")
    edges: list[tuple[Any, ...]] = [(i, i + 1, 1) for i in range(plain)]
    for i in range(plain, plain + units):
        edges += [(i, i + 1, 1)] if contracted else [(i, i + 1, 1), (i, i + 1, 0)]
    if not edges:
        msg = "a graph needs a unit: give a positive stem or positive blocks"
        raise ValueError(msg)
    return edges
