"""``depthlaws bench``: every bar of the project, measured beside other people's routes."""

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

from depthlaws._workers import cores, interruptible
from depthlaws.base_command import Command
from depthlaws.names import all_named
from depthlaws.output import progress, show_rows, show_text, write_json
from depthlaws.shared_options import json_option

ROOT = Path(__file__).parents[2]
PEERS = ROOT / ".bench"  # where `make bench` puts the libraries that we are compared with
APART = (PEERS, ROOT / ".cluster")
NAMED = ("depthlaws", "numpy", "scipy", "torch", "jax", "neural-tangents", "cupy-cuda12x")
COLUMNS = ("what", "judged", "bar is", "verdict", "ours", "beside", "others")
LOADED = 0.2  # processors that others may take before a figure counts as taken under load

_MEASURED = "depthlaws.measured"

Row = dict[str, Any]


class Bench(Command):
    """What was measured is shown whatever ends the command."""

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        if not ctx.meta.get(_MEASURED):
            return "nothing was measured yet"
        return "what was measured is above" + (
            f" and in {file}" if (file := ctx.params.get("json_file")) and str(file) != "-" else ""
        )


@click.command(
    "bench",
    cls=Bench,
    epilog="""\b
Example: depthlaws bench dense kernels --json bench.json
A figure taken while others wanted the processors is marked: `others` is how many they took in the
mean. Exit status 1 says that a bar is missed or could not be measured to its end.""",
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "only_list", is_flag=True, help="Only name the bars and what they take.")
@click.option("--all", "everything", is_flag=True, help="Those too that are run only if named.")
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    default="cpu",
    show_default=True,
    help="cuda measures the bars of a GPU, and only those unless some are named.",
)
@json_option
def command(
    names: Sequence[str], only_list: bool, everything: bool, device: str, json_file: Path | None
) -> int:
    """Measure every bar, our routes beside other people's, in one run."""
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
    found: list[Row] = []
    try:
        with interruptible():
            _measure(chosen, known, found, json_file)
    finally:
        if found or not sys.exc_info()[0]:
            _finish(found, left, known, json_file)
    return int(any(row["verdict"] in ("MISS", "broken") for row in found))


def _bars() -> Mapping[str, Mapping[str, Any]]:
    """Bars by name, from the folder that only a checkout has."""
    if not (ROOT / "benchmarks" / "bars.py").exists():
        msg = f"no benchmarks in {ROOT / 'benchmarks'}: they run from a checkout of the repository"
        raise click.UsageError(msg)
    done = subprocess.run(_line("--list"), cwd=ROOT, env=_env(), capture_output=True, check=True)
    return json.loads(done.stdout)


def _line(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.bars", *arguments]


def _env() -> dict[str, str]:
    """Environment of a benchmark: this checkout and the peers are on its path."""
    path = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    path += [str(folder) for folder in APART if folder.is_dir()]
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
    """Refuse before the work. Raises: UsageError without ``--device cuda`` or without a GPU."""
    from depthlaws.sims import backend

    if device != "cuda":
        msg = "the bars of a GPU need --device cuda"
        raise click.UsageError(msg)
    try:
        backend.get("cuda")
    except RuntimeError as error:
        raise click.UsageError(str(error)) from error


def _measure(
    chosen: Sequence[str], known: Mapping[str, Any], found: list[Row], json_file: Path | None
) -> None:
    """Measure one bar after the other; every row is written as it comes."""
    with progress("bars", len(chosen)) as told:
        for name in chosen:
            about = known[name]["minutes"]
            click.echo(f"{name}: {known[name]['says']}, about {about:g} min", err=True)
            begun = time.monotonic()
            for row in _rows(name):
                found.append(row)
                click.get_current_context().meta[_MEASURED] = True
                click.echo(f"  {row['verdict']}: {row['what']} {_judged(row)}", err=True)
                if json_file is not None and str(json_file) != "-":
                    write_json(_record(found), json_file)
            click.echo(f"  {name} took {(time.monotonic() - begun) / 60:.1f} min", err=True)
            told()


def _rows(name: str) -> Iterator[Row]:
    """Yield the rows of a bar as its process says them; it ends with us."""
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
    """Let a benchmark end what it started, and end it."""
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
    found: list[Row], left: Sequence[str], known: Mapping[str, Any], json_file: Path | None
) -> None:
    """Show and write what is there, and name what is not."""
    if str(json_file) == "-":
        write_json(_record(found), Path("-"))
        return
    device = _device()
    show_text(["; ".join(f"{name} {value}" for name, value in device.items())])
    for name, rows in itertools.groupby(found, lambda row: row["name"]):
        show_rows(COLUMNS, map(_cells, rows), title=name)
    counts = {v: sum(row["verdict"] == v for row in found) for v in ("pass", "MISS", "broken")}
    text = ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n)
    loaded = sum((row.get("others") or 0) > LOADED for row in found)
    click.echo(f"{text or 'nothing measured'}; {loaded} of {len(found)} rows taken under load")
    for name in left:
        bar = known[name]
        how = "--device cuda" if bar["on"] == "cuda" else f"bench {name}"
        about = f"({how}, about {bar['minutes']:g} min)"
        show_text([f"not measured: {name}, {bar['says']} {about}"])


def _cells(row: Row) -> list[str]:
    value, others = row.get("value"), row.get("others")
    judged = row.get("why", "") if value is None else f"{value:.3g}"
    share = "" if others is None else f"{others:.1f}" + " loaded" * (others > LOADED)
    return [
        row["what"],
        judged,
        row.get("bar", ""),
        row["verdict"],
        row.get("ours", ""),
        row.get("beside", ""),
        share,
    ]


def _record(found: list[Row]) -> dict[str, Any]:
    return {"device": _device(), "rows": found}


def _device() -> dict[str, Any]:
    """Machine, day, and versions of what is compared."""
    search = _version_of_peers()
    return {
        "day": time.strftime("%Y-%m-%d %H:%M"),
        "processor": _processor(),
        "processors": cores(),
        "python": platform.python_version(),
        **search,
    }


def _version_of_peers() -> dict[str, str]:
    apart = [str(PEERS / "tangents"), str(PEERS)]  # the last one counts: two versions of JAX
    there = {d.name.lower(): d.version for folder in apart for d in distributions(path=[folder])}
    found = {}
    for name in NAMED:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = there.get(name, "not installed")
    return found


def _processor() -> str:
    """Name of the processor where the system tells."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
