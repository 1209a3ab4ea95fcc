"""Errors of public functions in our words: what Python says from inside becomes a sentence.

A public function checks what it is given, and its own errors pass. Where an unforeseen value gets
through, Python complains about something inside ("'int' object has no attribute 'visits'"). Here
the values are compared with the types of the arguments, and the error names the first that differs.
"""

import functools
import inspect
import linecache
import math
import re
import reprlib
import sysconfig
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from depthlaws.base.array_cost import announce_long_arrays, elementwise_arguments
from depthlaws.base.cost_notice import time_is_said

PACKAGE = f"{Path(__file__).parents[1]}/"  # not of depthlaws_papers beside it
FOREIGN = (AttributeError, LookupError, ArithmeticError, TypeError, ValueError, RuntimeError)
MAX_SHOWN = 120  # letters of a value in a message
MAX_MESSAGE = 2000  # letters of a message; a longer one is cut in its middle
MAX_WORD = 200  # letters of a word in it
MAX_DOUBLE = 1.7976931348623157e308

_LIBRARIES = tuple({*sysconfig.get_paths().values()})
_NUMBERS = ("Numbers", "Floats", "float", "ArrayLike", "Array", "NDArray", "complex", "Number")


class ArgumentError(TypeError, ValueError):
    """An argument that a public function has no answer for; the message names it and its value."""


@functools.cache
def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose errors from inside name an argument and its value.

    Errors of our own pass, and those of a function that the caller has handed over.
    """

    def call(*args: Any, **kwargs: Any) -> Any:
        if kinds:
            check(kinds, args, kwargs)
        try:
            if arrays and say_time(function, arrays, args, kwargs):
                with said():
                    return function(*args, **kwargs)
            return function(*args, **kwargs)
        except foreign as error:
            if not from_inside(error):
                explain(function, error)
                shorten(error)
                raise
            reason = error
        except OSError as error:
            shorten(error)
            raise
        raise translated(function, args, kwargs, reason) from reason

    kinds, check, explain = _checked_kinds(function), _require_kinds, _explain_call
    arrays, say_time = elementwise_arguments(function), announce_long_arrays
    said = time_is_said
    shorten = _shorten
    foreign, from_inside, translated = FOREIGN, _from_inside, _translated
    # With the globals of the function itself, as those who look at it expect.
    made = types.FunctionType(call.__code__, function.__globals__, closure=call.__closure__)
    made.__kwdefaults__ = call.__kwdefaults__
    return functools.update_wrapper(made, function)


def guarded_class(kind: type) -> type:
    """Guard the construction and the public methods of a class of ours, once."""
    for name, value in [*vars(kind).items()]:
        public = name == "__init__" or not name.startswith("_")
        if public and inspect.isfunction(value) and not hasattr(value, "__wrapped__"):
            setattr(kind, name, guarded(value))
    return kind


_SEVERAL = ("Numbers", "Sequence", "Counts", "Array")  # in an order; edges of a graph have none
_NO_ARRAYS = {"bytes", "bytearray", "set", "frozenset"}  # NumPy reads some of them as numbers


def _checked_kinds(function: Callable[..., Any]) -> list[tuple[str, int, bool]]:
    """Return name, place and whether it is a flag of the arguments that are looked at first."""
    kinds = []
    for place, name in enumerate(inspect.signature(function).parameters):
        words = str(function.__annotations__.get(name, ""))
        flag = words in {"bool", "<class 'bool'>"}
        ordered = any(word in words for word in _SEVERAL) and "Iterable" not in words
        if flag or ordered:
            kinds.append((name, place, flag))
    return kinds


def _require_kinds(
    kinds: list[tuple[str, int, bool]], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Raise ArgumentError for a flag that is neither True nor False, and for bytes and sets.

    "no" would count as True, b"12" as 49 and 50, and a set has no order.
    """
    for name, place, flag in kinds:
        if place < len(args):
            value = args[place]
        elif name in kwargs:
            value = kwargs[name]
        else:
            continue
        kind = type(value).__name__
        if flag and kind not in {"bool", "bool_"}:
            msg = f"{name} must be True or False, got {shown(value)}"
            raise ArgumentError(msg)
        if not flag and kind in _NO_ARRAYS:
            msg = f"{name} must be a list, a tuple or an array, got {shown(value)}"
            raise ArgumentError(msg)


def _explain_call(function: Callable[..., Any], error: Exception) -> None:
    """Add the arguments of a function to an error about a missing or unknown one."""
    trace = error.__traceback__
    if type(error) is TypeError and trace is not None and trace.tb_next is None:
        signature = inspect.signature(function)
        bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        bare = [p for p in bare if p.name != "self"]
        call = signature.replace(parameters=bare, return_annotation=signature.empty)
        name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
        error.args = (f"{error}; write {name}{call}",)


