"""Static laws of the scalar networks against the loss as a function of all their weights."""

import math
from functools import cache

import array_api_strict
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from depthlaws.theory import chain
from depthlaws.theory.chain import balanced, balanced_flow, minima, symbols, unreachable_targets
from depthlaws.theory.chain.networks import NETWORKS
from depthlaws.theory.symbolic.registry import UnknownNameError

NAMES = tuple(NETWORKS)
EACH_NETWORK = pytest.mark.parametrize("name", NAMES)
DEPTHS = pytest.mark.parametrize("depth", [1, 2, 3, 5])
POINT = settings(max_examples=40, deadline=None, derandomize=True, database=None)
FACTOR = {
    "feedforward": lambda w, depth: w,
    "block1": lambda w, depth: 1 + w / sp.sqrt(depth),
    "block2": lambda w, depth: 1 + w**2 / depth,
}
RATIO = {"feedforward": 0.7, "block1": 1.4, "block2": 2.3}
MU_XX = 1.3


@cache
def derivatives(name, depth):
    """Loss, gradient and Hessian in all weights, from the mean of (y - a x)^2 / 2."""
    w = sp.symbols(f"w:{depth}", real=True)
    mu_yx, mu_xx = sp.symbols("mu_yx mu_xx", positive=True)
    a = sp.Mul(*(FACTOR[name](x, depth) for x in w))
    loss = (mu_yx**2 / mu_xx - 2 * a * mu_yx + a**2 * mu_xx) / 2
    gradient = [sp.diff(loss, x) for x in w]
    hessian = [[sp.diff(g, x) for x in w] for g in gradient]
    result = (sp.lambdify((w, mu_yx, mu_xx), e) for e in (loss, gradient, hessian))
    return tuple(result)


def law(name, which, **values):
    records = vars(balanced) | vars(balanced_flow)
    formula = records[which.upper().replace("-", "_")][name]
    return formula(**{n: values[n] for n in formula.names})


@EACH_NETWORK
@DEPTHS
def test_flow_and_curvature_on_the_balanced_ray(name, depth):
    loss, gradient, hessian = derivatives(name, depth)
    for w in (0.3, 0.9, 1.6):
        values = {"w": w, "L": depth, "mu_yx": 0.8, "mu_xx": MU_XX, "eta": 0.2}
        weights = np.full(depth, w)
        assert law(name, "loss", **values) == pytest.approx(loss(weights, 0.8, MU_XX), rel=1e-12)
        slope = gradient(weights, 0.8, MU_XX)
        np.testing.assert_allclose(law(name, "flow", **values), -0.2 * np.array(slope), rtol=1e-12)
        result = np.linalg.eigvalsh(np.array(hessian(weights, 0.8, MU_XX), dtype=float))
        rest = [law(name, "transverse", **values)] * (depth - 1)
        ours = sorted([law(name, "radial", **values), *rest])
        np.testing.assert_allclose(ours, result, rtol=1e-11, atol=1e-13)


@EACH_NETWORK
@DEPTHS
def test_sharpness_is_the_largest_eigenvalue_at_the_balanced_minimum(name, depth):
    _, gradient, hessian = derivatives(name, depth)
    mu_yx = RATIO[name] * MU_XX
    weights = np.full(depth, law(name, "minimum", L=depth, mu_yx=mu_yx, mu_xx=MU_XX))
    np.testing.assert_allclose(gradient(weights, mu_yx, MU_XX), 0, atol=1e-14)
    top = np.linalg.eigvalsh(np.array(hessian(weights, mu_yx, MU_XX), dtype=float))[-1]
    assert chain.sharpness(depth, mu_yx, MU_XX, network=name) == pytest.approx(top, rel=1e-13)
    rate = chain.max_learning_rate(depth, mu_yx, MU_XX, network=name)
    assert rate == pytest.approx(2 / top, rel=1e-13)
    slow = chain.learning_rate(depth, mu_yx, MU_XX, 4.0, network=name)
    assert slow == pytest.approx(0.25 / top, rel=1e-13)
    assert chain.minimum_sharpness(weights, MU_XX, network=name) == pytest.approx(top, rel=1e-13)


