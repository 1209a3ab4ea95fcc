"""Each kind of check: true statements pass, false ones fail, undecided ones are never green."""

import math
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp
from flint import arb
from scipy import stats

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks import (
    Certify,
    Exhaustive,
    Identity,
    Inequality,
    Property,
    Proportion,
    Quoted,
    Sampled,
    common,
    exhaustive,
)
from depthlaws.claims.engine.checks.identity import prove_zero
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.claims.engine.verdicts import combine, weakest
from depthlaws.sims.common.estimate import Estimate
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, REAL, UNIT, Interval

x, y = sp.symbols("x y", positive=True)
t = sp.Symbol("t", real=True)
L = sp.Symbol("L", positive=True)
HALF = sp.Rational(1, 2)
NOW = Context()


def verdict(check, context=NOW):
    return check.run(context).verdict


def verdicts_of_mutants(check):
    return {label: verdict(mutant) for label, mutant in check.mutants()}


# -- verdicts --------------------------------------------------------------------------------------


def test_words_of_verdicts_say_how_far_they_reach():
    scopes = {str(v): v.scope for v in Verdict if v.green}
    assert scopes == {
        "FORMALLY PROVED": "all", "PROVED": "all", "EXACT": "cases", "CERTIFIED": "box",
        "EXACT IN CASES": "cases", "SUPPORTED": "samples",
    }  # fmt: skip
    assert all(v.scope == "none" for v in Verdict if not v.green)


def test_the_weakest_check_decides_and_cross_checks_can_only_spoil():
    assert weakest([Verdict.PROVED, Verdict.SUPPORTED]) == Verdict.SUPPORTED
    assert weakest([Verdict.UNKNOWN, Verdict.REFUTED, Verdict.PROVED]) == Verdict.REFUTED
    assert weakest([Verdict.PROVED, Verdict.VACUOUS]) == Verdict.VACUOUS
    assert combine([Verdict.PROVED], [Verdict.SUPPORTED]) == Verdict.PROVED
    assert combine([Verdict.SUPPORTED], [Verdict.PROVED]) == Verdict.SUPPORTED
    for spoiler in (Verdict.REFUTED, Verdict.UNKNOWN, Verdict.VACUOUS):
        assert combine([Verdict.PROVED], [Verdict.SUPPORTED, spoiler]) == spoiler


# -- Identity --------------------------------------------------------------------------------------


def identity(left, right, domain):
    return Identity(lambda: (left, right), domain)


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        (sp.sqrt(-1 - x), sp.sqrt(1 + x), {x: POSITIVE}),
        (sp.log(t**2), 2 * sp.log(t), {t: Interval(-1, 1)}),  # real for positive t only
    ],
)
def test_a_side_that_is_no_real_number_is_refuted(left, right, domain):
    """A complex number beside a real one: certainly not the same."""
    evidence = identity(left, right, domain).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert "left - right" in evidence.data


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        ((x + y) ** 2, x**2 + 2 * x * y + y**2, {x: POSITIVE, y: POSITIVE}),
        (
            x * (y / x) ** (2 - 2 / L),
            x ** (2 / L - 1) * y ** (2 - 2 / L),
            {x: POSITIVE, y: POSITIVE, L: DEPTH},
        ),
        (sp.log((1 - x) ** 2), 2 * sp.log(1 - x), {x: UNIT}),
        (sp.tanh(t), 1 - 2 / (sp.exp(2 * t) + 1), {t: REAL}),
        (sp.Sum(x**0 * t, (sp.Symbol("k"), 1, 4)), 4 * t, {t: REAL}),
    ],
)
def test_a_true_identity_is_proved_and_its_mutants_refuted(left, right, domain):
    check = identity(left, right, domain)
    assert verdict(check) == Verdict.PROVED
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        (sp.sqrt(t**2), t, {t: REAL}),
        (x, sp.Abs(x) + sp.Rational(1, 10**30), {x: POSITIVE}),
        (x ** (2 / L), x, {x: POSITIVE, L: DEPTH}),
    ],
)
def test_a_false_identity_is_refuted_with_a_point(left, right, domain):
    evidence = identity(left, right, domain).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert set(evidence.data["point"]) == {s.name for s in domain}


