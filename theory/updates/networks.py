"""From the words of a question to its energies: which law answers, and which simulator if none."""

import functools
import math
import operator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.updates import wide, wide_signs
from depthlaws.theory.updates.architecture import Question, no_theory, several
from depthlaws.theory.updates.cross_entropy import ce_gradient_norm
from depthlaws.theory.updates.frames import Frames, energies_of_outputs, frames_of
from depthlaws.theory.updates.moments import Unit
from depthlaws.theory.updates.stacks import (
    Part,
    Runs,
    Scaled,
    Stack,
    at_ratio,
    energies,
    exact_parts,
    label_part,
    log_gain,
    log_gains,
    output_part,
    total,
)

__all__: list[str] = []

SHORT, LONG = 2**12, 2**22  # depths up to which arrays of all layers are quick, and possible


# -- rows of units whose moments close ---------------------------------


def power(base: int, exponent: Any) -> Any:
    """base^exponent, exact where the exponent is a whole number."""
    whole = getattr(exponent, "denominator", 0) == 1
    return Fraction(base) ** int(exponent) if whole else float(base) ** float(exponent)


def plain_units(asked: Question, L: int) -> Runs:
    """z -> W phi(z): gates of the activation, with phi also on the input unless told otherwise."""
    share, b2 = Fraction(asked.weights == "gaussian"), asked.multiplier**2
    q, gain = asked.moment(2), asked.gain * b2
    usual = Unit(gain, share, q * b2, asked.kappa, math.log(gain))
    if asked.activate_input or asked.linear:
        return [(usual, L)]
    first = Unit(gain / q, share, b2, 1, math.log(gain / q))
    return [(first, 1), (usual, L - 1)] if L > 1 else [(first, 1)]


def blocks_of(asked: Question, L: int) -> int:
    """Residual blocks among the units."""
    if asked.stem > L:
        msg = f"stem must be at most the depth {L}, got {asked.stem}"
        raise ValueError(msg)
    return L - asked.stem


def branch(asked: Question, blocks: int) -> tuple[Any, Any]:
    """Factor of the energy of a branch's weights and multiplier, and of what a step trains."""
    shrink = power(max(blocks, 1), -2 * asked.power) if asked.scaled != "none" else Fraction(1)
    inside = asked.multiplier**2 * (shrink if asked.scaled == "multiplier" else 1)
    return asked.multiplier**2 * shrink, inside


