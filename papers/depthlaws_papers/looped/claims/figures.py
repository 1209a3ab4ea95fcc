"""Figures at initialisation: 1 and 2 of the first version; 1 to 3 of the second.

Figures 4 and 9 are in :mod:`.figure_updates`, figure 7 in :mod:`.blocks`. Trained Transformers need
real networks; ``depthlaws where`` says what is missing.
"""

import math
from collections.abc import Iterator

import numpy as np

from depthlaws.claims.engine.checks import Property, Quoted, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import Equal, Statement, interval, registered
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    controlled,
    network,
    rho,
    simulated,
)
from depthlaws_papers.looped.claims.kernel_bounds import KAPPA

CLAIMS = Claims()


# -- figure 1: how branches add --------------------------------------------------------------------


def _tied_sum(loops: int, eps: float, s: float) -> tuple[list, list]:
    """|sum r_n|^2/(d s^2 N^2) of the normalised tied stream between 1/(2 pi) and 1/2."""
    value = float(residual.tied_kernel(loops, eps, s, normalize=True)[-1, -1])
    ratio = (value - 1) / (eps * s * loops) ** 2
    return [1 / (2 * math.pi), ratio], [ratio * (1 + 1e-11), 0.5 * (1 + 1e-11)]


TIED_SUM = Property(
    _tied_sum,
    {"loops": [1, 4, 16, 64, 256], "eps": [0.01, 1.0], "s": [0.5, 2.0]},
    relation="<=",
    n=20,
)


CLAIMS.add(
    id="LOOP-B-FIG1",
    source=LOOPED.figure("1(b)"),
    says="Tied branches add like N: |sum r_n|^2/(s^2 d N^2) of the normalised stream lies between "
    "1/(2 pi) and 1/2, the range of kappa on [0, 1], for 1 to 256 loops.",
    reading="The sketch's formula for the ReLU MLP with normalised stream at infinite width, at "
    "initialisation: the range of kappa is proved, the sums of the stream are computed.",
    checks=(*KAPPA.checks, TIED_SUM),
    why_sampled="no enclosure of a full kernel",
)


def _untied_sum(layers: int, eps: float, s: float) -> tuple[float, float]:
    stream = Stream(loops=1, layers=layers, eps=eps, s=s, normalize=True)
    return (float(stream.energies[-1]) - 1) / (eps * s) ** 2, layers / 2


CLAIMS.add(
    id="LOOP-B-FIG1n",
    source=LOOPED.figure(1),
    says="|sum r| = Theta(sqrt L) for independent branches, exactly L s^2/2 in mean square, and "
    "Theta(N) for tied ones, for 1 to 512 layers and 1 to 256 loops.",
    reading="Both sketches for the ReLU MLP with normalised stream at infinite width, at "
    "initialisation.",
    checks=(
        *KAPPA.checks,
        TIED_SUM,
        Property(
            _untied_sum,
            {"layers": [1, 2, 8, 64, 512], "eps": [0.1, 1.0], "s": [0.5, 2.0]},
            rtol=1e-11,
            n=20,
        ),
    ),
    why_sampled="no enclosure of a full kernel",
)


# -- figures 1 of the first version and 2 of the second: energy along depth and loops --------------


def _radius(n: int, alpha: float, *, tied: bool) -> float:
    loops, layers = (n, 1) if tied else (1, n)
    stream = Stream(loops=loops, layers=layers, eps=n**-alpha, normalize=True)
    return math.sqrt(stream.energies[-1])


def _panels(tied: bool, alpha: float) -> tuple[float, float]:
    """Energies over N or L from 1 to 64: flat (within 1.3x) or growing (above 3x); logarithms."""
    ratio = math.log(_radius(64, alpha, tied=tied) / _radius(1, alpha, tied=tied))
    flat = alpha >= (1.0 if tied else 0.5)
    return (abs(ratio), math.log(1.3)) if flat else (math.log(3), ratio)


def _slopes(tied: bool, alpha: float) -> tuple[float, float]:
    """Slope of log R from 256 to 512: the exact exponent of the panel within 0.011."""
    slope = math.log2(_radius(512, alpha, tied=tied) / _radius(256, alpha, tied=tied))
    expected = max(0.0, (1.0 if tied else 0.5) - alpha)
    return abs(slope - expected), 0.011


def _simulated_panel(loops: int, layers: int, alpha: float) -> Sampled:
    """Energy of wide normalised networks at one point of a panel."""
    stream = Stream(loops=loops, layers=layers, eps=(loops * layers) ** -alpha, normalize=True)

    exact = float(stream.energies[-1])
    return controlled(
        network(stream, 4096), "energy", lambda: exact, samples=192, what=f"{loops} x {layers}"
    )


PANELS = (
    Property(
        _panels, {"tied": [True, False], "alpha": [0.0, 0.5, 1.0]}, relation="<", n=6, met="0.758"
    ),
    Property(
        _slopes,
        {"tied": [True, False], "alpha": [0.0, 0.5, 1.0]},
        relation="<",
        n=6,
        met="0.901",
    ),
)
PANELS_SIMULATED = (_simulated_panel(16, 1, 0.5), _simulated_panel(1, 16, 0.5))


