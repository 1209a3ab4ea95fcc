"""Right-hand sides of formulas within expressions."""

from types import SimpleNamespace

import pytest
import sympy as sp

from depthlaws.claims.engine import formula_expressions as expressions


def test_a_changed_formula_is_put_in_as_it_is_now(monkeypatch):
    x = sp.Symbol("x", positive=True)
    right = {"it": 2 * x}
    now = lambda name: SimpleNamespace(id=name, expr=right[name], symbols=(x,))  # noqa: E731
    monkeypatch.setattr(expressions, "formula", now)
    asked = 1 + expressions.looked_up("it", x=3)
    assert expressions.all_put_in(asked) == 7
    right["it"] = x**2
    assert expressions.all_put_in(asked) == 10


@pytest.mark.parametrize("asked", [expressions.law, expressions.looked_up])
def test_a_value_of_a_symbol_that_the_formula_does_not_have_is_refused(asked):
    with pytest.raises(ValueError, match="chain-sharpness has no symbol width; it has"):
        asked("chain-sharpness", mu_xx=1, width=2)
