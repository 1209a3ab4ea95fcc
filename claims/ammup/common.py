"""What several sections need: symbols, exact energies, shallow networks written out in full."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.gaussian import gaussian_mean
from depthlaws.claims.engine.laws import symbol
from depthlaws.theory import formula, updates
from depthlaws.theory.symbolic.domain import Interval

l, L, n, m, q, h, K, c, t, kappa, delta, variance = (
    symbol(name)
    for name in ["l", "L", "n", "m", "q", "h", "K", "c", "t", "kappa", "delta", "variance"]
)

MODERATE = Interval(sp.Rational(1, 4), 3)
KURTOSIS = Interval(1, 3)
VAST = 10**40  # a width at which 1/n is out of sight of the numbers compared
COUNT = Interval(1, 9, integer=True)
ONE = Fraction(1)
UNSEEN = Fraction(1, 10**35)  # above 1/VAST, below what any other law would leave
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
    found = formula("plain-update-energy")
    for options, k, half in ((RELU, 2, Fraction(1, 2)), (LINEAR, 1, Fraction(1))):
        asked = {"width": VAST, "outputs": 7, "label_variance": Fraction(3), **options}
        for level, energy in enumerate(exact("plain", 8, **asked), start=1):
            # h = q for a fan-in head on phi(z_L)
            values = (level, k, sp.Rational(half), sp.Rational(half), 3)
            right = found.expr.subs(dict(zip(found.symbols, values, strict=True)))
            gap = energy * 7 / VAST / Fraction(int(right.p), int(right.q)) - 1
            yield f"kappa={k}, l={level}", abs(gap), "<", UNSEEN


def near(
    cases: Sequence[tuple[Callable[[], float], float]], *, rtol: float, what: str = ""
) -> Property:
    """Floats of public functions, asked for when the check runs, beside what they should be."""

    def test(case: int) -> tuple[float, float]:
        ask, expected = cases[case]
        return ask(), expected

    return Property(test, {"case": [*range(len(cases))]}, rtol=rtol, what=what, at_least=1)


def slope(network: str, depth: int, **options: Any) -> Callable[[], float]:
    """Local slope, to be asked for later."""
    return lambda: updates.local_slope(network, depth, **options)


def mean_of(values: Sequence[Any]) -> Any:
    """Arithmetic mean, exact for exact numbers."""
    return sum(values) / len(values)


def written_out(
    width: int, depth: int, outputs: int, *, skip: int = 0, layer: int | None = None
) -> tuple[sp.Expr, list[sp.Symbol]]:
    """Return dz of eqs. (6) to (8), first coordinate, a linear network with a symbol a weight.

    z_l = skip z_{l-1} + W_l z_{l-1}, out = H z_L; x, y, W and H standard normal, their scales
    written in front. Returns dz and the normal symbols in it.
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
    moved = (
        -sum(sp.diff(shown, w) * sp.diff(loss, w) for W in weights for w in W if shown.has(w))
        / scale**2
    )
    return sp.expand(moved), normal


def mean_square(polynomial: sp.Expr, normal: list[sp.Symbol]) -> sp.Expr:
    """E p^2 over independent standard normals."""
    return gaussian_mean(sp.expand(polynomial**2), normal, 1)
