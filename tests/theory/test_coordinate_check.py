"""Coordinate checks: what passes, what fails, what cannot tell, and how often each errs."""

import math

import numpy as np
import pytest
from scipy import stats

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
    data = measured(
        slope,
        sizes=sizes,
        **{k: options.pop(k) for k in ("noise", "seeds", "seed") if k in options},
    )
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

    def test_the_interval_is_students(self):
        """Over the slopes of the seeds; over the residuals of one run: SciPy's own."""
        data = measured(0.3, noise=0.2)
        slopes = [stats.linregress(np.log(WIDTHS), np.log(row)).slope for row in data]
        found = parametrization.coordinate_check(WIDTHS, data, confidence=0.9)
        seeds = stats.ttest_1samp(slopes, 0).confidence_interval(0.9)
        np.testing.assert_allclose((found.low, found.high), (seeds.low, seeds.high), rtol=1e-12)
        one = data[0] * np.array([1, 1.1, 0.9, 1.2, 1])
        line = stats.linregress(np.log(WIDTHS), np.log(one))
        half = stats.t.ppf(0.95, len(WIDTHS) - 2) * line.stderr
        found = parametrization.coordinate_check(WIDTHS, one, confidence=0.9)
        np.testing.assert_allclose(
            (found.low, found.high), (line.slope - half, line.slope + half), rtol=1e-12
        )

    def test_one_run_uses_its_residuals(self):
        rng = np.random.default_rng(1)
        inside = 0
        for _ in range(500):
            y = np.array(WIDTHS) ** 0.3 * np.exp(0.1 * rng.standard_normal(len(WIDTHS)))
            found = parametrization.coordinate_check(WIDTHS, y, confidence=0.9)
            inside += found.low <= 0.3 <= found.high
        assert 410 <= inside <= 480  # 450 expected, deviation 6.7

    def test_copies_of_a_run_are_one_run(self):
        rng = np.random.default_rng(2)
        y = np.exp(0.3 * rng.standard_normal(len(WIDTHS)))
        copies = parametrization.coordinate_check(WIDTHS, [y, y, y, y])
        once = parametrization.coordinate_check(WIDTHS, y)
        assert (copies.low, copies.high) == pytest.approx((once.low, once.high))

    def test_two_points_have_a_slope_without_an_interval(self):
        found = parametrization.coordinate_check([64, 128], [1.0, 2.0], expected=1)
        assert (found.verdict, found.low, found.high) == ("NO POWER", -math.inf, math.inf)
        assert found.slope == pytest.approx(1)

    @pytest.mark.parametrize(("seeds", "sizes"), [(1, 3), (1, 5), (3, 3), (4, 5), (8, 3)])
    def test_an_interval_misses_as_often_as_it_says(self, seeds, sizes):
        """Independent noise at every point, level and true slope at random, 1000 checks each."""
        rng = np.random.default_rng(seeds * 10 + sizes)
        n, count, missed = np.array(WIDTHS[:sizes], float), 1000, 0
        for _ in range(count):
            slope, level = rng.standard_normal(2)
            noise = 0.2 * rng.standard_normal((seeds, sizes))
            found = parametrization.coordinate_check(
                n, np.exp(level + slope * np.log(n) + noise), confidence=0.95
            )
            missed += not found.low <= slope <= found.high
        assert 20 <= missed <= 84  # 50 expected, deviation 6.9: outside once in 1e5

    def test_a_false_alarm_is_as_rare_as_the_confidence_says(self):
        """Slopes at the end of the tolerance: FAIL, and PASS, once in forty at 0.95."""
        found = [
            verdict(0.1, noise=0.03, seed=seed, seeds=4, confidence=0.95).verdict
            for seed in range(1500)
        ]
        for wrong in ("PASS", "FAIL"):
            assert found.count(wrong) <= 70  # 37.5 expected at most, deviation 6

    def test_as_many_seeds_as_it_asks_for_do_tell(self):
        decided = asked = 0
        for seed in range(300):
            first = measured(0.05, noise=0.06, seed=seed, seeds=4)
            why = parametrization.coordinate_check(WIDTHS, first).why
            if "seeds that scatter" not in why:
                continue
            asked += 1
            wanted = min(int(why.split("about ")[1].split()[0]), 500)
            decided += (
                verdict(0.05, noise=0.06, seed=1000 + seed, seeds=wanted).verdict != "NO POWER"
            )
        assert asked > 200
        assert decided > 0.7 * asked

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


def test_a_slope_at_the_end_of_the_tolerance_needs_no_number_of_seeds():
    data = measured(0.1, noise=0.05)
    slope = parametrization.coordinate_check(WIDTHS, data).slope
    for tolerance, advised in ((slope, False), (1.01 * slope, True)):
        found = parametrization.coordinate_check(WIDTHS, data, tolerance=tolerance)
        assert found.verdict == "NO POWER"
        assert ("seeds that scatter like these 5" in found.why) == advised
    with pytest.raises(ValueError, match="floor must not be negative, got -1"):
        parametrization.coordinate_check(WIDTHS, data, floor=-1)
