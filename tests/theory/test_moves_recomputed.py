"""Moved settings and exponents beside their definitions; see test_recomputed.py."""

import math
from collections import Counter
from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import parametrization, residual, updates
from depthlaws.theory.parametrization.exponents import Powers
from depthlaws.theory.parametrization.law_comparison import COLUMNS, MARKS
from depthlaws.theory.parametrization.law_records import OWNERS, VECTORS

GIVEN = {"layers": 12, "to_layers": 48, "width": 256, "to_width": 1024, "weight_decay": 0.1}
OPTIMIZERS = ("adam", "sgd", "muon", "lion")


def moves(optimizer="adam", **given):
    if optimizer in ("adam", "lion") and given.get("model") != "mlp":
        given = {"sites": 0} | given  # no first steps by simulation
    return parametrization.transfer(1e-3, optimizer=optimizer, **(GIVEN | given))


def moved_by_all():
    return [move for optimizer in OPTIMIZERS for move in moves(optimizer)]


@pytest.mark.parametrize("family", ["adam", "sgd"])
def test_a_law_is_silent_about_what_its_moves_keep(family):
    laws = parametrization.laws[family]
    for move in moves(family):
        law, silent = laws[move.law.name], {}
        for quantity, owners in OWNERS.items():
            kept = [g for g in owners if move.settings[g][quantity].known == "silent"]
            if kept and (family == "adam" or quantity != "adam_epsilon"):
                silent[quantity] = tuple(kept)
        if move.refused:
            continue
        assert law.silent == silent, law.name
        assert [*law.silent] == [*silent]
        for group, own in move.settings.items():
            rules = law.rules.get(group, {})
            for quantity, setting in own.items():
                known = rules[quantity].known if quantity in rules else "silent"
                assert setting.known == known, (law.name, group, quantity)


def test_decay_alone_shrinks_weights_as_rate_times_decay_does():
    """One step shrinks W by rate times decay, or by the decay alone: both move by one factor."""
    for move in moved_by_all():
        for group, own in move.settings.items():
            decay, rate, alone = (
                own["weight_decay"], own["learning_rate"], move.independent_decay(group)
            )  # fmt: skip
            if decay.known == "silent":
                assert alone == decay
                continue
            tuned = (rate.value / rate.factor) * (decay.value / decay.factor)
            factor = rate.value * decay.value / tuned
            assert alone.factor == pytest.approx(factor, rel=1e-14)
            assert alone.value == pytest.approx(factor * 0.1, rel=1e-14)
            assert alone.known == decay.known


def test_a_decay_is_multiplied_by_the_rate_where_its_equation_says_so():
    for record in parametrization.OPTIMIZERS.values():
        assert record.decay_times_rate == ("W <- (1 - rate decay) W" in record.decay)


def test_the_recommended_move_is_one_of_them():
    for model in ("pre-norm", "mlp", "residual-mlp", "looped"):
        found = moves(model=model)
        best = found.recommended
        fitting = [move for move in found if move.fits]
        assert (best is None) == (not fitting)
        assert best is None or any(best is move for move in fitting)
        answer = dict(found.answer)
        if best is None:
            assert set(answer.values()) == {"", "-"}
            continue
        (row,) = (row for row in found.rows if row["law"] == best.law.name)
        assert answer == {name: row[name] for name in answer}
        assert set(row) - set(answer) == {"fits", "energy", "step"}


