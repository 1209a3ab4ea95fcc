"""Models moved between sizes: each law's powers against the papers' tables, by hand."""

import itertools
import math
import re
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depthlaws import chain, parametrization, updates
from depthlaws.theory.parametrization import energy_and_step_size, law_comparison, law_records
from depthlaws.theory.parametrization.transfer_laws import OTHER_MATRICES, laws
from depthlaws.theory.symbolic.registry import UnknownNameError

TUNED = {
    "learning_rate": 1e-3,
    "init_std": 0.02,
    "weight_decay": 0.1,
    "adam_epsilon": 1e-8,
    "multiplier": 1.0,
}
BASE = {"width": 256, "layers": 12, "loops": 1}
BIGGER = {"to_width": 1024, "to_layers": 48, "to_loops": 8}


def moved(law, optimizer="adam", **sizes):
    options = TUNED | BASE | {"optimizer": optimizer, "law": law} | sizes
    (model,) = parametrization.transfer(options.pop("learning_rate"), **options)
    return model


def factors(model, group):
    return {quantity: setting.factor for quantity, setting in model.settings[group].items()}


class TestAgainstTheTables:
    def test_looped(self):
        """Looped, tables 1 and 3; every cell is in test_recipe_tables.py."""
        model = moved("looped", to_layers=48, to_loops=8)
        assert factors(model, "block matrices") == {
            "learning_rate": 1 / 2,
            "init_std": 1,
            "weight_decay": 1,
            "adam_epsilon": 1 / 2,
            "multiplier": 1 / 16,
        }
        assert model.settings["embedding"]["learning_rate"].value == TUNED["learning_rate"]
        recipe = parametrization.component_values(48, loops=8)["attention and MLP matrices"]
        assert (
            recipe["learning_rate"] / 1.25e-3 == factors(model, "block matrices")["learning_rate"]
        )
        assert recipe["adam_epsilon"] / 1e-8 == pytest.approx(1 / 2)
        assert recipe["multiplier"] == 1 / 16
        known = {group: cells["weight_decay"].known for group, cells in model.settings.items()}
        assert set(known.values()) == {"silent"}
        said = factors(model, "block vectors"), factors(model, "readout")
        assert [one["adam_epsilon"] for one in said] == [1 / 2, 1]

    @pytest.mark.parametrize(("law", "alpha"), [("depth_mup", 0.5), ("complete_p", 1.0)])
    def test_adam_in_width_and_depth(self, law, alpha):
        """Dey et al. (2025), table 1, m_N = 4 and m_L = 4 (loops are layers), entered again."""
        model = moved(law, to_width=1024, to_layers=24, to_loops=2)
        width, depth = 4, 4
        assert factors(model, "block matrices") == pytest.approx(
            {
                "learning_rate": depth ** (alpha - 1) / width,
                "init_std": width**-0.5,
                "weight_decay": width,
                "adam_epsilon": depth**-alpha / width,
                "multiplier": depth**-alpha,
            }
        )
        vectors = factors(model, "block vectors")
        assert vectors["learning_rate"] == pytest.approx(depth ** (alpha - 1))
        assert vectors["adam_epsilon"] == pytest.approx(depth**-alpha / width)
        assert factors(model, "readout") == pytest.approx(
            {
                "learning_rate": 1,
                "init_std": 1,
                "weight_decay": 1,
                "adam_epsilon": 1 / width,
                "multiplier": 1 / width,
            }
        )

    def test_what_is_inferred_of_matrices_outside_of_the_blocks(self):
        """The quantities of block matrices but the multiplier; nothing at one fixed width."""
        for law in [law for family in laws.values() for law in family.values()]:
            blocks = {*law.rules["block matrices"]} - {"multiplier"}
            inferred = set() if "width" in law.needs_same else blocks
            assert {*law.rules[OTHER_MATRICES]} == inferred, law.name

    def test_matrices_outside_of_the_blocks_move_in_width_as_blocks_and_not_in_depth(self):
        """All rates of am_mup move together: 16^(-3/2) for 16 times the depth."""
        model = moved("complete_p", to_width=1024, to_layers=24, to_loops=2)
        assert factors(model, "other matrices") == pytest.approx(
            {
                "learning_rate": 1 / 4,
                "init_std": 1 / 2,
                "weight_decay": 4,
                "adam_epsilon": 1 / 4,
                "multiplier": 1,
            }
        )
        together = factors(moved("am_mup", "sgd", to_layers=192), "other matrices")
        assert together["learning_rate"] == pytest.approx(1 / 64)

    def test_descent(self):
        """Pc, table 2: muP of gradient descent, weights of variance 1/N under rate N^(-1) gamma^2.

        gamma^2 = N cancels the rate's 1/N; the input's multiplier N^(1/2) goes into its weights of
        variance 1/N, which then learn N times faster.
        """
        model = moved("mup", "sgd", to_width=1024)
        assert factors(model, "embedding")["init_std"] == 1
        assert factors(model, "embedding")["learning_rate"] == 4
        assert factors(model, "block matrices")["learning_rate"] == 1
        assert factors(model, "readout")["multiplier"] == pytest.approx(1 / 2)

    def test_three_halves_and_the_exact_law(self):
        """Ammup: L^(-3/2), and beside it the exact first step, which approaches it from above."""
        rule = moved("am_mup", "sgd", to_layers=48)
        assert factors(rule, "block matrices")["learning_rate"] == pytest.approx(4**-1.5)
        exact = moved("am_mup_exact", "sgd", to_layers=48, outputs=10)
        rates = updates.max_update_rate("plain", [12, 48], width=256, outputs=10)
        assert factors(exact, "block matrices")["learning_rate"] == pytest.approx(
            rates[1] / rates[0]
        )

    def test_chain(self):
        model = moved("chain", "sgd", to_layers=48, mu_yx=2.0, mu_xx=1.0)
        rates = chain.max_learning_rate([12, 48], 2.0, 1.0)
        assert factors(model, "block matrices")["learning_rate"] == pytest.approx(
            rates[1] / rates[0]
        )


