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
from depthlaws.theory.parametrization import predictions, side_by_side, transfer_laws
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
    (found,) = parametrization.transfer(options.pop("learning_rate"), **options)
    return found


def factors(found, group):
    return {quantity: setting.factor for quantity, setting in found.settings[group].items()}


class TestAgainstTheTables:
    def test_looped(self):
        """Looped, tables 1 and 3; every cell is LOOP-B-TAB3."""
        found = moved("looped", to_layers=48, to_loops=8)
        assert factors(found, "block matrices") == {
            "learning_rate": 1 / 2,
            "init_std": 1,
            "weight_decay": 1,
            "adam_epsilon": 1 / 2,
            "multiplier": 1 / 16,
        }
        assert found.settings["embedding"]["learning_rate"].value == TUNED["learning_rate"]
        recipe = parametrization.component_values(48, loops=8)["attention and MLP matrices"]
        assert (
            recipe["learning_rate"] / 1.25e-3 == factors(found, "block matrices")["learning_rate"]
        )
        assert recipe["adam_epsilon"] / 1e-8 == pytest.approx(1 / 2)
        assert recipe["multiplier"] == 1 / 16
        known = {group: cells["weight_decay"].known for group, cells in found.settings.items()}
        assert set(known.values()) == {"silent"}
        said = factors(found, "block vectors"), factors(found, "readout")
        assert [one["adam_epsilon"] for one in said] == [1 / 2, 1]

    @pytest.mark.parametrize(("law", "alpha"), [("depth_mup", 0.5), ("complete_p", 1.0)])
    def test_adam_in_width_and_depth(self, law, alpha):
        """Dey et al. (2025), table 1, with m_N = 4 and m_L = 4 (loops are layers): typed again."""
        found = moved(law, to_width=1024, to_layers=24, to_loops=2)
        width, depth = 4, 4
        assert factors(found, "block matrices") == pytest.approx(
            {
                "learning_rate": depth ** (alpha - 1) / width,
                "init_std": width**-0.5,
                "weight_decay": width,
                "adam_epsilon": depth**-alpha / width,
                "multiplier": depth**-alpha,
            }
        )
        vectors = factors(found, "block vectors")
        assert vectors["learning_rate"] == pytest.approx(depth ** (alpha - 1))
        assert factors(found, "readout") == pytest.approx(
            {
                "learning_rate": 1,
                "init_std": 1,
                "weight_decay": 1,
                "adam_epsilon": 1 / width,
                "multiplier": 1 / width,
            }
        )

    def test_descent(self):
        """Pc, table 2: muP of gradient descent, weights of variance 1/N under rate N^(-1) gamma^2.

        gamma^2 = N cancels the rate's 1/N; the input's multiplier N^(1/2) goes into its weights of
        variance 1/N, which then learn N times faster.
        """
        found = moved("mup", "sgd", to_width=1024)
        assert factors(found, "embedding")["init_std"] == 1
        assert factors(found, "embedding")["learning_rate"] == 4
        assert factors(found, "block matrices")["learning_rate"] == 1
        assert factors(found, "readout")["multiplier"] == pytest.approx(1 / 2)

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
        found = moved("chain", "sgd", to_layers=48, mu_yx=2.0, mu_xx=1.0)
        rates = chain.max_learning_rate([12, 48], 2.0, 1.0)
        assert factors(found, "block matrices")["learning_rate"] == pytest.approx(
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
    def test_two_moves_are_one(self, optimizer, law, a, b, c):
        for fixed in parametrization.laws[optimizer][law].needs_same:
            b, c = b | {fixed: a[fixed]}, c | {fixed: a[fixed]}

        def move(here, there):
            found = moved(law, optimizer, **here, **{f"to_{k}": v for k, v in there.items()})
            assert not found.refused
            return found.settings

        steps, whole = (move(a, b), move(b, c)), move(a, c)
        for group, quantity in itertools.product(whole, TUNED):
            one, other = (step[group][quantity].factor for step in steps)
            assert one * other == pytest.approx(whole[group][quantity].factor, rel=1e-12)

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_staying_changes_nothing(self, optimizer):
        options = BASE | TUNED | {"optimizer": optimizer}
        for found in parametrization.transfer(options.pop("learning_rate"), **options):
            assert not found.refused
            for own in found.settings.values():
                assert {q: s.value for q, s in own.items()} == TUNED

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_what_a_law_is_silent_about_is_kept_and_marked(self, optimizer):
        for law in parametrization.laws[optimizer].values():
            found = moved(law.name, optimizer, **BIGGER)
            for quantity, groups in law.silent.items():
                for group in groups:
                    setting = found.settings[group][quantity]
                    assert (setting.known, setting.factor) == ("silent", 1)
            if law.needs_same:
                assert "fixed" in found.refused
                kept = {s.known for own in found.settings.values() for s in own.values()}
                assert kept == {"silent"}

    def test_energy_is_that_of_the_stream(self):
        """Untied pre-norm ReLU layers, weights of variance init_std^2: 1 + L eps^2 s^2 / 2."""
        found = moved("complete_p", to_width=1024, to_layers=48)
        s = TUNED["init_std"] * 256**0.5  # kept by 1/sqrt(width)
        expected = [1 + L * (eps * s) ** 2 / 2 for eps, L in ((1, 12), (1 / 4, 48))]
        assert found.energy == pytest.approx(expected, rel=1e-12)
        bare = moved("residual_mup", "sgd", to_layers=48)
        expected = [(1 + (eps * s) ** 2 / 2) ** L for eps, L in ((1, 12), (1 / 2, 48))]
        assert bare.energy == pytest.approx(expected, rel=1e-12)


class TestExactLaws:
    """Each exact ratio by another way than the law's."""

    SIZES = {"layers": 3, "to_layers": 11, "width": 64, "to_width": 256, "multiplier": 0.7}  # noqa: RUF012

    @pytest.mark.parametrize(
        "law", ["am_mup_exact", "residual_exact", "residual_init_exact", "post_activation_exact"]
    )
    def test_the_mean_energy_of_the_step_is_kept(self, law):
        """Mean of the energies of all layers times rate^2, from `updates.energies`."""
        found = moved(law, "sgd", outputs=5, init_std=0.15, **self.SIZES)
        means = []
        for size, hyper in found.both():
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
        before, after = found.update
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
            found = moved(law, "sgd", **deep | own)
            factor = factors(found, "block matrices")["learning_rate"]
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

        found = moved("first_sign_step", layers=3, to_layers=11, to_width=1024)
        expected = (mean(3) / mean(11)) ** 0.5 / 4
        assert factors(found, "block matrices")["learning_rate"] == pytest.approx(expected)

    @pytest.mark.parametrize("graph", ["plain", "residual"])
    def test_paths_one_by_one(self, graph):
        found = moved("path_sum", "sgd", layers=3, to_layers=6, graph=graph)

        def cubes(L):
            if graph == "plain":
                return L**3
            return sum(math.comb(L, k) * k**3 for k in range(L + 1))

        expected = (cubes(3) / cubes(6)) ** 0.5
        assert factors(found, "readout")["learning_rate"] == pytest.approx(expected)

    def test_paths_of_edges(self):
        here = [("x", "a"), ("a", "y"), ("x", "y", 0)]
        there = [("x", "y", 3), ("x", "y", 1, 2.0)]
        found = moved("path_sum", "sgd", graph=here, to_graph=there)
        assert factors(found, "embedding")["learning_rate"] == pytest.approx((8 / 29) ** 0.5)
        edges = updates.residual_graph(0, 5)
        same = moved("path_sum", "sgd", layers=5, graph="residual", to_graph=edges)
        assert factors(same, "readout")["learning_rate"] == pytest.approx(1, rel=1e-14)
        alone = moved("path_sum", "sgd", graph=here)
        assert "to_graph" in alone.refused

    def test_huge_graphs_of_paths(self):
        found = moved("path_sum", "sgd", layers=3000, to_layers=3002, graph="residual")
        factor = factors(found, "readout")["learning_rate"]
        assert factor == pytest.approx(0.5 * (3000 / 3002) ** 1.5, rel=1e-3)


class TestHugeSizes:
    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_laws_of_powers_still_answer(self, optimizer):
        size = {"layers": 10**9, "to_layers": 2 * 10**9}
        found = {m.law.name: m for m in parametrization.transfer(1.0, optimizer=optimizer, **size)}
        known = parametrization.laws[optimizer]
        exact = {n for n, law in known.items() if law.factor} - {"path_sum", "chain"}
        fixed = {n for n, law in known.items() if "layers" in law.needs_same}
        assert {n for n, m in found.items() if m.refused} == exact | fixed
        assert math.isnan(found["sp"].energy[1])
        assert found["sp"].update[1].why

    def test_an_exact_rate_that_is_no_double_is_refused(self):
        found = moved("am_mup_exact", "sgd", layers=10**6, to_layers=2 * 10**6, width=2, to_width=2)
        assert "leaves the doubles" in found.refused
        assert found.settings["readout"]["learning_rate"].value == TUNED["learning_rate"]


class TestWhatTheorySays:
    def test_a_sign_step_of_one_block(self):
        """Looped, X-8: RMS = eta eps sqrt(h0 / 2 pi) at K = 1, eta = rate width."""
        found = moved("complete_p", layers=1, to_layers=1, sites=1024)
        step = found.update[0]
        expected = 1e-3 * 256 * (2 * math.pi) ** -0.5
        assert abs(step.size - expected) < 5 * step.error + 1e-12
        assert step.error < 0.02 * expected

    def test_a_chain_says_k(self):
        found = moved("chain", "sgd", mu_yx=2.0, mu_xx=0.5, to_layers=24)
        k = [1e-3 * chain.sharpness(12, 2.0, 0.5)] * 2
        assert [step.size for step in found.update] == pytest.approx(k, rel=1e-12)
        assert all(math.isnan(energy) for energy in found.energy)

    def test_mup_keeps_the_label_part_over_widths(self):
        """Pc, desiderata: with few outputs the step does not depend on the width."""
        found = moved("mup", "sgd", width=4096, to_width=65536, layers=4, to_layers=4)
        first, second = (step.size for step in found.update)
        assert second < first < 1.5 * second  # the output part, E|out|^2, falls as 1 / width

    def test_what_is_not_known_says_why(self):
        found = moved("residual_exact", "sgd", to_loops=4)
        assert math.isnan(found.update[1].size)
        assert "looped" in found.update[1].why
        kept = moved("sp", layers=1000, to_layers=4000)  # the branches grow out of every limit
        assert math.isnan(kept.update[1].size)
        assert "64 sites" in kept.update[1].why
        assert moved("looped", to_layers=48, to_loops=8, sites=0).update[0].why


class TestWhatIsShown:
    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_no_law_moves_what_neither_table_nor_trainer_names(self, optimizer):
        """Sgd's muP multiplies its input layer by sqrt(width): nobody was told."""
        for law in parametrization.laws[optimizer].values():
            for group, own in law.rules.items():
                for quantity in own:
                    assert group in transfer_laws.OWNERS[quantity], (law.name, group)

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_a_law_at_fixed_depth_refuses_another(self, optimizer):
        for name, law in parametrization.laws[optimizer].items():
            if "depth" in law.assumes and "fixed" in law.assumes:
                assert "fixed layers" in moved(name, optimizer, to_layers=48).refused

    def test_input_layer_of_sgd_mup(self):
        """Yang and Hu: inputs of variance 1, learning at a rate times the width."""
        own = factors(moved("mup", "sgd", to_width=1024), "embedding")
        assert (own["learning_rate"], own["init_std"], own["multiplier"]) == (4.0, 1.0, 1.0)


class TestManyBlocks:
    """Beyond some hundred blocks a sign step is that of fewer, towards the limit of many."""

    @pytest.mark.parametrize("sizes", [{"layers": 24, "loops": 2}, {"layers": 1, "loops": 32}])
    def test_fewer_blocks_stand_for_many(self, sizes, monkeypatch):
        to = {f"to_{name}": value for name, value in sizes.items()}
        full = moved("looped", multiplier=1 / 16, **sizes, **to).update[0]
        monkeypatch.setattr(predictions, "PATIENCE", 0.03)
        less = moved("looped", multiplier=1 / 16, **sizes, **to).update[0]
        assert less.size != full.size
        assert "same branches in all" in less.why
        assert not full.why
        assert abs(less.size - full.size) < 3 * math.hypot(less.error, full.error)
        assert less.error < 0.06 * less.size

    def test_their_error_is_that_of_chance_and_of_what_half_as_many_change(self, monkeypatch):
        rms = {16: 10.0, 8: 9.7}

        def step(network, size, few, hyper, sites):
            return SimpleNamespace(rms=rms[few.layers], error=0.4)

        monkeypatch.setattr(predictions, "_of_blocks", step)
        monkeypatch.setattr(predictions, "_quick", lambda size: replace(size, layers=16))
        found = moved("looped", multiplier=1 / 16, layers=24).update[0]
        assert found.error / found.size == pytest.approx(0.05)  # of 0.3 and 0.4
        assert "good to 5 %" in found.why

    def test_a_gap_and_chance_that_are_too_much_together_are_told(self, monkeypatch):
        """sqrt(0.98^2 + 0.4^2) is more than a tenth of 10; each alone is less."""
        rms = {16: 10.0, 8: 10.98}
        monkeypatch.setattr(
            predictions,
            "_of_blocks",
            lambda *asked: SimpleNamespace(rms=rms[asked[2].layers], error=0.4),
        )
        monkeypatch.setattr(predictions, "_quick", lambda size: replace(size, layers=16))
        found = moved("looped", multiplier=1 / 16, layers=24).update[0]
        why = "24 blocks as 16 of the same branches in all is too coarse: 64 sites compute it"
        assert (math.isnan(found.size), found.why) == (True, why)

    def test_the_limit_of_many_layers(self, monkeypatch):
        """The same branches in all, and a step that no longer depends on the depth."""
        monkeypatch.setattr(predictions, "PATIENCE", 0.05)
        sizes = [moved("looped", to_layers=n).update[1].size for n in (10**5, 10**9)]
        assert sizes[0] == pytest.approx(sizes[1], rel=1e-12)


class TestPaths:
    def test_paths_without_a_length_have_no_rate(self):
        graphs = {"graph": [(0, 1, 0)], "to_graph": [(0, 1, 1)]}
        with pytest.raises(ValueError, match=r"need a length and positive weights: .* cubes is 0"):
            moved("path_sum", "sgd", **graphs)


class TestSideBySide:
    def test_disagreements(self):
        moves = parametrization.transfer(1e-3, layers=12, to_layers=48)
        found = {(d.group, d.quantity): d for d in parametrization.disagreements(moves)}
        times = found["block matrices", "multiplier"]
        assert (times.lowest, times.highest) == ("complete_p", "sp")
        assert times.factor == pytest.approx(4)
        assert ("readout", "multiplier") not in found
        factors = [one.factor for one in found.values()]
        assert factors == sorted(factors, reverse=True)
        assert len(set(factors)) > 2
        row = next(row for row in moves.rows if row["law"] == "sp")
        assert row["energy"] == "3.46 -> 10.8"
        assert row["step"] == "6.45 -> 33"

    def test_notes_are_the_disagreements_of_the_columns_and_what_each_law_says(self, monkeypatch):
        monkeypatch.setattr(predictions, "PATIENCE", 0.02)
        sizes = {"width": 64, "to_width": 128, "layers": 12, "to_layers": 400}
        moves = parametrization.transfer(1e-3, **sizes, law=["sp", "looped", "complete_p"])
        notes, found = [*moves.notes()], parametrization.disagreements(moves)
        columns = {at: heading for heading, at in side_by_side.COLUMNS.items()}
        shown = [one for one in found if one[:2] in columns]
        assert 0 < len(shown) < len(found)
        for note, one in zip(notes, shown, strict=False):
            words = f"{columns[one[:2]]}: by a factor {one.factor:.3g} ({one.lowest} lowest"
            assert words in note
        assert sum("disagree" in note for note in notes) == len(shown)
        whys = [step.why for m in moves if not m.refused for step in m.update if step.why]
        assert [note for note in notes if "step: " in note] == [f"  step: {why}" for why in whys]
        assert any(why.startswith("400 blocks as ") for why in whys)

    def test_a_hundredth_is_a_disagreement(self):
        moves = parametrization.transfer(1e-3, width=1000, to_width=1010, layers=2)
        found = {(d.group, d.quantity): d for d in parametrization.disagreements(moves)}
        assert found["block matrices", "learning_rate"].factor == pytest.approx(1.01)

    def test_a_notebook_shows_the_table(self):
        moves = parametrization.transfer(1e-3, layers=2, to_layers=4, optimizer="sgd")
        page = moves._repr_html_()
        assert page.count("<tr>") >= len(moves) + 1
        assert "the laws disagree on rate, blocks" in page
        assert all(move.law.assumes[:20] in page for move in moves if not move.refused)


LLAMA = {
    "embedding": ["tok_embeddings.weight", "model.embed_tokens.weight"],
    "block matrices": ["layers.0.attention.wq.weight", "model.layers.31.mlp.up_proj.weight"],
    "block vectors": ["layers.0.attention_norm.weight", "model.layers.3.input_layernorm.weight"],
    "final norm": ["norm.weight", "model.norm.weight"],
    "readout": ["output.weight", "lm_head.weight"],
}
GPT = {
    "embedding": ["transformer.wte.weight", "transformer.wpe.weight"],
    "block matrices": ["transformer.h.0.attn.c_attn.weight", "transformer.h.11.mlp.c_fc.weight"],
    "block vectors": ["transformer.h.0.ln_1.weight", "transformer.h.0.attn.c_attn.bias"],
    "final norm": ["transformer.ln_f.weight", "transformer.ln_f.bias"],
    "readout": ["lm_head.weight"],
}
MEGATRON = {
    "embedding": ["embedding.word_embeddings.weight"],
    "block matrices": [
        "decoder.layers.0.self_attention.linear_qkv.weight",
        "decoder.layers.0.mlp.linear_fc1.weight",
    ],
    "block vectors": [
        "decoder.layers.0.self_attention.linear_qkv.layer_norm_weight",
        "decoder.layers.7.mlp.linear_fc1.layer_norm_bias",
    ],
    "final norm": ["decoder.final_layernorm.weight"],
    "readout": ["output_layer.weight"],
}


def _torch(text, _):
    made = {}
    exec(text, made)
    return [(p, own["lr"], own["weight_decay"], own.get("eps")) for p, own in made["GROUPS"]]


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
    rows = [(pattern, made["optimizer"][name]) for pattern, name in made["PATTERNS"]]
    return [(p, own["learning_rate"], own["weight_decay"], own.get("eps")) for p, own in rows]


def _titan(text, _):
    made = {"ParamGroupConfig": SimpleNamespace}
    exec(text, made)
    groups, named = made["param_groups"], {True: "AdamW", False: "SGD"}
    assert all(g.optimizer_name == named["eps" in g.optimizer_kwargs] for g in groups)
    return [
        (g.pattern, *map(g.optimizer_kwargs.get, ("lr", "weight_decay", "eps"))) for g in groups
    ]


def _nemo(text, _):
    rows = re.findall(r"pattern: '(.*)'\n *lr_mult: (\S+)\n *wd_mult: (\S+)", text)
    return [(pattern, float(rate), float(decay)) for pattern, rate, decay in rows]


READ = {"torch": _torch, "optax": _optax, "torchtitan": _titan, "nemo": _nemo}


class TestTrainers:
    @pytest.mark.parametrize("model", [LLAMA, GPT, MEGATRON])
    def test_every_parameter_is_matched_once_and_rightly(self, model):
        groups = parametrization.parameter_groups(moved("looped", to_layers=48))
        names = [name for own in model.values() for name in own]
        found = parametrization.matched(groups, names)
        assert {name: sorted(own) for name, own in found.items()} == {
            name: sorted(own) for name, own in model.items()
        }

    def test_torch_groups_take_each_parameter_once(self):
        text = parametrization.parameter_groups(moved("looped", to_layers=48, to_loops=8), "torch")
        made = {}
        exec(text, made)
        names = [name for own in LLAMA.values() for name in own]
        model = SimpleNamespace(named_parameters=lambda: [(n, n) for n in names])
        groups = made["parameter_groups"](model)
        assert sorted(p for group in groups for p in group["params"]) == sorted(names)
        rate = {p: group["lr"] for group in groups for p in group["params"]}
        assert rate["layers.0.attention.wq.weight"] == 5e-4
        assert rate["lm_head.weight"] == 1e-3
        stranger = SimpleNamespace(named_parameters=lambda: [("router.w", 0)])
        with pytest.raises(ValueError, match=r"router\.w"):
            made["parameter_groups"](stranger)

    @pytest.mark.parametrize("trainer", parametrization.TRAINERS)
    @pytest.mark.parametrize(("optimizer", "law"), [("adam", "complete_p"), ("sgd", "am_mup")])
    def test_each_names_its_assumptions_and_what_it_cannot_set(self, trainer, optimizer, law):
        found = moved(law, optimizer, to_layers=48, to_width=1024)
        text = parametrization.parameter_groups(found, trainer)
        assert f"# assumes: {found.law.assumes}" in text
        assert "# batch size, schedule" in text
        assert re.search(r"#   multiplier, residual branches: [\d.]+", text)
        for pattern in parametrization.PATTERNS.values():
            assert pattern in text or repr(pattern)[1:-1] in text
        assert ("epsilon, which" in text) == (trainer == "nemo" and optimizer == "adam")

    @pytest.mark.parametrize(("optimizer", "law"), [("adam", "looped"), ("sgd", "am_mup")])
    @pytest.mark.parametrize("trainer", parametrization.TRAINERS)
    def test_every_exported_number_is_the_groups(self, monkeypatch, trainer, optimizer, law):
        """Read as Python or YAML, with stand-ins for the trainers' own functions."""
        found = moved(law, optimizer, to_layers=48, to_width=1024)
        groups = parametrization.parameter_groups(found)
        adam = optimizer == "adam"
        whole = [
            (g.pattern, g.learning_rate, g.weight_decay, g.adam_epsilon if adam else None)
            for g in groups
        ]
        parts = [(g.pattern, g.rate_factor, g.decay_factor) for g in groups]
        text = parametrization.parameter_groups(found, trainer)
        right = parts if trainer == "nemo" else whole
        assert READ[trainer](text, monkeypatch) == right

    def test_yaml_reads_small_factors_as_numbers(self):
        text = parametrization.parameter_groups(moved("complete_p", to_width=256 * 2**20), "nemo")
        numbers = re.findall(r"lr_mult: (\S+)", text)
        assert f"{2.0**-20:e}"[:8] in {n[:8] for n in numbers}
        assert all("." in n for n in numbers)

    def test_errors(self):
        found = moved("looped", to_layers=48)
        with pytest.raises(UnknownNameError, match="deepspeed"):
            parametrization.parameter_groups(found, "deepspeed")
        with pytest.raises(UnknownNameError, match="heads"):
            parametrization.parameter_groups(found, patterns={"heads": "x"})
        with pytest.raises(ValueError, match="no regular expression"):
            parametrization.parameter_groups(found, patterns={"readout": "("})
        with pytest.raises(ValueError, match="router"):
            parametrization.matched(parametrization.parameter_groups(found), ["router.w"])
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
def test_names_as_others_write_them(ours, theirs):
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
        ({"optimizer": "lion"}, UnknownNameError, "lion"),
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
    everywhere = ("embedding", "block matrices", "block vectors", "final norm", "readout")
    vectors = ("block vectors", "final norm")
    sgd, adam = (parametrization.laws[optimizer]["sp"].silent for optimizer in ("sgd", "adam"))
    assert sgd == {"learning_rate": vectors, "weight_decay": everywhere}
    assert adam == sgd | {"adam_epsilon": everywhere}
