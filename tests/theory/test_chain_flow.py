import itertools
import math
from types import SimpleNamespace

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from depthlaws.theory.chain import flow, flow_solver, precise_alpha, time_courses
from depthlaws.theory.chain.balanced_flow import EFFECTIVE_FLOW
from depthlaws.theory.chain.precise_alpha import alpha_ball, alpha_mp
from depthlaws.theory.chain.symbols import L, alpha, alpha0, t, tau
from depthlaws.theory.numerics import solver_groups
from depthlaws.theory.numerics.binade_table import BinadeTable, value_of_own_table
from depthlaws.theory.symbolic.registry import formulas

EPS = 2.0**-52
INF = math.inf
DEPTHS = (1.0, 1.3, 2.0, 2 + 1e-9, 3.0, 7.0, 100.0, 1e8, INF)
BELOW = (1e-12, 1e-6, 0.01, 0.3, 0.49999, 0.51, 0.9, 1 - 1e-7)
ABOVE = (1 + 1e-7, 1.4, 1.99999, 2.5, 40.0, 1e6)
SPEED = EFFECTIVE_FLOW["feedforward"].expr


def hyp2f1(c, z):
    """Real part of 2F1(1, c - 1; c; z) by Arb, in a tenth of mpmath's time."""
    with flint.ctx.workprec(mpmath.mp.prec + 60):  # c - 1 is exact
        c, z = flint.arb(c), flint.acb(flint.arb(z))
        value = z.hypgeom_2f1(1, c - 1, c).real
        assert value.rel_accuracy_bits() > 0.7 * mpmath.mp.prec
        return mpmath.ldexp(*map(int, value.mid().man_exp()))


def exact_time(end, start, depth):
    """Eq. (7) as printed, by 2F1; real parts on the cut, and the two limits."""
    depth = mpmath.mpf(depth)

    def primitive(a):
        if depth == 2:
            return mpmath.log(a / abs(1 - a))
        if depth == mpmath.inf:
            return -1 / a - mpmath.log(abs(1 / a - 1))
        c = 2 / depth
        return a ** (c - 1) / (c - 1) * hyp2f1(c, a)

    return primitive(mpmath.mpf(end)) - primitive(mpmath.mpf(start))


def speed(a, depth):
    return a ** (2 - 2 / mpmath.mpf(depth)) * (1 - a)


def moments(start, depth):
    """Times before, on and after the plateau; backwards too."""
    plateau = abs(flow.time(0.5 if start < 1 else 2.0, start, depth))
    first = flow.earliest(start, depth)
    return [
        *(plateau * f for f in (1e-9, 0.3, 0.999)),
        *(plateau + s for s in (1e-3, 1.0, 30.0, 100.0)),
        *(s for s in (-1e-6, -0.01, -1.0) if s > first),
    ]


def in_units(result, exact, condition):
    return float(abs(result - exact) / abs(exact) / (EPS * (1 + condition)))


@pytest.mark.parametrize("depth", DEPTHS)
def test_alpha_gap_and_time_meet_their_bars_against_sixty_digits(depth):
    with mpmath.workdps(110):
        for start in (*BELOW, *ABOVE):
            a0 = mpmath.mpf(start)
            push = abs(a0 / speed(a0, depth))
            for moment in moments(start, depth):
                result, rest = (f(moment, start, depth) for f in (flow.alpha, flow.gap))
                near = 1 - mpmath.mpf(rest) if abs(rest) < 0.3 else mpmath.mpf(result)
                # One Newton step from the double is exact far beyond sixty digits' worth of test.
                exact = near - (exact_time(near, start, depth) - moment) * speed(near, depth)
                condition = abs(speed(exact, depth)) / exact * (abs(moment) + push)
                where = f"alpha0={start}, t={moment}"
                assert in_units(result, exact, condition) < 8, where
                condition *= exact / abs(1 - exact)
                assert in_units(rest, 1 - exact, condition) < 8, where
                if result in (1, start):
                    continue
                end = mpmath.mpf(result)
                exact = exact_time(end, start, depth)
                condition = (abs(end / speed(end, depth)) + push) / abs(exact)
                assert in_units(flow.time(result, start, depth), exact, condition) < 4, where


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("rest", [1e-20, 1e-300, -1e-20])
def test_a_tiny_gap_keeps_its_digits(depth, rest):
    # So close to the target the equation is linear: the gap decays by exp(-t).
    assert flow.gap(3.0, None, depth, gap0=rest) == pytest.approx(rest * np.exp(-3), rel=4 * EPS)
    later = rest * np.exp(-2.5)
    assert flow.time(None, None, depth, gap0=rest, gap=later) == pytest.approx(2.5, rel=4 * EPS)


