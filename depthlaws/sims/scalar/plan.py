"""Plan of a run on a grid: parts that one recursion runs, steps, observables, cost.

A part holds all its networks, depths and data as one array.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from array_api_compat import device

from depthlaws.base.plural import counted
from depthlaws.sims.common.argument_checks import names
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.cost import OBJECT_BYTES, Cost, afford
from depthlaws.sims.common.last_values import with_last_values
from depthlaws.sims.scalar.grid import Grid, Named, Progress, recorded
from depthlaws.sims.scalar.networks import (
    Balanced,
    InfiniteDepth,
    Layers,
    coefficients,
    descend,
)

__all__ = ["OBSERVABLES"]

Array = Any
OBSERVABLES = {
    "total": "total weight: factor of the input in the output",
    "loss": "loss: half the squared error, mean over the data",
    "weights": "weight of each layer",
    "sharpness": "largest eigenvalue of the Hessian",
    "spectrum": "eigenvalues of the Hessian",
}
STEP_SECONDS = 5e-6  # least time of one step
WEIGHT_SECONDS = 3e-9  # least time of one step of one weight
GPU_WEIGHT_SECONDS = 1e-10  # the same on a GPU


class Plan:
    """Parts of a run that follow from its grid, its steps and its observables.

    Raises
    ------
    MemoryError
        If the run needs more memory than is free.
    ValueError
        If an argument is not allowed, or the run would take over a day.
    """

    def __init__(
        self,
        grid: Grid,
        steps: int,
        record: Iterable[int] | None,
        observe: str | Sequence[str],
        backend: Backend,
        /,
    ):
        self.grid, self.steps, self.backend = grid, steps, backend
        self.recorded = recorded(steps, record)
        self.observe = _checked(grid.checked, observe)
        self.parts = [*_parts(grid.checked)]
        costs = [part.cost(self.recorded, self.observe, backend) for part in self.parts]
        output = sum(cost.output for cost in costs)
        points = sum(part.points for part in self.parts)
        layers = max(part.layers for part in self.parts)
        afford(
            f"gradient descent on {counted(points, 'network')} of {layers:.10g} layers"
            f" for {self.recorded[-1]} steps",
            need=output + max(cost.need - cost.output for cost in costs),
            output=output,
            free=backend.available(),
            seconds=sum(cost.seconds for cost in costs),
        )

    def run(self, progress: Progress | None = None, /) -> xr.Dataset:
        """Run all parts, one after the other; ``progress(done, total)`` counts their steps."""
        steps, report = self.recorded[-1], progress or (lambda _done, _total: None)
        total = len(self.parts) * steps
        runs = [
            part.run(
                self.recorded,
                self.observe,
                self.backend,
                lambda step, before=i * steps: report(before + step, total),
            )
            for i, part in enumerate(self.parts)
        ]
        run = xr.concat(runs, dim="depth") if len(runs) > 1 else runs[0]
        run = run.sel(depth=list(self.grid.checked.depths))
        run = with_last_values(run, "step")
        run.attrs = {"steps": self.steps, "balanced": int(self.grid.checked.balanced)}
        given = {"network": self.grid.network, "depth": self.grid.depth}
        return run.squeeze([dim for dim, value in given.items() if np.ndim(value) == 0])


def _checked(grid: Named, observe: str | Sequence[str]) -> tuple[str, ...]:
    """Return the observables. Raises: ValueError for one that is unknown or not defined here."""
    observe = names("observe", observe)
    unknown = set(observe) - set(OBSERVABLES)
    if unknown or not observe:
        msg = f"observe must be among {tuple(OBSERVABLES)}, got {sorted(unknown)}"
        raise ValueError(msg)
    allowed = {"total", "loss"} if math.inf in grid.depths else {"total", "loss", "weights"}
    if (grid.balanced or math.inf in grid.depths) and set(observe) - allowed:
        msg = f"balanced or infinitely deep runs have only {', '.join(sorted(allowed))}, got "
        msg += f"{', '.join(observe)}: leave the others out"
        raise ValueError(msg)
    return observe


def _parts(grid: Named) -> Iterator["Part"]:
    """Yield groups of depths, full networks as long as padding at most doubles the work."""
    ratio = math.inf if grid.balanced else 2.0
    group: list[float] = []
    for depth in sorted(grid.depths):
        if group and (depth == math.inf or depth > ratio * group[0]):
            yield Part(grid, tuple(group))
            group = []
        group.append(depth)
    yield Part(grid, tuple(group))


@dataclass(frozen=True)
class Part:
    """Part of a grid that one recursion runs: arrays of shape (network, depth, ..., layer)."""

    grid: Named
    depths: tuple[float, ...]

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of all axes but the last, which is the layer."""
        g = self.grid
        dims = [d for a in (g.mu_yx, g.mu_xx, g.rate, g.start) for d in a.dims]
        others = dict.fromkeys(str(d) for d in dims if d not in ("network", "depth", "layer"))
        return ("network", "depth", *others)

    def _array(self, value: xr.DataArray, backend: Backend) -> Array:
        """Return an array with an axis for each of ``dims`` (of length 1 if constant) and layer."""
        labels = {"network": list(self.grid.networks), "depth": list(self.depths)}
        try:
            value = value.sel({d: v for d, v in labels.items() if d in value.dims})
        except KeyError as error:
            msg = f"an argument named by network or depth lacks an entry: {error}"
            raise ValueError(msg) from None
        full = value.expand_dims([d for d in (*self.dims, "layer") if d not in value.dims])
        return backend.asarray(full.transpose(*self.dims, "layer").to_numpy(), "float64")

    def _constants(self, values: Callable[[str, float], Any], backend: Backend) -> Array:
        """Return an array, as :meth:`_array` does, of a constant of every network and depth."""
        table = [[values(n, d) for d in self.depths] for n in self.grid.networks]
        shape = (len(table), len(self.depths), *(1,) * len(self.dims[1:]))
        return backend.shared(np.reshape(table, shape))

    def _per_network(self, values: Callable[[str, float], Any]) -> xr.DataArray:
        table = [[values(n, d) for d in self.depths] for n in self.grid.networks]
        coords = {"network": list(self.grid.networks), "depth": list(self.depths)}
        return xr.DataArray(table, dims=("network", "depth"), coords=coords)

    @property
    def points(self) -> int:
        """Number of networks, over all their data, rates and starts."""
        g = self.grid
        given = (g.mu_yx, g.mu_xx, g.rate, g.start)
        sizes = {dim: n for a in given for dim, n in a.sizes.items() if dim != "layer"}
        return math.prod((sizes | {"network": len(g.networks), "depth": len(self.depths)}).values())

    @property
    def layers(self) -> int:
        """Number of weights of each network."""
        single = self.grid.balanced or math.inf in self.depths
        return 1 if single else int(max(self.depths))

    def cost(self, recorded: list[int], observe: tuple[str, ...], backend: Backend) -> Cost:
        """Return the cost of the steps up to the last one recorded."""
        weight_seconds = GPU_WEIGHT_SECONDS if backend.gpu else WEIGHT_SECONDS
        rows, weights, layers = len(recorded), self.points * self.layers, self.grid.most_layers
        square = self.layers if {"spectrum", "sharpness"} & set(observe) else 0
        columns = {"weights": layers, "spectrum": layers}
        per_row = self.points * sum(columns.get(name, 1) for name in observe)
        numbers = per_row * (rows + 1)  # the last row has names of its own
        output = 16.0 * numbers + OBJECT_BYTES * rows * len(observe)
        return Cost(
            need=output + 80.0 * weights * max(1, square),
            output=output,
            seconds=recorded[-1] * (STEP_SECONDS + weights * weight_seconds)
            + rows * weights * square**2 * weight_seconds / 10,
        )

    def run(
        self,
        recorded: list[int],
        observe: tuple[str, ...],
        backend: Backend,
        advance: Callable[[int], None],
    ) -> xr.Dataset:
        """Run the recursion and collect the observables; ``advance(step)`` follows every step."""
        xp, (model, w, rate) = backend.xp, self._start(backend)
        shape = np.broadcast_shapes(w.shape, rate.shape, model.mu_yx.shape, model.mu_xx.shape)
        states = descend(model, xp.broadcast_to(w, shape), rate)
        steps, rows = set(recorded), []
        with np.errstate(all="ignore"):
            for step, w in enumerate(itertools.islice(states, recorded[-1] + 1)):
                if step in steps:
                    rows.append(self._observe(model, w, observe, backend))
                advance(step)
        return self._dataset(rows, recorded)

    def _start(self, backend: Backend) -> tuple[Any, Array, Array]:
        g, xp = self.grid, backend.xp
        mu_yx, mu_xx, rate = (self._array(a, backend) for a in (g.mu_yx, g.mu_xx, g.rate))
        start = self._array(self._start_weight(), backend)
        if self.depths == (math.inf,):
            logarithmic = self._constants(lambda n, _: n != "block2", backend)
            return InfiniteDepth(logarithmic, mu_yx, mu_xx), start, rate
        if g.scaled:
            power = {"feedforward": -1, "block1": 0, "block2": 1}
            rate = rate * self._constants(lambda n, d: d ** power[n], backend)
        c0, c1, c2 = (
            self._constants(lambda n, d, i=i: coefficients(n, d)[i], backend) for i in range(3)
        )
        depth = self._constants(lambda _, d: d, backend)
        if g.balanced:
            if start.shape[-1] > 1:
                msg = "a balanced run has one weight for all layers; weight has a dimension layer"
                raise ValueError(msg)
            return Balanced(depth, c0, c1, c2, mu_yx, mu_xx), start, rate
        layers = int(max(self.depths))
        absent = backend.asarray(np.arange(layers), "float64") >= depth
        c0, c1, c2 = (
            xp.where(absent, xp.full_like(c, fill), c) for c, fill in ((c0, 1.0), (c1, 0), (c2, 0))
        )
        start = start[..., :layers] if start.shape[-1] > 1 else start
        return (
            Layers(c0, c1, c2, mu_yx, mu_xx),
            start + backend.asarray(np.zeros(layers), "float64"),
            rate,
        )

    def _start_weight(self) -> xr.DataArray:
        """Return the initial weight, or log total weight (see InfiniteDepth), from the total."""
        if not self.grid.by_total:
            return self.grid.start
        log = np.log(self.grid.start)
        depth = self._per_network(lambda _, d: d)
        name = self._per_network(lambda n, _: n)
        if self.depths == (math.inf,):
            return xr.where(name == "block2", np.sqrt(np.maximum(log, 0)), log)
        excess = np.expm1(log / depth)
        blocks = xr.where(
            name == "block1", np.sqrt(depth) * excess, np.sqrt(depth * np.maximum(excess, 0))
        )
        return xr.where(name == "feedforward", excess + 1, blocks)

    def _observe(
        self, model: Any, w: Array, observe: tuple[str, ...], backend: Backend
    ) -> dict[str, np.ndarray]:
        xp = backend.xp
        total = model.total(w)
        residual = model.mu_xx[..., 0] * total - model.mu_yx[..., 0]
        row = {"total": total, "loss": residual * residual / (2 * model.mu_xx[..., 0])}
        if "weights" in observe:
            absent = (model.c1 == 0) & (model.c2 == 0)
            row["weights"] = xp.where(absent, xp.full_like(w, math.nan), w)
        if "spectrum" in observe or "sharpness" in observe:
            row["spectrum"] = self._spectrum(model, w, xp)
        row = {name: np.array(backend.to_numpy(value)) for name, value in row.items()}
        if isinstance(model, Layers):
            for name in {"weights", "spectrum"} & set(row):
                row[name] = _padded(row[name], self.grid.most_layers)
        if "sharpness" in observe:
            row["sharpness"] = np.fmax.reduce(row["spectrum"], axis=-1)
        return {name: row[name] for name in observe}

    def _spectrum(self, model: Layers, w: Array, xp: Any) -> Array:
        """Return the Hessian eigenvalues, ascending; NaN for layers that a network lacks."""
        hessian, by_depth = model.hessian(w), []
        for i, depth in enumerate(int(d) for d in self.depths):
            block = hessian[:, i : i + 1, ..., :depth, :depth]
            finite = xp.all(xp.isfinite(block), axis=(-2, -1))[..., None]
            values = xp.linalg.eigvalsh(xp.where(finite[..., None], block, xp.zeros_like(block)))
            values = xp.where(finite, values, xp.full_like(values, math.nan))
            missing = xp.full(
                (*values.shape[:-1], w.shape[-1] - depth),
                math.nan,
                dtype=values.dtype,
                device=device(values),
            )
            by_depth.append(xp.concat([values, missing], axis=-1))
        return xp.concat(by_depth, axis=1)

    def _dataset(self, rows: list[dict[str, np.ndarray]], recorded: list[int]) -> xr.Dataset:
        coords: dict[str, Any] = {"step": recorded}
        g = self.grid
        for array in (g.mu_yx, g.mu_xx, g.rate, g.start):
            named = {str(name): values for name, values in array.coords.items()}
            coords |= {d: v for d, v in named.items() if d not in ("network", "depth", "layer")}
        coords |= {"network": list(g.networks), "depth": list(self.depths)}
        for name in ("mu_yx", "mu_xx"):
            coords |= {name: moment} if (moment := getattr(g, name)).dims == ("data",) else {}
        layered = ("step", *self.dims, "layer")
        return xr.Dataset(
            {
                name: (layered[: rows[0][name].ndim + 1], np.stack([row[name] for row in rows]))
                for name in rows[0]
            },
            coords=coords,
        )


def _padded(array: np.ndarray, layers: int) -> np.ndarray:
    missing = np.full((*array.shape[:-1], layers - array.shape[-1]), math.nan)
    return np.concatenate([array, missing], axis=-1)
