"""Coordinate checks: cases that pass, fail or stay undecided, and the rates of wrong verdicts."""

import math

import numpy as np
import pytest
from scipy import stats

from depthlaws import parametrization
from depthlaws.theory.parametrization import slope_scatter

WIDTHS = [64, 128, 256, 512, 1024]


def measured(slope, noise=0.02, seeds=5, sizes=WIDTHS, seed=0):
    """Curves n^slope; each seed has its own level and slope, as runs that share their data do."""
    rng = np.random.default_rng(seed)
    n = np.array(sizes, float)
    own = slope + noise * rng.standard_normal((seeds, 1))
    return np.exp(rng.standard_normal((seeds, 1))) * n**own


def log_slopes(data):
    """Slope of each seed by NumPy's fit."""
    return np.polyfit(np.log(WIDTHS), np.log(data).T, 1)[0]


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
        check = verdict(0.0, **options)
        assert check.verdict == "NO POWER"
        assert why in check.why

    @pytest.mark.parametrize(("sizes", "said"), [([64, 128, 255], False), ([64, 128, 256], True)])
    def test_both_sides_of_the_least_range(self, sizes, said):
        assert (verdict(0.0, sizes=sizes, noise=0.001).verdict == "PASS") == said

    def test_the_edge_of_the_tolerance_is_never_decided(self):
        """A slope exactly at the tolerance is in the interval in all but 1 % of the cases."""
        actual = [verdict(0.1, noise=0.05, seed=seed).verdict for seed in range(400)]
        decided = sum(v != "NO POWER" for v in actual)
        assert decided <= 14  # 4 expected, binomial: more than 14 once in 5e5

    def test_the_interval_is_students(self):
        """Over the slopes of the seeds; over the residuals of one run: SciPy's own."""
        data = measured(0.3, noise=0.2)
        slopes = [stats.linregress(np.log(WIDTHS), np.log(row)).slope for row in data]
        check = parametrization.coordinate_check(WIDTHS, data, confidence=0.9)
        seeds = stats.ttest_1samp(slopes, 0).confidence_interval(0.9)
        np.testing.assert_allclose((check.low, check.high), (seeds.low, seeds.high), rtol=1e-12)
        one = data[0] * np.array([1, 1.1, 0.9, 1.2, 1])
        line = stats.linregress(np.log(WIDTHS), np.log(one))
        half = stats.t.ppf(0.95, len(WIDTHS) - 2) * line.stderr
        check = parametrization.coordinate_check(WIDTHS, one, confidence=0.9)
        np.testing.assert_allclose(
            (check.low, check.high), (line.slope - half, line.slope + half), rtol=1e-12
        )

    def test_one_run_uses_its_residuals(self):
        rng = np.random.default_rng(1)
        inside = 0
        for _ in range(500):
            y = np.array(WIDTHS) ** 0.3 * np.exp(0.1 * rng.standard_normal(len(WIDTHS)))
            check = parametrization.coordinate_check(WIDTHS, y, confidence=0.9)
            inside += check.low <= 0.3 <= check.high
        assert 410 <= inside <= 480  # 450 expected, deviation 6.7

    def test_copies_of_a_run_are_one_run(self):
        rng = np.random.default_rng(2)
        y = np.exp(0.3 * rng.standard_normal(len(WIDTHS)))
        copies = parametrization.coordinate_check(WIDTHS, [y, y, y, y])
        once = parametrization.coordinate_check(WIDTHS, y)
        assert (copies.low, copies.high) == pytest.approx((once.low, once.high))

    def test_two_points_have_a_slope_without_an_interval(self):
        check = parametrization.coordinate_check([64, 128], [1.0, 2.0], expected=1)
        assert check.expected == 1.0
        assert (check.verdict, check.low, check.high) == ("NO POWER", -math.inf, math.inf)
        assert check.slope == pytest.approx(1)

    @pytest.mark.parametrize(("seeds", "sizes"), [(1, 3), (1, 5), (3, 3), (4, 5), (8, 3)])
    def test_an_interval_misses_as_often_as_it_says(self, seeds, sizes):
        """Independent noise at every point, level and true slope at random, 1000 checks each."""
        rng = np.random.default_rng(seeds * 10 + sizes)
        n, count, missed = np.array(WIDTHS[:sizes], float), 1000, 0
        for _ in range(count):
            slope, level = rng.standard_normal(2)
            noise = 0.2 * rng.standard_normal((seeds, sizes))
            check = parametrization.coordinate_check(
                n, np.exp(level + slope * np.log(n) + noise), confidence=0.95
            )
            missed += not check.low <= slope <= check.high
        assert 20 <= missed <= 84  # 50 expected, deviation 6.9: outside once in 1e5

    def test_a_false_alarm_is_as_rare_as_the_confidence_says(self):
        """Slopes at the end of the tolerance: FAIL, and PASS, once in forty at 0.95."""
        actual = [
            verdict(0.1, noise=0.03, seed=seed, seeds=4, confidence=0.95).verdict
            for seed in range(1500)
        ]
        for wrong in ("PASS", "FAIL"):
            assert actual.count(wrong) <= 70  # 37.5 expected at most, deviation 6

    def test_the_advised_number_of_seeds_decides(self):
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
        assert decided > 0.6 * asked  # 4 of 5, were the slope and the scatter known

    def test_order_of_the_sizes_and_units_do_not_matter(self):
        data = measured(0.2)
        check = parametrization.coordinate_check(WIDTHS, data)
        turned = parametrization.coordinate_check(WIDTHS[::-1], 7 * data[:, ::-1])
        assert turned.slope == pytest.approx(check.slope, rel=1e-12)
        assert turned.at_the_end == pytest.approx(check.at_the_end, rel=1e-9)

    def test_a_slope_that_bends_out_at_the_largest_sizes_warns(self):
        """Flat up to 256, then width^0.33, in seeds that scatter: a rate that was not scaled."""
        rng = np.random.default_rng(0)
        bent = np.array([1.0, 1.0, 1.0, 2**0.1, 2**0.43])
        data = bent * np.exp(0.02 * rng.standard_normal((4, 5)))
        check = parametrization.coordinate_check(WIDTHS, data)
        assert check.verdict == "WARN"
        assert "the slope between the two largest sizes, 0.3" in check.why
        low_end = parametrization.coordinate_check(WIDTHS, data, tolerance=0.4)
        assert low_end.verdict == "PASS"
        early = parametrization.coordinate_check(WIDTHS, 1 / data[:, ::-1])
        assert early.verdict != "WARN"  # it bends at the small end

    @pytest.mark.parametrize(("early", "verdict"), [(0.0, "WARN"), (0.04, "PASS")])
    def test_a_bend_warns_from_half_the_tolerance_on(self, early, verdict):
        """Slopes 0 or 0.04, then 0.12: the end is 0.06 or 0.04 farther out than the slope."""
        line = np.array([1.0, 4**early, 4 ** (early + 0.12)])
        data = line * np.exp(1e-5 * np.random.default_rng(0).standard_normal((4, 3)))
        check = parametrization.coordinate_check([64, 256, 1024], data)
        assert check.at_the_end - check.slope == pytest.approx(0.06 - early / 2, abs=1e-4)
        assert check.verdict == verdict

    def test_scatter_at_the_end_does_not_warn(self):
        """Independent noise at every point: the slope at the end is rarely outside by its error."""
        rng = np.random.default_rng(3)
        noise = [0.03 * rng.standard_normal((4, len(WIDTHS))) for _ in range(300)]
        actual = [parametrization.coordinate_check(WIDTHS, np.exp(n)).verdict for n in noise]
        assert actual.count("WARN") <= 6

    def test_the_end_is_the_slope_of_the_last_two(self):
        values = [1.0, 1.0, 1.0, 1.0, 4.0]
        check = parametrization.coordinate_check(WIDTHS, values)
        assert check.at_the_end == pytest.approx(2.0)


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


