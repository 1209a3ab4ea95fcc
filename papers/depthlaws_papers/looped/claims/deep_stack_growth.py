"""Growth of a stack of independent layers: appendix B of the first version, 7.1 of the second."""

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Statement,
    at_least,
    half,
    indices,
    log,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    HALF_SQUARE,
    SCALE,
    SPREAD,
    controlled,
    gain,
    h0,
    recursion,
    simulated,
)

CLAIMS = Claims()

L = scalars("L")


t, c, alpha, start = scalars("t c alpha H_0")
eps_, s_, eta_, layer = *scalars("eps s eta"), indices("layer", L)
growth = 1 + (eps_ * s_) ** 2 / 2  # of an energy by one layer
damped = 1 + s_**2 / (2 * L**2)  # the same at eps = 1/L
SCALES = {L: naturals(1), start: positive, **dict.fromkeys((eps_, s_, eta_), nonnegative)}

LOGARITHM = Statement(
    AtMost(L * log(1 + t), L * t, along=((t, 0),)),
    AtMost(L * t / (1 + t), L * log(1 + t), along=((t, 0),)),
    Equal(L * c * (L ** (-alpha)) ** 2, c * L ** (1 - 2 * alpha)),
    Exactly(-2 * alpha < 0, alpha > 0),
    for_all={L: naturals(1), t: nonnegative, c: positive, alpha: at_least(0)},
)
"""t = c eps^2: the logarithm of the growth is L t to leading order, where t goes to 0."""
BOUNDED = Statement(
    Exactly(1 - 2 * alpha > 0, alpha < half),
    AtMost(-2 * alpha * log(L), 0),
    for_all={L: naturals(1), alpha: at_least(0)},
)
"""c L^(1 - 2 alpha)/(1 + c L^(-2 alpha)) is at least c L^(1 - 2 alpha)/(1 + c)."""
NOT_BEYOND_HALF = Statement(
    AtMost((1 - 2 * alpha) * log(L), 0), for_all={L: naturals(1), alpha: at_least(half)}
)
UNTIED_ENERGY = Statement(
    Equal(registered("untied-energy", h0=start, kappa1=half), start * growth**L), for_all=SCALES
)


def _untied(depth: int, eps: float, s: float, h0: float) -> tuple[float, float]:
    stream = Stream(loops=1, layers=depth, eps=eps, s=s, h0=h0)
    return float(stream.energies[-1]), formula("untied-energy")(depth, eps, s, h0, 0.5)


def _routes(activation: str, normalize: bool, depth: int, eps: float, h0: float) -> tuple:
    """untied_energy against the full kernel, for every activation."""
    stream = Stream(
        loops=1, layers=depth, eps=eps, h0=h0, activation=activation, normalize=normalize
    )
    closed = residual.untied_energy(depth, eps, 1.0, h0, activation, normalize=normalize)
    return closed, float(stream.energies[-1])


def _first_step_mean(width: int) -> Sampled:
    """Energy after one untied layer: exact at every width, and resolved to 3 %."""
    samples = 400_000 // width
    model = ResidualMLP(width=width, loops=1, layers=1, eps=0.8, s=1.5, h0=2.0)
    options = {"samples": samples, "route": matrix_free, "dtype": "float32"}
    return Sampled(
        lambda seed: simulated(model, "energy", seed=seed, **options)[:, 1],
        lambda: 2.0 * (1 + (0.8 * 1.5) ** 2 / 2),
        what=f"width {width}",
    )


LAYER = (
    *recursion(
        "untied-energy",
        "L",
        h0 + gain * symbol("kappa1") * h0,
        lambda H: H + gain * symbol("kappa1") * H,
        "L eps s h0 kappa1",
    ),
    HALF_SQUARE,
)
UNTIED = (*LAYER, *LOGARITHM.checks, *BOUNDED.checks, *NOT_BEYOND_HALF.checks)
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
    says="Untied ReLU layers without norm, at infinite width: E H_L = (1 + s^2 eps^2/2)^L H_0. At "
    "eps = L^-alpha, alpha >= 0, s > 0 and c = s^2/2, the logarithm of E H_L/H_0 is between c L^(1 "
    "- 2 alpha)/(1 + c eps^2) and c L^(1 - 2 alpha): bounded if and only if alpha >= 1/2.",
    statement=UNTIED_ENERGY,
    checks=UNTIED,
    cross_checks=UNTIED_NUMBERS,
)


