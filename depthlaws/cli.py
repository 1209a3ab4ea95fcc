"""The command line of Depthlaws: verify claims, redraw figures, ask what-ifs, simulate.

Exit status: 0 all is well, 1 something did not come out well, 2 bad input, 130 interrupted.
"""

import functools
import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.options import Simulations, WhatIfs
from depthlaws.output import (
    Command,
    json_option,
    progress,
    show,
    show_rows,
    unknown,
    writable,
    write_json,
)

# Every other import waits for the command that needs it: `depthlaws --help` answers at once.

KINDS = ("claims", "figures", "formulas", "questions")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; bad input is one line on standard error."""
    try:
        return int(cli.main(arguments, prog_name="depthlaws", standalone_mode=False) or 0)
    except click.Abort:
        return _say("interrupted: finished work is kept, the same command goes on from there", 130)
    except click.ClickException as error:
        return _say(error.format_message(), 2)
    except (ValueError, KeyError, OSError, ArithmeticError) as error:
        if os.environ.get("DEPTHLAWS_DEBUG"):
            raise
        return _say(str(error) or type(error).__name__, 2)


def _say(message: str, status: int) -> int:
    click.echo("error: " + " ".join(message.split()), err=True)
    return status


class FrontDoor(click.Group):
    """The commands, suggesting the nearest for a name that is none of them."""

    command_class = Command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise unknown("command", args[0], self.commands)
        return super().resolve_command(ctx, args)


@click.group(cls=FrontDoor, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="depthlaws")
def cli() -> None:
    """Exact theory of deep, wide and looped networks, simulated and verified.

    Exit status: 0 all is well, 1 something did not come out well, 2 bad input.
    """


@cli.command()
@click.argument("names", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option("--mutants", is_flag=True, help="Perturb formulas and claims: does a claim notice?")
@json_option
@click.option("--html", "html_file", metavar="FILE", callback=writable, help="Write one page.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (one a core by default).")
@click.option("--fresh", is_flag=True, help="Ignore stored results.")
@click.option("--seed", default=0, show_default=True, help="Seed of all sampling.")
@click.option("--budget", type=float, help="Seconds a claim may take.")
def verify(
    names: Sequence[str], mutants: bool, json_file: Path | None, html_file: Path | None,
    jobs: int | None, fresh: bool, seed: int, budget: float | None,
) -> int:  # fmt: skip
    """Give claims their verdicts."""
    from depthlaws.claims.engine import run as engine

    options = {"jobs": jobs or -1, "fresh": fresh, "seed": seed}
    if mutants:
        if html_file or budget:
            msg = "--html and --budget do not go with --mutants"
            raise click.UsageError(msg)
        with progress("mutants", None) as done:
            report: Any = importlib.import_module("depthlaws.claims.engine.mutants").mutate(
                names, **options, progress=done
            )
    else:
        budgets = {} if budget is None else {"budget": budget}
        with progress("claims", len(engine.select(names))) as done:
            report = engine.verify(names, **options, **budgets, progress=done)
    if html_file:
        report.to_html(html_file)
    if json_file:
        write_json(report.as_dict(), json_file)
    if str(json_file) != "-":
        table = report.table()
        table.title = None  # the summary stands below, where a long table ends
        show(table)
        click.echo(report.summary())
    return 0 if report.ok else 1


@cli.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--profile", type=click.Choice(["quick", "paper"]), default="quick", show_default=True
)
@click.option("--out", type=Path, default=Path("out/figures"), show_default=True, help="Folder.")
@click.option("--seed", default=0, show_default=True, help="Seed of all sampling.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (one a core by default).")
@click.option("--width", type=float, help="Width in inches (6.75 by default).")
@click.option("--venue", help="Width of a venue: icml, icml-column, neurips, iclr, tmlr.")
@click.option("--format", "formats", default="pdf,png", show_default=True, help="Also svg.")
@json_option
def figures(
    ids: Sequence[str],
    profile: str,
    out: Path,
    seed: int,
    jobs: int | None,
    width: float | None,
    venue: str | None,
    formats: str,
    json_file: Path | None,
) -> int:
    """Redraw figures (ids, papers, patterns) with their data (netCDF) and provenance (JSON)."""
    from depthlaws import figures as engine

    with progress("figures", len(engine.select(ids))) as done:
        made = engine.make(
            ids, profile=profile, out=out, seed=seed, jobs=jobs or -1, progress=done,
            width=width or venue or "full", formats=formats.split(","),
        )  # fmt: skip
    if json_file:
        write_json([{"id": r.id, "ok": r.ok, "files": r.files, "reused": r.reused,
                     "seconds": r.seconds, "refused": r.refused, "note": r.note}
                    for r in made], json_file)  # fmt: skip
    if str(json_file) != "-":
        rows = [(r.id, r.refused or ("reused" if r.reused else "made"), f"{r.seconds:.1f}", r.note)
                for r in made]  # fmt: skip
        show_rows(("figure", "what happened", "s", "note"), rows, f"{len(made)} figures in {out}")
    return 0 if all(r.ok for r in made) else 1


@cli.command("list")
@click.argument("kinds", nargs=-1, metavar=f"[{'|'.join(KINDS)}]...")
@click.option("--paper", help="Only what belongs to this paper.")
@json_option
def list_(kinds: Sequence[str], paper: str | None, json_file: Path | None) -> None:
    """List claims, figures, formulas and questions."""
    from depthlaws.theory.papers import PAPERS

    if paper not in (None, *PAPERS):
        raise unknown("paper", str(paper), PAPERS)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind", kind, KINDS)
    found = {kind: [r for r in _records(kind) if paper in (None, r.pop("paper", None))]
             for kind in kinds or KINDS}  # fmt: skip
    if json_file:
        write_json(found, json_file)
    if str(json_file) != "-":
        for kind, records in found.items():
            columns = list(records[0]) if records else []
            rows = [list(r.values()) for r in records]
            show_rows(columns, rows, f"{len(records)} {kind}")


def _records(kind: str) -> Iterator[dict[str, str]]:
    """Yield what is known about each claim, figure, formula or question."""
    from depthlaws import theory

    if kind == "questions":
        for name, function in _questions().items():
            if name not in theory.formulas():
                text = inspect.getdoc(function) or ""
                yield {"name": name, "says": text.partition("\n")[0], "paper": _paper(text)}
        return
    found: Mapping[str, Any] = {
        "formulas": theory.formulas,
        "claims": lambda: importlib.import_module("depthlaws.claims.engine.run").all_claims(),
        "figures": lambda: importlib.import_module("depthlaws.figures").figures(),
    }[kind]()
    for name, record in found.items():
        says = " ".join((getattr(record, "says", "") or record.caption).split())
        yield {
            "name": name,
            "where": str(record.source),
            "says": says,
            "paper": record.source.paper,
        }


def _paper(text: str) -> str:
    """Paper named by the line ``Source: chain, eq. (5)`` of a docstring."""
    return text.partition("Source: ")[2].partition(",")[0].strip()


# -- what-ifs --------------------------------------------------------------------------------


@functools.cache
def _questions() -> Mapping[str, Callable[..., Any]]:
    """Everything that can be asked from the command line, by name."""
    from depthlaws import theory
    from depthlaws.grid import askable

    return {name: f for name, f in theory.questions().items() if askable(f)}


def _question(name: str) -> Callable[..., Any] | None:
    """Question ``subject.name``, without loading the other subjects."""
    from depthlaws import theory
    from depthlaws.grid import askable

    subject, _, asked = name.partition(".")
    module = getattr(theory, subject) if subject in theory.SUBJECTS else None
    function = getattr(module, asked) if asked in getattr(module, "__all__", ()) else None
    return function if inspect.isfunction(function) and askable(function) else None


@cli.group(
    cls=WhatIfs,
    known=_questions,
    find=_question,
    invoke_without_command=True,
    subcommand_metavar="[NAME] [--OPTION VALUES]...",
    epilog="""\b
