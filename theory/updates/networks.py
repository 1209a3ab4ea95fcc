"""From the words of a question to its energies: which law answers, and which simulator if none."""

import functools
import math
import operator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from depthlaws.theory.updates.architecture import NoTheoryError, Question
from depthlaws.theory.updates.moments import Unit
from depthlaws.theory.updates.stacks import (
    Part,
    Scaled,
    Stack,
    at_ratio,
    energies,
    exact_parts,
    label_part,
    output_part,
    total,
)

__all__: list[str] = []

SHORT, LONG = 2**12, 2**22  # depths up to which arrays of all layers are quick, and possible


def power(base: int, exponent: Any) -> Any:
    """base^exponent, exact where it is rational."""
    exact = isinstance(exponent, int) or getattr(exponent, "denominator", 0) == 1
    return Fraction(base) ** int(exponent) if exact else float(base) ** float(exponent)


def plain_units(asked: Question, L: int) -> list[tuple[Unit, int]]:
    """z -> W phi(z): gates of the activation, with phi also on the input unless told otherwise."""
    usual = Unit.of(0, asked.gain, asked.moment(2), asked.kappa)
    if asked.activate_input or asked.linear:
        return [(usual, L)]
    first = Unit.of(0, asked.gain / asked.moment(2), 1, 1)
    return [(first, 1), *([(usual, L - 1)] if L > 1 else [])]


def residual_units(asked: Question, L: int) -> list[tuple[Unit, int]]:
    """z -> a z + b W z: linear blocks after a stem of plain linear units."""
    blocks = L - asked.stem
    if blocks < 0:
        msg = f"stem must be at most the depth {L}, got {asked.stem}"
        raise ValueError(msg)
    skip = Fraction(1) if asked.skip is None else asked.skip
    shrink = power(max(blocks, 1), -2 * asked.power) if asked.scaled != "none" else 1
    trained = asked.multiplier**2 * (shrink if asked.scaled == "multiplier" else 1)
    branch = asked.gain * asked.multiplier**2 * shrink
    runs = [
        (Unit.of(0, asked.gain, Fraction(1), 1), asked.stem),
        (Unit.of(skip**2, branch, trained, 1), blocks),
    ]
    return [(unit, count) for unit, count in runs if count]


def row(asked: Question, L: int) -> Stack:
    """Rows of random layers whose moments close at every width."""
    plain = asked.network == "plain"
    return Stack(
        runs=plain_units(asked, L) if plain else residual_units(asked, L),
        width=asked.width,
        outputs=asked.outputs,
        label=asked.label_variance,
        head=asked.head * (asked.moment(2) if plain else 1),
        head_kappa=asked.kappa if plain else 1,
        inputs=asked.input_moments,
    )


# -- which law -----------------------------------------------------------------------------------


def is_row(asked: Question) -> bool:
    """Whether the moments of the network close."""
    if asked.norm != "none" or asked.weights != "gaussian" or asked.slopes is None:
        return False
    return asked.network == "plain" or (asked.network == "residual" and asked.linear)


def row_parts(asked: Question, found: Stack) -> list[Part]:
    """The parts of the energies that were asked for."""
    parts = [] if asked.part == "output" else _labels(asked, found)
    if asked.part != "label":
        if asked.batch > 1 or asked.evaluate == "fresh":
            raise NoTheoryError("the output part of a batch (part='label' has one)")
        parts.append(output_part(found))
    return parts


def _labels(asked: Question, found: Stack) -> list[Part]:
    """Label part of a batch of B independent inputs: B^-2 in the batch, B^-1 across it."""
    own, B = label_part(found), asked.batch
    if B == 1 and asked.evaluate == "in-batch":
        return [own]
    if asked.wide or not asked.linear:
        raise NoTheoryError("a batch at infinite width or with an activation that is not linear")
    across = label_part(replace(found, fresh=True))
    if asked.evaluate == "fresh":
        return [replace(across, factor=across.factor / B)]
    shares = ((own, 1 / B**2), (across, (B - 1) / B**2))
    return [replace(part, factor=part.factor * share) for part, share in shares]


def row_energies(asked: Question, L: int) -> Scaled:
    """Energies of a row of random layers."""
    found = row(asked, L)
    if asked.output_ratio:
        return _at_ratio(asked, found)
    parts = [energies(part, found.runs, float(asked.width)) for part in row_parts(asked, found)]
    return functools.reduce(operator.add, parts)


def _at_ratio(asked: Question, found: Stack) -> Scaled:
    if not (asked.wide and len(found.runs) == 1):
        raise NoTheoryError("output_ratio at a finite width, or with units of two kinds")
    labels = energies(label_part(found), found.runs, math.inf)
    outputs = at_ratio(found, float(asked.output_ratio))
    return {"label": labels, "output": outputs, "total": labels + outputs}[asked.part]


def row_log_mean(asked: Question, L: int) -> float:
    """Logarithm of the mean energy: at once, unless arrays keep more digits."""
    found = row(asked, L)
    equal = all(unit.log_gain == 0 for unit, _ in found.runs)
    if asked.output_ratio or L <= SHORT or (asked.wide and not equal and L <= LONG):
        return row_energies(asked, L).log_mean
    sums = [total(part, found.runs, float(asked.width)) for part in row_parts(asked, found)]
    top = max(log for _, log in sums)
    value = math.fsum(value * math.exp(log - top) for value, log in sums)
    return math.log(value / L) + top


def solve(asked: Question, L: int) -> Scaled:
    """Energies of every unit, at step size 1: over width/outputs at infinite width.

    Raises: NoTheoryError where no law is known.
    """
    if asked.loss == "mse" and asked.optimizer == "sgd" and is_row(asked):
        return row_energies(asked, L)
    what = f"a {asked.network} network, {asked.activation}, norm {asked.norm}, width {asked.width}"
    raise NoTheoryError(f"{what}, {asked.loss} and {asked.optimizer}")


def log_mean(asked: Question, L: int) -> float:
    """Logarithm of the mean of the energies."""
    if asked.loss == "mse" and asked.optimizer == "sgd" and is_row(asked):
        return row_log_mean(asked, L)
    return solve(asked, L).log_mean


def solve_exactly(asked: Question, L: int) -> list[Fraction]:
    """The same in rationals, at a finite width."""
    if not (asked.loss == "mse" and asked.optimizer == "sgd" and is_row(asked)):
        raise NoTheoryError("rational energies of this network (give floats)")
    if asked.wide or asked.batch > 1 or asked.evaluate == "fresh":
        raise NoTheoryError("rational energies at infinite width or of a batch (give floats)")
    given = (asked.multiplier, asked.head, asked.label_variance, asked.skip, asked.variance)
    if any(isinstance(v, float) for v in (*given, *(asked.slopes or ()))):
        msg = "floats among Fractions: give every variance and scale as a Fraction or an integer"
        raise ValueError(msg)
    labels, outputs = exact_parts(row(asked, L))
    both = [a + b for a, b in zip(labels, outputs, strict=True)]
    return {"label": labels, "output": outputs, "total": both}[asked.part]