OVER_DAMPED = Statement(
    Equal(registered("untied-energy", h0=start, kappa1=half, eps=1 / L), start * damped**L),
    Equal(L * (s_**2 / (2 * L**2)), s_**2 / (2 * L)),
    AtMost(L * log(1 + t), L * t, along=((t, 0),)),
    for_all={L: naturals(1), start: positive, s_: nonnegative, t: nonnegative},
)
"""t = s^2/(2 L^2), so that the logarithm of the growth is at most s^2/(2 L)."""
CLAIMS.add(
    id="LOOP-A-DP6",
    source=LOOPED_V0.section("3.1"),
    says="At eps = 1/L a stack of L untied ReLU layers without norm adds almost nothing to the "
    "energy: at infinite width E H_L = (1 + s^2/(2 L^2))^L H_0, at most exp(s^2/(2 L)) H_0.",
    quote="while 1/L tends to over-dampen it",
    reading="Read as: what the branches add goes to 0 with depth, where eps = 1/sqrt L keeps a "
    "share of it. The ReLU MLP before training in place of the Transformer after ten steps.",
    statement=OVER_DAMPED,
    checks=LAYER,
    cross_checks=UNTIED_NUMBERS[:1],
)


CLAIMS.add(
    id="LOOP-B-71e",
    source=LOOPED.section("7.1"),
    says="Untied ReLU layers without norm, at infinite width: E R_L^2 = (1 + s^2 eps^2/2)^L R_0^2, "
    "bounded at eps = L^-alpha, alpha >= 0 and s > 0, if and only if alpha >= 1/2.",
    statement=UNTIED_ENERGY,
    checks=UNTIED,
    cross_checks=UNTIED_NUMBERS,
)


CLAIMS.add(
    id="LOOP-A-DP5-printed",
    source=LOOPED_V0.section("B"),
    says="log (1 + c eps^2)^L is between L t/(1 + t) and L t, t = c eps^2 = c L^(-2 alpha), so "
    "that its ratio to c L^(1 - 2 alpha) is between 1/(1 + t) and 1, and t goes to 0 if and only "
    "if alpha > 0.",
    quote="(1 + c eps^2)^L H_0 ~ exp(c L eps^2) H_0",
    reading="The logarithms agree to leading order, which is what the exponent needs. The two "
    "sides themselves agree only for alpha > 1/4.",
    statement=LOGARITHM,
)


CLAIMS.add(
    id="LOOP-A-DP5-range",
    source=LOOPED_V0.ledger("ERR-17"),
    says="(1 + t)^L exp(-L t), t = c eps^2 = c L^(-2 alpha), is between exp(-L t^2/2) and exp(-L "
    "t^2/(2 (1 + t))): the two sides agree as L grows if and only if L t^2 = c^2 L^(1 - 4 alpha) "
    "goes to 0, that is alpha > 1/4; at alpha = 1/4 it is c^2.",
    statement=Statement(
        AtMost(t - t**2 / 2, log(1 + t), along=((t, 0),)),
        AtMost(log(1 + t), t - t**2 / (2 * (1 + t)), along=((t, 0),)),
        Equal(L * (c * L ** (-2 * alpha)) ** 2, c**2 * L ** (1 - 4 * alpha)),
        Exactly(1 - 4 * alpha < 0, alpha > rational(1, 4)),
        for_all={L: naturals(1), t: nonnegative, c: positive, alpha: reals},
    ),
)


def _untied_routes(depth: int, eps: float, s: float, h0: float) -> bool:
    """The last entries of the kernels against the closed forms."""
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
    says="Untied ReLU streams layer by layer, at infinite width: energy, energy with normalised "
    "input, backward vector, and the updates to first order as sums of one layer's share times the "
    "gain of the later layers.",
    statement=Statement(
        Equal(registered("untied-energy", h0=start, kappa1=half), start * growth**L),
        Equal(
            registered("untied-normalized-energy", h0=start, kappa1=half),
            start + total((eps_ * s_) ** 2 / 2, layer),
        ),
        Equal(registered("backward-untied", N=L), growth**L),
        Equal(
            registered("isotropic-update-untied", h0=start),
            total(
                (eps_ * eta_) ** 2 / 2 * (start * growth ** (layer - 1)) * growth ** (L - layer),
                layer,
            ),
        ),
        Equal(
            registered("gradient-descent-untied", h0=start),
            total(
                -eta_ * eps_**2 / 2 * (start * growth ** (layer - 1)) * growth ** (L - layer),
                layer,
            ),
        ),
        for_all=SCALES,
    ),
    checks=(HALF_SQUARE,),
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
    says="Independent branches add like a random walk, at infinite width: E |sum_l r_l|^2/d = L "
    "s^2/2 for the ReLU stream with a norm before the branch, so |sum| = Theta(sqrt L) in the mean "
    "square.",
    reading="The sketch's formula for the ReLU MLP with normalised stream and independent "
    "weights, at initialisation.",
    statement=Statement(
        Equal(
            (registered("untied-normalized-energy", h0=start, kappa1=half) - start) / eps_**2,
            L * s_**2 / 2,
        ),
        for_all=SCALES | {eps_: positive},
    ),
    checks=(
        *recursion(
            "untied-normalized-energy",
            "L",
            h0 + gain * symbol("kappa1"),
            lambda H: H + gain * symbol("kappa1"),
            "L eps s h0 kappa1",
        ),
        HALF_SQUARE,
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
