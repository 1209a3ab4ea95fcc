"""Help pages of commands made from functions: texts come from numpydoc sections."""

from dataclasses import dataclass

import pytest

from depthlaws.base.arguments import parameters
from depthlaws.cli import help_texts
from depthlaws.cli import main as cli
from depthlaws.cli.help_texts import argument_help, page


@dataclass(frozen=True)
class Block:
    """A residual block.

    Parameters
    ----------
    width : int
        Number of coordinates. At least 1.
    eps, s : float
        Scale of the branch (``1/N`` keeps it bounded); the variance of a weight is s^2/width
    """

    width: int
    eps: float
    s: float = 1.0


def energy(block: Block, steps: int, *, part: str = "all") -> float:
    """Return the energy of a :class:`Block`.

    It grows
    with ``steps``:

        0, 1, 2

    Source: chain, eq. (5).

    Parameters
    ----------
    block : Block
        The block.
    steps : int
        Number of steps, e.g. 2. Shape ().
    part : {"all", "none"}
        Part of the energy: all, none, ...

    Returns
    -------
    float
        Mean square of the state.

    Raises
    ------
    ValueError
        If steps is negative.

    Examples
    --------
    >>> 1
    1
    """
    return block.width * steps * len(part)


@pytest.mark.parametrize(
    ("name", "help_line"),
    [
        ("width", "Number of coordinates"),
        (
            "eps",
            "Scale of the branch (1/N keeps it bounded); the variance of a weight is s^2/width",
        ),
        ("s", "Scale of the branch (1/N keeps it bounded); the variance of a weight is s^2/width"),
        ("steps", "Number of steps, e.g. 2"),
        ("part", "Part of the energy: all, none, ..."),
    ],
)
def test_an_option_has_the_first_sentence_of_its_entry(name, help_line):
    records = {p.name: p.record for p in parameters(energy)}
    assert argument_help(energy, name, records[name]) == help_line


def test_a_page_has_the_description_and_the_answer_alone():
    assert page(energy) == (
        "Return the energy of a Block.\n\nIt grows\nwith steps:\n\n\b\n    0, 1, 2\n\n"
        "Source: chain, eq. (5).\n\nAnswer: Mean square of the state."
    )


def test_an_argument_without_text_has_none():
    assert help_texts.parameter_entries(energy) | {"other": ""} == {
        "block": "The block",
        "steps": "Number of steps, e.g. 2",
        "part": "Part of the energy: all, none, ...",
        "other": argument_help(energy, "other"),
    }


@pytest.mark.parametrize("words", [["--help"], ["simulate", "--help"], ["whatif", "--help"]])
def test_lists_of_commands_have_whole_sentences(words, capsys):
    assert cli.main(words) == 0
    shown = capsys.readouterr().out.partition("Commands:\n")[2].partition("\n\n")[0]
    lines = shown.splitlines()
    assert len(lines) > 10
    assert [line for line in lines if line.endswith("...")] == []
