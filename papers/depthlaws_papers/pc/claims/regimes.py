"""Section 3.2, figures A.3, A.4, A.22, A.23: regimes of gamma_0, and saddles from small weights."""

import itertools
from functools import lru_cache
from typing import Any

import numpy as np

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import simplest
from depthlaws_papers.pc.claims.runs import Array, Network, above, below, logs, run, seen

CLAIMS = Claims()

WIDTH, STEPS = 96, 40
RICHNESS = [0.5, 1.0, 2.0, 4.0]
LOSSES = ("loss",)
TENTH = 0.05  # a tenth of 1/2, the initial loss for labels +-1


# -- gamma_0 ---------------------------------------------------------------------------------------


def _losses(
    network: Network, gamma0: float, seed: int, samples: int = 24, width: int = WIDTH
) -> tuple[Array, Array]:
    """Losses along the runs of predictive coding and of backpropagation, (sample, step)."""
    model = PCN(width=width, depth=5, network=network, gamma0=gamma0)
    history = run(model, samples=samples, seed=seed, steps=STEPS, observe=LOSSES)
    return seen(history, "loss"), seen(history, "loss", "bp")


def _faster(network: Network, seed: int) -> Array:
    """Logarithm of the factor by which doubling gamma_0 lowers PC's final loss."""
    last = [_losses(network, gamma0, seed)[0][:, -1] for gamma0 in RICHNESS]
    return np.stack([logs(*pair) for pair in itertools.pairwise(last)], axis=-1)


def _gap(pc: Array, bp: Array) -> Array:
    """Largest gap between the losses of the two rules."""
    return np.abs(pc - bp).max(axis=-1)


def _gaps(network: Network, seed: int) -> Array:
    return np.stack([_gap(*_losses(network, gamma0, seed)) for gamma0 in RICHNESS], axis=-1)


def _figure(network: Network) -> tuple[Sampled, Sampled]:
    return (
        above(
            lambda seed: _faster(network, seed),
            what="fall of the final loss when gamma0 is doubled",
        ),
        below(lambda seed: _gaps(network, seed), TENTH, what="largest gap of the losses"),
    )


CLAIMS.add(
    id="PC-FA3",
    source=PC.figure("A.3"),
    says="MLPs, L = 5, N = 96: a larger gamma_0 learns faster, and for gamma_0 from 1/2 to 4 the "
    "losses of PC and BP differ by less than a tenth of the initial loss.",
    quote="exhibit the same learning regimes (lazy vs rich) as BP at large width",
    reading="The toy task; gamma_0 >= 1/2; for 0.1 see PC-LR4",
    checks=_figure("mlp"),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA22",
    source=PC.figure("A.22"),
    says="Residual networks with alpha = 1/2, L = 5, N = 96: a larger gamma_0 learns faster, and "
    "for gamma_0 from 1/2 to 4 the losses of PC and BP differ by less than a tenth of the initial "
    "loss.",
    quote="larger values of gamma_0 are associated with faster (or richer) learning dynamics",
    reading="N = 96 in place of 2048, gamma_0 >= 1/2, linear residual networks on the toy task; "
    "for gamma_0 = 0.1 see PC-LR4.",
    checks=_figure("residual"),
    why_sampled="random",
)


def _laziest(seed: int) -> Array:
    """Largest gap of the losses at gamma_0 = 0.1, N = 128."""
    return _gap(*_losses("mlp", 0.1, seed, 40, 128))


CLAIMS.add(
    id="PC-LR4",
    source=PC.ledger("LR4"),
    says="PC inherits BP's regimes as N grows at a fixed gamma_0: for gamma_0 from 1/2 to 4 losses "
    "differ by less than a tenth of the initial one at N = 96.",
    quote="it inherits BP's known learning regimes",
    reading="The toy task; for N to infinity, as the sentence says. The width that suffices "
    "depends on gamma_0: N = 128 does not suffice at 0.1, the smallest value of figure A.3",
    imprecise=True,
    exact="PC-LR4-ratio",
    checks=(below(lambda seed: _gaps("mlp", seed), TENTH, what="largest gap of the losses"),),
    why_sampled="random",
    change="Add: where gamma_0^2 N is much larger than L.",
    against=(simplest.SMALL_RICHNESS,),
)

