"""``depthlaws transfer``: a tuned model at another size, under every law."""

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws._tables import FORMATS
from depthlaws.options import VALUES, WhatIfs, flag, options, read_options
from depthlaws.output import json_option, show_rows, with_bare_json, write_json
from depthlaws.questions import transfers

TRAINERS = ("torch", "torchtitan", "nemo", "optax")
COLUMNS = {  # heading: (group of parameters, quantity)
    "rate, blocks": ("block matrices", "learning_rate"),
    "rate, embedding": ("embedding", "learning_rate"),
    "rate, readout": ("readout", "learning_rate"),
    "branch times": ("block matrices", "multiplier"),
    "readout times": ("readout", "multiplier"),
    "init std, blocks": ("block matrices", "init_std"),
    "decay, blocks": ("block matrices", "weight_decay"),
    "epsilon, blocks": ("block matrices", "adam_epsilon"),
}
MARKS = {"stated": "", "inferred": " ~", "unknown": " ?", "silent": " kept"}
LEGEND = (
    "~ follows from the law by one argument; kept: the law is silent, the tuned value stays; "
    "energy: E|h_out|^2 / E|h_0|^2 of a wide ReLU residual MLP with these numbers, before -> after."
)


class Transfers(WhatIfs):
    """Moves a model by itself, and a subject's own law by its name."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of the question, made when they are needed."""
        return [*_options(), *super().get_params(ctx)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        return super().parse_args(ctx, with_bare_json(ctx, args))


def _law() -> Callable[..., Any]:
    from depthlaws.theory.parametrization.moving import transfer

    return transfer


@functools.cache
def _asked() -> Sequence[Any]:
    from depthlaws._arguments import parameters

    return parameters(_law())


@functools.cache
def _options() -> list[click.Option]:
    return options(_law(), _asked())


@click.group(
    "transfer",
    cls=Transfers,
    known=transfers,
    noun="subject",
    invoke_without_command=True,
    subcommand_metavar="[SUBJECT] [--OPTION VALUES]...",
    epilog=f"""\b
Examples:
  depthlaws transfer --learning-rate 1.25e-3 --layers 12 --to-layers 48 --to-loops 8
  depthlaws transfer --learning-rate 1.25e-3 --layers 12 --to-layers 48 --law looped --trainer torch
  depthlaws transfer chain --L0 4 --L 8,64,inf --r 2 --network feedforward,block1
{VALUES}""",
)
@click.option(
    "--format", "form", type=click.Choice(["table", *FORMATS]), default="table",
    show_default=True, help="How the table is written.",
)  # fmt: skip
@click.option(
    "--trainer", type=click.Choice(TRAINERS),
    help="Write the parameter groups of one --law as this trainer reads them.",
)  # fmt: skip
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, *, form: str, trainer: str | None, json_file: Path | None, **typed: Any
) -> None:
    """Move a tuned model to another size under every law, side by side."""
    if ctx.invoked_subcommand is not None:
        return
    moves = _moves(typed)
    if trainer:
        click.echo(_groups(moves, trainer), nl=False)
        return
    rows = [_row(move) for move in moves]
    if json_file:
        write_json([_record(move) for move in moves], json_file)
    if form != "table":
        words = [[str(cell) for cell in row.values()] for row in rows]
        click.echo(FORMATS[form](list(rows[0]), words), nl=False)
    elif str(json_file) != "-":
        show_rows(list(rows[0]), [list(row.values()) for row in rows])
        click.echo(LEGEND)
        for move in moves:
            click.echo("\n".join(_notes(move)))


def _moves(typed: dict[str, Any]) -> list[Any]:
    from depthlaws._arguments import call

    given = read_options(_asked(), typed)
    for parameter in _asked():
        values = given.get(parameter.name, [])
        if len(values) > 1 and parameter.name != "law":
            msg = f"{flag(parameter)}: one value at a time here, got {len(values)}"
            raise ValueError(msg)
    one = {name: values[0] for name, values in given.items() if name != "law"}
    law = {"law": given["law"]} if "law" in given else {}
    try:
        return call(_law(), one | law)
    except TypeError as error:  # the function's word on a value of the wrong type
        raise ValueError(str(error)) from error


def _groups(moves: list[Any], trainer: str) -> str:
    from depthlaws.theory.parametrization.trainers import parameter_groups

    if len(moves) != 1:
        names = ", ".join(move.law.name for move in moves)
        msg = f"--trainer needs one law, for example --law {moves[-1].law.name}; there are: {names}"
        raise click.UsageError(msg)
    return str(parameter_groups(moves[0], trainer))


def _row(move: Any) -> dict[str, str]:
    row = {"law": move.law.name}
    for heading, (group, quantity) in COLUMNS.items():
        if quantity == "adam_epsilon" and move.law.optimizer != "adam":
            continue
        setting = move.settings[group][quantity]
        covered = f"{setting.value:.5g}{MARKS[setting.known]}"
        row[heading] = "no law" if move.refused else covered
    before, after = move.energy
    row["energy"] = "" if move.refused else f"{before:.3g} -> {after:.3g}"
    return row


def _notes(move: Any) -> list[str]:
    law = move.law
    first = f"{law.name} ({law.source}). {law.says}"
    if move.refused:
        return [first, f"  does not cover this: {move.refused}"]
    silent = "; ".join(f"{q.replace('_', ' ')} ({', '.join(g)})" for q, g in law.silent.items())
    always = "batch size, schedule, betas"
    return [first, f"  assumes: {law.assumes}", f"  silent: {silent or 'none here'}; {always}"]


def _record(move: Any) -> dict[str, Any]:
    before, after = move.energy
    settings = {
        group: {q: {"value": s.value, "factor": s.factor, "known": s.known} for q, s in own.items()}
        for group, own in move.settings.items()
    }
    return {
        "law": move.law.name,
        "source": str(move.law.source),
        "says": move.law.says,
        "assumes": move.law.assumes,
        "silent": move.law.silent,
        "refused": move.refused,
        "energy": {"before": before, "after": after},
        "settings": settings,
    }
