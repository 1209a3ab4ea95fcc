"""Grids of gradient-descent runs: arguments checked, broadcast by name, run as one array.

Used by :func:`depthlaws.sims.scalar.descent.gradient_descent`.
"""

import difflib
import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import xarray as xr
from array_api_compat import is_cupy_array

from depthlaws.sims.arguments import integer, names, numbers
from depthlaws.sims.backend import Backend, get
from depthlaws.sims.cost import OBJECT, afford
from depthlaws.sims.scalar.models import (
    NETWORKS,
    Balanced,
    InfiniteDepth,
    Layers,
    coefficients,
    descend,
)

__all__ = ["Grid"]

Array = Any
Progress = Callable[[int, int], None]  # (done, total)
Numbers = float | Sequence[float] | np.ndarray | xr.DataArray


def checked_network(name: str) -> str:
    """Return the name. Raises: ValueError for an unknown one, with the nearest."""
    if name not in NETWORKS:
        near = difflib.get_close_matches(str(name), NETWORKS, n=3, cutoff=0.0)
        msg = f"unknown network {name!r}; the nearest are: {', '.join(near)}"
        raise ValueError(msg)
    return str(name)


def _depth(value: float) -> float:
    if not (value >= 1 and (value == math.inf or value == int(value))):
        msg = f"depth must be a positive integer or inf, got {value:g}"
        raise ValueError(msg)
    return float(value)


def named(name: str, value: Any, dim: str, *, positive: bool = False) -> xr.DataArray:
    """DataArray of floats: a sequence gets its own dimension and coordinate."""
    if not isinstance(value, xr.DataArray):
        values = numbers(name, value)
        if values.ndim > 1:
            msg = f"{name} has {values.ndim} axes without names; give an xarray.DataArray"
            raise ValueError(msg)
        coords = {dim: values} if values.ndim and dim not in ("data", "layer") else None
        value = xr.DataArray(values, dims=(dim,) * values.ndim, coords=coords)
    values = numbers(name, value.to_numpy())
    value = value.astype(float)
    allowed = np.isfinite(values) & ((values > 0) | (not positive))
    if not allowed.all():
        bad = float(values[~allowed][0] if values.ndim else values)
        msg = f"{name} must be {'positive and ' if positive else ''}finite, got {bad:g}"
        raise ValueError(msg)
    return value


def recorded(steps: int, record: Iterable[int] | None) -> list[int]:
    """Steps to keep, in order: those of ``record``, or the last.

    Raises: TypeError, ValueError or MemoryError naming the argument.
    """
    steps = integer("steps", steps, least=0, of_kind="non-negative integer")
    if record is None:
        return [steps]
    if not isinstance(record, Iterable):
        record = [record]
    if isinstance(record, Sized):
        afford(
            f"a record of {len(record)} steps", need=4.0 * OBJECT * len(record),
            free=get("cpu").available(),
        )  # fmt: skip
    kept = sorted({integer("record", n, least=0) for n in record})
    if not kept or kept[-1] > steps:
        msg = f"record must list steps from 0 to {steps}, got {kept[:1]} .. {kept[-1:]}"
        raise ValueError(msg)
    return kept


@dataclass(frozen=True)
class Grid:
    """Scalar networks, their data, rates and starts: every combination of what is given.

    Every quantity is a number, a sequence (its own dimension: ``network``, ``depth``, ``data``,
    ``rate``, ``init``) or a DataArray with any named dimensions, for example a rate per depth.

    ``rate`` is the learning rate eta; ``scaled_rate`` is c with eta = c/L (plain), c (block1),
    c L (block2), the only rate that keeps a meaning at ``depth=inf``. ``weight`` is the initial
    weight of every layer, or of each layer if it has a dimension ``layer`` (see
    :func:`.descent.unbalanced`); ``total`` instead is the initial total weight of a balanced
    network. ``balanced`` networks keep one weight for all layers: one number for any depth.
    Units: mu_yx is mean(y x), mu_xx is mean(x^2); a rate is per step.
    Raises: ValueError naming what is not allowed, NaN included.

    >>> grid = Grid(["plain", "block1"], [2, 8], mu_yx=2.0, rate=[0.01, 0.1], weight=0.9)
    >>> grid.balanced
    False
    """

    network: str | Sequence[str]
    depth: Numbers
    _: KW_ONLY
    mu_yx: Numbers
    mu_xx: Numbers = 1.0
    rate: Numbers | None = None
    scaled_rate: Numbers | None = None
    weight: Numbers | None = None
    total: Numbers | None = None
    balanced: bool = False

    def __post_init__(self) -> None:
        self.checked  # noqa: B018  # bad input is refused here

    @functools.cached_property
    def checked(self) -> "Named":
        """The arguments with names."""
        return Named.of(self)


