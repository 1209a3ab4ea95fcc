"""Records of claims, checks, evidence and verdicts."""

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol, overload

from depthlaws.base import tables
from depthlaws.base.clock import clock
from depthlaws.claims.engine.verdicts import Verdict
from depthlaws.theory.papers import Source

__all__ = ["Check", "Claim", "Claims", "Context", "Evidence", "Result"]


# Kinds of errata, the most striking first.
FAULTS = {
    "result": "Results that fail",
    "formula": "Equations and steps of proofs",
    "number": "Numbers, figures and captions",
    "slip": "Slips of the pen",
}


@dataclass(frozen=True)
class Evidence:
    """Outcome of one check: a verdict, one sentence and data (points, counts, errors).

    Parameters
    ----------
    verdict : Verdict
        Verdict of the check.
    summary : str
        One sentence on how it came about.
    data : mapping
        Points, counts and errors, as JSON values.
    check : str
        Kind of the check, and its label if it has one.
    drew : bool
        True if the outcome may depend on the seed.
    equation : str
        MathML of a statement that the check makes in symbols.
    """

    verdict: Verdict
    summary: str
    data: Mapping[str, Any] = field(default_factory=dict)
    check: str = ""
    drew: bool = True
    equation: str = ""


class Context:
    """Seed of a run, and the time after which a check must say UNKNOWN.

    ``drew`` becomes True when a check reads the seed. ``stated`` holds left side, relation and
    right side of a check that states them in symbols. With ``refuting`` only a refutation is of
    interest, and no proof is tried.
    """

    stated: tuple[Any, str, Any] | None = None

    def __init__(
        self, *, seed: int = 0, deadline: float = math.inf, refuting: bool = False
    ) -> None:
        self._seed, self.deadline, self.drew = seed, deadline, False
        self.refuting = refuting

    @property
    def seed(self) -> int:
        """Seed of the run; a check that reads it counts as random."""
        self.drew = True
        return self._seed

    def late(self) -> bool:
        """Return whether the budget is spent, by :func:`depthlaws.base.clock.clock`."""
        return clock() > self.deadline


class Check(Protocol):
    """Check of a statement: it runs and returns evidence."""

    def run(self, context: Context) -> Evidence:
        """Return evidence; a false statement raises nothing."""
        ...

    def mutants(self) -> "Iterator[tuple[str, Check]]":
        """Yield labelled checks of perturbed statements."""
        ...


class Stated(Protocol):
    """Statement in trees: it prints itself and has a check for each of its clauses."""

    @property
    def checks(self) -> tuple[Check, ...]:
        """One check for each clause."""
        ...

    def checked(self) -> "Stated":
        """Return the statement if it is one over its quantifiers. Raises: ValueError."""
        ...


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One statement in the ledger; a :class:`Claim` adds the checks that run it.

    Parameters
    ----------
    id : str
        Id of the claim, for example ``CHAIN-E5``.
    source : Source
        Place in the paper.
    says : str
        Statement in our words.
    corrected_by : str, optional
        Id of the claim with the correct statement. The paper prints this one wrong: it must come
        out REFUTED, and the correction must be green.
    quote : str
        Words of the paper, short.
    reading : str
        Reading of these words that is tested, and whether another reading would hold.
    imprecise : bool
        True if the statement is only loose: it holds as read.
    exact : str, optional
        Id of the claim that states an imprecise one exactly.
    why_sampled : str
        Reason why a SUPPORTED claim is not stronger ("random", "open", "no enclosure of X").
    sides : (str, str), optional
        Left and right side of an erratum's counterexample, in words.
    definition : bool
        True if the statement says what words mean or what a paper prints, so that no change of a
        formula or of its sides refutes it.
    only_said : str
        Reason why the recheck of its certificate leaves some statements out, in one line.
    reconstructed : bool
        True if the place that the source names is missing from the paper's text at hand, so that
        the statement is tested on a reconstruction; ``reading`` says from what.
    same_fault_as : str
        Id of the erratum whose fault this erratum repeats at another place of the paper; a count
        of distinct faults leaves this one out.
    sentence : str
        The statement in full, printed from its trees, where the claim has them.
    fault : str
        Kind of an erratum, a key of ``FAULTS``: the order in which authors read them.
    change : str
        What would change in the paper: the corrected words of an erratum, or what an imprecise
        statement needs.
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
    reconstructed: bool = False
    same_fault_as: str = ""
    sentence: str = ""
    fault: str = ""
    change: str = ""

    @property
    def beyond(self) -> bool:
        """True if the statement is ours: beyond the paper, or in the ledger without a quote."""
        return not self.quote and self.source.where.startswith(("beyond the paper", "statement "))

    @property
    def erratum(self) -> bool:
        """True if the paper prints this statement wrong."""
        return self.corrected_by is not None

    def _repr_html_(self) -> str:
        texts = (
            ("statement", self.says),
            ("in full", self.sentence),
            ("quote", self.quote),
            ("reading", self.reading),
            ("corrected by", self.corrected_by),
            ("exact form", self.exact),
        )
        rows = [[what, text] for what, text in texts if text]
        return tables.html([self.id, str(self.source)], rows)