@pytest.mark.parametrize(
    ("gap", "domain"),
    [
        (sp.sqrt(t**2) - t, {t: REAL}),
        (sp.log((1 - x) ** 2) - 2 * sp.log(1 - x), {x: Interval(0, 2)}),
        (sp.log((L - 2) ** 2) - 2 * sp.log(L - 2), {L: DEPTH}),
        (
            ((x - y) ** 2) ** sp.Rational(1, 3) - (x - y) ** sp.Rational(2, 3),
            {x: POSITIVE, y: POSITIVE},
        ),
    ],
)
def test_rules_for_positive_numbers_prove_nothing_about_others(gap, domain):
    """Every gap is zero on a part of its domain only."""
    assert prove_zero(gap, domain) is None


@pytest.mark.parametrize(("right", "evidence"), [(2 * x, "UNKNOWN"), (3 * x, "REFUTED")])
def test_an_identity_is_not_proved_where_only_a_refutation_is_asked_for(right, evidence):
    check = identity(x + x, right, {x: POSITIVE})
    assert verdict(check, Context(refuting=True)) == evidence


def test_an_identity_without_proof_is_unknown():
    """Euler's reflection of the dilogarithm: true, but SymPy does not know it."""
    left = sp.polylog(2, x) + sp.polylog(2, 1 - x)
    evidence = identity(left, sp.pi**2 / 6 - sp.log(x) * sp.log(1 - x), {x: UNIT}).run(NOW)
    assert evidence.verdict == Verdict.UNKNOWN
    assert "no proof" in evidence.summary


@pytest.mark.parametrize(
    ("symbol", "allowed"),
    [
        (x, REAL),
        (x, Interval(0, 1)),
        (x, [1, 0]),
        (sp.Symbol("n", integer=True), Interval(0, 4)),
        (sp.Symbol("n", integer=True), [1, sp.Rational(1, 2)]),
        (sp.Symbol("n", negative=True), Interval(-1, 0)),
        (sp.Symbol("n", nonnegative=True), Interval(-1, 2)),
    ],
)
def test_assumptions_that_the_domain_does_not_keep_are_refused(symbol, allowed):
    """|x| = x is proved for a positive symbol, and false on the reals."""
    with pytest.raises(ValueError, match="for SymPy, but its domain is"):
        identity(sp.Abs(symbol), symbol, {symbol: allowed})
    with pytest.raises(ValueError, match="for SymPy, but its domain is"):
        Inequality(lambda: (symbol - sp.Abs(symbol), ">=", 0), {symbol: allowed})


def test_a_box_keeps_what_its_symbols_promise():
    with pytest.raises(ValueError, match="symbol x is positive for SymPy, but its domain is"):
        certify(sp.Abs(x) - x, "<", 1, {x: (-2, 1)})
    with pytest.raises(ValueError, match="symbol x is positive for SymPy, but its domain is"):
        certify(sp.Abs(x) - x, "<", 1, {x: [-2, 1]})
    assert verdict(certify(sp.Abs(t) - t, "<", 1, {t: (-2, 1)})) == Verdict.REFUTED


def test_assumptions_that_the_domain_keeps_are_used():
    n = sp.Symbol("n", integer=True, nonnegative=True)
    domain = {x: UNIT, n: Interval(0, 9, integer=True), y: [1, HALF]}
    assert verdict(identity(sp.Abs(x) * (-1) ** (2 * n) * y, x * y, domain)) == Verdict.PROVED


# -- Certify ---------------------------------------------------------------------------------------


def certify(left, relation, right, box, **options):
    return Certify(lambda: (sp.sympify(left), relation, sp.sympify(right)), box, **options)


