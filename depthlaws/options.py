"""Commands made from functions: every argument becomes an option."""

import abc
import functools
import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.names import named
from depthlaws.output import show_rows, write_json
from depthlaws.shared_options import json_option, writable

VALUES = """VALUES are a number (64, 1e5, 1/64, inf), a list (2,8,64), a range with its ends (1:64,
1:64:2, or 1:64:2x that doubles), a range of n points (1e-3:1:log30, 0:1:lin11), an array
('[0.2,0.7]') or none."""
LETTERS = {"loops": "N", "layers": "L"}  # of the papers, beside the words
PLOTS = (".png", ".pdf", ".svg")


class Asking(click.Group, abc.ABC):
    """A group whose commands are made from functions: each argument becomes an option.

    ``known`` returns the functions by name, ``find`` one of them without loading all, or None.
    """

    def __init__(
        self,
        *args: Any,
        known: Callable[[], Mapping[str, Any]],
        find: Callable[[str], Any] = lambda _: None,
        noun: str = "question",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known, self.find, self.noun = known, find, noun

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in order."""
        return list(self.known())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say in one line what to add where a name is missing."""
        if not args and not self.invoke_without_command:
            msg = f"which {self.noun}? there are: {', '.join(self.known())}"
            raise click.UsageError(msg)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Make the command of a function, or suggest the nearest three."""
        name, function = args[0], self.find(args[0])
        if function is None:
            name = named(self.noun, name, self.known())
            function = self.known()[name]
        return name, self.make(name, function), args[1:]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Command of a function, for the help page."""
        return self.make(cmd_name, self.known()[cmd_name])

    @abc.abstractmethod
    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Command with one option an argument."""


def readable(function: Any) -> str:
    """Docstring of a function as a terminal shows it: without mark-up."""
    return re.sub(r"(?::\w+:`[~.]?|``)([^`]*)``?", r"\1", inspect.getdoc(function) or "")


def summary(function: Any) -> str:
    """First line of a docstring."""
    return readable(function).partition("\n")[0]


class Explained(click.Option):
    """Option whose meaning is looked up when somebody asks for it."""

    def __init__(self, names: list[str], *, explain: Callable[[], str], **settings: Any) -> None:
        super().__init__(names, **settings)
        self.explain = explain

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Flag and meaning."""
        self.help = self.explain()
        return super().get_help_record(ctx)


def options(
    function: Any, parameters: Sequence[Any], also: Mapping[str, str] = LETTERS
) -> list[click.Option]:
    """Option of each argument: ``--mu-yx`` (or ``--mu_yx``) for mu_yx, and what else it is called.

    ``also``: a second word for some arguments, unless it is an argument itself.
    """
    taken = {p.name for p in parameters}
    words = {p.name: also.get(p.name, "") for p in parameters}
    return [
        _option(function, p, [f"--{words[p.name]}"] * (words[p.name] not in {"", *taken}))
        for p in parameters
    ]


def _option(function: Any, parameter: Any, letters: list[str]) -> click.Option:
    def explain() -> str:
        from depthlaws.words import about

        need = "required" if parameter.required else f"default: {parameter.default}"
        said = about(function, parameter.name, parameter.record)
        return said if parameter.default is None else f"{said} [{need}]"

    metavar = {"text": "NAMES", "flag": "BOOLEAN"}.get(parameter.kind, "VALUES")
    flags = [flag(parameter), *letters, f"given_{parameter.name}"]
    return Explained(flags, explain=explain, metavar=metavar)


def flag(parameter: Any) -> str:
    """Option that sets an argument."""
    return "--" + parameter.name.replace("_", "-")


def read_options(parameters: Sequence[Any], typed: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Values of the options that were given.

    Raises: ValueError that starts with the option, UsageError naming all that are missing.
    """
    from depthlaws.values import values

    texts = {p: text for p in parameters if (text := typed[f"given_{p.name}"]) is not None}
    missing = [flag(p) for p in parameters if p.required and p not in texts]
    if missing:
        msg = f"missing {', '.join(missing)}; --help shows all options"
        raise click.UsageError(msg)
    found = {}
    for p, text in texts.items():
        try:
            read = values(text, p.kind)
        except ValueError as error:
            msg = f"{flag(p)}: {error}"
            raise ValueError(msg) from error
        found[p.name] = [read] if p.listed else read
    return found


def made_command(
    name: str,
    function: Callable[..., Any],
    callback: Callable[..., Any],
    params: list[Any],
    kind: type[Command] = Command,
) -> click.Command:
    """Command with a function's docstring as its help page; ``--mu_yx`` is ``--mu-yx``."""
    text = "\b\n" + readable(function).replace("\n\n", "\n\n\b\n")
    settings = {"token_normalize_func": lambda word: word.replace("_", "-")}
    return json_option(
        kind(name, params=params, help=text, callback=callback, context_settings=settings)
    )


def drawable(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a picture in a format that cannot be written."""
    path = writable(ctx, parameter, value)
    if path is not None and path.suffix.lower() not in PLOTS:
        msg = f"--plot: the file must end in {', '.join(PLOTS)}, got {value!r}"
        raise click.UsageError(msg)
    return path


plot_option = click.option(
    "--plot",
    metavar="FILE",
    callback=drawable,
    help="Draw the answers against the first option that varies (png, pdf or svg).",
)


@contextmanager
def word_on_types() -> Iterator[None]:
    """A function's word on a value of the wrong type is a word on bad input."""
    try:
        yield
    except TypeError as error:
        raise ValueError(str(error)) from error


class WhatIfs(Asking):
    """One command a question."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Ask the question on the grid of the options."""
        from depthlaws._arguments import parameters

        asked = parameters(function)
        callback = functools.partial(_ask, name, function, asked)
        return plot_option(made_command(name, function, callback, options(function, asked)))


def _ask(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    *,
    plot: Path | None,
    json_file: Path | None,
    **typed: Any,
) -> None:
    from depthlaws import grid

    with word_on_types():
        found = grid.answers(name, function, read_options(parameters, typed))
    if plot:
        draw(found, plot, function, parameters)
    if json_file:
        write_json(found.as_dict(), json_file)
    if str(json_file) != "-":
        show_answers(found)


def draw(found: Any, path: Path, function: Any, parameters: Sequence[Any]) -> None:
    """Draw answers of a function into a file."""
    from depthlaws.words import about

    records = {p.name: p.record for p in parameters}
    plot = importlib.import_module("depthlaws.plot")
    plot.save(
        plot.figure(
            found, says=summary(function), meaning=lambda x: about(function, x, records.get(x))
        ),
        path,
    )


def show_answers(found: Any) -> None:
    """Print answers as a table under what was given."""
    from depthlaws.values import shown

    title = ", ".join([found.question, *(f"{k} = {shown(v)}" for k, v in found.fixed.items())])
    show_rows(list(found.rows[0]), [[shown(v) for v in r.values()] for r in found.rows], title)
