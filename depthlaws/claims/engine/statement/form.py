"""Clauses over quantifiers: checked while they are built, printed from their trees.

Those of a file of claims are checked later, see :mod:`.when_checked`.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType as Fixed
from typing import Any, Self

from depthlaws.claims.engine.statement.clauses import (
    Clause,
    ranges,
)
from depthlaws.claims.engine.statement.definitions import Rules, rules_of
from depthlaws.claims.engine.statement.domains import Domain
from depthlaws.claims.engine.statement.ends import Quantifiers, sizes_of
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import (
    Array,
    Index,
    Tree,
    free_indices,
    replaced,
    tree,
)
from depthlaws.claims.engine.statement.form_checks import check_form
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.setting import Setting
from depthlaws.claims.engine.statement.when_checked import at_once


@dataclass(frozen=True, init=False)
class Form:
    """Clauses over quantifiers, with hypotheses and definitions.

    Parameters
    ----------
    *clauses : Clause
        What is said, each to be proved by a check of its own.
    for_all : mapping
        Domain of every scalar and array.
    given : sequence of Clause
        Hypotheses, which the sentence prints.
    defined : mapping
        Definitions of entries, ``{h[0, i]: x[i], h[n + 1, i]: h[n, i] + R[n + 1, i]}``.
    about : Tree, optional
        Quantity that the statement is about; claims about one quantity are tried at each other's
        points.
    witness : sequence of mappings
        Further points at which the statement is tried, where hypotheses are hard to meet: scalars
        to numbers, arrays to nested lists.

    Raises
    ------
    FormError
        For what is no statement over its quantifiers, in one line.
    """

    clauses: tuple[Any, ...]
    domains: Mapping[str, Domain]
    given: tuple[Clause, ...]
    defined: Mapping[Tree, Tree]
    about: Tree | None
    witness: Sequence[Mapping[Any, Any]]

    def __init__(
        self,
        *clauses: Any,
        for_all: Mapping[Any, Domain] | None = None,
        given: Sequence[Clause] = (),
        defined: Mapping[Any, Any] | None = None,
        about: Any = None,
        witness: Sequence[Mapping[Any, Any]] = (),
    ) -> None:
        set_ = object.__setattr__
        if not clauses:
            msg = "a statement without a clause"
            raise FormError(msg)
        set_(self, "clauses", clauses)
        set_(self, "domains", Fixed(_named(for_all or {})))
        set_(self, "given", tuple(given))
        set_(self, "defined", Fixed({tree(k): tree(v) for k, v in (defined or {}).items()}))
        set_(self, "about", None if about is None else tree(about))
        set_(self, "witness", tuple(Fixed(dict(values)) for values in witness))
        if at_once():
            self.checked()

    def checked(self) -> Self:
        """Return the statement once it is seen to be one over its quantifiers.

        Raises: FormError in one line, each time that it is asked.
        """
        if not self.__dict__.get("_seen"):
            check_form(self)
            object.__setattr__(self, "_seen", True)
        return self

    @functools.cached_property
    def quantifiers(self) -> Quantifiers:
        """Domains and definitions, with the sizes over which the statement is tried."""
        everything = [t for c in (*self.clauses, *self.given) for t in (*c.trees, *c.where)]
        everything += [t for pair in self.defined.items() for t in pair]
        sizes = sizes_of(self.domains, everything)
        return Quantifiers(self.domains, self.rules(), sizes)

    def setting(self) -> Setting:
        """Domains and signs, without what a proof adds."""
        return Setting(self.domains, resolve=resolved)

    def rules(self) -> Rules:
        """Definitions by array."""
        return rules_of(self.defined, self.setting())

    def narrowed(self, clause: Clause) -> "Form":
        """Statement of a special case alone: its scalars put in, its arrays defined."""
        scalars = {k: v for k, v in clause.where.items() if k.head == "scalar"}
        special = {k: v for k, v in clause.where.items() if k.head == "entry"}
        put = _Renewed(scalars)
        bare = replace(clause, where={}, left=put(clause.left), right=put(clause.right))
        bare = replace(bare, because=None if bare.because is None else put(bare.because))
        gone = {k.args[0] for k in clause.where}
        for_all = {
            Array(n) if d.sizes else Tree("scalar", n): put.domain(d)
            for n, d in self.domains.items()
            if n not in gone
        }
        given = [replace(g, left=put(g.left), right=put(g.right)) for g in self.given]
        defined = {put(k): put(v) for k, v in {**self.defined, **special}.items()}
        return type(self)(bare, for_all=for_all, given=given, defined=defined, witness=self.witness)

    def __str__(self) -> str:
        head = f"For all {self.quantified()}" if self.domains else ""
        tail = "; ".join(map(str, self.clauses))
        return f"{head}: {tail}" if head else tail

    def quantified(self) -> str:
        """Quantifiers, hypotheses and definitions in words."""
        words = [_quantifier(name, domain) for name, domain in self.domains.items()]
        words += ranges(*self.clauses)
        text = ", ".join(words)
        text += "".join(
            f", with {g}" + "".join(f" for all {r}" for r in [" and ".join(ranges(g))] if r)
            for g in self.given
        )
        return text + "".join(f", where {k} = {v}" for k, v in self.defined.items())


class _Renewed:
    """Scalars replaced everywhere, in the ranges of free indices too."""

    def __init__(self, scalars: Mapping[Tree, Tree]) -> None:
        self.scalars = scalars
        self.values: dict[Any, Tree] = dict(scalars)

    def __call__(self, t: Tree) -> Tree:
        """Replace scalars; an index whose range changes becomes another index."""
        for i in free_indices(t):
            if i not in self.values:
                first, last = self(i.first), self(i.last)
                if first != i.first or last != i.last:
                    self.values[i] = Tree("index", Index(i.name, first, last))
        return replaced(t, self.values)

    def domain(self, d: Domain) -> Domain:
        """Domain with its sizes and variance in terms of what is left."""
        variance = None if d.variance is None else self(d.variance)
        return replace(d, sizes=tuple(map(self, d.sizes)), variance=variance)


def _quantifier(name: str, domain: Domain) -> str:
    sizes = f"[{', '.join(map(str, domain.sizes))}]" if domain.sizes else ""
    return f"{name}{sizes} {domain}"


def _named(for_all: Mapping[Any, Domain]) -> dict[str, Domain]:
    out: dict[str, Domain] = {}
    for key, domain in for_all.items():
        name = key.name if isinstance(key, Array) else tree(key).args[0]
        if not isinstance(domain, Domain):
            msg = f"the quantifier of {name} is {domain!r}; write naturals(1), positive, reals[d]"
            raise FormError(msg)
        if isinstance(key, Array) != bool(domain.sizes):
            msg = (
                f"{name} is an array without sizes"
                if isinstance(key, Array)
                else (f"{name} is a scalar, but its quantifier has sizes; write array({name!r})")
            )
            raise FormError(msg)
        if domain.variance is not None and not domain.sizes:
            msg = f"{name} is Gaussian without sizes; write gaussian(v)[rows, columns]"
            raise FormError(msg)
        if name in out:
            msg = f"{name} has two quantifiers"
            raise FormError(msg)
        out[name] = domain
    return out