CLAIMS.add(
    id="LOOP-B-FIG2",
    source=LOOPED.figure(2),
    says="At initialisation of the normalised ReLU model: deep stacks are flat from "
    "eps = L^-1/2 on, loops only from eps = 1/N; elsewhere R grows like N^(1 - alpha) or "
    "L^(1/2 - alpha).",
    reading="The ReLU MLP of the theorems with normalised stream, at initialisation and infinite "
    "width, in place of the Transformer over its first ten steps; training and attention are not "
    "tested.",
    checks=PANELS,
    cross_checks=PANELS_SIMULATED,
    why_sampled="no enclosure of a full kernel",
)


CLAIMS.add(
    id="LOOP-A-FIG1",
    source=LOOPED_V0.figure(1),
    says="The six panels of the energy at initialisation: flat only for deep stacks from "
    "alpha = 1/2 and for loops at alpha = 1.",
    reading="The ReLU MLP of the theorems with normalised stream, at initialisation and infinite "
    "width, in place of the Transformer over its first ten steps; training and attention are not "
    "tested.",
    checks=PANELS,
    cross_checks=PANELS_SIMULATED,
    why_sampled="no enclosure of a full kernel",
)


def _growth_rows() -> Iterator[tuple[str, float, str]]:
    loops = (1, 2, 4, 8, 16, 32, 64)
    rows = {
        0.0: ("1.2247", "0.8427", "0.7004", "0.6589", "0.6554", "0.6635", "0.6732"),
        0.5: ("1.2247", "0.9880", "0.8432", "0.7584", "0.7109", "0.6860", "0.6742"),
        1.0: ("1.2247", "1.2193", "1.2186", "1.2186", "1.2187", "1.2187", "1.2187"),
    }
    for alpha, printed in rows.items():
        for n, number in zip(loops, printed, strict=True):
            yield f"alpha={alpha}, N={n}", _radius(n, alpha, tied=True) / n ** (1 - alpha), number
    yield "alpha=0, N=256", _radius(256, 0.0, tied=True) / 256, "0.6881"
    yield "alpha=1/2, N=256", _radius(256, 0.5, tied=True) / 16, "0.6696"


def _towards_the_limit(s: float) -> tuple[float, float]:
    """At eps = 1 the distance of R_N/N from s/sqrt 2 falls from N = 256 to 512."""
    gaps = []
    for n in (256, 512):
        value = float(residual.tied_kernel(n, 1.0, s, normalize=True)[-1, -1])
        gaps.append(abs(math.sqrt(value) / n - s / math.sqrt(2)))
    return gaps[1], 0.8 * gaps[0]


CLAIMS.add(
    id="LOOP-B-X5b",
    source=LOOPED.ledger("X-5b"),
    says="Growth of the normalised tied stream: R_N/N^(1 - alpha) at eps = N^-alpha for N = 1 to "
    "64 and beyond; at eps = 1 it tends to s/sqrt 2.",
    checks=(
        Quoted(_growth_rows),
        Property(_towards_the_limit, {"s": [0.5, 1.0, 2.0]}, relation="<", n=3, met="0.946"),
    ),
    cross_checks=(_simulated_panel(32, 1, 0.0),),
    why_sampled="no enclosure of a full kernel",
)


# -- figures 2 of the first version and 3 of the second: cosines of increments ---------------------


def _cosine(loops: int, normalize: bool, eps: float, s: float, h0: float) -> tuple[Array, Array]:
    """All cosines of increments, as 2 kappa of the correlation of the states."""
    stream = Stream(loops=loops, eps=eps, s=s, h0=h0, normalize=normalize)
    size = np.sqrt(stream.energies[:-1])
    correlation = np.clip(stream.kernel[:-1, :-1] / np.outer(size, size), -1, 1)
    return residual.cosines(stream), formula("increment-cosine")(correlation)


TWICE_KAPPA = Statement(
    Equal(registered("increment-cosine", rho=rho), 2 * registered("kappa-relu", rho=rho)),
    for_all={rho: interval(-1, 1)},
)


def _block_cosine(loops: int, layers: int, eps: float, h0: float) -> tuple[Array, Array]:
    """Cosines of whole blocks by adding the covariances of their layers one by one."""
    stream = Stream(loops=loops, layers=layers, eps=eps, h0=h0)
    total = np.zeros((loops, loops))
    for n in range(loops):
        for k in range(loops):
            for layer in range(layers):
                total[n, k] += stream.branch[n * layers + layer, k * layers + layer]
    size = np.sqrt(np.diag(total))
    return residual.cosines(stream, blocks=True), total / np.outer(size, size)


def _orthogonal(layers: int, eps: float) -> tuple[Array, Array]:
    return residual.cosines(Stream(loops=1, layers=layers, eps=eps)), np.eye(layers)


def _smallest_cosines() -> Iterator[tuple[str, float, str]]:
    for n, eps, printed in (
        (8, 1 / 8, "0.8608"),
        (16, 1 / 16, "0.8438"),
        (64, 1 / 64, "0.8305"),
        (16, 0.25, "0.4165"),
        (8, 1.0, "0.3424"),
    ):
        smallest = float(residual.cosines(Stream(loops=n, eps=eps)).min())
        yield f"smallest at N={n}, eps={eps:g}", smallest, printed


