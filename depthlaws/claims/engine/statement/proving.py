"""Proofs of clauses with every symbol free, sizes included."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Certify, Identity, Inequality
from depthlaws.claims.engine.checks.identity import prove_zero
from depthlaws.claims.engine.checks.inequality import prove_sign
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.claims.engine.stated import worked_out
from depthlaws.claims.engine.statement import cells
from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.clauses import (
    AtMost,
    Clause,
    Equal,
    Exactly,
    Induction,
    Less,
    Rounds,
    Step,
)
from depthlaws.claims.engine.statement.conditions import Signs, alike, known_signs, minus, unmet
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import (
    Tree,
    nodes,
    tree,
)
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.growth import derived
from depthlaws.claims.engine.statement.inductions import by_induction, order_by_induction
from depthlaws.claims.engine.statement.normal_form import Expansion
from depthlaws.claims.engine.statement.proof import Proof, fault_of, unknown, verdict_of
from depthlaws.claims.engine.statement.setting import Setting
from depthlaws.claims.engine.statement.sympy_trees import to_sympy

ARRAYS = ("entry", "sum", "mean", "index")


def prove(s: Form, clause: Clause, context: Context) -> Proof:
    """Prove a clause with every symbol free; UNKNOWN, with the reason, where no proof is found."""
    try:
        return _proof(s, clause, context)
    except LimitError as limit:
        return unknown(str(limit))


def _proof(s: Form, clause: Clause, context: Context) -> Proof:
    setting = s.setting()
    earlier = _earlier(s, clause)
    known = {g.gap: g.relation for g in (*s.given, *earlier)}
    signs = Signs(setting, known_signs(known))
    sides = [clause.left, clause.right]
    bodies = [body for rules in s.rules().values() for rule in rules for body in [rule.body]]
    variances = [d.variance for d in s.domains.values() if d.variance is not None]
    for t in (*sides, *bodies, *variances, *clause.proof_trees):
        if condition := unmet(t, signs, lambda base: _apart(s, base)):
            return unknown(f"{condition}: say so in the quantifiers or in given=")
    sides = [derived(t, signs) for t in sides]
    if isinstance(clause, Rounds):
        return unknown("balls leave open how the number is rounded")
    if isinstance(clause, Exactly):
        return _exactly(s, sides, setting)
    if isinstance(clause, Equal) and clause.because is not None and clause.by is None:
        return _by_hypotheses(s, clause, minus(*sides), earlier, context)
    if isinstance(clause, Equal):
        used = [c for c in earlier if c.gap in signs.used]
        return _with_lemmas(s, used, _equal(s, clause, sides), context)
    proof = _at_most(s, clause, sides, signs, context)
    return _with_lemmas(s, [c for c in earlier if c.gap in signs.used], proof, context)


def _earlier(s: Form, clause: Clause) -> list[Clause]:
    """Clauses of the statement before one, which its proof may use."""
    place = _place(s, clause)
    usable = (Equal, AtMost, Less)
    return [c for c in s.clauses[:place] if isinstance(c, usable) and not (c.where or c.over)]


def _with_lemmas(s: Form, used: list[Clause], proof: Proof, context: Context) -> Proof:
    """Proof if the earlier clauses that it uses are proved themselves."""
    if proof.verdict != Verdict.PROVED:
        return proof
    earlier = []
    for lemma in used:
        other = prove(s, lemma, context)
        if other.verdict != Verdict.PROVED:
            return unknown(f"it uses {lemma}, which is not proved: {other.how}")
        earlier.append({"clause": _place(s, lemma), **other.data})
    return replace(proof, data={**proof.data, "earlier": earlier}) if earlier else proof


def _place(s: Form, clause: Clause) -> int:
    return next((k for k, c in enumerate(s.clauses) if c is clause), 0)


def _apart(s: Form, base: Tree) -> bool:
    """True if a hypothesis says that a tree is not 0."""
    return any(g.relation == "!=" and base in (minus(g.left, g.right), g.gap) for g in s.given)


def plain(*trees: Tree) -> bool:
    """True if trees hold scalars only."""
    return not any(n.head in ARRAYS for t in trees for n in nodes(t))


# -- equalities ------------------------------------------------------------------------------------


def _equal(s: Form, clause: Clause, sides: list[Tree]) -> Proof:
    gap = minus(sides[0], sides[1])
    rules = s.rules()
    if isinstance(clause.by, Induction):
        return by_induction(s, clause, gap, rules)
    if isinstance(clause.by, Step):
        setting = s.setting()
        counter = poly.atom(("i", clause.by.counter))
        fault = fault_of(gap, Expansion(setting, rules, counter))
        how = f"definitions one step from {clause.by.counter}, sizes free"
        return verdict_of(fault, how, rule="step")
    if plain(gap):
        return _scalars_equal(s, gap)
    fault = fault_of(gap, Expansion(s.setting(), rules))
    return verdict_of(fault, "normal form of both sides, sizes free", rule="normal form")


def symbols_of(s: Form) -> dict[str, sp.Symbol]:
    """SymPy symbols that assume what the quantifiers say."""
    return {n: d.symbol(n) for n, d in s.domains.items() if not d.sizes}


def _scalars_equal(s: Form, gap: Tree) -> Proof:
    setting = s.setting()
    try:
        if poly.is_zero(setting.poly(gap, {})):
            return verdict_of(
                None, "normal form of both sides, all symbols free", rule="normal form"
            )
    except LimitError:
        pass
    if all(cells.order(s, side, strict=False) for side in (gap, -gap)):
        return verdict_of(None, "linear on cells that cover the domain", rule="cells")
    symbols = symbols_of(s)
    e = worked_out(to_sympy(_all_resolved(gap, setting), symbols))
    domain = {x: s.domains[x.name].interval for x in e.free_symbols}
    how = prove_zero(e, domain)
    if how is None:
        return unknown(f"no simplification to 0 of {str(e)[:120]}")
    return Proof(Verdict.PROVED, f"{how}, all symbols free", {"rule": "rewriting"})


def _all_resolved(t: Tree, setting: Setting) -> Tree:
    from depthlaws.claims.engine.statement.expressions import with_parts

    if t.head == "formula":
        return _all_resolved(setting.resolve(t), setting)
    return with_parts(t, lambda a: _all_resolved(a, setting))


def _by_hypotheses(
    s: Form, clause: Clause, gap: Tree, earlier: list[Clause], context: Context
) -> Proof:
    """Equality modulo hypotheses: the difference is a sum of multiples of their gaps."""
    equal = {g.gap: g for g in (*s.given, *earlier) if isinstance(g, Equal)}
    because = clause.because
    if any(_same(s, gap, g.gap) or _same(s, -gap, g.gap) for g in s.given):
        return unknown("the clause is one of its own hypotheses")
    used: set[Tree] = set()
    if not _vanishes(because, set(equal), used, s.setting()):
        return unknown(f"{because} is no sum of multiples of equalities that are known")
    fault = fault_of(gap - because, Expansion(s.setting(), s.rules()))
    sign = "-1"
    if fault is not None:
        fault, sign = fault_of(gap + because, Expansion(s.setting(), s.rules())), "1"
    how = f"difference of the sides {because}, known to be 0, sizes free"
    proof = verdict_of(fault, how, rule="known to be 0", sign=sign)
    return _with_lemmas(s, [equal[t] for t in used if equal[t] in earlier], proof, context)


def _vanishes(t: Tree, equal: set[Tree], used: set[Tree], setting: Setting) -> bool:
    """True if every term of a tree holds the gap of an equality that is known."""
    for gap in equal:
        if alike(gap, t, setting):
            used.add(gap)
            return True
    if t.head in ("+", "*"):
        return (all if t.head == "+" else any)(_vanishes(a, equal, used, setting) for a in t.args)
    return t.head == "sum" and _vanishes(t.args[1], equal, used, setting)


# -- inequalities ----------------------------------------------------------------------------------


def _at_most(s: Form, clause: Clause, sides: list[Tree], signs: Signs, context: Context) -> Proof:
    if isinstance(clause.by, Induction):
        return order_by_induction(s, clause, signs)
    if clause.because is None:
        return _scalar_order(s, clause, sides, context)
    because = clause.because
    known = [g.gap for g in s.given]
    if any(_same(s, clause.gap, gap) for gap in known):
        return unknown("the clause is one of its own hypotheses")
    sign = signs.of(because)
    if not sign or (sign != "+" and isinstance(clause, Less)):
        return unknown(f"{because} is not seen to be {'positive' if sign else 'nonnegative'}")
    rules, squares = s.rules(), ""
    try:
        fault = fault_of(minus(sides[1], sides[0]) - because, Expansion(s.setting(), rules))
    except LimitError as limit:
        fault = str(limit)
    if fault and signs.of(sides[1]):  # left^2 <= right^2 and 0 <= right
        squared = _squared(sides[1]) - _squared(sides[0])
        fault, squares = fault_of(squared - because, Expansion(s.setting(), rules)), "^2"
    unused = [g for g in s.given if g.gap not in signs.used]
    note = f"; not used: {', '.join(map(str, unused))}" if unused else ""
    how = f"right{squares} - left{squares} = {because}, every sign visible, sizes free{note}"
    return verdict_of(fault, how, rule="visible signs", squares=bool(squares))


def _same(s: Form, one: Tree, two: Tree) -> bool:
    """True if two trees have the same normal form."""
    try:
        return fault_of(one - two, Expansion(s.setting(), s.rules())) is None
    except LimitError:
        return one == two


def _squared(t: Tree) -> Tree:
    """Square of a side, its roots opened."""
    if t.head == "*":
        return Tree("*", *map(_squared, t.args))
    if t.head == "^" and t.args[1] == tree(Fraction(1, 2)):
        return t.args[0]
    return t**2


def _scalar_order(s: Form, clause: Clause, sides: list[Tree], context: Context) -> Proof:
    if not plain(*sides):
        return unknown("an inequality of arrays needs because=")
    gap, strict = minus(sides[1], sides[0]), isinstance(clause, Less)
    setting = s.setting()
    symbols = symbols_of(s)
    e = worked_out(to_sympy(_all_resolved(gap, setting), symbols))
    domain = {x: s.domains[x.name].interval for x in e.free_symbols}
    if not domain:
        return unknown("numbers only")
    if not s.given:
        along = tuple((symbols[name], end) for name, end in clause.along)
        reason = prove_sign(e, domain, strict=strict, along=along)
        if reason:
            return verdict_of(None, f"the gap has its sign: {reason}", rule="sign on intervals")
    linear = cells.order(s, minus(sides[1], sides[0]), strict=strict)
    if linear:
        return verdict_of(None, linear, rule="cells")
    if s.given or not all(s.domains[x.name].box for x in e.free_symbols):
        return unknown("no proof by signs, and the quantifiers are no closed box")
    outcome = as_check(s, clause, Certify).run(context)
    data = {**outcome.data, "rule": "balls"}
    return Proof(outcome.verdict, f"intervals: {outcome.summary}", data)


def as_check(s: Form, clause: Clause, kind: Any) -> Any:
    """Clause over scalars as a check of SymPy expressions: Identity, Inequality or Certify."""
    setting, symbols = s.setting(), symbols_of(s)
    left, right = (
        to_sympy(_all_resolved(t, setting), symbols) for t in (clause.left, clause.right)
    )
    used = worked_out(left).free_symbols | worked_out(right).free_symbols
    domain = {x: s.domains[x.name].interval for x in sorted(used, key=str)}
    if kind is Identity:
        return Identity(lambda: (left, right), domain)
    relation = "<" if isinstance(clause, Less) else "<="
    if kind is Certify:
        box = {x: list(a) if isinstance(a, list) else (a.low, a.high) for x, a in domain.items()}
        return Certify(lambda: (left, relation, right), box)
    along = tuple((symbols[name], end) for name, end in clause.along)
    return Inequality(lambda: (left, relation, right), domain, along=along)


def _exactly(s: Form, sides: list[Tree], setting: Setting) -> Proof:
    conditions = [_all_resolved(t, setting) for t in sides]
    if not plain(*conditions):
        return unknown("conditions on arrays")
    return Proof(*cells.equivalent(s, *conditions))


def as_multiple(s: Form, clause: Clause) -> tuple[Identity, Inequality] | None:
    """Equivalence of two relations as checks: one gap a multiple of the other, the factor > 0."""
    symbols = symbols_of(s)
    left, right = (_all_resolved(t, s.setting()) for t in (clause.left, clause.right))
    named = cells.names_of(left, right)
    result = cells.multiple(left, right, symbols, {n: s.domains[n] for n in named})
    if result is None:
        return None
    one, two, ratio = result
    domain = {symbols[n]: s.domains[n].interval for n in sorted(named)}
    used = {x: a for x, a in domain.items() if x in ratio.free_symbols}
    identity = Identity(lambda: (one, ratio * two), domain)
    return identity, Inequality(lambda: (sp.Integer(0), "<", ratio), used)
