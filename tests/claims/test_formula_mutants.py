"""Which mutants a formula has: every sign, factor, exponent, index and order."""

import pytest
import sympy as sp

from depthlaws.claims.engine import formula_mutants
from tests.claims.toy_mutants import L, make, n, x, y

pytestmark = pytest.mark.usefixtures("own_registry")


def changed(f):
    return set(formula_mutants.mutations(f.id).values())


def test_every_sign_factor_exponent_index_and_order_is_changed():
    f = make(2 * x**3 / L - y, x, y, L)
    assert changed(f) >= {
        y - 2 * x**3 / L,  # sign of the whole
        4 * x**3 / L - 2 * y,  # factor of the whole
        2 * x**3 / L + y,  # sign of one term
        -2 * x**3 / L - y,
        4 * x**3 / L - y,  # factor of one constant
        2 * x**3 / L - 2 * y,
        2 * x**6 / L - y,
        2 * x**4 / L - y,  # exponent up and down
        2 * x**2 / L - y,
        2 * x**3 - y,
        2 * x**3 / L**2 - y,
        2 * x**3 / (L + 1) - y,  # index
        2 * y**3 / L - x,  # order of arguments
    }


@pytest.mark.parametrize(
    ("expr", "symbols", "wanted"),
    [
        (sp.pi * x, (x,), 2 * sp.pi * x),
        (sp.exp(-x / 2), (x,), sp.exp(x / 2)),
        (sp.exp(-x / 2), (x,), sp.exp(-x)),
        (sp.log(1 + x), (x,), sp.log(2 + x)),
        (sp.hyper((1, x), (2,), -y), (x, y), sp.hyper((1, x), (4,), -y)),
        (sp.Piecewise((x, x < 1), (x**2, True)), (x,), sp.Piecewise((x, x < 2), (x**2, True))),
        (sp.Sum(x**L, (L, 1, n)), (x, n), sp.Sum(x**L, (L, 1, n + 1))),
        (sp.Integral(sp.exp(-L * x), (L, 0, 1)), (x,), sp.Integral(sp.exp(-L * x), (L, 0, 2))),
    ],
)
def test_changes_reach_into_every_construction(expr, symbols, wanted):
    assert wanted in changed(make(expr, *symbols))


def test_mutants_are_distinct_finite_and_different_from_the_formula():
    f = make(x**2 + y**2 + 1 / (x - 1), x, y)
    outcome = formula_mutants.mutations("f")
    assert len(set(outcome.values())) == len(outcome)
    assert f.expr not in outcome.values()
    assert not any(e.has(sp.zoo, sp.nan) for e in outcome.values())
    # Swapping the arguments of a symmetric formula changes nothing.
    make(x * y, x, y, name="symmetric")
    assert not any("swapped" in label for label in formula_mutants.mutations("symmetric"))


def test_mutants_of_a_branch_that_few_points_reach_stay_apart():
    far = sp.Integer(10) ** 6
    f = make(sp.Piecewise((x, x < far), (3 * x**2 + 5, True)), x)
    for wanted in (6 * x**2 + 5, 3 * x**2 + 10, 3 * x**3 + 5, 5 - 3 * x**2):
        assert sp.Piecewise((x, x < far), (wanted, True)) in changed(f)


def test_the_list_of_mutants_is_reproducible():
    make(2 * x**3 / L - y + sp.log(1 + x * y), x, y, L)
    first = dict(formula_mutants.mutations("f"))
    formula_mutants.mutations.cache_clear()
    assert list(formula_mutants.mutations("f").items()) == list(first.items())


def test_a_series_that_sympy_cuts_short_is_still_evaluated():
    """2F1 with equal parameters becomes 1F0, which is a power."""
    make(sp.hyper((1, L), (2 - 1 / L,), 1 / (1 + L)), L)
    cut = formula_mutants.mutations("f")["exponent of 1/L plus one"]
    assert cut.equals((1 - 1 / (1 + L)) ** -L)
    assert not cut.has(sp.hyper)
