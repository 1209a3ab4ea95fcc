"""A block of L layers looped N times, in numbers: growth, coherence, largest safe scale, rate."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.residual.accumulation import cosines
from depthlaws.theory.residual.energies import untied_energy
from depthlaws.theory.residual.limits import limit
from depthlaws.theory.residual.streams import Stream, output_energy
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Loop", "loop"]

BLOCKS = {"preact": False, "prenorm": True}


@dataclass(frozen=True, slots=True)
class Loop:
    """A looped block at infinite width; energies are E|h|^2 over that of h_0.

    ``growth``: energy after the loops. ``many_loops``: its limit as N grows at the same eps N.
    ``unrolled``: energy of as many layers that share nothing. ``coherence``: mean cosine between
    the increments of two different loops (NaN for one loop; 0 without sharing). ``largest_eps``:
    the branch scale at which the growth reaches ``bound``. ``update``: change of the output (root
    mean square per coordinate) by one sign step of rate 1 from a unit random output gradient, with
    ``update_error`` its standard error. ``rate_shift``: learning rate for the same change of the
    output as with one loop of the branch scale eps N, over the rate there, and its error.
    """

    growth: float
    many_loops: float
    unrolled: float
    coherence: float
    largest_eps: float
    bound: float
    update: float
    update_error: float
    rate_shift: float
    rate_shift_error: float


def loop(
    L: int,
    N: int,
    *,
    eps: float,
    block: str = "preact",
    s: float = math.sqrt(2),
    bound: float = 2.0,
    sites: int = 256,
    seed: int = 0,
) -> Loop:
    """What looping a block of L layers N times does, for these very numbers.

    Source: looped, sections 3 and 4, exact at infinite width: beyond the paper (X-1, X-5, X-8).
    ``block`` is "preact" (h + eps W relu(h)) or "prenorm" (h + eps W relu(h / R)). ``bound`` is
    the growth of the energy that counts as safe. ``sites`` coordinates are drawn for the update.
    Raises: ValueError for counts below 1, scales that are not finite, eps < 0 or a bound that is
        not above 1; UnknownNameError for other blocks.

    >>> from depthlaws import residual
    >>> found = residual.loop(4, 16, eps=1 / 32, sites=64)
    >>> found.growth, found.many_loops, found.unrolled
    (2.28087, 2.29042, 1.06446)
    """
    from depthlaws.theory.updates import sign_step

    if block not in BLOCKS:
        raise UnknownNameError("block", block, BLOCKS)
    if not (finite("eps", eps) >= 0 and finite("bound", bound) > 1):
        msg = f"eps must not be negative and bound above 1, got eps={eps}, bound={bound}"
        raise ValueError(msg)
    stream = Stream(loops=N, layers=L, eps=eps, s=s, normalize=BLOCKS[block])
    alike = cosines(stream, blocks=True)
    pairs = alike[~np.eye(N, dtype=bool)]
    total = eps * N * math.sqrt(L)
    step = sign_step(stream, seed=seed, sites=sites)
    shift, shift_error = 1.0, 0.0
    if N > 1 and eps:
        one = sign_step(replace(stream, loops=1, eps=eps * N), seed=seed, sites=sites)
        shift = one.rms / step.rms
        shift_error = shift * math.hypot(one.error / one.rms, step.error / step.rms)
    return Loop(
        growth=output_energy(stream),
        many_loops=float(limit(total, s, normalize=stream.normalize)),
        unrolled=_unrolled(stream),
        coherence=float(np.mean(pairs)) if N > 1 else math.nan,
        largest_eps=_largest(stream, bound),
        bound=bound,
        update=step.rms,
        update_error=step.error,
        rate_shift=shift,
        rate_shift_error=shift_error,
    )


def _unrolled(stream: Stream) -> float:
    if stream.normalize:  # each layer adds eps^2 s^2 / 2
        return 1 + stream.steps * (stream.eps * stream.s) ** 2 / 2
    return float(untied_energy(stream.steps, stream.eps, stream.s))


def _largest(stream: Stream, bound: float) -> float:
    """Branch scale at which the energy, which grows with it, reaches the bound."""
    from scipy.optimize import brentq

    def excess(total: float) -> float:
        energy = output_energy(replace(stream, eps=total / stream.steps))
        return math.log(energy / bound) if math.isfinite(energy) else math.inf

    # Fully coherent steps reach any bound soonest, independent ones last.
    high = 1.0
    while excess(high) < 0:
        high *= 2
    found: Any = brentq(excess, 0.0, high, xtol=1e-15, rtol=1e-12)
    return float(found) / stream.steps
