"""Output mutants: one part of what a public function or property answers is changed at a time.

Parts are the numbers, arrays, flags and words of an answer, also inside records, tuples and
dictionaries; :func:`targets` lists what is asked. ``tests/mutants_survey.py`` plants them.
"""

import dataclasses
import functools
import importlib
import inspect
import itertools
import numbers
import operator
import random
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from depthlaws import theory
from depthlaws.theory import SUBJECTS  # pyrefly: ignore (stubs show what is public)
from depthlaws.theory.symbolic.formula import Formula

TABLE = Path(__file__).with_suffix(".toml")
ENTRIES = 3  # of a list that are changed one at a time, and of a dictionary


def _larger(x: Any) -> Any:
    return x + 1 if np.asarray(x).dtype.kind in "iu" else 1.01 * x


def _last_larger(x: Any) -> Any:
    out = np.array(x, dtype=float)
    out[..., -1] *= 1.01
    return out


CHANGES: dict[str, Callable[[Any], Any]] = {
    "times 1.01": _larger,
    "negated": lambda x: -x,
    "last times 1.01": _last_larger,
    "reversed": lambda x: x[::-1],
    "opposite": lambda x: np.logical_not(x) if isinstance(x, np.ndarray) else not x,
    "another word": lambda x: f"{x}-",
}
FACTORS = ("1.03", "1.05", "1.1", "1.2", "1.5")  # of errors that a comparison with samples notices
CHANGES |= {f"times {factor}": functools.partial(operator.mul, float(factor)) for factor in FACTORS}
SCALAR, ARRAY = ("times 1.01", "negated"), ("last times 1.01", "reversed")


def changes(value: Any) -> tuple[str, ...]:
    """Return the changes that a part allows; none for what is no part."""
    if isinstance(value, str):
        return () if " " in value or not value else ("another word",)
    if isinstance(value, bool | np.bool_):
        return ("opposite",)
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "b":
            return ("opposite",)
        several = value.ndim > 0 and value.shape[-1] > 1 and value.dtype.kind == "f"
        return SCALAR + ARRAY * several if value.dtype.kind in "fciu" and value.size else ()
    return SCALAR if isinstance(value, numbers.Number) else ()


def _inside(answer: Any) -> dict[str, Any]:
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        return {f.name: getattr(answer, f.name) for f in dataclasses.fields(answer)}
    if isinstance(answer, tuple | list):
        shown = answer if hasattr(answer, "_fields") else answer[:ENTRIES]
        return {str(i): value for i, value in enumerate(shown)}
    if isinstance(answer, Mapping):
        return {str(key): answer[key] for key in itertools.islice(answer, ENTRIES)}
    return {}


def parts(answer: Any) -> dict[str, Any]:
    """Return the parts of an answer by name, such as ``rows.0.slope``; a whole one is ``""``."""
    if changes(answer):
        return {"": answer}
    inside = {name: parts(value) for name, value in _inside(answer).items()}
    return {
        f"{name}.{inner}".rstrip("."): value
        for name, held in inside.items()
        for inner, value in held.items()
    }


def _with(answer: Any, name: str, value: Any) -> Any:
    """Return an answer with one of its fields or entries replaced, without checks."""
    if dataclasses.is_dataclass(answer):
        out = object.__new__(type(answer))
        for field, held in _inside(answer).items():
            object.__setattr__(out, field, value if field == name else held)
        return out
    if isinstance(answer, Mapping):
        key = next(key for key in answer if str(key) == name)
        return {**answer, key: value}
    entries = [value if str(i) == name else held for i, held in enumerate(answer)]
    if hasattr(answer, "_make"):
        return answer._make(entries)
    if type(answer) in (list, tuple):
        return type(answer)(entries)
    answer[:] = entries  # a list with fields of its own
    return answer


def changed(answer: Any, part: str, value: Any) -> Any:
    """Return an answer with one of its parts replaced."""
    if not part:
        return value
    inside = _inside(answer)
    name = max((n for n in inside if f"{part}.".startswith(f"{n}.")), key=len)
    return _with(answer, name, changed(inside[name], part[len(name) + 1 :], value))


