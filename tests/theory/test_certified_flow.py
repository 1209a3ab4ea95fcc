"""Formulas of the flow's times, and positions at any precision, certified."""

import math
from types import SimpleNamespace

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

from depthlaws.theory.chain import flow, flow_solver, precise_alpha, time_courses
from depthlaws.theory.chain.precise_alpha import alpha_ball, alpha_mp
from depthlaws.theory.chain.symbols import L, alpha, alpha0, t, tau
from depthlaws.theory.symbolic.registry import formulas
from tests.theory.exact_flow import EPS, INF, SPEED, speed

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
