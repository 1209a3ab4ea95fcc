"""Text is read as a number, and never evaluated."""

import pytest

from depthlaws.theory import formula
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number

LAW = formula("untied-energy")
CODE = "__import__('os').system('exit 1')"
NO_NUMBERS = [CODE, "nan", "pi", "sqrt(2)", "1/0", "0x10", "1e999999999", "", "9" * 20_000, "1;2"]


@pytest.mark.parametrize("text", NO_NUMBERS)
@pytest.mark.parametrize("read", [exact_number, *(lambda t, f=f: f(8, t, 1, 1, "1/2")
                                                 for f in (LAW.mp, LAW.ball))])  # fmt: skip
def test_what_is_no_number_is_refused(read, text):
    with pytest.raises(ValueError, match=r"^a number must "):
        read(text)


def test_numbers_are_exact():
    assert abs(LAW.mp(1, "1/3", 1, 1, "0.1", dps=40) * 90 - 91) < 1e-38
    assert exact_number(" 1e-3 ") * 1000 == 1


@pytest.mark.parametrize("dps", [0, -3])
def test_no_digits_are_refused(dps):
    with pytest.raises(ValueError, match=f"dps, .* must be at least 1 and .*, got {dps}"):
        LAW.mp(8, 0.1, 1, 1, 0.5, dps=dps)
    with pytest.raises(TypeError, match=r"must be an integer, got 2\.5"):
        LAW.mp(8, 0.1, 1, 1, 0.5, dps=2.5)


@pytest.mark.parametrize("value", [float("nan"), "[nan +/- 1]"])
def test_a_ball_of_no_number_is_refused(value):
    with pytest.raises(ValueError, match="a ball needs numbers"):
        LAW.ball(8, value, 1, 1, 0.5)


def test_an_empty_interval_is_refused():
    for ends in ((2, 1), (float("nan"), 1)):
        with pytest.raises(ValueError, match="low must be at most high"):
            Interval(*ends)
    with pytest.raises(ValueError, match="not empty"):
        Interval(1, 1, left_open=True)
