r"""Transfer laws as data: by which power of width, depth and loops each hyperparameter moves.

Five groups of parameters: the embedding (input weights), matrices and vectors (gains, biases) of
the residual blocks, the final normalisation, the readout. An entry p of :class:`Powers` means that
the value moves as width^-p depth^-p loops^-p. What a law does not name it is silent about: the
value is kept, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from depthlaws.theory.papers import AMMUP, CHAIN, LOOPED, PC, Source
from depthlaws.theory.parametrization import exact_rates
from depthlaws.theory.parametrization.points import (
    NONE,
    Group,
    Optimizer,
    Parametrization,
    Powers,
    named,
)
from depthlaws.theory.parametrization.recipes import TABLE_3, Known

__all__ = ["Law", "Rule", "laws"]

GROUPS = ("embedding", "block matrices", "block vectors", "final norm", "readout")
WEIGHTS = ("embedding", "block matrices", "readout")
# Which groups have a quantity; the others keep the value that the caller gave.
OWNERS = {
    "learning_rate": GROUPS,
    "init_std": WEIGHTS,
    "weight_decay": GROUPS,
    "adam_epsilon": GROUPS,
    "multiplier": ("block matrices", "readout"),
}
QUANTITIES = tuple(OWNERS)
COMPONENTS = {  # rows of the looped paper's table 3
    "embedding": "token embedding and tied head",
    "block matrices": "attention and MLP matrices",
    "block vectors": "normalisation gains in the block",
    "final norm": "final normalisation gain",
    "readout": "token embedding and tied head",
}
ONE, HALF = Fraction(1), Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Rule:
    """How one hyperparameter of one group moves, and how sure the source makes it.

    ``known``: "stated" by the source, "inferred" from it by one argument, or "unknown".

    >>> from depthlaws import parametrization
    >>> rule = parametrization.laws["adam"]["looped"].rules["block matrices"]["learning_rate"]
    >>> str(rule.powers.depth), rule.known
    ('1/2', 'stated')
    """

    powers: Powers = NONE
    known: Known = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A transfer law for one optimiser ("sgd" or "adam").

    ``rules``: group -> quantity -> rule. ``unrolled``: loops count as further layers, because the
    law knows none. ``factor``: where the learning rate moves by no power, the ratio of the rates at
    two sizes (:mod:`.exact_rates`). ``assumes``: under which assumptions it holds. ``network``: for
    which network its numbers are judged (:mod:`.predictions`).

    >>> from depthlaws import parametrization
    >>> law = parametrization.laws["adam"]["looped"]
    >>> law.source.paper, law.unrolled
    ('looped', False)
    """

    name: str
    says: str
    optimizer: Optimizer
    source: Source
    assumes: str
    rules: Mapping[str, Mapping[str, Rule]]
    unrolled: bool = True
    needs_same: tuple[str, ...] = ()
    factor: Callable[..., float] | None = None
    network: str = "prenorm"

    @property
    def silent(self) -> dict[str, tuple[str, ...]]:
        """What the law says nothing of: quantity -> groups whose value is kept."""
        found = {
            quantity: tuple(g for g in groups if quantity not in self.rules.get(g, {}))
            for quantity, groups in OWNERS.items()
            if quantity != "adam_epsilon" or self.optimizer == "adam"
        }
        return {quantity: groups for quantity, groups in found.items() if groups}


def _rules(point: Parametrization) -> dict[str, dict[str, Rule]]:
    """Rules of a parametrisation: rates, deviations and multipliers of its three groups.

    A multiplier of the input layer goes into its weights, which train the same at another rate.
    """
    squares = 2 if point.optimizer == "sgd" else 1  # of a multiplier in a step of m W
    rules: dict[str, dict[str, Rule]] = {}
    for name, group in zip(WEIGHTS, point.groups.values(), strict=True):
        rate, variance = group.c, group.b
        if point.optimizer == "sgd":  # rates of descent are multiplied by gamma^2
            rate = rate.plus(Powers(point.d), -2)
        if name == "embedding":
            rate, variance = rate.plus(group.a, squares), variance.plus(group.a, 2)
        half = Powers(*(Fraction(p) / 2 for p in variance))
        rules[name] = {"learning_rate": Rule(rate), "init_std": Rule(half)}
        if name != "embedding":
            multiplier = group.a.plus(Powers(point.d)) if name == "readout" else group.a
            rules[name]["multiplier"] = Rule(multiplier)
    return rules


