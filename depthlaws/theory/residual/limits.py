"""Many loops and many layers: the limits of the exact recursions, with error estimates.

At eps = lambda / (N sqrt(L)) the energy converges as the loops N or the layers L grow. For N -> oo
the kernel solves the Goursat problem d^2 H / (d sigma d tau) = s^2 E phi(Z_sigma) phi(Z_tau),
H(sigma, 0) = H(0, tau) = H_0 on 0 <= sigma, tau <= lambda, whatever the number of layers. It is
smooth on each side of the diagonal, where the recursion puts its grid points, so the recursion
has an expansion in 1/N, which Richardson extrapolation uses. The recursion is summed with twice
the digits, so that only the rounding of its results remains.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from depthlaws.base import tables
from depthlaws.base.cost_notice import time_is_said
from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.catalogue import pair_seconds
from depthlaws.theory.numerics.arguments import (
    as_float,
    common_shape,
    count,
    finite,
    numbers,
    positive,
    require,
)
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.residual.stream_recursions import output_energies
from depthlaws.theory.residual.streams import Array, Stream

__all__ = ["limit", "limit_kernel"]

EPSILON = float(np.finfo(np.float64).eps)
NOISE = 64 * EPSILON  # relative error of an extrapolation from the rounding of its terms
MAX_ERROR = 0.1  # relative error of an extrapolation from which on it is refused


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
        return tables.html(["limit", "error", "how"], shown)


class EnergyOverflowError(ValueError):
    """A limit whose energy is beyond the doubles."""


@dataclass(frozen=True, slots=True)
class LimitKernel:
    """Kernel of a continuum limit on a grid, with an elementwise error estimate."""

    time: Array
    value: Array
    error: Array


def _richardson(table: list[list[Array]], first: Array, counts: Sequence[int]) -> None:
    """Append one row to Neville's table of extrapolations in powers of 1/n, for any counts n."""
    row, n = [first], counts[len(table)]
    for order, before in enumerate(table[-1] if table else [], start=1):
        ratio = n / counts[len(table) - order]
        row.append(row[-1] + (row[-1] - before) / (ratio - 1))
    table.append(row)


