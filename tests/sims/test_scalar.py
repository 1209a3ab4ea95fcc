"""Gradient descent on scalar networks against the data loss, its differences, and the flow."""

from typing import Any

import numpy as np
import pytest
import xarray as xr

from depthlaws.sims import scalar
from depthlaws.sims.common.cost import OBJECT_BYTES, expected
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.residual import ResidualMLP
from tests.sims.flat import flat_grid

NETWORKS = scalar.NETWORKS
FACTOR = {
    "feedforward": lambda w, depth: w,
    "block1": lambda w, depth: 1 + w / np.sqrt(depth),
    "block2": lambda w, depth: 1 + w**2 / depth,
}


def data_loss(network, w, x, y):
    """Loss of the paper's section 2, from the data themselves."""
    f = np.prod([FACTOR[network](wl, len(w)) for wl in w]) * x
    return np.mean((y - f) ** 2) / 2


def data_gradient(network, w, x, y):
    """Gradient of that loss by complex steps: no cancellation, exact to rounding."""
    steps = 1e-30j * np.eye(len(w))
    return np.array([data_loss(network, w + step, x, y).imag / 1e-30 for step in steps])


@pytest.fixture
def data():
    """Twelve noise-free points."""
    x = np.random.default_rng(3).normal(size=12)
    return x, 1.7 * x


