"""Closed forms of infinite-width residual streams, and the energies computed from them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.catalogue import call_seconds, pair_seconds
from depthlaws.theory.activations.kernels import kappa_relu, rho
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import count, reals
from depthlaws.theory.numerics.elementary import compound
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.stream_recursions import output_energy
from depthlaws.theory.residual.streams import Stream
from depthlaws.theory.residual.symbols import COUNT, SCALES, L, N, T, d, eps, h0, hN, kappa1, s
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.namespaces import namespace

__all__ = ["tied_energy", "tied_linear_energy", "untied_energy"]

untied_growth = Formula(
    id="untied-energy",
    says="Energy after L untied layers; kappa1 = E phi(z)^2 at unit variance, 1/2 for ReLU.",
    source=LOOPED.section("7.1"),
    values=POSITIVE,
    rising=(eps, s, h0),
    domain={L: COUNT, **SCALES, kappa1: POSITIVE},
    expr=h0 * (1 + kappa1 * eps**2 * s**2) ** L,
    kernel=lambda L, eps, s, h0, kappa1: h0 * compound(kappa1 * (eps * s) ** 2, L),
)

untied_normalized = Formula(
    id="untied-normalized-energy",
    says="Energy after L untied layers with normalised inputs.",
    source=LOOPED.beyond("X-1"),
    domain={L: COUNT, **SCALES, kappa1: POSITIVE},
    expr=h0 + L * kappa1 * eps**2 * s**2,
)

tied_two_loops = Formula(
    id="tied-two-loops-energy",
    says="Energy of the tied ReLU stream after two loops.",
    source=LOOPED.beyond("X-1"),
    domain=SCALES,
    expr=h0
    + (eps * s) ** 2
    * (
        h0 * (1 + (eps * s) ** 2 / 4)
        + 2
        * h0
        * sp.sqrt(1 + (eps * s) ** 2 / 2)
        * kappa_relu.deferred.subs(rho, 1 / sp.sqrt(1 + (eps * s) ** 2 / 2))
    ),
)


def _binomial_squares(N: Any, eps: Any, s: Any) -> Any:
    """Return the sum of binomial(N, k)^2 (eps s)^(2k).

    All terms are positive, so the sum is stable. A sum below overflow has its weight within y + 10
    sqrt(y) + 40 terms, y = N eps s.
    """
    loops, gain = np.broadcast_arrays(np.asarray(N, dtype=np.float64), np.multiply(eps, s))
    weight = float(np.max(loops * gain, initial=0.0))
    needed = min(np.max(loops, initial=1.0), weight + 10 * weight**0.5 + 40, 5000)
    # NumPy adds blocks of 128 in pairs: zeros up to a power of two change no bit of an element.
    terms = max(128, 1 << math.ceil(math.log2(needed)))
    k = np.arange(1, terms + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        ratio = np.maximum(loops[..., None] - k + 1, 0.0) * gain[..., None] / k
        total = 1.0 + np.cumprod(ratio**2, axis=-1).sum(axis=-1)
    return np.where(np.isnan(total), np.inf, total)  # one term is beyond the doubles


tied_linear = Formula(
    id="tied-linear-energy",
    says="Energy ratio H_N / H_0 of the tied stream with a linear activation.",
    source=LOOPED.beyond("X-1"),
    values=Interval(1, sp.oo),
    rising=(eps, s),
    domain={N: COUNT, eps: NONNEGATIVE, s: NONNEGATIVE},
    expr=sp.hyper((-N, -N), (1,), (eps * s) ** 2),
    kernel=_binomial_squares,
)

tied_linear_limit = Formula(
    id="tied-linear-limit",
    says="H_N / H_0 of the tied linear stream at eps = T / N as N grows.",
    source=LOOPED.beyond("X-10"),
    values=Interval(1, sp.oo),
    rising=(T, s),
    domain={T: NONNEGATIVE, s: NONNEGATIVE},
    expr=sp.besseli(0, 2 * s * T),
    kernel=lambda T, s: special.i0(2.0 * s * T),
)

frozen_gates = Formula(
    id="tied-frozen-gates-limit",
    says="Limit energy of the tied ReLU stream if every gate stayed as it was at the start.",
    source=LOOPED.beyond("X-10"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    expr=h0 * sp.besseli(0, sp.sqrt(2) * s * T),
    kernel=lambda T, s, h0: h0 * special.i0(np.sqrt(2.0) * s * T),
)

small_time = Formula(
    id="tied-limit-small-time",
    says="Limit energy of the tied ReLU stream to fifth order in T = eps N.",
    source=LOOPED.beyond("X-10"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    # kappa(rho) = rho/2 + t^3/(6 pi), t = |sigma - tau| s / sqrt(2); |x|^3 over a square: T^5/10.
    expr=frozen_gates.deferred + h0 * (s * T) ** 5 / (120 * sp.sqrt(2) * sp.pi),
    kernel=lambda T, s, h0: (
        h0 * (special.i0(np.sqrt(2.0) * s * T) + (s * T) ** 5 / (120 * np.sqrt(2.0) * np.pi))
    ),
)

growth_per_loop = Formula(
    id="tied-growth-per-loop",
    says="Factor per late loop in the energy of the tied ReLU stream at fixed eps.",
    source=LOOPED.beyond("X-10"),
    domain={eps: NONNEGATIVE, s: NONNEGATIVE},
    expr=(1 + eps * s / sp.sqrt(2)) ** 2,
)

increment_cosine = Formula(
    id="increment-cosine",
    says="Cosine between two increments of the tied ReLU stream whose states have correlation rho.",
    source=LOOPED.beyond("X-5"),
    values=Interval(0, 1),
    domain=dict(kappa_relu.declared),
    expr=2 * kappa_relu.deferred,
    kernel=lambda rho: 2.0 * kappa_relu.unchecked(rho),
)

cross_term_deviation = Formula(
    id="cross-term-deviation",
    says="Standard deviation of the cross term B_N at large width d: its mean is O(1/d).",
    source=LOOPED.beyond("X-4"),
    domain={h0: POSITIVE, hN: POSITIVE, d: COUNT},
    given=sp.Ge(hN, h0),
    expr=2 * sp.sqrt(h0 * (hN - h0) / d),
)

_ratio = sp.sqrt(2) / (eps * s)

cross_term_mean = Formula(
    id="cross-term-mean-two-loops",
    says="d times the mean of the cross term B_2 of the tied ReLU stream, as the width d grows.",
    source=LOOPED.beyond("X-4"),
    domain={eps: POSITIVE, s: POSITIVE, h0: POSITIVE},
    # E z_+^2 P(Z < c z) = 1/4 + (atan c + c / (1 + c^2)) / 2 pi at c = sqrt(2) / (eps s).
    expr=2
    * (eps * s) ** 2
    * h0
    * (sp.Rational(1, 4) + (sp.atan(_ratio) + _ratio / (1 + _ratio**2)) / (2 * sp.pi)),
)


def _size(name: str, scale: Any) -> Any:
    """Return the absolute value of a scale, of which only the square matters."""
    return np.abs(reals(name, scale)) if namespace(scale) is None else abs(scale)


def untied_energy(
    L: Numbers,
    eps: Numbers,
    s: Numbers = 1.0,
    h0: Numbers = 1.0,
    activation: str | Activation = "relu",
    *,
    normalize: bool = False,
) -> Floats:
    """Return the energy after L layers with independent matrices.

    For ReLU it is h0 (1 + eps^2 s^2 / 2)^L. Positively homogeneous activations have a closed form;
    any other is iterated layer by layer.

    Parameters
    ----------
    L : int or array_like
        Layers, each with its own matrix. At least 1.
    eps : float or array_like
        Branch scale: h + eps W phi(h).
    s : float or array_like
        Weight scale: entries of W have variance s^2 / width.
    h0 : float or array_like
        Energy of the initial state, its mean square coordinate. Positive.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    float or ndarray
        Energy |h|^2 / width of the last state, in units of h^2. The arguments broadcast.

    Raises
    ------
    ValueError
        If L < 1, a scale is not finite, or iterating the layers would take more than an hour.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, section 7.1, with the constant of the infinite width.

    Examples
    --------
    >>> untied_energy(64, eps=1 / 8)
    1.645520896156
    """
    phi = activations.get(activation)
    eps, s = _size("eps", eps), _size("s", s)
    if normalize or phi.slopes is not None:
        law = untied_normalized if normalize else untied_growth
        return law(L, eps, s, h0, float(phi.dual(1.0, 1.0, 1.0)))
    untied_growth(L, eps, s, h0, 1.0)  # the same domain
    with np.errstate(over="ignore"):
        depth, gain, energy = np.broadcast_arrays(L, np.square(np.multiply(eps, s)), h0)
    layers = int(np.max(depth, initial=1))
    each = min(pair_seconds(phi), 7e-6)  # of a state with itself
    seconds = layers * (call_seconds(phi) + each * depth.size)
    only = "only positively homogeneous activations have a closed form"
    require_time(seconds, f"{layers:,} layers of {phi.name}, one by one,", only)
    energy = energy.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        for layer in range(int(np.max(depth))):
            further = energy + gain * phi.dual(energy, energy, energy)
            further = np.where(np.isnan(further), np.inf, further)  # an energy beyond the doubles
            energy = np.where(layer < depth, further, energy)
    return float(energy) if energy.ndim == 0 else energy


def tied_energy(
    N: int,
    eps: float,
    s: float = 1.0,
    h0: float = 1.0,
    activation: str | Activation = "relu",
    *,
    normalize: bool = False,
) -> float:
    """Return the energy after one layer with matrix W is looped N times.

    It is the last entry of :func:`tied_kernel`, in O(N^2) time and O(N) memory.

    Parameters
    ----------
    N : int
        Loops: how often the layer is applied. At least 1.
    eps : float
        Branch scale: h + eps W phi(h).
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float
        Energy of the initial state, its mean square coordinate. Positive.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    float
        Energy |h|^2 / width of the last state, in units of h^2.

    Raises
    ------
    ValueError
        If N < 1, a scale is not finite, or the loops would take more than an hour.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, eq. (1), at infinite width: beyond the paper (X-1).

    Examples
    --------
    >>> tied_energy(2, eps=0.5)
    1.516716522
    """
    loops = count("N", N)
    stream = Stream(loops=loops, eps=eps, s=s, h0=h0, activation=activation, normalize=normalize)
    if np.ndim(stream.h0) != 0:
        msg = f"h0 must be one energy, got shape {np.shape(stream.h0)}"
        raise ValueError(msg)
    seconds = pair_seconds(activations.get(activation)) * float(loops) ** 2
    require_time(seconds, f"{loops:,} loops", "see residual.limit for eps = T / N")
    return output_energy(stream)


def tied_linear_energy(N: Numbers, eps: Numbers, s: Numbers = 1.0) -> Floats:
    """Return the energy ratio H_N / H_0 of N tied loops with a linear activation.

    It is 2F1(-N, -N; 1; (eps s)^2), and tends to I_0(2 s) at eps = 1/N.

    Parameters
    ----------
    N : int or array_like
        Loops: how often the layer is applied. At least 1.
    eps : float or array_like
        Branch scale: h + eps W h.
    s : float or array_like
        Weight scale: entries of W have variance s^2 / width.

    Returns
    -------
    float or ndarray
        Ratio of the energies, a pure number. The arguments broadcast.

    Raises
    ------
    ValueError
        If N < 1 or a scale is not finite.

    References
    ----------
    Source: looped, beyond the paper (X-1).

    Examples
    --------
    >>> tied_linear_energy(2, eps=0.5)
    2.0625
    """
    return tied_linear(N, _size("eps", eps), _size("s", s))
