"""Symbols, identities of formulas and small networks, for several sections."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.formula_expressions import looked_up, symbol
from depthlaws.claims.engine.records import Check
from depthlaws.claims.engine.stated import integral
from depthlaws.claims.engine.statement import Equal, Statement, naturals, positive
from depthlaws.sims.common import backend
from depthlaws.sims.common.optimizers import Optimizer
from depthlaws.sims.residual import dense, matrix_free
from depthlaws.sims.residual.ensemble import Batch, Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import Tape, walk, walk_back
from depthlaws.sims.residual.training import Training
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

Array = np.ndarray

eps, s, h0, T, N, L, d = (symbol(n) for n in ("eps", "s", "h0", "T", "N", "L", "d"))
eta, lam, beta, gamma, t, theta, zeta, m, q, a = (
    symbol(n) for n in ("eta", "lam", "beta", "gamma", "t", "theta", "zeta", "m", "q", "a")
)
C_W, C_J, C_Delta, Q, x = (symbol(n) for n in ("C_W", "C_J", "C_Delta", "Q", "x"))
rho = sp.Symbol("rho", real=True)

gain = (eps * s) ** 2

SCALE = Interval(sp.Rational(1, 20), 1)
SPREAD = Interval(sp.Rational(1, 4), 3)  # values of s and h0, which the papers set to 1
COUNT = Interval(1, 9, integer=True)
SEEDS = Interval(0, 10**6, integer=True)
_COUNTS = {"N", "L", "d"}


# -- proofs ----------------------------------------------------------------------------------------


def same(left: Any, right: Any, names: str) -> Check:
    """Equality of two expressions for all values of these symbols."""
    for_all = {symbol(n): naturals(1) if n in _COUNTS else positive for n in names.split()}
    return Statement(Equal(left, right), for_all=for_all).checks[0]


def recursion(
    name: str, index: str, first: Any, step: Callable[[Any], Any], names: str
) -> tuple[Check, Check]:
    """Two equalities: the value at index 1, and the step from one value to the next."""
    later = looked_up(name, **{index: symbol(index) + 1})
    return (
        same(looked_up(name, **{index: 1}), first, names),
        same(later, step(looked_up(name)), names),
    )


def half_square(variance: sp.Expr) -> sp.Expr:
    """E relu(z)^2 for a centred Gaussian of this variance, by integration."""
    z = sp.Symbol("z", real=True)
    density = sp.exp(-(z**2) / (2 * variance)) / sp.sqrt(2 * sp.pi * variance)
    return integral(z**2 * density, (z, 0, sp.oo))


HALF_SQUARE = same(half_square(x), x / 2, "x")


def half_mean() -> sp.Expr:
    """E relu(z), by integration."""
    z = sp.Symbol("z")
    return integral(z * sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi), (z, 0, sp.oo))


def dot(left: sp.Matrix, right: sp.Matrix) -> sp.Expr:
    """Inner product, multiplied out."""
    return (left.T * right)[0, 0]


# -- networks --------------------------------------------------------------------------------------


def network(stream: Stream, width: int) -> ResidualMLP:
    """The finite network whose infinite-width limit a stream is."""
    return ResidualMLP(
        width=width,
        loops=stream.loops,
        layers=stream.layers,
        visits=stream.visits,
        eps=stream.eps,
        s=stream.s,
        h0=stream.h0,
        activation=str(stream.activation),
        normalize=stream.normalize,
    )


def simulated(
    model: ResidualMLP,
    quantity: str,
    *,
    samples: int,
    seed: int,
    route: Any = dense,
    **options: Any,
) -> Array:
    """One observable of independent networks, as (sample, ...)."""
    ensemble = Ensemble(samples=samples, seed=seed, **options)
    return route.simulate(model, ensemble, observe=(quantity,))[quantity].to_numpy()


def trained(
    model: ResidualMLP,
    optimizer: Optimizer,
    quantity: str = "change",
    *,
    samples: int,
    seed: int,
    steps: int = 1,
    route: Any = dense,
    **options: Any,
) -> Array:
    """One observable before every step of an optimiser and after the last: (sample, step, ...)."""
    ensemble = Ensemble(samples=samples, seed=seed, **options)
    data = route.train(model, ensemble, optimizer, steps=steps, observe=(quantity,))
    return data[quantity].to_numpy()


FIRST = ("energy", "linear", "quadratic")


def controlled(
    model: ResidualMLP,
    quantity: str,
    truth: Callable[[], Any],
    *,
    samples: int,
    pick: Callable[[Array], Array] = lambda observed: observed[:, -1],
    route: Any = matrix_free,
    optimizer: Optimizer | None = None,
    probe: float | None = None,
    what: str = "",
    **options: Any,
) -> Sampled:
    """A simulated mean without the scatter of the first step and of the backward vector at the end.

    H_0, B_1 and C_1 of one input, and the energy ``probe`` of the backward vector, have exact means
    at every width: they serve as control variates. ``pick`` takes the quantity (sample, [step,]
    ...) to samples; ``options`` go to the training. In float32, whose rounding is a ten-thousandth
    of the resolution of these means.
    """
    backward = [] if probe is None else ["gradient_energy"]
    names = tuple(dict.fromkeys([quantity, *FIRST, *backward]))
    start = float(np.asarray(model.h0))
    first = (model.scales[0] * model.s) ** 2 * (1.0 if model.normalize else start) / 2
    exact = np.array([start, 0.0, first, *([probe] if backward else [])])

    def estimate(seed: int) -> tuple[Array, Array]:
        variance = 1.0 if probe is None else probe
        ensemble = Ensemble(samples=samples, seed=seed, dtype="float32", probe=variance)
        if optimizer is None:
            after = before = route.simulate(model, ensemble, observe=names)
        else:
            after = route.train(model, ensemble, optimizer, steps=1, observe=names, **options)
            before = after.isel(step=0)
        energy, linear, quadratic = (before[name].to_numpy() for name in FIRST)
        controls = [energy[:, 0], linear[:, 1], quadratic[:, 1]]
        controls += [before[name].to_numpy()[:, -1] for name in backward]
        return pick(after[quantity].to_numpy()), np.stack(controls, axis=1)

    return Sampled(estimate, truth, what=what, control=lambda: exact)


class Given:
    """Given matrices in the form that the simulators' passes take; steps are recorded."""

    def __init__(self, W: Array):
        self.W = np.array(W, dtype=np.float64)

    def matvec(self, layer: int, u: Array, /) -> Array:
        """W_layer u."""
        return u @ self.W[layer].T

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """W_layer^T g."""
        return g @ self.W[layer]

    def descend(self, optimizer: Any, step: int, layer: int, left: Array, right: Array, /) -> None:
        """W <- W - (rate/width) D for one network, D the optimiser's direction."""
        del step
        width = self.W.shape[-1]
        gradient = np.einsum("spi,spj->ij", left, right)
        direction = optimizer.direction(gradient, {}, lambda: np.zeros_like(gradient))
        self.W[layer] -= optimizer.rate / width * direction


