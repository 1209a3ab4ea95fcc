import re
from xml.etree import ElementTree

import pytest
import sympy as sp

from depthlaws.theory.symbolic import mathml

x, y, L = sp.symbols("x mu_yx L", positive=True)
k = sp.Symbol("k", integer=True)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (sp.Lt(x, y), "x<\u03bcyx"),
        (x * y, "\u03bcyx\u2062x"),
        (sp.exp(x), "ex"),
        (sp.Symbol("lam") - sp.Symbol("eps"), "\u2212\u03b5+\u03bb"),
        (sp.Symbol("lamp") * sp.Symbol("x_eps"), "lamp\u2062x\u03b5"),
        (sp.oo, "\u221e"),
        (sp.hyper((1, 2), (3,), x), "F12(1,2;3;x)"),
        (sp.betainc(x, y, 0, 1), "B(0,1;x,\u03bcyx)"),
        (sp.digamma(x), "\u03c8(x)"),
        (sp.polygamma(2, x), "\u03c82(x)"),
        (sp.besseli(1, x), "I1(x)"),
        (sp.loggamma(x), "log \u0393(x)"),
        (sp.Subs(x**2 + L, (x, L), (0, 1)), "[L+x2]x=0,L=1"),
        (sp.Product(k, (k, 1, L)), "\u220fk=1Lk"),
        (sp.Piecewise((x, x < 1), (0, True)), "{xx<10otherwise"),
    ],
)
def test_each_notation(expr, text):
    written = mathml.expression(expr)
    assert re.fullmatch(r"[^&]*|.*&(lt|gt|amp);.*", written)
    assert "".join(ElementTree.fromstring(written).itertext()) == text


def test_a_relation_has_two_sides():
    texts = {
        s: "".join(ElementTree.fromstring(mathml.relation(x, s, y)).itertext())
        for s in mathml.RELATIONS
    }
    assert texts["=="] == "x=\u03bcyx"
    assert texts["<="] == "x\u2264\u03bcyx"
    assert len(set(texts.values())) == len(texts)


def test_two_sides_that_sympy_has_made_the_same_are_shown_once():
    assert mathml.relation(x + y - y, "==", x) == mathml.expression(x)
    assert mathml.relation(0, "==", sp.Integer(0)) == ""


def test_expressions_that_nobody_could_read_are_left_out(monkeypatch):
    monkeypatch.setattr(mathml, "MAX_OPERATIONS", 3)
    assert mathml.expression(x + y)
    assert mathml.expression(x**2 + y**2 + x * y) == ""
    assert mathml.relation(x + y, "<", x**2 + y**2) == ""
