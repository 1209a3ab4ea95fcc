"""Beyond the paper: gradient descent as a map, and what single steps can do."""

from collections.abc import Iterator

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE,
    FINITE_DEPTH,
    MODERATE,
    L,
    close,
    descent,
    eta,
    gradient,
    k,
    law_id,
    minimum,
    mp,
    mu_xx,
    mu_yx,
    precise,
    r,
    s,
    v,
    w,
)
from depthlaws.claims.engine.checks import Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


def _normalised_step(network: str, unit: sp.Expr) -> sp.Expr:
    """(w - eta dL/dw) / w_* at w = unit * w_* and eta = k/S, from the loss."""
    target = minimum(network)
    sharp = law(law_id(network, "sharpness"), mu_yx=r * mu_xx)
    step = (w - k / sharp * gradient(network)).subs(mu_yx, r * mu_xx)
    return step.subs(w, unit * target) / target


def _plain_step() -> tuple[sp.Expr, sp.Expr]:
    return _normalised_step("plain", v), law("chain-gd-step", v=v)


WIDE_RATE = Interval(sp.Rational(1, 20), 3)


def _block1_step() -> tuple[sp.Expr, sp.Expr]:
    """In v = b/rho, block one makes the same step."""
    rho = r ** (1 / L)
    sharp = law("block1-sharpness", mu_yx=r * mu_xx)
    here = sp.sqrt(L) * (v * rho - 1)
    push = (-k / sharp * gradient("block1")).subs(mu_yx, r * mu_xx).subs(w, here)
    return v + push / (sp.sqrt(L) * rho), law("chain-gd-step", v=v)


def _block2_step() -> tuple[sp.Expr, sp.Expr]:
    return _normalised_step("block2", s), law("block2-gd-step", s=s)


def _imbalance_law() -> tuple[sp.Expr, sp.Expr]:
    one, two, rest, g = sp.symbols("one two B g", positive=True)
    total = one * two * rest
    after = [z + eta * g * total / z for z in (one, two)]
    factor = law("chain-imbalance-factor", step=eta * g * total, w1=one, w2=two)
    return after[0] ** 2 - after[1] ** 2, (one**2 - two**2) * factor


CLAIMS.add(
    id="CHAIN-X-C-map",
    source=CHAIN.beyond("X-C"),
    says="Normalised by its minimum, gradient descent of the plain network and of block one is one"
    " map without data, v + (k/L)(1 - v^L) v^(L-1); block two's keeps r.",
    checks=(
        Identity(
            _plain_step,
            {v: MODERATE, k: WIDE_RATE, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE},
            what="plain",
        ),
        Identity(
            _block1_step,
            {v: MODERATE, k: WIDE_RATE, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE},
            what="block one",
        ),
        Identity(
            _block2_step,
            {s: MODERATE, k: WIDE_RATE, L: Interval(1, 12), r: ABOVE_ONE, mu_xx: MODERATE},
            what="block two",
        ),
        Identity(lambda: (law("gd-multiplier"), 1 - k), {k: WIDE_RATE}),
        Identity(
            _imbalance_law,
            dict.fromkeys(sp.symbols("one two B g", positive=True), MODERATE) | {eta: UNIT},
        ),
    ),
)


@precise
def _total_step(alpha: float, k: float, L: float) -> tuple[float, float] | None:
    weight = mpmath.mpf(alpha) ** (1 / mpmath.mpf(L))
    after = mp("chain-gd-step", weight, k, L)
    return close(mp("chain-gd-total-step", alpha, k, L), after**L) if after > 0 else None


@precise
def _log_slope(alpha: float, k: float, L: float) -> tuple[float, float] | None:
    if 1 + mpmath.mpf(k) / L * mpmath.mpf(alpha) ** (1 - 2 / mpmath.mpf(L)) * (1 - alpha) <= 0:
        return None
    found = mpmath.diff(
        lambda y: mpmath.log(mp("chain-gd-total-step", mpmath.exp(y), k, L)), mpmath.log(alpha)
    )
    return float(mp("chain-gd-log-slope", alpha, k, L)), float(found)


CLAIMS.add(
    id="CHAIN-X-C-total",
    source=CHAIN.beyond("X-C"),
    says="In the total weight the map is alpha (1 + (k/L) alpha^(1-2/L) (1-alpha))^L, at infinite "
    "depth alpha exp(k alpha (1-alpha)); its logarithmic slope.",
    checks=(
        Property(
            _total_step, {"alpha": MODERATE, "k": WIDE_RATE, "L": FINITE}, relation="<=", n=40
        ),
        Property(
            lambda alpha, k: (
                mp("chain-gd-total-step", alpha, k, 10**14),
                mp("chain-gd-total-step-infinite", alpha, k),
            ),
            {"alpha": MODERATE, "k": WIDE_RATE},
            rtol=1e-11,
            n=30,
        ),
        Property(_log_slope, {"alpha": MODERATE, "k": WIDE_RATE, "L": FINITE}, n=25, rtol=1e-10),
    ),
)


def _catapult(depth: float, start: float, side: float) -> bool:
    """Even depth: from alpha0 > 1 gradient descent converges iff k is below the catapult rate."""
    rate = side * min(2.0, formula("chain-catapult-rate")(start, depth))
    with np.errstate(all="ignore"):
        weight = start ** (1 / depth)
        out = scalar.gradient_descent(
            scalar.Grid("plain", depth, mu_yx=1.0, rate=rate / depth, weight=weight, balanced=True),
            steps=12_000,
        )
    total = float(np.squeeze(out["total"].to_numpy()))
    return (abs(total - 1) < 1e-6) == (side < 1)


