"""Functions and simulators on a grid of values: answers as rows, simulations as one dataset."""

import contextlib
import dataclasses
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.base.arguments import call
from depthlaws.base.cost_notice import ANNOUNCED_S, announce, time_is_said
from depthlaws.base.memory import GIB, free_memory
from depthlaws.base.strict_json import jsonable
from depthlaws.cli.values import MAX_POINTS, shown

MAX_RUNS = 1000  # simulations without a store
MAX_SECONDS = 86_400.0  # for a grid of answers


@dataclass(frozen=True)
class Answers:
    """Answers of a function on a grid: one row per point, ``axes`` name the arguments that vary."""

    question: str
    fixed: Mapping[str, Any]
    axes: Sequence[str]
    rows: Sequence[Mapping[str, Any]]

    @property
    def fields(self) -> list[str]:
        """Names of the parts of an answer."""
        return [name for name in self.rows[0] if name not in self.axes]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form; infinite and undefined numbers as words."""
        return jsonable({"question": self.question, "given": self.fixed, "rows": self.rows})


def points(given: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Iterator over the product of the values, which says their time after the first second.

    Raises: ValueError for more than MAX_POINTS.
    """
    size = math.prod(len(v) for v in given.values())
    if size > MAX_POINTS:
        msg = f"the options make {size} points; allowed: at most {MAX_POINTS}, give fewer values"
        raise ValueError(msg)
    every = (dict(zip(given, point, strict=True)) for point in itertools.product(*given.values()))
    return _with_time(every, size)


def _with_time(grid: Iterable[dict[str, Any]], size: int) -> Iterator[dict[str, Any]]:
    """Yield the points; once they have taken a second, say how long all of them take."""
    began, said = time.process_time(), False
    with contextlib.ExitStack() as parts:
        for done, point in enumerate(grid):
            took = time.process_time() - began
            if done and not said and took > ANNOUNCED_S:
                said = True
                whole = took / done * size
                if whole - took > ANNOUNCED_S and announce(f"a grid of {size:,} values", whole):
                    parts.enter_context(time_is_said())
            yield point


def answers(
    question: str, function: Callable[..., Any], given: Mapping[str, Sequence[Any]]
) -> Answers:
    """Evaluate a function at every point of the product of the values.

    Raises: ValueError for more than MAX_POINTS points, and what the function raises.
    """
    grid, size = points(given), math.prod(len(v) for v in given.values())
    axes = [name for name, v in given.items() if len(v) > 1]
    fixed = {name: v[0] for name, v in given.items() if len(v) == 1}
    rows, nbytes, began = [], 0, time.monotonic()
    for point in grid:
        rows.append({name: point[name] for name in axes} | fields(_answer(function, point)))
        nbytes += sum(getattr(part, "nbytes", 0) for part in rows[-1].values())
        _check_need(size, len(rows), nbytes, time.monotonic() - began)
    return Answers(question, fixed, axes, rows)


def _answer(function: Callable[..., Any], point: Mapping[str, Any]) -> Any:
    """Evaluate at one point. Raises: what the function raises; ArithmeticError with the point."""
    try:
        return call(function, point)
    except ArithmeticError as error:
        at = ", ".join(f"{name} = {shown(value)}" for name, value in point.items())
        reason = "overflows (above 1.8e308)" if isinstance(error, OverflowError) else str(error)
        msg = f"the answer cannot be computed at {at}: {reason}"
        raise ArithmeticError(msg) from error


def _check_need(size: int, done: int, nbytes: int, seconds: float) -> None:
    """Refuse a grid whose answers need too much memory or more than a day.

    Raises: MemoryError; ValueError after the first second, which shows the time per point.
    """
    remaining = size / done
    if nbytes * remaining > (free := nbytes + free_memory()):
        need = nbytes * remaining / GIB
        text = f"{size} answers need {need:.3g} GiB, {free / GIB:.3g} GiB are free"
        msg = f"{text}; ask for fewer points"
        raise MemoryError(msg)
    if seconds > 1 and seconds * remaining > MAX_SECONDS:
        days = seconds * remaining / MAX_SECONDS
        msg = f"{size} answers would take {days:.3g} days; ask for fewer points"
        raise ValueError(msg)


