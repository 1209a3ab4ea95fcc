"""What ``depthlaws recorder torch`` refuses or warns of, in words."""

import csv
import warnings

import numpy as np
import pytest
import torch
import torch.utils.checkpoint
from torch import nn

from tests.cli.recorded import rows
from tests.cli.torch_zoo import batch, loss_of, seeded

pytestmark = pytest.mark.networks


def test_other_columns_are_refused(kind, path):
    model = seeded("looped")
    probe = batch(model, 1)
    kind(model, path, width=8, seed=0).record(0, lambda: loss_of(model, *probe))
    text = path.read_text()
    with pytest.raises(ValueError, match=r"has the columns width, seed, step.* writes seed, width"):
        kind(model, path, seed=1, width=16)
    here = kind(model, path.with_name("other.csv"), seed=1, width=16)
    path.with_name("other.csv").write_text(text)
    with pytest.raises(ValueError, match="has the columns width, seed"):
        here.record(0, lambda: loss_of(model, *probe))
    path.write_text(text[:-3])
    with pytest.raises(ValueError, match="ends within its last line"):
        kind(model, path, width=8, seed=0)
    with path.open() as file:
        assert len({len(row) for row in csv.reader(file)}) == 1


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"step": 3}, "step=3 cannot be a column"),
        ({"layers": ["embed"]}, r"only=\[...\] names layers"),
        ({"only": ["blocks.1"]}, r"no layer blocks.1; give only=\[...\] of: embed, head, blocks"),
        ({"only": []}, "no layer with weights"),
    ],
)
def test_words_that_cannot_be_recorded(kind, path, named, says):
    with pytest.raises(ValueError, match=says):
        kind(seeded("looped"), path, **named)


@pytest.mark.parametrize("width", [torch.tensor(8), np.int64(8), torch.tensor([8])])
def test_a_number_in_a_tensor_is_its_number(kind, path, width):
    model = seeded("looped")
    here = kind(model, path, width=width)
    here.record(torch.tensor(3), lambda: loss_of(model, *batch(model, 1)))
    assert {(r["width"], r["step"]) for r in rows(path)} == {("8", "3")}


@pytest.mark.parametrize("word", [torch.ones(2), "\x1b[31m", "a\nb", object(), None])
def test_what_is_no_number_or_word_is_no_column(kind, path, word):
    with pytest.raises(ValueError, match=r"note=.* cannot be a column of this run: give a number"):
        kind(seeded("looped"), path, note=word)


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
@pytest.mark.parametrize("made", [torch.jit.script, lambda m: torch.jit.trace(m, torch.ones(1, 8))])
def test_a_scripted_model_runs_no_hooks(kind, path, made):
    with pytest.raises(
        ValueError, match=r"is scripted or traced by torch\.jit, which runs no hooks"
    ):
        kind(made(nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 5))), path)


def test_a_forward_pass_that_changes_weights_is_named(kind, path):
    model = seeded("in place")

    def loss():
        with torch.no_grad():
            model[0].weight.mul_(0.9)
        return loss_of(model, *batch(model, 1))

    with pytest.warns(
        UserWarning, match=r"forward pass itself changes 0\.weight: it did so in this"
    ):
        kind(model, path).record(0, loss)


def test_the_number_of_layers_is_a_column(kind, path):
    model = seeded("looped")
    kind(model, path, only="head", layers=1).record(0, lambda: loss_of(model, *batch(model, 1)))
    assert {(r["layers"], r["layer"]) for r in rows(path)} == {("1", "head")}


@pytest.mark.parametrize(
    ("loss", "says"),
    [
        (lambda model: loss_of(seeded("looped"), *batch(model, 1)), "called none of the layers"),
        (lambda model: model(batch(model, 1)[0]), r"one number, got .*Tensor'> \[6, 5\]"),
        (lambda model: loss_of(model, *batch(model, 1)).item(), "one number, got <class 'float'>"),
        (lambda model: loss_of(model, *batch(model, 1)).detach(), "loss has no gradient"),
    ],
)
def test_losses_that_record_nothing(kind, path, loss, says):
    model = seeded("looped")
    with pytest.raises(ValueError, match=says):
        kind(model, path).record(0, lambda: loss(model))


def test_calls_are_compared_with_the_same_calls(kind, path):
    """Four loops after two: the updates of the first two, and a sentence about the others."""
    model = seeded("looped")
    probe = batch(model, 1)
    here = kind(model, path)
    model.loops = 2
    here.record(0, lambda: loss_of(model, *probe))
    model.loops = 4
    with pytest.warns(UserWarning, match="layer blocks.0, loop 2 had shape no such call at the"):
        here.record(1, lambda: loss_of(model, *probe))
    updates = [(r["layer"], r["loop"]) for r in rows(path) if r["quantity"] == "update"]
    assert updates == [("head", "0")]  # same weights: only the output, after two loops more
    with pytest.warns(UserWarning, match="and 5 calls more differ"):
        here.record(2, lambda: loss_of(model, probe[0][:3], probe[1][:3]))


def test_lazy_parameters_and_several_devices(kind, path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lazy = nn.Sequential(nn.LazyLinear(3))
    with pytest.raises(ValueError, match="call it once before recording"):
        kind(lazy, path)
    parallel = nn.DataParallel(seeded("looped"))
    parallel.device_ids = [0, 1]
    with pytest.raises(ValueError, match=r"2 devices: give model\.module"):
        kind(parallel, path)