def test_rows_of_a_comparison_are_its_moves():
    for optimizer in ("adam", "muon"):
        found = moves(optimizer)
        assert len(found.rows) == len(found)
        for row, move in zip(found.rows, found, strict=True):
            assert row["law"] == move.law.name
            assert row["fits"] == ("no" if move.breaks else "yes")
            assert move.fits == (row["fits"] == "yes" and not move.refused)
            for heading, (group, quantity) in COLUMNS.items():
                cell, setting = row.get(heading, ""), move.settings[group][quantity]
                number, _, mark = cell.partition(" ")
                if move.owns(group, quantity) and not move.refused:
                    assert float(number) == pytest.approx(setting.value, rel=1e-4), heading
                    assert mark == MARKS[setting.known].strip()
                else:
                    assert cell in ("", "no law")
            if not move.refused and not math.isnan(move.energy[0]):
                ends = [float(end) for end in row["energy"].split(" -> ")]
                assert ends == pytest.approx(move.energy, rel=1e-2)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_disagreements_are_the_ends_of_what_the_laws_set(optimizer):
    found = moves(optimizer, model="residual-mlp" if optimizer == "sgd" else None)
    listed = parametrization.disagreements(found)
    by_cell = {(one.group, one.quantity): one for one in listed}
    assert [one.factor for one in listed] == sorted((o.factor for o in listed), reverse=True)
    fitting = [move for move in found if not move.breaks]
    for cell in {(g, q) for move in found for g, own in move.settings.items() for q in own}:
        values = {
            move.law.name: setting.value
            for move in fitting
            if (setting := move.settings[cell[0]][cell[1]]).known != "silent" and setting.value > 0
        }
        if cell not in by_cell:
            assert not values or max(values.values()) <= min(values.values()) * (1 + 1e-8), cell
            continue
        one = by_cell.pop(cell)
        assert values[one.lowest] == min(values.values())
        assert values[one.highest] == max(values.values())
        assert one.factor == pytest.approx(values[one.highest] / values[one.lowest], rel=1e-14)
    assert by_cell == {}
    assert len(listed) > 2 or optimizer == "sgd"


def test_the_first_step_of_a_move_is_the_sign_step_of_its_stream():
    """Size and error, before and after: eta times the step of the stream with its settings."""
    (move,) = parametrization.transfer(
        1e-3, law="looped", layers=1, to_layers=2, loops=2, to_loops=3, width=64, sites=16
    )
    for step, (size, hyper) in zip(move.update, move.both(), strict=True):
        stream = residual.Stream(
            loops=size.loops, layers=size.layers, eps=hyper["multipliers"][size.loops],
            s=hyper["init_std"] * math.sqrt(size.width), normalize=True,
        )  # fmt: skip
        eta = hyper["learning_rate"] * size.width
        alone = updates.sign_step(stream, seed=0, sites=16)
        assert (step.size, step.error) == pytest.approx((eta * alone.rms, eta * alone.error))
        assert step.why == ""


def test_sizes_count_the_visits_of_their_layers():
    order = (0, 1, 2, 1, 3, 1, 2)
    size, counts = parametrization.Size(layers=4, loops=3, visits=order), Counter(order)
    assert size.counts == [counts[layer] for layer in range(4)] == [1, 3, 2, 1]
    assert size.uses == tuple(sorted(set(counts.values())))
    assert size.blocks == sum(counts.values())
    looped = parametrization.Size(layers=4, loops=3)
    assert (looped.blocks, looped.uses, looped.counts) == (12, (3,), [3, 3, 3, 3])


def test_rows_of_a_transfer_check_are_its_optima():
    rates = [1.0, 2.0, 4.0, 8.0, 16.0]
    losses = [9.01, 3.99, 1.01, 0.0, 0.99, 4.01, 0.99, 0.0, 1.01, math.inf]
    losses += [1.03, 0.0, 0.98, 4.02, 9.01]
    check = parametrization.transfer_check(np.repeat([64, 256, 1024], 5), rates * 3, losses)
    assert [best.size for best in check.optima] == [64, 256, 1024]
    names = {"best_rate": "rate"} | {
        name: name for name in ("size", "best_swept", "loss", "lowest_mean", "paid", "diverged")
    }
    for row, best in zip(check.rows, check.optima, strict=True):
        pairs = [(row[name], getattr(best, field)) for name, field in names.items()]
        pairs += [*zip(row["interval"], (best.low, best.high), strict=True)]
        pairs += [*zip(row["paid_interval"], (best.paid_low, best.paid_high), strict=True)]
        pairs.append((row["diverged_from"], best.diverged_from))
        for shown, held in pairs:
            np.testing.assert_equal(shown, held)  # NaN is NaN
        assert row["why"] == best.why
        assert best.low < best.rate < best.high
    assert [best.diverged for best in check.optima] == [0, 1, 0]


