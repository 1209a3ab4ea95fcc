"""Inference in one network whose weights are given, with checks of their shapes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from depthlaws.sims.common.argument_checks import numbers
from depthlaws.sims.common.backend import get
from depthlaws.sims.common.cost import LAYER_SECONDS, afford, speeds
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

    Parameters
    ----------
    model : PCN
        Network.
    inference : Inference
        Method that finds the activities.
    weights : list of arrays
        Weights of the layers, (out, in) each.
    x : array
        Inputs, (input, feature).
    y : array
        Targets, (input, output).
    start : list of arrays, optional
        Activities (input, width) at the start, by default those of the pass forward.
    tolerance : float
        Relative distance of the energy from its least value that exact inference must reach.

    Returns
    -------
    activities : list of numpy.ndarray
        Activities z_1, ..., z_(L-1), (input, width) each.
    energies : numpy.ndarray
        Energies, means over inputs, at the start and after every iteration; with exact inference
        the last one alone.

    Raises
    ------
    ValueError
        If shapes do not fit the model or each other, numbers are not finite, or the iterations
        would take over a day.
    MemoryError
        If the activities need more memory than is free.
    ArithmeticError
        If inference diverges; the message names a step size at which it converges.

    Examples
    --------
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
        shapes = f"(input, {model.features}) and (input, {model.outputs})"
        msg = f"x and y must be {shapes}, got {inputs.shape} and {targets.shape}"
        raise ValueError(msg)
    activities = None if start is None else _checked_start(start, inputs, model)
    _afford_iterations(model, inference, len(inputs))
    inputs, targets = inputs[None], targets[None]
    if inference.method == "exact":
        solution = equilibrium.solve(net, inputs, targets, tolerance=tolerance, start=activities)
        return [z[0] for z in solution.z[1:]], np.array([solution.energy.mean()])
    path: list[float] = []
    last: list[Array] = []
    for state in inference.walk(net, inputs, targets, activities):
        path.append(float(energies(net, state.e).mean()))
        last = state.z
    return [z[0] for z in last[1:]], np.array(path)


def _afford_iterations(model: PCN, inference: Inference, inputs: int) -> None:
    """Check memory and time. Raises: MemoryError or ValueError if either would not do."""
    if inference.method == "exact":
        return
    cpu, steps = get("cpu"), float(inference.iterations + 1)
    products = 4.0 * inputs * sum(a * b for a, b in model.shapes)
    activities = inputs * (model.depth - 1) * model.width
    afford(
        f"inference of {inference.iterations} steps",
        need=64.0 * activities + 8 * steps,
        seconds=steps * (products / speeds(cpu)[1] + model.depth * LAYER_SECONDS),
        free=cpu.available(),
        instead="ask for fewer iterations",
    )


def _finite(name: str, value: ArrayLike) -> np.ndarray:
    array = numbers(name, value)
    if not np.isfinite(array).all():
        msg = f"{name} must be finite, got {np.count_nonzero(~np.isfinite(array))} that are not"
        raise ValueError(msg)
    return array


def _fitting(shapes: list[tuple[int, ...]], model: PCN) -> None:
    """Check the shapes of all layers. Raises: ValueError for the first that does not fit."""
    if len(shapes) != model.depth:
        msg = f"weights must be {model.depth} matrices, one for each layer, got {len(shapes)}"
        raise ValueError(msg)
    for layer, (given, shape) in enumerate(zip(shapes, model.shapes, strict=True), start=1):
        if given != shape:
            msg = f"weights of layer {layer} must be (out, in) = {shape}, got {given}"
            raise ValueError(msg)


def _checked_start(start: Sequence[ArrayLike], x: np.ndarray, model: PCN) -> list[Array]:
    arrays = [_finite(f"activities of layer {i}", z) for i, z in enumerate(start, start=1)]
    shape = (len(x), model.width)
    if [z.shape for z in arrays] != [shape] * (model.depth - 1):
        msg = f"start must be {model.depth - 1} arrays {shape}, got {[z.shape for z in arrays]}"
        raise ValueError(msg)
    return [x[None], *(z[None] for z in arrays)]
