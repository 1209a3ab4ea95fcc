"""Tutorials: scripts in the percent format of jupytext, run and written as pages with outputs.

A line ``# %%`` starts a cell of code, ``# %% [markdown]`` a cell of text. Jupyter opens the scripts
as notebooks with jupytext; the outputs are made when the site is built and not stored.
"""

import ast
import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Cell = tuple[str, str]  # "markdown" or "code", and its text


def cells(script: str) -> Iterator[Cell]:
    """Yield the cells of a script."""
    parts = re.split(r"^# %%(.*)\n", script, flags=re.MULTILINE)[1:]
    for kind, body in zip(parts[::2], parts[1::2], strict=True):
        if "[markdown]" in kind:
            lines = [re.sub(r"^# ?", "", line) for line in body.strip().splitlines()]
            yield "markdown", "\n".join(lines)
        elif body.strip():
            yield "code", body.strip()


def run(code: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run one cell and return what it printed and the value of its last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    return printed.getvalue(), value


def page(path: Path, picture_folder: Path) -> str:
    """Return a tutorial as MyST, with the outputs of its cells."""
    names: dict[str, Any] = {"__name__": path.stem}
    parts = []
    for number, (kind, text) in enumerate(cells(path.read_text(encoding="utf-8"))):
        if kind == "markdown":
            parts.append(text)
            continue
        printed, value = run(text, names)
        picture = picture_folder / f"{path.stem}-{number}.png"
        parts += [f"```python\n{text}\n```", *_shown(printed, value, picture)]
    source = (
        f"The script `docs/tutorials/{path.name}` is this page; jupytext opens it as a notebook."
    )
    return "\n\n".join([*parts, source, ""])


def _shown(printed: str, value: Any, picture: Path) -> Iterator[str]:
    """Yield what a cell printed and its value: LaTeX, a picture, a table or text."""
    if printed.strip():
        yield f"```text\n{printed.rstrip()}\n```"
    forms = {kind: _form(value, kind) for kind in ("latex", "png", "html")}
    if forms["latex"]:
        latex = forms["latex"].strip("$").removeprefix("\\displaystyle ")
        yield f"$$\n{latex}\n$$"
    elif forms["png"]:
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(forms["png"])
        yield f"![Output of the cell above]({picture.name})"
    elif forms["html"]:
        yield f'```{{raw}} html\n<div class="cell-output">{forms["html"]}</div>\n```'
    elif value is not None:
        yield f"```text\n{value!r}\n```"


def _form(value: Any, kind: str) -> Any:
    """Value as a notebook would show it in one way, or None."""
    show = getattr(value, f"_repr_{kind}_", None)
    return show() if show else None


def pages(folder: Path, target: Path) -> dict[str, str]:
    """Return the page of every tutorial by its path below ``docs/``; pictures go to ``target``."""
    return {
        f"tutorials/{path.stem}.md": page(path, target / "tutorials")
        for path in sorted(folder.glob("*.py"))
    }
