"""``depthlaws cite``: BibTeX of the papers and of this software."""

from collections.abc import Sequence

import click

from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import all_named
from depthlaws.cli.output import echo
from depthlaws.cli.shared_options import papers_option
from depthlaws.report.citation import SOFTWARE, ourselves


@click.command("cite", cls=Command)
@click.argument("names", nargs=-1, metavar="[PAPER]...")
@papers_option
def command(names: Sequence[str]) -> None:
    """Print BibTeX of the named papers; of all papers and of this software if none is named."""
    from depthlaws.theory.papers import PAPERS

    known = [*PAPERS, SOFTWARE]
    chosen = all_named("paper", names, known) or known
    entries = [ourselves() if name == SOFTWARE else PAPERS[name].bibtex for name in chosen]
    echo("\n\n".join(entries))
