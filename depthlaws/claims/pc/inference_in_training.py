"""Figure 4 in training: nonlinear networks of N = 128 at equilibrium and after twenty steps.

The runs are stored (``sims.predictive_coding.experiments``): eight residual networks of each kind,
64 digits, forty steps of Adam, with the prediction that was written down before.
"""

import functools
import math
from collections.abc import Callable

import xarray as xr

from depthlaws.claims.engine.checks import AtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.runs import Array, below
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import PC

CLAIMS = Claims()

EQUILIBRIUM, LARGEST_STEP = 0.0, 20.0  # values of beta


@functools.cache
def _runs() -> xr.Dataset:
    return stored_run("pc-inference")


def _cosine(activation: str, depth: int, beta: float) -> Callable[..., Array]:
    """Return a function to the cosine after forty steps of training, (sample,)."""
    cell = {"activation": activation, "depth": depth, "beta": beta}
    return lambda *_: _runs().cosine.sel(cell).isel(step=-1).to_numpy().astype(float)


CLAIMS.add(
    id="PC-F4-trained",
    source=PC.figure(4),
    says="At the equilibrium of the activities the gradients of nonlinear residual networks that "
    "predictive coding has trained for forty steps have a cosine above 0.95: tanh at L = 2 and 16, "
    "ReLU at L = 2.",
    quote="PC also converges to BP on nonlinear networks that are much wider than deeper",
    reading="Eight networks of N = 128 in place of 2048, 64 digits in place of CIFAR-10, Adam with "
    "eta_0 = 1/10; the loss has fallen to between 0.54 and 0.6 of its initial value. Equilibrium: "
    "energies within 1e-5 of the least. ReLU networks of L = 16 are not trained so.",
    checks=tuple(
        AtSize(_cosine(a, depth, EQUILIBRIUM), 0.95, math.inf, what=f"cosine, {a}, L = {depth}")
        for a, depth in (("tanh", 2), ("tanh", 16), ("relu", 2))
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-F4-trained-steps",
    source=PC.beyond("PC-B34"),
    says="After forty steps of training with twenty inference steps of beta = 20 the cosine of "
    "tanh and ReLU networks of N = 128 and L = 16 is below 0.8.",
    checks=tuple(
        below(_cosine(a, 16, LARGEST_STEP), 0.8, what=f"cosine, {a}") for a in ("tanh", "relu")
    ),
    why_sampled="random",
)
