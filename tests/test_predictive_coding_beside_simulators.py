"""Theory of predictive coding beside its simulator, over the whole range.

Linear networks are drawn: both kinds, depths 2 to 6, widths 1 to 6 for single networks and up to 40
for means, every parametrisation, several outputs and inputs, precisions and richness over a decade.
Single networks are compared to ERROR, to DIFFERENCE where the simulator's energies are differenced.
Means give z = (simulated - theory) / standard error; the limit is that of a two-sided normal at
ALARM for all comparisons of a test together. ``simulated_laws.toml`` lists errors of the theory
that the comparisons notice.
"""

import itertools
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from depthlaws import predictive_coding as pc
from depthlaws.sims.predictive_coding import PCN, Inference, infer, toy, train
from depthlaws.sims.predictive_coding.model import seeds
from tests.comparisons import Comparisons

ALARM = 1e-5
ERROR, DIFFERENCE = 1e-8, 1e-5
NAMES = ("sp", "kaiming", "ntk", "mean_field", "mup")
EXACT = Inference()


class Drawn(NamedTuple):
    """A network with its weights, and one to three inputs with targets."""

    model: PCN
    weights: list[np.ndarray]
    x: np.ndarray
    y: np.ndarray

    @property
    def words(self) -> dict[str, Any]:
        """Return the options of theory."""
        return {
            "skips": self.model.network == "residual",
            "scale": self.model.multipliers,
            "output_precision": self.model.output_precision,
        }

    def at(self, weights: list[np.ndarray]) -> "Drawn":
        return self._replace(weights=weights)

    def energy(self) -> float:
        return float(infer(self.model, EXACT, self.weights, self.x, self.y)[1][-1])

    def first_energy(self, start: list[np.ndarray] | None = None) -> float:
        """Return the energy at given activities, by default those of the pass forward."""
        one = Inference(method="gradient", iterations=0)
        return float(infer(self.model, one, self.weights, self.x, self.y, start=start)[1][0])


def drawn(rng: np.random.Generator, *, outputs: int = 3, samples: int = 3) -> Drawn:
    features, m, count = (int(n) for n in rng.integers(1, (5, outputs + 1, samples + 1)))
    network = str(rng.choice(["mlp", "residual"]))
    model = PCN(
        width=int(rng.integers(1, 7)), depth=int(rng.integers(2, 7)), features=features, outputs=m,
        network=network, parametrization=str(rng.choice(NAMES)),
        gamma0=float(10 ** rng.uniform(-0.5, 0.5)),
        output_precision=float(10 ** rng.uniform(-0.5, 0.5)),
        **({"alpha": float(rng.uniform(0, 1))} if network == "residual" else {}),
    )  # fmt: skip
    size = 10 ** rng.uniform(-1, 0.5)
    weights = [size * rng.standard_normal(shape) for shape in model.shapes]
    return Drawn(
        model, weights, rng.standard_normal((count, features)), rng.standard_normal((count, m))
    )


def networks(seed: int, **kind: int) -> Iterator[tuple[np.random.Generator, Drawn]]:
    rng = np.random.default_rng(seed)
    for _ in range(40):
        yield rng, drawn(rng, **kind)


def slope(one: Drawn, direction: list[np.ndarray], of: Any, step: float = 1e-4) -> float:
    """Return the derivative of a simulated number along a direction of the weights."""
    ends = [
        of(one.at([w + sign * step * d for w, d in zip(one.weights, direction, strict=True)]))
        for sign in (-2, -1, 1, 2)
    ]
    return float(np.dot([1, -8, 8, -1], ends)) / (12 * step)


def along(gradients: list[np.ndarray], direction: list[np.ndarray]) -> float:
    return sum(float(np.sum(g * d)) for g, d in zip(gradients, direction, strict=True))


def test_equilibria_are_those_that_inference_finds():
    for _, one in networks(31):
        theory = pc.equilibrium(one.weights, one.x, one.y, **one.words)
        z, energy = infer(one.model, EXACT, one.weights, one.x, one.y)
        assert theory.energy == pytest.approx(energy[-1], rel=ERROR)
        for ours, theirs in zip(theory.activities[1:], z, strict=False):
            np.testing.assert_allclose(ours, theirs, rtol=ERROR, atol=ERROR * np.abs(theirs).max())
        at_start = one.first_energy()
        assert one.model.output_precision * theory.loss == pytest.approx(at_start, rel=ERROR)