@dataclass(frozen=True)
class Named:
    """Checked arguments of a grid; every array a DataArray."""

    networks: tuple[str, ...]
    depths: tuple[float, ...]
    mu_yx: xr.DataArray
    mu_xx: xr.DataArray
    rate: xr.DataArray
    scaled: bool
    start: xr.DataArray
    by_total: bool
    balanced: bool

    @classmethod
    def of(cls, given: Grid) -> "Named":
        """Check and name the arguments. Raises: ValueError."""
        if (given.rate is None) == (given.scaled_rate is None):
            msg = "give exactly one of rate and scaled_rate"
            raise ValueError(msg)
        if (given.weight is None) == (given.total is None):
            msg = "give exactly one of weight and total"
            raise ValueError(msg)
        networks = tuple(
            checked_network(n)
            for n in np.atleast_1d(np.asarray(names("network", given.network), dtype=object))
        )
        if not networks:
            msg = "network must name at least one network"
            raise ValueError(msg)
        depths = tuple(_depth(d) for d in np.atleast_1d(numbers("depth", given.depth)))
        if len(set(depths)) < len(depths) or len(set(networks)) < len(networks):
            msg = f"networks and depths must each be listed once, got {networks}, {depths}"
            raise ValueError(msg)
        if not isinstance(given.balanced, bool | np.bool_):
            msg = f"balanced must be True or False, got {given.balanced!r}"
            raise TypeError(msg)
        scaled, by_total = given.rate is None, given.weight is None
        if math.inf in depths and not scaled:
            msg = "depth inf needs scaled_rate: the rate itself tends to 0 or infinity"
            raise ValueError(msg)
        found = cls(
            networks,
            depths,
            named("mu_yx", given.mu_yx, "data"),
            named("mu_xx", given.mu_xx, "data", positive=True),
            named("scaled_rate", given.scaled_rate, "rate")
            if scaled
            else named("rate", given.rate, "rate"),
            scaled,
            named("total", given.total, "init", positive=True)
            if by_total
            else named("weight", given.weight, "init"),
            by_total,
            given.balanced,
        )
        found._check_start()
        return found

    def _check_start(self) -> None:
        if self.by_total and "layer" in self.start.dims:
            msg = "total is one number per network; give weight for a value per layer"
            raise ValueError(msg)
        if self.by_total and "block2" in self.networks and bool((self.start < 1).any()):
            msg = f"block2 cannot have a total weight below 1, got {float(self.start.min()):g}"
            raise ValueError(msg)
        unbounded = set(self.networks) - {"block2"}
        if not self.by_total and math.inf in self.depths and unbounded:
            msg = f"depth inf of {sorted(unbounded)} starts from total, not from weight"
            raise ValueError(msg)
        if self.start.sizes.get("layer", self.widest) < self.widest:
            layers = self.start.sizes["layer"]
            msg = f"weight has {layers} layers, the deepest network {self.widest}"
            raise ValueError(msg)

    @property
    def widest(self) -> int:
        """Layers of the deepest finite network."""
        return max((int(d) for d in self.depths if d < math.inf), default=1)

    def parts(self) -> Iterator["Part"]:
        """Depths that run together: full networks as long as padding at most doubles the work."""
        reach = math.inf if self.balanced else 2.0
        group: list[float] = []
        for depth in sorted(self.depths):
            if group and (depth == math.inf or depth > reach * group[0]):
                yield Part(self, tuple(group))
                group = []
            group.append(depth)
        yield Part(self, tuple(group))


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

    def _per_network(self, values: Callable[[str, float], Any]) -> xr.DataArray:
        table = [[values(n, d) for d in self.depths] for n in self.grid.networks]
        coords = {"network": list(self.grid.networks), "depth": list(self.depths)}
        return xr.DataArray(table, dims=("network", "depth"), coords=coords)

    def afford(self, kept: list[int], observe: tuple[str, ...], backend: Backend) -> None:
        """Raise MemoryError, or ValueError for the time, before a run nobody can wait for."""
        g = self.grid
        given = (g.mu_yx, g.mu_xx, g.rate, g.start)
        sizes = {dim: n for a in given for dim, n in a.sizes.items() if dim != "layer"}
        sizes |= {"network": len(g.networks), "depth": len(self.depths)}
        points = math.prod(sizes.values())
        layers = 1 if g.balanced or math.inf in self.depths else int(max(self.depths))
        spectral = bool({"spectrum", "sharpness"} & set(observe))
        wide = {"weights": g.widest, "spectrum": g.widest, "sharpness": 1}
        noted = points * sum(wide.get(name, 1) for name in observe) * len(kept)
        afford(
            f"gradient descent on {points} networks of {layers} layers for {kept[-1]} steps",
            need=16.0 * noted + 80.0 * points * layers * (layers if spectral else 1)
            + OBJECT * len(kept) * len(observe),
            free=backend.available(),
            seconds=kept[-1] * (1e-6 + points * layers * 1e-10),
        )  # fmt: skip

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
            logarithmic = self._array(self._per_network(lambda n, _: n != "block2"), xp)
            return InfiniteDepth(logarithmic, mu_yx, mu_xx), start, rate
        if g.scaled:
            power = {"plain": -1, "block1": 0, "block2": 1}
            rate = rate * self._array(self._per_network(lambda n, d: d ** power[n]), xp)
        c0, c1, c2 = (
            self._array(self._per_network(lambda n, d, i=i: coefficients(n, d)[i]), xp)
            for i in range(3)
        )
        depth = self._array(self._per_network(lambda _, d: d), xp)
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
        return xr.where(name == "plain", excess + 1, blocks)

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
