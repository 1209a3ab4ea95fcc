"""Both sides of every size at which a simulator changes its method: the same numbers.

Effects of the sizes on whole runs (batches, workers, blocks, spans) are tested with each run.
"""

import numpy as np
import pytest

from depthlaws.sims.common import draws
from depthlaws.sims.common.optimizers import Sign
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling
from depthlaws.sims.onestep import plan as first_step
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, gaussian_matrix, plan
from depthlaws.sims.residual import elementwise_updates as elementwise
from depthlaws.sims.residual.observables import Observation
from depthlaws.sims.residual.plan import DensePlan

AT = pytest.mark.parametrize("more", [-1, 0, 1])

ENERGY = Observation(observe="energy")
RNG = np.random.default_rng(0)


def normal(*shape):
    return RNG.standard_normal(shape)


@AT
@pytest.mark.parametrize(("rows", "columns"), [(3, 512), (300, 513), (3, 255), (3, 2049)])
def test_products_are_shared_from_their_length_on(monkeypatch, rows, columns, more):
    shared, in_parts = [], dense._in_parts
    monkeypatch.setattr(dense, "MIN_SHARED_OPERATIONS", 2 * rows * 8 * columns + more)
    monkeypatch.setattr(dense, "_in_parts", lambda *args: shared.append(1) or in_parts(*args))
    a, b = normal(2, rows, 8), normal(2, 8, columns)
    right = np.matmul(a.astype(np.longdouble), b.astype(np.longdouble))
    np.testing.assert_allclose(dense.product(a, b), right, rtol=0, atol=2e-14)
    assert bool(shared) == (more <= 0)


@AT
@pytest.mark.parametrize(("samples", "slots"), [(1, 1), (1, 250), (1, 251), (4, 125), (3, 167)])
@pytest.mark.parametrize("alone", [True, False])
def test_inner_products_in_pieces(samples, slots, more, alone):
    """500 and 501 numbers of a product, pieces of 127 to 129 coordinates, with and without rest."""
    pieces = -(-gaussian_matrix.UNLOCKED_RESULTS // (samples * slots))
    width = pieces * gaussian_matrix.MIN_PIECE + more
    basis, x = normal(samples, slots, width), normal(samples, width)
    result = gaussian_matrix._inner(np, basis, x, alone=alone)
    right = np.einsum("ijk,ik->ij", basis.astype(np.longdouble), x.astype(np.longdouble))
    np.testing.assert_allclose(result, right, rtol=1e-13, atol=1e-12)


@AT
@pytest.mark.parametrize(("cache", "step"), [(1, 4), (8 * 3 * 2 * 6, 6), (1 << 30, 8)])
def test_spans_cover_every_coordinate_once(monkeypatch, cache, step, more):
    monkeypatch.setattr(gaussian_matrix, "MIN_SPAN", 4)
    monkeypatch.setattr(gaussian_matrix, "MAX_SPAN", 8)
    monkeypatch.setattr(gaussian_matrix, "CACHE_BYTES", cache)
    parts = gaussian_matrix.spans(normal(2, 3 * step + more), 2)
    assert [*np.arange(3 * step + more)[np.r_[tuple(parts)][: 3 * step + more]]] == [
        *range(3 * step + more)
    ]
    assert {p.stop - p.start for p in parts} == {step}
    assert len(parts) == (4 if more > 0 else 3)


@AT
def test_a_matrix_is_recomputed_in_parts_where_it_is_larger_than_its_room(monkeypatch, more):
    samples, width = 2, 6
    left, right, x = (normal(samples, 3, width) for _ in range(3))
    updates = elementwise.ElementwiseUpdates(Sign(0.1))
    updates.record(left, right)
    monkeypatch.setattr(elementwise, "ENTRIES_AT_ONCE", samples * width * width + more)
    whole = -0.1 / width * np.sign(np.einsum("spi,spj->sij", left, right))
    forth, back = (np.einsum(axes, whole, x) for axes in ("sij,spj->spi", "sij,spi->spj"))
    np.testing.assert_allclose(updates.matvec(x), forth, rtol=0, atol=1e-14)
    np.testing.assert_allclose(updates.rmatvec(x), back, rtol=0, atol=1e-14)
    assert (updates._whole is None) == (more < 0)


@AT
def test_networks_and_samples_at_once_are_those_that_fit(monkeypatch, more):
    model, fits = ResidualMLP(width=8, layers=5, loops=1, eps=0.1), 3 if more >= 0 else 2
    ensemble, sample = Ensemble(samples=9, seed=0), 5 * 64 * 8
    monkeypatch.setattr(plan, "BATCH_ENTRIES", 0)
    monkeypatch.setattr(plan, "BATCH_BYTES", 3 * sample + more)
    assert DensePlan(model, ensemble, ENERGY)._batch_near_cache() == fits
    monkeypatch.setattr(plan, "BATCH_BYTES", sample)
    monkeypatch.setattr(plan, "BATCH_ENTRIES", 3 * 64 + more)
    assert DensePlan(model, ensemble, ENERGY)._batch_near_cache() == fits
    monkeypatch.setattr(plan, "BATCH_ENTRIES", 100 * 64)
    assert DensePlan(model, ensemble, ENERGY)._batch_near_cache() == 4
    asked = Architecture(width=8, depth=3), FirstStep(), Sampling(samples=9, seed=0)
    network_bytes = first_step.Plan(*asked).network_bytes
    monkeypatch.setattr(first_step, "BATCH_BYTES", 3 * network_bytes + more)
    monkeypatch.setattr(first_step, "THREAD_BYTES", 3 * network_bytes - more)
    steps = first_step.Plan(*asked)
    assert steps.batch == fits
    assert steps.worthwhile_threads(9, 8) == fits
    assert steps.worthwhile_threads(9, 2) == 2


@AT
def test_layers_drawn_at_once(monkeypatch, more):
    """The workers for each block, but one if a matrix is longer than a generator's part."""
    monkeypatch.setattr(plan, "NUMBERS_PER_GENERATOR", 64 + more)
    monkeypatch.setattr(plan, "ENTRIES_PER_BLOCK", 4 * 64)
    model = ResidualMLP(width=8, layers=5, loops=1, eps=0.1)
    for samples, layers in ((4, 5), (5, 4), (8, 4), (9, 2), (99, 1)):
        ensemble = Ensemble(samples=samples, seed=0, workers=8)
        assert DensePlan(model, ensemble, ENERGY).layers_at_once == (1 if more < 0 else layers)


@AT
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_sample_longer_than_a_generator_has_several(monkeypatch, dtype, more):
    """The numbers of one generator up to that length, others from there on; none of them twice."""

    def drawn(limit):
        monkeypatch.setattr(draws, "NUMBERS_PER_GENERATOR", limit)
        [block] = draws.blocks(3, 2, block=2)
        return block.stream.normal((2, 64 + more), dtype=dtype)

    assert np.array_equal(drawn(64), drawn(1 << 20)) == (more <= 0)
    assert len(np.unique(drawn(64))) == 2 * (64 + more)
