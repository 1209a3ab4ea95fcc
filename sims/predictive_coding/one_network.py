"""Inference in one network whose weights are given, checked on the way in."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from depthlaws.sims.arguments import numbers
from depthlaws.sims.backend import get
from depthlaws.sims.cost import CALLS, afford, speeds
from depthlaws.sims.predictive_coding import equilibrium
from depthlaws.sims.predictive_coding.energy import Net, energies
from depthlaws.sims.predictive_coding.inference import Inference
from depthlaws.sims.predictive_coding.model import PCN

__all__ = ["infer"]

Array = Any


def infer(
    model: PCN,
    inference: Inference,
    weights: Sequence[ArrayLike],
    x: ArrayLike,
    y: ArrayLike,
    /,
    *,
    start: Sequence[ArrayLike] | None = None,
    tolerance: float = 1e-10,
) -> tuple[list[np.ndarray], np.ndarray]:
    """Activities z_1, ..., z_(L-1) that inference finds in one network, and its energies.

    ``start`` are the activities it starts from, by default the pass forward. The energies, each
    the mean over inputs, are those at the start and after every iteration; with exact inference
    the last one alone.

    Shapes: weights (out, in), x (input, feature), y (input, output), activities (input, width).
    Raises: ValueError for shapes that do not fit the model or each other, numbers that are not
            finite or steps of more than a day; ArithmeticError if inference diverges, with a step
            size that would not.

    >>> model = PCN(width=1, depth=2, features=1, parametrization="sp")
    >>> z, energy = infer(model, Inference(), [[[1.0]], [[1.0]]], [[0.0]], [[1.0]])
    >>> z[0].tolist(), energy.tolist()
    ([[0.5]], [0.25])
    """
    arrays = [_finite(f"weights of layer {i}", w) for i, w in enumerate(weights, start=1)]
    _fitting([w.shape for w in arrays], model)
    net = Net(model, [w[None] for w in arrays])
    inputs, targets = _finite("x", x), _finite("y", y)
    rows = inputs.shape[:1]
    if inputs.shape != (*rows, model.features) or targets.shape != (*rows, model.outputs):
        said = f"(input, {model.features}) and (input, {model.outputs})"
        msg = f"x and y must be {said}, got {inputs.shape} and {targets.shape}"
        raise ValueError(msg)
    begun = None if start is None else _start(start, inputs, model)
    _affordable(model, inference, len(inputs))
    one, other = inputs[None], targets[None]
    if inference.method == "exact":
        found = equilibrium.solve(net, one, other, tolerance=tolerance, start=begun)
        return [z[0] for z in found.z[1:]], np.array([found.energy.mean()])
    path: list[float] = []
    last: list[Array] = []
    for seen in inference.walk(net, one, other, begun):
        path.append(float(energies(net, seen.e).mean()))
        last = seen.z
    return [z[0] for z in last[1:]], np.array(path)


def _affordable(model: PCN, inference: Inference, inputs: int) -> None:
    """Raise MemoryError or ValueError for steps that take too much room or more than a day."""
    if inference.method == "exact":
        return
    cpu, steps = get("cpu"), float(inference.iterations + 1)
    products = 4.0 * inputs * sum(a * b for a, b in model.shapes)
    activities = inputs * (model.depth - 1) * model.width
    afford(
        f"inference of {inference.iterations} steps",
        need=64.0 * activities + 8 * steps,
        seconds=steps * (products / speeds(cpu)[1] + model.depth * CALLS),
        free=cpu.available(),
        instead="ask for fewer",
    )


def _finite(name: str, value: ArrayLike) -> np.ndarray:
    found = numbers(name, value)
    if not np.isfinite(found).all():
        msg = f"{name} must be finite, got {np.count_nonzero(~np.isfinite(found))} that are not"
        raise ValueError(msg)
    return found


def _fitting(shapes: list[tuple[int, ...]], model: PCN) -> None:
    """Raise ValueError for the first layer of a wrong shape."""
    if len(shapes) != model.depth:
        msg = f"a network of depth {model.depth} has as many matrices, got {len(shapes)}"
        raise ValueError(msg)
    for layer, (found, right) in enumerate(zip(shapes, model.shapes, strict=True), start=1):
        if found != right:
            msg = f"weights of layer {layer} must be (out, in) = {right}, got {found}"
            raise ValueError(msg)


def _start(start: Sequence[ArrayLike], x: np.ndarray, model: PCN) -> list[Array]:
    arrays = [_finite(f"activities of layer {i}", z) for i, z in enumerate(start, start=1)]
    shape = (len(x), model.width)
    if [z.shape for z in arrays] != [shape] * (model.depth - 1):
        msg = f"start must be {model.depth - 1} arrays {shape}, got {[z.shape for z in arrays]}"
        raise ValueError(msg)
    return [x[None], *(z[None] for z in arrays)]
