"""Networks whose gradients are stopped by a dead layer have no logarithm."""

import numpy as np

from depthlaws_papers.ammup.claims.simulated_energies import logs_of_living


def test_a_dead_network_is_left_out():
    """Under seed 4 one of 400 has a layer of 16 units that are all below 0."""
    found = logs_of_living(16, 16, 4)
    assert 390 < len(found) < 400
    assert np.isfinite(found).all()
