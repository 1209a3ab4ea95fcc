"""Words of a sentence that ask for a check of their own, where no check is of that kind.

"Exactly" needs both directions, "largest" a bound and that it is attained, "at every width" a
quantifier without an end. Only words are looked at: a claim that passes may still be too wide.
"""

import re
from collections.abc import Iterator
from typing import Any

from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Inequality
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.engine.statement.check import Stated
from depthlaws.claims.engine.statement.clauses import AtMost, Equal, Exactly, Less
from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.theory.symbolic.domain import Interval

EQUALITY, ORDER, BOTH = "equality", "order", "both directions"
KINDS = {
    Equal: EQUALITY, AtMost: ORDER, Less: ORDER, Exactly: BOTH,
    Identity: EQUALITY, Inequality: ORDER, Certify: ORDER,
}  # fmt: skip
BOTH_WAYS = (
    r"if and only if|\biff\b|\bexactly (?:if|for|when|where|from|below|above|in|on|at|while)\b"
    r"|\b(?:only|precisely) (?:if|for|when|where|at|by|from|below|above|while|on)\b|\buniquely\b"
    r"|\bno other\b|\bnothing else\b|\bthe only\b|\bthreshold\b|\bedge of\b|\bup to [A-Za-z_]+ ="
)
EXTREME = (
    r"\b(?:largest|smallest|sharp|sharpest|flattest|steepest|greatest|optimal|optimum|minimal"
    r"|maximal|supremum|infimum|best possible|cannot be improved|worst)\b"
)
SAMENESS = (
    r"\bexactly\b|\bproportional\b|\bconstant in\b|\bindependent of\b(?! the (?:inputs|network))"
    r"|\bdo(?:es)? not (?:enter|depend|change|matter)\b|\bno function of\b|\bthe same for\b"
)
BOUND = r"\b(?:less than|more than|at most|at least|never|exceeds?|lies? between|bounded by)\b"
SIZES = r"widths?|depths?|sizes?|visits|batch(?:es)?|steps|layers|loops|branches|blocks|inputs"
UNENDING = (
    rf"\b(?:every|any|all|each|whatever|arbitrary|no)\s+(?:[a-z]+ ){{0,1}}(?:{SIZES})\b"
    r"|\b(?:for|at) (?:every|any|all) [A-Z]\b|\bfrom [A-Z] = \d+ on\b|\bwhatever the [a-z]+\b"
)


def wider_than_checks(claim: Claim) -> list[str]:
    """Return the words of a claim's sentence for which none of its checks is of the kind.

    Claims that draw, count printed digits or only stand in prove nothing, and are left alone.

    Parameters
    ----------
    claim : Claim
        Claim with its sentence and checks.

    Returns
    -------
    list of str
        One line for each word: the word, and what it needs.
    """
    checks = [c for c in claim.checks if isinstance(c, (Stated, Exhaustive, *KINDS))]
    if not checks or claim.definition:
        return []
    kinds = {kind for c in checks for kind in _kinds(c)}
    said = " ".join(claim.says.split())
    words = {pattern: _first(pattern, said) for pattern in _NEEDS}
    lines = [
        f"{word!r} needs {need}"
        for pattern, (need, enough) in _NEEDS.items()
        if (word := words[pattern]) and not enough(kinds)
    ]
    word = _first(UNENDING, said)
    if word and not any(map(_without_end, checks)):
        lines.append(f"{word!r} needs a whole number or an index without an end")
    return lines


_NEEDS: dict[str, tuple[str, Any]] = {
    BOTH_WAYS: ("both directions, as Exactly(...) has", lambda kinds: BOTH in kinds),
    EXTREME: (
        "a bound and a case in which it is attained",
        lambda kinds: BOTH in kinds or {ORDER, EQUALITY} <= kinds,
    ),
    SAMENESS: ("an equality", lambda kinds: bool({EQUALITY, BOTH} & kinds)),
    BOUND: ("an order", lambda kinds: bool({ORDER, BOTH} & kinds)),
}


def _first(pattern: str, said: str) -> str:
    match = re.search(pattern, said, re.IGNORECASE if pattern != UNENDING else 0)
    return match.group() if match else ""


def _kinds(check: Any) -> Iterator[str]:
    """Yield what a check shows: nothing at listed sizes, all where the sentence names the cases."""
    if isinstance(check, Exhaustive) and (check.named or check.data):
        yield from (EQUALITY, ORDER, BOTH)
    shown = check.whole.clauses[check.place] if isinstance(check, Stated) else check
    if not getattr(shown, "over", None):
        yield from (kind for kind_of, kind in KINDS.items() if isinstance(shown, kind_of))


def _without_end(check: Any) -> bool:
    """True if a check has a number or an index that runs on."""
    if isinstance(check, Stated):
        clause = check.whole.clauses[check.place]
        listed = getattr(clause, "over", {})
        open_ = [d for n, d in check.whole.domains.items() if n not in listed and _runs_on(d)]
        return bool(open_)
    domain = getattr(check, "domain", {})
    return any(
        isinstance(a, Interval) and (a.integer or a.high == INFINITY) for a in domain.values()
    )


def _runs_on(d: Domain) -> bool:
    return not d.values and not d.sizes and d.high == INFINITY
