"""Sweeps at the command line: what will be run, how long it takes, how far it is, what came out."""

import math
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from depthlaws.output import counter

MANY = 10_000  # cells that are run without a question
LISTED = 1_000_000  # cells whose names are listed without one, to see which are stored
SHOWN = 40  # cells whose ends are still a table
TELL_S = 60.0  # between two lines where there is no terminal for a bar


@dataclass(frozen=True)
class Wishes:
    """Options of a sweep: where to keep it, who runs it, which part."""

    store: Path
    jobs: int | None = None
    cluster: str | None = None
    shard: tuple[int, int] = (1, 1)
    yes: bool = False


def read_shard(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> Any:
    """Read ``2/8``: the second of eight parts."""
    if text is None:
        return (1, 1)
    i, slash, n = text.partition("/")
    if not (slash and i.isdecimal() and n.isdecimal() and 1 <= int(i) <= int(n)):
        msg = f"--shard: must be i/n with 1 <= i <= n, such as 2/8, got {text!r}"
        raise click.UsageError(msg)
    return int(i), int(n)


def numbered(typed: Mapping[str, Any], seeds: int | None) -> dict[str, Any]:
    """Options with ``--seeds 20`` as so many seeds, counted from ``--seed`` or 0.

    What then needs no saying: one sample a seed, and eps = 1 before a ``--scale`` by the steps.
    Raises: UsageError for a simulator without a seed, ValueError for several seeds to count from.
    """
    typed = dict(typed)
    for name, value, why in (("samples", "1", seeds), ("eps", "1", typed.get("given_scale"))):
        if why is not None and typed.get(f"given_{name}", "") is None:
            typed[f"given_{name}"] = value
    if seeds is None:
        return typed
    if "given_seed" not in typed:
        msg = "--seeds: this simulator draws nothing, it has no --seed"
        raise click.UsageError(msg)
    first = typed["given_seed"] or "0"
    if not first.isdecimal():
        msg = f"--seeds: counts from one whole --seed, got {first!r}"
        raise ValueError(msg)
    return {**typed, "given_seed": f"{first}:{int(first) + seeds - 1}"}


def sorted_out(
    function: Callable[..., Any], parameters: Sequence[Any], given: Mapping[str, Sequence[Any]]
) -> tuple[dict[str, Sequence[Any]], dict[str, Any]]:
    """Axes of a sweep, and what is the same in all its cells.

    Every option with several values is an axis, but for lists that the simulator takes whole.
    """
    axes, fixed = {}, {}
    by_name = {p.name: p for p in parameters}
    for name, values in given.items():
        p = by_name[name]
        words = p.anything and p.kind == "text" and name not in getattr(function, "along", ())
        if len(values) == 1:
            fixed[name] = values[0]
        elif words:
            fixed[name] = tuple(values)
        else:
            axes[name] = values
    return axes, fixed


def agreed(cells: int, wishes: Wishes) -> Wishes:
    """Wishes after a word on so many cells, which nobody even lists unasked. Raises: UsageError."""
    if cells <= LISTED:
        return wishes
    _ask(cells, wishes)
    return replace(wishes, yes=True)


def _ask(cells: int, wishes: Wishes) -> None:
    if cells > MANY and not wishes.yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            msg = f"{cells} cells are more than {MANY}: --yes runs them without a question"
            raise click.UsageError(msg)
        click.confirm(f"Run {cells} cells?", abort=True, err=True)


def run(plan: Any, wishes: Wishes) -> str:
    """Say what is to come, ask where it is much, run it. Returns what failed, or nothing."""
    jobs = wishes.jobs or 1
    _memory(plan, wishes)
    try:
        if plan.missing():
            plan.measure(wishes.cluster)
        _announce(plan, wishes)
        with _progress(plan) as progress:
            plan.run(workers=jobs, cluster=wishes.cluster, progress=progress)
    except RuntimeError as error:
        if not plan.failures:
            raise
        return f"{error}; the same command tries them again"
    return ""


def _memory(plan: Any, wishes: Wishes) -> None:
    """Try the arguments of some cells, and whether as many as run at once have room here."""
    from depthlaws.sims.backend import get
    from depthlaws.sims.cost import fit

    jobs, need = wishes.jobs or 1, plan.rehearse()
    if not wishes.cluster:
        fit(
            f"a sweep with --jobs {jobs}",
            need=jobs * need,
            free=get("cpu").available(),
            instead="fewer jobs need less",
        )


def _announce(plan: Any, wishes: Wishes) -> None:
    """Say what will be run. Raises: UsageError for much without ``--yes``, OSError without room."""
    from depthlaws.sims.cost import duration

    left, pace = len(plan.missing()), plan.pace
    text = f"{plan.total - left} of {plan.total} cells are stored in {wishes.store}"
    if not left:
        click.echo(text, err=True)
        return
    jobs = wishes.jobs or 1
    each, need = pace.seconds / max(1, pace.cells), left * pace.nbytes / max(1, pace.cells)
    takes = duration(each * left / (1 if wishes.cluster else jobs))
    where = "of processors' time" if wishes.cluster else f"on {jobs} process{'es' * (jobs > 1)}"
    measured = f"as {pace.cells} cells did" if pace.cells > 1 else "as a cell did"
    click.echo(
        f"{text}; the other {left} take about {takes} {where} and {size(need)}, {measured}",
        err=True,
    )
    _room(wishes.store, left, need)
    _ask(left, wishes)


def _room(store: Path, cells: int, need: float) -> None:
    free = shutil.disk_usage(store).free
    if need > free:
        msg = f"no room for {cells} cells in {store}: about {size(need)}, {size(free)} are free"
        raise OSError(msg)


def size(nbytes: float) -> str:
    """Bytes in words.

    >>> size(73_800), size(3e12)
    ('72.1 KiB', '2.73 TiB')
    """
    power = min(4, int(math.log2(max(1, nbytes)) / 10))
    return f"{nbytes / 1024**power:.3g} {('bytes', 'KiB', 'MiB', 'GiB', 'TiB')[power]}"


@contextmanager
def _progress(plan: Any) -> Iterator[Callable[[int, int], None]]:
    """Show a bar with the time left on a terminal, elsewhere a line a minute."""
    from depthlaws.sims.cost import duration

    begun = last = time.monotonic()
    first = plan.total - len(plan.missing())
    with counter("cells") as bar:

        def told(done: int, total: int) -> None:
            nonlocal last
            bar(done, total)
            now = time.monotonic()
            if not sys.stderr.isatty() and now > last + TELL_S:
                last = now
                left = (now - begun) * (total - done) / max(1, done - first)
                click.echo(f"{done} of {total} cells, about {duration(left)} left", err=True)

        yield told


def ends(plan: Any, name: str, fixed: Mapping[str, Any], axes: Sequence[str]) -> Any:
    """Ends of every cell that is there, as a table has them."""
    from depthlaws import grid

    along = getattr(plan.grid.function, "along", frozenset())
    rows = [at | row for at, result in plan.results() for row in grid.ends(result.dataset(), along)]
    return grid.Answers(name, fixed, axes, rows)


def shape(run: Any) -> str:
    """Say what a dataset holds, in a line or two."""
    sizes = ", ".join(f"{d} {n}" for d, n in run.sizes.items())
    held = "; ".join(f"{n} ({', '.join(map(str, v.dims))})" for n, v in run.data_vars.items())
    return f"{sizes}\n{held}"
