"""Sentences as the sources write them, with their mathematics set as MathML.

Statements and captions are plain text: ``t_L = t_inf + O(L^-3)``, ``eps = 1/(N sqrt L)``. What is
mathematics in a sentence is found by its words (single letters, Greek names, functions) and by the
operators and brackets that join them; the rest stays text. Division stays on the line.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import escape

from markupsafe import Markup

__all__ = ["typeset"]

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu pi rho sigma tau phi psi omega "
    "xi chi nu Gamma Delta Theta Lambda Pi Sigma Phi Psi Omega"
)
GREEK = {name: f"&{name};" for name in _LETTERS.split()} | {
    "lam": "&lambda;",
    "eps": "&epsilon;", "inf": "&infin;", "infinity": "&infin;", "sum": "&sum;",
}  # fmt: skip
FUNCTIONS = {
    "exp", "ln", "log", "max", "min", "sign", "logit", "sqrt", "cos", "sin", "tanh", "artanh",
    "relu", "Lerch", "Var",
}  # fmt: skip
SIGNS = {
    "<=": "&le;", ">=": "&ge;", "!=": "&ne;", "==": "=", "->": "&rarr;", "-+": "&#8723;",
    "+-": "&plusmn;", "-": "&minus;", "*": "&middot;", "~": "&sim;", "...": "&hellip;",
    "..": "&hellip;", "<": "&lt;", ">": "&gt;",
}  # fmt: skip
BETWEEN = {"^", "/", "_", "*", "!"}  # no mathematics starts with these
LONE = {"<=", ">=", "!=", "->"}  # signs between words
JOINER = "&#8288;"  # keeps a full stop on the line of its formula
TIMES = "<mo>&#x2062;</mo>"
APPLIED = '<mo>&#x2061;</mo><mspace width="0.17em"/>'
WORDS = {"infinity", "sum", "sign", "max", "min", "relu"}  # English or names, unless joined
OPEN, CLOSE = {"(": ")", "[": "]", "⟨": "⟩"}, {")", "]", "⟩"}

# Names of places, panels and abbreviations: never mathematics.
TEXT = re.compile(
    r"\b(?:X|ERR|[A-Z]{3,}(?:-[A-Z])?)-[A-Z]*\d*\w*(?:-[a-z]\w*)*\b|\b[A-Za-z]+'[a-z]+\b"
    r"|\be\.g\.|\bi\.e\.|\bet al\.|(?<!\S)\([A-P](?:[-,] ?[A-P])*\)"
    r"|(?:(?<![\s\S])|(?<=[.)] ))[A-P](?:(?:, | and | to |-)[A-P])*(?=:)|\b[A-P] to [A-P]\b"
    r"|\b[Pp]anels? [A-P]\b|\b(?:theorem|lemma|proposition|[Ff]igures?|tables?) [A-Z]?\d+\b"
    r"|\beqs?\. \(\d+\)|\b\d+[xD]\b"
)
TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![A-Za-z_]*\d*F\d))"
    r"|(?P<series>\d+F\d+)"
    r"|(?P<norm>\|[a-z]+\|)"
    r"|(?P<name>[A-Za-z]+\d*'{0,2}(?:_(?:[A-Za-z0-9]+|[-+*](?![A-Za-z0-9(])))*(?=_\()?)"
    r"|(?P<sign><=|>=|!=|==|->|-\+|\+-|\.\.\.?|[-+*/^_=<>|~!])"
    r"|(?P<bracket>[()\[\]⟨⟩])"
    r"|(?P<comma>, |; )"
    r"|(?P<space> +)"
    r"|(?P<other>[^\s])"
)
INNER_PRODUCT = re.compile(r"<(\S[^<>=]*, [^<>=]*\S)>")

Token = tuple[str, str]


def typeset(text: str) -> Markup:
    """HTML of a sentence: escaped text and inline MathML."""
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
    for found in TOKEN.finditer(text):
        yield str(found.lastgroup), found[0]


def _runs(tokens: list[Token]) -> Iterator[str]:
    """Text and mathematics by turns."""
    i = 0
    while i < len(tokens):
        end = _end(tokens, i)
        written = _written(tokens[i:end]) if end > i else None
        if written is None:
            _, shown = tokens[i]
            yield SIGNS[shown] if shown in LONE else escape(shown, quote=False)
            i += 1
        else:
            near = end < len(tokens) and tokens[end][0] not in {"space", "bracket"}
            yield written + (JOINER if near else "")
            i = end


def _written(run: list[Token]) -> str | None:
    """MathML of a run, or None if it has nothing that needs it or cannot be parsed."""
    solid = [t for t in run if t[0] != "space"]
    if not any(_is_seed(solid, i) for i in range(len(solid))):
        return None
    try:
        return f"<math>{_Parser(solid).row(set())}</math>"
    except (IndexError, ValueError):
        return None


def _end(tokens: list[Token], start: int) -> int:
    """Index after the longest run of mathematics from here: balanced, ending on an operand."""
    if tokens[start][0] in {"space", "comma"} or tokens[start][1] in BETWEEN:
        return start
    depth, bars, best = 0, 0, start
    for i in range(start, len(tokens)):
        kind, text = tokens[i]
        if not _fits(kind, text, tokens, i, depth):
            break
        if text == "(" and not depth and _is_remark(tokens, i):
            break
        depth += (text in OPEN) - (text in CLOSE)
        bars += text == "|"
        if depth < 0:
            break
        part = i and tokens[i - 1][1] == "_"  # a positive or negative part: (x)_+
        ended = kind in {"name", "number", "series", "norm"} or text in {*CLOSE, "|", "!"} or part
        if ended and not depth and bars % 2 == 0 and text not in FUNCTIONS:
            best = i + 1
    return best


def _is_remark(tokens: list[Token], i: int) -> bool:
    """Whether a bracket after a space holds a condition, as in ``0.36 (L = 1)``: no factor."""
    if not i or tokens[i - 1][0] != "space":
        return False
    inner = [text for _, text in tokens[i + 1 :]]
    inner = inner[: inner.index(")")] if ")" in inner else inner
    return bool({"=", "<", ">", "<=", ">="} & set(inner))


def _fits(kind: str, text: str, tokens: list[Token], i: int, depth: int) -> bool:
    if kind == "name":
        return _is_letter(text) and (text not in {"a", "A", "I"} | WORDS or _joined(tokens, i))
    if kind == "number":  # two numbers in a row are no product
        near = [t for t in tokens[:i] if t[0] != "space"][-1:]
        return not near or near[0][0] != "number"
    return kind in {"sign", "bracket", "series", "norm", "space"} or (kind == "comma" and depth > 0)


def _joined(tokens: list[Token], i: int) -> bool:
    """Whether an operator or a tight bracket makes this letter a symbol: a^2, (a), a = 1."""
    if tokens[i][1] == "sum" and i and tokens[i - 1][1] in {"|", "("}:
        return True
    before = [t for t in tokens[:i] if t[0] != "space"][-1:]
    after = [t for t in tokens[i + 1 :] if t[0] != "space"][:1]
    tight = tokens[i + 1 : i + 2]
    if [text for _, text in tokens[i + 1 : i + 4]] == [" ", "in", " "] and tokens[i + 4 :]:
        return tokens[i + 4][0] == "bracket"
    if tight and tight[0][1] in {"(", "_"}:
        return True
    if before and after and before[0][1] in {"(", "|"} and after[0][1] in {")", "|"}:
        return True
    signs = set("^=<>/+*") | {"<=", ">=", "_"}
    return any(t and t[0][1] in signs for t in (before, after))


def _is_letter(name: str) -> bool:
    bare = re.sub(r"(\d*'*$|\d*'*_.*)", "", name)
    known = bare in GREEK or bare in FUNCTIONS or len(bare) == 1
    differential = len(bare) > 1 and bare[0] == "d" and (bare[1:] in GREEK or len(bare) == 2)
    return known or (differential and bare != "do")


def _is_seed(run: list[Token], i: int) -> bool:
    kind, text = run[i]
    return (
        kind == "series"
        or (kind == "name" and (text not in FUNCTIONS or run[i + 1 : i + 2] == [("bracket", "(")]))
        or (kind == "number" and "e" in text)
    )


class _Parser:
    """Recursive descent over the tokens of one run."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0

    def _peek(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place][1] if place < len(self.tokens) else ""

    def _take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def row(self, closing: set[str]) -> str:
        """MathML of everything up to a closing bracket (not taken) or the end."""
        parts, operand = [], False
        while self.at < len(self.tokens) and self._peek() not in closing:
            kind, text = self.tokens[self.at]
            if (kind == "sign" and text not in {"|", "_"}) or kind == "comma":
                self._take()
                sign = f'<mo form="prefix">{_sign(text)}</mo>' if not operand else None
                parts.append(sign or f"<mo>{_sign(text)}</mo>")
                operand = text == "!"
            else:
                parts.append((TIMES if operand else "") + self._scripted())
                operand = True
                if text in FUNCTIONS and self._peek() not in {"(", *closing}:
                    parts.append(APPLIED)
                    operand = False
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def _scripted(self) -> str:
        """Operand with its subscript and power."""
        name = self._peek()
        base = self._operand()
        if self._peek() == "_":
            self._take()
            part = self._peek() in {"+", "-"}
            below = f"<mo>{_sign(self._take()[1])}</mo>" if part else self._argument()
            tag = "munder" if name == "sum" else "msub"
            base = f"<{tag}>{base}{below}</{tag}>"
        if self._peek() == "^":
            self._take()
            base = f"<msup>{base}{self._power()}</msup>"
        return base

    def _power(self) -> str:
        """Exponent; ``x^-1/2`` means the power -1/2."""
        if self._peek() in {"-", "+"}:
            sign = f"<mo>{_sign(self._take()[1])}</mo>"
            number = self._argument()
            if self._peek() == "/" and self.tokens[self.at - 1][0] == "number":
                self._take()
                number += f"<mo>/</mo>{self._argument()}"
            return f"<mrow>{sign}{number}</mrow>"
        return self._argument()

    def _argument(self) -> str:
        """Operand whose brackets only group."""
        if self._peek() != "(":
            return self._operand()
        self._take()
        inner = self.row({")"})
        self._take()
        return inner

    def _operand(self) -> str:
        kind, text = self._take()
        if text == "|":
            return self._fenced("|", "|")
        if kind == "bracket":
            return self._fenced(text, self._closing(text))
        if text.startswith("sqrt"):
            inner = f"<mn>{text[4:]}</mn>" if text[4:] else self._argument()
            return f"<msqrt>{inner}</msqrt>"
        if kind == "name":
            return _name(text)
        if kind == "number":
            return _number(text)
        if kind == "norm":
            return f"<mrow><mo>|</mo><mtext>{text[1:-1]}</mtext><mo>|</mo></mrow>"
        if kind == "series":
            p, q = text.split("F")
            return (f"<mmultiscripts><mi>F</mi><mn>{q}</mn><none/><mprescripts/><mn>{p}</mn>"
                    "<none/></mmultiscripts>")  # fmt: skip
        raise ValueError(text)

    def _closing(self, text: str) -> str:
        """The bracket that ends a group: half-open intervals mix round and square."""
        return OPEN.get(text, "")

    def _fenced(self, start: str, end: str) -> str:
        inner = self.row({end, *CLOSE} if start != "|" else {"|"})
        _, last = self._take()
        fence = '<mo fence="true" stretchy="false">'
        return f"<mrow>{fence}{start}</mo>{inner}{fence}{last}</mo></mrow>"


