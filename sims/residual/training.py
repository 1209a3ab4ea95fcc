"""The first steps of an optimiser on residual streams, and how far they move the stream.

The loss of one network is the mean over its inputs of v . h_K (``linear``) or of
width (f - target)^2 / 2 with f = v . h_K / width (``mse``); v is fixed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from depthlaws.sims.arguments import choice, integer, numbers
from depthlaws.sims.backend import Backend
from depthlaws.sims.optimizers import Optimizer
from depthlaws.sims.residual.ensemble import Advance, Batch
from depthlaws.sims.residual.network import ResidualMLP, Weights, inner
from depthlaws.sims.residual.observables import (
    OBSERVABLES,
    STATES,
    Observable,
    Tape,
    Values,
    checked,
    factors,
    walk,
    walk_back,
)

__all__ = ["TRAINED"]

Array = Any

LOSSES = ("linear", "mse")
ONLY_TRAINED = {
    "change": Observable(STATES, "|h_n(t) - h_n(0)|^2 / d"),
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


class Trainable(Weights, Protocol):
    """Matrices that an optimiser moves."""

    def descend(
        self, optimizer: Optimizer, step: int, layer: int, left: Array, right: Array, /
    ) -> None:
        """Take step number `step` (from 0) along the gradient sum_p left_p right_p^T.

        Shapes: (sample, pair, width) both.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Training:
    """What is trained towards what, for how many steps, and what is recorded at each of them."""

    optimizer: Optimizer
    steps: int
    loss: str
    target: ArrayLike
    observe: str | Iterable[str]

    def __post_init__(self) -> None:
        integer("steps", self.steps)
        object.__setattr__(self, "observe", checked(self.observe, TRAINED))
        if not hasattr(self.optimizer, "direction"):
            msg = f"optimizer must be SGD(rate), Sign(rate), AdamW(rate)..., got {self.optimizer!r}"
            raise TypeError(msg)
        choice("loss", self.loss, LOSSES)
        if not np.isfinite(numbers("target", self.target)).all():
            msg = f"target must be finite, got {self.target}"
            raise ValueError(msg)

    @property
    def names(self) -> tuple[str, ...]:
        """The observables."""
        return checked(self.observe, TRAINED)

    @property
    def dims(self) -> dict[str, tuple[str, ...]]:
        """Dimensions of the observables after ``sample`` and ``step``."""
        return {name: TRAINED[name].dims for name in self.names}

    @property
    def attrs(self) -> dict[str, str]:
        """Provenance of a Dataset."""
        return {"optimizer": repr(self.optimizer), "loss": self.loss}

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
        """Yield what is seen before each step of the optimiser, and after the last one."""
        names = [name for name in self.names if name in OBSERVABLES]
        probe = _Probe(self, batch.v, backend)
        moves: _Moves | None = None
        for step in range(self.steps + 1):
            more = step < self.steps
            keep = HISTORIES if more else frozenset({"states"})
            tape = Tape(model, batch.h0, backend=backend, observe=names, keep=keep)
            walk(tape, weights, advance)
            walk_back(tape, weights, probe.cotangent(tape.last))
            moves = _Moves(self, tape, weights) if moves is None else moves
            yield tape.values() | moves.values(tape) | probe.values(tape)
            if more:
                for layer in range(model.layers):
                    weights.descend(self.optimizer, step, layer, *factors(tape, layer))

    def values(self, steps: Iterable[Values], /) -> Values:
        """What was observed at every step, (sample, step, ...)."""
        found = list(steps)
        return {name: np.stack([values[name] for values in found], axis=1) for name in self.names}


class _Probe:
    """The loss, seen from h_K."""

    def __init__(self, training: Training, v: Array, backend: Backend):
        self._training, self._v, self._backend = training, v, backend
        target, inputs = numbers("target", training.target), v.shape[1]
        if target.shape not in {(), (1,), (inputs,)}:
            msg = f"target must be one number or one per input ({inputs}), got {target.tolist()}"
            raise ValueError(msg)
        target = np.broadcast_to(target, (inputs,))
        self._target = backend.asarray(target, "float64")

    def cotangent(self, h: Array) -> Array:
        """Gradient of the loss of each input in h_K."""
        if self._training.loss == "linear":
            return self._v
        error = inner(self._v, h) - self._target
        return self._backend.xp.astype(error, h.dtype)[..., None] * self._v

    def values(self, tape: Tape) -> Values:
        """Readout and loss."""
        readout = self._backend.to_numpy(inner(self._v, tape["states"][:, :, -1, :]))
        target = self._backend.to_numpy(self._target)
        linear = self._training.loss == "linear"
        loss = readout if linear else (readout - target) ** 2 / 2
        return {"readout": np.array(readout), "loss": loss.mean(axis=1)}


class _Moves:
    """How far states and matrices have moved since step 0 and since the last step."""

    def __init__(self, training: Training, tape: Tape, weights: Weights):
        self._training, self._weights, self._backend = training, weights, tape.backend
        self._first = self._last = tape["states"]
        self._sums: list[Array] = []
        self._images: list[Array] = []
        if {"coherence", "nonlinear"} & set(training.names):
            xp, layers = tape.backend.xp, tape.model.layers
            for layer in range(layers):
                met = xp.sum(tape["activations"][:, :, layer::layers, :], axis=2)
                self._sums.append(met)
                self._images.append(xp.asarray(weights.matvec(layer, met), copy=True))

    def values(self, tape: Tape) -> Values:
        """Everything that compares this step with step 0 or the last one."""
        states = tape["states"]
        found = {
            name: self._numpy(inner(states - before, states - before))
            for name, before in (("change", self._first), ("last_change", self._last))
            if name in self._training.names
        }
        self._last = states
        return found | (self._matrices(tape) if self._sums else {})

    def _matrices(self, tape: Tape) -> Values:
        moved = [
            self._weights.matvec(layer, met) - image
            for layer, (met, image) in enumerate(zip(self._sums, self._images, strict=True))
        ]
        length = [
            (self._size(x), self._size(met)) for x, met in zip(moved, self._sums, strict=True)
        ]
        rate = self._training.optimizer.rate
        linear = tape.model.eps * sum(moved[1:], moved[0])
        rest = tape["states"][:, :, -1, :] - self._first[:, :, -1, :] - linear
        return {
            "coherence": np.stack([_ratio(x, rate * met) for x, met in length], axis=-1),
            "nonlinear": _ratio(self._size(rest), self._size(linear)),
        }

    def _size(self, x: Array) -> np.ndarray:
        return np.sqrt(self._numpy(inner(x, x)))

    def _numpy(self, x: Array) -> np.ndarray:
        return np.array(self._backend.to_numpy(x))


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Quotient, NaN where b vanishes."""
    return a / np.where(b > 0, b, np.nan)
