"""Answers of ``simulate``: means rounded to their errors, a law beside them, what is drawn."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from depthlaws.cli.grid import Answers
from depthlaws.cli.plot_curves import SIMULATED
from depthlaws.cli.values import shown

ERROR = " error"  # end of the name of a mean's standard error
LAW = " at infinite width"  # end of the name of the value that the theory gives
TIMES = ("time", "step", "iteration")  # dimensions along which a single run is drawn, the first
WITH_LAW = ("residual", "matrix-free")  # simulators of streams, whose energy has a law
STREAM = ("loops", "layers", "eps", "s", "h0", "activation", "normalize", "visits")
NOT_IN_LAW = ("post_activation", "start")  # options of streams without this law


def rounded(mean: float, error: float) -> str:
    """Return a mean with as many digits as its standard error allows, which has two.

    >>> rounded(1.28287053878, 0.0957983252583), rounded(2.5, float("nan")), rounded(2134.2, 310)
    ('1.283 +- 0.096', '2.5', '2130 +- 310')
    """
    if not 0 < error < math.inf or not math.isfinite(mean):
        return shown(mean)
    places = 1 - math.floor(math.log10(error))
    digits = max(0, places)
    return f"{round(mean, places):.{digits}f} +- {round(error, places):.{digits}f}"


def cells(answers: Answers) -> list[dict[str, str]]:
    """Return the rows of a table, each mean together with its error."""
    rows = []
    for row in answers.rows:
        means = {n for n in row if n + ERROR in row}
        rows.append(
            {
                name: rounded(value, row[name + ERROR]) if name in means else shown(value)
                for name, value in row.items()
                if name.removesuffix(ERROR) == name or name.removesuffix(ERROR) not in means
            }
        )
    return rows


def with_law(simulator: str, answers: Answers) -> Answers:
    """Return the answers with the energy at infinite width beside each simulated energy."""
    rows = []
    for row in answers.rows:
        given = {**answers.fixed, **{name: row[name] for name in answers.axes}}
        energies = stream_energies(simulator, given) if "energy" in row else None
        law = {} if energies is None else {f"energy{LAW}": float(energies[-1])}
        rows.append(dict(row) | law)
    return Answers(answers.question, answers.fixed, answers.axes, rows)


def stream_energies(simulator: str, given: Mapping[str, Any]) -> np.ndarray | None:
    """Return the energies (time,) of a stream at infinite width, or None where no law is known."""
    if simulator not in WITH_LAW or any(given.get(name) for name in NOT_IN_LAW):
        return None
    from depthlaws.theory.residual import Stream
    from depthlaws.theory.symbolic.registry import UnknownNameError

    try:
        stream = Stream(**{name: given[name] for name in STREAM if name in given})
    except UnknownNameError:  # an activation that only the simulators know
        return None
    if np.ndim(stream.h0):
        return None
    divisor = {"sqrt": stream.steps**0.5, "linear": stream.steps}.get(given.get("scale", ""), 1)
    eps = np.divide(stream.eps, divisor)
    options = {name: getattr(stream, name) for name in STREAM if name != "eps"}
    if stream.visits is not None:
        options = {name: options[name] for name in options if name not in ("loops", "layers")}
    return Stream(eps=eps if np.ndim(eps) else float(eps), **options).energies


def drawn(simulator: str, run: Any, answers: Answers) -> Answers:
    """Return what is drawn: last states over an option, or the course of a single run.

    Names of simulated values begin with ``simulated_``; the same name without it is the law.
    """
    places = [name for name in answers.rows[0] if name in (*answers.axes, *run.dims)]
    axes = [name for name in places if len({row[name] for row in answers.rows}) > 1]
    if axes:
        left_out = {*places} - {*axes}
        kept = [{n: v for n, v in row.items() if n not in left_out} for row in answers.rows]
        rows = [_named(row, axes) for row in kept]
        return Answers(answers.question, answers.fixed, axes, rows)
    x = next((dimension for dimension in TIMES if run.sizes.get(dimension, 0) > 1), None)
    if x is None:
        rows = [_named(row, places) for row in answers.rows]
        return Answers(answers.question, answers.fixed, [], rows)
    run = run.squeeze([d for d in run.dims if run.sizes[d] == 1 and d != "sample"], drop=True)
    course = run[[name for name in run.data_vars if {*run[name].dims} in ({x}, {x, "sample"})]]
    at = run[x].to_numpy().tolist()
    rows = [{x: place} | row for place, row in zip(at, _states(course, x), strict=True)]
    energies = stream_energies(simulator, answers.fixed) if "energy" in course else None
    if energies is not None and len(energies) == len(rows):
        rows = [row | {f"energy{LAW}": float(e)} for row, e in zip(rows, energies, strict=True)]
    return Answers(answers.question, answers.fixed, [x], [_named(row, [x]) for row in rows])


def _states(course: Any, x: str) -> Iterable[dict[str, float]]:
    from depthlaws.cli import grid

    for i in range(course.sizes[x]):
        (row,) = grid.ends(course.isel({x: [i]}), frozenset())
        yield row


def _named(row: Mapping[str, Any], axes: Sequence[str]) -> dict[str, Any]:
    """Return a row with the names of a plot: law, simulated mean and its error."""
    named = {}
    for name, value in row.items():
        if name in axes:
            named[name] = value
        elif name.endswith(LAW):
            named[name.removesuffix(LAW)] = value
        else:
            named[SIMULATED + name] = value
    return named
