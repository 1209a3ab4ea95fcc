"""Inference in the errors beside descent written out, finite differences and dense Hessians."""

import mpmath
import numpy as np
import pytest

from depthlaws import predictive_coding as pc
from depthlaws.theory import formula


class Case:
    """A network with skips or without, and its layers, data and precisions of every kind."""

    def __init__(self, seed, outputs):
        rng = self.rng = np.random.default_rng([seed, outputs])
        depth, width = int(rng.integers(2, 6)), int(rng.integers(1, 5))
        shapes = [(width, 3), *[(width, width)] * (depth - 2), (outputs, width)]
        self.weights = [0.7 * rng.standard_normal(shape) for shape in shapes]
        self.x, self.y = rng.standard_normal((5, 3)), rng.standard_normal((5, outputs))
        skips = bool(rng.integers(2))
        scale = rng.uniform(0.4, 1.2, depth)
        equal = float(rng.uniform(0.3, 3))
        precision = [1.0, equal, rng.choice([0.3, 1.0, 2.0], depth)][seed % 3]
        self.words = {"skips": skips, "scale": scale, "precision": precision}
        self.words["output_precision"] = float(rng.uniform(0.3, 3))
        self.precisions = np.full(depth, 1.0) * precision
        self.precisions[-1] *= self.words["output_precision"]
        self.scale = scale

    @property
    def layers(self):
        layers = [c * w for c, w in zip(self.scale, self.weights, strict=True)]
        if self.words["skips"]:
            layers[1:-1] = [np.eye(len(m)) + m for m in layers[1:-1]]
        return layers

    def states(self, errors):
        """Return the activities of layers 0..L-1, and what is missing at the output."""
        z = [self.x]
        for layer, error in zip(self.layers, errors, strict=False):
            z.append(z[-1] @ layer.T + error)
        return z, self.y - z[-1] @ self.layers[-1].T

    def descended(self, rate, steps):
        errors = [np.zeros((5, len(m))) for m in self.layers[:-1]]
        for _ in range(steps):
            pulled = self.precisions[-1] * self.states(errors)[1]
            for i in reversed(range(len(errors))):
                pulled = pulled @ self.layers[i + 1]
                errors[i] = errors[i] - rate * (self.precisions[i] * errors[i] - pulled)
        return errors

    def energy(self, z):
        pairs = zip([*z[1:], self.y], z, self.layers, self.precisions, strict=True)
        return sum(p * np.sum((above - below @ m.T) ** 2) for above, below, m, p in pairs) / 10

    def hessian(self):
        """Return the Hessian of a sample's energy in the errors, dense."""
        reach, path = [], np.eye(len(self.layers[-1]))
        for layer in self.layers[:0:-1]:
            path = path @ layer
            reach.insert(0, path)
        rows = np.hstack(reach)
        widths = [len(m) for m in self.layers[:-1]]
        return (
            np.diag(np.repeat(self.precisions[:-1], widths)) + self.precisions[-1] * rows.T @ rows
        )

    def safe_rate(self):
        return 2 / np.linalg.eigvalsh(self.hessian())[-1]


CASES = [(seed, outputs) for seed in range(9) for outputs in (1, 3)]


@pytest.mark.parametrize(("seed", "outputs"), CASES)
def test_steps_are_those_of_descent(seed, outputs):
    case = Case(seed, outputs)
    for steps, share, samples in ((0, 0.5, 1), (1, 0.9, 5), (13, 0.3, 2), (40, 0.97, 1)):
        rate = share * case.safe_rate()
        state = pc.error_step(
            case.weights, case.x, case.y, rate=rate * samples, steps=steps, samples=samples,
            **case.words,
        )  # fmt: skip
        errors = case.descended(rate, steps)
        z, last = case.states(errors)
        for ours, theirs in zip(state.errors, [*errors, last], strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-12)
        for ours, theirs in zip(state.activities, [*z, case.y], strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-12)
        assert state.energy == pytest.approx(case.energy(z), rel=1e-12)


@pytest.mark.parametrize(("seed", "outputs"), CASES)
def test_updates_are_slopes_of_the_energy(seed, outputs):
    """At fixed activities, in a drawn direction; both parts add up to them."""
    case = Case(seed, outputs)
    words = {"rate": 0.3 * case.safe_rate(), "steps": 4, **case.words}
    state = pc.error_step(case.weights, case.x, case.y, **words)
    direction = [case.rng.standard_normal(w.shape) for w in case.weights]
    z, kept, ends = state.activities[:-1], case.weights, []
    for step in (-1e-4, 1e-4):
        case.weights = [w + step * d for w, d in zip(kept, direction, strict=True)]
        ends.append(case.energy(z))
    slope = sum(np.sum(u * d) for u, d in zip(state.updates, direction, strict=True))
    assert slope == pytest.approx(-(ends[1] - ends[0]) / 2e-4, rel=1e-7, abs=1e-10)
    for whole, *parts in zip(state.updates, state.backprop_part, state.ascent_part, strict=True):
        np.testing.assert_allclose(sum(parts), whole, atol=1e-14)


