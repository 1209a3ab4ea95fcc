"""Moved models as parameter groups of trainers, and under Muon."""

import math
import re
import sys
from types import SimpleNamespace

import pytest

from depthlaws import parametrization
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests.theory.tuned_models import SHAPES, factors, moved

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
