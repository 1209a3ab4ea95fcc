"""Networks whose first step is simulated: depth units in a row, all of one width, and a head.

    z_l = a z_{l-1} + b F_l(z_{l-1}),   l = 1, ..., L,     out = W_head phi(z_L) or W_head z_L,

with a branch F_l of one or several weight matrices or convolutions. Plain networks have a = 0.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.integrate

from depthlaws.sims import activations
from depthlaws.sims.activations import Activation
from depthlaws.sims.arguments import choice, integer, number

__all__ = ["Architecture"]

NETWORKS = ("plain", "residual", "post-activation", "transformer")
NORMS = ("none", "pre", "post")
SCALED = ("none", "each", "last", "multiplier")
PADDINGS = ("circular", "zero")
WEIGHTS = ("gaussian", "orthogonal")
READOUTS = ("auto", "activated", "normalized", "raw")


@dataclass(frozen=True)
class Tensor:
    """One weight: what it reads and writes at a site, and its variance times the fan-in."""

    inputs: int
    outputs: int
    variance: float
    kernel: tuple[int, ...] = ()  # of a convolution

    @property
    def shape(self) -> tuple[int, ...]:
        """As one hands it in: (out, in), of a convolution (out, in, *kernel)."""
        return (self.outputs, self.inputs // math.prod(self.kernel), *self.kernel)


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """Depth units z -> a z + b F(z) in a row, their initialisation, and a linear head.

    ``network``: plain (W phi(z)), residual (z + W phi(z)), post-activation (z + phi(W z)) or
    transformer (attention and MLP in turn). ``width``: channels at each site. ``depth``: units L.
    ``stem``: how many units at the start are plain; the other K are blocks. ``outputs`` of the
    head. ``norm``: where layer normalisation stands, none, pre (of the branch's input) or post (of
    the sum). ``norm_epsilon`` is added to its variance. ``activation``: relu, linear, gelu, tanh,
    leaky_relu:0.1, ... ``branch_depth``: matrices in a branch. ``skip`` is a, by default 1, in
    plain networks 0. ``multiplier`` is b.

    ``variance`` of a weight times its fan-in, by default 1/q with q = E phi'(Z)^2. ``weights`` are
    gaussian or orthogonal. ``scaled`` says where the factor K^-power of residual branches stands:
    on each tensor as in eq. (5), the last, the multiplier, or none. ``power`` is its exponent.

    ``grid``: sites of a convolution, (N,) or (H, W), or tokens (N,). ``kernel``: offsets an axis.
    ``padding``: circular or zero. ``heads`` of an attention. The head averages over the sites.
    ``head``: variance of its weights times the width. ``readout``: it reads phi(z_L) (activated),
    LN(z_L) (normalized) or z_L (raw); auto is the first in plain networks, the second behind
    blocks with a normalisation before the branch. ``activate_input``: the first plain unit reads
    phi(x), as eq. (2) of the paper has it, instead of x.

    Raises: ValueError or TypeError for counts below 1, unknown words, numbers that are not finite.

    >>> Architecture(width=64, depth=8).blocks
    8
    >>> Architecture(network="residual", width=64, depth=8).tensors[0].variance
    0.25
    """

    network: str = "plain"
    width: int
    depth: int
    outputs: int = 1
    activation: str | Activation = "relu"
    norm: str = "none"
    stem: int = 0
    branch_depth: int = 1
    skip: float | None = None
    multiplier: float = 1.0
    variance: float | None = None
    weights: str = "gaussian"
    scaled: str = "each"
    power: float = 0.5
    grid: Sequence[int] | int | None = None
    kernel: int = 3
    padding: str = "circular"
    heads: int = 1
    head: float = 1.0
    readout: str = "auto"
    activate_input: bool = True
    norm_epsilon: float = 1e-5

    def __post_init__(self) -> None:
        for name in ("width", "depth", "outputs", "branch_depth", "kernel", "heads"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        object.__setattr__(self, "stem", integer("stem", self.stem, least=0))
        for name, known in _WORDS.items():
            choice(name, getattr(self, name), known)
        for name in ("multiplier", "power"):
            object.__setattr__(self, name, number(name, getattr(self, name)))
        for name in ("head", "norm_epsilon"):
            value = number(name, getattr(self, name), least=0, says="a finite number >= 0")
            object.__setattr__(self, name, value)
        for name in ("skip", "variance"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, number(name, getattr(self, name)))
        sites = () if self.grid is None else np.atleast_1d(np.asarray(self.grid, dtype=object))
        # A tuple from here on, which compares and hashes.
        object.__setattr__(self, "grid", tuple(integer("grid", n) for n in sites))
        activations.get(self.activation)
        self._refuse()

    def _refuse(self) -> None:
        """Raise ValueError for what does not go together."""
        attention = self.network == "transformer"
        for wrong, says in (
            (self.stem > self.depth, f"stem must be at most depth {self.depth}, got {self.stem}"),
            (len(self.axes) > 2, f"grid must have one or two axes, got {self.grid}"),
            (attention and len(self.axes) != 1, "a transformer needs grid=(tokens,)"),
            (attention and self.width % self.heads, f"{self.heads} heads do not divide the width"),
            ((self.variance or 0) < 0, f"variance must be at least 0, got {self.variance}"),
            (
                self.weights == "orthogonal" and (self.axes or attention),
                "orthogonal weights are square matrices: no grid, no attention",
            ),
        ):
            if wrong:
                raise ValueError(says)

    @property
    def axes(self) -> tuple[int, ...]:
        """The grid as a tuple, empty without one."""
        return tuple(self.grid or ())  # pyrefly: ignore[bad-argument-type]

    @property
    def blocks(self) -> int:
        """Units that are no stem, K."""
        return self.depth - self.stem

    @property
    def sites(self) -> int:
        """Places that share the weights."""
        return math.prod(self.axes)

    @property
    def convolutional(self) -> bool:
        """Whether units read the neighbours of a site."""
        return bool(self.axes) and self.network != "transformer"

    @property
    def reads(self) -> str:
        """What the head reads: activated, normalized or raw."""
        if self.readout != "auto":
            return self.readout
        if self.network == "plain":
            return "activated"
        return "normalized" if self.norm == "pre" else "raw"

    @property
    def fan_variance(self) -> float:
        """Variance of a weight times its fan-in, before any power of K."""
        return 1 / gate(self.activation) if self.variance is None else self.variance

    @property
    def branch_multiplier(self) -> float:
        """The factor b of a branch."""
        return self.multiplier * self._power("multiplier")

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """The weights of all units in order, without the head."""
        units = range(self.depth)
        return tuple(tensor for unit in units for tensor in self.unit_tensors(unit))

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        """Shapes of all weights in order, the head last: (out, in), or (out, in, *kernel).

        Queries, keys and values of an attention unit stand in one weight, (3 width, width).
        """
        return [tensor.shape for tensor in self.tensors] + [(self.outputs, self.width)]

    def unit_tensors(self, unit: int, /) -> tuple[Tensor, ...]:
        """The weights of one unit, from 0."""
        n = self.width
        if unit < self.stem:
            return (self._tensor(1.0),)
        first, last = self._power("each") ** 2, self._power("last") ** 2
        if self.attends(unit):
            return Tensor(n, 3 * n, first), Tensor(n, n, last)
        return (self._tensor(first),) * (self.branch_depth - 1) + (self._tensor(last),)

    def attends(self, unit: int, /) -> bool:
        """Whether a unit is attention: every other one of a transformer, the first among them."""
        return self.network == "transformer" and unit >= self.stem and (unit - self.stem) % 2 == 0

    def _tensor(self, factor: float) -> Tensor:
        kernel = (self.kernel,) * len(self.axes) if self.convolutional else ()
        fan_in = math.prod(kernel) * self.width
        return Tensor(fan_in, self.width, factor * self.fan_variance, kernel)

    def _power(self, where: str) -> float:
        """K^-power if it stands there; on the last tensor it stands for `each` too."""
        asked = {"each": ("each",), "last": ("each", "last"), "multiplier": ("multiplier",)}[where]
        stands = self.network != "plain" and self.scaled in asked
        return float(self.blocks) ** -self.power if stands else 1.0


_WORDS = {
    "network": NETWORKS,
    "norm": NORMS,
    "scaled": SCALED,
    "padding": PADDINGS,
    "weights": WEIGHTS,
    "readout": READOUTS,
}


def gate(activation: str | Activation, /) -> float:
    """E phi'(Z)^2 for a standard normal Z; exact where phi' takes two values.

    >>> gate("relu"), gate("linear")
    (0.5, 1.0)
    """
    found = activations.get(activation)
    if found.homogeneous:
        slopes = found.derivative(np.array([-1.0, 1.0]))
        return float(np.mean(slopes**2))
    return _smooth_gate(found)


@functools.cache
def _smooth_gate(found: Activation) -> float:
    def integrand(x: float) -> float:
        slope = float(found.derivative(np.array([x]))[0])
        return slope**2 * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)

    return float(scipy.integrate.quad(integrand, -12, 12, epsabs=1e-13, epsrel=1e-12)[0])
