"""Changed outputs of public functions are noticed: a sample of ``output_mutants.toml``."""

import json
import os
import random
import subprocess
import sys
from collections import namedtuple
from dataclasses import dataclass
from pathlib import Path

import pytest

from depthlaws import chain
from depthlaws.cli.questions import questions
from tests import output_mutants
from tests.output_mutants import Mutant, parts, planted

ROOT = Path(__file__).parents[1]
SEED = int(os.environ.get("DEPTHLAWS_MUTANTS_SEED", "0"))
MUTANTS = [[name, *row] for name, rows in output_mutants.listed().items() for row in rows]
SAMPLE = 12


@dataclass(frozen=True)
class Record:
    """An answer with two numbers and a word."""

    a: float = 2.0
    b: float = 3.0
    word: str = "x"


Pair = namedtuple("Pair", "low high")


@pytest.mark.parametrize(
    ("answer", "part", "change", "mutant"),
    [
        (2.0, "", "times 1.01", 2.02),
        (Record(), "a", "negated", Record(a=-2.0)),
        (Record(), "b", "exchanged", Record(a=3.0, b=2.0)),
        (Pair(1.0, 4.0), "1", "negated", Pair(1.0, -4.0)),
        ((1, 4), "0", "exchanged", (4, 1)),
        ({"u": 1.0, "v": "w"}, "u", "negated", {"u": -1.0, "v": "w"}),
        ("word", "", "negated", "word"),
    ],
)
def test_one_part_of_an_answer_is_changed(answer, part, change, mutant):
    assert Mutant("f", part, change)(answer) == mutant
    assert "word" not in parts(answer)


def test_a_mutant_is_planted_and_taken_back():
    before = chain.sharpness(4, mu_yx=1.0, mu_xx=1.0)
    function = questions()["chain.sharpness"]
    with planted(function, Mutant("chain.sharpness", "", "negated")):
        assert chain.sharpness(4, mu_yx=1.0, mu_xx=1.0) == -before
    assert chain.sharpness(4, mu_yx=1.0, mu_xx=1.0) == before


@pytest.mark.slow
def test_a_sample_of_changed_outputs_is_noticed():
    sample = MUTANTS if SEED < 0 else random.Random(SEED).sample(MUTANTS, SAMPLE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "tests.output_mutants",
         "-p", "no:cacheprovider", "--mutate-listed", json.dumps(sample),
         *dict.fromkeys(test for *_, test in sample)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
