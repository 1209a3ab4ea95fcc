"""Looped: Figure 5 (3 of version 1), learning rates of trained Llama-style Transformers."""

from dataclasses import dataclass
from typing import Any

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
from depthlaws.theory.parametrization import TransferCheck
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims import rates_of_networks as rates
from depthlaws_papers.looped.figures.line_styles import RULE_LOOKS
from depthlaws_papers.looped.figures.scaling_rules import RULES, increment_of_relu

TITLES = {
    "none": r"none, $\varepsilon=1$",
    "sqrt": r"sqrt, $\varepsilon=1/\sqrt{N}$",
    "linear": r"linear, $\varepsilon=1/N$",
}
SWEEPS = (  # decay, rule
    *(("fixed", rule) for rule in RULES), ("product", "sqrt"), ("product", "linear"),
)  # fmt: skip
CONFIDENCE = 0.95  # of the intervals that are drawn, as `depthlaws transfercheck` has it
EXPONENT_NAMES = ("drift", "low", "high")


@dataclass(frozen=True)
class Parameters:
    """Numbers of passes and blocks, and sites of the exact sign step; the networks are stored."""

    loops: tuple[int, ...] = setting(
        (1, 2, 4, 8), "passes", name="N", among=(1, 2, 4, 8), least=2, most=4
    )
    layers: tuple[int, ...] = (1, 2, 4)
    sites: int = 1024


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Losses over the rate, best rates with intervals, and rates of equal exact first updates.

    The stored runs have a seed of their own; ``seed`` draws the sites of the exact step.
    """
    p = parameters
    checks = [rates.over_loops(decay, rule, CONFIDENCE) for decay, rule in SWEEPS]
    stored = rates.runs("fixed", "linear")
    swept = np.unique(stored.learning_rate)
    curves = [[_curve(decay, rule, n, swept) for n in p.loops] for decay, rule in SWEEPS]
    loss = np.array([[curve[0] for curve in row] for row in curves])
    half = np.array([[curve[1] for curve in row] for row in curves])
    lowest = np.where(np.isfinite(loss), loss, np.inf).argmin(axis=-1)[..., None]
    depth = rates.over_layers(CONFIDENCE)
    dims = ("sweep", "loops")
    variables = {
        "loss": ((*dims, "rate"), loss),
        "loss_error": ((*dims, "rate"), half),
        "least": (dims, np.take_along_axis(loss, lowest, -1)[..., 0]),
        "least_error": (dims, np.take_along_axis(half, lowest, -1)[..., 0]),
        **{name: (dims, [_best(check, p.loops)[i] for check in checks])
           for i, name in enumerate(("best", "best_low", "best_high"))},
        **{f"base_{name}": ("layers", _best(depth, p.layers)[i])
           for i, name in enumerate(("best", "low", "high"))},
        **{name: ("sweep", [getattr(check, name) for check in checks]) for name in EXPONENT_NAMES},
        "equal": (dims, _equal(checks, p, seed)),
    }  # fmt: skip
    attrs = {name: stored.attrs[name] for name in ("torch", "width", "length", "batch", "steps")}
    attrs |= {f"depth_{name}": float(getattr(depth, name)) for name in EXPONENT_NAMES}
    dataset = xr.Dataset(
        variables,
        {
            "sweep": [f"{decay} {rule}" for decay, rule in SWEEPS],
            "loops": list(p.loops),
            "layers": list(p.layers),
            "rate": swept,
        },
        {"simulated_dtype": stored.attrs["dtype"], "simulated_device": "torch"}
        | attrs
        | {"samples": stored.sizes["sample"]},
    )
    return describe(
        dataset,
        loss=simulated("held-out loss after training"),
        loss_error=simulated("half of the 95 % interval of the loss"),
        least=simulated("least mean held-out loss over the rates"),
        least_error=simulated("half of the 95 % interval of the loss at that rate"),
        best=simulated("best rate"),
        best_low=simulated("lower end of the 95 % interval of the best rate"),
        best_high=simulated("upper end of the 95 % interval of the best rate"),
        base_best=simulated("best base rate of stacks passed twice"),
        base_low=simulated("lower end of the 95 % interval of the best base rate"),
        base_high=simulated("upper end of the 95 % interval of the best base rate"),
        drift=simulated("exponent of the best rate in N"),
        low=simulated("lower end of the 95 % interval of the exponent"),
        high=simulated("upper end of the 95 % interval of the exponent"),
        equal=exact("rate of equal relative change of the ReLU stream by a sign step"),
        sweep=given("weight decay and scaling rule"),
        loops=given("passes N"),
        layers=given("blocks L"),
        rate=given("learning rate"),
    )


def _curve(decay: str, rule: str, loops: int, swept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean loss and half of its interval at each rate; NaN where none ran or one diverged."""
    rows = rates.runs(decay, rule)
    rows = rows.isel(run=np.flatnonzero(rows.loops == loops))
    curve = np.full((2, swept.size), np.nan)
    if rows.sizes["run"]:
        losses = rows.held_out.sel(end="end").where(~(rows.diverged > 0).any("sample"))
        at = np.searchsorted(swept, rows.learning_rate.values)
        curve[:, at] = mean_and_half_interval(losses.values, axis=1)
    return curve[0], curve[1]


