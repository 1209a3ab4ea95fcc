"""Answers of public functions beside a few lines that compute them another way.

For answers that no other test needed: a changed number, flag, word or order must fail here. What
comes out is compared with a definition, a loop in plain Python or another function, never with a
stored number.
"""

import csv
import io
import math
from collections import Counter

import numpy as np
import pytest

from depthlaws import residual, updates
from depthlaws.base.visit_order import visit_order
from depthlaws.theory.updates.exponents_by_architecture import CASES

# -- streams with visits ---------------------------------------------------------------------------


@pytest.mark.parametrize("visits", ["1+2x3+1", "3", [0, 1, 0, 2, 0]])
@pytest.mark.parametrize("lam", [1.0, -0.7])
def test_scales_of_visits_share_the_constant_of_a_layer(visits, lam):
    order = visit_order(visits)
    scales, uses = residual.visit_scales(visits, lam), Counter(order)
    assert scales.shape == (len(order),)
    for layer, scale in zip(order, scales, strict=True):
        assert uses[layer] * scale * math.sqrt(len(uses)) == pytest.approx(lam, rel=1e-15)
    stream = residual.Stream(visits=visits, eps=scales)
    assert residual.visit_sum_of_squares(stream) == pytest.approx(lam**2, rel=1e-14)


def test_sum_of_squares_of_scales_of_mixed_sign():
    order, scales = [0, 1, 0, 2, 1], [0.5, -0.3, -0.2, 0.7, 0.1]
    sums = Counter[int]()
    for layer, scale in zip(order, scales, strict=True):
        sums[layer] += abs(scale)
    stream = residual.Stream(visits=order, eps=scales)
    expected = sum(total**2 for total in sums.values())
    assert residual.visit_sum_of_squares(stream) == pytest.approx(expected, rel=1e-14)


# -- the table of exponents ------------------------------------------------------------------------


def slope(case, depth):
    """log2 of the ratio of the rates at 2L and L."""
    options = case.options if callable(case.options) else lambda _: case.options
    low, high = (updates.max_update_rate(case.network, d, **options(d)) for d in (depth, 2 * depth))
    return math.log2(high / low)


def test_the_table_of_exponents_has_the_slopes_of_the_rates():
    depths = (3, 8)
    table = updates.exponent_table(depths)
    assert table.depths == depths
    assert table.header[4:-1] == ["L=3", "L=8"]
    assert len(table.rows) == len(CASES)
    for row, case, cells in zip(table.rows, CASES, table.cells(), strict=True):
        assert row.slopes == pytest.approx([slope(case, d) for d in depths], abs=1e-9), row
        words = (case.architecture, case.optimizer, case.outputs, case.exponent)
        assert (row.architecture, row.optimizer, row.outputs, row.exponent) == words
        assert cells == [*words, *(f"{x:.3f}" for x in row.slopes), case.assumptions]
        assert row.assumptions == case.assumptions


def test_the_table_of_exponents_is_the_same_in_every_format():
    table = updates.exponent_table([2])
    rows = [table.header, *table.cells()]
    assert [*csv.reader(io.StringIO(table.csv()))] == rows
    lines = [line for line in table.markdown().splitlines() if set(line) - set("|-: ")]
    assert [[c.strip() for c in line.strip("|").split("|")] for line in lines] == rows
    numbers = [row[4] for row in rows[1:]]
    body = [line for line in table.latex().splitlines() if line.endswith(r"\\")]
    assert [line.split("&")[4].strip().strip("$") for line in body[1:]] == numbers
