"""README and docs: commands run, screens and answers are those printed, links lead somewhere.

Python examples are doctests of their own (``--doctest-glob`` in pyproject.toml).
"""

import doctest
import re
import shlex
from itertools import takewhile
from pathlib import Path

import pytest

from depthlaws.cli import main as cli
from depthlaws.cli.commands.figures import chosen_figures
from depthlaws.cli.commands.verify import chosen_claims
from depthlaws.theory.papers import PAPERS
from tests.sims.networks.pytorch import NETWORKS

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *DOCS)
}
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", flags=re.MULTILINE | re.DOTALL)
BLOCKS = [body for text in PAGES.values() for _, body in FENCED.findall(text)]
APART = "--papers"  # commands on papers in folders: tests/cli/test_new_paper.py runs them
LINES = [
    line.partition("#")[0].strip()
    for body in BLOCKS
    for line in body.splitlines()
    if APART not in line
]
SESSION = re.compile(r"\$ (depthlaws .*)\n((?:.|\n)+)")  # a command, then what it prints
SESSIONS = [
    match.groups() for body in BLOCKS if (match := SESSION.fullmatch(body)) and APART not in body
]
ANSWERS = {command: said[2:].strip() for command, said in SESSIONS if said.startswith("> ")}
SCREENS = {command: said for command, said in SESSIONS if not said.startswith("> ")}
COMMANDS = sorted(
    {line.removeprefix("$ ") for line in LINES if re.match(r"(\$ )?(.venv/bin/)?depthlaws ", line)}
    - {*ANSWERS, *SCREENS}
)
# Run by `make reproduce`, and on small input by tests/cli: here only their names are looked up.
LOOKED_UP = {"verify": chosen_claims, "figures": chosen_figures}


def arguments(command):
    words = shlex.split(command)
    return words[next(i for i, w in enumerate(words) if w.endswith("depthlaws")) + 1 :]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=[*PAPERS])
def test_papers_are_those_that_the_theory_cites(paper):
    (row,) = re.findall(rf"^\| `{paper.key}` \|.*$", PAGES["docs/papers.md"], flags=re.MULTILINE)
    assert f"*{paper.title}*" in row
    assert str(paper.year) in row


ON_PYTORCH = (*NETWORKS, "--device torch")
RUNS = [
    pytest.param(c, marks=[pytest.mark.networks] * any(name in c for name in ON_PYTORCH), id=c)
    for c in COMMANDS
]


@pytest.mark.slow
@pytest.mark.parametrize("command", RUNS)
def test_commands_run(command, tmp_path, monkeypatch, capsys):
    """In this process: tests/cli has the same commands as a user starts them."""
    words = arguments(command)
    if words[0] in LOOKED_UP:
        names = [*takewhile(lambda word: not word.startswith("-"), words[1:])]
        assert LOOKED_UP[words[0]](names)
        return
    monkeypatch.chdir(tmp_path)
    for name, d in (("narrow.txt", 64), ("wide.txt", 128)):  # of docs/transfer.md
        (tmp_path / name).write_text(f"h.0.w ({d}, {d})\nfinal.linear.weight (32, {d})\n")
    assert cli.main(words) == 0
    assert capsys.readouterr().err == "" or "--store" in words  # a sweep announces its size


@pytest.mark.slow
@pytest.mark.parametrize(("command", "answers"), ANSWERS.items())
def test_answers_are_those_printed(command, answers, monkeypatch, capsys):
    """Each part of an answer is in one row of the table, numbers to the digits printed."""
    monkeypatch.setenv("COLUMNS", "240")
    assert cli.main(arguments(command)) == 0
    cells = [
        [cell.strip() for cell in re.split("[\u2502\u2503]", line)]
        for line in capsys.readouterr().out.splitlines()
    ]
    for answer in answers.split(" | "):
        name, _, number = answer.rpartition(" ")
        rows = [row for row in cells if not name or name in row]
        assert any(cell.startswith(number) for row in rows for cell in row), (answer, rows)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "screen"), SCREENS.items())
def test_screens_are_those_printed(command, screen, tmp_path, monkeypatch, capsys):
    """``...`` on a screen stands for anything, as in a doctest."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "240")
    assert cli.main(arguments(command)) == 0
    printed = capsys.readouterr().out
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(screen, printed, flags), printed


def test_the_readme_shows_a_screen_of_each_use_and_the_questions_have_answers():
    readme = [command for command in SCREENS if command in PAGES["README.md"]]
    assert {arguments(command)[0] for command in readme} == {"figures", "verify", "whatif"}
    assert sum(command in PAGES["docs/commands.md"] for command in ANSWERS) == 6
    assert any(">>> " in body for body in BLOCKS)


def test_the_readme_is_short():
    assert (ROOT / "README.md").stat().st_size <= 8 * 1024


def test_every_page_is_listed():
    pages = [*DOCS, *(ROOT / "docs/tutorials").glob("*.py")]
    names = [str(path.relative_to(ROOT / "docs")) for path in pages]
    assert [n for n in names if f"({n})" not in PAGES["docs/index.md"]] == ["index.md"]


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files(page):
    path = ROOT / page
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (path.parent / link).exists()] == []


def test_the_picture_is_a_small_figure_of_ours():
    (picture,) = re.findall(r"!\[[^\]]+\]\((.+?)\)", PAGES["README.md"])
    assert (ROOT / picture).stat().st_size <= 150 * 1024
    assert chosen_figures([Path(picture).stem]) == [Path(picture).stem]


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = "\n".join([*LINES, *re.findall(r"`(make [\w-]+)`", "\n".join(PAGES.values()))])
    for target in set(re.findall(r"^make ([\w-]+)", named, flags=re.MULTILINE)):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_files_named_exist():
    text = "\n".join(PAGES.values())
    paths = re.findall(r"`([a-z_]+/[\w/.]*|[\w.]+\.(?:py|md|toml|lock))`", text)
    made = ("out/", ".venv/", "build/", "my_paper/")
    missing = [p for p in paths if not p.startswith(made) and not (ROOT / p).exists()]
    assert missing == []
