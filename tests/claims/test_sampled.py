"""Sampled means and proportions: error rates, controls, orders, seeds."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from depthlaws.claims.engine.checks import Property, Proportion, Sampled
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.sims.common.estimate import Estimate
from tests.claims.checked import NOW, verdict, verdicts_of_mutants

# -- Sampled ---------------------------------------------------------------------------------------


def sampled(truth, *, n=10_000, mean=1.0, **options):
    def estimate(seed):
        return Estimate.of(np.random.default_rng(seed).normal(mean, 1.0, n))

    return Sampled(estimate, lambda: truth, **options)


def test_a_sampled_mean_supports_or_refutes():
    evidence = sampled(1.0).run(NOW)
    assert evidence.verdict == Verdict.SUPPORTED
    assert evidence.data["n"] == 10_000
    assert evidence.data["false alarm rate"] == 1e-6
    says = "a deviation of 7.2 % would be refuted (99 %), a true value in one of 1,000,000 runs"
    assert says in evidence.summary
    assert verdict(sampled(1.1)) == Verdict.REFUTED
    assert set(verdicts_of_mutants(sampled(1.0)).values()) == {Verdict.REFUTED}


def test_a_truth_of_zero_has_one_mutant():
    """Doubled, halved and negated zero are the same statement."""
    check = sampled(0.0, mean=0.0)
    evidence = verdicts_of_mutants(check)
    assert evidence == {"truth plus 1.5 times what it sees": Verdict.REFUTED}
    assert "a deviation of 0.072 around 0 would be" in check.run(NOW).summary


def test_zeros_among_the_truths_are_seen_absolutely():
    def estimate(seed):
        noise = np.random.default_rng(seed).standard_normal((10_000, 2))
        return Estimate.of(noise + np.array([0.0, 2.0]))

    evidence = Sampled(estimate, lambda: [0.0, 2.0]).run(NOW)
    assert "a deviation of 3.7 % and 0.073 around 0 would" in evidence.summary
    assert evidence.data["sees"] == pytest.approx(0.037, rel=0.02)


def test_mutants_share_one_simulation():
    calls = []

    def estimate(seed):
        calls.append(seed)
        return SimpleNamespace(n=20, mean=1.0, sem=1e-3)

    verdicts_of_mutants(Sampled(estimate, lambda: 1.0))
    assert calls == [0]


@pytest.mark.parametrize(
    ("n", "mean", "sem", "truth"),
    [
        (3, math.nan, 1.0, 1.0),
        (3, 1.0, 0.0, 1.0),
        (3, 1.0, math.nan, 1.0),
        (3, 1.0, 1.0, math.nan),
        (1, 1.0, 1.0, 1.0),
        (3, [], [], []),
        (3, [1.0, 1.0], [1.0, 1.0], 1.0),
    ],
)
def test_no_comparison_is_unknown(n, mean, sem, truth):
    evidence = SimpleNamespace(n=n, mean=mean, sem=sem)
    assert verdict(Sampled(lambda seed: evidence, lambda: truth)) == Verdict.UNKNOWN


@pytest.mark.parametrize("n", [3, 8, 200])
def test_the_false_alarm_rate_and_the_resolution_are_what_the_check_says(n):
    """A true mean is refuted 10 % of the time at that alarm; one off by the resolution, 99 %."""

    def refuted(shift):
        checks = (Sampled(draws, lambda: [shift, shift], alarm=0.1) for draws in _draws(n))
        return np.mean([verdict(check) == Verdict.REFUTED for check in checks])

    check = Sampled(lambda seed: next(_draws(n))(seed), lambda: [0.0, 0.0], alarm=0.1)
    evidence = check.run(NOW).data
    # In units of the true standard error, which a single run only estimates.
    sees = evidence["sees absolutely"] / max(evidence["sem"]) / math.sqrt(n)
    assert abs(refuted(0.0) - 0.1) < 0.03  # 3 standard errors of 1000 runs
    assert refuted(sees) > 0.98


def _draws(n, runs=1000):
    """Estimators of two means that are zero, each with its own samples."""
    for i in range(runs):
        yield lambda seed, i=i: np.random.default_rng((i, seed)).standard_normal((n, 2))


def test_the_error_beside_controls_is_that_of_least_squares():
    """Two controls: the intercept's variance is s^2 / n (1 + m^T C^-1 m), m the controls' means."""
    rng = np.random.default_rng(5)
    x = rng.normal(1.0, 1.0, (60, 2))
    y = x @ [2.0, -1.0] + rng.standard_normal(60)
    evidence = Sampled(lambda _: (y, x), lambda: 1.0, control=lambda: [1.0, 1.0], seeds=1).run(NOW)
    mean, off = x.mean(axis=0) - 1, x - x.mean(axis=0)
    slopes = np.linalg.solve(off.T @ off, off.T @ y)
    rest = np.sum((y - y.mean() - off @ slopes) ** 2) / 57
    variance = rest * (1 / 60 + mean @ np.linalg.solve(off.T @ off, mean))
    assert evidence.data["estimate"] == pytest.approx(y.mean() - mean @ slopes, rel=1e-12)
    assert evidence.data["sem"] == pytest.approx(np.sqrt(variance), rel=1e-12)


def test_a_control_variate_takes_noise_out():
    """y = 3 c + noise, where c has the known mean 2: only the noise is left."""

    def both(seed):
        rng = np.random.default_rng(seed)
        control = rng.normal(2.0, 1.0, 400)
        return 3 * control + rng.normal(0.0, 0.01, 400), control

    plain = Sampled(lambda seed: both(seed)[0], lambda: 6.0).run(NOW)
    better = Sampled(both, lambda: 6.0, control=lambda: 2.0).run(NOW)
    assert plain.verdict == better.verdict == Verdict.SUPPORTED
    assert better.data["sees"] < 0.005 * plain.data["sees"]
    assert better.data["degrees of freedom"] == 398
    off = Sampled(both, lambda: 6.01, control=lambda: 2.0)
    assert verdict(off) == Verdict.REFUTED
    wrong = Sampled(both, lambda: 6.0, control=lambda: 2.01)
    assert verdict(wrong) == Verdict.REFUTED


@pytest.mark.parametrize(
    ("relation", "bound", "wanted"),
    [
        (">", 0.9, Verdict.SUPPORTED),
        (">", 0.99, Verdict.UNKNOWN),
        (">", 1.1, Verdict.REFUTED),
        ("<", 1.1, Verdict.SUPPORTED),
        ("<", 1.01, Verdict.UNKNOWN),
        ("<", 0.9, Verdict.REFUTED),
    ],
)
def test_an_ordered_mean_must_be_seen_on_its_side(relation, bound, wanted):
    """The standard error is 0.01: a bound one standard error away is undecided."""
    check = sampled(bound, relation=relation)
    assert verdict(check) == wanted
    other = {">": "<", "<": ">"}[relation]
    turned = {Verdict.SUPPORTED: Verdict.REFUTED, Verdict.REFUTED: Verdict.SUPPORTED}
    label = f"{relation} became {other}"
    assert verdicts_of_mutants(check) == {label: turned.get(wanted, wanted)}


def test_one_component_on_the_wrong_side_refutes_an_order():
    def estimate(seed):
        noise = np.random.default_rng(seed).standard_normal((10_000, 2))
        return noise + np.array([1.0, -1.0])

    assert verdict(Sampled(estimate, lambda: [0.0, 0.0], relation=">")) == Verdict.REFUTED
    assert verdict(Sampled(estimate, lambda: [0.0, -2.0], relation=">")) == Verdict.SUPPORTED


@pytest.mark.parametrize("n", [3, 8, 200])
def test_an_order_is_decided_wrongly_as_often_as_the_check_says(n):
    """A mean on the bound is put on each side 10 % of the time; one at the resolution, 99 %."""

    def verdicts(shift):
        bounds = [-shift, -9.0 - shift]  # the second component is far on its side
        checks = (Sampled(d, lambda: bounds, alarm=0.2, relation=">") for d in _draws(n))
        return [verdict(check) for check in checks]

    check = Sampled(next(_draws(n)), lambda: [0.0, 0.0], alarm=0.2, relation=">")
    evidence = check.run(NOW).data
    sees = evidence["sees absolutely"] / max(evidence["sem"]) / math.sqrt(n)
    on_the_line = verdicts(0.0)
    for wrong in (Verdict.SUPPORTED, Verdict.REFUTED):
        assert abs(np.mean([v == wrong for v in on_the_line]) - 0.1) < 0.03
    assert np.mean([v == Verdict.SUPPORTED for v in verdicts(sees)]) > 0.98


def test_several_seeds_are_merged_and_start_with_the_runs_own():
    seen = []

    def estimate(seed):
        seen.append(seed)
        return Estimate.of(np.random.default_rng(seed).normal(1.0, 1.0, 100))

    evidence = Sampled(estimate, lambda: 1.0, seeds=5).run(Context(seed=7))
    assert evidence.data["n"] == 500
    assert seen[0] == 7
    assert len(set(seen)) == 5


# -- Proportion ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "trials", "relation", "p", "expected"),
    [
        (500, 1000, "==", 0.5, Verdict.SUPPORTED),
        (600, 1000, "==", 0.5, Verdict.REFUTED),
        (600, 1000, ">=", 0.5, Verdict.SUPPORTED),
        (400, 1000, ">=", 0.5, Verdict.REFUTED),
        (400, 1000, "<=", 0.5, Verdict.SUPPORTED),
        (600, 1000, "<=", 0.5, Verdict.REFUTED),
        (3, 4, "==", 0.5, Verdict.UNKNOWN),
        (0, 0, "==", 0.5, Verdict.UNKNOWN),
        (5, 4, "==", 0.5, Verdict.UNKNOWN),
        (500, 1000, "==", math.nan, Verdict.UNKNOWN),
    ],
)
def test_events_against_a_probability(events, trials, relation, p, expected):
    check = Proportion(lambda seed: (events, trials), lambda: p, relation=relation)
    assert verdict(check) == expected


@pytest.mark.parametrize("relation", ["==", ">=", "<="])
def test_a_proportion_alarms_and_sees_as_it_says(relation):
    evidence = Proportion(lambda seed: (70, 200), lambda: 0.35, relation=relation).run(NOW)
    low, high = evidence.data["not refuted"]
    kept = stats.binom.cdf(high, 200, 0.35) - stats.binom.cdf(low - 1, 200, 0.35)
    assert 1 - kept <= 1e-6
    sees = evidence.data["sees absolutely"]
    seen = {
        ">=": stats.binom.cdf(low - 1, 200, 0.35 - sees),
        "<=": stats.binom.sf(high, 200, 0.35 + sees),
    }
    for side in seen if relation == "==" else (relation,):
        assert seen[side] >= 0.99 - 1e-9


@pytest.mark.parametrize(("relation", "events"), [("==", 350), ("<=", 100), (">=", 800)])
def test_a_changed_proportion_is_refuted(relation, events):
    """A probability twice or half as large, or a bound turned round."""
    changed = Proportion(lambda seed: (events, 1000), lambda: 0.35, relation=relation)
    assert set(verdicts_of_mutants(changed).values()) == {Verdict.REFUTED}


@pytest.mark.parametrize(
    "check",
    [
        Property(lambda x: (np.array([1j, 2j]), np.zeros(2)), {"x": [1]}, relation=">="),
        Sampled(lambda seed: np.random.default_rng(seed).normal(size=9) + 1j, lambda: 0.0),
        Sampled(lambda seed: np.random.default_rng(seed).normal(size=9), lambda: 1j),
    ],
)
def test_an_imaginary_part_is_not_dropped(check):
    evidence = check.run(Context())
    assert evidence.verdict == Verdict.UNKNOWN
    assert evidence.summary.startswith("no comparison of complex numbers")
