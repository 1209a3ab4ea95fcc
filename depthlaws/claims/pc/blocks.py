"""Appendix A.6: the depth exponent of blocks of several layers or convolutions.

A block adds c B(h) to h, where c = L^-alpha and B is multilinear in the weights of its k layers.
Its readout pushes with some g, so that a step of rate eta moves a weight by eta c d(g.B)/dw. What
the layers move by themselves is counted in powers of c, with the features below and g given.
"""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, gaussian_mean
from depthlaws.claims.pc.common import HALF, ONE, Array, Case, over, symbols
from depthlaws.theory.papers import PC

CLAIMS = Claims()

SITES, OFFSETS = 3, 2  # of a convolution along a circle with one channel
KINDS = ("dense", "convolution")


class Block:
    """Block of k layers: its weights, and the features after each layer, of given input h."""

    def __init__(self, kind: str, layers: int) -> None:
        size = SITES if kind == "convolution" else 2
        shape = (OFFSETS,) if kind == "convolution" else (size, size)
        self.h, self.g = symbols("h", size), symbols("g", size)
        self.weights = [symbols(f"w{layer}", *shape) for layer in range(1, layers + 1)]
        self.inner = [self.h]
        for w in self.weights:
            self.inner.append(_applied(kind, w, self.inner[-1]))
        self.c = sp.Symbol("c", positive=True)

    def moves(self, layer: int) -> Array:
        """Return what one step of rate 1 moves the features after a layer by, to first order.

        The weights up to that layer move by c d(g.B)/dw each.
        """
        pushed = sum(self.g * self.inner[-1])
        entries = [w for matrix in self.weights[:layer] for w in matrix.flat]
        changes = [self.c * D(pushed, w) for w in entries]
        return np.array(
            [
                sum(D(feature, w) * change for w, change in zip(entries, changes, strict=True))
                for feature in self.inner[layer]
            ]
        )

    def mean(self, polynomial: sp.Expr) -> sp.Expr:
        """Return the mean over unit Gaussian weights, h and g."""
        unknown = [s for array in (*self.weights, self.h, self.g) for s in array.flat]
        return gaussian_mean(polynomial, unknown, 1)


def _applied(kind: str, w: Array, z: Array) -> Array:
    if kind == "dense":
        return w @ z
    return np.array([sum(w[o] * z[(p + o) % SITES] for o in range(OFFSETS)) for p in range(SITES)])


SMALL_BLOCKS = (
    ("dense", 1),
    ("dense", 2),
    ("convolution", 1),
    ("convolution", 2),
    ("convolution", 3),
)


def _degrees(kind: str, layers: int) -> Iterator[Case]:
    """Powers of c in what a block moves by itself: c^2 in its output, c in its inner features."""
    block = Block(kind, layers)
    own = sum(block.g * block.c * block.moves(layers))
    squares = sum(D(sum(block.g * block.inner[-1]), w) ** 2 for m in block.weights for w in m.flat)
    yield "output: c^2 times a sum of squares", own, block.c**2 * squares
    for layer in range(1, layers):
        moved = block.moves(layer)[0]
        yield f"inner features after layer {layer}: over c", D(moved, block.c), moved / block.c
        size = block.mean(moved**2) / block.c**2
        yield f"their mean square is positive after layer {layer}", sp.Integer(0), "<", size


def _sizes(kind: str, layers: int) -> Iterator[Case]:
    """Mean square of (h + c B)_0 over the weights: h_0^2 + c^2 E B^2, at every number of layers."""
    block = Block(kind, layers)
    weights = [w for m in block.weights for w in m.flat]
    unit = dict.fromkeys(block.h, ONE)
    out = block.h[0] + block.c * block.inner[-1][0]
    paths = (OFFSETS if kind == "convolution" else 2) ** layers
    average = gaussian_mean(out**2, weights, 1).subs(unit)
    below = gaussian_mean(block.inner[-1][0] ** 2, weights, 1).subs(unit)
    yield "block", average, 1 + block.c**2 * below
    if layers == 1:
        yield "paths", below, sp.Integer(paths)


QUARTERS = [sp.Rational(n, 4) for n in range(6)]


def _powers(layers: Sequence[int] = (1, 2, 3)) -> Iterator[Case]:
    """Powers of L: size of all blocks, push of all blocks, and inner features at that rate."""
    for k, power in itertools.product(layers, QUARTERS):
        c = -power
        relation = ">" if power < HALF else "==" if power == HALF else "<"
        at = f"{k} layers, alpha = {power}"
        yield f"size, {at}", ONE + 2 * c, relation, sp.Integer(0)
        yield f"push of all blocks at a rate free of L, {at}", ONE + 2 * c, relation, sp.Integer(0)
        rate = -(ONE + 2 * c)
        yield f"rate for a push of order one, {at}", rate, 2 * power - 1
        if k > 1:
            inner = rate + c
            relation = "==" if power == 1 else "<" if power < 1 else ">"
            yield f"inner features at that rate, {at}", inner, relation, sp.Integer(0)


CLAIMS.add(
    id="PC-EXT3",
    source=PC.section("A.6"),
    says="The depth exponent depends on whether a block has one layer or several if the layers "
    "inside are to move their own features at order one: with the rate L^(2 alpha - 1), at which "
    "all blocks together move the stream at order one, the layers inside a block of two or more "
    "move theirs by L^(alpha - 1), so that alpha = 1 is needed; a block of one layer has none, and "
    "alpha = 1/2 to 1 will do.",
    quote="One might also need to adjust the depth scaling exponent alpha depending on the number "
    "of convolutions in a residual block",
    reading="Linear blocks of one to three dense layers or convolutions along a circle, gradient "
    "descent, to first order in one step; the condition on the inner features is that of Dey et "
    "al. (2025), whom the sentence cites. For predictive coding where N is much larger than L, so "
    "that its gradients are those of the loss.",
    checks=(
        Exhaustive(over(_degrees, SMALL_BLOCKS)),
        Exhaustive(_powers),
    ),
)

CLAIMS.add(
    id="PC-EXT3-desiderata",
    source=PC.beyond("PC-B42"),
    says="Desiderata 4 and 5 alone ask for alpha = 1/2 with every number of layers in a block: a "
    "block multiplies mean squares by 1 + L^(-2 alpha) times a constant, and all blocks together "
    "move the stream by L^(1 - 2 alpha) at a rate free of L.",
    checks=(
        Exhaustive(over(_sizes, SMALL_BLOCKS)),
        Exhaustive(over(_degrees, SMALL_BLOCKS)),
        Exhaustive(_powers),
    ),
)
