"""Theorem 1 of the second version, sections 3.2 and 7.2."""

import itertools
import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Proportion, Sampled
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, gaussian_mean
from depthlaws.claims.looped.common import (
    SCALE,
    SEEDS,
    SPREAD,
    N,
    controlled,
    dot,
    eps,
    h0,
    half_mean,
    half_square,
    lagrange,
    matrices,
    network,
    path,
    s,
    same,
    simulated,
    sizes,
    vectors,
)
from depthlaws.claims.looped.energy_bounds import STREAMS, sandwich
from depthlaws.claims.looped.kernel_bounds import KAPPA
from depthlaws.claims.looped.lemma_four import LEMMA_FOUR
from depthlaws.claims.looped.positive_cone import cone_gains
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream

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


def _chain() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """(c_W m_- N)^2 and (C_W sqrt(q_+) N)^2 are N^2 times constants that do not depend on N."""
    c, m, C, q = sp.symbols("c m C q", positive=True)
    for label, bound in (("below", c * m * N), ("above", C * sp.sqrt(q) * N)):
        yield f"{label}: over N^2", D(bound**2 / N**2, N), sp.Integer(0)


CLAIMS.add(
    id="LOOP-B-T1",
    source=LOOPED.theorem(1),
    says="c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N: |S_N|^2/d = Theta(N^2) under its "
    "hypotheses: lemma 4 for U_N, then the gains of W over the cone for S_N = W U_N.",
    statement=LEMMA_FOUR,
    checks=(Exhaustive(_chain),),
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
    says="At infinite width the hypotheses hold by themselves: m_- = sqrt(H_0/(2 pi)), "
    "q_+ = H_0 exp(sqrt2 s T)/2.",
    checks=(
        same(lambda: law("activation-mass-lower"), lambda: sp.sqrt(h0) * half_mean(), "h0"),
        same(
            lambda: law("activation-square-upper"),
            lambda: half_square() * law("tied-energy-exponential"),
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


def _one_sign_in_all(width: int) -> Iterator[tuple]:
    """For every pattern of signs of h_0: the network never moves only if all signs are -1.

    Over W a step has the mean square eps^2 s^2 |phi(h)|^2, which is 0 only if phi(h) is 0.
    """
    W = matrices("W", 1, width)[0]
    for signs in itertools.product((-1, 1), repeat=width):
        active = [max(sign, 0) * sp.Rational(i + 2, 3) for i, sign in enumerate(signs)]
        square = sum((u**2 for u in active), sp.Integer(0))
        move = eps * W * sp.Matrix(active)
        mean = gaussian_mean(dot(move, move), list(W), s**2 / width)
        yield f"signs {signs}: mean square of the step", mean, eps**2 * s**2 * square
        yield f"signs {signs}: |phi(h)|^2", square, "==" if max(signs) < 0 else ">", sp.Integer(0)


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
    says="At a finite width eps N = O(1) is not necessary for every network: with probability "
    "2^-d it never moves at any eps and N, as all coordinates of h_0 are negative.",
    checks=(
        Exhaustive(
            sizes(_one_sign_in_all, (1, 2, 3, 4)), what="exactly one of the 2^d patterns of signs"
        ),
    ),
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


def _aligned() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Equality for a branch parallel to h_0 (upper bound) and antiparallel to it (lower bound)."""
    R0, c, more = sp.symbols("R0 c more", positive=True)
    at = {"R0": R0, "c": c, "C": c, "eps": eps, "N": N}
    upper = law("tied-norm-upper", **{k: v for k, v in at.items() if k != "c"})
    lower = law("tied-norm-lower", **{k: v for k, v in at.items() if k != "C"})
    yield "aligned", upper, R0 + eps * c * N
    beyond = {c: (R0 + more) / (eps * N)}
    yield "opposed and longer", lower.subs(beyond), more
    shorter = {R0: c * eps * N + more}
    yield "opposed and shorter", lower.subs(shorter), sp.Integer(0)


CLAIMS.add(
    id="LOOP-B-RN",
    source=LOOPED.section("7.2.1"),
    says="(eps c N - R_0)_+ <= R_N <= R_0 + C eps N with c = c_W m_-, C = C_W sqrt(q_+): the "
    "triangle inequality, which is Cauchy and Schwarz, around theorem 1.",
    checks=(Exhaustive(sizes(lagrange, (1, 2, 3, 4))), Exhaustive(_aligned)),
    cross_checks=(Property(_norm_bounds, SMALL_NETWORKS, n=90),),
)


CLAIMS.add(
    id="LOOP-B-RN-wide",
    source=LOOPED.ledger("ERR-22"),
    says="At infinite width nothing is subtracted: R_N^2 >= R_0^2 + (eps s m_- N)^2.",
    checks=(
        same(
            lambda: law("tied-energy-lower"),
            lambda: h0 + (eps * s * N * law("activation-mass-lower")) ** 2,
            "N eps s h0",
        ),
        *KAPPA.checks,
    ),
    cross_checks=(Property(sandwich, STREAMS, n=40),),
)


def _mean_overlap(width: int, loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """sum_nm <u_n, u_m> = |U|^2."""
    u = vectors("u", loops, width)
    total = sum(u[1:], u[0])
    pairs = sum(dot(one, two) for one in u for two in u)
    yield f"d={width}, N={loops}", pairs, dot(total, total)


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
    says="The mean overlap of activations is |U_N|^2/(N^2 d), between m_-^2 and q_+.",
    statement=LEMMA_FOUR,
    checks=(Exhaustive(sizes(_mean_overlap, (1, 2, 3), (1, 2, 3))),),
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
    why_sampled="open: the signs of the Hermite coefficients of every activation",
)
