"""Networks with a symbol for every weight, and their exact moments, for several sections.

The kernels of ``theory.predictive_coding`` only add and multiply, so they run on symbols: a proof
here is a proof about the code that answers in floats.
"""

import functools
import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.formula_expressions import symbol
from depthlaws.claims.engine.stated import D, gaussian_mean, lim
from depthlaws.theory.predictive_coding.networks import LinearNetwork

Array = np.ndarray
Case = tuple[Any, ...]

N, L, input_width, P = (symbol(n) for n in ("N", "L", "D", "P"))
gamma0, gamma, eta0, delta = (symbol(n) for n in ("gamma0", "gamma", "eta0", "delta"))
a, b, c, d, a1, b1, alpha = sp.symbols("a b c d a1 b1 alpha", real=True)
HALF = sp.Rational(1, 2)
ONE = sp.Integer(1)

# (width, depth) of networks with a symbol for each weight: chains, and matrices where they fit.
SMALL_SIZES = ((1, 2), (1, 3), (1, 4), (2, 2), (2, 3))
SHAPES = tuple((*size, skips) for size in SMALL_SIZES for skips in (False, True))[:-1]


def symbols(name: str, *shape: int) -> Array:
    """Array of real symbols."""
    return np.array(
        [
            sp.Symbol(f"{name}_" + "_".join(map(str, index)), real=True)
            for index in itertools.product(*map(range, shape))
        ],
        dtype=object,
    ).reshape(shape)


class Net:
    """A linear network with a symbol for each weight, multiplier, input and target.

    ``M`` are the effective layers (multiplier, weights and skip), ``m`` and ``V`` the two sweeps of
    the theory, ``S`` its rescaling matrix; ``x`` (inputs, sample), ``y`` (outputs, sample).
    """

    def __init__(
        self,
        width: int,
        depth: int,
        skips: bool = False,
        *,
        inputs: int = 1,
        outputs: int = 1,
        samples: int = 1,
        precision: Any = ONE,
    ) -> None:
        self.width, self.depth, self.skips, self.samples = width, depth, skips, samples
        shapes = [(width, inputs), *[(width, width)] * (depth - 2), (outputs, width)]
        self.W = [symbols(f"w{layer}", *shape) for layer, shape in enumerate(shapes, start=1)]
        self.c = [sp.Symbol(f"c{layer}", real=True) for layer in range(1, depth + 1)]
        self.x, self.y = symbols("x", inputs, samples), symbols("y", outputs, samples)
        self.M = [c * w for c, w in zip(self.c, self.W, strict=True)]
        if skips:
            self.M[1:-1] = [np.eye(width, dtype=int) + m for m in self.M[1:-1]]
        precisions = (*[sp.Integer(1)] * (depth - 1), precision)
        self.network = LinearNetwork(tuple(self.M), tuple(self.c), precisions)
        self.m = self.network.paths()
        self.V = self.network.reaches(self.m)
        self.h = self.network.forward(self.x)

    @property
    def S(self) -> Array:
        """The theory's rescaling matrix, by its own sweeps."""
        return self.V[-1]

    @property
    def s(self) -> sp.Expr:
        """The rescaling of a network with one output, as a number instead of a matrix."""
        return self.S[0, 0]

    @property
    def r(self) -> Array:
        """Errors of the forward pass (outputs, sample)."""
        return self.y - self.h[-1]

    @property
    def loss(self) -> sp.Expr:
        """Eq. (1), summed over outputs."""
        return sum(e**2 for e in self.r.flat) / (2 * self.samples)

    def product(self, top: int, bottom: int) -> Array:
        """M_top ... M_bottom, multiplied out here rather than by the theory's sweeps."""
        matrix = self.M[bottom - 1]
        for layer in range(bottom + 1, top + 1):
            matrix = self.M[layer - 1] @ matrix
        return matrix

    def norms(self, top: int | None = None) -> sp.Expr:
        """Sum over layers >= 2 of the squared entries of M_L ... M_l."""
        paths = (self.product(self.depth, bottom) for bottom in range(2, self.depth + 1))
        return sum(entry**2 for path in paths for entry in path.flat)

    def energy(self) -> tuple[sp.Expr, list[sp.Symbol]]:
        """Eq. (2) for one sample, as a polynomial in the hidden activities."""
        z = [self.x[:, 0], *(symbols(f"z{i}", self.width) for i in range(1, self.depth))]
        z.append(self.y[:, 0])
        errors = [upper - m @ lower for lower, upper, m in zip(z, z[1:], self.M, strict=False)]
        layers = zip(self.network.precisions, errors, strict=True)
        total = sum(p * e**2 for p, layer in layers for e in layer.flat)
        return total / 2, [unknown for layer in z[1:-1] for unknown in layer]

    def entries(self, layer: int) -> list[sp.Symbol]:
        """Symbols of one weight matrix."""
        return list(self.W[layer - 1].flat)

    def mean(self, polynomial: sp.Expr, *, kept: Sequence[int] = ()) -> sp.Expr:
        """Expectation over weights of unit variance; the layers in ``kept`` stay symbols."""
        unknown = [
            w
            for layer in range(1, self.depth + 1)
            if layer not in kept
            for w in self.entries(layer)
        ]
        return gaussian_mean(polynomial, unknown, 1)


@functools.lru_cache(maxsize=64)
def net(width: int, depth: int, skips: bool = False, **options: int) -> Net:
    """Return the network of these arguments, built once for all claims."""
    return Net(width, depth, skips, **options)


def over(
    cases: Callable[..., Iterator[Case]], shapes: Sequence[tuple[Any, ...]]
) -> Callable[[], Iterator[Case]]:
    """The cases of every shape, as Exhaustive takes them; each label states its shape."""
    names = [*inspect.signature(cases).parameters]

    def every() -> Iterator[Case]:
        for shape in shapes:
            at = ", ".join(f"{name} = {n}" for name, n in zip(names, shape, strict=False))
            for label, *sides in cases(*shape):
                yield f"{at}: {label}", *sides

    return every


def equal(label: str, left: Any, right: Any) -> Iterator[Case]:
    """One case for each entry of two arrays or numbers, multiplied out."""
    pairs = zip(np.ravel(left), np.ravel(right), strict=True)
    for i, (one, other) in enumerate(pairs):
        yield f"{label}, entry {i}", one, other


def slopes(expression: sp.Expr, weights: Array) -> Array:
    """Derivative in every weight of a matrix."""
    return np.vectorize(lambda w: D(expression, w), otypes=[object])(weights)


def exponent(quantity: sp.Expr, size: sp.Symbol = N) -> sp.Expr:
    """Power of a size by which a positive expression grows, in the limit."""
    slope = size * D(sp.log(quantity), size)
    return lim(slope, size, sp.oo)
