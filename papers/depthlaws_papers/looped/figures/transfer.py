"""Looped: Figure 5 (3 of version 1), transfer of the learning rate, on trained residual MLPs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.sims.common.optimizers import AdamW, Optimizer, Sign
from depthlaws.sims.residual import dense
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.papers import LOOPED
from depthlaws_papers.looped.figures.line_styles import RULE_LOOKS
from depthlaws_papers.looped.figures.scaling_rules import RULES, point_seed

OPTIMIZERS = ("AdamW", "sign")
DIVERGED = 1e6
LAYERS = "layers"  # fourth column: blocks of L layers looped twice


@dataclass(frozen=True)
class Parameters:
    """Loops are the paper's, and 16; layers, width, task and number of steps are ours."""

    counts: tuple[int, ...] = setting(
        (1, 2, 4, 8, 16), "loops, or layers", name="N", whole=True, low=1, high=32, least=3, most=6
    )
    lowest: float = -7.0
    highest: float = 4.25
    rates: int = setting(16, "learning rates", whole=True, low=5, high=60)
    width: int = setting(64, "width of the networks", **(WIDTH | {"high": 512}))
    inputs: int = 4
    steps: int = setting(40, "steps of training", units="step", whole=True, low=10, high=500)
    late: int = 10
    samples: int = setting(24, "networks for each rate", **SAMPLES)
    block_loops: int = 2
    resamples: int = 400


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Loss over the rate; the best rate with its interval, its exponent and its regret."""
    p = parameters
    rates = 2.0 ** np.linspace(p.lowest, p.highest, p.rates)
    rules = [*RULES, LAYERS]
    runs = {
        (o, rule, n): _sweep(p, o, rule, n, rates, seed)
        for o in OPTIMIZERS
        for rule in rules
        for n in p.counts
    }
    loss = np.array([[[runs[o, r, n][0] for n in p.counts] for r in rules] for o in OPTIMIZERS])
    mean, half = mean_and_half_interval(loss, axis=-1)
    best = _best_over_resamples(loss, rates, p.resamples, seed)
    curves, points = ("optimizer", "rule", "count", "rate"), ("optimizer", "rule", "count")
    exponent = _exponents(best[:, :, 1:], np.array(p.counts[1:], dtype=float))
    dataset = xr.Dataset(
        {
            "loss": (curves, 10**mean),
            "loss_low": (curves, 10**mean - 10 ** (mean - half)),
            "loss_high": (curves, 10 ** (mean + half) - 10**mean),
            "best": (points, best[..., 0]),
            "best_loss": (points, 10 ** mean.min(axis=-1)),
            "best_low": (points, best[..., 0] - np.quantile(best, 0.025, axis=-1)),
            "best_high": (points, np.quantile(best, 0.975, axis=-1) - best[..., 0]),
            "exponent": (("optimizer", "rule"), exponent[..., 0]),
            "exponent_low": (("optimizer", "rule"), np.quantile(exponent, 0.025, axis=-1)),
            "exponent_high": (("optimizer", "rule"), np.quantile(exponent, 0.975, axis=-1)),
            "regret_one": (points, _regret(mean, 0)),
            "regret_two": (points, _regret(mean, 1)),
        },
        coords={
            "optimizer": list(OPTIMIZERS),
            "rule": rules,
            "count": list(p.counts),
            "rate": rates,
        },
        attrs=simulation_attributes(*(run for _, run in runs.values())),
    )
    return describe(
        dataset.assign_attrs(steps=p.steps, block_loops=p.block_loops, inputs=p.inputs),
        loss=simulated("geometric mean over networks of the mean loss of the last steps"),
        loss_low=simulated("loss minus the lower end of its 95 % interval"),
        loss_high=simulated("upper end of the 95 % interval of the loss, less the loss"),
        best=simulated("best rate"),
        best_loss=simulated("loss at the best rate of the grid"),
        best_low=simulated("best rate minus the lower end of its 95 % interval"),
        best_high=simulated("upper end of the 95 % interval of the best rate, less it"),
        exponent=simulated("exponent of the best rate over the count, from the second on"),
        exponent_low=simulated("lower end of the 95 % interval of the exponent"),
        exponent_high=simulated("upper end of the 95 % interval of the exponent"),
        regret_one=simulated("loss at the rate tuned at the first count, over the least loss"),
        regret_two=simulated("loss at the rate tuned at the second count, over the least loss"),
        rate=given("learning rate eta; base rate eta sqrt(L) over layers"),
        count=given("loops N, or layers L"),
        optimizer=given("optimiser"),
        rule=given("scaling rule, or layers"),
    )


def _model(p: Parameters, rule: str, n: int) -> ResidualMLP:
    """Return a tied layer of n loops under a rule, or a block of n layers looped twice."""
    loops, layers = (p.block_loops, n) if rule == LAYERS else (n, 1)
    eps = 1 / (loops * layers**0.5) if rule == LAYERS else n ** -RULES[rule]
    return ResidualMLP(
        width=p.width, loops=loops, layers=layers, eps=eps, h0=np.eye(p.inputs), normalize=True
    )


def _optimizer(name: str, rate: float) -> Optimizer:
    return AdamW(rate, betas=(0.9, 0.95)) if name == "AdamW" else Sign(rate)


def _sweep(
    p: Parameters, optimizer: str, rule: str, n: int, rates: np.ndarray, seed: int
) -> tuple[np.ndarray, xr.Dataset]:
    """Return log10 of the mean loss of the last steps, (rate, sample), and the last run.

    The networks are the same at every rate.
    """
    ensemble = Ensemble(samples=p.samples, seed=point_seed(seed, n), dtype="float32")
    model, target = _model(p, rule, n), np.resize([1.0, -1.0], p.inputs)
    rows = []
    for rate in rates / n**0.5 if rule == LAYERS else rates:
        run = dense.train(
            model,
            ensemble,
            _optimizer(optimizer, float(rate)),
            steps=p.steps,
            loss="mse",
            target=target,
            observe=("loss",),
        )
        last = run.loss.values[:, -p.late :].mean(axis=1)  # at a constant rate it oscillates
        rows.append(np.log10(np.clip(np.nan_to_num(last, nan=DIVERGED), 1e-12, DIVERGED)))
    return np.array(rows), run


def _best_over_resamples(
    loss: np.ndarray, rates: np.ndarray, resamples: int, seed: int
) -> np.ndarray:
    """Return the best rate of the networks, then of bootstrap resamples, (..., resample).

    The best rate is the vertex of the parabola through the smallest mean log loss and its two
    neighbours.
    """
    draw = np.random.default_rng(seed)
    samples = loss.shape[-1]
    picks = [np.arange(samples), *draw.integers(0, samples, (resamples, samples))]
    return np.stack([_vertex(loss[..., pick].mean(axis=-1), rates) for pick in picks], axis=-1)


def _vertex(mean: np.ndarray, rates: np.ndarray) -> np.ndarray:
    i = np.clip(mean.argmin(axis=-1), 1, len(rates) - 2)[..., None]
    low, mid, high = (np.take_along_axis(mean, i + j, -1)[..., 0] for j in (-1, 0, 1))
    bend = low - 2 * mid + high
    shift = np.where(bend > 0, (low - high) / (2 * np.where(bend > 0, bend, 1)), 0)
    return rates[i[..., 0]] * (rates[1] / rates[0]) ** np.clip(shift, -1, 1)


def _exponents(best: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the least-squares slope of log best over log count, for each resample."""
    x = np.log(counts) - np.log(counts).mean()
    return np.einsum("orcb,c->orb", np.log(best), x) / (x @ x)


