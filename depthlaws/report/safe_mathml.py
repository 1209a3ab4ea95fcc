"""Stored equations in a page: MathML rebuilt from elements that can only show mathematics."""

from functools import lru_cache
from xml.etree import ElementTree

from markupsafe import Markup, escape

ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts"),
    *("mprescripts", "none", "mtable", "mtr", "mtd", "mpadded", "mphantom"),
}
ATTRIBUTES = {"display": frozenset({"block", "inline"}), "fence": frozenset({"true", "false"})}
ATTRIBUTES |= {"stretchy": frozenset({"true", "false"}), "mathvariant": frozenset({"normal"})}
MAX_DEPTH = 200  # of elements inside each other


def equation(text: object) -> Markup:
    """Return display MathML with these elements and attributes only.

    Empty for anything else: a stored verdict is a file that anybody may have written.

    >>> equation("<math><mi>x</mi></math>")
    Markup('<math><mi>x</mi></math>')
    >>> equation("<math><mi onclick='run()'>x</mi></math>"), equation("<img src=x>")
    (Markup(''), Markup(''))
    """
    return _rebuilt(text) if isinstance(text, str) else Markup("")


@lru_cache(maxsize=1 << 12)
def _rebuilt(text: str) -> Markup:
    """Return display MathML, which a paper and its statements show, as :func:`equation` does."""
    if "<!" in text or "<?" in text:
        return Markup("")
    try:
        root = ElementTree.fromstring(text)
        return Markup(_written(root)) if root.tag == "math" else Markup("")
    except (ElementTree.ParseError, ValueError):
        return Markup("")


def _written(node: ElementTree.Element, depth: int = 0) -> str:
    """Return an element as text. Raises: ValueError for one that is not allowed."""
    if node.tag not in ELEMENTS or depth > MAX_DEPTH or (depth and node.tag == "math"):
        raise ValueError(node.tag)
    for name, value in node.attrib.items():
        if value not in ATTRIBUTES.get(name, ()):
            raise ValueError(name)
    attributes = "".join(f' {name}="{value}"' for name, value in node.attrib.items())
    inner = [escape(node.text or "")]
    for child in node:
        inner += [_written(child, depth + 1), escape(child.tail or "")]
    return f"<{node.tag}{attributes}>{''.join(map(str, inner))}</{node.tag}>"
