"""``depthlaws transfercheck``: drift of the best learning rate over sweeps at several sizes."""

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
    chosen_columns,
    chosen_rows,
    measurements,
    named_columns,
    refuse_mixed_repeats,
    refuse_repeat,
    refuse_unknown_columns,
    seed_column,
)
from depthlaws.cli.output import show_rows, show_text, write_json
from depthlaws.cli.shared_options import OutputFile, RealNumber, json_option
from depthlaws.cli.table_file import Rows, columns_of, is_plain

NO_POWER_STATUS = 3  # exit status where no check is FAIL and one decides nothing
OPTIONAL = ("seed-column",)
Runs = Mapping[tuple[str, ...], Sequence[tuple[float, float, float, str]]]


@click.command(
    "transfercheck",
    cls=Command,
    epilog="""\b
Examples:
  depthlaws transfercheck sweep.csv
  depthlaws transfercheck sweep.csv --size loops --rate lr --loss val_loss --by rule --plot t.png
  depthlaws transfercheck sweep.csv --expected -0.5   # rates as they were set, not over the law's
  depthlaws transfercheck a.csv b.csv.gz --where step=last --where optimizer=adam
FILE has a line for each run: size, rate, seed and final loss, nan for a diverged run. Several files
with the same columns are one table. Without a seed column, runs of one size and rate are repeats.
Exit status: 0 every check is PASS, 1 one is FAIL, 3 none is FAIL and one is NO POWER.""",
)
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--size", metavar="COLUMN", help="Column of the size: width, layers, loops, ...")
@click.option("--rate", metavar="COLUMN", help="Column of the learning rate: rate, lr, ...")
@click.option("--loss", metavar="COLUMN", help="Column of the final loss; nan or inf: diverged.")
@click.option("--seed-column", metavar="COLUMN", help="Column of the seed.")
@click.option(
    "--by",
    metavar="COLUMN",
    multiple=True,
    help="Column with one check per value, such as the law; may be repeated.",
)
@click.option(
    "--where",
    metavar="COLUMN=VALUE",
    multiple=True,
    help="Keep these rows only: law=mup; step=last is the last step of each run.",
)
@click.option(
    "--expected",
    type=RealNumber(),
    default=0.0,
    show_default=True,
    help="Expected exponent of the best rate as a power of the size.",
)
@click.option(
    "--tolerance",
    type=RealNumber(),
    default=0.2,
    show_default=True,
    help="Distance from the exponent that does not matter: 0.2 is 1.3 over a factor of 4.",
)
@click.option(
    "--confidence",
    type=RealNumber(),
    default=0.95,
    show_default=True,
    help="Probability that all exponents lie in their intervals.",
)
@click.option(
    "--diverged-above",
    type=RealNumber(),
    default=math.inf,
    help="Loss above which a run counts as diverged.",
)
@click.option(
    "--plot",
    metavar="FILE",
    callback=OutputFile(outputs.PICTURE),
    help="Draw the sweeps (png, pdf or svg).",
)
@json_option
def command(
    *,
    files: Sequence[Path],
    by: Sequence[str],
    where: Sequence[str],
    confidence: float,
    diverged_above: float,
    plot: Path | None,
    json_file: Path | None,
    size: str | None,
    rate: str | None,
    loss: str | None,
    seed_column: str | None,
    **asked: Any,
) -> int:
    """Check from sweeps at several sizes whether a tuned learning rate transfers.

    The best rate of each size is the least of a curve in log(rate), fitted to the runs near the
    least loss, with its confidence interval; the drift is the exponent of the best rate as a power
    of the size. PASS, FAIL or NO POWER.
    """
    from depthlaws.theory.parametrization.transfer_checks import transfer_check

    if not 0 < confidence < 1:
        percent = f"; for {confidence:g} % write {confidence / 100:g}" * (1 < confidence < 100)
        msg = f"--confidence: must be between 0 and 1, got {confidence:g}{percent}"
        raise click.UsageError(msg)
    if not diverged_above > -math.inf:
        msg = f"--diverged-above: must be a loss, got {diverged_above}; leave it out to keep every "
        raise click.UsageError(msg + "finite loss")
    rows = measurements(files)
    groups = named_columns(by, columns_of(rows))
    refuse_unknown_columns(groups, columns_of(rows))
    given = {"size": size, "rate": rate, "loss": loss, "seed-column": seed_column}
    columns = chosen_columns(given, rows, optional=OPTIONAL)
    used = [columns[name] for name in ("size", "rate", "seed-column") if columns[name]]
    rows = chosen_rows(where, rows, [*map(str, used), *groups])
    try:
        runs, columns["seed-column"] = _runs(rows, columns, groups)
    except ValueError as error:
        raise ValueError(f"{files[0]}, {error}" if len(files) == 1 else str(error)) from None
    each = 1 - (1 - confidence) / len(runs)  # Bonferroni correction for the groups
    checks = {}
    for group, entries in runs.items():
        sizes, rates, losses, seeds = zip(*entries, strict=True)
        try:
            checks[group] = transfer_check(
                sizes,
                rates,
                losses,
                seeds=seeds if columns["seed-column"] else None,
                confidence=each,
                diverged_above=diverged_above,
                **asked,
            )
        except ValueError as error:
            raise ValueError(f"{', '.join(group)}: {error}" if group else str(error)) from None
    if plot:
        pictures = importlib.import_module("depthlaws.cli.sweep_plot")
        drawn = pictures.sweeps(runs, checks, columns["size"], columns["loss"])
        importlib.import_module("depthlaws.cli.plot").save(drawn, plot)
    records = [{"of": ", ".join(group)} | dataclasses.asdict(c) for group, c in checks.items()]
    if json_file:
        write_json(records, json_file)
    if str(json_file) != "-":
        _show(checks, str(columns["size"]))
    verdicts = {check.verdict for check in checks.values()}
    return 1 if "FAIL" in verdicts else NO_POWER_STATUS if verdicts - {"PASS"} else 0


