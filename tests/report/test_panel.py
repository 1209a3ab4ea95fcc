import base64
import math

import numpy as np
import pytest

from depthlaws.report.explorers.chain import (
    DEPTHS,
    DIVERGED_ALPHA,
    LEVELS,
    SKIPPED_STEPS,
    STEPS,
    panel,
    rates,
)
from depthlaws.sims.scalar import Grid, gradient_descent
from depthlaws.theory import chain


def unpacked(entry):
    """Levels visited at each rate."""
    content, levels = base64.b64decode(entry["ends"]), []
    low, high = entry["levels"]
    while content:
        count = content[0]
        levels.append(np.array([*content[1 : 1 + count]]) * (high - low) / 255 + low)
        content = content[1 + count :]
    return levels


@pytest.fixture(params=DEPTHS, ids="L={}".format)
def L(request):
    """Depth of an entry of the panel, which is computed once a process."""
    return request.param


@pytest.fixture
def entry(L):
    return panel()["depths"][DEPTHS.index(L)]


def test_where_descent_ends_is_what_the_simulator_says(L, entry):
    visited, (low, high) = unpacked(entry), entry["levels"]
    assert entry["rates"] == [0.02, rates(L)[-1], len(visited)]
    assert LEVELS[0] <= low < 1 < high <= LEVELS[1]
    for k in (0.6, 1.5, 2.3, 14.0):  # regular runs: chaos amplifies rounding errors
        i = int(np.argmin(np.abs(rates(L) - k)))
        k = rates(L)[i]
        grid = Grid("feedforward", L, scaled_rate=float(k), mu_yx=1.0, total=0.5, balanced=True)
        run = gradient_descent(grid, steps=STEPS, record=range(SKIPPED_STEPS, STEPS))
        total = run.total.to_numpy().ravel()
        if not np.all(np.isfinite(total) & (np.abs(total) < DIVERGED_ALPHA)):
            assert not len(visited[i])
            continue
        shown = total[(low <= total) & (total <= high)]
        near = np.abs(shown[:, None] - visited[i]).min(axis=1)
        assert near.max() <= (high - low) / 510 * (1 + 1e-9)
        assert len(visited[i]) <= len(np.unique(total))


def test_below_two_every_depth_ends_at_the_target(L, entry):
    low, high = entry["levels"]
    for k, ends in zip(rates(L), unpacked(entry), strict=True):
        if 0.2 < k < 1.9:
            assert np.allclose(ends, 1, atol=(high - low) / 255)


def test_thresholds_and_cycles_are_the_theory_s(L, entry):
    t = entry["thresholds"]
    assert t["leaving"] == (None if math.isinf(L) else chain.leaving_rate(L))
    assert t["divergence"] == (None if math.isinf(L) else chain.divergence_rate(L))
    if L < 2:
        assert entry["cycle"] == []
        return
    assert t["doubling"] == chain.period_doubling_rate(L)
    for k, low, high in entry["cycle"][1::9]:
        exact = chain.two_cycle(k, L)
        assert (low, high) == pytest.approx(exact, abs=2e-5)


def test_the_panel_is_compact():
    assert sum(len(entry["ends"]) for entry in panel()["depths"]) < 200_000
