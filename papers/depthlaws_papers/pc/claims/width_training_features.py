"""Appendix A.4.4 and A.4.5: features while they train (eqs. 74 to 94)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Mean,
    Statement,
    Tree,
    both,
    gaussian,
    half,
    indices,
    naturals,
    reals,
    same,
    scalars,
    sqrt,
    total,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import Case
from depthlaws_papers.pc.claims.width_start import D, N, a, a1, d, gamma, gamma0, i, j
from depthlaws_papers.pc.claims.width_training import (
    ANY_EXPONENTS,
    ANY_QUOTIENT,
    ANY_RATE,
    ERRORS,
    LOSS_MOVES,
    QUOTIENT,
    P,
    Q,
    W,
    c,
    e,
    eta,
    eta0,
    exponents_of,
    f,
    first,
    free,
    g,
    h,
    k,
    loss,
    m,
    mu,
    n,
    rate,
    s,
    step,
    w,
    x,
    y,
)
from depthlaws_papers.pc.claims.width_training_extra import (
    ANY_BOX,
    AS_EQUATIONS,
    KEPT_BY_15,
    LINE,
    ONLY_15,
    squared_rescaling,
    vanishing,
)

CLAIMS = Claims()

path = g[i] / (gamma * sqrt(N))  # m_i of eq. (39)


# -- the first layer (eqs. 74 to 83) ---------------------------------------------------------------

# The flow -eta d(L/s)/dW_1, with slopes c_1 m_1 x^T of f and none of s (eqs. 43 and 48).
in_first = N**-a1 / sqrt(D)
first_velocity = rate / s * in_first * total(e[n] * path * x[n, first], n) / P
ANY_FIRST = ANY_RATE | ERRORS | {D: naturals(1), g: reals[N], x: reals[P, D]}


def _first_weights() -> Statement:
    """Velocity of W_1 with gamma = gamma0 N^d put in."""
    front = eta0 * gamma0 / (N ** (c + a1 - d + half) * s) / (P * sqrt(D))
    return Statement(
        Equal(first_velocity, front * total(e[n] * g[i] * x[n, first], n)), for_all=ANY_FIRST
    )


CLAIMS.add(
    id="PC-E79",
    source=PC.eq("78, 79"),
    says="The velocity of W_1 has 1/(P sqrt D) in front of the sum over samples.",
    quote="dW_1/dt = eta_0 gamma_0/(N^(c + a_1 - d + 1/2) s) (1/sqrt(D P)) sum Delta g^T x^T",
    reading="Unsafe to fault: in the text at hand the root is over D P, which would be wrong, and "
    "(81) has 1/(D P) again. That text is a conversion of the paper, which also has N_a for N^a in "
    "(8) to (10). With the root over D alone the equation holds.",
    statement=_first_weights(),
    imprecise=True,
    exact="PC-E74",
    change="1/(P sqrt(D)), in place of 1/sqrt(D P).",
    against=(
        Smallest(
            lambda D, P: (1 / (P * sp.sqrt(D)), "==", 1 / sp.sqrt(D * P)),
            {"D": [1], "P": [1, 2]},
            of=("factor in front of the sum", "factor as the text at hand has it"),
        ),
    ),
)

CLAIMS.add(
    id="PC-E74",
    source=PC.eq("74-79"),
    says="dW_1/dt = eta_0 gamma_0/(N^(c + a_1 - d + 1/2) s) (1/(P sqrt D)) sum Delta g x^T: s "
    "does not depend on the first layer, and f has the slope of eq. (43).",
    statement=_first_weights(),
)


def _first_features(front: Tree) -> Statement:
    """c_1 times the velocity of W_1 times x, with x.x = D Phi_0."""
    moved = in_first * total(first_velocity * x[mu, first], first)
    phi = total(x[n, first] * x[mu, first], first) / D
    change = front / (N ** (c + 2 * a1 - d + half) * s) / P * total(e[n] * g[i] * phi, n)
    return Statement(Equal(moved, change), for_all=ANY_FIRST)


CLAIMS.add(
    id="PC-E80",
    source=PC.eq("80, 81"),
    says="dh_1/dt = eta_0 gamma_0/(N^(c + 2 a_1 - d + 1/2) s) (1/P) sum Delta g_1 Phi_0.",
    statement=_first_features(eta0 * gamma0),
)


def _one_feature(gamma0: int) -> sp.Expr:
    """Velocity of h = W x for one neuron, sample and input, f = w h/gamma0, all other numbers 1."""
    weight = sp.Symbol("W")
    return gamma0**2 * sp.diff(weight / gamma0, weight)


CLAIMS.add(
    id="PC-E82",
    source=PC.eq(82),
    says="The first features move at eta_0 / N^(c + 2 a_1 - d + 1/2), with no gamma0.",
    quote="dh_1/dt = eta_0/(N^(c + 2 a_1 - d + 1/2) s) (1/P) sum Delta g^T Phi_0",
    reading="As printed in (82), whose left neighbour (81) still has gamma0."
    " With gamma0 it holds (PC-E80).",
    statement=_first_features(eta0),
    corrected_by="PC-E80",
    sides=("exact", "as printed"),
    fault="slip",
    change="eta_0 gamma_0 in place of eta_0, as in (81).",
    against=(
        Smallest(
            lambda gamma0: (_one_feature(gamma0), "==", 1),
            {"gamma0": [1, 2]},
            of=("dh_1/dt, one unit, sample and input, everything else 1", "as printed"),
        ),
    ),
)


def _half(features: Tree, predictions: Tree) -> Statement:
    """Powers of N of both changes, up to that of the errors over s, which both have."""
    errors = scalars("errors")
    features, kept = features + errors, same(predictions + errors, 0)
    return Statement(
        Exactly(both(same(features, 0), kept), both(kept, same(d, half))),
        for_all=ANY_EXPONENTS | {errors: reals},
    )


def _registered(name: str, power: str, sign: int) -> Exhaustive:
    """The theory's own push of the features: c + 2a - d, and half with a sign."""
    own = free["c"] + 2 * free[power] - free["d"] + Recorded(sign, 2)
    return Exhaustive(lambda: exponents_of(name, -1, own, 1), what="the theory's answer")


