"""Closed forms of one-step updates: energies, exponents, transfer rules, borders, means.

The delta law: at infinite width the mean energy is proportional to
(L+1)(2L+1)/6 + delta L(L^2-1)/12. Each unit spreads the spectrum of J J^T by delta, the sum of
three parts: 1 for Gaussian weights (0 for orthogonal ones), kappa - 1 for gates, and with a skip
1 - a^4/g^2 in place of the 1. At small delta L the largest rate goes as 1/L, at large delta L as
L^(-3/2).
"""

from typing import Any

import numpy as np

from depthlaws.theory.numerics.elementary import compound
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.updates.symbols import (
    COUNT,
    KURTOSIS,
    L0,
    REACH,
    C,
    K,
    L,
    N,
    R,
    S,
    T,
    W,
    a2,
    b2,
    c,
    delta,
    h,
    kappa,
    l,
    m,
    n,
    q,
    r,
    s,
    t,
    variance,
    w,
)

__all__: list[str] = []

# -- energies of a step ------------------------------

overlap_sum = Formula(
    id="overlap-sum",
    says="Sum of min(h1, h2) over 1 <= h1, h2 <= l.",
    source=AMMUP.eq(23),
    domain={l: COUNT},
    rising=(l,),
    expr=l * (l + 1) * (2 * l + 1) / 6,
)

layer_energy = Formula(
    id="plain-update-energy",
    says="Update energy of layer l of a wide plain network, over width/outputs, outputs << width.",
    source=AMMUP.beyond("BP-1"),
    domain={l: COUNT, kappa: KURTOSIS, q: POSITIVE, h: POSITIVE, variance: NONNEGATIVE},
    expr=(variance + h) * h * q**2 * (kappa * overlap_sum.deferred - (kappa - 1) * l**2),
    kernel=lambda l, kappa, q, h, variance: (
        (variance + h) * h * q**2 * (l**2 + kappa * (l - 1) * l * (2 * l - 1) / 6)
    ),
)

mean_energy = Formula(
    id="mean-update-energy",
    says="Mean update energy of a wide network whose units spread by delta, over that of L = 1.",
    source=AMMUP.beyond("BP-3"),
    domain={L: COUNT, delta: NONNEGATIVE},
    rising=(L, delta),
    expr=(L + 1) * (2 * L + 1) / 6 + delta * L * (L**2 - 1) / 12,
)

local_exponent = Formula(
    id="update-rate-slope",
    says="Exponent of the maximal update rate between the depths L and 2L, from the delta law.",
    source=AMMUP.beyond("BP-3"),
    domain={L: COUNT, delta: NONNEGATIVE},
    expr=-sp.log(mean_energy.deferred.subs(L, 2 * L) / mean_energy.deferred) / (2 * sp.log(2)),
)

skip_spread = Formula(
    id="skip-delta",
    says="Delta of a linear unit z -> a z + b W z: 1 - a^4/(a^2 + b^2)^2.",
    source=AMMUP.beyond("BP-2"),
    domain={a2: NONNEGATIVE, b2: POSITIVE},
    values=Interval(0, 1),
    rising=(b2,),
    falling=(a2,),
    expr=b2 * (2 * a2 + b2) / (a2 + b2) ** 2,
)

spread_crossover = Formula(
    id="spread-crossover",
    says="Depth at which the spread takes over: L^2/3 = delta L^3/12.",
    source=AMMUP.beyond("BP-3"),
    domain={delta: POSITIVE},
    falling=(delta,),
    expr=4 / delta,
)

output_share = Formula(
    id="output-over-label",
    says="Output part of the update energy over its label part, plain network, fan-in head, mse.",
    source=AMMUP.beyond("ERR-01"),
    domain={L: COUNT, n: POSITIVE, m: POSITIVE, kappa: KURTOSIS, h: POSITIVE, variance: POSITIVE},
    rising=(L, m, kappa, h),
    falling=(n, variance),
    expr=h / variance * (1 + kappa * L * m / n),
)

output_crossover = Formula(
    id="output-crossover",
    says="Depth at which the exponent of a plain network turns from -3/2 to -2.",
    source=AMMUP.beyond("ERR-01"),
    domain={n: POSITIVE, m: POSITIVE, kappa: KURTOSIS, h: POSITIVE, variance: POSITIVE},
    expr=n / m * (variance + h) / (kappa * h),
)

# -- transfer ------------------------------

power_transfer = Formula(
    id="power-transfer",
    says="Factor of the learning rate from depth L0 to L by the paper's rule.",
    source=AMMUP.section("5"),
    domain={L: COUNT, L0: COUNT},
    rising=(L0,),
    falling=(L,),
    expr=(L / L0) ** sp.Rational(-3, 2),
)

exact_transfer = Formula(
    id="exact-transfer",
    says="Factor of the learning rate from depth L0 to L by the delta law at finite depth.",
    source=AMMUP.beyond("BP-1"),
    domain={L: COUNT, L0: COUNT, delta: NONNEGATIVE},
    expr=sp.sqrt(mean_energy.deferred.subs(L, L0) / mean_energy.deferred),
)

# -- residual networks ------------------------------


