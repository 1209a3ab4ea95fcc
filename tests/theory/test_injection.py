"""Looped layers with input injection and norms: kernels, fixed points, simulated networks."""

import math
from dataclasses import replace

import numpy as np
import pytest

from depthlaws import residual
from depthlaws.sims import SGD
from depthlaws.sims.residual import Ensemble, InjectedMLP, dense, matrix_free

LAYER = residual.InjectedStream(
    loops=6, a=0.6, b=0.7, eps=0.5, s=1.2, h0=1.5, e=0.8, overlap=0.4, norm="none"
)


def simulated(stream, width, **options):
    model = InjectedMLP(
        width=width,
        loops=stream.loops,
        eps=stream.eps,
        s=stream.s,
        a=stream.a,
        b=stream.b,
        h0=[[stream.h0, stream.overlap], [stream.overlap, stream.e]],
        norm=stream.norm,
    )
    return matrix_free.simulate(model, Ensemble(**options), observe=("energy", "kernel"))


@pytest.mark.parametrize("normalize", [False, True])
def test_without_injection_it_is_a_stream(normalize):
    same = {"loops": 5, "eps": 0.3, "s": 1.3, "h0": 2.0}
    stream = residual.InjectedStream(**same, norm="pre" if normalize else "none")
    exact = residual.Stream(**same, normalize=normalize).kernel
    np.testing.assert_allclose(stream.kernel, exact, rtol=1e-13)


@pytest.mark.parametrize("norm", ["none", "pre", "post"])
def test_one_loop_by_hand(norm):
    stream = replace(LAYER, loops=1, norm=norm)
    branch = 0.5**2 * 1.2**2 / 2 * (1.0 if norm == "pre" else 1.5)
    energy = 0.36 * 1.5 + 0.49 * 0.8 + 2 * 0.42 * 0.4 + branch
    size = math.sqrt(energy) if norm == "post" else 1.0
    assert stream.energies[-1] == pytest.approx(energy / size**2, rel=1e-13)
    assert stream.kernel[0, 1] == pytest.approx((0.6 * 1.5 + 0.7 * 0.4) / size, rel=1e-13)
    assert stream.with_injected[-1] == pytest.approx((0.6 * 0.4 + 0.7 * 0.8) / size, rel=1e-13)


@pytest.mark.parametrize("norm", ["none", "pre", "post"])
@pytest.mark.parametrize("activation", ["relu", "leaky_relu", "linear"])
def test_loops_arrive_at_the_fixed_point(norm, activation):
    stream = residual.InjectedStream(
        loops=150, a=0.4, b=0.7, eps=0.4, e=0.8, norm=norm, activation=activation
    )
    point = residual.injected_fixed_point(stream)
    assert point.stable
    assert stream.energies[-1] == pytest.approx(point.energy, rel=1e-10)
    assert stream.with_injected[-1] / math.sqrt(0.8 * point.energy) == pytest.approx(point.cosine)
    kernel = stream.kernel
    moved = [kernel[n + 1, n + 1] + kernel[n, n] - 2 * kernel[n, n + 1] for n in (8, 16)]
    # the distance falls by rate^(2 n) / sqrt(n)
    assert math.sqrt(moved[1] / moved[0] * math.sqrt(2)) ** (1 / 8) == pytest.approx(
        point.rate, rel=0.03
    )


@pytest.mark.parametrize("a", [-1.5, 0.4, 1.5])
def test_the_rate_before_a_norm_is_that_of_a_network_at_its_fixed_point(a):
    """Spectral radius of the Jacobian, of one network: on every side of a = 1."""
    width, b, eps, e = 500, 0.7, 0.9, 0.8
    rng = np.random.default_rng(7)
    w = rng.standard_normal((width, width)) / math.sqrt(width)
    injected = math.sqrt(e) * rng.standard_normal(width)
    state = injected
    for _ in range(200):  # h = a h + b e + eps W relu(h / |h|), solved for the first h
        unit = state / math.sqrt(np.mean(state**2))
        state = (b * injected + eps * w @ np.maximum(unit, 0)) / (1 - a)
    size = math.sqrt(np.mean(state**2))
    unit = state / size
    inside = np.diag(np.where(unit > 0, 1.0, 0.0)) - np.outer(np.maximum(unit, 0), unit) / width
    jacobian = a * np.eye(width) + eps / size * w @ inside
    radius = np.abs(np.linalg.eigvals(jacobian)).max()
    stream = residual.InjectedStream(loops=1, a=a, b=b, eps=eps, e=e, norm="pre")
    point = residual.injected_fixed_point(stream)
    assert point.rate == pytest.approx(radius, rel=0.04)  # a few widths^(-1/2) of the branch
    assert point.energy == pytest.approx(size**2, rel=0.15)
    assert point.cosine == pytest.approx(state @ injected / width / size / math.sqrt(e), abs=0.05)
    assert point.rate - abs(a) == pytest.approx(eps * math.sqrt(0.5 / point.energy), rel=1e-12)


