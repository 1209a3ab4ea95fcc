"""Functions asked on a grid of values: their arguments, their answers, whole simulations."""

import dataclasses
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws._arguments import call
from depthlaws._json import jsonable
from depthlaws.faults import GIB, free_memory
from depthlaws.values import MOST, shown

MOST_RUNS = 1000


@dataclass(frozen=True)
class Answers:
    """What a function answers on a grid: one row a point, ``axes`` name what varies."""

    question: str
    fixed: Mapping[str, Any]
    axes: Sequence[str]
    rows: Sequence[Mapping[str, Any]]

    @property
    def fields(self) -> list[str]:
        """Names of what was answered."""
        return [name for name in self.rows[0] if name not in self.axes]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form; infinite and undefined numbers as words."""
        return jsonable({"question": self.question, "given": self.fixed, "rows": self.rows})


def points(given: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Points of the product of the values. Raises: ValueError for more than MOST."""
    size = math.prod(len(v) for v in given.values())
    if size > MOST:
        msg = f"the options make {size} points; allowed: at most {MOST}"
        raise ValueError(msg)
    return (dict(zip(given, point, strict=True)) for point in itertools.product(*given.values()))


def answers(
    question: str, function: Callable[..., Any], given: Mapping[str, Sequence[Any]]
) -> Answers:
    """Ask at every point of the product of the values given.

    Raises: ValueError for more than MOST points, and what the function raises.
    """
    asked, size = points(given), math.prod(len(v) for v in given.values())
    axes = [name for name, v in given.items() if len(v) > 1]
    fixed = {name: v[0] for name, v in given.items() if len(v) == 1}
    rows, held, began = [], 0, time.monotonic()
    for at in asked:
        rows.append({name: at[name] for name in axes} | fields(_answer(function, at)))
        held += sum(getattr(part, "nbytes", 0) for part in rows[-1].values())
        _bearable(size, len(rows), held, time.monotonic() - began)
    return Answers(question, fixed, axes, rows)


def _answer(function: Callable[..., Any], at: Mapping[str, Any]) -> Any:
    """Ask at one point. Raises: what the function raises, an ArithmeticError with the point."""
    try:
        return call(function, at)
    except ArithmeticError as error:
        asked = ", ".join(f"{name} = {shown(value)}" for name, value in at.items())
        what = "overflows (above 1.8e308)" if isinstance(error, OverflowError) else str(error)
        msg = f"the answer cannot be computed at {asked}: {what}"
        raise ArithmeticError(msg) from error


def _bearable(size: int, done: int, held: int, seconds: float) -> None:
    """Refuse to go on with a grid whose answers will not fit, or not come today.

    Raises: MemoryError; ValueError once a second has shown how long a point takes.
    """
    whole, longest = size / done, 86_400.0
    if held * whole > (free := held + free_memory()):
        msg = f"{size} answers need {held * whole / GIB:.3g} GiB, {free / GIB:.3g} GiB are free"
        raise MemoryError(msg)
    if seconds > 1 and seconds * whole > longest:
        msg = (
            f"{size} answers would take {seconds * whole / longest:.3g} days; ask for fewer points"
        )
        raise ValueError(msg)


def fields(answer: Any) -> dict[str, Any]:
    """Parts of one answer by name: those of a record (but functions), or its single value."""
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        shown = [f.name for f in dataclasses.fields(answer) if f.repr]
        parts = {name: getattr(answer, name) for name in shown}
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
    """Run a simulator at every point of the product of the values: one Dataset, and its ends.

    ``whole`` names arguments that the simulator takes as lists, ``function.along`` the dimensions
    of its result that they make; ``progress`` hears how far each run is.
    Raises: ValueError for more than MOST_RUNS runs.
    """
    import xarray as xr

    lists = {n: v[0] if len(v) == 1 else v for n, v in given.items() if n in set(whole)}
    grid = {n: v for n, v in given.items() if n not in lists}
    axes = [n for n, v in grid.items() if len(v) > 1]
    runs, rows, along = [], [], getattr(function, "along", frozenset())
    if (size := math.prod(len(v) for v in grid.values())) > MOST_RUNS:
        msg = f"the options make {size} runs; allowed: at most {MOST_RUNS}"
        raise ValueError(msg)
    points = [dict(zip(grid, p, strict=True)) for p in itertools.product(*grid.values())]
    if len(points) > 1:
        _afford(
            [lambda told, at=at: call(function, at | lists | {"progress": told}) for at in points]
        )
    for at in points:
        found = call(function, at | lists | {"progress": progress})
        varying = {a: at[a] for a in axes}
        rows += [varying | row for row in ends(found, along)]
        # A coordinate for every dimension: runs of different length then fill up with NaN.
        index = {d: np.arange(n) for d, n in found.sizes.items() if d not in found.coords}
        runs.append(found.assign_coords(index).expand_dims({a: [v] for a, v in varying.items()}))
    one = {n: v[0] for n, v in grid.items() if n not in axes}
    if len(runs) > 1:
        how: dict[str, Any] = {
            "data_vars": "all",
            "join": "outer",
            "combine_attrs": "drop_conflicts",
        }
        runs = [xr.combine_by_coords(runs, **how)]
    return runs[0], Answers(name, one, axes, rows)


def _afford(runs: Sequence[Callable[..., Any]]) -> None:
    """Refuse a grid of runs that all together need more than there is, before the first."""
    from depthlaws.sims import cost

    costs = [cost.expected(run) for run in runs]
    cost.afford(
        f"the grid of {len(runs)} runs",
        need=sum(c.output for c in costs) + max(c.need - c.output for c in costs),
        free=free_memory(),
        seconds=sum(c.seconds for c in costs),
    )


def ends(run: Any, along: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Yield the end of a run for each of its networks: mean and its error over samples."""
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
    with np.errstate(invalid="ignore"):  # what has overflowed has no error
        error = float(value.std("sample", ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    return {name: float(value.mean("sample")), f"{name} error": error}
