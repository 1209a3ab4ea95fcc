"""The command line of Depthlaws: the commands are the modules of ``depthlaws/commands``.

Exit status: 0 all is well, 1 something did not come out well, 2 bad input or no room to work,
128 + n ended by signal n (130 by Ctrl-C).
"""

import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any

import click

from depthlaws import commands
from depthlaws.base_command import Command
from depthlaws.faults import Interrupted, endings, memory_line, open_streams, silence, told
from depthlaws.names import meant, unknown


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; bad input is one line on standard error."""
    open_streams()
    with endings() as ending:
        try:
            status = cli.main(arguments, prog_name="depthlaws", standalone_mode=False)
            sys.stdout.flush()
            return int(status or 0)
        except (click.Abort, KeyboardInterrupt):
            return _say("interrupted", ending.status)
        except Interrupted as stopped:
            return _say(f"interrupted: {stopped}", ending.status)
        except click.NoSuchOption as error:
            return _say(meant(error), 2)
        except click.ClickException as error:
            return _say(error.format_message(), 2)
        except MemoryError as error:
            return _say(memory_line(error), 2)
        except (ValueError, KeyError, OSError, ArithmeticError) as error:
            if os.environ.get("DEPTHLAWS_DEBUG"):
                raise
            return _say(told(error), 2)


def _say(message: str, status: int) -> int:
    silence()
    click.echo("error: " + " ".join(message.split()), err=True)
    return status


class Commands(click.Group):
    """The commands, each in the module of its name; an unknown name answers with the nearest."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in order."""
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return importlib.import_module(f"{commands.__name__}.{cmd_name}").command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            raise unknown("command", args[0], known)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="depthlaws")
def cli() -> None:
    """Exact theory of deep, wide and looped networks, simulated and verified.

    Exit status: 0 all is well, 1 something did not come out well, 2 bad input or no room to work.
    """
