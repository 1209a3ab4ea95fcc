"""Commands made from functions: every argument becomes an option."""

import functools
import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.output import Command, json_option, show_rows, unknown, writable, write_json


class Asking(click.Group):
    """A group whose commands are made from functions: each argument becomes an option.

    ``known`` returns the functions by name, ``find`` one of them without loading all, or None.
    """

    noun = "question"

    def __init__(
        self,
        *args: Any,
        known: Callable[[], Mapping[str, Any]],
        find: Callable[[str], Any] = lambda _: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known, self.find = known, find

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in order."""
        return list(self.known())

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Make the command of a function, or suggest the nearest three."""
        name = args[0]
        function = self.find(name) or self.known().get(name)
        if function is None:
            raise unknown(self.noun, name, self.known())
        return name, self.make(name, function), args[1:]

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
    from depthlaws.values import values

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
        from depthlaws.grid import parameters

        asked = parameters(function)
        plot = click.Option(
            ["--plot"],
            metavar="FILE",
            callback=writable,
            help="Draw the answers against the first option that varies.",
        )
        callback = functools.partial(_ask, name, function, asked)
        return made_command(name, function, callback, [*map(option, asked), plot])


def _ask(
    name: str, function: Callable[..., Any], parameters: Sequence[Any], *,
    plot: Path | None, json_file: Path | None, **options: Any,
) -> None:  # fmt: skip
    from depthlaws import grid

    try:
        found = grid.answers(name, function, read_options(parameters, options))
    except TypeError as error:  # the function's word on a value of the wrong type
        raise ValueError(str(error)) from error
    if plot:
        importlib.import_module("depthlaws.plot").plot(found, plot)
    if json_file:
        write_json(found.as_dict(), json_file)
    if str(json_file) != "-":
        show_answers(found)


def show_answers(found: Any) -> None:
    """Print answers as a table under what was given."""
    from depthlaws.values import shown

    title = ", ".join([found.question, *(f"{k} = {shown(v)}" for k, v in found.fixed.items())])
    show_rows(list(found.rows[0]), [[shown(v) for v in r.values()] for r in found.rows], title)


class Simulations(Asking):
    """One command a simulator."""

    noun = "simulator"

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Run the simulator on the grid of the options."""
        from depthlaws.grid import parameters

        asked = parameters(function)
        params = [*map(option, asked), click.Option(
            ["--out"], metavar="FILE", callback=writable, help="Write everything as netCDF."
        )]  # fmt: skip
        callback = functools.partial(_simulate, name, function, asked)
        return made_command(name, function, callback, params)


def _simulate(
    name: str, function: Callable[..., Any], parameters: Sequence[Any], *,
    out: Path | None, json_file: Path | None, **options: Any,
) -> None:  # fmt: skip
    from depthlaws import grid

    try:
        given = read_options(parameters, options)
        whole = [p.name for p in parameters if p.listed or p.anything]
        run, ends = grid.simulation(name, function, given, whole=whole, fixed={})
    except (TypeError, RuntimeError, MemoryError) as error:
        raise ValueError(str(error)) from error
    if out:
        run.to_netcdf(out, engine="h5netcdf")
    if json_file:
        write_json(ends.as_dict(), json_file)
    if str(json_file) != "-":
        show_answers(ends)
