"""Values of options: read from the text that is typed, and written for a table."""

import math
import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from depthlaws.base.exact_numbers import only_digits
from depthlaws.cli.table_file import is_plain

MAX_POINTS = 100_000  # values of one option, and points of a grid
MAX_EXACT_INTEGER = 2**53  # below it every whole float is exactly one integer
SYNTAX = (
    "allowed: a number (64, 1e5, 1/64, inf), a list (2,8,64), a range with its ends (1:64, "
    "1:64:2, or 1:64:2x that doubles), a logarithmic or linear range of n points (1e-3:1:log30, "
    "0:1:lin11), an array ('[0.2,0.7]')"
)
FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def values(text: str, kind: str = "number") -> list[Any]:
    """Read the values of one option: ``2,8,inf``, ``1:64:2``, ``1e-3:1:log30`` or ``[0.2,0.7]``.

    ``kind`` is number, integer (a range of n points is rounded to whole numbers), text or flag.

    >>> values("1:7:2,64,inf")
    [1, 3, 5, 7, 64, inf]
    >>> values("1:64:4x,100")
    [1, 4, 16, 64, 100]
    >>> values("1e-2:1:log3")
    [0.01, 0.1, 1.0]
    >>> values("64:512:log4,1e5", "integer")
    [64, 128, 256, 512, 100000]
    >>> values("[0.2,0.7],[1,2]")
    [[0.2, 0.7], [1, 2]]

    Raises: ValueError with the allowed syntax.
    """
    if kind == "text":
        _refuse_bare_order(text)
        return [_name(part.strip()) for part in _parts(text)]
    if kind == "flag":
        return [_flag(part.strip()) for part in text.split(",")]
    _refuse_decimal_comma(text)
    numbers = [value for part in _parts(text) for value in _values_of(part.strip(), kind, text)]
    if len(numbers) > MAX_POINTS:
        msg = f"{text!r} means too many values; allowed: at most {MAX_POINTS}"
        raise ValueError(msg)
    return [_whole(value) for value in numbers] if kind == "integer" else numbers


def exact_values(text: str) -> list[str]:
    """Return the numbers of one option as they are typed: ``1/3,0.1`` is 1/3 and 1/10.

    >>> exact_values("1/3, 0.1,inf")
    ['1/3', '0.1', 'inf']

    Raises: ValueError for a range or an array, whose points are doubles.
    """
    parts = [part.strip() for part in _parts(text)]
    for part in parts:
        if ":" in part or part.startswith("["):
            msg = f"--digits takes numbers such as 1/3 or 0.1, or a list of them; got {part!r}"
            raise ValueError(msg)
        _number(part)
    return parts


def _values_of(part: str, kind: str, whole: str) -> Sequence[Any]:
    """Values of one part; of a part that is none the error shows the whole text as well."""
    try:
        return _part(part, kind)
    except ValueError as error:
        begin, advice, _ = str(error).rpartition("; ")
        begin = begin if advice else str(error)
        if whole in begin:
            raise
        msg = f"{begin}, in {whole!r}; {SYNTAX}"
        raise ValueError(msg) from error


def _refuse_decimal_comma(text: str) -> None:
    """Refuse 1,25e-3 and 0,001: one number with a decimal comma, or a list of two.

    Raises: ValueError with both ways to write it.
    """
    if pair := re.fullmatch(r"\s*([+-]?\d+),(\d+[eE]-\d+|0\d+)\s*", text):
        whole, part = pair.groups()
        msg = (
            f"{text!r} is a number with a decimal comma or a list of two: write {whole}.{part} for "
            f"the number, {whole},{float(part):g} for the list"
        )
        raise ValueError(msg)


