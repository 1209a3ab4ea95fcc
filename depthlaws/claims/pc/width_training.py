"""Appendix A.4.3: predictions while they train (eqs. 26, 56 to 73)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.claims.engine.statement import (
    Exactly,
    Max,
    Min,
    Statement,
    nonnegative,
    reals,
    same,
    scalars,
)
from depthlaws.claims.pc.common import (
    HALF,
    Array,
    Case,
    Net,
    a,
    a1,
    c,
    d,
    delta,
    equal,
    eta0,
    exponent,
    gamma0,
    net,
    over,
    slopes,
)
from depthlaws.claims.pc.common import N as width_
from depthlaws.claims.pc.common import P as samples
from depthlaws.claims.pc.common import input_width as inputs
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Form, Polyhedron, unknown
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

N = width_
SHAPES = ((1, 2, False), (1, 3, False), (1, 3, True), (2, 2, False))  # over two samples
ALL_UNKNOWNS = {
    N: Interval(1, 10**6),
    inputs: Interval(1, 50),
    samples: Interval(2, 50),
    gamma0: Interval(HALF, 3),
    eta0: Interval(HALF, 3),
    delta: Interval(HALF, 3),
    **{x: Interval(-2, 2) for x in (a, a1, c, d)},
}
gamma = gamma0 * N**d
rate = eta0 * gamma**2 * N**-c


def over_two_samples(width: int, depth: int, skips: bool) -> Net:
    """The network with a symbol for each weight, over two samples."""
    return net(width, depth, skips, samples=2)


def velocity(one: Net, layer: int) -> Array:
    """Velocity of a weight matrix on the flow of F* = L / s, over eta / s^2."""
    W = one.W[layer - 1]
    return one.loss * slopes(one.s, W) - one.s * slopes(one.loss, W)


def _dot(left: Array, right: Array) -> sp.Expr:
    return sum(x * y for x, y in zip(left.flat, right.flat, strict=True))


# -- gradient flow on the equilibrated energy (eq. 26) ---------------------------------------------


def _quotient() -> Iterator[Case]:
    x = sp.Symbol("x")
    loss, s = sp.Function("loss")(x), sp.Function("s")(x)
    printed = D(loss, x) / s - loss / s**2 * D(s, x)
    yield "slope of loss / s", D(loss / s, x), printed


CLAIMS.add(
    id="PC-E26",
    source=PC.eq(26),
    says="The slope of the equilibrated energy is that of the loss over s, less L/s^2 times that "
    "of s.",
    checks=(Exhaustive(_quotient),),
)


# -- predictions (eqs. 56 to 64) -------------------------------------------------------------------


def _prediction_velocities(one: Net, sample: int) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """Velocity of f, rescaled tangent kernel and slope of s, each over eta / s^2."""
    f = one.h[-1][0]
    kernel = whole = rescaling = sp.Integer(0)
    for layer in range(1, one.depth + 1):
        W = one.W[layer - 1]
        whole += _dot(slopes(f[sample], W), velocity(one, layer))
        kernel += sum(
            _dot(slopes(f[sample], W), slopes(f[other], W)) * one.r[0, other] for other in range(2)
        )
        rescaling += _dot(slopes(f[sample], W), slopes(one.s, W))
    return whole, one.s * kernel / 2, rescaling


def _split(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = over_two_samples(width, depth, skips)
    whole, q, slope = _prediction_velocities(one, 0)
    yield from equal("df/dt", whole, q + one.loss * slope)


CLAIMS.add(
    id="PC-E58",
    source=PC.eq("56-58"),
    says="df/dt = q + r with r = eta L/s^2 (df/dtheta).(ds/dtheta), L the mean loss.",
    quote="the evolution of the network function for PC is given by two terms",
    reading=(
        "L_nu is printed outside the sum over the samples nu, in (74), (84) and (91) too; it is "
        "read as inside the mean."
    ),
    checks=(Exhaustive(over(_split, SHAPES[:2])),),
    imprecise=True,
    exact="PC-E58-mean",
)

CLAIMS.add(
    id="PC-E58-mean",
    source=PC.ledger("ERR-PC-2"),
    says="df/dt = q + r with the mean loss in r: a rescaled tangent kernel on the errors, and the "
    "slope of s.",
    checks=(Exhaustive(over(_split, SHAPES)),),
)


def _tangent_kernel(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Sum over layers of slopes . slopes = c_l^2 |m_l|^2 h_{l-1}.h_{l-1} for two samples."""
    one = over_two_samples(width, depth, skips)
    f = one.h[-1][0]
    for layer in range(1, depth + 1):
        W = one.W[layer - 1]
        tangent_kernel = _dot(slopes(f[0], W), slopes(f[1], W))
        below, size = one.h[layer - 1], _dot(one.m[layer], one.m[layer])
        wanted = one.c[layer - 1] ** 2 * size * sum(below[:, 0] * below[:, 1])
        yield from equal(f"layer {layer}", tangent_kernel, wanted)


