"""Transfer checks: known optima, intervals as wide as they say, planted drift, diverged runs."""

import math

import numpy as np
import pytest
from scipy import stats

from depthlaws import parametrization
from depthlaws.theory.parametrization import loss_curves

RATES = 2.0 ** np.arange(-4, 5)
NAN = math.nan


def steep(x):
    """Loss over its least: exponential above the best rate, linear below, as of real sweeps."""
    return 0.02 * (np.exp(0.7 * x) - 1 - 0.7 * x)


SHAPES = {
    "parabola": lambda x: 0.02 * x**2,
    "steep above": lambda x: 0.02 * x**2 * np.where(x > 0, 9, 1),
    "exponential": lambda x: 0.04 * (2**x - 1 - x * math.log(2)),
    "flat below": lambda x: 0.03 * np.where(x > 0, 2 * x**2, 1 - np.exp(-(x**2) / 4)),
}


def sweeps(
    drift=0.0, *, noise=0.005, seeds=3, sizes=(256, 1024, 4096), rates=RATES, shape=steep, rng=0
):
    """Sizes, rates, losses and seeds of simulated sweeps; each seed has a level of its own."""
    rng = np.random.default_rng(rng)
    base = rng.uniform(-1, 1)
    n, s, r = (a.ravel() for a in np.meshgrid(sizes, np.arange(seeds), rates, indexing="ij"))
    level = 0.05 * rng.standard_normal((len(sizes), seeds, 1)) + np.zeros(len(rates))
    x = np.log2(r) - base - drift * np.log2(n / sizes[0])
    return n, r, 3 + shape(x) + level.ravel() + noise * rng.standard_normal(len(n)), s


def checked(*arguments, **sweep):
    n, r, losses, s = sweeps(*arguments, **sweep)
    return parametrization.transfer_check(n, r, losses, seeds=s)