def _runs(
    rows: Rows, columns: Mapping[str, str | None], by: Sequence[str]
) -> tuple[Runs, str | None]:
    """Size, rate, loss and seed of every run, by group, and the column of the seeds."""
    same = [*by, str(columns["size"]), str(columns["rate"])]
    numbers = {
        place: (
            *(_number(row, str(columns[name]), place) for name in ("size", "rate")),
            _number(row, str(columns["loss"]), place, diverged=True),
        )
        for place, row in rows.items()
    }
    seed = seed_column(rows, columns["seed-column"], same)
    whole = [*same, seed] if seed else same
    refuse_mixed_repeats(rows, whole, [str(columns["loss"])])
    runs: dict[Any, Any] = defaultdict(list)
    met = set()
    for place, row in rows.items():
        size, rate, loss = numbers[place]
        group, run = tuple(f"{b} {row[b]}" for b in by), "" if seed is None else str(row[seed])
        if seed and (group, size, rate, run) in met:
            refuse_repeat(row, whole, place)
        met.add((group, size, rate, run))
        runs[group].append((size, rate, loss, run))
    return runs, seed


def _number(row: Mapping[str, Any], column: str, place: str, *, diverged: bool = False) -> float:
    """Number of a cell: positive and finite, or any loss, nan and inf for a diverged run."""
    text = row[column]
    if text is None or not str(text).strip():
        msg = (
            f"{place} ends before its column {column}: complete the line, "
            f"with {column} nan if the run diverged, or remove it"
        )
        raise ValueError(msg)
    try:
        if not is_plain(str(text)):
            raise ValueError
        number = float(text)
    except ValueError:
        advice = "; write nan for a diverged run" if diverged else " such as 0.5"
        advice = "; write decimals with a point: 0.5" if "," in str(text) else advice
        msg = f"{place}: {column}={text!r} must be a number{advice}"
        raise ValueError(msg) from None
    if not diverged and not 0 < number < math.inf:
        advice = ", and a logarithm as the number itself" * (number < 0)
        msg = f"{place}: {column}={text} must be positive and finite; remove or correct the line"
        msg += advice
        raise ValueError(msg)
    return number


def _show(checks: Mapping[tuple[str, ...], Any], size: str) -> None:
    """Print a verdict and a table of sizes for each group."""
    for group, check in checks.items():
        of = f"{', '.join(group)}: " if group else ""
        drift = f"best rate goes as {size}^{check.drift:.3g} ({check.low:.3g} to {check.high:.3g})"
        if math.isnan(check.drift):
            drift = "no drift can be told"
        show_text([f"{of}{check.verdict}. {drift}, expected {check.expected:g}."])
        show_text([f"Why: {check.why}."])
        cells = [_cells(row) for row in check.rows]
        show_rows([size, *[*cells[0]][1:]], [list(row.values()) for row in cells])
    show_text(
        [
            "paid: loss at the rate transferred from the smallest size, minus the loss at the best "
            "rate; loss: of the fitted curve at the best rate, and the least mean of the runs if "
            "the curve is lower; best swept: swept rate of that mean"
        ]
    )


def _cells(row: Mapping[str, Any]) -> dict[str, str]:
    """Cells of the table of sizes as text."""
    located = not row["why"]
    low, high = row["paid_interval"]
    below = located and row["loss"] < row["lowest_mean"]
    runs = f" (runs: {row['lowest_mean']:.5g})" * below
    return {
        "size": f"{row['size']:g}",
        "best rate": f"{row['best_rate']:.3g}" if located else "not located",
        "interval": "{:.3g} to {:.3g}".format(*row["interval"]) if located else "",
        "best swept": f"{row['best_swept']:.3g}",
        "loss": f"{row['loss']:.5g}{runs}",
        "paid": "" if math.isnan(row["paid"]) else f"{row['paid']:.3g} ({low:.2g} to {high:.2g})",
        "diverged": f"{row['diverged']} from rate {row['diverged_from']:.3g}"
        if row["diverged"]
        else "0",
    }
