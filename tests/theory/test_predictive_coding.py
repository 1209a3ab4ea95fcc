"""Equilibrium and inference of linear networks, beside dense linear algebra and plain descent."""

import math
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import predictive_coding as pc
from depthlaws.theory.predictive_coding import conditioning, inference_rates
from depthlaws.theory.predictive_coding.conditioning import _dense, _iterated
from depthlaws.theory.predictive_coding.networks import linear_network

CASES = [
    (skips, outputs, precision)
    for skips in (False, True)
    for outputs in (1, 3)
    for precision in (1.0, 2.5, (0.3, 1.0, 2.0, 0.7, 2.5))
]
SCALES = (0.7, 0.5, 0.6, 0.4, 0.9)


def drawn(outputs, *, depth=5, width=5, seed=0):
    rng = np.random.default_rng(seed)
    shapes = [(width, 4), *[(width, width)] * (depth - 2), (outputs, width)]
    weights = [rng.standard_normal(shape) for shape in shapes]
    return weights, rng.standard_normal((6, 4)), rng.standard_normal((6, outputs))


def precisions(precision):
    """Return the option for one precision of the output, or one of each layer, and all of them."""
    if isinstance(precision, tuple):
        return {"precision": precision}, np.array(precision)
    return {"output_precision": precision}, np.array([1.0, 1.0, 1.0, 1.0, precision])


def by_least_squares(weights, x, y, *, skips, precision):
    """Energy and hidden activities of each sample, from all errors as one least-squares problem."""
    layers = [c * w for c, w in zip(SCALES, weights, strict=True)]
    if skips:
        layers[1:-1] = [np.eye(len(m)) + m for m in layers[1:-1]]
    size, width, outputs = 4 * 5, 5, len(y[0])
    root = np.vstack([np.eye(size), np.zeros((outputs, size))])
    for i, layer in enumerate(layers[1:]):
        rows = slice((i + 1) * width, (i + 1) * width + len(layer))
        root[rows, i * width : (i + 1) * width] = -layer
    given = np.hstack([-x @ layers[0].T, np.zeros((len(x), size - width)), y])
    roots = np.sqrt(np.repeat(precision, [width] * 4 + [outputs]))
    root, given = roots[:, None] * root, roots * given
    z = -np.linalg.lstsq(root, given.T)[0].T
    return np.sum((z @ root.T + given) ** 2) / (2 * len(x)), z


@pytest.mark.parametrize(("skips", "outputs", "precision"), CASES)
def test_the_equilibrium_is_the_least_energy(skips, outputs, precision):
    weights, x, y = drawn(outputs)
    option, each = precisions(precision)
    options = {"skips": skips, "scale": SCALES, **option}
    result = pc.equilibrium(weights, x, y, **options)
    energy, z = by_least_squares(weights, x, y, skips=skips, precision=each)
    assert result.energy == pytest.approx(energy, rel=1e-12)
    np.testing.assert_allclose(np.hstack(result.activities[1:-1]), z, atol=1e-12)
    np.testing.assert_allclose(result.activities[-1], y, atol=1e-12)
    np.testing.assert_array_equal(result.activities[0], x)
    layers = [c * w for c, w in zip(SCALES, weights, strict=True)]
    layers[1:-1] = [m + skips * np.eye(len(m)) for m in layers[1:-1]]
    for own, layer in zip(result.network.layers, layers, strict=True):
        np.testing.assert_allclose(own, layer, rtol=1e-14)
    assert (*result.network.scales, *result.network.precisions) == (*SCALES, *each)
    for error, below, above, layer in zip(
        result.errors, result.activities[:-1], result.activities[1:], layers, strict=True
    ):
        np.testing.assert_allclose(error, above - below @ layer.T, atol=1e-12)
    squares = [p * np.sum(e**2) for p, e in zip(each, result.errors, strict=True)]
    assert sum(squares) / 12 == pytest.approx(energy, rel=1e-12)
    np.testing.assert_allclose(result.shares, np.array(squares) / sum(squares), rtol=1e-12)
    if outputs == 1:
        s = pc.rescaling(weights, **options)
        assert result.energy == pytest.approx(result.loss / s, rel=1e-12)


@pytest.mark.parametrize(("skips", "outputs", "precision"), CASES)
def test_gradients_are_slopes(skips, outputs, precision):
    """In a drawn direction, so that every entry counts."""
    (weights, x, y), rng = drawn(outputs), np.random.default_rng(1)
    options = {"skips": skips, "scale": SCALES, **precisions(precision)[0]}
    result = pc.equilibrium(weights, x, y, **options)
    gradients = {
        "energy": result.energy_gradients,
        "loss": result.loss_gradients,
        "rescaling": pc.rescaling_gradient(weights, **options),
    }
    for layer in range(5):
        ends, along = [], rng.standard_normal(weights[layer].shape)
        along /= np.linalg.norm(along)
        for h in (1e-4, -1e-4):
            moved = [w.copy() for w in weights]
            moved[layer] += h * along
            there = pc.equilibrium(moved, x, y, **options)
            trace = np.trace(np.atleast_2d(pc.rescaling(moved, **options)))
            ends.append({"energy": there.energy, "loss": there.loss, "rescaling": trace})
        for name, gradient in gradients.items():
            slope = (ends[0][name] - ends[1][name]) / 2e-4
            own = np.sum(gradient[layer] * along)
            assert own == pytest.approx(slope, rel=1e-5, abs=2e-6), (name, layer)


