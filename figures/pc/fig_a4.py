"""PC, Figure A.4: from saddle to saddle under the standard parametrisation, MLPs."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.saddles import ESCAPED, Parameters, data, draw_grid
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a4",
    says="PC leaves the saddle first in deep networks, at L = N as well, not in shallow ones.",
    source=PC.figure("A.4"),
    caption="""Losses of linear MLPs with Kaiming's uniform weights on the toy task, gradient
    descent with eta = {rate}: medians of networks and their quartiles (bars), PC (circles) and BP
    (squares), on the grid of the authors' code. The notes say in how many networks, ties left out,
    PC is below a loss of {escaped} (dashed) first within the steps shown. From four layers on PC is
    first in more than half of the networks, at L = N too; with two layers BP is.""",
    runs="{samples} pairs of networks a panel, {steps} steps, seed {seed}.",
    claims=("PC-FA4", "PC-LR5-depth", "PC-LR5-end"),
    height=4.6,
    quick=Parameters(),
    paper=replace(Parameters(), steps=1000),
    tiny={"widths": (1, 2), "depths": (2, 3), "steps": 10, "samples": 3},
    data=data,
    facts=lambda *_: {"escaped": ESCAPED},
    draw=draw_grid,
)
