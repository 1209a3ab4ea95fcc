r"""Quotes with TeX as plain text, in the notation of our own sentences.

>>> plain(r"stays of order $\Theta(N^{-1/2})$ , as $\frac{1}{N^{a_\ell}} \to 0$")
'stays of order Theta(N^(-1/2)), as 1/(N^a_l) -> 0'
"""

import re

__all__ = ["plain"]

_SIGNS = {
    "leq": "<=", "le": "<=", "geq": ">=", "ge": ">=", "neq": "!=", "ll": "<<", "gg": ">>",
    "to": "->", "rightarrow": "->", "Rightarrow": "=>", "infty": "infinity", "partial": "d",
    "langle": "\u27e8", "rangle": "\u27e9", "mid": "|", "approx": "~", "propto": "~", "sim": "~",
    "|": "|", "pm": "+-", "top": "T", "star": "*", "dots": "...", "ldots": "...", "ell": "l",
    "varepsilon": "epsilon", "cdot": "", "left": "", "right": "", "quad": " ", ",": " ", ";": " ",
    "!": "", "%": "%", "{": "(", "}": ")", "downarrow": "down", "uparrow": "up",
}  # fmt: skip
_ACCENTS = {"hat": "-hat", "bar": "-bar", "tilde": "~", "overline": "-bar"}
_FONTS = {"mathbf", "mathbb", "mathcal", "mathrm", "boldsymbol", "text", "operatorname"}
_TOKEN = re.compile(r"\\([A-Za-z]+|.)|([{}])|([_^])|(\s+)|([^\\{}_^\s]+)")


def plain(quote: str) -> str:
    """Return a quote without dollars and TeX; one that has none is returned as it is."""
    if "$" not in quote and "\\" not in quote:
        return quote
    text = _row(_TOKEN.findall(quote.replace("$", "")))[0]
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(?<=[(\u27e8]) | (?=[),.;\u27e9](?!\.))", "", text)
    return text.strip()


def _row(tokens: list[tuple[str, ...]], at: int = 0) -> tuple[str, int]:
    """Return the text of a row up to its closing brace, and the place behind it."""
    parts: list[str] = []
    while at < len(tokens):
        name, brace, script, _, _ = tokens[at]
        if brace == "}":
            return "".join(parts), at + 1
        if script:
            inner, at = _script(tokens, at + 1)
            parts.append(script + _grouped(inner))
        elif name == "frac":
            above, at = _argument(tokens, at + 1)
            below, at = _argument(tokens, at)
            parts.append(f"{_grouped(above)}/{_grouped(below)}")
        elif name == "sqrt":
            inner, at = _argument(tokens, at + 1)
            parts.append(f"sqrt({inner})")
        else:
            one, at = _argument(tokens, at)
            apart = name.isalpha() and one[:1].isalpha() and "".join(parts)[-1:].isalnum()
            parts.append(f" {one}" if apart else one)
    return "".join(parts), at


def _script(tokens: list[tuple[str, ...]], at: int) -> tuple[str, int]:
    """Return what a script reads: of letters without braces only the first, as TeX does."""
    text = tokens[at][4] if at < len(tokens) else ""
    if len(text) > 1:
        tokens[at] = ("", "", "", "", text[1:])
        return text[0], at
    return _argument(tokens, at)


def _argument(tokens: list[tuple[str, ...]], at: int) -> tuple[str, int]:
    """Return what one macro, group, blank or run of letters reads, and the place behind it."""
    while at < len(tokens) and tokens[at][3] and at + 1 < len(tokens) and tokens[at + 1][1] == "{":
        at += 1
    if at >= len(tokens):
        return "", at
    name, brace, _, blank, text = tokens[at]
    if brace == "{":
        return _row(tokens, at + 1)
    if name in _FONTS or name in _ACCENTS:
        inner, at = _argument(tokens, at + 1)
        return inner + _ACCENTS.get(name, ""), at
    if name:
        return _SIGNS.get(name, name), at + 1
    return " " if blank else text, at + 1


def _grouped(text: str) -> str:
    """Return a script, or a side of a fraction, in brackets if it is more than a name."""
    text = text.strip()
    whole = re.fullmatch(r"\w+|\*|\([^()]*\)", text)
    return text if whole else f"({text})"
