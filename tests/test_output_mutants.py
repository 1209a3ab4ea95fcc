"""Changed outputs of public functions are noticed: a sample of ``output_mutants.toml``."""

from collections import namedtuple
from dataclasses import dataclass, field

import numpy as np
import pytest

from depthlaws import chain, residual
from depthlaws.theory.chain import balanced
from tests import mutant_tables
from tests.output_mutants import TABLE, Mutant, parts, planted, targets

SENTENCES = {  # answers that are text or an iterator of it: no part to change
    "parametrization.Conversion.says",
    "parametrization.Moved.both",
    "parametrization.Moves.breaks",
    "parametrization.Moves.left_out",
    "parametrization.Moves.notes",
    "parametrization.Moves.why",
    "updates.ExponentTable.csv",
    "updates.ExponentTable.latex",
    "updates.ExponentTable.markdown",
}


@dataclass(frozen=True)
class Record:
    """An answer with two numbers, a word, a flag and two entries."""

    a: float = 2.0
    b: float = 3.0
    word: str = "x"
    flag: bool = True
    entries: dict = field(default_factory=lambda: {"u": (0.5, 1)})
    says: str = "two words"


Pair = namedtuple("Pair", "low high")


@pytest.mark.parametrize(
    ("answer", "part", "change", "mutant"),
    [
        (2.0, "", "times 1.01", 2.02),
        (2, "", "times 1.01", 3),
        (Record(), "a", "negated", Record(a=-2.0)),
        (Record(), "a", "exchanged", Record(a=3.0, b=2.0)),
        (Record(), "flag", "exchanged", Record()),
        (Record(), "flag", "opposite", Record(flag=False)),
        (Record(), "word", "another word", Record(word="x-")),
        (Record(), "entries.u.0", "negated", Record(entries={"u": (-0.5, 1)})),
        ([Record()], "0.a", "negated", [Record(a=-2.0)]),
        (Pair(1.0, 4.0), "1", "negated", Pair(1.0, -4.0)),
        ((1, 4), "0", "exchanged", (4, 1)),
        ({"u": 1.0, "v": "w"}, "u", "negated", {"u": -1.0, "v": "w"}),
        ("two words", "", "another word", "two words"),
    ],
)
def test_one_part_of_an_answer_is_changed(answer, part, change, mutant):
    assert Mutant("f", part, change)(answer) == mutant
    assert "says" not in parts(answer)


def test_entries_of_an_array_are_changed():
    changed = {c: Mutant("f", "", c)(np.array([1.0, 2.0, 3.0])).tolist() for c in ("reversed",)}
    last = Mutant("f", "", "last times 1.01")(np.ones((2, 2)))
    assert changed == {"reversed": [3.0, 2.0, 1.0]}
    assert last.tolist() == [[1.0, 1.01], [1.0, 1.01]]


def test_a_mutant_is_planted_under_every_name_and_taken_back():
    given = {"mu_yx": 1.0, "mu_xx": 1.0}
    before = chain.sharpness(4, **given)
    with planted(targets()["chain.sharpness"], Mutant("chain.sharpness", "", "negated")):
        assert chain.sharpness(4, **given) == balanced.sharpness(4, **given) == -before
    assert chain.sharpness(4, **given) == balanced.sharpness(4, **given) == before


def test_a_mutant_of_a_property_or_method_is_planted_and_taken_back():
    stream = residual.Stream(loops=2, eps=0.5)
    before = stream.energies
    with planted(targets()["residual.Stream.energies"], Mutant("energies", "", "negated")):
        np.testing.assert_array_equal(stream.energies, -before)
    np.testing.assert_array_equal(stream.energies, before)
    flow = chain.unbalanced_flow([0.1, 0.2], mu_yx=1.0, mu_xx=1.0)
    rest = flow.rest(0.2)
    with planted(targets()["chain.UnbalancedFlow.rest"], Mutant("rest", "", "negated")):
        assert flow.rest(0.2) == -rest
    assert flow.rest(0.2) == rest


def test_every_public_answer_has_a_mutant_that_is_noticed():
    assert mutant_tables.read(TABLE).keys() == targets().keys() - SENTENCES, (
        "make output-mutants ONLY=name writes the entries of a new name; remove those of old ones"
    )


@pytest.mark.slow
def test_a_sample_of_changed_outputs_is_noticed():
    mutant_tables.assert_sample_noticed(TABLE, "tests.mutants_survey", "--mutate-listed", 12)


@pytest.mark.slow
def test_a_row_whose_test_does_not_notice_it_is_named(tmp_path):
    table, deaf = tmp_path / "table.toml", "tests/test_output_mutants.py::test_a_deaf_test"
    mutant_tables.write(table, {"chain.sharpness": [["", "negated", deaf]]})
    with pytest.raises(AssertionError, match=r"NOT NOTICED: chain\.sharpness  negated"):
        mutant_tables.assert_sample_noticed(table, "tests.mutants_survey", "--mutate-listed", 1)


def test_a_deaf_test():
    assert chain.sharpness(4, mu_yx=1.0, mu_xx=1.0) != 0