def _sign(text: str) -> str:
    return SIGNS.get(text, text)


def _number(text: str) -> str:
    digits, _, power = text.partition("e")
    if not power:
        return f"<mn>{digits}</mn>"
    power = power.lstrip("+").replace("-", SIGNS["-"])
    ten = f"<msup><mn>10</mn><mn>{power}</mn></msup>"
    return ten if digits == "1" else f"<mrow><mn>{digits}</mn><mo>&middot;</mo>{ten}</mrow>"


def _name(text: str) -> str:
    """Letter with its subscripts: ``alpha0``, ``mu_yx``, ``t_inf``, ``dw_1``."""
    stem, *below = re.sub(r"^([A-Za-z]+)(\d+)$", r"\1_\2", text).split("_")
    below = [b for b in below if b]
    if len(stem) > 1 and stem.isalpha() and stem not in {*GREEK, *FUNCTIONS}:
        rest = "_".join([stem[1:], *below])
        return f'<mrow><mi mathvariant="normal">d</mi>{_name(rest)}</mrow>'
    if stem == "sum":
        letter = "<mo>&sum;</mo>"
    elif stem.endswith("'"):
        primes = stem.count("'") * "&prime;"
        letter = f"<msup>{_name(stem.rstrip(chr(39)))}<mo>{primes}</mo></msup>"
    else:
        letter = f"<mi>{GREEK.get(stem, stem)}</mi>"
    if not below:
        return letter
    under = "".join(_below(b) for b in below)
    return f"<msub>{letter}<mrow>{under}</mrow></msub>"


def _below(text: str) -> str:
    if text.isdigit():
        return f"<mn>{text}</mn>"
    if text in {"+", "-", "*"}:
        return f"<mo>{SIGNS['-'] if text == '-' else text}</mo>"
    if text in GREEK:
        return f"<mi>{GREEK[text]}</mi>"
    if re.fullmatch(r"[A-Za-z]\d", text):
        return f"<msub><mi>{text[0]}</mi><mn>{text[1]}</mn></msub>"
    return f"<mi>{text}</mi>"