@pytest.mark.parametrize("slope", [0.03, 0.05, 0.15, 0.17])
def test_the_advised_number_of_seeds_is_what_the_interval_needs(slope):
    """Copies of the same seeds scatter alike, so that their number alone narrows the interval.

    The advice is (1 + 0.84 / 2.576)^2 = 1.76 times what the interval of this slope needs; levels
    make the copies different runs.
    """
    seeds = measured(slope, noise=0.4, seeds=40)
    seeds *= np.exp(np.outer(np.full(40, slope - log_slopes(seeds).mean()), np.log(WIDTHS)))
    check = parametrization.coordinate_check(WIDTHS, seeds)
    assert check.verdict == "NO POWER"
    advised = int(check.why.split("about ")[1].split()[0])
    for copies, decided in (
        (int(0.5 * advised / 40), False),
        (math.ceil(advised / 40), True),
    ):
        levels = np.repeat(np.arange(1, copies + 1), 40)[:, None]
        again = parametrization.coordinate_check(WIDTHS, levels * np.tile(seeds, (copies, 1)))
        assert (again.verdict != "NO POWER") == decided


def test_a_transposed_table_is_refused_and_a_square_one_says_how_it_is_read():
    sizes = WIDTHS[:3]
    with pytest.raises(ValueError, match=r"must be \(seed, size\), got \(3, 5\).*transpose them"):
        parametrization.coordinate_check(sizes, np.ones((3, 5)))
    assert "read as seeds" in parametrization.coordinate_check(sizes, np.ones((3, 3))).why
    assert "read as seeds" not in parametrization.coordinate_check(sizes, np.ones((4, 3))).why


