"""Beyond the paper: exponents at finite depth, transfer, widths of the order of the depth."""

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    at_least,
    naturals,
    nonnegative,
    positive,
    registered,
    scalars,
)
from depthlaws.theory import formula, updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.updates.exponents_by_architecture import CASES
from depthlaws_papers.ammup.claims.common import (
    GROWS,
    LINEAR,
    RELU,
    L,
    Options,
    delta,
    kappa,
    mean_energy,
    near,
    proportional,
    t,
)

CLAIMS = Claims()

WHOLE = Interval(1, sp.oo, right_open=True, integer=True)

L0 = symbol("L0")


# -- exponents and transfer ---------------------------------


doubled = mean_energy.subs(L, 2 * L)


CLAIMS.add(
    id="AMMUP-B-slope",
    source=AMMUP.beyond("BP-3"),
    says="The local exponent of the delta law is -log2(S-bar(2L)/S-bar(L))/2; as L grows it goes "
    "to -3/2 for every delta > 0 and to -1 for delta = 0.",
    statement=Statement(
        Equal(registered("mean-update-energy"), mean_energy),
        Equal(
            registered("update-rate-slope") * 2 * sp.log(2), sp.log(mean_energy) - sp.log(doubled)
        ),
        Equal(lim(doubled / mean_energy, L, sp.oo), 8),
        Equal(lim((doubled / mean_energy).subs({delta: 0, L: L0 * L}), L, sp.oo), 4),
        for_all={L: naturals(1), L0: positive, delta: positive},
    ),
)


@functools.cache
def _table() -> list[tuple[str, float, float]]:
    """Exponents as printed, and the exact slopes from 64 and from 1024 layers on."""
    rows = updates.exponent_table([64, 1024]).rows
    return [(row.exponent, row.slopes[0], row.slopes[1]) for row in rows]


def _tends(row: int) -> tuple[float, float] | None:
    """Distance of the slope from its limit, four doublings later and before."""
    exponent, early, late = _table()[row]
    if exponent == "exponential":
        return None
    limit = float(Recorded(exponent))
    return abs(late - limit), abs(early - limit)


def _grows(row: int) -> bool | None:
    exponent, early, late = _table()[row]
    return abs(late) > 2 * abs(early) if exponent == "exponential" else None


ROWS = {"row": [*range(len(CASES))]}

CLAIMS.add(
    id="AMMUP-B-table",
    source=AMMUP.beyond("BP-3"),
    says="In every row of the table of exponents the exact slope between L and 2L is nearer to the "
    "exponent at L = 1024 than at 64, or grows without bound where the row says exponential.",
    checks=(
        Property(_tends, ROWS, relation="<", what="exponents", met="0.626"),
        Property(_grows, ROWS, at_least=2, what="exponentials"),
    ),
    why_sampled="no enclosure of recursions in floats",
)


depth, source_depth, spread = scalars("L L0 delta")
turn = registered("spread-crossover")
DEPTHS = {depth: naturals(1), source_depth: naturals(1), spread: nonnegative}

CLAIMS.add(
    id="AMMUP-B-spread",
    source=AMMUP.beyond("BP-3"),
    says="The leading terms L^2/3 and delta L^3/12 of S-bar, of the exponents -1 and -3/2, are "
    "equal at L = 4/delta.",
    statement=Statement(
        Equal(spread * turn**3 / 12, turn**2 / 3),
        for_all={spread: positive},
    ),
)


CLAIMS.add(
    id="AMMUP-D20",
    source=AMMUP.section("5"),
    says="The paper's rule multiplies the rate by (L/L0)^(-3/2).",
    statement=Statement(
        Equal(registered("power-transfer") ** 2 * depth**3, source_depth**3),
        Less(0, registered("power-transfer")),
        for_all=DEPTHS,
    ),
)


registered_energy = registered("mean-update-energy")

CLAIMS.add(
    id="AMMUP-B-transfer",
    source=AMMUP.beyond("BP-1"),
    says="The exact rule: sqrt of S-bar(L0)/S-bar(L), with S-bar = (L+1)^2 (L+2)/12 for linear and "
    "(L+1)(L^2+L+1)/6 for ReLU networks.",
    statement=Statement(
        Equal(
            registered("exact-transfer") ** 2,
            registered_energy.put({depth: source_depth}) / registered_energy,
        ),
        Equal(registered_energy.put({spread: 1}), (depth + 1) ** 2 * (depth + 2) / 12),
        Equal(registered_energy.put({spread: 2}), (depth + 1) * (depth**2 + depth + 1) / 6),
        for_all=DEPTHS,
        about=registered_energy,
    ),
    cross_checks=(
        near(
            [
                (lambda: updates.transfer_update_rate(1.0, "plain", 4, 8), math.sqrt(105 / 657)),
                (
                    lambda: updates.transfer_update_rate(1.0, "plain", 4, 8, **LINEAR),
                    math.sqrt(150 / 810),
                ),
            ],
            rtol=1e-12,
        ),
    ),
)


