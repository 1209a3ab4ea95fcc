"""Draws that depend on the seed of a run alone."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from depthlaws.sims.common import draws
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.draws import blocks
from depthlaws.sims.common.estimate import Estimate

COUNTS = st.integers(1, 30)


def drawn(seed, samples, block, *, dtype="float64", shape=(3,)):
    """All samples of a run that draws each block at once."""
    parts = blocks(seed, samples, block=block)
    return np.concatenate([part.stream.normal((part.size, *shape), dtype=dtype) for part in parts])


@given(COUNTS, COUNTS, st.integers(1, 8))
def test_more_samples_do_not_change_the_first_ones(few, more, block):
    np.testing.assert_array_equal(drawn(5, few + more, block)[:few], drawn(5, few, block))


@settings(max_examples=30)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=6), st.sampled_from([(2,), (40, 5), (257,)])
)
def test_batches_do_not_change_the_numbers(batches, shape):
    """Also when a sample is large enough to be drawn chunk by chunk (here: 100 numbers)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draws, "NUMBERS_PER_GENERATOR", 100)
        whole = drawn(6, sum(batches), sum(batches), shape=shape)
        [block] = blocks(6, sum(batches), block=sum(batches))
        parts = [block.stream.normal((size, *shape), dtype="float64") for size in batches]
    np.testing.assert_array_equal(whole, np.concatenate(parts))


def test_blocks_cover_the_samples_in_order():
    parts = blocks(1, 23, block=10)
    assert [(part.start, part.size) for part in parts] == [(0, 10), (10, 10), (20, 3)]


def test_blocks_children_and_seeds_are_different():
    first, second = blocks(7, 2, block=1)
    [third] = blocks(8, 1, block=1)
    streams = (first.stream, second.stream, third.stream, *first.stream.spawn(2))
    rows = [stream.normal((1, 50), dtype="float64")[0] for stream in streams]
    correlation = np.corrcoef(rows)
    assert np.abs(correlation - np.eye(5)).max() < 0.7


