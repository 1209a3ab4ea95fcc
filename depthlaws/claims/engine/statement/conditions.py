"""Visible signs of trees, and the conditions under which a tree has a value at all."""

import functools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks.inequality import prove_sign
from depthlaws.claims.engine.formula_expressions import LookedUp
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, nodes, tree
from depthlaws.claims.engine.statement.setting import Setting, substituted
from depthlaws.claims.engine.statement.sympy_trees import to_sympy
from depthlaws.claims.engine.statement.undone import unmet_undone
from depthlaws.theory import formula

POSITIVE, NONNEGATIVE, NONE = "+", "0+", ""
ZERO = "0"  # of the gap of an equality that is known
EVEN = "0+"
LIKE_THEIR_ARGUMENT = ("LambertW", "sinh", "tanh", "atan", "erf")  # 0 at 0, and growing


class Signs:
    """Signs of trees from quantifiers, squares and the hypotheses of the sentence.

    Parameters
    ----------
    setting : Setting
        Domains and ranges.
    known : mapping
        Trees that are nonnegative or positive by a hypothesis, each with its sign.
    fixed : mapping, optional
        Of these, trees that are known at one index only, with that index.
    """

    def __init__(
        self, setting: Setting, known: Mapping[Tree, str], fixed: Mapping[Tree, Index] | None = None
    ) -> None:
        self.setting, self.known, self.used = setting, dict(known), set[Tree]()
        self.fixed = dict(fixed or {})

    def of(self, t: Tree) -> str:
        """One of ``+``, ``0+`` and empty."""
        for gap, sign in self.known.items():
            if alike(gap, t, self.setting, self.fixed.get(gap)):
                self.used.add(gap)
                return NONNEGATIVE if sign == ZERO else sign
        head, args = t.head, t.args
        if head == "number":
            return POSITIVE if args[0] > 0 else NONNEGATIVE if args[0] == 0 else NONE
        if head == "entry":
            domain = self.setting.domains.get(args[0])
            return NONE if domain is None or domain.variance is not None else domain.sign
        if head == "sum":
            return self._of_sum(t)
        if head == "mean":
            return NONNEGATIVE if self.of(args[1]) else NONE
        if head == "formula":
            return self.of(self.setting.resolve(t))
        if head == "exp":
            return POSITIVE
        if head == "Abs":
            return POSITIVE if self.of(args[0]) == POSITIVE else NONNEGATIVE
        if head in ("pi", "cosh"):
            return POSITIVE
        if head in LIKE_THEIR_ARGUMENT:
            return self.of(args[0])
        by_parts = {"+": self._of_plus, "*": self._of_times, "^": self._of_power}.get(head)
        return (by_parts(t) if by_parts else NONE) or self._of_scalars(t)

    def _is_zero(self, t: Tree) -> bool:
        """True if a tree is the gap of an equality that is known."""
        for gap, sign in self.known.items():
            if sign == ZERO and alike(gap, t, self.setting):
                self.used.add(gap)
                return True
        return False

    def _of_sum(self, t: Tree) -> str:
        i, body = t.args
        sign = self.of(body)
        if sign != POSITIVE:
            return sign
        try:
            more = self.setting.sign(self.setting.poly(i.last - i.first, {}))
        except LimitError:
            more = NONE
        return POSITIVE if more else NONNEGATIVE

    def _of_plus(self, t: Tree) -> str:
        signs = [self.of(a) for a in t.args]
        return NONE if NONE in signs else max(signs, key=(NONNEGATIVE, POSITIVE).index)

    def _of_times(self, t: Tree) -> str:
        parts = list(flat(t))
        if any(self._is_zero(a) for a in parts):
            return NONNEGATIVE
        squares = NONNEGATIVE
        while pair := next(
            ((a, b) for k, a in enumerate(parts) for b in parts[k + 1 :] if a == b), None
        ):
            parts.remove(pair[0])
            parts.remove(pair[1])
            squares = EVEN
            if self.of(pair[0]) == POSITIVE:
                continue
            parts.append(Tree("^", pair[0], tree(2)))
        signs = [self.of(a) for a in parts]
        if NONE in signs:
            return NONE
        return NONNEGATIVE if NONNEGATIVE in signs else POSITIVE if signs else squares

    def _of_power(self, t: Tree) -> str:
        base, exponent = t.args
        sign = self.of(base)
        if sign == POSITIVE:
            return POSITIVE
        if exponent.head == "number" and exponent.args[0] % 2 == 0:
            return NONNEGATIVE
        return sign if sign and (exponent.head == "number" or self.of(exponent)) else NONE

    def _of_scalars(self, t: Tree) -> str:
        try:
            return self.setting.sign(self.setting.poly(t, {}))
        except LimitError:
            return NONE