@pytest.mark.parametrize("seed", range(0, 9, 3))
@pytest.mark.parametrize("outputs", [1, 3])
def test_the_ascent_is_that_of_the_rescaling(seed, outputs):
    """Half the slope of tr(A S), A the mean of C r r^T C^T held fixed, in hidden layers."""
    case = Case(seed, outputs)
    case.words |= {"precision": 1.0, "output_precision": 1.0}
    rate, steps = 0.2 * case.safe_rate(), 3
    state = pc.error_step(case.weights, case.x, case.y, rate=rate, steps=steps, **case.words)
    S = np.atleast_2d(pc.rescaling(case.weights, **case.words))
    modes = pc.regime(case.weights, rate=rate, steps=steps, **case.words).eigenvalues
    np.testing.assert_allclose(modes, np.linalg.eigvalsh(S)[-len(modes) :], rtol=1e-12)
    rest = np.linalg.matrix_power(np.eye(outputs) - rate * S, steps)
    C = np.linalg.solve(S, np.eye(outputs) - rest)
    r = case.y - state.forward[-1]
    A = C @ (r.T @ r / 5) @ C
    loss = pc.equilibrium(case.weights, case.x, case.y, **case.words)
    for i, (part, ascent) in enumerate(
        zip(state.backprop_part[:-1], state.ascent_part[:-1], strict=True)
    ):
        slope, at = np.empty_like(ascent), case.weights[i]
        for entry in np.ndindex(at.shape):
            ends = []
            for step in (-1e-5, 1e-5):
                moved = at.copy()
                moved[entry] += step
                weights = [*case.weights[:i], moved, *case.weights[i + 1 :]]
                ends.append(np.trace(A @ np.atleast_2d(pc.rescaling(weights, **case.words))))
            slope[entry] = (ends[1] - ends[0]) / 2e-5
        np.testing.assert_allclose(ascent, slope / 2, atol=1e-8)
        if outputs == 1:
            np.testing.assert_allclose(part, -C[0, 0] * loss.loss_gradients[i], atol=1e-12)
            exact = pc.rescaling_gradient(case.weights, **case.words)[i]
            np.testing.assert_allclose(ascent, A[0, 0] / 2 * exact, atol=1e-12)
    last = (rest + C) @ r.T @ state.activities[-2] / 5 * case.scale[-1]
    np.testing.assert_allclose(state.updates[-1], last, atol=1e-12)
    slopes = pc.rescaling_gradient(case.weights, **case.words)
    for number, parts in zip(state.growth, (state.backprop_part, state.ascent_part), strict=True):
        along = sum(np.sum(a * b) for a, b in zip(slopes, parts, strict=True))
        assert number == pytest.approx(along, rel=1e-12)
    assert outputs > 1 or state.growth[1] > 0


@pytest.mark.parametrize(("seed", "outputs"), CASES)
def test_many_steps_end_at_the_equilibrium(seed, outputs):
    case = Case(seed, outputs)
    words = {"rate": 0.9 * case.safe_rate(), "steps": 10**15, **case.words}
    state = pc.error_step(case.weights, case.x, case.y, **words)
    rest = pc.equilibrium(case.weights, case.x, case.y, **case.words)
    assert state.energy == pytest.approx(rest.energy, rel=1e-12)
    for ours, theirs in zip(state.updates, rest.energy_gradients, strict=True):
        np.testing.assert_allclose(ours, -theirs, atol=1e-11)


@pytest.mark.parametrize(("seed", "outputs"), CASES)
def test_eigenvalues_are_those_of_the_dense_hessian(seed, outputs):
    case = Case(seed, outputs)
    for zero in (False, True):
        if zero:  # errors then reach no output
            case.weights[-1] = 0 * case.weights[-1]
        values = np.linalg.eigvalsh(case.hessian())
        spectrum = pc.inference(case.weights, coordinates="errors", **case.words)
        assert spectrum.smallest == pytest.approx(values[0], rel=1e-11)
        assert spectrum.largest == pytest.approx(values[-1], rel=1e-11)
        assert spectrum.activities == len(values)
        regime = pc.regime(case.weights, rate=1.0, steps=1, samples=4, **case.words)
        if case.precisions[:-1].max() <= values[-1]:
            assert regime.largest_rate == pytest.approx(8 / values[-1], rel=1e-11)


def test_one_unit_has_no_other_direction():
    """With one hidden unit and one output the Hessian is the number s, and the condition 1."""
    for coordinates in ("activities", "errors"):
        spectrum = pc.inference([1.0, 2.0], coordinates=coordinates)
        assert (spectrum.smallest, spectrum.largest) == pytest.approx((5, 5), rel=1e-14)
    assert pc.inference([1.0, 1.0, 2.0], coordinates="errors").condition == pytest.approx(9)


