"""Gradient descent in the errors (PC-B49 to PC-B51): steps, energy, learning; section 2.1."""

from typing import Any

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    Tree,
    arrays,
    at_least,
    index,
    indices,
    induction,
    interval,
    naturals,
    positive,
    reals,
    registered,
    scalars,
    total,
    tree,
)
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims.equilibrium import (
    ANY_SLOPE,
    PATHS,
    SLOPES,
    VARIED,
    df,
    ds,
    dw,
    k,
    r,
    slope_of_f,
    slope_of_s,
)
from depthlaws_papers.pc.claims.equilibrium import dM as changed
from depthlaws_papers.pc.claims.network import (
    ANY_NETWORK,
    NETWORK,
    H,
    V,
    h,
    i,
    j,
    mu,
    path,
)

CLAIMS = Claims()

beta, c, q, s, K, T, more, apart, near = scalars("beta c q s K T x a b")
e, weight = arrays("e c")
time, done = index("t", 0, T - 1), index("n", 0, T)
other = indices("q", H)
S = 1 + PATHS
left = scalars("r")

# -- steps from the forward pass -------------------------------------------------------------------
# A step moves the errors against e - m (r - m.e), what is left of the output's error.

missing = left - total(path[other, j] * e[time, other, j], j, other)
DESCENT = {
    e[0, k, i]: 0,
    e[time + 1, k, i]: e[time, k, i]
    - beta
    * (e[time, k, i] - path[k, i] * (left - total(path[other, j] * e[time, other, j], j, other))),
    weight[0]: 0,
    weight[time + 1]: weight[time] + beta * (1 - S * weight[time]),
}

DRAWN = {
    "width": [1, 3, 6],
    "depth": [2, 5, 9],
    "network": ["mlp", "residual"],
    "share": [0.05, 1.0, 1.9],
    "steps": [1, 4, 30],
    "seed": Interval(0, 10**6, integer=True),
}