@pytest.mark.parametrize(("depth", "start"), [*itertools.product((1.7, 3, 8), (0.02, 3.0))])
def test_alpha_solves_the_equation(depth, start):
    times = np.linspace(0, 40, 81)
    solved = solve_ivp(
        lambda _, a: a ** (2 - 2 / depth) * (1 - a),
        (0, 40),
        [start],
        "DOP853",
        times,
        rtol=1e-12,
        atol=1e-14,
    )
    np.testing.assert_allclose(flow.alpha(2.5 * times, start, depth, 2.5), solved.y[0], rtol=2e-10)


positions = st.one_of(
    st.floats(-12, -1e-3).map(lambda e: 10.0**e), st.floats(1e-3, 6).map(lambda e: 10.0**e)
)
depths = st.one_of(st.sampled_from(DEPTHS), st.floats(1, 100))


def point(moment, start, depth, scale=1.0):
    """Position as (alpha, gap), None for the one that has lost digits; and eps of it in time."""
    a, rest = (f(moment, start, depth, scale) for f in (flow.alpha, flow.gap))
    slow = scale * a ** (2 / depth - 2)
    return ((a, None), slow * a / abs(rest)) if abs(rest) > 0.5 else ((None, rest), slow)


@given(positions, depths, st.floats(0, 30), st.floats(0.1, 10))
def test_time_undoes_alpha(start, depth, moment, scale):
    (a, rest), reach = point(moment, start, depth, scale)
    back = flow.time(a, start, depth, scale, gap=rest)
    reach += point(0, start, depth, scale)[1] + moment
    assert abs(back - moment) <= 12 * EPS * reach


@given(positions, depths, st.floats(0, 20), st.floats(0, 20))
def test_two_legs_are_one_journey(start, depth, first, second):
    (a, rest), reach = point(first, start, depth)
    legs = flow.alpha(second, a, depth, gap0=rest)
    whole = flow.alpha(first + second, start, depth)
    reach += point(0, start, depth)[1] + first + second
    relative_speed = whole ** (1 - 2 / depth) * abs(1 - whole)
    assert abs(legs - whole) <= 12 * EPS * (1 + relative_speed * reach) * whole


@given(st.floats(-8, -1e-3).map(lambda e: 10.0**e), st.floats(1, 2), st.floats(0, 20))
def test_above_the_target_is_below_it_at_another_depth(start, depth, moment):
    # alpha -> 1/alpha takes q = 1-2/L to -1-q, which is depth 2L/(3L-2).
    above, below = (
        flow.alpha(moment, 1 / start, depth),
        flow.alpha(moment, start, 2 * depth / (3 * depth - 2)),
    )
    assert 1 / above == pytest.approx(below, rel=400 * EPS)


@given(positions, depths, st.lists(st.floats(0, 50), min_size=2, max_size=20))
def test_alpha_moves_towards_the_target(start, depth, moments):
    rest = np.abs(flow.gap(np.sort(moments), start, depth))
    assert np.all(np.diff(rest) <= 8 * EPS * rest[:-1])
    assert np.all(rest <= abs(1 - start) * (1 + 8 * EPS))


