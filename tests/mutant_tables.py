"""Tables of mutants that a test notices: ``output_mutants.toml`` and ``seen_mutants.toml``.

A row is the part, the change and the test, under the name of what is changed.
"""

import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from _pytest.runner import runtestprotocol

SEED = int(os.environ.get("DEPTHLAWS_MUTANTS_SEED", "0"))  # negative: every row

Rows = dict[str, list[list[str]]]


def read(table: Path) -> Rows:
    """Return the rows of a table by name, none where there is no table."""
    return tomllib.loads(table.read_text(encoding="utf-8")) if table.exists() else {}


def write(table: Path, noticed: Mapping[str, Sequence[Sequence[str]]]) -> None:
    """Write rows beside those of other names."""
    lines = [
        f"{json.dumps(name)} = [\n" + "".join(f"    {json.dumps(row)},\n" for row in rows) + "]\n"
        for name, rows in sorted((read(table) | dict(noticed)).items())
    ]
    head = f"# Changes that a test notices: [part, change, test]. See {table.stem}.py.\n"
    table.write_text("\n".join([head, *lines]), encoding="utf-8")


def failed(item: Any) -> bool:
    """Return whether a test fails."""
    return any(r.failed for r in runtestprotocol(item, nextitem=None, log=False))


def plant(session: Any, rows: str, planted: Callable[..., AbstractContextManager[None]]) -> bool:
    """Plant each of the rows, in JSON, with its test alone; print those that it does not notice."""
    items = {item.nodeid: item for item in session.items}
    for name, part, change, test in json.loads(rows):
        with planted(name, part, change):
            if test not in items or not failed(items[test]):
                print(f"\nNOT NOTICED: {name} {part} {change} by {test}")
                session.testsfailed += 1
    return True


def assert_sample_noticed(table: Path, plugin: str, option: str, size: int) -> None:
    """Plant a sample of a table, drawn with SEED, in a process of its own."""
    rows = [[name, *row] for name, own in read(table).items() for row in own]
    sample = rows if SEED < 0 else random.Random(SEED).sample(rows, size)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", plugin, "-p", "no:cacheprovider",
         option, json.dumps(sample), *dict.fromkeys(test for *_, test in sample)],
        cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
