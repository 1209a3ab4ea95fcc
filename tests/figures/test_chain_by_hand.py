"""Variables of the chain figures, computed a second time with one weight in a loop."""

import math
from itertools import groupby

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from depthlaws.figures import figure

NETWORKS = ("feedforward", "block1", "block2")


def total(network, L, w):
    """Product of all layers with equal weights."""
    return {"feedforward": w, "block1": 1 + w / L**0.5, "block2": 1 + w**2 / L}[network] ** L


def slope(network, L, w):
    """Derivative of the total weight by one weight."""
    layer = {"feedforward": w, "block1": 1 + w / L**0.5, "block2": 1 + w**2 / L}[network]
    return layer ** (L - 1) * {"feedforward": 1, "block1": L**-0.5, "block2": 2 * w / L}[network]


def weight(network, L, a):
    """Weight at which the total is a."""
    layer = a ** (1 / L)
    return {
        "feedforward": layer,
        "block1": (layer - 1) * L**0.5,
        "block2": (max(layer - 1, 0) * L) ** 0.5,
    }[network]


def sharpness(network, L, r):
    """Sum of squared slopes over all weights, at the minimum."""
    return L * slope(network, L, weight(network, L, r)) ** 2


def descend(network, L, r, eta, w, steps):
    """Total weights of all steps of gradient descent on (r - total)^2 / 2."""
    totals = [total(network, L, w)]
    for _ in range(steps):
        w += eta * (r - totals[-1]) * slope(network, L, w)
        totals.append(total(network, L, w))
    return np.array(totals)


def longest(good):
    """Indices of the first and the last rate of the longest run of good ones."""
    runs = [[*run] for is_good, run in groupby(range(len(good)), good.__getitem__) if is_good]
    best = max(runs, key=len)
    return best[0], best[-1]


def start(name, ds, network, L):
    one = figure(name).quick
    return one.total ** (1 / L) if network == "feedforward" else one.weight


AGNOSTIC = {
    "feedforward": lambda c, L: c / L,
    "block1": lambda c, L: c,
    "block2": lambda c, L: c * L,
}


@pytest.mark.parametrize("network", NETWORKS)
def test_losses_and_windows_of_figure_2(network):
    ds = figure("chain-fig2").small().sel(network=network)
    one = figure("chain-fig2").quick
    row = NETWORKS.index(network)
    for column in (0, 1):
        r = one.targets[row][column]
        for L in ds.depth.values.astype(int):
            w, S = start("chain-fig2", ds, network, L), sharpness(network, L, r)
            at = ds.isel(column=column).sel(depth=L)
            np.testing.assert_allclose(at.edge, {
                "feedforward": 2 / S * L, "block1": 2 / S, "block2": 2 / S / L
            }[network], rtol=1e-9)  # fmt: skip
            etas = {"scaled": ds.k.values / S}
            etas["agnostic"] = np.array([AGNOSTIC[network](c, L) for c in at.c.values])
            for rule, values in etas.items():
                with np.errstate(over="ignore", invalid="ignore"):
                    last = [descend(network, L, r, eta, w, 30)[-1] for eta in values]
                    loss = (r - np.array(last)) ** 2 / 2
                bounded = loss < 1e-3  # beyond, rounding errors grow from step to step
                np.testing.assert_allclose(
                    at[rule].values[bounded], loss[bounded], rtol=1e-4, atol=1e-24
                )
                ends = longest(list(loss < float(at.threshold)))
                x = ds.k.values if rule == "scaled" else at.c.values
                np.testing.assert_allclose(at[f"{rule}_window"], x[[*ends]])


def test_windows_common_to_all_depths():
    ds = figure("chain-success-windows").small()
    for rule in ("scaled", "agnostic"):
        window = ds[f"{rule}_window"].transpose("network", "depth", "end").values
        common = ds[f"{rule}_common"].transpose("network", "end").values
        np.testing.assert_array_equal(common[:, 0], window[:, :, 0].max(axis=1))
        np.testing.assert_array_equal(common[:, 1], window[:, :, 1].min(axis=1))
    L = int(ds.depth[-1])
    for network in NETWORKS:
        at = ds.sel(network=network, depth=L)
        S, w = sharpness(network, L, 2), start("chain-success-windows", ds, network, L)
        losses = [(2 - descend(network, L, 2, k / S, w, 30)[-1]) ** 2 / 2 for k in ds.k.values[:18]]
        seen = 10 ** at.scaled.values[:18]
        np.testing.assert_allclose(seen, losses, rtol=1e-6, atol=1e-25)
        edge = {"feedforward": 2 * L / S, "block1": 2 / S, "block2": 2 / S / L}[network]
        np.testing.assert_allclose(at.edge, edge, rtol=1e-9)
        etas = [AGNOSTIC[network](c, L) for c in at.c.values]
        with np.errstate(over="ignore", invalid="ignore"):
            losses = np.array([(2 - descend(network, L, 2, e, w, 30)[-1]) ** 2 / 2 for e in etas])
        small = (losses < 1e-3) & (losses > 1e-25)  # beyond, rounding errors grow
        assert small.sum() > 4
        np.testing.assert_allclose(10 ** at.agnostic.values[small], losses[small], rtol=1e-4)
        threshold = figure("chain-success-windows").quick.thresholds[NETWORKS.index(network)]
        for rule, x in (("scaled", ds.k), ("agnostic", at.c)):
            good = list(at[rule].values < math.log10(threshold))
            np.testing.assert_allclose(at[f"{rule}_window"], x.values[[*longest(good)]])
        np.testing.assert_allclose(at.r, 2)