def _from_inside(error: BaseException) -> bool:
    """Return whether an error comes from inside: raised by Python or a library, of our code."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if len(frames) == 1 or isinstance(error, ArgumentError):
        return False  # the call itself: an argument that is missing or unknown
    files = [file for file, _ in frames[1:]]
    if any(not file.startswith((PACKAGE, *_LIBRARIES, "<")) for file in files):
        return False  # of a function that the caller has handed over
    file, line = frames[-1]
    raised = linecache.getline(file, line).strip().startswith("raise")
    return not (file.startswith(PACKAGE) and raised)


def _translated(
    function: Callable[..., Any], args: Iterable[Any], kwargs: Mapping[str, Any], error: Exception
) -> ArgumentError:
    """Return our error for one from inside."""
    given = _arguments(function, args, kwargs)
    hints = _hints(function)
    for name, value in given.items():
        if (expected := _misfit(value, hints.get(name))) is not None:
            return ArgumentError(f"{name} must be {expected}, got {shown(value)}")
    if clash := _clash(given):
        return ArgumentError(clash)
    typed = ", ".join(f"{name}={shown(value)}" for name, value in given.items())
    name = function.__qualname__.removesuffix(".__init__")
    return ArgumentError(f"{name} has no answer for {typed}: {_reason(error)}")


def _arguments(
    function: Callable[..., Any], args: Iterable[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments of a call by name, those of ``**options`` too, without defaults."""
    signature = inspect.signature(function)
    given: dict[str, Any] = {}
    for name, value in signature.bind(*args, **kwargs).arguments.items():
        if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            given |= value
        elif name != "self":
            given[name] = value
    return given


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    written = dict(getattr(function, "__annotations__", {}))
    try:
        hints = typing.get_type_hints(function)
    except Exception:  # a type that is imported for type checkers only
        return written
    # An alias such as Numbers is Any at run time: its name says more.
    return {name: written[name] if hint is Any else hint for name, hint in hints.items()}


def _misfit(value: Any, hint: Any) -> str | None:
    """Return what an argument must be if a value is not, in words; None if nothing is wrong."""
    words = str(hint)
    union = typing.get_origin(hint) in {typing.Union, types.UnionType}
    kinds = [k for k in (typing.get_args(hint) if union else (hint,)) if isinstance(k, type)]
    kinds = [k for k in kinds if k not in {types.NoneType, Any}]
    ours = [k for k in kinds if k.__module__.partition(".")[0] == "depthlaws"]
    mapped = [re.match(r"(\w+\.)*(Mapping|dict)\b", part) for part in _parts(words)]
    if any(mapped) and isinstance(value, Mapping):
        return None
    if mapped and all(mapped) and value is not None:
        return "a dict"
    if value is None:
        return None if "None" in words or hint is None else _expected(words, ours)
    if type(value).__name__ in {"bool", "bool_"} and "bool" not in words:
        return _expected(words, ours)
    named = hint is None or re.search(r"\bstr\b|Literal", words) is not None
    numeric = hint is None or any(word in words for word in (*_NUMBERS, "int"))
    if named and not numeric and not isinstance(value, (str, *kinds)):
        return _named(hint, ours)
    if "Sequence" in words and not isinstance(value, (Iterable, *kinds)):
        return "a list"
    if isinstance(value, str | bytes) and not named:
        return _expected(words, ours)
    if ours and not isinstance(value, tuple(kinds)) and len(ours) == len(kinds):
        return _expected(words, ours)
    return _misfit_number(value, words, ours) if numeric else None


def _parts(words: str) -> list[str]:
    """Return the types of a union but None, as text: those of "Mapping[str, int | str] | None"."""
    parts, depth = [""], 0
    for letter in words:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        parts = [*parts, ""] if letter == "|" and not depth else [*parts[:-1], parts[-1] + letter]
    return [part.strip() for part in parts if part.strip() != "None"]


def _misfit_number(value: Any, words: str, ours: list[type]) -> str | None:
    """Return what a number, list or array must be."""
    import numpy as np  # an import of the package loads no mathematics

    if isinstance(value, np.ma.MaskedArray) and np.any(value.mask):
        return "numbers without masked entries"
    if isinstance(value, int) and abs(value) > MAX_DOUBLE:
        return "a number within the range of doubles, 1.8e308"
    if isinstance(value, Mapping | set | type) or type(value) is object or callable(value):
        return _expected(words, ours)
    if ours:
        return None
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError, RuntimeError):  # the last: in over 32 brackets
        return "numbers in rows of one length"
    if array.dtype.kind in "SUmMc" or (array.dtype.kind == "b" and "bool" not in words):
        return _expected(words, ours)
    if array.dtype.kind == "O":
        large = [x for x in array.flat if isinstance(x, int) and abs(x) > MAX_DOUBLE]
        plain = all(hasattr(x, "__float__") for x in array.flat)
        expected = "numbers within the range of doubles, 1.8e308" if large else None
        return expected or (None if plain else _expected(words, ours))
    if array.size == 0:
        return "at least one number"
    if array.ndim and _is_scalar(words):
        return f"one number, not an array of shape {array.shape}"
    if array.dtype.kind == "f" and np.isnan(array).any():
        return "a number, not NaN"
    return None