@pytest.mark.parametrize(
    ("left", "relation", "right", "box"),
    [
        (x**2 - x + 1, ">", HALF, {x: (0, 10)}),
        (sp.exp(-t), "<", 1 - t + t**2, {t: (sp.Rational(1, 100), 1)}),
        (x * y, "<=", (x**2 + y**2) / 2 + sp.Rational(1, 100), {x: (0, 1), y: (0, 1)}),
        (sp.Abs(t), "<", 2, {t: (-1, 1)}),
        (sp.sin(t), "<", 1, {t: (0, sp.pi / 2 - sp.Rational(1, 100))}),
        (3, ">", sp.E, {}),
    ],
)
def test_a_true_inequality_is_certified(left, relation, right, box):
    assert verdict(certify(left, relation, right, box)) == Verdict.CERTIFIED


def test_listed_values_in_a_box_are_certified_only_where_the_sentence_names_them():
    check = certify(2 ** (1 - 1 / L), ">=", 1, {L: [1, 2, 64, sp.oo]})
    evidence = check.run(NOW)
    assert (evidence.verdict, evidence.data["over"]) == (
        Verdict.EXACT_IN_CASES,
        ["L = 1, 2, 64, oo"],
    )
    assert verdict(replace(check, named=True)) == Verdict.CERTIFIED


@pytest.mark.parametrize(
    ("left", "relation", "right", "box"),
    [
        (x**2 - x + 1, ">", sp.Rational(4, 5), {x: (0, 10)}),
        (sp.exp(-t), "<", 1 - t, {t: (sp.Rational(1, 100), 1)}),
        (x, "<", y, {x: [1, 2], y: [2]}),
        (t, ">=", 0, {t: (-sp.Rational(1, 10**9), 1)}),
        (sp.Piecewise((1, t < sp.Rational(3, 5)), (-1, True)), ">", 0, {t: (0, 1)}),
    ],
)
def test_a_false_inequality_is_refuted_inside_its_box(left, relation, right, box):
    evidence = certify(left, relation, right, box).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    for symbol, side in box.items():
        value = float(evidence.data["point"][symbol.name])
        assert float(min(side)) - 1e-15 <= value <= float(max(side)) + 1e-15


def test_no_counterexample_outside_the_box():
    """1/3 is no binary number, so the first ball overshoots the box a little."""
    check = certify(x, ">=", sp.Rational(1, 3), {x: (sp.Rational(1, 3), 1)}, max_boxes=2000)
    assert verdict(check) != Verdict.REFUTED
    exact = certify(x, ">=", sp.Rational(1, 3), {x: [sp.Rational(1, 3)]}, max_boxes=200)
    assert verdict(exact) != Verdict.REFUTED


def test_a_jump_has_no_mean_value():
    """The slope is zero on both sides of the jump, but the middle says nothing about the ends."""
    step = sp.Piecewise((1, t < sp.Rational(9, 10)), (0, True))
    assert verdict(certify(step, ">", HALF, {t: (0, 1)})) == Verdict.REFUTED


def test_a_margin_that_touches_zero_stays_unknown():
    evidence = certify(x**2, ">", 0, {x: (0, 1)}, max_boxes=200).run(NOW)
    assert evidence.verdict in {Verdict.UNKNOWN, Verdict.REFUTED}
    weak = certify((x - HALF) ** 2 * (1 + x), ">", -x * 0, {x: (0, 2)}, max_boxes=300)
    assert not verdict(weak).green


def test_no_case_is_vacuous():
    assert verdict(certify(x, "<", 0, {x: []})) == Verdict.VACUOUS


def test_a_box_without_inside_is_refused():
    with pytest.raises(ValueError, match="the box of x is empty: 2 is above 1"):
        certify(x, "<", 0, {x: (2, 1)})


def test_boxes_out_of_budget_are_unknown():
    wave = sp.sin(100 * x * y)
    hard = certify((wave + 2) * (wave - 2), ">", -sp.Rational(4001, 1000), {x: (0, 9), y: (0, 9)})
    assert verdict(replace(hard, max_boxes=50)) == Verdict.UNKNOWN
    evidence = hard.run(Context(deadline=-math.inf))
    assert evidence.verdict == Verdict.UNKNOWN
    assert set(evidence.data["undecided box"]) == {"x", "y"}


