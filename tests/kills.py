"""Kill commands at random moments: nothing may be lost, broken, left behind or left running.

Run: python -m tests.kills [--kills 100] [--seed 0]; the three commands take turns. Each kill is
`kill -9` of the command alone, as a memory killer does it: its workers must end by themselves. It
falls at a random share of the processor time that an undisturbed run takes, counted from the start
of Python, so that other work on the machine does not move it.
After a kill, every file is whole and no process of the run is alive after five seconds. The same
command, killed up to three times in a row, then continues and succeeds: stored verdicts are
unchanged, results and files are those of an undisturbed run.
"""

import argparse
import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xarray as xr

ROOT = Path(__file__).parents[1]
PATIENCE_S = 5.0
MAX_KILLS_IN_A_ROW = 3  # kills of one piece of work before it may end
COMMANDS = {
    "verify": "verify CHAIN-E1 CHAIN-E5 CHAIN-E13 CHAIN-R3 --jobs 2 --json verdicts.json",
    "figures": "figures chain-fig5 chain-fig7 --jobs 2 --out drawn",
    "simulate": "simulate residual --width 16:64:log3 --loops 1:8 --eps 1/8 --samples 400"
    " --seed 0 --observe energy,overlaps --out run.nc",
}
MARK = "DEPTHLAWS_KILLED_RUN"  # finds the processes of a run by their environment
CHANGING_KEYS = {"seconds", "created", "at"}  # what differs between two runs of the same work


@dataclass
class Place:
    """A folder in which one command is run again and again."""

    folder: Path
    command: str
    mark: str = ""
    work_s: float = 0.0
    files: set[str] = field(default_factory=set)
    results: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def undisturbed(cls, folder: Path, command: str) -> "Place":
        """Files and processor time of an undisturbed run."""
        place, began = cls(folder, command), _reaped_s()
        place.run_to_its_end()
        place.work_s = _reaped_s() - began
        place.files, place.results = place.names(), place.contents()
        return place

    def start(self) -> subprocess.Popen[str]:
        """Begin the command in the folder, with a cache of its own."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.mark = f"{os.getpid()}-{random.getrandbits(64):x}"
        cache = {"DEPTHLAWS_CACHE": str(self.folder / "cache"), MARK: self.mark}
        return subprocess.Popen(
            [sys.executable, "-m", "depthlaws", *self.command.split()],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | cache,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run_to_its_end(self) -> None:
        """Run the command. Raises: AssertionError if it does not end well."""
        process = self.start()
        _, errors = process.communicate()
        assert process.returncode == 0, f"{self.command}: status {process.returncode}: {errors}"

    def kill(self, after_s: float) -> bool:
        """Start the command and kill it after so much work; False if it was done before."""
        process = self.start()
        while process.poll() is None and _worked_s(self.mark) < after_s:
            time.sleep(0.02)
        killed = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return killed

    def orphans(self) -> list[str]:
        """Processes of the run that are still alive after PATIENCE_S; they are ended."""
        until = time.monotonic() + PATIENCE_S
        while (alive := [*_marked(self.mark)]) and time.monotonic() < until:
            time.sleep(0.05)
        for pid in alive:
            os.kill(int(pid), signal.SIGKILL)
        return alive

    def names(self) -> set[str]:
        """Files in the folder."""
        return {str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file()}

    def stored(self) -> dict[str, bytes]:
        """Verdicts in the cache."""
        return {p.name: p.read_bytes() for p in self.folder.glob("cache/verdicts/*.json")}

    def contents(self) -> dict[str, Any]:
        """Contents of every whole file. Raises: what reading a broken one raises."""
        names = [n for n in self.names() if not Path(n).name.startswith(".")]
        return {name: _content(self.folder / name) for name in names}


def _marked(mark: str) -> Iterator[str]:
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in path.read_bytes().split(b"\0"):
                yield path.parent.name
        except OSError:  # it has ended, or is another user's
            continue


def _reaped_s() -> float:
    """Processor seconds of all that this process has started and that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _worked_s(mark: str) -> float:
    """Processor seconds of a run so far, ended workers included."""
    ticks = 0
    for pid in _marked(mark):
        with contextlib.suppress(OSError):
            ticks += sum(
                map(int, Path("/proc", pid, "stat").read_text().split(")")[-1].split()[11:15])
            )
    return ticks / os.sysconf("SC_CLK_TCK")


