"""The step that is taken: its loss, labels, mini-batch and optimiser, and where it is looked at."""

import math
from dataclasses import dataclass
from typing import Any

from depthlaws.sims.arguments import choice, integer, number
from depthlaws.sims.backend import namespace
from depthlaws.sims.onestep.updates import OPTIMIZERS

__all__ = ["FirstStep"]

Array = Any

LOSSES = ("mse", "ce")
EVALUATE = ("in-batch", "fresh")
INPUTS = ("sphere", "gaussian")


@dataclass(frozen=True, kw_only=True)
class FirstStep:
    """One step of unit rate on the mean loss of a mini-batch.

    ``loss``: mse, |out - y|^2 / (2 outputs) with labels of independent signs, or ce, cross-entropy
    with uniform classes. ``label_variance``: mean square of the signs. ``optimizer``: sgd or sign
    (sign descent, the first step of Adam with epsilon = 0). ``batch``: inputs of the mini-batch.
    ``evaluate``: the change is looked at in-batch, or on as many fresh inputs. ``labels``: draws of
    all labels for each network, averaged; for sgd with mse each stands for y and -y. ``inputs`` are
    uniform on the sphere |x|^2 = sites * width, or gaussian of that mean square.

    >>> FirstStep(loss="ce", batch=8).columns
    1
    """

    loss: str = "mse"
    optimizer: str = "sgd"
    batch: int = 1
    evaluate: str = "in-batch"
    labels: int = 1
    label_variance: float = 1.0
    inputs: str = "sphere"

    def __post_init__(self) -> None:
        for name, known in _WORDS.items():
            choice(name, getattr(self, name), known)
        for name in ("batch", "labels"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        value = number("label_variance", self.label_variance, least=0, says="a finite number >= 0")
        object.__setattr__(self, "label_variance", value)

    @property
    def splits(self) -> bool:
        """Whether the change is a sum of the outputs' part and the labels' part."""
        return self.loss == "mse" and self.optimizer == "sgd"

    @property
    def columns(self) -> int:
        """Losses that are followed at once."""
        return self.labels + self.splits

    def drawn(self, noise: Array, /) -> Array:
        """Labels from standard normals (network, draw, input, output): signs, or classes."""
        xp = namespace(noise)
        if self.loss == "mse":
            return math.sqrt(self.label_variance) * xp.sign(noise)
        largest = xp.max(noise, axis=-1, keepdims=True)
        return xp.astype(noise == largest, noise.dtype)

    def gradients(self, out: Array, y: Array, /, *, apart: bool) -> Array:
        """Gradient of the loss of each input in its outputs, for every column.

        ``apart``: of a loss that splits, the first column is the part of the outputs and the others
        are those of the labels; else a column is a whole gradient.
        Shapes: out (network, 1, input, output), y (network, draw, input, output).
        """
        xp = namespace(out)
        if self.loss == "ce":
            return softmax(out) - y
        if apart:
            return xp.concat([out, -y], axis=1) / out.shape[-1]
        return (out - y) / out.shape[-1]


def softmax(z: Array, /) -> Array:
    """Probabilities along the last axis."""
    xp = namespace(z)
    power = xp.exp(z - xp.max(z, axis=-1, keepdims=True))
    return power / xp.sum(power, axis=-1, keepdims=True)


_WORDS = {"loss": LOSSES, "optimizer": tuple(OPTIMIZERS), "evaluate": EVALUATE, "inputs": INPUTS}
