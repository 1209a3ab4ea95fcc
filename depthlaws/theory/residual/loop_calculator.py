"""A looped stream in numbers: growth, coherence, largest safe branch scale, learning rate."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from depthlaws.base import tables
from depthlaws.base.cost_notice import time_is_said
from depthlaws.base.visit_order import Visits
from depthlaws.theory.numerics.arguments import count, finite, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix
from depthlaws.theory.residual.accumulation import cosines
from depthlaws.theory.residual.limits import EnergyOverflowError, limit
from depthlaws.theory.residual.other_loops import in_use
from depthlaws.theory.residual.post_activation import (
    increment_cosines,
    many_loops,
    scaled_post_activation,
)
from depthlaws.theory.residual.stream_recursions import output_energy
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.residual.visits import visit_scales
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Loop", "loop"]

SECONDS_PER_PAIR = 2e-6  # of two steps: kernels at each branch scale that is tried
SITE_BYTES = 500.0  # of each step at a site, for the first sign step
MAX_SCALE = 1e100  # of eps s, whose square is then a double
SMALLEST_SIZE = 1e-300  # of a sign step, whose ratios have all digits
BLOCKS = ("preact", "postact", "prenorm")


@dataclass(frozen=True, slots=True)
class Loop:
    """A looped block at infinite width; energies are E|h|^2 over that of h_0.

    Attributes
    ----------
    growth : float
        Energy after the loops.
    many_loops : float
        Limit of ``growth`` as N grows at the same eps N; NaN for visits in another order.
    unrolled : float
        Energy of N L layers without any shared matrix.
    coherence : float
        Mean cosine between the increments of different visits of a layer. NaN if each layer is
        visited once.
    largest_eps : float
        Branch scale, its mean if visits have scales of their own, at which the growth reaches
        ``bound``.
    bound : float
        Growth of the energy that counts as safe.
    noise : float
        Relative change of the output (root mean square) per relative noise of the matrices, such as
        rounding; small noise, independent of them. NaN for "postact".
    update, update_error : float
        Change of the output (root mean square per coordinate) by one sign step of rate 1 from a
        unit random output gradient, and its standard error.
    rate_shift, rate_shift_error : float
        Learning rate for the same change of the output as with each layer visited once, at the sum
        of its branch scales (eps N), over the rate there, and its standard error.

    Examples
    --------
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
    noise: float
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
        return tables.html(["quantity", "value"], rows)


def loop(
    L: int | None = None,
    N: int | None = None,
    *,
    eps: float | None = None,
    visits: str | Visits | None = None,
    lam: float | None = None,
    use_loops: int | None = None,
    use_visits: str | Visits | None = None,
    block: str = "preact",
    s: float = math.sqrt(2),
    bound: float = 2.0,
    sites: int = 256,
    seed: int = 0,
) -> Loop:
    """Return growth, coherence, largest safe scale and learning rate of a looped block.

    All quantities are exact at infinite width, but for the sign step's, which are averages over
    drawn coordinates.

    Parameters
    ----------
    L : int
        Unique layers of the block. At least 1.
    N : int
        Loops: how often the block is applied. At least 1.
    eps : float
        Branch scale: each step adds eps times the branch. Not negative.
    visits : str or sequence of int
        Layers in the order of their visits, instead of L and N: "2+4x16+2" is 2 layers, then 4
        layers passed 16 times, then 2 more.
    lam : float
        Residual constant, instead of eps: layer l, visited N_l times, has branch scale
        lam / (N_l sqrt(L)). Not negative.
    use_loops : int
        Loops in use, for a block whose branch scale lam / (N sqrt(L)) was tuned at N loops: the
        answer is for these. With lam only. At least 1.
    use_visits : str or sequence of int
        Order of the visits in use, for visits whose branch scales were tuned at lam: "2+4x32+2" for
        "2+4x16+2".
    block : {"preact", "postact", "prenorm"}
        Kind of block: "preact" (h + eps W relu(h)), "postact" (h + eps relu(W h)) or "prenorm"
        (h + eps W relu(h / R)).
    s : float
        Weight scale: entries of W have variance s^2 / width. Positive.
    bound : float
        Growth of the energy that counts as safe. Above 1.
    sites : int
        Coordinates drawn for the sign step, at least 2 N of them (0: no sign step).
    seed : int
        Seed of all draws; the same seed gives the same numbers.

    Returns
    -------
    Loop
        Energies over that of the start, cosines, and learning rates as ratios.

    Raises
    ------
    ValueError
        If a count is below 1 (``sites``: below 0), a scale is not finite, eps or lam < 0, the bound
        is not above 1, or not exactly one of eps and lam, and of visits and (L, N), is given.
    UnknownNameError
        If there is no such block.

    References
    ----------
    Source: looped, sections 3 and 4, exact at infinite width: beyond the paper (X-1, X-5, X-8);
    postact: ammup, beyond the paper (X21).

    Examples
    --------
    >>> from depthlaws import residual
    >>> looped = residual.loop(4, 16, eps=1 / 32, sites=64)
    >>> looped.growth, looped.many_loops, looped.unrolled
    (2.28087, 2.29042, 1.06446)
    >>> huginn = residual.loop(visits="2+4x16+2", lam=1.0, sites=0)
    >>> huginn.growth, huginn.unrolled
    (2.50831, 1.65264)
    >>> twice_as_long = residual.loop(4, 8, lam=1.0, use_loops=16, sites=0)
    >>> twice_as_long.growth, residual.loop(4, 8, lam=1.0, sites=0).growth
    (11.408807, 2.273983)
    """
    if block not in BLOCKS:
        raise UnknownNameError("block", block, BLOCKS)
    if finite("bound", bound) <= 1:
        msg = f"bound must be above 1, got {bound}"
        raise ValueError(msg)
    if finite("s", s) <= 0:
        msg = f"s must be positive, got {s}"
        raise ValueError(msg)
    stream = _stream(L, N, visits, eps, lam, float(s), normalize=block == "prenorm")
    if use_loops is not None:
        if lam is None or visits is not None:
            msg = f"use_loops={use_loops} needs lam with L and N; with eps, give the loops as N; "
            msg += "with visits, give use_visits"
            raise ValueError(msg)
        stream = in_use(stream, count("use_loops", use_loops))
    if use_visits is not None:
        if lam is None or visits is None:
            msg = f"use_visits={use_visits!r} needs lam with visits"
            raise ValueError(msg)
        stream = in_use(stream, visits=use_visits)
    if visits is not None and block == "postact":
        msg = 'block "postact" needs L and N, got visits'
        raise ValueError(msg)
    if whole("sites", sites) < 0:
        msg = f"sites must be at least 0 (0: no sign step), got {sites}"
        raise ValueError(msg)
    _require_affordable(stream.steps, int(stream.uses.max()), sites)
    at = _Block(stream, block)
    with time_is_said():
        return Loop(
            growth=at.energy,
            many_loops=at.many_loops,
            unrolled=at.unrolled,
            coherence=at.coherence,
            largest_eps=_largest(at, float(bound)),
            bound=float(bound),
            noise=at.noise,
            **_steps(at, sites=sites, seed=seed),
        )


