"""Clauses over quantifiers: checked while they are built, printed from their trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType as Fixed
from typing import Any

from depthlaws.claims.engine.checks.common import keep_promises
from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.clauses import (
    Cases,
    Clause,
    Differs,
    Exactly,
    Rounds,
)
from depthlaws.claims.engine.statement.conditions import Signs
from depthlaws.claims.engine.statement.definitions import Rules, rules_of
from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.claims.engine.statement.ends import Quantifiers, sizes_of
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import (
    Array,
    Index,
    Tree,
    free_indices,
    nodes,
    replaced,
    tree,
)
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.growth import check_growths
from depthlaws.claims.engine.statement.setting import Setting


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
    quantifiers: Quantifiers = field(compare=False)

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
        _check(self)
        _check_witness(self)
        everything = [t for c in (*clauses, *self.given) for t in (*c.trees, *c.where)]
        everything += [t for pair in self.defined.items() for t in pair]
        sizes = sizes_of(self.domains, everything)
        set_(self, "quantifiers", Quantifiers(self.domains, self.rules(), sizes))

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
        words += _ranges(*self.clauses)
        text = ", ".join(words)
        text += "".join(
            f", with {g}" + "".join(f" for all {r}" for r in [" and ".join(_ranges(g))] if r)
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


def _ranges(*clauses: Any) -> list[str]:
    """Ranges of the free indices of clauses in words."""
    sides = [t for c in clauses for t in (c.left, c.right) if t is not None]
    free = dict.fromkeys(i for t in sides for i in free_indices(t))
    return list(dict.fromkeys(f"{i.first} <= {i} <= {i.last}" for i in free))


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


def _check_witness(s: Form) -> None:
    """Refuse a witness outside the quantifiers."""
    for values in s.witness:
        for key, value in values.items():
            name = key.name if isinstance(key, Array) else tree(key).args[0]
            flat = [value]
            while any(isinstance(v, (list, tuple)) for v in flat):
                flat = [w for v in flat for w in (v if isinstance(v, (list, tuple)) else [v])]
            numbers = [tree(v) for v in flat]
            if name not in s.domains or not all(
                n.head == "number" and s.domains[name].has(n.args[0]) for n in numbers
            ):
                msg = f"the witness {name} = {value} lies outside its quantifier"
                raise FormError(msg)


# -- what a statement must be ----------------------------------------------------------------------


def _check(s: Form) -> None:
    setting = s.setting()
    _check_sizes(s, setting)
    rules = s.rules()
    if twice := [name for name in rules if name in s.domains]:
        msg = f"{twice[0]} is quantified and defined"
        raise FormError(msg)
    for clause in (*s.clauses, *s.given):
        if clause.where:
            _check_special(s, clause)
            s.narrowed(clause)
        if clashing := [k for k in clause.where if k.head == "entry" and k.args[0] in rules]:
            msg = f"{clashing[0]} is defined already"
            raise FormError(msg)
        for name, values in clause.over.items():
            if name not in s.domains or not all(map(s.domains[name].has, values)):
                msg = f"{name} is listed outside its quantifier"
                raise FormError(msg)
        for t in (*clause.trees, *clause.proof_trees):
            _check_tree(s, t, rules, setting)
        if named := [i for t in clause.trees for i in free_indices(t) if i.name in rules]:
            msg = f"{named[0]} is an index and a defined array"
            raise FormError(msg)
        names: dict[str, Index] = {}
        for t in (t for t in (clause.left, clause.right) if t is not None):
            _one_name_each(t, names)
    ranges: dict[str, str] = {}
    for words in _ranges(*s.clauses):
        name = words.split(" <= ")[1]
        if ranges.setdefault(name, words) != words:
            msg = f"one name for two indices: {ranges[name]} and {words}"
            raise FormError(msg)
    for clause in s.given:
        if isinstance(clause, (Exactly, Rounds)) or clause.where or clause.over or clause.by:
            msg = f"the hypothesis {clause} must be a plain relation"
            raise FormError(msg)
    for body in s.defined.values():
        _check_tree(s, body, rules, setting, inside=frozenset(s.domains))
    for clause in s.clauses:
        if isinstance(clause, Differs):
            msg = f"{clause} is a hypothesis, not a clause"
            raise FormError(msg)
        if isinstance(clause, Cases):
            continue
        if isinstance(clause, Exactly) != (clause.left.head in _CONDITIONS) or isinstance(
            clause, Exactly
        ) != (clause.right.head in _CONDITIONS):
            msg = f"{clause}: Exactly joins two conditions, other clauses two numbers"
            raise FormError(msg)


def _check_special(s: Form, clause: Clause) -> None:
    """Refuse a special case that is not seen to be one: a value outside its quantifier."""
    signs = Signs(s.setting(), {})
    for key, value in clause.where.items():
        domain = s.domains.get(key.args[0])
        if domain is None:
            continue
        if value.head == "number":
            inside = domain.has(value.args[0])
        else:
            inside = not domain.values and all(
                abs(end) == INFINITY
                or signs.of(value - tree(end) if below else tree(end) - value)
                in (("+",) if open_ else ("+", "0+"))
                for end, open_, below in (
                    (domain.low, domain.low_open, True),
                    (domain.high, domain.high_open, False),
                )
            )
            inside = inside and (
                not domain.whole or signs.setting.whole(signs.setting.poly(value, {}))
            )
        if not inside:
            msg = f"the special case {key} = {value} is not seen to lie in its quantifier: {domain}"
            raise FormError(msg)


_CONDITIONS = ("<", "<=", "=", "!=", "and", "or", "not")


def _check_sizes(s: Form, setting: Setting) -> None:
    for name, domain in s.domains.items():
        for size in (*domain.sizes, *([] if domain.variance is None else [domain.variance])):
            if free := [*free_indices(size)]:
                msg = f"the quantifier of {name} has the index {free[0]}; take scalars"
                raise FormError(msg)
        for size in domain.sizes:
            _check_names(s, size, {})
            p = setting.poly(size, {})
            if not setting.whole(p) or not setting.sign(p):
                msg = f"the size {size} of {name} is not whole, or may be negative"
                raise FormError(msg)
        if domain.variance is not None:
            _check_names(s, domain.variance, {})
            if any(n.head == "entry" for n in nodes(domain.variance)) or not setting.sign(
                setting.poly(domain.variance, {})
            ):
                msg = f"the variance {domain.variance} of {name} may be negative"
                raise FormError(msg)


def _check_tree(
    s: Form, t: Tree, rules: Rules, setting: Setting, inside: frozenset[str] = frozenset()
) -> None:
    _check_names(s, t, rules)
    _check_indices(t, setting, s)
    _check_places(s, t, rules, setting)
    check_growths(s, t)
    if outside := _drawn_outside(s, t, rules, inside):
        msg = f"{outside} is drawn, but stands outside Mean(..., {outside})"
        raise FormError(msg)
    _one_name_each(t, {})


def _one_name_each(t: Tree, outer: dict[str, Index]) -> None:
    """Refuse two indices of one name in one place: the sentence would not tell them apart."""
    for i in free_indices(t):
        if outer.setdefault(i.name, i) is not i:
            msg = f"two free indices have one name {i}, the second in {t}"
            raise FormError(msg)
    _bound_names(t, outer)


def _bound_names(t: Tree, outer: Mapping[str, Index]) -> None:
    if t.head == "sum":
        i = t.args[0]
        if outer.get(i.name, i) is not i:
            msg = f"the sum over {i} in {t} stands inside the range of another index {i}"
            raise FormError(msg)
        outer = {**outer, i.name: i}
    for a in t.args:
        if isinstance(a, Tree):
            _bound_names(a, outer)


def _check_names(s: Form, t: Tree, rules: Rules) -> None:
    for n in dict.fromkeys(nodes(t)):
        if n.head == "scalar":
            _declared(s, n.args[0], sizes=False)
            if n.symbol is not None:
                _keep(n.symbol, s.domains[n.args[0]])
        elif n.head == "undone":
            for symbol in n.args[0].free_symbols:
                _declared(s, symbol.name, sizes=False)
                _keep(symbol, s.domains[symbol.name])
        elif n.head == "formula":
            _check_names(s, resolved(n), rules)
        elif n.head == "slope":
            target = n.args[1]
            if target.head == "scalar" and s.domains[target.args[0]].whole:
                msg = f"{n} is by a whole number, which has no slope"
                raise FormError(msg)
            if target.head == "entry" and (
                target.args[0] in rules or _variance(s, target.args[0]) is not None
            ):
                msg = f"{n} is by an entry that is defined or drawn; take a free array"
                raise FormError(msg)
        elif n.head in ("entry", "mean"):
            name = n.args[0]
            if name not in rules:
                _declared(s, name, sizes=True)
            arity = len(rules[name][0].places) if name in rules else len(s.domains[name].sizes)
            if n.head == "entry" and arity != len(n.args) - 1:
                msg = f"{n} has {len(n.args) - 1} places, {name} has {arity}"
                raise FormError(msg)
            if n.head == "mean" and (name in rules or s.domains[name].variance is None):
                msg = f"the mean over {name} needs {name}: gaussian(variance)[...]"
                raise FormError(msg)


def _variance(s: Form, name: str) -> Tree | None:
    return s.domains[name].variance if name in s.domains else None


def _declared(s: Form, name: str, *, sizes: bool) -> None:
    if name not in s.domains:
        msg = f"{name} has no quantifier"
        raise FormError(msg)
    if bool(s.domains[name].sizes) != sizes:
        msg = f"{name} is used as {'an array' if sizes else 'a scalar'}, but is the other"
        raise FormError(msg)


ASSUMPTIONS = {"real", "positive", "nonnegative", "negative", "nonpositive", "integer", "finite"}
ASSUMPTIONS |= {"commutative", "extended_real"}


def _keep(symbol: Any, domain: Domain) -> None:
    assumed = symbol._assumptions_orig
    if more := [n for n, held in assumed.items() if n not in ASSUMPTIONS or not held]:
        is_ = "is" if assumed[more[0]] else "is not"
        msg = f"{symbol} {is_} {more[0]} for SymPy, which no quantifier says"
        raise FormError(msg)
    try:
        keep_promises({symbol: domain.interval})
    except ValueError as error:
        raise FormError(str(error)) from error


def _check_indices(t: Tree, setting: Setting, s: Form) -> None:
    ranges = {i for n in dict.fromkeys(nodes(t)) if n.head in ("sum", "index") for i in [n.args[0]]}
    for i in ranges:
        if i.name in s.domains:
            msg = f"{i} is an index and a symbol of the sentence"
            raise FormError(msg)
        first, last = setting.range_of(i)
        if not setting.whole(first) or not setting.whole(last):
            msg = f"the range of {i} from {i.first} to {i.last} has ends that are not whole"
            raise FormError(msg)
        if not setting.sign(last - first + poly.constant(1)):
            msg = f"the range of {i} from {i.first} to {i.last} may be shorter than empty"
            raise FormError(msg)


def _check_places(s: Form, t: Tree, rules: Rules, setting: Setting) -> None:
    for n in dict.fromkeys(nodes(t)):
        if n.head != "entry" or n.args[0] in rules:
            continue
        for place, size in zip(n.args[1:], s.domains[n.args[0]].sizes, strict=True):
            try:
                at, last = setting.poly(place, {}), setting.poly(size, {})
            except LimitError as error:
                msg = f"{place} is no place of {n.args[0]}"
                raise FormError(msg) from error
            if not setting.covers(at, poly.constant(1), last):
                msg = f"{n}: the place {place} is not seen to lie in 1..{size}"
                raise FormError(msg)


def _drawn_outside(
    s: Form, t: Tree, rules: Rules, inside: frozenset[str], seen: frozenset[str] = frozenset()
) -> str:
    """Name of a Gaussian array that occurs outside its mean, also through definitions."""
    if t.head == "mean":
        return _drawn_outside(s, t.args[1], rules, inside | {t.args[0]}, seen)
    parts = [a for a in t.args if isinstance(a, Tree)]
    if t.head == "entry" and t.args[0] not in seen:
        name, seen = t.args[0], seen | {t.args[0]}
        if name not in rules and s.domains[name].variance is not None and name not in inside:
            return name
        parts += [rule.body for rule in rules.get(name, ())]
    outside = (_drawn_outside(s, a, rules, inside, seen) for a in parts)
    return next(filter(None, outside), "")
