"""Inference step by step: gradient descent, Nesterov's method, conjugate gradients.

A step size multiplies the gradient of the energy of the whole batch: with ``batch="mean"`` that of
the mean over inputs (the paper's energy), so that every input moves by step / inputs; with
``batch="sum"`` that of the sum, by step.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from depthlaws.sims.arguments import choice, integer, number
from depthlaws.sims.backend import namespace
from depthlaws.sims.predictive_coding.energy import (
    Activities,
    Net,
    activity_gradients,
    energies,
    errors,
    forward,
)
from depthlaws.sims.predictive_coding.linearised import Changes, Linearised

__all__ = ["Inference"]

Array = Any
Arrays = list[Any]

METHODS = ("exact", "gradient", "nesterov", "conjugate")
BATCHES = ("mean", "sum")
POWERS = 60  # iterations of the power method for the largest curvature
GROWN = 1e3  # times the first energy: inference that got there diverges


@dataclass(frozen=True, kw_only=True)
class Inference:
    """How activities are found: ``exact``, ``gradient``, ``nesterov`` or ``conjugate``.

    ``method`` is one of these. ``step`` is the step size beta. ``iterations`` is how many steps.
    ``momentum`` is that of Nesterov's method, by default (t - 1)/(t + 2) at iteration t. Conjugate
    gradients need no step and a linear network. ``batch`` says whether beta multiplies the gradient
    of the mean or of the sum over inputs.
    Raises: ValueError naming what is not allowed.

    >>> Inference(method="gradient", step=0.5, iterations=20).batch
    'mean'
    """

    method: str = "exact"
    step: float = 1.0
    iterations: int = 20
    momentum: float | None = None
    batch: str = "mean"

    def __post_init__(self) -> None:
        choice("method", self.method, METHODS)
        choice("batch", self.batch, BATCHES)
        integer("iterations", self.iterations, least=0)
        if number("step", self.step) <= 0:
            msg = f"step must be positive, got {self.step!r}"
            raise ValueError(msg)
        if self.momentum is not None and not 0 <= number("momentum", self.momentum) < 1:
            msg = f"momentum must be in [0, 1), got {self.momentum!r}"
            raise ValueError(msg)

    def walk(
        self, net: Net, x: Array, y: Array, start: Activities | None = None
    ) -> Iterator["Seen"]:
        """Yield the activities at the start and after every iteration.

        Raises: ArithmeticError if they diverge, with a step size that would not; ValueError for
        conjugate gradients on a network that is not linear.
        """
        if self.method == "conjugate" and not net.model.linear:
            msg = f"conjugate gradients need a linear network, not {net.model.activation!r}"
            raise ValueError(msg)
        begun = start or forward(net, x)[:-1]
        routes: dict[str, Callable[..., Iterator[Seen]]] = {
            "gradient": self._descend,
            "nesterov": self._accelerate,
            "conjugate": self._conjugate,
        }
        first = math.inf
        with np.errstate(over="ignore", invalid="ignore"):
            for iteration, seen in enumerate(routes[self.method](net, begun, y)):
                total = float(namespace(x).sum(energies(net, seen.e)))
                first = total if iteration == 0 else first
                if not total <= GROWN * first:
                    raise ArithmeticError(self._diverged(net, x, y, iteration))
                yield seen

    def _diverged(self, net: Net, x: Array, y: Array, iteration: int) -> str:
        safe = largest_step(net, x) * (y.shape[1] if self.batch == "mean" else 1)
        said = (
            f"inference by {self.method} with step {self.step:g} diverges (iteration {iteration})"
        )
        if self.method == "nesterov":
            safe *= 2 / 3  # (2 + 2 m)/(1 + 2 m) over the largest curvature, momentum m up to one
        return f"{said}; a step below {safe:.3g} does not"

    def _moved(self, net: Net, seen: "Seen") -> Changes:
        """Activities after a step along the gradient."""
        share = self.step / (seen.e[-1].shape[1] if self.batch == "mean" else 1)
        g = activity_gradients(net, net.slopes(seen.z), seen.e)
        return [z - share * a for z, a in zip(seen.z[1:], g, strict=True)]

    def _descend(self, net: Net, z: Activities, y: Array) -> Iterator["Seen"]:
        seen = _seen(net, z, y)
        yield seen
        for _ in range(self.iterations):
            seen = _seen(net, [z[0], *self._moved(net, seen)], y)
            yield seen

    def _accelerate(self, net: Net, z: Activities, y: Array) -> Iterator["Seen"]:
        seen = ahead = _seen(net, z, y)
        yield seen
        for t in range(1, self.iterations + 1):
            new, old = self._moved(net, ahead), seen.z[1:]
            speed = self.momentum if self.momentum is not None else (t - 1) / (t + 2)
            further = (a + speed * (a - b) for a, b in zip(new, old, strict=True))
            seen, ahead = (_seen(net, [z[0], *some], y) for some in (new, further))
            yield seen

    def _conjugate(self, net: Net, z: Activities, y: Array) -> Iterator["Seen"]:
        """Conjugate gradients of every input on its own."""
        seen = _seen(net, z, y)
        yield seen
        linear = Linearised(net, net.slopes(z))
        rest = [-a for a in activity_gradients(net, net.slopes(z), seen.e)]
        p, size = rest, _dot(rest, rest)
        for _ in range(self.iterations):
            h = linear.curvature(p)
            step = _ratio(size, _dot(p, h))
            z = [z[0], *(a + step * b for a, b in zip(z[1:], p, strict=True))]
            rest = [a - step * b for a, b in zip(rest, h, strict=True)]
            last, size = size, _dot(rest, rest)
            share = _ratio(size, last)
            p = [a + share * b for a, b in zip(rest, p, strict=True)]
            yield _seen(net, z, y)


class Seen(NamedTuple):
    """Activities and errors after an iteration."""

    z: Activities
    e: Arrays


def _seen(net: Net, z: Activities, y: Array) -> Seen:
    return Seen(z, errors(net, z, y))


def largest_step(net: Net, x: Array) -> float:
    """Step below which gradient descent on one input's energy converges: 2 / largest curvature.

    Of the Gauss-Newton Hessian at the pass forward, by the power method: from above, within a
    percent or two, so five percent are taken off.
    """
    h = forward(net, x)[:-1]
    xp, linear = namespace(x), Linearised(net, net.slopes(h))
    d = [xp.ones_like(a) + 0.5 * a for a in h[1:]]
    top = 0.0
    for _ in range(POWERS):
        size = xp.sqrt(_dot(d, d))
        d = linear.curvature([a / size for a in d])
        top = float(xp.max(xp.sqrt(_dot(d, d))))
    return 0.95 * 2 / top


def _dot(one: Changes, other: Changes) -> Array:
    """Inner products of every input: (sample, input, 1)."""
    xp = namespace(one[0])
    return sum(xp.sum(a * b, axis=-1, keepdims=True) for a, b in zip(one, other, strict=True))


def _ratio(a: Array, b: Array) -> Array:
    xp = namespace(a)
    return xp.where(b > 0, a / xp.where(b > 0, b, xp.ones_like(b)), xp.zeros_like(a))
