"""Files of names and shapes of parameters: a pair a line, printed by torch or JAX, JSON."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from depthlaws.cli.parameter_lines import MAX_DIGITS, Line, read_line
from depthlaws.cli.table_file import CONTROL

PYTHON = re.compile(  # a printed dictionary or list of pairs
    r"\s*((collections\.)?(OrderedDict|State|FrozenDict)\(\s*)?(\{\s*['\"]|\[\s*\(\s*['\"])"
)
EXAMPLE = "'wte.weight 50257 768'"
PRINT = (
    f"write a name and its sizes on each line, {EXAMPLE}, as torch prints them: "
    "for n, p in model.named_parameters(): print(n, *p.shape)"
)
MAX_BYTES = 64 << 20  # largest file of names and shapes; that of a million parameters has 60 MB
HEADER = 8  # bytes before the header of a safetensors file, its length


def read_parameters(path: Path, option: str = "--parameters") -> dict[str, Any]:
    """Read shapes by name, first names of tied parameters, and patterns of groups named there.

    Raises: ValueError naming the file and the line.
    """
    from depthlaws.theory.parametrization.law_records import GROUPS

    shapes: dict[str, tuple[int, ...]] = {}
    tied: dict[str, str] = {}
    names: dict[str, list[str]] = defaultdict(list)
    for where, line in _entries(path, option):
        name, sizes, first, group = line
        if name in shapes or name in tied:
            msg = f"{where}: {name[:200]} is listed twice; keep one of its lines"
            raise ValueError(msg)
        if first is not None and first not in shapes:
            msg = f"{where}: {name[:200]} equals {first[:200]}, which no line above lists"
            raise ValueError(msg)
        if group and group not in GROUPS and not sizes:
            msg = f"{where} has no sizes behind {name[:200]!a}; {PRINT}"
            raise ValueError(msg)
        if group and group not in GROUPS:
            msg = (
                f"{where}: {group[:200]!r} behind the sizes is no group; leave it out, or write "
                f"one of {', '.join(GROUPS)}"
            )
            raise ValueError(msg)
        if first:
            tied[name] = first
        else:
            shapes[name] = sizes
        if group:
            names[group].append(re.escape(name))
    if not shapes:
        msg = f"{path} lists no parameter; write one per line, such as {EXAMPLE}"
        raise ValueError(msg)
    if not any(shapes.values()):
        msg = f"{path} has names without sizes; {PRINT}"
        raise ValueError(msg)
    patterns = {group: f"^({'|'.join(own)})$" for group, own in names.items()}
    return {"parameters": shapes, "tied": tied, "patterns": patterns}


def _entries(path: Path, option: str) -> Iterator[tuple[str, Line]]:
    """Yield place and parameter. Raises: ValueError naming the place."""
    text = _text(path, option)
    if text.lstrip().startswith("{") or re.match(r"\s*\[\s*([\[{]|\Z)", text) or PYTHON.match(text):
        for name, sizes in _json(text, path, option):
            if control := CONTROL.search(name):
                msg = f"{path} has a name with the control character {control[0]!a}: remove it"
                raise ValueError(msg)
            yield f"{path}, {name}", Line(name, sizes)
        return
    lines = re.sub(r"(Parameter containing:)\s*\n", r"\1 ", text).splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            parameter = read_line(line)
        except ValueError as error:
            msg = f"{path}, line {number}: {line[:60]!a} {error}; {PRINT}"
            raise ValueError(msg) from None
        if parameter:
            yield f"{path}, line {number}", parameter


def _text(path: Path, option: str) -> str:
    """Text of a file, of a safetensors file its header. Raises: ValueError with the option."""
    try:
        with path.open("rb") as file:
            content = file.read(HEADER + 1)
            length = int.from_bytes(content[:HEADER], "little")
            if content[HEADER:] == b"{" and length <= MAX_BYTES:  # letters make a larger number
                content = b"{" + file.read(length - 1)
            else:
                content += file.read(MAX_BYTES)
    except OSError as error:
        msg = f"{option}: cannot read {path}: {error.strerror}"
        raise ValueError(msg) from error
    if len(content) > MAX_BYTES:
        msg = (
            f"{option}: {path} has more than {MAX_BYTES >> 20} MiB; give a file of names and "
            f"shapes, one parameter per line, such as {EXAMPLE}"
        )
        raise ValueError(msg)
    return _decoded(content, path, option)


def _json(text: str, path: Path, option: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield names and shapes: {name: [sizes]}, nested or not, pairs, a header of safetensors."""
    try:
        tree = json.loads(_from_python(text), object_pairs_hook=_unique, parse_int=_size)
        if isinstance(tree, list):
            tree = _unique([_pair(entry) for entry in tree])
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        why = "its brackets are nested too deeply" if deep else str(error)[:200]
        msg = f"{option}: {path} begins as JSON and is not: {why}; {PRINT}"
        raise ValueError(msg) from error
    if "weight_map" in tree:
        msg = f"{option}: {path} is an index of safetensors, without sizes; give one of its files"
        raise ValueError(msg)
    stack = [("", tree)]
    while stack:
        name, value = stack.pop()
        if isinstance(value, dict) and isinstance(value.get("shape"), list):
            value = value["shape"]
        if isinstance(value, dict):
            inner = [(f"{name}.{key}" if name else key, below) for key, below in value.items()]
            stack += [(key, below) for key, below in reversed(inner) if key != "__metadata__"]
        elif isinstance(value, list) and all(type(s) is int and s > 0 for s in value):
            yield name, tuple(value)
        else:
            msg = (
                f"{path}, {name or 'the first entry'}: {json.dumps(value)[:60]} is no shape; "
                'write {"wte.weight": [50257, 768]}'
            )
            raise ValueError(msg)


