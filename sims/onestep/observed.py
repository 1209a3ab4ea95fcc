"""What a first step can be asked for: energies of the changes, states, outputs, gradients.

``layer`` counts the depth units 1, ..., L; energies are per unit of rate squared, means over the
coordinates, sites and probed inputs of a layer and over the labels drawn.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.sims.backend import Backend, cast, namespace
from depthlaws.sims.onestep.losses import FirstStep
from depthlaws.sims.onestep.sweeps import Network, Pass
from depthlaws.sims.onestep.updates import OPTIMIZERS
from depthlaws.sims.runs import Values

__all__ = ["OBSERVED"]

Array = Any

AT_ONCE = 1 << 16  # numbers of layers that are looked at together


@dataclass(frozen=True)
class Observable:
    """Dimensions after ``sample``, and what it is; ``splits`` if it asks for sgd with mse."""

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
    """Networks with all that is drawn for a step.

    Shapes: weights (network, in, out) in order, head (network, width, output), x and fresh
    (network, 1, input, site, channel), y (network, draw, input, output).
    """

    weights: Sequence[Array]
    head: Array
    x: Array
    y: Array
    fresh: Array = None
    paired: bool = True  # the labels stand for y and -y

    def values(
        self, network: Network, step: FirstStep, names: Iterable[str], backend: Backend, /
    ) -> Values:
        """Everything that was asked for, (network, ...)."""
        return _Looking(self, network, step, frozenset(names), backend).values()


class _Looking:
    """The sweeps of one trial, and what is seen in them."""

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
        noted = names | {"energy"} if "budget" in names else names
        self._changes = {name: see for name, see in self._seen().items() if name in noted}
        self._layers: dict[str, list[np.ndarray]] = {}
        self._waiting: dict[str, list[Array]] = {}
        parts = any(OBSERVED[name].splits for name in names)
        # Given labels need one column: the change of the whole loss.
        self._apart = step.splits and (trial.paired or parts)

    def values(self) -> Values:
        """Forward, backward, and forward again; the fresh inputs have a pass of their own."""
        trial, step = self._trial, self._step
        fresh = trial.fresh is not None
        batch = self._pass(trial.x, probed=not fresh)
        gradients = step.gradients(batch.outputs[:, :, :, 0, :], trial.y, apart=self._apart)
        inputs = trial.x.shape[2]
        found = batch.backward(gradients[:, :, :, None, :] / inputs)
        rows = trial.x.shape[2] * trial.x.shape[3]
        updates = [OPTIMIZERS[step.optimizer](one, rows) for one in found]
        probed = self._pass(trial.fresh, probed=True) if fresh else batch
        for dz in probed.tangents(updates):
            self._wait("change", dz)
        outputs = gradients.shape[-1]
        whole = {
            "logit": lambda: _mean_square(batch.outputs)[:, 0],
            "loss_gradient": lambda: outputs * self._energy(gradients),
        }
        single = {name: self._numpy(make()) for name, make in whole.items() if name in self._names}
        return self._stacked() | single

    def _pass(self, x: Array, *, probed: bool) -> Pass:
        seen = self._see_state if probed and "state" in self._names else _look_away
        trial = self._trial
        return Pass(self._network, trial.weights, trial.head, x, see=seen)

    def _wait(self, what: str, layer: Array) -> None:
        """Layers are looked at together, so many that they take no more room than a large one."""
        waiting = self._waiting.setdefault(what, [])
        waiting.append(layer)
        if math.prod(layer.shape) * len(waiting) >= AT_ONCE:
            self._look(what)

    def _look(self, what: str) -> None:
        """See what waits: layers of networks are so many networks."""
        if not (waiting := self._waiting.pop(what, [])):
            return
        xp = namespace(waiting[0])
        every = xp.concat(waiting, axis=0) if len(waiting) > 1 else waiting[0]
        sights = {"state": _state} if what == "state" else self._changes
        for name, see in sights.items():
            value = self._numpy(see(every))
            shape = (len(waiting), value.shape[0] // len(waiting), *value.shape[1:])
            self._layers.setdefault(name, []).append(value.reshape(shape))

    def _seen(self) -> dict[str, Callable[[Array], Array]]:
        """What is seen in a change. Shape: (network, column, input, site, channel)."""
        return {
            "energy": self._energy,
            "output": lambda dz: _mean_square(dz[:, :1, ...])[:, 0],
            "label": lambda dz: _over_draws(_mean_square(dz[:, 1:, ...])),
            "cross": lambda dz: 2 * _over_draws(_mean(dz[:, :1, ...] * dz[:, 1:, ...])),
            "unit_energy": lambda dz: self._energy(dz, of=_unit_square),
        }

    def _energy(self, x: Array, *, of: Callable[[Array], Array] | None = None) -> Array:
        """Mean over the labels of the square of a change, whose columns may be its parts."""
        square = _mean_square if of is None else of
        if not self._apart:
            return _over_draws(square(x))
        if not self._trial.paired:
            return _over_draws(square(x[:, :1, ...] + x[:, 1:, ...]))
        found = square(x)
        return found[:, 0, ...] + _over_draws(found[:, 1:, ...])

    def _see_state(self, z: Array) -> None:
        self._wait("state", z)

    def _stacked(self) -> Values:
        for what in [*self._waiting]:
            self._look(what)
        found = {
            name: np.moveaxis(np.concatenate(seen), 0, 1) for name, seen in self._layers.items()
        }
        if "budget" in self._names:
            found["budget"] = found["energy"].mean(axis=1)
        return {name: values for name, values in found.items() if name in self._names}

    def _numpy(self, x: Array) -> np.ndarray:
        return np.array(self._backend.to_numpy(x), dtype=np.float64)


def _look_away(z: Array) -> None:
    """Nothing of the states is asked for."""


def _state(z: Array) -> Array:
    return _mean_square(z)[:, 0]


def _over_draws(x: Array) -> Array:
    """Mean over the columns: the draws of labels."""
    return x[:, 0, ...] if x.shape[1] == 1 else namespace(x).mean(x, axis=1)


def _mean_square(x: Array) -> Array:
    """(network, column, ...) -> (network, column), squared and summed in float64."""
    xp, flat = namespace(x), _flat(x)
    flat = cast(flat, xp.float64)
    return xp.vecdot(flat, flat) / flat.shape[2]


def _unit_square(dz: Array) -> Array:
    """Mean over the inputs: (network, column, site, channel)."""
    return namespace(dz).mean(dz * dz, axis=2)


def _mean(x: Array) -> Array:
    """(network, column, ...) -> (network, column), summed in float64."""
    xp, flat = namespace(x), _flat(x)
    return xp.sum(flat, axis=2, dtype=xp.float64) / flat.shape[2]


def _flat(x: Array) -> Array:
    """(network, column, ...) -> (network, column, all the rest)."""
    networks, columns, *rest = x.shape
    return namespace(x).reshape(x, (networks, columns, math.prod(rest)))