@EACH_NETWORK
@pytest.mark.parametrize(("factor", "grows"), [(0.99, False), (1.01, True)])
def test_the_maximum_rate_divides_contraction_from_growth(name, factor, grows):
    depth, mu_yx = 4, RATIO[name] * MU_XX
    gradient = derivatives(name, depth)[1]
    end = law(name, "minimum", L=depth, mu_yx=mu_yx, mu_xx=MU_XX)
    weights = np.full(depth, end * (1 + 1e-6))
    rate = factor * chain.max_learning_rate(depth, mu_yx, MU_XX, network=name)
    for _ in range(100):
        weights = weights - rate * np.array(gradient(weights, mu_yx, MU_XX))
    assert bool(abs(weights[0] / end - 1) > 1e-6) == grows


@EACH_NETWORK
@DEPTHS
def test_total_weight_follows_its_own_equation(name, depth):
    gradient = derivatives(name, depth)[1]
    w, mu_yx, tau = 0.8, RATIO[name] * MU_XX, 3.0
    rate = chain.learning_rate(depth, mu_yx, MU_XX, tau, network=name)
    speed = -rate * np.array(gradient(np.full(depth, w), mu_yx, MU_XX))
    x = sp.Symbol("x")
    slope = float(sp.diff(FACTOR[name](x, depth), x).subs(x, w))
    factor = float(FACTOR[name](sp.Float(w), depth))
    total = factor**depth
    change = total * np.sum(slope / factor * speed)
    values = {"a": total, "L": depth, "mu_yx": mu_yx, "mu_xx": MU_XX, "eta": rate}
    assert law(name, "total-flow", **values) == pytest.approx(change, rel=1e-12)
    values = {"alpha": total / RATIO[name], "L": depth, "r": RATIO[name]}
    ours = law(name, "effective-flow", **values)
    assert ours == pytest.approx(tau * change / RATIO[name], rel=1e-12)


@EACH_NETWORK
def test_differences_of_the_invariant_are_conserved(name):
    depth, mu_yx = 3, RATIO[name] * MU_XX
    gradient = derivatives(name, depth)[1]
    start = np.array([0.2, 0.5, 0.9])
    run = solve_ivp(
        lambda _, w: -np.array(gradient(w, mu_yx, MU_XX)),
        (0, 5),
        start,
        method="DOP853",
        rtol=1e-12,
        atol=1e-14,
    )
    assert abs(run.y[0, -1] - start[0]) > 0.05
    first, last = (
        [law(name, "invariant", w=float(w), L=depth) for w in weights]
        for weights in (start, run.y[:, -1])
    )
    np.testing.assert_allclose(np.diff(last), np.diff(first), rtol=1e-9)


def test_relative_spectrum_of_the_feedforward_chain_and_block_one():
    for name, depth, alpha in (
        ("feedforward", 4, 0.2),
        ("block1", 3, 0.7),
        ("feedforward", 2, 1.8),
    ):
        weight = (alpha * RATIO[name]) ** (1 / depth)
        weight = weight if name == "feedforward" else math.sqrt(depth) * (weight - 1)
        mu_yx = RATIO[name] * MU_XX
        hessian = derivatives(name, depth)[2](np.full(depth, weight), mu_yx, MU_XX)
        unit = chain.sharpness(depth, mu_yx, MU_XX, network=name) / depth
        values = np.linalg.eigvalsh(np.array(hessian, dtype=float)) / unit
        ours = [
            minima.radial_share(alpha, depth),
            *[minima.transverse_share(alpha, depth)] * (depth - 1),
        ]
        np.testing.assert_allclose(sorted(ours), values, rtol=1e-11)
    edge = minima.negative_curvature(4)
    assert minima.radial_share(edge * (1 - 1e-9), 4) < 0 < minima.radial_share(edge * (1 + 1e-9), 4)


# -- minima that are not balanced -------------------------------------------------------------


