"""Survey of mutants of what is seen: figures' variables, simulators' variables, leaves of --json.

Run: make seen-mutants ONLY='figure:chain-*'. One variable of a figure's dataset (``figure:ID``) or
of a simulator's (``sims:NAME``), or one number of a command's record (``json:COMMAND``) is
multiplied by 1.01, negated, or exchanged with the next; the tests that use it run until one fails.
Tests with a snapshot do not count: they repeat numbers. Mutants that a test notices are written to
``seen_mutants.toml``, of which ``make test`` plants a sample (``tests/test_seen_mutants.py``);
those that none notices are listed.
"""

import fnmatch
import inspect
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import click
import numpy as np
import xarray as xr

from depthlaws.base import strict_json
from depthlaws.figures.engine.record import Figure
from depthlaws.sims import simulators
from tests import mutant_tables
from tests.mutant_tables import failed
from tests.output_mutants import planted

TABLE = Path(__file__).with_suffix(".toml")
Change = Callable[[Any], Any]
CHANGES: dict[str, Change] = {"times 1.01": lambda x: 1.01 * x, "negated": lambda x: -x}
PATIENCE_S = 60.0  # for the tests of a mutant


def fails(items: list[Any]) -> str:
    """Return the first test that fails, empty if none does in ``PATIENCE_S`` seconds."""
    until = time.monotonic() + PATIENCE_S
    for item in items:
        if time.monotonic() > until:
            break
        if failed(item):
            return item.nodeid
    return ""


def variables(dataset: Any) -> list[str]:
    """Return the names of the variables of a dataset that hold a number other than 0."""
    if not isinstance(dataset, xr.Dataset):
        return []
    numbers = ((str(n), v) for n, v in dataset.data_vars.items() if v.dtype.kind in "fci")
    return [name for name, v in numbers if bool((np.isfinite(v) & (v != 0)).any())]


def with_variable(dataset: Any, name: str, change: str) -> Any:
    """Return a dataset with one variable changed; anything else stays."""
    names = variables(dataset)
    if name not in names:
        return dataset
    if change != "exchanged":
        values = CHANGES[change](dataset[name].values)
        return dataset.assign({name: dataset[name].copy(data=values)})
    shape = dataset[name].dims
    fellows = [n for n in names if dataset[n].dims == shape]
    other = fellows[(fellows.index(name) + 1) % len(fellows)]
    here, there = dataset[name], dataset[other]
    return dataset.assign({name: here.copy(data=there.values), other: there.copy(data=here.values)})


