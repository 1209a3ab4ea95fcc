"""Beyond the paper: every form of the time courses, other minima, thresholds, unbalanced flow."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.derive import (
    FINITE_DEPTH,
    MODERATE,
    NETWORKS,
    L,
    alpha,
    at_minimum,
    eta,
    gradient,
    law_id,
    layer,
    loss,
    minimum,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    radial_curvature,
    transverse_curvature,
    u,
    w,
)
from depthlaws.claims.chain.descent import mp, precise
from depthlaws.claims.chain.equations import TARGET
from depthlaws.claims.chain.statements import descent
from depthlaws.claims.engine.checks import Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import formula
from depthlaws.theory.chain import stability, step_budget, unbalanced
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UNIT, Interval

START = Interval(sp.Rational(1, 100), sp.Rational(95, 100))
ABOVE = Interval(sp.Rational(105, 100), 9)
RATIO = Interval(sp.Rational(12, 10), 6)
TAU = Interval(sp.Rational(1, 2), 3)


# -- every form of the time course -----------------------------------------------------------------


def by_integral(speed: Callable[[Any], Any], start: Any, end: Any) -> Any:
    """Time from start to end at this speed."""
    return mpmath.quad(lambda a: 1 / speed(a), mpmath.linspace(start, end, 7))


def gap(ours: Any, exact: Any) -> tuple[float, float]:
    """Error, relative where the value is large, and what is allowed."""
    return float(abs(ours - exact) / (1 + abs(exact))), 1e-20


def _same_side(start: float, end: float) -> bool:
    return (start - 1) * (end - 1) > 0 and abs(start - end) > 1e-3


def _plain_time(name: str, depth: float | None) -> Callable[..., Any]:
    """A time formula of the plain network against the integral of 1/speed, in 30 digits."""

    @precise
    def compare(start: float, end: float, tau: float, L: float = math.nan) -> Any:
        used = L if depth is None else depth
        if not _same_side(start, end):
            return None
        arguments = (end, start, L, tau) if depth is None else (end, start, tau)
        if math.isinf(used):
            exact = by_integral(lambda a: a**2 * (1 - a), start, end)
        else:
            exact = by_integral(lambda a: mp("chain-effective-flow", a, used), start, end)
        return gap(mp(name, *arguments), tau * exact)

    return compare


def _inverse(name: str, over: int, under: int = 1) -> Callable[..., Any]:
    """alpha(t) put back into the integral of 1/speed gives t."""

    @precise
    def compare(start: float, t: float, tau: float) -> Any:
        end = mp(name, t, start, tau)
        depth = mpmath.mpf(over) / under
        exact = by_integral(lambda a: mp("chain-effective-flow", a, depth), start, end)
        return gap(mpmath.mpf(t), tau * exact)

    return compare


def _block2_time(name: str, *, infinite: bool) -> Callable[..., Any]:
    @precise
    def compare(start: float, end: float, r: float, tau: float, L: int = 0) -> Any:
        first, last = (1 / r + (1 - 1 / r) * x for x in (start, end))  # between the floor and 1
        if abs(first - last) < 1e-3:
            return None
        if infinite:
            exact = by_integral(
                lambda a: mp("block2-effective-flow-infinite-depth", a, r), first, last
            )
            return gap(mp(name, last, first, r, tau), tau * exact)
        exact = by_integral(lambda a: mp("block2-effective-flow", a, L, r), first, last)
        return gap(mp(name, last, first, L, r, tau), tau * exact)

    return compare


@precise
def _deep_speed(alpha: float, r: float) -> Any:
    """The speed at depth 1e25 against its limit."""
    if r * alpha <= 1:
        return None
    return gap(mp("block2-effective-flow", alpha, 10**25, r),
                mp("block2-effective-flow-infinite-depth", alpha, r))  # fmt: skip


_SPAN = {"start": START, "end": START, "tau": TAU}
_SPAN_ABOVE = {"start": ABOVE, "end": ABOVE, "tau": TAU}


def _times(name: str, depth: float | None, depths: list[float], **spans: Any) -> tuple[Any, ...]:
    extra = {"L": depths} if depth is None else {}
    return tuple(
        Property(_plain_time(name, depth), span | extra, relation="<=", n=5, what=where)
        for where, span in spans.items()
    )


_COURSES = (
    Claim(
        id="CHAIN-X-B",
        source=CHAIN.beyond("X-B"),
        says="One integral, of (1 + s exp(-y))^(1-2/L), is the time course at every depth on both "
        "sides of the target; at L = 2, 4, infinite and integer L it is elementary.",
        uses=("chain-time", "chain-time-hypergeometric", "chain-time-infinite-depth",
              "chain-time-depth2", "chain-time-depth4", "chain-time-integer-depth",
              "chain-effective-flow"),
        checks=(
            *_times("chain-time", None, [1.0, 1.3, 2.0, 3.0, 8.0], below=_SPAN,
                    above=_SPAN_ABOVE),
            *_times("chain-time-hypergeometric", None, [1.0, 1.3, 3.0, 8.0], below=_SPAN),
            *_times("chain-time-infinite-depth", math.inf, [], below=_SPAN, above=_SPAN_ABOVE),
            *_times("chain-time-depth2", 2.0, [], below=_SPAN, above=_SPAN_ABOVE),
            *_times("chain-time-depth4", 4.0, [], below=_SPAN, above=_SPAN_ABOVE),
            *_times("chain-time-integer-depth", None, [3, 4, 5, 8], below=_SPAN,
                    above=_SPAN_ABOVE),
                    ),
    ),
    Claim(
        id="CHAIN-X-B-inverse",
        source=CHAIN.beyond("X-B"),
        says="The inverses at L = 1, 4/3 and 2 in closed form.",
        uses=("chain-alpha-depth1", "chain-alpha-depth2", "chain-alpha-depth4/3"),
        checks=tuple(
            Property(_inverse(name, *depth), {"start": START, "t": Interval(0, 4), "tau": TAU},
                     relation="<=", n=5, what=name)
            for name, depth in (("chain-alpha-depth1", (1,)), ("chain-alpha-depth2", (2,)),
                                ("chain-alpha-depth4/3", (4, 3)))
        ),
    ),
    Claim(
        id="CHAIN-X-A2",
        source=CHAIN.beyond("X-A2"),
        says="Block two: the time course at every finite depth; elementary at integer depth.",
        uses=("block2-time", "block2-time-integer-depth", "block2-effective-flow"),
        checks=(
            Property(_block2_time("block2-time", infinite=False),
                     {**_SPAN, "r": RATIO, "L": [1, 2, 3, 8]}, relation="<=", n=6),
            Property(_block2_time("block2-time-integer-depth", infinite=False),
                     {**_SPAN, "r": RATIO, "L": [2, 3, 4, 8]}, relation="<=", n=6),
        ),
    ),
    Claim(
        id="CHAIN-X-A3",
        source=CHAIN.beyond("X-A3"),
        says="Block two at infinite depth: tau d(alpha)/dt = (1 + ln(alpha)/ln(r)) alpha^2 "
        "(1 - alpha).",
        uses=("block2-effective-flow-infinite-depth", "block2-time-infinite-depth",
              "block2-escape-rate-infinite"),
        checks=(
            Property(_deep_speed, {"alpha": START, "r": RATIO}, relation="<=", n=20),
            Property(_block2_time("block2-time-infinite-depth", infinite=True),
                     {**_SPAN, "r": RATIO}, relation="<=", n=10),
            Identity(lambda: (sp.limit(law("block2-escape-rate"), L, sp.oo),
                              law("block2-escape-rate-infinite")), {r: Interval(2, 6)}),
        ),
    ),
)  # fmt: skip


# -- static laws that no equation of the paper prints ----------------------------------------------


def _law_family(network: str) -> Claim:
    """Loss, flow, total flow, invariant, minimum, factor, largest rate, mismatch of a network."""
    where = {w: MODERATE, L: FINITE_DEPTH, mu_yx: MODERATE, mu_xx: MODERATE}
    target = {r: TARGET[network], mu_xx: MODERATE, L: FINITE_DEPTH}
    name = {n: law_id(network, n) for n in (
        "factor", "loss", "flow", "total-flow", "invariant", "minimum", "max-rate", "mismatch",
        "layer-sharpness", "sharpness", "rate")}  # fmt: skip
    moments = {"mu_yx": r * mu_xx}
    power = {"plain": -1, "block1": 0, "block2": 1}[network]
    L0 = sp.Symbol("L0", positive=True)
    best = mu_yy - mu_yx**2 / mu_xx
    factor = layer(network, w)
    return Claim(
        id=f"CHAIN-laws-{network}",
        source=CHAIN.beyond("X-A4"),
        says=f"The registered laws of the {network} network, each derived again from its layer.",
        uses=tuple(dict.fromkeys(name.values())),
        checks=(
            Identity(lambda: (law(name["factor"]), factor), {w: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (law(name["loss"]), sp.expand(loss(factor**L) - best / 2)), where),
            Identity(lambda: (law(name["flow"]), -eta * gradient(network)),
                     where | {eta: UNIT}),
            Identity(lambda: (law(name["total-flow"], a=factor**L),
                              sp.diff(factor**L, w) * -eta * gradient(network)),
                     where | {eta: UNIT}),
            Identity(lambda: (sp.diff(law(name["invariant"]), w) * sp.diff(factor, w),
                              2 * factor), {w: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (law(name["minimum"], **moments), minimum(network)), target),
            Identity(lambda: (law(name["max-rate"], **moments)
                              * law(name["sharpness"], **moments), sp.Integer(2)), target),
            Identity(lambda: (law(name["mismatch"], L0=L0),
                              (L**power * at_minimum(radial_curvature(network), network))
                              / (L0**power * at_minimum(radial_curvature(network, L0), network,
                                                        L0))),
                     {r: TARGET[network], L: FINITE_DEPTH, L0: FINITE_DEPTH, mu_xx: MODERATE}),
            Identity(lambda: (law(name["layer-sharpness"]),
                              sp.diff(sp.log(factor), w) ** 2), {w: MODERATE, L: FINITE_DEPTH}),
        ),
    )  # fmt: skip


def _share(curvature: Callable[..., sp.Expr]) -> sp.Expr:
    """A curvature of the plain network on the balanced ray in units of S/L."""
    here = curvature("plain").subs(w, (alpha * r) ** (1 / L)).subs(mu_yx, r * mu_xx)
    return here / (mu_xx * r ** (2 - 2 / L))


def _origin(name: str) -> sp.Expr:
    return law(name, mu_yx=r * mu_xx)


def _mirror_step() -> tuple[sp.Expr, sp.Expr]:
    """At the edge rate one step of block two sends w to -w."""
    rate = law("block2-floor-edge-rate", b=layer("block2", w), mu_yx=r * mu_xx)
    step = (w - eta * gradient("block2")).subs(mu_yx, r * mu_xx).subs(eta, rate)
    return step, -w


def _critical(depth: int, start: float) -> tuple[float, float]:
    steps, rate = 10_000, 0.1
    out = scalar.gradient_descent("block2", float(depth), mu_yx=1.0, rate=rate, weight=start,
                                  steps=steps, balanced=True)  # fmt: skip
    total = float(np.squeeze(out["total"].to_numpy()))
    return (math.sqrt(depth * math.expm1(math.log(total) / depth)),
            formula("block2-critical-decay")(steps, start, depth, rate, 1.0))  # fmt: skip


_STATIC = (
    *(_law_family(network) for network in NETWORKS),
    Claim(
        id="CHAIN-X-curvature",
        source=CHAIN.beyond("I5"),
        says="Balanced ray in units of S/L: both eigenvalues; concave below (L-1)/(2L-1); loss and "
        "its irreducible part.",
        uses=("chain-radial-share", "chain-transverse-share", "chain-negative-curvature",
              "data-loss", "irreducible-loss"),
        checks=(
            Identity(lambda: (_share(radial_curvature), law("chain-radial-share")),
                     {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (_share(transverse_curvature), law("chain-transverse-share")),
                     {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (law("chain-radial-share", alpha=law("chain-negative-curvature")),
                              sp.Integer(0)), {L: Interval(2, 40)}),
            Identity(lambda: (law("data-loss", a=u), loss(u)),
                     {u: MODERATE, mu_yx: MODERATE, mu_xx: MODERATE, mu_yy: MODERATE}),
            Identity(lambda: (law("irreducible-loss"), loss(mu_yx / mu_xx)),
                     {mu_yx: MODERATE, mu_xx: MODERATE, mu_yy: MODERATE}),
        ),
    ),
    Claim(
        id="CHAIN-X-depths",
        source=CHAIN.beyond("ERR-A9"),
        says="The flattest depth of the plain network is 2 ln(1/r), the sharpest of block two "
        "log2(r): there d ln S/dL vanishes.",
        uses=("chain-flattest-depth", "block2-sharpest-depth"),
        checks=(
            Identity(lambda: (sp.diff(sp.log(law("chain-sharpness", mu_yx=r * mu_xx)), L).subs(
                L, law("chain-flattest-depth")), sp.Integer(0)),
                {r: Interval(sp.Rational(1, 20), sp.Rational(1, 2)), mu_xx: MODERATE}),
            Identity(lambda: (sp.diff(sp.log(law("block2-sharpness", mu_yx=r * mu_xx)), L).subs(
                L, law("block2-sharpest-depth")), sp.Integer(0)),
                {r: Interval(3, 64), mu_xx: MODERATE}),
        ),
    ),
    Claim(
        id="CHAIN-I22-laws",
        source=CHAIN.beyond("I22"),
        says="Block two below its reach (r < 1): loss, curvature and largest rate at w = 0, the "
        "edge of the basin, and the decay at r = 1.",
        uses=("block2-floor-loss", "block2-floor-sharpness", "block2-floor-max-rate",
              "block2-floor-edge-rate", "block2-critical-decay"),
        checks=(
            Identity(lambda: (_origin("block2-floor-loss"), mu_xx * (1 - r) ** 2 / 2),
                     {r: UNIT, mu_xx: MODERATE}),
            Identity(lambda: (_origin("block2-floor-sharpness"),
                              radial_curvature("block2").subs(w, 0).subs(mu_yx, r * mu_xx)),
                     {r: UNIT, mu_xx: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (_origin("block2-floor-max-rate"), L / (mu_xx * (1 - r))),
                     {r: UNIT, mu_xx: MODERATE, L: FINITE_DEPTH}),
            Identity(_mirror_step, {w: MODERATE, r: UNIT, mu_xx: MODERATE, L: FINITE_DEPTH}),
            Property(_critical, {"depth": [1, 2, 8], "start": [0.05, 0.02]}, rtol=5e-3, n=6),
        ),
    ),
)  # fmt: skip


# -- thresholds of gradient descent ----------------------------------------------------------------


def _thresholds() -> Iterator[tuple[str, float, str]]:
    for depth, printed in (
        (2, "2.47214"),
        (3, "2.48921"),
        (4, "2.49434"),
        (8, "2.49970"),
        (16, "2.50166"),
        (math.inf, "2.50329"),
    ):
        yield f"period doubling, L = {depth}", stability.period_doubling_rate(depth), printed
    for depth, printed in (
        (2, "3.19615"),
        (3, "3.66100"),
        (4, "3.97858"),
        (8, "4.75133"),
        (16, "5.56819"),
        (64, "7.38375"),
    ):
        yield f"leaves the half-line, L = {depth}", stability.leaving_rate(depth), printed
    for depth, printed in (
        (2, "4.00000"),
        (4, "4.81815"),
        (6, "5.29409"),
        (8, "5.63895"),
        (16, "6.50587"),
        (64, "8.41565"),
    ):
        yield f"diverges, L = {depth}", stability.divergence_rate(depth), printed


def _largest(depth: float, rate: float) -> float:
    """Largest |alpha| over many starts and steps; inf if any orbit overflows."""
    with np.errstate(all="ignore"):
        starts = np.linspace(0.02, 0.98, 97)
        out = scalar.gradient_descent(
            "plain", depth, mu_yx=1.0, scaled_rate=rate, total=starts, steps=400,
            record=range(0, 401, 4), balanced=True,
        )  # fmt: skip
        return float(np.max(np.nan_to_num(np.abs(out["total"].to_numpy()), nan=math.inf)))


def _diverges(depth: float, side: float) -> bool:
    """Just above the divergence rate some orbit escapes, just below none does."""
    worst = _largest(depth, side * stability.divergence_rate(depth))
    return (worst > 1e6) == (side > 1)


def _captured(rate: float, inside: float) -> bool:
    """L = 3: starts inside the window flow into the saddle, just outside they do not."""
    low, high = stability.capture_window(rate, 3)
    start = low + inside * (high - low)
    end = descent(3.0, start, rate, 4000)[-1]
    return (abs(end) < 0.05) == (0 < inside < 1)


def _exact_rates() -> Iterator[tuple[str, float, str]]:
    for n, rates in (
        (3, ("1.42050827529",)),
        (5, ("1.04230710256", "1.16110230008")),
        (8, ("1.00342382953",)),
    ):
        found = step_budget.exact_rates(0.1, n, 2)
        for printed in rates:
            yield f"n = {n}", float(found[np.argmin(np.abs(found - float(printed)))]), printed


def _loss_at_exact_rate(n: int) -> tuple[float, float]:
    rate = float(step_budget.exact_rates(0.1, int(n), 2)[0])
    return abs(float(descent(2.0, 0.1, rate, int(n))[-1]) - 1), 1e-12


_THRESHOLDS = (
    Claim(
        id="CHAIN-X-C3-thresholds",
        source=CHAIN.beyond("X-C3"),
        says="Rates at which the 2-cycle loses stability, orbits leave the positive half-line, and "
        "gradient descent diverges (exactly 4 for two layers).",
        uses=("chain-cycle-rate", "chain-cycle-multiplier", "chain-gd-total-step"),
        checks=(Quoted(_thresholds),),
        cross_checks=(Property(_diverges, {"depth": [2.0, 4.0, 8.0], "side": [0.99, 1.01]},
                               n=8),),
    ),
    Claim(
        id="CHAIN-X-C4-odd",
        source=CHAIN.beyond("X-C4"),
        says="Odd depth: starts in a window above the target jump below 0 and flow into the "
        "saddle (L = 3, k = 1: 3.07 to 4.20).",
        uses=("chain-gd-step",),
        checks=(
            Property(_captured, {"rate": [1.0, 1.5, 1.9], "inside": [-0.03, 0.05, 0.5, 0.95]},
                     n=12),
            Quoted(lambda: [
                (f"k = {k}, {side}", stability.capture_window(k, 3)[i], p)
                for k, ps in ((1.0, ("3.07", "4.20")), (1.5, ("2.48", "3.26")),
                              (1.9, ("2.21", "2.83")))
                for i, (side, p) in enumerate(zip(("low", "high"), ps, strict=True))],
                units=1.0),
        ),
    ),
    Claim(
        id="CHAIN-X-C5-budget",
        source=CHAIN.beyond("X-C5"),
        says="For a step budget the loss is exactly 0 at isolated rates above 1 (L = 2, "
        "alpha0 = 0.1), so the best rate is neither 1 nor unique.",
        uses=("chain-one-step-rate",),
        checks=(Quoted(_exact_rates),
                Property(_loss_at_exact_rate, {"n": [3, 5, 8]}, relation="<", n=4)),
        domain="rates below 2; a single step would need k = 4.8",
    ),
)  # fmt: skip


# -- unbalanced flow -------------------------------------------------------------------------------


def _flow_from(weights: np.ndarray, mu: float, times: np.ndarray) -> np.ndarray:
    data = scalar.gradient_flow("plain", weights, times, mu_yx=mu, mu_xx=0.8, rate=0.6)
    return data["weights"].to_numpy()


def _unbalanced(depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng([int(seed), int(depth)])
    weights = rng.uniform(0.2, 1.4, int(depth)) * rng.choice([-1, 1], int(depth))
    mu, times = float(rng.uniform(0.5, 1.5)), np.array([0.3, 1.0, 3.0])
    flow = unbalanced.unbalanced_flow(weights, mu, 0.8, 0.6)
    return flow.at(times), _flow_from(weights, mu, times)


def _two_layer_angle() -> tuple[sp.Expr, sp.Expr]:
    """d theta/dt = B (sinh(theta_end) - sinh(theta)) in exponentials, at rational angles."""
    t, B = sp.symbols("t B", positive=True)
    first, last = sp.log(sp.Rational(3, 2)), sp.log(3)
    angle = law("chain-two-layer-angle", t=t, theta0=first, theta_end=last, B=B)
    grown = sp.simplify(sp.exp(angle))
    sinh = (grown - 1 / grown) / 2
    return sp.simplify(sp.diff(grown, t) / grown), sp.simplify(B * (sp.Rational(4, 3) - sinh))


def _carlson(seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(int(seed))
    flow = unbalanced.unbalanced_flow(rng.uniform(0.2, 1.4, 3), 1.0, 0.8, 0.6)
    w = flow.start + np.array([0.2, 0.5, 0.8]) * (flow.end - flow.start)
    return flow.three_layer_time(w), flow.time(w)


def _end_point(depth: int, seed: int) -> tuple[float, float]:
    rng = np.random.default_rng([int(seed), int(depth)])
    weights = rng.uniform(0.2, 1.4, int(depth))
    flow = unbalanced.unbalanced_flow(weights, 1.0, 0.8, 0.6)
    final = flow.weights(flow.end)
    return float(np.prod(final)), 1 / 0.8


_UNBALANCED = (
    Claim(
        id="CHAIN-X-C7",
        source=CHAIN.beyond("X-C7"),
        says="Unbalanced flow of the plain network from any signs follows one equation for its "
        "smallest layer; elementary for two layers, Carlson's R_J for three.",
        uses=("chain-two-layer-angle",),
        checks=(
            Identity(_two_layer_angle, {sp.Symbol("t", positive=True): UNIT,
                                        sp.Symbol("B", positive=True): MODERATE}),
            Property(_unbalanced, {"depth": [2, 3, 5], "seed": list(range(8))}, rtol=1e-6, n=20),
            Property(_carlson, {"seed": list(range(8))}, rtol=1e-9, n=8),
            Property(_end_point, {"depth": [2, 3, 6], "seed": list(range(8))}, rtol=1e-10, n=16),
        ),
    ),
)  # fmt: skip

CLAIMS = (*_COURSES, *_STATIC, *_THRESHOLDS, *_UNBALANCED)
