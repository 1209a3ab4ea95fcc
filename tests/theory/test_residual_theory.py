import itertools
import math

import mpmath
import numpy as np
import pytest
import scipy.integrate
import scipy.special
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.polynomial import chebyshev

from depthlaws.theory import formula, residual
from depthlaws.theory.residual import Stream, block_kernel, limit, tied_kernel, untied_energy
from depthlaws.theory.residual.stream_recursions import output_energy

EPS = 2.0**-52


def assert_within_error(result, value):
    """A numerical limit is as close as it says; the quoted value has 16 digits."""
    assert abs(result.value - value) <= result.error + 2 * EPS * value


def relu_kernel(rho):
    return (mpmath.sqrt((1 - rho) * (1 + rho)) + rho * mpmath.acos(-rho)) / (2 * mpmath.pi)


def double_loop(labels, eps, *, kappa=relu_kernel, normalize=False, start=1):
    """Kernel of all states from the definition, every sum written out, in mpmath."""
    steps, gain = len(labels), mpmath.mpf(eps) ** 2
    branch = mpmath.zeros(steps)

    def covariance(n, m):
        return start + gain * mpmath.fsum(branch[i, j] for i in range(n) for j in range(m))

    for k in range(steps):
        for j in range(k + 1):
            if labels[j] == labels[k]:
                scale = mpmath.sqrt(covariance(k, k) * covariance(j, j))
                rho = mpmath.mpf(1) if j == k else covariance(k, j) / scale
                branch[k, j] = branch[j, k] = kappa(rho) * (1 if normalize else scale)
    return np.array([[float(covariance(n, m)) for m in range(steps + 1)] for n in range(steps + 1)])


def simulate(labels, eps, *, width, runs, seed, starts=None, normalize=False, redraw=None):
    """Kernels of dense ReLU networks, (run, input, input, time, time).

    ``starts`` mixes independent initial vectors into inputs; with ``redraw`` the second input
    sees another matrix in that layer.
    """
    rng = np.random.default_rng(seed)
    mixing = np.ones((1, 1)) if starts is None else np.asarray(starts)
    out = []
    for _ in range(runs):
        h = rng.standard_normal((width, mixing.shape[1])) @ mixing.T
        weights = {v: rng.standard_normal((width, width)) for v in set(labels)}
        other = rng.standard_normal((width, width)) if redraw is not None else None
        states = [h]
        for label in labels:
            u = np.maximum(h, 0.0)
            if normalize:
                u = u / np.sqrt(np.square(h).mean(axis=0))
            r = weights[label] @ u / math.sqrt(width)
            if label == redraw:
                r[:, 1] = other @ u[:, 1] / math.sqrt(width)
            h = h + eps * r
            states.append(h)
        path = np.stack(states)
        out.append(np.einsum("nda,mdb->abnm", path, path) / width)
    return np.array(out)


def z_scores(samples, truth):
    sem = samples.std(axis=0, ddof=1) / math.sqrt(len(samples))
    return (samples.mean(axis=0) - truth) / np.where(sem > 0, sem, np.inf)


# -- kernels --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loops", "layers", "eps", "normalize"),
    [
        (6, 1, 0.5, False),
        (6, 1, 0.9, True),
        (1, 5, 0.7, False),
        (3, 2, 0.4, False),
        (2, 3, 0.4, True),
    ],
)
def test_kernel_is_the_double_sum(loops, layers, eps, normalize):
    stream = Stream(loops=loops, layers=layers, eps=eps, normalize=normalize)
    exact = double_loop(list(range(layers)) * loops, eps, normalize=normalize)
    np.testing.assert_allclose(stream.kernel, exact, rtol=4 * EPS)
    blocks = block_kernel(loops, layers, eps, normalize=normalize)
    for layer in range(layers + 1):
        at = np.arange(loops) * layers + layer
        np.testing.assert_allclose(blocks[layer], exact[np.ix_(at, at)], rtol=4 * EPS)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (lambda: tied_kernel(2, 0.5)[-1, -1], 1.5167165228875614),
        (lambda: tied_kernel(4, 0.25)[-1, -1], 1.537199437980807),
        (lambda: tied_kernel(8, 0.125)[-1, -1], 1.551100186859395),
        (lambda: tied_kernel(16, 1 / 16)[-1, -1], 1.559127117009107),
        (lambda: tied_kernel(64, 1 / 64)[-1, -1], 1.565670373721286),
        (lambda: tied_kernel(16, 0.25)[-1, -1], 39.38584110215921),
        (lambda: tied_kernel(8, 1.0)[-1, -1], 1250.8052392172535),
        (lambda: block_kernel(4, 4, 1 / 8)[-1, -1, -1], 1.563164331486626),
        (lambda: block_kernel(8, 3, 2 / (8 * 3**0.5))[-1, -1, -1], 4.192045342989399),
        (lambda: block_kernel(2, 12, 1 / (2 * 12**0.5))[-1, -1, -1], 1.5797029669953346),
        (lambda: tied_kernel(16, 1.0, normalize=True)[-1, -1], 109.96591420420572),
        (lambda: tied_kernel(64, 1.0, normalize=True)[-1, -1], 1856.499834861509),
    ],
)
def test_regression_values(value, expected):
    assert value() == pytest.approx(expected, rel=1e-13)


