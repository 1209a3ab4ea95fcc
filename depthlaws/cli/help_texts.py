"""Help texts of commands made from functions: the page, and the line of each option.

Help of an option comes from the ``Parameters`` section of the function's docstring, or of the
record that the argument is a field of. For a formula it is the meaning of the symbol, which is
defined once, in ``theory/<subject>/symbols.py``.
"""

import inspect
import re
import typing
from typing import Any

from depthlaws.base.docstrings import one_line, parameter_entries, plain


def summary(function: Any) -> str:
    """First line of a docstring."""
    return plain(inspect.getdoc(function) or "").partition("\n")[0]


def page(function: Any) -> str:
    """Return the description, the answer and the references of a docstring.

    The terminal folds paragraphs, except those with an indented line.
    """
    from docstring_parser import numpydoc

    doc = numpydoc.parse(inspect.getdoc(function) or "")
    text = f"{doc.short_description or ''}\n\n{doc.long_description or ''}".partition(">>>")[0]
    text = text.partition("\n\nArguments:\n")[0]  # of a formula: its options say the same
    answers = [d.description for d in doc.many_returns if d.description]
    references = [m.description for m in doc.meta if m.args == ["references"] and m.description]
    answer = [f"Answer: {' '.join(answers)}"] * bool(answers)
    paragraphs = "\n\n".join([text, *answer, *references]).split("\n\n")
    return plain("\n\n".join(_unfilled(p.rstrip()) for p in paragraphs if p.strip()))


def _unfilled(paragraph: str) -> str:
    """Paragraph with the mark that keeps its lines, if one of them is indented."""
    return f"\b\n{paragraph}" if re.search("^ ", paragraph, re.MULTILINE) else paragraph


def argument_help(function: Any, name: str, record: Any = None) -> str:
    """Return the meaning of an argument of a function, or of a record that it takes."""
    if hasattr(function, "declared"):
        return _of_symbol(function, name)
    entries = [parameter_entries(source) for source in (record, function) if source is not None]
    return next((entry[name] for entry in entries if name in entry), "")


def answer_help(function: Any, part: str) -> str:
    """Return the meaning of a part of an answer: an attribute of the record, or the only value."""
    from docstring_parser import numpydoc

    try:
        record = typing.get_type_hints(function).get("return")
    except (NameError, TypeError, AttributeError):
        record = None
    if part != "value":
        return parameter_entries(record).get(part, "") if isinstance(record, type) else ""
    doc = numpydoc.parse(inspect.getdoc(function) or "")
    answers = [plain(one_line(d.description)) for d in doc.many_returns if d.description]
    return re.split(r"(?<!\.)\.(?:\s|$)", answers[0])[0] if answers else ""


def _of_symbol(formula: Any, name: str) -> str:
    """Meaning and domain of a symbol of a formula."""
    from depthlaws.theory.symbolic.symbols import meaning

    domains = {symbol.name: (symbol, domain) for symbol, domain in formula.declared.items()}
    symbol, domain = domains[name]
    return f"{meaning(symbol) or ''} in {domain}".strip()
