"""Figures 1, 3, A.5 to A.15: width against depth on images, here handwritten digits.

The paper trains on CIFAR-10 and Fashion-MNIST. One batch of 16 digits, ten outputs, Adam (A.14:
gradient descent). For several outputs s is the largest eigenvalue of S.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import sympy as sp
import xarray as xr

from depthlaws.claims.engine.checks import Exhaustive, Property, Sampled, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN
from depthlaws.sims.predictive_coding import energy as simulated
from depthlaws.sims.predictive_coding.equilibrium import solve
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims import simplest
from depthlaws_papers.pc.claims.common import Case
from depthlaws_papers.pc.claims.runs import Array, Network, above, at_start, logs, off, run, seen

CLAIMS = Claims()

CPU = backend.get("cpu")

IMAGES = ("loss", "energy", "rescaling", "cosine")
STEPS = 2


@lru_cache(maxsize=32)
def _trained(network: str, width: int, depth: int, seed: int, optimizer: str = "adam") -> Array:
    """s - 1, L/F* - 1 and 1 - cos along predictive coding's run, (sample, 3, start and end)."""
    history = _run(network, width, depth, seed, ("pc",), optimizer)
    s = seen(history, "rescaling") - 1
    ratio, angle = np.moveaxis(off(history, range(STEPS + 1)), 1, 0)
    return np.stack([s, ratio, angle], axis=1)[..., [0, STEPS]]


def _run(
    network: str, width: int, depth: int, seed: int, rules: Sequence[str], optimizer: str = "adam"
) -> xr.Dataset:
    """Two steps on sixteen digits."""
    return run(
        PCN(width=width, depth=depth, network=network),
        samples=40 if (network, depth) == ("mlp", 32) else 32,
        seed=seed,
        steps=STEPS,
        task="digits",
        inputs=16,
        optimizer=optimizer,
        rate={"adam": 0.02, "sgd": 0.025}[optimizer],
        rules=tuple(rules),
        observe=IMAGES if len(rules) == 1 else ("between",),
    )


COSINE = 2


def _wider(network: str, depth: int, seed: int, optimizer: str = "adam") -> Array:
    """Logarithms of the factors by which all three shrink from N = 32 to 128, (sample, 3, time)."""
    return logs(*(_trained(network, n, depth, seed, optimizer) for n in (32, 128)))


def _deeper(width: int, seed: int) -> Array:
    """Logarithm of the factor by which 1 - cos grows from L = 4 to 8, residual networks."""
    return logs(*(_trained("residual", width, depth, seed)[:, COSINE] for depth in (8, 4)))


CLAIMS.add(
    id="PC-F1",
    source=PC.figure(1),
    says="Linear residual networks with alpha = 1/2 on digits: from N = 32 to 128 1 - cos falls by "
    "an exponent nearer to theory's 2 than to 0, at L = 4 and 8, and it rises from L = 4 to 8 at "
    "both widths, before training and after two Adam steps.",
    quote="PC converges to BP when the model width is much larger than the depth",
    reading="digits in place of CIFAR-10, N up to 128, at equal parameters",
    checks=(
        above(lambda seed: _wider("residual", 4, seed)[:, COSINE], np.log(4), what="width, L = 4"),
        above(lambda seed: _wider("residual", 8, seed)[:, COSINE], np.log(4), what="width, L = 8"),
        above(lambda seed: _deeper(32, seed), what="depth, N = 32"),
        above(lambda seed: _deeper(128, seed), what="depth, N = 128"),
    ),
    why_sampled="random",
)


def _plotted(seed: int) -> Array:
    """Logarithm of how much smaller 1 - cos between two runs is at N = 32 L than at N = 4 L."""
    runs = (_run("residual", *size, seed, ("pc", "bp")) for size in ((32, 8), (128, 4)))
    return logs(*(1 - seen(history, "between")[:, [0, STEPS]] for history in runs))