def test_gradients_are_slopes_of_simulated_energies():
    for rng, one in networks(32):
        theory = pc.equilibrium(one.weights, one.x, one.y, **one.words)
        direction = [rng.standard_normal(w.shape) for w in one.weights]
        size = theory.loss * one.model.output_precision
        for gradients, of, factor in (
            (theory.energy_gradients, Drawn.energy, 1.0),
            (theory.loss_gradients, Drawn.first_energy, one.model.output_precision),
        ):
            expected = slope(one, direction, of)
            tolerance = DIFFERENCE * max(abs(expected), size)
            assert abs(factor * along(gradients, direction) - expected) < tolerance


def test_the_rescaling_is_the_loss_over_the_energy():
    def ratio(one: Drawn) -> float:
        return one.first_energy() / one.model.output_precision / one.energy()

    for rng, one in networks(33, outputs=1, samples=1):
        assert pc.rescaling(one.weights, **one.words) == pytest.approx(ratio(one), rel=ERROR)
        direction = [rng.standard_normal(w.shape) for w in one.weights]
        expected = slope(one, direction, ratio)
        actual = along(pc.rescaling_gradient(one.weights, **one.words), direction)
        assert abs(actual - expected) < DIFFERENCE * max(abs(expected), ratio(one))


def simulated_hessian(one: Drawn) -> np.ndarray:
    """Return second differences of the simulated energy in the hidden activities, exact."""
    shapes = [(one.model.depth - 1, 1, one.model.width)]
    count = math.prod(shapes[0])

    def energy(z: np.ndarray) -> float:
        return one.first_energy(list(z.reshape(shapes[0])))

    unit = np.eye(count)
    rest, alone = energy(np.zeros(count)), [energy(u) for u in unit]
    out = np.empty((count, count))
    for i in range(count):
        for j in range(i + 1):
            both = energy(unit[i] + unit[j])
            out[i, j] = out[j, i] = both - alone[i] - alone[j] + rest
    return out


def test_the_activity_hessian_is_that_of_the_simulated_energy():
    rng = np.random.default_rng(34)
    for _ in range(8):
        one = drawn(rng, samples=1)
        H = simulated_hessian(one)
        size = np.abs(H).max()
        actual = pc.activity_hessian(one.weights, **one.words)
        np.testing.assert_allclose(actual, H, atol=ERROR * size, rtol=0)
        spectrum = pc.inference(one.weights, **one.words)
        values = np.linalg.eigvalsh(H)
        assert 2 / spectrum.largest_step == pytest.approx(values[-1], rel=1e-7)
        assert spectrum.condition == pytest.approx(values[-1] / values[0], rel=1e-6)


def test_inference_diverges_beyond_the_largest_step():
    for _, one in itertools.islice(networks(35, samples=1), 15):
        limit = pc.inference(one.weights, **one.words).largest_step
        energy = one.energy()
        for factor, diverges in ((0.97, False), (1.03, True)):
            steps = Inference(method="gradient", step=factor * limit, iterations=200)
            try:
                path = infer(one.model, steps, one.weights, one.x, one.y)[1]
                grows = path[-1] - energy > 2 * (path[0] - energy)
            except ArithmeticError:
                grows = True
            assert grows == diverges


def test_steps_in_the_errors_are_those_of_the_simulator():
    for rng, one in itertools.islice(networks(38), 20):
        limit = pc.inference(one.weights, coordinates="errors", **one.words).largest_step
        steps, rate = int(rng.integers(0, 12)), float(rng.uniform(0.01, 0.95)) * limit
        how = Inference(
            method="gradient", coordinates="errors", batch="sum", step=rate, iterations=steps
        )
        z, path = infer(one.model, how, one.weights, one.x, one.y)
        theory = pc.error_step(one.weights, one.x, one.y, rate=rate, steps=steps, **one.words)
        assert theory.energy == pytest.approx(path[-1], rel=ERROR)
        for ours, theirs in zip(theory.activities[1:], z, strict=False):
            np.testing.assert_allclose(ours, theirs, rtol=ERROR, atol=ERROR * np.abs(theirs).max())
        for sign in (-1, 1):
            far = Inference(
                method="gradient", coordinates="errors", batch="sum",
                step=(1 + 0.03 * sign) * limit, iterations=300,
            )  # fmt: skip
            try:
                path = infer(one.model, far, one.weights, one.x, one.y)[1]
                grows = path[-1] > 2 * path[0]
            except ArithmeticError:
                grows = True
            share = pc.regime(one.weights, rate=far.step, steps=1, **one.words)
            assert grows == (sign > 0) == (share.name == "diverges")


