"""First step of one network whose weights are given, with checks of their shapes."""

from collections.abc import Iterable, Sequence

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from depthlaws.sims.common.argument_checks import numbers
from depthlaws.sims.common.backend import get
from depthlaws.sims.onestep.architecture import Architecture, Tensor
from depthlaws.sims.onestep.observables import Trial, checked_names, labelled
from depthlaws.sims.onestep.passes import Network
from depthlaws.sims.onestep.step import FirstStep

__all__ = ["given_step"]


def given_step(
    architecture: Architecture,
    step: FirstStep,
    weights: Sequence[ArrayLike],
    inputs: ArrayLike,
    labels: ArrayLike,
    /,
    *,
    fresh: ArrayLike | None = None,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Change of every layer of a network whose weights are given.

    Parameters
    ----------
    architecture : Architecture
        Network.
    step : FirstStep
        Loss and optimiser of the step; its ``batch``, ``evaluate`` and ``labels`` are not used.
    weights : list of arrays
        Weights of the shapes ``architecture.shapes``, the head last.
    inputs : array
        Mini-batch of the step, (input, width) or (input, *grid, width). For a first layer W of
        another width pass ``x @ W.T``: its outputs, as a layer that takes no step.
    labels : array
        Labels of the inputs, (input, outputs), or classes (input,) for cross-entropy.
    fresh : array, optional
        Probe: inputs at which the change is measured, by default those of the mini-batch.
    observe : str or sequence of str
        Observables to record: entries of ``OBSERVED``.

    Returns
    -------
    xarray.Dataset
        Energies as (layer,), for a rate of 1.

    Raises
    ------
    ValueError
        If an array has a wrong shape or is not finite; the message names it.

    Examples
    --------
    >>> network = Architecture(width=2, depth=1, activation="linear")
    >>> run = given_step(network, FirstStep(), [np.eye(2), [[1, 0]]], [[1, 0]], [[3.0]])
    >>> run.energy.values.tolist()  # z = (1, 0), out = 1, dL/dz = (-2, 0), dz = (2, 0)
    [2.0]
    """
    names, cpu = checked_names(step, observe), get("cpu")
    *layers, head = _checked_weights(architecture, weights)
    x = _checked_inputs("inputs", architecture, inputs)
    trial = Trial(
        weights=[_rows(w, tensor) for w, tensor in zip(layers, architecture.tensors, strict=True)],
        head=head.T[None].copy(),
        x=x,
        y=_checked_labels(architecture, step, labels, x.shape[2]),
        fresh=None if fresh is None else _checked_inputs("fresh", architecture, fresh),
        paired=False,
    )
    with np.errstate(over="ignore", invalid="ignore"):
        values = trial.values(Network(architecture, cpu), step, names, cpu)
    run = labelled(architecture, {name: value[0] for name, value in values.items()}, names, ())
    return run.assign_attrs(model=repr(architecture), step=repr(step))


def _checked_weights(architecture: Architecture, weights: Sequence[ArrayLike]) -> list[np.ndarray]:
    """Return the weights as arrays. Raises: ValueError unless they fit and are finite."""
    shapes = architecture.shapes
    if isinstance(weights, np.ndarray) or len(weights) != len(shapes):
        msg = f"weights must be a list of {len(shapes)} arrays, got {len(weights)}"
        raise ValueError(msg)
    arrays = [numbers(f"weights[{i}]", w) for i, w in enumerate(weights)]
    for i, (w, shape) in enumerate(zip(arrays, shapes, strict=True)):
        if w.shape != shape:
            msg = f"weights[{i}] must have shape {shape}, got {w.shape}"
            if i == 0 and w.ndim == len(shape) and w.shape[0] == shape[0]:
                msg += "; leave out a first layer of another width, and pass its outputs as inputs"
            raise ValueError(msg)
        if not np.isfinite(w).all():
            msg = f"weights[{i}] must be finite"
            raise ValueError(msg)
    return arrays


def _checked_inputs(name: str, architecture: Architecture, inputs: ArrayLike) -> np.ndarray:
    """Return (1, 1, input, site, width). Raises: ValueError unless they fit and are finite."""
    a, x = architecture, numbers(name, inputs)
    shape = (*a.axes, a.width)
    if x.ndim != len(shape) + 1 or x.shape[1:] != shape or not len(x):
        msg = f"{name} must have shape (input, {', '.join(map(str, shape))}), got {x.shape}"
        raise ValueError(msg)
    if not np.isfinite(x).all():
        msg = f"{name} must be finite"
        raise ValueError(msg)
    return x.reshape(1, 1, len(x), a.sites, a.width)


def _checked_labels(
    architecture: Architecture, step: FirstStep, labels: ArrayLike, inputs: int
) -> np.ndarray:
    """Return (1, 1, input, output). Raises: ValueError unless they fit and are finite."""
    y, outputs = numbers("labels", labels), architecture.outputs
    if step.loss == "ce":
        if y.shape != (inputs,) or not np.isin(y, np.arange(outputs)).all():
            msg = f"labels must be {inputs} classes 0, ..., {outputs - 1}, got {y.tolist()}"
            raise ValueError(msg)
        y = np.eye(outputs)[y.astype(int)]
    if y.shape != (inputs, outputs) or not np.isfinite(y).all():
        msg = f"labels must be finite, of shape {(inputs, outputs)}, got shape {y.shape}"
        raise ValueError(msg)
    return y[None, None]


def _rows(weight: np.ndarray, tensor: Tensor) -> np.ndarray:
    """Turn (out, in, *kernel) into (1, in, out), the inputs of each offset side by side."""
    moved = np.moveaxis(weight, (0, 1), (-1, -2))
    return moved.reshape(1, tensor.inputs, tensor.outputs)
