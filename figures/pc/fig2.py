"""PC, Figures 2 and A.17: width on the toy task, mean-field parametrisation, MLPs."""

from dataclasses import replace

import xarray as xr

from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.pc.common import WIDER
from depthlaws.figures.pc.sweep import Parameters, data, draw_sweep
from depthlaws.theory.papers import PC


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Distances from backpropagation of the widest network at the end."""
    one = ds.isel(width=-1, step=-1).sel(rule="pc")
    what = f"N = {int(one.width)}, last step: "
    return [
        Quote(what + "s - 1", "approaches zero", float(one.rescaling)),
        Quote(what + "1 - F*/L", "F* converges to the loss", float(1 - one.energy / one.loss)),
        Quote(what + "1 - cos", "the same gradients", float(one.cosine)),
    ]


FIGURE = Figure(
    id="pc-fig2",
    says="Predictive coding nears backpropagation as 1/N in energy, as 1/N^2 in direction.",
    source=PC.figure("2 and A.17"),
    caption="""Toy task (section A.8: 20 inputs, the first ten labelled +1), linear MLPs of L =
    {depth}, mean-field parametrisation, gradient descent on the equilibrated energy; means of
    networks and their 95 % intervals. (A) s - 1 along training. (B) Energy and (C) loss of
    predictive coding; black: exact gradient descent at infinite width, in discrete steps, where the
    paper's curve is first order in the rate. (D) s - 1 against the width at the first and the last
    step; lines: (L - 1)/N, exact at every width, and the infinite-width limit of N (s - 1), over N.
    (E) 1 - cos of both gradients; line: leading order, N^-2; at the last step at equal parameters,
    and between two separate runs as the paper plots it. (F) The same along training, equal
    parameters. Energies and losses are of the same parameters: the ratio L/F* is s.""",
    runs=WIDER,
    claims=("PC-F2", "PC-FA17", "PC-FA17-shifted", "PC-F2-between", "PC-F2-wide"),
    height=4.2,
    quick=Parameters(),
    paper=replace(
        Parameters(),
        widths=tuple(2**i for i in range(3, 12)),
        steps=100,
        samples=3,
        dtype="float32",
    ),
    tiny={"widths": (4, 8), "steps": 4, "samples": 2},
    data=data,
    draw=draw_sweep,
    quotes=quotes,
)
