"""Growth of a tangent through the units: |Phi v|^2 / |v|^2 from one depth to every later one."""

from collections.abc import Callable

import numpy as np
import xarray as xr

from depthlaws.base.unread_arguments import require_read, require_read_fields
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.common.last_values import with_last_meanings, with_last_values
from depthlaws.sims.common.parallel_blocks import Values
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.onestep.architecture import Architecture
from depthlaws.sims.onestep.passes import Network, Pass
from depthlaws.sims.onestep.plan import Array, Batch, Plan
from depthlaws.sims.onestep.sampling import Sampling
from depthlaws.sims.onestep.step import INPUTS, FirstStep

__all__ = ["tangent_gain"]

DIRECTIONS = ("white", "constant")
SAYS = "mean square of the tangent over that at the start"


@simulator("tangent-gain", says=with_last_meanings({"gain": SAYS}, "layer"))
def tangent_gain(
    architecture: Architecture,
    sampling: Sampling,
    /,
    *,
    start: int = 0,
    direction: str = "white",
    inputs: str = "sphere",
) -> xr.Dataset:
    """Gain of a random tangent of z_start on its way to every later layer, at initialisation.

    Source: ammup, eqs. (41) and (42): the gain is rho.

    Parameters
    ----------
    architecture : Architecture
        Networks.
    sampling : Sampling
        Number of networks, seed and device.
    start : int
        Layer of the tangent, from 0 (the input) to depth - 1.
    direction : str
        Tangent: ``white`` (independent at all sites) or ``constant`` (the same at every site).
    inputs : str
        Law of the inputs: uniform on the ``sphere``, or ``gaussian``.

    Returns
    -------
    xarray.Dataset
        ``gain`` as (sample, layer), layer start + 1, ..., L, and ``gain_out`` at layer L.

    Raises
    ------
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> network = Architecture(width=64, depth=3, activation="linear", weights="orthogonal")
    >>> tangent_gain(network, Sampling(samples=2, seed=0)).gain.round(9).values.tolist()
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """
    start = integer("start", start, least=0)
    choice("direction", direction, DIRECTIONS)
    choice("inputs", inputs, INPUTS)
    if start >= architecture.depth:
        msg = f"start must be below depth {architecture.depth}, got {start}"
        raise ValueError(msg)
    require_read_fields(
        architecture, "outputs head readout", read=False, says="simulator first-step"
    )
    sites = architecture.sites > 1
    require_read("direction", direction, "white", read=sites, says="a grid of several sites")
    plan = Plan(architecture, FirstStep(), sampling)
    network, backend = Network(architecture, plan.backend), plan.backend

    def prepare(batch: Batch) -> Callable[[], Values]:
        x, head = plan.draw_inputs(batch, 1, inputs), plan.draw_head(batch)
        sites = 1 if direction == "constant" else x.shape[3]
        v = batch.labels.normal((*x.shape[:3], sites, x.shape[4]), dtype=plan.dtype)
        v = backend.xp.broadcast_to(v, x.shape)

        def compute() -> Values:
            tangents = Pass(network, batch.weights, head, x).tangents(dz=v, start=start)
            gains = [_square(dz) / _square(v) for dz in tangents]
            return {"gain": np.stack([backend.to_numpy(gain) for gain in gains], axis=1)}

        return compute

    gain = plan.run(prepare)["gain"]
    layers = np.arange(start + 1, architecture.depth + 1)
    run = xr.Dataset({"gain": (("sample", "layer"), gain)}, coords={"layer": layers})
    return with_last_values(run, "layer").assign_attrs(
        start=start, direction=direction, **plan.attrs
    )


def _square(x: Array) -> Array:
    xp = namespace(x)
    return xp.sum(x * x, axis=(1, 2, 3, 4), dtype=xp.float64)
