"""Arguments of functions as options: a dataclass among them counts as its fields."""

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NUMBERS = {int, float, complex}


@dataclass(frozen=True)
class Parameter:
    """One argument of a function as an option."""

    name: str
    kind: str  # "flag", "text", "integer" or "number"
    default: Any
    owner: str = ""  # argument that is a dataclass, of which this one is a field
    record: Any = None  # that dataclass
    listed: bool = False  # the function takes a sequence only
    anything: bool = False  # the function takes one value or a sequence

    @property
    def required(self) -> bool:
        """True if a value must be given."""
        return self.default is inspect.Parameter.empty


def parameters(function: Callable[..., Any]) -> list[Parameter]:
    """Arguments that can be typed; a dataclass among them counts as its fields.

    Raises: TypeError for a function with a required argument that cannot be typed.
    """
    hints = _hints(function)
    arguments: list[Parameter] = []
    for p in inspect.signature(function).parameters.values():
        record: Any = hints.get(p.name)
        if typing.get_origin(record) is typing.Unpack:
            (keywords,) = typing.get_args(record)
            for name, hint in _hints(keywords).items():
                option = inspect.Parameter(name, p.KEYWORD_ONLY, default=None)
                arguments += _parameter(option, hint, owner=p.name, record=keywords)
        elif dataclasses.is_dataclass(record):
            inner = _hints(record)
            for q in inspect.signature(record).parameters.values():
                if dataclasses.is_dataclass(inner.get(q.name)):
                    msg = f"argument {p.name} holds another record, which cannot be typed"
                    raise TypeError(msg)
                arguments += _parameter(q, inner.get(q.name), owner=p.name, record=record)
        else:
            arguments += _parameter(p, record)
    return arguments


def _hints(function: Any) -> Mapping[str, Any]:
    if not hasattr(function, "__annotations__"):
        return {}  # a formula, which get_type_hints would print in full to say so
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):
        return {}


def _parameter(
    p: inspect.Parameter, hint: Any, *, owner: str = "", record: Any = None
) -> Iterator[Parameter]:
    union = typing.get_origin(hint) in {typing.Union, types.UnionType}
    inside = set(typing.get_args(hint)) if union else {hint}
    sequences = {h for h in inside if typing.get_origin(h) in {Iterable, Sequence}}
    if any(dataclasses.is_dataclass(item) for h in sequences for item in typing.get_args(h)):
        msg = f"argument {p.name} is a list of records, which cannot be typed"
        raise TypeError(msg)
    either = bool(inside & {Any, str, *NUMBERS})
    inside |= {inner for h in sequences for inner in typing.get_args(h)}
    if isinstance(p.default, bool) or hint is bool:
        kind = "flag"
    elif isinstance(p.default, str) or (str in inside and not inside & NUMBERS):
        kind = "text"
    elif isinstance(p.default, int | float) or p.default in (None, inspect.Parameter.empty):
        kind = "integer" if inside & (NUMBERS | {Any}) == {int} else "number"
    else:
        return  # keeps its default
    callables = [h for h in inside if typing.get_origin(h) is Callable or h is Callable]
    if p.kind in {p.VAR_POSITIONAL, p.VAR_KEYWORD} or callables:
        if p.default is inspect.Parameter.empty:
            msg = f"argument {p.name} cannot be typed"
            raise TypeError(msg)
        return
    several = hint is Any or bool(sequences)
    listed, anything = several and not either, several and either
    yield Parameter(p.name, kind, p.default, owner, record, listed, anything)


def askable(function: Callable[..., Any]) -> bool:
    """Return whether every required argument can be typed."""
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
        if typing.get_origin(record) is typing.Unpack:
            named |= {n: given[n] for n in _hints(typing.get_args(record)[0]) if n in given}
            continue
        if dataclasses.is_dataclass(record):
            fields = inspect.signature(record).parameters.keys() & given.keys()
            value = record(**{name: given[name] for name in fields})
        elif p.name in given or p.kind is p.POSITIONAL_ONLY:
            value = given.get(p.name, p.default)
        else:
            continue
        if p.kind is p.POSITIONAL_ONLY:
            positional.append(value)
        else:
            named[p.name] = value
    return function(*positional, **named)
