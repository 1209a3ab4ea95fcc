"""PC, Figure A.16: approach to backpropagation with width, toy task, residual networks."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
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

FIGURE = Figure(
    id="pc-fig-a16",
    says="Residual networks with branches of 1/sqrt(L) approach backpropagation with width as MLPs "
    "do: s - 1 falls as N^p, p = -1.1 to -1.0, 1 - cos with p = -2.0 to -1.8 (N = 32 to 512).",
    finding="Residual networks with branches of 1/sqrt(L) approach backpropagation with width as "
    "MLPs do: s - 1 falls as N^p, p = {scales}, 1 - cos with p = {turns} (N = {from} to "
    "{widest}).",
    source=PC.figure("A.16"),
    caption="""Figure 2 for linear residual networks, alpha = 1/2, L = {depth}: the toy task,
    mean-field parametrisation. (A) s - 1 along training. (B) Energy and (C) loss of predictive
    coding; dotted: exact at infinite width (largest miss of the widest networks {miss_wide}). (D) s
    - 1 over the width; line: L ((1 + 1/L)^(L-1) - 1)/N, exact at every width before training;
    dotted: the infinite-width limit of N (s - 1) after training, divided by N (largest miss
    {miss_end}). (E) 1 - cos at the start, and at the last step at equal parameters and between two
    runs; dotted: leading order in 1/N (largest miss {miss_turn}, {miss_widest} at N = {widest}).
    From N = {narrowest} to {from} the powers are {scales_below} and {turns_below}. (F) Between two
    runs along training. Bars are 95 % intervals.""",
    runs=RUNS_SENTENCE,
    shows=shows("residual networks"),
    claims=("PC-FA16", "PC-F2-wide"),
    height=4.2,
    quick=replace(Parameters(), network="residual", steps=80),
    paper=replace(
        Parameters(),
        network="residual",
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
)
