"""Two simulators, one law: matrix-free streams against dense ones, and against exact algebra."""

import tracemalloc

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from depthlaws.sims.common.optimizers import SGD, AdamW, Noise, Sign
from depthlaws.sims.residual import dense as residual
from depthlaws.sims.residual import gaussian_matrix, matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.trained_matrix import TrainedMatrix
from tests.sims.flat import flat

LEVEL = 1e-3  # family-wise false-alarm rate of one comparison (Bonferroni), seeds fixed
PASSES = (
    "energy", "linear", "quadratic", "coordinate", "largest", "activation_mean", "kernel",
    "overlaps", "cosines", "gradient_energy", "gradient_kernel", "weight_gradient",
)  # fmt: skip
STEPS = (
    "energy", "change", "last_change", "readout", "loss", "coherence", "nonlinear",
    "gradient_energy", "weight_gradient", "largest",
)  # fmt: skip


def rounded(x):
    """Keep nine digits, and no rounding noise around zero: values that can be equal must be."""
    mantissa, exponent = np.frexp(np.where(np.abs(x) < 1e-12, 0.0, x))
    return np.ldexp(np.round(mantissa * 2**30) / 2**30, exponent)


def columns(data, per_observable=4):
    """Yield name and samples of a few entries of every observable that vary."""
    for name, values in data.data_vars.items():
        flat = rounded(values.values.reshape(values.shape[0], -1))
        flat = flat[:, [np.unique(column).size > 1 for column in flat.T]]
        picked = np.unique(np.linspace(0, flat.shape[1] - 1, per_observable).astype(int))
        for column in flat[:, picked].T:
            yield name, column[np.isfinite(column)]


def differences(one, other):
    """P-values of equal laws: Kolmogorov-Smirnov, and three moments of a bounded transform."""
    result = []
    for (name, x), (_, y) in zip(columns(one), columns(other), strict=True):
        result.append((stats.ks_2samp(x, y, method="asymp").pvalue, name, "ks"))
        scale = np.median(np.abs(np.concatenate([x, y]))) + 1e-300
        f, g = x / (scale + np.abs(x)), y / (scale + np.abs(y))  # moments exist at any width
        for order in (1, 2, 3):
            a, b = f**order, g**order
            sem = np.sqrt(a.var() / a.size + b.var() / b.size)
            z = (a.mean() - b.mean()) / sem if sem else 0.0
            result.append((2 * stats.norm.sf(abs(z)), name, f"moment {order}"))
    return sorted(result)


def same_law(one, other):
    result = differences(one, other)
    return result[0][0] > LEVEL / len(result), result[:3]


MODELS = {
    "tied, width 32": {"width": 32, "loops": 8, "eps": 8**-0.5},
    "tied, more loops than coordinates": {"width": 3, "loops": 8, "eps": 0.5},
    "tied, width 1": {"width": 1, "loops": 4, "eps": 0.7, "activation": "gelu"},
    "tied, unit loops, width 2": {"width": 2, "loops": 5, "eps": 1.0, "s": 1.4, "h0": 2.0},
    "pre-norm": {"width": 4, "loops": 6, "eps": 0.6, "normalize": True},
    "untied": {"width": 8, "layers": 5, "eps": 0.6, "activation": "leaky_relu:0.2"},
    "blocks, two inputs": {
        "width": 4,
        "loops": 3,
        "layers": 2,
        "eps": 0.5,
        "h0": ((1.0, 0.3), (0.3, 2.0)),
        "activation": "tanh",
    },
}


@pytest.mark.parametrize("options", MODELS.values(), ids=MODELS)
def test_passes_forward_and_back_have_the_law_of_dense_ones(options):
    model = ResidualMLP(**options)
    runs = [
        simulator.simulate(model, Ensemble(samples=12_000, seed=seed, probe=1.5), observe=PASSES)
        for simulator, seed in ((matrix_free, 1), (residual, 2))
    ]
    assert all(runs[0][name].dims == runs[1][name].dims for name in PASSES)
    same, worst = same_law(*runs)
    assert same, worst


