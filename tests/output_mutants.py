"""Survey of output mutants: one result of a public function is changed at a time; a test must fail.

Run: make output-mutants ONLY='chain.*'. Each number, entry or field of the answers of a public
function of the theory is multiplied by 1.01, negated, or exchanged with the next one. The tests
and claims that reach the function by names (``tests.touched``) run until one fails. Doctests do
not count: they repeat printed digits. Mutants that no test notices are listed at the end; the
others are written to ``output_mutants.toml`` with the test that notices them, of which ``make
test`` plants a sample (``tests/test_output_mutants.py``).
"""

import dataclasses
import fnmatch
import functools
import json
import random
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from _pytest.runner import runtestprotocol

from depthlaws.cli.questions import questions
from depthlaws.theory.symbolic.formula import Formula
from tests import touched

CHANGES: dict[str, Callable[[Any], Any]] = {
    "times 1.01": lambda x: 1.01 * x,
    "negated": lambda x: -x,
}
TABLE = Path(__file__).with_suffix(".toml")
MAX_MUTANTS = 4  # of a function, drawn at random
PATIENCE_S = 60.0  # for the tests of a mutant


def parts(answer: Any) -> dict[str, Any]:
    """Return the numbers, arrays and fields of an answer by name; the whole answer is ``""``."""
    if _numeric(answer):
        return {"": answer}
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        fields = {f.name: getattr(answer, f.name) for f in dataclasses.fields(answer) if f.init}
    elif isinstance(answer, tuple):
        fields = {str(i): value for i, value in enumerate(answer)}
    elif isinstance(answer, dict):
        fields = dict(answer)
    else:
        fields = {}
    return {name: value for name, value in fields.items() if _numeric(value)}


def _numeric(value: Any) -> bool:
    if isinstance(value, bool | str) or value is None:
        return False
    kind = np.asarray(value).dtype.kind if isinstance(value, np.ndarray) else ""
    return isinstance(value, int | float | np.number) or kind in ("f", "c")


def changed(answer: Any, values: dict[str, Any]) -> Any:
    """Return an answer with some of its parts replaced."""
    if "" in values:
        return values[""]
    if dataclasses.is_dataclass(answer):
        return dataclasses.replace(answer, **values)  # pyrefly: ignore[bad-argument-type]
    if isinstance(answer, dict):
        return type(answer)({**answer, **values})
    entries = [values.get(str(i), value) for i, value in enumerate(answer)]
    return answer._make(entries) if hasattr(answer, "_make") else tuple(entries)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A change of one part of the answers of a function."""

    name: str
    part: str
    change: str

    def __call__(self, answer: Any) -> Any:
        """Return the changed answer; another kind of answer stays."""
        values = parts(answer)
        if self.part not in values:
            return answer
        if self.change == "exchanged":
            names = [*values]
            other = names[(names.index(self.part) + 1) % len(names)]
            return changed(answer, {self.part: values[other], other: values[self.part]})
        return changed(answer, {self.part: CHANGES[self.change](values[self.part])})

    def __str__(self) -> str:
        """Return the mutant in words."""
        return f"{self.name}{f'.{self.part}' * bool(self.part)} {self.change}"


@contextmanager
def planted(function: Any, change: Callable[[Any], Any]) -> Iterator[None]:
    """Change what a public function answers, by its public name and in its own module."""
    cell = function.__closure__[function.__code__.co_freevars.index("function")]
    original = cell.cell_contents

    @functools.wraps(original)
    def mutated(*args: Any, **kwargs: Any) -> Any:
        return change(original(*args, **kwargs))

    home = sys.modules[function.__module__]
    own = getattr(home, function.__name__, None) is original
    cell.cell_contents = mutated
    if own:
        setattr(home, function.__name__, mutated)
    try:
        yield
    finally:
        cell.cell_contents = original
        if own:
            setattr(home, function.__name__, original)


def mutants(name: str, names: list[str], rng: random.Random) -> list[Mutant]:
    """Return some mutants of a function whose answers have parts of these names."""
    whole = [Mutant(name, part, change) for part in names for change in CHANGES]
    whole += [Mutant(name, part, "exchanged") for part in names if len(names) > 1]
    return rng.sample(whole, min(MAX_MUTANTS, len(whole)))


def fails(items: list[Any], patience_s: float = PATIENCE_S) -> str:
    """Return the first test that fails, empty if none does in so many seconds."""
    until = time.monotonic() + patience_s
    for item in items:
        if time.monotonic() > until:
            break
        if any(r.failed for r in runtestprotocol(item, nextitem=None, log=False)):
            return item.nodeid
    return ""


def pytest_addoption(parser: Any) -> None:
    """Add the choice of functions and the seed of the draw."""
    parser.addoption("--mutate", default="*", help="functions, such as 'chain.*'")
    parser.addoption("--mutate-seed", type=int, default=0)
    parser.addoption("--mutate-listed", default="", help="lines of output_mutants.toml, as JSON")


def listed() -> dict[str, list[list[str]]]:
    """Return the mutants that are known to be noticed: part, change and test, by function."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}