def flat(t: Tree) -> Iterator[Tree]:
    """Yield the factors of a product of products."""
    for a in t.args:
        if a.head == "*":
            yield from flat(a)
        else:
            yield a


def alike(pattern: Tree, t: Tree, setting: Setting, fixed: Index | None = None) -> bool:
    """True if a tree is a hypothesis at some places of its free indices, within their ranges.

    ``fixed``: an index at which alone the hypothesis is known, the counter of an induction.
    """
    free = set(free_indices(pattern)) - {fixed}
    to: dict[Index, Tree] = {}

    def inside() -> bool:
        """True if every place lies in the range of its index, whose ends move with the others."""
        try:
            places = {("i", i): setting.poly(place, {}) for i, place in to.items()}
            return all(
                setting.covers(
                    place, *(substituted(end, places, setting) for end in setting.range_of(i))
                )
                for (_, i), place in places.items()
            )
        except LimitError:
            return False

    def match(p: Any, q: Any, bound: Mapping[Index, Index]) -> bool:
        if isinstance(p, Index) and isinstance(q, Index):
            return match(p.first, q.first, bound) and match(p.last, q.last, bound)
        if not isinstance(p, Tree) or not isinstance(q, Tree):
            return p == q
        if p.head == "index" and p.args[0] in bound:
            return q.head == "index" and q.args[0] is bound[p.args[0]]
        if p.head == "index" and p.args[0] in free:
            i = p.args[0]
            if any(k in bound.values() for k in free_indices(q)):  # it varies inside a sum
                return False
            return to.setdefault(i, q) == q
        if p.head != q.head or len(p.args) != len(q.args):
            return False
        if p.head == "sum":
            i, k = p.args[0], q.args[0]
            return match(i, k, bound) and match(p.args[1], q.args[1], {**bound, i: k})
        if p.head == "formula":
            return p == q
        return all(match(a, b, bound) for a, b in zip(p.args, q.args, strict=True))

    return pattern.head == t.head and match(pattern, t, {}) and inside()


def unmet(t: Tree, signs: Signs, apart: Callable[[Tree], bool]) -> str | None:
    """Condition under which a tree has a value and that nothing shows; None if there is none.

    Parameters
    ----------
    t : Tree
        Tree as it was typed.
    signs : Signs
        Signs that show on the domain.
    apart : callable
        Whether a hypothesis says that a tree is not 0.
    """
    setting = signs.setting
    for node in _resolved(t, setting):
        if node.head == "^":
            base, exponent = node.args
            fraction = not (exponent.head == "number" and exponent.args[0].denominator == 1)
            if fraction:
                fraction = not _whole(exponent, setting)
            below = not (
                (exponent.head == "number" and exponent.args[0] >= 0) or signs.of(exponent)
            )
            if fraction and not _shown(base, signs, strict=below):
                return f"{base} may be negative" if not below else f"{base} may be 0 or negative"
            if (
                below
                and not fraction
                and not (
                    _shown(base, signs, strict=True)
                    or _shown(-base, signs, strict=True)
                    or apart(base)
                )
            ):
                return f"{base} may be 0"
        if node.head == "formula" and (broken := _beyond(node, signs)):
            return broken
        if broken := _outside(node, signs):
            return broken
    return None


def _outside(node: Tree, signs: Signs) -> str | None:
    """Condition of a function, a slope or an undone expression that nothing shows, or None."""
    head, args = node.head, node.args
    if head == "log" and not _shown(args[0], signs, strict=True):
        return f"{args[0]} may be 0 or negative"
    if head in ("gamma", "LambertW") and not _shown(args[0], signs, strict=head == "gamma"):
        return f"{args[0]} in {node} may be negative"
    if head == "polylog" and not _shown(1 - args[1], signs, strict=True):
        return f"{args[1]} in {node} may be 1 or above"
    if head in ("asin", "acos", "atanh"):
        squared, *ends = (1 - args[0] ** 2, 1 - args[0], args[0] + 1)
        shown = functools.partial(_shown, signs=signs, strict=head == "atanh")
        if not shown(squared) and not all(map(shown, ends)):
            return f"{args[0]} in {node} may lie outside -1..1"
    if head == "slope":
        return _rough(node, signs)
    if head == "undone":
        domains = {n: d for n, d in signs.setting.domains.items() if not d.sizes}
        symbols = {n: d.symbol(n) for n, d in domains.items()}
        e = to_sympy(node, symbols)
        return unmet_undone(e, {s: domains[n].interval for n, s in symbols.items()})
    return None


