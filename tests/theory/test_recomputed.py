"""Answers of public functions beside a few lines that compute them another way.

For answers that no other test needed: a changed number, flag, word or order must fail here. What
comes out is compared with a definition, a loop in plain Python or another function, never with a
stored number.
"""

import csv
import io
import math
from collections import Counter

import numpy as np
import pytest

from depthlaws import activations, chain, residual, updates
from depthlaws.base.visit_order import visit_order
from depthlaws.theory.activations import kernels
from depthlaws.theory.updates.exponents_by_architecture import CASES

# -- streams with visits ---------------------------------------------------------------------------


@pytest.mark.parametrize("visits", ["1+2x3+1", "3", [0, 1, 0, 2, 0, 0]])
@pytest.mark.parametrize("lam", [1.0, -0.7])
def test_scales_of_visits_share_the_constant_of_a_layer(visits, lam):
    order = visit_order(visits)
    scales, uses = residual.visit_scales(visits, lam), Counter(order)
    assert scales.shape == (len(order),)
    for layer, scale in zip(order, scales, strict=True):
        assert uses[layer] * scale * math.sqrt(len(uses)) == pytest.approx(lam, rel=1e-15)
    stream = residual.Stream(visits=visits, eps=scales)
    assert residual.visit_sum_of_squares(stream) == pytest.approx(lam**2, rel=1e-14)


def test_sum_of_squares_of_scales_of_mixed_sign():
    order, scales = [0, 1, 0, 2, 1], [0.5, -0.3, -0.2, 0.7, 0.1]
    sums = Counter[int]()
    for layer, scale in zip(order, scales, strict=True):
        sums[layer] += abs(scale)
    stream = residual.Stream(visits=order, eps=scales)
    expected = sum(total**2 for total in sums.values())
    assert residual.visit_sum_of_squares(stream) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("h0", [0.6, [[1.0, 0.2], [0.2, 2.0]]])
def test_a_stream_in_use_has_all_but_its_order_from_the_tuned_one(h0):
    given = {"s": 0.7, "h0": h0, "activation": "erf", "normalize": True}
    tuned = residual.Stream(loops=2, layers=2, eps=0.3, **given)
    more = residual.in_use(tuned, 5)
    assert (more.loops, more.layers, more.eps, more.visits) == (5, 2, 0.3, None)
    visits = residual.in_use(
        residual.Stream(visits=[0, 1, 0], eps=[0.1, -0.2, 0.1], **given), visits=[1, 0, 0, 1]
    )
    assert (visits.loops, visits.layers, visits.visits) == (1, 2, (1, 0, 0, 1))
    assert np.asarray(visits.eps).tolist() == [-0.2, 0.1, 0.1, -0.2]
    for stream in (more, visits):
        assert {name: getattr(stream, name) for name in given} == given


# -- steps of streams ------------------------------------------------------------------------------