def moments(x, y):
    """Input-output and input moments."""
    return {"mu_yx": float(np.mean(x * y)), "mu_xx": float(np.mean(x * x))}


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_one_step_follows_the_gradient_of_the_data_loss(network, depth, data):
    w = np.random.default_rng(depth).normal(size=depth)
    weight = xr.DataArray(w, dims="layer")
    step = scalar.gradient_descent(
        scalar.Grid(network, depth, rate=0.3, weight=weight, **moments(*data)),
        steps=1,
        record=[0, 1],
        observe=("weights", "loss"),
    )
    np.testing.assert_allclose(step.loss[0], data_loss(network, w, *data), rtol=1e-12)
    alone = scalar.loss(network, w, **moments(*data))
    assert alone == pytest.approx(data_loss(network, w, *data), rel=1e-12)
    moved = (step.weights[0] - step.weights[1]) / 0.3
    np.testing.assert_allclose(moved, data_gradient(network, w, *data), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_hessian_is_the_difference_of_gradients(network, zeros, data):
    w = np.random.default_rng(zeros).normal(size=5)
    w[:zeros] = 0.0  # a zero weight: products over the others must not divide by it
    h = 1e-4
    columns = [
        (data_gradient(network, w + e, *data) - data_gradient(network, w - e, *data)) / (2 * h)
        for e in h * np.eye(5)
    ]
    result = scalar.hessian(network, w, **moments(*data))
    np.testing.assert_allclose(result, np.array(columns), atol=3e-7 * np.max(np.abs(result)))
    np.testing.assert_array_equal(result, result.T)


def test_spectrum_is_that_of_the_hessian_at_every_depth():
    start = scalar.unbalanced(0.7, spread=0.4, layers=4, samples=3, seed=1)
    run = scalar.gradient_descent(
        scalar.Grid(NETWORKS, [4, 2], rate=0.05, mu_yx=1.5, weight=start),
        steps=6,
        record=[0, 6],
        observe=("weights", "spectrum", "sharpness"),
    )
    for network in NETWORKS:
        for depth in (2, 4):
            own = run.sel(network=network, depth=depth, step=6).isel(sample=2, layer=slice(depth))
            expected = np.linalg.eigvalsh(
                scalar.hessian(network, own.weights.to_numpy(), mu_yx=1.5)
            )
            np.testing.assert_allclose(own.spectrum, expected, atol=1e-12)
            assert float(own.sharpness) == pytest.approx(expected[-1])
    assert bool(np.isnan(run.spectrum.sel(depth=2)).isel(layer=[2, 3]).all())
    assert bool(np.isnan(run.weights.sel(depth=2)).isel(layer=[2, 3]).all())


def conserved(network, w):
    """Per-layer quantity whose differences between layers the flow keeps."""
    depth = w.sizes["layer"]
    if network == "block2":
        return np.log(np.abs(w)) + w**2 / (2 * depth)
    return FACTOR[network](w, depth) ** 2


@pytest.mark.parametrize("network", NETWORKS)
def test_flow_keeps_what_it_must_and_descent_does_not(network):
    start = [0.3, 0.5, 0.9, 0.2]
    times = np.linspace(0.0, 30.0, 7)
    flow = scalar.gradient_flow(network, start, times, mu_yx=1.4, mu_xx=0.7, rate=0.2)
    kept = conserved(network, flow.weights)
    gaps = kept - kept.isel(layer=0)
    assert float(abs(gaps - gaps.isel(time=0)).max()) < 1e-9
    assert float(flow.loss[-1]) < 1e-3 * float(flow.loss[0])
    run = scalar.gradient_descent(
        scalar.Grid(
            network, 4, rate=0.2, mu_yx=1.4, mu_xx=0.7, weight=xr.DataArray(start, dims="layer")
        ),
        steps=30,
        record=[0, 30],
        observe=("weights",),
    )
    kept = conserved(network, run.weights)
    gaps = kept - kept.isel(layer=0)
    assert float(abs(gaps - gaps.isel(step=0)).max()) > 1e-4


@pytest.mark.parametrize("network", NETWORKS)
def test_descent_tends_to_the_flow_at_first_order_in_the_rate(network):
    start, errors = [0.4, 0.7, 0.6], []
    flow = scalar.gradient_flow(network, start, [1.0], mu_yx=1.5)
    for steps in (200, 400, 800):
        run = scalar.gradient_descent(
            scalar.Grid(
                network, 3, rate=1.0 / steps, mu_yx=1.5, weight=xr.DataArray(start, dims="layer")
            ),
            steps=steps,
        )
        errors.append(float(run.total[0] - flow.total[0]))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    np.testing.assert_allclose(orders, 1.0, atol=0.01)


def test_equal_weights_stay_equal_and_match_the_one_weight_recursion():
    options: dict[str, Any] = {
        "mu_yx": [0.6, 2.0],
        "mu_xx": [1.0, 1.5],
        "rate": [0.02, 0.2],
        "steps": 40,
        "record": [0, 1, 5, 40],
    }
    starts: list[dict[str, Any]] = [{"weight": [0.3, -0.4]}, {"total": [1.2, 1.6]}]
    for start in starts:
        full = flat_grid(scalar.gradient_descent, NETWORKS, [1, 2, 3, 16], **start, **options)
        one = flat_grid(
            scalar.gradient_descent, NETWORKS, [1, 2, 3, 16], balanced=True, **start, **options
        )
        xr.testing.assert_allclose(full, one, rtol=1e-9, atol=1e-13)
    np.testing.assert_allclose(full.total.sel(step=0, init=1.6), 1.6, rtol=1e-12)
    options["observe"] = ("weights",)
    full = flat_grid(scalar.gradient_descent, NETWORKS, 4, total=1.2, **options).weights
    one = flat_grid(
        scalar.gradient_descent, NETWORKS, 4, total=1.2, balanced=True, **options
    ).weights
    xr.testing.assert_allclose(full, one.isel(layer=0) + 0 * full, rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("network", NETWORKS)
def test_deep_networks_tend_to_the_infinite_one_at_first_order_in_1_over_depth(network):
    depths = [4000, 8000, 16000, np.inf]
    run = scalar.gradient_descent(
        scalar.Grid(network, depths, scaled_rate=0.2, mu_yx=1.8, total=1.2, balanced=True), steps=12
    )
    gap = run.total.isel(step=0) - run.total.isel(step=0).sel(depth=np.inf)
    orders = np.log2(gap.to_numpy()[:2] / gap.to_numpy()[1:3])
    np.testing.assert_allclose(orders, 1.0, atol=0.01)


def test_a_grid_is_its_points_run_one_by_one():
    rates = xr.DataArray(
        [[0.1, 0.2], [0.05, 0.3]], dims=("depth", "rate"), coords={"depth": [3, 5]}
    )
    start = scalar.unbalanced([0.5, 0.8], spread=0.2, layers=5, samples=2, seed=9)
    options: dict[str, Any] = {"observe": ("weights", "loss"), "steps": 10}
    grid = scalar.gradient_descent(
        scalar.Grid(NETWORKS, [3, 5], rate=rates, mu_yx=[1.1, 2.0], weight=start), **options
    )
    for network in NETWORKS:
        for depth in (3, 5):
            alone = scalar.gradient_descent(
                scalar.Grid(
                    network,
                    depth,
                    rate=float(rates.sel(depth=depth)[1]),
                    mu_yx=2.0,
                    weight=start[1, 0],
                ),
                **options,
            )
            same = grid.sel(network=network, depth=depth).isel(data=1, rate=1, init=1, sample=0)
            np.testing.assert_array_equal(same.loss, alone.loss)
            np.testing.assert_array_equal(same.weights[0, :depth], alone.weights[0, :depth])


def test_the_array_api_standard_is_enough():
    options: dict[str, Any] = {
        "rate": [0.1, 0.2],
        "mu_yx": [1.1, 2.0],
        "steps": 5,
        "record": range(6),
        "weight": 0.4,
    }
    extras: list[dict[str, Any]] = [{"observe": scalar.OBSERVABLES}, {"balanced": True}]
    for extra in extras:
        numpy = flat_grid(scalar.gradient_descent, NETWORKS, [2, 3], **options, **extra)
        strict = flat_grid(
            scalar.gradient_descent, NETWORKS, [2, 3], device="strict", **options, **extra
        )
        xr.testing.assert_identical(numpy, strict)
    deep: dict[str, Any] = {"scaled_rate": 0.1, "mu_yx": 1.5, "total": 1.2, "steps": 5}
    xr.testing.assert_identical(
        flat_grid(scalar.gradient_descent, NETWORKS, np.inf, **deep),
        flat_grid(scalar.gradient_descent, NETWORKS, np.inf, device="strict", **deep),
    )


def test_a_diverging_run_leaves_a_gap_and_no_warning():
    run = scalar.gradient_descent(
        scalar.Grid("feedforward", [1, 4], rate=[0.1, 30.0], mu_yx=1.0, weight=0.5),
        steps=400,
        record=range(401),
        observe=("loss", "sharpness"),
    )
    assert np.isfinite(run.loss.sel(rate=0.1)).all()
    assert not np.isfinite(run.loss.sel(rate=30.0, step=400)).any()
    assert np.isnan(run.sharpness.sel(rate=30.0, step=400, depth=4))


def test_unbalanced_starts_share_their_draws_between_depths():
    deep = scalar.unbalanced(0.5, spread=0.1, layers=8, samples=3, seed=5)
    again = scalar.unbalanced(0.5, spread=0.1, layers=8, samples=3, seed=5)
    other = scalar.unbalanced(0.5, spread=0.1, layers=8, samples=3, seed=6)
    xr.testing.assert_identical(deep, again)
    assert not np.allclose(deep, other)
    assert deep.dims == ("sample", "layer")
    normal = np.random.default_rng(checked_seed(5)).standard_normal((3, 8))
    np.testing.assert_allclose(np.log(deep / 0.5), 0.1 * normal, rtol=1e-12, atol=1e-15)


GOOD = {"mu_yx": 1.0, "rate": 0.1, "weight": 0.5, "steps": 3}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rate": float("nan")}, "rate must be finite, got nan"),
        ({"mu_xx": 0.0}, "mu_xx must be positive and finite, got 0"),
        ({"mu_yx": [1.0, np.inf]}, "mu_yx must be finite, got inf"),
        ({"weight": [[0.1, 0.2]]}, "give an xarray.DataArray"),
        (
            {"weight": xr.DataArray([0.1, 0.2], dims="layer")},
            "weight must have 4 layers, those of the deepest network, got 2",
        ),
        ({"steps": -1}, "steps must be at least 0, got -1"),
        ({"record": [4]}, "from 0 to 3"),
        ({"observe": ["losss"]}, "observe must be among"),
        ({"balanced": True, "observe": ["spectrum"]}, "only .*loss.*, got .*spectrum"),
        ({"scaled_rate": 0.1}, "exactly one of rate"),
        ({"total": 0.5}, "exactly one of weight"),
        ({"weight": None, "total": -0.5}, "total must be positive and finite, got -0.5"),
        ({"weight": None, "total": 0.5, "network": "block2"}, "below 1, got 0.5"),
        ({"network": "blok"}, "feedforward, block1, block2; 'blok' is nearest to block2"),
        ({"network": "plain"}, "'plain' is called feedforward here"),
        ({"depth": 0}, "positive integer or inf, got 0"),
        ({"depth": 2.5}, "positive integer or inf, got 2.5"),
        ({"depth": float("nan")}, "positive integer or inf, got nan"),
        ({"depth": [2, 2]}, "listed once"),
        ({"depth": np.inf}, "needs scaled_rate"),
        ({"depth": np.inf, "rate": None, "scaled_rate": 1.0}, "starts from total"),
        ({"rate": xr.DataArray([0.1], dims="depth", coords={"depth": [2]})}, "lacks an entry"),
    ],
)
def test_bad_input_is_named(change, message):
    given: dict[str, Any] = {"network": "feedforward", "depth": 4, **GOOD, **change}
    with pytest.raises(ValueError, match=message):
        flat_grid(scalar.gradient_descent, given.pop("network"), given.pop("depth"), **given)


