"""``depthlaws transfer``: move a rate between depths."""

import click

from depthlaws.options import VALUES, WhatIfs
from depthlaws.questions import transfers


@click.group(
    "transfer",
    cls=WhatIfs,
    known=transfers,
    noun="subject",
    subcommand_metavar="SUBJECT [--OPTION VALUES]...",
    epilog=f"""\b
Example: depthlaws transfer chain --L0 4 --L 8,64,inf --r 2 --network feedforward,block1
{VALUES}""",
)
def command() -> None:
    """Move a rate between depths, and tell whether it still converges."""
