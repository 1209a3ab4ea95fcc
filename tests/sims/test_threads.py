"""Products on one BLAS thread, parts of work on our own: the same numbers on any machine."""

import itertools
import math
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
import xarray as xr
from threadpoolctl import threadpool_info, threadpool_limits

from depthlaws import _threads
from depthlaws._threads import one_blas_thread, spread
from depthlaws.sims import SGD
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, gaussian_matrix, matrix_free


def others_want_processors(monkeypatch):
    """As if every thread had to leave its processor to another process, again and again."""
    monkeypatch.setattr(_threads, "_taken_away", itertools.count().__next__)
    monkeypatch.setattr(_threads, "_waited", itertools.count().__next__)
    monkeypatch.setattr(_threads, "_scarce", lambda: True)


@pytest.fixture(params=[(1, False), (2, False), (5, False), (2, True)], ids=str)
def threads(request, monkeypatch):
    """As if the machine had so many processors, with or without others who want them."""
    processors, crowded = request.param
    _threads._pool.cache_clear()
    monkeypatch.setattr(_threads, "_crowded_until", 0.0)
    monkeypatch.setattr(_threads, "processors", lambda: processors)
    monkeypatch.setattr(_threads, "_machine", lambda: processors)
    if crowded:
        others_want_processors(monkeypatch)
    yield processors
    _threads._pool.cache_clear()