def test_a_given_counterexample_is_tried_first():
    needle = sp.Piecewise((-1, sp.Eq(x, sp.Rational(1, 7))), (1, True))
    check = certify(needle, ">", 0, {x: [sp.Rational(1, 7), 1]}, try_first=[{"x": "1/7"}])
    evidence = check.run(NOW)
    assert evidence.verdict != Verdict.CERTIFIED
    direct = certify(x, "<", y, {x: (0, 9), y: (0, 9)}, try_first=[{"x": 4, "y": 2}]).run(NOW)
    assert direct.verdict == Verdict.REFUTED
    assert direct.data["point"] == {"x": 4, "y": 2}


def test_mutants_of_an_inequality():
    evidence = verdicts_of_mutants(certify(x, "<=", 2 * x + 1, {x: (1, 2)}))
    assert evidence["<= became >"] == Verdict.REFUTED
    assert evidence["right side negated"] == Verdict.REFUTED
    # These are other truths, and are recognised as such.
    assert evidence["weak became strict"] == Verdict.CERTIFIED
    assert evidence["right side doubled"] == Verdict.CERTIFIED


# -- Quoted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "printed", "expected"),
    [
        (0.7549, "0.75", Verdict.SUPPORTED),
        (0.7551, "0.75", Verdict.REFUTED),
        (0.7451, "0.75", Verdict.SUPPORTED),
        (0.7449, "0.75", Verdict.REFUTED),
        (1234.4, "1234", Verdict.SUPPORTED),
        (1.24e-5, "1.2e-5", Verdict.SUPPORTED),
        (1.26e-5, "1.2e-5", Verdict.REFUTED),
        (-3.14, "-3.1", Verdict.SUPPORTED),
        (math.nan, "1.0", Verdict.UNKNOWN),
        (arb(0.75), "0.75", Verdict.CERTIFIED),
        (arb(0.75, 1e-3), "0.75", Verdict.CERTIFIED),
        (arb(0.75, 0.1), "0.75", Verdict.UNKNOWN),
        (arb(0.8, 1e-3), "0.75", Verdict.REFUTED),
        (sp.sqrt(2), "1.41", Verdict.CERTIFIED),
        (sp.sqrt(2), "1.42", Verdict.REFUTED),
        (Fraction(2, 3), "0.667", Verdict.CERTIFIED),
        (Fraction(2, 3), "0.666", Verdict.REFUTED),
        (sp.Rational(2047, 2048) ** 2048, "0.3678", Verdict.CERTIFIED),  # 13 000 digits
    ],
)
def test_printed_numbers_hold_to_half_a_unit(ours, printed, expected):
    assert verdict(Quoted(lambda: [("a", ours, printed)])) == expected


def test_one_wrong_number_spoils_the_table():
    evidence = Quoted(lambda: [("a", 1.0, "1.0"), ("b", 2.2, "2.1")]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert [row["what"] for row in evidence.data["wrong"]] == ["b"]
    assert verdict(Quoted(list)) == Verdict.VACUOUS


@pytest.mark.parametrize(("ours", "printed"), [(0.0098, "0.01"), (0.0, "0.00"), (-41.2, "-41")])
def test_changed_numbers_are_noticed(ours, printed):
    check = Quoted(lambda: [("a", ours, printed)])
    assert verdict(check).green
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}


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


@pytest.mark.parametrize(
    ("off", "verdict"), [(0.998e-6, Verdict.SUPPORTED), (1.002e-6, Verdict.REFUTED)]
)
def test_the_tolerance_of_a_property_is_its_rtol(off, verdict):
    check = Property(lambda x: (x, x * (1 + off)), {"x": [0.3, 5.0, 1e6]}, rtol=1e-6)
    assert check.run(NOW).verdict == verdict


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


# -- Property --------------------------------------------------------------------------------------


def test_a_property_holds_at_every_point_tried():
    check = Property(
        lambda x: (math.log(x) + math.log(2), math.log(2 * x)), {"x": POSITIVE}, rtol=1e-9
    )
    evidence = check.run(NOW)
    assert evidence.verdict == Verdict.SUPPORTED
    assert evidence.data["n"] == 100
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}


