"""Streams that visit their layers in any order, and Muon steps."""

import math
import time
from dataclasses import replace

import numpy as np
import pytest

from depthlaws import residual, updates
from depthlaws.base.visit_order import visit_order
from depthlaws.sims import Muon
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, matrix_free, network

LOOPED = {"loops": 3, "layers": 2}
SAME = (0, 1, 0, 1, 0, 1)


@pytest.mark.parametrize(
    ("visits", "order"),
    [
        ("2+2x2+1", (0, 1, 2, 3, 2, 3, 4)),
        ("1x3", (0, 0, 0)),
        ("0 1 2 1 2 3", (0, 1, 2, 1, 2, 3)),
        ("0, 1, 0", (0, 1, 0)),
        ([1, 0, 1.0], (1, 0, 1)),
        ("3", (0, 1, 2)),
    ],
)
def test_orders(visits, order):
    assert visit_order(visits) == order


@pytest.mark.parametrize(
    ("visits", "says"),
    [
        ("2+4y2", r'visits must be like "2\+4x16\+2" or "0 1 2 1 2 3", got \'2\+4y2\''),
        ("2+0x3", "visits must be like"),
        ("", "visits must be like"),
        ([0, 2], "every layer from 0 to 2; layer 1 is missing"),
        ("1 2 3", "layer 0 is missing"),
        ([-1, 0], "layers numbered from 0, got -1"),
        ([0.5], "layers numbered from 0, got 0.5"),
        ([], "at least one layer"),
    ],
)
def test_orders_that_are_none(visits, says):
    with pytest.raises(ValueError, match=says):
        residual.Stream(visits=visits, eps=0.1)


@pytest.mark.parametrize("model", [residual.Stream, lambda **k: ResidualMLP(width=8, **k)])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"visits": "1x2", "loops": 2, "eps": 0.1}, "give visits, or loops and layers"),
        ({"visits": "1+2", "layers": 2, "eps": 0.1}, "give visits, or loops and layers"),
        ({"visits": "1x3", "eps": [0.1, 0.2]}, "one for each of the 3 visits"),
        ({"loops": 2, "eps": [0.1, math.inf]}, "one for each of the 2 visits"),
    ],
)
def test_streams_that_contradict_themselves(model, given, says):
    with pytest.raises(ValueError, match=says):
        model(**given)


@pytest.mark.parametrize("scales", [0.3, [0.3] * 6])
@pytest.mark.parametrize("normalize", [False, True])
def test_a_looped_block_by_its_visits(scales, normalize):
    same = {"s": 1.4, "h0": 2.0, "normalize": normalize}
    looped = residual.Stream(**LOOPED, eps=0.3, **same)
    visits = residual.Stream(visits=SAME, eps=scales, **same)
    close = {"rtol": 1e-12, "atol": 0}
    np.testing.assert_allclose(visits.kernel, looped.kernel, **close)
    for law in (updates.backward_kernel, updates.gradient_energies, updates.isotropic_update):
        np.testing.assert_allclose(law(visits), law(looped), **close)
    steps = [updates.gradient_step(stream) for stream in (visits, looped)]
    np.testing.assert_allclose(steps[0].response, steps[1].response, rtol=1e-11)
    assert steps[0].rms == pytest.approx(steps[1].rms, rel=1e-11)
    signs = [updates.sign_step(stream, seed=1, sites=64) for stream in (visits, looped)]
    assert signs[0].rms == pytest.approx(signs[1].rms, rel=1e-9)
    assert residual.branch_energies(visits) == pytest.approx(residual.branch_energies(looped))
    assert residual.replacement_stability(visits, 1) == pytest.approx(
        residual.replacement_stability(looped, 1)
    )


def test_scales_of_their_own_move_the_right_visits():
    """One layer visited twice: H_2 = 1 + a^2 q_00 + 2 a b q_01 + b^2 q_11."""
    a, b = 0.5, 0.2
    stream = residual.Stream(visits="1x2", eps=[a, b])
    q = stream.overlap
    energy = 1 + a * a * q[0, 0] + 2 * a * b * q[0, 1] + b * b * q[1, 1]
    assert stream.energies[-1] == pytest.approx(energy, rel=1e-13)


@pytest.mark.parametrize(
    "law",
    [
        residual.block_bound,
        lambda stream: residual.cosines(stream, blocks=True),
        lambda stream: updates.sign_step(stream, seed=0, sites=8, post_activation=True),
    ],
)
@pytest.mark.parametrize("given", [{"visits": "1x2", "eps": 0.1}, {"loops": 2, "eps": [0.1, 0.2]}])
def test_laws_of_whole_loops_refuse_other_streams(law, given):
    with pytest.raises(ValueError, match="needs loops and layers with one branch scale"):
        law(residual.Stream(**given))


