"""Piecewise linear conditions, cut by all their linear forms into cells.

A cell is empty or not by Fourier and Motzkin's elimination in rationals.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import Tree, nodes

MAX_CELLS = 3000
MAX_BRANCHES = 300

Form = dict[str, Fraction]  # linear form; the constant under ""
Limit = tuple[Form, str]  # form ">= 0", "> 0" or "= 0"


def linear(t: Tree) -> Form | None:
    """Linear form of a tree without Max and Min, or None."""
    if t.head == "number":
        return {"": t.args[0]}
    if t.head == "scalar":
        return {t.args[0]: Fraction(1)}
    if t.head == "+":
        parts = [linear(a) for a in t.args]
        return None if None in parts else _added(*parts)  # type: ignore[arg-type]
    if t.head == "*":
        out: Form = {"": Fraction(1)}
        for a in t.args:
            part = linear(a)
            if part is None:
                return None
            if set(part) <= {""}:
                out = scaled(out, part.get("", Fraction(0)))
            elif set(out) <= {""}:
                out = scaled(part, out.get("", Fraction(0)))
            else:
                return None
        return out
    if t.head == "^" and t.args[1].head == "number":
        base = linear(t.args[0])
        if base is not None and set(base) <= {""} and t.args[1].args[0] == -1 and base.get(""):
            return {"": 1 / base[""]}
    return None


def _added(*forms: Form) -> Form:
    out: Form = {}
    for form in forms:
        for name, c in form.items():
            out[name] = out.get(name, Fraction(0)) + c
    return {n: c for n, c in out.items() if c}


def scaled(form: Form, c: Fraction) -> Form:
    """Return a linear form times a number."""
    return {n: c * x for n, x in form.items() if c * x}


def branches(t: Tree) -> Iterator[tuple[Form, list[Limit]]]:
    """Yield the linear form of a tree with Max and Min on each of its branches.

    Raises: LimitError for a tree that is not piecewise linear.
    """
    plain = linear(t)
    if plain is not None:
        yield plain, []
        return
    if t.head in ("Max", "Min"):
        for choice in _choices(t):
            for k, (form, _) in enumerate(choice):
                limits = [limit for _, more in choice for limit in more]
                for other, _ in choice[:k] + choice[k + 1 :]:
                    difference = _added(form, scaled(other, Fraction(-1)))
                    limits.append(
                        (scaled(difference, Fraction(1 if t.head == "Max" else -1)), ">=")
                    )
                yield form, limits
        return
    if t.head == "+":
        for choice in _choices(t):
            yield _added(*(f for f, _ in choice)), [x for _, more in choice for x in more]
        return
    if t.head == "*":
        factors = [linear(a) for a in t.args]
        numbers = [f for f in factors if f is not None and set(f) <= {""}]
        others = [
            a for a, f in zip(t.args, factors, strict=True) if f is None or not set(f) <= {""}
        ]
        if len(others) == 1:
            c = Fraction(1)
            for n in numbers:
                c *= n.get("", Fraction(0))
            for form, limits in branches(others[0]):
                yield scaled(form, c), limits
            return
    msg = f"{t} is not piecewise linear"
    raise LimitError(msg)


def _choices(t: Tree) -> Iterator[tuple[tuple[Form, list[Limit]], ...]]:
    """Yield a branch of each part. Raises: LimitError for too many of them."""
    parts = [list(branches(a)) for a in t.args]
    if math.prod(map(len, parts)) > MAX_BRANCHES:
        msg = f"{t} has more than {MAX_BRANCHES} linear branches"
        raise LimitError(msg)
    return itertools.product(*parts)


def domain_limits(domains: dict[str, Domain]) -> list[Limit]:
    """Return what domains say as linear conditions. Raises: LimitError for whole numbers."""
    limits: list[Limit] = []
    for name, d in domains.items():
        if d.values or d.whole:
            msg = f"{name} is not a real interval"
            raise LimitError(msg)
        if d.low != -INFINITY:
            form = _added({name: Fraction(1)}, {"": -Fraction(d.low)})
            limits.append((form, ">" if d.low_open else ">="))
        if d.high != INFINITY:
            form = _added({name: Fraction(-1)}, {"": Fraction(d.high)})
            limits.append((form, ">" if d.high_open else ">="))
    return limits


def feasible(limits: Sequence[Limit]) -> bool:
    """True if linear conditions can hold together: Fourier and Motzkin's elimination."""
    limits = list(limits)
    while names := {n for form, _ in limits for n in form if n}:
        if len(limits) > MAX_CELLS:
            msg = "too many linear conditions"
            raise LimitError(msg)
        equal = next((x for x in limits if x[1] == "=" and set(x[0]) - {""}), None)
        if equal is not None:
            name = next(n for n in equal[0] if n)
            limits.remove(equal)
            limits = [
                (_added(f, scaled(equal[0], -f.get(name, Fraction(0)) / equal[0][name])), r)
                for f, r in limits
            ]
            continue
        name = min(names, key=lambda n: sum(n in f for f, _ in limits))
        up = [(f, r) for f, r in limits if f.get(name, 0) > 0]
        down = [(f, r) for f, r in limits if f.get(name, 0) < 0]
        others = [(f, r) for f, r in limits if name not in f]
        for (f, r), (g, q) in itertools.product(up, down):
            joined = _added(scaled(f, -g[name]), scaled(g, f[name]))
            joined.pop(name, None)
            others.append((joined, ">" if ">" in (r, q) else ">="))
        limits = others
    constants = [(form.get("", Fraction(0)), r) for form, r in limits]
    return all({"=": c == 0, ">=": c >= 0, ">": c > 0}[r] for c, r in constants)


def truths(t: Tree, domain: Sequence[Limit]) -> list[tuple[bool, list[Limit]]]:
    """Parts of the domain on which a condition has one truth value."""
    if t.head in ("and", "or"):
        out = [(t.head == "and", list[Limit]())]
        for a in t.args:
            joined = []
            for (one, limits), (two, more) in itertools.product(out, truths(a, domain)):
                both = [*limits, *more]
                if feasible([*domain, *both]):
                    joined.append((one and two if t.head == "and" else one or two, both))
            out = joined
            if len(out) > MAX_CELLS:
                msg = "too many cells"
                raise LimitError(msg)
        return out
    if t.head == "not":
        return [(not value, limits) for value, limits in truths(t.args[0], domain)]
    out = []
    for form, limits in branches(t.args[0] - t.args[1]):
        for relation, sign in ((">", 1), ("=", 1), (">", -1)):
            cell = [*limits, (scaled(form, Fraction(sign)), relation)]
            value = 0 if relation == "=" else sign
            truth = {"<": value < 0, "<=": value <= 0, "=": value == 0, "!=": value != 0}[t.head]
            if feasible([*domain, *cell]):
                out.append((truth, cell))
    return out


def given_limits(s: Any) -> list[Limit]:
    """Return hypotheses as linear conditions. Raises: LimitError for others."""
    limits: list[Limit] = []
    for g in s.given:
        form = linear(g.gap)
        if form is None or g.relation == "!=":
            msg = f"the hypothesis {g} is not linear"
            raise LimitError(msg)
        limits.append((form, {"<=": ">=", "<": ">", "=": "="}[g.relation]))
    return limits


def names_of(*trees: Tree) -> set[str]:
    """Return the names of the scalars in trees."""
    return {n.args[0] for t in trees for n in nodes(t) if n.head == "scalar"}
