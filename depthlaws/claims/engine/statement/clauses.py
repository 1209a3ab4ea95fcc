"""Clauses of a statement: what each says, and the settings of its proof."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType as Fixed
from typing import Any

from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, tree

__all__ = [
    "AtMost",
    "Cases",
    "Clause",
    "Differs",
    "Equal",
    "Exactly",
    "Induction",
    "Less",
    "Rounds",
    "Step",
    "induction",
    "step",
]


@dataclass(frozen=True)
class Induction:
    """Proof over a counter from its first value on: a size of the sentence, or a free index.

    ``times``: what the difference of the sides is multiplied by in one step. ``first``: where the
    sentence begins; it must be the least value that the quantifier allows.
    """

    counter: Any
    first: Tree | None = None
    times: Tree | None = None


@dataclass(frozen=True)
class Step:
    """Proof by unfolding definitions one step from an index, without a hypothesis."""

    counter: Index


def induction(counter: Any, first: Any = None, *, times: Any = None) -> Induction:
    """Proof by induction over a size or a free index."""
    return Induction(
        counter,
        None if first is None else tree(first),
        None if times is None else tree(times),
    )


def step(counter: Index) -> Step:
    """Proof by one step through the definitions."""
    return Step(counter)


@dataclass(frozen=True)
class Clause:
    """Relation between two trees over the quantifiers of a statement.

    Parameters
    ----------
    left, right : Tree, number or SymPy expression
        Both sides.
    by : Induction or Step, optional
        How definitions unfold in the proof.
    because : Tree, optional
        Right side less left side, written so that every sign is visible.
    where : mapping, optional
        A special case, which the clause prints: scalars and whole arrays ``u[n, i]``.
    over : mapping, optional
        Listed values of scalars. The clause is checked there and nowhere else.
    along : sequence of (scalar, end)
        Ends at which an inequality of scalars holds in the limit and from which its gap grows.
    """

    left: Any
    right: Any = 0
    by: Induction | Step | None = None
    because: Any = None
    where: Mapping[Any, Any] = field(default_factory=dict)
    over: Mapping[Any, Sequence[Any]] = field(default_factory=dict)
    along: Sequence[tuple[Any, Any]] = ()

    relation = ""

    def __post_init__(self) -> None:
        """Turn both sides into trees; refuse sides that are the same tree."""
        set_ = object.__setattr__
        set_(self, "left", tree(self.left))
        set_(self, "right", tree(self.right))
        set_(self, "because", None if self.because is None else tree(self.because))
        set_(self, "where", Fixed({tree(k): tree(v) for k, v in self.where.items()}))
        set_(self, "over", Fixed(_listed(self.over)))
        set_(self, "along", tuple((_scalar(k), v) for k, v in self.along))
        if self.left == self.right:
            msg = f"both sides are {self.left}"
            raise FormError(msg)
        if any(not values for values in self.over.values()):
            msg = "a list of cases is empty"
            raise FormError(msg)

    @property
    def gap(self) -> Tree:
        """Right side less left side."""
        zero = tree(0)
        if self.right == zero:
            return -self.left
        return self.right if self.left == zero else self.right - self.left

    @property
    def trees(self) -> list[Tree]:
        """Both sides and the right-hand sides of a special case."""
        return [self.left, self.right, *self.where.values()]

    @property
    def proof_trees(self) -> list[Tree]:
        """Trees that only the proof needs."""
        times = self.by.times if isinstance(self.by, Induction) else None
        return [t for t in (self.because, times) if t is not None]

    def __str__(self) -> str:
        tail = ", ".join(f"{k} = {v}" for k, v in self.where.items())
        said = f"{self.left} {self.relation} {self.right}"
        return said + (f", where {tail}" if tail else "")


class Equal(Clause):
    """Both sides are equal."""

    relation = "="


class AtMost(Clause):
    """The left side is at most the right side."""

    relation = "<="


class Less(Clause):
    """The left side is below the right side."""

    relation = "<"


class Differs(Clause):
    """Both sides differ; a hypothesis, which no check proves."""

    relation = "!="


class Exactly(Clause):
    """One condition holds if and only if another does."""

    relation = "if and only if"


@dataclass(frozen=True)
class Rounds(Clause):
    """A number rounds to the digits that a paper prints: ``Rounds(mean, "-1.38")``."""

    printed: str = ""

    relation = "rounds to"

    def __post_init__(self) -> None:
        """Take the printed digits as a number. Raises: FormError for anything but digits."""
        digits = self.right if isinstance(self.right, str) else self.printed
        number = printed_number(digits)
        if not isinstance(self.right, str) and tree(self.right) != tree(number):
            msg = f"{self.right!r} is not what {digits!r} prints; write Rounds(value, {digits!r})"
            raise FormError(msg)
        object.__setattr__(self, "printed", digits)
        object.__setattr__(self, "right", number)
        super().__post_init__()

    @property
    def half_unit(self) -> Fraction:
        """Half a unit of the last printed digit."""
        digits, _, exponent = self.printed.lower().partition("e")
        _, _, decimals = digits.partition(".")
        return Fraction(10) ** (int(exponent or 0) - len(decimals)) / 2

    def __str__(self) -> str:
        return f"{self.left} rounds to {self.printed}"


PRINTED = re.compile(r"[+-]?[0-9]{1,60}(\.[0-9]{0,60})?(e[+-]?[0-9]{1,3})?", re.IGNORECASE)


def printed_number(printed: str) -> Fraction:
    """Decimal number as it is printed. Raises: FormError for anything else."""
    if not PRINTED.fullmatch(printed):
        msg = f"{printed!r} is no printed number; write digits, as in '-1.38' or '1.38e-2'"
        raise FormError(msg)
    return Fraction(printed)


@dataclass(frozen=True)
class Cases:
    """Statement that only code can say, at listed values: both sides, or a truth, for each.

    Parameters
    ----------
    code : callable
        Takes one value of each listed scalar, in their order; returns (left, right) or a bool.
    over : mapping
        Listed values of scalars.
    what : str
        The statement in words.
    """

    code: Callable[..., Any]
    over: Mapping[Any, Sequence[Any]]
    what: str
    changed: bool = False

    relation = "="
    left = right = because = by = None
    where: Mapping[Any, Any] = field(default_factory=dict)
    trees: Sequence[Tree] = ()
    proof_trees: Sequence[Tree] = ()

    def __post_init__(self) -> None:
        """Take listed values as exact numbers."""
        object.__setattr__(self, "over", Fixed(_listed(self.over)))
        if not self.over or not all(self.over.values()):
            msg = f"{self.what}: cases need listed values"
            raise FormError(msg)

    def __str__(self) -> str:
        return self.what


def _listed(over: Mapping[Any, Sequence[Any]]) -> dict[str, tuple[Fraction, ...]]:
    return {_scalar(k): tuple(map(_exact, v)) for k, v in over.items()}


def _scalar(key: Any) -> str:
    if isinstance(key, str):  # of a clause that is written again, as mutants are
        return key
    t = tree(key)
    if t.head != "scalar":
        msg = f"{key} is no scalar; only scalars can be listed"
        raise FormError(msg)
    return t.args[0]


def _exact(value: Any) -> Fraction:
    t = tree(value)
    if t.head != "number":
        msg = f"{value} is no exact number"
        raise FormError(msg)
    return t.args[0]


def free_of(clause: Clause) -> dict[Index, None]:
    """Free indices of a clause, for every place of which it holds."""
    return {i: None for t in (clause.left, clause.right) for i in free_indices(t)}


def ranges(*clauses: Any) -> list[str]:
    """Ranges of the free indices of clauses in words."""
    sides = [t for c in clauses for t in (c.left, c.right) if t is not None]
    free = dict.fromkeys(i for t in sides for i in free_indices(t))
    return list(dict.fromkeys(f"{i.first} <= {i} <= {i.last}" for i in free))
