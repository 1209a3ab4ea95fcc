"""Figures that commands draw, beside the records that they write: points by panel and curve."""

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from depthlaws.cli.main import cli
from depthlaws.figures.engine import style

INFINITY = "\u221e"
NUMBER = r"[-\u2212]?[\d.]*( ?\$10\^\{-?\d+\}\$)?"  # label of a number


@dataclass
class Picture:
    """A figure that a command draws, its record (``--json``) and what it prints."""

    figure: Figure
    record: object
    printed: str


def output(*command):
    """What a command prints; it must end well, with any verdict."""
    words = [*map(str, command)]
    done = CliRunner(env={"COLUMNS": "400"}).invoke(cli, words, standalone_mode=False)
    if done.exception:
        raise done.exception
    assert done.return_value in (None, 0, 1, 3), done.output
    return done.stdout


def picture(folder, *command):
    """Run a command with --plot and --json; the figure is kept as it would be saved."""
    saved, record = [], folder / "record.json"

    def save(canvas, path, **_):
        saved.append(canvas)
        Path(path).touch()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", save)
        printed = output(*command, "--plot", folder / "drawn.svg", "--json", record)
    content = json.loads(record.read_text())
    for file in folder.iterdir():
        file.unlink()
    return Picture(saved[0], content, printed)


def number(value):
    """Number of a record: infinite and undefined ones are words there."""
    words = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan, None: math.nan}
    return words[value] if isinstance(value, str | None) else float(value)


def ticks(axis):
    """Coordinates of the labelled ticks by their labels."""
    pairs = zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True)
    return {text.get_text(): float(at) for at, text in pairs if text.get_text()}


def _value(axis):
    """Return the function from a coordinate to the value it stands for: infinity, a word."""
    labels = ticks(axis)
    words = {at: label for label, at in labels.items() if not re.fullmatch(NUMBER, label)}
    names = {at: label for at, label in words.items() if INFINITY not in label}
    ends = {at: math.inf if label == INFINITY else -math.inf
            for at, label in words.items() if INFINITY in label}  # fmt: skip
    return lambda at: names.get(float(at), ends.get(float(at), float(at)))


def colours(figure):
    """Colour of each curve of the legends by its label."""
    legends = [*figure.legends, *(a.get_legend() for a in figure.axes if a.get_legend())]
    pairs = [
        (text.get_text(), to_hex(handle.get_color()))
        for legend in legends
        for text, handle in zip(legend.get_texts(), legend.legend_handles, strict=True)
    ]
    assert len(dict(pairs)) == len({*pairs}), "a curve has two colours"
    return dict(pairs)


def points(axes, role, colour=None):
    """Points of a role (theory, simulation) in a colour, with their values: {(x, y)}."""
    across, up = _value(axes.xaxis), _value(axes.yaxis)
    lines = [line for line in axes.get_lines() if line.get_gid() == role]
    kept = [line for line in lines if colour in (None, to_hex(line.get_color()))]
    return {(across(x), up(y)) for line in kept for x, y in line.get_xydata()}


def bars(axes, colour=None):
    """Ends of the vertical error bars in a colour: {x: (low, high)}."""
    across, found = _value(axes.xaxis), {}
    for lines in axes.collections:
        if hasattr(lines, "get_segments") and colour in (None, to_hex(lines.get_color()[0])):
            for segment in lines.get_segments():
                (x, low), (_, high) = segment
                found.setdefault(across(x), []).append((low, high))
    return found


def same(drawn, expected, rel=1e-9):
    """Assert that two sets of points agree, in any order; words are compared as they are."""

    def key(point):
        return [(isinstance(v, str), v if isinstance(v, str) else float(v)) for v in point]

    drawn, expected = sorted(drawn, key=key), sorted(expected, key=key)
    assert len(drawn) == len(expected), (drawn, expected)
    for a, b in zip(drawn, expected, strict=True):
        for v, w in zip(a, b, strict=True):
            assert v == w or (not isinstance(v, str) and v == pytest.approx(w, rel=rel)), (a, b)


def tables(printed):
    """Rows of the printed tables: a dictionary of cells a row, folded cells joined."""
    rows, heads = [], []
    for line in printed.splitlines():
        if line.startswith("\u2503"):
            heads = [cell.strip() for cell in line.strip("\u2503").split("\u2503")]
        elif line.startswith("\u2502"):
            cells = [cell.strip() for cell in line.strip("\u2502").split("\u2502")]
            if not cells[0] and rows:
                for head, cell in zip(heads, cells, strict=True):
                    rows[-1][head] = f"{rows[-1][head]} {cell}".strip()
            else:
                rows.append(dict(zip(heads, cells, strict=True)))
    return rows


def agrees(text, value, least=3):
    """Return whether a printed number is a value rounded to the digits that are printed.

    ``least`` digits of it, or more, are right.
    """
    text = text.strip()
    if text in ("inf", "-inf", "nan", "-", ""):
        return not math.isfinite(value) if text != "" else True
    digits = re.sub(r"e.*$|[^\d]", "", text).lstrip("0")
    shown = float(text)
    if shown == value:
        return True
    decimals = len(re.sub(r"e.*$", "", text).partition(".")[2])
    power = int(text.partition("e")[2] or 0)
    whole = "." not in text and "e" not in text
    step = 10.0 ** (len(digits) - len(digits.rstrip("0"))) if whole else 10.0 ** (power - decimals)
    precise = abs(shown - value) <= 0.5000001 * 10 ** (1 - least) * abs(value)
    return abs(shown - value) <= 0.5000001 * step and np.isfinite(value) and precise


def boxes(figure):
    """Texts of a figure that is laid out, with the boxes of their letters."""
    drawn, draw = [], Text.draw

    def recorded(text, renderer):
        drawn.append(text)
        draw(text, renderer)

    with pytest.MonkeyPatch.context() as patch, style.house():
        patch.setattr(Text, "draw", recorded)
        figure.draw_without_rendering()
    shown = [text for text in drawn if text.get_text().strip() and text.get_visible()]
    return [(text.get_text(), Text.get_window_extent(text).padded(-1)) for text in shown]
