"""The house as a whole: answers, verdicts, figures, tests and mutants, each by the clock.

What `make` runs is run in this checkout, with a cache and an output folder of its own; a claim file
is edited in a copy.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.rows import ROOT, Row

EDIT = "\n_EDITED = True\n"
QUESTION = ("whatif", "chain.sharpness", "--L", "8", "--mu-yx", "2", "--mu-xx", "1")
MODEL = ("--learning-rate", "1e-3", "--layers", "12", "--to-layers", "48", "--to-loops", "8")
QUESTIONS = (
    QUESTION,
    ("whatif", "chain-sharpness", *QUESTION[2:]),
    ("whatif", "residual.tied_energy", "--N", "16", "--eps", "1/16"),
    ("loop", "--L", "4", "--N", "16", "--eps", "1/32"),
    ("transfer", *MODEL),
    ("transfer", "chain", "--L0", "4", "--L", "64", "--r", "2"),
)


def run(
    line: Sequence[str], *, cache: Path, root: Path = ROOT
) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Seconds of a command, and how it ended.

    Raises: RuntimeError with the last of what it said, if it found something wrong.
    """
    path = os.pathsep.join(map(str, (root, root / "papers")))
    env = os.environ | {"DEPTHLAWS_CACHE": str(cache), "PYTHONPATH": path}
    start = time.perf_counter()
    done = subprocess.run(line, cwd=root, env=env, capture_output=True, text=True, check=False)
    took = time.perf_counter() - start
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
        msg = f"{' '.join(line)} ended with {done.returncode}: {' / '.join(last)}"
        raise RuntimeError(msg)
    return took, done


def depthlaws(*arguments: str) -> list[str]:
    """Our command as one types it."""
    return [sys.executable, "-m", "depthlaws", *arguments]


def answers() -> Iterator[Row]:
    """Yield the time of a question to a process that has just begun; the best of three."""
    for question in QUESTIONS:
        with tempfile.TemporaryDirectory() as cache:
            took = min(run(depthlaws(*question), cache=Path(cache))[0] for _ in range(3))
        yield Row(what=f"{' '.join(question[:4])}, s", ours=f"{took:.2f}", value=took, most=1.5)


def verified() -> Iterator[Row]:
    """Yield a first verification, a stored one, and one after an edit of the slowest claim file."""
    with tempfile.TemporaryDirectory() as folder:
        copy, cache = copied(Path(folder) / "copy"), Path(folder) / "cache"
        took, done = run(depthlaws("verify", "--json"), cache=cache, root=copy)
        claims = json.loads(done.stdout)["claims"]
        yield Row(
            what=f"verify, {len(claims)} claims, s", ours=f"{took:.0f}", value=took, most=120.0
        )
        took, _ = run(depthlaws("verify"), cache=cache, root=copy)
        yield Row(what="verify, all stored, s", ours=f"{took:.1f}", value=took)
        file = slowest(copy, claims)
        file.write_text(file.read_text(encoding="utf-8") + EDIT, encoding="utf-8")
        took, _ = run(depthlaws("verify"), cache=cache, root=copy)
        what = f"verify after an edit of {file.relative_to(copy)}, the slowest, s"
        yield Row(what=what, ours=f"{took:.1f}", value=took, most=15.0)


def copied(to: Path) -> Path:
    """Copy the rooms of this checkout."""
    left = shutil.ignore_patterns("__pycache__", ".*", "out", "build", "*.lock", "*.egg-info")
    shutil.copytree(ROOT, to, symlinks=True, ignore=left)
    return to


def slowest(root: Path, claims: Sequence[dict[str, Any]]) -> Path:
    """Claim file whose claims took longest."""
    seconds = {claim["id"]: claim["seconds"] for claim in claims}

    def total(file: Path) -> float:
        names = re.findall(r'\bid="([^"]+)"', file.read_text(encoding="utf-8"))
        return sum(seconds.get(name, 0.0) for name in names)

    return max((root / "papers" / "depthlaws_papers").glob("*/claims/*.py"), key=total)


def made(target: str, most: float) -> Row:
    """Time of a target of the Makefile, its set-up done before."""
    with tempfile.TemporaryDirectory() as folder:
        cache, out = Path(folder) / "cache", f"OUT={folder}/out"
        run(["make", ".venv/.ready"], cache=cache)
        took, _ = run(["make", target, out], cache=cache)
    return Row(what=f"make {target}, min", ours=f"{took / 60:.1f}", value=took / 60, most=most)


def reproduced() -> Iterator[Row]:
    """Yield the time of all verdicts, figures and the report."""
    yield made("reproduce", 5.0)


def tested() -> Iterator[Row]:
    """Yield the time of the tests."""
    yield made("test", 8.0)


def mutants() -> Iterator[Row]:
    """Yield survivors among the mutants of the chain's claims."""
    with tempfile.TemporaryDirectory() as cache:
        _, done = run(depthlaws("verify", "chain", "--mutants", "--json"), cache=Path(cache))
    counts = json.loads(done.stdout)["counts"]
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    survived = float(counts["survived"])
    yield Row(what="verify chain --mutants: survivors", ours=told, value=survived, most=0.0)
