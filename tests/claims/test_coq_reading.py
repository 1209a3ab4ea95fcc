"""Theorems about claims as a second reader understands them, against the claims' own trees.

Each printed proposition is read by a grammar of its own and evaluated at a random point: binders,
every instance of every hypothesis, both sides of every clause. The trees of the claim are evaluated
there by loops. Arrays have random entries at all places, defined ones too, so that a statement
that says less, more or another thing has other values, although Coq may accept it.
"""

import functools
import re
from fractions import Fraction

import pytest
from mpmath import mp, mpf

from depthlaws.claims.engine import formal, ledger
from depthlaws.claims.engine.formal import coq_text, parts
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    coq_statement,
    positive,
    scalars,
)
from depthlaws.claims.engine.statement.coq_statement import Printer
from depthlaws.claims.engine.statement.expressions import Tree, tree
from tests.claims.coq_reading import DIGITS, Parser, Reading, UnreadableError, number
from tests.claims.coq_told import Told, limits_of, point_of

NAMES = sorted(formal.whole_record().claims)
CLOSE = mpf(10) ** -9
SEEDS = {"AMMUP-E05": 2}
CLOSE_LIMIT = mpf(10) ** -5
SQUARES = [Fraction(a, b) ** 2 for a, b in ((1, 2), (3, 2), (2, 3), (4, 3), (5, 4), (6, 5), (7, 5))]
WORDS = {"<": "<", "<=": "<=", "=": "=", "!=": "<>", "and": "/\\", "or": "\\/", "not": "~"}


def rounded(x):
    """Key by which instances are sorted: numbers to nine digits."""
    if isinstance(x, tuple):
        return ("()", *map(rounded, x))
    return (mp.nstr(x, 9),) if isinstance(x, mpf) else (str(x),)


