"""Section 3.2, figures A.3, A.4, A.22, A.23: regimes of gamma_0, and saddles from small weights."""

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.runs import Network, mean, run
from depthlaws.sims.predictive_coding import PCN, toy
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC

CLAIMS = Claims()

WIDTH, STEPS = 128, 60
RICHNESS = [0.5, 1.0, 2.0, 4.0]
LOSSES = ("loss",)


# -- gamma_0 ---------------------------------------------------------------------------------------


def _losses(network: str, gamma0: float, rule: str = "pc", width: int = WIDTH) -> np.ndarray:
    model = PCN(width=width, depth=5, network=network, gamma0=gamma0)
    return mean(run(model, samples=4, seed=0, steps=STEPS, observe=LOSSES), "loss", rule)


def _faster(network: str, gamma0: float) -> tuple[float, float]:
    """Loss after all steps: at twice the gamma_0 at most 0.85 of it."""
    return _losses(network, 2 * gamma0)[-1], 0.85 * _losses(network, gamma0)[-1]


def _inherited(network: str, gamma0: float) -> tuple[float, float]:
    """Largest gap between the losses of both rules, beside (L - 1)/(gamma_0^2 N) and 0.1."""
    gap = np.abs(_losses(network, gamma0) - _losses(network, gamma0, "bp")).max()
    return float(gap), 0.05


def _figure(network: str) -> tuple[Property, Property]:
    return (
        Property(
            lambda gamma0: _faster(network, gamma0),
            {"gamma0": RICHNESS[:-1]},
            relation="<=",
            at_least=3,
        ),
        Property(
            lambda gamma0: _inherited(network, gamma0),
            {"gamma0": RICHNESS},
            relation="<",
            at_least=4,
        ),
    )


CLAIMS.add(
    id="PC-FA3",
    source=PC.figure("A.3"),
    says="MLPs, L = 5, N = 128: a larger gamma_0 learns faster, and for gamma_0 from 1/2 to 4 the "
    "losses of PC and BP differ by less than a tenth of the initial loss.",
    quote="exhibit the same learning regimes (lazy vs rich) as BP at large width",
    reading="gamma_0 >= 1/2; for 0.1 see PC-LR4",
    checks=_figure("mlp"),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA22",
    source=PC.figure("A.22"),
    says="The same for residual networks with alpha = 1/2.",
    quote="larger values of gamma_0 are associated with faster (or richer) learning dynamics",
    checks=_figure("residual"),
    why_sampled="random",
)


def _regardless(gamma0: float) -> tuple[float, float]:
    return _inherited("mlp", gamma0)


def _of_the_ratio(gamma0: float) -> tuple[list[float], list[float]]:
    """The gap is below 0.2 (L - 1)/(gamma_0^2 N) + 0.04, and at 0.1 above 0.1."""
    gap, s = _inherited("mlp", gamma0)[0], 4 / (gamma0**2 * WIDTH)
    return [gap, 0.1 if gamma0 < 0.2 else 0.0], [0.2 * s + 0.04, gap]


