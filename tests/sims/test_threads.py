"""Parts of work on our threads, products on one BLAS thread: the same numbers on any machine."""

import multiprocessing
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import xarray as xr
from threadpoolctl import threadpool_info, threadpool_limits

from depthlaws.base import threads as shared
from depthlaws.base.threads import one_blas_thread, spread
from depthlaws.sims import SGD
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, gaussian_matrix, matrix_free


@pytest.fixture
def processors(monkeypatch):
    """Pretend that the machine has this many processors."""

    def pretend(count):
        shared._pool.cache_clear()
        monkeypatch.setattr(shared, "processors", lambda: count)

    yield pretend
    shared._pool.cache_clear()


@pytest.fixture(params=[1, 2, 5])
def threads(request, processors):
    """Pretend one, two and five processors."""
    processors(request.param)
    return request.param


def blas_threads():
    return {
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    }


def test_results_come_in_order_and_every_part_is_done_once(threads):
    done = []

    def work(part):
        done.append(part)
        return part * part

    for count in (0, 1, 3, 4, 57):
        done.clear()
        assert spread(work, range(count)) == [i * i for i in range(count)]
        assert sorted(done) == list(range(count))


def test_results_are_in_the_order_of_the_parts_not_of_their_ends(processors):
    """Part 0 ends after all others."""
    processors(2)
    ended = [threading.Event() for _ in range(8)]

    def work(part):
        if part == 0:
            assert all(event.wait(60) for event in ended[1:])
        ended[part].set()
        return part

    assert spread(work, range(8), threads=2) == list(range(8))


def test_a_part_that_fails_fails_the_whole(threads):
    with pytest.raises(ZeroDivisionError):
        spread(lambda part: 1 / (part - 20), range(40))
    assert spread(lambda part: part, range(40)) == list(range(40))


def test_after_a_failure_no_part_is_begun(processors):
    """Part 0 fails while part 1 is under way."""
    processors(2)
    begun, together, failed = [], threading.Barrier(2), threading.Event()

    def work(part):
        begun.append(part)
        together.wait(60)
        if part == 0:
            failed.set()
            raise ZeroDivisionError
        failed.wait(60)
        time.sleep(0.05)

    with pytest.raises(ZeroDivisionError):
        spread(work, range(40), threads=2)
    assert sorted(begun) == [0, 1]


def test_the_failure_that_comes_first_is_raised_whatever_its_place(processors):
    """Part 0 fails after part 1 has failed."""
    processors(2)
    failed = threading.Event()

    def work(part):
        if part == 0:
            failed.wait(60)
            time.sleep(0.05)
        else:
            failed.set()
        raise ValueError(str(part))

    with pytest.raises(ValueError, match=r"^1$"):
        spread(work, range(2), threads=2)


def threads_met(count, **options):
    """Number of threads that take parts: each waits until ``count`` of them have come."""
    here = threading.Barrier(count)

    def work(_):
        here.wait(60)
        return threading.get_ident()

    return len(set(spread(work, range(count), **options)))


@pytest.mark.parametrize(
    ("parts", "threads", "wanted"),
    [(3, None, 1), (4, None, 2), (8, None, 3), (16, None, 4), (400, None, 4), (100, 50, 4),
     (2, 2, 2), (4, 4, 4)],
)  # fmt: skip
def test_there_is_a_thread_for_every_four_parts_or_as_many_as_are_asked_for(
    parts, threads, wanted, processors
):
    """At most one a processor."""
    processors(4)
    met = set()

    def work(_):
        met.add(threading.get_ident())
        time.sleep(0.2 if len(met) <= wanted and parts < 100 else 1e-3)

    spread(work, range(parts), threads=threads)
    assert len(met) == wanted


def test_a_part_may_be_spread_itself(threads):
    """A dense run of many networks draws each large matrix in parts."""
    totals = spread(lambda part: sum(spread(lambda i: i * part, range(20))), range(20))
    assert totals == [190 * part for part in range(20)]


