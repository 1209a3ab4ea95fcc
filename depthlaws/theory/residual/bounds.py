"""Rigorous bounds on tied and block streams: the papers' lemmas and theorems with constants."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.numerics.arguments import finite, with_axes
from depthlaws.theory.numerics.elementary import compound
from depthlaws.theory.numerics.scaled_sums import grown
from depthlaws.theory.numerics.types import Array, Numbers
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.accumulation import branch_energies, replacement_stability
from depthlaws.theory.residual.streams import Stream, whole_loops
from depthlaws.theory.residual.symbols import (
    C_0,
    C_1,
    C_J,
    C_W,
    COUNT,
    SCALES,
    C_Delta,
    L,
    N,
    Q,
    T,
    a_high,
    a_low,
    beta,
    d,
    eps,
    eta,
    h0,
    lam,
    m,
    q,
    s,
    t,
    theta,
    zeta,
)
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import Symbol, sp

__all__ = ["block_bound", "coherence", "update_gain"]

FEWER_LOOPS_THAN_WIDTH = sp.Lt(N, d)
MIN_STEP = 1e-5  # eps loops at which differences and their limit have as many digits


def _nonnegative(*symbols: Symbol) -> dict[Symbol, Interval]:
    return dict.fromkeys(symbols, NONNEGATIVE)


# -- the trajectory ------------------------------------------------------------------------------

isometry_lower = Formula(
    id="trajectory-isometry-lower",
    says="Lower bound on the gain of W on its N inputs' span, of probability 1 - 2 exp(-t^2/2).",
    source=LOOPED.beyond("X-2"),
    domain={N: COUNT, d: COUNT, t: NONNEGATIVE, s: NONNEGATIVE},
    given=FEWER_LOOPS_THAN_WIDTH,
    expr=s * (1 - sp.sqrt(N / d) - t / sp.sqrt(d)),
    kernel=lambda N, d, t, s: s * ((d - N) / (d + np.sqrt(N * d)) - t / np.sqrt(d)),
)

isometry_upper = Formula(
    id="trajectory-isometry-upper",
    says="Upper bound on the gain of W on its N inputs' span, of probability 1 - 2 exp(-t^2/2).",
    source=LOOPED.beyond("X-2"),
    domain={N: COUNT, d: COUNT, t: NONNEGATIVE, s: NONNEGATIVE},
    given=FEWER_LOOPS_THAN_WIDTH,
    expr=s * (1 + sp.sqrt(N / d) + t / sp.sqrt(d)),
)

isometry_probability = Formula(
    id="trajectory-isometry-probability",
    says="Lower bound on the probability that the trajectory isometry holds (0 if negative).",
    source=LOOPED.beyond("X-2"),
    domain={t: NONNEGATIVE},
    expr=1 - 2 * sp.exp(-(t**2) / 2),
)

energy_lower = Formula(
    id="tied-energy-lower",
    says="Lower bound on the energy of the tied ReLU stream at infinite width.",
    # rho >= 0, so kappa(rho) >= kappa(0) = 1/(2 pi), and H_ii >= H_0.
    source=LOOPED.beyond("X-3"),
    domain={N: COUNT, **SCALES},
    expr=h0 * (1 + (s * eps * N) ** 2 / (2 * sp.pi)),
)

energy_upper = Formula(
    id="tied-energy-upper",
    says="Upper bound on the energy of the tied ReLU stream at infinite width.",
    # kappa <= 1/2 gives R_n <= R_0 + eps s / sqrt(2) sum_{i<n} R_i.
    source=LOOPED.beyond("X-3"),
    domain={N: COUNT, **SCALES},
    expr=h0 * (1 + eps * s / sp.sqrt(2)) ** (2 * N),
    kernel=lambda N, eps, s, h0: h0 * compound(eps * s * math.sqrt(0.5), 2.0 * N),
)

energy_exponential = Formula(
    id="tied-energy-exponential",
    says="Upper bound on the energy of the tied ReLU stream in T = eps N alone.",
    source=LOOPED.beyond("X-3"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    expr=h0 * sp.exp(sp.sqrt(2) * s * T),
)

normalized_lower = Formula(
    id="tied-normalized-energy-lower",
    says="Lower bound on the energy of the tied ReLU stream with normalised inputs of the steps.",
    source=LOOPED.beyond("X-3"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    expr=h0 + (s * T) ** 2 / (2 * sp.pi),
)

normalized_upper = Formula(
    id="tied-normalized-energy-upper",
    says="Upper bound on the energy of the tied ReLU stream with normalised inputs of the steps.",
    source=LOOPED.beyond("X-3"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    expr=(sp.sqrt(h0) + s * T / sp.sqrt(2)) ** 2,
)

mass_lower = Formula(
    id="activation-mass-lower",
    says="Lower bound m_- of theorem 1 on every mean activation at infinite width.",
    source=LOOPED.beyond("X-3"),
    domain={h0: POSITIVE},
    expr=sp.sqrt(h0 / (2 * sp.pi)),
)

square_upper = Formula(
    id="activation-square-upper",
    says="Upper bound q_+ of theorem 1 on every |u_n|^2 / d at infinite width.",
    source=LOOPED.beyond("X-3"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    expr=energy_exponential.deferred / 2,
)

# -- one optimiser step --------------------------------------------------------------------------

update_upper = Formula(
    id="loop-update-upper",
    says="Upper bound on |dh_N|/sqrt(d): |W| <= C_W, |dW| <= C_Delta eta, |phi(h+)| <= Q sqrt(d).",
    source=LOOPED.section("7.3.1"),
    domain={**_nonnegative(eta, eps), N: COUNT, **_nonnegative(C_W, C_Delta, Q)},
    expr=C_Delta * Q * sp.exp(eps * C_W * N) * eta * eps * N,
)

update_upper_sharp = Formula(
    id="loop-update-upper-sharp",
    says="Upper bound on |dh_N|/sqrt(d) as loop-update-upper, with the recursion summed exactly.",
    source=LOOPED.beyond("LOOP-B-731"),
    domain={**_nonnegative(eta, eps), N: COUNT, C_W: POSITIVE, **_nonnegative(C_Delta, Q)},
    expr=C_Delta * Q * eta * ((1 + eps * C_W) ** N - 1) / C_W,
    kernel=lambda eta, eps, N, C_W, C_Delta, Q: (
        C_Delta * Q * eta * np.expm1(N * np.log1p(eps * C_W)) / C_W
    ),
)

update_sharp_lower = Formula(
    id="loop-update-sharp-lower",
    says="Lower bound on |dh_N|/sqrt(d) if the nonlinear part is a fraction theta of the linear.",
    source=LOOPED.section("7.3.2"),
    domain={**_nonnegative(eta, eps), N: COUNT, **_nonnegative(zeta, m), theta: Interval(0, 1)},
    expr=(1 - theta) * zeta * m * eta * eps * N,
)

update_sharp_upper = Formula(
    id="loop-update-sharp-upper",
    says="Upper bound on |dh_N|/sqrt(d) if the nonlinear part is a fraction theta of the linear.",
    source=LOOPED.section("7.3.2"),
    domain={**_nonnegative(eta, eps), N: COUNT, **_nonnegative(zeta, q), theta: Interval(0, 1)},
    expr=(1 + theta) * zeta * sp.sqrt(q) * eta * eps * N,
)

block_update_upper = Formula(
    id="block-update-upper",
    says="Upper bound on the linearised output change over sqrt(d) at eps = lam / (N sqrt L).",
    source=LOOPED.theorem(7),
    domain={**_nonnegative(eta, lam), L: COUNT, **_nonnegative(C_J, C_Delta)},
    expr=C_J * C_Delta * eta * lam * sp.sqrt(L),
)

# -- blocks --------------------------------------------------------------------------------------

_centred = a_high + (L - 1) * C_1 * beta**2

block_upper = Formula(
    id="block-branch-upper",
    says="Upper bound on E|sum_l G_l|^2 / d: theorem 6 with its constants written out.",
    source=LOOPED.theorem(6),
    domain={N: COUNT, L: COUNT, **_nonnegative(beta, a_high, C_0, C_1)},
    expr=2 * N**2 * L * (_centred + C_0 * beta**2 * L),
)

block_lower = Formula(
    id="block-branch-lower",
    says="Lower bound on E|sum_l G_l|^2 / d: the matching bound of theorem 6 for small lam.",
    source=LOOPED.theorem(6),
    domain={N: COUNT, L: COUNT, **_nonnegative(beta, a_low, C_0, C_1)},
    # |x + y|^2 >= |x|^2/2 - |y|^2 and E|M_l|^2 = E|Y_l|^2 - E|B_l|^2.
    expr=N**2 * L * ((a_low - C_0 * beta**2 - (L - 1) * C_1 * beta**2) / 2 - C_0 * beta**2 * L),
)


def update_gain(change: Numbers, U: Numbers, eta: float, /) -> float:
    """Return the gain zeta_N = |dW U| / (eta |U|) of an update on the summed activations.

    Parameters
    ----------
    change : array_like
        Update of the matrix, an array (width, width).
    U : array_like
        Summed activations, an array (width,). Not 0.
    eta : float
        Learning rate: size of the update of a matrix. Positive.

    Returns
    -------
    float
        Gain, a pure number.

    Raises
    ------
    ValueError
        If U vanishes, eta is not positive, or the shapes do not fit.

    References
    ----------
    Source: looped, section 7.3.2.

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.update_gain([[0.1, 0.0], [0.0, 0.1]], [1.0, 2.0], 0.1)
    1.0
    """
    vector, matrix = with_axes("U", U, "width"), with_axes("change", change, "width", "width")
    if matrix.shape != 2 * vector.shape:
        msg = f"change must be (width, width) for U of width {len(vector)}, got {matrix.shape}"
        raise ValueError(msg)
    (vector, size), (matrix, gain) = _scaled(vector), _scaled(matrix)
    size, eta = float(np.linalg.norm(vector)), finite("eta", eta)
    if not (size > 0 and eta > 0):
        msg = f"zeta needs |U| > 0 and eta > 0, got {size} and {eta}"
        raise ValueError(msg)
    fraction, power = math.frexp(eta)
    return float(grown(np.linalg.norm(matrix @ vector) / size / fraction, gain - power))


def _scaled(x: Array) -> tuple[Array, int]:
    """Return the numbers divided by a power of two so that all are below one, and that power.

    Their squares are then doubles.
    """
    power = int(np.frexp(np.max(np.abs(x)))[1])
    return np.ldexp(x, -power), power


def coherence(contributions: Numbers, eta: float, /) -> float:
    """Return the largest c_coh of eq. (15): |sum_{l,n} v_nl| / (sqrt(d) eta N L).

    Parameters
    ----------
    contributions : array_like
        Vectors v_nl = J_nl dW_l phi(h_nl), an array (loop, layer, width).
    eta : float
        Learning rate: size of the update of a matrix. Positive.

    Returns
    -------
    float
        Coherence per unit of learning rate, in units of h.

    Raises
    ------
    ValueError
        If eta is not positive, or the array has other axes.

    References
    ----------
    Source: looped, proposition 7.

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.coherence([[[1.0, 0.0], [0.0, 1.0]]], 0.1)
    5.0
    """
    vectors = with_axes("contributions", contributions, "loop", "layer", "width")
    loops, layers, width = vectors.shape
    eta = finite("eta", eta)
    if not eta > 0:
        msg = f"eta must be positive, got {eta}"
        raise ValueError(msg)
    vectors, power = _scaled(vectors)
    total = np.ldexp(np.linalg.norm(vectors.sum(axis=(0, 1))), power)
    return float(total) / (math.sqrt(width) * eta * loops * layers)


@dataclass(frozen=True, slots=True)
class BlockBound:
    """Theorem 6 evaluated: the constants of its hypotheses, its two bounds and the exact value.

    All energies are E|sum_l G_l|^2 / d. ``drift`` is C_0: B_l vanishes at infinite width.
    """

    beta: float
    a_low: float
    a_high: float
    drift: float
    coupling: float
    lower: float
    exact: float
    upper: float

    @property
    def tight(self) -> bool:
        """True if lambda is so small that the lower bound is positive."""
        return self.lower > 0


def _small_coupling(stream: Stream) -> float:
    """Return the coupling as eps -> 0, where differences of energies lose it.

    The differences are (eps loops)^2 times the energies that are subtracted. On average the layer
    above the redrawn one depends on it through (loops + 1)/2 loops.
    """
    activation, energy = activations.get(stream.activation), stream.start[0, 0]
    unit = np.ones(()) if stream.normalize else energy
    slope = activation.gate(unit, unit, unit) * unit / energy
    mean = (stream.loops + 1) / (2 * stream.loops)
    return float(stream.s**4 * slope * activation.dual(unit, unit, unit) * mean**2)


def block_bound(stream: Stream, /) -> BlockBound:
    """Evaluate the hypotheses and bounds of theorem 6 at infinite width, where all are computable.

    The error of ``coupling`` is about 1e-5 at eps loops = 1e-5; below that ``coupling`` is its
    limit.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.

    Returns
    -------
    BlockBound
        Constants of the hypotheses, lower and upper bound, and the exact energy, in units of h^2.

    Raises
    ------
    ValueError
        If the stream has several inputs, or its branch energies overflow.

    References
    ----------
    Source: looped, theorems 3 and 6, eqs. (7) to (9); constants beyond the paper (X-1d).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.block_bound(residual.Stream(loops=4, layers=2, eps=0.1)).tight
    True
    """
    whole_loops(stream, "theorem 6")
    energies = branch_energies(stream)
    if not np.isfinite(energies).all():
        msg = f"the branch energies of theorem 6 overflow at eps={stream.eps}; use a smaller eps"
        raise ValueError(msg)
    loops, layers = stream.loops, stream.layers
    scaled, step = energies / loops**2, abs(stream.eps) * loops
    coupling = 0.0
    small = step < MIN_STEP
    if small and layers > 1 and step > 0:
        coupling = _small_coupling(stream)
    for layer in range(layers if layers > 1 and not small else 0):
        others = np.delete(replacement_stability(stream, layer), layer)
        coupling = max(coupling, float(others.max()) / step**2)
    low, high = float(scaled.min()), float(scaled.max())
    return BlockBound(
        beta=step,
        a_low=low,
        a_high=high,
        drift=0.0,
        coupling=coupling,
        lower=block_lower(loops, layers, step, low, 0.0, coupling),
        exact=float(energies.sum()),
        upper=block_upper(loops, layers, step, high, 0.0, coupling),
    )
