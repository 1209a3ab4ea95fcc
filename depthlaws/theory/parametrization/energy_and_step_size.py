r"""Energy of the forward pass and size of the first step of a network at its actual sizes.

Each transfer law is judged in one kind of network. ``prenorm``: ReLU blocks h + m W relu(h / R), L
of them looped N times. ``residual``: the same without the normalisation. ``post-activation``:
h + m relu(W h). ``plain``: ReLU layers with fan-in initialisation. ``chain``: scalar weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from depthlaws.base.visit_order import Visits, visit_counts
from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.parametrization.exact_rate_ratios import TooLargeError, largest
from depthlaws.theory.parametrization.muon_rules import norm_of_a_step
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS

__all__ = ["Size", "Step"]

Words = Mapping[str, Any]
Multipliers = Mapping[int, float]  # of the branches, by visits of their layer
MIN_SITES = 64  # coordinates drawn for a sign step
PATIENCE = 0.4  # seconds of processor time for one sign step
KEPT_LAYERS = 8  # layers that are kept while loops are reduced
MAX_LAYER_ENERGY = 0.5  # of a layer's branches over h_0, in half of the reduced blocks
MAX_RELATIVE_ERROR = 0.1  # of a step from fewer blocks
MAX_VISITS = 256  # visits up to which a sign step takes seconds
MAX_MUON_BLOCKS = 64  # blocks up to which a Muon step takes a second
MAX_ENERGY_BLOCKS = 100_000  # blocks up to which an energy takes a second


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Size of a model.

    Parameters
    ----------
    width : int
        Width, at least 1.
    layers : int
        Unique residual layers, at least 1.
    loops : int
        Times that the layers are applied, at least 1; with ``visits`` the most visits of a layer.
    visits : tuple of int or None
        Layer of each visit, where some layers are visited more often than others.

    Raises
    ------
    ValueError
        For counts below 1.

    Examples
    --------
    >>> Size(width=512, layers=12)
    Size(width=512, layers=12, loops=1, visits=None)
    """

    width: int = 1
    layers: int = 1
    loops: int = 1
    visits: Visits | None = None

    def __post_init__(self) -> None:
        for name in ("width", "layers", "loops"):
            object.__setattr__(self, name, count(name, getattr(self, name)))

    @property
    def blocks(self) -> int:
        """Blocks of one pass, each as often as it is visited."""
        return self.layers * self.loops if self.visits is None else len(self.visits)

    @property
    def uses(self) -> tuple[int, ...]:
        """Different numbers of visits of a layer, the least first."""
        return (self.loops,) if self.visits is None else tuple(sorted({*self.counts}))

    @property
    def counts(self) -> list[int]:
        """Visits of each layer."""
        return [self.loops] * self.layers if self.visits is None else visit_counts(self.visits)


class Step(NamedTuple):
    """Size of one optimiser step.

    Attributes
    ----------
    size : float
        Size of the step; NaN where it is not known.
    error : float
        Standard error, with the error of a computation on fewer blocks.
    why : str
        Reason for NaN, or for fewer blocks; otherwise "".

    Examples
    --------
    >>> Step(0.5).error, Step(float("nan"), why="no law").why
    (0.0, 'no law')
    """

    size: float
    error: float = 0.0
    why: str = ""


def energy(network: str, size: Size, hyper: Words) -> float:
    """E|h_out|^2 / E|h_0|^2 at infinite width; NaN for a scalar chain, and where it takes long."""
    from depthlaws.theory.residual.stream_recursions import output_energy

    if (
        network not in ("plain", "chain")
        and max(1, size.loops / 100) * _unrolled(size) > MAX_ENERGY_BLOCKS
    ):
        return math.nan
    if network in ("prenorm", "residual"):
        return output_energy(_stream(network, size, hyper["multipliers"], _s(size, hyper)))
    if network == "post-activation":
        from depthlaws.theory import updates

        return updates.post_activation_energy(_unrolled(size), hyper["multiplier"], _s(size, hyper))
    return 1.0 if network == "plain" else math.nan


def step(network: str, optimizer: str, size: Size, hyper: Words, asked: Words) -> Step:
    """Size of the first step with these hyperparameters.

    - Adam, residual: root mean square change of an output coordinate by a sign step at an output
      gradient of unit variance. Some hundred blocks are replaced by fewer with the same branches in
      all; the error then includes the gap to half as many.
    - Muon, residual: the same for the exact step of the blocks' matrices.
    - Adam, plain: root of the mean update energy.
    - Gradient descent: root of the mean update energy, which is the learning rate over the maximal
      update rate (ammup, eq. 9); for a chain k = eta S.
    """
    rate = hyper["learning_rate"]
    if network == "chain":
        from depthlaws.theory import chain

        moments = asked["mu_yx"], asked["mu_xx"]
        return Step(2 * rate / float(chain.max_learning_rate(_unrolled(size), *moments)))
    if OPTIMIZERS[asked["optimizer"]].matrices_only:
        return _muon_step(network, size, hyper, asked["muon_scale"])
    if optimizer == "adam" and network != "plain":
        return _sign_step(network, size, hyper, sites=asked["sites"])
    if network != "plain" and size.loops > 1:
        return Step(math.nan, why="no exact law of a gradient step on looped blocks of this size")
    try:
        limit = largest(network, optimizer, _unrolled(size), size.width, asked["outputs"], hyper)
    except TooLargeError as error:
        return Step(math.nan, why=str(error))
    return Step(rate / limit if limit else math.inf)


