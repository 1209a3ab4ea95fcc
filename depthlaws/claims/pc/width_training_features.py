"""Appendix A.4.4 and A.4.5: features while they train (eqs. 74 to 94)."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import (
    HALF,
    Case,
    a,
    a1,
    c,
    d,
    equal,
    eta0,
    exponent,
    gamma0,
    net,
    over,
    slopes,
)
from depthlaws.claims.pc.common import P as samples
from depthlaws.claims.pc.common import input_width as inputs
from depthlaws.claims.pc.width_training import (
    ALL_UNKNOWNS,
    SHAPES,
    N,
    gamma,
    over_two_samples,
    rate,
    registered,
    vanishing,
    vanishing_predictions,
    velocity,
    without_both,
    x,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Form, Polyhedron

CLAIMS = Claims()


# -- the first layer (eqs. 74 to 83) ---------------------------------------------------------------


def _first_layer(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Velocity of W_1: eta/(s P) sum Delta c_1 m_1 x^T, without a term of s; and of h_1."""
    one = over_two_samples(width, depth, skips)
    push = one.c[0] * sum(one.r[0, n] * one.m[1] @ one.x[:, n][None] for n in range(2)) / 2
    yield from equal("dW_1/dt", velocity(one, 1), one.s * push)
    moved = one.c[0] * velocity(one, 1) @ one.x[:, :1]
    overlap = sum(one.r[0, n] * one.m[1] * sum(one.x[:, n] * one.x[:, 0]) for n in range(2)) / 2
    yield from equal("dh_1/dt", moved, one.s * one.c[0] ** 2 * overlap)


# eta c_1 m_1 with m_1 = g / (gamma sqrt N), over s and the sum: the factor in front of Delta g x.
in_front = rate * N**-a1 / sp.sqrt(inputs) / (gamma * sp.sqrt(N)) / samples


def _weights() -> tuple[sp.Expr, sp.Expr]:
    return in_front, eta0 * gamma0 / (N ** (c + a1 - d + HALF) * sp.sqrt(inputs) * samples)


CLAIMS.add(
    id="PC-E79",
    source=PC.eq("78, 79"),
    says="The velocity of W_1 has 1/(P sqrt D) in front of the sum over samples.",
    quote="dW_1/dt = eta_0 gamma_0/(N^(c + a_1 - d + 1/2) s) (1/sqrt(D P)) sum Delta g^T x^T",
    reading=(
        "Unsafe to fault: in the text at hand the root is over D P, which would be wrong, and (81) "
        "has 1/(D P) again. That text is a conversion of the paper, which also has N_a for N^a in "
        "(8) to (10). With the root over D alone the equation holds."
    ),
    checks=(Identity(_weights, ALL_UNKNOWNS),),
    imprecise=True,
    exact="PC-E74",
)

CLAIMS.add(
    id="PC-E74",
    source=PC.eq("74-79"),
    says="dW_1/dt = eta_0 gamma_0/(N^(c + a_1 - d + 1/2) s) (1/(P sqrt D)) sum Delta g x^T: s "
    "does not depend on the first layer.",
    checks=(Exhaustive(over(_first_layer, SHAPES)), Identity(_weights, ALL_UNKNOWNS)),
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
    says="dh_1/dt = eta_0 gamma_0/(N^(c + 2 a_1 - d + 1/2) s) (1/P) sum Delta g_1 Phi_0.",
    checks=(Exhaustive(over(_first_layer, SHAPES)), Identity(_features, ALL_UNKNOWNS)),
)

CLAIMS.add(
    id="PC-E82",
    source=PC.eq(82),
    says="The first features move at eta_0 / N^(c + 2 a_1 - d + 1/2), with no gamma0.",
    quote="dh_1/dt = eta_0/(N^(c + 2 a_1 - d + 1/2) s) (1/P) sum Delta g^T Phi_0",
    reading="As printed in (82), whose left neighbour (81) still has gamma0."
    " With gamma0 it holds (PC-E80).",
    checks=(Identity(_features_as_printed, ALL_UNKNOWNS),),
    corrected_by="PC-E80",
    sides=("exact", "as printed"),
)


def _half(first: bool) -> Iterator[Case]:
    """A layer's own features and its predictions both at order 1, for either sign of d."""
    a_ = x["a1"] if first else x["a"]
    for negative in (False, True):
        shrunk = 2 * x["d"] if negative else Form()
        features = x["c"] + 2 * a_ - x["d"] + (1 if first else -1) * Recorded(1, 2) - shrunk
        predictions = x["c"] + 2 * a_ - (0 if first else 1) - shrunk
        sign = -x["d"] if negative else x["d"]
        solutions = Polyhedron.of(("c", "a1", "a", "d"), [features, predictions], [sign])
        if negative:
            yield "none for d < 0", solutions is None
        else:
            yield "d = 1/2", solutions is not None and str(solutions.solved["d"]) == "1/2"


def _registered_own() -> Iterator[Case]:
    yield from registered("own_1", -1, x["c"] + 2 * x["a1"] - x["d"] + Recorded(1, 2), 1)


def _registered_hidden() -> Iterator[Case]:
    yield from registered("own_l", -1, x["c"] + 2 * x["a"] - x["d"] - Recorded(1, 2), 1)