sizes = st.fixed_dictionaries(
    {
        "width": st.integers(1, 4096),
        "layers": st.integers(1, 64),
        "loops": st.integers(1, 16),
    }
)
POWERS = [
    (optimizer, name)
    for optimizer, known in parametrization.laws.items()
    for name, law in known.items()
    if law.factor is None
]


class TestEveryLaw:
    @pytest.mark.parametrize(("optimizer", "law"), POWERS)
    @given(a=sizes, b=sizes, c=sizes)
    def test_two_moves_compose_to_one(self, optimizer, law, a, b, c):
        for fixed in parametrization.laws[optimizer][law].needs_same:
            b, c = b | {fixed: a[fixed]}, c | {fixed: a[fixed]}

        def move(here, there):
            model = moved(law, optimizer, **here, **{f"to_{k}": v for k, v in there.items()})
            assert not model.refused
            return model.settings

        steps, whole = (move(a, b), move(b, c)), move(a, c)
        for group, quantity in itertools.product(whole, TUNED):
            one, other = (step[group][quantity].factor for step in steps)
            assert one * other == pytest.approx(whole[group][quantity].factor, rel=1e-12)

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_staying_changes_nothing(self, optimizer):
        options = BASE | TUNED | {"optimizer": optimizer}
        for model in parametrization.transfer(options.pop("learning_rate"), **options):
            assert not model.refused
            for group, own in model.settings.items():
                kept = TUNED | ({"weight_decay": 0.0} if group in law_records.VECTORS else {})
                assert {q: s.value for q, s in own.items()} == kept

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_what_a_law_is_silent_about_is_kept_and_marked(self, optimizer):
        for law in parametrization.laws[optimizer].values():
            model = moved(law.name, optimizer, **BIGGER)
            for quantity, groups in law.silent.items():
                for group in groups:
                    setting = model.settings[group][quantity]
                    assert (setting.known, setting.factor) == ("silent", 1)
            if law.needs_same:
                assert "fixed" in model.refused
                kept = {s.known for own in model.settings.values() for s in own.values()}
                assert kept == {"silent"}

    def test_energy_is_that_of_the_stream(self):
        """Untied pre-norm ReLU layers, weights of variance init_std^2: 1 + L eps^2 s^2 / 2."""
        model = moved("complete_p", to_width=1024, to_layers=48)
        s = TUNED["init_std"] * 256**0.5  # kept by 1/sqrt(width)
        expected = [1 + L * (eps * s) ** 2 / 2 for eps, L in ((1, 12), (1 / 4, 48))]
        assert model.energy == pytest.approx(expected, rel=1e-12)
        bare = moved("residual_mup", "sgd", to_layers=48)
        expected = [(1 + (eps * s) ** 2 / 2) ** L for eps, L in ((1, 12), (1 / 2, 48))]
        assert bare.energy == pytest.approx(expected, rel=1e-12)


class TestExactLaws:
    """Each exact ratio by a second computation."""

    SIZES = {"layers": 3, "to_layers": 11, "width": 64, "to_width": 256, "multiplier": 0.7}  # noqa: RUF012

    @pytest.mark.parametrize(
        "law", ["am_mup_exact", "residual_exact", "residual_init_exact", "post_activation_exact"]
    )
    def test_the_mean_energy_of_the_step_is_kept(self, law):
        """Mean of the energies of all layers times rate^2, from `updates.energies`."""
        model = moved(law, "sgd", outputs=5, init_std=0.15, **self.SIZES)
        means = []
        for size, hyper in model.both():
            network = {"am_mup_exact": "plain", "post_activation_exact": "post-activation"}.get(
                law, "residual"
            )
            if network == "plain":
                each = updates.energies("plain", size.layers, width=size.width, outputs=5)
            else:
                each = updates.energies(
                    network,
                    size.layers,
                    scaled="none",
                    multiplier=hyper["multiplier"],
                    variance=hyper["init_std"] ** 2 * size.width,
                )
                each = each * size.width / 5
            means.append(hyper["learning_rate"] ** 2 * sum(each) / size.layers)
        assert means[1] == pytest.approx(means[0], rel=1e-12)
        before, after = model.update
        assert (before.size, after.size) == pytest.approx([means[0] ** 0.5] * 2, rel=1e-12)

    def test_deep_limits_by_hand(self):
        """One more doubling of many blocks: 0, -1 and +1 (ammup, ERR-03 and X21)."""
        deep = {"layers": 4096, "to_layers": 8192, "width": 64, "init_std": 2**0.5 / 8}
        keep = {"multiplier": 4096**-0.5}
        slope = {
            "residual_exact": (keep, 0.0),
            "residual_init_exact": ({"init_std": keep["multiplier"] * 2**0.5 / 8}, -1.0),
            "post_activation_exact": ({"multiplier": 1 / 4096}, 1.0),
        }
        for law, (own, exponent) in slope.items():
            model = moved(law, "sgd", **deep | own)
            factor = factors(model, "block matrices")["learning_rate"]
            assert math.log2(factor) == pytest.approx(exponent, abs=2e-3), law

    def test_signs(self):
        """S_l = 2/pi (2/pi sum min + ...) needs ReLU pairs: mean over layers, by enumeration."""

        def mean(L):
            total = 0.0
            for level in range(1, L + 1):
                pairs = sum(min(i, j) for i in range(1, level + 1) for j in range(1, level + 1))
                along = (2 * pairs - level**2) / math.pi
                total += (along + (1 - 2 / math.pi) * (level - 0.5)) / (2 * math.pi)
            return total / L

        model = moved("first_sign_step", layers=3, to_layers=11, to_width=1024)
        expected = (mean(3) / mean(11)) ** 0.5 / 4
        assert factors(model, "block matrices")["learning_rate"] == pytest.approx(expected)

    @pytest.mark.parametrize("graph", ["plain", "residual"])
    def test_paths_one_by_one(self, graph):
        model = moved("path_sum", "sgd", layers=3, to_layers=6, graph=graph)

        def cubes(L):
            if graph == "plain":
                return L**3
            return sum(math.comb(L, k) * k**3 for k in range(L + 1))

        expected = (cubes(3) / cubes(6)) ** 0.5
        assert factors(model, "readout")["learning_rate"] == pytest.approx(expected)

    def test_paths_of_edges(self):
        here = [("x", "a"), ("a", "y"), ("x", "y", 0)]
        there = [("x", "y", 3), ("x", "y", 1, 2.0)]
        model = moved("path_sum", "sgd", graph=here, to_graph=there)
        assert factors(model, "embedding")["learning_rate"] == pytest.approx((8 / 29) ** 0.5)
        edges = updates.residual_graph(0, 5)
        same = moved("path_sum", "sgd", layers=5, graph="residual", to_graph=edges)
        assert factors(same, "readout")["learning_rate"] == pytest.approx(1, rel=1e-14)
        alone = moved("path_sum", "sgd", graph=here)
        assert "to_graph" in alone.refused

    def test_huge_graphs_of_paths(self):
        model = moved("path_sum", "sgd", layers=3000, to_layers=3002, graph="residual")
        factor = factors(model, "readout")["learning_rate"]
        assert factor == pytest.approx(0.5 * (3000 / 3002) ** 1.5, rel=1e-3)


