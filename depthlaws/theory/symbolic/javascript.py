"""JavaScript of a closed form, printed from the SymPy expression of its record."""

import sympy as sp

from depthlaws.theory.symbolic.formula import Formula


def function(law: Formula) -> str:
    """Return a formula as a JavaScript function of its arguments, in their order.

    It has the digits of the printed expression: where that cancels, fewer than the formula itself.
    """
    return f"({', '.join(law.names)}) => {sp.jscode(law.expr)}"
