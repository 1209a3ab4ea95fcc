"""One step of one layer: theorem 2, appendix D of the first version, 7.3 of the second."""

import math
from collections.abc import Iterator, Mapping

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.looped.common import (
    C_W,
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    C_Delta,
    N,
    Q,
    T,
    a,
    dot,
    entries,
    eps,
    eta,
    gaussian_mean,
    half_square,
    lagrange,
    m,
    matrices,
    path,
    recursion,
    same,
    sizes,
    squares_of_differences,
    stepped,
    symbolic,
    theta,
    trained,
    vectors,
    x,
    zeta,
)
from depthlaws.claims.looped.theorem_one import kappa_range
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.optimizers import SGD, Noise, Sign
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

WIDTH = 24
RUNS = {"loops": [1, 2, 5, 9], "eps": SCALE, "s": SPREAD, "seed": SEEDS}


def _moved_by_hand(
    loops: int, normalize: bool, rate: float, eps: float, seed: int
) -> tuple[list[Array], list[Array]]:
    """A gradient step of the simulators' trainer against finite states and a gradient by hand."""
    p = path(seed, width=WIDTH, loops=loops, eps=eps, normalize=normalize)
    model = ResidualMLP(width=WIDTH, loops=loops, eps=eps, normalize=normalize)
    v = np.random.default_rng([seed, 3]).standard_normal(WIDTH)
    found, after = stepped(model, p["W"], p["h"][0], v, SGD(rate=rate), "change")
    moved = [p["h"][0]]
    for _ in range(loops):
        size = math.sqrt(moved[-1] @ moved[-1] / WIDTH) if normalize else 1.0
        moved.append(moved[-1] + eps * after[0] @ np.maximum(moved[-1] / size, 0))
    change = np.mean((np.array(moved) - p["h"]) ** 2, axis=1)
    gradient = (p["W"][0] - after[0]) * WIDTH / rate
    step = 1e-6 * np.random.default_rng([seed, 4]).standard_normal((WIDTH, WIDTH))
    slope = _output(p, step, eps, normalize) - _output(p, -step, eps, normalize)
    return [found["change"][1] - change, [np.sum(gradient * step) * 1e6]], [
        np.zeros(loops + 1),
        [slope @ v / 2 * 1e6],
    ]


def _output(p: Mapping[str, Array], change: Array, eps: float, normalize: bool) -> Array:
    h = p["h"][0]
    for _ in range(len(p["u"])):
        size = math.sqrt(h @ h / WIDTH) if normalize else 1.0
        h = h + eps * (p["W"][0] + change) @ np.maximum(h / size, 0)
    return h


def _step_agrees(
    loops: int, normalize: bool, rate: float, eps: float, seed: int
) -> tuple[Array, float]:
    """Both gaps of the last comparison, relative to the slope."""
    left, right = _moved_by_hand(loops, normalize, rate, eps, seed)
    gaps = [np.max(np.abs(np.subtract(one, two))) for one, two in zip(left, right, strict=True)]
    return np.array([gaps[0], gaps[1] / (1 + abs(right[1][0]))]), 1e-5


CLAIMS.add(
    id="LOOP-A-D2",
    source=LOOPED_V0.section("2.2"),
    says="dW = W(t+1) - W(t) moves the states by dh_n = h_n(t+1) - h_n(t), dh_0 = 0: the "
    "simulators' step, its gradient held against a finite difference.",
    checks=(
        Property(
            _step_agrees,
            {
                "loops": [1, 2, 5],
                "normalize": [False, True],
                "rate": [0.01, 1.0],
                "eps": SCALE,
                "seed": SEEDS,
            },
            relation="<",
            n=30,
        ),
    ),
    why_sampled="floats of a simulator",
)


# -- a change of the weights, with a symbol for every entry ----------------------------------------


def _two_streams(width: int, loops: int) -> tuple:
    """The stream, a change of W, and the stream from the same h_0 with W + dW; any activations."""
    p, (D,) = symbolic(width, loops), matrices("D", 1, width)
    after, moved = vectors("v", loops, width), [p.h[0]]
    for u in after:
        moved.append(moved[-1] + eps * (p.W[0] + D) * u)
    return p, D, after, moved