def test_without_a_norm_a_large_branch_has_no_fixed_point():
    point = residual.injected_fixed_point(replace(LAYER, eps=0.6))
    assert (point.stable, math.isnan(point.energy)) == (False, True)
    outside = residual.injected_fixed_point(replace(LAYER, a=-0.9, eps=0.6))
    assert (outside.stable, outside.energy > 0) == (False, True)  # it exists and repels
    assert not residual.injected_fixed_point(replace(LAYER, a=-3.0, norm="post")).stable
    assert not residual.injected_fixed_point(replace(LAYER, a=1.0, norm="pre")).stable


@pytest.mark.parametrize("width", [256, 1024, 4096])
@pytest.mark.parametrize("norm", ["none", "pre", "post"])
def test_networks_of_three_widths_have_these_kernels(norm, width):
    stream = replace(LAYER, eps=0.4, norm=norm)
    run = simulated(stream, width, samples=24, seed=3)
    kernel = run.kernel.to_numpy()
    for draws, exact in (
        (kernel[:, 0, 0, -1, :-1], stream.kernel[-1, :-1]),
        (kernel[:, 0, 1, 1:, 0], stream.with_injected[1:]),
        (run.energy.to_numpy()[:, 0, 1:], stream.energies[1:]),
    ):
        error = np.maximum(draws.std(axis=0, ddof=1) / math.sqrt(len(draws)), 1e-12)
        assert np.all(np.abs(draws.mean(axis=0) - exact) < 5 * error + 2 / width)
    assert np.all(np.ptp(run.energy.to_numpy()[:, 1], axis=-1) == 0)  # e stays as it is


@pytest.mark.parametrize("route", [dense, matrix_free])
def test_gradients_of_injected_layers_are_refused(route):
    model, ensemble = InjectedMLP(width=8, eps=0.1), Ensemble(samples=2, seed=0)
    with pytest.raises(ValueError, match="gradients of InjectedMLP are not simulated"):
        route.simulate(model, ensemble, observe="gradient_energy")
    with pytest.raises(ValueError, match="gradients of InjectedMLP are not simulated"):
        route.train(model, ensemble, SGD(0.1))


@pytest.mark.parametrize(
    ("law", "given", "says"),
    [
        (residual.InjectedStream, {"overlap": 1.1}, "overlap"),
        (residual.InjectedStream, {"h0": 0.0}, "h0 and e must be positive"),
        (residual.InjectedStream, {"loops": 0}, "loops"),
        (residual.InjectedStream, {"norm": "rms"}, "norm"),
        (InjectedMLP, {"layers": 2}, "one layer"),
        (InjectedMLP, {"h0": 1.0}, r"overlaps \(2, 2\)"),
        (InjectedMLP, {"norm": "rms"}, "norm"),
    ],
)
def test_layers_that_are_none(law, given, says):
    sizes = {"width": 8} if law is InjectedMLP else {}
    with pytest.raises(ValueError, match=says):
        law(**{"loops": 2, "eps": 0.1} | sizes | given)


@pytest.mark.parametrize(
    ("change", "says"),
    [({"activation": "erf"}, "positively homogeneous"), ({"b": 0.0}, "an injected vector")],
)
def test_fixed_points_that_are_not_known(change, says):
    with pytest.raises(ValueError, match=says):
        residual.injected_fixed_point(replace(LAYER, **change))
