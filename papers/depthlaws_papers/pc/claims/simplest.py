"""Smallest numbers at which loose statements of the paper fail, most of them by two routes."""

import math
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Smallest
from depthlaws.theory import formula, parametrization

__all__ = [
    "ANY_POWER",
    "BESIDE_THE_LINE",
    "CURVED_AT_ANY_WIDTH",
    "FREE_INDEX",
    "FROZEN_NOT",
    "NO_BORDER",
    "ONE_STEP",
    "OUTSIDE_THE_MEAN",
    "SMALL_RICHNESS",
    "SMALL_RICHNESS_RESIDUAL",
    "SMALL_WEIGHTS",
    "VALUES_NOT_SLOPES",
    "WIDTH_COUNTS",
    "WORSE_PLAIN",
]


def _waves(N: int) -> sp.Expr:
    t = sp.Symbol("t")
    return sp.diff(sp.sin(N * t) / N, t).subs(t, 0)


VALUES_NOT_SLOPES = Smallest(
    lambda N: (_waves(N), "==", 0),
    {"N": [1]},
    of=(
        "slope at 0 of an energy that tends to its loss: loss + sin(N t)/N, less the loss's slope",
        "0, if values that tend to each other had slopes that do",
    ),
    again=lambda N: sp.limit(sp.sin(N * sp.Symbol("t")) / N / sp.Symbol("t"), sp.Symbol("t"), 0),
)


def _mean(network: str, N: int, L: int, gamma0: Fraction) -> sp.Expr:
    """Mean of s at the start by the registered law, d = alpha = 1/2."""
    record, half = formula(f"pc-rescaling-mean-{network}"), sp.Rational(1, 2)
    values = {"N": N, "L": L, "gamma0": sp.Rational(gamma0), "d": half, "alpha": half, "v": 1}
    return sp.simplify(record.expr.subs({s: values[s.name] for s in record.symbols}))


def _layer_by_layer(factor: Fraction, N: int, L: int, gamma0: Fraction) -> sp.Rational:
    """Return the mean of s as 1 and L - 1 squared norms, each ``factor`` times the one above it."""
    norms = [factor**k / (gamma0**2 * N) for k in range(L - 1)]
    return sp.Rational(1 + sum(norms))


TENTH = Fraction(1, 10)
SMALL_RICHNESS = Smallest(
    lambda gamma0, N: (_mean("mlp", N, 2, gamma0), "<=", Fraction(11, 10)),
    {"gamma0": [Fraction(1), TENTH], "N": [100]},
    of=("mean of s, by which PC's energy is below the loss, at the start, L = 2", "within a tenth"),
    again=lambda gamma0, N: _layer_by_layer(Fraction(1), N, 2, gamma0),
)
SMALL_RICHNESS_RESIDUAL = Smallest(
    lambda gamma0, N: (_mean("residual", N, 2, gamma0), "<=", Fraction(11, 10)),
    {"gamma0": [Fraction(1), TENTH], "N": [100]},
    of=(
        "mean of s, by which PC's energy is below the loss, at the start, L = 2: N is 50 L",
        "within a tenth",
    ),
    again=lambda gamma0, N: _layer_by_layer(Fraction(3, 2), N, 2, gamma0),
)

NO_BORDER = Smallest(
    lambda y: (sp.sqrt(1 + sp.Rational(y**2, 4)), "<=", sp.Rational(3, 2)),
    {"y": [1, 2, 3]},
    of=(
        "growth of both kernels of two wide linear layers, gamma_0 = 1/2, one input of size 1, "
        "trained to the label y: sqrt(1 + (gamma_0 y)^2)",
        "3/2, which still counts as lazy",
    ),
    again=lambda y: _grown_kernel(sp.Rational(y, 2)),
)


def _grown_kernel(reached: sp.Rational) -> sp.Expr:
    """Return the mean of w^2 at which the mean of w h is ``reached``, from w = h = 1 in the mean.

    Training multiplies w + h by a factor, and divides w - h by it.
    """
    factor = sp.Symbol("factor", positive=True)
    (root,) = sp.solve(factor - 1 / factor - 2 * reached, factor)
    return _surd((root + 1 / root) / 2)


def _surd(number: sp.Expr) -> sp.Expr:
    """Return a number without roots in denominators, multiplied out."""
    return sp.expand(sp.radsimp(sp.expand(number)))


ANY_POWER = Smallest(
    lambda alpha: (max(0, 1 - 2 * alpha), ">", 0),
    {"alpha": [0, 1]},
    of=(
        "largest power of L in the change of the last features, the first layer's included",
        "0, if only alpha = 1/2 kept them at order 1",
    ),
)

WEIGHTS = {1: 0, 2: 1}  # of width 1

FREE_INDEX = Smallest(
    lambda l: ((1 + WEIGHTS[l]) ** (3 - l), "==", math.prod(1 + WEIGHTS[k] for k in range(l, 3))),
    {"l": [2, 1]},
    of=(
        "prod_l^(L-1) (1 + W^(l)) as printed, every factor with l: L = 3, width 1, W^(1) = 0, "
        "W^(2) = 1, alpha = 0",
        "path of layers l to L",
    ),
    again=lambda l: sp.prod([1 + WEIGHTS[l]] * len(range(l, 3))),
)

FROZEN_NOT = Smallest(
    lambda c: (sp.Rational(1, 2) - c, "==", 0),
    {"c": [0]},
    of=("power of N by which later features of the SP move in a step", "0, as desideratum 3 asks"),
    again=lambda c: sp.Rational(str(parametrization.growth("sp", "bp")["width"]["own_l"])),
)

