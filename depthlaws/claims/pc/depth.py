"""Section 4 and A.5: residual networks at the start, desideratum 4 (eqs. 18, 95 to 103)."""

import itertools
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.pc.common import (
    HALF,
    Case,
    L,
    N,
    alpha,
    equal,
    many_blocks,
    net,
    over,
    slope_at_zero,
)
from depthlaws.theory import parametrization
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
    half = Recorded(1, 2)
    wanted = {"a1": 0, "b1": 0, "a": half, "b": 0, "c": 0, "d": half, "alpha": half}
    for name, value in wanted.items():
        yield name, point[name], Recorded(value)


CLAIMS.add(
    id="PC-E18",
    source=PC.eq("18, 95-98"),
    says=(
        "Layers 2 to L-1 add L^-alpha N^(-1/2) W h to their input h, in the mean-field "
        "gauge with alpha = 1/2."
    ),
    checks=(
        Exhaustive(over(_residual_layers, ((1, 4), (2, 3)))),
        Exhaustive(_sizes),
    ),
)


# -- desideratum 4 (eqs. 99 to 103) ----------------------------------------------------------------


def _covariance_of_blocks(width: int) -> Iterator[Case]:
    """Mean over the weights of one block: h_i h_j + delta_ij c^2 |h|^2 for given features below."""
    one = net(width, 3, True)
    h, below = one.h[2][:, 0], one.h[1][:, 0]
    for i, j in itertools.product(range(width), repeat=2):
        average = one.mean(h[i] * h[j], kept=(1, 3))
        added = one.c[1] ** 2 * sum(below**2) if i == j else 0
        yield from equal(f"units {i}, {j}", average, below[i] * below[j] + added)


def _both_layers(width: int) -> Iterator[Case]:
    """Mean over all weights: delta_ij (1 + width c^2) times the moment of the layer below."""
    one = net(width, 3, True)
    for i, j in itertools.product(range(width), repeat=2):
        average = one.mean(one.h[2][i, 0] * one.h[2][j, 0])
        below = one.mean(one.h[1][i, 0] * one.h[1][j, 0])
        yield from equal(f"units {i}, {j}", average, below * (1 + width * one.c[1] ** 2))


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
    average = one.mean(one.h[3][0, 0] ** 2)
    wanted = one.mean(one.h[1][0, 0] ** 2) * sp.prod([1 + width * c**2 for c in one.c[1:3]])
    yield from equal("two blocks", average, wanted)


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


def _deep() -> Iterator[Case]:
    """exp(L^(1 - 2 alpha)): unbounded below 1/2, e at 1/2, 1 above."""
    yield slope_at_zero("log(1 + u)/u at u = 0", lambda u: sp.log(1 + u))
    for power, relation in (("0", ">"), ("1/4", ">"), ("1/2", "=="), ("3/4", "<"), ("1", "<")):
        yield from many_blocks(power, relation)


def _limits() -> Iterator[Case]:
    """Limit of (1 + L^(-2 alpha))^(L-2) by the exponent 1 - 2 alpha of its logarithm."""
    size = sp.Symbol("L", positive=True)
    for power, wanted in ((0, sp.oo), ("1/4", sp.oo), ("1/2", sp.E), ("3/4", 1), (1, 1)):
        grown = (size - 2) * sp.log(1 + size ** (-2 * sp.Rational(power)))
        yield f"alpha = {power}", sp.exp(lim(grown, size, sp.oo)), sp.sympify(wanted)


def _doubles() -> Iterator[Case]:
    """Second moment of the last features over that of the first at alpha = 0: 2^(L - 2)."""
    for blocks in (1, 2):
        one = net(1, blocks + 2, True)
        last, first = (one.mean(h[0, 0] ** 2) for h in (one.h[-2], one.h[1]))
        unit = dict.fromkeys(one.c[1:-1], sp.Integer(1))
        yield from equal(f"{blocks} blocks", last.subs(unit), 2**blocks * first)


def _explodes_below() -> Iterator[Case]:
    for power in EIGHTHS[:4]:
        yield from many_blocks(str(power), ">")


EIGHTHS = [Recorded(n, 8) for n in range(9)]


def _kept_from_a_half() -> Iterator[Case]:
    """The power of L in the logarithm of the growth is positive only below alpha = 1/2."""
    for power in EIGHTHS:
        yield from many_blocks(str(power), "<=" if power >= Recorded(1, 2) else ">")


def _registered_energy() -> Iterator[Case]:
    for power in EIGHTHS:
        point = parametrization.abcd(0, 0, "1/2", 0, 0, "1/2", alpha=str(power))
        (four,) = [x for x in parametrization.desiderata(point) if x.number == 4]
        yield f"alpha = {power}", four.holds == (power >= Recorded(1, 2))
        growth = parametrization.growth(point)["depth"]["energy"]
        yield f"exponent at alpha = {power}", growth, 1 - 2 * power


CLAIMS.add(
    id="PC-E103",
    source=PC.eq(103),
    says="Features keep their size at large depth exactly if alpha >= 1/2: their second moment "
    "grows to e at 1/2, to 1 above, without bound below.",
    checks=(Exhaustive(_deep), Exhaustive(_kept_from_a_half)),
    cross_checks=(
        Exhaustive(_limits, what="SymPy's limits"),
        Exhaustive(_registered_energy, what="the theory's answer"),
    ),
)