@EACH_NETWORK
@given(weights=st.lists(st.floats(0.3, 2.0), min_size=2, max_size=5))
@POINT
def test_sharpness_of_an_unbalanced_minimum(name, weights):
    depth = len(weights)
    total = math.prod(float(FACTOR[name](sp.Float(w), depth)) for w in weights)
    hessian = derivatives(name, depth)[2](np.array(weights), total * MU_XX, MU_XX)
    top = np.linalg.eigvalsh(np.array(hessian, dtype=float))[-1]
    assert chain.minimum_sharpness(weights, MU_XX, network=name) == pytest.approx(top, rel=1e-10)


@given(weights=st.lists(st.floats(0.1, 10), min_size=2, max_size=8))
@POINT
def test_balanced_weights_are_the_flattest_of_the_feedforward_chain(weights):
    target = math.prod(weights)
    least = chain.sharpness(len(weights), target, 1.0)
    assert chain.minimum_sharpness(weights) >= least * (1 - 1e-12)


@given(shares=st.lists(st.floats(0, 1), min_size=2, max_size=6), target=st.floats(1.01, 4))
@POINT
def test_balanced_weights_are_the_sharpest_of_block_two_up_to_target_four(shares, target):
    depth, total = len(shares), sum(shares)
    if total == 0:
        return
    logs = math.log(target) * np.array(shares) / total
    weights = np.sqrt(depth * np.expm1(logs))
    result = chain.minimum_sharpness(weights, network="block2")
    most = chain.sharpness(depth, target, 1.0, network="block2")
    least = minima.flattest_sharpness(depth, target, 1.0)
    assert least * (1 - 1e-9) <= result <= most * (1 + 1e-9)
    by_phi = 4 * target**2 / depth * sum(minima.phi(float(y)) for y in logs)
    assert result == pytest.approx(by_phi, rel=1e-9)


def test_beyond_target_four_the_balanced_minimum_of_block_two_is_no_longer_sharpest():
    logs = math.log(100.0) * np.array([0.2, 0.8])
    weights = np.sqrt(2 * np.expm1(logs))
    assert chain.minimum_sharpness(weights, network="block2") > chain.sharpness(
        2, 100.0, 1.0, network="block2"
    )


@pytest.mark.parametrize("depth", [1, 2, 8, 64])
def test_escape_rate_of_block_two(depth):
    """Growth of log w over many small steps of plain gradient descent on one weight."""
    r, w = 3.0, 1e-8
    rate = chain.learning_rate(depth, r, 1.0, 1e4, network="block2")
    for _ in range(1000):
        b = 1 + w * w / depth
        w += rate * 2 / depth * (r - b**depth) * b ** (depth - 1) * w
    assert math.log(w / 1e-8) / 0.1 == pytest.approx(chain.escape_rate(r, depth), rel=1e-4)


# -- targets that block two cannot reach ------------------------------------------------------


@pytest.mark.parametrize("depth", [2, 4])
def test_block_two_below_target_one_sits_at_zero(depth):
    loss, _, hessian = derivatives("block2", depth)
    zero = np.zeros(depth)
    assert unreachable_targets.floor_loss(0.5, MU_XX) == pytest.approx(loss(zero, 0.5, MU_XX))
    curvature = np.linalg.eigvalsh(np.array(hessian(zero, 0.5, MU_XX), dtype=float))
    np.testing.assert_allclose(unreachable_targets.floor_sharpness(depth, 0.5, MU_XX), curvature)


@pytest.mark.parametrize("depth", [2, 4, 16])
@pytest.mark.parametrize("r", [0.5, 0.9])
def test_the_basin_of_zero_has_a_sharp_edge(depth, r):
    def descend(w, rate):
        for _ in range(3000):
            b = 1 + w * w / depth
            w -= rate * 2 / depth * (b**depth - r) * b ** (depth - 1) * w
            if abs(w) > 50:
                return math.inf
        return abs(w)

    limit = chain.floor_max_learning_rate(depth, r, 1.0)
    assert descend(1e-6, 0.999 * limit) < 1e-6 < descend(1e-6, 1.01 * limit)
    edge = chain.floor_basin(0.6 * limit, depth, r, 1.0)
    assert descend(0.999 * edge, 0.6 * limit) < 1e-6
    assert descend(1.001 * edge, 0.6 * limit) == math.inf
    assert chain.floor_basin(1.5 * limit, depth, r, 1.0) == 0


