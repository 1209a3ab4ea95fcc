"""Section 3.2: learning regimes in gamma_0, takeaway 2; the laws of the standard weights."""

import functools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Smallest
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, integral, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Mean,
    Rounds,
    Statement,
    induction,
    interval,
    naturals,
    positive,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.theory import parametrization, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims import moments, simplest
from depthlaws_papers.pc.claims.common import HALF, Case, N
from depthlaws_papers.pc.claims.convergence_to_bp import SEEDS
from depthlaws_papers.pc.claims.moments import (
    ANY_BLOCK,
    GROWTH,
    SQUARE,
    W,
    after,
    c2,
    gain,
    i,
    layer,
    p,
    rho,
    t,
    top,
)
from depthlaws_papers.pc.claims.runs import toy_task
from depthlaws_papers.pc.claims.sizes import grown, typed

CLAIMS = Claims()


# -- learning regimes (section 3.2) ----------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def _course(gamma: float, seed: int) -> predictive_coding.WideDescent:
    """The toy task of this seed at infinite width, L = 5, over 200 steps."""
    task = toy_task(seed)
    kernel = task.x @ task.x.T / task.x.shape[1]
    return predictive_coding.wide_descent(kernel, task.y[:, 0], depth=5, steps=200, gamma0=gamma)


def _growth(gamma: float, seed: int) -> float:
    """Growth of the first gradient kernel; it is 1 throughout if training is lazy."""
    kernels = _course(gamma, seed).gradient_kernels
    return float(kernels[0, -1] / kernels[0, 0])


LAZY = 1.5  # kernels that grow by half count as lazy, generously

CLAIMS.add(
    id="PC-LR1",
    source=PC.section("3.2, learning regimes"),
    says="Well below gamma0 = 1 training is lazy: at gamma0 = 0.1 the first gradient kernel stays "
    "within 50 % of its start.",
    quote="PC will exhibit kernel (lazy) behaviour",
    reading="Over 200 steps of the toy task at infinite width, L = 5, for the smallest gamma0 of "
    "figure A.3. The paper's list puts the border at 1, where nothing changes: at 0.5 the same "
    "kernel grows 3.5-fold and more (PC-LR1-limit).",
    checks=(
        Property(
            lambda richness, seed: (_growth(richness, seed), LAZY),
            {"richness": [0.1], "seed": SEEDS},
            relation="<=",
            n=3,
        ),
    ),
    imprecise=True,
    exact="PC-LR1-limit",
    why_sampled="no enclosure of a training course",
    change="Add: in the limit of small gamma_0.",
    against=(simplest.NO_BORDER,),
)


def _lazy_limit(richness: float, seed: int) -> tuple[float, float]:
    """Ratio of growths less one, per halving of gamma0: 4 as gamma0 vanishes, to order gamma0^2."""
    ratio = (_growth(richness, seed) - 1) / (_growth(richness / 2, seed) - 1)
    return abs(ratio / 4 - 1), 4 * richness**2


CLAIMS.add(
    id="PC-LR1-limit",
    source=PC.ledger("ERR-PC-13"),
    says="Laziness is the limit gamma0 -> 0, not a side of 1: halving gamma0 <= 1/4 divides the "
    "growth of the first gradient kernel less one by 4, to a relative 4 gamma0^2 (300 starts: to "
    "2.4 gamma0^2), and the growth is above 3.5 at gamma0 = 0.5 (300 starts: 4.5 to 7.8).",
    reading="200 steps of the toy task at infinite width, L = 5.",
    checks=(
        Property(
            _lazy_limit,
            {"richness": [0.0625, 0.125, 0.25], "seed": SEEDS},
            relation="<=",
            n=6,
        ),
        Property(
            lambda richness, seed: (_growth(richness, seed), 3.5),
            {"richness": [0.5, 1.0], "seed": SEEDS},
            relation=">",
            n=4,
        ),
    ),
    why_sampled="no enclosure of a training course",
)