TRAININGS = {
    "sgd, tied": (
        {"width": 16, "loops": 6, "eps": 0.4},
        {"optimizer": SGD(0.5)},
    ),
    "three sgd steps with decay, more products than coordinates": (
        {"width": 3, "loops": 5, "eps": 0.5},
        {"optimizer": SGD(0.3, decay=0.3), "steps": 3, "loss": "mse", "target": 0.4},
    ),
    "sgd, pre-norm blocks, two inputs": (
        {
            "width": 4,
            "loops": 2,
            "layers": 2,
            "eps": 0.6,
            "normalize": True,
            "h0": ((1.0, -0.2), (-0.2, 1.0)),
        },
        {"optimizer": SGD(0.5), "steps": 2},
    ),
    "noise": (
        {"width": 4, "loops": 5, "eps": 0.5},
        {"optimizer": Noise(0.8, decay=0.2), "steps": 2},
    ),
    "sign": (
        {"width": 5, "loops": 4, "eps": 0.5},
        {"optimizer": Sign(0.4, decay=0.2), "steps": 2},
    ),
    "adamw": (
        {"width": 4, "loops": 2, "layers": 2, "eps": 0.5},
        {"optimizer": AdamW(0.4, decay=0.2), "steps": 3},
    ),
}


@pytest.mark.parametrize(("options", "how"), TRAININGS.values(), ids=TRAININGS)
def test_training_has_the_law_of_dense_training(options, how):
    model = ResidualMLP(**options)
    runs = [
        flat(simulator.train, model, samples=6_000, seed=seed, observe=STEPS, **how)
        for simulator, seed in ((matrix_free, 3), (residual, 4))
    ]
    assert all(runs[0][name].dims == runs[1][name].dims for name in STEPS)
    same, worst = same_law(*runs)
    assert same, worst


def descent(width, seed):
    """Readout lost by a small step of gradient descent, over rate |gradient|^2, if any."""
    model = ResidualMLP(width=width, loops=5, layers=2, eps=0.5)
    data = matrix_free.train(
        model, Ensemble(samples=50, seed=seed), SGD(1e-7), observe=("readout", "weight_gradient")
    )
    gradient = data["weight_gradient"].isel(step=0).sum("layer")
    alive = gradient > 1e-4  # the readout's last digit, over the rate, is 1e-9
    return (-data["readout"].diff("step").isel(step=0)[alive] / (1e-7 * gradient[alive])).values


@pytest.mark.parametrize("width", [2, 30, 3000])
def test_descent_is_the_squared_gradient(width):
    """<v, dh_K> = -(rate / d) |G|^2 to first order: W and its transpose are one matrix."""
    np.testing.assert_allclose(descent(width, 5), 1, atol=1e-4)


def test_that_identity_notices_a_backward_pass_independent_of_the_forward_one(monkeypatch):
    """Forget, at each product, what products from the other side have revealed."""
    draw_image = GaussianMatrix._draw_image

    def forgetful(self, near, far, gain):
        draw_image(self, near, gaussian_matrix.Basis(0), gain)

    monkeypatch.setattr(GaussianMatrix, "_draw_image", forgetful)
    assert np.abs(descent(30, 5) - 1).mean() > 0.1


def test_the_comparison_notices_a_missing_rank_test(monkeypatch):
    """Width 8, 24 loops: draws for directions that are not new would change the law."""
    orthogonalise = gaussian_matrix._orthogonalise

    def always_new(x, square, near):
        coordinates, length = orthogonalise(x, square, near)
        noise = np.random.default_rng(near.count).standard_normal(x.shape)
        old = length == 0
        near.vectors[old, near.count] = (noise / np.linalg.norm(noise, axis=1)[:, None])[old]
        return coordinates, np.where(old, 1e-16, length)

    monkeypatch.setattr(gaussian_matrix, "_orthogonalise", always_new)
    model = ResidualMLP(width=8, loops=24, eps=0.5)
    wrong, right = (
        simulator.simulate(model, Ensemble(samples=4_000, seed=seed))
        for simulator, seed in ((matrix_free, 7), (residual, 8))
    )
    assert differences(wrong, right)[0][0] < 1e-12


def test_the_comparison_notices_a_forgotten_update(monkeypatch):
    """Steps that move the stream by one part in ten are not lost in the noise."""
    monkeypatch.setattr(TrainedMatrix, "descend", lambda *_, **__: None)
    model = ResidualMLP(width=16, loops=4, eps=0.25)
    wrong, right = (
        simulator.train(model, Ensemble(samples=4_000, seed=seed), SGD(0.1), observe=("readout",))
        for simulator, seed in ((matrix_free, 9), (residual, 10))
    )
    assert differences(wrong, right)[0][0] < 1e-12


