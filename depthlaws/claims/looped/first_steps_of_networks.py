"""Ten AdamW steps of looped Transformers: small stand-ins for the networks of figures 2, 4 and 9.

Predicted before the run. The first step of AdamW is a sign step. Exact ReLU theory (normalised
stream of infinite width, whose first increment is that of the block at the start, 12.1 times the
branch scale in units of the embedding) gives these exponents in N, from 1 to 64 passes:

    rule                  first update    norm
    none                      1.35        0.99
    sqrt                      0.82        0.49
    linear                    0.21       -0.02
    none, two blocks          1.35        0.99
    sqrt, two blocks          0.81        0.49
    factorized, two blocks    0.16       -0.02

Under linear scaling the first update is 2.4 times as large at 64 passes as at one. The theory says
nothing on later steps; the paper says that they are parallel.

Power: 24 networks of another seed, up to 32 passes, set the number; see
:func:`depthlaws.sims.networks.first_steps`.
"""

import math
from collections.abc import Callable

import numpy as np

from depthlaws.claims.engine.checks import AtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import LOOPED, LOOPED_V0

CLAIMS = Claims()
FIRST, LAST = 1, 64  # passes between which exponents are taken
STEPS = 10
PROPORTIONAL, ROOT, CONSTANT = (0.8, 1.2), (0.3, 0.7), (-0.1, 0.1)  # exponents in N
STANDS_IN = (
    "96 Llama-style networks of one block of width 64 (64 random tokens, one fixed mini-batch, "
    "AdamW at 1e-4, weight decay 0.1) stand in for those of width 768."
)


def values(variable: str, scaling: str, *, layers: int = 1) -> np.ndarray:
    """Return norm or change after the last pass, (loops, sample, step), of networks that ran."""
    run = stored_run("looped-first-steps")[variable].sel(layers=layers, scaling=scaling)
    return run.dropna("loops", how="all").dropna("sample", how="all").values


def exponents(
    variable: str, scaling: str, step: int, *, layers: int = 1
) -> Callable[[], np.ndarray]:
    """Return a function to the exponent in N of a norm or an update at a step, (sample,)."""

    def measured() -> np.ndarray:
        at = values(variable, scaling, layers=layers)[..., step]
        return np.log(at[-1] / at[0]) / math.log(LAST / FIRST)

    return measured


def energy_exponents(scaling: str) -> Callable[[], np.ndarray]:
    """Return a function to the exponent in N of the energy, the square of the norm, (sample,)."""
    norm = exponents("norm", scaling, STEPS)
    return lambda: 2 * norm()


def spread(step: int) -> Callable[[], np.ndarray]:
    """Return a function to the largest over the smallest update over N, linear, (sample,)."""

    def measured() -> np.ndarray:
        at = values("change", "linear")[..., step]
        return at.max(axis=0) / at.min(axis=0)

    return measured