def _in_kernels() -> Iterator[Case]:
    """gamma^2 N^-c times each layer, with |m|^2 = G/gamma^2 and h.h = N Phi, x.x = D Phi_0."""
    hidden = gamma**2 * N**-c * (N**-a) ** 2 * (1 / gamma**2) * N
    last = gamma**2 * N**-c * (N**-a / gamma) ** 2 * N
    first = gamma**2 * N**-c * (N**-a1 / sp.sqrt(inputs)) ** 2 * (1 / gamma**2) * inputs
    yield "hidden", hidden, N ** (1 - c - 2 * a)
    yield "last", last, N ** (1 - c - 2 * a)
    yield "first", first, N ** (-c - 2 * a1)


CLAIMS.add(
    id="PC-E64",
    source=PC.eq("59-64"),
    says="The rescaled tangent kernel is [N^(1-2a) Phi_(L-1) + sum N^(1-2a) G_l Phi_(l-1) + "
    "N^(-2a_1) G_1 Phi_0]/(N^c s).",
    checks=(Exhaustive(over(_tangent_kernel, SHAPES)), Exhaustive(_in_kernels)),
)


def _dominant() -> Iterator[Case]:
    """max(x, x - 2d) = x - min(0, 2d), for either sign of d."""
    for sign in ("nonnegative", "negative"):
        power = sp.Symbol("d", **{sign: True})
        yield f"d {sign}", sp.Max(0, -2 * power), -sp.Min(0, 2 * power)


QUARTERS = [Recorded(n, 4) for n in range(-4, 5)]


def registered(name: str, size: int, power: Form, shrunk: int) -> Iterator[Case]:
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


x = {name: unknown(name) for name in ("a1", "a", "c", "d")}


def _hidden_predictions() -> Iterator[Case]:
    yield from registered("q_l", -1, x["c"] + 2 * x["a"] - 1, 1)


def _first_predictions() -> Iterator[Case]:
    yield from registered("q_1", -1, x["c"] + 2 * x["a1"], 1)


c_, a_, d_ = scalars("c a d")
# Power of N of a change by a later layer: that of its kernel over s, and of the error.
change = 1 - c_ - 2 * a_ - Max(0, -2 * d_) + Max(0, -d_)

CLAIMS.add(
    id="PC-E66",
    source=PC.eq("65, 66"),
    says="A later layer changes the predictions at order 1 exactly if c + 2 a_l - 1 = min(0, 2d), "
    "where the error starts at order 1 (d >= 0).",
    statement=Statement(
        Exactly(same(change, 0), same(c_ + 2 * a_ - 1, Min(0, 2 * d_))),
        for_all={c_: reals, a_: reals, d_: nonnegative},
    ),
    cross_checks=(Exhaustive(_hidden_predictions),),
)

CLAIMS.add(
    id="PC-E67",
    source=PC.eq(67),
    says="The first layer changes the predictions at order 1 exactly if c + 2 a_1 = min(0, 2d).",
    checks=(Exhaustive(_dominant), Exhaustive(_first_predictions)),
)


# -- the extra term of the predictions (eqs. 68 to 73) ---------------------------------------------


