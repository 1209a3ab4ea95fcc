"""What a claim is, what a verdict means, what evidence is kept."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Protocol, overload

from depthlaws import _tables
from depthlaws._clock import clock
from depthlaws.theory.papers import Source

__all__ = ["Check", "Claim", "Claims", "Context", "Evidence", "Result", "Verdict"]


class Verdict(StrEnum):
    """Outcome of a check, from the strongest to the weakest; only the first three are green.

    >>> Verdict("CERTIFIED").green, Verdict("REFUTED").green
    (True, False)
    """

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
    """What one check found: a verdict, one sentence and data (points, counts, errors).

    ``drew``: whether it may depend on the seed. ``equation``: what was stated in symbols, as
    MathML.
    """

    verdict: Verdict
    summary: str
    data: Mapping[str, Any] = field(default_factory=dict)
    check: str = ""
    drew: bool = True
    equation: str = ""


class Context:
    """Seed of the run, and the time after which a check must say UNKNOWN.

    ``drew``: whether the seed was asked for. ``stated``: left side, relation and right side of a
    check that states them in symbols. ``refuting``: only a refutation is of interest, what finds
    none need not be proved.
    """

    stated: tuple[Any, str, Any] | None = None

    def __init__(
        self, *, seed: int = 0, deadline: float = math.inf, refuting: bool = False
    ) -> None:
        self._seed, self.deadline, self.drew = seed, deadline, False
        self.refuting = refuting

    @property
    def seed(self) -> int:
        """The seed; whoever asks for it may depend on it."""
        self.drew = True
        return self._seed

    def late(self) -> bool:
        """Whether the budget is spent, on :func:`depthlaws._clock.clock`."""
        return time.monotonic() > self.deadline and clock() > self.deadline


class Check(Protocol):
    """Something that runs and finds evidence."""

    def run(self, context: Context) -> Evidence:
        """Find evidence; never raise for a statement that is merely false."""
        ...

    def mutants(self) -> "Iterator[tuple[str, Check]]":
        """Yield labelled checks of perturbed statements."""
        ...


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What the ledger says about a statement; a :class:`Claim` adds the checks that run it.

    ``quote``: the paper's words, short. ``reading``: which reading of them is tested, and whether
    another would stand. ``corrected_by``: the statement is printed wrong, it must come out REFUTED
    and the claim named there must be green. ``imprecise``: the statement is only loose; it stands
    as read, and the claim that ``exact`` names states it exactly. ``why_sampled``: why a SUPPORTED
    claim is not stronger ("random", "open", "no enclosure of X"). ``sides``: what stands left and
    right in the counterexample of an erratum, in words. ``definition``: it says what words mean, or
    what a paper prints, so that no change of a formula or of its sides refutes it. ``only_said``:
    why a stranger cannot recheck every statement of its certificate, in one line.
    """

    id: str
    source: Source
    says: str
    corrected_by: str | None = None
    quote: str = ""
    reading: str = ""
    imprecise: bool = False
    exact: str | None = None
    why_sampled: str = ""
    sides: tuple[str, str] | None = None
    definition: bool = False
    only_said: str = ""

    @property
    def erratum(self) -> bool:
        """Whether the paper prints this statement wrong."""
        return self.corrected_by is not None

    def _repr_html_(self) -> str:
        said = (
            ("statement", self.says),
            ("quote", self.quote),
            ("reading", self.reading),
            ("corrected by", self.corrected_by),
            ("exact form", self.exact),
        )
        rows = [[what, text] for what, text in said if text]
        return _tables.html([self.id, str(self.source)], rows)


@dataclass(frozen=True, kw_only=True)
class Claim(Entry):
    """One numbered statement as something that runs.

    ``checks`` together make up the statement: the weakest verdict is the claim's. ``cross_checks``
    look at it through another representation (simulation beside a proof); they cannot strengthen
    the verdict, only spoil it.

    >>> from depthlaws.claims.engine.checks import Quoted
    >>> from depthlaws.theory.papers import CHAIN
    >>> check = Quoted(lambda: [("square root of 2", 2**0.5, "1.41")])
    >>> one = Claim(id="ROOT", source=CHAIN.eq(1), says="A root.", checks=(check,))
    >>> one.id, one.erratum
    ('ROOT', False)
    """

    checks: tuple[Check, ...]
    cross_checks: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a claim that says nothing or checks nothing."""
        if not self.says.strip() or not self.checks:
            msg = f"claim {self.id!r} needs a sentence and at least one check"
            raise ValueError(msg)
        if self.imprecise != (self.exact is not None) or (self.imprecise and self.erratum):
            msg = f"claim {self.id!r}: imprecise goes with exact, and not with corrected_by"
            raise ValueError(msg)
        if (self.imprecise or self.erratum) and not (self.quote.strip() and self.reading.strip()):
            msg = f"claim {self.id!r} faults the paper: it needs a quote and the reading tested"
            raise ValueError(msg)

    @property
    def entry(self) -> Entry:
        """The same without its checks, which cannot be stored."""
        return Entry(**{f.name: getattr(self, f.name) for f in fields(Entry)})


class Claims(Sequence[Claim]):
    """The claims of one file, in the paper's order: ``CLAIMS = Claims()``, ``CLAIMS.add(...)``."""

    def __init__(self) -> None:
        self._by_id: dict[str, Claim] = {}

    def add(self, **fields: Any) -> Claim:
        """Add one claim; the fields are those of :class:`Claim`.

        Raises: ValueError for an id that is taken, or a claim that says or checks nothing.
        """
        claim = Claim(**fields)
        if claim.id in self._by_id:
            msg = f"two claims have the id {claim.id!r}"
            raise ValueError(msg)
        self._by_id[claim.id] = claim
        return claim

    @overload
    def __getitem__(self, place: int) -> Claim: ...
    @overload
    def __getitem__(self, place: slice) -> list[Claim]: ...
    def __getitem__(self, place: int | slice) -> Claim | list[Claim]:
        return list(self._by_id.values())[place]

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)


@dataclass(frozen=True)
class Result:
    """A claim's verdict with all its evidence; ``as_expected`` is False for a red surprise.

    ``reads``: the formulas that were evaluated and the functions that were used.

    >>> from depthlaws.claims import verify
    >>> (found,) = verify("CHAIN-E5", jobs=0).results
    >>> print(found.id, found.verdict, found.as_expected)
    CHAIN-E5 PROVED True
    """

    id: str
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    cross_evidence: tuple[Evidence, ...]
    erratum: bool
    seconds: float
    reads: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        found = (*self.evidence, *self.cross_evidence)
        rows = [[str(e.verdict), e.check, e.summary] for e in found]
        return _tables.html([f"{self.id}: {self.verdict}", "check", "evidence"], rows)

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
