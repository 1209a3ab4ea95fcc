"""Appendix A.4.3 to A.4.5: predictions and features while they train (eqs. 26, 56 to 94)."""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.records import Claims
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
from depthlaws.claims.pc.common import D as inputs
from depthlaws.claims.pc.common import N as width_
from depthlaws.claims.pc.common import P as samples
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Form, Polyhedron, unknown
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

N = width_
SHAPES = ((1, 2, False), (1, 3, False), (1, 3, True), (2, 2, False))  # over two samples
ALL = {
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


def _two(width: int, depth: int, skips: bool) -> Net:
    return net(width, depth, skips, samples=2)


def _velocity(one: Net, layer: int) -> Array:
    """Velocity of a weight matrix on the flow of F* = L / s, over eta / s^2."""
    W = one.W[layer - 1]
    return one.loss * slopes(one.s, W) - one.s * slopes(one.loss, W)


def _dot(left: Array, right: Array) -> sp.Expr:
    return sum(x * y for x, y in zip(left.flat, right.flat, strict=True))


# -- gradient flow on the equilibrated energy (eq. 26) ---------------------------------------------


def _quotient() -> Iterator[Case]:
    x = sp.Symbol("x")
    loss, s = sp.Function("loss")(x), sp.Function("s")(x)
    printed = sp.diff(loss, x) / s - loss / s**2 * sp.diff(s, x)
    yield "slope of loss / s", sp.diff(loss / s, x), printed


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
        whole += _dot(slopes(f[sample], W), _velocity(one, layer))
        kernel += sum(
            _dot(slopes(f[sample], W), slopes(f[other], W)) * one.r[0, other] for other in range(2)
        )
        rescaling += _dot(slopes(f[sample], W), slopes(one.s, W))
    return whole, one.s * kernel / 2, rescaling


def _split(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = _two(width, depth, skips)
    whole, q, slope = _prediction_velocities(one, 0)
    yield from equal("df/dt", whole, q + one.loss * slope)


def _split_as_printed(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = _two(width, depth, skips)
    whole, q, slope = _prediction_velocities(one, 0)
    for sample in range(2):
        own = one.r[0, sample] ** 2 / 2
        yield from equal(f"L_nu of sample {sample}", whole, q + own * slope)


CLAIMS.add(
    id="PC-E58",
    source=PC.eq("56-58"),
    says="df/dt = q + r with r = eta L_nu/s^2 (df/dtheta).(ds/dtheta), L_nu the loss of a sample.",
    quote="the evolution of the network function for PC is given by two terms",
    reading="As printed, L_nu outside the sum over the samples; (74), (84) and (91) have the same.",
    checks=(Exhaustive(over(_split_as_printed, SHAPES[:2])),),
    corrected_by="PC-E58-mean",
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
    one = _two(width, depth, skips)
    f = one.h[-1][0]
    for layer in range(1, depth + 1):
        W = one.W[layer - 1]
        found = _dot(slopes(f[0], W), slopes(f[1], W))
        below, size = one.h[layer - 1], _dot(one.m[layer], one.m[layer])
        wanted = one.c[layer - 1] ** 2 * size * sum(below[:, 0] * below[:, 1])
        yield from equal(f"layer {layer}", found, wanted)


def _in_kernels() -> Iterator[Case]:
    """gamma^2 N^-c times each layer, with |m|^2 = G/gamma^2 and h.h = N Phi, x.x = D Phi_0."""
    hidden = gamma**2 * N**-c * (N**-a) ** 2 * (1 / gamma**2) * N
    last = gamma**2 * N**-c * (N**-a / gamma) ** 2 * N
    first = gamma**2 * N**-c * (N**-a1 / sp.sqrt(inputs)) ** 2 * (1 / gamma**2) * inputs
    yield "hidden", sp.powsimp(sp.expand(hidden)), N ** (1 - c - 2 * a)
    yield "last", sp.powsimp(sp.expand(last)), N ** (1 - c - 2 * a)
    yield "first", sp.powsimp(sp.expand(first)), N ** (-c - 2 * a1)


CLAIMS.add(
    id="PC-E64",
    source=PC.eq("59-64"),
    says=r"The rescaled tangent kernel is $\frac{1}{N^c s}[N^{1-2a}\Phi^{(L-1)} + "
    r"\sum N^{1-2a} G^{(l)} \Phi^{(l-1)} + N^{-2a_1} G^{(1)} \Phi^{(0)}]$.",
    checks=(Exhaustive(over(_tangent_kernel, SHAPES)), Exhaustive(_in_kernels)),
)


def _dominant() -> Iterator[Case]:
    """max(x, x - 2d) = x - min(0, 2d), for either sign of d."""
    for sign in ("nonnegative", "negative"):
        power = sp.Symbol("d", **{sign: True})
        yield f"d {sign}", sp.Max(0, -2 * power), -sp.Min(0, 2 * power)


QUARTERS = [Fraction(n, 4) for n in range(-4, 5)]


def _registered(name: str, size: int, power: Form, shrunk: int) -> Iterator[Case]:
    """A growth exponent of theory.parametrization at points beside desideratum 1."""
    for d_ in QUARTERS:
        for a_ in QUARTERS[::2]:
            point = {
                "a1": a_,
                "b1": -2 * a_,
                "a": a_,
                "b": 1 - 2 * a_,
                "c": Fraction(1, 4),
                "d": d_,
            }
            # pyrefly: ignore[bad-argument-type]  (fractions are numbers)
            found = parametrization.growth(parametrization.abcd(**point))["width"][name]
            wanted = power.at(point) * size + shrunk * min(Fraction(0), 2 * d_)
            yield f"{name} at a = {a_}, d = {d_}", found, wanted


x = {name: unknown(name) for name in ("a1", "a", "c", "d")}


def _hidden_predictions() -> Iterator[Case]:
    yield from _registered("q_l", -1, x["c"] + 2 * x["a"] - 1, 1)


def _first_predictions() -> Iterator[Case]:
    yield from _registered("q_1", -1, x["c"] + 2 * x["a1"], 1)


CLAIMS.add(
    id="PC-E66",
    source=PC.eq("65, 66"),
    says="A later layer changes the predictions at order 1 exactly if c + 2 a_l - 1 = min(0, 2d).",
    checks=(Exhaustive(_dominant), Exhaustive(_hidden_predictions)),
)

CLAIMS.add(
    id="PC-E67",
    source=PC.eq(67),
    says="The first layer changes the predictions at order 1 exactly if c + 2 a_1 = min(0, 2d).",
    checks=(Exhaustive(_dominant), Exhaustive(_first_predictions)),
)


# -- the extra term of the predictions (eqs. 68 to 73) ---------------------------------------------


def _frobenius(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = _two(width, depth, skips)
    for layer in range(1, depth + 1):
        W = one.W[layer - 1]
        found = _dot(slopes(one.h[-1][0, 0], W), slopes(one.s, W))
        size = _dot(one.m[layer], one.m[layer])
        overlap = sum(one.V[layer - 1][:, 0] * one.h[layer - 1][:, 0])
        yield from equal(f"layer {layer}", found, 2 * one.c[layer - 1] ** 2 * size * overlap)
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
    trained = square * gamma**2  # f of order 1
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
    reading="At the start, L fixed, for d > 0: as printed, N^2 entries of one sign are added up, "
    "and gamma0^-3 is dropped in (69).",
    checks=(Exhaustive(_extra_as_printed),),
    corrected_by="PC-E69-size",
)

CLAIMS.add(
    id="PC-E69-size",
    source=PC.ledger("ERR-PC-4, ERR-PC-6"),
    says="By the exact mean square it is N times smaller: gamma0^-1 N^-(c + d + 2 a) at the start, "
    "N^-(c + 2a) once f = Theta(1), free of gamma0. Under (15) N^(-3/2), then N^-1.",
    checks=(
        Exhaustive(_extra),
        Exhaustive(_hidden_extra),
        Exhaustive(over(_unit_extra, ((1,), (2,)))),
    ),
)


def _boxed(*numbers: int, negative: bool = False) -> Polyhedron | None:
    """Solutions of the boxed equations as the paper prints them, in one branch of d."""
    shrunk = 2 * x["d"] if negative else Form()
    b1, b = unknown("b1"), unknown("b")
    boxes = {
        36: [2 * x["a1"] + b1, 2 * x["a"] + b - 1],
        66: [x["c"] + 2 * x["a"] - 1 - shrunk],
        67: [x["c"] + 2 * x["a1"] - shrunk],
        73: [x["c"] + x["d"] + 2 * x["a"] - 1 - shrunk],
        83: [x["d"] - Fraction(1, 2)],
        90: [x["d"] - Fraction(1, 2)],
        94: [x["c"] + 2 * x["a"] - Fraction(1, 2) - shrunk],
    }
    equations = [form for number in numbers for form in boxes[number]]
    sign = -x["d"] if negative else x["d"]
    return Polyhedron.of(("c", "d", "a1", "b1", "a", "b"), equations, [sign])


BOXES = (36, 66, 67, 73, 83, 90, 94)


def _demanded(name: str, *numbers: int) -> sp.Expr:
    """What boxes make of an unknown, at d >= 0, in those that stay free."""
    found = _boxed(*numbers)
    if found is None:
        msg = f"boxes {numbers} have no common solution"
        raise ValueError(msg)
    form = found.solved[name]
    terms = [sp.Rational(factor) * sp.Symbol(free) for free, factor in form.terms]
    return sum(terms, sp.Rational(form.constant))


def _together(name: str, *groups: tuple[int, ...]) -> Iterator[Case]:
    """Two groups of boxes that make the same of an unknown, and a solution of all of them."""
    first, second = (_demanded(name, *numbers) for numbers in groups)
    yield f"{name} by boxes {groups[0]}, and by {groups[1]}", first, second
    numbers = sum(groups, ())
    found = [_boxed(*numbers, negative=negative) for negative in (False, True)]
    yield f"a solution of {numbers}", any(piece is not None for piece in found)


def _without_both() -> Iterator[Case]:
    kept = [n for n in BOXES if n not in (73, 94)]
    found = _boxed(*kept)
    yield "a solution", found is not None
    (line,) = parametrization.solve("pc")
    for name in ("c", "d", "a1", "b1", "a", "b"):
        ours = found.solved.get(name) if found else None
        yield f"{name} as in (15)", str(ours) == str(line.solved.get(name))
    yield "none for d < 0", _boxed(*kept, negative=True) is None
    pinned = _boxed(66, 73)
    yield "(66) and (73) force d = 0", pinned is not None and str(pinned.solved["d"]) == "0"
    yield "(66) contradicts (94)", _boxed(66, 94) is None and _boxed(66, 94, negative=True) is None


def _vanishing(name: str) -> Iterator[Case]:
    """The extra terms on the whole line (15), at the start and trained: never above order 1."""
    for rate_ in (Fraction(-1), Fraction(0), Fraction(1, 3), Fraction(1)):
        point = parametrization.abcd(
            str(-rate_ / 2), str(rate_), str((1 - rate_) / 2), str(rate_), str(rate_), "1/2"
        )
        for trained, wanted in ((False, Fraction(-3, 2)), (True, Fraction(-1))):
            found = parametrization.growth(point, trained=trained)["width"][name]
            yield f"{name} at c = {rate_}, trained = {trained}", found, wanted


def _vanishing_predictions() -> Iterator[Case]:
    yield from _vanishing("r_l")
    yield from _vanishing("r_L")


CLAIMS.add(
    id="PC-E73",
    source=PC.eq(73),
    says="The extra term demands c + d + 2 a_l - 1 = min(0, 2d), beside the other boxes.",
    quote="As before, we look for the largest exponent",
    reading="The boxes (36), (66), (67), (73), (83), (90) as the equations that they are.",
    checks=(Exhaustive(lambda: _together("d", (66, 73), (36, 67, 83, 90))),),
    corrected_by="PC-E73-bound",
)

CLAIMS.add(
    id="PC-E73-bound",
    source=PC.ledger("ERR-PC-7"),
    says="It demands an inequality, its exponent <= 0 (with s^2: <= min(0, 4d)), which every point "
    "of (15) keeps: N^(-3/2) at the start, N^-1 trained. Without (73) and (94) the boxes are (15).",
    checks=(Exhaustive(_vanishing_predictions), Exhaustive(_without_both)),
)


# -- the first layer (eqs. 74 to 83) ---------------------------------------------------------------


def _first_layer(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Velocity of W_1: eta/(s P) sum Delta c_1 m_1 x^T, without a term of s; and of h_1."""
    one = _two(width, depth, skips)
    push = one.c[0] * sum(one.r[0, n] * one.m[1] @ one.x[:, n][None] for n in range(2)) / 2
    yield from equal("dW_1/dt", _velocity(one, 1), one.s * push)
    moved = one.c[0] * _velocity(one, 1) @ one.x[:, :1]
    overlap = sum(one.r[0, n] * one.m[1] * sum(one.x[:, n] * one.x[:, 0]) for n in range(2)) / 2
    yield from equal("dh_1/dt", moved, one.s * one.c[0] ** 2 * overlap)


# eta c_1 m_1 with m_1 = g / (gamma sqrt N), over s and the sum: what stands in front of Delta g x.
in_front = rate * N**-a1 / sp.sqrt(inputs) / (gamma * sp.sqrt(N)) / samples


def _weights_as_printed() -> tuple[sp.Expr, sp.Expr]:
    return in_front, eta0 * gamma0 / (N ** (c + a1 - d + HALF) * sp.sqrt(inputs * samples))


def _weights() -> tuple[sp.Expr, sp.Expr]:
    return in_front, eta0 * gamma0 / (N ** (c + a1 - d + HALF) * sp.sqrt(inputs) * samples)


CLAIMS.add(
    id="PC-E79",
    source=PC.eq("78, 79"),
    says="The velocity of W_1 has 1/sqrt(D P) in front of the sum over samples.",
    quote="Now, let us look at the evolution of the activations of the first layer",
    reading="The root over D P, as typeset in (78) and (79); (81) has 1/(D P) again.",
    checks=(Identity(_weights_as_printed, ALL),),
    corrected_by="PC-E74",
)

CLAIMS.add(
    id="PC-E74",
    source=PC.eq("74-79"),
    says=r"$\dot W^{(1)} = \frac{\eta_0 \gamma_0}{N^{c+a_1-d+1/2} s} \frac{1}{\sqrt{D} P} \sum "
    r"\Delta g x^T$: s does not depend on the first layer.",
    checks=(Exhaustive(over(_first_layer, SHAPES)), Identity(_weights, ALL)),
)

# the same times c_1 x, with x.x = D Phi_0
in_front_of_features = in_front * N**-a1 / sp.sqrt(inputs) * inputs


def _features() -> tuple[sp.Expr, sp.Expr]:
    return in_front_of_features, eta0 * gamma0 / (N ** (c + 2 * a1 - d + HALF) * samples)


def _features_as_printed() -> tuple[sp.Expr, sp.Expr]:
    return in_front_of_features, eta0 / (N ** (c + 2 * a1 - d + HALF) * samples)


CLAIMS.add(
    id="PC-E80",
    source=PC.eq("80, 81"),
    says=r"$\dot h^{(1)} = \frac{\eta_0 \gamma_0}{N^{c+2a_1-d+1/2} s} \frac{1}{P} \sum \Delta "
    r"g^{(1)} \Phi^{(0)}$.",
    checks=(Exhaustive(over(_first_layer, SHAPES)), Identity(_features, ALL)),
)

CLAIMS.add(
    id="PC-E82",
    source=PC.eq(82),
    says="The first features move at eta_0 / N^(c + 2 a_1 - d + 1/2), with no gamma0.",
    quote="we obtain",
    reading="As printed in (82), whose left neighbour (81) still has gamma0.",
    checks=(Identity(_features_as_printed, ALL),),
    corrected_by="PC-E80",
)


def _half(first: bool) -> Iterator[Case]:
    """The layer's own features and its predictions at order 1, in both branches of d."""
    a_ = x["a1"] if first else x["a"]
    for negative in (False, True):
        shrunk = 2 * x["d"] if negative else Form()
        features = x["c"] + 2 * a_ - x["d"] + (1 if first else -1) * Fraction(1, 2) - shrunk
        predictions = x["c"] + 2 * a_ - (0 if first else 1) - shrunk
        sign = -x["d"] if negative else x["d"]
        found = Polyhedron.of(("c", "a1", "a", "d"), [features, predictions], [sign])
        if negative:
            yield "none for d < 0", found is None
        else:
            yield "d = 1/2", found is not None and str(found.solved["d"]) == "1/2"


def _registered_own() -> Iterator[Case]:
    yield from _registered("own_1", -1, x["c"] + 2 * x["a1"] - x["d"] + Fraction(1, 2), 1)


def _registered_hidden() -> Iterator[Case]:
    yield from _registered("own_l", -1, x["c"] + 2 * x["a"] - x["d"] - Fraction(1, 2), 1)


CLAIMS.add(
    id="PC-E83",
    source=PC.eq(83),
    says="The first layer's features move at order 1, and the predictions by it, only if d = 1/2.",
    checks=(Exhaustive(lambda: _half(True)), Exhaustive(_registered_own)),
)


def _margin_between() -> Iterator[Case]:
    """q over r at (15), at the start: printed N^(1/2)."""
    found = parametrization.growth("mean_field")["width"]
    yield "power of N in q/r", found["q_l"] - found["r_l"], Fraction(1, 2)


CLAIMS.add(
    id="PC-S10",
    source=PC.section("A.4.3, after eq. (83)"),
    says="At d = 1/2 the extra term of the predictions vanishes like N^(-1/2).",
    quote="must vanish at a rate",
    reading="As printed after (83) and (94), for the predictions; the same for the features.",
    checks=(Exhaustive(_margin_between),),
    corrected_by="PC-E73-bound",
)


# -- other layers (eqs. 84 to 94) ------------------------------------------------------------------


def _other_layers(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Velocity of W_l = rescaled push of the loss + slope of s, over eta / s^2."""
    one = _two(width, depth, skips)
    for layer in range(2, depth + 1):
        below, cl = one.h[layer - 1], one.c[layer - 1]
        push = sum(one.r[0, n] * one.m[layer] @ below[:, n][None] for n in range(2)) / 2
        wanted = one.s * cl * push + one.loss * slopes(one.s, one.W[layer - 1])
        yield from equal(f"layer {layer}", _velocity(one, layer), wanted)


hidden_front = rate * N**-a / (gamma * sp.sqrt(N)) / samples


def _hidden_weights() -> tuple[sp.Expr, sp.Expr]:
    return hidden_front, eta0 * gamma0 / (N ** (c + a - d + HALF) * samples)


CLAIMS.add(
    id="PC-E84",
    source=PC.eq("84-86"),
    says=r"$\dot W^{(l)} = \frac{\eta_0 \gamma_0}{N^{c+a-d+1/2} s P} \sum \Delta g^{(l)} "
    r"h^{(l-1)T} + \eta \frac{L}{s^2} \partial s / \partial W^{(l)}$, L the mean loss.",
    checks=(Exhaustive(over(_other_layers, SHAPES)), Identity(_hidden_weights, ALL)),
)


def _later_features(width: int, depth: int, other: int) -> Iterator[Case]:
    """Velocity of h_2 of sample 0: own push, D term and upstream; ``other`` pairs h_nu with it."""
    one = _two(width, depth, False)
    h, cl, M = one.h[1], one.c[1], one.M[1]
    upstream = M @ (one.c[0] * _velocity(one, 1) @ one.x[:, :1])
    whole = cl * _velocity(one, 2) @ h[:, :1] + upstream
    own = sum(
        one.r[0, n] * one.m[2] * sum(h[:, n] * h[:, 0 if other == 0 else n]) for n in range(2)
    )
    extra = cl * one.loss * slopes(one.s, one.W[1]) @ h[:, :1]
    yield from equal("dh_2/dt", whole, one.s * cl**2 * own / 2 + extra + upstream)


def _hidden_features() -> tuple[sp.Expr, sp.Expr]:
    """c_l times the front of (86), with h.h = N Phi."""
    found = hidden_front * N**-a * N
    return found, eta0 * gamma0 / (N ** (c + 2 * a - d - HALF) * samples)


CLAIMS.add(
    id="PC-E88",
    source=PC.eq(88),
    says="The layer's own push of the features of mu has the overlaps h_nu . h_nu.",
    quote="The evolution of the activations is then",
    reading="As printed in (88); (89) has the overlaps of nu and mu.",
    checks=(Exhaustive(over(_later_features, ((1, 3, 1),))),),
    corrected_by="PC-E87",
)

CLAIMS.add(
    id="PC-E87",
    source=PC.eq("87-89"),
    says="Features move by their own layer's push with overlaps h_nu.h_mu, by the slope of s, and "
    "by what moves below; the first has N^-(c + 2a - d - 1/2).",
    checks=(
        Exhaustive(over(_later_features, ((2, 3, 0),))),
        Identity(_hidden_features, ALL),
    ),
)

CLAIMS.add(
    id="PC-E90",
    source=PC.eq(90),
    says="A later layer's own features move at order 1, and the predictions by it, only if "
    "d = 1/2.",
    checks=(Exhaustive(lambda: _half(False)), Exhaustive(_registered_hidden)),
)


def _unit_features(width: int) -> Iterator[Case]:
    """E ((m_2)_i f)^2 over unit draws: c_3^4 c_2^2 c_1^2 n (n + 2)."""
    one = net(width, 3)
    entry = one.m[2][0, 0] * one.h[-1][0, 0]
    n = sp.Integer(width)
    scale = one.c[2] ** 4 * one.c[1] ** 2 * one.c[0] ** 2 * one.x[0, 0] ** 2
    yield from equal("hidden layer", one.mean(entry**2), scale * n * (n + 2))


def _square_of_features() -> sp.Expr:
    """Mean square of c_l eta (L = 1) 2 c_l m_l f at the start, s -> 1."""
    mean = (1 / (N * gamma**2)) ** 2 / N * N * (N + 2)
    return (2 * rate * N ** (-2 * a)) ** 2 * mean


def _features_of_slope_as_printed() -> Iterator[Case]:
    yield "power of N", exponent(_square_of_features()) / 2, -(c + 2 * a - HALF)


def _features_of_slope() -> Iterator[Case]:
    square = _square_of_features()
    yield "power of N at the start", exponent(square) / 2, -(c + 2 * a + HALF)
    yield "power of N, trained", exponent(square * gamma**2) / 2, d - (c + 2 * a + HALF)


CLAIMS.add(
    id="PC-E91",
    source=PC.eq("91-93"),
    says="The slope of s moves features at N^-(c + 2 a_l - 1/2).",
    quote="the entries of the",
    reading="At the start, d > 0, in a hidden layer; (92) also prints N^(2d) for N^(-2d).",
    checks=(Exhaustive(_features_of_slope_as_printed),),
    corrected_by="PC-E91-size",
)

CLAIMS.add(
    id="PC-E91-size",
    source=PC.ledger("ERR-PC-4"),
    says="By the exact mean square it moves them at N^-(c + 2a + 1/2) at the start and N^d times "
    "that once f = Theta(1): N^(-3/2), then N^-1 under (15).",
    checks=(
        Exhaustive(_features_of_slope),
        Exhaustive(over(_unit_features, ((1,), (2,), (3,)))),
    ),
)


def _vanishing_features() -> Iterator[Case]:
    yield from _vanishing("D_l")


CLAIMS.add(
    id="PC-E94",
    source=PC.eq(94),
    says="The slope of s demands c + 2 a_l - 1/2 = min(0, 2d), beside the other boxes.",
    quote="giving the constraint",
    reading="As the equation that it is, beside (66): it contradicts it for every d.",
    checks=(Exhaustive(lambda: _together("a", (66,), (94,))),),
    corrected_by="PC-E94-bound",
)

CLAIMS.add(
    id="PC-E94-bound",
    source=PC.ledger("ERR-PC-7"),
    says="It demands an exponent <= 0, which every point of (15) keeps.",
    checks=(Exhaustive(_vanishing_features), Exhaustive(_without_both)),
)

CLAIMS.add(
    id="PC-S8",
    source=PC.section("A.4.5"),
    says="Together the constraints give (15), once (73) and (94) are inequalities: the same line "
    "as for backpropagation.",
    checks=(
        Exhaustive(_without_both),
        Exhaustive(_vanishing_predictions),
        Exhaustive(_vanishing_features),
    ),
)
