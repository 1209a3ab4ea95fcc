"""Moments of the rescaling s over Gaussian weights at initialisation, proved at every width.

A layer sends ``p`` to t p + W p, W with entries of variance ``c2``: t = 0 in plain networks, 1 in
blocks. ``q[n]`` is the mean square of a path through n - 1 such layers and the readout, of which
each layer makes rho times as much; ``A[n]`` and ``B[n]`` are the mean square of the sum of the
first n paths' squares, and the mean of that sum times the last, over the readout's square.
"""

from fractions import Fraction

from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Mean,
    Statement,
    Tree,
    arrays,
    exp,
    gaussian,
    indices,
    induction,
    log,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    total,
)

HALF = Fraction(1, 2)

N, L, gamma0, alpha, rho, t, c2 = scalars("N L gamma0 alpha rho t c2")
m1, m2 = scalars("m1 m2")
W, p, w, q, A, B = arrays("W p w q A B")
i, j = indices("i j", N)
block = indices("n", L - 2)
top = indices("top", L - 1)
layer = indices("k", top)


def after(state: Array, unit: object) -> Tree:
    """Entry of t p + W p."""
    return t * state[unit] + total(W[unit, j] * state[j], j)


SQUARE = total(p[i] ** 2, i)
GAIN = t**2 + N * c2
GAIN_OF_SQUARES = GAIN**2 + 4 * t**2 * c2 + 2 * N * c2**2
ANY_LAYER = {
    **{N: naturals(1), t: reals, c2: nonnegative},
    **{p: reals[N], W: gaussian(c2)[N, N]},
}
square_of_layer = Equal(Mean(total(after(p, i) ** 2, i) ** 2, W), GAIN_OF_SQUARES * SQUARE**2)

# The readout has variance 1/(gamma0 N)^2.
ANY_START = ANY_LAYER | {
    **{L: naturals(2), gamma0: positive, rho: positive},
    **{w: gaussian(1 / (gamma0 * N) ** 2)[N]},
}
readout = Equal(Mean(total(w[i] ** 2, i), w), 1 / (gamma0**2 * N))
square_of_readout = Equal(Mean(total(w[i] ** 2, i) ** 2, w), (1 + 2 / N) / (gamma0**2 * N) ** 2)
PATHS = {q[1]: 1 / (gamma0**2 * N), q[block + 1]: rho * q[block]}
one_path = Equal(q[top], rho ** (top - 1) / (gamma0**2 * N), by=induction(top))
geometric = Equal((rho - 1) * total(rho ** (layer - 1), layer), rho**top - 1, by=induction(top))
all_paths = Equal(
    (rho - 1) * gamma0**2 * N * total(q[layer], layer),
    rho**top - 1,
    because=(rho - 1) * gamma0**2 * N * total(one_path.gap.put({top: layer}), layer)
    + geometric.gap,
)

UNIT_GAIN = {t: 0, c2: 1 / N}  # gain 1
same_path = Equal(q[top], 1 / (gamma0**2 * N), by=induction(top))
PLAIN_PATHS = {q[1]: 1 / (gamma0**2 * N), q[block + 1]: q[block]}
plain_mean = Equal(
    1 + total(q[layer], layer).put({top: L - 1}),
    registered("pc-rescaling-mean-mlp", d=HALF),
    because=total(same_path.gap.put({top: layer}), layer).put({top: L - 1}),
)
MEAN_OF_PLAIN = Statement(
    Equal(Mean(total(after(p, i) ** 2, i), W), SQUARE, where=UNIT_GAIN),
    readout,
    same_path,
    plain_mean,
    for_all=ANY_START,
    defined=PLAIN_PATHS,
)

# Forward through blocks of L^(-alpha): ``share`` is L^(-2 alpha), ``s[n]`` the mean square of
# layer n and ``f[n]`` the mean of its fourth power, for the square x0 of the first one.
x0, gain = scalars("x0 g")
f, s = arrays("f s")
share = L ** (-2 * alpha)
ANY_BLOCK = ANY_LAYER | {L: naturals(2), alpha: nonnegative, x0: nonnegative, rho: positive}
BLOCK = {t: 1, c2: share / N}
one_block = Equal(Mean(total(after(p, i) ** 2, i), W), (1 + share) * SQUARE, where=BLOCK)


