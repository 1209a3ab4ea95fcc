r"""Many loops and many layers: the limits of the exact recursions, with error estimates.

At eps = lambda / (N sqrt(L)) the energy converges as the loops N or the layers L grow. For N -> oo
the kernel solves the Goursat problem d^2 H / (d sigma d tau) = s^2 E phi(Z_sigma) phi(Z_tau),
H(sigma, 0) = H(0, tau) = H_0 on 0 <= sigma, tau <= lambda, whatever the number of layers. It is
smooth on each side of the diagonal, where the recursion puts its grid points, so the recursion
has an expansion in 1/N, which Richardson extrapolation uses; the recursion is summed with twice
the digits, so that rounding is that of its results.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from depthlaws import _tables
from depthlaws.theory.activations import Activation
from depthlaws.theory.numerics.arguments import (
    as_float,
    common_shape,
    count,
    finite,
    numbers,
    positive,
    require,
)
from depthlaws.theory.numerics.limits import require_memory, require_time
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.residual.energies import growth_per_loop
from depthlaws.theory.residual.streams import Array, Stream, output_energies

__all__ = ["divergence", "limit", "limit_kernel"]

EPSILON = float(np.finfo(np.float64).eps)
NOISE = 64 * EPSILON  # what an extrapolation makes of the rounding of its terms
BROKEN = 0.1  # relative error from which on the extrapolation knows no limit


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits computed numerically: values and estimates of their absolute errors."""

    value: Any
    error: Any
    how: str

    def __float__(self) -> float:
        return float(self.value)

    def _repr_html_(self) -> str:
        pairs = zip(np.ravel(self.value), np.ravel(self.error), strict=True)
        shown = [(f"{value:.12g}", f"{error:.1g}", self.how) for value, error in pairs]
        return _tables.html(["limit", "error", "how"], shown)


@dataclass(frozen=True, slots=True)
class LimitKernel:
    """Kernel of a continuum limit on a grid, with an elementwise error estimate."""

    time: Array
    value: Array
    error: Array


def _richardson(table: list[list[Array]], first: Array, counts: Sequence[int]) -> None:
    """Append one row to a table of extrapolations in powers of 1/n: Neville's, for any counts n."""
    row, n = [first], counts[len(table)]
    for order, before in enumerate(table[-1] if table else [], start=1):
        ratio = n / counts[len(table) - order]
        row.append(row[-1] + (row[-1] - before) / (ratio - 1))
    table.append(row)


