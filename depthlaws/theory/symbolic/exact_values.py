"""Formulas by id to many digits and as certified balls, from their stored code.

This needs mpmath or Arb, and neither NumPy, SciPy nor SymPy: it runs in a page, under Pyodide.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from depthlaws.base import extras
from depthlaws.theory.symbolic import formula_code
from depthlaws.theory.symbolic.domain import Interval, check_exact

Check = Callable[[Sequence[Any]], None]


def mp(name: str, *, dps: int = 30, **values: Any) -> Any:
    """Return the value of a formula to ``dps`` digits, as ``Formula.mp`` does.

    Raises: ValueError for a value outside the domain, KeyError for an unknown formula.
    """
    extras.imported("mpmath", f"{name} in multiple precision")
    from depthlaws.theory.symbolic import multiprecision

    code, arguments, check = _prepared(name, values)
    return multiprecision.value(code, arguments, dps, check)


def ball(name: str, *, prec: int = 128, **values: Any) -> Any:
    """Return a certified enclosure of a formula, as ``Formula.ball`` does.

    Raises: ValueError for a value outside the domain, KeyError for an unknown formula.
    """
    extras.imported("flint", f"a certified enclosure of {name}")
    from depthlaws.theory.symbolic import balls

    code, arguments, check = _prepared(name, values)
    return balls.value(code, arguments, prec, check)


def _prepared(
    name: str, values: Mapping[str, Any]
) -> tuple[Callable[..., Any], Sequence[Any], Check]:
    """Return the code of a formula, its arguments in order, and the check of its domain."""
    stored = formula_code.stored()[name]
    if values.keys() != stored.domain.keys():
        msg = f"{name} takes {', '.join(stored.domain)}, got {', '.join(values) or 'nothing'}"
        raise ValueError(msg)
    domain = {argument: Interval(**ends) for argument, ends in stored.domain.items()}
    arguments = [values[argument] for argument in domain]
    return formula_code.executed(stored.code), arguments, partial(check_exact, name, domain)