def _one_model() -> Iterator[Case]:
    """A step of m W is a step with m^2 times the variance and m^2 times the rate; gamma0 = 1.

    The mean-field column and muP are compared layer by layer, as powers of N (PC-B9 shows why no
    other exponent matters).
    """
    first, second = (typed(name) for name in ("mean_field", "mup"))
    for end, scaled in (("1", 0), ("", 0), ("L", 1)):  # the output is divided by N^d
        sides = []
        for e in (first, second):
            m = N ** -e[f"a{end}"] * N ** (-e["d"] * scaled)
            sides.append((m * m * N ** -e[f"b{end}"], m * m * N ** (2 * e["d"]) * N ** -e["c"]))
        (variance, rate), (other_variance, other_rate) = sides
        yield f"layer {end or 'l'}: squared multiplier times variance", variance, other_variance
        yield f"layer {end or 'l'}: squared multiplier times rate", rate, other_rate


def _mup_point() -> Iterator[Case]:
    conversion = parametrization.convert("mean_field", "mup", width=64, gamma0=1.0)
    yield "one model", conversion.same_training
    for name, group in conversion.groups.items():
        # Width 64: all factors are powers of two.
        yield (
            f"{name}: rate",
            sp.nsimplify(group.learning_rate),
            sp.nsimplify(group.own_learning_rate),
        )


CLAIMS.add(
    id="PC-LR2",
    source=PC.section("3.2, learning regimes"),
    says="gamma0 = 1 is muP up to the freedom of (15): the mean-field column and muP have the same "
    "variances and rates, times squared multipliers, in the first, hidden and last layers.",
    checks=(Exhaustive(_one_model, named=True),),
    cross_checks=(Exhaustive(_mup_point, what="the theory's conversion"),),
)


def _first_below(gamma: float, seed: int) -> float:
    below = np.flatnonzero(_course(gamma, seed).loss < 0.25)
    return float(below[0]) if below.size else math.inf


def _richer(richness: float, seed: int) -> tuple[list[float], list[float]]:
    return (
        [_growth(2 * richness, seed), _first_below(richness, seed)],
        [_growth(richness, seed), _first_below(2 * richness, seed)],
    )


CLAIMS.add(
    id="PC-LR3",
    source=PC.section("3.2, learning regimes"),
    says="Larger gamma0 is richer and reaches a loss of 0.25 sooner: every doubling of gamma0 from "
    "1/2 to 4 makes the first gradient kernel grow more, and saves steps.",
    reading="The toy task at infinite width, L = 5.",
    checks=(Property(_richer, {"richness": [0.5, 1.0, 2.0], "seed": SEEDS}, relation=">", n=6),),
    why_sampled="no enclosure of a training course",
)


# -- gamma0 to infinity ----------------------------------------------------------------------------

richness, share = symbol("gamma0"), sp.Symbol("f", positive=True)


def _end(output: Any) -> sp.Expr:
    return (1 + richness**2 * output) / (richness * (1 - output))


def _time_to(output: Any) -> sp.Expr:
    """Time gamma0 eta t of gradient flow from output 0 to ``end``, for the target 1."""
    root = sp.sqrt(1 + richness**2)
    return richness / (2 * root) * (sp.asinh(_end(output)) - sp.asinh(_end(0)))


def _saddle() -> Statement:
    """Averages over units grow as cosh and sinh of twice the summed push theta.

    f = sinh(2 theta)/gamma0 and dtheta = (1 - f) dtime: df = 2 cosh(2 theta)(1 - f)/gamma0 dtime,
    against the slope of ``_time_to``; its limit is at f = u/(1 + u).
    """
    push, u = sp.Symbol("theta", real=True), sp.Symbol("u", positive=True)
    even, odd = sp.cosh(2 * push), sp.sinh(2 * push)
    slope, cosh = D(_end(share), share), sp.sqrt(1 + richness**2 * share**2)
    square_of_speed = richness**2 / (4 * (1 + richness**2)) * slope**2 / (1 + _end(share) ** 2)
    late = sp.simplify(_time_to(u / (1 + u))) - sp.log(2 * richness) / 2
    return Statement(
        Equal(D(even, push), 2 * odd),
        Equal(D(odd, push), 2 * even),
        Equal(square_of_speed, (richness / (2 * cosh * (1 - share))) ** 2),
        Equal(slope * richness * (1 - share) ** 2, 1 + richness**2),
        Equal(lim(late.rewrite(sp.log), richness, sp.oo), sp.log(u) / 2),
        for_all={
            **{push: reals, u: positive, richness: positive},
            **{share: interval(0, 1, low_open=True, high_open=True)},
        },
    )


