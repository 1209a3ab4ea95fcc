"""PC, Figures 1, A.5, A.6, A.7: cosine of the gradients of PC and BP over width and depth."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws.theory.papers import PC

NETWORKS = ("residual", "mlp")
HALF = 0.5  # of the initial loss
WORDS = {"residual": "residual", "mlp": "MLP"}


@dataclass(frozen=True)
class Parameters:
    """Batch and optimiser are those of section A.8; grid, rate and numbers of steps are ours."""

    widths: tuple[int, ...] = (8, 16, 32, 64, 128)
    depths: tuple[int, ...] = (2, 4, 8, 16)
    steps: tuple[int, ...] = (80, 60, 50, 50)  # for each depth, at most
    rate: float = 0.05
    samples: int = 3
    inputs: int = 32
    dtype: str = "float32"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Mean cosines before training, and at the step at which the loss has halved."""
    p, runs = parameters, []
    shape = (len(NETWORKS), len(p.depths), len(p.widths))
    names = ("start", "equal", "plotted", "halved", "fall")
    values = {name: np.empty(shape) for name in names}
    for place in np.ndindex(shape):
        network, depth, width = NETWORKS[place[0]], p.depths[place[1]], p.widths[place[2]]
        run = train(
            PCN(width=width, depth=depth, network=network),
            Inference(),
            samples=p.samples,
            seed=seed,
            steps=p.steps[place[1]],
            rate=p.rate,
            optimizer="adam",
            task="digits",
            inputs=p.inputs,
            observe=("loss", "cosine", "between"),
            dtype=p.dtype,
        )
        mean = run.mean("sample")
        fall = (mean.loss / mean.loss[:, 0]).sel(rule="pc").to_numpy()
        step = int(np.argmax(fall <= HALF)) if fall.min() <= HALF else len(fall) - 1
        along = mean.cosine.sel(rule="pc")
        values["start"][place], values["equal"][place] = along[0], along[step]
        values["plotted"][place] = mean.between[step]
        values["halved"][place], values["fall"][place] = step, fall[step]
        runs.append(run)
    dims = ("network", "depth", "width")
    ds = xr.Dataset(
        {name: (dims, array) for name, array in values.items()},
        coords={"network": list(NETWORKS), "depth": list(p.depths), "width": list(p.widths)},
        attrs=simulation_attributes(*runs),
    )
    return describe(
        ds,
        start=simulated("cosine of the gradients of energy and loss before training"),
        equal=simulated("cosine of the gradients at the halved loss, at equal parameters"),
        plotted=simulated(
            "cosine of the gradients at the halved loss, between two runs, as the paper plots it"
        ),
        halved=simulated("step at which the mean loss has halved, or the last", "step"),
        fall=simulated("mean loss at that step over the loss at the start"),
        network=given("network"),
        depth=given("depth L"),
        width=given("width N"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw cosines before and after training, one row for each network."""
    grid = style.panels(canvas, 2, 3, sharex=True, sharey=True)
    titles = {
        "start": "before",
        "plotted": "two runs",
        "equal": "equal weights",
    }
    meshes = []
    for row, network in zip(grid, NETWORKS, strict=True):
        for axis, (name, title) in zip(row, titles.items(), strict=True):
            meshes.append(_map(axis, ds[name].sel(network=network)))
            axis.set_title(f"{WORDS[network]}: {title}")
    for axis in grid.flat:
        axis.set(xlabel="width $N$", ylabel="depth $L$")
        axis.set_xticks(np.arange(ds.sizes["width"]) + 0.5, [f"{n}" for n in ds.width.values])
        axis.set_yticks(np.arange(ds.sizes["depth"]) + 0.5, [f"{n}" for n in ds.depth.values])
    style.outer_labels_only(grid.flat)
    style.colour_bar(canvas, meshes[-1], grid.flat, r"$\cos$(PC, BP), simulated", aspect=25)
    style.panel_letters(grid.flat)


def _map(axis: Axes, cosine: xr.DataArray):
    """Draw a map with its numbers, white on dark cells."""
    mesh = axis.pcolormesh(
        cosine, cmap=style.COLOUR_MAP, vmin=0, vmax=1, edgecolors="white", lw=0.5
    )
    for (i, j), value in np.ndenumerate(cosine.values):
        colour = "white" if value < 0.6 else "black"
        style.label(axis, f"{value:.2f}", j + 0.5, i + 0.5, ha="center", fontsize=6, color=colour)
    return mesh


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Two corners of the map of residual networks."""
    cosines = ds.sel(network="residual")
    return [
        Quote(
            "residual, widest and shallowest: cos at the halved loss, two runs",
            "near 1",
            float(cosines.plotted[0, -1]),
        ),
        Quote("residual, narrowest and deepest", "lower", float(cosines.plotted[-1, 0])),
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Steps at which the loss has halved, and the number of cells where it has not."""
    reached = ds.fall <= HALF
    steps = ds.halved.where(reached)
    late = int((~reached).sum())
    return {
        "earliest": int(steps.min()) if reached.any() else 0,
        "latest": int(steps.max()) if reached.any() else 0,
        "exceptions": f"all but {late} cells" if late else "every cell",
    }


FIGURE = Figure(
    id="pc-fig1",
    says="Gradients of PC and BP align where the width is much larger than the depth, before "
    "training and when the loss has halved (digits).",
    source=PC.figure("1, A.5, A.6 and A.7"),
    caption="""Cosine of the gradients of the equilibrated energy (PC) and of the loss (BP), linear
    networks, mean-field parametrisation, Adam with the paper's powers of width and depth and eta_0
    = {rate} (the paper has 1/1000), one batch of {inputs} handwritten digits in place of CIFAR-10
    and Fashion-MNIST, which are not included. Above: residual networks, alpha = 1/2 (figures 1 and
    A.5); below: MLPs (A.6 and A.7). (A, D) Before training. (B, E) When the loss of predictive
    coding has halved, between two separate runs, as in the paper. (C, F) At the same step with
    equal weights, along the run of predictive coding. The loss has halved in {exceptions}, at steps
    {earliest} to {latest}; elsewhere the last step is shown.""",
    runs="{samples} networks for each cell, seed {seed}.",
    claims=("PC-F1", "PC-F1-trained", "PC-FA5", "PC-FA6-width"),
    height=3.9,
    quick=Parameters(),
    paper=Parameters(
        widths=(16, 32, 64, 128, 256, 512, 1024),
        depths=(2, 4, 8, 16, 32),
        steps=(100, 100, 100, 100, 100),
        inputs=64,
    ),
    tiny={"widths": (4, 8), "depths": (2, 4), "steps": (1, 1), "inputs": 8},
    data=data,
    facts=facts,
    draw=draw,
    quotes=quotes,
)