def test_the_cosine_is_that_of_all_gradients():
    weights, x, y = drawn(1)
    result = pc.equilibrium(weights, x, y, scale=0.5)
    ours, theirs = (
        np.concatenate([g.ravel() for g in gradients])
        for gradients in (result.energy_gradients, result.loss_gradients)
    )
    wanted = ours @ theirs / np.linalg.norm(ours) / np.linalg.norm(theirs)
    assert result.cosine == pytest.approx(wanted, rel=1e-12)
    exact = pc.equilibrium(weights, x, result.forward[-1], scale=0.5)
    assert math.isnan(exact.cosine)
    assert exact.energy == exact.loss == 0
    assert np.isnan(exact.shares).all()


def test_the_sweeps_run_on_fractions():
    """Rescaling = determinant of the Hessian, in exact arithmetic, for a chain of four layers."""
    weights = [np.array([[Fraction(n, 3)]], dtype=object) for n in (2, -5, 7, 4)]
    network = linear_network([[[1]]] * 4, skips=False, scale=1, output_precision=1)
    exact = type(network)(tuple(weights), network.scales, (1, 1, 1, Fraction(1)))
    s = exact.reaches(exact.paths())[-1][0, 0]
    w2, w3, w4 = (w[0, 0] for w in weights[1:])
    assert isinstance(s, Fraction)
    assert s == 1 + w4**2 + (w4 * w3) ** 2 + (w4 * w3 * w2) ** 2


@pytest.mark.parametrize("skips", [False, True])
@pytest.mark.parametrize(
    ("precision", "stacked"),
    [(0.3, 0), (0.3, 1 << 22), (1.0, 1 << 22), ("each", 0), ("each", 1 << 22)],
)
def test_extreme_eigenvalues_by_three_routes(skips, precision, stacked, monkeypatch):
    monkeypatch.setattr(conditioning, "MAX_STACKED_NUMBERS", stacked)
    weights, *_ = drawn(2, depth=9, width=12)
    each = {"precision": np.linspace(0.2, 3.0, 9), "output_precision": 2.0}
    options = {"skips": skips, "scale": 0.3}
    options |= each if precision == "each" else {"output_precision": precision}
    eigenvalues = np.linalg.eigvalsh(pc.activity_hessian(weights, **options))
    network = linear_network(weights, **options)
    for low, high in (_dense(network), _iterated(network)):
        assert low == pytest.approx(eigenvalues[0], rel=1e-10)
        assert high == pytest.approx(eigenvalues[-1], rel=1e-10)


@pytest.mark.parametrize("depth", [2, 3, 8, 33])
def test_the_orthogonal_chain_has_the_closed_form(depth):
    rng = np.random.default_rng(depth)
    layers = [np.linalg.qr(rng.standard_normal((3, 3)))[0] for _ in range(depth - 1)]
    result = pc.inference([*layers, np.zeros((1, 3))])
    from depthlaws.theory import formula

    assert result.condition == pytest.approx(formula("pc-orthogonal-chain-condition")(depth), 1e-11)
    assert result.smallest == pytest.approx(formula("pc-orthogonal-chain-smallest")(depth), 1e-11)


def errors_along(step, momentum, spectrum, steps):
    """Worst error of Nesterov's method from rest, over a spectrum, after each step."""
    before = here = np.ones_like(spectrum)
    worst = []
    for _ in range(steps):
        before, here = here, (here + momentum * (here - before)) * (1 - step * spectrum)
        worst.append(np.abs(here).max())
    return worst


@pytest.mark.parametrize("condition", [1.5, 3.0, 50.0, 900.0])
def test_iterations_are_those_of_the_worst_start(condition):
    result = pc.Inference(2.0, 2.0 * condition, activities=10**6, samples=7)
    needed = result.iterations(1e-3)
    spectrum = np.linspace(2.0, 2.0 * condition, 2001) / 7
    for name, momentum in (("gradient descent", 0.0), ("nesterov", result.momentum)):
        worst = errors_along(result.best_steps[name], momentum, spectrum, needed[name])
        assert worst[-1] <= 1e-3 * (1 + 1e-9)
        assert len(worst) == 1 or worst[-2] > 1e-3
    root = math.sqrt(condition)
    ratio = (root - 1) / (root + 1)

    def bound(k):
        return 2 / (ratio**k + ratio**-k)

    k = needed["conjugate gradients"]
    assert bound(k) <= 1e-3 * (1 + 1e-9) < bound(k - 1)


