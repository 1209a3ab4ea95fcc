"""Figures 2, A.1, A.2, A.16 to A.21: the toy task at N = 512, nonlinear networks at N = 256.

The runs are stored (``sims.predictive_coding.experiments``): twelve networks of L = 5 of each
size, gradient descent, with the prediction that was written down before. Powers of the width are
those from N = 128 to 512 (nonlinear networks: from 64 to 256), of one pair of networks each.
"""

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np
import xarray as xr

from depthlaws.claims.engine.checks import AtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.runs import Array, above
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import PC

CLAIMS = Claims()

LINEAR = ("mlp", "residual")
TANH = ("tanh mlp", "tanh residual")
RELU = ("relu mlp", "relu residual")
END, START = "end", "start"


@functools.cache
def _runs() -> xr.Dataset:
    return stored_run("pc-toy-task")


def _distance(name: str, case: str, size: int, stage: str) -> Array:
    """Return loss/F* - 1, or 1 - cos at equal parameters or between two runs, (sample,)."""
    cell = _runs().sel(case=case, size=size, stage=stage)
    values = {
        "ratio": cell.loss / cell.energy - 1,
        "equal": 1 - cell.cosine,
        "apart": 1 - cell.between,
    }
    return values[name].to_numpy().astype(float)


def _powers(name: str, cases: Sequence[str], stage: str) -> Callable[[], Array]:
    """Return a function to the powers of the width of all pairs of networks of some cases."""

    def powers() -> Array:
        pairs = [[_distance(name, case, size, stage) for size in (4, 1)] for case in cases]
        wide, narrow = np.concatenate(pairs, axis=1)
        return np.log(wide / narrow) / math.log(4)

    return powers


def _fall(what: str, name: str, cases: Sequence[str], low: float, high: float) -> tuple:
    """Check a power of the width before training and at the last step."""
    return tuple(
        AtSize(_powers(name, cases, stage), low, high, what=f"power of N, {what}, {stage}")
        for stage in (START, END)
    )


CLAIMS.add(
    id="PC-F2-at-512",
    source=PC.figure(2),
    says="From N = 128 to 512 loss/F* - 1 of MLPs and residual networks falls by a power of N near "
    "-1 and 1 - cos at equal parameters by one near -2, before training and when the loss has "
    "halved (60 and 80 steps).",
    quote="PC computes the same gradients as BP for sufficiently large width",
    reading="The toy task. Near: by at most 1/2; the mean over MLPs and residual networks of L = "
    "5. N = 512 in place of up to 2048.",
    checks=(
        *_fall("loss/F* - 1", "ratio", LINEAR, -1.5, -0.5),
        *_fall("1 - cos", "equal", LINEAR, -2.5, -1.5),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA18-at-512",
    source=PC.figure("A.18"),
    says="Under standard weights, at N = 512, loss/F* - 1 is above 1/4 before training and above 1 "
    "after 100 steps, and 1 - cos between the runs of both rules is then above 0.01.",
    quote="does not converge to one with the width",
    reading="The toy task. L = 5, N = 512 in place of up to 2048.",
    checks=(
        AtSize(lambda: _distance("ratio", "standard", 4, START), 0.25, math.inf, what="start"),
        AtSize(lambda: _distance("ratio", "standard", 4, END), 1.0, math.inf, what="end"),
        AtSize(lambda: _distance("apart", "standard", 4, END), 0.01, math.inf, what="1 - cos"),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA1-at-256",
    source=PC.figure("A.1"),
    says="In tanh networks, residual and plain, loss/F* - 1 falls by a power of N near -1 and 1 - "
    "cos at equal parameters by one near -2 from N = 64 to 256, before training and after eight "
    "steps, when less than half of the loss is left.",
    quote="converges to the BP MSE loss (Eq. 1) for sufficiently large width",
    reading="The toy task. Near: by at most 1/2; activities within 1e-6 of the least energy; L = "
    "5. N = 256 in place of up to 2048.",
    checks=(
        *_fall("loss/F* - 1", "ratio", TANH, -1.5, -0.5),
        *_fall("1 - cos", "equal", TANH, -2.5, -1.5),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA2-at-256",
    source=PC.figure("A.2"),
    says="In ReLU networks, residual and plain, loss/F* - 1 falls by a power of N near -1 from N = "
    "64 to 256, and 1 - cos at equal parameters falls.",
    quote="Results of Figure A.1 for ReLU",
    reading="The toy task. Near: by at most 1/2; before training and after eight steps; "
    "activities within 1e-6 of the least energy, units at kinks allowed; L = 5. N = 256 in place "
    "of up to 2048.",
    checks=(
        *_fall("loss/F* - 1", "ratio", RELU, -1.5, -0.5),
        *_fall("1 - cos", "equal", RELU, -math.inf, -0.5),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA2-power",
    source=PC.beyond("PC-B44"),
    says="In ReLU networks 1 - cos at equal parameters falls more slowly than in tanh networks: "
    "from N = 64 to 256 by a power of N above -7/4, before training and after eight steps.",
    reading="The toy task. Predicted before the run was a power within 0.6 of -2, as for smooth "
    "activations. A reason that fits: inference moves preactivations by order 1/N, so that a "
    "share of order 1/N of the units changes sides of the kink, each with another slope; that "
    "adds a term in 1/N.",
    checks=tuple(
        above(lambda _, at=stage: _powers("equal", RELU, at)(), -1.75, what=f"power of N, {stage}")
        for stage in (START, END)
    ),
    why_sampled="random",
)
