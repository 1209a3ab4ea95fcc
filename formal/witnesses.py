"""Write witnesses.v: for every accepted claim with hypotheses, numbers that meet all of them.

``python formal/witnesses.py`` takes the exact points that the claim's own check found. Each lemma
says the quantifiers of the claim's theorem as "exists" and its hypotheses joined by "and", printed
by the same code.
"""

import contextlib
import itertools
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import claims
from flint import fmpq

from depthlaws.claims.engine.formal import parts, whole_record
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.engine.statement.coq_names import theorem_of
from depthlaws.claims.engine.statement.coq_statement import Printer
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Tree, tree
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.numbers import UndefinedError
from depthlaws.claims.engine.statement.values import Point

FILE = "witnesses.v"
PLACES = 4  # of a defined array, from 0 on
HEAD = """\
(* Written by `python formal/witnesses.py` from the points that the checks of the claims found. *)
From Coq Require Import Reals ZArith Lia Lra.
From Depthlaws Require Import real_sums tactics gaussian gaussian_instance.
Open Scope R_scope.

Ltac places := repeat match goal with
  | H : (_ <= ?i <= _)%Z |- _ => is_var i; let e := fresh in
      assert (e : (i = 0 \\/ i = 1 \\/ i = 2 \\/ i = 3)%Z) by lia;
      destruct e as [e|[e|[e|e]]]; subst i; try (exfalso; lia); clear H
  end.
Ltac drawn := lazymatch goal with
  | |- context [gaussian_vector ?n ?v _] =>
      destruct (gaussian_vector_instance n v) as [E G]; exists E
  | |- context [gaussian_matrix ?m ?n ?v _] =>
      destruct (gaussian_matrix_instance m n v) as [E G]; exists E
  end.
Ltac met := repeat match goal with |- _ /\\ _ => split end; intros; places; try assumption; try lia;
  repeat (cbv beta; first [rewrite sum_empty_at by lia | rewrite sum_last_at by lia]);
  cbn -[IZR sqrt]; first [lra | nra | pos].
"""


def stated(form: Form) -> str:
    """Return the Coq statement that some numbers meet the hypotheses of a statement."""
    printer = Printer(form)
    hypotheses = " /\\\n".join(printer.hypotheses())
    return f"exists {' '.join(printer.binders())},\n{hypotheses}."


def asked(found: Mapping[str, tuple[Claim, str]], names: Any) -> Iterator[tuple[str, Form]]:
    """Yield the statements of these claims that have hypotheses, each with a name, once."""
    seen: set[str] = set()
    for name in names:
        forms = parts(found[name][0]) if name in found else ()
        for k, form in enumerate(forms, 1):
            if form.given and stated(form) not in seen:
                seen.add(stated(form))
                yield f"{theorem_of(name)}_met{f'_{k}' if len(forms) > 1 else ''}", form


def lemma(name: str, form: Form) -> str:
    """Lemma with its proof."""
    tried = form.checks[-1].tried()
    point = tried[3][0]
    values = [*scalars(form, point["scalars"]), *arrays(form, point["entries"])]
    values += defined(form, point)
    drawn = "drawn; " * sum(d.variance is not None for d in form.domains.values())
    proof = f"exists {', '.join(values)}; {drawn}met."
    return f"Lemma {name} :\n{stated(form)}\nProof.\n{proof}\nQed.\n"


def scalars(form: Form, point: Mapping[str, str]) -> Iterator[str]:
    """Values of the scalars in the order of the binders: whole ones, then the others."""
    printer = Printer(form)
    names = [n for n, d in form.domains.items() if not d.sizes]
    whole = [n for n in names if printer.whole(n)]
    for n in [*whole, *(n for n in names if n not in whole)]:
        value = Fraction(point[n]) if n in point else default(form, n)
        yield f"({value.numerator})%Z" if n in whole else number(value)


def arrays(form: Form, entries: list[Any]) -> Iterator[str]:
    """Arrays as functions that have the values of a point at its places."""
    for n, d in form.domains.items():
        if d.sizes and d.variance is None:
            names = [f"i{k}" for k in range(len(d.sizes))]
            known = [(at, number(Fraction(v))) for name, at, v in entries if name == n]
            cases = " ".join(f"| {', '.join(f'{a}%Z' for a in at)} => {v}" for at, v in known)
            else_ = f"| {', '.join('_' for _ in names)} => {number(default(form, n))}"
            yield f"(fun {' '.join(names)} => match {', '.join(names)} with {cases} {else_} end)"


def defined(form: Form, point: Mapping[str, Any]) -> Iterator[str]:
    """Arrays that the statement defines, as functions that have their values at small places."""
    known = {(name, tuple(at)): Fraction(v) for name, at, v in point["entries"]}

    def entry(name: str, at: tuple[int, ...]) -> fmpq:
        return exact(known.get((name, tuple(at)), default(form, name)))

    names = [n for n, d in form.domains.items() if not d.sizes]
    found = {n: exact(Fraction(point["scalars"].get(n, default(form, n)))) for n in names}
    here = Point(found, entry, form.domains, form.rules(), resolved)
    for name, rules in form.rules().items():
        cases = ""
        for at in itertools.product(range(PLACES), repeat=len(rules[0].places)):
            with contextlib.suppress(UndefinedError, FormError, LimitError, TypeError):
                value = here.value(Tree("entry", name, *map(tree, at)))
                cases += f"| {', '.join(f'{a}%Z' for a in at)} => {number(as_fraction(value))} "
        words = [f"i{k}" for k in range(len(rules[0].places))]
        any_ = ", ".join("_" for _ in words)
        yield f"(fun {' '.join(words)} => match {', '.join(words)} with {cases}| {any_} => (0) end)"


def exact(value: Fraction) -> fmpq:
    """Return a number as Flint has it."""
    return fmpq(value.numerator, value.denominator)


def as_fraction(value: Any) -> Fraction:
    """Return a rational number of Flint. Raises: TypeError for any other."""
    if not isinstance(value, fmpq):
        msg = f"{value} is not rational"
        raise TypeError(msg)
    return Fraction(int(value.p), int(value.q))


def default(form: Form, name: str) -> Fraction:
    """Value of a symbol that the point does not need."""
    domain = form.domains[name]
    tried = (*domain.values, *map(Fraction, (1, 0, 2, -1, Fraction(1, 2))))
    return next(Fraction(v) for v in tried if domain.has(Fraction(v)))


def number(value: Fraction) -> str:
    """Text of a rational number."""
    text = f"({value.numerator})"
    return text if value.denominator == 1 else f"({text} / {value.denominator})"


def differences(found: Mapping[str, tuple[Claim, str]], names: Any, text: str) -> Iterator[str]:
    """One line for each accepted claim whose hypotheses have no lemma, as they are printed now."""
    for name, form in asked(found, names):
        if f" :\n{stated(form)}\nProof." not in text:
            yield f"{name}: {FILE} has no case of its hypotheses; run python formal/witnesses.py"


def main() -> int:
    """Write witnesses.v."""
    found = claims.statements()
    texts = [lemma(*pair) for pair in asked(found, whole_record().claims)]
    (claims.HERE / FILE).write_text("\n".join([HEAD, *texts]), encoding="utf-8")
    print(f"{len(texts)} lemmas in {FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