def write(noticed: dict[str, list[list[str]]]) -> None:
    """Write mutants with the tests that notice them beside those of other functions."""
    lines = [
        f"{json.dumps(name)} = [\n" + "".join(f"    {json.dumps(row)},\n" for row in rows) + "]\n"
        for name, rows in sorted((listed() | noticed).items())
    ]
    head = (
        "# Changed outputs by function: [part, change, test that notices]. See output_mutants.py.\n"
    )
    TABLE.write_text("\n".join([head, *lines]), encoding="utf-8")


def _plant_listed(session: Any) -> bool:
    """Plant the mutants that are given, each with its test alone."""
    items = {item.nodeid: item for item in session.items}
    for name, part, change, test in json.loads(session.config.option.mutate_listed):
        with planted(questions()[name], Mutant(name, part, change)):
            if test not in items or not fails([items[test]]):
                print(f"\nNOT NOTICED: {Mutant(name, part, change)} by {test}")
                session.testsfailed += 1
    return True


def pytest_runtestloop(session: Any) -> bool:
    """Plant one mutant after the other instead of running the tests once."""
    if session.config.option.mutate_listed:
        return _plant_listed(session)
    config, rng = session.config, random.Random(session.config.option.mutate_seed)
    users, survivors, total, kept = touched.users(), [], 0, dict[str, list[list[str]]]()
    for name, function in questions().items():
        if isinstance(function, Formula) or not fnmatch.fnmatch(name, config.option.mutate):
            continue
        place = (function.__module__, function.__name__)
        selection = touched.Selection([place], users)
        items = [i for i in session.items if not hasattr(i, "dtest") and i in selection]
        items.sort(key=lambda item: "test_every_claim" in item.nodeid)
        seen: dict[str, None] = {}

        def record(answer: Any, seen: dict[str, None] = seen) -> Any:
            seen.update(dict.fromkeys(parts(answer)))
            return answer

        with planted(function, record):
            broken = ""
            for item in items:
                broken = fails([item])
                if broken or seen:
                    break
        if broken:
            print(f"\n{name}: {broken} fails without a mutant", flush=True)
            continue
        for mutant in mutants(name, [*seen], rng):
            total += 1
            with planted(function, mutant):
                noticed = fails(items)
            by = [item for item in items if item.nodeid == noticed]
            if fails(by):  # by chance: it fails without the mutant too
                noticed = ""
            print(f"\n{mutant}: {noticed or 'NOT NOTICED'}", end="", flush=True)
            survivors += [str(mutant)] * (not noticed)
            if noticed:
                kept.setdefault(name, []).append([mutant.part, mutant.change, noticed])
        if not seen:
            print(f"\n{name}: no test of {len(items)} calls it", flush=True)
            survivors.append(f"{name} is called by no test")
    print(
        f"\n{total - len(survivors)} of {total} mutants noticed; not noticed:", *survivors, sep="\n"
    )
    write(kept)
    session.testsfailed = len(survivors)
    return True
