"""``depthlaws transfer``: move a tuned model to another size, by one law or by every law."""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from depthlaws.base.tables import FORMATS
from depthlaws.cli.command import checked_arguments, errors_as_typed
from depthlaws.cli.function_commands import (
    LETTERS,
    VALUES,
    LazyHelpOption,
    QuestionGroup,
    draw,
    options,
    plot_option,
    read_options,
    type_errors_as_bad_input,
)
from depthlaws.cli.graph_edges import read_graph
from depthlaws.cli.output import echo, progress, show_rows, show_text, write_json
from depthlaws.cli.parameter_file import read_parameters
from depthlaws.cli.questions import transfer_of, transfers
from depthlaws.cli.shared_options import json_option, refuse_inputs_as_outputs
from depthlaws.cli.transfer_answer import (
    refuse_hidden_options,
    show_answer,
    show_no_answer,
    shown_move,
)
from depthlaws.cli.transfer_record import table_record

QUANTITIES = {  # meanings of what --plot draws
    "rate": "learning rate of the block matrices",
    "branch multiplier": "factor of the branches beside the skip",
    "energy": "E|h_out|^2 / E|h_0|^2 at infinite width",
    "step": "size of the first optimiser step, exact for the network of each law",
}
MAX_COMPARED = 32  # sizes at which every law has its energy and first step, in half a minute
GRAPHS = ("graph", "to_graph")  # arguments that are edges or the file of edges


