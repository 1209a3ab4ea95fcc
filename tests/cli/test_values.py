"""Typed values, and functions on a grid of values."""

import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import click
import numpy as np
import pytest
import xarray as xr
from hypothesis import assume, given
from hypothesis import strategies as st

from depthlaws.base import arguments
from depthlaws.base.strict_json import jsonable
from depthlaws.cli import grid
from depthlaws.cli.command import Command
from depthlaws.cli.shared_options import json_option
from depthlaws.cli.values import MAX_POINTS, shown, values
from depthlaws.sims.common import cost


@given(st.lists(st.integers() | st.floats(allow_nan=False), min_size=1))
def test_a_list_comes_back_as_it_was_typed(numbers):
    assert values(",".join(map(repr, numbers))) == numbers


@given(st.integers(-50, 50), st.integers(0, 60), st.integers(1, 7))
def test_an_integer_range_has_its_ends_and_stays_integer(low, length, step):
    assume(step <= length or length == 0)
    numbers = values(f"{low}:{low + length}:{step}")
    assert numbers == list(range(low, low + length + 1, step))
    assert all(isinstance(v, int) for v in numbers)


@given(st.integers(-20, 20), st.integers(1, 200), st.integers(1, 40))
def test_a_decimal_range_reaches_its_end(start, steps, tenths):
    """Rounding of the step must not lose the last point."""
    low, step = start / 10, tenths / 10
    high = (start + tenths * steps) / 10
    numbers = values(f"{low!r}:{high!r}:{step!r}")
    assert len(numbers) == steps + 1
    assert numbers[-1] == pytest.approx(high, rel=1e-12, abs=1e-12)


@given(st.floats(1e-12, 1e6), st.floats(1.001, 1e6), st.integers(2, 60))
def test_a_logarithmic_range_has_equal_ratios(low, factor, points):
    high = low * factor
    numbers = np.asarray(values(f"{low!r}:{high!r}:log{points}"))
    assert (len(numbers), numbers[0], numbers[-1]) == (points, low, high)
    ratios = np.diff(np.log(numbers))
    assert np.ptp(ratios) < 1e-12 * max(1.0, np.abs(np.log(numbers)).max())


def test_values_may_be_mixed():
    assert values("1:3,8, 1/64 ,inf") == [1, 2, 3, 8, 1 / 64, math.inf]
    assert values("-2:-1:lin3") == [-2.0, -1.5, -1.0]
    assert values("feedforward, block1", "text") == ["feedforward", "block1"]
    assert values("yes,0", "flag") == [True, False]
    assert values("none,1e5,-2e3,1e-3") == [None, 100_000, -2000, 0.001]
    assert all(isinstance(v, int) for v in values("1e5,-2e3"))


def test_whole_numbers_are_whole():
    """A width is 1e5 or a rounded point of a range, never 2.5."""
    assert values("1e5,64:512:log4,8.0", "integer") == [100_000, 64, 128, 256, 512, 8]
    assert values("1:4:log9", "integer") == [1, 2, 3, 4]
    for text in ("2.5", "1/3", "inf", "1e300", "[1,2]"):
        with pytest.raises(ValueError, match="whole number"):
            values(text, "integer")


def test_arrays_are_one_value_each():
    assert values("[0.2,1/2],[1,2]") == [[0.2, 0.5], [1, 2]]
    assert values("[[1, 0.5], [0.5, 1]]") == [[[1, 0.5], [0.5, 1]]]


@pytest.mark.parametrize("text", [
    "", "x", "nan", "1,,2", "1/0", "3:1", "1:2:3:4", "1:inf", "1:2:0", "1:2:-1", "0:1:log3",
    "1:2:log1", "1:2:lin", "1:2:logx", f"0:{MAX_POINTS}", "0:1:1e-300", "[]", "[1", "[1,x]", "1]",
    "1:none",
])  # fmt: skip
def test_bad_values_are_named(text):
    with pytest.raises(ValueError, match=r"allowed|must|neither"):
        values(text)
    with pytest.raises(ValueError, match="different length"):
        values("[[1,2],[3]]")
    with pytest.raises(ValueError, match="missing"):
        values("relu,", "text")
    with pytest.raises(ValueError, match="neither true nor false"):
        values("maybe", "flag")