Example: depthlaws whatif chain.max_learning_rate --L 1:64 --mu-yx 2 --mu-xx 1 --plot rate.png
VALUES are a number (64, 1/64, inf), a list (2,8,64), a range (1:64, 1:64:2) or a logarithmic
range (1e-3:1:log30). Options with several values make a grid. Without NAME: all questions.""",
)
@click.pass_context
def whatif(ctx: click.Context) -> None:
    """Ask any formula or question by name."""
    if ctx.invoked_subcommand is None:
        rows = []
        for name, function in _questions().items():
            rows.append((name, (inspect.getdoc(function) or "").partition("\n")[0]))
        show_rows(("question", "says"), rows, f"{len(rows)} questions")


def _transfers() -> Mapping[str, Callable[..., Any]]:
    """Law of transfer of each subject that has one."""
    named = [(name.partition("."), f) for name, f in _questions().items()]
    return {subject: f for (subject, _, asked), f in named if asked.startswith("transfer")}


@cli.group(
    cls=WhatIfs,
    known=_transfers,
    subcommand_metavar="SUBJECT [--OPTION VALUES]...",
    epilog="""\b
Example: depthlaws transfer chain --L0 4 --L 8,64,inf --r 2 --network plain,block1
VALUES as for whatif.""",
)
def transfer() -> None:
    """Move a rate between depths, and tell whether it still converges."""


@functools.cache
def _simulators() -> Mapping[str, Callable[..., Any]]:
    from depthlaws.sims import simulators

    return simulators()


@cli.group(
    cls=Simulations,
    known=_simulators,
    subcommand_metavar="NAME [--OPTION VALUES]...",
    epilog="""\b
Example: depthlaws simulate matrix-free --width 4096 --loops 4,16 --eps 1/16 --samples 20 --seed 0
VALUES as for whatif. The table shows the end of every run; --out FILE.nc keeps everything.""",
)
def simulate() -> None:
    """Run a simulator over a grid of values."""


# -- benchmarks ------------------------------------------------------------------------------


BENCHMARKS = Path(__file__).parent / "benchmarks"


@cli.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "only_list", is_flag=True, help="Only name the benchmarks.")
def bench(names: Sequence[str], only_list: bool) -> int:
    """Measure our routes beside other people's, in one run."""
    known = [p.stem for p in sorted(BENCHMARKS.glob("[a-z]*.py"))]
    for name in names:
        if name not in known:
            raise unknown("benchmark", name, known)
    if only_list:
        click.echo("\n".join(known))
        return 0
    if not known:
        msg = f"no benchmarks in {BENCHMARKS}: they run from a checkout of the repository"
        raise click.UsageError(msg)
    # A process each: what one has imported or cached must not speed up the next.
    ended = [
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=BENCHMARKS.parent)
        for name in names or known
    ]
    return int(any(process.returncode for process in ended))


if __name__ == "__main__":
    sys.exit(main())
