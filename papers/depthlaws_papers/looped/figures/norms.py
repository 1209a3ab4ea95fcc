"""Looped: Figure 7, norm along the loop at initialisation."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures.scaling_rules import network

SCALINGS = {"linear": 1.0, "sqrt": 0.5}  # eps = N^-alpha L^-1/2
NAMES = {
    "linear": r"$\varepsilon=1/(N\sqrt{L})$",
    "sqrt": r"$\varepsilon=1/\sqrt{NL}$",
}


@dataclass(frozen=True)
class Parameters:
    """Depths, loops and width are those of figure 7 and table 2; samples are ours."""

    depths: tuple[int, ...] = setting(
        (12, 24, 48), "layers", name="L", whole=True, low=1, high=96, most=3
    )
    loops: tuple[int, ...] = setting(
        (2, 4, 8), "loops", name="N", whole=True, low=1, high=32, most=3
    )
    width: int = setting(768, "width of the networks", **WIDTH)
    samples: int = setting(24, "networks for each curve", **SAMPLES)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Norm after every loop, exact and simulated; NaN beyond the last loop."""
    p = parameters
    shape = (len(SCALINGS), len(p.depths), len(p.loops), max(p.loops) + 1)
    norm, law, error = np.full((3, *shape), np.nan)
    runs = []
    for a, alpha in enumerate(SCALINGS.values()):
        for i, L in enumerate(p.depths):
            for j, N in enumerate(p.loops):
                stream = Stream(loops=N, layers=L, eps=N**-alpha * L**-0.5, normalize=True)
                run = matrix_free.simulate(
                    network(stream, p.width), Ensemble(samples=p.samples, seed=seed)
                )
                runs.append(run)
                mean, half = mean_and_half_interval(np.sqrt(run.energy.values[:, ::L]))
                norm[a, i, j, : N + 1], error[a, i, j, : N + 1] = mean, half
                law[a, i, j, : N + 1] = np.sqrt(stream.energies[::L])
    dims, loop = ("scaling", "depth", "loops", "loop"), np.arange(max(p.loops) + 1)
    part = loop / np.array(p.loops)[:, None]
    dataset = xr.Dataset(
        {
            "norm": (dims, norm),
            "exact": (dims, law),
            "error": (dims, error),
            "part": (("loops", "loop"), np.where(part <= 1, part, np.nan)),
        },
        coords={
            "scaling": list(SCALINGS),
            "depth": list(p.depths),
            "loops": list(p.loops),
            "loop": loop,
        },
        attrs=simulation_attributes(*runs),
    )
    return describe(
        dataset,
        norm=simulated("norm after each loop"),
        exact=exact("norm after each loop, infinite width"),
        error=simulated("half of the 95 % interval of the norm"),
        part=given("part of the loops done, n/N"),
        scaling=given("scaling rule"),
        depth=given("layers L"),
        loops=given("loops N"),
        loop=given("loop n"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw norms over n/N, one panel for each rule; colours are loops, markers are layers."""
    ((left, right),) = style.panels(canvas, 1, 2)
    colours = style.depth_styles(ds.loops.values)
    for axis, scaling in ((left, "linear"), (right, "sqrt")):
        for i, (loops, look) in enumerate(colours.items()):
            for j, (depth, marker) in enumerate(zip(ds.depth.values, style.MARKERS, strict=False)):
                curve = ds.sel(scaling=scaling, depth=depth, loops=loops)
                if scaling == "sqrt" or loops == ds.loops[-1]:
                    axis.plot(curve.part, curve.exact, **style.line(look))
                bars = style.bars({**look, "marker": marker}, markersize=SIZES[j], zorder=3 + j)
                beside = curve.part + BESIDE * (i - 1) * (scaling == "linear")
                axis.errorbar(beside, curve.norm, curve.error, **bars)
            end = float(curve.exact.sel(loop=int(loops)))
            if scaling == "sqrt":
                style.label(axis, f"$N={loops:g}$", 1.09, end)
        axis.set(xlabel="fraction of the loops, $n/N$", ylabel=r"norm $R_n=|h_n|/\sqrt{d}$")
        axis.set_xlim(-0.08, 1.28 if scaling == "sqrt" else 1.1)
        axis.set_xticks([0, 0.5, 1], ["0", "1/2", "1"])
    one, grows = holds(ds).values()
    several = ds.sizes["loops"] > 1
    left.set_title(NAMES["linear"] + ": one curve" * (one and several))
    right.set_title(NAMES["sqrt"] + ": grows with $N$" * (grows and several))
    style.panel_letters([left, right])
    handles = [style.legend_entry(style.line(look), f"$N={n:g}$") for n, look in colours.items()]
    handles += [
        style.legend_entry(style.points({"color": "0.3", "marker": marker}), f"$L={depth:g}$")
        for depth, marker in zip(ds.depth.values, style.MARKERS, strict=False)
    ]
    style.legend(canvas, [*handles, *style.theory_and_simulation("exact, infinite width")])


BESIDE = 0.025  # in n/N between the points of two numbers of loops on one curve
SIZES = (6.5, 4.2, 2.0)  # points: markers of three depths, one inside the other


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact norms after all loops, over the numbers of loops and of layers."""
    final = ds.exact.where(ds.loop == ds.loops).max("loop").transpose("scaling", "loops", "depth")
    linear, sqrt = (final.sel(scaling=rule).values for rule in SCALINGS)
    return {
        "under 1/(N sqrt L) the norms of all N and L are within 2 %": bool(
            linear.max() < 1.02 * linear.min()
        ),
        "under 1/sqrt(N L) the norm grows with N": bool((np.diff(sqrt, axis=0) > 0).all()),
    }


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Largest over smallest final norm over the numbers of loops."""
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


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Distance of the exact ends under linear scaling, and the limit without normalisation."""
    ends = ds.exact.where(ds.loop == ds.loops).sel(scaling="linear")
    return {
        "apart": f"{100 * float(ends.max() / ends.min() - 1):.1f}",
        "limit": f"{residual.limit(1.0).value ** 0.5:.3f}",
    }


FIGURE = Figure(
    id="looped-norms",
    says="Under linear scaling the norm along the loop depends on n/N nearly alone; under sqrt "
    "scaling it grows with N.",
    source=LOOPED.figure(7),
    caption="""Norm of the normalised residual stream after each loop at initialisation, against the
    fraction n/N of the loops done, for N loops (colours) of L layers (markers): exact
    infinite-width curves (left: for the largest N only) and simulated means (bars are 95 %
    intervals by Student's t; the points of a curve come from the same networks and are correlated;
    markers of several L lie inside one another, in A those of several N side by side). Under eps =
    1/(N sqrt L) the curves nearly coincide: over N and L their exact ends differ by {apart} %. The
    paper draws trained Transformers, whose curves differ along the loop and end at about the same
    norm for every N of one L. Under eps = 1/sqrt(N L), the rule for deep networks, it grows with N.
    The normalised model is drawn; without normalisation the curves at the left would end near
    sqrt(G(1)) = {limit}, and those at the right would grow exponentially in sqrt N.""",
    runs="{samples} networks of width {width} for each curve, seed {seed}.",
    shows="""Norm of the normalised residual stream along N = {loops} loops of L = {depths} layers.
    At initialisation, against the fraction n/N of the loops done (colours: N, markers: L): exact
    infinite-width curves (left: of the largest N only; the ends of all N and L differ by {apart} %)
    and simulated means (bars are 95 % intervals by Student's t; markers of several L lie inside one
    another, at the left those of several N side by side).""",
    claims=("LOOP-B-FIG7", "LOOP-A-X1", "LOOP-B-T3", "LOOP-B-GN"),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(samples=400),
    tiny={"depths": (2, 3), "loops": (1, 2), "width": 64, "samples": 4},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
