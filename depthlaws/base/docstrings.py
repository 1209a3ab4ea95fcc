"""First sentences of docstrings: on the arguments of a function, on the attributes of a record."""

import inspect
import re
from collections.abc import Mapping
from typing import Any


def plain(text: str) -> str:
    """Text without the mark-up of docstrings.

    >>> plain("See :func:`~depthlaws.chain.alpha` for ``L``.")
    'See depthlaws.chain.alpha for L.'
    """
    return re.sub(r"(?::\w+:`[~.]?|``)([^`]*)``?", r"\1", text)


def parameter_entries(documented: Any) -> Mapping[str, str]:
    """First sentence on each entry in the ``Parameters`` or ``Attributes`` of a docstring."""
    from docstring_parser import numpydoc

    entries = {}
    for entry in numpydoc.parse(inspect.getdoc(documented) or "").params:
        sentence = re.split(r"(?<!\.)\.\s+(?=[A-Z`])", plain(one_line(entry.description)))[0]
        ends_open = sentence.endswith("...")
        for name in entry.arg_name.split(","):
            entries[name.strip().lstrip("*")] = sentence if ends_open else sentence.rstrip(".;")
    return entries


def one_line(text: str | None) -> str:
    """Text with every run of blanks and line ends as one blank."""
    return " ".join((text or "").split())
