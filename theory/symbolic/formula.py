"""A closed form is one record: sentence, source, domain and one SymPy expression.

Everything else is derived from that expression: array code for any array-API namespace, mpmath,
certified balls, LaTeX, derivatives, special values, limits. No formula is typed twice.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import array_api_compat
import array_api_compat.numpy
import mpmath
import numpy as np
import sympy as sp
from flint import arb

from depthlaws.theory.papers import Source
from depthlaws.theory.symbolic import balls, derived, multiprecision, registry
from depthlaws.theory.symbolic.arrays import ArrayContext
from depthlaws.theory.symbolic.codegen import BINDERS, compile_expression
from depthlaws.theory.symbolic.domain import REAL, Interval


class Formula:
    """One closed form, written once.

    ``domain`` maps each SymPy symbol, in argument order, to the values it may take; ``given`` is
    a further relation between them. ``kernel`` is a float64 NumPy function for expressions whose
    derived code loses digits. ``budget`` bounds its error: |float - exact| <=
    budget * eps * (1 + condition) * |exact| with condition = sum |x_i df/dx_i| / |f|.
    ``values`` declares where the results lie, ``rising`` and ``falling`` the symbols in which the
    formula never falls or never rises: the tests hold every record to what it declares.

    Raises: TypeError for inexact constants, ValueError for free symbols without a domain or for
    an id that is taken.
    """

    def __init__(
        self,
        *,
        id: str,
        says: str,
        source: Source,
        domain: Mapping[sp.Symbol, Interval],
        expr: sp.Expr,
        given: sp.Basic = sp.true,
        kernel: Callable[..., Any] | None = None,
        budget: float = 8.0,
        values: Interval = REAL,
        rising: Sequence[sp.Symbol] = (),
        falling: Sequence[sp.Symbol] = (),
        parent: "Formula | None" = None,
        how: str = "",
    ) -> None:
        self.values, self.rising, self.falling = values, tuple(rising), tuple(falling)
        self.id, self.says, self.source, self.how, self.parent = id, says, source, how, parent
        self.domain = MappingProxyType(dict(domain))
        self.symbols = tuple(self.domain)
        self.names = tuple(s.name for s in self.symbols)
        self.given, self.kernel, self.budget = given, kernel, budget
        self._expr = self._checked(sp.sympify(expr))
        self._mutated = False
        self.__name__ = id
        self.__doc__ = f"{says}\n\nSource: {source}."
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in self.names]
        )
        if parent is None:
            registry.add(self)

    def _checked(self, expr: sp.Expr) -> sp.Expr:
        if expr.atoms(sp.Float):
            msg = f"{self.id}: inexact constants {expr.atoms(sp.Float)}; use sp.Rational"
            raise TypeError(msg)
        free = expr.free_symbols - set(self.symbols)
        if free:
            msg = f"{self.id}: no domain for {sorted(map(str, free))}"
            raise ValueError(msg)
        return expr

    @property
    def expr(self) -> sp.Expr:
        """The SymPy expression (the mutated one inside :meth:`replaced`)."""
        return self._expr

    @contextmanager
    def replaced(self, expr: sp.Expr) -> Iterator[None]:
        """Answer with another expression for a while: how mutation testing asks what notices."""
        before = self._expr, self._mutated
        self._expr, self._mutated = self._checked(expr), True
        try:
            yield
        finally:
            self._expr, self._mutated = before

    # -- evaluators --------------------------------------------------------------------------

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        if not kwargs and len(args) == len(self.names):
            return list(args)
        try:
            bound = self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            msg = f"{self.id}({', '.join(self.names)}): {error}"
            raise TypeError(msg) from None
        return [bound.arguments[n] for n in self.names]

    def _check(self, name: str, interval: Interval, value: Any, xp: Any) -> None:
        inside = interval.contains(value)
        if not (inside if isinstance(inside, (bool, np.bool_)) else xp.all(inside)):
            flat = np.ravel(np.asarray(value))
            bad = flat[~np.ravel(np.asarray(inside))][0] if flat.size else value
            msg = f"{name} must be in {interval}, got {bad:g} ({self.id})"
            raise ValueError(msg)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Evaluate on numbers or arrays (any array-API namespace), broadcasting.

        Numbers give a Python float. Raises: ValueError for a value outside the domain (NaN
        included), naming it; MissingEvaluatorError if the expression has no array evaluator.
        """
        values = self._bind(args, kwargs)
        arrays = [v for v in values if array_api_compat.is_array_api_obj(v)]
        lists = [isinstance(v, (list, tuple)) for v in values]
        xp = array_api_compat.array_namespace(*arrays) if arrays else array_api_compat.numpy
        if any(lists):
            values = [xp.asarray(v) if many else v for v, many in zip(values, lists, strict=True)]
        scalar = not arrays and not any(lists)
        values = [v if array_api_compat.is_array_api_obj(v) else float(v) for v in values]
        values = [
            xp.astype(v, xp.float64) if not isinstance(v, float) and _is_integral(v, xp) else v
            for v in values
        ]
        for name, interval, value in zip(self.names, self.domain.values(), values, strict=True):
            self._check(name, interval, value, xp)
        out = self._evaluate(xp, values)
        return float(out) if scalar else out

    def unchecked(self, *values: Any) -> Any:
        """Evaluate on NumPy float64 without the domain check: for inner loops."""
        return self._evaluate(array_api_compat.numpy, list(values))

    def _evaluate(self, xp: Any, values: list[Any]) -> Any:
        with np.errstate(all="ignore"):
            if self.kernel is None or self._mutated:
                code = compile_expression(self.expr, self.symbols)
                if self.expr.has(*BINDERS):
                    return self._elementwise(xp, values)
                values = [
                    xp.float64(v) if isinstance(v, float) and _is_np(xp) else v for v in values
                ]
                return code(ArrayContext(xp), *values)
            if _is_np(xp):
                return self.kernel(*values)
            host = [v if isinstance(v, float) else np.asarray(v) for v in values]
            return xp.asarray(self.kernel(*host))

    def _elementwise(self, xp: Any, values: list[Any]) -> Any:
        """Integrals and sums without a kernel: one mpmath evaluation an element."""
        host = [np.asarray(v, dtype=float) for v in values]
        out = np.vectorize(lambda *v: float(mpmath.re(self.mp(*v))), otypes=[float])(*host)
        return out if _is_np(xp) else xp.asarray(out)

    def mp(self, *args: Any, dps: int = 30, **kwargs: Any) -> Any:
        """Value to about ``dps`` digits by mpmath; arguments may be numbers, strings or mpf."""
        values = self._bind(args, kwargs)
        code = compile_expression(self.expr, self.symbols)
        with mpmath.workdps(dps + 10):
            result = code(multiprecision.MpContext(), *[multiprecision.mpf(v) for v in values])
        with mpmath.workdps(dps):
            return +mpmath.mpmathify(result)

    def ball(self, *args: Any, prec: int = 128, **kwargs: Any) -> arb:
        """Certified enclosure by Arb; arguments may be numbers, rationals, strings or balls.

        A float argument means exactly that double. Wide balls enclose the range over them.
        """
        values = self._bind(args, kwargs)
        code = compile_expression(self.expr, self.symbols)
        with balls.precision(prec):
            sides = [balls.as_ball(v) for v in values]
            return balls.real_ball(code(balls.BallContext(), *sides))

    # -- derived formulas --------------------------------------------------------------------

    def diff(self, symbol: sp.Symbol | str, order: int = 1) -> "Formula":
        """Return the derivative in one symbol as a formula of the same arguments."""
        return derived.derivative(self, symbol, order)

    def at(self, **values: Any) -> "Formula":
        """Fix some arguments to exact values (infinite ones by the limit)."""
        return derived.special_value(self, values)

    def limit(self, symbol: sp.Symbol | str, point: Any, side: str = "-") -> "Formula":
        """Return the limit as one symbol goes to a point."""
        return derived.limit(self, symbol, point, side)

    # -- display -----------------------------------------------------------------------------

    @property
    def latex(self) -> str:
        """LaTeX of the expression."""
        return sp.latex(self.expr)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    def __repr__(self) -> str:
        return f"formula({self.id!r})" if self.parent is None else f"{self.parent!r}{self.how}"


def _is_np(xp: Any) -> bool:
    return array_api_compat.is_numpy_namespace(xp)


def _is_integral(x: Any, xp: Any) -> bool:
    return not xp.isdtype(x.dtype, ("real floating", "complex floating"))