@pytest.mark.parametrize(
    ("answer", "relation", "expected"),
    [
        (True, "==", Verdict.SUPPORTED),
        (False, "==", Verdict.REFUTED),
        (np.True_, "==", Verdict.SUPPORTED),
        (None, "==", Verdict.VACUOUS),
        ((1.0, 1.0 + 1e-13), "==", Verdict.SUPPORTED),
        ((1.0, 1.0 + 1e-11), "==", Verdict.REFUTED),
        ((math.inf, math.inf), "==", Verdict.SUPPORTED),
        ((math.inf, -math.inf), "==", Verdict.REFUTED),
        ((0.0, 0.0), "==", Verdict.SUPPORTED),
        ((0.0, 1e-300), "==", Verdict.REFUTED),
        ((math.nan, math.nan), "==", Verdict.UNKNOWN),
        ((1.0, 1.0), "<", Verdict.REFUTED),
        ((1.0, 1.0), "<=", Verdict.SUPPORTED),
        ((math.nan, 1.0), "<=", Verdict.UNKNOWN),
        (([], []), "==", Verdict.UNKNOWN),
        ((1.0, []), "<=", Verdict.UNKNOWN),
        ((1.0, 1.0, 1.0), "==", Verdict.UNKNOWN),
        (math.nan, "==", Verdict.UNKNOWN),
        (1.0, "==", Verdict.UNKNOWN),
        ("yes", "==", Verdict.UNKNOWN),
        (np.array([True, True]), "==", Verdict.SUPPORTED),
        (np.array([True, False]), "==", Verdict.REFUTED),
        (np.array([], dtype=bool), "==", Verdict.UNKNOWN),
        (([1.0, 2.0], [1.0, 2.0]), "==", Verdict.SUPPORTED),
        (([1.0, 2.0], [1.0, 3.0]), "==", Verdict.REFUTED),
        (([0.0, 2.0], [1.0, 1.0]), "<", Verdict.REFUTED),
    ],
)
def test_answers_of_a_property(answer, relation, expected):
    assert verdict(Property(lambda x: answer, {"x": UNIT}, relation=relation, n=5)) == expected


def test_a_property_reaches_both_ends_of_its_domain():
    for end in (1.0, 7.0):
        check = Property(lambda n, end=end: n != end, {"n": Interval(1, 7)}, n=60)
        evidence = check.run(NOW)
        assert evidence.verdict == Verdict.REFUTED
        assert evidence.data["point"] == {"n": end}


def test_every_combination_of_listed_values_is_run():
    seen = []
    domain = {"a": [1, 2, 3], "b": ["x", "y", "x"], "t": UNIT}
    evidence = Property(lambda **point: not seen.append(point), domain, n=4).run(NOW)
    assert {(p["a"], p["b"]) for p in seen} == {(a, b) for a in (1, 2, 3) for b in "xy"}
    assert len(seen) == 6
    assert evidence.summary == "holds at 6 distinct points of a continuum"
    few = Property(lambda n, a: True, {"n": Interval(1, 4, integer=True), "a": [5, 6]}, n=8)
    assert few.run(NOW).summary == "holds at 8 distinct points of 8 cases"
    drawn = Property(lambda n: True, {"n": Interval(1, 40, integer=True)}, n=8)
    assert drawn.run(NOW).summary == "holds at 8 distinct points of 40 cases"


def test_of_many_combinations_every_listed_value_is_run():
    seen = []
    domain = {"a": list(range(30)), "b": list(range(40)), "c": [1, 2]}
    evidence = Property(lambda **point: not seen.append(point), domain, n=10).run(NOW)
    assert len(seen) == 40
    for name, values in domain.items():
        assert {p[name] for p in seen} == set(values)
    assert evidence.summary == "holds at 40 distinct points of 2400 cases"


@pytest.mark.parametrize("seed", range(20))
def test_rare_assumptions_are_met_by_further_points(seed):
    """One point in ten: with ten points alone, a third of all seeds would meet none."""
    rare = Property(lambda x: True if x > 0.9 else None, {"x": UNIT}, n=10)
    evidence = rare.run(Context(seed=seed))
    assert evidence.verdict == Verdict.SUPPORTED
    assert 10 <= evidence.data["n"] < evidence.data["tried"] < 310


