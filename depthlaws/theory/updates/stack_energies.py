"""Update energies of a row of random units: exact sums at a width, and their limit.

S_l = E|dz_l|^2 / n after one step of size 1 on |out - y|^2 / 2m. With M_l = A^T A, A = dout/dz_l,
dz_l = -G_l (M_l z_l - A^T y) / m: the label part needs E M_l and E tr G_l^2, the output part also
E M_l x M_l and the mean of z.G^2z.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from depthlaws.theory.numerics.matrix_powers import advance, orbit
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.updates import layer_moments as moments
from depthlaws.theory.updates.layer_moments import Unit

__all__: list[str] = []

Step = Callable[[Any, Unit, Any], tuple[Any, ...]]
Runs = Sequence[tuple[Unit, int]]


@dataclass(frozen=True, slots=True)
class Scaled:
    """Numbers value * exp(log), where exp(log) may overflow."""

    value: Array
    log: Array

    def __add__(self, other: "Scaled") -> "Scaled":
        top = np.maximum(self.log, other.log)
        value = self.value * np.exp(self.log - top) + other.value * np.exp(other.log - top)
        return Scaled(value, top)

    def times(self, factor: Any) -> "Scaled":
        """Product with a number, or with one number each."""
        return Scaled(self.value * factor, self.log)

    @property
    def floats(self) -> Array:
        """As floats: infinite where they are too large."""
        with np.errstate(over="ignore"):
            return self.value * np.exp(self.log)

    @property
    def log_mean(self) -> float:
        """Logarithm of the mean."""
        top = float(np.max(self.log))
        return math.log(float(np.mean(self.value * np.exp(self.log - top)))) + top


@dataclass(frozen=True, kw_only=True)
class Stack:
    """A row of units, in runs of equal ones, with its inputs, head and labels.

    Attributes
    ----------
    runs : sequence of (Unit, int)
        Units and how many times each is repeated, from the input upwards.
    width, outputs : int, Fraction or float
        Units n of a layer, inf for the limit, and outputs m.
    label : number
        Variance of the labels.
    head : number
        E z_out^2 of a state of energy 1.
    head_kappa : number
        kappa of the gates that the head reads.
    inputs : tuple
        Means of |x|^2/n, its square and its cube.
    fresh : bool
        True if the step is taken on another input, independent of x.
    """

    runs: Runs
    width: Any
    outputs: Any
    label: Any
    head: Any
    head_kappa: Any
    inputs: tuple[Any, Any, Any]
    fresh: bool = False

    @property
    def units(self) -> list[Unit]:
        """All units in a row."""
        return [unit for unit, count in self.runs for _ in range(count)]


# -- along the depth ---------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """Part of the energies S_l: a recursion from the input joined to one from the head.

    S_l = factor down_{L-l}^T read up_l. The vector up_l begins with ``start`` at the input and is
    taken through a unit by ``up``; down_{L-l} begins with ``end`` at the head and is taken back by
    ``down``. As the units are used with gain 1, S_l is multiplied by g^(up_power l) and by
    g^(down_power (L - l)), g the growth of a unit.
    """

    up: Step
    start: tuple[Any, ...]
    up_power: int
    down: Step
    end: tuple[Any, ...]
    down_power: int
    read: Array
    factor: float


def _matrix(step: Step, size: int, unit: Unit, n: float) -> Array:
    """Matrix of a step that is linear in the state, for the unit with gain 1."""
    rows = [step(tuple(row), unit.scaled, n) for row in np.eye(size).tolist()]
    return np.array(rows, dtype=np.float64).T


def _walk(step: Step, start: tuple[Any, ...], runs: Runs, n: float) -> tuple[Array, Array]:
    """Vectors (component, unit + 1) over exp(log) along the units, and the logs."""
    maps: dict[Unit, Array] = {}
    state, log = np.array(start, dtype=np.float64), 0.0
    states: list[Array] = [state[:, None]]
    logs: list[Array] = [np.zeros(1)]
    for unit, count in runs:
        if unit not in maps:
            maps[unit] = _matrix(step, len(start), unit, n)
        path, rate = orbit(maps[unit], state, count)
        states.append(path[:, 1:])
        logs.append(log + rate * np.arange(1.0, count + 1))
        size = float(np.max(path[:, -1])) if count > 1 else 1.0
        state, log = path[:, -1] / size, float(logs[-1][-1]) + math.log(size)
    return np.concatenate(states, axis=1), np.concatenate(logs)


def log_gains(runs: Runs) -> Array:
    """Logarithm of the product of the gains up to each unit l = 0, ..., L."""
    ends: list[Array] = [np.zeros(1)]
    logs = 0.0
    for unit, count in runs:
        ends.append(logs + unit.log_gain * np.arange(1.0, count + 1))
        logs = float(ends[-1][-1])
    return np.concatenate(ends)


def log_gain(runs: Runs) -> float:
    """Logarithm of the product of all gains."""
    return math.fsum(unit.log_gain * count for unit, count in runs)


def energies(part: Part, runs: Runs, n: float) -> Scaled:
    """Update energies of one part for l = 1, ..., L."""
    up, up_logs = _walk(part.up, part.start, runs, n)
    down, down_logs = _walk(part.down, part.end, [*reversed(runs)], n)
    value = np.einsum("il,ij,jl->l", down[:, -2::-1], part.read, up[:, 1:])
    gains = log_gains(runs)
    logs = up_logs + part.up_power * gains
    logs += down_logs[::-1] + part.down_power * (gains[-1] - gains)
    return Scaled(value * part.factor, logs[1:])


def total(part: Part, runs: Runs, n: float) -> tuple[float, float]:
    """Sum of the energies over exp(log), and the log: in the time of a few products a run."""
    size, extra = len(part.start), len(part.end)
    state, log = np.concatenate([np.array(part.start, dtype=np.float64), np.zeros(extra)]), 0.0
    for unit, count in runs:
        up = _matrix(part.up, size, unit, n)
        back = _matrix(part.down, extra, unit, n).T
        back *= math.exp((part.down_power - part.up_power) * unit.log_gain)
        # The sum after a unit: the one before, carried through it, and the unit's own term.
        block = np.block([[up, np.zeros((size, extra))], [part.read @ up, back]])
        state, more = advance(block, state, count)
        log += more + part.up_power * count * unit.log_gain
    value = float(np.array(part.end, dtype=np.float64) @ state[size:])
    return value * part.factor, log


# -- the two parts ---------------------------------


def label_part(stack: Stack) -> Part:
    """Part of S_l that the labels cause; at infinite width over width/outputs."""
    wide, n = math.isinf(stack.width), float(stack.width)
    first, second, _ = (float(v) for v in stack.inputs)
    factor = float(stack.label * stack.head) / (1.0 if wide else stack.outputs * n**2)
    if wide:
        step, start, square = _wide_step, (first**2, 0, 0, 0), 3
    else:
        overlap = first**2 * n if stack.fresh else second * n**2
        step, start, square = (
            moments.label_step,
            moments.label_start(second * n**2, overlap),
            4,
        )
    read = np.zeros((1, len(start)))
    read[0, square] = 1.0
    return Part(step, start, 2, _unchanged, (1.0,), 1, read, factor)


def output_part(stack: Stack) -> Part:
    """Part of S_l that the network's own output causes, at a finite width."""
    n = float(stack.width)
    start = moments.output_start(float(stack.inputs[2]) * n**3)
    end = moments.head_start(float(stack.outputs), float(stack.head), float(stack.head_kappa), n)
    read = np.zeros((2, moments.OUTPUT_STATE))
    read[:, 6], read[1, 3] = 1.0, 1.0  # (p + r) z.G^2z + r |z|^2 tr G^2
    return Part(
        moments.output_step,
        start,
        3,
        moments.head_step,
        end,
        2,
        read,
        1 / (stack.outputs**2 * n),
    )


