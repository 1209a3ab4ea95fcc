"""Appendix A.4.3: predictions while they train (eqs. 26, 56 to 67)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Smallest
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Max,
    Min,
    Statement,
    arrays,
    indices,
    naturals,
    positive,
    reals,
    same,
    scalars,
    sqrt,
    total,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Form, unknown
from depthlaws_papers.pc.claims import simplest
from depthlaws_papers.pc.claims.common import Case
from depthlaws_papers.pc.claims.width_start import GAMMA, WIDTH, N, a, a1, d, gamma, i, j
from depthlaws_papers.pc.claims.width_start import D as inputs

CLAIMS = Claims()

c, eta, eta0, s, P, Q, step = scalars("c eta eta0 s P Q tau")
e, f, g, h, k, m, v, w, x, y, A, M, W = arrays("e f g h k m v w x y A M W")
n, mu = indices("n mu", P)
p = indices("p", Q)
first = indices("p", inputs)

rate = eta0 * gamma**2 * N**-c
EXPONENTS = {a: reals, a1: reals, c: reals}
ANY_RATE = EXPONENTS | WIDTH | GAMMA | {eta0: positive, s: positive}
ERRORS = {P: naturals(1), e: reals[P]}
loss = total(e[n] ** 2, n) / (2 * P)


# -- gradient flow on the equilibrated energy (eq. 26) ---------------------------------------------

moved = sp.Symbol("t", real=True)
loss_at, loss_slope, s_slope = sp.symbols("L L1 s1", real=True)
s_at = sp.Symbol("s0", positive=True)

QUOTIENT = Equal(
    at(D((loss_at + moved * loss_slope) / (s_at + moved * s_slope), moved), {moved: 0}),
    loss_slope / s_at - loss_at / s_at**2 * s_slope,
)
ANY_QUOTIENT = {
    **dict.fromkeys((moved, loss_at, loss_slope, s_slope), reals),
    s_at: positive,
}

CLAIMS.add(
    id="PC-E26",
    source=PC.eq(26),
    says="The slope of the equilibrated energy is that of the loss over s, less L/s^2 times that "
    "of s, along any way on which the loss is L + t L1 and s is s0 + t s1.",
    statement=Statement(QUOTIENT, for_all=ANY_QUOTIENT),
)


# -- predictions (eqs. 56 to 64) -------------------------------------------------------------------


# Along parameter p by tau: the slope of the mean loss is that of its errors, -f, on them.
LOSS_MOVES = Equal(
    total((e[n] - step * f[n, p]) ** 2, n) / (2 * P) - loss,
    -step * total(e[n] * f[n, p], n) / P + step**2 * total(f[n, p] ** 2, n) / (2 * P),
)


def _split() -> Statement:
    """Any network: f[n, p] the slope of output n in parameter p, k[p] that of s, v the velocity."""
    kernel = total(total(f[mu, p] * f[n, p], p) * e[n], n) / P
    return Statement(
        LOSS_MOVES,
        QUOTIENT,
        Equal(
            total(f[mu, p] * v[p], p),
            eta / s * kernel + eta * loss / s**2 * total(f[mu, p] * k[p], p),
        ),
        for_all={
            **(ANY_QUOTIENT | ERRORS | {Q: naturals(1), eta: reals, s: positive, step: reals}),
            **{f: reals[P, Q], k: reals[Q]},
        },
        defined={v[p]: -eta * (-total(e[n] * f[n, p], n) / P / s - loss / s**2 * k[p])},
    )


CLAIMS.add(
    id="PC-E58",
    source=PC.eq("56-58"),
    says="df/dt = q + r with r = eta L/s^2 (df/dtheta).(ds/dtheta), L the mean loss.",
    quote="the evolution of the network function for PC is given by two terms",
    reading="L_nu is printed outside the sum over the samples nu, in (74), (84) and (91) too; it "
    "is read as inside the mean.",
    statement=_split(),
    imprecise=True,
    exact="PC-E58-mean",
    change="the loss L_nu inside the mean over the samples nu.",
    against=(simplest.OUTSIDE_THE_MEAN,),
)

CLAIMS.add(
    id="PC-E58-mean",
    source=PC.ledger("ERR-PC-2"),
    says="df/dt = q + r with the mean loss in r: a rescaled tangent kernel on the errors, and the "
    "slope of s.",
    statement=_split(),
)


def _kernels() -> Statement:
    """Slopes c_l m_l h_{l-1}^T of two inputs with m = g/(gamma sqrt N), Phi and G as in (37)."""
    path = g[i] / (gamma * sqrt(N))
    G, phi = total(g[i] ** 2, i) / N, total(h[n, j] * h[mu, j], j) / N
    scale = gamma**2 / (N**c * s)
    first_phi = total(x[n, first] * x[mu, first], first) / inputs
    in_first = N**-a1 / sqrt(inputs) * path
    return Statement(
        Equal(
            scale * total((N**-a * path * h[n, j]) * (N**-a * path * h[mu, j]), i, j),
            N ** (1 - 2 * a) * G * phi / (N**c * s),
        ),
        Equal(
            scale * total((N**-a / gamma * h[n, j]) * (N**-a / gamma * h[mu, j]), j),
            N ** (1 - 2 * a) * phi / (N**c * s),
        ),
        Equal(
            scale * total((in_first * x[n, first]) * (in_first * x[mu, first]), i, first),
            N ** (-2 * a1) * G * first_phi / (N**c * s),
        ),
        for_all={
            **(EXPONENTS | WIDTH | GAMMA | {s: positive, P: naturals(1), inputs: naturals(1)}),
            **{g: reals[N], h: reals[P, N], x: reals[P, inputs]},
        },
    )


CLAIMS.add(
    id="PC-E64",
    source=PC.eq("59-64"),
    says="The rescaled tangent kernel, of the slopes of eq. (43), is [N^(1-2a) Phi_(L-1) + sum "
    "N^(1-2a) G_l Phi_(l-1) + N^(-2a_1) G_1 Phi_0]/(N^c s): readout, hidden and first layers.",
    statement=_kernels(),
)


QUARTERS = [Recorded(number_, 4) for number_ in range(-4, 5)]


def exponents_of(name: str, size: int, power: Form, shrunk: int) -> Iterator[Case]:
    """A growth exponent for an error of order 1, also where desideratum 1 is violated."""
    for d_ in QUARTERS:
        for a_ in QUARTERS[::2]:
            point = {
                "a1": a_,
                "b1": -2 * a_,
                "a": a_,
                "b": 1 - 2 * a_,
                "c": Recorded(1, 4),
                "d": d_,
            }
            # pyrefly: ignore[bad-argument-type]  (fractions are numbers)
            growth = parametrization.growth(parametrization.abcd(**point), trained=True)
            wanted = power.at(point) * size + shrunk * min(Recorded(0), 2 * d_)
            yield f"{name} at a = {a_}, d = {d_}", growth["width"][name], wanted


free = {name: unknown(name) for name in ("a1", "a", "c", "d")}


def _hidden_predictions() -> Iterator[Case]:
    yield from exponents_of("q_l", -1, free["c"] + 2 * free["a"] - 1, 1)


def _first_predictions() -> Iterator[Case]:
    yield from exponents_of("q_1", -1, free["c"] + 2 * free["a1"], 1)


# Powers of N of a change by a later and by the first layer over s, for an error of order 1; and of
# the error itself at the start.
over_s = -Max(0, -2 * d)
by_later, by_first = 1 - c - 2 * a + over_s, -c - 2 * a1 + over_s
error = Max(0, -d)
ANY_EXPONENTS = {a: reals, a1: reals, c: reals, d: reals}
OF_ORDER_ONE = "For an error of order 1, as eq. (65) takes it. At the start the error is so for "
OF_ORDER_ONE += "d >= 0; for d < 0 it grows as the outputs do, as N^-d (PC-E66-start)."

CLAIMS.add(
    id="PC-E66",
    source=PC.eq("65, 66"),
    says="A later layer changes the predictions at order 1 exactly if c + 2 a_l - 1 = min(0, 2d), "
    "for an error of order 1.",
    quote="We require the dominant exponent to be zero, which implies",
    reading=OF_ORDER_ONE,
    statement=Statement(
        Exactly(same(by_later, 0), same(c + 2 * a - 1, Min(0, 2 * d))),
        for_all=ANY_EXPONENTS,
        about=c,
    ),
    cross_checks=(Exhaustive(_hidden_predictions),),
    imprecise=True,
    exact="PC-E66-start",
    change="Add: for d >= 0.",
    against=(
        Smallest(
            lambda d: (min(0, d), "==", min(0, 2 * d)),
            {"d": [0, 1, -1]},
            of=(
                "c + 2 a_l - 1 at which predictions move at order 1, errors of size N^max(0, -d)",
                "as printed",
            ),
        ),
    ),
)

CLAIMS.add(
    id="PC-E67",
    source=PC.eq(67),
    says="The first layer changes the predictions at order 1 exactly if c + 2 a_1 = min(0, 2d), "
    "for an error of order 1.",
    quote="we find a different constraint for the first layer",
    reading=OF_ORDER_ONE,
    statement=Statement(
        Exactly(same(by_first, 0), same(c + 2 * a1, Min(0, 2 * d))), for_all=ANY_EXPONENTS, about=c
    ),
    cross_checks=(Exhaustive(_first_predictions),),
    imprecise=True,
    exact="PC-E66-start",
    change="Add: for d >= 0.",
    against=(
        Smallest(
            lambda d: (min(0, d), "==", min(0, 2 * d)),
            {"d": [0, 1, -1]},
            of=(
                "c + 2 a_1 at which predictions move at order 1, errors of size N^max(0, -d)",
                "as printed",
            ),
        ),
    ),
)

CLAIMS.add(
    id="PC-E66-start",
    source=PC.ledger("ERR-PC-39"),
    says="At the start, with errors of size N^max(0, -d), a later layer changes the predictions at "
    "order 1 exactly if c + 2 a_l - 1 = min(0, d), the first one exactly if c + 2 a_1 = min(0, d).",
    statement=Statement(
        Exactly(same(by_later + error, 0), same(c + 2 * a - 1, Min(0, d))),
        Exactly(same(by_first + error, 0), same(c + 2 * a1, Min(0, d))),
        for_all=ANY_EXPONENTS,
        about=c,
    ),
)
