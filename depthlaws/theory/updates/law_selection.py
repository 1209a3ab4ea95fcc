"""Choice of the exact law for a network: its energies, their mean, or the error without a law."""

import functools
import math
import operator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.updates import infinite_width_energies as gradient_laws
from depthlaws.theory.updates import infinite_width_sign_energies as sign_laws
from depthlaws.theory.updates.cross_entropy_energies import energies_of_outputs, plain_network
from depthlaws.theory.updates.cross_entropy_gradient import ce_gradient_norm
from depthlaws.theory.updates.infinite_width_energies import LabelEnergies
from depthlaws.theory.updates.missing_laws import no_theory
from depthlaws.theory.updates.network_options import Question
from depthlaws.theory.updates.network_units import (
    branch_scales,
    has_units,
    moments_close,
    power,
    residual_blocks,
    stack,
)
from depthlaws.theory.updates.stack_energies import (
    Part,
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
from depthlaws.theory.updates.state_frame_moments import PlainNetwork

__all__: list[str] = []

QUICK_ARRAY_DEPTH = 2**12  # layers up to which arrays of all energies are the quickest way
MAX_ARRAY_DEPTH = 2**22  # layers up to which such arrays are affordable


# -- at a finite width ---------------------------------


def _narrow_parts(question: Question, row: Stack) -> list[Part]:
    """Parts of the energies that were asked for, without the outputs' part of cross-entropy."""
    parts = [] if question.part == "output" else _label_parts(question, row)
    if question.part != "label":
        if question.several_inputs:
            raise no_theory(question, "the output part of a batch is not solved (part='label' is)")
        if question.loss == "mse":
            parts.append(output_part(row))
    return parts


def _softmax_network(question: Question) -> PlainNetwork | None:
    """Network of a cross-entropy at a finite width whose output part is asked for."""
    needed = question.loss == "ce" and question.part != "label"
    return plain_network(question) if needed else None


def _label_parts(question: Question, row: Stack) -> list[Part]:
    """Label part of a batch of B independent inputs: B^-2 in the batch, B^-1 across it."""
    same_input, B = label_part(row), question.batch
    if B == 1 and question.evaluate == "in-batch":
        return [same_input]
    if not question.linear:
        raise no_theory(
            question,
            "the gates of two inputs are not independent: batches are solved for linear networks",
        )
    other_input = label_part(replace(row, fresh=True))
    if question.evaluate == "fresh":
        return [replace(other_input, factor=other_input.factor / B)]
    shares = ((same_input, 1 / B**2), (other_input, (B - 1) / B**2))
    return [replace(part, factor=part.factor * share) for part, share in shares]


def _narrow_stack(question: Question, L: int) -> Stack:
    """Row of units at a finite width.

    Raises
    ------
    NoTheoryError
        For a network whose moments do not close.
    """
    loss = question.loss == "mse" or question.part == "label" or _softmax_network(question)
    closed = moments_close(question) and loss and not question.output_ratio
    if not closed or question.stream == "normalized":
        raise no_theory(question)
    return stack(question, L)


# -- gradient steps at infinite width ---------------------------------


def _wide_law(question: Question, L: int) -> LabelEnergies:
    """Law of a network whose moments close at infinite width only, whatever the loss."""
    if question.network == "residual":
        return _wide_residual(question, L)
    if question.network == "post-activation":
        return _wide_post_activation(question, L)
    if not _is_usual_plain(question) or question.weights != "gaussian":
        raise no_theory(question)
    law = gradient_laws.any_activation(
        L, *_activation(question), activate_input=question.activate_input
    )
    return replace(law, energies=law.energies.times(float(question.multiplier) ** 4))


def _is_usual_plain(question: Question) -> bool:
    """True for units b W phi(z) without further options."""
    without = question.norm == "none" and not question.stem and not question.skip
    return question.network == "plain" and without and question.branch_depth == 1


def _activation(question: Question) -> tuple[Any, float]:
    """Return the activation, and n Var W of plain units with their multiplier."""
    activation = activations.get(question.activation)
    fan_in = question.variance is None
    variance = 1 / activations.gate(activation) if fan_in else float(question.variance)
    return activation, variance * float(question.multiplier) ** 2


def _has_usual_skip(question: Question) -> bool:
    """True for Gaussian blocks with a skip of 1 and no plain units."""
    skip = question.stem == 0 and question.skip in {None, 1}
    return skip and question.weights == "gaussian"


def _wide_residual(question: Question, L: int) -> LabelEnergies:
    size, trained = (float(v) for v in branch_scales(question, residual_blocks(question, L)))
    if question.branch_depth > 1:
        return _deep_branches(question, L)
    if _is_pre_normalized(question):
        tau = size * float(question.gain)
        return gradient_laws.pre_norm(L, tau, trained, normalized=question.stream == "normalized")
    if _has_usual_skip(question) and question.norm == "none" and question.slopes is not None:
        tau = size * float(question.gain / question.moment(2))
        low, high = (float(v) for v in question.slopes)
        return gradient_laws.persistent_gates(L, tau, trained, (low, high))
    raise no_theory(question)


def _is_pre_normalized(question: Question) -> bool:
    """True for linear blocks z + W LN(z)."""
    linear = question.linear and question.branch_depth == 1
    return _has_usual_skip(question) and question.norm == "pre" and linear


def _deep_branches(question: Question, L: int) -> LabelEnergies:
    """Linear blocks with several matrices in a branch."""
    usual = question.stem == 0 and question.norm == "none" and question.weights == "gaussian"
    if not usual or not question.linear:
        raise no_theory(question)
    shrink = float(power(L, -2 * question.power))
    first, last, outside = (
        shrink if question.scaled in places else 1.0
        for places in (("each",), ("each", "last"), ("multiplier",))
    )
    gains = [float(question.gain) * f for f in [first] * (question.branch_depth - 1) + [last]]
    skip = 1.0 if question.skip is None else float(question.skip) ** 2
    return gradient_laws.deep_branches(L, skip, float(question.multiplier) ** 2 * outside, gains)


def _wide_post_activation(question: Question, L: int) -> LabelEnergies:
    size, trained, slopes = _post_activation(question, L)
    return gradient_laws.post_activation(L, math.sqrt(size), 1.0, trained, slopes)


def _post_activation(question: Question, L: int) -> tuple[float, float, tuple[float, float]]:
    """Return n Var of a branch's weights with the multiplier, the step's share, both slopes."""
    plain_branch = question.norm == "none" and question.branch_depth == 1
    if not _has_usual_skip(question) or not plain_branch or question.slopes is None:
        raise no_theory(question)
    size, trained = (float(v) for v in branch_scales(question, L))
    low, high = (float(v) for v in question.slopes)
    return size * float(question.gain / question.moment(2)), trained, (low, high)


def _log_gradient_variance(question: Question, log_output: float) -> float:
    """Logarithm of the mean square of the gradient at the outputs, out - y or p - y."""
    if question.loss == "ce":
        label = 1 - 1 / question.outputs
        total = ce_gradient_norm(question.outputs, math.exp(min(log_output, 700.0)))
        return math.log({"total": total, "label": label, "output": total - label}[question.part])
    label = math.log(question.label_variance) if question.label_variance else -math.inf
    if question.part == "total":
        top = max(label, log_output)
        return top + math.log(math.exp(label - top) + math.exp(log_output - top))
    return label if question.part == "label" else log_output


def _stands_still(question: Question) -> bool:
    """True if no layer moves: no gradient reaches it, or its branch is multiplied by 0."""
    no_gradient = question.optimizer == "sgd" and question.head == 0
    labels_only = question.loss == "mse" and question.part == "label"
    no_labels = labels_only and question.label_variance == 0
    return no_gradient or no_labels or (question.multiplier == 0 and not question.stem)


def _wide_energies(question: Question, L: int) -> Scaled:
    if question.stream == "normalized" and not _is_pre_normalized(question):
        raise no_theory(question)
    if question.optimizer == "sign":
        return _wide_sign(question, L)
    if question.several_inputs:
        raise no_theory(question, "batches are solved for linear networks at a finite width")
    if question.output_ratio:
        return _wide_at_ratio(question, L)
    if moments_close(question):
        row = replace(stack(question, L), label=1)
        labels, log_output = energies(label_part(row), row.runs, math.inf), log_out(row)
    else:
        law, head = _wide_law(question, L), math.log(question.head)
        labels = Scaled(law.energies.value, law.energies.log + head)
        log_output = law.log_output + head
    return Scaled(labels.value, labels.log + _log_gradient_variance(question, log_output))


def log_out(row: Stack) -> float:
    """Logarithm of E z_out^2 of a row of units."""
    return math.log(row.head) + log_gain(row.runs)


def _wide_at_ratio(question: Question, L: int) -> Scaled:
    row = stack(question, L) if moments_close(question) and question.loss == "mse" else None
    if row is None or len(row.runs) > 1 or question.weights == "orthogonal":
        raise no_theory(question)
    outputs = at_ratio(row, float(question.output_ratio))
    if question.part == "output":
        return outputs
    labels = energies(label_part(row), row.runs, math.inf)
    return labels if question.part == "label" else labels + outputs


# -- sign steps at infinite width ---------------------------------


def _wide_sign(question: Question, L: int) -> Scaled:
    if question.part != "total" or question.output_ratio or question.several_inputs:
        raise no_theory(question)
    if _is_usual_plain(question):
        signs = sign_laws.sign_plain(
            L,
            *_activation(question),
            activate_input=question.activate_input,
            orthogonal=question.weights != "gaussian",
        )
        return signs.times(float(question.multiplier) ** 2)
    if question.network == "post-activation":
        size, trained, slopes = _post_activation(question, L)
        return sign_laws.sign_post_activation(L, size, trained, slopes)
    if question.linear and has_units(question):
        row = stack(question, L)
        alpha = np.array([1 - float(unit.share) for unit in row.units])
        weight = np.array([math.sqrt(unit.omega / unit.gain) for unit in row.units])
        return sign_laws.sign_linear(alpha, weight, log_gains(row.runs)[1:])
    if question.network == "residual" and _is_pre_normalized(question):
        size, trained = (float(v) for v in branch_scales(question, L))
        tau, normalized = size * float(question.gain), question.stream == "normalized"
        return sign_laws.sign_pre_norm(L, tau, trained, normalized=normalized)
    raise no_theory(question)


# -- answers ---------------------------------


def solve(question: Question, L: int) -> Scaled:
    """Energies of every unit at step size 1; at infinite width over width/outputs.

    Raises
    ------
    NoTheoryError
        For a network without an exact law.
    """
    nothing = Scaled(np.zeros(L), np.zeros(L))
    if question.wide:
        return nothing if _stands_still(question) else _wide_energies(question, L)
    row = _narrow_stack(question, L)
    parts = _narrow_parts(question, row)
    if _stands_still(question):
        return nothing
    by_part = [energies(part, row.runs, float(question.width)) for part in parts]
    if network := _softmax_network(question):
        by_part.append(energies_of_outputs(network, L))
    return functools.reduce(operator.add, by_part)


def log_mean(question: Question, L: int) -> float:
    """Logarithm of the mean energy: by sums where arrays of all units are too long.

    Raises
    ------
    ValueError
        For a network in which no layer moves.
    """
    if _stands_still(question):
        msg = (
            "no layer moves, so that every learning rate is allowed: give a head, a multiplier "
            "and a variance of the labels that are not 0"
        )
        raise ValueError(msg)
    softmax = not question.wide and _softmax_network(question)
    sums_exist = moments_close(question) and not softmax and not question.output_ratio
    if not sums_exist or L <= QUICK_ARRAY_DEPTH:
        return solve(question, L).log_mean
    if not question.wide:
        row, width = _narrow_stack(question, L), float(question.width)
        sums = [total(part, row.runs, width) for part in _narrow_parts(question, row)]
        top = max(log for _, log in sums)
        return math.log(math.fsum(v * math.exp(log - top) for v, log in sums) / L) + top
    row = stack(question, L)
    if any(unit.log_gain for unit, _ in row.runs) and L <= MAX_ARRAY_DEPTH:
        return solve(question, L).log_mean
    value, log = total(label_part(replace(row, label=1)), row.runs, math.inf)
    return math.log(value / L) + log + _log_gradient_variance(question, log_out(row))


def solve_exactly(question: Question, L: int) -> list[Fraction]:
    """Energies in rationals, at a finite width."""
    if question.wide or question.several_inputs:
        msg = "rational energies need a finite width and one input: give floats instead"
        raise ValueError(msg)
    if question.loss == "ce" and question.part != "label":
        msg = "means of a softmax are not rational: give floats instead of Fractions"
        raise ValueError(msg)
    row = _narrow_stack(question, L)
    scales = (question.multiplier, question.head, question.label_variance, question.skip)
    if any(isinstance(v, float) for v in (*scales, question.variance, *(question.slopes or ()))):
        msg = "floats among Fractions: give every variance and scale as a Fraction or an integer"
        raise ValueError(msg)
    labels, outputs = exact_parts(row)
    both = [a + b for a, b in zip(labels, outputs, strict=True)]
    return {"label": labels, "output": outputs, "total": both}[question.part]
