"""Theory of chains beside the simulators of scalar networks, over the whole range.

Arguments are drawn: depths 1 to 40, all networks, data moments over four decades, starts on both
sides of the target and weights of both signs. Both sides are deterministic, so that there is no
false alarm. A number is compared to the relative error that a law states, ``Law.error``, in which
the solver of the flow has its part. A threshold is bracketed: runs at both sides of it, apart from
it by ``Law.error``, must end differently. ``simulated_laws.toml`` lists errors that each law
notices.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import xarray as xr

from depthlaws import chain
from depthlaws.sims import scalar

NETWORKS = ("feedforward", "block1", "block2")
DEPTHS = (1, 2, 3, 4, 5, 8, 17, 40)
RATES = {"feedforward": lambda L: 1 / L, "block1": lambda L: 1.0, "block2": lambda L: float(L)}


@dataclass(frozen=True)
class Chain:
    """One drawn network with its data; everything here is computed by simulators."""

    network: str
    L: int
    r: float
    mu_xx: float

    @property
    def mu_yx(self) -> float:
        return self.r * self.mu_xx

    @property
    def data(self) -> dict[str, float]:
        return {"mu_yx": self.mu_yx, "mu_xx": self.mu_xx}

    def weight(self, total: float) -> float:
        """Return the balanced weight of a total."""
        L, factor = self.L, total ** (1 / self.L)
        rest = max(factor - 1, 0.0)
        return {
            "feedforward": factor,
            "block1": math.sqrt(L) * (factor - 1),
            "block2": math.sqrt(L * rest),
        }[self.network]

    def sharpness(self) -> float:
        """Return the largest eigenvalue of the Hessian at the balanced minimum."""
        weights = np.full(self.L, self.weight(self.r))
        return float(np.linalg.eigvalsh(scalar.hessian(self.network, weights, **self.data))[-1])

    def orbits(self, k: Any, alpha0: Any, steps: int, last: int | None = None) -> np.ndarray:
        """Return alpha (step, run) of gradient descent at rates k / sharpness.

        At even depth it has the sign of the weights.
        """
        pairs = np.broadcast_arrays(k, alpha0)
        rate, weight = (xr.DataArray(np.ravel(v), dims="run") for v in pairs)
        grid = scalar.Grid(
            self.network, self.L, rate=rate / self.sharpness(), balanced=True,
            weight=xr.apply_ufunc(np.vectorize(self.weight), weight * self.r), **self.data,
        )  # fmt: skip
        record = range(0 if last is None else steps + 1 - last, steps + 1)
        run = scalar.gradient_descent(
            grid, steps=steps, record=record, observe=("total", "weights")
        )
        total, weights = run.total.transpose("step", "run"), run.weights.isel(layer=0)
        signs = np.sign(weights.transpose("step", "run").to_numpy()) ** (self.L + 1)
        return signs * total.to_numpy() / self.r

    def ends(self, k: Any, alpha0: Any, steps: int) -> np.ndarray:
        return self.orbits(k, alpha0, steps, last=1)[-1]

    def flow(self, weights: Any, times: Any) -> np.ndarray:
        """Return alpha of the gradient flow at times in units of 1 / sharpness."""
        rate = 1 / self.sharpness()
        path = scalar.gradient_flow(self.network, weights, times, rate=rate, **self.data)
        return path.total.to_numpy() / self.r


def drawn(rng: np.random.Generator, networks=NETWORKS, depths=DEPTHS, low=1.05) -> Chain:
    return Chain(
        str(rng.choice(networks)), int(rng.choice(depths)),
        float(low * 10 ** rng.uniform(0, 1.2)), float(10 ** rng.uniform(-2, 2)),
    )  # fmt: skip


FORWARD = {"networks": ("feedforward",)}
INTEGERS = FORWARD | {"depths": (2, 3, 4, 5, 8, 17)}


@dataclass(frozen=True)
class Law:
    """Pairs of theory and simulation at drawn arguments."""

    pairs: Callable[[np.random.Generator], Iterator[tuple[Any, Any]]]
    error: float
    draws: int = 8


def sharpness(rng):
    c = drawn(rng)
    words = {"network": c.network, **c.data}
    S = c.sharpness()
    yield chain.sharpness(c.L, **words), S
    yield chain.max_learning_rate(c.L, **words), 2 / S
    yield chain.learning_rate(c.L, tau=7.0, **words), 1 / (7 * S)


def minimum_sharpness(rng):
    c = drawn(rng)
    weights = rng.choice([-1, 1], c.L) * 10 ** rng.uniform(-0.7, 0.5, c.L)
    zero = scalar.hessian(c.network, weights, mu_yx=0.0, mu_xx=c.mu_xx)
    one = scalar.hessian(c.network, weights, mu_yx=c.mu_xx, mu_xx=c.mu_xx)
    # The Hessian is linear in mu_yx, and the loss of the total T is mu_xx T^2 / 2 at mu_yx = 0.
    total = _total(c, weights)
    at_minimum = zero + total * (one - zero)
    S = np.linalg.eigvalsh(at_minimum)[-1]
    yield chain.minimum_sharpness(weights, c.mu_xx, network=c.network), S


def _total(c: Chain, weights: np.ndarray) -> float:
    losses = [scalar.loss(c.network, weights, mu_yx=m, mu_xx=1.0) for m in (0.0, 1.0)]
    return float(losses[0] - losses[1] + 0.5)


def mismatch(rng):
    c, L0 = drawn(rng), int(rng.choice(DEPTHS))
    first = Chain(c.network, L0, c.r, c.mu_xx)
    k, k0 = (RATES[c.network](one.L) * one.sharpness() for one in (c, first))
    words = {"L": c.L, "L0": L0, "r": c.r, "network": c.network}
    yield chain.mismatch(**words), k / k0
    yield chain.transfer(k0=0.9, **words).k, 0.9 * k / k0


def courses(rng):
    c = drawn(rng)
    low = 1 / c.r if c.network == "block2" else 0.02
    alpha0 = float(low + (1 - low) * rng.uniform(0.05, 0.95)) if rng.random() < 0.7 else 1.7
    times = np.array([0.01, 0.3, 2.0])
    alpha = c.flow(np.full(c.L, c.weight(alpha0 * c.r)), times)
    words = {"network": c.network} | ({"r": c.r} if c.network == "block2" else {})
    tau = 3.0
    yield chain.alpha(tau * times, alpha0, c.L, tau, **words), alpha
    yield chain.gap(tau * times, alpha0, c.L, tau, **words), 1 - alpha
    yield chain.time(alpha, alpha0, c.L, tau, **words), tau * times


def late(rng):
    c = drawn(rng, **FORWARD)
    alpha0 = float(10 ** rng.uniform(-2, 0.5))
    start = np.full(c.L, c.weight(alpha0 * c.r))
    begin = float(chain.time(0.999, alpha0, c.L)) if alpha0 < 1 else 1.0
    times = begin + np.array([6.0, 8.0])
    late = np.log(np.abs(1 - c.flow(start, times))) + times
    weight = math.exp(-2.0)  # the difference from the limit falls as exp(-t)
    yield chain.convergence_constant(alpha0, c.L), (late[1] - weight * late[0]) / (1 - weight)


def escape(rng):
    c = drawn(rng, networks=("block2",))
    w = 1e-5
    times = np.array([1.0, 3.0]) / (c.L * c.r)
    path = scalar.gradient_flow(c.network, np.full(c.L, w), times, rate=1 / c.sharpness(), **c.data)
    grown = np.log(path.weights.to_numpy()[:, 0])
    yield chain.escape_rate(c.r, c.L), (grown[1] - grown[0]) / (times[1] - times[0])


def unbalanced(rng):
    c = drawn(rng, networks=("feedforward",), depths=(1, 2, 3, 5, 8))
    weights = rng.choice([-1, 1], c.L) * 10 ** rng.uniform(-0.5, 0.3, c.L)
    rate = 1 / (np.sum(weights**2) + 1) ** c.L / c.mu_yx
    times = np.array([0.1, 3.0, 40.0])
    path = scalar.gradient_flow("feedforward", weights, times, rate=rate, **c.data)
    flow = chain.unbalanced_flow(weights, c.mu_yx, c.mu_xx, rate)
    yield flow.at(times), path.weights.to_numpy()


def bracket(outcomes, threshold, error=0.01):
    """Yield the outcomes at both sides of a threshold, which must be (True, False)."""
    sides = float(threshold) * np.array([1 - error, 1 + error])
    yield np.array([1.0, 0.0]), np.asarray(outcomes(sides), float)


def limits(rng):
    c = drawn(rng, **INTEGERS)
    L, low, start = c.L, float(rng.uniform(0.05, 0.95)), float(rng.uniform(0.05, 0.4))

    def monotone(k):
        return (c.orbits(k, low, 300) <= 1 + 1e-9).all(axis=0)

    several = np.linspace(0.1, 0.9, 40)  # chaotic orbits: one of them leaves early

    def positive(k):
        inside = c.orbits(k[:, None], several, 400) > 0
        return inside.all(axis=0).reshape(len(k), -1).all(axis=1)

    def bounded(k):
        return np.isfinite(c.ends(k[:, None], several, 1500)).reshape(len(k), -1).all(axis=1)

    def converges(k):
        return np.abs(c.ends(k, start, 1500) - 1) < 1e-4

    yield from bracket(monotone, chain.monotone_limit(low, L))
    yield from bracket(positive, chain.leaving_rate(L))
    yield from bracket(bounded, chain.divergence_rate(L))
    yield from bracket(converges, chain.convergence_limit(start, L))


def starts(rng):
    c, k = drawn(rng, **INTEGERS), float(rng.uniform(0.3, 1.9))
    yield from bracket(lambda alpha: c.ends(k, alpha, 1) > 0, chain.zero_crossing(k, c.L))
    yield from bracket(lambda alpha: np.isfinite(c.ends(k, alpha, 400)), chain.outer_cycle(k, c.L))
    if c.L % 2:
        low, high = (float(end) for end in chain.capture_window(k, c.L))
        ends = c.ends(k, [0.99 * low, 1.01 * low, 0.99 * high, 1.01 * high], 4000)
        yield np.array([0.0, 1, 1, 0]), ((ends > -1) & (ends <= 0)).astype(float)


def cycles(rng):
    c = drawn(rng, **INTEGERS)
    doubling = float(chain.period_doubling_rate(c.L))
    k = float(rng.uniform(2.05, 0.98 * doubling))
    yield np.sort(np.array(chain.two_cycle(k, c.L))), np.sort(c.orbits(k, 0.3, 2000, 2)[:, 0])

    def repeats(k):
        orbit = c.orbits(k, 0.3, 4000, 3)
        return np.abs(orbit[2] - orbit[0]) < 1e-6

    yield from bracket(repeats, doubling)


def floor(rng):
    c = drawn(rng, networks=("block2",))
    moments = {"mu_yx": float(rng.uniform(-2, 0.9)) * c.mu_xx, "mu_xx": c.mu_xx}

    def reaches(rate, weight):
        grid = scalar.Grid("block2", c.L, rate=rate, weight=weight, balanced=True, **moments)
        run = scalar.gradient_descent(grid, steps=1500, observe="total")
        return np.abs(run.total.to_numpy().ravel() - 1) < 1e-2

    largest = float(chain.floor_max_learning_rate(c.L, **moments))
    yield from bracket(lambda rate: reaches(rate, 1e-3), largest)
    eta = float(rng.uniform(0.2, 0.9)) * largest
    yield from bracket(lambda w: reaches(eta, w), chain.floor_basin(eta, c.L, **moments))


def rates(rng):
    c = drawn(rng, networks=("feedforward",), depths=(1, 2, 3, 5, 8))
    alpha0, steps = float(rng.uniform(0.1, 0.6)), int(rng.integers(2, 12))
    exact = chain.exact_rates(alpha0, steps, c.L)
    if exact.size:
        yield np.ones(len(exact)), c.ends(exact, alpha0, steps)
    best = chain.best_rate(alpha0, steps, c.L)
    loss = np.abs(c.ends([best, *np.linspace(0.05, 2, 40)], alpha0, steps) - 1)
    yield loss[:1] < loss[1:].min() + 1e-9, 1.0


def outcomes(rng):
    c = drawn(rng, **INTEGERS)
    alpha0, k = 10 ** rng.uniform(-1.5, 0.7, 40), rng.uniform(0.2, 4.5, 40)
    k[np.abs(k - 2) < 0.03] = 1.9
    ends = c.ends(k, alpha0, 1500)
    ends = np.abs(ends) if c.L % 2 == 0 else ends  # all weights may be negative at the target
    decided = (ends <= 0) | (ends > 0.05) | np.isnan(ends)  # not on the plateau
    converged = np.asarray(chain.converges(alpha0, k, c.L), float)
    yield converged[decided], (np.abs(ends - 1) < 1e-4).astype(float)[decided]


def steps(rng):
    c = drawn(rng, **FORWARD)
    k, alpha0 = 0.02, float(rng.uniform(0.1, 0.5))
    orbit = c.orbits(k, alpha0, 100)[:, 0]
    yield chain.descent_steps(orbit[[50, 100]], alpha0, k, c.L), np.array([50, 100.0])


LAWS = {
    "sharpness": Law(sharpness, 1e-9),
    "minimum_sharpness": Law(minimum_sharpness, 1e-8),
    "mismatch": Law(mismatch, 1e-9),
    "courses": Law(courses, 1e-7, draws=24),
    "late": Law(late, 1e-3),
    "escape": Law(escape, 1e-6),
    "unbalanced": Law(unbalanced, 1e-7),
    "limits": Law(limits, 0.01, draws=4),
    "starts": Law(starts, 0.01),
    "cycles": Law(cycles, 1e-7),
    "floor": Law(floor, 0.01),
    "rates": Law(rates, 1e-9),
    "outcomes": Law(outcomes, 0.01, draws=6),
    "steps": Law(steps, 1e-6),
}


@pytest.mark.parametrize("name", LAWS)
def test_theory_is_the_simulated_chain(name):
    law, rng = LAWS[name], np.random.default_rng(11)
    for _ in range(law.draws):
        for theory, simulated in law.pairs(rng):
            size = np.where(np.asarray(simulated) == 0, 1.0, np.abs(simulated))
            np.testing.assert_array_less(np.abs(theory - simulated), law.error * size)