def blas_threads():
    return {found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"}


def test_results_come_in_order_and_every_part_is_done_once(threads):
    done = []

    def work(part):
        done.append(part)
        return part * part

    for count in (0, 1, 3, 4, 57):
        done.clear()
        assert spread(work, range(count)) == [i * i for i in range(count)]
        assert sorted(done) == list(range(count))


def test_a_part_that_fails_fails_the_whole(threads):
    with pytest.raises(ZeroDivisionError):
        spread(lambda part: 1 / (part - 20), range(40))
    assert spread(lambda part: part, range(40)) == list(range(40))


def test_after_a_failure_no_part_is_begun_and_the_first_one_is_told(threads):
    begun = []

    def work(part):
        begun.append(part)
        raise ValueError(str(part))

    with pytest.raises(ValueError, match=r"^\d+$"):
        spread(work, range(400))
    assert len(begun) <= 2 * threads


def test_a_part_may_be_spread_itself(threads):
    """A dense run of many networks draws each large matrix in parts."""
    found = spread(lambda part: sum(spread(lambda i: i * part, range(20))), range(20))
    assert found == [190 * part for part in range(20)]


def test_a_crew_within_a_crew_takes_free_processors_only(monkeypatch):
    """Two threads of the outer one have both processors: the inner parts stay in their thread."""
    _threads._pool.cache_clear()
    monkeypatch.setattr(_threads, "processors", lambda: 2)
    monkeypatch.setattr(_threads, "_crowded_until", 0.0)
    both = threading.Barrier(2)

    def inner(_):
        time.sleep(1e-4)  # long enough for another thread to come
        return threading.get_ident()

    def work(part):
        both.wait(60)
        return {threading.get_ident(), *spread(inner, range(40))}

    assert [len(met) for met in spread(work, range(4), threads=(2, 2))] == [1, 1, 1, 1]
    _threads._pool.cache_clear()


def threads_met(wanted):
    """How many threads come to take a part: each waits there until all that are wanted came."""
    here = threading.Barrier(wanted)

    def work(part):
        if part >= 12:  # a thread that lost its processor has asked for help by now
            here.wait(60)
        return threading.get_ident()

    return len(set(spread(work, range(12 + wanted))))


def test_a_long_part_may_ask_for_help_before_it_is_done(monkeypatch):
    """Four parts on two processors that are not ours alone: four threads, before one is done."""
    _threads._pool.cache_clear()
    monkeypatch.setattr(_threads, "processors", lambda: 2)
    monkeypatch.setattr(_threads, "_machine", lambda: 2)
    monkeypatch.setattr(_threads, "_crowded_until", 0.0)
    others_want_processors(monkeypatch)
    together = threading.Barrier(4)

    def work(part):
        _threads.pulse()
        together.wait(60)
        return part

    assert spread(work, range(4), threads=(2, 4)) == [0, 1, 2, 3]
    assert spread(work, range(4)) == [0, 1, 2, 3]
    _threads._pool.cache_clear()


@pytest.mark.parametrize("waited", [0.0, math.nan])
def test_the_system_s_own_work_is_no_other_process(waited, monkeypatch):
    """A thread that left its processor for less than that asks for nothing."""
    _threads._pool.cache_clear()
    monkeypatch.setattr(_threads, "processors", lambda: 2)
    monkeypatch.setattr(_threads, "_machine", lambda: 2)
    monkeypatch.setattr(_threads, "_crowded_until", 0.0)
    others_want_processors(monkeypatch)
    monkeypatch.setattr(_threads, "_waited", lambda: waited)
    spread(lambda part: part, range(40))
    assert (_threads._crowded_until > 0.0) == math.isnan(waited)
    _threads._pool.cache_clear()


@pytest.mark.parametrize(
    ("elapsed", "waited", "asks"),
    [(0.01, 0.003, 0), (0.01, 0.005, 1), (1.0, 0.09, 0), (1.0, 0.11, 1)],
)
def test_a_thread_asks_where_it_lost_four_milliseconds_and_a_tenth(
    elapsed, waited, asks, monkeypatch
):
    now, asked = [0.0], []
    crew = SimpleNamespace(may_grow=lambda: True, ask=lambda: asked.append(now[0]))
    monkeypatch.setattr(_threads, "time", SimpleNamespace(monotonic=lambda: now[0]))
    others_want_processors(monkeypatch)
    monkeypatch.setattr(_threads, "_waited", lambda: waited * (now[0] > 0))
    watch = _threads._Watch(crew)
    now[0] = elapsed
    watch.look()
    watch.look()  # too soon after the last one
    assert len(asked) == asks


@pytest.mark.parametrize(
    ("told", "machine", "scarce"),
    [
        ("1.9 1.2 0.8 3/164 99", 2, True),
        ("1.9 1.2 0.8 2/164 99", 2, False),
        ("1.9 1.2 0.8 2/164 99", 1, True),
        ("0.0 0.0 0.0 0/0 0", 2, True),
        ("", 2, True),
    ],
)
def test_a_processor_that_was_asleep_is_no_other_process(
    told, machine, scarce, monkeypatch, tmp_path
):
    """Two ready threads on two processors; no word of the system, and fewer processors allowed."""
    (tmp_path / "loadavg").write_text(told)
    monkeypatch.setattr(_threads, "READY", str(tmp_path / "loadavg"))
    monkeypatch.setattr(_threads.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(_threads, "_machine", lambda: machine)
    assert _threads._scarce() is scarce
    monkeypatch.setattr(_threads, "READY", str(tmp_path / "nothing"))
    assert _threads._scarce()


def test_the_time_without_a_processor_is_told_or_infinite():
    before = _threads._waited()
    assert 0.0 <= before <= _threads._waited() <= math.inf


@pytest.mark.parametrize(
    ("machine", "crowded", "wanted"), [(2, False, 2), (2, True, 6), (3, True, 2)]
)
def test_beside_other_processes_there_are_three_times_as_many_threads(
    machine, crowded, wanted, monkeypatch
):
    """And never more than the user allows, where that is less than the machine has."""
    _threads._pool.cache_clear()
    monkeypatch.setattr(_threads, "processors", lambda: 2)
    monkeypatch.setattr(_threads, "_machine", lambda: machine)
    monkeypatch.setattr(_threads, "_crowded_until", 0.0)
    monkeypatch.setattr(_threads, "_taken_away", lambda: 0)
    if crowded:
        others_want_processors(monkeypatch)
    assert threads_met(wanted) == wanted
    monkeypatch.setattr(_threads, "_taken_away", lambda: 0)
    assert threads_met(wanted) == wanted  # the next parts come within the time it is remembered
    monkeypatch.setattr(_threads, "_crowded_until", 0.0)
    assert threads_met(2) == 2
    _threads._pool.cache_clear()


def test_the_callers_word_on_overflow_holds_in_every_thread(threads):
    """A warning is an error in these tests; with "raise" every part says so."""

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


def test_the_number_of_processors_does_not_change_a_bit(threads):
    """Wide enough for a dozen spans; the first run is on one thread."""
    model = ResidualMLP(width=270_001, loops=5, eps=1 / 5)
    ensemble = Ensemble(samples=1, seed=2, dtype="float32")
    run = {"observe": ("energy", "kernel", "change")}
    found = matrix_free.train(model, ensemble, SGD(0.3), **run)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_threads, "processors", lambda: 1)
        xr.testing.assert_identical(matrix_free.train(model, ensemble, SGD(0.3), **run), found)


@pytest.mark.parametrize("inputs", [1, 3, 300])
def test_a_long_dense_product_is_the_same_on_any_number_of_processors(inputs, threads, monkeypatch):
    """In nine parts, the last one shorter; what is wanted is the product as a BLAS makes it."""
    monkeypatch.setattr(dense, "LONG", 1)
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((2, inputs, 90)), rng.standard_normal((2, 90, 2100))
    for right in (b, np.swapaxes(np.swapaxes(b, 1, 2).copy(), 1, 2)):
        found = dense.product(a, right)
        np.testing.assert_allclose(found, a @ right, rtol=0, atol=1e-12)
        monkeypatch.setattr(_threads, "processors", lambda: 1)
        np.testing.assert_array_equal(dense.product(a, right), found)


def test_a_long_dense_product_has_large_parts_where_nobody_is_seen_and_no_bit_changes(
    threads, monkeypatch
):
    """A part a processor; small ones beside others, and where a BLAS adds in another order."""
    monkeypatch.setattr(dense, "LONG", 1)
    parts, matmul = [], np.matmul

    def counted(a, b, *, out):
        parts.append(b.shape[-1])
        return matmul(a, b, out=out)

    monkeypatch.setattr(np, "matmul", counted)
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((1, 64, 256)), rng.standard_normal((1, 256, 2048))
    found = {}
    for alike, others in itertools.product([True, False], [True, False]):
        monkeypatch.setattr(dense, "_alike", lambda *_, alike=alike: alike)
        monkeypatch.setattr(dense, "crowded", lambda others=others: others)
        parts.clear()
        found[alike, others] = dense.product(a, b)
        large = 256 * -(-8 // threads) if alike and not others else 256
        assert max(parts) == max(large, 256)
        assert sum(parts) == 2048
    np.testing.assert_array_equal(found[False, False], found[False, True])
    np.testing.assert_allclose(found[True, False], found[False, True], rtol=0, atol=1e-12)


def test_larger_parts_are_tried_out_on_numbers_that_show_another_order():
    """A product that depends on its number of columns is found out; a matrix too large is not."""
    same = dense._alike.__wrapped__
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


def test_a_long_dense_product_is_the_same_beside_others_and_alone(threads, monkeypatch):
    """Whatever this BLAS does with columns that are no multiple of its registers."""
    monkeypatch.setattr(dense, "LONG", 1)
    rng = np.random.default_rng(1)
    for dtype, columns in itertools.product((np.float32, np.float64), (700, 1001, 2050)):
        a = rng.standard_normal((17, 900)).astype(dtype)
        b = rng.standard_normal((900, columns)).astype(dtype)
        for left, right in ((a, b), (np.asfortranarray(a), b), (a, np.asfortranarray(b))):
            found = []
            for others in (True, False):
                monkeypatch.setattr(dense, "crowded", lambda others=others: others)
                found.append(dense.product(left, right))
            np.testing.assert_array_equal(*found)


def test_a_wide_dense_run_is_the_same_on_any_number_of_processors(threads):
    """Wide enough for BLAS's own threads, which have no part in it."""
    model = ResidualMLP(width=2048, loops=2, eps=0.5, h0=np.eye(16))
    ensemble = Ensemble(samples=1, seed=2, dtype="float32")
    found = dense.simulate(model, ensemble, observe=("energy", "gradient_energy"))
    with pytest.MonkeyPatch.context() as patch, threadpool_limits(1, user_api="blas"):
        patch.setattr(_threads, "processors", lambda: 1)
        again = dense.simulate(model, ensemble, observe=("energy", "gradient_energy"))
    xr.testing.assert_identical(again, found)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("slots", [1, 7, 600])
@pytest.mark.parametrize("width", [300, 65_537, 66_048])
def test_inner_products_in_pieces_add_up(slots, width, alone):
    """Integers small enough that every order of summation is exact."""
    rng = np.random.default_rng(slots)
    basis = rng.integers(-8, 9, (2, slots, width)).astype(np.float32)
    x = rng.integers(-8, 9, (2, width)).astype(np.float32)
    found = gaussian_matrix._inner(np, basis, x, alone=alone)
    wanted = np.einsum("spw,sw->sp", basis.astype(int), x.astype(int))
    np.testing.assert_array_equal(found, wanted)
    assert found.dtype == np.float64


def test_blocks_on_several_processors_are_those_on_one(threads, monkeypatch):
    monkeypatch.setattr("depthlaws.sims.residual.ensemble.processors", lambda: threads)
    model = ResidualMLP(width=90, loops=3, eps=0.3)
    found = dense.simulate(model, Ensemble(samples=1200, seed=3))
    xr.testing.assert_identical(
        dense.simulate(model, Ensemble(samples=1200, seed=3, workers=1)), found
    )


def test_one_thread_is_one_thread():
    """OMP_NUM_THREADS=1 holds for our threads as for those of a BLAS."""
    code = "from depthlaws._threads import processors; import numpy; print(processors())"
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
