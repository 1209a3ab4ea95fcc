"""Sums of branches: sections 2.1, C.1 and C.2 of the first version, 3.2 of the second.

The identities hold for every W and every activation, so they are proved with a symbol for every
entry; the simulators' output obeys them too.
"""

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    induction,
    naturals,
    reals,
    total,
)
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    observed,
    path,
    simulated,
)
from depthlaws_papers.looped.claims.stream import (
    ANY_STREAM,
    STREAM,
    N,
    R,
    W,
    before,
    d,
    eps,
    h,
    i,
    j,
    k,
    l,
    n,
    u,
    x,
)

CLAIMS = Claims()

states = x[i] + eps * total(R[n, i], n)

STREAMS = {
    "loops": [1, 2, 5],
    "layers": [1, 2],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "h0": SPREAD,
    "seed": SEEDS,
}


CLAIMS.add(
    id="LOOP-A-ID1",
    source=LOOPED_V0.section("2.1"),
    says="h_N = h_0 + eps sum_n r_n.",
    statement=Statement(
        Equal(h[N, i], states, by=induction(N)),
        for_all=ANY_STREAM | {N: naturals(0)},
        defined=STREAM,
    ),
)


SPLIT = Statement(
    Equal(
        total(states**2, i),
        total(x[i] ** 2, i)
        + 2 * eps * total(x[i] * R[n, i], n, i)
        + eps**2 * total(R[n, i] * R[k, i], n, k, i),
    ),
    for_all=ANY_STREAM,
)


def _simulated_split(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Energy of simulated networks, and its start, linear term and all pairs of increments."""
    model = ResidualMLP(
        width=24, loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize
    )
    energy, linear, pairs = (
        simulated(model, name, samples=3, seed=seed) for name in ("energy", "linear", "increments")
    )
    return energy[:, -1], energy[:, 0] + linear[:, -1] + pairs.sum(axis=(1, 2))


def _theory_split(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[float, float]:
    """Energy at infinite width by the kernel, and its start, cross and quadratic terms."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    terms = residual.energy_terms(stream)
    return float(stream.energies[-1]), terms.start + terms.cross + terms.quadratic


SPLIT_CROSS_CHECKS = (
    Property(_simulated_split, STREAMS, rtol=1e-9, n=30, what="simulators"),
    Property(
        _theory_split,
        {name: STREAMS[name] for name in STREAMS if name != "seed"},
        rtol=1e-11,
        n=30,
        what="infinite width",
    ),
)


CLAIMS.add(
    id="LOOP-A-E2",
    source=LOOPED_V0.eq(2),
    says="H_N = H_0 + B_N + C_N, here times d.",
    statement=SPLIT,
    cross_checks=SPLIT_CROSS_CHECKS,
)


CLAIMS.add(
    id="LOOP-A-E5",
    source=LOOPED_V0.eq(5),
    says="H_N = H_0 + B_N + C_N, as the proof repeats it, here times d.",
    statement=SPLIT,
    cross_checks=SPLIT_CROSS_CHECKS,
)


CLAIMS.add(
    id="LOOP-B-ID1",
    source=LOOPED.section("3.2"),
    says="R_N^2 = R_0^2 + B_N + C_N, here times d.",
    statement=SPLIT,
    cross_checks=SPLIT_CROSS_CHECKS,
)


FACTORED = Statement(
    Equal(total(total(W[i, j] * u[n, j], j), n), total(W[i, j] * total(u[n, j], n), j)),
    Equal(
        total(total(W[i, j] * u[n, j], j, n) ** 2, i),
        total(total(W[i, j] * total(u[n, j], n), j) ** 2, i),
    ),
    for_all={N: naturals(1), d: naturals(1), W: reals[d, d], u: reals[N, d]},
)


def _tied_pairs(
    loops: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[float, float]:
    """All pairs of increments of the simulators, against eps^2 |W U|^2/d by hand."""
    p = path(seed, width=24, loops=loops, eps=eps, s=s, h0=h0, normalize=normalize)
    model = ResidualMLP(width=24, loops=loops, eps=eps, s=s, normalize=normalize)
    pairs = observed(model, p["W"], p["h"][0], "increments")["increments"]
    branch = eps * p["W"][0] @ p["u"].sum(axis=0)
    return float(pairs.sum()), float(branch @ branch) / 24


CLAIMS.add(
    id="LOOP-B-ID2",
    source=LOOPED.section("3.2"),
    says="Tied branches factor: sum_n r_n = W sum_n u_n, also for the squared norm.",
    statement=FACTORED,
    cross_checks=(
        Property(
            _tied_pairs,
            {name: STREAMS[name] for name in STREAMS if name != "layers"},
            rtol=1e-9,
            n=20,
        ),
    ),
)


CLAIMS.add(
    id="LOOP-B-E5",
    source=LOOPED.eq(5),
    says="S_N = W U_N, and h_N = h_0 + eps S_N, for the sum U_N of all activations.",
    statement=Statement(
        Equal(
            h[N, i],
            x[i] + eps * total(W[i, j] * total(u[n, j], n), j),
            by=induction(N),
        ),
        for_all={
            **dict.fromkeys((N, d), naturals(1)),
            eps: reals,
            x: reals[d],
            W: reals[d, d],
            u: reals[N, d],
        },
        defined={
            h[0, i]: x[i],
            h[before + 1, i]: h[before, i] + eps * total(W[i, j] * u[before + 1, j], j),
        },
    ),
    checks=FACTORED.checks,
)


CLAIMS.add(
    id="LOOP-A-ID2",
    source=LOOPED_V0.section("C.1"),
    says="<r_n, r_m> = u_n^T W^T W u_m.",
    statement=Statement(
        Equal(
            total(total(W[i, j] * u[n, j], j) * total(W[i, l] * u[k, l], l), i),
            total(u[n, j] * total(W[i, j] * W[i, l], i) * u[k, l], j, l),
        ),
        for_all={N: naturals(1), d: naturals(1), W: reals[d, d], u: reals[N, d]},
    ),
)
