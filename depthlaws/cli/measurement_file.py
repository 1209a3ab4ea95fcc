"""Columns and rows of a user's table of runs: their names, conditions on them, and repeats."""

import fnmatch
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.cli.table_file import (
    FILE_COLUMN,
    Rows,
    columns_of,
    common_columns,
    read_rows,
    stacked,
)

USUAL_NAMES = {  # of columns by the option that names them
    "size": ("size", "width", "layers", "depth", "loops", "d_model", "n_layer"),
    "rate": ("rate", "lr", "learning_rate", "learning rate", "eta"),
    "loss": ("loss", "val_loss", "eval_loss", "train_loss", "final_loss"),
    "value": ("rms", "l1"),
    "seed-column": ("seed",),
}
PREFIX = re.compile(r"(config|params|hparams|val|eval|train|test)[./_]")  # of other tools' columns
MAX_LISTED = 10  # values of a column in an error message
LAST = "last"  # value of --where that keeps the largest number
LAYER, VALUE = "layer", "value"  # columns of a wide table whose columns are layers


def measurements(files: Sequence[Path], layers: Sequence[str] = ()) -> Rows:
    """Rows of all files with the same columns; the columns of ``layers`` become rows each.

    Raises: ValueError for files that cannot be read and patterns that no column matches.
    """
    rows = common_columns(read_rows(files))
    if not layers:
        return rows
    columns = columns_of(rows)
    for name in {LAYER, VALUE} & columns.keys():
        msg = f"--layers makes the columns layer and value, and the file has a {name}: leave it out"
        raise ValueError(msg)
    patterns = [word.strip() for pattern in layers for word in pattern.split(",")]
    matched: dict[str, None] = {}
    for pattern in patterns:
        own = [name for name in columns if fnmatch.fnmatchcase(name, pattern)]
        if not own:
            msg = f"--layers {pattern} matches no column; the file has {', '.join(columns)}"
            raise ValueError(msg)
        matched |= dict.fromkeys(own)
    return stacked(rows, matched, LAYER, VALUE)


def named_columns(by: Sequence[str], known: Mapping[str, Any]) -> list[str]:
    """Columns of --by: a word with commas names several, unless a column is called so."""
    words = [[word] if word in known else word.split(",") for word in by]
    return list(dict.fromkeys(name.strip() for names in words for name in names))


def refuse_unknown_columns(names: Iterable[str], columns: Iterable[str]) -> None:
    """Refuse names that no column has."""
    known = [*columns]
    for name in names:
        if name not in known:
            msg = f"the file has no column {name!r}; it has {', '.join(known)}"
            raise ValueError(msg)


def chosen_columns(
    given: Mapping[str, str | None], rows: Rows, *, optional: Sequence[str] = ()
) -> dict[str, str | None]:
    """Columns by option: as given, or the only one with a usual name that is not constant.

    Without one of them ``config.lr``, ``params_lr`` or ``val/loss`` is such a name. A column with
    a usual name that is the only one may be constant. Raises: UsageError for a column that is
    missing or named twice, ValueError for one that is unknown.
    """
    columns: dict[str, str | None] = {}
    known = columns_of(rows)
    for option, name in given.items():
        names = USUAL_NAMES[option]
        usual = [n for n in known if n.lower() in names]
        usual = usual or [n for n in known if PREFIX.sub("", n.lower(), count=1) in names]
        varying = [n for n in usual if len({row[n] for row in rows.values()}) > 1]
        candidates = usual if len(usual) == 1 else varying
        columns[option] = name or (candidates[0] if len(candidates) == 1 else None)
    missing = [f"--{name}" for name, at in columns.items() if at is None and name not in optional]
    if missing:
        msg = f"{' and '.join(missing)} must name a column of the file: {', '.join(known)}"
        raise click.UsageError(msg)
    used = [name for name in columns.values() if name]
    if twice := next((name for name in used if used.count(name) > 1), None):
        options = " and ".join(f"--{o}" for o, name in columns.items() if name == twice)
        msg = f"{options} must be different columns, got {twice} twice"
        raise click.UsageError(msg)
    refuse_unknown_columns(used, known)
    return columns


