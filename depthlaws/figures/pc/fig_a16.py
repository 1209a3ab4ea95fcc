"""PC, Figure A.16: approach to backpropagation with width, toy task, residual networks."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.averaged_runs import RUNS_SENTENCE
from depthlaws.figures.pc.width_sweep import Parameters, data, draw_sweep
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a16",
    says="Residual networks with branches of 1/sqrt(L) approach backpropagation with width as MLPs "
    "do: s - 1 falls as 1/N, 1 - cos as 1/N^2 (N = 8 to 512).",
    source=PC.figure("A.16"),
    caption="""Figure 2 for linear residual networks, alpha = 1/2, L = {depth}: the toy task,
    mean-field parametrisation. (A) s - 1 along training. (B) Energy and (C) loss of predictive
    coding; black: exact at infinite width. (D) s - 1 over the width; lines: L ((1 + 1/L)^(L-1) -
    1)/N, exact at every width, and the infinite-width limit of N (s - 1) after training, divided by
    N. (E) 1 - cos at the start, its leading order, and at the last step at equal parameters and
    between two runs. (F) Between two runs along training. Bars are 95 % intervals.""",
    runs=RUNS_SENTENCE,
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
    draw=draw_sweep,
)
