r"""Predictive coding networks: layers, multipliers, initial weights, learning rates.

Layer l = 1, ..., L predicts z_l from z_(l-1), with z_0 the input:

    p_l(z) = k_l z + c_l W_l phi_l(z),    phi_1(z) = z,

where k_l = 1 in the hidden layers l = 2, ..., L - 1 of a residual network, else 0. The multipliers
c_l, the laws of W_l and the learning rate follow from the exponents (a_l, b_l, c, d).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common import activations
from depthlaws.sims.common.activations import Activation
from depthlaws.sims.common.argument_checks import choice, integer, number
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.draws import checked_seed

__all__ = ["PCN", "Exponents"]

Array = Any
Weights = list[Any]  # of each layer, (sample, out, in)

NETWORKS = ("mlp", "residual")
OPTIMIZERS = ("sgd", "adam")


@dataclass(frozen=True, kw_only=True)
class Exponents:
    """Powers of the width N: c_l ~ N^-a, Var W ~ N^-b, rate ~ N^-c, output scale gamma ~ N^d.

    Parameters
    ----------
    a1, b1 : float
        Exponents a and b of the first layer.
    a, b, c, d : float
        Exponents of the multipliers, of the variance of the weights, of the rate and of the output
        scale.
    kaiming : bool
        Use PyTorch's law instead of b: uniform on +-1/sqrt(inputs of the layer), in every layer.

    Raises
    ------
    ValueError
        If an exponent is not finite.

    Examples
    --------
    >>> Exponents(a=0.5, d=0.0).b
    0.0
    """

    a1: float = 0.0
    b1: float = 0.0
    a: float = 0.5
    b: float = 0.0
    c: float = 0.0
    d: float = 0.5
    kaiming: bool = False

    def __post_init__(self) -> None:
        for name in ("a1", "b1", "a", "b", "c", "d"):
            object.__setattr__(self, name, number(name, getattr(self, name)))


NAMED = {
    "sp": Exponents(a=0.0, b=1.0, d=0.0),
    "kaiming": Exponents(a=0.0, d=0.0, kaiming=True),
    "kaiming_uniform": Exponents(a=0.0, d=0.0, kaiming=True),
    "ntk": Exponents(d=0.0),
    "mean_field": Exponents(),
    "mup": Exponents(a1=-0.5, b1=1.0, a=0.0, b=1.0, c=1.0),
}


@dataclass(frozen=True, kw_only=True)
class PCN:
    """Network of ``depth`` weight matrices, the readout among them, without biases.

    Parameters
    ----------
    width : int
        Number of units of a hidden layer, at least 1.
    depth : int
        Number of weight matrices L, at least 2.
    features : int
        Number of coordinates of an input.
    outputs : int
        Number of coordinates of a target.
    network : str
        Network: mlp, or residual with skips over the hidden layers.
    activation : str or Activation
        Activation: linear, relu, gelu, tanh, erf, abs or leaky_relu:0.1.
    parametrization : str or Exponents
        Parametrization: sp, kaiming (also kaiming_uniform), ntk, mean_field, mup, or
        :class:`Exponents`.
    gamma0 : float
        Richness: the output is divided by gamma0 width^d; positive.
    alpha : float
        Power of the depth in the multiplier depth^-alpha of residual branches.
    output_precision : float
        Weight of the output's error in the energy, positive.

    Raises
    ------
    ValueError, TypeError
        If a count is too small, a scale is not finite and positive, or a word is unknown (with the
        nearest name).

    Examples
    --------
    >>> PCN(width=64, depth=5, network="residual").multipliers[2]
    0.0559017
    """

    width: int
    depth: int
    features: int = 40
    outputs: int = 1
    network: str = "mlp"
    activation: str | Activation = "linear"
    parametrization: str | Exponents = "mean_field"
    gamma0: float = 1.0
    alpha: float = 0.5
    output_precision: float = 1.0

    def __post_init__(self) -> None:
        for name, least in (("width", 1), ("depth", 2), ("features", 1), ("outputs", 1)):
            object.__setattr__(self, name, integer(name, getattr(self, name), least=least))
        for name in ("gamma0", "output_precision"):
            value = number(name, getattr(self, name), says="positive and finite")
            if value <= 0:
                msg = f"{name} must be positive and finite, got {shown(value)}"
                raise ValueError(msg)
            object.__setattr__(self, name, value)
        object.__setattr__(self, "alpha", number("alpha", self.alpha))
        choice("network", self.network, NETWORKS)
        if not isinstance(self.parametrization, Exponents):
            choice("parametrization", self.parametrization, NAMED)
        activations.get(self.activation)
        residual = self.network == "residual"
        require_read_fields(self, "alpha", read=residual, says="network residual")

    @property
    def exponents(self) -> Exponents:
        """Exponents of the parametrization."""
        p = self.parametrization
        return p if isinstance(p, Exponents) else NAMED[p]

    @property
    def gamma(self) -> float:
        """Divisor of the output."""
        return self.gamma0 * self.width**self.exponents.d

    @property
    def linear(self) -> bool:
        """True if predictions are linear in the activities."""
        return activations.get(self.activation).name == "linear"

    @property
    def shapes(self) -> list[tuple[int, int]]:
        """Shapes (out, in) of all matrices."""
        hidden = [(self.width, self.width)] * (self.depth - 2)
        return [(self.width, self.features), *hidden, (self.outputs, self.width)]

    @property
    def multipliers(self) -> list[float]:
        """Multipliers c_1, ..., c_L."""
        e, n = self.exponents, float(self.width)
        first = 1.0 if e.kaiming else n**-e.a1 / math.sqrt(self.features)
        hidden = n**-e.a * (self.depth**-self.alpha if self.network == "residual" else 1.0)
        return [first, *[hidden] * (self.depth - 2), n**-e.a / self.gamma]

    def fitted(self, *, features: int, outputs: int) -> "PCN":
        """Return the model with other numbers of features and outputs."""
        return replace(self, features=features, outputs=outputs)

    def skips(self, layer: int, /) -> bool:
        """Return whether layer 1, ..., L adds its input to its prediction."""
        return self.network == "residual" and 1 < layer < self.depth

    def phi(self, layer: int, /) -> Activation:
        """Return the activation of the input of layer 1, ..., L."""
        return activations.get("linear" if layer == 1 else self.activation)

    def rate(self, base: float, optimizer: str, /) -> float:
        """Return the learning rate: base gamma^2 N^-c (sgd), base/sqrt(N L) or base/sqrt(N) (adam).

        The last is that of networks without skips.

        >>> PCN(width=64, depth=5).rate(0.025, "sgd")
        1.6
        """
        choice("optimizer", optimizer, OPTIMIZERS)
        base = number("rate", base, least=0, says="finite and at least 0")
        if optimizer == "sgd":
            return base * self.gamma**2 * self.width**-self.exponents.c
        return base / math.sqrt(self.width * (self.depth if self.network == "residual" else 1))

    def draw(
        self, seeds: Sequence[np.random.SeedSequence], backend: Backend, dtype: str
    ) -> Weights:
        """Draw the weights of one network for each seed: (sample, out, in) of every layer."""
        layers = [np.empty((len(seeds), *shape), dtype) for shape in self.shapes]
        for i, seed in enumerate(seeds):
            for layer, drawn in zip(layers, self._draws(seed), strict=True):
                layer[i] = drawn
        return [backend.shared(layer) for layer in layers]

    def _draws(self, seed: np.random.SeedSequence) -> Iterator[np.ndarray]:
        rng, e, n = np.random.default_rng(seed), self.exponents, float(self.width)
        for layer, shape in enumerate(self.shapes, start=1):
            if e.kaiming:
                yield rng.uniform(-1, 1, shape) / math.sqrt(shape[1])
            else:
                weights = rng.standard_normal(shape)
                weights *= n ** (-(e.b1 if layer == 1 else e.b) / 2)
                yield weights


def seeds(
    seed: int, samples: int, /
) -> tuple[np.random.SeedSequence, list[np.random.SeedSequence]]:
    """Return the seed of the data, and one for each network: network i is the same in every run."""
    data, model = np.random.SeedSequence(checked_seed(seed)).spawn(2)
    return data, model.spawn(samples)
