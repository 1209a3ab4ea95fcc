"""What the comparisons of theory with simulations would let pass."""

import math

import pytest

from tests.comparisons import Comparisons


@pytest.mark.parametrize("bad", [math.nan, math.inf, -6.0, 6.0])
def test_a_large_deviation_or_one_that_is_no_number_is_an_error(bad):
    out = Comparisons(1e-5)
    out.add("first", [0.1, -2.0])
    out.hold()
    out.add("second", [0.0, bad, 1.0])
    with pytest.raises(AssertionError, match="standard errors at second"):
        out.hold()


def test_the_limit_grows_with_comparisons_and_with_few_samples():
    one, many, few = (Comparisons(1e-5) for _ in range(3))
    one.add("", [0.0])
    many.add("", [0.0] * 100)
    few.add("", [0.0], freedom=9)
    assert one.limit == pytest.approx(4.417, abs=1e-3)
    assert one.limit < many.limit < few.limit
