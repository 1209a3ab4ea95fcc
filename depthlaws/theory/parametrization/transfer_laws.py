r"""Transfer laws as data: the power of width, depth and loops of each hyperparameter.

An entry p of :class:`Powers` means that the value moves as width^-p depth^-p loops^-p. About a
quantity that it does not name a law is silent: the tuned value is kept, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from depthlaws.theory.papers import AMMUP, CHAIN, LOOPED, PC
from depthlaws.theory.parametrization import exact_rate_ratios
from depthlaws.theory.parametrization.exponents import (
    CONSTANT,
    Family,
    Group,
    Parametrization,
    Powers,
)
from depthlaws.theory.parametrization.law_records import (
    MODELS,
    OTHER_MATRICES,
    WEIGHTS,
    Law,
    Rule,
)
from depthlaws.theory.parametrization.named_parametrizations import named
from depthlaws.theory.parametrization.recipes import TABLE_3, Known

__all__ = ["laws"]

COMPONENTS = {  # rows of the looped paper's table 3
    "embedding": "token embedding and tied head",
    "block matrices": "attention and MLP matrices",
    "block vectors": "normalisation gains in the block",
    "final norm": "final normalisation gain",
    "readout": "token embedding and tied head",
}
ONE, HALF = Fraction(1), Fraction(1, 2)


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
    for name in COMPONENTS:
        powers = inside if name.startswith("block") else Powers(ONE)
        rules[name]["adam_epsilon"] = Rule(powers, known)
    return rules


def _looped() -> dict[str, dict[str, Rule]]:
    """Rules of the paper's table in depth and loops; those of muP in width."""
    rules = _with_adam(replace(named["complete_p"], hidden=Group(b=Powers(ONE), c=Powers(ONE))))
    for group in COMPONENTS:
        row = next(row for row in TABLE_3 if row.name == COMPONENTS[group])
        for quantity in ("learning_rate", "adam_epsilon"):
            power, width = getattr(row, quantity), rules[group][quantity].powers.width
            rules[group][quantity] = Rule(Powers(width, -power.depth, -power.loops), power.known)
    rules["block matrices"]["multiplier"] = Rule(named["looped"].hidden.a)
    return rules


def _complete_p(name: str, says: str, *models: str) -> Law:
    """Adam with branches multiplied by depth^-alpha (Dey et al., 2025, table 1 and eq. (40)).

    The published code (EleutherAI/nanoGPT-mup, branch completep, model.py) has the same epsilons at
    commit 3904404: width^-1 outside of the blocks, width^-1 depth^-alpha inside. Before that
    correction, which cites arXiv:2512.22382, it multiplied the epsilon of every group by
    width^-1 depth^-alpha.
    """
    rules = _with_adam(named[name], "stated")
    rules["block matrices"]["weight_decay"] = Rule(Powers(-ONE))
    for group in ("embedding", "readout"):
        rules[group]["weight_decay"] = Rule()
    return Law(
        name=name,
        says=says,
        optimizer="adam",
        source=PC.section("A.6"),
        assumes="pre-norm residual blocks, none of them shared; tokens per step fixed; "
        "epsilon outside of the blocks does not move with depth, as in the paper and in its "
        "corrected code (copies of the first code multiply every epsilon by L^-alpha)",
        rules=rules,
        models=models,
    )


