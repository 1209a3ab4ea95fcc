"""Time of an elementwise function on long arrays, from trials on a few of their elements."""

import inspect
import itertools
import math
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from depthlaws.base.cost_notice import ANNOUNCED_S, announce, time_is_said

MIN_TRIED_SIZE = 200  # elements; fewer take no second unless each takes five milliseconds
TRIALS = (64, 512, 4096)  # elements of a trial, at most a twentieth of all
SMALLEST_TRIAL = 8  # elements, for the time that a call takes whatever its size
LONG_TRIAL_S = 0.05  # seconds, after which no larger trial is needed
_NUMBERS = ("Numbers", "MaybeNumbers")
_ANSWERS = ("Floats", "Truths")

Arguments = Sequence[tuple[str, int]]


def elementwise_arguments(function: Callable[..., Any]) -> list[tuple[str, int]]:
    """Return names and places of the arrays of a function that maps numbers elementwise, or none.

    The types of its arguments and of its answer say so.
    """
    kinds = function.__annotations__
    answer = str(kinds.get("return", ""))
    if not any(word in answer for word in _ANSWERS):
        return []
    names = enumerate(inspect.signature(function).parameters)
    return [(name, place) for place, name in names if kinds.get(name) in _NUMBERS]


def announce_long_arrays(
    function: Callable[..., Any],
    arrays: Arguments,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> bool:
    """Say how long a call of an elementwise function takes, if it is long; return True if said."""
    given: dict[str, Any] = {
        name: args[at] if at < len(args) else kwargs.get(name) for name, at in arrays
    }
    if math.prod(_length(value) for value in given.values()) < MIN_TRIED_SIZE:
        return False
    import numpy as np  # an import of the package loads no mathematics

    given = {name: value for name, value in given.items() if np.ndim(value)}
    try:
        whole = dict(zip(given, np.broadcast_arrays(*given.values()), strict=True))
    except ValueError:  # shapes that do not fit: the call itself says which
        return False
    size = max((value.size for value in whole.values()), default=1)
    if size < MIN_TRIED_SIZE:
        return False
    places, trial = dict(arrays), itertools.count()

    def seconds(count: int) -> float:
        # Other elements for each trial: what they have in common with earlier ones may be kept.
        chosen = (np.linspace(0, size - 1, count).astype(np.int64) + next(trial)) % size
        few = {name: value.reshape(-1)[chosen] for name, value in whole.items()}
        positional = [
            next((few[n] for n in few if places[n] == at), arg) for at, arg in enumerate(args)
        ]
        named = {name: few.get(name, value) for name, value in kwargs.items()}
        began = time.thread_time()
        function(*positional, **named)
        return time.thread_time() - began

    with time_is_said(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            estimate = _extrapolated(seconds, size)
        except Exception:  # whatever is wrong with the arguments: the call itself says it
            return False
    return announce(f"{function.__name__} of {size:,} numbers", estimate)


def _extrapolated(seconds: Callable[[int], float], size: int) -> float:
    """Return the time of a call from those of small ones, without what each call costs.

    A trial that is short enough ends them: a call takes no longer than its elements alone.
    """
    least = each = math.inf
    for count in (SMALLEST_TRIAL, SMALLEST_TRIAL, *TRIALS):  # the first call compiles
        if count > SMALLEST_TRIAL and count * 20 > size:
            break
        took = seconds(count)
        if took / count * size < ANNOUNCED_S:
            return 0.0
        if count == SMALLEST_TRIAL:
            least, each = min(least, took), took / count
        else:
            each = max(0.0, took - least) / (count - SMALLEST_TRIAL)
        if count > SMALLEST_TRIAL and took > LONG_TRIAL_S:
            break
    return each * size


def _length(value: Any) -> int:
    """Return the number of elements of an array, or of entries of a list; 1 for a number."""
    size = getattr(value, "size", None)
    if isinstance(size, int):
        return max(1, size)
    return max(1, len(value)) if isinstance(value, list | tuple) else 1
