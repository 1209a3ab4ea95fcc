"""One optimiser step of looped blocks: backward kernels, loss changes, sign steps."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory import formula, updates
from depthlaws.theory.residual import Stream, limit
from depthlaws.theory.updates import sign_step_populations, stream_sign_step
from depthlaws.theory.updates.stream_backward import scaled_backward

STREAMS = [
    {"loops": 4, "eps": 0.35},
    {"loops": 3, "layers": 2, "eps": 0.3},
    {"loops": 4, "eps": 0.7, "normalize": True},
]

POST = [  # loops, layers, eps, s, simulated root mean square, its standard error
    (1, 2, 0.5, 2**0.5, 0.54727, 0.0011),
    (4, 2, 0.125, 2**0.5, 0.55104, 0.00118),
]


# -- backward pass --------------------------------------------------------------------------------


@pytest.mark.parametrize("settings_", STREAMS)
def test_backward_kernel_is_its_double_sum(settings_):
    stream = Stream(**settings_)
    backward = updates.backward_kernel(stream, 1.7)
    steps, gain = stream.steps, (stream.eps * stream.s) ** 2
    energy = stream.energies
    for n in range(steps + 1):
        for m in range(steps + 1):
            total = 1.7
            for i in range(n, steps):
                for j in range(m, steps):
                    if stream.labels[i] != stream.labels[j]:
                        continue
                    scale = math.sqrt(energy[i] * energy[j])
                    rho = 1.0 if i == j else stream.kernel[i, j] / scale
                    open_both = (math.pi - math.acos(rho)) / (2 * math.pi)
                    weight = open_both / scale if stream.normalize else open_both
                    total += gain * weight * backward[i + 1, j + 1]
            assert backward[n, m] == pytest.approx(total, rel=1e-13)


@pytest.mark.parametrize("layers", [1, 5, 30])
def test_untied_closed_forms(layers):
    eps, s, h0, eta = 0.4, 1.2, 1.7, 0.3
    stream = Stream(loops=1, layers=layers, eps=eps, s=s, h0=h0)
    backward = updates.backward_kernel(stream)
    assert backward[0, 0] == pytest.approx(formula("backward-untied")(layers, eps, s), rel=1e-13)
    isotropic = updates.isotropic_update(stream, eta)[-1, -1]
    closed = formula("isotropic-update-untied")(layers, eps, s, h0, eta)
    assert isotropic == pytest.approx(closed, rel=1e-13)
    step = updates.gradient_step(stream, eta)
    closed = formula("gradient-descent-untied")(layers, eps, s, h0, eta)
    assert step.loss == pytest.approx(closed, rel=1e-13)


# -- one step -------------------------------------------------------------------------------------


@given(
    st.integers(1, 5),
    st.integers(1, 3),
    st.floats(0.05, 0.8),
    st.floats(0.5, 1.5),
    st.booleans(),
    st.sampled_from(["relu", "leaky_relu", "abs", "linear"]),
)
@settings(max_examples=30)
def test_loss_change_is_minus_eta_gradient_square(loops, layers, eps, s, normalize, activation):
    """<v, dh> / d = -eta |gradient|^2 / d^2: forward response against backward norms, exactly."""
    stream = Stream(
        loops=loops, layers=layers, eps=eps, s=s, activation=activation, normalize=normalize
    )
    eta, variance = 0.7, 1.3
    step = updates.gradient_step(stream, eta, variance=variance, nodes=8)
    energies = updates.gradient_energies(stream, variance)
    assert step.loss == pytest.approx(-eta * energies.sum(), rel=1e-12)
    # Cauchy-Schwarz: the output must move at least as far as the loss says.
    assert step.rms * math.sqrt(variance) >= abs(step.loss) * (1 - 1e-12)


def test_error_of_a_gradient_step_is_the_change_from_half_as_many_nodes():
    stream = Stream(loops=5, eps=0.5)
    step, half = (updates.gradient_step(stream, nodes=n) for n in (4, 2))
    assert step.error == pytest.approx(abs(step.rms - half.rms), rel=1e-9)


@pytest.mark.parametrize(
    ("settings_", "rms", "loss"),
    [
        ({"loops": 1, "eps": 1.0}, 0.5, -0.5),
        ({"loops": 2, "eps": 0.5}, 0.54733, -0.532342),
        ({"loops": 8, "eps": 0.125}, 0.64997, -0.599549),
        ({"loops": 4, "eps": 0.5}, 3.8371, -3.226769),
        ({"loops": 1, "layers": 6, "eps": 6**-0.5}, 0.83297, -0.74607),
        ({"loops": 4, "layers": 3, "eps": 1 / (4 * 3**0.5)}, 0.67715, -0.61827),
        ({"loops": 2, "layers": 4, "eps": 0.5}, 6.0605, -4.67705),
        ({"loops": 6, "eps": 1.0, "normalize": True}, 35.244, -24.20344),
        ({"loops": 4, "layers": 3, "eps": 0.3, "normalize": True}, 3.1748, -2.56327),
    ],
)
def test_gradient_step_values(settings_, rms, loss):
    step = updates.gradient_step(Stream(**settings_))
    assert step.rms == pytest.approx(rms, rel=4e-5)  # the quoted values used sampled orthants
    assert step.loss == pytest.approx(loss, rel=1e-5)


@pytest.mark.parametrize(
    ("loops", "layers", "expected"),
    [
        (1, 1, 0.7071),
        (2, 1, 0.7296),
        (4, 1, 0.7563),
        (16, 1, 0.7847),
        (64, 1, 0.7932),
        (4, 3, 0.7863),
    ],
)
def test_isotropic_values(loops, layers, expected):
    stream = Stream(loops=loops, layers=layers, eps=1 / (loops * layers**0.5))
    rms = math.sqrt(updates.isotropic_update(stream)[-1, -1])
    assert rms == pytest.approx(expected, abs=6e-5)


@pytest.mark.parametrize("behind", [False, True])
def test_halves_of_a_population_are_independent(behind):
    """Independent halves: products of dependent ones would be as biased as squares."""
    stream = Stream(loops=3, eps=0.5)
    backward = scaled_backward(stream, 1.0)
    roots = sign_step_populations.roots_of(stream, backward, post_activation=behind)
    populate = (
        sign_step_populations.draw_post_activation
        if behind
        else sign_step_populations.draw_population
    )
    met = []
    for seed in range(16):  # two scrambled sets meet by chance, to either side
        drawn = populate(stream, roots, 16, np.random.default_rng(seed))
        met.append(np.corrcoef(*drawn.inputs[:, :, -1])[0, 1])
    assert abs(np.mean(met)) < 0.6


def test_error_of_a_sign_step_is_that_of_a_mean(monkeypatch):
    squares = iter([1.0, 3.0])
    monkeypatch.setattr(stream_sign_step, "_square", lambda *_: next(squares))
    step = updates.sign_step(Stream(loops=1, eps=1.0), seed=0, sites=2, replicates=2)
    assert step.rms == pytest.approx(math.sqrt(2), rel=1e-15)
    assert step.error == pytest.approx(1 / math.sqrt(8), rel=1e-15)  # of a square: 1


def test_sign_step_of_one_loop_has_a_closed_form():
    step = updates.sign_step(Stream(loops=1, eps=0.8, h0=2.0), eta=0.5, seed=5)
    closed = formula("sign-one-loop")(0.8, 2.0, 0.5)
    assert abs(step.rms - closed) < 5 * step.error
    assert step.error < 1e-3 * closed


@pytest.mark.parametrize(("loops", "layers", "eps", "s", "simulated", "error"), POST)
def test_sign_steps_behind_an_activation(loops, layers, eps, s, simulated, error):
    """Networks of width 400, rates 1e-4 and 1e-3, 600 samples, simulated once."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s)
    step = updates.sign_step(stream, seed=3, sites=512, post_activation=True)
    assert abs(step.rms - simulated) < 4 * math.hypot(step.error, error)


