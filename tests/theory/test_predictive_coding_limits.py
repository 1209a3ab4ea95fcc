"""Law of the rescaling at the start and training at infinite width, by other routes."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import parametrization
from depthlaws import predictive_coding as pc
from depthlaws.theory import formula
from depthlaws.theory.predictive_coding import wide_limit
from depthlaws.theory.predictive_coding.gradient_misalignment import _spread_of_reaches

# -- moments ---------------------------------------------------------------------------------------


def moments_of_chains(width, depth, branch=None):
    """E S and E S^2 of S = sum over layers of the squared path lengths, by exact recursion.

    Backwards S_n = X (1 + S_{n-1}') with X the squared stretch of one layer: exact fractions.
    ``branch`` is c^2, the variance of an entry of a residual branch.
    """
    n = Fraction(width)
    readout = 1, 1 + 2 / n
    if branch is None:
        first, second = readout
    else:  # X = (1 + c x)^2 + c^2 chi^2_{n-1}
        first = 1 + n * branch
        second = first**2 + 4 * branch + 2 * branch**2 * n
    mean, square = Fraction(1), Fraction(1)  # of 1 + X_1 (1 + X_2 (1 + ...)), L - 2 layers
    for _ in range(depth - 2):
        mean, square = 1 + first * mean, 1 + 2 * first * mean + second * square
    return readout[0] * mean, readout[1] * square


@pytest.mark.parametrize(("width", "depth"), [(1, 2), (1, 5), (2, 3), (8, 5), (64, 16), (3, 40)])
@pytest.mark.parametrize("network", ["mlp", "residual"])
def test_mean_and_variance_by_recursion(width, depth, network):
    branch = Fraction(1, depth * width) if network == "residual" else None
    mean, square = moments_of_chains(width, depth, branch)
    gamma = Fraction(9, 4) * width
    result = pc.expected_rescaling(width, depth, network=network, gamma0=1.5)
    assert result == pytest.approx(float(1 + mean / gamma), rel=1e-13)
    variance = pc.rescaling_variance(width, depth, network=network, gamma0=1.5)
    assert variance == pytest.approx(float((square - mean**2) / gamma**2), rel=1e-11)


@pytest.mark.parametrize("alpha", [0, 1, 2])
def test_mean_of_any_exponent_of_the_depth(alpha):
    """Branches of L^-alpha, both ends of its domain included, by kernel and by expression."""
    mean, _ = moments_of_chains(7, 4, Fraction(1, 4 ** (2 * alpha) * 7))
    result = pc.expected_rescaling(7, 4, network="residual", alpha=alpha)
    assert result == pytest.approx(float(1 + mean / 7), rel=1e-13)
    exact = formula("pc-rescaling-mean-residual").ball(7, 4, 1, Fraction(1, 2), alpha, 1)
    assert result == pytest.approx(float(exact), rel=1e-13)


def test_only_the_output_scale_tells_parametrisations_apart():
    for name, power in (("sp", 0), ("ntk", 0), ("mean_field", 1), ("mup", 1)):
        excess = pc.expected_rescaling(16, 7, parametrization=name, gamma0=2.0) - 1
        assert excess == pytest.approx(6 / 4 / 16**power, rel=1e-14), name
        own = parametrization.named[name]
        assert pc.expected_rescaling(16, 7, parametrization=own, gamma0=2.0) - 1 == excess


def test_uniform_law():
    for depth in (2, 5, 40):
        weights = sum(3.0**-j for j in range(1, depth))
        result = pc.expected_rescaling(9, depth, parametrization="kaiming_uniform")
        assert result - 1 == pytest.approx(weights, rel=1e-14)
        blocks = sum((1 + 1 / 3) ** j for j in range(depth - 1)) / 3
        result = pc.expected_rescaling(
            9, depth, network="residual", parametrization="kaiming_uniform", alpha=0.0
        )
        assert result - 1 == pytest.approx(blocks, rel=1e-13)


def test_variance_of_the_uniform_law():
    """Two layers: N squares of U(-1, 1)/sqrt(N); one unit: products of squares, 1/5 and 1/3."""
    for width in (1, 7, 64):
        result = pc.rescaling_variance(width, 2, parametrization="kaiming_uniform", gamma0=2.0)
        assert result == pytest.approx(4 / 45 / width / 16, rel=1e-13)
    skipped = pc.rescaling_variance(
        1, 3, network="residual", parametrization="kaiming_uniform", alpha=0.0
    )
    # s - 1 = w^2 (1 + (1 + u)^2), with E (1 + (1 + u)^2)^2 = 1 + 2 (4/3) + E (1 + u)^4
    square = 1 + 8 / 3 + (1 + 6 / 3 + 1 / 5)
    assert skipped == pytest.approx(square / 5 - (7 / 9) ** 2, rel=1e-13)


def second_moment(blocks, rho):
    """Normalised trace of (A A^T)^2 for a product of blocks 1 + sqrt(rho - 1) Gaussian."""
    first, second = 1.0, 1.0
    for _ in range(blocks):
        first, second = rho * first, rho**2 * second + (rho**2 - 1) * first**2
    return second


@pytest.mark.parametrize("depth", [2, 3, 4, 9, 30])
def test_spread_of_reaches_is_the_double_sum(depth):
    rho = 1 + 1 / depth

    def reach(at):
        return sum(
            rho ** abs(k - q) * second_moment(at - max(k, q), rho)
            for k in range(1, at + 1)
            for q in range(1, at + 1)
        )

    inner = sum(rho ** (2 * depth - 1 - 2 * at) * reach(at - 1) for at in range(2, depth)) / depth
    size = sum(rho ** (depth - 3) for _ in range(2, depth)) / depth + 2 * rho ** (depth - 2)
    assert _spread_of_reaches(depth) == pytest.approx((inner + reach(depth - 1)) / size, rel=1e-12)


@pytest.mark.parametrize("network", ["mlp", "residual"])
@pytest.mark.parametrize("depth", [3, 6])
def test_misalignment_of_drawn_networks(network, depth):
    """Mean over draws within four standard errors and a correction of order L^2/width."""
    rng = np.random.default_rng(depth)
    width, x = 300, rng.standard_normal((20, 40))
    y = np.r_[np.ones(10), -np.ones(10)]
    scale = [40**-0.5, *[width**-0.5] * (depth - 2), 1 / width]
    if network == "residual":
        scale[1:-1] = [(width * depth) ** -0.5] * (depth - 2)
    ratios = []
    for _ in range(24):
        shapes = [(width, 40), *[(width, width)] * (depth - 2), (1, width)]
        weights = [rng.standard_normal(shape) for shape in shapes]
        result = pc.equilibrium(weights, x, y, scale=scale, skips=network == "residual")
        error = result.residual[:, 0]
        signal = error @ (x @ x.T / 40) @ error / 400
        predicted = pc.misalignment(width, depth, signal, network=network, energy=result.energy)
        ratios.append((1 - result.cosine) / predicted)
    error = np.std(ratios) / math.sqrt(len(ratios))
    assert abs(np.mean(ratios) - 1) < 4 * error + depth**2 / width
    assert error < 0.05


# -- infinite width --------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
X = RNG.standard_normal((12, 9))
PHI, Y = X @ X.T / 9, np.r_[np.ones(6), -np.ones(6)]
SHORT_COURSE = {"depth": 4, "steps": 25, "learning_rate": 0.1}


def two_layers(phi, y, rate, gamma0, steps):
    """One hidden layer closes on <w w>, <w h> and <h h> (PC-B21)."""
    kappa = rate * gamma0 / len(y)
    ww, wh, hh = 1.0, np.zeros(len(y)), phi.copy()
    outputs, kernels = [], []
    for _ in range(steps + 1):
        outputs.append(wh / gamma0)
        kernels.append(ww)
        error = y - outputs[-1]
        push = kappa * phi @ error
        ww, wh, hh = (
            ww + 2 * kappa * wh @ error + kappa**2 * error @ hh @ error,
            wh + kappa * hh @ error + ww * push + kappa * (wh @ error) * push,
            hh + np.outer(push, wh) + np.outer(wh, push) + ww * np.outer(push, push),
        )
    return np.array(outputs), np.array(kernels)


@pytest.mark.parametrize("network", ["mlp", "residual"])
@pytest.mark.parametrize(("rate", "gamma0"), [(0.025, 1.0), (0.3, 0.5), (0.1, 3.0)])
def test_one_hidden_layer_is_the_closed_recursion(network, rate, gamma0):
    result = pc.wide_descent(
        PHI, Y, depth=2, steps=40, learning_rate=rate, gamma0=gamma0, network=network
    )
    outputs, kernels = two_layers(PHI, Y, rate, gamma0, 40)
    np.testing.assert_allclose(result.outputs, outputs, atol=1e-13)
    np.testing.assert_allclose(result.gradient_kernels[0], kernels, rtol=1e-12)
    np.testing.assert_allclose(result.excess, kernels / gamma0**2, rtol=1e-12)
    np.testing.assert_allclose(result.loss, np.mean((Y - outputs) ** 2, axis=1) / 2, rtol=1e-12)


def test_every_layer_sees_the_same_prediction(monkeypatch):
    """<k_l(t) g_l(t)> = gamma0 Delta(t) . f(t) for every hidden layer: it is one network."""
    seen = []
    make = wide_limit._Layer
    monkeypatch.setattr(wide_limit, "_Layer", lambda times: seen.append(make(times)) or seen[-1])
    result = pc.wide_descent(PHI, Y, gamma0=2.0, **SHORT_COURSE)
    monkeypatch.undo()
    wanted = 2.0 * np.sum((Y - result.outputs) * result.outputs, axis=1)
    errors = Y - result.outputs
    below = [errors @ PHI @ errors.T, *(layer.K for layer in seen[:-1])]
    above = [*(layer.G for layer in seen[1:]), np.ones_like(below[0])]
    for layer, under, over in zip(seen, below, above, strict=True):
        products = layer.Ku @ under @ layer.Gu.T + layer.Kr @ over @ layer.Gr.T
        np.testing.assert_allclose(np.diagonal(products), wanted, rtol=1e-10, atol=1e-12)
    assert np.abs(wanted).max() > 0.5


def test_every_block_sees_the_same_prediction(monkeypatch):
    """The same for the residual stream, whose fields are written in all Gaussian families."""
    seen = {}
    ascend = wide_limit._ascend

    def watched(t, k, g, covariance, *rest):
        seen.update(k=k, g=g, covariance=covariance)
        ascend(t, k, g, covariance, *rest)

    monkeypatch.setattr(wide_limit, "_ascend", watched)
    result = pc.wide_descent(PHI, Y, gamma0=2.0, network="residual", **SHORT_COURSE)
    assert result.gamma0 == 2.0
    wanted = 2.0 * np.sum((Y - result.outputs) * result.outputs, axis=1)
    for k, g in zip(seen["k"][1:], seen["g"][1:], strict=True):
        products = np.einsum("tfa,fab,tfb->t", k.rows, seen["covariance"], g.rows, optimize=True)
        np.testing.assert_allclose(products, wanted, rtol=1e-10, atol=1e-12)
    assert np.abs(wanted).max() > 0.5


def test_blocks_that_vanish_leave_one_hidden_layer():
    result = pc.wide_descent(PHI, Y, network="residual", alpha=30.0, **SHORT_COURSE)
    outputs, kernels = two_layers(PHI, Y, 0.1, 1.0, 25)
    np.testing.assert_allclose(result.outputs, outputs, atol=1e-12)
    np.testing.assert_allclose(result.gradient_kernels, [kernels] * 3, rtol=1e-12)


def test_inputs_without_a_kernel_teach_nothing():
    """A kernel of zeros is no error: its lowest eigenvalue is its trace, 0."""
    try:
        result = pc.wide_descent([[0.0]], [3.0], depth=3, steps=4)
    except ValueError as error:
        pytest.fail(str(error))
    assert not result.outputs.any()
    assert result.loss.tolist() == [4.5] * 5


@pytest.mark.parametrize("depth", [2, 1990, 2001, 2002, 4000])
def test_variance_of_the_rescaling_by_its_series_and_beyond(depth):
    """The series serves up to 2 (L - 1) / N = 4, where it needs most of its terms."""
    law = formula("pc-rescaling-variance-mlp")
    exact = law.ball(1000, depth, 1, 0, prec=300)
    assert float(law(1000, depth, 1, 0) / exact) == pytest.approx(1, rel=1e-13)


@pytest.mark.parametrize(("network", "depth"), [("mlp", 3), ("residual", 2), ("residual", 5)])
def test_a_wide_descent_starts_at_the_mean_rescaling(network, depth):
    """N (E s - 1) is the same at every width."""
    words = {"network": network, "gamma0": 1.7} | ({"alpha": 0.3} if network == "residual" else {})
    result = pc.wide_descent(PHI, Y, depth=depth, steps=1, **words).excess[0]
    assert result == pytest.approx(64 * (pc.expected_rescaling(64, depth, **words) - 1), rel=1e-12)


@pytest.mark.parametrize("network", ["mlp", "residual"])
def test_wide_networks_follow(network):
    """Losses of 120 networks at two widths, extrapolated to 1/width = 0."""
    depth, rate, gamma0 = 4, 0.1, 1.0
    steps = 12
    theory = pc.wide_descent(PHI, Y, depth=depth, steps=steps, learning_rate=rate, network=network)
    means, errors = [], []
    for width in (40, 80):
        output = gamma0 * math.sqrt(width)
        scale = [1 / 3, *[width**-0.5] * (depth - 2), width**-0.5 / output]
        if network == "residual":
            scale[1:-1] = [(depth * width) ** -0.5] * (depth - 2)
        excesses = []
        for seed in range(120):
            rng = np.random.default_rng([width, seed])
            shapes = [(width, 9), *[(width, width)] * (depth - 2), (1, width)]
            weights = [rng.standard_normal(shape) for shape in shapes]
            course = []
            for _ in range(steps + 1):
                at = pc.equilibrium(weights, X, Y, skips=network == "residual", scale=scale)
                course.append([at.loss, width * (at.reaches[-1][0, 0] - 1)])
                weights = [
                    w - rate * output**2 * g
                    for w, g in zip(weights, at.loss_gradients, strict=True)
                ]
            excesses.append(course)
        means.append(np.mean(excesses, axis=0))
        errors.append(np.std(excesses, axis=0) / math.sqrt(120))
    limit = 2 * means[1] - means[0]
    error = np.hypot(2 * errors[1], errors[0])
    exact = np.stack([theory.loss, theory.excess], axis=1)
    assert np.all(np.abs(limit - exact) < 4.5 * error + 1e-12)
    assert np.all(error[-1] < [0.05, 1.2])
    assert theory.loss[-1] < 0.4


def test_energy_to_first_order():
    result = pc.wide_descent(PHI, Y, **SHORT_COURSE)
    np.testing.assert_allclose(result.energy(100) * (1 + result.excess / 100), result.loss)
    assert result.excess[0] == pytest.approx(3.0, rel=1e-14)


def test_the_excess_of_relu_networks_is_a_geometric_sum():
    for depth, alpha, gamma0 in ((2, 0.5, 1.0), (6, 0.5, 0.7), (4, 0.2, 2.0)):
        for network, growth in (("mlp", 0.5), ("residual", 1 + depth ** (-2 * alpha) / 2)):
            expected = sum(0.5 * growth**k for k in range(depth - 1)) / gamma0**2
            options = {"network": network, "gamma0": gamma0, "squares": [0.3, 4.0]}
            options |= {"alpha": alpha} if network == "residual" else {}
            excess = pc.excess_at_start(depth, "relu", **options)
            np.testing.assert_allclose(excess, [expected] * 2, rtol=1e-12)


BASE = {"depth": 3, "steps": 5}
UNSTABLE = parametrization.abcd(0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pc.expected_rescaling(8, 1), "depth must be at least 2"),
        (lambda: pc.expected_rescaling(0, 3), "width must be at least 1"),
        (lambda: pc.expected_rescaling(8, 3, gamma0=0.0), "gamma0 must be positive"),
        (lambda: pc.expected_rescaling(8, 3, network="cnn"), "unknown network 'cnn'"),
        (lambda: pc.expected_rescaling(8, 3, network="plain"), "'plain'; it is called 'mlp' here"),
        (lambda: pc.expected_rescaling(8, 3, parametrization="mu"), "unknown parametrisation 'mu'"),
        (lambda: pc.expected_rescaling(8, 3, network="residual", alpha=-1), "alpha must be in"),
        (
            lambda: pc.expected_rescaling(8, 3, parametrization=UNSTABLE),
            "yours must keep features of order 1",
        ),
        (lambda: pc.excess_at_start(1), "depth must be at least 2"),
        (lambda: pc.excess_at_start(3, squares=[1.0, 0.0]), "squares must be positive"),
        (lambda: pc.excess_at_start(3, network="cnn"), "unknown network 'cnn'"),
        (lambda: pc.excess_at_start(3, alpha=3.0), "alpha must be in"),
        (lambda: pc.misalignment(8, 3, 0.0), "signal must be positive"),
        (lambda: pc.misalignment(8, 3, 1.0, energy=-1.0), "energy must be positive"),
        (lambda: pc.wide_descent(PHI, Y[:3], **BASE), r"kernel must be finite and of shape \(3"),
        (lambda: pc.wide_descent(PHI, [[1.0]], **BASE), "y must be a list of finite targets"),
        (lambda: pc.wide_descent(-PHI, Y, **BASE), "symmetric and positive"),
        (lambda: pc.wide_descent(PHI, Y, depth=1, steps=5), "depth must be at least 2"),
        (lambda: pc.wide_descent(PHI, Y, depth=3, steps=0), "steps must be at least 1"),
        (lambda: pc.wide_descent(PHI, Y, learning_rate=-1, **BASE), "learning_rate must be"),
        (lambda: pc.wide_descent(PHI, Y, gamma0=0, **BASE), "gamma0 must be positive"),
        (lambda: pc.wide_descent(PHI, Y, network="x", **BASE), "unknown network"),
        (lambda: pc.wide_descent(PHI, Y, learning_rate=1e3, depth=4, steps=50), "descent diverges"),
        (lambda: pc.wide_descent(PHI, Y, **BASE).energy(0), "width must be at least 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_a_march_too_long_is_not_begun():
    with pytest.raises(MemoryError, match="1,000,000 steps at depth 1,000,000 needs"):
        pc.wide_descent(PHI, Y, depth=10**6, steps=10**6)


@pytest.mark.parametrize(("depth", "gamma0"), [(2, 1.0), (7, 0.4)])
def test_misalignment_is_the_scatter_of_the_layers_of_a_plain_network(depth, gamma0):
    """2 E^2 sum (l - mean)^2 / (signal gamma0^2 N^2): reaches grow by one a layer."""
    layers = np.arange(1, depth + 1)
    scatter = np.sum((layers - layers.mean()) ** 2)
    expected = 2 * 0.7**2 * scatter / (0.3 * gamma0**2 * 50**2)
    actual = pc.misalignment(50, depth, 0.3, gamma0=gamma0, energy=0.7)
    assert actual == pytest.approx(expected, rel=1e-13)


def test_misalignment_of_deep_residual_networks_tends_to_its_closed_form():
    """The exact sum over the layers against its limit 2 e L^2 / 3, extrapolated in 1/L."""
    given = {"signal": 0.3, "energy": 0.7, "gamma0": 0.4}
    limit = formula("pc-misalignment-residual")
    ratios = [
        pc.misalignment(50, depth, network="residual", **given) / limit(N=50, L=depth, **given)
        for depth in (100, 200, 400)
    ]
    first = [2 * late - early for early, late in itertools.pairwise(ratios)]
    assert (4 * first[1] - first[0]) / 3 == pytest.approx(1, abs=1e-4)
    assert abs(ratios[-1] - 1) > 1e-3  # the sum is not the limit
