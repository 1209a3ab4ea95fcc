"""Records of an explorer: its fields, its sentence, and the data that its script reads."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field of the form; its name stands in the address.

    ``low`` and ``high`` are the allowed numbers, ``options`` the words of a choice by value. A
    field with neither is text. Those that are ``rare`` are folded
    away below the others.
    """

    name: str
    label: str
    default: str | float
    low: float | None = None
    high: float | None = None
    whole: bool = False
    step: str = "any"
    slider: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    rare: bool = False

    @property
    def rules(self) -> dict[str, Any]:
        """Rules by which the script checks a value."""
        return {
            "name": self.name,
            "default": self.default,
            "low": self.low,
            "high": self.high,
            "whole": self.whole,
            "options": dict(self.options) or None,
        }


def whole(name: str, label: str, default: int, low: int, high: int) -> Field:
    """Return a field for a whole number."""
    return Field(name=name, label=label, default=default, low=low, high=high, whole=True, step="1")


def number(name: str, label: str, default: float, low: float, high: float) -> Field:
    """Return a field for a number."""
    return Field(name=name, label=label, default=default, low=low, high=high)


def choice(name: str, label: str, default: str, options: Mapping[str, str]) -> Field:
    """Return a field for one of several words."""
    return Field(name=name, label=label, default=default, options=options)


@dataclass(frozen=True, kw_only=True)
class Explorer:
    """One question that a page answers.

    Attributes
    ----------
    id : str
        Name of its script, explore-<id>.js, and of its page.
    papers : tuple of str
        Papers on whose pages it is linked.
    question, says : str
        Heading, and what is computed under which assumptions.
    fields : tuple of Field
        Fields of its form.
    plots : tuple of str
        Captions of its plots.
    commands : str
        Commands that answer the same at the defaults, one a line: shown without scripts.
    data : callable
        Numbers that the script reads, as JSON values.
    scripts : tuple of str
        Further scripts that its script uses.
    """

    id: str
    papers: tuple[str, ...]
    question: str
    says: str
    fields: tuple[Field, ...]
    commands: str
    data: Callable[[], dict[str, Any]]
    plots: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Id of its section in a page; that of the chain is named by old bookmarks."""
        return "panel" if self.id == "chain" else f"explore-{self.id}"

    @property
    def page(self) -> str:
        """File name of its page."""
        return f"explore-{self.id}.html"

    @property
    def assets(self) -> tuple[str, ...]:
        """Scripts of its page, in order, without the formulas."""
        return ("explore.js", *self.scripts, f"explore-{self.id}.js")

    @functools.cached_property
    def payload(self) -> dict[str, Any]:
        """Fields and data as the script reads them, computed once for all reports."""
        return {"fields": [f.rules for f in self.fields], "data": self.data()}
