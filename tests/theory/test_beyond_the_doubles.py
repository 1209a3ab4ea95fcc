"""Energies beyond the doubles: infinity, ratios that keep their digits, no NaN and no warning."""

import dataclasses
import inspect
import math

import mpmath
import numpy as np
import pytest

from depthlaws import residual, updates
from depthlaws.residual import InjectedStream, Stream

STREAMS = {
    "loops": Stream(loops=30, eps=1e12),
    "blocks": Stream(loops=40, layers=2, eps=1e5),
    "linear": Stream(loops=30, eps=1e12, activation="linear"),
    "signs": Stream(visits=[0, 1, 0, 1] * 8, eps=[1e12, -1e11, -3e12, 4e12] * 8),
    "one step": Stream(loops=3, eps=1e140),
    "start": Stream(loops=4, eps=1.0, h0=1e308),
    "two inputs": Stream(loops=30, eps=1e12, h0=[[1.0, 0.5], [0.5, 1.0]]),
    "unequal factors": Stream(loops=3, eps=1e200, s=1e-100),
    "no scale": Stream(loops=3, eps=0.0, h0=1e308),
    "smooth": Stream(loops=30, eps=1e12, activation="gelu"),
    "normalised": Stream(loops=20, eps=1e149, normalize=True),
}
MORE = {
    "noisy_kernel": {"noise": 0.1},
    "coupled_kernel": {"layer": 0},
    "replacement_stability": {"layer": 0},
    "sign_step": {"seed": 0, "sites": 128, "replicates": 2},
    "gradient_step": {"nodes": 2},
    "gradient_step_in_use": {"loops": 2, "nodes": 2},
    "in_use": {"loops": 50},
}
PLAIN = {
    "tied_linear_energy": lambda f: f([3, 300, 10**6], [1e160, 5.0, 1.0]),
    "tied_energy": lambda f: f(1000, 1.0),
    "tied_kernel": lambda f: f(400, 5.0),
    "block_kernel": lambda f: f(200, 2, 5.0),
    "untied_kernel": lambda f: f(1000, 5.0, h0=[[1.0, 0.5], [0.5, 1.0]]),
    "untied_energy": lambda f: [f(1000, 5.0), f(1000, 5.0, activation="gelu")],
    "post_activation_kernel": lambda f: f(200, 3, 5.0),
    "limit_kernel": lambda f: f(1e4, doublings=3),
    "divergence": lambda f: f(0.1, 1e3),
    "visit_scales": lambda f: f("1+2x2", 1e308),
    "cone_mass": lambda f: f([[1e149] * 3] * 3),
    "coherence": lambda f: f(np.full((2, 2, 3), 1e300), 1e-300),
    "update_gain": lambda f: f(np.full((3, 3), 1e300), np.full(3, 1e300), 1e-300),
    "loop": lambda f: [f(1, 400, eps=5.0, sites=0), f(3, 100, eps=5.0, block="postact", sites=0)],
    "post_activation_energy": lambda f: f(1000, 5.0),
}
UNDEFINED = {"update", "rate_shift", "noise", "many_loops", "update_error", "rate_shift_error"}


def numbers(result):
    """All numbers of a result, but those that are defined to be NaN."""
    if isinstance(result, list):
        return [x for part in result for x in numbers(part)]
    if dataclasses.is_dataclass(result):
        names = [f.name for f in dataclasses.fields(result) if f.name not in UNDEFINED]
        values = [getattr(result, name) for name in names]
        return [x for v in values if not isinstance(v, str | None) for x in numbers(v)]
    return [np.asarray(result, dtype=float)]


def functions_of_a_stream():
    for package in (residual, updates):
        for name in package.__all__:
            function = getattr(package, name)
            if inspect.isfunction(function) and "stream" in inspect.signature(function).parameters:
                yield f"{package.__name__.split('.')[-1]}.{name}", function


FUNCTIONS = dict(functions_of_a_stream())
del FUNCTIONS["residual.injected_fixed_point"]


def test_all_functions_of_a_stream_are_called():
    assert len(FUNCTIONS) >= 16


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS)
def test_functions_of_a_stream(name, stream):
    """Warnings are errors in all tests. A refusal is a sentence about the arguments."""
    try:
        result = FUNCTIONS[name](stream, **MORE.get(name.split(".")[1], {}))
    except np.linalg.LinAlgError:
        raise
    except (ValueError, MemoryError) as error:
        said = str(error)
        result = math.nan if "nan" in said else 0.0
    if isinstance(result, Stream):
        result = result.energies
    assert not any(np.isnan(x).any() for x in numbers(result))


@pytest.mark.parametrize("name", PLAIN)
def test_functions_of_numbers(name):
    function = getattr(residual, name, None) or getattr(updates, name)
    assert not any(np.isnan(x).any() for x in numbers(PLAIN[name](function)))


@pytest.mark.parametrize("norm", ["none", "pre", "post"])
@pytest.mark.parametrize("scales", [(5e3, 2e3, 3.0), (1e100, -20.0, 3.0), (1e149, 1e149, 1e149)])
def test_injected_streams(norm, scales):
    eps, a, b = scales
    stream = InjectedStream(loops=60, eps=eps, a=a, b=b, e=1e150, norm=norm)
    assert not np.isnan(stream.kernel).any()
    assert not np.isnan(stream.with_injected).any()
    if norm == "none":
        assert stream.energies[-1] == math.inf


