"""Energies, steps, cautions and notes beside a model that is moved; bad input."""

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from depthlaws import chain, parametrization
from depthlaws.theory.parametrization import energy_and_step_size, law_comparison, law_records
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests.theory.tuned_models import factors, moved


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
