import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from depthlaws.theory.chain import block2_solver, flow, time_courses
from depthlaws.theory.chain.precise_alpha import alpha_ball, alpha_mp
from depthlaws.theory.numerics.panel_integral import PanelIntegral
from depthlaws.theory.symbolic.registry import formulas

EPS = 2.0**-52
INF = math.inf
NETWORK = {"network": "block2"}


def lift(a, depth, r):
    """((r a)^(1/L) - 1) / (r^(1/L) - 1)."""
    if depth == mpmath.inf:
        return 1 + mpmath.log(a) / mpmath.log(r)
    return ((r * a) ** (1 / depth) - 1) / (r ** (1 / depth) - 1)


def speed(a, depth, r):
    return lift(a, depth, r) * a ** (2 - 2 / depth) * (1 - a)


def exact_time(end, start, depth, r):
    """Quadrature in s = log(r alpha), cut where log(s/|s - log r|) advances evenly."""
    low, high = (mpmath.log(r * a) for a in (start, end))
    target = mpmath.log(r)
    side = mpmath.sign(target - low)

    def place(s):
        return mpmath.log(s / abs(target - s))

    steps = 2 + int(abs(place(high) - place(low)) / 3)
    cuts = mpmath.linspace(place(low), place(high), steps)
    cuts = [low, *(target / (1 + side * mpmath.exp(-u)) for u in cuts[1:-1]), high]
    return mpmath.quad(lambda s: mpmath.exp(s) / r / speed(mpmath.exp(s) / r, depth, r), cuts)


def in_units(result, exact, condition):
    return float(abs(result - exact) / abs(exact) / (EPS * (1 + condition)))


@pytest.mark.parametrize(
    ("depth", "r"),
    [(1.0, 1.01), (1.5, 2.0), (2.0, 1000.0), (8.0, 20.0), (1e3, 2.0), (INF, 1.01), (INF, 1000.0)],
)
def test_alpha_gap_and_time_meet_their_bars_against_quadrature(depth, r):
    target, floor = {**NETWORK, "r": r}, 1 / r
    with mpmath.workdps(30):
        exact_depth, exact_r = mpmath.mpf(depth), mpmath.mpf(r)
        for start in (floor + 1e-4 * (1 - floor), 0.5 + floor / 2, 1 - 1e-3, 1.01, 3.0, 1e4):
            a0 = mpmath.mpf(start)
            push = abs(a0 / speed(a0, exact_depth, exact_r))
            aim = 1 - 1e-3 if start < 0.99 else 1 - 1e-5 if start < 1 else 1.001
            scale = abs(flow.time(aim, start, depth, **target))
            for moment in (1e-3 * scale, 0.5 * scale, scale + 2):
                where = f"alpha0={start}, t={moment}"
                result, rest = (f(moment, start, depth, **target) for f in (flow.alpha, flow.gap))
                close = abs(rest) < 0.3
                near = 1 - mpmath.mpf(rest) if close else mpmath.mpf(result)
                elapsed = exact_time(near, a0, exact_depth, exact_r)
                slow = abs(speed(near, exact_depth, exact_r))
                # One Newton step from the double is exact to twice its digits.
                exact = near - (elapsed - moment) * slow * mpmath.sign(rest)
                condition = slow / exact * (abs(moment) + push)
                assert in_units(result, exact, condition) < 8, where
                condition *= exact / abs(1 - exact)
                assert in_units(rest, 1 - exact, condition) < 8, where
                end = {"alpha": None, "gap": rest} if close else {"alpha": result}
                back = flow.time(**end, alpha0=start, L=depth, **target)
                given_ = abs(rest) if close else near
                condition = (given_ / slow + push) / abs(elapsed)
                assert in_units(back, elapsed, condition) < 4, where


