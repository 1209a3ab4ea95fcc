"""Equilibrium and gradients of linear networks in the language of statements.

``r[mu]`` is the output's error at equilibrium: every target is y = f + s r, as s >= 1. Any state
is the equilibrium plus ``u``, whose errors are ``v``. Gradients are slopes along any variation
``dM``, ``dw`` of the weights; a multiplier c_l makes ``dM[l]`` c_l times the variation of W_l.
"""

from typing import Any

from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Statement,
    Tree,
    arrays,
    indices,
    induction,
    naturals,
    positive,
    reals,
    scalars,
    step,
    total,
)
from depthlaws_papers.pc.claims.network import (
    ANY_NETWORK,
    NETWORK,
    H,
    M,
    P,
    V,
    d,
    h,
    i,
    j,
    lower,
    mu,
    path,
    u,
    upto,
    v,
    w,
    y,
)

F, p, K = scalars("F p K")
r, dM, dw, dh, dm, q, Q, R = arrays("r dM dw dh dm q Q R")
k = indices("k", H)
s = indices("s", upto)
a, b = indices("a b", K)

output = total(w[i] * h[H, i, mu], i)
PATHS = total(path[k, i] ** 2, i, k)  # s - 1
loss = total((y[mu] - output) ** 2, mu) / (2 * P)


error = h[lower + 1, i, mu] - total(M[lower + 1, i, j] * h[lower, j, mu], j)
no_error = Equal(error, 0, by=step(lower))


# -- equilibrium -----------------------------------------------------------------------------------


def _state(layer: Any, unit: Any) -> Tree:
    """Activities at equilibrium plus u."""
    return h[layer, unit, mu] + V[layer, unit] * r[mu] + u[layer, unit, mu]


reached = Equal(
    total(path[upto, i] * V[upto, i], i), total(path[s, i] ** 2, i, s), by=induction(upto)
)
carried = Equal(
    total(path[upto, i] * u[upto, i, mu], i),
    total(path[s, i] * v[s, i, mu], i, s),
    by=induction(upto),
)
errors = Equal(
    _state(lower + 1, i) - total(M[lower + 1, i, j] * _state(lower, j), j),
    path[lower + 1, i] * r[mu] + v[lower + 1, i, mu],
    by=step(lower),
)
top_u, top_V = total(w[i] * u[H, i, mu], i), total(w[i] * V[H, i], i)
_reach, _carry = reached.gap.put({upto: H}), carried.gap.put({upto: H})
least = Equal(
    total((path[k, i] * r[mu] + v[k, i, mu]) ** 2, i, k, mu)
    + total((y[mu] - output - top_V * r[mu] - top_u) ** 2, mu),
    total((y[mu] - output) * r[mu], mu) + total(v[k, i, mu] ** 2, i, k, mu) + total(top_u**2, mu),
    because=total(
        2 * r[mu] * _carry + 2 * _reach * r[mu] * (r[mu] - top_u) + _reach * _reach * r[mu] ** 2,
        mu,
    ),
)
MOVED = {
    u[0, i, mu]: 0,
    u[lower + 1, i, mu]: total(M[lower + 1, i, j] * u[lower, j, mu], j) + v[lower + 1, i, mu],
    y[mu]: output + (1 + PATHS) * r[mu],
}
EVERY = {"for_all": ANY_NETWORK | {r: reals[P], v: reals[H, d, P]}, "defined": NETWORK | MOVED}

# -- several outputs and an output precision -------------------------------------------------------

OUTPUTS = {
    **{key: value for key, value in NETWORK.items() if key.args[0] == h.name},
    path[H, j, a]: w[a, j],
    path[lower, j, a]: total(M[lower + 1, i, j] * path[lower + 1, i, a], i),
    V[0, i, a]: 0,
    V[lower + 1, i, a]: total(M[lower + 1, i, j] * V[lower, j, a], j) + path[lower + 1, i, a],
    **{key: value for key, value in MOVED.items() if key.args[0] == u.name},
    y[mu, a]: total(w[a, i] * h[H, i, mu], i)
    + r[mu, a] / p
    + total(path[k, i, a] * path[k, i, b] * r[mu, b], i, k, b),
}


ANY_OUTPUTS = ANY_NETWORK | {
    **{K: naturals(1), p: positive, w: reals[K, d], r: reals[P, K], v: reals[H, d, P]},
}
carried_to_outputs = Equal(
    total(path[upto, i, a] * u[upto, i, mu], i),
    total(path[s, i, a] * v[s, i, mu], i, s),
    by=induction(upto),
)