def test_the_slope_at_the_end_is_that_of_the_two_largest_sizes():
    """Of the mean over seeds of log 2 and log 32, between widths that differ by a factor of 4."""
    check = parametrization.coordinate_check([1024, 64, 256], [[8.0, 1.0, 2.0], [128.0, 1.0, 2.0]])
    assert check.at_the_end == pytest.approx(2)
    assert check.slope == pytest.approx(1.25)


def test_a_slope_at_the_end_of_the_tolerance_needs_no_number_of_seeds():
    data = measured(0.1, noise=0.05)
    slope = parametrization.coordinate_check(WIDTHS, data).slope
    for tolerance, advised in ((slope, False), (1.01 * slope, True)):
        check = parametrization.coordinate_check(WIDTHS, data, tolerance=tolerance)
        assert check.verdict == "NO POWER"
        assert ("seeds that scatter like these 5" in check.why) == advised
    with pytest.raises(ValueError, match="floor must not be negative, got -1"):
        parametrization.coordinate_check(WIDTHS, data, floor=-1)


THREE_WIDTHS = [64, 128, 256]


def layers_of(slope, *, layers, seeds, noise=0.03, rng=0):
    """Tables of layers that grow as width^slope, with independent noise at every point."""
    rng = np.random.default_rng(rng)
    growth = np.array(THREE_WIDTHS, float) ** slope
    return {
        f"layer {i}": (THREE_WIDTHS, growth * np.exp(noise * rng.standard_normal((seeds, 3))))
        for i in range(layers)
    }


def verdicts(slope, *, layers, runs, **options):
    tables = [layers_of(slope, layers=layers, seeds=3, rng=i) for i in range(runs)]
    return [
        check.verdict
        for t in tables
        for check in parametrization.layer_checks(t, **options).values()
    ]


