"""``depthlaws cite``: how to cite the papers and ourselves."""

from collections.abc import Sequence
from importlib.metadata import version

import click

from depthlaws.base_command import Command
from depthlaws.names import all_named

SOFTWARE = "depthlaws"


def ourselves() -> str:
    """BibTeX entry of this software, in the version that runs."""
    return (
        f"@software{{{SOFTWARE},\n  title = {{Depthlaws: exact-theory simulator and symbolic "
        "verifier of depth, width\n    and looping laws of neural networks},\n"
        f"  author = {{{{The Depthlaws developers}}}},\n  year = {{2026}},\n"
        f"  version = {{{version(SOFTWARE)}}},\n}}"
    )


@click.command("cite", cls=Command)
@click.argument("names", nargs=-1, metavar="[PAPER]...")
def command(names: Sequence[str]) -> None:
    """Print BibTeX of the papers named (all of them if none is) and of this software."""
    from depthlaws.theory.papers import PAPERS

    known = [*PAPERS, SOFTWARE]
    chosen = all_named("paper", names, known) or known
    entries = [ourselves() if name == SOFTWARE else PAPERS[name].bibtex for name in chosen]
    click.echo("\n\n".join(entries))
