"""Files of names and shapes of parameters: a pair a line, printed by torch or JAX, JSON."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LINE = re.compile(r"(?P<name>\S+)(?P<sizes>(\s+\d+)*)(\s+=\s+(?P<first>\S+)|\s+(?P<group>.+))?")
NAME = re.compile(r"(?=.*[^\W\d_])[^{}\"'<>\s\x00-\x1f]+")  # a letter, nothing of JSON or XML
KEYS = re.compile(r"\[['\"]([^'\"\]]+)['\"]\]")  # paths of JAX: ['h']['attn']
PRINTED = re.compile(  # what torch, numpy and JAX print beside names and sizes
    r"torch\.Size|torch\.\w*(float|int|half|bool|uint)\w*|dtype=\w+|requires_grad=\w+"
    r"|device='?[\w:]+'?|\b(ShapeDtypeStruct|shape|size)\b\s*[=:]?|Parameter containing:?"
)
VALUES = re.compile(r"tensor\(\s*\[|\barray\(\s*\[|(?<![\w.])-?\d+\.\d*(e[+-]?\d+)?(?![\w.])")
BRACKETS = dict.fromkeys(map(ord, "(),[]'\"|"), " ")
CROSSED = re.compile(r"(?<!\S)\d+(x\d+)+(?!\S)")  # 50257x768
COLON = re.compile(r":(?=\s|$)")
META = re.compile(r"tensor\(\s*\.\.\.\s*,?")  # a tensor on the meta device has its size printed
EXAMPLE = "'wte.weight 50257 768'"
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
    for where, line, name, sizes, first, group in _entries(path, option):
        new = name not in shapes and name not in tied and NAME.fullmatch(name)
        if new and first in shapes and not sizes:
            tied[name] = first
        elif new and first is None and group in (None, *GROUPS):
            shapes[name] = sizes
            if group:
                names[group].append(re.escape(name))
        else:
            msg = (
                f"{where}: {line[:200]!r} is no new parameter; write its name and sizes, "
                f"{EXAMPLE}, 'lm_head.weight = wte.weight' below the name it equals, "
                f"or behind the sizes a group: {', '.join(GROUPS)}"
            )
            raise ValueError(msg)
    if not shapes:
        msg = f"{path} lists no parameter; write one per line, such as {EXAMPLE}"
        raise ValueError(msg)
    patterns = {group: f"^({'|'.join(own)})$" for group, own in names.items()}
    return {"parameters": shapes, "tied": tied, "patterns": patterns}


Entry = tuple[str, str, str, tuple[int, ...], str | None, str | None]


def _entries(path: Path, option: str) -> Iterator[Entry]:
    """Yield place, text, name, sizes, first name and group of each parameter of a file."""
    text = _text(path, option)
    if text.lstrip().startswith("{") or re.match(r"\s*\[\s*(\[|\Z)", text):
        for name, sizes in _json(text, path, option):
            yield f"{path}, {name}", f"{name}: {list(sizes)}", name, sizes, None, None
        return
    lines = re.sub(r"(Parameter containing:)\s*\n", r"\1 ", text).splitlines()
    for number, line in enumerate(lines, start=1):
        words = _words(line)
        match = LINE.fullmatch(words)
        if match is None or match["group"] or "containing" in line:
            words = CROSSED.sub(_spaced, _words(PRINTED.sub(" ", line)))
            match = LINE.fullmatch(words)
            if VALUES.search(words) or ("containing" in line and "size=" not in line):
                msg = (
                    f"{path}, line {number}: {line[:60]!r} has values; print names and shapes, "
                    "print(name, tuple(parameter.shape))"
                )
                raise ValueError(msg)
        if match is not None:
            sizes = tuple(map(int, match["sizes"].split()))
            name = match["name"].lstrip(".")
            yield f"{path}, line {number}", line, name, sizes, match["first"], match["group"]
        elif words:
            yield f"{path}, line {number}", line, "", (), None, None


def _words(line: str) -> str:
    """Return a line without brackets, quotes, and colons behind a name."""
    if "['" in line or '["' in line:
        line = KEYS.sub(r".\1", line)
    if "..." in line:
        line = META.sub(" ", line)
    words = line.replace("torch.Size", " ").translate(BRACKETS)
    return (COLON.sub(" ", words) if ":" in words else words).strip(" \t;.")


def _spaced(match: re.Match[str]) -> str:
    return match[0].replace("x", " ")


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
        tree = json.loads(text, object_pairs_hook=_unique)
        if isinstance(tree, list):
            tree = _unique([tuple(pair) if isinstance(pair, list) else () for pair in tree])
    except (ValueError, RecursionError) as error:
        msg = f"{option}: {path} begins as JSON and is not: {str(error)[:200]}"
        raise ValueError(msg) from error
    stack = [("", tree)]
    while stack:
        name, value = stack.pop()
        if isinstance(value, dict) and isinstance(value.get("shape"), list):
            value = value["shape"]
        if isinstance(value, dict):
            inner = [(f"{name}.{key}" if name else key, below) for key, below in value.items()]
            stack += [(key, below) for key, below in reversed(inner) if key != "__metadata__"]
        elif isinstance(value, list) and all(type(s) is int and s >= 0 for s in value):
            yield name, tuple(value)
        else:
            msg = (
                f"{path}, {name or 'the first entry'}: {json.dumps(value)[:60]} is no shape; "
                'write {"wte.weight": [50257, 768]}'
            )
            raise ValueError(msg)


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
        content = path.read_bytes()
    except OSError as error:
        msg = f"{option}: cannot read {path}: {error.strerror}"
        raise ValueError(msg) from error
    return _decoded(content, path, option).splitlines()


def _decoded(content: bytes, path: Path, option: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{option}: {path} is not text in UTF-8: {error}"
        raise ValueError(msg) from error
