"""CNNs on images of the paper's size: the stored energies are those of the simulator."""

import numpy as np

from depthlaws.sims.common.stored_runs import stored_run
from depthlaws_papers.ammup.runs.padded_rates import padded_rates


def test_the_stored_energies_are_those_of_the_simulator():
    """Of the first network of each seed, at the least depth."""
    kept = stored_run("padded-rates").energy.sel(depth=4)
    again = padded_rates(samples=1, depths=(4,)).energy.sel(depth=4)
    first = kept.isel(sample=[0, kept.sizes["sample"] // 2])
    np.testing.assert_allclose(again.values, first.values, rtol=1e-3)


def test_a_border_takes_energy_from_every_network():
    run = padded_rates(samples=3, width=4, side=4, depths=(3,))
    zero, circular = (run.energy.sel(padding=padding) for padding in ("zero", "circular"))
    assert (zero < circular).all()