def test_a_spread_within_a_spread_takes_free_processors_only(processors):
    """Two threads of the outer one have both processors: the inner parts stay in their thread."""
    processors(2)
    both = threading.Barrier(2)

    def inner(_):
        time.sleep(1e-4)  # long enough for another thread to come
        return threading.get_ident()

    def work(part):
        both.wait(60)
        assert shared.free_processors() == 1
        return {threading.get_ident(), *spread(inner, range(40))}

    assert [len(met) for met in spread(work, range(4), threads=2)] == [1, 1, 1, 1]
    assert shared.free_processors() == 2


def _report_threads(queue):
    queue.put(threads_met(2, threads=2))


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_has_threads_of_its_own(processors):
    """The threads of its parent do not exist there."""
    processors(2)
    assert threads_met(2, threads=2) == 2
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_report_threads, args=(queue,))
    child.start()
    assert queue.get(timeout=60) == 2
    child.join(60)


def test_the_settings_of_the_caller_hold_in_every_thread(threads):
    """A warning is an error in these tests; with "raise" every part raises."""

    def overflow(_):
        return float(np.float64(1e308) * np.float64(10))

    with np.errstate(over="ignore"):
        assert spread(overflow, range(40)) == [np.inf] * 40
    with np.errstate(over="raise"), pytest.raises(FloatingPointError):
        spread(overflow, range(40))


def test_blas_has_one_thread_inside_and_its_own_again_outside():
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        with one_blas_thread():
            assert blas_threads() == {1}
            with one_blas_thread():
                assert blas_threads() == {1}
            assert blas_threads() == {1}
        assert blas_threads() == before
        with pytest.raises(ValueError, match="inside"), one_blas_thread():
            raise ValueError("inside")
        assert blas_threads() == before


def test_runs_that_overlap_lift_the_limit_when_the_last_one_ends():
    """The first to come in is the first to go: the limit holds until the second has gone too."""
    entered, leave = threading.Event(), threading.Event()

    def other():
        with one_blas_thread():
            entered.set()
            leave.wait(60)

    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        thread = threading.Thread(target=other)
        with one_blas_thread():
            thread.start()
            assert entered.wait(60)
        assert blas_threads() == {1}
        leave.set()
        thread.join(60)
        assert blas_threads() == before


def test_the_limit_holds_in_a_thread_while_another_holds_one_of_its_own():
    """Otherwise threadpoolctl 3.8 would ignore the second thread."""
    met = []

    def other():
        with one_blas_thread():
            met.append(blas_threads())

    with threadpool_limits(2, user_api="blas"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(60)
    assert met == [{1}]


def spans(**workers):
    """Run without weights, wide enough for a dozen spans."""
    ensemble = Ensemble(samples=1, seed=2, dtype="float32", **workers)
    model = ResidualMLP(width=270_001, loops=5, eps=1 / 5)
    return matrix_free.train(model, ensemble, SGD(0.3), observe=("energy", "kernel", "change"))


def wide_products(**workers):
    """Run wide enough for BLAS's own threads, which have no part in it."""
    ensemble = Ensemble(samples=1, seed=2, dtype="float32", **workers)
    model = ResidualMLP(width=2048, loops=2, eps=0.5, h0=np.eye(16))
    return dense.simulate(model, ensemble, observe=("energy", "gradient_energy"))


def blocks(**workers):
    """Run of several blocks of networks."""
    model = ResidualMLP(width=90, loops=3, eps=0.3)
    return dense.simulate(model, Ensemble(samples=1200, seed=3, **workers))


@pytest.mark.parametrize("run", [spans, wide_products, blocks])
def test_the_number_of_processors_does_not_change_a_bit(run, threads, monkeypatch):
    monkeypatch.setattr("depthlaws.sims.residual.plan.processors", lambda: threads)
    in_threads = run()
    monkeypatch.setattr(shared, "processors", lambda: 1)
    with threadpool_limits(1, user_api="blas"):
        xr.testing.assert_identical(run(workers=1), in_threads)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("rows", "inner", "columns"),
    [*(((2, n), 90, 2100) for n in (1, 3, 300)), *(((17,), 900, n) for n in (700, 1001, 2050))],
)
def test_a_long_dense_product_is_the_same_on_any_number_of_processors(
    rows, inner, columns, dtype, processors, monkeypatch
):
    """Also with columns that are no multiple of the registers; the oracle is a BLAS's product."""
    monkeypatch.setattr(dense, "MIN_SHARED_OPERATIONS", 1)
    rng = np.random.default_rng(0)
    a = rng.standard_normal((*rows, inner)).astype(dtype)
    b = rng.standard_normal((*rows[:-1], inner, columns)).astype(dtype)
    by_columns = [np.swapaxes(np.swapaxes(m, -1, -2).copy(), -1, -2) for m in (a, b)]
    for left, right in ((a, b), (by_columns[0], b), (a, by_columns[1])):
        products = []
        for count in (1, 2, 5, 16):
            processors(count)
            products.append(dense.product(left, right))
            np.testing.assert_array_equal(products[-1], products[0])
        tolerance = 4e3 * np.finfo(dtype).eps
        np.testing.assert_allclose(products[0], left @ right, rtol=0, atol=tolerance)