SIZES = [1, 2, 7, *(draws.NUMBERS_PER_PIECE + n for n in (-1, 0, 1)), 3 * draws.NUMBERS_PER_PIECE,
         2 * draws.NUMBERS_PER_PIECE + 3]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_float32_batches_of_any_shape(size):
    """Pieces of the Box-Muller route: odd and even samples, one or many to a piece."""
    whole = drawn(6, 5, 5, dtype="float32", shape=(size,))
    [block] = blocks(6, 5, block=5)
    parts = [block.stream.normal((n, size), dtype="float32") for n in (1, 3, 1)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("numbers", [1, 3, draws.NUMBERS_PER_PIECE, 5 * draws.NUMBERS_PER_PIECE])
def test_how_many_are_drawn_at_a_time_does_not_change_them(monkeypatch, size, numbers):
    whole = drawn(6, 5, 5, dtype="float32", shape=(size,))
    monkeypatch.setattr(draws, "NUMBERS_AT_A_TIME", numbers)
    np.testing.assert_array_equal(whole, drawn(6, 5, 5, dtype="float32", shape=(size,)))


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
def test_float32_has_the_law_of_the_normal(size):
    """Moments to the sixth, far tails, and no correlation inside a pair or between samples."""
    z = drawn(10, 2_000_000 // size, 2_000_000 // size, dtype="float32", shape=(size,))
    assert np.isfinite(z).all()
    z = z.astype(np.float64)
    flat = z.ravel()
    for power, moment in ((1, 0), (2, 1), (3, 0), (4, 3), (5, 0), (6, 15)):
        assert abs(Estimate.of(flat**power).z(moment)) < 5
    for bound in (2.0, 3.0, 4.0):
        assert abs(Estimate.of(np.abs(flat) > bound).z(2 * stats.norm.sf(bound))) < 5
    assert stats.kstest(flat, "norm").pvalue > 1e-3
    half = (size + 1) // 2
    for a, b in ((z[:, : size - half], z[:, half:]), (z[1:], z[:-1]), (z[:, 1:], z[:, :-1])):
        if a.size:
            assert abs(Estimate.of((a * b).ravel()).z(0.0)) < 5
            assert abs(Estimate.of(((a * b) ** 2).ravel()).z(1.0)) < 5


def test_float32_scale():
    z = drawn(11, 100, 100, dtype="float32", shape=(50,))
    [block] = blocks(11, 100, block=100)
    scaled = block.stream.normal((100, 50), scale=0.01, dtype="float32")
    np.testing.assert_allclose(scaled, 0.01 * z, rtol=1e-6, atol=1e-9)
    [block] = blocks(11, 100, block=100)
    assert not block.stream.normal((100, 50), scale=0.0, dtype="float32").any()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_chunks_are_normal_and_independent(monkeypatch, dtype):
    """Two and a bit chunks per sample: every chunk has its own law and its own numbers."""
    monkeypatch.setattr(draws, "NUMBERS_PER_GENERATOR", 1 << 17)
    size = 2 * draws.NUMBERS_PER_GENERATOR + 1000
    z = drawn(9, 2, 2, dtype=dtype, shape=(size,)).astype(np.float64)
    assert all(
        stats.kstest(row, "norm").pvalue > 1e-3 for row in z[:, : draws.NUMBERS_PER_GENERATOR]
    )
    chunks = z[:, : 2 * draws.NUMBERS_PER_GENERATOR].reshape(4, draws.NUMBERS_PER_GENERATOR)
    correlation = np.corrcoef(chunks) * np.sqrt(draws.NUMBERS_PER_GENERATOR)
    assert np.abs(correlation[np.triu_indices(4, 1)]).max() < 5


@pytest.mark.parametrize("chunk", [4, 1000])
def test_scale_is_the_standard_deviation(monkeypatch, chunk):
    monkeypatch.setattr(draws, "NUMBERS_PER_GENERATOR", chunk)
    [block], [again] = blocks(3, 4, block=4), blocks(3, 4, block=4)
    scaled = again.stream.normal((4, 6), scale=0.5, dtype="float64")
    np.testing.assert_array_equal(scaled, 0.5 * block.stream.normal((4, 6), dtype="float64"))


def test_strict_arrays_hold_the_numbers_of_numpy():
    [block] = blocks(4, 3, block=3, device="strict")
    z = block.stream.spawn(2)[1].normal((3, 5), dtype="float32")
    [plain] = blocks(4, 3, block=3)
    np.testing.assert_array_equal(
        np.from_dlpack(z), plain.stream.spawn(2)[1].normal((3, 5), dtype="float32")
    )


def test_cupy_runs_draw_from_one_stream_with_a_32_bit_seed():
    """No GPU here: a stand-in with CuPy's interface, whose generators have no children."""
    seeds = []

    class Generator:
        def __init__(self, seed):
            seeds.append(seed)
            self._generator = np.random.default_rng(seed)

        def standard_normal(self, shape, dtype):
            return self._generator.standard_normal(shape, dtype=dtype)

    backend = Backend("cupy", SimpleNamespace(random=SimpleNamespace(default_rng=Generator)))
    parts = blocks(2**40 + 1, 5, block=2, device=backend)
    assert len(seeds) == 1
    assert 0 <= seeds[0] < 2**32
    numbers = [part.stream.spawn(3)[2].normal((part.size, 2), dtype="float64") for part in parts]
    assert len(np.unique(np.concatenate(numbers))) == 10


@pytest.mark.parametrize("seed", [None, 1.5, "1", True])
def test_a_seed_has_to_be_an_integer(seed):
    with pytest.raises(TypeError, match="seed must be an integer"):
        blocks(seed, 1, block=1)


def test_bad_counts():
    with pytest.raises(ValueError, match="seed must be at least 0"):
        blocks(-1, 1, block=1)
    with pytest.raises(ValueError, match="samples must be at least 1"):
        blocks(1, 0, block=1)
    with pytest.raises(TypeError, match="block must be an integer"):
        blocks(1, 1, block=2.5)


def test_children_are_those_of_one_spawn_and_made_when_used():
    streams = [blocks(3, 1, block=1)[0].stream for _ in range(2)]
    children, spawned = draws.Children(streams[0]), streams[1].spawn(5)
    for number in (2, 0, 4, 2):
        first, second = (s[number].normal((4,), dtype="float64") for s in (children, spawned))
        np.testing.assert_array_equal(first, second)
    assert len(children._streams) == 5
