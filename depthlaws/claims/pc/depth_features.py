"""Appendix A.5, desideratum 5 and theorem 2: residual features in training (eqs. 111 to 124)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.pc.common import (
    HALF,
    ONE,
    Case,
    L,
    N,
    alpha,
    equal,
    exponent,
    gamma0,
    net,
    over,
    slopes,
)
from depthlaws.claims.pc.depth import LAYERS, WIDTHS
from depthlaws.claims.pc.sizes import pc_line
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()


# -- desideratum 5 (eqs. 111 to 124) ---------------------------------------------------------------


def _velocity(one: Any, layer: int) -> Any:
    """Velocity of a weight matrix on the flow of L / s, over eta / s^2."""
    W = one.W[layer - 1]
    return one.loss * slopes(one.s, W) - one.s * slopes(one.loss, W)


def _block_velocities(width: int, depth: int) -> Iterator[Case]:
    one = net(width, depth, True, samples=2)
    for layer in range(2, depth):
        below, cl = one.h[layer - 1], one.c[layer - 1]
        push = sum(one.r[0, n] * one.m[layer] @ below[:, n][None] for n in range(2)) / 2
        wanted = one.s * cl * push + one.loss * slopes(one.s, one.W[layer - 1])
        yield from equal(f"block {layer}", _velocity(one, layer), wanted)


def _block_front() -> tuple[sp.Expr, sp.Expr]:
    """eta c_l m_l with m_l = g/(gamma sqrt N), eta = eta_0 gamma0^2 N, c_l = L^-alpha N^(-1/2)."""
    eta0 = symbol("eta0")
    front = eta0 * gamma0**2 * N * (L**-alpha / sp.sqrt(N)) / (gamma0 * sp.sqrt(N) * sp.sqrt(N))
    return front, eta0 * gamma0 / (sp.sqrt(N) * L**alpha)


FRONT = {L: LAYERS, N: WIDTHS, gamma0: POSITIVE, symbol("eta0"): POSITIVE, alpha: Interval(0, 2)}

CLAIMS.add(
    id="PC-E111",
    source=PC.eq("111-113"),
    says=(
        "dW_l/dt = eta_0 gamma_0/(sqrt N L^alpha s) (1/P) sum Delta g_l h_(l-1)^T + (eta "
        "L/s^2) ds/dW_l in a block, where L is the mean loss."
    ),
    checks=(
        Exhaustive(over(_block_velocities, ((1, 3), (1, 4)))),
        Identity(_block_front, FRONT),
    ),
)


def _feature_velocities(width: int, depth: int) -> Iterator[Case]:
    """Product rule of h_l = (1 + c W) h_{l-1} for sample 0 of two, times s^2 / eta."""
    one = net(width, depth, True, samples=2)
    moved = one.c[0] * _velocity(one, 1) @ one.x[:, :1]
    for layer in range(2, depth):
        cl, below = one.c[layer - 1], one.h[layer - 1]
        whole = cl * _velocity(one, layer) @ below[:, :1] + one.M[layer - 1] @ moved
        overlaps = [sum(below[:, n] * below[:, 0]) for n in range(2)]
        own = sum(one.r[0, n] * one.m[layer] * overlaps[n] for n in range(2)) / 2
        extra = cl * one.loss * slopes(one.s, one.W[layer - 1]) @ below[:, :1]
        carried = moved + cl * one.W[layer - 1] @ moved
        yield from equal(f"h_{layer}", whole, carried + one.s * cl**2 * own + extra)
        moved = whole


def _feature_front() -> tuple[sp.Expr, sp.Expr]:
    """c_l times the front of (113), with h.h = N Phi."""
    eta0 = symbol("eta0")
    front = eta0 * gamma0 / (sp.sqrt(N) * L**alpha) * L**-alpha / sp.sqrt(N) * N
    return front, eta0 * gamma0 * L ** (-2 * alpha)


CLAIMS.add(
    id="PC-E114",
    source=PC.eq("114-119"),
    says=(
        "A block's features have the velocity of the features below, plus L^(-2 alpha) "
        "times the block's own push, the slope of s, and W times the velocity below."
    ),
    checks=(
        Exhaustive(over(_feature_velocities, ((1, 3),))),
        Identity(_feature_front, FRONT),
    ),
)


def _carried() -> Iterator[Case]:
    """The factors (1 + 1/L)^(L-2) that carry a velocity to the top tend to e, not to 1."""
    size = sp.Symbol("L", positive=True)
    grown = lim((size - 2) * sp.log(1 + 1 / size), size, sp.oo)
    yield "limit of the neglected factor", sp.exp(grown), sp.Integer(1)


def _carried_exactly(width: int) -> Iterator[Case]:
    """Mean square of (1 + c W) v over W: (1 + width c^2) |v|^2 for any velocity v below."""
    one = net(width, 3, True)
    v = np.array([[sp.Symbol(f"v{i}", real=True)] for i in range(width)], dtype=object)
    moved = one.M[1] @ v
    average = one.mean(sum(entry**2 for entry in moved.flat), kept=(1, 3))
    yield from equal("mean square", average, (1 + width * one.c[1] ** 2) * sum(v[:, 0] ** 2))


def _carried_limit() -> Iterator[Case]:
    size = sp.Symbol("L", positive=True)
    grown = lim((size - 2) * sp.log(1 + 1 / size), size, sp.oo)
    yield "limit of the factor", sp.exp(grown), sp.E


CLAIMS.add(
    id="PC-E120",
    source=PC.eq("120, 121"),
    says="The last term of (119), W times the velocity below, is of higher order: without it the "
    "first layer's velocity arrives with the same mean square.",
    quote="ignoring the last, higher-order term",
    reading=(
        "Tested for the leading size of the remaining terms at alpha = 1/2. For powers "
        "of L the sentence holds: they are not affected."
    ),
    checks=(Exhaustive(_carried),),
    corrected_by="PC-E120-order",
    sides=("what the neglected factors tend to", "what neglecting them means"),
)

CLAIMS.add(
    id="PC-E120-order",
    source=PC.ledger("ERR-PC-12"),
    says=(
        "It is of the same order as the remaining terms: each block multiplies the mean "
        "square of a velocity by 1 + 1/L, all of them by e; powers of L stay."
    ),
    checks=(
        Exhaustive(over(_carried_exactly, ((1,), (2,), (3,)))),
        Exhaustive(_carried_limit),
    ),
)


def _summed_inside(width: int) -> Iterator[Case]:
    """Sum over two blocks of slopes of s times features, each on its own input."""
    one = net(width, 4, True)
    apart = sum(slopes(one.s, one.W[n - 1]) @ one.h[n - 1] for n in (2, 3))
    pushed = 2 * sum(one.c[n - 1] * one.m[n] * (one.V[n - 1].T @ one.h[n - 1]) for n in (2, 3))
    yield from equal("block by block", apart, pushed)


CLAIMS.add(
    id="PC-E121",
    source=PC.eq(121),
    says="The slopes of s of all blocks push the last features: their sum, each on its own "
    "h^(l-1).",
    quote="Unrolling this recursion",
    reading=(
        "As printed, h^(l-1) is outside the sum over l, where l has no meaning. With the sum over "
        "all that follows, as in (120), the equation holds."
    ),
    checks=(Exhaustive(lambda: _summed_inside(1)),),
    imprecise=True,
    exact="PC-E121-inside",
)

CLAIMS.add(
    id="PC-E121-inside",
    source=PC.ledger("ERR-PC-2"),
    says="Each block's slope meets its own input: sum_l 2 c_l m_l (V_{l-1} . h^(l-1)).",
    checks=(Exhaustive(lambda: _summed_inside(1)),),
)


def _extra_power(printed: bool) -> Iterator[Case]:
    """c_l eta L/s^2 2 c_l^... m_l V.h of one block of L = 3, per unit loss: c^2 eta 2 m_i f."""
    one_block = (gamma0**2 * N) * (L**-alpha / sp.sqrt(N)) ** 2 * 2
    path, prediction = (
        1 / (gamma0 * N),
        1 / (gamma0 * sp.sqrt(N)),
    )  # power of N of m_i, and of f at the start
    square = (one_block * path * prediction) ** 2
    wanted = -2 if printed else -sp.Rational(3, 2)
    yield "power of N at the start", exponent(square) / 2, sp.sympify(wanted)
    if not printed:
        yield "power of N, trained", exponent((one_block * path) ** 2) / 2, sp.Integer(-1)


def _extra_is_f(width: int) -> Iterator[Case]:
    """c_l (ds/dW_l) h_{l-1} = 2 c_l^2 m_l (V_{l-1}.h_{l-1}), with V_1.h_1 = f."""
    one = net(width, 3, True)
    moved = one.c[1] * slopes(one.s, one.W[1]) @ one.h[1]
    yield from equal("block 2", moved, 2 * one.c[1] ** 2 * one.m[2] * one.h[-1][0, 0])


CLAIMS.add(
    id="PC-E122",
    source=PC.eq("122, 123"),
    says="The slope of s moves the last features by L^(2-2 alpha) N^-2.",
    quote="this scales as Theta(L^(1-2alpha)) + Theta(L^(2-2alpha) N^-2)",
    reading=(
        "Tested is its power of N, at the start: (122) multiplies sizes of entries and "
        "leaves out the sum over N units; s = 1 + 1/N there contradicts (107)."
    ),
    checks=(Exhaustive(lambda: _extra_power(True)),),
    corrected_by="PC-E122-size",
    sides=("power of N, exact", "power of N as printed"),
)

CLAIMS.add(
    id="PC-E122-size",
    source=PC.ledger("ERR-PC-9"),
    says="A block's push by the slope of s is 2 c_l^2 m_l f: N^(-3/2) at the start, N^-1 once f is "
    "of order 1.",
    checks=(
        Exhaustive(lambda: _extra_power(False)),
        Exhaustive(over(_extra_is_f, ((1,), (2,), (3,)))),
    ),
)


QUARTERS = [sp.Rational(n, 4) for n in range(6)]


def _accumulated() -> Iterator[Case]:
    """L - 2 blocks of L^(-2 alpha) each: L^(1 - 2 alpha), of order 1 at alpha = 1/2 alone."""
    size = sp.Symbol("L", positive=True)
    for power in QUARTERS:
        total = (size - 2) * size ** (-2 * power)
        yield f"blocks at alpha = {power}", total, (1 - 2 / size) * size ** (1 - 2 * power)
        relation = "==" if power == HALF else ">" if power < HALF else "<"
        yield f"power of L at alpha = {power}", 1 - 2 * power, relation, sp.Integer(0)


def _answered_five() -> Iterator[Case]:
    for power in QUARTERS:
        point = parametrization.abcd(0, 0, "1/2", 0, 0, "1/2", alpha=str(power))
        (five,) = [x for x in parametrization.desiderata(point) if x.number == 5]
        yield f"desideratum 5 at alpha = {power}", five.holds == (power == HALF)
        yield f"blocks at alpha = {power}", five.exponents["blocks in depth"], 1 - 2 * power


FIVE = Exhaustive(_answered_five, what="the theory's answer")


def depth_line() -> Iterator[Case]:
    """(15), the same for both algorithms, and alpha: L blocks of two multipliers L^-alpha."""
    yield from pc_line()
    yield "blocks vanish as 1/2 - alpha", ONE + (-alpha) + (-alpha), 2 * (HALF - alpha)
    yield "energy at that alpha", ONE + (-HALF) + (-HALF), sp.Integer(0)


def depth_set() -> Iterator[Case]:
    """Every solution of the desiderata, for either algorithm, has alpha = 1/2."""
    for algorithm in ("bp", "pc"):
        # pyrefly: ignore[bad-argument-type]  (one of the two words)
        for piece in parametrization.solve(algorithm, network="residual", reading="maximal"):
            yield f"{algorithm}: alpha is fixed", "alpha" in piece.solved
            yield f"{algorithm}: alpha", piece.solved["alpha"].at({}), Recorded(1, 2)


def _literal(algorithm: str) -> dict[Fraction, bool]:
    """Values of alpha among 0, 1/4, ..., 5/4 that the literal desiderata allow."""
    # pyrefly: ignore[bad-argument-type]  (one of the two words)
    (solution_set,) = parametrization.solve(algorithm, network="residual", reading="literal")
    base = parametrization.named["residual_mean_field"].exponents
    kept = {name: base[name] for name in solution_set.unknowns}
    return {
        power: solution_set.contains(kept | {"alpha": power})
        for power in (Recorded(n, 4) for n in range(6))
    }


def _literal_depths() -> Iterator[Case]:
    for algorithm in ("bp", "pc"):
        for power, allowed in _literal(algorithm).items():
            yield f"{algorithm}, alpha = {power}", allowed == (power >= Recorded(1, 2))


CLAIMS.add(
    id="PC-E124",
    source=PC.eq(124),
    says="The blocks together move the last features by L^(1 - 2 alpha): at order 1 exactly for "
    "alpha = 1/2.",
    checks=(Exhaustive(_accumulated),),
    cross_checks=(FIVE,),
)

CLAIMS.add(
    id="PC-D5",
    source=PC.section("4, desideratum 5"),
    says="Features change at order 1 in the depth, by what the blocks add: uniquely at alpha = "
    "1/2.",
    quote="uniquely satisfies Desideratum 5",
    reading="For the sum of what the blocks add, as the proof takes it. Taken literally the "
    "desideratum holds for every alpha >= 1/2: dh/dt of the last features contains that of the "
    "first, which is of order 1 at every alpha.",
    checks=(Exhaustive(_accumulated),),
    imprecise=True,
    exact="PC-D5-blocks",
)

CLAIMS.add(
    id="PC-D5-blocks",
    source=PC.ledger("ERR-PC-11"),
    says="Taken literally it holds for every alpha >= 1/2; the sum of the blocks is of order "
    "1 exactly at alpha = 1/2.",
    checks=(Exhaustive(_accumulated),),
    cross_checks=(FIVE, Exhaustive(_literal_depths, what="the theory's solver")),
)

CLAIMS.add(
    id="PC-T2",
    source=PC.theorem(2),
    says="With residual blocks the desiderata add alpha = 1/2, for predictive coding as for "
    "backpropagation.",
    quote="the parameterisation that satisfies the depth Desiderata for PC is the same as for BP",
    reading=(
        "Desideratum 5 is about the sum of all blocks; L = O(N), so that the terms of s vanish."
    ),
    checks=(Exhaustive(depth_line),),
    cross_checks=(Exhaustive(depth_set, what="the theory's solver"),),
    imprecise=True,
    exact="PC-D5-blocks",
)