def _content(path: Path) -> Any:
    """A file as plain data, without what differs from run to run."""
    if path.suffix == ".nc":
        return repr(xr.load_dataset(path, engine="h5netcdf").to_dict())  # NaN is not NaN, text is
    if path.suffix == ".json":
        return _lasting(json.loads(path.read_text()))
    content = path.read_bytes()
    assert not content or path.suffix != ".pdf" or b"%%EOF" in content[-9:], f"{path} is cut"
    assert path.suffix != ".png" or content.endswith(b"IEND\xaeB`\x82"), f"{path} is cut"
    return len(content) > 0


def _lasting(data: Any) -> Any:
    if isinstance(data, dict):
        hidden = CHANGING_KEYS | ({"sha256"} if "content" in data else set())
        return {k: _lasting(v) for k, v in data.items() if k not in hidden}
    return [*map(_lasting, data)] if isinstance(data, list) else data


def disturbed(place: Place, *after_s: float) -> tuple[int, list[str]]:
    """Kill a command after each amount of work and check; run it to its end and check.

    Returns the number of kills (it may end before one), and the faults.
    """
    kills, faults, stored = 0, [], dict[str, bytes]()
    try:
        for work_s in after_s:
            killed = place.kill(work_s)
            kills += killed
            faults += [f"process {pid} is alive after {PATIENCE_S} s" for pid in place.orphans()]
            place.contents()
            stored = place.stored() | stored
            if not killed:
                break
        place.run_to_its_end()
    except Exception as error:  # a broken file or a run that does not end well is what we look for
        return kills, [*faults, f"{type(error).__name__}: {error}"]
    now = place.stored()
    lost = [name for name, content in stored.items() if now.get(name) != content]
    return kills, faults + [f"stored verdict {name} is lost or was faults again" for name in lost]


def compared(place: Place, before: Place) -> list[str]:
    """Files of a disturbed run that an undisturbed run does not leave, or leaves otherwise."""
    now = place.contents()
    faults = [f"{name} is left behind" for name in sorted(place.names() - before.files)]
    return faults + [f"{n} differs" for n, held in before.results.items() if now.get(n) != held]


def main(kills: int, seed: int, jobs: list[str]) -> int:
    """Kill the commands and print the faults."""
    rng, counts, wrong, done = random.Random(seed), Counter(), [], 0
    with tempfile.TemporaryDirectory() as root:
        before = {name: Place.undisturbed(Path(root, name), COMMANDS[name]) for name in jobs}
        while sum(counts.values()) < kills:
            name = jobs[done % len(jobs)]
            place = Place(Path(root, f"{name}-{done}"), COMMANDS[name])
            done += 1
            shares = [rng.random() for _ in range(MAX_KILLS_IN_A_ROW)]
            killed, faults = disturbed(place, *(share * before[name].work_s for share in shares))
            faults += compared(place, before[name])
            counts[name] += killed
            at = ", ".join(f"{share:.0%}" for share in shares[:killed])
            wrong += [f"{name} killed at {at}: {fault}" for fault in faults]
            print(f"{done:4} {name:9}", f"killed at {at}" if killed else "done", *faults)
    print(f"{sum(counts.values())} kills ({', '.join(f'{n} of {k}' for k, n in counts.items())}):")
    print("\n".join(wrong) if wrong else "nothing lost, nothing left behind, nothing left running")
    return int(bool(wrong))


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=100)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument(
        "jobs", nargs="*", choices=[*COMMANDS, []], help="which commands; all of them"
    )
    given = asked.parse_args()
    sys.exit(main(given.kills, given.seed, given.jobs or [*COMMANDS]))