class Transfers(QuestionGroup):
    """A group that moves a model without a name, and by the law of a subject with its name."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of ``parametrization.transfer``, made when they are needed."""
        return [*_options(), *super().get_params(ctx)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with a value for a bare ``--json``."""
        rest = super().parse_args(ctx, checked_arguments(self, ctx, args))
        refuse_inputs_as_outputs(ctx)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors name options as they were typed."""
        with errors_as_typed(ctx):
            return super().invoke(ctx)


def _law() -> Callable[..., Any]:
    from depthlaws.theory.parametrization.hyperparameter_transfer import transfer

    return transfer


@functools.cache
def _parameters() -> Sequence[Any]:
    from depthlaws.base.arguments import parameters

    return parameters(_law())


def _explain_optimizer() -> str:
    """Help of --optimizer, from the records."""
    from depthlaws.theory.parametrization.optimizers import OPTIMIZERS

    listed = "; ".join(f"{name}: {record.says}" for name, record in OPTIMIZERS.items())
    return f"Optimiser. {listed}.  [default: adam]"


@functools.cache
def _options() -> list[click.Option]:
    from depthlaws.theory.parametrization.trainer_formats import TRAINERS

    trainer = click.Option(
        ["--trainer"],
        type=click.Choice(list(TRAINERS)),
        help="Write the parameter groups of one --law in the form that this trainer reads.",
    )
    parameters = click.Option(
        ["--parameters", "parameters_file"],
        metavar="FILE",
        help="File with the name and shape of each parameter, one per line, for --trainer.",
    )
    wider = click.Option(
        ["--parameters-wider", "wider_file"],
        metavar="FILE",
        help="The same for the model at a larger width: dimensions that grow decide its groups.",
    )
    every = click.Option(
        ["--all", "every_law"],
        is_flag=True,
        help="Show every law side by side, with the energy and the first step at both sizes.",
    )
    function_options = options(_law(), _parameters(), LETTERS | {"learning_rate": "lr"})
    for option in function_options:
        if isinstance(option, LazyHelpOption) and option.name == "given_optimizer":
            option.explain = _explain_optimizer
    return [*function_options, every, trainer, parameters, wider]


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
  depthlaws transfer --lr 6e-4 --layers 12 --to-layers 48 --model pre-norm --optimizer adamw --all
  depthlaws transfer --lr 6e-4 --layers 12 --to-layers 48 --optimizer muon --muon-rate 0.02
  depthlaws transfer --lr 1e-3 --visits 2+4x8+2 --to-visits 2+4x32+2
  depthlaws transfer --learning-rate 1.25e-3 --layers 12 --to-layers 48 --law looped --trainer torch
  depthlaws transfer --lr 6e-4 --layers 12 --trainer nemo --parameters a --parameters-wider b
  depthlaws transfer --learning-rate 0.1 --layers 4 --to-layers 4:64:2x --optimizer sgd --plot t.png
  depthlaws transfer --lr 0.1 --layers 4 --optimizer sgd --law path_sum --graph a --to-graph b
  depthlaws transfer chain --L0 4 --L 8,64,inf --r 2 --network feedforward,block1
{VALUES}
--parameters reads lines such as 'lm_head.weight 50257 768' (as torch prints them, too, JSON, and
headers of safetensors files), 'lm_head.weight = wte.weight' for a tied name, and
'memory.w 64 64 block matrices' to name a group. --parameters-wider reads the same for the model
at a larger width. --graph and --to-graph are plain,
residual, the edges ('in>a;a>out:3;in>out:1:0.5'), or a file with one edge per line: from, to and,
unless they are 1, length and weight.""",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", *FORMATS]),
    default="table",
    show_default=True,
    help="Format of the table.",
)
@plot_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    form: str,
    every_law: bool,
    trainer: str | None,
    parameters_file: str | None,
    wider_file: str | None,
    plot: Path | None,
    json_file: Path | None,
    **typed: Any,
) -> None:
    """Move a tuned model to another size: one recommended law, or all side by side."""
    _refuse_unread_options(ctx)
    if ctx.invoked_subcommand is not None:
        return
    fixed, axes, moves = _moves(typed)
    if (every_law or plot) and len(moves) > MAX_COMPARED and typed["given_sites"] is None:
        msg = (
            f"{len(moves)} sizes: --all and --plot compute energies and steps of every law for at "
            f"most {MAX_COMPARED}; give fewer sizes, such as 1:300:2x, or leave these options out"
        )
        raise click.UsageError(msg)
    named = typed["given_law"] is not None
    several = every_law or plot is not None or (form != "table" and not axes) or (named and axes)
    if trainer or not several:
        refuse_hidden_options(fixed, moves)
    if trainer:
        tables, files = [table for _, table in moves], (parameters_file, wider_file)
        echo(_groups(tables, trainer, files, named=named), nl=False)
        return
    if plot:
        answers = _answers(fixed, axes, moves)
        draw(answers, plot, _law(), _parameters(), QUANTITIES, finding=_finding(axes, moves))
    if json_file:
        records = [at | table_record(table, every=every_law) for at, table in moves]
        write_json(records if axes else records[0], json_file)
    if str(json_file) == "-":
        return
    table = moves[0][1]
    move = shown_move(table)
    if axes and not (every_law or named):
        _show_answers(moves, form)
    elif every_law or axes or plot or form != "table":
        _show_table(moves, form)
    elif move is None:
        show_no_answer(table)
    else:
        show_answer(table, move)


def _show_answers(moves: Sequence[tuple[Any, Any]], form: str) -> None:
    """Print the recommended law at every size."""
    rows = [at | table.answer for at, table in moves]
    headings = {name: None for row in rows for name, cell in row.items() if cell != ""}
    rows = [{name: row.get(name, "") for name in headings} for row in rows]
    if form != "table":
        cells = [[str(cell) for cell in row.values()] for row in rows]
        echo(FORMATS[form]([*headings], cells), nl=False)
        return
    show_rows([*headings], [[*row.values()] for row in rows])
    reasons = {table.recommended and table.recommended.law.name: table.why for _, table in moves}
    show_text([f"{law or '-'}: {why}" for law, why in reasons.items()])
    show_text(["--all shows every law side by side, with the energy and the first step."])


def _show_table(moves: Sequence[tuple[Any, Any]], form: str) -> None:
    """Print every law side by side, in a format."""
    from depthlaws.theory.parametrization.law_comparison import LEGEND

    rows = [at | row for at, table in moves for row in table.rows]
    if form != "table":
        words = [[str(cell) for cell in row.values()] for row in rows]
        echo(FORMATS[form](list(rows[0]), words), nl=False)
        return
    show_rows(list(rows[0]), [list(row.values()) for row in rows])
    show_text([LEGEND, *(moves[0][1].notes() if len(moves) == 1 else ())])


def _refuse_unread_options(ctx: click.Context) -> None:
    """Refuse options that have no effect beside --trainer or before a subject."""
    given = [
        option.opts[0]
        for option in ctx.command.get_params(ctx)
        if ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    ]
    if ctx.invoked_subcommand and given:
        name = ctx.invoked_subcommand
        msg = f"{given[0]} before {name} has no effect: give the options of {name} after its name"
        raise click.UsageError(msg)
    for name, needed in (("--parameters", "--trainer"), ("--parameters-wider", "--parameters")):
        if name in given and needed not in given:
            what = (
                "which writes parameter groups" if needed == "--trainer" else "the narrower model"
            )
            msg = f"{name} has no effect without {needed}, {what}"
            raise click.UsageError(msg)
    unread = [name for name in given if name in ("--plot", "--json", "--format", "--all")]
    if "--trainer" in given and unread:
        msg = f"{unread[0]} has no effect with --trainer, which prints parameter groups as text"
        raise click.UsageError(msg)


def _moves(typed: dict[str, Any]) -> tuple[dict[str, Any], list[str], list[tuple[Any, Any]]]:
    """Return the fixed values, the names of those that vary, and the moves at every point."""
    from depthlaws.base.arguments import call
    from depthlaws.cli import grid

    if all(typed[f"given_{name}"] is None for name in ("layers", "visits", "to_visits")):
        rate = "--learning-rate, " if typed["given_learning_rate"] is None else ""
        msg = f"missing {rate}--layers (or --visits); --help shows all options"
        raise click.UsageError(msg)
    given = read_options(_parameters(), typed)
    law = {"law": given.pop("law")} if "law" in given else {}
    given |= {name: [read_graph(word) for word in given[name]] for name in GRAPHS if name in given}
    size = math.prod(map(len, given.values()))
    with type_errors_as_bad_input(), progress("sizes", size) as done:
        tables = []
        for at in grid.points(given):
            tables.append((at, call(_law(), at | law)))
            done()
    axes = [name for name, values in given.items() if len(values) > 1]
    fixed = {name: values[0] for name, values in given.items() if len(values) == 1}
    return fixed, axes, [({name: at[name] for name in axes}, moves) for at, moves in tables]


def _groups(
    tables: Sequence[Any], trainer: str, files: tuple[str | None, str | None], *, named: bool
) -> str:
    """Text of the groups of one law. Raises: UsageError for several laws or sizes."""
    from depthlaws.theory.parametrization.trainer_groups import parameter_groups

    move = tables[0][0] if len(tables[0]) == 1 else None if named else tables[0].recommended
    if len(tables) != 1 or move is None:
        names = ", ".join(dict.fromkeys(move.law.name for table in tables for move in table))
        fitting = tables[-1].recommended or tables[-1][-1]
        msg = (
            f"--trainer needs one law at one size, for example --law {fitting.law.name}; "
            f"there are: {names}{f', at {len(tables)} values' * (len(tables) > 1)}"
        )
        raise click.UsageError(msg)
    listed = read_parameters(Path(files[0])) if files[0] else {}
    if files[1]:
        listed["wider"] = read_parameters(Path(files[1]), "--parameters-wider")["parameters"]
    return str(parameter_groups(move, trainer, **listed))


def _answers(
    fixed: Mapping[str, Any], axes: Sequence[str], moves: Sequence[tuple[Any, Any]]
) -> Any:
    """Curves of each law: learning rate and multiplier of the blocks, energy, first step.

    Laws whose assumptions the model breaks are left out where another law is left.
    """
    from depthlaws.cli.grid import Answers

    fitting = any(not (move.refused or move.breaks) for _, table in moves for move in table)
    rows = [
        at
        | {
            "law": move.law.name,
            "rate": move.settings["block matrices"]["learning_rate"].value,
            "branch multiplier": move.settings["block matrices"]["multiplier"].value,
            "energy": move.energy[1],
            "step": move.update[1].size,
        }
        for at, table in moves
        for move in table
        if not (move.refused or (fitting and move.breaks))
    ]
    return Answers("transfer", fixed, [*axes, "law"], rows)


def _finding(axes: Sequence[str], moves: Sequence[tuple[Any, Any]]) -> str:
    """Return the sentence on the recommended law at the last size, or why there is none."""
    from depthlaws.theory.parametrization.law_records import RESIDUAL

    at, table = moves[-1]
    move, where = table.recommended, ", ".join(f"{name} = {at[name]}" for name in axes)
    if move is None:
        return table.why.partition(". ")[0].rstrip(".")
    blocks = move.settings["block matrices"]
    rate, times = (blocks[name].value for name in ("learning_rate", "multiplier"))
    there = f" at {where}" * bool(where)
    branches = f", branches times {times:.4g}" * (table.model in RESIDUAL)
    return f"Use {move.law.name}{there}: rate {rate:.4g}{branches}"
