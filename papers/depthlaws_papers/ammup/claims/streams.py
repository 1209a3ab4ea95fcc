"""Other streams, beyond the paper: post-activation blocks, sign steps, persistent gates."""

from collections.abc import Callable

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    Tree,
    half,
    indices,
    naturals,
    pi,
    positive,
    registered,
    scalars,
    total,
    tree,
)
from depthlaws.sims.residual import Ensemble, ResidualMLP, matrix_free
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import (
    LINEAR,
    RELU,
    near,
    slope,
)

CLAIMS = Claims()

T, s = symbol("T"), symbol("s")


passed = T * s / sp.sqrt(2 * sp.pi)
energy = sp.cosh(passed) ** 2
pace = 2 * s**2 / sp.pi  # 4 b^2 of m' = b sqrt(q)

CLAIMS.add(
    id="AMMUP-X21",
    source=AMMUP.beyond("X21"),
    says="In untied streams z + eps relu(W z) with eps = T/K and many blocks the energy q obeys "
    "(dq/dT)^2 = (2 s^2/pi) q (q - 1), from 1 on with q'' = s^2/pi: it is cosh(T s/sqrt(2 pi))^2.",
    statement=Statement(
        Equal(registered("post-activation-limit"), (sp.exp(passed) + sp.exp(-passed)) ** 2 / 4),
        Equal((D(energy, T) ** 2).rewrite(sp.exp), (pace * energy * (energy - 1)).rewrite(sp.exp)),
        Equal(at(energy, {T: 0}), 1),
        Equal(at(D(energy, T, 2), {T: 0}), s**2 / sp.pi),
        for_all={T: positive, s: positive},
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


layer = scalars("l")
later = indices("h", layer)


def over_pairs(share: Tree) -> Tree:
    """Sum over pairs of layers whose later one is h: there are 2h - 1 of them."""
    return total((2 * tree(later) - 1) * share, later)


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
    says="Sign steps on wide plain networks, whose signs at layers h and k overlap by 1 + l - "
    "max(h, k) (linear) or 1 + 2 (l - max(h, k)) (ReLU) along the cotangent: S_l = n^2 "
    "(2/pi)[(2/pi) sum of min + (1 - 2/pi) l] and n^2/(2 pi) [(2 sum of min - l^2)/pi + (1 - "
    "2/pi)(l - 1/2)].",
    statement=Statement(
        Equal(
            2 / pi * (2 / pi * over_pairs(1 + layer - later) + (1 - 2 / pi) * layer),
            registered("sign-update-linear"),
        ),
        Equal(
            (over_pairs((1 + 2 * (layer - later)) / pi) + (1 - 2 / pi) * (layer - half)) / (2 * pi),
            registered("sign-update-relu"),
        ),
        Equal(over_pairs(1 + layer - later), registered("overlap-sum")),
        for_all={layer: naturals(1)},
    ),
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
