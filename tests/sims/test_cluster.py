"""Sweeps on a Dask cluster: a scheduler and two workers of this machine, one of which dies."""

import contextlib
import itertools
import os
import signal
import time

import pytest
import xarray as xr

from depthlaws.sims import sweep
from depthlaws.sims.sweeps import batch_runners, planned

pytestmark = [pytest.mark.cluster, pytest.mark.slow]
AXES = {"width": [64, 128], "loops": [1, 2, 4, 8]}
GIVEN = {"eps": 0.125, "samples": 4}
SEEDS = 100


@contextlib.contextmanager
def local(workers):
    """Scheduler with worker processes of one thread, which are started again when they die."""
    import dask
    from distributed import LocalCluster

    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    # Two workers that die are enough to blame a cell; Dask's own number is four.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(n_workers=workers, **options) as cluster,
    ):
        yield cluster


@pytest.fixture(scope="module")
def cluster():
    with local(2) as running:
        yield running


def test_the_last_batches_are_small_so_that_no_worker_waits(cluster, tmp_path):
    plan, done = planned("residual", AXES, given=GIVEN, seeds=SEEDS, store=tmp_path), [0]
    plan.run(cluster=cluster.scheduler_address, progress=lambda n, _: done.append(n))
    cells = [after - before for before, after in itertools.pairwise(done)]
    assert sum(cells) == plan.total
    assert sorted(cells[-4:])[:2] == [1, 1]
    assert max(cells) > 4


def test_a_worker_that_dies_costs_nothing(cluster, tmp_path):
    seen, given = [], {"given": GIVEN, "seeds": SEEDS}
    worker = cluster.workers[0]
    process = worker.pid

    def progress(done, total):
        missing = planned("residual", AXES, **given, store=tmp_path).missing()
        assert total - len(missing) == done  # results are on disk as they come
        seen.append(done)
        if len(seen) == 3:
            os.kill(process, signal.SIGKILL)

    options = {"cluster": cluster.scheduler_address, "progress": progress}
    run = sweep("residual", AXES, **given, store=tmp_path, **options)
    assert len(seen) > 3
    assert worker.pid != process
    xr.testing.assert_identical(run, sweep("residual", AXES, **given))


def fatal(*, n: int):
    """A cell that no worker survives, among others."""
    if n == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return xr.Dataset({"n": n})


def test_a_cell_that_kills_every_worker_is_named_and_the_others_are_kept(cluster, tmp_path):
    """Dask may blame cells that waited behind it, too: they are run by the next call."""
    plan = planned(fatal, {"n": [1, 2, 3, 4]}, store=tmp_path)
    with pytest.raises(RuntimeError, match=r"of 4 cells failed, .*: killed every worker"):
        plan.run(cluster=cluster.scheduler_address)
    assert "[3]" in plan.failures
    assert set(plan.missing()) == set(plan.failures)


def test_a_cluster_that_does_not_answer_is_named():
    with pytest.raises(ConnectionError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        sweep("residual", AXES, given=GIVEN, seeds=1, cluster="tcp://127.0.0.1:9")
    with pytest.raises(ConnectionError, match=r"no Dask scheduler answers at nowhere://1"):
        sweep("residual", AXES, given=GIVEN, seeds=1, cluster="nowhere://1")


def test_a_cluster_without_workers_is_named(monkeypatch):
    monkeypatch.setattr(batch_runners, "CLUSTER_WAIT_S", 1.0)
    with local(0) as empty, pytest.raises(ConnectionError, match=r"no workers: start dask worker"):
        sweep("residual", AXES, given=GIVEN, seeds=1, cluster=empty.scheduler_address)