def alike(a, b, close):
    """True for the same words with numbers as close as their digits allow."""
    if isinstance(a, mpf) and isinstance(b, mpf):
        return abs(a - b) <= close * (1 + abs(a))
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(alike(x, y, close) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b


def told_otherwise(forms, text, seed):
    """Return what a text says otherwise than several statements do; empty if nothing."""
    try:
        node = Parser(text).whole()
    except UnreadableError as error:
        return f"unreadable: {error}"
    if len(forms) == 1:
        return differs(forms[0], node, seed)
    if node.head != "/\\" or len(node.parts) != len(forms):
        return f"{len(forms)} statements are not joined by 'and'"
    texts = zip(forms, node.parts, strict=True)
    return next((said for form, part in texts if (said := differs(form, part, seed))), "")


def differs(form, text, seed):
    """Return what a text, or one that is parsed, says otherwise than a statement at a point."""
    numbers, point = point_of(form, seed)
    told = Told(form, point)
    values = {
        n: int(v) if Told.integral(form.domains[n]) else number(v) for n, v in numbers.items()
    }

    def entry(name, places):
        x = point.entry(name, places)
        return mpf(int(x.p)) / int(x.q)

    reading = Reading(values, entry)
    try:
        kinds, hypotheses, clauses = reading.told(text)
    except (UnreadableError, KeyError) as error:
        return f"unreadable: {error}"
    names, asked, said = told.whole()
    if {n.rstrip("'"): k for n, k in kinds.items()} != names:
        return f"binders {kinds}, not {names}"
    if reading.limits != (taken := limits_of(form, numbers)):
        return f"limits {reading.limits}, not {taken}"
    close = CLOSE_LIMIT if taken else CLOSE
    for what, one, two in (("hypotheses", hypotheses, asked), ("clauses", clauses, said)):
        if len(one) != len(two):
            return f"{len(one)} {what}, not {len(two)}"
        for k, (a, b) in enumerate(zip(one, two, strict=True)):
            if not alike(sorted(a, key=rounded), sorted(b, key=rounded), close):
                return f"{what} {k}: {a}\n not {b}"
    return ""


@pytest.fixture(autouse=True)
def digits():
    """Enough digits that what is equal looks equal, in this file only."""
    with mp.workdps(DIGITS):
        yield


@pytest.mark.parametrize("name", NAMES)
def test_a_theorem_says_what_its_claim_says_and_nothing_else(name):
    claim = ledger.claim(name)
    assert told_otherwise(parts(claim), coq_text(claim), first_seed(name)) == ""


def first_seed(name):
    """A seed of a claim's own; means are computed where all roots in them are rational."""
    return sum(map(ord, name)) + SEEDS.get(name, 0)


# -- errors planted in what prints the statements --------------------------------------------------

SAMPLE = ("AMMUP-A2", "AMMUP-AS1", "AMMUP-B-order", "AMMUP-D20", "AMMUP-E25", "AMMUP-E30")
SAMPLE += ("CHAIN-B6", "CHAIN-E14", "CHAIN-E24", "CHAIN-I8-block1", "CHAIN-I15", "CHAIN-I17")
SAMPLE += (
    "LOOP-A-T2-sign",
    "LOOP-B-E12",
    "LOOP-B-L4",
    "LOOP-B-LREF",
    "LOOP-B-T6",
    "LOOP-B-T6c",
    "LOOP-B-X16-decay",
)
SAMPLE += ("PC-B1", "PC-D5", "PC-E5", "PC-E45", "PC-E66", "PC-S8", "PC-T1", "PC-TK1")


def result(change):
    """Plant a change of what a method returns."""
    return lambda method: lambda self, *args: change(method(self, *args))


def swapped(old, new):
    return result(lambda text: text.replace(old, new))


def in_each(old, new):
    return result(lambda texts: [t.replace(old, new) for t in texts])


def in_text(old, new):
    return result(lambda pair: (re.sub(old, new, pair[0]), pair[1]))


def half_as_whole(method):
    return lambda self, base, n: method(
        self,
        base,
        tree(n.args[0].numerator) if n.head == "number" and n.args[0].denominator == 2 else n,
    )


def turned(method):
    """Two places of an entry in the other order."""
    return lambda self, t: method(
        self,
        Tree("entry", t.args[0], *t.args[:0:-1]) if t.head == "entry" and len(t.args) == 3 else t,
    )


PLANTED = {
    "a sign": ("joined", in_text(" - ", " + ")),
    "the sign of a whole number": ("integer", swapped(" - ", " + ")),
    "a hypothesis is left out": ("hypotheses", result(lambda h: h[1:])),
    "the last hypothesis is left out": ("hypotheses", result(lambda h: h[:-1])),
    "a hypothesis comes twice": ("hypotheses", result(lambda h: [*h, h[-1]] if h else h)),
    "a hypothesis that cannot be met": ("hypotheses", result(lambda h: [*h, "1 <= 0"])),
    "a weaker bound": ("plain", swapped(" < ", " <= ")),
    "a bound for an equality": ("plain", swapped(" = ", " <= ")),
    "a bound from the other side": ("plain", swapped(" <= ", " >= ")),
    "one direction of two": ("plain", swapped("<->", "->")),
    "either for both": ("condition", swapped("/\\", "\\/")),
    "two places swapped": ("written", turned),
    "an index one further": (
        "place",
        lambda m: lambda s, t: m(s, t + 1) if t.head == "index" else m(s, t),
    ),
    "a sum from 2 on": ("written", in_text("^sum 1 ", "sum 2 ")),
    "a range without its first place": ("forall", swapped("(1 <= ", "(2 <= ")),
    "a range without its last place": (
        "forall",
        result(lambda t: re.sub(r"<= (\w+)\)%Z -> ", r"<= (\1 - 1))%Z -> ", t)),
    ),
    "an open end is closed": ("domain", in_each(" < ", " <= ")),
    "positive for any": ("domain", result(lambda h: [t.replace("<=", "<") for t in h])),
    "differences of natural numbers": (
        "integer",
        result(
            lambda t: re.sub(r"\((\w+) - (\w+)\)", r"(Z.of_nat (Z.to_nat \1 - Z.to_nat \2))", t)
        ),
    ),
    "a root is left out": ("power", half_as_whole),
    "a real power as a whole one": ("real_power", in_text("Rpower", "powerRZ")),
    "base and exponent swapped": ("real_power", in_text(r"Rpower (\S+) (\S+)$", r"Rpower \2 \1")),
    "a quotient as a product": ("joined", in_text(" / ", " * ")),
    "a special case is left out": ("hypothesis", result(lambda _: "True")),
    "a derivative elsewhere": (
        "holds",
        result(lambda t: re.sub(r"\) (\w+) ", r") (1 + \1) ", t, count=1)),
    ),
    "a second derivative is a first one": ("holds", swapped("is_derive_n", "is_derive")),
    "a limit from the other side": ("holds", swapped("at_right", "at_left")),
    "a limit at the other end": ("holds", swapped("p_infty", "m_infty")),
    "a variance is twice as large": (
        "domain",
        in_each("gaussian_matrix N N ", "gaussian_matrix N N 2 * "),
    ),
    "a mean is of another array": ("binders", in_each("E_", "F_")),
    "whole numbers are natural ones": ("binders", in_each(": Z)", ": nat)")),
    "a size is any number": ("binders", in_each(": Z)", ": R)")),
}


@functools.cache
def printed(name):
    """Text of a claim before anything is planted; asked for before."""
    return coq_text(ledger.claim(name))


# Where the other text has the same values: (1 + a)/(1 + a), and norms of a transpose.
TRUE_AS_WELL = {"a sign": ("CHAIN-I15",), "two places swapped": ("AMMUP-E30", "PC-E45")}


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_error_is_read_in_every_theorem_that_it_changes(monkeypatch, plant):
    method, change = PLANTED[plant]
    before = {n: printed(n) for n in SAMPLE}
    monkeypatch.setattr(Printer, method, change(getattr(Printer, method)))
    after = {n: coq_text(ledger.claim(n)) for n in SAMPLE}
    changed = [n for n in SAMPLE if after[n] != before[n]]
    assert changed
    for name in changed:
        forms = parts(ledger.claim(name))
        if name in TRUE_AS_WELL.get(plant, ()):
            continue
        assert any(told_otherwise(forms, after[name], seed) for seed in (0, 1, 2)), name


def joined(texts, word="/\\"):
    return f" {word}\n".join(f"({text})" for text in texts)


JOINED = {
    "either for both": lambda texts: joined(texts, "\\/"),
    "one from the other": lambda texts: joined(texts, "->"),
    "the last one is left out": lambda texts: joined(texts[:-1]),
    "the first one is left out": lambda texts: joined(texts[1:]),
    "one for all": lambda texts: joined([texts[0]] * len(texts)),
    "in the other order": lambda texts: joined(texts[::-1]),
    "quantifiers over both": "".join,
}


@pytest.mark.parametrize("how", JOINED)
def test_a_planted_error_in_joining_statements_is_read(monkeypatch, how):
    claims = [ledger.claim(name) for name in ("LOOP-B-L5c", "LOOP-B-E5")]
    assert [told_otherwise(parts(c), coq_text(c), 0) for c in claims] == ["", ""]
    monkeypatch.setattr(coq_statement, "together", JOINED[how])
    assert all(told_otherwise(parts(c), coq_text(c), 0) for c in claims)


x, y = scalars("x y")
OTHER = {
    "forall (x : R),\nx / x = 1": "binders",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nacos (2 + x) = y": "clauses 0: .*None",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nx / (x - x) = y": "clauses 0: .*None",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nx * / 0 = y": "clauses 0: .*None",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nx * y = y * x": "clauses 0",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\n(x = y)%nat": "unreadable: the scope nat",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nx = y \\/ x = y": "clauses 0",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nx = y /\\ x = y": "2 clauses",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nexists z : R, x = y": "unreadable: exists",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nforall z : R, x = y": "unreadable: z has no range",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nforall n : Z, (1 <= n < 9)%Z -> x = y": "an end",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nTrue": "unreadable",
    "forall (x y : R),\n(0 < x) ->\n(0 < y) ->\nx = y.\nAdmitted": "no word of a statement",
    "forall (x y : R),\n(0 < x < y) ->\n(0 < y) ->\nx = y": "unreadable",
    "forall (x x : R),\n(0 < x) ->\n(0 < y) ->\nx = y": "a name is bound twice",
}


@pytest.mark.parametrize("text", OTHER)
def test_what_is_another_statement_or_none_is_told(text):
    form = Statement(Equal(x, y), for_all={x: positive, y: positive})
    assert re.search(OTHER[text], differs(form, text, seed=0), re.DOTALL)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 - 3 - 4", -5),
        ("2 / 4 / 2", Fraction(1, 4)),
        ("2 * / 4 ^ 2", Fraction(1, 8)),
        ("- 2 ^ 2", -4),
        ("(-2) ^ 2", 4),
        ("sum 3 2 (fun i => IZR i)", 0),
        ("sum 2 4 (fun i => IZR (i - 1) ^ 2)", 14),
        ("powerRZ 2 (1 - 3) * Rmax 1 (Rmin 2 3)", Fraction(1, 2)),
        ("sqrt 4 * exp 0 - ln 1 + Rabs (-1)", 3),
        ("Derive (fun y : R => y ^ 3) 2", 12),
        ("acos (-1) / PI + asin 0 + acos 1", 1),
    ],
)
def test_texts_have_the_values_that_coq_gives_them(text, value):
    reading = Reading({}, None)
    assert abs(reading.real(Parser(text).whole(), {}) - number(Fraction(value))) < CLOSE


def test_means_obey_isserlis_rule():
    text = "E_W (fun W => (W 1%Z 2%Z * W 1%Z 2%Z + W 2%Z 1%Z) ^ 2)"
    reading = Reading({}, None, kinds={"E_W": "mean"}, drawn={"E_W": ((2, 2), mpf(5))})
    assert reading.real(Parser(text).whole(), {}) == 3 * 25 + 5