class TestHugeSizes:
    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_laws_of_powers_still_answer(self, optimizer):
        size = {"layers": 10**9, "to_layers": 2 * 10**9}
        by_law = {m.law.name: m for m in parametrization.transfer(1.0, optimizer=optimizer, **size)}
        known = parametrization.laws[optimizer]
        exact = {n for n, law in known.items() if law.factor} - {"path_sum", "chain"}
        fixed = {n for n, law in known.items() if "layers" in law.needs_same}
        assert {n for n, m in by_law.items() if m.refused} == exact | fixed
        assert math.isnan(by_law["sp"].energy[1])
        assert by_law["sp"].update[1].why

    def test_an_exact_rate_that_is_no_double_is_refused(self):
        model = moved("am_mup_exact", "sgd", layers=10**6, to_layers=2 * 10**6, width=2, to_width=2)
        assert "leaves the doubles" in model.refused
        assert model.settings["readout"]["learning_rate"].value == TUNED["learning_rate"]


class TestWhatTheorySays:
    def test_a_sign_step_of_one_block(self):
        """Looped, X-8: RMS = eta eps sqrt(h0 / 2 pi) at K = 1, eta = rate width."""
        model = moved("complete_p", layers=1, to_layers=1, sites=1024)
        step = model.update[0]
        expected = 1e-3 * 256 * (2 * math.pi) ** -0.5
        assert abs(step.size - expected) < 5 * step.error + 1e-12
        assert step.error < 0.02 * expected

    def test_the_step_of_a_chain_is_eta_times_sharpness(self):
        model = moved("chain", "sgd", mu_yx=2.0, mu_xx=0.5, to_layers=24)
        k = [1e-3 * chain.sharpness(12, 2.0, 0.5)] * 2
        assert [step.size for step in model.update] == pytest.approx(k, rel=1e-12)
        assert all(math.isnan(energy) for energy in model.energy)

    def test_mup_keeps_the_label_part_over_widths(self):
        """Pc, desiderata: with few outputs the step does not depend on the width."""
        model = moved("mup", "sgd", width=4096, to_width=65536, layers=4, to_layers=4)
        first, second = (step.size for step in model.update)
        assert second < first < 1.5 * second  # the output part, E|out|^2, falls as 1 / width

    def test_an_unknown_energy_or_step_has_a_reason(self):
        model = moved("residual_exact", "sgd", to_loops=4)
        assert math.isnan(model.update[1].size)
        assert "looped" in model.update[1].why
        kept = moved("sp", layers=1000, to_layers=4000)  # the branches grow out of every limit
        assert math.isnan(kept.update[1].size)
        assert "64 sites" in kept.update[1].why
        assert moved("looped", to_layers=48, to_loops=8, sites=0).update[0].why


class TestWhatIsShown:
    @pytest.mark.parametrize(
        ("sizes", "cautioned"),
        [
            ({"to_loops": 8}, True),
            ({"loops": 2, "to_loops": 8}, False),
            ({"loops": 1, "to_loops": 1, "layers": 2, "to_layers": 4}, False),
            ({"loops": 8, "to_loops": 1}, False),
        ],
    )
    def test_a_rate_tuned_at_one_loop_comes_with_a_caution(self, sizes, cautioned):
        moves = parametrization.transfer(1e-3, model="looped", **{"layers": 2} | sizes)
        assert moves.recommended.law.name == "looped"
        assert ("Caution: one pass repeats nothing" in moves.why) == cautioned

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_every_quantity_of_a_law_is_in_tables_and_exports(self, optimizer):
        """A rule elsewhere, such as an input multiplier of gradient descent, would not be shown."""
        for law in parametrization.laws[optimizer].values():
            for group, own in law.rules.items():
                for quantity in own:
                    assert group in law_records.OWNERS[quantity], (law.name, group)

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_a_law_at_fixed_depth_refuses_another(self, optimizer):
        for name, law in parametrization.laws[optimizer].items():
            if "depth and loops fixed" in law.assumes:
                assert "fixed layers" in moved(name, optimizer, to_layers=48).refused

    def test_epsilons_of_complete_p_are_those_of_its_corrected_code(self):
        """Typed from EleutherAI/nanoGPT-mup at 3904404, model.py, configure_optimizers."""
        larger = moved("complete_p", to_layers=48, to_width=1024)
        inside, outside = 1 / 16, 1 / 4  # four times the width; four times the layers
        for group in ("block matrices", "block vectors"):
            assert factors(larger, group)["adam_epsilon"] == inside, group
        for group in ("embedding", "readout", "final norm"):
            assert factors(larger, group)["adam_epsilon"] == outside, group
        assert "first code multiply every epsilon by L^-alpha" in larger.law.assumes

    def test_input_layer_of_sgd_mup(self):
        """Yang and Hu: inputs of variance 1, learning at a rate times the width."""
        own = factors(moved("mup", "sgd", to_width=1024), "embedding")
        assert (own["learning_rate"], own["init_std"], own["multiplier"]) == (4.0, 1.0, 1.0)


