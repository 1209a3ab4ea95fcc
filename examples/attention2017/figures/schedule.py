"""Figure of the learning rate of equation (3), with its warmup and decay."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from attention2017.paper import PAPER
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.variable_attributes import describe, exact, given


@dataclass(frozen=True)
class Parameters:
    """Widths and steps of warmup."""

    widths: tuple[int, ...] = (256, 512, 1024)
    warmup: int = 4000
    steps: int = 20_000
    points: int = 400


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Learning rate of equation (3): dimensions (width, step)."""
    p = parameters
    step = np.linspace(1, p.steps, p.points)
    width = np.array(p.widths, dtype=float)
    rate = width[:, None] ** -0.5 * np.minimum(step**-0.5, step * p.warmup**-1.5)
    dataset = xr.Dataset({"rate": (("width", "step"), rate)}, {"width": width, "step": step})
    return describe(
        dataset,
        rate=exact("learning rate"),
        width=given("width d_model"),
        step=given("step", "step"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one line a width."""
    (axes,) = style.panels(canvas, 1, 1).flat
    for width, look in style.depth_styles(ds.width.values).items():
        line = axes.plot(ds.step, ds.rate.sel(width=width), **style.line(look))
        line[0].set_label(f"$d={width:.0f}$")
    axes.set(xlabel="step", ylabel="learning rate", ylim=(0, None))
    axes.legend()


FIGURE = Figure(
    id="attention2017-schedule",
    says="The learning rate is largest at the end of the warmup.",
    source=PAPER.eq(3),
    caption="Learning rate of equation (3), with {warmup} steps of warmup.",
    runs="Nothing is random.",
    claims=("ATT-E3-warmup", "ATT-E3-decay"),
    height=3.0,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"points": 20},
    data=data,
    draw=draw,
)
