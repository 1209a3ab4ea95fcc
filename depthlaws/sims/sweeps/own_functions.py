"""Hash of all that the answers of a function of a user's own depend on.

That is its code with constants, defaults and closure, and what its code names: other functions and
classes of the user, values in its module, modules with all modules of the user that these import
(:mod:`.own_modules`). Of an installed library only the version counts, of a module of this package
what it reaches. Where a text or a path names a file, its content counts.
"""

import builtins
import contextlib
import dataclasses
import functools
import hashlib
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from depthlaws.base.files import content_of
from depthlaws.base.sources import ROOT, Sources
from depthlaws.sims.sweeps.own_modules import contents, imported_by

__all__ = []

_LIBRARIES = [Path(p).resolve() for p in {*sysconfig.get_paths().values()} if p]
_IGNORED = {"__module__", "__doc__", "__dict__", "__weakref__", "__qualname__", "__annotations__"}
_IGNORED |= {"__firstlineno__", "__static_attributes__", "__dataclass_fields__", "__match_args__"}
_IGNORED |= {"__slotnames__", "_abc_impl"}  # which Python adds to a class in use


def digest(function: Callable[..., Any]) -> str:
    """Return the hash of everything of a user's that the answers of a function depend on.

    Raises: TypeError naming a value whose content cannot be told, such as an open file.
    """
    parts = _Reader().parts(function, getattr(function, "__name__", "the simulator"))
    return hashed(parts)


def hashed(parts: Iterable[str]) -> str:
    """Return the hash of some texts in order."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


class _Reader:
    """Reader of values; each object is read once, so that functions may call each other."""

    def __init__(self) -> None:
        self._place: dict[int, int] = {}
        self._kept: list[Any] = []  # an id is that of one object while the object lives

    def parts(self, value: Any, name: str) -> Iterator[str]:
        """Yield the parts of a value's text; ``name`` is its name in an error."""
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            yield f"{type(value).__name__} {value!r}"
            if isinstance(value, str) and value and Path(value).suffix:
                yield from _read_file(value)
            return
        if id(value) in self._place:
            yield f"again {self._place[id(value)]}"
            return
        self._place[id(value)] = len(self._place)
        self._kept.append(value)
        for reads, kinds in _KINDS:
            if isinstance(value, kinds):
                yield from reads(self, value, name)
                return
        yield from self._instance(value, name)

    def _code(self, code: types.CodeType, name: str, doc: object = None) -> Iterator[str]:
        yield f"code {code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_flags}"
        has_words = doc is not None and code.co_consts[:1] == (doc,)
        for constant in code.co_consts[has_words:]:
            yield from self.parts(constant, name)

    def _function(self, function: types.FunctionType, name: str) -> Iterator[str]:
        if place := _installed(function.__module__):
            yield f"{place} {function.__qualname__}"
            return
        yield from self._code(function.__code__, name, function.__doc__)
        yield from self.parts(function.__defaults__, name)
        yield from self.parts(function.__kwdefaults__, name)
        for variable, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            try:
                yield from self.parts(cell.cell_contents, variable)
            except ValueError:  # a variable that has no value yet
                yield "empty"
        package = function.__globals__.get("__package__") or ""
        yield from contents(_imported(function.__code__, package), _is_own)
        for used in sorted(_names(function.__code__)):
            if used in function.__globals__:
                yield used
                yield from self.parts(function.__globals__[used], used)

    def _module(self, module: types.ModuleType, name: str) -> Iterator[str]:
        if place := _installed(module.__name__):
            yield place
            return
        path = getattr(module, "__file__", None)
        if path is None:
            raise _unknown(name, module)
        yield f"module {hashlib.sha256(Path(path).read_bytes()).hexdigest()}"
        yield from contents(_with_submodules(module.__name__), _is_own)

    def _class(self, kind: type, name: str) -> Iterator[str]:
        yield f"class {kind.__qualname__}"
        if place := _installed(kind.__module__):
            yield place
            return
        yield from self.parts(kind.__bases__, name)
        for attribute in sorted(set(vars(kind)) - _IGNORED):
            yield attribute
            yield from self.parts(vars(kind)[attribute], attribute)

    def _path(self, path: PurePath, name: str) -> Iterator[str]:
        yield f"path {path}"
        yield from _read_file(str(path))

    def _array(self, array: np.ndarray, name: str) -> Iterator[str]:
        if array.dtype.hasobject:
            yield from self.parts(array.tolist(), name)
            return
        content = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
        yield f"array {array.dtype.str} {array.shape} {content}"

    def _mapping(self, values: Mapping[Any, Any], name: str) -> Iterator[str]:
        yield f"{type(values).__name__} of {len(values)}"
        for key, value in values.items():
            yield from self.parts(key, name)
            yield from self.parts(value, name)

    def _sequence(self, values: Iterable[Any], name: str) -> Iterator[str]:
        items = list(values)
        yield f"{type(values).__name__} of {len(items)}"
        for value in items:
            yield from self.parts(value, name)

    def _set(self, values: Set[Any], name: str) -> Iterator[str]:
        yield f"set of {len(values)}"
        yield from sorted(" ".join(_Reader().parts(value, name)) for value in values)

    def _partial(self, made: "functools.partial[Any]", name: str) -> Iterator[str]:
        yield "partial"
        yield from self.parts((made.func, made.args, made.keywords), name)

    def _method(self, method: types.MethodType, name: str) -> Iterator[str]:
        yield "method"
        yield from self.parts((method.__func__, method.__self__), name)

    def _descriptor(self, made: Any, name: str) -> Iterator[str]:
        yield type(made).__name__
        inner = ("__func__", "fget", "fset", "fdel", "func", "__wrapped__")
        yield from self.parts([getattr(made, part, None) for part in inner], name)

    def _cached(self, made: Any, name: str) -> Iterator[str]:
        yield "cached"
        yield from self.parts(made.__wrapped__, name)

    def _builtin(self, function: Any, name: str) -> Iterator[str]:
        module = getattr(function, "__module__", None) or "builtins"
        own = getattr(function, "__self__", None)
        yield f"{_installed(module)} {getattr(function, '__qualname__', repr(function))}"
        if own is not None and not isinstance(own, types.ModuleType | type):
            yield from self.parts(own, name)  # a method of an object, such as values.index

    def _instance(self, value: Any, name: str) -> Iterator[str]:
        yield from self._class(type(value), name)
        if dataclasses.is_dataclass(value):
            state: Any = [getattr(value, field.name) for field in dataclasses.fields(value)]
        else:
            try:
                made = value.__reduce_ex__(4)  # as pickle would keep it
            except Exception as error:
                raise _unknown(name, value) from error
            state = made if isinstance(made, str) else made[1:]
        yield from self.parts(state, name)


