"""Order in which a residual stream visits its layers."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from numbers import Integral, Real
from typing import Any

from depthlaws.base.argument_errors import shown
from depthlaws.base.exact_numbers import only_digits

Visits = tuple[int, ...]

MAX_VISITS = 100_000  # in one order
MAX_DIGITS = 30  # of one number
_GROUP = re.compile(r"(\d+)(?:x(\d+))?", re.ASCII)


def visit_order(visits: str | Iterable[int], /) -> Visits:
    """Layers in the order in which a stream visits them, numbered from 0.

    Parameters
    ----------
    visits : str or sequence of int
        The order itself, as numbers or as text ("0 1 2 1 2 3", "[0,1,2,1]"), or groups of new
        layers joined by "+": "2+4x16+2" is 2 layers, then 4 layers passed 16 times, then 2 more.

    Returns
    -------
    tuple of int
        Layer of each visit.

    Raises
    ------
    ValueError, TypeError
        If the text is neither, a number is no layer, or a layer between others is never visited.

    Examples
    --------
    >>> visit_order("1+2x2+1")
    (0, 1, 2, 1, 2, 3)
    """
    if not isinstance(visits, Iterable) or isinstance(visits, bytes | Set) or _is_table(visits):
        said = shown(visits)
        msg = f"visits must be layers such as [0, 1, 2, 1] or text such as '1+2x2', got {said}"
        raise TypeError(msg)
    if isinstance(visits, str):
        order = _parsed(visits)
    else:
        order = tuple(_layer(v) for v in itertools.islice(visits, MAX_VISITS + 1))
    refuse_many_visits(len(order))
    if not order:
        msg = f"visits must name at least one layer, got {shown(visits)}"
        raise ValueError(msg)
    known = set(order)
    if len(known) <= max(known):
        missing = next(layer for layer in range(len(known) + 1) if layer not in known)
        msg = f"visits must use every layer from 0 to {max(known)}; layer {missing} is missing"
        raise ValueError(msg)
    return order


def _is_table(visits: Iterable[Any]) -> bool:
    """Return whether visits are an array of more than one axis."""
    return getattr(visits, "ndim", 1) != 1


def visits_alone(visits: str | Iterable[int], /, loops: int, layers: int) -> Visits:
    """Order of visits, which is given instead of loops and layers. Raises: ValueError."""
    order = visit_order(visits)
    if loops != 1 or layers not in {1, max(order) + 1}:
        msg = (
            f"give visits, or loops and layers: got {shown(visits)}, {loops} loops, {layers} layers"
        )
        raise ValueError(msg)
    return order


def visit_counts(order: Sequence[int], /) -> list[int]:
    """Number of visits of each layer.

    >>> visit_counts((0, 1, 2, 1, 2, 3))
    [1, 2, 2, 1]
    """
    counts = Counter(order)
    return [counts[layer] for layer in range(len(counts))]


def _layer(value: Any) -> int:
    whole = isinstance(value, Integral)
    if isinstance(value, Real) and not whole:  # an array of floats may hold layers
        whole = float(value).is_integer()
    number = -1 if isinstance(value, bool) or not whole else int(value)  # pyrefly: ignore[bad-argument-type]
    if not 0 <= number < MAX_VISITS:
        most = f" to {MAX_VISITS - 1}" if number > 0 else ""
        msg = f"visits must be layers numbered from 0{most}, got {shown(value)}"
        raise ValueError(msg)
    return number


def _count(digits: str) -> int:
    """Number in decimal digits, a larger one for more digits than any order can have."""
    return int(digits) if len(digits) < MAX_DIGITS else 10**MAX_DIGITS


def refuse_many_visits(visits: int) -> None:
    """Raise ValueError for more visits than one order may have."""
    if visits > MAX_VISITS:
        msg = f"visits must be at most {MAX_VISITS:,} in number, got {visits:,} or more"
        raise ValueError(msg)


def _parsed(text: str) -> Visits:
    bare = text.strip()
    bare = bare[1:-1] if bare.startswith("[") and bare.endswith("]") else bare
    words = bare.replace(",", " ").split()
    if len(words) > 1 and all(map(only_digits, words)):
        return tuple(_layer(_count(word)) for word in words)
    order, layers = list[int](), 0
    for part in "".join(words).lower().split("+"):
        match = _GROUP.fullmatch(part)
        size, passes = (_count(match[1]), _count(match[2] or "1")) if match else (0, 0)
        if size * passes == 0:
            msg = f'visits must be like "2+4x16+2" or "0 1 2 1 2 3", got {shown(text)}'
            raise ValueError(msg)
        refuse_many_visits(len(order) + size * passes)
        order += [*range(layers, layers + size)] * passes
        layers += size
    return tuple(order)