def _residual_mean(c: Any) -> Any:
    """e^c [e^c (2c^3 - 3c^2 + 6c - 6) + 6] / 3c^3; for small c by its series of positive terms."""
    c = np.asarray(c, dtype=np.float64)
    small, large = np.minimum(c, 4.0), np.maximum(c, 4.0)
    total = np.zeros_like(small)
    for k in range(46, -1, -1):
        # Coefficient of c^k in [...]/c^3, over that of e^c / k!.
        top = 2 * (k + 1) * (k + 2) * (k + 3) - 3 * (k + 2) * (k + 3) + 6 * (k + 3) - 6
        total = total * small / (k + 1) + top / ((k + 1) * (k + 2) * (k + 3))
    series = np.exp(small) * total / 3
    cubic = ((2 * large - 3) * large + 6) * large - 6
    direct = np.exp(large) * (np.exp(large) * cubic + 6) / (3 * large**3)
    return np.where(c < 4, series, direct)


residual_mean = Formula(
    id="residual-mean-energy",
    says="Mean label energy of K linear blocks z + W z, n Var W = c/K, over K^2, K large.",
    source=AMMUP.beyond("BP-2"),
    domain={c: POSITIVE},
    rising=(c,),
    expr=sp.exp(c) * (sp.exp(c) * (2 * c**3 - 3 * c**2 + 6 * c - 6) + 6) / (3 * c**3),
    kernel=_residual_mean,
)

residual_growth = Formula(
    id="residual-growth",
    says="Growth of a tangent's overlap through l of K residual blocks.",
    source=AMMUP.eq(35),
    domain={l: COUNT, K: COUNT, c: POSITIVE, q: POSITIVE},
    rising=(l, c, q),
    falling=(K,),
    expr=(1 + c * q / K) ** l,
    kernel=lambda l, K, c, q: compound(c * q / K, l),
)

post_activation_limit = Formula(
    id="post-activation-limit",
    says="Energy of z + (T/K) relu(W z) after K untied blocks, K large.",
    source=AMMUP.beyond("X21"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE},
    rising=(T, s),
    expr=sp.cosh(T * s / sp.sqrt(2 * sp.pi)) ** 2,
)

# -- other steps ------------------------------

sign_linear = Formula(
    id="sign-update-linear",
    says="Update energy of layer l of a wide linear network by a sign step, over width^2.",
    source=AMMUP.beyond("BP-8"),
    domain={l: COUNT},
    rising=(l,),
    expr=2 / sp.pi * (2 / sp.pi * overlap_sum.deferred + (1 - 2 / sp.pi) * l),
)

sign_relu = Formula(
    id="sign-update-relu",
    says="Update energy of layer l of a wide ReLU network by a sign step, over width^2.",
    source=AMMUP.beyond("BP-8"),
    domain={l: COUNT},
    rising=(l,),
    expr=((2 * overlap_sum.deferred - l**2) / sp.pi + (1 - 2 / sp.pi) * (l - sp.Rational(1, 2)))
    / (2 * sp.pi),
)

uniform_gradient = Formula(
    id="uniform-ce-gradient",
    says="|p - y|^2 of the cross-entropy at equal logits.",
    source=AMMUP.section("G"),
    domain={C: COUNT},
    rising=(C,),
    expr=1 - 1 / C,
)

# -- width ------------------------------

proportional_energy = Formula(
    id="proportional-update-energy",
    says="Label part of the update energy at depth t n over n^3, width n large; t is small in use.",
    source=AMMUP.beyond("BP-1"),
    domain={t: Interval(sp.Rational(1, 50), 4), kappa: Interval(1, 4)},
    expr=sp.Rational(2, 9)
    * (
        t**2 * sp.exp((3 * kappa - 1) * t) / 2
        + t * sp.exp((3 * kappa - 1) * t) / (3 * kappa)
        - (sp.exp((3 * kappa - 1) * t) - sp.exp(-t)) / (3 * kappa**2)
        + 2 * t * sp.exp(-t) / (3 * kappa)
    ),
    budget=1e6,
)

# -- borders ------------------------------


def _union(x: Any, y: Any) -> Any:
    """1 - (1 - x)(1 - y) without cancellation."""
    return x + y * (1 - x)


border_line = Formula(
    id="border-fraction-line",
    says="Fraction of N sites within the reach r of an end.",
    source=AMMUP.section("3.3"),
    domain={N: COUNT, r: REACH},
    values=Interval(0, 1),
    rising=(r,),
    falling=(N,),
    expr=sp.Min(1, 2 * r / N),
)

border_box = Formula(
    id="border-fraction-box",
    says="Fraction of the sites of an N x W box within the reaches r and w of its border.",
    source=AMMUP.section("3.3"),
    domain={N: COUNT, W: COUNT, r: REACH, w: REACH},
    values=Interval(0, 1),
    expr=1 - sp.Max(0, 1 - 2 * r / N) * sp.Max(0, 1 - 2 * w / W),
    kernel=lambda N, W, r, w: _union(np.minimum(1.0, 2 * r / N), np.minimum(1.0, 2 * w / W)),
)

survival_rate = Formula(
    id="zero-padding-rate",
    says="Factor per layer by which zero padding loses energy in deep networks, N sites, 3 taps.",
    source=AMMUP.beyond("ERR-11"),
    domain={N: COUNT},
    rising=(N,),
    expr=(1 + 2 * sp.cos(sp.pi / (N + 1))) / 3,
)

# -- means ------------------------------

harmonic_slope = Formula(
    id="harmonic-mean-slope",
    says="Derivative of the harmonic mean of L energies in one of them, S.",
    source=AMMUP.beyond("ERR-13"),
    domain={L: COUNT, S: POSITIVE, R: POSITIVE},
    falling=(S, R),
    expr=L / (1 + R * S) ** 2,
)