def revealed(multiply, width, samples):
    """Matrix of a linear map, column by column."""
    units = np.broadcast_to(np.eye(width)[:, None, None, :], (width, samples, 1, width))
    return np.stack([multiply(unit)[:, 0, :] for unit in units], axis=-1)


@pytest.mark.parametrize("known", [False, True], ids=["lazily", "fully known before"])
@pytest.mark.parametrize(
    "optimizer", [SGD(0.3, 0.1), Sign(0.3, 0.1), AdamW(0.2, 0.1)], ids=lambda o: type(o).__name__
)
def test_steps_are_those_of_the_revealed_matrix(optimizer, known):
    """W(t) revealed at last is the dense optimiser's W(t), started from W(0) revealed at last."""
    width, samples, pairs, decay = 6, 4, 3, 1 - optimizer.rate * optimizer.decay
    rng = np.random.default_rng(11)
    start = GaussianMatrix(rng.standard_normal, width=width)
    model = ResidualMLP(width=width, loops=1, eps=1.0)
    weights = matrix_free.MatrixFree(model, [], "float64", inputs=1)
    matrix = weights._matrices[0] = TrainedMatrix(start)
    if known:
        revealed(matrix.matvec, width, samples)
    factors = np.random.default_rng(12).standard_normal((2, 2, samples, pairs, width))
    for step, (left, right) in enumerate(factors):
        matrix.matvec(right[:, :2])
        weights.descend(optimizer, step, 0, left, right)
    after = revealed(matrix.matvec, width, samples)
    transposed = revealed(matrix.rmatvec, width, samples)
    w, memory = revealed(lambda x: start.matvec(x[:, 0, :])[0][:, None, :], width, samples), {}
    for left, right in factors:
        gradient = np.einsum("spi,spj->sij", left, right)
        w = decay * w - optimizer.rate / width * optimizer.direction(gradient, memory, None)
    np.testing.assert_allclose(after, w, atol=1e-11)
    np.testing.assert_allclose(transposed.swapaxes(1, 2), w, atol=1e-11)


def test_elementwise_updates_do_not_depend_on_the_block_of_rows(monkeypatch):
    """One row at a time gives the numbers of all rows at once."""
    model = ResidualMLP(width=7, loops=3, eps=0.5)
    how = {"optimizer": AdamW(0.3), "steps": 2, "samples": 5, "seed": 13}
    at_once = flat(matrix_free.train, model, **how)
    monkeypatch.setattr("depthlaws.sims.residual.elementwise_updates.ENTRIES_AT_ONCE", 1)
    xr.testing.assert_allclose(flat(matrix_free.train, model, **how), at_once, rtol=1e-9)


def test_inputs_and_cotangents_are_those_of_the_dense_run():
    """With one seed both simulators start from the same numbers."""
    model = ResidualMLP(width=5, loops=2, eps=0.5, h0=((1.0, 0.5), (0.5, 1.0)))
    one, other = (
        simulator.simulate(
            model, Ensemble(samples=2500, seed=14), observe=("kernel", "gradient_energy")
        )
        for simulator in (matrix_free, residual)
    )
    xr.testing.assert_equal(
        one["kernel"].isel(time=0, time_other=0), other["kernel"].isel(time=0, time_other=0)
    )
    last = {"time": -1}
    xr.testing.assert_equal(one["gradient_energy"][last], other["gradient_energy"][last])
    assert (one["energy" if "energy" in one else "kernel"] != other["kernel"]).any()


def test_results_depend_on_the_seed_alone():
    """Neither workers, nor batches, nor later samples change a sample."""
    model = ResidualMLP(width=40, loops=4, eps=0.5)
    base = matrix_free.simulate(model, Ensemble(samples=2100, seed=15))
    for workers, batch in ((2, None), (1, 7)):
        again = matrix_free.simulate(
            model, Ensemble(samples=2100, seed=15, workers=workers, batch=batch)
        )
        xr.testing.assert_identical(again, base)
    block = 1024
    fewer = matrix_free.simulate(model, Ensemble(samples=block, seed=15))
    xr.testing.assert_identical(fewer["energy"], base["energy"][:block])
    assert (
        matrix_free.simulate(model, Ensemble(samples=3, seed=16))["energy"] != base["energy"][:3]
    ).any()


