"""``depthlaws recorder``: print a file that records a training run for a coordinate check."""

from importlib.resources import files

import click

from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import named
from depthlaws.cli.output import echo

LIBRARIES = ("torch", "jax")


@click.command(
    "recorder",
    cls=Command,
    epilog="""\b
Examples:
  depthlaws recorder torch > depthlaws_recorder.py
  depthlaws coordcheck run.csv --where step=10 --by quantity,layer,loop""",
)
@click.argument("library", metavar="torch|jax")
def command(library: str) -> None:
    """Print a recorder for torch or JAX: it writes the CSV that coordcheck reads.

    The printed file needs no depthlaws, leaves training as it is and says how to use it. Columns of
    its CSV are the sizes and the seed that you give, and step, layer, loop, visit, quantity
    (activation, update, gradient) and rms.
    """
    name = named("library", library, LIBRARIES)
    text = files("depthlaws.cli").joinpath("recorders", f"{name}.txt").read_text(encoding="utf-8")
    echo(text, nl=False)
