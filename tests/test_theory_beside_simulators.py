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

from depthlaws import activations, chain, predictive_coding, residual, sims, updates
from depthlaws.sims import residual as simulated
from depthlaws.sims import scalar
from depthlaws.sims.common import activations as of_sims
from depthlaws.sims.predictive_coding import PCN, Inference, toy, train
from depthlaws.sims.predictive_coding.model import seeds
from tests.comparisons import Comparisons
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


class WithPower(Comparisons):
    """Comparisons that know which share of them would notice an error of the theory."""

    def __init__(self):
        super().__init__(ALARM)
        self.shares = []

    def compare(self, name, samples, theory, error=None, size=None):
        """Compare theory with a mean over axis 0, element by element; ``size`` of 1, or theory."""
        mean, size = np.mean(samples, axis=0), theory if size is None else size
        if error is None:
            error = np.std(samples, axis=0, ddof=1) / math.sqrt(len(samples))
        self.add(name, (mean - theory) / error)
        self.shares += np.ravel(np.abs(size) / np.broadcast_to(error, np.shape(mean))).tolist()

    def power(self, planted=PLANTED):
        """Share of comparisons that would notice a relative error with a probability above 1/2."""
        return float(np.mean(np.array(self.shares) * planted > self.limit))

    def hold_with(self, power, planted=PLANTED):
        self.hold()
        assert self.power(planted) >= power, f"power {self.power(planted):.2f}"


# -- kernels -------------------------------------------------------------------------------------


def kernels(acts, draws, pairs=60_000):
    """Dual and gate kernels beside the means over Gaussian pairs of the simulator's functions."""
    rng, out = np.random.default_rng(1), WithPower()
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
                out.compare(name, values, theory, error, size)
    return out


def test_kernels_of_every_activation_are_means_over_draws():
    kernels(EVERY, 5).hold_with(power=0.5)


def normal_kernels(acts, draws, pairs=60_000):
    """Kernels and moments of gates at one variance, beside the simulator's functions."""
    rng, out = np.random.default_rng(10), WithPower()
    x, y = rng.standard_normal((2, pairs))
    for act, _ in itertools.product(acts, range(draws)):
        rho, variance = float(rng.uniform(-1, 1)), float(10 ** rng.uniform(-3, 3))
        of_sim = of_sims.get(act if act.name not in of_sims.ACTIVATIONS else act.name)
        other = rho * x + math.sqrt(1 - rho * rho) * y
        for gate, f in ((False, of_sim.function), (True, of_sim.derivative)):
            theory, size = (activations.kappa(r, act, gate=gate) for r in (rho, 1.0))
            values = f(x) * f(other)
            error = max(np.std(values) / math.sqrt(pairs), 1e-9 * size)
            out.compare(f"{act.name} {gate} {rho:.3g}", values, theory, error, size)
        squares = of_sim.derivative(math.sqrt(variance) * x) ** 2
        if np.count_nonzero(squares > squares.max() / 100) > 1000:  # enough for a normal mean
            q, kurtosis = (
                f(act, variance=variance) for f in (activations.gate, activations.kappa4)
            )
            error = max(np.std(squares) / math.sqrt(pairs), 1e-9 * q)
            out.compare(f"{act.name} {variance:.3g}", squares, q, error)
            fourth = squares**2 / q**2
            error = max(np.std(fourth) / math.sqrt(pairs), 1e-9 * kurtosis)
            out.compare(f"{act.name} {variance:.3g}", fourth, kurtosis, error)
    return out


def test_kernels_and_gates_at_one_variance_are_means_over_draws():
    normal_kernels(EVERY, 2).hold_with(power=0.6)


# -- streams -------------------------------------------------------------------------------------


def streams(acts, draws, width=4096, samples=40):
    """Covariances of the last states of two inputs, tied, looped and untied."""
    rng, out = np.random.default_rng(2), WithPower()
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
        out.compare(name, *pairs)
    return out


def _moved(kernel):
    """Return the covariances of h_K - h_0 of all pairs of inputs."""
    return kernel[..., -1, -1] - kernel[..., -1, 0] - kernel[..., 0, -1] + kernel[..., 0, 0]


def test_streams_of_every_activation_are_wide_networks():
    streams(EVERY, 1).hold_with(power=0.6)


# -- plain networks ------------------------------------------------------------------------------


