"""PC, Figure A.16: width on the toy task, residual networks."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.common import WIDER
from depthlaws.figures.pc.sweep import Parameters, data, draw_sweep
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a16",
    says="Residual networks with branches of 1/sqrt(L) approach backpropagation at the same rates.",
    source=PC.figure("A.16"),
    caption="""Figure 2 for linear residual networks, alpha = 1/2, L = {depth}: the toy task,
    mean-field parametrisation. (A) s - 1 along training. (B) Energy and (C) loss of predictive
    coding; black: exact at infinite width. (D) s - 1 against the width; lines: L ((1 + 1/L)^(L-1) -
    1)/N, exact at every width, and the limit after training, over N. (E) 1 - cos at the start, its
    leading order, and at the last step at equal parameters and between two runs. (F) At equal
    parameters along training. Bars are 95 % intervals.""",
    runs=WIDER,
    claims=("PC-FA16", "PC-F2-wide"),
    height=4.2,
    quick=replace(Parameters(), network="residual"),
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