@pytest.mark.parametrize("kind", ["weight", "total"])
def test_losses_of_figure_6(kind):
    ds = figure("chain-fig6").small().sel(start=kind)
    r, k = 2.0, 0.1
    for L in ds.depth.values[np.isfinite(ds.depth.values)].astype(int):
        w = -0.4 if kind == "weight" else weight("block1", L, 0.01 * r)
        totals = descend("block1", L, r, k / sharpness("block1", L, r), w, 200)
        at = ds.sel(depth=L)
        steps = at.step.values.astype(int)
        np.testing.assert_allclose(at.loss, (r - totals[steps]) ** 2 / 2, rtol=1e-6, atol=1e-25)
        np.testing.assert_allclose(at.alpha0, totals[0] / r)
    assert np.isnan(ds.alpha0.sel(depth=math.inf)) == (kind == "weight")
    assert (float(ds.weight), float(ds.total)) == (-0.4, 0.01)
    panel = figure("chain-fig6").canvas(figure("chain-fig6").small()).axes[kind == "total"]
    assert (
        panel.get_title(loc="left")
        == {
            "weight": "equal layer weights $w_l(0)=-0.4$",
            "total": r"equal total weights $\alpha(0)=0.01$",
        }[kind]
    )


def test_totals_of_figures_1_3_and_4():
    ds = figure("chain-fig1").small()
    for L in ds.depth.values.astype(int):
        w = 0.1 ** (1 / L)
        np.testing.assert_allclose(
            ds.stable.sel(depth=L), descend("feedforward", L, 1, 1 / L, w, 20), rtol=1e-9
        )
        edge = descend("feedforward", L, 1, 2 / L, w, 60)
        np.testing.assert_allclose(ds.edge.sel(depth=L), edge[:21], rtol=1e-7)
        np.testing.assert_allclose(
            ds.distance.sel(depth=L), abs(edge[ds.late.values.astype(int)] - 1), atol=1e-7
        )
        np.testing.assert_allclose(ds.sharpness.sel(depth=L), L)
    C = 4 * (1 - 1 / 4) * (5 - 4 / 4) / 3
    np.testing.assert_allclose(ds.decay.sel(deep=4), 1 / np.sqrt(2 * C * ds.late))
    fig3 = figure("chain-fig3").small()
    for k in fig3.rate.values[:3]:
        totals = descend("feedforward", 2, 1, k / 2, 0.1, 30)
        np.testing.assert_allclose(fig3.alpha.sel(rate=k, depth=2), totals, rtol=1e-6)
    fig4 = figure("chain-fig4").small().isel(start=0).sel(depth=2)
    totals = descend("feedforward", 2, 1, 0.05, 0.1**0.5, 400)
    np.testing.assert_allclose(fig4.alpha, totals[fig4.step.values.astype(int)], rtol=1e-9)
    half = math.log(0.5 * 0.9 / (0.1 * 0.5)) / (2 * 0.1 * 0.5)  # of the flow da/dt = 2k/2 a (1 - a)
    np.testing.assert_allclose(fig4.half.sel(deep=2), half)
    later = np.rint(half + 10 * fig4.since).astype(int)
    seen, shown = later.values >= 0, fig4.loss.values
    np.testing.assert_allclose(
        shown[seen], (1 - totals[later.values[seen]]) ** 2 / 2, rtol=1e-6, atol=1e-20
    )


def test_losses_and_escape_of_figure_7():
    ds = figure("chain-fig7").small()
    for L in (1, 2):
        totals = descend("block2", L, 2, 0.1 / sharpness("block2", L, 2), 0.1, 420)
        at = ds.sel(start=0.1, depth=L)
        np.testing.assert_allclose(at.loss, (2 - totals[at.step.values.astype(int)]) ** 2 / 2)
        for r in ds.target.values:
            grows = 2 * (r - 1) / L / sharpness("block2", L, r)  # of w at w = 0, per eta = 1 / S
            np.testing.assert_allclose(ds.escape_theory.sel(depth=L, target=r), grows)