def test_the_calculator_by_visits():
    looped = residual.loop(2, 3, eps=0.2, sites=64)
    visits = residual.loop(visits="2x3", eps=0.2, sites=64)
    for name in ("growth", "unrolled", "largest_eps", "update", "rate_shift"):
        assert getattr(visits, name) == pytest.approx(getattr(looped, name), rel=1e-9), name
    lam = 0.2 * 3 * math.sqrt(2)
    assert residual.loop(2, 3, lam=lam, sites=0).growth == pytest.approx(looped.growth)
    assert residual.loop(visits="2x3", lam=lam, sites=0).growth == pytest.approx(looped.growth)
    assert math.isnan(visits.many_loops)


def test_the_calculator_for_other_visits_in_use():
    used = residual.loop(visits="2x3", lam=1.0, use_visits="2x6", sites=0)
    assert used.growth == pytest.approx(residual.loop(2, 3, lam=1.0, use_loops=6, sites=0).growth)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"eps": 0.1}, "give L and N, or visits"),
        ({"visits": "2x2", "lam": 1.0, "use_loops": 3}, "with visits, give use_visits"),
        ({"L": 2, "N": 2, "lam": 1.0, "use_visits": "2x3"}, "use_visits='2x3' needs lam with vis"),
        ({"L": 2, "eps": 0.1}, "give L and N, or visits: got L=2"),
        ({"L": 2, "N": 2, "visits": "2x2", "eps": 0.1}, "give L and N, or visits"),
        ({"visits": "2x2"}, "give one of eps and lam"),
        ({"visits": "2x2", "eps": 0.1, "lam": 1.0}, "give one of eps and lam"),
        ({"visits": "2x2", "lam": -1.0}, "lam must be at least 0, got -1.0"),
        ({"visits": "2x2", "lam": 1.0, "block": "postact"}, '"postact" needs L and N'),
    ],
)
def test_questions_that_cannot_be_asked(given, says):
    with pytest.raises(ValueError, match=says):
        residual.loop(**given)


# -- simulated -------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", [dense, matrix_free])
@pytest.mark.parametrize("scales", [0.3, [0.3] * 6])
def test_the_simulators_take_the_same_steps_by_visits(route, scales):
    observe = ("energy", "gradient_kernel", "weight_gradient", "cosines")
    looped = ResidualMLP(width=16, **LOOPED, eps=0.3)
    visits = ResidualMLP(width=16, visits=SAME, eps=scales)
    runs = [
        route.simulate(m, Ensemble(samples=3, seed=4), observe=observe) for m in (looped, visits)
    ]
    for name in observe:
        np.testing.assert_array_equal(runs[0][name], runs[1][name])


class Given:
    """Matrices of one network, as the simulators ask for them."""

    def __init__(self, matrices):
        self.matrices = matrices

    def matvec(self, layer, u):
        return u @ self.matrices[layer].T

    def rmatvec(self, layer, g):
        return g @ self.matrices[layer]


def test_each_visit_takes_its_matrix_and_its_scale():
    """Both passes written out: the pass back is the derivative of v . h_K in each state."""
    order, scales, rng = (2, 0, 1, 0), (0.7, -0.3, 0.5, 0.2), np.random.default_rng(3)
    weights, h, v = (
        Given(rng.normal(size=(3, 5, 5))),
        rng.normal(size=(1, 1, 5)),
        rng.normal(size=5),
    )
    states = [h[0, 0]]
    for layer, scale in zip(order, scales, strict=True):
        states.append(states[-1] + scale * weights.matrices[layer] @ np.maximum(states[-1], 0))
    backward = [v]
    for layer, scale, state in list(zip(order, scales, states, strict=False))[::-1]:
        jacobian = weights.matrices[layer] * (state > 0)
        backward.insert(0, backward[0] + scale * jacobian.T @ backward[0])
    model = ResidualMLP(width=5, visits=order, eps=scales)
    ours = np.stack([state.h[0, 0].copy() for state in network.forward(model, weights, h)])
    np.testing.assert_allclose(ours, states, rtol=1e-12)
    back = network.backward(model, weights, ours[None, None], v[None, None].copy())
    gradients = {k: g[0, 0].copy() for k, g in back}
    np.testing.assert_allclose([gradients[k] for k in range(5)], backward, rtol=1e-12)


def test_a_training_run_visits_by_its_scales():
    model = ResidualMLP(width=32, visits="1+1x2", eps=[0.1, 0.4, 0.2])
    run = dense.train(
        model, Ensemble(samples=8, seed=1), Muon(1e-5), observe=("nonlinear", "change")
    )
    assert float(run.nonlinear.isel(step=1).max()) < 0.5
    assert run.change.isel(step=1, time=0).max() == 0


