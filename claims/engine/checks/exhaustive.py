"""Every case of a finite statement, in exact arithmetic."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks.common import EXPRESSION_CHANGES, UndecidedError, truth
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["Exhaustive"]


@dataclass(frozen=True)
class Exhaustive:
    """Every case of a finite statement in exact arithmetic (int, Fraction, SymPy, bool).

    ``cases()`` yields (label, left, right): exact numbers that must be equal, or (label, truth).
    """

    cases: Callable[[], Iterable[tuple[Any, ...]]]
    what: str = ""
    change: Callable[[Any], Any] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        n = 0
        for n, (label, left, *rest) in enumerate(self.cases(), start=1):  # noqa: B007
            try:
                good = self._holds(f"case {label}", left, *rest)
            except UndecidedError as doubt:
                return Evidence(Verdict.UNKNOWN, str(doubt), {"case": str(label)})
            if not good:
                data = {"case": str(label), "left": str(left), "right": ", ".join(map(str, rest))}
                return Evidence(Verdict.REFUTED, f"fails for {label}", data)
        if not n:
            return Evidence(Verdict.VACUOUS, "no case")
        return Evidence(Verdict.PROVED, f"exact in all {n} cases", {"cases": n})

    def _holds(self, where: str, left: Any, *rest: Any) -> bool:
        if not rest:
            return truth(left, where)
        sides = [sp.sympify(side) for side in (left, *rest)]
        if any(not isinstance(s, sp.Basic) or s.has(sp.Float, sp.nan) for s in sides):
            msg = f"{where}: {left}, {rest[0]} are not exact numbers"
            raise UndecidedError(msg)
        return sp.simplify(left - self.change(rest[0])) == 0

    def mutants(self) -> "Iterator[tuple[str, Exhaustive]]":
        if len(next(iter(self.cases()), ())) == 3:
            for label, change in EXPRESSION_CHANGES.items():
                yield label, replace(self, change=change)
