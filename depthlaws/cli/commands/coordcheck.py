"""``depthlaws coordcheck``: compare measured growth with the slope that theory expects."""

import dataclasses
import importlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base import outputs
from depthlaws.cli.command import Command
from depthlaws.cli.measurement_file import (
    LAYER,
    VALUE,
    chosen_columns,
    chosen_rows,
    is_missing,
    measurements,
    named_columns,
    refuse_mixed_repeats,
    refuse_repeat,
    refuse_short_line,
    refuse_unknown_columns,
    seed_column,
)
from depthlaws.cli.output import progress, show_rows, write_json
from depthlaws.cli.shared_options import OutputFile, RealNumber, json_option
from depthlaws.cli.table_file import Rows, columns_of, is_plain

NO_POWER_STATUS = 3  # exit status where a check warns or decides nothing
UNKNOWN = (math.nan, -math.inf, math.inf)  # slope of no size, and its interval
MAX_NAMED = 3  # cells left out of a check that are named
Table = dict[tuple[str, ...], dict[float, dict[str, float]]]  # group -> size -> seed -> value


@click.command(
    "coordcheck",
    cls=Command,
    epilog="""\b
Examples:
  depthlaws coordcheck run.csv --where step=10 --by quantity,layer,loop
  depthlaws coordcheck run.csv --size loops --where step=10 --where loop=last --by quantity,layer
  depthlaws coordcheck updates.csv --size width --value rms --seed-column seed --by layer
  depthlaws coordcheck run.nc --size width --value rms --parametrization sp --quantity own_l
  depthlaws coordcheck mup.csv --where t=last --by module   # frame of mup's get_coord_data
  depthlaws coordcheck wide*.csv.gz --size width --layers 'act/*'   # a column for each layer
Exit status: 0 every check is PASS, 1 one is FAIL, 3 none is FAIL and one is WARN or NO POWER.""",
)
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--size", metavar="COLUMN", help="Column of the size: width, depth or loops.")
@click.option("--value", metavar="COLUMN", help="Column of the measurement: an RMS.")
@click.option(
    "--seed-column",
    metavar="COLUMN",
    help="Column of the run, such as the seed; without one, rows of the same size are repeats.",
)
@click.option(
    "--layers",
    metavar="PATTERN",
    multiple=True,
    help="Columns that are layers, in a table with a column for each: 'act/*' or 'h1,h2,head'.",
)
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
@click.option("--expected", type=RealNumber(), help="Expected slope.  [default: 0]")
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
    type=RealNumber(),
    default=0.1,
    show_default=True,
    help="Distance from the slope that does not matter.",
)
@click.option(
    "--confidence",
    type=RealNumber(),
    default=0.99,
    show_default=True,
    help="Probability that all intervals contain their slopes.",
)
@click.option(
    "--floor",
    type=RealNumber(),
    default=1e-6,
    show_default=True,
    help="Measurements up to this are rounding noise.",
)
@click.option(
    "--pool",
    type=click.Choice(["yes", "no"]),
    default="yes",
    show_default=True,
    help="Pool scatter over sizes and layers where Bartlett's test allows it (p > 0.01).",
)
@click.option(
    "--plot",
    metavar="FILE",
    callback=OutputFile(outputs.PICTURE),
    help="Draw the check (png, pdf or svg).",
)
@json_option
def command(
    *,
    files: Sequence[Path],
    size: str | None,
    value: str | None,
    seed_column: str | None,
    layers: Sequence[str],
    by: Sequence[str],
    where: Sequence[str],
    plot: Path | None,
    json_file: Path | None,
    confidence: float,
    pool: str,
    tolerance: float,
    floor: float,
    **asked: Any,
) -> int:
    """Check how measured activations or updates grow: PASS, WARN, FAIL or NO POWER.

    WARN: the slope between the two largest sizes (at_the_end) bends out of the tolerance.

    FILE is a CSV with a heading, also .csv.gz, as `depthlaws recorder torch` writes it, mup's
    get_coord_data returns it or a table with a column for each layer holds it, or a netCDF of
    `depthlaws simulate --out`. Several files with the same columns are one table. Columns with
    usual names (width, rms, seed) need no options. Empty cells, nan and 0 are left out and named.
    """
    from depthlaws.theory.parametrization.coordinate_checks import CoordinateCheck, layer_checks

    _refuse_incomplete(**asked)
    if not 0 < confidence < 1:
        percent = f"; for {confidence:g} % write {confidence / 100:g}" * (1 < confidence < 100)
        msg = f"--confidence: must be between 0 and 1, got {confidence:g}{percent}"
        raise click.UsageError(msg)
    if layers and value:
        msg = "--layers names the columns of the measurements: leave --value out"
        raise click.UsageError(msg)
    rows = measurements(files, layers)
    given = {"size": size, "value": VALUE if layers else value, "seed-column": seed_column}
    if layers and size and size not in columns_of(rows):
        msg = f"--layers {','.join(layers)} has to leave out {size}, the column of --size"
        raise click.UsageError(msg)
    columns = chosen_columns(given, rows, optional=("seed-column",))
    groups = named_columns([*by, LAYER] if layers else by, columns_of(rows))
    refuse_unknown_columns(groups, columns_of(rows))
    size, value = str(columns["size"]), str(columns["value"])
    fixed = [*groups, size, *filter(None, [columns["seed-column"]])]
    kept = chosen_rows(where, rows, fixed)
    slope = _expected(size, **asked)
    table, seeds = _grouped(kept, size, value, columns["seed-column"], groups)
    _refuse_one_size(table)
    measured, left_out = {}, {}
    with progress("checks", len(table)) as done:
        for group, sizes in table.items():
            measured[group], left_out[group] = _array(sizes, size, seeds)
            done()
    judged = {group: cells for group, cells in measured.items() if len(cells[0])}
    by_layer = layer_checks(
        {", ".join(group) or value: cells for group, cells in judged.items()},
        expected=slope,
        tolerance=tolerance,
        confidence=confidence,
        floor=floor,
        pool=pool == "yes",
        paired=seeds is not None,
    )
    nothing = CoordinateCheck("NO POWER", *UNKNOWN, slope, math.nan, "no value to judge")
    checks = {}
    for group in table:
        check = by_layer.get(", ".join(group) or value, nothing)
        checks[group] = dataclasses.replace(check, why=check.why + left_out[group])
    records = [
        {"of": ", ".join(group) or value} | dataclasses.asdict(check)
        for group, check in checks.items()
    ]
    if plot:
        pictures = importlib.import_module("depthlaws.cli.plot")
        pictures.save(pictures.slopes(judged, checks, size, value), plot)
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
    rows: Rows, size: str, value: str, seed: str | None, by: Sequence[str]
) -> tuple[Table, str | None]:
    """Measurements by group, size and seed, NaN where a cell is missing, and the seeds' column.

    Without a column of seeds, the rows of a size are numbered.
    """
    for place, row in rows.items():
        refuse_short_line(row, [size, value, *by, *filter(None, [seed])], place)
    seed = seed_column(rows, seed, [*by, size])
    same = [*by, size, *filter(None, [seed])]
    refuse_mixed_repeats(rows, same, [value])
    table: Table = defaultdict(lambda: defaultdict(dict))
    for place, row in rows.items():
        n, measured = _numbers(row, size, value, place)
        runs = table[tuple(f"{b} {row[b]}" for b in by)][n]
        run = str(len(runs)) if seed is None else str(row[seed])
        if run in runs:
            refuse_repeat(row, same, place)
        runs[run] = measured
    return table, seed


