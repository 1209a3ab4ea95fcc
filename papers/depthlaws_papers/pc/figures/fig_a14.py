"""PC, Figures A.14 and A.15: approach to backpropagation with width at depth 16, digits."""

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
    id="pc-fig-a14",
    says="With 16 layers on digits (instead of CIFAR-10) predictive coding approaches "
    "backpropagation from N = 16 to 512, at equal parameters.",
    finding="With {depth} layers on digits (instead of CIFAR-10) predictive coding approaches "
    "backpropagation from N = {narrowest} to {widest}, at equal parameters.",
    source=PC.figure("A.14 and A.15"),
    caption="""Figure 2 for linear MLPs of {depth} layers with ten outputs, mean-field
    parametrisation, gradient descent; a batch of 64 handwritten digits in place of CIFAR-10, which
    is not included. s is the largest eigenvalue of the rescaling matrix S. (A) s - 1 along
    training. (B) Energy and (C) loss of predictive coding; in {steps} steps the loss of the widest
    networks falls to {fall} of its initial value. (D) s - 1 over the width at the first and the
    last step; dotted: E s - 1 of one output (largest miss {miss_start}), to which the largest of
    ten eigenvalues tends. (E) 1 - cos at the start, and at the last step at equal parameters and
    between two runs; dotted: leading order in 1/N (largest miss {miss_turn}, {miss_widest} at N =
    {widest}). (F) Between two runs along training. Bars are 95 % intervals.""",
    runs=RUNS_SENTENCE,
    shows=shows("MLPs on digits"),
    claims=("PC-FA14", "PC-FA14-at-512", "PC-E25-matrix", "PC-B13-outputs"),
    height=4.2,
    quick=replace(
        Parameters(),
        depth=16,
        task="digits",
        widths=(16, 64, 128, 512),
        steps=48,
        samples=3,
        dtype="float32",
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
    facts=facts,
    draw=draw_sweep,
    holds=holds,
)