BESIDE_THE_LINE = Smallest(
    lambda a: (2 * a - 1, "==", 0),
    {"a": [Fraction(1, 2), Fraction(1)]},
    of=(
        "2 a_l + c - 1 where a_l = a, b_l = 1 - 2 a, c = 0 and the rest is that of (15): the "
        "literal desiderata hold from a = 1/2 on",
        "0, as on (15)",
    ),
)


def _squared_cosine(N: int, L: int) -> Fraction:
    """Return the squared cosine of the gradients of energy and loss, error 1.

    All L layers are identities, w = 1/N. In units of each layer's own direction the slopes of the
    loss are -1, those of s are 2 (l - 1)/N, and s = 1 + (L - 1)/N.
    """
    s = 1 + Fraction(L - 1, N)
    return _cosine([Fraction(-1)] * L, [Fraction(2 * l, N) for l in range(L)], s)


def _cosine(loss: list[Fraction], of_s: list[Fraction], s: Fraction) -> Fraction:
    energy = [a / s - b / (2 * s**2) for a, b in zip(loss, of_s, strict=True)]
    product = sum((a * b for a, b in zip(loss, energy, strict=True)), Fraction(0))
    squares = (sum((x**2 for x in slopes), Fraction(0)) for slopes in (loss, energy))
    return product**2 / math.prod(squares, start=Fraction(1))


def _by_differences(N: int, L: int) -> Fraction:
    """Return that squared cosine from layers scaled by 2 and by 0: f is linear, s quadratic."""
    one = Fraction(1)

    def ends(layer: int, factor: int) -> tuple[Fraction, Fraction]:
        weights = [Fraction(factor if k == layer else 1) for k in range(L)]
        paths = [math.prod(weights[k:], start=one) ** 2 / N for k in range(1, L)]
        return math.prod(weights, start=one), sum(paths, one)

    pairs = [(ends(layer, 2), ends(layer, 0)) for layer in range(L)]
    loss = [-(up[0] - down[0]) / 2 for up, down in pairs]
    return _cosine(loss, [(up[1] - down[1]) / 2 for up, down in pairs], 1 + Fraction(L - 1, N))


WIDTH_COUNTS = Smallest(
    lambda N: (_squared_cosine(N, 32), "==", _squared_cosine(1, 32)),
    {"N": [1, 32]},
    of=(
        "squared cosine of PC's and BP's gradients, L = 32, layers identities, w = 1/N, error 1",
        "that at N = 1",
    ),
    again=lambda N: _by_differences(N, 32),
)

ONE_STEP = Smallest(
    lambda eta: ((1 + eta) ** 2, "==", 1 + 2 * eta),
    {"eta": [0, 1]},
    of=("w h behind one step of size eta, width 1, w = h = error = 1", "the kernel's curve"),
    again=lambda eta: 1 + 2 * eta + eta**2,
)


def _curvature(energy: bool) -> sp.Expr:
    """Return the curvature at the origin along a readout weight, label 1, of energy or loss."""
    t = sp.Symbol("t")
    s = 1 + t**2 if energy else sp.Integer(1)  # the output is 0 along it, from three layers on
    return sp.diff(1 / (2 * s), t, 2).subs(t, 0)


CURVED_AT_ANY_WIDTH = Smallest(
    lambda N, L: (_curvature(True), "==", _curvature(False)),
    {"N": [3], "L": [3]},
    of=(
        "curvature of the energy at the origin along a readout weight, label 1",
        "of the loss, if PC left the saddle as BP does where L <= N",
    ),
    again=lambda N, L: sp.series(1 / (2 * (1 + sp.Symbol("t") ** 2)), n=3).coeff("t", 2) * 2,
)

SMALL_WEIGHTS = Smallest(
    lambda L: (sp.Rational(_excess(L), L), ">=", sp.Rational(1, 4)),
    {"L": range(2, 9)},
    of=(
        "(s - 1)/L at width 1, readout 1, weights 1/2 each, near the typical size 0.53",
        "half of its value at L = 2",
    ),
    again=lambda L: sp.Rational(4, 3) * (1 - sp.Rational(1, 4) ** (L - 1)) / L,
)


def _excess(L: int) -> Fraction:
    """Sum of the squared paths from layers 2, 3, ... to the output."""
    return sum((Fraction(1, 2) ** (2 * k) for k in range(L - 1)), Fraction(0))


LOSSES = (1, 0)

OUTSIDE_THE_MEAN = Smallest(
    lambda nu: (LOSSES[nu - 1], "==", sp.Rational(sum(LOSSES), len(LOSSES))),
    {"nu": [1]},
    of=(
        "r as printed, L_nu behind the sum: two samples of losses 1 and 0, everything else 1",
        "r",
    ),
)


def _spread(M: sp.Expr) -> sp.Expr:
    """trace^2/det of the Hessian of inference of two units, which grows with its condition."""
    hessian = sp.Matrix([[1 + M**2, -M], [-M, 2]])
    return _surd(hessian.trace() ** 2 / hessian.det())


WORSE_PLAIN = Smallest(
    lambda W: (_spread(1 + W / sp.sqrt(3)), ">=", _spread(sp.Integer(W))),
    {"W": [1, -1]},
    of=(
        "trace^2/det, which grows with the condition number, of inference in a residual network "
        "of three layers of width 1, readout 1, M = 1 + W/sqrt(3)",
        "of the plain network, M = W",
    ),
    again=lambda W: _by_modes(1 + W / sp.sqrt(3)),
)


def _by_modes(M: sp.Expr) -> sp.Expr:
    """Return trace^2/det of that Hessian of inference from its two eigenvalues."""
    t = sp.Symbol("t")
    low, high = sp.solve(t**2 - (3 + M**2) * t + 2 + M**2, t)
    return _surd(sp.expand((low + high) ** 2) / sp.expand(low * high))