class TestOptimum:
    def test_an_exact_parabola_has_its_vertex(self):
        """Loss 3 + (log2 rate - 1/3)^2 at both sizes: rate 2^(1/3), drift 0, nothing paid."""
        check = checked(noise=0.0, shape=lambda x: x**2, rng=4)
        base = np.random.default_rng(4).uniform(-1, 1)
        for optimum in check.optima:
            assert optimum.rate == pytest.approx(2**base)
            assert optimum.paid == pytest.approx(0, abs=1e-9)
        assert check.verdict == "PASS"
        assert check.drift == pytest.approx(0, abs=1e-6)

    def test_the_interval_of_the_best_rate_is_the_profile_of_all_shapes(self):
        """At its ends the best curve of any shape fits worse by Student's t squared.

        Each curve is fitted here by NumPy's least squares in rows divided by their errors: scatter
        of the runs by two-way analysis of variance, and a tenth of the rise.
        """
        rng = np.random.default_rng(3)
        x, seeds = np.arange(-3.0, 4.0), 4
        losses = [
            steep(x - 0.3) * 3 + 0.02 * rng.standard_normal((seeds, 7)) + np.arange(seeds)[:, None]
            for _ in range(2)
        ]
        n = np.repeat([64, 256], 7 * seeds)
        rates, names = np.tile(2**x, 2 * seeds), np.tile(np.repeat(np.arange(seeds), 7), 2)
        check = parametrization.transfer_check(n, rates, np.ravel(losses), seeds=names)
        freedom = 6 * (seeds - 1)
        for y, optimum in zip(losses, check.optima, strict=True):
            means, levels = y.mean(axis=0), y.mean(axis=1, keepdims=True)
            variance = np.sum((y - means - levels + y.mean()) ** 2) / freedom / seeds
            i = int(means.argmin())
            depth = np.diff(means[i - 1 : i + 2], 2)[0] / 8
            error = np.sqrt(variance + (0.1 * (means - means.min() + depth)) ** 2)

            def least(place, means=means, error=error):
                sums = []
                for rise, penalty in zip(
                    loss_curves.rises(x - place), loss_curves.PENALTIES, strict=True
                ):
                    design = np.column_stack([rise, np.ones(7)]) / error[:, None]
                    factor, level = np.linalg.lstsq(design, means / error, rcond=None)[0]
                    assert factor > 0
                    sums.append(np.sum(((means - factor * rise - level) / error) ** 2) + penalty)
                return min(sums)

            best = least(math.log2(optimum.rate))
            for end in (optimum.low, optimum.high):
                over = least(math.log2(end)) - best
                assert over == pytest.approx(stats.t.ppf(0.975, freedom) ** 2, abs=0.25)

    @pytest.mark.parametrize(("shape", "exact"), [(steep, 0.05), (lambda x: x**2, 1e-6)])
    def test_the_best_rate_without_scatter_is_that_of_the_curve(self, shape, exact):
        """Loss 3 + shape(log2 rate - b): an exponential with k = 0.7 has neighbours of k = 0.75."""
        check = checked(noise=0.0, shape=shape, rng=4)
        base = np.random.default_rng(4).uniform(-1, 1)
        for optimum in check.optima:
            assert math.log2(optimum.rate) == pytest.approx(base, abs=exact)

    @pytest.mark.parametrize("step", [1.0, math.log2(3.2)])
    @pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
    def test_best_rates_of_four_shapes(self, shape, step):
        """Over 25 sweeps of three sizes: median within 10 % of the truth, 95 % intervals hold 90 %.

        The whole table is `python -m benchmarks.coverage`.
        """
        rates, ratios, held = 2.0 ** (step * np.arange(-4, 5)), [], 0
        for rng in range(25):
            n, r, losses, s = sweeps(0.1, rates=rates, shape=shape, noise=0.003, rng=rng)
            best = 2.0 ** (np.random.default_rng(rng).uniform(-1, 1) + 0.1 * np.array([0, 2, 4]))
            check = parametrization.transfer_check(n, r, losses, seeds=s)
            optima = [o for o in check.optima if not o.why]
            true = [best[(256, 1024, 4096).index(o.size)] for o in optima]
            ratios += [o.rate / t for o, t in zip(optima, true, strict=True)]
            held += sum(o.low <= t <= o.high for o, t in zip(optima, true, strict=True))
        assert len(ratios) > 60
        assert 0.9 < np.median(ratios) < 1.1
        assert held >= 0.9 * len(ratios)

    def test_the_best_rate_stays_between_the_neighbours_of_the_best_swept_one(self):
        rng = np.random.default_rng(0)
        for _ in range(40):
            losses = np.sort(rng.uniform(size=(2, 9)) ** 4, axis=1)
            losses = np.concatenate([losses[:, 8::-2], losses[:, 1::2]], axis=1)  # a ragged bowl
            check = parametrization.transfer_check(
                np.repeat([1, 4], 9), np.tile(RATES, 2), losses.ravel()
            )
            for optimum in check.optima:
                if not optimum.why:
                    assert optimum.best_swept / 2 <= optimum.rate <= optimum.best_swept * 2
                    assert optimum.low <= optimum.rate <= optimum.high

    def test_a_loss_below_every_run_says_so(self):
        """Best rate half way between two swept rates: the curve is lower, the means are kept."""
        x = np.arange(-3.0, 4.0) + 0.5
        check = parametrization.transfer_check(
            np.repeat([1, 4], 7), np.tile(2**x, 2), np.tile(3 + 0.1 * x**2, 2)
        )
        for row in check.rows:
            assert row["loss"] == pytest.approx(3, abs=1e-3)
            assert row["lowest_mean"] == pytest.approx(3.025)

    def test_rows_are_numbers(self):
        rows = checked().rows
        assert [type(row["best_rate"]) for row in rows] == [float] * 3
        for row in rows:
            low, high = row["interval"]
            assert low < row["best_rate"] < high
            assert row["paid_interval"][0] <= row["paid"] <= row["paid_interval"][1]
        html = checked()._repr_html_()
        assert "best rate" in html
        assert f"{rows[0]['best_rate']:.4g}" in html

    def test_repeats_without_seeds_are_repeats(self):
        """The scatter is that of the repeats; copies of a run count once."""
        n, r, losses, s = sweeps(seeds=4, noise=0.002)
        level = losses - steep(0 * losses)  # levels of seeds would widen the interval
        check = parametrization.transfer_check(n, r, level)
        twice = parametrization.transfer_check(*(np.tile(a, 2) for a in (n, r, level)))
        assert (check.low, check.high) == pytest.approx((twice.low, twice.high))
        paired = parametrization.transfer_check(n, r, losses, seeds=s)
        assert check.high - check.low > paired.high - paired.low

    def test_levels_of_seeds_do_not_matter(self):
        n, r, losses, s = sweeps()
        shifted = losses + 10.0 * s
        before, after = (
            parametrization.transfer_check(n, r, y, seeds=s) for y in (losses, shifted)
        )
        for a, b in zip(before.optima, after.optima, strict=True):
            assert (a.rate, a.low, a.high) == pytest.approx((b.rate, b.low, b.high), rel=1e-6)

    def test_copies_of_a_run_are_one_run(self):
        n, r, losses, s = sweeps(seeds=1, noise=0.001)
        once = parametrization.transfer_check(n, r, losses, seeds=s)
        copies = parametrization.transfer_check(
            np.tile(n, 4), np.tile(r, 4), np.tile(losses, 4), seeds=np.repeat(range(4), len(n))
        )
        assert (copies.low, copies.high) == pytest.approx((once.low, once.high))

    def test_the_loss_paid_is_that_of_the_rate_of_the_smallest_size(self):
        """Best rates 1 and 1/2 of (log2 rate)^2 / 50: one factor of 2 costs 1/50."""
        check = checked(-0.5, noise=1e-6, sizes=(64, 256), shape=lambda x: x**2 / 50)
        first, second = check.optima
        assert (first.paid, second.paid) == pytest.approx((0, 1 / 50), rel=1e-3)
        assert second.paid_low <= second.paid <= second.paid_high
        n, r, losses, s = sweeps(-0.5, noise=1e-6, sizes=(64, 256), shape=lambda x: x**2 / 50)
        moved = parametrization.transfer_check(n, r, losses, seeds=s, expected=-0.5)
        assert moved.optima[1].paid == pytest.approx(0, abs=1e-4)
        assert (check.verdict, moved.verdict) == ("FAIL", "PASS")


