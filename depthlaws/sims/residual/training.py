"""First steps of an optimiser on residual streams, and the distance by which they move a stream.

The loss of one network is the mean over its inputs of v . h_K (``linear``) or of
width (f - target)^2 / 2 with f = v . h_K / width (``mse``); v is fixed.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from array_api_compat import device
from numpy.typing import ArrayLike

from depthlaws.base.argument_errors import shown
from depthlaws.sims.common.argument_checks import choice, integer, numbers
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.optimizers import AdamW, Optimizer, Sign
from depthlaws.sims.common.parallel_blocks import Advance, Values
from depthlaws.sims.residual.ensemble import Batch
from depthlaws.sims.residual.network import ResidualMLP, Trainable, Weights, forward
from depthlaws.sims.residual.observables import (
    OBSERVABLES,
    STATES,
    Needs,
    Observable,
    Observation,
    Tape,
    factors,
    inner,
    kept,
    recorded,
    walk,
    walk_back,
)

__all__ = ["TRAINED"]

Array = Any

LOSSES = ("linear", "mse")
ONLY_TRAINED = {
    "change": Observable(STATES, "|h_n(t) - h_n(0)|^2 / d"),
    "change_in_use": Observable(("input",), "|h_K(t) - h_K(0)|^2 / d after ``use_loops`` loops"),
    "last_change": Observable(STATES, "|h_n(t) - h_n(t-1)|^2 / d; 0 at step 0"),
    "readout": Observable(("input",), "v . h_K / d"),
    "loss": Observable((), "loss / d"),
    "coherence": Observable(
        ("input", "layer"),
        "|(W(t) - W(0)) U| / (rate |U|), U the sum of the activations that met W at step 0",
    ),
    "nonlinear": Observable(
        ("input",),
        "|x - y| / |y|, x the change of h_K, y = eps sum (W(t) - W(0)) U; NaN at step 0",
    ),
}
TRAINED = OBSERVABLES | ONLY_TRAINED
HISTORIES = frozenset({"states", "gradients", "activations"})


@dataclass(frozen=True, kw_only=True)
class Training(Observation):
    """Optimiser, loss, target and number of steps, and the observables recorded at each step."""

    table: ClassVar = TRAINED
    leading: ClassVar = ("step",)
    optimizer: Optimizer
    steps: int
    loss: str
    target: ArrayLike
    use_loops: int | None = None

    def __post_init__(self) -> None:
        integer("steps", self.steps)
        if self.use_loops is not None:
            integer("use_loops", self.use_loops)
        super().__post_init__()
        if not hasattr(self.optimizer, "direction"):
            given = shown(self.optimizer)
            msg = f"optimizer must be SGD(rate), Sign(rate), AdamW(rate)..., got {given}"
            raise TypeError(msg)
        if self.use_loops is not None and "change_in_use" not in self.names:
            msg = f'use_loops={self.use_loops} needs observe="change_in_use"'
            raise ValueError(msg)
        choice("loss", self.loss, LOSSES)
        if not np.isfinite(numbers("target", self.target)).all():
            msg = f"target must be finite, got {self.target}"
            raise ValueError(msg)

    @property
    def attrs(self) -> dict[str, str]:
        """Attributes of the results beside those of every run."""
        return {"optimizer": repr(self.optimizer), "loss": self.loss}

    @property
    def elementwise_steps(self) -> int:  # pyrefly: ignore[bad-override]
        """Number of steps whose updates have full rank."""
        return self.steps if isinstance(self.optimizer, Sign | AdamW) else 0

    def needs(self, model: ResidualMLP, inputs: int, /) -> Needs:
        """Return the passes and the memory of a run with this number of inputs."""
        asked = "change_in_use" in self.names
        in_use = -(-self._in_use(model).steps // model.steps) if asked else 0
        copies = 3 if isinstance(self.optimizer, AdamW) else 1  # two averages beside every matrix
        return Needs(
            forward=self.steps + 1,
            backward=self.steps + (self.steps + 1) * in_use,  # passes that no progress counts
            histories=3 * len(kept(model, (), HISTORIES)),  # of two steps, and their difference
            overlaps=0,
            results=recorded(model, inputs, self.dims.values()),
            matrices=copies * model.layers + 4,
        )

    def _in_use(self, model: ResidualMLP) -> ResidualMLP:
        """Return the model with the loops in use. Raises: ValueError if it has none."""
        if self.use_loops is None:
            return model
        if model.visits is not None or not isinstance(model.eps, float):
            msg = f"use_loops={self.use_loops} needs loops and layers with one branch scale"
            raise ValueError(msg)
        return replace(model, loops=self.use_loops)

    def outputs_in_use(self, tape: Tape, weights: Weights) -> Array:
        """Return the last states after the loops in use, as h_0; None if nobody asked."""
        if "change_in_use" not in self.names:
            return None
        return deque(forward(self._in_use(tape.model), weights, tape.h0), maxlen=1).pop().h

    def measure(
        self,
        model: ResidualMLP,
        weights: Trainable,
        batch: Batch,
        backend: Backend,
        advance: Advance,
        /,
    ) -> Values:
        """Train a batch and return the observables of every step, (sample, step, ...)."""
        return self.values(self.walk(model, weights, batch, backend=backend, advance=advance))

    def walk(
        self,
        model: ResidualMLP,
        weights: Trainable,
        batch: Batch,
        /,
        *,
        backend: Backend,
        advance: Advance = lambda _: None,
    ) -> Iterator[Values]:
        """Yield the observables before each step of the optimiser, and after the last one."""
        names = [name for name in self.names if name in OBSERVABLES]
        readout = _Readout(self, batch.v, backend)
        changes: _Changes | None = None
        for step in range(self.steps + 1):
            last = step == self.steps
            keep = frozenset({"states"}) if last else HISTORIES
            tape = Tape(model, batch.h0, backend=backend, observe=names, keep=keep)
            walk(tape, weights, advance)
            walk_back(tape, weights, readout.cotangent(tape.last))
            changes = _Changes(self, tape, weights) if changes is None else changes
            yield tape.values() | changes.values(tape) | readout.values(tape)
            for layer in range(0 if last else model.layers):
                weights.descend(self.optimizer, step, layer, *factors(tape, layer))

    def values(self, steps: Iterable[Values], /) -> Values:
        """Join the observables of all steps, (sample, step, ...)."""
        rows = list(steps)
        return {name: np.stack([row[name] for row in rows], axis=1) for name in self.names}


class _Readout:
    """Readout v . h_K / width, the loss and its gradient in h_K."""

    def __init__(self, training: Training, v: Array, backend: Backend):
        self._training, self._v, self._backend = training, v, backend
        target, inputs = numbers("target", training.target), v.shape[1]
        if target.shape not in {(), (1,), (inputs,)}:
            msg = f"target must be one number or one per input ({inputs}), got {target.tolist()}"
            raise ValueError(msg)
        target = np.broadcast_to(target, (inputs,))
        self._target = backend.asarray(target, "float64")

    def cotangent(self, h: Array) -> Array:
        """Return the gradient of the loss of each input in h_K."""
        if self._training.loss == "linear":
            return self._v
        error = inner(self._v, h) - self._target
        return self._backend.xp.astype(error, h.dtype)[..., None] * self._v

    def values(self, tape: Tape) -> Values:
        """Return readout and loss."""
        readout = self._backend.to_numpy(inner(self._v, tape["states"][:, :, -1, :]))
        target = self._backend.to_numpy(self._target)
        linear = self._training.loss == "linear"
        loss = readout if linear else (readout - target) ** 2 / 2
        return {"readout": np.array(readout), "loss": loss.mean(axis=1)}


class _Changes:
    """Changes of states and matrices since step 0 and since the last step."""

    def __init__(self, training: Training, tape: Tape, weights: Weights):
        self._training, self._weights, self._backend = training, weights, tape.backend
        self._first = self._last = tape["states"]
        self._first_in_use = training.outputs_in_use(tape, weights)
        self._sums: list[Array] = []
        self._images: list[Array] = []
        if {"coherence", "nonlinear"} & set(training.names):
            xp = tape.backend.xp
            for layer in range(tape.model.layers):
                steps = tape.model.steps_of(layer)
                total = self._weighted(tape["activations"][:, :, steps, :], tape.model, steps)
                self._sums.append(total)
                self._images.append(xp.asarray(weights.matvec(layer, total), copy=True))

    def values(self, tape: Tape) -> Values:
        """Return the observables that compare this step with step 0 or with the last step."""
        states = tape["states"]
        changes = {
            name: self._numpy(inner(states - before, states - before))
            for name, before in (("change", self._first), ("last_change", self._last))
            if name in self._training.names
        }
        self._last = states
        if self._first_in_use is not None:
            moved = self._training.outputs_in_use(tape, self._weights) - self._first_in_use
            changes["change_in_use"] = self._numpy(inner(moved, moved))
        return changes | (self._of_matrices(tape) if self._sums else {})

    def _of_matrices(self, tape: Tape) -> Values:
        moved = [
            self._weights.matvec(layer, total) - image
            for layer, (total, image) in enumerate(zip(self._sums, self._images, strict=True))
        ]
        lengths = [
            (self._length(x), self._length(total))
            for x, total in zip(moved, self._sums, strict=True)
        ]
        rate = self._training.optimizer.rate
        linear = sum(moved[1:], moved[0])
        if isinstance(tape.model.eps, float):
            linear = tape.model.eps * linear
        remainder = tape["states"][:, :, -1, :] - self._first[:, :, -1, :] - linear
        return {
            "coherence": np.stack([_ratio(x, rate * total) for x, total in lengths], axis=-1),
            "nonlinear": _ratio(self._length(remainder), self._length(linear)),
        }

    def _weighted(self, activations: Array, model: ResidualMLP, steps: Any) -> Array:
        """Return the sum over steps, weighted where every step has a scale of its own."""
        if not isinstance(model.eps, float):
            scales = np.array(model.scales)[steps]
            scales = self._backend.xp.asarray(
                scales, dtype=activations.dtype, device=device(activations)
            )
            activations = activations * scales[:, None]
        return self._backend.xp.sum(activations, axis=2)

    def _length(self, x: Array) -> np.ndarray:
        return np.sqrt(self._numpy(inner(x, x)))

    def _numpy(self, x: Array) -> np.ndarray:
        return np.array(self._backend.to_numpy(x))


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a / b, NaN where b is zero."""
    return a / np.where(b > 0, b, np.nan)
