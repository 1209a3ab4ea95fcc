"""Looped: Figures 2 and 3 at the start, in small Llama-style Transformers."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures.line_styles import RULE_LOOKS
from depthlaws_papers.looped.figures.scaling_rules import RULES, increment_of_relu

NAMES = {
    "none": r"$\varepsilon=1$",
    "sqrt": r"$\varepsilon=1/\sqrt{N}$",
    "linear": r"$\varepsilon=1/N$",
}
STACKS = {
    "looped": {"color": "#009e73", "marker": "v"},
    "looped, SwiGLU alone": {"color": "#cc79a7", "marker": "P"},
    "looped, attention alone": {"color": "#8c510a", "marker": "h"},
    "own blocks": {"color": "0.45", "marker": "D"},
}


@dataclass(frozen=True)
class Parameters:
    """Numbers of passes; the networks are stored, the ReLU theory is computed."""

    loops: tuple[int, ...] = setting(
        (1, 2, 4, 8, 16, 32, 64),
        "passes",
        name="N",
        among=(1, 2, 4, 8, 16, 32, 64),
        least=3,
        most=7,
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Norms of the looped block over N with the ReLU theory of equal first increment, and cosines.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    stored = stored_run("looped-norms")
    one = stored.sel(stack="looped", scaling="none", loops=1)
    runs = stored.sel(loops=list(parameters.loops))
    looped = runs.sel(stack="looped")
    start = float(looped.start.mean())
    norm, error = mean_and_half_interval(looped.norm.values / start, axis=-1)
    gain = increment_of_relu(one.start, one.norm)
    theory = [
        [
            Stream(loops=n, eps=gain * n**-alpha, normalize=True).energies[-1] ** 0.5
            for n in parameters.loops
        ]
        for alpha in RULES.values()
    ]
    cosines = runs["mean"].sel(scaling="none", stack=list(STACKS))
    mean, half = mean_and_half_interval(cosines.values, axis=-1)
    dims = ("scaling", "loops")
    dataset = xr.Dataset(
        {
            "norm": (dims, norm),
            "error": (dims, error),
            "relu": (dims, np.array(theory)),
            "cosine": (("stack", "loops"), mean),
            "cosine_error": (("stack", "loops"), half),
        },
        {"scaling": [*RULES], "loops": list(parameters.loops), "stack": [*STACKS]},
        {"simulated_dtype": runs.attrs["dtype"], "simulated_device": "torch"}
        | {name: runs.attrs[name] for name in ("torch", "width", "length", "samples")},
    )
    return describe(
        dataset,
        norm=simulated("norm after all passes over that before them"),
        error=simulated("half of the 95 % interval of the norm"),
        relu=exact("norm of the normalised ReLU stream over that before, infinite width"),
        cosine=simulated("mean cosine of the increments of two passes, eps = 1"),
        cosine_error=simulated("half of the 95 % interval of the mean cosine"),
        scaling=given("scaling rule"),
        loops=given("passes N"),
        stack=given("network"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw norms over N at the left and mean cosines at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for rule, look in RULE_LOOKS.items():
        curve = ds.sel(scaling=rule)
        left.plot(ds.loops, curve.relu, **style.neighbour())
        left.errorbar(ds.loops, curve.norm, curve.error, **style.bars(look))
        style.label(left, NAMES[rule], 75, float(curve.norm[-1]), color=look["color"])
    left.set(xscale="log", yscale="log", ylabel=r"norm $R_N/R_0$", xlim=(0.85, 400))
    for stack, look in STACKS.items():
        curve = ds.sel(stack=stack).isel(loops=slice(1, None))
        right.errorbar(curve.loops, curve.cosine, curve.cosine_error, **style.bars(look))
    right.axhline(0, **style.GUIDE)
    right.set(xscale="log", ylabel="mean cosine of increments", xlim=(1.7, 75))
    style.count_ticks(left, ds.loops.values, "passes $N$")
    style.count_ticks(right, ds.loops.values[1:], "passes $N$")
    left.set_title("norm of the stream")
    right.set_title(r"increments, $\varepsilon=1$")
    style.panel_letters([left, right])
    handles = [
        style.legend_entry(style.points(look), f"B: {stack}") for stack, look in STACKS.items()
    ]
    law = style.legend_entry(style.neighbour(), "A: ReLU stream")
    networks = style.legend_entry(style.points({"color": "0.3", "marker": "o"}), "A: looped")
    style.legend(canvas, [*handles, law, networks])


def exponents(ds: xr.Dataset) -> dict[str, tuple[float, float]]:
    """Exponent of the norm in N from 8 passes on, of the networks and of the ReLU theory."""
    last, first = ds.sel(loops=ds.loops[-1]), ds.sel(loops=ds.loops[ds.loops.size // 2])
    span = np.log(float(last.loops / first.loops))
    ratio = np.log(last[["norm", "relu"]] / first[["norm", "relu"]]) / span
    return {
        str(rule): (float(ratio.norm.sel(scaling=rule)), float(ratio.relu.sel(scaling=rule)))
        for rule in ds.scaling.values
    }


def facts(ds: xr.Dataset, _parameters: Parameters) -> dict[str, str]:
    """Exponents of the networks and of the ReLU theory for the caption."""
    words = {}
    for rule, (ours, relu) in exponents(ds).items():
        words |= {rule: f"{ours:.2f}", f"{rule}_relu": f"{relu:.2f}"}
    miss = float(np.exp(abs(np.log(ds.norm / ds.relu)).max()))
    return words | {"miss": f"{miss:.1f}"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exponents of the networks beside those of the ReLU theory, and signs of the cosines."""
    several = ds.isel(loops=slice(1, None))
    own = several.sel(stack="own blocks")
    return {
        "norms grow faster than in ReLU theory": all(a > b for a, b in exponents(ds).values()),
        "passes of one block are aligned, own blocks are not": bool(
            (several.cosine.sel(stack="looped") > 4 * abs(own.cosine)).all()
        ),
    }


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the norm beside those of the ReLU theory."""
    says = {"none": "grows", "sqrt": "grows rapidly with N", "linear": "approximately invariant"}
    return [
        Quote(f"{rule}: exponent of the norm in N, networks", says[rule], pair[0])
        for rule, pair in exponents(ds).items()
    ]


FIGURE = Figure(
    id="looped-networks",
    says="Norms of small untrained looped Transformers grow faster with N than in ReLU theory: "
    "passes of one block are aligned, own blocks are not.",
    source=LOOPED.figure(2),
    caption="""Small Llama-style Transformers before training stand in for those of the paper. A:
    norm of the stream after N passes of one block over that before them, for three branch scales
    (markers; bars are 95 % intervals by Student's t). Dotted: the exact norm of another network,
    the normalised ReLU stream of infinite width whose first increment without branch scale is as
    large; no other constant is fitted, and its largest miss is a factor of {miss}. Between 8 and 64
    passes the exponents are {none} without scale (ReLU: {none_relu}), {sqrt} for sqrt ({sqrt_relu})
    and {linear} for linear ({linear_relu}). B: mean cosine of the increments of two passes without
    branch scale, for the block, for its branches alone, and for as many blocks of their own.""",
    runs="stored runs of {samples} networks of width {width} with {length} random tokens for each "
    "point; the figure draws nothing at random (seed {seed}).",
    shows="""Norms of small untrained looped Transformers after N = {loops} passes, beside ReLU
    theory. (A) Norm of the stream over that before the passes, for three branch scales (markers;
    bars are 95 % intervals by Student's t). Dotted: the exact norm of the normalised ReLU stream of
    infinite width whose first increment without branch scale is as large (largest miss a factor of
    {miss}). (B) Mean cosine of the increments of two passes without branch scale, for the block,
    for its branches alone, and for as many blocks of their own.""",
    claims=(
        "LOOP-N-FIG2-linear",
        "LOOP-N-FIG2-sqrt",
        "LOOP-N-FIG2-own",
        "LOOP-N-FIG3-own",
        "LOOP-N-FIG3-looped",
        "LOOP-N-SWIGLU",
        "LOOP-N-RELU-exponents",
        "LOOP-N-RELU-attention",
        "LOOP-N-RELU-constants",
    ),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"loops": (1, 2, 4)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
