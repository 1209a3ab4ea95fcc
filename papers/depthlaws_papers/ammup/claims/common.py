"""Symbols, exact energies and shallow networks written out in full, for several sections."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.stated import D, gaussian_mean
from depthlaws.theory import formula, updates
from depthlaws.theory.parametrization import laws
from depthlaws.theory.symbolic.domain import Interval

l, L, n, m, q, h, K, c, t, kappa, delta, variance = (
    symbol(name)
    for name in ["l", "L", "n", "m", "q", "h", "K", "c", "t", "kappa", "delta", "variance"]
)

# The delta law, and the law at depths in proportion to the width, t = l/n, both written out.
mean_energy = delta * L**3 / 12 + L**2 / 3 + (6 - delta) * L / 12 + sp.Rational(1, 6)
GROWS, FALLS = sp.exp((3 * kappa - 1) * t), sp.exp(-t)
proportional = sp.Rational(2, 9) * (
    t**2 * GROWS / 2
    + t * GROWS / (3 * kappa)
    - (GROWS - FALLS) / (3 * kappa**2)
    + 2 * t * FALLS / (3 * kappa)
)

MODERATE = Interval(sp.Rational(1, 4), 3)
KURTOSIS = Interval(1, 3)
VAST = 10**40  # a width at which 1/n is far below the resolution of the comparisons
COUNT = Interval(1, 9, integer=True)
ONE = Recorded(1)
UNSEEN = Recorded(1, 10**35)  # above 1/VAST, below the difference to any other law
# Power of the depth, -3/2, by which transfer moves the learning rate under the law am_mup.
AM_MUP = -Fraction(laws["sgd"]["am_mup"].rules["block matrices"]["learning_rate"].powers.depth)
Order = tuple[str, Any, str, Any]
Options = dict[str, Any]
RELU: Options = {"activation": "relu"}
LINEAR: Options = {"activation": "linear"}


def exact(network: str, depth: int, **options: Any) -> list[Fraction]:
    """Energies in rationals."""
    asked: Options = {"label_variance": ONE} | options
    return updates.energies(network, depth, **asked)


def cubes() -> Iterator[Order]:
    """Exact energies at width 10^40 against plain-update-energy: m = 7 outputs, sigma^2 = 3."""
    record = formula("plain-update-energy")
    for options, k, half in ((RELU, 2, Recorded(1, 2)), (LINEAR, 1, Recorded(1))):
        asked = {"width": VAST, "outputs": 7, "label_variance": Recorded(3), **options}
        for level, energy in enumerate(exact("plain", 8, **asked), start=1):
            # h = q for a fan-in head on phi(z_L)
            values = (level, k, sp.Rational(half), sp.Rational(half), 3)
            right = record.expr.subs(dict(zip(record.symbols, values, strict=True)))
            gap = energy * 7 / VAST / Recorded(int(right.p), int(right.q)) - 1
            yield f"kappa={k}, l={level}", abs(gap), "<", UNSEEN


def near(
    cases: Sequence[tuple[Callable[[], float], float]], *, rtol: float, what: str = ""
) -> Property:
    """Floats of public functions, evaluated when the check runs, and their expected values."""

    def test(case: int) -> tuple[float, float]:
        ask, expected = cases[case]
        return ask(), expected

    return Property(test, {"case": [*range(len(cases))]}, rtol=rtol, what=what, at_least=1)


def slope(network: str, depth: int, **options: Any) -> Callable[[], float]:
    """Local slope, evaluated when the check runs."""
    return lambda: updates.local_slope(network, depth, **options)


def mean_of(values: Sequence[Any]) -> Any:
    """Arithmetic mean, exact for exact numbers."""
    return sum(values) / len(values)


def written_out(
    width: int, depth: int, outputs: int, *, skip: int = 0, layer: int | None = None
) -> tuple[sp.Expr, list[sp.Symbol]]:
    """Return dz of eqs. (6) to (8), first coordinate, a linear network with a symbol per weight.

    z_l = skip z_{l-1} + W_l z_{l-1}, out = H z_L; x, y, W and H standard normal, their scales
    written in front. Returns dz and its normal symbols.
    """
    names = iter(sp.symbols(f"g:{width * (1 + width * depth) + outputs * (width + 1)}"))
    scale = 1 / sp.sqrt(width)
    x = sp.Matrix(width, 1, [next(names) for _ in range(width)])
    weights = [
        sp.Matrix(width, width, [next(names) for _ in range(width**2)]) for _ in range(depth)
    ]
    head = sp.Matrix(outputs, width, [next(names) for _ in range(outputs * width)])
    label = sp.Matrix(outputs, 1, [next(names) for _ in range(outputs)])
    states = [x]
    for W in weights:
        states.append((skip * states[-1] + scale * W * states[-1]).expand())
    # Weights are scale * symbol: a step of size 1 on a weight is a step of 1/scale on its symbol.
    loss = sum(v**2 for v in scale * head * states[-1] - label) / (2 * outputs)
    shown = states[depth if layer is None else layer][0]
    normal = [s for part in (x, *weights, head, label) for s in part]
    moved = -sum(D(shown, w) * D(loss, w) for W in weights for w in W if shown.has(w)) / scale**2
    return moved, normal


def mean_square(polynomial: sp.Expr, normal: list[sp.Symbol]) -> sp.Expr:
    """E p^2 over independent standard normals."""
    return gaussian_mean(polynomial**2, normal, 1)