class TestManyBlocks:
    """Beyond some hundred blocks a sign step is computed with fewer, towards the limit of many."""

    @pytest.mark.parametrize("sizes", [{"layers": 24, "loops": 2}, {"layers": 1, "loops": 32}])
    def test_a_step_of_fewer_blocks_is_that_of_many(self, sizes, monkeypatch):
        to = {f"to_{name}": value for name, value in sizes.items()}
        full = moved("looped", multiplier=1 / 16, **sizes, **to).update[0]
        monkeypatch.setattr(energy_and_step_size, "PATIENCE", 0.03)
        less = moved("looped", multiplier=1 / 16, **sizes, **to).update[0]
        assert less.size != full.size
        assert "larger ones" in less.why
        assert not full.why
        assert abs(less.size - full.size) < 3 * math.hypot(less.error, full.error)
        assert less.error < 0.06 * less.size

    def test_the_error_adds_chance_and_the_gap_to_half_as_many_blocks(self, monkeypatch):
        rms = {16: 10.0, 8: 9.7}

        def step(network, size, few, hyper, sites):
            return SimpleNamespace(rms=rms[few.layers], error=0.4)

        monkeypatch.setattr(energy_and_step_size, "_of_blocks", step)
        monkeypatch.setattr(
            energy_and_step_size, "_reduced_size", lambda size: replace(size, layers=16)
        )
        model = moved("looped", multiplier=1 / 16, layers=24).update[0]
        assert model.error / model.size == pytest.approx(0.05)  # of 0.3 and 0.4
        assert "error 5 %" in model.why

    def test_a_gap_and_chance_too_large_together_leave_no_step(self, monkeypatch):
        """sqrt(0.98^2 + 0.4^2) is more than a tenth of 10; each alone is less."""
        rms = {16: 10.0, 8: 10.98}
        monkeypatch.setattr(
            energy_and_step_size,
            "_of_blocks",
            lambda *asked: SimpleNamespace(rms=rms[asked[2].layers], error=0.4),
        )
        monkeypatch.setattr(
            energy_and_step_size, "_reduced_size", lambda size: replace(size, layers=16)
        )
        model = moved("looped", multiplier=1 / 16, layers=24).update[0]
        why = "24 blocks computed as 16 larger ones are too coarse: 64 sites compute all"
        assert (math.isnan(model.size), model.why) == (True, why)

    def test_the_limit_of_many_layers(self, monkeypatch):
        """The same branches in all, and a step that no longer depends on the depth."""
        monkeypatch.setattr(energy_and_step_size, "PATIENCE", 0.05)
        sizes = [moved("looped", to_layers=n).update[1].size for n in (10**5, 10**9)]
        assert sizes[0] == pytest.approx(sizes[1], rel=1e-12)


class TestPaths:
    def test_paths_without_a_length_have_no_rate(self):
        graphs = {"graph": [(0, 1, 0)], "to_graph": [(0, 1, 1)]}
        with pytest.raises(ValueError, match=r"sum of length\^3 .* got 0: give edges lengths"):
            moved("path_sum", "sgd", **graphs)