@pytest.mark.parametrize(("met", "expected"), [(9, Verdict.VACUOUS), (10, Verdict.SUPPORTED)])
def test_enough_points_must_meet_the_assumptions(met, expected):
    few = Property(lambda n: True if n <= met else None, {"n": Interval(1, 60, integer=True)})
    assert verdict(few) == expected
    assert verdict(replace(few, at_least=met)) == Verdict.SUPPORTED
    listed = Property(lambda n: n == 1 or None, {"n": [1, 2]})
    assert verdict(listed) == Verdict.VACUOUS


def test_known_counterexamples_are_tried_first():
    check = Property(lambda x: x != 0.123, {"x": UNIT}, try_first=[{"x": 0.123}])
    assert check.run(NOW).summary == "fails at point 1"


def test_a_property_out_of_time_is_unknown():
    evidence = Property(lambda x: True, {"x": UNIT}).run(Context(deadline=-math.inf))
    assert evidence.verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ("0.800", "SUPPORTED"),
        ("0.792", "REFUTED"),
        ("0.808", "REFUTED"),
        (("0.8", "0.2"), "SUPPORTED"),
        (("0.8", "0.1"), "REFUTED"),
    ],
)
@pytest.mark.parametrize("relation", ["<=", ">="])
def test_an_inequality_says_how_near_it_comes_to_its_bound(met, expected, relation):
    """A bound that is loosened or tightened by one percent is refuted, on either side of zero."""

    def test(x):
        small, large = [x, -10.0], [2.5, -x]
        return (small, large) if relation == "<=" else (large, small)

    check = Property(test, {"x": [1, 2]}, relation=relation, met=met)
    assert verdict(check) == expected


def test_a_thing_compared_with_itself_says_nothing():
    """Objects under any name count; equal objects, or a constant on both sides, do not."""
    domain = {"x": [1.0, 2.0]}
    itself = Property(lambda x: 2 * (x,), domain).run(Context())
    assert (itself.verdict, itself.summary) == (
        Verdict.UNKNOWN,
        "compares one thing with itself: 1.0, 2.0",
    )
    assert verdict(Property(lambda x: 2 * (np.array([x]),), domain)) == Verdict.UNKNOWN
    assert verdict(Property(lambda x: (x + 1, 1 + x), domain)) == Verdict.SUPPORTED
    assert verdict(Property(lambda x: (math.inf, math.inf), domain)) == Verdict.SUPPORTED


def test_mutants_of_a_property():
    near = Property(lambda x: (x, 2.5), {"x": [1, 2]}, relation="<=", met="0.800")
    assert set(verdicts_of_mutants(near).values()) == {Verdict.REFUTED}
    assert len(verdicts_of_mutants(near)) == 3
    strict = Property(lambda x: (x, 2 * x), {"x": POSITIVE}, relation="<")
    assert verdicts_of_mutants(strict) == {"< became >": Verdict.REFUTED}
    assert verdicts_of_mutants(Property(lambda x: True, {"x": UNIT})) == {}
    zero = Property(lambda x: (0.0, 0.0), {"x": UNIT})
    assert verdicts_of_mutants(zero) == {"right side plus one": Verdict.REFUTED}


# -- Exhaustive ------------------------------------------------------------------------------------