CLAIMS.add(
    id="PC-E83",
    source=PC.eq(83),
    says="If the first layer changes the predictions at order 1, it changes its own features at "
    "order 1 exactly if d = 1/2.",
    statement=_half(-(c + 2 * a1 - d + half), -(c + 2 * a1)),
    cross_checks=(_registered("own_1", "a1", 1),),
)


def _margin_between() -> Iterator[Case]:
    """q over r at (15), at the start: printed N^(1/2)."""
    growth = parametrization.growth("mean_field")["width"]
    yield "power of N in q/r", growth["q_l"] - growth["r_l"], Recorded(1, 2)


CLAIMS.add(
    id="PC-S10",
    source=PC.section("A.4.3, after eq. (83)"),
    says="At d = 1/2 the extra term of the predictions vanishes like N^(-1/2).",
    quote="r must vanish at a rate Theta(N^(-1/2))",
    reading="Tested as printed after (83) and (94), for the predictions; the same is printed for "
    "the features. As an upper bound the statement holds.",
    checks=(Exhaustive(_margin_between),),
    corrected_by="PC-E73-bound",
    same_fault_as="PC-E54",
    sides=("power of N, exact", "power of N as printed"),
)


# -- other layers (eqs. 84 to 94) ------------------------------------------------------------------

ANY_LATER = ANY_RATE | ERRORS | {g: reals[N], h: reals[P, N]}


def _weights() -> Statement:
    """The slope of L/s in any parameter, and the front of the part with the slope c m h^T of f."""
    front = eta0 * gamma0 / (N ** (c + a - d + half) * s) / P
    push = rate / s * N**-a * total(e[n] * path * h[n, j], n) / P
    return Statement(
        LOSS_MOVES,
        QUOTIENT,
        Equal(push, front * total(e[n] * g[i] * h[n, j], n)),
        for_all=ANY_LATER | ANY_QUOTIENT | {step: reals, Q: naturals(1), f: reals[P, Q]},
    )