@pytest.mark.parametrize("layers", [1, 8])
def test_the_design_of_the_how_to_tells_healthy_layers(layers):
    """Three widths over a factor 4, three seeds, 3 % scatter: PASS in 85 and 96 of 100.

    160 checks, binomial with 0.85: fewer than 115 once in 1e5.
    """
    healthy = verdicts(0.0, layers=layers, runs=160 // layers)
    assert healthy.count("PASS") >= 0.8 * len(healthy) - 13
    assert "FAIL" not in healthy
    edge = verdicts(0.1, layers=layers, runs=160 // layers)
    assert edge.count("PASS") <= 3  # 0.8 expected: more once in 100 for one layer
    alone = verdicts(0.0, layers=layers, runs=160 // layers, pool=False)
    assert alone.count("PASS") < healthy.count("PASS") / 2


def test_scatter_of_flat_layers_of_one_run_tells_a_falling_head():
    """`lm_head` .1484 .1215 .0975 beside six flat layers: FAIL with them, NO POWER alone."""
    rng = np.random.default_rng(5)
    tables = {f"block {i}": (THREE_WIDTHS, np.exp(0.02 * rng.standard_normal(3))) for i in range(6)}
    tables["lm_head"] = (THREE_WIDTHS, [0.1484, 0.1215, 0.0975])
    check = parametrization.layer_checks(tables)["lm_head"]
    assert check.verdict == "FAIL"
    assert "pooled over 7 layers" in check.why
    assert parametrization.layer_checks(tables, pool=False)["lm_head"].verdict == "NO POWER"


def test_a_layer_that_scatters_otherwise_keeps_its_own_scatter():
    """Bartlett's test leaves out a layer with twenty times the scatter; the others stay pooled."""
    tables = layers_of(0.0, layers=6, seeds=4, noise=0.02)
    tables["noisy"] = layers_of(0.0, layers=1, seeds=4, noise=0.4, rng=9)["layer 0"]
    checks = parametrization.layer_checks(tables)
    (own,) = parametrization.layer_checks(
        {"noisy": tables["noisy"]}, confidence=1 - 0.01 / 7
    ).values()
    assert (checks["noisy"].low, checks["noisy"].high) == pytest.approx((own.low, own.high))
    assert "pooled over 6 layers" in checks["layer 0"].why


def test_bartletts_test_is_scipys():
    rng = np.random.default_rng(1)
    samples = [rng.standard_normal(n) * s for n, s in ((5, 1), (9, 2), (4, 1.5))]
    scatters = [slope_scatter.Scatter(np.var(a, ddof=1), len(a) - 1, "") for a in samples]
    assert slope_scatter.bartlett_p(scatters) == pytest.approx(stats.bartlett(*samples).pvalue)


def test_seeds_that_have_slopes_of_their_own_are_not_pooled_with_their_remainder():
    """Slopes scatter by 0.2 around lines without noise: the interval is Student's of the slopes."""
    rng = np.random.default_rng(4)
    n = np.array(WIDTHS, float)
    data = n ** (0.2 * rng.standard_normal((4, 1))) * np.exp(1e-3 * rng.standard_normal((4, 5)))
    check = parametrization.layer_checks({"a": (WIDTHS, data)})["a"]
    t = stats.ttest_1samp(log_slopes(data), 0).confidence_interval(0.99)
    assert (check.low, check.high) == pytest.approx((t.low, t.high))


@pytest.mark.parametrize("paired", [True, False])
def test_missing_cells_leave_the_others_to_judge(paired):
    """A slope over the cells that are left is that of least squares over them."""
    rng = np.random.default_rng(2)
    data = np.exp(0.05 * rng.standard_normal((3, 5))) * np.array(WIDTHS, float) ** 0.4
    data[1, 2] = math.nan
    check = parametrization.layer_checks({"a": (WIDTHS, data)}, paired=paired)["a"]
    x = np.broadcast_to(np.log(WIDTHS), data.shape)[np.isfinite(data)]
    line = stats.linregress(x, np.log(data[np.isfinite(data)]))
    assert check.slope == pytest.approx(line.slope)
    assert "repeats at 5 sizes" in check.why
    data[:, 2] = math.nan
    with pytest.raises(ValueError, match="a: no value at size 256"):
        parametrization.layer_checks({"a": (WIDTHS, data)})


def test_repeats_in_any_order_are_judged_alike():
    """Without seeds, the order of the repeats at each size does not matter."""
    rng = np.random.default_rng(3)
    data = np.exp(0.05 * rng.standard_normal((4, 5)))
    turned = np.array([rng.permutation(column) for column in data.T]).T
    first, second = (
        parametrization.layer_checks({"a": (WIDTHS, d)}, paired=False)["a"] for d in (data, turned)
    )
    assert (first.low, first.high) == pytest.approx((second.low, second.high))


@pytest.mark.parametrize("count", [1, 4])
def test_layers_without_pooling_are_single_checks_of_higher_confidence(count):
    slopes = {f"block {i}": 0.02 * i for i in range(count)}
    tables = {name: (WIDTHS, measured(slope, seed=7)) for name, slope in slopes.items()}
    actual = parametrization.layer_checks(
        tables, expected=0.01, tolerance=0.2, confidence=0.9, pool=False
    )
    assert [*actual] == [*tables]
    for name, (sizes, data) in tables.items():
        alone = parametrization.coordinate_check(
            sizes, data, expected=0.01, tolerance=0.2, confidence=1 - 0.1 / count, pool=False
        )
        own = actual[name]
        assert own.slope == pytest.approx(log_slopes(data).mean(), rel=1e-12)
        for field in ("slope", "low", "high", "at_the_end"):
            assert getattr(own, field) == pytest.approx(getattr(alone, field), rel=1e-9), field
        assert (own.verdict, own.expected) == (alone.verdict, 0.01)
        assert alone.why.startswith(own.why)  # and says how the table was read
        ends = np.diff(np.log(data[:, -2:]), axis=1).mean() / np.log(WIDTHS[-1] / WIDTHS[-2])
        assert own.at_the_end == pytest.approx(ends, rel=1e-9)