def test_arrays_broadcast_to_the_numbers_they_hold():
    depth = np.array([1, 2, 3.5, INF])[:, None, None]
    start = np.array([1e-3, 0.7, 1.0, 4.0])[:, None]
    moment = np.array([-1e-4, 0.0, 3.0, 90.0])
    result = flow.alpha(moment, start, depth, 1.5)
    assert result.shape == (4, 4, 4)
    for i, j, k in np.ndindex(result.shape):
        one = flow.alpha(moment[k], start[j, 0], depth[i, 0, 0], 1.5)
        assert isinstance(one, float)
        assert result[i, j, k] == pytest.approx(one, rel=4 * EPS)
    ends = flow.time(np.array([0.2, 0.9]), 0.5, depth[..., 0])
    assert ends.shape == (4, 2)
    assert ends[2, 1] == flow.time(0.9, 0.5, 3.5)
    assert flow.alpha(np.empty((0, 3)), 0.1, 2).shape == (0, 3)
    result = flow.alpha(1.0, 0.1, [2.0, 2.0])
    result += 1  # results belong to the caller
    assert result.shape == (2,)


def test_many_depths_need_no_tables():
    rng = np.random.default_rng(1)
    depth, start = 1 + 9 * rng.random(300), 10 ** rng.uniform(-3, 1, 300)
    moment = rng.uniform(0, 20, 300)
    for function in (flow.alpha, flow.gap):
        many = function(moment, start, depth)
        each = [function(*values) for values in zip(moment, start, depth, strict=True)]
        condition = 1 + moment + 1 / np.abs(start - 1) + start ** (2 / depth - 1)
        assert np.all(np.abs(many - each) <= 8 * EPS * condition * np.abs(many))


def test_a_piece_alone_is_that_of_its_table_also_in_the_last_binade_and_below():
    """Every quarter of five binades, its ends included; below three the value is constant."""
    ends = 2.0 ** -np.arange(6.0)[:, None] * np.array([1, 1.25, 1.5, 1.75]) / 2
    x = np.array([np.nextafter(ends, 0), ends, np.nextafter(ends, 1)]).ravel()
    whole = BinadeTable(lambda v: 1 + v, binades=3)(x)
    alone = value_of_own_table(lambda v: 1 + v, x, binades=3, degree=11)
    assert np.array_equal(alone, whole)
    assert len({*whole[x < 2**-3]}) == 1
    assert np.allclose(whole[x >= 2**-2.5], 1 + x[x >= 2**-2.5], rtol=1e-15)


def test_long_arrays_are_cut_into_chunks():
    moment = np.linspace(0, 60, 3 * solver_groups.CHUNK + 5)
    whole = flow.alpha(moment, 0.03, 5)
    assert np.array_equal(whole[::977], [flow.alpha(v, 0.03, 5) for v in moment[::977]])


def test_a_solver_gets_numbers_as_numbers_and_arrays_flat():
    """A start that all points share is worked out once; points may have any shape."""
    seen = []

    def call(*args):
        seen.append([np.shape(a) for a in args])
        return -args[1]

    (result,) = solver_groups.one_call(call, [2.0, np.arange(6.0).reshape(2, 3)], (2, 3))
    assert seen == [[(), (6,)]]
    assert result.tolist() == [[0, -1, -2], [-3, -4, -5]]


@pytest.mark.parametrize("depth", DEPTHS)
def test_exact_values(depth):
    for start in (*BELOW, 1.0, *ABOVE):
        assert flow.alpha(0, start, depth) == start
        assert flow.time(start, start, depth) == 0
        assert flow.alpha(INF, start, depth) == 1
        assert flow.gap(INF, start, depth) == 0
    assert flow.alpha(-7.0, 1, depth) == 1
    assert flow.time(1, 0.3, depth) == INF
    assert flow.alpha(2.0, 0.3, depth, network="block1") == flow.alpha(2.0, 0.3, depth)


