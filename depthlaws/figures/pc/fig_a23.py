"""PC, Figure A.23: losses over widths and depths with skip connections, residual networks."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.saddles import LEVELS, Parameters, data, draw_grid
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a23",
    says="With skip connections, width 4 or 8 and four or more layers BP is below a loss of 0.4, "
    "and of 0.1, sooner than PC.",
    source=PC.figure("A.23"),
    caption="""Figure A.4 for residual networks: skips past layers 2 to L - 1, branches without a
    factor (alpha = 0), Kaiming's uniform weights, toy task, gradient descent with eta = {rate}.
    Medians of networks and their quartiles (bars), PC (circles) and BP (squares). Numbers below a
    dashed line: networks that PC brings below this loss ({levels}) first, of all that one rule
    brings there first, without ties. For N = 4 and more there is no plateau, and the deeper the
    networks the more often BP is first; with one unit a plateau remains.""",
    runs="{samples} pairs of networks for each panel, seed {seed}.",
    claims=("PC-FA23", "PC-FA23-first"),
    height=4.6,
    quick=replace(Parameters(), network="residual", steps=150),
    paper=replace(Parameters(), network="residual", steps=1000),
    tiny={"widths": (1, 2), "depths": (2, 3), "steps": 10, "samples": 3},
    data=data,
    facts=lambda *_: {"levels": LEVELS},
    draw=draw_grid,
)
