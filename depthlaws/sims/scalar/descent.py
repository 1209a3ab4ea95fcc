"""Gradient descent and gradient flow on deep scalar linear networks, over whole grids at once.

The only formula here is the gradient of the training loss (:mod:`.networks`). Data enter
through mu_yx = mean(y x) and mu_xx = mean(x^2); ``loss`` is the training loss above the best linear
fit of the data, (mu_yx - mu_xx a)^2 / (2 mu_xx) with a the total weight.

A run that diverges leaves inf or NaN in its results, without a warning.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from depthlaws.base.argument_errors import shown
from depthlaws.sims.common.argument_checks import choice, integer, number, numbers, rates
from depthlaws.sims.common.backend import Backend, get
from depthlaws.sims.common.cost import fit
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.last_values import with_last_meanings
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.scalar.grid import Grid, Numbers, Progress, named
from depthlaws.sims.scalar.networks import NETWORKS, Layers, coefficients
from depthlaws.sims.scalar.plan import OBSERVABLES, Plan

__all__ = ["gradient_descent", "gradient_flow", "hessian", "loss", "unbalanced"]


@simulator(
    "scalar",
    along=("network", "depth", "data", "rate", "init", "step"),
    says=with_last_meanings(OBSERVABLES, "step"),
)
def gradient_descent(
    grid: Grid,
    /,
    *,
    steps: int,
    record: Iterable[int] | None = None,
    observe: str | Sequence[str] = ("total", "loss"),
    device: str | Backend = "cpu",
    progress: Progress | None = None,
) -> xr.Dataset:
    r"""Run gradient descent on a whole grid of scalar networks at once.

    Parameters
    ----------
    grid : Grid
        Networks, data, rates and starts.
    steps : int
        Number of steps, at least 0.
    record : sequence of int, optional
        Steps to record, from 0 to ``steps``; by default the last.
    observe : str or sequence of str
        Observables to record: total, loss, weights (not at depth inf) and, for networks that are
        not balanced, sharpness (largest Hessian eigenvalue) and spectrum.
    device : str
        Device: cpu (NumPy), torch, torch:cuda or torch:cuda:1 (PyTorch), or cuda (CuPy).
    progress : callable, optional
        Called as ``progress(done, total)`` after every step of the grid's parts.

    Returns
    -------
    xarray.Dataset
        Each observable as (step, ...) with the dimensions of the grid, and its value at the last
        of the recorded steps, ``loss_out`` of ``loss``.

    Raises
    ------
    ValueError, TypeError
        If an argument is not allowed, NaN included, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> grid = Grid("feedforward", [2, 8], scaled_rate=1.0, mu_yx=1.0, total=0.1)
    >>> run = gradient_descent(grid, steps=20)
    >>> dict(run.sizes)
    {'step': 1, 'depth': 2}
    >>> bool((run.loss < 1e-12).all())
    True
    """
    return Plan(grid, steps, record, observe, get(device)).run(progress)


def unbalanced(
    weight: Numbers, *, spread: float, layers: int, samples: int, seed: int
) -> xr.DataArray:
    """Initial weights that differ between layers: weight * exp(spread * standard normal).

    Parameters
    ----------
    weight : float or array
        Mean weight in the logarithm.
    spread : float
        Standard deviation of the logarithm.
    layers, samples : int
        Numbers of layers and samples, at least 1. Networks of any depth up to ``layers`` use the
        first layers of the same draws.
    seed : int
        Seed of the draws, at least 0.

    Returns
    -------
    xarray.DataArray
        Weights with dimensions (sample, layer) after those of ``weight``.

    Examples
    --------
    >>> unbalanced(0.5, spread=0.1, layers=8, samples=3, seed=0).dims
    ('sample', 'layer')
    """
    layers, samples = integer("layers", layers), integer("samples", samples)
    spread, weights = number("spread", spread), named("weight", weight, "init")
    need, free = 24.0 * samples * layers * weights.size, get("cpu").available()
    fit(f"{samples} samples of {layers} layers", need=need, free=free)
    normal = np.random.default_rng(checked_seed(seed)).standard_normal((samples, layers))
    return weights * xr.DataArray(np.exp(spread * normal), dims=("sample", "layer"))


def gradient_flow(
    network: str,
    weight: ArrayLike,
    times: ArrayLike,
    *,
    mu_yx: float,
    mu_xx: float = 1.0,
    rate: float = 1.0,
    rtol: float = 1e-11,
) -> xr.Dataset:
    """Gradient flow of one network with all its weights, by an adaptive ODE solver (DOP853).

    Parameters
    ----------
    network : str
        Network: feedforward, block1 or block2.
    weight : array
        Initial weight of each layer, (layer,); its length is the depth.
    times : array
        Times of the results, increasing and not negative; one unit is one step of gradient descent
        at this rate.
    mu_yx, mu_xx : float
        Moments mean(y x) and mean(x^2) of the data.
    rate : float
        Learning rate.
    rtol : float
        Relative tolerance of the solver, at least 1e-14; the error is about 100 rtol.

    Returns
    -------
    xarray.Dataset
        total and loss (time,), weights (time, layer).

    Raises
    ------
    ValueError
        If an argument is not allowed.
    ArithmeticError
        If the solver gives up.

    Examples
    --------
    >>> path = gradient_flow("feedforward", [0.5, 0.5], [0.0, 10.0], mu_yx=1.0)
    >>> path.total.values.round(6).tolist()
    [0.25, 1.0]
    """
    w = np.atleast_1d(named("weight", weight, "layer").to_numpy())
    t = np.atleast_1d(named("times", times, "time").to_numpy())
    rate, rtol = number("rate", rate), number("rtol", rtol, least=1e-14, says="at least 1e-14")
    rates("rate", rate)
    if not (len(t) and t[0] >= 0 and np.all(np.diff(t) > 0)):
        msg = f"times must be increasing and not negative, got {t.tolist()}"
        raise ValueError(msg)
    model = _layers(network, w, mu_yx, mu_xx)
    path = solve_ivp(
        lambda _, w: -rate * model.gradient(w),
        (0.0, max(t[-1], 1e-300)),
        w,
        method="DOP853",
        t_eval=t,
        rtol=rtol,
        atol=1e-3 * rtol,
    )
    if not path.success:
        msg = f"gradient flow stopped: {path.message}"
        raise ArithmeticError(msg)
    total = model.total(path.y.T)
    loss = (model.mu_xx * total - model.mu_yx) ** 2 / (2 * model.mu_xx)
    return xr.Dataset(
        {
            "weights": (("time", "layer"), path.y.T),
            "total": ("time", total),
            "loss": ("time", loss),
        },
        coords={"time": t},
    )


def hessian(network: str, weights: ArrayLike, *, mu_yx: float, mu_xx: float = 1.0) -> np.ndarray:
    """Full Hessian of the loss of one network.

    Parameters
    ----------
    network : str
        Network: feedforward, block1 or block2.
    weights : array
        Weights, (..., layer).
    mu_yx, mu_xx : float
        Moments mean(y x) and mean(x^2) of the data.

    Returns
    -------
    numpy.ndarray
        Second derivatives, (..., layer, other).

    Examples
    --------
    >>> hessian("feedforward", [1.0, 1.0], mu_yx=1.0).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return _layers(network, weights, mu_yx, mu_xx).hessian(numbers("weights", weights))


def loss(network: str, weights: ArrayLike, *, mu_yx: float, mu_xx: float = 1.0) -> np.ndarray:
    """Loss of one network at any weights, above the best linear fit.

    Parameters
    ----------
    network, weights, mu_yx, mu_xx
        Arguments of :func:`hessian`.

    Returns
    -------
    numpy.ndarray
        Loss, (...).

    Examples
    --------
    >>> float(loss("feedforward", [1.0, 3.0], mu_yx=1.0))
    2.0
    """
    total = _layers(network, weights, mu_yx, mu_xx).total(numbers("weights", weights))
    return (mu_xx * total - mu_yx) ** 2 / (2 * mu_xx)


def _layers(network: str, weights: ArrayLike, mu_yx: float, mu_xx: float) -> Layers:
    w = numbers("weights", weights)
    if w.ndim == 0:
        msg = f"weights must be (..., layer), got the number {shown(weights)}"
        raise ValueError(msg)
    second = number("mu_xx", mu_xx, least=np.finfo(float).tiny, says="positive and finite")
    factor = coefficients(choice("network", network, NETWORKS), w.shape[-1])
    return Layers(*factor, number("mu_yx", mu_yx), second)