def test_what_a_grid_will_record_is_counted_before_it_runs():
    """Twice eight bytes a network, point and observable, weights a number a layer; and arrays.

    The last of the three points counts twice: it has names of its own.
    """
    rates = xr.DataArray([0.1, 0.2, 0.3], dims="rate")
    grid = scalar.Grid(["feedforward", "block1"], 4, rate=rates, total=0.5, mu_yx=1.0, mu_xx=1.0)
    cost = expected(
        lambda told: scalar.gradient_descent(
            grid, steps=9, record=[0, 4, 9], observe=("loss", "weights"), progress=told
        )
    )
    assert cost.output == 16 * 6 * (1 + 4) * (3 + 1) + OBJECT_BYTES * 3 * 2


def test_bad_flow_input_is_named():
    with pytest.raises(ValueError, match="times must be increasing"):
        scalar.gradient_flow("feedforward", [0.5], [1.0, 0.5], mu_yx=1.0)
    with pytest.raises(ValueError, match="weight must be finite, got nan"):
        scalar.gradient_flow("feedforward", [0.5, np.nan], [1.0], mu_yx=1.0)


@pytest.mark.parametrize(
    ("record", "says"), [([99], "from 0 to 4, got 99"), ([], "one step or more from 0 to 4")]
)
def test_steps_that_are_not_run_cannot_be_recorded(record, says):
    with pytest.raises(ValueError, match=says):
        flat_grid(
            scalar.gradient_descent, "feedforward", 2, mu_yx=1.0, rate=0.1, weight=0.5, steps=4,
            record=record,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: ResidualMLP(width=4, eps=0.5, visits=b"1"), "visits must be layers .* got b'1'"),
        (lambda: ResidualMLP(width=4, eps=0.5, visits={0, 1}), r"visits must be .* got \{0, 1\}"),
        (lambda: ResidualMLP(width=4, eps=0.5, visits=np.ones((2, 3))), "visits must be layers"),
        (lambda: ResidualMLP(width=4, eps=0.5, scale=-1), "none, sqrt, linear, got -1"),
        (lambda: scalar.Grid("feedforward", [2], mu_yx=1, rate=1, scaled_rate=2), "got rate=1 and"),
        (lambda: scalar.Grid("feedforward", [2], rate=1.0, mu_yx=1.0), "got weight=None and"),
    ],
)
def test_what_is_given_is_named(ask, says):
    with pytest.raises((TypeError, ValueError), match=says):
        ask()
