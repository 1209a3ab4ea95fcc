"""Grids of scalar networks: their arguments, checked and named. They run in :mod:`.parts`."""

import functools
import math
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.arguments import choice, integer, names, numbers, rates
from depthlaws.sims.backend import get
from depthlaws.sims.cost import OBJECT, fit
from depthlaws.sims.scalar.models import NETWORKS

__all__ = ["Grid"]

Progress = Callable[[int, int], None]  # (done, total)
Numbers = float | Sequence[float] | np.ndarray | xr.DataArray


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


def _rate(name: str, value: Any) -> xr.DataArray:
    """Learning rates with names; negative ones climb, and huge ones leave no numbers."""
    found = named(name, value, "rate")
    rates(name, found.to_numpy())
    return found


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
        fit(
            f"a record of {len(record)} steps",
            need=4.0 * OBJECT * len(record),
            free=get("cpu").available(),
        )
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

    ``rate`` is the learning rate eta; ``scaled_rate`` is c with eta = c/L (feedforward), c
    (block1), c L (block2), the only rate that keeps a meaning at ``depth=inf``. ``weight`` is the
    initial weight of every layer, or of each layer if it has a dimension ``layer`` (see
    :func:`.descent.unbalanced`); ``total`` instead is the initial total weight of a balanced
    network. ``balanced`` networks keep one weight for all layers: one number for any depth.
    Units: mu_yx is mean(y x), mu_xx is mean(x^2); a rate is per step.
    Raises: ValueError naming what is not allowed, NaN included.

    >>> grid = Grid(["feedforward", "block1"], [2, 8], mu_yx=2.0, rate=[0.01, 0.1], weight=0.9)
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
            choice("network", n, NETWORKS)
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
            _rate("scaled_rate", given.scaled_rate) if scaled else _rate("rate", given.rate),
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
