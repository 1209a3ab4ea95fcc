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

from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common import activations
from depthlaws.sims.common.activations import Activation
from depthlaws.sims.common.argument_checks import choice, integer, number

__all__ = ["Architecture"]

NETWORKS = ("plain", "residual", "post-activation", "transformer")
NORMS = ("none", "pre", "post")
SCALED = ("none", "each", "last", "multiplier")
PADDINGS = ("circular", "zero")
WEIGHTS = ("gaussian", "orthogonal")
READOUTS = ("auto", "activated", "normalized", "raw")


@dataclass(frozen=True)
class Tensor:
    """Weight: its inputs and outputs at a site, and its variance times the fan-in."""

    inputs: int
    outputs: int
    variance: float
    kernel: tuple[int, ...] = ()  # offsets of a convolution along each axis

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the given weight: (out, in), of a convolution (out, in, *kernel)."""
        return (self.outputs, self.inputs // math.prod(self.kernel), *self.kernel)


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """Depth units z -> a z + b F(z) in a row, their initialisation, and a linear head.

    Parameters
    ----------
    network : str
        Network: plain (W phi(z)), residual (z + W phi(z)), post-activation (z + phi(W z)) or
        transformer (attention and MLP in turn).
    width : int
        Number of channels at each site.
    depth : int
        Number of units L.
    outputs : int
        Number of outputs of the head.
    activation : str or Activation
        Activation: relu, linear, gelu, tanh, erf, abs or leaky_relu:0.1.
    norm : str
        Layer normalisation: none, pre (of the branch's input) or post (of the sum).
    stem : int
        Number of plain units at the start; the other K units are blocks.
    branch_depth : int
        Number of matrices in a branch.
    skip : float, optional
        Factor a of the state, by default 1, in plain networks 0.
    multiplier : float
        Factor b of the branch.
    variance : float, optional
        Variance of a weight times its fan-in, by default 1/q with q = E phi'(Z)^2.
    weights : str
        Law of the weights: gaussian or orthogonal.
    scaled : str
        Place of the factor K^-power of residual branches: each tensor as in eq. (5), the last
        tensor, the multiplier, or none.
    power : float
        Exponent of K.
    grid : int or sequence of int, optional
        Sites of a convolution, (N,) or (H, W), or tokens (N,).
    kernel : int
        Number of offsets of a convolution along each axis.
    padding : str
        Padding of a convolution: circular or zero.
    heads : int
        Number of heads of an attention unit.
    head : float
        Variance of the weights of the linear head times the width. The head averages over the
        sites.
    readout : str
        State that the head reads: phi(z_L) (activated), LN(z_L) (normalized) or z_L (raw); auto is
        the first in plain networks, the second behind blocks with a normalisation before the
        branch, else the third.
    activate_input : bool
        Let the first plain unit read phi(x), as in eq. (2) of the paper, instead of x.
    norm_epsilon : float
        Number added to the variance of a layer normalisation.

    Raises
    ------
    ValueError, TypeError
        If a count is below 1, a word is unknown, a number is not finite, or two settings exclude
        each other.

    Examples
    --------
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
        for name, words in _WORDS.items():
            choice(name, getattr(self, name), words)
        for name in ("multiplier", "power"):
            object.__setattr__(self, name, number(name, getattr(self, name)))
        for name in ("head", "norm_epsilon"):
            value = number(name, getattr(self, name), least=0, says="a finite number >= 0")
            object.__setattr__(self, name, value)
        for name in ("skip", "variance"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, number(name, getattr(self, name)))
        sites = () if self.grid is None else np.atleast_1d(np.asarray(self.grid, dtype=object))
        # Stored as a tuple, which compares and hashes.
        object.__setattr__(self, "grid", tuple(integer("grid", n) for n in sites))
        activations.get(self.activation)
        self._refuse()

    def _refuse(self) -> None:
        """Check settings against each other. Raises: ValueError for two that exclude each other."""
        attention = self.network == "transformer"
        for wrong, says in (
            (self.stem > self.depth, f"stem must be at most depth {self.depth}, got {self.stem}"),
            (len(self.axes) > 2, f"grid must have one or two axes, got {self.grid}"),
            (attention and len(self.axes) != 1, "a transformer needs grid=(tokens,)"),
            (
                attention and self.width % self.heads,
                f"heads must divide the width {self.width}, got {self.heads}",
            ),
            ((self.variance or 0) < 0, f"variance must be at least 0, got {self.variance}"),
            (
                self.weights == "orthogonal" and (self.axes or attention),
                "orthogonal weights are square matrices: no grid, no attention",
            ),
        ):
            if wrong:
                raise ValueError(says)
        self._refuse_unread()

    def _refuse_unread(self) -> None:
        """Refuse settings that no unit reads. Raises: ValueError."""
        plain, normed = self.network == "plain", self.norm != "none"
        for names, read, says in (
            ("kernel padding", self.convolutional, "a grid, in other networks than a transformer"),
            ("heads", self.network == "transformer", "network transformer"),
            ("stem scaled", not plain, "another network than plain"),
            ("power", not plain and self.scaled != "none", "blocks and another scaled than none"),
            ("norm_epsilon", normed or self.reads == "normalized", "norm pre or post"),
            ("activate_input", plain or self.stem > 0, "network plain or a stem"),
        ):
            require_read_fields(self, names, read=read, says=says)

    @property
    def axes(self) -> tuple[int, ...]:
        """Lengths of the grid, empty without a grid."""
        return tuple(self.grid or ())  # pyrefly: ignore[bad-argument-type]

    @property
    def blocks(self) -> int:
        """Number K of units after the stem."""
        return self.depth - self.stem

    @property
    def sites(self) -> int:
        """Number of sites that share the weights."""
        return math.prod(self.axes)

    @property
    def convolutional(self) -> bool:
        """True if units read the neighbours of a site."""
        return bool(self.axes) and self.network != "transformer"

    @property
    def reads(self) -> str:
        """State that the head reads: activated, normalized or raw."""
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
        """Factor b of a branch, with K^-power if it is placed there."""
        return self.multiplier * self._power("multiplier")

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Weights of all units in order, without the head."""
        units = range(self.depth)
        return tuple(tensor for unit in units for tensor in self.unit_tensors(unit))

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        """Shapes of all weights in order, the head last: (out, in), or (out, in, *kernel).

        Queries, keys and values of an attention unit share one weight, (3 width, width).
        """
        return [tensor.shape for tensor in self.tensors] + [(self.outputs, self.width)]

    def unit_tensors(self, unit: int, /) -> tuple[Tensor, ...]:
        """Return the weights of one unit, numbered from 0."""
        n = self.width
        if unit < self.stem:
            return (self._tensor(1.0),)
        first, last = self._power("each") ** 2, self._power("last") ** 2
        if self.attends(unit):
            return Tensor(n, 3 * n, first), Tensor(n, n, last)
        return (self._tensor(first),) * (self.branch_depth - 1) + (self._tensor(last),)

    def attends(self, unit: int, /) -> bool:
        """Return whether a unit is attention: every other one of a transformer, from the first."""
        return self.network == "transformer" and unit >= self.stem and (unit - self.stem) % 2 == 0

    def _tensor(self, factor: float) -> Tensor:
        kernel = (self.kernel,) * len(self.axes) if self.convolutional else ()
        fan_in = math.prod(kernel) * self.width
        return Tensor(fan_in, self.width, factor * self.fan_variance, kernel)

    def _power(self, where: str) -> float:
        """Return K^-power if ``scaled`` places it there, else 1; each includes the last tensor."""
        places = {"each": ("each",), "last": ("each", "last"), "multiplier": ("multiplier",)}[where]
        placed = self.network != "plain" and self.scaled in places
        return float(self.blocks) ** -self.power if placed else 1.0


_WORDS = {
    "network": NETWORKS,
    "norm": NORMS,
    "scaled": SCALED,
    "padding": PADDINGS,
    "weights": WEIGHTS,
    "readout": READOUTS,
}


def gate(activation: str | Activation, /) -> float:
    """Return E phi'(Z)^2 for a standard normal Z; exact where phi' takes two values.

    >>> gate("relu"), gate("linear")
    (0.5, 1.0)
    """
    phi = activations.get(activation)
    if phi.homogeneous:
        slopes = phi.derivative(np.array([-1.0, 1.0]))
        return float(np.mean(slopes**2))
    return _smooth_gate(phi)


@functools.cache
def _smooth_gate(phi: Activation) -> float:
    def integrand(x: float) -> float:
        slope = float(phi.derivative(np.array([x]))[0])
        return slope**2 * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)

    return float(scipy.integrate.quad(integrand, -12, 12, epsabs=1e-13, epsrel=1e-12)[0])
