"""Tolerances of claims that are far wider than their numbers need, so that errors could hide."""

from collections.abc import Iterator

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claim, Result

MIN_SUSPECT_RTOL = 1e-7  # smaller tolerances allow for rounding
MARGIN = 100.0  # times the largest gap: other points of the domain may have larger ones


def unused(claim: Claim, result: Result) -> Iterator[str]:
    """Yield the checks of a green claim whose gaps are all far below their tolerance."""
    checks = (*claim.checks, *claim.cross_checks)
    evidence = (*result.evidence, *result.cross_evidence)
    for check, outcome in zip(checks, evidence, strict=True):
        gap = outcome.data.get("largest relative gap")
        if gap is None or not isinstance(check, Property) or claim.erratum:
            continue
        if check.rtol > max(MIN_SUSPECT_RTOL, MARGIN * gap):
            yield f"{claim.id}, {outcome.check}: rtol {check.rtol:.1g}, but no gap > {gap:.1g}"
