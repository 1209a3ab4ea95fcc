"""The command line of Depthlaws: verify claims, redraw figures, ask what-ifs, simulate.

Exit status: 0 all is well, 1 something did not come out well, 2 bad input, 130 interrupted.
"""

import difflib
import functools
import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

# Every other import waits for the command that needs it: `depthlaws --help` answers at once.

KINDS = ("claims", "figures", "formulas", "questions")
SIMULATORS = {
    "scalar": "sims.scalar:gradient_descent",
    "residual": "sims.residual:simulate",
    "matrix-free": "sims.matrix_free:simulate",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; bad input is one line on standard error."""
    try:
        return int(cli.main(arguments, prog_name="depthlaws", standalone_mode=False) or 0)
    except click.Abort:
        return _say("interrupted: finished work is kept, the same command goes on from there", 130)
    except BrokenPipeError:  # `depthlaws list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.ClickException as error:
        return _say(error.format_message(), 2)
    except (ValueError, KeyError, OSError, ArithmeticError, ImportError) as error:
        if os.environ.get("DEPTHLAWS_DEBUG"):
            raise
        return _say(str(error) or type(error).__name__, 2)


def _say(message: str, status: int) -> int:
    click.echo("error: " + " ".join(message.split()), err=True)
    return status


def unknown(kind: str, name: str, known: Iterable[str]) -> click.UsageError:
    """Error that suggests the nearest three names."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.3)
    return click.UsageError(
        f"unknown {kind} {name!r}" + (f"; the nearest are: {', '.join(near)}" if near else "")
    )


# -- output ----------------------------------------------------------------------------------


class Command(click.Command):
    """A command whose ``--json`` may stand alone (standard output) or before a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        following = [*args[1:], ""]
        bare = [a == "--json" and not _is_file(b) for a, b in zip(args, following, strict=True)]
        args = ["--json=-" if b else a for a, b in zip(args, bare, strict=True)]
        return super().parse_args(ctx, args)


def _is_file(text: str) -> bool:
    return text == "-" or text.endswith(".json") or os.sep in text


def _writable(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file that cannot be written before the work, not after it."""
    if value in (None, "-"):
        return None if value is None else Path("-")
    path = Path(value)
    try:
        with path.open("a"):
            pass
        if path.is_file() and path.stat().st_size == 0:
            path.unlink()
    except OSError as error:
        msg = f"{parameter.opts[0]}: cannot write {path}: {error.strerror}"
        raise click.UsageError(msg) from error
    return path


json_option = click.option(
    "--json", "json_file", metavar="[FILE]", callback=_writable,
    help="Write JSON to FILE (ends in .json), or alone to standard output.",
)  # fmt: skip


def write_json(data: Any, file: Path) -> None:
    """Write to a file, or to standard output for ``-``."""
    from depthlaws_grid import plain

    text = json.dumps(plain(data), indent=1, allow_nan=False)
    if str(file) == "-":
        click.echo(text)
    else:
        file.write_text(text + "\n", encoding="utf-8")


def show(table: Any) -> None:
    """Print a rich table; wide where nobody folds it."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160
    Console(width=wide).print(table)


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table."""
    from rich.markup import escape
    from rich.table import Table

    if title:
        click.echo(title)
    table = Table()
    for column in columns:
        table.add_column(escape(column), overflow="fold")
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    show(table)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[Any], None]]:
    """Show a bar on standard error; yields what is called after each piece."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda _: bar.advance(task)


# -- commands --------------------------------------------------------------------------------


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
@click.option("--html", "html_file", metavar="FILE", callback=_writable, help="Write one page.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (one a core by default).")
@click.option("--fresh", is_flag=True, help="Ignore stored results.")
@click.option("--seed", default=0, show_default=True, help="Seed of all sampling.")
@click.option("--budget", type=float, help="Seconds a claim may take.")
def verify(
    names: Sequence[str], mutants: bool, json_file: Path | None, html_file: Path | None,
    jobs: int | None, fresh: bool, seed: int, budget: float | None,
) -> int:  # fmt: skip
    """Give claims their verdicts: those of a paper, single ones, or all."""
    from claims import engine

    options = {"jobs": jobs or -1, "fresh": fresh, "seed": seed}
    if mutants:
        if html_file or budget:
            msg = "--html and --budget do not go with --mutants"
            raise click.UsageError(msg)
        with progress("mutants", None) as done:
            report: Any = importlib.import_module("claims.mutants").mutate(
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
        show(report.table())
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
@json_option
def figures(
    ids: Sequence[str], profile: str, out: Path, seed: int, jobs: int | None, json_file: Path | None
) -> int:
    """Redraw figures with their data (netCDF) and provenance (JSON)."""
    from figures import engine

    total = len(ids or engine.figures())
    with progress("figures", total) as done:
        made = engine.make(ids, profile=profile, out=out, seed=seed, jobs=jobs or -1, progress=done)
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
    from theory.papers import PAPERS

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
    import theory

    if kind == "questions":
        for name, function in _questions().items():
            if name not in theory.formulas():
                text = inspect.getdoc(function) or ""
                yield {"name": name, "says": text.partition("\n")[0], "paper": _paper(text)}
        return
    found: Mapping[str, Any] = {
        "formulas": theory.formulas,
        "claims": lambda: importlib.import_module("claims.engine").all_claims(),
        "figures": lambda: importlib.import_module("figures.engine").figures(),
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
    import theory
    from depthlaws_grid import askable

    return {name: f for name, f in theory.questions().items() if askable(f)}


class Asking(click.Group):
    """A group whose commands are made from functions: each argument becomes an option."""

    def __init__(self, *args: Any, known: Callable[[], Mapping[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in order."""
        return list(self.known())

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Make the command of a function, or suggest the nearest three."""
        name = args[0]
        if name not in self.known():
            raise unknown(
                "question" if ctx.info_name == "whatif" else "simulator", name, self.known()
            )
        return name, self.make(name, self.known()[name]), args[1:]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Command of a function, for the help page."""
        return self.make(cmd_name, self.known()[cmd_name])

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Command with one option an argument."""
        raise NotImplementedError


def option(parameter: Any) -> click.Option:
    """Option of one argument: ``--mu-yx`` (or ``--mu_yx``) for mu_yx."""
    need = "[required]" if parameter.required else f"[default: {parameter.default}]"
    return click.Option(
        [flag(parameter), f"given_{parameter.name}"],
        help=f"{parameter.about} {need}".strip(),
        metavar={"text": "NAMES", "flag": "BOOLEAN"}.get(parameter.kind, "VALUES"),
    )


def flag(parameter: Any) -> str:
    """Option that sets an argument."""
    return "--" + parameter.name.replace("_", "-")


def read_options(parameters: Sequence[Any], options: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Values of the options that were given.

    Raises: ValueError that starts with the option, UsageError naming all that are missing.
    """
    from depthlaws_grid import values

    texts = {p: text for p in parameters if (text := options[f"given_{p.name}"]) is not None}
    missing = [flag(p) for p in parameters if p.required and p not in texts]
    if missing:
        msg = f"missing {', '.join(missing)}; --help shows all options"
        raise click.UsageError(msg)
    found = {}
    for p, text in texts.items():
        try:
            found[p.name] = values(text, p.kind)
        except ValueError as error:
            msg = f"{flag(p)}: {error}"
            raise ValueError(msg) from error
    return found