def z_of_mean(values: np.ndarray, mean: Any) -> np.ndarray:
    """Return z of means over axis 0."""
    return (values.mean(axis=0) - mean) / (values.std(axis=0) / math.sqrt(len(values) - 1))


def z_of_variance(values: np.ndarray, variance: float) -> float:
    """Return z of the variance of values (sample,), by the error of its estimate."""
    square, fourth = (np.mean((values - values.mean()) ** k) for k in (2, 4))
    return float((square - variance) / np.sqrt((fourth - square**2) / len(values)))


def test_moments_of_the_rescaling_are_those_of_drawn_networks():
    rng, out = np.random.default_rng(36), Comparisons(ALARM)
    for _ in range(16):
        network, name = str(rng.choice(["mlp", "residual"])), str(rng.choice(NAMES))
        words: dict[str, Any] = {"network": network, "gamma0": float(10 ** rng.uniform(-0.3, 0.5))}
        words["parametrization"] = name
        if network == "residual":
            words["alpha"] = float(rng.uniform(0.3, 1))
        width, depth = int(rng.integers(12, 41)), int(rng.integers(2, 6))
        run = train(
            PCN(width=width, depth=depth, **words), EXACT, samples=600, seed=width, steps=0,
            inputs=1, rules="pc", observe="rescaling",
        )  # fmt: skip
        s = run.rescaling.to_numpy().ravel()
        mean, variance = (
            f(width, depth, **words) for f in (pc.expected_rescaling, pc.rescaling_variance)
        )
        z = z_of_mean(s, mean), z_of_variance(s, variance)
        out.add(f"{width} {depth} {words}", z)
    out.hold()


def test_wide_networks_follow_the_course_at_infinite_width():
    """Losses, N (s - 1) and N^2 (1 - cosine) of two widths, without their term of 1/width."""
    rng, out, inputs, samples = np.random.default_rng(37), Comparisons(ALARM), 4, 320
    task = toy(seeds(3, 0)[0], inputs=inputs)
    kernel = task.x @ task.x.T / task.x.shape[1]
    y = task.y[:, 0]
    for network in ("mlp", "residual", "mlp", "residual"):
        words: dict[str, Any] = {
            "network": network,
            "depth": int(rng.integers(2, 5)),
            "gamma0": float(rng.uniform(0.7, 2)),
        }
        rate, steps = float(rng.uniform(0.02, 0.08)), 6
        course = pc.wide_descent(kernel, y, steps=steps, learning_rate=rate, **words)
        seen = []
        for width in (24, 48):
            run = train(
                PCN(width=width, **words), EXACT, samples=samples, seed=3, steps=steps, rate=rate,
                inputs=inputs, rules="bp", observe=("loss", "rescaling", "cosine"),
            )  # fmt: skip
            names = ("loss", "rescaling", "cosine")
            loss, s, cosine = (run[n].values.reshape(samples, -1) for n in names)
            seen.append((loss, width * (s - 1), width**2 * (1 - cosine[:, 0])))
        limits = [2 * whole - half for half, whole in zip(*seen, strict=True)]
        out.add(f"loss {words}", z_of_mean(limits[0][:, 1:], course.loss[1:]))
        out.add(f"excess {words}", z_of_mean(limits[1], course.excess))
        signal = float(y @ kernel @ y) / inputs**2
        energy = float(y @ y) / (2 * inputs)
        angle = pc.misalignment(10**6, signal=signal, energy=energy, **words) * 1e12
        out.add(f"misalignment {words}", z_of_mean(limits[2], angle))
    out.hold()