class TestCalibration:
    @pytest.mark.parametrize("drift", [-0.5, 0.0])
    def test_the_interval_of_the_loss_paid_has_the_loss_that_is_paid(self, drift):
        """(2 drift)^2 / 50 at four times the size; at least 45 of 50 intervals at 95 %."""
        inside, below = [], []
        for rng in range(50):
            sweep = {"noise": 0.005, "seeds": 4, "sizes": (64, 256), "rng": rng}
            first, second = checked(drift, shape=lambda x: x**2 / 50, **sweep).optima
            inside.append(second.paid_low <= (2 * drift) ** 2 / 50 <= second.paid_high)
            below.append(second.paid_low < second.paid < second.paid_high)
            half = math.hypot(*(math.log2(o.high / o.low) / 2 for o in (first, second)))
            farthest = abs(math.log2(second.rate / first.rate)) + half
            assert second.paid_high == pytest.approx(farthest**2 / 50, rel=0.3)
        assert sum(inside) >= 45
        assert drift == 0 or all(below)

    @pytest.mark.parametrize(("noise", "seeds"), [(0.001, 1), (0.005, 3), (0.005, 5)])
    def test_an_interval_misses_as_often_as_it_says(self, noise, seeds):
        """Of 100 drifts at most 5 % and four deviations (14) lie outside of the 95 % intervals."""
        missed = located = 0
        for seed in range(100):
            check = checked(0.1, noise=noise, seeds=seeds, rng=seed)
            if math.isfinite(check.low):
                located += 1
                missed += not check.low <= 0.1 <= check.high
        assert located > 90
        assert missed <= 14

    def test_parabolas_cut_by_divergence_are_decided(self):
        """Rates 3.2 apart, runs diverge 2.8 times above the best: one rate above is left, if any.

        With two rates on either side only, 4 of 10 enclosed best rates are located.
        """
        rates, enclosed, decided = 2.0 ** (math.log2(3.2) * np.arange(-4, 4)), [], []
        for rng in range(60):
            n, r, losses, s = sweeps(0.1, noise=0.001, seeds=1, rates=rates,
                                     shape=SHAPES["parabola"], rng=rng)  # fmt: skip
            best = 2.0 ** np.random.default_rng(rng).uniform(-1, 1) * (n / 256) ** 0.1
            losses[r > 2.8 * best] = NAN
            check = parametrization.transfer_check(n, r, losses, seeds=s)
            here = [not o.why for o in check.optima if "last below" not in o.why]
            enclosed += here
            if len(here) == 3:
                decided.append(check.verdict == "PASS")
                assert check.low <= 0.1 <= check.high
        assert np.mean(enclosed) > 0.7
        assert len(decided) >= 6
        assert np.mean(decided) > 0.7

    def test_means_may_miss_the_curve_of_all_sizes_by_seven_percent_of_their_rise(self):
        """Without scatter that alone widens the drift's interval, and hides it at near sizes.

        With a tenth for 7 % five of twelve pass at sizes a factor 2^0.7 apart and the mean width
        is 0.29; with 5 % eight pass at a factor 2^0.5, and it is 0.20.
        """
        near, far, double = (
            [checked(0.0, noise=0.0, seeds=1, sizes=(256, 256 * 2**q), rng=k) for k in range(12)]
            for q in (0.5, 0.7, 1.0)
        )
        assert {check.verdict for check in near} == {"NO POWER"}
        assert {check.verdict for check in far} == {"PASS"}
        assert np.mean([check.high - check.low for check in double]) == pytest.approx(
            0.235, abs=0.01
        )

    @pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
    def test_best_rates_just_below_divergence(self, shape):
        """Rates 3.2 apart, runs diverge 2.8 times above the best: median within 16 % of the truth.

        By the penalties of other sweeps it is a third too low for the one that is steep above.
        """
        rates, ratios, held = 2.0 ** (math.log2(3.2) * np.arange(-4, 4)), [], []
        for rng in range(25):
            n, r, losses, s = sweeps(0.1, noise=0.001, rates=rates, shape=shape, rng=rng)
            best = 2.0 ** np.random.default_rng(rng).uniform(-1, 1) * (n / 256) ** 0.1
            losses[r > 2.8 * best] = NAN
            check = parametrization.transfer_check(n, r, losses, seeds=s)
            for optimum in check.optima:
                if not optimum.why:
                    true = best[n == optimum.size][0]
                    ratios.append(optimum.rate / true)
                    held.append(optimum.low <= true <= optimum.high)
        assert len(ratios) > 20
        assert 0.84 < np.median(ratios) < 1.16
        assert np.mean(held) > 0.9

    def test_planted_drift_is_noticed_and_none_is_not(self):
        """Three seeds, scatter as large as the rise over a factor 2: power 0.9 and 0.7."""
        verdicts = {
            drift: [checked(drift, rng=seed).verdict for seed in range(40)]
            for drift in (0.0, -0.5, 0.5)
        }
        assert verdicts[0.0].count("PASS") >= 30
        assert verdicts[-0.5].count("FAIL") >= 36
        assert verdicts[0.5].count("FAIL") >= 36
        assert "FAIL" not in verdicts[0.0]
        assert "PASS" not in verdicts[-0.5] + verdicts[0.5]

    def test_a_drift_at_the_tolerance_is_seldom_decided(self):
        actual = [checked(0.2, rng=seed).verdict for seed in range(80)]
        assert len(actual) - actual.count("NO POWER") <= 12  # 5 % of 80, and four deviations

    def test_scatter_as_large_as_the_curve_decides_nothing(self):
        actual = [checked(0.0, noise=0.05, rng=seed).verdict for seed in range(40)]
        assert actual.count("NO POWER") >= 38

    def test_best_rates_off_a_power_widen_the_interval(self):
        """Best rates 1, 4, 1, 4 of size 1, 2, 4, 8, each known well: no power of the size."""
        x = np.arange(-4.0, 7.0)
        n, r = np.repeat([1, 2, 4, 8], len(x)), np.tile(2**x, 4)
        best = np.where(np.isin(n, [2, 8]), 2.0, 0.0)
        wobble = 1e-3 * np.tile(np.cos(9 * x), 4)
        check = parametrization.transfer_check(n, r, (np.log2(r) - best) ** 2 + wobble)
        assert check.high - check.low > 2