def _recursion(width: int, loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    p, D, after, moved = _two_streams(width, loops)
    for n in range(loops):
        step = eps * D * after[n] + eps * p.W[0] * (after[n] - p.u[n])
        before = moved[n] - p.h[n]
        yield from entries(f"d={width}, n={n}", moved[n + 1] - p.h[n + 1], before + step)


def _three_terms(width: int, loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    p, D, after, moved = _two_streams(width, loops)
    dU = sum(after[1:], after[0]) - p.U
    terms = eps * (D * p.U + p.W[0] * dU + D * dU)
    yield from entries(f"d={width}, N={loops}", moved[-1] - p.h[-1], terms)


CLAIMS.add(
    id="LOOP-A-E6",
    source=LOOPED_V0.eq(6),
    says="dh_(n+1) = dh_n + eps dW phi(h_n+) + eps W (phi(h_n+) - phi(h_n)).",
    checks=(Exhaustive(sizes(_recursion, (1, 2, 3), (1, 3))),),
)


CLAIMS.add(
    id="LOOP-B-E6",
    source=LOOPED.eq(6),
    says="The same recursion in the second version.",
    checks=(Exhaustive(sizes(_recursion, (1, 2, 3), (1, 3))),),
)


CLAIMS.add(
    id="LOOP-A-E7",
    source=LOOPED_V0.eq(7),
    says="dh_N = eps dW V + eps W dU + eps dW dU, exactly.",
    checks=(Exhaustive(sizes(_three_terms, (1, 2, 3), (1, 2, 3))),),
)


# -- D.1: the leading term -------------------------------------------------------------------------


CLAIMS.add(
    id="LOOP-A-D1a",
    source=LOOPED_V0.section("D.1"),
    says="|V|^2 <= N sum_n |u_n|^2: the difference is a sum of squares.",
    checks=(Exhaustive(sizes(squares_of_differences, (1, 2, 3, 4), (1, 2, 3))),),
)


def _mean_overlap(loops: int, eps: float, s: float, h0: float) -> tuple[float, float]:
    mean = float(Stream(loops=loops, eps=eps, s=s, h0=h0).overlap.mean())
    return mean * (1 + 1e-12), h0 / (2 * math.pi)


CLAIMS.add(
    id="LOOP-A-D1b",
    source=LOOPED_V0.section("D.1"),
    says="|V|^2/d >= N^2 H_0/(2 pi) at infinite width: every overlap is sqrt(H_i H_j) kappa(rho) "
    "with H >= H_0, rho >= 0 and kappa >= 1/(2 pi).",
    checks=kappa_range(),
    cross_checks=(
        Property(
            _mean_overlap,
            {"loops": [1, 3, 9, 30], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            relation=">=",
            n=30,
        ),
    ),
)


def _changed(
    loops: int, eps: float, s: float, seed: int
) -> tuple[Mapping[str, Array], Array, Mapping[str, Array]]:
    """A stream, a random change of its matrix, and states and activations with it."""
    p = path(seed, width=WIDTH, loops=loops, eps=eps, s=s)
    change = 0.3 * np.random.default_rng([seed, 1]).standard_normal((WIDTH, WIDTH))
    change /= math.sqrt(WIDTH)
    h, u = [p["h"][0]], []
    for _ in range(loops):
        u.append(np.maximum(h[-1], 0))
        h.append(h[-1] + eps * (p["W"][0] + change) @ u[-1])
    return p, change, {"h": np.array(h), "u": np.array(u)}


def _main_term(loops: int, eps: float, s: float, seed: int) -> tuple[float, float]:
    p, change, _ = _changed(loops, eps, s, seed)
    V = p["u"].sum(axis=0)
    bound = eps * np.linalg.norm(change, 2) * np.linalg.norm(V)
    return float(np.linalg.norm(eps * change @ V)), float(bound) * (1 + 1e-12)


def _frobenius(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """|D v|^2 <= |D|_F^2 |v|^2, row by row by Lagrange's identity."""
    D, (v,) = matrices("D", 1, width)[0], vectors("v", 1, width)
    image = D * v
    left = sum(y**2 for y in D) * dot(v, v) - dot(image, image)
    right = sum(
        (D[i, j] * v[k] - D[i, k] * v[j]) ** 2
        for i in range(width)
        for j in range(width)
        for k in range(j + 1, width)
    )
    yield f"d={width}", sp.expand(left), sp.expand(right)


CLAIMS.add(
    id="LOOP-A-D1c",
    source=LOOPED_V0.section("D.1"),
    says="|T_main| <= eps |dW| |V|: the operator norm is the largest such factor, and it is no "
    "larger than Frobenius' (Lagrange's identity, row by row).",
    checks=(Exhaustive(sizes(_frobenius, (1, 2, 3))),),
    cross_checks=(Property(_main_term, RUNS, relation="<=", n=40),),
)


def _isotropic_square(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E |eps dW V|^2 = eta^2 eps^2 |V|^2 over independent entries of variance eta^2/d."""
    D, (V,) = matrices("D", 1, width)[0], vectors("V", 1, width)
    mean = gaussian_mean(dot(eps * D * V, eps * D * V), list(D), eta**2 / width)
    yield f"d={width}", mean, sp.expand((eta * eps) ** 2 * dot(V, V))


def _isotropic_mean(width: int) -> Sampled:
    """The simulators' noise step at one loop: exact at every width."""
    start = np.random.default_rng(5).normal(0.3, 1, width)

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5)
        found = trained(model, Noise(rate=0.2), samples=6000, seed=seed, start=start)
        return Estimate.of(found[:, 1, 1] / (0.5 * 0.2) ** 2)

    exact = float(np.mean(np.maximum(start, 0) ** 2))
    return Sampled(estimate, lambda: exact, what=f"width {width}")


CLAIMS.add(
    id="LOOP-A-D1d",
    source=LOOPED_V0.section("D.1"),
    says="Tight in mean square: for independent entries of variance eta^2/d, E |eps dW V|^2/d = "
    "eta^2 eps^2 |V|^2/d exactly, at every width.",
    checks=(Exhaustive(sizes(_isotropic_square, (1, 2, 3))),),
    cross_checks=(_isotropic_mean(3), _isotropic_mean(24)),
)


# -- D.2 and 7.3.1: the recursion of norms ---------------------------------------------------------


def _lipschitz() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """(x - y)^2 - (relu x - relu y)^2 in every case of signs: 0, a square or products >= 0."""
    one, two = sp.symbols("b c", positive=True)
    cases = {
        "both positive": (one, two, 0),
        "both negative": (-one, -two, (one - two) ** 2),
        "one of each": (one, -two, 2 * one * two + two**2),
    }
    for label, (left, right, rest) in cases.items():
        gap = (left - right) ** 2 - (sp.Max(0, left) - sp.Max(0, right)) ** 2
        yield label, sp.expand(gap), sp.expand(sp.sympify(rest))


def _unrolled(loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The printed sum solves a_(n+1) = (1 + eps c) a_n + eps d |phi(h_n+)|, a_0 = 0."""
    size = sp.symbols(f"p:{loops}", positive=True)
    recursive = sp.Integer(0)
    for n in range(loops):
        recursive = (1 + eps * C_W) * recursive + eps * m * size[n]
    printed = sum((1 + eps * C_W) ** (loops - 1 - n) * size[n] for n in range(loops))
    yield f"N={loops}", sp.expand(recursive), sp.expand(eps * m * printed)


def _each_step(loops: int, eps: float, s: float, seed: int) -> tuple[Array, Array]:
    """|dh_(n+1)| of actual runs against one step of the recursion."""
    p, change, after = _changed(loops, eps, s, seed)
    a = np.linalg.norm(after["h"] - p["h"], axis=1)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    fresh = eps * size * np.linalg.norm(after["u"], axis=1)
    return a[1:], ((1 + eps * c) * a[:-1] + fresh) * (1 + 1e-12)


CLAIMS.add(
    id="LOOP-A-D2a",
    source=LOOPED_V0.section("D.2"),
    says="a_(n+1) <= (1 + eps c) a_n + eps |dW| |phi(h_n+)| because relu is 1-Lipschitz, and the "
    "unrolled sum is the solution of this recursion.",
    checks=(Exhaustive(_lipschitz), Exhaustive(sizes(_unrolled, (1, 2, 4)))),
    cross_checks=(Property(_each_step, RUNS, relation="<=", n=40),),
)


def _largest_exponential() -> tuple[sp.Expr, sp.Expr]:
    """M e^M - (e^M - 1) has the derivative M e^M, so (e^M - 1)/M <= e^M."""
    return sp.diff(x * sp.exp(x) - sp.exp(x) + 1, x), x * sp.exp(x)


def _log_gap() -> tuple[sp.Expr, sp.Expr]:
    """x - log(1 + x) has the derivative x/(1 + x), so (1 + x)^N <= exp(N x)."""
    return sp.diff(x - sp.log(1 + x), x), x / (1 + x)


def _gaps_start() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "x - log(1 + x)", (x - sp.log(1 + x)).subs(x, 0), sp.Integer(0)
    yield "x e^x - e^x + 1", (x * sp.exp(x) - sp.exp(x) + 1).subs(x, 0), sp.Integer(0)
    sharp = C_Delta * Q * eta * (sp.exp(x) - 1) / C_W
    printed = law("loop-update-upper", eps=x / (N * C_W))
    yield "the two bounds", sp.simplify(sharp / printed), (1 - sp.exp(-x)) / x


def _gronwall(loops: int, eps: float, s: float, seed: int) -> bool:
    """|dh_N| obeys both closed bounds of section 7.3.1."""
    p, change, after = _changed(loops, eps, s, seed)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    top = float(np.max(np.linalg.norm(after["u"], axis=1))) / math.sqrt(WIDTH)
    found = float(np.linalg.norm(after["h"][-1] - p["h"][-1])) / math.sqrt(WIDTH)
    sharp = formula("loop-update-upper-sharp")(size, eps, loops, c, 1.0, top)
    printed = formula("loop-update-upper")(size, eps, loops, c, 1.0, top)
    return bool(found <= sharp * (1 + 1e-12) and sharp <= printed * (1 + 1e-12))


GRONWALL = (
    Exhaustive(_lipschitz),
    *recursion(
        "loop-update-upper-sharp",
        "N",
        eps * eta * C_Delta * Q,
        lambda D: (1 + eps * C_W) * D + eps * eta * C_Delta * Q,
        "N eps eta C_W C_Delta Q",
    ),
    Identity(_log_gap, {x: SPREAD}, what="(1 + x)^N <= exp(N x)"),
    Identity(_largest_exponential, {x: SPREAD}, what="(exp(M) - 1)/M <= exp(M)"),
    Exhaustive(_gaps_start),
)


CLAIMS.add(
    id="LOOP-B-731",
    source=LOOPED.section("7.3.1"),
    says="|dh_N|/sqrt d <= C_Delta Q exp(M) eta eps N; sharper, (exp(M) - 1)/M: the recursion's "
    "sum, and exp above it.",
    checks=GRONWALL,
    cross_checks=(Property(_gronwall, RUNS, n=60),),
)


CLAIMS.add(
    id="LOOP-B-T2",
    source=LOOPED.theorem(2),
    says="|dh_N|/sqrt d = O(eta eps N) for |dW| = O(eta), bounded activations and eps N = O(1): "
    "at most C_Delta Q exp(M) times it.",
    checks=GRONWALL,
    cross_checks=(Property(_gronwall, RUNS, n=60),),
)


def _correction_sum(loops: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """eps c sum_n a_n with a_n = (1 + eps c)^n - 1 over c is ((1 + eps c)^N - 1)/c - eps N."""
    steps = [((1 + eps * C_W) ** n - 1) / C_W for n in range(loops)]
    closed = ((1 + eps * C_W) ** loops - 1) / C_W - eps * loops
    yield f"N={loops}", sp.expand(eps * C_W * sum(steps)), sp.expand(closed)


def _correction(loops: int, eps: float, s: float, seed: int) -> tuple[float, float]:
    """|eps W dU| of actual runs against the sum."""
    p, change, after = _changed(loops, eps, s, seed)
    c, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    top = float(np.max(np.linalg.norm(after["u"], axis=1)))
    found = np.linalg.norm(eps * p["W"][0] @ (after["u"] - p["u"]).sum(axis=0))
    bound = size * top * (((1 + eps * c) ** loops - 1) / c - eps * loops)
    return float(found), float(bound) * (1 + 1e-9) + 1e-12


CLAIMS.add(
    id="LOOP-A-D2b",
    source=LOOPED_V0.section("D.2"),
    says="|dh_N| = O(eta eps N sqrt d) while eps N = O(1), and so is |eps W dU|: at most "
    "eta Q sqrt d [((1 + eps c)^N - 1)/c - eps N].",
    checks=(*GRONWALL, Exhaustive(sizes(_correction_sum, (1, 2, 3, 5)))),
    cross_checks=(Property(_correction, RUNS, relation="<=", n=60),),
)


# -- theorem 2 of the first version: both sides ----------------------------------------------------


def _one_loop_more() -> tuple[sp.Expr, sp.Expr]:
    """y_n = n eps eta b (1 + g)^(n-1) solves y_(n+1) = (1 + g) y_n + eps eta b (1 + g)^n."""
    g, b = symbol("g"), symbol("b")
    at = N * eps * eta * b * (1 + g) ** (N - 1)
    after = (N + 1) * eps * eta * b * (1 + g) ** N
    return after, (1 + g) * at + eps * eta * b * (1 + g) ** N


def _gate_ends() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The gate kernel is at most 1/2, its value at 1, and the dual kernel at most 1/2."""
    yield "gate(1)", law("gate-relu", rho=sp.Integer(1)), sp.Rational(1, 2)
    yield "gate(0)", law("gate-relu", rho=sp.Integer(0)), sp.Rational(1, 4)
    yield "E relu^2", half_square(), sp.Rational(1, 2)


def _theta_bounds(loops: int, time: float, s: float, h0: float) -> tuple[list, list]:
    """E|dh_N|^2/d over (eta T)^2 by independent entries, between H_0/(2 pi) and H_0 e^(..)/2."""
    stream = Stream(loops=loops, eps=time / loops, s=s, h0=h0)
    ratio = float(updates.isotropic_update(stream, 0.3)[-1, -1]) / (0.3 * time) ** 2
    top = h0 / 2 * (1 + time / loops * s / math.sqrt(2)) ** (2 * loops - 2)
    return [h0 / (2 * math.pi), ratio], [ratio * (1 + 1e-11), top * (1 + 1e-11)]


THETA = (
    *kappa_range(),
    Exhaustive(_gate_ends, what="gates"),
    same(lambda: _one_loop_more()[0], lambda: _one_loop_more()[1], "N eps eta g b", "above"),
)
THETA_NUMBERS = (
    Property(
        _theta_bounds,
        {
            "loops": [1, 2, 8, 64, 256],
            "time": [0.01, 0.5, 1.0, 3.0],
            "s": [0.5, 1.0, 2.0],
            "h0": [0.5, 3.0],
        },
        relation="<=",
        n=120,
    ),
)


CLAIMS.add(
    id="LOOP-A-T2",
    source=LOOPED_V0.theorem(2),
    says="For dW with independent entries of size eta/sqrt d at infinite width: H_0/(2 pi) <= "
    "E|dh_N|^2/(d (eta eps N)^2) <= H_0/2 (1 + eps s/sqrt 2)^(2N-2), both sides. Below, all terms "
    "are positive and the fresh ones at least H_0/(2 pi); above, kappa and the gates are at most "
    "1/2.",
    checks=THETA,
    cross_checks=THETA_NUMBERS,
)


CLAIMS.add(
    id="LOOP-A-E3",
    source=LOOPED_V0.eq(3),
    says="E|dh_N|^2/d = Theta((eta eps N)^2), with the constants of theorem 2 written out.",
    checks=THETA,
    cross_checks=THETA_NUMBERS,
)


def _rate_exponent() -> tuple[sp.Expr, sp.Expr]:
    """The exponent b of eta = N^b for which eta eps N does not depend on N, at eps = N^-a."""
    b = sp.Symbol("b")
    size = sp.powsimp(N**b * N**-a * N)
    return sp.solve(sp.diff(sp.log(size), N), b)[0], a - 1


def _free_of_loops(alpha: float, s: float) -> tuple[float, float]:
    """RMS output change at eta = N^(alpha - 1), eps = N^-alpha: from N = 128 to 512 within 1 %."""
    sizes = []
    for loops in (128, 512):
        stream = Stream(loops=loops, eps=loops**-alpha, s=s)
        found = updates.isotropic_update(stream, loops ** (alpha - 1))[-1, -1]
        sizes.append(math.sqrt(found))
    return abs(sizes[1] / sizes[0] - 1), 0.01 if alpha == 1 else 0.1


RATE = (Identity(_rate_exponent, {a: SPREAD}, what="eta eps N free of N"), *THETA)
RATE_NUMBERS = (
    Property(_free_of_loops, {"alpha": [1.0, 1.5, 2.0], "s": [0.5, 1.0]}, relation="<", n=6),
)


CLAIMS.add(
    id="LOOP-A-E4",
    source=LOOPED_V0.eq(4),
    says="A change of the output that N does not enter needs eta eps N free of N, that is "
    "eta ~ N^(alpha - 1) at eps = N^-alpha.",
    checks=RATE,
    cross_checks=RATE_NUMBERS,
)


def _printed_exponent() -> tuple[sp.Expr, sp.Expr]:
    return sp.powsimp(N ** (1 - a) * N**-a * N), sp.Integer(1)


CLAIMS.add(
    id="LOOP-A-C2",
    source=LOOPED_V0.section("1, contributions"),
    says="The learning rate scales as eta ~ N^(1 - alpha) (eta eps N free of N).",
    quote="We derive the learning rate scaling eta ~ L^(1-alpha)",
    reading="A slip of sign: theorem 2, its eq. (4), the introduction and table 1 have alpha - 1.",
    checks=(Identity(_printed_exponent, {N: Interval(2, 9), a: Interval(sp.Rational(1, 4), 2)}),),
    corrected_by="LOOP-A-E4",
)


CRITICAL = (
    same(
        lambda: law("loop-update-upper", eps=T / N),
        lambda: C_Delta * Q * eta * T * sp.exp(C_W * T),
        "N eta T C_W C_Delta Q",
        "the upper bound at eps = T/N",
    ),
    *THETA,
)
CRITICAL_NUMBERS = (
    Property(_free_of_loops, {"alpha": [1.0], "s": [0.5, 1.0, 2.0]}, relation="<", n=3),
)


CLAIMS.add(
    id="LOOP-A-C1",
    source=LOOPED_V0.section("2.2"),
    says="At alpha = 1 the stable learning rate is free of N: at eps = T/N both bounds on the "
    "change of the output depend on T alone.",
    checks=CRITICAL,
    cross_checks=CRITICAL_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-CRIT",
    source=LOOPED.section("3.3"),
    says="At eps = T/N the change of the output by a rate eta lies between bounds of T alone: the "
    "optimal rate is constant in N.",
    checks=CRITICAL,
    cross_checks=CRITICAL_NUMBERS,
)


# -- which dW? -------------------------------------------------------------------------------------


def _sign_norm(seed: int) -> bool:
    """|dW| = Theta(eta) for dW = (eta/sqrt d) sign(gradient): its norm at d = 128 and 512."""
    norms = []
    for width in (128, 512):
        g, u = np.random.default_rng(seed).standard_normal((2, width))
        norms.append(np.linalg.norm(np.sign(np.outer(g, np.maximum(u, 0))), 2) / math.sqrt(width))
    return bool(norms[1] < 1.5 * norms[0])


CLAIMS.add(
    id="LOOP-A-T2-norm",
    source=LOOPED_V0.theorem("2, assumption 1"),
    says="For dW = (eta/sqrt d) S with S the sign of a gradient, |dW| = Theta(eta).",
    quote="sign-normalized update scale",
    reading="S is the sign of a gradient, as sign-normalised says. For independent signs the "
    "assumption stands (norm near 2 eta), and theorem 2 is about those.",
    checks=(Property(_sign_norm, {"seed": [0, 1, 2, 3]}, n=4),),
    corrected_by="LOOP-A-T2-sign",
)


def _rank_one(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """sign(g u^T) is sign(g) sign(u)^T: its gain is d k on its own direction, k of u positive."""
    g = sp.Matrix([1 if i % 3 else -1 for i in range(width)])
    for k in range(1, width + 1):
        u = sp.Matrix([1 if i < k else 0 for i in range(width)])
        image = g * (u.T * u)[0, 0]
        yield f"d={width}, {k} positive", dot(image, image) / dot(u, u), sp.Integer(width * k)


def _gradient_signs(loops: int, seed: int) -> bool:
    """|sign(gradient of the simulators)| over d stays between 0.6 and 0.85 from d = 64 to 256."""
    for width in (64, 256):
        p = path(seed, width=width, loops=loops, eps=1 / loops)
        model = ResidualMLP(width=width, loops=loops, eps=1 / loops)
        v = np.random.default_rng([seed, 3]).standard_normal(width)
        _, after = stepped(model, p["W"], p["h"][0], v, Sign(rate=1.0), "change")
        norm = np.linalg.norm((p["W"][0] - after[0]) * width, 2)
        if not 0.6 * width < norm < 0.85 * width:
            return False
    return True


CLAIMS.add(
    id="LOOP-A-T2-sign",
    source=LOOPED_V0.ledger("ERR-8"),
    says="The sign matrix of a rank-one gradient g u^T has norm sqrt(d k), k the number of "
    "positive activations: of order d. Sign-like updates need eta/d, not eta/sqrt d.",
    checks=(Exhaustive(sizes(_rank_one, (2, 5, 8))),),
    cross_checks=(Property(_gradient_signs, {"loops": [1, 4], "seed": [0, 1, 2]}, n=6),),
)


# -- 7.3.2: when the bound is sharp ----------------------------------------------------------------


def _gain_bounds(loops: int, eps: float, s: float, seed: int) -> bool | None:
    """(1 -+ theta) zeta m_-, sqrt(q_+) around |dh_N|/(sqrt d eta eps N), theta < 1 measured."""
    p, change, after = _changed(loops, 0.2 * eps, s, seed)
    U, delta = p["u"].sum(axis=0), after["h"][-1] - p["h"][-1]
    main = 0.2 * eps * change @ U
    share = float(np.linalg.norm(delta - main) / np.linalg.norm(main))
    if share >= 1:
        return None
    mass, gain = residual.cone_mass(p["u"]), residual.update_gain(change, U, 0.7)
    found = float(np.linalg.norm(delta)) / math.sqrt(WIDTH)
    at = (0.7, 0.2 * eps, loops, gain)
    low = formula("loop-update-sharp-lower")(*at, mass.mass, share)
    high = formula("loop-update-sharp-upper")(*at, mass.square, share)
    return low <= found * (1 + 1e-12) and found <= high * (1 + 1e-12)


CLAIMS.add(
    id="LOOP-B-ZETA",
    source=LOOPED.section("7.3.2"),
    says="With gain zeta and nonlinear share theta < 1: (1 - theta) zeta m_- <= "
    "|dh_N|/(sqrt d eta eps N) <= (1 + theta) zeta sqrt(q_+): lemma 4 and the triangle inequality.",
    checks=(
        same(
            lambda: law("loop-update-sharp-lower"),
            lambda: (eta * eps * zeta) * (m * N) * (1 - theta),
            "N eps eta zeta theta m",
        ),
        same(
            lambda: law("loop-update-sharp-upper", q=m**2),
            lambda: (eta * eps * zeta) * (m * N) * (1 + theta),
            "N eps eta zeta theta m",
        ),
        Exhaustive(sizes(lagrange, (1, 2, 3, 4)), what="triangle inequality"),
        Exhaustive(sizes(squares_of_differences, (1, 2, 3), (1, 2, 3)), what="lemma 4"),
    ),
    cross_checks=(Property(_gain_bounds, RUNS, n=60),),
)


def _nonlinear_share(time: float) -> float:
    """Mean theta of a small sign step at N = 16, dense networks."""
    model = ResidualMLP(width=256, loops=16, eps=time / 16)
    found = trained(model, Sign(rate=1e-4), "nonlinear", samples=8, seed=1)
    return float(found[:, 1].mean())


def _premise(time: float, holds: bool) -> bool:
    return (_nonlinear_share(time) < 1) == holds


def _gain_of_signs(time: float) -> tuple[float, float]:
    """zeta of a small sign step over 1/sqrt(pi), less one."""
    model = ResidualMLP(width=256, loops=8, eps=time / 8)
    found = trained(model, Sign(rate=1e-4), "coherence", samples=24, seed=2)
    return abs(float(found[:, 1].mean()) * math.sqrt(math.pi) - 1), 0.03


CLAIMS.add(
    id="LOOP-B-ZETA-range",
    source=LOOPED.ledger("ERR-9"),
    says="For sign steps the premise theta < 1 holds at T = 2 and fails at T = 3.5 (it grows with "
    "T through 1 near 2.7), and zeta is 1/sqrt(pi).",
    checks=(
        Property(_premise, {"time": [0.5, 1.0, 2.0], "holds": [True]}, n=3),
        Property(_premise, {"time": [3.5], "holds": [False]}, n=1),
        Property(_gain_of_signs, {"time": [0.25, 1.0]}, relation="<", n=2),
    ),
    why_sampled="random",
)


# -- plain gradient steps --------------------------------------------------------------------------


def _descent_exponent(loops: int, s: float) -> tuple[float, float]:
    """RMS output change of a gradient step: local exponent in T = eps N at small T is 2."""
    at = [updates.gradient_step(Stream(loops=loops, eps=T / loops, s=s)).rms for T in (0.02, 0.04)]
    return math.log2(at[1] / at[0]), 2.0


def _small_time(loops: int, h0: float, eta: float, variance: float) -> tuple[float, float]:
    """RMS of a gradient step against its small-T law, at T = 0.004."""
    time = 0.004
    stream = Stream(loops=loops, eps=time / loops, h0=h0)
    found = updates.gradient_step(stream, eta, variance=variance).rms
    return found, formula("gradient-descent-small-time")(time, h0, eta, variance)


CLAIMS.add(
    id="LOOP-B-T2-descent",
    source=LOOPED.ledger("ERR-21"),
    says="For plain gradient steps the change is eta (eps N)^2 H_0/2 at small eps N, below the "
    "theorem's O(eta eps N), which sign (Adam-like) steps reach.",
    checks=(
        Property(_descent_exponent, {"loops": [1, 2, 6], "s": [0.5, 1.0, 2.0]}, rtol=0.02, n=9),
        Property(
            _small_time,
            {
                "loops": [1, 2, 6],
                "h0": [1.0, 3.0],
                "eta": [1.0, 0.3],
                "variance": [1.0, 2.0],
            },
            rtol=5e-3,
            n=24,
        ),
    ),
    why_sampled="no enclosure of a response",
)
