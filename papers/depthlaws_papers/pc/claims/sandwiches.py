"""Residual blocks on both sides of a symmetric matrix, at the start: B -> A B A^T with A = 1 + M.

A velocity of the first layer reaches the top as P P^T w, where P is the product of all blocks, and
an error at the output moves the activities of layer l by V_l = B m_l, where B -> 1 + A B A^T from
B = 0. The blocks inside B are drawn anew, so that mean squares follow from the traces of B and of
B^2. Over the width N, ``first[n]`` and ``second[n]`` are these traces after n blocks, at infinite
width, where the first one does not vary; ``rho`` = 1 + x is what a block makes of a mean square,
and ``excess[n]`` is rho^n - 1.
"""

from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Tree,
    arrays,
    at_least,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    reals,
    scalars,
    total,
)

N, K, rho = scalars("N K rho")
x = rho - 1
grown = rho**2 - 1
more = 2 * x + x**2  # the same, as a sum of terms that are not negative
M, C, first, second, scaled, excess = arrays("M C a b c e")
i, j = indices("i j", N)
own, other = indices("p q", N)
number, block = index("k", 0, K), index("n", 0, K - 1)
layer = indices("l", K)


def B(one: Any, two: Any) -> Tree:
    """Entry of C C^T, any symmetric matrix without negative eigenvalues."""
    inner = indices("v", N)
    return total(C[one, inner] * C[two, inner], inner)


def around(one: Any, two: Any) -> Tree:
    """Entry of A B A^T."""
    return (
        B(one, two)
        + total(M[one, own] * B(own, two), own)
        + total(B(one, other) * M[two, other], other)
        + total(M[one, own] * B(own, other) * M[two, other], own, other)
    )


trace, square = total(B(i, i), i), total(B(i, j) ** 2, i, j)
ONE_BLOCK = (
    Equal(Mean(total(around(i, i), i), M), rho * trace),
    Equal(Mean(total(around(i, i), i) ** 2, M), rho**2 * trace**2 + 2 * grown / N * square),
    Equal(
        Mean(total(around(i, j) ** 2, i, j), M),
        (rho**2 + grown / N) * square + grown / N * trace**2,
    ),
)
"""The width adds terms in 1/N: without them the traces over N follow the recursions below."""
ANY_BLOCK = {
    **{N: naturals(1), K: naturals(1), rho: at_least(1)},
    **{C: reals[N, N], M: gaussian(x / N)[N, N]},
}

# -- P P^T, from B = 1 -----------------------------------------------------------------------------

CARRIED = {
    **{first[0]: 1, first[block + 1]: rho * first[block]},
    **{second[0]: 1, second[block + 1]: rho**2 * second[block] + grown * rho ** (2 * block)},
}
PRODUCT_OF_BLOCKS = (
    Equal(first[number], rho**number, by=induction(number)),
    Equal(
        rho**2 * second[number],
        rho ** (2 * number) * (rho**2 + number * grown),
        by=induction(number, times=rho**2),
    ),
)

# -- V_l = B m_l, from B = 0 -----------------------------------------------------------------------

REACHED = {
    **{first[0]: 0, first[block + 1]: 1 + rho * first[block]},
    second[0]: 0,
    second[block + 1]: 1
    + 2 * rho * first[block]
    + rho**2 * second[block]
    + grown * first[block] ** 2,
}
POWERS = {excess[0]: 0, excess[block + 1]: rho * excess[block] + x}


def _bounds() -> tuple[AtMost, ...]:
    """k^2 <= second[k] <= k^2 rho^(2k) (1 + k (rho^2 - 1))."""
    k, grows, above_1 = number, 1 + excess[number], AtMost(0, excess[number])
    low, high = AtMost(k, first[k]), AtMost(first[k], k * grows)
    low_square = AtMost(k**2, second[k])
    high_square = AtMost(second[k], k**2 * grows**2 * (1 + k * grown))
    later = rho * above_1.gap + x  # excess[k + 1]
    return (
        AtMost(0, excess[k], by=induction(k), because=later),
        AtMost(k, first[k], by=induction(k), because=rho * low.gap + x * k),
        AtMost(first[k], k * grows, by=induction(k), because=rho * high.gap + later),
        AtMost(
            k**2,
            second[k],
            by=induction(k),
            because=2 * low.gap
            + 2 * x * (low.gap + k)
            + (1 + more) * low_square.gap
            + more * (k**2 + first[k] ** 2),
        ),
        AtMost(
            second[k],
            high_square.right,
            by=induction(k),
            because=rho**2 * high_square.gap
            + 2 * rho * high.gap
            + more * high.gap * (k * (above_1.gap + 1) + low.gap + k)
            + ((2 * k + 1) * rho * (above_1.gap + 1) + 1) * later
            + more * grows**2 * (2 * k + 1 + more * (k + 1) ** 2)
            + rho**2 * grows**2 * (2 * k + 1) * k * more,
        ),
    )


