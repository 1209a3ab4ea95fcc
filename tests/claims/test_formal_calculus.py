"""Derivatives and limits in Coq, and errors planted in what prints statements for Coq."""

from fractions import Fraction

import pytest
import sympy as sp

from depthlaws.claims.engine import formal, ledger
from depthlaws.claims.engine.formal import coq_text, digest
from depthlaws.claims.engine.stated import D, at, integral, lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    array,
    coq_calculus,
    coq_names,
    coq_statement,
    indices,
    naturals,
    positive,
    reals,
    scalars,
    slope,
    total,
)
from depthlaws.claims.engine.statement.coq_statement import NoCoqTextError, Printer, proposition
from depthlaws.claims.engine.statement.expressions import tree

x, y, R, L = sp.symbols("x y R L", positive=True)


def text(clause, **domains):
    domains = domains or {"x": positive, "y": positive}
    return proposition(Statement(clause, for_all={scalars(k): d for k, d in domains.items()}))


def said(clause, **domains):
    return text(clause, **domains).rpartition("->\n")[2].rpartition(",\n")[2]


def test_a_derivative_is_printed_as_one_that_exists():
    assert said(Equal(D(x**3, x), 3 * x**2), x=positive) == (
        "is_derive (fun x' : R => x' ^ 3) x (3 * x ^ 2)"
    )


def test_a_second_derivative_has_its_order():
    assert said(Equal(D(x**3, (x, 2)), 6 * x), x=positive) == (
        "is_derive_n (fun x' : R => x' ^ 3) 2 x (6 * x)"
    )


def test_a_relation_of_derivatives_says_that_they_exist():
    assert said(AtMost(D(x**2, x), D(x**3, x) + 1), x=positive) == (
        "(exists V1 V2 : R, is_derive (fun x' : R => x' ^ 2) x V1 /\\ "
        "is_derive (fun x' : R => x' ^ 3) x V2 /\\ V1 <= 1 + V2)"
    )


def test_a_derivative_at_a_point_has_the_point_outside_of_the_function():
    here = at(D(x * y**2, y), {y: x})
    assert said(Equal(here, 2 * x**2), x=positive) == (
        "is_derive (fun y' : R => x * y' ^ 2) x (2 * x ^ 2)"
    )


def test_a_derivative_inside_another_function_catches_no_name():
    inner = at(D(x * y**2, y), {y: x})
    written = said(Equal(D(inner, x), 4 * x), x=positive)
    assert written == ("is_derive (fun x' : R => Derive (fun y' : R => x' * y' ^ 2) x') x (4 * x)")
    twice = at(D(x * y, x), {y: x})
    assert said(Equal(twice, x), x=positive) == "is_derive (fun x' : R => x' * x) x x"


def test_a_bound_name_is_none_that_coq_takes():
    # R is a word of Coq, so that the symbol is R': the bound one has two quotes
    written = said(Equal(D(R**2 * y, R), 2 * R * y), R=positive, y=positive)
    assert written == "is_derive (fun R'' : R => y * R'' ^ 2) R' (2 * R' * y)"


@pytest.mark.parametrize(
    ("limit", "value", "written"),
    [
        (lim(y / x, x, sp.oo), 0, "is_lim (fun x' : R => y / x') p_infty 0"),
        (lim(y * x, x, 0), 0, "filterlim (fun x' : R => x' * y) (at_right 0) (locally 0)"),
        (lim(y * x, x, 1, "-"), y, "filterlim (fun x' : R => x' * y) (at_left 1) (locally y)"),
        (integral(y * x, (x, 0, 1)), y / 2, "is_RInt (fun x' : R => x' * y) 0 1 (1 / 2 * y)"),
    ],
    ids=["infinity", "right", "left", "integral"],
)
def test_limits_and_integrals_are_relations_of_coquelicot(limit, value, written):
    assert said(Equal(limit, value), y=positive) == written