CLAIMS.add(
    id="CHAIN-X-C4",
    source=CHAIN.beyond("X-C4"),
    says="Even depth, alpha0 > 1: gradient descent converges to a global minimum exactly for k <= "
    "2 below the catapult rate 2L/(alpha0^(1-2/L)(alpha0 - 1)) (up to a countable set of "
    "rates that land exactly on the saddle).",
    checks=(
        Property(
            _catapult,
            {"depth": [2.0, 4.0, 6.0], "start": [3.5, 5.0, 20.0], "side": [0.999, 1.001]},
            n=10,
        ),
    ),
)


def _captured(rate: float, inside: float) -> bool:
    """L = 3: starts inside the window flow into the saddle, just outside they do not."""
    low, high = chain.capture_window(rate, 3)
    start = low + inside * (high - low)
    end = descent(3.0, start, rate, 4000)[-1]
    return (abs(end) < 0.05) == (0 < inside < 1)


CLAIMS.add(
    id="CHAIN-X-C4-odd",
    source=CHAIN.beyond("X-C4"),
    says="Odd depth: starts in a window above the target jump below 0 and flow into the saddle (L "
    "= 3, k = 1: 3.07 to 4.20).",
    checks=(
        Property(_captured, {"rate": [1.0, 1.5, 1.9], "inside": [-0.03, 0.05, 0.5, 0.95]}, n=12),
        Quoted(
            lambda: [
                (f"k = {k}, {side}", chain.capture_window(k, 3)[i], p)
                for k, ps in (
                    (1.0, ("3.07", "4.20")),
                    (1.5, ("2.48", "3.26")),
                    (1.9, ("2.21", "2.83")),
                )
                for i, (side, p) in enumerate(zip(("low", "high"), ps, strict=True))
            ],
            units=1.0,
        ),
    ),
)


@precise
def _one_step(alpha0: float, L: float) -> tuple[float, float] | None:
    if abs(alpha0 - 1) < 1e-3:
        return None
    rate = mp("chain-one-step-rate", alpha0, L)
    return close(mp("chain-gd-total-step", alpha0, rate, L), mpmath.mpf(1))


@precise
def _onto_zero(alpha0: float, L: float) -> tuple[float, float]:
    weight = mpmath.mpf(alpha0) ** (1 / mpmath.mpf(L))
    after = mp("chain-gd-step", weight, mp("chain-zero-rate", alpha0, L), L)
    return float(abs(after)), 1e-25


@precise
def _mirrored(alpha0: float, L: float) -> tuple[float, float]:
    weight = mpmath.mpf(alpha0) ** (1 / mpmath.mpf(L))
    after = mp("chain-gd-step", weight, mp("chain-catapult-rate", alpha0, L), L)
    return close(after, -weight)


CLAIMS.add(
    id="CHAIN-X-C5",
    source=CHAIN.beyond("X-C5"),
    says="One step reaches the target at k = L (1 - v)/((1 - alpha0) v^(L-1)), lands on the saddle"
    " at k = L/(alpha0^(1-2/L) (alpha0 - 1)), on the mirror image at twice that.",
    checks=(
        Property(_one_step, {"alpha0": MODERATE, "L": FINITE}, relation="<=", n=30),
        Property(
            _onto_zero,
            {"alpha0": Interval(sp.Rational(11, 10), 9), "L": [1.0, 2.0, 3.0, 8.0]},
            relation="<=",
            n=30,
        ),
        Property(
            _mirrored,
            {"alpha0": Interval(sp.Rational(11, 10), 9), "L": [2.0, 4.0, 8.0]},
            relation="<=",
            n=30,
        ),
        Quoted(
            lambda: [
                (f"alpha0 = 0.1, L = {d}", formula("chain-one-step-rate").ball("0.1", d), p)
                for d, p in ((1, "1.000"), (2, "4.805"), (4, "10.938"), (16, "20.635"))
            ]
        ),
    ),
)


def _exact_rates() -> Iterator[tuple[str, float, str]]:
    for n, rates in (
        (3, ("1.42050827529",)),
        (5, ("1.04230710256", "1.16110230008")),
        (8, ("1.00342382953",)),
    ):
        found = chain.exact_rates(0.1, n, 2)
        for printed in rates:
            yield f"n = {n}", float(found[np.argmin(np.abs(found - float(printed)))]), printed


def _loss_at_exact_rate(n: int) -> tuple[float, float]:
    rate = float(chain.exact_rates(0.1, int(n), 2)[0])
    return abs(float(descent(2.0, 0.1, rate, int(n))[-1]) - 1), 1e-12


CLAIMS.add(
    id="CHAIN-X-C5-budget",
    source=CHAIN.beyond("X-C5"),
    says="For a step budget the loss is exactly 0 at isolated rates above 1 (L = 2, alpha0 = 0.1),"
    " so the best rate is neither 1 nor unique (rates below 2; a single step would need k = "
    "4.8).",
    checks=(
        Quoted(_exact_rates),
        Property(_loss_at_exact_rate, {"n": [3, 5, 8]}, relation="<", n=4),
    ),
)
