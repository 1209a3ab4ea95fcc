"""``depthlaws bench``: measure every performance bar beside other libraries."""

import itertools
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path
from typing import Any

import click

from depthlaws.base.plural import counted
from depthlaws.base.threads import cores
from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import all_named
from depthlaws.cli.output import echo, progress, show_rows, show_text, write_json
from depthlaws.cli.shared_options import json_option

ROOT = Path(__file__).parents[3]
PEERS = ROOT / ".bench"  # libraries that `make bench` installs for the comparison
SEPARATE_INSTALLS = (PEERS, ROOT / ".cluster")
PACKAGES = ("depthlaws", "numpy", "scipy", "torch", "jax", "neural-tangents", "cupy-cuda12x")
COLUMNS = ("what", "judged", "bar is", "verdict", "ours", "beside", "others")
MAX_OTHER_LOAD = 0.2  # processors in use by other programs above which a row is marked

_MEASURED = "depthlaws.measured"  # key: at least one row is measured

Row = dict[str, Any]


class Bench(Command):
    """A command that shows its measurements even when it is interrupted."""

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        if not ctx.meta.get(_MEASURED):
            return "nothing was measured yet"
        return "what was measured is above" + (
            f" and in {file}" if (file := ctx.params.get("json_file")) and str(file) != "-" else ""
        )


@click.command(
    "bench",
    cls=Bench,
    epilog=f"""\b
Example: depthlaws bench dense kernels --json bench.json
`others` is the mean number of processors that other programs used; rows above {MAX_OTHER_LOAD} are
marked as loaded. Exit status 1: a bar is missed, or its benchmark broke off.""",
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "only_list", is_flag=True, help="List the bars and their durations.")
@click.option(
    "--all", "everything", is_flag=True, help="Run also the bars that otherwise run only if named."
)
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    default="cpu",
    show_default=True,
    help="cuda: measure the bars of a GPU, and only those unless bars are named.",
)
@json_option
def command(
    names: Sequence[str], only_list: bool, everything: bool, device: str, json_file: Path | None
) -> int:
    """Measure every performance bar beside other libraries, in one run."""
    known = _bars()
    chosen = all_named("benchmark", names, known)
    if only_list:
        _show_list(known)
        return 0
    chosen = chosen or [
        name
        for name, bar in known.items()
        if bar["on"] == device and (everything or not bar["asked"])
    ]
    if any(known[name]["on"] == "cuda" for name in chosen):
        _need_gpu(device)
    left = [name for name in known if name not in chosen]
    measured: list[Row] = []
    try:
        _measure(chosen, known, measured, json_file)
    finally:
        if measured or not sys.exc_info()[0]:
            _finish(measured, left, known, json_file)
    return int(any(row["verdict"] in ("MISS", "broken") for row in measured))


def _bars() -> Mapping[str, Mapping[str, Any]]:
    """Bars by name, from the folder ``benchmarks`` of a checkout."""
    if not (ROOT / "benchmarks" / "bars.py").exists():
        folder = ROOT / "benchmarks"
        msg = f"no benchmarks in {folder}: run the command in a checkout of the repository"
        raise click.UsageError(msg)
    done = subprocess.run(_line("--list"), cwd=ROOT, env=_env(), capture_output=True, check=True)
    return json.loads(done.stdout)


def _line(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.bars", *arguments]


def _env() -> dict[str, str]:
    """Environment of a benchmark, with this checkout and the other libraries on its path."""
    path = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    path += [str(folder) for folder in SEPARATE_INSTALLS if folder.is_dir()]
    return os.environ | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(filter(None, path)))}


def _show_list(known: Mapping[str, Mapping[str, Any]]) -> None:
    rows = [
        (
            name,
            bar["says"],
            f"{bar['minutes']:g} min",
            "if named, or with --all" if bar["asked"] else "--device cuda" * (bar["on"] == "cuda"),
        )
        for name, bar in known.items()
    ]
    show_rows(("bar", "what is measured", "about", "when"), rows)


def _need_gpu(device: str) -> None:
    """Check for a GPU. Raises: UsageError without ``--device cuda`` or without a GPU."""
    from depthlaws.sims.common import backend

    if device != "cuda":
        msg = "the bars of a GPU need --device cuda"
        raise click.UsageError(msg)
    try:
        backend.get("cuda")
    except RuntimeError as error:
        raise click.UsageError(str(error)) from error


