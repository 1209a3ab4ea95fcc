"""Coq proofs of statements, clause by clause.

Definitions are put in, then both sides are compared by their normal forms. Whatever this file gets
wrong, Coq refuses.
"""

import contextlib
import dataclasses
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from definitions import FRESH, Hypothesis, Rewriting, canonical, opened, put_in, unfolded
from means import Means
from normal_forms import NoProofError, Sides
from powers import by_powers, common_powers, is_power, seen_positive, written_out
from slopes import Slopes

from depthlaws.claims.engine.statement.clauses import Clause, Equal, Exactly, Induction, Less, Step
from depthlaws.claims.engine.statement.coq_calculus import filled, outer, spelled
from depthlaws.claims.engine.statement.coq_names import name_of
from depthlaws.claims.engine.statement.coq_statement import Printer, ordered
from depthlaws.claims.engine.statement.coq_syntax import ATOM
from depthlaws.claims.engine.statement.expressions import Index, Tree, nodes, tree

__all__ = ["Claim", "NoProofError"]
ARRAYS = ("entry", "sum", "mean", "index")
SIGNS = "wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]"


class Claim:
    """Proof of a statement, clause by clause."""

    def __init__(self, form: Any, scripts: Mapping[int, str] | None = None) -> None:
        self.form, self.printer, self.scripts = form, Printer(form), scripts or {}
        steps = {
            n: next((r.step_slot for r in rules if r.step_slot is not None), None)
            for n, rules in form.rules().items()
            if any(r.recursive for r in rules)
        }
        self.rules = [
            Rewriting(k, v, f"def{n}", steps.get(k.args[0]))
            for n, (k, v) in enumerate(form.defined.items())
        ]
        self.done: list[Rewriting] = []
        self.laws = self.named()
        self.means = Means(self.printer, self.laws)

    def named(self) -> dict[str, str]:
        """Name of the hypothesis on the mean over each Gaussian array."""
        names: dict[str, str] = {}
        place = 0
        for n, d in self.form.domains.items():
            if d.variance is not None:
                names[n] = f"dom{place}"
            place += len(self.printer.domain(n, d))
        return names

    def text(self, proposition: str) -> str:
        """Return the Coq tactics that prove this proposition, the one of the statement."""
        s = self.form
        domains = [h for n, d in s.domains.items() for h in self.printer.domain(n, d)]
        names = [f"dom{k}" for k in range(len(domains))]
        names += [f"def{k}" for k in range(len(s.defined))]
        names += [f"giv{k}" for k in range(len(s.given))]
        binders = re.findall(r"\(([\w' ]+) : ", proposition.split(",", 1)[0])
        words = [w for part in binders for w in part.split()]
        FRESH.restart()
        lines = [f"intros {' '.join([*words, *names])}."] if words or names else []
        last = len(s.clauses) - 1
        for k, clause in enumerate(s.clauses):
            if k < last:
                lines.append(f"apply keep; [|intros cla{k}].")
            proof = self.scripts.get(k) or self.clause(clause)
            lines.append(f"{{ {proof} }}" if k < last else proof)
            if isinstance(clause, Equal) and clause.left.head == "entry" and not clause.where:
                self.done.append(Rewriting(clause.left, clause.right, f"cla{k}"))
        return "\n".join(lines)

    def clause(self, clause: Clause) -> str:
        """Tactics for a clause, from its free indices, ranges and special cases on."""
        sides = {"left": spelled(clause.left), "right": spelled(clause.right)}
        at = next(k for k, c in enumerate(self.form.clauses) if c is clause)
        clause = dataclasses.replace(clause, **sides)
        free = ordered([clause.left, clause.right])
        intro = [name_of(i.name) for i in free] + [f"ran{k}" for k in range(len(free))]
        scalars, special = {}, []
        subst = ""
        for k, (key, value) in enumerate(clause.where.items()):
            intro.append(f"spe{k}")
            if key.head == "scalar":
                scalars[key] = value
                subst += f"subst {name_of(key.args[0])}. "
            else:
                special.append(Rewriting(key, value, f"spe{k}"))
        if isinstance(clause.by, Induction):
            if scalars:
                msg = "an induction in a special case"
                raise NoProofError(msg)
            return self.induction(clause, free, special)
        start = (f"intros {' '.join(intro)}. " if intro else "") + subst
        alone = start + (f"clear {' '.join(f'cla{k}' for k in range(at))}. " if at else "")
        left, right = (put_in(t, scalars) for t in (clause.left, clause.right))
        calculus = self.calculus(clause, scalars)
        if calculus is not None:
            said, left, right = calculus
            alone, start = f"{alone}overs. {said}", f"{start}overs. {said}"
            arrays = any(n.head in ARRAYS for t in (left, right) for n in nodes(t))
            if isinstance(clause, Equal) and left == right:
                return f"{alone}reflexivity."
            if isinstance(clause, Equal) and clause.because is None and not arrays:
                return f"{alone}{by_powers(self.printer, left, right)}."
        self.means = Means(self.printer, self.laws)
        if means := self.means.asserted([left, right], scalars):
            start = alone = f"{start}{means}"
        rules = [*special, *self.rules]
        if scalars:
            rules = [
                Rewriting(put_in(r.left, scalars), put_in(r.right, scalars), r.fact, r.step)
                for r in rules
            ]
        if isinstance(clause, Exactly):
            return alone + "first [linear | solve [split; intros; nra]]."
        counter = tree(clause.by.counter) if isinstance(clause.by, Step) else None
        if isinstance(clause, Equal):
            if clause.because is not None:
                return start + self.known_zero(left, right, put_in(clause.because, scalars), rules)
            plain = not any(n.head in ARRAYS for t in (left, right) for n in nodes(t))
            return (alone if plain else start) + self.equal(left, right, rules, counter)
        strict = isinstance(clause, Less)
        if clause.because is None and any(
            n.head in ("log", "exp") or is_power(n) for t in (left, right) for n in nodes(t)
        ):
            return f"{alone}first [bounded | {SIGNS}]."
        if clause.because is None:
            return alone + (
                "linear."
                if any(n.head in ("Max", "Min", "Abs") for t in (left, right) for n in nodes(t))
                else f"{SIGNS}."
            )
        because = put_in(clause.because, scalars)
        gap = right - left if right != tree(0) else -left
        if left == tree(0):
            gap = right
        error = ""
        order = "<" if strict else "<="
        try:
            gap = self.gap(right - left, because, rules, counter)
            sign = f"assert (sgn : 0 {order} {self.printer.real(because)}) by pos. "
            return f"{start}{gap} {sign}clear - gap sgn; lra."
        except NoProofError as e:
            error = str(e)
        one, two = opened(left), opened(right)
        try:
            gap = self.gap(two - one, because, rules, counter)
        except NoProofError as e:
            msg = f"{error}; squares: {e}"
            raise NoProofError(msg) from e
        shown = " ".join(f"({self.printer.real(t)})" for t in (one, two, because))
        ends = "squares | squares | clear - gap; lra | pos | pos"
        return f"{start}{gap} apply (by_squares _ _ {shown}); [{ends}]."

    def calculus(
        self, clause: Clause, scalars: Mapping[Tree, Tree]
    ) -> tuple[str, Tree, Tree] | None:
        """Tactics for the derivatives of a clause, and its sides with their values.

        None for a clause without any.
        """
        sides = [spelled(put_in(t, scalars)) for t in (clause.left, clause.right)]
        undone = list(dict.fromkeys([*outer(sides[0]), *outer(sides[1])]))
        if not undone:
            return None
        slopes = Slopes(self.printer)
        one = isinstance(clause, Equal) and len(undone) == 1 and sides[0] in undone
        for t in undone:
            self.printer.holds(t, "0")  # so that the printer knows the bound symbols
        values = {t: slopes.value(t) for t in undone}
        left, right = (filled(t, values) for t in sides)
        if one:
            shown = self.printer.real(left, ATOM)
            said = f"apply ({slopes.rule(undone[0])} {shown} _); [{slopes.proof(undone[0])} |]. "
        else:
            shown = ", ".join(self.printer.real(v, ATOM) for v in values.values())
            steps = "".join(f"split; [{slopes.proof(t)} |]. " for t in undone)
            said = f"exists {shown}. {steps}"
        return seen_positive(self.printer, [*values.values(), left, right]) + said, left, right

    def gap(self, left: Tree, right: Tree, rules: Sequence[Rewriting], counter: Tree | None) -> str:
        """Tactics that assert an equality under the name ``gap``."""
        proof = self.equal(left, right, rules, counter)
        return (
            f"assert (gap : {self.printer.real(left)} = {self.printer.real(right)}). {{ {proof} }}"
        )

    def equal(
        self, left: Tree, right: Tree, rules: Sequence[Rewriting], counter: Tree | None
    ) -> str:
        """Tactics that prove an equality: definitions, then normal forms."""
        error: NoProofError | None = None
        plain = not any(n.head in ("sum", "mean") for t in (left, right) for n in nodes(t))
        folded = any(n.head in ("Max", "Min", "Abs") for t in (left, right) for n in nodes(t))
        if plain and folded:
            return "linear."
        rules = [*rules, *self.done]
        for at in (counter, *([] if counter is not None else [tree(0)])):
            one, two = (unfolded(self.means.put(t), rules, at) for t in (left, right))
            try:
                proof = Sides(self.printer).proof(one, two)
                break
            except NoProofError as e:
                error = error or e
        else:
            if plain:
                return f"{self.scalars_only(left, right, 'fieldy')}."
            powers, sides = common_powers(self.printer, [left, right])
            if not powers or tuple(sides) == (left, right):
                raise error
            return powers + self.equal(*sides, rules, counter)
        before, after = (self.printer.real(t) for t in (one, two))
        if before != self.printer.real(left) or after != self.printer.real(right):
            cong = f"cong ({self.leaf(reached(rules, (left, right)))})"
            inner = f"transitivity ({after}); [{proof} | symmetry; {cong}]"
            proof = f"transitivity ({before}); [{cong} | {inner}]"
        scalar = not any(n.head in ARRAYS for t in (left, right) for n in nodes(t))
        return f"{self.scalars_only(left, right, f'{proof} | fieldy')}." if scalar else f"{proof}."

    def scalars_only(self, left: Tree, right: Tree, tactics: str) -> str:
        """Alternatives for an equality of scalars, common powers after the others."""
        if any(is_power(n) for t in (left, right) for n in nodes(written_out(t))):
            with contextlib.suppress(NoProofError):
                return f"first [{tactics} | {by_powers(self.printer, left, right)}]"
        return f"first [{tactics}]" if " | " in tactics else tactics

    def leaf(self, rules: Sequence[Rewriting]) -> str:
        """Tactic that rewrites what stands at the head of a goal."""
        texts = [*self.means.leaves(), *(r.leaf() for r in rules)]
        powers = (n.args[1] for r in rules for n in nodes(r.right) if n.head == "^")
        if any(e.head != "number" for e in powers):
            texts.append("solve [whole_power]")
        texts.append("ends")
        return f"first [{' | '.join(texts)}]"

    def known_zero(self, left: Tree, right: Tree, because: Tree, rules: Sequence[Rewriting]) -> str:
        """Tactics for an equality whose gap is a sum of known zeros."""
        shown = self.printer.real(because)
        zero = f"assert (zer : {shown} = 0) by zero. "
        for sign in (1, -1):
            try:
                gap = self.gap(left - right, because * tree(sign), rules, None)
            except NoProofError as e:
                error = e
                continue
            return f"{zero}{gap} clear - gap zer; lra."
        raise error

    def induction(
        self, clause: Clause, free: list[Index], special: Sequence[Rewriting] = ()
    ) -> str:
        """Tactics for a clause that is proved by induction."""
        by = clause.by
        counter = by.counter
        whole = None
        if not isinstance(counter, Index):
            t = tree(counter)
            if t.head == "index":
                counter = t.args[0]
            else:
                whole = t
                low = self.form.domains[t.args[0]].low
                counter = _fresh(t.args[0], low, t)
                clause = replace_sides(clause, {t: tree(counter)})
                free = [counter, *free]
                if any(t in {*nodes(i.first), *nodes(i.last)} for i in free[1:]):
                    msg = f"a free index runs to the size {t}"
                    raise NoProofError(msg)
        if special:
            return self.special_induction(clause, free, special, counter)
        return self.plain_induction(clause, free, counter, whole, self.rules)

    def special_induction(
        self, clause: Clause, free: list[Index], special: Sequence[Rewriting], counter: Index
    ) -> str:
        """Induction after the special case is assumed."""
        names = [name_of(i.name) for i in free] + [f"ran{k}" for k in range(len(free))]
        facts = [rule.fact for rule in special]
        given = [name_of(i.name) for i in free]
        text = f"{self.printer.real(clause.left)} = {self.printer.real(clause.right)}"
        inner = self.printer.forall(free, text)
        bare = dataclasses.replace(clause, where={})
        proof = self.plain_induction(bare, free, counter, None, [*special, *self.rules])
        return (
            f"intros {' '.join([*names, *facts])}. assert (end_ : {inner}).\n"
            f"{{ clear {' '.join([*reversed(names)])}. {proof} }}\n"
            f"apply (end_ {' '.join(given)}); lia."
        )

    def plain_induction(
        self,
        clause: Clause,
        free: list[Index],
        counter: Index,
        whole: Tree | None,
        rules: Sequence[Rewriting],
    ) -> str:
        """Induction from the first value of a counter on."""
        by = clause.by
        rest = [i for i in free if i is not counter]
        name = name_of(counter.name)
        text = f"{self.printer.real(clause.left)} = {self.printer.real(clause.right)}"
        inner = self.printer.forall(rest, text)
        first, last = self.printer.integer(counter.first), self.printer.integer(counter.last)
        names = [name_of(i.name) for i in rest] + [f"ran{k}" for k in range(len(rest))]
        intro = f"intros {' '.join(names)}. " if names else ""
        base = self.equal(
            clause.left.put({counter: counter.first}),
            clause.right.put({counter: counter.first}),
            rules,
            canonical(counter.first - 1),
        )
        step = self.step(clause, counter, by.times, rest, rules)
        final = [name_of(i.name) for i in free] + [f"ran{k}" for k in range(len(free))]
        below, up_to = f"({first} <= {name})%Z", f"({name} <= {last})%Z"
        return (
            f"assert (ind : forall {name} : Z, {below} -> {up_to} -> {inner}).\n"
            f"{{ apply (whole_induction (fun {name} : Z => {up_to} -> {inner})).\n"
            f"- intros most. {intro}{base}\n"
            f"- intros {name} least hyp most. {intro}assert (most' : {up_to}) by lia.\n"
            f"specialize (hyp most'). {step} }}\n"
            + (
                f"intros {' '.join(final)}. apply ind; lia."
                if whole is None
                else self.end(whole, rest)
            )
        )

    def end(self, whole: Tree, rest: list[Index]) -> str:
        """Last tactics of an induction over a size."""
        names = [name_of(i.name) for i in rest] + [f"ran{k}" for k in range(len(rest))]
        intro = f"intros {' '.join(names)}. " if names else ""
        return f"{intro}apply (ind {name_of(whole.args[0])}); lia."

    def step(
        self,
        clause: Clause,
        counter: Index,
        times: Tree | None,
        rest: list[Index],
        rules: Sequence[Rewriting],
    ) -> str:
        """Tactics for one step of an induction."""
        n = tree(counter)
        left, right = (t.put({counter: n + 1}) for t in (clause.left, clause.right))
        entry = clause.left.head == "entry" and n in clause.left.args[1:]
        if entry and times is None:  # which the hypothesis gives
            fixed = Hypothesis(clause.left, clause.right, "hyp", counter)
            with contextlib.suppress(NoProofError):
                return self.equal(left, right, [fixed, *rules], n)
        factor = tree(1) if times is None else times
        gap = left - right
        old = clause.left - clause.right
        made = self.gap(gap, factor * old, rules, n)
        names = " ".join(name_of(i.name) for i in rest)
        use = f"(hyp {names} {' '.join(f'ran{k}' for k in range(len(rest)))})" if rest else "hyp"
        known = f"first [exact (Rminus_diag_eq _ _ {use}) | pose proof {use}; lra]"
        zero = f"assert (zer : {self.printer.real(old)} = 0) by {known}. "
        return f"{zero}{made} rewrite zer in gap; clear - gap; first [lra | push; lra]."


def reached(rules: Sequence[Rewriting], trees: Sequence[Tree]) -> list[Rewriting]:
    """Equations for the arrays that trees lead to."""
    names = {n.args[0] for t in trees for n in nodes(t) if n.head == "entry"}
    while True:
        found = [r for r in rules if r.left.args[0] in names]
        more = {n.args[0] for r in found for n in nodes(r.right) if n.head == "entry"} - names
        if not more:
            return found
        names |= more


def _fresh(name: str, low: Any, last: Tree) -> Index:
    """Index in place of a size, under a name that no statement has."""
    index = Index("n", tree(Fraction(low)), last)
    object.__setattr__(index, "name", f"{name}_now")
    return index


def replace_sides(clause: Clause, values: Mapping[Any, Tree]) -> Clause:
    """Clause with scalars of its sides replaced."""
    left, right = (t.put(values) for t in (clause.left, clause.right))
    return dataclasses.replace(clause, left=left, right=right)
