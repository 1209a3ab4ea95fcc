"""Monte-Carlo of the linearised first step at initialisation, exact for every network drawn."""

from collections.abc import Callable, Iterable

import xarray as xr

from depthlaws.sims.common.parallel_blocks import Values
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.onestep.architecture import Architecture
from depthlaws.sims.onestep.observables import Trial, checked_names, labelled, meanings
from depthlaws.sims.onestep.passes import Network
from depthlaws.sims.onestep.plan import Batch, Plan
from depthlaws.sims.onestep.sampling import Sampling
from depthlaws.sims.onestep.step import FirstStep

__all__ = ["first_step"]


@simulator("first-step", says=meanings())
def first_step(
    architecture: Architecture,
    step: FirstStep,
    sampling: Sampling,
    /,
    *,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Change of every layer by the linearised first step, for independent random networks.

    One pass forward, one back and one forward with tangents: exact derivatives, no finite
    differences. Means over the networks can be heavy-tailed: see :func:`.summary`.

    Source: ammup, eqs. (7) to (9).

    Parameters
    ----------
    architecture : Architecture
        Networks.
    step : FirstStep
        Loss, labels, mini-batch and optimiser of the step.
    sampling : Sampling
        Number of networks, seed and device.
    observe : str or sequence of str
        Observables to record: entries of ``OBSERVED``, which gives their dimensions and meaning.

    Returns
    -------
    xarray.Dataset
        Energies as (sample, layer), layer 1, ..., L, for a rate of 1; energies grow as rate^2.
        The last layer has names of its own, ``energy_out`` (sample,): in a sweep over depths
        ``layer`` is as long as the deepest network.

    Raises
    ------
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> network = Architecture(width=32, depth=4, activation="linear")
    >>> run = first_step(network, FirstStep(), Sampling(samples=50, seed=0), observe="energy")
    >>> dict(run.sizes)
    {'sample': 50, 'layer': 4}
    """
    names = checked_names(step, observe)
    plan = Plan(architecture, step, sampling, names)
    network = Network(architecture, plan.backend)

    def prepare(batch: Batch) -> Callable[[], Values]:
        trial = _trial(plan, batch)
        return lambda: trial.values(network, step, names, plan.backend)

    run = labelled(architecture, plan.run(prepare), names, ("sample",))
    return run.assign_attrs(step=repr(step), **plan.attrs)


def _trial(plan: Plan, batch: Batch) -> Trial:
    """Draw inputs, labels and head for the networks of a batch."""
    step, fresh = plan.step, plan.step.evaluate == "fresh"
    x = plan.draw_inputs(batch, step.batch * (1 + fresh), step.inputs)
    shape = (batch.networks, step.labels, step.batch, plan.architecture.outputs)
    noise = batch.labels.normal(shape, dtype=plan.dtype)
    return Trial(
        weights=batch.weights,
        head=plan.draw_head(batch),
        x=x[:, :, : step.batch, ...],
        y=step.drawn(noise),
        fresh=x[:, :, step.batch :, ...] if fresh else None,
    )
