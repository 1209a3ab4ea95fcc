"""Float values over the whole magnitude range of the domains, against certified balls."""

import math
import random

import numpy as np
import pytest

from depthlaws import chain, residual
from depthlaws.theory import formula, formulas
from depthlaws.theory.chain.networks import any_depth
from depthlaws.theory.symbolic.codegen import BINDERS

EPS = 2.0**-52
POINTS = [
    # (formula, point): an intermediate of the float code underflows or overflows at each of them
    ("chain-max-rate", (2.0838512355360317, 3.4e-270, 1e10)),
    ("chain-rate", (1.0, 2.7e242, 1e-40, 2.0)),
    ("chain-sharpness", (1e160, 1e-74, 1e84)),
    ("block1-sharpness", (1e41, 1e-74, 1e84)),
    ("block1-rate", (1e41, 1e-74, 1e84, 3.0)),
    ("block2-max-rate", (1.0, 1.8e151, 2e-12)),
    ("block2-rate", (1e41, 1e84, 1e-74, 3.0)),
    ("block2-layer-sharpness", (1e92, 3.0e16)),
    ("block2-layer-sharpness", (1e93, 1.0)),
    ("block2-critical-decay", (2.7e257, 3e-192, 1.0, 1e-3, 1e-3)),
    ("block2-critical-decay", (1e35, 1e146, 1.0, 1e80, 1e-30)),
    ("chain-effective-flow", (3.6e-169, 1.0)),
    ("block1-total-flow", (1.6e-212, 1.0000001, 1e-3, 2.0, 1.0)),
    ("dual-gelu", (1.2e183, 33.0, 4e140)),
    ("gradient-descent-small-time", (1e182, 2.7e-300, 1e-10, 1.0)),
    ("chain-zero-rate", (7.7e287, 1.0)),
]
LIMITS = {  # (formula, point with an infinite depth): value
    ("chain-modified-total-flow", (1e-186, 2e289, math.inf)): -2e20,
    ("block2-escape-rate", (1e200, math.inf)): 1e-200 / (400 * math.log(10)),
    ("chain-sharpness", (math.inf, 1e-300, 1e-200)): math.inf,
    ("chain-max-rate", (math.inf, 1e300, 1.0)): 0.0,
}


def certified(f, point):
    for bits in (256, 1024, 4096):
        ball = f.ball(*point, prec=bits)
        if ball.is_finite() and ball.rel_accuracy_bits() > 60:
            return ball
    raise AssertionError(f"no value of {f.id} at {point}")


@pytest.mark.parametrize(
    ("name", "point"), POINTS, ids=[f"{n}-{i}" for i, (n, _) in enumerate(POINTS)]
)
def test_a_representable_value_is_found_whatever_happens_on_the_way(name, point):
    f = formula(name)
    exact = certified(f, point)
    assert 1e-300 < abs(float(exact)) < 1e300
    assert abs(f(*point) / float(exact) - 1) < 32 * EPS


@pytest.mark.parametrize(("name", "point"), LIMITS)
def test_a_limit_at_infinite_depth_is_found_whatever_happens_on_the_way(name, point):
    f = formula(name)
    value = any_depth(f, *point)
    assert float(value) == pytest.approx(LIMITS[name, point], rel=1e-12, abs=0)
    assert any_depth(f, *(np.array([x, x]) for x in point)).tolist() == [value, value]


def test_an_extreme_element_does_not_change_its_neighbours():
    f = formula("block1-sharpness")
    rng = np.random.default_rng(0)
    L, y, x = 1 + rng.random(200) * 30, rng.random(200) + 0.1, rng.random(200) + 0.1
    alone = f(L, y, x)
    L[7], y[7], x[7] = 1e41, 1e-74, 1e84
    together = f(L, y, x)
    assert together[7] == f(1e41, 1e-74, 1e84)
    np.testing.assert_array_equal(np.delete(together, 7), np.delete(alone, 7))


def test_a_result_beyond_the_doubles_stays_infinite_or_zero():
    assert formula("chain-sharpness")(4.0, 1e300, 1e-300) == math.inf
    assert formula("chain-rate")(2.0, 1e300, 1e300, 1e300) == 0


def draw(rng, interval, top):
    low, high = float(interval.low), float(interval.high)
    if interval.integer:
        return float(max(low, 1)) * float(round(10 ** rng.uniform(0, min(top, 9))))
    if math.isinf(low):
        return rng.choice((-1, 1)) * 10 ** rng.uniform(-top, top)
    if math.isinf(high):
        return low + 10 ** rng.uniform(-top if low == 0 else -8, top)
    part = (high - low) * 10 ** rng.uniform(-8, -0.3)
    return rng.choice((low + part, high - part))


CLOSED = [f for f in formulas().values() if not f.expr.has(*BINDERS) and f.kernel is not None]


@pytest.mark.parametrize("f", CLOSED, ids=lambda f: f.id)
def test_no_float_value_far_out_is_another_number(f):
    rng, decided = random.Random(f.id), 0
    for top in (9, 30, 100, 250) * 6:
        point = [draw(rng, i, top) for i in f.domain.values()]
        relation = f.given.subs(dict(zip(f.symbols, point, strict=True)))
        if relation == False or not all(  # noqa: E712 - a SymPy truth value
            i.contains(x) for i, x in zip(f.domain.values(), point, strict=True)
        ):
            continue
        ball = f.ball(*point, prec=2500)
        if not (ball.is_finite() and 1e-290 < abs(ball) < 1e290):
            continue
        decided += 1
        result = f(*point)
        # Without a budget: some kernels lose digits far out, none its size.
        assert abs(float((result - ball) / ball)) < 1e-9, (result, ball, point)
    assert decided > 0, "no point decided anything"


@pytest.mark.parametrize("name", ["chain", "block1", "block2"])
@pytest.mark.parametrize("r", [2.0**-490, 2.0**490])
def test_between_the_last_whole_square_and_the_end_of_the_doubles_no_ball_helps(name, r):
    for law in ("sharpness", "max-rate"):
        f = formula(f"{name}-{law}")
        if name != "block2" or r > 1:
            assert abs(float(f(4.0, r, 1.0) / f.ball(4, r, 1, prec=2000) - 1)) < 1e-12


def test_the_public_answer_is_the_same():
    assert chain.sharpness(1e41, 1e-74, 1e84, network="block1") > 0


@pytest.mark.parametrize("power", [-1000, -600, 600, 1010])
def test_norms_are_found_where_their_squares_are_no_doubles(power):
    """Powers of two: the same digits at every magnitude."""
    matrix, vector = np.array([[0.5, -2.0], [3.0, 4.0]]), np.array([0.25, 3.0])
    plain, large = residual.update_gain(matrix, vector, 0.25), math.ldexp(1.0, power)
    assert plain == pytest.approx(np.linalg.norm(matrix @ vector) / np.linalg.norm(vector) * 4)
    assert residual.update_gain(matrix, vector * large, 0.25) == plain
    assert residual.update_gain(matrix * large, vector, 0.25) == math.ldexp(plain, power)
    result = residual.coherence([[vector], [2 * vector]], 0.25)
    assert result == pytest.approx(3 * np.linalg.norm(vector) / (math.sqrt(2) * 0.25 * 2))
    assert residual.coherence([[vector * large], [2 * vector * large]], 0.25) == math.ldexp(
        result, power
    )
