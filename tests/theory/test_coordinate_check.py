"""Coordinate checks: what passes, what fails, what cannot tell, and how often each errs."""

import math

import numpy as np
import pytest

from depthlaws import parametrization

WIDTHS = [64, 128, 256, 512, 1024]


def measured(slope, noise=0.02, seeds=5, sizes=WIDTHS, seed=0):
    """Curves n^slope; each seed has its own level and slope, as runs that share their data do."""
    rng = np.random.default_rng(seed)
    n = np.array(sizes, float)
    own = slope + noise * rng.standard_normal((seeds, 1))
    return np.exp(rng.standard_normal((seeds, 1))) * n**own


def verdict(slope, expected=0.0, **options):
    sizes = options.pop("sizes", WIDTHS)
    data = measured(slope, sizes=sizes, **{k: options.pop(k) for k in ("noise", "seeds", "seed")
                                           if k in options})  # fmt: skip
    return parametrization.coordinate_check(sizes, data, expected=expected, **options)


class TestVerdicts:
    @pytest.mark.parametrize("slope", [-1.0, -0.5, 0.0, 0.5])
    def test_pass_and_fail(self, slope):
        assert verdict(slope, expected=slope).verdict == "PASS"
        for other in (slope - 0.5, slope + 0.5):
            assert verdict(slope, expected=other).verdict == "FAIL"

    @pytest.mark.parametrize(
        ("options", "why"),
        [
            ({"noise": 0.5}, "across an end"),
            ({"sizes": [64, 1024]}, "2 sizes"),
            ({"sizes": [64, 96, 128, 192]}, "factor 3"),
            ({"floor": 1e9}, "rounding noise"),
        ],
    )
    def test_no_power(self, options, why):
        found = verdict(0.0, **options)
        assert found.verdict == "NO POWER"
        assert why in found.why

    @pytest.mark.parametrize(("sizes", "said"), [([64, 128, 255], False), ([64, 128, 256], True)])
    def test_both_sides_of_the_least_range(self, sizes, said):
        assert (verdict(0.0, sizes=sizes, noise=0.001).verdict == "PASS") == said

    def test_the_edge_of_the_tolerance_is_never_decided(self):
        """A slope exactly at the tolerance is in the interval in all but 1 % of the cases."""
        found = [verdict(0.1, noise=0.05, seed=seed).verdict for seed in range(400)]
        decided = sum(v != "NO POWER" for v in found)
        assert decided <= 14  # 4 expected, binomial: more than 14 once in 5e5

    def test_one_run_uses_its_residuals(self):
        rng = np.random.default_rng(1)
        inside = 0
        for _ in range(500):
            y = np.array(WIDTHS) ** 0.3 * np.exp(0.1 * rng.standard_normal(len(WIDTHS)))
            found = parametrization.coordinate_check(WIDTHS, y, confidence=0.9)
            inside += found.low <= 0.3 <= found.high
        assert 410 <= inside <= 480  # 450 expected, deviation 6.7

    def test_order_of_the_sizes_and_units_do_not_matter(self):
        data = measured(0.2)
        found = parametrization.coordinate_check(WIDTHS, data)
        turned = parametrization.coordinate_check(WIDTHS[::-1], 7 * data[:, ::-1])
        assert turned.slope == pytest.approx(found.slope, rel=1e-12)
        assert turned.at_the_end == pytest.approx(found.at_the_end, rel=1e-9)

    def test_the_end_is_the_slope_of_the_last_two(self):
        values = [1.0, 1.0, 1.0, 1.0, 4.0]
        found = parametrization.coordinate_check(WIDTHS, values)
        assert found.at_the_end == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("sizes", "values", "options", "says"),
    [
        ([64, 64, 128], [1, 1, 1], {}, "different"),
        ([64], [1], {}, "two or more"),
        ([64, 128], [1, 1, 1], {}, "2 sizes"),
        ([64, 128], [1, -1], {}, "values"),
        ([64, math.inf], [1, 1], {}, "finite"),
        ([0, 128], [1, 1], {}, "sizes"),
        ([64, 128], [1, math.nan], {}, "values"),
        ([64, 128], [1, 1], {"tolerance": 0}, "tolerance"),
        ([64, 128], [1, 1], {"confidence": 1}, "confidence"),
    ],
)
def test_bad_input(sizes, values, options, says):
    with pytest.raises(ValueError, match=says):
        parametrization.coordinate_check(sizes, values, **options)