@pytest.mark.parametrize(("depth", "start", "r"), [(1, 0.55, 2.0), (3, 0.3, 4.0), (6, 9.0, 1.5)])
def test_alpha_solves_the_equation(depth, start, r):
    times = np.linspace(0, 60, 61)
    solved = solve_ivp(
        lambda _, a: [float(speed(a[0], depth, r))],
        (0, 60),
        [start],
        "DOP853",
        times,
        rtol=1e-12,
        atol=1e-14,
    )
    result = flow.alpha(0.5 * times, start, depth, 0.5, **NETWORK, r=r)
    np.testing.assert_allclose(result, solved.y[0], rtol=5e-10)


def test_infinite_depth_is_the_partial_fraction_series():
    # t = r^2 log(r) [F], s = log(r alpha): Ei for the double pole, a pair for each e^s = r.
    r, start, end = 2, mpmath.mpf("0.6"), mpmath.mpf("0.9")
    with mpmath.workdps(25):
        log_r = mpmath.log(r)

        def primitive(a):
            s = mpmath.log(r * a)
            rest = log_r - s

            def term(m):
                c = 2 * mpmath.pi * m
                pair = 2 * log_r * mpmath.log(s) - log_r * mpmath.log(rest**2 + c**2)
                return (pair + 2 * c * mpmath.atan(rest / c)) / (log_r**2 + c**2)

            series = (mpmath.log(s) - mpmath.log(abs(rest))) / log_r - mpmath.log(s) / 2
            series += mpmath.nsum(term, [1, mpmath.inf], method="e")
            return mpmath.ei(-s) / r + mpmath.log(s) / r**2 + series / r**2

        exact = r**2 * log_r * (primitive(end) - primitive(start))
    assert flow.time(0.9, 0.6, INF, **NETWORK, r=2) == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(("end", "start", "r"), [(0.9, 0.55, 2), (0.3, 0.2, 8), (1.5, 40, 1.25)])
def test_every_form_of_the_time_gives_the_same_ball(end, start, r):
    for depth in (2, 3, 4, 7, 16):
        whole = time_courses.block2_time.ball(end, start, depth, r, 1)
        written_out = time_courses.block2_elementary_time.ball(end, start, depth, r, 1)
        assert whole.overlaps(written_out)
        assert float(whole.rad() / abs(whole)) < 1e-30
        result = flow.time(end, start, depth, **NETWORK, r=r)
        assert result == pytest.approx(float(whole.mid()), rel=64 * EPS)
    infinite = time_courses.block2_infinite_time.ball(end, start, r, 1)
    deep = time_courses.block2_time.ball(end, start, 10**12, r, 1)
    assert float(abs(infinite - deep) / infinite) < 1e-9
    assert formulas()["block2-time-infinite-depth"](end, start, r, 1) == pytest.approx(
        float(infinite.mid()), rel=64 * EPS
    )


def test_one_block_is_a_chain_of_two_layers_in_the_weight():
    # u = s^2 with s the weight over its target: (r alpha - 1)/(r - 1) is the square of a logistic.
    r, start, moment = 3.0, 0.4, np.linspace(0, 25, 11)
    odds = ((r * start - 1) / (r - 1)) / (1 - (r * start - 1) / (r - 1))
    u = 1 / (1 + np.exp(-moment) / odds)
    result = flow.alpha(moment, start, 1, **NETWORK, r=r)
    np.testing.assert_allclose(result, (1 + (r - 1) * u) / r, rtol=32 * EPS)


@pytest.mark.parametrize("depth", [4, INF])
def test_a_target_near_one_gives_the_chain_of_two_layers(depth):
    # u = (b-1)/(rho-1) turns logistic as r -> 1, with an error of first order in r-1.
    moment, errors = 1.7, []
    for small in (1e-3, 1e-4, 1e-5):
        r = 1 + small
        start = (1 + 0.3 * small) / r
        a = flow.alpha(moment, start, depth, **NETWORK, r=r)
        u = float(lift(mpmath.mpf(a), mpmath.mpf(depth), mpmath.mpf(r)))
        errors.append(u - flow.alpha(moment, 0.3, 2))
    assert abs(errors[0]) < 1e-3
    assert errors[1] / errors[0] == pytest.approx(0.1, rel=0.02)
    assert errors[2] / errors[1] == pytest.approx(0.1, rel=0.02)