def test_wide_limit():
    """Tied energies at width 20 000 against the exact limit (claim LOOP-A-X1)."""
    cases = {(8, 1 / 8): 1.551100186859395, (16, 1 / 4): 39.38584110215921}
    for (loops, eps), limit in cases.items():
        model = ResidualMLP(width=20_000, loops=loops, eps=eps)
        energy = matrix_free.simulate(model, Ensemble(samples=24, seed=17))["energy"].values
        ratio = energy[:, -1] / energy[:, 0]  # homogeneous: |h_0| drops out
        assert abs(ratio.mean() - limit) < 5 * ratio.std(ddof=1) / np.sqrt(24)


def test_single_precision_is_the_same_law():
    """float32 at a width where directions run out, against float64."""
    model = ResidualMLP(width=4, loops=6, eps=0.5)
    one, other = (
        matrix_free.simulate(
            model,
            Ensemble(samples=8_000, seed=18 + i, dtype=dtype),
            observe=("energy", "gradient_energy"),
        )
        for i, dtype in enumerate(("float32", "float64"))
    )
    same, worst = same_law(one, other)
    assert same, worst


def test_runs_on_the_strict_namespace():
    """Only standard array functions are called, forward, backward and in steps of every kind."""
    model = ResidualMLP(width=3, loops=2, layers=2, eps=0.5, h0=((1.0, 0.2), (0.2, 1.0)))
    for optimizer in (SGD(0.3, decay=0.1), Noise(0.3), AdamW(0.3)):
        how = {"optimizer": optimizer, "steps": 2, "samples": 3, "seed": 20}
        strict, plain = (flat(matrix_free.train, model, device=d, **how) for d in ("strict", "cpu"))
        np.testing.assert_allclose(strict["change"], plain["change"], rtol=1e-9)


def peak_vectors(model, **options):
    """Peak traced memory of a run, in vectors of the model's width."""
    tracemalloc.start()
    flat(matrix_free.simulate, model, samples=1, seed=21, dtype="float32", **options)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / (4 * model.width)


def test_memory_is_two_vectors_per_product():
    """Forward: a basis vector and an image per loop, and half a dozen vectors besides.

    A thread draws into 2 MiB more, one vector of this width.
    """
    tied = ResidualMLP(width=500_000, loops=16, eps=1 / 16)
    assert peak_vectors(tied) < 2 * 16 + 8 + 1
    assert peak_vectors(tied, observe=("gradient_energy",)) < 5 * 16 + 10
    untied = ResidualMLP(width=500_000, layers=16, eps=1 / 4)
    assert peak_vectors(untied) < 10 + 1


def test_dead_and_repeated_activations():
    """All-zero activations draw nothing and leave the stream where it is."""
    model = ResidualMLP(width=50, loops=3, layers=2, eps=0.5)
    start = -np.linspace(1, 2, 50)
    data = matrix_free.train(
        model, Ensemble(samples=2, seed=22, start=start), SGD(0.1), observe=("energy", "change")
    )
    np.testing.assert_array_equal(data["energy"], np.full((2, 2, 7), start @ start / 50))
    np.testing.assert_array_equal(data["change"], 0)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"samples": 0}, ValueError, "samples must be at least 1"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"seed": None}, TypeError, "seed must be an integer"),
        ({"batch": 0}, ValueError, "batch must be at least 1"),
        ({"dtype": "float16"}, ValueError, "float32 or float64"),
        ({"observe": "energies"}, ValueError, "nearest are energy"),
        ({"start": np.ones(4)}, ValueError, "width 3"),
    ],
)
def test_bad_input_is_named(options, error, message):
    model = ResidualMLP(width=3, loops=2, eps=0.5)
    with pytest.raises(error, match=message):
        flat(matrix_free.simulate, model, **{"samples": 1, "seed": 0} | options)


def test_a_run_that_cannot_fit_is_refused_with_its_size():
    model = ResidualMLP(width=10**12, loops=16, eps=1 / 16)
    with pytest.raises(MemoryError, match=r"needs 2.83e\+05 GiB"):
        matrix_free.simulate(model, Ensemble(samples=1, seed=0))


def test_an_optimizer_that_is_neither_low_rank_nor_elementwise_is_refused():
    class Shampoo:
        rate, decay = 0.1, 0.0

        def direction(self, gradient, memory, normal):
            return gradient

    model = ResidualMLP(width=3, loops=2, eps=0.5)
    with pytest.raises(TypeError, match="SGD, Muon, Noise, Sign or AdamW"):
        matrix_free.train(model, Ensemble(samples=1, seed=0), Shampoo())