CLAIMS.add(
    id="PC-LR4-ratio",
    source=PC.ledger("ERR-PC-14"),
    says="What counts is (L - 1)/(gamma_0^2 N), E s - 1 at the start: the losses differ by more "
    f"than a tenth of the initial one at N = 128, gamma_0 = 0.1, where it is {4 / 1.28:.1f}, and "
    f"by less at N = {WIDTH} from gamma_0 = 1/2 on, where it is at most 1/{WIDTH // 16}.",
    checks=(
        above(_laziest, TENTH, what="largest gap of the losses"),
        below(lambda seed: _gaps("mlp", seed), TENTH, what="largest gap of the losses"),
    ),
    why_sampled="random",
)


# -- saddles ---------------------------------------------------------------------------------------

ESCAPED = 0.4  # of the initial loss 1/2
SEED_STEP = 10**6  # difference between the seeds of successive tasks
# (N, L) -> tasks, networks per task and steps; wider networks need fewer for the same certainty
SADDLES = {
    (1, 6): (1, 480, 800),
    (4, 8): (2, 240, 600),
    (8, 8): (1, 160, 500),
    (4, 2): (1, 240, 60),
    (8, 2): (1, 160, 60),
}


@lru_cache(maxsize=16)
def _courses(width: int, depth: int, seed: int, network: str = "mlp") -> Array:
    """Losses along the runs, (rule, sample, step), from standard uniform weights."""
    tasks, samples, steps = SADDLES.get((width, depth), (1, 48, 100))
    alpha: dict[str, Any] = {"alpha": 0.0} if network == "residual" else {}
    model = PCN(width=width, depth=depth, network=network, parametrization="kaiming", **alpha)
    histories = [
        run(model, samples=samples, seed=seed + task * SEED_STEP, steps=steps, observe=LOSSES)
        for task in range(tasks)
    ]
    return np.stack(
        [np.concatenate([seen(one, "loss", rule) for one in histories]) for rule in ("pc", "bp")]
    )


def _escapes(losses: Array, level: float = ESCAPED) -> Array:
    """Steps to a loss below a level, (rule, sample); all steps if it was not reached."""
    below_ = losses < level
    return np.where(below_.any(axis=-1), below_.argmax(axis=-1), losses.shape[-1])


def _lead(width: int, depth: int, seed: int) -> Array:
    """1 if predictive coding escapes first, -1 if backpropagation does, 0 for ties."""
    pc, bp = _escapes(_courses(width, depth, seed))
    return np.sign(bp - pc).astype(float)


def _sooner(width: int, depth: int, seed: int) -> Array:
    """Logarithm of the factor by which predictive coding escapes sooner."""
    pc, bp = _escapes(_courses(width, depth, seed))
    return logs(1.0 + bp, 1.0 + pc)


_SOONER = tuple(
    above(lambda seed, size=size: _sooner(*size, seed), what=f"times sooner at (N, L) = {size}")
    for size in ((1, 6), (4, 8))
)

CLAIMS.add(
    id="PC-FA4",
    source=PC.figure("A.4"),
    says="Standard uniform weights, (N, L) = (1, 6), (4, 8): PC falls below a loss of 0.4 sooner "
    "than BP, in the geometric mean over networks.",
    quote="PC shows faster escape times of the origin saddle for L > N",
    reading="The toy task; first below 0.4 within the steps run (800 and 600); how much faster, "
    "and at what final loss, is another matter",
    checks=_SOONER,
    why_sampled="random",
)

CLAIMS.add(
    id="PC-LR5",
    source=PC.ledger("LR5"),
    says="Deeper than wide, L > N, at (1, 6) and (4, 8): PC leaves the saddle sooner than BP.",
    quote="For deeper than wider models (L > N), this leads to significantly faster "
    "saddle-to-saddle dynamics for PC than BP",
    reading="The toy task; read as a sufficient condition. As a criterion it fails at (8, 8), "
    "where L > N does not hold and PC still escapes first in more networks",
    imprecise=True,
    exact="PC-LR5-depth",
    checks=_SOONER,
    why_sampled="random",
    change="For deeper models, in place of models with L > N.",
    against=(simplest.CURVED_AT_ANY_WIDTH,),
)