def exact_linear_energy(loops, eps):
    """H_N / H_0 = sum of binomial(N, k)^2 eps^2k, as a logarithm."""
    return mpmath.log(mpmath.hyp2f1(-loops, -loops, 1, mpmath.mpf(eps) ** 2))


@pytest.mark.parametrize("eps", [5.0, 1e3, 1e40])
def test_scaled_energies_have_their_digits(eps):
    scaled = Stream(loops=300, eps=eps, activation="linear").scaled
    log = math.log(scaled.mantissa[-1, -1]) + 2 * math.log(2) * int(scaled.exponent[-1])
    assert log == pytest.approx(float(exact_linear_energy(300, eps)), rel=1e-14)


@pytest.mark.parametrize(
    "options",
    [
        {"loops": 6, "eps": 1e25},
        {"loops": 3, "layers": 3, "eps": 1e17},
        {"visits": [0, 1, 0, 1], "eps": [3e30, -4e35, 2e40, -3e38]},
    ],
)
def test_what_does_not_depend_on_the_unit_of_the_states(options):
    """A start of 1e-150 keeps all energies in the doubles; one of 1e300 none of the last."""
    near, far = (Stream(**options, h0=h0) for h0 in (1e-150, 1e300))
    assert np.isfinite(near.energies).all()
    assert not np.isfinite(far.energies).all()
    np.testing.assert_allclose(residual.cosines(far), residual.cosines(near), rtol=1e-12)
    one, two = (updates.muon_step(s) for s in (near, far))
    np.testing.assert_allclose(two.nuclear_norm, 1e225 * one.nuclear_norm, rtol=1e-12)
    one, two = (updates.sign_step(s, seed=0, sites=256, replicates=8) for s in (near, far))
    assert abs(two.rms - 1e225 * one.rms) < 5 * math.hypot(two.error, 1e225 * one.error)
    assert two.error < 0.05 * two.rms  # it depends on the processor: .036 on Nehalem


def exact_singular_values(loops, eps):
    """Of the gradient of one looped ReLU matrix, from its Gram matrices in many digits."""

    def kappa(r):
        return (mpmath.sqrt((1 - r) * (1 + r)) + r * mpmath.acos(-r)) / (2 * mpmath.pi)

    steps, gain = range(loops), mpmath.mpf(eps) ** 2
    states, back = (mpmath.matrix(loops + 1, loops + 1) for _ in range(2))
    u, gate = (mpmath.matrix(loops, loops) for _ in range(2))
    states[0, 0] = 1
    for k in steps:
        for j in range(k + 1):
            scale = mpmath.sqrt(states[k, k] * states[j, j])
            r = states[k, j] / scale if j < k else mpmath.mpf(1)
            u[k, j] = u[j, k] = scale * kappa(r)
            gate[k, j] = gate[j, k] = mpmath.acos(-r) / (2 * mpmath.pi)
        for m in range(k + 1):
            states[k + 1, m] = states[k, m] + gain * mpmath.fsum(u[k, j] for j in range(m))
            states[m, k + 1] = states[k + 1, m]
        total = mpmath.fsum(u[k, j] for j in range(k + 1))
        states[k + 1, k + 1] = states[k + 1, k] + gain * total
    for m in range(loops + 1):
        back[loops, m] = back[m, loops] = 1
    for n in reversed(steps):
        for m in reversed(steps):
            later = mpmath.fsum(gate[n, j] * back[n + 1, j + 1] for j in range(m, loops))
            back[n, m] = back[n + 1, m] + gain * later
    squares, _ = mpmath.eig(back[1:, 1:] * u)
    return sorted((eps * float(abs(mpmath.sqrt(x))) for x in squares), reverse=True)


def test_the_error_of_a_muon_step_has_the_root_of_directions_that_are_dropped():
    """A direction at the cut, 1e-13 of the largest eigenvalue, counts with its root."""
    for eps in (1.0, 1e-2, 1e-6):
        output = updates.muon_step(Stream(loops=4, eps=eps), output=True).output
        assert 3e-7 * output.rms <= output.error <= 1e-5 * output.rms


@pytest.mark.parametrize(("loops", "eps"), [(8, 30.0), (4, 1e3), (6, 1e-3), (8, 1.0), (3, 1e-170)])
def test_norms_of_a_muon_step_have_their_digits(loops, eps):
    step = updates.muon_step(Stream(loops=loops, eps=eps))
    with mpmath.workdps(60 if eps > 1e-100 else 20):
        exact = exact_singular_values(loops, eps)
    gap = abs(step.nuclear_norm - sum(exact))
    assert gap <= max(step.error, 4e-15 * sum(exact))
    assert gap < 1e-7 * sum(exact)
    assert 2.0**-53 * sum(exact) <= step.error <= 1e-6 * sum(exact)  # a sum is rounded at least
    assert step.effective_rank == pytest.approx(
        (sum(exact) / exact[0]) ** 2 / sum((x / exact[0]) ** 2 for x in exact), rel=1e-7
    )
