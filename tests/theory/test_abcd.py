"""Exact exponents: the solution sets, named points and conversion, by other routes."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import parametrization as pz
from depthlaws.theory.parametrization.exponents import Powers
from depthlaws.theory.parametrization.named_parametrizations import parametrization_named
from depthlaws.theory.parametrization.polyhedra import Form, unknown

HALF = Fraction(1, 2)


# -- solution sets -------------------------------------------------------------------------------


def on_the_line(c):
    c = Fraction(c)
    return {"c": c, "d": HALF, "a1": -c / 2, "b1": c, "a": (1 - c) / 2, "b": c,
            "aL": (1 - c) / 2, "bL": c}  # fmt: skip


@pytest.mark.parametrize("algorithm", ["bp", "pc"])
@pytest.mark.parametrize("trained", [False, True])
def test_the_solution_set_is_the_line_of_the_paper(algorithm, trained):
    (line,) = pz.solve(algorithm, trained=trained)
    assert (line.dimension, line.bounds) == (1, ())
    for c in (-1, 0, Fraction(1, 3), 1):
        point = on_the_line(c)
        assert line.contains(point)
        for name in point:
            assert not line.contains(point | {name: point[name] + HALF})


def brute_force(point, algorithm, trained):
    """Desiderata read off the printed rates (with the corrected r and D), by plain arithmetic."""
    u1, u, uL = (2 * point[f"a{i}"] + point["c"] for i in ("1", "", "L"))
    d = point["d"]
    E = min(0, 2 * d) if algorithm == "pc" else 0
    phi = (0 if trained else -d) + 2 * E
    stable = all(
        v == 0
        for v in (
            2 * point["a1"] + point["b1"],
            2 * point["a"] + point["b"] - 1,
            2 * point["aL"] + point["bL"] - 1,
        )
    )
    extra = {"r": phi - u, "rL": phi - uL, "D": phi + d - HALF - u} if algorithm == "pc" else {}
    q = [
        -u1 + E == 0,
        max(1 - u + E, extra.get("r", -99)) == 0,
        max(1 - uL + E, extra.get("rL", -99)) == 0,
    ]
    own = [
        d - HALF - u1 + E == 0,
        max(d + HALF - u + E, extra.get("D", -99)) == 0,
        d + HALF - uL + E <= 0,
    ]
    return stable and all(q) and all(own)


@pytest.mark.parametrize("algorithm", ["bp", "pc"])
@pytest.mark.parametrize("trained", [False, True])
def test_a_grid_of_quarters_has_no_other_solution(algorithm, trained):
    """Every (d, u_1, u_l, u_L) in steps of 1/4; D1 then gives b, and c = 0 by the symmetry."""
    (line,) = pz.solve(algorithm, trained=trained)
    quarters = [Fraction(n, 4) for n in range(-4, 7)]
    actual = []
    for d, u1, u, uL in itertools.product(quarters, repeat=4):
        point = {"c": Fraction(0), "d": d, "a1": u1 / 2, "b1": -u1, "a": u / 2, "b": 1 - u,
                 "aL": uL / 2, "bL": 1 - uL}  # fmt: skip
        if brute_force(point, algorithm, trained):
            actual.append((d, u1, u, uL))
            assert line.contains(point)
    assert actual == [(HALF, 0, 1, 1)]


def test_read_literally_the_desiderata_admit_more():
    for algorithm in ("bp", "pc"):
        (wide,) = pz.solve(algorithm, reading="literal")
        (line,) = pz.solve(algorithm)
        assert wide.dimension == 3
        assert line.inside(wide)
        assert not wide.inside(line)
    example = {"c": 0, "d": HALF, "a1": 0, "b1": 0, "a": 1, "b": -1, "aL": 1, "bL": -1}
    assert wide.contains(example)
    assert not line.contains(example)


def test_depth_exponent():
    (one,) = pz.solve("pc", network="residual")
    assert one.solved["alpha"] == Form.of({}, HALF)
    (more,) = pz.solve("pc", network="residual", reading="literal")
    assert "alpha" in more.free
    point = on_the_line(0)
    assert [more.contains(point | {"alpha": a}) for a in (0, HALF, 1)] == [False, True, True]


def test_adaptive_rates_need_one_a_group():
    (one,) = pz.solve(optimizer="adam")
    (three,) = pz.solve(optimizer="adam", one_rate=False)
    assert (one.dimension, three.dimension) == (1, 3)
    mup = pz.named["depth_mup"].exponents
    assert three.contains({name: mup[name] for name in three.unknowns})
    mean_field = on_the_line(0) | {"c": HALF}
    assert not one.contains(mean_field)


# -- named points --------------------------------------------------------------------------------

FAILS = {
    "sp": [2, 3], "ntk": [3], "mean_field": [], "mup": [], "residual_mean_field": [],
    "scaled_init": [2, 3, 5], "branch_multiplier": [2, 3], "depth_mup": [], "complete_p": [],
    "looped": [],
}  # fmt: skip


@pytest.mark.parametrize("name", pz.named)
def test_which_desiderata_each_named_point_fails(name):
    actual = pz.desiderata(name)
    assert [d.number for d in actual if not d.holds] == FAILS[name]
    assert all(d.says and d.exponents for d in actual)


@pytest.mark.parametrize(
    ("change", "failed"),
    [
        ({"alpha": "1/4"}, [4, 5]),
        ({"alpha": "3/4"}, [5]),
        ({"a": "3/4"}, [1, 3]),
        ({"d": "1/4"}, [3]),
        ({"d": 1}, [3]),
        ({"c": 1}, [2, 3]),
    ],
)
def test_a_point_beside_the_solution_fails_the_right_desiderata(change, failed):
    base = {"a1": 0, "b1": 0, "a": "1/2", "b": 0, "c": 0, "d": "1/2", "alpha": "1/2"}
    actual = pz.desiderata(pz.abcd(**base | change), "pc")
    assert [d.number for d in actual if not d.holds] == failed


def test_looped_blocks_need_their_loops_exponent():
    looped = pz.named["looped"]
    once = replace(looped.hidden, a=looped.hidden.a._replace(loops=HALF))
    actual = pz.desiderata(replace(looped, hidden=once))
    assert [d.number for d in actual if not d.holds] == [4, 5]


def test_growth_of_the_four_columns():
    """Ledger's measured slopes at the start: q, own hidden, own first, r."""
    measured = {"mean_field": (0, 0, 0, -1.5), "ntk": (0, -0.5, -0.5, -1), "sp": (1, 0.5, -0.5, 0)}
    for name, slopes in measured.items():
        width = pz.growth(name)["width"]
        assert tuple(float(width[key]) for key in ("q_l", "own_l", "own_1", "r_l")) == slopes
    trained = pz.growth("mean_field", trained=True)["width"]
    assert trained["r_l"] == trained["D_l"] == -1
    assert "r_l" not in pz.growth("mean_field", "bp")["width"]