def _measure(
    chosen: Sequence[str], known: Mapping[str, Any], measured: list[Row], json_file: Path | None
) -> None:
    """Measure one bar after the other; each row is written at once."""
    with progress("bars", len(chosen)) as update:
        for name in chosen:
            minutes = known[name]["minutes"]
            echo(f"{name}: {known[name]['says']}, about {minutes:g} min", err=True)
            begun = time.monotonic()
            for row in _rows(name):
                measured.append(row)
                click.get_current_context().meta[_MEASURED] = True
                echo(f"  {row['verdict']}: {row['what']} {_judged(row)}", err=True)
                if json_file is not None and str(json_file) != "-":
                    write_json(_record(measured), json_file)
            echo(f"  {name} took {(time.monotonic() - begun) / 60:.1f} min", err=True)
            update()


def _rows(name: str) -> Iterator[Row]:
    """Iterator over the rows that the process of a bar prints; the process ends with it."""
    process = subprocess.Popen(
        _line(name),
        cwd=ROOT,
        env=_env(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        try:
            for line in process.stdout or ():
                yield {"name": name, **json.loads(line)}
            errors = process.stderr.read() if process.stderr else ""
        finally:
            _end(process)
    if process.returncode:
        last = (errors.strip().splitlines() or [f"exit status {process.returncode}"])[-1]
        yield {"name": name, "what": "broken off", "verdict": "broken", "why": last}


def _end(process: subprocess.Popen[str]) -> None:
    """Interrupt a benchmark, give it time to end its own processes, then kill it."""
    with suppress(subprocess.TimeoutExpired, ProcessLookupError):
        if process.poll() is None and process.stdout and sys.exc_info()[0]:
            process.send_signal(signal.SIGINT)
        process.wait(10.0)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _judged(row: Row) -> str:
    value = row.get("value")
    return row.get("why", "") if value is None else f"{value:.3g} (bar {row['bar'] or 'none'})"


def _finish(
    measured: list[Row], left: Sequence[str], known: Mapping[str, Any], json_file: Path | None
) -> None:
    """Show or write the rows, and name the bars that were not measured."""
    if str(json_file) == "-":
        write_json(_record(measured), Path("-"))
        return
    device = _device()
    show_text(["; ".join(f"{name} {value}" for name, value in device.items())])
    for name, rows in itertools.groupby(measured, lambda row: row["name"]):
        show_rows(COLUMNS, map(_cells, rows), title=name)
    counts = {v: sum(row["verdict"] == v for row in measured) for v in ("pass", "MISS", "broken")}
    text = ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n)
    loaded = sum((row.get("others") or 0) > MAX_OTHER_LOAD for row in measured)
    total = counted(len(measured), "row")
    echo(f"{text or 'nothing measured'}; {loaded} of {total} measured under load")
    for name in left:
        bar = known[name]
        option = "--device cuda" if bar["on"] == "cuda" else f"bench {name}"
        hint = f"({option}, about {bar['minutes']:g} min)"
        show_text([f"not measured: {name}, {bar['says']} {hint}"])


def _cells(row: Row) -> list[str]:
    value, others = row.get("value"), row.get("others")
    judged = row.get("why", "") if value is None else f"{value:.3g}"
    share = "" if others is None else f"{others:.1f}" + " loaded" * (others > MAX_OTHER_LOAD)
    return [
        row["what"],
        judged,
        row.get("bar", ""),
        row["verdict"],
        row.get("ours", ""),
        row.get("beside", ""),
        share,
    ]


def _record(measured: list[Row]) -> dict[str, Any]:
    return {"device": _device(), "rows": measured}


def _device() -> dict[str, Any]:
    """Machine, day, and versions of the compared libraries."""
    return {
        "day": time.strftime("%Y-%m-%d %H:%M"),
        "processor": _processor(),
        "processors": cores(),
        "python": platform.python_version(),
        **_versions(),
    }


def _versions() -> dict[str, str]:
    folders = [str(PEERS / "tangents"), str(PEERS)]  # both hold JAX; the second version counts
    peers = {d.name.lower(): d.version for path in folders for d in distributions(path=[path])}
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = peers.get(name, "not installed")
    return versions


def _processor() -> str:
    """Name of the processor, or of its architecture where the system gives no name."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
