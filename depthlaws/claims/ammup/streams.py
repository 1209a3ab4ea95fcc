"""Other streams, beyond the paper: post-activation blocks, sign steps, persistent gates."""

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.ammup.common import (
    LINEAR,
    MODERATE,
    RELU,
    near,
    slope,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, lim
from depthlaws.sims.residual import Ensemble, ResidualMLP, matrix_free
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()

T, s = symbol("T"), symbol("s")


def _path_limit() -> tuple[sp.Expr, sp.Expr]:
    """q = m^2 + 1 with m' = b sqrt(q), b = s/sqrt(2 pi): (dq/dT)^2 = 4 b^2 q (q - 1)."""
    q_ = law("post-activation-limit")
    b2 = s**2 / (2 * sp.pi)
    return (
        (D(q_, T) ** 2).rewrite(sp.exp),
        (4 * b2 * q_ * (q_ - 1)).rewrite(sp.exp),
    )


def _path_start() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    q_ = law("post-activation-limit")
    yield "at T = 0", lim(q_, T, 0), sp.Integer(1)
    yield "second derivative at 0", D(q_, T, 2).subs(T, 0), s**2 / sp.pi


CLAIMS.add(
    id="AMMUP-X21",
    source=AMMUP.beyond("X21"),
    says="Untied streams z + eps relu(W z) need eps = T/K: then the energy tends to "
    "cosh(T s/sqrt(2 pi))^2; with eps = K^(-1/2) it is 29.3, 2367, 2.09e5 at K = 16, 64, 144.",
    checks=(
        Identity(_path_limit, {T: MODERATE, s: MODERATE}),
        Exhaustive(_path_start),
    ),
    cross_checks=(
        near(
            [
                (lambda: updates.post_activation_energy(16, 1 / 4), 29.25444),
                (lambda: updates.post_activation_energy(64, 1 / 8), 2367.434),
                (lambda: updates.post_activation_energy(144, 1 / 12), 208629.07),
                (lambda: updates.post_activation_energy(10**5, 1e-5), 1.3535583),
            ],
            rtol=1e-6,
        ),
        near(
            [
                (slope("post-activation", 4096, power=1), -1.0),
                (slope("post-activation", 4096, power=1, scaled="multiplier"), 1.0),
            ],
            rtol=2e-3,
            what="slopes",
        ),
    ),
)


def _one_matrix(N: int, eps: float, s: float) -> tuple[np.ndarray, np.ndarray]:
    return residual.post_activation_kernel(N, 1, eps, s), residual.tied_kernel(N, eps, s)


def _own_matrices(L: int, eps: float, s: float) -> tuple[np.ndarray, list[float]]:
    """Energies after 1, ..., L steps."""
    kernel = residual.post_activation_kernel(1, L, eps, s)
    steps = range(1, L + 1)
    return kernel.diagonal()[1:], [updates.post_activation_energy(k, eps, s) for k in steps]


def _calculated(L: int, N: int, eps: float, s: float) -> tuple[float, float]:
    growth = residual.loop(L, N, eps=eps, s=s, block="postact", sites=0).growth
    return growth, residual.post_activation_kernel(N, L, eps, s)[-1, -1]


def _many_loops(L: int) -> tuple[float, float]:
    """At eps N = T the distance from the limit falls like 1/N, at T = 0.8."""
    loops = [residual.loop(L, N, eps=0.8 / N, block="postact", sites=0) for N in (64, 128)]
    far, close = (loop.growth - loop.many_loops for loop in loops)
    return far / close, 2.0


SCALES = {"eps": [0.05, 0.5], "s": [0.7, 1.4]}
PLACES = ([2, 4, 6, 2], [2, 4, 6, 6])  # times (n, m) of a block of two matrices used three times


FIRST = ([0, 0, 1], [0, 1, 1])  # exact at every width: h_0 is drawn with mean zero


def _simulated(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Covariances of states of wide networks, (sample, place), and those of the first step."""
    model = ResidualMLP(width=4096, loops=3, layers=2, eps=0.4, s=1.3, post_activation=True)
    run = matrix_free.simulate(model, Ensemble(samples=192, seed=seed), observe="kernel")
    kernel = run["kernel"].to_numpy()
    return kernel[:, *PLACES], kernel[:, *FIRST]


def _exact(places: tuple[list[int], list[int]]) -> np.ndarray:
    return residual.post_activation_kernel(3, 2, 0.4, 1.3)[places]


CLAIMS.add(
    id="AMMUP-X21-shared",
    source=AMMUP.beyond("X21"),
    says="Post-activation streams whose L matrices are used N times in turn: H_nm = 1 + eps^2 s^2 "
    "sum over i < n, j < m of dual(H_ii, H_ij, H_jj), with 0 for H_ij where i and j have different "
    "matrices. One matrix gives the tied pre-activation stream, N = 1 the untied stream of X21.",
    checks=(
        Sampled(
            _simulated,
            lambda: _exact(PLACES),
            what="three loops of two matrices",
            control=lambda: _exact(FIRST),
        ),
        Property(_one_matrix, {"N": [1, 2, 9]} | SCALES, rtol=1e-13, what="one matrix"),
        Property(_own_matrices, {"L": [1, 2, 9]} | SCALES, rtol=1e-13, what="one loop"),
    ),
    cross_checks=(
        Property(_calculated, {"L": [1, 3], "N": [4], "eps": [0.05], "s": [1.4]}, rtol=1e-13),
        Property(_many_loops, {"L": [3]}, rtol=0.03, what="many loops"),
    ),
    why_sampled="no enclosure of a recursion in floats",
)


def _sign_sums(relu: bool) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Overlaps of sign updates by pairs: 1 + kappa (l - max) along delta, and the remainder."""
    share = 2 / sp.pi
    for level in range(1, 9):
        pairs = list(itertools.product(range(1, level + 1), repeat=2))
        if relu:
            along = sum(share / 2 * (1 + 2 * (level - max(p))) for p in pairs)
            rest = (1 - share) * (level - 1) + (1 - share) / 2
            total = (along + rest) / (2 * sp.pi)
        else:
            along = sum(share * (1 + level - max(p)) for p in pairs)
            total = share * (along + (1 - share) * level)
        name = "sign-update-relu" if relu else "sign-update-linear"
        yield f"l={level}", total, law(name, l=sp.Integer(level))


def _sign_values(relu: bool) -> list[tuple[Callable[[], float], float]]:
    name = "sign-update-relu" if relu else "sign-update-linear"
    options = RELU if relu else LINEAR
    return [
        (
            lambda level=level: float(
                updates.energies("plain", level, optimizer="sign", **options)[-1]
            ),
            float(formula(name).expr.subs(formula(name).symbols[0], level)),
        )
        for level in (1, 2, 7)
    ]


CLAIMS.add(
    id="AMMUP-B-sign",
    source=AMMUP.beyond("BP-8"),
    says=(
        "Sign steps on wide plain networks: S_l = n^2 (2/pi)[(2/pi) sum of min + (1 - "
        "2/pi) l] (linear), n^2/(2 pi) [(2 sum of min - l^2)/pi + (1 - 2/pi)(l - 1/2)] "
        "(ReLU): the exponent is -3/2 again, but eta* ~ 1/n, for any number of outputs."
    ),
    checks=(Exhaustive(lambda: itertools.chain(_sign_sums(False), _sign_sums(True))),),
    cross_checks=(
        near([*_sign_values(False), *_sign_values(True)], rtol=1e-12, what="public function"),
        near([(slope("plain", 10**5, optimizer="sign"), -1.5)], rtol=1e-4, what="slope"),
    ),
)


def _gates_law(c: int, blocks: int) -> Callable[[], float]:
    def ask() -> float:
        energies = updates.energies("residual", blocks, variance=float(c), part="label")
        return float(energies.mean() / blocks**2)

    return ask


def _two_blocks(c: float) -> tuple[list[float], list[float]]:
    """K = 1 and 2 by hand: y_1 = q, y_2 = 2 q v, v = 1 + tau q; C = P(both gates open)."""
    one, two = (updates.energies("residual", K, variance=c, part="label") for K in (1, 2))
    tau, q = c / 2, 0.5
    v = 1 + tau * q
    # l = 1: G = q (1 - no spread): E M_1 = 1 + tau D_1 meets tr G^2 = q^2: q^2 (1 + tau q).
    first = q**2 * (1 + tau * q)
    # l = 2: y_2^2 plus what block 1 spreads, 2 tau U_1 + tau^2 F(1, 1), U_1 = F = q y_1^2.
    second = (2 * q * v) ** 2 + (2 * tau + tau**2) * q * q**2
    return [*one, *two], [0.25, first, second]


CLAIMS.add(
    id="AMMUP-B-gates",
    source=AMMUP.beyond("BP-4"),
    says="ReLU blocks keep their gates: S-bar/K^2 is .2578, .7764 and 6.596 at K = 128 and "
    "c = 1, 2 and 4; the exponent -1 stays.",
    checks=(
        near(
            [(_gates_law(c, 128), value) for c, value in ((1, 0.25776), (2, 0.77635), (4, 6.5960))],
            rtol=1e-4,
        ),
        near([(slope("residual", 2048), -1.0)], rtol=1e-3, what="slope"),
    ),
    cross_checks=(Property(_two_blocks, {"c": [1.0, 2.0, 4.0]}, rtol=1e-13),),
    why_sampled="no enclosure of a recursion in floats",
)
