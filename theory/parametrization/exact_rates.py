r"""Ratios of learning rates that are no power of the sizes: exact first steps, paths, chains.

Each takes what it needs by name, both sizes at once (here, there), and answers rate there over
rate here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

__all__: list[str] = []

Pair = tuple[int, int]
GRAPHS = ("plain", "residual")
DEEPEST = 4_000_000


class TooLargeError(ValueError):
    """Sizes for which an exact law has no answer in a few seconds."""


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
    Raises: TooLargeError for depths at which nobody can wait.
    """
    from depthlaws.theory import updates

    most = DEEPEST if network == "plain" else DEEPEST // 40
    if layers > most:
        msg = f"the first step of {layers:,} layers takes too long; ask for at most {most:,}"
        raise TooLargeError(msg)
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


def paths(*, graph: tuple[Any, Any], layers: Pair) -> float:
    """Rates as (sum over paths of length^3)^(-1/2). Source: ammup, figure 3(b)."""
    here, there = map(_log_cubes, graph, layers)
    return math.exp((here - there) / 2)


def _log_cubes(graph: str | Sequence[Sequence[Any]], layers: int) -> float:
    """Logarithm of the sum of length^3 over the paths of a graph, given by a word or its edges.

    Raises: ValueError for a graph without lengths.
    """
    if graph == "plain":
        return 3 * math.log(layers)
    if graph == "residual":  # sum of binomials: 2^(L-3) L^2 (L + 3)
        return (layers - 3) * math.log(2) + 2 * math.log(layers) + math.log(layers + 3)
    from depthlaws.theory import updates

    total = updates.path_sum(graph)
    if not total > 0:
        msg = f"the paths need a length and positive weights: their sum of cubes is {total}"
        raise ValueError(msg)
    return math.log(total)  # of a whole number of any size
