r"""What theory says of a network at its very sizes: energy of the forward pass, size of one step.

Each law has a network of its own. ``prenorm``: ReLU blocks h + m W relu(h / R), L of them looped
N times. ``residual``: the same without the normalisation. ``plain``: ReLU layers with fan-in
initialisation. ``chain``: scalar weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.parametrization.exact_rates import TooLargeError, largest

__all__ = ["Size", "Step"]

Words = Mapping[str, Any]
SITES = 64
PATIENCE = 0.4  # seconds of processor for one sign step
FEW = 8  # layers that are kept before loops are
LARGEST = 0.5  # square of a layer's branches beside h_0, for half of the fewer blocks
ROUGH = 0.1  # relative error above which nothing is said
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
            object.__setattr__(self, name, count(name, getattr(self, name)))


class Step(NamedTuple):
    """Size of one optimiser step and its error; ``why`` it is NaN, or from fewer blocks.

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
    being of unit variance (prenorm; some hundred blocks are computed with fewer, towards the limit
    of many, and ``error`` counts the gap to half as many), or root of the mean update energy
    (plain). Descent: root of
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
    """Step of signs, of fewer layers and loops where those of ``size`` would take long."""
    if sites == 0:
        return Step(math.nan, why="no sites, no sign step")
    few = size if sites else _quick(size)
    eta = hyper["learning_rate"] * size.width  # dW = -(eta / width) sign(gradient)
    if few == size:
        found = _of_blocks(network, size, size, hyper, sites)
        return Step(eta * found.rms, eta * found.error)
    half = replace(
        few,
        layers=few.layers if few.layers == size.layers else few.layers // 2,
        loops=few.loops if few.loops == size.loops else few.loops // 2,
    )
    blocks = f"{_unrolled(size):,} blocks as {_unrolled(few)} of the same branches in all"
    alike = 1 if half.layers == size.layers else half.loops  # branches that one layer of it adds
    if (alike * _scaled(size, half, hyper) * _s(size, hyper)) ** 2 <= LARGEST:
        found, less = (_of_blocks(network, size, one, hyper, sites) for one in (few, half))
        error = math.hypot(found.error, found.rms - less.rms)
        if error <= ROUGH * found.rms:
            why = f"{blocks}, good to {100 * error / found.rms:.2g} %"
            return Step(eta * found.rms, eta * error, why)
    return Step(math.nan, why=f"{blocks} is too coarse: {_sites(size.loops)} sites compute it")


def _quick(size: Size) -> Size:
    """Layers and loops of which a sign step takes a fraction of a second, as many as there are."""

    def seconds(layers: int, loops: int) -> float:
        return layers * loops * (1.5e-3 + 1.1e-6 * loops * _sites(loops))

    if seconds(size.layers, size.loops) <= PATIENCE:
        return size
    loops = 1
    while loops < size.loops and seconds(min(size.layers, FEW), 2 * loops) <= PATIENCE:
        loops *= 2
    loops = min(loops, size.loops)
    layers = max(2, int(PATIENCE / seconds(1, loops)))
    return replace(size, loops=loops, layers=min(size.layers, layers))


def _scaled(size: Size, few: Size, hyper: Words) -> float:
    """Multiplier of fewer blocks, for branches that are the same in all."""
    return hyper["multiplier"] * math.sqrt(size.layers / few.layers) * size.loops / few.loops


def _sites(loops: int) -> int:
    return max(SITES, 4 * loops)


def _of_blocks(network: str, size: Size, few: Size, hyper: Words, sites: int | None) -> Any:
    """Sign step at eta = 1 of ``size``, from that of ``few`` layers and loops.

    The limit of many blocks keeps loops multiplier sqrt(layers), and goes as sqrt(layers).
    """
    more, drawn = math.sqrt(size.layers / few.layers), sites or _sites(few.loops)
    found = _unit_sign_step(network, few, _scaled(size, few, hyper), _s(size, hyper), drawn)
    return replace(found, rms=more * found.rms, error=more * found.error)


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