def _numbers(row: Mapping[str, Any], size: str, value: str, place: str) -> tuple[float, float]:
    """Size and measurement of a row: positive, or 0 or NaN for a measurement without logarithm."""
    try:
        if not is_plain(f"{row[size]}{row[value]}"):
            raise ValueError
        n, measured = float(row[size]), math.nan if is_missing(row[value]) else float(row[value])
    except (TypeError, ValueError):
        comma = "," in f"{row[size]}{row[value]}"
        hint = f"; leave the cell empty where no {value} was measured"
        msg = (
            f"{place}: {size}={row[size] or ''!r} and {value}={row[value] or ''!r} must be "
            "numbers" + ("; write decimals with a point: 0.5" if comma else hint)
        )
        raise ValueError(msg) from None
    if not 0 < n < math.inf or measured < 0 or measured == math.inf:
        msg = (
            f"{place}: {size}={row[size]} and {value}={row[value]} must be positive and finite: "
            "their logarithms are fitted"
        )
        raise ValueError(msg)
    return n, measured


def _array(
    measured: Mapping[float, Mapping[str, float]], size: str, seeds: str | None
) -> tuple[tuple[list[float], list[list[float]]], str]:
    """Sizes and values (seed, size), NaN where there is none, and the cells left out in words."""
    runs = sorted({run for by_run in measured.values() for run in by_run})
    left_out = []
    for n, by_run in measured.items():
        for run in runs if seeds else by_run:
            cell = by_run.get(run, math.nan)
            if not cell > 0:
                of = f", {seeds} {run}" if seeds else ""
                left_out.append(f"{'0' if cell == 0 else 'nothing'} at {size} {n:g}{of}")
    more = f" and {len(left_out) - MAX_NAMED} more" * (len(left_out) > MAX_NAMED)
    text = f"; left out: {'; '.join(left_out[:MAX_NAMED])}{more}" if left_out else ""
    known = {n: by_run for n, by_run in measured.items() if any(v > 0 for v in by_run.values())}
    values = [
        [cell if (cell := by_run.get(run, math.nan)) > 0 else math.nan for by_run in known.values()]
        for run in runs
    ]
    return ([*known], values), text


def _refuse_one_size(measured: Table) -> None:
    """Refuse measurements at one size only."""
    sizes = {size for own in measured.values() for size in own}
    if len(sizes) == 1:
        (group, *_), (only,) = measured, sizes
        of = ", ".join(group) or "the file"
        msg = f"{of} has one size, {only:g}: a slope needs three or more"
        raise ValueError(msg)
