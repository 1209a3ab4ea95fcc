"""Stored runs of linear networks on digits, as means with 95 % intervals, and leading orders."""

import numpy as np
import xarray as xr

from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.predictive_coding import Task, tasks
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws_papers.pc.figures.leading_orders import misalignment

NETWORKS = {"residual": "residual", "mlp": "MLP"}
STAGES = {"start": "before training", "halved": "halved loss"}


def halved_loss() -> tuple[xr.Dataset, dict[str, object]]:
    """Return distances from backpropagation with ``..._error``, and the attributes of the runs.

    ``excess`` is s - 1, ``ratio`` loss/F* - 1, ``cosine`` and ``between`` are 1 - cos at equal
    parameters and between two runs: (network, depth, width, stage). ``fall`` is the mean share of
    the initial loss, ``step`` its step.
    """
    run = stored_run("pc-halved-loss")
    distances = {
        "excess": run.rescaling - 1,
        "ratio": run.loss / run.energy - 1,
        "cosine": 1 - run.cosine,
        "between": 1 - run.between,
    }
    means = xr.Dataset(coords={n: run[n] for n in ("network", "depth", "width", "stage")})
    dims = ("network", "depth", "width", "stage")
    for name, values in distances.items():
        mean, half = mean_and_half_interval(values.transpose(*dims, "sample").values, axis=-1)
        means[name], means[f"{name}_error"] = (dims, mean), (dims, half)
    means["fall"] = (run.loss / run.loss.sel(stage="start")).mean("sample").sel(stage="halved")
    means["step"] = run.step
    means["law_excess"], means["law_cosine"] = _leading_orders(means, _batch(run.attrs["seed"]))
    kept = ("samples", "dtype", "task", "numpy", "prediction")
    attrs = {name: run.attrs[name] for name in kept} | {"simulated_dtype": run.attrs["dtype"]}
    return means, attrs | {"simulated_device": "cpu"}


def _batch(seed: int) -> Task:
    """Return the batch of digits that the stored runs of a seed learn."""
    return tasks.task("digits", seeds(int(seed), 0)[0], inputs=None, folder=None)


def _leading_orders(means: xr.Dataset, task: Task) -> tuple[xr.DataArray, xr.DataArray]:
    """Return E s - 1 of one output, and 1 - cos in leading order, (network, depth, width)."""
    dims = ("network", "depth", "width")
    sizes = [means[name].values.tolist() for name in dims]
    shape = tuple(len(values) for values in sizes)
    excess, cosine = np.empty(shape), np.empty(shape)
    for place in np.ndindex(shape):
        network, depth, width = (values[i] for values, i in zip(sizes, place, strict=True))
        expected = predictive_coding.expected_rescaling(width, depth, network=network)
        excess[place] = expected - 1
        cosine[place] = misalignment(task, width, depth, network)
    return xr.DataArray(excess, dims=dims), xr.DataArray(cosine, dims=dims)
