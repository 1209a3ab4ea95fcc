"""What can be asked: every public function of the theory whose arguments can be typed, by name."""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

Question = Callable[..., Any]


@functools.cache
def questions() -> Mapping[str, Question]:
    """Everything that can be asked from the command line: ``chain.sharpness``, ``chain-rate``."""
    from depthlaws import theory
    from depthlaws._arguments import askable

    return {name: f for name, f in theory.questions().items() if askable(f)}


def question(name: str) -> Question | None:
    """Question ``subject.name``, or formula, without loading the other subjects, or None."""
    from depthlaws import theory
    from depthlaws._arguments import askable

    subject, dot, asked = name.partition(".")
    if not dot:
        return theory.known_formula(name)
    module = getattr(theory, subject) if subject in theory.__all__ else None
    function = getattr(module, asked) if asked in getattr(module, "__all__", ()) else None
    return function if inspect.isfunction(function) and askable(function) else None


def transfer_of(subject: str) -> Question | None:
    """Law of transfer of one subject without loading the others, or None."""
    return None if subject == "parametrization" else question(f"{subject}.transfer")


def transfers() -> Mapping[str, Question]:
    """Law of transfer of each subject that has one of its own."""
    named = [(name.partition("."), f) for name, f in questions().items()]
    return {
        subject: f
        for (subject, _, asked), f in named
        if asked == "transfer" and subject != "parametrization"
    }