def test_kernel_keeps_its_accuracy_over_many_loops():
    """A kernel of 512 loops against the same recursion in extended precision."""
    loops, eps = 512, 1 / 512
    wide = np.longdouble
    row, energy = np.ones(loops + 1, dtype=wide), np.ones(loops + 1, dtype=wide)
    for k in range(loops):
        scale = np.sqrt(energy[k] * energy[: k + 1])
        rho = np.minimum(row[: k + 1] / scale, wide(1))
        angle = 2 * np.arcsin(np.sqrt((1 + rho) / 2))
        terms = wide(eps) ** 2 * scale * (np.sin(angle) + rho * angle) / (2 * wide(np.pi))
        sums = np.cumsum(terms)
        row[1 : k + 1] += sums[:k]
        row[k + 1] = energy[k + 1] = row[k] + sums[k]
    tied = tied_kernel(loops, eps)
    # long double pi is the double here: its relative error 4e-17 is in the terms.
    np.testing.assert_allclose(tied[-1], row.astype(float), rtol=2 * EPS)
    assert np.array_equal(tied, tied.T)


@pytest.mark.parametrize(
    ("labels", "eps", "normalize"),
    [([0] * 6, 0.25, False), ([0, 1, 2] * 3, 0.15, False), ([0] * 5, 0.8, True)],
)
def test_kernel_is_the_wide_limit_of_dense_networks(labels, eps, normalize):
    samples = simulate(labels, eps, width=1024, runs=30, seed=4, normalize=normalize)[:, 0, 0]
    layers = len(set(labels))
    stream = Stream(loops=len(labels) // layers, layers=layers, eps=eps, normalize=normalize)
    assert np.abs(z_scores(samples, stream.kernel)).max() < 5


def test_bias_falls_as_one_over_width():
    loops, eps, truth = 4, 0.5, tied_kernel(4, 0.5)[-1, -1]
    scaled = []
    for width, runs in ((8, 40000), (16, 20000), (32, 10000)):
        rng = np.random.default_rng(width)
        h = rng.standard_normal((runs, width))
        w = rng.standard_normal((runs, width, width)) / math.sqrt(width)
        start = np.square(h).mean(axis=1)
        for _ in range(loops):
            h = h + eps * np.einsum("rij,rj->ri", w, np.maximum(h, 0.0))
        ratio = np.square(h).mean(axis=1) / start  # homogeneity: the start drops out
        sem = ratio.std(ddof=1) / math.sqrt(runs)
        scaled.append((width * (ratio.mean() - truth), width * sem))
    values, errors = np.array(scaled).T
    mean = np.average(values, weights=errors**-2.0)
    assert mean > 10 * errors.min()
    assert np.abs((values - mean) / errors).max() < 5


def test_several_inputs_at_once():
    mixing = np.array([[1.0, 0.0], [0.6, 0.8], [-0.9, math.sqrt(1 - 0.81)]])
    overlap = mixing @ mixing.T
    kernel = tied_kernel(5, 0.3, h0=overlap)
    samples = simulate([0] * 5, 0.3, width=1024, runs=30, seed=5, starts=mixing)
    assert np.abs(z_scores(samples, kernel)).max() < 5
    # Overlaps of inputs that nearly cancel round like the energies that they are made of (>= 1).
    near = {"rtol": 4 * EPS, "atol": 4 * EPS}
    order = [2, 0, 1]
    shuffled = tied_kernel(5, 0.3, h0=overlap[np.ix_(order, order)])
    np.testing.assert_allclose(shuffled, kernel[np.ix_(order, order)], **near)
    np.testing.assert_allclose(kernel[0, 0], tied_kernel(5, 0.3), rtol=4 * EPS)
    blocks = block_kernel(5, 1, 0.3, h0=overlap)
    np.testing.assert_allclose(blocks[:, :, 1], kernel[:, :, 1:, 1:], **near)


@pytest.mark.parametrize("layers", [1, 2])
def test_looped_blocks_of_unequal_inputs_are_every_other_state(layers):
    """Loop by loop and step by step: two recursions, each of which adds rows and columns."""
    gram = np.array([[1.0, 0.4, -0.3], [0.4, 4.0, 0.5], [-0.3, 0.5, 0.25]])
    stream = Stream(loops=4, layers=layers, eps=0.4, h0=gram, activation="gelu")
    blocks = block_kernel(4, layers, 0.4, h0=gram, activation="gelu")
    for layer in range(layers + 1):
        states = slice(layer, layer + 3 * layers + 1, layers)
        np.testing.assert_allclose(blocks[:, :, layer], stream.kernel[..., states, states],
                                   rtol=1e-13, atol=1e-14)  # fmt: skip


@given(
    st.integers(1, 6), st.floats(0.01, 1.5), st.floats(0.1, 3), st.floats(0.01, 100), st.booleans()
)
@settings(max_examples=40)
def test_scales(loops, eps, s, h0, normalize):
    """Only eps s matters, and energies are proportional to h0 (normalised: eps s / sqrt(h0))."""
    kernel = tied_kernel(loops, eps, s, h0, normalize=normalize)
    step = eps * s / (math.sqrt(h0) if normalize else 1.0)
    plain = tied_kernel(loops, step, normalize=normalize)
    np.testing.assert_allclose(kernel, h0 * plain, rtol=1e-13)


@pytest.mark.parametrize(
    ("activation", "normalize"), [("relu", False), ("relu", True), ("gelu", False)]
)
def test_untied_overlaps_of_many_inputs(activation, normalize):
    factor = np.random.default_rng(13).standard_normal((97, 30))
    gram = factor @ factor.T / 30
    options = {"activation": activation, "normalize": normalize}
    kernel = residual.untied_kernel(6, 0.5, 1.1, gram, **options)
    blocks = block_kernel(1, 6, 0.5, 1.1, gram, **options)
    np.testing.assert_allclose(kernel, blocks[:, :, -1, 0, 0], rtol=1e-13, atol=1e-15)
    assert np.array_equal(kernel, kernel.T)


@given(st.integers(1, 40), st.floats(0.001, 1.0), st.floats(0.1, 2), st.floats(0.1, 10))
@settings(max_examples=40)
def test_untied_and_one_loop_agree_with_the_recursion(layers, eps, s, h0):
    recursion = output_energy(Stream(loops=1, layers=layers, eps=eps, s=s, h0=h0))
    assert untied_energy(layers, eps, s, h0) == pytest.approx(recursion, rel=1e-13)
    one = output_energy(Stream(loops=layers, layers=1, eps=0.0, s=s, h0=h0))
    assert one == h0


@pytest.mark.parametrize("activation", ["gelu", "erf", "leaky_relu", "abs"])
def test_untied_energy_of_any_activation(activation):
    energies = Stream(loops=1, layers=7, eps=0.4, s=1.3, h0=0.7, activation=activation).energies
    got = untied_energy(np.arange(1, 8), 0.4, 1.3, 0.7, activation)
    np.testing.assert_allclose(got, energies[1:], rtol=1e-14)


def test_linear_stream_is_hypergeometric():
    for loops, eps, s in ((1, 0.7, 1.0), (5, 0.5, 2.0), (40, 1 / 40, 1.5)):
        kernel = tied_kernel(loops, eps, s, activation="linear")
        closed = residual.tied_linear_energy(loops, eps, s)
        with mpmath.workdps(40):
            exact = mpmath.hyp2f1(-loops, -loops, 1, (mpmath.mpf(eps) * mpmath.mpf(s)) ** 2)
        assert kernel[-1, -1] == pytest.approx(float(exact), rel=1e-14)
        assert closed == pytest.approx(float(exact), rel=1e-14)


def test_linear_energy_is_stable_for_many_loops():
    """Legendre's polynomial is another representation: (1-x)^N P_N((1+x)/(1-x))."""
    for loops, eps in ((1000, 0.1), (10**6, 3e-4), (10**9, 1e-9)):
        with mpmath.workdps(60):
            x = mpmath.mpf(eps) ** 2
            exact = (1 - x) ** loops * mpmath.legendre(loops, (1 + x) / (1 - x))
        condition = 1 + 2 * loops * eps
        got = residual.tied_linear_energy(loops, eps)
        assert abs(got / float(exact) - 1) < 8 * EPS * condition
    many = residual.tied_linear_energy(10**7, 2e-7, 1.5)
    assert many == pytest.approx(scipy.special.iv(0, 2 * 2 * 1.5), rel=1e-6)


def test_two_loops_closed_form():
    law = formula("tied-two-loops-energy")
    for eps, s, h0 in ((0.5, 1.0, 1.0), (1.7, 0.6, 2.5)):
        assert law(eps, s, h0) == pytest.approx(tied_kernel(2, eps, s, h0)[-1, -1], rel=1e-14)


# -- how steps add up -----------------------------------------------------------------------------


def test_terms_cosines_and_branches():
    stream = Stream(loops=5, layers=2, eps=0.3, s=1.4)
    kernel = stream.kernel
    terms = residual.energy_terms(stream, width=400)
    assert (terms.start, terms.cross) == (1.0, 0.0)  # the cross term is 0 on average
    assert terms.quadratic == pytest.approx(kernel[-1, -1] - 1, rel=1e-13)
    assert terms.deviation == pytest.approx(2 * math.sqrt((kernel[-1, -1] - 1) / 400), rel=1e-14)
    increments = np.diff(np.diff(kernel, axis=0), axis=1)
    np.testing.assert_allclose(increments, stream.eps**2 * stream.branch, atol=2e-15)
    size = np.sqrt(np.diag(increments))
    np.testing.assert_allclose(
        residual.cosines(stream), increments / (size[:, None] * size), atol=1e-13
    )
    outer = np.diff(np.diff(kernel[::2, ::2], axis=0), axis=1)
    size = np.sqrt(np.diag(outer))
    np.testing.assert_allclose(
        residual.cosines(stream, blocks=True), outer / (size[:, None] * size), atol=1e-13
    )
    total = residual.branch_energies(stream).sum()
    assert 1 + stream.eps**2 * total == pytest.approx(kernel[-1, -1], rel=1e-14)


def test_tied_cosines_stay_above_one_over_pi():
    for normalize in (False, True):
        stream = Stream(loops=24, eps=1.0, normalize=normalize)
        cosines = residual.cosines(stream)
        assert cosines.min() > 1 / math.pi
        energy = np.sqrt(stream.energies[:-1])
        rho = stream.kernel[:-1, :-1] / (energy[:, None] * energy)
        law = formula("increment-cosine")
        np.testing.assert_allclose(cosines, law(np.clip(rho, -1, 1)), rtol=1e-13)
    untied = residual.cosines(Stream(loops=1, layers=6, eps=0.4))
    assert np.array_equal(untied, np.eye(6))


def test_cross_term_of_two_loops():
    """E B_2 = 2 eps^2 s^2 / d^2 E sum u_0^2 1[h_1 > 0]; h_1 given h_0 is exactly Gaussian."""
    eps, width, runs = 0.8, 4096, 400
    rng = np.random.default_rng(6)
    h = rng.standard_normal((runs, width))
    u = np.maximum(h, 0.0)
    size = np.sqrt(np.square(u).mean(axis=1, keepdims=True))
    later = h + eps * size * rng.standard_normal((runs, width))
    samples = 2 * eps**2 * np.mean(np.square(u) * (later > 0), axis=1)
    assert abs(z_scores(samples, formula("cross-term-mean-two-loops")(eps, 1.0, 1.0))) < 5


def test_coupled_kernel_of_a_redrawn_layer():
    stream = Stream(loops=3, layers=3, eps=0.3)
    coupled = residual.coupled_kernel(stream, 1)
    samples = simulate(
        [0, 1, 2] * 3, 0.3, width=768, runs=30, seed=7, starts=[[1.0], [1.0]], redraw=1
    )
    # Twins share their start exactly, hence the same sampling error in both.
    z = z_scores(samples[:, 0, 1], coupled)
    assert np.abs(z).max() < 5
    stability = residual.replacement_stability(stream, 1)
    assert stability[1] == pytest.approx(residual.branch_energies(stream)[1] / 9, rel=1e-14)
    nowhere = residual.replacement_stability(Stream(loops=3, layers=3, eps=0.0), 1)
    assert nowhere[0] == pytest.approx(0.0, abs=1e-16)


@pytest.mark.parametrize(("beta", "first", "last"), [(0.5, 0.0342, 0.0939), (1.0, 0.0372, 0.1039)])
def test_replacement_constants_quoted(beta, first, last):
    stability = residual.replacement_stability(Stream(loops=4, layers=3, eps=beta / 4), 1) / beta**2
    assert stability[0] == pytest.approx(first, abs=6e-5)
    assert stability[2] == pytest.approx(last, abs=6e-5)


# -- limits ---------------------------------------------------------------------------------------


def goursat(T, *, normalize=False, nodes=22, sweeps=20):
    """H(T, T) by Picard sweeps with Chebyshev polynomials on the triangle tau = sigma w.

    H(sigma, tau) = 1 + 2 int_0^tau I(a, a) da + int_tau^sigma I(a, tau) da with
    I(a, b) = a int_0^{b/a} c(a, w) dw: another representation than any recursion in time.
    """
    x = np.cos(np.pi * (np.arange(nodes) + 0.5) / nodes)
    sigma, w = (x + 1) * T / 2, (x + 1) / 2
    points, weights = np.polynomial.legendre.leggauss(nodes)
    fit = np.linalg.inv(chebyshev.chebvander(x, nodes - 1))

    def inner(antiderivative, a, ratio):
        upper = chebyshev.chebval2d(2 * a / T - 1, 2 * ratio - 1, antiderivative)
        return a * (
            upper - chebyshev.chebval2d(2 * a / T - 1, -np.ones_like(ratio), antiderivative)
        )

    def between(antiderivative, low, high, top):
        half = (high - low)[..., None] / 2
        a = (high + low)[..., None] / 2 + half * points
        ratio = np.ones_like(a) if top is None else top[..., None] / a
        return (half * inner(antiderivative, a, ratio)) @ weights

    def solution(antiderivative, high, low):
        square = between(antiderivative, np.zeros_like(low), low, None)
        return 1 + 2 * square + between(antiderivative, low, high, low)

    grid, part = np.meshgrid(sigma, w, indexing="ij")
    source = np.full_like(grid, 0.5)
    for _ in range(sweeps):
        coefficients = fit @ source @ fit.T
        antiderivative = chebyshev.chebint(coefficients, axis=1) / 2
        kernel = solution(antiderivative, grid, grid * part)
        first = solution(antiderivative, grid, grid)
        second = solution(antiderivative, grid * part, grid * part)
        rho = np.clip(kernel / np.sqrt(first * second), -1, 1)
        source = (np.sqrt(1 - rho**2) + rho * np.arccos(-rho)) / (2 * np.pi)
        if not normalize:
            source = source * np.sqrt(first * second)
    end = np.array([T])
    return float(solution(antiderivative, end, end)[0])


@pytest.mark.parametrize(("T", "normalize"), [(0.5, False), (1.0, False), (2.0, True)])
def test_limit_solves_the_goursat_problem(T, normalize):
    result = limit(T, normalize=normalize)
    spectral = goursat(T, normalize=normalize)
    assert abs(result.value - spectral) < result.error + 3e-14 * spectral
    assert result.error < 1.5e-14 * result.value


def test_limits_of_arrays_are_those_of_their_elements():
    times, starts = np.array([0.5, 6.0, 24.0]), np.array([[1.0], [3.0]])
    result = limit(times, 0.7, starts)
    assert result.value.shape == result.error.shape == (2, 3)
    for i, j in np.ndindex(2, 3):
        one = limit(times[j], 0.7, starts[i, 0])
        assert isinstance(one.value, float)
        assert (result.value[i, j], result.error[i, j]) == (one.value, one.error)
    assert limit([1.0], loops=3, layers=2).value.shape == (1,)


def test_limit_of_many_layers_at_large_times():
    """One loop has the closed form exp(s^2 T^2 / 2)."""
    times = np.array([1.0, 4.0, 8.0, 16.0])
    result = limit(times, loops=1, layers=math.inf)
    assert np.all(np.abs(result.value - np.exp(times**2 / 2)) <= result.error)
    assert np.all(result.error < np.array([2e-14, 2e-13, 1e-12, 3e-8]) * result.value)


def test_an_extrapolation_that_is_far_off_is_no_limit(monkeypatch):
    monkeypatch.setattr("depthlaws.theory.residual.limits.MAX_ERROR", 1e-7)
    with pytest.raises(ValueError, match=r"no limit found at s T = 30\.0: .* factor of 1;"):
        limit([1.0, 30.0], loops=1, layers=math.inf)


def test_limit_constants():
    assert_within_error(limit(1.0), 1.567957324643655)
    assert_within_error(limit(2.0), 4.318802401303336)
    assert_within_error(limit(4.0), 53.7727032895007)
    assert f"{limit(1.0).value:.10f}" == "1.5679573246"


def test_limit_of_the_linear_stream_is_a_bessel_function():
    for T, s in ((1.0, 1.0), (2.0, 0.7), (24.0, 1.0)):
        result = limit(T, s, activation="linear")
        closed = formula("tied-linear-limit")(T, s)
        assert_within_error(result, float(mpmath.besseli(0, 2 * T * s)))
        budget = formula("tied-linear-limit").budget * EPS * (1 + 2 * T * s)
        assert closed == pytest.approx(float(mpmath.besseli(0, 2 * T * s)), rel=budget)


def test_limit_scales_and_agrees_with_its_kernel():
    one, three = limit(1.0), limit(0.5, 2.0, 3.0)
    assert abs(three.value - 3 * one.value) <= three.error + 3 * one.error
    field = residual.limit_kernel(1.0, points=4, doublings=7)
    assert np.abs(field.value[-1] - field.value[:, -1]).max() == 0
    assert field.value[-1, -1] == pytest.approx(limit(1.0).value, rel=1e-13)
    assert field.error.max() < 1e-9, "the change at the last doubling, not an earlier one"
    before = residual.limit_kernel(1.0, points=4, doublings=6)
    np.testing.assert_array_equal(field.time, np.arange(5) / 4)
    rounding = 4 * np.finfo(float).eps * np.abs(field.value)
    largest = np.maximum(np.abs(field.value - before.value), rounding)
    np.testing.assert_allclose(field.error, largest, rtol=1e-12)
    half = residual.limit_kernel(0.5, points=2, doublings=7)
    np.testing.assert_allclose(field.value[:3, :3], half.value, rtol=1e-12)


def test_recursion_approaches_the_limit_at_rate_one_over_loops():
    target = limit(1.0).value
    gaps = [n * (tied_kernel(n, 1 / n)[-1, -1] - target) for n in (256, 512, 1024)]
    assert gaps[-1] == pytest.approx(-0.1481, abs=2e-4)
    assert abs(gaps[2] - gaps[1]) < 0.6 * abs(gaps[1] - gaps[0])


def test_many_layers_at_one_loop_is_an_exponential():
    result = limit(1.0, 1.2, loops=1, layers=math.inf)
    assert result.value == pytest.approx(math.exp(1.2**2 / 2), rel=1e-14)
    assert_within_error(limit(16.0, loops=1, layers=math.inf), math.exp(128))


def test_many_layers_at_two_loops_solves_its_differential_equations():
    """Loop 0 then loop 1: K_nm' = (lambda/N)^2 (S_{n+1,m+1} - S_nm), K_nm(0) = K_{n-1,m-1}(1)."""
    loops, lam = 2, 1.5
    gain = (lam / loops) ** 2

    def dual(first, cross, second):
        scale = math.sqrt(first * second)
        return scale * float(relu_kernel(min(cross / scale, 1.0)))

    def slope(_, k):
        k00, k01, k11 = k
        c00, c11, c01 = k00 / 2, k11 / 2, dual(k00, k01, k11)
        return gain * np.array([c00, c00 + c01, 2 * c01 + c11])

    options = {"rtol": 1e-12, "atol": 1e-12, "method": "DOP853"}
    first = scipy.integrate.solve_ivp(lambda t, k: gain * k / 2, (0, 1), [1.0], **options).y[0, -1]
    end = scipy.integrate.solve_ivp(slope, (0, 1), [1.0, 1.0, first], **options).y[:, -1]
    result = limit(lam, loops=loops, layers=math.inf)
    assert result.value == pytest.approx(end[2], rel=1e-10)


def test_blocks_forget_their_layers_as_loops_grow():
    target = limit(1.0).value
    for layers in (3, 8):
        gaps = [
            abs(output_energy(Stream(loops=n, layers=layers, eps=1 / (n * layers**0.5))) - target)
            for n in (16, 32, 64)
        ]
        assert gaps[2] < 0.6 * gaps[1] < 0.36 * gaps[0]


def test_small_time_expansion():
    law, frozen = formula("tied-limit-small-time"), formula("tied-frozen-gates-limit")
    for T in (0.125, 0.25, 0.5):
        rest = limit(T).value - law(T, 1.0, 1.0)
        assert abs(rest) < 0.002 * T**6
    fifth = (limit(0.5).value - frozen(0.5, 1.0, 1.0)) / 0.5**5
    assert fifth == pytest.approx(1 / (120 * math.sqrt(2) * math.pi), rel=0.01)


def test_growth_per_loop():
    energies = np.diag(tied_kernel(60, 1.0))
    ratio = energies[1:] / energies[:-1]
    target = formula("tied-growth-per-loop")(1.0, 1.0)
    assert np.all(np.diff(np.abs(ratio - target))[10:] < 0)
    assert ratio[-1] == pytest.approx(target, rel=1e-3)


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("alpha", [0.0, 0.25, 0.5])
def test_divergence_exponential(alpha, tied):
    """Log H_n / n^exponent approaches the constant: its error falls from n to 4 n."""
    law = residual.divergence(alpha, tied=tied)
    if law.law == "bounded":
        assert untied_energy(10**6, 1e-3) == pytest.approx(law.constant, rel=1e-5)
        return

    def gap(n):
        steps = {"loops": n} if tied else {"loops": 1, "layers": n}
        energy = output_energy(Stream(eps=n**-alpha, **steps))
        return abs(math.log(energy) / n**law.exponent - law.constant)

    assert gap(256) < 0.75 * gap(64) + 1e-12
    assert gap(256) < 0.2 * law.constant


@pytest.mark.parametrize(("tied", "alpha"), [(True, 0.0), (True, 0.5), (False, 0.25)])
def test_divergence_of_the_normalised_stream_is_a_power(tied, alpha):
    law = residual.divergence(alpha, tied=tied, normalize=True)
    assert law.law == "power"

    def scaled(n):
        steps = {"loops": n} if tied else {"loops": 1, "layers": n}
        return output_energy(Stream(eps=n**-alpha, normalize=True, **steps)) / n**law.exponent

    assert scaled(1024) == pytest.approx(law.constant, rel=0.15)
    assert abs(scaled(1024) - law.constant) < abs(scaled(256) - law.constant)


# -- bounds ---------------------------------------------------------------------------------------


@given(st.integers(1, 30), st.floats(0.001, 1.5), st.floats(0.05, 3), st.floats(0.01, 50))
@settings(max_examples=60)
def test_energy_sandwich(loops, eps, s, h0):
    kernel = tied_kernel(loops, eps, s, h0)
    slack = 1 + 1e-12
    assert formula("tied-energy-lower")(loops, eps, s, h0) <= kernel[-1, -1] * slack
    assert kernel[-1, -1] <= formula("tied-energy-upper")(loops, eps, s, h0) * slack
    T = eps * loops
    assert kernel[-1, -1] <= formula("tied-energy-exponential")(T, s, h0) * slack
    energies = np.diag(kernel)[:-1]
    assert np.sqrt(energies / (2 * np.pi)).min() * slack >= formula("activation-mass-lower")(h0)
    assert energies.max() / 2 <= formula("activation-square-upper")(T, s, h0) * slack
    normal = tied_kernel(loops, eps, s, h0, normalize=True)[-1, -1]
    assert formula("tied-normalized-energy-lower")(T, s, h0) <= normal * slack
    assert normal <= formula("tied-normalized-energy-upper")(T, s, h0) * slack


@given(st.integers(1, 12), st.integers(1, 30), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_positive_cone_mass(loops, width, seed, sparsity):
    rng = np.random.default_rng(seed)
    u = rng.exponential(size=(loops, width)) * (rng.random((loops, width)) >= sparsity)
    result = residual.cone_mass(u)
    assert result.lower <= result.value * (1 + 1e-12)
    assert result.value <= result.upper * (1 + 1e-12)
    total, squares = math.fsum(u.flat), math.fsum(x * x for x in u.flat)
    assert (result.mass, result.square) == pytest.approx((total / u.size, squares / u.size))
    assert result.lower == pytest.approx(loops * result.mass, rel=1e-14)
    assert result.upper == pytest.approx(loops * math.sqrt(result.square), rel=1e-14)
    sums = [math.fsum(column) for column in u.T]
    assert result.value == pytest.approx(math.hypot(*sums) / math.sqrt(width))


def test_positive_cone_mass_is_attained():
    flat = residual.cone_mass(np.full((3, 5), 0.7))
    assert flat.lower == pytest.approx(flat.value, rel=1e-14)
    same = residual.cone_mass(np.tile([0.0, 1.0, 4.0], (6, 1)))
    assert same.value == pytest.approx(same.upper, rel=1e-14)
    with pytest.raises(ValueError, match="nonnegative"):
        residual.cone_mass([[1.0, -0.1]])


def test_gordon_slack_is_positive_and_certified():
    slack = formula("gordon-slack")
    for width in (1, 2, 3, 4, 5, 9, 33, 100, 301):
        assert slack.ball(width) * width**0.5 > 0.1
    limit_value = 5 / (8 * math.sqrt(2)) - 0.25
    assert slack(301) * 301**0.5 == pytest.approx(limit_value, rel=5e-3)
    rng = np.random.default_rng(8)
    g = rng.standard_normal((200000, 7))
    room = np.linalg.norm(g, axis=1) - np.linalg.norm(np.maximum(g, 0), axis=1)
    truth = slack(7) + math.sqrt(7) * (1 - 1 / math.sqrt(2))
    assert abs(z_scores(room, truth)) < 5


def test_cone_gain_on_random_nonnegative_vectors():
    width, gamma = 300, 0.2
    low, high = (formula(f"cone-gain-{side}")(gamma, 1.3) for side in ("lower", "upper"))
    rng = np.random.default_rng(9)
    w = 1.3 * rng.standard_normal((width, width)) / math.sqrt(width)
    x = np.maximum(rng.standard_normal((width, 200)), 0)
    # The worst directions of the cone: projected power and inverse iterations.
    best, worst = x[:, :1], x[:, :1]
    for _ in range(300):
        best = np.maximum(w.T @ (w @ best), 0)
        best /= np.linalg.norm(best)
        worst = np.maximum(worst - 0.2 * (w.T @ (w @ worst)), 0)
        worst /= np.linalg.norm(worst)
    x = np.hstack([x, best, worst])
    gain = np.linalg.norm(w @ x, axis=0) / np.linalg.norm(x, axis=0)
    assert low < gain.min() < 0.6 * 1.3
    assert 1.6 * 1.3 < gain.max() < high
    assert residual.cone_width(0.95) == 150
    probability = formula("cone-gain-probability")
    assert probability(0.2, 149) < 0.95 <= probability(0.2, 150)


def test_trajectory_isometry():
    width, loops, t = 400, 24, 4.0
    low, high = (
        formula(f"trajectory-isometry-{side}")(loops, width, t, 1.0) for side in ("lower", "upper")
    )
    assert formula("trajectory-isometry-probability")(t) > 0.999
    rng = np.random.default_rng(10)
    w = rng.standard_normal((width, width)) / math.sqrt(width)
    h, met = rng.standard_normal(width), []
    for _ in range(loops):
        met.append(np.maximum(h, 0))
        h = h + 0.3 * w @ met[-1]
    basis = np.linalg.qr(np.array(met).T)[0]
    values = np.linalg.svd(w @ basis, compute_uv=False)
    assert low < values.min() < values.max() < high
    assert values.min() < 1 - math.sqrt(loops / width) / 2


@given(st.integers(1, 8), st.integers(2, 10), st.floats(0.01, 1), st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_one_step_bounds_hold_for_any_matrices(loops, width, eps, seed):
    rng = np.random.default_rng(seed)
    w, change = rng.standard_normal((2, width, width)) / math.sqrt(width)
    eta = 0.3
    h = moved = rng.standard_normal(width)
    total, largest = np.zeros(width), 0.0
    for _ in range(loops):
        u, v = np.maximum(h, 0), np.maximum(moved, 0)
        total, largest = total + u, max(largest, np.linalg.norm(v) / math.sqrt(width))
        h, moved = h + eps * w @ u, moved + eps * (w + eta * change) @ v
    size = np.linalg.norm(moved - h) / math.sqrt(width)
    norms = [np.linalg.norm(m, 2) for m in (w, change)]
    loose = formula("loop-update-upper")(eta, eps, loops, *norms, largest)
    sharp = formula("loop-update-upper-sharp")(eta, eps, loops, *norms, largest)
    assert size <= sharp * (1 + 1e-12)
    assert sharp <= loose * (1 + 1e-12)
    if not total.any():
        return
    zeta = residual.update_gain(eta * change, total, eta)
    straight = eps * eta * change @ total
    theta = np.linalg.norm(moved - h - straight) / max(np.linalg.norm(straight), 1e-300)
    if theta < 1:
        scale = np.linalg.norm(total) / math.sqrt(width) / loops
        low = formula("loop-update-sharp-lower")(eta, eps, loops, zeta, scale, theta)
        high = formula("loop-update-sharp-upper")(eta, eps, loops, zeta, scale**2, theta)
        assert low * (1 - 1e-9) <= size <= high * (1 + 1e-9)


def test_norm_bounds_of_theorem_one():
    rng = np.random.default_rng(11)
    for _ in range(20):
        eps, loops, width = rng.uniform(0.01, 1), int(rng.integers(1, 9)), 12
        h = rng.standard_normal(width)
        w = rng.standard_normal((width, width)) / math.sqrt(width)
        start, total = np.linalg.norm(h) / math.sqrt(width), np.zeros(width)
        for _ in range(loops):
            total = total + np.maximum(h, 0)
            h = h + eps * w @ np.maximum(h, 0)
        end = np.linalg.norm(h) / math.sqrt(width)
        rate = np.linalg.norm(w @ total) / math.sqrt(width) / loops
        assert formula("tied-norm-lower")(eps, loops, start, rate) <= end * (1 + 1e-12)
        assert end <= formula("tied-norm-upper")(eps, loops, start, rate) * (1 + 1e-12)


@pytest.mark.parametrize(("loops", "layers", "lam"), [(4, 3, 0.5), (4, 8, 1.0), (2, 16, 1.0)])
def test_block_theorem_brackets_the_exact_value(loops, layers, lam):
    bound = residual.block_bound(
        Stream(loops=loops, layers=layers, eps=lam / (loops * layers**0.5))
    )
    assert bound.tight
    assert bound.lower < bound.exact < bound.upper
    assert bound.a_low <= bound.exact / (layers * loops**2) <= bound.a_high
    assert 0.05 < bound.coupling < 0.2


def test_the_constants_of_the_block_theorem_by_their_definitions():
    loops, layers, eps = 3, 4, 0.05
    stream = Stream(loops=loops, layers=layers, eps=eps)
    bound, beta = residual.block_bound(stream), eps * loops
    energies = residual.branch_energies(stream)
    changes = [residual.replacement_stability(stream, i) for i in range(layers)]
    coupling = max(changes[i][j] for i in range(layers) for j in range(layers) if i != j) / beta**2
    assert (bound.beta, bound.drift) == (pytest.approx(beta, rel=1e-15), 0.0)
    assert bound.coupling == pytest.approx(coupling, rel=1e-12)
    low, high = energies.min() / loops**2, energies.max() / loops**2
    assert (bound.a_low, bound.a_high) == pytest.approx((low, high), rel=1e-14)
    assert bound.exact == pytest.approx(energies.sum(), rel=1e-14)
    spread, size = (layers - 1) * coupling * beta**2, loops**2 * layers
    assert bound.lower == pytest.approx(size * (low - spread) / 2, rel=1e-12)
    assert bound.upper == pytest.approx(2 * size * (high + spread), rel=1e-12)


def test_coherence_and_proposition_seven():
    rng = np.random.default_rng(12)
    contributions, eta, eps = rng.standard_normal((4, 6, 30)), 0.2, 0.1
    size = eps * np.linalg.norm(contributions.sum(axis=(0, 1))) / math.sqrt(30)
    lam = eps * 4 * math.sqrt(6)
    coherent = residual.coherence(contributions, eta)
    assert coherent * eta * lam * math.sqrt(6) == pytest.approx(size, rel=1e-13)
    largest = np.linalg.norm(contributions, axis=-1).max() / math.sqrt(30) / eta
    assert size <= formula("block-update-upper")(eta, lam, 6, 1.0, largest)


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tied_kernel(0, 0.1), ValueError, "N must be at least 1, got 0"),
        (lambda: tied_kernel(2.5, 0.1), TypeError, "N must be an integer"),
        (lambda: block_kernel(2, 0, 0.1), ValueError, "L must be at least 1"),
        (lambda: tied_kernel(2, math.nan), ValueError, "eps must be finite, got nan"),
        (lambda: tied_kernel(2, 0.1, math.inf), ValueError, "s must be finite"),
        (lambda: tied_kernel(2, 0.1, h0=0.0), ValueError, "finite positive energies"),
        (lambda: tied_kernel(2, 0.1, h0=[[1, 2], [2, 1]]), ValueError, "positive semidefinite"),
        (lambda: tied_kernel(2, 0.1, h0=[1.0, 2.0]), ValueError, "symmetric overlap matrix"),
        (lambda: tied_kernel(2, 0.1, activation="geluu"), ValueError, "unknown activation.*gelu"),
        (lambda: untied_energy(0, 0.1), ValueError, "L must be"),
        (lambda: untied_energy(3, math.nan), ValueError, "eps must be"),
        (lambda: residual.tied_linear_energy(1.5, 0.1), ValueError, "N must be"),
        (lambda: limit(-1.0), ValueError, "T must be at least 0 and finite, got -1"),
        (lambda: limit([1.0, math.inf]), ValueError, "T must be at least 0 and finite, got inf"),
        (lambda: limit([1.0, 2.0], [1.0] * 3), ValueError, "shapes do not broadcast"),
        (lambda: limit([1.0, 2000.0]), ValueError, "overflows at s T = 2000"),
        (lambda: limit(1.0, h0=np.eye(2)), ValueError, "h0 must be positive and finite, got 0"),
        (lambda: residual.divergence(-0.5), ValueError, "alpha must not be negative"),
        (
            lambda: residual.coupled_kernel(Stream(loops=2, eps=0.1), 1),
            ValueError,
            "layer must be an integer from",
        ),
        (
            lambda: residual.cosines(Stream(loops=2, eps=0.1, h0=np.eye(2))),
            ValueError,
            "one input is needed",
        ),
        (lambda: residual.cone_width(1.5), ValueError, "confidence must be in"),
        (lambda: residual.coherence(np.ones((1, 1, 2)), 0), ValueError, "eta must be positive"),
        (lambda: residual.update_gain(np.eye(2), [0.0, 0.0], 0.1), ValueError, "zeta needs"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_several_inputs_are_each_their_own_stream():
    both = residual.Stream(loops=2, layers=2, eps=0.3, h0=[[1.0, 0.5], [0.5, 2.0]])
    for i, h0 in enumerate((1.0, 2.0)):
        alone = residual.Stream(loops=2, layers=2, eps=0.3, h0=h0)
        np.testing.assert_allclose(both.energies[i], alone.energies, rtol=1e-14)
        np.testing.assert_allclose(both.overlap[i, i], alone.overlap, rtol=1e-14)
    thrice = residual.Stream(loops=2, layers=2, eps=0.3, h0=[[1.0, 3.0], [3.0, 9.0]])
    for i, j in itertools.product((0, 1), repeat=2):  # states of x, and of 3 x
        same = 3.0 ** (i + j) * thrice.overlap[0, 0]
        np.testing.assert_allclose(thrice.overlap[i, j], same, rtol=1e-13)
    with pytest.raises(ValueError, match=r"one initial energy, got h0 of shape \(2, 2\)"):
        residual.coupled_kernel(both, 0)


@pytest.mark.parametrize("normalize", [False, True])
def test_what_a_redrawn_matrix_changes_by_the_arc_cosine_kernel(normalize):
    """Layer by layer from both covariances, the mean of two ReLUs written out."""
    stream = residual.Stream(loops=3, layers=2, eps=0.7, s=1.3, normalize=normalize)
    energy = stream.energies[:-1]
    size = np.sqrt(np.outer(energy, energy))

    def pairs(kernel):
        rho = np.clip(kernel[:-1, :-1] / size, -1, 1)
        mean = (np.sqrt(1 - rho**2) + (math.pi - np.arccos(rho)) * rho) / (2 * math.pi)
        return 1.3**2 * mean * (1 if normalize else size)

    coupled = residual.coupled_kernel(stream, 0)
    own, across = pairs(stream.kernel), pairs(coupled)
    for kernel, mean, shared in ((stream.kernel, own, (0, 1)), (coupled, across, (1,))):
        steps = np.diff(np.diff(kernel, axis=0), axis=1)
        labels = np.where(np.isin(stream.labels, shared), stream.labels, -1)
        same = (labels[:, None] == labels) & (labels >= 0)
        np.testing.assert_allclose(steps, 0.7**2 * np.where(same, mean, 0.0), atol=1e-12)
    result = residual.replacement_stability(stream, 0)
    assert result[0] == pytest.approx(own[::2, ::2].sum() / 9, rel=1e-9)
    assert result[1] == pytest.approx((own - across)[1::2, 1::2].sum() / 9, rel=1e-9)