CLAIMS.add(
    id="LOOP-N-FIG4-none",
    source=LOOPED.figure("4"),
    says="In a looped Transformer without branch scale the first AdamW step changes the stream in "
    "proportion to the number N of passes.",
    quote="the output update grows as N for eps = 1 and as sqrt(N) for eps = 1/sqrt(N)",
    reading=f"The exponent of the first update in N from {FIRST} to {LAST} is between 0.8 and 1.2. "
    f"{STANDS_IN} Exact ReLU theory predicted 1.35.",
    checks=(AtSize(exponents("change", "none", 1), *PROPORTIONAL, what="exponent of the update"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG4-sqrt",
    source=LOOPED.figure("4"),
    says="In a looped Transformer with eps = 1/sqrt(N) the first AdamW step changes the stream in "
    "proportion to the square root of the number N of passes.",
    quote="the output update grows as N for eps = 1 and as sqrt(N) for eps = 1/sqrt(N)",
    reading=f"The exponent of the first update in N from {FIRST} to {LAST} is between 0.3 and 0.7. "
    f"{STANDS_IN} Exact ReLU theory predicted 0.82.",
    checks=(AtSize(exponents("change", "sqrt", 1), *ROOT, what="exponent of the update"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG4-linear",
    source=LOOPED.figure("4"),
    says="In a looped Transformer with eps = 1/N the first AdamW step changes the stream by about "
    "the same for every number N of passes: the largest change is at most 4 times the smallest.",
    quote="the update is not strictly constant—it grows mildly before saturating near N = 32—but "
    "stays within a small range across the full N = 1-64 sweep",
    reading=f"The factor of 4 is that of the caption of figure 9. {STANDS_IN} Exact ReLU theory "
    "predicted a factor of 2.4.",
    checks=(AtSize(spread(1), 1.0, 4.0, what="largest over smallest update"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG9-none",
    source=LOOPED.figure("9"),
    says="Without branch scale the tenth AdamW step, too, changes the stream in proportion to the "
    "number N of passes.",
    quote="so the ∝ N and ∝ sqrt(N) scalings hold throughout early training",
    reading=f"The exponent of the update by step {STEPS} in N from {FIRST} to {LAST} is between "
    f"0.8 and 1.2. {STANDS_IN} Exact theory says nothing on this step.",
    checks=(
        AtSize(exponents("change", "none", STEPS), *PROPORTIONAL, what="exponent of the update"),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG9-sqrt",
    source=LOOPED.figure("9"),
    says="With eps = 1/sqrt(N) the tenth AdamW step, too, changes the stream in proportion to the "
    "square root of the number N of passes.",
    quote="so the ∝ N and ∝ sqrt(N) scalings hold throughout early training",
    reading=f"The exponent of the update by step {STEPS} in N from {FIRST} to {LAST} is between "
    f"0.3 and 0.7. {STANDS_IN} Exact theory says nothing on this step.",
    checks=(AtSize(exponents("change", "sqrt", STEPS), *ROOT, what="exponent of the update"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG9-linear",
    source=LOOPED.figure("9"),
    says="With eps = 1/N the updates by each of the first ten AdamW steps stay within a factor of "
    "about 4 over the number N of passes.",
    quote="the linear-scaled update stays within roughly a 4x range over N = 1-64",
    reading=f"The largest update over the smallest, for N from {FIRST} to {LAST}, at steps 2, 5 "
    f"and {STEPS}, is at most 4. {STANDS_IN}",
    checks=tuple(
        AtSize(spread(step), 1.0, 4.0, what=f"largest over smallest update, step {step}")
        for step in (2, 5, STEPS)
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG2-ten-linear",
    source=LOOPED.figure("2"),
    says="After ten AdamW steps, too, eps = 1/N keeps the norm of the stream of a looped "
    "Transformer about the same for every number N of passes.",
    quote="keeps it bounded and approximately invariant across N",
    reading=f"The exponent of the norm in N from {FIRST} to {LAST} is between -0.1 and 0.1. "
    f"{STANDS_IN} Exact ReLU theory predicted -0.02 before the steps.",
    checks=(AtSize(exponents("norm", "linear", STEPS), *CONSTANT, what="exponent of the norm"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG2-ten-sqrt",
    source=LOOPED.figure("2"),
    says="After ten AdamW steps, too, eps = 1/sqrt(N) lets the norm of the stream of a looped "
    "Transformer grow with the number N of passes.",
    quote="the residual-stream norm grows rapidly with N",
    reading=f"The exponent of the norm in N from {FIRST} to {LAST} is above 1/4. {STANDS_IN} Exact "
    "ReLU theory predicted 0.49 before the steps.",
    checks=(AtSize(exponents("norm", "sqrt", STEPS), 0.25, math.inf, what="exponent of the norm"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-T3",
    source=LOOPED.theorem("3"),
    says="In two looped blocks, eps = 1/(N sqrt 2) keeps the norm of the stream about the same for "
    "every number N of passes, before and after ten AdamW steps.",
    quote="yields a residual-stream norm bounded by a function of lambda alone, independent of "
    "both N and L",
    reading=f"The exponent of the norm in N from {FIRST} to {LAST} is between -0.1 and 0.1. 48 "
    f"networks of two blocks. {STANDS_IN}",
    checks=tuple(
        AtSize(
            exponents("norm", "factorized", step, layers=2),
            *CONSTANT,
            what=f"exponent of the norm after {step} steps",
        )
        for step in (0, STEPS)
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-V0-FIG1-linear",
    source=LOOPED_V0.figure("1"),
    says="After ten AdamW steps, too, eps = 1/N keeps the energy of the stream of a looped "
    "Transformer about the same for every number of passes.",
    quote="linear scaling effectively maintains energy invariance across increasing loop counts in "
    "looped architectures (f)",
    reading=f"The exponent of the energy in the number of passes from {FIRST} to {LAST} is between "
    f"-0.2 and 0.2. {STANDS_IN}",
    checks=(AtSize(energy_exponents("linear"), -0.2, 0.2, what="exponent of the energy"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-V0-FIG1-sqrt",
    source=LOOPED_V0.figure("1"),
    says="After ten AdamW steps, too, eps = 1/sqrt(N) lets the energy of the stream of a looped "
    "Transformer grow with the number of passes.",
    quote="it fails to control variance growth in looped models (e)",
    reading=f"The exponent of the energy in the number of passes from {FIRST} to {LAST} is above "
    f"1/2. {STANDS_IN}",
    checks=(AtSize(energy_exponents("sqrt"), 0.5, math.inf, what="exponent of the energy"),),
    why_sampled="random",
)
