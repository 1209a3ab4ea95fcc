"""Scrambled Sobol points, bit for bit those of SciPy."""

import numpy as np
import pytest
from scipy.stats import qmc

from depthlaws.theory.numerics import sobol


@pytest.mark.parametrize("dimension", [1, 2, 3, 7, 33, 129, 600])
@pytest.mark.parametrize("size", [1, 2, 16, 1024])
def test_points_are_scipys(dimension, size):
    ours, theirs = (np.random.default_rng(dimension + size) for _ in range(2))
    for _ in range(2):  # and what they leave of the generator
        wanted = qmc.Sobol(dimension, rng=theirs).random(size)
        np.testing.assert_array_equal(sobol.points(size, dimension, ours), wanted)


def test_where_scipy_keeps_no_numbers_its_own_points_are_taken(monkeypatch, tmp_path):
    wanted = sobol.points(8, 5, np.random.default_rng(3))
    monkeypatch.setattr(sobol, "_file", lambda: tmp_path / "none.npz")
    np.testing.assert_array_equal(sobol.points(8, 5, np.random.default_rng(3)), wanted)


def test_sizes_that_are_not_possible():
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="a power of two, got 12"):
        sobol.points(12, 2, rng)
    with pytest.raises(ValueError, match="up to 21201 dimensions, not in 21202"):
        sobol.points(2, 21202, rng)