@pytest.mark.parametrize("alike", [True, False])
def test_a_long_dense_product_has_a_part_a_processor_if_no_bit_changes(alike, threads, monkeypatch):
    """Small parts where a BLAS adds in another order."""
    monkeypatch.setattr(dense, "MIN_SHARED_OPERATIONS", 1)
    monkeypatch.setattr(dense, "_same_bits", lambda *_: alike)
    parts, matmul = [], np.matmul

    def counted(a, b, *, out):
        parts.append(b.shape[-1])
        return matmul(a, b, out=out)

    monkeypatch.setattr(np, "matmul", counted)
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((1, 64, 256)), rng.standard_normal((1, 256, 2048))
    np.testing.assert_allclose(dense.product(a, b), a @ b, rtol=0, atol=1e-12)
    large = max(256, 256 * -(-8 // threads)) if alike else 256
    assert max(parts) == large
    assert sum(parts) == 2048


def test_larger_parts_are_tried_out_on_numbers_that_show_another_order():
    """A product that depends on its number of columns is found out; a matrix too large is not."""
    same = dense._same_bits.__wrapped__
    whole = ((8, 300, 1024), np.dtype("float64"), (True, True))
    in_parts = dense._in_parts

    def by_halves(a, b, step, found):
        """As a kernel with two accumulators for wide parts."""
        if step < 512:
            return in_parts(a, b, step, found)
        found[...] = a[:, ::2] @ b[::2] + a[:, 1::2] @ b[1::2]
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dense, "_in_parts", by_halves)
        assert same(*whole, (256, 256))
        assert not same(*whole, (256, 512))
    assert not same((2, 1 << 13, 1 << 13), np.dtype("float32"), (True, True), (1024, 4096))


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("slots", [1, 7, 600])
@pytest.mark.parametrize("width", [300, 65_537, 66_048])
def test_inner_products_in_pieces_add_up(slots, width, alone):
    """Integers small enough that every order of summation is exact."""
    rng = np.random.default_rng(slots)
    basis = rng.integers(-8, 9, (2, slots, width)).astype(np.float32)
    x = rng.integers(-8, 9, (2, width)).astype(np.float32)
    products = gaussian_matrix._inner(np, basis, x, alone=alone)
    expected = np.einsum("spw,sw->sp", basis.astype(int), x.astype(int))
    np.testing.assert_array_equal(products, expected)
    assert products.dtype == np.float64


def test_one_thread_is_one_thread():
    """OMP_NUM_THREADS=1 holds for our threads as for those of a BLAS."""
    code = "from depthlaws.base.threads import processors; import numpy; print(processors())"
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        done = subprocess.run(
            [sys.executable, "-c", "import numpy; " + code],
            env={variable: "1", "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        assert done.stdout.strip() == "1"
