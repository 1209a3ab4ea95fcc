"""Parts of a grid that one recursion runs: all their networks, depths and data as one array."""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from array_api_compat import is_cupy_array

from depthlaws.sims.backend import Backend
from depthlaws.sims.cost import OBJECT, Cost
from depthlaws.sims.scalar.grid import Named
from depthlaws.sims.scalar.models import (
    Balanced,
    InfiniteDepth,
    Layers,
    coefficients,
    descend,
)

Array = Any
STEP_S = 5e-6, 3e-9  # seconds a step and a weight of it take where Python is fast


def parts(grid: Named) -> Iterator["Part"]:
    """Depths that run together: full networks as long as padding at most doubles the work."""
    reach = math.inf if grid.balanced else 2.0
    group: list[float] = []
    for depth in sorted(grid.depths):
        if group and (depth == math.inf or depth > reach * group[0]):
            yield Part(grid, tuple(group))
            group = []
        group.append(depth)
    yield Part(grid, tuple(group))


@dataclass(frozen=True)
class Part:
    """The part of a grid that one recursion runs: arrays of shape (network, depth, ..., layer)."""

    grid: Named
    depths: tuple[float, ...]

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of all axes but the last, which is the layer."""
        g = self.grid
        found = [d for a in (g.mu_yx, g.mu_xx, g.rate, g.start) for d in a.dims]
        rest = dict.fromkeys(str(d) for d in found if d not in ("network", "depth", "layer"))
        return ("network", "depth", *rest)

    def _array(self, value: xr.DataArray, xp: Any) -> Array:
        """Array with an axis per name in ``dims`` (length 1 where it does not vary) and layer."""
        wanted = {"network": list(self.grid.networks), "depth": list(self.depths)}
        try:
            value = value.sel({d: v for d, v in wanted.items() if d in value.dims})
        except KeyError as error:
            msg = f"an argument named by network or depth lacks an entry: {error}"
            raise ValueError(msg) from None
        full = value.expand_dims([d for d in (*self.dims, "layer") if d not in value.dims])
        return xp.asarray(full.transpose(*self.dims, "layer").to_numpy())

    def _constants(self, values: Callable[[str, float], Any], xp: Any) -> Array:
        """Array, as :meth:`_array` makes it, of a constant of every network and depth."""
        table = [[values(n, d) for d in self.depths] for n in self.grid.networks]
        return xp.reshape(
            xp.asarray(table), (len(table), len(self.depths), *(1,) * len(self.dims[1:]))
        )

    def _per_network(self, values: Callable[[str, float], Any]) -> xr.DataArray:
        table = [[values(n, d) for d in self.depths] for n in self.grid.networks]
        coords = {"network": list(self.grid.networks), "depth": list(self.depths)}
        return xr.DataArray(table, dims=("network", "depth"), coords=coords)

    @property
    def points(self) -> int:
        """Networks of this part, over all their data, rates and starts."""
        g = self.grid
        given = (g.mu_yx, g.mu_xx, g.rate, g.start)
        sizes = {dim: n for a in given for dim, n in a.sizes.items() if dim != "layer"}
        return math.prod((sizes | {"network": len(g.networks), "depth": len(self.depths)}).values())

    @property
    def layers(self) -> int:
        """Weights of each network."""
        single = self.grid.balanced or math.inf in self.depths
        return 1 if single else int(max(self.depths))

    def cost(self, kept: list[int], observe: tuple[str, ...], backend: Backend) -> Cost:
        """What these steps need, observing at those kept."""
        each = (STEP_S[0], 1e-10) if backend.name == "cupy" else STEP_S
        notes = len(kept)
        weights, widest = self.points * self.layers, self.grid.widest
        square = self.layers if {"spectrum", "sharpness"} & set(observe) else 0
        wide = {"weights": widest, "spectrum": widest}
        noted = self.points * sum(wide.get(name, 1) for name in observe) * notes
        output = 16.0 * noted + OBJECT * notes * len(observe)
        return Cost(
            need=output + 80.0 * weights * max(1, square),
            output=output,
            seconds=kept[-1] * (each[0] + weights * each[1])
            + notes * weights * square**2 * each[1] / 10,
        )

    def run(
        self,
        kept: list[int],
        observe: tuple[str, ...],
        xp: Any,
        told: Callable[[int], None] | None = None,
    ) -> xr.Dataset:
        """Run and collect the observables."""
        model, w, rate = self._start(xp)
        shape = np.broadcast_shapes(w.shape, rate.shape, model.mu_yx.shape, model.mu_xx.shape)
        path = itertools.islice(descend(model, xp.broadcast_to(w, shape), rate), kept[-1] + 1)
        wanted, rows = set(kept), []
        with np.errstate(all="ignore"):
            for n, w in enumerate(path):
                if n in wanted:
                    rows.append(self._observe(model, w, observe, xp))
                if told is not None:
                    told(n)
        return self._dataset(rows, kept)

    def _start(self, xp: Any) -> tuple[Any, Array, Array]:
        g = self.grid
        mu_yx, mu_xx, rate = (self._array(a, xp) for a in (g.mu_yx, g.mu_xx, g.rate))
        start = self._array(self._start_weight(), xp)
        if self.depths == (math.inf,):
            logarithmic = self._constants(lambda n, _: n != "block2", xp)
            return InfiniteDepth(logarithmic, mu_yx, mu_xx), start, rate
        if g.scaled:
            power = {"feedforward": -1, "block1": 0, "block2": 1}
            rate = rate * self._constants(lambda n, d: d ** power[n], xp)
        c0, c1, c2 = (
            self._constants(lambda n, d, i=i: coefficients(n, d)[i], xp) for i in range(3)
        )
        depth = self._constants(lambda _, d: d, xp)
        if g.balanced:
            if start.shape[-1] > 1:
                msg = "a balanced run has one weight for all layers; weight has a dimension layer"
                raise ValueError(msg)
            return Balanced(depth, c0, c1, c2, mu_yx, mu_xx), start, rate
        layers = int(max(self.depths))
        absent = xp.astype(xp.arange(layers), xp.float64) >= depth
        c0, c1, c2 = (
            xp.where(absent, xp.full_like(c, fill), c) for c, fill in ((c0, 1.0), (c1, 0), (c2, 0))
        )
        start = start[..., :layers] if start.shape[-1] > 1 else start
        return Layers(c0, c1, c2, mu_yx, mu_xx), start + xp.zeros(layers), rate

    def _start_weight(self) -> xr.DataArray:
        """Initial weight (or log total weight, see InfiniteDepth), solved from the total weight."""
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
        self, model: Any, w: Array, observe: tuple[str, ...], xp: Any
    ) -> dict[str, np.ndarray]:
        total = model.total(w)
        residual = model.mu_xx[..., 0] * total - model.mu_yx[..., 0]
        row = {"total": total, "loss": residual * residual / (2 * model.mu_xx[..., 0])}
        if "weights" in observe:
            absent = (model.c1 == 0) & (model.c2 == 0)
            row["weights"] = xp.where(absent, xp.full_like(w, math.nan), w)
        if "spectrum" in observe or "sharpness" in observe:
            row["spectrum"] = self._spectrum(model, w, xp)
        row = {name: _host(value) for name, value in row.items()}
        if isinstance(model, Layers):
            for name in {"weights", "spectrum"} & set(row):
                row[name] = _padded(row[name], self.grid.widest)
        if "sharpness" in observe:
            row["sharpness"] = np.fmax.reduce(row["spectrum"], axis=-1)
        return {name: row[name] for name in observe}

    def _spectrum(self, model: Layers, w: Array, xp: Any) -> Array:
        """Hessian eigenvalues, ascending; NaN for layers that a network does not have."""
        hessian, found = model.hessian(w), []
        for i, depth in enumerate(int(d) for d in self.depths):
            own = hessian[:, i : i + 1, ..., :depth, :depth]
            finite = xp.all(xp.isfinite(own), axis=(-2, -1))[..., None]
            values = xp.linalg.eigvalsh(xp.where(finite[..., None], own, xp.zeros_like(own)))
            values = xp.where(finite, values, xp.full_like(values, math.nan))
            missing = xp.full((*values.shape[:-1], w.shape[-1] - depth), math.nan)
            found.append(xp.concat([values, missing], axis=-1))
        return xp.concat(found, axis=1)

    def _dataset(self, rows: list[dict[str, np.ndarray]], kept: list[int]) -> xr.Dataset:
        coords: dict[str, Any] = {"step": kept}
        g = self.grid
        for array in (g.mu_yx, g.mu_xx, g.rate, g.start):
            own = {str(name): values for name, values in array.coords.items()}
            coords |= {d: v for d, v in own.items() if d not in ("network", "depth", "layer")}
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


def _host(array: Array) -> np.ndarray:
    return array.get() if is_cupy_array(array) else np.asarray(array)
