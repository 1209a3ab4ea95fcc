"""Records of optimisers: one place for a new one, and a refusal where a trainer has none."""

import importlib
import inspect
import re
from dataclasses import replace

import pytest

from depthlaws import parametrization
from depthlaws.cli.commands import transfer as command
from depthlaws.report.explorers import transfer as explorer
from depthlaws.theory.parametrization import (
    energy_and_step_size,
    hyperparameter_transfer,
    law_and_model_names,
    muon_rules,
    optimizers,
    recommended_law,
    trainer_formats,
    trainer_groups,
    transferred_settings,
)
from tests.cli.conftest import assert_refused

OPTIMIZERS = parametrization.OPTIMIZERS
SHAPES = {"wte.weight": (100, 8), "h.0.attn.weight": (8, 8), "ln_f.weight": (8,)}
MODULES = (
    energy_and_step_size,
    hyperparameter_transfer,
    law_and_model_names,
    muon_rules,
    recommended_law,
    trainer_formats,
    trainer_groups,
    transferred_settings,
)
LAWS = {"adam": "complete_p", "sgd": "am_mup"}


def moved(optimizer, **options):
    """A move in width and depth by one law for the optimiser."""
    options = {"layers": 12, "to_layers": 48, "width": 256, "to_width": 2048} | options
    law = LAWS[OPTIMIZERS[optimizer].family]
    (model,) = parametrization.transfer(1e-3, optimizer=optimizer, law=law, **options)
    return model


@pytest.fixture
def adafactor(monkeypatch):
    """A new optimiser: one record."""
    record = optimizers.Optimizer(
        name="adafactor", label="Adafactor", family="adam", epsilon=False,
        decay=optimizers.TIMES_RATE, says="Adafactor",
        classes={"torch": "torch.optim.Adafactor", "huggingface": "transformers.Adafactor"},
    )  # fmt: skip
    monkeypatch.setitem(OPTIMIZERS, record.name, record)
    yield record
    monkeypatch.undo()
    importlib.reload(explorer)


def test_a_new_optimiser_is_one_record(adafactor, good):
    """Its laws, words, exports, help and explorer follow from it."""
    model = moved("adafactor", weight_decay=0.1)
    assert not model.has_epsilon
    torch, transformers = (
        parametrization.parameter_groups(model, trainer) for trainer in ("torch", "huggingface")
    )
    assert "Groups of torch.optim.Adafactor:" in torch
    assert "# from transformers import Adafactor\n" in transformers
    assert "AdamW" not in torch + transformers
    assert "'eps'" not in torch
    with pytest.raises(ValueError, match=r"optax has no Adafactor: .* \(torch, huggingface\)"):
        parametrization.parameter_groups(model, "optax")
    looped = parametrization.transfer(1e-3, layers=2, loops=2, to_loops=8, optimizer="Adafactor")
    assert "one step of Adafactor then changes" in looped.why
    assert "adafactor: Adafactor" in " ".join(good("transfer", "--help").split())
    answer = good("transfer", "--lr", "1e-3", "--layers", "4", "--optimizer", "adafactor")
    assert "under adafactor" in answer
    assert "\u2503 epsilon" not in answer
    data = importlib.reload(explorer).TRANSFER.data()
    assert "adam_epsilon" not in data["optimizers"]["adafactor"]["owns"]["embedding"]
    assert adafactor.label in dict(explorer.CHOICES).values()


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("trainer", parametrization.TRAINERS)
def test_a_trainer_has_the_optimiser_or_refuses_it(optimizer, trainer):
    model, classes = moved(optimizer), OPTIMIZERS[optimizer].classes
    if trainer not in classes:
        with pytest.raises(ValueError, match=f"^{trainer} has no ") as error:
            parametrization.parameter_groups(model, trainer, parameters=SHAPES)
        assert "\n" not in str(error.value)
        assert f"an optimizer of {trainer} (adam, adamw, " in str(error.value)
        return
    text = parametrization.parameter_groups(model, trainer, parameters=SHAPES)
    name = classes[trainer].rpartition(".")[2]
    assert trainer == "nemo" or re.search(rf"\b{name}\b", text)
    others = {c.rpartition(".")[2] for r in OPTIMIZERS.values() for c in r.classes.values()}
    beside = {"AdamW", "adamw"} if OPTIMIZERS[optimizer].matrices_only else set()
    beside |= {"muon"} if optimizer == "muon" else set()
    code = "\n".join(line for line in text.splitlines() if not line.startswith("# "))
    assert not [o for o in others - {name} - beside if re.search(rf"\.{o}\b|'{o}'", code)]


@pytest.mark.networks
@pytest.mark.parametrize("optimizer", ["adamw", "muon"])
def test_classes_of_torch_exist_and_multiply_the_decay_by_the_rate(optimizer):
    """A step at a gradient of zero: W <- (1 - rate decay) W."""
    torch = pytest.importorskip("torch")
    module, _, name = OPTIMIZERS[optimizer].classes["torch"].rpartition(".")
    weight = torch.nn.Parameter(torch.eye(3))
    weight.grad = torch.zeros_like(weight)
    getattr(importlib.import_module(module), name)([weight], lr=0.1, weight_decay=0.5).step()
    assert torch.allclose(weight.detach(), 0.95 * torch.eye(3), rtol=1e-6)