def _clash(given: Mapping[str, Any]) -> str:
    """Return the arguments whose shapes do not broadcast, in a sentence; nothing if all do."""
    import numpy as np

    shapes = {}
    for name, value in given.items():
        if isinstance(value, list | tuple) or hasattr(value, "shape"):
            try:
                shapes[name] = np.shape(value)
            except (ValueError, RuntimeError):  # ragged, or in over 32 brackets
                return ""
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        return broken_shapes(shapes)
    except RuntimeError:  # in over 32 brackets
        return ""
    return ""


def broken_shapes(shapes: Mapping[str, tuple[int, ...]]) -> str:
    """Return what to say of arguments whose shapes do not broadcast."""
    text = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if shape)
    return f"shapes do not broadcast: {text}; give single numbers, or arrays of one shape"


def _expected(words: str, ours: list[type]) -> str:
    """Return what is expected, in words."""
    if ours:
        return " or ".join(map(_one, ours))
    if "int" in words and not any(word in words for word in _NUMBERS):
        return "a whole number"
    if any(word in words for word in _NUMBERS):
        several = any(word in words for word in ("Numbers", "Array", "Sequence", "Iterable"))
        return "a number, or an array of numbers" if several else "a number"
    return "a name" if words in {"<class 'str'>", "str"} else f"of type {_plain(words)}"


def _one(kind: type) -> str:
    """Return a name of a class with its article: a Stream, an Ensemble."""
    return f"a{'n' * (kind.__name__[0] in 'AEIOU')} {kind.__name__}"


def _named(hint: Any, ours: list[type]) -> str:
    """Return which names are expected, or what instead of a name."""
    names = [arg for arg in typing.get_args(hint) if isinstance(arg, str)]
    kinds = [*map(_one, ours)]
    return " or ".join([f"one of {', '.join(names)}" if names else "a name", *kinds])


def _is_scalar(words: str) -> bool:
    """Return whether a type is that of one number."""
    return words in {"<class 'float'>", "float", "<class 'int'>", "int"}


def _plain(words: str) -> str:
    """Return a type without the modules of its parts."""
    text = words.removeprefix("<class '").removesuffix("'>")
    return text.replace("typing.", "").replace("collections.abc.", "").replace("numpy.", "")


def _reason(error: Exception) -> str:
    """Return why there is no answer, in a few words."""
    if isinstance(error, OverflowError):
        return "a number on the way is beyond the doubles, 1.8e308"
    if isinstance(error, ZeroDivisionError):
        return "a number on the way is divided by zero"
    if type(error).__name__ == "LinAlgError":
        return "a matrix on the way has no answer in doubles"
    if isinstance(error, AttributeError):  # Python's words name our fields, which say nothing
        return "a value has another type than is read here"
    return f"a value has another type or shape than the others ({' '.join(str(error).split())})"


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")  # in memory, another one in each process
_REPR = reprlib.Repr()
_REPR.maxlong = _REPR.maxstring = _REPR.maxother = MAX_SHOWN


def shown(value: Any) -> str:
    """Return a short form of a value on one line, that fails for none."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_DOUBLE:
        return f"an integer of about {int(math.log10(2) * value.bit_length())} digits"
    try:
        text = " ".join(_REPR.repr(value).split())
    except Exception:  # a value whose own repr is broken
        text = f"a {type(value).__name__}"
    text = _ADDRESS.sub("", text)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 4]} ..."


def _shorten(error: Exception) -> None:
    """Shorten the message of an error, in place."""
    if isinstance(error, OSError) and isinstance(error.filename, str):
        error.filename = shortened_message(error.filename)
    elif error.args and isinstance(error.args[0], str):
        message = _ADDRESS.sub("", error.args[0])
        error.args = (shortened_message(message), *error.args[1:])


def shortened_message(message: str) -> str:
    """Return a message with long words, and a long message itself, cut in their middle.

    >>> len(shortened_message("x" * 10**6))
    197
    """
    if len(message) <= MAX_WORD:
        return message
    parts = re.split(r"(\s+)", message)
    return _cut("".join(_cut(part, MAX_WORD) for part in parts), MAX_MESSAGE)


def _cut(text: str, largest: int) -> str:
    """Return a text with its middle left out if it is too long."""
    half = largest // 2 - 4
    return text if len(text) <= largest else f"{text[:half]} ... {text[-half:]}"
