"""Commands made from functions: each argument becomes an option.

The way of ``depthlaws whatif chain.sharpness --L 1:8 --mu-yx 2 --mu-xx 1``: ``questions`` finds
the function, ``base.arguments`` lists its arguments, ``values`` reads the typed text, ``grid``
calls the function at every combination, ``output`` prints the table. Help: ``help_texts``.
"""

import abc
import functools
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from depthlaws.base import outputs
from depthlaws.cli.command import Command, WholeSentence
from depthlaws.cli.help_texts import answer_help, argument_help, page, summary
from depthlaws.cli.name_suggestions import named
from depthlaws.cli.output import show_rows, write_json
from depthlaws.cli.shared_options import OutputFile, WholeNumber, json_option

VALUES = """VALUES are a number (64, 1e5, 1/64, inf), a list (2,8,64), a range with its ends (1:64,
1:64:2, or 1:64:2x that doubles), a range of n points (1e-3:1:log30, 0:1:lin11), an array
('[0.2,0.7]') or none."""
LETTERS = {"loops": "N", "layers": "L"}  # letter of the papers by argument: a second option name


class FunctionGroup(WholeSentence, click.Group, abc.ABC):
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
        """Parse the arguments. Raises: UsageError with all names if the name is missing."""
        if not args and not self.invoke_without_command:
            msg = f"the name of a {self.noun} is missing; there are: {', '.join(self.known())}"
            raise click.UsageError(msg)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Make the command of a function. Raises: UsageError with the nearest three names."""
        name, function = args[0], self.find(args[0])
        if function is None:
            try:
                name = named(self.noun, name, self.known())
            except click.UsageError as error:
                if not self.invoke_without_command:
                    raise
                hint = f"without a {self.noun}, each value follows an option: --lr 1e-3"
                raise click.UsageError(f"{error.message}; {hint}") from error
            function = self.known()[name]
        return name, self.make(name, function), args[1:]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make the command of a function, for the help page."""
        return self.make(cmd_name, self.known()[cmd_name])

    @abc.abstractmethod
    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Make the command of a function, with one option per argument."""


class LazyHelpOption(click.Option):
    """Option whose help is looked up only for the help page."""

    def __init__(self, names: list[str], *, explain: Callable[[], str], **settings: Any) -> None:
        super().__init__(names, **settings)
        self.explain = explain

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Flag and help."""
        self.help = self.explain()
        return super().get_help_record(ctx)


def options(
    function: Any, parameters: Sequence[Any], second_names: Mapping[str, str] = LETTERS
) -> list[click.Option]:
    """Options of the arguments: ``--mu-yx`` (or ``--mu_yx``) for mu_yx, and its second name.

    A second name is left out if it is an argument itself.
    """
    taken = {p.name for p in parameters}
    names = {p.name: second_names.get(p.name, "") for p in parameters}
    return [
        _option(function, p, [f"--{names[p.name]}"] * (names[p.name] not in {"", *taken}))
        for p in parameters
    ]


def _option(function: Any, parameter: Any, second_flag: list[str]) -> click.Option:
    def explain() -> str:
        meaning = argument_help(function, parameter.name, parameter.record)
        need = "required" if parameter.required else f"default: {_as_typed(parameter.default)}"
        return meaning if parameter.default is None else f"{meaning}  [{need}]"

    metavar = {"text": "NAMES", "flag": "BOOLEAN"}.get(parameter.kind, "VALUES")
    flags = [flag(parameter), *second_flag, f"given_{parameter.name}"]
    return LazyHelpOption(flags, explain=explain, metavar=metavar)


def _as_typed(default: Any) -> str:
    """Write a default as one would type it."""
    if isinstance(default, bool):
        return str(default).lower()
    return ",".join(map(str, default)) if isinstance(default, tuple | list) else str(default)


def flag(parameter: Any) -> str:
    """Name of the option that sets an argument."""
    return "--" + parameter.name.replace("_", "-")