def _descent(
    name: str,
    point: str,
    says: str,
    assumes: str,
    network: str,
    models: tuple[str, ...],
    needs_same: tuple[str, ...] = (),
) -> Law:
    parametrization = named[point]
    return Law(
        name=name,
        says=says,
        optimizer="sgd",
        source=parametrization.source or PC.table(2),
        assumes=assumes,
        rules=_rules(parametrization),
        network=network,
        models=models,
        shared_blocks=name == "sp",
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
    rules = _block_rate(CONSTANT)
    width = rules["block matrices"].get(quantity, Rule()).powers.width
    rules["block matrices"][quantity] = Rule(Powers(width, power))
    return {"rules": rules, "factor": factor, "optimizer": "sgd"}


_FAN_IN = "fan-in initialisation, no gains or biases"
_FIRST_STEP = f"{_FAN_IN}, mean squared error, plain gradient descent"
_INFINITE_WIDTH = (
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
        models=tuple(MODELS),
        shared_blocks=True,
    ),
    Law(
        name="mup",
        says="Maximal update parametrisation: under Adam matrices learn at 1/width, readout is "
        "divided by it.",
        optimizer="adam",
        source=PC.section("A.6"),
        assumes="depth and loops fixed",
        rules=_with_adam(
            replace(named["complete_p"], name="mup", hidden=Group(b=Powers(ONE), c=Powers(ONE)))
        ),
        needs_same=("layers", "loops"),
        models=tuple(MODELS),
        shared_blocks=True,
    ),
    _complete_p(
        "depth_mup",
        "Branches times depth^(-1/2): random-walk depth limit.",
        "pre-norm",
        "residual-mlp",
    ),
    _complete_p(
        "complete_p",
        "Branches times 1/depth: every block keeps learning features.",
        "pre-norm",
    ),
    Law(
        name="looped",
        says="L layers looped N times: branch multipliers fall as 1/(N sqrt L), rates in "
        "the blocks as L^(-1/2).",
        optimizer="adam",
        source=LOOPED.table(1),
        assumes="pre-norm residual blocks of L layers, reused N times; the paper never varies the "
        "width, for which the rules of mup are used",
        rules=_looped(),
        unrolled=False,
        models=("pre-norm", "looped"),
        shared_blocks=True,
    ),
    Law(
        name="first_sign_step",
        says="Same mean update energy of the first step (of signs) at both sizes, exact: plain.",
        optimizer="adam",
        source=AMMUP.beyond("BP-8"),
        assumes=f"plain ReLU networks, {_FAN_IN}, infinite width; Adam's first step only",
        rules=_block_rate(CONSTANT),
        network="plain",
        factor=exact_rate_ratios.first_step,
        models=("mlp",),
    ),
)
_SGD = (
    _descent(
        "sp",
        "sp",
        "Standard practice: fan-in initialisation, nothing else moves.",
        "nothing is derived: the reference that the others are compared with",
        "residual",
        tuple(MODELS),
    ),
    _descent(
        "mup",
        "mup",
        "Maximal update parametrisation of gradient descent.",
        "depth and loops fixed, no residual blocks",
        "plain",
        ("mlp",),
        ("layers", "loops"),
    ),
    _descent(
        "residual_mup",
        "residual_mean_field",
        "Mean-field residual networks: branches times depth^(-1/2).",
        "residual blocks of one layer, none of them shared",
        "residual",
        ("residual-mlp",),
    ),
    Law(
        name="am_mup",
        says="Arithmetic-mean muP: learning rate times depth^(-3/2).",
        optimizer="sgd",
        source=AMMUP.section("4"),
        assumes=f"{_FIRST_STEP}; few outputs and many layers (the exact law is beside it)",
        rules=_block_rate(Powers(0, Fraction(3, 2))),
        network="plain",
        models=("mlp",),
    ),
    Law(
        name="am_mup_exact",
        says="Same mean update energy of the first step at both sizes, exact: plain networks.",
        optimizer="sgd",
        source=AMMUP.beyond("BP-1"),
        assumes=_FIRST_STEP,
        rules=_block_rate(CONSTANT),
        network="plain",
        factor=exact_rate_ratios.first_step,
        models=("mlp",),
    ),
    Law(
        name="residual_exact",
        says="Same mean update energy of the first step, exact: branches times depth^(-1/2).",
        source=AMMUP.beyond("BP-2"),
        assumes=f"{_INFINITE_WIDTH}; the multiplier moves, outside of the weights",
        network="residual",
        **_exact_blocks(exact_rate_ratios.first_step, "multiplier", HALF),
        models=("residual-mlp",),
    ),
    Law(
        name="residual_init_exact",
        says="Same mean update energy of the first step, exact: depth^(-1/2) in initial weights.",
        source=AMMUP.beyond("BP-2"),
        assumes=f"{_INFINITE_WIDTH}; the deviation moves, the multiplier stays",
        network="residual",
        **_exact_blocks(exact_rate_ratios.first_step, "init_std", HALF),
        models=("residual-mlp",),
    ),
    Law(
        name="post_activation_exact",
        says="Same mean update energy of the first step, exact: z + relu(W z) / depth.",
        source=AMMUP.beyond("X21"),
        assumes=f"{_INFINITE_WIDTH}; the activation behind the weights",
        network="post-activation",
        **_exact_blocks(exact_rate_ratios.first_step, "multiplier", ONE),
    ),
    Law(
        name="path_sum",
        says="Learning rate times (sum over all paths of their length^3)^(-1/2).",
        optimizer="sgd",
        source=AMMUP.figure("3(b)"),
        assumes=f"{_FIRST_STEP}; paths of --graph and --to-graph, each of weight 1 unless told "
        "otherwise (plain: one path; residual: 2^L paths)",
        rules=_block_rate(CONSTANT),
        network="plain",
        factor=exact_rate_ratios.paths,
        models=("mlp", "residual-mlp", "resnet"),
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
        factor=exact_rate_ratios.chain,
    ),
)


def _with_other_matrices(law: Law) -> Law:
    """Add the matrices outside of the blocks.

    Their powers of the width are those of the matrices inside, their powers of the depth those of
    the embedding.
    """
    blocks, embedding = (law.rules.get(group, {}) for group in ("block matrices", "embedding"))
    rules = {
        quantity: Rule(
            Powers(rule.powers.width, *embedding.get(quantity, Rule()).powers[1:]), "inferred"
        )
        for quantity, rule in blocks.items()
        if quantity != "multiplier" and "width" not in law.needs_same
    }
    return replace(law, rules={**law.rules, OTHER_MATRICES: rules})


laws: Mapping[Family, Mapping[str, Law]] = MappingProxyType(
    {
        "adam": MappingProxyType({law.name: _with_other_matrices(law) for law in _ADAM}),
        "sgd": MappingProxyType({law.name: _with_other_matrices(law) for law in _SGD}),
    }
)