CLAIMS.add(
    id="PC-E83",
    source=PC.eq(83),
    says="The first layer's features move at order 1, and the predictions by it, only if d = 1/2.",
    checks=(Exhaustive(lambda: _half(True)), Exhaustive(_registered_own)),
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
    reading=(
        "Tested as printed after (83) and (94), for the predictions; the same is printed "
        "for the features. As an upper bound the statement holds."
    ),
    checks=(Exhaustive(_margin_between),),
    corrected_by="PC-E73-bound",
    same_fault_as="PC-E54",
    sides=("power of N, exact", "power of N as printed"),
)


# -- other layers (eqs. 84 to 94) ------------------------------------------------------------------


def _other_layers(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Velocity of W_l = rescaled push of the loss + slope of s, over eta / s^2."""
    one = over_two_samples(width, depth, skips)
    for layer in range(2, depth + 1):
        below, cl = one.h[layer - 1], one.c[layer - 1]
        push = sum(one.r[0, n] * one.m[layer] @ below[:, n][None] for n in range(2)) / 2
        wanted = one.s * cl * push + one.loss * slopes(one.s, one.W[layer - 1])
        yield from equal(f"layer {layer}", velocity(one, layer), wanted)


hidden_front = rate * N**-a / (gamma * sp.sqrt(N)) / samples


def _hidden_weights() -> tuple[sp.Expr, sp.Expr]:
    return hidden_front, eta0 * gamma0 / (N ** (c + a - d + HALF) * samples)


CLAIMS.add(
    id="PC-E84",
    source=PC.eq("84-86"),
    says=(
        "dW_l/dt = eta_0 gamma_0/(N^(c + a - d + 1/2) s) (1/P) sum Delta g_l h_(l-1)^T + "
        "(eta L/s^2) ds/dW_l, where L is the mean loss."
    ),
    checks=(Exhaustive(over(_other_layers, SHAPES)), Identity(_hidden_weights, ALL_UNKNOWNS)),
)


def _later_features(width: int, depth: int, other: int) -> Iterator[Case]:
    """Velocity of h_2 of sample 0: own push, D term and upstream; ``other`` pairs h_nu with it."""
    one = over_two_samples(width, depth, False)
    h, cl, M = one.h[1], one.c[1], one.M[1]
    upstream = M @ (one.c[0] * velocity(one, 1) @ one.x[:, :1])
    whole = cl * velocity(one, 2) @ h[:, :1] + upstream
    own = sum(
        one.r[0, n] * one.m[2] * sum(h[:, n] * h[:, 0 if other == 0 else n]) for n in range(2)
    )
    extra = cl * one.loss * slopes(one.s, one.W[1]) @ h[:, :1]
    yield from equal("dh_2/dt", whole, one.s * cl**2 * own / 2 + extra + upstream)


def _hidden_features() -> tuple[sp.Expr, sp.Expr]:
    """c_l times the front of (86), with h.h = N Phi."""
    change = hidden_front * N**-a * N
    return change, eta0 * gamma0 / (N ** (c + 2 * a - d - HALF) * samples)


CLAIMS.add(
    id="PC-E88",
    source=PC.eq(88),
    says=("In the layer's own push of the features of sample mu the overlaps are h_nu . h_nu."),
    quote="The evolution of the activations is then",
    reading=(
        "Tested as printed in (88); (89) has the overlaps of nu and mu. With these the "
        "equation holds (PC-E87)."
    ),
    checks=(Exhaustive(over(_later_features, ((1, 3, 1),))),),
    corrected_by="PC-E87",
    sides=("dh_2/dt, exact", "dh_2/dt as printed"),
)

CLAIMS.add(
    id="PC-E87",
    source=PC.eq("87-89"),
    says="Features move by their own layer's push with overlaps h_nu.h_mu, by the slope of s, and "
    "by what moves below; the first has N^-(c + 2a - d - 1/2).",
    checks=(
        Exhaustive(over(_later_features, ((2, 3, 0),))),
        Identity(_hidden_features, ALL_UNKNOWNS),
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
    quote="the entries of the D term scale as Theta(1/(N^(c + 2 a_l - 1/2) (1 + N^(-2d))^2))",
    reading=(
        "At the start, d > 0, in a hidden layer; (92) also prints N^(2d) for N^(-2d). As "
        "an upper bound the equation holds."
    ),
    checks=(Exhaustive(_features_of_slope_as_printed),),
    corrected_by="PC-E91-size",
    same_fault_as="PC-E54",
    sides=("power of N, exact", "power of N as printed"),
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
    yield from vanishing("D_l")


CLAIMS.add(
    id="PC-E94",
    source=PC.eq(94),
    says="The condition on the slope of s in the features is kept by every point of (15).",
    quote="giving the constraint c + 2 a_l - 1/2 = min(0, 2 d)",
    reading=(
        "As an inequality: the term must not grow. As an equation, in a box like the others, it "
        "would contradict (66) for every d. The paper goes on without it (A.4.5)."
    ),
    checks=(Exhaustive(_vanishing_features),),
    imprecise=True,
    exact="PC-E94-bound",
)

CLAIMS.add(
    id="PC-E94-bound",
    source=PC.ledger("ERR-PC-7"),
    says="It demands an exponent <= 0, which every point of (15) keeps.",
    checks=(Exhaustive(_vanishing_features), Exhaustive(without_both)),
)

CLAIMS.add(
    id="PC-S8",
    source=PC.section("A.4.5"),
    says="Together the constraints give (15), once (73) and (94) are inequalities: the same line "
    "as for backpropagation.",
    checks=(
        Exhaustive(without_both),
        Exhaustive(vanishing_predictions),
        Exhaustive(_vanishing_features),
    ),
)
