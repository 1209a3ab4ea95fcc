"""Section 3.2: learning regimes in gamma_0, takeaway 2; the laws of the standard weights."""

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Inequality, Property
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, integral, lim
from depthlaws.claims.pc.common import HALF, Case, L, N, gamma0, net
from depthlaws.claims.pc.convergence_to_bp import SEEDS
from depthlaws.claims.pc.runs import toy_task
from depthlaws.claims.pc.sizes import grown, typed
from depthlaws.theory import parametrization, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

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
    reading=(
        "Over 200 steps of the toy task at infinite width, L = 5, for the smallest gamma0 of "
        "figure A.3. The paper's list puts the border at 1, where nothing changes: at 0.5 the "
        "same kernel grows 3.5-fold and more (PC-LR1-limit)."
    ),
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
    says="gamma0 = 1 is muP up to the freedom of (15): the same rates and weights after "
    "conversion.",
    checks=(Exhaustive(_one_model),),
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


def _hyperbolic() -> Iterator[Case]:
    """Averages over units, first order in the rate: cosh and sinh of twice the summed push."""
    push = sp.Symbol("theta", real=True)
    ww, wh, hh = sp.cosh(2 * push), sp.sinh(2 * push), sp.cosh(2 * push)
    yield "w w", D(ww, push), 2 * wh
    yield "w h", D(wh, push), hh + ww
    yield "h h", D(hh, push), 2 * wh


def _speed() -> Iterator[Case]:
    """f = sinh(2 theta)/gamma0 and dtheta = (1 - f) dtime: df = 2 cosh(2 theta)(1 - f)/gamma0.

    The slope of the time is the slope at its end over the root of 1 + end^2.
    """
    slope, cosh = D(_end(share), share), sp.sqrt(1 + richness**2 * share**2)
    wanted = richness / (2 * cosh * (1 - share))
    square_of_speed = richness**2 / (4 * (1 + richness**2)) * slope**2 / (1 + _end(share) ** 2)
    yield "square of dtime/df", square_of_speed, wanted**2
    yield "end rises", slope * richness * (1 - share) ** 2, 1 + richness**2


def _plateau() -> Iterator[Case]:
    half, low, high = (_time_to(sp.Rational(n, 10)) for n in (5, 1, 9))
    yield "until half, less its logarithm", _wide(half - sp.log(2 * richness) / 2), sp.Integer(0)
    yield "from a tenth to nine", _wide(high - low), sp.log(9)


def _wide(time: sp.Expr) -> sp.Expr:
    return lim(time.rewrite(sp.log), richness, sp.oo)


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
    "layer of infinite width is half way after ln(2 gamma0)/2, and goes from a tenth to nine "
    "tenths of the target in ln 9.",
    quote="recovering the small initialisation or saddle-to-saddle regime",
    reading=("gradient flow on one input, compared with discrete descent at gamma0 = 10 to 1000"),
    checks=(
        Exhaustive(_hyperbolic),
        Exhaustive(_speed),
        Exhaustive(_plateau),
    ),
    cross_checks=(Property(_discrete, {"gamma": [10.0, 100.0, 1000.0]}, rtol=1e-2, n=3),),
)


# -- where PC has BP's regimes ---------------------------------------------------------------------


def _needed() -> tuple[Any, str, Any]:
    """If gamma0^2 N >= 20 (L - 1), the mean of s - 1 is at most 1/20; sharp."""
    margin = symbol("margin")
    width = 20 * (L - 1) * (1 + margin) / gamma0**2
    return law("pc-rescaling-mean-mlp", d=HALF).subs(N, width) - 1, "<=", sp.Rational(1, 20)


def _at_one_tenth() -> Iterator[Case]:
    printed = law("pc-rescaling-mean-mlp", d=HALF)
    at = {N: 2048, L: 5, gamma0: sp.Rational(1, 10)}
    yield "s - 1 at gamma0 = 0.1", printed.subs(at) - 1, sp.Rational(400, 2048)


CLAIMS.add(
    id="PC-LR4-range",
    source=PC.ledger("ERR-PC-14"),
    says="It needs gamma0^2 N >> L: s - 1 is 0.195 at gamma0 = 0.1, N = 2048, L = 5 in the mean, "
    "and at most 1/20 only from gamma0^2 N = 20 (L - 1) on.",
    checks=(
        Inequality(
            _needed,
            {
                symbol("margin"): POSITIVE,
                gamma0: POSITIVE,
                L: Interval(2, sp.oo, right_open=True, integer=True),
            },
        ),
        Exhaustive(_at_one_tenth),
    ),
)


def _gains() -> Iterator[Case]:
    """Mean square of the output for weights of variance g/N: g^L, 1 for b = 1, 3^-L uniform."""
    gain = sp.Symbol("g", positive=True)
    for width in (1, 2):
        for depth in (2, 3, 4)[: 4 - width]:
            one = net(width, depth)
            output = one.mean(one.h[-1][0, 0] ** 2)
            output = output.subs(dict.fromkeys(one.c, sp.sqrt(gain / width)))
            yield f"({width}, {depth})", output, gain**depth * one.x[0, 0] ** 2 / width
    uniform = integral(sp.Symbol("u") ** 2 / 2, (sp.Symbol("u"), -1, 1))
    yield "variance of U(-1, 1)", uniform, sp.Rational(1, 3)


def _power_of_uniform() -> Iterator[Case]:
    u, end = sp.Symbol("u"), 1 / sp.sqrt(N)
    variance = integral(u**2 / (2 * end), (u, -end, end))
    yield "variance of U(+-1/sqrt N)", variance, 1 / (3 * N)
    yield "power of N of column SP", -typed("sp")["b"], sp.Integer(-1)


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
    reading=(
        "Table 2 states powers of N and no constants. The constant is a third of that of the law "
        "(12) with b = 1, so that the rescaling has another mean (PC-A8-law-mean)."
    ),
    checks=(Exhaustive(_power_of_uniform),),
    imprecise=True,
    exact="PC-A8-law-mean",
)

CLAIMS.add(
    id="PC-A8-law-mean",
    source=PC.ledger("ERR-PC-19"),
    says="The mean of s - 1 is L - 1 for b = 1 and (1 - 3^(1-L))/2 for the uniform law, at every "
    "width; the output's mean square falls like 3^-L there and stays of order one at b = 1.",
    checks=(Exhaustive(_two_standards), Exhaustive(_gains)),
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
    says="The regime of the standard parametrisation is unstable in the width (predictions grow "
    "like N) and in the depth (mean squares go like g^L, g the gain of a layer).",
    checks=(Exhaustive(_unstable_in_width), Exhaustive(_gains)),
    cross_checks=(Exhaustive(_answered_in_width, what="the theory's answer"),),
)
