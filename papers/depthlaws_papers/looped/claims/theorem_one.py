"""Theorem 1 of the second version, sections 3.2 and 7.2."""

import math

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Proportion, Sampled
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Statement,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    controlled,
    h0,
    half_mean,
    network,
    path,
    same,
    simulated,
)
from depthlaws_papers.looped.claims.energy_bounds import ENERGY_ABOVE_CHECKS, STREAMS, sandwich
from depthlaws_papers.looped.claims.kernel_bounds import ENERGY_BELOW, KAPPA
from depthlaws_papers.looped.claims.lemma_four import LEMMA_FOUR, THEOREM_ONE
from depthlaws_papers.looped.claims.positive_cone import cone_gains
from depthlaws_papers.looped.claims.stream import (
    FRESH,
    N,
    W,
    before,
    branch,
    d,
    eps,
    h,
    i,
    j,
    k,
    n,
    s,
    u,
    x,
    y,
)

CLAIMS = Claims()

WIDTH = 40
CONES = {"loops": [1, 2, 9], "eps": SCALE, "seed": SEEDS}


def _theorem_one(loops: int, width: int, eps: float, seed: int) -> bool | None:
    """c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N, with the gains over the full cone."""
    p = path(seed, width=width, loops=loops, eps=eps)
    if not p["u"].any():
        return None
    low, high = cone_gains(p["W"][0])
    mass = residual.cone_mass(p["u"])
    size = np.linalg.norm(p["r"].sum(axis=0)) / math.sqrt(width)
    return bool(low * mass.lower <= size * (1 + 1e-9) and size <= high * mass.upper * (1 + 1e-9))


SMALL_NETWORKS = {"loops": [1, 2, 9], "width": [2, 3, 5], "eps": SCALE, "seed": SEEDS}


CLAIMS.add(
    id="LOOP-B-T1",
    source=LOOPED.theorem(1),
    says="c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N, so |S_N|^2/d = Theta(N^2), for gains of W "
    "between c_W and C_W on U_N and means m_- and q_+ over all steps: lemma 4 for U_N, then the "
    "gains for S_N = W U_N.",
    statement=THEOREM_ONE,
    cross_checks=(Property(_theorem_one, SMALL_NETWORKS, n=90),),
)


def _mean_activation(loops: int, eps: float, s: float, h0: float) -> bool:
    """m_- and q_+ bound every step at infinite width."""
    energies = Stream(loops=loops, eps=eps, s=s, h0=h0).energies[:-1]
    mass = np.sqrt(energies / (2 * math.pi))
    low = formula("activation-mass-lower")(h0)
    high = formula("activation-square-upper")(loops * eps, s, h0)
    return bool(np.all(mass >= low * (1 - 1e-12)) and np.all(energies / 2 <= high * (1 + 1e-12)))


def _simulated_mass(loops: int, s: float, h0: float) -> Sampled:
    """Mean activation of the last step of wide networks: sqrt(H/(2 pi))."""
    stream = Stream(loops=loops, eps=1 / loops, s=s, h0=h0)
    exact = math.sqrt(stream.energies[-2] / (2 * math.pi))
    return controlled(
        network(stream, 16_384), "activation_mean", lambda: exact, samples=96, what=f"N={loops}"
    )


