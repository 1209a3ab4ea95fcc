"""Records of transfer laws: groups of parameters, quantities, rules and what a law assumes.

Six groups of parameters: the embedding (input weights), matrices and vectors (gains, biases) of
the residual blocks, the final normalisation with all other vectors outside of the blocks, the
readout, and other matrices outside of the blocks (pooler, adapter).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from depthlaws.theory.papers import Source
from depthlaws.theory.parametrization.exponents import CONSTANT, Family, Powers
from depthlaws.theory.parametrization.recipes import Known

__all__ = ["Law", "Rule"]

WEIGHTS = ("embedding", "block matrices", "readout")
OTHER_MATRICES = "other matrices"  # from width to width, outside of the blocks
VECTORS = ("block vectors", "final norm")
GROUPS = ("embedding", "block matrices", "block vectors", "final norm", "readout", OTHER_MATRICES)
# Which groups have a quantity; the others keep the value that the caller gave.
OWNERS = {
    "learning_rate": GROUPS,
    "init_std": (*WEIGHTS, OTHER_MATRICES),
    "weight_decay": GROUPS,
    "adam_epsilon": GROUPS,
    "multiplier": ("block matrices", "readout"),
}
QUANTITIES = tuple(OWNERS)
MODELS = {  # models of a user by their short name
    "pre-norm": "pre-norm transformer",
    "post-norm": "post-norm transformer",
    "looped": "looped pre-norm transformer",
    "mlp": "plain MLP",
    "residual-mlp": "residual MLP with blocks of one layer",
    "resnet": "ResNet with blocks of two or three layers",
}
RESIDUAL = tuple(model for model in MODELS if model != "mlp")  # models with a skip beside branches


@dataclass(frozen=True, slots=True)
class Rule:
    """Powers of the sizes by which one hyperparameter of one group moves.

    Attributes
    ----------
    powers : Powers
        Exponents p of width^-p depth^-p loops^-p.
    known : {"stated", "inferred", "unknown"}
        Certainty: stated by the source, inferred from it, or a common choice on which it is silent.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> rule = parametrization.laws["adam"]["looped"].rules["block matrices"]["learning_rate"]
    >>> str(rule.powers.depth), rule.known
    ('1/2', 'stated')
    """

    powers: Powers = CONSTANT
    known: Known = "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A transfer law for one optimiser.

    Attributes
    ----------
    name, says : str
        Name, and the law in a sentence.
    optimizer : {"sgd", "adam"}
        Optimiser.
    source : Source
        Place in a paper.
    assumes : str
        Assumptions.
    rules : mapping
        Rules by group of parameters and quantity.
    unrolled : bool
        True if loops count as further layers, because the law does not distinguish them.
    needs_same : tuple of str
        Sizes that the law cannot change.
    factor : callable or None
        Ratio of the learning rates at two sizes (:mod:`.exact_rate_ratios`), where it is not a
        power.
    models : tuple of str
        Models, as :func:`transfer` names them, for which its assumptions hold.
    shared_blocks : bool
        True if it holds where blocks are shared, that is for more than one loop.
    network : str
        Network in which its numbers are judged (:mod:`.energy_and_step_size`).

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> law = parametrization.laws["adam"]["looped"]
    >>> law.source.paper, law.unrolled
    ('looped', False)
    """

    name: str
    says: str
    optimizer: Family
    source: Source
    assumes: str
    rules: Mapping[str, Mapping[str, Rule]]
    unrolled: bool = True
    needs_same: tuple[str, ...] = ()
    factor: Callable[..., float] | None = None
    models: tuple[str, ...] = ()
    shared_blocks: bool = False
    network: str = "prenorm"

    @property
    def silent(self) -> dict[str, tuple[str, ...]]:
        """Groups whose value the law keeps, by quantity."""
        kept = {
            quantity: tuple(g for g in groups if quantity not in self.rules.get(g, {}))
            for quantity, groups in OWNERS.items()
            if quantity != "adam_epsilon" or self.optimizer == "adam"
        }
        return {quantity: groups for quantity, groups in kept.items() if groups}
