"""A closed form is one record: sentence, source, domain and one SymPy expression.

Everything else is derived from that expression: array code for any array-API namespace, mpmath,
certified balls, LaTeX, derivatives, special values, limits. No formula is typed twice.
"""

import difflib
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import array_api_compat
import array_api_compat.numpy
import mpmath
import numpy as np
import sympy as sp
from flint import arb

from depthlaws.theory.papers import Source
from depthlaws.theory.symbolic import arithmetic


class UnknownNameError(KeyError, ValueError):
    """A name that is not registered; the message suggests the nearest three."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.3)
        hint = f"; the nearest are: {', '.join(near)}" if near else ""
        self.message = f"unknown {kind} {name!r}{hint}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Interval:
    """The real values (or integers) that a symbol may take; an infinite closed end allows inf."""

    low: sp.Expr | float
    high: sp.Expr | float
    left_open: bool = field(default=False, kw_only=True)
    right_open: bool = field(default=False, kw_only=True)
    integer: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        ends = "(" if self.left_open else "[", ")" if self.right_open else "]"
        text = f"{ends[0]}{self.low}, {self.high}{ends[1]}"
        return f"integers in {text}" if self.integer else text

    def contains(self, x: Any) -> Any:
        """Tell for each element of the array x whether it is allowed; NaN never is."""
        low, high = float(self.low), float(self.high)
        inside = (x > low if self.left_open else x >= low) & (
            x < high if self.right_open else x <= high
        )
        if not self.integer:
            return inside
        xp = array_api_compat.array_namespace(x) if array_api_compat.is_array_api_obj(x) else np
        return inside & (x == xp.floor(x))  # an infinite depth counts as an integer


REAL = Interval(-sp.oo, sp.oo, left_open=True, right_open=True)
POSITIVE = Interval(0, sp.oo, left_open=True, right_open=True)
NONNEGATIVE = Interval(0, sp.oo, right_open=True)
UNIT = Interval(0, 1, left_open=True, right_open=True)
DEPTH = Interval(1, sp.oo)

_registry: dict[str, "Formula"] = {}


def formulas(paper: str | None = None) -> Mapping[str, "Formula"]:
    """All registered formulas by id, or those of one paper."""
    found = {k: f for k, f in _registry.items() if paper in (None, f.source.paper)}
    return MappingProxyType(found)


def formula(name: str) -> "Formula":
    """Look up one registered formula.

    Raises: UnknownNameError with the nearest three ids.
    """
    if name not in _registry:
        raise UnknownNameError("formula", name, _registry)
    return _registry[name]


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
            if id in _registry:
                msg = f"two formulas have the id {id!r}"
                raise ValueError(msg)
            _registry[id] = self

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
                code = arithmetic.compile_expression(self.expr, self.symbols)
                if self.expr.has(*arithmetic.BINDERS):
                    return self._elementwise(xp, values)
                values = [
                    xp.float64(v) if isinstance(v, float) and _is_np(xp) else v for v in values
                ]
                return code(arithmetic.ArrayContext(xp), *values)
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
        code = arithmetic.compile_expression(self.expr, self.symbols)
        with mpmath.workdps(dps + 10):
            result = code(arithmetic.MpContext(), *[_mpf(v) for v in values])
        with mpmath.workdps(dps):
            return +mpmath.mpmathify(result)

    def ball(self, *args: Any, prec: int = 128, **kwargs: Any) -> arb:
        """Certified enclosure by Arb; arguments may be numbers, rationals, strings or balls.

        A float argument means exactly that double. Wide balls enclose the range over them.
        """
        values = self._bind(args, kwargs)
        code = arithmetic.compile_expression(self.expr, self.symbols)
        with arithmetic.precision(prec):
            balls = [_as_ball(v) for v in values]
            return arithmetic.real_ball(code(arithmetic.BallContext(), *balls))

    # -- derived formulas --------------------------------------------------------------------

    def _derived(self, how: str, expr: sp.Expr, domain: Mapping[sp.Symbol, Interval]) -> "Formula":
        return Formula(
            id=f"{self.id}{how}",
            says=f"{self.says} {how}",
            source=self.source,
            domain=domain,
            expr=expr,
            given=self.given,
            budget=self.budget,
            parent=self,
            how=how,
        )

    def _symbol(self, symbol: sp.Symbol | str) -> sp.Symbol:
        name = symbol if isinstance(symbol, str) else symbol.name
        for own in self.symbols:
            if own.name == name:
                return own
        raise UnknownNameError(f"symbol of {self.id}", name, self.names)

    def diff(self, symbol: sp.Symbol | str, order: int = 1) -> "Formula":
        """Return the derivative in one symbol as a formula of the same arguments."""
        own = self._symbol(symbol)
        return self._derived(f".diff({own}, {order})", sp.diff(self.expr, own, order), self.domain)

    def at(self, **values: Any) -> "Formula":
        """Fix some arguments to exact values (infinite ones by the limit)."""
        expr, rest = self.expr, dict(self.domain)
        for name, value in values.items():
            own, exact = self._symbol(name), sp.nsimplify(value)
            expr = sp.limit(expr, own, exact) if exact.is_infinite else expr.subs(own, exact)
            del rest[own]
        how = ", ".join(f"{k}={v}" for k, v in values.items())
        return self._derived(f".at({how})", expr, rest)

    def limit(self, symbol: sp.Symbol | str, point: Any, side: str = "-") -> "Formula":
        """Return the limit as one symbol goes to a point."""
        own = self._symbol(symbol)
        rest = {s: d for s, d in self.domain.items() if s != own}
        limit = sp.limit(self.expr, own, point, side)
        return self._derived(f".limit({own}, {point})", limit, rest)

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


def _mpf(value: Any) -> Any:
    if isinstance(value, (sp.Basic, str)):
        exact = sp.nsimplify(value)
        if exact.is_infinite:
            return mpmath.inf if exact.is_positive else -mpmath.inf
        return exact._to_mpmath(mpmath.mp.prec) if exact.is_number else mpmath.mpf(str(value))
    return mpmath.mpmathify(value)


def _as_ball(value: Any) -> arb:
    if isinstance(value, arb):
        return value
    if isinstance(value, sp.Basic) and value.is_finite:
        code = arithmetic.compile_expression(value, ())
        return arithmetic.real_ball(code(arithmetic.BallContext()))
    if isinstance(value, float) and math.isinf(value):
        return arb.pos_inf() if value > 0 else arb.neg_inf()
    if hasattr(value, "numerator") and not isinstance(value, (int, float)):
        return arb(int(value.numerator)) / int(value.denominator)
    return arb(value if isinstance(value, (int, str)) else float(value))
