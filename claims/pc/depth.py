"""Section 4 and appendix A.5: residual networks (eqs. 18, 19, 95 to 124), theorem 2."""

import functools
import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import (
    HALF,
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
from depthlaws.claims.pc.convergence_to_bp import misaligned
from depthlaws.theory import parametrization, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()

LAYERS = Interval(2, 99, integer=True)
WIDTHS = Interval(1, 10**6, integer=True)


# -- the network (eqs. 18, 95 to 98) ---------------------------------------------------------------


def _residual_layers(width: int, depth: int) -> Iterator[Case]:
    one = net(width, depth, True)
    x = one.x
    for layer in range(1, depth + 1):
        branch = one.c[layer - 1] * one.W[layer - 1] @ x
        x = branch if layer in (1, depth) else x + branch
        yield from equal(f"layer {layer}", one.h[layer], x)


def _sizes() -> Iterator[Case]:
    point = parametrization.named["residual_mean_field"].exponents
    half = Fraction(1, 2)
    wanted = {"a1": 0, "b1": 0, "a": half, "b": 0, "c": 0, "d": half, "alpha": half}
    for name, value in wanted.items():
        yield name, point[name], Fraction(value)


CLAIMS.add(
    id="PC-E18",
    source=PC.eq("18, 95-98"),
    says="Layers 2 to L-1 add L^-alpha N^(-1/2) W h to what they see, in the mean-field gauge with "
    "alpha = 1/2.",
    checks=(
        Exhaustive(over(_residual_layers, ((1, 4), (2, 3)))),
        Exhaustive(_sizes),
    ),
)


# -- desideratum 4 (eqs. 99 to 103) ----------------------------------------------------------------


def _covariance_of_blocks(width: int) -> Iterator[Case]:
    """One block over its own weights: h_i h_j + delta_ij c^2 |h|^2 for given features below."""
    one = net(width, 3, True)
    h, below = one.h[2][:, 0], one.h[1][:, 0]
    for i, j in itertools.product(range(width), repeat=2):
        found = one.mean(h[i] * h[j], kept=(1, 3))
        added = one.c[1] ** 2 * sum(below**2) if i == j else 0
        yield from equal(f"units {i}, {j}", found, below[i] * below[j] + added)


def _both_layers(width: int) -> Iterator[Case]:
    """Over all weights: delta_ij (1 + width c^2) times the layer below."""
    one = net(width, 3, True)
    for i, j in itertools.product(range(width), repeat=2):
        found = one.mean(one.h[2][i, 0] * one.h[2][j, 0])
        below = one.mean(one.h[1][i, 0] * one.h[1][j, 0])
        yield from equal(f"units {i}, {j}", found, below * (1 + width * one.c[1] ** 2))


CLAIMS.add(
    id="PC-E99",
    source=PC.eq("99-101"),
    says="A block multiplies second moments of features by 1 + L^(-2 alpha), at every width; no "
    "independence of the units is needed.",
    checks=(
        Exhaustive(over(_covariance_of_blocks, ((1,), (2,), (3,)))),
        Exhaustive(over(_both_layers, ((1,), (2,)))),
    ),
)


def _four_layers(width: int) -> Iterator[Case]:
    one = net(width, 4, True)
    found = one.mean(one.h[3][0, 0] ** 2)
    wanted = one.mean(one.h[1][0, 0] ** 2) * sp.prod([1 + width * c**2 for c in one.c[1:3]])
    yield from equal("two blocks", found, wanted)


def _unrolled() -> tuple[sp.Expr, sp.Expr]:
    """Product of L - 2 equal factors."""
    j = sp.Symbol("j", integer=True)
    factor = 1 + L ** (-2 * alpha)
    return sp.Product(factor, (j, 2, L - 1)).doit(), factor ** (L - 2)


CLAIMS.add(
    id="PC-E102",
    source=PC.eq(102),
    says="The last features have second moments Phi_0 (1 + L^(-2 alpha))^(L-2), exactly.",
    checks=(
        Exhaustive(over(_four_layers, ((1,), (2,)))),
        Identity(_unrolled, {L: LAYERS, alpha: Interval(0, 2)}),
    ),
)


def _limits() -> Iterator[Case]:
    """Limit of (1 + L^(-2 alpha))^(L-2) by the exponent 1 - 2 alpha of its logarithm."""
    size = sp.Symbol("L", positive=True)
    for power, wanted in ((0, sp.oo), ("1/4", sp.oo), ("1/2", sp.E), ("3/4", 1), (1, 1)):
        grown = (size - 2) * sp.log(1 + size ** (-2 * sp.Rational(power)))
        yield f"alpha = {power}", sp.exp(sp.limit(grown, size, sp.oo)) == wanted


def _registered_energy() -> Iterator[Case]:
    for power in (Fraction(n, 8) for n in range(9)):
        point = parametrization.abcd(0, 0, "1/2", 0, 0, "1/2", alpha=str(power))
        (four,) = [x for x in parametrization.desiderata(point) if x.number == 4]
        yield f"alpha = {power}", four.holds == (power >= Fraction(1, 2))
        found = parametrization.growth(point)["depth"]["energy"]
        yield f"exponent at alpha = {power}", found, 1 - 2 * power


CLAIMS.add(
    id="PC-E103",
    source=PC.eq(103),
    says="Features keep their size at large depth exactly if alpha >= 1/2: their second moment "
    "grows to e at 1/2, to 1 above, without bound below.",
    checks=(Exhaustive(_limits), Exhaustive(_registered_energy)),
)

CLAIMS.add(
    id="PC-D4",
    source=PC.section("4, desideratum 4"),
    says="Features of order 1 in the depth at the start: kept from alpha = 1/2 on.",
    checks=(Exhaustive(_registered_energy),),
)

CLAIMS.add(
    id="PC-S5",
    source=PC.section("4"),
    says="Desideratum 4 is violated unless alpha >= 1/2, by the standard alpha = 0 too.",
    checks=(Exhaustive(_limits),),
)


def _gain_of_plain() -> Iterator[Case]:
    """Mean square after L layers of gain g N^(-2 alpha'): 1 only at g = 1."""
    for gain, wanted in ((HALF, 0), (sp.Integer(1), 1), (sp.Integer(2), sp.oo)):
        yield f"gain {gain}", sp.limit(gain**L, L, sp.oo) == wanted


def _spread_of_features(width: int, depth: int) -> Iterator[Case]:
    """E |h|^4 / (E |h|^2)^2 = (1 + 2/N)^layers: heavy tails once L reaches N."""
    one = net(width, depth)
    for layer in range(1, depth):
        square = sum(h**2 for h in one.h[layer].flat)
        ratio = one.mean(square**2) / one.mean(square) ** 2
        yield f"layer {layer}", sp.simplify(ratio), (1 + sp.Rational(2, width)) ** layer


CLAIMS.add(
    id="PC-S9",
    source=PC.section("A.5.1"),
    says="Plain networks keep the mean square of their features at any depth only with unit gain.",
    quote="is the only (critical) value for which the forward pass is stable",
    reading="In the mean, or with N -> infinity first. At L ~ N features are not stable even then.",
    checks=(Exhaustive(_gain_of_plain),),
    imprecise=True,
    exact="PC-S9-tails",
)

CLAIMS.add(
    id="PC-S9-tails",
    source=PC.ledger("ERR-PC-32"),
    says="At unit gain E|h|^4/(E|h|^2)^2 = (1 + 2/N)^l: bounded for l << N, exp(2 l/N) beyond.",
    checks=(Exhaustive(over(_spread_of_features, ((1, 2), (1, 3), (2, 2), (2, 3)))),),
)


# -- the rescaling (eqs. 19, 104 to 107) -----------------------------------------------------------


def _printed_paths(width: int, depth: int) -> Iterator[Case]:
    """w P_{L-1} ... P_l with P = 1 + c W: |w|^2 and one path for each of the blocks."""
    one = net(width, depth, True)
    total = sum(w**2 for w in one.W[-1].flat)
    for bottom in range(2, depth):
        path = one.W[-1]
        for layer in range(depth - 1, bottom - 1, -1):
            path = path @ (np.eye(width, dtype=int) + one.c[layer - 1] * one.W[layer - 1])
        total += sum(entry**2 for entry in path.flat)
    yield from equal("s", one.s, 1 + one.c[-1] ** 2 * total)


CLAIMS.add(
    id="PC-E104",
    source=PC.eq("104, 105, 108"),
    says="s = 1 + c_L^2 (|w|^2 + sum_{l=2}^{L-1} |w P_{L-1} ... P_l|^2), P = 1 + c W, with "
    "c_L^2 = 1/(gamma0^2 N^2): L - 1 squared norms, the first layer in none.",
    checks=(Exhaustive(over(_printed_paths, ((1, 2), (1, 3), (1, 4), (2, 3), (3, 3)))),),
)


def _mean_of_paths(width: int, depth: int) -> Iterator[Case]:
    """E s over every weight, against the registered law; c = (L^(2 alpha) N)^(-1/2)."""
    one = net(width, depth, True)
    share = sp.Symbol("share", positive=True)  # L^(-2 alpha)
    unit = {m: sp.sqrt(share / width) for m in one.c[1:-1]}
    unit[one.c[-1]] = 1 / (width * gamma0)
    found = one.mean(one.s).subs(unit)
    total = sum((1 + share) ** j for j in range(depth - 1)) / (gamma0**2 * width)
    yield "mean of s", sp.expand(found), sp.expand(1 + total)
    expr = law("pc-rescaling-mean-residual", N=sp.Integer(width), L=sp.Integer(depth), d=HALF,
               alpha=HALF, v=sp.Integer(1))  # fmt: skip
    exact = (1 + total).subs(share, sp.Rational(1, depth))
    yield "registered", sp.simplify(expr), sp.simplify(exact)


def _geometric() -> tuple[sp.Expr, sp.Expr]:
    """The registered law times L^(-2 alpha) is the closed geometric sum."""
    share = L ** (-2 * alpha)
    expr = law("pc-rescaling-mean-residual", d=HALF, alpha=alpha, v=sp.Integer(1))
    return (expr - 1) * share * gamma0**2 * N, (1 + share) ** (L - 1) - 1


def _constants() -> Iterator[Case]:
    size = sp.Symbol("L", positive=True)
    half = sp.log(1 + 1 / size) * (size - 1)
    yield "alpha = 1/2", sp.exp(sp.limit(half, size, sp.oo)) - 1, sp.E - 1
    for power in ("3/4", "1"):
        share = size ** (-2 * sp.Rational(power))
        per_layer = sp.limit((size - 1) * sp.log(1 + share) / (size * share), size, sp.oo)
        yield f"alpha = {power}", per_layer, sp.Integer(1)


CLAIMS.add(
    id="PC-E106",
    source=PC.eq("106, 107"),
    says="The mean of s - 1 is L^(2a) ((1 + L^(-2a))^(L-1) - 1)/(gamma0^2 N), a = alpha: "
    "Theta(L/N) from alpha = 1/2 on.",
    checks=(
        Exhaustive(over(_mean_of_paths, ((1, 2), (1, 3), (2, 3), (1, 4), (2, 4)))),
        Identity(
            _geometric, {L: LAYERS, N: WIDTHS, gamma0: Interval(HALF, 3), alpha: Interval(0, 2)}
        ),
        Exhaustive(_constants),
    ),
)

CLAIMS.add(
    id="PC-E19",
    source=PC.eq(19),
    says="s = 1 + Theta(L/N) for residual networks.",
    quote="against the",
    reading="With the constants of the start: (e - 1)/gamma0^2 at alpha = 1/2, not the 1 of the "
    "line L/N that figure 3 draws; 1/gamma0^2 above 1/2.",
    checks=(Exhaustive(_constants),),
    imprecise=True,
    exact="PC-B6",
)


def _square_of_law(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """E s^2 - (E s)^2 over every weight against the registered variances, d = 1/2."""
    one = net(width, depth, skips)
    scale = sp.Rational(1, depth * width) if skips else sp.Rational(1, width)
    richness = sp.Rational(3, 2)
    unit = {m: sp.sqrt(scale) for m in one.c[1:-1]} | {one.c[-1]: 1 / (richness * width)}
    norms = sp.expand(one.norms().subs(unit))
    found = one.mean(norms**2) - one.mean(norms) ** 2
    named = {"N": sp.Integer(width), "L": sp.Integer(depth), "gamma0": richness, "d": HALF}
    if skips:
        expr = law("pc-rescaling-variance-residual", **named, alpha=HALF)
    else:
        expr = law("pc-rescaling-variance-mlp", **named)
    yield "variance", sp.simplify(found), sp.simplify(expr)


CLAIMS.add(
    id="PC-B6",
    source=PC.beyond("PC-B6"),
    says="Mean and variance of s at the start are exact at every width and depth; the means are "
    "1 + (L-1)/(gamma0^2 N) and, with skips at alpha = 1/2, (e - 1) L/(gamma0^2 N) for deep ones.",
    checks=(
        Exhaustive(
            over(
                _square_of_law,
                ((1, 2, False), (1, 3, False), (2, 2, False), (2, 3, False), (1, 3, True),
                 (1, 4, True), (2, 3, True)),
            )
        ),
        Exhaustive(over(_mean_of_paths, ((1, 2), (1, 3), (2, 3), (1, 4)))),
        Exhaustive(_constants),
    ),
)  # fmt: skip


# -- slope of the rescaling (eqs. 109, 110) --------------------------------------------------------


def _printed_slopes(width: int, depth: int) -> Iterator[Case]:
    one = net(width, depth, True)
    unit = np.eye(width, dtype=int)
    for layer in range(2, depth):
        total = 0 * one.W[layer - 1]
        for start in range(2, layer + 1):
            upper, whole, lower = (
                one.W[-1] @ functools.reduce(np.matmul, reversed(one.M[layer : depth - 1]), unit),
                one.W[-1]
                @ functools.reduce(np.matmul, reversed(one.M[start - 1 : depth - 1]), unit),
                functools.reduce(np.matmul, reversed(one.M[start - 1 : layer - 1]), unit),
            )
            total = total + upper.T @ whole @ lower.T
        wanted = 2 * one.c[-1] ** 2 * one.c[layer - 1] * total
        yield from equal(f"layer {layer}", slopes(one.s, one.W[layer - 1]), wanted)


CLAIMS.add(
    id="PC-E109",
    source=PC.eq(109),
    says="The slope of s in a block's weights is 2 c_L^2 c_l sum_{k<=l} of the printed products.",
    checks=(Exhaustive(over(_printed_slopes, ((1, 3), (1, 4), (2, 3)))),),
)


def _unit_slopes(width: int) -> Iterator[Case]:
    """Mean square of ds/dW_ij of the block of L = 3, off the diagonal where there is one."""
    one = net(width, 3, True)
    slope = slopes(one.s, one.W[1])[0, -1] / one.c[1]
    n, share = sp.Integer(width), one.c[1] ** 2
    diagonal = 3 if width == 1 else 1
    wanted = 4 * one.c[2] ** 4 * (diagonal + share * (n + 2))
    yield from equal("block", one.mean(slope**2), wanted)


def _power_of_slopes() -> Iterator[Case]:
    """c_L^2 = 1/(gamma0^2 N^2), c = (L^(2 alpha) N)^(-1/2); off the diagonal."""
    share = L ** (-2 * alpha) / N
    square = share * 4 * (1 / (gamma0**2 * N**2)) ** 2 * (1 + share * (N + 2))
    yield "power of N", exponent(square) / 2, -sp.Rational(5, 2)


def _reach(t: sp.Symbol) -> sp.Expr:
    """Mean square of V_l over that of m_l, over L^2, at l = t L, alpha = 1/2, L -> infinity.

    Sum over k, q <= l of e^|u - v| e^(2(t - max)) (1 + 2(t - max)): twice its half v < u.
    """
    u, v = sp.symbols("u v", positive=True)
    inner = sp.integrate(sp.exp(u - v), (v, 0, u))
    return 2 * sp.integrate(inner * sp.exp(2 * (t - u)) * (1 + 2 * (t - u)), (u, 0, t))


def _depth_of_slopes() -> Iterator[Case]:
    """L^-alpha from c_l, and L from V_{l-1}, whose mean square is a positive constant times L^2."""
    size, t = sp.symbols("L t", positive=True)
    constant = _reach(t).subs(t, HALF)
    yield "a positive constant", bool(constant > 0)
    yield "power of L", exponent(constant * size**2 * size**-1, size) / 2, 1 - HALF


CLAIMS.add(
    id="PC-E110",
    source=PC.eq(110),
    says="The slope of s in a weight of a block has size L^(1-alpha) N^(-5/2).",
    checks=(
        Exhaustive(_power_of_slopes),
        Exhaustive(over(_unit_slopes, ((1,), (2,), (3,)))),
        Exhaustive(_depth_of_slopes),
    ),
)


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
    says=r"$\dot W^{(l)} = \frac{\eta_0 \gamma_0}{\sqrt N L^\alpha s} \frac{1}{P} \sum \Delta "
    r"g^{(l)} h^{(l-1)T} + \eta \frac{L}{s^2} \partial s/\partial W^{(l)}$ in a block.",
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
    says="A block's features move by what moves below them, by L^(-2 alpha) of their own push, by "
    "the slope of s, and by W times the velocity below.",
    checks=(
        Exhaustive(over(_feature_velocities, ((1, 3),))),
        Identity(_feature_front, FRONT),
    ),
)


def _carried() -> Iterator[Case]:
    """The carried factors (1 + 1/L)^(L-2) tend to e, not to 1."""
    size = sp.Symbol("L", positive=True)
    grown = sp.limit((size - 2) * sp.log(1 + 1 / size), size, sp.oo)
    yield "limit of the neglected factor", sp.exp(grown), sp.Integer(1)


def _carried_exactly(width: int) -> Iterator[Case]:
    """Mean square of (1 + c W) v over W: (1 + width c^2) |v|^2 for any velocity v below."""
    one = net(width, 3, True)
    v = np.array([[sp.Symbol(f"v{i}", real=True)] for i in range(width)], dtype=object)
    moved = one.M[1] @ v
    found = one.mean(sum(entry**2 for entry in moved.flat), kept=(1, 3))
    yield from equal("mean square", found, (1 + width * one.c[1] ** 2) * sum(v[:, 0] ** 2))


def _carried_limit() -> Iterator[Case]:
    size = sp.Symbol("L", positive=True)
    grown = sp.limit((size - 2) * sp.log(1 + 1 / size), size, sp.oo)
    yield "limit of the factor", sp.exp(grown), sp.E


CLAIMS.add(
    id="PC-E120",
    source=PC.eq("120, 121"),
    says="The last term of (119), W times the velocity below, is of higher order: without it the "
    "first layer's velocity arrives with the same mean square.",
    quote="ignoring the last, higher-order term",
    reading="At alpha = 1/2, of the leading size of what is kept. Powers of L are not affected.",
    checks=(Exhaustive(_carried),),
    corrected_by="PC-E120-order",
)

CLAIMS.add(
    id="PC-E120-order",
    source=PC.ledger("ERR-PC-12"),
    says="It is of the order of what is kept: each block multiplies the mean square of a velocity "
    "by 1 + 1/L, all of them by e; powers of L stay.",
    checks=(
        Exhaustive(over(_carried_exactly, ((1,), (2,), (3,)))),
        Exhaustive(_carried_limit),
    ),
)


def _summed_outside(width: int, printed: bool) -> Iterator[Case]:
    """Sum over two blocks of slopes of s times features: of each block's own input, or of one."""
    one = net(width, 4, True)
    apart = sum(slopes(one.s, one.W[n - 1]) @ one.h[n - 1] for n in (2, 3))
    whole = sum(slopes(one.s, one.W[n - 1]) for n in (2, 3))
    pushed = 2 * sum(one.c[n - 1] * one.m[n] * (one.V[n - 1].T @ one.h[n - 1]) for n in (2, 3))
    for below in (2, 3) if printed else ():
        yield from equal(f"l = {below}", apart, whole @ one.h[below - 1])
    if not printed:
        yield from equal("block by block", apart, pushed)


CLAIMS.add(
    id="PC-E121",
    source=PC.eq(121),
    says="The slopes of s add up over the blocks before they meet the features h^(l-1).",
    quote="Unrolling this recursion",
    reading="As printed, h^(l-1) outside the sum over l, with any one l.",
    checks=(Exhaustive(lambda: _summed_outside(1, True)),),
    corrected_by="PC-E121-inside",
)

CLAIMS.add(
    id="PC-E121-inside",
    source=PC.ledger("ERR-PC-2"),
    says="Each block's slope meets its own input: sum_l 2 c_l m_l (V_{l-1} . h^(l-1)).",
    checks=(Exhaustive(lambda: _summed_outside(1, False)),),
)


def _extra_power(printed: bool) -> Iterator[Case]:
    """c_l eta L/s^2 2 c_l^... m_l V.h of one block of L = 3, per unit loss: c^2 eta 2 m_i f."""
    one_block = (gamma0**2 * N) * (L**-alpha / sp.sqrt(N)) ** 2 * 2
    path, prediction = 1 / (gamma0 * N), 1 / (gamma0 * sp.sqrt(N))  # of m_i, and of f at the start
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
    quote="Using previous results including Eq. 110, this scales as",
    reading="Its power of N, at the start: (122) multiplies sizes of entries and leaves out the "
    "sum over N units; s = 1 + 1/N there contradicts (107).",
    checks=(Exhaustive(lambda: _extra_power(True)),),
    corrected_by="PC-E122-size",
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


def _accumulated() -> Iterator[Case]:
    """L - 2 blocks of L^(-2 alpha) each."""
    size = sp.Symbol("L", positive=True)
    for power in (Fraction(n, 4) for n in range(5)):
        total = (size - 2) * size ** (-2 * sp.Rational(str(power)))
        yield f"blocks at alpha = {power}", exponent(total, size), 1 - 2 * sp.Rational(str(power))
        point = parametrization.abcd(0, 0, "1/2", 0, 0, "1/2", alpha=str(power))
        (five,) = [x for x in parametrization.desiderata(point) if x.number == 5]
        yield f"desideratum 5 at alpha = {power}", five.holds == (power == Fraction(1, 2))


def _depth_set() -> Iterator[Case]:
    for algorithm in ("bp", "pc"):
        # pyrefly: ignore[bad-argument-type]  (one of the two words)
        for piece in parametrization.solve(algorithm, network="residual", reading="maximal"):
            fixed = "alpha" in piece.solved and str(piece.solved["alpha"]) == "1/2"
            yield f"{algorithm}: alpha = 1/2", fixed


def _literal(algorithm: str) -> dict[Fraction, bool]:
    """Which alpha of 0, 1/4, ..., 5/4 the mean-field point may have, desiderata at their word."""
    # pyrefly: ignore[bad-argument-type]  (one of the two words)
    (found,) = parametrization.solve(algorithm, network="residual", reading="literal")
    base = parametrization.named["residual_mean_field"].exponents
    kept = {name: base[name] for name in found.unknowns}
    return {
        power: found.contains(kept | {"alpha": power})
        for power in (Fraction(n, 4) for n in range(6))
    }


def _unique_depth() -> Iterator[Case]:
    for algorithm in ("bp", "pc"):
        allowed = sum(_literal(algorithm).values())
        yield f"{algorithm}: how many of alpha = 0, 1/4, ..., 5/4 are allowed", allowed, 1


def _literal_depths() -> Iterator[Case]:
    for algorithm in ("bp", "pc"):
        for power, allowed in _literal(algorithm).items():
            yield f"{algorithm}, alpha = {power}", allowed == (power >= Fraction(1, 2))


CLAIMS.add(
    id="PC-E124",
    source=PC.eq(124),
    says="The blocks together move the last features by L^(1 - 2 alpha): at order 1 exactly for "
    "alpha = 1/2.",
    checks=(Exhaustive(_accumulated),),
)

CLAIMS.add(
    id="PC-D5",
    source=PC.section("4, desideratum 5"),
    says="Features change at order 1 in the depth: uniquely at alpha = 1/2.",
    quote="uniquely satisfies Desideratum 5",
    reading="At its word: dh/dt of the last features contains that of the first, which is of order "
    "1 at every alpha.",
    checks=(Exhaustive(_unique_depth),),
    corrected_by="PC-D5-blocks",
)

CLAIMS.add(
    id="PC-D5-blocks",
    source=PC.ledger("ERR-PC-11"),
    says="At its word it holds for every alpha >= 1/2; what the blocks add together is of order 1 "
    "exactly at alpha = 1/2.",
    checks=(Exhaustive(_literal_depths), Exhaustive(_accumulated)),
)

CLAIMS.add(
    id="PC-T2",
    source=PC.theorem(2),
    says="With residual blocks the desiderata add alpha = 1/2, for predictive coding as for "
    "backpropagation.",
    quote="the parameterisation that satisfies the depth Desiderata for PC is the same as for BP",
    reading="Desideratum 5 of what the blocks add together; L = O(N), for the terms of s to "
    "vanish.",
    checks=(Exhaustive(_depth_set),),
    imprecise=True,
    exact="PC-D5-blocks",
)


# -- convergence to backpropagation (corollary 4.2) ------------------------------------------------


def _second_moments(width: int) -> Iterator[Case]:
    """|A A^T e|^2 of one block A = 1 + c W: its wide limit t_1 = rho^2 (1 + (1 - rho^-2))."""
    one = net(width, 3, True)
    A = one.M[1]
    seen = A @ (A.T @ np.eye(width, dtype=int)[:, :1])
    found = one.mean(sum(entry**2 for entry in seen.flat))
    n, square = sp.Integer(width), one.c[1] ** 2
    # In powers of c^2: W + W^T twice, W W^T twice.
    exact = 1 + (4 * n + 2) * square + (2 * n**2 + n) * square**2
    yield from equal("moment", found, exact)


def _limit_of_moment() -> Iterator[Case]:
    rho = sp.Symbol("rho", positive=True)
    share = rho - 1
    printed = rho**2 * (1 + (1 - rho**-2))
    exact = 1 + (4 * N + 2) * (share / N) + (2 * N**2 + N) * (share / N) ** 2
    yield "N -> oo", sp.expand(sp.limit(exact, N, sp.oo)), sp.expand(printed)


def _integrals() -> Iterator[Case]:
    """C_L / L^2 -> e/3: the double sums as integrals over l/L."""
    t = sp.Symbol("t", positive=True)
    sigma = _reach(t)
    blocks = sp.integrate(sp.expand(sp.exp(2 - 2 * t) * sigma), (t, 0, 1))
    total = (blocks + sigma.subs(t, 1)) / (3 * sp.E)
    yield "C_L / L^2", sp.simplify(total), sp.E / 3
    printed = law("pc-misalignment-residual")
    energy, signal = symbol("energy"), symbol("signal")
    found = 2 * energy**2 * (sp.E / 3) * L**2 / (signal * gamma0**2 * N**2)
    yield "law", sp.simplify(printed - found), sp.Integer(0)


@functools.lru_cache(maxsize=4)
def _towards_the_limit(depth: int) -> tuple[float, float]:
    """The double sums at depth L against L^2 e/3: relative gap below 4/L."""
    energy, signal, width = 0.5, 1.0, 10**6
    found = predictive_coding.misalignment(width, depth, signal, network="residual", energy=energy)
    limit = 2 * energy**2 * (math.e / 3) * depth**2 / width**2
    return abs(found / limit - 1), 4 / depth


CLAIMS.add(
    id="PC-B14",
    source=PC.beyond("PC-B14"),
    says="Wide and deep residual networks at alpha = 1/2 start with 1 - cos = (2e/3) F*^2 L^2 / "
    "(kappa gamma0^2 N^2): alignment needs gamma0 N >> L.",
    checks=(
        Exhaustive(over(_second_moments, ((1,), (2,), (3,)))),
        Exhaustive(_limit_of_moment),
        Exhaustive(_integrals),
    ),
    cross_checks=(
        Property(_towards_the_limit, {"depth": [16, 64, 256]}, relation="<=", n=3),
        misaligned("residual", 4),
    ),
)  # fmt: skip

CLAIMS.add(
    id="PC-C4.2",
    source=PC.section("4, corollary 4.2"),
    says="With alpha = 1/2 the energy of residual networks tends to the loss, and PC's gradients "
    "to BP's, where the width is much larger than the depth.",
    quote="PC converges to BP",
    reading="Directions at the start, where gamma0^2 N >> L and gamma0 N sqrt(kappa) >> L F*.",
    checks=(Exhaustive(_constants), Exhaustive(_integrals)),
    imprecise=True,
    exact="PC-B14",
)

CLAIMS.add(
    id="PC-TK3",
    source=PC.section("4, takeaway 3"),
    says="Width- and depth-stable parametrisations of PC are those of BP, and s - 1 = Theta(L/N) "
    "under each of them.",
    checks=(Exhaustive(_depth_set), Exhaustive(_constants)),
)


RATES = {"mlp": {2: 0.015, 4: 0.0075, 8: 0.003, 16: 0.001},
         "residual": {2: 0.015, 4: 0.01, 8: 0.0075, 16: 0.006}}  # fmt: skip


@functools.lru_cache(maxsize=16)
def _trained(depth: int, network: Any) -> float:
    """N (s - 1) at infinite width where the loss falls below a fifth of its start.

    Twenty whitened samples with labels +-1 learn as one sample with the label sqrt(20).
    """
    course = predictive_coding.wide_descent(
        [[1.0]], [math.sqrt(20)], depth=depth, steps=24, network=network,
        learning_rate=RATES[network][depth],
    )  # fmt: skip
    level = course.loss / course.loss[0]
    after = int(np.argmax(level < 0.2))
    share = (level[after - 1] - 0.2) / (level[after - 1] - level[after])
    return float(course.excess[after - 1] * (1 - share) + course.excess[after] * share)


def _doubled(depth: int, network: Any) -> float:
    """Growth of N (s - 1) from a depth to twice it."""
    return _trained(2 * depth, network) / _trained(depth, network)


CLAIMS.add(
    id="PC-E47-trained",
    source=PC.eq(47),
    says="s - 1 = Theta(L/N) throughout training for plain networks too: between L = 4 and 16, "
    "trained to a fifth of the loss at infinite width, N (s - 1) grows by a power of L nearer to 1 "
    "than to 2.",
    quote="Note that the same scaling applies to MLPs",
    reading="After training, as figure 3 plots trained networks; at the start it is exact.",
    checks=(
        Property(
            lambda depth: (_doubled(depth, "mlp"), 2**1.5), {"depth": [4, 8]}, relation="<=", n=2
        ),
    ),
    corrected_by="PC-B8",
)  # fmt: skip

CLAIMS.add(
    id="PC-B8",
    source=PC.beyond("PC-B8"),
    says="Trained to a fifth of the loss at infinite width N (s - 1) of plain networks grows by "
    "more than 2^1.5 per doubling of L from 2 to 16, a power nearer to 2 than to 1; of residual "
    "ones ever less, and by less than 2^1.5 from L = 4 on.",
    checks=(
        Property(
            lambda depth: (_doubled(depth, "mlp"), 2**1.5), {"depth": [2, 4, 8]}, relation=">", n=3
        ),
        Property(
            lambda depth: (_doubled(depth, "residual"), 2**1.5),
            {"depth": [4, 8]}, relation="<", n=2,
        ),
        Property(
            lambda depth: (_doubled(2 * depth, "residual"), _doubled(depth, "residual")),
            {"depth": [2, 4]}, relation="<", n=2,
        ),
    ),
    why_sampled="no enclosure of a training course",
)  # fmt: skip
