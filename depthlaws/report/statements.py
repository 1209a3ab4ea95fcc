"""A claim and its result as the page shows them: words, equations, evidence, counterexample."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from markupsafe import Markup

from depthlaws.base.strict_json import jsonable
from depthlaws.claims.engine.formal import shown as shown_to_coq
from depthlaws.claims.engine.records import Entry, Evidence, Result, Verdict
from depthlaws.claims.engine.report import sides_in_words
from depthlaws.report.prose import typeset
from depthlaws.report.safe_mathml import equation

SIDE_KEYS = {"left", "right", "relation", "margin", "left - right"}
STATED = "Stated"  # kind of the checks of a clause in symbols
POINT_KEYS = ("point", "case")  # the arguments at which a check failed
DIGITS = 8
KINDS = {  # beginning of ``why_sampled``, and what the page says instead
    "random": "about random networks, tested by simulation",
    "open": "no proof is known",
    "no enclosure": "no interval enclosure",
}
LABELS = {
    "n": "samples",
    "of": "out of",
    "tried": "points tried",
    "z": "distance in standard errors",
    "sem": "standard error",
    "estimate": "mean",
    "truth": "exact value",
    "p": "claimed probability",
    "refuted from z": "refuted from this many standard errors",
    "decided from z": "decided from this many standard errors",
    "sees": "smallest relative deviation found with 99 %",
    "sees absolutely": "smallest deviation found with 99 %",
    "false alarm rate": "probability to refute a true statement",
}


@dataclass(frozen=True)
class Counterexample:
    """Arguments at which a statement fails, with the values of both sides there."""

    point: Mapping[str, str]
    left: str = ""
    relation: str = ""
    right: str = ""
    sides: tuple[Markup, ...] = ()  # both sides in words
    others: Mapping[str, str] = field(default_factory=dict)
    rows: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True)
class CheckResult:
    """Evidence of one check; ``numbers`` are its scalars, ``data`` is all of it as JSON."""

    verdict: str
    check: str
    shown: Markup  # the number of its equation, or the check in words
    cross: bool
    summary: str
    numbers: Mapping[str, str]
    data: str


@dataclass(frozen=True)
class Statement:
    """One statement with its words, evidence, counterexample, formulas and place."""

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
    results: tuple[CheckResult, ...]
    against: tuple[CheckResult, ...]  # checks of the printed words
    simplest: Counterexample | None  # to the printed words
    counterexample: Counterexample | None  # that the checks found
    instead: str  # id of the corrected or exact statement
    same_fault_as: str  # id of the erratum whose fault this one repeats
    fault: str  # kind of an erratum
    change: Markup  # what would change in the paper
    ours: bool
    reads: tuple[str, ...]
    seconds: str
    place: str = ""
    figures: tuple[str, ...] = ()
    in_full: str = ""  # the sentence with every quantifier and clause
    coq: Mapping[str, Any] | None = None  # proposition, theorem, file and axioms

    @property
    def erratum(self) -> bool:
        """True if the paper prints it wrong."""
        return "erratum" in self.tags

    @property
    def shown_without_draws(self) -> bool:
        """True if it has a certificate."""
        return Verdict(self.verdict).without_draws

    @property
    def folded(self) -> bool:
        """True if the page shows one line that can be unfolded."""
        return not {"erratum", "imprecise", "not as expected"} & set(self.tags)


def statement(
    claim: Entry, result: Result, *, place: str = "", figures: tuple[str, ...] = ()
) -> Statement:
    """Return the page's view of a claim, its result, its place and the figures that rest on it."""
    pairs = [(e, False) for e in result.evidence] + [(e, True) for e in result.cross_evidence]
    stored = [equation(e.equation) for e, _ in pairs]
    equations = [*dict.fromkeys(filter(None, stored))]
    places = [equations.index(one) + 1 if one else 0 for one in stored]
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
        why=typeset(why_sampled(claim)),
        equations=tuple(equations),
        results=tuple(
            _check_result(e, cross=cross, place=place)
            for (e, cross), place in zip(pairs, places, strict=True)
        ),
        against=tuple(_check_result(e, cross=False) for e in result.against),
        simplest=_counterexample(claim, result.against),
        counterexample=_counterexample(claim, result.evidence),
        instead=claim.corrected_by or claim.exact or "",
        same_fault_as=claim.same_fault_as,
        fault=claim.fault,
        change=typeset(claim.change),
        ours=claim.beyond,
        reads=result.reads,
        seconds=f"{result.seconds:.2g} s",
        place=place,
        figures=figures,
        in_full=claim.sentence,
        coq=shown_to_coq(result),
    )


