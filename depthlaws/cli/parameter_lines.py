"""Lines of names and shapes of parameters, as torch, NumPy, JAX and spreadsheets write them.

A line has a name and its sizes: separated, in brackets or crossed (50257x768), with whatever types
and counts are printed behind them. Numbers that are no sizes are refused, never taken as sizes.
"""

import math
import re
from typing import NamedTuple

from depthlaws.cli.table_file import CONTROL


class Line(NamedTuple):
    """One parameter: its name, sizes, the name of the parameter that it equals, its group."""

    name: str
    sizes: tuple[int, ...] = ()
    first: str | None = None
    group: str | None = None


PLAIN_LINE = re.compile(r"[a-zA-Z_][\w.]{,999}( [1-9][0-9]{,17}){1,9}", re.ASCII)  # a plain pair
NAME = re.compile(r"(?=.*[^\W\d_])[^{}\"'<>()\s]+")  # a letter, nothing of JSON or XML
KEYS = re.compile(r"\[['\"]([^'\"\]]+)['\"]\]")  # paths of JAX: ['h']['attn']
HEAD = re.compile(  # up to the name: bars, quotes, brackets
    r"[-*|│┃(\[{'\"\s]*(name\s*[=:]\s*['\"]?)?(?P<name>[^\s,;|│┃'\"(){}=]+?)"
    r"(\.shape|\.size\(\))?['\"]?(?=[\s,;|│┃=)]|:\s|:$|$)[:,;|│┃=\s]*(?P<rest>.*)"
)
TIED = re.compile(r"(?P<name>[^\s=]+)\s*=\s*(?P<first>[^\s=,()\[\]]*[^\W\d_][^\s=,()\[\]]*)")
SHAPE = re.compile(r"(?<![\w\]])[\[(]\s*(?P<sizes>[0-9][0-9\s,]*)?[\])]")  # but no index of a list
TYPE = r"(torch\.|dtype=|np\.|jnp\.)*\b(b?f|bfloat|float|u?int|[iu]|complex|half|bool)\d*\b"
PRINTED = re.compile(  # what torch, numpy and JAX print beside names and sizes
    rf"torch\.Size|{TYPE}|requires_grad=\w+|device='?[\w:]+'?|\b(True|False)\b|tensor\(\s*\.\.\."
    r"|\b(ShapeDtypeStruct|Array|shape|size)\b\s*[=:]?|Parameter containing:?"
)
TYPED = re.compile(r"\bb?[fisuc]\d+(?=\[)")  # f32[50257,768] of JAX
CROSSED = re.compile(r"(?<!\d)\d+(\s*[x\u00d7*]\s*\d+)+")  # 50257x768
CELLS = re.compile(r"\S+?[,;]\s?\d+([,;]\s?\d+)*")  # a CSV with a column for each size
NUMBER = re.compile(r"\d[\d,]*")
VALUES = re.compile(r"tensor\(\s*\[|\barray\(\s*\[|(?<![\w.])-?\d+\.\d*(e[+-]?\d+)?(?![\w.])")
COMMENT = re.compile(r"(^|\s)(#|//).*")
HEADS = re.compile(r"(?i)^\W*(param|name|var|layer|key|total)")
RULE = re.compile(r"[-=_+|:\s│┃─━┼╇┏┓┗┛┡┩]*")  # a line of a table without words
HEADING = re.compile(
    r"(?i)\W*((param(eter)?s?|names?|variables?|layers?|keys?)\W+(shapes?|sizes?|rows|dims?)\b"
    r"|total( params)?:).*"
)
SEPARATED = re.compile(r"\d+(\s+\d+)*(?=[\s,;|│┃)]|$)")  # sizes without brackets
MARKS = dict.fromkeys(map(ord, "()[],;'\"|│┃=:."), " ")
MAX_LINE = 2_000  # characters
MAX_DIGITS = 18  # of one size


def read_line(line: str) -> Line | None:
    """Return the parameter of a line, None for an empty line, a heading, a comment or a rule.

    Raises: ValueError that says what is wrong, with the line left to the caller.
    """
    if PLAIN_LINE.fullmatch(line):
        name, *numbers = line.split(" ")
        return Line(name, tuple(map(int, numbers)))
    if len(line) > MAX_LINE:
        msg = f"begins a line of {len(line)} characters, of at most {MAX_LINE}"
        raise ValueError(msg)
    if control := CONTROL.search(line):
        msg = f"holds the control character {control[0]!a}"
        raise ValueError(msg)
    if "#" in line or "//" in line:
        line = COMMENT.sub("", line)
    line = line.strip()
    if RULE.fullmatch(line) or (HEADS.search(line) and HEADING.fullmatch(line)):
        return None
    line = KEYS.sub(r".\1", line).lstrip(".") if "['" in line or '["' in line else line
    if "=" in line and (tied := TIED.fullmatch(line)):
        return Line(tied["name"], first=tied["first"])
    head = HEAD.match(line)
    if head is None or not NAME.fullmatch(head["name"]):
        msg = "begins with no name"
        raise ValueError(msg)
    name, rest = head["name"].lstrip("."), TYPED.sub("", head["rest"])
    if VALUES.search(rest) or ("containing" in rest and "size=" not in rest):
        msg = "has values, not sizes alone"
        raise ValueError(msg)
    if re.search(r"\s=\s+[A-Za-z]", rest):
        msg = (
            "has sizes and equals a name; write a name alone = that name, below the name it equals"
        )
        raise ValueError(msg)
    sizes, others = _sizes(rest, cells=bool(CELLS.fullmatch(line)))
    group = _behind(others, math.prod(sizes))
    return Line(name, sizes, group=group or None)


def _sizes(rest: str, *, cells: bool) -> tuple[tuple[int, ...], str]:
    """Return the sizes behind a name and all other words: in brackets, crossed or separated."""
    if shape := SHAPE.search(rest):
        numbers = shape["sizes"] or ""
        others = f"{rest[: shape.start()]} {rest[shape.end() :]}"
    else:
        rest = CROSSED.sub(lambda crossed: re.sub(r"\D+", " ", crossed[0]), rest)
        plain = SEPARATED.match(re.sub("[,;]", " ", rest) if cells else rest)
        numbers, others = (plain[0], rest[plain.end() :]) if plain else ("", rest)
    return tuple(_size(number) for number in numbers.replace(",", " ").split()), others


def _size(digits: str) -> int:
    if digits.isascii() and digits.strip("0") == "":
        msg = "has the size 0, as parameters have once they are sharded"
        raise ValueError(msg)
    if digits.startswith("0") or len(digits) > MAX_DIGITS or not digits.isascii():
        msg = f"has the size {digits[:30]}, which is no whole number of at most 18 digits"
        raise ValueError(msg)
    return int(digits)


def _behind(others: str, count: int) -> str:
    """Return the group behind the sizes, without types and the number of entries.

    Raises: ValueError for any other number.
    """
    words = PRINTED.sub(" ", others)
    for number in NUMBER.findall(words):
        if number.replace(",", "") != str(count):
            msg = f"has the number {number[:30]} beside its sizes, and is not their product"
            raise ValueError(msg)
    return " ".join(NUMBER.sub(" ", words).translate(MARKS).split())