def _discrete(gamma: float) -> tuple[float, float]:
    """Time at which the discrete descent has covered half the way, at gamma0 eta = 1/50."""
    step = 0.02
    course = predictive_coding.wide_descent(
        [[1.0]], [1.0], depth=2, steps=225, learning_rate=step / gamma, gamma0=gamma
    )
    half_time = step * np.interp(0.5, course.outputs[:, 0], np.arange(226))
    return float(half_time), float(_time_to(sp.Rational(1, 2)).subs(richness, gamma))


CLAIMS.add(
    id="PC-LR3-saddle",
    source=PC.section("3.2, learning regimes"),
    says="gamma0 to infinity is the saddle-to-saddle regime: in the time gamma0 eta t, one hidden "
    "layer of infinite width on one input with kernel 1 and target 1 reaches the share f of the "
    "target after ln(2 gamma0)/2 + ln(f/(1 - f))/2: half way is later and later, and a tenth to "
    "nine tenths take ln 9.",
    quote="recovering the small initialisation or saddle-to-saddle regime",
    reading="Gradient flow, compared with discrete descent at gamma0 = 10 to 1000. A target y "
    "makes it ln(2 y gamma0)/2 in the time y gamma0 eta t.",
    statement=_saddle(),
    cross_checks=(Property(_discrete, {"gamma": [10.0, 100.0, 1000.0]}, rtol=1e-2, n=3),),
)


# -- where PC has BP's regimes ---------------------------------------------------------------------


ratio = scalars("ratio")  # gamma0^2 N/(L - 1)

CLAIMS.add(
    id="PC-LR4-range",
    source=PC.ledger("ERR-PC-14"),
    says="For s near 1 gamma0^2 N must be well above L: in plain networks at the start the mean "
    "of s - 1 is 0.195 at gamma0 = 0.1, N = 2048, L = 5, and at most 1/20 exactly from gamma0^2 N "
    "= 20 (L - 1) on.",
    statement=Statement(
        Rounds(
            registered("pc-rescaling-mean-mlp", d=HALF, L=5, N=2048, gamma0=Fraction(1, 10)) - 1,
            "0.195",
        ),
        Equal(
            registered("pc-rescaling-mean-mlp", d=HALF) - 1,
            1 / (moments.gamma0**2 * moments.N / (moments.L - 1)),
        ),
        Exactly(1 / ratio <= Fraction(1, 20), ratio >= 20),
        for_all=ANY_BLOCK | {moments.gamma0: positive, ratio: positive},
    ),
)


_u, _end_of = sp.Symbol("u"), 1 / sp.sqrt(N)  # of the uniform law
GAINS = Statement(
    Equal(
        Mean(total(after(p, i) ** 2, i), W),
        gain * SQUARE,
        where={t: 0, c2: gain / moments.N},
    ),
    moments.grown,
    for_all=ANY_BLOCK | {gain: positive},
    defined=GROWTH,
)
"""A layer of variances g/N multiplies mean squares by g; nothing but the variance enters."""
# Paths to the layers have g, g^2, ...: the readout has the same variance.
GAINED = Statement(
    Equal((rho - 1) * total(rho**layer, layer), rho * (rho**top - 1), by=induction(top)),
    Equal(total(rho**layer, layer), top, where={rho: 1}),
    Equal(2 * total(3 ** (-layer), layer), 1 - 3 ** (-top), by=induction(top)),
    for_all={moments.L: naturals(2), rho: positive},
)