def _tags(claim: Entry, result: Result) -> tuple[str, ...]:
    tags = {
        "ours": claim.beyond,
        "erratum": claim.erratum,
        "imprecise": claim.imprecise,
        "definition": claim.definition,
        "reconstructed": claim.reconstructed,
        "not as expected": not result.as_expected,
    }
    return tuple(name for name, given in tags.items() if given)


def strength(claim: Entry, result: Result) -> str:
    """Return the kind of evidence behind a verdict, for samples with the reason."""
    if result.verdict == Verdict.SUPPORTED:
        return f"sampled: {KINDS[kind]}" if (kind := _kind(claim)) else "sampled"
    words = {
        Verdict.FORMALLY_PROVED: "formal proof",
        Verdict.PROVED: "proof",
        Verdict.EXACT: "every named case",
        Verdict.CERTIFIED: "enclosure",
        Verdict.EXACT_IN_CASES: "listed cases",
        Verdict.EXPLORED: "explored",
        Verdict.REFUTED: "counterexample",
    }
    return words.get(result.verdict, "none")


def why_sampled(claim: Entry) -> str:
    """Return the reason why a claim is only sampled, in plain words."""
    kind = _kind(claim)
    return KINDS[kind] + claim.why_sampled.removeprefix(kind) if kind else claim.why_sampled


def _kind(claim: Entry) -> str:
    return next((kind for kind in KINDS if claim.why_sampled.startswith(kind)), "")


# -- evidence --------------------------------------------------------------------------------------


def _check_result(evidence: Evidence, *, cross: bool, place: int = 0) -> CheckResult:
    """Return the evidence of a check whose equation is shown at a place, from 1; 0: it has none."""
    data = jsonable(evidence.data)
    numbers = {
        _label(key, evidence.check): number(value)
        for key, value in data.items()
        if not isinstance(value, (dict, list)) and key not in {*SIDE_KEYS, *POINT_KEYS}
    }
    nested = any(isinstance(value, (dict, list)) for value in data.values())
    return CheckResult(
        verdict=str(evidence.verdict),
        check=evidence.check,
        shown=_shown(evidence.check, place),
        cross=cross,
        summary=summary(evidence),
        numbers=numbers,
        data=json.dumps(data, indent=1) if nested else "",
    )


def _shown(check: str, place: int) -> Markup:
    """Return the name of a check in its row: equation number, statement as code, or words."""
    kind, _, sentence = check.partition(": ")
    if place:
        return Markup("({})").format(place)
    return Markup("<code>{}</code>").format(sentence) if kind == STATED else typeset(check)


def summary(evidence: Evidence) -> str:
    """Return the evidence in a sentence; that of simulated means and frequencies in full words."""
    data = evidence.data
    if {"n", "z", "refuted from z"} <= data.keys():
        relative, absolute = float(data["sees"]), float(data["sees absolutely"])
        deviation = f"{100 * relative:.2g} %" if math.isfinite(relative) else f"{absolute:.2g}"
        return (
            f"{data['n']} samples; the mean is {data['z']:.2f} standard errors from the exact "
            f"value (refuted from {data['refuted from z']:.1f}); a deviation of {deviation} would "
            "be found with probability 99 %"
        )
    if {"n", "z", "decided from z"} <= data.keys():
        side = {">": "above", "<": "below"}[data["relation"]]
        where = side if data["z"] > 0 else f"away from being {side}"
        return (
            f"{data['n']} samples; the mean is at least {abs(data['z']):.1f} standard errors "
            f"{where} the bound (decided from {data['decided from z']:.1f}); a mean "
            f"{data['sees absolutely']:.2g} {side} it would be found with probability 99 %"
        )
    if {"events", "trials", "p"} <= data.keys():
        return (
            f"{data['events']} events in {data['trials']} trials, claimed probability or bound "
            f"{data['p']:.4g}; a change of it by {data['sees absolutely']:.2g} would be found with "
            "probability 99 %"
        )
    return evidence.summary


