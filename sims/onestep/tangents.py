"""How far units carry a tangent: |Phi v|^2 / |v|^2 from one depth to every later one."""

from collections.abc import Callable, Sequence

import numpy as np
import xarray as xr

from depthlaws.sims.arguments import choice, integer
from depthlaws.sims.backend import namespace
from depthlaws.sims.onestep.architecture import Architecture
from depthlaws.sims.onestep.losses import INPUTS, FirstStep
from depthlaws.sims.onestep.step import (
    Array,
    Sampling,
    Streams,
    check_size,
    drawn_head,
    drawn_inputs,
    measured,
    provenance,
)
from depthlaws.sims.onestep.sweeps import Network, Pass
from depthlaws.sims.registry import simulator
from depthlaws.sims.runs import Values

__all__ = ["tangent_gain"]

DIRECTIONS = ("white", "constant")


@simulator("tangent-gain")
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

    Source: ammup, eqs. (41) and (42): the gain is rho. ``start``: layer of the tangent.
    ``direction``: white (independent at all sites) or constant (the same at every site).
    ``inputs`` are uniform on the sphere, or gaussian.

    Shapes: gain (sample, layer), layer start + 1, ..., L.
    Raises: ValueError or TypeError naming what is not allowed; MemoryError for too large a run.

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
    check_size(architecture, FirstStep(), sampling, ("energy",))
    network, xp = Network(architecture, sampling.backend), sampling.backend.xp

    def prepared(streams: Streams, weights: Sequence[Array]) -> Callable[[], Values]:
        many = weights[0].shape[0]
        x = drawn_inputs(architecture, streams, many, 1, inputs, sampling)
        head = drawn_head(architecture, streams, many, sampling)
        sites = 1 if direction == "constant" else x.shape[3]
        v = streams.labels.normal((*x.shape[:3], sites, x.shape[4]), dtype=sampling.dtype)
        v = xp.broadcast_to(v, x.shape)

        def gains() -> Values:
            tangents = Pass(network, weights, head, x).tangents(dz=v, start=start)
            gains = [_square(dz) / _square(v) for dz in tangents]
            return {"gain": np.stack([sampling.backend.to_numpy(one) for one in gains], axis=1)}

        return gains

    values = measured(architecture, FirstStep(), sampling, prepared)
    found = xr.Dataset({"gain": (("sample", "layer"), values["gain"])})
    found = found.assign_coords(layer=np.arange(start + 1, architecture.depth + 1))
    attrs = {"start": start, "direction": direction}
    return found.assign_attrs(**attrs, **provenance(architecture, sampling))


def _square(x: Array) -> Array:
    xp = namespace(x)
    return xp.sum(x * x, axis=(1, 2, 3, 4), dtype=xp.float64)