def _simulated_cosine(stream: Stream, name: str) -> Sampled:
    """Cosine of the first and the last increment of wide networks."""
    blocks = name == "loop_cosines"

    def estimate(seed: int) -> Estimate:
        draws = simulated(network(stream, 4096), name, samples=160, seed=seed, route=matrix_free)
        return Estimate.of(draws[:, 0, -1])

    return Sampled(estimate, lambda: residual.cosines(stream, blocks=blocks)[0, -1], what=f"{name}")


COSINES = (
    *TWICE_KAPPA.checks,
    Property(
        _cosine,
        {
            "loops": [2, 8, 32],
            "normalize": [False, True],
            "eps": SCALE,
            "s": SPREAD,
            "h0": SPREAD,
        },
        rtol=1e-10,
        n=24,
    ),
    Property(
        _block_cosine,
        {"loops": [2, 5], "layers": [1, 3], "eps": SCALE, "h0": SPREAD},
        rtol=1e-11,
        n=12,
    ),
    Property(_orthogonal, {"layers": [2, 7], "eps": [0.1, 1.0]}, rtol=1e-12, n=4),
    Quoted(_smallest_cosines),
    _simulated_cosine(Stream(loops=8, eps=1 / 8, s=1.3), "cosines"),
    _simulated_cosine(Stream(loops=12, eps=1.0, normalize=True), "cosines"),
    _simulated_cosine(Stream(loops=4, layers=3, eps=0.3, h0=2.0), "loop_cosines"),
)


CLAIMS.add(
    id="LOOP-B-X5",
    source=LOOPED.ledger("X-5"),
    says="At infinite width increments of the tied ReLU stream have cosine 2 kappa(rho), rho >= 0, "
    "so never below 1/pi; untied ones are orthogonal.",
    checks=(*KAPPA.checks, *COSINES),
    why_sampled="no enclosure of a full kernel",
)


CLAIMS.add(
    id="LOOP-A-FIG2",
    source=LOOPED_V0.figure(2),
    says="Cosines of pairs of increments of the ReLU MLP at initialisation: zero off the diagonal "
    "for independent layers, at least 1/pi everywhere for tied ones.",
    quote="Correlations remain positive over off-diagonal pairs",
    reading="The ReLU MLP at infinite width in place of the figure's Transformer. The bound 1/pi "
    "is not the Transformer's: the second version prints a smallest cosine of 0.027 after ten "
    "steps.",
    checks=(*KAPPA.checks, *COSINES),
    why_sampled="no enclosure of a full kernel",
)


def _independent(layers: int, width: int, samples: int, seed: int) -> Array:
    """Cosines of different increments of independent layers: (sample, pair)."""
    model = ResidualMLP(width=width, layers=layers, eps=1.0, normalize=True)
    cosines = simulated(model, "cosines", samples=samples, seed=seed, route=matrix_free)
    return cosines[:, ~np.eye(layers, dtype=bool)]


def _negligible(seed: int) -> tuple[list[float], list[float]]:
    """Largest |cosine| of 64 independent increments at d = 768, mean of ten networks.

    It is the largest of 2016 deviations of size 1/sqrt(10 d): below 0.03 or above 0.072 once in a
    million.
    """
    cosine = float(np.abs(_independent(64, 768, 10, seed).mean(axis=0)).max())
    return [0.03, cosine], [cosine, 0.072]


CLAIMS.add(
    id="LOOP-B-FIG3",
    source=LOOPED.figure("3(a)"),
    says="Off-diagonal cosines of 64 independent increments at d = 768 are negligible: a mean of "
    "ten networks reaches 0.03 to 0.072.",
    quote="off-diagonal correlations are negligible (range [-0.037, 0.034])",
    reading="The residual MLP at initialisation in place of Transformer blocks after ten steps, "
    "whose range is not compared; the mean over ten networks in place of the paper's ten seeds.",
    checks=(Property(_negligible, {"seed": SEEDS}, relation="<", n=2, at_least=2),),
    why_sampled="random",
)


def _spread(width: int, runs: int) -> Sampled:
    """Mean square cosine of a mean of `runs` networks, times runs and width: 1 for every width."""

    def estimate(seed: int) -> Estimate:
        n = 320 if runs == 1 else 200
        means = _independent(24, width, n * runs, seed).reshape(n, runs, -1).mean(axis=1)
        return Estimate.of(np.mean(means**2, axis=1) * runs * width)

    return Sampled(estimate, lambda: 1.0, what=f"d={width}, mean of {runs}")


CLAIMS.add(
    id="LOOP-B-FIG3-mean",
    source=LOOPED.ledger("ERR-14"),
    says="Cosines of independent increments have mean square 1/d in one network and 1/(10 d) in a "
    f"mean of ten: {768**-0.5:.3f} and {7680**-0.5:.3f} at d = 768.",
    checks=(_spread(768, 1), _spread(768, 10), _spread(64, 1)),
    why_sampled="random",
)
