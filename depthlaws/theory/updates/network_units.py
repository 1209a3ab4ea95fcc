"""A network as a row of random units whose moments close: gains, trained shares, gates, head."""

import math
from fractions import Fraction
from typing import Any

from depthlaws.theory.updates.layer_moments import Unit
from depthlaws.theory.updates.network_options import Question
from depthlaws.theory.updates.stack_energies import Runs, Stack

__all__: list[str] = []


def power(base: int, exponent: Any) -> Any:
    """base^exponent, exact where the exponent is a whole number."""
    exact = getattr(exponent, "denominator", 0) == 1
    return Fraction(base) ** int(exponent) if exact else float(base) ** float(exponent)


def plain_units(question: Question, L: int) -> Runs:
    """Units z -> W phi(z): gates of the activation, with phi on the input too by default."""
    share, b2 = Fraction(question.weights == "gaussian"), question.multiplier**2
    q, gain = question.moment(2), question.gain * b2
    usual = Unit(gain, share, q * b2, question.kappa, math.log(gain))
    if question.activate_input or question.linear:
        return [(usual, L)]
    first = Unit(gain / q, share, b2, 1, math.log(gain / q))
    return [(first, 1), (usual, L - 1)] if L > 1 else [(first, 1)]


def residual_blocks(question: Question, L: int) -> int:
    """Number of residual blocks among the units."""
    if question.stem > L:
        msg = f"stem must be at most the depth {L}, got {question.stem}"
        raise ValueError(msg)
    return L - question.stem


def branch_scales(question: Question, blocks: int) -> tuple[Any, Any]:
    """Factors of a branch's energy: of all its scales, and of those outside the weights."""
    shrink = power(max(blocks, 1), -2 * question.power) if question.scaled != "none" else 1
    outside = question.multiplier**2 * (shrink if question.scaled == "multiplier" else 1)
    return question.multiplier**2 * shrink, outside


def residual_units(question: Question, L: int) -> Runs:
    """Units z -> a z + b W z: linear blocks after, or among, plain linear units."""
    blocks = residual_blocks(question, L)
    size, trained = branch_scales(question, blocks)
    skip, size = (1 if question.skip is None else question.skip) ** 2, size * question.gain
    block = Unit.of(Fraction(skip), size, trained, 1)
    if question.norm == "post":  # the sum is divided by its size
        block = Unit(Fraction(1), size / block.gain, trained / block.gain, 1)
    if not question.stem:
        return [(block, blocks)]
    gain = question.gain
    stem = Unit(gain, Fraction(1), Fraction(1), 1, math.log(gain))
    if question.arrangement == "first" or not blocks:
        return [(unit, count) for unit, count in ((stem, question.stem), (block, blocks)) if count]
    places = [(i * question.stem) // L != ((i + 1) * question.stem) // L for i in range(L)]
    return [(stem if plain else block, 1) for plain in places]


def stack(question: Question, L: int) -> Stack:
    """Row of random units of a network for which :func:`has_units`."""
    plain = question.network == "plain"
    return Stack(
        runs=plain_units(question, L) if plain else residual_units(question, L),
        width=question.width,
        outputs=question.outputs,
        # Of p - y = (p - 1/C) - (y - 1/C) the labels' part has this mean square, over 1/C.
        label=question.label_variance if question.loss == "mse" else question.outputs - 1,
        head=question.head * (question.moment(2) if plain else 1),
        head_kappa=question.kappa if plain else 1,
        inputs=question.input_moments,
    )


def moments_close(question: Question) -> bool:
    """True if the moments of the network close for a gradient step."""
    return question.optimizer == "sgd" and has_units(question)


def has_units(question: Question) -> bool:
    """True if the network is a row of units that :func:`stack` describes completely."""
    if question.slopes is None or question.branch_depth > 1:
        return False
    if question.network == "plain":
        return question.norm == "none" and question.stem == 0 and not question.skip
    post = question.norm == "post" and question.wide and question.stem == 0
    linear = question.linear and question.weights == "gaussian"
    return question.network == "residual" and linear and (question.norm == "none" or post)
