"""``depthlaws export``: numbers and closed forms for somebody's paper."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.names import all_named
from depthlaws.output import progress, write_json
from depthlaws.shared_options import jobs_option, json_option, writable


class Export(Command):
    """Verdicts are stored as they are found."""

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        return "finished verdicts are kept, nothing was written"


@click.command(
    "export",
    cls=Export,
    epilog="""\b
Examples:
  depthlaws export LOOP-B-TAB4 chain-sharpness --latex numbers.tex
  depthlaws export chain --latex numbers.tex
In the paper: \\input{numbers}, then \\LoopBTabFourLambda where the number stands.""",
)
@click.argument("names", nargs=-1, required=True, metavar="PAPER|CLAIM|FORMULA...")
@click.option(
    "--latex",
    "latex_file",
    metavar="FILE",
    callback=writable,
    help="Write the macros to this file (standard output when left out).",
)
@json_option
@jobs_option
def command(
    names: Sequence[str], latex_file: Path | None, json_file: Path | None, jobs: int | None
) -> int:
    """Write LaTeX macros of the numbers that claims quote, and of closed forms.

    Each stands under a comment with its claim, source and verdict. Exit status 1: a claim did not
    come out as expected.
    """
    from depthlaws import macros
    from depthlaws.files import write_text

    formulas, claims = _chosen(names)
    report = _verdicts(claims, jobs)
    found = macros.unique(
        [*macros.of_claims(report), *map(macros.of_formula, formulas)]
        if report
        else map(macros.of_formula, formulas)
    )
    if not found:
        msg = f"{', '.join(names)} quote no numbers; a paper, or a claim with printed numbers does"
        raise click.UsageError(msg)
    silent = [n for n in claims if not any(macro.of.startswith(n) for macro in found)]
    told = f"% No printed numbers: {', '.join(silent)}\n" if silent else ""
    text = macros.HEAD + told + "".join(map(str, found))
    if latex_file and str(latex_file) != "-":
        write_text(text, latex_file)
    elif str(json_file) != "-":
        click.echo(text, nl=False)
    if json_file:
        write_json([vars(macro) for macro in found], json_file)
    return 0 if report is None or report.ok else 1


def _chosen(names: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Formulas meant, and papers or claims. Raises: UsageError with the nearest names."""
    from depthlaws import theory
    from depthlaws.claims.engine.ledger import entries
    from depthlaws.theory.papers import PAPERS

    formulas: Mapping[str, Any] = theory.formulas()
    meant = all_named("paper, claim or formula", names, [*PAPERS, *entries(), *formulas])
    return [formulas[n] for n in meant if n in formulas], [n for n in meant if n not in formulas]


def _verdicts(claims: Sequence[str], jobs: int | None) -> Any:
    from depthlaws.claims.engine import ledger
    from depthlaws.claims.engine.run import verify

    if not claims:
        return None
    with progress("claims", len(ledger.select(claims))) as done:
        return verify(claims, jobs=jobs or -1, progress=done)
