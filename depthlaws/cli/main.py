"""Entry point of the command line; the commands are the modules of ``depthlaws/cli/commands``.

Exit status: 0 success, 1 a check or a file did not come out well, 2 bad input or no memory or disk
space, 3 a check of measurements without power, 128 + n ended by signal n (130 by Ctrl-C).
"""

import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any

import click

from depthlaws.base.argument_errors import shortened_message
from depthlaws.base.extras import MissingExtraError, explained
from depthlaws.cli import commands
from depthlaws.cli.command import Command
from depthlaws.cli.failures import (
    Interrupted,
    discard_unwritten,
    endings,
    limit_message,
    memory_message,
    message_of,
    open_streams,
)
from depthlaws.cli.name_suggestions import bad_value_message, unknown, unknown_option_message
from depthlaws.cli.output import echo


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; bad input is one line on standard error."""
    open_streams()
    with endings() as ending:
        try:
            with explained("this command"):
                status = cli.main(arguments, prog_name="depthlaws", standalone_mode=False)
            sys.stdout.flush()
            return int(status or 0)
        except (click.Abort, KeyboardInterrupt):
            return _fail("interrupted", ending.status)
        except Interrupted as stopped:
            return _fail(f"interrupted: {stopped}", ending.status)
        except click.exceptions.NoArgsIsHelpError as error:
            echo(error.message)
            return 2
        except click.NoSuchOption as error:
            return _fail(unknown_option_message(error), 2)
        except click.MissingParameter as error:
            return _fail(f"{error.format_message().rstrip('.')}; --help shows how to give it", 2)
        except click.BadParameter as error:
            return _fail(bad_value_message(error), 2)
        except click.ClickException as error:
            return _fail(error.format_message(), 2)
        except MissingExtraError as error:
            return _fail(str(error), 2)
        except MemoryError as error:
            return _fail(memory_message(error), 2)
        except (ValueError, KeyError, OSError, ArithmeticError) as error:
            if os.environ.get("DEPTHLAWS_DEBUG"):
                raise
            return _fail(message_of(error), 2)
        except Exception as error:
            if not (limit := limit_message(error)):
                raise
            return _fail(limit, 2)


def _fail(message: str, status: int) -> int:
    """Print an error as one line and return the exit status."""
    discard_unwritten()
    line = " ".join(shortened_message(message).split())
    echo(f"error: {line}", err=True)
    return status


class Commands(click.Group):
    """Group of the commands, each in the module of its name."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in order."""
        modules = pkgutil.iter_modules(commands.__path__)
        return sorted(module.name.replace("_", "-") for module in modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return importlib.import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}").command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command. Raises: UsageError with the nearest names."""
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            raise unknown("command", args[0], names)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="depthlaws")
def cli() -> None:
    """Exact theory of deep, wide and looped networks, simulated and verified.

    Exit status: 0 success, 1 a check or a file did not come out well, 2 bad input or no memory or
    disk space, 3 a check of measurements without power.
    """
