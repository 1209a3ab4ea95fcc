"""Looped: Figures 6 to 8, cosines and norms of Transformers before and after training."""

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
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims import rates_of_networks as rates
from depthlaws_papers.looped.figures.scaling_rules import increment_of_relu

LOOKS = {
    "start": {"color": "black", "linestyle": "-", "marker": "o"},
    "end": {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"},
}
WORDS = {"start": "before training", "end": "after training"}
FEWEST_LOOPS = 4  # passes drawn: of fewer there are too few cosines with the last


@dataclass(frozen=True)
class Parameters:
    """Numbers of passes; the networks are stored, the ReLU theory is computed."""

    loops: tuple[int, ...] = setting(
        (2, 4, 8), "passes", name="N", among=(2, 4, 8), least=2, most=3
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Cosines with the first increment and norms by pass, before and after, and ReLU theory.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    loops = parameters.loops
    rate = rates.RATES[1]
    one = rates.trained(1, rate).norm.sel(end="start")
    gain = increment_of_relu(one.isel(passed=0), one.isel(passed=1))
    shape = (len(loops), 2, max(loops) + 1)
    names = ("norm", "norm_error", "cosine", "cosine_error")
    values = {name: np.full(shape, np.nan) for name in names}
    theory = {name: np.full((len(loops), max(loops) + 1), np.nan) for name in ("relu", "aligned")}
    for i, n in enumerate(loops):
        run = rates.trained(n, rate)
        for j, end in enumerate(LOOKS):
            at = run.sel(end=end)
            norm, half = mean_and_half_interval(at.norm.values[:, : n + 1])
            values["norm"][i, j, : n + 1], values["norm_error"][i, j, : n + 1] = norm, half
            aligned, half = mean_and_half_interval(at.cosine.values[:, n - 1, :n])
            values["cosine"][i, j, 1 : n + 1], values["cosine_error"][i, j, 1 : n + 1] = (
                aligned,
                half,
            )
        stream = Stream(loops=n, eps=gain / n, normalize=True)
        start = float(run.norm.sel(end="start").isel(passed=0).mean())
        theory["relu"][i, : n + 1] = start * np.sqrt(stream.energies)
        theory["aligned"][i, 1 : n + 1] = residual.cosines(stream)[n - 1]
    dims = ("loops", "end", "passed")
    variables = {name: (dims, part) for name, part in values.items()}
    variables |= {name: (("loops", "passed"), part) for name, part in theory.items()}
    most = rates.trained(loops[-1], rate)
    attrs = {name: most.attrs[name] for name in ("torch", "width", "length", "batch", "steps")}
    dataset = xr.Dataset(
        variables,
        {"loops": list(loops), "end": [*LOOKS], "passed": np.arange(max(loops) + 1)},
        {"simulated_dtype": most.attrs["dtype"], "simulated_device": "torch", "rate": rate}
        | attrs
        | {"samples": most.sizes["sample"]},
    )
    return describe(
        dataset,
        norm=simulated("norm of the stream after each pass"),
        norm_error=simulated("half of the 95 % interval of the norm"),
        cosine=simulated("cosine of the increment of a pass with that of the last pass"),
        cosine_error=simulated("half of the 95 % interval of the cosine"),
        relu=exact("norm of the normalised ReLU stream, infinite width, before training"),
        aligned=exact("cosine of the increment with that of the last pass, ReLU stream"),
        loops=given("passes N"),
        end=given("start or end of training"),
        passed=given("passes done"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw cosines with the last increment above, norms by pass below."""
    drawn = [int(n) for n in ds.loops.values if n >= FEWEST_LOOPS]
    rows = style.panels(canvas, 2, len(drawn))
    for column, n in enumerate(drawn):
        upper, lower = rows[0][column], rows[1][column]
        at = ds.sel(loops=n).isel(passed=slice(0, int(n) + 1))
        _both(upper, at.isel(passed=slice(1, -1)), "cosine", "aligned")
        _both(lower, at, "norm", "relu")
        upper.set(ylim=(0, 1.05), ylabel="cosine to last", xlabel="pass")
        lower.set(yscale="log", ylabel="norm", xlabel="passes done")
        upper.set_title(f"alignment, $N={n}$")
        lower.set_title(f"norm, $N={n}$")
        upper.set_xticks([*range(1, n)])
        lower.set_xticks([*range(n + 1)])
    style.panel_letters([*rows[0], *rows[1]])
    handles = [style.legend_entry(style.points(look), WORDS[end]) for end, look in LOOKS.items()]
    relu = style.legend_entry(style.neighbour(), "ReLU stream, before training")
    style.legend(canvas, [*handles, relu])


def _both(axis: Axes, ds: xr.Dataset, name: str, law: str) -> None:
    axis.plot(ds.passed, ds[law], **style.neighbour())
    for end, look in LOOKS.items():
        curve = ds.sel(end=end)
        axis.errorbar(ds.passed, curve[name], curve[f"{name}_error"], **style.bars(look))


def facts(ds: xr.Dataset, _parameters: Parameters) -> dict[str, str]:
    """Least cosines with the last increment and final norms, before and after, for the caption."""
    words = {"learning_rate": f"{ds.rate:g}"}
    most = ds.sel(loops=ds.loops[-1])
    for end in LOOKS:
        final = [float(ds.norm.sel(loops=n, end=end, passed=n)) for n in ds.loops.values]
        words[f"{end}_least"] = f"{float(most.cosine.sel(end=end).min()):.2f}"
        words[f"{end}_first"] = f"{final[0]:.2f}"
        words[f"{end}_last"] = f"{final[-1]:.2f}"
    before = ds.sel(end="start")
    miss = float(abs(before.cosine - ds.aligned).max())
    factor = float(np.exp(abs(np.log(before.norm / ds.relu)).max()))
    return words | {"miss": f"{miss:.2f}", "norm_miss": f"{factor:.2f}"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Cosines before and after training, and beside those of the ReLU stream."""
    early = ds.where(ds.passed < ds.loops)
    start, end = (early.cosine.sel(end=name) for name in LOOKS)
    seen = np.isfinite(start)
    return {
        "training aligns the passes": bool((end > start).where(seen, True).all()),
        "untrained passes are less aligned than those of a ReLU stream": bool(
            (start < early.aligned).where(seen, True).all()
        ),
    }


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Least cosine with the last increment beside what the paper says."""
    most = ds.sel(loops=ds.loops[-1], end="end")
    least = float(most.cosine.min())
    return [Quote("least cosine with the last increment", "can be negative", least)]


FIGURE = Figure(
    id="looped-network-streams",
    says="The first steps of training align the passes of small looped Transformers, which are "
    "less aligned than those of a ReLU stream before it.",
    source=LOOPED.figure("6, 7 and 8"),
    caption="""Small Llama-style Transformers under linear scaling, before and after {steps} AdamW
    steps on bytes of Python's standard library (learning rate {learning_rate}, the best swept one
    over two to eight passes; weight decay a tenth), stand in for those of the paper, which are
    trained for 20,000 steps. A, B: cosine of the
    increment of each pass with that of the last; the least of the largest N is {start_least} before
    and {end_least} after training. C, D: norm of the stream after each pass, on held-out text. The
    norm behind the last pass is {start_first} at the smallest N and {start_last} at the largest
    before training, {end_first} and {end_last} after. Bars are 95 % intervals by Student's t.
    Dotted: exact cosines and norms of another network, the normalised ReLU stream of infinite width
    with the same first increment before training; its largest miss of the markers before training
    is {miss} in a cosine and a factor of {norm_miss} in a norm. Two passes have one cosine only;
    they are in the data.""",
    runs="stored runs of {samples} networks of width {width} for each point; the figure draws "
    "nothing at random (seed {seed}).",
    shows="""Passes of small looped Transformers before and after {steps} AdamW steps, N = {loops}.
    Linear scaling, bytes of Python's standard library, learning rate {learning_rate}. Above: cosine
    of the increment of each pass with that of the last. Below: norm of the stream after each pass.
    Bars are 95 % intervals by Student's t. Dotted: exact cosines and norms of the normalised ReLU
    stream of infinite width with the same first increment before training; its largest miss of the
    markers before training is {miss} in a cosine and a factor of {norm_miss} in a norm.""",
    claims=(
        "LOOP-N-FIG6-weaker",
        "LOOP-N-FIG6-range",
        "LOOP-N-FIG8-last",
        "LOOP-N-FIG8-early",
        "LOOP-N-FIG7",
    ),
    height=4.4,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"loops": (2, 4)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
