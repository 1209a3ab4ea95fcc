"""A block of L layers looped N times, in numbers: growth, coherence, largest safe scale, rate."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from depthlaws import _tables
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.residual.accumulation import cosines
from depthlaws.theory.residual.limits import limit
from depthlaws.theory.residual.post_activation import many_loops, post_activation_kernel
from depthlaws.theory.residual.streams import Array, Stream, output_energy
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Loop", "loop"]

HUGE = 1e100  # its square is still a double
BLOCKS = ("preact", "postact", "prenorm")


@dataclass(frozen=True, slots=True)
class Loop:
    """A looped block at infinite width; energies are E|h|^2 over that of h_0.

    ``growth``: energy after the loops. ``many_loops``: its limit as N grows at the same eps N.
    ``unrolled``: energy of as many layers that share nothing. ``coherence``: mean cosine between
    the increments of two different loops (NaN for one loop; 0 without sharing). ``largest_eps``:
    the branch scale at which the growth reaches ``bound``. Of a sign step: ``update``: change of
    the output (root mean square per coordinate) by one sign step of rate 1 from a unit random
    output gradient, with ``update_error`` its standard error. ``rate_shift``: learning rate for the
    same change of the output as with one loop of the branch scale eps N, over the rate there, and
    its error.

    >>> from depthlaws import residual
    >>> safe = residual.loop(4, 16, eps=1 / 64, sites=0)
    >>> safe.growth < safe.bound, safe.largest_eps > 1 / 64
    (True, True)
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

    def _repr_html_(self) -> str:
        names = [f.name for f in fields(self) if not f.name.endswith("_error")]
        rows = []
        for name in names:
            error = getattr(self, f"{name}_error", None)
            text = f"{getattr(self, name):.6g}" + (f" +- {error:.1g}" if error else "")
            rows.append([name.replace("_", " "), text])
        return _tables.html(["quantity", "value"], rows)


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

    Source: looped, sections 3 and 4, exact at infinite width: beyond the paper (X-1, X-5, X-8);
    postact: ammup, beyond the paper (X21).
    ``block`` is "preact" (h + eps W relu(h)), "postact" (h + eps relu(W h)) or "prenorm"
    (h + eps W relu(h / R)). ``bound`` is the growth of the energy that counts as safe. ``sites``
    coordinates are drawn for the update, at least 2 N of them (0: none, and no update).
    Raises: ValueError for counts below 1, scales that are not finite, eps < 0 or a bound that is
        not above 1; UnknownNameError for other blocks.

    >>> from depthlaws import residual
    >>> found = residual.loop(4, 16, eps=1 / 32, sites=64)
    >>> found.growth, found.many_loops, found.unrolled
    (2.28087, 2.29042, 1.06446)
    """
    if block not in BLOCKS:
        raise UnknownNameError("block", block, BLOCKS)
    if not (finite("eps", eps) >= 0 and finite("bound", bound) > 1):
        msg = f"eps must not be negative and bound above 1, got eps={eps}, bound={bound}"
        raise ValueError(msg)
    if finite("s", s) <= 0:
        msg = f"s must be positive, got {s}"
        raise ValueError(msg)
    eps, bound, s = float(eps), float(bound), float(s)
    if not eps * s < HUGE:
        msg = f"eps s must be below {HUGE:g}, got eps={eps}, s={s}"
        raise ValueError(msg)
    loops, layers = count("N", N), count("L", L)
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, normalize=block == "prenorm")
    at = _Block(stream, block)
    pairs = at.cosines[~np.eye(N, dtype=bool)]
    return Loop(
        growth=at.energy,
        many_loops=at.many_loops,
        unrolled=at.unrolled,
        coherence=float(np.mean(pairs)) if N > 1 else math.nan,
        largest_eps=_largest(at, bound),
        bound=bound,
        **_steps(at, sites=sites, seed=seed),
    )


@dataclass(frozen=True)
class _Block:
    """A stream, and where its activation stands."""

    stream: Stream
    block: str

    def scaled(self, eps: float) -> _Block:
        return replace(self, stream=replace(self.stream, eps=eps))

    @cached_property
    def kernel(self) -> Array:
        """Covariance of all states of a post-activation stream."""
        return post_activation_kernel(
            self.stream.loops, self.stream.layers, self.stream.eps, self.stream.s
        )

    @property
    def energy(self) -> float:
        if self.block == "postact":
            return float(self.kernel[-1, -1])
        return output_energy(self.stream)

    @property
    def cosines(self) -> Array:
        """Cosines of the increments of whole loops: (loop, loop)."""
        if self.block != "postact":
            return cosines(self.stream, blocks=True)
        ends = self.kernel[:: self.stream.layers, :: self.stream.layers]
        moved = np.diff(np.diff(ends, axis=0), axis=1)
        size = np.diagonal(moved)
        return correlation(size[:, None], moved, size)[1]

    @property
    def many_loops(self) -> float:
        total, layers, s = self.stream.eps * self.stream.loops, self.stream.layers, self.stream.s
        if self.block == "postact":
            return many_loops(total, layers, s)
        return float(limit(total * math.sqrt(layers), s, normalize=self.stream.normalize))

    @property
    def unrolled(self) -> float:
        alone = replace(self.stream, loops=1, layers=self.stream.steps)
        return replace(self, stream=alone).energy


def _steps(at: _Block, *, sites: int, seed: int) -> dict[str, float]:
    """Size of a sign step, and the learning rate that gives it the size of one loop's."""
    from depthlaws.theory.updates import sign_step

    names = ("update", "update_error", "rate_shift", "rate_shift_error")
    if sites == 0:
        return dict.fromkeys(names, math.nan)
    stream, behind = at.stream, at.block == "postact"
    sites = max(sites, 2 * stream.loops)
    step = sign_step(stream, seed=seed, sites=sites, post_activation=behind)
    shift, error = 1.0, 0.0
    if stream.loops > 1 and stream.eps:
        once = replace(stream, loops=1, eps=stream.eps * stream.loops)
        one = sign_step(once, seed=seed, sites=sites, post_activation=behind)
        if not step.rms > 0:
            msg = f"the size of a sign step underflows at eps={stream.eps:g}; ask with sites=0"
            raise ValueError(msg)
        shift = one.rms / step.rms
        error = shift * math.hypot(one.error / one.rms, step.error / step.rms)
    return dict(zip(names, (step.rms, step.error, shift, error), strict=True))


def _largest(at: _Block, bound: float) -> float:
    """Branch scale at which the energy, which grows with it, reaches the bound."""
    # An eighth of this answer's time, which others do not pay.
    from scipy.optimize import root_scalar

    steps = at.stream.steps

    def excess(total: float) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            energy = at.scaled(total / steps).energy
        return math.log(energy / bound) if math.isfinite(energy) else math.inf

    # Fully coherent steps reach any bound soonest, independent ones last.
    high = 1.0
    while excess(high) < 0:
        high *= 2
    found = root_scalar(excess, bracket=(0.0, high), method="brentq", rtol=1e-13)
    return float(found.root) / steps