def made_command(
    name: str, function: Callable[..., Any], callback: Callable[..., Any], params: list[Any]
) -> click.Command:
    """Command with a function's docstring as its help page; ``--mu_yx`` is ``--mu-yx``."""
    text = "\b\n" + (inspect.getdoc(function) or "").replace("\n\n", "\n\n\b\n")
    settings = {"token_normalize_func": lambda word: word.replace("_", "-")}
    return json_option(
        Command(name, params=params, help=text, callback=callback, context_settings=settings)
    )


class WhatIfs(Asking):
    """One command a question."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Ask the question on the grid of the options."""
        from depthlaws_grid import parameters

        asked = parameters(function)
        plot = click.Option(
            ["--plot"],
            metavar="FILE",
            callback=_writable,
            help="Draw the answers against the first option that varies.",
        )
        callback = functools.partial(_ask, name, function, asked)
        return made_command(name, function, callback, [*map(option, asked), plot])


def _ask(
    name: str, function: Callable[..., Any], parameters: Sequence[Any], *,
    plot: Path | None, json_file: Path | None, **options: Any,
) -> None:  # fmt: skip
    import depthlaws_grid as grid

    try:
        found = grid.answers(name, function, read_options(parameters, options))
    except TypeError as error:  # the function's word on a value of the wrong type
        raise ValueError(str(error)) from error
    if plot:
        grid.plot(found, plot)
    if json_file:
        write_json(found.as_dict(), json_file)
    if str(json_file) != "-":
        title = ", ".join([name, *(f"{k} = {grid.shown(v)}" for k, v in found.fixed.items())])
        rows = [[grid.shown(v) for v in row.values()] for row in found.rows]
        show_rows([*found.axes, *found.fields], rows, title)


@cli.group(
    cls=WhatIfs,
    known=_questions,
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


# -- simulators ------------------------------------------------------------------------------


@functools.cache
def _simulators() -> Mapping[str, Callable[..., Any]]:
    return {
        name: getattr(importlib.import_module(module), function)
        for name, (module, _, function) in ((n, at.partition(":")) for n, at in SIMULATORS.items())
    }


class Simulations(Asking):
    """One command a simulator."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Run the simulator on the grid of the options."""
        from depthlaws_grid import parameters

        asked = parameters(function)
        params = [*map(option, asked)]
        if not any(p.name == "device" for p in asked):
            params.append(click.Option(["--device"], default="cpu", help="cpu or cuda."))
        params.append(click.Option(
            ["--out"], metavar="FILE", callback=_writable, help="Write everything as netCDF."
        ))  # fmt: skip
        callback = functools.partial(_simulate, name, function, asked)
        return made_command(name, function, callback, params)


def _simulate(
    name: str, function: Callable[..., Any], parameters: Sequence[Any], *,
    out: Path | None, json_file: Path | None, device: str | None = None, **options: Any,
) -> None:  # fmt: skip
    import depthlaws_grid as grid

    # Where no device is asked for by the function, it takes a namespace.
    try:
        backend = importlib.import_module("sims.backend")
        fixed = {} if device is None else {"xp": backend.get(device).xp}
        given = read_options(parameters, options)
        whole = [p.name for p in parameters if p.listed or name == "scalar"]
        run, ends = grid.simulation(name, function, given, whole=whole, fixed=fixed)
    except (TypeError, RuntimeError, MemoryError) as error:
        raise ValueError(str(error)) from error
    if out:
        run.to_netcdf(out, engine="h5netcdf")
    if json_file:
        write_json(ends.as_dict(), json_file)
    if str(json_file) != "-":
        rows = [[grid.shown(v) for v in row.values()] for row in ends.rows]
        title = ", ".join([name, *(f"{k} = {grid.shown(v)}" for k, v in ends.fixed.items())])
        show_rows(list(ends.rows[0]), rows, title)


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


if __name__ == "__main__":
    sys.exit(main())
