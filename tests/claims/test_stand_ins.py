"""Claims on small networks: depth as the papers count it, bands and forecasts as readings say."""

import functools
import importlib
import math
import re
from pathlib import Path

import numpy as np
import pytest

from depthlaws.claims.engine.records import Context
from depthlaws.claims.engine.verdicts import weakest
from depthlaws.figures import figures
from depthlaws.sims.common.jackknife import pseudo_values
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.networks.effective_depth import effective_depths
from depthlaws.theory import updates
from depthlaws_papers.ammup.claims import networks, printed, trained_networks
from depthlaws_papers.ammup.figures.networks import law
from depthlaws_papers.looped.claims import rates_of_networks, window
from depthlaws_papers.looped.figures.network_steps import _stream

FILES = (
    *("ammup.claims.networks", "ammup.claims.trained_networks"),
    *("looped.claims.networks", "looped.claims.first_steps_of_networks"),
    *("looped.claims.rates_of_networks", "pc.claims.toy_at_512", "pc.claims.trained_at_512"),
    *("pc.claims.after_200_steps", "pc.claims.inference_in_training"),
)
CLAIMS = {
    claim.id: claim
    for name in FILES
    for claim in importlib.import_module(f"depthlaws_papers.{name}").CLAIMS
    if getattr(claim.checks[0], "stand_in", False)
}
REVIEW = Path(__file__).parents[2] / "docs" / "errata-review.md"
AFTER = ("set after the run", "chosen after the run", "when the runs had been seen")


def parts(check):
    """Return a check, or the checks of its readings."""
    return [*getattr(check, "readings", {"": check}).values()]


@functools.cache
def drawn(name):
    """Data of a figure, and its facts."""
    figure = figures()[name]
    data = figure.data(figure.quick, 0)
    return data, figure.facts(data, figure.quick)


def measured(name):
    """Data of every check of a claim, of each of its readings."""
    for evidence in judged(name):
        data = evidence.data
        yield from [data] if "n" in data else data.values()


# -- depth -----------------------------------------------------------------------------------------


def test_the_depth_of_a_vit_is_that_of_table_5():
    """The printed scaled rates are the source's times (L / L0)^(-3/2)."""
    source = effective_depths("ViT", printed.SOURCE_BLOCKS)["2 D + 2"]
    for blocks, (_, scaled, *_) in printed.TABLE_5.items():
        depth = effective_depths("ViT", blocks)["2 D + 2"]
        moved = float(printed.SOURCE_RATE) * (depth / source) ** -1.5
        assert moved == pytest.approx(float(scaled), rel=0.01)


def test_depths_are_counted_in_one_place():
    assert {n: [*effective_depths(n, 4)] for n in ("CNN, GELU", "ResNet", "ViT")} == {
        "CNN, GELU": ["L"],
        "ResNet": ["m + K", "K"],
        "ViT": ["2 D + 2"],
    }
    for name, count, depths in (
        ("CNN", "L", [2, 4, 6, 10, 16]),
        ("ResNet", "m + K", [4, 6, 8, 12, 18]),
        ("ResNet", "K", [2, 4, 6, 10, 16]),
        ("ViT, pre-norm", "2 D + 2", [4, 6, 8, 10, 14]),
    ):
        assert trained_networks.depths(name, count).tolist() == depths
        slopes = np.polyfit(np.log(depths), np.log(trained_networks.best_rates(name)), 1)[0]
        np.testing.assert_allclose(trained_networks.exponents(name, count), slopes)
    rate = stored_run("image-exponents").rate.sel(network="ViT")
    slopes = np.polyfit(np.log([10, 18, 34, 66]), np.log(rate.transpose("depth", "sample")), 1)[0]
    np.testing.assert_allclose(networks.fitted(rate, "ViT"), slopes)


# -- bands, forecasts and statistics ---------------------------------------------------------------


@functools.cache
def judged(name):
    """Evidence of the checks of a claim."""
    return [check.run(Context()) for check in CLAIMS[name].checks]


def test_the_review_has_each_stand_in_with_its_verdict():
    text = REVIEW.read_text(encoding="utf-8").split("## Stand-ins")[1].split("\n## ")[0]
    rows = re.findall(r"^\| ([A-Z]+-[\w-]+) \| ([A-Z ]+) \|", text, re.MULTILINE)
    verdicts = {name: weakest([one.verdict for one in judged(name)]) for name in CLAIMS}
    assert dict(rows) == verdicts


