"""Checks of a statement while it is built: names, sizes, places and indices."""

from collections.abc import Iterable, Mapping
from typing import Any

from depthlaws.claims.engine.checks.common import keep_promises
from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.clauses import (
    Cases,
    Clause,
    Differs,
    Exactly,
    Rounds,
    ranges,
)
from depthlaws.claims.engine.statement.conditions import Signs
from depthlaws.claims.engine.statement.definitions import Rules
from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import (
    Array,
    Index,
    Tree,
    free_indices,
    nodes,
    tree,
)
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.growth import check_growths
from depthlaws.claims.engine.statement.setting import Setting


def check_form(s: Any) -> None:
    """Refuse what is no statement over its quantifiers.

    Raises: AnyError, in one line.
    """
    _check_witness(s)
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
    spans: dict[str, str] = {}
    for words in ranges(*s.clauses):
        name = words.split(" <= ")[1]
        if spans.setdefault(name, words) != words:
            msg = f"one name for two indices: {spans[name]} and {words}"
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


def _check_special(s: Any, clause: Clause) -> None:
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


def _check_sizes(s: Any, setting: Setting) -> None:
    for name, domain in s.domains.items():
        for size in (*domain.sizes, *([] if domain.variance is None else [domain.variance])):
            if free := [*free_indices(size)]:
                msg = f"the quantifier of {name} has the index {free[0]}; take scalars"
                raise FormError(msg)
        for size in domain.sizes:
            _check_names(s, nodes(size), {})
            p = setting.poly(size, {})
            if not setting.whole(p) or not setting.sign(p):
                msg = f"the size {size} of {name} is not whole, or may be negative"
                raise FormError(msg)
        if domain.variance is not None:
            _check_names(s, nodes(domain.variance), {})
            if any(n.head == "entry" for n in nodes(domain.variance)) or not setting.sign(
                setting.poly(domain.variance, {})
            ):
                msg = f"the variance {domain.variance} of {name} may be negative"
                raise FormError(msg)


def _check_tree(
    s: Any, t: Tree, rules: Rules, setting: Setting, inside: frozenset[str] = frozenset()
) -> None:
    inside_it = tuple(dict.fromkeys(nodes(t)))
    _check_names(s, inside_it, rules)
    _check_indices(inside_it, setting, s)
    _check_places(s, inside_it, rules, setting)
    check_growths(s, inside_it)
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


def _check_names(s: Any, inside: Iterable[Tree], rules: Rules) -> None:
    for n in inside:
        if n.head == "scalar":
            _declared(s, n.args[0], sizes=False)
            if n.symbol is not None:
                _keep(n.symbol, s.domains[n.args[0]])
        elif n.head == "undone":
            for symbol in n.args[0].free_symbols:
                _declared(s, symbol.name, sizes=False)
                _keep(symbol, s.domains[symbol.name])
        elif n.head == "formula":
            _check_names(s, dict.fromkeys(nodes(resolved(n))), rules)
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


def _variance(s: Any, name: str) -> Tree | None:
    return s.domains[name].variance if name in s.domains else None


def _declared(s: Any, name: str, *, sizes: bool) -> None:
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


def _check_indices(inside: Iterable[Tree], setting: Setting, s: Any) -> None:
    ranges = {n.args[0] for n in inside if n.head in ("sum", "index")}
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


def _check_places(s: Any, inside: Iterable[Tree], rules: Rules, setting: Setting) -> None:
    for n in inside:
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
    s: Any, t: Tree, rules: Rules, inside: frozenset[str], seen: frozenset[str] = frozenset()
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


def _check_witness(s: Any) -> None:
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
