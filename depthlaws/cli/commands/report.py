"""``depthlaws report``: verdicts and figures as pages that need no network."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.cli.commands.verify import Verify, chosen_claims
from depthlaws.cli.output import echo, progress
from depthlaws.cli.shared_options import (
    RealNumber,
    folder,
    jobs_option,
    make_folder,
    papers_option,
    positive,
    seed_option,
)

FIGURES = "out/figures"
CERTIFICATES = "out/certificates"


@click.command("report", cls=Verify)
@click.argument("names", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option(
    "--out", callback=folder, default="out/report", show_default=True, help="Folder of the pages."
)
@click.option(
    "--figures",
    "drawn",
    callback=folder,
    default=FIGURES,
    show_default=True,
    help="Folder of figures.",
)
@click.option(
    "--certificates",
    callback=folder,
    default=CERTIFICATES,
    show_default=True,
    help="Folder of certificates, if there is one, for the button that rechecks a claim.",
)
@seed_option
@jobs_option
@click.option(
    "--budget", type=RealNumber(), callback=positive, help="Largest number of seconds per claim."
)
@papers_option
def command(
    names: Sequence[str],
    out: Path,
    drawn: Path,
    certificates: Path,
    seed: int,
    jobs: int | None,
    budget: float | None,
) -> int:
    """Write a page for each paper and each statement, and a landing page.

    Stored verdicts are used, missing ones are computed first. The figures are taken from the folder
    that ``depthlaws figures`` has filled, certificates from that of ``depthlaws verify
    --certificates``; those of CERTIFIED claims are made here. Open index.html, the landing page, in
    any browser.
    ``depthlaws verify NAMES --html FILE`` writes one single file instead.
    """
    from depthlaws.claims.engine import ledger
    from depthlaws.claims.engine.verify_claims import verify

    chosen, pictures, folder = chosen_claims(names), _figures(drawn), _folder(certificates)
    make_folder(out, "--out")
    budgets: dict[str, Any] = {} if budget is None else {"budget": budget}
    with progress("claims", len(ledger.select(chosen))) as done:
        report = verify(chosen, jobs=jobs or -1, seed=seed, progress=done, **budgets)
    proofs = _certificates(report, folder, jobs or -1)
    line = " ".join(["depthlaws report", *names])
    faults = write(report, out, figures=pictures, certificates=proofs, seed=seed, command=line)
    for fault in faults:
        echo(fault)
    echo(f"{report.summary()}\nlanding page: {out / 'index.html'}")
    return 0 if report.ok and not faults else 1


def _certificates(report: Any, folder: Path | None, jobs: int) -> dict[str, str]:
    """Text of the certificates in a folder, and of those of CERTIFIED claims, by claim.

    To make all certificates would take minutes.
    """
    from depthlaws.claims.engine.stored_certificates import certificates

    paths = {claim.id: folder / f"{claim.id}.json" for claim in report.claims} if folder else {}
    texts = {c: path.read_text(encoding="utf-8") for c, path in paths.items() if path.is_file()}
    left = [r for r in report.results if r.verdict == "CERTIFIED" and r.id not in texts]
    with progress("certificates", len(left)) as done:
        return texts | certificates(left, jobs=jobs, progress=done)


def _folder(folder: Path) -> Path | None:
    """Return the folder of certificates, or None if the default folder is missing."""
    if folder.is_dir():
        return folder
    if str(folder) != CERTIFICATES:
        msg = f"--certificates: no folder {folder}; depthlaws verify --certificates fills it"
        raise click.UsageError(msg)
    return None


def _figures(drawn: Path) -> Path | None:
    """Return the folder of figures, or None if the default folder is missing."""
    if drawn.is_dir():
        return drawn
    if str(drawn) != FIGURES:
        msg = f"--figures: no folder {drawn}; depthlaws figures --out {drawn} fills it"
        raise click.UsageError(msg)
    echo(f"no figures in {drawn}: the pages have none; depthlaws figures draws them")
    return None


def write(report: Any, folder: Path, **options: Any) -> list[str]:
    """Write the pages of a run; see :func:`depthlaws.report.site.write_site`."""
    site: Any = importlib.import_module("depthlaws.report.site")
    return site.write_site(report, folder, **options)
