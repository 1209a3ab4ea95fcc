"""``depthlaws verify``: give claims their verdicts."""

import importlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.files import write_text
from depthlaws.names import all_named
from depthlaws.output import progress, show, write_json
from depthlaws.shared_options import (
    folder,
    jobs_option,
    json_option,
    positive,
    ready,
    seed_option,
    writable,
)


def chosen_claims(names: Sequence[str]) -> list[str]:
    """Papers, ids and patterns meant. Raises: UsageError for a paper without claims."""
    from depthlaws.claims.engine.ledger import entries
    from depthlaws.theory.papers import PAPERS

    ledger = entries()
    papers = {entry.source.paper for entry in ledger.values()}
    found = all_named("paper or claim", names, [*PAPERS, *ledger])
    for name in found:
        if name in PAPERS and name not in papers:
            msg = (
                f"paper {name!r} has no claims yet; papers with claims: {', '.join(sorted(papers))}"
            )
            raise click.UsageError(msg)
    return found


class Verify(Command):
    """Verdicts are stored as they are found."""

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        what = "mutants, forty at a time," if ctx.params.get("mutants") else "verdicts"
        how = "without --fresh the same command" if ctx.params.get("fresh") else "the same command"
        return f"finished {what} are kept, {how} goes on from there"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Papers, and the first claim of each file."""
        from depthlaws.claims.engine.ledger import modules
        from depthlaws.theory.papers import PAPERS

        files = [path.read_text(encoding="utf-8") for path in modules().values()]
        first = [found[1] for text in files if (found := re.search(r'\bid="([^"{]+)"', text))]
        listed = [*first, "... (depthlaws list claims)"]
        return {"Papers": [p for p in PAPERS if modules(p)], "Claims": listed}


@click.command("verify", cls=Verify)
@click.argument("names", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option("--mutants", is_flag=True, help="Perturb formulas and claims: does a claim notice?")
@json_option
@click.option("--html", "html_file", metavar="FILE", callback=writable, help="Write one page.")
@click.option(
    "--certificates",
    metavar="FOLDER",
    callback=folder,
    help="Write what was proved so that a stranger can recheck it: cd FOLDER; python -m recheck .",
)
@jobs_option
@click.option("--fresh", is_flag=True, help="Ignore stored results.")
@seed_option
@click.option(
    "--budget",
    type=float,
    callback=positive,
    help="Seconds a claim may take, but for those in which other programs have the processor.",
)
def command(
    names: Sequence[str],
    mutants: bool,
    json_file: Path | None,
    html_file: Path | None,
    certificates: Path | None,
    jobs: int | None,
    fresh: bool,
    seed: int,
    budget: float | None,
) -> int:
    """Give claims their verdicts."""
    from depthlaws.claims.engine import ledger
    from depthlaws.claims.engine.run import verify

    chosen = chosen_claims(names)
    options = {"jobs": jobs or -1, "fresh": fresh, "seed": seed}
    if mutants:
        if html_file or budget or certificates:
            msg = "--html, --budget and --certificates do not go with --mutants"
            raise click.UsageError(msg)
        with progress("mutants", None) as done:
            report: Any = importlib.import_module("depthlaws.claims.engine.mutants").mutate(
                chosen, **options, progress=done
            )
    else:
        if certificates:
            ready(certificates, "--certificates")
        budgets = {} if budget is None else {"budget": budget}
        with progress("claims", len(ledger.select(chosen))) as done:
            report = verify(chosen, **options, **budgets, progress=done)
    if html_file:
        line = " ".join(["depthlaws verify", *names, "--html", str(html_file)])
        page = importlib.import_module("depthlaws.report.page")
        page.write(report, html_file, seed=seed, command=line)
    if certificates:
        made = importlib.import_module("depthlaws.claims.engine.certificates")
        for name, text in made.files(report.results):
            (certificates / name).parent.mkdir(exist_ok=True)
            write_text(text, certificates / name)
    if json_file:
        write_json(report.as_dict(), json_file)
    if str(json_file) != "-":
        table = report.table()
        table.title = None  # the summary stands below, where a long table ends
        show(table)
        click.echo(report.summary())
    return 0 if report.ok else 1
