"""Stand-ins: small networks against what a paper states for large ones."""

import math

import numpy as np
import pytest
from scipy import stats

from depthlaws.claims.engine.checks import AtSize, EachReading, IntervalAtSize, Quoted
from depthlaws.claims.engine.checks.at_size import ALARM, forecast_fate, networks_that_decide
from depthlaws.claims.engine.records import Claim, Context, Verdict
from depthlaws.claims.engine.verdicts import combine, weakest
from depthlaws.theory.papers import LOOPED

SAMPLES = np.random.default_rng(0).normal(2.0, 0.1, size=12)
PLACE = {"source": LOOPED.figure("2"), "says": "A sentence.", "quote": "words", "reading": "sizes"}


def run(low, high, samples=SAMPLES, **words):
    return AtSize(lambda: samples, low, high, **words).run(Context())


def test_the_interval_decides():
    low, high = stats.t.interval(1 - 1e-6, 11, SAMPLES.mean(), stats.sem(SAMPLES))
    outcome = run(0.0, 3.0)
    assert outcome.data["interval"] == pytest.approx([low, high], rel=1e-9)
    assert run(low - 1e-6, high + 1e-6).verdict == Verdict.SUPPORTED
    for inside in ((low + 1e-6, 9.0), (0.0, high - 1e-6), (1.99, 2.01)):
        assert run(*inside).verdict == Verdict.NO_POWER
    for outside in ((0.0, low - 1e-6), (high + 1e-6, 9.0), (-math.inf, 0.0)):
        assert run(*outside).verdict == Verdict.NOT_REPRODUCED


@pytest.mark.parametrize("samples", [[], [2.0], [2.0, math.nan], [2.0, math.inf]])
def test_too_few_or_diverged_networks_have_no_power(samples):
    assert run(0.0, 3.0, samples).verdict == Verdict.NO_POWER


def test_an_empty_range_has_no_power():
    assert run(3.0, 0.0).verdict == run(2.0, math.nan).verdict == Verdict.NO_POWER


@pytest.mark.parametrize("ends", [(1.5, 2.5), (-math.inf, 2.5), (1.5, math.inf)])
def test_every_mutant_of_a_supported_range_is_noticed(ends):
    check = AtSize(lambda: SAMPLES, *ends)
    assert check.run(Context()).verdict == Verdict.SUPPORTED
    verdicts = [mutant.run(Context()).verdict for _, mutant in check.mutants()]
    assert verdicts
    assert {*verdicts} == {Verdict.NOT_REPRODUCED}


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.1, 0.4, Verdict.SUPPORTED),
        (0.1, math.inf, Verdict.SUPPORTED),
        (0.21, 0.4, Verdict.NO_POWER),
        (0.1, 0.39, Verdict.NO_POWER),
        (-1.0, 0.19, Verdict.NOT_REPRODUCED),
        (0.41, 2.0, Verdict.NOT_REPRODUCED),
        (0.4, 0.1, Verdict.NO_POWER),
    ],
)
def test_a_fitted_interval_decides_as_one_of_a_mean(low, high, verdict):
    check = IntervalAtSize(lambda alarm: (0.3, 0.2, 0.4), low, high, runs=12)
    assert check.run(Context()).verdict == verdict
    if verdict == Verdict.SUPPORTED:
        mutants = [mutant.run(Context()).verdict for _, mutant in check.mutants()]
        assert mutants
        assert {*mutants} == {Verdict.NOT_REPRODUCED}


@pytest.mark.parametrize("fit", [(math.nan, 0.2, 0.4), (0.3, -math.inf, 0.4), (0.5, 0.2, 0.4)])
def test_a_fit_without_an_interval_has_no_power(fit):
    check = IntervalAtSize(lambda alarm: fit, -9.0, 9.0, runs=12)
    assert check.run(Context()).verdict == Verdict.NO_POWER


def test_one_alarm_level_is_printed_and_reaches_fitted_intervals():
    seen = []
    fitted = IntervalAtSize(lambda alarm: seen.append(alarm) or (0.3, 0.2, 0.4), 0, 1, runs=12)
    for check in (AtSize(lambda: SAMPLES, 0.0, 3.0), fitted):
        outcome = check.run(Context())
        assert outcome.data["false alarm rate"] == ALARM == 1e-6
        assert "(false alarm rate 1e-06); our band is " in outcome.summary
    assert seen == [ALARM]


