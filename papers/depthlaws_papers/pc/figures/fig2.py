"""PC, Figures 2 and A.17: approach to backpropagation with width, toy task, MLPs."""

from dataclasses import replace

import xarray as xr

from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.averaged_runs import RUNS_SENTENCE
from depthlaws_papers.pc.figures.width_sweep import (
    Parameters,
    data,
    draw_sweep,
    facts,
    holds,
    shows,
)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Distances from backpropagation of the widest network at the last step."""
    widest = ds.isel(width=-1, step=-1).sel(rule="pc")
    what = f"N = {int(widest.width)}, last step: "
    return [
        Quote(what + "s - 1", "approaches zero", float(widest.rescaling)),
        Quote(
            what + "1 - F*/loss", "F* converges to the loss", float(1 - widest.energy / widest.loss)
        ),
        Quote(what + "1 - cos, equal parameters", "the same gradients", float(widest.cosine)),
    ]


FIGURE = Figure(
    id="pc-fig2",
    says="With growing width N predictive coding approaches backpropagation: s - 1 falls as N^p, "
    "p = -1.1 to -1.0, and 1 - cos with p = -2.2 to -1.9 (N = 32 to 512).",
    finding="With growing width N predictive coding approaches backpropagation: s - 1 falls as "
    "N^p, p = {scales}, and 1 - cos with p = {turns} (N = {from} to {widest}).",
    source=PC.figure("2 and A.17"),
    caption="""Toy task (section A.8: 20 inputs, the first ten labelled +1), linear MLPs of L =
    {depth}, mean-field parametrisation, gradient descent on the equilibrated energy; means of
    networks and their 95 % intervals. (A) s - 1 along training. (B) Energy and (C) loss of
    predictive coding; dotted: exact gradient descent at infinite width, in discrete steps (largest
    miss of the widest networks {miss_wide}; the paper's curve is of first order in the rate). (D) s
    - 1 over the width at the first and the last step; line: (L - 1)/N, exact at every width;
    dotted: the infinite-width limit of N (s - 1), divided by N (largest miss {miss_end}). (E) 1 -
    cos of both gradients at the first step, and at the last step at equal parameters and between
    two separate runs as in the paper; dotted: leading order in 1/N (largest miss {miss_turn},
    {miss_widest} at N = {widest}). From N = {narrowest} to {from} the powers are {scales_below} and
    {turns_below}. (F) The same along training between two runs. Energies and losses are at the same
    parameters, where the loss is s F*.""",
    runs=RUNS_SENTENCE,
    shows=shows("MLPs"),
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
    facts=facts,
    draw=draw_sweep,
    holds=holds,
    quotes=quotes,
)
