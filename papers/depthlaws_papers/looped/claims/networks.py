"""Looped Transformers at the start: small stand-ins for the networks of figures 2 and 3.

The window of N and the statistic are those of :mod:`.window`.
"""

import math
from collections.abc import Callable

import numpy as np

from depthlaws.claims.engine.checks import AtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.window import FIRST, LAST, WINDOW, exponents

CLAIMS = Claims()
CONSTANT = (-0.1, 0.1)  # exponents of a norm that is approximately invariant: a fifth over 8x
STANDS_IN = (
    "A hundred and sixty networks of one Llama-style block of width 128 (block matrices of "
    "standard deviation 0.02 sqrt(768/128), embedding 0.02, 64 random tokens) before training "
    "stand in for blocks of width 768 in the first ten steps of AdamW."
)


def growth(stack: str, scaling: str) -> Callable[[], np.ndarray]:
    """Return a function to the exponent of the mean norm in the number of passes, (sample,)."""

    def growths() -> np.ndarray:
        norms = stored_run("looped-norms").norm.sel(stack=stack, scaling=scaling)
        return exponents(norms.sel(loops=[FIRST, LAST]).values)

    return growths


def cosines(stack: str, which: str) -> Callable[[], np.ndarray]:
    """Return a function to the least, mean or largest cosine of two of 64 passes, (sample,)."""
    return lambda: (
        stored_run("looped-norms")[which].sel(stack=stack, scaling="none", loops=LAST).values
    )