class TestSideBySide:
    def test_laws_of_unshared_blocks_come_last_in_a_loop_and_set_no_range(self):
        """Branches: looped 1/16, sp 1; complete_p's 1/32 and depth_mup's are of 384 layers."""
        moves = parametrization.transfer(1e-3, layers=12, to_layers=48, to_loops=8)
        assert [m.law.name for m in moves if m.breaks] == [
            "depth_mup",
            "complete_p",
            "first_sign_step",
        ]
        assert [bool(m.breaks) for m in moves] == sorted(bool(m.breaks) for m in moves)
        assert moves.breaks["complete_p"] == (
            "it assumes that no block is shared, and 8 loops share every block",
        )
        actual = {(d.group, d.quantity): d for d in parametrization.disagreements(moves)}
        times = actual["block matrices", "multiplier"]
        assert (times.lowest, times.highest, times.factor) == ("looped", "sp", 16)
        assert [row["fits"] for row in moves.rows][-3:] == ["no"] * 3
        assert sum("broken: it assumes that no block is shared" in n for n in moves.notes()) == 3
        already = parametrization.transfer(1e-3, layers=12, loops=8, to_loops=1)
        assert "8 loops share every block" in already.breaks["complete_p"][0]
        once = parametrization.transfer(1e-3, layers=12, to_layers=48)
        assert "complete_p" not in once.breaks
        assert "complete_p" in parametrization.transfer(1e-3, layers=12, to_loops=2).breaks

    def test_a_law_for_plain_stacks_sets_no_range_of_a_transformer(self):
        moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
        assert "not for a pre-norm transformer" in moves.breaks["first_sign_step"][0]
        names = {n for d in parametrization.disagreements(moves) for n in (d.lowest, d.highest)}
        assert "first_sign_step" not in names
        sgd = parametrization.transfer(1e-3, layers=12, optimizer="sgd", model="pre-norm")
        assert sgd.breaks["chain"][0].startswith("it is derived for a scalar chain, not for a pre")
        assert "blocks z + relu(W z)" in sgd.breaks["post_activation_exact"][0]
        plain = parametrization.transfer(1e-3, layers=12, to_layers=48, model="mlp")
        assert "first_sign_step" not in plain.breaks
        assert set(plain.breaks) == {"depth_mup", "complete_p", "looped"}

    @pytest.mark.parametrize("model", ["pre-norm", "post-norm", "looped"])
    def test_choices_that_no_law_makes_are_said(self, model):
        moves = parametrization.transfer(1e-3, layers=12, to_layers=48, model=model)
        notes = "\n".join(moves.notes())
        for words in (
            "attention logits",
            "sqrt(d)",
            "tied embeddings",
            "GPT-2's 1/sqrt(2L)",
            "batch size",
        ):
            assert words in notes
        covering = next(move for move in moves if not move.refused)
        assert "# not covered: attention logits" in parametrization.parameter_groups(
            covering, "torch"
        )
        plain = parametrization.transfer(1e-3, layers=12, to_layers=48, model="mlp")
        assert "attention" not in "".join(plain.left_out)

    def test_disagreements(self):
        moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
        actual = {(d.group, d.quantity): d for d in parametrization.disagreements(moves)}
        times = actual["block matrices", "multiplier"]
        assert (times.lowest, times.highest) == ("complete_p", "sp")
        assert times.factor == pytest.approx(4)
        assert ("readout", "multiplier") not in actual
        factors = [one.factor for one in actual.values()]
        assert factors == sorted(factors, reverse=True)
        assert len(set(factors)) > 1
        row = next(row for row in moves.rows if row["law"] == "sp")
        assert row["energy"] == "3.46 -> 10.8"
        assert row["step"] == "6.45 -> 33"

    def test_notes_are_the_disagreements_of_the_columns_and_what_each_law_says(self, monkeypatch):
        monkeypatch.setattr(energy_and_step_size, "PATIENCE", 0.02)
        sizes = {"width": 64, "to_width": 128, "layers": 12, "to_layers": 400}
        moves = parametrization.transfer(1e-3, **sizes, law=["sp", "looped", "complete_p"])
        notes, actual = [*moves.notes()], parametrization.disagreements(moves)
        columns = {at: heading for heading, at in law_comparison.COLUMNS.items()}
        shown = [one for one in actual if one[:2] in columns]
        assert 0 < len(shown) < len(actual)
        for note, one in zip(notes, shown, strict=False):
            words = f"{columns[one[:2]]}: by a factor {one.factor:.3g} ({one.lowest} lowest"
            assert words in note
        assert sum("disagree" in note for note in notes) == len(shown)
        whys = [step.why for m in moves if not m.refused for step in m.update if step.why]
        assert [note for note in notes if "step: " in note] == [f"  step: {why}" for why in whys]
        assert any(why.startswith("400 blocks computed as ") for why in whys)

    def test_a_hundredth_is_a_disagreement(self):
        moves = parametrization.transfer(1e-3, width=1000, to_width=1010, layers=2)
        actual = {(d.group, d.quantity): d for d in parametrization.disagreements(moves)}
        assert actual["block matrices", "learning_rate"].factor == pytest.approx(1.01)

    def test_a_notebook_shows_the_table(self):
        moves = parametrization.transfer(1e-3, layers=2, to_layers=4, optimizer="sgd")
        page = moves._repr_html_()
        assert page.count("<tr>") >= len(moves) + 1
        assert "the laws disagree on rate, blocks" in page
        assert all(move.law.assumes[:20] in page for move in moves if not move.refused)


SHAPES = {
    "wte.weight": (100, 8),
    "h.0.attn.weight": (24, 8),
    "h.1.attn.weight": (24, 8),
    "h.1.ln_1.weight": (8,),
    "ln_f.weight": (8,),
    "pooler.weight": (8, 8),
    "head.weight": (100, 8),
}
EXAMPLES = {  # a parameter of each group
    "embedding": "wte.weight",
    "block matrices": "h.1.attn.weight",
    "block vectors": "h.1.ln_1.weight",
    "final norm": "ln_f.weight",
    "readout": "head.weight",
    "other matrices": "pooler.weight",
}


def _torch(text, _):
    made = {}
    exec(text, made)
    return {
        g: (own["lr"], own["weight_decay"], own.get("eps")) for g, own in made["GROUPS"].items()
    }


def _optax(text, monkeypatch):
    stand_ins = {
        "adamw": dict,
        "sgd": dict,
        # Before the rate: a decay behind it is added to the weights as it is.
        "chain": lambda decay, descent: {"weight_decay": decay.weight_decay} | descent,
        "add_decayed_weights": lambda decay: SimpleNamespace(weight_decay=decay),
        "multi_transform": lambda transforms, _: transforms,
    }
    monkeypatch.setitem(sys.modules, "optax", SimpleNamespace(**stand_ins))
    monkeypatch.setitem(sys.modules, "jax", SimpleNamespace())
    made = {}
    exec(text, made)
    return {
        group: (own["learning_rate"], own.get("weight_decay", 0.0), own.get("eps"))
        for group, own in made["optimizer"].items()
    }


def _titan(text, _):
    made = {"ParamGroupConfig": SimpleNamespace}
    exec(text, made)
    groups, named = made["param_groups"], {True: "AdamW", False: "SGD"}
    assert all(g.optimizer_name == named["eps" in g.optimizer_kwargs] for g in groups)
    keys = ("lr", "weight_decay", "eps")
    return _by_group([(g.pattern, tuple(map(g.optimizer_kwargs.get, keys))) for g in groups])


