"""Learning-rate sweeps of looped Transformers: small stand-ins for figure 5 and figure 3 of v0.

Predicted before the run, from the exact first update of ReLU theory (see
:mod:`.first_steps_of_networks`), for the exponent of the best rate in N, from 1 to 8 passes:

    rule     if the change of the stream decides    if its relative change does
    none                  -1.38                                -0.45
    sqrt                  -0.86                                -0.42
    linear                -0.30                                -0.34

The loss sees the stream behind RMSNorm, which speaks for the relative change. The paper says about
0 for linear scaling and a shift for sqrt. Weights move by many times their start in these runs, so
that neither column has to hold. Found for fixed decay, 32 networks, 99 % intervals: -0.40 (-0.70 to
-0.10) under linear and -0.59 (-0.82 to -0.36) under sqrt. Both intervals hold the forecast from the
relative change, and that under sqrt excludes the other. One pass has a broader least than several;
so each number of passes has a shape of the loss of its own.

Two runs: three networks a point under all rules, and 32 of another seed, with one rate more, for
fixed weight decay under linear and sqrt. The first set the number of the second; see
:func:`depthlaws.sims.networks.best_rates`.
"""

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np
import xarray as xr

from depthlaws.claims.engine.checks import AtSize, IntervalAtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.parametrization import TransferCheck, transfer_check

CLAIMS = Claims()
CONFIDENCE = 0.99  # of the intervals of best rates and exponents
STAYS = (-0.2, 0.2)  # exponents of a best rate that stays: 1.5 over a factor of 8
SHIFTS = (0.2, math.inf)  # size of the exponent of a best rate that shifts
ALARM = 1e-2  # false alarm rate of means
STANDS_IN = (
    "{networks} Llama-style networks a point, of one block of width 32, trained for 200 AdamW "
    "steps on 256 bytes each of Python's standard library (rates 0.001 to {highest}, a factor of 2 "
    "apart), stand in for 12 blocks of width 768 trained on 10 B tokens."
)
NETWORKS_32 = STANDS_IN.format(networks=32, highest=0.064)
NETWORKS_3 = STANDS_IN.format(networks="Three", highest=0.032)


def runs(decay: str, scaling: str) -> xr.Dataset:
    """Return the stored runs of one block under a rule; one pass is the same under all rules."""
    many = decay == "fixed" and scaling != "none"
    stored = stored_run("looped-best-rates" if many else "looped-rates")
    rules = np.isin(stored.scaling, [scaling]) | (stored.loops == 1)
    return stored.isel(run=np.flatnonzero((stored.decay == decay) & rules & (stored.layers == 1)))


@functools.cache
def over_loops(decay: str, scaling: str, confidence: float = CONFIDENCE) -> TransferCheck:
    """Return the best rates of one block over its numbers of passes."""
    return _checked(runs(decay, scaling), "loops", confidence)


@functools.cache
def over_layers(confidence: float = CONFIDENCE) -> TransferCheck:
    """Return the best base rates of stacks of 1, 2 and 4 blocks, passed twice, over the blocks."""
    stored = stored_run("looped-rates")
    stacks = (stored.scaling == "factorized") | ((stored.scaling == "linear") & (stored.loops == 2))
    return _checked(
        stored.isel(run=np.flatnonzero(stacks & (stored.decay == "fixed"))), "layers", confidence
    )


def _checked(rows: xr.Dataset, size: str, confidence: float) -> TransferCheck:
    networks = rows.sizes["sample"]
    losses = rows.held_out.sel(end="end").where(rows.diverged == 0)
    return transfer_check(
        np.repeat(rows[size].values, networks).tolist(),
        np.repeat(rows.learning_rate.values, networks).tolist(),
        losses.values.ravel(),
        seeds=np.tile(rows.sample.values, rows.sizes["run"]).tolist(),
        confidence=confidence,
    )


def drift(check: Callable[[], TransferCheck]) -> Callable[[], tuple[float, float, float]]:
    """Return a function to the exponent of the best rate and the ends of its interval."""

    def fitted() -> tuple[float, float, float]:
        outcome = check()
        if any(optimum.why for optimum in outcome.optima):
            return math.nan, math.nan, math.nan
        return outcome.drift, outcome.low, outcome.high

    return fitted


def size_of(
    signed: Callable[[], tuple[float, float, float]],
) -> Callable[[], tuple[float, float, float]]:
    """Return a function to the absolute value of a fitted number and the ends of its interval."""

    def fitted() -> tuple[float, float, float]:
        value, low, high = signed()
        ends = sorted((abs(low), abs(high)))
        return abs(value), 0.0 if low < 0 < high else ends[0], ends[1]

    return fitted


