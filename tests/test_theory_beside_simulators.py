"""Theory of activations, streams and chains beside the simulators, over the whole range.

Arguments are drawn: variances to 1e3, every activation and own ones, unequal variances, several
inputs, depth 1 upward. Each comparison gives z = (simulated - theory) / standard error. The alarm
is two-sided normal at 1e-6 for all comparisons of a test together (Bonferroni); seeds are fixed.
Each test states its power: the share of comparisons in which an error of 3 % would be noticed. The
old rule of 80 Gauss-Hermite nodes is planted at the end and must be.
"""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from depthlaws import activations, chain, predictive_coding, residual, sims, updates
from depthlaws.sims import residual as simulated
from depthlaws.sims import scalar
from depthlaws.sims.common import activations as of_sims
from depthlaws.sims.predictive_coding import PCN, Inference, toy, train
from depthlaws.sims.predictive_coding.model import seeds
from tests.theory.test_tangent_kernels import plain_gradient

ALARM = 1e-6
PLANTED = 0.03


def sigmoid(x):
    return 0.5 * (1 + np.tanh(x / 2))


OWN = tuple(
    activations.from_function(*parts)
    for parts in (
        ("own tanh", np.tanh, lambda x: 1 - np.tanh(x) ** 2),
        ("sigmoid", sigmoid, lambda x: sigmoid(x) * sigmoid(-x)),
        ("silu", lambda x: x * sigmoid(x), lambda x: sigmoid(x) * (1 + x * sigmoid(-x))),
        ("softplus", lambda x: np.logaddexp(0.0, x), sigmoid),
        ("sine", np.sin, np.cos),
        ("hard tanh", lambda x: np.clip(x, -1, 1), lambda x: (np.abs(x) < 1).astype(float)),
        ("elu", lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))),
         lambda x: np.exp(np.minimum(x, 0))),
        ("steep", lambda x: np.tanh(20 * x), lambda x: 20 * (1 - np.tanh(20 * x) ** 2)),
        ("shifted", lambda x: np.tanh(x - 3), lambda x: 1 - np.tanh(x - 3) ** 2),
    )
)  # fmt: skip
EVERY = (*activations.ACTIVATIONS.values(), activations.leaky_relu(-0.3), *OWN)
SMOOTH = ("tanh", "gelu", "erf", *(a for a in OWN if a.name in {"silu", "softplus", "hard tanh"}))


def gauss_hermite(activation, nodes=80):
    """The kernels as they were: fixed nodes, whatever the variance."""
    x, weight = np.polynomial.hermite_e.hermegauss(nodes)
    weight = weight / weight.sum()

    def mean(f):
        def integral(first, cross, second):
            first, cross, second = (np.asarray(v, float) for v in (first, cross, second))
            deviation = np.sqrt(np.maximum(second - cross**2 / first, 0.0))
            centre = (cross / np.sqrt(first))[..., None] * x
            inner = f(centre[..., None] + deviation[..., None, None] * x) @ weight
            return np.sum(f(np.sqrt(first)[..., None] * x) * inner * weight, axis=-1)

        return integral

    return replace(
        activation, dual=mean(activation.function), gate=mean(activation.derivative), slopes=None
    )


class Comparisons:
    """z of many comparisons, their alarm and their power."""

    def __init__(self):
        self.z, self.shares, self.names = [], [], []

    def add(self, name, samples, theory, error=None, size=None):
        """Compare theory with a mean over axis 0, element by element; ``size`` of 1, or theory."""
        mean, size = np.mean(samples, axis=0), theory if size is None else size
        if error is None:
            error = np.std(samples, axis=0, ddof=1) / math.sqrt(len(samples))
        for m, t, e, largest in np.broadcast(mean, theory, error, size):
            self.z.append(float((m - t) / e))
            self.shares.append(float(abs(PLANTED * largest) / e))
            self.names.append(name)

    @property
    def limit(self):
        return stats.norm.isf(ALARM / 2 / len(self.z))

    @property
    def worst(self):
        return float(np.max(np.abs(self.z)))

    @property
    def power(self):
        """Share of comparisons that would notice an error of 3 % with a probability above 1/2."""
        return float(np.mean(np.array(self.shares) > self.limit))

    def hold(self, power):
        at = int(np.argmax(np.abs(self.z)))
        assert self.worst < self.limit, f"{self.names[at]}: z = {self.z[at]:.1f}"
        assert self.power >= power, f"power {self.power:.2f}"


