"""Options that describe a network and its first step, in the words of the simulators."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypedDict

from depthlaws.theory import activations
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__: list[str] = []


CHOICES = {
    "network": ("plain", "residual", "post-activation"),
    "loss": ("mse", "ce"),
    "optimizer": ("sgd", "sign"),
    "norm": ("none", "pre", "post"),
    "weights": ("gaussian", "orthogonal"),
    "scaled": ("none", "each", "last", "multiplier"),
    "part": ("total", "label", "output"),
    "inputs": ("sphere", "gaussian"),
    "evaluate": ("in-batch", "fresh"),
    "stream": ("raw", "normalized"),
    "arrangement": ("first", "spread"),
}


class _Words(TypedDict, total=False):
    activation: str
    norm: str
    branch_depth: int
    stem: int
    arrangement: str
    weights: str
    scaled: str
    power: float | Fraction
    activate_input: bool
    stream: str
    inputs: str
    batch: int
    evaluate: str
    part: str


class Decimal(_Words, total=False):
    """Options of a network whose variances and scales are floats: so are its energies."""

    skip: float
    multiplier: float
    variance: float
    head: float
    label_variance: float
    output_ratio: float


class Architecture(_Words, total=False):
    """Further options of a network z_l = a z_{l-1} + b F(z_{l-1}) and of its first step.

    Parameters
    ----------
    activation : str or Activation
        Activation phi of each coordinate: relu (default), linear, gelu, erf and so on.
    norm : {"none", "pre", "post"}
        Normalisation of the states: none, pre (before each branch) or post (after each sum).
    branch_depth : int
        Matrices in a residual branch, 1 by default.
    stem : int
        Plain units beside the residual ones, 0 by default.
    arrangement : {"first", "spread"}
        Place of the plain units: first (before the residual ones) or spread (among them).
    skip : float or Fraction
        Factor a of the skip, 1 by default for residual networks.
    multiplier : float or Fraction
        Factor b of the branch, which no step changes; 1 by default.
    variance : float or Fraction
        Variance of a weight times the width; left out, fan-in: it keeps the states' energy.
    weights : {"gaussian", "orthogonal"}
        Initial matrices: gaussian or orthogonal.
    scaled : {"none", "each", "last", "multiplier"}
        Place of the factor K^-power of K residual blocks: none, each matrix of a branch (the
        default), the last one, or the multiplier.
    power : float or Fraction
        Power of K in that factor, 1/2 by default.
    head : float or Fraction
        Variance of a readout weight times the width, 1 by default.
    activate_input : bool
        True (default) if the first plain unit reads phi(x), False if it reads x.
    stream : {"raw", "normalized"}
        Stream whose change is measured: raw, or normalized as the head reads it.
    inputs : {"sphere", "gaussian"}
        Inputs: sphere (of radius sqrt(width)) or gaussian (standard normal).
    label_variance : float or Fraction
        Variance of the labels of the mse, 1 by default.
    output_ratio : float or Fraction
        Ratio outputs/width at infinite width; 0 (default) for few outputs.
    batch : int
        Inputs in the step, 1 by default.
    evaluate : {"in-batch", "fresh"}
        Input whose states are measured: in-batch (one of the step) or fresh (another one).
    part : {"total", "label", "output"}
        Part of the gradient that counts: total, label or output.
    """

    skip: float | Fraction
    multiplier: float | Fraction
    variance: float | Fraction
    head: float | Fraction
    label_variance: float | Fraction
    output_ratio: float | Fraction


@dataclass(frozen=True, kw_only=True)
class Question:
    """A network z_l = a z_{l-1} + b F(z_{l-1}), l = 1, ..., L, with a head, and its first step.

    The fields are the options of :class:`Architecture`, checked.
    """

    network: str
    width: Any = math.inf
    outputs: int = 1
    loss: str = "mse"
    optimizer: str = "sgd"
    activation: Any = "relu"
    norm: str = "none"
    branch_depth: int = 1
    stem: int = 0
    arrangement: str = "first"
    skip: Any = None
    multiplier: Any = 1
    variance: Any = None
    weights: str = "gaussian"
    scaled: str = "each"
    power: Any = Fraction(1, 2)
    head: Any = 1
    activate_input: bool = True
    stream: str = "raw"
    inputs: str = "sphere"
    label_variance: Any = 1
    output_ratio: Any = 0
    batch: int = 1
    evaluate: str = "in-batch"
    part: str = "total"

    def __post_init__(self) -> None:
        """Refuse unknown words, counts below 1 and values that are not numbers."""
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise UnknownNameError(name, str(getattr(self, name)), choices)
        activations.get(self.activation)
        if self.loss == "ce" and count("outputs", self.outputs) < 2:
            msg = f"cross-entropy needs at least 2 outputs, its classes, got {self.outputs}"
            raise ValueError(msg)
        if self.width != math.inf:
            object.__setattr__(self, "width", count("width", self.width))
        for name in ("outputs", "batch", "branch_depth"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        if self.stem != 0:
            object.__setattr__(self, "stem", count("stem", self.stem))
        for name in ("multiplier", "power", "head", "label_variance", "output_ratio"):
            self._set_number(name)
        for name in ("skip", "variance"):
            if getattr(self, name) is not None:
                self._set_number(name)
        if self.network == "plain" and 0 in {self.variance, self.multiplier}:
            msg = "plain units of variance or multiplier 0 have no states: give another number"
            raise ValueError(msg)

    def _set_number(self, name: str) -> None:
        """Store a whole number as a Fraction, a Fraction as it is, others as finite floats."""
        value = getattr(self, name)
        whole = isinstance(value, int) and not isinstance(value, bool)
        number = Fraction(value) if whole else value
        if not isinstance(number, Fraction):
            number = finite(name, value)
        object.__setattr__(self, name, number)
        if name not in {"power", "skip", "multiplier"} and value < 0:
            msg = f"{name} must be at least 0, got {value}"
            raise ValueError(msg)

    # -- quantities that follow from the options -------------------------------------------------

    @property
    def wide(self) -> bool:
        """True if the width is infinite."""
        return self.width == math.inf

    @property
    def several_inputs(self) -> bool:
        """True if the step is taken on several inputs, or the states of another one are asked."""
        return self.batch > 1 or self.evaluate == "fresh"

    @property
    def slopes(self) -> tuple[Any, Any] | None:
        """Slopes below and above 0 of a positively homogeneous activation, None for others."""
        slopes = activations.get(self.activation).slopes
        if slopes is None:
            return None
        low, high = (int(v) if v == int(v) else v for v in slopes)
        return low, high

    @property
    def linear(self) -> bool:
        """True if the activation is the identity."""
        return self.slopes == (1, 1)

    def moment(self, power: int) -> Any:
        """E phi'(Z)^power for a positively homogeneous activation: exact for whole slopes."""
        low, high = self.slopes or (0, 0)
        total = low**power + high**power
        return Fraction(total, 2) if isinstance(total, int) else total / 2

    @property
    def kappa(self) -> Any:
        """E phi'^4 / (E phi'^2)^2."""
        return self.moment(4) / self.moment(2) ** 2

    @property
    def gain(self) -> Any:
        """E phi'^2 times n Var W of a fan-in initialisation: 1 unless ``variance`` is given."""
        return Fraction(1) if self.variance is None else self.variance * self.moment(2)

    @property
    def input_moments(self) -> tuple[Any, Any, Any]:
        """Means of |x|^2/n, its square and its cube."""
        if self.inputs == "sphere" or self.wide:
            return 1, 1, 1
        n = self.width
        return 1, Fraction(n + 2, n), Fraction((n + 2) * (n + 4), n**2)


def depths(value: Any) -> tuple[list[int], bool]:
    """Return one depth or several as a list, and True if it was one.

    Raises
    ------
    ValueError
        For a depth below 1.
    """
    single = not isinstance(value, (Sequence, range)) and not hasattr(value, "tolist")
    if single or getattr(value, "ndim", 1) == 0:
        return [count("L", value)], True
    return [count("L", depth) for depth in value], False