def test_decay_is_given_for_trainers_that_multiply_it_and_for_those_that_do_not(good):
    """At 256 -> 2048 CompleteP divides the rate of matrices by 8: rate times decay stays."""
    model = moved("adamw", weight_decay=0.1)
    settings = model.settings["block matrices"]
    assert settings["learning_rate"].factor == 1 / 8
    assert settings["weight_decay"].value == pytest.approx(0.8)
    alone = model.independent_decay("block matrices")
    assert (alone.value, alone.factor) == (pytest.approx(0.1), 1)
    assert model.independent_decay("embedding").value == 0.1
    assert model.independent_decay("final norm").value == 0
    text = parametrization.parameter_groups(model, "torch", parameters=SHAPES)
    assert "# weight_decay is multiplied by the learning rate: W <- (1 - rate decay) W" in text
    assert "W <- (1 - decay) W: embedding 0.1, block matrices 0.1\n" in text
    move = ("transfer", "--lr", "1e-3", "--layers", "2", "--width", "256", "--to-width", "2048",
            "--weight-decay", "0.1")  # fmt: skip
    row = next(line for line in good(*move).splitlines() if "block matrices" in line)
    assert [cell.strip() for cell in row.split("\u2502")[3:5]] == ["0.8", "0.1"]
    assert "take the column decay alone" in " ".join(good(*move).split())


def test_a_silent_law_keeps_both_decays():
    (model,) = parametrization.transfer(1e-3, layers=2, to_layers=8, law="looped", weight_decay=0.1)
    assert model.settings["block matrices"]["learning_rate"].factor == 0.5
    assert model.independent_decay("block matrices").value == 0.1


def test_a_quantity_that_no_group_keeps_is_not_named():
    """CompleteP sets the decay of all matrices, and vectors have none."""
    text = parametrization.parameter_groups(moved("adamw", weight_decay=0.1), "torch")
    assert "weight_decay kept" not in text
    assert not re.search(r"silent: *\n", text)


def test_words_argue_with_the_optimiser_of_the_user():
    for name, record in OPTIMIZERS.items():
        moves = parametrization.transfer(1e-3, layers=2, loops=2, to_loops=8, optimizer=name)
        if record.family == "adam":
            assert f"one step of {record.label} then" in moves.why


@pytest.mark.parametrize(
    ("trainer", "says"),
    [
        ("torch", r"as \(out, in\): .*\(Conv1D of GPT-2 in transformers\) gets"),
        ("optax", r"as \(in, out\): .* gets the scale of its transpose"),
    ],
)
def test_the_stored_orientation_of_muon_is_remarked(trainer, says):
    text = parametrization.parameter_groups(moved("muon"), trainer)
    assert re.search(says, text)
    assert "of its transpose" not in parametrization.parameter_groups(moved("adamw"), trainer)


def test_lists_of_optimisers_are_nowhere_by_hand():
    """No module of laws, exports, command or explorer compares names of optimisers."""
    names = "|".join(OPTIMIZERS)
    for module in (*MODULES, command, explorer):
        compared = re.findall(rf'(?:==|!=|\bin) \(?"(?:{names})"', inspect.getsource(module))
        assert not [c for c in compared if '"adam"' not in c and '"sgd"' not in c], module


def test_a_record_without_a_class_says_so():
    record = replace(OPTIMIZERS["sign"], label="signs")
    with pytest.raises(ValueError, match=r"^torch has no signs: ask for an optimizer of torch \("):
        optimizers.trainer_class(record, "torch")


MOVE = ("transfer", "--learning-rate", "1e-3", "--layers", "4", "--to-layers", "8")


def test_a_trainer_takes_one_law(run, good):
    done = run(*MOVE, "--law", "complete_p,depth_mup", "--trainer", "torch")
    assert_refused(done, "--trainer needs one law", "there are: complete_p, depth_mup")
    assert "# complete_p (" in good(*MOVE, "--law", "complete_p", "--trainer", "torch")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1,25e-3", ["'1,25e-3' is a number with a decimal comma", "1.25e-3", "1,0.025 for the"]),
        ("0,001", ["'0,001' is a number with a decimal comma", "write 0.001 for the number, 0,1"]),
    ],
)
def test_a_decimal_comma_is_no_list(run, typed, says):
    assert_refused(run("transfer", "--lr", typed, "--layers", "4"), "--lr", *says)


@pytest.mark.parametrize("typed", ["1,0.025", "1e-3,25e-4", "2,8,64", "1e-3,2e-3"])
def test_lists_of_numbers_stay_lists(good, typed):
    assert good("transfer", "--lr", typed, "--layers", "4").count("complete_p") >= 2


def test_visits_are_typed_as_a_list_too(good):
    texts = [good("loop", "--visits", order, "--lam", "1", "--sites", "0")
             for order in ("[0,1,2,1]", "0 1 2 1")]  # fmt: skip
    growth = [next(line for line in text.splitlines() if "growth" in line) for text in texts]
    assert growth[0] == growth[1]
