r"""Ratios of learning rates that are no power of the sizes: exact first steps, paths, chains.

Each takes what it needs by name, both sizes at once (here, there), and answers rate there over
rate here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from depthlaws.theory.symbolic.registry import UnknownNameError

__all__: list[str] = []

Pair = tuple[int, int]
GRAPHS = ("plain", "residual")


def chain(*, layers: Pair, mu_yx: float, mu_xx: float) -> float:
    """Rates of one k = eta S. Source: chain, section 2."""
    from depthlaws.theory import chain as theory

    found = theory.max_learning_rate(list(layers), mu_yx, mu_xx)
    return float(found[1] / found[0])


def first_step(
    *, network: str, optimizer: str, layers: Pair, width: Pair, outputs: int, blocks: Any
) -> float:
    """Rates of one mean update energy of the first step, at the multipliers and deviations given.

    Source: ammup, beyond the paper (BP-1, BP-2, BP-8, ERR-03, X21).
    """
    here, there = (
        largest(network, optimizer, L, n, outputs, hyper)
        for L, n, hyper in zip(layers, width, blocks, strict=True)
    )
    return there / here


def largest(
    network: str, optimizer: str, layers: int, width: int, outputs: int, hyper: Mapping[str, float]
) -> float:
    """Learning rate at which the mean update energy is 1 (ammup, eq. 9); plain: fan-in weights.

    ``hyper``: multiplier, init_std and head (energy of the output over that of the last state).
    """
    from depthlaws.theory import updates

    if optimizer == "adam":  # signs, which know no size of the head; energies are over width^2
        return float(updates.max_update_rate("plain", layers, optimizer="sign")) / width
    head = hyper["head"]
    if network == "plain":
        narrow = updates.max_update_rate("plain", layers, width=width, outputs=outputs, head=head)
        return float(narrow)
    wide = updates.max_update_rate(
        network,
        layers,
        scaled="none",
        multiplier=hyper["multiplier"],
        variance=hyper["init_std"] ** 2 * width,
        head=head,
    )
    return float(wide) * math.sqrt(outputs / width)


def paths(*, graphs: tuple[Any, Any]) -> float:
    """Rates as (sum over paths of length^3)^(-1/2). Source: ammup, figure 3(b)."""
    from depthlaws.theory import updates

    here, there = (updates.path_sum(edges) for edges in graphs)
    if not (here > 0 and there > 0):
        msg = f"the paths need a length and positive weights: sums of cubes {here} and {there}"
        raise ValueError(msg)
    # Logarithms of whole numbers of any size.
    return math.exp((math.log(here) - math.log(there)) / 2)


def edges_of(graph: str | Sequence[Sequence[Any]], layers: int) -> Any:
    """Edges of a graph given by a word, for so many layers, or by its edges.

    Raises: UnknownNameError for another word.
    """
    from depthlaws.theory import updates

    if not isinstance(graph, str):
        return graph
    if graph not in GRAPHS:
        raise UnknownNameError("graph", graph, GRAPHS)
    plain = graph == "plain"
    return updates.residual_graph(layers if plain else 0, 0 if plain else layers)
