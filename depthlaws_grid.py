"""Values typed on the command line, and what a function answers on the grid of them."""

import dataclasses
import inspect
import itertools
import math
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

MOST = 100_000
SYNTAX = (
    "allowed: a number (64, 0.5, 1/64, inf), a list (2,8,64), a range with its ends (1:64, "
    "1:64:2), a logarithmic or linear range of n points (1e-3:1:log30, 0:1:lin11)"
)


def values(text: str, kind: str = "number") -> list[Any]:
    """Values of one option, from ``2,8,inf``, ``1:64:2`` or ``1e-3:1:log30``.

    >>> values("1:7:2,64,inf")
    [1, 3, 5, 7, 64, inf]
    >>> values("1e-2:1:log3")
    [0.01, 0.1, 1.0]

    Raises: ValueError with the syntax that is allowed.
    """
    if kind == "text":
        return [part.strip() for part in text.split(",")]
    if kind == "flag":
        return [_flag(text)]
    found = [value for part in text.split(",") for value in _part(part.strip())]
    if len(found) > MOST:
        msg = f"{text!r} means {len(found)} values; allowed: at most {MOST}"
        raise ValueError(msg)
    return found


def _flag(text: str) -> bool:
    known = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if text.lower() not in known:
        msg = f"{text!r} is neither true nor false"
        raise ValueError(msg)
    return known[text.lower()]


def _number(text: str) -> int | float:
    for read in (int, float, lambda t: float(Fraction(t))):
        try:
            value = read(text)
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
        if not math.isnan(value):
            return value
    msg = f"{text!r} is not a value; {SYNTAX}"
    raise ValueError(msg)


def _part(text: str) -> Sequence[int | float]:
    low, *rest = text.split(":")
    if not rest:
        return [_number(low)]
    a, b, how = _number(low), _number(rest[0]), rest[1] if len(rest) == 2 else "1"
    if len(rest) > 2 or not (math.isfinite(a) and math.isfinite(b) and a <= b):
        msg = f"{text!r} is not a range from a lower to a higher finite value; {SYNTAX}"
        raise ValueError(msg)
    if how[:3] in {"log", "lin"}:
        return _spread(text, a, b, how[:3], how[3:])
    step = _number(how)
    if not 0 < step < math.inf:
        msg = f"{text!r} has the step {step}; a step must be positive and finite"
        raise ValueError(msg)
    steps = (b - a) / step
    count = math.floor(steps + 1e-9) + 1 if steps < MOST else MOST + 1
    return [a + i * step for i in range(count)]


def _spread(text: str, a: float, b: float, kind: str, count: str) -> Sequence[float]:
    if not (count.isdecimal() and 2 <= int(count) <= MOST):
        msg = f"{text!r} must end in {kind} and a number of points from 2 to {MOST}"
        raise ValueError(msg)
    if kind == "log" and a <= 0:
        msg = f"{text!r} is logarithmic: its ends must be positive, got {a}"
        raise ValueError(msg)
    return (np.geomspace if kind == "log" else np.linspace)(a, b, int(count)).tolist()


@dataclass(frozen=True)
class Parameter:
    """One argument of a function as an option; ``owner`` is the record it is a field of."""

    name: str
    kind: str
    default: Any
    about: str = ""
    owner: str = ""
    listed: bool = False  # the function itself takes several values

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is inspect.Parameter.empty


def parameters(function: Callable[..., Any]) -> list[Parameter]:
    """Arguments that can be typed; a dataclass among them counts as its fields.

    Raises: TypeError for a function with a required argument that nobody can type.
    """
    hints = _hints(function)
    found: list[Parameter] = []
    for p in inspect.signature(function).parameters.values():
        record: Any = hints.get(p.name)
        if dataclasses.is_dataclass(record):
            inner = _hints(record)
            for q in inspect.signature(record).parameters.values():
                found += _parameter(q, inner.get(q.name), owner=p.name)
        else:
            about = str(getattr(function, "domain", {}).get(_symbol(function, p.name), ""))
            found += _parameter(p, record, about=f"in {about}" if about else "")
    return found


