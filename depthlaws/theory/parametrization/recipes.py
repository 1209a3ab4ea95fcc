"""Scaling recipes of the looped papers as data: the power of depth and loops of each quantity.

A quantity is base * m_L^depth * N^loops with m_L = L / L_ref, L unique layers used N times. The
constant lambda of eps = lambda / (N sqrt(L)) has L_ref = 1; the experiments have L_ref = 12, so
the same lambda means a branch sqrt(12) times larger there.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.papers import LOOPED, LOOPED_V0, Source

__all__ = [
    "TABLE_1",
    "TABLE_1_V0",
    "TABLE_3",
    "TABLE_4",
    "branch_scale",
    "component_values",
    "transfer_learning_rate",
]

Known = Literal["stated", "inferred", "unknown"]
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Power:
    """One entry of a recipe: base * m_L^depth * N^loops.

    ``base`` names a field of :class:`BaseValues`, or is a number. The bodies of the paper's tables
    1 and 3 are missing from the text: ``stated`` entries follow from its captions and sections,
    ``inferred`` ones from the stated ones by an argument, ``unknown`` ones are a common choice.
    """

    base: str | float
    depth: Fraction = Fraction(0)
    loops: Fraction = Fraction(0)
    known: Known = "stated"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the executive recipe."""

    quantity: str
    power: Power
    source: Source


@dataclass(frozen=True, slots=True)
class Component:
    """One row of the per-component parameterisation."""

    name: str
    init_variance: Power
    learning_rate: Power
    weight_decay: Power
    adam_epsilon: Power
    multiplier: Power


@dataclass(frozen=True, slots=True)
class Family:
    """One row of the first version's table: smallest alpha that bounds the energy at n^-alpha."""

    name: str
    tied: bool
    smallest_alpha: Fraction
    source: Source

    def learning_rate_exponent(self, alpha: float, /) -> float:
        """Exponent of the depth or loop count in the learning rate: alpha - 1."""
        return alpha - 1


@dataclass(frozen=True, slots=True)
class BaseValues:
    """Values at L = L_ref, N = 1 and the sweep of the language-model experiments (table 4).

    Parameters
    ----------
    branch : float
        Residual branch constant lambda of the reference model.
    learning_rate : float
        Learning rate of the reference model, one of the sweep.
    init_deviation : float
        Standard deviation of its initial weights, before truncation.
    weight_decay : float
        Weight decay of the reference model.
    adam_epsilon : float
        Epsilon of Adam of the reference model.
    reference_layers : int
        Unique layers L_ref of the reference model.
    sweep : tuple of float
        Learning rates of the sweep.
    diverged_above : float
        Final validation loss above which a run counts as diverged.
    seed : int
        Seed of the runs.
    """

    branch: float = 1.0
    learning_rate: float = 1.25e-3
    init_deviation: float = 0.02
    weight_decay: float = 0.1
    adam_epsilon: float = 1e-8
    reference_layers: int = 12
    sweep: tuple[float, ...] = (5e-4, 7.5e-4, 1e-3, 1.25e-3, 1.5e-3, 2e-3, 3e-3, 4e-3)
    diverged_above: float = 4.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.learning_rate not in self.sweep:
            msg = f"the base learning rate {self.learning_rate} is not in the sweep {self.sweep}"
            raise ValueError(msg)

    @property
    def init_variance(self) -> float:
        """Variance of the truncated normal initialisation before truncation."""
        return self.init_deviation**2


TABLE_4 = BaseValues()

TABLE_1_V0 = (
    Family("deep residual stack", False, HALF, LOOPED_V0.table(1)),
    Family("looped residual stack", True, Fraction(1), LOOPED_V0.table(1)),
)

MATRICES = "attention and MLP matrices"
_DECAY = Power("weight_decay", known="unknown")

TABLE_3 = (
    Component(
        "token embedding and tied head",
        init_variance=Power("init_variance"),
        learning_rate=Power("learning_rate", known="inferred"),
        weight_decay=_DECAY,
        adam_epsilon=Power("adam_epsilon", known="inferred"),
        multiplier=Power(1.0),
    ),
    Component(
        "normalisation gains in the block",
        init_variance=Power(0.0),
        learning_rate=Power("learning_rate", -HALF, known="unknown"),
        weight_decay=_DECAY,
        adam_epsilon=Power("adam_epsilon", -HALF, known="inferred"),
        multiplier=Power(1.0),
    ),
    Component(
        "attention and MLP matrices",
        init_variance=Power("init_variance"),
        learning_rate=Power("learning_rate", -HALF),
        weight_decay=_DECAY,
        # The gradient of a reused matrix scales as eps N = branch m_L^(-1/2), without N.
        adam_epsilon=Power("adam_epsilon", -HALF, known="inferred"),
        multiplier=Power("branch", -HALF, Fraction(-1)),
    ),
    Component(
        "final normalisation gain",
        init_variance=Power(0.0),
        learning_rate=Power("learning_rate", known="inferred"),
        weight_decay=_DECAY,
        adam_epsilon=Power("adam_epsilon", known="inferred"),
        multiplier=Power(1.0),
    ),
)

