"""Questions by name: every public function of the theory whose arguments can be typed."""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

Question = Callable[..., Any]


@functools.cache
def questions() -> Mapping[str, Question]:
    """Functions and formulas by name: ``chain.sharpness``, ``chain-rate``."""
    from depthlaws import theory
    from depthlaws.base.arguments import askable

    return {name: f for name, f in theory.questions().items() if askable(f)}


def question(name: str) -> Question | None:
    """Function ``subject.name`` or formula; None if there is none. Loads no other subject."""
    from depthlaws import theory
    from depthlaws.base.arguments import askable

    subject, dot, function_name = name.partition(".")
    if not dot:
        return theory.known_formula(name)
    module = getattr(theory, subject) if subject in dir(theory) else None
    public = function_name in getattr(module, "__all__", ())
    function = getattr(module, function_name) if public else None
    return function if inspect.isfunction(function) and askable(function) else None


def transfer_of(subject: str) -> Question | None:
    """Transfer law of one subject, or None. Loads no other subject."""
    return None if subject == "parametrization" else question(f"{subject}.transfer")


def transfers() -> Mapping[str, Question]:
    """Transfer law of each subject that has a law of its own."""
    subjects = [name.partition(".")[0] for name in questions() if name.endswith(".transfer")]
    return {subject: law for subject in subjects if (law := transfer_of(subject))}