def _label(key: str, check: str) -> str:
    """Return the name of a number of the evidence, in words."""
    if key == "n" and check.startswith("Property"):
        return "distinct points"
    return LABELS.get(key, key)


def _counterexample(claim: Entry, outcomes: Sequence[Evidence]) -> Counterexample | None:
    """Return the failure that the first refuting check found, with both sides."""
    for evidence in outcomes:
        if evidence.verdict == Verdict.REFUTED:
            words = tuple(map(typeset, sides_in_words(claim, evidence.data)))
            return _failure(jsonable(evidence.data), words)
    return None


def _failure(data: dict[str, Any], words: tuple[Markup, ...]) -> Counterexample:
    data = _worst_mean(data) if "estimate" in data else data
    point = data.get("point", data.get("case", {}))
    point = point if isinstance(point, dict) else {"case": point}
    sides = _sides(data)
    shown = {"point", "case", "at", *SIDE_KEYS, "wrong", "rows", "sides", "points tried"}
    others = {k: v for k, v in data.items() if k not in shown and _is_short(v)}
    return Counterexample(
        {name: number(value) for name, value in (point | data.get("at", {})).items()},
        *(number(side) for side in sides),
        sides=words,
        others={LABELS.get(k, k): _notation(v) for k, v in others.items()},
        rows=[{k: number(v) for k, v in row.items()} for row in data.get("wrong", ())],
    )


def _worst_mean(data: dict[str, Any]) -> dict[str, Any]:
    """Return evidence of simulated means with the mean that misses most beside its truth."""
    relation = data.get("relation", "==")
    reference = "truth" if relation == "==" else "bound"
    means = list(
        zip(
            *(np.ravel(data[name]).tolist() for name in ("estimate", "sem", reference)), strict=True
        )
    )
    worst = max(range(len(means)), key=lambda i: _missed(relation, *means[i]))
    mean, error, right = means[worst]
    at = {"component": f"{worst + 1} of {len(means)}"} if len(means) > 1 else {}
    others = {k: v for k, v in data.items() if k not in {"estimate", "sem", reference}}
    return {"at": at, "left": f"{mean:.4g} \u00b1 {error:.2g}", "right": right, **others}


def _missed(relation: str, mean: float, error: float, right: float) -> float:
    """Return the number of standard errors by which a mean is on the wrong side."""
    z = (mean - right) / error
    return {"==": abs(z), "<": z, ">": -z}[relation]


def _sides(data: dict[str, Any]) -> tuple[Any, str, Any]:
    """Return both sides at the point; empty for a case that is only true or false."""
    if data.get("right", "") == "" or "left" not in data:
        return "", "", ""
    return data["left"], NOT.get(data.get("relation", "=="), "\u2260"), data["right"]


# Words for a relation that fails.
NOT = {
    "==": "\u2260",
    "=": "\u2260",
    "<": "is not less than",
    "<=": "is not at most",
    ">": "is not greater than",
    ">=": "is not at least",
}


def number(value: Any) -> str:
    """Return a value as text: floats to eight digits, lists in brackets."""
    if value in ("inf", math.inf):
        return "\u221e"
    if isinstance(value, str) and re.fullmatch(r"-?\d+\.\d{6,}", value):
        return number(float(value))
    if isinstance(value, bool) or not isinstance(value, float):
        if isinstance(value, list):
            return "[" + ", ".join(map(number, value)) + "]"
        return str(value)
    return str(value) if math.isinf(value) or math.isnan(value) else f"{value:.{DIGITS}g}"


def _notation(value: Any) -> str:
    """Return a number, or symbols of Python in the notation of sentences."""
    text = number(value).replace("**", "^")
    text = re.sub(
        r"(?<![\w^.])(\d+)\*(?=[A-Za-z])", r"\1", text
    )  # 2a, because a single a is an article
    return text.replace("*", " ").replace("oo", "inf")


def _is_short(value: Any) -> bool:
    return len(json.dumps(value)) < 200 and str(value) not in {"inf", "nan"}