def _size(digits: str) -> int:
    """Return a whole number of JSON, -1 for one that is no size."""
    return int(digits) if len(digits) <= MAX_DIGITS else -1


def _pair(entry: Any) -> Any:
    """Return name and sizes of ["wte.weight", [50257, 768]] or {"name": ..., "shape": ...}."""
    if isinstance(entry, dict):
        return entry.get("name"), entry.get("shape")
    return tuple(entry) if isinstance(entry, list) else ()


def _from_python(text: str) -> str:
    """Write a printed dictionary or list of pairs of Python as JSON, without evaluating it."""
    if not PYTHON.match(text) or re.match(r"\s*(\{|\[\s*[\[{])\s*\"", text):
        return text
    text = re.sub(r"(ShapeDtypeStruct|Array)\(\s*shape=(\([^()]*\))[^()]*\)", r"\2", text)
    text = re.sub(r"torch\.Size\((\[[^\[\]]*\])\)", r"\1", text)
    text = re.sub(r"^\s*(collections\.)?\w+\((.*)\)\s*$", r"\2", text, flags=re.DOTALL)
    text = text.replace("(", "[").replace(")", "]").replace("'", '"')
    return re.sub(r",\s*([\]}])", r"\1", text)


def _unique(pairs: Any) -> dict[str, Any]:
    """Return a dictionary. Raises: ValueError for a pair that is none or a name given twice."""
    tree: dict[str, Any] = {}
    for pair in pairs:
        if len(pair) != 2 or not isinstance(pair[0], str):
            msg = 'an entry is no pair of name and sizes; write ["wte.weight", [50257, 768]]'
            raise ValueError(msg)
        if pair[0] in tree:
            msg = f"{pair[0]} is given twice"
            raise ValueError(msg)
        tree[pair[0]] = pair[1]
    return tree


def lines_of(path: Path, option: str) -> list[str]:
    """Lines of a file. Raises: ValueError with the option for a file that cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        msg = f"{option}: cannot read {path}: {error.strerror}"
        raise ValueError(msg) from error
    if len(content) > MAX_BYTES:
        msg = f"{option}: {path} has more than {MAX_BYTES >> 20} MiB; give one edge per line"
        raise ValueError(msg)
    return _decoded(content, path, option).splitlines()


def _decoded(content: bytes, path: Path, option: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#x}"
        msg = (
            f"{option}: {path} is not text in UTF-8: byte {error.start} is {byte}; unpack a packed "
        )
        msg += "file, and save a text as UTF-8"
        raise ValueError(msg) from error
