"""``depthlaws new-paper``: write the folder of a paper of one's own, which runs."""

import datetime
import keyword
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from depthlaws.base.files import write_text
from depthlaws.cli.command import Command
from depthlaws.cli.output import echo

TEMPLATE = "paper_template"
ENDING = ".txt"  # of the files of the template, which are no code of ours


@click.command(
    "new-paper",
    cls=Command,
    epilog="""\b
Examples:
  depthlaws new-paper my_paper
  depthlaws verify --papers my_paper my_paper""",
)
@click.argument("folder", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Write FOLDER: a paper with a claim of each kind, a figure, a test and a CI file.

    The name of the folder is the key of the paper. All of it runs at once; replace its statements
    by those of your paper.
    """
    key = folder.name
    _refuse(folder, key)
    words = {
        "key": key,
        "name": key.replace("_", "-"),
        "ID": key.replace("_", "-").upper(),
        "year": datetime.datetime.now(tz=datetime.UTC).year,
    }
    for path, text in _texts(files("depthlaws.cli").joinpath(TEMPLATE), folder):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(Template(text).substitute(words), path)
    echo(f"{folder}: now try `depthlaws verify --papers {folder} {key}`; README.md has the rest")


def _refuse(folder: Path, key: str) -> None:
    """Raise UsageError for a folder that is there, or a name that a paper cannot have."""
    from importlib.util import find_spec

    from depthlaws.theory.papers import PAPERS

    problem = ""
    if not key.isidentifier() or key != key.lower():
        problem = f"must have a name of small letters, digits and _, got {key!r}; my_paper is one"
    elif keyword.iskeyword(key):
        problem = f"must have a name that is no word of Python, got {key!r}; choose another"
    elif folder.exists():
        problem = "is there already; choose another name, or move it away"
    elif key in PAPERS:
        problem = f"would be a second paper with the key {key!r}; choose another name"
    elif find_spec(key) is not None:
        problem = f"would have the name of a package that is installed, {key!r}; choose another"
    if problem:
        msg = f"the paper's folder {folder} {problem}"
        raise click.UsageError(msg)


def _texts(template: Traversable, folder: Path) -> list[tuple[Path, str]]:
    """Return the files to write, with the template's texts."""
    texts = []
    for item in sorted(template.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            texts += _texts(item, folder / item.name)
        elif item.name.endswith(ENDING):
            texts.append((folder / item.name.removesuffix(ENDING), item.read_text("utf-8")))
    return texts