BOUNDS = _bounds()


def _closed() -> tuple[Equal, ...]:
    """``scaled`` is x^2 times ``second``, in which x ``first`` stands in closed form."""
    k, grows = number, rho**number
    shown = Equal(x * first[k], grows - 1, by=induction(k, times=rho))
    step = 1 + 2 * rho * first[k] + grown * first[k] ** 2
    return (
        shown,
        Equal(
            x**2 * step,
            x**2 + 2 * rho * x * (grows - 1) + grown * (grows - 1) ** 2,
            because=(2 * rho * x + grown * (x * first[k] + grows - 1)) * shown.gap,
        ),
        Equal(
            rho**2 * scaled[k],
            (rho + 1) * x * k * rho ** (2 * k) - 2 * rho ** (2 * k + 1) + 2 * rho ** (k + 1),
            by=induction(k, times=rho**2),
        ),
        Equal(x * total(rho**-layer, layer), 1 - rho**-K, by=induction(K)),
    )


CLOSED = _closed()
SCALED = {
    scaled[0]: 0,
    scaled[block + 1]: rho**2 * scaled[block]
    + x**2
    + 2 * rho * x * (rho**block - 1)
    + grown * (rho**block - 1) ** 2,
}


def per_layer(depth: sp.Expr) -> sp.Expr:
    """Sum of c_l^2 |m_l|^2 |V_{l-1}|^2 over that of c_l^2 |m_l|^2 |k_{l-1}|^2, over L^2.

    At alpha = 1/2, where x = 1/L, in units of 1/(gamma0 N)^2 and of the signal kappa: the sums of
    the closed forms over K = L - 2 blocks, and the readout.
    """
    blocks, share = depth - 2, 1 / depth
    gain = 1 + share

    def of_gain(exponent: sp.Expr) -> sp.Expr:
        return sp.exp(exponent * sp.log(gain))

    readout = (
        (gain + 1) * share * (blocks + 1) * of_gain(2 * blocks + 2)
        - 2 * of_gain(2 * blocks + 3)
        + 2 * of_gain(blocks + 2)
    ) / gain**2
    inside = (
        (gain + 1) * share * blocks * (blocks + 1) / 2
        - 2 * gain * blocks
        + 2 * gain * (1 - of_gain(-blocks)) / share
    )
    signal = 2 * of_gain(blocks) + blocks * of_gain(blocks - 1) * share
    return (share * of_gain(2 * blocks + 1) * inside / gain**2 + readout) / signal


def limit_per_layer() -> sp.Expr:
    """Limit of :func:`per_layer` at large depth."""
    depth = sp.Symbol("L", positive=True)
    return lim(per_layer(depth), depth, sp.oo)


def carried_at_last() -> sp.Expr:
    """Limit of |P P^T w|^2 over |P^T w|^2 for k = L - 2 blocks at alpha = 1/2."""
    depth = sp.Symbol("L", positive=True)
    gain, blocks = 1 + 1 / depth, depth - 2
    return lim(sp.exp(blocks * sp.log(gain)) * (1 + blocks * (1 - gain**-2)), depth, sp.oo)


WIDTH, BLOCKS, DRAWS = 24, 6, 4000


def drawn_products(seed: int) -> np.ndarray:
    """Trace of (P P^T)^2 over N for drawn products of six blocks with x = 1/8, of each network."""
    rng = np.random.default_rng(seed)
    product = np.broadcast_to(np.eye(WIDTH), (DRAWS, WIDTH, WIDTH))
    for _ in range(BLOCKS):
        draw = rng.standard_normal((DRAWS, WIDTH, WIDTH)) * (8 * WIDTH) ** -0.5
        product = product + draw @ product
    return np.sum((product @ product.mT) ** 2, axis=(1, 2)) / WIDTH


def mean_product() -> float:
    """Mean of :func:`drawn_products`: the two traces, block by block, as ONE_BLOCK has them."""
    gain, squared_trace, of_square = 1 + 1 / 8, 1.0, 1.0
    added = (gain**2 - 1) / WIDTH
    for _ in range(BLOCKS):
        squared_trace, of_square = (
            gain**2 * squared_trace + 2 * added / WIDTH * of_square,
            (gain**2 + added) * of_square + added * WIDTH * squared_trace,
        )
    return of_square
