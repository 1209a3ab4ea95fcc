"""A claim and its result as the page shows them: words, equations, evidence, counterexample."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from markupsafe import Markup

from depthlaws._json import jsonable
from depthlaws.claims.engine.records import Entry, Evidence, Result, Verdict
from depthlaws.report.prose import typeset

__all__ = ["Counterexample", "Found", "Statement", "statement"]

SIDES = {"left", "right", "relation", "margin", "left - right"}
POINT = ("point", "case")  # where a check says at which arguments it failed
DIGITS = 8
REASONS = ("random", "open", "no enclosure")  # why a claim is only sampled, in short
LABELS = {
    "n": "samples",
    "of": "out of",
    "tried": "points tried",
    "z": "standard errors from the truth",
    "sees": "smallest relative deviation seen",
    "sees absolutely": "smallest deviation seen",
}


@dataclass(frozen=True)
class Counterexample:
    """Where a statement fails: the arguments, and what stands on both sides there."""

    point: Mapping[str, str]
    left: str = ""
    relation: str = ""
    right: str = ""
    sides: tuple[Markup, ...] = ()  # what they are, in words
    rest: Mapping[str, str] = field(default_factory=dict)
    rows: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True)
class Found:
    """What one check found; ``numbers`` are its single numbers, ``data`` the whole as JSON."""

    verdict: str
    check: str
    cross: bool
    summary: str
    numbers: Mapping[str, str]
    data: str


@dataclass(frozen=True)
class Statement:
    """One statement of a paper with everything known about it."""

    id: str
    paper: str
    where: str
    says: Markup
    quote: Markup
    reading: Markup
    verdict: str
    tags: tuple[str, ...]
    strength: str
    why: Markup
    equations: tuple[Markup, ...]
    found: tuple[Found, ...]
    counterexample: Counterexample | None
    instead: str  # id of the corrected or exact statement
    reads: tuple[str, ...]
    seconds: str
    place: str = ""
    figures: tuple[str, ...] = ()

    @property
    def erratum(self) -> bool:
        """Whether the paper prints it wrong."""
        return "erratum" in self.tags

    @property
    def folded(self) -> bool:
        """Whether one line is enough at first sight."""
        return not {"erratum", "imprecise", "not as expected"} & set(self.tags)


def statement(claim: Entry, result: Result, **known: Any) -> Statement:
    """Make the view of one claim; ``known`` gives its place in the sources and its figures."""
    pairs = [(e, False) for e in result.evidence] + [(e, True) for e in result.cross_evidence]
    return Statement(
        id=claim.id,
        paper=claim.source.paper,
        where=claim.source.where,
        says=typeset(claim.says),
        quote=typeset(claim.quote),
        reading=typeset(claim.reading),
        verdict=str(result.verdict),
        tags=_tags(claim, result),
        strength=strength(claim, result),
        why=typeset(claim.why_sampled),
        equations=tuple(dict.fromkeys(Markup(e.equation) for e in result.evidence if e.equation)),
        found=tuple(_found(e, cross=cross) for e, cross in pairs),
        counterexample=_counterexample(claim, result),
        instead=claim.corrected_by or claim.exact or "",
        reads=result.reads,
        seconds=f"{result.seconds:.2g} s",
        **known,
    )


def _tags(claim: Entry, result: Result) -> tuple[str, ...]:
    tags = {
        "erratum": claim.erratum,
        "imprecise": claim.imprecise,
        "definition": claim.definition,
        "not as expected": not result.as_expected,
    }
    return tuple(name for name, given in tags.items() if given)


def strength(claim: Entry, result: Result) -> str:
    """Kind of evidence behind a verdict, for samples with the kind of reason for no more."""
    if result.verdict == Verdict.SUPPORTED:
        why = claim.why_sampled
        return next((f"sampled, {kind}" for kind in REASONS if why.startswith(kind)), "sampled")
    words = {Verdict.PROVED: "proof", Verdict.CERTIFIED: "enclosure"}
    return words.get(result.verdict, "counterexample" if result.verdict == "REFUTED" else "none")


# -- evidence --------------------------------------------------------------------------------------


def _found(evidence: Evidence, *, cross: bool) -> Found:
    data = jsonable(evidence.data)
    numbers = {
        _label(key, evidence.check): number(value)
        for key, value in data.items()
        if not isinstance(value, (dict, list)) and key not in {*SIDES, *POINT}
    }
    nested = any(isinstance(value, (dict, list)) for value in data.values())
    return Found(
        verdict=str(evidence.verdict),
        check=evidence.check,
        cross=cross,
        summary=evidence.summary,
        numbers=numbers,
        data=json.dumps(data, indent=1) if nested else "",
    )


def _label(key: str, check: str) -> str:
    """What a number of the evidence is, in words."""
    if key == "n" and check.startswith("Property"):
        return "distinct points"
    return LABELS.get(key, key)


def _counterexample(claim: Entry, result: Result) -> Counterexample | None:
    """What the first refuting check of a claim found, with both sides in numbers."""
    for evidence in result.evidence:
        if evidence.verdict == Verdict.REFUTED:
            words = tuple(map(typeset, claim.sides or ()))
            return _failure(jsonable(evidence.data), words)
    return None


def _failure(data: dict[str, Any], words: tuple[Markup, ...]) -> Counterexample:
    data = _worst_mean(data) if "estimate" in data else data
    point = data.get("point", data.get("case", {}))
    point = point if isinstance(point, dict) else {"case": point}
    sides = _sides(data)
    shown = {"point", "case", "at", *SIDES, "wrong", "rows"}
    return Counterexample(
        {name: number(value) for name, value in (point | data.get("at", {})).items()},
        *(number(side) for side in sides),
        sides=words,
        rest={
            LABELS.get(k, k): _written(v) for k, v in data.items() if k not in shown and _short(v)
        },
        rows=[{k: number(v) for k, v in row.items()} for row in data.get("wrong", ())],
    )


def _worst_mean(data: dict[str, Any]) -> dict[str, Any]:
    """Evidence of simulated means, with the mean that misses most beside what was said of it."""
    relation = data.get("relation", "==")
    wanted = "truth" if relation == "==" else "bound"
    means = list(
        zip(*(np.ravel(data[name]).tolist() for name in ("estimate", "sem", wanted)), strict=True)
    )
    worst = max(range(len(means)), key=lambda i: _missed(relation, *means[i]))
    mean, error, right = means[worst]
    at = {"component": f"{worst + 1} of {len(means)}"} if len(means) > 1 else {}
    rest = {k: v for k, v in data.items() if k not in {"estimate", "sem", wanted}}
    return {"at": at, "left": f"{mean:.4g} \u00b1 {error:.2g}", "right": right, **rest}


def _missed(relation: str, mean: float, error: float, right: float) -> float:
    """By how many standard errors a mean is on the wrong side."""
    z = (mean - right) / error
    return {"==": abs(z), "<": z, ">": -z}[relation]


def _sides(data: dict[str, Any]) -> tuple[Any, str, Any]:
    """Both sides at the point; a case that is true or not has none."""
    if data.get("right", "") == "" or "left" not in data:
        return "", "", ""
    return data["left"], NOT.get(data.get("relation", "=="), "\u2260"), data["right"]


# How a relation reads where it fails.
NOT = {
    "==": "\u2260",
    "<": "is not <",
    "<=": "is not \u2264",
    ">": "is not >",
    ">=": "is not \u2265",
}


def number(value: Any) -> str:
    """Value in words: floats to eight digits, lists in brackets."""
    if value in ("inf", math.inf):
        return "\u221e"
    if isinstance(value, str) and re.fullmatch(r"-?\d+\.\d{9,}", value):
        return number(float(value))
    if isinstance(value, bool) or not isinstance(value, float):
        if isinstance(value, list):
            return "[" + ", ".join(map(number, value)) + "]"
        return str(value)
    return str(value) if math.isinf(value) or math.isnan(value) else f"{value:.{DIGITS}g}"


def _written(value: Any) -> str:
    """A number, or symbols as Python has them in the notation of sentences."""
    text = number(value).replace("**", "^")
    text = re.sub(r"(?<![\w^.])(\d+)\*(?=[A-Za-z])", r"\1", text)  # 2a: alone, a is an article
    return text.replace("*", " ").replace("oo", "inf")


def _short(value: Any) -> bool:
    return len(json.dumps(value)) < 200 and str(value) not in {"inf", "nan"}
