"""Path sums of graphs, borders of images, exponent tables: against counting one by one."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import updates
from depthlaws.theory.numerics import matrix_powers


def test_exponent_table() -> None:
    table = updates.exponent_table([64])
    assert len(table.rows) >= 20
    exponents = {"-3/2": -1.5, "-1": -1.0, "-2": -2.0, "0": 0.0, "1": 1.0}
    near = [r for r in table.rows if r.exponent in exponents and "LN" not in r.architecture]
    assert len(near) >= 17
    for row in near:
        assert row.slopes[0] == pytest.approx(exponents[row.exponent], abs=0.04), row
    assert table.markdown().count("\n") == len(table.rows) + 2 == str(table).count("\n")
    assert table.csv().count("\n") == len(table.rows) + 1
    assert table.latex().startswith(r"\begin{tabular}{lllrrl}")
    with pytest.raises(ValueError, match="depths must be at least 1"):
        updates.exponent_table([0])


def paths(edges: list) -> list[tuple[int, Fraction]]:
    """Length and weight of every path, one by one."""
    ends = {e[0] for e in edges}

    def walk(node: object, length: int, weight: Fraction) -> list[tuple[int, Fraction]]:
        if node not in ends:
            return [(length, weight)]
        return [p for a, b, d, w in edges if a == node for p in walk(b, length + d, weight * w)]

    starts = ends - {e[1] for e in edges}
    return [p for start in starts for p in walk(start, 0, Fraction(1))]


def test_path_sums_against_all_paths() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        edges = [
            (i, j, int(rng.integers(0, 4)), Fraction(int(rng.integers(1, 5)), 3))
            for i in range(6)
            for j in range(i + 1, 7)
            if rng.random() < 0.5
        ]
        if not edges:
            continue
        every = paths(edges)
        for power in range(5):
            expected = sum(w * Fraction(d) ** power for d, w in every)
            assert updates.path_sum(edges, power=power) == expected
        assert updates.effective_depth(edges) == min(d for d, _ in every)


def test_path_sums_of_deep_graphs() -> None:
    assert updates.path_sum(updates.residual_graph(0, 500), power=0) == 2**500
    deep = updates.residual_graph(0, 4000)
    assert updates.path_sum(deep) == 2**3997 * 4000**2 * 4003
    assert updates.path_sum_rate(deep) == 0.0  # 1e-607 underflows
    assert updates.path_sum_rate(updates.residual_graph(9, 0)) == pytest.approx(1 / 27)
    assert updates.effective_depth(updates.residual_graph(3, 8)) == 3


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ([("a", "b"), ("b", "a")], "the graph has a cycle: .* -> "),
        ([], "at least one edge"),
        ([("a",)], "an edge must be"),
        ([("a", "b", -1)], "the length of an edge must be at least 1"),
        ([("a", "b", 1, math.nan)], "the weight of an edge must be finite"),
    ],
)
def test_bad_graphs(edges: list, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        updates.path_sum(edges)


def test_borders_by_counting() -> None:
    rng = np.random.default_rng(4)
    for _ in range(40):
        lengths = tuple(int(v) for v in rng.integers(1, 7, rng.integers(1, 3)))
        offsets = list({tuple(int(v) for v in rng.integers(-3, 4, len(lengths))) for _ in range(4)})
        sites = [*np.ndindex(*lengths)]
        leaves = [
            [
                not all(0 <= a + b < n for a, b, n in zip(p, o, lengths, strict=True))
                for o in offsets
            ]
            for p in sites
        ]
        border = Fraction(sum(any(one) for one in leaves), len(sites))
        assert updates.boundary_fraction(lengths, offsets) == border
        missing = Fraction(sum(map(sum, leaves)), len(sites))
        assert updates.missing_fraction(lengths, offsets) == missing
    with pytest.raises(ValueError, match="offsets must be different"):
        updates.boundary_fraction(4, [1, 1])


def test_zero_padding_survival() -> None:
    quoted = [0.979, 0.944, 0.865, 0.799, 0.704, 0.570]  # ledger ERR-11
    each = updates.zero_padding_survival(32, 128, each=True)
    np.testing.assert_allclose(each[[1, 4, 16, 32, 64, 128]], quoted, atol=2e-3)
    assert updates.zero_padding_survival((32, 32), 64) == pytest.approx(each[64] ** 2)
    rate = (1 + 2 * math.cos(math.pi / 33)) / 3
    deep = [updates.zero_padding_survival(32, d) for d in (10**4, 10**4 + 1)]
    assert deep[1] / deep[0] == pytest.approx(rate, rel=1e-9)
    assert updates.zero_padding_survival(8, 10**9) == 0.0


@pytest.mark.parametrize("kernel", [1, 2, 3, 4, 7])
def test_zero_padding_survival_is_the_share_of_walks_that_stay_inside(kernel: int) -> None:
    """Every walk of four steps is followed: those that leave five sites meet the padding."""
    offsets = range(-((kernel - 1) // 2), kernel // 2 + 1)
    assert len(offsets) == kernel
    stay = 0
    for start, steps in itertools.product(range(5), itertools.product(offsets, repeat=4)):
        places = itertools.accumulate(steps, initial=start)
        stay += all(0 <= place < 5 for place in places)
    assert updates.zero_padding_survival(5, 4, kernel=kernel) == pytest.approx(
        stay / (5 * kernel**4)
    )


def test_survival_after_each_of_so_many_layers_that_it_nearly_underflows():
    """One site, kernel 3: a third is left after each layer."""
    each = updates.zero_padding_survival(1, 640, each=True)
    np.testing.assert_allclose(each, 3.0 ** -np.arange(641.0), rtol=1e-12)


def test_powers_beyond_the_doubles_are_scaled():
    """Of a matrix whose power 5000 is 2^5000."""
    actual, rate = matrix_powers.orbit(np.array([[2.0, 0.0], [1.0, 1.0]]), np.ones(2), 5000)
    assert np.isfinite(actual).all()
    assert math.log(actual[0, -1]) + 5000 * rate == pytest.approx(5000 * math.log(2), rel=1e-12)
