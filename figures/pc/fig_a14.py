"""PC, Figures A.14 and A.15: width at sixteen layers, images, gradient descent."""

from dataclasses import replace

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.common import WIDER
from depthlaws.figures.pc.sweep import Parameters, data, draw_sweep
from depthlaws.theory.papers import PC

FIGURE = Figure(
    id="pc-fig-a14",
    says="Sixteen layers on digits (for CIFAR-10): the same approach, from larger widths on.",
    source=PC.figure("A.14 and A.15"),
    caption="""Figure 2 for linear MLPs of {depth} layers with ten outputs, mean-field
    parametrisation, gradient descent; a batch of 64 handwritten digits in place of CIFAR-10, which
    is read from local files only. s is the largest eigenvalue of the rescaling matrix S. (A) s - 1
    along training. (B) Energy and (C) loss of predictive coding. (D) s - 1 against the width at the
    first and the last step. (E) 1 - cos at the start, and at the last step at equal parameters and
    between two runs. (F) At equal parameters along training. Bars are 95 % intervals.""",
    runs=WIDER,
    claims=("PC-FA14", "PC-E25-matrix"),
    height=4.2,
    quick=replace(
        Parameters(), depth=16, task="digits", widths=(16, 32, 64, 128), steps=6, samples=4
    ),
    paper=replace(
        Parameters(),
        depth=16,
        task="digits",
        widths=tuple(2**i for i in range(5, 12)),
        steps=100,
        samples=3,
        dtype="float32",
    ),
    tiny={"widths": (8, 16), "steps": 2, "depth": 4},
    data=data,
    draw=draw_sweep,
)
