"""Section 4 and A.5: residual networks at the start, desideratum 4 (eqs. 18, 95 to 103)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Less,
    Mean,
    Statement,
    arrays,
    index,
    induction,
    interval,
    log,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import Case, equal, net, over
from depthlaws_papers.pc.claims.moments import (
    ANY_BLOCK,
    GROWTH,
    HALF,
    LOGARITHM,
    SQUARE,
    L,
    N,
    W,
    after,
    alpha,
    block,
    c2,
    f,
    gain,
    grown,
    i,
    one_block,
    p,
    rho,
    share,
    t,
    top,
    y,
)

CLAIMS = Claims()


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
    says="Layers 2 to L-1 add L^-alpha N^(-1/2) W h to their input h, in the mean-field gauge with "
    "alpha = 1/2.",
    definition=True,
    checks=(Exhaustive(_sizes, named=True),),
    cross_checks=(Exhaustive(over(_residual_layers, ((1, 4), (2, 3)))),),
)


# -- desideratum 4 (eqs. 99 to 103) ----------------------------------------------------------------

u, v = arrays("u v")

CLAIMS.add(
    id="PC-E99",
    source=PC.eq("99-101"),
    says="A block multiplies second moments of features by 1 + L^(-2 alpha), at every width, "
    "without independence of the units: to h_i h_j it adds delta_ij c^2 |h|^2 in the mean.",
    statement=Statement(
        Equal(
            Mean(total(u[i] * after(p, i), i) * total(v[i] * after(p, i), i), W),
            total(u[i] * p[i], i) * total(v[i] * p[i], i) + c2 * SQUARE * total(u[i] * v[i], i),
            where={t: 1},
        ),
        one_block,
        for_all=ANY_BLOCK | {u: reals[N], v: reals[N]},
    ),
)

CLAIMS.add(
    id="PC-E102",
    source=PC.eq(102),
    says="The last features have second moments Phi_0 (1 + L^(-2 alpha))^(L-2) in the mean, "
    "exactly.",
    statement=Statement(
        one_block,
        grown,
        for_all=ANY_BLOCK,
        defined=GROWTH,
    ),
)


def _registered_energy() -> Iterator[Case]:
    for power in [Recorded(n, 8) for n in range(9)]:
        point = parametrization.abcd(0, 0, "1/2", 0, 0, "1/2", alpha=str(power))
        (four,) = [x for x in parametrization.desiderata(point) if x.number == 4]
        yield f"alpha = {power}", four.holds == (power >= Recorded(1, 2))
        growth = parametrization.growth(point)["depth"]["energy"]
        yield f"exponent at alpha = {power}", growth, 1 - 2 * power


# ln of the growth is (L - 2) log(1 + y) with y = L^(-2 alpha) <= 1: between halves of (L - 2) y.
EXPONENT = (
    *LOGARITHM,
    Equal((L - 2) * share, (1 - 2 / L) * L ** (1 - 2 * alpha)),
    AtMost(share, 1, along=((alpha, 0),)),
    Exactly(1 - 2 * alpha <= 0, alpha >= HALF),
)
ANSWERED = Exhaustive(_registered_energy, what="the theory's answer")
size, more = sp.Symbol("L", positive=True), sp.Symbol("delta", positive=True)


def limit(added: sp.Expr) -> sp.Expr:
    """Limit of ln (1 + added)^(L - 2)."""
    return lim((size - 2) * sp.log(1 + added), size, sp.oo)


CLAIMS.add(
    id="PC-E103",
    source=PC.eq(103),
    says="Features keep their size at large depth exactly if alpha, at least 0, is 1/2 or larger: "
    "the factor of their second moment tends to e at 1/2, to 1 above, and has no bound below, "
    "where its logarithm rises like L^(1 - 2 alpha).",
    statement=Statement(
        one_block,
        grown,
        *EXPONENT,
        Equal(limit(more / size), more),
        Equal(limit(size ** (-1 - 2 * more)), 0),
        for_all=ANY_BLOCK | {y: nonnegative, more: positive},
        defined=GROWTH,
        about=alpha,
    ),
    cross_checks=(ANSWERED,),
)

CLAIMS.add(
    id="PC-D4",
    source=PC.section("4, desideratum 4"),
    says="Features have order 1 in the depth at the start exactly if alpha, at least 0, is 1/2 or "
    "larger: ln of their growth lies between half of (1 - 2/L) L^(1 - 2 alpha) and all of it.",
    statement=Statement(
        one_block,
        grown,
        *EXPONENT,
        for_all=ANY_BLOCK | {y: nonnegative},
        defined=GROWTH,
        about=alpha,
    ),
    cross_checks=(ANSWERED,),
)

CLAIMS.add(
    id="PC-S5",
    source=PC.section("4"),
    says="Desideratum 4 is violated by the standard alpha = 0, whose second moments double with "
    "every block, and by every alpha from 0 to below 1/2, where ln of the growth rises like "
    "L^(1 - 2 alpha).",
    quote="the residual activations (Eq. 18) explode",
    reading="At 1/2 and above the growth stays bounded (PC-E103).",
    statement=Statement(
        Equal(Mean(total(after(p, i) ** 2, i), W), 2 * SQUARE, where={t: 1, c2: 1 / N}),
        one_block,
        grown,
        *EXPONENT,
        for_all=ANY_BLOCK | {y: nonnegative},
        defined=GROWTH,
        about=alpha,
    ),
)

up, down = scalars("up down")

CLAIMS.add(
    id="PC-S9",
    source=PC.section("A.5.1"),
    says="Plain networks keep the mean square of their features at any depth only with unit gain: "
    "it goes as the power of the gain.",
    quote="is the only (critical) value for which the forward pass is stable",
    reading="This holds for the mean, or with N -> infinity first. Where L/N grows features are "
    "not stable even then: E|h|^4 has no bound.",
    statement=Statement(
        Equal(Mean(total(after(p, i) ** 2, i), W), gain * SQUARE, where={t: 0, c2: gain / N}),
        grown,
        Less(0, log(1 + up)),
        Less(log(1 - down), 0),
        for_all=ANY_BLOCK
        | {gain: positive, up: positive, down: interval(0, 1, low_open=True, high_open=True)},
        defined=GROWTH,
    ),
    imprecise=True,
    exact="PC-S9-tails",
    change="Add: in the mean square, while L/N stays bounded.",
    against=(
        Smallest(
            lambda l: (3**l, "<=", 3),
            {"l": [1, 2]},
            of=(
                "E h^4/(E h^2)^2 behind l layers of width 1 at unit gain",
                "its value behind one layer",
            ),
        ),
    ),
)

deeper, places = index("n", 0, L - 2), index("l", 0, L - 1)

CLAIMS.add(
    id="PC-S9-tails",
    source=PC.ledger("ERR-PC-32"),
    says="At unit gain E|h|^4/(E|h|^2)^2 = (1 + 2/N)^l, between exp(2l/(N + 2)) and exp(2l/N): "
    "near 1 for l << N, bounded while l/N is, and without bound as l/N grows.",
    statement=Statement(
        Equal(Mean(total(after(p, i) ** 2, i), W), SQUARE, where={t: 0, c2: 1 / N}),
        Equal(
            Mean(total(after(p, i) ** 2, i) ** 2, W),
            (1 + 2 / N) * SQUARE**2,
            where={t: 0, c2: 1 / N},
        ),
        Equal(f[places], (1 + 2 / N) ** places, by=induction(places)),
        *LOGARITHM,
        Equal((2 / N) / (1 + 2 / N), 2 / (N + 2)),
        for_all=ANY_BLOCK | {y: nonnegative},
        defined={f[0]: 1, f[deeper + 1]: (1 + 2 / N) * f[deeper]},
    ),
)


# -- limits of width and depth ---------------------------------------------------------------------

STABLE = {t: 1, c2: 1 / (N * L)}
added = (4 / L + 2 / L**2) / (1 + 1 / L) ** 2  # N times what a block adds to the ratio
_N = sp.Symbol("N", positive=True)
_added = (4 / size + 2 / size**2) / (1 + 1 / size) ** 2

CLAIMS.add(
    id="PC-S12",
    source=PC.section("4"),
    says="At alpha = 1/2 limits of width and depth commute for the size of features: its mean, "
    "(1 + 1/L)^(L-2), is free of the width, and E|h|^4/(E|h|^2)^2 is below exp(4/N) at every "
    "depth, which is its limit of many layers.",
    quote="their infinite width and depth limits commute",
    reading="|h|^2 of linear residual networks for given first features. Training and nonlinear "
    "networks are not tested.",
    statement=Statement(
        Equal(Mean(total(after(p, i) ** 2, i), W), (1 + 1 / L) * SQUARE, where=STABLE),
        Equal(
            Mean(total(after(p, i) ** 2, i) ** 2, W),
            (1 + 1 / L) ** 2 * (1 + added / N) * SQUARE**2,
            where=STABLE,
        ),
        grown,
        Equal(f[top], rho ** (top - 1), by=induction(top)),
        *LOGARITHM,
        Less((L - 2) * added, 4),
        Equal(limit(_added / _N), 4 / N),
        for_all=ANY_BLOCK | {y: nonnegative},
        defined=GROWTH | {f[1]: 1, f[block + 1]: rho * f[block]},
    ),
)