# -- kernels -------------------------------------------------------------------------------------


def kernels(acts, draws, pairs=60_000):
    """Dual and gate kernels beside the means over Gaussian pairs of the simulator's functions."""
    rng, out = np.random.default_rng(1), Comparisons()
    x, y = rng.standard_normal((2, pairs))
    for act, _ in itertools.product(acts, range(draws)):
        a, b = 10.0 ** rng.uniform(-3, 3, 2)
        rho = float(rng.choice([1.0, -1.0, 0.0, *rng.uniform(-1, 1, 5)]))
        u = math.sqrt(a) * x
        v = math.sqrt(b) * (rho * x + math.sqrt(1 - rho * rho) * y)
        cross, of_sim = (
            rho * math.sqrt(a) * math.sqrt(b),
            of_sims.get(act if act.name not in of_sims.ACTIVATIONS else act.name),
        )
        for gate, f in ((False, of_sim.function), (True, of_sim.derivative)):
            theory, first, second = (
                activations.dual(*moments, act, gate=gate)
                for moments in ((a, cross, b), (a, a, a), (b, b, b))
            )
            values, size = f(u) * f(v), math.sqrt(first * second)
            error = max(np.std(values) / math.sqrt(pairs), 1e-9 * size)
            if np.count_nonzero(values) > 200:  # enough for a normal mean
                name = f"{act.name} {gate} {a:.3g} {rho:.3g} {b:.3g}"
                out.add(name, values, theory, error, size)
    return out


def test_kernels_of_every_activation_are_means_over_draws():
    kernels(EVERY, 5).hold(power=0.5)


# -- streams -------------------------------------------------------------------------------------


def streams(acts, draws, width=4096, samples=40):
    """Covariances of the last states of two inputs, tied, looped and untied."""
    rng, out = np.random.default_rng(2), Comparisons()
    for act, _ in itertools.product(acts, range(draws)):
        loops, layers = (int(n) for n in rng.choice([1, 2, 3, 6], 2))
        start = np.diag(10.0 ** rng.uniform(-2, 3, 2))
        start[0, 1] = start[1, 0] = rng.uniform(-1, 1) * math.sqrt(start[0, 0] * start[1, 1])
        words = {
            "eps": float(rng.choice([-1, 1]) * 10.0 ** rng.uniform(-1, 0.2)),
            "s": float(rng.uniform(0.5, 4)),
            "normalize": bool(rng.random() < 0.25),
            "h0": start,
        }
        theory = residual.Stream(loops=loops, layers=layers, activation=act, **words).kernel
        model = sims.residual.ResidualMLP(
            width=width, loops=loops, layers=layers, activation=act, **words
        )
        run = simulated.matrix_free.simulate(
            model, sims.residual.Ensemble(samples=samples, seed=3), observe="kernel"
        )
        moved, exact = (_moved(kernel) for kernel in (run.kernel.values, theory))
        first, second = np.triu_indices(2)
        size = np.sqrt(np.outer(np.diag(exact), np.diag(exact)))
        # Its coordinates are nearly Gaussian: draws may not show an error below theirs.
        error = np.std(moved, axis=0, ddof=1) / math.sqrt(samples)
        error = np.maximum(error, size / math.sqrt(width * samples))
        name = f"{act.name} {loops} x {layers} {words}"
        pairs = (moved[:, first, second], *(m[first, second] for m in (exact, error, size)))
        out.add(name, *pairs)
    return out


def _moved(kernel):
    """Return the covariances of h_K - h_0 of all pairs of inputs."""
    return kernel[..., -1, -1] - kernel[..., -1, 0] - kernel[..., 0, -1] + kernel[..., 0, 0]


def test_streams_of_every_activation_are_wide_networks():
    streams(EVERY, 1).hold(power=0.6)


def test_the_old_rule_is_noticed():
    for checked in (kernels, streams):
        planted = checked([gauss_hermite(a) for a in OWN if a.name in {"own tanh", "hard tanh"}], 4)
        assert planted.worst > 1.5 * planted.limit, checked.__name__
