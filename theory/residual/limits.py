r"""Many loops and many layers: the limits of the exact recursions, with error estimates.

At eps = lambda / (N sqrt(L)) the energy converges as the loops N or the layers L grow. For N -> oo
the kernel solves the Goursat problem d^2 H / (d sigma d tau) = s^2 E phi(Z_sigma) phi(Z_tau),
H(sigma, 0) = H(0, tau) = H_0 on 0 <= sigma, tau <= lambda, whatever the number of layers. It is
smooth on each side of the diagonal, where the recursion puts its grid points, so the recursion
has an expansion in 1/N; the recursion is summed with twice the digits, so Richardson
extrapolation is not limited by rounding.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from depthlaws import _tables
from depthlaws.theory.activations import Activation
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.limits import require_memory, require_time
from depthlaws.theory.residual.energies import growth_per_loop
from depthlaws.theory.residual.streams import Array, Stream, output_energy

__all__ = ["divergence", "limit", "limit_kernel"]

EPSILON = float(np.finfo(np.float64).eps)
BROKEN = 0.1  # relative error from which on the extrapolation knows no limit


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit computed numerically: its value and an estimate of its absolute error."""

    value: float
    error: float
    how: str

    def __float__(self) -> float:
        return self.value

    def _repr_html_(self) -> str:
        shown = f"{self.value:.12g}", f"{self.error:.1g}", self.how
        return _tables.html(["limit", "error", "how"], [shown])


@dataclass(frozen=True, slots=True)
class LimitKernel:
    """Kernel of a continuum limit on a grid, with an elementwise error estimate."""

    time: Array
    value: Array
    error: Array


def _richardson(table: list[list[Array]], first: Array) -> None:
    """Append one row to a Richardson table in powers of 1/n for n doubling."""
    row = [first]
    if table:
        for order, before in enumerate(table[-1], start=1):
            row.append(row[-1] + (row[-1] - before) / (2**order - 1))
    table.append(row)


def extrapolate(
    f: Callable[[int], float], start: int, stop: int, /, *, rtol: float = 1e-14
) -> tuple[float, float]:
    """Limit of f(n) as n grows, from n = start, 2 start, ... up to stop; f has a series in 1/n.

    Returns value and error estimate: the change at the last doubling, at least 4 eps of it.
    """
    table: list[list[Array]] = []
    best, error = math.nan, math.inf
    n = start
    while n <= stop:
        _richardson(table, np.asarray(f(n)))
        n *= 2
        if len(table) < 3:
            continue
        change = float(abs(table[-1][-1] - table[-2][-1]))
        if change > error and error < 1e-9 * abs(best):
            break  # rounding has taken over
        best, error = float(table[-1][-1]), change
        if error <= rtol * abs(best):
            break
    return best, max(error, 4 * EPSILON * abs(best))


def limit(
    T: float,
    s: float = 1.0,
    h0: float = 1.0,
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

    Source: looped, beyond the paper (X-10).
    Error: estimated from the last doubling, about 1e-15 relative up to s T = 4, 1e-12 at 16, 1e-11
    at 24. At one or two loops with ``layers=inf`` it grows faster: 1e-12 at 4, 2e-3 at 16.
    Raises: ValueError for negative T, scales that are not finite, a result that overflows, or an
    extrapolation whose error is beyond a tenth of its value.
    """
    if finite("T", T) < 0:
        msg = f"T must not be negative, got {T}"
        raise ValueError(msg)
    if np.ndim(h0) != 0:
        msg = f"a limit needs one initial energy, got h0 of shape {np.shape(h0)}"
        raise ValueError(msg)
    many, deep = math.isinf(loops), math.isinf(layers)
    n_loops, n_layers = (
        (0 if many else count("loops", loops)),
        (0 if deep else count("layers", layers)),
    )
    base = Stream(loops=1, eps=0.0, s=s, h0=h0, activation=activation, normalize=normalize)

    def log_energy(n: int, m: int) -> float:
        seconds = 1e-7 * float(n) ** 2 * m
        require_time(seconds, f"a limit over {n:,} loops of {m:,} layers", "ask for fewer")
        with np.errstate(over="ignore", invalid="ignore"):
            value = output_energy(replace(base, loops=n, layers=m, eps=T / (n * math.sqrt(m))))
        if not math.isfinite(value):
            msg = f"the energy overflows at s T = {s * T}"
            raise ValueError(msg)
        return math.log(value)

    # The logarithm is close to linear in T, so its expansion in 1/n has smaller constants.
    if many:
        log, error = extrapolate(lambda n: log_energy(n, 1), 8, 8192)
        how = "Goursat problem: Richardson extrapolation of the exact recursion in 1/loops"
    elif deep:
        stop = min(max(64, 2**18 // n_loops), 4096)
        log, error = extrapolate(lambda m: log_energy(n_loops, m), 4, stop)
        how = "Richardson extrapolation of the exact recursion in 1/layers"
    else:
        log, error = log_energy(n_loops, n_layers), 8 * EPSILON
        how = "exact recursion"
    if not error < BROKEN:
        msg = f"no limit found at s T = {s * T}: the last doubling changed it by a factor of "
        msg += f"{math.exp(error):.3g}; ask for a smaller T or more loops"
        raise ValueError(msg)
    value = math.exp(log)
    return Limit(value, value * max(error, 4 * EPSILON * (1 + abs(log))), how)


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
    finest = count("points", points) * 2.0 ** count("doublings", doublings)
    fewer = "ask for fewer points or doublings"
    require_time(1e-7 * finest**2, f"limit_kernel on {finest:.3g} steps", fewer)
    require_memory(8 * finest**2, f"limit_kernel on {finest:.3g} steps")
    table: list[list[Array]] = []
    for power in range(doublings + 1):
        step = 2**power
        n = points * step
        stream = Stream(loops=n, eps=T / n, s=s, h0=h0, activation=activation, normalize=normalize)
        _richardson(table, stream.kernel[::step, ::step])
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
    if finite("alpha", alpha) < 0:
        msg = f"alpha must not be negative, got {alpha}"
        raise ValueError(msg)
    finite("s", s)
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
