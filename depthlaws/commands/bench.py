"""``depthlaws bench``: our routes beside other people's."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from depthlaws.output import Command, unknown

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@click.command("bench", cls=Command)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "only_list", is_flag=True, help="Only name the benchmarks.")
def command(names: Sequence[str], only_list: bool) -> int:
    """Measure our routes beside other people's, in one run."""
    known = [p.stem for p in sorted(BENCHMARKS.glob("[a-z]*.py"))]
    if not known:
        msg = f"no benchmarks in {BENCHMARKS}: they run from a checkout of the repository"
        raise click.UsageError(msg)
    for name in names:
        if name not in known:
            raise unknown("benchmark", name, known)
    if only_list:
        click.echo("\n".join(known))
        return 0
    # A process each: what one has imported or cached must not speed up the next.
    ended = [
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=BENCHMARKS.parent)
        for name in names or known
    ]
    return int(any(process.returncode for process in ended))