GROWTH = {s[1]: x0, s[block + 1]: rho * s[block]}
grown = Equal(s[top], x0 * rho ** (top - 1), by=induction(top))
y = scalars("y")
LOGARITHM = (
    AtMost(y / (1 + y), log(1 + y), along=((y, 0),)),
    AtMost(log(1 + y), y, along=((y, 0),)),
)
"""y/(1 + y) <= log(1 + y) <= y, for y >= 0."""

# Mean and variance of s, in blocks of L^(-alpha): rho = 1 + L^(-2 alpha).
ANY_DEEP = ANY_START | {alpha: nonnegative, y: nonnegative}
MEAN_OF_RESIDUAL = (
    Equal(Mean(total(after(p, i) ** 2, i), W), (1 + share) * SQUARE, where=BLOCK),
    readout,
    one_path,
    geometric,
    all_paths,
)
# From alpha = 1/2 on (1 + y)^(L - 1) - 1, y = L^(-2 alpha), is (L - 1) y up to factors: its
# logarithm is at most (L - 1) y <= 1, and at least half of that.
OF_ORDER_L = (
    *LOGARITHM,
    AtMost(y, exp(y) - 1, along=((y, 0),)),
    AtMost(exp(y) - 1, y * exp(y), along=((y, 0),)),
    Equal((L - 1) * L ** (-1 - alpha), (1 - 1 / L) * L**-alpha),
    AtMost(L**-alpha, 1, along=((alpha, 0),)),
)

READ = 1 + 2 / N  # mean fourth power of the readout, over its square's square
VARIANCE_OF_PLAIN = Statement(
    Equal(
        Mean(total(after(p, i) ** 2, i) ** 2, W),
        (1 + 2 / N) * SQUARE**2,
        where=UNIT_GAIN,
    ),
    readout,
    square_of_readout,
    of_last := Equal(B[top], READ * N / 2 * (READ**top - 1), by=induction(top)),
    of_sum := Equal(
        A[top] - 2 * top * B[top],
        -READ * (N / 2 * (READ**top - 1) + top * N * READ**top - N**2 / 2 * READ * (READ**top - 1)),
        by=induction(top),
    ),
    Equal(
        A[L - 1] / (gamma0**2 * N) ** 2 - ((L - 1) / (gamma0**2 * N)) ** 2,
        registered("pc-rescaling-variance-mlp", d=HALF),
        because=(of_sum.gap + 2 * top * of_last.gap).put({top: L - 1}) / (gamma0**2 * N) ** 2,
    ),
    for_all=ANY_START,
    defined={
        B[1]: READ,
        A[1]: READ,
        B[block + 1]: B[block] + READ * READ**block,
        A[block + 1]: A[block] + 2 * B[block] + READ * READ**block,
    },
)


def _variance_of_residual() -> Statement:
    """Variance of s where a block multiplies a mean square by m1, and its square by m2."""
    last = Equal((m2 - m1) * B[top], READ * (m2**top - m1**top), by=induction(top, times=m1))
    summed = Equal(
        (m2 - 1) * ((m1 - 1) * A[top] - 2 * m1 * B[top]),
        -(m1 + 1) * READ * (m2**top - 1),
        by=induction(top),
    )
    return Statement(
        square_of_layer,
        readout,
        square_of_readout,
        last,
        summed,
        Equal(
            (m2 - m1) * (m2 - 1) * (m1 - 1) * A[top],
            READ
            * (
                (m1 - 1) * (m2 - m1) * (m2**top - 1)
                + 2 * m1 * ((m2**top - m1**top) * (m2 - 1) - (m2**top - 1) * (m2 - m1))
            ),
            because=(m2 - m1) * summed.gap + 2 * m1 * (m2 - 1) * last.gap,
        ),
        for_all=ANY_START | {m1: positive, m2: positive},
        defined={
            B[1]: READ,
            A[1]: READ,
            B[block + 1]: m1 * B[block] + READ * m2**block,
            A[block + 1]: A[block] + 2 * m1 * B[block] + READ * m2**block,
        },
    )


VARIANCE_OF_RESIDUAL = _variance_of_residual()
