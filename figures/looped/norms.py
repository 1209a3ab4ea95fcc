"""Looped: Figure 7 of the second version, norm along the loop, at initialisation."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.looped import scaling_rules as rules
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream

SCALINGS = {"linear": 1.0, "sqrt": 0.5}  # eps = N^-alpha L^-1/2
NAMES = {
    "linear": r"$\varepsilon=1/(N\sqrt{L})$",
    "sqrt": r"$\varepsilon=1/\sqrt{NL}$",
}


@dataclass(frozen=True)
class Parameters:
    """Depths, loops and width from figure 7 and table 2; number of networks ours."""

    depths: tuple[int, ...] = (12, 24, 48)
    loops: tuple[int, ...] = (2, 4, 8)
    width: int = 768
    samples: int = 16


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Norm after every loop, exact and simulated: NaN beyond the last one."""
    p = parameters
    shape = (len(SCALINGS), len(p.depths), len(p.loops), max(p.loops) + 1)
    norm, exact, error = np.full((3, *shape), np.nan)
    for a, alpha in enumerate(SCALINGS.values()):
        for i, L in enumerate(p.depths):
            for j, N in enumerate(p.loops):
                stream = Stream(loops=N, layers=L, eps=N**-alpha * L**-0.5, normalize=True)
                model = rules.network(stream, p.width)
                run = matrix_free.simulate(model, Ensemble(samples=p.samples, seed=seed))
                found = Estimate.of(np.sqrt(run.energy.values[:, ::L]))
                norm[a, i, j, : N + 1], error[a, i, j, : N + 1] = found.mean, found.sem
                exact[a, i, j, : N + 1] = np.sqrt(stream.energies[::L])
    dims = ("scaling", "depth", "loops", "loop")
    return xr.Dataset(
        {"norm": (dims, norm), "exact": (dims, exact), "error": (dims, error)},
        coords={
            "scaling": list(SCALINGS),
            "depth": list(p.depths),
            "loops": list(p.loops),
            "loop": np.arange(max(p.loops) + 1),
        },
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Rows: scaling; columns: depth; one curve for each number of loops."""
    axes = canvas.subplots(len(NAMES), ds.sizes["depth"], sharex=True, sharey="row", squeeze=False)
    looks = style.depth_styles(ds.loops.values)
    for row, scaling in zip(axes, ds.scaling.values, strict=True):
        for axis, depth in zip(row, ds.depth.values, strict=True):
            for loops, look in looks.items():
                one = ds.sel(scaling=scaling, depth=depth, loops=loops)
                axis.plot(ds.loop, one.exact, **style.line(look))
                axis.errorbar(ds.loop, one.norm, one.error, **style.points(look), elinewidth=0.8)
            axis.set(title=f"$L={depth}$, {NAMES[str(scaling)]}")
            axis.set_xticks(ds.loop.values[::2])
        row[0].set_ylabel(r"norm $R_n=|h_n|/\sqrt{d}$")
    for axis in axes[-1]:
        axis.set_xlabel("loop $n$")
    style.letters(axes.flat)
    handles = [rules.handle(look, label=f"$N={loops:g}$") for loops, look in looks.items()]
    handles += rules.exact_and_simulated()
    canvas.legend(handles=handles, loc="outside upper center", ncols=len(handles))


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Spread of the final norm over the loop counts."""
    final = ds.exact.where(ds.loop == ds.loops).max("loop")
    ratio = final.max("loops") / final.min("loops")
    says = {"linear": "the same final norm for every N", "sqrt": "not shown"}
    return [
        Quote(
            f"{scaling}, L = {depth}: largest over smallest final norm, exact",
            says[str(scaling)],
            float(ratio.sel(scaling=scaling, depth=depth)),
        )
        for scaling in ds.scaling.values
        for depth in ds.depth.values
    ]


FIGURE = Figure(
    id="looped-norms",
    says="Norm along the loop for several depths and numbers of loops, at initialisation.",
    source=LOOPED.figure(7),
    caption="""Norm of the normalised residual stream after each loop at initialisation: exact
    infinite-width curves through simulated means (width 768, 16 networks in the quick profile,
    bars one standard error; the points of a curve share their networks and move together). Under
    eps = 1/(N sqrt L) the final norm depends on neither N nor L, as the paper shows for trained
    Transformers. Under eps = 1/sqrt(N L), the rule of deep networks, it grows like sqrt N. The
    normalised model is drawn; without normalisation the top row ends near sqrt(G(1)) = 1.252
    instead, and the bottom row grows exponentially in sqrt N.""",
    claims=("LOOP-A-X1", "LOOP-B-T3", "LOOP-B-GN"),
    height=4.0,
    quick=Parameters(),
    paper=Parameters(samples=400),
    tiny={"depths": (2, 3), "loops": (1, 2), "width": 64, "samples": 4},
    data=data,
    draw=draw,
    quotes=quotes,
)