def test_every_case_in_exact_arithmetic():
    check = Exhaustive(lambda: [(n, n * (n + 1) // 2, sum(range(n + 1))) for n in range(1, 9)])
    evidence = check.run(NOW)
    assert evidence.verdict == Verdict.EXACT_IN_CASES
    assert evidence.summary == "exact in 8 cases: 1, 2, 3, 4, ..., 8; the sentence is wider"
    assert evidence.data["over"] == [str(n) for n in range(1, 9)]
    assert verdict(replace(check, named=True)) == Verdict.EXACT
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}
    evidence = Exhaustive(lambda: [("a", 1, 1), ("b", Fraction(1, 3), sp.Rational(1, 2))]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert evidence.data["case"] == "b"
    last = Exhaustive(lambda: ((n, n, min(n, 998)) for n in range(1000)))
    assert last.run(NOW).data["case"] == "999"


def test_cases_may_be_truths_and_no_case_is_vacuous():
    assert verdict(Exhaustive(lambda: [("a", True), ("b", np.True_)])) == Verdict.EXACT_IN_CASES
    assert verdict(Exhaustive(lambda: [("a", True), ("b", False)])) == Verdict.REFUTED
    assert verdict(Exhaustive(list)) == Verdict.VACUOUS
    assert list(Exhaustive(lambda: [("a", True)]).mutants()) == []
    assert list(Exhaustive(lambda: [("a", 1, "==", 1)]).mutants()) == []
    mixed = Exhaustive(lambda: [("a", True), ("b", 3, 3), ("c", 1, "<", 2)])
    assert [verdict(changed) for _, changed in mixed.mutants()] == [Verdict.REFUTED] * 5
    ordered = Exhaustive(lambda: [("a", 1, "==", 1), ("b", 1, "<=", 1)])
    assert verdicts_of_mutants(ordered) == {"the order turned round": Verdict.REFUTED}


@pytest.mark.parametrize("left", [sp.I, sp.Function("f")(x)])
def test_sides_that_are_no_numbers_are_refuted_in_words(left):
    evidence = Exhaustive(lambda: [("a", left, 2 * left)]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert "f(2)" in evidence.data["left"] or evidence.data["left"] == "I"


@pytest.mark.parametrize(("gap", "apart"), [
    (sp.sqrt(x) - 1, True), (1 / (x - 1), True), (sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1, False),
    (sp.Symbol("z", real=True) - 1, True), (sp.Symbol("z", negative=True) + 1, False),
    (sp.Symbol("z", integer=True) - 5, False), (sp.Integer(3), True), (sp.zoo, False),
])  # fmt: skip
def test_sides_of_a_case_are_simplified_only_where_no_point_tells_them_apart(gap, apart):
    """The first point of one symbol is 2, the second 16/9."""
    assert exhaustive._apart(gap) == apart
    assert exhaustive._apart(gap * (x - 2)) == apart, "the first point alone says nothing"


@pytest.mark.parametrize(
    ("case", "sides"),
    [
        (("a", Fraction(1, 3), "<", Fraction(1, 4)), ("1/3", "<", "1/4")),
        (("a", "SGD", "==", "Adam"), ("SGD", "==", "Adam")),
        (("a", sp.oo, 1), ("inf", "==", "1")),
        (("a", sp.E, 1), ("2.718281828", "==", "1")),
        (("a", Fraction(10**20, 3), 0), ("3.333333333e+19", "==", "0")),
    ],
)
def test_a_case_that_fails_shows_two_numbers(case, sides):
    evidence = Exhaustive(lambda: [case]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert tuple(evidence.data[name] for name in ("left", "relation", "right")) == sides


def test_expressions_that_differ_are_shown_at_a_point():
    evidence = Exhaustive(lambda: [("power", -2 * x, 1 - 2 * x)]).run(NOW)
    assert evidence.data["at"] == {"x": "2"}
    assert (evidence.data["left"], evidence.data["right"]) == ("-4", "-3")
    assert evidence.data["in symbols"] == "-2*x beside 1 - 2*x"


def test_cases_may_be_in_order():
    rising = [("a", Fraction(1, 3), "<", Fraction(1, 2)), ("b", 2, ">=", 2), ("c", "x", "==", "x")]
    assert verdict(Exhaustive(lambda: rising)) == Verdict.EXACT_IN_CASES
    assert verdict(Exhaustive(lambda: [("a", 2, "<", 2)])) == Verdict.REFUTED
    assert verdict(Exhaustive(lambda: [("a", sp.oo, sp.oo)])) == Verdict.EXACT_IN_CASES


@pytest.mark.parametrize(
    ("case", "why"),
    [
        (("a", 0.5, "<", 1), "case a: 0.5, 1 are not exact"),
        (("a", x, "<", 1), "case a: got x < 1, which is no yes or no"),
        (("a", 0.5, sp.Rational(1, 2)), "case a: 0.5, 1/2 are not exact"),
        (("a", math.nan, math.nan), "case a: nan, nan are not exact"),
        (("a", sp.nan, sp.nan), "case a: nan, nan are not exact"),
        (("a", None, 1), "case a: None, 1 are not exact"),
        (("a", math.nan), "case a: got nan, which is no yes or no"),
        (("a", None), "case a: got None, which is no yes or no"),
        (("a", "yes"), "case a: got 'yes', which is no yes or no"),
    ],
)
def test_what_is_not_exact_proves_nothing(case, why):
    evidence = Exhaustive(lambda: [case]).run(NOW)
    assert evidence.verdict == Verdict.UNKNOWN
    assert why in evidence.summary


# -- where claims are tried ------------------------------------------------------------------------


def test_points_are_named_and_mix_intervals_with_choices():
    domain = {x: UNIT, "kind": ["feedforward", "block1"]}
    drawn = list(sampling.points(domain, 50, seed=1))
    assert all(list(p) == ["x", "kind"] for p in drawn)
    assert {p["kind"] for p in drawn} == {"feedforward", "block1"}


@pytest.mark.parametrize(
    ("interval", "reached"),
    [
        (POSITIVE, [(1e-3, 1e-1), (1, 10), (1e6, 1e9)]),
        (DEPTH, [(1, 1.1), (2, 10), (1e6, 1e9)]),
        (REAL, [(-1e9, -1e6), (-1, 0), (1e6, 1e9)]),
        (Interval(-sp.oo, 0), [(-1e9, -1e6), (-1, 0)]),
        (Interval(1, sp.oo, integer=True), [(1, 9), (100, 1000), (10**6, 10**9)]),
        (Interval(-sp.oo, sp.oo, integer=True), [(-(10**9), -(10**6)), (-9, 9), (10**6, 10**9)]),
        (Interval(-sp.oo, -3, integer=True), [(-(10**9), -(10**6)), (-9, -3)]),
    ],
    ids=str,
)
def test_unbounded_domains_reach_far_and_stay_near(interval, reached):
    drawn = [p["x"] for p in sampling.points({"x": interval}, 60, seed=0)]
    for low, high in reached:
        assert any(low < x < high for x in drawn)
    near = [p["x"] for p in sampling.points({"x": interval}, 60, seed=0, far=100.0)]
    assert all(abs(x) <= 200 for x in near if math.isfinite(x))


def test_relations_are_decided_exactly():
    given = sp.Lt(x, y)
    assert sampling.allows(given, {"x": 0.1, "y": 0.1 + 2**-56})
    assert not sampling.allows(given, {"x": 0.1, "y": 0.1})
    assert sampling.allows(given, {"x": 1.0, "y": math.inf})
    assert sampling.allows(sp.true, {"x": 1.0})


def test_sides_that_are_lists_are_changed_as_numbers():
    """A doubled list has doubled entries, not twice as many."""
    check = Property(lambda n: ([1.0, n], [1.0, n]), {"n": [2, 3]}, n=2)
    evidence = verdicts_of_mutants(check)
    assert len(evidence) == 4
    assert set(evidence.values()) == {Verdict.REFUTED}


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


def test_a_relation_that_is_none_and_words_for_sides_are_refused():
    with pytest.raises(ValueError, match=r"the relation must be <, <=, > or >=, got '~'"):
        Certify(lambda: (x, "~", 2 * x), {x: (1, 2)}).run(Context())
    with pytest.raises(TypeError, match="words are no sides of an identity: 'a', 'a'"):
        Identity(lambda: ("a", "a"), {x: POSITIVE}).run(Context())


def test_a_refutation_says_where_and_by_how_much():
    """In words, also where the point has long numbers."""
    y = sp.Symbol("y", real=True)
    box = {y: (1, 4)}
    above = Certify(lambda: (y, "<", sp.Integer(2)), box, try_first=[{"y": 3}])
    assert above.run(NOW).summary == "false at y = 3, by -1.00000"
    wrong = Identity(lambda: (y, y + 2), {y: Interval(0, 1)})
    assert wrong.run(NOW).summary.startswith("the sides differ by -2.00000 at y = ")
    assert common.in_words({"a": sp.Rational(1, 3), "b": sp.pi.n(40)}) == "a = 1/3, b = 3.1415927"
    assert common.in_words({}) == "the only point"
