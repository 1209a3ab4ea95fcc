"""Ratios of learning rates that are no power of the sizes: exact first steps, paths, chains.

Each function takes its arguments by name, with both sizes at once (here, there), and returns the
rate there over the rate here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

__all__: list[str] = []

Pair = tuple[int, int]
GRAPHS = ("plain", "residual")
MAX_LAYERS = 4_000_000  # layers of a plain network whose first step takes a few seconds


class TooLargeError(ValueError):
    """Sizes at which an exact law would take more than a few seconds."""


def chain(*, layers: Pair, mu_yx: float, mu_xx: float) -> float:
    """Ratio at an equal normalised rate eta S.

    References
    ----------
    Source: chain, section 2.
    """
    from depthlaws.theory import chain as theory

    here, there = theory.max_learning_rate(list(layers), mu_yx, mu_xx)
    return float(there / here)


def first_step(
    *, network: str, optimizer: str, layers: Pair, width: Pair, outputs: int, blocks: Any
) -> float:
    """Ratio at an equal mean update energy of the first step, for the blocks given.

    References
    ----------
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

    ``hyper`` has the multiplier, init_std and head (energy of the output over that of the last
    state).

    Raises
    ------
    TooLargeError
        For depths at which the law takes too long.
    """
    from depthlaws.theory import updates

    limit = MAX_LAYERS if network == "plain" else MAX_LAYERS // 40
    if layers > limit:
        msg = f"the first step of {layers:,} layers takes too long; ask for at most {limit:,}"
        raise TooLargeError(msg)
    if optimizer == "adam":  # signs do not depend on the head's size; energies are over width^2
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
    """Ratio of (sum over paths of length^3)^(-1/2).

    References
    ----------
    Source: ammup, figure 3(b).
    """
    here, there = map(_log_cubes, graph, layers)
    return math.exp((here - there) / 2)


def _log_cubes(graph: str | Sequence[Sequence[Any]], layers: int) -> float:
    """Logarithm of the sum of length^3 over the paths of a graph, given by a word or its edges.

    Raises
    ------
    ValueError
        For a graph without lengths.
    """
    if graph == "plain":
        return 3 * math.log(layers)
    if graph == "residual":  # sum of binomials: 2^(L-3) L^2 (L + 3)
        return (layers - 3) * math.log(2) + 2 * math.log(layers) + math.log(layers + 3)
    from depthlaws.theory import updates

    total = updates.path_sum(graph)
    if not total > 0:
        msg = (
            f"the sum of length^3 over the paths must be positive, got {total}: give edges "
            "lengths and positive weights"
        )
        raise ValueError(msg)
    return math.log(total)  # of a whole number of any size
