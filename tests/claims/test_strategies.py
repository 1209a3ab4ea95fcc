"""Public Hypothesis strategies: their values satisfy the domain and reach its ends."""

import math

import numpy as np
import pytest
import sympy as sp
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from depthlaws.claims import strategies
from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.records import Claim
from depthlaws.theory.activations.kernels import dual_erf, gate_leaky, h12, kappa_relu, rho
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, NONNEGATIVE, POSITIVE, REAL, UNIT, Interval

QUICK = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
INTERVALS = {
    "real": REAL,
    "positive": POSITIVE,
    "nonnegative": NONNEGATIVE,
    "unit": UNIT,
    "depth": DEPTH,
    "closed": Interval(-1, 1),
    "irrational": Interval(-sp.pi, sp.sqrt(2), left_open=True),
    "loops": Interval(1, sp.oo, integer=True, right_open=True),
    "far integers": Interval(500, sp.oo, integer=True),
    "few integers": Interval(0, 3, integer=True, left_open=True, right_open=True),
    "negative": Interval(-sp.oo, 0),
}


@pytest.mark.parametrize("interval", INTERVALS.values(), ids=INTERVALS)
@QUICK
@given(data=st.data())
def test_numbers_lie_in_their_interval(interval, data):
    x = data.draw(strategies.numbers(interval))
    assert isinstance(x, int if interval.integer and math.isfinite(x) else float)
    assert interval.contains(x)
    assert x == 0 or abs(x) >= strategies.MIN_MAGNITUDE


@pytest.mark.parametrize("interval", INTERVALS.values(), ids=INTERVALS)
def test_seeded_points_lie_in_their_interval_and_are_reproducible(interval):
    drawn = [p["x"] for p in sampling.points({"x": interval}, 40, seed=3)]
    assert all(interval.contains(x) for x in drawn)
    assert all(type(x) is int for x in drawn if interval.integer and math.isfinite(x))
    assert drawn == [p["x"] for p in sampling.points({"x": interval}, 40, seed=3)]
    assert len(set(drawn)) == len(drawn) == min(40, sampling.cases({"x": interval}))
    other = [p["x"] for p in sampling.points({"x": interval}, 40, seed=4)]
    assert drawn != other or drawn == sampling.values(interval)


@pytest.mark.parametrize(
    ("interval", "wanted"),
    [
        (Interval(-1, 1), [-1.0, 1.0]),
        (DEPTH, [1.0, math.inf]),
        (Interval(-sp.oo, 0), [-math.inf, 0.0]),
        (Interval(1, 7, integer=True), [1.0, 7.0]),
    ],
)
def test_closed_ends_are_drawn_exactly(interval, wanted):
    for end in wanted:
        assert end in sampling.edges(interval)
        assert find(strategies.numbers(interval), lambda x, end=end: x == end) == end


def test_open_ends_are_approached_and_never_reached():
    near = find(strategies.numbers(UNIT), lambda x: 0 < 1 - x < 1e-9)
    assert near < 1
    assert find(strategies.numbers(UNIT), lambda x: x < 1e-9) > 0
    assert not {0.0, 1.0} & set(sampling.edges(UNIT))


@QUICK
@given(st.data())
def test_far_cuts_an_unbounded_interval(data):
    assert data.draw(strategies.numbers(POSITIVE, far=10.0)) <= 10


@QUICK
@given(strategies.points(dual_erf))
def test_points_of_a_formula_satisfy_its_relation(point):
    assert list(point) == ["h11", "h12", "h22"]
    assert point["h12"] ** 2 <= point["h11"] * point["h22"] * (1 + 1e-15)
    assert abs(dual_erf(**point)) <= 1


@QUICK
@given(strategies.points({"N": Interval(1, 5, integer=True), "kind": ["feedforward", "block1"]}))
def test_points_of_a_mapping_mix_intervals_and_choices(point):
    assert point["N"] in {1, 2, 3, 4, 5}
    assert point["kind"] in {"feedforward", "block1"}


def claim(*checks):
    return Claim(id="c", source=CHAIN.eq(1), says="s", checks=checks)


def test_domain_of_a_claim_joins_its_checks():
    L = sp.Symbol("L", positive=True)
    subject = claim(
        Property(lambda x: True, {"x": UNIT}),
        Certify(lambda: (L, "<=", L), {L: (1, 64), rho: [0, 1]}),
        Identity(lambda: (h12, h12), {h12: REAL}),
    )
    domain, relation = strategies.domain_of(subject)
    assert domain == {"x": UNIT, "L": Interval(1, 64), "rho": [0, 1], "h12": REAL}
    assert relation == sp.true


def test_a_claim_without_a_domain_is_refused():
    with pytest.raises(ValueError, match="the checks of claim 'c' declare no domain"):
        strategies.domain_of(claim(Property(lambda: True, {})))


@QUICK
@given(strategies.arrays(gate_leaky))
def test_arrays_broadcast_against_each_other(arguments):
    out = gate_leaky(**arguments)
    shape = np.broadcast_shapes(*(a.shape for a in arguments.values()))
    assert np.shape(out) == shape
    index = tuple(0 for _ in shape)
    full = {k: np.broadcast_to(a, shape) for k, a in arguments.items()}
    if 0 not in shape:
        one = gate_leaky(**{k: float(a[index]) for k, a in full.items()})
        assert np.asarray(out)[index] == pytest.approx(one, rel=1e-14, abs=1e-12)


def test_arrays_include_scalars_and_several_dimensions():
    for wanted in (0, 2):
        shapes = find(strategies.arrays(kappa_relu), lambda a, n=wanted: a["rho"].ndim == n)
        assert shapes["rho"].ndim == wanted


@QUICK
@given(strategies.arrays(dual_erf, max_dims=2, max_side=2))
def test_arrays_of_a_formula_with_a_relation_satisfy_it(arguments):
    assert np.all(arguments["h12"] ** 2 <= arguments["h11"] * arguments["h22"] * (1 + 1e-15))


@QUICK
@given(strategies.weights((2, 6)), strategies.weights(3, positive=True))
def test_weights_have_the_depth_asked_for_and_no_zero(any_sign, positive):
    assert 2 <= any_sign.size <= 6
    assert np.all(any_sign != 0)
    assert positive.shape == (3,)
    assert np.all(positive > 0)


def test_weights_take_both_signs():
    assert np.any(find(strategies.weights(2), lambda w: bool(np.any(w < 0))) < 0)


@QUICK
@given(strategies.datasets())
def test_datasets_have_positive_moments(data):
    x, y = data
    assert x.shape == y.shape
    assert np.mean(x * x) > 0
    assert np.mean(x * y) > 0
