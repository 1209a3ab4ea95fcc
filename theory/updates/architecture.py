"""Networks whose first step has a theory, in the words of the simulators, and the errors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, TypedDict

from depthlaws.theory import activations
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__: list[str] = []


WORDS = {
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


class NoTheoryError(ValueError):
    """A combination for which no exact law is known: why, and the call that answers instead."""

    def __init__(self, what: str, why: str = "", call: str = "") -> None:
        because, how = f": {why}" if why else "", f": {call}" if call else ""
        said = f"no exact law is known for {what}{because}; simulate it with sims.onestep{how}"
        super().__init__(said)


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
    """Further options of a network, in the words of the simulators.

    ``activation``: relu, linear, gelu, ... ``norm``: none, pre or post. ``branch_depth``: matrices
    in a residual branch. ``stem``: plain units beside the residual ones. ``arrangement``: where
    those stand, first or spread. ``skip``: factor of the skip. ``multiplier``: persistent factor of
    the branch. ``variance``: n Var W; left out, fan-in. ``weights``: gaussian or orthogonal.
    ``scaled``: where K^-power is put: none, each, last or multiplier. ``power``: of K in that
    scale. ``head``: n Var of the readout. ``activate_input``: whether the first unit sees phi(x).
    ``stream``: raw or normalised at the head. ``inputs``: sphere or gaussian. ``label_variance``:
    of the labels. ``output_ratio``: outputs/width at infinite width. ``batch``: samples a step.
    ``evaluate``: in-batch or fresh samples. ``part``: label, output or total.
    """

    skip: float | Fraction
    multiplier: float | Fraction
    variance: float | Fraction
    head: float | Fraction
    label_variance: float | Fraction
    output_ratio: float | Fraction


@dataclass(frozen=True, kw_only=True)
class Question:
    """A network and its first step: z_l = a z_{l-1} + b F(z_{l-1}), l = 1, ..., L, and a head."""

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
        """Refuse unknown words, counts below 1 and numbers that are none."""
        for name, known in WORDS.items():
            if getattr(self, name) not in known:
                raise UnknownNameError(name, str(getattr(self, name)), known)
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
            self._number(name)
        for name in ("skip", "variance"):
            if getattr(self, name) is not None:
                self._number(name)
        if self.network == "plain" and 0 in {self.variance, self.multiplier}:
            msg = "plain units of variance or multiplier 0 have no states: give another number"
            raise ValueError(msg)

    def _number(self, name: str) -> None:
        """Whole numbers become Fractions, others finite floats."""
        value = getattr(self, name)
        whole = isinstance(value, (int, Fraction)) and not isinstance(value, bool)
        object.__setattr__(self, name, Fraction(value) if whole else finite(name, value))
        if name not in {"power", "skip", "multiplier"} and value < 0:
            msg = f"{name} must be at least 0, got {value}"
            raise ValueError(msg)

    # -- what the words mean --------------------------------------------------------------------

    @property
    def wide(self) -> bool:
        """Whether the width is infinite."""
        return self.width == math.inf

    @property
    def slopes(self) -> tuple[Any, Any] | None:
        """Slopes of a positively homogeneous activation, None for others."""
        found = activations.get(self.activation).slopes
        if found is None:
            return None
        low, high = (int(v) if v == int(v) else v for v in found)
        return low, high

    @property
    def linear(self) -> bool:
        """Whether the activation is the identity."""
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


def ask(network: str, options: dict[str, Any]) -> Question:
    """Make a question, or say which option is unknown."""
    attends = network == "transformer"
    known = [f.name for f in fields(Question) if f.name != "network"]
    for name in options:
        if name not in known:
            raise UnknownNameError("option", name, known)
    asked = Question(network="residual" if attends else network, **options)
    if asked.network == "post-activation" and asked.linear:  # z + W z either way
        asked = replace(asked, network="residual")
    if not attends:
        return asked
    why = "attention weighs tokens by a softmax of their states"
    raise NoTheoryError(
        "a transformer", why, simulation(asked, network="transformer", grid=16, weights="gaussian")
    )


def depths(value: Any) -> tuple[list[int], bool]:
    """One depth or several, and whether it was one. Raises: ValueError below 1."""
    single = not isinstance(value, (Sequence, range)) and not hasattr(value, "tolist")
    if single or getattr(value, "ndim", 1) == 0:
        return [count("L", value)], True
    return [count("L", one) for one in value], False


def no_theory(asked: Question, why: str = "") -> NoTheoryError:
    """Name what was asked, the first thing that stands in the way of a law, and the simulation."""
    words = f"{asked.activation}, norm {asked.norm}, {asked.weights} weights, width {asked.width}"
    what = f"a {asked.network} network ({words}), {asked.loss} and {asked.optimizer}"
    why = why or next((says for holds, says in _reasons(asked) if holds), "")
    return NoTheoryError(what, why, simulation(asked))


def _reasons(asked: Question) -> list[tuple[bool, str]]:
    narrow, gated = not asked.wide, not asked.linear and asked.network != "plain"
    deep = "branches of several matrices have one for linear blocks at infinite width only"
    norms = "the 1-norms of states and gradients have no closed moments at a finite width"
    softmax = (
        "a softmax is no polynomial of the logits, and the law of their size is known in plain "
        "networks of linear or ReLU units"
    )
    gates = (
        "gates persist, and every coordinate's gates depend on the norms that all of them make "
        "together: no list of moments closes"
    )
    signs = (
        "signs of gradients depend on the whole path of a coordinate's gates (updates.sign_step "
        "averages the last layer's change over paths, with its error)"
    )
    smooth = "gates that persist and take more than two values have no closed fourth moments"
    states = "means of powers of the states close at a finite width for two slopes only"
    usual = "its blocks have one without plain units, with a skip of 1 and Gaussian weights"
    norms_of = "normalised states have one in linear residual blocks, at infinite width only"
    straight = "orthogonal weights have one in plain networks, for two slopes or sign steps"
    return [
        (asked.optimizer == "sign" and asked.part != "total", "a sign step is no sum of parts"),
        (asked.optimizer == "sign" and several(asked), "signs of a batch's sums are no products"),
        (asked.network == "plain" and bool(asked.skip), "plain units have no skip: ask 'residual'"),
        (asked.network != "residual" and asked.stem > 0, "plain units stand beside residual ones"),
        (asked.stream == "normalized" and asked.norm != "pre", "norm='pre' has normalised streams"),
        (asked.branch_depth > 1, deep),
        (narrow and asked.optimizer == "sign", norms),
        (narrow and asked.loss == "ce", softmax + " (part='label' has a law)"),
        (narrow and gated, gates),
        (asked.network == "residual" and gated and asked.optimizer == "sign", signs),
        (gated and asked.slopes is None, smooth),
        (narrow and asked.slopes is None, states),
        (asked.norm != "none", norms_of),
        (asked.weights == "orthogonal", straight),
        (asked.output_ratio > 0, "output_ratio needs equal units of Gaussian weights, mse and sgd"),
        (asked.network != "plain", usual),
    ]


def several(asked: Question) -> bool:
    """Whether the step is taken on several inputs, or looked at on another one."""
    return asked.batch > 1 or asked.evaluate == "fresh"


STEP_WORDS = ("loss", "optimizer", "batch", "evaluate", "label_variance", "inputs")
NOT_SIMULATED = ("arrangement", "stream", "output_ratio", "part")


def simulation(asked: Question, **network: Any) -> str:
    """Return the simulator's call of a question, for a network of 128 units if it is wide."""
    words: dict[str, Any] = {"network": asked.network, "width": 128 if asked.wide else asked.width}
    step: dict[str, Any] = {}
    for name in (f.name for f in fields(Question) if f.name not in {"network", "width"}):
        value = getattr(asked, name)
        if name in NOT_SIMULATED or value == getattr(Question, name):
            continue
        (step if name in STEP_WORDS else words)[name] = _simulated_word(value)
    if asked.output_ratio:
        words["outputs"] = max(1, round(asked.output_ratio * words["width"]))
    words |= network
    said = ", ".join(f"{name}={value!r}" for name, value in words.items())
    taken = ", ".join(f"{name}={value!r}" for name, value in step.items())
    sampling = "Sampling(samples=400, seed=0)"
    return f"first_step(Architecture(depth=L, {said}), FirstStep({taken}), {sampling})"


def _simulated_word(value: Any) -> Any:
    """Words, counts and floats as the simulators take them."""
    if isinstance(value, Fraction):
        return float(value)
    name = getattr(value, "name", value)
    return name.replace("(", ":").rstrip(")") if isinstance(name, str) else name
