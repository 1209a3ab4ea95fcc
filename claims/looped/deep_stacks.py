"""Independent layers, to compare with: appendix B of the first version, 7.1 of the second."""

from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.gaussian import gaussian_mean
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.looped.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    controlled,
    dot,
    eps,
    eta,
    gain,
    h0,
    half_square,
    matrices,
    observed,
    path,
    recursion,
    s,
    sampled,
    simulated,
    sizes,
    symbolic,
    vectors,
)
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream

CLAIMS = Claims()

WIDTH = 24
STACKS = {
    "layers": [1, 2, 5],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "h0": SPREAD,
    "seed": SEEDS,
}


def _by_hand(
    layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Overlaps of all states of a stack: the simulators' pass with given W_l, and by hand."""
    p = path(seed, width=WIDTH, loops=1, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=WIDTH, layers=layers, eps=eps, s=s, normalize=normalize)
    found = observed(model, p["W"], p["h"][0], "kernel")["kernel"]
    return found, p["h"] @ p["h"].T / WIDTH


CLAIMS.add(
    id="LOOP-A-DP1",
    source=LOOPED_V0.section("B"),
    says="The deep stack h + eps W_l phi(h), every layer with a matrix of its own: step by step "
    "what the simulators run at one loop.",
    checks=(Property(_by_hand, STACKS, rtol=1e-10, n=30),),
    why_sampled="floats of a simulator",
)


CLAIMS.add(
    id="LOOP-B-71a",
    source=LOOPED.section("7.1"),
    says="The same deep stack in the second version.",
    checks=(Property(_by_hand, STACKS, rtol=1e-10, n=30),),
    why_sampled="floats of a simulator",
)


def _one_step(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """|h + eps W u|^2 in three terms, with a symbol for every entry."""
    p = symbolic(width, 1)
    h, r = p.h[0], p.r[0]
    terms = dot(h, h) + 2 * eps * dot(h, r) + eps**2 * dot(r, r)
    yield f"d={width}", dot(p.h[1], p.h[1]), sp.expand(terms)


def _simulated_step(
    layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """H_(l+1) - H_l of the simulators: cross term from the kernel, square from the increments."""
    p = path(seed, width=WIDTH, loops=1, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=WIDTH, layers=layers, eps=eps, s=s, normalize=normalize)
    found = observed(model, p["W"], p["h"][0], "energy", "kernel", "increments")
    cross = 2 * (np.diagonal(found["kernel"], 1) - np.diagonal(found["kernel"])[:-1])
    return found["energy"][1:], found["energy"][:-1] + cross + np.diagonal(found["increments"])


ONE_STEP = (Exhaustive(sizes(_one_step, (1, 2, 3))),)
ONE_STEP_SIMULATED = (Property(_simulated_step, STACKS, rtol=1e-10, n=30),)


CLAIMS.add(
    id="LOOP-A-DP2",
    source=LOOPED_V0.section("B"),
    says="One untied step: H_(l+1) = H_l + cross term + eps^2 |W phi(h)|^2/d.",
    checks=ONE_STEP,
    cross_checks=ONE_STEP_SIMULATED,
)


CLAIMS.add(
    id="LOOP-B-71b",
    source=LOOPED.section("7.1"),
    says="The same one step in the second version.",
    checks=ONE_STEP,
    cross_checks=ONE_STEP_SIMULATED,
)


def _mean_cross_term(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E <h, W u> = 0 over W, whatever h and u are: W is independent of both."""
    W, (h, u) = matrices("W", 1, width)[0], vectors("h", 2, width)
    yield f"d={width}", gaussian_mean(dot(h, W * u), list(W), s**2 / width), sp.Integer(0)


def _cross_term(width: int) -> Sampled:
    """Mean cosine of h_2 and W_2 phi(h_2) over untied networks."""

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, layers=3, eps=1.0, s=1.2, h0=2.0)
        samples = 2_000_000 // width**2
        energy = simulated(model, "energy", samples=samples, seed=seed)
        square = simulated(model, "increments", samples=samples, seed=seed)[:, 2, 2]
        size = 2 * np.sqrt(energy[:, 2] * square)
        cross = energy[:, 3] - energy[:, 2] - square
        return Estimate.of(cross / np.where(size > 0, size, 1.0))

    return Sampled(estimate, lambda: 0.0, what=f"width {width}")


CLAIMS.add(
    id="LOOP-A-DP3",
    source=LOOPED_V0.section("B"),
    says="The cross term of an untied step has mean zero given the past, at every width.",
    checks=(Exhaustive(sizes(_mean_cross_term, (1, 2, 3))),),
    cross_checks=(_cross_term(4), _cross_term(32)),
)


CLAIMS.add(
    id="LOOP-B-71c",
    source=LOOPED.section("7.1"),
    says="The same mean of the cross term in the second version.",
    checks=(Exhaustive(sizes(_mean_cross_term, (1, 2, 3))),),
    cross_checks=(_cross_term(16),),
)


def _fresh_square(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E |W u|^2 = s^2 |u|^2 over W, for any u."""
    W, (u,) = matrices("W", 1, width)[0], vectors("u", 1, width)
    mean = gaussian_mean(dot(W * u, W * u), list(W), s**2 / width)
    yield f"d={width}", mean, sp.expand(s**2 * dot(u, u))


def _fresh_second_moment(width: int, s: float) -> Sampled:
    """Mean of |W phi(h)|^2/d of the simulators for one fixed h."""
    start = np.random.default_rng(2).normal(0.5, 1, width)

    def estimate(seed: int) -> Estimate:
        model, samples = ResidualMLP(width=width, eps=0.5, s=s), 600_000 // width
        found = simulated(model, "quadratic", samples=samples, seed=seed, start=start)
        return Estimate.of(found[:, 1] / 0.25)

    exact = s**2 * float(np.mean(np.maximum(start, 0) ** 2))
    return Sampled(estimate, lambda: exact, what=f"width {width}")


CLAIMS.add(
    id="LOOP-B-71",
    source=LOOPED.section("7.1"),
    says="Given h_l, E |W_l phi(h_l)|^2/d = s^2 |phi(h_l)|^2/d, at every width and for every h_l.",
    checks=(Exhaustive(sizes(_fresh_square, (1, 2, 3))),),
    cross_checks=(_fresh_second_moment(3, 1.3), _fresh_second_moment(40, 0.7)),
)


def _later_gain(normalize: bool) -> Sampled:
    """H_3/H_2 of wide untied networks over its mean-field value, from symmetric coordinates."""
    stream = Stream(loops=1, layers=3, eps=0.8, s=1.2, h0=2.0, normalize=normalize)
    energies = stream.energies

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=2048, layers=3, eps=0.8, s=1.2, h0=2.0, normalize=normalize)
        found = simulated(model, "energy", samples=100, seed=seed, route=matrix_free)
        return Estimate.of(found[:, 3] / found[:, 2])

    return Sampled(estimate, lambda: energies[3] / energies[2], what=f"normalize={normalize}")


CLAIMS.add(
    id="LOOP-A-DP4",
    source=LOOPED_V0.section("B"),
    says="E H_(l+1) = (1 + c eps^2) E H_l with c = s^2/2, for coordinates as likely as their "
    "negatives.",
    quote="Under standard mean-field scaling, the last term is Theta(H_l)",
    reading="Tested for symmetric coordinates, which mean-field scaling means. For one h_0 the "
    "constant is anything from 0 (all negative: the network never moves) to s^2 (all positive).",
    checks=(_later_gain(False), _later_gain(True)),
    imprecise=True,
    exact="LOOP-A-DP4-any",
    why_sampled="random",
)


def _constant(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E |h + eps W relu(h)|^2 for every pattern of signs of h: s^2 |h_+|^2 is added."""
    W = matrices("W", 1, width)[0]
    size = [sp.Symbol(f"x{i}", positive=True) for i in range(width)]
    for pattern in range(2**width):
        signs = [1 if pattern >> i & 1 else -1 for i in range(width)]
        h = sp.Matrix([sign * v for sign, v in zip(signs, size, strict=True)])
        u = sp.Matrix([v if sign > 0 else 0 for sign, v in zip(signs, size, strict=True)])
        after = h + eps * W * u
        mean = gaussian_mean(dot(after, after), list(W), s**2 / width)
        kept = sum(v**2 for sign, v in zip(signs, size, strict=True) if sign > 0)
        yield f"d={width}, signs {signs}", mean, sp.expand(dot(h, h) + gain * kept)


CLAIMS.add(
    id="LOOP-A-DP4-any",
    source=LOOPED_V0.ledger("ERR-18"),
    says="For every h: E H_1 = H_0 + eps^2 s^2 |relu(h)|^2/d, so c = s^2 |relu(h)|^2/|h|^2 lies "
    "between 0 (no positive coordinate) and s^2 (all positive).",
    checks=(Exhaustive(sizes(_constant, (1, 2, 3))),),
)


def _bounded_exponents() -> Iterator[tuple[str, bool]]:
    """Limit of log H_L = L log(1 + c L^(-2 alpha)) as L grows, c = s^2/2."""
    c, z = sp.symbols("c z", positive=True)
    for alpha, limit in (
        (sp.Rational(1, 4), sp.oo),
        (sp.Rational(9, 20), sp.oo),
        (sp.Rational(1, 2), c),
        (sp.Rational(11, 20), 0),
        (sp.Integer(1), 0),
    ):
        # In z = 1/L: log(1 + c z^(2 alpha))/z, whose leading power decides.
        found = sp.limit(sp.log(1 + c * z ** (2 * alpha)) / z, z, 0)
        yield f"alpha = {alpha}", bool(found == limit)


def _untied(depth: int, eps: float, s: float, h0: float) -> tuple[float, float]:
    stream = Stream(loops=1, layers=depth, eps=eps, s=s, h0=h0)
    return float(stream.energies[-1]), formula("untied-energy")(depth, eps, s, h0, 0.5)


def _routes(activation: str, normalize: bool, depth: int, eps: float, h0: float) -> tuple:
    """untied_energy against the whole kernel, for every activation."""
    stream = Stream(
        loops=1, layers=depth, eps=eps, h0=h0, activation=activation, normalize=normalize
    )
    closed = residual.untied_energy(depth, eps, 1.0, h0, activation, normalize=normalize)
    return closed, float(stream.energies[-1])


def _first_step_mean(width: int) -> Sampled:
    """Energy after one untied layer: exact at every width."""
    stream = Stream(loops=1, layers=1, eps=0.8, s=1.5, h0=2.0)
    return Sampled(
        lambda seed: sampled(stream, "energy", width=width, samples=200_000, seed=seed),
        lambda: 2.0 * (1 + (0.8 * 1.5) ** 2 / 2),
        what=f"width {width}",
    )


UNTIED = (
    *recursion(
        "untied-energy",
        "L",
        h0 + gain * symbol("kappa1") * h0,
        lambda H: H + gain * symbol("kappa1") * H,
        "L eps s h0 kappa1",
    ),
    Exhaustive(_bounded_exponents, what="bounded or not"),
)
UNTIED_NUMBERS = (
    Property(
        _untied,
        {"depth": [1, 2, 7, 40], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
        rtol=1e-12,
        n=30,
    ),
    Property(
        _routes,
        {
            "activation": ["relu", "abs", "linear", "leaky_relu", "erf", "gelu"],
            "normalize": [False, True],
            "depth": [1, 6],
            "eps": SCALE,
            "h0": SPREAD,
        },
        rtol=1e-11,
        n=24,
        what="every activation",
    ),
    _first_step_mean(2),
    _first_step_mean(16),
)


CLAIMS.add(
    id="LOOP-A-DP5",
    source=LOOPED_V0.section("B"),
    says="Untied: E H_L = (1 + s^2 eps^2/2)^L H_0, bounded if and only if alpha >= 1/2; one "
    "step is exact at every width.",
    checks=UNTIED,
    cross_checks=UNTIED_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-71e",
    source=LOOPED.section("7.1"),
    says="Untied: E R_L^2 = (1 + s^2 eps^2/2)^L R_0^2, bounded if and only if alpha >= 1/2.",
    checks=UNTIED,
    cross_checks=UNTIED_NUMBERS,
)


def _log_ratios() -> Iterator[tuple[str, bool]]:
    """L log(1 + c eps^2) over c L eps^2 goes to 1 for every alpha > 0, at z = 1/L."""
    c, z = sp.symbols("c z", positive=True)
    for alpha in (sp.Rational(1, 10), sp.Rational(1, 4), sp.Rational(1, 2), sp.Integer(1)):
        small = z ** (2 * alpha)
        yield f"alpha = {alpha}", sp.limit(sp.log(1 + c * small) / (c * small), z, 0) == 1


CLAIMS.add(
    id="LOOP-A-DP5-printed",
    source=LOOPED_V0.section("B"),
    says="log (1 + c eps^2)^L is close to c L^(1 - 2 alpha) for every alpha > 0: the ratio of the "
    "logarithms goes to 1.",
    quote="(1 + c eps^2)^L H_0 ~ exp(c L eps^2) H_0",
    reading="The logarithms agree to leading order, which is what the exponent needs. The two "
    "sides themselves agree only for alpha > 1/4.",
    checks=(Exhaustive(_log_ratios),),
    imprecise=True,
    exact="LOOP-A-DP5-range",
)


def _log_differences() -> Iterator[tuple[str, bool]]:
    """L (log(1 + c eps^2) - c eps^2) at eps = L^-alpha as L grows: 0, -c^2/2 or -infinity."""
    c, z = sp.symbols("c z", positive=True)
    for alpha, limit in (
        (sp.Rational(1, 10), -sp.oo),
        (sp.Rational(6, 25), -sp.oo),
        (sp.Rational(1, 4), -(c**2) / 2),
        (sp.Rational(13, 50), 0),
        (sp.Rational(1, 2), 0),
        (sp.Integer(1), 0),
    ):
        small = z ** (2 * alpha)
        found = sp.limit((sp.log(1 + c * small) - c * small) / z, z, 0)
        yield f"alpha = {alpha}", bool(found == limit)


CLAIMS.add(
    id="LOOP-A-DP5-range",
    source=LOOPED_V0.ledger("ERR-17"),
    says="(1 + c eps^2)^L and exp(c L eps^2) agree only if L eps^4 -> 0, that is alpha > 1/4; at "
    "alpha = 1/4 they differ by the factor exp(-c^2/2).",
    checks=(Exhaustive(_log_differences),),
)


def _layer_sums(name: str, share: sp.Expr, depth: int) -> Identity:
    """One layer's share times what the earlier layers feed it and the later ones add to it."""

    def sides() -> tuple[sp.Expr, sp.Expr]:
        total = sum(
            share
            * law("untied-energy", L=sp.Integer(i), kappa1=half_square())
            * law("backward-untied", N=sp.Integer(depth - 1 - i))
            for i in range(depth)
        )
        return law(name, L=sp.Integer(depth)), total

    return Identity(sides, {eps: SCALE, s: SCALE, h0: SCALE, eta: SCALE}, what=f"{name}, L={depth}")


def _untied_routes(depth: int, eps: float, s: float, h0: float) -> bool:
    """The kernels' ends against the closed forms."""
    stream = Stream(loops=1, layers=depth, eps=eps, s=s, h0=h0)
    pairs = (
        (updates.backward_kernel(stream)[0, 0], formula("backward-untied")(depth, eps, s)),
        (
            updates.isotropic_update(stream, 0.7)[-1, -1],
            formula("isotropic-update-untied")(depth, eps, s, h0, 0.7),
        ),
        (
            updates.gradient_step(stream, 0.7, nodes=4).loss,
            formula("gradient-descent-untied")(depth, eps, s, h0, 0.7),
        ),
    )
    return all(abs(one / two - 1) < 1e-11 for one, two in pairs)


CLAIMS.add(
    id="LOOP-B-71-sums",
    source=LOOPED.section("7.1"),
    says="Untied streams layer by layer: energy, energy with normalised input, backward "
    "vector, and the updates as sums of one layer's share times what the later ones add.",
    checks=(
        *recursion(
            "untied-energy",
            "L",
            h0 + gain * symbol("kappa1") * h0,
            lambda H: H + gain * symbol("kappa1") * H,
            "L eps s h0 kappa1",
        ),
        *recursion(
            "untied-normalized-energy",
            "L",
            h0 + gain * symbol("kappa1"),
            lambda H: H + gain * symbol("kappa1"),
            "L eps s h0 kappa1",
        ),
        *recursion(
            "backward-untied",
            "N",
            1 + gain * half_square(),
            lambda Q: Q + gain * half_square() * Q,
            "N eps s",
        ),
        _layer_sums("isotropic-update-untied", (eps * eta) ** 2 / 2, 1),
        _layer_sums("isotropic-update-untied", (eps * eta) ** 2 / 2, 3),
        _layer_sums("gradient-descent-untied", -eta * eps**2 / 2, 1),
        _layer_sums("gradient-descent-untied", -eta * eps**2 / 2, 3),
    ),
    cross_checks=(
        Property(
            _untied_routes,
            {"depth": [1, 2, 5, 12], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            n=16,
        ),
    ),
)


CLAIMS.add(
    id="LOOP-B-FIG1a",
    source=LOOPED.figure("1(a)"),
    says="Independent branches add like a random walk: E |sum_l r_l|^2/d = L s^2/2 for the "
    "normalised stream, |sum| = Theta(sqrt L).",
    checks=recursion(
        "untied-normalized-energy",
        "L",
        h0 + gain * symbol("kappa1"),
        lambda H: H + gain * symbol("kappa1"),
        "L eps s h0 kappa1",
    ),
    cross_checks=(
        controlled(
            ResidualMLP(width=4096, layers=12, eps=1.0, s=1.3, normalize=True),
            "quadratic",
            lambda: 12 * 1.3**2 / 2,
            samples=192,
            what="12 layers",
        ),
    ),
)