def _rough(t: Tree, signs: Signs) -> str | None:
    """Part of a body that may have no slope, in words, or None."""
    body, target = t.args
    for node in _resolved(body, signs.setting):
        if target not in nodes(node) and not (
            target.head == "entry" and any(n.args[0] == target.args[0] for n in nodes(node))
        ):
            continue
        if node.head in ("Abs", "Max", "Min", "floor", "undone"):
            return f"{node} may have no slope by {target}"
        if node.head == "^" and target in nodes(node.args[0]):
            exponent = node.args[1]
            if not _whole(exponent, signs.setting) and not _shown(node.args[0], signs, strict=True):
                return f"{node} may have no slope where {node.args[0]} is 0"
    return None


def _beyond(t: Tree, signs: Signs) -> str | None:
    """Argument of a formula that may not be what its symbol promises to SymPy, or None."""
    if not isinstance(t.args[0], str):
        return _beyond_within(t, signs)
    values = dict(t.args[1:])
    for symbol in formula(t.args[0]).symbols:
        value = values.get(symbol.name, Tree("scalar", symbol.name))
        strict = symbol.is_positive is True
        if (strict or symbol.is_nonnegative) and not _shown(value, signs, strict=strict):
            kind = "positive" if strict else ">= 0"
            return f"{symbol.name} = {value} of {t.args[0]} may not be {kind}"
        if symbol.is_integer and not _whole(value, signs.setting):
            return f"{symbol.name} = {value} of {t.args[0]} may not be whole"
    return None


def _beyond_within(t: Tree, signs: Signs) -> str | None:
    """Argument of a formula in D, at or lim that may break a promise of its symbol, or None.

    Bound symbols keep their own promises.
    """
    e, known = t.args[0], {Tree("scalar", name): value for name, value in t.args[1:]}
    bound = set().union(*(getattr(a, "bound_symbols", ()) for a in e.atoms(sp.Subs)))
    bound |= {a.args[1] for a in e.atoms(sp.Limit)}

    def broken(symbol: sp.Symbol, value: sp.Expr, where: str) -> str | None:
        strict = symbol.is_positive is True
        if (strict or symbol.is_nonnegative) and not kept(value, strict=strict):
            return f"{symbol} = {value} {where} may not be {'positive' if strict else '>= 0'}"
        if symbol.is_integer and not value.is_integer:
            return f"{symbol} = {value} {where} may not be whole"
        return None

    def kept(value: sp.Expr, *, strict: bool) -> bool:
        if value.free_symbols & bound:
            return bool(value.is_positive if strict else value.is_nonnegative)
        try:
            return _shown(tree(value).put(known), signs, strict=strict)
        except FormError:
            return False

    pairs = [
        (x, value, f"in {e}")
        for a in e.atoms(sp.Subs)
        for x, value in zip(a.variables, a.point, strict=True)
    ]
    for one in e.atoms(LookedUp):
        pairs += [(s, one.values[s.name], f"of {one.name}") for s in formula(one.name).symbols]
    return next(filter(None, (broken(*pair) for pair in pairs)), None)


def _whole(t: Tree, setting: Setting) -> bool:
    try:
        return setting.whole(setting.poly(t, {}))
    except LimitError:
        return False


def _resolved(t: Tree, setting: Setting) -> Iterator[Tree]:
    yield t
    for a in t.args:
        if isinstance(a, Tree):
            yield from _resolved(a, setting)
    if t.head == "formula":
        yield from _resolved(setting.resolve(t), setting)


def _shown(t: Tree, signs: Signs, *, strict: bool) -> bool:
    sign = signs.of(t)
    if sign == POSITIVE or (sign and not strict):
        return True
    if t.head == "sin":  # between 0 and pi
        return all(_shown(x, signs, strict=strict) for x in (t.args[0], Tree("pi") - t.args[0]))
    try:
        domains = signs.setting.domains
        symbols = {n: d.symbol(n) for n, d in domains.items() if not d.sizes}
        e = to_sympy(t, symbols)
    except (LimitError, KeyError):
        return False
    used = {s: domains[s.name].interval for s in e.free_symbols}
    if not used:
        return bool(e.is_positive if strict else e.is_nonnegative)
    return prove_sign(e, used, strict=strict) is not None


def known_signs(gaps: Mapping[Tree, str]) -> dict[Tree, str]:
    """Signs that hypotheses give to gaps, right side less left side."""
    signs = {"<": POSITIVE, "<=": NONNEGATIVE, "=": ZERO}
    return {t: signs[r] for t, r in gaps.items() if r in signs}


def minus(left: Tree, right: Tree) -> Tree:
    """Left side less right side; the left side itself if the right one is 0."""
    return left if right == Tree("number", Fraction(0)) else left - right