CLAIMS.add(
    id="PC-D4",
    source=PC.section("4, desideratum 4"),
    says="Features have order 1 in the depth at the start if alpha = 1/2 or larger.",
    checks=(Exhaustive(_kept_from_a_half),),
    cross_checks=(Exhaustive(_registered_energy, what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-S5",
    source=PC.section("4"),
    says="Desideratum 4 is violated by the standard alpha = 0, whose second moments double with "
    "every block, and by every alpha < 1/2, where ln of the growth rises like L^(1 - 2 alpha).",
    quote="the residual activations (Eq. 18) explode",
    reading="alpha in eighths; at 1/2 and above the growth stays bounded (PC-E103).",
    checks=(Exhaustive(_doubles), Exhaustive(_explodes_below)),
    cross_checks=(Exhaustive(_limits, what="SymPy's limits"),),
)


def _gain_of_plain() -> Iterator[Case]:
    """Mean square after L layers of gain g: exp(L log g), 1 at every depth only at g = 1."""
    for gain, relation in ((HALF, "<"), (sp.Integer(1), "=="), (sp.Integer(2), ">")):
        yield f"log of the gain {gain}", sp.log(gain), relation, sp.Integer(0)


def _gain_in_the_limit() -> Iterator[Case]:
    for gain, wanted in ((HALF, 0), (sp.Integer(1), 1), (sp.Integer(2), sp.oo)):
        yield f"gain {gain}", lim(gain**L, L, sp.oo), sp.sympify(wanted)


def _gain_of_layers(width: int, depth: int) -> Iterator[Case]:
    """Mean square of the last features over that of the first, for multipliers sqrt(g/N)."""
    one, gain = net(width, depth), sp.Symbol("g", positive=True)
    unit = dict.fromkeys(one.c[1:], sp.sqrt(gain / width))
    last, first = (one.mean(h[0, 0] ** 2).subs(unit) for h in (one.h[-2], one.h[1]))
    yield "growth", last, gain ** (depth - 2) * first


def _spread_of_features(width: int, depth: int) -> Iterator[Case]:
    """E |h|^4 / (E |h|^2)^2 = (1 + 2/N)^layers: heavy tails once L reaches N."""
    one = net(width, depth)
    for layer in range(1, depth):
        square = sum(h**2 for h in one.h[layer].flat)
        ratio = one.mean(square**2) / one.mean(square) ** 2
        yield f"layer {layer}", ratio, (1 + sp.Rational(2, width)) ** layer


CLAIMS.add(
    id="PC-S9",
    source=PC.section("A.5.1"),
    says="Plain networks keep the mean square of their features at any depth only with unit gain.",
    quote="is the only (critical) value for which the forward pass is stable",
    reading=(
        "This holds for the mean, or with N -> infinity first. At L ~ N features are not "
        "stable even then."
    ),
    checks=(
        Exhaustive(_gain_of_plain),
        Exhaustive(over(_gain_of_layers, ((1, 3), (1, 4), (2, 3)))),
    ),
    cross_checks=(Exhaustive(_gain_in_the_limit, what="SymPy's limits"),),
    imprecise=True,
    exact="PC-S9-tails",
)

CLAIMS.add(
    id="PC-S9-tails",
    source=PC.ledger("ERR-PC-32"),
    says="At unit gain E|h|^4/(E|h|^2)^2 = (1 + 2/N)^l: bounded for l << N, exp(2 l/N) beyond.",
    checks=(Exhaustive(over(_spread_of_features, ((1, 2), (1, 3), (2, 2), (2, 3)))),),
)


# -- limits of width and depth ---------------------------------------------------------------------


def _squared_of_block(width: int) -> Iterator[Case]:
    """E |h_2|^4 over one block for given h_1: |h_1|^4 ((1 + N c^2)^2 + 4 c^2 + 2 N c^4)."""
    one = net(width, 3, True)
    below, above_ = (sum(entry**2 for entry in h[:, 0]) for h in one.h[1:3])
    c, n = one.c[1], sp.Integer(width)
    factor = (1 + n * c**2) ** 2 + 4 * c**2 + 2 * n * c**4
    yield from equal(f"N = {width}", one.mean(above_**2, kept=(1, 3)), below**2 * factor)


def _spread_of_block() -> sp.Expr:
    """E |h|^4/(E |h|^2)^2 of one block less 1, at c^2 = 1/(N L)."""
    c2 = 1 / (N * L)
    return (4 * c2 + 2 * N * c2**2) / (1 + N * c2) ** 2


def _below_in_sum() -> tuple[sp.Expr, str, sp.Expr]:
    """L - 2 blocks add less than 4/N at every depth: log(1 + x) <= x."""
    return sp.factor((L - 2) * _spread_of_block() * N), "<", sp.Integer(4)


def _order_of_limits() -> Iterator[Case]:
    logarithm = (L - 2) * sp.log(1 + _spread_of_block())
    yield "L to infinity first", lim(logarithm, L, sp.oo), 4 / N
    yield "then N", lim(4 / N, N, sp.oo), sp.Integer(0)
    yield "N to infinity first", lim(logarithm, N, sp.oo), sp.Integer(0)


CLAIMS.add(
    id="PC-S12",
    source=PC.section("4"),
    says="At alpha = 1/2 limits of width and depth commute for the size of features: its mean, "
    "(1 + 1/L)^(L-2), is free of the width, and E|h|^4/(E|h|^2)^2 is below exp(4/N) at every "
    "depth, which is its limit of many layers.",
    quote="their infinite width and depth limits commute",
    reading="|h|^2 of linear residual networks for given first features. Training and nonlinear "
    "networks are not tested.",
    checks=(
        Exhaustive(over(_both_layers, ((1,), (2,)))),
        Exhaustive(over(_squared_of_block, ((1,), (2,)))),
        Inequality(_below_in_sum, {L: Interval(2, sp.oo, right_open=True), N: POSITIVE}),
        Exhaustive(_order_of_limits),
    ),
)
