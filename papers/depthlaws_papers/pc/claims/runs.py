"""Simulated networks that several sections share, and the test of statements about them.

Data and networks are drawn from the ledger's seed. Each statement compares the mean over networks
of one number per network (or per pair of networks) with a bound; it is supported only if the mean
lies on the stated side of the bound (false alarm 1e-6, Student's t). The bound follows from the
statement alone: zero for "nearer" or "sooner"; for a power of the width that theory predicts, half
that power, so that the measured exponent is nearer to the theory's than to zero.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from depthlaws.claims.engine.checks import Sampled
from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN, Inference, Task, energy, toy, train
from depthlaws.sims.predictive_coding.equilibrium import solve
from depthlaws.sims.predictive_coding.model import seeds

Array = np.ndarray
Network = Literal["mlp", "residual"]
KINDS: tuple[Network, ...] = ("mlp", "residual")

EXACT = Inference()
TOLERANCE = 1e-6  # share of the energy
# Higher powers of 1/N left by an extrapolation can reach a standard error: a threshold for
# one false alarm in 10^8 then gives one in 10^6.
LEFT_ALARM = 1e-8


@lru_cache(maxsize=128)
def run(
    model: PCN,
    *,
    samples: int,
    seed: int,
    steps: int,
    inference: Inference = EXACT,
    task: str = "toy",
    inputs: int | None = None,
    optimizer: str = "sgd",
    rate: float = 0.025,
    rules: tuple[str, ...] = ("pc", "bp"),
    observe: tuple[str, ...] = ("loss", "energy", "cosine", "between"),
    dtype: str = "float64",
) -> xr.Dataset:
    """Networks trained by both rules, cached for later claims."""
    return train(
        model,
        inference,
        samples=samples,
        seed=seed,
        steps=steps,
        task=task,
        inputs=inputs,
        optimizer=optimizer,
        rate=rate,
        rules=rules,
        observe=observe,
        tolerance=TOLERANCE,
        dtype=dtype,
    )


def seen(found: xr.Dataset, name: str, rule: str = "pc") -> Array:
    """Quantity compared along the run of one rule, (sample, ..., step)."""
    one = found[name]
    return (one.sel(rule=rule) if "rule" in one.dims else one).to_numpy()


def certified(*found: xr.Dataset) -> Array:
    """Mask (sample,) of networks brought to equilibrium at every step of these runs."""
    return np.all([seen(f, "promise").max(axis=-1) <= TOLERANCE for f in found], axis=0)


def off(found: xr.Dataset, at: Sequence[int] = (0,)) -> Array:
    """L/F* - 1 and 1 - cos at equal parameters, (sample, 2, step)."""
    ratio = seen(found, "loss") / seen(found, "energy") - 1
    return np.stack([ratio, 1 - seen(found, "cosine")], axis=1)[..., list(at)]


def logs(near: Array, far: Array) -> Array:
    """Logarithm of the factor by which the second array is smaller, for each network."""
    return np.log(near / far)


def above(estimate: Callable[[int], Array], bound: ArrayLike = 0.0, what: str = "") -> Sampled:
    """Check that the mean over networks is above a bound in every component."""
    return Sampled(estimate, lambda: bound, relation=">", what=what)


def below(estimate: Callable[[int], Array], bound: ArrayLike = 0.0, what: str = "") -> Sampled:
    """Check that the mean over networks is below a bound in every component."""
    return Sampled(estimate, lambda: bound, relation="<", what=what)


def toy_task(seed: int) -> Task:
    """The toy task that networks of this seed learn."""
    return toy(seeds(seed, 1)[0])


def at_start(model: PCN, samples: int, seed: int) -> tuple[Array, Array]:
    """The matrix S of initial networks, (sample, output, output), and control variates, (sample,).

    The control variate, of mean zero, is the contribution of the short paths to the outputs to the
    mean eigenvalue of S, which is one plus the squared norms of all paths: a layer multiplies the
    mean of those by c^2 N E w^2, plus 1 if it is skipped. Of the longest path only the effect of
    its last factor is subtracted.
    """
    weights = model.draw(seeds(seed, samples)[1], backend.get("cpu"), "float64")
    data = np.zeros((samples, 1, model.features)), np.zeros((samples, 1, model.outputs))
    c, size, e = model.multipliers, float(model.width), model.exponents
    variance = 1 / (3 * size) if e.kaiming else size**-e.b
    path, wanted, off = c[-1] * weights[-1], c[-1] ** 2 * size * variance, np.zeros(samples)
    for layer in range(model.depth - 1, 1, -1):
        skipped = model.skips(layer)
        grown = c[layer - 1] ** 2 * size * variance + skipped
        here = np.sum(path**2, axis=(1, 2)) / model.outputs - wanted
        off += here * (1 + grown * (layer == 2))
        path = c[layer - 1] * (path @ weights[layer - 1]) + skipped * path
        wanted *= grown
    return solve(energy.Net(model, weights), *data).stiffness, off


def first_kernel(model: PCN, samples: int, seed: int, x: Array, y: Array, many: int) -> Array:
    """Control variates of mean zero: outputs, and the kernel of the first step, (sample, control).

    Both are taken along y, Phi y, ..., ``many`` orthonormalised directions of the samples. The
    kernel is the sum over layers of c_l^2 |m_l|^2 h_(l-1) h_(l-1)^T, whose factors are independent;
    it is divided by its mean along y.
    """
    weights = model.draw(seeds(seed, samples)[1], backend.get("cpu"), "float64")
    c, along = model.multipliers, _directions(x @ x.T, y, many)
    forward = [np.broadcast_to(x.T @ along, (samples, x.shape[1], many))]
    for layer, w in enumerate(weights, start=1):
        skipped = forward[-1] if model.skips(layer) else 0
        forward.append(c[layer - 1] * (w @ forward[-1]) + skipped)
    paths = [np.ones((samples, 1, 1))]
    for layer in range(model.depth, 1, -1):
        skipped = paths[-1] if model.skips(layer) else 0
        paths.append(c[layer - 1] * (paths[-1] @ weights[layer - 1]) + skipped)
    terms = zip(c, paths[::-1], forward[:-1], strict=True)
    kernel = sum(
        k * k * np.sum(m * m, axis=(1, 2))[:, None, None] * (np.swapaxes(h, 1, 2) @ h)
        for k, m, h in terms
    )
    wanted = _mean_kernel(model) * (along.T @ x @ x.T @ along)
    pairs = np.triu_indices(many)
    moved = (kernel - wanted)[:, pairs[0], pairs[1]] / wanted[0, 0]
    return np.hstack([forward[-1][:, 0, :], moved])


def _directions(phi: Array, y: Array, many: int) -> Array:
    """Columns that span y, Phi y, Phi^2 y, ..."""
    columns = [y]
    for _ in range(many - 1):
        columns.append(phi @ columns[-1] / np.linalg.norm(phi))
    return np.linalg.qr(np.stack(columns, axis=1))[0]


def _mean_kernel(model: PCN) -> float:
    """Mean of the sum over layers of c_l^2 |m_l|^2 |h_(l-1)|^2 for unit variances, over |x|^2."""
    c, n = np.array(model.multipliers), model.width
    grown = [c[i] ** 2 * n + model.skips(i + 1) for i in range(1, model.depth - 1)]
    states = np.cumprod([1.0, c[0] ** 2 * n, *grown])
    paths = np.cumprod([1.0, c[-1] ** 2 * n, *grown[::-1]])[::-1]
    return float(np.sum(c**2 * paths * states))
