"""PC, Figures 1, A.5, A.6, A.7: cosine of both gradients over width, depth and training step."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, given, simulated
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws.theory.papers import PC

NETWORKS = ("residual", "mlp")
WORDS = {"residual": "residual", "mlp": "MLP"}


@dataclass(frozen=True)
class Parameters:
    """Batch, rate and optimiser as in section A.8; the grid of the paper is not stated."""

    widths: tuple[int, ...] = (8, 16, 32, 64, 128)
    depths: tuple[int, ...] = (2, 4, 8, 16)
    steps: int = 6
    samples: int = 4
    inputs: int = 64
    dtype: str = "float32"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Mean cosines at the first and the last step."""
    p, runs = parameters, []
    shape = (len(NETWORKS), len(p.depths), len(p.widths))
    found = {name: np.empty(shape) for name in ("start", "equal", "plotted")}
    for place in np.ndindex(shape):
        network, depth, width = NETWORKS[place[0]], p.depths[place[1]], p.widths[place[2]]
        run = train(
            PCN(width=width, depth=depth, network=network),
            Inference(),
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            rate=1e-3,
            optimizer="adam",
            task="digits",
            inputs=p.inputs,
            observe=("cosine", "between"),
            dtype=p.dtype,
        )
        at = run.cosine.sel(rule="pc").mean("sample")
        found["start"][place], found["equal"][place] = at[0], at[-1]
        found["plotted"][place] = run.between.mean("sample")[-1]
        runs.append(run)
    dims = ("network", "depth", "width")
    ds = xr.Dataset(
        {name: (dims, values) for name, values in found.items()},
        coords={"network": list(NETWORKS), "depth": list(p.depths), "width": list(p.widths)},
        attrs=computed(*runs) | {"steps": p.steps},
    )
    return described(
        ds,
        start=simulated("cosine of the gradients of energy and loss before training"),
        equal=simulated("the same after training, at equal parameters"),
        plotted=simulated("the same after training, between two runs, as the paper plots it"),
        network=given("network"),
        depth=given("depth L"),
        width=given("width N"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One row a network; columns: before, after as plotted, after at equal parameters."""
    grid = style.panels(canvas, 2, 3, sharex=True, sharey=True)
    titles = {
        "start": "$t=0$",
        "plotted": f"$t={ds.steps}$, as plotted",
        "equal": f"$t={ds.steps}$, equal parameters",
    }
    meshes = []
    for row, network in zip(grid, NETWORKS, strict=True):
        for axis, (name, title) in zip(row, titles.items(), strict=True):
            meshes.append(_map(axis, ds[name].sel(network=network)))
            axis.set_title(f"{WORDS[network]}; {title}")
    for axis in grid.flat:
        axis.set(xlabel="width $N$", ylabel="depth $L$")
        axis.set_xticks(np.arange(ds.sizes["width"]) + 0.5, [f"{n}" for n in ds.width.values])
        axis.set_yticks(np.arange(ds.sizes["depth"]) + 0.5, [f"{n}" for n in ds.depth.values])
    style.outer(grid.flat)
    style.colour_bar(canvas, meshes[-1], grid.flat, r"$\cos$(PC, BP), simulated", aspect=25)
    style.letters(grid.flat)


def _map(axis: Axes, cosine: xr.DataArray):
    """Heat map with its numbers, white on dark."""
    mesh = axis.pcolormesh(cosine, cmap=style.MAP, vmin=0.5, vmax=1, edgecolors="white", lw=0.5)
    for (i, j), value in np.ndenumerate(cosine.values):
        colour = "white" if value < 0.75 else "black"
        style.say(axis, f"{value:.2f}", j + 0.5, i + 0.5, ha="center", fontsize=6, color=colour)
    return mesh


def quotes(ds: xr.Dataset) -> list[Quote]:
    """The corners of the residual map."""
    one = ds.sel(network="residual")
    return [
        Quote(
            "residual, widest and shallowest: cos at the last step, two runs",
            "near 1",
            float(one.plotted[0, -1]),
        ),
        Quote("residual, narrowest and deepest", "lower", float(one.plotted[-1, 0])),
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, int]:
    """Width from which on the deepest MLPs' cosine rises at both ends of training."""
    rows = ds[["start", "equal"]].isel(depth=-1).sel(network="mlp").to_dataarray()
    falls = np.flatnonzero((rows.diff("width") < 0).any("variable"))
    return {"rises": int(ds.width[falls[-1] + 1 if len(falls) else 0])}


FIGURE = Figure(
    id="pc-fig1",
    says="PC aligns with BP where the width is much larger than the depth, MLPs later (digits).",
    source=PC.figure("1, A.5, A.6 and A.7"),
    caption="""Cosine of the gradients of the equilibrated energy (PC) and of the loss (BP), linear
    networks, mean-field parametrisation, Adam with eta_0 = 1/1000 and the paper's powers of width
    and depth, one batch of 64 handwritten digits in place of CIFAR-10 and Fashion-MNIST, which are
    read from local files only. Above: residual networks, alpha = 1/2 (figures 1 and A.5); below:
    MLPs (A.6 and A.7). (A, D) Before training. (B, E) At the last step between two separate runs,
    which is what the paper plots. (C, F) At the last step at the same parameters, along the run of
    predictive coding. At the largest depth drawn the cosine of MLPs still rises with the width,
    from N = {rises} on.""",
    runs="{samples} networks a cell, seed {seed}.",
    claims=("PC-F1", "PC-FA5", "PC-FA6-width"),
    height=3.9,
    quick=Parameters(),
    paper=Parameters(
        widths=(16, 32, 64, 128, 256, 512, 1024), depths=(2, 4, 8, 16, 32), steps=100, samples=3
    ),
    tiny={"widths": (4, 8), "depths": (2, 4), "steps": 1, "inputs": 8},
    data=data,
    facts=facts,
    draw=draw,
    quotes=quotes,
)
