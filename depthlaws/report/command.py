"""``depthlaws report``: one page of everything found."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.output import Command, progress

FIGURES = Path("out/figures")


@click.command("report", cls=Command)
@click.argument("names", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option(
    "--out", type=Path, default=Path("out/report"), show_default=True, help="Folder of the page."
)
@click.option(
    "--figures", "folder", type=Path, default=FIGURES, show_default=True, help="Figures drawn."
)
@click.option("--seed", default=0, show_default=True, help="Seed of all sampling.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (one a core by default).")
@click.option("--budget", type=float, help="Seconds a claim may take.")
def command(
    names: Sequence[str], out: Path, folder: Path, seed: int, jobs: int | None, budget: float | None
) -> int:
    """Write one page: papers, statements, verdicts, figures.

    Verdicts that are stored are used, the others found first; figures are taken from a folder that
    ``depthlaws figures`` has filled. Open OUT/index.html in any browser, without a network.
    """
    engine: Any = importlib.import_module("depthlaws.claims.engine.run")
    there = _figures(folder)
    _room(out)
    chosen = engine.select(names)
    budgets = {} if budget is None else {"budget": budget}
    with progress("claims", len(chosen)) as done:
        report = engine.verify(names, jobs=jobs or -1, seed=seed, progress=done, **budgets)
    faults = write(report, out / "index.html", figures=there, seed=seed, command=_line(names))
    for fault in faults:
        click.echo(fault)
    click.echo(f"{report.summary()}\nwritten: {out / 'index.html'}")
    return 0 if report.ok and not faults else 1


def _line(names: Sequence[str]) -> str:
    return " ".join(["depthlaws report", *names])


def _figures(folder: Path) -> Path | None:
    """The folder if it is there; the default one may be missing, and the page is then without."""
    if folder.is_dir():
        return folder
    if folder != FIGURES:
        msg = f"--figures: no folder {folder}; depthlaws figures --out {folder} fills it"
        raise click.UsageError(msg)
    click.echo(f"no figures in {folder}: the page has none (depthlaws figures draws them)")
    return None


def _room(out: Path) -> None:
    """Refuse a folder that cannot be written before the work, not after it."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        probe = out / ".probe.part"
        probe.touch()
        probe.unlink()
    except OSError as error:
        msg = f"--out: cannot write to {out}: {error.strerror}"
        raise click.UsageError(msg) from error


def write(report: Any, path: Path, **options: Any) -> list[str]:
    """Write the page of a run; see :func:`depthlaws.report.page.write`."""
    page: Any = importlib.import_module("depthlaws.report.page")
    return page.write(report, path, **options)
