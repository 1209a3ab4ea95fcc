r"""Looped layers with input injection and norms at infinite width, and their fixed points.

One loop is h <- a h + b e + eps W phi(h), with the same matrix W and injected vector e in every
loop. With norm "pre" the branch reads h / R, with "post" the whole state is divided by its root
mean square R after each loop (RMSNorm between loops). R has no scatter at infinite width, so that
states stay jointly Gaussian: with x_n = W phi(h_n), <x_i, x_j> = s^2 E phi phi and <e, x_j> = 0,
each loop is one line of inner products.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from depthlaws.base.argument_errors import shown
from depthlaws.base.roundings import roundings
from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import grown, power_to_hold
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.streams import Array, representable
from depthlaws.theory.residual.symbols import eps, inject, injected, keep, s
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["FixedPoint", "InjectedStream", "injected_fixed_point"]

NORMS = ("none", "pre", "post")
UNIT_OPEN = Interval(0, 1, right_open=True)
SCALES = {keep: UNIT_OPEN, inject: POSITIVE, eps: NONNEGATIVE, s: NONNEGATIVE, injected: POSITIVE}
_branch = (eps * s) ** 2 / 2
_forced = inject**2 * injected

plain_energy = Formula(
    id="injected-fixed-energy",
    says="Energy of the fixed point of a looped ReLU layer with injection; below rate 1.",
    source=LOOPED.beyond("X-15"),
    domain=SCALES,
    given=sp.Lt(keep + eps * s / sp.sqrt(2), 1),
    expr=_forced / ((1 - keep) ** 2 - _branch),
    kernel=lambda a, b, eps, s, e: (
        b**2 * e / ((1 - a - eps * s / math.sqrt(2)) * (1 - a + eps * s / math.sqrt(2)))
    ),
)

plain_rate = Formula(
    id="injected-rate",
    says="Factor per loop of the distance to the fixed point of a looped ReLU layer.",
    source=LOOPED.beyond("X-15"),
    domain={keep: UNIT_OPEN, eps: NONNEGATIVE, s: NONNEGATIVE},
    expr=keep + eps * s / sp.sqrt(2),
)

pre_energy = Formula(
    id="injected-pre-norm-fixed-energy",
    says="Energy of the fixed point of a looped pre-norm ReLU layer with injection.",
    source=LOOPED.beyond("X-15"),
    domain=SCALES,
    expr=(_forced + _branch) / (1 - keep) ** 2,
)

pre_rate = Formula(
    id="injected-pre-norm-rate",
    says="Factor per loop of the distance to the fixed point of a looped pre-norm ReLU layer.",
    source=LOOPED.beyond("X-15"),
    domain=SCALES,
    expr=keep + (1 - keep) * sp.sqrt(_branch / (_forced + _branch)),
)

post_rate = Formula(
    id="injected-post-norm-rate",
    says="Factor per loop of the distance to the fixed point of a looped post-norm ReLU layer.",
    source=LOOPED.beyond("X-15"),
    domain=SCALES,
    expr=(keep + eps * s / sp.sqrt(2)) / (keep + sp.sqrt(_forced + _branch)),
)


@dataclass(frozen=True, kw_only=True, eq=False)
class InjectedStream:
    """A looped layer with input injection, h <- a h + b e + eps W phi(h), at infinite width.

    Parameters
    ----------
    loops : int
        Loops N: how often the layer is applied. At least 1.
    eps : float
        Branch scale.
    a : float
        Factor of the state in each loop.
    b : float
        Factor of the injected vector e in each loop.
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float
        Energy of the initial state, positive.
    e : float
        Energy of the injected vector, positive.
    overlap : float
        Overlap <h_0, e> / width of the two: e for h_0 = e, and 0 for a random start.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    norm : {"none", "pre", "post"}
        RMSNorm: none, before the branch alone, or of the whole state after each loop.

    Raises
    ------
    ValueError
        If loops < 1, a scale is not finite, or the energies and their overlap are no covariance.
    UnknownNameError
        If there is no such activation or norm; the message has the nearest names.

    Examples
    --------
    >>> from depthlaws import residual
    >>> stream = residual.InjectedStream(loops=30, a=0.5, b=0.5, eps=0.5)
    >>> stream.energies[-1], residual.injected_fixed_point(stream).energy
    (np.float64(2.0), 2.0)
    """

    loops: int
    eps: float
    a: float = 1.0
    b: float = 0.0
    s: float = 1.0
    h0: float = 1.0
    e: float = 1.0
    overlap: float = 0.0
    activation: str | Activation = "relu"
    norm: str = "none"

    def __post_init__(self) -> None:
        few = max(1e-12, roundings(self.h0, self.e, self.overlap))
        object.__setattr__(self, "loops", count("loops", self.loops))
        for name in ("eps", "a", "b", "s", "h0", "e", "overlap"):
            object.__setattr__(self, name, finite(name, getattr(self, name)))
        representable([self.eps, self.a, self.b], max(abs(self.s), 1.0))
        activations.get(self.activation)
        if self.norm not in NORMS:
            raise UnknownNameError("norm", self.norm, NORMS)
        if not (self.h0 > 0 and self.e > 0 and self.overlap**2 <= self.h0 * self.e * (1 + few)):
            msg = "h0 and e must be positive and overlap^2 at most h0 e, got "
            msg += f"h0={self.h0}, e={self.e}, overlap={self.overlap}"
            raise ValueError(msg)

    @property
    def kernel(self) -> Array:
        """Covariance H of all N + 1 states: (time, time). O(N^3)."""
        return self._solved[0]

    @property
    def energies(self) -> Array:
        """Energy of each state: (time,)."""
        return np.diagonal(self.kernel).copy()

    @property
    def with_injected(self) -> Array:
        """Overlap <h_n, e> / width of each state with the injected vector: (time,)."""
        return self._solved[1]

    @cached_property
    def _solved(self) -> tuple[Array, Array]:
        loops = self.loops
        require_memory(24.0 * (loops + 1.0) ** 2, f"the kernel of {loops:,} loops")
        require_time(1.9e-10 * float(loops) ** 3, f"{loops:,} loops", "ask for fewer loops")
        kernel, memory = np.zeros((loops + 1, loops + 1)), np.zeros((loops + 1, loops))
        # States are held as h_n / 2^power_n: their energies may be beyond the doubles.
        power = np.zeros(loops + 1, dtype=np.intp)
        power[0] = power_to_hold(math.sqrt(self.h0)) if self.norm == "none" else 0
        kernel[0, 0] = math.ldexp(self.h0, -2 * int(power[0]))
        along = np.full(loops + 1, math.ldexp(self.overlap, -int(power[0])))  # <h_n, e>
        for n in range(loops):
            overlaps = self._overlaps(kernel, n, power)  # <x_m, x_n> / s^2, x_n = W phi(h_n)
            more = self._growth(kernel[n, n], float(overlaps[n]), int(power[n]))
            a = math.ldexp(self.a, -more)
            b = math.ldexp(self.b, -int(power[n]) - more)
            branch = math.ldexp(self.eps * self.s, (0 if self._scales else -int(power[n])) - more)
            seen = memory[: n + 1, :n] @ overlaps[:n]  # <h_m, x_n> / s
            row = a * kernel[n, : n + 1] + b * along[: n + 1] + branch * seen
            energy = a * (row[n] + branch * seen[n]) + branch**2 * float(overlaps[n])
            energy += b * (a * along[n] + b * self.e)
            size = math.sqrt(energy) if self.norm == "post" else 1.0
            power[n + 1] = 0 if self.norm == "post" else power[n] + more
            kernel[n + 1, : n + 1] = kernel[: n + 1, n + 1] = row / size
            kernel[n + 1, n + 1] = energy / size**2
            along[n + 1] = (a * along[n] + b * self.e) / size
            memory[n + 1, :n] = a * memory[n, :n] / size  # of x_i / s in h_n
            memory[n + 1, n] = branch / size
        if not np.isfinite(kernel).all():
            step = int(np.argmax(~np.isfinite(kernel.diagonal())))
            msg = f"the energy overflows at loop {step} of {loops}; use a smaller a, b or eps"
            raise ValueError(msg)
        return grown(kernel, np.add.outer(power, power)), grown(along, power)

    @property
    def _scales(self) -> bool:
        """True if the branch of a longer state is longer by the same factor."""
        return self.norm == "none" and activations.get(self.activation).slopes is not None

    def _growth(self, energy: float, own: float, power: int) -> int:
        """Power of two that holds the next state, whose length this triangle inequality bounds."""
        branch = abs(self.eps * self.s) * math.sqrt(own)
        injected = math.ldexp(abs(self.b) * math.sqrt(self.e), -power)
        length = abs(self.a) * math.sqrt(energy) + injected
        return power_to_hold(length + (branch if self._scales else math.ldexp(branch, -power)))

    def _overlaps(self, kernel: Array, n: int, power: NDArray[np.intp]) -> Array:
        """Mean products E phi phi of the activations of loops 0..n with those of loop n."""
        dual, cross = activations.get(self.activation).dual, kernel[n, : n + 1]
        energy = np.diagonal(kernel)[: n + 1]
        if self.norm == "pre":
            _, ratio = correlation(energy, cross, energy[n])
            return dual(np.ones(()), ratio, np.ones(()))
        if not self._scales:  # the activation has a scale of its own
            energy = grown(energy, 2 * power[: n + 1])
            cross = grown(cross, power[: n + 1] + power[n])
        return dual(energy, cross, energy[n])


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """State that a looped layer keeps, at infinite width.

    Attributes
    ----------
    energy : float
        Its energy; NaN where there is none.
    cosine : float
        Its cosine with the injected vector.
    rate : float
        Factor per loop of the distance to it, up to powers of the number of loops.
    stable : bool
        Whether there is one and the rate is below 1.

    Examples
    --------
    >>> from depthlaws import residual
    >>> layer = residual.InjectedStream(loops=1, a=0.5, b=0.5, eps=0.5)
    >>> residual.injected_fixed_point(layer).rate
    0.853553
    """

    energy: float
    cosine: float
    rate: float
    stable: bool


def injected_fixed_point(stream: InjectedStream, /) -> FixedPoint:
    """Fixed point of a looped layer with injection, and whether the loops converge to it.

    Without a norm they do if |a| + eps s sqrt(kappa1) < 1, kappa1 = E phi(z)^2 (1/2 for ReLU). With
    a norm, injection and 0 <= a < 1 (post-norm: a >= 0) they do at every branch scale.

    Parameters
    ----------
    stream : InjectedStream
        Looped layer with a positively homogeneous activation; its loops do not matter.

    Returns
    -------
    FixedPoint
        Energy, cosine with e, rate and stability.

    Raises
    ------
    ValueError
        If the activation is not positively homogeneous, or nothing is injected (b = 0).

    References
    ----------
    Source: looped, beyond the paper (X-15).

    Examples
    --------
    >>> from depthlaws import residual
    >>> layer = residual.InjectedStream(loops=1, a=0.5, b=0.5, eps=1.0, norm="post")
    >>> residual.injected_fixed_point(layer)
    FixedPoint(energy=1.0, cosine=0.57735, rate=0.883663, stable=True)
    """
    activation = activations.get(stream.activation)
    if activation.slopes is None:
        msg = f"fixed points need a positively homogeneous activation, got {shown(activation.name)}"
        raise ValueError(msg)
    if stream.b == 0:
        msg = f"fixed points need an injected vector, got b={stream.b}"
        raise ValueError(msg)
    forced, left = stream.b**2 * stream.e, 1 - stream.a
    branch = (stream.eps * stream.s) ** 2 * float(activation.dual(1.0, 1.0, 1.0))
    edge = math.sqrt(branch)
    if stream.norm == "post":
        size = stream.a + math.sqrt(forced + branch)  # by which the norm divides
        if size <= 0:
            return FixedPoint(math.nan, math.nan, math.nan, stable=False)
        rate, energy, left = (abs(stream.a) + edge) / size, 1.0, math.sqrt(forced + branch)
    elif stream.norm == "pre":
        if left == 0:
            return FixedPoint(math.nan, math.nan, math.nan, stable=False)
        energy = (forced + branch) / left**2
        rate = abs(stream.a) + abs(left) * math.sqrt(branch / (forced + branch))
    else:
        rate = abs(stream.a) + edge
        if not edge < abs(left):
            return FixedPoint(math.nan, math.nan, rate, stable=False)
        energy = forced / ((left - edge) * (left + edge))
    cosine = stream.b * math.sqrt(stream.e / energy) / left
    return FixedPoint(energy, cosine, rate, stable=rate < 1)
