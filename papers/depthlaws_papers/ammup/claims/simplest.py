"""Smallest numbers at which loose statements of the paper fail, each by two routes."""

import itertools
from collections.abc import Sequence
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Smallest
from depthlaws.claims.engine.stated import gaussian_mean
from depthlaws.theory import formula
from depthlaws_papers.ammup.claims.common import L, delta, mean_energy

__all__ = [
    "ATTENUATED",
    "FIXED_INPUT",
    "MANY_OUTPUTS",
    "OWN_LAYER",
    "PRE_NORM_GROWS",
    "SAME_GATE",
    "energies_of_coordinates",
]

ATTENUATED = Smallest(
    lambda layer: (2 * (sp.Rational(1, 3) + 2 / (3 * sp.pi * sp.sqrt(3))), ">=", 1),
    {"layer": [1]},
    of=(
        "2 E gelu'(Z)^2, growth of the energy of tangents in a He layer of GELU",
        "at least 1, for a steeper fit",
    ),
    again=lambda layer: 2 * _at_one("gate-gelu"),
)


def _at_one(name: str) -> sp.Expr:
    """Registered formula where all its arguments are 1."""
    record = formula(name)
    return record.expr.subs(dict.fromkeys(record.symbols, sp.Integer(1)))


def _tangents(depth: int, slope4: int) -> tuple[list[int], list[int]]:
    """tr G^2/n and z.G^2 z/n behind each of some wide layers, by their recursions."""
    squares, outer = [0], [0]
    for k in range(depth):
        u = k + slope4 * k * (k - 1) // 2
        gated_u, gated_r = u + (slope4 - 1) * k, squares[k] + (slope4 - 1) * k**2
        gated_w = outer[k] + (slope4 - 1) * (2 * k * u + squares[k])
        gated_w += (slope4 - 1) * (slope4 - 2) * k**2
        squares.append(1 + 2 * k + gated_r + k**2)
        outer.append(1 + 2 * (gated_u + k) + gated_w + 2 * k * gated_u + gated_r + k**2)
    return squares, outer


def _energy(layer: int, slope4: int) -> sp.Expr:
    """S_l by the registered law, everything else 1."""
    record = formula("plain-update-energy")
    values = {"l": layer, "kappa": slope4}
    return record.expr.subs({s: sp.Integer(values.get(s.name, 1)) for s in record.symbols})


SAME_GATE = Smallest(
    lambda l: (_energy(l, 2) / _energy(l, 1), "==", 1),
    {"l": [1, 2]},
    of=("S_l of sqrt(2) ReLU over that of x, wide, both with q = 1", "1, if q were all"),
    again=lambda l: sp.Rational(_tangents(l, 2)[0][l], _tangents(l, 1)[0][l]),
)


def energies_of_coordinates(x: Sequence[int]) -> list[sp.Expr]:
    """E dz_i^2 of one residual ReLU block, n = 2, m = 1, at an input: every mean is Gaussian.

    dz = -(out - y) |a|^2 H^T, a = relu(x), out = H (x + W a).
    """
    W, H, y = sp.symbols("w0 w1"), sp.symbols("h0 h1"), sp.Symbol("y")
    size = sp.Integer(sum(max(v, 0) ** 2 for v in x))
    out = sum(h * (v + w * sp.sqrt(size)) for h, v, w in zip(H, x, W, strict=True))
    return [gaussian_mean(((out - y) * size * h) ** 2, [*W, *H, y], 1).doit() for h in H]


def _of_first_coordinate(x: Sequence[int]) -> int:
    """Return E dz_1^2: given H, the output has mean H.x and variance |a|^2 |H|^2."""
    size = sum(max(v, 0) ** 2 for v in x)
    return size**2 * (sum(v**2 for v in x) + 2 * x[0] ** 2 + 4 * size + 1)


FIXED_INPUT = Smallest(
    lambda x: (energies_of_coordinates(x)[0], "==", energies_of_coordinates(x)[1]),
    {"x": [(1, 1), (1, 0)]},
    of=("S_1 of coordinate 1, one residual ReLU block of width 2 at a fixed x", "of coordinate 2"),
    again=_of_first_coordinate,
)


def _degree(share: int) -> int:
    """Degree in L of S-bar of linear networks, m = n share: label part and output part."""
    record = formula("output-over-label")
    values = {"L": L, "m": share}
    ratio = record.expr.subs({s: values.get(s.name, 1) for s in record.symbols})
    return sp.Poly(mean_energy.subs(delta, 1) * (1 + ratio), L).degree()


def _differences(share: int) -> int:
    """Return the degree in L of S-bar from the recursions: L S-bar has vanishing differences."""
    values = []
    for depth in range(8):
        squares, outer = _tangents(depth, 1)
        pairs = enumerate(zip(squares, outer, strict=True))
        values.append(sum(2 * r + share * ((depth - k) * r + w) for k, (r, w) in pairs))
    order = 0
    while any(values):
        values, order = [b - a for a, b in itertools.pairwise(values)], order + 1
    return order - 2  # L S-bar has one degree more than S-bar


MANY_OUTPUTS = Smallest(
    lambda share: (_degree(share), "==", 3),
    {"share": [0, 1]},
    of=(
        "degree in L of S-bar, wide linear units, mean square, outputs share times the width",
        "3, for eta* ~ L^(-3/2)",
    ),
    again=_differences,
)


def _moved(n: int) -> Fraction:
    """T behind the layer of the weight W_11, whose input is 1 everywhere."""
    moves = [[int(a == b == 0) for b in range(n)] for a in range(n)]
    return Fraction(sum(sum(row) ** 2 for row in moves), n)


OWN_LAYER = Smallest(
    lambda n: (Fraction(1, n) / _moved(n), "<", 1),
    {"n": [1, 2]},
    of=(
        "epsilon/T behind the layer of one weight, input 1, c = K = 1: T_0 = 0, so T is epsilon",
        "1, below which epsilon would be a correction",
    ),
)

PRE_NORM_GROWS = Smallest(
    lambda l: (l + 1, "<=", 2),
    {"l": [1, 2, 3]},
    of=("rho_l0 of fan-in pre-norm units", "2, the bound where weights carry K^(-1/2)"),
    again=lambda l: sp.prod(1 + sp.Rational(1, k + 1) for k in range(l)),
)