def first_step(point, width, rng):
    """Size of the logits and of the own changes of a hidden layer, linear, by one exact gradient.

    By backpropagation, and by the two parts of the gradient of (y - f)^2/(2 s): the error's and the
    rescaling's, s = 1 + sum of squares of the sensitivities.
    """
    scales = {name: group.a.value(width) for name, group in point.groups.items()}
    draws = {
        name: math.sqrt(group.b.value(width)) * scales[name] * rng.standard_normal(shape)
        for (name, group), shape in zip(
            point.groups.items(), [(width, 3), (width, width), (1, width)], strict=True
        )
    }
    gamma, rate = width ** float(point.d), point.hidden.c.value(width)
    first = draws["input"] @ np.array([1.0, -0.5, 2.0])
    above = draws["output"] / gamma
    below = above @ draws["hidden"]
    logit = float((below @ first).item())
    error, s = 1 - logit, 1 + float(np.sum(above**2) + np.sum(below**2))
    step = rate * gamma**2 * scales["hidden"] ** 2
    own = step * error * above * np.sum(first**2)
    slope = step * error**2 / s**2 * above * logit
    return [abs(logit), *(np.sqrt(np.mean(v**2)) for v in (own, own / s, slope))]


@pytest.mark.parametrize("d", ["-1", "-1/2", "0", "1/2"])
def test_updates_grow_with_the_error_where_predictions_do(d):
    """Slopes of a small linear network; at d < 0 the error y - f is the prediction."""
    point, widths = pz.abcd(0, 0, "1/2", 0, 0, d), np.array([16, 64, 256])
    rng = np.random.default_rng(1)
    sizes = [np.mean([np.log(first_step(point, n, rng)) for _ in range(200)], 0) for n in widths]
    slopes = np.polyfit(np.log(widths), sizes, 1)[0]
    bp, pc = pz.growth(point, "bp")["width"], pz.growth(point, "pc")["width"]
    expected = [bp["logits"], bp["own_l"], pc["own_l"], pc["D_l"]]
    np.testing.assert_allclose(slopes, [float(e) for e in expected], atol=0.3)


