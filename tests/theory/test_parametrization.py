import math
from dataclasses import replace

import pytest

from depthlaws.theory.parametrization.recipes import (
    TABLE_1,
    TABLE_1_V0,
    TABLE_3,
    TABLE_4,
    branch_scale,
    component_values,
    transfer_learning_rate,
)

EPS = 2.0**-52

MATRICES = "attention and MLP matrices"


def test_table_four_as_printed():
    assert TABLE_4.branch == 1
    assert TABLE_4.learning_rate == 0.00125
    assert (TABLE_4.init_deviation, TABLE_4.weight_decay, TABLE_4.adam_epsilon) == (0.02, 0.1, 1e-8)
    assert [round(rate * 1e4, 6) for rate in TABLE_4.sweep] == [5, 7.5, 10, 12.5, 15, 20, 30, 40]
    assert (TABLE_4.diverged_above, TABLE_4.seed, TABLE_4.reference_layers) == (4, 0, 12)
    with pytest.raises(ValueError, match="not in the sweep"):
        replace(TABLE_4, learning_rate=1.0)


def test_learning_rates_quoted_by_depth():
    for layers, rate in ((12, 1.25e-3), (24, 8.839e-4), (48, 6.25e-4)):
        for loops in (1, 2, 8):
            values = component_values(layers, loops)[MATRICES]
            assert values["learning_rate"] == pytest.approx(rate, rel=1e-4)
        assert transfer_learning_rate(1.25e-3, layers=12, to_layers=layers) == pytest.approx(
            rate, rel=1e-4
        )


def test_branch_scale_of_theory_and_of_the_experiments():
    assert branch_scale(48, 8) == pytest.approx(1 / (8 * math.sqrt(48)), rel=8 * EPS)
    assert component_values(48, 8)[MATRICES]["multiplier"] == 1 / (8 * 2)
    ratio = branch_scale(48, 8, L_ref=12) / branch_scale(48, 8)
    assert ratio == pytest.approx(math.sqrt(12), rel=8 * EPS)


def test_rows_that_loops_do_not_touch():
    for row in TABLE_3:
        for name in ("init_variance", "learning_rate", "weight_decay", "adam_epsilon"):
            assert getattr(row, name).loops == 0
        assert (row.multiplier.loops == -1) == (row.name == MATRICES)
    assert [rule.power.loops for rule in TABLE_1] == [-1, 0, 0]


def test_update_size_is_invariant_at_fixed_coherence():
    """Rate times branch times N sqrt(L) L is constant up to the sqrt(L) of coherent layers."""
    for layers, loops in ((12, 1), (24, 4), (48, 8)):
        values = component_values(layers, loops)[MATRICES]
        size = values["learning_rate"] * values["multiplier"] * loops * layers
        assert size == pytest.approx(1.25e-3 * 12, rel=1e-14)


def test_first_version_table():
    (deep, looped) = TABLE_1_V0
    assert (deep.tied, looped.tied) == (False, True)
    assert (float(deep.smallest_alpha), float(looped.smallest_alpha)) == (0.5, 1.0)
    assert deep.learning_rate_exponent(0.5) == -0.5
    assert looped.learning_rate_exponent(1.0) == 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: branch_scale(0), ValueError, "layers must be at least 1"),
        (lambda: branch_scale(3, 0), ValueError, "loops must be at least 1"),
        (lambda: branch_scale(3, branch=math.nan), ValueError, "branch must be finite"),
        (lambda: component_values(12, 1.5), TypeError, "loops must be an integer"),
        (lambda: transfer_learning_rate(0.0, layers=1, to_layers=2), ValueError, "rate must be"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
