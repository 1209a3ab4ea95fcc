"""Plot of a transfer check: losses over the rates of each size, and the best rate over sizes."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import FuncFormatter

from depthlaws.cli.plot import Drawn
from depthlaws.cli.plot_axes import Scale, plain_number, set_round_ticks, set_scale
from depthlaws.figures.engine import style, venues

WIDTH = venues.VENUES["neurips"]  # inches
ROW_HEIGHT = 2.9  # inches of the two panels of a check
DIVERGED_AT = 0.97  # height of the marks of diverged runs of the first size, in the panel
DIVERGED_STEP = 0.035  # distance to the marks of the next size


def sweeps(runs: Mapping[Any, Any], checks: Mapping[Any, Any], size: str, loss: str) -> Drawn:
    """Draw each check in a row: its sweeps, and its best rates beside the expected power.

    ``runs`` has (size, rate, loss, seed) of every run by group, ``checks`` the results.
    """
    with style.house():
        canvas = Drawn(figsize=(WIDTH, ROW_HEIGHT * len(checks)), layout="constrained")
        grid = canvas.subplots(len(checks), 2, squeeze=False)
        looks = style.depth_styles({o.size for check in checks.values() for o in check.optima})
        for row, (group, check) in zip(grid, checks.items(), strict=True):
            name = ", ".join(group)
            _draw_losses(row[0], runs[group], check, looks, loss)
            _draw_best(row[1], check, looks, size)
            row[0].set_title(f"{name}: {check.verdict}".removeprefix(": "), fontsize=8)
        handles = [style.legend_entry(style.points(looks[n]), f"{size} {n:g}") for n in looks]
        cross = {"marker": "x", "linestyle": "", "color": "0.3"}
        if any(o.diverged for check in checks.values() for o in check.optima):
            handles.append(style.legend_entry(cross, "a run diverged"))
        style.legend(canvas, handles)
    return canvas


def _draw_losses(
    axes: Any, runs: Sequence[Any], check: Any, looks: Mapping[float, Any], loss: str
) -> None:
    """Draw mean losses over rates, marks where a run diverged, and best rates with intervals."""
    table = np.array([run[:3] for run in runs], dtype=float)
    for number, optimum in enumerate(check.optima):
        _, rates, losses = table[table[:, 0] == optimum.size].T
        look = looks[optimum.size]
        every = np.unique(rates)
        means = [np.mean(losses[rates == rate]) for rate in every]
        shown = np.isfinite(means) & (every < optimum.diverged_from)
        axes.plot(every[shown], np.array(means)[shown], **style.points(look))
        thin = {"linewidth": 0.5, "linestyle": "-", "gid": "guide"}
        axes.plot(every[shown], np.array(means)[shown], **style.line(look, **thin))
        top = np.unique(rates[~np.isfinite(losses)])
        place = axes.get_xaxis_transform()
        cross = {"marker": "x", "linestyle": "", "color": look["color"], "gid": "diverged"}
        height = DIVERGED_AT - DIVERGED_STEP * number
        axes.plot(top, np.full(len(top), height), transform=place, **cross)
        if not optimum.why:
            ends = [[optimum.rate - optimum.low], [optimum.high - optimum.rate]]
            bar = style.bars(look, marker="|", elinewidth=2)
            axes.errorbar([optimum.rate], [optimum.loss], xerr=ends, **bar)
    axes.set_xscale("log", base=2)
    swept = sorted({float(rate) for rate in table[:, 1]})
    set_scale(axes, "x", Scale(swept, are_given=True), 0.4 * WIDTH)
    axes.set(xlabel="learning rate", ylabel=f"{loss}, mean over seeds")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: plain_number(value)))


def _draw_best(axes: Any, check: Any, looks: Mapping[float, Any], size: str) -> None:
    """Draw best rates over the sizes with their intervals, and the expected power as a line."""
    located = [o for o in check.optima if not o.why]
    for o in located:
        ends = [[o.rate - o.low], [o.high - o.rate]]
        axes.errorbar([o.size], [o.rate], yerr=ends, **style.bars(looks[o.size]))
    if located:
        n = np.array([o.size for o in check.optima])
        middle = np.exp(np.mean([np.log(o.rate / o.size**check.expected) for o in located]))
        axes.plot(n, middle * n**check.expected, **style.GUIDE)
    axes.set(xscale="log", yscale="log", xlabel=size, ylabel="best learning rate")
    set_scale(axes, "x", Scale([o.size for o in check.optima], are_given=True), 0.4 * WIDTH)
    set_round_ticks(axes, "y")
    drift = f"drift {check.drift:.2g} ({check.low:.2g} to {check.high:.2g})"
    drift = drift if math.isfinite(check.drift) else "drift not known"
    axes.set_title(f"{drift}\ndashed: expected {check.expected + 0.0:g}", fontsize=8)
