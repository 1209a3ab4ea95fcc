"""Moves of models that visit some layers more often than others."""

import math

import numpy as np
import pytest

from depthlaws import parametrization, residual
from depthlaws.base.visit_order import visit_counts, visit_order


def moved(law="looped", **sizes):
    (model,) = parametrization.transfer(1e-3, law=law, **sizes)
    return model


@pytest.mark.parametrize("law", ["sp", "looped", "depth_mup", "complete_p"])
@pytest.mark.parametrize("optimizer", ["adam", "muon"])
def test_visits_of_equal_layers_are_layers_and_loops(law, optimizer):
    options = {"law": law, "optimizer": optimizer, "multiplier": 0.2, "to_width": 2048}
    by_visits = moved(visits="4x2", to_visits="8x4", **options)
    plain = moved(layers=4, to_layers=8, loops=2, to_loops=4, **options)
    assert by_visits.settings == plain.settings
    assert by_visits.energy == pytest.approx(plain.energy, rel=1e-12)
    for step, other in zip(by_visits.update, plain.update, strict=True):  # sign steps are sampled
        assert abs(step.size - other.size) <= 5 * math.hypot(step.error, other.error)
    ((uses, setting),) = by_visits.by_visits.items()
    assert (uses, setting) == (4, plain.settings["block matrices"]["multiplier"])
    assert plain.by_visits == {}


@pytest.mark.parametrize(
    ("visits", "to_visits"),
    [
        ("2+4x8+2", "2+4x32+2"),
        ("2+4x8+2", "4+8x16+4"),
        ("1+2x3+3x5", "2+4x6+6x10"),
        ("6", "1+4x4+1"),
        ([0, 1, 2, 1], [0, 1, 2, 1, 1, 3]),
    ],
)
def test_multipliers_are_the_scales_of_the_visits(visits, to_visits):
    """A model tuned at lam/(N_l sqrt L) has the same scales, with the same lam, at the new size.

    By :func:`residual.visit_scales`, which is proved to bound the energy (LOOP-B-X12).
    """
    scales = {}
    for name, order in (("old", visits), ("new", to_visits)):
        labels = visit_order(order)
        counts, eps = visit_counts(labels), residual.visit_scales(order)
        scales[name] = {counts[layer]: e for layer, e in zip(labels, eps, strict=True)}
    move = moved(visits=visits, to_visits=to_visits)
    old = sorted(scales["old"]) * (len(scales["new"]) if len(scales["old"]) == 1 else 1)
    for here, there in zip(old, sorted(scales["new"]), strict=True):
        ratio = scales["new"][there] / scales["old"][here]
        assert move.by_visits[there].factor == pytest.approx(ratio, rel=1e-12)
    most = max(move.by_visits)
    assert move.settings["block matrices"]["multiplier"] == move.by_visits[most]
    layers = [len(visit_counts(visit_order(order))) for order in (visits, to_visits)]
    rate = move.settings["block matrices"]["learning_rate"].factor
    assert rate == pytest.approx(math.sqrt(layers[0] / layers[1]))


def test_energy_and_step_are_those_of_the_stream_with_these_visits():
    move = moved(visits="1+2x4+1", to_visits="1+2x8+1", multiplier=0.1, width=64, init_std=0.125)
    before = residual.Stream(visits="1+2x4+1", eps=0.1, s=1.0, normalize=True)
    scales = np.array([0.1] + [0.05] * 16 + [0.1])
    after = residual.Stream(visits="1+2x8+1", eps=scales, s=1.0, normalize=True)
    ends = [stream.energies[-1] for stream in (before, after)]
    assert move.energy == pytest.approx(ends, rel=1e-12)
    assert move.update[1].size / move.update[0].size == pytest.approx(1, abs=0.15)


def test_laws_at_fixed_loops_compare_the_visits_of_all_layers():
    assert "law at fixed loops" in moved("mup", visits="2+4x8+2", to_visits="2+4x16+2").refused
    assert moved("mup", visits="2+4x8+2", to_width=4096).refused == ""
    assert "fixed" in moved("mup", visits="2+4x8+2", to_visits="4+2x8+2").refused


def test_exports_name_the_multipliers_by_visits():
    text = parametrization.parameter_groups(moved(visits="2+4x8+2", to_visits="2+4x32+2"), "torch")
    assert "#   multiplier, branches of layers with 1 visit: 1\n" in text
    assert "#   multiplier, branches of layers with 32 visits: 0.25\n" in text


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ({}, "give layers, or visits"),
        ({"to_visits": "4x2"}, "needs the visits of the tuned model"),
        ({"visits": "4x2", "layers": 4}, "says layers and loops too: leave out layers=4"),
        ({"visits": "4x2", "to_loops": 4}, "leave out to_loops=4"),
        ({"visits": "4x2", "loops": 2}, "leave out loops=2"),
        ({"visits": "2+4x8", "to_visits": "8"}, "visited 1 and 8 times and .* not certain"),
        ({"visits": "4y"}, "visits must be like"),
        ({"visits": [0, 2]}, "layer 1 is missing"),
    ],
)
def test_sizes_that_do_not_go_together(sizes, says):
    with pytest.raises(ValueError, match=says):
        moved(**sizes)
