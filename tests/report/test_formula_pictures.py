"""The picture beside a formula draws its values over the domain, computed a second time."""

import math
import re
from html import unescape

import mpmath
import pytest

from depthlaws.report import formula_pictures
from depthlaws.report.formula_pictures import BOTTOM, LEFT, RIGHT, TOP
from depthlaws.theory import formula, formulas

SOME = [*formulas()][::10]


def place(value, low, high, wide):
    """Place of a value between two ends, on a linear or logarithmic axis."""
    value, low, high = (math.log(v) for v in (value, low, high)) if wide else (value, low, high)
    return (value - low) / (high - low)


@pytest.mark.parametrize("name", SOME)
def test_drawn_points_are_values_in_many_digits(name):
    one = formula(name)
    drawn, svg = formula_pictures.curve(one), str(formula_pictures.picture(one))
    path = re.search(r'class="theory"><path d="M([^"]+)"', svg)[1]
    points = [tuple(map(float, pair.split())) for pair in path.split("L")]
    assert len(points) == len(drawn.x)
    wide = [v.min() > 0 and v.max() >= 30 * v.min() for v in (drawn.x, drawn.y)]
    assert [w in svg for w in ("across logarithmic", "up logarithmic")] == wide
    for i in (0, len(points) // 3, len(points) - 1):
        exact = float(mpmath.re(one.mp(**drawn.fixed, **{drawn.name: float(drawn.x[i])})))
        across = place(drawn.x[i], drawn.x.min(), drawn.x.max(), wide[0])
        up = place(exact, drawn.y.min(), drawn.y.max(), wide[1])
        assert points[i] == pytest.approx(
            (LEFT + (RIGHT - LEFT) * across, BOTTOM - (BOTTOM - TOP) * up), abs=0.06
        )


def test_every_formula_is_drawn_over_at_least_half_of_a_grid_of_its_domain():
    for name, one in formulas().items():
        drawn = formula_pictures.curve(one)
        assert drawn is not None, name
        intervals = dict(zip(one.names, one.domain.values(), strict=True))
        assert drawn.name in one.names
        assert {*drawn.fixed} == {*one.names} - {drawn.name}
        ends = {drawn.name: (drawn.x.min(), drawn.x.max())}
        ends |= {n: (value, value) for n, value in drawn.fixed.items()}
        for n, (low, high) in ends.items():
            assert float(intervals[n].low) <= low <= high <= float(intervals[n].high), (name, n)


def test_axes_name_the_argument_and_the_ends_of_what_is_drawn():
    svg = str(formula_pictures.picture(formula("chain-sharpness")))
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    one = formula("chain-sharpness")
    assert texts == ["1", "64", "L", f"{one(1, 0.5, 0.5):.3g}", f"{one(64, 0.5, 0.5):.3g}"]
    caption = re.sub(r"<[^>]*>", "", svg.partition("<figcaption>")[2])
    assert unescape(caption) == "μyx=0.5, μxx=0.5; across logarithmic; up logarithmic"


def test_no_curve_where_nothing_varies(monkeypatch):
    one = formula("kappa-relu")
    monkeypatch.setattr(type(one), "__call__", lambda self, **values: 0 * values["rho"] + 2)
    assert formula_pictures.curve(one) is None
    assert str(formula_pictures.picture(one)) == ""