CLAIMS.add(
    id="LOOP-B-T1-hypotheses",
    source=LOOPED.ledger("X-3"),
    says="At infinite width, without norm, hypotheses 1 and 2 hold while T = eps N is bounded, "
    "with m_- = sqrt(H_0/(2 pi)) and q_+ = H_0 exp(sqrt2 s T)/2; the first holds at any T.",
    statement=ENERGY_BELOW,
    checks=(
        *ENERGY_ABOVE_CHECKS,
        same(looked_up("activation-mass-lower"), sp.sqrt(h0) * half_mean(), "h0"),
        same(
            looked_up("activation-square-upper"),
            sp.Rational(1, 2) * looked_up("tied-energy-exponential"),
            "T s h0",
        ),
    ),
    cross_checks=(
        Property(
            _mean_activation,
            {"loops": [1, 4, 20], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            n=40,
        ),
        _simulated_mass(1, 1.0, 2.0),
        _simulated_mass(6, 1.4, 0.5),
    ),
)


def _dead(width: int) -> Proportion:
    """Share of tied networks that never move: every coordinate of h_0 is negative."""

    def count(seed: int) -> tuple[int, int]:
        model = ResidualMLP(width=width, loops=8, eps=1.0)
        energy = simulated(model, "energy", samples=170_000, seed=seed)
        return int(np.sum(energy[:, -1] == energy[:, 0])), len(energy)

    return Proportion(count, lambda: 2.0**-width, what=f"width {width}")


CLAIMS.add(
    id="LOOP-B-T1-finite",
    source=LOOPED.ledger("ERR-19"),
    says="At a finite width eps N = O(1) is not necessary for every network: where no coordinate "
    "of h_0 is positive every state is h_0 at any eps and N; elsewhere a step has the mean square "
    "eps^2 s^2 |relu(h_0)|^2, here y = relu(h_0).",
    statement=Statement(
        Equal(h[N, i], x[i], by=induction(N), where={u[n, i]: 0}),
        for_all={
            N: naturals(1),
            d: naturals(1),
            eps: reals,
            x: reals[d],
            u: reals[N, d],
            W: reals[d, d],
        },
        defined={
            h[0, i]: x[i],
            h[before + 1, i]: h[before, i] + eps * total(W[i, j] * u[before + 1, j], j),
        },
    ),
    checks=Statement(
        Equal(Mean(total((eps * branch) ** 2, i), W), (eps * s) ** 2 * total(y[j] ** 2, j)),
        for_all=FRESH,
    ).checks,
    cross_checks=(_dead(1), _dead(2), _dead(3)),
)


def _norm_bounds(loops: int, width: int, eps: float, seed: int) -> bool | None:
    """Both bounds with c = c_W m_- and C = C_W sqrt(q_+), the gains over the full cone."""
    p = path(seed, width=width, loops=loops, eps=eps)
    if not p["u"].any():
        return None
    low, high = cone_gains(p["W"][0])
    mass = residual.cone_mass(p["u"])
    first, last = (float(np.linalg.norm(p["h"][i]) / math.sqrt(width)) for i in (0, -1))
    below = formula("tied-norm-lower")(eps, loops, first, low * mass.mass)
    above = formula("tied-norm-upper")(eps, loops, first, high * math.sqrt(mass.square))
    return below <= last * (1 + 1e-9) and last <= above * (1 + 1e-9)


R_0, R_N, C, c = scalars("R_0 R_N C c")


def _norms() -> Statement:
    """The triangle inequality by 2 p q - 2 <v, w> = |q v - p w|^2/(p q) + slack."""
    out = x[i] + eps * y[i]
    start = AtMost(total(x[i] ** 2, i), R_0**2 * d)
    end = AtMost(total(out**2, i), R_N**2 * d)
    high = AtMost(total(y[i] ** 2, i), (C * N) ** 2 * d)
    low = AtMost((c * N) ** 2 * d, total(y[i] ** 2, i))
    size = C * N
    above = total((size * x[i] - R_0 * y[i]) ** 2, i) / (R_0 * size)
    below = total((R_N * x[i] + R_0 * out) ** 2, i) / (R_0 * R_N)
    return Statement(
        AtMost(
            sqrt(total(out**2, i) / d),
            R_0 + C * eps * N,
            because=start.gap / d
            + eps**2 * high.gap / d
            + eps * (above + size / R_0 * start.gap + R_0 / size * high.gap) / d,
        ),
        AtMost(
            eps * c * N,
            R_0 + R_N,
            because=eps**2 * low.gap / d
            + start.gap / d
            + end.gap / d
            + (below + R_N / R_0 * start.gap + R_0 / R_N * end.gap) / d,
        ),
        for_all={
            N: naturals(1),
            d: naturals(1),
            eps: nonnegative,
            **dict.fromkeys((R_0, R_N, C, c), positive),
            **dict.fromkeys((x, y), reals[d]),
        },
        given=(start, end, high, low),
        witness=({d: 2, N: 1, eps: 0, R_0: 1, R_N: 1, C: 2, c: 1, x: [0, 0], y: [1, 2]},),
    )


CLAIMS.add(
    id="LOOP-B-RN",
    source=LOOPED.section("7.2.1"),
    says="(eps c N - R_0)_+ <= R_N <= R_0 + C eps N for h_N = x + eps S_N with |S_N|/sqrt d "
    "between c N and C N, which theorem 1 gives: the triangle inequality.",
    statement=_norms(),
    cross_checks=(Property(_norm_bounds, SMALL_NETWORKS, n=90),),
)


CLAIMS.add(
    id="LOOP-B-RN-wide",
    source=LOOPED.ledger("ERR-22"),
    says="At infinite width nothing is subtracted: R_N^2 >= R_0^2 + (eps s m_- N)^2 with m_- = "
    "R_0/sqrt(2 pi), and more sharply R_N^2 >= R_0^2 (1 + (s eps N)^2/2).",
    statement=ENERGY_BELOW,
    checks=(
        *Statement(
            Equal(
                registered("tied-energy-lower", h0=R_0**2),
                R_0**2 + (eps * s * N * registered("activation-mass-lower", h0=R_0**2)) ** 2,
            ),
            for_all={N: naturals(1), **dict.fromkeys((eps, s, R_0), positive)},
        ).checks,
        *KAPPA.checks,
    ),
    cross_checks=(Property(sandwich, STREAMS, n=40),),
)


def _simulated_overlaps(loops: int, eps: float, seed: int) -> bool:
    """The mean overlap in the simulators lies between m_-^2 and q_+."""
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps)
    overlaps = simulated(model, "overlaps", samples=3, seed=seed)
    mass = simulated(model, "activation_mean", samples=3, seed=seed).mean(axis=1)
    square = np.einsum("snn->s", overlaps) / loops
    mean = overlaps.mean(axis=(1, 2))
    return bool(np.all(mass**2 <= mean * (1 + 1e-12)) and np.all(mean <= square * (1 + 1e-12)))


