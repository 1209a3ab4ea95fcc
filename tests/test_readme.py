"""What README tells a newcomer works: its examples are doctests, its commands run here."""

import re
import shlex
from itertools import takewhile
from pathlib import Path

import pytest

from depthlaws import claims, cli
from depthlaws.figures import select
from depthlaws.theory.papers import PAPERS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
LINES = [line.partition("#")[0].strip() for _, body in BLOCKS for line in body.splitlines()]
# With an answer below: they are run by its test.
QUESTIONS = re.findall(r"^\$ (depthlaws .*)\n> (.*)$", README, flags=re.MULTILINE)
COMMANDS = sorted(
    {line.removeprefix("$ ") for line in LINES if re.match(r"(\$ )?(.venv/bin/)?depthlaws ", line)}
    - {command for command, _ in QUESTIONS}
)
# Run by `make reproduce`, and on small input by test_cli: here only what they name is looked up.
SLOW = {"verify": claims.select, "figures": select}


def arguments(command):
    words = shlex.split(command)
    return words[next(i for i, w in enumerate(words) if w.endswith("depthlaws")) + 1 :]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=[*PAPERS])
def test_papers_are_those_that_the_theory_cites(paper):
    (row,) = re.findall(rf"^\| `{paper.key}` \|.*$", README, flags=re.MULTILINE)
    assert f"*{paper.title}*" in row
    assert str(paper.year) in row


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_tour_run(command, tmp_path, monkeypatch, capsys):
    """In this process: tests/cli has the same commands as a user starts them."""
    words = arguments(command)
    if words[0] in SLOW:
        names = [*takewhile(lambda word: not word.startswith("-"), words[1:])]
        assert SLOW[words[0]](names)
        return
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 0
    assert capsys.readouterr().err == "" or "--store" in words  # a sweep says what is to come


@pytest.mark.slow
@pytest.mark.parametrize(("command", "answers"), QUESTIONS)
def test_answers_are_those_printed(command, answers, monkeypatch, capsys):
    """Each part of an answer stands in one line of the table, numbers to the digits printed."""
    monkeypatch.setenv("COLUMNS", "240")
    assert cli.main(arguments(command)) == 0
    cells = [
        [cell.strip() for cell in re.split("[\u2502\u2503]", line)]
        for line in capsys.readouterr().out.splitlines()
    ]
    for answer in answers.split(" | "):
        name, _, number = (
            answer.rpartition(" ") if "no law" not in answer else ("mup", "", "no law")
        )
        rows = [row for row in cells if not name or name in row]
        assert any(cell.startswith(number) for row in rows for cell in row), (answer, rows)


def test_six_questions_have_answers():
    assert len(QUESTIONS) == 6


def test_the_tour_has_examples_and_commands():
    assert any(">>> " in body for _, body in BLOCKS)
    assert any(arguments(c)[0] == "whatif" for c in COMMANDS)


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in {t for line in LINES for t in re.findall(r"^make (\w+)", line)}:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_files_named_exist():
    paths = re.findall(r"`([a-z_]+/[\w/.]*|[\w.]+\.(?:py|md|toml|lock))`", README)
    made = ("out/", ".venv/", "build/")
    missing = [p for p in paths if not p.startswith(made) and not (ROOT / p).exists()]
    assert missing == []
