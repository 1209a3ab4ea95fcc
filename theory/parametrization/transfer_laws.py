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

from depthlaws.theory.papers import AMMUP, CHAIN, LOOPED, PC, Source
from depthlaws.theory.parametrization.points import (
    NONE,
    Group,
    Optimizer,
    Parametrization,
    Powers,
    named,
)
from depthlaws.theory.parametrization.recipes import Known

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
ONE, HALF = Fraction(1), Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Rule:
    """How one hyperparameter of one group moves, and how sure the source makes it.

    ``known``: "stated" by the source, "inferred" from it by one argument, or "unknown".
    """

    powers: Powers = NONE
    known: Known = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A transfer law for one optimiser ("sgd" or "adam").

    ``rules``: group -> quantity -> rule. ``unrolled``: loops count as further layers, because the
    law knows none. ``factor``: where the learning rate moves by no power, the ratio of the rates at
    two sizes (width, layers, loops). ``assumes``: under which assumptions it holds.
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
    """Rules of a parametrisation: rates, deviations and multipliers of its three groups."""
    gained = 2 if point.optimizer == "sgd" else 0  # rates of descent are multiplied by gamma^2
    rules: dict[str, dict[str, Rule]] = {}
    for name, group in zip(WEIGHTS, point.groups.values(), strict=True):
        half = Powers(*(Fraction(p) / 2 for p in group.b))
        multiplier = group.a.plus(Powers(point.d)) if name == "readout" else group.a
        rate = group.c.plus(Powers(point.d), -gained)
        rules[name] = {
            "learning_rate": Rule(rate),
            "init_std": Rule(half),
            "multiplier": Rule(multiplier),
        }
    return rules


def _with_adam(point: Parametrization, known: Known = "inferred") -> dict[str, dict[str, Rule]]:
    """Adam's further rules: gains in the blocks learn as the blocks, epsilon moves as gradients.

    A gradient goes as 1 / width, in a block as its multiplier too; a matrix that is used in every
    loop adds the gradients of all.
    """
    rules = _rules(point)
    hidden = point.hidden
    tied = Powers(0, 0, ONE) if any(group.loops for group in (hidden.a, hidden.c)) else NONE
    inside = Powers(ONE).plus(hidden.a).plus(tied, -1)
    rules["block vectors"] = {
        "learning_rate": Rule(Powers(0, hidden.c.depth, hidden.c.loops), known)
    }
    rules["final norm"] = {"learning_rate": Rule(known=known)}
    for name in GROUPS:
        powers = inside if name.startswith("block") else Powers(ONE)
        rules[name]["adam_epsilon"] = Rule(powers, known)
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


def _descent(name: str, point: str, says: str, assumes: str) -> Law:
    found = named[point]
    return Law(
        name=name,
        says=says,
        optimizer="sgd",
        source=found.source or PC.table(2),
        assumes=assumes,
        rules=_rules(found),
    )


def _chain_ratio(*, layers: tuple[int, int], mu_yx: float, mu_xx: float) -> float:
    from depthlaws.theory import chain

    found = chain.max_learning_rate(list(layers), mu_yx, mu_xx)
    return float(found[1] / found[0])


def _first_step_ratio(*, layers: tuple[int, int], width: tuple[int, int], outputs: int) -> float:
    from depthlaws.theory import updates

    rates = [
        updates.max_update_rate("plain", L, width=n, outputs=outputs)
        for L, n in zip(layers, width, strict=True)
    ]
    return rates[1] / rates[0]


def _block_rate(powers: Powers) -> dict[str, dict[str, Rule]]:
    """Rules of a law that moves all learning rates together and keeps fan-in initialisation."""
    fan_in = {"learning_rate": Rule(powers), "init_std": Rule(Powers(HALF))}
    return {
        "embedding": {"learning_rate": Rule(powers), "init_std": Rule()},
        "block matrices": fan_in,
        "readout": fan_in,
    }


_FIRST_STEP = (
    "fan-in initialisation, no gains or biases, mean squared error, plain gradient descent"
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
        rules=_with_adam(named["looped"]),
        unrolled=False,
    ),
)
_SGD = (
    _descent(
        "sp",
        "sp",
        "Standard practice: fan-in initialisation, nothing else moves.",
        "nothing is derived: the reference that the others are compared with",
    ),
    _descent(
        "mup",
        "mup",
        "Maximal update parametrisation of gradient descent.",
        "depth fixed, no residual blocks",
    ),
    _descent(
        "residual_mup",
        "residual_mean_field",
        "Mean-field residual networks: branches times depth^(-1/2).",
        "residual blocks of one layer, none of them shared",
    ),
    Law(
        name="am_mup",
        says="Arithmetic-mean muP: learning rate times depth^(-3/2).",
        optimizer="sgd",
        source=AMMUP.section("4"),
        assumes=f"{_FIRST_STEP}; few outputs and many layers (the exact law is beside it)",
        rules=_block_rate(Powers(0, Fraction(3, 2))),
    ),
    Law(
        name="am_mup_exact",
        says="Same mean update energy of the first step at both sizes, exact: plain networks.",
        optimizer="sgd",
        source=AMMUP.beyond("BP-1"),
        assumes=_FIRST_STEP,
        rules=_block_rate(NONE),
        factor=_first_step_ratio,
    ),
    Law(
        name="chain",
        says="Same normalised rate eta S at both depths, exact: scalar linear chains.",
        optimizer="sgd",
        source=CHAIN.section("2"),
        assumes="balanced scalar chain, full-batch gradient descent, data given by mu_yx and mu_xx",
        rules={"block matrices": {"learning_rate": Rule()}},
        needs_same=("width",),
        factor=_chain_ratio,
    ),
)

laws: Mapping[Optimizer, Mapping[str, Law]] = MappingProxyType(
    {
        "adam": MappingProxyType({law.name: law for law in _ADAM}),
        "sgd": MappingProxyType({law.name: law for law in _SGD}),
    }
)
