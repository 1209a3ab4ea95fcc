"""Survey of output mutants: one answer of the theory is changed at a time; a test must fail.

Run: make output-mutants ONLY='chain.*'. The tests that reach the targets by names
(``tests.touched``) run once, which shows who calls what and how long it takes; ``MUTANTS_CALLS``
names a file that keeps it for the next survey. Then each mutant is planted, and the tests that saw
its part run, the quickest first, until one fails that passes without it, or PATIENCE_S are over.
Doctests do not count: they repeat printed digits. Mutants that no test notices, and targets that no
test calls, are listed at the end. Some mutants of targets that are not in ``output_mutants.toml``
are written there with the test that notices them; ``make test`` plants a sample of the table
(``tests/test_output_mutants.py``).
"""

import fnmatch
import json
import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from tests import mutant_tables, touched
from tests.mutant_tables import failed
from tests.output_mutants import TABLE, Mutant, changes, drawn, parts, place, planted, targets

MAX_ROWS = 3  # of a target in the table
PATIENCE_S = 15.0  # for the tests of a mutant
CALLS = os.environ.get("MUTANTS_CALLS", "")

Calls = dict[str, dict[str, Any]]  # seconds and parts seen by target, by test


def pytest_addoption(parser: Any) -> None:
    """Add the choice of targets, how many mutants of each, and the seed of the draw."""
    parser.addoption("--mutate", default="*", help="targets, such as 'chain.*,updates.*'")
    parser.addoption("--mutate-most", type=int, default=8, help="mutants of a target")
    parser.addoption("--mutate-seed", type=int, default=0)
    parser.addoption("--mutate-listed", default="", help="lines of output_mutants.toml, as JSON")


def pytest_configure(config: Any) -> None:
    """A choice of tests uses a part of the snapshots only."""
    config.option.disable_unused_snapshots = True


def recorded(items: list[Any]) -> Calls:
    """Run tests once; return the seconds and the calls of those that pass."""
    found: Calls = json.loads(Path(CALLS).read_text()) if CALLS and Path(CALLS).exists() else {}
    seen: dict[str, Any] = {}
    with ExitStack() as stack:
        for name, target in targets().items():

            def record(answer: Any, name: str = name) -> Any:
                if name not in seen or not seen[name]:
                    seen[name] = {part: changes(value) for part, value in parts(answer).items()}
                return answer

            stack.enter_context(planted(target, record))
        for number, item in enumerate(item for item in items if item.nodeid not in found):
            seen.clear()
            began = time.monotonic()
            if failed(item):
                print(f"\n{item.nodeid} fails without a mutant", flush=True)
                continue
            found[item.nodeid] = {"seconds": time.monotonic() - began, "calls": dict(seen)}
            if CALLS and number % 50 == 49:
                Path(CALLS).write_text(json.dumps(found))
    if CALLS:
        Path(CALLS).write_text(json.dumps(found))
    return found


def _same(one: Any, other: Any) -> bool:
    numeric = np.asarray(one).dtype.kind in "fc"
    return bool(np.array_equal(one, other, equal_nan=numeric))


def noticed_by(mutant: Mutant, items: list[Any]) -> tuple[str, bool]:
    """Return the first test that a mutant makes fail, empty if none does in good time.

    Also whether it changed an answer: 0 negated is 0.
    """
    until, effects = time.monotonic() + PATIENCE_S, set[bool]()

    def change(answer: Any) -> Any:
        before, out = parts(answer), mutant(answer)
        after = parts(out)
        effects.add(any(not _same(before[name], after.get(name)) for name in before))
        return out

    for item in items:
        with planted(targets()[mutant.name], change):
            fails = failed(item)
        if fails and not failed(item):
            return item.nodeid, True
        if time.monotonic() > until:
            break
    return "", True in effects


def pytest_runtestloop(session: Any) -> bool:
    """Plant one mutant after the other instead of running the tests once."""
    option = session.config.option
    if option.mutate_listed:
        return mutant_tables.plant(
            session,
            option.mutate_listed,
            lambda name, part, change: planted(targets()[name], Mutant(name, part, change)),
        )
    patterns = option.mutate.split(",")
    chosen = {n: t for n, t in targets().items() if any(fnmatch.fnmatch(n, p) for p in patterns)}
    own = [i for i in session.items if not hasattr(i, "dtest")]
    if not CALLS:
        selection = touched.Selection([place(target) for target in chosen.values()])
        own = [i for i in own if i in selection]
    calls = recorded([i for i in own if "test_every_claim" not in i.nodeid])
    by_id = {item.nodeid: item for item in own}
    survivors, total, kept = list[str](), 0, dict[str, list[list[str]]]()
    for name in chosen:
        users = {i: c for i, c in calls.items() if name in c["calls"] and i in by_id}
        order = sorted(users, key=lambda i: users[i]["seconds"])
        held: dict[str, tuple[str, ...]] = {}
        for user in users.values():
            held |= user["calls"][name]
        if not users:
            survivors.append(f"{name} is called by no test")
        rows = []
        for mutant in drawn(name, held, option.mutate_most, option.mutate_seed):
            seeing = [by_id[i] for i in order if mutant.part in users[i]["calls"][name]]
            test, effect = noticed_by(mutant, seeing)
            total += effect
            said = test or f"NOT NOTICED by {len(seeing)}" if effect else "changes nothing"
            print(f"\n{mutant}: {said}", end="", flush=True)
            if test:
                rows.append((calls[test]["seconds"], [mutant.part, mutant.change, test]))
            elif effect:
                survivors.append(str(mutant))
        if rows:
            kept[name] = [row for _, row in sorted(rows)[:MAX_ROWS]]
    print(f"\n{total} mutants; not noticed:", *survivors or ["none"], sep="\n")
    known = mutant_tables.read(TABLE)
    mutant_tables.write(TABLE, {n: rows for n, rows in kept.items() if n not in known})
    session.testsfailed = len(survivors)
    return True
