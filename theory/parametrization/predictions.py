r"""What theory says of a network at its very sizes: energy of the forward pass, size of one step.

Each law has a network of its own. ``prenorm``: ReLU blocks h + m W relu(h / R), L of them looped
N times. ``residual``: the same without the normalisation. ``plain``: ReLU layers with fan-in
initialisation. ``chain``: scalar weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.parametrization.exact_rates import TooLargeError, largest

__all__ = ["Size", "Step"]

Words = Mapping[str, Any]
STEPS = 64  # blocks up to which a sign step takes a fraction of a second
SITES = 64
LONG = 100_000  # blocks up to which an energy takes a second


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """``width``, unique residual ``layers``, and how many ``loops`` they are used.

    Raises: ValueError for counts below 1.

    >>> Size(width=512, layers=12)
    Size(width=512, layers=12, loops=1)
    """

    width: int = 1
    layers: int = 1
    loops: int = 1

    def __post_init__(self) -> None:
        for name in ("width", "layers", "loops"):
            count(name, getattr(self, name))


class Step(NamedTuple):
    """Size of one optimiser step, its standard error, or NaN and why nothing is known.

    >>> Step(0.5).error, Step(float("nan"), why="no law").why
    (0.0, 'no law')
    """

    size: float
    error: float = 0.0
    why: str = ""


def energy(network: str, size: Size, hyper: Words) -> float:
    """E|h_out|^2 / E|h_0|^2 at infinite width; NaN for a scalar chain, and where it takes long."""
    from depthlaws.theory.residual.streams import output_energy

    if network not in ("plain", "chain") and max(1, size.loops / 100) * _unrolled(size) > LONG:
        return math.nan
    if network in ("prenorm", "residual"):
        return output_energy(_stream(network, size, hyper["multiplier"], _s(size, hyper)))
    if network == "post-activation":
        from depthlaws.theory import updates

        return updates.post_activation_energy(_unrolled(size), hyper["multiplier"], _s(size, hyper))
    return 1.0 if network == "plain" else math.nan


def step(network: str, optimizer: str, size: Size, hyper: Words, asked: Words) -> Step:
    """Size of the first step with these hyperparameters.

    Adam: root mean square change of the output coordinates by a sign step, the output gradient
    being of unit variance (prenorm), or root of the mean update energy (plain). Descent: root of
    the mean update energy, the learning rate over the maximal update rate (ammup, eq. 9); for a
    chain k = eta S.
    """
    rate = hyper["learning_rate"]
    if network == "chain":
        from depthlaws.theory import chain

        moments = asked["mu_yx"], asked["mu_xx"]
        return Step(2 * rate / float(chain.max_learning_rate(_unrolled(size), *moments)))
    if optimizer == "adam" and network != "plain":
        return _sign_step(network, size, hyper, sites=asked["sites"])
    if network != "plain" and size.loops > 1:
        return Step(math.nan, why="no exact law of a gradient step on looped blocks of this size")
    try:
        most = largest(network, optimizer, _unrolled(size), size.width, asked["outputs"], hyper)
    except TooLargeError as error:
        return Step(math.nan, why=str(error))
    return Step(rate / most if most else math.inf)


def _sign_step(network: str, size: Size, hyper: Words, *, sites: int | None) -> Step:
    steps = size.layers * size.loops
    if sites == 0 or (sites is None and steps > STEPS):
        return Step(math.nan, why=f"{steps} blocks take long: ask for it with sites={SITES}")
    drawn = sites or max(SITES, 2 * size.loops)
    found = _unit_sign_step(network, size, hyper["multiplier"], _s(size, hyper), drawn)
    eta = hyper["learning_rate"] * size.width  # dW = -(eta / width) sign(gradient)
    return Step(eta * found.rms, eta * found.error)


@lru_cache(maxsize=256)
def _unit_sign_step(network: str, size: Size, multiplier: float, s: float, sites: int) -> Any:
    """Sign step at eta = 1, once for all laws that agree on the network."""
    from depthlaws.theory.updates import sign_step

    return sign_step(_stream(network, size, multiplier, s), seed=0, sites=sites)


def _s(size: Size, hyper: Words) -> float:
    return hyper["init_std"] * math.sqrt(size.width)


def _unrolled(size: Size) -> int:
    return size.layers * size.loops


def _stream(network: str, size: Size, multiplier: float, s: float) -> Any:
    from depthlaws.theory.residual import Stream

    kind = {"loops": size.loops, "layers": size.layers, "normalize": network == "prenorm"}
    return Stream(eps=multiplier, s=s, **kind)