@dataclass(frozen=True, kw_only=True)
class Shape:
    width: int
    deep: bool = False


def area(shape: Shape, /, height: float, unit: str = "m", *, factors: Sequence[int] = ()) -> str:
    """Area of a shape."""
    return f"{shape.width * height * (-1 if shape.deep else 1):g} {unit}"


def test_arguments_become_options_and_a_record_its_fields():
    options = {p.name: (p.kind, p.required, p.owner) for p in arguments.parameters(area)}
    assert options == {
        "width": ("integer", True, "shape"),
        "deep": ("flag", False, "shape"),
        "height": ("number", True, ""),
        "unit": ("text", False, ""),
    }
    assert arguments.call(area, {"width": 2, "height": 3, "deep": True}) == "-6 m"


def test_a_function_that_takes_a_function_cannot_be_asked():
    def apply(f: Callable[[float], float], x: float) -> float:
        return f(x)

    assert not arguments.askable(apply)
    assert arguments.askable(area)


def test_answers_cover_the_product_in_order():
    asked = grid.answers("area", area, {"width": [1, 2], "height": [3], "unit": ["m", "ft"]})
    assert asked.axes == ["width", "unit"]
    assert asked.fixed == {"height": 3}
    assert [tuple(r.values()) for r in asked.rows] == [
        (1, "m", "3 m"),
        (1, "ft", "3 ft"),
        (2, "m", "6 m"),
        (2, "ft", "6 ft"),
    ]
    assert asked.fields == ["value"]


def test_too_large_a_grid_is_refused_before_the_work():
    many = {"width": list(range(400)), "height": list(range(400))}
    with pytest.raises(ValueError, match="160000 points"):
        grid.answers("area", lambda width, height: 1 / 0, many)


def kernel(n: int) -> np.ndarray:
    return np.broadcast_to(0.0, (n, n))  # has a size, but takes no memory


def test_answers_that_will_not_fit_or_come_are_refused_early(monkeypatch):
    with pytest.raises(MemoryError, match=r"1000 answers need 7.45e\+06 GiB, \S+ GiB are"):
        grid.answers("kernel", lambda n, i: kernel(n), {"n": [1_000_000], "i": list(range(1000))})
    clock = itertools.count(step=2)
    monkeypatch.setattr("depthlaws.cli.grid.time.monotonic", lambda: next(clock))
    with pytest.raises(ValueError, match=r"90000 answers would take 2.08 days; ask for fewer"):
        grid.answers("slow", lambda i: i, {"i": list(range(90_000))})


def test_a_grid_of_runs_is_estimated_before_the_first(monkeypatch):
    def run(steps: int, width: int) -> xr.Dataset:
        cost.afford("a run", need=2.0**30, output=2.0**30, free=2.0**31, seconds=steps)
        raise AssertionError("the work began")

    monkeypatch.setattr(grid, "free_memory", lambda: 2**32)
    with pytest.raises(ValueError, match="the grid of 2 runs would take 48 hours or more"):
        grid.simulation("run", run, {"steps": [86_400, 86_399], "width": [1]}, whole=())
    with pytest.raises(MemoryError, match="the grid of 5 runs needs 5 GiB and 4 GiB are free"):
        grid.simulation("run", run, {"steps": [1], "width": [*range(5)]}, whole=())


def walk(steps: int, drift: float, seed: int) -> xr.Dataset:
    noise = np.random.default_rng(seed).standard_normal((8, steps))
    return xr.Dataset({"place": (("sample", "time"), np.cumsum(noise + drift, axis=1))})