CLAIMS.add(
    id="PC-LR5-depth",
    source=PC.ledger("ERR-PC-20"),
    says="At N = 4 and 8 alike PC escapes first in fewer networks than BP at L = 2 and in more at "
    "L = 8: the advantage comes with the depth, and exists at L = N.",
    reading="The toy task, linear networks, standard uniform weights.",
    checks=(
        *(below(lambda seed, n=n: _lead(n, 2, seed), what=f"lead at ({n}, 2)") for n in (4, 8)),
        *(above(lambda seed, n=n: _lead(n, 8, seed), what=f"lead at ({n}, 8)") for n in (4, 8)),
    ),
    why_sampled="random",
)


def _higher_in_the_end(seed: int) -> Array:
    """Logarithm of PC's final loss over BP's, (8, 8)."""
    pc, bp = _courses(8, 8, seed)[..., -1]
    return logs(pc, bp)


CLAIMS.add(
    id="PC-LR5-end",
    source=PC.ledger("ERR-PC-20"),
    says="At (N, L) = (8, 8) PC leaves the saddle first in more networks than BP, and its loss is "
    "higher after 500 steps, in the geometric mean over networks.",
    reading="The toy task, linear networks, standard uniform weights.",
    checks=(
        above(lambda seed: _lead(8, 8, seed), what="lead at (N, L) = (8, 8)"),
        above(_higher_in_the_end, what="logarithm of the ratio of the final losses"),
    ),
    why_sampled="random",
)


LATER_LOSS = 0.1  # far below the plateau at 1/2


def _lower_first(width: int, depth: int, seed: int, network: str = "mlp") -> Array:
    """1 if backpropagation is below LATER_LOSS first, -1 if predictive coding is, 0 for ties."""
    pc, bp = _escapes(_courses(width, depth, seed, network), LATER_LOSS)
    return np.sign(pc - bp).astype(float)


CLAIMS.add(
    id="PC-LR5-low",
    source=PC.beyond("PC-B35"),
    says="Below a loss of 0.1 BP is first in more networks at (N, L) = (4, 2), (8, 2), (4, 8) and "
    "(8, 8), although PC is below 0.4 first at L = 8.",
    reading="The toy task, linear networks, standard uniform weights.",
    checks=tuple(
        above(lambda seed, size=size: _lower_first(*size, seed), what=f"lead of BP at {size}")
        for size in ((4, 2), (8, 2), (4, 8), (8, 8))
    ),
    why_sampled="random",
)


def _no_plateau(depth: int, seed: int) -> Array:
    """Logarithms of the factors by which both rules escape sooner than in MLPs, N = 8."""
    plain, skipped = (_escapes(_courses(8, depth, seed, net)) for net in ("mlp", "residual"))
    return logs(1.0 + plain, 1.0 + skipped).T


CLAIMS.add(
    id="PC-FA23",
    source=PC.figure("A.23"),
    says="Residual networks with standard uniform weights leave the plateau of MLPs early: at N "
    "= 8, L = 4 and 6, both rules reach a loss of 0.4 sooner than in MLPs, in the geometric mean "
    "over networks.",
    quote="does not exist for residual networks",
    reading="The toy task; Times to a loss of 0.4 stand for the plateau; those of MLPs are cut "
    "off at 100 steps. That PC has no lead over BP in residual networks is not tested.",
    checks=tuple(
        above(lambda seed, depth=depth: _no_plateau(depth, seed), what=f"both rules, L = {depth}")
        for depth in (4, 6)
    ),
    why_sampled="random",
)


def _bp_first(width: int, depth: int, seed: int) -> Array:
    """Logarithms of the factors by which BP is below 0.4 and below 0.1 sooner, with skips."""
    courses = _courses(width, depth, seed, "residual")
    steps = np.stack([_escapes(courses, level) for level in (ESCAPED, LATER_LOSS)])
    return logs(1.0 + steps[:, 0], 1.0 + steps[:, 1]).T


CLAIMS.add(
    id="PC-FA23-first",
    source=PC.beyond("PC-B36"),
    says="With skips and standard uniform weights BP is below a loss of 0.4, and of 0.1, sooner "
    "than PC, in the geometric mean over networks, at (N, L) = (4, 4), (4, 6), (8, 4) and (8, 6).",
    reading="The toy task, linear networks, standard uniform weights.",
    checks=tuple(
        above(lambda seed, size=size: _bp_first(*size, seed), what=f"times sooner at {size}")
        for size in ((4, 4), (4, 6), (8, 4), (8, 6))
    ),
    why_sampled="random",
)
