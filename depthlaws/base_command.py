"""What every command does: options read once and named as typed, what an interrupt leaves."""

import os
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from depthlaws.faults import Interrupted
from depthlaws.names import AFTER_JSON

_TYPED = "depthlaws.typed"


def with_bare_json(ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Write ``--json`` without a file as ``--json=-``, and remember what came after it."""
    following = [*args, None][1:]
    bare = [a == "--json" and not _is_file(b) for a, b in zip(args, following, strict=True)]
    ctx.meta[AFTER_JSON] = next(
        (b for b, is_bare in zip(following, bare, strict=True) if is_bare), None
    )
    return ["--json=-" if b else a for a, b in zip(args, bare, strict=True)]


def read_once(command: click.Command, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Arguments with a value for a bare ``--json``.

    Raises: UsageError for an option that is given twice, whose last value would silently win.
    """
    whole = with_bare_json(ctx, args)
    _, _, order = command.make_parser(ctx).parse_args(args=[*whole])
    for option, times in Counter(order).items():
        single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
        if times > 1 and single:
            msg = f"{option.opts[0]} is given {times} times; give it once"
            raise click.UsageError(msg)
    ctx.meta[_TYPED] = _other_names(
        order, [word.partition("=")[0].replace("_", "-") for word in args]
    )
    return whole


def _other_names(typed: Iterable[click.Parameter], words: Sequence[str]) -> dict[str, str]:
    """Option that was typed, by each of its other names as an argument: L -> --layers."""
    return {
        other.lstrip("-").replace("-", "_"): flag
        for option in typed
        for flag in set(option.opts) & set(words)
        for other in {*option.opts} - {flag}
    }


@contextmanager
def as_typed(ctx: click.Context) -> Iterator[None]:
    """A word on an argument that was typed under another name names the option as well."""
    try:
        yield
    except ValueError as error:
        word, _, rest = str(error).partition(" ")
        name = word.strip("-:").replace("-", "_")
        if flag := ctx.meta.get(_TYPED, {}).get(name):
            msg = f"{flag}: {rest if word.startswith('--') else error}"
            raise ValueError(msg) from error
        raise


class Command(click.Command):
    """A command that says what an interrupt leaves, and names options as they were typed.

    Its ``--json`` may stand alone (standard output) or before a file; options come once.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        return super().parse_args(ctx, read_once(self, ctx, args))

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        return "nothing was kept"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Names that the help page lists, by what they name."""
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
            with as_typed(ctx):
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted(self.kept(ctx)) from None


def _is_file(text: str | None) -> bool:
    return text is not None and (
        text == "-" or not text or text.endswith(".json") or os.sep in text
    )
