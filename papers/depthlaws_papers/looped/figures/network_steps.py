"""Looped: Figures 2, 4 and 9, ten AdamW steps of small Llama-style Transformers."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory import updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.window import FIRST
from depthlaws_papers.looped.figures.line_styles import RULE_LOOKS
from depthlaws_papers.looped.figures.scaling_rules import increment_of_relu

EXPONENTS = {"none": 0.0, "sqrt": 0.5, "linear": 1.0, "factorized": 1.0}  # eps ~ N^-exponent
LOOKS = {**RULE_LOOKS, "factorized": RULE_LOOKS["linear"]}  # it is the linear rule at one block
NAMES = {
    "none": r"$\varepsilon=1$",
    "sqrt": r"$1/\sqrt{N}$",
    "linear": r"$1/N$",
    "factorized": r"$1/(N\sqrt{L})$",
}
STEPS = (1, 10)  # steps whose updates are drawn


@dataclass(frozen=True)
class Parameters:
    """Numbers of passes, and sites of the exact sign step; the networks are stored."""

    loops: tuple[int, ...] = setting(
        (1, 2, 4, 8, 16, 32, 64),
        "passes",
        name="N",
        among=(1, 2, 4, 8, 16, 32, 64),
        least=3,
        most=7,
    )
    sites: int = 1024


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Updates and norms over N, over those of one pass, beside the exact sign step of ReLU theory.

    The stored runs have a seed of their own; ``seed`` draws the sites of the exact step.
    """
    p = parameters
    runs = stored_run("looped-first-steps").sel(loops=list(p.loops))
    norms = stored_run("looped-norms").sel(stack="looped", scaling="none", loops=1)
    gain = increment_of_relu(norms.start, norms.norm)
    last = runs.sizes["after"] - 1
    measured = {f"update_{step}": runs.change.isel(after=min(step, last)) for step in STEPS} | {
        "norm": runs.norm.isel(after=last)
    }
    variables = {}
    dims = ("layers", "scaling", "loops")
    for name, values in measured.items():
        over = values / values.isel(loops=0).mean("sample")
        mean = over.mean("sample").transpose(*dims)
        half = xr.full_like(mean, np.nan)
        for layers, scaling in _stacks(runs):
            kept = over.sel(layers=layers, scaling=scaling).dropna("sample", how="all")
            half.loc[layers, scaling] = mean_and_half_interval(kept.transpose("loops", ...), 1)[1]
        variables |= {name: (dims, mean.values), f"{name}_error": (dims, half.values)}
    shape = tuple(runs.sizes[dim] for dim in dims)
    theory = {"first": np.full(shape, np.nan), "relu": np.full(shape, np.nan)}
    for i, layers in enumerate(runs.layers.values):
        for j, scaling in enumerate(runs.scaling.values):
            if (layers, scaling) in [*_stacks(runs)]:
                streams = [_stream(int(layers), str(scaling), n, gain) for n in p.loops]
                moved = [
                    updates.sign_step(s, seed=seed, sites=p.sites, replicates=4).rms
                    for s in streams
                ]
                norm = [s.energies[-1] ** 0.5 for s in streams]
                theory["first"][i, j] = np.array(moved) / moved[0]
                theory["relu"][i, j] = np.array(norm) / norm[0]
    variables |= {name: (dims, values) for name, values in theory.items()}
    attrs = {name: runs.attrs[name] for name in ("torch", "width", "length", "rate")}
    ran = runs.norm.notnull().any(("scaling", "loops", "after")).sum("sample")
    samples = {f"samples_{n}": int(ran.sel(layers=n)) for n in (1, 2)}
    dataset = xr.Dataset(
        variables,
        {"layers": runs.layers.values, "scaling": runs.scaling.values, "loops": list(p.loops)},
        {"simulated_dtype": runs.attrs["dtype"], "simulated_device": "torch", "steps": last}
        | attrs
        | samples,
    )
    return describe(
        dataset,
        update_1=simulated("update of the stream by step 1 over that at one pass"),
        update_1_error=simulated("half of the 95 % interval of the update by step 1"),
        update_10=simulated("update of the stream by the last step over that at one pass"),
        update_10_error=simulated("half of the 95 % interval of the update by the last step"),
        norm=simulated("norm after all steps over that at one pass"),
        norm_error=simulated("half of the 95 % interval of the norm"),
        first=exact("sign step of the normalised ReLU stream over that at one pass"),
        relu=exact("norm of the normalised ReLU stream over that at one pass"),
        layers=given("unique blocks L"),
        scaling=given("scaling rule"),
        loops=given("passes N"),
    )