CLAIMS.add(
    id="LOOP-B-OV",
    source=LOOPED.section("7.2.1"),
    says="The mean overlap of activations is |U_N|^2/(N^2 d), between m_-^2 and q_+, by lemma 4.",
    statement=LEMMA_FOUR,
    checks=Statement(
        Equal(
            total(total(u[n, i] * u[k, i], i), n, k) / (N**2 * d),
            total(total(u[n, i], n) ** 2, i) / (N**2 * d),
        ),
        for_all={N: naturals(1), d: naturals(1), u: reals[N, d]},
    ).checks,
    cross_checks=(Property(_simulated_overlaps, CONES, n=30),),
)


def _all_positive(activation: str, loops: int, eps: float, s: float) -> bool:
    """Every overlap of a normalised stream is positive."""
    kernel = Stream(
        loops=loops, eps=eps, s=s, activation=_activation(activation), normalize=True
    ).overlap
    return bool(np.all(kernel > 0))


def _activation(name: str) -> str | activations.Activation:
    smooth = {
        "tanh": (np.tanh, lambda z: 1 / np.cosh(z) ** 2),
        "sin": (np.sin, np.cos),
        "silu": (
            lambda z: z / (1 + np.exp(-z)),
            lambda z: (1 + np.exp(-z) + z * np.exp(-z)) / (1 + np.exp(-z)) ** 2,
        ),
    }
    return activations.from_function(name, *smooth[name]) if name in smooth else name


CLAIMS.add(
    id="LOOP-B-REM1",
    source=LOOPED.section("3.2, remark"),
    says="Accumulation needs no positivity: with a normalised stream every overlap is positive for "
    "erf, GELU, tanh, sin and SiLU too, odd ones included.",
    checks=(
        Property(
            _all_positive,
            {
                "activation": ["erf", "gelu", "linear", "relu", "tanh", "sin", "silu"],
                "loops": [2, 12],
                "eps": [0.1, 1.0],
                "s": [0.5, 2.0],
            },
            n=56,
        ),
    ),
    why_sampled="no enclosure of a full kernel; Mehler's series, in which squares multiply powers "
    "of the correlation, would prove it for every activation",
)
