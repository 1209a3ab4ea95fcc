"""First passes and first steps of streams with visits, at three widths, as means and covariances.

The results are stored: their fit in 1/width meets the laws of infinite width.
"""

import itertools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import xarray as xr

from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.optimizers import SGD, Muon, Noise, Optimizer, Sign
from depthlaws.sims.residual import dense, matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.injection import InjectedMLP
from depthlaws.sims.residual.network import ResidualMLP

RATE = 1e-4  # small enough that a step is linear to about a ten-thousandth
NOISE = 0.5  # deviation of the entries of noise over that of the matrices
USE_LOOPS = 4  # loops in use of BLOCK
VISITS: Mapping[str, Any] = {
    "visits": (0, 1, 2, 1, 2, 1, 2, 3),
    "eps": (0.5, 0.3, 0.25, 0.2, 0.35, 0.3, 0.25, 0.4),
    "s": 1.2,
    "h0": 1.3,
}
SIGN_VISITS: Mapping[str, Any] = {  # signs: the law itself is a mean over samples
    "visits": (0, 1, 0, 1, 2),
    "eps": (0.5, 0.3, 0.4, 0.2, 0.4),
    "s": 1.2,
    "h0": 1.3,
}
BLOCK: Mapping[str, Any] = {"loops": 2, "layers": 2, "eps": 0.35, "s": 1.3}
INJECTED: Mapping[str, Any] = {"loops": 6, "a": 0.6, "b": 0.7, "eps": 0.5, "s": 1.2}
START = ((1.5, 0.4), (0.4, 0.8))  # overlaps of the initial state and the injected vector


class Case(NamedTuple):
    """Networks of one run, their step, and the quantities (sample,) by name."""

    model: Callable[[int], ResidualMLP]
    samples: int  # networks of the largest width
    quantities: Mapping[str, Callable[[xr.Dataset], xr.DataArray]]
    observe: tuple[str, ...]
    optimizer: Optimizer | None = None
    route: Any = matrix_free
    dtype: str = "float64"
    widths: tuple[int, int, int] = (256, 1024, 4096)
    shares: tuple[float, float, float] = (3.4, 0.9, 1.0)  # of ``samples``, by width
    options: Mapping[str, Any] = {}


def _stream(width: int) -> ResidualMLP:
    return ResidualMLP(width=width, **VISITS)


def _short(width: int) -> ResidualMLP:
    return ResidualMLP(width=width, **SIGN_VISITS)


def _block(width: int) -> ResidualMLP:
    return ResidualMLP(width=width, **BLOCK)


def _injected(norm: str) -> Callable[[int], InjectedMLP]:
    return lambda width: InjectedMLP(width=width, norm=norm, h0=START, **INJECTED)


def _coherence(run: xr.Dataset) -> xr.DataArray:
    """Mean cosine of the increments of different visits of one layer."""
    order = np.array(VISITS["visits"])
    pairs = np.argwhere((order[:, None] == order) & ~np.eye(len(order), dtype=bool))
    one, two = (xr.DataArray(side, dims="pair") for side in pairs.T)
    return run.cosines.isel(branch=one, branch_other=two).mean("pair")


def _layer(layer: int) -> Callable[[xr.Dataset], xr.DataArray]:
    return lambda run: run.weight_gradient.isel(layer=layer)


def _moved(name: str, rate: float = RATE) -> Callable[[xr.Dataset], xr.DataArray]:
    def of(run: xr.Dataset) -> xr.DataArray:
        change = run[name].isel(step=1)
        return (change.isel(time=-1) if "time" in change.dims else change) / rate**2

    return of


def _fall(run: xr.Dataset) -> xr.DataArray:
    return (run.readout.isel(step=0) - run.readout.isel(step=1)) / RATE


