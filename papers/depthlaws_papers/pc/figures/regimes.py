"""PC, Figures A.3 and A.22: losses of PC and BP for different gamma_0."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss
from depthlaws.sims.predictive_coding import PCN, toy
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.averaged_runs import train_over
from depthlaws_papers.pc.figures.axes import LOSS, step_axis, styles_by_value

NETWORKS = ("mlp", "residual")


@dataclass(frozen=True)
class Parameters:
    """The values of gamma_0 are those of section A.8."""

    gammas: tuple[float, ...] = setting(
        (0.1, 0.5, 1.0, 2.0, 3.0, 4.0), "gamma_0", name="gamma0", low=0.02, high=8, least=2, most=6
    )
    width: int = setting(128, "width", name="N", low=2, high=2048, whole=True)
    depth: int = setting(5, "depth", name="L", low=2, high=32, whole=True)
    steps: int = setting(60, "steps of training", units="step", low=8, high=500, whole=True)
    samples: int = setting(5, "networks of each kind", low=2, high=100, whole=True)
    dtype: str = "float64"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Losses along the runs of both rules, and the exact loss at infinite width."""
    p, parts, runs = parameters, [], []
    task = toy(seeds(seed, 1)[0])
    kernel, y = task.x @ task.x.T / task.x.shape[1], task.y[:, 0]
    for network in NETWORKS:
        models = {g: PCN(width=p.width, depth=p.depth, network=network, gamma0=g) for g in p.gammas}
        means, network_runs = train_over(
            models, "gamma0", ("loss",), samples=p.samples, seed=seed, steps=p.steps, dtype=p.dtype
        )
        wide = [
            predictive_coding.wide_descent(
                kernel, y, depth=p.depth, steps=p.steps, gamma0=g, network=network
            ).loss
            for g in p.gammas
        ]
        parts.append(means.assign(wide=(("gamma0", "step"), wide)))
        runs += network_runs
    ds = xr.concat(parts, dim="network").assign_coords(network=list(NETWORKS))
    return describe(
        ds.assign_attrs(simulation_attributes(*runs), width=p.width),
        loss=simulated("loss, half the mean squared error"),
        loss_error=simulated("half of the 95 % interval of the loss"),
        wide=exact("loss at infinite width, exact gradient descent"),
        gamma0=given("richness gamma_0"),
        network=given("network"),
        rule=given("predictive coding (pc) or backpropagation (bp)"),
        step=given("step of gradient descent", "step"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each network: exact lines, PC as circles, BP as squares."""
    (axes,) = style.panels(canvas, 1, 2, sharey=True)
    looks, every = styles_by_value(ds.gamma0.values.tolist()), max(1, len(ds.step) // 7)
    for axis, network in zip(axes, NETWORKS, strict=True):
        for gamma0, look in looks.items():
            at = ds.sel(network=network, gamma0=gamma0)
            axis.plot(ds.step, at.wide, **style.neighbour())
            x, words = float(ds.step[-1]) * 1.03, rf"$\gamma_0={gamma0:g}$"
            style.end_label(axis, words, x, float(at.wide[-1]), color=look["color"])
            for rule, marker, start in (("pc", "o", 0), ("bp", "s", every // 2)):
                losses, where = at.sel(rule=rule), (start, every)
                bars = style.bars(look, marker=marker, markevery=where, errorevery=where)
                axis.errorbar(ds.step, losses.loss, losses.loss_error, **bars)
        axis.set(ylabel=f"loss {LOSS}", title={"mlp": "MLP", "residual": "residual"}[network])
        axis.set_xlim(0, float(ds.step[-1]) * 1.25)
        axis.set_yscale("log")
        step_axis(axis)
    style.outer_labels_only(axes, x=False)
    style.panel_letters(axes)
    handles = [
        style.legend_entry(style.points({"color": "0.3", "marker": m}), f"{word}, N={ds.width}")
        for m, word in (("o", "PC"), ("s", "BP"))
    ]
    exact_line = style.legend_entry(style.neighbour(), "exact, infinite width")
    style.legend(canvas, [exact_line, *handles])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Largest gap between the losses of both rules at each gamma_0, MLPs."""
    loss = ds.loss.sel(network="mlp")
    gap = np.abs(loss.sel(rule="pc") - loss.sel(rule="bp")).max("step")
    return [
        Quote(
            f"gamma_0 = {g:g}: largest gap between the losses of PC and BP",
            "the same regimes",
            float(v),
        )
        for g, v in zip(ds.gamma0.values, gap.values, strict=True)
    ]


def _lag(ds: xr.Dataset) -> xr.DataArray:
    """Return the largest |loss of PC over that of BP, less 1|, (network, gamma0)."""
    return abs(ds.loss.sel(rule="pc") / ds.loss.sel(rule="bp") - 1).max("step")


def facts(ds: xr.Dataset, p: Parameters) -> dict[str, str]:
    """Corrections of the smallest gamma_0, gaps between rules, and misses of the wide limit."""
    least = float(ds.gamma0.min())
    here, paper = ((p.depth - 1) / (least**2 * n) for n in (p.width, 2048))
    end = ds.sel(rule="pc").isel(step=-1)
    return {
        "least": f"{least:g}",
        "correction": f"{here:.2g}",
        "papers": f"{paper:.1g}",
        "lag": " and ".join(f"{float(v):.1f}" for v in _lag(ds).isel(gamma0=0)),
        "others": f"{float(_lag(ds).isel(gamma0=slice(1, None)).max()):.1f}",
        "miss": largest_miss(ds.wide.isel(step=-1).values, end.loss.transpose(*ds.wide.dims[:2])),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: the last losses by gamma_0, and PC beside BP."""
    lag = _lag(ds)
    wide = ds.wide.isel(step=-1)
    return {
        "a larger gamma_0 trains faster": bool((wide.diff("gamma0") < 0).all()),
        "PC is farthest from BP at the smallest": bool(
            (lag.isel(gamma0=0) >= lag.isel(gamma0=1)).all()
        ),
    }


FIGURE = Figure(
    id="pc-regimes",
    says="A larger gamma_0 trains faster; PC follows BP unless gamma_0^2 N is of the order of L or "
    "smaller.",
    source=PC.figure("A.3 and A.22"),
    caption="""Losses of predictive coding (circles) and backpropagation (squares) on the toy task,
    linear networks of L = {depth}, mean-field parametrisation; dotted: exact gradient descent at
    infinite width, which both rules share there (largest miss at the last step {miss}). (A) MLPs
    (figure A.3), (B) residual networks with alpha = 1/2 (figure A.22). At gamma_0 = {least} the
    correction (L - 1)/(gamma_0^2 N) is {correction} at N = {width} ({papers} at the paper's N =
    2048), and predictive coding is slower than backpropagation (the losses differ by up to {lag} of
    that of backpropagation in A and B, and by {others} at larger gamma_0): the limits of small
    gamma_0 and of large width do not commute. Bars are 95 % intervals.""",
    runs="{samples} networks of width {width} for each curve, seed {seed}.",
    shows="""Losses of PC (circles) and BP (squares) at gamma_0 = {gammas}, linear networks of
    {depth} layers. (A) MLPs and (B) residual networks of width {width} on the toy task; dotted:
    exact gradient descent at infinite width (largest miss at the last step {miss}). The loss of PC
    differs from that of BP by a factor of up to 1 + {others} beyond the smallest gamma_0.""",
    claims=("PC-FA3", "PC-FA22", "PC-LR4-ratio", "PC-F2-wide"),
    height=3.3,
    quick=Parameters(),
    paper=Parameters(width=2048, steps=100, samples=3, dtype="float32"),
    tiny={"gammas": (0.5, 1.0), "width": 8, "steps": 4, "samples": 2},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