@pytest.mark.parametrize("name", CLAIMS)
def test_a_reading_says_whose_band_it_is_when_it_was_set_and_how_the_forecast_fared(name):
    claim = CLAIMS[name]
    reading = claim.reading.replace("held-out", "")
    assert re.search(r"\b[Oo]ur bands?\b", reading)
    checks = [one for check in claim.checks for one in parts(check)]
    assert any(one.set_after for one in checks) == any(words in reading for words in AFTER)
    assert not {"what is printed", "is printed"} & {reading}
    if all(one.forecast is None for one in checks):
        assert "forecast" in reading
        return
    fates = {one.get("forecast fate", "is open") for one in measured(name)
             if "forecast" in one or "interval" not in one}  # fmt: skip
    worst = next(fate for fate in ("failed", "is open", "held") if fate in fates)
    assert re.search(rf"[Oo]ur forecasts?[^.]*(\.\d[^.]*)*\b{worst}", reading), (worst, reading)


def test_forecasts_are_those_of_the_laws():
    curves, _ = drawn("ammup-networks")
    exact = zip(curves.curve.values.tolist(), curves.law_slope.values.tolist(), strict=True)
    slopes = {name: round(slope, 2) for name, slope in exact}
    convolutions = (2, 4, 6, 10, 16)
    wide = updates.max_update_rate("plain", convolutions, loss="ce", outputs=10)
    limit = round(float(np.polyfit(np.log(convolutions), np.log(wide), 1)[0]), 2)
    blocks = np.polyfit(np.log(convolutions), np.log(law("ResNet", convolutions, 32)), 1)[0]
    post, pre = slopes["ViT, trained"], slopes["ViT, pre-norm, trained"]
    forecasts = {
        "AMMUP-N-CNN": [slopes["CNN, first step"]],
        "AMMUP-N-RESNET": [slopes["ResNet, first step"]],
        "AMMUP-N-VIT": [slopes["ViT, first step"]],
        "AMMUP-N-TRAINED-CNN": [(slopes["CNN, trained"], limit)],
        "AMMUP-N-TRAINED-RESNET": [slopes["ResNet, trained"], round(float(blocks), 2)],
        "AMMUP-N-TRAINED-VIT": [post],
        "AMMUP-N-TRAINED-NORM": [round(pre - post, 2)],
    }
    for name, expected in forecasts.items():
        values = [one.forecast for check in CLAIMS[name].checks for one in parts(check)]
        assert values == expected, name


def test_forecasts_of_norms_are_those_of_relu_theory():
    norms = stored_run("looped-norms").sel(stack="looped", scaling="none", loops=1)
    gain = math.sqrt(2 * (float((norms.norm**2).mean()) / float(norms.start.mean()) ** 2 - 1))
    for name, rule, layers in (
        ("LOOP-N-FIG2-linear", "linear", 1),
        ("LOOP-N-FIG2-sqrt", "sqrt", 1),
        ("LOOP-N-FIG2-ten-linear", "linear", 1),
        ("LOOP-N-T3", "factorized", 2),
    ):
        first, last = (_stream(layers, rule, n, gain).energies[-1] for n in (8, 64))
        slope = math.log(last / first) / 2 / math.log(8)
        assert {one.forecast for one in CLAIMS[name].checks} == {round(slope, 2)}


def test_pseudo_values_have_the_error_of_the_statistic():
    """Largest over smallest of a mean curve, against many draws of it."""
    rng = np.random.default_rng(0)

    def curves(shape):
        return np.array([1.0, 2.0, 4.0])[:, None] * rng.lognormal(sigma=0.4, size=shape)

    drawn = [(m := curves((3, 60)).mean(axis=1)).max() / m.min() for _ in range(400)]
    values = window.spreads(curves((3, 60)))
    error = values.std(ddof=1) / math.sqrt(60)
    assert 0.7 < error / np.std(drawn) < 1.4
    assert abs(values.mean() - np.mean(drawn)) < 5 * error
    linear = rng.normal(size=(2, 9))
    np.testing.assert_allclose(pseudo_values(lambda m: m[1] - m[0], linear), linear[1] - linear[0])


def test_the_window_of_n_is_one():
    for name, claim in CLAIMS.items():
        if name.startswith("LOOP-N-FIG2") or "FIG4-none" in name or "RELU-exponents" in name:
            assert window.WINDOW in claim.reading or name == "LOOP-N-T3", name


def test_trained_streams_are_looked_at_around_the_best_swept_rate():
    half, best, twice = rates_of_networks.RATES
    assert best == rates_of_networks.best_swept_rate()
    assert (2 * half, twice) == (best, 2 * best)


# -- titles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [f for f in figures() if "network" in f])
def test_a_number_in_the_title_of_a_network_figure_is_in_its_data(name):
    numbers = set(re.findall(r"-?\d+\.\d+", figures()[name].says))
    if numbers:
        facts = " ".join(drawn(name)[1].values())
        assert numbers <= set(re.findall(r"-?\d+\.\d+", facts))
