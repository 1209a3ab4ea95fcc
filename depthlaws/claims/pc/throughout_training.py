"""Corollaries 3.2 and 4.2 in training: what a fixed number of steps can do to s and to gradients."""

from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Statement,
    Tree,
    arrays,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    scalars,
    total,
)
from depthlaws.theory.papers import PC

CLAIMS = Claims()

# -- plain networks: p_0 is the readout, p_k its path through k layers A + E -----------------------
# A are layers at the start, E their changes by T steps D, all with the multiplier N^(-1/2); u are
# the changes of the readout w by steps v.

H, N, T, a, b, eta0, gamma0, F = scalars("H N T a b eta0 gamma0 F")
start, change, steps, p, w, u, v, most = arrays("A E D p w u v most")
i, j, r = indices("i j r", N)
t, other = indices("t r", T)
layer, done, at = indices("k", H), index("k", 0, H - 1), index("l", 0, H - 1)
later = at + 1

PLAIN = {
    change[layer, i, j]: total(steps[t, layer, i, j], t),
    u[i]: total(v[t, i], t),
    p[0, j]: (w[j] + u[j]) / (gamma0 * N),
    p[done + 1, j]: total(
        (start[done + 1, i, j] + change[done + 1, i, j]) * p[done, i], i
    ),
}
paid = 2 * eta0 * gamma0**2 * F  # what the squares of the steps of a matrix add up to at most
e = paid * T
per_layer = 2 * (b + e)
MOST = {most[0]: 2 * (a + e) / (gamma0**2 * N), most[done + 1]: per_layer * most[done]}


def _size(k: Tree | int) -> Tree:
    return total(p[k, i] ** 2, i)


starts_small = AtMost(
    total(total(start[layer, i, j] * p[layer - 1, i], i) ** 2, j), b * _size(layer - 1)
)
readout_small = AtMost(total(w[i] ** 2, i), a * N)
descends = AtMost(total(steps[t, layer, i, j] ** 2, t, i, j), paid)
readout_descends = AtMost(total(v[t, i] ** 2, t, i), paid * N)


def _way() -> tuple[AtMost, AtMost]:
    """The way of a matrix and of the readout by T steps, by Cauchy's inequality."""
    matrix = total((steps[t, layer, i, j] - steps[other, layer, i, j]) ** 2, t, other, i, j)
    last = total((v[t, i] - v[other, i]) ** 2, t, other, i)
    return (
        AtMost(
            total(change[layer, i, j] ** 2, i, j), e, because=T * descends.gap + matrix / 2
        ),
        AtMost(total(u[i] ** 2, i), e * N, because=T * readout_descends.gap + last / 2),
    )


def _paths() -> tuple[AtMost, AtMost, AtMost]:
    """|p_0|^2, |p_l|^2 and their sum s - 1."""
    small, readout_moves = _way()
    begin = AtMost(
        _size(0),
        most[0],
        because=(2 * readout_small.gap + 2 * readout_moves.gap + total((w[i] - u[i]) ** 2, i))
        / (gamma0 * N) ** 2,
    )
    known = AtMost(_size(at), most[at])
    turned = change[later, i, j] * p[at, r] - change[later, r, j] * p[at, i]
    apart = total((start[later, i, j] - change[later, i, j]) * p[at, i], i)
    grown = AtMost(
        known.left,
        known.right,
        by=induction(at),
        because=per_layer * known.gap
        + 2 * starts_small.gap.put({layer: later})
        + 2 * small.gap.put({layer: later}) * _size(at)
        + total(turned**2, i, r, j)
        + total(apart**2, j),
    )
    whole = AtMost(total(_size(at), at), total(most[at], at), because=total(known.gap, at))
    return begin, grown, whole


CLAIMS.add(
    id="PC-B47",
    source=PC.beyond("PC-B47"),
    says="In plain networks s - 1 stays of order 1/N in training: after T steps that spend no more "
    "than the energy F it is at most 2 (a + e)/(gamma0^2 N) times the sum of (2 b + 2 e)^l over "
    "hidden layers, e = 2 eta_0 gamma0^2 F T.",
    reading="The rate is eta_0 gamma0^2 N, layers have the multiplier N^(-1/2). A step D that "
    "lowers the energy by |D|^2/(2 eta) or more, as short ones and gradient flow do, spends that "
    "much; a bounds |w|^2/N at the start and b how far a layer at the start lengthens a path, in "
    "squares: 1 and 4 for wide Gaussian layers.",
    statement=Statement(
        *_way(),
        *_paths(),
        for_all={
            **dict.fromkeys((H, N, T), naturals(1)),
            **dict.fromkeys((a, b, F), nonnegative),
            **dict.fromkeys((eta0, gamma0), positive),
            start: reals[H, N, N],
            steps: reals[T, H, N, N],
            w: reals[N],
            v: reals[T, N],
        },
        given=(starts_small, readout_small, descends, readout_descends),
        defined=PLAIN | MOST,
    ),
)


# -- both gradients at the same weights ------------------------------------------------------------
# In one layer they are m k^T and m (k + 2 F V)^T/s, times N^(-1/2) (PC-B3); s = 1 + x.

K, R, S, kappa, x = scalars("K R S kappa x")
m, k, V, G = arrays("m k V G")
other_gradient = arrays("P")[0]
GRADIENTS = {
    G[i, j]: m[i] * k[j],
    other_gradient[i, j]: m[i] * (k[j] + 2 * F * V[j]) / (1 + x),
}