@pytest.mark.parametrize("normalize", [False, True])
def test_parts_of_a_gradient_step_make_its_size_and_its_loss(normalize):
    """<v, dh> = Q_v times the sum of the coefficients; rms^2 = A . B A + the Gaussian part."""
    visits, scales, variance = [0, 1, 0, 0], [0.6, -0.4, 0.3, 0.5], 1.7
    stream = residual.Stream(visits=visits, eps=scales, s=1.2, h0=0.8, normalize=normalize)
    step = updates.gradient_step(stream, 0.3, variance=variance)
    last = step.response[-1]
    assert step.loss == pytest.approx(variance * last.sum(), rel=1e-12)
    backward = updates.backward_kernel(stream, variance)[1:, 1:]
    assert step.rms**2 == pytest.approx(last @ backward @ last + step.gaussian, rel=1e-12)
    assert 0 < step.gaussian < step.rms**2
    for n in range(1, 4):  # what a state feels does not depend on what comes after it
        shorter = residual.Stream(
            visits=np.unique(visits[:n], return_inverse=True)[1].tolist(),
            eps=scales[:n], s=1.2, h0=0.8, normalize=normalize,
        )  # fmt: skip
        alone = updates.gradient_step(shorter, 0.3, variance=variance).response
        np.testing.assert_allclose(step.response[: n + 1, :n], alone, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("visits", ["1x3", "1+2x2+1", [0, 1, 0, 1, 1]])
def test_a_muon_step_by_products_of_gram_matrices(visits):
    """Gradient sum_n eps_n g_{n+1} u_n^T / d: its squares are eigenvalues of (eps B eps) Q."""
    rng, steps = np.random.default_rng(2), len(visit_order(visits))
    scales = rng.uniform(0.3, 0.9, steps) * rng.choice([-1, 1], steps)
    stream = residual.Stream(visits=visits, eps=scales, s=1.3, activation="abs")
    step, backward = (
        updates.muon_step(stream, 0.5, variance=2.0),
        updates.backward_kernel(stream, 2),
    )
    values, norms = np.atleast_2d(step.singular_values), np.atleast_1d(step.nuclear_norm)
    for layer in range(stream.layers):
        uses = np.flatnonzero(stream.labels == layer)
        at = np.ix_(uses, uses)
        product = np.outer(scales, scales)[at] * backward[1:, 1:][at] @ stream.overlap[at]
        expected = np.sqrt(np.sort(np.linalg.eigvals(product).real)[::-1])
        np.testing.assert_allclose(values[layer, : len(uses)], expected, rtol=1e-9)
        np.testing.assert_array_equal(values[layer, len(uses) :], 0.0)
        assert norms[layer] == pytest.approx(expected.sum(), rel=1e-9)
        assert np.ravel(step.spectral_norm)[layer] == pytest.approx(expected[0], rel=1e-9)
        rank = expected.sum() ** 2 / np.sum(expected**2)
        assert np.ravel(step.effective_rank)[layer] == pytest.approx(rank, rel=1e-9)
        assert 1e-16 < np.ravel(step.error)[layer] / norms[layer] < 1e-12
    assert step.loss == pytest.approx(-0.5 * norms.sum(), rel=1e-12)
    assert step.output is None


# -- energies of one and of many loops -------------------------------------------------------------


@pytest.mark.parametrize("activation", ["relu", "linear", "erf"])
@pytest.mark.parametrize("normalize", [False, True])
def test_energies_of_tied_and_untied_layers_end_the_kernels_of_their_streams(activation, normalize):
    given = {"s": 1.3, "h0": 0.6, "activation": activation, "normalize": normalize}
    for count in (1, 4):
        tied = residual.Stream(loops=count, eps=-0.4, **given).kernel[-1, -1]
        untied = residual.Stream(layers=count, eps=-0.4, **given).kernel[-1, -1]
        assert residual.tied_energy(count, -0.4, **given) == pytest.approx(tied, rel=1e-12)
        assert residual.untied_energy(count, -0.4, **given) == pytest.approx(untied, rel=1e-12)
        kernels = (
            residual.tied_kernel(count, -0.4, **given),
            residual.untied_kernel(count, -0.4, **given),
        )
        assert (kernels[0][-1, -1], kernels[1][-1, -1]) == pytest.approx((tied, untied), rel=1e-12)


@pytest.mark.parametrize("eps", [0.3, -1e80])
def test_a_kernel_by_blocks_has_the_entries_of_that_by_steps(eps):
    """Element [l, n, m] is H of steps n L + l and m L + l, also where energies are infinite."""
    loops, layers = 3, 2
    blocks = residual.block_kernel(loops, layers, eps, 1.2)
    steps = residual.Stream(loops=loops, layers=layers, eps=eps, s=1.2).kernel
    assert np.isfinite(steps).all() == (eps == 0.3)
    for layer in range(layers + 1):
        times = layers * np.arange(loops) + layer
        np.testing.assert_allclose(blocks[layer], steps[np.ix_(times, times)], rtol=1e-12)


# -- the table of exponents ------------------------------------------------------------------------


def slope(case, depth):
    """log2 of the ratio of the rates at 2L and L."""
    options = case.options if callable(case.options) else lambda _: case.options
    low, high = (updates.max_update_rate(case.network, d, **options(d)) for d in (depth, 2 * depth))
    return math.log2(high / low)


def test_the_table_of_exponents_has_the_slopes_of_the_rates():
    depths = (3, 8)
    table = updates.exponent_table(depths)
    assert table.depths == depths
    columns = ["architecture", "optimizer", "outputs", "exponent", "L=3", "L=8", "assumptions"]
    assert table.header == columns
    assert len(table.rows) == len(CASES)
    for row, case, cells in zip(table.rows, CASES, table.cells(), strict=True):
        assert row.slopes == pytest.approx([slope(case, d) for d in depths], abs=1e-9), row
        words = (case.architecture, case.optimizer, case.outputs, case.exponent)
        assert (row.architecture, row.optimizer, row.outputs, row.exponent) == words
        assert cells == [*words, *(f"{x:.3f}" for x in row.slopes), case.assumptions]
        assert row.assumptions == case.assumptions


def test_the_table_of_exponents_is_the_same_in_every_format():
    table = updates.exponent_table([2])
    rows = [table.header, *table.cells()]
    assert [*csv.reader(io.StringIO(table.csv()))] == rows
    lines = [line for line in table.markdown().splitlines() if set(line) - set("|-: ")]
    assert [[c.strip() for c in line.strip("|").split("|")] for line in lines] == rows
    numbers = [row[4] for row in rows[1:]]
    body = [line for line in table.latex().splitlines() if line.endswith(r"\\")]
    assert [line.split("&")[4].strip().strip("$") for line in body[1:]] == numbers


# -- kernels of many points ------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(3 * kernels.CHUNK + 5,), (3, kernels.CHUNK // 2)])
def test_kappa_of_many_points_is_that_of_each_by_its_angle(shape):
    rho = np.linspace(-0.99, 0.99, math.prod(shape)).reshape(shape)
    angle = np.arccos(rho)
    expected = (np.sin(angle) + (math.pi - angle) * rho) / (2 * math.pi)
    np.testing.assert_allclose(activations.kappa(rho), expected, rtol=1e-10)


@pytest.mark.parametrize("name", [*activations.ACTIVATIONS, "leaky_relu:-0.3"])
def test_an_activation_has_its_name_and_the_slopes_of_its_function(name):
    activation = activations.get(name)
    slopes = activation.slopes
    assert (slopes is None) == (name in {"erf", "gelu", "tanh"})
    if slopes is not None:
        assert slopes == tuple(float(activation.function(np.array(x))) / x for x in (-1.0, 1.0))
    if name in activations.ACTIVATIONS:
        assert activation.name == name
        assert activation is activations.ACTIVATIONS[name]


def test_a_leaky_relu_has_the_slope_that_is_given():
    activation = activations.leaky_relu(-0.3)
    assert activation.slopes == (-0.3, 1.0)
    assert activation.name == "leaky_relu(-0.3)"


# -- chains ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", ["feedforward", "block1"])
def test_a_moved_rate_is_the_tuned_one_times_the_mismatch(network):
    moved = chain.transfer(L=8, L0=3, r=1.7, k0=0.6, network=network)
    assert moved.mismatch == pytest.approx(1.7 ** (2 / 3 - 2 / 8), rel=1e-14)
    assert moved.k == pytest.approx(0.6 * moved.mismatch, rel=1e-14)


def test_zero_crossings_of_several_rates_are_those_of_each():
    rates, depths = np.array([0.3, 1.0, 1.9, 3.0]), np.array([2, 3, 5, 8])
    each = [chain.zero_crossing(k, L) for k, L in zip(rates, depths, strict=True)]
    np.testing.assert_allclose(chain.zero_crossing(rates, depths), each, rtol=1e-14)
