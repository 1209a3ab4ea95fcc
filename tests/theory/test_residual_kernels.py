"""Kernels of residual streams by double sums and dense networks; how steps add up."""

import itertools
import math

import mpmath
import numpy as np
import pytest
import scipy.integrate
import scipy.special
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory import formula, residual
from depthlaws.theory.residual import Stream, block_kernel, limit, tied_kernel, untied_energy
from depthlaws.theory.residual.stream_recursions import output_energy
from tests.theory.kernel_sums import EPS, double_loop, z_scores

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


def test_stability_of_a_redrawn_layer_is_its_branch_energy_by_its_visits():
    stream = Stream(loops=3, layers=3, eps=0.3)
    stability = residual.replacement_stability(stream, 1)
    assert stability[1] == pytest.approx(residual.branch_energies(stream)[1] / 9, rel=1e-14)
    nowhere = residual.replacement_stability(Stream(loops=3, layers=3, eps=0.0), 1)
    assert nowhere[0] == pytest.approx(0.0, abs=1e-16)


@pytest.mark.parametrize(("beta", "first", "last"), [(0.5, 0.0342, 0.0939), (1.0, 0.0372, 0.1039)])
def test_replacement_constants_quoted(beta, first, last):
    stability = residual.replacement_stability(Stream(loops=4, layers=3, eps=beta / 4), 1) / beta**2
    assert stability[0] == pytest.approx(first, abs=6e-5)
    assert stability[2] == pytest.approx(last, abs=6e-5)


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
