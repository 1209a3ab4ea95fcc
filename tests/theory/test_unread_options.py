"""Options of ``transfer``: each changes an answer, or is refused, at every law, model and size.

Every option in turn is given another value. Where settings, energy, first step or reasons change,
the option must be taken; where nothing changes, it must be refused as one without effect.
"""

import functools
import itertools
import re

import pytest

from depthlaws import parametrization
from depthlaws.base import unread_arguments
from depthlaws.theory.parametrization import unread_options
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS

OTHER_VALUES = {
    "outputs": 3,
    "mu_yx": 1.7,
    "mu_xx": 1.7,
    "sites": 12,
    "graph": "residual",
    "to_graph": "residual",
    "adam_epsilon": 1e-6,
    "muon_rate": 0.03,
    "muon_scale": "match_rms_adamw",
    "decay_vectors": True,
    "weight_decay": 0.3,
    "multiplier": 0.7,
    "init_std": 0.05,
    "model": "residual-mlp",
}
SIZES = (
    {"layers": 2, "to_layers": 3, "width": 16},
    {"layers": 1, "loops": 2, "to_loops": 3, "width": 16},
    {"layers": 2, "width": 16, "to_width": 32},
)
LAWS = [
    (optimizer, law)
    for optimizer, record in OPTIMIZERS.items()
    for law in parametrization.laws[record.family]
]


def text(*values):
    """Return values in 10 digits."""
    return re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.10g}", repr(values))


def answer(words):
    """Yield what a move answers, the quick parts first."""
    moves = parametrization.transfer(1e-2, **dict(words))
    (move,) = moves
    yield text(
        *(
            setting
            for group, own in move.settings.items()
            for quantity, setting in own.items()
            if move.owns(group, quantity)
        )
    )
    yield text(move.refused, move.breaks, moves.why)
    yield text(move.update)


@functools.cache
def first_step(words):
    return [*answer(words)][-1]


def changes(words, name):
    """Whether an option changes an answer."""
    plain = tuple(word for word in words if word[0] != name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unread_options, "require_read", lambda *_, **__: None)
        quick = zip(answer(words), itertools.islice(answer(plain), 2), strict=False)
        if any(one != other for one, other in quick):
            return True
        return [*answer(words)][-1] != first_step(plain)


def refusal(words):
    """Error of a move, or nothing."""
    try:
        parametrization.transfer(1e-2, **dict(words))
    except ValueError as error:
        return str(error)
    return ""


def test_every_option_that_some_laws_read_is_tried():
    assert unread_options.READERS.keys() <= OTHER_VALUES.keys()


@pytest.mark.parametrize(("optimizer", "law"), LAWS)
def test_an_option_changes_an_answer_or_is_refused(optimizer, law):
    for name, value in OTHER_VALUES.items():
        words = {"optimizer": optimizer, "law": law, name: value}
        moves = [tuple({**size, **words}.items()) for size in SIZES]
        errors = [refusal(move) for move in moves]
        for error in filter(None, errors):
            assert error.startswith(f"{name}="), error
            assert "has no effect here" in error, error
        outcomes = [(bool(e), changes(m, name)) for m, e in zip(moves, errors, strict=True)]
        refused = [changed for is_refused, changed in outcomes if is_refused]
        taken = [changed for is_refused, changed in outcomes if not is_refused]
        assert not any(refused), f"{name} is refused, and changes the answer"
        assert any(taken) or not taken, f"{name} is taken, and changes nothing"


def test_an_option_that_arrays_equal_is_at_its_default():
    unread_arguments.require_read("h0", [1.0, 2.0], [1.0, 2.0], read=False, says="none")
    with pytest.raises(ValueError, match=r"h0=\[1.0, 3.0\] has no effect here"):
        unread_arguments.require_read("h0", [1.0, 3.0], [1.0, 2.0], read=False, says="none")