def _unchanged(state: tuple[Any, ...], unit: Unit, n: Any) -> tuple[Any, ...]:
    """The weight of the labels: E M_l is a multiple of the identity."""
    del unit, n
    return state


def _wide_step(state: tuple[Any, ...], unit: Unit, n: Any) -> tuple[Any, ...]:
    """Leading orders of x^2, x tr G, (tr G)^2 and tr G^2, over n^2, n^3, n^4 and n^3."""
    del n
    (energy, trace, double, square), g, w = state, unit.gain, unit.omega
    new = w**2 * energy + 2 * w * g * trace
    return (
        g**2 * energy,
        w * g * energy + g**2 * trace,
        new + g**2 * double,
        new + g**2 * (square + unit.delta * double),
    )


def at_ratio(stack: Stack, ratio: float) -> Scaled:
    """Output part at outputs/width = ratio > 0, for equal units: M_l has a large value along z_l.

    Closed forms of the leading order; a^2 = alpha g.

    References
    ----------
    Source: ammup, beyond the paper (BP-1, BP-2).
    """
    ((unit, depth),) = stack.runs
    level = np.arange(1.0, depth + 1)
    alpha, kappa, delta = 1 - float(unit.share), float(unit.kappa), float(unit.delta)
    squares = (level - 1) * level * (2 * level - 1) / 6
    form = level**2 + delta * squares
    spike = _spike(level, alpha) + (depth - level) * delta * form
    if kappa != 1:
        spike = kappa * depth * form + (kappa - 1) * (2 - kappa) * squares
    value = (form + ratio * spike) * float(stack.head * unit.omega / unit.gain) ** 2
    return Scaled(value, (2 * depth + level) * unit.log_gain)