def test_sign_steps_behind_an_activation_need_relu_as_it_is():
    for bad in ({"activation": "erf"}, {"normalize": True}):
        with pytest.raises(ValueError, match="ReLU without normalisation"):
            updates.sign_step(Stream(loops=1, eps=0.1, **bad), seed=0, post_activation=True)


def test_two_replicates_are_enough_for_an_error():
    step = updates.sign_step(Stream(loops=1, eps=0.8), seed=5, sites=64, replicates=2)
    assert 0 < step.error < step.rms


@pytest.mark.parametrize(("loops", "quoted"), [(2, 0.4222), (4, 0.4420), (16, 0.4733)])
def test_sign_step_values(loops, quoted):
    step = updates.sign_step(Stream(loops=loops, eps=1 / loops), seed=6)
    assert step.rms == pytest.approx(quoted, abs=0.005)


def test_small_time_laws():
    """Gradient steps move the output by T^2, sign steps by T: rates over three times."""
    gaps = {"gradient": [], "sign": []}
    for T in (0.02, 0.04, 0.08):
        stream = Stream(loops=8, eps=T / 8, h0=1.5)
        ratio = updates.gradient_step(stream, 0.3, variance=2.0).rms
        gaps["gradient"].append(
            ratio / formula("gradient-descent-small-time")(T, 1.5, 0.3, 2.0) - 1
        )
        moved = updates.sign_step(stream, 0.3, seed=7, sites=512).rms
        gaps["sign"].append(moved / formula("sign-small-time")(T, 1.5, 0.3) - 1)
    assert 0 < gaps["gradient"][0] < 1e-3
    assert gaps["gradient"][1] / gaps["gradient"][0] == pytest.approx(4, rel=0.05)
    assert gaps["gradient"][2] / gaps["gradient"][1] == pytest.approx(4, rel=0.05)
    assert abs(gaps["sign"][0]) < 0.02