class TestDiverged:
    def test_diverged_runs_are_kept_and_marked(self):
        n, r, losses, s = sweeps(seeds=2)
        losses[(r > 8) & (s == 1)] = NAN
        check = parametrization.transfer_check(n, r, losses, seeds=s)
        assert [(o.diverged, o.diverged_from) for o in check.optima] == [(1, 16.0)] * 3
        assert check.verdict in {"PASS", "NO POWER"}
        limit = parametrization.transfer_check(n, r, np.nan_to_num(losses, nan=1e9), seeds=s,
                                               diverged_above=1e8)  # fmt: skip
        assert limit.optima == check.optima

    def test_a_transferred_rate_that_diverges_costs_infinitely_much(self):
        """The best rate is 8 at size 64; size 256 has its own at 1 and diverges from 4 on."""
        x = np.arange(-3.0, 7.0)
        best = {64: 3, 256: 0}
        losses = [(x - best[n]) ** 2 + 1e-3 * np.cos(9 * x) for n in best]
        losses[1][x >= 2] = NAN
        check = parametrization.transfer_check(
            np.repeat([64, 256], len(x)), np.tile(2**x, 2), np.concatenate(losses)
        )
        assert check.optima[1].paid == math.inf
        assert check.verdict == "FAIL"

    @pytest.mark.parametrize(
        ("losses", "why"),
        [
            ([5, 4, 3, 2, 1], "the best rate, 16, is the highest: sweep higher"),
            ([1, 2, 3, 4, 5], "the best rate, 1, is the lowest: sweep lower"),
            (
                [4, 3, 2, NAN, NAN],
                "the best rate, 4, is the last below diverged runs: sweep up",
            ),
            ([3, 2, NAN, NAN, 1], "2 rates without a diverged run: sweep 3"),
            ([NAN] * 5, "diverged at the lowest rate, 1: sweep lower"),
            ([1.0, 0.9, 0.95, 0.9, 1.1], "the scatter hides the best rate between 1 and 16"),
        ],
    )
    def test_a_best_rate_that_is_not_enclosed_passes_nothing(self, losses, why):
        """Two further sizes agree; the third hides its best rate: NO POWER, with the remedy."""
        rates = 2.0 ** np.arange(5)
        bowl = (np.arange(5) - 2.0) ** 2
        wobble = 1e-3 * np.cos(9.0 * np.arange(5))
        check = parametrization.transfer_check(
            np.repeat([64, 256, 1024], 5),
            np.tile(rates, 3),
            [*bowl + wobble, *bowl - wobble, *losses],
            seeds=[0] * 10 + [1] * 5,
        )
        assert check.verdict == "NO POWER"
        assert why in check.why
        assert "1024" in check.why
        assert math.isnan(check.optima[2].rate)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"sizes": [64] * 10}, "sizes has one value, 64"),
        ({"sizes": [64] * 9 + [256], "rates": range(8, 18)}, "size 256 has one rate, 17"),
        ({"rates": [*range(1, 6)] * 2, "sizes": [64] * 4 + [256] * 6, "seeds": [0] * 10}, "repeat"),
        ({"diverged_above": NAN}, "diverged_above must be a loss or infinite, got nan"),
        ({"rates": [-1, *range(2, 11)]}, "rates must be positive"),
        ({"sizes": [NAN] * 10}, "sizes must be"),
        ({"losses": [1.0] * 9}, "one entry a run"),
        ({"losses": [-math.inf] * 10}, "-inf"),
        ({"tolerance": 0}, "tolerance must lie between 0 and inf, got 0"),
        ({"confidence": 95}, "confidence must lie between 0 and 1, got 95"),
        ({"expected": NAN}, "expected"),
    ],
)
def test_bad_arguments(changes, says):
    good = {"sizes": [64] * 5 + [256] * 5, "rates": [1, 2, 4, 8, 16] * 2, "losses": [1.0] * 10}
    arguments = good | changes
    positional = [arguments.pop(name) for name in ("sizes", "rates", "losses")]
    with pytest.raises(ValueError, match=says):
        parametrization.transfer_check(*positional, **arguments)


@pytest.mark.parametrize("scale", [1e300, 1e-310])
def test_losses_whose_squares_leave_the_doubles_are_refused(scale):
    """At 1e-310 an interval was the index of an empty list."""
    n, rates = (v.ravel() for v in np.meshgrid([64.0, 256.0], 2.0 ** np.arange(5)))
    losses = (2 + np.log2(rates / 4) ** 2) * scale
    with pytest.raises(ValueError, match=r"largest loss must be between 1e-150 and 1e\+150 in"):
        parametrization.transfer_check(n, rates, losses)
    kept = parametrization.transfer_check(n, rates, losses / scale * 1e-140)
    assert kept.drift == pytest.approx(0, abs=1e-9)