def plain(acts, draws, width=128, samples=200):
    """Neural tangent kernels beside gradients written out, with the term of 1/width removed."""
    rng, out = np.random.default_rng(4), WithPower()
    for act, _ in itertools.product(acts, range(draws)):
        layers, s = int(rng.choice([1, 2, 3])), float(10.0 ** rng.uniform(-0.3, 1))
        size = 10.0 ** rng.uniform(-1, 1, 2)
        rho = rng.uniform(-1, 1) * math.sqrt(size[0] * size[1])
        gram = np.array([[size[0], rho], [rho, size[1]]])
        theory = updates.plain_tangent_kernel(layers, s, gram, act)
        kernels = []
        for d in (width // 2, width):
            found = []
            for _ in range(samples):
                axes = np.linalg.qr(rng.standard_normal((d, 2)))[0].T
                start = math.sqrt(d) * np.linalg.cholesky(gram) @ axes
                weights, v = rng.standard_normal((layers, d, d)), rng.standard_normal(d)
                rows = plain_gradient(layers, s, act, weights, v, start)[1]
                found.append((rows @ rows.T)[np.triu_indices(2)])
            kernels.append(np.array(found))
        half, whole = kernels
        name = f"{getattr(act, 'name', act)} {layers} {s:.3g}"
        spread = np.outer(np.diag(theory), np.diag(theory)) ** 0.5
        upper = np.triu_indices(2)
        out.compare(name, 2 * whole - half, theory[upper], size=spread[upper])
    return out


def test_tangent_kernels_of_plain_networks_are_those_of_networks():
    plain(SMOOTH, 1).hold_with(power=0.5, planted=0.2)


def gains(acts, draws, width=256, samples=64):
    """Growth of a tangent at the start beside products of gates, layer by layer."""
    rng, out = np.random.default_rng(5), WithPower()
    for act, _ in itertools.product(acts, range(draws)):
        variance = float(10.0 ** rng.uniform(-0.5, 2))
        if activations.kappa4(act, variance=100 * variance) > width / 8:
            continue  # a few gates carry the gain: its mean is not normal
        network = sims.onestep.Architecture(width=width, depth=3, activation=act, variance=variance)
        sampling = sims.onestep.Sampling(samples=samples, seed=6)
        run = sims.onestep.tangent_gain(network, sampling, inputs="gaussian")
        exact, energy, gain = [], 1.0, 1.0
        for _ in range(3):
            gain *= variance * activations.gate(act, variance=energy)
            energy = variance * activations.dual(energy, energy, energy, act)
            exact.append(gain)
        out.compare(f"{getattr(act, 'name', act)} {variance:.3g}", run.gain.values, exact)
    return out


def test_growth_of_tangents_is_the_product_of_gates():
    gains(EVERY, 1).hold_with(power=0.8, planted=0.2)


# -- predictive coding ---------------------------------------------------------------------------


def excesses(acts, draws, narrow=24, wide=96, samples=320):
    """N (loss/F* - 1) at the start, with the term of 1/N^2 removed."""
    rng, out = np.random.default_rng(7), WithPower()
    squares = np.mean(toy(seeds(8, 0)[0], inputs=4).x ** 2, axis=1)
    for act, _ in itertools.product(acts, range(draws)):
        words = {"network": str(rng.choice(["mlp", "residual"])), "depth": int(rng.integers(2, 6))}
        words["gamma0"] = float(rng.uniform(0.8, 2))
        excess = []
        for width in (narrow, wide):
            run = train(
                PCN(width=width, activation=act, **words), Inference(), samples=samples, seed=8,
                steps=0, inputs=4, rules=("pc",), observe=("loss", "energy"),
            )  # fmt: skip
            loss, energy = (
                run[name].values.reshape(samples, -1)[:, 0] for name in ("loss", "energy")
            )
            excess.append(loss / energy - 1)
        limit = predictive_coding.excess_at_start(activation=act, squares=squares, **words)
        found = (wide**2 * excess[1] - narrow**2 * excess[0]) / (wide - narrow)
        out.compare(f"{getattr(act, 'name', act)} {words}", found[:, None], [np.mean(limit)])
    return out


def test_excess_of_the_loss_at_the_start_is_that_of_wide_networks():
    excesses(("tanh", "relu", "gelu", OWN[1], OWN[2], OWN[3]), 1).hold_with(power=0.8, planted=0.1)


# -- chains --------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", ["feedforward", "block1", "block2"])
def test_courses_of_chains_are_those_of_the_flow(network):
    """Deterministic: the solver's error is about 1e-9, so that an error of 1e-7 is noticed."""
    rng = np.random.default_rng(9)
    for L in (1, 2, 3, 5, 12, 40):
        for _ in range(4):
            mu_xx, r, rate = float(rng.uniform(0.2, 3)), float(rng.uniform(1.2, 4)), 0.1
            mu_yx = r * mu_xx
            low = 1 / r if network == "block2" else 0.02
            alpha0 = float(low + (1 - low) * rng.uniform(0.05, 0.95)) if rng.random() < 0.7 else 1.7
            tau = 1 / (rate * chain.sharpness(L, mu_yx, mu_xx, network=network))
            total = alpha0 * r
            factor = total ** (1 / L)
            weight = {
                "feedforward": factor,
                "block1": math.sqrt(L) * (factor - 1),
                "block2": math.sqrt(L * max(factor - 1, 0.0)),
            }
            times = tau * np.array([0.01, 0.3, 2.0])
            flow = scalar.gradient_flow(
                network, np.full(L, weight[network]), times, mu_yx=mu_yx, mu_xx=mu_xx, rate=rate
            )
            words = {"r": r} if network == "block2" else {}
            theory = chain.alpha(times, alpha0, L, tau, network=network, **words)
            np.testing.assert_allclose(flow.total / r, theory, rtol=1e-8)


# -- the fault that this module is for ------------------------------------------------------------


def test_the_old_rule_is_noticed():
    wrong = [gauss_hermite(a) for a in OWN if a.name in {"own tanh", "hard tanh"}]
    for checked in (kernels, streams, plain):
        planted = checked(wrong, 4)
        assert max(planted.z) > planted.limit, checked.__name__
