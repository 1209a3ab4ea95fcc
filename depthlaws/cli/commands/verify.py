"""``depthlaws verify``: run the checks of claims and print their verdicts."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base import outputs
from depthlaws.base.files import write_text
from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import all_named
from depthlaws.cli.output import echo, progress, show, show_text, write_json
from depthlaws.cli.shared_options import (
    OutputFile,
    RealNumber,
    folder,
    jobs_option,
    json_option,
    make_folder,
    papers_option,
    papers_required,
    positive,
    seed_option,
)

FOR_AUTHORS = ("refuted", "imprecise")  # verdicts that the pages for authors show
MAX_STATEMENTS = 4  # claims whose statements are printed above the table
VERDICTS = (  # of the option --only
    *("formally-proved", "proved", "certified", "supported", "refuted"),
    *("imprecise", "reconstructed"),
    *("explored", "not-reproduced", "no-power", "unknown", "vacuous"),
)


def chosen_claims(names: Sequence[str]) -> list[str]:
    """Return the papers and ids that are meant. Raises: UsageError for a paper without claims."""
    from depthlaws.cli.record_entries import entries
    from depthlaws.theory.papers import PAPERS

    ledger = entries()
    papers_required()
    papers = {entry.source.paper for entry in ledger.values()}
    chosen = all_named("paper or claim", names, [*PAPERS, *ledger])
    for name in chosen:
        if name in PAPERS and name not in papers:
            known = ", ".join(sorted(papers))
            msg = f"paper {name!r} has no claims; papers with claims: {known}"
            raise click.UsageError(msg)
    return chosen


class Verify(Command):
    """A command that stores each verdict as soon as its claim is done."""

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        finished = "mutants (in groups of forty)" if ctx.params.get("mutants") else "verdicts"
        again = (
            "the same command without --fresh" if ctx.params.get("fresh") else "the same command"
        )
        return f"finished {finished} are kept; {again} continues from them"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Papers that have claims."""
        from depthlaws.claims.engine.ledger import modules
        from depthlaws.theory.papers import PAPERS

        return {"Papers": [p for p in PAPERS if modules(p)]}


@click.command(
    "verify",
    cls=Verify,
    epilog="""\b
Examples:
  depthlaws verify chain          every claim of a paper
  depthlaws verify CHAIN-E13      one claim; `depthlaws list claims` lists them
  depthlaws verify 'LOOP-B-X*'    every claim that matches
  depthlaws verify looped --only refuted   what a paper prints wrong
Exit status 1: a claim came out otherwise than expected.""",
)
@click.argument("names", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option(
    "--only",
    type=click.Choice(VERDICTS, case_sensitive=False),
    help="Print only claims with this verdict; all that are named are verified.",
)
@click.option(
    "--mutants",
    is_flag=True,
    help="Change formulas and claims, and count the changes that no claim refutes.",
)
@json_option
@click.option(
    "--html",
    "html_file",
    metavar="FILE",
    callback=OutputFile(outputs.PAGE),
    help="Write the verdicts as a page.",
)
@click.option(
    "--certificates",
    metavar="FOLDER",
    callback=folder,
    help="Write proofs for an independent recheck: cd FOLDER; python -m recheck .",
)
@jobs_option
@click.option("--fresh", is_flag=True, help="Compute again what is stored.")
@seed_option
@click.option(
    "--budget",
    type=RealNumber(),
    callback=positive,
    help="Largest number of seconds of processor time per claim (five times as many on the clock).",
)
@papers_option
def command(
    names: Sequence[str],
    only: str | None,
    mutants: bool,
    json_file: Path | None,
    html_file: Path | None,
    certificates: Path | None,
    jobs: int | None,
    fresh: bool,
    seed: int,
    budget: float | None,
) -> int:
    """Run the checks of claims and print their verdicts.

    FORMALLY PROVED, PROVED, EXACT, CERTIFIED, EXACT IN CASES and SUPPORTED are green. A statement
    that a paper prints wrong must come out REFUTED, with a counterexample and a green correction;
    an imprecise one holds as read, and its exact form is a claim of its own. Without names, every
    claim is verified.
    """
    from depthlaws.claims.engine import ledger
    from depthlaws.claims.engine.verify_claims import verify

    chosen = chosen_claims(names)
    options = {"jobs": jobs or -1, "fresh": fresh, "seed": seed}
    if mutants:
        if html_file or budget or certificates or only:
            msg = "--mutants cannot go with --html, --certificates, --budget or --only"
            raise click.UsageError(msg)
        with progress("mutants", None) as advance:
            report: Any = importlib.import_module("depthlaws.claims.engine.mutants").mutate(
                chosen, **options, status=lambda what, done, total: advance(done, total, what)
            )
    else:
        if certificates:
            make_folder(certificates, "--certificates")
        budgets = {} if budget is None else {"budget": budget}
        with progress("claims", len(ledger.select(chosen))) as done:
            report = verify(chosen, **options, **budgets, progress=done)
    if html_file:
        line = " ".join(["depthlaws verify", *names, "--html", str(html_file)])
        page = importlib.import_module("depthlaws.report.page")
        page.write(report, html_file, seed=seed, command=line)
    if certificates:
        made = importlib.import_module("depthlaws.claims.engine.certificates")
        texts = dict(made.files(report.results))
        outputs.refuse_foreign_folder(certificates, texts, first="summary.txt")
        for name, text in texts.items():
            (certificates / name).parent.mkdir(exist_ok=True)
            write_text(text, certificates / name)
    if json_file:
        write_json(report.as_dict(), json_file)
    if str(json_file) != "-":
        shown = report.only(only) if only else report
        if not mutants and len(shown.claims) <= MAX_STATEMENTS:
            show_text(line for claim in shown.claims for line in _statement(claim))
        table = shown.table()
        table.title = None  # printed below a long table instead
        show(table)
        echo(report.summary())
        if only in FOR_AUTHORS:
            echo("depthlaws report writes a page of each paper's errata, to print for its authors")
    return 0 if report.ok else 1


def _statement(claim: Any) -> Iterator[str]:
    """Lines on a claim: its statement, the paper's words, how they are read, the right form."""
    yield f"{claim.id} ({claim.source}): {claim.says}"
    if claim.quote:
        yield f'  The paper: "{claim.quote}"'
    if claim.reading:
        yield f"  We read: {claim.reading}"
    if claim.reconstructed:
        yield "  Reconstructed: this place is missing from the text at hand."
    if claim.erratum:
        yield f"  Printed wrong: corrected by {claim.corrected_by}."
        if claim.change:
            yield f"  Would read: {claim.change}"
    if claim.imprecise:
        yield f"  Imprecise: it holds as read; {claim.exact} states it exactly."
        if claim.change:
            yield f"  Would help: {claim.change}"
