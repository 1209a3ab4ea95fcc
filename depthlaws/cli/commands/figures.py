"""``depthlaws figures``: draw figures with their data and provenance."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from depthlaws.base.plural import counted
from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import unknown
from depthlaws.cli.output import progress, show_rows, write_json
from depthlaws.cli.shared_options import (
    folder,
    jobs_option,
    json_option,
    papers_option,
    seed_option,
)


class Figures(Command):
    """A command whose finished figures are kept."""

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        return "finished figures are kept; the same command continues from them"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Papers and ids."""
        from depthlaws import figures as room

        known = room.select()
        papers = list(dict.fromkeys(name.partition("-")[0] for name in known))
        return {"Papers": papers, "Figures": known}


def chosen_figures(names: Sequence[str]) -> list[str]:
    """Return the ids of the figures that ids, papers or patterns name; all if none is named."""
    from depthlaws import figures as room

    known, chosen = room.select(), {}
    papers = dict.fromkeys(name.partition("-")[0] for name in known)
    for name in names:
        try:
            chosen |= dict.fromkeys(room.select([name.lower()]))
        except KeyError:
            raise unknown("paper or figure", name, [*papers, *known]) from None
    return list(chosen) or known


@click.command("figures", cls=Figures)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--profile",
    type=click.Choice(["quick", "paper"]),
    default="quick",
    show_default=True,
    help="Effort: quick takes seconds per figure, paper up to two hours.",
)
@click.option(
    "--out", callback=folder, default="out/figures", show_default=True, help="Folder of the files."
)
@seed_option
@jobs_option
@click.option("--width", type=float, help="Width in inches.")
@click.option("--venue", help="Instead of --width: a venue's column (icml-column, neurips, ...).")
@click.option(
    "--format", "formats", default="pdf,png", show_default=True, help="Formats: pdf, png, svg."
)
@json_option
@papers_option
def command(
    ids: Sequence[str],
    profile: str,
    out: Path,
    seed: int,
    jobs: int | None,
    width: float | None,
    venue: str | None,
    formats: str,
    json_file: Path | None,
) -> int:
    """Draw figures with their data (netCDF) and provenance (JSON).

    ID is the id of a figure, a paper, or a pattern such as 'chain-*'; without ID, all figures.
    """
    from depthlaws import figures as room

    if width is not None and venue is not None:
        msg = f"--width {width:g} and --venue {venue} are two widths; give one of them"
        raise click.UsageError(msg)
    chosen = chosen_figures(ids)
    with progress("figures", len(chosen)) as done:
        made = room.make(
            chosen,
            profile=profile,
            out=out,
            seed=seed,
            jobs=jobs or -1,
            progress=done,
            width=next((w for w in (width, venue) if w is not None), "full"),
            formats=[word.strip().lower() for word in formats.split(",")],
        )
    if json_file:
        write_json([dataclasses.asdict(r) | {"ok": r.ok} for r in made], json_file)
    if str(json_file) != "-":
        rows = [
            (r.id, r.refused or ("reused" if r.reused else "made"), f"{r.seconds:.1f}", r.note)
            for r in made
        ]
        title = f"{counted(len(made), 'figure')} in {out}"
        show_rows(("figure", "what happened", "s", "note"), rows, title)
    return 0 if all(r.ok for r in made) else 1
