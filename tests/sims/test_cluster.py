"""Sweeps on a Dask cluster: a scheduler and two workers of this machine, one of which dies."""

import itertools
import os
import signal
import time

import pytest
import xarray as xr

from depthlaws.sims import sweep
from depthlaws.sims.sweeps import batch_runners, planned
from tests.sims import local_cluster

pytestmark = [pytest.mark.cluster, pytest.mark.slow]
AXES = {"width": [64, 128], "loops": [1, 2, 4, 8]}
GIVEN = {"eps": 0.125, "samples": 4}
SEEDS = 100


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with local_cluster.cluster(tmp_path_factory.mktemp("cluster"), 2) as (address, workers):
        yield address, workers


def test_the_last_batches_are_small_so_that_no_worker_waits(cluster, tmp_path):
    address, _ = cluster
    plan, done = planned("residual", AXES, given=GIVEN, seeds=SEEDS, store=tmp_path), [0]
    plan.run(cluster=address, progress=lambda n, _: done.append(n))
    cells = [after - before for before, after in itertools.pairwise(done)]
    assert sum(cells) == plan.total
    assert sorted(cells[-4:])[:2] == [1, 1]
    assert max(cells) > 4


def test_a_worker_that_dies_costs_nothing(cluster, tmp_path):
    address, workers = cluster
    seen = []

    def progress(done, total):
        stored = total - len(
            planned("residual", AXES, given=GIVEN, seeds=SEEDS, store=tmp_path).missing()
        )
        assert stored == done  # results are on disk as they come
        seen.append(done)
        if len(seen) == 3:
            workers[0].send_signal(signal.SIGKILL)

    run = sweep(
        "residual",
        AXES,
        given=GIVEN,
        seeds=SEEDS,
        store=tmp_path,
        cluster=address,
        progress=progress,
    )
    assert len(seen) > 3
    assert workers[0].wait() == -signal.SIGKILL
    xr.testing.assert_identical(run, sweep("residual", AXES, given=GIVEN, seeds=SEEDS))


def fatal(*, n: int):
    """A cell that no worker survives, among others."""
    if n == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return xr.Dataset({"n": n})


def test_a_cell_that_kills_every_worker_is_named_and_the_others_are_kept(cluster, tmp_path):
    """Dask may blame cells that waited behind it, too: they are run by the next call."""
    address, workers = cluster
    workers += [local_cluster.worker(address) for _ in range(3)]
    plan = planned(fatal, {"n": [1, 2, 3, 4]}, store=tmp_path)
    with pytest.raises(RuntimeError, match=r"of 4 cells failed, .*: killed every worker"):
        plan.run(cluster=address)
    assert "[3]" in plan.failures
    assert set(plan.missing()) == set(plan.failures)


def test_a_cluster_that_does_not_answer_is_named(tmp_path):
    with pytest.raises(ConnectionError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        sweep("residual", AXES, given=GIVEN, seeds=1, cluster="tcp://127.0.0.1:9")
    with pytest.raises(ConnectionError, match=r"no Dask scheduler answers at nowhere://1"):
        sweep("residual", AXES, given=GIVEN, seeds=1, cluster="nowhere://1")


def test_a_cluster_without_workers_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(batch_runners, "CLUSTER_WAIT_S", 1.0)
    with (
        local_cluster.cluster(tmp_path, 0) as (address, _),
        pytest.raises(ConnectionError, match=r"has no workers: start dask worker"),
    ):
        sweep("residual", AXES, given=GIVEN, seeds=1, cluster=address)
