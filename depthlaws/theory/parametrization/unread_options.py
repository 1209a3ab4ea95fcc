"""Options of ``transfer`` that only some moves read, in their settings or in their first steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from depthlaws.base.unread_arguments import require_read
from depthlaws.theory.parametrization import exact_rate_ratios
from depthlaws.theory.parametrization.muon_rules import MUON_GROUPS
from depthlaws.theory.parametrization.transferred_settings import Moved

__all__: list[str] = []

ADAM_EPSILON = 1e-8  # of Adam in its paper and in all trainers


@dataclass(frozen=True, slots=True)
class Reader:
    """An option, what reads it and what would make it read.

    ``settings`` and ``step`` say whether the settings of a law, and the size of its first step,
    depend on the option.
    """

    default: Any
    says: str
    settings: Callable[[Moved], bool] = lambda move: False
    step: Callable[[Moved], bool] = lambda move: False


def _of_paths(move: Moved) -> bool:
    return move.law.factor is exact_rate_ratios.paths


def _of_a_chain(move: Moved) -> bool:
    return move.law.network == "chain"


def _plain_descent(move: Moved) -> bool:
    exact = move.law.factor is exact_rate_ratios.first_step
    return exact and move.law.optimizer == "sgd" and move.law.network == "plain"


def _descent(move: Moved) -> bool:
    once = 1 in (move.source.loops, move.target.loops)  # no law of a step on looped blocks
    known = move.law.network == "plain" or (move.law.network != "chain" and once)
    return known and move.law.optimizer == "sgd"


def _draws_signs(move: Moved) -> bool:
    residual = move.law.optimizer == "adam" and move.law.network != "plain"
    return residual and not move.optimizer.matrices_only


def _muon(move: Moved) -> bool:
    return move.optimizer.matrices_only


def _muon_by_width(move: Moved) -> bool:
    quantities = ("learning_rate", "weight_decay")
    rules = [move.law.rules.get(group, {}).get(q) for group in MUON_GROUPS for q in quantities]
    return _muon(move) and any(rule is not None and rule.powers.width for rule in rules)


def _muon_step(move: Moved) -> bool:
    return _muon(move) and move.law.network != "plain"


_BY_PATHS = "the law path_sum of optimizer='sgd'"
_BY_CHAINS = "the law chain of optimizer='sgd'"
READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "outputs": Reader(
            1, "optimizer='sgd' and any law but chain", settings=_plain_descent, step=_descent
        ),
        "mu_yx": Reader(1.0, _BY_CHAINS, settings=_of_a_chain, step=_of_a_chain),
        "mu_xx": Reader(1.0, _BY_CHAINS, settings=_of_a_chain, step=_of_a_chain),
        "graph": Reader("plain", _BY_PATHS, settings=_of_paths),
        "to_graph": Reader(None, _BY_PATHS, settings=_of_paths),
        "sites": Reader(
            None, "a law of residual blocks for optimizer='adam' and its kind", step=_draws_signs
        ),
        "adam_epsilon": Reader(
            ADAM_EPSILON,
            "an optimizer that has an epsilon",
            settings=lambda move: move.has_epsilon,
        ),
        "muon_rate": Reader(None, "optimizer='muon'", settings=_muon),
        "muon_scale": Reader(
            "original",
            "optimizer='muon' and a law that moves its rates in width, or residual blocks",
            settings=_muon_by_width,
            step=_muon_step,
        ),
    }
)


def require_options_read(
    moves: Sequence[Moved], options: Mapping[str, Any], *, steps: bool = True, says: str = ""
) -> None:
    """Refuse options of ``transfer`` that none of the moves reads.

    Parameters
    ----------
    moves : sequence of Moved
        Moves that are shown.
    options : mapping
        Options as they were given, by name; those that every move reads pass.
    steps : bool
        True if the first steps are shown, too.
    says : str
        What would make the options read; left out, the laws that read them.

    Raises
    ------
    ValueError
        For an option without effect.
    """
    for name, reader in READERS.items():
        read = any(reader.settings(move) or (steps and reader.step(move)) for move in moves)
        value = options.get(name, reader.default)
        require_read(name, value, reader.default, read=read, says=says or reader.says)
    decays = options.get("weight_decay", 0.0)
    flag = options.get("decay_vectors", False)
    require_read("decay_vectors", flag, False, read=bool(decays), says="a weight_decay above 0")