def _require_affordable(steps: int, loops: int, sites: int) -> None:
    """Refuse a block of too many steps before any work, and say the time of a long answer."""
    what = f"a block of {steps:,} steps"
    require_memory(16.0 * steps * steps, what)
    work, advice = SECONDS_PER_PAIR * steps * steps, "ask for fewer loops or layers"
    if sites:
        places = max(sites, 2 * loops)
        require_memory(SITE_BYTES * places * steps, f"the sign step of {what}")
        from depthlaws.theory.updates.stream_sign_step import REPLICATES, sign_step_seconds

        work += sign_step_seconds(steps, loops, places, REPLICATES)
        advice += ", or sites=0"
    require_time(work, what, advice)


def _stream(
    L: int | None,
    N: int | None,
    visits: str | Visits | None,
    eps: float | None,
    lam: float | None,
    s: float,
    *,
    normalize: bool,
) -> Stream:
    """Stream of a question. Raises: ValueError for too many or too few arguments."""
    if (visits is None) == (L is None and N is None) or (L is None) != (N is None):
        given = {"L": L, "N": N, "visits": visits}
        typed = ", ".join(f"{n}={v!r}" for n, v in given.items() if v is not None)
        msg = f"give L and N, or visits: got {typed or 'none of them'}"
        raise ValueError(msg)
    if (eps is None) == (lam is None):
        both = f"both, eps={eps} and lam={lam}" if eps is not None else "neither"
        msg = f"give one of eps and lam, the branch scale or its sum: got {both}"
        raise ValueError(msg)
    name, scale = ("eps", eps) if lam is None else ("lam", lam)
    if finite(name, scale) < 0:
        msg = f"{name} must be at least 0, got {scale}"
        raise ValueError(msg)
    if not float(scale) * s < MAX_SCALE:  # pyrefly: ignore
        msg = f"{name} s must be below {MAX_SCALE:g}, got {name}={scale}, s={s}"
        raise ValueError(msg)
    scale = float(scale)  # pyrefly: ignore
    if visits is not None:
        scales = visit_scales(visits, scale) if eps is None else scale
        return Stream(visits=visits, eps=scales, s=s, normalize=normalize)
    loops, layers = count("N", N), count("L", L)
    require_memory(16.0 * (loops * layers) ** 2, f"a block of {loops * layers:,} steps")
    if eps is None:
        scale /= loops * math.sqrt(layers)
    return Stream(loops=loops, layers=layers, eps=scale, s=s, normalize=normalize)


