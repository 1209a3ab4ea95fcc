"""``depthlaws whatif``: ask any formula or question by name."""

import click

from depthlaws.options import VALUES, WhatIfs, summary
from depthlaws.output import show_rows
from depthlaws.questions import question, questions


@click.group(
    "whatif",
    cls=WhatIfs,
    known=questions,
    find=question,
    invoke_without_command=True,
    subcommand_metavar="[NAME] [--OPTION VALUES]...",
    epilog=f"""\b
Example: depthlaws whatif chain.max_learning_rate --L 1:64 --mu-yx 2 --mu-xx 1 --plot rate.png
{VALUES}
Options with several values make a grid. Without NAME: all questions.""",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Ask any formula or question by name."""
    if ctx.invoked_subcommand is None:
        rows = [(name, summary(function)) for name, function in questions().items()]
        show_rows(("question", "says"), rows, f"{len(rows)} questions")
