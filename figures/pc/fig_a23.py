"""PC, Figure A.23: the same grid with skips has no saddle to leave."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.saddles import ESCAPED, Parameters, data, draw_grid
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a23",
    says="With skips networks wider than one unit have no plateau, and backpropagation is first.",
    source=PC.figure("A.23"),
    caption="""Figure A.4 for residual networks: skips past layers 2 to L - 1, branches without a
    factor (alpha = 0), Kaiming's uniform weights, toy task, gradient descent with eta = {rate}.
    Medians of networks and their quartiles (bars), PC (circles) and BP (squares). The notes say in
    how many networks, ties left out, PC is below a loss of {escaped} (dashed) first. From N = 4 on
    no network waits on a plateau, and the deeper they are the more often BP is first; with one unit
    a plateau remains.""",
    runs="{samples} pairs of networks a panel, seed {seed}.",
    claims=("PC-FA23",),
    height=4.6,
    quick=replace(Parameters(), network="residual", steps=150),
    paper=replace(Parameters(), network="residual", steps=1000),
    tiny={"widths": (1, 2), "depths": (2, 3), "steps": 10, "samples": 3},
    data=data,
    facts=lambda *_: {"escaped": ESCAPED},
    draw=draw_grid,
)