def _best(check: TransferCheck, sizes: tuple[int, ...]) -> np.ndarray:
    """Best rates and the ends of their intervals, (3, size); NaN where not located."""
    optima = {optimum.size: optimum for optimum in check.optima}
    located = [optima.get(size) for size in sizes]
    return np.array(
        [
            [np.nan if o is None or o.why else getattr(o, name) for o in located]
            for name in ("rate", "low", "high")
        ]
    )


def _equal(checks: list[TransferCheck], p: Parameters, seed: int) -> np.ndarray:
    """Rates at which the exact first step changes the stream as at the first best rate."""
    moved = dict(zip(RULES, _moved(p, seed), strict=True))
    first = [_best(check, p.loops)[0, 0] for check in checks]
    return np.array([rate * moved[rule] for rate, (_, rule) in zip(first, SWEEPS, strict=True)])


def _moved(p: Parameters, seed: int) -> np.ndarray:
    """Relative change of the ReLU stream by an exact sign step, of one pass over N, (rule, N)."""
    norms = stored_run("looped-norms").sel(stack="looped", scaling="none", loops=1)
    gain = increment_of_relu(norms.start, norms.norm)
    moved = np.empty((len(RULES), len(p.loops)))
    for i, alpha in enumerate(RULES.values()):
        for j, n in enumerate(p.loops):
            stream = Stream(loops=n, eps=gain * n**-alpha, normalize=True)
            step = updates.sign_step(stream, seed=seed, sites=p.sites, replicates=4).rms
            moved[i, j] = step / stream.energies[-1] ** 0.5
    return moved[:, :1] / moved


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw losses over the rate above; best rates over passes and over blocks below."""
    top, bottom = style.panels(canvas, 2, 3)
    styles = style.depth_styles(ds.loops.values)
    for axis, rule in zip(top, TITLES, strict=True):
        _losses(axis, ds.sel(sweep=f"fixed {rule}"), styles)
        axis.set_title(TITLES[rule])
    _optima(bottom[0], ds)
    bottom[0].set_title("best rate")
    _least(bottom[1], ds)
    bottom[1].set_title("least loss")
    ends = _error_bars(ds.base_best, ds.base_low, ds.base_high)
    bottom[2].errorbar(ds.layers, ds.base_best, ends, **style.bars(RULE_LOOKS["linear"]))
    bottom[2].set(yscale="log", ylabel="best base rate")
    bottom[2].set_title(r"$\varepsilon=1/(N\sqrt{L})$, $N=2$")
    style.count_ticks(bottom[2], ds.layers.values, "blocks $L$")
    style.panel_letters([*top, *bottom])
    passes = [
        style.legend_entry(style.points(styles[n]), f"A to C: $N={n}$") for n in ds.loops.values
    ]
    rules = [style.legend_entry(style.points(look), f"D, E: {r}") for r, look in RULE_LOOKS.items()]
    law = style.legend_entry(style.neighbour(), "D: ReLU stream")
    style.legend(canvas, [*passes, *rules, law])


def _losses(axis: Axes, ds: xr.Dataset, styles: dict[float, dict[str, object]]) -> None:
    for n in ds.loops.values:
        curve = ds.sel(loops=n)
        axis.errorbar(curve.rate, curve.loss, curve.loss_error, **style.bars(styles[n]))
    axis.set(xscale="log", xlabel=r"learning rate $\eta$", ylabel="held-out loss")


def _optima(axis: Axes, ds: xr.Dataset) -> None:
    for rule, (look, apart) in _apart().items():
        best = ds.sel(sweep=f"fixed {rule}")
        ends = _error_bars(best.best, best.best_low, best.best_high)
        axis.errorbar(ds.loops * apart, best.best, ends, **style.bars(look))
        axis.plot(ds.loops, best.equal, **style.neighbour())
    axis.set(yscale="log", ylabel="best learning rate")
    style.count_ticks(axis, ds.loops.values, "passes $N$")


def _least(axis: Axes, ds: xr.Dataset) -> None:
    for rule, (look, apart) in _apart().items():
        at = ds.sel(sweep=f"fixed {rule}")
        axis.errorbar(ds.loops * apart, at.least, at.least_error, **style.bars(look))
    axis.set(ylabel="held-out loss")
    style.count_ticks(axis, ds.loops.values, "passes $N$")


def _apart() -> dict[str, tuple[dict[str, Any], float]]:
    """Look of each rule, and a factor of its places, so that bars do not cover one another."""
    return {rule: (look, 1.06 ** (i - 1)) for i, (rule, look) in enumerate(RULE_LOOKS.items())}


def _error_bars(best: xr.DataArray, low: xr.DataArray, high: xr.DataArray) -> np.ndarray:
    return np.array([best - low, high - best])


def facts(ds: xr.Dataset, _parameters: Parameters) -> dict[str, str]:
    """Exponents of the best rates with their intervals, for the caption."""
    words = {}
    for sweep in ds.sweep.values:
        at = ds.sel(sweep=sweep)
        words[str(sweep).replace(" ", "_")] = _interval(at.drift, at.low, at.high)
    fixed = ds.isel(sweep=slice(0, len(RULES)))
    miss = float(np.exp(abs(np.log(fixed.best / fixed.equal)).max()))
    depth = _interval(*(ds.attrs[f"depth_{name}"] for name in EXPONENT_NAMES))
    return words | {"depth": depth, "miss": f"{miss:.1f}"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Least losses under the rules, and intervals of the exponents of the best rate."""
    most = ds.sel(loops=ds.loops[-1])
    sqrt, linear = (most.sel(sweep=f"fixed {rule}") for rule in ("sqrt", "linear"))
    fixed = ds.isel(sweep=slice(0, len(RULES)))
    return {
        "the least loss at most passes is lower under 1/N": bool(
            linear.least + linear.least_error < sqrt.least - sqrt.least_error
        ),
        "the best rate falls with N under every rule": bool((fixed.high < 0).all()),
    }


