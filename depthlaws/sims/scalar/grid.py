"""Grids of scalar networks: their arguments, checked and named; :mod:`.plan` runs them."""

import functools
import math
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.base.argument_errors import shown
from depthlaws.sims.common.argument_checks import choice, integer, names, numbers, rates
from depthlaws.sims.common.backend import get
from depthlaws.sims.common.cost import OBJECT_BYTES, fit
from depthlaws.sims.scalar.networks import NETWORKS

__all__ = ["Grid"]

Progress = Callable[[int, int], None]  # (done, total)
Numbers = float | Sequence[float] | np.ndarray | xr.DataArray


def _depth(value: float) -> float:
    if not (value >= 1 and (value == math.inf or value == int(value))):
        msg = f"depth must be a positive integer or inf, got {value:g}"
        raise ValueError(msg)
    return float(value)


def named(name: str, value: Any, dim: str, *, positive: bool = False) -> xr.DataArray:
    """Return a DataArray of floats; a sequence gets its own dimension and coordinate."""
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
        refused = float(values[~allowed][0] if values.ndim else values)
        msg = f"{name} must be {'positive and ' if positive else ''}finite, got {refused:g}"
        raise ValueError(msg)
    return value


def _rate(name: str, value: Any) -> xr.DataArray:
    """Return learning rates with named dimensions; negative and huge ones are refused."""
    array = named(name, value, "rate")
    rates(name, array.to_numpy())
    return array


def recorded(steps: int, record: Iterable[int] | None) -> list[int]:
    """Return the steps to record in order, by default the last.

    Raises
    ------
    TypeError, ValueError
        If a step is no integer from 0 to ``steps``.
    MemoryError
        If there are too many.
    """
    steps = integer("steps", steps, least=0, of_kind="non-negative integer")
    if record is None:
        return [steps]
    if not isinstance(record, Iterable):
        record = [record]
    if isinstance(record, Sized):
        fit(
            f"a record of {len(record)} steps",
            need=4.0 * OBJECT_BYTES * len(record),
            free=get("cpu").available(),
        )
    numbers = sorted({integer("record", n, least=0) for n in record})
    if not numbers:
        msg = f"record must list one step or more from 0 to {steps}, got none"
        raise ValueError(msg)
    if numbers[-1] > steps:
        msg = f"record must list steps from 0 to {steps}, got {numbers[-1]}"
        raise ValueError(msg)
    return numbers


@dataclass(frozen=True)
class Grid:
    """Scalar networks, their data, rates and starts: every combination of the given values.

    A quantity is a number, a sequence, which has its own dimension (``network``, ``depth``,
    ``data``, ``rate``, ``init``), or a DataArray with any named dimensions, for example a rate per
    depth.

    Parameters
    ----------
    network : str or sequence of str
        Network: feedforward, block1 or block2.
    depth : int or sequence
        Depth L, a positive integer or inf.
    mu_yx : float or array
        Moment mean(y x) of the data.
    mu_xx : float or array
        Moment mean(x^2) of the data, positive.
    rate : float or array
        Learning rate eta per step, from 0 to 1e100.
    scaled_rate : float or array
        Scaled rate c instead of ``rate``: eta = c/L (feedforward), c (block1) or c L (block2), the
        only rate that keeps a meaning at depth inf.
    weight : float or array
        Initial weight of every layer, or of each layer if it has a dimension ``layer`` (see
        :func:`.descent.unbalanced`).
    total : float or array
        Initial total weight of a balanced network, instead of ``weight``; positive.
    balanced : bool
        Keep one weight for all layers: one number for any depth.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed, NaN included.

    Examples
    --------
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
        """Checked arguments, every array with named dimensions."""
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
            got = f"rate={shown(given.rate)} and scaled_rate={shown(given.scaled_rate)}"
            msg = f"give exactly one of rate and scaled_rate, got {got}"
            raise ValueError(msg)
        if (given.weight is None) == (given.total is None):
            got = f"weight={shown(given.weight)} and total={shown(given.total)}"
            msg = f"give exactly one of weight and total, got {got}"
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
            msg = f"balanced must be True or False, got {shown(given.balanced)}"
            raise TypeError(msg)
        scaled, by_total = given.rate is None, given.weight is None
        if math.inf in depths and not scaled:
            msg = "depth inf needs scaled_rate: the rate itself tends to 0 or infinity"
            raise ValueError(msg)
        grid = cls(
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
        grid._check_start()
        return grid

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
        if self.start.sizes.get("layer", self.most_layers) < self.most_layers:
            layers = self.start.sizes["layer"]
            deepest = self.most_layers
            msg = f"weight must have {deepest} layers, those of the deepest network, got {layers}"
            raise ValueError(msg)

    @property
    def most_layers(self) -> int:
        """Number of layers of the deepest finite network."""
        return max((int(d) for d in self.depths if d < math.inf), default=1)