FIRST_PASS = ("energy", "linear", "quadratic", "gradient_energy")
CASES: Mapping[str, Case] = {
    "passes": Case(
        _stream,
        1200,
        {
            "energy": lambda run: run.energy.isel(time=-1),
            "coherence": _coherence,
            "backward": lambda run: run.gradient_energy.isel(time=0),
            **{f"gradient of layer {layer}": _layer(layer) for layer in range(4)},
        },
        (*FIRST_PASS, "cosines", "weight_gradient"),
    ),
    "gradient step": Case(
        _stream,
        2300,
        {"gradient step": _moved("change")},
        (*FIRST_PASS, "change"),
        SGD(RATE),
    ),
    "Muon step": Case(
        _stream,
        600,
        {"Muon step": _moved("change"), "nuclear norm": _fall},
        (*FIRST_PASS, "change", "readout"),
        Muon(RATE),
    ),
    "sign step": Case(
        _short,
        16_000,
        {"sign step": _moved("change")},
        (*FIRST_PASS, "change"),
        Sign(RATE),
        dense,
        "float32",
        (64, 128, 256),
        (2.0, 1.0, 1.0),
    ),
    "gradient step in use": Case(
        _block,
        2000,
        {"gradient step in use": _moved("change_in_use")},
        (*FIRST_PASS, "change_in_use"),
        SGD(RATE),
        options={"use_loops": USE_LOOPS},
    ),
    "noise": Case(
        _block,
        600,
        {"noise": _moved("change", 1.0)},
        (*FIRST_PASS, "change"),
        Noise(NOISE * BLOCK["s"]),
    ),
    **{
        f"norm {norm}": Case(
            _injected(norm),
            750,
            {
                f"norm {norm}, overlap of the last loops": lambda run: run.kernel[:, 0, 0, -1, -2],
                f"norm {norm}, overlap with e": lambda run: run.kernel[:, 0, 1, -1, 0],
            },
            ("kernel",),
        )
        for norm in ("none", "pre", "post")
    },
}
CONTROLS = 5  # of each case: means that are exact at every width; unused ones are 0


def _controls(run: xr.Dataset, case: Case) -> np.ndarray:
    """Return deviations of the controls from their exact means, (sample, control).

    H_0, B_1, C_1 and the energy of v; for injection the overlaps of the initial vectors.
    """
    controls = np.zeros((run.sizes["sample"], CONTROLS))
    if "kernel" in run:
        starts = run.kernel.to_numpy()[..., 0, 0] - np.array(START)
        controls[:, :3] = starts[:, [0, 0, 1], [0, 1, 1]]
        return controls
    first = run if case.optimizer is None else run.isel(step=0)
    model = case.model(8)
    start = float(np.asarray(model.h0))
    exact = (start, 0.0, (model.scales[0] * model.s) ** 2 * start / 2, 1.0)
    for i, (name, place) in enumerate(zip(FIRST_PASS, (0, 1, 1, -1), strict=True)):
        controls[:, i] = first[name].isel(time=place) - exact[i]
    return controls


def visits_by_width(*, seed: int = 12, share: float = 1.0) -> xr.Dataset:
    """Means and covariances of passes and steps of streams with visits, at three widths.

    Most of the time goes to the largest width, which the extrapolation leans on. The numbers of
    samples give the limit to about .15 %, so that an error of 1 % is noticed.

    Parameters
    ----------
    seed : int
        Seed of all draws.
    share : float
        Share of the samples that is drawn.

    Returns
    -------
    xarray.Dataset
        ``width`` and ``samples`` (law, place), ``mean`` (law, place, part) and ``covariance``
        (law, place, part, part_other) of a quantity and its controls, which are deviations from
        exact means.

    Examples
    --------
    >>> dict(visits_by_width(share=0.005).sizes)  # doctest: +SKIP
    {'law': 19, 'place': 3, 'part': 6, 'part_other': 6}
    """
    seed = checked_seed(seed)
    laws = [name for case in CASES.values() for name in case.quantities]
    shape, parts = (len(laws), 3), CONTROLS + 1
    used, drawn = np.empty((2, *shape), dtype=int)
    mean, covariance = np.empty((*shape, parts)), np.empty((*shape, parts, parts))
    for (i, case), j in itertools.product(enumerate(CASES.values()), range(3)):
        samples = max(parts + 2, round(share * case.shares[j] * case.samples))
        child = int(np.random.SeedSequence(seed, spawn_key=(i, j)).generate_state(1)[0])
        ensemble = Ensemble(samples=samples, seed=child, dtype=case.dtype)
        run = _run(case, case.model(case.widths[j]), ensemble)
        controls = _controls(run, case)
        for quantity, of in case.quantities.items():
            values, at = np.column_stack([of(run).to_numpy(), controls]), (laws.index(quantity), j)
            used[at], drawn[at] = case.widths[j], samples
            mean[at], covariance[at] = values.mean(axis=0), np.cov(values, rowvar=False)
    dims = ("law", "place")
    return xr.Dataset(
        {
            "width": (dims, used),
            "samples": (dims, drawn),
            "mean": ((*dims, "part"), mean),
            "covariance": ((*dims, "part", "part_other"), covariance),
        },
        {"law": laws},
        {"seed": seed, "rate": RATE, "noise": NOISE},
    )


def _run(case: Case, model: ResidualMLP, ensemble: Ensemble) -> xr.Dataset:
    if case.optimizer is None:
        return case.route.simulate(model, ensemble, observe=case.observe)
    return case.route.train(
        model, ensemble, case.optimizer, steps=1, observe=case.observe, **case.options
    )