def test_updates_scale_with_eta_and_variance():
    stream = Stream(loops=3, eps=0.5)
    one, other = updates.gradient_step(stream), updates.gradient_step(stream, 2.0, variance=9.0)
    assert other.rms == pytest.approx(6 * one.rms, rel=1e-12)
    assert other.loss == pytest.approx(18 * one.loss, rel=1e-12)
    steps = [updates.sign_step(stream, eta, seed=8, sites=256) for eta in (1.0, 3.0)]
    assert steps[1].rms == pytest.approx(3 * steps[0].rms, rel=1e-9)


def test_updates_are_repeatable_and_need_a_seed():
    stream = Stream(loops=2, eps=0.5)
    first, second = (updates.sign_step(stream, seed=9, sites=128) for _ in range(2))
    assert first == second
    assert updates.sign_step(stream, seed=10, sites=128) != first
    with pytest.raises(TypeError, match="seed"):
        updates.sign_step(stream)


def test_continuum_limit_of_the_backward_pass():
    """Gates are the derivative of the forward source: Q has a limit at rate 1/N as H does."""
    values = [
        updates.backward_kernel(Stream(loops=n, eps=1 / n))[0, 0] for n in (64, 128, 256, 512)
    ]
    gaps = np.diff(values)
    np.testing.assert_allclose(gaps[:-1] / gaps[1:], 2, rtol=0.02)
    assert values[-1] < limit(1.0).value


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda s: updates.gradient_step(s, math.nan), ValueError, "eta must be finite"),
        (lambda s: updates.isotropic_update(s, math.inf), ValueError, "eta must be finite"),
        (lambda s: updates.sign_step(s, seed=1, replicates=1), ValueError, "at least 2"),
        (lambda s: updates.sign_step(s, seed=1, sites=0), ValueError, "sites must be at least 1"),
        (
            lambda _: updates.sign_step(Stream(loops=9, eps=0.1), seed=1, sites=17),
            ValueError,
            "sites must be at least twice the 9 visits of a layer, got 17",
        ),
        (lambda s: updates.gradient_step(s, nodes=0), ValueError, "nodes must be at least 1"),
        (
            lambda _: updates.gradient_step(Stream(loops=2, eps=0.1, activation="gelu")),
            ValueError,
            "positively homogeneous",
        ),
        (
            lambda _: updates.backward_kernel(Stream(loops=2, eps=0.1, h0=np.eye(2))),
            ValueError,
            "one input",
        ),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call(Stream(loops=2, eps=0.5))
