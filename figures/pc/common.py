"""What the figures of predictive coding share: runs as means with intervals, looks by width."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr
from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.figures.looped.scaling_rules import mean_and_half
from depthlaws.sims.predictive_coding import PCN, Inference, train

BLACK = {"color": "black", "linestyle": "-", "marker": "o"}
LIMIT = style.line(BLACK, linewidth=1.2, zorder=4)
MORE = 4
WIDER = """{samples} networks of the widest width, up to four times as many of narrower ones;
    widths {widths}, seed {seed}."""


def averaged(run: xr.Dataset, names: Iterable[str]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Mean over networks and half of its 95 % interval, of each of these."""
    found = {}
    for name in names:
        values = run[name].transpose("sample", ...).to_numpy()
        found[name] = mean_and_half(values) if len(values) > 1 else (values[0], 0 * values[0])
    return found


def swept(
    models: Mapping[Any, PCN],
    dim: str,
    names: Sequence[str],
    /,
    *,
    samples: int,
    seed: int,
    inference: Inference | None = None,
    derived: Mapping[str, Callable[[xr.Dataset], xr.DataArray]] | None = None,
    **options: Any,
) -> tuple[xr.Dataset, list[xr.Dataset]]:
    """Train a network for every value of ``dim``: means and ``..._error``, and the runs.

    ``samples`` of the widest; of narrower ones, which differ more, up to MORE times as many.
    ``derived`` is what to make of a run before the means are taken.
    """
    derived = derived or {}
    widest = max(m.width for m in models.values())
    runs = [
        train(
            m,
            inference or Inference(),
            seed=seed,
            observe=names,
            samples=samples * min(MORE, widest // m.width),
            **options,
        )
        for m in models.values()
    ]
    parts = []
    for run in (one.assign({n: made(one) for n, made in derived.items()}) for one in runs):
        data = {}
        for name, (mean, half) in averaged(run, [*names, *derived]).items():
            dims = tuple(d for d in run[name].dims if d != "sample")
            data |= {name: (dims, mean), f"{name}_error": (dims, half)}
        parts.append(xr.Dataset(data, coords={"rule": run.rule, "step": run.step}))
    return xr.concat(parts, dim=dim).assign_coords({dim: list(models)}), runs


def shades(values: Sequence[Any]) -> dict[Any, dict[str, Any]]:
    """A look for each of some increasing values, light to dark."""
    return {
        v: {"color": colour, "marker": style.MARKERS[i % len(style.MARKERS)], "linestyle": "-"}
        for i, (v, colour) in enumerate(style.shades(values).items())
    }


def course(
    axis: Axes, ds: xr.Dataset, name: str, look: Mapping[str, Any], *, every: int, **select: Any
) -> None:
    """Simulated points along the steps, one in ``every``, with their intervals."""
    one = ds.sel(select)
    bars = style.bars(look, markevery=every, errorevery=every)
    axis.errorbar(one.step, one[name], one[f"{name}_error"], **bars)


def at_ends(
    axis: Axes, ds: xr.Dataset, name: str, look: Mapping[str, Any], dim: str, **select: Any
) -> None:
    """Simulated points along another dimension, with their intervals."""
    one = ds.sel(select)
    axis.errorbar(one[dim], one[name], one[f"{name}_error"], **style.bars(look))


def decades(axis: Axes) -> None:
    """Logarithmic y axis with plain numbers at 1, 2 and 5 of every decade."""
    axis.set_yscale("log")
    low, high = axis.get_ylim()
    spans = np.log10(high / low)
    subs = (1, 2, 5) if spans < 1.7 else (1,)
    axis.yaxis.set_major_locator(ticker.LogLocator(subs=subs))
    axis.yaxis.set_minor_formatter(ticker.NullFormatter())
    if spans < 3:
        axis.yaxis.set_major_formatter(ticker.FuncFormatter(lambda y, _: f"{y:g}"))


def steps(axis: Axes) -> None:
    """X axis of training steps."""
    axis.set_xlabel("step $t$")
    axis.xaxis.set_major_locator(ticker.MaxNLocator(4, integer=True))


def keys(looks: Mapping[Any, Mapping[str, Any]], label: str) -> list[Line2D]:
    """Legend entries of simulated points."""
    return [style.entry(style.points(look), label.format(value)) for value, look in looks.items()]