@pytest.mark.parametrize(
    "check",
    [
        AtSize(lambda: SAMPLES, 0.0, 3.0, set_after=True),
        IntervalAtSize(lambda alarm: (0.3, 0.2, 0.4), 0.0, 1.0, runs=12, set_after=True),
    ],
)
def test_a_band_that_was_set_after_the_run_is_never_supported(check):
    outcome = check.run(Context())
    assert outcome.verdict == Verdict.EXPLORED
    assert "our band, set after the run, is" in outcome.summary
    for _, mutant in check.mutants():
        assert mutant.run(Context()).verdict == Verdict.NOT_REPRODUCED


@pytest.mark.parametrize(
    ("ends", "fate"),
    [
        ((0.3, 0.3), "held"),
        ((0.5, 0.5), "failed"),
        ((0.1, 0.1), "failed"),
        ((0.0, 0.4), "held"),
        ((0.3, 0.9), "is open"),
        ((-9.0, 0.3), "is open"),
        ((0.41, math.inf), "failed"),
        ((-math.inf, 0.19), "failed"),
    ],
)
def test_a_forecast_holds_fails_or_is_open(ends, fate):
    assert forecast_fate((0.2, 0.4), ends) == fate
    forecast = ends[0] if ends[0] == ends[1] else ends
    check = IntervalAtSize(lambda alarm: (0.3, 0.2, 0.4), 0.0, 1.0, runs=12, forecast=forecast)
    outcome = check.run(Context())
    assert outcome.summary.endswith(fate)
    assert outcome.data["forecast fate"] == fate


@pytest.mark.parametrize(
    ("mean", "band"), [(0.2, (-1.0, 0.5)), (0.8, (-1.0, 0.5)), (-1.4, (-1.0, 0.5))]
)
def test_as_many_networks_as_are_named_decide(mean, band):
    """Networks of the same mean and deviation: those that are named decide, a tenth less do not."""
    enough = networks_that_decide(mean, 1.0, band)

    def of(n):
        pattern = np.resize([-1.0, 1.0], n - n % 2)
        return run(*band, mean + pattern / pattern.std(ddof=1))

    assert of(enough).verdict != Verdict.NO_POWER
    assert of(int(0.9 * enough)).verdict == Verdict.NO_POWER
    assert f"about {enough:,} networks would decide" in of(10).summary


def test_readings_that_disagree_have_no_power():
    near, far = AtSize(lambda: SAMPLES, 0.0, 3.0), AtSize(lambda: SAMPLES, 0.0, 1.0)
    agreed = EachReading({"by blocks": near, "by tensors": near})
    assert agreed.run(Context()).verdict == Verdict.SUPPORTED
    apart = EachReading({"by blocks": near, "by tensors": far}).run(Context())
    assert apart.verdict == Verdict.NO_POWER
    for words in ("by blocks: SUPPORTED", "by tensors: NOT REPRODUCED", "our band is 0 to 3 or"):
        assert words in apart.summary
    mutants = [mutant.run(Context()).verdict for _, mutant in agreed.mutants()]
    assert {*mutants} == {Verdict.NOT_REPRODUCED}


def test_a_stand_in_is_neither_green_nor_a_surprise():
    stand_ins = {Verdict.EXPLORED, Verdict.NOT_REPRODUCED, Verdict.NO_POWER}
    for verdict in stand_ins:
        assert verdict.of_stand_in
        assert not verdict.green
        assert combine([Verdict.SUPPORTED], [verdict]) == verdict
        assert weakest([verdict, Verdict.REFUTED]) == Verdict.REFUTED
        assert weakest([verdict, Verdict.SUPPORTED]) == verdict
    assert {v for v in Verdict if v.of_stand_in} == stand_ins
    assert weakest([Verdict.NO_POWER, Verdict.EXPLORED]) == Verdict.NO_POWER
    assert weakest([Verdict.NO_POWER, Verdict.UNKNOWN]) == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"reading": ""}, "it needs quote, reading and no other check"),
        ({"quote": ""}, "it needs quote, reading and no other check"),
        ({"cross_checks": (Quoted(list),)}, "it needs quote, reading and no other check"),
        ({"corrected_by": "other"}, "a stand-in refutes nothing"),
    ],
)
def test_a_stand_in_says_what_stands_in_for_what(changes, says):
    check = AtSize(lambda: SAMPLES, 1.5, 2.5)
    assert Claim(id="a", checks=(check,), **PLACE).reading
    with pytest.raises(ValueError, match=says):
        Claim(**{"id": "a", "checks": (check,), **PLACE, **changes})