def leaves(record: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of the numbers of a record; every entry of a list is ``*``."""
    if isinstance(record, dict):
        for key, value in record.items():
            yield from leaves(value, f"{path}/{key}")
    elif isinstance(record, list):
        for value in record:
            yield from leaves(value, f"{path}/*")
    elif isinstance(record, int | float) and not isinstance(record, bool):
        yield path


def with_leaf(record: Any, wanted: str, change: str, path: str = "") -> Any:
    """Return a record with one number changed in every entry of its lists."""
    if isinstance(record, dict):
        out = {k: with_leaf(v, wanted, change, f"{path}/{k}") for k, v in record.items()}
        parent, _, key = wanted.rpartition("/")
        if change == "exchanged" and parent == path and key in out:
            names = [n for n, v in out.items() if isinstance(v, int | float)]
            other = names[(names.index(key) + 1) % len(names)] if key in names else key
            out |= {key: out[other], other: out[key]}
        return out
    if isinstance(record, list):
        return [with_leaf(value, wanted, change, f"{path}/*") for value in record]
    number = isinstance(record, int | float) and not isinstance(record, bool)
    return CHANGES[change](record) if number and path == wanted and change in CHANGES else record


@contextmanager
def figure_planted(name: str, change: Change) -> Iterator[None]:
    """Change the tiny dataset of a figure, which is computed once."""
    from tests.figures import test_every_figure

    computed = Figure.small

    def small(self: Figure, **changes: Any) -> Any:
        key = (self.id, str(changes))
        if key not in _DATASETS:
            _DATASETS[key] = computed(self, **changes)
        dataset = _DATASETS[key].copy(deep=True)
        return change(dataset) if self.id == name else dataset

    test_every_figure.small.cache_clear()
    with mock.patch.object(Figure, "small", small):
        yield
    test_every_figure.small.cache_clear()


_DATASETS: dict[tuple[str, str], xr.Dataset] = {}


@contextmanager
def record_planted(name: str, change: Change) -> Iterator[None]:
    """Change the record that a command writes."""

    def changed(record: Any, place: str) -> Any:
        return change(record) if place == name else record

    with _records(changed):
        yield


@contextmanager
def _records(change: Callable[[Any, str], Any]) -> Iterator[None]:
    """Put every whole record that a command writes through a function of it and the command."""
    whole, inside = strict_json.jsonable, []

    def jsonable(data: Any) -> Any:
        if inside or not (context := click.get_current_context(silent=True)):
            return whole(data)
        inside.append(data)  # whole() asks for the parts of a record by the same name
        try:
            return change(whole(data), command_of(context))
        finally:
            inside.clear()

    with mock.patch.object(strict_json, "jsonable", jsonable):
        yield


def command_of(context: click.Context) -> str:
    """Return the name of a command and of its subject."""
    return " ".join(context.command_path.split()[1:3])


def plant(place: str, part: str, change: str) -> Any:
    """Return a context in which one part of what a place answers is changed."""
    room, _, name = place.partition(":")
    if room == "json":
        return record_planted(name, lambda record: with_leaf(record, part, change))
    altered: Change = lambda dataset: with_variable(dataset, part, change)  # noqa: E731
    if room == "figure":
        return figure_planted(name, altered)
    return planted(simulators()[name], altered)


def pytest_addoption(parser: Any) -> None:
    """Add the choice of places, the patience and the seed of the draw."""
    parser.addoption("--seen", default="*", help="places, such as 'figure:chain-*'")
    parser.addoption("--seen-others", type=int, default=2, help="negated and exchanged parts")
    parser.addoption("--seen-listed", default="", help="lines of seen_mutants.toml, as JSON")


def _users(items: list[Any], name: str) -> list[Any]:
    """Tests that name a figure, in their text or as their case, without snapshots."""

    def uses(item: Any) -> bool:
        cases = getattr(getattr(item, "callspec", None), "params", {}).values()
        named = any(isinstance(case, str) and case == name for case in cases)
        return named or f'"{name}"' in inspect.getsource(item.function)

    mine = [i for i in items if hasattr(i, "function") and uses(i)]
    mine = [i for i in mine if "snapshot" not in i.fixturenames]
    # First those that are written for the figure, last those that draw all figures.
    return sorted(mine, key=lambda i: f'"{name}"' not in inspect.getsource(i.function))


def _figures(items: list[Any], asked: str) -> Iterator[tuple[str, list[str], list[Any]]]:
    from depthlaws.figures.engine import registry

    for name in fnmatch.filter(sorted(registry.modules()), asked.partition(":")[2]):
        with figure_planted(name, lambda dataset: dataset):
            names = variables(registry.figure(name).small())
            # Tests that hold where the dataset is not computed again.
            tests = [item for item in _users(items, name) if not fails([item])]
        yield f"figure:{name}", names, tests


def _reached(
    items: list[Any], watch: Callable[[dict[str, dict[str, list[Any]]], Any], Any], asked: str
) -> Iterator[tuple[str, list[str], list[Any]]]:
    """Run every test once; yield places with their parts and the tests that reach them.

    Tests with a snapshot do not count; the others come by the time they take.
    """
    found: dict[str, dict[str, list[Any]]] = {}
    spent: dict[str, float] = {}
    for item in items:
        if not hasattr(item, "function") or "snapshot" in item.fixturenames:
            continue
        start = time.monotonic()
        with watch(found, item):
            if fails([item]):
                found = {place: {p: [i for i in mine if i is not item] for p, mine in parts.items()}
                         for place, parts in found.items()}  # fmt: skip
        spent[item.nodeid] = time.monotonic() - start
    for place in fnmatch.filter(sorted(found), asked):
        parts = found[place]
        tests = [i for i in items if any(i in mine for mine in parts.values())]
        tests.sort(key=lambda item: spent[item.nodeid])
        yield place, [*parts], tests


@contextmanager
def _watched_records(found: dict[str, dict[str, list[Any]]], item: Any) -> Iterator[None]:
    def noted(record: Any, command: str) -> Any:
        parts = found.setdefault(f"json:{command}", {})
        for path in dict.fromkeys(leaves(record)):
            parts.setdefault(path, []).append(item)
        return record

    with _records(noted):
        yield


@contextmanager
def _watched_simulators(found: dict[str, dict[str, list[Any]]], item: Any) -> Iterator[None]:
    def watch(name: str) -> Change:
        def noted(dataset: Any) -> Any:
            parts = found.setdefault(f"sims:{name}", {})
            for variable in variables(dataset):
                parts.setdefault(variable, []).append(item)
            return dataset

        return noted

    with ExitStack() as stack:
        for name, function in simulators().items():
            stack.enter_context(planted(function, watch(name)))
        yield


def pytest_runtestloop(session: Any) -> bool:
    """Plant one mutant after the other instead of running the tests once."""
    options = session.config.option
    if options.seen_listed:
        return mutant_tables.plant(session, options.seen_listed, plant)
    rooms = {
        "figure": lambda asked: _figures(session.items, asked),
        "sims": lambda asked: _reached(session.items, _watched_simulators, asked),
        "json": lambda asked: _reached(session.items, _watched_records, asked),
    }
    survivors, total, kept, rng = [], 0, dict[str, list[list[str]]](), random.Random(0)
    for place, parts, tests in rooms[options.seen.partition(":")[0]](options.seen):
        # The smallest change of every part, then others at random.
        mutants = [(part, "times 1.01") for part in parts]
        others = [(part, change) for part in parts for change in ("negated", "exchanged")]
        mutants += rng.sample(others, min(options.seen_others, len(others)))
        for part, change in mutants:
            total, start = total + 1, time.monotonic()
            with plant(place, part, change):
                noticed = fails(tests)
            by = [item for item in tests if item.nodeid == noticed]
            noticed = "" if fails(by) else noticed
            spent = f"{time.monotonic() - start:.1f} s"
            print(
                f"\n{place} {part} {change}: {noticed or 'NOT NOTICED'} {spent}", end="", flush=True
            )
            survivors += [f"{place} {part} {change}"] * (not noticed)
            if noticed:
                kept.setdefault(place, []).append([part, change, noticed])
        mutant_tables.write(TABLE, kept)
    print(f"\n{total - len(survivors)} of {total} noticed; not noticed:", *survivors, sep="\n")
    session.testsfailed = len(survivors)
    return True