@pytest.mark.parametrize("momentum", [0.0, 0.5, 0.9])
def test_steps_beyond_the_largest_safe_one_diverge(momentum):
    result = pc.Inference(0.1, 5.0, activities=100)
    limit, spectrum = result.largest_step_with(momentum), np.array([0.1, 2.0, 5.0])
    assert errors_along(0.999 * limit, momentum, spectrum, 8000)[-1] < 1e-2
    assert errors_along(1.001 * limit, momentum, spectrum, 8000)[-1] > 1e2
    assert result.largest_step == result.largest_step_with(0.0)


def test_the_mean_convention_multiplies_steps_by_the_samples():
    weights, *_ = drawn(1)
    one, many = pc.inference(weights), pc.inference(weights, samples=64)
    assert many.largest_step == pytest.approx(64 * one.largest_step)
    assert many.best_steps["nesterov"] == pytest.approx(64 * one.best_steps["nesterov"])
    assert (many.condition, many.iterations(0.01)) == (one.condition, one.iterations(0.01))
    assert (one.samples, many.samples) == (1, 64)


def test_conjugate_gradients_need_no_more_steps_than_there_are_activities():
    result = pc.inference([[[1.0]], [[30.0]], [[1.0]]])
    assert result.iterations(1e-9)["conjugate gradients"] == 2


W = [np.ones((2, 3)), np.ones((2, 2)), np.ones((1, 2))]
X, Y = np.ones((4, 3)), np.ones(4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pc.rescaling([]), "at least one layer"),
        (lambda: pc.rescaling([W[0], W[2], W[1]]), r"weights\[2\] must take the 1 outputs of we"),
        (lambda: pc.rescaling([W[0], np.ones((1, 1, 2))]), r"weights\[1\] must be a matrix"),
        (lambda: pc.rescaling([W[0], [[1.0, math.inf]]]), r"weights\[1\] must be finite, got inf"),
        (lambda: pc.rescaling([W[0], [[1.0, math.nan]]]), r"weights\[1\] must be finite, got nan"),
        (lambda: pc.rescaling([W[0], "x"]), r"weights\[1\] must be a real number"),
        (lambda: pc.rescaling(W, output_precision=0.0), "output_precision must be positive, got 0"),
        (lambda: pc.rescaling(W, output_precision=-2), "output_precision must be positive, got -2"),
        (lambda: pc.rescaling(W, output_precision=math.inf), "output_precision must be finite"),
        (lambda: pc.rescaling(W, scale=[1.0, 2.0]), "scale must be one number or one for each of"),
        (lambda: pc.rescaling(W, scale=[1.0, math.inf, 1.0]), r"scale\[1\] must be finite"),
        (
            lambda: pc.rescaling([W[0], np.ones((4, 2)), np.ones((1, 4))], skips=True),
            r"a skip past weights\[1\] needs a square matrix, got shape \(4, 2\)",
        ),
        (lambda: pc.rescaling([[[1e200]], [[1e200]], [[1e200]]]), "of the layers overflow"),
        (lambda: pc.equilibrium(W, np.ones((4, 2)), Y), r"x must be \(sample, 3\) for these"),
        (lambda: pc.equilibrium(W, X, np.ones((4, 2))), r"y must be \(sample, 1\) for these"),
        (lambda: pc.equilibrium(W, X, np.ones(3)), "the same samples, got 4 and 3"),
        (lambda: pc.equilibrium(W, X * math.inf, Y), "x must be finite, got inf"),
        (lambda: pc.equilibrium(W, X, Y * -math.inf), "y must be finite, got -inf"),
        (lambda: pc.equilibrium([W[0] * 1e300, W[1], W[2]], X * 1e10, Y), "forward pass overflows"),
        (lambda: pc.inference(W[:1]), "at least two layers"),
        (lambda: pc.activity_hessian(W[:1]), "at least two layers"),
        (lambda: pc.inference(W, samples=0), "samples must be at least 1"),
        (lambda: pc.inference(W).iterations(1.0), "tolerance must be between 0 and 1, got 1"),
        (lambda: pc.inference(W).iterations(0), "tolerance must be between 0 and 1, got 0"),
        (lambda: pc.inference(W).largest_step_with(1.0), r"momentum must be in \[0, 1\), got 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


@pytest.mark.parametrize("k", [1, 2, 5, 6, 64])
def test_the_first_step_that_meets_a_tolerance_exactly(k):
    assert inference_rates._first(lambda steps: 0.5**steps, 0.5**k) == k


def test_one_activity_is_found_in_one_step():
    """One curvature: no method needs a second step, whatever the tolerance."""
    result = pc.inference([[[2.0]], [[3.0]]])
    assert (result.condition, result.activities) == (1.0, 1)
    assert {*result.iterations(1e-12).values()} == {1}