@dataclass(frozen=True)
class _Block:
    """A stream with the kind of its block."""

    stream: Stream
    block: str

    def scaled(self, eps: float) -> _Block:
        """Return the block with this branch scale, the mean of those that differ."""
        scales = self.stream.eps
        if np.ndim(scales):
            mean = np.mean(scales)
            eps = eps * (scales / mean if mean > 0 else np.ones_like(scales))
        return replace(self, stream=replace(self.stream, eps=eps))

    @cached_property
    def kernel(self) -> ScaledMatrix:
        """Covariance of all states of a post-activation stream."""
        return scaled_post_activation(
            self.stream.loops, self.stream.layers, self.stream.eps, self.stream.s
        )

    @property
    def energy(self) -> float:
        if self.block == "postact":
            return float(self.kernel.value[-1, -1])
        return output_energy(self.stream)

    @property
    def cosines(self) -> Array:
        """Cosines between the increments of single visits: (step, step)."""
        if self.block != "postact":
            return cosines(self.stream)
        return increment_cosines(self.kernel, self.stream.layers)

    @property
    def coherence(self) -> float:
        """Mean cosine between the increments of different visits of a layer."""
        if self.stream.uses.max() == 1:
            return math.nan
        pairs = self.cosines[self.stream.same & ~np.eye(self.stream.steps, dtype=bool)]
        return float(np.mean(pairs))

    @property
    def noise(self) -> float:
        """Relative output change per relative noise of the matrices, to first order."""
        from depthlaws.theory.updates.stream_backward import scaled_update

        if self.block == "postact":
            return math.nan
        change, states = scaled_update(self.stream).mantissa, self.stream.scaled.mantissa
        return math.sqrt(float(change[-1, -1] / states[-1, -1]))

    @property
    def many_loops(self) -> float:
        if self.stream.visits is not None:
            return math.nan
        total, layers, s = self.stream.eps * self.stream.loops, self.stream.layers, self.stream.s
        if self.block == "postact":
            return many_loops(total, layers, s)
        try:
            return float(limit(total * math.sqrt(layers), s, normalize=self.stream.normalize))
        except EnergyOverflowError:
            return math.inf

    @property
    def unrolled(self) -> float:
        alone = replace(self.stream, loops=1, layers=self.stream.steps, visits=None)
        return replace(self, stream=alone).energy


def _steps(at: _Block, *, sites: int, seed: int) -> dict[str, float]:
    """Return the size of a sign step, and the learning rate that gives the size of one loop's."""
    from depthlaws.theory.updates import sign_step

    names = ("update", "update_error", "rate_shift", "rate_shift_error")
    if sites == 0:
        return dict.fromkeys(names, math.nan)
    stream, after_matrix = at.stream, at.block == "postact"
    sites = max(sites, 2 * int(stream.uses.max()))
    step = sign_step(stream, seed=seed, sites=sites, post_activation=after_matrix)
    shift, error = 1.0, 0.0
    if stream.uses.max() > 1 and np.any(stream.eps):
        sums: Any = stream.eps * stream.loops
        if stream.visits is not None:
            sums = np.bincount(stream.labels, weights=stream.scales)
        once = replace(stream, loops=1, visits=None, eps=sums)
        one_loop = sign_step(once, seed=seed, sites=sites, post_activation=after_matrix)
        if not SMALLEST_SIZE <= step.rms < math.inf:
            how, eps = "overflows" if step.rms > 1 else "underflows", stream.scales.max()
            msg = f"the size of a sign step {how} at eps={eps:g}; ask with sites=0"
            raise ValueError(msg)
        shift = one_loop.rms / step.rms
        error = shift * math.hypot(one_loop.error / one_loop.rms, step.error / step.rms)
    return dict(zip(names, (step.rms, step.error, shift, error), strict=True))


def _largest(at: _Block, bound: float) -> float:
    """Return the branch scale at which the energy, which grows with it, reaches the bound."""
    # Imported here: it costs an eighth of this answer's time, and other answers do not need it.
    from scipy.optimize import root_scalar

    steps, s = at.stream.steps, at.stream.s
    unit = replace(at, stream=replace(at.stream, s=1.0))  # branches are eps s relu(W h): s = 1

    def excess(total: float) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            energy = unit.scaled(total / steps).energy
        return math.log(energy / bound) if math.isfinite(energy) else math.inf

    # The bracket grows until it holds the bound, however coherent the steps are.
    high = 1.0
    while excess(high) < 0:
        high *= 2
    solution = root_scalar(excess, bracket=(0.0, high), method="brentq", rtol=1e-13)
    if not solution.converged:
        msg = f"no branch scale with the energy {bound:g} was found: {solution.flag}"
        raise ArithmeticError(msg)
    largest = float(solution.root) / steps / s
    if math.isinf(largest):
        msg = f"s={s:g} is too small: the branch scale with the energy {bound:g} is no double"
        raise ValueError(f"{msg}; give s of at least 1e-300")
    return largest