@dataclass(frozen=True, kw_only=True)
class Claim(Entry):
    """One statement of a paper with the checks that run it.

    Parameters
    ----------
    statement : Statement, optional
        Statement in trees; each of its clauses is checked, before the other checks.
    checks : tuple of Check
        Parts of the statement: the weakest verdict of them is the claim's.
    cross_checks : tuple of Check
        Checks through another representation (simulation beside a proof): they cannot strengthen
        the verdict, only weaken it.
    against : tuple of Check
        Checks of the printed words of an erratum or an imprecise statement, which must come out
        REFUTED: the simplest counterexample.

    Examples
    --------
    >>> from depthlaws.claims.engine.checks import Quoted
    >>> from depthlaws.theory.papers import CHAIN
    >>> check = Quoted(lambda: [("square root of 2", 2**0.5, "1.41")])
    >>> claim = Claim(id="ROOT", source=CHAIN.eq(1), says="A root.", checks=(check,))
    >>> claim.id, claim.erratum
    ('ROOT', False)
    """

    statement: "Stated | None" = None
    checks: tuple[Check, ...] = ()
    cross_checks: tuple[Check, ...] = ()
    against: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        """Take the checks of the statement; refuse a claim without a sentence or a check."""
        if self.statement is not None:
            object.__setattr__(self, "checks", (*self.statement.checks, *self.checks))
            self.__dict__.pop("sentence")  # printed when it is read
        if not self.says.strip() or not self.checks:
            msg = f"claim {self.id!r} needs a sentence and at least one check"
            raise ValueError(msg)
        if self.imprecise != (self.exact is not None) or (self.imprecise and self.erratum):
            msg = f"claim {self.id!r}: imprecise goes with exact, and not with corrected_by"
            raise ValueError(msg)
        if (self.imprecise or self.erratum) and not (self.quote.strip() and self.reading.strip()):
            msg = f"claim {self.id!r} faults the paper: it needs a quote and the reading tested"
            raise ValueError(msg)
        if self.reconstructed and not self.reading.strip():
            msg = f"claim {self.id!r} is reconstructed: its reading must say from what"
            raise ValueError(msg)
        stand_ins = [getattr(c, "stand_in", False) for c in (*self.checks, *self.cross_checks)]
        said = (self.quote.strip() or self.beyond) and self.reading.strip()
        if any(stand_ins) and not (all(stand_ins) and said):
            msg = f"claim {self.id!r} has a stand-in: it needs quote, reading and no other check"
            raise ValueError(msg)
        if any(stand_ins) and self.erratum:
            msg = f"claim {self.id!r}: a stand-in refutes nothing, so it needs no corrected_by"
            raise ValueError(msg)
        if self.same_fault_as and not self.erratum:
            msg = f"claim {self.id!r}: same_fault_as goes with corrected_by, which makes an erratum"
            raise ValueError(msg)
        if (self.against or self.change) and not (self.imprecise or self.erratum):
            msg = f"claim {self.id!r}: against and change go with corrected_by, or with imprecise"
            raise ValueError(msg)
        if self.fault not in {"", *FAULTS} or (self.fault and not self.erratum):
            kinds = ", ".join(map(repr, FAULTS))
            msg = f"claim {self.id!r}: fault of an erratum is one of {kinds}, got {self.fault!r}"
            raise ValueError(msg)

    @functools.cached_property
    # pyrefly: ignore[bad-override]  (a field of entries, printed here when it is read)
    def sentence(self) -> str:
        """The statement in full, printed from its trees."""
        return str(self.statement)

    def checked(self) -> "Claim":
        """Return the claim if each of its statements is one over its quantifiers.

        Raises: ValueError for the first that is none, in one line.
        """
        for check in (*self.checks, *self.cross_checks, *self.against):
            if (whole := getattr(check, "whole", None)) is not None:
                whole.checked()
        return self

    @property
    def entry(self) -> Entry:
        """Claim without its checks, which cannot be stored."""
        return Entry(**{f.name: getattr(self, f.name) for f in fields(Entry)})


class Claims(Sequence[Claim]):
    """Claims of one file in the paper's order: ``CLAIMS = Claims()``, ``CLAIMS.add(...)``."""

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
    """Verdict of a claim with all its evidence.

    Parameters
    ----------
    id : str
        Id of the claim.
    verdict : Verdict
        Weakest verdict of its checks, weakened by cross-checks.
    evidence, cross_evidence : tuple of Evidence
        Outcomes of the checks and cross-checks, in their order.
    erratum : bool
        True if the paper prints the statement wrong.
    seconds : float
        Wall-clock time of all checks.
    reads : tuple of str
        Formulas that were evaluated, and functions that were used.
    coq : str
        The statement as a Coq proposition, where it has one; :mod:`.formal` compares it.
    against : tuple of Evidence
        Outcomes of the checks of printed words, which must all be REFUTED.

    Examples
    --------
    >>> from depthlaws.claims import verify
    >>> (result,) = verify("CHAIN-E5", jobs=0).results
    >>> print(result.id, result.verdict, result.as_expected)
    CHAIN-E5 FORMALLY PROVED True
    """

    id: str
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    cross_evidence: tuple[Evidence, ...]
    erratum: bool
    seconds: float
    reads: tuple[str, ...] = ()
    coq: str = ""
    against: tuple[Evidence, ...] = ()

    def _repr_html_(self) -> str:
        evidence = (*self.evidence, *self.cross_evidence)
        rows = [[str(e.verdict), e.check, e.summary] for e in evidence]
        return tables.html([f"{self.id}: {self.verdict}", "check", "evidence"], rows)

    @property
    def as_expected(self) -> bool:
        """True if the verdict is green or of a stand-in, or for an erratum REFUTED.

        The checks of printed words, where there are some, must be REFUTED too.
        """
        if any(outcome.verdict != Verdict.REFUTED for outcome in self.against):
            return False
        if self.erratum:
            return self.verdict == Verdict.REFUTED
        return self.verdict.green or self.verdict.of_stand_in
