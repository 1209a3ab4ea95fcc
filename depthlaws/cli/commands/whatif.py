"""``depthlaws whatif``: evaluate any formula or public function of the theory by name."""

import click

from depthlaws.base.plural import counted
from depthlaws.cli.function_commands import VALUES, QuestionGroup
from depthlaws.cli.help_texts import summary
from depthlaws.cli.output import show_rows
from depthlaws.cli.questions import question, questions


@click.group(
    "whatif",
    cls=QuestionGroup,
    known=questions,
    find=question,
    invoke_without_command=True,
    subcommand_metavar="[NAME] [--OPTION VALUES]...",
    epilog=f"""\b
Example: depthlaws whatif chain.max_learning_rate --L 1:64 --mu-yx 2 --mu-xx 1 --plot rate.png
{VALUES}
Options with several values make a grid. Without NAME, all questions are listed.""",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Evaluate any formula or public function of the theory by name."""
    if ctx.invoked_subcommand is None:
        rows = [(name, summary(function)) for name, function in questions().items()]
        show_rows(("question", "says"), rows, counted(len(rows), "question"))