def _hints(function: Any) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):  # a record that is callable has none
        return {}


def _symbol(function: Any, name: str) -> Any:
    return next((s for s in getattr(function, "symbols", ()) if s.name == name), None)


def _parameter(
    p: inspect.Parameter, hint: Any, *, about: str = "", owner: str = ""
) -> Iterator[Parameter]:
    inside = {hint, *typing.get_args(hint)}
    if isinstance(p.default, bool) or hint is bool:
        kind = "flag"
    elif isinstance(p.default, str) or str in inside:
        kind = "text"
    elif isinstance(p.default, int | float) or p.default in (None, inspect.Parameter.empty):
        kind = "number"
    else:
        return  # keeps its default
    callables = [h for h in inside if typing.get_origin(h) is Callable or h is Callable]
    if p.kind in {p.VAR_POSITIONAL, p.VAR_KEYWORD} or callables:
        if p.default is inspect.Parameter.empty:
            msg = f"argument {p.name} cannot be typed"
            raise TypeError(msg)
        return
    listed = any(typing.get_origin(h) in {Iterable, Sequence} for h in inside)
    yield Parameter(p.name, kind, p.default, about, owner, listed)


def askable(function: Callable[..., Any]) -> bool:
    """Whether every required argument can be typed."""
    try:
        parameters(function)
    except TypeError:
        return False
    return True