@pytest.mark.parametrize(("depth", "start"), [(1, 0.3), (1.5, 0.9), (2, 5.0), (4, 1.2), (INF, 9.0)])
def test_solutions_begin_where_earliest_says(depth, start):
    first = flow.earliest(start, depth, 2.0)
    edge = flow.alpha(first * (1 - 1e-9), start, depth, 2.0)
    assert edge < 1e-6 if start < 1 else edge > 1e2
    with pytest.raises(ValueError, match="must be after"):
        flow.alpha(first * (1 + 1e-9), start, depth, 2.0)
    assert flow.earliest(0.5, 2) == flow.earliest(2, 1) == flow.earliest(1, 3) == -INF


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: flow.alpha(1, 0.1, 0.5), "L must be at least 1 .* got 0.5"),
        (lambda: flow.alpha(1, 0, 2), "alpha0 must be positive and finite, got 0"),
        (lambda: flow.alpha(1, [0.1, -3], 2), "alpha0 must be positive and finite, got -3"),
        (lambda: flow.alpha(math.nan, 0.1, 2), "t must be a number, got nan"),
        (lambda: flow.alpha(1, 0.1, math.nan), "L must be a number"),
        (lambda: flow.alpha("soon", 0.1, 2), "t must be a real number .* 'soon'"),
        (lambda: flow.alpha(1, 0.1, 2, 0), "tau must be positive and finite, got 0"),
        (lambda: flow.alpha(1, 0.1, 2, network="blocks"), "unknown network 'blocks'"),
        (lambda: flow.alpha(1, 0.1, 2, gap0=0.9), "exactly one of alpha0 and gap0"),
        (lambda: flow.gap(1, None, 2, gap0=1.0), "gap0 must be finite and below 1, got 1"),
        (lambda: flow.alpha([1, 2], [0.1] * 3, 2), r"do not broadcast: t \(2,\), alpha0 \(3,\)"),
        (lambda: flow.time(0.5, 2, 3), "same side of 1, got 0.5 and 2"),
        (lambda: flow.time([0.5, 2], 1, 3), "same side of 1, got 0.5 and 1"),
        (lambda: flow.time(INF, 2, 3), "alpha must be positive and finite, got inf"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# -- formulas --------------------------------------------------------------------------------------

TIMES = ("chain-time", "chain-time-infinite-depth", "chain-time-depth2", "chain-time-depth4")
ALPHAS = ("chain-alpha-infinite-depth", "chain-alpha-depth1", "chain-alpha-depth2")
DEPTH_OF = {
    "infinite-depth": INF,
    "depth1": 1,
    "depth2": 2,
    "depth4": 4,
    "depth4/3": sp.Rational(4, 3),
}


def depth_of(name):
    return DEPTH_OF[name.removeprefix("chain-time-").removeprefix("chain-alpha-")]


@pytest.mark.parametrize("name", [*ALPHAS, "chain-alpha-depth4/3"])
def test_closed_inverses_solve_the_equation(name):
    expr = formulas()[name].expr
    depth = sp.oo if depth_of(name) == INF else depth_of(name)
    slope = tau * sp.diff(expr, t) - sp.limit(SPEED, L, depth).subs(alpha, expr)
    for start, moment in (
        (sp.Rational(1, 7), sp.Rational(3, 5)),
        (sp.Rational(3, 4), sp.Rational(5, 2)),
    ):
        point = {alpha0: start, t: moment, tau: 2}
        assert abs(sp.N(slope.subs(point), 40)) < 1e-35
        assert abs(sp.N((expr - alpha0).subs(t, 0).subs(point), 40)) < 1e-35


@pytest.mark.parametrize("name", [*TIMES, "chain-time-hypergeometric", "chain-time-integer-depth"])
@pytest.mark.parametrize(("end", "start"), [(0.9, 0.02), (1.5, 7.0)])
def test_times_have_the_slope_of_the_equation(name, end, start):
    law = formulas()[name]
    if name == "chain-time-hypergeometric" and start > 1:
        end, start = 0.3, 0.7
    for depth in (3, 4, 6) if "L" in law.names else (depth_of(name),):
        rest = (depth, 2) if "L" in law.names else (2,)
        with mpmath.workdps(40):
            slope = mpmath.diff(lambda a: law.mp(a, start, *rest, dps=60), mpmath.mpf(end))  # noqa: B023
            assert abs(slope * speed(mpmath.mpf(end), depth) / 2 - 1) < 1e-15


@pytest.mark.parametrize(("end", "start"), [(0.9, 1e-3), (0.4, 0.8), (1.001, 60.0)])
def test_every_form_of_the_time_gives_the_same_ball(end, start):
    for depth in (1, 2, 3, 4, 5, 8, 16):
        whole = time_courses.chain_time.ball(end, start, depth, 1)
        assert float(whole.rad()) < 1e-30
        written_out = time_courses.elementary_course(depth).subs(
            {alpha: end, alpha0: start, tau: 1}
        )
        assert abs(float(whole.mid()) - float(written_out)) < 1e-12 * abs(float(whole.mid()))
        if depth > 2:
            assert whole.overlaps(time_courses.elementary_time.ball(end, start, depth, 1))
        if depth != 2 and end < 1:
            assert whole.overlaps(time_courses.hypergeometric_time.ball(end, start, depth, 1))
        if depth in (2, 4):
            assert whole.overlaps(formulas()[f"chain-time-depth{depth}"].ball(end, start, 1))
    assert time_courses.chain_time.ball(end, start, sp.oo, 1).overlaps(
        time_courses.infinite_time.ball(end, start, 1)
    )


@pytest.mark.parametrize("depth", [0, -2, 1.5])
def test_written_out_times_need_an_integer_depth(depth):
    with pytest.raises(ValueError, match="positive integer"):
        time_courses.elementary_course(depth)


@pytest.mark.parametrize("name", [*TIMES, *ALPHAS, "chain-time-hypergeometric"])
def test_float_kernels_stay_within_the_budget_of_their_balls(name):
    law = formulas()[name]
    rng = np.random.default_rng(5)
    for _ in range(12):
        a0, a = 10 ** rng.uniform(-6, 0, 2)
        values = {"alpha0": a0, "alpha": a, "t": rng.uniform(0, 20), "tau": 1.7, "L": 5.5}
        point = [values[n] for n in law.names]
        ball = law.ball(*point, prec=200)
        ends = (values["alpha0"], values["alpha"])
        reach = [a ** (2 / depth - 1) / (1 - a) for depth in (1, 5.5, INF) for a in ends]
        condition = max(reach) * 1.7 / (float(abs(ball.mid())) if "time" in name else 1)
        assert abs(law(*point) - ball) / abs(ball) < law.budget * EPS * (1 + condition)


# -- any precision, certified ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moment", "start"),
    [
        ("chain-alpha-infinite-depth", 50.0, 0.01),
        ("chain-alpha-infinite-depth", 0.125, 20.0),
        ("chain-alpha-depth2", 3.0, 1e-6),
        ("chain-alpha-depth1", 0.75, 5.0),
    ],
)
def test_the_certified_root_is_the_closed_form(name, moment, start):
    result = alpha_ball(moment, start, depth_of(name), prec=150)
    closed = formulas()[name].ball(moment, start, 1, prec=200)
    assert result.overlaps(closed)
    assert float(result.rad() / result) < 1e-40


