"""Tables of measurements of a user: a CSV with a heading, or a netCDF, as rows by column."""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

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
