"""Appendix A.4.3: the term of the predictions that only predictive coding has (eqs. 68 to 73)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Max,
    Mean,
    Min,
    Statement,
    Tree,
    arrays,
    both,
    gaussian,
    half,
    indices,
    induction,
    reals,
    same,
    total,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import linear
from depthlaws_papers.pc.claims.common import Case
from depthlaws_papers.pc.claims.width_start import (
    GAMMA,
    WIDTH,
    N,
    a,
    a1,
    b,
    b1,
    d,
    gamma,
    gamma0,
    i,
    j,
)
from depthlaws_papers.pc.claims.width_start_rescaling import LAYERS, K, number
from depthlaws_papers.pc.claims.width_start_slope import start
from depthlaws_papers.pc.claims.width_training import c

CLAIMS = Claims()

h, m, w, y, A, M, W = arrays("h m w y A M W")


def _frobenius() -> Statement:
    """Product of the slopes c_l m_l h_{l-1}^T of f and 2 c_l m_l V_{l-1}^T of s, both shown."""
    path, V, features, top = linear.path, linear.V, linear.features, linear.top
    layer, (one, other) = indices("l", linear.H, 2), (linear.i, linear.j)
    multiplier = linear.c[layer]
    of_f = multiplier * path[layer, one] * features[layer - 1, linear.n, other]
    of_s = 2 * multiplier * path[layer, one] * V[layer - 1, other]
    overlap = total(V[layer - 1, other] * features[layer - 1, linear.n, other], other)
    size = total(path[layer, one] ** 2, one)
    through = total(path[1, one] * features[1, linear.n, one], one)
    return Statement(
        *linear.slope_of_output(),
        *linear.slope_of_rescaling(),
        Equal(total(of_f * of_s, one, other), 2 * multiplier**2 * size * overlap),
        Equal(
            total(path[top, one] * features[top, linear.n, one], one), through, by=induction(top)
        ),
        for_all=linear.ANY_MOVE | linear.ANY_SAMPLES,
        defined={
            **(linear.SAMPLES | linear.MOVES | linear.MOVED_FEATURES | linear.PATHS),
            **(linear.MOVED_PATHS | linear.REACHES),
        },
    )


CLAIMS.add(
    id="PC-E68",
    source=PC.eq(68),
    says="The slopes of f and s in W_l have the product 2 c_l^2 |m_l|^2 V_{l-1}.h_{l-1}; in the "
    "second layer V_1.h_1 = m_1.h_1 = f itself.",
    statement=_frobenius(),
)

# Mean square of r over eta_0 L at the start, s -> 1: in the readout 2 c_2^2 f with E f^2 =
# gamma^-2, in the hidden layer of two 2 c_2^2 |m_2|^2 f with unit draws of mean square `hidden`.
in_readout = (gamma**2 * N**-c * 2 * (N**-a / gamma) ** 2) ** 2 / gamma**2
hidden = N**2 * (N + 2) * (N + 4)
in_hidden = (2 * gamma**2 * N ** (-c - 2 * a)) ** 2 * (1 / (N * gamma**2)) ** 3 / N * hidden
printed = gamma0**4 * N ** (-2 * (c + d + 2 * a - 1))

CLAIMS.add(
    id="PC-E69",
    source=PC.eq("69-72"),
    says="The extra term of the predictions has size gamma0^2 N^-(c + d + 2 a_l - 1) L^2.",
    quote="we know how the entries of the terms of the inner product scale",
    reading="At the start, L fixed, for d > 0. As printed, N^2 entries of one sign are added up, "
    "and gamma0^-3 is dropped in (69). As an upper bound the equation holds at fixed L; its power "
    "of L does not (PC-E69-depth).",
    statement=Statement(
        Equal(in_readout / 4, printed, where={gamma0: 1}),
        Equal(in_readout / 4, printed),
        for_all=WIDTH | GAMMA | {a: reals, c: reals},
    ),
    corrected_by="PC-E69-size",
    same_fault_as="PC-E54",
    sides=("mean square, exact", "as printed"),
)

LINE = {d: half, a: (1 - c) / 2}

CLAIMS.add(
    id="PC-E69-size",
    source=PC.ledger("ERR-PC-4, ERR-PC-6"),
    says="By exact mean squares of one and two hidden layers the extra term, times s^2, is N times "
    "smaller: gamma0^-1 N^-(c + d + 2 a) at the start, N^-(c + 2a) once f = Theta(1), free of "
    "gamma0. At the point (15), where s tends to 1: N^(-3/2), then N^-1.",
    statement=Statement(
        Equal(in_readout, 4 * gamma0**-2 * N ** (-2 * (c + d + 2 * a))),
        Equal(in_readout * gamma**2, 4 * N ** (-2 * (c + 2 * a))),
        Equal(
            Mean(
                Mean(Mean((total(w[i] ** 2, i) * total(w[i] * W[i, j] * h[j], i, j)) ** 2, W), w),
                h,
            ),
            hidden,
        ),
        Equal(
            in_hidden,
            4 * gamma0**-2 * N ** (-2 * (c + d + 2 * a)) * (1 + 2 / N) * (1 + 4 / N),
        ),
        Equal(-(c + d + 2 * a), -3 * half, where=LINE),
        Equal(-(c + 2 * a), -1, where=LINE),
        for_all={
            **(WIDTH | GAMMA | {a: reals, c: reals}),
            **{h: gaussian(1)[N], w: gaussian(1)[N], W: gaussian(1)[N, N]},
        },
    ),
)


def _grown_with_depth() -> Iterator[Case]:
    """L times the slope of log((L - 1) L (L + 1)) in L, at large L."""
    depth = sp.Symbol("L", positive=True)
    part = (depth - 1) * depth * (depth + 1)
    yield "power of L", lim(depth * sp.diff(sp.log(part), depth), depth, sp.oo), sp.Integer(2)


CLAIMS.add(
    id="PC-E69-depth",
    source=PC.eq("69-72"),
    says="The extra term of the predictions has size L^2, also as an upper bound.",
    quote="we know how the entries of the terms of the inner product scale",
    reading="At the start, at infinite width and then at large depth: its part along the "
    "prediction, below which its size is not, by Cauchy-Schwarz.",
    checks=(Exhaustive(_grown_with_depth),),
    corrected_by="PC-E69-power",
    same_fault_as="PC-E54-depth",
    sides=("power of L, exact", "power of L as printed"),
)


def _along_the_prediction() -> Statement:
    """With V = T m, T = A A^T of the layers below: one more drawn layer, then all of them."""
    own, other, inner = indices("p q r", N)

    def T(one: Tree, two: Tree) -> Tree:
        return total(A[one, inner] * A[two, inner], inner)

    def image(one: Tree, two: Tree) -> Tree:
        return total(M[one, own] * T(own, other) * M[two, other], own, other)

    def after(one: Tree) -> Tree:
        return total(M[one, own] * h[own], own)

    size, trace = total(h[i] ** 2, i), total(T(i, i), i)
    form = total(h[i] * T(i, j) * h[j], i, j)
    seen = total(m[i] * M[i, j] * h[j], i, j)
    pulled = total(m[i] * M[i, j] * T(j, own) * h[own], i, j, own)
    grown = total(after(i) ** 2, i)
    return Statement(
        Equal(Mean(seen * pulled, M), total(m[i] ** 2, i) * form / N),
        Equal(
            Mean(grown + total(after(i) * image(i, j) * after(j), i, j), M),
            size + (size * trace + (N + 1) * form) / N,
        ),
        Equal(Mean(grown * (N + total(image(i, i), i)), M), size * (N + trace) + 2 * form / N),
        Equal(y[number], number * (number + 1) / 2, by=induction(number)),
        Equal(total(number * (number + 1) / 2, number), K * (K + 1) * (K + 2) / 6),
        for_all={
            **(WIDTH | LAYERS | {m: reals[N], h: reals[N], A: reals[N, N]}),
            M: gaussian(1 / N)[N, N],
        },
        defined={y[0]: 0, y[start + 1]: 1 + start + y[start]},
    )


CLAIMS.add(
    id="PC-E69-power",
    source=PC.ledger("ERR-PC-38"),
    says="In plain networks at the start the part of the extra term along the prediction, E[r "
    "f]/E f^2, is (L - 1) L (L + 1)/6 times that of one hidden layer at infinite width: the term "
    "grows like L^3 or faster.",
    statement=_along_the_prediction(),
)


# -- conditions (eqs. 36, 66, 67, 73, 83, 90, 94), boxed in the paper ------------------------------

dominant = Min(0, 2 * d)
box_66, box_67 = same(c + 2 * a - 1, dominant), same(c + 2 * a1, dominant)
box_73 = same(c + d + 2 * a - 1, dominant)
ANY_BOX = dict.fromkeys((a, a1, b, b1, c, d), reals)
AT_HALF = {d: half}  # boxes (83) and (90)
ONLY_15 = (
    Exactly(both(same(2 * a1 + b1, 0), box_67), both(same(a1, -c / 2), same(b1, c)), where=AT_HALF),
    Exactly(
        both(same(2 * a + b, 1), box_66), both(same(a, (1 - c) / 2), same(b, c)), where=AT_HALF
    ),
)
AS_EQUATIONS = (
    Exactly(both(box_66, box_73), both(box_66, same(d, 0))),
    Equal((c + 2 * a - half - dominant) - (c + 2 * a - 1 - dominant), half),
)


def squared_rescaling(power: Tree) -> Exactly:
    """The largest exponent of N^power (1 + N^(-2d))^2, as in (72) and (93), is 0."""
    return Exactly(same(Max(power, power - 4 * d), 0), same(power, Min(0, 4 * d)))


def vanishing(name: str) -> Iterator[Case]:
    """Exponents of an extra term along line (15): -3/2 at initialisation, -1 trained."""
    for rate in (Recorded(-1), Recorded(0), Recorded(1, 3), Recorded(1)):
        point = parametrization.abcd(-rate / 2, rate, (1 - rate) / 2, rate, rate, Recorded(1, 2))
        for trained, wanted in ((False, Recorded(-3, 2)), (True, Recorded(-1))):
            growth = parametrization.growth(point, trained=trained)["width"][name]
            yield f"{name} at c = {rate}, trained = {trained}", growth, wanted


def _vanishing_predictions() -> Iterator[Case]:
    yield from vanishing("r_l")
    yield from vanishing("r_L")


# Powers of N of the extra term at the start and once f = Theta(1), both over s^2.
over_s_squared = -Max(0, -4 * d)
KEPT_BY_15 = (
    Equal(-(c + d + 2 * a) + over_s_squared, -3 * half, where=LINE),
    Equal(-(c + 2 * a) + over_s_squared, -1, where=LINE),
)

CLAIMS.add(
    id="PC-E73",
    source=PC.eq(73),
    says="The condition on the extra term of the predictions is kept by every point of (15).",
    quote="As before, we look for the largest exponent, obtaining c + d + 2 a_l - 1 = min(0, 2 d)",
    reading="As an inequality: the term must not grow. As an equation, in a box like the others, "
    "it would leave no solution: (66) and (73) force d = 0, (83) and (90) d = 1/2. The paper goes "
    "on without it (A.4.5). The largest exponent of (72), where 1 + N^(-2d) is squared, asks for "
    "min(0, 4d), which differs for d < 0 (PC-E73-bound).",
    statement=Statement(
        Equal(c + d + 2 * a - 1 - dominant, half, where=LINE),
        *KEPT_BY_15,
        for_all=ANY_BOX,
        about=c,
    ),
    cross_checks=(Exhaustive(_vanishing_predictions, what="the theory's answer"),),
    imprecise=True,
    exact="PC-E73-bound",
    change="<= in place of =.",
    against=(
        Smallest(
            lambda c: (c + sp.Rational(1, 2) + (1 - c) - 1, "==", min(0, 1)),
            {"c": [0]},
            of=("c + d + 2 a_l - 1 on (15)", "min(0, 2d) as printed, d = 1/2"),
        ),
    ),
)

CLAIMS.add(
    id="PC-E73-bound",
    source=PC.ledger("ERR-PC-7"),
    says="Condition (73) demands an inequality, an exponent <= 0, which every point of (15) keeps, "
    "with N^(-3/2) at the start and N^-1 trained. Without (73) and (94) the boxed equations give "
    "exactly (15); as equations, (73) and (66) force d = 0, and (94) is (66) less 1/2. The largest "
    "exponent of (72) is 0 exactly if c + d + 2 a_l - 1 = min(0, 4d).",
    statement=Statement(
        *KEPT_BY_15,
        *ONLY_15,
        *AS_EQUATIONS,
        squared_rescaling(c + d + 2 * a - 1),
        for_all=ANY_BOX,
        about=c,
    ),
    cross_checks=(Exhaustive(_vanishing_predictions, what="the theory's answer"),),
)
