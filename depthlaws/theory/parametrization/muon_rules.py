r"""Transfer rules of matrices under Muon, from the rules of Adam.

A Muon step dW = -eta U V^T has the same spectral norm whatever the gradient, as a step of Adam has
the same size in every entry. Both forget the scale of the gradient, so the powers of depth and
loops are those of Adam's rule. In width a step of spectral norm eta changes W x by at most eta |x|:
the rate stays where the trainer's scale leaves the spectral norm (original), and moves as
width^(-1/2) where the scale multiplies it by sqrt(width) (match_rms_adamw). What the first step
keeps by these rules is proved by the claims LOOP-B-X17-width, -depth and -loops; no paper here
says that later steps keep it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from depthlaws.theory.parametrization.exponents import Powers
from depthlaws.theory.parametrization.law_records import OTHER_MATRICES, Rule
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS

__all__: list[str] = []

MUON_GROUPS = ("block matrices", OTHER_MATRICES)  # Adam trains the others
SCALES: Mapping[str, Fraction] = MappingProxyType(  # power of the width in the norm of a step
    {"original": Fraction(0), "match_rms_adamw": Fraction(1, 2)}
)
SCALE_WORDS: Mapping[str, str] = MappingProxyType(
    {"original": "sqrt(max(1, out/in))", "match_rms_adamw": "0.2 sqrt(max(out, in))"}
)
ORIENTATION = (  # remark of the exports, by what the trainer stores
    "Muon's scale reads a matrix as {read}: one that is stored the other way round ({example}) "
    "gets the scale of its transpose"
)
STORED = {"optax": ("(in, out)", "a kernel moved from torch.nn.Linear")}
STORED_IN_TORCH = ("(out, in)", "Conv1D of GPT-2 in transformers")
RMS_FACTOR = 0.2  # of sqrt(width) in match_rms_adamw
REASON = (
    "the rates of Muon's matrices move in depth and loops as Adam's, and in width as a step of "
    "fixed spectral norm wants under the scale {scale}: so the first step keeps its size (claims "
    "LOOP-B-X17-width, LOOP-B-X17-depth, LOOP-B-X17-loops), later ones are not covered"
)


def by_muon(optimizer: str, group: str) -> bool:
    """Return whether an optimiser, by its name, trains a group as Muon does."""
    return OPTIMIZERS[optimizer].matrices_only and group in MUON_GROUPS


def orientation(trainer: str) -> str:
    """Sentence on matrices that are stored the other way round."""
    read, example = STORED.get(trainer, STORED_IN_TORCH)
    return ORIENTATION.format(read=read, example=example)


def muon_rule(rule: Rule | None, quantity: str, scale: str) -> Rule | None:
    """Return the rule of a matrix under Muon, from that under Adam; epsilon has none."""
    width = SCALES[scale]
    if rule is None or quantity == "adam_epsilon":
        return None
    if not rule.powers.width:  # a law that does not move in width
        return rule
    if quantity == "learning_rate":
        return Rule(Powers(width, *rule.powers[1:]), "inferred")
    if quantity == "weight_decay":  # rate times decay keeps its power of the width
        return Rule(Powers(-width, *rule.powers[1:]), "inferred")
    return rule


def norm_of_a_step(rate: float, width: int, scale: str) -> float:
    """Spectral norm of the step of a square matrix."""
    return rate * (1.0 if scale == "original" else RMS_FACTOR * width**0.5)
