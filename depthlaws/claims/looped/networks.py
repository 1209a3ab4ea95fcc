"""Looped Transformers at the start: small stand-ins for the networks of figures 2 and 3."""

import math
from collections.abc import Callable

import numpy as np

from depthlaws.claims.engine.checks import AtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import LOOPED

CLAIMS = Claims()
FIRST, LAST = 8, 64  # passes between which exponents are taken
CONSTANT = (-0.1, 0.1)  # exponents of a norm that is approximately invariant: a fifth over 8x
STANDS_IN = (
    "Ten networks of one Llama-style block of width 128 (block matrices of standard deviation "
    "0.02 sqrt(768/128), embedding 0.02, 64 random tokens) before training stand in for blocks of "
    "width 768 in the first ten steps of AdamW."
)


def growth(stack: str, scaling: str) -> Callable[[], np.ndarray]:
    """Return a function to the exponent of the norm in the number of passes, (sample,)."""

    def exponents() -> np.ndarray:
        norms = stored_run("looped-norms").norm.sel(stack=stack, scaling=scaling)
        ratio = norms.sel(loops=LAST) / norms.sel(loops=FIRST)
        return np.log(ratio.values) / math.log(LAST / FIRST)

    return exponents


def cosines(stack: str, which: str) -> Callable[[], np.ndarray]:
    """Return a function to the least or largest cosine of two passes of 64, eps = 1, (sample,)."""
    return lambda: (
        stored_run("looped-norms")[which].sel(stack=stack, scaling="none", loops=LAST).values
    )


CLAIMS.add(
    id="LOOP-N-FIG2-linear",
    source=LOOPED.figure("2"),
    says="In a looped Transformer at the start, eps = 1/N keeps the norm of the stream about the "
    "same for every number N of passes.",
    quote="keeps it bounded and approximately invariant across N",
    reading=f"The exponent of the norm in N from {FIRST} to {LAST} is between -0.1 and 0.1. "
    + STANDS_IN,
    checks=(AtSize(growth("looped", "linear"), *CONSTANT, what="exponent of the norm"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG2-sqrt",
    source=LOOPED.figure("2"),
    says="In a looped Transformer at the start, eps = 1/sqrt(N) lets the norm of the stream grow "
    "with the number N of passes.",
    quote="the residual-stream norm grows rapidly with N",
    reading=f"The exponent of the norm in N from {FIRST} to {LAST} is above 1/4. " + STANDS_IN,
    checks=(AtSize(growth("looped", "sqrt"), 0.25, math.inf, what="exponent of the norm"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG2-own",
    source=LOOPED.figure("2"),
    says="In a stack of blocks that share no weights, 1 over the square root of the number of "
    "blocks keeps the norm of the stream about the same for every number.",
    quote="scaling stabilizes deep networks (panel b)",
    reading=f"The exponent of the norm in the number of blocks from {FIRST} to {LAST} is between "
    f"-0.1 and 0.1. {STANDS_IN}",
    checks=(AtSize(growth("own blocks", "sqrt"), *CONSTANT, what="exponent of the norm"),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG3-own",
    source=LOOPED.figure("3"),
    says="In a stack of 64 blocks that share no weights, increments of two blocks have cosines "
    "between -0.037 and 0.034.",
    quote="off-diagonal correlations are negligible (range [-0.037, 0.034])",
    reading="One block stands in for twelve in each increment; eps = 1. " + STANDS_IN,
    checks=tuple(
        AtSize(cosines("own blocks", which), -0.037, 0.034, what=f"{which} cosine")
        for which in ("least", "largest")
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG3-looped",
    source=LOOPED.figure("3"),
    says="In a block that is passed 64 times, increments of two passes have cosines between 0.027 "
    "and 0.995.",
    quote="dense positive alignment (range [0.027, 0.995])",
    reading="One block stands in for twelve in each pass; eps = 1. " + STANDS_IN,
    checks=tuple(
        AtSize(cosines("looped", which), 0.027, 0.995, what=f"{which} cosine")
        for which in ("least", "largest")
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-SWIGLU",
    source=LOOPED.section("3.2"),
    says="Increments of a looped SwiGLU branch add up: without branch scale the norm of the stream "
    "grows about as the number N of passes.",
    quote="constructive accumulation also occurs in SwiGLU-based models",
    reading=f"The exponent of the norm in N from {FIRST} to {LAST} is between 0.8 and 1.2, with "
    f"eps = 1 and without attention. {STANDS_IN}",
    checks=(AtSize(growth("looped, SwiGLU alone", "none"), 0.8, 1.2, what="exponent of the norm"),),
    why_sampled="random",
)