def fields(answer: Any) -> dict[str, Any]:
    """Parts of one answer by name: the fields of a record without functions, or a single value."""
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        visible = [f.name for f in dataclasses.fields(answer) if f.repr]
        parts = {name: getattr(answer, name) for name in visible}
    elif isinstance(answer, tuple) and hasattr(answer, "_fields"):
        parts = dict(zip(answer._fields, answer, strict=True))
    elif isinstance(answer, Mapping):
        parts = {str(k): v for k, v in answer.items()}
    else:
        return {"value": answer}
    return {name: part for name, part in parts.items() if not callable(part)}


def simulation(
    name: str,
    function: Callable[..., Any],
    given: Mapping[str, Sequence[Any]],
    *,
    whole: Iterable[str],
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Any, Answers]:
    """Run a simulator at every point of the product of the values.

    Returns one Dataset of all runs, and their last states as rows.

    ``whole`` names arguments that the simulator takes as lists, ``function.along`` the dimensions
    of its result that they make; ``progress(done, total)`` is called during each run.
    Raises: ValueError for more than MAX_RUNS runs.
    """
    import xarray as xr

    lists = {n: v[0] if len(v) == 1 else v for n, v in given.items() if n in set(whole)}
    grid = {n: v for n, v in given.items() if n not in lists}
    axes = [n for n, v in grid.items() if len(v) > 1]
    runs, rows, along = [], [], getattr(function, "along", frozenset())
    if (size := math.prod(len(v) for v in grid.values())) > MAX_RUNS:
        msg = (
            f"the options make {size} runs; allowed: at most {MAX_RUNS}, or any number with --store"
        )
        raise ValueError(msg)
    points = [dict(zip(grid, p, strict=True)) for p in itertools.product(*grid.values())]
    if len(points) > 1:
        _check_need_of_runs(
            [lambda step, at=at: call(function, at | lists | {"progress": step}) for at in points]
        )
    for at in points:
        run = call(function, at | lists | {"progress": progress})
        varying = {a: at[a] for a in axes}
        rows += [varying | row for row in ends(run, along)]
        # A coordinate for every dimension: runs of different length then fill up with NaN.
        index = {d: np.arange(n) for d, n in run.sizes.items() if d not in run.coords}
        runs.append(run.assign_coords(index).expand_dims({a: [v] for a, v in varying.items()}))
    fixed = {n: v[0] for n, v in grid.items() if n not in axes}
    if len(runs) > 1:
        joining: dict[str, Any] = {
            "data_vars": "all",
            "join": "outer",
            "combine_attrs": "drop_conflicts",
        }
        runs = [xr.combine_by_coords(runs, **joining)]
    return runs[0], Answers(name, fixed, axes, rows)


def _check_need_of_runs(runs: Sequence[Callable[..., Any]]) -> None:
    """Refuse a grid of runs that needs too much memory or time, before the first run."""
    from depthlaws.sims.common import cost

    costs = [cost.expected(run) for run in runs]
    cost.afford(
        f"the grid of {len(runs)} runs",
        need=sum(c.output for c in costs) + max(c.need - c.output for c in costs),
        free=free_memory(),
        seconds=sum(c.seconds for c in costs),
    )


def ends(run: Any, along: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Iterator over the last states of a run, one row a network: mean and error over samples."""
    # The row shows the last state anyway: no second column for its own name.
    run = run.drop_vars(
        [
            n
            for n in run.data_vars
            if str(n).removesuffix("_out") != n and str(n).removesuffix("_out") in run
        ]
    )
    end = run.isel({d: -1 for d in run.dims if d not in along | {"sample"}})
    axes = [str(d) for d in end.dims if d != "sample"]
    for point in itertools.product(*(range(end.sizes[a]) for a in axes)):
        cell = end.isel(dict(zip(axes, point, strict=True)))
        places = {a: cell[a].item() for a in axes}
        values: dict[str, Any] = {}
        for n, value in cell.data_vars.items():
            values |= _mean(str(n), value)
        yield places | values


def _mean(name: str, value: Any) -> dict[str, float]:
    if "sample" not in value.dims:
        return {name: value.item()}
    n = value.sizes["sample"]
    with np.errstate(invalid="ignore"):  # values that have overflowed have no error
        error = float(value.std("sample", ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    return {name: float(value.mean("sample")), f"{name} error": error}
