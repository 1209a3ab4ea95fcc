"""Sweeps at the command line: the announcement, the confirmation, the progress, the results."""

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

from depthlaws.base.exact_numbers import only_digits
from depthlaws.cli.output import counter, echo

MAX_UNASKED_CELLS = 10_000  # more need a confirmation or --yes
MAX_LISTED_CELLS = 1_000_000  # more need it even before the stored cells are counted
MAX_TABLE_CELLS = 40  # more are described instead of shown as a table
REPORT_INTERVAL_S = 60.0  # between two lines where there is no terminal for a bar


@dataclass(frozen=True)
class SweepOptions:
    """Options of a sweep."""

    store: Path
    jobs: int = 1
    cluster: str | None = None
    shard: tuple[int, int] = (1, 1)
    yes: bool = False


def read_shard(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> Any:
    """Read ``2/8``: the second of eight parts."""
    if text is None:
        return (1, 1)
    i, slash, n = text.partition("/")
    if not (slash and only_digits(i) and only_digits(n) and 1 <= int(i) <= int(n)):
        msg = f"--shard: must be i/n with 1 <= i <= n, such as 2/8, got {text!r}"
        raise click.UsageError(msg)
    return int(i), int(n)


def with_seeds(typed: Mapping[str, Any], seeds: int | None) -> dict[str, Any]:
    """Options with ``--seeds 20`` replaced by twenty seeds, counted from ``--seed`` or 0.

    With several seeds --samples is 1 by default; with a ``--scale`` by the steps --eps is.
    Raises: UsageError for a simulator without a seed, ValueError for several seeds to count from.
    """
    typed = dict(typed)
    for name, value, reason in (("samples", "1", seeds), ("eps", "1", typed.get("given_scale"))):
        if reason is not None and typed.get(f"given_{name}", "") is None:
            typed[f"given_{name}"] = value
    if seeds is None:
        return typed
    if "given_seed" not in typed:
        msg = "--seeds: this simulator draws nothing, it has no --seed; leave --seeds out"
        raise click.UsageError(msg)
    first = typed["given_seed"] or "0"
    if not only_digits(first):
        msg = f"--seeds: counts from one whole --seed, got {first!r}"
        raise ValueError(msg)
    return {**typed, "given_seed": f"{first}:{int(first) + seeds - 1}"}


def axes_and_constants(
    function: Callable[..., Any], parameters: Sequence[Any], given: Mapping[str, Sequence[Any]]
) -> tuple[dict[str, Sequence[Any]], dict[str, Any]]:
    """Options of a sweep that vary, and options that are the same in all its cells.

    Every option with several values is an axis, but for lists that the simulator takes whole.
    """
    axes, constants = {}, {}
    by_name = {p.name: p for p in parameters}
    for name, values in given.items():
        p = by_name[name]
        whole = p.anything and p.kind == "text" and name not in getattr(function, "along", ())
        if len(values) == 1:
            constants[name] = values[0]
        elif whole:
            constants[name] = tuple(values)
        else:
            axes[name] = values
    return axes, constants


def confirmed(cells: int, options: SweepOptions) -> SweepOptions:
    """Options after a confirmation of a number of cells too large to list. Raises: UsageError."""
    if cells <= MAX_LISTED_CELLS:
        return options
    _confirm(cells, options)
    return replace(options, yes=True)


def _confirm(cells: int, options: SweepOptions) -> None:
    if cells > MAX_UNASKED_CELLS and not options.yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            msg = f"{cells} cells are more than {MAX_UNASKED_CELLS}: "
            raise click.UsageError(msg + "--yes runs them without a question")
        click.confirm(f"Run {cells} cells?", abort=True, err=True)


def run(plan: Any, options: SweepOptions) -> str:
    """Announce a sweep, ask if it is large, run it. Returns the cells that failed, or nothing."""
    _check_memory(plan, options)
    try:
        if plan.missing():
            plan.measure(options.cluster)
        _announce(plan, options)
        with _progress(plan) as progress:
            plan.run(workers=options.jobs, cluster=options.cluster, progress=progress)
    except RuntimeError as error:
        if not plan.failures:
            raise
        return f"{error}; the same command tries them again"
    return ""


def _check_memory(plan: Any, options: SweepOptions) -> None:
    """Check the arguments of some cells, and the memory of the cells that run at once here."""
    from depthlaws.base.memory import free_memory
    from depthlaws.sims.common.cost import fit

    need = plan.rehearse()
    if not options.cluster:
        fit(
            f"a sweep with --jobs {options.jobs}",
            need=options.jobs * need,
            free=free_memory(),
            instead="fewer jobs need less",
        )


def _announce(plan: Any, options: SweepOptions) -> None:
    """Print the time and the bytes of the missing cells.

    Raises: UsageError for many without ``--yes``, OSError for a disk without room.
    """
    from depthlaws.sims.common.cost import duration

    left, pace, jobs = len(plan.missing()), plan.pace, options.jobs
    text = f"{plan.total - left} of {plan.total} cells are stored in {options.store}"
    if not left:
        echo(text, err=True)
        return
    seconds, nbytes = (left * total / max(1, pace.cells) for total in (pace.seconds, pace.nbytes))
    takes = duration(seconds / (1 if options.cluster else jobs))
    where = "of processors' time" if options.cluster else f"on {jobs} process{'es' * (jobs > 1)}"
    measured = f"as {pace.cells} cells did" if pace.cells > 1 else "as a cell did"
    echo(
        f"{text}; the other {left} take about {takes} {where} and {size(nbytes)}, {measured}",
        err=True,
    )
    free = shutil.disk_usage(options.store).free
    if nbytes > free:
        msg = f"no room for {left} cells in {options.store}: about {size(nbytes)}, "
        raise OSError(f"{msg}{size(free)} are free")
    _confirm(left, options)


def size(nbytes: float) -> str:
    """Number of bytes in words.

    >>> size(73_800), size(3e12)
    ('72.1 KiB', '2.73 TiB')
    """
    power = min(4, int(math.log2(max(1, nbytes)) / 10))
    return f"{nbytes / 1024**power:.3g} {('bytes', 'KiB', 'MiB', 'GiB', 'TiB')[power]}"


@contextmanager
def _progress(plan: Any) -> Iterator[Callable[[int, int], None]]:
    """Show a bar with the time left on a terminal, elsewhere a line a minute."""
    from depthlaws.sims.common.cost import duration

    start = last = time.monotonic()
    first = plan.total - len(plan.missing())
    with counter("cells") as bar:

        def report(done: int, total: int) -> None:
            nonlocal last
            bar(done, total)
            now = time.monotonic()
            if not sys.stderr.isatty() and now > last + REPORT_INTERVAL_S:
                last = now
                left = (now - start) * (total - done) / max(1, done - first)
                echo(f"{done} of {total} cells, about {duration(left)} left", err=True)

        yield report


def ends(plan: Any, name: str, constants: Mapping[str, Any], axes: Sequence[str]) -> Any:
    """Table of the last values of every stored cell."""
    from depthlaws.cli import grid

    along = getattr(plan.grid.function, "along", frozenset())
    rows = [
        plan.grid.at(place) | row
        for place, result in plan.results()
        for row in grid.ends(result.dataset(), along)
    ]
    return grid.Answers(name, constants, axes, rows)


def described(run: Any) -> str:
    """Dimensions and variables of a dataset, in two lines."""
    sizes = ", ".join(f"{d} {n}" for d, n in run.sizes.items())
    variables = "; ".join(f"{n} ({', '.join(map(str, v.dims))})" for n, v in run.data_vars.items())
    return f"{sizes}\n{variables}"
