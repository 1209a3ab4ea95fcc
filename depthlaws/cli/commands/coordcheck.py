"""``depthlaws coordcheck``: compare measured growth with the slope that theory expects."""

import dataclasses
import importlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.cli.command import Command
from depthlaws.cli.function_commands import writable_picture
from depthlaws.cli.measurement_file import (
    chosen_columns,
    chosen_rows,
    named_columns,
    read_rows,
    refuse_unknown_columns,
)
from depthlaws.cli.output import progress, show_rows, write_json
from depthlaws.cli.shared_options import json_option

NO_POWER_STATUS = 3  # exit status where a check warns or decides nothing
UNKNOWN = (math.nan, -math.inf, math.inf)  # slope of one size, and its interval
Table = Mapping[tuple[str, ...], Mapping[float, Mapping[str, float]]]  # group -> size -> seed


@click.command(
    "coordcheck",
    cls=Command,
    epilog="""\b
Examples:
  depthlaws coordcheck run.csv --where step=10 --by quantity,layer,loop
  depthlaws coordcheck run.csv --size loops --where step=10 --where loop=last --by quantity,layer
  depthlaws coordcheck updates.csv --size width --value rms --seed-column seed --by layer
  depthlaws coordcheck run.nc --size width --value rms --parametrization sp --quantity own_l
Exit status: 0 every check is PASS, 1 one is FAIL, 3 none is FAIL and one is WARN or NO POWER.""",
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--size", metavar="COLUMN", help="Column of the size: width, depth or loops.")
@click.option("--value", metavar="COLUMN", help="Column of the measurement: an RMS.")
@click.option("--seed-column", metavar="COLUMN", help="Column of the run, such as the seed.")
@click.option(
    "--by",
    metavar="COLUMN",
    multiple=True,
    help="Column with one check per value; several columns: --by layer --by step, or layer,step.",
)
@click.option(
    "--where",
    metavar="COLUMN=VALUE",
    multiple=True,
    help="Keep these rows only: step=10, quantity=update; loop=last is the last loop of each size.",
)
@click.option("--expected", type=float, help="Expected slope.  [default: 0]")
@click.option(
    "--parametrization",
    metavar="NAME",
    help="Take the slope from the theory of this parametrisation, for --quantity.",
)
@click.option(
    "--quantity", metavar="NAME", help="Quantity of the theory: h_1, h_l, logits, own_l, q_l, ..."
)
@click.option(
    "--algorithm",
    default="bp",
    show_default=True,
    help="Algorithm of the theory: bp (backpropagation) or pc (predictive coding).",
)
@click.option(
    "--tolerance",
    type=float,
    default=0.1,
    show_default=True,
    help="Distance from the slope that does not matter.",
)
@click.option(
    "--confidence",
    type=float,
    default=0.99,
    show_default=True,
    help="Probability that all intervals contain their slopes.",
)
@click.option(
    "--floor",
    type=float,
    default=1e-6,
    show_default=True,
    help="Measurements up to this are rounding noise.",
)
@click.option(
    "--plot", metavar="FILE", callback=writable_picture, help="Draw the check (png, pdf or svg)."
)
@json_option
def command(
    *,
    file: Path,
    size: str | None,
    value: str | None,
    seed_column: str | None,
    by: Sequence[str],
    where: Sequence[str],
    plot: Path | None,
    json_file: Path | None,
    tolerance: float,
    confidence: float,
    floor: float,
    **asked: Any,
) -> int:
    """Check how measured activations or updates grow: PASS, WARN, FAIL or NO POWER.

    WARN: the slope between the two largest sizes (at_the_end) bends out of the tolerance.

    FILE is a CSV with a heading, as `depthlaws recorder torch` writes it, or a netCDF of `depthlaws
    simulate --out`. Columns with usual names (width, rms, seed) need no options.
    """
    from depthlaws.theory.parametrization.coordinate_checks import CoordinateCheck, coordinate_check

    _refuse_incomplete(**asked)
    if not 0 < confidence < 1:
        percent = f"; for {confidence:g} % write {confidence / 100:g}" * (1 < confidence < 100)
        msg = f"--confidence: must be between 0 and 1, got {confidence:g}{percent}"
        raise click.UsageError(msg)
    rows, given = read_rows(file), {"size": size, "value": value, "seed-column": seed_column}
    columns = chosen_columns(given, rows, file, optional=("seed-column",))
    size, value, seed_column = str(columns["size"]), str(columns["value"]), columns["seed-column"]
    groups = named_columns(by, rows[0])
    refuse_unknown_columns([*filter(None, columns.values()), *groups], rows)
    kept = chosen_rows(where, rows, [*filter(None, (size, seed_column)), *groups])
    slope = _expected(size, **asked)
    table = _grouped(kept, size, value, seed_column, groups)
    measured = {group: _array(sizes, group) for group, sizes in table.items()}
    _refuse_one_size(measured)
    each = 1 - (1 - confidence) / max(1, len(measured))  # Bonferroni correction for the groups
    checks = {}
    with progress("checks", len(measured)) as done:
        for group, (sizes, values) in measured.items():
            if len(sizes) == 1:
                why = f"one size, {sizes[0]:g}; a slope with an error needs 3"
                checks[group] = CoordinateCheck("NO POWER", *UNKNOWN, slope, math.nan, why)
            else:
                checks[group] = coordinate_check(
                    sizes,
                    values,
                    expected=slope,
                    tolerance=tolerance,
                    confidence=each,
                    floor=floor,
                )
            done()
    records = [
        {"of": ", ".join(group) or value} | dataclasses.asdict(check)
        for group, check in checks.items()
    ]
    if plot:
        pictures = importlib.import_module("depthlaws.cli.plot")
        pictures.save(pictures.slopes(measured, checks, size, value), plot)
    if json_file:
        write_json(records, json_file)
    if str(json_file) != "-":
        cells = [[f"{v:.4g}" if isinstance(v, float) else v for v in r.values()] for r in records]
        show_rows(list(records[0]), cells)
    verdicts = {check.verdict for check in checks.values()}
    return 1 if "FAIL" in verdicts else NO_POWER_STATUS if verdicts - {"PASS"} else 0


def _refuse_incomplete(
    *, expected: float | None, parametrization: str | None, quantity: str | None, algorithm: str
) -> None:
    """Refuse options that need another option, or that contradict each other."""
    if parametrization is None and (quantity is not None or algorithm != "bp"):
        msg = "--quantity and --algorithm need --parametrization, which gives the slope"
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


def _grouped(
    rows: Mapping[int, Mapping[str, Any]],
    size: str,
    value: str,
    seed: str | None,
    by: Sequence[str],
) -> Table:
    table: dict[Any, Any] = defaultdict(lambda: defaultdict(dict))
    for line, row in rows.items():
        _refuse_cut_line(row, (size, value), line)
        try:
            n, measured = float(row[size]), float(row[value])
        except (TypeError, ValueError):
            comma = "," in f"{row[size]}{row[value]}"
            msg = (
                f"line {line}: {size}={row[size] or ''!r} and {value}={row[value] or ''!r} must be "
                "numbers" + "; write decimals with a point: 0.5" * comma
            )
            raise ValueError(msg) from None
        if not (0 < n < math.inf and 0 < measured < math.inf):
            msg = (
                f"line {line}: {size}={row[size]} and {value}={row[value]} must be positive and "
                "finite: their logarithms are fitted"
            )
            raise ValueError(msg)
        group, run = tuple(f"{b} {row[b]}" for b in by), "" if seed is None else str(row[seed])
        if run in table[group][n]:
            msg = (
                f"line {line} repeats {size} {row[size]}; name what differs: --seed-column or --by"
            )
            raise ValueError(msg)
        table[group][n][run] = measured
    return table


def _array(measured: Mapping[float, Mapping[str, float]], group: Sequence[str]) -> tuple[Any, Any]:
    runs = {name for by_run in measured.values() for name in by_run}
    for n, by_run in measured.items():
        if missing := runs - by_run.keys():
            msg = f"{', '.join(group)} size {n:g} lacks seed {', '.join(sorted(missing))}"
            raise ValueError(msg)
    return list(measured), [[by_run[run] for by_run in measured.values()] for run in sorted(runs)]


def _refuse_cut_line(row: Mapping[str, Any], columns: Sequence[str], line: int) -> None:
    """Refuse a line that ends before one of the columns."""
    for column in columns:
        if row[column] is None:
            msg = f"line {line} ends before its column {column}: complete or remove the line"
            raise ValueError(msg)


def _refuse_one_size(measured: Mapping[tuple[str, ...], Any]) -> None:
    """Refuse measurements at one size only."""
    sizes = {size for own, _ in measured.values() for size in own}
    if len(sizes) == 1:
        (group, *_), (only,) = measured, sizes
        of = ", ".join(group) or "the file"
        msg = f"{of} has one size, {only:g}: a slope needs three or more"
        raise ValueError(msg)