def test_decay_of_block_two_at_target_one():
    w, rate, depth, steps = 0.5, 0.3, 3, 40_000
    for _ in range(steps):
        b = 1 + w * w / depth
        w -= rate * 2 / depth * (b**depth - 1) * b ** (depth - 1) * w
    assert unreachable_targets.critical_decay(steps, 0.5, depth, rate, 1.0) == pytest.approx(
        w, rel=2e-3
    )


# -- depths -----------------------------------------------------------------------------------


def test_extremal_depths():
    depths = np.linspace(1, 20, 190_001)
    for r in (0.1, 0.01):
        least = depths[np.argmin(chain.sharpness(depths, r, 1.0))]
        assert minima.flattest_depth(r) == pytest.approx(least, abs=2e-4)
    for r in (16.0, 64.0):
        most = depths[np.argmax(chain.sharpness(depths, r, 1.0, network="block2"))]
        assert minima.sharpest_depth(r) == pytest.approx(most, abs=2e-4)


@EACH_NETWORK
def test_infinite_depth_is_a_limit(name):
    power = {"feedforward": -1, "block1": 0, "block2": 1}[name]
    scaled = [chain.sharpness(L, 2.0, 1.0, network=name) * L**power for L in (1e4, 1e6, 1e8)]
    limit = {"feedforward": 4.0, "block1": 4.0, "block2": 16 * math.log(2)}[name]
    gaps = np.abs(np.array(scaled) / limit - 1)
    assert gaps[0] < 2e-3
    np.testing.assert_allclose(gaps[1:] / gaps[:-1], 0.01, rtol=0.05)
    extreme = {"feedforward": math.inf, "block1": 4.0, "block2": 0.0}[name]
    assert chain.sharpness(math.inf, 2.0, 1.0, network=name) == extreme
    rates = chain.max_learning_rate([1, math.inf], 2.0, 1.0, network=name)
    assert rates[1] == (math.inf if extreme == 0 else 2 / extreme)


@EACH_NETWORK
def test_a_rate_carried_between_depths_is_off_by_the_mismatch(name):
    power = {"feedforward": -1, "block1": 0, "block2": 1}[name]
    for depth, tuned in ((64, 2), (1.0, 8.0), (3, 3)):
        rate = chain.learning_rate(tuned, 2.0, 1.0, 1.0, network=name) / tuned**power
        k = rate * depth**power * chain.sharpness(depth, 2.0, 1.0, network=name)
        assert chain.mismatch(depth, tuned, 2.0, network=name) == pytest.approx(k, rel=1e-13)
    far = chain.mismatch(1e9, 4, 2.0, network=name)
    assert chain.mismatch(math.inf, 4, 2.0, network=name) == pytest.approx(far, rel=1e-8)


def test_transfer_says_what_survives():
    result = chain.transfer(L=math.inf, L0=[1, 2, 4], r=2.0)
    np.testing.assert_allclose(result.k, [4, 2, math.sqrt(2)], rtol=8 * 2.0**-52)
    assert result.converges.tolist() == [False, True, True]
    assert chain.transfer(L=8, L0=2, r=0.5).converges is True
    assert (
        chain.transfer(L=1, L0=1, r=0.5, k0=2.0).converges is False
    )  # a single layer at k = 2 swings on
    assert chain.transfer(L=2, L0=2, r=0.5, k0=1.0, alpha0=4.0).converges is True
    assert (
        chain.transfer(L=2, L0=2, r=0.5, k0=1.5, alpha0=4.0).converges is False
    )  # k < 4/(alpha0-1)


# -- surface ----------------------------------------------------------------------------------