def _regret(mean: np.ndarray, tuned_at: int) -> np.ndarray:
    """Return the loss at the best rate of one count over the smallest loss, for every count."""
    tuned = mean[:, :, tuned_at : tuned_at + 1].argmin(axis=-1)[..., None]
    at = np.take_along_axis(mean, np.broadcast_to(tuned, (*mean.shape[:3], 1)), -1)[..., 0]
    return 10 ** (at - mean.min(axis=-1))


TITLES: Mapping[str, str] = {
    "none": r"$\varepsilon=1$",
    "sqrt": r"$\varepsilon=N^{-1/2}$",
    "linear": r"$\varepsilon=1/N$",
    LAYERS: r"$\varepsilon=L^{-1/2}/2$",
}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw loss over rate, a row for each optimiser, and the best rate over the count below."""
    ratios = (4, 1.3) if style.is_narrow(canvas) else (2, 1.05)
    upper, lower = style.halves(canvas, below=True, height_ratios=ratios)
    axes = style.panels(upper, len(OPTIMIZERS), ds.sizes["rule"], sharey=True)
    for row, optimizer in zip(axes, ds.optimizer.values, strict=True):
        for axis, rule in zip(row, ds.rule.values, strict=True):
            _curves(axis, ds.sel(optimizer=optimizer, rule=rule))
            over = rf"$\eta\sqrt{{L}}$, $N={ds.block_loops}$"
            axis.set_xlabel(over if rule == LAYERS else r"rate $\eta$")
            axis.set_ylabel("loss, last steps")
            axis.set_title(f"{optimizer}, {TITLES[str(rule)]}")
    style.outer_labels_only(axes.flat, x=False)
    (bottom,) = style.panels(lower, 1, len(OPTIMIZERS), sharey=True, beside=2)
    for axis, optimizer in zip(bottom, ds.optimizer.values, strict=True):
        _optima(axis, ds.sel(optimizer=optimizer))
        axis.set_title(f"{optimizer}: best rate")
    style.outer_labels_only(bottom, x=False)
    style.panel_letters([*axes.flat, *bottom])
    words = {
        n: f"$N$ or $L={n:g}$" if i == 0 else f"{n:g}" for i, n in enumerate(ds["count"].values)
    }
    handles = [
        style.legend_entry(style.points(look), words[int(n)])
        for n, look in style.depth_styles(ds["count"].values).items()
    ]
    star = style.points({"color": "black", "marker": "*"}, markersize=7)
    rules = [style.legend_entry(style.points(look), f"I, J: {r}") for r, look in LOOKS.items()]
    style.legend(canvas, [*handles, style.legend_entry(star, "best rate"), *rules])


def _curves(axis: Axes, panel: xr.Dataset) -> None:
    """Draw loss over rate for every count, with a star at the best rate."""
    for count, look in style.depth_styles(panel["count"].values).items():
        at = panel.sel(count=count)
        bars = style.points(look, markersize=2)
        seen = at.loss.where(at.loss < MOST_LOSS)
        axis.errorbar(panel.rate, seen, (at.loss_low, at.loss_high), **bars, elinewidth=0.5)
        star = style.points(look, marker="*", markersize=7, zorder=5)
        axis.plot([at.best], [at.best_loss], **star)
    low = float(panel.loss.min())
    axis.set(xscale="log", yscale="log", ylim=(0.4 * low, 2 * MOST_LOSS))


def _optima(axis: Axes, panel: xr.Dataset) -> None:
    """Draw the best rate over loops under each rule, and over layers."""
    for row, (rule, look) in enumerate(LOOKS.items()):
        at = panel.sel(rule=rule)
        axis.errorbar(
            panel["count"] * BESIDE ** (row - (len(LOOKS) - 1) / 2),
            at.best,
            (at.best_low, at.best_high),
            **style.points(look),
            elinewidth=0.8,
        )
    axis.set(yscale="log", ylabel=r"best rate")
    style.count_ticks(axis, panel["count"].values, "loops $N$, or layers $L$")


BESIDE = 1.16  # factor in the count between the points of two rules, so that none hides another
MOST_LOSS = 3.0  # that is drawn; losses at rates that are far too large are cut
LOOKS: Mapping[str, Mapping[str, Any]] = {
    **RULE_LOOKS,
    LAYERS: {"color": "#009e73", "marker": "D"},
}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponent of the best rate over loops, and regret of rates tuned at one and two loops."""
    says = {
        "none": "-1 (eta <~ 1/(eps N))",
        "sqrt": "shifts with N",
        "linear": "0: nearly invariant",
        LAYERS: "0 after the correction by sqrt(L)",
    }
    rows = []
    for optimizer in ds.optimizer.values:
        for rule, paper in says.items():
            panel = ds.sel(optimizer=optimizer, rule=rule)
            ends = f"[{float(panel.exponent_low):.2f}, {float(panel.exponent_high):.2f}]"
            label = f"{optimizer}, {rule}"
            rows.append(
                Quote(
                    f"{label}: exponent of the best rate from 2 on",
                    paper,
                    f"{float(panel.exponent):.2f} {ends}",
                )
            )
            near = "near-optimal" if rule in {"linear", LAYERS} else "needs tuning"
            rows += [
                Quote(
                    f"{label}: loss at the rate tuned at {n} over the least, largest count",
                    near,
                    float(regret[-1]),
                )
                for n, regret in ((1, panel.regret_one), (2, panel.regret_two))
            ]
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Parameters betas of the paper's optimiser, and exponents of the best rate."""
    words: dict[str, Any] = {"betas": vars(_optimizer("AdamW", 1.0))["betas"]}
    for optimizer in ds.optimizer.values:
        rows = ds.sel(optimizer=optimizer)
        words[f"{optimizer}_exponents"] = ", ".join(
            f"{rule} {float(at.exponent):.2f} [{float(at.exponent_low):.2f}, "
            f"{float(at.exponent_high):.2f}]"
            for rule in ds.rule.values
            for at in (rows.sel(rule=rule),)
        )
    return words


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exponents of the best rate over the loops, from the second count on, of both optimisers."""
    size = abs(ds.exponent)
    return {
        "of the rules for eps linear scaling moves the best rate least": bool(
            (size.sel(rule="linear") < size.sel(rule=["none", "sqrt"]).min("rule")).all()
        ),
    }


FIGURE = Figure(
    id="looped-transfer",
    says="Of three rules for eps only linear scaling makes the best learning rate nearly "
    "independent of the loops, from the second count on.",
    source=LOOPED.figure(5),
    caption="""Learning-rate sweeps of the normalised ReLU residual MLP ({inputs} orthogonal inputs
    with targets +1 and -1, squared loss) trained by AdamW, betas {betas}, the paper's optimiser
    (top), and by sign steps, which model it in theorem 2 (middle). Simulated loss, mean of the last
    {late} of {steps} steps at a constant rate, geometric mean over networks; stars: best rate.
    Columns: one tied layer looped N times under three rules for eps, then blocks of L layers looped
    {block_loops} times, over the base rate eta sqrt(L). Bottom: best rate over the count. Its
    exponents from two on are for AdamW {AdamW_exponents}, for sign steps {sign_exponents}. The best
    rate is the vertex of a parabola through the smallest log losses; for layers it is the best base
    rate. Points of one count are drawn side by side. Bars and numbers in brackets are 95 %
    intervals, by Student's t for the loss and over bootstrap resamples of the networks for the best
    rate. From two loops on the best rate falls with N without scaling and under sqrt scaling, for
    sign steps as the law eta = O(1/(eps N)) of theorem 2. Under linear scaling it changes by less
    than a factor of two, and so does the best base rate over L, as the paper reports for
    Transformers. With one loop the loss under AdamW is flat in the rate, so that the best rate is
    not resolved, and a rate tuned there need not be the best for more loops (the losses are in the
    provenance file). Losses at rates that are far too large are cut.""",
    runs="{samples} networks of width {width}, the same at every rate, {rates} rates for each "
    "curve, seed {seed}.",
    shows="""Learning-rate sweeps of the normalised ReLU residual MLP, N = {counts} loops or layers.
    Trained by AdamW (top) and by sign steps (middle) on {inputs} orthogonal inputs with targets +1
    and -1, squared loss. Simulated loss, mean of the last {late} of {steps} steps at a constant
    rate, geometric mean over networks; stars: best rate. Columns: one tied layer looped N times
    under three rules for eps, then blocks of L layers looped {block_loops} times, over the base
    rate eta sqrt(L). Bottom: best rate over the count, side by side; its exponents from the second
    count on are for AdamW {AdamW_exponents}, for sign steps {sign_exponents}. Bars and numbers in
    brackets are 95 % intervals, by Student's t for the loss and over bootstrap resamples of the
    networks for the best rate. Losses at rates that are far too large are cut.""",
    claims=("LOOP-B-FIG5", "LOOP-B-FIG5-depth", "LOOP-A-FIG3", "LOOP-B-T2"),
    height=6.6,
    quick=Parameters(),
    paper=Parameters(width=256, samples=100, rates=43, steps=50),
    tiny={
        "counts": (1, 2, 8),
        "highest": 4.0,
        "rates": 9,
        "width": 32,
        "steps": 16,
        "late": 4,
        "samples": 4,
        "resamples": 5,
    },
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
