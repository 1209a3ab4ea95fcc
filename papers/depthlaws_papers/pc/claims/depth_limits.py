"""Section 4: whether limits of width and depth commute, nonlinear, trained, and in the energy.

The limits commute if a quantity differs from that of infinite width by less than c/N in the mean
square, with one c for all depths, and the one of infinite width has a limit in the depth. N times
the mean square is compared at two depths, or at two widths; PC-S12 proves it for linear features.
"""

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    naturals,
    positive,
    registered,
    scalars,
    tree,
)
from depthlaws.sims.predictive_coding import PCN
from depthlaws.sims.residual import Ensemble, ResidualMLP, matrix_free
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import HALF, Case, L, N
from depthlaws_papers.pc.claims.runs import Array, Network, above, below, run, seen, toy_task

CLAIMS = Claims()

COMMUTE = "their infinite width and depth limits commute"


# -- nonlinear features at the start ---------------------------------------------------------------

STREAMS = 2000


@lru_cache(maxsize=16)
def _off_infinite_width(width: int, depth: int, eps: float, seed: int) -> Array:
    """N (|h|^2/E|h|^2 - 1)^2 of ReLU streams after ``depth`` blocks of size eps, (sample,)."""
    model = ResidualMLP(width=width, layers=depth, eps=eps, activation="relu")
    streams = Ensemble(samples=STREAMS, seed=seed + width + depth, workers=1)
    energy = matrix_free.simulate(model, streams).energy.to_numpy()[:, -1]
    return width * (energy / (1 + eps**2 / 2) ** depth - 1) ** 2


def _of_stable(width: int, depth: int, seed: int) -> Array:
    return _off_infinite_width(width, depth, depth**-0.5, seed)


def _deeper(width: int, seed: int) -> Array:
    """N times the square deviation at L = 128, less twice it at L = 8."""
    return _of_stable(width, 128, seed) - 2 * _of_stable(width, 8, seed)


def _wider(depth: int, seed: int) -> Array:
    """N times the square deviation at N = 128, less twice it at N = 32."""
    return _of_stable(128, depth, seed) - 2 * _of_stable(32, depth, seed)


def _without_depth_exponent(seed: int) -> Array:
    """With branches of one size at every depth: at L = 32, less twice that at L = 8."""
    deep, shallow = (_off_infinite_width(64, depth, 0.5, seed) for depth in (32, 8))
    return deep - 2 * shallow


def _wide_then_deep() -> Iterator[Case]:
    """(1 + 1/(2L))^(L-2), the mean square at infinite width, tends to sqrt(e) as 1/L."""
    logarithm = (L - 2) * sp.log(1 + 1 / (2 * L))
    yield "limit of the logarithm", lim(logarithm, L, sp.oo), HALF
    yield "L times its distance", lim(L * (HALF - logarithm), L, sp.oo), sp.Rational(9, 8)


CLAIMS.add(
    id="PC-S12-relu",
    source=PC.section("4"),
    says="Limits of width and depth commute for the size of ReLU features: |h|^2 of blocks h + "
    "L^(-1/2) W relu(h) is off its limit of infinite width by less than c/N in the mean square, "
    "with about the same c at L = 8 and 128 and at N = 32 and 128, and that limit tends to its own "
    "in L as 1/L. With branches of one size c grows with the depth.",
    quote=COMMUTE,
    reading="ReLU networks at the start; c at the larger size is below twice c at the smaller "
    "one. Branches of size 1/2 at every depth, N = 64: above twice from L = 8 to 32.",
    checks=(
        Exhaustive(_wide_then_deep),
        *(below(lambda seed, n=n: _deeper(n, seed), what=f"depth, N = {n}") for n in (32, 128)),
        *(below(lambda seed, d=d: _wider(d, seed), what=f"width, L = {d}") for d in (8, 128)),
        above(_without_depth_exponent, what="branches of one size"),
    ),
    why_sampled="random",
)


# -- linear networks in training -------------------------------------------------------------------

STEPS = 6
DEEP, SHALLOW = 32, 8
NETWORKS, TIMES = {"residual": 160, "mlp": 64}, 4  # deep ones, and shallow ones for each of them


