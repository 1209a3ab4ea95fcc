"""Values as they are typed on the command line, and as they are shown."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
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