def _next(part: str, held: Mapping[str, tuple[str, ...]]) -> str:
    """Return the next part of the same kind, empty if there is none."""
    like = [name for name, allowed in held.items() if allowed == held.get(part)]
    return like[(like.index(part) + 1) % len(like)] if len(like) > 1 else ""


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A change of one part of the answers of a function."""

    name: str
    part: str
    change: str

    def __call__(self, answer: Any) -> Any:
        """Return the changed answer; another kind of answer stays."""
        held = parts(answer)
        value = held.get(self.part)
        if self.change == "exchanged":
            other = _next(self.part, {name: changes(v) for name, v in held.items()})
            if other:
                answer = changed(answer, other, value)
                answer = changed(answer, self.part, held[other])
            return answer
        allowed = changes(value)
        larger = self.change.startswith("times ") and "times 1.01" in allowed
        if self.part not in held or not (larger or self.change in allowed):
            return answer
        return changed(answer, self.part, CHANGES[self.change](value))

    def __str__(self) -> str:
        """Return the mutant in words."""
        return f"{self.name}{f'.{self.part}' * bool(self.part)} {self.change}"


@dataclasses.dataclass(frozen=True)
class Member:
    """A property or method of a public class of the theory."""

    owner: type
    name: str

    @property
    def place(self) -> tuple[str, str]:
        """Module and name of the class."""
        return self.owner.__module__, self.owner.__name__


def _members(kind: type) -> Iterator[Member]:
    for name in dir(kind):
        owner = next((k for k in kind.__mro__ if name in vars(k)), object)
        value = vars(owner).get(name)
        asked = inspect.isfunction(value) or isinstance(value, property | functools.cached_property)
        if asked and not name.startswith("_") and owner.__module__.startswith("depthlaws"):
            yield Member(owner, name)


@functools.cache
def targets() -> dict[str, Any]:
    """Return the public functions, and the properties and methods of public classes, by name."""
    found = {n: f for n, f in theory.questions().items() if not isinstance(f, Formula)}
    for subject in SUBJECTS:
        module = importlib.import_module(f"depthlaws.theory.{subject}")
        for name in module.__all__:
            if isinstance(kind := getattr(module, name), type):
                found |= {f"{subject}.{name}.{m.name}": m for m in _members(kind)}
    return dict(sorted(found.items()))


def place(target: Any) -> tuple[str, str]:
    """Return module and name of what is changed."""
    return target.place if isinstance(target, Member) else (target.__module__, target.__name__)


@contextmanager
def planted(target: Any, change: Callable[[Any], Any]) -> Iterator[None]:
    """Change what a target answers, under every name that it is imported by."""
    if isinstance(target, Member):
        with _planted_member(target, change):
            yield
        return
    function: Any = inspect.unwrap(target)
    inside, code, name = function.__globals__, function.__code__, f"_changed_{function.__name__}"
    original = types.FunctionType(code, inside, function.__name__, function.__defaults__)
    original.__kwdefaults__ = function.__kwdefaults__
    inside[name] = _after(original, change)
    function.__signature__ = inspect.signature(function)
    function.__code__ = _stand_in.__code__.replace(co_names=(name,))
    try:
        yield
    finally:
        function.__code__ = code
        del inside[name], function.__signature__


def _stand_in(*args: Any, **kwargs: Any) -> Any:
    return _changed(*args, **kwargs)  # noqa: F821  # pyrefly: ignore[unknown-name]


@contextmanager
def _planted_member(member: Member, change: Callable[[Any], Any]) -> Iterator[None]:
    original = vars(member.owner)[member.name]
    mutated: Any = (
        _after(original, change)
        if inspect.isfunction(original)
        else property(lambda self: change(original.__get__(self, type(self))))
    )
    setattr(member.owner, member.name, mutated)
    try:
        yield
    finally:
        setattr(member.owner, member.name, original)


def _after(function: Callable[..., Any], change: Callable[[Any], Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def mutated(*args: Any, **kwargs: Any) -> Any:
        return change(function(*args, **kwargs))

    return mutated


def mutants(name: str, held: Mapping[str, tuple[str, ...]]) -> list[Mutant]:
    """Return the mutants of a target whose answers have parts that allow these changes."""
    whole = [Mutant(name, part, change) for part, allowed in held.items() for change in allowed]
    return whole + [Mutant(name, part, "exchanged") for part in held if _next(part, held)]


def drawn(name: str, held: Mapping[str, tuple[str, ...]], most: int, seed: int) -> list[Mutant]:
    """Return at most so many mutants of a target; the draw is its own, whatever else is asked."""
    whole = mutants(name, held)
    return random.Random(f"{seed} {name}").sample(whole, min(most, len(whole)))
