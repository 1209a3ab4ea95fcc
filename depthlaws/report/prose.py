"""Typeset the mathematics inside sentences as MathML.

Statements and captions are plain text, such as ``t_L = t_inf + O(L^-3)``. Single letters, Greek
names, functions and the operators and brackets between them become mathematics; the rest stays
text.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import escape

from markupsafe import Markup

from depthlaws.report.notation import (
    CLOSING,
    FUNCTIONS,
    GREEK,
    OPENING,
    SIGNS,
    Token,
    formula_mathml,
)

BINARY_SIGNS = {"^", "/", "_", "*", "!", "."}  # no mathematics starts with these
SIGNS_BETWEEN_WORDS = {"<=", ">=", "!=", "->", "+-", "+/-", "-+", "<<", ">>"}  # signs between words
ENGLISH_NAMES = {"infinity", "sum", "sign", "max", "min", "relu"}  # English or names, unless joined

# Names of places, panels and abbreviations: never mathematics.
TEXT = re.compile(
    r"(?:\b(?:X|ERR|PC|[A-Z]{3,}(?:-[A-Z])?)-[A-Z]*\d*\w*(?:-[a-z]\w*)*\b"
    r"|\b(?:[A-Za-z]+|\d+)'[a-z]+\b"
    r"|\be\.g\.|\bi\.e\.|\bi\.i\.d\.|\bet al\.|(?<!\S)\([A-P](?:[-,] ?[A-P])*\)(?! =)"
    r"|(?:(?<![\s\S])|(?<=[.)] ))[A-P](?:(?:, | and | to |-)[A-P])*(?=:)|\b[A-P] to [A-P]\b"
    r"|\b[Pp]anels? [A-P]\b|\b(?:theorem|lemma|proposition|[Ff]igures?|tables?) [A-Z]?\d+[A-H]?\b"
    r"|\beqs?\. \(\d+\)|\b\d+[xD]\b(?!\))|\b[A-Z]\.\d+(?:\.\d+)*\b|\b[Aa]ppendi(?:x|ces) [A-Z]\b"
    r"|\b[Ss]ections? (?:\d[\d.]*|[A-Z]\b)(?:(?:, | and | to )(?:\d[\d.]*\d|\d|[A-Z])\b)*)"
    r"(?:'s\b)?"
)
TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![A-Za-z_]*\d*F\d))"
    r"|(?P<series>\d+F\d+)"
    r"|(?P<norm>\|[a-z]+\|)"
    r"|(?P<name>[A-Za-z]+\d*'{0,2}(?:-bar(?![a-z])|~(?![A-Za-z0-9])|\*(?=[\s.,;:)_(]|$))?(?:_(?:[A-Za-z0-9]+|[-+*](?![A-Za-z0-9(])))*(?=_[({])?)"
    r"|(?P<sign>(?<=[\w)])\.(?=[A-Za-z])|<<|>>|<=|>=|!=|==|->|-\+|\+/?-|\.\.\.?|[-+*/^_=<>|~!])"
    r"|(?P<bracket>[()\[\]{}⟨⟩])"
    r"|(?P<comma>, |; )"
    r"|(?P<space> +)"
    r"|(?P<other>[^\s])"
)
INNER_PRODUCT = re.compile(r"<([^\s<>=](?:[^<>=]*[^\s<>=])?)>")  # and mean: <w h>


def typeset(text: str) -> Markup:
    """Return a sentence as HTML: escaped text and inline MathML."""
    return Markup(_typeset(" ".join(text.split())))


@cache
def _typeset(text: str) -> str:
    done, start = [], 0
    for place in TEXT.finditer(text):
        done += [_mixed(text[start : place.start()]), escape(place[0])]
        start = place.end()
    return "".join([*done, _mixed(text[start:])])


def _mixed(text: str) -> str:
    return "".join(_runs(list(_tokens(INNER_PRODUCT.sub(r"⟨\1⟩", text)))))


def _tokens(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(text):
        yield str(match.lastgroup), match[0]


def _runs(tokens: list[Token]) -> Iterator[str]:
    """Yield text and mathematics in turn."""
    i = 0
    while i < len(tokens):
        end = _end(tokens, i)
        formula = _formula(tokens[i:end]) if end > i else None
        if formula is None:
            _, shown = tokens[i]
            lone = shown in SIGNS_BETWEEN_WORDS or _is_minus(tokens, i)
            # pyrefly: ignore[bad-index]  (the keys are inferred as LiteralString)
            yield SIGNS[shown] if lone else escape(shown, quote=False)
            i += 1
        else:
            yield formula
            i = end


def _is_minus(tokens: list[Token], i: int) -> bool:
    """True if a hyphen is a minus, as in ``at -3/2`` and ``1 - cos falls``."""
    before = tokens[i - 1] if i else ("space", " ")
    free = before[0] in {"space", "comma"} or before[1] in OPENING
    behind = [kind for kind, _ in tokens[i + 1 : i + 2]]
    return tokens[i][1] == "-" and free and behind in (["number"], ["space"])


def _formula(run: list[Token]) -> str | None:
    """Return MathML of a run of tokens; None if it needs none or cannot be parsed."""
    solid = [t for t in run if t[0] != "space"]
    if not any(_is_seed(solid, i) for i in range(len(solid))):
        return None
    try:
        return formula_mathml(solid)
    except (IndexError, ValueError):
        return None


def _end(tokens: list[Token], start: int) -> int:
    """Return the index after the longest balanced run of mathematics that ends on an operand."""
    if tokens[start][0] in {"space", "comma"} or tokens[start][1] in BINARY_SIGNS:
        return start
    depth, bars, best = 0, 0, start
    for i in range(start, len(tokens)):
        kind, text = tokens[i]
        if not _fits(kind, text, tokens, i, depth):
            break
        if text == "(" and not depth and _is_remark(tokens, i):
            break
        depth += (text in OPENING) - (text in CLOSING)
        bars += text == "|"
        if depth < 0:
            break
        part = i and tokens[i - 1][1] == "_"  # a positive or negative part: (x)_+
        ended = kind in {"name", "number", "series", "norm"} or text in {*CLOSING, "|", "!"} or part
        if ended and not depth and bars % 2 == 0 and text not in FUNCTIONS:
            best = i + 1
    return best


def _is_remark(tokens: list[Token], i: int) -> bool:
    """True if a bracket after a space is a condition and no factor, as in ``0.36 (L = 1)``."""
    if not i or tokens[i - 1][0] != "space":
        return False
    inner = [text for _, text in tokens[i + 1 :]]
    inner = inner[: inner.index(")")] if ")" in inner else inner
    return bool({"=", "<", ">", "<=", ">="} & set(inner))


def _fits(kind: str, text: str, tokens: list[Token], i: int, depth: int) -> bool:
    if kind == "name":
        if [t[1] for t in tokens[i + 1 : i + 2]] == ["^"]:  # width^2
            return True
        return _is_letter(text) and (
            text not in {"a", "A", "I"} | ENGLISH_NAMES or _joined(tokens, i)
        )
    if kind == "number":  # two numbers in a row are no product
        near = [t for t in tokens[:i] if t[0] != "space"][-1:]
        return not near or near[0][0] != "number"
    return kind in {"sign", "bracket", "series", "norm", "space"} or (kind == "comma" and depth > 0)


def _joined(tokens: list[Token], i: int) -> bool:
    """True if an operator or a bracket makes this letter a symbol, as in a^2, (a), a = 1."""
    if tokens[i][1] == "sum" and i and tokens[i - 1][1] in {"|", "("}:
        return True
    before = [t for t in tokens[:i] if t[0] != "space"][-1:]
    after = [t for t in tokens[i + 1 :] if t[0] != "space"][:1]
    tight = tokens[i + 1 : i + 2]
    if (
        i and tokens[i - 1][0] in {"number", "sign"} and tokens[i][1] not in ENGLISH_NAMES
    ):  # 2a, (1-a)
        return True
    if tokens[i][1] == "sum" and before and before[0][1] in {*OPENING, *CLOSING} and after:
        return after[0][0] == "name" and _is_letter(after[0][1]) and after[0][1] != "a"
    if [text for _, text in tokens[i + 1 : i + 4]] == [" ", "in", " "] and tokens[i + 4 :]:
        return tokens[i + 4][0] == "bracket"
    if tight and tight[0][1] in {"(", "_"}:
        return True
    if before and after and before[0][0] == "number" and after[0][1] in CLOSING:
        return True
    if before and after and before[0][1] in {"(", "|"} and after[0][1] in {")", "|"}:
        return True
    signs = set("^=<>/+*") | {"<=", ">=", "_"}
    return any(t and t[0][1] in signs for t in (before, after))


def _is_letter(name: str) -> bool:
    stem = re.sub(r"(-bar|~|\*)?(\d*'*$|\d*'*_.*)", "", name)
    is_symbol = stem in GREEK or stem in FUNCTIONS or len(stem) == 1
    differential = len(stem) > 1 and stem[0] == "d" and (stem[1:] in GREEK or len(stem) == 2)
    return is_symbol or (differential and stem != "do")


def _is_seed(run: list[Token], i: int) -> bool:
    """True if this token makes a run mathematics: a letter, a power, f(x), sqrt 5."""
    kind, text = run[i]
    after = run[i + 1] if i + 1 < len(run) else ("", "")
    if kind == "name" and text in FUNCTIONS:
        return after[1] == "(" or (text == "sqrt" and after[0] == "number")
    if kind == "norm":
        return text[1:-1] in GREEK
    return kind in {"series", "name"} or text == "^" or (kind == "number" and "e" in text)