def _sign_step(network: str, size: Size, hyper: Words, *, sites: int | None) -> Step:
    """Sign step, with fewer layers and loops where those of ``size`` would take long."""
    if sites == 0:
        return Step(math.nan, why="no sites, no sign step")
    eta = hyper["learning_rate"] * size.width  # dW = -(eta / width) sign(gradient)
    if size.visits is not None:
        return _sign_step_of_visits(network, size, hyper, eta, sites=sites)
    reduced = size if sites else _reduced_size(size)
    if reduced == size:
        step = _of_blocks(network, size, size, hyper, sites)
        return Step(eta * step.rms, eta * step.error)
    half = replace(
        reduced,
        layers=reduced.layers if reduced.layers == size.layers else reduced.layers // 2,
        loops=reduced.loops if reduced.loops == size.loops else reduced.loops // 2,
    )
    blocks = f"{_unrolled(size):,} blocks computed as {_unrolled(reduced)} larger ones"
    added = 1 if half.layers == size.layers else half.loops  # branches of one layer of the half
    if (added * _scaled(size, half, hyper) * _s(size, hyper)) ** 2 <= MAX_LAYER_ENERGY:
        step, coarser = (_of_blocks(network, size, few, hyper, sites) for few in (reduced, half))
        error = math.hypot(step.error, step.rms - coarser.rms)
        if error <= MAX_RELATIVE_ERROR * step.rms:
            why = f"{blocks}, error {100 * error / step.rms:.2g} %"
            return Step(eta * step.rms, eta * error, why)
    return Step(math.nan, why=f"{blocks} are too coarse: {_sites(size.loops)} sites compute all")


def _sign_step_of_visits(
    network: str, size: Size, hyper: Words, eta: float, *, sites: int | None
) -> Step:
    """Sign step of all visits."""
    from depthlaws.theory.updates import sign_step

    if size.blocks > MAX_VISITS and sites is None:
        return Step(math.nan, why=f"no sign step of more than {MAX_VISITS} visits is computed")
    stream = _stream(network, size, hyper["multipliers"], _s(size, hyper))
    step = sign_step(stream, seed=0, sites=sites or _sites(size.loops))
    return Step(eta * step.rms, eta * step.error)


def _muon_step(network: str, size: Size, hyper: Words, scale: str) -> Step:
    """Root mean square change of an output coordinate by the exact Muon step of the blocks."""
    from depthlaws.theory.updates import muon_step

    if network == "plain" or _unrolled(size) > MAX_MUON_BLOCKS:
        why = f"no Muon step of plain layers or of more than {MAX_MUON_BLOCKS} blocks is computed"
        return Step(math.nan, why=why)
    eta = norm_of_a_step(hyper["learning_rate"], size.width, scale)
    output = muon_step(
        _stream(network, size, hyper["multipliers"], _s(size, hyper)), eta, output=True
    ).output
    return Step(output.rms, output.error) if output else Step(math.nan)


def _reduced_size(size: Size) -> Size:
    """Largest size, at most ``size``, whose sign step takes ``PATIENCE`` seconds."""

    def seconds(layers: int, loops: int) -> float:
        return layers * loops * (1.5e-3 + 1.1e-6 * loops * _sites(loops))

    if seconds(size.layers, size.loops) <= PATIENCE:
        return size
    loops = 1
    while loops < size.loops and seconds(min(size.layers, KEPT_LAYERS), 2 * loops) <= PATIENCE:
        loops *= 2
    loops = min(loops, size.loops)
    layers = max(2, int(PATIENCE / seconds(1, loops)))
    return replace(size, loops=loops, layers=min(size.layers, layers))


def _scaled(size: Size, few: Size, hyper: Words) -> float:
    """Multiplier of fewer blocks, for branches that are the same in all."""
    return hyper["multiplier"] * math.sqrt(size.layers / few.layers) * size.loops / few.loops


def _sites(loops: int) -> int:
    return max(MIN_SITES, 4 * loops)


def _of_blocks(network: str, size: Size, few: Size, hyper: Words, sites: int | None) -> Any:
    """Sign step at eta = 1 of ``size``, from that of ``few`` layers and loops.

    In the limit of many blocks with loops multiplier sqrt(layers) fixed, the step is proportional
    to sqrt(layers).
    """
    factor, drawn = math.sqrt(size.layers / few.layers), sites or _sites(few.loops)
    step = _unit_sign_step(network, few, _scaled(size, few, hyper), _s(size, hyper), drawn)
    return replace(step, rms=factor * step.rms, error=factor * step.error)


@lru_cache(maxsize=256)
def _unit_sign_step(network: str, size: Size, multiplier: float, s: float, sites: int) -> Any:
    """Sign step at eta = 1, computed once for all laws that agree on the network."""
    from depthlaws.theory.updates import sign_step

    return sign_step(_stream(network, size, {size.loops: multiplier}, s), seed=0, sites=sites)


def _s(size: Size, hyper: Words) -> float:
    return hyper["init_std"] * math.sqrt(size.width)


def _unrolled(size: Size) -> int:
    return size.blocks


def _stream(network: str, size: Size, multipliers: Multipliers, s: float) -> Any:
    """Return the stream of a network, with a branch multiplier for each number of visits."""
    from depthlaws.theory.residual import Stream

    normalize = network == "prenorm"
    if size.visits is not None:
        scales = [multipliers[size.counts[layer]] for layer in size.visits]
        return Stream(visits=size.visits, eps=scales, s=s, normalize=normalize)
    return Stream(
        loops=size.loops, layers=size.layers, eps=multipliers[size.loops], s=s, normalize=normalize
    )