# -- exponents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, -2])
def test_powers_add_as_their_values_multiply(times):
    one, two = Powers(Fraction(1, 2), 1, -2), Powers(-1, Fraction(3, 2), Fraction(1, 3))
    sizes = (5, 7, 11)
    total = one.plus(two, times)
    assert total.value(*sizes) == pytest.approx(one.value(*sizes) * two.value(*sizes) ** times)
    assert total.value(5) == pytest.approx(5 ** -float(total.width))
    assert total.value(1, 7) == pytest.approx(7 ** -float(total.depth))
    assert total.value(1, 1, 11) == pytest.approx(11 ** -float(total.loops))


def test_groups_and_exponents_of_a_parametrisation_are_its_fields():
    ends = {"input": "1", "hidden": "", "output": "L"}
    for point in parametrization.named.values():
        expected = {"d": point.d}
        for name, end in ends.items():
            group = getattr(point, name)
            assert point.groups[name] == group
            expected |= {f"{f.name}{end}": getattr(group, f.name).width for f in fields(group)}
        for name, letter in {"a": "alpha", "b": "beta", "c": "delta"}.items():
            powers = getattr(point.hidden, name)
            expected |= {letter: powers.depth, f"{letter}_loops": powers.loops}
        assert point.exponents == expected
        assert [*point.groups] == [*ends]


def test_every_exponent_of_a_parametrisation_is_where_it_is_said_to_be():
    given = {name: Fraction(n, 7) for n, name in enumerate(("a1", "b1", "a", "b", "c", "d"), 1)}
    point = parametrization.abcd(**given, alpha=Fraction(8, 7), name="mine")
    inner = {"a": given["a"], "b": given["b"], "c": given["c"]}
    ends = {"a1": given["a1"], "b1": given["b1"], "c1": given["c"]}
    last = {f"{letter}L": power for letter, power in inner.items()}
    depth = {"alpha": Fraction(8, 7), "beta": 0, "delta": 0}
    loops = dict.fromkeys(("alpha_loops", "beta_loops", "delta_loops"), 0)
    assert point.exponents == {"d": given["d"]} | ends | inner | last | depth | loops
    assert (point.name, point.optimizer, point.skips) == ("mine", "sgd", True)
    assert {(g.a.depth, g.a.loops, g.b.depth, g.c.depth) for g in (point.input, point.output)} == {
        (0, 0, 0, 0)
    }


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_invariants_are_what_a_step_does_to_the_product_of_multiplier_and_weights(optimizer):
    """Variance m^2 var(W), rate m^2 gamma^2 eta of gradient descent and m eta of Adam."""
    sizes, power = (5, 7, 3), 2 if optimizer == "sgd" else 1
    for point in parametrization.named.values():
        held, gamma = parametrization.invariants(point.name, optimizer), 5.0 ** float(point.d)
        for name, group in point.groups.items():
            m = group.a.value(*sizes) / (gamma if name == "output" else 1)
            rate = group.c.value(*sizes) * m**power * (gamma**2 if optimizer == "sgd" else 1)
            assert held[name]["variance"].value(*sizes) == pytest.approx(
                m**2 * group.b.value(*sizes), rel=1e-12
            )
            assert held[name]["rate"].value(*sizes) == pytest.approx(rate, rel=1e-12)


def test_a_conversion_names_its_two_parametrisations():
    for source, target in (("sp", "mup"), ("depth_mup", "looped"), ("ntk", "complete_p")):
        conversion = parametrization.convert(source, target, width=16, depth=4)
        assert conversion.source == parametrization.named[source]
        assert conversion.target == parametrization.named[target]
        assert [*conversion.groups] == ["input", "hidden", "output"]


@pytest.mark.parametrize("decay_vectors", [False, True])
def test_groups_of_parameters_have_the_settings_of_their_move(decay_vectors):
    (move,) = moves("adam", law="complete_p", decay_vectors=decay_vectors, to_width=512)
    groups = {group.name: group for group in parametrization.parameter_groups(move)}
    assert [*groups] == [*move.settings]
    for name, own in move.settings.items():
        group = groups[name]
        for quantity, setting in own.items():
            assert getattr(group, quantity) == setting.value, (name, quantity)
        assert group.rate_factor == own["learning_rate"].factor
        decayed = decay_vectors or name not in VECTORS
        assert group.decay_factor == (own["weight_decay"].factor if decayed else 0.0)
        assert group.parameters == ()