def _counts(start: int, stop: int) -> list[int]:
    """Counts n, 3n/2, 2n, 3n, 4n, ... of Bulirsch: errors fall twice as fast as by doubling."""
    doubled = [start * 2**k for k in range((stop // start).bit_length())]
    return sorted({n for one in doubled for n in (one, 3 * one // 2) if n <= stop})


def extrapolate(
    f: Callable[[int, Array], Array], start: int, stop: int, /, *, shape: tuple[int, ...] = ()
) -> tuple[Array, Array]:
    """Limits of f(n) as n grows, f having a series in 1/n: n = start, 3 start/2, ... up to stop.

    ``f(n, open)`` gives the ones marked in ``open``, of this shape. Returns values and error
    estimates: the change at the last count, at least 64 eps of it.
    """
    counts, table = _counts(start, stop), []
    best, error = np.full(shape, math.nan), np.full(shape, math.inf)
    going = np.ones(shape, dtype=bool)
    for n in counts:
        value = np.full(shape, math.nan)
        value[going] = f(n, going)
        _richardson(table, value, counts)
        if len(table) < 3:
            continue
        change = np.abs(table[-1][-1] - table[-2][-1])
        # Once the changes grow again, rounding has taken over.
        going &= ~((change > error) & (error < 1e-9 * np.abs(best)))
        best, error = np.where(going, table[-1][-1], best), np.where(going, change, error)
        going &= error > NOISE * np.abs(best)
        if not going.any():
            break
    return best, np.maximum(error, NOISE * np.abs(best))


def limit(
    T: Numbers,
    s: Numbers = 1.0,
    h0: Numbers = 1.0,
    activation: str | Activation = "relu",
    *,
    loops: float = math.inf,
    layers: float = 1,
    normalize: bool = False,
) -> Limit:
    """Output energy at eps = T / (loops sqrt(layers)) as loops or layers go to infinity.

    ``loops=inf`` (any layers, the limit is the same): the Goursat problem at time T; its value
    G(1) = 1.567957324643655 for ReLU. ``loops=1, layers=inf``: h0 exp(s^2 T^2 / 2) for ReLU. A
    finite ``loops`` with ``layers=inf`` is the limit of many layers at fixed loops.

    >>> round(limit(1.0).value, 13)
    1.5679573246437
    >>> limit([0.5, 1.0]).value
    array([1.129019, 1.567957])

    Source: looped, beyond the paper (X-10).
    Shapes: T, s and h0 broadcast; several are computed together.
    Error: estimated from the last count, about 1e-14 relative up to s T = 16, 1e-12 at 24. At one
    loop with ``layers=inf`` it grows faster: 2e-13 at 4, 2e-8 at 16.
    Raises: ValueError for negative T, scales that are not finite, a result that overflows, or an
    extrapolation whose error is beyond a tenth of its value.
    """
    many, deep = math.isinf(loops), math.isinf(layers)
    n_loops, n_layers = (
        (0 if many else count("loops", loops)),
        (0 if deep else count("layers", layers)),
    )
    times, spread, start = _asked(T, s, h0)
    base = Stream(loops=1, eps=0.0, activation=activation, normalize=normalize)

    def log_energy(n: int, m: int, at: Any) -> Array:
        seconds = 1e-7 * float(n) ** 2 * m
        require_time(seconds, f"a limit over {n:,} loops of {m:,} layers", "ask for fewer")
        with np.errstate(over="ignore", invalid="ignore"):
            gain = (times[at] * spread[at] / n) ** 2 / m
            value = output_energies(replace(base, loops=n, layers=m), gain, start[at])
        if not np.all(np.isfinite(value)):
            large = (times * spread)[at][~np.isfinite(value)][0]
            msg = f"the energy overflows at s T = {large}"
            raise ValueError(msg)
        return np.log(value)

    # The logarithm is close to linear in T, so its expansion in 1/n has smaller constants.
    if many:
        log, error = extrapolate(lambda n, at: log_energy(n, 1, at), 8, 8192, shape=times.shape)
        how = "Goursat problem: Richardson extrapolation of the exact recursion in 1/loops"
    elif deep:
        stop = min(max(64, 2**18 // n_loops), 4096)
        log, error = extrapolate(
            lambda m, at: log_energy(n_loops, m, at), 4, stop, shape=times.shape
        )
        how = "Richardson extrapolation of the exact recursion in 1/layers"
    else:
        log, error = log_energy(n_loops, n_layers, ...), np.full(times.shape, 8 * EPSILON)
        how = "exact recursion"
    if not np.all(error < BROKEN):
        worst = int(np.argmax(~(error < BROKEN)))
        msg = f"no limit found at s T = {(times * spread)[worst]}: the last count changed it by a "
        msg += f"factor of {math.exp(error[worst]):.3g}; ask for a smaller T or more loops"
        raise ValueError(msg)
    value = np.exp(log)
    shape = np.broadcast_shapes(np.shape(T), np.shape(s), np.shape(h0))
    found, errors = (
        as_float(v.reshape(shape))
        for v in (value, value * np.maximum(error, 4 * EPSILON * (1 + np.abs(log))))
    )
    return Limit(found, errors, how)


def _asked(T: Numbers, s: Numbers, h0: Numbers) -> list[Array]:
    """Times, spreads and initial energies, one of each for every limit."""
    times, spread, start = numbers("T", T), numbers("s", s), numbers("h0", h0)
    common_shape(T=times, s=spread, h0=start)
    require("T", times, (times >= 0) & np.isfinite(times), "at least 0 and finite")
    require("s", spread, np.isfinite(spread), "finite")
    positive("h0", start)
    return [v.ravel() for v in np.broadcast_arrays(*map(np.atleast_1d, (times, spread, start)))]


def limit_kernel(
    T: float,
    s: float = 1.0,
    h0: float = 1.0,
    activation: str | Activation = "relu",
    *,
    points: int = 16,
    doublings: int = 6,
    normalize: bool = False,
) -> LimitKernel:
    """Solution H(sigma, tau) of the Goursat problem on an even grid of times 0..T.

    Source: looped, beyond the paper (X-10).
    Shapes: (points + 1, points + 1). O(4^doublings points^2) time.
    Raises: ValueError as limit.

    >>> from depthlaws import residual
    >>> residual.limit_kernel(1.0, points=2).value
    array([[1.      , 1.      , 1.      ],
           [1.      , 1.129019, 1.266968],
           [1.      , 1.266968, 1.567957]])
    """
    T, points, doublings = finite("T", T), count("points", points), count("doublings", doublings)
    finest = points * 2.0**doublings
    fewer = "ask for fewer points or doublings"
    require_time(1e-7 * finest**2, f"limit_kernel on {finest:.3g} steps", fewer)
    require_memory(8 * finest**2, f"limit_kernel on {finest:.3g} steps")
    table: list[list[Array]] = []
    counts = [points * 2**power for power in range(doublings + 1)]
    for n in counts:
        step = n // points
        stream = Stream(loops=n, eps=T / n, s=s, h0=h0, activation=activation, normalize=normalize)
        _richardson(table, stream.kernel[::step, ::step], counts)
    value = table[-1][-1]
    error = np.maximum(np.abs(value - table[-2][-1]), 4 * EPSILON * np.abs(value))
    return LimitKernel(np.linspace(0.0, T, points + 1), value, error)


@dataclass(frozen=True, slots=True)
class Divergence:
    """How the energy grows with the number of steps n at eps = n^-alpha.

    ``law="exponential"``: log H_n ~ constant n^exponent. ``law="power"``: H_n ~ constant
    n^exponent. ``law="bounded"``: exponent 0 and H_n -> constant (times h0 when not normalised).
    """

    law: Literal["bounded", "power", "exponential"]
    exponent: float
    constant: float


def divergence(
    alpha: float, /, s: float = 1.0, *, tied: bool = True, normalize: bool = False
) -> Divergence:
    """Exponent and constant of the ReLU stream at eps = n^-alpha: 1 (linear), 1/2 (sqrt), 0 (none).

    The tied stream is bounded if and only if alpha >= 1, the untied one if and only if
    alpha >= 1/2. Beyond: log H ~ sqrt(2) s n^(1 - alpha) tied, s^2/2 n^(1 - 2 alpha) untied;
    normalised: H ~ s^2/2 n^(2 - 2 alpha) tied, s^2/2 n^(1 - 2 alpha) untied. For 0 < alpha < 1
    the tied stream is H_n ~ 0.1374 h0 (1 + n^-alpha s / sqrt(2))^(2n): G(T) exp(-sqrt(2) s T)
    is 0.13929 at s T = 32 and falls to 0.1374 with 1 / T^2.
    Source: looped, theorem 1 and section 7.1; constants beyond the paper (X-3, X-5, X-10).
    Raises: ValueError for alpha < 0 or scales that are not finite.

    >>> from depthlaws import residual
    >>> residual.divergence(0.5)
    Divergence(law='exponential', exponent=0.5, constant=1.41421)
    """
    alpha, s = finite("alpha", alpha), finite("s", s)
    if alpha < 0:
        msg = f"alpha must not be negative, got {alpha}"
        raise ValueError(msg)
    critical = 1.0 if tied else 0.5
    if alpha > critical:
        return Divergence("bounded", 0.0, 1.0)
    if alpha == critical:
        at_one = limit(1.0, s, normalize=normalize) if tied else None
        bounded = float(at_one) if at_one else (1 + s**2 / 2 if normalize else math.exp(s**2 / 2))
        return Divergence("bounded", 0.0, bounded)
    if normalize:
        return Divergence("power", (2 - 2 * alpha) if tied else (1 - 2 * alpha), s**2 / 2)
    if alpha == 0:
        rate = math.log(growth_per_loop(1.0, s)) if tied else math.log1p(s**2 / 2)
        return Divergence("exponential", 1.0, rate)
    if tied:
        return Divergence("exponential", 1 - alpha, math.sqrt(2) * s)
    return Divergence("exponential", 1 - 2 * alpha, s**2 / 2)