def several_outputs() -> Statement:
    """Equilibrium of p outputs, with r = S^-1 (y - f), which exists because r.S r >= |r|^2/p."""
    reached = Equal(
        total(path[upto, i, a] * V[upto, i, b], i),
        total(path[s, i, a] * path[s, i, b], i, s),
        by=induction(upto),
    )
    carried = carried_to_outputs
    left = y[mu, a] - total(w[a, i] * h[H, i, mu], i)
    moved, pushed = (
        total(w[a, i] * u[H, i, mu], i),
        total(w[a, i] * V[H, i, b] * r[mu, b], i, b),
    )
    reach = total(reached.gap.put({upto: H}) * r[mu, b], b)
    errors = total(path[k, i, a] * r[mu, a], a)

    def state(layer: Any, unit: Any) -> Tree:
        return h[layer, unit, mu] + total(V[layer, unit, a] * r[mu, a], a) + u[layer, unit, mu]

    return Statement(
        reached,
        carried,
        Equal(
            state(lower + 1, i) - total(M[lower + 1, i, j] * state(lower, j), j),
            errors.put({k: lower + 1}) + v[lower + 1, i, mu],
            by=step(lower),
        ),
        Equal(
            total((errors + v[k, i, mu]) ** 2, i, k, mu)
            + p * total((left - pushed - moved) ** 2, mu, a),
            total(left * r[mu, a], mu, a)
            + total(v[k, i, mu] ** 2, i, k, mu)
            + p * total(moved**2, mu, a),
            because=total(
                2 * r[mu, a] * carried.gap.put({upto: H})
                + 2 * reach * (r[mu, a] - p * moved)
                + p * reach * reach,
                mu,
                a,
            ),
        ),
        AtMost(
            total(r[mu, a] ** 2, a) / p,
            total(left * r[mu, a], a),
            because=total(errors**2, i, k),
        ),
        for_all=ANY_OUTPUTS,
        defined=OUTPUTS,
    )


def curvature_in_errors() -> Statement:
    """u.H u = |v|^2 + p |R v|^2 with v = A u: activities u have errors v, which move outputs R v.

    R^T r has the entries m[k, i].r, and R R^T + 1/p is S.
    """
    other = indices("q", H)
    pulled = total(path[k, i, a] * r[mu, a], a)
    again = total(path[other, j, a] * total(path[other, j, b] * r[mu, b], b), j, other)
    scaled = r[mu, a] / p + total(path[other, j, a] * path[other, j, b] * r[mu, b], j, other, b)
    return Statement(
        carried_to_outputs,
        Equal(
            total(w[a, i] * u[H, i, mu], i),
            total(path[k, i, a] * v[k, i, mu], i, k),
            because=carried_to_outputs.gap.put({upto: H}),
        ),
        Equal(
            u[lower + 1, i, mu] - total(M[lower + 1, i, j] * u[lower, j, mu], j),
            v[lower + 1, i, mu],
            by=step(lower),
        ),
        Equal(pulled + p * total(path[k, i, a] * again, a), total(path[k, i, a] * p * scaled, a)),
        for_all=ANY_OUTPUTS,
        defined={key: value for key, value in OUTPUTS.items() if key.args[0] != y.name},
    )


# -- gradients -------------------------------------------------------------------------------------


def all_layers(state: Array, *sample: Any) -> Tree:
    """dw.a_H + sum of m_l.dM_l a_{l-1}."""
    return total(dw[i] * state[(H, i, *sample)], i) + through(k, state, *sample)


def through(layer: Any, state: Array, *sample: Any) -> Tree:
    """Sum of m_l.dM_l a_{l-1} over an index of layers."""
    return total(path[layer, i] * dM[layer, i, j] * state[(layer - 1, j, *sample)], j, i, layer)


VARIED = {
    dh[0, i, mu]: 0,
    dh[lower + 1, i, mu]: total(
        dM[lower + 1, i, j] * h[lower, j, mu] + M[lower + 1, i, j] * dh[lower, j, mu], j
    ),
    dm[H, j]: dw[j],
    dm[lower, j]: total(
        dM[lower + 1, i, j] * path[lower + 1, i] + M[lower + 1, i, j] * dm[lower + 1, i], i
    ),
}
df = total(dw[i] * h[H, i, mu] + w[i] * dh[H, i, mu], i)
ds = 2 * total(path[k, i] * dm[k, i], i, k)
_moved = Equal(total(path[upto, i] * dh[upto, i, mu], i), through(s, h, mu), by=induction(upto))
_turned = Equal(
    total(path[s, i] * dm[s, i], i, s),
    total(V[upto, i] * dm[upto, i], i) + through(s, V),
    by=induction(upto),
)
slope_of_f = Equal(df, all_layers(h, mu), because=_moved.gap.put({upto: H}))
slope_of_s = Equal(ds, 2 * all_layers(V), because=2 * _turned.gap.put({upto: H}))
SLOPES = (_moved, _turned, slope_of_f, slope_of_s)
ANY_SLOPE = ANY_NETWORK | {r: reals[P], dM: reals[H, d, d], dw: reals[d]}

layer_error = Equal(
    h[lower + 1, i, mu]
    + V[lower + 1, i] * r[mu]
    - total(M[lower + 1, i, j] * (h[lower, j, mu] + V[lower, j] * r[mu]), j),
    path[lower + 1, i] * r[mu],
    by=step(lower),
)
TARGET = {y[mu]: MOVED[y[mu]]}
OWN_SHARES = (
    reached,
    layer_error,
    Equal(y[mu] - output - top_V * r[mu], r[mu], because=_reach * r[mu]),
    Equal((1 + PATHS) * r[mu] ** 2, (y[mu] - output) * r[mu]),
)


def small_readout() -> Statement:
    """Times e, paths and V obey their own recursions for the readout e w."""
    e = scalars("e")
    paths = total(M[lower + 1, i, j] * (e * path[lower + 1, i]), i)
    reaches = total(M[lower + 1, i, j] * (e * V[lower, j]), j) + e * path[lower + 1, i]
    return Statement(
        Equal(e * path[lower, j], paths, by=step(lower)),
        Equal(e * V[lower + 1, i], reaches, by=step(lower)),
        *OWN_SHARES,
        for_all=ANY_NETWORK | {r: reals[P], e: reals},
        defined=NETWORK | TARGET,
    )