def test_shapes_namespaces_and_scalars():
    assert type(chain.sharpness(8, 2.0, 1.0)) is float
    assert type(chain.max_learning_rate(math.inf, 2, 1, network="block2")) is float
    assert chain.sharpness([2, 4, 8], np.array([[1.0], [2.0]]), 1.0).shape == (2, 3)
    strict = chain.sharpness(array_api_strict.asarray([2.0, 4.0]), 2.0, 1.0, network="block2")
    assert "array_api_strict" in type(strict).__module__


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chain.sharpness(0, 2.0, 1.0), "L must be .*got 0"),
        (lambda: chain.sharpness(-3, 2.0, 1.0), "L must be .*got -3"),
        (lambda: chain.sharpness(2, -2.0, 1.0), "mu_yx must be .*got -2"),
        (lambda: chain.sharpness([2, math.inf], 2.0, 0.0), "mu_xx must be .*got 0"),
        (lambda: chain.max_learning_rate(2, math.nan, 1.0), "mu_yx must be .*got nan"),
        (lambda: chain.max_learning_rate(2, 1.0, 1.0, network="block2"), "> 1, got mu_yx=1.0"),
        (lambda: chain.learning_rate(2, [2, 0.5], 1.0, 1.0, network="block2"), "mu_yx/mu_xx > 1"),
        (lambda: chain.learning_rate(2, 1.0, 1.0, 0.0), "tau must be .*got 0"),
        (lambda: chain.sharpness([2, 3], [1.0, 2.0, 3.0], 1.0), "shapes"),
        (lambda: chain.mismatch(2, 4, 0.9, network="block2"), "r must be .*got 0.9"),
        (
            lambda: chain.transfer(L=2, L0=4, r=0.9, k0=-1.0),
            "k0 must be positive and finite, got -1",
        ),
        (
            lambda: chain.transfer(L=2, L0=4, r=2.0, network="block2", alpha0=0.1),
            "network='block2'",
        ),
        (lambda: chain.minimum_sharpness([1.0, 0.0]), "factor 0"),
        (lambda: chain.minimum_sharpness([]), "at least one layer"),
        (lambda: chain.floor_max_learning_rate(2, 1.5, 1.0), "mu_yx must be below mu_xx"),
        (lambda: chain.floor_basin(-0.1, 2, 0.5, 1.0), "eta must be positive, got -0.1"),
        (lambda: chain.escape_rate(0.5, 2), "r must be .*got 0.5"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_unknown_network_suggests_the_nearest():
    for elsewhere in ("plain", "mlp"):
        with pytest.raises(UnknownNameError, match=f"{elsewhere!r}; it is called .feedforward"):
            chain.sharpness(4, 2.0, 1.0, network=elsewhere)
    with pytest.raises(UnknownNameError, match="unknown network 'blok2'; the nearest are: block2"):
        chain.sharpness(2, 2.0, 1.0, network="blok2")


@EACH_NETWORK
def test_the_weight_inverts_the_factor(name):
    net = NETWORKS[name]
    assert sp.expand(net.factor.subs(symbols.w, net.weight)) == symbols.b


@pytest.mark.parametrize("network", ["feedforward", "block1", "block2"])
def test_ends_of_a_transfer_arrive_at_two(network):
    """The largest tuned rate, and the largest target of this one."""
    here = {"L": 64, "L0": 4, "network": network}
    result = chain.transfer(**here, r=2.0, k0=1.2)
    assert chain.transfer(**here, r=2.0, k0=result.largest_k0).k == pytest.approx(2, rel=1e-14)
    assert chain.transfer(**here, r=result.largest_r, k0=1.2).k == pytest.approx(2, rel=1e-12)


@pytest.mark.parametrize("network", ["feedforward", "block1", "block2"])
def test_at_the_depth_where_the_rate_was_tuned_no_ratio_or_every_ratio_converges(network):
    same = chain.transfer(L=4, L0=4, r=1.5, k0=[1.5, 2.5], network=network)
    np.testing.assert_array_equal(same.largest_r, [math.inf, math.nan])
