"""PC, Figures A.18 and A.19: width on the toy task, standard parametrisation."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.common import WIDER
from depthlaws.figures.pc.sweep import Parameters, data, draw_sweep
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a18",
    says="Standard weights: s stays away from one at every width; directions align at equal "
    "parameters, between two runs much later.",
    source=PC.figure("A.18 and A.19"),
    caption="""Figure 2 under the standard parametrisation with Kaiming's uniform law, variance 1/(3
    inputs), learning rate eta_0. (A) s - 1 along training. (B) Energy and (C) loss of predictive
    coding. (D) s - 1 against the width; line: its mean at the start, (1 - 3^(1-L))/2 at every
    width. (E) 1 - cos falls with the width already at the start, at losses near 1/2, so that small
    losses are not the reason; between two runs, as plotted in the paper, the gradients part ways
    even where they align at equal parameters. (F) At equal parameters along training.""",
    runs=WIDER,
    claims=("PC-FA18", "PC-FA18-direction", "PC-F2-between"),
    height=4.2,
    quick=replace(Parameters(), parametrization="kaiming", steps=100, widths=(8, 32, 96)),
    paper=replace(
        Parameters(),
        parametrization="kaiming",
        widths=tuple(2**i for i in range(3, 12)),
        steps=100,
        samples=3,
        dtype="float32",
    ),
    tiny={"widths": (4, 8), "steps": 4, "samples": 2},
    data=data,
    draw=draw_sweep,
)
