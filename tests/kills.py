"""Kill commands at random moments: is anything lost, broken, left behind or left running?

Run: python -m tests.kills [--kills 100] [--seed 0]; the three commands take turns. Each kill is
`kill -9` of the command alone, as a memory killer does it: its workers must notice by themselves.
After it, whole files are whole and stored verdicts unchanged, nobody of it is alive after five
seconds, and the same command then ends well, with the results of a run that nobody disturbed and
no file that such a run would not leave.
"""

import argparse
import json
import os
import random
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
JOBS = {
    "verify": "verify CHAIN-E1 CHAIN-E5 CHAIN-E13 CHAIN-R3 --jobs 2 --json verdicts.json",
    "figures": "figures chain-fig5 chain-fig7 --jobs 2 --out drawn",
    "simulate": "simulate residual --width 16:64:log3 --loops 1:8 --eps 1/8 --samples 400"
    " --seed 0 --observe energy,overlaps --out run.nc",
}
MARK = "DEPTHLAWS_KILLED_RUN"  # finds the processes of a run by their environment
PASSING = {"seconds", "created", "at"}  # what differs between two runs of the same work


@dataclass
class Place:
    """A folder in which one command is run again and again."""

    folder: Path
    command: str
    mark: str = ""
    duration: float = 0.0
    files: set[str] = field(default_factory=set)
    results: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def undisturbed(cls, folder: Path, command: str) -> "Place":
        """What a run leaves that nobody disturbs, and how long it takes."""
        place, began = cls(folder, command), time.monotonic()
        place.run_to_its_end()
        place.duration = time.monotonic() - began
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

    def kill(self, after: float | None) -> bool:
        """Start the command and kill it, as soon as it has a worker if no time is given.

        False if it was done before.
        """
        process = self.start()
        while after is None and process.poll() is None and len([*_marked(self.mark)]) < 2:
            time.sleep(0.02)
        try:
            process.communicate(timeout=after or 0)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return True
        return False

    def orphans(self) -> list[str]:
        """Processes of the run that are alive when the patience is over; they are ended."""
        until = time.monotonic() + PATIENCE_S
        while (found := [*_marked(self.mark)]) and time.monotonic() < until:
            time.sleep(0.05)
        for pid in found:
            os.kill(int(pid), signal.SIGKILL)
        return found

    def names(self) -> set[str]:
        """Files in the folder."""
        return {str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file()}

    def stored(self) -> dict[str, bytes]:
        """Verdicts in the cache."""
        return {p.name: p.read_bytes() for p in self.folder.glob("cache/verdicts/*.json")}

    def contents(self) -> dict[str, Any]:
        """What each whole file holds. Raises: whatever reading a broken one raises."""
        names = [n for n in self.names() if not Path(n).name.startswith(".")]
        return {name: _content(self.folder / name) for name in names}


def _marked(mark: str) -> Iterator[str]:
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in path.read_bytes().split(b"\0"):
                yield path.parent.name
        except OSError:  # it has ended, or is another user's
            continue


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
        hidden = PASSING | ({"sha256"} if "content" in data else set())
        return {k: _lasting(v) for k, v in data.items() if k not in hidden}
    return [*map(_lasting, data)] if isinstance(data, list) else data


def faults(place: Place, before: Place, after: float | None) -> tuple[bool, list[str]]:
    """Kill a command once, look, run it again, look; whether it was killed, and what was wrong."""
    killed = place.kill(after)
    found = [f"process {pid} is alive after {PATIENCE_S} s" for pid in place.orphans()]
    stored = place.stored()
    try:
        place.contents()
        place.run_to_its_end()
        now = place.contents()
    except Exception as error:  # a broken file or a run that does not end well is what we look for
        return killed, [*found, f"{type(error).__name__}: {error}"]
    lost = [name for name, content in stored.items() if place.stored().get(name) != content]
    found += [f"stored verdict {name} is lost or was found again" for name in lost]
    found += [f"{name} is left behind" for name in sorted(place.names() - before.files)]
    found += [f"{name} differs" for name, held in before.results.items() if now.get(name) != held]
    return killed, found


def main(kills: int, seed: int, jobs: list[str]) -> int:
    """Kill so many times and print what was found."""
    rng, counts, wrong, done = random.Random(seed), Counter(), [], 0
    with tempfile.TemporaryDirectory() as root:
        before = {name: Place.undisturbed(Path(root, name), JOBS[name]) for name in jobs}
        while sum(counts.values()) < kills:
            name = jobs[done % len(jobs)]
            place = Place(Path(root, f"{name}-{done}"), JOBS[name])
            done += 1
            after = rng.uniform(0.0, before[name].duration)
            killed, found = faults(place, before[name], after)
            counts[name] += killed
            wrong += [f"{name} killed after {after:.2f} s: {fault}" for fault in found]
            print(f"{done:4} {name:9} {after:6.2f} s {'killed' if killed else 'done'}", *found)
    print(f"{sum(counts.values())} kills ({', '.join(f'{n} of {k}' for k, n in counts.items())}):")
    print("\n".join(wrong) if wrong else "nothing lost, nothing left behind, nobody left running")
    return int(bool(wrong))


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=100)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("jobs", nargs="*", choices=[*JOBS, []], help="which commands; all of them")
    given = asked.parse_args()
    sys.exit(main(given.kills, given.seed, given.jobs or [*JOBS]))