def test_the_error_grows_only_at_the_start_and_under_gradient_descent():
    point = pz.abcd(0, 0, "1/2", 0, 0, "-1/2")
    width, trained = pz.growth(point, "bp")["width"], pz.growth(point, "bp", trained=True)["width"]
    assert (width["own_l"], trained["own_l"]) == (-HALF, -1)
    assert (width["logits"], trained["logits"]) == (HALF, 0)
    third = {d.number: d for d in pz.desiderata(point, "bp")}[3]
    assert third.exponents["own_l"] == -HALF
    assert (
        pz.growth("mup")["width"]["logits"] == pz.growth("complete_p")["width"]["logits"] == -HALF
    )
    assert pz.growth("mup")["width"]["h_L"] == 0


# -- conversion ----------------------------------------------------------------------------------


def trajectory(point, width, setting=None, *, steps=4, optimizer="sgd", gamma0=2.0):
    """Predictions of a small network while it learns, from one set of unit draws."""
    rng = np.random.default_rng(1)
    shapes = {"input": (width, 3), "hidden": (width, width), "output": (1, width)}
    draws = {name: rng.standard_normal(shape) for name, shape in shapes.items()}
    inputs, targets = rng.standard_normal((3, 4)), rng.standard_normal(4)
    layers = {}
    for name, group in point.groups.items():
        scale = group.a.value(width) / (gamma0 * width ** float(point.d) if name == "output" else 1)
        deviation, rate = math.sqrt(group.b.value(width)), 0.01 * group.c.value(width)
        rate *= (gamma0 * width ** float(point.d)) ** 2 if optimizer == "sgd" else 1
        if setting is not None:
            deviation, rate = setting[name].deviation, setting[name].learning_rate
        layers[name] = [scale, deviation * draws[name], rate]
    outputs = []
    for _ in range(steps):
        (m1, w1, _), (m, w, _), (mL, wL, _) = layers.values()
        h1 = m1 * w1 @ inputs
        h2 = m * w @ h1
        outputs.append((mL * wL @ h2)[0])
        error = ((mL * wL @ h2)[0] - targets) / 4
        back = [mL * wL.T * error]
        back = [m * w.T @ back[0], back[0], error[None]]
        below = [inputs, h1, h2]
        for layer, g, h in zip(layers.values(), back, below, strict=True):
            gradient = layer[0] * g @ h.T
            layer[1] = layer[1] - layer[2] * (gradient if optimizer == "sgd" else np.sign(gradient))
    return np.array(outputs)


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
@pytest.mark.parametrize("target", ["sp", "mup", "ntk"])
def test_the_target_trains_as_the_source_with_the_converted_constants(target, optimizer):
    source = pz.named["mean_field"]
    conversion = pz.convert(
        source, target, width=8, learning_rate=0.01, gamma0=2.0, optimizer=optimizer
    )
    ours = trajectory(source, 8, optimizer=optimizer)
    theirs = trajectory(conversion.target, 8, conversion.groups, optimizer=optimizer)
    np.testing.assert_allclose(theirs, ours, rtol=1e-11)
    alone = trajectory(conversion.target, 8, optimizer=optimizer)
    same = np.allclose(alone, ours, rtol=1e-11)
    assert same == conversion.same_training
    assert np.allclose(alone[0], ours[0], rtol=1e-11) == conversion.same_forward