def _stacks(runs: xr.Dataset) -> list[tuple[int, str]]:
    """Numbers of blocks and rules that were run."""
    pairs = [(int(n), str(r)) for n in runs.layers.values for r in runs.scaling.values]
    return [(n, r) for n, r in pairs if bool(runs.norm.sel(layers=n, scaling=r).notnull().any())]


def _stream(layers: int, scaling: str, loops: int, gain: float) -> Stream:
    eps = gain * loops ** -EXPONENTS[scaling]
    if scaling == "factorized":
        eps /= layers**0.5
    return Stream(loops=loops, layers=layers, eps=eps, normalize=True)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw first and last updates and norms over N, a row for each number of blocks."""
    rows = style.panels(canvas, 2, 3)
    titles = ("first update", f"update of step {ds.steps}", f"norm after {ds.steps} steps")
    columns = dict(zip(COLUMNS, titles, strict=True))
    for layers, row in zip(ds.layers.values, rows, strict=True):
        for axis, (name, title) in zip(row, columns.items(), strict=True):
            _panel(axis, ds.sel(layers=layers), name, COLUMNS[name])
            axis.set_title(f"{title}, $L={layers}$")
            axis.set_ylabel("over that at $N=1$")
    style.panel_letters([axis for row in rows for axis in row])
    law = style.legend_entry(style.neighbour(), "ReLU stream, first step or start")
    networks = style.legend_entry(style.points({"color": "0.3", "marker": "o"}), "networks")
    style.legend(canvas, [law, networks])


COLUMNS = {"update_1": "first", f"update_{STEPS[-1]}": "", "norm": "relu"}  # and the law beside it


def _panel(axis: Axes, ds: xr.Dataset, name: str, law: str) -> None:
    for scaling, look in LOOKS.items():
        if scaling not in ds.scaling.values:
            continue
        curve = ds.sel(scaling=scaling).dropna("loops", subset=[name])
        if not curve.loops.size:
            continue
        if law:
            axis.plot(curve.loops, curve[law], **style.neighbour())
        axis.errorbar(curve.loops, curve[name], curve[f"{name}_error"], **style.bars(look))
        end = float(ds.loops[-1]), float(curve[name][-1])
        style.label(axis, NAMES[scaling], end[0] * 1.18, end[1], color=look["color"])
    axis.set(xscale="log", yscale="log", xlim=(0.85, 4.2 * float(ds.loops[-1])))
    style.count_ticks(
        axis, ds.loops.values[::2] if ds.loops.size > 2 else ds.loops.values, "passes $N$"
    )


def exponents(ds: xr.Dataset) -> dict[str, float]:
    """Exponents in N between the ends of the claims' window, of networks and theory."""
    values = {}
    for layers, scaling in ((int(n), str(r)) for n in ds.layers.values for r in ds.scaling.values):
        curve = ds.sel(layers=layers, scaling=scaling).dropna("loops", subset=["norm"])
        if curve.loops.size:
            late = curve.loops[curve.loops >= FIRST]
            ends = curve.sel(
                loops=[int(late[0] if late.size > 1 else curve.loops[0]), int(curve.loops[-1])]
            )
            span = np.log(ends.loops.values[1] / ends.loops.values[0])
            for name in ("update_1", f"update_{STEPS[-1]}", "norm", "first", "relu"):
                first, last = ends[name].values
                values[f"{scaling}_{layers}_{name}"] = float(np.log(last / first)) / span
    return values


