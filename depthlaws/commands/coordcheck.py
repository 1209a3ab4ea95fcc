"""``depthlaws coordcheck``: somebody's own measurements, judged."""

import csv
import dataclasses
import importlib
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.options import drawable
from depthlaws.output import show_rows, write_json
from depthlaws.shared_options import json_option

Table = Mapping[tuple[str, ...], Mapping[float, Mapping[str, float]]]  # group -> size -> seed


@click.command(
    "coordcheck",
    cls=Command,
    epilog="""\b
Examples:
  depthlaws coordcheck updates.csv --size width --value rms --seed-column seed --by layer
  depthlaws coordcheck run.nc --size width --value rms --parametrization sp --quantity own_l""",
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--size", metavar="COLUMN", help="Width, depth or loops.")
@click.option("--value", metavar="COLUMN", help="What was measured: an RMS size.")
@click.option("--seed-column", metavar="COLUMN", help="Which run a row belongs to.")
@click.option("--by", metavar="COLUMN", multiple=True, help="One check for each value of these.")
@click.option("--expected", type=float, help="Slope that it should have.  [default: 0]")
@click.option("--parametrization", metavar="NAME", help="Take the slope from its theory instead:")
@click.option("--quantity", metavar="NAME", help="of h_1, h_l, own_l, q_l, ... in this size.")
@click.option("--algorithm", default="bp", show_default=True, help="bp or pc.")
@click.option(
    "--tolerance", type=float, default=0.1, show_default=True, help="Slope that may miss."
)
@click.option(
    "--confidence",
    type=float,
    default=0.99,
    show_default=True,
    help="That all intervals of the table hold.",
)
@click.option("--floor", type=float, default=1e-6, show_default=True, help="Rounding noise.")
@click.option("--plot", metavar="FILE", callback=drawable, help="Draw it (png, pdf or svg).")
@json_option
def command(
    *,
    file: Path,
    size: str | None,
    value: str | None,
    seed_column: str | None,
    by: Sequence[str],
    plot: Path | None,
    json_file: Path | None,
    tolerance: float,
    confidence: float,
    floor: float,
    **asked: Any,
) -> int:
    """Check how measured activations or updates grow: PASS, FAIL or NO POWER.

    FILE is a CSV with a heading, or a netCDF of simulate's or your own.
    """
    from depthlaws.theory.parametrization.coordinate_checks import coordinate_check

    _together(**asked)
    rows = _rows(file)
    if size is None or value is None:
        lacks = " and ".join(o for o, v in (("--size", size), ("--value", value)) if v is None)
        msg = f"{lacks} must name a column of {file}: {', '.join(map(str, rows[0]))}"
        raise click.UsageError(msg)
    slope = _expected(size, **asked)
    table = _grouped(rows, size, value, seed_column, list(dict.fromkeys(by)))
    measured = {group: _array(own, group) for group, own in table.items()}
    each = 1 - (1 - confidence) / max(1, len(measured))  # Bonferroni: many layers, one alarm
    found = {
        group: coordinate_check(
            sizes,
            values,
            expected=slope,
            tolerance=tolerance,
            confidence=each,
            floor=floor,
        )
        for group, (sizes, values) in measured.items()
    }
    records = [
        {"of": ", ".join(group) or value} | dataclasses.asdict(check)
        for group, check in found.items()
    ]
    if plot:
        pictures = importlib.import_module("depthlaws.plot")
        pictures.save(pictures.slopes(measured, found, size, value), plot)
    if json_file:
        write_json(records, json_file)
    if str(json_file) != "-":
        cells = [[f"{v:.4g}" if isinstance(v, float) else v for v in r.values()] for r in records]
        show_rows(list(records[0]), cells)
    return int(any(c.verdict == "FAIL" for c in found.values()))


def _together(
    *, expected: float | None, parametrization: str | None, quantity: str | None, algorithm: str
) -> None:
    """Refuse options that say nothing without another one, or twice the same."""
    if parametrization is None and (quantity is not None or algorithm != "bp"):
        msg = "--quantity and --algorithm go with --parametrization, which gives the slope"
        raise click.UsageError(msg)
    if parametrization is not None and (expected is not None or quantity is None):
        msg = "--parametrization needs --quantity and no --expected"
        raise click.UsageError(msg)


def _expected(
    size: str,
    *,
    expected: float | None,
    parametrization: str | None,
    quantity: str | None,
    algorithm: str,
) -> float:
    if parametrization is None or quantity is None:
        return 0.0 if expected is None else expected
    from depthlaws.theory import parametrization as theory
    from depthlaws.theory.symbolic.registry import UnknownNameError

    growth = theory.growth(parametrization, algorithm)  # pyrefly: ignore[bad-argument-type]
    for kind, name, known in (("size", size, growth), ("quantity", quantity, growth.get(size, {}))):
        if name not in known:
            raise UnknownNameError(kind, name, known)
    return float(growth[size][quantity])


def _rows(file: Path) -> list[dict[str, Any]]:
    if file.suffix in (".nc", ".netcdf", ".h5"):
        import xarray as xr

        try:
            with xr.open_dataset(file) as dataset:
                table = dataset.to_dataframe().reset_index().to_dict("records")
        except Exception as error:  # each library says otherwise that a file is cut or another kind
            msg = f"{file} is no netCDF that can be read; a CSV ends in .csv"
            raise ValueError(msg) from error
        return [{str(k): v for k, v in row.items()} for row in table]
    try:
        with file.open(newline="", encoding="utf-8-sig") as text:
            table = csv.DictReader(text)
            _distinct(table.fieldnames or ())
            rows = list(table)
    except (UnicodeDecodeError, csv.Error) as error:
        msg = f"{file} is no CSV in UTF-8: {error}"
        raise ValueError(msg) from error
    if not rows:
        msg = f"{file} has no rows below its heading"
        raise ValueError(msg)
    return rows


def _distinct(columns: Sequence[str]) -> None:
    """Refuse a heading that names a column twice: which one is meant?"""
    for name, times in Counter(columns).items():
        if times > 1:
            msg = f"the heading names the column {name!r} {times} times"
            raise ValueError(msg)


def _grouped(
    rows: list[dict[str, Any]], size: str, value: str, seed: str | None, by: Sequence[str]
) -> Table:
    columns = list(rows[0])
    for name in (size, value, *(() if seed is None else (seed,)), *by):
        if name not in columns:
            msg = f"the file has no column {name!r}; it has {', '.join(map(str, columns))}"
            raise ValueError(msg)
    found: dict[Any, Any] = defaultdict(lambda: defaultdict(dict))
    for line, row in enumerate(rows, start=2):
        try:
            n, measured = float(row[size]), float(row[value])
        except (TypeError, ValueError):
            msg = f"line {line}: {size}={row[size]!r} and {value}={row[value]!r} must be numbers"
            raise ValueError(msg) from None
        if not (0 < n < math.inf and 0 < measured < math.inf):
            msg = (
                f"line {line}: {size}={row[size]} and {value}={row[value]} must be positive and "
                "finite, for their logarithms are fitted"
            )
            raise ValueError(msg)
        group, run = tuple(f"{b} {row[b]}" for b in by), "" if seed is None else str(row[seed])
        if run in found[group][n]:
            msg = f"line {line} repeats {size} {row[size]}: --seed-column or --by say what differs"
            raise ValueError(msg)
        found[group][n][run] = measured
    return found


def _array(measured: Mapping[float, Mapping[str, float]], group: Sequence[str]) -> tuple[Any, Any]:
    runs = {name for own in measured.values() for name in own}
    for n, own in measured.items():
        if missing := runs - own.keys():
            msg = f"{', '.join(group)} size {n:g} lacks seed {', '.join(sorted(missing))}"
            raise ValueError(msg)
    if len(measured) == 1:
        (only,) = measured
        msg = (
            f"{', '.join(group) or 'the file'} has one size, {only:g}: a slope needs three or more"
        )
        raise ValueError(msg)
    return list(measured), [[own[run] for own in measured.values()] for run in sorted(runs)]
