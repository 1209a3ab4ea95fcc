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

from depthlaws.base.argument_errors import shown
from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import choice, integer, number
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.predictive_coding.energy import (
    Activities,
    Net,
    activity_gradients,
    energies,
    error_gradients,
    errors,
    forward,
    with_errors,
)
from depthlaws.sims.predictive_coding.linearised import Changes, Linearised

__all__ = ["Inference"]

Array = Any
Arrays = list[Any]

METHODS = ("exact", "gradient", "nesterov", "conjugate")
BATCHES = ("mean", "sum")
COORDINATES = ("activities", "errors")
POWER_ITERATIONS = 60  # of the power method for the largest curvature
DIVERGENCE_RATIO = 1e3  # energy over the first energy, beyond which inference diverges


@dataclass(frozen=True, kw_only=True)
class Inference:
    """Method that finds the activities at given weights.

    Parameters
    ----------
    method : str
        Method: exact, gradient, nesterov or conjugate. Conjugate gradients have no step size and
        need a linear network.
    step : float
        Step size beta, positive.
    iterations : int
        Number of steps.
    momentum : float, optional
        Momentum of Nesterov's method in [0, 1), by default (t - 1)/(t + 2) at iteration t.
    batch : str
        Energy whose gradient beta multiplies: its mean or its sum over inputs.
    coordinates : str
        Variables that method gradient moves: activities, or errors of the hidden layers, from which
        the activities follow (error-based predictive coding).

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
    >>> Inference(method="gradient", step=0.5, iterations=20).batch
    'mean'
    """

    method: str = "exact"
    step: float = 1.0
    iterations: int = 20
    momentum: float | None = None
    batch: str = "mean"
    coordinates: str = "activities"

    def __post_init__(self) -> None:
        choice("method", self.method, METHODS)
        choice("batch", self.batch, BATCHES)
        choice("coordinates", self.coordinates, COORDINATES)
        integer("iterations", self.iterations, least=0)
        if number("step", self.step) <= 0:
            msg = f"step must be positive, got {shown(self.step)}"
            raise ValueError(msg)
        moving = self.method in {"gradient", "nesterov"}
        for names, read, says in (
            ("step batch", moving, "method gradient or nesterov"),
            ("iterations", self.method != "exact", "another method than exact"),
            ("momentum", self.method == "nesterov", "method nesterov"),
            ("coordinates", self.method == "gradient", "method gradient"),
        ):
            require_read_fields(self, names, read=read, says=says)
        if self.momentum is not None and not 0 <= number("momentum", self.momentum) < 1:
            msg = f"momentum must be in [0, 1), got {shown(self.momentum)}"
            raise ValueError(msg)

    def walk(
        self, net: Net, x: Array, y: Array, start: Activities | None = None
    ) -> Iterator["Iterate"]:
        """Yield the activities at the start and after every iteration.

        Raises
        ------
        ArithmeticError
            If the activities diverge; the message names a step size at which they converge.
        ValueError
            If conjugate gradients meet a network that is not linear.
        """
        if self.method == "conjugate" and not net.model.linear:
            msg = f"conjugate gradients need a linear network, not {net.model.activation!r}"
            raise ValueError(msg)
        start = start or forward(net, x)[:-1]
        routes: dict[str, Callable[..., Iterator[Iterate]]] = {
            "gradient": self._descend,
            "nesterov": self._accelerate,
            "conjugate": self._conjugate,
        }
        first = math.inf
        with np.errstate(over="ignore", invalid="ignore"):
            for iteration, state in enumerate(routes[self.method](net, start, y)):
                total = float(namespace(x).sum(energies(net, state.e)))
                first = total if iteration == 0 else first
                if not total <= DIVERGENCE_RATIO * first:
                    raise ArithmeticError(self._diverged(net, x, y, iteration))
                yield state

    def _diverged(self, net: Net, x: Array, y: Array, iteration: int) -> str:
        safe = largest_step(net, x, self.coordinates) * (y.shape[1] if self.batch == "mean" else 1)
        failure = (
            f"inference by {self.method} with step {self.step:g} diverges (iteration {iteration})"
        )
        if self.method == "nesterov":
            safe *= 2 / 3  # (2 + 2 m)/(1 + 2 m) over the largest curvature, momentum m up to one
        return f"{failure}; a step below {safe:.3g} does not"

    def _moved(self, net: Net, state: "Iterate") -> Changes:
        """Return the activities after a step along the gradient."""
        step = self.step / (state.e[-1].shape[1] if self.batch == "mean" else 1)
        slopes = net.slopes(state.z)
        if self.coordinates == "errors":
            g = error_gradients(net, slopes, state.e)
            moved = [e - step * a for e, a in zip(state.e, g, strict=False)]
            return with_errors(net, state.z[0], moved)[1:]
        g = activity_gradients(net, slopes, state.e)
        return [z - step * a for z, a in zip(state.z[1:], g, strict=True)]

    def _descend(self, net: Net, z: Activities, y: Array) -> Iterator["Iterate"]:
        state = _iterate(net, z, y)
        yield state
        for _ in range(self.iterations):
            state = _iterate(net, [z[0], *self._moved(net, state)], y)
            yield state

    def _accelerate(self, net: Net, z: Activities, y: Array) -> Iterator["Iterate"]:
        state = ahead = _iterate(net, z, y)
        yield state
        for t in range(1, self.iterations + 1):
            new, old = self._moved(net, ahead), state.z[1:]
            momentum = self.momentum if self.momentum is not None else (t - 1) / (t + 2)
            further = (a + momentum * (a - b) for a, b in zip(new, old, strict=True))
            state, ahead = (_iterate(net, [z[0], *moved], y) for moved in (new, further))
            yield state

    def _conjugate(self, net: Net, z: Activities, y: Array) -> Iterator["Iterate"]:
        """Run conjugate gradients for every input separately."""
        state = _iterate(net, z, y)
        yield state
        linear = Linearised(net, net.slopes(z))
        residual = [-a for a in activity_gradients(net, net.slopes(z), state.e)]
        p, square = residual, _dot(residual, residual)
        for _ in range(self.iterations):
            h = linear.curvature(p)
            step = _ratio(square, _dot(p, h))
            z = [z[0], *(a + step * b for a, b in zip(z[1:], p, strict=True))]
            residual = [a - step * b for a, b in zip(residual, h, strict=True)]
            last, square = square, _dot(residual, residual)
            share = _ratio(square, last)
            p = [a + share * b for a, b in zip(residual, p, strict=True)]
            yield _iterate(net, z, y)