def test_simulations_of_different_length_join_and_end_where_they_ended():
    given_values = {"steps": [2, 5], "drift": [0.0, 1.0], "seed": [1]}
    run, ends = grid.simulation("walk", walk, given_values, whole=())
    assert dict(run.sizes) == {"steps": 2, "drift": 2, "sample": 8, "time": 5}
    for row in ends.rows:
        alone = walk(row["steps"], row["drift"], 1).place
        np.testing.assert_array_equal(
            run.place.sel(steps=row["steps"], drift=row["drift"]).dropna("time"), alone
        )
        last = alone.to_numpy()[:, -1]
        assert row["place"] == pytest.approx(last.mean(), rel=1e-14)
        assert row["place error"] == pytest.approx(last.std(ddof=1) / 8**0.5, rel=1e-12)


def test_what_is_written_is_strict_json():
    data = jsonable({"a": np.array([1.0, np.inf]), "b": np.float64("nan"), 3: (1, None, True)})
    assert json.loads(json.dumps(data, allow_nan=False)) == {
        "a": [1.0, "inf"],
        "b": "nan",
        "3": [1, None, True],
    }


def test_shown_keeps_twelve_digits():
    assert shown(2 / 3) == "0.666666666667"
    assert shown(np.float64(1e-30)) == "1e-30"
    assert shown(7) == "7"


@pytest.mark.parametrize(
    ("typed", "file", "rest"),
    [
        (["--json"], "-", ()),
        (["--json", "chain"], "-", ("chain",)),
        (["chain", "--json", "-"], "-", ("chain",)),
        (["--json", "{}/x.json", "chain"], "{}/x.json", ("chain",)),
        (["chain"], None, ("chain",)),
    ],
)
def test_json_stands_alone_or_before_a_file(typed, file, rest, tmp_path):
    seen = {}

    @click.command(cls=Command)
    @click.argument("names", nargs=-1)
    @json_option
    def command(names, json_file):
        seen.update(names=names, json_file=json_file)

    command.main([t.format(tmp_path) for t in typed], standalone_mode=False)
    assert seen["names"] == rest
    assert seen["json_file"] == (None if file is None else type(tmp_path)(file.format(tmp_path)))


@pytest.mark.parametrize(
    ("function", "why"),
    [(lambda x: math.exp(1 / x), "overflows"), (lambda x: 1 / (x * x), "division by zero")],
)
def test_arithmetic_that_ends_says_where(function, why):
    with pytest.raises(ArithmeticError, match=f"cannot be computed at x = 1e-200: .*{why}"):
        grid.answers("made.up", function, {"x": [1e-200]})


def test_a_grid_says_how_long_it_takes_after_its_first_second(monkeypatch, caplog):
    clock = itertools.count(step=0.4)
    monkeypatch.setattr(grid.time, "process_time", lambda: next(clock))
    assert len(list(grid.points({"x": range(50)}))) == 50
    assert [r.getMessage() for r in caplog.records] == [
        "a grid of 50 values takes about 30 seconds"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [("0:1:5", "write 0, or 0:1:lin5"), ("1:64:70", "write 1,"), ("1:2:3x", "or 1:2:log5")],
)
def test_a_step_beyond_the_range_is_refused(text, says):
    with pytest.raises(ValueError, match=says):
        values(text)


@pytest.mark.parametrize(
    "text", ["1_000", "\uff11\uff12", "\u0661", "1:\uff11", "[\u0663]", "1e\uff13", "1;2", "1,2;3"]
)
def test_digits_are_those_from_0_to_9(text):
    """Formulas refuse these in text too."""
    with pytest.raises(ValueError, match="is not a"):
        values(text)


def test_a_bare_list_of_numbers_is_no_list_of_names():
    with pytest.raises(ValueError, match=r"write '0 1 2 1' for the order, 0x1,1x1,2x1,1x1 for the"):
        values("0,1,2,1", "text")
    assert values("2x1,4x1", "text") == ["2x1", "4x1"]