def _spike(level: Array, alpha: float) -> Array:
    """Mean of z.G^2z at a linear unit, over |z|^2 n^2."""
    a, x = alpha, level
    return (
        (1 - a**2) ** 2 * x**4 / 3
        + (1 - a) * (7 * a**3 + 3 * a**2 + 3 * a + 3) * x**3 / 6
        + (7 * a**4 - 6 * a**3 + 4 * a**2 + 1) * x**2 / 6
        + a**3 * (1 - a) * x / 3
    )


# -- in exact numbers ---------------------------------


def exact_parts(stack: Stack) -> tuple[list[Fraction], list[Fraction]]:
    """Label and output parts, as Fractions, or in the subclass of Fraction of ``stack.label``."""
    number = type(stack.label) if isinstance(stack.label, Fraction) else Fraction
    n, m = number(stack.width), number(stack.outputs)
    first, second, third = (Fraction(v) for v in stack.inputs)
    square = second * n**2
    label = moments.label_start(square, first**2 * n if stack.fresh else square)
    output, tail = moments.output_start(third * n**3), _exact_tails(stack, n, m)
    after, labels, outputs = [Fraction(1)], [], []
    for unit in reversed(stack.units[1:]):
        after.append(after[-1] * unit.gain)
    for unit, gain, (p, r) in zip(stack.units, reversed(after), tail, strict=True):
        label, output = (
            moments.label_step(label, unit, n),
            moments.output_step(output, unit, n),
        )
        labels.append(stack.label * stack.head * gain * label[4] / (m * n**2))
        outputs.append(((p + r) * output[6] + r * output[3]) / (m**2 * n))
    return labels, outputs


def _exact_tails(stack: Stack, n: Fraction, m: Fraction) -> list[tuple[Fraction, Fraction]]:
    tails = [moments.head_start(m, stack.head, stack.head_kappa, n)]
    for unit in reversed(stack.units[1:]):
        tails.append(moments.head_step(tails[-1], unit, n))
    return tails[::-1]