def read_options(parameters: Sequence[Any], typed: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Read the values of the options that are given.

    Raises: ValueError that starts with the option, UsageError naming all that are missing.
    """
    from depthlaws.cli.values import values

    texts = {p: text for p in parameters if (text := typed[f"given_{p.name}"]) is not None}
    missing = [flag(p) for p in parameters if p.required and p not in texts]
    if missing:
        msg = f"missing {', '.join(missing)}; --help shows all options"
        raise click.UsageError(msg)
    given = {}
    for p, text in texts.items():
        try:
            numbers = values(text, p.kind)
        except ValueError as error:
            msg = f"{flag(p)}: {error}"
            raise ValueError(msg) from error
        given[p.name] = [numbers] if p.listed else numbers
    return given


def made_command(
    name: str,
    function: Callable[..., Any],
    callback: Callable[..., Any],
    params: list[Any],
    kind: type[Command] = Command,
) -> click.Command:
    """Make a command with the help page of a function; ``--mu_yx`` is ``--mu-yx``."""
    return json_option(
        kind(
            name,
            params=params,
            help=page(function),
            callback=callback,
            context_settings={"token_normalize_func": lambda word: word.replace("_", "-")},
        )
    )


plot_option = click.option(
    "--plot",
    metavar="FILE",
    callback=OutputFile(outputs.PICTURE),
    help="Draw the answers against the first option with several values (png, pdf or svg).",
)


@contextmanager
def type_errors_as_bad_input() -> Iterator[None]:
    """Turn a function's TypeError on a value into a ValueError: bad input, not a crash."""
    try:
        yield
    except TypeError as error:
        raise ValueError(str(error)) from error


class QuestionGroup(FunctionGroup):
    """A group with one command per question."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Make the command that answers a question on the grid of its options."""
        from depthlaws.base.arguments import parameters

        arguments = parameters(function)
        callback = functools.partial(_answer, name, function, arguments)
        params = [*options(function, arguments), *_digits_option(function)]
        return plot_option(made_command(name, function, callback, params))


def _digits_option(function: Any) -> list[click.Option]:
    """Return the option of questions that have a closed form."""
    says = "Digits of the answer, from numbers as they are typed: 1/3 and 0.1 are exact."
    digits = click.Option(["--digits"], type=WholeNumber(1), help=says)
    return [digits] if hasattr(function, "mp") else []


def _answer(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    *,
    plot: Path | None,
    json_file: Path | None,
    digits: int | None = None,
    **typed: Any,
) -> None:
    from depthlaws.cli import grid

    with type_errors_as_bad_input():
        if digits:
            answers = _in_digits(name, function, parameters, typed, digits)
        else:
            answers = grid.answers(name, function, read_options(parameters, typed))
    if plot:
        draw(answers, plot, function, parameters)
    if json_file:
        write_json(answers.as_dict(), json_file)
    if str(json_file) != "-":
        show_answers(answers)


def _in_digits(
    name: str,
    function: Any,
    parameters: Sequence[Any],
    typed: Mapping[str, Any],
    digits: int,
) -> Any:
    """Return the answers of a formula with so many digits, as text."""
    from depthlaws.cli import grid
    from depthlaws.cli.values import exact_values

    read_options(parameters, typed)  # its errors come first
    given = {p.name: typed[f"given_{p.name}"] for p in parameters}
    exact = {n: exact_values(text) for n, text in given.items() if text is not None}
    axes = [n for n, texts in exact.items() if len(texts) > 1]
    rows = []
    for point in grid.points(exact):
        value = function.mp(**point, dps=digits)
        text = importlib.import_module("mpmath").nstr(value, digits, strip_zeros=False)
        rows.append({n: point[n] for n in axes} | {"value": text})
    fixed = {n: texts[0] for n, texts in exact.items() if n not in axes}
    return grid.Answers(name, fixed, axes, rows)


def draw(
    answers: Any,
    path: Path,
    function: Any,
    parameters: Sequence[Any],
    quantities: Mapping[str, str] | None = None,
    **words: str,
) -> None:
    """Draw answers of a function into a file; ``quantities`` says what their parts mean.

    ``words`` are those of ``plot.figure``: the finding and the name of the theory.
    """
    records = {p.name: p.record for p in parameters}
    plot = importlib.import_module("depthlaws.cli.plot")
    picture = plot.figure(
        answers,
        says=summary(function),
        meaning=lambda name: argument_help(function, name, records.get(name)),
        quantity=lambda part: (quantities or {}).get(part) or answer_help(function, part),
        arguments=records,
        **words,
    )
    plot.save(picture, path)


def show_answers(answers: Any) -> None:
    """Print answers as a table, below the question and the fixed values."""
    from depthlaws.cli.values import shown

    fixed = (f"{name} = {shown(value)}" for name, value in answers.fixed.items())
    rows = [[shown(value) for value in row.values()] for row in answers.rows]
    show_rows(list(answers.rows[0]), rows, ", ".join([answers.question, *fixed]))
