"""Observables of a first step: energies of the changes, states, outputs and loss gradients.

``layer`` counts the depth units 1, ..., L; energies are per unit of rate squared, means over the
coordinates, sites and probed inputs of a layer and over the labels drawn.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common.argument_checks import observables
from depthlaws.sims.common.backend import Backend, cast, namespace
from depthlaws.sims.common.last_values import with_last_meanings, with_last_values
from depthlaws.sims.common.parallel_blocks import Values
from depthlaws.sims.onestep.architecture import Architecture
from depthlaws.sims.onestep.passes import Network, Pass
from depthlaws.sims.onestep.step import FirstStep
from depthlaws.sims.onestep.weight_changes import OPTIMIZERS

__all__ = ["OBSERVED"]

Array = Any

NUMBERS_AT_ONCE = 1 << 16  # of several layers that are squared and summed together


@dataclass(frozen=True)
class Observable:
    """Dimensions after ``sample``, and definition; with ``splits`` only for sgd with mse."""

    dims: tuple[str, ...]
    says: str
    splits: bool = False


OBSERVED: Mapping[str, Observable] = {
    "energy": Observable(("layer",), "S_l: mean square change of z_l"),
    "budget": Observable((), "S-bar: mean of the energies over the layers"),
    "output": Observable(("layer",), "part of S_l due to the outputs (A)", True),
    "label": Observable(("layer",), "part of S_l due to the labels (B)", True),
    "cross": Observable(("layer",), "what a draw of labels adds to A + B; its mean is 0", True),
    "unit_energy": Observable(("layer", "site", "unit"), "mean square change of each coordinate"),
    "state": Observable(("layer",), "mean square of z_l"),
    "logit": Observable((), "mean square output"),
    "loss_gradient": Observable((), "square length of the loss's gradient in the outputs"),
}


@dataclass(frozen=True)
class Trial:
    """Networks with the inputs and labels of their step.

    Shapes: weights (network, in, out) in order, head (network, width, output), x and fresh
    (network, 1, input, site, channel), y (network, draw, input, output).
    """

    weights: Sequence[Array]
    head: Array
    x: Array
    y: Array
    fresh: Array = None
    paired: bool = True  # every draw of labels counts for y and -y

    def values(
        self, network: Network, step: FirstStep, names: Iterable[str], backend: Backend, /
    ) -> Values:
        """Return the observables of these names, (network, ...)."""
        return _Measurement(self, network, step, frozenset(names), backend).values()


class _Measurement:
    """Passes of one trial and the observables measured in them."""

    def __init__(
        self,
        trial: Trial,
        network: Network,
        step: FirstStep,
        names: frozenset[str],
        backend: Backend,
    ):
        self._trial, self._network, self._step = trial, network, step
        self._names, self._backend = names, backend
        needed = names | {"energy"} if "budget" in names else names
        self._changes = {n: value_of for n, value_of in self._of_change().items() if n in needed}
        self._layers: dict[str, list[np.ndarray]] = {}
        self._postponed: dict[str, list[Array]] = {}
        parts = any(OBSERVED[name].splits for name in names)
        # Given labels need one column: the change of the whole loss.
        self._apart = step.splits and (trial.paired or parts)

    def values(self) -> Values:
        """Pass forward, backward, and forward again; fresh inputs have a pass of their own."""
        trial, step = self._trial, self._step
        fresh = trial.fresh is not None
        batch = self._pass(trial.x, probed=not fresh)
        gradients = step.gradients(batch.outputs[:, :, :, 0, :], trial.y, apart=self._apart)
        inputs = trial.x.shape[2]
        weight_gradients = batch.backward(gradients[:, :, :, None, :] / inputs)
        rows = trial.x.shape[2] * trial.x.shape[3]
        updates = [OPTIMIZERS[step.optimizer](gradient, rows) for gradient in weight_gradients]
        probed = self._pass(trial.fresh, probed=True) if fresh else batch
        for dz in probed.tangents(updates):
            self._postpone("change", dz)
        outputs = gradients.shape[-1]
        of_outputs = {
            "logit": lambda: _mean_square(batch.outputs)[:, 0],
            "loss_gradient": lambda: outputs * self._energy(gradients),
        }
        values = {n: self._numpy(value()) for n, value in of_outputs.items() if n in self._names}
        return self._stacked() | values

    def _pass(self, x: Array, *, probed: bool) -> Pass:
        trial, states = self._trial, probed and "state" in self._names
        on_state = self._postpone_state if states else None
        return Pass(self._network, trial.weights, trial.head, x, on_state=on_state)

    def _postpone(self, kind: str, layer: Array) -> None:
        """Collect layers until they hold NUMBERS_AT_ONCE, then measure them together."""
        layers = self._postponed.setdefault(kind, [])
        layers.append(layer)
        if math.prod(layer.shape) * len(layers) >= NUMBERS_AT_ONCE:
            self._measure(kind)

    def _postpone_state(self, z: Array) -> None:
        self._postpone("state", z)

    def _measure(self, kind: str) -> None:
        """Measure the collected layers side by side, as if they were networks."""
        if not (layers := self._postponed.pop(kind, [])):
            return
        xp = namespace(layers[0])
        joined = xp.concat(layers, axis=0) if len(layers) > 1 else layers[0]
        for name, value_of in ({"state": _state} if kind == "state" else self._changes).items():
            value = self._numpy(value_of(joined))
            shape = (len(layers), value.shape[0] // len(layers), *value.shape[1:])
            self._layers.setdefault(name, []).append(value.reshape(shape))

    def _of_change(self) -> dict[str, Callable[[Array], Array]]:
        """Return the observables of a change, (network, column, input, site, channel)."""
        return {
            "energy": self._energy,
            "output": lambda dz: _mean_square(dz[:, :1, ...])[:, 0],
            "label": lambda dz: _over_draws(_mean_square(dz[:, 1:, ...])),
            "cross": lambda dz: 2 * _over_draws(_mean(dz[:, :1, ...] * dz[:, 1:, ...])),
            "unit_energy": lambda dz: self._energy(dz, of=_unit_square),
        }

    def _energy(self, x: Array, *, of: Callable[[Array], Array] | None = None) -> Array:
        """Return the mean over the labels of the square of a change, whose columns may be parts."""
        square = _mean_square if of is None else of
        if not self._apart:
            return _over_draws(square(x))
        if not self._trial.paired:
            return _over_draws(square(x[:, :1, ...] + x[:, 1:, ...]))
        parts = square(x)
        return parts[:, 0, ...] + _over_draws(parts[:, 1:, ...])

    def _stacked(self) -> Values:
        for kind in [*self._postponed]:
            self._measure(kind)
        values = {
            name: np.moveaxis(np.concatenate(layers), 0, 1) for name, layers in self._layers.items()
        }
        if "budget" in self._names:
            values["budget"] = values["energy"].mean(axis=1)
        return {name: value for name, value in values.items() if name in self._names}

    def _numpy(self, x: Array) -> np.ndarray:
        return np.array(self._backend.to_numpy(x), dtype=np.float64)


def _state(z: Array) -> Array:
    return _mean_square(z)[:, 0]


def _over_draws(x: Array) -> Array:
    """Return the mean over the columns, the draws of labels."""
    return x[:, 0, ...] if x.shape[1] == 1 else namespace(x).mean(x, axis=1)


def _mean_square(x: Array) -> Array:
    """Square and sum in float64: (network, column, ...) -> (network, column)."""
    xp, flat = namespace(x), _flat(x)
    flat = cast(flat, xp.float64)
    return xp.vecdot(flat, flat) / flat.shape[2]


def _unit_square(dz: Array) -> Array:
    """Return the mean over the inputs, (network, column, site, channel)."""
    return namespace(dz).mean(dz * dz, axis=2)


def _mean(x: Array) -> Array:
    """Sum in float64: (network, column, ...) -> (network, column)."""
    xp, flat = namespace(x), _flat(x)
    return xp.sum(flat, axis=2, dtype=xp.float64) / flat.shape[2]


def _flat(x: Array) -> Array:
    """Flatten (network, column, ...) to (network, column, number)."""
    networks, columns, *axes = x.shape
    return namespace(x).reshape(x, (networks, columns, math.prod(axes)))


def checked_names(step: FirstStep, observe: str | Iterable[str], /) -> tuple[str, ...]:
    """Return the names of observables.

    Raises
    ------
    ValueError
        If a name is unknown, or a part of a change that does not split.
    """
    names = observables(observe, OBSERVED)
    for name in names:
        if OBSERVED[name].splits and not step.splits:
            msg = f"{name!r} is a part of an sgd step with loss mse, got {step}"
            raise ValueError(msg)
    return names


def labelled(
    architecture: Architecture, values: Values, names: Iterable[str], leading: tuple[str, ...], /
) -> xr.Dataset:
    """Name the dimensions of observables, number the layers from 1, add the last values."""
    run = xr.Dataset({name: ((*leading, *OBSERVED[name].dims), values[name]) for name in names})
    if "layer" not in run.dims:
        return run
    run = run.assign_coords(layer=np.arange(1, architecture.depth + 1))
    return with_last_values(run, "layer")


def meanings() -> dict[str, str]:
    """Return what each observable, and its last value along the layers, is."""
    says = {name: part.says for name, part in OBSERVED.items()}
    along = {name: text for name, text in says.items() if "layer" in OBSERVED[name].dims}
    return says | with_last_meanings(along, "layer")
