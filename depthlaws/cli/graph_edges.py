"""Edges of graphs, typed on the command line or one a line in a file."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from depthlaws.cli.parameter_file import lines_of


def read_graph(word: str) -> Any:
    """Read edges from a file or from the word; any other word is returned.

    Raises: ValueError naming the edge, and the file and its line.
    """
    if ">" in word:
        return [*_edges(word.split(";"), ">:", lambda number: f"--graph, edge {number}")]
    path = Path(word)
    if not path.is_file():
        return word
    return [*_edges(lines_of(path, "--graph"), ",", lambda number: f"{path}, line {number}")]


def _edges(
    lines: Sequence[str], between: str, where: Callable[[int], str]
) -> Iterator[tuple[Any, ...]]:
    for number, line in enumerate(lines, start=1):
        start_end = line.partition("#")[0].translate(dict.fromkeys(map(ord, between), " ")).split()
        if not start_end:
            continue
        try:
            if not 2 <= len(start_end) <= 4:
                raise ValueError
            yield (*start_end[:2], *map(int, start_end[2:3]), *map(float, start_end[3:]))
        except ValueError:
            msg = f"{where(number)}: {line!r} is no edge; an edge is from, to, length, weight"
            raise ValueError(msg) from None