def chosen_rows(where: Sequence[str], rows: Rows, same: Sequence[str]) -> Rows:
    """Rows for which every COLUMN=VALUE of --where holds, a number as a number.

    COLUMN=last keeps the rows with the largest number among those that agree in the columns
    ``same``. Raises: ValueError for a word without =, and where no row is left.
    """
    kept = dict(rows)
    for condition in where:
        column, equals, value = (part.strip() for part in condition.partition("="))
        if not equals or not value:
            msg = f"--where must be COLUMN=VALUE, such as step=10 or loop=last, got {condition!r}"
            raise ValueError(msg)
        refuse_unknown_columns([column], columns_of(rows))
        before, wanted = kept, _sortable(value)
        others = [name for name in same if name != column]
        largest: dict[Any, Any] = defaultdict(lambda: (0,))
        for row in kept.values() if value == LAST else ():
            key = tuple(str(row[name]) for name in others)
            largest[key] = max(largest[key], _sortable(row[column]))
        kept = {
            place: row
            for place, row in before.items()
            if _sortable(row[column])
            == largest.get(tuple(str(row[name]) for name in others), wanted)
        }
        if not kept:
            values = sorted({str(row[column]) for row in before.values()}, key=_sortable)
            some = ", ".join(values[:MAX_LISTED])
            msg = f"--where {condition}: no row has this value; {column} has {some}"
            raise ValueError(msg)
    return kept


def _sortable(value: Any) -> tuple[int, float, str]:
    """Key that sorts and compares numbers by their value and words as they are."""
    try:
        return 1, float(value), ""
    except (TypeError, ValueError):
        return 0, 0.0, str(value)


def refuse_short_line(row: Mapping[str, Any], columns: Iterable[str], place: str) -> None:
    """Refuse a line that ends before one of the columns."""
    for column in columns:
        if row[column] is None:
            msg = f"{place} ends before its column {column}: complete or remove the line"
            raise ValueError(msg)


def seed_column(rows: Rows, chosen: str | None, same: Sequence[str]) -> str | None:
    """Column of the seed: the chosen one, or the file where several files repeat ``same``."""
    if chosen or FILE_COLUMN not in columns_of(rows) or FILE_COLUMN in same:
        return chosen
    keys = Counter(tuple(str(row[name]) for name in same) for row in rows.values())
    return FILE_COLUMN if max(keys.values()) > 1 else None


def refuse_mixed_repeats(rows: Rows, same: Sequence[str], measured: Sequence[str]) -> None:
    """Refuse rows that agree in the columns ``same`` and differ in a column that sorts runs.

    Most values of a column that sorts runs, such as a step, a layer or a law, occur at half of the
    combinations of ``same`` or more; those of a row number or of another measurement do not.
    Raises: ValueError.
    """
    keys = {place: tuple(str(row[name]) for name in same) for place, row in rows.items()}
    number = len(set(keys.values()))
    if number == len(rows):
        return
    sorting = []
    for name in columns_of(rows).keys() - {*same, *measured}:
        places: dict[str, set[Any]] = defaultdict(set)
        for place, row in rows.items():
            places[str(row[name])].add(keys[place])
        shares = sorted(len(own) for own in places.values())
        if len(shares) > 1 and 2 * shares[len(shares) // 2] >= number:
            sorting.append(name)
    first: dict[Any, tuple[str, Mapping[str, Any]]] = {}
    for place, row in rows.items():
        before, other = first.setdefault(keys[place], (place, row))
        differing = sorted(name for name in sorting if str(row[name]) != str(other[name]))
        if differing:
            name = differing[0]
            msg = (
                f"{place} repeats {_agreeing(row, same)} of {before} with another {name}: choose "
                f"one by --where {name}={row[name]}, judge each by --by {','.join(differing)}, or "
                f"name repeats by --seed-column {name}"
            )
            raise ValueError(msg)


def refuse_repeat(row: Mapping[str, Any], same: Sequence[str], place: str) -> None:
    """Raise for a row that repeats another with the same seed."""
    msg = f"{place} repeats {_agreeing(row, same)}; name what differs: --seed-column or --by"
    raise ValueError(msg)


def _agreeing(row: Mapping[str, Any], same: Sequence[str]) -> str:
    return ", ".join(f"{name} {row[name]}" for name in same)


def is_missing(value: Any) -> bool:
    """Return whether a cell is empty or NaN."""
    try:
        return not str(value).strip() or math.isnan(float(value))
    except ValueError:
        return False