@lru_cache(maxsize=16)
def _off_the_course(network: Network, depth: int, samples: int, seed: int) -> Array:
    """N (loss / loss at infinite width - 1)^2 after six steps on the toy task, (sample,)."""
    rate = 0.1 if network == "residual" else 0.5 / depth
    model = PCN(width=64, depth=depth, network=network)
    history = run(
        model,
        samples=samples,
        seed=seed,
        steps=STEPS,
        rate=rate,
        rules=("bp",),
        observe=("loss",),
    )
    task = toy_task(seed)
    course = predictive_coding.wide_descent(
        task.x @ task.x.T / task.x.shape[1],
        task.y[:, 0],
        depth=depth,
        steps=STEPS,
        learning_rate=rate,
        network=network,
    )
    return model.width * (seen(history, "loss", "bp")[:, -1] / course.loss[-1] - 1) ** 2


def _deeper_in_training(network: Network, seed: int) -> Array:
    """N times the square deviation at L = 32, less four times its mean over four at L = 8."""
    samples = NETWORKS[network]
    deep = _off_the_course(network, DEEP, samples, seed)
    shallow = _off_the_course(network, SHALLOW, TIMES * samples, seed)
    return deep - DEEP / SHALLOW * shallow.reshape(samples, TIMES).mean(axis=1)


def _doubled(depth: int) -> tuple[float, float]:
    """Difference of the losses at infinite width from L to 2 L over that from 2 L to 4 L."""
    losses = [_wide_loss(depth * times) for times in (1, 2, 4)]
    return (losses[0] - losses[1]) / (losses[1] - losses[2]), 1.75


@lru_cache(maxsize=16)
def _wide_loss(depth: int) -> float:
    """Loss after six steps on one sample, as of whitened inputs."""
    return predictive_coding.wide_descent(
        [[1.0]], [1.0], depth=depth, steps=STEPS, learning_rate=0.02, network="residual"
    ).loss[-1]


CLAIMS.add(
    id="PC-S12-trained",
    source=PC.section("4"),
    says="Limits of width and depth commute for the loss of linear residual networks that "
    "backpropagation trains: after six steps it is off that of infinite width by less than c/N in "
    "the mean square, where c grows by less than 4, the factor of the depths, from L = 8 to 32. "
    "The loss of infinite width tends to a limit in L: each doubling of L changes it by less than "
    "1/1.75 of the change before. In plain networks c grows by more than 4.",
    quote=COMMUTE,
    reading="Linear networks on the toy task, alpha = 1/2, N = 64; the rate of plain networks is "
    "divided by L, without which they diverge. Nonlinear networks are not trained. What predictive "
    "coding adds does not commute: PC-S12-energy.",
    checks=(
        Property(_doubled, {"depth": [8, 16, 32]}, relation=">", n=3, met="0.842"),
        below(lambda seed: _deeper_in_training("residual", seed), what="residual"),
        above(lambda seed: _deeper_in_training("mlp", seed), what="plain"),
    ),
    why_sampled="random",
)


# -- the rescaling of predictive coding ------------------------------------------------------------


# E s - 1 is (exp(grown) - 1) L/N, grown the logarithm of (1 + 1/L)^(L-1).
grown, k = sp.exp((L - 1) * sp.log(1 + 1 / L)) - 1, sp.Symbol("k", positive=True)
depth, ratio = tree(L), scalars("c")
excess = (1 + 1 / depth) ** (depth - 1) - 1

CLAIMS.add(
    id="PC-S12-energy",
    source=PC.beyond("PC-B41"),
    says="For predictive coding the two limits do not commute: in residual networks with alpha = "
    "1/2 E s - 1 vanishes if the width is taken to infinity first, is unbounded if the depth is, "
    "and tends to (e - 1) c along L = c N.",
    statement=Statement(
        Equal(
            registered("pc-rescaling-mean-residual", d=HALF, alpha=HALF, v=1, gamma0=1) - 1,
            excess * depth / tree(N),
        ),
        Equal(lim(grown * L / N, N, sp.oo), 0),
        Equal(lim(sp.exp((L - 1) * sp.log(1 + k / L)) - 1, L, sp.oo), sp.exp(k) - 1),
        Equal(excess * depth / (depth / ratio), ratio * excess),
        for_all={L: naturals(2), N: naturals(1), k: positive, ratio: positive},
    ),
)
