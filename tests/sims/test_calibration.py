"""Law of the draws at every boundary of the code: parts, layers, steps, blocks and spans.

test_sampler_law.py measures the moments of all that is drawn to 0.3 %; here every cut is made small
enough to be met. The bound 4.3 fails a right simulator once in 60 000 seeds.
"""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from depthlaws.sims import SGD, Noise
from depthlaws.sims.common import draws
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, gaussian_matrix, matrix_free
from depthlaws.sims.residual import elementwise_updates as elementwise
from depthlaws.sims.residual import observables as streams

SAMPLES = 4 * 10**6
BOUND = 4.3
DTYPES = ["float32", "float64"]
ROUTES = [dense, matrix_free]


def calibrated(squares, scale, normals):
    """Return whether squares average to scale^2, as those of n normals do (error sqrt(2/n))."""
    ratio = float(np.mean(np.asarray(squares, dtype=np.float64))) / scale**2
    return abs(ratio - 1) < BOUND * math.sqrt(2 / normals)


def by_eye(route, model, *, samples, dtype, **options):
    """Ensemble whose inputs are the unit vectors, so that h_1 - h_0 = eps W."""
    start = np.eye(model.width)
    return Ensemble(samples=samples, seed=3, start=start, dtype=dtype, **options)


@pytest.mark.parametrize("dtype", DTYPES)
def test_draws_of_small_parts(monkeypatch, dtype):
    """The same with parts of 100 numbers and pieces of 30, two at a time."""
    monkeypatch.setattr(draws, "NUMBERS_PER_GENERATOR", 100)
    monkeypatch.setattr(draws, "NUMBERS_PER_PIECE", 30)
    monkeypatch.setattr(draws, "NUMBERS_AT_A_TIME", 60)
    stream = draws.blocks(6, 1, block=1)[0].stream
    z = stream.normal((2000, 151), scale=0.7, dtype=dtype).astype(np.float64)
    each = (z * z).mean(axis=0) / 0.7**2 - 1
    assert np.abs(each).max() < 5 * math.sqrt(2 / 2000)  # every place of a part alike
    overlap = np.corrcoef(z.T) - np.eye(151)
    assert np.abs(overlap).max() < 5.5 / math.sqrt(2000)  # and no two places alike


# Matrices, inputs, cotangents and noise, as a run of the simulators uses them.