@pytest.mark.parametrize(
    ("moment", "start", "depth"), [(3.0, 0.1, 3), (-0.1, 2.0, 4), (40.0, 0.2, 1.5)]
)
def test_precise_root_rounds_to_the_double(moment, start, depth):
    root = alpha_mp(moment, start, depth, 2, dps=40)
    assert float(root) == pytest.approx(flow.alpha(moment, start, depth, 2.0), rel=16 * EPS)
    with mpmath.workdps(60):
        rest = flow.gap(moment, start, depth, 2.0)
        assert float(1 - root) == pytest.approx(rest, rel=16 * EPS * (1 + 1 / (1 - start)))
        assert abs(time_courses.chain_time.mp(root, start, depth, 2, dps=50) - moment) < 1e-38
    with flint_precision(200):
        ball = alpha_ball(moment, start, depth, 2)
        assert ball.overlaps(flint.arb(mpmath.nstr(root, 41), 1e-38))


def test_certified_roots_follow_the_formula_not_the_kernel():
    changed = time_courses.chain_time.expr.subs(tau, 2 * tau)
    with time_courses.chain_time.replaced(changed):
        slow = alpha_ball(3.0, 0.1, 3)
    assert slow.overlaps(alpha_ball(1.5, 0.1, 3))


@pytest.mark.parametrize("depth", [1.3, 2.0, 3.0, 4.0, 7.0, 1e9, INF])
def test_a_thousand_gaps_above_the_target_are_those_of_their_times(depth):
    """Newton's steps end at rounding, not only at the points that other tests look at."""
    place = np.linspace(0, 1, 1000)
    start, moment = 1 + 10 ** (6 * place - 3), 5 * (place * 618.0339887 % 1)
    back = flow.time(None, start, depth, gap=flow.gap(moment, start, depth))
    assert np.abs(back - moment).max() < 64 * EPS


