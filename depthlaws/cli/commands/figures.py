"""``depthlaws figures``: draw figures with their data and provenance."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base.plural import counted
from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import unknown
from depthlaws.cli.output import echo, progress, show_rows, write_json
from depthlaws.cli.shared_options import (
    RealNumber,
    folder,
    jobs_option,
    json_option,
    papers_option,
    papers_required,
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

    papers_required()
    known, chosen = room.select(), {}
    papers = dict.fromkeys(name.partition("-")[0] for name in known)
    for name in names:
        try:
            chosen |= dict.fromkeys(room.select([name.lower()]))
        except KeyError:
            raise unknown("paper or figure", name, [*papers, *known]) from None
    return list(chosen) or known


def own_values(chosen: Sequence[str], assignments: Sequence[str]) -> dict[str, Any]:
    """Return the values of ``--set NAME=VALUES`` by name.

    Raises: UsageError for a word without "=", an unknown name, or several figures.
    """
    from depthlaws import figures as room

    if not assignments:
        return {}
    if len(chosen) != 1:
        msg = f"--set changes one figure at a time, got {len(chosen)} figures; name one"
        raise click.UsageError(msg)
    from depthlaws.cli.values import values as read  # loads NumPy, which help pages need not

    known, values = room.settings(chosen[0]), {}
    for word in assignments:
        name, sign, text = (part.strip() for part in word.partition("="))
        if not sign or not text:
            msg = f"--set needs NAME=VALUES, such as rates=0.5,2.6; got {word!r}"
            raise click.UsageError(msg)
        if known and name not in {*known, *(entry[0] for entry in known.values())}:
            raise unknown(
                f"setting of {chosen[0]}", name, known, shown="--list shows what can be set"
            )
        if name in values:
            msg = f"--set {name} is given twice; give one list, such as {name}=1,2"
            raise click.UsageError(msg)
        try:
            numbers = read(text)
        except ValueError as error:
            msg = f"--set {name}: {error}"
            raise click.UsageError(msg) from None
        values[name] = numbers if len(numbers) > 1 else numbers[0]
    return values


def show_settings(chosen: Sequence[str]) -> None:
    """Print what can be set in each figure, with defaults, units and allowed values."""
    from depthlaws import figures as room

    for figure in chosen:
        known = room.settings(figure)
        if not known:
            echo(f"{figure}: nothing can be set")
            continue
        rows = [
            (name, _list(default), what.units, what.allowed, what.says)
            for name, (_, what, default) in known.items()
        ]
        show_rows(("--set", "default", "unit", "allowed", "meaning"), rows, figure)


def _list(value: Any) -> str:
    several = value if isinstance(value, tuple) else (value,)
    return ",".join(f"{v:g}" if isinstance(v, int | float) else str(v) for v in several)


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
@click.option("--width", type=RealNumber(), help="Width in inches.")
@click.option("--venue", help="Instead of --width: a venue's column (icml-column, neurips, ...).")
@click.option(
    "--format", "formats", default="pdf,png", show_default=True, help="Formats: pdf, png, svg."
)
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUES",
    help="Other values of one figure, may be repeated: --set rates=0.5,2.6 --set L=2,8,inf.",
)
@click.option("--title", help="Another title; none for no title, as in LaTeX.")
@click.option("--panels", metavar="LETTERS", help="Draw these panels only: A,C.")
@click.option("--list", "listed", is_flag=True, help="List what --set can change, and stop.")
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
    assignments: Sequence[str],
    title: str | None,
    panels: str | None,
    listed: bool,
    json_file: Path | None,
) -> int:
    """Draw figures with their data (netCDF) and provenance (JSON).

    ID is the id of a figure, a paper, or a pattern such as 'chain-*'; without ID, all figures.
    A picture of one's own (--set, --title, --panels) is written beside the figure, as ID-own.
    """
    from depthlaws import figures as room

    if width is not None and venue is not None:
        msg = f"--width {width:g} and --venue {venue} are two widths; give one of them"
        raise click.UsageError(msg)
    chosen = chosen_figures(ids)
    if listed:
        show_settings(chosen)
        return 0
    if panels is not None and not panels.strip():
        msg = f"--panels needs letters of panels, such as A,C; got {panels!r}"
        raise click.UsageError(msg)
    values = own_values(chosen, assignments)
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
            values=values,
            title=room.COMPUTED if title is None else None if title.lower() == "none" else title,
            panels=panels or "",
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