@pytest.mark.parametrize("dtype", DTYPES)
def test_wide_weights_forward_and_back(dtype):
    """Width 10^6, where spans and the parts of a draw have edges."""
    model = ResidualMLP(width=10**6, eps=30.0, s=1.7, activation="linear")
    ensemble = Ensemble(samples=SAMPLES // 10**6, seed=4, dtype=dtype, probe=2.5)
    observe = ("increments", "overlaps", "gradient_energy")
    result = matrix_free.simulate(model, ensemble, observe=observe).squeeze()
    assert calibrated(result.increments / result.overlaps, 30 * 1.7, SAMPLES)
    start, end = result.gradient_energy.isel(time=1), result.gradient_energy.isel(time=0)
    assert calibrated(start, math.sqrt(2.5), SAMPLES)
    # W has met u, so that one direction of W^T v is known; eps^2 s^2 outweighs the cross term.
    grown = (end - start) / start
    error = BOUND * (math.sqrt(2 / SAMPLES) + 2 / (30 * 1.7 * math.sqrt(SAMPLES)))
    assert abs(float(grown.mean()) / (30 * 1.7) ** 2 - 1) < error


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("route", ROUTES, ids=["dense", "matrix-free"])
def test_noise_of_small_networks(route, dtype):
    """Two layers and two steps of training, each with a noise of its own."""
    width, rate = 20, 0.7
    model = ResidualMLP(width=width, eps=0.9, activation="linear")
    samples = SAMPLES // width**2 // 2
    ensemble = by_eye(route, model, samples=samples, dtype=dtype)
    result = route.train(model, ensemble, Noise(rate), steps=2, observe="last_change").last_change
    change = width * result.isel(time=1, step=[1, 2])
    assert calibrated(change, 0.9 * rate, SAMPLES)
    one, two = change.isel(step=0).to_numpy().ravel(), change.isel(step=1).to_numpy().ravel()
    assert abs(np.corrcoef(one, two)[0, 1]) < BOUND / math.sqrt(one.size)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("route", ROUTES, ids=["dense", "matrix-free"])
def test_layers_are_independent_and_alike(route, dtype):
    """Increments of two layers are orthogonal on average, each of size eps s."""
    width, layers = 10, 3
    model = ResidualMLP(width=width, layers=layers, eps=1e-3, s=1.3, activation="linear")
    samples = 20_000
    ensemble = by_eye(route, model, samples=samples, dtype=dtype)
    result = route.simulate(model, ensemble, observe="increments").increments
    own = np.einsum("sxxll->sxl", result.to_numpy()) * width / 1e-6
    normals = samples * width**2
    for layer in range(layers):
        ratio = own[..., layer].mean() / 1.3**2
        assert abs(ratio - 1) < BOUND * math.sqrt(2 / normals) + 2e-5  # the states move by eps
    cross = np.einsum("sxxlm->sxlm", result.to_numpy())[..., 0, 1:] * width / 1e-6 / 1.3**2
    assert np.abs(cross.mean(axis=(0, 1))).max() < BOUND / math.sqrt(normals) + 2e-3


def test_blocks_and_batches_do_not_share_their_draws(monkeypatch):
    """Blocks of three samples, the last one shorter, in batches of two: all samples differ."""
    monkeypatch.setattr("depthlaws.sims.residual.plan.ENTRIES_PER_BLOCK", 3 * 16)
    model = ResidualMLP(width=4, eps=1.0, activation="linear")
    for route in ROUTES:
        ensemble = by_eye(route, model, samples=4000, dtype="float64", batch=2)
        result = route.simulate(model, ensemble, observe="quadratic").quadratic.isel(time=1)
        assert len(np.unique(result)) == result.size
        rows = 4 * result.to_numpy().mean(axis=1)
        assert abs(rows.mean() - 1) < BOUND * math.sqrt(2 / (4000 * 16))
        for lag in (1, 2, 3):
            assert abs(np.corrcoef(rows[lag:], rows[:-lag])[0, 1]) < BOUND / math.sqrt(4000)


# Spans, chunks and rows: whatever their size, the same numbers.


@pytest.fixture(params=[(1, 1), (3, 5), (7, 13)], ids=str)
def narrow(request, monkeypatch):
    """Spans, sums and rows of a few numbers each, none of which divides the width."""
    span, summed = request.param
    for name in ("MIN_SPAN", "MAX_SPAN"):
        monkeypatch.setattr(gaussian_matrix, name, span)
    monkeypatch.setattr(streams, "COORDINATES_PER_SUM", summed)
    monkeypatch.setattr(elementwise, "ENTRIES_AT_ONCE", span)
    return SimpleNamespace(span=span, summed=summed)


WIDE_MODEL = ResidualMLP(width=61, loops=3, layers=2, eps=0.4, h0=((1.0, 0.3), (0.3, 2.0)))


@pytest.fixture(scope="module")
def ordinary():
    """Run whose spans are as wide as the network."""
    return {dtype: everything(dtype) for dtype in DTYPES}


def everything(dtype):
    ensemble = Ensemble(samples=3, seed=7, dtype=dtype)
    observe = ("energy", "kernel", "cosines", "gradient_kernel", "weight_gradient", "change")
    return matrix_free.train(WIDE_MODEL, ensemble, SGD(0.3, decay=0.1), steps=2, observe=observe)


@pytest.mark.parametrize("dtype", DTYPES)
def test_spans_do_not_change_the_run(narrow, ordinary, dtype):
    assert WIDE_MODEL.width % narrow.span or narrow.span == 1
    result, rtol = everything(dtype), {"float32": 3e-4, "float64": 1e-11}[dtype]
    for name, expected in ordinary[dtype].items():
        scale = float(np.abs(expected).max())
        np.testing.assert_allclose(result[name], expected, rtol=0, atol=rtol * scale, err_msg=name)


@pytest.mark.parametrize("rows", [1, 7, 60, 61, 200])
def test_sums_of_long_vectors(monkeypatch, rows):
    """inner and gram against one float64 sum, at every position of the last edge."""
    monkeypatch.setattr(streams, "COORDINATES_PER_SUM", rows)
    a, b = np.random.default_rng(rows).standard_normal((2, 2, 3, 4, 61))
    pairs = np.einsum("sxtd,syud->sxytu", a, a) / 61
    np.testing.assert_allclose(
        streams.inner(a, b), np.einsum("sxtd,sxtd->sxt", a, b) / 61, rtol=0, atol=1e-15
    )
    np.testing.assert_allclose(streams.gram(a), pairs, rtol=0, atol=1e-15)
