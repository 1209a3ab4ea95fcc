"""Settings of the first step: loss, labels, mini-batch, optimiser, inputs of the measurement."""

import math
from dataclasses import dataclass
from typing import Any

from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import choice, integer, number
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.onestep.weight_changes import OPTIMIZERS

__all__ = ["FirstStep"]

Array = Any

LOSSES = ("mse", "ce")
EVALUATE = ("in-batch", "fresh")
INPUTS = ("sphere", "gaussian")


@dataclass(frozen=True, kw_only=True)
class FirstStep:
    """One step of unit rate on the mean loss of a mini-batch.

    Parameters
    ----------
    loss : str
        Loss: mse, |out - y|^2 / (2 outputs) with labels of independent signs, or ce,
        cross-entropy with uniform classes.
    optimizer : str
        Optimiser: sgd or sign (sign descent, the first step of Adam with epsilon = 0).
    batch : int
        Number of inputs of the mini-batch.
    evaluate : str
        Inputs at which the change is measured: in-batch, or as many fresh ones.
    labels : int
        Number of draws of all labels for each network, averaged; for sgd with mse each draw
        counts for y and -y.
    label_variance : float
        Mean square of the signs.
    inputs : str
        Law of the inputs: uniform on the sphere |x|^2 = sites * width, or gaussian of that mean
        square.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
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
        for name, words in _WORDS.items():
            choice(name, getattr(self, name), words)
        for name in ("batch", "labels"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        value = number("label_variance", self.label_variance, least=0, says="a finite number >= 0")
        object.__setattr__(self, "label_variance", value)
        require_read_fields(self, "label_variance", read=self.loss == "mse", says="loss mse")

    @property
    def splits(self) -> bool:
        """True if the change is the sum of a part from the outputs and a part from the labels."""
        return self.loss == "mse" and self.optimizer == "sgd"

    @property
    def columns(self) -> int:
        """Number of losses whose gradients are computed together."""
        return self.labels + self.splits

    def drawn(self, noise: Array, /) -> Array:
        """Turn standard normals (network, draw, input, output) into labels: signs, or classes."""
        xp = namespace(noise)
        if self.loss == "mse":
            return math.sqrt(self.label_variance) * xp.sign(noise)
        largest = xp.max(noise, axis=-1, keepdims=True)
        return xp.astype(noise == largest, noise.dtype)

    def gradients(self, out: Array, y: Array, /, *, apart: bool) -> Array:
        """Return the gradient of the loss of each input in its outputs, for every column.

        With ``apart``, of a loss that splits, the first column is the part from the outputs and the
        others are the parts from the labels; else a column is a whole gradient.

        Shapes: out (network, 1, input, output), y (network, draw, input, output).
        """
        xp = namespace(out)
        if self.loss == "ce":
            return softmax(out) - y
        if apart:
            return xp.concat([out, -y], axis=1) / out.shape[-1]
        return (out - y) / out.shape[-1]


def softmax(z: Array, /) -> Array:
    """Return probabilities along the last axis."""
    xp = namespace(z)
    power = xp.exp(z - xp.max(z, axis=-1, keepdims=True))
    return power / xp.sum(power, axis=-1, keepdims=True)


_WORDS = {"loss": LOSSES, "optimizer": tuple(OPTIMIZERS), "evaluate": EVALUATE, "inputs": INPUTS}
