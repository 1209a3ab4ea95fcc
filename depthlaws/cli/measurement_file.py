"""Tables of measurements of a user: a CSV with a heading, or a netCDF, as rows by column."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

USUAL_NAMES = {  # of columns by the option that names them
    "size": ("size", "width", "layers", "depth", "loops", "d_model", "n_layer"),
    "rate": ("rate", "lr", "learning_rate", "learning rate", "eta"),
    "loss": ("loss", "val_loss", "eval_loss", "train_loss", "final_loss"),
    "value": ("rms",),
    "seed-column": ("seed",),
}
MAX_LISTED = 10  # values of a column in an error message
LAST = "last"  # value of --where that keeps the largest number
DELIMITERS = {"\t": "tabs", ";": "semicolons"}  # that separate columns where no comma does


def read_rows(file: Path) -> list[dict[str, Any]]:
    """Rows of a CSV or netCDF by column. Raises: ValueError naming the file and the line."""
    if file.suffix in (".nc", ".netcdf", ".h5"):
        import xarray as xr

        try:
            with xr.open_dataset(file) as dataset:
                table = dataset.to_dataframe().reset_index().to_dict("records")
        except Exception as error:  # each library has its own error for a damaged file
            msg = f"{file} is not a readable netCDF; the name of a CSV must end in .csv"
            raise ValueError(msg) from error
        return [{str(k): v for k, v in row.items()} for row in table]
    try:
        with file.open(newline="", encoding="utf-8-sig") as text:
            heading = text.readline()
            text.seek(0)
            between = next((d for d in DELIMITERS if d in heading and "," not in heading), ",")
            table = csv.reader(text, delimiter=between, skipinitialspace=True)
            columns = [name.strip() for name in next(table, ())]
            _distinct(columns)
            rows = [_row(columns, line, n, file) for n, line in enumerate(table, 2) if line]
    except (UnicodeDecodeError, csv.Error) as error:
        msg = f"{file} is not a CSV in UTF-8: {error}"
        raise ValueError(msg) from error
    if not rows:
        msg = f"{file} has no rows below its heading; give one row per measurement"
        raise ValueError(msg)
    return rows


def _row(columns: Sequence[str], cells: Sequence[str], line: int, file: Path) -> dict[str, Any]:
    """Values of a line by column, None where it ends early. Raises: ValueError if it is longer."""
    values = [cell.strip() for cell in cells]
    if any(values[len(columns) :]):
        msg = (
            f"{file}, line {line} has {len(values)} values for {len(columns)} columns; decimals "
            "need a point (0.5), and commas only separate columns"
        )
        raise ValueError(msg)
    return dict.fromkeys(columns) | dict(zip(columns, values, strict=False))


def _distinct(columns: Sequence[str]) -> None:
    """Refuse a heading that names a column twice."""
    for name, times in Counter(columns).items():
        if times > 1:
            msg = f"the heading names the column {name!r} {times} times; rename one of them"
            raise ValueError(msg)


def named_columns(by: Sequence[str], known: Mapping[str, Any]) -> list[str]:
    """Columns of --by: a word with commas names several, unless a column is called so."""
    words = [[word] if word in known else word.split(",") for word in by]
    return list(dict.fromkeys(name.strip() for names in words for name in names))


def refuse_unknown_columns(names: Iterable[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Refuse names that no column has."""
    columns = list(rows[0])
    for name in names:
        if name not in columns:
            msg = f"the file has no column {name!r}; it has {', '.join(map(str, columns))}"
            raise ValueError(msg)


def chosen_columns(
    given: Mapping[str, str | None],
    rows: Sequence[Mapping[str, Any]],
    file: Path,
    *,
    optional: Sequence[str] = (),
) -> dict[str, str | None]:
    """Columns by option: as given, or the only one with a usual name that is not constant.

    A column with a usual name that is the only one may be constant. Raises: UsageError for a column
    that is missing or named twice.
    """
    columns: dict[str, str | None] = {}
    for option, name in given.items():
        usual = [n for n in rows[0] if n.lower() in USUAL_NAMES[option]]
        varying = [n for n in usual if len({row[n] for row in rows}) > 1]
        candidates = usual if len(usual) == 1 else varying
        columns[option] = name or (candidates[0] if len(candidates) == 1 else None)
    missing = [f"--{name}" for name, at in columns.items() if at is None and name not in optional]
    if missing:
        known = ", ".join(map(str, rows[0]))
        msg = f"{' and '.join(missing)} must name a column of {file}: {known}"
        raise click.UsageError(msg)
    used = [name for name in columns.values() if name]
    if twice := next((name for name in used if used.count(name) > 1), None):
        options = " and ".join(f"--{o}" for o, name in columns.items() if name == twice)
        msg = f"{options} must be different columns, got {twice} twice"
        raise click.UsageError(msg)
    return columns


def chosen_rows(
    where: Sequence[str], rows: Sequence[dict[str, Any]], same: Sequence[str]
) -> dict[int, dict[str, Any]]:
    """Rows by their line for which every COLUMN=VALUE of --where holds, a number as a number.

    COLUMN=last keeps the rows with the largest number among those that agree in the columns
    ``same``. Raises: ValueError for a word without =, and where no row is left.
    """
    kept = dict(enumerate(rows, start=2))
    for condition in where:
        column, equals, value = (part.strip() for part in condition.partition("="))
        if not equals or not value:
            msg = f"--where must be COLUMN=VALUE, such as step=10 or loop=last, got {condition!r}"
            raise ValueError(msg)
        refuse_unknown_columns([column], rows)
        before, wanted = kept, _sortable(value)
        others = [name for name in same if name != column]
        largest: dict[Any, Any] = defaultdict(lambda: (0,))
        for row in kept.values() if value == LAST else ():
            key = tuple(str(row[name]) for name in others)
            largest[key] = max(largest[key], _sortable(row[column]))
        kept = {
            line: row
            for line, row in before.items()
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