def least_losses(decay: str, scaling: str, loops: int) -> np.ndarray:
    """Return the least held-out loss over the rates of each network, (sample,)."""
    rows = runs(decay, scaling)
    at = rows.isel(run=np.flatnonzero(rows.loops == loops))
    return at.held_out.sel(end="end").where(at.diverged == 0, np.inf).min("run").values


def gained(decay: str) -> Callable[[], np.ndarray]:
    """Return a function to the least loss under sqrt minus that under linear, 8 passes."""
    return lambda: least_losses(decay, "sqrt", 8) - least_losses(decay, "linear", 8)


def trained(loops: int) -> xr.Dataset:
    """Return the networks of linear scaling and fixed decay at the best swept rate of one pass."""
    rows = runs("fixed", "linear")
    one = rows.isel(run=np.flatnonzero(rows.loops == 1))
    losses = one.held_out.sel(end="end").mean("sample")
    best = float(one.learning_rate[int(np.argmin(losses.values))])
    (place,) = np.flatnonzero((rows.loops == loops) & (rows.learning_rate == best))
    return rows.isel(run=place)


def cosines(
    loops: int, end: str, part: str, reduce: Callable[..., np.ndarray] = np.mean
) -> np.ndarray:
    """Return the mean cosine of pairs of passes, (sample,): all, early (no last pass) or last."""
    cosine = trained(loops).cosine.sel(end=end).values[:, :loops, :loops]
    first, second = np.triu_indices(loops, 1)
    kept = {
        "all": second < loops,
        "early": second < loops - 1,
        "last": second == loops - 1,
    }[part]
    return reduce(cosine[:, first[kept], second[kept]], axis=1)


def final_norms(loops: Sequence[int] = (2, 4, 8)) -> np.ndarray:
    """Return the norm of the stream after the last pass of trained networks, (loops, sample)."""
    return np.stack([trained(n).norm.sel(end="end").values[:, n] for n in loops])


def norm_exponent() -> np.ndarray:
    """Return the exponent of the final norm in N from 2 to 8 passes, (sample,)."""
    norms = final_norms((2, 8))
    return np.log(norms[1] / norms[0]) / math.log(4)