@pytest.mark.parametrize(
    ("clause", "why"),
    [
        (Equal(D(lim(y * x, x, 0), y), 0), "inside a function"),
        (Equal(integral(sp.exp(-x), (x, 0, sp.oo)), 1), "not printed"),
        (Equal(D(sp.LambertW(x), x), 1), "not printed"),
    ],
    ids=["a limit inside", "an improper integral", "a function without a word"],
)
def test_what_has_no_relation_is_refused_in_one_line(clause, why):
    with pytest.raises(NoCoqTextError, match=why) as refused:
        text(clause)
    assert "\n" not in str(refused.value)


def test_a_slope_by_an_entry_is_refused():
    d = scalars("d")
    u, (i, k) = array("u"), indices("i k", d)
    clause = Equal(slope(total(u[i] ** 2, i), u[k]), 2 * u[k])
    with pytest.raises(NoCoqTextError, match="slope by an entry"):
        proposition(Statement(clause, for_all={d: naturals(1), u: reals[d]}))


def test_an_exponent_of_numbers_is_worked_out():
    one = tree(2) * Fraction(1, 2)
    assert said(Equal(scalars("x") ** one, scalars("x")), x=positive) == "x = x"


# -- errors planted in the printer -----------------------------------------------------------------

CLAIMS = ("CHAIN-E14", "CHAIN-I15", "CHAIN-I8-block1", "CHAIN-B6", "AMMUP-B-order", "PC-T1")
CLAIMS += ("LOOP-B-L4", "LOOP-B-E12", "LOOP-A-T2-sign", "PC-E5")


def one_less(method):
    return lambda self, *args: method(self, *args)[1:]


def higher(method):
    return lambda self, base, n: method(
        self, base, tree(n.args[0] + 1) if n.head == "number" else n
    )


def swapped(old, new):
    def plant(method):
        return lambda self, *args: method(self, *args).replace(old, new)

    return plant


def in_each(old, new):
    def plant(method):
        return lambda self, *args: [t.replace(old, new) for t in method(self, *args)]

    return plant


PLANTED = {
    "a hypothesis is left out": ("hypotheses", one_less),
    "a quantifier is left out": ("binders", one_less),
    "a power is one higher": ("power", higher),
    "an equality is a bound": ("plain", swapped(" = ", " <= ")),
    "a strict bound is none": ("plain", swapped(" < ", " <= ")),
    "both directions are one": ("plain", swapped("<->", "->")),
    "an open end is closed": (
        "domain",
        lambda m: lambda s, *a: [t.replace("<", "<=") for t in m(s, *a)],
    ),
    "a sum begins one later": (
        "written",
        lambda m: lambda s, t: (m(s, t)[0].replace("sum 1 ", "sum 2 "), m(s, t)[1]),
    ),
    "a special case is left out": ("hypothesis", lambda m: lambda s, pair: "True"),
    "a second derivative is a first one": ("holds", swapped("is_derive_n", "is_derive")),
    "a limit is from the other side": ("holds", swapped("at_right", "at_left")),
    "a limit is at zero": ("holds", swapped("p_infty", "0")),
}


@pytest.mark.parametrize("plant", PLANTED)
def test_an_error_planted_in_the_printer_is_told_by_the_record(monkeypatch, plant):
    method, change = PLANTED[plant]
    rows = {n: formal.whole_record().claims[n] for n in CLAIMS}
    monkeypatch.setattr(Printer, method, change(getattr(Printer, method)))
    told = [n for n, row in rows.items() if digest(coq_text(ledger.claim(n))) != row.statement]
    assert told


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        (coq_statement.RELATIONS, "<=", ">="),
        (coq_statement.FOLDED, "Max", "Rmin"),
        (coq_statement.FUNCTIONS, "exp", "sin"),
        (coq_calculus.SIDES, "+", "at_left"),
        (coq_calculus.ENDS, sp.oo, "m_infty"),
    ],
    ids=["a bound", "the largest", "a function", "a side", "an end"],
)
def test_an_error_planted_in_a_table_of_words_is_told(monkeypatch, table, key, value):
    rows = formal.whole_record().claims
    monkeypatch.setitem(table, key, value)
    names = [*CLAIMS, "PC-T1-word", "CHAIN-E21"]
    assert any(digest(coq_text(ledger.claim(n))) != rows[n].statement for n in names)


def test_a_name_that_coq_takes_is_quoted():
    assert coq_names.name_of("is_lim") == "is_lim'"