def _interval(value: object, low: object, high: object) -> str:
    ends = [float(x) for x in (value, low, high)]  # pyrefly: ignore[bad-argument-type]
    if not np.isfinite(ends).all():
        return "not located"
    return f"{ends[0]:.2f} ({ends[1]:.2f} to {ends[2]:.2f})"


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the best rates beside what the paper says."""
    says = {"fixed sqrt": "shifts with N", "fixed linear": "nearly invariant"}
    return [
        Quote(f"{sweep}: exponent of the best rate in N", paper, float(ds.drift.sel(sweep=sweep)))
        for sweep, paper in says.items()
    ]


FIGURE = Figure(
    id="looped-network-rates",
    says="At eight passes the loss of small looped Transformers is lower under eps = 1/N than "
    "under 1/sqrt(N); the best rate falls with N under every rule (95 % intervals).",
    source=LOOPED.figure("5"),
    caption="""Small Llama-style Transformers, trained on bytes of Python's standard library for
    {steps} AdamW steps of {batch} stretches of {length} bytes, stand in for those of the paper. A
    to C: held-out loss, in nats a byte, over the learning rate for N passes of one block under
    three branch scales, weight decay a tenth (bars are 95 % intervals by Student's t; rates at
    which a run diverged are left out). D: best rate over N, the least of a curve fitted to the
    means, with its 95 % interval where the sweep locates one. Dotted: a law of other networks, the
    rates at which the exact first sign step of a ReLU stream changes it by as much, relative to its
    norm, as at one pass (written down before the run; one line a rule, through its marker at one
    pass); its largest miss is a factor of {miss}. The exponents of the best rate in N, with 95 %
    intervals, are {fixed_none} without scale, {fixed_sqrt} for sqrt and {fixed_linear} for linear;
    at the false alarm rate of the claims, one in a million, none is decided; with rate times decay
    fixed at 1e-5, as in version 1, they are {product_sqrt} for sqrt and {product_linear} for
    linear. E: least mean loss over the rates. F: best base rate over L blocks passed twice, whose
    own rate is the base rate over sqrt L; the exponent in L is {depth}.""",
    runs="stored runs of networks of width {width}, {samples} for each point of B and C and their "
    "best rates in D, three elsewhere; the seed {seed} draws the sites of the exact step.",
    shows="""Learning-rate sweeps of small looped Transformers of N = {loops} passes. {steps} AdamW
    steps of {batch} stretches of {length} bytes of Python's standard library. (A to C) Held-out
    loss, in nats a byte, over the learning rate under three branch scales (bars are 95 % intervals
    by Student's t; rates at which a run diverged are left out). (D) Best rate over N, the least of
    a curve fitted to the means, with its 95 % interval where the sweep locates one. Dotted: the
    rates at which the exact first sign step of a ReLU stream changes it by as much, relative to its
    norm, as at the least N drawn; largest miss a factor of {miss}. (E) Least mean loss over the
    rates. (F) Best base rate over L blocks passed twice.""",
    claims=(
        "LOOP-N-FIG5-linear",
        "LOOP-N-FIG5-sqrt",
        "LOOP-N-FIG5-loss",
        "LOOP-N-FIG5-depth",
        "LOOP-N-V0-FIG3-linear",
        "LOOP-N-V0-FIG3-sqrt",
    ),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(sites=4096),
    tiny={"sites": 256},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