CLAIMS.add(
    id="PC-E84",
    source=PC.eq("84-86"),
    says="dW_l/dt = eta_0 gamma_0/(N^(c + a - d + 1/2) s) (1/P) sum Delta g_l h_(l-1)^T + (eta "
    "L/s^2) ds/dW_l, where L is the mean loss.",
    statement=_weights(),
)


def _features(*, other: bool) -> tuple[Equal, Equal]:
    """c times the velocity of W_l times h_mu, with the slope k of s; h.h = N Phi."""
    q = indices("q", N)
    of_s = k[i, j]
    multiplier = scalars("multiplier")
    velocity = eta * (multiplier * m[i] * total(e[n] * h[n, j], n) / (P * s) + loss / s**2 * of_s)
    overlap = total(h[n, q] * h[n if other else mu, q], q)
    own = eta * multiplier**2 / s * total(e[n] * m[i] * overlap, n) / P
    moved = multiplier * total(velocity * h[mu, j], j)
    of_rescaling = multiplier * eta * loss / s**2 * total(of_s * h[mu, j], j)
    phi = total(h[n, q] * h[mu, q], q) / N
    front = eta0 * gamma0 / (N ** (c + 2 * a - d - half) * s) / P
    return (
        Equal(moved, own + of_rescaling),
        Equal(
            rate * (N**-a) ** 2 / s * total(e[n] * path * (N * phi), n) / P,
            front * total(e[n] * g[i] * phi, n),
        ),
    )


ANY_FEATURES = ANY_LATER | {eta: reals, scalars("multiplier"): reals, m: reals[N], k: reals[N, N]}


def _own_push(mu: int) -> tuple[int, str, int]:
    """Sum of error times overlap over two samples, with h_mu exactly and h_nu as printed."""
    h, errors = (1, 0), (1, 0)
    exact = sum(error * one * h[mu - 1] for error, one in zip(errors, h, strict=True))
    return exact, "==", sum(error * one * one for error, one in zip(errors, h, strict=True))


CLAIMS.add(
    id="PC-E88",
    source=PC.eq(88),
    says=("In the layer's own push of the features of sample mu the overlaps are h_nu . h_nu."),
    quote="The evolution of the activations is then ... sum Delta_nu (g_nu^(l))^T (N/N) h_nu^(l-1) "
    ". h_nu^(l-1)",
    reading="Tested as printed in (88); (89) has the overlaps of nu and mu. With these the "
    "equation holds (PC-E87).",
    statement=Statement(_features(other=True)[0], for_all=ANY_FEATURES),
    corrected_by="PC-E87",
    sides=("c_l times the velocity of W_l times h, exact", "as printed"),
    fault="slip",
    change="h_nu . h_mu in place of h_nu . h_nu, as in (89).",
    against=(
        Smallest(
            _own_push,
            {"mu": [1, 2]},
            of=(
                "push of sample mu, width 1, two samples with h = 1, 0 and errors 1, 0, the rest 1",
                "as printed",
            ),
        ),
    ),
)

CLAIMS.add(
    id="PC-E87",
    source=PC.eq("87-89"),
    says="Besides what moves below, features move by c_l times the velocity of W_l times h: by "
    "their own layer's push with overlaps h_nu.h_mu, of power N^-(c + 2a - d - 1/2), and by the "
    "slope of s.",
    statement=Statement(*_features(other=False), for_all=ANY_FEATURES),
)

CLAIMS.add(
    id="PC-E90",
    source=PC.eq(90),
    says="If a later layer changes the predictions at order 1, it changes its own features at "
    "order 1 exactly if d = 1/2.",
    statement=_half(-(c + 2 * a - d - half), -(c + 2 * a - 1)),
    cross_checks=(_registered("own_l", "a", -1),),
)

# Mean square of c_l eta (L = 1) 2 c_l m_l f at the start, s -> 1, of two hidden layers: over
# eta_0^2, with unit draws of mean square N (N + 2).
by_slope = (2 * rate / eta0 * N ** (-2 * a)) ** 2 * (1 / (N * gamma**2)) ** 2 / N * (N * (N + 2))