def test_paths_and_frames_of_the_regimes():
    ds = figure("chain-regimes").small()
    expected = {0.8: 0, 1.6: 1, 2.3: 2, 2.8: 3, 4.4: 4, 5.2: 5}
    assert dict(zip(ds["sample"].values, ds.path_regime.values, strict=True)) == expected
    for k in (0.8, 1.6, 2.3):
        totals = descend("feedforward", 4, 1, k / 4, 0.01**0.25, 80)
        np.testing.assert_allclose(ds.path.sel(sample=k), totals**0.25, rtol=1e-6)
    assert int(ds.shown) == 4
    np.testing.assert_array_equal(ds.onset, [1, 2])
    for L in (2, 3):
        for factor, period in ((0.995, 2), (1.005, 4)):  # of the last steps, beside the doubling
            k = factor * float(ds.doubling.sel(deep=L))
            last = descend("feedforward", L, 1, k / L, 0.9, 12_000)[-16:]
            assert len(set(last.round(6))) == period, (L, factor)


def test_captions_have_numbers_found_by_hand():
    """Misses, slopes and plateaus that the captions state."""
    fig6 = figure("chain-fig6")
    ds = fig6.small()
    loss = ds.loss.sel(start="total", depth=4).values
    first = ds.step.sel(start="total").values[np.argmax(loss < loss[0] / 2)]
    assert fig6.facts(ds, fig6.quick)["plateaus"][1] == f"{first:.0f}"
    fig3 = figure("chain-fig3")
    ds = fig3.small()
    gap = np.abs(ds.alpha.sel(rate=1.0, depth=1) - ds.flow.sel(rate=1.0, depth=1)).max()
    assert fig3.facts(ds, fig3.quick)["one"] == f"{float(gap):.2f}"
    fig2 = figure("chain-fig2")
    ds = fig2.small()
    upper = ds.agnostic_window.isel(end=1).transpose("network", "column", "depth").values
    moved = max(row.max() / row.min() for row in upper.reshape(-1, upper.shape[-1]))
    assert fig2.facts(ds, fig2.quick)["moved"] == f"{moved:.0f}"


def flow(network, L, r, k, w, times):
    """Total weights of gradient flow at rate k / S, by an integrator."""
    rate = k / sharpness(network, L, r)
    pull = lambda _, w: rate * (r - total(network, L, w)) * slope(network, L, w)  # noqa: E731
    options = {"t_eval": times, "rtol": 1e-10, "atol": 1e-12, "method": "DOP853"}
    solved = solve_ivp(pull, (0, times[-1]), [w], **options)
    return total(network, L, solved.y[0])


def test_flows_are_those_of_an_integrator():
    """Dotted lines of figures 1, 3, 4, 6 and 7."""
    fig1 = figure("chain-fig1").small().sel(depth=4)
    totals = flow("feedforward", 4, 1, 1, 0.1**0.25, fig1.time.values)
    np.testing.assert_allclose(fig1.flow, totals, rtol=1e-8)
    fig3 = figure("chain-fig3").small().sel(depth=2, rate=1.5)
    totals = flow("feedforward", 2, 1, 1.5, 0.1, fig3.step.values)
    np.testing.assert_allclose(fig3.flow, totals, rtol=1e-7)
    fig4 = figure("chain-fig4").small().isel(start=1).sel(depth=2)
    totals = flow("feedforward", 2, 1, 0.1, 0.05**0.5, np.unique(fig4.step))
    np.testing.assert_allclose(fig4.flow, np.interp(fig4.step, np.unique(fig4.step), totals))
    half = (1 - flow("feedforward", 2, 1, 0.1, 0.5**0.5, 10 * fig4.since.values[12:60])) ** 2 / 2
    first = 10 * float(fig4.since[12])  # the integrator starts at half the target
    assert first > 0
    np.testing.assert_allclose(fig4.flow_loss.values[12:60], half, rtol=1e-6)
    for name, network, w, depth in (
        ("chain-fig6", "block1", weight("block1", 4, 0.02), 4),
        ("chain-fig7", "block2", 0.1, 2),
    ):
        ds = figure(name).small().sel(depth=depth)
        at = ds.sel(start="total") if name == "chain-fig6" else ds.sel(start=0.1)
        totals = flow(network, depth, 2, 0.1, w, at.step.values)
        kept = at.flow_loss.values > 1e-12  # of smaller losses the integrator has no digit
        np.testing.assert_allclose(
            at.flow_loss.values[kept], (2 - totals[kept]) ** 2 / 2, rtol=1e-4
        )
