"""Base class of all commands: strict options, a bare ``--json``, and a note after an interrupt."""

import os
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from depthlaws.cli.failures import Interrupted
from depthlaws.cli.name_suggestions import AFTER_JSON, json_hint
from depthlaws.cli.shared_options import refuse_inputs_as_outputs

_TYPED_NAMES = "depthlaws.typed"  # key of the option that was typed, by its other names


def with_bare_json(ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Write ``--json`` without a file as ``--json=-``, and remember the word after it."""
    next_words = [*args, None][1:]
    bare = [a == "--json" and not _is_file(b) for a, b in zip(args, next_words, strict=True)]
    ctx.meta[AFTER_JSON] = next(
        (word for word, is_bare in zip(next_words, bare, strict=True) if is_bare), None
    )
    return ["--json=-" if b else a for a, b in zip(args, bare, strict=True)]


def checked_arguments(command: click.Command, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Return the arguments with a value for a bare ``--json``.

    Raises: UsageError for an option that is given twice, whose last value would silently win.
    """
    complete = with_bare_json(ctx, args)
    _, _, order = command.make_parser(ctx).parse_args(args=[*complete])
    for option, times in Counter(order).items():
        single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
        if times > 1 and single:
            msg = f"{option.opts[0]} is given {times} times; give it once"
            raise click.UsageError(msg)
    ctx.meta[_TYPED_NAMES] = _other_names(
        order, [word.partition("=")[0].replace("_", "-") for word in args]
    )
    return complete


def _other_names(typed: Iterable[click.Parameter], words: Sequence[str]) -> dict[str, str]:
    """Typed option by each of its other names as an argument: L -> --layers."""
    return {
        other.lstrip("-").replace("-", "_"): flag
        for option in typed
        for flag in set(option.opts) & set(words)
        for other in {*option.opts} - {flag}
    }


@contextmanager
def errors_as_typed(ctx: click.Context) -> Iterator[None]:
    """Add the option as it was typed to an error that begins with another name of it."""
    try:
        yield
    except ValueError as error:
        first_word, _, message = str(error).partition(" ")
        name = first_word.partition("=")[0].strip("-:").replace("-", "_")
        if flag := ctx.meta.get(_TYPED_NAMES, {}).get(name):
            msg = f"{flag}: {message if first_word.startswith('--') else error}"
            raise ValueError(msg) from error
        raise


class WholeSentence(click.Command):
    """A command, or a group, whose first sentence stands uncut in a list of commands."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence; the list folds it."""
        words = " ".join((self.short_help or self.help or "").partition("\n\n")[0].split())
        return re.split(r"(?<=\.)\s+(?=[A-Z])", words)[0]


class Command(WholeSentence):
    """A command with strict options and a note on what an interrupt leaves.

    ``--json`` goes before a file or alone (standard output); every option is given at most once.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with a value for a bare ``--json``."""
        try:
            rest = super().parse_args(ctx, checked_arguments(self, ctx, args))
            refuse_inputs_as_outputs(ctx)
            return rest
        except click.UsageError as error:
            word = ctx.meta.get(AFTER_JSON)
            if word and error.message.startswith(f"Got unexpected extra argument ({word})"):
                raise click.UsageError(f"{error.message}{json_hint(word)}", ctx) from error
            if error.message.startswith("Got unexpected extra argument"):
                msg = f"{error.message}; options begin with --, and a list has no blanks: 2,8,64"
                raise click.UsageError(msg, ctx) from error
            raise

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        return "nothing was kept"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Names for the help page, by their kind."""
        return {}

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the names that the command takes."""
        super().format_epilog(ctx, formatter)
        for kind, names in self.names().items():
            with formatter.section(kind):
                lines = textwrap.wrap(", ".join(names), 76, break_on_hyphens=False)
                formatter.write("".join(f"  {line}\n" for line in lines))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            with errors_as_typed(ctx):
                return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            raise Interrupted(self.kept_note(ctx)) from None


def _is_file(text: str | None) -> bool:
    return text is not None and (
        text == "-" or not text or text.endswith(".json") or os.sep in text
    )
