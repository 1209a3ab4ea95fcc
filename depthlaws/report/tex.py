"""Convert sentences with inline mathematics to LaTeX."""

import html
import re
from xml.etree import ElementTree as Tree

from depthlaws.report.notation import FUNCTIONS, GREEK
from depthlaws.report.prose import typeset

_TEXT = {c: f"\\{c}" for c in "_%&#${}"} | {
    "^": r"\^{}",
    "~": r"\~{}",
    "\\": r"\textbackslash{}",
}
_ACCENTS = {"\u00af": "bar", "~": "tilde"}
_NAMED_FUNCTIONS = {
    "max",
    "min",
    "exp",
    "ln",
    "log",
    "cos",
    "sin",
}  # functions that LaTeX knows by name
_LETTERS = {html.unescape(entity): f"\\{name} " for name, entity in GREEK.items()} | {
    html.unescape(GREEK["epsilon"]): r"\epsilon ",
    html.unescape(GREEK["lambda"]): r"\lambda ",
    "\u221e": r"\infty ",
    "\u2211": r"\sum ",
    "\u220f": r"\prod ",
}
_SIGNS = {
    "\u2264": r"\le ", "\u2265": r"\ge ", "\u2260": r"\ne ", "\u2192": r"\to ", "\u2213": r"\mp ",
    "\u00b1": r"\pm ", "\u2212": "-", "\u00b7": r"\cdot ", "\u223c": r"\sim ", "\u2026": r"\dots ",
    "\u2062": "", "\u2061": "", "\u27e8": r"\langle ", "\u27e9": r"\rangle ",
    "\u2032": r"\prime ", "\u2211": r"\sum ", "\u220f": r"\prod ", "{": r"\{", "}": r"\}",
}  # fmt: skip


def latex(text: str) -> str:
    r"""Return a sentence as LaTeX: its mathematics between dollars, other text escaped.

    >>> latex("falls like 1/sqrt(N) in 50 % of runs")
    'falls like $1/\\sqrt{N}$ in 50\\,\\% of runs'
    """
    named = re.compile(r"&(?!lt;|gt;|amp;)[#\w]+;")
    shown = named.sub(lambda match: html.unescape(match[0]), str(typeset(text)))
    done = "".join(_pieces(Tree.fromstring(f"<p>{shown}</p>")))
    return re.sub(r" (?=\\%)", r"\\,", done)


def _pieces(paragraph: Tree.Element) -> list[str]:
    parts = [_escaped(paragraph.text)]
    for formula in paragraph:
        parts += [f"${_row(formula).strip()}$", _escaped(formula.tail)]
    return parts


def _escaped(text: str | None) -> str:
    return "".join(_TEXT.get(c, f"${_SIGNS[c].strip()}$" if c in _SIGNS else c) for c in text or "")


def _row(element: Tree.Element) -> str:
    return "".join(map(_math, element))


def _math(element: Tree.Element) -> str:
    text = element.text or ""
    match element.tag:
        case "mi":
            return _letter(text)
        case "mo":
            return "".join(_SIGNS.get(c, c) for c in text)
        case "mn":
            return text.replace("\u2212", "-")
        case "mtext":
            return rf"\text{{{_escaped(text)}}}"
        case "mspace":
            return r"\,"
        case "msqrt":
            return rf"\sqrt{{{_row(element).strip()}}}"
        case "mover" if accent := _ACCENTS.get(element[1].text or ""):
            return rf"\{accent}{{{_math(element[0]).strip()}}}"
        case "msub" | "munder" | "msup" | "mover":
            base, script = map(_math, element)
            sign = "_" if element.tag in {"msub", "munder"} else "^"
            return f"{base.strip()}{sign}{{{script.strip()}}}"
        case "munderover":
            base, below, above = map(_math, element)
            return f"{base.strip()}_{{{below.strip()}}}^{{{above.strip()}}}"
        case "mmultiscripts":  # of a hypergeometric series: F, q, p
            name, q, _, _, p, _ = map(_math, element)
            return rf"{{}}_{{{p}}}{name}_{{{q}}}"
    return _row(element)


def _letter(text: str) -> str:
    if text in FUNCTIONS:
        return rf"\{text} " if text in _NAMED_FUNCTIONS else rf"\operatorname{{{text}}}"
    return _LETTERS.get(text, text if len(text) == 1 else rf"\mathrm{{{text}}}")
