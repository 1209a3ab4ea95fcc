"""Gradient descent and gradient flow on deep scalar linear networks, over whole grids at once.

The only formula here is the gradient of the training loss (:mod:`.models`). Data enter
through mu_yx = mean(y x) and mu_xx = mean(x^2); ``loss`` is the training loss above the best linear
fit of the data, (mu_yx - mu_xx a)^2 / (2 mu_xx) with a the total weight.

A run that diverges leaves inf or NaN behind, a gap, without a warning.
"""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from depthlaws.sims.arguments import choice, integer, names, number, numbers, rates
from depthlaws.sims.backend import Backend, get
from depthlaws.sims.cost import afford, fit
from depthlaws.sims.draws import checked_seed
from depthlaws.sims.registry import simulator
from depthlaws.sims.scalar.grid import Grid, Numbers, Progress, named, recorded
from depthlaws.sims.scalar.models import NETWORKS, Layers, coefficients
from depthlaws.sims.scalar.parts import Part, parts

__all__ = ["OBSERVABLES", "gradient_descent", "gradient_flow", "hessian", "loss", "unbalanced"]


OBSERVABLES = ("total", "loss", "weights", "sharpness", "spectrum")


@simulator("scalar", along=("network", "depth", "data", "rate", "init", "step"))
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

    ``record`` lists the steps to keep (the last by default). ``observe`` may add ``weights`` (not
    at depth inf) and, for full networks, ``sharpness`` (largest Hessian eigenvalue) and
    ``spectrum``. ``progress(done, total)`` is told of every step of the grid's parts.

    Shapes: every observable has a dimension ``step`` and those of the grid.
    Raises: ValueError naming what is not allowed, NaN included.

    >>> grid = Grid("feedforward", [2, 8], scaled_rate=1.0, mu_yx=1.0, total=0.1)
    >>> run = gradient_descent(grid, steps=20)
    >>> dict(run.sizes)
    {'step': 1, 'depth': 2}
    >>> bool((run.loss < 1e-12).all())
    True
    """
    full, kept, backend = grid.checked, recorded(steps, record), get(device)
    observe = names("observe", observe)
    unknown = set(observe) - set(OBSERVABLES)
    if unknown or not observe:
        msg = f"observe must be among {OBSERVABLES}, got {sorted(unknown)}"
        raise ValueError(msg)
    allowed = {"total", "loss"} if math.inf in full.depths else {"total", "loss", "weights"}
    if (full.balanced or math.inf in full.depths) and set(observe) - allowed:
        msg = f"balanced or infinitely deep runs have only {sorted(allowed)}, got {tuple(observe)}"
        raise ValueError(msg)
    todo = [*parts(full)]
    _afford(todo, kept, observe, backend)
    runs = [
        part.run(kept, observe, backend.xp, _told(progress, i, len(todo), kept[-1]))
        for i, part in enumerate(todo)
    ]
    whole = xr.concat(runs, dim="depth") if len(runs) > 1 else runs[0]
    whole = whole.sel(depth=list(full.depths))
    whole.attrs = {"steps": steps, "balanced": int(full.balanced)}
    single = {"network": grid.network, "depth": grid.depth}
    return whole.squeeze([dim for dim, given in single.items() if np.ndim(given) == 0])


def _afford(
    todo: Sequence[Part], kept: list[int], observe: tuple[str, ...], backend: Backend
) -> None:
    """Raise MemoryError, or ValueError for the time, before a run nobody can wait for."""
    costs = [part.cost(kept, observe, backend) for part in todo]
    output = sum(cost.output for cost in costs)
    points, deepest = sum(part.points for part in todo), max(part.layers for part in todo)
    afford(
        f"gradient descent on {points} networks of {deepest} layers for {kept[-1]} steps",
        need=output + max(cost.need - cost.output for cost in costs),
        output=output,
        free=backend.available(),
        seconds=sum(cost.seconds for cost in costs),
    )


def _told(
    progress: Progress | None, part: int, parts: int, steps: int
) -> Callable[[int], None] | None:
    if progress is None:
        return None
    return lambda step: progress(part * steps + step, parts * steps)


def unbalanced(
    weight: Numbers, *, spread: float, layers: int, samples: int, seed: int
) -> xr.DataArray:
    """Initial weights that differ between layers: weight * exp(spread * standard normal).

    Returns dimensions (sample, layer) after those of ``weight``. Networks of any depth up to
    ``layers`` use the first layers of the same draws.

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

    ``weight`` gives the initial weight of each layer (its length is the depth). One unit of time
    is one step of gradient descent at this rate.

    Error: the solver's; about 100 rtol.
    Shapes: total, loss (time,), weights (time, layer).
    Raises: ValueError for input that is not allowed, ArithmeticError if the solver gives up.

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
    """Full Hessian of the loss of one network: weights (..., layer) -> (..., layer, other).

    >>> hessian("feedforward", [1.0, 1.0], mu_yx=1.0).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return _layers(network, weights, mu_yx, mu_xx).hessian(numbers("weights", weights))


def loss(network: str, weights: ArrayLike, *, mu_yx: float, mu_xx: float = 1.0) -> np.ndarray:
    """Loss of one network at any weights, above the best linear fit: (..., layer) -> (...).

    >>> float(loss("feedforward", [1.0, 3.0], mu_yx=1.0))
    2.0
    """
    total = _layers(network, weights, mu_yx, mu_xx).total(numbers("weights", weights))
    return (mu_xx * total - mu_yx) ** 2 / (2 * mu_xx)


def _layers(network: str, weights: ArrayLike, mu_yx: float, mu_xx: float) -> Layers:
    w = numbers("weights", weights)
    if w.ndim == 0:
        msg = f"weights must be (..., layer), got the number {weights!r}"
        raise ValueError(msg)
    second = number("mu_xx", mu_xx, least=np.finfo(float).tiny, says="positive and finite")
    factor = coefficients(choice("network", network, NETWORKS), w.shape[-1])
    return Layers(*factor, number("mu_yx", mu_yx), second)