@pytest.mark.parametrize(
    ("r", "depth", "rate"),
    [(2, 1, 0.5), (2, 2, 0.3018), (2, 8, 0.2053), (2, INF, 0.1803), (8, 4, 0.0567)],
)
def test_escape_from_the_floor_has_the_published_rate(r, depth, rate):
    # log w grows at rate kappa: w^2 ~ log(r alpha) is e^2 times larger after 1/kappa.
    low, high = ((1 + small) / r for small in (1e-7, 1e-6))
    elapsed = flow.time(high, low, depth, **NETWORK, r=r)
    assert 0.5 * math.log(10) / elapsed == pytest.approx(rate, abs=6e-5)


@given(
    st.floats(0.01, 3),
    st.sampled_from([1, 1.2, 2, 5, 64, INF]),
    st.floats(1e-4, 1),
    st.floats(0, 30),
)
def test_time_undoes_alpha(log_r, depth, share, moment):
    r = math.exp(log_r)
    start = math.exp(-log_r * (1 - share * 0.999))
    rest = flow.gap(moment, start, depth, **NETWORK, r=r)
    back = flow.time(None, start, depth, **NETWORK, r=r, gap=rest)
    push = sum(1 / abs(float(speed(a, depth if depth < INF else mpmath.inf, r))) for a in (start,))
    end = 1 - rest
    slow = rest / abs(float(lift(end, mpmath.mpf(depth), r) * end**2 * rest)) if rest else 0
    assert abs(back - moment) <= 16 * EPS * (1 + moment + push + slow * r)


@pytest.mark.parametrize("depth", [1, 3, INF])
def test_a_tiny_gap_keeps_its_digits(depth):
    for rest in (1e-20, 1e-200, -1e-20):
        result = flow.gap(3.0, None, depth, **NETWORK, r=2, gap0=rest)
        assert result == pytest.approx(rest * np.exp(-3), rel=8 * EPS)


@pytest.mark.parametrize("depth", [1, 4, INF])
def test_solutions_from_infinity_begin_where_earliest_says(depth):
    first = flow.earliest(3.0, depth, 2.0, **NETWORK, r=2)
    assert first < 0
    assert flow.alpha(first * (1 - 1e-9), 3.0, depth, 2.0, **NETWORK, r=2) > 1e3
    with pytest.raises(ValueError, match="must be after"):
        flow.alpha(first * (1 + 1e-9), 3.0, depth, 2.0, **NETWORK, r=2)
    assert flow.earliest(0.7, depth, **NETWORK, r=2) == -INF
    assert flow.alpha(-1e4, 0.7, depth, **NETWORK, r=2) == pytest.approx(0.5, rel=4 * EPS)


def test_arrays_broadcast_over_targets_and_sides():
    r, start = np.array([[1.5], [4.0]]), np.array([0.8, 1.0, 2.0])
    result = flow.alpha(1.5, start, 3, **NETWORK, r=r)
    assert result.shape == (2, 3)
    for i, j in np.ndindex(result.shape):
        one = flow.alpha(1.5, start[j], 3, **NETWORK, r=r[i, 0])
        assert result[i, j] == pytest.approx(one, rel=4 * EPS)
    assert np.all(result[:, 1] == 1)


