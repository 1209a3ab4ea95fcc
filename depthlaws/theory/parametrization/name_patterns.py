"""Regular expressions for the names of a group, and the source of the rules that sort names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence

from depthlaws.theory.parametrization import (
    parameter_names,
    parameter_rules,
    parameter_sides,
    width_growth,
)

__all__: list[str] = []

MARKER = "# Printed by trainer exports from here on.\n"


def name_patterns(groups: Mapping[str, Sequence[str]]) -> dict[str, str]:
    r"""Return by group a regular expression for exactly its names, any number where it can be.

    >>> name_patterns({"block matrices": ["h.0.w", "h.1.w"], "readout": ["head.w"]})
    {'block matrices': '^(h\\.\\d+\\.w)$', 'readout': '^(head\\.w)$'}
    """
    general = {n: re.sub(r"(?<![^.])\d+(?=\\?\.)", r"\\d+", re.escape(n)) for n in _all(groups)}
    owners: dict[str, set[str]] = {}
    for group, names in groups.items():
        for name in names:
            owners.setdefault(general[name], set()).add(group)
    patterns = {}
    for group, names in groups.items():
        shared = {n: general[n] if len(owners[general[n]]) == 1 else re.escape(n) for n in names}
        patterns[group] = f"^({'|'.join(dict.fromkeys(shared.values()))})$"
    return patterns


def _all(groups: Mapping[str, Sequence[str]]) -> list[str]:
    return [name for names in groups.values() for name in names]


def rules_source() -> str:
    """Return the source of the rules, which a training job runs without this package."""
    modules = (parameter_names, width_growth, parameter_sides, parameter_rules)
    return "\n".join(inspect.getsource(module).partition(MARKER)[2] for module in modules)