def _refuse_bare_order(text: str) -> None:
    """Refuse 0,1,2,1 among names: one order of visits, or a list of stacks.

    Raises: ValueError with both ways to write it.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and all(map(only_digits, parts)):
        msg = (
            f"{text!r} is one order of visits or a list of {len(parts)} values: write "
            f"'{' '.join(parts)}' for the order, {','.join(f'{part}x1' for part in parts)} for "
            "the list"
        )
        raise ValueError(msg)


def _name(text: str) -> str:
    if not text:
        msg = "a name is missing; names are separated by commas"
        raise ValueError(msg)
    return text


def _flag(text: str) -> bool:
    if text.lower() not in FLAGS:
        msg = f"{text!r} is neither true nor false; allowed: {', '.join(FLAGS)}"
        raise ValueError(msg)
    return FLAGS[text.lower()]


def _parts(text: str) -> Iterator[str]:
    """Split at the commas outside brackets."""
    start = depth = 0
    for i, sign in enumerate(text):
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            yield text[start:i]
            start = i + 1
    yield text[start:]


def _number(text: str) -> int | float:
    readers = (int, float, lambda t: float(Fraction(t))) if is_plain(text) else ()
    for read in readers:
        try:
            value = read(text)
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
        if isinstance(value, int) and abs(value) > sys.float_info.max:
            value = math.inf
        if math.isnan(value):
            msg = f"a value must not be NaN, got {text!r}"
            raise ValueError(msg)
        _representable(text, value)
        small = abs(value) < MAX_EXACT_INTEGER
        scientific = "e" in text.lower() and small and value == math.floor(value)
        return int(value) if scientific else value
    msg = f"{text!r} is not a value; {SYNTAX}"
    raise ValueError(msg)


def _representable(text: str, value: float) -> None:
    """Refuse digits that a float would turn into infinity or 0."""
    digits = text.lower().partition("e")[0]
    if math.isinf(value) and any(c.isdigit() for c in digits):
        msg = f"{text} is beyond the largest float, 1.8e308; infinity is written inf"
        raise ValueError(msg)
    if value == 0 and any(c in "123456789" for c in digits):
        msg = f"{text} is below the smallest float, 4.9e-324; zero is written 0"
        raise ValueError(msg)


def _whole(value: Any) -> int:
    if isinstance(value, float) and value.is_integer():
        if abs(value) < MAX_EXACT_INTEGER:
            return int(value)
        msg = f"must be a whole number below 2^53, or one with all its digits, got {value:g}"
        raise ValueError(msg)
    if not isinstance(value, int):
        msg = f"must be a whole number, got {value}"
        raise ValueError(msg)
    return value


def _part(text: str, kind: str) -> Sequence[Any]:
    if text.startswith("["):
        return [_array(text)]
    if text.lower() == "none":  # chain.time --alpha none --gap 1e-20
        return [None]
    low, *others = text.split(":")
    if not others:
        return [_number(low)]
    a, b, spacing = _number(low), _number(others[0]), others[1] if len(others) == 2 else "1"
    if len(others) > 2 or not (math.isfinite(a) and math.isfinite(b) and a <= b):
        msg = f"{text!r} is not a range from a lower to a higher finite value; {SYNTAX}"
        raise ValueError(msg)
    if spacing[:3] in {"log", "lin"}:
        numbers = _spread(text, a, b, spacing[:3], spacing[3:])
        return list(dict.fromkeys(map(round, numbers))) if kind == "integer" else numbers
    if spacing.endswith("x"):
        return _powers(text, a, b, _number(spacing[:-1]))
    step = _number(spacing)
    if not 0 < step < math.inf:
        msg = f"{text!r} has the step {step}; a step must be positive and finite"
        raise ValueError(msg)
    steps = (b - a) / step
    if 0 < steps < 1 - 1e-9:
        msg = f"{text!r} has a step longer than the range, so that it is one value: write {low}"
        msg += f", or {low}:{others[0]}:lin5 for five points"
        raise ValueError(msg)
    count = math.floor(steps + 1e-9) + 1 if steps < MAX_POINTS else MAX_POINTS + 1
    return [a + i * step for i in range(count)]


def _powers(text: str, a: float, b: float, factor: float) -> Sequence[float]:
    """Values a, a factor, a factor^2, ... up to b; integers stay integers."""
    if not (a > 0 and 1 < factor < math.inf):
        msg = f"{text!r}: a range with a factor must have a positive start and a factor above 1"
        raise ValueError(msg)
    steps = math.log(b / a) / math.log(factor)
    if 0 < steps < 1 - 1e-9:
        msg = f"{text!r} has a factor beyond the end of the range, so that it is one value: "
        msg += f"write {a:g}, or {a:g}:{b:g}:log5 for five points"
        raise ValueError(msg)
    count = math.floor(steps + 1e-9) + 1 if steps < MAX_POINTS else MAX_POINTS + 1
    return [a * factor**i for i in range(count)]


def _spread(text: str, a: float, b: float, kind: str, count: str) -> Sequence[float]:
    if not (only_digits(count) and 2 <= int(count) <= MAX_POINTS):
        msg = f"{text!r} must end in {kind} and a number of points from 2 to {MAX_POINTS}"
        raise ValueError(msg)
    if kind == "log" and a <= 0:
        msg = f"{text!r}: a logarithmic range must have positive ends, got {a}"
        raise ValueError(msg)
    return (np.geomspace if kind == "log" else np.linspace)(a, b, int(count)).tolist()


def _array(text: str) -> list[Any]:
    """Read ``[0.2,1/3]`` or ``[[1,2],[3,4]]``.

    Raises: ValueError for brackets that do not match, or rows of different length.
    """
    inner = text[1:-1]
    if not text.endswith("]") or not inner.strip():
        msg = f"{text!r} is not an array; {SYNTAX}"
        raise ValueError(msg)
    parts = [part.strip() for part in _parts(inner)]
    entries = [_array(part) if part.startswith("[") else _number(part) for part in parts]
    if len({np.shape(entry) for entry in entries}) > 1:
        msg = f"{text!r} has rows of different length; all rows need the same length"
        raise ValueError(msg)
    return entries


def shown(value: Any) -> str:
    """Return the short form of a value for a table: twelve digits."""
    if isinstance(value, float | np.floating):
        return f"{value:.12g}"
    if isinstance(value, np.ndarray) and value.ndim:
        return np.array2string(value, precision=8, threshold=200)
    return str(value)