def _fitted(options: Options, depths: tuple[int, ...]) -> Callable[[], float]:
    """Least-squares slope of log eta* over log L."""

    def ask() -> float:
        rates = updates.max_update_rate("plain", depths, part="label", **options)
        return float(np.polyfit(np.log(depths), np.log(rates), 1)[0])

    return ask


# Arguments of the fit, and the delta of the law (AMMUP-B-delta).
LAWS: tuple[tuple[Options, int], ...] = (
    (RELU, 2),
    (LINEAR, 1),
    ({**LINEAR, "weights": "orthogonal"}, 0),
)
SETS = ((4, 8, 16, 32), (2, 4, 8, 16, 32))
FITS = (("-1.40", "-1.34"), ("-1.33", "-1.26"), ("-0.93", "-0.90"))


def _fits() -> Iterator[tuple[str, sp.Expr, str]]:
    """Least squares of log2 eta* = -log2(S-bar)/2 over log2 L, depths 2^a to 2^b, exactly."""
    for (_, spread), row in zip(LAWS, FITS, strict=True):
        for depths, printed in zip(SETS, row, strict=True):
            energies = [
                law("mean-update-energy", L=sp.Integer(d), delta=sp.Integer(spread)) for d in depths
            ]
            powers = [sp.Integer(d.bit_length() - 1) for d in depths]
            x = [power - sum(powers) / sp.Integer(len(powers)) for power in powers]
            y = [-sp.log(energy) / (2 * sp.log(2)) for energy in energies]
            fitted = sum(a * b for a, b in zip(x, y, strict=True)) / sum(a**2 for a in x)
            yield f"delta = {spread}, L = {depths[0]} to 32", fitted, printed


CLAIMS.add(
    id="AMMUP-B-fits",
    source=AMMUP.beyond("ERR-22"),
    says="Least-squares slopes of the exact law at depths 4..32 and 2..32: -1.40, -1.34 (ReLU), "
    "-1.33, -1.26 (linear), -.93, -.90 (orthogonal). Those of ReLU are near table 1's mean, -1.38, "
    "without any fluctuation.",
    checks=(Quoted(_fits),),
    cross_checks=(
        near(
            [
                (_fitted(options, depths), float(quoted))
                for (options, _), row in zip(LAWS, FITS, strict=True)
                for depths, quoted in zip(SETS, row, strict=True)
            ],
            rtol=0.008,
        ),
    ),
)


# -- width of the order of depth ---------------------------------


# r, p, y and Q of the moments, each from the equation of the one before it.
r = proportional
p = (sp.diff(r, t) - (2 * kappa - 1) * r) / kappa
y = (sp.diff(p, t) - (kappa - 1) * p - 2 * kappa * r) / 2
Q = (sp.diff(y, t) - GROWS - (kappa - 1) * y) / (2 * kappa)


def _at_width(width: int, share: float, k: int) -> Callable[[], float]:
    def ask() -> float:
        options: Options = {"part": "label", **(RELU if k == 2 else LINEAR)}
        level = int(share * width)
        front = 1 / 8 if k == 2 else 1.0
        energy = updates.energies("plain", level, width=width, **options)[-1]
        return float(energy / front / width**4 / formula("proportional-update-energy")(share, k))

    return ask


CLAIMS.add(
    id="AMMUP-B-proportional",
    source=AMMUP.beyond("BP-1"),
    says="At depth t n the equations of the moments, x' = (3k-1) x, y' = x + (k-1) y + 2k Q, Q' = "
    "k y + (2k-1) Q, p' = 2y + (k-1) p + 2k r, r' = k p + (2k-1) r, from x = 1 and 0 on, give the "
    "label energy r over n^3 as (2/9)(t^2 E/2 + t E/(3k) - (E - N)/(3k^2) + 2tN/(3k)), E = "
    "exp((3k-1)t), N = exp(-t).",
    statement=Statement(
        Equal(registered("proportional-update-energy"), r),
        Equal(D(r, t), kappa * p + (2 * kappa - 1) * r),
        Equal(D(p, t), 2 * y + (kappa - 1) * p + 2 * kappa * r),
        Equal(D(y, t), GROWS + (kappa - 1) * y + 2 * kappa * Q),
        Equal(D(Q, t), kappa * y + (2 * kappa - 1) * Q),
        *(Equal(at(z, {t: 0}), 0) for z in (r, p, y, Q)),
        for_all={t: positive, kappa: at_least(1)},
    ),
    cross_checks=(
        near([(_at_width(20_000, 0.5, k), 1.0) for k in (1, 2)], rtol=2e-3, what="width 20 000"),
    ),
)