CLAIMS.add(
    id="PC-E91",
    source=PC.eq("91-93"),
    says="The slope of s moves features at N^-(c + 2 a_l - 1/2).",
    quote="the entries of the D term scale as follows ... "
    "Theta(1/(N^(c + 2 a_l - 1/2) (1 + N^(-2d))^2))",
    reading="At the start, d > 0, in a hidden layer; (92) also prints N^(2d) for N^(-2d). As an "
    "upper bound the equation holds.",
    statement=Statement(
        Equal(by_slope / (4 * (1 + 2 / N)), N ** (-2 * (c + 2 * a - half))),
        for_all=ANY_RATE,
    ),
    corrected_by="PC-E91-size",
    same_fault_as="PC-E54",
    sides=("mean square, exact", "as printed"),
)

AT_START, TRAINED = -(c + 2 * a + half), d - (c + 2 * a + half)
ON_LINE = (Equal(AT_START, -3 * half, where=LINE), Equal(TRAINED, -1, where=LINE))

CLAIMS.add(
    id="PC-E91-size",
    source=PC.ledger("ERR-PC-4"),
    says="By the exact mean square of two hidden layers the slope of s moves features, times s^2, "
    "at N^-(c + 2a + 1/2) at the start and N^d times that once f = Theta(1): N^(-3/2), then N^-1 "
    "under (15), where s tends to 1.",
    statement=Statement(
        Equal(
            Mean(Mean(Mean((w[i] * total(w[i] * W[i, j] * y[j], i, j)) ** 2, W), w), y),
            N * (N + 2),
        ),
        Equal(by_slope, 4 * N ** (2 * AT_START) * (1 + 2 / N)),
        Equal(by_slope * gamma**2, 4 * gamma0**2 * N ** (2 * TRAINED) * (1 + 2 / N)),
        *ON_LINE,
        for_all=ANY_RATE | {w: gaussian(1)[N], y: gaussian(1)[N], W: gaussian(1)[N, N]},
    ),
)


VANISHING = (Exhaustive(lambda: vanishing("D_l"), what="the theory's answer"),)

CLAIMS.add(
    id="PC-E94",
    source=PC.eq(94),
    says="The condition on the slope of s in the features is kept by every point of (15).",
    quote="giving the constraint c + 2 a_l - 1/2 = min(0, 2 d)",
    reading="As an inequality: the term must not grow. As an equation, in a box like the others, "
    "it would contradict (66) for every d. The paper goes on without it (A.4.5). By (93), where 1 "
    "+ N^(-2d) is squared, the right side is min(0, 4d), which differs for d < 0.",
    statement=Statement(*ON_LINE, for_all=ANY_BOX, about=c),
    cross_checks=VANISHING,
    imprecise=True,
    exact="PC-E94-bound",
    change="<= in place of =.",
    against=(
        Smallest(
            lambda c: (c + (1 - c) - sp.Rational(1, 2), "==", min(0, 1)),
            {"c": [0]},
            of=("c + 2 a_l - 1/2 on (15)", "min(0, 2d) as printed, d = 1/2"),
        ),
    ),
)

CLAIMS.add(
    id="PC-E94-bound",
    source=PC.ledger("ERR-PC-7"),
    says="Condition (94) demands an exponent <= 0, which every point of (15) keeps: -3/2 at the "
    "start, -1 trained; as an equation it would be (66) less 1/2. The largest exponent of (93) is "
    "0 exactly if c + 2 a_l - 1/2 = min(0, 4d).",
    statement=Statement(
        *ON_LINE, AS_EQUATIONS[1], squared_rescaling(c + 2 * a - half), for_all=ANY_BOX, about=c
    ),
    cross_checks=VANISHING,
)

CLAIMS.add(
    id="PC-S8",
    source=PC.section("A.4.5"),
    says="Together the constraints, with d = 1/2, give exactly (15), once (73) and (94) are "
    "inequalities, which it keeps.",
    statement=Statement(*ONLY_15, *KEPT_BY_15, *ON_LINE, for_all=ANY_BOX, about=c),
    cross_checks=VANISHING,
)