def observed(
    model: ResidualMLP, W: Array, start: Array, *names: str, cotangent: Array | None = None
) -> Mapping[str, Array]:
    """Observables of the simulators' forward and backward pass in one network with given matrices.

    Shapes: W (layer, width, width), start (width,) -> observables without sample and input.
    """
    first = np.asarray(start, dtype=np.float64)[None, None, :]
    tape = Tape(model, first, backend=backend.get("cpu"), observe=names)
    walk(tape, Given(W))
    if cotangent is not None:
        walk_back(tape, Given(W), np.asarray(cotangent)[None, None, :])
    pairs = {"kernel", "overlaps", "increments", "cosines", "loop_cosines", "gradient_kernel"}
    observables = tape.values()
    return {
        n: v[0, 0, 0] if n in pairs else v[0] if n == "weight_gradient" else v[0, 0]
        for n, v in observables.items()
    }


def stepped(
    model: ResidualMLP, W: Array, start: Array, v: Array, optimizer: Any, *names: str
) -> tuple[Mapping[str, Array], Array]:
    """Observables of one optimiser step on one network with given matrices, and the new matrices.

    Shapes: observables (step, ...), without sample and input.
    """
    weights = Given(W)
    training = Training(optimizer=optimizer, steps=1, loss="linear", target=0.0, observe=names)
    batch = Batch(1, np.asarray(start)[None, None, :], np.asarray(v)[None, None, :])
    histories = training.values(training.walk(model, weights, batch, backend=backend.get("cpu")))
    return {n: values[0, :, 0] for n, values in histories.items()}, weights.W


def path(
    seed: int,
    *,
    width: int,
    loops: int,
    eps: float,
    layers: int = 1,
    s: float = 1.0,
    h0: float = 1.0,
    normalize: bool = False,
) -> Mapping[str, Array]:
    """One dense network, its weights and its forward pass, in plain NumPy.

    h (step + 1, width), u and r (step, width), W (layer, width, width).
    """
    rng = np.random.default_rng(seed)
    W = s * rng.standard_normal((layers, width, width)) / math.sqrt(width)
    h, u, r = [math.sqrt(h0) * rng.standard_normal(width)], [], []
    for step in range(loops * layers):
        seen = h[-1] / math.sqrt(h[-1] @ h[-1] / width) if normalize else h[-1]
        u.append(np.maximum(seen, 0))
        r.append(W[step % layers] @ u[-1])
        h.append(h[-1] + eps * r[-1])
    return {"W": W, "h": np.array(h), "u": np.array(u), "r": np.array(r)}


def changed(
    loops: int, eps: float, s: float, seed: int, *, width: int
) -> tuple[Mapping[str, Array], Array, Mapping[str, Array]]:
    """A stream, a random change of its matrix, and states and activations with it."""
    p = path(seed, width=width, loops=loops, eps=eps, s=s)
    change = 0.3 * np.random.default_rng([seed, 1]).standard_normal((width, width))
    change /= math.sqrt(width)
    h, u = [p["h"][0]], []
    for _ in range(loops):
        u.append(np.maximum(h[-1], 0))
        h.append(h[-1] + eps * (p["W"][0] + change) @ u[-1])
    return p, change, {"h": np.array(h), "u": np.array(u)}
