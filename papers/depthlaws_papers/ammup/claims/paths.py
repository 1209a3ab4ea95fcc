"""Sections 3.4 and 4.3: networks as graphs, their effective depth and PathSum."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import smallest
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    array,
    arrays,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    scalars,
    total,
    tree,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import near

CLAIMS = Claims()


def _depth_conventions() -> Iterator[tuple[str, Any, int]]:
    """Shortest paths of contracted graphs: m plain units and K blocks, two units per block."""
    for stem, blocks in itertools.product((0, 1, 5), (1, 4, 9)):
        contracted = updates.residual_graph(stem, blocks, contracted=True)
        yield f"m={stem}, K={blocks}", _shortest(contracted), stem + blocks
        yield f"m={stem}, K={blocks}: skips count nothing", *_skipping(stem, blocks)
    for blocks in (6, 12):
        transformer = updates.residual_graph(2, 2 * blocks, contracted=True)
        yield f"D={blocks}", _shortest(transformer), 2 * blocks + 2


def _skipping(stem: int, blocks: int) -> tuple[Any, int]:
    return _shortest(updates.residual_graph(stem, blocks)) + 1, stem + 1


def _shortest(graph: Sequence[tuple[int, int, int]]) -> Any:
    """Length of the shortest path of nodes in a row: the shortest edge from each node."""
    links = itertools.groupby(graph, key=lambda edge: edge[:2])
    return sum(smallest(*(length for *_, length in edges)) for _, edges in links)


def _public_depths() -> Iterator[tuple[str, int, int]]:
    for stem, blocks, contracted in itertools.product((0, 1, 5), (1, 4, 9), (True, False)):
        graph = updates.residual_graph(stem, blocks, contracted=contracted)
        yield (
            f"m={stem}, K={blocks}, {contracted}",
            updates.effective_depth(graph),
            _shortest(graph),
        )


stem, blocks = scalars("m K")
plain, block, earlier = indices("i", stem), indices("k", blocks), index("before", 0, blocks - 1)
taken = array("t")  # 1 where a path takes the branch of a block, 0 where it takes the skip
through_skips = total(1, plain) + total(taken[block], block)

CLAIMS.add(
    id="AMMUP-D06",
    source=AMMUP.section("3.4"),
    says="Effective depth counts every plain unit and every residual block as one edge: m + K, and "
    "2D + 2 for D Transformer blocks with stem and head. Through skips that count nothing no path "
    "is shorter than m, and that past all branches is m long.",
    statement=Statement(
        Equal(total(1, plain) + total(1, block), stem + blocks),
        AtMost(stem, through_skips, because=total(taken[block], block)),
        Equal(through_skips, stem, where={taken[block]: 0}),
        for_all={stem: naturals(0), blocks: naturals(1), taken: nonnegative[blocks]},
    ),
    cross_checks=(Exhaustive(_depth_conventions), Exhaustive(_public_depths)),
)


def _paths() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """PathSum's sum by the number of branches taken, and path by path in a graph with weights."""
    for m, K, power in itertools.product((0, 3), (1, 6), (0, 1, 3)):
        path_total = updates.path_sum(updates.residual_graph(m, K), power=power)
        by_branches = [sp.binomial(K, j) * sp.Integer(m + j) ** power for j in range(K + 1)]
        yield f"m={m}, K={K}, power {power}", path_total, sp.Add(*by_branches)
        if power == 3:
            half = m + sp.Rational(K, 2)
            formula = 2**K * (half**3 + sp.Rational(3 * K, 4) * half)
            yield f"m={m}, K={K}, closed form", path_total, formula
    weights = {(i, j): Recorded(i + 2, j) for i, j in itertools.combinations(range(6), 2)}
    edges = [(i, j, j - i + i % 2, w) for (i, j), w in weights.items()]
    whole = Recorded(0)
    for inner in itertools.chain.from_iterable(
        itertools.combinations(range(1, 5), size) for size in range(5)
    ):
        steps = list(itertools.pairwise((0, *inner, 5)))
        length = sum(j - i + i % 2 for i, j in steps)
        whole += math.prod(weights[step] for step in steps) * length**3
    yield "with weights", updates.path_sum(edges), whole


count, lengths, squares, powers = arrays("P_0 P_1 P_2 P_3")  # sums over paths of length^p
met, two = index("k", 0, blocks), tree(2)
middle, level = stem + met / two, two ** tree(earlier)
before_middle = stem + earlier / two

CLAIMS.add(
    id="AMMUP-X-paths",
    source=AMMUP.figure(3),
    says="PathSum's rate is M^(-1/2), M the sum over paths of the cube of their length. Through m "
    "plain units and K blocks, of which each doubles the paths, by its branch and its skip, M is "
    "2^K ((m + K/2)^3 + (3K/4)(m + K/2)).",
    reading="The rule of PathSum by Chen et al. (2024), with which panel (b) compares; its curve "
    "is not measured here, nor are the tuned rates of the figure, which need training.",
    statement=Statement(
        Equal(count[met], two**met, by=induction(met, times=2)),
        Equal(lengths[met], two**met * middle, by=induction(met, times=2)),
        Equal(squares[met], two**met * (middle**2 + met / 4), by=induction(met, times=2)),
        Equal(
            powers[met], two**met * (middle**3 + 3 * met / 4 * middle), by=induction(met, times=2)
        ),
        for_all={stem: naturals(0), blocks: naturals(1)},
        defined={
            count[0]: tree(1),
            count[earlier + 1]: 2 * count[earlier],
            lengths[0]: stem,
            lengths[earlier + 1]: 2 * lengths[earlier] + level,
            squares[0]: stem**2,
            squares[earlier + 1]: 2 * squares[earlier] + level * (2 * before_middle + 1),
            powers[0]: stem**3,
            powers[earlier + 1]: 2 * powers[earlier]
            + level * (3 * (before_middle**2 + earlier / 4) + 3 * before_middle + 1),
        },
    ),
    cross_checks=(
        Exhaustive(_paths, what="graphs"),
        near([(lambda: updates.path_sum_rate(updates.residual_graph(4, 0)), 1 / 8)], rtol=1e-14),
    ),
)