CLAIMS.add(
    id="PC-FA5",
    source=PC.figure("A.5"),
    says="From (N, L) = (32, 8) to (128, 4) 1 - cos falls by more than 8, half of theory's power 2 "
    "of L/N, before training and after two steps, between two runs as figure A.5 plots them.",
    reading="digits in place of Fashion-MNIST",
    checks=(above(_plotted, np.log(8), what="fall of 1 - cos"),),
    why_sampled="random",
)


# -- figures A.6, A.7, A.12, A.13: deep MLPs -------------------------------------------------------


def _worse_than_residual(width: int, seed: int) -> Array:
    """Logarithm of 1 - cos of MLPs over that of residual networks, L = 32."""
    return logs(*(_trained(n, width, 32, seed)[:32, COSINE] for n in ("mlp", "residual")))


CLAIMS.add(
    id="PC-FA6",
    source=PC.figure("A.6"),
    says="Unlike that of residual networks, the alignment of MLPs breaks down at depth 32: 1 - cos "
    "is larger at N = 32 and at N = 128.",
    quote="breaks down at sufficiently large depth (L = 32) independent of the width",
    reading="at equal parameters, at initialisation and after two Adam steps, on digits in place "
    "of CIFAR-10, where the width does count (PC-FA6-width). The paper takes its cosine between "
    "the gradients of long runs: after 200 steps the sentence holds up to N = 256 "
    "(PC-FA6-200-steps)",
    imprecise=True,
    exact="PC-FA6-width",
    checks=tuple(
        above(lambda seed, n=n: _worse_than_residual(n, seed), what=f"N = {n}") for n in (32, 128)
    ),
    why_sampled="random",
    change="Add: between long runs; in the first steps it decreases with the width.",
    against=(simplest.WIDTH_COUNTS,),
)