def _frobenius(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = over_two_samples(width, depth, skips)
    for layer in range(1, depth + 1):
        W = one.W[layer - 1]
        frobenius = _dot(slopes(one.h[-1][0, 0], W), slopes(one.s, W))
        size = _dot(one.m[layer], one.m[layer])
        overlap = sum(one.V[layer - 1][:, 0] * one.h[layer - 1][:, 0])
        yield from equal(f"layer {layer}", frobenius, 2 * one.c[layer - 1] ** 2 * size * overlap)
    if depth > 1:
        yield from equal("V_1.h_1 = f", sum(one.V[1][:, 0] * one.h[1][:, 0]), one.h[-1][0, 0])


CLAIMS.add(
    id="PC-E68",
    source=PC.eq(68),
    says="The slopes of f and s in W_l have the product 2 c_l^2 |m_l|^2 V_{l-1}.h_{l-1}; in the "
    "second layer V_1.h_1 = f itself.",
    checks=(Exhaustive(over(_frobenius, SHAPES)),),
)


def _extra_in_readout() -> sp.Expr:
    """Mean square of r / L at the start, one hidden layer: 2 c_2^2 f / s^2 times gamma^2 N^-c.

    c_2 = N^-a / gamma, and f = gamma^-1 times a unit at the start; s -> 1 for d > 0.
    """
    return (gamma**2 * N**-c * 2 * (N**-a / gamma) ** 2) ** 2 / gamma**2


def _extra_as_printed() -> Iterator[Case]:
    square = _extra_in_readout()
    yield "power of N", exponent(square) / 2, -(c + d + 2 * a - 1)
    yield "power of gamma0", exponent(square, gamma0) / 2, sp.Integer(2)


def _extra() -> Iterator[Case]:
    square = _extra_in_readout()
    yield "power of N at the start", exponent(square) / 2, -(c + d + 2 * a)
    yield "power of gamma0 at the start", exponent(square, gamma0) / 2, sp.Integer(-1)
    trained = square * gamma**2  # for f of order 1
    yield "power of N, trained", exponent(trained) / 2, -(c + 2 * a)
    yield "power of gamma0, trained", exponent(trained, gamma0) / 2, sp.Integer(0)


def _unit_extra(width: int) -> Iterator[Case]:
    """E (|m_2|^2 f)^2 over unit draws, two hidden layers: c_3^6 c_2^2 c_1^2 n^2(n+2)(n+4)."""
    one = net(width, 3)
    entry = _dot(one.m[2], one.m[2]) * one.h[-1][0, 0]
    n = sp.Integer(width)
    scale = one.c[2] ** 6 * one.c[1] ** 2 * one.c[0] ** 2 * one.x[0, 0] ** 2
    yield from equal("hidden layer", one.mean(entry**2), scale * n**2 * (n + 2) * (n + 4))


def _hidden_extra() -> Iterator[Case]:
    """The same with c_3^2 = 1/(N gamma^2), c_2^2 = 1/N, times (2 gamma^2 N^-c N^-2a)^2."""
    mean = (1 / (N * gamma**2)) ** 3 / N * N**2 * (N + 2) * (N + 4)
    square = (2 * gamma**2 * N ** (-c - 2 * a)) ** 2 * mean
    yield "power of N", exponent(square) / 2, -(c + d + 2 * a)


CLAIMS.add(
    id="PC-E69",
    source=PC.eq("69-72"),
    says="The extra term of the predictions has size gamma0^2 N^-(c + d + 2 a_l - 1) L^2.",
    quote="we know how the entries of the terms of the inner product scale",
    reading=(
        "At the start, L fixed, for d > 0. As printed, N^2 entries of one sign are added "
        "up, and gamma0^-3 is dropped in (69). As an upper bound the equation holds."
    ),
    checks=(Exhaustive(_extra_as_printed),),
    corrected_by="PC-E69-size",
    same_fault_as="PC-E54",
    sides=("power of N, exact", "power of N as printed"),
)

CLAIMS.add(
    id="PC-E69-size",
    source=PC.ledger("ERR-PC-4, ERR-PC-6"),
    says="By the exact mean square it is N times smaller: gamma0^-1 N^-(c + d + 2 a) at the start, "
    "N^-(c + 2a) once f = Theta(1), free of gamma0. At the point (15): N^(-3/2), then N^-1.",
    checks=(
        Exhaustive(_extra),
        Exhaustive(_hidden_extra),
        Exhaustive(over(_unit_extra, ((1,), (2,)))),
    ),
)


def _boxed(*numbers: int, negative: bool = False) -> Polyhedron | None:
    """Solutions of the boxed equations as printed, for one sign of d."""
    shrunk = 2 * x["d"] if negative else Form()
    b1, b = unknown("b1"), unknown("b")
    boxes = {
        36: [2 * x["a1"] + b1, 2 * x["a"] + b - 1],
        66: [x["c"] + 2 * x["a"] - 1 - shrunk],
        67: [x["c"] + 2 * x["a1"] - shrunk],
        73: [x["c"] + x["d"] + 2 * x["a"] - 1 - shrunk],
        83: [x["d"] - Recorded(1, 2)],
        90: [x["d"] - Recorded(1, 2)],
        94: [x["c"] + 2 * x["a"] - Recorded(1, 2) - shrunk],
    }
    equations = [form for number in numbers for form in boxes[number]]
    sign = -x["d"] if negative else x["d"]
    return Polyhedron.of(("c", "d", "a1", "b1", "a", "b"), equations, [sign])


BOXES = (36, 66, 67, 73, 83, 90, 94)


def without_both() -> Iterator[Case]:
    """Without (73) and (94) the boxes have the solution (15); with both they have none."""
    kept = [n for n in BOXES if n not in (73, 94)]
    box = _boxed(*kept)
    yield "a solution", box is not None
    (line,) = parametrization.solve("pc")
    for name in ("c", "d", "a1", "b1", "a", "b"):
        ours = box.solved.get(name) if box else None
        yield f"{name} as in (15)", str(ours) == str(line.solved.get(name))
    yield "none for d < 0", _boxed(*kept, negative=True) is None
    pinned = _boxed(66, 73)
    yield "(66) and (73) force d = 0", pinned is not None and str(pinned.solved["d"]) == "0"
    yield "(66) contradicts (94)", _boxed(66, 94) is None and _boxed(66, 94, negative=True) is None


def vanishing(name: str) -> Iterator[Case]:
    """The extra terms on the whole line (15), at the start and trained: never above order 1."""
    for rate_ in (Recorded(-1), Recorded(0), Recorded(1, 3), Recorded(1)):
        point = parametrization.abcd(
            -rate_ / 2, rate_, (1 - rate_) / 2, rate_, rate_, Recorded(1, 2)
        )
        for trained, wanted in ((False, Recorded(-3, 2)), (True, Recorded(-1))):
            growth = parametrization.growth(point, trained=trained)["width"][name]
            yield f"{name} at c = {rate_}, trained = {trained}", growth, wanted


def vanishing_predictions() -> Iterator[Case]:
    """The extra terms of the predictions."""
    yield from vanishing("r_l")
    yield from vanishing("r_L")


CLAIMS.add(
    id="PC-E73",
    source=PC.eq(73),
    says="The condition on the extra term of the predictions is kept by every point of (15).",
    quote="As before, we look for the largest exponent, obtaining c + d + 2 a_l - 1 = min(0, 2 d)",
    reading=(
        "As an inequality: the term must not grow. As an equation, in a box like the others, it "
        "would leave no solution: (66) and (73) force d = 0, (83) and (90) d = 1/2. The paper "
        "goes on without it (A.4.5)."
    ),
    checks=(Exhaustive(vanishing_predictions),),
    imprecise=True,
    exact="PC-E73-bound",
)

CLAIMS.add(
    id="PC-E73-bound",
    source=PC.ledger("ERR-PC-7"),
    says=(
        "It demands an inequality, its exponent <= 0 (with s^2: <= min(0, 4d)), which "
        "every point of (15) keeps: N^(-3/2) at the start, N^-1 trained. Without (73) "
        "and (94) the boxed equations give (15)."
    ),
    checks=(Exhaustive(vanishing_predictions), Exhaustive(without_both)),
)
