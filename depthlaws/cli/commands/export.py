"""``depthlaws export``: numbers and closed forms as LaTeX macros for a paper."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base import outputs
from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import all_named
from depthlaws.cli.output import echo, progress, write_json
from depthlaws.cli.shared_options import (
    OutputFile,
    jobs_option,
    json_option,
    papers_option,
)


class Export(Command):
    """A command that stores each verdict as soon as its claim is done."""

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        return "finished verdicts are kept; no file was written"


@click.command(
    "export",
    cls=Export,
    epilog="""\b
Examples:
  depthlaws export LOOP-B-TAB4 chain-sharpness --latex numbers.tex
  depthlaws export chain --latex numbers.tex
In the paper: \\input{numbers}, then \\LoopBTabFourLambda in place of the number.""",
)
@click.argument("names", nargs=-1, required=True, metavar="PAPER|CLAIM|FORMULA...")
@click.option(
    "--latex",
    "latex_file",
    metavar="FILE",
    callback=OutputFile(outputs.MACROS),
    help="File of the macros; without it they go to standard output.",
)
@json_option
@jobs_option
@papers_option
def command(
    names: Sequence[str], latex_file: Path | None, json_file: Path | None, jobs: int | None
) -> int:
    """Write LaTeX macros of the numbers that claims quote, and of closed forms.

    A comment above each macro has its claim, source and verdict. Exit status 1: a claim came out
    otherwise than expected.
    """
    from depthlaws.base.files import write_text
    from depthlaws.cli import latex_macros

    formulas, claims = _chosen(names)
    report = _verdicts(claims, jobs)
    exported = latex_macros.unique(
        [*latex_macros.of_claims(report), *map(latex_macros.of_formula, formulas)]
        if report
        else map(latex_macros.of_formula, formulas)
    )
    if not exported:
        msg = (
            f"no numbers are quoted by {', '.join(names)}; name a paper, a formula or a claim "
            "with printed numbers"
        )
        raise click.UsageError(msg)
    silent = [n for n in claims if not any(macro.of.startswith(n) for macro in exported)]
    remark = f"% No printed numbers: {', '.join(silent)}\n" if silent else ""
    text = latex_macros.HEAD + remark + "".join(map(str, exported))
    if latex_file and str(latex_file) != "-":
        write_text(text, latex_file)
    elif str(json_file) != "-":
        echo(text, nl=False)
    if json_file:
        write_json([vars(macro) for macro in exported], json_file)
    return 0 if report is None or report.ok else 1


def _chosen(names: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Return the formulas, and the papers or claims. Raises: UsageError with the nearest names."""
    from depthlaws import theory
    from depthlaws.cli.record_entries import entries
    from depthlaws.theory.papers import PAPERS

    formulas: Mapping[str, Any] = theory.formulas()
    chosen = all_named("paper, claim or formula", names, [*PAPERS, *entries(), *formulas])
    return [formulas[n] for n in chosen if n in formulas], [n for n in chosen if n not in formulas]


def _verdicts(claims: Sequence[str], jobs: int | None) -> Any:
    from depthlaws.claims.engine import ledger
    from depthlaws.claims.engine.verify_claims import verify

    if not claims:
        return None
    with progress("claims", len(ledger.select(claims))) as done:
        return verify(claims, jobs=jobs or -1, progress=done)