def _nemo(text, _):
    rows = re.findall(r"pattern: '(.*)'\n *lr_mult: (\S+)\n *wd_mult: (\S+)", text)
    return _by_group([(pattern, (float(rate), float(decay))) for pattern, rate, decay in rows])


def _by_group(rows):
    """Settings by group, of rows (pattern, settings) of which exactly one matches each name."""
    settings = {}
    for group, name in EXAMPLES.items():
        (settings[group],) = [own for pattern, own in rows if re.search(pattern, name)]
    matches = [sum(bool(re.search(pattern, name)) for pattern, _ in rows) for name in SHAPES]
    assert matches == [1] * len(SHAPES)
    return settings


READ = {
    "torch": _torch,
    "huggingface": _torch,
    "optax": _optax,
    "torchtitan": _titan,
    "nemo": _nemo,
}


class TestMuon:
    @pytest.mark.parametrize(("scale", "power"), [("original", 0), ("match_rms_adamw", -0.5)])
    def test_matrices_move_in_width_by_the_scale_of_a_step_and_the_others_as_under_adam(
        self, scale, power
    ):
        options = {"to_width": 1024, "to_layers": 48, "muon_rate": 0.02, "muon_scale": scale}
        for law, depth in (("complete_p", 0), ("depth_mup", -0.5), ("looped", -0.5)):
            model, adam = moved(law, "muon", **options), moved(law, to_width=1024, to_layers=48)
            rate = model.settings["block matrices"]["learning_rate"]
            assert rate.factor == pytest.approx(4**power * 4**depth)
            assert (rate.value, rate.known) == (pytest.approx(0.02 * rate.factor), "inferred")
            outside = model.settings["other matrices"]["learning_rate"]
            assert outside.value == pytest.approx(0.02 * 4**power)
            for group in ("embedding", "block vectors", "final norm", "readout"):
                assert model.settings[group] == adam.settings[group]
            for quantity in ("init_std", "multiplier"):
                expected = factors(adam, "block matrices")[quantity]
                assert factors(model, "block matrices")[quantity] == expected
            assert not model.owns("block matrices", "adam_epsilon")
        decay = factors(moved("complete_p", "muon", **options), "block matrices")["weight_decay"]
        assert decay == pytest.approx(4**-power)

    def test_a_law_that_moves_nothing_moves_no_matrix(self):
        model = moved("sp", "muon", to_width=1024, muon_scale="match_rms_adamw")
        assert factors(model, "block matrices")["learning_rate"] == 1

    @pytest.mark.parametrize(
        ("law", "sizes"),
        [
            ("complete_p", {"to_layers": 32}),
            ("looped", {"to_layers": 16}),
            ("looped", {"to_loops": 8}),
        ],
    )
    def test_the_exact_first_step_keeps_its_size_in_depth_and_loops(self, law, sizes):
        """Multipliers of 4 layers 1/4 or 1/2: steps of 32, 16 layers, 8 loops change as much."""
        tuned = {"multiplier": 0.25 if law == "complete_p" else 0.5, "init_std": 2**0.5 / 16}
        model = moved(law, "muon", **(tuned | {"layers": 4} | sizes))
        before, after = model.update
        assert after.size / before.size == pytest.approx(1, abs=0.12)
        scaled = moved(law, "muon", **(tuned | {"layers": 4} | sizes), muon_scale="match_rms_adamw")
        assert scaled.update[1].size / after.size == pytest.approx(0.2 * 16)

    def test_too_many_blocks_say_so(self):
        step = moved("complete_p", "muon", to_layers=65).update[1]
        assert math.isnan(step.size)
        assert "more than 64 blocks" in step.why

    def test_recommended_laws_say_what_is_inferred(self):
        moves = parametrization.transfer(1e-3, layers=2, to_layers=4, optimizer="Muon")
        assert moves.recommended.law.name == "complete_p"
        assert "original: so the first step keeps its size (claims LOOP-B-X17-width" in moves.why
        assert any("not for steps of Muon" in s for s in moves.breaks["first_sign_step"])

    @pytest.mark.parametrize("trainer", ["torch", "huggingface", "optax"])
    def test_exports_are_programs(self, trainer):
        model = moved("complete_p", "muon")
        text = parametrization.parameter_groups(model, trainer, parameters=SHAPES)
        compile(text, trainer, "exec")
        assert "muon" in text.lower()

    def test_nemo_and_torchtitan_name_the_scale(self):
        model = moved("complete_p", "muon", muon_scale="match_rms_adamw")
        nemo, titan = (
            parametrization.parameter_groups(model, trainer, parameters=SHAPES)
            for trainer in ("nemo", "torchtitan")
        )
        assert "muon_scale_mode: spectral and muon_extra_scale_factor: 0.2" in nemo
        assert titan.count("'DistMuon'") == titan.count("'adjust_lr_fn': 'match_rms_adamw'") > 0