def test_a_root_that_is_a_little_off_is_still_enclosed(monkeypatch):
    """The wrong root lies within its ball; only a change of sign between the ends certifies."""
    law = formulas()["chain-alpha-depth2"]
    with mpmath.workdps(40):
        near = law.mp(2.0, 0.25, 1, dps=40) * (1 + mpmath.mpf(1e-25))
    monkeypatch.setattr(precise_alpha, "alpha_mp", lambda *_, **__: near)
    result = alpha_ball(2.0, 0.25, 2, prec=100)
    assert result.is_finite()
    assert result.contains(law.ball(2.0, 0.25, 1, prec=200))


def test_roots_that_are_not_found_are_no_answer(monkeypatch):
    """Too few steps, a time that does not move, a root outside every ball that is tried."""
    far = formulas()["chain-alpha-depth2"](2.0, 0.25, 1) * 1.5
    with monkeypatch.context() as one:
        one.setattr(precise_alpha, "alpha_mp", lambda *_, **__: mpmath.mpf(far))
        assert not alpha_ball(2.0, 0.25, 2).is_finite()
    with monkeypatch.context() as one:
        one.setattr(precise_alpha, "SECANT_STEPS", 1)
        with pytest.raises(ArithmeticError, match=r"no root of .* at t = 2\.0 after 1 sec"):
            alpha_mp(2.0, 0.25, 3)
    still = SimpleNamespace(id="still", mp=lambda *_, **__: mpmath.mpf(0))
    monkeypatch.setattr(precise_alpha, "_time_law", lambda *_: (still, ()))
    with pytest.raises(ArithmeticError, match="no root of still"):
        alpha_mp(2.0, 0.25, 3)


@pytest.mark.parametrize(("last", "ends"), [(1e-14, True), (0.1, False)])
def test_newtons_steps_end_alone_or_are_refused_after_twelve(last, ends):
    """One element at its root, one that comes there, one whose steps stay of one size."""
    calls = []

    def step(x):
        calls.append(x)
        return np.array([0.0 if len(calls) == 1 else 0.3, math.log(x[1] / 3), last])

    start = np.array([1.5, 1.0, 2.0])
    if ends:
        result = flow_solver._newton(step, start)
        np.testing.assert_allclose(result, [1.5, 3.0, 2 * math.exp(-12 * last)], rtol=1e-15)
    else:
        with pytest.raises(ArithmeticError, match=r"no root after 12 steps: .* 0\.1$"):
            flow_solver._newton(step, start)


def test_roots_at_rest():
    assert alpha_mp(0, 0.25, 3) == 0.25
    assert alpha_ball(5, 1, 3) == 1


class flint_precision:
    def __init__(self, bits):
        self.bits = bits

    def __enter__(self):
        self.before, flint.ctx.prec = flint.ctx.prec, self.bits

    def __exit__(self, *_):
        flint.ctx.prec = self.before


@pytest.mark.parametrize("L", [3, 8, 50, 1e6, np.inf])
@pytest.mark.parametrize("alpha0", [1.2361906773509657e-18, 1e-100, 1e-300])
def test_ends_of_long_plateaus_stay_between_start_and_target(L, alpha0):
    """Where one rounding of t is longer than the whole rise, alpha is one of its values."""
    half = flow.time(0.5, alpha0, L=L)
    alpha = flow.alpha(half * (1 + np.arange(-20, 21) * 1.1e-16), alpha0, L=L)
    assert np.all((alpha >= alpha0) & (alpha <= 1 + 1e-15))
    assert np.all(np.diff(alpha) >= -1e-15)