def _with_adam(point: Parametrization, known: Known = "inferred") -> dict[str, dict[str, Rule]]:
    """Adam's further rules: gains in the blocks learn as the blocks, epsilon moves as gradients.

    A gradient goes as 1 / width, in a block as its multiplier too.
    """
    rules = _rules(point)
    hidden = point.hidden
    inside = Powers(ONE).plus(hidden.a)
    rules["block vectors"] = {"learning_rate": Rule(Powers(0, hidden.c.depth), known)}
    rules["final norm"] = {"learning_rate": Rule(known=known)}
    for name in GROUPS:
        powers = inside if name.startswith("block") else Powers(ONE)
        rules[name]["adam_epsilon"] = Rule(powers, known)
    return rules


def _looped() -> dict[str, dict[str, Rule]]:
    """Rules of the paper's table in depth and loops; those of muP in width."""
    rules = _with_adam(replace(named["complete_p"], hidden=Group(b=Powers(ONE), c=Powers(ONE))))
    for group in GROUPS:
        row = next(one for one in TABLE_3 if one.name == COMPONENTS[group])
        for quantity in ("learning_rate", "adam_epsilon"):
            power, width = getattr(row, quantity), rules[group][quantity].powers.width
            rules[group][quantity] = Rule(Powers(width, -power.depth, -power.loops), power.known)
    rules["block matrices"]["multiplier"] = Rule(named["looped"].hidden.a)
    return rules


def _complete_p(alpha: Fraction, name: str, says: str) -> Law:
    """Adam with branches multiplied by depth^-alpha (Dey et al., 2025, table 1)."""
    hidden = Group(a=Powers(0, alpha), b=Powers(ONE), c=Powers(ONE, 1 - alpha))
    rules = _with_adam(replace(named["complete_p"], name=name, hidden=hidden), "stated")
    rules["block matrices"]["weight_decay"] = Rule(Powers(-ONE))
    for group in ("embedding", "readout"):
        rules[group]["weight_decay"] = Rule()
    return Law(
        name=name,
        says=says,
        optimizer="adam",
        source=PC.section("A.6"),
        assumes="pre-norm residual blocks, none of them shared; tokens per step fixed",
        rules=rules,
    )


def _descent(
    name: str, point: str, says: str, assumes: str, network: str, needs_same: tuple[str, ...] = ()
) -> Law:
    found = named[point]
    return Law(
        name=name,
        says=says,
        optimizer="sgd",
        source=found.source or PC.table(2),
        assumes=assumes,
        rules=_rules(found),
        network=network,
        needs_same=needs_same,
    )


def _block_rate(powers: Powers) -> dict[str, dict[str, Rule]]:
    """Rules of a law that moves all learning rates together and keeps fan-in initialisation."""
    fan_in = {"learning_rate": Rule(powers), "init_std": Rule(Powers(HALF))}
    return {
        "embedding": {"learning_rate": Rule(powers), "init_std": Rule()},
        "block matrices": dict(fan_in),
        "readout": fan_in,
    }


def _exact_blocks(factor: Callable[..., float], quantity: str, power: Fraction) -> dict[str, Any]:
    """Fields of a law whose branches shrink with the depth and whose rate is exact."""
    rules = _block_rate(NONE)
    width = rules["block matrices"].get(quantity, Rule()).powers.width
    rules["block matrices"][quantity] = Rule(Powers(width, power))
    return {"rules": rules, "factor": factor, "optimizer": "sgd"}


