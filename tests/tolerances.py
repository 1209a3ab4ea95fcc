"""A tolerance far wider than its numbers need: what an error could hide behind."""

from collections.abc import Iterator

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claim, Result

WIDE = 1e-7  # relative; what is closer is rounding
SPARE = 100.0  # times the largest gap seen: other points of the domain may need some


def unused(claim: Claim, result: Result) -> Iterator[str]:
    """Yield the checks of a claim that stands whose tolerance nothing comes near."""
    checks = (*claim.checks, *claim.cross_checks)
    found = (*result.evidence, *result.cross_evidence)
    for check, evidence in zip(checks, found, strict=True):
        gap = evidence.data.get("largest relative gap")
        if gap is None or not isinstance(check, Property) or claim.erratum:
            continue
        if check.rtol > max(WIDE, SPARE * gap):
            yield f"{claim.id}, {evidence.check}: rtol {check.rtol:.1g}, but no gap > {gap:.1g}"
