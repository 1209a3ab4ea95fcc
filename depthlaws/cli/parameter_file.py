"""File of names and shapes of the parameters of a network, one per line."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

LINE = re.compile(r"(?P<name>\S+)(?P<sizes>(\s+\d+)*)(\s+=\s+(?P<first>\S+)|\s+(?P<group>.+))?")

NAME = re.compile(r"[^{}\"'<>]*[^\W\d_][^{}\"'<>]*")  # a letter, and nothing of JSON or XML


def read_parameters(path: Path) -> dict[str, Any]:
    """Read shapes by name, first names of tied parameters, and patterns of groups named there.

    Raises: ValueError naming the file and the line.
    """
    from depthlaws.theory.parametrization.law_records import GROUPS

    shapes: dict[str, tuple[int, ...]] = {}
    tied: dict[str, str] = {}
    names: dict[str, list[str]] = defaultdict(list)
    for number, line in enumerate(lines_of(path, "--parameters"), start=1):
        match = LINE.fullmatch(line.translate(dict.fromkeys(map(ord, "(),[]"), " ")).strip())
        if match is None:
            continue
        name, first, group = match["name"], match["first"], match["group"]
        new, sizes = name not in {*shapes, *tied}, tuple(map(int, match["sizes"].split()))
        if not NAME.fullmatch(name):
            new = False
        if new and first in shapes and not sizes:
            tied[name] = first
        elif new and first is None and group in (None, *GROUPS):
            shapes[name] = sizes
            names[group or ""].append(re.escape(name))
        else:
            msg = (
                f"{path}, line {number}: {line!r} is no new parameter; write its name and sizes, "
                "'wte.weight 50257 768', 'lm_head.weight = wte.weight' below the name it equals, "
                f"or behind the sizes a group: {', '.join(GROUPS)}"
            )
            raise ValueError(msg)
    if not shapes:
        msg = f"{path} lists no parameter; write one per line, such as 'wte.weight 50257 768'"
        raise ValueError(msg)
    patterns = {group: f"^({'|'.join(own)})$" for group, own in names.items() if group}
    return {"parameters": shapes, "tied": tied, "patterns": patterns}


def lines_of(path: Path, option: str) -> list[str]:
    """Lines of a file. Raises: ValueError with the option for a file that cannot be read."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        msg = f"{option}: {path} is not text in UTF-8: {error}"
        raise ValueError(msg) from error
    except OSError as error:
        msg = f"{option}: cannot read {path}: {error.strerror}"
        raise ValueError(msg) from error