class Iterate(NamedTuple):
    """Activities and errors after an iteration."""

    z: Activities
    e: Arrays


def _iterate(net: Net, z: Activities, y: Array) -> Iterate:
    return Iterate(z, errors(net, z, y))


def largest_step(net: Net, x: Array, coordinates: str = "activities") -> float:
    """Return a step below which gradient descent on one input's energy converges.

    The bound is 2 / largest curvature of the Gauss-Newton Hessian at the pass forward. The power
    method gives it one or two percent too large, so five percent are subtracted.
    """
    h = forward(net, x)[:-1]
    xp, slopes = namespace(x), net.slopes(h)
    in_activities = Linearised(net, slopes).curvature

    def in_errors(d: Changes) -> Changes:
        moved = d[0]
        for layer, change in enumerate(d[1:], start=2):
            moved = net.push(layer, slopes[layer - 1], moved) + change
        return error_gradients(net, slopes, [*d, -net.push(len(d) + 1, slopes[-1], moved)])

    curvature = in_errors if coordinates == "errors" else in_activities
    d = [xp.ones_like(a) + 0.5 * a for a in h[1:]]
    top = 0.0
    for _ in range(POWER_ITERATIONS):
        size = xp.sqrt(_dot(d, d))
        d = curvature([a / size for a in d])
        top = float(xp.max(xp.sqrt(_dot(d, d))))
    return 0.95 * 2 / top


def _dot(x: Changes, y: Changes) -> Array:
    """Return the inner product of every input, (sample, input, 1)."""
    xp = namespace(x[0])
    return sum(xp.sum(a * b, axis=-1, keepdims=True) for a, b in zip(x, y, strict=True))


def _ratio(a: Array, b: Array) -> Array:
    xp = namespace(a)
    return xp.where(b > 0, a / xp.where(b > 0, b, xp.ones_like(b)), xp.zeros_like(a))