INVARIANT = (
    "Our band for the exponent of the norm, -0.1 to 0.1, is derived from 'approximately "
    "invariant': a factor of at most 1.23 over eight times the passes. "
)
GROWS = (
    "Our band for the exponent of the norm, above 1/4, is derived from 'grows rapidly': nearer to "
    "the 1/2 of theorem 1 than to none. "
)
NOISE = (
    "Our band is the printed range, which is that of all pairs at width 768, after ten steps, of "
    "increments by twelve blocks. At width 128 the least and the largest of 2016 pairs are noise "
    "of the order of 1/sqrt(width), so that the mean over pairs is compared with the printed "
    "range; this was chosen when the runs had been seen. One block, eps = 1, before training. "
)
CLAIMS.add(
    id="LOOP-N-FIG2-linear",
    source=LOOPED.figure("2"),
    says="In a looped Transformer at the start, eps = 1/N keeps the norm of the stream about the "
    "same for many passes.",
    quote="keeps it bounded and approximately invariant across N",
    reading=f"{INVARIANT}{WINDOW}{STANDS_IN} Our forecast, 0.02 of ReLU theory, failed.",
    checks=(
        AtSize(growth("looped", "linear"), *CONSTANT, what="exponent of the norm", forecast=0.02),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG2-sqrt",
    source=LOOPED.figure("2"),
    says="In a looped Transformer at the start, eps = 1/sqrt(N) lets the norm of the stream grow "
    "with the number N of passes.",
    quote="the residual-stream norm grows rapidly with N",
    reading=f"{GROWS}{WINDOW}{STANDS_IN} Our forecast, 0.53 of ReLU theory, failed: it grows "
    "faster.",
    checks=(
        AtSize(
            growth("looped", "sqrt"), 0.25, math.inf, what="exponent of the norm", forecast=0.53
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG2-own",
    source=LOOPED.figure("2"),
    says="In a stack of blocks that share no weights, 1 over the square root of the number of "
    "blocks keeps the norm of the stream about the same for many blocks.",
    quote="scaling stabilizes deep networks (panel b)",
    reading="Our band for the exponent of the norm, -0.1 to 0.1, is that of LOOP-N-FIG2-linear. "
    f"{WINDOW}From 1 to {LAST} blocks it would be 0.14, which is outside. {STANDS_IN} Our "
    "forecast, 0 of ReLU theory, failed.",
    checks=(
        AtSize(growth("own blocks", "sqrt"), *CONSTANT, what="exponent of the norm", forecast=0.0),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG3-own",
    source=LOOPED.figure("3"),
    says="In a stack of 64 blocks that share no weights, increments of two blocks have a mean "
    "cosine within the range that is printed for all cosines.",
    quote="off-diagonal correlations are negligible (range [-0.037, 0.034])",
    reading=f"{NOISE}{STANDS_IN} Our forecast, 0, held.",
    checks=(
        AtSize(
            cosines("own blocks", "mean"),
            -0.037,
            0.034,
            what="mean cosine",
            forecast=0.0,
            set_after=True,
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG3-looped",
    source=LOOPED.figure("3"),
    says="In a block that is passed 64 times, increments of two passes have a mean cosine within "
    "the range that is printed for all cosines.",
    quote="dense positive alignment (range [0.027, 0.995])",
    reading=f"{NOISE}{STANDS_IN} We had no forecast.",
    checks=(AtSize(cosines("looped", "mean"), 0.027, 0.995, what="mean cosine", set_after=True),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-SWIGLU",
    source=LOOPED.section("3.2"),
    says="Increments of a looped SwiGLU branch add up: without branch scale the norm of the stream "
    "grows about as the number N of passes.",
    quote="constructive accumulation also occurs in SwiGLU-based models",
    reading="Our band for the exponent of the norm, 0.8 to 1.2, is derived from constructive "
    "accumulation, a squared norm as N^2: 20 % around 1. eps = 1, without attention. "
    f"{WINDOW}{STANDS_IN} Our forecast, 1.04 of ReLU theory, failed by 0.01.",
    checks=(
        AtSize(
            growth("looped, SwiGLU alone", "none"),
            0.8,
            1.2,
            what="exponent of the norm",
            forecast=1.04,
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-V0-FIG2",
    source=LOOPED_V0.figure("2"),
    says="In a block that is passed 64 times, increments of two passes are aligned on average.",
    quote="looped models (b) exhibit a dense correlation pattern where a large fraction of (i, j) "
    "terms contribute",
    reading="Our band for the mean cosine of the increments of two passes of 64, above 0.1, is "
    "derived from 'dense': well beyond the noise of single pairs. The first reading was the least "
    f"cosine, which decides nothing; the mean was chosen after the run. eps = 1. {STANDS_IN} We "
    "had no forecast.",
    checks=(AtSize(cosines("looped", "mean"), 0.1, 1.01, what="mean cosine", set_after=True),),
    why_sampled="random",
)


# -- beside the ReLU theory ------------------------------------------------------------------------

SCALINGS = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}  # eps = N^-power
SWIGLU, BLOCK, ATTENTION = "looped, SwiGLU alone", "looped", "looped, attention alone"
BESIDE = (
    "Beside the exact norm of the normalised ReLU stream of infinite width whose first increment "
    "without branch scale is as large as the networks' mean; no other constant is fitted. Our "
    "bands were set by ten networks of another seed, which are our forecast; it held. "
    f"{STANDS_IN}"
)


def relu_norms(stack: str, scaling: str) -> tuple[float, float]:
    """Return norms of the ReLU stream after FIRST and LAST passes over that before them."""
    runs = stored_run("looped-norms").sel(stack=stack)
    once = (runs.norm / runs["start"]).sel(scaling="none", loops=1)
    gain = math.sqrt(2 * (float((once**2).mean()) - 1))  # E relu^2 is half of the energy
    first, last = (
        math.sqrt(Stream(loops=n, eps=gain * n ** -SCALINGS[scaling], normalize=True).energies[-1])
        for n in (FIRST, LAST)
    )
    return first, last


def beyond_relu(stack: str, scaling: str) -> Callable[[], np.ndarray]:
    """Return a function to the exponents of the networks less that of the ReLU stream."""

    def differences() -> np.ndarray:
        first, last = relu_norms(stack, scaling)
        return growth(stack, scaling)() - math.log(last / first) / math.log(LAST / FIRST)

    return differences


def over_relu(stack: str) -> Callable[[], np.ndarray]:
    """Return a function to the norms after LAST passes, eps = 1, over that of the ReLU stream."""

    def ratios() -> np.ndarray:
        runs = stored_run("looped-norms").sel(stack=stack, scaling="none", loops=LAST)
        return (runs.norm / runs["start"]).values / relu_norms(stack, "none")[1]

    return ratios


CLAIMS.add(
    id="LOOP-N-RELU-exponents",
    source=LOOPED.section("3.2, remark"),
    says="The exponents of ReLU theory carry over to a looped SwiGLU branch: the norm grows with "
    "the exponents of the ReLU stream, to .05, at eps = 1, 1/sqrt(N) and 1/N.",
    quote="constructive accumulation also occurs in SwiGLU-based models",
    reading=f"{WINDOW}From one pass on, -.051 would be outside our band. {BESIDE}",
    checks=tuple(
        AtSize(beyond_relu(SWIGLU, scaling), -0.05, 0.05, what=f"{scaling}: beyond ReLU's exponent")
        for scaling in SCALINGS
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-RELU-attention",
    source=LOOPED.section("3.2, remark"),
    says="With attention the norm of a looped block grows faster than in ReLU theory: by .03 to .2 "
    "more in the exponent at eps = 1, 1/sqrt(N) and 1/N.",
    quote="where the positive-cone argument does not directly apply",
    reading=f"Attention and SwiGLU. {WINDOW}{BESIDE}",
    checks=tuple(
        AtSize(beyond_relu(BLOCK, scaling), 0.03, 0.2, what=f"{scaling}: beyond ReLU's exponent")
        for scaling in SCALINGS
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-RELU-constants",
    source=LOOPED.section("3.2, remark"),
    says="The constants of ReLU theory do not carry over: after 64 passes at eps = 1 the norm of a "
    "looped SwiGLU branch is below .9 of the ReLU stream's, that of a block and of attention alone "
    "above 1.1 of it; the least cosine of two increments of any of them is below .1, where ReLU's "
    "is at least 1/pi. The largest cosine saturates above .999 as there.",
    quote="where the positive-cone argument does not directly apply",
    reading=BESIDE,
    checks=(
        AtSize(over_relu(SWIGLU), -math.inf, 0.9, what="SwiGLU alone: norm over ReLU's"),
        AtSize(over_relu(BLOCK), 1.1, math.inf, what="block: norm over ReLU's"),
        AtSize(over_relu(ATTENTION), 1.1, math.inf, what="attention alone: norm over ReLU's"),
        *(
            AtSize(cosines(stack, "least"), -math.inf, 0.1, what=f"{stack}: least cosine")
            for stack in (SWIGLU, BLOCK, ATTENTION)
        ),
        *(
            AtSize(cosines(stack, "largest"), 0.999, math.inf, what=f"{stack}: largest cosine")
            for stack in (SWIGLU, BLOCK, ATTENTION)
        ),
    ),
    why_sampled="random",
)


def growth_in_layers(scaling: str) -> Callable[[], np.ndarray]:
    """Return a function to the exponent of the mean norm in the number of layers, (sample,)."""

    def growths() -> np.ndarray:
        norms = stored_run("looped-stacks").norm.sel(scaling=scaling)
        return exponents(norms.sel(layers=[1, 8]).values, 8)

    return growths


CLAIMS.add(
    id="LOOP-N-STACKS",
    source=LOOPED.theorem(3),
    says="In a looped Transformer of 1 to 8 layers at the start, passed 8 times, 1/(N sqrt(L)) "
    "bounds the norm of the stream, and 1/N lets it grow with L.",
    quote="bounded by a function of",
    reading="Our bands for the exponent of the norm in L from 1 to 8 are -1/4 to 1/4, half that of "
    "a random walk, at 1/(N sqrt(L)), and above 1/4 at 1/N; they were set after the run. Between "
    "-0.1 and 0.1, as in LOOP-N-FIG2-linear, the networks would decide nothing. A hundred and "
    "twenty networks of Llama-style blocks of width 128 before training. We had no forecast.",
    checks=(
        AtSize(
            growth_in_layers("factorized"),
            -0.25,
            0.25,
            what="1/(N sqrt(L)): exponent in L",
            set_after=True,
        ),
        AtSize(
            growth_in_layers("linear"),
            0.25,
            math.inf,
            what="1/N: exponent in L",
            set_after=True,
        ),
    ),
    why_sampled="random",
)