def test_loop_cosines_of_visits_are_refused():
    model = ResidualMLP(width=8, visits="1x2", eps=0.1)
    with pytest.raises(ValueError, match="loop_cosines needs loops and layers"):
        dense.simulate(model, Ensemble(samples=2, seed=0), observe="loop_cosines")


# -- Muon ------------------------------------------------------------------------------------------


def test_a_muon_step_has_the_frobenius_norm_of_its_rank():
    """It is sqrt(rank) and not 1, whatever the shape."""
    rng = np.random.default_rng(0)
    gradient = rng.normal(size=(3, 20, 4)) @ rng.normal(size=(3, 4, 20))
    direction = Muon(1.0).direction(gradient, {}, lambda: None) / 20
    np.testing.assert_allclose(np.sum(direction**2, axis=(1, 2)), 4, rtol=1e-10)
    np.testing.assert_allclose(direction @ direction.transpose(0, 2, 1) @ gradient, gradient)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_factors_of_a_muon_step_have_its_polar_factor(dtype):
    rng, muon = np.random.default_rng(1), Muon(1.0)
    left, right = rng.normal(size=(2, 3, 4, 30)).astype(dtype)
    right[:, 3] = 2 * right[:, 0]  # one direction less than pairs
    gradient = left.transpose(0, 2, 1).astype("float64") @ right
    rows, columns = muon.factors(left, right)
    whole = muon.direction(gradient, {}, lambda: None) / 30
    np.testing.assert_allclose(rows.transpose(0, 2, 1) @ columns, whole, atol=3e-6)


def test_a_matrix_free_step_of_muon_lowers_the_loss_by_the_nuclear_norm():
    model = ResidualMLP(width=64, visits="1+1x3", eps=0.4)
    ensemble, names = Ensemble(samples=6, seed=3), ("readout", "change")
    run = matrix_free.train(model, ensemble, Muon(1e-6), observe=names)
    dense_run = dense.train(model, replace(ensemble, samples=100), Muon(1e-6), observe=names)
    moved = (run.readout[:, 1] - run.readout[:, 0]).to_numpy() / 1e-6
    expected = (dense_run.readout[:, 1] - dense_run.readout[:, 0]).to_numpy() / 1e-6
    error = expected.std(ddof=1) / math.sqrt(len(moved))
    assert abs(moved.mean() - expected.mean()) < 5 * error
    exact = updates.muon_step(residual.Stream(visits="1+1x3", eps=0.4), output=True)
    assert moved.mean() == pytest.approx(exact.loss, abs=5 * error + 1 / 64)


@pytest.mark.parametrize("given", [LOOPED, {"visits": "1+2x2"}])
def test_a_muon_step_by_layer(given):
    stream = residual.Stream(**given, eps=0.3, s=1.2)
    step = updates.muon_step(stream, 0.5, variance=2.0, nodes=6, output=True)
    assert step.singular_values.shape == (stream.layers, stream.uses.max())
    assert step.loss == pytest.approx(-0.5 * np.sum(step.nuclear_norm))
    assert step.output.loss == pytest.approx(step.loss, rel=1e-6)
    squares = np.sum(step.singular_values**2, axis=1)
    assert squares == pytest.approx(updates.gradient_energies(stream, 2.0), rel=1e-10)
    assert np.all((step.effective_rank >= 1 - 1e-12) & (step.effective_rank <= stream.uses))


def test_a_muon_step_at_no_branch_scale_and_with_a_smooth_activation():
    assert updates.muon_step(residual.Stream(loops=2, eps=0.0)).effective_rank == 0
    smooth = residual.Stream(loops=2, eps=0.5, activation="erf")
    assert updates.muon_step(smooth).nuclear_norm > 0
    with pytest.raises(ValueError, match="needs a positively homogeneous activation"):
        updates.muon_step(smooth, output=True)


@pytest.mark.parametrize(
    ("visits", "message"),
    [
        ([0, 10**9], "numbered from 0 to 99999, got 1000000000"),
        ([0, 10**400], "got an integer of about 400 digits"),
        (["a"], "visits must be layers numbered from 0, got 'a'"),
        ([0, float("nan")], "numbered from 0, got nan"),
        ("2+4x" + "9" * 5000, "visits must be at most 100,000 in number"),
        ("0 " + "9" * 5000, "visits must be layers numbered from 0"),
        ([0, 99_999], "visits must use every layer from 0 to 99999; layer 1 is missing"),
    ],
)
def test_numbers_of_any_size_are_refused_at_once(visits, message):
    start = time.process_time()
    with pytest.raises(ValueError, match=message):
        visit_order(visits)
    assert time.process_time() - start < 1