def facts(ds: xr.Dataset, _parameters: Parameters) -> dict[str, str]:
    """Exponents, and the largest miss of the ReLU stream, for the caption."""
    words = {name: f"{value:.2f}" for name, value in exponents(ds).items()}
    laws = {name: law for name, law in COLUMNS.items() if law}
    off = {name: float(abs(np.log(ds[name] / ds[law])).max()) for name, law in laws.items()}
    misses = {name: np.exp(distance) for name, distance in off.items()}
    return words | {f"{name}_miss": f"{factor:.1f}" for name, factor in misses.items()}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exponents of the first update of one block, beside those of eta eps N and of ReLU theory."""
    values = exponents(ds)
    rules = [rule for rule in RULE_LOOKS if f"{rule}_1_update_1" in values]
    first = {rule: values[f"{rule}_1_update_1"] for rule in rules}
    return {
        "the first update grows faster than eta eps N": all(
            first[rule] > 1 - EXPONENTS[rule] for rule in rules
        ),
        "it grows faster than in the ReLU stream": all(
            first[rule] > values[f"{rule}_1_first"] for rule in rules
        ),
    }


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the first and last updates beside those that the paper states."""
    says = {"none": "parallel to N", "sqrt": "parallel to sqrt N", "linear": "within 4x over N"}
    values = exponents(ds)
    return [
        Quote(f"{rule}: exponent of the update over N, step {step}, networks", paper, value)
        for rule, paper in says.items()
        for step in STEPS
        if (value := values.get(f"{rule}_1_update_{step}")) is not None
    ]


FIGURE = Figure(
    id="looped-network-steps",
    says="In small Transformers of one looped block the first AdamW update grows faster with N "
    "than eta eps N, and faster than the exact sign step of a ReLU stream.",
    source=LOOPED.figure("2, 4 and 9"),
    caption="""Small Llama-style Transformers in the first {steps} AdamW steps stand in for those of
    the paper. Root mean square change of the stream behind the last pass by the first and by the
    last step, and its norm, over those of one pass (markers; bars are 95 % intervals by Student's
    t; rules by colour, as labelled). Dotted: laws of other networks, the exact first sign step (A,
    D) and the exact norm at the start (C, F) of the normalised ReLU stream of infinite width, whose
    first increment is that of the block before training; no other constant is fitted, and they were
    written down before the run. Their largest miss is a factor of {update_1_miss} in the update and
    {norm_miss} in the norm. Of step {steps} there is no law (B, E). A to C: one block. The
    exponents of the first update between 8 and 64 passes are {none_1_update_1} without scale
    (theory: {none_1_first}; the paper says 1), {sqrt_1_update_1} for sqrt ({sqrt_1_first}; 1/2) and
    {linear_1_update_1} for linear ({linear_1_first}; about 0); at the last step they are
    {none_1_update_10}, {sqrt_1_update_10} and {linear_1_update_10}. D to F: two blocks, which ran
    at every second N; from 16 on the exponent of the first update under the factorized scale is
    {factorized_2_update_1} ({factorized_2_first}), of the norm {factorized_2_norm}
    ({factorized_2_relu}).""",
    runs="stored runs of {samples_1} networks of one block and {samples_2} of two, of width "
    "{width}, with {length} random tokens, for each point, AdamW at {rate}; the seed {seed} draws "
    "the sites of the exact step.",
    shows="""Updates and norms of small looped Transformers in the first {steps} AdamW steps, N =
    {loops} passes. Root mean square change of the stream behind the last pass by the first and by
    the last step, and its norm, over those at the least N (markers; bars are 95 % intervals by
    Student's t; rules by colour, as labelled), of one block (A to C) and of two (D to F). Dotted:
    the exact first sign step (A, D) and the exact norm at the start (C, F) of the normalised ReLU
    stream of infinite width with the same first increment (largest miss a factor of {update_1_miss}
    in the update and {norm_miss} in the norm).""",
    claims=(
        "LOOP-N-FIG4-none",
        "LOOP-N-FIG4-sqrt",
        "LOOP-N-FIG4-linear",
        "LOOP-N-FIG9-none",
        "LOOP-N-FIG9-sqrt",
        "LOOP-N-FIG9-linear",
        "LOOP-N-FIG2-ten-linear",
        "LOOP-N-FIG2-ten-sqrt",
        "LOOP-N-T3",
    ),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(sites=4096),
    tiny={"loops": (1, 4), "sites": 256},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