CLAIMS.add(
    id="LOOP-N-FIG5-linear",
    source=LOOPED.figure("5"),
    says="Under eps = 1/N the best learning rate of a looped Transformer stays where it is for "
    "every number N of passes.",
    quote="the optimal learning rate for linear scaling remains nearly invariant across N",
    reading="The exponent of the best rate in N from 1 to 8 is between -0.2 and 0.2. "
    f"{NETWORKS_32} Weight decay 0.1.",
    checks=(
        IntervalAtSize(
            drift(lambda: over_loops("fixed", "linear")),
            *STAYS,
            runs=4 * 7 * 32,
            what="exponent of the best rate",
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG5-sqrt",
    source=LOOPED.figure("5"),
    says="Under eps = 1/sqrt(N) the best learning rate of a looped Transformer shifts with the "
    "number N of passes.",
    quote="under sqrt scaling, the optimum shifts with N",
    reading="The size of the exponent of the best rate in N from 1 to 8 is above 0.2. "
    f"{NETWORKS_32} Weight decay 0.1.",
    checks=(
        IntervalAtSize(
            size_of(drift(lambda: over_loops("fixed", "sqrt"))),
            *SHIFTS,
            runs=4 * 7 * 32,
            what="size of the exponent of the best rate",
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG5-loss",
    source=LOOPED.section("5.2"),
    says="At eight passes the least loss is lower under eps = 1/N than under eps = 1/sqrt(N).",
    quote="linear scaling achieves a lower minimum loss than sqrt scaling",
    reading="The least held-out loss over the rates of a network, sqrt minus linear, is positive. "
    f"{NETWORKS_32} Weight decay 0.1.",
    checks=(AtSize(gained("fixed"), 0.0, math.inf, what="loss, sqrt - linear", alarm=ALARM),),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG5-depth",
    source=LOOPED.section("5.3"),
    says="Under eps = 1/(N sqrt L), with the rate of the blocks over sqrt L, the best base "
    "learning rate stays where it is for every number L of blocks.",
    quote="a single base learning rate is near-optimal across all three depths",
    reading="The exponent of the best base rate in L is between -0.2 and 0.2. Stacks of 1, 2 and 4 "
    f"blocks passed twice stand in for those of 12, 24 and 48. {NETWORKS_3} Weight decay 0.1.",
    checks=(
        IntervalAtSize(
            drift(over_layers),
            *STAYS,
            runs=54,
            what="exponent of the best base rate in L",
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-V0-FIG3-linear",
    source=LOOPED_V0.figure("3"),
    says="Under eps = 1/N the best learning rate of a looped Transformer stays where it is for "
    "every number of passes, also where the rate times the weight decay is fixed.",
    quote="the optimal learning rate for linear scaling remains nearly invariant across",
    reading="The exponent of the best rate in the number of passes, from 1 to 8, is between "
    f"-0.2 and 0.2. {NETWORKS_3} Rate times weight decay is 1e-5.",
    checks=(
        IntervalAtSize(
            drift(lambda: over_loops("product", "linear")),
            *STAYS,
            runs=54,
            what="exponent of the best rate",
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-V0-FIG3-sqrt",
    source=LOOPED_V0.figure("3"),
    says="Under eps = 1/sqrt(N) the best learning rate of a looped Transformer shifts with the "
    "number of passes, also where the rate times the weight decay is fixed.",
    quote="the optimal learning rate for sqrt scaling shifts significantly as L increases",
    reading="The size of the exponent of the best rate in the number of passes, from 1 to 8, is "
    f"above 0.2. {NETWORKS_3} Rate times weight decay is 1e-5.",
    checks=(
        IntervalAtSize(
            size_of(drift(lambda: over_loops("product", "sqrt"))),
            *SHIFTS,
            runs=54,
            what="size of the exponent of the best rate",
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG6-weaker",
    source=LOOPED.figure("6"),
    says="Training makes the cosines of the increments of two passes smaller.",
    quote="the pairwise cosine similarities between loop-step increments decrease after full "
    "training",
    reading="The mean cosine of all pairs of eight passes is smaller after training than before. "
    f"{NETWORKS_32} Linear scaling, the best swept rate of one pass, held-out text.",
    checks=(
        AtSize(
            lambda: cosines(8, "end", "all") - cosines(8, "start", "all"),
            -2.0,
            0.0,
            what="mean cosine, after - before",
            alarm=ALARM,
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG6-range",
    source=LOOPED.figure("6"),
    says="After training, increments of two early or middle passes of eight have cosines between "
    "0.3 and 0.6.",
    quote="with early and middle iterations concentrated in the 0.3-0.6 range",
    reading="The mean cosine of pairs without the last of eight passes is between 0.3 and 0.6. "
    f"{NETWORKS_32} Linear scaling, the best swept rate of one pass, held-out text.",
    checks=(
        AtSize(
            lambda: cosines(8, "end", "early"), 0.3, 0.6, what="mean cosine, early", alarm=ALARM
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG8-last",
    source=LOOPED.figure("8"),
    says="After training, increments of the last of four passes are less aligned with the others "
    "than those of the others with one another.",
    quote="pairs involving the final step can again be weak or negative",
    reading="The mean cosine of pairs with the last of four passes is smaller than that of pairs "
    f"without it. {NETWORKS_32} Linear scaling, the best swept rate of one pass, held-out text.",
    checks=(
        AtSize(
            lambda: cosines(4, "end", "last") - cosines(4, "end", "early"),
            -2.0,
            0.0,
            what="mean cosine, with the last pass - without",
            alarm=ALARM,
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG8-early",
    source=LOOPED.figure("8"),
    says="After training, increments of early and middle passes of four remain aligned.",
    quote="Early and middle loop steps remain positively correlated across all three depths",
    reading="The least cosine of pairs without the last of four passes is positive. "
    f"{NETWORKS_32} Linear scaling, the best swept rate of one pass, held-out text; one depth.",
    checks=(
        AtSize(
            lambda: cosines(4, "end", "early", np.min),
            0.0,
            1.01,
            what="least cosine, early",
            alarm=ALARM,
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="LOOP-N-FIG7",
    source=LOOPED.figure("7"),
    says="After training under eps = 1/N the norm of the stream behind the last pass is about the "
    "same for every number N of passes.",
    quote="the final norms converge to approximately the same value within each depth group",
    reading="The exponent of the norm in N from 2 to 8 is between -0.1 and 0.1. "
    f"{NETWORKS_32} The best swept rate of one pass, held-out text.",
    checks=(AtSize(norm_exponent, -0.1, 0.1, what="exponent of the final norm", alarm=ALARM),),
    why_sampled="random",
)
