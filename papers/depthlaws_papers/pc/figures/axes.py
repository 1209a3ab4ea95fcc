"""Axes, line styles and simulated points that the figures of predictive coding share."""

from collections.abc import Mapping, Sequence
from typing import Any

import xarray as xr
from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style

LOSS = r"$\mathcal{L}$"  # L is the depth
BLACK = {"color": "black", "linestyle": "-", "marker": "o"}


def styles_by_value(values: Sequence[Any]) -> dict[Any, dict[str, Any]]:
    """Return colour, marker and line style of each of some increasing values, light to dark."""
    return {
        v: {"color": colour, "marker": style.MARKERS[i % len(style.MARKERS)], "linestyle": "-"}
        for i, (v, colour) in enumerate(style.shades(values).items())
    }


def plot_steps(
    axis: Axes, ds: xr.Dataset, name: str, look: Mapping[str, Any], *, every: int, **select: Any
) -> None:
    """Draw simulated points with intervals over training steps, one step in ``every``."""
    selected = ds.sel(select)
    bars = style.bars(look, markevery=every, errorevery=every)
    axis.errorbar(selected.step, selected[name], selected[f"{name}_error"], **bars)


def plot_against(
    axis: Axes, ds: xr.Dataset, name: str, look: Mapping[str, Any], dim: str, **select: Any
) -> None:
    """Draw simulated points with intervals over the dimension ``dim``."""
    selected = ds.sel(select)
    axis.errorbar(selected[dim], selected[name], selected[f"{name}_error"], **style.bars(look))


def step_axis(axis: Axes) -> None:
    """Label the x axis as training steps, with whole numbers at its ticks."""
    axis.set_xlabel("step $t$")
    axis.xaxis.set_major_locator(ticker.MaxNLocator(4, integer=True))


def legend_entries(looks: Mapping[Any, Mapping[str, Any]], label: str) -> list[Line2D]:
    """Return a legend entry of simulated points for each value; ``label`` has one ``{}``."""
    return [
        style.legend_entry(style.points(look), label.format(value)) for value, look in looks.items()
    ]
