"""What figures A.4 and A.23 share: losses from standard weights over widths and depths."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.variables import described, given, simulated
from depthlaws.figures.pc.common import BLACK
from depthlaws.sims.predictive_coding import PCN, Inference, train

RULES = {"pc": {**BLACK, "color": style.OTHER, "marker": "o"}, "bp": {**BLACK, "marker": "s"}}
ESCAPED = 0.4


@dataclass(frozen=True)
class Parameters:
    """Grid and steps are those of the authors' code."""

    widths: tuple[int, ...] = (1, 4, 8)
    depths: tuple[int, ...] = (2, 4, 6, 8)
    network: str = "mlp"
    steps: int = 400
    samples: int = 20
    rate: float = 0.025


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Quartiles of the losses, and how many networks PC brings below ESCAPED first."""
    p = parameters
    kept = np.unique(np.geomspace(1, p.steps + 1, 40).astype(int)) - 1
    shape = (len(p.widths), len(p.depths))
    quartiles, first, apart, runs = {}, np.zeros(shape, int), np.zeros(shape, int), []
    for i, j in np.ndindex(shape):
        model = PCN(
            width=p.widths[i],
            depth=p.depths[j],
            network=p.network,
            alpha=0.0,
            parametrization="kaiming",
        )
        run = train(
            model,
            Inference(),
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            rate=p.rate,
            observe="loss",
        )
        first[i, j], apart[i, j] = _first(run.loss.sel(rule=["pc", "bp"]).to_numpy())
        quartiles[i, j] = np.quantile(run.loss.isel(step=kept), [0.25, 0.5, 0.75], axis=1)
        runs.append(run)
    stacked = np.stack(
        [np.stack([quartiles[i, j] for j in range(shape[1])]) for i in range(shape[0])]
    )
    dims = ("width", "depth", "quartile", "rule", "step")
    ds = xr.Dataset(
        {"loss": (dims, stacked), "first": (dims[:2], first), "apart": (dims[:2], apart)},
        coords={
            "width": list(p.widths),
            "depth": list(p.depths),
            "quartile": [0.25, 0.5, 0.75],
            "rule": runs[0].rule.values,
            "step": kept + 1,
        },
        attrs=computed(*runs),
    )
    return described(
        ds,
        loss=simulated("loss: quartiles over networks"),
        first=simulated(f"networks that PC brings below a loss of {ESCAPED} first"),
        apart=simulated("networks that one of the two brings there first"),
        width=given("width N"),
        depth=given("depth L"),
        quartile=given("quartile"),
        rule=given("predictive coding (pc) or backpropagation (bp)"),
        step=given("step of gradient descent, plus one", "step"),
    )


def _first(loss: np.ndarray) -> tuple[int, int]:
    """In how many networks PC is below ESCAPED first, of those without a tie."""
    below = loss < ESCAPED
    pc, bp = np.where(below.any(-1), below.argmax(-1), np.inf)
    return int(np.sum(pc < bp)), int(np.sum(pc != bp))


def draw_grid(ds: xr.Dataset, canvas: Canvas) -> None:
    """One panel a network: medians and quartiles of both rules."""
    grid = style.panels(canvas, ds.sizes["width"], ds.sizes["depth"], sharex=True, sharey=True)
    top = min(1.0, 1.15 * float(ds.loss.sel(quartile=0.5).max()))
    for (i, j), axis in np.ndenumerate(grid):
        at = ds.isel(width=i, depth=j)
        for k, (rule, look) in enumerate(RULES.items()):
            low, middle, high = at.loss.sel(rule=rule)
            where = (2 * k, 4)
            bars = style.bars(look, markevery=where, errorevery=where)
            axis.errorbar(ds.step, middle, [middle - low, high - middle], **bars)
        width, depth = int(at.width), int(at.depth)
        axis.set_title(f"$N={width}$, $L={depth}$")
        style.note(axis, f"PC first in {int(at.first)} of {int(at.apart)}", 0.97, 0.97)
        axis.axhline(ESCAPED, **style.GUIDE)
        axis.set(xscale="log", xlabel="step $t+1$", ylabel="loss", ylim=(0, top))
    style.outer(grid.flat)
    style.legend(
        canvas,
        [
            style.entry(style.points(look), {"pc": "PC", "bp": "BP"}[rule])
            for rule, look in RULES.items()
        ],
    )
    style.letters(grid.flat)
