"""Looped, beyond the papers: energy of blocks over loops and layers under three scalings."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.looped import scaling_rules as rules
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream

SCALINGS: Mapping[str, Callable[[int, int], float]] = {
    "block": lambda N, L: 1 / (N * L**0.5),
    "linear": lambda N, L: 1 / N,
    "sqrt": lambda N, L: 1 / (N * L) ** 0.5,
}
NAMES = {
    "block": r"$\varepsilon=1/(N\sqrt{L})$",
    "linear": r"$\varepsilon=1/N$",
    "sqrt": r"$\varepsilon=1/\sqrt{NL}$",
}


@dataclass(frozen=True)
class Parameters:
    """Grids, the depths among them; lambda = 1 as in table 4 of the paper."""

    grid: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64)
    depths: tuple[int, ...] = (1, 4, 16, 64)
    loops: tuple[int, ...] = (1, 2, 4, 8, 16, 32)
    width: int = 512
    samples: int = 64
    steps: int = 256
    highest: float = 1e6


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Exact maps; exact curves over N and simulated points on them; limits at lambda = 1."""
    p = parameters
    exact = [[[_exact(rule, N, L) for N in p.grid] for L in p.grid] for rule in SCALINGS]
    points = np.array(
        [
            [[_simulated(p, rule, N, L, seed) for N in p.loops] for L in p.depths]
            for rule in SCALINGS
        ]
    )
    deep = [residual.limit(1.0, loops=N, layers=math.inf).value for N in p.loops]
    dims = ("scaling", "depth", "loops")
    return xr.Dataset(
        {
            "energy": (("scaling", "layers", "number"), exact),
            "simulated": (dims, points[..., 0]),
            "error": (dims, points[..., 1]),
            "deep": ("loops", deep),
            "limit": residual.limit(1.0).value,
        },
        coords={
            "scaling": list(SCALINGS),
            "layers": list(p.grid),
            "number": list(p.grid),
            "depth": list(p.depths),
            "loops": list(p.loops),
        },
    ).assign_attrs(width=p.width, samples=p.samples, highest=p.highest)


def _exact(rule: str, N: int, L: int) -> float:
    kernel = residual.block_kernel(N, L, SCALINGS[rule](N, L))
    return float(kernel[-1, -1, -1])


def _simulated(p: Parameters, rule: str, N: int, L: int, seed: int) -> tuple[float, float]:
    """Mean of H_N / H_0, whose law does not depend on H_0, and its error; NaN if not asked for."""
    if p.steps < N * L:
        return math.nan, math.nan
    model = rules.network(Stream(loops=N, layers=L, eps=SCALINGS[rule](N, L)), p.width)
    own = int(np.random.SeedSequence([seed, N, L]).generate_state(1)[0])
    energy = matrix_free.simulate(
        model, Ensemble(samples=p.samples, seed=own, dtype="float32")
    ).energy
    found = Estimate.of((energy.isel(time=-1) / energy.isel(time=0)).values)
    return found.mean, found.sem


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Top: maps over N and L. Bottom: curves over N for several L, with simulated points."""
    axes = canvas.subplots(2, len(NAMES))
    for axis, scaling in zip(axes[0], ds.scaling.values, strict=True):
        image = axis.pcolormesh(
            np.arange(ds.sizes["number"]),
            np.arange(ds.sizes["layers"]),
            ds.energy.sel(scaling=scaling),
            norm=LogNorm(1, ds.highest),
            cmap=style.MAP,
            rasterized=True,
        )
        axis.set(title=NAMES[str(scaling)], xlabel="loops $N$")
        places = [i for i, n in enumerate(ds.number.values) if n in TICKS]
        names = [f"{n:g}" for n in ds.number.values if n in TICKS]
        axis.set_xticks(places, names)
        axis.set_yticks(places, names)
        axis.spines[["top", "right"]].set_visible(True)
    axes[0, 0].set_ylabel("layers $L$")
    bar = canvas.colorbar(image, ax=axes[0].tolist(), extend="max", aspect=18, pad=0.015)
    bar.set_label("energy $H/H_0$, exact")
    looks = style.depth_styles(ds.depth.values)
    for axis, scaling in zip(axes[1], ds.scaling.values, strict=True):
        for depth, look in looks.items():
            one = ds.sel(scaling=scaling, depth=depth)
            axis.plot(ds.number, one.energy.sel(layers=depth), **style.line(look))
            axis.errorbar(ds.loops, one.simulated, one.error, **style.points(look), elinewidth=0.8)
        rules.doublings(axis, TICKS, "loops $N$")
    axes[1, 0].plot(ds.loops, ds.deep, color="black", linewidth=0.9)
    axes[1, 0].axhline(ds.limit, **style.GUIDE)
    axes[1, 0].annotate(
        "$G(1)$",
        (1, ds.limit),
        xytext=(-1, -3),
        textcoords="offset points",
        ha="left",
        va="top",
        color="0.35",
    )
    axes[1, 0].set(ylabel="energy $H/H_0$")
    for axis in axes[1, 1:]:
        axis.set(yscale="log", ylim=(1, ds.highest))
    style.letters(axes.flat)
    handles = [rules.handle(look, style.depth_label(L)) for L, look in looks.items()]
    handles.append(Line2D([], [], color="black", linewidth=0.9, label=style.depth_label(math.inf)))
    canvas.legend(
        handles=[*handles, *rules.exact_and_simulated()],
        loc="outside lower center",
        ncols=len(handles) + 2,
    )


TICKS = (1, 4, 16, 64)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Range of the energy over the whole grid under each scaling."""
    says = {"block": "Theta(1) in N and L", "linear": "grows with L", "sqrt": "grows with N"}
    return [
        Quote(
            f"{rule}: range of H/H_0 over N, L from 1 to {int(ds.number[-1])}, exact",
            paper,
            f"[{float(ds.energy.sel(scaling=rule).min()):.6g}, "
            f"{float(ds.energy.sel(scaling=rule).max()):.6g}]",
        )
        for rule, paper in says.items()
    ]


FIGURE = Figure(
    id="looped-blocks",
    says="Energy of a looped block over loops and layers under three residual scalings.",
    source=LOOPED.beyond("X-10"),
    caption="""Energy of a block of L ReLU layers looped N times at initialisation, relative to
    its start, without normalisation (the model of the paper's equations (1) and (2)). Top: exact
    infinite-width law over N and L. Bottom: the same over N for four depths (lines) through
    simulated means (width 512, 64 networks in the quick profile, bars one standard error). Only
    eps = 1/(N sqrt L) bounds the energy: over the whole grid it stays between 1.50 and 1.65, tends
    to G(1) = 1.568 for many loops at every depth, and to exp(1/2) for many layers looped once.
    eps = 1/N fails in L and eps = 1/sqrt(N L) fails in N, both exponentially: normalisation would
    turn that into powers. Where the energy is large its law at finite width is skewed, so a mean
    over few networks scatters about the curve by more than its bar.""",
    claims=("LOOP-A-X1", "LOOP-B-X10", "LOOP-B-T3"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(
        grid=(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128),
        width=2048,
        samples=400,
        steps=1024,
    ),
    tiny={
        "grid": (1, 2, 4),
        "depths": (1, 2),
        "loops": (1, 2, 4),
        "width": 128,
        "samples": 8,
        "steps": 4,
    },
    data=data,
    draw=draw,
    quotes=quotes,
)