_FAN_IN = "fan-in initialisation, no gains or biases"
_FIRST_STEP = f"{_FAN_IN}, mean squared error, plain gradient descent"
_WIDE = (
    "mean squared error, plain gradient descent, no gains or biases, infinite width; blocks of one "
    "ReLU layer, none of them shared, with the multiplier and deviation that were given"
)
_ADAM = (
    Law(
        name="sp",
        says="Standard practice: fan-in initialisation, nothing else moves.",
        optimizer="adam",
        source=PC.table(2),
        assumes="nothing is derived: the reference that the others are compared with",
        rules=_rules(replace(named["sp"], optimizer="adam")),
    ),
    Law(
        name="mup",
        says="Maximal update parametrisation: matrices learn at 1/width, readout is divided by it.",
        optimizer="adam",
        source=PC.section("A.6"),
        assumes="depth and loops fixed",
        rules=_with_adam(
            replace(named["complete_p"], name="mup", hidden=Group(b=Powers(ONE), c=Powers(ONE)))
        ),
        needs_same=("layers", "loops"),
    ),
    _complete_p(HALF, "depth_mup", "Branches times depth^(-1/2): random-walk depth limit."),
    _complete_p(ONE, "complete_p", "Branches times 1/depth: every block keeps learning features."),
    Law(
        name="looped",
        says="Branches times lambda / (N sqrt L), rate times L^(-1/2): L layers looped N times.",
        optimizer="adam",
        source=LOOPED.table(1),
        assumes="pre-norm residual blocks of L layers, reused N times; width fixed in the paper's "
        "runs (its rules here are those of mup)",
        rules=_looped(),
        unrolled=False,
    ),
    Law(
        name="first_sign_step",
        says="Same mean update energy of the first step (of signs) at both sizes, exact: plain.",
        optimizer="adam",
        source=AMMUP.beyond("BP-8"),
        assumes=f"plain ReLU networks, {_FAN_IN}, infinite width; Adam's first step only",
        rules=_block_rate(NONE),
        network="plain",
        factor=exact_rates.first_step,
    ),
)
_SGD = (
    _descent(
        "sp",
        "sp",
        "Standard practice: fan-in initialisation, nothing else moves.",
        "nothing is derived: the reference that the others are compared with",
        "residual",
    ),
    _descent(
        "mup",
        "mup",
        "Maximal update parametrisation of gradient descent.",
        "depth and loops fixed, no residual blocks",
        "plain",
        ("layers", "loops"),
    ),
    _descent(
        "residual_mup",
        "residual_mean_field",
        "Mean-field residual networks: branches times depth^(-1/2).",
        "residual blocks of one layer, none of them shared",
        "residual",
    ),
    Law(
        name="am_mup",
        says="Arithmetic-mean muP: learning rate times depth^(-3/2).",
        optimizer="sgd",
        source=AMMUP.section("4"),
        assumes=f"{_FIRST_STEP}; few outputs and many layers (the exact law is beside it)",
        rules=_block_rate(Powers(0, Fraction(3, 2))),
        network="plain",
    ),
    Law(
        name="am_mup_exact",
        says="Same mean update energy of the first step at both sizes, exact: plain networks.",
        optimizer="sgd",
        source=AMMUP.beyond("BP-1"),
        assumes=_FIRST_STEP,
        rules=_block_rate(NONE),
        network="plain",
        factor=exact_rates.first_step,
    ),
    Law(
        name="residual_exact",
        says="Same mean update energy of the first step, exact: branches times depth^(-1/2).",
        source=AMMUP.beyond("BP-2"),
        assumes=f"{_WIDE}; the multiplier moves, outside of the weights",
        network="residual",
        **_exact_blocks(exact_rates.first_step, "multiplier", HALF),
    ),
    Law(
        name="residual_init_exact",
        says="Same mean update energy of the first step, exact: depth^(-1/2) in initial weights.",
        source=AMMUP.beyond("BP-2"),
        assumes=f"{_WIDE}; the deviation moves, the multiplier stays",
        network="residual",
        **_exact_blocks(exact_rates.first_step, "init_std", HALF),
    ),
    Law(
        name="post_activation_exact",
        says="Same mean update energy of the first step, exact: z + relu(W z) / depth.",
        source=AMMUP.beyond("X21"),
        assumes=f"{_WIDE}; the activation behind the weights",
        network="post-activation",
        **_exact_blocks(exact_rates.first_step, "multiplier", ONE),
    ),
    Law(
        name="path_sum",
        says="Learning rate times (sum over all paths of their length^3)^(-1/2).",
        optimizer="sgd",
        source=AMMUP.figure("3(b)"),
        assumes=f"{_FIRST_STEP}; paths of --graph and --to-graph, each of weight 1 unless told "
        "otherwise (plain: one path; residual: 2^L paths)",
        rules=_block_rate(NONE),
        network="plain",
        factor=exact_rates.paths,
    ),
    Law(
        name="chain",
        says="Same normalised rate eta S at both depths, exact: scalar linear chains.",
        optimizer="sgd",
        source=CHAIN.section("2"),
        assumes="balanced scalar chain, full-batch gradient descent, data given by mu_yx and mu_xx",
        rules={"block matrices": {"learning_rate": Rule()}},
        needs_same=("width",),
        network="chain",
        factor=exact_rates.chain,
    ),
)

laws: Mapping[Optimizer, Mapping[str, Law]] = MappingProxyType(
    {
        "adam": MappingProxyType({law.name: law for law in _ADAM}),
        "sgd": MappingProxyType({law.name: law for law in _SGD}),
    }
)