class TestTrainers:
    def test_torch_groups_take_each_parameter_once(self):
        text = parametrization.parameter_groups(moved("looped", to_layers=48, to_loops=8), "torch")
        made = {}
        exec(text, made)
        wte, *others = (SimpleNamespace(name=n, shape=s) for n, s in SHAPES.items())
        named = [(p.name, p) for p in (wte, *others) if p.name != "head.weight"]
        named += [("head.weight", wte)]  # tied
        model = SimpleNamespace(named_parameters=lambda remove_duplicate: named)
        with pytest.warns(match=r"head\.weight \(readout\) is wte\.weight \(embedding\), tied"):
            groups = made["parameter_groups"](model)
        names = [p.name for group in groups for p in group["params"]]
        assert sorted(names) == sorted(set(SHAPES) - {"head.weight"})
        rate = {p.name: group["lr"] for group in groups for p in group["params"]}
        assert rate["h.0.attn.weight"] == 5e-4
        assert rate["wte.weight"] == 1e-3
        decay = {p.name: group["weight_decay"] for group in groups for p in group["params"]}
        assert (decay["h.0.attn.weight"], decay["h.1.ln_1.weight"]) == (0.1, 0.0)
        named += [("strange.w", SimpleNamespace(shape=(3, 4)))]
        with pytest.raises(ValueError, match=r"strange\.w \(3, 4\)"):
            made["parameter_groups"](model)

    def test_torch_groups_by_a_wider_model_print_the_table(self, capsys):
        """The wider model as a module or as shapes by name; a head that two widths tell."""
        made = {}
        exec(parametrization.parameter_groups(moved("looped", to_layers=48), "torch"), made)

        def model(d):
            shapes = {"h.0.w": (d, d), "h.0.norm.weight": (d,), "final_layer.linear.weight": (3, d)}
            named = [(name, SimpleNamespace(shape=shape)) for name, shape in shapes.items()]
            return SimpleNamespace(named_parameters=lambda remove_duplicate=True: named)

        with pytest.raises(ValueError, match=r"final_layer\.linear\.weight \(5, 8\); give"):
            made["sort_parameters"]({"h.0.norm.weight": (8,), "final_layer.linear.weight": (5, 8)})
        with pytest.warns(match="no embedding is listed"):
            groups = made["parameter_groups"](model(8), wider=model(16))
        assert [len(group["params"]) for group in groups] == [1, 1, 1]
        table = capsys.readouterr().out
        assert "readout: 1\n    final_layer.linear.weight  3x8\n" in table
        shapes = {name: p.shape for name, p in model(16).named_parameters()}
        with pytest.warns(match="no embedding is listed"):
            assert len(made["parameter_groups"](model(8), shapes)) == 3

    def test_torch_sorts_by_the_names_that_were_listed(self):
        """Groups found at two widths are written into the export, which then needs one model."""
        narrow, wide = ({"h.0.w": (d, d), "last.linear.weight": (5, d)} for d in (8, 16))
        text = parametrization.parameter_groups(
            moved("looped", to_layers=48), "torch", parameters=narrow, wider=wide
        )
        assert "# readout: 1\n#     last.linear.weight  5x8\n" in text
        made = {}
        exec(text, made)
        groups, _ = made["sort_parameters"](
            {"h.3.w": (64, 64), "last.linear.weight": (5, 64)}, {}, made["PATTERNS"]
        )
        assert groups == {"h.3.w": "block matrices", "last.linear.weight": "readout"}
        with pytest.raises(ValueError, match="matches no parameter"):
            made["sort_parameters"]({"h.3.w": (64, 64)}, {}, made["PATTERNS"])

    def test_a_wider_model_needs_the_narrower_one(self):
        with pytest.raises(ValueError, match="wider is given without parameters"):
            parametrization.parameter_groups(moved("looped"), "torch", wider=SHAPES)

    def test_patterns_of_names_hold_for_no_other_group(self):
        """A number stands for any other, but not in a Sequential, whose 0, 2 and 4 differ."""
        shapes = {f"{i}.{leaf}": shape for i in (0, 2, 4)
                  for leaf, shape in (("weight", (8, 8)), ("bias", (8,)))}  # fmt: skip
        groups = parametrization.parameter_groups(moved("looped"), parameters=shapes)
        text = parametrization.parameter_groups(moved("looped"), "nemo", parameters=shapes)
        patterns = re.findall("pattern: '(.*)'", text)
        assert len(patterns) == len(groups) == 5
        for pattern, group in zip(patterns, groups, strict=True):
            actual = tuple(name for name in shapes if re.search(pattern, name))
            assert actual == group.parameters
        blocks = {"h.0.a.w": (8, 8), "h.11.a.w": (8, 8), "h.0.norm.scale": (8,)}
        text = parametrization.parameter_groups(moved("looped"), "nemo", parameters=blocks)
        pattern, _ = re.findall("pattern: '(.*)'", text)
        assert re.search(pattern, "h.7.a.w")

    @pytest.mark.parametrize("trainer", ["torchtitan", "nemo"])
    def test_trainers_that_see_names_only_need_the_shapes(self, trainer):
        with pytest.raises(ValueError, match="give the names and shapes") as error:
            parametrization.parameter_groups(moved("looped"), trainer)
        printed, named = [], dict.fromkeys("ab", SimpleNamespace(shape=(3, 2)))
        model = SimpleNamespace(named_parameters=lambda remove_duplicate: named.items())
        code = str(error.value).partition("them:\n")[2]
        exec(code, {"model": model, "print": lambda *w: printed.append(" ".join(map(str, w)))})
        assert printed == ["a 3 2", "b = a"]

    @pytest.mark.parametrize(("optimizer", "law", "trainer"), [
        *(("adam", "complete_p", trainer) for trainer in parametrization.TRAINERS),
        *(("sgd", "am_mup", trainer) for trainer in parametrization.OPTIMIZERS["sgd"].classes),
    ])  # fmt: skip
    def test_an_export_names_its_assumptions_and_quantities_to_set_by_hand(
        self, trainer, optimizer, law
    ):
        model = moved(law, optimizer, to_layers=48, to_width=1024)
        text = parametrization.parameter_groups(model, trainer, parameters=SHAPES)
        assert f"# assumes: {model.law.assumes}" in text
        assert "# not covered: batch size, schedule" in text
        assert re.search(r"#   multiplier, residual branches: [\d.]+", text)
        assert "# norms, gains, biases and scalars have no weight decay" in text
        assert ("epsilon, which" in text) == (trainer == "nemo" and optimizer == "adam")

    @pytest.mark.parametrize(("optimizer", "law", "trainer"), [
        *(("adam", "looped", trainer) for trainer in parametrization.TRAINERS),
        *(("sgd", "am_mup", trainer) for trainer in parametrization.OPTIMIZERS["sgd"].classes),
    ])  # fmt: skip
    def test_every_exported_number_is_the_groups(self, monkeypatch, trainer, optimizer, law):
        """Read as Python or YAML, with stand-ins for the trainers' own functions."""
        model = moved(law, optimizer, to_layers=48, to_width=1024)
        groups = parametrization.parameter_groups(model)
        adam = optimizer == "adam"
        whole = {
            g.name: (g.learning_rate, g.weight_decay, g.adam_epsilon if adam else None)
            for g in groups
        }
        parts = {g.name: (g.rate_factor, g.decay_factor) for g in groups}
        text = parametrization.parameter_groups(model, trainer, parameters=SHAPES)
        right = parts if trainer == "nemo" else whole
        assert READ[trainer](text, monkeypatch) == right

    @pytest.mark.parametrize("trainer", parametrization.TRAINERS)
    def test_decay_of_vectors(self, monkeypatch, trainer):
        for decay_vectors, factor in ((False, 0), (True, 1)):
            model = moved("looped", decay_vectors=decay_vectors)
            text = parametrization.parameter_groups(model, trainer, parameters=SHAPES)
            decay = {group: own[1] for group, own in READ[trainer](text, monkeypatch).items()}
            tuned = decay["block matrices"]
            assert (decay["block vectors"], decay["final norm"]) == (factor * tuned,) * 2
            assert ("have no weight decay" in text) == (not decay_vectors)

    def test_yaml_reads_small_factors_as_numbers(self):
        model = moved("complete_p", to_width=256 * 2**20)
        text = parametrization.parameter_groups(model, "nemo", parameters=SHAPES)
        numbers = re.findall(r"lr_mult: (\S+)", text)
        assert f"{2.0**-20:e}"[:8] in {n[:8] for n in numbers}
        assert all("." in n for n in numbers)

    def test_errors(self):
        model = moved("looped", to_layers=48)
        with pytest.raises(UnknownNameError, match="deepspeed"):
            parametrization.parameter_groups(model, "deepspeed")
        with pytest.raises(UnknownNameError, match="heads"):
            parametrization.parameter_groups(model, patterns={"heads": "x"})
        with pytest.raises(ValueError, match="not a regular expression"):
            parametrization.parameter_groups(model, patterns={"readout": "("})
        with pytest.raises(ValueError, match=r"router\.w \(8, 4\)"):
            parametrization.matched({"router.w": (8, 4)})
        with pytest.raises(ValueError, match="fixed layers"):
            parametrization.parameter_groups(moved("mup", to_layers=48))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("complete_p", "CompleteP"),
        ("depth_mup", "Depth-muP"),
        ("mup", "\u03bcP"),
    ],
)
def test_other_spellings_of_names(ours, theirs):
    one = parametrization.transfer(1e-3, layers=2, law=theirs, optimizer="AdamW")
    assert [move.law.name for move in one] == [ours]


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"layers": 0}, ValueError, "layers"),
        ({"to_loops": 0}, ValueError, "loops"),
        ({"to_width": -1}, ValueError, "width"),
        ({"learning_rate": 0.0}, ValueError, "learning_rate must be positive, got 0.0"),
        ({"learning_rate": float("nan")}, ValueError, "learning_rate"),
        ({"weight_decay": -0.1}, ValueError, "weight_decay must not be negative"),
        ({"optimizer": "adagrad"}, UnknownNameError, "adagrad"),
        ({"muon_rate": 0.02}, ValueError, "it is read with optimizer='muon'"),
        ({"optimizer": "muon", "muon_rate": -1}, ValueError, "muon_rate must be positive"),
        ({"optimizer": "muon", "muon_scale": "spectral"}, ValueError, "match_rms_adamw, got 'spec"),
        ({"model": "prenom"}, UnknownNameError, "pre-norm"),
        ({"law": "loped"}, UnknownNameError, "looped"),
        ({"law": "am-mup"}, ValueError, "a law for the optimizer sgd, not for adam"),
        ({"law": "path_sum", "optimizer": "sgd", "graph": "star"}, UnknownNameError, "residual"),
        ({"law": "path_sum", "optimizer": "sgd", "graph": [], "to_graph": []}, ValueError, "edge"),
        ({"law": "chain", "optimizer": "sgd", "mu_yx": float("nan")}, ValueError, "mu_yx"),
        ({"sites": -1}, ValueError, "sites"),
    ],
)
def test_bad_input(options, error, says):
    with pytest.raises(error, match=says):
        moved(**{"law": "looped"} | options)


def test_a_law_of_descent_is_silent_about_no_epsilon():
    everywhere = law_records.GROUPS
    vectors = ("block vectors", "final norm")
    sgd, adam = (parametrization.laws[optimizer]["sp"].silent for optimizer in ("sgd", "adam"))
    assert sgd == {"learning_rate": vectors, "weight_decay": everywhere}
    assert adam == sgd | {"adam_epsilon": everywhere}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"optimizer": "sgd", "adam_epsilon": 1e-6}, "optimizer that has .*; leave adam_epsilon o"),
        ({"optimizer": "lion", "adam_epsilon": 1e-6}, "adam_epsilon=1e-06 has no effect"),
        ({"decay_vectors": True}, "it is read with a weight_decay above 0"),
        ({"muon_rate": 0.1}, "muon_rate=0.1 has no effect here: it is read with optimizer='muon'"),
    ],
)
def test_settings_that_nothing_reads_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        parametrization.transfer(1e-3, layers=2, **options)