def _counts(start: int, stop: int) -> list[int]:
    """Return Bulirsch's counts n, 3n/2, 2n, 3n, ...: errors fall twice as fast as by doubling."""
    doubled = [start * 2**k for k in range((stop // start).bit_length())]
    return sorted({n for power in doubled for n in (power, 3 * power // 2) if n <= stop})


def extrapolate(
    f: Callable[[int, Array], Array], start: int, stop: int, /, *, shape: tuple[int, ...] = ()
) -> tuple[Array, Array]:
    """Return the limit of f(n) as n grows, for an f with a series in 1/n, and an error estimate.

    The counts are n = start, 3 start/2, ... up to stop. ``f(n, open)`` returns the values of the
    elements marked in ``open``, of this shape. The error is the change at the last count, at least
    64 eps of the value.
    """
    counts, table = _counts(start, stop), []
    best, error = np.full(shape, math.nan), np.full(shape, math.inf)
    improving = np.ones(shape, dtype=bool)
    for n in counts:
        value = np.full(shape, math.nan)
        value[improving] = f(n, improving)
        _richardson(table, value, counts)
        if len(table) < 3:
            continue
        change = np.abs(table[-1][-1] - table[-2][-1])
        # Once the changes grow again, rounding has taken over.
        improving &= ~((change > error) & (error < 1e-9 * np.abs(best)))
        best, error = np.where(improving, table[-1][-1], best), np.where(improving, change, error)
        improving &= error > NOISE * np.abs(best)
        if not improving.any():
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
    """Return the output energy at eps = T / (loops sqrt(layers)) as loops or layers go to infinity.

    With ``loops`` = inf this is the Goursat problem at time T, whatever the layers; its value is
    G(1) = 1.567957324643655 for ReLU. With ``loops`` = 1 and ``layers`` = inf it is h0 exp(s^2 T^2
    / 2) for ReLU. Finite ``loops`` with ``layers`` = inf is the limit of many layers at fixed
    loops.

    The error is estimated from the last count: about 1e-14 relative up to s T = 16, 1e-12 at 24. At
    one loop with ``layers`` = inf it grows faster: 2e-13 at 4, 2e-8 at 16.

    Parameters
    ----------
    T : float or array_like
        Total branch scale: eps times loops times the square root of layers. Not negative.
    s : float or array_like
        Weight scale: entries of W have variance s^2 / width.
    h0 : float or array_like
        Energy of the initial state, its mean square coordinate. Positive.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    loops : int or inf
        Loops N: how often the block is applied, whole or inf.
    layers : int or inf
        Unique layers L of the block, whole or inf.
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    Limit
        Energy ``value`` in units of h^2, the estimate ``error`` of its absolute error, and ``how``
        it was computed. The arguments broadcast; several limits are computed together.

    Raises
    ------
    ValueError
        If T is negative, a scale is not finite, the result overflows, or the extrapolation has an
        error beyond a tenth of its value.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, beyond the paper (X-10).

    Examples
    --------
    >>> round(limit(1.0).value, 13)
    1.5679573246437
    >>> limit([0.5, 1.0]).value
    array([1.129019, 1.567957])
    """
    times, spread, start = _asked(T, s, h0)
    total = times * spread
    base = Stream(loops=1, eps=0.0, activation=activation, normalize=normalize)

    def log_energy(n: int, m: int, at: Any) -> Array:
        return _log_energies(replace(base, loops=n, layers=m), total[at], start[at])

    log, error, how = _limit_of_logs(log_energy, loops, layers, times.shape)
    if not np.all(error < MAX_ERROR):
        worst = int(np.argmax(~(error < MAX_ERROR)))
        msg = f"no limit found at s T = {total[worst]}: the last count changed it by a "
        msg += f"factor of {math.exp(error[worst]):.3g}; ask for a smaller T or more loops"
        raise ValueError(msg)
    value = np.exp(log)
    shape = np.broadcast_shapes(np.shape(T), np.shape(s), np.shape(h0))
    energies, errors = (
        as_float(v.reshape(shape))
        for v in (value, value * np.maximum(error, 4 * EPSILON * (1 + np.abs(log))))
    )
    return Limit(energies, errors, how)


def _log_energies(stream: Stream, total: Array, start: Array) -> Array:
    """Return the logarithms of the output energies at total scales s T, one of each start."""
    loops, layers = stream.loops, stream.layers
    each = pair_seconds(activations.get(stream.activation)) * total.size
    seconds = each * float(loops) ** 2 * layers
    of = f", {total.size:,} of them," if total.size > 1 else ""
    what = f"a limit over {loops:,} loops of {layers:,} layers{of}"
    require_time(seconds, what, "ask for fewer")
    with np.errstate(over="ignore", invalid="ignore"):
        value = output_energies(stream, (total / loops) ** 2 / layers, start)
    if not np.all(np.isfinite(value)):
        msg = f"the energy overflows at s T = {total[~np.isfinite(value)][0]}; use a smaller T"
        raise EnergyOverflowError(msg)
    return np.log(value)


def _limit_of_logs(
    log_energy: Callable[[int, int, Any], Array],
    loops: float,
    layers: float,
    shape: tuple[int, ...],
) -> tuple[Array, Array, str]:
    """Return the limit of log_energy(loops, layers, elements), its error, and the method.

    The logarithm is close to linear in T, so its expansion in 1/n has smaller constants.
    """
    n_layers = 0 if math.isinf(layers) else count("layers", layers)
    if math.isinf(loops):
        log, error = extrapolate(lambda n, at: log_energy(n, 1, at), 8, 8192, shape=shape)
        how = "Goursat problem: Richardson extrapolation of the exact recursion in 1/loops"
        return log, error, how
    n_loops = count("loops", loops)
    if math.isinf(layers):
        stop = min(max(64, 2**18 // n_loops), 4096)
        log, error = extrapolate(lambda m, at: log_energy(n_loops, m, at), 4, stop, shape=shape)
        return log, error, "Richardson extrapolation of the exact recursion in 1/layers"
    exact = log_energy(n_loops, n_layers, ...)
    return exact, np.full(shape, 8 * EPSILON), "exact recursion"


def _asked(T: Numbers, s: Numbers, h0: Numbers) -> list[Array]:
    """Return times, spreads and initial energies, one of each for every limit."""
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
    """Return the solution H(sigma, tau) of the Goursat problem on an even grid of times 0..T.

    It takes O(4^doublings points^2) time.

    Parameters
    ----------
    T : float
        Total branch scale: last time of the grid.
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float
        Energy of the initial state, its mean square coordinate. Positive.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    points : int
        Points of the coarsest grid. At least 1.
    doublings : int
        Number of refinements: how often the grid is doubled for the extrapolation. At least 1.
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    LimitKernel
        Grid ``time``, kernel ``value`` in units of h^2 and its ``error``, of shape
        (points + 1, points + 1).

    Raises
    ------
    ValueError
        If a scale is not finite, or the grid would take more than an hour.
    MemoryError
        If the finest grid does not fit.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, beyond the paper (X-10).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.limit_kernel(1.0, points=2).value
    array([[1.      , 1.      , 1.      ],
           [1.      , 1.129019, 1.266968],
           [1.      , 1.266968, 1.567957]])
    """
    T, points, doublings = finite("T", T), count("points", points), count("doublings", doublings)
    finest = points * 2.0**doublings
    fewer = "ask for fewer points or doublings"
    require_time(5e-8 * finest**2, f"limit_kernel on {finest:.3g} steps", fewer)
    require_memory(8 * finest**2, f"limit_kernel on {finest:.3g} steps")
    table: list[list[Array]] = []
    counts = [points * 2**power for power in range(doublings + 1)]
    for n in counts:
        step = n // points
        stream = Stream(loops=n, eps=T / n, s=s, h0=h0, activation=activation, normalize=normalize)
        with time_is_said(), np.errstate(invalid="ignore", over="ignore"):
            _richardson(table, stream.kernel[::step, ::step], counts)
    value, before = table[-1][-1], table[-2][-1]
    with np.errstate(invalid="ignore"):
        error = np.maximum(np.abs(value - before), 4 * EPSILON * np.abs(value))
    beyond = np.isnan(value) | np.isnan(error)  # an energy is beyond the doubles
    value, error = (np.where(beyond, np.inf, x) for x in (value, error))
    return LimitKernel(np.linspace(0.0, T, points + 1), value, error)
