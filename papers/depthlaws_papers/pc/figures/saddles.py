"""Losses of PC and BP from standard weights over widths and depths, for figures A.4 and A.23."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws_papers.pc.figures.axes import BLACK, LOSS

RULES = {"pc": {**BLACK, "color": style.VERMILION, "marker": "o"}, "bp": {**BLACK, "marker": "s"}}
LEVELS = (0.4, 0.1)  # losses: below the first a run has left the first saddle


@dataclass(frozen=True)
class Parameters:
    """Grid and number of steps are those of the authors' code."""

    widths: tuple[int, ...] = setting(
        (1, 4, 8), "widths", name="N", low=1, high=64, whole=True, most=3
    )
    depths: tuple[int, ...] = setting(
        (2, 4, 6, 8), "depths", name="L", low=2, high=16, whole=True, most=4
    )
    network: str = "mlp"
    steps: int = setting(400, "steps of training", units="step", low=10, high=2_000, whole=True)
    samples: int = setting(20, "pairs of networks of each size", low=2, high=200, whole=True)
    rate: float = setting(0.025, "learning rate eta_0", low=0, above=True, high=1)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Quartiles of the losses, and counts of networks in which PC is below each level first."""
    p = parameters
    shown = np.unique(np.geomspace(1, p.steps + 1, 40).astype(int)) - 1
    shape = (len(p.widths), len(p.depths))
    quartiles, runs = {}, []
    first, apart = np.zeros((2, *shape, len(LEVELS)), int)
    for i, j in np.ndindex(shape):
        model = PCN(
            width=p.widths[i],
            depth=p.depths[j],
            network=p.network,
            alpha=0.0 if p.network == "residual" else 0.5,
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
        losses = run.loss.sel(rule=["pc", "bp"]).to_numpy()
        first[i, j], apart[i, j] = np.transpose([_first(losses, level) for level in LEVELS])
        quartiles[i, j] = np.quantile(run.loss.isel(step=shown), [0.25, 0.5, 0.75], axis=1)
        runs.append(run)
    stacked = np.stack(
        [np.stack([quartiles[i, j] for j in range(shape[1])]) for i in range(shape[0])]
    )
    dims = ("width", "depth", "quartile", "rule", "step")
    ds = xr.Dataset(
        {
            "loss": (dims, stacked),
            "first": (("width", "depth", "level"), first),
            "apart": (("width", "depth", "level"), apart),
        },
        coords={
            "width": list(p.widths),
            "depth": list(p.depths),
            "level": list(LEVELS),
            "quartile": [0.25, 0.5, 0.75],
            "rule": runs[0].rule.values,
            "step": shown + 1,
        },
        attrs=simulation_attributes(*runs),
    )
    return describe(
        ds,
        loss=simulated("loss: quartiles over networks"),
        first=simulated("networks that PC brings below a loss first"),
        apart=simulated("networks that one of the two brings there first"),
        level=given("loss"),
        width=given("width N"),
        depth=given("depth L"),
        quartile=given("quartile"),
        rule=given("predictive coding (pc) or backpropagation (bp)"),
        step=given("step of gradient descent, plus one", "step"),
    )


def _first(loss: np.ndarray, level: float) -> tuple[int, int]:
    """Return the number of networks where PC is below a loss first, and of those without a tie."""
    below = loss < level
    pc, bp = np.where(below.any(-1), below.argmax(-1), np.inf)
    return int(np.sum(pc < bp)), int(np.sum(pc != bp))


def draw_grid(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw medians and quartiles of both rules, one panel for each width and depth."""
    grid = style.panels(canvas, ds.sizes["width"], ds.sizes["depth"], sharex=True, sharey=True)
    top = 1.1 * float(ds.loss.max())
    every = 3 if style.is_narrow(canvas) else 2
    for (i, j), axis in np.ndenumerate(grid):
        at = ds.isel(width=i, depth=j)
        for rule, look in RULES.items():
            low, middle, high = at.loss.sel(rule=rule)
            size = 4.2 if rule == "pc" else 2.2  # squares inside circles where both agree
            bars = style.bars(look, markevery=every, errorevery=every, markersize=size)
            axis.errorbar(ds.step, middle, [middle - low, high - middle], **bars)
        width, depth = int(at.width), int(at.depth)
        axis.set_title(f"$N={width}$, $L={depth}$")
        for level in ds.level.values:
            first, apart = int(at.first.sel(level=level)), int(at.apart.sel(level=level))
            upper = level == max(ds.level.values)  # between both lines, where no loss starts
            place = {"xytext": (0, -1 if upper else 1), "va": "top" if upper else "bottom"}
            style.label(
                axis,
                f"{first}/{apart}",
                1.0,
                level,
                color="0.3",
                fontsize=6,
                textcoords="offset points",
                **place,
            )
            axis.axhline(level, **style.GUIDE)
        axis.set_yticks([0, 0.2, 0.4, 0.6] if top < 1 else [0, 0.5, 1])
        axis.set(xscale="log", xlabel="step $t+1$", ylabel=f"loss {LOSS}", ylim=(0, top))
    style.outer_labels_only(grid.flat)
    style.legend(
        canvas,
        [
            style.legend_entry(style.points(look), {"pc": "PC", "bp": "BP"}[rule])
            for rule, look in RULES.items()
        ],
    )
    style.panel_letters(grid.flat)


LARGE_SIZE = 4  # width and depth from which the titles count networks


def counts(ds: xr.Dataset) -> dict[str, Any]:
    """Networks of LARGE_SIZE widths and depths, by the rule that is first below each loss."""
    large = ds.sel(width=ds.width >= LARGE_SIZE, depth=ds.depth >= LARGE_SIZE)
    pc, apart = (large[n].sum(("width", "depth")).values.tolist() for n in ("first", "apart"))
    return {
        "levels": LEVELS,
        "low": LEVELS[-1],
        "pc_high": f"{pc[0]} of {apart[0]}",
        "bp_high": f"{apart[0] - pc[0]} of {apart[0]}",
        "bp_low": f"{apart[1] - pc[1]} of {apart[1]}",
        "share_high": pc[0] / max(apart[0], 1),
        "share_low": pc[1] / max(apart[1], 1),
    }


def shows(network: str) -> str:
    """Return the caption of a drawing with changed parameters, for some networks."""
    return f"""Losses of PC (circles) and BP (squares), {network} of N = {{widths}}, L = {{depths}}.
    Kaiming's uniform weights on the toy task, gradient descent with eta = {{rate}}; medians of
    networks and their quartiles (bars). Numbers at a dashed line: networks that PC brings below
    this loss ({{levels}}) first, of all that one rule brings there first within the steps shown,
    without ties."""