def _two_standards() -> Iterator[Case]:
    for depth in range(2, 9):
        gaussian = predictive_coding.expected_rescaling(32, depth, parametrization="sp") - 1
        yield f"b = 1, L = {depth}", sp.nsimplify(gaussian), sp.Integer(depth - 1)
        expr = law("pc-rescaling-mean-uniform", L=sp.Integer(depth)) - 1
        wanted = sum(sp.Rational(1, 3**j) for j in range(1, depth))
        yield f"uniform, L = {depth}", expr, wanted


CLAIMS.add(
    id="PC-A8-law",
    source=PC.section("A.8 and table 2"),
    says="The experiments' standard law, U(+-1/sqrt(inputs)), has a variance inversely "
    "proportional to the inputs, as the column SP, b = 1.",
    quote="the SP (Figures A.18-A.19), both defined in Table 2",
    reading="Table 2 states powers of N and no constants. The constant is a third of that of the "
    "law (12) with b = 1, so that the rescaling has another mean (PC-A8-law-mean).",
    statement=Statement(
        Equal(integral(_u**2 / (2 * _end_of), (_u, -_end_of, _end_of)), 1 / (3 * N)),
        for_all={N: positive},
    ),
    imprecise=True,
    exact="PC-A8-law-mean",
    change="Add to table 2: up to constants, a third of the variance in the experiments' law.",
    against=(
        Smallest(
            lambda inputs: (
                sp.integrate(sp.Symbol("x") ** 2, (sp.Symbol("x"), -1, 1)) / 2 / inputs,
                "==",
                sp.Rational(1, inputs),
            ),
            {"inputs": [1]},
            of=("variance of U(-1, 1)/sqrt(inputs)", "variance of (12), b = 1"),
        ),
    ),
)

of_law = sp.Symbol("k", positive=True)
_half_width = sp.sqrt(of_law / N)

CLAIMS.add(
    id="PC-E12-laws",
    source=PC.eq(12),
    says="U(+-sqrt(k/inputs)) has the variance k/(3 inputs): 1/3, 1 and 2 over the inputs for "
    "PyTorch's linear layers, LeCun's and He's law, k = 1, 3 and 6.",
    statement=Statement(
        Equal(
            integral(_u**2 / (2 * _half_width), (_u, -_half_width, _half_width)), of_law / (3 * N)
        ),
        for_all={N: positive, of_law: positive},
    ),
)

CLAIMS.add(
    id="PC-A8-law-mean",
    source=PC.ledger("ERR-PC-19"),
    says="The mean of s - 1 in plain networks at the start is L - 1 for b = 1 and (1 - 3^(1-L))/2 "
    "for the uniform law, at every width; the output's mean square falls like 3^-L there and "
    "stays of order one at b = 1.",
    statement=GAINS,
    checks=GAINED.checks,
    cross_checks=(Exhaustive(_two_standards, what="registered"),),
)


def _unstable_in_width() -> Iterator[Case]:
    """Powers of N of predictions and later features, by the product of their factors."""
    yield grown("SP", "q_l", typed("sp"), 1)
    yield grown("SP", "own_l", typed("sp"), HALF)


def _answered_in_width() -> Iterator[Case]:
    growth = parametrization.growth("sp")["width"]
    yield "predictions", growth["q_l"], 1
    yield "later features", growth["own_l"], HALF


CLAIMS.add(
    id="PC-TK2",
    source=PC.section("3.2, takeaway 2"),
    says="The regime of the standard parametrisation is unstable in the width (a step changes "
    "predictions like N, later features like N^(1/2)) and in the depth unless the gain g of a "
    "layer is 1 (mean squares go like g^L).",
    statement=GAINS,
    checks=(Exhaustive(_unstable_in_width, named=True),),
    cross_checks=(Exhaustive(_answered_in_width, what="the theory's answer"),),
)
