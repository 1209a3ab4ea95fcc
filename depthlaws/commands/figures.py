"""``depthlaws figures``: redraw figures."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from depthlaws.base_command import Command
from depthlaws.names import unknown
from depthlaws.output import progress, show_rows, write_json
from depthlaws.shared_options import folder, jobs_option, json_option, seed_option


class Figures(Command):
    """Figures are whole files as they are made."""

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        return "finished figures are kept, the same command goes on from there"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Papers and ids."""
        from depthlaws import figures as room

        known = room.select()
        papers = list(dict.fromkeys(one.partition("-")[0] for one in known))
        return {"Papers": papers, "Figures": known}


def chosen_figures(names: Sequence[str]) -> list[str]:
    """Ids of the figures meant by ids, papers or patterns, in any case; all if none is named."""
    from depthlaws import figures as room

    known, found = room.select(), {}
    papers = dict.fromkeys(one.partition("-")[0] for one in known)
    for name in names:
        try:
            found |= dict.fromkeys(room.select([name.lower()]))
        except KeyError:
            raise unknown("paper or figure", name, [*papers, *known]) from None
    return list(found) or known


@click.command("figures", cls=Figures)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--profile", type=click.Choice(["quick", "paper"]), default="quick", show_default=True
)
@click.option("--out", callback=folder, default="out/figures", show_default=True, help="Folder.")
@seed_option
@jobs_option
@click.option("--width", type=float, help="Width in inches.")
@click.option("--venue", help="Width of a venue's column instead (icml-column, neurips, ...).")
@click.option("--format", "formats", default="pdf,png", show_default=True, help="Also svg.")
@json_option
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
    """Redraw figures (ids, papers, patterns) with their data (netCDF) and provenance (JSON)."""
    from depthlaws import figures as room

    if width is not None and venue is not None:
        msg = f"--width {width:g} and --venue {venue} say two widths; give one of them"
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
        show_rows(("figure", "what happened", "s", "note"), rows, f"{len(made)} figures in {out}")
    return 0 if all(r.ok for r in made) else 1