def _gradients() -> Statement:
    path, reach = AtMost(total(m[i] ** 2, i), K / N), AtMost(total(V[i] ** 2, i), R / N)
    errors, above = AtMost(total(k[i] ** 2, i), kappa * N), AtMost(x, S / N)
    apart = total((G[i, j] - other_gradient[i, j]) ** 2, i, j) / N
    square = total(x ** 2 * k[i] ** 2 + 4 * F**2 * V[i] ** 2, i)
    most_apart = 2 * (S**2 * kappa + 4 * F**2 * R) / N
    within = (
        2 * (S / N) ** 2 * errors.gap
        + 2 * total(k[i] ** 2, i) * above.gap * (S / N + x)
        + 8 * F**2 * reach.gap
    )
    both = total((x * k[i] + 2 * F * V[i]) ** 2, i)
    return Statement(
        AtMost(
            (1 + x) ** 2 * apart,
            2 * K * (S**2 * kappa + 4 * F**2 * R) / N**3,
            because=(path.gap * most_apart + total(m[i] ** 2, i) * (within + both)) / N,
        ),
        AtMost(
            total(G[i, j] ** 2, i, j) / N,
            K * kappa / N,
            because=(path.gap * kappa * N + total(m[i] ** 2, i) * errors.gap) / N,
        ),
        for_all={
            N: naturals(1),
            **dict.fromkeys((F, K, R, S, kappa, x), nonnegative),
            **dict.fromkeys((m, k, V), reals[N]),
        },
        given=(path, reach, errors, above),
        defined=GRADIENTS,
    )


CLAIMS.add(
    id="PC-B47-gradients",
    source=PC.beyond("PC-B47"),
    says="Where |m|^2, |V|^2 and s - 1 are of order 1/N, both gradients in a layer of a plain "
    "network differ by at most N^(-3/2) times a constant in the Frobenius norm, where that of the "
    "loss has at most the size N^(-1/2).",
    reading="With the multiplier N^(-1/2), and k, the mean of errors times features, of size "
    "sqrt N. The bounds hold in training by PC-B47: those of V and k by the same argument.",
    statement=_gradients(),
)


# -- residual networks, alpha = 1/2 ----------------------------------------------------------------
# Lengths of paths: x_1 = r/(gamma0 N) of the readout, x_k of the path through k - 1 blocks. A path
# is the readout behind the blocks of the start, beta times as long at most, and for each earlier
# block what its change, e_j = |dW_j|/sqrt(L N) long, made of the path there, behind those above it.

beta, first, readout = scalars("beta r r_max")
x_of, e_of, summed, product = arrays("x e S Y")
block = indices("k", H)
pair = indices("j", H)

RESIDUAL = {
    summed[0]: first,
    summed[done + 1]: summed[done] + e_of[done + 1] * x_of[done + 1],
    product[0]: readout,
    product[done + 1]: product[done] * (1 + beta * e_of[done + 1]),
}


def _residual() -> Statement:
    behind = AtMost(x_of[block], beta * summed[block - 1])
    spent = AtMost(total(e_of[block] ** 2, block), 2 * eta0 * gamma0**2 * F * T / H)
    at_readout = AtMost(summed[0], product[0])
    grows = 1 + beta * e_of[later]
    known, sign = AtMost(summed[at], product[at]), AtMost(0, product[at])
    here = behind.gap.put({block: later})
    squares = AtMost(
        x_of[later] ** 2,
        beta**2 * product[at] ** 2,
        because=(here + beta * known.gap) * (x_of[later] + beta * sign.gap),
    )
    return Statement(
        AtMost(
            total(e_of[block], block) ** 2,
            2 * eta0 * gamma0**2 * F * T,
            because=H * spent.gap + total((e_of[block] - e_of[pair]) ** 2, block, pair) / 2,
        ),
        AtMost(0, product[at], by=induction(at), because=grows * sign.gap),
        AtMost(
            summed[at],
            product[at],
            by=induction(at),
            because=grows * known.gap + e_of[later] * here,
        ),
        squares,
        AtMost(
            total(x_of[later] ** 2, at),
            beta**2 * total(product[at] ** 2, at),
            because=total(squares.gap, at),
        ),
        for_all={
            **dict.fromkeys((H, T), naturals(1)),
            **dict.fromkeys((beta, first, readout, F), nonnegative),
            **dict.fromkeys((eta0, gamma0), positive),
            **dict.fromkeys((x_of, e_of), nonnegative[H]),
        },
        given=(behind, spent, at_readout),
        witness=tuple(
            {
                **dict.fromkeys((T, F, eta0, gamma0, first), 1),
                **{H: n, beta: 2, readout: 2, x_of: [1] * n, e_of: [rational(1, n)] * n},
            }
            for n in (2, 3)
        ),
        defined=RESIDUAL,
    )


CLAIMS.add(
    id="PC-B48",
    source=PC.beyond("PC-B48"),
    says="In residual networks with alpha = 1/2 s - 1 stays of order L/N in training: paths "
    "are at most beta times the product of all 1 + beta e_l longer than the readout, and e_l, the "
    "lengths of the changes of blocks, add up to at most sqrt(2 eta_0 gamma0^2 F T), whatever L.",
    reading="T steps that spend no more than the energy F, as in PC-B47, which bounds the square of "
    "the readout's length r by a multiple of 1/N. The product is at most exp(beta times that sum); "
    "beta, the largest norm of products of blocks at the start, is bounded in L for Gaussian "
    "weights.",
    statement=_residual(),
)
