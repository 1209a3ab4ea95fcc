"""A simulator that counts its calls, for tests of sweeps."""

import pytest

from tests.sims.counted_walks import Walk


@pytest.fixture
def walk():
    return Walk()