def _read_file(name: str) -> Iterator[str]:
    """Yield the content of a file that a text names: a function that holds it may read it."""
    with contextlib.suppress(OSError, ValueError):  # a text that can be no name
        if Path(name).is_file():
            yield f"file {content_of(name)}"


def _with_submodules(name: str) -> Iterator[str]:
    """Yield a module and, of a package, the modules in it that are imported."""
    yield name
    yield from (other for other in sorted(sys.modules) if other.startswith(f"{name}."))


def _imported(code: types.CodeType, package: str) -> Iterator[str]:
    """Yield the modules that some code and the functions inside it import."""
    yield from imported_by(code, package)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _imported(constant, package)


def _is_own(module: str, path: Path) -> bool:
    """Return whether a module is the user's: not of Python, a library or this package."""
    top = module.partition(".")[0]
    if top == ROOT or top in sys.stdlib_module_names:
        return False
    return not any(path.resolve().is_relative_to(library) for library in _LIBRARIES)


def _names(code: types.CodeType) -> set[str]:
    """Names that some code uses, with those of the functions inside it."""
    inner = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return {*code.co_names}.union(*map(_names, inner))


def _installed(module: str | None) -> str:
    """Return name and version of an installed module, what a module of ours reaches, or nothing."""
    if module is None or module == "__main__":
        return ""
    top = module.partition(".")[0]
    if top == ROOT:
        return f"{module} {_reached(module)}"
    if top == builtins.__name__ or top in sys.stdlib_module_names:
        return f"{module} of Python"
    path = getattr(sys.modules.get(module), "__file__", None)
    if path is None or not any(Path(path).resolve().is_relative_to(p) for p in _LIBRARIES):
        return "" if path or top not in _distributions() else _version(top)
    return _version(top)


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


@functools.cache
def _version(top: str) -> str:
    for distribution in _distributions().get(top, [top]):
        try:
            return f"{top} {version(distribution)}"
        except PackageNotFoundError:
            continue
    return top


@functools.cache
def _reached(module: str) -> str:
    sources = Sources()
    return sources.digest(sources.needed([module]), ("numpy", "scipy"))


def _unknown(name: str, value: object) -> TypeError:
    return TypeError(
        f"{name} is {value!r}, whose content a store cannot tell apart from another; make it an "
        "argument of the simulator, or a number, text, array, list, function or class"
    )


_KINDS: list[tuple[Callable[..., Iterator[str]], Any]] = [
    (_Reader._function, types.FunctionType),
    (_Reader._code, types.CodeType),
    (_Reader._module, types.ModuleType),
    (_Reader._class, type),
    (_Reader._path, PurePath),
    (_Reader._array, np.ndarray),
    (_Reader._mapping, dict | types.MappingProxyType),
    (_Reader._sequence, list | tuple | range),
    (_Reader._set, set | frozenset),
    (_Reader._partial, functools.partial),
    (_Reader._method, types.MethodType),
    (_Reader._descriptor, staticmethod | classmethod | property | functools.cached_property),
    (_Reader._cached, type(functools.cache(_version))),
    (_Reader._builtin, types.BuiltinFunctionType | types.MethodWrapperType | np.ufunc),
    (_Reader._builtin, types.WrapperDescriptorType | types.MethodDescriptorType),
    (_Reader._builtin, types.GetSetDescriptorType | types.MemberDescriptorType),
]