def _simulated(
    width: int, depth: int, network: str, share: float, steps: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Activities, energy and c: the closed forms against descent of the simulator."""
    model = PCN(width=width, depth=depth, features=2, network=network, gamma0=width**-0.5)
    rng = np.random.default_rng(seed)
    weights = [rng.standard_normal(shape) for shape in model.shapes]
    x, y = rng.standard_normal((1, 2)), rng.standard_normal((1, 1))
    kind: dict[str, Any] = {"skips": network == "residual", "scale": model.multipliers}
    s = float(predictive_coding.rescaling(weights, **kind))
    descent = Inference(method="gradient", coordinates="errors", step=share / s, iterations=steps)
    z, energies = infer(model, descent, weights, x, y)
    asked: dict[str, Any] = {"rate": share / s, "steps": steps, **kind}
    theory = predictive_coding.error_step(weights, x, y, **asked)
    c = predictive_coding.regime(weights, **asked).climb
    loss = predictive_coding.equilibrium(weights, x, y, **kind).loss
    left = loss * ((s - 1) * c**2 + (1 - (s - 1) * c) ** 2)
    return np.hstack([*z, [[energies[-1], energies[-1]]]]), np.hstack(
        [*theory.activities[1:-1], [[theory.energy, left]]]
    )


CLAIMS.add(
    id="PC-B49",
    source=PC.beyond("PC-B49"),
    says="With one output and unit precisions, gradient descent in the errors of the hidden layers "
    "from the forward pass leads after n steps of size beta to the errors c m r, c = "
    "(1 - (1 - beta s)^n)/s.",
    statement=Statement(
        Equal(e[done, k, i], weight[done] * path[k, i] * left, by=induction(done)),
        for_all=ANY_NETWORK | {T: naturals(1), beta: positive, left: reals},
        defined=NETWORK | DESCENT,
    ),
    checks=Statement(
        Equal(s * weight[done], 1 - (1 - beta * s) ** done, by=induction(done, times=1 - beta * s)),
        Equal(s * registered("pc-error-weight", T=K), 1 - (1 - beta * s) ** K),
        for_all={T: naturals(1), K: naturals(1), beta: positive, s: at_least(1)},
        defined={
            weight[0]: 0,
            weight[time + 1]: weight[time] + beta * (1 - s * weight[time]),
        },
    ).checks,
    cross_checks=(Property(_simulated, DRAWN, rtol=1e-9, n=24),),
)

# -- energy and learning ---------------------------------------------------------------------------
# The errors are c m r; q = (1 - beta s)^n is what is left of the way to the minimum.


def _energy() -> Statement:
    """Energy over the loss of the forward pass, r^2/2, at any c."""
    hidden = total((c * path[k, i] * left) ** 2, k, i)
    last = left - total(path[k, i] * (c * path[k, i] * left), k, i)
    return Statement(
        Equal(hidden + last**2, ((S - 1) * c**2 + (1 - (S - 1) * c) ** 2) * left**2),
        for_all=ANY_NETWORK | {c: reals, left: reals},
        defined=NETWORK,
    )


def _of_steps() -> Statement:
    """The registered law; one step of size (1 + a)/s or (1 - b)/s, not 1/s, leaves more energy."""
    reached = (1 - q) / s

    def ratio(**given: Tree) -> Tree:
        return registered("pc-error-energy", **given)

    longer, shorter = (1 + apart) / (1 + more), (1 - near) / (1 + more)
    least = 1 / (1 + more)
    return Statement(
        Equal((s - 1) * reached**2 + (1 - (s - 1) * reached) ** 2, 1 / s + (1 - 1 / s) * q**2),
        Equal(ratio(T=K), 1 / s + (1 - 1 / s) * ((1 - beta * s) ** K) ** 2),
        Equal(ratio(T=tree(1), beta=1 / s), 1 / s),
        Less(least, ratio(T=tree(1), s=1 + more, beta=longer), because=more * apart**2 * least),
        Less(least, ratio(T=tree(1), s=1 + more, beta=shorter), because=more * near**2 * least),
        for_all={
            **{s: at_least(1), q: reals, beta: positive, K: naturals(1), more: positive},
            **{apart: positive, near: interval(0, 1, low_open=True, high_open=True)},
        },
    )


CLAIMS.add(
    id="PC-B50",
    source=PC.beyond("PC-B50"),
    says="With one output, after n steps of size beta in the errors, the energy is the loss times "
    "1/s + (1 - 1/s) (1 - beta s)^2n. One step reaches the least energy at beta = 1/s; where s > 1 "
    "a step of another size leaves more.",
    statement=_energy(),
    checks=_of_steps().checks,
)


def _update() -> Statement:
    """Slope of learning along any change of the hidden layers, all samples together.

    df and ds less the parts of the readout are the slopes in the hidden layers alone.
    """
    state = h[k - 1, j, mu] + c * r[mu] * V[k - 1, j]
    learned = total(c * path[k, i] * r[mu] * changed[k, i, j] * state, i, j, k, mu)
    backprop = total(r[mu] * (df - total(dw[i] * h[H, i, mu], i)), mu)
    ascent = total(r[mu] ** 2, mu) / 2 * (ds - 2 * total(dw[i] * V[H, i], i))
    return Statement(
        *SLOPES,
        Equal(
            learned,
            c * backprop + c**2 * ascent,
            because=c * total(r[mu] * slope_of_f.gap, mu)
            + c**2 * total(r[mu] ** 2, mu) / 2 * slope_of_s.gap,
        ),
        for_all=ANY_SLOPE | {c: reals},
        defined=NETWORK | VARIED,
    )


CLAIMS.add(
    id="PC-B51",
    source=PC.beyond("PC-B51"),
    says="With errors c m r, for any c and one output, hidden layers learn c times what "
    "backpropagation teaches, plus the sum of c^2 r^2/2 over the samples times the gradient of s.",
    statement=_update(),
)
