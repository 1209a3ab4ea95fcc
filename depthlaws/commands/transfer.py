"""``depthlaws transfer``: a tuned model at another size, under every law."""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from depthlaws._tables import FORMATS
from depthlaws.base_command import as_typed, read_once
from depthlaws.options import (
    LETTERS,
    VALUES,
    WhatIfs,
    draw,
    options,
    plot_option,
    read_options,
    word_on_types,
)
from depthlaws.output import show_rows, show_text, write_json
from depthlaws.questions import transfer_of, transfers
from depthlaws.shared_options import json_option

GRAPHS = ("graph", "to_graph")


class Transfers(WhatIfs):
    """Moves a model by itself, and a subject's own law by its name."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of the question, made when they are needed."""
        return [*_options(), *super().get_params(ctx)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        return super().parse_args(ctx, read_once(self, ctx, args))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a word on an argument names the option as it was typed."""
        with as_typed(ctx):
            return super().invoke(ctx)


def _law() -> Callable[..., Any]:
    from depthlaws.theory.parametrization.moving import transfer

    return transfer


@functools.cache
def _asked() -> Sequence[Any]:
    from depthlaws._arguments import parameters

    return parameters(_law())


@functools.cache
def _options() -> list[click.Option]:
    from depthlaws.theory.parametrization.trainers import TRAINERS

    trainer = click.Option(
        ["--trainer"],
        type=click.Choice(list(TRAINERS)),
        help="Write the parameter groups of one --law as this trainer reads them.",
    )
    return [*options(_law(), _asked(), LETTERS | {"learning_rate": "lr"}), trainer]


@click.group(
    "transfer",
    cls=Transfers,
    known=transfers,
    find=transfer_of,
    noun="subject",
    invoke_without_command=True,
    subcommand_metavar="[SUBJECT] [--OPTION VALUES]...",
    epilog=f"""\b
Examples:
  depthlaws transfer --learning-rate 1.25e-3 --layers 12 --to-layers 48 --to-loops 8
  depthlaws transfer --learning-rate 1.25e-3 --layers 12 --to-layers 48 --law looped --trainer torch
  depthlaws transfer --learning-rate 0.1 --layers 4 --to-layers 4:64:2x --optimizer sgd --plot t.png
  depthlaws transfer --learning-rate 0.1 --layers 4 --optimizer sgd --graph a.csv --to-graph b.csv
  depthlaws transfer chain --L0 4 --L 8,64,inf --r 2 --network feedforward,block1
{VALUES}
--graph and --to-graph are plain, residual, a file with an edge a line (from, to and, where they are
not 1, length and weight), or the edges themselves: 'in>a;a>out:3;in>out:1:0.5'.""",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", *FORMATS]),
    default="table",
    show_default=True,
    help="How the table is written.",
)
@plot_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    form: str,
    trainer: str | None,
    plot: Path | None,
    json_file: Path | None,
    **typed: Any,
) -> None:
    """Move a tuned model to another size under every law, side by side."""
    _nothing_unread(ctx)
    if ctx.invoked_subcommand is not None:
        return
    fixed, axes, moves = _moves(typed)
    if trainer:
        click.echo(_groups([move for _, found in moves for move in found], trainer), nl=False)
        return
    rows = [at | row for at, found in moves for row in found.rows]
    if plot:
        draw(_answers(fixed, axes, moves), plot, _law(), _asked())
    if json_file:
        write_json([at | _record(move) for at, found in moves for move in found], json_file)
    if form != "table":
        words = [[str(cell) for cell in row.values()] for row in rows]
        click.echo(FORMATS[form](list(rows[0]), words), nl=False)
    elif str(json_file) != "-":
        from depthlaws.theory.parametrization.side_by_side import LEGEND

        show_rows(list(rows[0]), [list(row.values()) for row in rows])
        show_text([LEGEND, *(moves[0][1].notes() if len(moves) == 1 else ())])


def _nothing_unread(ctx: click.Context) -> None:
    """Refuse options that another one, or a subject, leaves unread."""
    given = [
        option.opts[0]
        for option in ctx.command.get_params(ctx)
        if ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    ]
    if ctx.invoked_subcommand and given:
        msg = f"{given[0]} stands before {ctx.invoked_subcommand}, which does not read it"
        raise click.UsageError(msg)
    unread = [name for name in given if name in ("--plot", "--json", "--format")]
    if "--trainer" in given and unread:
        msg = f"{unread[0]} and --trainer do not go together: parameter groups are text"
        raise click.UsageError(msg)


def _moves(typed: dict[str, Any]) -> tuple[dict[str, Any], list[str], list[tuple[Any, Any]]]:
    """What was fixed, what varies, and the moves at every point of it."""
    from depthlaws import grid
    from depthlaws._arguments import call

    given = read_options(_asked(), typed)
    law = {"law": given.pop("law")} if "law" in given else {}
    given |= {name: [_graph(word) for word in given[name]] for name in GRAPHS if name in given}
    with word_on_types():
        found = [(at, call(_law(), at | law)) for at in grid.points(given)]
    axes = [name for name, values in given.items() if len(values) > 1]
    fixed = {name: values[0] for name, values in given.items() if len(values) == 1}
    return fixed, axes, [({name: at[name] for name in axes}, moves) for at, moves in found]


def _graph(word: str) -> Any:
    """Edges in a file or in the word itself, or a word.

    Raises: ValueError naming the edge, and the file and its line.
    """
    if ">" in word:
        return [*_edges(word.split(";"), ">:", lambda number: f"--graph, edge {number}")]
    path = Path(word)
    if not path.is_file():
        return word
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        msg = f"--graph: {path} is no text in UTF-8: {error}"
        raise ValueError(msg) from error
    return [*_edges(lines, ",", lambda number: f"{path}, line {number}")]


def _edges(
    lines: Sequence[str], between: str, where: Callable[[int], str]
) -> Iterator[tuple[Any, ...]]:
    for number, line in enumerate(lines, start=1):
        start_end = line.partition("#")[0].translate(dict.fromkeys(map(ord, between), " ")).split()
        if not start_end:
            continue
        try:
            if not 2 <= len(start_end) <= 4:
                raise ValueError
            yield (*start_end[:2], *map(int, start_end[2:3]), *map(float, start_end[3:]))
        except ValueError:
            msg = f"{where(number)}: {line!r} is no edge: from, to, whole length, weight"
            raise ValueError(msg) from None


def _groups(moves: Sequence[Any], trainer: str) -> str:
    from depthlaws.theory.parametrization.trainers import parameter_groups

    if len(moves) != 1:
        names = ", ".join(dict.fromkeys(move.law.name for move in moves))
        msg = (
            f"--trainer needs one law at one size, for example --law {moves[-1].law.name}; "
            f"there are: {names}"
        )
        raise click.UsageError(msg)
    return str(parameter_groups(moves[0], trainer))


def _answers(
    fixed: Mapping[str, Any], axes: Sequence[str], moves: Sequence[tuple[Any, Any]]
) -> Any:
    """Curves: the blocks' learning rate, multiplier, energy and step of each law."""
    from depthlaws.grid import Answers

    rows = [
        at
        | {
            "law": move.law.name,
            "learning rate, blocks": move.settings["block matrices"]["learning_rate"].value,
            "branch multiplier": move.settings["block matrices"]["multiplier"].value,
            "energy": move.energy[1],
            "step": move.update[1].size,
        }
        for at, found in moves
        for move in found
        if not move.refused
    ]
    return Answers("transfer", fixed, [*axes, "law"], rows)


def _record(move: Any) -> dict[str, Any]:
    from depthlaws.theory.parametrization.side_by_side import UNCOVERED

    before, after = move.energy
    settings = {
        group: {q: {"value": s.value, "factor": s.factor, "known": s.known} for q, s in own.items()}
        for group, own in move.settings.items()
    }
    steps = {
        when: {"size": step.size, "error": step.error, "why": step.why}
        for when, step in zip(("before", "after"), move.update, strict=True)
    }
    return {
        "law": move.law.name,
        "source": str(move.law.source),
        "says": move.law.says,
        "assumes": move.law.assumes,
        "silent": move.law.silent | {"everything": UNCOVERED.split(", ")},
        "refused": move.refused,
        "energy": {"before": before, "after": after},
        "step": steps,
        "settings": settings,
    }
