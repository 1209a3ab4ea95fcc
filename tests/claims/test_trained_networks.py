"""Best rates of trained networks from their runs: least losses, transfer, what is not located."""

import numpy as np
import pytest
import xarray as xr

from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.parametrization.recommended_law import CAUTION
from depthlaws_papers.ammup.claims import trained_networks
from depthlaws_papers.looped.claims import rates_of_networks
from depthlaws_papers.looped.claims.rates_of_networks import over_loops
from depthlaws_papers.pc.claims.beyond import trained

RATES = 2.0 ** np.arange(-8, 3)
DEPTHS = np.array([2, 4, 8, 16])
BEST = [1.0, 0.5, 0.25, 0.125]  # exponent -1 in the depth


def runs(shift=(0, 0)):
    """Losses (log2 rate - log2 best)^2, two seeds; the second has its best rates shifted."""
    log = np.log2(RATES) - np.log2(np.array(BEST))[:, None, None]
    loss = (log - np.array(shift)[:, None]) ** 2 + 1.0
    diverged = np.zeros(loss.shape)
    diverged[..., -1] = 1
    diverged[1, :, 0] = loss[1, :, 0] = np.nan  # a run that was not made
    # A seed that was not trained.
    loss, diverged = (
        np.pad(x, ((0, 0), (0, 1), (0, 0)), constant_values=np.nan) for x in (loss, diverged)
    )
    dims = ("network", "place", "seed", "rate")
    return xr.Dataset(
        {
            "train": (dims, loss[None]),
            "diverged": (dims, diverged[None]),
            "depth": (("network", "place"), DEPTHS[None]),
            "learning_rate": (("network", "rate"), RATES[None]),
        },
        {"network": ["CNN"]},
    )


@pytest.fixture
def stored(monkeypatch):
    def store(dataset):
        monkeypatch.setattr(trained_networks, "stored_run", lambda _: dataset)

    return store


def test_exponents_and_errors_are_those_of_the_best_rates(stored):
    stored(runs())
    np.testing.assert_allclose(trained_networks.best_rates("CNN"), np.transpose([BEST, BEST]))
    np.testing.assert_allclose(trained_networks.exponents("CNN"), -1)
    for exponent, apart in ((-1.5, 0.5), (0.0, 1.0)):
        expected = apart * np.log10(DEPTHS[1:] / 2)
        for seed in range(2):
            errors = trained_networks.errors("CNN", exponent)[:, seed]
            np.testing.assert_allclose(errors, expected, atol=1e-12)
    np.testing.assert_allclose(trained_networks.gain("CNN")(), -0.5 * np.log10(4))


def test_the_loss_paid_is_that_at_the_moved_rate(stored):
    stored(runs())
    unmoved = trained_networks.paid("CNN", np.ones(4))
    np.testing.assert_allclose(unmoved[:, 0], [1, 4, 9])
    np.testing.assert_allclose(trained_networks.paid("CNN", np.full(4, 3.0)), np.inf)
    np.testing.assert_allclose(trained_networks.paid("CNN", 2.0 / DEPTHS), 0, atol=1e-12)
    assert np.isnan(trained_networks.paid("CNN", np.full(4, 1e-9))).all()


def test_a_best_rate_at_an_end_of_the_sweep_is_not_located(stored):
    stored(runs(shift=(0, -6)))
    best = trained_networks.best_rates("CNN")
    assert np.isfinite(best[:, 0]).all()
    assert np.isnan(best[-1, 1])
    assert not np.isfinite(trained_networks.exponents("CNN")[1])


def test_shifts_that_the_caution_of_transfer_names_are_those_of_the_runs():
    first, _, *rates = (one.rate for one in over_loops("fixed", "linear", 0.99).optima)
    falls = [f"{first / rate:.1f}" for rate in rates]
    assert f"{min(falls)} to {max(falls)} times lower" in CAUTION


def test_exponents_of_best_rates_are_those_that_their_file_names():
    text = " ".join(rates_of_networks.__doc__.split())
    for rule in ("linear", "sqrt"):
        check = over_loops("fixed", rule, 0.99)
        found = f"{check.drift:.2f} ({check.low:.2f} to {check.high:.2f}) under {rule}"
        assert found in text


def test_a_run_goes_on_until_the_loss_has_halved(monkeypatch):
    """A longer run has the same steps: its length changes no number of the claims."""
    model, training = PCN(width=8, depth=3), {"seed": 1, "samples": 2, "observe": ("loss",)}
    history, step = trained._halved(model, steps=3, rate=0.5, **training)
    whole, same = trained._halved(model, steps=96, rate=0.5, **training)
    assert 3 < step == same < history.sizes["step"] < whole.sizes["step"]
    np.testing.assert_array_equal(history.loss, whole.loss[..., : history.sizes["step"]])
    mean = whole.loss.sel(rule="pc").mean("sample")
    assert mean[step] <= mean[0] / 2 < mean[step - 1]
    monkeypatch.setattr(trained, "MAX_STEPS", 4)
    with pytest.raises(ValueError, match=r"fall to half of .* in 6 steps, got"):
        trained._halved(model, steps=3, rate=1e-6, **training)
