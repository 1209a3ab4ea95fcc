"""Numbers, binders and brackets of Coq's syntax, and how strongly a text binds."""

from fractions import Fraction

from depthlaws.claims.engine.statement.coq_names import name_of

ATOM, CALL, POWER, INVERSE, PRODUCT, SUM = range(6)  # how strongly a text binds


def closed(text: str) -> bool:
    """True if a pair of brackets holds a whole text."""
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if not depth and k < len(text) - 1:
            return False
    return text.startswith("(")


def binder(names: list[str], kind: str) -> list[str]:
    """Return the binder of names of one type, in a list that is empty without names."""
    return [f"({' '.join(map(name_of, names))} : {kind})"] if names else []


def number(value: Fraction) -> str:
    """Return the text of a rational number, in brackets unless it is whole."""
    text, strength = fraction(value)
    return text if strength == ATOM else f"({text})"


def fraction(value: Fraction) -> tuple[str, int]:
    """Return the text of a rational number, and how strongly it binds."""
    text = str(value.numerator)
    if value.denominator > 1:
        text = f"{text} / {value.denominator}"
    if value < 0:
        return f"({text})", ATOM
    return text, ATOM if value.denominator == 1 else PRODUCT