_EMBEDDING, _, _MATRICES, _ = TABLE_3

TABLE_1 = (
    Rule("residual branch multiplier", _MATRICES.multiplier, LOOPED.table(1)),
    Rule("learning rate of repeated blocks", _MATRICES.learning_rate, LOOPED.table(1)),
    Rule("learning rate of embedding and head", _EMBEDDING.learning_rate, LOOPED.table(1)),
)


def _value(power: Power, layers: int, loops: int, base: BaseValues) -> float:
    start = getattr(base, power.base) if isinstance(power.base, str) else power.base
    ratio = layers / base.reference_layers
    return start * ratio ** float(power.depth) * loops ** float(power.loops)


def branch_scale(layers: int, loops: int = 1, *, branch: float = 1.0, L_ref: int = 1) -> float:
    """Residual multiplier branch / (N sqrt(L / L_ref)); the theory's lambda has L_ref = 1.

    Parameters
    ----------
    layers : int
        Unique layers L, at least 1.
    loops : int
        Loops N: how many times they are applied, at least 1.
    branch : float
        Multiplier of the reference model, of L_ref layers and one loop.
    L_ref : int
        Unique layers of the reference model, at least 1.

    Returns
    -------
    float
        Multiplier of every residual branch.

    Raises
    ------
    ValueError
        For counts below 1, or a branch that is not finite.

    References
    ----------
    Source: looped, section 4.2 (L_ref = 1) and section 8.2 (L_ref = 12).

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> parametrization.branch_scale(12, loops=4)
    0.0721688
    """
    depth = count("layers", layers) / count("L_ref", L_ref)
    return finite("branch", branch) / (count("loops", loops) * math.sqrt(depth))


def transfer_learning_rate(
    rate: float, /, *, layers: int, to_layers: int, loops: int = 1, to_loops: int = 1
) -> float:
    """Learning rate of the repeated blocks at another depth; loops do not change it.

    Parameters
    ----------
    rate : float
        Learning rate tuned at the first depth, positive.
    layers : int
        Unique layers of the tuned model, at least 1.
    to_layers : int
        Unique layers of the new model, at least 1.
    loops : int
        Loops of the tuned model, which have no effect.
    to_loops : int
        Loops of the new model, which have no effect.

    Returns
    -------
    float
        Learning rate times sqrt(layers / to_layers).

    Raises
    ------
    ValueError
        For counts below 1, or a rate that is not positive and finite.

    References
    ----------
    Source: looped, section 4.3.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> parametrization.transfer_learning_rate(1.25e-3, layers=12, to_layers=48)
    0.000625
    """
    rate = finite("rate", rate)
    if not rate > 0:
        msg = f"rate must be positive, got {rate}"
        raise ValueError(msg)
    count("loops", loops)
    count("to_loops", to_loops)
    return rate * math.sqrt(count("layers", layers) / count("to_layers", to_layers))


def component_values(
    layers: int, loops: int = 1, *, base: BaseValues = TABLE_4
) -> dict[str, dict[str, float]]:
    """Table 3 in numbers, at one size.

    Parameters
    ----------
    layers : int
        Unique layers L, at least 1.
    loops : int
        Loops N, at least 1.
    base : BaseValues
        Values of the reference model; those of table 4 by default.

    Returns
    -------
    dict of str to dict of str to float
        Values by component and quantity: init_variance, learning_rate, weight_decay, adam_epsilon,
        multiplier.

    Raises
    ------
    ValueError
        For counts below 1.

    References
    ----------
    Source: looped, tables 3 and 4.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> parametrization.component_values(48, loops=2)['attention and MLP matrices']['multiplier']
    0.25
    """
    layers, loops = count("layers", layers), count("loops", loops)
    quantities = ("init_variance", "learning_rate", "weight_decay", "adam_epsilon", "multiplier")
    return {
        row.name: {q: _value(getattr(row, q), layers, loops, base) for q in quantities}
        for row in TABLE_3
    }