def test_only_the_targets_that_occur_are_tabulated():
    block2_solver.solver.cache_clear()
    r = np.linspace(1.3, 2, 20)
    flow.alpha(1.0, 0.9, np.linspace(2, 9, 20), **NETWORK, r=r)
    assert block2_solver.solver.cache_info().misses == 20


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"alpha0": 0.8}, "needs its target total weight r > 1, got r=None"),
        ({"alpha0": 0.8, "r": 1}, "r must be finite and above 1, got 1"),
        ({"alpha0": 0.8, "r": INF}, "r must be finite and above 1, got inf"),
        ({"alpha0": 0.5, "r": 2}, r"alpha0 must be such that r\*alpha > 1 \(block2\), got 0.5"),
        ({"alpha0": [0.8, 0.3], "r": 2}, "got 0.3"),
        ({"alpha0": 0.8, "r": [2, 3], "t": [1, 2, 3]}, r"shapes do not broadcast: .* r \(2,\)"),
    ],
)
def test_bad_input_is_named(given_, message):
    with pytest.raises(ValueError, match=message):
        flow.alpha(**({"t": 1, "L": 2} | NETWORK | given_))
    if "t" not in given_:
        with pytest.raises(ValueError, match=message):
            flow.time(**({"alpha": 0.9, "L": 2} | NETWORK | given_))


@pytest.mark.parametrize(("moment", "start", "depth"), [(3.0, 0.6, 3), (0.1, 3.0, INF)])
def test_the_certified_root_rounds_to_the_double(moment, start, depth):
    root = alpha_mp(moment, start, depth, **NETWORK, r=2)
    ball = alpha_ball(moment, start, depth, **NETWORK, r=2)
    assert float(ball.mid()) == float(root)
    assert float(ball.rad()) < 1e-36
    result = flow.alpha(moment, start, depth, **NETWORK, r=2)
    assert result == pytest.approx(float(root), rel=16 * EPS)


def test_panels_refuse_what_they_cannot_resolve():
    with pytest.raises(ValueError, match="not resolved"):
        PanelIntegral(lambda y: 2 + np.sin(5000 * y), -4, 4)


def test_panels_integrate_and_invert():
    # T' = 1 + exp(-y^2) has T = y + sqrt(pi)/2 erf(y)
    panels = PanelIntegral(lambda y: 1 + np.exp(-y * y), -8, 8, knee=2)
    place = np.linspace(-7.9, 7.9, 101)
    erf = np.array([math.erf(v) for v in place])
    exact = place - 2 + math.sqrt(math.pi) / 2 * (erf - math.erf(2))
    total = panels.excess(place) + panels.past_knee(place)
    np.testing.assert_allclose(total, exact, rtol=0, atol=4e-15)
    back = panels.invert(total) + panels.past_origin(total)
    np.testing.assert_allclose(back, place, rtol=0, atol=4e-15)


def test_a_branch_is_tabulated_once():
    assert block2_solver.solver(3.0, 2.0, False) is block2_solver.solver(3.0, 2.0, False)


@pytest.mark.parametrize(("r", "L"), [(1e9, 64), (1e12, 64), (1e50, 30), (1e200, 1000)])
def test_times_to_large_targets_by_quadrature(r, L):
    """In y = log(u/(1-u)), u = (b-1)/(rho-1), b = (r alpha)^(1/L): dt/dy with v = b/rho."""
    with mpmath.workdps(60):
        rho = mpmath.mpf(r) ** (mpmath.mpf(1) / L)

        def place(alpha):
            u = ((r * mpmath.mpf(alpha)) ** (mpmath.mpf(1) / L) - 1) / (rho - 1)
            return mpmath.log(u / (1 - u))

        def rate(y):
            v = (1 + (rho - 1) / (1 + mpmath.exp(-y))) / rho
            return L * (1 - v) / (v ** (L - 1) * (1 - v**L))

        exact = mpmath.quad(rate, mpmath.linspace(place(1e-3), place(0.9), 20))
    time = flow.time(0.9, 1e-3, L=L, network="block2", r=r)
    assert time == pytest.approx(float(exact), rel=1e-13)


def test_targets_of_which_no_digits_are_left_are_refused_in_the_users_words():
    with pytest.raises(ValueError, match="L=inf, r=1e\\+300; use r up to 1e200"):
        flow.time(0.9, 0.5, L=np.inf, network="block2", r=1e300)