CLAIMS.add(
    id="PC-FA6-width",
    source=PC.ledger("ERR-PC-30"),
    says="At depth 32 on digits, 1 - cos of MLPs falls from N = 32 to 128, before training and "
    "after two steps; at N = 128 it is larger than that of residual networks.",
    checks=(
        above(lambda seed: _wider("mlp", 32, seed)[:, COSINE], what="fall of 1 - cos"),
        above(lambda seed: _worse_than_residual(128, seed), what="MLPs beside residual networks"),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA10",
    source=PC.figure("A.10"),
    says="Residual networks of depth 32 on digits: s - 1, L/F* - 1 and 1 - cos all fall from N = "
    "32 to 128, before training and after two steps (figures A.10 and A.11).",
    reading="digits in place of Fashion-MNIST",
    checks=(above(lambda seed: _wider("residual", 32, seed), what="falls"),),
    why_sampled="random",
)


def _diverges(seed: int) -> Array:
    """1 - cos of MLPs at (N, L) = (128, 32) over that at (16, 4), at equal width per depth."""
    return logs(*(_trained("mlp", *size, seed)[:32, COSINE] for size in ((128, 32), (16, 4))))


CLAIMS.add(
    id="PC-FA12",
    source=PC.figure("A.12"),
    says="In MLPs of depth 32 on digits s - 1, L/F* - 1 and 1 - cos fall from N = 32 to 128, "
    "before training and after two steps (figures A.12 and A.13), but depth matters more than "
    "width: PC is further from BP at (N, L) = (128, 32) than at (16, 4).",
    quote="PC starts to diverge from BP at sufficiently large depth, even at much larger width",
    reading="in the first two steps; at an equal ratio of width and depth the deeper network is "
    "further from BP",
    checks=(
        above(lambda seed: _wider("mlp", 32, seed), what="falls"),
        above(_diverges, what="eight times as wide and deep"),
    ),
    why_sampled="random",
)


# -- figures 3, A.8, A.9: the rescaling against L/N ------------------------------------------------


@lru_cache(maxsize=16)
def _matrices(network: Network, width: int, depth: int, seed: int) -> tuple[Array, Array]:
    """Mean and largest eigenvalue of S - 1 for ten outputs, (sample, 2), and control variates."""
    model = PCN(width=width, depth=depth, network=network, features=1, outputs=10)
    S, off = at_start(model, 48, seed)
    eigenvalues = np.linalg.eigvalsh(S) - 1
    return np.stack([eigenvalues.mean(axis=-1), eigenvalues[:, -1]], axis=-1), off


def _means(network: Network, seed: int) -> Array:
    """Mean eigenvalue of S - 1 over E s - 1, at the four corners of widths and depths."""
    rows = []
    for width, depth in CORNERS:
        exact = predictive_coding.expected_rescaling(width, depth, network=network) - 1
        matrices, off = _matrices(network, width, depth, seed)
        rows.append((matrices[:, 0] - off) / exact)
    return np.stack(rows, axis=-1)


def _apart(network: Network, seed: int) -> Array:
    """Log of the factor by which the largest eigenvalue's excess over the mean shrinks at 4 N."""
    over = [
        values[:, 1] / values[:, 0] - 1
        for values, _ in (_matrices(network, *corner, seed) for corner in CORNERS)
    ]
    return np.stack([logs(over[0], over[2]), logs(over[1], over[3])], axis=-1)


CORNERS = ((64, 4), (64, 16), (256, 4), (256, 16))


def _as_length_over_width(network: Network) -> tuple[Sampled, ...]:
    return (
        Sampled(
            lambda seed: _means(network, seed),
            lambda: np.ones(4),
            what="mean eigenvalue of S - 1",
        ),
        above(lambda seed: _apart(network, seed), what="the largest over the mean one"),
    )


CLAIMS.add(
    id="PC-F3",
    source=PC.figure(3),
    says="Residual networks with ten outputs at initialisation, N = 64 and 256, L = 4 and 16: the "
    "mean eigenvalue of S - 1 has the mean of s - 1 of one output, ((1 + 1/L)^(L - 1) - 1) L/N; "
    "the largest, which the figure plots, tends to it as the width grows.",
    reading="s the largest eigenvalue of S, as ten outputs need; on the constant see ERR-PC-29",
    checks=_as_length_over_width("residual"),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA9",
    source=PC.figure("A.9"),
    says="MLPs with ten outputs at initialisation, L well below N: the mean eigenvalue of S - 1 "
    "has the mean of s - 1 of one output, and the largest tends to it as the width grows.",
    quote="the same scaling applies to MLPs with infinite depth",
    reading="At initialisation. Trained to a fifth of the loss at infinite width, N (s - 1) of "
    "plain networks grows by a power of L nearer to 2 than to 1 for twenty whitened samples "
    "(PC-B8); the paper's figure, of networks trained on CIFAR-10, is not redrawn.",
    imprecise=True,
    exact="PC-B8",
    checks=_as_length_over_width("mlp"),
    why_sampled="random",
    change="Add: at initialisation.",
)


# -- figures A.14, A.15: sixteen layers, gradient descent ------------------------------------------

CLAIMS.add(
    id="PC-FA14",
    source=PC.figure("A.14"),
    says="MLPs of 16 layers on digits by gradient descent: from N = 32 to 128 s - 1, L/F* - 1 and "
    "1 - cos fall, before training and after two steps (and A.15).",
    quote="As in Figure 2",
    reading="digits in place of CIFAR-10, two steps",
    checks=(above(lambda seed: _wider("mlp", 16, seed, "sgd"), what="falls"),),
    why_sampled="random",
)


# -- several outputs -------------------------------------------------------------------------------


def _outputs(
    width: int, depth: int, seed: int, samples: int = 1, outputs: int = 10
) -> dict[str, Array]:
    """L/F*, the sum of squared norms of equation (25), and extreme eigenvalues of S, (sample,)."""
    model = PCN(width=width, depth=depth, features=20, outputs=outputs)
    weights = model.draw(seeds(seed, samples)[1], CPU, "float64")
    rng = np.random.default_rng(seed)
    x, y = (np.tile(rng.standard_normal((1, 32, n)), (samples, 1, 1)) for n in (20, outputs))
    net = simulated.Net(model, weights)
    equilibrium = solve(net, x, y)
    loss = simulated.losses(simulated.forward(net, x)[-1], y).mean(axis=-1)
    eigenvalues = np.linalg.eigvalsh(equilibrium.stiffness)
    return {
        "ratio": loss / equilibrium.energy.mean(axis=-1),
        "frobenius": 1 + (eigenvalues - 1).sum(axis=-1),
        "low": eigenvalues[:, 0],
        "high": eigenvalues[:, -1],
    }


SIZES = {"width": [64, 128], "depth": [3, 6], "seed": Interval(0, 10**6, integer=True)}


def _scalar_formula(width: int, depth: int, seed: int) -> tuple[Array, Array]:
    ratios = _outputs(width, depth, seed, outputs=1)
    return ratios["ratio"], ratios["frobenius"]


def _between(width: int, depth: int, seed: int) -> tuple[list, list]:
    """The ratio lies between the extreme eigenvalues."""
    ratios = _outputs(width, depth, seed)
    return [ratios["low"], ratios["ratio"]], [ratios["ratio"], ratios["high"]]


def _overstated(seed: int) -> Array:
    """Logarithm of the factor by which Frobenius norms overstate L/F* - 1, N = 128, L = 3."""
    ratios = _outputs(128, 3, seed, 20)
    return np.log((ratios["frobenius"] - 1) / (ratios["ratio"] - 1))


def _no_trace() -> Iterator[Case]:
    """Two outputs, S = diag(2, 1), an error in the first alone: L/F* = 2, tr S/2 = 3/2."""
    error, S = sp.Matrix([1, 0]), sp.diag(2, 1)
    ratio = (error.T * error)[0] / (error.T * S.inv() * error)[0]
    yield "L/F*", ratio, sp.Integer(2)
    yield "tr S/2 differs", bool(S.trace() / 2 != ratio)


CLAIMS.add(
    id="PC-E25-outputs",
    source=PC.eq(25),
    says="The empirical rescaling L/F* of a network with one output is the scalar s of equation "
    "(25).",
    quote="we plot the empirical equilibrated energy rescaling s (Eq. 104)",
    reading="The equations are for one output; the image experiments have ten, for which they "
    "define no scalar: L/F* lies between the eigenvalues of a matrix there, and norms read as "
    "Frobenius norms would overstate it (PC-E25-matrix).",
    checks=(Property(_scalar_formula, SIZES, rtol=1e-9, n=8),),
    imprecise=True,
    exact="PC-E25-matrix",
    why_sampled="no enclosure of a whole network",
    change="Define s for several outputs: L/F* lies between the eigenvalues of a matrix.",
    against=(
        Smallest(
            lambda b: ((1 + b**2) / (sp.Rational(1, 2) + sp.Rational(b**2, 4)), "==", 2),
            {"b": [0, 1]},
            of=(
                "L/F* with errors (1, b) and S = diag(2, 4)",
                "L/F* with errors (1, 0), if one scalar served both",
            ),
        ),
    ),
)

CLAIMS.add(
    id="PC-E25-matrix",
    source=PC.ledger("ERR-PC-23"),
    says="With several outputs L/F* lies between the extreme eigenvalues of the matrix S; tr S "
    "over the outputs does not give it, and Frobenius norms of ten outputs overstate L/F* - 1 more "
    "than sqrt(10)-fold, so by a factor nearer to ten than to one.",
    checks=(
        Property(_between, SIZES, relation="<", n=8),
        Exhaustive(_no_trace),
        above(_overstated, np.log(10) / 2, what="logarithm of how many times"),
    ),
    why_sampled="random",
)