CLAIMS.add(
    id="PC-LR4",
    source=PC.ledger("LR4"),
    says="At a large width PC inherits BP's regimes for every gamma_0 of figure A.3.",
    quote="it inherits BP's known learning regimes",
    reading="N = 128 at every gamma_0 of the figure: losses within a tenth of the initial one. For "
    "N to infinity at fixed gamma_0 it stands",
    corrected_by="PC-LR4-ratio",
    checks=(Property(_regardless, {"gamma0": [0.1, *RICHNESS]}, relation="<", at_least=5),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-LR4-ratio",
    source=PC.ledger("ERR-PC-14"),
    says="What counts is (L - 1)/(gamma_0^2 N), E s - 1 at the start: the losses differ by less "
    "than 0.2 of it plus 0.04, and by more than 0.1 at gamma_0 = 0.1, where it is 3.1.",
    checks=(Property(_of_the_ratio, {"gamma0": [0.1, *RICHNESS]}, relation="<=", at_least=5),),
    why_sampled="random",
)


def _wide_course(network: Network, gamma0: float) -> tuple[float, float]:
    """Backpropagation at N = 128 beside the exact course at infinite width, in losses."""
    task = toy(seeds(0, 1)[0])
    course = predictive_coding.wide_descent(
        task.x @ task.x.T / 40, task.y[:, 0], depth=5, steps=STEPS, gamma0=gamma0, network=network
    )
    found = _losses(network, gamma0, "bp")
    return float(np.abs(found - course.loss).max()), 0.12


CLAIMS.add(
    id="PC-F2-wide",
    source=PC.figure("2"),
    says="The losses of BP at N = 128, mean of four networks, stay within 0.12 of the exact "
    "infinite-width course for gamma_0 from 1/2 to 4, MLPs and residual networks.",
    checks=(
        Property(
            _wide_course,
            {"network": ["mlp", "residual"], "gamma0": RICHNESS},
            relation="<",
            at_least=8,
        ),
    ),
    why_sampled="random",
)


# -- saddles ---------------------------------------------------------------------------------------

ESCAPED = 0.4
SEEDS = 20


def _escapes(width: int, depth: int, network: str = "mlp", steps: int = 1000) -> np.ndarray:
    """Steps to a loss below ESCAPED, (rule, sample); infinite where it was not reached."""
    model = PCN(width=width, depth=depth, network=network, alpha=0.0, parametrization="kaiming")
    found = run(model, samples=SEEDS, seed=0, steps=steps, observe=LOSSES)
    below = found.loss.sel(rule=["pc", "bp"]).to_numpy() < ESCAPED
    return np.where(below.any(axis=-1), below.argmax(axis=-1), np.inf)


def _share(width: int, depth: int, network: str = "mlp") -> float:
    """Share of networks that predictive coding brings below first, ties left out."""
    pc, bp = _escapes(width, depth, network)
    return float(np.sum(pc < bp) / np.sum(pc != bp))


def _deep_and_narrow(width: int, depth: int) -> tuple[float, float]:
    return _share(width, depth), 0.6


def _criterion(width: int, depth: int) -> tuple[float, float]:
    """Share of networks in which the rule that L > N names is first (PC, else BP), and half."""
    share = _share(width, depth)
    return share if depth > width else 1 - share, 0.5


def _deeper(width: int) -> bool:
    """The share rises from two layers, where it is below 0.3, to eight, where it is above 0.6."""
    return _share(width, 2) < 0.3 and _share(width, 8) > 0.6


CLAIMS.add(
    id="PC-FA4",
    source=PC.figure("A.4"),
    says="Standard uniform weights, (N, L) = (1, 6), (4, 8): of 20 networks PC brings most below a "
    "loss of 0.4 first.",
    quote="PC shows faster escape times of the origin saddle for L > N",
    reading="first below 0.4 within 1000 steps, more than three in five; how much faster, and at "
    "what final loss, is another matter",
    checks=(
        Property(
            lambda size: _deep_and_narrow(*map(int, size.split("x"))),
            {"size": ["1x6", "4x8"]},
            relation=">=",
            at_least=2,
        ),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-LR5",
    source=PC.ledger("LR5"),
    says="The fast saddle-to-saddle regime of PC is that of networks deeper than wide, L > N.",
    quote="For deeper than wider models (L > N), this leads to significantly faster "
    "saddle-to-saddle dynamics for PC than BP",
    reading="as a criterion on the figure's grid: PC is first in most networks if and only if L > "
    "N. Read as a sufficient condition it stands, PC-FA4",
    corrected_by="PC-LR5-depth",
    checks=(
        Property(
            lambda size: _criterion(*map(int, size.split("x"))),
            {"size": ["4x2", "8x2", "1x6", "4x8", "8x8"]},
            relation=">=",
            at_least=5,
        ),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-LR5-depth",
    source=PC.ledger("ERR-PC-20"),
    says="At N = 4 and 8 alike PC is first in fewer than three networks of ten at L = 2 and in "
    "more than six of ten at L = 8: the advantage grows with the depth, and exists at L = N.",
    checks=(Property(_deeper, {"width": [4, 8]}, at_least=2),),
    why_sampled="random",
)


def _higher_in_the_end(width: int, depth: int) -> tuple[float, float]:
    """Mean loss of PC's networks after 1000 steps, beside that of BP's plus 0.02."""
    model = PCN(width=width, depth=depth, alpha=0.0, parametrization="kaiming")
    found = run(model, samples=SEEDS, seed=0, steps=1000, observe=LOSSES)
    return mean(found, "loss")[-1], mean(found, "loss", "bp")[-1] + 0.02


CLAIMS.add(
    id="PC-LR5-end",
    source=PC.ledger("ERR-PC-20"),
    says="At (N, L) = (8, 8) PC leaves the saddle first and still ends higher after 1000 steps: it "
    "lowers F* also by raising s.",
    checks=(Property(_higher_in_the_end, {"width": [8], "depth": [8]}, relation=">", at_least=1),),
    why_sampled="random",
)


def _no_plateau(depth: int) -> tuple[list[float], list[float]]:
    """Residual networks, N = 8: both rules below ESCAPED within 100 steps, median."""
    pc, bp = np.median(_escapes(8, depth, "residual", 200), axis=1)
    return [pc, bp], [100.0, 100.0]


CLAIMS.add(
    id="PC-FA23",
    source=PC.figure("A.23"),
    says="Residual networks with standard uniform weights have no plateau: at N = 8, L = 2 to 6, "
    "the median network of either rule is below a loss of 0.4 within 100 steps.",
    quote="does not exist for residual networks",
    checks=(Property(_no_plateau, {"depth": [2, 4, 6]}, relation="<", at_least=3),),
    why_sampled="random",
)
