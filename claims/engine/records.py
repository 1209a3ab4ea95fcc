"""What a claim is, what a verdict means, what evidence is kept."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from depthlaws.theory.papers import Source

if TYPE_CHECKING:
    from depthlaws.claims.engine.checks import Check


class Verdict(StrEnum):
    """Outcome of a check, from the strongest to the weakest; only the first three are green."""

    PROVED = "PROVED"  # symbolic identity, or exact arithmetic over every case of a finite claim
    CERTIFIED = "CERTIFIED"  # interval arithmetic over the whole stated box
    SUPPORTED = "SUPPORTED"  # sampling, with its size and false-alarm rate
    REFUTED = "REFUTED"  # with the counterexample
    UNKNOWN = "UNKNOWN"  # undecided within the budget
    VACUOUS = "VACUOUS"  # no point met the assumptions

    @property
    def green(self) -> bool:
        """Whether the statement stands."""
        return self in {Verdict.PROVED, Verdict.CERTIFIED, Verdict.SUPPORTED}


# The weakest of several verdicts decides: a refutation outweighs everything, then doubt.
_WEAKEST_FIRST = (
    Verdict.REFUTED,
    Verdict.VACUOUS,
    Verdict.UNKNOWN,
    Verdict.SUPPORTED,
    Verdict.CERTIFIED,
    Verdict.PROVED,
)


@dataclass(frozen=True)
class Evidence:
    """What one check found: a verdict, one sentence and data (points, counts, errors)."""

    verdict: Verdict
    summary: str
    data: Mapping[str, Any] = field(default_factory=dict)
    check: str = ""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What the ledger says about a statement; a :class:`Claim` adds the checks that run it.

    ``uses`` names formulas. A statement printed wrong has ``corrected_by``: it must come out
    REFUTED, and the claim named there must be green.
    """

    id: str
    source: Source
    says: str
    uses: tuple[str, ...] = ()
    domain: str = ""
    latex: str = ""
    corrected_by: str | None = None

    @property
    def erratum(self) -> bool:
        """Whether the paper prints this statement wrong."""
        return self.corrected_by is not None


@dataclass(frozen=True, kw_only=True)
class Claim(Entry):
    """One numbered statement as something that runs.

    ``checks`` together make up the statement: the weakest verdict is the claim's. ``cross_checks``
    look at it through another representation (simulation beside a proof); they cannot strengthen
    the verdict, only spoil it.
    """

    checks: "tuple[Check, ...]"
    cross_checks: "tuple[Check, ...]" = ()

    def __post_init__(self) -> None:
        """Refuse a claim that says nothing or checks nothing."""
        if not self.says.strip() or not self.checks:
            msg = f"claim {self.id!r} needs a sentence and at least one check"
            raise ValueError(msg)

    @property
    def entry(self) -> Entry:
        """The same without its checks, which cannot be stored."""
        return Entry(**{f.name: getattr(self, f.name) for f in fields(Entry)})


@dataclass(frozen=True)
class Result:
    """A claim's verdict with all its evidence; ``as_expected`` is False for a red surprise."""

    id: str
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    cross_evidence: tuple[Evidence, ...]
    erratum: bool
    seconds: float

    @property
    def as_expected(self) -> bool:
        """Green, or for an erratum refuted."""
        return self.verdict == Verdict.REFUTED if self.erratum else self.verdict.green


def weakest(verdicts: list[Verdict]) -> Verdict:
    """Verdict of a conjunction."""
    return min(verdicts, key=_WEAKEST_FIRST.index)


def combine(checks: list[Verdict], cross_checks: list[Verdict]) -> Verdict:
    """Verdict of a claim: the weakest check, spoilt by any cross-check that is not green."""
    return weakest([*checks, *(v for v in cross_checks if not v.green)])


def plain(value: Any) -> Any:
    """Return the same data in types that strict JSON knows; infinities and NaN become words."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(v) for v in value]
    if isinstance(value, (bool, int, str, type(None))):
        return value
    if isinstance(value, (np.bool_, np.integer)):
        return value.item()
    if isinstance(value, (float, np.floating)):
        return float(value) if math.isfinite(value) else str(float(value))
    return str(value)