def call(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a function with arguments by name, its dataclass arguments built from their fields."""
    hints, positional, named = _hints(function), [], {}
    for p in inspect.signature(function).parameters.values():
        record: Any = hints.get(p.name)
        if dataclasses.is_dataclass(record):
            own = inspect.signature(record).parameters.keys() & given.keys()
            value = record(**{name: given[name] for name in own})
        elif p.name in given or p.kind is p.POSITIONAL_ONLY:
            value = given.get(p.name, p.default)
        else:
            continue
        if p.kind is p.POSITIONAL_ONLY:
            positional.append(value)
        else:
            named[p.name] = value
    return function(*positional, **named)


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
        return plain({"question": self.question, "given": self.fixed, "rows": self.rows})


def answers(
    question: str, function: Callable[..., Any], given: Mapping[str, Sequence[Any]]
) -> Answers:
    """Ask at every point of the product of the values given.

    Raises: ValueError for more than MOST points, and what the function raises.
    """
    size = math.prod(len(v) for v in given.values())
    if size > MOST:
        msg = f"the options make {size} points; allowed: at most {MOST}"
        raise ValueError(msg)
    axes = [name for name, v in given.items() if len(v) > 1]
    fixed = {name: v[0] for name, v in given.items() if len(v) == 1}
    rows = []
    for point in itertools.product(*given.values()):
        at = dict(zip(given, point, strict=True))
        rows.append({name: at[name] for name in axes} | fields(call(function, at)))
    return Answers(question, fixed, axes, rows)


def simulation(
    name: str,
    function: Callable[..., Any],
    given: Mapping[str, Sequence[Any]],
    *,
    whole: Iterable[str],
    fixed: Mapping[str, Any],
) -> tuple[Any, Answers]:
    """Run a simulator at every point of the product of the values: one Dataset, and its ends.

    ``whole`` names arguments that the simulator takes as lists, ``fixed`` those not from a grid.
    """
    import xarray as xr

    lists = {n: v[0] if len(v) == 1 else v for n, v in given.items() if n in set(whole)}
    grid = {n: v for n, v in given.items() if n not in lists}
    axes = [n for n, v in grid.items() if len(v) > 1]
    runs, rows = [], []
    for point in itertools.product(*grid.values()):
        at = dict(zip(grid, point, strict=True))
        found = call(function, at | lists | dict(fixed))
        varying = {a: at[a] for a in axes}
        rows += [varying | row for row in _ends(found)]
        # A coordinate for every dimension: runs of different length then fill up with NaN.
        index = {d: np.arange(n) for d, n in found.sizes.items() if d not in found.coords}
        runs.append(found.assign_coords(index).expand_dims({a: [v] for a, v in varying.items()}))
    one = {n: v[0] for n, v in grid.items() if n not in axes}
    if len(runs) > 1:
        runs = [xr.combine_by_coords(runs, join="outer", combine_attrs="drop_conflicts")]
    return runs[0], Answers(name, one, axes, rows)


ALONG = {"network", "depth", "data", "rate", "init", "step"}


def _ends(run: Any) -> Iterator[dict[str, Any]]:
    """Yield the end of a run for each of its networks: mean and its error over samples."""
    end = run.isel({d: -1 for d in run.dims if d not in ALONG | {"sample"}})
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
    error = float(value.std("sample", ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    return {name: float(value.mean("sample")), f"{name} error": error}


def fields(answer: Any) -> dict[str, Any]:
    """Parts of one answer by name: those of a record, or its single value."""
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        shown = [f.name for f in dataclasses.fields(answer) if f.repr]
        return {name: getattr(answer, name) for name in shown}
    if isinstance(answer, tuple) and hasattr(answer, "_fields"):
        return dict(zip(answer._fields, answer, strict=True))
    if isinstance(answer, Mapping):
        return {str(k): v for k, v in answer.items()}
    return {"value": answer}


def plain(value: Any) -> Any:
    """JSON-able form of numbers, arrays, paths and records, however nested."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, str | bool | int | None):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, Sequence):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return str(value)


def shown(value: Any) -> str:
    """Short form for a table: twelve digits."""
    if isinstance(value, float | np.floating):
        return f"{value:.12g}"
    if isinstance(value, np.ndarray) and value.ndim:
        return np.array2string(value, precision=8, threshold=200)
    return str(value)


def plot(asked: Answers, path: Path) -> None:
    """Draw every numeric part of the answers against the first option that varies.

    Raises: ValueError if nothing varies or the answers are not numbers; OSError; ValueError for a
    file type that is not known, with those that are.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from figures import style

    if not asked.axes:
        msg = "--plot needs an option with more than one value, for example --L 1:64"
        raise ValueError(msg)
    numeric = [f for f in asked.fields if all(_is_number(r[f]) for r in asked.rows)]
    x, others = asked.axes[0], asked.axes[1:]
    if not numeric or not all(_is_number(r[x]) for r in asked.rows):
        msg = f"--plot needs numbers, got {asked.fields} against {x}"
        raise ValueError(msg)
    with mpl.rc_context(dict(style.RC)):
        canvas = Figure(figsize=(style.WIDTHS[1], 2.6 * len(numeric)), layout="constrained")
        panels = canvas.subplots(len(numeric), 1, squeeze=False)[:, 0]
        for panel, field in zip(panels, numeric, strict=True):
            for label, points in _curves(asked.rows, x, others, field).items():
                panel.plot(*zip(*points, strict=True), label=label)
            panel.set(xlabel=x, ylabel=asked.question if field == "value" else field)
            _scale(panel, [r[x] for r in asked.rows], [r[field] for r in asked.rows])
            if others:
                panel.legend()
        canvas.savefig(path)


def _is_number(value: Any) -> bool:
    return np.ndim(value) == 0 and isinstance(value, int | float | np.number)


def _curves(
    rows: Sequence[Mapping[str, Any]], x: str, others: Sequence[str], field: str
) -> dict[str, list[tuple[float, float]]]:
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        label = ", ".join(f"{o} = {shown(row[o])}" for o in others)
        curves.setdefault(label, []).append((float(row[x]), float(row[field])))
    return curves


def _scale(panel: Any, x: Sequence[float], y: Sequence[float]) -> None:
    """Logarithmic axes where the values are positive and span decades."""
    for name, data in (("xscale", x), ("yscale", y)):
        finite = np.asarray([v for v in data if math.isfinite(v)], dtype=float)
        if finite.size and finite.min() > 0 and finite.max() >= 100 * finite.min():
            panel.set(**{name: "log"})