@pytest.mark.parametrize(
    ("rate", "steps", "name"),
    [
        (0.00999, 1, "close to backprop"),
        (0.01001, 1, "interpolates"),
        (0.08999, 1, "interpolates"),
        (0.09001, 1, "climbs s"),
        (0.19999, 10**9, "climbs s"),
        (0.2, 1, "diverges"),
        (0.1, 0, "close to backprop"),
    ],
)
def test_regimes_have_borders_at_a_tenth_and_nine_tenths(rate, steps, name):
    regime = pc.regime([2.0, 3.0], rate=rate, steps=steps)  # s = 10
    assert regime.name == name
    assert (regime.largest_rate, regime.best_rate) == pytest.approx((0.2, 0.1), rel=1e-12)
    c = float((1 - (1 - mpmath.mpf(10) * rate) ** steps) / 10)
    assert regime.climb == pytest.approx(c, rel=1e-12)
    assert regime.settled == pytest.approx((10 * c, 10 * c), rel=1e-12)
    assert pc.regime([2.0, 3.0], rate=rate * 7, steps=steps, samples=7).name == name


def test_a_regime_of_several_outputs_has_both_ends():
    weights = [np.eye(2), np.diag([1.0, 3.0])]  # S = diag(2, 10)
    regime = pc.regime(weights, rate=0.05, steps=2)
    assert regime.settled == pytest.approx((1 - 0.9**2, 1 - 0.5**2))
    assert regime.climb == pytest.approx((1 - 0.9**2) / 2)
    assert regime.best_rate == pytest.approx(2 / 12)
    assert regime.name == "interpolates"


def test_the_climb_is_the_weight_of_the_output_s_error():
    """One output and one precision of hidden layers: e_l = c m_l r, also where these are not 1."""
    for precision, last in ((1.0, 1.0), (0.5, 3.0), (2.0, 0.7)):
        words = {"rate": 0.01, "steps": 3, "precision": precision, "output_precision": last}
        weights = [np.eye(2), np.array([[1.0, 2.0], [0.5, 3.0]]), np.array([[1.0, -1.0]])]
        state = pc.error_step(weights, [[1.0, 2.0]], [3.0], **words)
        c = pc.regime(weights, **words).climb
        r = 3 - state.forward[-1].item()
        for error, path in zip(state.errors, ([0.5, -1.0], [1.0, -1.0]), strict=False):
            np.testing.assert_allclose(error[0], c * r * np.array(path), rtol=1e-12)


def test_laws_keep_their_digits_at_small_steps_and_after_many():
    with mpmath.workdps(60):
        for s, beta, T in ((3.0, 1e-14, 4), (1e6, 1e-9, 10**6), (1.5, 0.6, 7), (40.0, 0.02, 300)):
            left = (1 - mpmath.mpf(beta) * s) ** T
            weight = formula("pc-error-weight")(s, beta, T)
            assert weight == pytest.approx(float((1 - left) / s), rel=1e-14)
            energy = formula("pc-error-energy")(s, beta, T)
            exact = 1 / mpmath.mpf(s) + (1 - 1 / mpmath.mpf(s)) * left**2
            assert energy == pytest.approx(float(exact), rel=1e-12)


def test_a_published_example():
    """FabricPC's worked example: S = 10, energy 1.25 and output error -1/2 at the minimum."""
    state = pc.error_step([2.0, 3.0], [[1.0]], [1.0], rate=0.1, steps=1)
    assert (state.energy, state.errors[-1].item()) == pytest.approx((1.25, -0.5))
    fast, slow = ((1 - (1 - 1e-3 * e) ** 5) for e in (16.45, 2.0))
    weights = [np.eye(2), np.diag(np.sqrt([1.0, 15.45]))]
    regime = pc.regime(weights, rate=1e-3, steps=5)
    assert regime.settled == pytest.approx((slow, fast), rel=1e-12)
    assert (round(slow, 3), round(fast, 3)) == (0.01, 0.08)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"rate": 0.0}, "rate must be positive"),
        ({"rate": np.nan}, "rate must be finite"),
        ({"steps": -1}, "steps must be at least 0"),
        ({"steps": 1.5}, "steps must be"),
        ({"samples": 0}, "samples must be at least 1"),
        ({"precision": [1.0, -2.0]}, r"precision\[1\] must be positive, got -2"),
        ({"precision": 0}, "precision must be positive, got 0"),
        ({"precision": [1.0]}, "precision must be one number or one for each of the 2 layers"),
        ({"output_precision": 0}, "output_precision must be positive"),
        ({"weights": [1.0]}, "at least two layers"),
    ],
)
def test_bad_input_is_named(words, message):
    given = {"weights": [2.0, 3.0], "rate": 0.1, "steps": 1} | words
    for ask in (lambda w, **k: pc.error_step(w, [[1.0]], [1.0], **k), pc.regime):
        with pytest.raises((ValueError, TypeError), match=message):
            ask(given["weights"], **{k: v for k, v in given.items() if k != "weights"})


def test_a_rate_beyond_the_doubles_says_the_largest():
    with pytest.raises(ValueError, match=r"rate must be below 0\.2 .* at 1 .* in 1,000 steps"):
        pc.error_step([2.0, 3.0], [[1.0]], [1.0], rate=1.0, steps=1000)