def test_one_model_under_two_names():
    conversion = pz.convert("mup", "mean_field", width=64)
    assert conversion.same_training
    assert "one model" in conversion.says
    for group in conversion.groups.values():
        assert group.learning_rate == pytest.approx(group.own_learning_rate, rel=1e-14)
        assert group.deviation == pytest.approx(group.own_deviation, rel=1e-14)
    assert not pz.convert("mup", "mean_field", width=64, optimizer="adam").same_training


def test_scaled_weights_and_a_persistent_multiplier():
    conversion = pz.convert("scaled_init", "branch_multiplier", width=64, depth=9)
    assert (conversion.same_forward, conversion.same_training) == (True, False)
    assert "same forward pass" in conversion.says
    assert conversion.groups["hidden"].rate_factors == pytest.approx({"sgd": 9.0, "adam": 3.0})
    assert conversion.groups["input"].rate_factors == {"sgd": 1.0, "adam": 1.0}
    back = pz.convert("branch_multiplier", "scaled_init", width=64, depth=9)
    assert back.groups["hidden"].rate_factors["sgd"] == pytest.approx(1 / 9)
    other = pz.convert("sp", "mean_field", width=64)
    assert not other.same_forward
    assert "different models" in other.says


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pz.convert("mupp", "sp", width=4), "unknown parametrisation 'mupp'"),
        (lambda: pz.convert("mup", "sp", width=0), "width must be at least 1"),
        (lambda: pz.convert("mup", "sp", width=4, learning_rate=0), "learning_rate mus"),
        (lambda: pz.convert("mup", "sp", width=4, gamma0=-1), "gamma0 must be positive"),
        (lambda: pz.convert("mup", "sp", width=4, optimizer="rms"), "unknown optimiser"),
        (lambda: pz.solve("gd"), "unknown algorithm 'gd'"),
        (lambda: pz.solve(reading="mine"), "unknown reading"),
        (lambda: pz.solve(network="cnn"), "unknown network"),
        (lambda: pz.solve(optimizer="lion"), "unknown optimiser"),
        (lambda: pz.growth("mup", "hebb"), "unknown algorithm"),
        (lambda: pz.desiderata("NTK"), "unknown parametrisation 'NTK'"),
        (lambda: pz.abcd(0, 0, "a", 0, 0, 0), "a must be a rational number, got 'a'"),
        (lambda: pz.abcd(0, 0, 0, True, 0, 0), "b must be a rational number, got True"),
        (lambda: pz.abcd(0, 0, 0, 0, math.inf, 0), "c must be a rational number, got i"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_a_parametrisation_of_your_own_is_itself():
    mine = pz.abcd(0, 0, "1/2", 0, 0, "1/2", name="mine")
    assert parametrization_named(mine) is mine
    assert pz.invariants(mine) == pz.invariants("mup")


def test_the_output_scale_may_move_into_the_readout():
    """f / (gamma N): a smaller d, a larger multiplier and rates that lack gamma^2 are one model."""
    field = pz.named["mean_field"]
    one = Fraction(1)
    groups = {
        name: replace(group, c=group.c.plus(Powers(one))) for name, group in field.groups.items()
    }
    groups["output"] = replace(groups["output"], a=field.output.a.plus(Powers(-HALF)))
    shifted = replace(field, name="shifted", d=field.d + HALF, **groups)
    assert pz.invariants(shifted) == pz.invariants(field)
    conversion = pz.convert(field, shifted, width=64, learning_rate=0.3, gamma0=2.0)
    assert conversion.same_training
    for group in conversion.groups.values():
        assert group.own_learning_rate == pytest.approx(group.learning_rate, rel=1e-13)


def test_names_that_are_not_there_have_neighbours():
    with pytest.raises(KeyError, match=r"unknown parametrisation 'mupp'; the nearest are: mup"):
        pz.named["mupp"]


def test_points_and_forms_show_what_they_are():
    assert repr(pz.named["ntk"]) == "<ntk, sgd: a = 1/2, aL = 1/2>"
    still = replace(pz.named["sp"], **dict.fromkeys(("hidden", "output"), pz.Group()))
    assert repr(still) == "<sp, sgd: every exponent 0>"
    form = unknown("a") * 2
    assert repr(form) == f"<{form}>"
    assert "a" in str(form)