def residual_units(asked: Question, L: int) -> Runs:
    """z -> a z + b W z: linear blocks after, or among, plain linear units."""
    blocks = blocks_of(asked, L)
    size, trained = branch(asked, blocks)
    skip, size = (1 if asked.skip is None else asked.skip) ** 2, size * asked.gain
    block = Unit.of(Fraction(skip), size, trained, 1)
    if asked.norm == "post":  # the sum is divided by its size
        block = Unit(Fraction(1), size / block.gain, trained / block.gain, 1)
    if not asked.stem:
        return [(block, blocks)]
    stem = Unit(asked.gain, Fraction(1), Fraction(1), 1, math.log(asked.gain))
    if asked.arrangement == "first" or not blocks:
        return [(unit, count) for unit, count in ((stem, asked.stem), (block, blocks)) if count]
    places = [(i * asked.stem) // L != ((i + 1) * asked.stem) // L for i in range(L)]
    return [(stem if plain else block, 1) for plain in places]


def row(asked: Question, L: int) -> Stack:
    """Rows of random layers whose moments close at every width."""
    plain = asked.network == "plain"
    return Stack(
        runs=plain_units(asked, L) if plain else residual_units(asked, L),
        width=asked.width,
        outputs=asked.outputs,
        # Of p - y = (p - 1/C) - (y - 1/C) the labels' part has this mean square, over 1/C.
        label=asked.label_variance if asked.loss == "mse" else asked.outputs - 1,
        head=asked.head * (asked.moment(2) if plain else 1),
        head_kappa=asked.kappa if plain else 1,
        inputs=asked.input_moments,
    )


def is_row(asked: Question) -> bool:
    """Whether the moments of the network close for a gradient step."""
    return asked.optimizer == "sgd" and has_units(asked)


def has_units(asked: Question) -> bool:
    """Whether the network is a row of units of which :func:`row` knows all that matters."""
    if asked.slopes is None or asked.branch_depth > 1:
        return False
    if asked.network == "plain":
        return asked.norm == "none" and asked.stem == 0 and not asked.skip
    norm = asked.norm == "none" or (asked.norm == "post" and asked.wide and asked.stem == 0)
    return asked.network == "residual" and asked.linear and asked.weights == "gaussian" and norm


# -- at a width ---------------------------------


def _narrow_parts(asked: Question, found: Stack) -> list[Part]:
    """The parts of the energies that were asked for, but for the outputs' of cross-entropy."""
    parts = [] if asked.part == "output" else _labels(asked, found)
    if asked.part != "label":
        if several(asked):
            raise no_theory(asked, "the output part of a batch has none (part='label' has one)")
        if asked.loss == "mse":
            parts.append(output_part(found))
    return parts


def _softmax(asked: Question) -> Frames | None:
    """The network of a cross-entropy at a finite width, where the outputs count."""
    return frames_of(asked) if asked.loss == "ce" and asked.part != "label" else None


def _labels(asked: Question, found: Stack) -> list[Part]:
    """Label part of a batch of B independent inputs: B^-2 in the batch, B^-1 across it."""
    own, B = label_part(found), asked.batch
    if B == 1 and asked.evaluate == "in-batch":
        return [own]
    if not asked.linear:
        raise no_theory(
            asked, "the gates of two inputs are not independent: linear batches have one"
        )
    across = label_part(replace(found, fresh=True))
    if asked.evaluate == "fresh":
        return [replace(across, factor=across.factor / B)]
    shares = ((own, 1 / B**2), (across, (B - 1) / B**2))
    return [replace(part, factor=part.factor * share) for part, share in shares]


def _narrow(asked: Question, L: int) -> Stack:
    """Row at a finite width, or an error."""
    known = asked.loss == "mse" or asked.part == "label" or _softmax(asked)
    if not is_row(asked) or not known or asked.output_ratio or asked.stream == "normalized":
        raise no_theory(asked)
    return row(asked, L)


# -- at infinite width ---------------------------------


def _wide_law(asked: Question, L: int) -> wide.Wide:
    """Label energies for unit variance and E z_out^2, whatever the loss."""
    if asked.network == "residual":
        return _wide_residual(asked, L)
    if asked.network == "post-activation":
        return _wide_post_activation(asked, L)
    if not _usual_plain(asked) or asked.weights != "gaussian":
        raise no_theory(asked)
    law = wide.any_activation(L, *_activation(asked), activate_input=asked.activate_input)
    return replace(law, energies=law.energies.times(float(asked.multiplier) ** 4))


def _usual_plain(asked: Question) -> bool:
    """Units b W phi(z) and nothing else."""
    usual = asked.norm == "none" and not asked.stem and asked.branch_depth == 1 and not asked.skip
    return asked.network == "plain" and usual


def _activation(asked: Question) -> tuple[Any, float]:
    """The activation, and n Var W of plain units with their multiplier."""
    found = activations.get(asked.activation)
    variance = 1 / activations.gate(found) if asked.variance is None else float(asked.variance)
    return found, variance * float(asked.multiplier) ** 2


def _wide_residual(asked: Question, L: int) -> wide.Wide:
    size, trained = (float(v) for v in branch(asked, blocks_of(asked, L)))
    if asked.branch_depth > 1:
        return _deep_branches(asked, L)
    if _pre_normalized(asked):
        tau = size * float(asked.gain)
        return wide.pre_norm(L, tau, trained, normalized=asked.stream == "normalized")
    usual = asked.stem == 0 and asked.skip in {None, 1} and asked.weights == "gaussian"
    if usual and asked.norm == "none" and asked.slopes is not None:
        tau = size * float(asked.gain / asked.moment(2))
        low, high = (float(v) for v in asked.slopes)
        return wide.persistent_gates(L, tau, trained, (low, high))
    raise no_theory(asked)


def _pre_normalized(asked: Question) -> bool:
    """Linear blocks z + W LN(z)."""
    usual = asked.stem == 0 and asked.skip in {None, 1} and asked.weights == "gaussian"
    return usual and asked.norm == "pre" and asked.linear and asked.branch_depth == 1


def _deep_branches(asked: Question, L: int) -> wide.Wide:
    """Linear blocks with several matrices in a branch."""
    usual = asked.stem == 0 and asked.norm == "none" and asked.weights == "gaussian"
    if not usual or not asked.linear:
        raise no_theory(asked)
    shrink = float(power(L, -2 * asked.power))
    first, last, outside = (
        shrink if asked.scaled in stands else 1.0
        for stands in (("each",), ("each", "last"), ("multiplier",))
    )
    gains = [float(asked.gain) * f for f in [first] * (asked.branch_depth - 1) + [last]]
    skip = 1.0 if asked.skip is None else float(asked.skip) ** 2
    return wide.deep_branches(L, skip, float(asked.multiplier) ** 2 * outside, gains)


def _wide_post_activation(asked: Question, L: int) -> wide.Wide:
    size, trained, slopes = _post_activation(asked, L)
    return wide.post_activation(L, math.sqrt(size), 1.0, trained, slopes)


def _post_activation(asked: Question, L: int) -> tuple[float, float, tuple[float, float]]:
    """n Var of a branch's weights, the multiplier included, the step's share, and both slopes."""
    usual = asked.stem == 0 and asked.skip in {None, 1} and asked.weights == "gaussian"
    if not usual or asked.norm != "none" or asked.slopes is None or asked.branch_depth > 1:
        raise no_theory(asked)
    size, trained = (float(v) for v in branch(asked, L))
    low, high = (float(v) for v in asked.slopes)
    return size * float(asked.gain / asked.moment(2)), trained, (low, high)


def _log_noise(asked: Question, log_output: float) -> float:
    """Logarithm of what stands for the variance of the labels: of out - y, or of p - y."""
    if asked.loss == "ce":
        label = 1 - 1 / asked.outputs
        whole = ce_gradient_norm(asked.outputs, math.exp(min(log_output, 700.0)))
        return math.log({"total": whole, "label": label, "output": whole - label}[asked.part])
    label = math.log(asked.label_variance) if asked.label_variance else -math.inf
    if asked.part == "total":
        top = max(label, log_output)
        return top + math.log(math.exp(label - top) + math.exp(log_output - top))
    return label if asked.part == "label" else log_output


def _still(asked: Question) -> bool:
    """Whether no layer moves: no gradient reaches it, or moves its branch."""
    unseen = asked.optimizer == "sgd" and asked.head == 0
    quiet = asked.loss == "mse" and asked.part == "label" and asked.label_variance == 0
    return unseen or quiet or (asked.multiplier == 0 and not asked.stem)


def _wide_energies(asked: Question, L: int) -> Scaled:
    if asked.stream == "normalized" and not _pre_normalized(asked):
        raise no_theory(asked)
    if asked.optimizer == "sign":
        return _wide_sign(asked, L)
    if several(asked):
        raise no_theory(asked, "a batch has one at a finite width, for linear networks")
    if asked.output_ratio:
        return _wide_at_ratio(asked, L)
    if is_row(asked):
        found = replace(row(asked, L), label=1)
        base, log_output = energies(label_part(found), found.runs, math.inf), log_out(found)
    else:
        law = _wide_law(asked, L)
        head = math.log(asked.head)
        base, log_output = (
            Scaled(law.energies.value, law.energies.log + head),
            law.log_output + head,
        )
    return Scaled(base.value, base.log + _log_noise(asked, log_output))


def log_out(found: Stack) -> float:
    """Logarithm of E z_out^2 of a row."""
    return math.log(found.head) + log_gain(found.runs)


def _wide_at_ratio(asked: Question, L: int) -> Scaled:
    found = row(asked, L) if is_row(asked) and asked.loss == "mse" else None
    if found is None or len(found.runs) > 1 or asked.weights == "orthogonal":
        raise no_theory(asked)
    outputs = at_ratio(found, float(asked.output_ratio))
    if asked.part == "output":
        return outputs
    labels = energies(label_part(found), found.runs, math.inf)
    return labels if asked.part == "label" else labels + outputs


def _wide_sign(asked: Question, L: int) -> Scaled:
    if asked.part != "total" or asked.output_ratio or several(asked):
        raise no_theory(asked)
    if _usual_plain(asked):
        words = {"activate_input": asked.activate_input, "orthogonal": asked.weights != "gaussian"}
        signs = wide_signs.sign_plain(L, *_activation(asked), **words)
        return signs.times(float(asked.multiplier) ** 2)
    if asked.network == "post-activation":
        size, trained, slopes = _post_activation(asked, L)
        return wide_signs.sign_post_activation(L, size, trained, slopes)
    if asked.linear and has_units(asked):
        found = row(asked, L)
        alpha = np.array([1 - float(unit.share) for unit in found.units])
        weight = np.array([math.sqrt(unit.omega / unit.gain) for unit in found.units])
        return wide_signs.sign_linear(alpha, weight, log_gains(found.runs)[1:])
    if asked.network == "residual" and _pre_normalized(asked):
        size, trained = (float(v) for v in branch(asked, L))
        tau, normalized = size * float(asked.gain), asked.stream == "normalized"
        return wide_signs.sign_pre_norm(L, tau, trained, normalized=normalized)
    raise no_theory(asked)


# -- answers ---------------------------------


def solve(asked: Question, L: int) -> Scaled:
    """Energies of every unit at step size 1; at infinite width over width/outputs.

    Raises: NoTheoryError where no law is known.
    """
    if asked.wide:
        return Scaled(np.zeros(L), np.zeros(L)) if _still(asked) else _wide_energies(asked, L)
    found = _narrow(asked, L)
    parts = [energies(part, found.runs, float(asked.width)) for part in _narrow_parts(asked, found)]
    if (net := _softmax(asked)) and asked.head:
        parts.append(energies_of_outputs(net, L))
    if not parts:
        return Scaled(np.zeros(L), np.zeros(L))
    return functools.reduce(operator.add, parts)


def log_mean(asked: Question, L: int) -> float:
    """Logarithm of the mean of the energies: by sums where arrays of all units are too long.

    Raises: ValueError where no layer moves.
    """
    if _still(asked):
        msg = "no layer moves (head, multiplier or the labels' variance is 0): no rate is too large"
        raise ValueError(msg)
    soft = not asked.wide and _softmax(asked)
    if soft or not is_row(asked) or asked.output_ratio or L <= SHORT:
        return solve(asked, L).log_mean
    found = row(asked, L) if asked.wide else _narrow(asked, L)
    if not asked.wide:
        sums = [total(part, found.runs, float(asked.width)) for part in _narrow_parts(asked, found)]
        top = max(log for _, log in sums)
        return math.log(math.fsum(v * math.exp(log - top) for v, log in sums) / L) + top
    if any(unit.log_gain for unit, _ in found.runs) and L <= LONG:
        return solve(asked, L).log_mean
    value, log = total(label_part(replace(found, label=1)), found.runs, math.inf)
    return math.log(value / L) + log + _log_noise(asked, log_out(found))


def solve_exactly(asked: Question, L: int) -> list[Fraction]:
    """Energies in rationals, at a finite width."""
    if asked.wide or several(asked):
        msg = "rational energies need a finite width and one input: give floats instead"
        raise ValueError(msg)
    if asked.loss == "ce" and asked.part != "label":
        msg = "means of a softmax are no rationals: give floats instead of Fractions"
        raise ValueError(msg)
    found = _narrow(asked, L)
    given = (asked.multiplier, asked.head, asked.label_variance, asked.skip, asked.variance)
    if any(isinstance(v, float) for v in (*given, *(asked.slopes or ()))):
        msg = "floats among Fractions: give every variance and scale as a Fraction or an integer"
        raise ValueError(msg)
    labels, outputs = exact_parts(found)
    both = [a + b for a, b in zip(labels, outputs, strict=True)]
    return {"label": labels, "output": outputs, "total": both}[asked.part]
